"""Dou Dizhu: at any point of a session every act of every seat, beside a judge who reads nothing but the page."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from tests.experiments import sessions
from tests.games.test_dou_dizhu_oracle import OPTIONS, PACK, higher, rank, shape
from upcard.engine.audit import Audit
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Bid, Dealt, HandStarted, Laid, Passed, Shown, Took, TurnedUp, Voided

GAME = find("dou_dizhu")
ENDS: list[dict[str, Any]] = [
    {"session_end": "hands", "session_number": 2, "spring": "double"},
    {"session_end": "target", "session_number": 5, "opening_passes": "stop", "all_pass": "first_bidder_forced_1"},
]


class Page:
    """Where a session stands, by the page. turn: who must act; under: what is to be beaten, and whose it is."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options, self.totals, self.played, self.stage = options, [0, 0, 0], 0, "between"
        self.fresh()

    def fresh(self) -> None:
        self.bid, self.high, self.landlord, self.turn, self.passes, self.words = 0, -1, -1, -1, 0, 0
        self.under: tuple[str, int, int] | None = None
        self.owner, self.last, self.bombs, self.first = -1, (-1, ""), 0, -2
        self.laid, self.taker = [0, 0, 0], -2
        self.cards: list[list[str]] = [[], [], [], []]
        self.card = ""

    def see(self, event: Base) -> None:
        """A legal act."""
        if isinstance(event, HandStarted):
            self.fresh()
            self.stage = "deal"
        elif isinstance(event, TurnedUp):
            self.card = str(event.card)
        elif isinstance(event, Dealt):
            self.cards = [
                list(map(str, cards or ())) for cards in (*(event.hands or ()), (event.places or {})["widow"])
            ]
            self.taker = next(place for place in range(4) if self.card in self.cards[place])
            self.stage, self.turn = "auction", self.taker if self.taker < 3 else -1
        elif isinstance(event, Voided):
            self.stage = "between"
        elif self.stage in {"auction", "widow"}:
            self.speak(event)
        elif isinstance(event, Laid | Passed):
            self.act(event)

    def speak(self, event: Base) -> None:
        """DZ-2."""
        if isinstance(event, Took):
            self.stage, self.turn, self.landlord = "play", event.seat, event.seat
            self.cards[event.seat] += self.cards.pop()
            self.last = (-1, "")
            return
        if not isinstance(event, Bid | Passed):
            return
        self.words += 1
        self.first = event.seat if self.first < 0 else self.first
        self.last = (event.seat, "p" if isinstance(event, Passed) else str(event.amount))
        self.turn = (event.seat + 1) % 3
        if isinstance(event, Bid):
            self.bid, self.high, self.passes = event.amount, event.seat, 0
        else:
            self.passes += 1
        if not self.bid and self.passes == (2 if self.options.get("opening_passes") == "stop" else 3):
            self.stage = "anew"
            if self.options.get("all_pass") == "first_bidder_forced_1":
                self.bid, self.high, self.stage = 1, self.first, "widow"
        elif self.bid == 3 or (self.bid and self.passes == 2):
            self.stage = "widow"

    def act(self, event: Laid | Passed) -> None:
        """DZ-5."""
        self.turn = (event.seat + 1) % 3
        if isinstance(event, Passed):
            self.passes += 1
            self.last = (event.seat, "p")
            if self.passes == 2:
                self.turn, self.under, self.owner, self.last = self.owner, None, -1, (event.seat, "p")
            return
        cards = list(map(str, event.cards))
        self.under, self.owner, self.passes, self.last = shape(cards, self.options), event.seat, 0, (-1, "")
        self.bombs += self.under is not None and self.under[0] in {"bomb", "rocket"}
        self.laid[event.seat] += 1
        self.cards[event.seat] = [card for card in self.cards[event.seat] if card not in cards]
        if not self.cards[event.seat]:
            self.stage = "between"
            self.settle(event.seat)

    def settle(self, out: int) -> None:
        """DZ-6."""
        lost, others = out != self.landlord, sum(self.laid) - self.laid[self.landlord]
        spring = self.laid[self.landlord] == 1 if lost else not others
        value = self.bid * 2 ** (self.bombs + (spring and self.options.get("spring") == "double"))
        for seat in range(3):
            self.totals[seat] += (2 if seat == self.landlord else -1) * (-value if lost else value)
        self.played += 1

    # ---- What an act breaks ----

    def wrong(self, event: Base) -> str | None:
        """The clause that an act breaks; None: it is legal."""
        if isinstance(event, Voided):
            return None if self.may_be_dealt_anew() else "DZ-2.3"
        if isinstance(event, Took):
            return self.wrong_widow(event)
        if isinstance(event, Bid) or (isinstance(event, Passed) and self.stage in {"auction", "widow", "anew"}):
            return self.wrong_word(event)
        assert isinstance(event, Laid | Passed)
        if self.stage == "between":
            return "DZ-5.2"
        if self.stage == "anew":
            return "DZ-2.3"
        if self.stage == "auction":
            return "DZ-1.4" if not self.words and self.no_taker() else "DZ-8.2"
        if isinstance(event, Passed):
            return "DZ-8.3" if event.seat != self.turn else None if self.under else "DZ-5.1"
        return self.wrong_cards(event)

    def all_wrong(self, event: Base) -> set[str]:
        """Cards laid too early may be no combination as well, and a first word no bid."""
        due = self.wrong(event)
        early = isinstance(event, Laid) and self.stage in {"auction", "anew"}
        shapeless = early and shape(list(map(str, event.cards)), self.options) is None
        no_bid = isinstance(event, Bid) and self.stage == "auction" and not self.bid < event.amount <= 3
        more = {"DZ-8.3"} if shapeless else {"DZ-8.2"} if no_bid else set()
        return more | ({due} if due else set())

    def no_taker(self) -> bool:
        return self.taker == 3 and self.options.get("upcard_in_widow") != "first_drawer_bids"

    def may_be_dealt_anew(self) -> bool:
        if self.stage == "between":
            return self.landlord < 0  # of a hand of which nothing else was written down
        return self.stage == "anew" or (self.stage == "auction" and not self.words and self.no_taker())

    def wrong_widow(self, event: Took) -> str | None:
        if self.stage == "anew":
            return "DZ-2.3"
        if self.stage == "auction":
            return "DZ-1.4" if not self.words and self.no_taker() else "DZ-8.2"
        return None if self.stage == "widow" and event.seat == self.high else "DZ-2.4"

    def wrong_word(self, event: Bid | Passed) -> str | None:
        if self.stage != "auction":
            return "DZ-8.2"
        if not self.words:
            if self.no_taker():
                return "DZ-1.4"
            if self.taker < 3 and event.seat != self.taker:
                return "DZ-8.1"
        elif event.seat != self.turn:
            return "DZ-8.2"
        if isinstance(event, Bid) and not self.bid < event.amount <= 3:
            return "DZ-8.2"
        return None

    def wrong_cards(self, event: Laid) -> str | None:
        """DZ-3, DZ-4, DZ-5.1."""
        found = shape(list(map(str, event.cards)), self.options)
        bombs = found is not None and found[0] in {"bomb", "rocket"} and self.options.get("bomb_out_of_turn") == "yes"
        turn = self.high if self.stage == "widow" else self.turn
        if event.seat != turn and not (bombs and self.under is not None and event.seat != self.owner):
            return "DZ-8.3"
        return None if found and (self.under is None or higher(found, self.under)) else "DZ-8.3"


