"""Taking logs into an archive: kept in the log store first, then indexed. Each log is reported."""

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from upcard.records.archive.archive import Archive
from upcard.records.archive.candidate import NOT_TAKEN, Candidate, Report, ahead, considered
from upcard.records.archive.connecting import Connection
from upcard.records.archive.digest import Digests, keep, note, together
from upcard.records.archive.facts import Rows, add_blobs, columns_of
from upcard.records.archive.keeping import (
    Laid,
    changed_since,
    forget,
    gather,
    hands_in,
    insert,
    rows_from,
)
from upcard.records.archive.plays import Coded, coding
from upcard.records.archive.runs import forget_runs, keep_runs
from upcard.records.archive.store import LogStore
from upcard.records.aside import Aside, aside
from upcard.records.logfile import Read
from upcard.records.long import Bytes, Long
from upcard.records.parts import parts
from upcard.records.reading import read_long
from upcard.records.several import Processes, in_order
from upcard.records.storage import temporary_folder
from upcard.schemas.errors import FaultError, UpcardError, UsageError

_BATCH_EVENTS = 240_000
"""So many events are indexed in one transaction; a crash in between leaves whole logs. Of most games their plays are nearly two row
groups of DuckDB: one is written at once, and what is left of it is so large that no checkpoint writes both again as one.
"""


def import_logs(
    archive: Archive,
    reads: Iterable[Read | Long | Candidate],
    *,
    replace: bool = False,
    dry_run: bool = False,
    wait_seconds: float = 5.0,
) -> Generator[Report, None, None]:
    """Take logs in, one at a time, and report each. Findings do not fail an import.

    Reports come in batches: what is reported is stored and indexed; of what was read after the last of them nothing is.
    A log that is there already is known; one that goes on where it ended extends it; one that differs is refused, or
    with `replace` taken instead. dry_run: only report. reads: as they were read, or with what another process made of them.
    """
    if dry_run:
        yield from _tried(archive, reads, replace=replace)
        return
    with archive.writing(wait_seconds=wait_seconds) as connection, aside() as other, aside() as disk:
        refresh_people(archive, connection)
        intake = _Intake(archive, connection, other, disk)
        try:
            for one in map(_candidate, reads):
                yield from intake.take(one, replace=replace)
            yield from intake.finish(last=True)
        except GeneratorExit:  # nobody asks for more: what was reported is indexed
            intake.close()
            raise
        intake.close()


def _tried(archive: Archive, reads: Iterable[Read | Long | Candidate], *, replace: bool) -> Iterator[Report]:
    """What would become of logs."""
    known, sheets = {}, {}
    if archive.exists:
        with archive.reading() as connection:
            known = dict(connection.execute("SELECT log, hands FROM logs").fetchall())
            sheets = sheets_in(connection)
    with TemporaryDirectory(dir=temporary_folder()) as folder:
        taken = LogStore(Path(folder))
        for one in map(_candidate, reads):
            report = considered(one, [taken, archive.store], replace=replace, sheets=sheets)
            if report.status not in {"new", "extended", "replaced"}:
                yield msgspec.structs.replace(report, hands=known.get(one.name, 0))
                continue
            hands = findings = 0
            try:
                for index in one.indexes():
                    hands, findings = hands + len(index.hands), findings + index.findings
            except UpcardError as error:
                yield _refused(report, error)
                continue
            yield _counted(report, hands, findings, known.get(one.name, 0))
            taken.put({one.name: one.content})
            known[one.name] = hands


def _candidate(read: Read | Long | Candidate) -> Candidate:
    return read if isinstance(read, Candidate) else Candidate.of(read)


def _refused(report: Report, why: UpcardError) -> Report:
    return msgspec.structs.replace(
        report, status="unjudged" if isinstance(why, FaultError) else "refused", why=str(why)
    )


def _counted(report: Report, hands: int, findings: int, before: int) -> Report:
    """The report of a log that is taken in. before: how many of its hands were there."""
    new = hands if report.status == "replaced" else hands - before
    return msgspec.structs.replace(report, hands=hands, hands_new=new, findings=findings)


class _Batch:
    """Logs that are to be stored and indexed together: their rows, their plays that are codes, and their bytes, the first hand
    that is new of those that were there, and the reports of these and of all that came between.
    """

    def __init__(self) -> None:
        self.rows: Rows = {}
        self.plays: list[tuple[str, Coded]] = []
        self.logs: list[str] = []
        self.files: dict[str, Bytes] = {}
        self.stale: dict[str, int] = {}
        self.events = 0
        self.reports: list[Report] = []

    def content(self, name: str) -> Bytes | None:
        """The whole lines of a log that is to be stored."""
        return self.files.get(name)


