"""Logs that are not held in memory: what is made of them is what is made of them where they are."""

import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.records.archives import simulated, take
from tests.records.test_archive_faults import tables
from tests.records.test_facts import records
from upcard.cli.forms import FORMS, How
from upcard.engine.audit import audit
from upcard.engine.game import keys
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC
from upcard.records import blocks, long, reading
from upcard.records.archive import candidate, verifying
from upcard.records.archive.archive import Archive
from upcard.records.archive.candidate import Report, stretches
from upcard.records.archive.facts import Rows, rows_of
from upcard.records.archive.importing import import_logs, rebuild
from upcard.records.archive.keeping import gather
from upcard.records.archive.verifying import verify_archive
from upcard.records.backups import making
from upcard.records.backups import reading as backups
from upcard.records.backups.making import back_up, changed_since, last_backup
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_bytes, read_log
from upcard.records.long import Bytes, Long, alike
from upcard.records.reading import read_long
from upcard.records.redacted import redacted_copy
from upcard.schemas.errors import UpcardError, UsageError
from upcard.schemas.events import Closed, HandStarted, Noted

pytestmark = pytest.mark.check

SAMPLE = Path(__file__).parents[2] / "sample_logs" / "court_piece" / "revoke_found_later.jsonl"
FEW = 20
"""So many events of a log are indexed at a time in these tests."""


@pytest.fixture(autouse=True)
def _short_ones_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONG", 600)
    monkeypatch.setattr(blocks, "_BLOCK_BYTES", 300)
    monkeypatch.setattr(candidate, "_AT_ONCE", FEW)


def written(folder: Path, logs: list[bytes]) -> list[Path]:
    """Logs as files."""
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{number}.jsonl" for number in range(len(logs))]
    for path, data in zip(paths, logs, strict=True):
        path.write_bytes(data)
    return paths


def taken(archive: Archive, paths: list[Path], *, replace: bool = False) -> list[Report]:
    """Import files, of which no log is held that need not be."""
    return list(import_logs(archive, read_long(paths), replace=replace))


def held(data: bytes) -> tuple[Rows, Any]:
    """The rows of a log that is held, with those of its plays; and what its blobs are made of."""
    read = read_bytes(data)
    rows, plays, hands = rows_of(read, audit(read.log))
    gather(rows, {"plays": plays.columns(read.log.header.log)})
    return rows, [(one.plays, one.rest) for one in hands]


def in_bits(data: bytes, folder: Path) -> tuple[Rows, Any, int]:
    """The same of a log that is not held, and of how many stretches they are; None if it has to be held."""
    (path,) = written(folder, [data])
    (read,) = read_long([path])
    assert isinstance(read, Long)
    rows: Rows = {}
    hands, count = [], 0
    for count, index in enumerate(stretches(read), start=1):  # noqa: B007
        gather(rows, index.rows)
        gather(rows, {"plays": index.plays.columns(read.header.log)})
        hands += index.hands
    return rows, [(one.plays, one.rest) for one in hands], count


def in_any_order(rows: Rows) -> dict[str, Counter[Any]]:
    """The rows of each table that has any."""
    return {table: Counter(zip(*columns, strict=True)) for table, columns in rows.items() if columns}


@pytest.mark.check
@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("key", keys())
def test_rows_made_bit_by_bit_are_those_made_at_once(key: str, tmp_path: Path) -> None:
    most = 0
    for events in records(simulate(Setup(game=key, seed=13), hands=6)):
        log = simulate(Setup(game=key, seed=13), hands=1)
        data = sealed_bytes(log.header, events)
        rows, hands, count = in_bits(data, tmp_path)
        at_once, others = held(data)
        assert in_any_order(rows) == in_any_order(at_once)
        assert hands == others
        most = max(most, count)
    assert most > 1


