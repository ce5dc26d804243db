"""R2, R7, R8, R10: imports that are killed, that a disk fails, that compete; archives that are damaged.

The log store is never wrong, and whatever became of the archive is told, and mended by the next import or a rebuild.
"""

import errno
import json
import os
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.experiments import sessions, steps
from tests.harness.disk import FailingDisk, RealDisk
from tests.records.archives import answers, new_archive, simulated, take
from upcard.records.archive.archive import Archive
from upcard.records.archive.importing import import_logs, rebuild
from upcard.records.archive.verifying import verify_archive
from upcard.records.logfile import Read, read_bytes
from upcard.records.long import Bytes
from upcard.records.storage import Disk
from upcard.schemas.errors import BusyError, StorageError, UpcardError, UsageError

ROOT = Path(__file__).parents[2]


def started(work: str, archive: Archive, folder: Path, *numbers: int) -> subprocess.Popen[str]:
    """A process that works on an archive; see `tests.harness.importer`."""
    told = [work, str(archive.path), str(folder), *map(str, numbers or (0,))]
    arguments = [sys.executable, "-m", "tests.harness.importer", *told]
    return subprocess.Popen(arguments, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def told(process: subprocess.Popen[str]) -> list[str]:
    """What a process told until it ended well."""
    out, _ = process.communicate()
    assert process.returncode == 0
    return out.splitlines()


def kill(process: subprocess.Popen[str], seconds: float, *, at_work: bool) -> list[str]:
    """Kill a process after a while, from its first word on if it is to be at work. What it told by whole lines."""
    assert process.stdout is not None
    if at_work:
        select.select([process.stdout], [], [], 30)
    time.sleep(seconds)
    process.kill()
    return last_words(process)


def last_words(process: subprocess.Popen[str]) -> list[str]:
    """What a process told by whole lines before it was killed, or ended well."""
    out, _ = process.communicate()
    assert process.returncode in {0, -signal.SIGKILL}
    return out[: out.rfind("\n") + 1].splitlines()


def files(folder: Path, data: list[bytes]) -> Path:
    """A folder with these logs, a file each."""
    folder.mkdir()
    for number, one in enumerate(data):
        (folder / f"{number:04}.jsonl").write_bytes(one)
    return folder


def fresh(folder: Path, data: list[bytes]) -> Archive:
    """An archive in a folder of its own, made by one import that nothing disturbed."""
    folder.mkdir()
    return new_archive(folder, data)


def name(data: bytes) -> str:
    return read_bytes(data).log.header.log


def has_the_rows_of(archive: Archive, expected: Archive) -> None:
    """An archive holds what another does, by the digests of all its rows."""
    assert list(verify_archive(archive)) == []
    assert tables(archive) == tables(expected)


def tables(archive: Archive) -> Any:
    """The digests of all tables, as they are kept beside an archive."""
    return json.loads(archive.digest_path.read_bytes())["tables"]


def is_as_good(archive: Archive, expected: Archive) -> None:
    """An archive holds what another does, and answers as that does."""
    has_the_rows_of(archive, expected)
    assert answers(archive) == answers(expected)


def growing(sessions: int, hands: int) -> list[bytes]:
    """Logs as somebody imports them who plays on: each session again after each hand, the games by turns."""
    logs = [log for seed in range(sessions) for log in simulated(seed, hands=hands)]
    parts = []
    for data in logs:
        read = read_bytes(data)
        ends = [read.starts()[line] for line in read.seals]
        parts += [(index, data[:end]) for index, end in enumerate(ends)]
    return [data for _, data in sorted(parts, key=lambda part: part[0])]


def killed_commits(tmp_path: Path, kills: int) -> None:
    """R2: one small import after another, killed at random moments. What was told is there; nothing is there in part."""
    data = growing(sessions(4), 5)
    folder, expected = files(tmp_path / "steps", data), fresh(tmp_path / "expected", data)
    rng = random.Random(17)
    archive, start, at_work = Archive(tmp_path / "archive.duckdb"), 0, 0
    for _ in range(kills):
        if rng.random() < 0.6:  # in the middle of a commit
            done = last_words(started("steps", archive, folder, start, rng.randrange(20)))
        else:
            done = kill(started("steps", archive, folder, start), rng.uniform(0, 0.7), at_work=rng.random() < 0.7)
        at_work += bool(done)
        start = int(done[-1]) + 1 if done else start
        nothing_is_lost(archive, data[:start], data[start : start + 1])
        if start == len(data):
            has_the_rows_of(archive, expected)
            for path in (archive.path, archive.digest_path):
                path.unlink()
            shutil.rmtree(archive.store.folder)
            start = 0
    told(started("steps", archive, folder))
    is_as_good(archive, expected)
    assert 3 * at_work >= kills


def nothing_is_lost(archive: Archive, done: list[bytes], next_one: list[bytes]) -> None:
    """The store has every log as it was imported last, whole; the archive has it too, or what it lacks is named.

    next_one: what was at work, and may be there or not.
    """
    last = {name(one): one for one in done}
    newer = {name(one): one for one in next_one}
    for key, data in last.items():
        assert archive.store.data(key) in {data, newer.get(key)}, "an import that was told is lost"
    if not archive.exists:
        assert not done
        return
    with archive.reading() as connection:
        rows = connection.execute(
            "SELECT log, lines, hands, (SELECT count(*) FROM hands h WHERE h.log = logs.log) FROM logs"
        ).fetchall()
    lines = {key: line for key, line, _, _ in rows}
    assert len(lines) == len(rows)
    assert all(hands == found for _, _, hands, found in rows), "a log is there in part"
    for key, data in last.items():
        assert lines[key] in {one.count(b"\n") for one in (data, newer.get(key, data))}
    for fault in verify_archive(archive):
        assert fault.log in newer or "rows" in fault.says


@pytest.mark.parametrize(
    "kills", [pytest.param(sessions(20), marks=pytest.mark.check), pytest.param(300, marks=pytest.mark.torture)]
)
def test_r2_killed_between_and_in_commits(tmp_path: Path, kills: int) -> None:
    killed_commits(tmp_path, kills)


def killed_imports(tmp_path: Path, kills: int) -> None:
    """R2: killed at random points of a long import, there are whole logs only, and importing again mends it."""
    data = simulated(5, hands=60)
    folder, expected = files(tmp_path / "stream", data), fresh(tmp_path / "expected", data)
    archive = Archive(tmp_path / "archive.duckdb")
    rng = random.Random(7)
    for _ in range(kills):
        kill(started("stream", archive, folder), rng.uniform(0, 0.7), at_work=rng.random() < 0.7)
        for one in data:
            assert archive.store.data(name(one)) in {None, one}
        if rng.random() < 0.3:
            for path in list(archive.store.folder.glob("*.jsonl"))[:1]:
                path.unlink()
                rebuild(archive)
    told(started("stream", archive, folder))
    is_as_good(archive, expected)


@pytest.mark.parametrize(
    "kills", [pytest.param(sessions(20), marks=pytest.mark.check), pytest.param(300, marks=pytest.mark.torture)]
)
def test_r2_killed_imports(tmp_path: Path, kills: int) -> None:
    killed_imports(tmp_path, kills)


class Begun:
    """An archive that has a session, and what is imported next: more of that session, and another. Copied each time."""

    def __init__(self, folder: Path) -> None:
        (one, other) = (simulated(seed, games=["court_piece"], hands=2)[0] for seed in (1, 2))
        self.data = [one, other]
        self.expected = fresh(folder / "expected", self.data)
        self._begun = fresh(folder / "begun", [one[: one.index(b'{"do":"sealed"')]])
        self._folder = folder / "copy"

    def again(self) -> Path:
        """The path of the archive as it was; nothing has it open."""
        shutil.rmtree(self._folder, ignore_errors=True)
        shutil.copytree(self._begun.path.parent, self._folder)
        return self._folder / self._begun.path.name

    def nothing(self) -> Path:
        """The path of an archive that is yet to be made."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        return self._folder / self._begun.path.name


def failed(archive: Archive, data: list[bytes]) -> bool:
    """Whether an import failed. If it did, it is by an error of ours, and the logs it had told of are in the store."""
    acknowledged = []
    try:
        for report in import_logs(archive, map(read_bytes, data)):
            assert report.status != "refused"
            acknowledged.append(report.log)
    except UpcardError:
        pass
    else:
        assert len(acknowledged) == len(data)
    assert [name(one) for one in data[: len(acknowledged)]] == acknowledged
    assert all(archive.store.data(name(one)) == one for one in data[: len(acknowledged)])
    assert all(archive.store.data(name(one)) in {one, old(one), None} for one in data)
    return len(acknowledged) < len(data)


def old(data: bytes) -> bytes:
    return data[: data.index(b'{"do":"sealed"')]


@pytest.mark.parametrize(
    ("error", "forever"),
    [
        pytest.param(errno.EIO, False, id="EIO once", marks=pytest.mark.check),
        pytest.param(errno.EIO, True, id="EIO from then on", marks=pytest.mark.check),
        pytest.param(errno.ENOSPC, False, id="ENOSPC once", marks=pytest.mark.torture),
        pytest.param(errno.ENOSPC, True, id="ENOSPC from then on", marks=pytest.mark.check),
        pytest.param(None, False, id="short write once", marks=pytest.mark.check),
        pytest.param(None, True, id="short write from then on", marks=pytest.mark.torture),
    ],
)
def test_r7_any_call_of_an_import_may_fail(tmp_path: Path, error: int | None, *, forever: bool) -> None:
    begun, failures = Begun(tmp_path), 0
    every = (error, forever) == (errno.EIO, False)
    for make in (begun.again, begun.nothing) if every else (begun.again,):
        for nth in range(1, 100, 1 if every else steps(1)):
            path = make()
            disk = FailingDisk(RealDisk(), nth, error, forever=forever)
            failures += failed(Archive(path, disk), begun.data)
            assert disk.syncs_after_failure == 0
            archive = Archive(path)
            assert not failed(archive, begun.data)
            has_the_rows_of(archive, begun.expected)
            if disk.calls < nth:
                break
        else:
            raise AssertionError("the import never ended")
    assert failures >= (10 if every else 10 // steps(1))
    assert answers(archive) == answers(begun.expected)


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """The system refuses to let any file grow beyond that, as on a full disk: DuckDB's files too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    "sizes", [pytest.param(sessions(24), marks=pytest.mark.check), pytest.param(500, marks=pytest.mark.torture)]
)
def test_r7_duckdb_may_find_the_disk_full(tmp_path: Path, sizes: int) -> None:
    begun, failures = Begun(tmp_path), 0
    rng = random.Random(9)
    most = begun.expected.path.stat().st_size
    for number in range(sizes):
        path = (begun.again, begun.nothing)[number % 2]()
        archive = Archive(path)
        size = rng.randrange(rng.choice((4096, 20_000, most)))
        with files_no_longer_than(size):
            failures += failed(archive, begun.data)
        assert not failed(archive, begun.data)
        has_the_rows_of(archive, begun.expected)
    assert failures > sizes // 4
    assert answers(archive) == answers(begun.expected)