class _Intake:
    """Logs on their way in: judged one by one, stored in batches, and each batch indexed aside while the next is judged.

    anew: into an archive that takes the place of another when all are in; what is written beside it waits for that.
    indexed: the logs of the batches that are.
    """

    def __init__(
        self, archive: Archive, connection: Connection, other: Aside, disk: Aside, *, anew: bool = False
    ) -> None:
        self.indexed: list[str] = []
        self._anew = anew
        self._store = archive.store
        self._store.sweep()
        self._listed = self._store.listed()
        self._archive = archive
        self._connection = connection
        self._connection.execute("SET threads = 1")  # another would take the core from the thread that judges
        self._other, self._disk = other, disk
        self._laid = Laid(connection)
        self._batch, self._begun = _Batch(), _Batch()
        self._words: dict[str, bytes] = dict(connection.execute("SELECT game, words FROM words").fetchall())
        known = connection.execute("SELECT log, lines, sha256, hands FROM logs").fetchall()
        self._known = {log: (lines, sha256, hands) for log, lines, sha256, hands in known}
        self._sheets = sheets_in(connection)

    def take(self, one: Candidate, *, replace: bool) -> Iterator[Report]:
        """Take a log in. Gives the reports that are due by now."""
        report = considered(one, (self._batch, self._begun, self._listed), replace=replace, sheets=self._sheets)
        before = self._known.get(one.name)
        indexed = before is not None and before[:2] == tuple(one.head)
        longer = (
            "more" in report.why and not self._anew
        )  # than what the archive has; its own log may have a last line cut short
        if report.status == "refused" or (report.status == "known" and (indexed or longer)):
            self._batch.reports.append(msgspec.structs.replace(report, hands=before[2] if before else 0))
        else:
            take = self._index if one.long is None else self._take_long
            yield from take(one, report, before[2] if before else None)
        if self._batch.events >= _BATCH_EVENTS or (not self._batch.logs and self._other.idle):
            yield from self.flush()

    def _index(self, one: Candidate, report: Report, before: int | None) -> Iterator[Report]:
        """Put a log into the batch. before: how many of its hands are there, if it is."""
        try:
            index = one.index()
        except UpcardError as error:
            self._batch.reports.append(_refused(report, error))
            return
        rows, plays = index.rows, index.plays
        add_blobs(rows, one.header.game, index.hands, self._words)
        self._known[one.name] = (*one.head, hands_in(rows))
        if before is not None:
            yield from self.finish()
            gather(rows, {"plays": plays.columns(one.name)})
            since = self._batch.stale[one.name] = changed_since(self._connection, one.name, rows)
            rows, plays = rows_from(rows, since), Coded()
        if report.status == "replaced":
            report = self._kept_aside(one.name, report)
        batch = self._batch
        if report.status != "known":
            batch.files[one.name] = one.content
        batch.logs.append(one.name)
        gather(batch.rows, rows)
        batch.plays.append((one.name, plays))
        batch.events += one.head.lines
        batch.reports.append(_counted(report, len(index.hands), index.findings, before or 0))

    def _take_long(self, one: Candidate, report: Report, before: int | None) -> Iterator[Report]:
        """Store and index a log that is not held, stretch by stretch, all or nothing. before: as above."""
        yield from self.finish()
        if report.status == "replaced":
            report = self._kept_aside(one.name, report)
        words = self._words.copy()
        self._connection.begin()
        try:
            told = self._put_in(one, report, words, before)
            if told.status in NOT_TAKEN:
                self._connection.rollback()
                self._laid = Laid(self._connection)  # what was laid out is gone, too
                self._batch.reports.append(told)
                return
            if report.status != "known":
                self._listed.put({one.name: one.content})
        except BaseException:
            self._connection.rollback()
            raise
        self._connection.commit()
        self._words = words
        self._known[one.name] = (*one.head, told.hands)
        self.indexed.append(one.name)
        if not self._anew:
            self._store.indexed([one.name])
        self._batch.reports.append(told)

    def _put_in(self, one: Candidate, report: Report, words: dict[str, bytes], before: int | None) -> Report:
        """Put the rows of a log that is not held into the tables, stretch by stretch. Returns its report. words: those of the blobs."""
        hands = findings = 0
        come: Digests = {}
        forget_runs(self._connection)
        gone = together([forget(self._connection, one.name)] if before is not None else [])
        try:
            for index in one.indexes():
                add_blobs(index.rows, one.header.game, index.hands, words)
                with coding(self._connection, [(one.name, index.plays)]) as coded:
                    come = together([come, self._laid.put(index.rows, coded)])
                hands, findings = hands + len(index.hands), findings + index.findings
        except UpcardError as error:
            return _refused(report, error)
        note(self._connection, gone, together([come, self._laid.sum_up(one.name)]))
        return _counted(report, hands, findings, before or 0)

    def _kept_aside(self, name: str, report: Report) -> Report:
        """The report of a log that takes the place of another, which is kept."""
        kept = self._store.keep_aside(name)
        return msgspec.structs.replace(report, why=f"{report.why}; what was there is kept in {kept.name}")

    def flush(self, *, last: bool = False) -> Iterator[Report]:
        """Begin to store and index what has gathered. Gives the reports of the batch before, which is indexed by now. last: nothing
        follows, so that it is written where it belongs at once, and not ahead, by as many threads as there may be.
        """
        self._other.wait()
        yield from self._begun.reports
        batch = self._begun = self._batch
        self._batch = _Batch()
        if batch.logs:
            self._disk.begin(partial(self._store_files, batch.files))
            self._laid.lay_out(batch.rows)
            batch.rows.clear()
            if last:
                self._connection.execute("RESET threads; SET checkpoint_threshold = '1KB'")
            self._other.begin(partial(self._keep, batch, last=last))
            self._disk.pause()  # threads that write files take Python from who judges, and give it back, more often than it pays

    def finish(self, *, last: bool = False) -> Iterator[Report]:
        """Store and index what has gathered, and give all reports. last: nothing follows."""
        yield from self.flush(last=last)
        yield from self.flush()

    def _keep(self, batch: _Batch, *, last: bool) -> None:
        """Index a batch that is laid out, all or nothing; for good, once it is stored for good. last: with the runs."""
        with coding(self._connection, batch.plays) as coded:
            self._connection.begin()
            try:
                forget_runs(self._connection)
                gone = together(forget(self._connection, name, since) for name, since in batch.stale.items())
                note(self._connection, gone, self._laid.take_in(coded))
                if last:
                    keep_runs(self._connection)
                self._disk.wait()
            except BaseException:
                self._connection.rollback()
                raise
            self._connection.commit()
        self.indexed += batch.logs
        if not self._anew:
            self._store.indexed(batch.logs)

    def _store_files(self, files: dict[str, Bytes]) -> None:
        """Store the logs of a batch, which are known by their files there from then on."""
        if files:
            self._listed.put(files)
            files.clear()

    def close(self) -> None:
        """Write down what the archive holds now."""
        self._other.wait()
        self._connection.execute("RESET threads")
        keep_runs(self._connection)
        if not self._anew:
            keep(self._connection, self._archive.digest_path, storage=self._archive.storage)


