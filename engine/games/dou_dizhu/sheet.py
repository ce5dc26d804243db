"""DZ-6.6 Score sheet: rows that are a hand of their own, and what was written or paid for a hand that was played."""

import re
from typing import Final

import msgspec

from upcard.engine.game import Answer, Broken
from upcard.engine.games.dou_dizhu.dealing import begin_hand, void
from upcard.engine.games.dou_dizhu.settling import Amounts, plus, points_of, record, settle, stake, transfers
from upcard.engine.games.dou_dizhu.table import (
    LANDLORD,
    MOST_BID,
    NOBODY,
    OPPONENTS,
    SEATS,
    UNSURE_BID,
    UNSURE_BOMBS,
    DouDizhu,
)
from upcard.schemas.events import ChipsPassed, Dealt, HandStarted, PurseCounted, Scored, Voided

MOST_BOMBS: Final = 13
"""Thirteen fours of a kind leave no seat both jokers: there can be no more bombs and rockets."""
_ACCOUNT: Final = re.compile(r"seat:([0-2])")


class Reckoning(msgspec.Struct, frozen=True):
    """What is known of a hand. Below 0 or None: not known; bid: 0 if not known."""

    landlord: int
    bid: int
    bombs: int | None
    side: int

    def values(self, spring: str) -> tuple[int, ...]:
        """What each opponent may pay or get; more than one where a spring may have doubled it."""
        if self.bombs is None or not 0 <= self.bombs <= MOST_BOMBS or not 1 <= self.bid <= MOST_BID:
            return ()
        value = stake(self.bid, self.bombs)
        return (value, 2 * value) if spring == "double" else (value,)

    def points(self, values: tuple[int, ...]) -> list[Amounts]:
        """What each seat may get or pay."""
        found = [points_of(self.landlord, self.side, value) for value in values]
        return [points for points in found if None not in points]


# ---- What a row means ----------------------------------------------------------------------------------------------


def about_last(s: DouDizhu, e: Scored) -> bool:
    """Whether a row is about the hand that just ended: it was played, or the row has nothing but totals."""
    return s.phase == "between" and (s.how == "played" or only_totals(e))


def only_totals(e: Scored) -> bool:
    """Whether a row tells nothing of the hand itself."""
    return all(value is None for value in (e.seat, e.side, e.amount, e.bombs, e.points, e.bids)) and not e.void


def in_row(e: Scored) -> Reckoning:
    """What the row says."""
    bid = e.amount if e.amount is not None else max(e.bids, default=0) if e.bids else 0
    landlord = NOBODY if e.seat is None or e.seat >= SEATS else e.seat
    return Reckoning(landlord, bid, e.bombs, -1 if e.side is None or e.side > OPPONENTS else e.side)


def in_play(s: DouDizhu) -> Reckoning:
    """What the play tells of the hand that is on, or was played last."""
    ended = s.phase == "between"
    if s.phase not in {"widow", "play"} and not (ended and s.how == "played"):
        return Reckoning(NOBODY, 0, None, -1)
    bid = 0 if s.unsure & UNSURE_BID else s.bid
    return Reckoning(s.landlord, bid, s.bombs if ended and not s.unsure & UNSURE_BOMBS else None, s.side)


def both(s: DouDizhu, e: Scored) -> Reckoning:
    """What the play tells, and the row where the play does not."""
    seen, said = in_play(s), in_row(e)
    return Reckoning(
        seen.landlord if seen.landlord >= 0 else said.landlord,
        seen.bid or said.bid,
        said.bombs if seen.bombs is None else seen.bombs,
        seen.side if seen.side >= 0 else said.side,
    )


def values_of(s: DouDizhu, e: Scored) -> tuple[int, ...]:
    """What each opponent may have paid or got by this row and the play."""
    if about_last(s, e) and s.value is not None:
        return (s.value,)
    return both(s, e).values(s.options.spring)


def points_in(s: DouDizhu, e: Scored) -> tuple[int | None, Amounts]:
    """The stake and the points of a hand with this row: those that follow, else those written, if they can be."""
    hand, values = both(s, e), values_of(s, e)
    may_be = hand.points(values)
    if len(may_be) == 1:
        return values[0], may_be[0]
    row = e.points or ()
    if list(row) in may_be or (not may_be and is_payment(row, hand)):
        return min(map(abs, row)), list(row)
    return None, [None] * SEATS