def test_what_is_taken_in_bit_by_bit_is_what_is_taken_in_at_once(tmp_path: Path) -> None:
    logs = simulated(hands=4)
    paths = written(tmp_path / "logs", logs)
    assert all(isinstance(read, Long) for read in read_long(paths))
    bits, whole = Archive(tmp_path / "bits"), Archive(tmp_path / "whole")
    assert [_told(one) for one in taken(bits, paths)] == [_told(one) for one in take(whole, logs)]
    assert tables(bits) == tables(whole)
    assert list(verify_archive(bits)) == []
    assert [path.read_bytes() for path in bits.store.paths()] == [path.read_bytes() for path in whole.store.paths()]
    assert rebuild(bits) == []
    assert tables(bits) == tables(whole)
    assert list(verify_archive(bits)) == []


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("seat", [None, "public"])
def test_what_is_exported_of_a_log_that_is_not_held_is_what_is_exported_of_it(
    key: str, seat: str | None, tmp_path: Path
) -> None:
    log = simulate(Setup(game=key, seed=4), hands=2)
    (path,) = written(tmp_path, [sealed_bytes(log.header, [event for _, event in log.events])])
    how = How(seat, ids=False, hindsight=False)
    (read,) = read_long([path])
    assert isinstance(read, Long)
    for to in ("log", "text", "csv"):
        wrong: list[UpcardError] = []
        pieces = [
            [(piece.name, b"".join(piece.data.pieces())) for piece in FORMS[to].pieces(reads, how, wrong.append)]
            for reads in ([read], [read_log(path)])
        ]
        assert not wrong
        assert pieces[0] == pieces[1]


def test_the_copy_of_a_log_that_is_not_held_is_not_held(tmp_path: Path) -> None:
    log = simulate(Setup(game="court_piece", seed=4), hands=2)
    (path,) = written(tmp_path, [sealed_bytes(log.header, [event for _, event in log.events])])
    (read,) = read_long([path])
    copy = redacted_copy(read, PUBLIC)
    assert isinstance(copy, Long)
    assert copy.data() == redacted_copy(read_log(path), PUBLIC).content.at(0, 1 << 20)
    with pytest.raises(UsageError, match="no seat 7"):
        redacted_copy(read, 7)
    with pytest.raises(UsageError, match="as everybody saw it"):
        redacted_copy(copy, 2)


def _told(report: Report) -> tuple[object, ...]:
    return report.log, report.status, report.hands, report.hands_new, report.findings


def test_a_log_that_is_not_held_is_known_extended_refused_and_replaced(tmp_path: Path) -> None:
    log = simulate(Setup(game="court_piece", seed=3), hands=4)
    events = [event for _, event in log.events]
    begins = [place for place, event in enumerate(events) if isinstance(event, HandStarted)]
    fewer, more = (sealed_bytes(log.header, some) for some in (events[: begins[3]], events))
    other = sealed_bytes(log.header, [*events[: begins[2]], Noted(note="it rang"), *events[begins[2] :]])
    archive = Archive(tmp_path / "a")

    def tried(data: bytes, *, replace: bool = False) -> Report:
        (path,) = written(tmp_path / "logs", [data])
        (one,) = import_logs(archive, read_long([path]), replace=replace, dry_run=True)
        (done,) = taken(archive, [path], replace=replace)
        assert (one.status, one.hands, one.hands_new) == (done.status, done.hands, done.hands_new)
        return done

    open_ = fewer[: fewer.rindex(b'{"do":"sealed"')]
    assert (tried(open_).status, tried(open_).status) == ("new", "known")
    done, first = tried(more), open_.count(b"\n") + 1
    assert (done.status, done.why, done.hands, done.hands_new) == ("extended", f"from line {first} on", 4, 1)
    assert (tried(open_).status, tried(open_).why) == ("known", "the archive has more of it")
    refused = tried(other)
    assert refused.status == "refused"
    assert "it rang" in refused.why
    assert tried(other, replace=True).status == "replaced"
    assert list(verify_archive(archive)) == []
    whole = Archive(tmp_path / "whole")
    take(whole, [other])
    assert tables(archive) == tables(whole)


