"""Rows of a score sheet (P-9.3, P-6), cards shown, what was missed, and how a round came out."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken, Result
from upcard.engine.games.pop.corrections import change_unseen
from upcard.engine.games.pop.deal import begin_round, first_cube
from upcard.engine.games.pop.scoring import award, points_of, void
from upcard.engine.games.pop.table import (
    HAND,
    LISTED,
    NOT_KNOWN,
    PACK34,
    PILE,
    UP,
    Pop,
    lose_order,
    missed_between,
    open_cards,
    other,
    unsure,
)
from upcard.engine.games.pop.turning import unseated
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.seats import level_of
from upcard.engine.mechanisms.showing import with_remainder, wrong_remainder
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.events import Gap, HandStarted, Scored, Shown, Voided

# ---- What was missed -----------------------------------------------------------------------------------------------


def miss(s: Pop, e: Gap) -> None:
    """Something was missed: tricks, turns, pops and counts of this round prove nothing now; between rounds, points neither."""
    if s.phase == "between" or e.hands:
        s.phase, s.turn, s.due, s.how = "between", -1, -1, s.how if s.phase == "between" else ""
        s.next_dealer, s.totals, s.over = -1, [-1, -1], -1
        s.hand += e.hands or 0
        s.rounds = s.rounds + e.hands if e.hands and s.rounds >= 0 else 6 if s.rounds >= 6 else -1
        s.popper, s.between = -1, True
        return
    change_unseen(s)
    if not open_cards(s) and s.muddled < 0:
        s.first = len(s.cards)  # the last trick was whole
    lose_order(s)
    s.early = []
    s.cube, s.offer, s.must_answer, s.popper, s.between = -1, -1, False, -1, True


# ---- Cards shown ---------------------------------------------------------------------------------------------------


def place_shown(s: Pop, e: Shown) -> int:
    """The place that cards were shown of: a hand, a pile, the stock; -1 if it is none of this round."""
    if e.hand not in {None, s.hand} or s.phase == "deal" or not s.hand or (e.seat or 0) > 1:
        return -1
    if e.place in LISTED:
        return LISTED[e.place]
    if e.place == "display" and e.seat is not None:
        return PILE + e.seat
    return e.seat if e.seat is not None and e.place in {None, "hand"} else -1


def show(s: Pop, e: Shown) -> None:
    """Cards shown are known to be where they were shown."""
    place = place_shown(s, e)
    wrong = counts_are_told(s, place) and wrong_remainder(s.places, place, e)
    for card in e.cards if place >= 0 and not wrong else ():
        if card.bit & PACK34 and not faces_up(s, place, card.bit) and impossible(s.places, place, card, PACK34) is None:
            s.places.show(card.bit, place)


def counts_are_told(s: Pop, place: int) -> bool:
    """Whether it can be told how many cards a hand has: where each trick took one card from each area (P-3.2)."""
    if not 0 <= place < UP or unsure(s):
        return False
    tricks = (s.sources[first : first + 4] for first in range(0, len(s.sources), 4))
    return all(-1 not in trick and len({*trick}) == len(trick) for trick in tricks)


def faces_up(s: Pop, place: int, bit: int) -> bool:
    """Whether a card shown of a display lies face up there."""
    return PILE <= place < PILE + 2 and bool(s.places.known[place - PILE + UP] & bit)


def shown_is_possible(s: Pop, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5)."""
    if e.seat is not None and e.seat > 1:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", name="no_such_seat")
    place = place_shown(s, e)
    if place < 0:
        return None
    cards = [card for card in e.cards if not faces_up(s, place, card.bit)]
    faults = (impossible(s.places, place, card, PACK34) for card in cards)
    if place < UP:
        found = [fault for fault in faults if fault is not None]
        return with_remainder(found, s.places, place, e) if counts_are_told(s, place) else found
    return [fault for fault in (unseated(fault, place) for fault in faults) if fault is not None]


# ---- A row of the score sheet --------------------------------------------------------------------------------------


def pair(column: Sequence[int] | None) -> list[int] | None:
    """A column, if it has a number for each seat."""
    return list(column) if column is not None and len(column) == 2 else None


def folder(e: Scored) -> int:
    """Who folded, by the row, or -1."""
    return e.seat if e.seat is not None and e.seat < 2 else -1


def sheet_cube(s: Pop, e: Scored) -> int:
    """What the cube showed at the end, by the row: as written, or one for each accepted pop, there or in the play; -1 if
    that cannot be told, as where the rest of the play is not in the record.
    """
    if e.amount is not None:
        return e.amount if 1 <= e.amount <= 6 else -1
    if e.bids is not None:
        start = first_cube(s)
        return start + len(e.bids) if start > 0 and start + len(e.bids) <= 6 else -1
    if (
        s.gap
        or s.lapsed
        or s.doubtful
        or not (s.lines or s.pops or s.must_answer)
        or max(pair(e.points) or [0]) > s.cube
    ):
        return -1
    done = answers_pop(s, e) if s.must_answer else not s.lines
    return s.cube if done or s.cube == 6 else -1


def answers_pop(s: Pop, e: Scored) -> bool:
    """Whether the row may be of a fold that answers the pop which is open in the play."""
    return s.must_answer and folder(e) == other(s.offer)


