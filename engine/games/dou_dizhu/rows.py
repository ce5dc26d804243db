"""DZ-6.6 What a row of the score sheet means: which hand it is about, and what it says that the hand brought."""

from typing import Final

from upcard.engine.games.dou_dizhu.dealing import begin_hand
from upcard.engine.games.dou_dizhu.reckoning import Way, both, in_play, in_row, most_bombs, points_in, ways
from upcard.engine.games.dou_dizhu.settling import Amounts, points_of
from upcard.engine.games.dou_dizhu.table import NOBODY, SEATS, UNSURE_BID, UNSURE_BOMBS, DouDizhu
from upcard.schemas.events import Scored

NOTHING: Final[Amounts] = [None] * SEATS


def about_last(s: DouDizhu, e: Scored) -> bool:
    """Whether a row is about the hand that ended last. After a hand that was void it is, if it tells of no play."""
    if s.missed:
        return not s.written and fits_play(s, e)
    if s.phase != "between" or not s.how:
        return False
    if s.how == "void":
        return e.void or only_totals(e)
    return not goes_on(s, e)


def fits_play(s: DouDizhu, e: Scored) -> bool:
    """Whether a row, found after something was missed, can be that of the hand that was played last: it tells the same
    of it, and points and totals are such as that hand may have brought.
    """
    seen, said = in_play(s), in_row(e)
    pairs = (
        (seen.landlord, said.landlord, NOBODY),
        (seen.bid, said.bid, 0),
        (seen.bombs, said.bombs, None),
        (seen.side, said.side, -1),
    )
    if e.void or only_totals(e) or any(one != other and unknown not in {one, other} for one, other, unknown in pairs):
        return False
    may_be, points, totals = points_in(ways(s, both(s, e))), sums(e.points), sums(e.totals)
    if None not in points:
        may_be = [one for one in may_be if one == points]
    if None in totals or None in s.before:
        return bool(may_be)
    rose = [(total or 0) - (had or 0) for total, had in zip(totals, s.before, strict=True)]
    return rose in may_be or [one - off for one, off in zip(rose, s.shift, strict=True)] in may_be


def goes_on(s: DouDizhu, e: Scored) -> bool:
    """Whether a row is of one more hand that nobody wrote the beginning of: the last has its row, and the totals go on
    from those after it by what such a hand brings.
    """
    if not s.written or e.void or only_totals(e) or None in s.totals or None in sums(e.totals):
        return False
    fresh = s.copied()
    begin_hand(fresh)
    points, added = sums(e.points), gained(fresh, e)
    return added in points_in(ways(fresh, in_row(e))) and (None in points or points == added)


def only_totals(e: Scored) -> bool:
    """Whether a row tells nothing of the hand itself."""
    return all(value is None for value in (e.seat, e.side, e.amount, e.bombs, e.points, e.bids)) and not e.void


def standing(s: DouDizhu, e: Scored) -> DouDizhu:
    """The table to which a row belongs: as it is, with a new hand where none was begun, or with the play as open as
    the lines leave it that may be missing from it.
    """
    if s.phase == "between" and not about_last(s, e):
        s = s.copied()
        begin_hand(s)
    elif may_be_right(s, e):
        s = s.copied()
        loosen(s)
    return s


def may_be_right(s: DouDizhu, e: Scored) -> bool:
    """Whether a row tells otherwise than the play, and is right if lines of the play are missing that would explain
    why somebody acted out of turn.
    """
    if not s.holed or s.phase != "between" or s.how != "played" or s.value is None or e.void:
        return False
    said, points, brought = in_row(e), sums(e.points), gained(s, e)
    written = brought if None in points else points
    if said.bombs in {None, s.bombs} and said.bid in {0, s.bid} and (None in written or written == s.points):
        return False
    if said.landlord not in {NOBODY, s.landlord} or said.side not in {-1, s.side} or 0 < said.bid < s.bid:
        return False
    if said.bombs is not None and not s.bombs <= said.bombs <= most_bombs(s):
        return False
    loose = s.copied()
    loosen(loose)
    return None in written or written in points_in(ways(loose, both(loose, e)))


def loosen(s: DouDizhu) -> None:
    """What was bid and how many bombs were laid in the hand that ended is not certain."""
    s.unsure |= UNSURE_BID | UNSURE_BOMBS
    s.value, s.points = None, [None] * SEATS
    s.totals = [None] * SEATS


def is_mere_count(s: DouDizhu, e: Scored) -> bool:
    """Whether totals are those before the hand that is on, or where none is: they end no hand. So is a row of the hand
    before that was written down after the next had begun: no hand brings nothing.
    """
    if s.phase == "deal" and gained(s, e) == [0] * SEATS:
        return True
    if not only_totals(e):
        return False
    if s.phase == "between":
        return bool(s.how) or s.gap
    if s.phase == "deal":
        return list(e.totals or ()) == s.totals
    return None in s.totals or not fits_totals(s, e, ways(s, both(s, e)))


def sums(row: tuple[int, ...] | None) -> Amounts:
    """A column that has a number for each seat."""
    return list(row) if row is not None and len(row) == SEATS else NOTHING[:]


def gained(s: DouDizhu, e: Scored) -> Amounts:
    """What the totals of a row say that the hand brought: they go on from the totals written last."""
    base = s.before if about_last(s, e) else s.totals
    return [
        None if said is None or had is None else said - had - off
        for said, had, off in zip(sums(e.totals), base, s.shift, strict=True)
    ]


def fits_totals(s: DouDizhu, e: Scored, may_be: set[Way]) -> bool:
    """Whether one of these ways brings what the totals say."""
    return gained(s, e) in [points_of(*way) for way in may_be]


def told_ways(s: DouDizhu, e: Scored) -> set[Way]:
    """What the hand of a row came to: as play and row tell it, of that as the points written, else the totals, say."""
    may_be = ways(s, both(s, e))
    for said in (sums(e.points), gained(s, e)):
        fitting = {way for way in may_be if points_of(*way) == said}
        if fitting:
            return fitting
    return may_be
