"""Taking logs into an archive: kept in the log store first, then indexed. Each log is reported."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec

from upcard.engine.audit import Audit, audit
from upcard.engine.effective import effective
from upcard.records.archive.archive import Archive, Connection
from upcard.records.archive.digest import digests, keep, note
from upcard.records.archive.facts import Rows, columns_of, day_of, rows_of
from upcard.records.archive.keeping import (
    changed_since,
    forget,
    forget_runs,
    gather,
    hands_in,
    insert,
    insert_all,
    keep_runs,
    rows_from,
    sum_up,
    too_large,
)
from upcard.records.archive.store import LogStore
from upcard.records.logfile import Read
from upcard.schemas.errors import UpcardError, UsageError
from upcard.schemas.events import Opened
from upcard.schemas.findings import COUNTED

Status = Literal["new", "known", "extended", "replaced", "refused"]

_BATCH_EVENTS = 100_000
"""So many events are indexed in one transaction; a crash in between leaves whole logs. Their plays are fewer than a row
group of DuckDB: larger ones would be written at once, and again by the next checkpoint.
"""


_SHOWN_LETTERS = 160


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a log: its status and why, its hands, how many of them are new, and how much was found."""

    place: str
    log: str = ""
    game: str = ""
    status: Status
    why: str = ""
    hands: int = 0
    hands_new: int = 0
    findings: int = 0


def import_logs(
    archive: Archive,
    reads: Iterable[Read],
    *,
    replace: bool = False,
    dry_run: bool = False,
    wait_seconds: float = 5.0,
) -> Iterator[Report]:
    """Take logs in, one at a time, and report each. Findings do not fail an import.

    A log that is there already is known; one that goes on where it ended extends it; one that differs is refused, or
    with `replace` taken instead. dry_run: only report.
    """
    if dry_run:
        yield from _tried(archive, reads, replace=replace)
        return
    with archive.writing(wait_seconds=wait_seconds) as connection:
        refresh_people(archive, connection)
        intake = _Intake(archive, connection)
        try:
            for read in reads:
                yield intake.take(read, replace=replace)
        except GeneratorExit:  # nobody asks for more: what was reported is indexed all the same
            intake.close()
            raise
        intake.close()


def _tried(archive: Archive, reads: Iterable[Read], *, replace: bool) -> Iterator[Report]:
    """What would become of logs."""
    known, sheets = {}, {}
    if archive.exists:
        with archive.reading() as connection:
            known = dict(connection.execute("SELECT log, hands FROM logs").fetchall())
            sheets = sheets_in(connection)
    with TemporaryDirectory() as folder:
        taken = LogStore(Path(folder))
        for read in reads:
            name = read.log.header.log
            report = _considered(read, [taken, archive.store], replace=replace, sheets=sheets)
            indexed = _indexed(read, {}) if report.status in {"new", "extended", "replaced"} else None
            if isinstance(indexed, UpcardError):
                yield msgspec.structs.replace(report, status="refused", why=str(indexed))
            elif indexed is None:
                yield msgspec.structs.replace(report, hands=known.get(name, 0))
            else:
                done = indexed[0]
                yield _counted(report, done, len(done.hands), known.get(name, 0))
                taken.put(name, read.data)
                known[name] = len(done.hands)


def _counted(report: Report, done: Audit, hands: int, before: int) -> Report:
    """The report of a log that is taken in. before: how many of its hands were there."""
    return msgspec.structs.replace(
        report,
        hands=hands,
        hands_new=hands if report.status == "replaced" else hands - before,
        findings=sum(found.kind in COUNTED for found in done.findings),
    )


