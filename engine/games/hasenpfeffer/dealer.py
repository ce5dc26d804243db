"""HP-4.2, G-8 Who deals: by the line that says it, by the hand before, and by who speaks first (HP-2.1)."""

from collections.abc import Sequence

from upcard.engine.games.hasenpfeffer.table import Hasenpfeffer
from upcard.engine.mechanisms.dealers import is_named, is_off_again, off_from, opens
from upcard.schemas.events import HandStarted


def dealers_told(s: Hasenpfeffer) -> Sequence[int]:
    """Who may deal this hand, by what was written of it, or of those before it."""
    return [s.dealer] if s.dealer >= 0 else s.could_deal


def off_by(s: Hasenpfeffer, seat: int) -> int:
    """By how many seats who speaks first is off from who was to; 0 too where nobody is known to be."""
    return off_from(s, dealers_told(s), (seat + 3) & 3, 4)


def may_speak_first(s: Hasenpfeffer, seat: int) -> bool:
    """Whether this seat may sit left of the dealer."""
    return not s.could_deal or (seat + 3) & 3 in s.could_deal


def name_dealer(s: Hasenpfeffer, e: HandStarted, due: Sequence[int]) -> None:
    """Whether a line that names the dealer stands alone: the rotation agrees with it, or who opened the last hand. due: who
    was to deal.
    """
    if e.dealer is not None and e.dealer < 4:
        opened_so = is_off_again(s, off_from(s, due, e.dealer, 4))
        is_named(s, e.dealer, e.dealer if e.dealer in due or opened_so else -1)


def open_bids(s: Hasenpfeffer, seat: int, *, stray: bool) -> None:
    """Who speaks first tells who dealt: where nobody wrote it, or where the line that alone says it is wrong (G-8).
    stray: no hand was on, so that nobody can be out of turn.
    """
    if s.dealer < 0 and not s.unwritten and may_speak_first(s, seat):
        s.dealer, s.turn = (seat + 3) & 3, seat
    off = off_by(s, seat) if s.lone else 0
    if not s.lone or (off and stray):
        return
    if is_off_again(s, off):
        s.dealer = (seat + 3 - off) & 3
    if opens(s, off, 4):
        s.turn = seat
