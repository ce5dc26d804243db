"""LO-7.2, LO-9.0d, LO-9.10 Score sheet: rows that are a hand of their own, and rows that are compared with the play."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken
from upcard.engine.games.last_one.dealing import begin_hand
from upcard.engine.games.last_one.play import show
from upcard.engine.games.last_one.scoring import (
    ALL_WORTH,
    Span,
    awaits_row,
    can_be,
    dropped,
    fits_play,
    may_be_later,
    over,
    points_span,
    reckoned,
    settle,
    told,
)
from upcard.engine.games.last_one.sharing import can_share
from upcard.engine.games.last_one.table import LastOne, seats_in
from upcard.engine.wording import counted, were
from upcard.schemas.events import Scored, Shown

MOST: int = ALL_WORTH - 2
"""The most that all hands can count together: an upcard stays, a 2 if it counts least (LO-1.3)."""


def about_last(s: LastOne, e: Scored) -> bool:
    """Whether a row is testimony about the hand that was just played, the first such. Where something was missed since,
    it is if it fits that hand.
    """
    return awaits_row(s) and not e.void and (not s.missed or fits_play(s, e))


def is_again(s: LastOne, e: Scored) -> bool:
    """Whether a row is the one before it once more: it brings points, but the totals are still those."""
    if s.phase != "between" or awaits_row(s) or e.void or not s.sums or list(e.totals or ()) != s.sums:
        return False
    return any(e.points or ()) and said_in(e) == s.said


def said_in(e: Scored) -> list[int]:
    """The points of a row, -1 where no cards count so many."""
    return [value if can_be(value) else -1 for value in e.points or ()]


def is_open(s: LastOne) -> bool:
    """Whether it is not certain which hand a row is of: it proves nothing then."""
    return s.missed and awaits_row(s)


def score(s: LastOne, e: Scored) -> None:
    """A row settles a hand that was not played out in the record, or is kept beside the play (LO-9.0d)."""
    if is_again(s, e):
        return
    seats = len(s.players)
    if not about_last(s, e):
        if is_open(s) and not e.void and not may_be_later(s, e):
            return  # of which hand cannot be told
        if s.phase == "between" and s.how != "open":
            begin_hand(s)
        if e.void:
            settle(s, "void")
            return
        settle(s, "sheet")
    else:
        s.settled += 1
    s.said_at = s.line
    sums = e.totals or ()
    s.said = said_in(e) if len(e.points or ()) == seats else []
    if len(sums) == seats:
        s.carried = [carried(s, seat, value) for seat, value in enumerate(sums)]
        s.sums = list(sums)
    if not s.said and not s.sums:
        s.said = [-1] * seats  # a row was written, though it tells nothing


def carried(s: LastOne, seat: int, value: int) -> int:
    """By how much a total as written is wrong, as all can tell; the next ones may be added to it."""
    low, high = reckoned(s, s.places.view(-1), 1, seat)[1]
    return value - low if low == high else s.carried[seat]


def row_is_possible(s: LastOne, e: Scored) -> Answer:
    """A number for each seat, nobody's impossible, and nothing for the one who went out (LO-7.1)."""
    seats = len(s.players)
    faults = [
        Broken(says=f"{counted(len(column), name[:-1])} for {seats} seats")
        for name, column in (("points", e.points), ("totals", e.totals))
        if column is not None and len(column) != seats
    ]
    foreign = (e.counts, e.tricks, e.aces, e.plucks, e.melds, e.bids, e.trump, e.seat, e.side, e.amount, e.bombs)
    if any(value is not None for value in foreign):
        faults.append(Broken(says="the row has a column that Last One does not have", name="no_such_column"))
    if e.points is None or len(e.points) != seats or about_last(s, e) or is_again(s, e) or e.void:
        return faults
    faults += [
        Broken(seat=seat, says=f"no cards left count {counted(value, 'point')}")
        for seat, value in enumerate(e.points)
        if not can_be(value)
    ]
    if sum(e.points) > MOST:
        faults.append(
            Broken(says=f"{counted(sum(e.points), 'point')} in one hand; all cards but the upcard count {MOST} at most")
        )
    if all(value or out_before(s, seat) for seat, value in enumerate(e.points)):
        faults.append(Broken(says="nobody scored nothing; a hand ends when one is out of cards"))
    if not faults and not can_come_together(s, e.points):
        faults.append(Broken(says=f"the pack does not have the cards for hands of {listed(e.points)} points"))
    return faults


def can_come_together(s: LastOne, points: Sequence[int]) -> bool:
    """Whether one pack can leave hands of these points, each of which alone can be."""
    hands = tuple(sorted(value for value in points if value))
    single = sum(not value and in_before(s, seat) for seat, value in enumerate(points)) - 1
    return can_share(hands, max(0, single), last_works=s.options.effect_of_last_card == "apply")


