"""What a line is read against, and whose act it was where the line named nobody."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from upcard.cli.recorder.fields import NotRead, Seats, fields_of
from upcard.cli.recorder.offer import dealt_unseen, groups
from upcard.engine.due import Act
from upcard.engine.kernel.game import Game
from upcard.engine.view import PUBLIC
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import (
    Accepted,
    Base,
    BestAsked,
    BetPlaced,
    Bid,
    Claimed,
    Closed,
    Corrected,
    Discarded,
    Drew,
    Event,
    Folded,
    Laid,
    MeldCalled,
    Passed,
    Played,
    Popped,
    RowDealt,
    TakenBack,
    Took,
    TrumpNamed,
    TurnedUp,
)
from upcard.schemas.events.base import tag

IN_TURN: Final = frozenset(
    {Played, Laid, Passed, Bid, Claimed, TrumpNamed, Drew, Discarded, Took, Popped, Accepted, Folded}
) | {BestAsked, MeldCalled}
"""What a seat does in its turn: without a seat, it is the one whose turn it is, also where this was not due."""


class Bets(NamedTuple):
    """The bets of a table. by_name: every one, the last of a name; now: those since cards were dealt last; before: those of
    the deal before; dealt: whether cards were dealt since the last was placed.
    """

    by_name: Mapping[str, BetPlaced] = {}
    now: tuple[BetPlaced, ...] = ()
    before: tuple[BetPlaced, ...] = ()
    dealt: bool = False

    def after(self, event: Event) -> "Bets":
        """The bets after one more act."""
        if event.refused:
            return self
        if isinstance(event, RowDealt | TurnedUp):
            return self if self.dealt else self._replace(dealt=True)
        if not isinstance(event, BetPlaced):
            return self
        here = self._replace(now=(), before=self.now, dealt=False) if self.dealt else self
        return here._replace(by_name={**here.by_name, event.bet: event}, now=(*here.now, event))

    def again(self, seat: int | None) -> tuple[BetPlaced, ...]:
        """The bets of the deal before, of those who have not bet since; or of one seat."""
        placed = set() if self.dealt else {bet.seat for bet in self.now}
        last = self.now if self.dealt else self.before
        return tuple(bet for bet in last if (bet.seat == seat if seat is not None else bet.seat not in placed))


_NAMED: Final = re.compile(r"`(\w+)`")


class Table(NamedTuple):
    """What a line is read against. last: who played last, for what is taken back or corrected; level: whose cards are written
    down; bets: those placed.
    """

    game: Game
    acts: tuple[Act, ...]
    seats: Seats
    last: int | None = None
    level: int = PUBLIC
    bets: Bets = Bets()

    def takes(self, event: Base) -> bool:
        """Whether this is among what may come next."""
        return any(takes(act, event) for act in self.acts)


def takes(act: Act, event: Base) -> bool:
    """Whether an act that may come next is this event."""
    if act.chance is not None:
        return type(event) is act.event and act.seat in {None, getattr(event, "seat", None)}
    if act.choices is not None:
        return event in act.choices or any(_shows(choice, event) for choice in act.choices)
    return act.accepts is not None and act.accepts(event)


def _shows(choice: Base, event: Base) -> bool:
    """Whether an event is an act of cards that nobody saw, by somebody who saw them."""
    unseen = getattr(choice, "cards", None)
    if not unseen or set(unseen) != {UNKNOWN} or type(event) is not type(choice):
        return False
    cards = getattr(event, "cards", None) or ()
    return len(cards) == len(unseen) and msgspec.structs.replace(event, cards=unseen) == choice


def usual_seat(kind: type[Base], table: Table) -> int | None:
    """Who does this, if only one seat may: whose turn it is, or who played last where that is put right."""
    seats = {_seat_of(act, choice) for act in table.acts if act.event is kind for choice in act.choices or (None,)}
    if len(seats) == 1 and None not in seats:
        return seats.pop()
    if kind in {Corrected, TakenBack}:
        return table.last
    turn = {act.seat for act in table.acts if not act.optional and act.event is not Closed}
    return turn.pop() if kind in IN_TURN and len(turn) == 1 else None


def follow(kind: type[Base], acts: Sequence[Act]) -> dict[str, int]:
    """The other seats of an act that need not be said, as all that may come next have them alike: whom a card goes
    back to.
    """
    choices = [choice for act in acts if act.event is kind for choice in act.choices or (None,)]
    found: dict[str, int] = {}
    for field in fields_of(kind):
        if field.kind == "seat" and field.name != "seat" and field.required:
            alike = {getattr(choice, field.name, None) for choice in choices}
            only = alike.pop() if len(alike) == 1 else None
            if only is not None:
                found[field.name] = only
    return found


def with_seat(event: Event, acts: Sequence[Act], seats: Seats, said: str) -> Event:
    """The event with the seat of the one who may do just this now; raises `NotRead` where several may."""
    if getattr(event, "seat", 0) is not None or getattr(event, "place", None) is not None:
        return event
    due: list[Base] = [choice for act in acts if act.event is type(event) for choice in act.choices or ()]
    might = [choice for choice in due if choice == msgspec.structs.replace(event, seat=getattr(choice, "seat", None))]
    if not might or event in might:
        return event
    if len(might) > 1:
        raise who_it_was(said, seats)
    return might[0]


def places_of(kind: type[Base], game: Game) -> tuple[str, ...]:
    """The places that an act may name: those of the game, and those that its page speaks of."""
    page = _NAMED.findall(game.writes.get(f"{tag(kind)}.place", ""))
    return tuple(dict.fromkeys((*page, *game.named)))


def said_alike(act: Act, game: Game) -> dict[str, str]:
    """The words that all legal choices of an act have alike, and that need not be said: the place that cards are taken from."""
    found: dict[str, str] = {}
    for field in fields_of(act.event):
        if field.kind in {"word", "choice"} and field.name not in act.given:
            values: list[Any] = [getattr(choice, field.name, None) for choice in act.choices or ()]
            if not act.choices and field.name == "place" and field.required:
                values = [*places_of(act.event, game)]
            if len(set(values)) == 1 and values[0] is not None:
                found[field.name] = values[0]
    return found


def in_full(event: Event, game: Game) -> Event:
    """The event with its names in full, where only the beginning was said, and one alone begins so; and its numbers. Raises
    `NotRead` for a place that the game does not have, and for another name that need not be said.
    """
    known = game.names.get(type(event), {})
    if "place" in event.__struct_fields__ and "place" not in known:
        known = {**known, "place": places_of(type(event), game)}
    for field, names in known.items():
        said = (getattr(event, field) or "").casefold()
        meant = [name for name in names if said and name.startswith(said)]
        if len(meant) == 1:
            event = msgspec.structs.replace(event, **{field: meant[0]})
        elif names and said and said not in names and (field == "place" or field not in _demanded(type(event))):
            raise NotRead(said, " or ".join(f"`{name}`" for name in names))
        elif field == "place" and said and not names:
            raise NotRead(said, f"another act: no place of {game.title} has a name", enough=True)
    for field, numbers in game.numbers.get(type(event), {}).items():
        if getattr(event, field) in numbers:
            event = msgspec.structs.replace(event, **{field: numbers[getattr(event, field)]})
    return event


@cache
def _demanded(kind: type[Base]) -> frozenset[str]:
    """The fields that an event of this type must have."""
    return frozenset(field.name for field in fields_of(kind) if field.required)


def as_due(kind: type[Base], seat: int | None, table: Table) -> Event | None:
    """The act of this type that may come next, where no more than its verb needs to be said: cards drawn that nobody else
    sees, so many as are due.
    """
    acts = [act for act in table.acts if act.event is kind and seat in {None, act.seat}]
    found: list[Event] = []
    for act in acts:
        if act.chance is not None and not groups(act.chance, table.level, table.seats):
            found.append(dealt_unseen(act.chance))
        found += [choice for choice in act.choices or () if seat in {None, getattr(choice, "seat", seat)}]
    return found[0] if len(found) == 1 else None


def with_bet(kind: type[Base], words: list[str], table: Table, seat: int | None) -> tuple[list[str], int | None]:
    """The words with the name of a bet where whose it is was said: `insure Ann 1`, `withdraw Ann rouge`. Raises `NotRead`
    where that may be several.
    """
    no_bet = kind is BetPlaced or all(field.name != "bet" for field in fields_of(kind))
    if no_bet or (words and words[0] in table.bets.by_name):
        return words, seat
    rest = list(words)
    if seat is None and rest:
        letter = table.seats.of_letter(rest[0])
        seat = table.seats.read(rest[0]) if letter is None else letter
        del rest[: seat is not None]
    names = table.game.names.get(BetPlaced, {}).get("kind", ())
    kinds = [name for name in names if rest and name.startswith(rest[0].casefold())]
    del rest[: bool(kinds)]
    if seat is None and not kinds:
        return words, seat
    live = [table.bets.by_name[name] for name in _bets_due(kind, table) if name in table.bets.by_name]
    meant = [bet.bet for bet in live if seat in {None, bet.seat} and (not kinds or bet.kind in kinds)]
    if len(meant) != 1:
        there = ", ".join(f"{table.seats.name(bet.seat)} {bet.kind}" for bet in live)
        wanted = f"which bet: {there}" if there else "a bet of which this may be said now"
        raise NotRead(" ".join(words), wanted, enough=True)
    return [meant[0], *rest], None


def _bets_due(kind: type[Base], table: Table) -> dict[str, None]:
    """The names of the bets of which this may be said now."""
    choices = (choice for act in table.acts if act.event is kind for choice in act.choices or ())
    return dict.fromkeys(str(getattr(choice, "bet", "")) for choice in choices)


class WhoWasIt(NotRead):
    """An act that several may have done, and nobody was named for."""


def who_it_was(said: str, seats: Seats) -> WhoWasIt:
    """What to say of an act that nobody was named for."""
    return WhoWasIt(said, f"who it was, such as `0: {said}` or `{seats.name(0)} {said}`", enough=True)


def _seat_of(act: Act, choice: Base | None) -> int | None:
    return act.seat if act.seat is not None else getattr(choice, "seat", None)
