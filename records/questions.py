"""Named questions: SQL files with their titles, parameters and columns in front, each with the hands behind it."""

import difflib
import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Final, get_args

import msgspec

from upcard.engine.game import check_key
from upcard.records.archive.archive import Archive, Connection
from upcard.records.archive.fetching import find_log
from upcard.schemas.errors import UsageError
from upcard.schemas.findings import FindingKind

_SOME: Final = 10
"""So many players are told where none is like the one asked for."""
_SAYS = re.compile(r"^-- (title|param|column)(?: ([\w-]+))?: (.*)$")


class Question(msgspec.Struct, frozen=True):
    """A named question. params, columns: their names and what they are; sql: the answer; hands: what is behind it."""

    name: str
    title: str
    params: dict[str, str]
    columns: dict[str, str]
    sql: str
    hands: str


class Answer(msgspec.Struct, frozen=True):
    """A table."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]


@cache
def questions() -> Mapping[str, Question]:
    """All named questions, by name."""
    found = {}
    for path in sorted(files("upcard.records.queries").iterdir(), key=lambda path: path.name):
        if path.name.endswith(".sql"):
            question = _read(path.name.removesuffix(".sql"), path.read_text(encoding="utf-8"))
            found[question.name] = question
    return found


def question(name: str) -> Question:
    """The question of a name. Raises `UsageError` with the nearest names."""
    if name not in questions():
        near = difflib.get_close_matches(name, questions(), n=3, cutoff=0.4)
        raise UsageError(f"no question {name!r}", hint=_near(near, questions()))
    return questions()[name]


def ask(archive: Archive, name: str, given: Mapping[str, str], *, hands: bool = False) -> Answer:
    """Answer a named question. hands: tell the hands behind the numbers instead."""
    asked = question(name)
    for param in given:
        if param not in asked.params:
            near = difflib.get_close_matches(param, asked.params, n=3, cutoff=0.4)
            raise UsageError(f"{name} has no parameter {param!r}", hint=_near(near, asked.params))
    missing = [param for param, says in asked.params.items() if says.endswith("(needed)") and param not in given]
    if missing:
        raise UsageError(f"{name} needs {' and '.join(missing)}", hint=f"upcard query {name} -p {missing[0]}=...")
    with archive.reading() as connection:
        values = {
            param: None if param not in given else _value(connection, param, given[param]) for param in asked.params
        }
        told = answer(connection, asked.hands if hands else asked.sql, values)
        if not told.rows and "player" in given:
            _check_player(connection, given["player"])
    return told


def answer(connection: Connection, sql: str, values: Mapping[str, Any]) -> Answer:
    """Run one of our own queries."""
    done = connection.execute(sql, dict(values))
    columns = tuple(column[0] for column in done.description or ())
    return Answer(columns, done.fetchall())


def _value(connection: Connection, param: str, text: str) -> str:
    """What is asked for by this text: nothing that cannot be is asked for, since nothing would be the answer."""
    if param in {"since", "until"}:
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            raise UsageError(f"{param}={text!r} is no day", hint="a day is written 2026-11-20") from None
    if param == "log":
        return find_log(connection, text)
    if param == "game":
        check_key(text)
    kinds = get_args(FindingKind)
    if param == "kind" and text not in kinds:
        raise UsageError(f"no kind of finding is called {text!r}", hint=f"there are: {', '.join(kinds)}")
    return text


def _check_player(connection: Connection, text: str) -> None:
    """Whether there is such a person, or player id; asked when nothing was found."""
    rows = connection.execute("SELECT player, person, name FROM players ORDER BY name").fetchall()
    if not any(text in row for row in rows):
        names = list(dict.fromkeys(name for *_, name in rows))
        near = difflib.get_close_matches(text, names, n=3, cutoff=0.4)
        hint = _near(near, dict.fromkeys(names[:_SOME])) + (", ..." if not near and names[_SOME:] else "")
        raise UsageError(f"no player {text!r} in the archive", hint=hint if names else "there are none")


def _near(near: Sequence[str], there: Mapping[str, Any]) -> str:
    return f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(there)}"


def _read(name: str, text: str) -> Question:
    title = ""
    params: dict[str, str] = {}
    columns: dict[str, str] = {}
    for line in text.splitlines():
        said = _SAYS.match(line)
        if said is None:
            continue
        if said[1] == "title":
            title = said[3]
        else:
            (params if said[1] == "param" else columns)[said[2]] = said[3]
    sql, _, hands = text.partition("\n-- hands\n")
    return Question(name, title, params, columns, sql, hands)