def tries(rng: random.Random, page: Page) -> Iterator[Base]:
    """Every word of every seat, the widow, and many sets of cards of every hand."""
    for seat in range(3):
        yield from (Bid(seat=seat, amount=amount) for amount in range(5))
        yield Passed(seat=seat)
        widow = page.cards[3] if len(page.cards) == 4 else rng.sample(PACK, 3)
        yield Took(seat=seat, place="widow", cards=tuple(map(Card, widow)) if page.stage != "between" else None)
        for cards in some_sets(
            rng, [*page.cards[seat], *(widow if page.stage == "widow" and seat == page.high else [])]
        ):
            yield Laid(seat=seat, cards=tuple(map(Card, cards)))
    yield Voided()


def some_sets(rng: random.Random, hand: list[str]) -> Iterator[tuple[str, ...]]:
    """All sets of up to eight of some cards of a hand that are near in rank, each set of ranks once."""
    hand = sorted(hand, key=rank)
    start = rng.randrange(max(1, len(hand) - 6))
    few = [*hand[start : start + 7], *(card for card in hand if card[0] == "X")]
    seen = set()
    for size in range(1, min(len(few), 8) + 1):
        for cards in combinations(dict.fromkeys(few), size):
            ranks = tuple(map(rank, cards))
            if ranks not in seen:
                seen.add(ranks)
                yield cards


