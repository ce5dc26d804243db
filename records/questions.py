"""Named questions, asked of an archive."""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, get_args

import msgspec

from upcard.engine.game import check_key
from upcard.records.archive.archive import Archive
from upcard.records.archive.connecting import Connection
from upcard.records.archive.fetching import find_log
from upcard.records.archive.runs import lent_runs
from upcard.records.archive.who import person_of
from upcard.records.extremes import records
from upcard.records.luck import luck
from upcard.records.queries import Question, nearest, question
from upcard.records.ratings import history, ratings
from upcard.records.storage import text_of
from upcard.records.upsets import upsets
from upcard.schemas.errors import UsageError
from upcard.schemas.findings import FindingKind


class Answer(msgspec.Struct, frozen=True):
    """A table."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    kinds: tuple[str, ...] = ()
    """What DuckDB calls the types of the columns; none where the values tell them."""


Rows = Iterable[tuple[Any, ...]]
WORKED_OUT: Final[Mapping[str, Callable[[Rows, Mapping[str, Any], Callable[[str], Rows]], Rows]]] = {
    "ratings": lambda rows, _values, _other: ratings(rows),
    "rating-history": lambda rows, _values, _other: history(rows),
    "records": records,
    "luck": lambda rows, values, _other: luck(rows, values),
    "upsets": upsets,
}
"""Questions of which SQL selects the hands, and Python works out the answer: from these rows, the values of the parameters, and what
gives the answer to another question with the same parameters.
"""
OF_RUNS: Final = {"streaks", "records"}
"""Questions of runs of hands won: asked of one session they need the runs of that session."""


def ask(archive: Archive, name: str, given: Mapping[str, str], *, hands: bool = False) -> Answer:
    """Answer a named question. hands: tell the hands behind the numbers instead."""
    asked = question(name)
    check_names(asked, given)
    with archive.reading() as connection:
        values = values_of(connection, asked, given)
        with lent_runs(connection, values.get("log") if name in OF_RUNS else None):
            told = answer(connection, asked.hands if hands else asked.sql, values)
            if hands or name not in WORKED_OUT:
                return told

            def other(name: str) -> Sequence[tuple[Any, ...]]:
                return answer(connection, question(name).sql, values).rows

            return Answer(tuple(asked.columns), list(WORKED_OUT[name](told.rows, values, other)))


def check_names(asked: Question, given: Mapping[str, str]) -> None:
    """Raises `UsageError` for a parameter that the question does not have, and for one that it needs."""
    for param in given:
        if param not in asked.params:
            near = difflib.get_close_matches(param, asked.params, n=3, cutoff=0.4)
            raise UsageError(f"{asked.name} has no parameter {param!r}", hint=nearest(near, asked.params))
    missing = [param for param, says in asked.params.items() if says.endswith("(needed)") and param not in given]
    if missing:
        says = f"{asked.name} needs {' and '.join(missing)}"
        raise UsageError(says, hint=f"upcard query {asked.name} -p {missing[0]}=...")


def values_of(connection: Connection, asked: Question, given: Mapping[str, str]) -> dict[str, Any]:
    """The value of each parameter, None of those that are not given. A season becomes days."""
    told = {param: _value(connection, param, asked.kinds[param], text) for param, text in given.items()}
    values = dict.fromkeys(asked.params) | told
    return values | _season(values) if asked.seasons else values


def answer(connection: Connection, sql: str, values: Mapping[str, Any]) -> Answer:
    """Run one of our own queries. values: of all parameters; it may ask for some of them alone."""
    asked_for = connection.extract_statements(sql)[0].named_parameters
    done = connection.execute(sql, {name: values[name] for name in asked_for})
    columns = tuple(column[0] for column in done.description or ())
    return Answer(columns, done.fetchall())


def _value(connection: Connection, param: str, kind: str, given: str) -> Any:
    """What is asked for by this text: nothing that cannot be is asked for, since nothing would be the answer."""
    text = text_of(given)
    if kind == "day":
        return the_day(text, param).isoformat()
    if kind == "number":
        if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
            raise UsageError(f"{param}={text!r} is no number", hint="a whole number, from 0 on")
        return int(text)
    if kind == "log":
        return find_log(connection, text)
    if kind == "player":
        return person_of(connection, text)
    if kind == "game":
        check_key(text)
    if kind == "finding":
        _must_be_one(text, get_args(FindingKind), "no kind of finding is called")
    if "|" in kind:
        _must_be_one(text, kind.split("|"), f"{param} can not be")
    return text


def the_day(text: str, param: str = "") -> date:
    """The day that is asked for. param: the name of the parameter that it was given for. Raises `UsageError` for what is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        says = f"{param}={text!r}" if param else f"{text!r}"
        raise UsageError(f"{says} is no day", hint="a day is written 2026-11-20") from None


def _must_be_one(text: str, there: Sequence[str], says: str) -> None:
    if text not in there:
        raise UsageError(f"{says} {text!r}", hint=f"there are: {', '.join(there)}")


_MOST_DIGITS: Final = 12
_SEASON: Final = re.compile(r"(\d{4})(?:/(\d{2}|\d{4}))?")


def _season(values: Mapping[str, Any]) -> dict[str, str | None]:
    """The first and the last day that are asked for: those of the season, if one is, within since and until."""
    if values["season"] is None:
        if values["begins"] is not None:
            raise UsageError("begins tells in which month a season begins; which season?", hint="-p season=2013")
        return {}
    first, last = season(values["season"], values["begins"])
    since, until = values["since"], values["until"]
    return {"since": max(first, since or first), "until": min(last, until or last)}


def season(text: str, begins: int | None = None) -> tuple[str, str]:
    """The first and the last day of a season. begins: the month in which it begins.

    >>> season("2013"), season("2013/14", 9)
    (('2013-01-01', '2013-12-31'), ('2013-09-01', '2014-08-31'))
    """
    told = _SEASON.fullmatch(text)
    if told is None or int(told[1]) in {0, 9999}:
        raise UsageError(
            f"season={text!r} is no year", hint="2013, or 2013/14 with the month it begins in: -p begins=9"
        )
    if begins is not None and not 1 <= begins <= 12:
        raise UsageError(f"begins={begins} is no month", hint="1 to 12")
    year, month = int(told[1]), begins or 1
    if told[2] is not None and (month == 1 or told[2] not in {f"{year + 1:04}", f"{year + 1:04}"[2:]}):
        says = (
            f"season={text!r} is no year of twelve months"
            if begins
            else f"season={text!r}: which month does it begin in?"
        )
        raise UsageError(
            says, hint=f"-p season={year}/{(year + 1) % 100:02} -p begins=9 is September {year} to August {year + 1}"
        )
    last = date(year + 1, month, 1) - timedelta(days=1)
    return date(year, month, 1).isoformat(), last.isoformat()