class _Intake:
    """Logs on their way in: stored one by one, indexed in batches."""

    def __init__(self, archive: Archive, connection: Connection) -> None:
        self._archive = archive
        self._connection = connection
        self._rows: Rows = {}
        self._logs: list[str] = []
        self._stale: dict[str, int] = {}
        self._events = 0
        self._words: dict[str, bytes] = dict(connection.execute("SELECT game, words FROM words").fetchall())
        known = connection.execute("SELECT log, lines, sha256, hands FROM logs").fetchall()
        self._known = {log: (lines, sha256, hands) for log, lines, sha256, hands in known}
        self._sheets = sheets_in(connection)

    def take(self, read: Read, *, replace: bool) -> Report:
        name = read.log.header.log
        report = _considered(read, [self._archive.store], replace=replace, sheets=self._sheets)
        before = self._known.get(name)
        indexed = before is not None and before[:2] == tuple(read.head)
        if report.status == "refused" or (report.status == "known" and (indexed or "more" in report.why)):
            return msgspec.structs.replace(report, hands=before[2] if before else 0)
        words = dict(self._words)
        found = _indexed(read, words)
        if isinstance(found, UpcardError):
            return msgspec.structs.replace(report, status="refused", why=str(found))
        done, rows = found
        self._words = words
        if report.status == "replaced":
            kept = self._archive.store.keep_aside(name)
            report = msgspec.structs.replace(report, why=f"{report.why}; what was there is kept in {kept.name}")
        if report.status != "known":
            self._archive.store.put(name, read.data)
        self._add(name, read, rows, stale=before is not None)
        return _counted(report, done, self._known[name][2], before[2] if before else 0)

    def _add(self, name: str, read: Read, rows: Rows, *, stale: bool) -> None:
        hands = hands_in(rows)
        if stale:
            self.flush()
            self._stale[name] = since = changed_since(self._connection, name, rows)
            rows = rows_from(rows, since)
        self._logs.append(name)
        gather(self._rows, rows)
        head = read.head
        self._known[name] = (head.lines, head.sha256, hands)
        self._events += head.lines
        if self._events >= _BATCH_EVENTS:
            self.flush()

    def flush(self) -> None:
        """Index what has gathered, all or nothing."""
        if not self._rows:
            return
        self._archive.store.sync()
        self._connection.begin()
        try:
            forget_runs(self._connection)
            gone = digests(self._connection, list(self._stale))  # of a new log there is nothing
            for name, since in self._stale.items():
                forget(self._connection, name, since)
            insert_all(self._connection, self._rows)
            sum_up(self._connection, self._logs)
            note(self._connection, gone, digests(self._connection, self._logs))
        except BaseException:
            self._connection.rollback()
            raise
        self._connection.commit()
        self._archive.store.indexed(self._logs)
        self._rows, self._logs, self._stale, self._events = {}, [], {}, 0

    def close(self) -> None:
        """Index what is left, and write down what the archive holds now."""
        self.flush()
        keep_runs(self._connection)
        keep(self._connection, self._archive.digest_path, storage=self._archive.storage)


def audited(read: Read) -> Audit | UpcardError:
    """The audit of a log, or why it cannot be judged: a game or house rules this version does not have."""
    try:
        return audit(read.log)
    except UpcardError as error:
        return error


def sheets_in(connection: Connection) -> dict[str, str]:
    """The logs made from score sheets, by what they were made from."""
    return dict(connection.execute("SELECT source, log FROM logs WHERE starts_with(source, 'score sheet')").fetchall())


def _indexed(read: Read, words: dict[str, bytes]) -> tuple[Audit, Rows] | UpcardError:
    """The audit of a log and its rows, or why it has none. words: see `rows_of`."""
    done = audited(read)
    if isinstance(done, UpcardError):
        return done
    rows = rows_of(read, done, words)
    unfit = too_large(rows)
    return UpcardError(unfit) if unfit else (done, rows)


def _considered(read: Read, stores: Sequence[LogStore], *, replace: bool, sheets: Mapping[str, str]) -> Report:
    """What would become of a log. stores: where it may be, looked up in this order; sheets: what else was made from sheets."""
    header = effective(read.log).header
    status: Status = "new"
    why = _same_rows(sheets.get(header.source or ""), header.log)
    try:
        there = next((data for store in stores if (data := store.data(read.log.header.log)) is not None), None)
    except UsageError as error:  # its id is none
        return Report(place=read.place, game=header.game, status="refused", why=str(error))
    if there is not None:
        status, why = _compared(there, read.data, replace=replace)
    says = [why, read.torn.says if read.torn is not None else "", _no_day(header)]
    return Report(
        place=read.place, log=header.log, game=header.game, status=status, why="; ".join(one for one in says if one)
    )


def _same_rows(other: str | None, log: str) -> str:
    """That the rows of a sheet are there already as another session: its day or a name was put right, perhaps."""
    if other in {None, log}:
        return ""
    return f"its rows are those of {other}; if that one was put right: upcard sessions --remove {other}"


