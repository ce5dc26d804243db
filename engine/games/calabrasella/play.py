"""CA-3 Play: tricks of three cards, turns, suits, and cards that cannot be where they were seen."""

from collections.abc import Mapping, Sequence
from typing import Any

from upcard.engine.game import Answer, Broken, Cured, Stretch
from upcard.engine.games.calabrasella.bidding import needed_now
from upcard.engine.games.calabrasella.deal import begin_play, reopen
from upcard.engine.games.calabrasella.scoring import settle
from upcard.engine.games.calabrasella.slips import is_explained
from upcard.engine.games.calabrasella.steps import left_out, note_missing
from upcard.engine.games.calabrasella.table import (
    DEAD,
    DISCARDED,
    HAND,
    NAMED,
    RETURNED,
    SEATS,
    SHOWN_PLACES,
    STRENGTHS,
    TABLE,
    TAKEN,
    THREES,
    TWOS,
    WIDOW,
    Calabrasella,
    after,
    no_hand,
    shown_place,
)
from upcard.engine.games.calabrasella.widow import each_possible, take_unseen
from upcard.engine.mechanisms.corrections import changed_nothing, revoke_put_right, take_change_back, taken_for_play
from upcard.engine.mechanisms.forty import FORTY, as_played, put_right, suit_led, swaps_lead, unseen_room
from upcard.engine.mechanisms.forty import suit_is_kept as keeps_suit
from upcard.engine.mechanisms.forty import turn_is_kept as in_turn
from upcard.engine.mechanisms.hands import may_leave
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.showing import show_cards, with_remainder
from upcard.engine.mechanisms.strays import doubt_hands, is_last_again, plays_twice, put_strange, with_its_player
from upcard.engine.mechanisms.trick_play import miss_tricks, open_cards, owed_to_leader, put, trick_of
from upcard.engine.mechanisms.trick_run import NONE, Tricks, run
from upcard.engine.mechanisms.tricks import winner
from upcard.schemas.cards import UNKNOWN, Card, mask_of
from upcard.schemas.events import Corrected, Played, Shown

BEFORE_PLAY = NAMED | RETURNED | DISCARDED | TAKEN
NEEDED = THREES | TWOS
"""The cards that a declarer may have to hold to name another."""


def play(s: Calabrasella, e: Played) -> None:
    """A card goes to the trick; three make it full."""
    e = with_its_player(s, e)
    seat = e.seat
    if seat < SEATS and s.left == "play" and s.cards and goes_on(s, e):
        reopen(s)
    if seat >= SEATS or (s.phase != "play" and not begin_play(s)):
        return
    if s.changed and changed_nothing(s, e):
        take_change_back(s, TABLE)
    if not s.cards:
        begin_tricks(s)
    card, due = e.card, s.turn
    strange = False
    if seat != due and due >= 0 and not is_doubled(s, e):
        if leads_after_all(s, seat):
            due = s.turn = s.winners[-1] = seat
        else:
            strange = True
            s.muddled = s.muddled or swaps_lead(s, seat, card, STRENGTHS)
            disturb(s, seat)
    bit, places = card.bit, s.places
    if not bit & places.known[seat] and (not bit & FORTY or places.located & bit):
        if is_doubled(s, e):
            return
        card = as_seen(s, card)
        if not card.bit:  # any card of the hand may be the one that is gone
            places.forget(seat)
    by_another = strange and bool(card.bit) and not places.known[seat] & card.bit
    placed = put_strange(s, seat, card, TABLE, SEATS) if by_another else put(s, seat, card, TABLE, SEATS)
    if placed == 1:
        s.skipped = due if strange else -1
    if placed:
        after_card(s, seat, card, placed)


def play_on(s: Calabrasella, ahead: Stretch) -> int:
    """The same of cards that need no judging: in turn, of a suit that may be played, and nothing of the exchange hangs
    on those that come to light.
    """
    shows = may_show(s)
    return run(s, ahead, TRICKS, shows) if shows else 0


def may_show(s: Calabrasella) -> Sequence[int]:
    """By seat, the cards that may come to light without a word; empty before the first card, and in a trick that was led
    out of turn.
    """
    if s.phase != "play" or not s.cards or s.skipped >= 0:
        return ()
    if s.absent:
        return NONE
    if needed_now(s):
        return tuple(0 if seat == s.declarer else FORTY & ~NEEDED for seat in range(SEATS))
    return ANY


