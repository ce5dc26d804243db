"""Pope Joan: one slip of the scribe is one finding, and no score is told that hangs on it."""

import random
from collections.abc import Callable

import msgspec
import pytest

from tests.experiments import sessions
from tests.games.pope_joan_naive import Ledger, session
from tests.games.stops_page import is_one_finding as is_found_once
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Dealt, Played

Slip = Callable[[list[Base], random.Random], list[Base] | None]


def line_twice(events: list[Base], rng: random.Random) -> list[Base] | None:
    """A card played is written twice."""
    plays = [place for place, event in enumerate(events) if isinstance(event, Played)]
    if not plays:
        return None
    place = rng.choice(plays)
    return [*events[: place + 1], *events[place:]]


def lists_of(events: list[Base], rng: random.Random) -> tuple[int, list[list[Card]]] | None:
    """A deal, and its lists, the dead hand last."""
    deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    if not deals:
        return None
    dealt = events[rng.choice(deals)]
    assert isinstance(dealt, Dealt)
    hands = [list(hand or ()) for hand in dealt.hands or ()]
    return events.index(dealt), [*hands, list((dealt.places or {})["dead"])]


def with_lists(events: list[Base], place: int, lists: list[list[Card]]) -> list[Base]:
    """The same with other lists in a deal."""
    *hands, dead = (tuple(cards) for cards in lists)
    dealt = msgspec.structs.replace(events[place], hands=tuple(hands), places={"dead": dead})  # type: ignore[type-var]
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
    """A card is written as one that is listed in another hand."""
    found = lists_of(events, rng)
    if found is None:
        return None
    place, lists = found
    one, other = rng.sample([cards for cards in lists if cards], 2)
    one[rng.randrange(len(one))] = rng.choice(other)
    return with_lists(events, place, lists)


NAMES = {
    line_twice: ({"impossible_card", "count_mismatch"}),  # the last card of a hand ends it
    card_left_out: ({"count_mismatch"}),
    card_in_two_lists: ({"impossible_card"}),
}


def is_one_finding(number: int, slip: Slip) -> None:
    """The slip is told once, and what is told of the scores is true."""
    rng, log = random.Random(number), session(number, hands=2)
    ledger = Ledger(log.header)
    for _, event in log.events:
        ledger.hear(event)
    events = slip([event for _, event in log.events], rng)
    if events is None:
        return
    spoiled = Log.of(log.header, events)  # type: ignore[arg-type]
    for seen in (spoiled, redact_log(spoiled, PUBLIC, "copy")):
        if seen is not spoiled and slip is card_in_two_lists:
            continue
        is_found_once(number, audit(seen), NAMES[slip], ledger.told)


@pytest.mark.parametrize("slip", NAMES)
def test_pj_6_5_pj_6_6_a_slip_is_one_finding(slip: Slip) -> None:
    for number in range(80):
        is_one_finding(number, slip)


@pytest.mark.check
@pytest.mark.parametrize("slip", NAMES)
def test_pj_6_5_pj_6_6_a_slip_is_one_finding_often(slip: Slip) -> None:
    for number in range(sessions(2000)):
        is_one_finding(number, slip)
