"""SP-6: what can be found wrong in a hand, and in what was said of it."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken, Stretch
from upcard.engine.games.spinado.play import cards_in, may_be_over, may_have_changed, play_up, written_again
from upcard.engine.games.spinado.sheet import before_play
from upcard.engine.games.spinado.table import (
    BOARD,
    CARDS,
    GAME_POT,
    PACK47,
    POTS,
    RATES,
    SPINADO,
    Spinado,
    unproven,
    usual_size,
)
from upcard.engine.mechanisms import held, said
from upcard.engine.mechanisms.dealers import begins_again, begun_twice, is_off_again, off_again
from upcard.engine.mechanisms.deals import dead_faults, sizes_of
from upcard.engine.mechanisms.impossible import cannot_lie
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.stops import Watch, dead_slack, missed_follow
from upcard.engine.mechanisms.stops_opening import dealer_fault, off_by
from upcard.engine.mechanisms.stops_run import run
from upcard.engine.mechanisms.stops_table import dead, in_question, shown_faults
from upcard.engine.wording import counted, were
from upcard.schemas.cards import Card, could_be
from upcard.schemas.events import (
    ChipsPassed,
    Dealt,
    HandStarted,
    Laid,
    Played,
    PoolCounted,
    PurseCounted,
    Scored,
    Shown,
    Voided,
)

# ---- The play (SP-3) -----------------------------------------------------------------------------------------------


def companion(e: Played | Laid) -> Card | None:
    """The card that an act is judged by: that without the spinado; the spinado itself where it was laid alone."""
    return e.card if isinstance(e, Played) else next(iter(cards_in(e)), None)


def fits(s: Spinado, e: Played) -> bool:
    """Whether a card may come from this hand, and nothing is to be said of it, unless one that was due was missed."""
    seat, bit, places = e.seat, e.card.bit, s.places
    if seat >= s.seats or s.phase != "play" or not s.sequence or e.card is SPINADO or s.dubious:
        return False
    if not places.known[seat] & bit and not (bit & PACK47 & ~places.located and places.most[seat]):
        return False
    return bit == s.due or seat == s.leader


def play_on(s: Spinado, ahead: Stretch) -> int:
    """Plays cards in a row that need no judging, but whether they missed the one that was due."""
    return run(s, ahead, fits, play_up)


def can_be_judged(s: Spinado, e: Played | Laid) -> bool:
    """Whether the card is one that the seat may have played: of a card written wrongly nothing follows."""
    card = companion(e)
    if card is None or not card.bit & PACK47 or e.seat >= s.seats or s.phase == "between" or s.line in s.dubious:
        return False
    return not card.bit & s.places.seen[-1] or bool(s.places.known[e.seat] & card.bit)


def certain_stop(s: Spinado) -> bool:
    """Whether nobody can hold the next card (SP-3.2)."""
    hands = 0
    for cards in s.places.known[: s.seats]:
        hands |= cards
    return not s.due & ~(s.places.located & ~hands)


def spinado_alone(s: Spinado, e: Played | Laid) -> bool:
    """Whether a seat that is not on lead laid the spinado alone while a sequence may be running (SP-3.4)."""
    return companion(e) is SPINADO and e.seat != s.leader and not certain_stop(s)


def due_card_follows(s: Spinado, e: Played | Laid) -> Answer:
    """Whoever holds the next higher card must play it (SP-3.1, SP-A1, SP-A8)."""
    due = s.due
    if not due:
        return None
    card = e.card if isinstance(e, Played) else companion(e)
    if card is None or card.bit == due or s.options.follow == "may" or not can_be_judged(s, e):
        return None
    if spinado_alone(s, e) or (card is SPINADO and s.options.spinado_alone):
        return None
    return missed_follow(s.places, s.seats, due)


def leads_in_turn(s: Spinado, e: Played | Laid) -> Answer:
    """After a stop, only who played the last card leads; left of the dealer leads first (SP-3.1, SP-3.2)."""
    if e.seat == s.leader or s.leader < 0:
        return None
    card = companion(e)
    if card is None or card.bit == s.due or not can_be_judged(s, e):
        return None
    if spinado_alone(s, e):
        return None
    if is_off_again(s, off_by(s, e.seat)):
        return off_again(s, e.seat)
    return Broken(seat=e.seat, cards=card.bit, says=f"seat {e.seat} led; seat {s.leader} was to lead")


def spinado_has_company(s: Spinado, e: Played | Laid) -> Answer:
    """While a sequence runs the spinado is laid with another card (SP-3.3, SP-3.4)."""
    if (e.card if isinstance(e, Played) else companion(e)) is not SPINADO or s.leader < 0:
        return None
    if s.options.spinado_alone or not can_be_judged(s, e) or not spinado_alone(s, e):
        return None
    says = "the spinado was laid alone while a sequence ran; it goes with another card"
    return Broken(seat=e.seat, cards=SPINADO.bit, says=says)


def one_card_or_two(s: Spinado, e: Laid) -> Answer:
    """One card is played, or one with the spinado (SP-3.3)."""
    if len(e.cards) == 1 or e.seat >= s.seats or s.phase == "between":
        return None
    one_may_be = SPINADO in e.cards or s.line in s.dubious or may_be_spinado(e.cards)
    if len(e.cards) == 2 and one_may_be and (SPINADO in e.cards or may_hold_spinado(s, e.seat)):
        return None
    cards = sum({card.bit for card in e.cards})
    return Broken(seat=e.seat, cards=cards, says=f"{were(len(e.cards), 'card')} laid at once")


def may_be_spinado(cards: Sequence[Card]) -> bool:
    """Whether one of these cards, of which perhaps not all is known, may be the spinado."""
    return any(could_be(card) & SPINADO.bit for card in cards)


def may_hold_spinado(s: Spinado, seat: int) -> bool:
    """Whether a card of this hand that nobody told us may be the spinado."""
    return bool(SPINADO.bit & (s.places.known[seat] | ~s.places.located))


def dead_room(s: Spinado, doubts: Sequence[Watch]) -> int:
    """The cards that nobody played when they were due must find room in the dead hand."""
    return PLENTY if s.gap or s.phase == "deal" else dead_slack(s.places, dead(s), doubts)


# ---- Cards and counts (SP-1.1, SP-2.2) -----------------------------------------------------------------------------


def card_is_possible(s: Spinado, e: Played | Laid) -> Answer:
    """No card is seen twice, or where it cannot be."""
    seat = e.seat
    if seat >= s.seats:
        return Broken(says=f"no seat {seat} at this table", name="no_such_seat")
    if isinstance(e, Played):  # the usual case, told fast
        places, bit = s.places, e.card.bit
        if places.known[seat] & bit or (bit & PACK47 & ~places.located and places.most[seat] > 0):
            return None
    if s.phase == "between":
        return None
    if s.phase == "deal":
        return [Broken(seat=e.seat, odd=(card,), says=f"{card} is not in the pack") for card in foreign(e)]
    cards = cards_in(e)
    if len(cards) > 1 and written_again(s, seat, cards):
        return Broken(seat=seat, cards=cards[0].bit, says="two cards were written twice, as one act")
    faults = [card_fault(s, seat, card) for card in dict.fromkeys(cards)]
    if len({card for card in cards if card.bit}) < sum(bool(card.bit) for card in cards):
        faults.append(Broken(seat=e.seat, says="one card was laid twice"))
    return [fault for fault in faults if fault is not None]


def card_fault(s: Spinado, seat: int, card: Card) -> Broken | None:
    """Why a seat cannot have played a card, and whether the line may be as wrong as the lists."""
    fault = cannot_lie(s.places, seat, card, PACK47)
    return fault if written_again(s, seat, (card,)) else in_question(s, seat, card, fault)


def foreign(e: Played | Laid) -> list[Card]:
    """The cards that are not in the pack."""
    return [card for card in cards_in(e) if not could_be(card) & PACK47]


def hand_is_on(s: Spinado, e: Played | Laid) -> Answer:
    """Cards are played until one seat has none (SP-4.1). Told once; after a gap a hand may have begun unseen."""
    if s.phase != "between" or s.gap or s.late:
        return None
    if s.how == "out":
        return Broken(seat=e.seat, says=f"a card was played after seat {s.out} was out")
    return Broken(seat=e.seat, says="a card was played where no hand is on", name="no_hand")


def hand_to_void(s: Spinado, _e: Voided) -> Answer:
    """Only a hand that is on can be thrown in."""
    return Broken(says="there was no hand to throw in") if s.phase == "between" and not s.gap else None


def deal_is_due(s: Spinado, e: Dealt) -> Answer:
    """Cards are dealt once a hand, as many to each hand as the pack allows (SP-2.2)."""
    if s.phase != "deal":
        return None if s.gap else Broken(says="cards were dealt where no deal was due", name="no_deal_due")
    usual = usual_size(s)
    sizes = sizes_of(e, s.seats, [usual] * s.seats)
    faults = []
    if sizes != [usual] * s.seats:
        faults.append(Broken(says=f"{', '.join(map(str, sizes))} cards were dealt, not {usual} each"))
    listed = (e.places or {}).get("dead")
    if listed is not None and not faults and len(listed) != CARDS - sum(sizes):
        faults.append(Broken(says=f"{counted(len(listed), 'card')} listed in the dead hand, not {CARDS - sum(sizes)}"))
    return faults


def deal_is_possible(s: Spinado, e: Dealt) -> Answer:
    """Each of the 47 cards is dealt once."""
    if s.phase != "deal":
        return None
    return dead_faults(s.places, e, sizes_of(e, s.seats, [usual_size(s)] * s.seats), PACK47, dead(s))


def shown_is_possible(s: Spinado, e: Shown) -> Answer:
    """What is shown was not seen elsewhere."""
    return shown_faults(s, e, PACK47, RATES, "SP-6")


def dealer_rotates(s: Spinado, e: HandStarted) -> Answer:
    """The deal passes to the left (SP-4.4)."""
    return None if begins_again(s, e) else dealer_fault(s, e.dealer, "SP-6")


def hand_is_due(s: Spinado, e: HandStarted) -> Answer:
    """A hand is played until somebody is out, and none follows the last (SP-4.1, SP-4.4)."""
    if twice := begun_twice(s, e, "SP-6"):
        return twice
    faults = []
    if s.phase == "play" and s.sequence and not may_be_over(s):
        says = "a new hand began though nobody was out"
        faults.append(Broken(says=says, name="count_mismatch", clause="SP-6", kind="contradiction"))
    if s.options.hands is not None and s.hands >= s.options.hands:
        faults.append(Broken(says="a hand after the last of the session"))
    return faults


# ---- Antes (SP-2.1, SP-A9) -----------------------------------------------------------------------------------------


def antes_are_whole(s: Spinado, e: Played | Laid | Scored) -> Answer:
    """Where one ante was written down, all are expected before the first card, or the row of the sheet (SP-A9)."""
    if s.sequence or s.exempt == -2 or s.phase == "between":
        return None
    if e.void if isinstance(e, Scored) else e.seat >= s.seats or not cards_in(e):
        return None
    if not any(s.anted) and not (s.hand == 1 and any(s.early)):  # later, those may be of the hand before
        return None
    paid = [one | other for one, other in zip(s.anted, s.early, strict=True)]
    missing = [seat for seat in range(s.seats) if seat != s.exempt and paid[seat] != BOARD.everything]
    return [Broken(seat=seat, says=f"seat {seat} was not seen to pay its antes") for seat in missing]


def antes_of(pot: int) -> int:
    """The pots (a mask) that an ante goes into: all of them, if it was passed to the board."""
    return 1 << pot if pot < len(POTS) else BOARD.everything


def hear_payment(s: Spinado, e: ChipsPassed) -> None:
    """Antes that were seen are remembered; a fine may tell who held the spinado."""
    accounts = BOARD.names(s.seats)
    if e.from_ not in accounts[: s.seats]:
        return
    seat = accounts.index(e.from_)
    if e.to in accounts[s.seats : BOARD.board(s) + 1]:
        seen = s.early if s.phase == "between" else s.anted
        seen[seat] |= antes_of(accounts.index(e.to) - s.seats)
    record = held.pending_of(s, s.hand)
    if record is not None and s.phase == "between" and e.to == accounts[record.winner]:
        held.hear_payment(s, seat, e.amount, RATES)


# ---- Payments (SP-4.2), counts and scores --------------------------------------------------------------------------


def payment_is_true(s: Spinado, e: ChipsPassed) -> Answer:
    """A payment that was seen is one that follows from the rules."""
    accounts = BOARD.names(s.seats)
    for name in (e.from_, e.to):
        if name not in accounts:
            return Broken(says=f"no account {name!r} at this table")
    source, target = accounts.index(e.from_), accounts.index(e.to)
    nobody = {BOARD.bank(s), BOARD.unknown(s)}
    if not s.hand or nobody & {source, target}:
        return None
    if source < s.seats <= target:
        return ante_is_true(s, e, source, target)
    if s.phase != "between" and not s.sequence and s.hand > 1:  # no card is played yet: it is of the hand before
        return None
    if s.how == "sheet" or (s.phase != "between" and not s.sequence):  # a row may follow
        return fault_of_unseen(s, e, source, target)
    return said.payment_fault(s, e, (source, target), RATES, unproven, may_have_changed(s))


def fault_of_unseen(s: Spinado, e: ChipsPassed, source: int, target: int) -> Broken | None:
    """What is wrong with a payment in a hand whose play is not in the record, or not yet: only what no play can bring."""
    fine, before = source < s.seats, before_play(s)
    if not e.amount or (not fine and before.unsure >> source & 1):
        return None
    says = f"{e.amount} passed from {e.from_} to {e.to}; "
    if source == target or target >= s.seats or source >= BOARD.board(s):
        return Broken(says=f"{says}nothing was due")
    if s.out not in {-1, target} and (fine or source == BOARD.pool(s, GAME_POT)):
        return Broken(seat=source if fine else None, says=f"{says}seat {s.out} won the hand")
    if fine and (e.amount % RATES.holder or e.amount > RATES.holder * usual_size(s)):
        return Broken(seat=source, says=f"{says}the fine is {RATES.holder} a card, for {usual_size(s)} at most")
    if not fine and e.amount != before.counters[source]:
        return Broken(says=f"{says}{before.counters[source]} lay there")
    return None


def ante_is_true(s: Spinado, e: ChipsPassed, seat: int, target: int) -> Answer:
    """Everybody but the winner of the hand before pays one into each pot (SP-2.1); between two hands, of the one before
    or of the next.
    """
    over = s.phase == "between" or may_be_over(s)
    if seat == s.exempt and (not over or (s.phase == "between" and seat == s.victor)):
        return Broken(seat=seat, says=f"seat {seat} won the hand before and pays no ante", name="winner_anted")
    if not over and s.anted[seat] & antes_of(target - s.seats):
        return Broken(seat=seat, says=f"seat {seat} paid into {e.to} again")
    wanted = len(POTS) if target == BOARD.board(s) else 1
    if e.amount == wanted:
        return None
    return Broken(seat=seat, says=f"seat {seat} paid {e.amount} into {e.to}; {wanted} was due")


def purse_is_true(s: Spinado, e: PurseCounted) -> Answer:
    """A purse holds what the seat bought, gained and paid (C-4)."""
    return BOARD.purse_fault(s, e, lambda seat: held.purse_may_be(s, seat, RATES), may_have_changed(s))


def pot_is_true(s: Spinado, e: PoolCounted) -> Answer:
    """A pot holds what was paid into it and not taken (C-4)."""
    return BOARD.pool_fault(s, e, may_have_changed(s))
