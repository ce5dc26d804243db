"""G-14 A revoke put right within the trick: a card goes back to the area that it came from."""

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.pop.table import (
    MOVABLE,
    NOT_KNOWN,
    PACK34,
    PILE,
    TABLE,
    UP,
    Pop,
    lead_suit,
    open_cards,
    unsure,
)
from upcard.engine.games.pop.trick import area_left, last_of, leave, source, win_trick
from upcard.engine.mechanisms.corrections import cures, may_go_back, no_revoke, take_back_any, wrong_change
from upcard.engine.mechanisms.hands import return_to_hand
from upcard.engine.mechanisms.tricks import cannot_follow, surely_follows
from upcard.schemas.cards import Card, could_be
from upcard.schemas.events import Corrected, Gap


def correct(s: Pop, e: Corrected) -> None:
    """A seat takes its last card of the trick back and plays another from the same area."""
    seat, place = e.seat, last_of(s, e.seat)
    if s.phase == "play" and s.gap and seat < 2:
        may_be_back(s, seat)
        leave(s, source(s, seat, e.card, None), e.card, seat)
    if place < 0:
        return
    s.lapsed = s.lapsed or s.must_answer
    s.must_answer = False
    at, full, due = s.first + place, not open_cards(s), s.owed
    came, new = s.sources[at], e.card.bit & PACK34
    go_back(s, seat, came, s.cards[at])
    held = [area for area in (seat, UP + seat) if s.places.known[area] & new]
    s.sources[at] = held[0] if held else came
    leave(s, s.sources[at], e.card, seat)
    s.cards[at] = e.card
    if not cannot_follow(e.card, s.led):
        s.lines[at] = s.line  # else the play is not put right yet, and what was said of it stands
    lead_suit(s)
    if full:
        won = s.winners.pop()
        s.taken = [count - (seat == won) for seat, count in enumerate(s.taken)]
        win_trick(s)
        s.owed = due
    else:
        s.due = area_left(s, s.turn)


def go_back(s: Pop, seat: int, came: int, card: Card) -> None:
    """A card goes back to the area that it came from; if that is not known (below 0), either may have it."""
    places = s.places
    if came >= 0 and (not card.bit or card.bit & places.known[TABLE]):
        return_to_hand(places, came, card, TABLE)
    elif came < 0:
        places.forget(TABLE, card.bit & places.known[TABLE])
        places.take_back_unknown(TABLE, seat)
        places.most[UP + seat] += 1


def may_be_back(s: Pop, seat: int) -> None:
    """Where something was missed, any card that this seat played may be in its hand or its display again."""
    take_back_any(s.places, (1 - seat, UP + 1 - seat, PILE + 1 - seat), TABLE)
    for area in (seat, UP + seat):
        s.places.most[area] += 1


# ---- What a gap hides ----------------------------------------------------------------------------------------------


def changed_unseen(s: Pop) -> list[int]:
    """Where in the plays those cards are that may be changed in a gap."""
    return may_go_back(s, 4) if s.phase == "play" and s.options.same_trick_correction else []


def put_right_unseen(s: Pop, _e: Gap) -> Answer:
    """What was said of cards that may be put right in a gap is withdrawn."""
    return cures(s, changed_unseen(s))


def change_unseen(s: Pop) -> None:
    """Something is missed: cards may have gone back to where they came from."""
    for at in changed_unseen(s):
        go_back(s, s.by[at], -1, s.cards[at])
    if s.gap and s.phase == "play" and s.options.same_trick_correction:
        may_be_back(s, 0)
        may_be_back(s, 1)


# ---- What is wrong -------------------------------------------------------------------------------------------------


def correction_is_allowed(s: Pop, e: Corrected) -> Answer:
    """Where the table allows it, a revoker may follow after all while the trick is open."""
    place, seat = last_of(s, e.seat), e.seat
    if not s.options.same_trick_correction:
        return wrong_change(e, "this table allows no card to be changed")
    if place < 0 or not open_cards(s):
        return None if unsure(s) else wrong_change(e, "there was no card of this seat in an open trick")
    if s.muddled >= 0:
        return None
    old = s.cards[s.first + place]
    if not place or (s.led and surely_follows(old, s.led, PACK34)):
        return no_revoke(e, old, s.led, PACK34)
    if not s.led:
        return None
    if cannot_follow(e.card, s.led) and not (s.trump == NOT_KNOWN and could_be(e.card) & MOVABLE):
        return Broken(seat=seat, says=f"{e.card} does not follow either")
    came = s.sources[s.first + place]
    if came >= 0 and e.card.bit & s.places.known[seat if came >= UP else UP + seat]:
        return Broken(seat=seat, cards=e.card.bit, says=f"{e.card} comes from the other area", clause="P-9.2")
    return Cured(s.lines[s.first + place], keeps="G-14")