def sheets_in(connection: Connection) -> dict[str, str]:
    """The logs made from score sheets, by what they were made from."""
    return dict(connection.execute("SELECT source, log FROM logs WHERE starts_with(source, 'score sheet')").fetchall())


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
        with archive.store.without(gone):
            connection.begin()
            held = together(forget(connection, name) for name in gone)
            forget_runs(connection)
            keep_runs(connection)
            note(connection, held, together([]))
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


def rebuild(
    archive: Archive, progress: Callable[[int], None] = lambda _done: None, several: Processes | None = None
) -> list[Report]:
    """Make the archive anew from its log store; what is there answers until all is in. Returns what could not be taken."""
    _check_store(archive)
    archive.people.read()  # what cannot be read is told while the archive that is there still answers
    failed: list[UpcardError] = []
    reports: list[Report] = []
    with archive.made_anew() as connection, aside() as other, aside() as disk:
        refresh_people(archive, connection)
        intake = _Intake(archive, connection, other, disk, anew=True)
        for number, one in enumerate(_stored(archive.store, failed, several), start=1):
            reports += intake.take(one, replace=False)
            progress(number)
        reports += intake.finish(last=True)
        intake.close()
    archive.store.indexed(intake.indexed)
    refused = [report for report in reports if report.status in NOT_TAKEN]
    return refused + [Report(place=error.place, status="refused", why=str(error)) for error in failed]


def _stored(store: LogStore, failed: list[UpcardError], several: Processes | None) -> Iterator[Candidate]:
    """Every log of the store. failed: what cannot be read."""

    def read(file: Path | str) -> Iterator[Read | Long]:
        return read_long([file], failed=failed.append)

    if several is None:
        return map(Candidate.of, chain.from_iterable(map(read, store.paths())))
    pieces = chain.from_iterable(map(parts, store.paths()))
    return in_order(pieces, several, partial(ahead, None), Candidate.of, read, Candidate.of_part)
