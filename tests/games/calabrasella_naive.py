"""Calabrasella as somebody judges and reckons it who has the page and all cards before him: no rule is the engine's."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.experiments import played_on
from tests.games.test_calabrasella_experiments import AT_ONCE, LATER
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import choose
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import (
    FORMAT,
    Base,
    CardAbsent,
    CardNamed,
    Corrected,
    Dealt,
    Discarded,
    Elected,
    Event,
    Gave,
    HandStarted,
    Opened,
    Passed,
    Played,
    Returned,
    Took,
    TurnedOver,
    Voided,
)

FORTY = [card for card in PACK if card.rank not in "89T"]
CHOICES: dict[str, list[Any]] = {
    "starting_chips": [0, 100],
    "shutout_rule": ["exact_35", "all_points"],
    "dead_cards": ["dead", "last_trick"],
    "max_discards": [2, 3, 4],
    "min_discards": [0, 1, 2],
    "payment_double": [1, 2, 3],
    "same_trick_correction": [False, True],
}
"""The first, or what the page has as default, is not the only value tried."""

DEFAULTS = {"starting_chips": 0, "shutout_rule": "exact_35", "dead_cards": "dead", "max_discards": 4, "min_discards": 1}
RATES = (0.0, 0.02, 0.08)
"""How often somebody breaks a rule."""

Wrong = tuple[str, int | None, int]
"""Clause, seat, the line it is about."""


def worth(cards: Any) -> int:
    """CA-4.1."""
    return sum(3 if card.rank == "A" else card.rank in "32KQJ" for card in cards)


class Naive:
    """A table as somebody keeps it who knows the page only. wrongs: all that was done against it; withdrawn: what looked
    like it until more was known; told: what each hand that ended brought.
    """

    def __init__(self, options: dict[str, Any] | None) -> None:
        self.options: dict[str, Any] = DEFAULTS | {"payment_double": 2, "same_trick_correction": False}
        self.options |= options or {}
        self.chips = [self.options["starting_chips"]] * 3
        self.dealer, self.thrown_in, self.on = -1, False, False
        self.lone = False
        self.opened: tuple[int, Wrong] = (0, ("", None, 0))
        self.written: Wrong = ("", None, 0)
        self.withdrawn: list[Wrong] = []
        self.wrongs: list[Wrong] = []
        self.told: list[list[int]] = []
        self.hands: list[set[Card]] = [set(), set(), set()]

    # ---- CA-1, CA-2.1

    def start(self, event: HandStarted, line: int) -> Iterator[tuple[str, int | None]]:
        due = (self.dealer + 1) % 3
        again = self.thrown_in and event.dealer == self.dealer
        if event.dealer is not None:
            off = (event.dealer - due) % 3 if self.dealer >= 0 and not again else 0
            is_wrong, this = self.is_wrong(off), ("CA-4.5", event.dealer, line)
            if off:
                yield ("G-8", None) if is_wrong else this[:2]
            self.lone = self.dealer < 0 or not (event.dealer == due or (again and self.lone) or is_wrong)
            self.opened, self.written = (-off % 3, this), this
        self.dealer = due if event.dealer is None else event.dealer
        self.thrown_in, self.on = False, True

    def deal(self, event: Dealt) -> None:
        self.hands = [set(hand or ()) for hand in event.hands or ()]
        self.widow = set((event.places or {})["widow"])
        self.passed: list[int] = []
        self.declarer, self.named, self.dead = -1, None, set(self.widow)
        self.asked = self.nobody = self.returned = self.discarded = self.turned = self.taken = False
        self.given, self.size = -1, 0
        self.trick: list[tuple[int, Card, int]] = []
        self.points, self.tricks, self.turn, self.muddled = [0, 0], 0, -1, 0

    def is_wrong(self, off: int) -> bool:
        """G-8: whether the line that alone tells of the dealer is wrong: twice in a row the table went by another, as far off."""
        if not self.lone or not off or off != self.opened[0]:
            return False
        for wrong in {self.opened[1], self.written} & set(self.wrongs):
            self.wrongs.remove(wrong)
            self.withdrawn.append(wrong)
        return True

    def open(self, seat: int, line: int) -> bool:
        """A seat speaks first. Whether the line that alone tells of the dealer is wrong."""
        off = (seat - self.dealer - 1) % 3
        is_wrong = self.is_wrong(off)
        if is_wrong:
            self.dealer = (seat - 1) % 3
        self.lone = self.lone and off != 0 and not is_wrong
        self.opened = (off, ("CA-2.1", seat, line))
        return is_wrong

    def bid(self, event: Passed | Elected, line: int) -> Iterator[tuple[str, int | None]]:
        if self.declarer < 0 and not self.passed and self.open(event.seat, line):
            yield "G-8", None
        order = [(self.dealer + 1 + place) % 3 for place in range(3)]
        left = [seat for seat in order if seat not in self.passed]
        after = [seat for place in range(1, 3) if self.passed for seat in [(self.passed[-1] + place) % 3]]
        may = {left[0], *[seat for seat in after if seat in left][:1]} if left else set()
        if self.declarer >= 0 or event.seat not in may:
            yield "CA-2.1", event.seat
        if self.declarer >= 0:
            return
        if isinstance(event, Passed):
            self.passed += [event.seat] * (event.seat not in self.passed)
            if len(self.passed) == 3:
                self.end([0, 0, 0])
        else:
            self.declarer, self.turn = event.seat, (event.seat + 1) % 3

    # ---- CA-2.2, CA-2.3

    def names(self) -> set[Card | None]:
        """CA-2.2."""
        hand = self.hands[self.declarer]
        for rank in "32":
            left: set[Card | None] = {card for card in FORTY if card.rank == rank} - hand
            if left:
                return left
        return {None}

    def name(self, event: CardNamed) -> Iterator[tuple[str, int | None]]:
        if event.card not in self.names():
            yield "CA-2.2", event.seat
        self.named, self.asked = event.card, True

    def absent(self) -> Iterator[tuple[str, int | None]]:
        self.nobody = True
        for seat in range(3):
            if seat != self.declarer and self.named in self.hands[seat]:
                yield "CA-2.3", seat

    def give(self, event: Gave) -> None:
        assert self.named is not None
        self.hands[event.seat].remove(self.named)
        self.hands[event.to].add(self.named)
        self.given = event.seat

    def give_back(self, event: Returned) -> Iterator[tuple[str, int | None]]:
        if event.card == self.named:
            yield "CA-2.3", event.seat
        assert event.card is not None
        self.returned = True
        self.hands[event.seat].remove(event.card)
        self.hands[event.to].add(event.card)

    # ---- CA-2.4, CA-2.5

    def discard(self, event: Discarded) -> Iterator[tuple[str, int | None]]:
        cards = set(event.cards or ())
        if not self.options["min_discards"] <= len(cards) <= self.options["max_discards"]:
            yield "CA-2.4", event.seat
        self.hands[event.seat] -= cards
        self.dead |= cards
        self.discarded, self.size = True, len(cards)

    def turn_over(self) -> Iterator[tuple[str, int | None]]:
        if not self.discarded and self.options["min_discards"]:
            yield "CA-2.4", self.declarer
        self.turned = True

    def take(self, event: Took) -> Iterator[tuple[str, int | None]]:
        cards = set(event.cards or ())
        if len(cards) != min(self.size, 4):
            yield "CA-2.5", event.seat
        self.hands[event.seat] |= cards
        self.dead -= cards
        self.taken = True

    # ---- CA-3

    def playable(self, seat: int) -> set[Card]:
        """CA-3."""
        hand = self.hands[seat]
        follow = {card for card in hand if self.trick and card.suit == self.trick[0][1].suit}
        return follow or hand

    def play(self, event: Played, line: int) -> Iterator[tuple[str, int | None]]:
        if event.seat != self.turn:
            self.muddled += 1
            yield "G-13", event.seat
        elif event.card not in self.playable(event.seat):
            yield "CA-3", event.seat
        self.hands[event.seat].remove(event.card)
        self.trick.append((event.seat, event.card, line))
        others = {0, 1, 2} - {seat for seat, _, _ in self.trick}
        self.turn = (event.seat + 1) % 3 if len(self.trick) == 1 else min(others, default=-1)
        if len(self.trick) == 3:
            self.win()

    def win(self) -> None:
        """CA-1.2, CA-3."""
        order, led = "4567JQKA23", self.trick[0][1].suit
        self.turn = max((order.index(card.rank), seat) for seat, card, _ in self.trick if card.suit == led)[1]
        self.tricks += 1
        side = int(self.turn != self.declarer)
        self.points[side] += worth(card for _, card, _ in self.trick)
        self.trick = []
        if self.tricks == 12:
            self.reckon(side)

    def correct(self, event: Corrected) -> Iterator[tuple[str, int | None]]:
        """G-14: of a revoke in the open trick alone, and where the table allows it."""
        place = [seat for seat, _, _ in self.trick].index(event.seat)
        _, old, line = self.trick[place]
        led = self.trick[0][1].suit
        if not self.options["same_trick_correction"] or not place or old.suit == led or event.card.suit != led:
            yield "G-14", event.seat
        else:
            self.wrongs = [wrong for wrong in self.wrongs if wrong != ("CA-3", event.seat, line)]
        self.hands[event.seat].remove(event.card)
        self.hands[event.seat].add(old)
        self.trick[place] = (event.seat, event.card, line)

    # ---- CA-4

    def reckon(self, last: int) -> None:
        """CA-4."""
        self.points[last] += 3
        if self.options["dead_cards"] == "last_trick":
            self.points[last] += worth(self.dead)
        mine, theirs = self.points
        due = mine - theirs
        if {mine, theirs} == {35, 0} or (self.options["shutout_rule"] == "all_points" and 0 in self.points):
            due *= self.options["payment_double"]
        self.end([2 * due if seat == self.declarer else -due for seat in range(3)])

    def end(self, gains: list[int]) -> None:
        self.chips = [had + gain for had, gain in zip(self.chips, gains, strict=True)]
        self.told.append(gains)
        self.on = False

    def void(self) -> None:
        self.end([0, 0, 0])
        self.thrown_in = True

    def follow(self, event: Base, line: int = 0) -> list[Wrong]:
        """One more event; what is wrong with it."""
        acts: dict[type[Base], Callable[[Any], Any]] = {
            HandStarted: lambda one: self.start(one, line),
            Dealt: self.deal,
            Passed: lambda one: self.bid(one, line),
            Elected: lambda one: self.bid(one, line),
            CardNamed: self.name,
            CardAbsent: lambda _: self.absent(),
            Gave: self.give,
            Returned: self.give_back,
            Discarded: self.discard,
            TurnedOver: lambda _: self.turn_over(),
            Took: self.take,
            Played: lambda one: self.play(one, line),
            Corrected: self.correct,
            Voided: lambda _: self.void(),
        }
        act = acts.get(type(event))
        fresh = [(clause, seat, line) for clause, seat in (act(event) if act else None) or ()]
        self.wrongs += fresh
        return fresh


# ---- Sessions ------------------------------------------------------------------------------------------------------


def two_named(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A two is named, though a three could be."""
    if not isinstance(event, CardNamed) or event.card is None or event.card.rank == "2":
        return None
    twos = [card for card in FORTY if card.rank == "2" and not card.bit & state.places.known[event.seat]]
    return CardNamed(seat=event.seat, card=rng.choice(twos)) if twos else None


