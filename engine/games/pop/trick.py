"""P-3 The trick: four cards from two hands and two displays; P-5 jacks and jokers."""

from upcard.engine.games.pop.deal import deal
from upcard.engine.games.pop.scoring import settle_play
from upcard.engine.games.pop.table import (
    HAND,
    JOKER_MASK,
    PACK34,
    PILE,
    POWERS,
    TABLE,
    UP,
    Pop,
    lead_suit,
    lose_order,
    open_cards,
)
from upcard.engine.games.pop.turning import owed_up, turn_owed
from upcard.engine.mechanisms.hands import may_leave, put_unknown
from upcard.engine.mechanisms.strays import is_last_again
from upcard.engine.mechanisms.trick_play import owed_to_leader
from upcard.engine.mechanisms.tricks import winner
from upcard.engine.places import Places
from upcard.schemas.cards import UNKNOWN, Card, could_be
from upcard.schemas.events import Dealt, Played

# ---- P-3.1, P-3.2 Where a card comes from, and where it must -------------------------------------------------------


def source(s: Pop, seat: int, card: Card, area: str | None) -> int:
    """The place a card was played from: the seat's hand or display; -1 if the record does not tell."""
    places, up = s.places, UP + seat
    bit = card.bit & PACK34
    if places.known[up] & bit:
        return up
    if places.known[seat] & bit:
        return seat
    if s.gap and places.known[PILE + seat] & bit:
        return -1
    if not card.bit and not s.gap and (only := only_area(s, seat, card)) >= 0:
        return only
    room_up = places.most[up]
    if s.owed[seat] and not open_cards(s):
        known, unknown = owed_up(s, seat)
        if known & bit:
            return up
        room_up += unknown
    free = bit and not places.located & bit
    if free and not s.gap and not (room_up and places.most[seat]):
        if room_up:
            return up
        if places.most[seat]:
            return seat
    if area is not None:
        return up if area == "display" else seat
    due = -1 if s.muddled >= 0 else area_due(s, seat)
    if due < 0 and not free and bit:
        return seat
    return due


def only_area(s: Pop, seat: int, card: Card) -> int:
    """The one place of a seat that can hold a card of which only rank or suit was seen; -1 if both can, or neither."""
    hand, up = may_leave(s.places, seat, card), may_leave(s.places, UP + seat, card)
    if s.owed[seat] and not open_cards(s):
        known, unknown = owed_up(s, seat)
        up = up or unknown > 0 or bool(known & could_be(card))
    return -1 if hand == up else seat if hand else UP + seat


def area_due(s: Pop, seat: int) -> int:
    """The place from which a seat must play now (P-3.2); -1 if it is free, as for a lead, or not known."""
    return s.due if seat == s.turn else area_left(s, seat)


def area_left(s: Pop, seat: int) -> int:
    """The place from which a seat has still to play, by the cards of the open trick; -1 if that cannot be told."""
    by, first = s.by, s.first
    for place in range(first, first + open_cards(s)):
        came = s.sources[place]
        if came >= 0:
            earlier = by[first:place].count(by[place])
            mine = by[first:].count(seat)
            area = came >> 1 if earlier == mine else 1 - (came >> 1)
            return not_empty(s.places, seat + UP * area) if mine < 2 else -1
    return -1


def not_empty(places: Places, place: int) -> int:
    """The place, or the other one of that seat, if a card too many has left it."""
    return place if places.known[place] or places.most[place] else place ^ UP


def play(s: Pop, e: Played) -> None:
    """A card goes to the trick; four make it full."""
    seat, card = e.seat, e.card
    if seat > 1 or (s.cards and card is s.cards[-1] and is_doubled(s, e)) or (s.phase != "play" and not begin_play(s)):
        return
    if is_misread(s, seat, card):
        card = UNKNOWN
    s.lapsed = s.lapsed or s.must_answer
    s.must_answer, s.between = False, True
    astray = False
    if seat != s.turn or s.muddled >= 0:
        seat = s.turn if of_the_other(s, seat, card) else seat
        astray = doubt_order(s, seat)
    due, turn = s.due, s.turn
    if due >= 0 and seat == turn and s.places.known[due] & card.bit:
        place = due
        s.places.move(card.bit, due, TABLE)
    else:
        if not s.gap and not open_cards(s):
            begin_trick(s, seat)
        place = source(s, seat, card, e.area)
        leave(s, place, card, seat)
        if astray and place >= 0:
            s.places.been[place] &= ~card.bit  # it may have been the other's: it proves nothing of this hand
    if s.gap:
        return
    if place != due and due >= 0 and place >= 0 and seat == turn and s.muddled < 0:
        s.muddled = s.first
    after_card(s, seat, card, place, due=place == due and seat == turn)