def test_a_log_that_cannot_be_judged_to_its_end_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = simulated(hands=4, games=["court_piece", "big_two"])
    archive = Archive(tmp_path / "a")
    of = candidate.Facts.of

    def failing(facts: Any, some: Any) -> Any:
        if some.step and facts.log.header.game == "big_two":
            raise UpcardError("numbers too large")
        return of(facts, some)

    monkeypatch.setattr(candidate.Facts, "of", failing)
    done = taken(archive, written(tmp_path / "logs", [bad, good]))
    assert [(one.status, one.why) for one in done] == [("refused", "numbers too large"), ("new", "")]
    assert list(verify_archive(archive)) == []
    whole = Archive(tmp_path / "whole")
    take(whole, [good])
    assert tables(archive) == tables(whole)


def indexed(path: Path) -> int:
    """Lay out the rows of a log; how many hands there are."""
    (read,) = read_long([path])
    assert isinstance(read, Long)
    return sum(len(index.hands) for index in stretches(read))


def imported(path: Path) -> int:
    """Take a log into an archive."""
    (report,) = taken(Archive(path.with_suffix(".i")), [path])
    return report.hands


def compared(path: Path) -> int:
    """Hold an archive of a log against its log store."""
    archive = Archive(path.with_suffix(".a"))
    with tracemalloc_paused():
        (report,) = taken(archive, [path])
    assert list(verify_archive(archive)) == []
    return report.hands


def backed_up(path: Path) -> int:
    """Make a backup of an archive of a log, or look whether it has changed since."""
    archive = Archive(path.with_suffix(".b"))
    with tracemalloc_paused():
        (report,) = taken(archive, [path])
    back_up(archive, path.with_suffix(".zip"))
    last = last_backup(archive)
    assert last is not None
    assert not changed_since(archive, last)
    return report.hands


@contextmanager
def tracemalloc_paused() -> Iterator[None]:
    """What is made here is not counted."""
    tracemalloc.stop()
    try:
        yield
    finally:
        tracemalloc.start()


@pytest.mark.parametrize(
    ("work", "share"),
    [
        (indexed, 0.25),
        (imported, 1),
        (compared, 0.25),
        (backed_up, 0.25),
    ],  # a name lent to DuckDB is kept to the end, without its rows
)
def test_as_much_memory_is_taken_for_many_hands_as_for_few(
    work: Callable[[Path], int], share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "PIECE", 600)
    monkeypatch.setattr(backups, "PIECE", 600)
    monkeypatch.setattr(long, "_PIECE", 600)
    monkeypatch.setattr(verifying, "_AT_ONCE", 5)
    log = read_log(SAMPLE).log
    hand = [event for _, event in log.events if not isinstance(event, Closed)]
    peaks, sizes = [], []
    for times in (1, 20, 60):  # what the first takes is taken once
        path = tmp_path / f"{times}.jsonl"
        path.write_bytes(sealed_bytes(log.header, hand * times))
        sizes.append(path.stat().st_size)
        tracemalloc.start()
        assert work(path) == times
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] - peaks[1] < (sizes[2] - sizes[1]) * share, peaks


@pytest.mark.parametrize("sizes", [(0, 0), (5, 5), (5, 9), (1 << 18, (1 << 18) + 3), ((1 << 18) + 7, (1 << 18) + 7)])
def test_bytes_are_compared_piece_by_piece(sizes: tuple[int, int]) -> None:
    one, other = (Bytes.of((b"0123456789" * 30_000)[:size]) for size in sizes)
    assert alike(one, other) == alike(other, one) == min(sizes)
    for at in {0, min(sizes) - 1, min(sizes) // 2} if min(sizes) else set():
        data = bytearray(b"".join(one.pieces()))
        data[at] ^= 1
        assert alike(Bytes.of(bytes(data)), other) == at
