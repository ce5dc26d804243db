"""CA-4 on paper: rows of a score sheet, which settle a hand, add to what is known of it, or are compared with it."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken
from upcard.engine.games.calabrasella.chips import hand_chips
from upcard.engine.games.calabrasella.deal import begin_hand, void
from upcard.engine.games.calabrasella.scoring import (
    ALL_POINTS,
    captured,
    pay,
    pay_late,
    payment,
    payments,
    points_can_be,
)
from upcard.engine.games.calabrasella.table import BANK, SEATS, Calabrasella
from upcard.engine.wording import counted
from upcard.schemas.events import HandStarted, Scored, Voided

# ---- What a row does -------------------------------------------------------------------------------------------------


def score(s: Calabrasella, e: Scored) -> None:
    """A row settles a hand that was not played out in the record, and adds to one of which not all is known."""
    if (s.gap and s.phase == "between") or is_late(s, e):
        return
    due, sound = due_stacks(s, e), not gains_faults(s, e)
    if not is_about_last(s):
        settle_by_row(s, e)
    elif not e.void and s.how not in {"void", "passed"}:
        add_to_last(s, e)
    keep_stacks(s, e, due, sound=sound)


def is_about_last(s: Calabrasella) -> bool:
    """Whether a row is about the hand that just ended."""
    return s.phase == "between" and bool(s.hand)


def is_late(s: Calabrasella, e: Scored) -> bool:
    """Whether a row is of the hand before the one that has just begun: its stacks are those that there are already."""
    there = s.phase == "deal" and s.hand > 1 and not s.unsure and e.totals is not None
    return there and list(e.totals or ()) == s.chips[:SEATS] and any(row_gains(s, e) or e.points or ())


def settle_by_row(s: Calabrasella, e: Scored) -> None:
    """The hand came to what the row says."""
    if s.phase == "between":
        begin_hand(s, HandStarted())
        left = None
    else:
        left = s.phase, s.turn, s.declarer
    if e.void:
        void(s, Voided())
        return
    amount, counts = row_payment(s, e), row_counts(s, e)
    s.declarer = row_declarer(s, e)
    s.phase, s.how, s.turn, s.ended = "between", "sheet", -1, s.hand
    s.settled += 1
    s.score = list(counts or (-1, -1))
    pay(s, amount)
    if left is not None and not s.gap:
        s.left, s.left_turn, s.left_declarer = left


def add_to_last(s: Calabrasella, e: Scored) -> None:
    """What was not known of the hand that ended may be told by one more row."""
    amount, counts, declarer = row_payment(s, e), row_counts(s, e), row_declarer(s, e)
    if s.paid and (s.declarer >= 0 or not amount):
        if counts is not None and points_agree(s, counts):
            s.score = list(counts)
        return
    s.score, s.declarer = list(counts or (-1, -1)), declarer
    pay_late(s, amount)


def keep_stacks(s: Calabrasella, e: Scored, due: Sequence[int] | None, *, sound: bool) -> None:
    """How far the stacks of a row are from those that follow; where none follow, they are what each has."""
    if e.totals is None or len(e.totals) != SEATS:
        return
    if due is not None:
        s.shift = [*(written - one for written, one in zip(e.totals, due, strict=True)), 0]
        return
    s.shift = [0] * SEATS + [amiss(s, e)]
    if sound and not s.shift[BANK] and s.unsure:
        s.chips, s.unsure = [*e.totals, -sum(e.totals)], 0


def amiss(s: Calabrasella, e: Scored) -> int:
    """By how much the stacks of a row are more than all the chips there are, if it is known how many these are."""
    return 0 if s.unsure >> BANK & 1 else sum(e.totals or ()) + s.chips[BANK]


# ---- What a row tells, with the play and the rows before ---------------------------------------------------------------


def row_counts(s: Calabrasella, e: Scored) -> Sequence[int] | None:
    """The points of declarer and defenders, if the play or the row tells them."""
    if is_about_last(s) and min(s.score) >= 0:
        return s.score
    can_be = e.counts is not None and points_can_be(s.options, e.counts) and not too_few(s, e.counts)
    return e.counts if can_be else None


def row_declarer(s: Calabrasella, e: Scored) -> int:
    """Who was the declarer of a hand that a row settles: as the table heard it, as written, or by the chips; else -1."""
    if s.declarer >= 0 and not s.gap:
        return s.declarer
    if e.seat is not None and e.seat < SEATS:
        return e.seat
    gains, counts = written_gains(s, e), row_counts(s, e)
    if gains is None or not any(gains):
        return s.declarer
    won = None if counts is None else payment(s.options, counts)
    alone = [seat for seat in range(SEATS) if is_payment(gains, seat) and (won is None or won * gains[seat] > 0)]
    return alone[0] if alone else s.declarer


def row_payment(s: Calabrasella, e: Scored) -> int | None:
    """What each defender pays to the declarer by the points of a row; by its chips, if it has no points."""
    counts = row_counts(s, e)
    if counts is not None or e.counts is not None:
        return None if counts is None else payment(s.options, counts)
    gains, declarer = written_gains(s, e), row_declarer(s, e)
    if gains is None or wrong_gains(s, gains, declarer) is not None:
        return None
    return gains[declarer] // 2 if declarer >= 0 else 0


def row_gains(s: Calabrasella, e: Scored) -> list[int] | None:
    """What each seat gains by a row that settles its hand."""
    if e.void:
        return [0] * SEATS
    amount, declarer = row_payment(s, e), row_declarer(s, e)
    if amount is None or (amount and declarer < 0):
        return None
    return gains_of(declarer, amount)


def gains_of(declarer: int, amount: int) -> list[int]:
    """What each seat gains where each defender pays so much to the declarer (CA-4.3)."""
    return [0 if not amount else 2 * amount if seat == declarer else -amount for seat in range(SEATS)]


def written_gains(s: Calabrasella, e: Scored) -> list[int] | None:
    """What each seat won or lost as a row has it: written, or what its stacks have more than before."""
    if e.points is not None:
        return list(e.points) if len(e.points) == SEATS else None
    before = stacks_before(s)
    if e.totals is None or len(e.totals) != SEATS or before is None:
        return None
    return [total - one for total, one in zip(e.totals, before, strict=True)]


def stacks_before(s: Calabrasella) -> list[int] | None:
    """The stacks before the hand that a row tells of, if that is not reckoned among them yet."""
    if s.gap or (is_about_last(s) and not s.unsure):
        return None
    unsure = s.before if is_about_last(s) and s.how not in {"void", "passed"} else s.unsure
    return None if unsure else s.chips[:SEATS]


def due_stacks(s: Calabrasella, e: Scored) -> list[int] | None:
    """The stacks that follow after a row."""
    if is_about_last(s) and not s.unsure:
        return s.chips[:SEATS]
    before = stacks_before(s)
    gains = None if before is None else row_gains(s, e)
    if before is None or gains is None:
        return None
    return [a + b for a, b in zip(before, gains, strict=True)]


def is_payment(gains: list[int], declarer: int) -> bool:
    """Whether the two others paid this seat the same, or had the same from it (CA-4.3)."""
    each = {gain for seat, gain in enumerate(gains) if seat != declarer}
    return len(each) == 1 and sum(gains) == 0


# ---- What is checked -------------------------------------------------------------------------------------------------


def wrong_gains(s: Calabrasella, gains: list[int], declarer: int) -> str | None:
    """Why no hand brings these chips, whoever declared (-1: nobody knows who), or None."""
    if not any(gains):  # a hand that was void, if no points bring that
        return None
    written = f"chips {gains} are written"
    alone = [seat for seat in range(SEATS) if is_payment(gains, seat)]
    if not alone:
        return f"{written}; one player wins or loses as much with each of the others"
    if declarer >= 0 and declarer not in alone:
        return f"{written}; seat {declarer} played against the others"
    options = s.options
    if gains[alone[0]] // 2 not in payments(options.shutout_rule, options.dead_cards, options.payment_double):
        return f"{written}; no points bring that"
    return None


def points_faults(s: Calabrasella, e: Scored) -> list[str]:
    """What is wrong with the points of declarer and defenders (CA-4.2)."""
    if e.counts is None or points_can_be(s.options, e.counts):
        return []
    if len(e.counts) != 2 or min(e.counts) < 0:
        return ["points are written for declarer and defenders, none below 0"]
    dead = ALL_POINTS - sum(e.counts)
    return [f"{e.counts[0]} and {e.counts[1]} points are written; no dead cards are worth {dead}"]


def row_is_possible(s: Calabrasella, e: Scored) -> Answer:
    """A row has a declarer, points that can be, and chips of which none are made or lost (CA-4.2, CA-4.5)."""
    if is_late(s, e):
        return None
    faults = [Broken(says=says, clause="CA-4.2") for says in points_faults(s, e)]
    if e.seat is not None and e.seat >= SEATS:
        faults.append(Broken(says=f"no seat {e.seat} at this table"))
    if any(column is not None for column in (e.tricks, e.aces, e.plucks, e.melds, e.bids, e.trump, e.side, e.bombs)):
        faults.append(Broken(says="a column that Calabrasella does not have"))
    for name, column in (("chips", e.points), ("stacks", e.totals)):
        if column is not None and len(column) != SEATS:
            faults.append(Broken(says=f"{counted(len(column), name[:-1])} written for three players"))
    if e.void and (any(e.points or ()) or e.counts is not None):
        faults.append(Broken(says="points or chips are written of a void hand"))
    if e.points is not None and len(e.points) == SEATS and sum(e.points) != 0:
        faults.append(Broken(says=f"the chips of the row add up to {sum(e.points)}, not to nothing"))
    elif not faults:
        faults += gains_faults(s, e)
    return faults


def gains_faults(s: Calabrasella, e: Scored) -> list[Broken]:
    """What is wrong with chips of which it does not follow what they must be (CA-4.3)."""
    if e.void or (is_about_last(s) and hand_chips(s) is not None):
        return []
    gains = written_gains(s, e)
    if gains is None or row_gains(s, e) is not None:
        return []
    says, amount = wrong_gains(s, gains, row_declarer(s, e)), row_payment(s, e)
    if says is None and amount is not None:
        says = f"chips {gains} are written; the points give the declarer {2 * amount:+}"
    return [Broken(says=says, clause="CA-4.3")] if says else []


def row_agrees(s: Calabrasella, e: Scored) -> Answer:
    """A row of a hand that was played in the record, or written before, agrees with it (CA-4)."""
    if s.gap or s.phase == "deal":
        return None
    if s.phase == "between" and s.how in {"void", "passed"}:
        wrong = not e.void and (any(e.points or ()) or e.counts is not None)
        return Broken(says="points or chips are written of a hand that is void") if wrong else None
    if is_about_last(s) and e.void:
        return Broken(says="the hand is written as void; it was not")
    if e.void:
        return None
    faults = []
    if e.seat is not None and s.declarer >= 0 and e.seat != s.declarer:
        faults.append(Broken(seat=e.seat, says=f"seat {e.seat} is written as declarer; it was seat {s.declarer}"))
    if e.counts is not None and len(e.counts) == 2 and s.hand:
        faults += [Broken(says=says) for says in wrong_points(s, e.counts)]
    return faults


def wrong_points(s: Calabrasella, counts: Sequence[int]) -> list[str]:
    """What the play, or an earlier row, says against the points of a row."""
    if not is_about_last(s):
        return too_few(s, counts)
    if min(s.score) >= 0:
        where = "the play" if s.how == "played" else "the row before"
        return [] if list(counts) == s.score else [f"points {list(counts)} are written; {where} gives {s.score}"]
    if points_agree(s, counts):
        return too_few(s, counts)
    return [f"points {list(counts)} are written; the row before gives chips {hand_chips(s)}"]


def points_agree(s: Calabrasella, counts: Sequence[int]) -> bool:
    """Whether points bring what was paid for the hand that ended, if that is known."""
    if not points_can_be(s.options, counts) or not s.paid:
        return True
    gains, amount = hand_chips(s) or [], payment(s.options, counts)
    return gains == gains_of(s.declarer, amount)


def too_few(s: Calabrasella, counts: Sequence[int]) -> list[str]:
    """Points written of a side that is known to have captured more."""
    if s.declarer < 0:
        return []
    had = captured(s)
    return [
        f"{counted(counts[side], 'point')} written for the {name}; {had[side]} are captured already"
        for side, name in enumerate(("declarer", "defenders"))
        if counts[side] < had[side]
    ]


def chips_follow(s: Calabrasella, e: Scored) -> Answer:
    """The chips of a row follow from its points, and its stacks from the chips (CA-4.3, CA-4.5)."""
    if (s.gap and s.phase == "between") or is_late(s, e):
        return None
    gains = hand_chips(s) if is_about_last(s) else None
    gains = row_gains(s, e) if gains is None else gains
    faults = []
    written = e.points is not None and len(e.points) == SEATS and not sum(e.points)  # else it was told already
    if written and gains is not None and list(e.points or ()) != gains:
        faults.append(Broken(says=f"chips {list(e.points or ())} are written; {gains} follow", clause="CA-4.3"))
    says = wrong_stacks(s, e)
    return [*faults, Broken(says=says, clause="CA-4.5")] if says else faults


def wrong_stacks(s: Calabrasella, e: Scored) -> str | None:
    """What is wrong with the stacks of a row, if that was not told before: of the row above, or of its chips."""
    if e.totals is None or len(e.totals) != SEATS:
        return None
    due, before = due_stacks(s, e), stacks_before(s)
    if due is None:
        wrong = amiss(s, e) not in {0, s.shift[BANK]} and before is None
        return f"stacks {list(e.totals)} are written; there are {-s.chips[BANK]} chips in all" if wrong else None
    off = [written - one for written, one in zip(e.totals, due, strict=True)]
    by_chips = before is not None and e.points is not None and [a + b for a, b in zip(before, e.points, strict=False)]
    if by_chips == list(e.totals) or all(one in {0, was} for one, was in zip(off, s.shift, strict=False)):
        return None
    return f"stacks {list(e.totals)} are written; they are {due}"
