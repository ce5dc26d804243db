"""PL-2.5 The dealer, as long as one line alone tells who it is (G-8): what is done that only another dealer explains.

Trump is named by the dealer, and plucks follow from quotas that hang on the dealer of the hand before. What another dealer
would have brought is kept until a second act agrees with the line.
"""

from collections.abc import Sequence

from msgspec import structs

from upcard.engine.game import Broken, Cured
from upcard.engine.games.pluck.rights import no_right, out_of_order
from upcard.engine.games.pluck.table import GIFT, SEATS, Pluck, dealers_of, quotas
from upcard.engine.mechanisms.dealers import is_named, is_off_again, off_from, written_wrongly
from upcard.schemas.events import Gave, HandStarted, TrumpNamed

OFFS = range(1, SEATS)
"""By how many seats a dealer can be written wrongly."""


# ---- What another dealer would have brought ------------------------------------------------------------------------


def begin_count(s: Pluck) -> None:
    """Where this line tells who deals, what the hands before brought stands, whoever it is."""
    if s.lone == s.line:
        s.others, s.gains = [tuple(s.excess) for _ in OFFS], [(0,) * SEATS for _ in OFFS]


def count_others(s: Pluck, points: Sequence[int]) -> None:
    """A hand brought these points; with another dealer its tricks bring others, and other plucks."""
    quota = [quotas((s.dealer + off) % SEATS) for off in OFFS]
    s.others = [tuple(taken - due for taken, due in zip(s.taken, row, strict=True)) for row in quota]
    s.gains = [
        tuple(gain + max(0, over) - told for gain, over, told in zip(*rows, points, strict=True))
        for rows in zip(s.gains, s.others, strict=False)
    ]


def keep_others(s: Pluck, excess: Sequence[Sequence[int]]) -> None:
    """A hand of which points alone are written brought these plucks, by the other dealers in turn."""
    s.others = [tuple(row) for row in excess]


def take_up(s: Pluck) -> None:
    """Totals that were written stand, whoever dealt."""
    s.gains = [(0,) * SEATS for _ in s.gains]


def forget_others(s: Pluck) -> None:
    """Players have changed seats: what another dealer would have brought is not told any more, nor whether one did."""
    s.off, s.alike, s.others, s.gains = 0, [], [], []


def shift(s: Pluck, off: int) -> None:
    """The dealer is another than was written, in this hand and in those before."""
    s.alike = []
    s.dealer = (s.dealer + off) % SEATS if s.dealer >= 0 else -1
    s.dealers = [(dealer + off) % SEATS for dealer in s.dealers]
    s.may_deal = [(dealer + off) % SEATS for dealer in s.may_deal]
    if s.others:
        s.excess = list(s.others[off - 1])
    else:
        s.told = False
    if not s.gains:
        s.totals, s.over_written = [-1] * SEATS, [0] * SEATS
    elif min(s.totals) >= 0:
        gains = s.gains[off - 1]
        s.totals = [total + gain for total, gain in zip(s.totals, gains, strict=True)]
        s.over_written = [over - gain for over, gain in zip(s.over_written, gains, strict=True)]


def shifted(s: Pluck, off: int) -> Pluck:
    """A copy with that dealer."""
    twin = s.copied()
    shift(twin, off)
    return twin


# ---- Plucks --------------------------------------------------------------------------------------------------------


def wrong_pluck(s: Pluck, seat: int, victim: int) -> Broken | None:
    """What is wrong with a pluck, by the dealers that the record has."""
    if not s.told:
        return None
    if fault := no_right(s, seat, victim):
        return structs.replace(fault, name="no_right_to_pluck", clause=fault.clause or "PL-3.1")
    fault = out_of_order(s, seat)
    return structs.replace(fault, name="pluck_order", clause="PL-3.5") if fault else None


