"""B2-6.5 Score sheet: rows that are a hand of their own, and rows that are compared with the play."""

from collections.abc import Sequence

import msgspec

from upcard.engine.game import Answer, Broken
from upcard.engine.games.big_two.phases import begin_hand, void
from upcard.engine.games.big_two.scoring import Amounts, counts_for, game_over, points_of, record, settle
from upcard.engine.games.big_two.table import HAND, NOBODY, BigTwo, seats_of
from upcard.engine.mechanisms.climbing import bound
from upcard.schemas.events import Dealt, HandStarted, Laid, Played, Ruled, Scored, Voided

# ---- What a row means ----------------------------------------------------------------------------------------------


class Reckoning(msgspec.Struct, frozen=True):
    """A hand as it stands with a row of the sheet. counts, points: by seat; before: the totals before the hand;
    totals: after it; derived: the points that follow from the counts alone.
    """

    counts: Amounts
    derived: Amounts
    points: Amounts
    before: Amounts
    totals: Amounts


def about_last(s: BigTwo, e: Scored) -> bool:
    """Whether a row is about the hand that just ended: it was played, or the row has nothing but totals."""
    if s.phase != "between":
        return False
    return s.how == "played" or (e.counts is None and e.points is None)


def ends_hand(s: BigTwo, e: Scored) -> bool:
    """Whether a row is the result of a hand that has none yet (K-6). Totals alone, while cards are played, are not."""
    if about_last(s, e) or e.void:
        return False
    return s.phase != "play" or e.counts is not None or e.points is not None


def reckon(s: BigTwo, e: Scored) -> Reckoning:
    """The counts, points and totals that follow from the play where there is any, and from the row."""
    seats = seats_of(s)
    if about_last(s, e):
        derived_counts = s.counts
        before = [None if t is None or p is None else t - p for t, p in zip(s.totals, s.points, strict=True)]
    else:
        derived_counts = [None] * seats
        before = s.totals
    written = row(e.counts, seats)
    counts = [_possible(s, e, seat, written[seat]) if had is None else had for seat, had in enumerate(derived_counts)]
    earned = row(e.points, seats)
    if not s.options.zero_sum_payout and s.options.takes_all == "off":
        counts = [_inverse(s, points) if count is None else count for count, points in zip(counts, earned, strict=True)]
    derived = points_of(s.options, counts, offender_of(s, e))
    sums = row(e.totals, seats)
    points = [_first(own, _possible_points(s, said)) for own, said in zip(derived, earned, strict=True)]
    if ends_hand(s, e) and e.counts is None and e.points is None:
        points = [None if a is None or b is None else b - a for a, b in zip(before, sums, strict=True)]
    totals = [_first(_plus(a, b), said) for a, b, said in zip(before, points, sums, strict=True)]
    return Reckoning(counts, derived, points, before, totals)


def row(written: Sequence[int] | None, seats: int) -> Amounts:
    """What a column has for each seat; nothing, if it does not have a number for each."""
    return [None] * seats if written is None or len(written) != seats else list(written)


def offender_of(s: BigTwo, e: Scored) -> int:
    """The seat that takes all (B2-7.3): named by the row, or by the table before."""
    return s.offender if e.seat is None or e.seat >= seats_of(s) else e.seat


def _first(one: int | None, other: int | None) -> int | None:
    return other if one is None else one


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _possible(s: BigTwo, e: Scored, seat: int, count: int | None) -> int | None:
    """A written count, if the hand can have had so many cards left."""
    most = bound(s.places, seat)[1] if s.phase == "play" or about_last(s, e) else HAND
    return count if count is not None and 0 <= count <= most else None


def _inverse(s: BigTwo, points: int | None) -> int | None:
    """The cards left that these points stand for, if they can only stand for one number."""
    counts = [] if points is None else counts_for(s.options, points)
    return counts[0] if len(counts) == 1 else None


def _possible_points(s: BigTwo, points: int | None) -> int | None:
    """Written points, if some number of cards left brings them."""
    if points is None or s.options.zero_sum_payout or s.options.takes_all == "on":
        return points
    return points if counts_for(s.options, points) else None


def score(s: BigTwo, e: Scored) -> None:
    """A row settles a hand that was not played out in the record; else it adds only what was not known."""
    if e.void:
        if s.phase == "between":
            begin_hand(s)
        void(s, Voided())
        return
    if ends_hand(s, e):
        found = reckon(s, e)
        if s.phase == "between":
            begin_hand(s)
        s.offender = offender_of(s, e) if s.options.takes_all == "on" else NOBODY
        settle(s, "sheet", found.counts)
        s.points, s.totals = found.points, found.totals
        s.over = game_over(s)
    elif about_last(s, e) and s.how in {"played", "sheet"}:
        s.written = True
        found = reckon(s, e)
        s.offender = offender_of(s, e) if s.options.takes_all == "on" else NOBODY
        if [found.counts, found.points, found.totals] != [s.counts, s.points, s.totals]:
            record(s, found.counts, found.points, found.totals)
    else:
        s.totals = [_first(had, said) for had, said in zip(s.totals, row(e.totals, seats_of(s)), strict=True)]


def rule(s: BigTwo, e: Ruled) -> None:
    """The table ruled that a seat takes all (B2-4.4); any other ruling changes nothing."""
    if e.what == "takes_all" and e.seat is not None and e.seat < seats_of(s) and s.options.takes_all == "on":
        if s.phase == "between" and s.how:
            score(s, Scored(seat=e.seat))
        else:
            s.offender = e.seat