def play_plainly(s: Pop, e: Played) -> bool:
    """The same of a card that needs no judging: in turn, from the area that is due, and of a suit that may be played."""
    seat, due, places = e.seat, s.due, s.places
    if seat != s.turn or s.phase != "play" or s.must_answer or s.muddled >= 0 or s.gap or e.area is not None:
        return False
    bit = e.card.bit & PACK34
    if due < 0:
        held = (places.known[seat] | places.known[UP + seat]) & bit
        may_be = held or (bit & ~places.located and places.most[seat])
        if not may_be or (not s.trump and bit & JOKER_MASK) or open_cards(s):
            return False
        play(s, e)
        return True
    known, led = places.known[due], s.led
    if not bit & led and led and (known & led or places.most[due]):
        return False
    if not known & bit and (due != seat or places.most[UP + seat]):
        return False
    if not places.move_plainly(bit, due, TABLE, PACK34):
        return False
    s.between = True
    after_card(s, seat, e.card, due, due=True)
    return True


def after_card(s: Pop, seat: int, card: Card, place: int, *, due: bool) -> None:
    """What follows from a card that a seat played from this place. due: whether just that was due."""
    cards = s.cards
    cards.append(card)
    s.by.append(seat)
    s.lines.append(s.line)
    s.sources.append(place)
    number = len(cards) - s.first
    if number == 4:
        win_trick(s)
        return
    if number == 1 or (number == 2 and not s.led):
        lead_suit(s)
    if number == 1 or due:
        s.turn = 1 - seat
        s.due = not_empty(s.places, place ^ (3 if number == 2 else 1)) if place >= 0 else -1
    else:
        s.turn = turn_after(s)
        s.due = area_left(s, s.turn)


def is_doubled(s: Pop, e: Played) -> bool:
    """Whether the card just played is written once more: nothing else is held against that line."""
    return s.phase == "play" and is_last_again(s, e.seat, e.card)


def is_misread(s: Pop, seat: int, card: Card) -> bool:
    """Whether a card lies elsewhere for all to see, or as the lists have it, so that another was played (G-5)."""
    bit, places = card.bit & PACK34, s.places
    if not bit or s.gap or s.phase != "play" or seat > 1:
        return False
    if s.line in s.dubious:
        return True
    mine = places.known[seat] | places.known[UP + seat] | places.known[PILE + seat]
    return bool(bit & places.located & ~mine) and not of_the_other(s, seat, card)


def of_the_other(s: Pop, seat: int, card: Card) -> bool:
    """Whether the card is known to lie before the other, whose turn it is: it was written for the wrong seat."""
    turn = s.turn
    return turn == 1 - seat and not s.gap and bool((s.places.known[turn] | s.places.known[UP + turn]) & card.bit)


def doubt_order(s: Pop, seat: int) -> bool:
    """A play out of turn may be the next but one, where a play was left out (G-13): whether it is one. The third card of a
    seat in one trick shows that plays are missing.
    """
    if s.gap:
        return False
    amid = open_cards(s)
    if amid and s.by[s.first :].count(seat) == 2:
        s.muddled = s.first if s.muddled < 0 else s.muddled
        lose_order(s)
        return True
    if s.turn in {-1, seat}:
        return False
    if s.muddled < 0:
        s.muddled = s.first if amid or not was_whole(s) else len(s.cards)
    return True


def was_whole(s: Pop) -> bool:
    """Whether cards turned in time show that the last trick was whole; else its last card may have been the next lead."""
    return not any(s.owed) and len(s.winners) not in {0, HAND - 1}


