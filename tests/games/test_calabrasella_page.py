"""Calabrasella: legality, points and chips of random sessions against a table that knows the page only."""

import random
from typing import Any

import pytest

from tests.builders import found
from tests.experiments import sessions
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact, redact_log
from upcard.schemas.cards import PACK, UNKNOWN, Card
from upcard.schemas.events import (
    Base,
    CardAbsent,
    CardNamed,
    Dealt,
    Discarded,
    Elected,
    Gave,
    HandStarted,
    Passed,
    Played,
    Returned,
    Took,
    TurnedOver,
)

FORTY = [card for card in PACK if card.rank not in "89T"]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"dead_cards": "last_trick"},
    {"shutout_rule": "all_points", "payment_double": 3},
    {"max_discards": 2, "min_discards": 0},
]


def worth(cards: Any) -> int:
    """CA-4.1."""
    return sum(3 if card.rank == "A" else card.rank in "32KQJ" for card in cards)


class Naive:
    """A table as somebody keeps it who knows the page only."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.chips, self.dealer = [0, 0, 0], -1

    def deal(self, event: Dealt) -> None:
        self.hands = [set(hand or ()) for hand in event.hands or ()]
        self.widow = set((event.places or {})["widow"])
        self.spoken, self.declarer, self.named, self.dead = 0, -1, None, set(self.widow)
        self.trick: list[tuple[int, Card]] = []
        self.points, self.tricks = [0, 0], 0

    def names(self) -> set[Card | None]:
        """CA-2.2."""
        hand = self.hands[self.declarer]
        for rank in "32":
            left: set[Card | None] = {card for card in FORTY if card.rank == rank} - hand
            if left:
                return left
        return {None}

    def playable(self, seat: int) -> set[Card]:
        """CA-3."""
        hand = self.hands[seat]
        follow = {card for card in hand if self.trick and card.suit == self.trick[0][1].suit}
        return follow or hand

    def follow(self, event: Base) -> None:
        if isinstance(event, HandStarted):
            self.dealer = event.dealer if event.dealer is not None else (self.dealer + 1) % 3
        elif isinstance(event, Dealt):
            self.deal(event)
        elif isinstance(event, Passed | Elected):
            assert event.seat == (self.dealer + 1 + self.spoken) % 3
            self.spoken += 1
            if isinstance(event, Elected):
                self.declarer = event.seat
                self.turn = (event.seat + 1) % 3
        elif isinstance(event, CardNamed):
            assert event.card in self.names()
            self.named = event.card
        elif isinstance(event, Gave):
            assert self.named is not None
            self.hands[event.seat].remove(self.named)
            self.hands[event.to].add(self.named)
        elif isinstance(event, Returned):
            assert event.card != self.named
            self.hands[event.seat].remove(event.card)  # type: ignore[arg-type]
            self.hands[event.to].add(event.card)  # type: ignore[arg-type]
        elif isinstance(event, CardAbsent):
            assert self.named in self.widow
        else:
            self.exchange_or_play(event)

    def exchange_or_play(self, event: Base) -> None:
        if isinstance(event, Discarded):
            assert self.options.get("min_discards", 1) <= len(event.cards or ()) <= self.options.get("max_discards", 4)
            assert self.hands[event.seat] >= set(event.cards or ())
            self.hands[event.seat] -= set(event.cards or ())
            self.dead |= set(event.cards or ())
        elif isinstance(event, Took):
            assert self.widow >= set(event.cards or ())
            self.hands[event.seat] |= set(event.cards or ())
            self.dead -= set(event.cards or ())
        elif isinstance(event, Played):
            assert event.seat == self.turn
            assert event.card in self.playable(event.seat)
            self.play(event)

    def play(self, event: Played) -> None:
        self.hands[event.seat].remove(event.card)
        self.trick.append((event.seat, event.card))
        self.turn = (event.seat + 1) % 3
        if len(self.trick) == 3:
            order, led = "4567JQKA23", self.trick[0][1].suit
            self.turn = max((order.index(card.rank), seat) for seat, card in self.trick if card.suit == led)[1]
            self.tricks += 1
            side = self.turn != self.declarer
            self.points[side] += worth(card for _, card in self.trick)
            self.trick = []
            if self.tricks == 12:
                self.end(side)

    def end(self, last: int) -> None:
        """CA-4."""
        assert len(self.dead) == 4
        assert not any(self.hands)
        self.points[last] += 3
        if self.options.get("dead_cards") == "last_trick":
            self.points[last] += worth(self.dead)
        mine, theirs = self.points
        due = mine - theirs
        if {mine, theirs} == {35, 0} or (self.options.get("shutout_rule") == "all_points" and 0 in self.points):
            due *= self.options.get("payment_double", 2)
        for seat in range(3):
            self.chips[seat] += 2 * due if seat == self.declarer else -due


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
                assert {choice.card for choice in choices} == naive.names()  # type: ignore[attr-defined]
                wrong: list[Base] = [CardNamed(seat=event.seat, card=card) for card in {*FORTY, None} - naive.names()]
                breaks(done, line, wrong, "CA-2.2")
            if isinstance(event, Played):
                legal = naive.playable(event.seat)
                assert {choice.card for choice in choices} == legal  # type: ignore[attr-defined]
                wrong = [Played(seat=event.seat, card=card) for card in naive.hands[event.seat] - legal]
                breaks(done, line, wrong, "CA-3")
            naive.follow(event)
            done.feed([(line, event)])
            seen.feed([(line, redact(event, PUBLIC))])
            assert done.state.chips[:3] == seen.state.chips[:3] == naive.chips
        assert done.clean
        assert seen.clean


def breaks(done: Audit, line: int, wrong: list[Base], clause: str) -> None:
    """Each of these events is a breach of this clause, and nothing else."""
    for event in wrong:
        tried = done.copied()
        tried.feed([(line, event)])  # type: ignore[list-item]
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
        record = Log(log.header, [(line, event) for line, event in written if event is not None])  # type: ignore[misc]
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