# ---- B2-6.5 What is checked ----------------------------------------------------------------------------------------


def row_is_possible(s: BigTwo, e: Scored) -> Answer:
    """A number for each seat; exactly one 0, each other 1 to 13 (B2-6.5)."""
    seats = seats_of(s)
    columns = {"counts": e.counts, "points": e.points, "totals": e.totals}
    faults = [
        Broken(says=f"{len(column)} {name} for {seats} seats")
        for name, column in columns.items()
        if column is not None and len(column) != seats
    ]
    alone = ends_hand(s, e)
    if alone and e.counts is not None and len(e.counts) == seats:
        faults += counts_possible(e.counts)
    elif alone and e.points is not None and len(e.points) == seats:
        faults += points_possible(s, e.points)
    if e.seat is not None and e.seat >= seats:
        faults.append(Broken(says=f"no seat {e.seat} at this table"))
    foreign = (e.tricks, e.aces, e.plucks, e.melds, e.bids, e.trump, e.side, e.amount, e.bombs)
    if any(value is not None for value in foreign):
        faults.append(Broken(says="the row has a column that Big Two does not have", name="no_such_column"))
    return faults


def counts_possible(counts: Sequence[int]) -> list[Broken]:
    """Exactly one 0, each other 1 to 13."""
    faults = [
        Broken(seat=seat, says=f"{count} cards left of thirteen", name="impossible_count")
        for seat, count in enumerate(counts)
        if not 0 <= count <= HAND
    ]
    if counts.count(0) != 1:
        says = "nobody went out" if not counts.count(0) else f"{counts.count(0)} seats went out"
        faults.append(Broken(says=f"{says}: {' '.join(map(str, counts))}; a hand ends when one is out of cards"))
    return faults


def points_possible(s: BigTwo, points: Sequence[int]) -> list[Broken]:
    """Points without counts must be penalties for some counts, under the thresholds in force."""
    if s.options.zero_sum_payout:
        return [] if sum(points) == 0 else [Broken(says="what was paid and what was got are not the same")]
    if s.options.takes_all == "on":
        return []
    faults = [
        Broken(seat=seat, says=f"no number of cards left brings {value} points", name="impossible_points")
        for seat, value in enumerate(points)
        if not counts_for(s.options, value)
    ]
    if points.count(0) != 1:
        faults.append(Broken(says=f"{points.count(0)} seats scored nothing; a hand ends when one is out of cards"))
    return faults


def takes_all_is_on(s: BigTwo, e: Scored | Ruled) -> Answer:
    """Somebody takes all only where the house rule is in force (B2-4.4)."""
    if s.options.takes_all == "on" or e.seat is None or (isinstance(e, Ruled) and e.what != "takes_all"):
        return None
    return Broken(seat=e.seat, says="nobody takes all under these house rules")


def counts_agree(s: BigTwo, e: Scored) -> Answer:
    """Thirteen each, less the cards played, are the cards left (B2-6.5)."""
    seats = seats_of(s)
    if e.counts is None or len(e.counts) != seats or not (s.phase == "play" or about_last(s, e)):
        return None
    if s.phase == "play" and not any(s.laid) and not s.gap:
        return None
    faults = []
    for seat, written in enumerate(e.counts):
        least, most = bound(s.places, seat)
        judged = about_last(s, e) or 0 <= written <= HAND  # else the row itself cannot be
        if judged and not least <= written <= most:
            left = str(most) if least == most else f"{least} to {most}"
            faults.append(
                Broken(seat=seat, says=f"{written} cards left were written for seat {seat}; the play gives {left}")
            )
    return faults


def points_follow(s: BigTwo, e: Scored) -> Answer:
    """Points follow from the cards left (B2-4.1)."""
    if e.points is None or len(e.points) != seats_of(s) or (not about_last(s, e) and not ends_hand(s, e)):
        return None
    derived = reckon(s, e).derived
    return [
        Broken(seat=seat, says=f"{said} points were written for seat {seat}; the cards left give {due}")
        for seat, (said, due) in enumerate(zip(e.points, derived, strict=True))
        if due is not None and said != due
    ]


def totals_add_up(s: BigTwo, e: Scored) -> Answer:
    """Totals are the sums of the points (B2-6.5), where all hands before are known."""
    if e.totals is None or len(e.totals) != seats_of(s) or e.void:
        return None
    found = reckon(s, e)
    mid_hand = not about_last(s, e) and not ends_hand(s, e)
    due = s.totals if mid_hand else [_plus(a, b) for a, b in zip(found.before, found.points, strict=True)]
    return [
        Broken(seat=seat, says=f"a total of {said} was written for seat {seat}; the hands add up to {sums}")
        for seat, (said, sums) in enumerate(zip(e.totals, due, strict=True))
        if sums is not None and said != sums
    ]


def game_goes_on(s: BigTwo, e: HandStarted | Dealt | Laid | Played | Scored) -> Answer:
    """No hand follows the one in which somebody reached the target (B2-4.2)."""
    if not s.over or s.late or s.phase != "between":
        return None
    if isinstance(e, Scored) and (about_last(s, e) or not ends_hand(s, e)):
        return None
    if isinstance(e, Laid | Played):
        return None
    reached = max(points for points in s.totals if points is not None)
    return Broken(
        says=f"a hand after the end of the game: {reached} points were reached, the target is {s.options.target}"
    )
