"""Rows of a score sheet (bids, declarer, contract, tricks, void): what they say, and what follows from them."""

import itertools
from collections.abc import Callable, Iterator, Sequence

from upcard.engine.game import Result
from upcard.engine.games.hasenpfeffer.dealer import dealers_told
from upcard.engine.games.hasenpfeffer.scoring import award, fitting, settle_void, shared, tell, ways, winner_by
from upcard.engine.games.hasenpfeffer.table import HAND, Hasenpfeffer, Way, reopen
from upcard.engine.mechanisms.seats import agrees, by_side, level_of
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.events import Scored

Ints = tuple[int, ...]
Test = Callable[[Way], bool]

# ---- What a row says -----------------------------------------------------------------------------------------------


def could_be_bids(bids: Ints | None) -> bool:
    """Whether these are four bids, 0 for a pass."""
    return bids is not None and len(bids) == 4 and all(0 <= bid <= 6 for bid in bids)


def orders(s: Hasenpfeffer) -> Iterator[list[int]]:
    """The orders in which the seats may have spoken: from left of the dealer, or of whoever may have dealt. Where one line
    alone says who, and who spoke first another, it may be either (G-8).
    """
    dealers = dealers_told(s) or range(4)
    if s.lone and s.off and s.dealer >= 0:
        dealers = [s.dealer, (s.dealer + s.off) & 3]
    for dealer in dealers:
        yield [(dealer + place) & 3 for place in range(1, 5)]


def are_rising(bids: Sequence[int]) -> bool:
    """Whether each bid is above the one before it; passes in between do not matter (HP-2.1)."""
    made = [bid for bid in bids if bid]
    return all(one < other for one, other in itertools.pairwise(made))


def high_bids(s: Hasenpfeffer, e: Scored) -> set[tuple[int, int]]:
    """The declarer (-1: who has the joker) and contract by the bids of a row: of equal bids the first counts."""
    if e.bids is None or not could_be_bids(e.bids):
        return set()
    high = max(e.bids)
    if not high:
        return {(-1, s.options.forced_bid)}
    bids = e.bids
    could = [order for order in orders(s) if are_rising([bids[seat] for seat in order])] or orders(s)
    return {(next(seat for seat in order if bids[seat] == high), high) for order in could}


def tricks_by_side(e: Scored, side: int) -> list[int] | None:
    """The tricks of both sides, from the declarers' tricks, or those of sides or seats; None if they cannot be."""
    tricks = e.tricks or ()
    if len(tricks) == 1 and side >= 0:
        split = [6 - tricks[0], 6 - tricks[0]]
        split[side] = tricks[0]
    elif len(tricks) == 2:
        split = list(tricks)
    elif len(tricks) == 4:
        split = [tricks[0] + tricks[2], tricks[1] + tricks[3]]
    else:
        return None
    return split if sum(split) == 6 and min(split) >= 0 and min(tricks) >= 0 else None


def says_void(s: Hasenpfeffer, e: Scored) -> bool:
    """Whether a row is of a hand that was void: it says so, or tells of nothing but passes and brought nothing."""
    if e.void:
        return True
    if s.phase not in {"deal", "bids", "joker"} or s.high or says_played(e):
        return False
    if e.points is not None:
        return by_side(e.points) == [0, 0]
    return e.totals is not None and by_side(e.totals) == s.totals


def says_played(e: Scored) -> bool:
    """Whether a row tells of a hand that was played."""
    return e.seat is not None or bool(e.amount) or any(any(column or ()) for column in (e.bids, e.tricks, e.points))


def is_of_hand_before(s: Hasenpfeffer, e: Scored) -> bool:
    """Whether a row is written late, of the hand before this one: it has the totals of then, which each hand changes."""
    gained = any(e.points or ()) or any(e.tricks or ())
    return s.row_due and s.phase != "between" and not e.void and gained and by_side(e.totals) == s.totals


# ---- What follows from it ------------------------------------------------------------------------------------------