def is_payment(row: tuple[int, ...], hand: Reckoning) -> bool:
    """Whether points are what one seat pays to both others or gets from both, and that seat can be the landlord."""
    if len(row) != SEATS or sum(row) != 0 or len({abs(points) for points in row}) != 2:
        return False
    big = max(range(SEATS), key=lambda seat: abs(row[seat]))
    side = LANDLORD if row[big] > 0 else OPPONENTS
    return row.count(row[(big + 1) % SEATS]) == 2 and hand.landlord in {NOBODY, big} and hand.side in {-1, side}


def score(s: DouDizhu, e: Scored) -> None:
    """A row settles a hand that was not played out in the record; else it adds only what was not known."""
    if about_last(s, e):
        s.written = True
        if s.how == "played" and None in s.points and not e.void:
            hand, (value, points) = both(s, e), points_in(s, e)
            if points != s.points:
                s.landlord, s.side = hand.landlord, hand.side
                record(s, value, points)
    elif e.void:
        if s.phase == "between":
            begin_hand(s)
        void(s, Voided())
    elif not only_totals(e):
        hand, (value, points) = both(s, e), points_in(s, e)
        if s.phase == "between":
            begin_hand(s)
        s.landlord, s.bid, s.bombs, s.side = hand.landlord, hand.bid, hand.bombs or 0, hand.side
        if s.landlord < 0 or s.side < 0:
            tell_by_points(s, points)
        settle(s, "sheet", value, points)
    if e.totals is not None and len(e.totals) == SEATS:
        s.totals = [said if had is None else had for had, said in zip(s.totals, e.totals, strict=True)]


def tell_by_points(s: DouDizhu, points: Amounts) -> None:
    """Who was landlord, and which side won, by what was paid."""
    known = [amount for amount in points if amount is not None]
    if len(known) == SEATS:
        s.landlord = max(range(SEATS), key=lambda seat: abs(known[seat]))
        s.side = LANDLORD if known[s.landlord] > 0 else OPPONENTS


# ---- DZ-8.5 What is checked ----------------------------------------------------------------------------------------


def row_is_possible(_s: DouDizhu, e: Scored) -> Answer:
    """Landlord, bid, bombs and side are what they can be (DZ-6.6)."""
    columns = {"points": e.points, "totals": e.totals, "bids": e.bids}
    faults = [f"{len(row)} {name} for {SEATS} seats" for name, row in columns.items() if row and len(row) != SEATS]
    faults += [f"no seat {e.seat} at this table"] if e.seat is not None and e.seat >= SEATS else []
    faults += [f"a bid of {e.amount}"] if e.amount is not None and not 1 <= e.amount <= MOST_BID else []
    faults += [f"{e.bombs} bombs and rockets"] if e.bombs is not None and e.bombs > MOST_BOMBS else []
    faults += [f"side {e.side}; 0 is the landlord's, 1 the opponents'"] if (e.side or 0) > OPPONENTS else []
    if any(value is not None for value in (e.counts, e.tricks, e.aces, e.plucks, e.melds, e.trump)):
        faults.append("a column that Dou Dizhu does not have")
    return Broken(says="; ".join(faults)) if faults else None


def row_agrees(s: DouDizhu, e: Scored) -> Answer:
    """Landlord, bid, bombs and winners are those of the play (DZ-8.5)."""
    if e.void and about_last(s, e) and s.how == "played":
        return Broken(says="the hand was written down as void; it was played to its end")
    if e.void or (s.phase == "between" and s.how != "played"):
        return None
    return disagreement(s, e)


