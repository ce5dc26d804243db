"""DZ-6.6 Score sheet: rows that are a hand of their own, and what was written for a hand that was played."""

from msgspec import structs

from upcard.engine.game import Answer, Broken
from upcard.engine.games.dou_dizhu.dealing import begin_hand, void
from upcard.engine.games.dou_dizhu.irregular import redealt_with_cause
from upcard.engine.games.dou_dizhu.reckoning import (
    MOST_BOMBS,
    both,
    in_play,
    in_row,
    may_bid,
    most_bombs,
    points_in,
    ways,
)
from upcard.engine.games.dou_dizhu.rows import (
    NOTHING,
    about_last,
    gained,
    is_mere_count,
    loosen,
    may_be_right,
    only_totals,
    standing,
    sums,
    told_ways,
)
from upcard.engine.games.dou_dizhu.settling import Amounts, plus, points_of, record, session_over, settle
from upcard.engine.games.dou_dizhu.table import (
    LANDLORD,
    MOST_BID,
    OPPONENTS,
    SEATS,
    UNSURE_BID,
    UNSURE_BOMBS,
    DouDizhu,
)
from upcard.engine.wording import counted
from upcard.schemas.events import Dealt, HandStarted, Scored, Voided

# ---- What a row does -----------------------------------------------------------------------------------------------


def score(s: DouDizhu, e: Scored) -> None:
    """A row settles a hand that was not played out in the record; else it adds only what was not known."""
    new_hand = not about_last(s, e)
    if not new_hand and may_be_right(s, e):
        loosen(s)
    if e.void:
        if new_hand:
            if s.phase == "between":
                begin_hand(s)
            void(s, Voided())
        s.written = True
        keep_totals(s, e, s.totals)
    elif is_mere_count(s, e):
        keep_totals(s, e, s.totals)
        s.written = s.written or s.phase == "between"
    else:
        if new_hand and s.phase == "between":
            begin_hand(s)
        if new_hand or None in s.points:
            settle_by_row(s, e)
        s.written = True
        keep_totals(s, e, s.totals)


def settle_by_row(s: DouDizhu, e: Scored) -> None:
    """The hand comes to what the row and the play tell of it together."""
    hand, found = both(s, e), told_ways(s, e)
    landlords, sides, values = ({way[part] for way in found} for part in range(3))
    landlord = landlords.pop() if len(landlords) == 1 else hand.landlord
    side = sides.pop() if len(sides) == 1 else hand.side
    value = values.pop() if len(values) == 1 else None
    before = (s.landlord, s.bid, s.bombs, s.side, s.value, s.unsure)
    s.landlord, s.side = landlord, side
    s.bid = hand.bid or s.bid
    s.bombs = s.bombs if hand.bombs is None else hand.bombs
    s.unsure = (0 if hand.bid else UNSURE_BID) | (UNSURE_BOMBS if hand.bombs is None else 0)
    points = points_of(landlord, side, value)
    if s.phase != "between":
        settle(s, "sheet", value, points)
    elif before != (s.landlord, s.bid, s.bombs, s.side, value, s.unsure):
        record(s, value, points)


def keep_totals(s: DouDizhu, e: Scored, due: Amounts) -> None:
    """How far the totals written are from those that follow; they are the source where none follow."""
    said = sums(e.totals)
    if None in said:
        return
    s.shift = [0 if had is None else one - had for one, had in zip(said, due, strict=True)]  # type: ignore[operator]  # None was ruled out
    s.amiss, loose = total_of(said), s.loose
    if loose and not s.amiss:
        s.totals, s.shift, s.loose = [None] * SEATS, [0] * SEATS, False
    if not s.amiss and (loose or not contradicts(s, said)):
        s.totals = [one if had is None else had for had, one in zip(s.totals, said, strict=True)]
        s.over = s.over or (s.phase == "between" and s.how in {"played", "sheet"} and session_over(s))


def total_of(amounts: Amounts) -> int:
    """What all seats have together."""
    return sum(amount or 0 for amount in amounts)