def begin_play(s: Pop) -> bool:
    """Play begins, whether or not the deal and the trump card were written down. False: no round is on."""
    if s.phase == "between":
        s.stray = True
        return False
    deal(s, Dealt())
    s.phase = "play"
    return True


def begin_trick(s: Pop, seat: int) -> None:
    """A lead: the piles are turned before it (P-3.5), and who leads has won the last trick if nobody could tell. Out of
    turn, after a trick that may not have been whole, nobody can tell any more.
    """
    astray = s.turn == 1 - seat and not was_whole(s)
    if s.owed[0] or s.owed[1]:
        turn_owed(s)
    s.first = len(s.cards)
    if owed_to_leader(s, seat):
        s.taken[seat] += 1
    elif astray and s.winners:
        s.taken[s.turn] -= 1
        s.winners[-1] = -1
    if s.dealer < 0 and not s.cards:
        s.dealer = 1 - seat


def leave(s: Pop, place: int, card: Card, seat: int) -> None:
    """A card leaves a place for the table. One that was seen elsewhere counts as a card not known."""
    places, bit = s.places, card.bit & PACK34
    if place >= 0 and bit and (places.known[place] & bit or not bit & places.seen[-1]):
        places.move(bit, place, TABLE)
    elif place >= 0 and not card.bit:
        put_unknown(places, place, card, TABLE, s.step)
    elif place >= 0:
        if not places.most[place]:
            places.distrust(place)
        places.move_unknown(place, TABLE, s.step)
    elif not bit & places.seen[-1]:
        for area in (seat, UP + seat):
            places.loosen(area)
            if not card.bit:  # any card of both areas that it may be can be gone
                places.forget(area, places.known[area] & could_be(card))
            if places.known[PILE + seat] & bit:
                place = PILE + seat
        if place >= 0:
            places.move(bit, place, TABLE)
        elif bit:
            places.known[TABLE] |= bit
            places.located |= bit
            places.seen[-1] |= bit


def turn_after(s: Pop) -> int:
    """Who plays next: the opponent of the leader after each card of the leader, as long as both have cards to play."""
    by = s.by[s.first :]
    return by[0] if by.count(by[0]) * 2 <= len(by) else 1 - by[0]


def order_unsure(s: Pop) -> bool:
    """Whether the play that sets the suit may have been written in the wrong place: the wrong seat led, and then they did not
    take turns; or after a joker without trump the leader was next (P-5.5). Who leads next has won the trick.
    """
    due = s.winners[-1] if s.winners else 1 - s.dealer if s.dealer >= 0 else -1
    first, second, third, _ = s.by[s.first :]
    by_second = not s.trump and bool(s.cards[s.first].bit & JOKER_MASK & ~s.led)
    return first not in {due, third} or (by_second and second == first)


def win_trick(s: Pop) -> None:
    """The highest of the four cards wins (P-3.4); who played from the display turns a new card (P-3.5)."""
    first = s.first
    won = -1
    if s.muddled >= 0 and order_unsure(s):
        s.led = 0
    if s.led:
        won = winner(s.cards[first:], s.by[first:], POWERS[s.trump][s.led])
    if won >= 0:
        s.taken[won] += 1
    s.winners.append(won)
    s.turn, s.due = won, -1
    sources, places = s.sources[first:], s.places
    for seat in (0, 1):
        turns = UP + seat in sources or -1 in sources
        s.owed[seat] = int(turns and bool(places.known[PILE + seat] or places.most[PILE + seat]))
        if s.owed[seat] and s.ahead[seat]:  # it was turned before the trick was over
            s.owed[seat], s.ahead[seat] = 0, s.ahead[seat] - 1
    if len(s.winners) == HAND:
        s.muddled = -1  # all cards were played: nothing was left out
        settle_play(s)


# ---- G-14 Which card may be taken back -----------------------------------------------------------------------------


def last_of(s: Pop, seat: int) -> int:
    """Where the last card of a seat stands in the trick in progress, or in the last one until the next lead; or -1."""
    if s.phase != "play" or s.gap:
        return -1
    by = s.by[s.first :]
    return max((place for place, player in enumerate(by) if player == seat), default=-1)
