"""One card of a play written for another, all hands known: what contradicts itself accuses nobody (G-5, B2-6.4, DZ-8.4).

A card that shows nowhere else before its hand ends contradicts nothing, and cannot be told from a breach.
"""

import random
from typing import Any

import pytest

from tests.experiments import points_by_hand, sessions, tells_no_others
from tests.test_every_game import any_sessions
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.mechanisms.climbing import cards_in, with_cards
from upcard.schemas.cards import Card
from upcard.schemas.events import HandStarted, Laid, Played

GAMES = [
    "big_two",
    "calabrasella",
    "court_piece",
    "dou_dizhu",
    "hasenpfeffer",
    "last_one",
    "pluck",
    "pop",
    "pope_joan",
    "spinado",
    "tresette",
]
SLIPS = ["own", "another's", "any"]
"""Which card is written: one that the seat lays later, one of another seat, or any that is seen in that hand."""

SELDOM = {"pop": 0.01}
"""How often another line may be taken for the wrong one, where a seat plays twice to a trick and areas take turns."""


def plays_of_hand(events: list[Any], at: int) -> list[int]:
    """Where the cards played or laid in the hand of this one are."""
    starts = [place for place, event in enumerate(events) if isinstance(event, HandStarted)] + [len(events)]
    end = next(place for place in starts if place > at)
    begin = max(place for place in starts if place <= at)
    return [place for place in range(begin, end) if isinstance(events[place], Laid | Played)]


def mistaken(events: list[Any], at: int, slip: str, rng: random.Random) -> Laid | Played | None:
    """The play with another card instead of one of its cards, or None."""
    right, hand = events[at], plays_of_hand(events, at)
    places = {
        "own": [place for place in hand if place > at and events[place].seat == right.seat],
        "another's": [place for place in hand if events[place].seat != right.seat],
        "any": hand,
    }[slip]
    written = cards_in(right)
    others: list[Card] = [card for place in places for card in cards_in(events[place]) if card not in written]
    if not others:
        return None
    wrong = rng.randrange(len(written))
    return with_cards(right, [*written[:wrong], rng.choice(others), *written[wrong + 1 :]])


def looks_doubled(events: list[Any], at: int, wrong: Laid | Played) -> bool:
    """Whether the play of that seat before or after it is the same, or a part of it: then it may be there twice as well."""
    own = [place for place in plays_of_hand(events, at) if events[place].seat == wrong.seat]
    near = own[max(0, own.index(at) - 1) : own.index(at) + 2]
    return any({*cards_in(events[place])} <= {*cards_in(wrong)} for place in near)


def accuses_nobody(game: str, numbers: range) -> None:
    contradicted, wrongly = 0, []
    for number, rng, log in any_sessions(game, numbers, hands=2):
        events: list[Any] = [event for _, event in log.events]
        plays = [at for at, event in enumerate(events) if isinstance(event, Laid | Played)]
        truth = points_by_hand(audit(log))
        for slip in SLIPS if plays else ():
            at = rng.choice(plays)
            wrong = mistaken(events, at, slip, rng)
            if wrong is None or looks_doubled(events, at, wrong):
                continue
            done = audit(Log.of(log.header, [*events[:at], wrong, *events[at + 1 :]]))
            kinds = {one.kind for one in done.findings} - {"note"}
            if kinds and kinds != {"breach"}:
                wrongly += [(number, slip, at)] if "breach" in kinds or not tells_no_others(done, truth) else []
                contradicted += 1
    assert contradicted > 2 * len(numbers)
    assert len(wrongly) <= contradicted * SELDOM.get(game, 0), wrongly


@pytest.mark.parametrize("game", GAMES)
def test_a_card_written_for_another_accuses_nobody(game: str) -> None:
    accuses_nobody(game, range(20))


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_a_card_written_for_another_accuses_nobody_in_many_sessions(game: str) -> None:
    accuses_nobody(game, range(20, sessions(300)))
