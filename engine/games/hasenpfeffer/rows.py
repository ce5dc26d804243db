"""Whether a row of a score sheet is true: it can be, and agrees with the play and with the rows before it."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken
from upcard.engine.games.hasenpfeffer.scoring import fitting, shared_points, ways
from upcard.engine.games.hasenpfeffer.sheet import (
    are_rising,
    by_play,
    by_totals,
    could_be_bids,
    high_bids,
    is_of_hand_before,
    orders,
    says_played,
    says_void,
    tricks_by_side,
)
from upcard.engine.games.hasenpfeffer.table import XR, Hasenpfeffer
from upcard.engine.mechanisms.seats import by_side
from upcard.engine.wording import counted
from upcard.schemas.cards import SUIT_NAMES
from upcard.schemas.events import Scored


def sheet_is_true(s: Hasenpfeffer, e: Scored) -> Answer:
    """A row is one that can be, and agrees with the play as far as that is in the record."""
    if s.phase == "between" and not (s.how and s.ended == s.hand):
        return None if s.gap or s.hand else Broken(says="a row of a hand that was never begun")
    if is_of_hand_before(s, e):
        return None
    faults = [Broken(says=says, clause="HP-7") for says in row_faults(s, e)]
    faults += [Broken(says=says, clause="HP-2.1") for says in bid_faults(s, e)]
    return faults or compare(s, e)


def row_faults(s: Hasenpfeffer, e: Scored) -> list[str]:
    """Tricks that are not six in all, a contract or a declarer that cannot be, a void hand with points."""
    faults = []
    if e.seat is not None and e.seat > 3:
        faults.append(f"no seat {e.seat} at this table")
    if e.amount is not None and not 1 <= e.amount <= 6:
        faults.append(f"a contract of {e.amount}; contracts are 1 to 6")
    if e.tricks and tricks_by_side(e, 0) is None and (any(e.tricks) or not says_void(s, e)):
        faults.append(f"tricks {list(e.tricks)} cannot be: the sides share six")
    if e.void and (any(e.points or ()) or any(e.tricks or ())):
        faults.append("a void hand brings nothing")
    for said, column in (("points", e.points), ("totals", e.totals)):
        if column and by_side(column) is None:
            faults.append(f"{said} {list(column)} are not those of two sides")
    return faults


def bid_faults(s: Hasenpfeffer, e: Scored) -> list[str]:
    """Bids that cannot be: each is higher than those before it, and the last is the contract."""
    if not e.bids or not could_be_bids(e.bids):
        wrong = len(e.bids or ()) == 4
        says = f"bids {list(e.bids or ())}; bids are 1 to 6, or 0 for a pass" if wrong else ""
        return [says or f"{len(e.bids)} bids for four seats"] if e.bids else []
    made = [bid for bid in e.bids if bid]
    if len(set(made)) < len(made):
        return ["two equal bids"]
    if not any(are_rising([e.bids[seat] for seat in order]) for order in orders(s)):
        return ["a bid below one before it"]
    if made and e.void:
        return ["void though somebody bid"]
    return declarer_faults(s, e)


def declarer_faults(s: Hasenpfeffer, e: Scored) -> list[str]:
    """A declarer or a contract other than that of the bids written with it."""
    high = high_bids(s, e)
    if e.void or len(high) != 1:
        return []
    seat, contract = next(iter(high))
    other = e.seat is not None and e.seat < 4 and seat not in {-1, e.seat}
    wrong = e.amount in set(range(1, 7)) - {contract}
    if not other and not wrong:
        return []
    bid = f"seat {seat} bid {contract}" if seat >= 0 else f"after four passes it is {contract}"
    parts = [f"seat {e.seat} as declarer"] * other + [f"a contract of {e.amount}"] * wrong
    return [f"{' and '.join(parts)} {'were' if len(parts) > 1 else 'was'} written; {bid}"]


def compare(s: Hasenpfeffer, e: Scored) -> list[Broken]:
    """Where the row differs from what follows from the play, or from the row itself."""
    over = s.phase == "between"
    if over and s.how == "void" and not e.void and says_played(e):
        return [Broken(says="the hand is void")]
    if over and e.void and s.how != "void":
        return [Broken(says="the hand was played, and is not void")]
    if e.void and not over and (s.high or s.declarer >= 0):
        return [Broken(says="void though somebody bid", clause="HP-2.1")]
    if says_void(s, e) or (s.how == "void" and over):
        return compare_totals_of_void(s, e)
    after = s if over else open_still(s)
    faults = compare_contract(s, after, e)
    if e.trump is not None and s.trump and e.trump != s.trump:
        faults.append(Broken(says=f"{SUIT_NAMES[e.trump]} was written as trump; it was {SUIT_NAMES[s.trump]}"))
    return faults + compare_tricks(s, e) + compare_points(after, e)


def open_still(s: Hasenpfeffer) -> Hasenpfeffer:
    """The hand with all ways in which it may come out, by what is known before the row."""
    after = s.copied()
    after.joker = known_holder(s)
    after.could, after.before, after.totals = ways(after), s.totals, [None, None]
    seats, amounts = {way.seat for way in after.could}, {way.contract for way in after.could}
    after.declarer = seats.pop() if len(seats) == 1 else -1
    after.contract = amounts.pop() if len(amounts) == 1 else -1
    return after


def known_holder(s: Hasenpfeffer) -> int:
    """Who has the joker after four passes, as far as it was shown or is known; else -1."""
    if s.phase != "joker":
        return s.joker
    return next((seat for seat in range(4) if s.places.known[seat] & XR), -1)


def compare_totals_of_void(s: Hasenpfeffer, e: Scored) -> list[Broken]:
    """A void hand leaves the totals as they were."""
    sums = by_side(e.totals)
    if sums is None or all(one in {None, other} for one, other in zip(s.totals, sums, strict=True)):
        return []
    return [Broken(says=f"totals {sums} were written; they are {told(s.totals)}")]


def compare_contract(s: Hasenpfeffer, after: Hasenpfeffer, e: Scored) -> list[Broken]:
    """Bids, declarer and contract of the row against those that can be by what was told before."""
    if e.bids and any(0 <= bid != said for bid, said in zip(s.bids, e.bids, strict=True)):
        bids = told([None if bid < 0 else bid for bid in s.bids])
        return [Broken(says=f"bids {list(e.bids)} were written; they were {bids}")]
    high = high_bids(s, e)
    seats = {e.seat} if e.seat is not None else {seat for seat, _ in high}
    amounts = {e.amount} if e.amount is not None else {contract for _, contract in high}
    faults = []
    if seats and not seats & {-1, *(way.seat for way in after.could)}:
        was = f"it was seat {after.declarer}" if after.declarer >= 0 else "it was another"
        faults.append(Broken(says=f"seat {min(seats)} was written as declarer; {was}"))
    if amounts and not amounts & {way.contract for way in after.could}:
        was = f"it was {after.contract}" if after.contract >= 0 else "it was another"
        faults.append(Broken(says=f"a contract of {min(amounts)} was written; {was}"))
    if faults or None in {e.seat, e.amount} or (e.seat, e.amount) in {way[:2] for way in after.could}:
        return faults
    return [Broken(says=f"a contract of {e.amount} was written for seat {e.seat}; its bid was another")]


def compare_tricks(s: Hasenpfeffer, e: Scored) -> list[Broken]:
    """The split of the row against the tricks played."""
    side = e.seat if e.seat is not None else s.declarer
    split = tricks_by_side(e, side & 1 if side >= 0 else -1)
    if split is None:
        return []
    if s.phase == "between" and sum(s.taken) == 6 and split != s.taken:
        source = "play" if s.how == "played" else "row before"
        return [Broken(says=f"tricks {split} were written; the {source} gives {s.taken}")]
    return [
        Broken(says=f"side {side} has {counted(written, 'trick')} on the sheet; the play shows {s.taken[side]} already")
        for side, written in enumerate(split)
        if written < s.taken[side]
    ]


def compare_points(after: Hasenpfeffer, e: Scored) -> list[Broken]:
    """Points and totals of the row against those that follow: from the play, else from its own columns."""
    row, sums = by_side(e.points), by_side(e.totals)
    could, faults = by_play(after, e), []
    due = shared_points(could)
    if row is not None:
        fits = fitting(could, row)
        if not fits and None in due:
            faults.append(Broken(says=f"points {row} cannot be: no contract and tricks bring them", clause="HP-7"))
        elif not fits:
            faults.append(Broken(says=f"points {row} were written; they are {told(due)}"))
        could = fits or could
    if sums is None or (by_totals(after, e, could) and not differ(after.totals, sums)):
        return faults
    if faults and row is not None and not differ(sum_of(after.before, row), sums):
        return faults
    totals = sum_of(after.before, shared_points(could))
    if None in totals and not by_totals(after, e, could):
        return [*faults, Broken(says=f"totals {sums} cannot be: no contract and tricks bring them")]
    return [*faults, Broken(says=f"totals {sums} were written; they are {told(totals)}")]


def sum_of(totals: Sequence[int | None], points: Sequence[int | None]) -> list[int | None]:
    """Totals and points, as far as both are known."""
    return [None if one is None or other is None else one + other for one, other in zip(totals, points, strict=True)]


def differ(known: list[int | None], written: list[int]) -> bool:
    """Whether something known is not what was written."""
    return any(one not in {None, other} for one, other in zip(known, written, strict=True))


def told(amounts: list[int | None]) -> str:
    """Amounts as they are told, where some are not known."""
    return f"[{', '.join('?' if one is None else str(one) for one in amounts)}]"


def follows(sums: list[int], totals: list[int | None], row: list[int], points: list[int | None]) -> bool:
    """Whether the totals written are wrong by no more than the points written with them."""
    rows = zip(sums, totals, row, points, strict=True)
    return all(None in {total, due} or one - total == gained - due for one, total, gained, due in rows)  # type: ignore[operator]  # None was ruled out
