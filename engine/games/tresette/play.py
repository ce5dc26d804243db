"""TR-3 Play: tricks, turns, suits, and cards that cannot be where they were seen."""

from collections.abc import Mapping, Sequence

from upcard.engine.game import Answer, Stretch
from upcard.engine.games.tresette.deal import begin_play, opened_by
from upcard.engine.games.tresette.melds import LONGEST, NOBODY, SERVING, count_no_more
from upcard.engine.games.tresette.order import (
    is_strange,
    is_written_before,
    may_be_swapped,
    may_lead,
    shows_dealer,
    watch,
)
from upcard.engine.games.tresette.scoring import settle
from upcard.engine.games.tresette.table import HAND, SEATS, STRENGTHS, TABLE, Tresette, after, orderly
from upcard.engine.games.tresette.talk import counts_in_question
from upcard.engine.games.tresette.truth import has_told_several, room_of, undealt
from upcard.engine.mechanisms.corrections import changed_nothing, revoke_put_right, take_change_back, taken_for_play
from upcard.engine.mechanisms.forty import FORTY, as_played, put_right, suit_led, unseen_room
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.showing import about, show_cards, shown_faults
from upcard.engine.mechanisms.strays import has_played, plays_twice, put_strange, with_its_player
from upcard.engine.mechanisms.trick_play import owed_to_leader, put, trick_of
from upcard.engine.mechanisms.trick_run import NONE, Tricks, run
from upcard.engine.mechanisms.tricks import Void, winner
from upcard.engine.places import Places
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Corrected, Played, Shown


def play(s: Tresette, e: Played) -> None:
    """A card goes to the trick; four make it full. A card written twice goes nowhere."""
    e = with_its_player(s, e)
    seat = e.seat
    if seat >= SEATS:
        return
    if s.changed and changed_nothing(s, e):
        take_change_back(s, TABLE)
    if s.phase != "play" and not begin_play(s):
        stray(s, seat, e.card)
        return
    card = e.card
    if not card.bit & FORTY or s.places.known[TABLE] & card.bit:
        if is_written_before(s, seat, card):
            return
        card = as_seen(s, seat, card)
        if not card.bit:
            lose_sight(s.places, seat)
    strange = False
    if seat != s.turn or s.wary:
        if shows_dealer(s, seat):
            opened_by(s, seat)
        if may_lead(s, seat):
            s.turn = s.winners[-1] = seat
        s.muddled = s.muddled or may_be_swapped(s, seat, card)
        strange = is_strange(s, seat) or plays_twice(s, seat, SEATS)
        watch(s, seat)
    if strange:
        s.odd = [cards | card.bit if one == seat else cards for one, cards in enumerate(s.odd)]
    placed = put_strange(s, seat, card, TABLE, SEATS) if strange else put(s, seat, card, TABLE, SEATS)
    if placed:
        after_card(s, seat, card, placed)


def after_card(s: Tresette, seat: int, card: Card, placed: int) -> None:
    """What follows from a card that a seat played as such a one of its trick."""
    if placed == SEATS:
        win_trick(s)
    elif placed == 1:
        lead(s, seat, card)
    else:
        turn = (seat + s.way) & 3
        while turn in s.by[s.first :]:  # a card out of turn: who was passed over is still to play
            turn = (turn + s.way) & 3
        s.turn = turn


def lose_sight(places: Places, seat: int) -> None:
    """A card that nobody told us goes: it may be any of the hand, though all of it is known as it was dealt."""
    held = places.known[seat]
    places.known[seat] = 0
    places.located &= ~held
    places.most[seat] += held.bit_count()
    if not places.loose >> seat & 1:
        places.least[seat] += held.bit_count()


def stray(s: Tresette, seat: int, card: Card) -> None:
    """A card where no hand is on: one of the last hand written twice, or another hand of which nothing was written."""
    s.astray = max(s.astray, 1 if has_played(s, seat, card) else 2)


def as_seen(s: Tresette, seat: int, card: Card) -> Card:
    """The card as it can have been played: of one that lay on the table before nobody knows what it was, nor what that
    was.
    """
    if s.places.known[TABLE] & card.bit:
        s.unsure |= card.bit
        s.wary = True
        s.repeated = s.line if has_played(s, seat, card) else 0
        return UNKNOWN
    return as_played(card)