def contradicts(s: DouDizhu, said: Amounts) -> bool:
    """Whether totals cannot follow those before the hand that ended, whatever it brought."""
    if s.phase != "between" or s.how != "sheet" or None in s.before:
        return False
    brought = [one - had for one, had in zip(said, s.before, strict=True)]  # type: ignore[operator]  # None was ruled out
    return brought not in [points_of(*way) for way in ways(s, in_play(s))]


# ---- DZ-8.5 What is checked ----------------------------------------------------------------------------------------


def row_is_possible(_s: DouDizhu, e: Scored) -> Answer:
    """Landlord, bid, bombs and side are what they can be (DZ-6.6)."""
    columns = {"points": e.points, "totals": e.totals, "bids": e.bids}
    faults = [
        f"{counted(len(row), name[:-1])} for {SEATS} seats"
        for name, row in columns.items()
        if row and len(row) != SEATS
    ]
    faults += [f"no seat {e.seat} at this table"] if e.seat is not None and e.seat >= SEATS else []
    faults += [f"a bid of {e.amount}"] if e.amount is not None and not 1 <= e.amount <= MOST_BID else []
    faults += [f"{e.bombs} bombs and rockets"] if e.bombs is not None and e.bombs > MOST_BOMBS else []
    faults += [f"side {e.side}; 0 is the landlord's, 1 the opponents'"] if (e.side or 0) > OPPONENTS else []
    if any(value is not None for value in (e.counts, e.tricks, e.aces, e.plucks, e.melds, e.trump)):
        faults.append("a column that Dou Dizhu does not have")
    if e.void and (any(e.points or ()) or e.amount or e.bombs):
        faults.append("a void hand brings nothing")
    return Broken(says="; ".join(faults)) if faults else None


def row_agrees(s: DouDizhu, e: Scored) -> Answer:
    """Landlord, bid, bombs and winners are those of the play, or of the row before (DZ-8.5)."""
    if e.void:
        return void_agrees(s, e)
    return disagreement(standing(s, e), e)


def void_agrees(s: DouDizhu, e: Scored) -> Answer:
    """A hand is written down as void that was neither played nor written down with a result, and had cause to be."""
    if about_last(s, e):
        if s.how == "void":
            return None
        how = "it was played to its end" if s.how == "played" else "it has a result"
        return Broken(says=f"the hand was written down as void; {how}")
    cause = None if s.phase == "between" else redealt_with_cause(s, Voided())
    if not isinstance(cause, Broken):
        return None
    return structs.replace(cause, clause="DZ-2.3", name="redeal_without_cause", kind="breach")


def disagreement(s: DouDizhu, e: Scored) -> Broken | None:
    """What a row has otherwise than the play, or the row before."""
    seen, said = in_play(s), in_row(e)
    wrong = []
    if seen.landlord >= 0 <= said.landlord != seen.landlord:
        wrong.append(f"landlord seat {said.landlord}; it was seat {seen.landlord}")
    if seen.bid and said.bid and said.bid != seen.bid:
        wrong.append(f"a bid of {said.bid}; it was {seen.bid}")
    elif not may_bid(s, said.landlord, said.bid):
        wrong.append(f"a bid of {said.bid}; seat {s.landlord} bid {s.bid}")
    clause = "DZ-6.6" if wrong else None
    if said.bombs is not None and seen.bombs not in {None, said.bombs}:
        wrong.append(f"bombs and rockets {said.bombs}; they were {seen.bombs}")
    elif said.bombs is not None and seen.bombs is None:
        wrong += bombs_wrong(s, said.bombs)
    if seen.side >= 0 <= said.side != seen.side:
        wrong.append(f"{'landlord' if said.side == LANDLORD else 'opponents'} won; the others did")
    return Broken(says=f"written: {', '.join(wrong)}", clause=clause) if wrong else None


def bombs_wrong(s: DouDizhu, said: int) -> list[str]:
    """Whether a number of bombs and rockets is not one that the play so far leaves open."""
    most = most_bombs(s, by_hands=True)
    return [] if s.bombs <= said <= most else [f"bombs and rockets {said}; they were {s.bombs} to {most}"]


def follows_from_row(s: DouDizhu, e: Scored, points: Amounts) -> bool:
    """Whether points follow from what a row says that was found to be wrong: they are wrong by that alone."""
    if row_is_possible(s, e):
        return True
    fresh = s.copied()
    begin_hand(fresh)
    return disagreement(s, e) is not None and points in points_in(ways(fresh, in_row(e)))


