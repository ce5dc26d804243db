"""Score sheets of legal sessions: the rows that the play comes to, columns left out, rows in place of the play, wrong figures."""

from collections.abc import Sequence
from itertools import compress
from random import Random
from typing import Any

import msgspec

from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.kernel.sheet import columns_due
from upcard.engine.log import Log
from upcard.schemas.events import HandStarted, Joined, Left, Scored

NONE = ("melds",)
"""Columns of which leaving one out means that there was nothing to write, by the pages of their games."""


def played(log: Log) -> Log:
    """The session without the rows that its scribe wrote of hands that were played."""
    return Log.of(log.header, [event for _, event in log.events if not isinstance(event, Scored)])


def rows_of(log: Log) -> dict[int, Scored]:
    """The row of each hand of a session, with all its columns, as the game works them out from the play."""
    rows = {one.hand: row_of(one) for one in audit(log).results}
    return {hand: row for hand, row in rows.items() if written(row)}  # no row is written of what is no hand


def row_of(ended: Any, seated_only: bool = False) -> Scored:
    """The row of one hand: each figure of its columns that is known; of all seats, or of those where somebody sits."""
    game: Any = find(ended.after.game)
    if ended.after.void:
        return Scored(void=True)
    found = columns_due(game, ended.began, ended.after, Scored())
    columns = {column.field for column in game.sheet}
    figures = {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
    sides = {column.field for column in game.sheet if column.per == "side"}
    for name in ("points", "totals"):
        if is_open(figures.get(name)):  # many may be; what the hand came to is one of them
            figures[name] = getattr(ended.result, name)[: 2 if name in sides else None]
    for column in game.sheet if seated_only else ():
        if column.per == "seat" and isinstance(figures.get(column.field), tuple):
            figures[column.field] = tuple(compress(figures[column.field], ended.after.players))
    return Scored(**{name: value for name, value in figures.items() if name in columns and is_known(value)})


def is_known(value: Any) -> bool:
    """Whether a figure can be written: it is known, and there is one."""
    if isinstance(value, tuple):
        return all(type(one) is int for one in value)
    return isinstance(value, str) or (isinstance(value, int) and value >= 0)


def is_open(value: Any) -> bool:
    """Whether a figure may be one of several."""
    return isinstance(value, frozenset | set | range) or (isinstance(value, tuple) and any(map(is_open, value)))


def written(row: Scored) -> list[str]:
    """The columns in which something stands."""
    blank = Scored()
    return [name for name in Scored.__struct_fields__ if getattr(row, name) != getattr(blank, name)]


def some_columns(rng: Random, row: Scored) -> Scored:
    """The row with any of its columns left out, but not all."""
    columns = written(row)
    kept = {*rng.sample(columns, rng.randint(1, len(columns))), *(one for one in NONE if one in columns)}
    return Scored(**{name: getattr(row, name) for name in kept})


def one_column(row: Scored, name: str) -> Scored:
    """The row with one column alone, and what it would be misunderstood without."""
    kept = {name, *(one for one in (*NONE, "void") if one in written(row))}
    return Scored(**{one: getattr(row, one) for one in kept})


def with_rows(log: Log, rows: dict[int, Scored]) -> tuple[Log, dict[int, int]]:
    """The session with each row right after the act that ended its hand; and on which line each stands."""
    ends = {one.line: one.hand for one in audit(log).results}
    events: list[Any] = []
    lines: dict[int, int] = {}
    for line, event in log.events:
        events.append(event)
        if ends.get(line) in rows:
            lines[ends[line]] = len(events) + 2
            events.append(rows[ends[line]])
    return Log.of(log.header, events), lines


def in_place(log: Log, rows: dict[int, Scored], hands: Sequence[int]) -> tuple[Log, dict[int, int]]:
    """The session with rows instead of the play of these hands; and on which line each stands."""
    spans = {begin: (hand, end) for hand, begin, end in audit(log).hands}
    events: list[Any] = []
    lines: dict[int, int] = {}
    skip = 0
    for place, (_, event) in enumerate(log.events):
        hand, end = spans.get(place, (0, 0))
        if place < skip:
            events += [event] if isinstance(event, Left | Joined) else []
            continue
        if hand not in hands or hand not in rows:
            events.append(event)
            continue
        events += [event] if isinstance(event, HandStarted) else [HandStarted()]
        lines[hand] = len(events) + 2
        events.append(rows[hand])
        skip = end if end < len(log.events) else len(log.events) - 1
    return Log.of(log.header, events), lines


def wrong_figure(rng: Random, row: Scored) -> tuple[str, Scored]:
    """The row with one figure that is not so, and in which column."""
    name = rng.choice(figures(row))
    value = getattr(row, name)
    if isinstance(value, tuple):
        at = rng.randrange(len(value))
        value = (*value[:at], value[at] + rng.choice((-3, -1, 1, 2, 10)), *value[at + 1 :])
    else:
        value += rng.choice((1, 2))
    return name, msgspec.structs.replace(row, **{name: value})


def figures(row: Scored) -> list[str]:
    """The columns of a row that have figures."""
    return [one for one in written(row) if one not in {"void", "trump"} and getattr(row, one) != ()]


def is_open_in(log: Log, hand: int, column: str) -> bool:
    """Whether the play does not tell what a figure is."""
    ended = next(one for one in audit(log).results if one.hand == hand)
    game: Any = find(log.header.game)
    return columns_due(game, ended.began, ended.after, Scored()).get(column) is None


Numbers = dict[int, tuple[Any, ...]]
"""Points, wins and totals by hand."""


def numbers_of(done: Audit) -> Numbers:
    """Points, wins and totals of each hand."""
    return {one.hand: (one.result.points, one.result.won, one.result.totals) for one in done.results}
