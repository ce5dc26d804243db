"""Calabrasella: legality, points and chips of random sessions against a table that knows the page only."""

import random
from typing import Any

import pytest

from tests.builders import found
from tests.experiments import sessions
from tests.games.calabrasella_naive import FORTY, Naive
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact, redact_log
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import (
    Base,
    CardNamed,
    Dealt,
    Discarded,
    Gave,
    Played,
    Returned,
    Took,
    TurnedOver,
)

OPTIONS: list[dict[str, Any]] = [
    {},
    {"dead_cards": "last_trick"},
    {"shutout_rule": "all_points", "payment_double": 3},
    {"max_discards": 2, "min_discards": 0},
]


def by_the_page(count: int) -> None:
    """What the page allows is due, and every card in turn that it does not allow is a finding; chips are the same."""
    game = find("calabrasella")
    for ordinal in range(count):
        options = OPTIONS[ordinal % len(OPTIONS)]
        log = simulate(Setup(game="calabrasella", seed=21, options=options), hands=2, ordinal=ordinal)
        done, naive, seen = Audit(Log(log.header, [])), Naive(options), Audit(Log(log.header, []))
        for line, event in log.events:
            choices = [
                choice for act in game.due(done.state) if act.event is type(event) for choice in act.choices or ()
            ]
            if isinstance(event, CardNamed):
                assert {choice.card for choice in choices} == naive.names()
                wrong: list[Base] = [CardNamed(seat=event.seat, card=card) for card in {*FORTY, None} - naive.names()]
                breaks(done, line, wrong, "CA-2.2")
            if isinstance(event, Played):
                legal = naive.playable(event.seat)
                assert {choice.card for choice in choices} == legal
                wrong = [Played(seat=event.seat, card=card) for card in naive.hands[event.seat] - legal]
                breaks(done, line, wrong, "CA-3")
            assert naive.follow(event, line) == []
            done.feed([(line, event)])
            seen.feed([(line, redact(event, PUBLIC))])
            assert done.state.chips[:3] == seen.state.chips[:3] == naive.chips
        assert done.clean
        assert seen.clean


def breaks(done: Audit, line: int, wrong: list[Base], clause: str) -> None:
    """Each of these events is a breach of this clause, and nothing else."""
    for event in wrong:
        tried = done.copied()
        tried.feed([(line, event)])
        assert [one.clause for one in tried.findings] == [clause], event


def test_legality_points_and_chips_by_the_page_alone() -> None:
    by_the_page(12)


@pytest.mark.check
def test_legality_points_and_chips_by_the_page_alone_300() -> None:
    by_the_page(300)


# ---- What a scribe may leave out -------------------------------------------------------------------------------------


def half_written(rng: random.Random, event: Base) -> Base | None:
    """A legal event as somebody may have written it who did not see, or not write, all of it; None: nothing of it."""
    if isinstance(event, Dealt):
        hands = tuple(rng.choice([None, hand, some(rng, hand or ())]) for hand in event.hands or ())
        widow = (event.places or {})["widow"]
        places = rng.choice([None, event.places, {"widow": some(rng, widow)}])
        return rng.choice([None, Dealt(hands=hands, places=places), Dealt(each=12)])
    if isinstance(event, Gave | Returned):
        hidden = Gave if isinstance(event, Gave) else Returned
        ways = [event, hidden(seat=event.seat, to=event.to), hidden(event.seat, event.to, UNKNOWN)]
        return rng.choice(ways + [None] * isinstance(event, Gave))  # it follows from what is given back
    if isinstance(event, Discarded):
        return rng.choice([event, Discarded(seat=event.seat), Discarded(event.seat, some(rng, event.cards or ()))])
    if isinstance(event, Took):
        cards = rng.choice([None, event.cards, some(rng, event.cards or ())])
        return Took(seat=event.seat, place="widow", cards=cards, openly=rng.random() < 0.5)
    if isinstance(event, TurnedOver):
        return rng.choice([event, event, None])
    return event


def some(rng: random.Random, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Some of these cards, the others hidden."""
    return tuple(rng.choice([card, UNKNOWN]) for card in cards)


def half_seen(count: int) -> None:
    """Legal play of which only some was written: nobody is accused, and the chips are what they were, or not known."""
    for ordinal in range(count):
        rng = random.Random(ordinal)
        options = OPTIONS[ordinal % len(OPTIONS)]
        log = simulate(Setup(game="calabrasella", seed=22, options=options), hands=2, ordinal=ordinal)
        written = [(line, half_written(rng, event)) for line, event in log.events]
        record = Log(log.header, [(line, event) for line, event in written if event is not None])
        done, whole = audit(record), audit(log)
        assert found(record) == [], ordinal
        assert done.state.chips == whole.state.chips, ordinal
        for viewer in (PUBLIC, ordinal % 3):
            assert found(redact_log(record, viewer, "copy")) == [], (ordinal, viewer)


def test_legal_play_half_written_accuses_nobody() -> None:
    half_seen(40)


@pytest.mark.check
def test_legal_play_half_written_accuses_nobody_3000() -> None:
    half_seen(sessions(3000))
