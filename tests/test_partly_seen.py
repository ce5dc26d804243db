"""Cards seen in part: of some plays the scribe caught the rank, the suit, or nothing. Nobody is accused, nothing is told
that is not so.
"""

import random
from typing import Any

import msgspec
import pytest

from tests.experiments import sessions
from tests.test_shortcuts import table
from upcard.engine.audit import audit
from upcard.engine.game import keys
from upcard.engine.log import Log
from upcard.engine.view import redact_log
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Dealt


def seen(card: Card, rng: random.Random) -> Card:
    """What was seen of a card."""
    if card.rank == "X" and card.known:
        return Card(rng.choice(["??", "X?"]))
    return Card(rng.choice(["??", f"{card.rank}?", f"?{card.suit}"])) if card.known else UNKNOWN


def blurred(event: Any, rng: random.Random) -> Any:
    """An act with some of its cards seen in part, or listed in part."""
    told: dict[str, Any] = {}
    if getattr(event, "card", None) is not None:
        told["card"] = seen(event.card, rng)
    if getattr(event, "cards", None) is not None:
        told["cards"] = some(event.cards, rng)
    if getattr(event, "hands", None) and isinstance(event, Dealt):
        told["hands"] = tuple(hand and some(hand, rng) for hand in event.hands or ())
    return msgspec.structs.replace(event, **told) if told else event


def some(cards: tuple[Card, ...], rng: random.Random) -> tuple[Card, ...]:
    """Cards some of which were seen in part."""
    return tuple(seen(card, rng) if rng.random() < 0.5 else card for card in cards)


ENDED_BY_CARDS = {"court_piece", "popcorn"}
"""Games in which it may hang on a card whether a hand is over: a sweep that ends it, the last lay that was called."""


def accuses_nobody(game: str, numbers: range) -> None:
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        log = table(game, number, rng)
        points = {one.hand: one.result.points for one in audit(log).results}
        if rng.random() < 0.3:
            log = redact_log(log, rng.randrange(-1, len(log.header.seats)), log.header.log)
        share = rng.choice([0.02, 0.1, 0.4])
        events = [(line, blurred(event, rng) if rng.random() < share else event) for line, event in log.events]
        done = audit(Log(log.header, events))
        assert [one for one in done.findings if one.kind != "note"] == [], number
        told = {one.hand: one.result.points for one in done.results}
        assert set(points) <= set(told) or game in ENDED_BY_CARDS, number
        for hand in points.keys() & told.keys():
            pairs = zip(told[hand], points[hand], strict=True)
            assert all(one in {None, true} for one, true in pairs), (number, hand)


@pytest.mark.parametrize("game", keys())
def test_a_card_seen_in_part_accuses_nobody(game: str) -> None:
    accuses_nobody(game, range(12))


@pytest.mark.check
@pytest.mark.parametrize("game", keys())
def test_a_card_seen_in_part_accuses_nobody_in_many_sessions(game: str) -> None:
    accuses_nobody(game, range(12, sessions(400)))
