"""An archive, asked from Python: named questions, SQL that only reads, and any hand or session of it."""

import os
from pathlib import Path
from typing import Any, Self

from upcard.api.logs import Audit, Hand, Log, Replay
from upcard.api.tables import Table
from upcard.records.archive.archive import Archive as Stored
from upcard.records.archive.described import described
from upcard.records.archive.fetching import find_log, stored_log
from upcard.records.archive.importing import import_logs
from upcard.records.archive.place import usual_path
from upcard.records.asking import answered, find_question, own_questions
from upcard.records.logfile import read_logs
from upcard.records.queries import questions
from upcard.records.questions import Answer
from upcard.records.sandbox import run_sql
from upcard.records.sandboxed import MOST_MEGABYTES, MOST_SECONDS
from upcard.schemas.errors import UsageError


class Archive:
    """An archive by its path. Each question opens it and lets go of it again, so that an import may run in between. questions: a
    folder of questions of one's own; those of the folder `years.questions` beside `years.duckdb` are found besides.
    """

    def __init__(self, path: Path | str | None = None, *, questions: Path | str | None = None) -> None:
        self.path = _place(path)
        self._stored = Stored(self.path)
        self._folder = None if questions is None else Path(questions)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held open."""

    # ---- Questions -------------------------------------------------------------------------------------------------

    @property
    def questions(self) -> Table:
        """The named questions, one's own too: name, title, parameters."""
        own, _ = own_questions(self._stored, self._folder)
        rows = [(one.name, one.title, tuple(one.params)) for one in [*questions().values(), *own.values()]]
        return Table(("question", "title", "parameters"), rows)

    @property
    def tables(self) -> Table:
        """The columns of all tables and views, for SQL: docs/tables.md tells of them."""
        rows = [(table.name, *column) for table in described() for column in table.columns]
        return Table(("table", "column", "type", "says"), rows)

    def query(
        self,
        asked: str,
        *,
        hands: bool = False,
        seconds: int = MOST_SECONDS,
        megabytes: int = MOST_MEGABYTES,
        **params: Any,
    ) -> Table:
        """The answer to a named question with its parameters, or to one SELECT. hands: the hands behind the numbers instead; seconds,
        megabytes: what SQL may take.

        Raises `UsageError` for a question, parameter or value that is not there, with the nearest.
        """
        if len(asked.split()) != 1:
            if params or hands:
                raise UsageError(
                    "parameters and hands belong to named questions", hint=f"there are: {', '.join(questions())}"
                )
            return _table(run_sql(self._stored, asked, seconds=seconds, megabytes=megabytes))
        given = {name: str(value) for name, value in params.items() if value is not None}
        bounds = {"seconds": seconds, "megabytes": megabytes}
        answer = answered(self._stored, asked, given, hands=hands, folder=self._folder, **bounds)
        told = find_question(self._stored, asked, self._folder)
        return _table(answer, title=told.title, says=told.columns)

    def standings(self, **params: Any) -> Table:
        """A row for each game and player, ranked. game, player, season, begins, since, until: only these; least: hands; sort: what ranks."""
        return self.query("standings", **params)

    def hands(self, **params: Any) -> Table:
        """A row for each hand that counts. game, player, log, since, until: only these."""
        return self.query("hands", **params)

    def sessions(self, **params: Any) -> Table:
        """A row for each log. game, player, since, until: only these."""
        return self.query("sessions", **params)

    # ---- Sessions and hands ----------------------------------------------------------------------------------------

    def log(self, session: str) -> Log:
        """A session, by its id, the beginning of it, or its day."""
        with self._stored.reading() as connection:
            return Log.of(stored_log(self._stored, connection, find_log(connection, session)))

    def audit(self, session: str) -> Audit:
        """What an audit tells of a session."""
        return self.log(session).audit()

    def hand(self, session: str, number: int | None = None) -> Hand:
        """One hand: of a session by its number, or by both in one: `2f06de15:3`."""
        if number is None:
            session, colon, text = session.rpartition(":")
            if not colon or not text.isascii() or not text.isdecimal():
                raise UsageError("which hand?", hint="a session and a number, or both in one: 2f06de15:3")
            number = int(text)
        return self.log(session).hand(number)

    def replay(self, session: str, hand: int | None = None) -> Replay:
        """A session step by step, or one hand of it."""
        return self.log(session).replay(hand)

    def add(self, *paths: Path | str) -> Table:
        """Take in logs, and the logs of folders; the archive is made if it is not there. A row tells what became of each.

        What is there already is known, what goes on where a log ended extends it, what differs is refused.
        """
        reports = list(import_logs(self._stored, read_logs(paths)))
        rows = [(one.place, one.status, one.game, one.hands, one.hands_new, one.findings, one.why) for one in reports]
        return Table(("place", "status", "game", "hands", "new", "findings", "why"), rows)

    def __repr__(self) -> str:
        return f"<Archive {self.path}>"

    def _repr_html_(self) -> str:
        return (
            self.sessions()._repr_html_() if self._stored.exists else f"<p>{self.path.name}: nothing is in it yet</p>"
        )


def open(  # noqa: A001 - upcard.open, as people say it
    path: Path | str | None = None, *, questions: Path | str | None = None
) -> Archive:
    """The archive of a path; else that of `UPCARD_ARCHIVE`, else the one in your data folder, as the command line has it. questions: a
    folder of questions of one's own.
    """
    return Archive(path, questions=questions)


def _place(path: Path | str | None) -> Path:
    return Path(path if path is not None else os.environ.get("UPCARD_ARCHIVE") or usual_path())


def _table(answer: Answer, title: str = "", says: "dict[str, str] | None" = None) -> Table:
    return Table(answer.columns, answer.rows, title=title, says=says)
