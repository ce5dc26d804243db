"""B2-6.5 Score sheet: what a row is about, and what follows from it and from the play."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from upcard.engine.games.big_two.phases import begin_hand, void
from upcard.engine.games.big_two.rows import believed_counts, believed_points, borne, counts_by, faults_of
from upcard.engine.games.big_two.scoring import (
    Amounts,
    game_over,
    plus,
    points_of,
    record,
    settle,
    sums_of,
    taking_part,
    winner_of,
)
from upcard.engine.games.big_two.table import CARDS, HAND, NOBODY, BigTwo, dealt_to, seats_of, set_aside
from upcard.engine.games.big_two.twice import repeats
from upcard.engine.mechanisms.climbing import all_shown, bound
from upcard.schemas.events import Ruled, Scored, Voided

# ---- What a row means ----------------------------------------------------------------------------------------------


class Reckoning(msgspec.Struct, frozen=True):
    """A hand as it stands with a row of the sheet. counts, points: by seat; due: the points that follow without
    those of the row; sums: the totals that follow; totals: those, else the row's where those before are not known.
    """

    counts: Amounts
    due: Amounts
    points: Amounts
    sums: Amounts
    totals: Amounts


def meant(s: BigTwo, e: Scored) -> Literal["hand", "void", "last", "amid"]:
    """What a row is about: a hand that has no result yet (K-6), one thrown in, the last hand, or only the totals.

    A hand that was played has its result. Of rows with nothing but totals, the first is about the last hand, and
    another is a hand of its own if some hand brings what it adds.
    """
    if s.phase == "between":
        if e.void:
            return "last" if s.how in {"played", "void"} and not s.written else "void"
        if s.how == "played":
            return "hand" if of_another(s, e) else "last"
        if e.counts is not None or e.points is not None:
            return "last" if is_again(s, e) else "hand"
        fresh = not s.how or s.summed
        hand = (fresh and brings(s, e)) or adds_a_hand(s, e)
        return "hand" if hand else "last" if s.how == "sheet" else "amid"
    if e.void:
        return "void"
    if s.phase == "deal" and of_hand_before(s, e):
        return "amid"
    if e.counts is not None or e.points is not None:
        return "hand"
    if s.phase == "deal":
        return "amid" if list(e.totals or ()) == s.totals else "hand"
    return "hand" if (s.gap or not any(s.laid)) and brings(s, e) else "amid"


def is_again(s: BigTwo, e: Scored) -> bool:
    """Whether a row is the one before it once more: it brings the same, and its totals are still those."""
    if s.how != "sheet" or e.totals is None or any(added_by(s, e, s.totals)) or None in s.totals:
        return False
    return any(s.points) and own_points(s, e) == s.points


def may_be_again(s: BigTwo, found: Reckoning, offender: int) -> bool:
    """Whether the row of a hand may be the one before, written twice: that hand was announced, this one was not."""
    if s.phase != "between" or s.how != "sheet" or not s.announced or s.offender != offender:
        return False
    return found.counts == s.counts and found.points == s.points


def of_hand_before(s: BigTwo, e: Scored) -> bool:
    """Whether a row is that of the hand before, written when the next was begun: it brings the same, to these totals."""
    brought = [None if had is None or now is None else now - had for had, now in zip(s.before, s.totals, strict=True)]
    still = added_by(s, e, s.totals)
    return None not in still and not any(still) and any(brought) and own_points(s, e) == brought


def of_another(s: BigTwo, e: Scored) -> bool:
    """Whether a row after a hand that was played is of a hand that is not in the record: its totals add what it brings,
    or this hand has its row, and another seat went out; or nobody wrote that another began, and it does not agree.
    """
    counts = column(s, e.counts)
    if e.counts is None and e.points is None:
        return adds_a_hand(s, e)
    if not s.written and own_points(s, e) == s.points:
        return False
    added = added_by(s, e, s.totals)
    if None not in added and any(added):
        return added == own_points(s, e)
    if e.totals is not None and None not in s.totals:
        return False
    if s.idle > 0 and None not in counts and counts != s.counts:
        return True
    return s.written and winner_of(counts) >= 0 and winner_of(counts) != winner_of(s.counts)


def adds_a_hand(s: BigTwo, e: Scored) -> bool:
    """Whether totals alone add to those before just what a hand brings: hardly a mistake in as many columns."""
    added = added_by(s, e, s.totals)
    several = len(taking_part(added, s.away)) > 2
    return several and any(added) and faults_of(s.options, added, given(s, e), s.away) == []


def own_points(s: BigTwo, e: Scored) -> Amounts:
    """The points that a row brings by its own columns."""
    written = column(s, e.points)
    return firsts(written, points_of(s.options, column(s, e.counts), given(s, e), s.away))


def brings(s: BigTwo, e: Scored) -> bool:
    """Whether totals written are those before, and what some hand brings; or what looks like it but for a mistake."""
    column = added_by(s, e, s.totals)
    added = [value for value in column if value is not None]
    faults = faults_of(s.options, column, given(s, e), s.away)
    if faults is None:
        return bool(added) and min(added) >= 0 and any(added)
    alike = len(added) > 2 and min(added) == 0 and added.count(0) == 1
    return not faults or (alike and not s.options.zero_sum_payout)


def added_by(s: BigTwo, e: Scored, before: Amounts) -> Amounts:
    """What the totals of a row add to those before; what was wrong with them before is left out."""
    sums = column(s, e.totals)
    off = s.astray or [0] * seats_of(s)
    added = [
        None if had is None or said is None else said - wrong - had
        for had, said, wrong in zip(before, sums, off, strict=True)
    ]
    return of_players(s, added)


def fits(s: BigTwo, written: Sequence[int]) -> bool:
    """Whether a column has a number for each seat, or for each where somebody sits."""
    return len(written) in {seats_of(s), dealt_to(s)}


def column(s: BigTwo, written: Sequence[int] | None) -> Amounts:
    """What a column has for each seat; nothing, if it does not have a number for each."""
    seats = seats_of(s)
    if written is None or not fits(s, written):
        return [None] * seats
    if not s.away:
        return list(written)
    numbers = iter(written)
    if len(written) < seats:
        return [None if s.away >> seat & 1 else next(numbers) for seat in range(seats)]
    return of_players(s, list(written))


def of_players(s: BigTwo, amounts: Amounts) -> Amounts:
    """Amounts by seat. Where nobody sits a 0 stands for no number, if another seat has one too, or what the others have is
    a payment of their own.
    """
    if not s.away:
        return amounts
    there = [amount for seat, amount in enumerate(amounts) if amount or not s.away >> seat & 1]
    told = [amount for amount in there if amount is not None]
    paid = s.options.zero_sum_payout and any(told) and borne(s.options, told) is not None
    if amounts.count(0) < 2 and not paid:
        return amounts
    return [amount or None if s.away >> seat & 1 else amount for seat, amount in enumerate(amounts)]


def given(s: BigTwo, e: Scored) -> int:
    """The seat that a row names as taking all (B2-7.3)."""
    return NOBODY if e.seat is None or e.seat >= seats_of(s) or s.options.takes_all == "off" else e.seat


def offender_of(s: BigTwo, e: Scored) -> int:
    """The seat that takes all (B2-7.3): named by the table or a row before, else by this row."""
    fresh = s.phase == "between" and meant(s, e) == "hand"
    named = given(s, e) if fresh or s.offender < 0 else s.offender
    return implied(s, e, fresh=fresh) if named < 0 and s.options.takes_all == "on" else named


def implied(s: BigTwo, e: Scored, *, fresh: bool) -> int:
    """The seat that must take all for the points of a row to follow from the cards left, though the row does not name
    it; only the first row of a hand tells that.
    """
    last = not fresh and s.phase == "between"
    counts = s.counts if last else column(s, e.counts)
    there = taking_part(counts, s.away)
    added = added_by(s, e, s.before if last else s.totals)
    said = column(s, e.points) if e.points is not None else added
    told = [seat for seat in taking_part(said, s.away) if seat in there]
    if any(None in {said[seat], counts[seat]} for seat in told) or len(told) < 2 or (last and s.written):
        return NOBODY
    ways = {seat: points_of(s.options, counts, seat, s.away) for seat in (NOBODY, *there)}
    return next((one for one, points in ways.items() if all(points[seat] == said[seat] for seat in told)), NOBODY)


def reckon(s: BigTwo, e: Scored) -> Reckoning:
    """The counts, points and totals that follow from the play where there is any, and from the row."""
    last, offender = meant(s, e) == "last", offender_of(s, e)
    known = s.counts if last else column(s, None)
    before = s.before if last else s.totals
    added = added_by(s, e, before)
    unlike = (seat for seat, own, more in by_seat(s.points, added) if None not in {own, more} and own != more)
    if last and not all(doubtful(s, seat) for seat in unlike):
        added = column(s, None)
    columns = (column(s, e.points), added)
    earned = firsts(*(believed_points(s.options, column, offender, s.away) for column in columns))
    written = _within(s, e, believed_counts(column(s, e.counts)))
    written = firsts(written, _within(s, e, counts_by(s.options, earned, s.away)))
    missing = [last and said not in {None, own} and doubtful(s, seat) for seat, own, said in by_seat(known, written)]
    counts = firsts([None if one else own for one, own in zip(missing, known, strict=True)], written)
    due = points_of(s.options, counts, offender, s.away)
    if last and offender == s.offender and not any(missing):
        due = firsts(s.points, due)
    points = firsts(due, earned)
    sums = sums_of(s, before, points)
    fresh = [said if had is None else None for had, said in zip(before, column(s, e.totals), strict=True)]
    return Reckoning(counts, due, points, sums, firsts(sums, fresh))


def firsts(*columns: Amounts) -> Amounts:
    """The first amount known for each seat."""
    return [next((one for one in some if one is not None), None) for some in zip(*columns, strict=True)]


def by_seat(first: Amounts, second: Amounts) -> list[tuple[int, int | None, int | None]]:
    """Each seat with its amounts."""
    return [(seat, *both) for seat, both in enumerate(zip(first, second, strict=True))]


def _within(s: BigTwo, e: Scored, counts: Amounts) -> Amounts:
    """Written counts, where the hands can have had so many cards left."""
    if s.phase != "play" and meant(s, e) != "last":
        return counts
    bounds = [left(s, seat) for seat in range(seats_of(s))]
    low = [0 if s.phase == "play" else least for least, _ in bounds]  # what was played later may be missing
    return [
        None if count is None or not least <= count <= most else count
        for count, least, (_, most) in zip(counts, low, bounds, strict=True)
    ]


def left(s: BigTwo, seat: int) -> tuple[int, int]:
    """How many cards a hand has left, at least and at most; none but the one who went out is without."""
    least, most = bound(s.places, seat)
    if s.phase == "between":
        had = s.counts[seat]
        if had is not None:
            more = repeats(s, seat) if doubtful(s, seat) else 0
            return min(had, 1) if s.doubtful >> seat & 1 and doubtful(s, seat) else had, had + more
        least = max(1, least) if 0 in s.counts else least
    elif (s.missed | s.doubtful) >> seat & 1:
        least = 0
    return least, most + repeats(s, seat)


def doubtful(s: BigTwo, seat: int) -> bool:
    """Whether a play of a seat may be missing, as somebody acted in its place, or be told twice, and no row has told what
    it had left.
    """
    return s.how == "played" and not s.written and (bool(s.doubtful >> seat & 1) or repeats(s, seat) > 0)


# ---- What a row does -----------------------------------------------------------------------------------------------


def score(s: BigTwo, e: Scored) -> None:
    """A row settles a hand that was not played out in the record; else it adds only what was not known."""
    what = meant(s, e)
    if e.void or what == "amid":
        score_nothing(s, e, what)
        return
    found, offender = reckon(s, e), offender_of(s, e)
    if what == "hand":
        dealt, alike = s.phase == "play", may_be_again(s, found, offender)
        if s.phase == "between":
            begin_hand(s)
        s.alike, s.offender = alike, offender
        settle(s, "sheet", found.counts)
        s.points, s.totals = found.points, found.totals
        s.over = game_over(s)
        keep_counts(s, dealt=dealt)
    else:
        s.offender = offender
        if [found.counts, found.points, found.totals] != [s.counts, s.points, s.totals]:
            record(s, found.counts, found.points, found.totals)
    s.written = True
    keep_totals(s, e, found.sums)


def score_nothing(s: BigTwo, e: Scored, what: str) -> None:
    """A row that brings no points: a void hand, or the totals alone."""
    if what == "void":
        if s.phase == "between":
            begin_hand(s)
        void(s, Voided())
    s.written |= e.void
    sums = s.totals
    s.totals = firsts(sums, column(s, e.totals))
    keep_totals(s, e, sums)
    if s.phase == "between":
        s.over = game_over(s)


def keep_totals(s: BigTwo, e: Scored, sums: Amounts) -> None:
    """Remember by how much the totals written were wrong: those written after them are made from them."""
    if e.totals is None or not fits(s, e.totals):
        return
    s.summed = True
    off = [plus(said, -due) or 0 if due is not None else 0 for said, due in zip(column(s, e.totals), sums, strict=True)]
    s.astray = off if any(off) else []


def keep_counts(s: BigTwo, *, dealt: bool) -> None:
    """The cards left in each hand, as the row says; which they are may be shown later."""
    places, seats = s.places, seats_of(s)
    for seat, count in enumerate(s.counts):
        if dealt:
            if count is not None:
                all_shown(places, seat, count)
            continue
        places.most[seat] = HAND if count is None else count
        if count is None:
            places.loosen(seat)
        else:
            places.least[seat] = count
    if not dealt:
        aside = CARDS - HAND * seats
        places.least[set_aside(s)] = aside
        places.most[set_aside(s)] = CARDS - HAND * dealt_to(s)


def rule(s: BigTwo, e: Ruled) -> None:
    """The table ruled that a seat takes all (B2-4.4); any other ruling changes nothing."""
    if e.what != "takes_all" or e.seat is None or e.seat >= seats_of(s) or s.options.takes_all == "off":
        return
    ended = s.phase == "between" and s.how in {"played", "sheet"}
    if ended and s.offender != e.seat and faults_of(s.options, s.points, e.seat, s.away) != []:
        s.points = [None] * seats_of(s)
    s.offender = e.seat
    if ended:
        points = firsts(points_of(s.options, s.counts, e.seat, s.away), s.points)
        record(s, s.counts, points, sums_of(s, s.before, points))
