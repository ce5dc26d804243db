"""HP-3 Play: tricks by effective suits, turns, cards that cannot be where they were seen, and what revokes prove."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from upcard.engine.game import Answer, Broken, Cured, InDoubt, Stretch, shown
from upcard.engine.games.hasenpfeffer.bidding import deal, declare_by_act
from upcard.engine.games.hasenpfeffer.order import in_question, joker_elsewhere, stray_act
from upcard.engine.games.hasenpfeffer.scoring import settle
from upcard.engine.games.hasenpfeffer.table import (
    DISCARD,
    LED_BY,
    PACK,
    POWERS,
    TABLE,
    WIDOW,
    XR,
    Hasenpfeffer,
    is_whole,
    no_hand_is_on,
    remember_pool,
    reopen,
    stray,
    unseen,
)
from upcard.engine.games.hasenpfeffer.widow import find_discard, lift
from upcard.engine.games.hasenpfeffer.winning import led_by_loser, may_have_won, win_again
from upcard.engine.mechanisms.corrections import changed_nothing, take_change_back
from upcard.engine.mechanisms.hands import may_leave
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.mistaken import either_is_wrong, passed_before
from upcard.engine.mechanisms.strays import (
    closer_leads,
    closes_late,
    goes_on_after,
    is_doubled,
    is_last_again,
    is_settled,
    plays_twice,
    put_strange,
    suspects,
    watch,
    with_its_player,
)
from upcard.engine.mechanisms.trick_play import open_cards, owed_to_leader, put, trick_of
from upcard.engine.mechanisms.trick_run import Tricks, run
from upcard.engine.mechanisms.tricks import keeps_suit, out_of_turn, unseen_slack, winner
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Corrected, Dealt, Played

NOT_IN_PACK: Final = ~PACK

# ---- HP-3.1, HP-3.2 Tricks -----------------------------------------------------------------------------------------


def play(s: Hasenpfeffer, e: Played) -> None:
    """A card goes to the trick; four make it full. What is no card of the pack stands for one not known."""
    e = with_its_player(s, e)
    seat, card = e.seat, e.card
    if seat > 3 or (s.phase != "play" and not begin_play(s, seat)):
        return
    if s.changed and changed_nothing(s, e):
        take_change_back(s, TABLE)
    bit = card.bit
    if bit & (NOT_IN_PACK | s.doubted | s.places.known[TABLE]) or (bit == XR and s.joker >= 0):
        if is_doubled(s, seat, card):
            return
        card = as_written(s, seat, card)
    due, strange = s.turn, False
    if seat != due or not is_settled(s):
        strange = 0 <= due != seat or plays_twice(s, seat, 4)
        watch(s, seat, due, 4, leads_too=True)
    placed = put_strange(s, seat, card, TABLE, 4) if strange else put(s, seat, card, TABLE, 4)
    if placed:
        after_card(s, seat, card, placed, due)


def play_on(s: Hasenpfeffer, ahead: Stretch) -> int:
    """The same of cards that need no judging: in turn, of a suit that may be played, not a joker that was shown elsewhere."""
    shows = may_show(s)
    return run(s, ahead, TRICKS, shows) if shows else 0


def may_show(s: Hasenpfeffer) -> Sequence[int]:
    """By seat, the cards that may come to light without a word; empty after something strange."""
    if s.phase != "play" or s.pool or s.doubted or not is_settled(s):
        return ()
    return ANY if s.joker < 0 else BUT_JOKER


def after_card(s: Hasenpfeffer, seat: int, card: Card, placed: int, due: int) -> None:
    """What follows from a card that a seat played as such a one of its trick. due: whose turn it was."""
    if placed == 4:
        win_trick(s)
        return
    s.turn = (seat + 1) & 3
    if placed == 1:
        s.ousted = due if s.strays else -1
        lead(s, seat, card)


def as_written(s: Hasenpfeffer, seat: int, card: Card) -> Card:
    """The card, or one that is not known where it was written wrongly."""
    if not is_odd(s, seat, card):
        return card
    if card in s.cards:
        win_again(s, s.cards.index(card), seat)
    s.muddled = True
    s.places.forget(seat)  # any card of the hand may be the one that is gone
    return UNKNOWN


def is_odd(s: Hasenpfeffer, seat: int, card: Card) -> bool:
    """Whether a card was written wrongly, here or where it was seen before: nobody knows what was played."""
    bit = card.bit
    lies = bit == XR and joker_elsewhere(s, seat, bit) is not None
    return lies or bool(bit & (NOT_IN_PACK | s.doubted | s.places.known[TABLE]))


def begin_play(s: Hasenpfeffer, seat: int) -> bool:
    """Play begins. A discard that nobody wrote down was made, face down. False: no hand is on."""
    reopen(s)
    stray(s)
    if s.phase == "deal" and not s.gap:
        s.astray = True  # of a hand before this one, or of one of which nothing was written
        return False
    if s.phase == "between":
        return False
    if s.gap and s.phase != "widow":
        forget_hands(s)
        return True
    declare_by_act(s, seat)
    lift(s, s.declarer)
    if not s.stowed:
        s.stowed = True
        remember_pool(s, s.taker, told=False)
        s.places.pass_face_down(0, s.taker, DISCARD, s.step, ())
    s.phase = "play"
    return True


def forget_hands(s: Hasenpfeffer) -> None:
    """The bidding was missed: nobody knows into whose hand the widow went, and what was put away from there."""
    if s.phase == "deal":
        deal(s, Dealt())
    for place in (0, 1, 2, 3, WIDOW):
        s.places.forget(place)
        s.places.most[place] += 1
    s.phase, s.lifted, s.stowed, s.declarer = "play", True, True, -1


def lead(s: Hasenpfeffer, seat: int, card: Card) -> Mapping[Card, int] | None:
    """A new trick. Who leads it has won the last, if that could not be told and may be so (HP-3.2). Returns how strong each
    card is in it, if trump is known.
    """
    if seat in s.heirs and owed_to_leader(s, seat):
        s.taken[seat & 1] += 1
    s.heirs = []
    s.led = LED_BY[s.trump][card] if s.trump else 0
    return POWERS[s.trump][s.led] if s.trump else None


def lead_in_turn(s: Hasenpfeffer, seat: int, card: Card) -> Mapping[Card, int] | None:
    """The same of who is to lead, after nothing strange."""
    s.ousted = -1
    return lead(s, seat, card)


def win_trick(s: Hasenpfeffer, won: int | None = None) -> None:
    """The highest trump wins, else the highest card of the suit led (G-4); the sixth trick ends the hand. won: by whom."""
    if won is None:
        won = winner(*trick_of(s), POWERS[s.trump][s.led]) if s.trump else -1
    s.heirs = [won] if won >= 0 > s.ousted else may_have_won(s)
    won = s.heirs[0] if len(s.heirs) == 1 else -1
    if won >= 0:
        s.taken[won & 1] += 1
    s.winners.append(won)
    s.turn = won
    if len(s.winners) == 6:
        find_discard(s)
        settle(s)


TRICKS = Tricks.of(TABLE, 4, (6,), lead_in_turn, win_trick)
ANY = (PACK,) * 4
BUT_JOKER = (PACK & ~XR,) * 4


def hand_is_open(s: Hasenpfeffer, e: Played) -> Answer:
    """Cards are played when the bidding is over and trump is named (HP-2.3)."""
    if s.phase == "play" or s.gap or e.seat > 3 or no_hand_is_on(s) or (s.phase == "deal" and s.astray):
        return None
    if s.phase in {"deal", "bids"}:
        return Broken(seat=e.seat, says="a card was played before the bidding had ended")
    if not s.trump and s.stowed:
        return None  # told when a card was put away
    if not s.trump:
        return Broken(seat=e.seat, says="a card was played before trump was named")
    return Broken(seat=s.declarer, says="no discard was written before the first lead", name="no_discard", kind="note")


def turn_is_kept(s: Hasenpfeffer, e: Played) -> Answer:
    """Who plays is who is next: the high bidder first, then the winner of each trick (HP-3.1, HP-3.2, G-13)."""
    seat = e.seat
    if seat == s.turn and s.phase == "play":
        return None
    if seat > 3:
        return Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5", name="no_such_seat")
    if no_hand_is_on(s) and not s.gap:
        return stray_act(s, seat, e.card.bit & PACK)
    if s.gap or seat == s.turn or s.phase in {"deal", "bids"}:
        return None
    if s.turn < 0:
        return led_by_loser(s, seat, e.card)
    if s.strays or is_doubled(s, seat, e.card) or goes_on_after(s, seat, 4):
        return None  # who was passed over plays after all, or it was told already
    return out_of_turn(seat, s.turn, e.card)


def card_is_possible(s: Hasenpfeffer, e: Played | Corrected) -> Answer:
    """No card is seen twice, or where it cannot be (G-5)."""
    seat, bit = e.seat, e.card.bit
    no_play = s.phase == "between" or (s.phase == "deal" and not s.gap)
    if seat > 3 or no_play or (s.places.known[seat] | s.doubted) & bit:
        return None
    if s.strays and bit & PACK & ~s.places.located and plays_twice(s, seat, 4):
        return None  # the card before may not have been one of its own
    if s.phase != "play":
        s = s.copied()
        begin_play(s, seat)
    if s.joker < 0 and not s.pool and bit & PACK and s.places.fits(bit, seat):
        return None
    fault = joker_elsewhere(s, seat, bit) or impossible(s.places, seat, e.card, PACK) or pooled_elsewhere(s, seat, bit)
    if fault is None:
        return None
    fault = in_question(fault)
    fault = either_is_wrong(s, seat, e.card, fault, e if isinstance(e, Corrected) else None)
    return passed_before(fault, [(s.places.known[DISCARD], s.put_away)]) if fault is not None else None


def pooled_elsewhere(s: Hasenpfeffer, seat: int, bit: int) -> Broken | None:
    """The card is known to have been in the hand that one was put away from; or that hand is known, without it."""
    if not bit & PACK or (bit & s.pool if seat == s.taker else not bit & s.pool):
        return None
    if seat != s.taker:
        says = f"{shown(bit)} is listed in another place"
        return Broken(seat=seat, cards=bit, says=says, lists=(s.taker, WIDOW))
    if not is_whole(s):
        return None
    return Broken(seat=seat, cards=bit, says=f"{shown(bit)} is none of the cards of seat {seat}", lists=(seat, WIDOW))


# ---- Following suit ------------------------------------------------------------------------------------------------


def suit_is_kept(s: Hasenpfeffer, e: Played) -> Answer:
    """Keep the effective suit that was led when you can (HP-3.1). What was said of cards that may have been written
    wrongly is withdrawn.
    """
    seat, bit = e.seat, e.card.bit
    if s.phase != "play" or s.gap or seat > 3:
        return None
    strange = seat != s.turn or s.strays or bit & s.places.known[TABLE]
    cured = [*withdrawn(s, seat, e.card), *seen_before(s, seat, e.card)] if strange else None
    if cured:
        return cured
    if not s.led or bit & s.led or s.shaky or not open_cards(s, 4) or 0 <= s.turn != seat or closes_late(s, seat, 4):
        return None  # it need not belong to the trick, or to the seat, that it seems to belong to
    if not may_leave(s.places, seat, e.card) or is_odd(s, seat, e.card):
        return None  # written wrongly, or held by another: it proves nothing of this hand
    answer = keeps_suit(s.places, seat, e.card, s.led)
    return must_hold(s, seat, answer.cards) if isinstance(answer, InDoubt) else answer


def withdrawn(s: Hasenpfeffer, seat: int, card: Card) -> list[Cured]:
    """What was said of cards that, as this one shows, may have been written wrongly."""
    if (seat == s.turn and not s.strays) or is_doubled(s, seat, card):
        return []
    lines = list(suspects(s, seat, 4, before=False))
    if s.trump and closer_leads(s, seat, 4):  # with this card it would have won: the two may stand in the wrong order
        cards, seats = trick_of(s)
        if winner([*cards[:-1], card], seats, POWERS[s.trump][s.led]) == seat:
            lines.append(s.lines[-1])
    return [Cured(line) for line in lines]


def seen_before(s: Hasenpfeffer, seat: int, card: Card) -> list[Cured]:
    """A card that was played before was written wrongly there, or here: what it showed there is withdrawn, and that its
    seat kept another instead.
    """
    if not card.bit & s.places.known[TABLE] or card not in s.cards or is_last_again(s, seat, card):
        return []
    at = s.cards.index(card)
    trick = range(at, at + 4 if at % 4 == 0 else at + 1)
    lines = [line for place, line in enumerate(s.lines) if place in trick or (place > at and s.by[place] == s.by[at])]
    return [Cured(s.lines[at], shown=True), *map(Cured, lines)]


def must_hold(s: Hasenpfeffer, seat: int, cards: int) -> Broken | InDoubt | None:
    """One of these cards is in the hand for certain if all other places together have no room for them."""
    cards &= unseen(s, seat)
    if not cards:
        return None
    if s.muddled:
        return InDoubt(seat=seat, cards=cards)  # one card too many is left: counting them proves nothing
    pool, elsewhere = s.pool & ~s.places.located, sum(s.places.most) - s.places.most[seat]
    if seat != s.taker:
        elsewhere -= pool.bit_count()
    elif (cards & pool).bit_count() > s.places.most[DISCARD] + s.places.most[TABLE]:
        return Broken(seat=seat, cards=cards & pool)
    return Broken(seat=seat, cards=cards) if cards.bit_count() > elsewhere else InDoubt(seat=seat, cards=cards)


class Barred(msgspec.Struct):
    """A seat that cannot hold these cards."""

    cards: int
    seat: int | None


def unseen_room(s: Hasenpfeffer, doubts: Sequence[Any]) -> int:
    """The cards not seen must fit into the hands of seats that, not following, said that they had none, or lie where
    the discard lies (G-10).
    """
    if s.gap or s.strays or s.shaky or s.muddled or s.phase != "play" or not s.trump:
        return PLENTY
    doubts = [doubt for doubt in doubts if doubt.rule.name == "revoke"]
    where = DISCARD + 1 if not s.places.most[TABLE] else TABLE + 1
    return unseen_slack(s.places, where, (*doubts, *barred(s)), PACK)


def barred(s: Hasenpfeffer) -> Iterator[Barred]:
    """Who cannot hold the joker, since another has shown it; nor what lay in the hand that a card was put away from."""
    if s.joker >= 0:
        yield from (Barred(XR, seat) for seat in range(4) if seat != s.joker)
    if s.pool:
        yield from (Barred(s.pool, seat) for seat in range(4) if seat != s.taker)
        if is_whole(s):
            yield from (Barred(PACK & ~s.pool, place) for place in (s.taker, DISCARD))