def wrong_plucks(s: Pluck) -> dict[int, Broken]:
    """What is wrong with the plucks of this hand, by their lines."""
    if s.phase == "between":
        return {}
    twin, found = s.copied(), {}
    for place, move in enumerate(s.moved):
        twin.moved = s.moved[:place]
        if move.answers == GIFT and (fault := wrong_pluck(twin, move.source, move.target)):
            found[move.line] = fault
    return found


def right_by_another(s: Pluck, e: Gave) -> list[Broken]:
    """What is wrong with a pluck by the dealer of one line alone, if nothing is by the one that trump was named by before:
    then it is told once another act agrees with that line.
    """
    if not (s.lone and s.off and s.others):
        return []
    fault = wrong_pluck(s, e.seat, e.to)
    if fault is None or wrong_pluck(shifted(s, s.off), e.seat, e.to):
        return []
    return [structs.replace(fault, at=s.line)]


# ---- Who names trump, and who is named -----------------------------------------------------------------------------


def off_by(s: Pluck, seat: int) -> int:
    """By how many seats who acts as the dealer is off from who is; 0 too where that cannot be told."""
    return off_from(s, dealers_of(s), seat, SEATS)


def is_another(s: Pluck, off: int) -> bool:
    """Whether two acts agree on a dealer so far from who one line says it is: this one, and trump of the last hand, or a
    pluck of this one that is right only so (PL-3.1).
    """
    if not (s.lone and off):
        return False
    if is_off_again(s, off) or not s.others:
        return is_off_again(s, off)
    return bool(set(wrong_plucks(s)) - set(wrong_plucks(shifted(s, off))))


def dealt_by_another(s: Pluck, off: int, done: str) -> list[Broken | Cured]:
    """What is said then: those acts are no breaches. A pluck that was right only by the dealer written accuses nobody."""
    says = f"{done}; by the dealer that was written once, neither this nor what was done before is right"
    before, after = wrong_plucks(s), wrong_plucks(shifted(s, off))
    return [
        written_wrongly(s, says),
        *(Cured(s.off_at, name=name) for name in ("wrong_call", "pluck_not_taken") if s.off == off),
        *(Cured(line, name=fault.name) for line, fault in before.items() if line not in after),
    ]


def told_late(s: Pluck, off: int) -> list[Broken]:
    """The plucks that are wrong after all, as the dealer that was written names trump."""
    return [] if off else s.alike


def as_called(s: Pluck, seat: int) -> Pluck:
    """The table as it is with the dealer that a seat shows which names trump: a copy, if that is another."""
    if not s.lone or s.trump or seat >= SEATS:
        return s
    off = off_by(s, seat)
    return shifted(s, off) if is_another(s, off) else s


def take_caller(s: Pluck, e: TrumpNamed) -> None:
    """Trump is named, where one line alone tells who deals: by that dealer, or by another."""
    if e.seat >= SEATS or not dealers_of(s):
        return
    off = off_by(s, e.seat)
    if is_another(s, off):
        shift(s, off)
        s.dealer, s.dealers, s.lone, s.off = e.seat, [], 0, 0
    else:
        s.alike = s.alike if off == s.off else []
        s.off, s.off_at, s.lone = off, s.line, s.lone if off else 0


def names_another(s: Pluck, e: HandStarted, dealers: Sequence[int]) -> bool:
    """Whether the dealer of the next hand is named, who is as far from the rotation as who named trump in the last."""
    if e.dealer is None or e.dealer >= SEATS or e.dealer in dealers or not (s.lone and s.off):
        return False
    return s.off in {(e.dealer - dealer) % SEATS for dealer in dealers}


def take_named(s: Pluck, e: HandStarted, dealers: Sequence[int]) -> None:
    """A hand begins. dealers: who may deal it, by the rotation."""
    if names_another(s, e, dealers):
        shift(s, s.off)
        s.lone, s.off = 0, 0
    elif e.dealer is not None or not dealers:
        s.lone, s.off, s.alike = 0, 0, []
        if e.dealer is not None:
            is_named(s, e.dealer, e.dealer if e.dealer in dealers else -1)
