"""CA-4.5 Chips: what is bought in, counted and passed, rows of a score sheet, and how a hand came out."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken, Result, Transfer
from upcard.engine.games.calabrasella.deal import begin_hand, void
from upcard.engine.games.calabrasella.scoring import ALL_POINTS, WHYS, captured, pay, payment, payments, points_can_be
from upcard.engine.games.calabrasella.table import HAND, SEATS, Calabrasella
from upcard.engine.mechanisms.ledger import between, nets, rows_of
from upcard.engine.mechanisms.seats import level_of, no_seat
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.events import BoughtIn, CashedOut, ChipsPassed, HandStarted, PurseCounted, Scored, Voided

BANK = SEATS
"""The account behind those of the seats."""


def buy(s: Calabrasella, e: BoughtIn) -> None:
    """Chips are added to a stack."""
    if e.seat < SEATS:
        s.chips[e.seat] += e.amount
        s.chips[BANK] -= e.amount


def cash(s: Calabrasella, e: CashedOut) -> None:
    """Chips are taken off a stack."""
    if e.seat < SEATS:
        s.chips[e.seat] -= e.amount
        s.chips[BANK] += e.amount


def seat_exists(_s: Calabrasella, e: BoughtIn | CashedOut) -> Answer:
    """Chips are those of a seat (G-5)."""
    return no_seat(e.seat, SEATS)


def purse_is_true(s: Calabrasella, e: PurseCounted) -> Answer:
    """A stack that was counted has the chips that follow (CA-4.5)."""
    if e.seat >= SEATS:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", clause="G-5")
    if s.unsure >> e.seat & 1 or e.amount == s.chips[e.seat]:
        return None
    return Broken(seat=e.seat, says=f"{e.amount} chips were counted; it has {s.chips[e.seat]}")


def payment_is_true(s: Calabrasella, e: ChipsPassed) -> Answer:
    """Chips that were seen to pass are those that were due (CA-4.3)."""
    names = [f"seat:{seat}" for seat in range(SEATS)]
    if e.from_ not in names or e.to not in names:
        wrong = e.to if e.from_ in names else e.from_
        return Broken(says=f"no account {wrong!r} at this table")
    if s.phase != "between" or s.how not in {"played", "sheet"} or not s.paid or s.gap:
        return None
    source, target = names.index(e.from_), names.index(e.to)
    due = sum(between(s.rows, source, target))
    if e.amount == due:
        return None
    return Broken(seat=source, says=f"{e.amount} passed from {e.from_} to {e.to}; {due or 'nothing'} was due")


# ---- Rows of a score sheet -------------------------------------------------------------------------------------------


def score(s: Calabrasella, e: Scored) -> None:
    """A row of the score sheet settles a hand that was not played out in the record."""
    if s.phase == "between" and s.hand:
        return
    if s.phase == "between":
        begin_hand(s, HandStarted())
    if e.void:
        void(s, Voided())
        return
    amount = row_payment(s, e)
    s.declarer = row_declarer(s, e)
    s.phase, s.how, s.turn, s.ended = "between", "sheet", -1, s.hand
    s.settled += 1
    s.score = list(e.counts) if e.counts is not None and points_can_be(s.options, e.counts) else [-1, -1]
    pay(s, amount)


def row_declarer(s: Calabrasella, e: Scored) -> int:
    """Who was the declarer of a hand that a row settles: as the table heard it, as written, or by the chips; else -1."""
    if s.declarer >= 0 and not s.gap:
        return s.declarer
    if e.seat is not None and e.seat < SEATS:
        return e.seat
    gains = written_gains(s, e)
    alone = [seat for seat in range(SEATS) if gains is not None and any(gains) and is_payment(gains, seat)]
    return alone[0] if alone else s.declarer


def row_payment(s: Calabrasella, e: Scored) -> int | None:
    """What each defender pays to the declarer by the points of a row; by its chips, if it has no points."""
    if e.counts is not None:
        return payment(s.options, e.counts) if points_can_be(s.options, e.counts) else None
    gains, declarer = written_gains(s, e), row_declarer(s, e)
    if gains is None or wrong_gains(s, gains, declarer) is not None:
        return None
    return gains[declarer] // 2 if declarer >= 0 else 0


def written_gains(s: Calabrasella, e: Scored) -> list[int] | None:
    """What each seat won or lost as a row has it: written, or what its stacks have more than before."""
    if e.points is not None:
        return list(e.points) if len(e.points) == SEATS else None
    if e.totals is None or len(e.totals) != SEATS or s.unsure or s.gap:
        return None
    return [total - before for total, before in zip(e.totals, s.chips, strict=False)]


def is_payment(gains: list[int], declarer: int) -> bool:
    """Whether the two others paid this seat the same, or had the same from it (CA-4.3)."""
    each = {gain for seat, gain in enumerate(gains) if seat != declarer}
    return len(each) == 1 and sum(gains) == 0


def wrong_gains(s: Calabrasella, gains: list[int], declarer: int) -> str | None:
    """Why no hand brings these chips, whoever declared (-1: nobody knows who), or None."""
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
    faults = [Broken(says=says, clause="CA-4.2") for says in points_faults(s, e)]
    if e.seat is not None and e.seat >= SEATS:
        faults.append(Broken(says=f"no seat {e.seat} at this table"))
    for name, column in (("chips", e.points), ("stacks", e.totals)):
        if column is not None and len(column) != SEATS:
            faults.append(Broken(says=f"{len(column)} {name} are written for three players"))
    if e.void and (any(e.points or ()) or e.counts is not None):
        faults.append(Broken(says="points or chips are written of a void hand"))
    if e.points is not None and len(e.points) == SEATS and sum(e.points) != 0:
        faults.append(Broken(says=f"the chips of the row add up to {sum(e.points)}, not to nothing"))
    elif not e.void and not faults and not is_about_last(s):
        faults += gains_faults(s, e)
    return faults


def gains_faults(s: Calabrasella, e: Scored) -> list[Broken]:
    """What is wrong with chips that no points are written for (CA-4.3)."""
    gains = written_gains(s, e)
    if gains is None or row_gains(s, e) is not None:
        return []
    says = wrong_gains(s, gains, row_declarer(s, e))
    return [Broken(says=says, clause="CA-4.3")] if says else []


def is_about_last(s: Calabrasella) -> bool:
    """Whether a row is about the hand that just ended."""
    return s.phase == "between" and bool(s.hand)


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
    if e.counts is None or len(e.counts) != 2 or (s.phase == "between" and not s.hand):
        return faults
    if is_about_last(s) and min(s.score) >= 0:
        if list(e.counts) != s.score:
            where = "the play" if s.how == "played" else "the row before"
            faults.append(Broken(says=f"points {list(e.counts)} are written; {where} gives {s.score}"))
        return faults
    return faults + too_few(s, e.counts)


def too_few(s: Calabrasella, counts: Sequence[int]) -> list[Broken]:
    """Points written of a side that is known to have captured more."""
    if s.declarer < 0:
        return []
    had = captured(s)
    return [
        Broken(says=f"{counts[side]} points are written for the {name}; {had[side]} are captured already")
        for side, name in enumerate(("declarer", "defenders"))
        if counts[side] < had[side]
    ]


def chips_follow(s: Calabrasella, e: Scored) -> Answer:
    """The chips of a row follow from its points, and its stacks from the chips (CA-4.3, CA-4.5)."""
    about_last = is_about_last(s)
    if s.gap and s.phase == "between":
        return None
    gains = hand_chips(s) if about_last else row_gains(s, e)
    faults = []
    if e.points is not None and len(e.points) == SEATS and gains is not None and list(e.points) != gains:
        faults.append(Broken(says=f"chips {list(e.points)} are written; {gains} follow", clause="CA-4.3"))
    if e.totals is not None and len(e.totals) == SEATS and not s.unsure and gains is not None:
        due = s.chips[:SEATS] if about_last else [a + b for a, b in zip(s.chips, gains, strict=False)]
        if list(e.totals) != due:
            faults.append(Broken(says=f"stacks {list(e.totals)} are written; they are {due}", clause="CA-4.5"))
    return faults


def hand_chips(s: Calabrasella) -> list[int] | None:
    """What each seat gained in the hand that just ended, if it can be told."""
    if s.how in {"void", "passed"}:
        return [0] * SEATS
    return nets(s.rows, SEATS) if s.paid else None


def row_gains(s: Calabrasella, e: Scored) -> list[int] | None:
    """What each seat gains by a row that settles its hand."""
    if e.void:
        return [0] * SEATS
    amount, declarer = row_payment(s, e), row_declarer(s, e)
    if amount is None or (amount and declarer < 0):
        return None
    return [0 if not amount else 2 * amount if seat == declarer else -amount for seat in range(SEATS)]


def result(s: Calabrasella) -> Result:
    """How the hand that just ended came out."""
    gains = hand_chips(s)
    counts = s.how not in {"void", "passed"}
    points: tuple[int | None, ...] = tuple(gains) if gains is not None else (None,) * SEATS
    won = tuple(None if gain is None else gain > 0 for gain in points)
    return Result(
        points=points,
        won=won,
        dealer=None if s.dealer < 0 else s.dealer,
        counts=counts,
        level="sheet" if s.how == "sheet" and not s.cards else level_of(s.places, [HAND] * SEATS),
        says=s.how,
        tricks=tricks_of(s.cards, s.by, s.winners, SEATS),
        transfers=tuple(
            Transfer(f"seat:{source}", f"seat:{target}", amount, WHYS[why])
            for source, target, amount, why in rows_of(s.rows)
        ),
    )
