"""CA-4.5 Chips: what is bought in, counted and passed, and how a hand came out."""

from upcard.engine.game import Answer, Broken, Cured, Result, Transfer
from upcard.engine.games.calabrasella.scoring import WHYS
from upcard.engine.games.calabrasella.table import BANK, HAND, SEATS, Calabrasella
from upcard.engine.mechanisms.ledger import between, nets, rows_of
from upcard.engine.mechanisms.seats import level_of, no_seat
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.engine.wording import were
from upcard.schemas.events import BoughtIn, CashedOut, ChipsPassed, PurseCounted

ACCOUNTS = tuple(f"seat:{seat}" for seat in range(SEATS))


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
    return Broken(seat=e.seat, says=f"{were(e.amount, 'chip')} counted; it has {s.chips[e.seat]}")


def hear_payment(s: Calabrasella, e: ChipsPassed) -> None:
    """Chips were seen to pass: so much of what was due is paid."""
    if e.from_ not in ACCOUNTS or e.to not in ACCOUNTS or not payment_is_judged(s):
        return
    due, before, _ = owed_between(s, e)
    if before + e.amount <= due:
        s.handed += [pair_of(e), e.amount, s.line]


def payment_is_judged(s: Calabrasella) -> bool:
    """Whether it is known what is due for the hand that ended last."""
    return s.phase == "between" and s.how in {"played", "sheet"} and s.paid and not s.gap


def pair_of(e: ChipsPassed) -> int:
    """From whom to whom, as a number."""
    return ACCOUNTS.index(e.from_) * SEATS + ACCOUNTS.index(e.to)


def owed_between(s: Calabrasella, e: ChipsPassed) -> tuple[int, int, list[int]]:
    """What one owes another for the hand that ended, how much of it has passed already, and on which lines."""
    due, pair = sum(between(s.rows, *divmod(pair_of(e), SEATS))), pair_of(e)
    triples = zip(s.handed[::3], s.handed[1::3], s.handed[2::3], strict=True)
    parts = [(amount, line) for one, amount, line in triples if one == pair]
    return due, sum(amount for amount, _ in parts), [line for _, line in parts]


def payment_is_true(s: Calabrasella, e: ChipsPassed) -> Answer:
    """Chips that were seen to pass are those that were due (CA-4.3); the last part of a payment puts the others right."""
    if e.from_ not in ACCOUNTS or e.to not in ACCOUNTS:
        wrong = e.to if e.from_ in ACCOUNTS else e.from_
        return Broken(says=f"no account {wrong!r} at this table")
    if not payment_is_judged(s):
        return None
    due, before, lines = owed_between(s, e)
    if before + e.amount == due:
        return [Cured(line) for line in lines]
    passed = f"{e.amount} passed from {e.from_} to {e.to}{f' after {before} had' if before else ''}"
    return Broken(seat=ACCOUNTS.index(e.from_), says=f"{passed}; {due or 'nothing'} was due")


def hand_chips(s: Calabrasella) -> list[int] | None:
    """What each seat gained in the hand that just ended, if it can be told."""
    if s.how in {"void", "passed"}:
        return [0] * SEATS
    return nets(s.rows, SEATS) if s.paid else None


def result(s: Calabrasella) -> Result:
    """How the hand that just ended came out."""
    gains = hand_chips(s)
    counts = s.how not in {"void", "passed"}
    points: tuple[int | None, ...] = tuple(gains) if gains is not None else (None,) * SEATS
    won = tuple(None if gain is None else gain > 0 for gain in points)
    return Result(
        points=points,
        won=won,
        sides=tuple(int(seat == s.declarer) for seat in range(SEATS)) if s.declarer >= 0 else (),
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
