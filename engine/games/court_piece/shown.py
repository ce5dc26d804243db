"""G-5: cards shown, which are where they were shown."""

from msgspec import structs

from upcard.engine.game import Answer
from upcard.engine.games.court_piece.listed import shown_not_listed
from upcard.engine.games.court_piece.table import CourtPiece, no_seat
from upcard.engine.mechanisms.showing import about, show_cards, shown_faults
from upcard.schemas.cards import PACK_MASK
from upcard.schemas.events import Shown


def show(s: CourtPiece, e: Shown) -> None:
    """Cards shown are known to be where they were shown."""
    if e.seat is not None and about(e, s.hand, 4) and s.line not in s.dubious:
        show_cards(s.places, e.seat, e, PACK_MASK)
        s.shown = [*s.shown, s.line]


def shown_is_possible(s: CourtPiece, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5)."""
    if e.seat is not None and e.seat > 3:
        return no_seat(e.seat)
    if e.seat is None or not about(e, s.hand, 4) or s.phase == "deal" or not s.hand or s.line in s.dubious:
        return None
    faults = shown_faults(s.places, e.seat, e, PACK_MASK)
    return [structs.replace(fault, dubious=(s.line,)) for fault in faults] or shown_not_listed(s, e)
