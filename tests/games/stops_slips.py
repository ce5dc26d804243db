"""Slips of the scribe in a record of a game of stops with a dead hand: one is one finding."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Dealt, Laid, Played

Slip = Callable[[list[Base], random.Random], list[Base] | None]
"""What becomes of the events, None where there is nothing to spoil."""


def line_twice(events: list[Base], rng: random.Random) -> list[Base] | None:
    """A line of play is written twice."""
    plays = [place for place, event in enumerate(events) if isinstance(event, Played | Laid)]
    if not plays:
        return None
    place = rng.choice(plays)
    return [*events[: place + 1], *events[place:]]


def lists_of(events: list[Base], rng: random.Random) -> tuple[int, list[list[Card]]] | None:
    """A deal, and its lists, the dead hand last."""
    deals = [(place, event) for place, event in enumerate(events) if isinstance(event, Dealt)]
    if not deals:
        return None
    place, dealt = rng.choice(deals)
    return place, [*(list(hand or ()) for hand in dealt.hands or ()), list((dealt.places or {})["dead"])]


def with_lists(events: list[Base], place: int, lists: list[list[Card]]) -> list[Base]:
    """The same with other lists in a deal."""
    *hands, dead = (tuple(cards) for cards in lists)
    dealt = msgspec.structs.replace(events[place], hands=tuple(hands), places={"dead": dead})
    return [*events[:place], dealt, *events[place + 1 :]]


def card_left_out(events: list[Base], rng: random.Random) -> list[Base] | None:
    """A card is missing from a list."""
    found = lists_of(events, rng)
    if found is None:
        return None
    place, lists = found
    short = rng.choice([cards for cards in lists if cards])
    short.remove(rng.choice(short))
    return with_lists(events, place, lists)


def card_in_two_lists(events: list[Base], rng: random.Random) -> list[Base] | None:
    """A card is written as one that is listed in another place."""
    found = lists_of(events, rng)
    if found is None:
        return None
    place, lists = found
    one, other = rng.sample([cards for cards in lists if cards], 2)
    one[rng.randrange(len(one))] = rng.choice(other)
    return with_lists(events, place, lists)


def seat_not_there(events: list[Base], rng: random.Random) -> list[Base] | None:
    """A play is written for a seat that the table does not have."""
    plays = [place for place, event in enumerate(events) if isinstance(event, Played | Laid)]
    if not plays:
        return None
    place = rng.choice(plays)
    return [*events[:place], msgspec.structs.replace(events[place], seat=60), *events[place + 1 :]]


def seat_of_another(events: list[Base], rng: random.Random) -> list[Base] | None:
    """A play is written for another seat than that whose list has the card."""
    seats = max((event.seat for event in events if isinstance(event, Played | Laid)), default=0) + 1
    plays = [place for place, event in enumerate(events) if isinstance(event, Played | Laid)]
    if seats < 2 or not plays:
        return None
    place = rng.choice(plays)
    event: Any = events[place]
    seat = rng.choice([seat for seat in range(seats) if seat != event.seat])
    return [*events[:place], msgspec.structs.replace(event, seat=seat), *events[place + 1 :]]


SLIPS: dict[Slip, set[str]] = {
    line_twice: {"impossible_card", "count_mismatch"},  # the last card of a hand ends it
    card_left_out: {"count_mismatch"},
    card_in_two_lists: {"impossible_card"},
    seat_not_there: {"no_such_seat"},
    seat_of_another: {"impossible_card", "count_mismatch"},  # a lead may be of either: who was out is not sure
}
"""What may be found of each."""


def slip_is_one_finding(number: int, log: Log, told: Sequence[Any], slip: Slip) -> None:
    """The slip is told once, and what is told of the scores is true. told: by the ledger, of each hand what it brought."""
    events = slip([event for _, event in log.events], random.Random(number))
    if events is None:
        return
    spoiled = Log.of(log.header, events)
    for seen in (spoiled, redact_log(spoiled, PUBLIC, "copy")):
        if seen is spoiled or slip not in {card_in_two_lists, seat_of_another}:
            is_one_finding(number, audit(seen), SLIPS[slip], told)


def is_one_finding(number: int, done: Audit, names: set[str], told: Sequence[Any]) -> None:
    """A slip of the scribe is found once, and no hand brings anything but what the ledger says or what is not known."""
    found = [name for name, _ in dict.fromkeys((one.name, one.at) for one in done.findings if one.kind != "note")]
    assert len(found) == 1 or found == ["impossible_card", "count_mismatch"], (number, found)
    assert {one.kind for one in done.findings} <= {"contradiction", "note"}, (number, found)
    assert set(found) <= names, (number, found)
    for ended in done.results:
        points = ended.result.points
        gains = told[ended.hand - 1][0] if ended.hand <= len(told) else [None] * len(points)
        assert all(one in {None, two} for one, two in zip(points, gains, strict=True)), number
