"""PJ-6: what can be found wrong in a deal and in the play of it."""

from collections.abc import Sequence

import msgspec

from upcard.engine.game import Answer, Broken, Cured, SessionClosed, Stretch
from upcard.engine.games.pope_joan.dealer import may_be_true, may_have_fallen, tells_dealer
from upcard.engine.games.pope_joan.dealing import (
    cards_dealt,
    falls_to,
    off_by_sizes,
    told_place,
    turn_up_place,
    usual_sizes,
)
from upcard.engine.games.pope_joan.options import CARDS_DEALT
from upcard.engine.games.pope_joan.play import go_up, is_again
from upcard.engine.games.pope_joan.pope import rates
from upcard.engine.games.pope_joan.settling import may_be_over, may_have_ended, may_hold_counters, missed_since, played
from upcard.engine.games.pope_joan.state import BOARD, LOWER, PACK51, PopeJoan, aside
from upcard.engine.mechanisms.dealers import begins_again, begun_twice, is_off_again, off_again, written_wrongly
from upcard.engine.mechanisms.deals import dead_faults, sizes_of
from upcard.engine.mechanisms.impossible import cannot_lie
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.stops import Watch, dead_slack, missed_follow, not_lowest
from upcard.engine.mechanisms.stops_opening import dealer_fault, off_by
from upcard.engine.mechanisms.stops_run import run
from upcard.engine.mechanisms.stops_table import dead, in_question, out_is_true, shown_faults
from upcard.engine.wording import counted, were
from upcard.schemas.cards import mask_of
from upcard.schemas.events import Dealt, FinalDealt, HandStarted, Played, ResultCalled, Shown, TurnedUp, Voided

# ---- PJ-6.1 to PJ-6.4 Play -----------------------------------------------------------------------------------------


def can_be_judged(s: PopeJoan, seat: int, bit: int) -> bool:
    """Whether something follows from a play."""
    if not bit & PACK51 or seat >= s.seats or s.phase not in {"turn", "play"} or s.line in s.dubious:
        return False
    return may_be_true(s, seat, bit)


def fits(s: PopeJoan, e: Played) -> bool:
    """Whether a card may come from this hand, and is due or a lead in turn that no rule bars, unless one that was due was
    missed.
    """
    seat, bit, places = e.seat, e.card.bit & PACK51, s.places
    if seat >= s.seats or s.phase != "play" or not bit or s.dubious or s.lone:
        return False
    if not places.known[seat] & bit and (bit & places.located or not places.most[seat]):
        return False
    if bit == s.due:
        return True
    lowest = s.options.lead_rule == "any" or not not_lowest(places, seat, LOWER[e.card.index])
    return seat == s.leader and lowest


def play_on(s: PopeJoan, ahead: Stretch) -> int:
    """Plays cards in a row that need no judging, but whether they missed the one that was due."""
    return run(s, ahead, fits, go_up)


def due_card_follows(s: PopeJoan, e: Played) -> Answer:
    """Whoever holds the next higher card must play it (PJ-4.2, PJ-6.1)."""
    bit = e.card.bit
    if bit == s.due or not s.due or not can_be_judged(s, e.seat, bit):
        return None
    return missed_follow(s.places, s.seats, s.due)


def leads_in_turn(s: PopeJoan, e: Played) -> Answer:
    """After a stop, only who played the last card leads; elder leads first (PJ-4.1, PJ-6.3)."""
    seat, bit = e.seat, e.card.bit
    if s.lone and tells_dealer(s, seat, bit):
        dealer = (s.dealer + s.off) % s.seats
        says = f"{e.card} was turned up and is played by seat {seat}, to whom it fell if seat {dealer} dealt"
        return [written_wrongly(s, f"{says}, as who opened this hand tells"), Cured(s.off_at)]
    if seat == s.leader or s.leader < 0 or bit == s.due or not can_be_judged(s, seat, bit):
        return None
    if is_off_again(s, off_by(s, seat)):
        return off_again(s, seat)
    says = f"seat {seat} led; seat {s.leader} was to lead"
    return Broken(seat=seat, cards=bit, says=says)


def leads_lowest(s: PopeJoan, e: Played) -> Answer:
    """A new lead is the lowest card of its suit in the hand (PJ-4.1, PJ-6.4).

    Out of turn it is judged by its turn alone: it may have followed a card that was not written down.
    """
    bit = e.card.bit
    if bit == s.due or s.options.lead_rule == "any" or not can_be_judged(s, e.seat, bit):
        return None
    if e.seat != s.leader and (s.leader >= 0 or s.sequence):  # what came before was missed, perhaps
        return None
    return not_lowest(s.places, e.seat, LOWER[e.card.index])


def dead_room(s: PopeJoan, doubts: Sequence[Watch]) -> int:
    """The cards that nobody played when they were due must find room in the dead hand (PJ-6.2, PJ-A15)."""
    if s.gap or s.phase == "deal":
        return PLENTY
    return dead_slack(s.places, dead(s), doubts) + s.places.most[aside(s)]  # the card turned up may be one of them


# ---- PJ-6.5, PJ-6.6 Cards and counts -------------------------------------------------------------------------------


