"""DZ-6 What a hand may have brought, as far as the play and a row of the sheet tell it."""

from collections.abc import Iterator
from itertools import product
from typing import Final

import msgspec

from upcard.engine.games.dou_dizhu.irregular import accounted, laid_of
from upcard.engine.games.dou_dizhu.settling import Amounts, is_spring, points_of, stake
from upcard.engine.games.dou_dizhu.shapes import BLACK, RANK, RED
from upcard.engine.games.dou_dizhu.table import (
    LANDLORD,
    MOST_BID,
    NOBODY,
    OPPONENTS,
    SEATS,
    UNSURE_BID,
    UNSURE_BOMBS,
    WIDOW,
    DouDizhu,
    ranked_in,
)
from upcard.schemas.events import Scored

MOST_BOMBS: Final = 13
"""Thirteen fours of a kind leave no seat both jokers: there can be no more bombs and rockets."""
_MOST_IN_SPRING: Final = {LANDLORD: 5, OPPONENTS: 9}
"""Bombs and rockets where the losers never played, or the landlord once: five in twenty cards, four in seventeen."""

Way = tuple[int, int, int]
"""Landlord, the side that won, and what each opponent paid or got."""


class Reckoning(msgspec.Struct, frozen=True):
    """What is known of a hand. Below 0 or None: not known; bid: 0 if not known."""

    landlord: int
    bid: int
    bombs: int | None
    side: int


def in_row(e: Scored) -> Reckoning:
    """What the row says, as far as it can be."""
    bid = e.amount if e.amount is not None else max(e.bids, default=0) if e.bids else 0
    landlord = NOBODY if e.seat is None or e.seat >= SEATS else e.seat
    bombs = None if e.bombs is None or e.bombs > MOST_BOMBS else e.bombs
    side = -1 if e.side is None or e.side > OPPONENTS else e.side
    return Reckoning(landlord, bid if 1 <= bid <= MOST_BID else 0, bombs, side)


def in_play(s: DouDizhu) -> Reckoning:
    """What the play, or a row before, tells of the hand that is on or ended last."""
    ended = s.phase == "between"
    if s.phase not in {"widow", "play"} and not (ended and (s.missed or s.how in {"played", "sheet"})):
        return Reckoning(NOBODY, 0, None, -1)
    bid = 0 if s.unsure & UNSURE_BID else s.bid
    return Reckoning(s.landlord, bid, s.bombs if ended and not s.unsure & UNSURE_BOMBS else None, s.side)


def both(s: DouDizhu, e: Scored) -> Reckoning:
    """What the play tells, and the row where the play does not and leaves room for it."""
    seen, said = in_play(s), in_row(e)
    bombs = seen.bombs
    if bombs is None and said.bombs is not None and s.bombs <= said.bombs <= most_bombs(s):
        bombs = said.bombs
    landlord, bid = seen.landlord, seen.bid
    if may_bid(s, said.landlord, said.bid):
        landlord = said.landlord if landlord < 0 else landlord
        bid = bid or said.bid
    return Reckoning(landlord, bid, bombs, seen.side if seen.side >= 0 else said.side)


def may_bid(s: DouDizhu, landlord: int, bid: int) -> bool:
    """Whether this landlord (below 0: any) at this bid (0: any) is left open by the bids so far."""
    if s.phase != "auction" or not s.bid or not bid:
        return True
    return bid > s.bid or (bid == s.bid and (s.landlord < 0 or landlord in {NOBODY, s.landlord}))


def ways(s: DouDizhu, hand: Reckoning, *, by_hands: bool = False) -> set[Way]:
    """All that a hand of which so much is known may have come to. by_hands: as `most_bombs` has it."""
    if s.phase == "between" and s.value is not None:
        return {(s.landlord, s.side, s.value)}
    landlords = range(SEATS) if hand.landlord < 0 else (hand.landlord,)
    sides = (LANDLORD, OPPONENTS) if hand.side < 0 else (hand.side,)
    bids = (hand.bid,) if hand.bid else range(max(1, s.bid), MOST_BID + 1)
    counts = range(s.bombs, most_bombs(s, by_hands=by_hands) + 1) if hand.bombs is None else (hand.bombs,)
    return {
        (landlord, side, times * stake(bid, bombs))
        for landlord, side, bid, bombs in product(landlords, sides, bids, counts)
        if may_bid(s, landlord, bid)
        for times in doublings(s, landlord, side, bombs)
    }


def doublings(s: DouDizhu, landlord: int, side: int, bombs: int) -> Iterator[int]:
    """1, 2 for a spring (DZ-6.2), or both where the record does not tell."""
    if s.options.spring == "none":
        yield 1
        return
    if s.how == "played" and not (s.gap or s.holed) and s.landlord >= 0:
        yield 2 if is_spring(s, side) else 1
        return
    yield 1
    others = sum(s.plays) - s.plays[landlord]
    ruled_out = others > 0 if side == LANDLORD else s.plays[landlord] > 1
    if not ruled_out and bombs <= _MOST_IN_SPRING[side]:
        yield 2


def points_in(found: set[Way]) -> list[Amounts]:
    """What the seats may have got or paid, each once."""
    return [list(points) for points in sorted({tuple(points_of(*way)) for way in found})]


# ---- How many bombs there can have been ----------------------------------------------------------------------------


def most_bombs(s: DouDizhu, *, by_hands: bool = False) -> int:
    """Bombs and rockets laid so far, and those that the cards not laid leave room for. by_hands: and the hands, as far
    as the record has them; not all at the table know these, and so what a hand came to does not hang on them.
    """
    places = s.places
    if not any((*places.known[: WIDOW + 1], *places.most[: WIDOW + 1])):
        return max(s.bombs, MOST_BOMBS)
    if any(card not in RANK for _, cards, _ in s.acts for card in cards):
        return max(s.bombs, MOST_BOMBS)
    fours = sum(not laid_of(s, rank) and (not by_hands or may_be_bomb(s, (rank,), 4)) for rank in range(BLACK))
    rocket = not laid_of(s, BLACK) and not laid_of(s, RED)
    rocket = rocket and (not by_hands or may_be_bomb(s, (BLACK, RED), 1))
    return max(s.bombs, min(MOST_BOMBS, s.bombs + fours + rocket))


def may_be_bomb(s: DouDizhu, ranks: tuple[int, ...], copies: int) -> bool:
    """Whether one hand may have all cards of these ranks, or may have had them where something was missed."""
    return s.gap or any(may_hold(s, seat, ranks, copies) for seat in range(SEATS))


def may_hold(s: DouDizhu, seat: int, ranks: tuple[int, ...], copies: int) -> bool:
    """Whether a hand, with the widow if that may go to it, may have all cards of these ranks."""
    own = [seat]
    if s.phase in {"deal", "auction"} or s.landlord in {seat, NOBODY}:
        own.append(WIDOW)
    elsewhere = [place for place in range(WIDOW + 1) if place not in own]
    if any(accounted(s, place, rank) for place in elsewhere for rank in ranks):
        return False
    there = sum(accounted(s, place, rank) for place in own for rank in ranks)
    room = sum(s.places.most[place] - sum(ranked_in(s, place)) for place in own)
    return there + room >= copies * len(ranks)
