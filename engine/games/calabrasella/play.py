"""CA-3 Play: tricks of three cards, turns, suits, and cards that cannot be where they were seen."""

from collections.abc import Sequence
from typing import Any

from upcard.engine.game import Answer
from upcard.engine.games.calabrasella.bidding import left_out, note_missing
from upcard.engine.games.calabrasella.deal import begin_play
from upcard.engine.games.calabrasella.scoring import settle
from upcard.engine.games.calabrasella.table import (
    DISCARDED,
    HAND,
    NAMED,
    RETURNED,
    SEATS,
    STRENGTHS,
    TABLE,
    TAKEN,
    WIDOW,
    Calabrasella,
    after,
)
from upcard.engine.mechanisms.forty import FORTY, as_played, put_right, suit_led, unseen_room
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.showing import about, show_cards, shown_faults
from upcard.engine.mechanisms.trick_play import (
    owed_to_leader,
    put,
    revoke_put_right,
    trick_of,
)
from upcard.engine.mechanisms.tricks import winner
from upcard.schemas.events import Corrected, Played, Shown

BEFORE_PLAY = NAMED | RETURNED | DISCARDED | TAKEN


def play(s: Calabrasella, e: Played) -> None:
    """A card goes to the trick; three make it full."""
    seat = e.seat
    if seat >= SEATS or (s.phase != "play" and not begin_play(s)):
        return
    if s.declarer >= 0 and not s.cards:
        note_missing(s, BEFORE_PLAY)
    card = e.card
    if not card.bit & FORTY:
        card = as_played(card)
    placed = put(s, seat, card, TABLE, SEATS)
    if not placed:
        return
    if placed == SEATS:
        win_trick(s)
        return
    s.turn = after(seat)
    while s.turn in s.by[s.first :]:  # a card out of turn: who was passed over is still to play
        s.turn = after(s.turn)
    if placed == 1:
        owed_to_leader(s, seat)
        s.led = suit_led(card)


def win_trick(s: Calabrasella) -> None:
    """The highest card of the suit led wins (CA-3); after twelve tricks the hand is settled."""
    s.turn = winner(*trick_of(s), STRENGTHS[s.led])
    s.winners.append(s.turn)
    if len(s.winners) == HAND:
        settle(s)


def exchange_is_done(s: Calabrasella, _e: Played) -> Answer:
    """Nothing is played before the exchange is over (CA-2.2 to CA-2.5)."""
    return left_out(s, BEFORE_PLAY) if not s.cards else None


def room_for_unseen(s: Calabrasella, doubts: Sequence[Any]) -> int:
    """The cards not seen must fit into the hands of seats that, not following, said that they had none (G-10)."""
    if s.gap or s.phase != "play":
        return PLENTY
    return unseen_room(s.places, SEATS, [doubt for doubt in doubts if doubt.rule.name == "revoke"])


def correct(s: Calabrasella, e: Corrected) -> None:
    """A seat's card in the trick is replaced; the old one is known to be in its hand from then on (G-14)."""
    put_right(s, e, TABLE, win_trick)


def correction_is_allowed(s: Calabrasella, e: Corrected) -> Answer:
    """Where the table allows it, a revoker may follow after all while the trick is open (G-14)."""
    if s.gap:
        return None
    return revoke_put_right(s, e, SEATS, allowed=s.options.same_trick_correction)


def show(s: Calabrasella, e: Shown) -> None:
    """Cards shown are known to be where they were shown."""
    place = shown_place(s, e)
    if place is not None:
        show_cards(s.places, place, e, FORTY)


def shown_place(s: Calabrasella, e: Shown) -> int | None:
    """Whose cards of this hand are shown: of a seat, or the widow."""
    if e.place == "widow" and e.hand in {None, s.hand}:
        return WIDOW
    return e.seat if about(e, s.hand, SEATS) else None


def shown_is_possible(s: Calabrasella, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5)."""
    place = shown_place(s, e)
    return shown_faults(s.places, place, e, FORTY) if place is not None and s.phase != "deal" else None