def card_is_possible(s: PopeJoan, e: Played) -> Answer:
    """No card is seen twice, or where it cannot be (PJ-6.5)."""
    seat = e.seat
    if seat < s.seats:
        places, bit = s.places, e.card.bit
        if places.known[seat] & bit or s.phase in {"between", "deal"} or s.line in s.dubious:  # which is told
            return None
        if (bit & PACK51 & ~places.located or may_have_fallen(s, seat, bit)) and places.most[seat] > 0:
            return None
        fault = cannot_lie(s.places, seat, e.card, PACK51)
        played = bit & places.known[dead(s) + 1]
        if fault is not None and 0 <= s.turnup == e.card.index and not played:  # one of the two was read wrongly
            return msgspec.structs.replace(fault, lists=(s.turned_in,), dubious=(s.turned_at, s.line))
        return fault if is_again(s, seat, e.card.index) else in_question(s, seat, e.card, fault)
    return Broken(says=f"no seat {seat} at this table", name="no_such_seat")


def hand_is_on(s: PopeJoan, e: Played) -> Answer:
    """Cards are played until one seat has none (PJ-5.1, PJ-6.6). What is played after that is told once."""
    if s.phase != "between" or s.late or missed_since(s):
        return None
    if s.how == "out":
        return Broken(seat=e.seat, cards=e.card.bit, says=f"a card was played after seat {s.out} was out")
    if s.how == "pope turned up":
        return Broken(seat=e.seat, cards=e.card.bit, says="Pope turned up had ended the deal", clause="PJ-3.7")
    return Broken(seat=e.seat, cards=e.card.bit, says="a card was played where no hand is on", name="no_hand")


def hand_to_void(s: PopeJoan, _e: Voided) -> Answer:
    """Only a deal that is on can be thrown in, or, once, one that Pope turned up has ended (PJ-3.7)."""
    if s.phase != "between" or missed_since(s) or (s.how == "pope turned up" and not s.thrown):
        return None
    return Broken(says="there was no deal to throw in")


def deal_is_due(s: PopeJoan, e: Dealt) -> Answer:
    """Cards are dealt once a hand, so many as the table of sizes says (PJ-3.2, PJ-3.3, PJ-6.6)."""
    if s.phase != "deal":
        return None if s.gap else Broken(says="cards were dealt where no deal was due", name="no_deal_due")
    usual = usual_sizes(s)
    if usual is None:
        return None
    sizes = sizes_of(e, s.seats, usual[0])
    faults = []
    if sizes != usual[0]:
        says = f"{', '.join(map(str, sizes))} cards were dealt, not {', '.join(map(str, usual[0]))}"
        off = off_by_sizes(s, e)
        by = f"; if seat {(s.dealer + off) % s.seats} dealt, they are right" if off else ""
        faults.append(Broken(says=says + by, against=s.lone if off else None))
    listed = (e.places or {}).get("dead")
    if listed is not None and len(listed) != usual[1] and len(listed) + sum(sizes) != CARDS_DEALT:
        faults.append(Broken(says=f"{counted(len(listed), 'card')} listed in the dead hand, not {usual[1]}"))
    return faults


def deal_is_possible(s: PopeJoan, e: Dealt) -> Answer:
    """Each of the 51 cards is dealt once (PJ-6.5)."""
    if s.phase != "deal":
        return None
    usual = usual_sizes(s)
    sizes = sizes_of(e, s.seats, usual[0] if usual else [0] * s.seats)
    return dead_faults(s.places, e, sizes, PACK51, dead(s))


def turn_up_is_possible(s: PopeJoan, e: TurnedUp) -> Answer:
    """One card is turned up after the deal, and it is none of those seen elsewhere (PJ-3.4, PJ-6.5)."""
    if s.phase not in {"deal", "turn"}:
        return Broken(cards=e.card.bit, says="a card was turned up where none was due", name="no_turn_up_due")
    card, places = e.card, s.places
    if card.bit and not card.bit & PACK51:
        return Broken(odd=(card,), says=f"{card} is not in the pack")
    told, falls = told_place(s, e), falls_to(s)
    if s.options.turnup_owner != "aside" and min(told, falls) >= 0 and told != falls:
        where = "the dead hand" if falls >= s.seats else f"seat {falls}"
        says = f"the last card falls to {where}"
        return Broken(cards=card.bit, says=says, clause="PJ-3.3", name="turned_up_elsewhere")
    if s.phase == "deal":
        return None
    own = turn_up_place(s, e)
    if not card.bit or own < 0:  # which card, or whose it is, nobody told us
        return None
    whole = cards_dealt(s) >= CARDS_DEALT and not s.gap and not places.most[own]
    lists = (own,) if whole and not places.known[own] & card.bit else ()
    for other, cards in enumerate(places.known):
        if cards & card.bit and other != own:
            says = f"{card} is listed in another place"
            return Broken(cards=card.bit, says=says, lists=(other, *lists), dubious=(s.line,))
    if lists:
        says = f"{card} is not listed where it was turned up"
        return Broken(cards=card.bit, says=says, lists=lists, dubious=(s.line,))
    return None


