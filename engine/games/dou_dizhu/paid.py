"""DZ-8.5 Chips that were seen to pass, and purses that were counted."""

import re
from typing import Final

from upcard.engine.game import Answer, Broken
from upcard.engine.games.dou_dizhu.settling import transfers
from upcard.engine.games.dou_dizhu.table import SEATS, DouDizhu
from upcard.schemas.events import ChipsPassed, PurseCounted

_ACCOUNT: Final = re.compile(r"seat:([0-2])")


def payment_agrees(s: DouDizhu, e: ChipsPassed) -> Answer:
    """What was seen to be paid is what the last hand brought (DZ-8.5)."""
    giver, taker = (_ACCOUNT.fullmatch(name) for name in (e.from_, e.to))
    if giver is None or taker is None:
        return Broken(says=f"chips pass between seat:0, seat:1 and seat:2, not from {e.from_} to {e.to}")
    if s.phase != "between" or s.value is None or s.how not in {"played", "sheet"}:
        return None
    due = {(source, target): amount for source, target, amount, _ in transfers(s)}
    wanted = due.get((int(giver[1]), int(taker[1])), 0)
    if e.amount == wanted or (wanted and s.holed):
        return None
    return Broken(seat=int(giver[1]), says=f"{e.amount} passed from {e.from_} to {e.to}; {wanted or 'nothing'} was due")


def purse_agrees(s: DouDizhu, e: PurseCounted) -> Answer:
    """A purse holds what was brought and what was won since (DZ-6.1). What was wrong at the last count is told there."""
    off = purse_off(s, e)
    if not off or off == s.purses[e.seat]:
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} counted {e.amount}; it must have {e.amount - off}")


def purse_off(s: DouDizhu, e: PurseCounted) -> int | None:
    """By how much a purse holds more than it must; None if that cannot be told."""
    if e.seat >= SEATS or s.stake is None or s.loose or s.phase not in {"between", "deal"}:
        return None
    total = s.totals[e.seat]
    return None if total is None else e.amount - s.stake - total


def count_purse(s: DouDizhu, e: PurseCounted) -> None:
    """Keep by how much a purse is off, to tell it once."""
    off = purse_off(s, e)
    if off is not None:
        s.purses[e.seat] = off