def after_card(s: Calabrasella, seat: int, card: Card, placed: int) -> None:
    """What follows from a card that a seat played as such a one of its trick."""
    if placed == SEATS:
        win_trick(s)
        return
    if placed == 1:
        lead(s, seat, card)
        s.turn = after(seat)
    else:  # the third of the seats 0, 1 and 2, also after a card out of turn
        s.turn = SEATS - seat - s.by[s.first]


def lead(s: Calabrasella, seat: int, card: Card) -> Mapping[Card, int]:
    """A card is led: the other two follow its suit. Returns how strong each card is."""
    owed_to_leader(s, seat)
    s.led = suit_led(card)
    return STRENGTHS[s.led]


def goes_on(s: Calabrasella, e: Played) -> bool:
    """Whether a card is the next of a hand that a row had settled before it was played out."""
    return not s.gap and e.seat == s.left_turn and bool(e.card.bit & FORTY & ~s.places.known[TABLE])


def begin_tricks(s: Calabrasella) -> None:
    """Play begins. What nobody wrote of the exchange may have been done all the same."""
    if s.declarer < 0 or s.gap:
        return
    note_missing(s, BEFORE_PLAY)
    if s.missed & (DISCARDED | TAKEN) and not s.done & TAKEN:
        take_unseen(s, s.declarer)


def is_doubled(s: Calabrasella, e: Played) -> bool:
    """Whether this is the play before it, written twice."""
    return not s.gap and is_last_again(s, e.seat, e.card)


def disturb(s: Calabrasella, seat: int) -> None:
    """A card out of turn. Who has played to the open trick already shows that a play was left out or written wrongly,
    nobody knows which: from here on tricks and turns prove nothing.
    """
    lead = not open_cards(s, SEATS)
    if plays_twice(s, seat, SEATS):
        doubt_hands(s, seat)
        miss_tricks(s, SEATS)
    s.strays = [s.line] if lead else [*s.strays, s.line]
    s.unruly |= 1 << len(s.winners)


def led_otherwise(s: Calabrasella) -> int:
    """Who has won the last trick, if who was to lead it did so: the line of its lead may stand behind another; -1, if that
    seat led, or was not seen to play.
    """
    cards, seats = trick_of(s)
    if s.skipped not in seats or len(seats) != SEATS:
        return -1
    return winner(cards, seats, STRENGTHS[suit_led(cards[seats.index(s.skipped)])])


def may_have_changed_places(s: Calabrasella) -> bool:
    """Whether the trick was led by the seat after the one that was to lead it, which follows: two lines in the wrong order."""
    seats = trick_of(s)[1]
    return s.skipped >= 0 and seats[:2] == [after(s.skipped), s.skipped]


def leads_after_all(s: Calabrasella, seat: int) -> bool:
    """Whether a seat leads that has won the last trick, if that was not led out of turn but written in the wrong order."""
    return s.phase == "play" and not s.gap and s.skipped >= 0 and seat == led_otherwise(s)


def as_seen(s: Calabrasella, card: Card) -> Card:
    """The card as it can have been played: of one that lay on the table before nobody knows what it was."""
    return UNKNOWN if s.places.known[TABLE] & card.bit else as_played(card)


def is_orderly(s: Calabrasella, seat: int) -> bool:
    """Whether the trick was played in turn so far, and this seat is next. If not, or if this has happened before, a play
    may have been left out of the record, and nobody can tell to which trick a card went: that it does not follow
    proves nothing.
    """
    unruly = s.unruly
    return seat == s.turn and not (unruly and (unruly >> len(s.winners) & 1 or unruly & (unruly - 1)))


def turn_is_kept(s: Calabrasella, e: Played) -> Answer:
    """Left of the declarer leads, then the winner; the others in turn (G-13)."""
    if s.turn == e.seat and s.phase == "play":
        return None
    if s.phase == "between" and e.seat < SEATS:
        return no_hand(s, e.seat, "a card played", "after_the_hand", e.card.bit & FORTY)
    if leads_after_all(s, e.seat):
        return None
    return None if is_doubled(s, e) or is_explained(s, e) else in_turn(s, e)


