"""The acts that may come next: which seat may do which event, and the legal choices. Chance acts too."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Event


class Chance(msgspec.Struct, frozen=True):
    """Cards to be given out at random, and the event they make. in_order: their order tells something; else sorted."""

    pack: tuple[Card, ...]
    sizes: tuple[int, ...]
    make: Callable[[tuple[tuple[Card, ...], ...]], Event]
    in_order: bool = False


class Act(msgspec.Struct, frozen=True):
    """An act that may come next.

    event: its type; seat: who does it, None for the table or where it is not known who; asks: what to ask the
    scribe for; choices: all legal events of this type, if they can be listed (what is not known to be illegal,
    where hands are hidden); least, most: a range, with `make` from a number; accepts: tells a legal event, where they cannot be listed; chance: what
    chance must give; optional: whether play may go on without it; weight: how often a random player should take
    it, against 1.0 for an ordinary act; given: fields that follow from what is due, and need not be said;
    who: whether a seat is asked for (who got a card, or to whom it goes), so that a name alone is an answer; blank: the act
    as somebody wrote it who saw no card; several, where it may have been of several sizes.
    """

    event: type[Base]
    seat: int | None = None
    asks: str = ""
    choices: tuple[Event, ...] | None = None
    least: int | None = None
    most: int | None = None
    make: Callable[[int], Event] | None = None
    accepts: Callable[[Base], bool] | None = None
    chance: Chance | None = None
    optional: bool = False
    weight: float = 1.0
    given: Mapping[str, Any] = msgspec.field(default_factory=dict)
    who: bool = False
    blank: Event | tuple[Event, ...] | None = None
