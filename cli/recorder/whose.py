"""What a line is read against, and whose act it was where the line named nobody."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from upcard.cli.recorder.fields import NotRead, Seats, fields_of
from upcard.engine.due import Act
from upcard.engine.game import Game
from upcard.schemas.events import (
    Accepted,
    Base,
    Bid,
    Claimed,
    Closed,
    Corrected,
    Discarded,
    Drew,
    Event,
    Folded,
    Laid,
    Passed,
    Played,
    Popped,
    TakenBack,
    Took,
    TrumpNamed,
)

IN_TURN: Final = frozenset(
    {Played, Laid, Passed, Bid, Claimed, TrumpNamed, Drew, Discarded, Took, Popped, Accepted, Folded}
)
"""What a seat does in its turn: without a seat, it is the one whose turn it is, also where this was not due."""


class Table(NamedTuple):
    """What a line is read against. last: who played last, for what is taken back or corrected."""

    game: Game
    acts: tuple[Act, ...]
    seats: Seats
    last: int | None = None


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


def in_full(event: Event, game: Game) -> Event:
    """The event with its names in full, where only the beginning was said, and one alone begins so."""
    for field, names in game.names.get(type(event), {}).items():
        said = (getattr(event, field) or "").casefold()
        meant = [name for name in names if said and name.startswith(said)]
        if len(meant) == 1:
            event = msgspec.structs.replace(event, **{field: meant[0]})
    return event


def who_it_was(said: str, seats: Seats) -> NotRead:
    """What to say of an act that nobody was named for."""
    return NotRead(said, f"who it was, such as `0: {said}` or `{seats.name(0)} {said}`", enough=True)


def _seat_of(act: Act, choice: Base | None) -> int | None:
    return act.seat if act.seat is not None else getattr(choice, "seat", None)