def test_r6_folders_made_for_the_log_store_survive_a_power_cut(tmp_path: Path) -> None:
    class Watched(Disk):
        synced: set[Path] = set()

        def sync_folder(self, path: Path) -> None:
            super().sync_folder(path)
            self.synced |= set(path.iterdir())

    (data,) = simulated(games=["big_two"])
    archive = Archive(tmp_path / "new" / "place" / "archive.duckdb", Watched())
    assert [report.status for report in import_logs(archive, [read_bytes(data)])] == ["new"]
    assert {tmp_path / "new", tmp_path / "new" / "place", archive.store.folder} <= Watched.synced
    assert archive.store.path(name(data)) in Watched.synced


def test_an_import_does_not_vouch_for_rows_that_were_damaged_before(tmp_path: Path) -> None:
    first, second = simulated(games=["big_two"], hands=2) + simulated(2, games=["big_two"], hands=2)
    archive = new_archive(tmp_path, [first])
    with archive.writing() as connection:
        connection.execute("DELETE FROM plays WHERE line = (SELECT max(line) FROM plays)")
    take(archive, [second])
    assert ["table plays has" in fault.says for fault in verify_archive(archive)] == [True]
    assert rebuild(archive) == []
    assert list(verify_archive(archive)) == []


def test_a_crash_between_commit_and_digest_is_no_damage_and_lost_commits_are(tmp_path: Path) -> None:
    first, second = simulated(games=["big_two"], hands=2) + simulated(2, games=["big_two"], hands=2)
    archive = new_archive(tmp_path, [first])
    old, old_digest = archive.path.read_bytes(), archive.digest_path.read_bytes()
    take(archive, [second])
    new_digest = archive.digest_path.read_bytes()
    archive.digest_path.write_bytes(old_digest)
    assert list(verify_archive(archive)) == []
    archive.path.write_bytes(old)
    archive.digest_path.write_bytes(new_digest)
    assert any("table hands has 2 rows that are not the 4" in fault.says for fault in verify_archive(archive))
    take(archive, [second])
    assert list(verify_archive(archive)) == []