def _no_day(header: Opened) -> str:
    """That the day in a header is none that there was, so that no question about days finds its hands."""
    return f"{header.at[:10]} is no day: questions about days leave it out" if header.at and not day_of(header) else ""


def _compared(there: bytes, data: bytes, *, replace: bool) -> tuple[Status, str]:
    if data == there:
        return "known", ""
    if data.startswith(there):
        return "extended", f"from line {_lines(there) + 1} on"
    if there.startswith(data):
        return "known", "the archive has more of it"
    says = _difference(there, data)
    if replace:
        return "replaced", says
    return "refused", f"{says}; --replace takes it instead"


def _difference(there: bytes, data: bytes) -> str:
    """The first line on which two logs differ, as it is in the archive and as it is now."""
    old, new = _told(there), _told(data)
    pairs = [*zip_longest(old[1:], new[1:], fillvalue=(0, b"nothing")), (old[0], new[0])]  # the header last
    differ = next((pair for pair in pairs if pair[0][1] != pair[1][1]), None)
    if differ is None:
        return "only its seals are others"
    (number, was), (other, now) = differ
    same = next((at for at, (old, new) in enumerate(zip(was, now, strict=False)) if old != new), 0)
    return f"line {number or other} was {_short(was, same)} and is {_short(now, same)}"


def _told(data: bytes) -> list[tuple[int, bytes]]:
    """The lines with their numbers, but for seals."""
    lines = enumerate(data.split(b"\n")[:-1], start=1)
    return [(number, line) for number, line in lines if not line.startswith(b'{"do":"sealed"')]


def _short(line: bytes, same: int) -> str:
    """A line, or of a long one what stands around the byte where it begins to differ."""
    start = max(0, same - _SHOWN_LETTERS // 2) if len(line) > _SHOWN_LETTERS else 0
    text = line[start : start + _SHOWN_LETTERS].decode("utf-8", "replace")
    return "..." * bool(start) + text + "..." * (start + _SHOWN_LETTERS < len(line))


def _lines(data: bytes) -> int:
    return data.count(b"\n")


def refresh_people(archive: Archive, connection: Connection) -> None:
    """Bring the names and merges into the archive."""
    rows = archive.people.rows()
    if rows == connection.execute("SELECT player, person, name FROM people ORDER BY player").fetchall():
        return
    connection.begin()
    connection.execute("DELETE FROM people")
    insert(connection, "people", columns_of(rows))
    forget_runs(connection)
    keep_runs(connection)
    connection.commit()


def remove_logs(archive: Archive, names: Iterable[str]) -> int:
    """Take logs out of the archive and move their files aside in the store. Returns how many there were."""
    with archive.writing() as connection:
        gone = list(dict.fromkeys(names))
        for name in gone:
            archive.store.remove(name)
        connection.begin()
        held = digests(connection, gone)
        for name in gone:
            forget(connection, name)
        forget_runs(connection)
        keep_runs(connection)
        note(connection, held, digests(connection, gone))
        connection.commit()
        archive.store.indexed(gone)
        keep(connection, archive.digest_path, storage=archive.storage)
        return len(gone)


def _check_store(archive: Archive) -> None:
    """Raises `UsageError` if the logs may lie under the name that the store of such an archive had before."""
    store, before = archive.store.folder, archive.path.with_suffix(".logs")
    if archive.exists and before != store and before.is_dir() and not store.exists():
        hint = f"if they are of this archive: mv {before} {store}, and its .people.json likewise"
        raise UsageError(f"there is no log store here, but logs in {before.name}", place=str(store), hint=hint)


def rebuild(archive: Archive, progress: Callable[[int], None] = lambda _done: None) -> list[Report]:
    """Make the archive anew from its log store. Returns what could not be taken."""
    from upcard.records.logfile import read_logs

    _check_store(archive)
    archive.people.read()  # what cannot be read is told while the archive that is there still answers
    failed: list[UpcardError] = []
    refused = []
    with archive.writing(anew=True) as connection:
        refresh_people(archive, connection)
        intake = _Intake(archive, connection)
        for number, read in enumerate(read_logs(archive.store.paths(), failed=failed.append), start=1):
            report = intake.take(read, replace=False)
            if report.status == "refused":
                refused.append(report)
            progress(number)
        intake.close()
    return refused + [Report(place=error.place, status="refused", why=str(error)) for error in failed]