def shown_is_possible(s: PopeJoan, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (PJ-6.5)."""
    return shown_faults(s, e, PACK51, rates(s), "PJ-6.6")


def who_is_out(s: PopeJoan, e: ResultCalled) -> Answer:
    """Who says to be out has no card left (PJ-6.6)."""
    may_be = s.phase == "play" and e.seat is not None and s.miscounted >> e.seat & 1 and may_be_over(s)
    return None if may_be else out_is_true(s, e)


# ---- PJ-6.9, PJ-A17 Dealers and deals ------------------------------------------------------------------------------


def dealer_rotates(s: PopeJoan, e: HandStarted | FinalDealt) -> Answer:
    """The deal passes to the left (PJ-5.4, PJ-A17)."""
    if isinstance(e, HandStarted) and begins_again(s, e):
        return None
    return dealer_fault(s, e.dealer, "PJ-6.5")


def hand_is_due(s: PopeJoan, e: HandStarted) -> Answer:
    """A deal is played until somebody is out, and none follows the last (PJ-5.1, PJ-5.5, PJ-5.7)."""
    if twice := begun_twice(s, e, "PJ-6.5"):
        return twice
    faults = []
    if s.phase == "play" and played(s) and not may_be_over(s):
        faults.append(not_over("a new deal began"))
    limit = s.options.deals
    if s.final or (limit is not None and s.deals >= limit):
        clause = "PJ-5.7" if s.final else "PJ-5.5"
        faults.append(Broken(says="a deal after the last of the session", clause=clause))
    return faults


def not_over(what: str) -> Broken:
    """A deal is played until somebody is out: else something is missing in the record."""
    return Broken(says=f"{what} though nobody was out", name="count_mismatch", clause="PJ-6.6", kind="contradiction")


def enough_play(s: PopeJoan, _e: HandStarted) -> Answer:
    """Two may play, but that is worth saying once (PJ-1.4)."""
    return Broken(says="two play; the game is better with three or more") if s.seats < 3 and not s.hand else None


def final_deal_is_due(s: PopeJoan, _e: FinalDealt) -> Answer:
    """The final deal is made once, after the last deal, if counters are left on the board (PJ-5.6, PJ-5.7)."""
    if s.options.end_disposal != "final_deal":
        return Broken(says="a final deal, which this table does not play", clause="PJ-5.6")
    if s.final:  # perhaps a line written twice
        return Broken(says="the final deal was made before", kind="contradiction")
    if s.phase == "play" and played(s) and not may_be_over(s):
        return not_over("the final deal was made")
    if s.phase != "between" and not may_have_ended(s):
        return Broken(says="a final deal where none is due")
    if not may_hold_counters(s):
        return Broken(says="a final deal over an empty board")
    return None


def final_deal_is_possible(s: PopeJoan, e: FinalDealt) -> Answer:
    """Each of the 51 cards is dealt once, face up, to the players (PJ-5.7, PJ-6.5)."""
    faults = []
    seen = 0
    for seat, cards in enumerate(e.hands):
        if seat >= s.seats:
            faults.append(Broken(says=f"a hand for seat {seat}, where nobody sits", name="no_such_seat"))
        for card in cards or ():
            if card.bit and not card.bit & PACK51:
                faults.append(Broken(seat=seat, odd=(card,), says=f"{card} is not in the pack"))
            elif card.bit & seen:
                faults.append(Broken(seat=seat, cards=card.bit, says=f"{card} was dealt twice"))
            seen |= card.bit
    whole = len(e.hands) >= s.seats and all(cards is not None for cards in e.hands)
    missing = PACK51 & ~mask_of(card for cards in e.hands for card in cards or ())
    if whole and missing and not faults and all(card.bit for cards in e.hands for card in cards or ()):
        faults.append(Broken(cards=missing, says="not all cards were dealt", name="count_mismatch", clause="PJ-6.6"))
    sizes = [len(cards or ()) for cards in e.hands]
    if whole and not faults and max(sizes) - min(sizes) > 1:
        says = f"{', '.join(map(str, sizes))} cards were dealt; one by one no hand gets two more than another"
        faults.append(Broken(says=says, name="count_mismatch", clause="PJ-6.6"))
    return faults


def rounds_are_whole(s: PopeJoan, _e: SessionClosed) -> Answer:
    """Where the dealer alone dresses the board, all should have dealt equally often (PJ-2.3, PJ-6.9)."""
    if not s.options.whole_rounds or s.deals < 0 or s.deals % s.seats == 0:
        return None
    return Broken(
        says=f"{counted(s.deals, 'deal')} among {s.seats} players: not all have dressed the board equally often"
    )


def board_is_emptied(s: PopeJoan, _e: SessionClosed) -> Answer:
    """What is left on the board goes out in a final deal (PJ-5.6, PJ-5.7)."""
    if s.options.end_disposal != "final_deal" or s.final or s.unsure >> s.seats or not any(BOARD.contents(s)):
        return None
    return Broken(says=f"{were(sum(BOARD.contents(s)), 'counter')} left on the board without a final deal", kind="note")
