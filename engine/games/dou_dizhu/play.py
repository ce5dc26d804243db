"""DZ-5 Play: cards laid, passes, leads, and the end of a hand."""

from upcard.engine.games.dou_dizhu.auction import pass_bid
from upcard.engine.games.dou_dizhu.dealing import (
    begin_unseen,
    scatter_widow,
    show_cards,
    stray,
    take_widow,
    use_rank,
)
from upcard.engine.games.dou_dizhu.following import may_follow, plays_in_turn
from upcard.engine.games.dou_dizhu.irregular import surely_possible
from upcard.engine.games.dou_dizhu.outbid import give_widow, leads_after_all
from upcard.engine.games.dou_dizhu.settling import settle_played
from upcard.engine.games.dou_dizhu.shapes import MASKS, RANK, classify, is_bomb, readings
from upcard.engine.games.dou_dizhu.slips import laid_again
from upcard.engine.games.dou_dizhu.table import (
    ALL_CARDS,
    NOBODY,
    NOT_KNOWN,
    PILE,
    SEATS,
    UNSURE_BOMBS,
    WIDOW,
    DouDizhu,
    any_ranked,
    keep_ranks,
    note_unsaid,
    rank_alone,
    ranked_at,
)
from upcard.engine.mechanisms.climbing import cards_in
from upcard.engine.mechanisms.strays import with_its_player
from upcard.schemas.cards import Card, could_be
from upcard.schemas.events import Laid, Passed, Played

_OTHERS = tuple(7 & ~(1 << seat) for seat in range(SEATS))

# ---- DZ-5.1 Cards laid ---------------------------------------------------------------------------------------------


def play(s: DouDizhu, e: Laid | Played) -> None:
    """A seat lays cards. What is laid after the end of a hand only shows what the seat had left."""
    e = with_its_player(s, e)
    seat, cards = e.seat, cards_in(e)
    if seat >= SEATS or not cards:
        return
    if seat != s.turn and laid_again(s, e):
        count_once(s, seat, cards)
        return
    s.hushed = NOBODY
    if s.phase != "play" and not begin_play(s):
        if not s.astray:
            show_cards(s, seat, cards)
        stray(s, begins=False)
        return
    if seat != s.turn and leads_after_all(s, seat):
        give_widow(s, seat)
    if seat != s.turn:
        s.holed |= plays_in_turn(s, e) is not None
    places, mask = s.places, 0
    for card in cards:
        mask |= card.bit
    whole, new = mask.bit_count() == len(cards), mask & ~places.known[seat]
    if whole and not new:
        places.move(mask, seat, PILE)
    elif whole and not new & places.located and not any_ranked(s):
        for card in cards:
            places.move(card.bit, seat, PILE)
    else:
        move_each(s, seat, cards)
    s.plays[seat] += 1
    s.acts.append((seat, cards, s.line))
    count_bomb(s, cards)
    s.lead, s.table, s.owner, s.passed, s.adrift = 0, cards, seat, 0, False
    s.turn = (seat + 1) % SEATS
    if not places.known[seat] and not places.most[seat]:
        settle_played(s, seat)


def count_once(s: DouDizhu, seat: int, cards: tuple[Card, ...]) -> None:
    """A line was written twice. Where suits do not tell, it may be that as many cards more were laid."""
    if any(not card.bit for card in cards):
        s.places.loosen(seat)


def count_bomb(s: DouDizhu, cards: tuple[Card, ...]) -> None:
    """A bomb or the rocket doubles the stake (DZ-6.1)."""
    rules = s.shapes
    found = classify(cards, rules)
    if found is not None:
        s.bombs += is_bomb(found)
    elif any(card not in RANK for card in cards):
        may_be = readings(cards, rules)
        if may_be and all(map(is_bomb, may_be)):
            s.bombs += 1
        elif may_be is None or any(map(is_bomb, may_be)):
            s.unsure |= UNSURE_BOMBS


def begin_play(s: DouDizhu) -> bool:
    """Play begins, though the landlord was not seen to take the widow. False: no hand is on."""
    if s.phase in {"between", "deal"}:
        if s.phase == "between" and s.how:
            return False
        begin_unseen(s)
    if s.phase == "auction":
        note_unsaid(s)
    known = s.phase == "widow" or (s.landlord >= 0 and not s.gap)
    if known:
        take_widow(s, s.landlord)
    else:
        scatter_widow(s)
        s.landlord, s.turn = NOBODY, NOBODY
    s.phase, s.astray = "play", False
    if s.gap:
        s.turn, s.lead = NOBODY, -1
    return True


