"""CP-3 Play: tricks, turns, suits, the stop after a sweep, and cards that cannot be where they were seen."""

from collections.abc import Sequence

from msgspec import structs

from upcard.engine.game import Answer, Broken
from upcard.engine.games.court_piece.scoring import settle, sweeper
from upcard.engine.games.court_piece.table import SUITS_OF_PACK, TABLE, CourtPiece
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.trick_play import miss_tricks, owed_to_leader, put
from upcard.engine.mechanisms.tricks import ACE_HIGH, Void, keeps_suit, out_of_turn, powers, unseen_slack, winner
from upcard.schemas.cards import PACK_MASK, SUIT_MASK, Card
from upcard.schemas.events import Corrected, Gap, Played, Shown, Stopped

POWERS = {
    trump: {led: powers(led, trumps, ACE_HIGH) for led in (0, *SUITS_OF_PACK)} for trump, trumps in SUIT_MASK.items()
}
"""The strength of each card (CP-1.2), by the trump suit and the mask of the suit led."""


def play(s: CourtPiece, e: Played) -> None:
    """A card goes to the trick; four make it full."""
    seat, card = e.seat, e.card
    if s.phase != "play" and not begin_play(s):
        return
    if seat > 3 or card.bit > PACK_MASK:
        return
    placed = put(s, seat, card, TABLE, 4)
    if not placed:
        return
    if s.changers:
        s.changers = []
    if placed == 4:
        win_trick(s)
        return
    s.turn = (seat + s.way) & 3
    if placed == 1:
        lead(s, seat, card)


def begin_play(s: CourtPiece) -> bool:
    """Play begins, with thirteen cards each whether or not the deal was written down. False: no hand is on."""
    if s.phase == "between":
        return False
    for seat in range(4):
        missing = 13 - s.places.known[seat].bit_count() - s.places.most[seat]
        if missing > 0:
            s.places.deal(seat, 0, missing, s.step, None)
    s.phase = "play"
    return True


def lead(s: CourtPiece, seat: int, card: Card) -> None:
    """A new trick. Who leads it has won the last, if that could not be told (CP-3.1)."""
    if owed_to_leader(s, seat):
        s.taken[seat & 1] += 1
    s.led = SUIT_MASK.get(card.suit, 0)


def win_trick(s: CourtPiece) -> None:
    """The highest card wins (G-4), if trump and all four cards are known."""
    won = -1
    if s.trump:
        won = winner(s.cards[s.first :], s.by[s.first :], POWERS[s.trump][s.led])
        if won >= 0:
            s.taken[won & 1] += 1
    s.winners.append(won)
    s.turn = won
    tricks = len(s.winners)
    if tricks == 13:
        settle(s, "played")
    elif tricks == 7 and not s.options.play_on_allowed and sweeper(s) >= 0:
        settle(s, "stopped")


def turn_is_kept(s: CourtPiece, e: Played) -> Answer:
    """Who plays is who is next (CP-3.1, G-13)."""
    seat = e.seat
    if seat == s.turn and s.phase == "play":
        return None
    if seat > 3:
        return Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        late = Broken(seat=seat, cards=e.card.bit, name="after_the_hand", says="no hand is on", clause="CP-3.2")
        swept = s.ended and s.how == "stopped" and not s.options.play_on_allowed
        return late if swept else structs.replace(late, clause="G-5", kind="contradiction")
    if s.turn < 0 or s.gap or seat == s.turn:
        return None
    return out_of_turn(seat, s.turn, e.card)


def card_is_possible(s: CourtPiece, e: Played | Corrected) -> Answer:
    """No card is seen twice, or where it cannot be (G-5)."""
    seat, bit, places = e.seat, e.card.bit, s.places
    if seat > 3 or places.known[seat] & bit or (0 < bit <= PACK_MASK and places.fits(bit, seat)):
        return None
    if s.phase == "between" or (s.phase == "deal" and not s.packets):
        return None
    return impossible(places, seat, e.card, PACK_MASK)


def suit_is_kept(s: CourtPiece, e: Played) -> Answer:
    """Keep the suit that was led when you can (CP-3.1)."""
    if not s.led or e.card.bit & s.led or s.phase != "play":
        return None
    if len(s.cards) - s.first == 4 or s.gap or e.seat > 3:
        return None
    return keeps_suit(s.places, e.seat, e.card, s.led)


def unseen_room(s: CourtPiece, doubts: Sequence[Void]) -> int:
    """The cards not seen must fit into the hands of seats that, not following, said that they had none (G-10)."""
    if s.gap or s.phase != "play":
        return PLENTY
    return unseen_slack(s.places, 4, doubts, PACK_MASK)


def stop(s: CourtPiece, _e: Stopped) -> None:
    """The hand is stopped where the table stopped it."""
    if s.phase == "play":
        settle(s, "stopped")


def stop_is_allowed(s: CourtPiece, _e: Stopped) -> Answer:
    """Only a side that took the first seven may stop, between two tricks (CP-3.2, CP-3.3)."""
    if s.phase == "between" and s.how == "stopped" and s.ended:
        return None
    if s.phase != "play":
        return Broken(says="there was no hand to stop", kind="contradiction", clause="G-5")
    if s.gap:
        return None
    open_trick = 0 < len(s.trick) < 4
    told = all(won >= 0 for won in s.winners[:7])
    if open_trick or len(s.winners) < 7 or (told and sweeper(s) < 0):
        return Broken(says="the hand was stopped without a sweep of the first seven tricks")
    return None


def show(s: CourtPiece, e: Shown) -> None:
    """Cards shown are known to be where they were shown."""
    if e.seat is None or e.seat > 3 or (e.hand is not None and e.hand != s.hand):
        return
    for card in e.cards:
        if card.bit & PACK_MASK and impossible(s.places, e.seat, card, PACK_MASK) is None:
            s.places.show(card.bit, e.seat)


def shown_is_possible(s: CourtPiece, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5)."""
    if e.seat is None or e.seat > 3 or (e.hand is not None and e.hand != s.hand):
        return None
    faults = (impossible(s.places, e.seat, card, PACK_MASK) for card in e.cards)
    return [fault for fault in faults if fault is not None]


def miss(s: CourtPiece, _e: Gap) -> None:
    """Something was missed: turns, tricks and counts of this hand prove nothing any more, and streaks neither."""
    miss_tricks(s, 4)
    if s.phase == "between":
        s.may_deal, s.streak_side, s.streak = [], -1, -1
