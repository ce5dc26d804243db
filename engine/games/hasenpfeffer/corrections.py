"""G-14 A revoke put right within the trick."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.hasenpfeffer.play import play, win_trick
from upcard.engine.games.hasenpfeffer.table import LED_BY, PACK, TABLE, Hasenpfeffer
from upcard.engine.mechanisms.corrections import change, exchange_missed, is_again, revoke_put_right, taken_for_play
from upcard.engine.mechanisms.trick_play import open_cards, trick_of
from upcard.schemas.events import Corrected


def correct(s: Hasenpfeffer, e: Corrected) -> None:
    """A seat's card in the trick is replaced; the old one is known to be in its hand from then on."""
    _, seats = trick_of(s)
    if s.phase != "play" or e.seat > 3 or e.card.bit & ~PACK or is_again(s, e):
        return
    if taken_for_play(s, e, 4, play):
        return
    if s.gap:
        exchange_missed(s, e.seat, e.card, TABLE)
    elif e.seat in seats:
        full = not open_cards(s, 4)
        change(s, seats.index(e.seat), e.card, TABLE)
        if e.seat == seats[0] and s.trump:
            s.led = LED_BY[s.trump][e.card]
        if full:
            take_trick_again(s)


def take_trick_again(s: Hasenpfeffer) -> None:
    """The trick was closed: another may have won it now."""
    won = s.winners.pop()
    if won >= 0:
        s.taken[won & 1] -= 1
    win_trick(s)


def correction_is_allowed(s: Hasenpfeffer, e: Corrected) -> Answer:
    """A revoker may follow after all while the trick is open, where the table plays so (G-14)."""
    if s.phase == "between" and not s.gap:
        return Broken(seat=e.seat, says="no hand is on", kind="contradiction", clause="G-5", name="no_hand")
    return revoke_put_right(s, e, 4, PACK, allowed=s.options.same_trick_correction, sure=not s.shaky)