def listed(points: Sequence[int]) -> str:
    """Numbers of points in words, those of no card left out."""
    *most, last = [str(value) for value in points if value]
    return f"{', '.join(most)} and {last}" if most else last


def points_follow(s: LastOne, e: Scored) -> Answer:
    """Points are what the cards left count; a single card counts nothing (LO-7.1)."""
    if e.points is None or len(e.points) != len(s.players) or is_open(s) or not about_last(s, e):
        return None
    faults = []
    for seat, value in enumerate(e.points):
        low, high = points_span(s, s.places, seat)
        if low <= value <= high and can_be(value):
            continue
        due = str(low) if low == high else f"{low} to {high}"
        single = s.places.count(seat) == 1 and seat != s.out
        source = "the single card gives" if single else "the cards left give"
        says = f"{were(value, 'point')} written for seat {seat}; {source} {due}"
        faults.append(Broken(seat=seat, says=says))
    return faults


def shown_agrees(s: LastOne, e: Shown) -> Answer:
    """Points that were written before the cards left were shown are what those count (LO-7.1)."""
    if (
        not s.said
        or s.missed
        or s.how != "played"
        or e.hand not in {None, s.hand}
        or e.seat is None
        or e.seat >= len(s.players)
    ):
        return None
    seat, written = e.seat, s.said[e.seat]
    before = points_span(s, s.places, seat)
    after = s.copied()
    show(after, e)
    low, high = points_span(after, after.places, seat)
    if written < 0 or not before[0] <= written <= before[1] or low <= written <= high:
        return None
    due = str(low) if low == high else f"{low} to {high}"
    says = f"{were(written, 'point')} written for seat {seat}; the cards left give {due}"
    return Broken(seat=seat, at=s.said_at, says=says)


def out_of_game_scores_nothing(s: LastOne, e: Scored) -> Answer:
    """Who is out of the game is not dealt in (LO-7.3)."""
    if e.points is None or len(e.points) != len(s.players) or is_open(s) or about_last(s, e) or e.void:
        return None
    if is_again(s, e):
        return None
    return [
        Broken(seat=seat, says=f"seat {seat} is out of the game and got {counted(value, 'point')}")
        for seat, value in enumerate(e.points)
        if value and out_before(s, seat)
    ]


def out_before(s: LastOne, seat: int) -> bool:
    """Whether a seat was out of the game before the hand that a row settles."""
    return dropped(s, total_before(s, seat)) is True


def in_before(s: LastOne, seat: int) -> bool:
    """Whether a seat was certainly in the game before the hand that a row settles."""
    return dropped(s, total_before(s, seat)) is False


def total_before(s: LastOne, seat: int) -> Span:
    """What a seat had before the hand that a row settles."""
    if s.phase == "between" and s.how:
        return told(s, s.places, 0, seat)[1]
    return s.low[seat], s.high[seat]


def totals_add_up(s: LastOne, e: Scored) -> Answer:
    """Totals are the sums of the points (LO-7.2)."""
    if e.totals is None or len(e.totals) != len(s.players) or e.void or is_open(s) or is_again(s, e):
        return None
    after = s.copied()
    score(after, Scored(points=e.points) if e.points is not None else Scored())
    faults = []
    for seat, value in enumerate(e.totals):
        low, high = told(after, after.places, 0, seat)[1]
        before, most = after.low[seat], after.high[seat]
        if s.carried[seat] and low <= value - s.carried[seat] <= high:
            continue  # as wrong as the total before, of which was told
        if before == most and low <= value <= high and not can_be(value - before):
            says = (
                f"a total of {value} was written for seat {seat}; no cards count the {value - before} more than before"
            )
            faults.append(Broken(seat=seat, says=says))
        elif not low <= value <= high:
            due = str(low) if low == high else f"at least {low}" if value < low else f"at most {high}"
            says = f"a total of {value} was written for seat {seat}; the hands add up to {due}"
            faults.append(Broken(seat=seat, says=says))
    if not faults and e.points is None and not about_last(s, e) and after.hand > 1:
        if all_rose(after, e.totals):
            faults.append(Broken(says="all totals rose; who was out of cards scored nothing"))
        elif after.low == after.high and not any(s.carried):
            rose = [value - before for value, before in zip(e.totals, after.low, strict=False)]
            if not can_come_together(s, rose):
                says = f"the totals rose by {listed(rose)}, for which the pack does not have the cards"
                faults.append(Broken(says=says))
    return faults


def all_rose(s: LastOne, sums: tuple[int, ...]) -> bool:
    """Whether everybody who was dealt in has scored, if that can be told."""
    return all(sums[seat] > s.high[seat] for seat in seats_in(s.playing))


def game_goes_on(s: LastOne, e: Scored) -> Answer:
    """No hand follows the one after which a single player is left (LO-7.2)."""
    if s.phase != "between" or not s.how or is_open(s) or about_last(s, e) or is_again(s, e) or not over(s):
        return None
    return Broken(says="a hand after the end of the game: a single player was left in")
