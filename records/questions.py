"""Named questions, asked of an archive."""

import difflib
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, get_args

import msgspec

from upcard.engine.game import check_key
from upcard.records.archive.archive import Archive
from upcard.records.archive.connecting import Connection
from upcard.records.archive.fetching import find_log
from upcard.records.archive.runs import lend_runs
from upcard.records.archive.who import person_of
from upcard.records.queries import nearest, question
from upcard.records.storage import text_of
from upcard.schemas.errors import UsageError
from upcard.schemas.findings import FindingKind


class Answer(msgspec.Struct, frozen=True):
    """A table."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    kinds: tuple[str, ...] = ()
    """What DuckDB calls the types of the columns; none where the values tell them."""


def ask(archive: Archive, name: str, given: Mapping[str, str], *, hands: bool = False) -> Answer:
    """Answer a named question. hands: tell the hands behind the numbers instead."""
    asked = question(name)
    for param in given:
        if param not in asked.params:
            near = difflib.get_close_matches(param, asked.params, n=3, cutoff=0.4)
            raise UsageError(f"{name} has no parameter {param!r}", hint=nearest(near, asked.params))
    missing = [param for param, says in asked.params.items() if says.endswith("(needed)") and param not in given]
    if missing:
        raise UsageError(f"{name} needs {' and '.join(missing)}", hint=f"upcard query {name} -p {missing[0]}=...")
    with archive.reading() as connection:
        values = {
            param: None if param not in given else _value(connection, param, given[param]) for param in asked.params
        }
        lend_runs(connection)
        return answer(connection, asked.hands if hands else asked.sql, values)


def answer(connection: Connection, sql: str, values: Mapping[str, Any]) -> Answer:
    """Run one of our own queries."""
    done = connection.execute(sql, dict(values))
    columns = tuple(column[0] for column in done.description or ())
    return Answer(columns, done.fetchall())


def _value(connection: Connection, param: str, given: str) -> str:
    """What is asked for by this text: nothing that cannot be is asked for, since nothing would be the answer."""
    text = text_of(given)
    if param in {"since", "until"}:
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            raise UsageError(f"{param}={text!r} is no day", hint="a day is written 2026-11-20") from None
    if param == "log":
        return find_log(connection, text)
    if param == "player":
        return person_of(connection, text)
    if param == "game":
        check_key(text)
    kinds = get_args(FindingKind)
    if param == "kind" and text not in kinds:
        raise UsageError(f"no kind of finding is called {text!r}", hint=f"there are: {', '.join(kinds)}")
    return text