def lead(s: Tresette, seat: int, card: Card) -> Mapping[Card, int]:
    """A card is led: the other three follow its suit. Returns how strong each card is."""
    if not s.first:
        lead_first(s, seat)
    s.turn = (seat + s.way) & 3
    if s.told and s.winners and s.winners[-1] < 0:
        count_no_more(s, seat)
    owed_to_leader(s, seat)
    s.led = suit_led(card)
    return STRENGTHS[s.led]


def lead_first(s: Tresette, seat: int) -> None:
    """The first lead of a hand tells who dealt, where that is not known for certain."""
    if s.lone and s.turn == seat:
        s.lone, s.off, s.asked = 0, 0, []
    elif s.lone:
        opened_by(s, seat)
    dealer = (seat - s.way) & 3
    if s.turn < 0 and (s.dealer < 0 or dealer == after(s, s.dealer)):
        s.dealer = dealer


def shows_nothing(s: Tresette, e: Played) -> bool:
    """Whether a card that comes to light can show nothing of what was called, announced or told: it serves in no meld,
    and so many cards are not known that it leaves all melds possible.
    """
    if s.told or s.calls != NOBODY:
        seat = e.seat
        if seat >= SEATS:
            return False
        few = room_of(s, seat) <= LONGEST and (s.told or s.calls[seat])
        if e.card.bit & SERVING or few or (s.told and has_told_several(s, seat)):
            return False
        if s.told and undealt(s.places).bit_count() <= HAND + LONGEST:
            return False
    return not s.said or not counts_in_question(s, e.seat, e.card)


def play_on(s: Tresette, ahead: Stretch) -> int:
    """The same of cards that need no judging: in turn, of a suit that may be played, no announcement is due before them,
    and what was called or told hangs on no card that comes to light.
    """
    shows, barred = may_show(s), NONE
    if not shows:
        return 0
    if shows is NONE:
        e: Played = ahead.events[ahead.at][1]  # type: ignore[assignment]  # a run is of plays alone
        if not s.places.located & e.card.bit:
            if not shows_nothing(s, e):
                return 0
            shows, ahead.once = ANY, True  # of the next it may be otherwise
        barred = tuple(FORTY if called > 0 else 0 for called in s.calls)
    return run(s, ahead, TRICKS[s.way], shows, barred)


def may_show(s: Tresette) -> Sequence[int]:
    """By seat, the cards that may come to light without a word: none, if something was called or told; empty after
    something strange.
    """
    if s.phase != "play" or s.wary or s.odd != NOBODY:
        return ()
    return NONE if s.told or s.said or s.calls != NOBODY else ANY


def win_trick(s: Tresette, won: int | None = None) -> None:
    """The highest card of the suit led wins (TR-3.1); after ten tricks the hand is scored. won: by whom."""
    s.turn = winner(*trick_of(s), STRENGTHS[s.led]) if won is None else won
    s.winners.append(s.turn)
    if len(s.winners) == HAND:
        settle(s, "played")


TRICKS = {way: Tricks.of(TABLE, SEATS, (HAND,), lead, win_trick, way) for way in (1, 3)}
ANY = (FORTY,) * SEATS


def room_for_unseen(s: Tresette, doubts: Sequence[Void]) -> int:
    """The cards not seen must fit into the hands of seats that, not following, said that they had none (G-10)."""
    if not orderly(s) or s.phase != "play" or s.odd != NOBODY:
        return PLENTY
    return unseen_room(s.places, 4, doubts)


def correct(s: Tresette, e: Corrected) -> None:
    """A seat's card in the trick is replaced; the old one is known to be in its hand from then on (G-14)."""
    s.said = [] if s.gap else s.said  # nobody knows any more which cards had gone by then
    if s.phase == "play" and taken_for_play(s, e, SEATS, play):
        return
    put_right(s, e, TABLE, win_trick)


def correction_is_allowed(s: Tresette, e: Corrected) -> Answer:
    """Where the table allows it, a revoker may follow after all while the trick is open (G-14)."""
    return revoke_put_right(s, e, SEATS, FORTY, allowed=s.options.same_trick_correction, sure=not s.shaky)


def show(s: Tresette, e: Shown) -> None:
    """Cards shown are known to be where they were shown."""
    if about(e, s.hand, 4):
        show_cards(s.places, e.seat or 0, e, FORTY)


def shown_is_possible(s: Tresette, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5)."""
    if not about(e, s.hand, SEATS) or s.phase == "deal":
        return None
    faults = shown_faults(s.places, e.seat or 0, e, FORTY)
    dealt = s.places.been[e.seat or 0] if s.phase == "between" else 0  # after the hand, what was played of it is shown
    return [fault for fault in faults if not fault.cards & dealt]
