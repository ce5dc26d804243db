"""R6, R7: power cuts and failing calls, on a disk of our own. What was acknowledged is there; nothing else breaks."""

import errno
import random
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from tests.experiments import sessions
from tests.harness.disk import FailingDisk, SimulatedDisk, Unsynced
from tests.harness.logs import HEADER, session
from upcard.records.logfile import LogWriter, read_bytes, read_log, sealed_bytes
from upcard.records.storage import Storage
from upcard.records.whole import write_whole
from upcard.schemas.codec import encode_line
from upcard.schemas.errors import CorruptError, StorageError, UpcardError
from upcard.schemas.events import Amended, Event, Noted, Retracted

LOG = Path("/table/session.jsonl")


class Client:
    """Somebody who records a session and asks again whenever something failed. acked: what was acknowledged."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.acked = 0
        self.began = False
        self.recovered = 0

    def go_on(self, storage: Storage, most: int) -> None:
        """Open or begin the log and append up to so many events; the first may be a retry."""
        with self._writer(storage) as writer:
            self.began = True
            self.recovered += writer.recovered is not None
            self.check(writer.read.data)
            for event in self.events[self.acked : self.acked + most]:
                line = self._line + 1
                self._line = writer.append(event, expect=line)
                self.acked += 1

    def _writer(self, storage: Storage) -> LogWriter:
        if not self.began:
            self._line = 1
            return LogWriter.create(LOG, HEADER, storage=storage)
        return LogWriter.open(LOG, storage=storage)

    def check(self, data: bytes) -> None:
        """All acknowledged events in order, and at most the one more that was being written."""
        found = [event for _, event in read_bytes(data, seals=True).log.events]
        assert found[: self.acked] == self.events[: self.acked], "an acknowledged event is lost, doubled or moved"
        assert len(found) <= self.acked + 1
        assert found == self.events[: len(found)]


def contents(disk: SimulatedDisk) -> bytes:
    """What stands in the log."""
    assert LOG in disk.names, "the log itself is lost"
    return bytes(disk.names[LOG].cache)


def recording(rng: random.Random, disk: SimulatedDisk, crashes: int) -> int:
    """A session with power cuts at random calls; tells how many torn lines were cut off."""
    events = session(rng, hands=3, plays=12)
    events[20:20] = [Amended(line=3, event=Noted(note="x" * 700)), Noted(note="y" * rng.randrange(2000))]
    client = Client(events)
    for _ in range(crashes):
        cut = FailingDisk(disk, rng.randrange(1, 60), errno.EIO, forever=True, drops=False)
        with suppress(StorageError):
            client.go_on(cut, most=rng.randrange(1, 20))
        disk = disk.crashed(rng)
        if client.began:
            client.check(contents(disk))
    return client.recovered


def no_power(disk: type[SimulatedDisk], sessions: int) -> None:
    recovered = sum(recording(random.Random(seed), disk(), crashes=8) for seed in range(sessions))
    assert recovered > sessions // 20, "too few torn lines to tell anything"


@pytest.mark.parametrize(
    "sessions",
    [pytest.param(sessions(1_500), marks=pytest.mark.check), pytest.param(100_000, marks=pytest.mark.torture)],
)
def test_power_cuts_lose_nothing_acknowledged(sessions: int) -> None:
    no_power(SimulatedDisk, sessions)


@pytest.mark.check
def test_without_fsync_power_cuts_are_seen_to_lose_events() -> None:
    with pytest.raises(AssertionError, match="lost"):
        no_power(Unsynced, 50)


@pytest.mark.check
@pytest.mark.parametrize("missing", ["sync_folder", "truncate"])
def test_a_disk_that_forgets_is_seen(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimulatedDisk, missing, lambda *_: None)
    with pytest.raises((AssertionError, UpcardError)):
        no_power(SimulatedDisk, 100)


@pytest.mark.check
def test_a_line_whose_fsync_failed_is_written_anew_before_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogWriter, "_harden", lambda self: self._storage.sync_folder(LOG.parent))
    monkeypatch.setattr(FailingDisk, "truncate", lambda *_: None)
    with pytest.raises((AssertionError, CorruptError)):
        every_call_fails(errno.EIO, forever=False)


def every_call_fails(error: int | None, *, forever: bool) -> None:
    """A short session with the n-th call failing, for every n; then the system recovers, or loses power first."""
    events = session(random.Random(5), hands=2, plays=3)
    for nth in range(1, 10_000):
        disk = SimulatedDisk()
        failing = FailingDisk(disk, nth, error, forever=forever)
        client = Client(events)
        for _ in range(3):
            with suppress(StorageError):  # any other error fails the test
                client.go_on(failing, most=4)
        assert failing.syncs_after_failure == 0
        if failing.calls < nth:
            assert client.acked == len(events)
            return
        if nth % 2 == 0 and client.began:
            disk = disk.crashed(random.Random(nth))
        disk.locks.clear()
        if not client.began:
            disk = SimulatedDisk() if LOG not in disk.names else disk
        client.go_on(disk, most=1)  # this may be the retry of what had failed
        disk = disk.crashed(random.Random(nth))
        client.check(contents(disk))
        client.go_on(disk, most=100)
        client.check(contents(disk))
        assert client.acked == len(events)
    raise AssertionError("the session never ended")


@pytest.mark.check
@pytest.mark.parametrize("forever", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC, None], ids=["EIO", "ENOSPC", "short write"])
def test_any_call_may_fail(error: int | None, *, forever: bool) -> None:
    every_call_fails(error, forever=forever)


@pytest.mark.check
@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC, None], ids=["EIO", "ENOSPC", "short write"])
def test_a_whole_file_is_the_old_one_or_the_new_one(error: int | None) -> None:
    old, new = b"old\n" * 300, sealed_bytes(HEADER, session(random.Random(1), hands=1))
    for nth in range(1, 100):
        disk = SimulatedDisk()
        write_whole(LOG, old, storage=disk)
        failing = FailingDisk(disk, nth, error)
        try:
            write_whole(LOG, new, storage=failing)
        except StorageError:
            wanted = {old, new}
        else:
            wanted = {new}
        left = disk.crashed(random.Random(nth))
        assert bytes(left.names[LOG].cache) in wanted
        if failing.calls < nth:
            return


def test_a_header_torn_in_creation_is_written_again() -> None:
    whole = encode_line(HEADER) + b"\n"
    for left in (b"", whole[:1], whole[:50], whole[:-1], bytes(20), whole):
        disk = SimulatedDisk()
        disk.write(disk.create(LOG), left, 0)
        with LogWriter.create(LOG, HEADER, storage=disk) as writer:
            assert writer.append(Noted(note="x"), expect=2) == 2
        assert contents(disk).startswith(whole)


def together(disk: SimulatedDisk, events: list[Event]) -> list[int]:
    """Write what belongs together behind what is there."""
    with LogWriter.open(LOG, storage=disk) as writer:
        return writer.append_together(events)


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC, None], ids=["EIO", "ENOSPC", "short write"])
def test_of_what_belongs_together_a_crash_leaves_all_or_nothing(error: int | None) -> None:
    changes: list[Event] = [Amended(line=2, event=Noted(note="x" * 700)), Retracted(line=3), Noted(note="and more")]
    seen = set()
    for nth in range(1, 100):
        disk = SimulatedDisk()
        with LogWriter.create(LOG, HEADER, storage=disk) as writer:
            for note in "abc":
                writer.append(Noted(note=note))
        failing = FailingDisk(disk, nth, error, forever=nth % 2 == 0)
        acknowledged = False
        with suppress(StorageError):
            acknowledged = together(failing, changes) == [5, 7, 9]
        left = read_bytes(contents(disk.crashed(random.Random(nth))), seals=True).log.events[3:]
        assert [event for _, event in left] in ([], changes), nth
        assert left or not acknowledged
        seen.add((bool(left), acknowledged))
        if failing.calls < nth:
            break
    assert {(False, False), (True, True)} <= seen


def test_who_waited_for_the_lock_writes_into_the_file_that_is_there_then(tmp_path: Path) -> None:
    path, link = tmp_path / "log.jsonl", tmp_path / "link.jsonl"
    LogWriter.create(path, HEADER).close()
    path.chmod(0o600)
    link.symlink_to(path)
    first = LogWriter.open(link)
    waiting = Thread(target=lambda: LogWriter.open(path, wait_seconds=5).append(Noted(note="late")))
    waiting.start()
    time.sleep(0.1)
    assert first.append_together([Noted(note="a"), Noted(note="b")]) == [2, 3]
    assert first.append(Noted(note="c")) == 4
    first.close()
    waiting.join()
    assert [event for _, event in read_log(path).log.events] == [Noted(note=note) for note in ("a", "b", "c", "late")]
    assert path.stat().st_mode & 0o777 == 0o600
    assert link.is_symlink()
