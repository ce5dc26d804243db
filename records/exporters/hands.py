"""Hands of a log as rows of a score sheet: what was written where nothing else is known, else what follows from the play."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import Any

import msgspec

from upcard.engine.kernel.ended import Ended
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.results import Result
from upcard.engine.log import Numbered
from upcard.engine.sitting import Sitting
from upcard.records.unforeseen import InBlocks
from upcard.schemas.events import BetInsured, BetPlaced, BetWithdrawn, Event, HandStarted, Scored


class HandRow(msgspec.Struct):
    """A hand for a sheet. number: in its log; seats: who sat where; row: of `scored`, of the seats where somebody sat; acts: of those
    that the book of the game has columns for, each with the seat it is of, if it is of one; notes: remarks on it.
    """

    number: int
    seats: tuple[str, ...]
    dealer: int | None = None
    row: Scored | None = None
    acts: list[tuple[int | None, Event]] = []
    notes: list[str] = []


class _Part(msgspec.Struct):
    """A hand while its events are gone through. events: those that a sheet may tell of; written: its row, if there is one; offered: the
    row that the game offers.
    """

    events: list[Event] = []
    written: Scored | None = None
    offered: Scored | None = None
    booked: tuple[Any, ...] = ()


def rows_of(judging: InBlocks, sitting: Sitting) -> Iterator[HandRow]:
    """The hands of a log that ended, or were written down. Of a log that is not held no more is kept than their rows."""
    game = judging.audit.game
    parts: dict[int, _Part] = {}
    rows: dict[int, HandRow] = {}
    owners: dict[str, int] = {}

    def settle(ended: Iterable[Ended]) -> None:
        for one in ended:
            if (part := parts.get(one.hand)) is not None:
                rows[one.hand] = _hand_row(game, part, one, sitting, owners)

    for events in judging.blocks():
        _go_through(judging, events, parts)
        settle(judging.let_go().results)
    settle(judging.left().results)
    yield from (rows[number] for number in parts if number in rows)


def _hand_row(game: Game, part: _Part, ended: Ended, sitting: Sitting, owners: dict[str, int]) -> HandRow:
    seats = _who_played(sitting.at(ended.line)[: len(ended.result.points)], ended.after)
    started = next((event for event in part.events if isinstance(event, HandStarted)), HandStarted())
    dealer = started.dealer if started.dealer is not None else ended.result.dealer
    row = part.written if ended.result.level == "sheet" and part.written else _row(game, part, ended.result)
    row = _of_those_who_sat(game, row, seats) if row is not None else None
    acts = list(_acts(game, part, owners))
    notes = [event.note for event in part.events if event.note]
    return HandRow(ended.hand, seats, dealer, row, acts, notes)


def _who_played(seats: Sequence[str], state: Any) -> tuple[str, ...]:
    """Who played a hand, by seat. In a game of so many players and no others each seat is played: by who sat there last, if nobody is
    told to have taken it.
    """
    last = ["" if state.least else state.sat(seat) for seat in range(len(seats))]
    return tuple(one or ("" if before in seats else before) for one, before in zip(seats, last, strict=True))


def _go_through(judging: InBlocks, events: Iterable[Numbered], parts: dict[int, _Part]) -> None:
    """Judge events, and put what a sheet may tell of them to the hands they are of, with what the game makes of one that has ended."""
    audit, game = judging.audit, judging.audit.game
    told = {HandStarted, BetWithdrawn, *(column.event for column in game.book)}
    state: Any = audit.state
    for line, event in events:
        before, ended = state.hand, state.ended
        audit.feed([(line, event)])
        state = audit.state
        begins = state.hand > before
        part = parts.setdefault(state.hand if begins or isinstance(event, Scored) else before, _Part())
        if type(event) in told or event.note:
            part.events.append(event)
        if isinstance(event, Scored):
            part.written = event
        if state.ended > ended:
            done = parts.setdefault(state.ended, _Part())
            done.booked = tuple(game.booked(state))
            done.offered = _offered(game, state)


def _of_those_who_sat(game: Game, row: Scored, seats: Sequence[str]) -> Scored:
    """The row without the figures of seats where nobody sat."""
    by_seat = {column.field: getattr(row, column.field) for column in game.sheet if column.per == "seat"}
    sat = {name: tuple(compress(value, seats)) for name, value in by_seat.items() if value and len(value) == len(seats)}
    return msgspec.structs.replace(row, **sat)


def _offered(game: Game, state: Any) -> Scored | None:
    """The row that a game offers to be written, where it knows all of it."""
    rows = [act.choices for act in game.due(state) if act.event is Scored and act.choices is not None]
    row = rows[0][0] if rows and len(rows[0]) == 1 else None
    return row if isinstance(row, Scored) else None


def _row(game: Game, part: _Part, result: Result) -> Scored | None:
    """The row of a hand that was played: as the game offers it, or of what its result tells; what was written fills in the rest."""
    if not result.counts:
        return Scored(void=True) if any("`void`" in column.says for column in game.sheet) else part.written
    if part.offered is not None:
        told = {column.field: getattr(part.offered, column.field) for column in game.sheet}
    else:
        told = {column.field: _told(column, result) for column in game.sheet}
    if part.written is not None:
        told = {name: value if value is not None else getattr(part.written, name) for name, value in told.items()}
    known = {name: value for name, value in told.items() if value is not None}
    return Scored(**known) if known else None


def _told(column: Column, result: Result) -> Any:
    """What a result tells of a column; None if nothing."""
    match column.tells or column.field:
        case "points":
            return _by(column, [0 if seat in result.absent else one for seat, one in enumerate(result.points)])
        case "tricks" if result.tricks:
            taken = [trick.winner for trick in result.tricks]
            return (
                None
                if None in taken
                else _by(column, [taken.count(seat) for seat in range(len(result.points))], add=True)
            )
        case "trump":
            return result.trump
        case "dealer":
            return result.dealer
        case "winner":
            return _only([seat for seat, won in enumerate(result.won) if won])
        case "declarer":
            return _only([seat for seat, side in enumerate(result.sides) if result.sides.count(side) == 1])
    return None


def _only(seats: Sequence[int]) -> int | None:
    return seats[0] if len(seats) == 1 else None


def _by(column: Column, numbers: Sequence[int | None], *, add: bool = False) -> tuple[int, ...] | None:
    """Numbers by seat as a column has them: by seat, or by side (that of one of its seats, or of both together)."""
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers) or (column.per == "side" and column.parts):
        return None
    if column.per == "seat":
        return tuple(known)
    return tuple(sum(known[side::2]) if add else known[side] for side in range(2))


def _acts(game: Game, part: _Part, owners: dict[str, int]) -> Iterator[tuple[int | None, Event]]:
    """The acts that a book has columns for: bets that were taken back are left out, rows are as the game sums them up.

    owners: whose bets there are, those of earlier hands too.
    """
    kept = {column.event for column in game.book}
    gone = {event.bet for event in part.events if isinstance(event, BetWithdrawn)}
    booked = {type(event) for event in part.booked}
    for event in part.events:
        if type(event) not in kept or type(event) in booked or getattr(event, "bet", None) in gone:
            continue
        if isinstance(event, BetPlaced):
            owners[event.bet] = event.seat
        seat = owners.get(event.bet) if isinstance(event, BetInsured) else getattr(event, "seat", None)
        yield seat, event
    yield from ((None, event) for event in part.booked)