def damaged(tmp_path: Path, rounds: int) -> None:
    """R8: whatever is damaged, there is an error, or it is named, or nothing is wrong; rebuild mends all."""
    archive = new_archive(tmp_path, simulated(hands=5))
    before, good, kept = answers(archive), archive.path.read_bytes(), archive.digest_path.read_bytes()
    rng = random.Random(8)
    for number in range(rounds):
        archive.path.write_bytes(hurt(rng, good))
        archive.digest_path.write_bytes(kept if rng.random() < 0.9 else hurt(rng, kept))
        assert is_told(archive) or answers(archive) == before
        if number % 20 == 0:
            assert rebuild(archive) == []
            assert answers(archive) == before
            assert list(verify_archive(archive)) == []
    assert rebuild(archive) == []
    assert answers(archive) == before


def hurt(rng: random.Random, good: bytes) -> bytes:
    """Bytes cut off at a random place, or some bits flipped."""
    data = bytearray(good)
    if rng.random() < 0.2:
        return bytes(data[: rng.randrange(len(data))])
    for _ in range(rng.randint(1, 20)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def is_told(archive: Archive) -> bool:
    """Whether verifying an archive tells that something is wrong, or asking it does."""
    try:
        if list(verify_archive(archive)):
            return True
        answers(archive)
    except UpcardError:
        return True
    return False


@pytest.mark.parametrize(
    "rounds", [pytest.param(sessions(120), marks=pytest.mark.check), pytest.param(500, marks=pytest.mark.torture)]
)
def test_r8_damage_is_told_and_mended(tmp_path: Path, rounds: int) -> None:
    damaged(tmp_path, rounds)


def logs_damaged(tmp_path: Path, rounds: int) -> None:
    """R8: a write-ahead log that is cut, removed or damaged opens with fewer logs, or not at all: they are named."""
    data = simulated(hands=4) + simulated(2, hands=2)
    expected = fresh(tmp_path / "expected", data)
    (tmp_path / "one").mkdir()
    archive = Archive(tmp_path / "one" / "archive.duckdb")
    told(started("unclosed", archive, files(tmp_path / "logs", data)))
    wal = archive.path.with_name(archive.path.name + ".wal")
    good = {path: path.read_bytes() for path in (wal, archive.path, archive.digest_path)}
    rng = random.Random(18)
    lost = refused = 0
    for number in range(rounds):
        for path, content in good.items():
            path.write_bytes(content)
        if number == 0:
            wal.unlink()
        else:
            wal.write_bytes(hurt(rng, good[wal]) if number % 2 else good[wal][: rng.randrange(len(good[wal]))])
        missing = missing_logs(archive, data)
        lost, refused = lost + bool(missing), refused + (missing is None)
        if missing is not None:
            take(archive, data)
        else:
            assert rebuild(archive) == []
        has_the_rows_of(archive, expected)
    assert lost > rounds // 4
    assert refused > 0
    assert answers(archive) == answers(expected)


def missing_logs(archive: Archive, data: list[bytes]) -> set[str] | None:
    """The logs that an archive lost, all of which verifying it names; None if it cannot be opened."""
    try:
        with archive.reading() as connection:
            found = {str(log) for (log,) in connection.execute("SELECT log FROM logs").fetchall()}
    except UpcardError:
        return None
    missing = {name(one) for one in data} - found
    faults = list(verify_archive(archive))
    assert {fault.log for fault in faults if "not in the archive" in fault.says} == missing
    assert bool(faults) == bool(missing)
    return missing


@pytest.mark.parametrize(
    "rounds", [pytest.param(sessions(40), marks=pytest.mark.check), pytest.param(500, marks=pytest.mark.torture)]
)
def test_r8_a_cut_or_removed_write_ahead_log_names_what_is_missing(tmp_path: Path, rounds: int) -> None:
    logs_damaged(tmp_path, rounds)


@pytest.mark.check
def test_r8_a_lost_archive_names_every_log(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated())
    extra = simulated(9, games=["big_two"])
    with archive.writing() as connection:
        archive.store.put({name(extra[0]): Bytes.of(extra[0])})
        connection.execute("DELETE FROM hands WHERE hand = 2 AND game = 'court_piece'")
        connection.execute("DELETE FROM scores WHERE hand = 1 AND game = 'big_two'")
    faults = [fault.says for fault in verify_archive(archive)]
    assert any("hands 2" in says for says in faults)
    assert any("not in the archive" in says for says in faults)
    assert any("table scores" in says for says in faults)
    assert rebuild(archive) == []
    assert list(verify_archive(archive)) == []


HOLD = """
import sys, time
from upcard.records.archive.archive import Archive
with Archive(sys.argv[1]).writing():
    print("held", flush=True)
    time.sleep(30)
"""


@pytest.mark.check
def test_r10_a_second_writer_and_a_reader_are_told_who_is_busy(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(archive.path)], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        start = time.monotonic()
        with pytest.raises(BusyError, match=str(holder.pid)), archive.writing(wait_seconds=1):
            pass
        with pytest.raises(BusyError, match=str(holder.pid)), archive.reading(wait_seconds=1):
            pass
        assert time.monotonic() - start < 10
    finally:
        holder.kill()
        holder.communicate()
    assert list(verify_archive(archive)) == []


@pytest.mark.parametrize(
    "sessions", [pytest.param(16, marks=pytest.mark.check), pytest.param(100, marks=pytest.mark.torture)]
)
def test_r10_two_writers_and_a_reader_at_once(tmp_path: Path, sessions: int) -> None:
    data = [simulated(seed, hands=2) for seed in range(sessions)]
    mine, yours = ([log for logs in some for log in logs] for some in (data[::2], data[1::2]))
    folders = [files(tmp_path / "mine", mine), files(tmp_path / "yours", yours)]
    archive = new_archive(tmp_path)
    watched = files(tmp_path / "until", [])
    reader = started("count", archive, watched)
    writers = [started("among_others", archive, folder, seed) for seed, folder in enumerate(folders)]
    wrote = [told(writer) for writer in writers]
    watched.rmdir()
    read = told(reader)
    pids = {process.pid for process in (reader, *writers)} | {os.getpid()}  # ours: it may stand in the file a moment
    for seconds, says in (line.split(" ", 1) for line in sum(wrote, read)):
        assert float(seconds) < 10
        assert "process" not in says or int(says.partition(" process ")[2].split()[0]) in pids, says
    assert [sum(line.endswith(" done") for line in lines) for lines in wrote] == [len(mine), len(yours)]
    assert any("process" in line for lines in wrote for line in lines), "they never met"
    counts = [tuple(map(int, line.split()[1:])) for line in read if "process" not in line]
    assert all(hands == found for _, hands, found in counts), "a log was seen in part"
    assert all(before <= after for before, after in pairwise(counts))
    assert len(set(counts)) > 2, "the reader never saw the archive between two imports"
    is_as_good(archive, fresh(tmp_path / "expected", mine + yours))


class Unlocked(Disk):
    """Our own lock, as if there were none."""

    def lock(self, path: Path) -> int:
        return self.create(path.with_name(f"{path.name}.not"))


def writer_without_a_lock(tmp_path: Path, archive: Archive) -> tuple[subprocess.Popen[str], list[bytes], list[Read]]:
    """A writer in the middle of an import that has lost DuckDB's lock, what it imports, and what others want to."""
    its, ours = simulated(1), simulated(2)
    process = started("lock_lost", archive, files(tmp_path / "logs", its))
    assert process.stdout is not None
    assert process.stdout.readline() == "lost\n"
    duckdb.connect(str(archive.path), read_only=True).close()  # DuckDB lets anybody in
    return process, its, [read_bytes(one) for one in ours]


@pytest.mark.check
def test_r10_our_own_lock_holds_where_that_of_duckdb_is_lost(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(3))
    process, its, ours = writer_without_a_lock(tmp_path, archive)
    with pytest.raises(BusyError, match=f"process {process.pid} "):
        list(import_logs(archive, ours, wait_seconds=1))
    told(process)
    list(import_logs(archive, ours))
    is_as_good(archive, fresh(tmp_path / "expected", [*simulated(3), *its, *(read.data for read in ours)]))


@pytest.mark.check
def test_r10_without_our_lock_rows_are_lost_and_are_named(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(3))
    process, its, ours = writer_without_a_lock(tmp_path, archive)
    list(import_logs(Archive(archive.path, Unlocked()), ours))
    told(process)
    data = [*simulated(3), *its, *(read.data for read in ours)]
    assert missing_logs(archive, data) == {read.log.header.log for read in ours}
    assert rebuild(archive) == []
    is_as_good(archive, fresh(tmp_path / "expected", data))


def test_an_archive_that_could_not_be_made_is_not_there(tmp_path: Path) -> None:
    """A crash or a full disk while it is made leaves nothing that the next import could stumble over."""
    archive = Archive(tmp_path / "archive.duckdb")
    with files_no_longer_than(10_000), pytest.raises(StorageError):
        take(archive, simulated(games=["big_two"]))
    assert not archive.exists
    take(archive, simulated(games=["big_two"]))
    assert list(verify_archive(archive)) == []


@pytest.mark.parametrize("always", [False, True])
def test_a_lock_that_was_let_go_before_its_holder_could_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, always: bool
) -> None:
    """DuckDB then speaks of process 0. It is tried again; and nobody is told of process 0."""
    archive, real, calls = new_archive(tmp_path), duckdb.connect, [0]

    def connect(*path: Any, **more: Any) -> Any:
        calls[0] += 1
        if always or calls[0] == 1:
            raise duckdb.IOException("IO Error: Could not set lock on file: Conflicting lock is held in PID 0 (PID 0)")
        return real(*path, **more)

    monkeypatch.setattr(duckdb, "connect", connect)
    if not always:
        with archive.reading(wait_seconds=0):
            return
    with pytest.raises(BusyError, match="another process"), archive.reading(wait_seconds=0):
        pass


@pytest.mark.parametrize("name", ["md:x.duckdb", "club:2024.duckdb", ":memory:"])
def test_a_name_with_a_colon_is_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    archive = Archive(Path(name))
    take(archive, simulated(games=["big_two"]))
    with archive.reading() as connection:
        assert connection.execute("SELECT count(*) FROM logs").fetchall() == [(1,)]
    assert (tmp_path / name).is_file()


def test_s2_a_pipe_in_the_place_of_an_archive_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "archive.duckdb")
    with pytest.raises(UsageError, match="no regular file"), Archive(tmp_path / "archive.duckdb").writing():
        pass


def test_an_archive_made_anew_of_nothing_is_well(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.duckdb")
    take(archive, simulated(games=["big_two"]))
    for path in archive.store.paths():
        path.unlink()
    assert rebuild(archive) == []
    assert list(verify_archive(archive)) == []


def test_names_that_a_killed_process_left_half_written_are_erased_as_well(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.duckdb")
    archive.people.name("ann", "Anna")
    (tmp_path / f".{archive.people.path.name}.77.new").write_text("Anna", encoding="utf-8")
    archive.people.erase()
    assert not any(b"Anna" in path.read_bytes() for path in tmp_path.iterdir())