def points_follow(s: DouDizhu, e: Scored) -> Answer:
    """Points are the bid, doubled for each bomb, paid by each opponent or to each; their sum is 0 (DZ-6.1)."""
    if e.points is None or len(e.points) != SEATS or e.void:
        return None
    if sum(e.points):
        return Broken(says=f"points {told(e.points)} do not add up to 0", name="not_zero_sum")
    s = standing(s, e)
    believed = e
    if in_play(s).bombs is None and e.bombs is not None and bombs_wrong(s, e.bombs):
        believed = structs.replace(e, bombs=None)  # told as such: points do not hang on it
    may_be = points_in(ways(s, both(s, believed), by_hands=True))
    if list(e.points) in may_be or follows_from_row(s, e, list(e.points)):
        return None
    if len(may_be) <= 2:
        return Broken(says=f"points {told(e.points)} were written; {' or '.join(map(told, may_be))} was due")
    return Broken(says=f"points {told(e.points)} are no payment of such a hand")


def told(points: tuple[int, ...] | Amounts) -> str:
    """Points in a row."""
    return " ".join(map(str, points))


def totals_add_up(s: DouDizhu, e: Scored) -> Answer:
    """Totals are the sums of the points (DZ-6.1), where all hands before are known. What was wrong with the totals
    written last, or is with the points of this row, is told there.
    """
    said = sums(e.totals)
    if None in said:
        return None
    s = standing(s, e)
    due, after = due_totals(s, e)
    if None in due:
        return totals_can_be(s, e, after)
    off = [one - had for one, had in zip(said, due, strict=True)]  # type: ignore[operator]  # None was ruled out
    if any(off) and (told_already(s, e) or (s.loose and not total_of(said))):
        return None
    wrong = [seat for seat in range(SEATS) if off[seat] not in {0, s.shift[seat]}]
    if not wrong:
        return None
    if len(wrong) == 1:
        seat = wrong[0]
        says = f"a total of {said[seat]} was written for seat {seat}; the hands add up to {due[seat]}"
        return Broken(seat=seat, says=says)
    return Broken(says=f"totals of {told(said)} were written; the hands add up to {told(due)}")


def due_totals(s: DouDizhu, e: Scored) -> tuple[Amounts, bool]:
    """The totals that follow after this row, and whether a hand ended with it or before it."""
    if e.void or is_mere_count(s, e):
        return s.totals, s.phase == "between" and bool(s.how)
    base = s.before if s.phase == "between" else s.totals
    may_be = points_in(told_ways(s, e))
    return [plus(had, one) for had, one in zip(base, may_be[0] if len(may_be) == 1 else NOTHING, strict=True)], True


def told_already(s: DouDizhu, e: Scored) -> bool:
    """Whether totals are wrong by no more than what this row has otherwise than the play, or as its points."""
    brought = gained(s, e)
    if e.points is not None and brought == sums(e.points):
        return True
    return not only_totals(e) and not e.void and None not in brought and follows_from_row(s, e, brought)


def totals_can_be(s: DouDizhu, e: Scored, after: bool) -> Answer:
    """Totals that follow from nothing: their sum is 0, and a hand may bring what they say (DZ-6.1)."""
    said = sums(e.totals)
    if total_of(said):
        if total_of(said) == s.amiss:
            return None  # told where it was written first
        return Broken(says=f"totals {told(said)} do not add up to 0")
    brought = gained(s, e)
    may_be = points_in(ways(s, both(s, e), by_hands=True))
    if not after or None in brought or brought in may_be or told_already(s, e):
        return None
    return Broken(says=f"totals of {told(said)} were written; no such hand brings {told(brought)}")


def session_goes_on(s: DouDizhu, e: HandStarted | Dealt | Scored) -> Answer:
    """No hand follows the one that ended the session (DZ-6.3)."""
    if not s.over or s.late or s.phase != "between" or (isinstance(e, Scored) and about_last(s, e)):
        return None
    what = "hands" if s.options.session_end == "hands" else "chips"
    return Broken(says=f"a hand after the session had ended, at {s.options.session_number} {what}")
