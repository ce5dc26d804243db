"""Tresette: scores and findings against a reckoning of its own, written from the page in the plainest way."""

import itertools
import random
from typing import Any

import pytest

from tests.builders import found
from tests.experiments import sessions
from tests.games.test_tresette_experiments import OPTIONS
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, BestAsked, Closed, CountTold, Dealt, HandStarted, MeldCalled, MeldsTold, Played
from upcard.schemas.events.speaking import Meld

ORDER = "4567QJKA23"
SUITS = "cdhs"
TABLES = [
    *OPTIONS,
    {"meld_overlap": False, "score_unannounced_melds": True},
    {"declare_by": "first_lead", "target": 40},
    {"talk_allowed": False},
]
Row = tuple[str, int, int]
"""A finding: its clause, the line, and the seat."""


class Reckoner:
    """One hand as a patient scorer would keep it, all hands lying open."""

    def __init__(self, hands: list[set[Card]], options: dict[str, Any], first: int = -1) -> None:
        self.hands, self.options, self.first = hands, options, first
        self.left = [set(hand) for hand in hands]
        self.tricks: list[list[tuple[int, Card]]] = []
        self.won: list[int] = []
        self.called: dict[int, bool] = {}
        self.told: list[tuple[int, Meld]] = []
        self.wrong: list[Row] = []
        self.heard: list[tuple[Any, ...]] = []

    def play(self, line: int, seat: int, card: Card) -> None:
        """TR-3.1."""
        if not self.tricks or len(self.tricks[-1]) == 4:
            self.tricks.append([])
        trick = self.tricks[-1]
        if trick and card.suit != trick[0][1].suit and any(one.suit == trick[0][1].suit for one in self.left[seat]):
            self.wrong.append(("TR-3.1", line, seat))
        trick.append((seat, card))
        self.left[seat].discard(card)
        if len(trick) == 4:
            led = [(ORDER.index(one.rank), by) for by, one in trick if one.suit == trick[0][1].suit]
            self.won.append(max(led)[1])

    def call(self, line: int, seat: int) -> None:
        """TR-2.2."""
        plays = [by for trick in self.tricks for by, _ in trick]
        late = bool(plays) if self.options.get("declare_by") == "first_lead" else seat in plays
        if late and not self.called.get(seat):
            self.wrong.append(("TR-2.2", line, seat))
        if seat not in self.called and not any(self.holds(seat, one) for one in ALL):
            self.wrong.append(("TR-2.2", line, seat))
        self.called.setdefault(seat, not late)

    def holds(self, seat: int, meld: Meld) -> bool:
        """TR-2.1."""
        size = {"three": 3, "four": 4, "nap": 3}[meld.kind]
        return len([card for card in self.hands[seat] if is_of(card, meld)]) >= size

    def tell(self, line: int, seat: int, melds: tuple[Meld, ...]) -> None:
        """TR-2.3, TR-7."""
        again = (seat, sorted(map(repr, melds)))
        if melds and any(one[:2] == again and (one[2] or one[3] == self.tricks) for one in self.heard):
            return  # said again, or written twice
        in_time = False
        if seat not in self.called:
            self.wrong.append(("TR-7", line, seat))
        elif seat not in self.won:
            self.wrong.append(("TR-2.3", line, seat))
        else:
            led_since = [trick for trick in self.tricks[self.won.index(seat) + 1 :] if trick[0][0] == seat]
            in_time = self.called[seat] and not led_since
            if led_since:
                self.wrong.append(("TR-2.3", line, seat))
        self.heard.append((*again, in_time, [trick[:] for trick in self.tricks]))
        melds = self.meant(seat, melds)
        self.wrong += [("TR-7", line, seat) for meld in melds if not self.holds(seat, meld)]
        if in_time:
            self.told += [(seat, meld) for meld in melds]

    def ask(self, line: int, seat: int) -> None:
        """TR-3.2."""
        trick = self.tricks[-1] if self.tricks else []
        leader = trick[0][0] if len(trick) in {1, 2, 3} else self.won[-1] if self.won else self.first
        if seat != leader or not self.options.get("talk_allowed", True):
            self.wrong.append(("TR-3.2", line, seat))

    def count(self, line: int, seat: int, number: int, *, any_suit: bool) -> None:
        """TR-3.2, TR-7."""
        trick = self.tricks[-1] if self.tricks else []
        held = {suit: sum(card.suit == suit for card in self.left[seat]) for suit in SUITS}
        wrong = number > 2 if any_suit else not trick or trick[0][0] == seat
        if wrong or not self.options.get("talk_allowed", True):
            self.wrong.append(("TR-3.2", line, seat))
        said = (seat, number, "" if any_suit else trick[0][1].suit if trick else "?", sorted(self.left[seat]))
        could = set(held.values()) if any_suit else {held[trick[0][1].suit]} if trick else {number}
        if number not in could and said not in self.heard:
            self.wrong.append(("TR-7", line, seat))
        self.heard.append(said)

    def meant(self, seat: int, melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
        """A nap of a suit not told is one that is held, and was not told besides; else of any other suit."""
        named = [meld for meld in melds if meld.kind != "nap" or meld.suit]
        rest = sorted((one for one in ALL[6:] if one not in named), key=lambda one: not self.holds(seat, one))
        return (*named, *rest[: len(melds) - len(named)])

    def points(self) -> list[int]:
        """TR-4."""
        cards: list[list[Card]] = [[], []]
        for trick, seat in zip(self.tricks, self.won, strict=True):
            cards[seat % 2] += [card for _, card in trick]
        total = [sum(one.rank in "23JQK" for one in side) // 3 + sum(one.rank == "A" for one in side) for side in cards]
        total[self.won[-1] % 2] += 1
        for seat in range(4):
            total[seat % 2] += self.melds_of(seat)
        return total

    def melds_of(self, seat: int) -> int:
        """TR-2.4, TR-2.5, TR-6.1."""
        if not self.called.get(seat):
            return 0
        said = [meld for by, meld in self.told if by == seat]
        melds = ALL if self.options.get("score_unannounced_melds") else said
        return best([ways(self.hands[seat], one) for one in dict.fromkeys(melds)], self.options)


def is_of(card: Card, meld: Meld) -> bool:
    """Whether a card may serve in a meld."""
    return card.rank in "A23" and (card.suit == meld.suit if meld.kind == "nap" else card.rank == meld.rank)


RANKS: Any = "A23"
NAMES: Any = SUITS
ALL = [Meld(kind=kind, rank=rank) for rank in RANKS for kind in ("four", "three")]
ALL += [Meld(kind="nap", suit=suit) for suit in NAMES]
Way = tuple[int, frozenset[Card], str]


def ways(hand: set[Card], meld: Meld) -> list[Way]:
    """Each way in which a hand has a meld: its points, its cards, and the rank, of which only one meld may be."""
    size = 4 if meld.kind == "four" else 3
    mine = sorted(card for card in hand if is_of(card, meld))
    mark = meld.rank or ""
    return [(4 if size == 4 else 3, frozenset(cards), mark) for cards in itertools.combinations(mine, size)]


def best(melds: list[list[Way]], options: dict[str, Any]) -> int:
    """The most points of all choices of melds."""
    most = 0
    for chosen in itertools.product(*[[*one, None] for one in melds if one]):
        taken = [one for one in chosen if one is not None]
        marks = [mark for _, _, mark in taken if mark]
        cards = [card for _, some, _ in taken for card in some]
        apart = options.get("meld_overlap", True) or len(cards) == len(set(cards))
        if apart and len(marks) == len(set(marks)):
            most = max(most, sum(value for value, _, _ in taken))
    return most


def reckon(log: Log, options: dict[str, Any]) -> tuple[list[list[int]], set[Row]]:
    """The points of each hand, and all that is wrong."""
    hands: list[Reckoner] = []
    way, dealer = -1 if options.get("direction") == "right" else 1, 0
    for line, event in log.events:
        match event:
            case HandStarted(dealer=told):
                dealer = (dealer + way) % 4 if told is None else told
            case Dealt(hands=tuple(dealt)):
                hands.append(Reckoner([set(cards or ()) for cards in dealt], options, (dealer + way) % 4))
            case MeldCalled(seat=seat):
                hands[-1].call(line, seat)
            case MeldsTold(seat=seat, melds=melds):
                hands[-1].tell(line, seat, melds)
            case Played(seat=seat, card=card):
                hands[-1].play(line, seat, card)
            case BestAsked(seat=seat):
                hands[-1].ask(line, seat)
            case CountTold(seat=seat, count=count, any_suit=any_suit):
                hands[-1].count(line, seat, count, any_suit=any_suit)
            case _:
                pass
    return [hand.points() for hand in hands], {row for hand in hands for row in hand.wrong}


def disturbed(log: Log, rng: random.Random) -> Log:
    """The log with calls, announcements and talk thrown in wherever it may be, true or not."""
    events: list[Base] = []
    played = 0
    for _, event in log.events:
        events.append(event)
        played += isinstance(event, Played)
        if isinstance(event, HandStarted | Closed) or rng.random() > 0.1:
            continue
        if rng.random() < 0.4 and played % 40:
            seat = rng.randrange(4)
            count = CountTold(seat=seat, count=rng.randrange(5), any_suit=rng.random() < 0.5)
            events.append(rng.choice([MeldCalled(seat=seat), BestAsked(seat=seat), count]))
        else:
            events.append(MeldsTold(seat=rng.randrange(4), melds=some_melds(rng)))
    return Log.of(log.header, events)


def some_melds(rng: random.Random) -> tuple[Meld, ...]:
    """One to three melds, no cards told twice."""
    sets = [rng.choice(ALL[2 * rank : 2 * rank + 2]) for rank in range(3)]
    naps = rng.choice([ALL[6:], [Meld(kind="nap")] * 2])
    return tuple(rng.sample([*sets, *naps], rng.randint(1, 3)))


def compare(count: int) -> None:
    """Points are the same at every level of knowledge; what is found with all hands is what is wrong."""
    for ordinal in range(count):
        options = TABLES[ordinal % len(TABLES)]
        rng = random.Random(ordinal)
        log = simulate(Setup(game="tresette", seed=31, options=options), hands=2, ordinal=ordinal)
        for record in (log, disturbed(log, rng)):
            points, wrong = reckon(record, options)
            rows = found(record)
            assert {(clause, at, seat) for clause, at, _, seat in rows} == wrong, ordinal
            assert all(at == seen for _, at, seen, _ in rows), ordinal
            for viewer in (None, PUBLIC, ordinal % 4):
                seen = record if viewer is None else redact_log(record, viewer, "copy")
                results = audit(seen).results
                assert [[*one.result.points[:2]] for one in results] == points, (ordinal, viewer)
                assert {(clause, at, seat) for clause, at, _, seat in found(seen)} == wrong, (ordinal, viewer)


def legal(count: int) -> None:
    """The cards that may be played next are those that keep the suit, and no others are found wrong."""
    for ordinal in range(count):
        options = TABLES[ordinal % len(TABLES)]
        log = simulate(Setup(game="tresette", seed=32, options=options), hands=1, ordinal=ordinal)
        plays = [place for place, (_, event) in enumerate(log.events) if isinstance(event, Played)]
        place = plays[ordinal % len(plays)]
        before = Log(log.header, log.events[:place])
        state = fold(before)
        hand = [card for card in Card if card.bit and state.places.known[state.turn] & card.bit]
        led = state.cards[-(len(state.cards) % 4)].suit if len(state.cards) % 4 else ""
        may = {card for card in hand if card.suit == led} or set(hand)
        due = next(act for act in find("tresette").due(state) if act.event is Played)
        assert {event.card for event in due.choices or () if isinstance(event, Played)} == may
        for card in hand:
            tried = Log.of(log.header, [*(e for _, e in before.events), Played(seat=state.turn, card=card)])
            assert (found(tried) == []) is (card in may), (ordinal, card)


def test_points_and_findings_are_those_of_a_plain_reckoning() -> None:
    compare(28)


def test_what_is_due_is_what_is_legal() -> None:
    legal(40)


@pytest.mark.check
def test_points_and_findings_are_those_of_a_plain_reckoning_1000() -> None:
    compare(sessions(1000))


@pytest.mark.check
def test_what_is_due_is_what_is_legal_2000() -> None:
    legal(sessions(2000))