def suit_is_kept(s: Calabrasella, e: Played) -> Answer:
    """Keep the suit that was led when you can (CA-3). What was said of a card that may stand in the wrong order is withdrawn."""
    if e.seat != s.turn and s.phase == "play" and not is_doubled(s, e) and swaps_lead(s, e.seat, e.card, STRENGTHS):
        return Cured(s.lines[-1])
    if e.card.bit & s.led or not open_cards(s, SEATS) or e.seat >= SEATS:
        return None
    if not is_orderly(s, e.seat) or not may_leave(s.places, e.seat, e.card):
        return None  # a card written wrongly proves nothing either
    return None if is_explained(s, e) else keeps_suit(s, e)


def win_trick(s: Calabrasella, won: int | None = None) -> None:
    """The highest card of the suit led wins (CA-3); after twelve tricks the hand is settled. won: by whom."""
    s.turn = winner(*trick_of(s), STRENGTHS[s.led]) if won is None else won
    s.winners.append(s.turn)
    if len(s.winners) == HAND:
        if may_have_changed_places(s) and led_otherwise(s) != s.turn:
            s.winners[-1] = -1
        settle(s)


TRICKS = Tricks.of(TABLE, SEATS, (HAND,), lead, win_trick)
ANY = (FORTY,) * SEATS


def exchange_is_done(s: Calabrasella, _e: Played) -> Answer:
    """Nothing is played before the exchange is over (CA-2.2 to CA-2.5)."""
    return left_out(s, BEFORE_PLAY) if not s.cards else None


def room_for_unseen(s: Calabrasella, doubts: Sequence[Any]) -> int:
    """The cards not seen must fit into the hands of seats that, not following, said that they had none (G-10)."""
    if s.gap or s.unruly or s.phase != "play":
        return PLENTY  # a card out of turn may be another seat's
    return unseen_room(s.places, SEATS, [doubt for doubt in doubts if doubt.rule.name == "revoke"])


def correct(s: Calabrasella, e: Corrected) -> None:
    """A seat's card in the trick is replaced; the old one is known to be in its hand from then on (G-14)."""
    if s.phase == "play" and taken_for_play(s, e, SEATS, play):
        return
    put_right(s, e, TABLE, win_trick)


def correction_is_allowed(s: Calabrasella, e: Corrected) -> Answer:
    """Where the table allows it, a revoker may follow after all while the trick is open (G-14)."""
    return revoke_put_right(s, e, SEATS, FORTY, allowed=s.options.same_trick_correction)


def show(s: Calabrasella, e: Shown) -> None:
    """Cards shown are known to be where they were shown."""
    place = shown_place(s, e)
    if place is None:
        return
    show_cards(s.places, place, e, FORTY, counted=counts_are_told(s, place, e))
    if place == DEAD:
        s.laid_open |= mask_of(e.cards)


def shown_is_possible(s: Calabrasella, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5); whose cards they were should be told."""
    if e.seat is not None and e.seat >= SEATS:
        return Broken(says=f"no seat {e.seat} at this table")
    if e.place not in SHOWN_PLACES and (e.seat is None or e.place not in {None, "hand"}):
        return Broken(says="whose cards were shown, or where, was not written", name="shown_nowhere", kind="note")
    place = shown_place(s, e)
    if place is None or s.phase == "deal":
        return None
    faults = each_possible(s, place, [card for card in e.cards if not was_there(s, place, card)])
    return with_remainder(faults, s.places, place, e) if counts_are_told(s, place, e) else faults


def counts_are_told(s: Calabrasella, place: int, e: Shown) -> bool:
    """Whether cards shown can be counted against those of a hand: not if some of them have left it since."""
    here = s.places.known[place]
    return place < SEATS and all(card.bit & here or not was_there(s, place, card) for card in e.cards)


def was_there(s: Calabrasella, place: int, card: Card) -> bool:
    """Whether a card that is shown late has been in this hand, or this place, before it went where it is now."""
    places = s.places
    if places.been[place] & card.bit or (place == DEAD and places.known[WIDOW] & card.bit & places.seen[-1]):
        return True
    if place >= SEATS:
        return False
    played = any(card == one and place == seat for one, seat in zip(s.cards, s.by, strict=True))
    return bool(card.bit) and (played or (place == s.declarer and bool(places.known[DEAD] & card.bit)))
