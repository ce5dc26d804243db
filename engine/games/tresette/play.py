"""TR-3 Play: tricks, turns, suits, and cards that cannot be where they were seen."""

from collections.abc import Sequence

from upcard.engine.game import Answer
from upcard.engine.games.tresette.deal import begin_play
from upcard.engine.games.tresette.melds import LONGEST, NOBODY, SERVING
from upcard.engine.games.tresette.scoring import settle
from upcard.engine.games.tresette.table import HAND, STRENGTHS, TABLE, Tresette
from upcard.engine.games.tresette.talk import counts_in_question
from upcard.engine.mechanisms.forty import FORTY, as_played, put_right, suit_led, unseen_room
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.showing import about, show_cards, shown_faults
from upcard.engine.mechanisms.trick_play import (
    open_cards,
    owed_to_leader,
    put,
    put_plainly,
    revoke_put_right,
    trick_of,
)
from upcard.engine.mechanisms.tricks import Void, winner
from upcard.schemas.cards import Card
from upcard.schemas.events import Corrected, Played, Shown


def play(s: Tresette, e: Played) -> None:
    """A card goes to the trick; four make it full."""
    seat = e.seat
    if seat > 3 or (s.phase != "play" and not begin_play(s)):
        return
    card = e.card
    if not card.bit & FORTY:
        card = as_played(card)
    placed = put(s, seat, card, TABLE, 4)
    if placed:
        go_on(s, seat, card, placed)


def go_on(s: Tresette, seat: int, card: Card, placed: int) -> None:
    """What follows from a card that a seat played as such a one of its trick."""
    if placed == 4:
        win_trick(s)
    elif placed == 1:
        lead(s, seat, card)
    else:
        turn = (seat + s.way) & 3
        while turn in s.by[s.first :]:  # a card out of turn: who was passed over is still to play
            turn = (turn + s.way) & 3
        s.turn = turn


def lead(s: Tresette, seat: int, card: Card) -> None:
    """A card is led: the other three follow its suit."""
    s.turn = (seat + s.way) & 3
    owed_to_leader(s, seat)
    s.led = suit_led(card)
    if s.dealer < 0 and len(s.cards) == 1:
        s.dealer = (seat - s.way) & 3


def shows_nothing(s: Tresette, e: Played) -> bool:
    """Whether a card that comes to light can show nothing of what was called, announced or told: it serves in no meld,
    and so many cards are not known that it leaves all melds possible.
    """
    if s.told or s.calls != NOBODY:
        places, seat = s.places, e.seat
        if e.card.bit & SERVING or (places.most[seat] <= LONGEST and (s.told or s.calls[seat])):
            return False
        if s.told and (FORTY & ~places.located).bit_count() <= HAND + LONGEST:
            return False
    return not s.said or not counts_in_question(s, e.seat, e.card)


def play_plainly(s: Tresette, e: Played) -> bool:
    """The same of a card that needs no judging: in turn, of a suit that may be played, no announcement is due before it,
    and what was called or told hangs on no card that comes to light.
    """
    seat, card = e.seat, e.card
    if seat != s.turn or s.phase != "play" or (s.calls[seat] > 0 and not open_cards(s, 4)):
        return False
    if not s.places.located & card.bit and not shows_nothing(s, e):
        return False
    placed = put_plainly(s, seat, card, TABLE, FORTY, 4)
    if placed:
        go_on(s, seat, card, placed)
    return placed > 0


def win_trick(s: Tresette) -> None:
    """The highest card of the suit led wins (TR-3.1); after ten tricks the hand is scored."""
    s.turn = winner(*trick_of(s), STRENGTHS[s.led])
    s.winners.append(s.turn)
    if len(s.winners) == HAND:
        settle(s, "played")


def room_for_unseen(s: Tresette, doubts: Sequence[Void]) -> int:
    """The cards not seen must fit into the hands of seats that, not following, said that they had none (G-10)."""
    if s.gap or s.phase != "play":
        return PLENTY
    return unseen_room(s.places, 4, doubts)


def correct(s: Tresette, e: Corrected) -> None:
    """A seat's card in the trick is replaced; the old one is known to be in its hand from then on (G-14)."""
    put_right(s, e, TABLE, win_trick)


def correction_is_allowed(s: Tresette, e: Corrected) -> Answer:
    """Where the table allows it, a revoker may follow after all while the trick is open (G-14)."""
    if s.gap:
        return None
    return revoke_put_right(s, e, 4, allowed=s.options.same_trick_correction)


def show(s: Tresette, e: Shown) -> None:
    """Cards shown are known to be where they were shown."""
    if about(e, s.hand, 4):
        show_cards(s.places, e.seat or 0, e, FORTY)


def shown_is_possible(s: Tresette, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5)."""
    return shown_faults(s.places, e.seat or 0, e, FORTY) if about(e, s.hand, 4) and s.phase != "deal" else None