def score(s: Hasenpfeffer, e: Scored) -> None:
    """A row settles a hand that was not played out in the record, and tells what cannot be told otherwise."""
    reopen(s)
    if is_of_hand_before(s, e):
        s.row_due = False
        return
    if s.phase != "between" and says_void(s, e):
        settle_void(s, passed_out=not s.high and s.declarer < 0)
    elif s.phase != "between":
        s.could, s.before = ways(s), s.totals
        award(s, "sheet", read(s, e))
    elif s.how and s.ended == s.hand:
        fill_in(s, e)
    if s.how and s.ended == s.hand:
        s.written = True
        s.trump = s.trump or e.trump or ""
    take_totals(s, e)


def fill_in(s: Hasenpfeffer, e: Scored) -> None:
    """What another row of a hand tells of it."""
    could, trump = tuple(read(s, e)), s.trump or e.trump or ""
    if could != s.could:
        tell(s, could)
    elif trump == s.trump:
        return
    s.settled += 1


def read(s: Hasenpfeffer, e: Scored) -> Sequence[Way]:
    """The ways in which the hand may have come out, by all that the row says. What cannot be does not count."""
    could, points = by_play(s, e), by_side(e.points)
    if len(could) == 1:
        return could
    if points is not None:
        could = fitting(could, points) or could
    return by_totals(s, e, could) or could


def by_play(s: Hasenpfeffer, e: Scored) -> Sequence[Way]:
    """The ways that agree with bids, declarer, contract and tricks of a row; where these do not agree with each other,
    or with the play, then with as many of them as can be.
    """
    tests = [*tests_of(s, e)]
    if not tests or len(s.could) == 1:
        return s.could
    left: Sequence[Way] = s.could
    for test in tests:
        left = [way for way in left if test(way)]
    if left:
        return left
    agreed = [sum(test(way) for test in tests) for way in s.could]
    most = max(agreed, default=0)
    return [way for way, count in zip(s.could, agreed, strict=True) if count == most]


def tests_of(s: Hasenpfeffer, e: Scored) -> Iterator[Test]:
    """What the columns of a row say of the way in which the hand came out."""
    if e.seat is not None and e.seat < 4:
        yield lambda way: way.seat == e.seat
    if e.amount is not None and 1 <= e.amount <= 6:
        yield lambda way: way.contract == e.amount
    high = high_bids(s, e)
    if high:
        yield lambda way: (way.seat, way.contract) in high or (-1, way.contract) in high
    splits = [tuple(tricks_by_side(e, side) or ()) for side in (0, 1)]
    if splits[0]:
        yield lambda way: splits[way.seat & 1] == way.split


def by_totals(s: Hasenpfeffer, e: Scored, could: Sequence[Way]) -> Sequence[Way]:
    """The ways that lead to the totals of a row, where those before it are known; all, if it has none."""
    totals = by_side(e.totals)
    if totals is None:
        return could
    gained = [None if was is None else one - was for one, was in zip(totals, s.before, strict=True)]
    return fitting(could, gained)


def take_totals(s: Hasenpfeffer, e: Scored) -> None:
    """Totals that cannot be known otherwise are those that were written."""
    totals = by_side(e.totals)
    lost = s.how in {"", "void"}
    if s.phase != "between" or totals is None or None not in s.totals or not agrees(s.totals, totals):
        return
    s.totals = [
        one if was is not None or (not lost and known is not None) else total
        for one, was, known, total in zip(s.totals, s.totals, s.before, totals, strict=True)
    ]
    s.winner = winner_by(s) if s.winner < 0 else s.winner


# ---- How a hand came out -------------------------------------------------------------------------------------------


def result(s: Hasenpfeffer) -> Result:
    """How the hand that just ended came out. A side's points stand at both its seats; who made or beat it has won."""
    void = s.how == "void"
    first = shared(way.made == (way.seat & 1 == 0) for way in s.could)
    won: list[bool | None] = [False, False] if void else [None, None] if first is None else [bool(first), not first]
    return Result(
        points=(*s.points, *s.points),
        won=(*won, *won),
        sides=(0, 1, 0, 1),
        dealer=None if s.dealer < 0 else s.dealer,
        trump=s.trump or None,
        counts=not void,
        level="sheet" if s.written and s.how != "played" and not s.cards else level_of(s.places, [HAND] * 4),
        says="void" if void else {1: "made", 0: "set"}.get(s.made, s.how),
        tricks=tricks_of(s.cards, s.by, s.winners, 4),
    )