def move_each(s: DouDizhu, seat: int, cards: tuple[Card, ...]) -> None:
    """Move cards that are not all known to be in the hand."""
    for card in cards:
        if card.bit & ALL_CARDS:
            leave_other_places(s, seat, card.bit)
            use_rank(s, seat, card)
            s.places.move(card.bit, seat, PILE)
        else:
            move_unknown(s, seat, card)
    keep_ranks(s, seat)


def leave_other_places(s: DouDizhu, seat: int, bit: int) -> None:
    """A card that all took to be elsewhere was not there (DZ-8.1, DZ-8.4)."""
    known = s.places.known
    if known[seat] & bit or not s.places.seen[-1] & bit:
        return
    for place in (*range(SEATS), WIDOW):
        if known[place] & bit:
            s.places.forget(place, bit)


def move_unknown(s: DouDizhu, seat: int, card: Card) -> None:
    """A card is laid of which no more than its rank is known, or not even that. Which it is cannot be told: of the
    cards that it may have been, those that stay behind are known by rank at most.
    """
    places, rank = s.places, rank_alone(card)
    there = places.known[seat] & could_be(card)
    fresh = there & ~places.seen[-1]
    been, seen = places.been, places.seen
    places.forget(seat, there)
    places.been, places.seen = been, seen  # that they were there, and who saw them, stays known
    if rank >= 0:
        s.laid_ranks[rank] += 1
    for other, mask in enumerate(MASKS):
        if could_be(card) & mask:
            at = ranked_at(seat, other)
            s.ranked[at] = max(0, s.ranked[at] + (fresh & mask).bit_count() - 1)
    if not places.most[seat]:  # a list that has no such card
        places.forget(seat, places.known[seat])
    places.move_unknown(seat, PILE, s.step)


# ---- DZ-5.1 Passes and leads ---------------------------------------------------------------------------------------


def pass_turn(s: DouDizhu, e: Passed) -> None:
    """A seat passes, in the auction or in play."""
    if s.phase == "play":
        if e.seat < SEATS:
            count_pass(s, e.seat)
    else:
        pass_bid(s, e)


def count_pass(s: DouDizhu, seat: int) -> None:
    """Count a pass since the last play. One that a leader makes, or another than the seat whose turn it is, may mean
    that a line is missing.
    """
    again = s.hushed == seat
    s.hushed = seat
    if s.adrift:
        return
    if seat != s.turn or s.lead == 1:
        s.holed |= seat != s.turn and not again
        lose_track(s)
        return
    s.passed |= 1 << seat
    if s.owner >= 0 and s.passed & _OTHERS[s.owner] == _OTHERS[s.owner]:
        take_lead(s, s.owner)
    else:
        s.turn = (seat + 1) % SEATS


def lose_track(s: DouDizhu) -> None:
    """Whose turn it is, and what must be beaten, is told again by the next cards."""
    s.turn, s.lead, s.table, s.owner, s.passed, s.adrift = NOBODY, -1, (), NOBODY, 0, True


def take_lead(s: DouDizhu, seat: int) -> None:
    """Two passes in a row: the seat may lay anything."""
    s.lead, s.table, s.owner, s.passed, s.turn = 1, (), NOBODY, 0, seat


# ---- What needs no judging -----------------------------------------------------------------------------------------


def lay_plainly(s: DouDizhu, e: Laid) -> bool:
    """Cards laid in turn, by a hand that may have them, and that may be laid on what lies there."""
    seat, cards = e.seat, e.cards
    if seat != s.turn or s.phase != "play" or e.shape or (s.taker == NOT_KNOWN and s.upcard and may_tell(s, e)):
        return False
    if not surely_possible(s, seat, cards) or not may_follow(s, cards, () if s.lead else s.table):
        return False
    play(s, e)
    return True


def may_tell(s: DouDizhu, e: Laid) -> bool:
    """Whether cards may tell who got the face-up card: it is among them, or they are the last of their seat."""
    return s.upcard in e.cards or 0 < s.places.most[e.seat] <= len(e.cards)


def pass_plainly(s: DouDizhu, e: Passed) -> bool:
    """A pass in turn, with something to beat."""
    if e.seat != s.turn or s.phase != "play" or s.lead == 1:
        return False
    pass_turn(s, e)
    return True