def about_last(s: Pop, e: Scored) -> bool:
    """Whether a row is about the round that ended last: after a gap only if it agrees with what is known of it."""
    if s.phase != "between" or s.ended != s.hand or s.how not in {"played", "folded", "sheet"}:
        return False
    if not missed_between(s):
        return True
    points, tricks = pair(e.points) or s.gained, pair(e.tricks) or s.taken
    if any(known not in {-1, said} for said, known in zip(points, s.gained, strict=True)):
        return False
    untold = s.winners.count(-1)
    if any(not known <= said <= known + untold for said, known in zip(tricks, s.taken, strict=True)):
        return False
    return e.amount is None or s.cube in {-1, e.amount}


def score(s: Pop, e: Scored) -> None:
    """A row settles a round that was not played out in the record; else it adds only what was not known."""
    if s.phase == "between":
        if about_last(s, e):
            complete(s, e)
            carry(s, pair(e.totals))
            s.written = True
            return
        if e.void:
            return
        begin_round(s, HandStarted())  # that it was announced is missing
    if e.void:
        void(s, Voided())
        return
    if e.tricks is None and e.points is None and e.totals is None and e.seat is None:
        return
    if s.muddled >= 0:
        lose_order(s)
    cube, s.cube = s.cube, sheet_cube(s, e)
    s.between = True
    if e.bids is not None:
        s.pops = [seat for seat in e.bids if 0 <= seat < 2]
        s.popper = s.pops[-1] if s.pops else s.popper
    elif s.gap or s.cube < 0 or s.cube != cube or e.amount is None:
        s.popper = -1  # the row may leave out a pop that was accepted
    tricks = pair(e.tricks)
    if tricks is not None:
        s.taken = [max(0, min(HAND, number)) for number in tricks]
    gained = sheet_points(s, e)
    award(s, "sheet", gained, other(folder(e)))
    carry(s, pair(e.totals))
    known = [-1 if off else said for said, off in zip(pair(e.totals) or [-1, -1], s.carried, strict=True)]
    s.totals = [said if total < 0 else total for total, said in zip(s.totals, known, strict=True)]


def carry(s: Pop, totals: list[int] | None) -> None:
    """By how much the totals written are wrong, as the rounds before add up: the next ones may be as wrong."""
    if totals is not None:
        s.carried = [off if due < 0 else said - due for said, due, off in zip(totals, s.totals, s.carried, strict=True)]


def sheet_points(s: Pop, e: Scored) -> list[int]:
    """The points of a row: those that follow from fold, split and cube; else as written."""
    derived = derived_points(s, e)
    written, totals = pair(e.points), pair(e.totals)
    if written is None and totals is not None and min(s.totals) >= 0:
        rose = [after - before for after, before in zip(totals, s.totals, strict=True)]
        if any(s.carried):
            return [
                points if points >= 0 or off or not 0 <= more <= 6 else more
                for points, more, off in zip(derived, rose, s.carried, strict=True)
            ]
        written = rose
    if written is None or min(written) < 0 or max(written) > 6:
        return derived
    return [said if points < 0 else points for points, said in zip(derived, written, strict=True)]


def derived_points(s: Pop, e: Scored) -> list[int]:
    """The points that follow from who folded or from the split (P-6.1, P-6.2); -1 where the row does not say enough."""
    cube, seat, tricks = sheet_cube(s, e), folder(e), pair(e.tricks)
    if seat >= 0:
        return [0 if one == seat else cube for one in (0, 1)]
    if tricks is None or sum(tricks) != HAND or min(tricks) < 0:
        return [-1, -1]
    return [cube if number > 3 else int(number == 3) for number in tricks]


def complete(s: Pop, e: Scored) -> None:
    """What the play did not tell of the round that just ended is taken from the sheet."""
    points, totals = pair(e.points), pair(e.totals)
    if min(s.gained) >= 0 and min(s.totals) >= 0:
        return
    before = s.before
    gained = [said if had < 0 else had for had, said in zip(s.gained, points or [-1, -1], strict=True)]
    if [had for had in gained if had > 6] or min(points or [0]) < 0:
        return
    if s.cube < 0 and e.amount is not None and 1 <= e.amount <= 6 and points is None:
        s.cube = e.amount
        gained = [new if had < 0 else had for had, new in zip(gained, points_by_cube(s), strict=True)]
    known = before if totals is None else [a - b if b >= 0 else -1 for a, b in zip(totals, gained, strict=True)]
    s.totals = [old if old >= 0 else new for old, new in zip(before, known, strict=True)]
    award(s, s.how, gained, s.won_by)


def points_by_cube(s: Pop) -> list[int]:
    """The points of the round that just ended, now that the cube is known (P-6.1, P-6.2)."""
    if s.how == "folded":
        return [s.cube if seat == s.won_by else 0 for seat in (0, 1)]
    return points_of(s, s.taken, HAND - sum(s.taken))


# ---- How a round came out ------------------------------------------------------------------------------------------


def result(s: Pop) -> Result:
    """How the round that just ended came out."""
    gained = tuple(None if points < 0 else points for points in s.gained)
    won = tuple(None if s.won_by < 0 else seat == s.won_by for seat in (0, 1))
    if s.how == "void":
        won = (False, False)
    return Result(
        points=gained,
        won=won,
        dealer=None if s.dealer < 0 else s.dealer,
        trump=None if s.trump == NOT_KNOWN else s.trump or None,
        counts=s.how != "void",
        level="sheet" if s.how == "sheet" and not s.cards else level_of(s.places, (HAND, HAND)),
        says=s.how,
        tricks=tricks_of(s.cards, s.by, s.winners, 4),
    )
