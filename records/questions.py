"""Named questions, asked of an archive."""

import difflib
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final, get_args

import msgspec

from upcard.engine.game import check_key
from upcard.records.archive.archive import Archive
from upcard.records.archive.connecting import Connection
from upcard.records.archive.fetching import find_log
from upcard.records.archive.runs import lend_runs
from upcard.records.queries import nearest, question
from upcard.records.storage import text_of
from upcard.schemas.errors import UsageError
from upcard.schemas.findings import FindingKind

_SOME: Final = 10
"""So many players are told where none is like the one asked for."""


class Answer(msgspec.Struct, frozen=True):
    """A table."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]


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
        told = answer(connection, asked.hands if hands else asked.sql, values)
        if not told.rows and "player" in given:
            _check_player(connection, given["player"])
    return told


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
        return _person(connection, text)
    if param == "game":
        check_key(text)
    kinds = get_args(FindingKind)
    if param == "kind" and text not in kinds:
        raise UsageError(f"no kind of finding is called {text!r}", hint=f"there are: {', '.join(kinds)}")
    return text


def _person(connection: Connection, text: str) -> str:
    """The id of the person who is meant by a player id or a name; an id goes before a name. The text itself if there is none.

    Raises `UsageError` for a name that several have: nobody would know whose numbers these are.
    """
    rows = connection.execute("SELECT player, person, name FROM players WHERE $1 IN (player, person, name)", [text])
    found = rows.fetchall()
    meant = sorted({person for *ids, _ in found if text in ids for person in ids[1:]} or {row[1] for row in found})
    if len(meant) > 1:
        hint = f"ask by id, or make them one: upcard sessions --merge {meant[1]}={meant[0]}"
        raise UsageError(f"{len(meant)} people are called {text}: {', '.join(meant)}", hint=hint)
    return meant[0] if meant else text


def _check_player(connection: Connection, text: str) -> None:
    """Whether there is such a person, or player id; asked when nothing was found."""
    rows = connection.execute("SELECT player, person, name FROM players ORDER BY name").fetchall()
    if not any(text in row for row in rows):
        names = list(dict.fromkeys(name for *_, name in rows))
        near = difflib.get_close_matches(text, names, n=3, cutoff=0.4)
        hint = nearest(near, dict.fromkeys(names[:_SOME])) + (", ..." if not near and names[_SOME:] else "")
        raise UsageError(f"no player {text!r} in the archive", hint=hint if names else "there are none")