def told(done: Audit, event: Base) -> set[str]:
    """The clauses of the breaches that an event shows."""
    tried = done.copied()
    before = len(tried.findings)
    tried.feed([(tried.state.line + 1, event)])
    return {one.clause for one in tried.findings[before:]}


def again(page: Page, event: Base) -> bool:
    """Whether it is what that seat said just now: such a line was written twice, which other tests look at."""
    word = "p" if isinstance(event, Passed) else str(event.amount) if isinstance(event, Bid) else ""
    return word != "" and page.last == (getattr(event, "seat", -1), word)


def positions(count: int, share: float) -> None:
    """Legal sessions, and at some points of them all acts there are."""
    for number in range(count):
        options = [*OPTIONS, *ENDS][number % (len(OPTIONS) + len(ENDS))]
        log, rng = simulate(Setup(game="dou_dizhu", seed=number, options=options), hands=2), random.Random(number)
        page, viewer = Page(options), rng.choice([PUBLIC, 0, 1, 2])
        whole, seen = Audit(Log(log.header, [])), Audit(Log(log.header, []))
        for line, event in log.events:
            if page.stage != "deal" and page.taker > -2 and rng.random() < share:
                for act in tries(rng, page):
                    if again(page, act):
                        continue
                    wanted = page.all_wrong(act)
                    assert told(whole, act) == wanted, (number, line, act)
                    if page.words or page.stage != "auction":
                        assert told(seen, redact(act, viewer)) == wanted, (number, line, act, viewer)
            whole.feed([(line, event)])
            seen.feed([(line, redact(event, viewer))])
            page.see(event)
        assert not whole.findings
        assert whole.state.totals == page.totals


def test_every_act_at_any_point_is_judged_by_the_page() -> None:
    positions(6, 0.03)


@pytest.mark.check
def test_every_act_at_many_points_is_judged_by_the_page() -> None:
    positions(sessions(36), 0.03)


def test_who_is_due_and_what_may_be_said_is_what_the_page_says() -> None:
    for number in range(36):
        options = OPTIONS[number % len(OPTIONS)]
        log, page = simulate(Setup(game="dou_dizhu", seed=number, options=options), hands=2), Page(options)
        state = begin(log)
        for line, event in log.events:
            offered = {choice for act in GAME.due(state) for choice in act.choices or ()}
            words = {one for one in offered if isinstance(one, Bid | Passed | Took | Voided)}
            if page.stage in {"auction", "widow", "play"} and not isinstance(event, TurnedUp | Shown):
                may = [Passed(seat=seat) for seat in range(3)]
                may += [Bid(seat=seat, amount=amount) for seat in range(3) for amount in range(5)]
                fine = {one for one in may if page.wrong(one) is None}
                assert {one for one in words if isinstance(one, Bid | Passed)} == fine, (number, line)
            state.line, state.step = line, state.step + 1
            GAME.transitions[type(event)](state, event)
            page.see(event)