def none_named(_state: Any, event: Event, _rng: random.Random) -> Event | None:
    """No card is named, though one could be."""
    return CardNamed(seat=event.seat) if isinstance(event, CardNamed) else None


NAMED = {"two_named": two_named, "none_named": none_named}
TAMPERS = {**LATER, **NAMED, **{name: row[0] for name, row in AT_ONCE.items() if name in {"bid", "dealer", "five"}}}
"""Breaches after which the game goes on by the page."""


def session(number: int, hands: int = 2, rate: float = 0.0, *, turns: bool = False) -> Log:
    """A session with options at random; now and then, at this rate, somebody breaks a rule; turns: also plays out of
    turn, so that it is less sure what was left out of the record.
    """
    rng = random.Random(f"calabrasella/{number}")
    options = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.4}
    if options.get("min_discards", 1) > options.get("max_discards", 4):
        del options["min_discards"]
    header = Opened(format=FORMAT, log="test", game="calabrasella", seats=("p1", "p2", "p3"), options=options or None)
    game, tampers = find("calabrasella"), [*TAMPERS.values(), *([AT_ONCE["turn"][0]] if turns else [])]

    def player(state: Any, dice: random.Random) -> Event | None:
        event: Any = choose(dice, game.due(state), done=state.ended >= hands)
        if dice.random() >= (rate if isinstance(event, Played) else 3 * rate):
            return event
        dice.shuffle(tampers)
        wrong = (tamper(state, event, dice) for tamper in tampers)
        return next((one for one in wrong if one is not None), event)

    empty = Log(header, [])
    return Log(header, played_on(game, begin(empty), rng, hands, player))


def judged(log: Log) -> Naive:
    """What the page says of a whole session."""
    naive = Naive(log.header.options)
    for line, event in log.events:
        naive.follow(event, line)
    return naive