def disagreement(s: DouDizhu, e: Scored) -> Broken | None:
    """What a row has otherwise than the play."""
    seen, said = in_play(s), in_row(e)
    wrong = []
    if seen.landlord >= 0 <= said.landlord != seen.landlord:
        wrong.append(f"landlord seat {said.landlord}; it was seat {seen.landlord}")
    if seen.bid and said.bid and said.bid != seen.bid:
        wrong.append(f"a bid of {said.bid}; it was {seen.bid}")
    clause = "DZ-6.6" if wrong else None
    laid = s.bombs if s.phase == "play" or seen.bombs is not None else 0
    fewer = said.bombs is not None and said.bombs < laid
    if fewer or (None not in {said.bombs, seen.bombs} and said.bombs != seen.bombs):
        wrong.append(f"bombs and rockets {said.bombs}; they were {laid}")
    if seen.side >= 0 <= said.side != seen.side:
        wrong.append(f"{'landlord' if said.side == LANDLORD else 'opponents'} won; the others did")
    return Broken(says=f"written: {', '.join(wrong)}", clause=clause) if wrong else None


def points_follow(s: DouDizhu, e: Scored) -> Answer:
    """Points are the bid, doubled for each bomb, paid by each opponent or to each; their sum is 0 (DZ-6.1)."""
    if e.points is None or len(e.points) != SEATS or e.void:
        return None
    if sum(e.points):
        return Broken(says=f"points {told(e.points)} do not add up to 0", name="not_zero_sum")
    row = list(e.points)
    may_be = both(s, e).points(values_of(s, e))
    if row in may_be:
        return None
    if may_be:
        if disagreement(s, e) and row in in_row(e).points(in_row(e).values(s.options.spring)):
            return None  # they follow from what was written wrongly
        return Broken(says=f"points {told(e.points)} were written; {' or '.join(map(told, may_be))} was due")
    return (
        None if is_payment(e.points, both(s, e)) else Broken(says=f"points {told(e.points)} are no payment of a hand")
    )


def told(points: tuple[int, ...] | Amounts) -> str:
    """Points in a row."""
    return " ".join(map(str, points))


def totals_add_up(s: DouDizhu, e: Scored) -> Answer:
    """Totals are the sums of the points (DZ-6.1), where all hands before are known."""
    if e.totals is None or len(e.totals) != SEATS:
        return None
    now = s.totals
    if not about_last(s, e) and not e.void and not only_totals(e):
        now = [plus(had, new) for had, new in zip(s.totals, points_in(s, e)[1], strict=True)]
    elif about_last(s, e) and s.how == "played" and None in s.points:
        now = [plus(had, new) for had, new in zip(s.before, points_in(s, e)[1], strict=True)]
    wrong = [
        (seat, said, due) for seat, (said, due) in enumerate(zip(e.totals, now, strict=True)) if due not in {None, said}
    ]
    return [
        Broken(seat=seat, says=f"a total of {said} was written for seat {seat}; the hands add up to {due}")
        for seat, said, due in wrong
    ]


def session_goes_on(s: DouDizhu, e: HandStarted | Dealt | Scored) -> Answer:
    """No hand follows the one that ended the session (DZ-6.3)."""
    if not s.over or s.late or s.phase != "between" or (isinstance(e, Scored) and about_last(s, e)):
        return None
    what = "hands" if s.options.session_end == "hands" else "chips"
    return Broken(says=f"a hand after the session had ended, at {s.options.session_number} {what}")


def payment_agrees(s: DouDizhu, e: ChipsPassed) -> Answer:
    """What was seen to be paid is what the last hand brought (DZ-8.5)."""
    giver, taker = (_ACCOUNT.fullmatch(name) for name in (e.from_, e.to))
    if giver is None or taker is None:
        return Broken(says=f"chips pass between seat:0, seat:1 and seat:2, not from {e.from_} to {e.to}")
    if s.phase != "between" or s.value is None or s.how not in {"played", "sheet"}:
        return None
    due = {(source, target): amount for source, target, amount, _ in transfers(s)}
    wanted = due.get((int(giver[1]), int(taker[1])), 0)
    if e.amount == wanted:
        return None
    return Broken(seat=int(giver[1]), says=f"{e.amount} passed from {e.from_} to {e.to}; {wanted or 'nothing'} was due")


def purse_agrees(s: DouDizhu, e: PurseCounted) -> Answer:
    """A purse holds what was brought and what was won since (DZ-6.1)."""
    if e.seat >= SEATS or s.stake is None or s.phase not in {"between", "deal"}:
        return None
    total = s.totals[e.seat]
    if total is None or e.amount == s.stake + total:
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} counted {e.amount}; it must have {s.stake + total}")
