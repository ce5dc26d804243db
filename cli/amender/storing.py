"""Amendments into the log that they are of: a file, or a session of the archive, which then follows."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from upcard.cli.amender.draft import Draft
from upcard.cli.logs import is_path
from upcard.cli.output import say
from upcard.records.archive.archive import Archive
from upcard.records.archive.candidate import NOT_TAKEN, Candidate
from upcard.records.archive.fetching import find_log, stored_log
from upcard.records.archive.importing import import_logs
from upcard.records.logfile import LogWriter, Read, read_bytes, read_log, same_lines
from upcard.records.storage import ONE_OF_ITS_LOGS, refusals
from upcard.schemas.errors import UpcardError, UsageError
from upcard.schemas.wording import counted


class GrownError(UsageError):
    """Somebody else wrote the log after it was read."""


class Target:
    """The log that is amended. path: its file; archive, name: the archive that it is in the store of, and its id, if it is in one."""

    def __init__(self, log: str, archive: Path) -> None:
        self.archive: Archive | None = None
        self.name = ""
        if is_path(log):
            if log == "-":
                raise UsageError("standard input cannot be amended", hint="name the file of the log")
            self.path = Path(log)
            with refusals(self.path):
                if self.path.is_dir():
                    raise UsageError("this is a folder; wanted a log", place=log, hint=ONE_OF_ITS_LOGS)
            return
        self.archive = Archive(archive)
        with self.archive.reading() as connection:
            self.name = find_log(connection, log)
        self.path = self.archive.store.path(self.name)

    def read(self) -> Read:
        """The log as it is now. Raises as `read_log` does."""
        if self.archive is None:
            return read_log(self.path).sharing()
        with self.archive.reading() as connection:
            return stored_log(self.archive, connection, self.name).sharing()

    def store(self, draft: Draft) -> list[int]:
        """Store the amendments of a draft, all of them or none, and have the archive follow. Returns their lines.

        Raises `GrownError`, and stores nothing, if the log is not what the draft was made of; `UpcardError` if the archive could
        not hold it.
        """
        with self._alone():
            if self.archive is not None:
                _must_fit(draft)
            with LogWriter.open(self.path) as writer:
                if writer.read.data != draft.read.data:
                    raise GrownError("the log has changed meanwhile", place=str(self.path), hint="try again")
                if writer.recovered is not None:
                    say(f"note: {writer.recovered.says}")
                if self.archive is not None:
                    self.archive.store.await_index([self.name])
                lines = writer.append_together(draft.events)
        self.follow()
        return lines

    def follow(self) -> None:
        """Have the archive follow what the log store has of it, where it does not yet: somebody was killed in between."""
        if self.archive is not None and self.name in self.archive.store.awaited():
            self._index(self.archive)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self.archive is None:
            yield
            return
        with self.archive.alone():
            yield

    def _index(self, archive: Archive) -> None:
        try:
            reports = list(import_logs(archive, [read_log(self.path)]))
        except UpcardError as error:
            error.hint = "it is amended in the log store; the archive follows with: upcard rebuild"
            raise
        for report in reports:
            if report.status in NOT_TAKEN:
                raise UpcardError(
                    f"it is amended in the log store, but not in the archive: {report.why}",
                    place=str(self.path),
                    hint="upcard amend with --retract takes it back",
                )
            say(f"archive: {counted(report.hands, 'hand')} of {report.log} indexed anew")


def _must_fit(draft: Draft) -> None:
    """Raises `UpcardError` if the archive could not hold the log with these amendments, and can as it is."""
    try:
        Candidate.of(read_bytes(same_lines(draft.log), draft.read.place)).index()
    except UpcardError:
        if _fits(Candidate.of(draft.read)):
            raise


def _fits(one: Candidate) -> bool:
    """Whether the archive can hold a log."""
    try:
        one.index()
    except UpcardError:
        return False
    return True
