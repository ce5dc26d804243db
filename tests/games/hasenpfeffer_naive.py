"""Hasenpfeffer as somebody scores it who knows the page only, and tries out everything that may have happened."""

import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from upcard.schemas.events import Base, HandStarted, Scored

Pair = tuple[int, int]


class Hand(NamedTuple):
    """How a hand came out: declarer, contract, the declarers' tricks; no declarer: it was void."""

    declarer: int
    contract: int
    tricks: int

    @property
    def points(self) -> Pair:
        """HP-4.1, HP-2.2."""
        if self.declarer < 0:
            return 0, 0
        mine = self.tricks if self.tricks >= self.contract else -self.contract
        return (mine, 6 - self.tricks) if self.declarer in {0, 2} else (6 - self.tricks, mine)

    @property
    def split(self) -> Pair:
        """The tricks of the sides."""
        return (self.tricks, 6 - self.tricks) if self.declarer in {0, 2} else (6 - self.tricks, self.tricks)


ALL_HANDS = [Hand(*one) for one in itertools.product(range(4), range(1, 7), range(7))]
VOID = Hand(-1, 0, 0)


def high_bid(bids: tuple[int, ...], dealer: int) -> Pair | None:
    """HP-2.1: declarer and contract; (-1, 0) after four passes; None if the bids cannot be."""
    high, who = 0, -1
    for place in range(1, 5):
        seat = (dealer + place) % 4
        if bids[seat]:
            if not high < bids[seat] <= 6:
                return None
            high, who = bids[seat], seat
    return who, high


class Sheet:
    """A ledger that keeps all pairs of totals that are possible by the rows so far."""

    def __init__(self, dealer: int, **options: Any) -> None:
        self.target, self.forced = options.get("target", 10), options.get("forced_bid", 3)
        self.only_if_set = options.get("defenders_win_only_if_set", False)
        self.dealer = dealer
        self.could: set[Pair] = {(0, 0)}

    def hands(self, row: Scored) -> list[Hand]:
        """The hands that a row may be of, by all columns but totals."""
        hands = [VOID] if row.void else ALL_HANDS
        if row.bids is not None:
            bid = high_bid(row.bids, self.dealer)
            if bid is None:
                return []
            if bid[1]:
                hands = [one for one in hands if one[:2] == bid]
            else:
                hands = [one for one in hands if one == VOID or one.contract == self.forced]
        hands = [one for one in hands if row.seat in {None, one.declarer} and row.amount in {None, one.contract}]
        if row.tricks is not None:
            hands = [one for one in hands if row.tricks in {one.split, (one.tricks,)}]
        return [one for one in hands if row.points in {None, one.points}]

    def read(self, row: Scored) -> tuple[list[set[int]], int | None] | None:
        """What a side may have gained, and who has won (-1: nobody; None: that cannot be told); None if no hand brings
        such a row.
        """
        ways = [(hand, added(total, hand.points)) for hand in self.hands(row) for total in self.could]
        if row.totals is not None:
            ways = [one for one in ways if one[1] == row.totals]
        self.dealer = (self.dealer + 1) % 4
        if not ways:
            return None
        self.could = {total for _, total in ways}
        winners = {self.winner(hand, total) for hand, total in ways}
        return [{hand.points[side] for hand, _ in ways} for side in (0, 1)], winners.pop() if len(
            winners
        ) == 1 else None

    def winner(self, hand: Hand, total: Pair) -> int:
        """HP-4.2, HP-6.1."""
        if hand == VOID:
            return -1
        side = hand.declarer % 2
        if total[side] >= self.target:
            return side
        barred = self.only_if_set and hand.tricks >= hand.contract
        return 1 - side if total[1 - side] >= self.target and not barred else -1


def added(one: Pair, other: Pair) -> Pair:
    """Totals and points."""
    return one[0] + other[0], one[1] + other[1]


def some_bids(rng: random.Random, dealer: int) -> tuple[int, ...]:
    """Bids by the page."""
    bids, high = [0] * 4, 0
    for place in range(1, 5):
        if high < 6 and rng.random() < 0.4:
            high = bids[(dealer + place) % 4] = rng.randint(high + 1, 6)
    return tuple(bids)


def whole_rows(rng: random.Random, **options: Any) -> Iterator[Scored]:
    """The rows of a game, with nothing left out. Dealer of the first hand: seat 0."""
    naive, totals, dealer = Sheet(0, **options), (0, 0), 0
    for _ in range(30):
        bids = some_bids(rng, dealer)
        who, contract = high_bid(bids, dealer) or (-1, 0)
        hand = Hand(who, contract, rng.randint(0, 6))
        if who < 0:
            hand = VOID if rng.random() < 0.3 else Hand(rng.randrange(4), naive.forced, rng.randint(0, 6))
        totals, dealer = added(totals, hand.points), (dealer + 1) % 4
        if hand == VOID:
            yield Scored(bids=bids, void=True, points=(0, 0), totals=totals)
        else:
            split = hand.split if rng.random() < 0.7 else (hand.tricks,)
            yield Scored(
                bids=bids, seat=hand.declarer, amount=hand.contract, tricks=split, points=hand.points, totals=totals
            )
        if naive.winner(hand, totals) >= 0:
            return


def sheet_of(rows: list[Scored]) -> list[Base]:
    """Rows as events, the first dealt by seat 0."""
    return [event for place, row in enumerate(rows) for event in (HandStarted(dealer=None if place else 0), row)]
