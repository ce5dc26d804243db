"""CA-4.5 Chips: what is bought in, counted and passed, rows of a score sheet, and how a hand came out."""

from upcard.engine.game import Answer, Broken, Result, Transfer
from upcard.engine.games.calabrasella.deal import begin_hand, void
from upcard.engine.games.calabrasella.scoring import ALL_POINTS, WHYS, captured, pay, payment
from upcard.engine.games.calabrasella.table import HAND, SEATS, Calabrasella
from upcard.engine.mechanisms.ledger import between, nets, rows_of
from upcard.engine.mechanisms.seats import level_of
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
    return None if e.seat < SEATS else Broken(says=f"no seat {e.seat} at this table")


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
    if s.phase != "between" or s.how not in {"played", "sheet"} or min(s.score) < 0:
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
        s.again = False
        return
    if e.seat is not None and e.seat < SEATS:
        s.declarer = e.seat
    s.phase, s.how, s.turn, s.ended = "between", "sheet", -1, s.hand
    s.settled += 1
    s.score = list(e.counts) if e.counts is not None and not points_faults(s, e) else [-1, -1]
    pay(s)


def points_faults(s: Calabrasella, e: Scored) -> list[str]:
    """What is wrong with the points of declarer and defenders: thirty-five less those of four dead cards (CA-4.2)."""
    if e.counts is None:
        return []
    if len(e.counts) != 2 or min(e.counts) < 0:
        return ["points are written for declarer and defenders, none below 0"]
    dead = ALL_POINTS - sum(e.counts)
    most = 0 if s.options.dead_cards == "last_trick" else 12
    if dead == 11 or not 0 <= dead <= most:
        return [f"{e.counts[0]} and {e.counts[1]} points are written; no dead cards are worth {dead}"]
    return []


def row_is_possible(s: Calabrasella, e: Scored) -> Answer:
    """A row has a declarer, points that can be, and chips of which none are made or lost (CA-4.2, CA-4.5)."""
    faults = [Broken(says=says, clause="CA-4.2") for says in points_faults(s, e)]
    if e.seat is not None and e.seat >= SEATS:
        faults.append(Broken(says=f"no seat {e.seat} at this table"))
    for name, column in (("chips", e.points), ("stacks", e.totals)):
        if column is not None and len(column) != SEATS:
            faults.append(Broken(says=f"{len(column)} {name} are written for three players"))
    if e.points is not None and len(e.points) == SEATS and sum(e.points) != 0:
        faults.append(Broken(says=f"the chips of the row add up to {sum(e.points)}, not to nothing"))
    return faults


def row_agrees(s: Calabrasella, e: Scored) -> Answer:
    """A row of a hand that was played in the record agrees with the play (CA-4)."""
    if s.phase == "play" and not s.gap and s.declarer >= 0 and e.counts is not None and len(e.counts) == 2:
        had = captured(s)
        names = ("declarer", "defenders")
        return [
            Broken(says=f"{e.counts[side]} points are written for the {names[side]}; {had[side]} are captured already")
            for side in (0, 1)
            if e.counts[side] < had[side]
        ]
    if s.phase != "between" or s.how not in {"played", "sheet"}:
        return None
    faults = []
    if e.seat is not None and s.declarer >= 0 and e.seat != s.declarer:
        faults.append(Broken(seat=e.seat, says=f"seat {e.seat} is written as declarer; it was seat {s.declarer}"))
    if e.counts is not None and min(s.score) >= 0 and list(e.counts) != s.score:
        faults.append(Broken(says=f"points {list(e.counts)} are written; the play gives {s.score}"))
    return faults


def chips_follow(s: Calabrasella, e: Scored) -> Answer:
    """The chips of a row follow from its points, and its stacks from the chips (CA-4.3, CA-4.5)."""
    about_last = s.phase == "between" and s.hand
    gains = hand_chips(s) if about_last else row_chips(s, e)
    faults = []
    if e.points is not None and len(e.points) == SEATS and gains is not None and list(e.points) != gains:
        faults.append(Broken(says=f"chips {list(e.points)} are written; {gains} follow", clause="CA-4.3"))
    if e.totals is not None and len(e.totals) == SEATS and not s.unsure and (about_last or gains is not None):
        due = s.chips[:SEATS] if about_last else [a + b for a, b in zip(s.chips, gains or (), strict=False)]
        if list(e.totals) != due:
            faults.append(Broken(says=f"stacks {list(e.totals)} are written; they are {due}", clause="CA-4.5"))
    return faults


def hand_chips(s: Calabrasella) -> list[int] | None:
    """What each seat gained in the hand that just ended, if it can be told."""
    if s.how in {"void", "passed"}:
        return [0] * SEATS
    return None if s.declarer < 0 or min(s.score) < 0 else nets(s.rows, SEATS)


def row_chips(s: Calabrasella, e: Scored) -> list[int] | None:
    """What each seat gains by a row that settles its hand."""
    if e.void:
        return [0] * SEATS
    declarer = s.declarer if e.seat is None else e.seat
    if e.counts is None or points_faults(s, e) or not 0 <= declarer < SEATS:
        return None
    amount = payment(s, list(e.counts))
    return [2 * amount if seat == declarer else -amount for seat in range(SEATS)]


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
