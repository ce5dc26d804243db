"""B2-6 Irregularities of deal and play: what each act breaks, as far as the record alone proves it."""

import msgspec

from upcard.engine.game import Answer, Broken, Cured, shown
from upcard.engine.games.big_two.combinations import beats, classify, in_full, read
from upcard.engine.games.big_two.mistaken import either_is_wrong, together, withdrawn, written_for
from upcard.engine.games.big_two.scoring import acts_on
from upcard.engine.games.big_two.table import (
    CARDS,
    HAND,
    BigTwo,
    dealt_to,
    in_pack,
    pile,
    seated_from,
    seats_of,
    set_aside,
    to_act,
)
from upcard.engine.games.big_two.twice import (
    begun_twice,
    comes_late,
    dealt_as_before,
    dealt_fuller,
    dealt_late,
    dealt_twice,
    ended_late,
    laid_twice,
    passed_twice,
)
from upcard.engine.mechanisms.climbing import bound, cards_in, doubled, line_laid, may_come_from, passed_over
from upcard.engine.mechanisms.deals import deal_faults, sizes_of
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.seats import no_seat
from upcard.engine.wording import counted, were
from upcard.schemas.cards import PACK_MASK, UNKNOWN, Card, could_be, mask_of
from upcard.schemas.events import (
    Dealt,
    HandStarted,
    Joined,
    Laid,
    Left,
    Passed,
    Played,
    ResultCalled,
    Shown,
    TakenBack,
    Voided,
)

# ---- B2-1 Material -------------------------------------------------------------------------------------------------


def seat_exists(s: BigTwo, e: TakenBack | Shown | Joined | Left | ResultCalled) -> Answer:
    """There is such a seat at this table, or such a place (B2-1.1)."""
    if isinstance(e, Shown) and e.place not in {None, "hand", "set_aside"}:
        return Broken(says=f"no place {e.place!r} at this table")
    if isinstance(e, Shown) and e.seat is None and e.place != "set_aside":
        return Broken(says="cards were shown of no seat and no place")
    if isinstance(e, Shown) and (e.hand or 0) > s.hand:
        return Broken(says=f"no hand {e.hand} in this record", name="no_such_hand")
    return no_seat(e.seat, len(s.players))


def thirteen_each(s: BigTwo, e: Dealt) -> Answer:
    """Thirteen cards to each seat (B2-1.1)."""
    seats = seats_of(s)
    if e.each is not None and e.sizes is None:
        if e.each == HAND:
            return None
        return Broken(says=f"each seat was dealt {counted(e.each, 'card')}; each gets thirteen")
    sizes = enumerate(sizes_of(e, seats, [HAND] * seats))
    wrong = [(seat, size) for seat, size in sizes if size != HAND and (size or not s.away >> seat & 1)]
    return [
        Broken(seat=seat, says=f"seat {seat} was dealt {counted(size, 'card')}; each gets thirteen")
        for seat, size in wrong
    ]


def dealt_once(s: BigTwo, e: Dealt) -> Answer:
    """Each card is dealt once (B2-6.4)."""
    seats = seats_of(s)
    fresh = type(s.places).empty(seats + 2, seats)
    faults = deal_faults(fresh, e, sizes_of(e, seats, [HAND] * seats), PACK_MASK)
    hands = mask_of(card for cards in e.hands or () for card in cards or ())
    listed = (e.places or {}).get("set_aside", ())
    aside = in_pack(mask_of(listed))
    faults += [Broken(says=f"no place {name!r} at this table") for name in e.places or () if name != "set_aside"]
    odd = tuple(card for card in listed if card.bit & ~PACK_MASK)
    if odd or doubled(listed) or len(listed) > CARDS - HAND * dealt_to(s):
        says = f"{were(len(listed), 'card')} listed as set aside, of {CARDS - HAND * dealt_to(s)} that are"
        says = f"{' '.join(odd or doubled(listed))} cannot be set aside as listed" if odd or doubled(listed) else says
        faults.append(Broken(odd=odd, says=says, lists=(set_aside(s),)))
    if hands & aside:
        owners = [seat for seat, cards in enumerate(e.hands or ()) if mask_of(cards or ()) & aside]
        says = f"{shown(hands & aside)} dealt, and set aside as well"
        faults.append(Broken(cards=hands & aside, says=says, lists=(*owners, set_aside(s))))
    return faults


def deal_in_order(s: BigTwo, e: Dealt) -> Answer:
    """A hand is dealt once, and played before the next (B2-2.1)."""
    if s.phase != "play" or s.gap:
        return None
    if dealt_twice(s, e) or dealt_fuller(s, e):
        return Broken(says="the cards of this hand were dealt already")
    if dealt_late(s, e):
        return Broken(says="cards were dealt after play had begun")
    return Broken(says="cards were dealt while a hand was being played; its result is not known")


def hand_in_order(s: BigTwo, e: HandStarted) -> Answer:
    """A hand is played to its end before the next begins (B2-2.1)."""
    if s.phase == "between" or s.gap:
        return None
    if begun_twice(s, e):
        return Broken(says="this hand was begun already")
    return Broken(says="the hand before has no end in this record; its result is not known")


def dealer_rotates(s: BigTwo, e: HandStarted) -> Answer:
    """The deal moves one seat left (B2-1.4); after a hand thrown in, or without an end, that is open."""
    seats = seats_of(s)
    if e.dealer is None:
        return None
    if e.dealer >= seats:
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction")
    open_end = s.phase != "between" or s.how == "void"
    due = s.next_dealer
    if s.dealer >= 0 and open_end:
        due = (s.dealer + 1) % seats
    due = seated_from(s, due) if due >= 0 else due
    if due != e.dealer and dealt_as_before(s, e):
        says = "the row before stands twice: who deals now was to deal that hand"
        return Broken(says=says, name="row_again", kind="contradiction", clause="B2-6.5")
    if due < 0 or e.dealer == due or (open_end and e.dealer == s.dealer):
        return None
    return Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {due} was to deal")


def hand_on(s: BigTwo, e: Laid | Played | Passed) -> Answer:
    """The hand ends at once when a hand is empty; nobody answers the last play (B2-2.6)."""
    if e.seat >= len(s.players):
        says = f"no seat {e.seat} at this table"
        return Broken(says=says, name="no_such_seat", clause="B2-1.1", kind="contradiction")
    if s.phase != "between" or not s.how or (not isinstance(e, Passed) and laid_twice(s, e)):
        return None
    if s.idle:
        says = f"seat {e.seat} acts on, who was out of cards: what it laid may be written for the wrong seat"
        return [Cured(s.idle), Broken(kind="contradiction", says=says)] if acts_on(s, e.seat) else None
    if ended_late(s, e):
        return None
    if isinstance(e, Passed) or may_come_from(s.places, e.seat, cards_in(e), PACK_MASK):
        return Broken(seat=e.seat, says="the hand had ended")
    return Broken(seat=e.seat, kind="contradiction", says="the hand had ended, and these are none of the cards left")


def hand_to_void(s: BigTwo, _e: Voided) -> Answer:
    """Only a hand that is on can be thrown in (B2-2.1)."""
    missed = s.gap and not s.how
    return None if s.phase != "between" or missed or s.idle else Broken(says="no hand was on that could be thrown in")


# ---- B2-6.3 Turn ---------------------------------------------------------------------------------------------------


def plays_in_turn(s: BigTwo, e: Laid | Played) -> Answer:
    """Play goes left; a lead comes when all others have passed (B2-2.3, B2-2.4)."""
    seat, turn = e.seat, s.turn
    if seat == turn or turn < 0 or not s.opened or seat >= len(s.players) or laid_twice(s, e):
        return None
    turn = seated_from(s, turn)  # who had the turn may have left
    if seat == turn:
        return None
    if s.line in s.dubious or s.away >> seat & 1:  # it may have been written for another seat, or somebody sits there
        return None
    if s.locked >> seat & 1:
        return Broken(seat=seat, says="played after passing in this round", name="locked_out", clause="B2-2.3")
    if s.skipped >> seat & 1 or explained(s, seat) or comes_late(s, seat, cards_in(e)):
        return None
    slip = written_for(s, seat)
    if slip:
        return slip
    if seat == s.owner:
        return Broken(seat=seat, says=f"seat {seat} led before all others had passed; it was the turn of seat {turn}")
    return Broken(seat=seat, says=f"seat {seat} played; it was the turn of seat {turn}")


def explained(s: BigTwo, seat: int) -> bool:
    """Whether a seat may act out of turn because of what was missed before, which was told of then: who was passed
    over may have played, so that it is no lead, or passed, and is out until the lead; a line written twice may have
    been another one.
    """
    if s.lead == 1 and s.skipped:
        return True
    if s.echo and passed_over(s.turn, seat, len(s.players)) == s.echo:
        return True
    return bool(s.absent) and not passed_over(s.turn, seat, len(s.players)) & ~(s.absent | s.locked)


def passes_in_turn(s: BigTwo, e: Passed) -> Answer:
    """A seat passes in its turn (B2-2.3)."""
    seat = e.seat
    if seat == s.turn or seat >= len(s.players) or passed_twice(s, e) or passed_early(s):
        return None
    turn = to_act(s)
    if seat == turn or turn < 0:
        return None
    if (s.locked | s.skipped | s.overtaken | s.away) >> seat & 1 or explained(s, seat):
        return None
    told = Broken(seat=seat, says=f"seat {seat} passed; it was the turn of seat {turn}")
    return written_for(s, seat) or told


def passed_early(s: BigTwo) -> bool:
    """Whether somebody passed before the hand was opened: the opening may be missing in the record, until it comes, so that it
    is told once.
    """
    return not s.opened and bool(s.acts)


def leader_plays(s: BigTwo, e: Passed) -> Answer:
    """The opener plays, and so does a leader (B2-2.2, B2-2.5)."""
    over = s.phase == "between" and (s.hand or s.how)
    if s.lead != 1 or over or e.seat >= len(s.players) or (s.phase == "between" and s.gap) or passed_twice(s, e):
        return None
    turn = to_act(s)
    if not s.opened:
        if (turn >= 0 and e.seat != turn) or (turn < 0 and passed_early(s)):
            return None
        return Broken(seat=e.seat if turn >= 0 else None, says="passed before the hand was opened")
    may = s.options.lead_pass == "allow"  # noqa: S105 - a lead that is passed
    if may or e.seat != turn or s.skipped:  # who was passed over may have played, and the record missed it
        return None
    return Broken(seat=e.seat, says="passed on lead")


# ---- B2-6.4 Combinations -------------------------------------------------------------------------------------------


def cards_are_possible(s: BigTwo, e: Laid | Played) -> Answer:
    """No card is seen twice, or where it cannot be, and no hand has more than thirteen (B2-6.4, K-3)."""
    seat, cards = e.seat, cards_in(e)
    if seat >= len(s.players):
        return None
    if may_come_from(s.places, seat, cards, PACK_MASK):
        return None
    twice, places = laid_twice(s, e), s.places
    if twice:
        says = f"seat {seat} laid {' '.join(cards)} before: the line was written twice"
        return Broken(seat=seat, cards=mask_of(cards), says=says, name="seen_twice", against=twice)
    faults = [Broken(seat=seat, cards=card.bit, says=f"{card} twice in one play") for card in doubled(cards)]
    most = bound(places, seat)[1] if s.phase == "play" else 0 if s.phase == "between" and s.how else HAND
    if s.phase == "play":
        faults += [
            either_is_wrong(s, seat, against(s, fault))
            for card in set(cards)
            if (fault := impossible(s.places, seat, card, PACK_MASK))
        ]
    else:
        faults += [
            Broken(seat=seat, odd=(card,), says=f"{card} is not in the pack") for card in cards if card.suit in "br"
        ]
    faults += [] if faults else none_to_be(s, seat, cards)
    if not faults and most and len(cards) > most:
        says = f"{counted(len(cards), 'card')} laid from a hand of {most}"
        faults.append(Broken(seat=seat, says=says, name="too_many_cards"))
    return [*together(sorted(faults, key=lambda fault: (fault.cards, fault.odd))), *withdrawn(s, faults)]


def none_to_be(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> list[Broken]:
    """Cards known by rank or suit alone, where the hand has no such card, or not so many."""
    places, faults, playing = s.places, [], s.phase == "play"
    own = (seat,) if playing and not places.most[seat] else ()
    unseen = PACK_MASK & ~places.located if not playing or places.most[seat] else 0
    held = places.known[seat] if playing else 0
    before = [card for _, laid, _ in s.acts for card in laid] if playing else []
    for card in dict.fromkeys(one for one in cards if not one.bit and "?" in {one.rank, one.suit} and one != UNKNOWN):
        may_be = could_be(card) & ~mask_of(cards)
        free = max(0, (may_be & unseen).bit_count() - before.count(card))  # those laid before are some of these
        if (may_be & held).bit_count() + free < cards.count(card):
            says = f"seat {seat} cannot have {' '.join([card] * cards.count(card))}"
            faults.append(Broken(seat=seat, odd=(card,), says=says, lists=own))
    return faults


def against(s: BigTwo, fault: Broken) -> Broken:
    """The fault with the line on which the card was seen before, if it was laid."""
    line = line_laid(s.acts, fault.cards) if fault.cards & s.places.known[pile(s)] else None
    return fault if line is None else msgspec.structs.replace(fault, against=line)


def clashes(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether a card of a play was laid before, or is in it twice, or none that is left, or the hand has not so many: it was
    written wrongly.
    """
    mask = mask_of(cards)
    if len(cards) > (bound(s.places, seat)[1] if s.phase == "play" else HAND):
        return True
    if mask & s.places.known[pile(s)] or any(cards.count(card) > 1 for card in cards if card.known):
        return True
    return bool(none_to_be(s, seat, cards))


def beats_the_table(s: BigTwo, e: Laid | Played) -> Answer:
    """A combination, followed by a higher one of as many cards (B2-2.3, B2-3.1, B2-3.11)."""
    if e.seat >= len(s.players):
        return None
    cards = cards_in(e)
    leads = s.lead or e.seat == s.owner or s.phase != "play"
    if may_follow(s, cards, () if leads else s.table) or comes_late(s, e.seat, cards):
        return None
    return not_a_combination(s, e.seat, cards) if leads else does_not_follow(s, e.seat, cards)


def may_follow(s: BigTwo, cards: tuple[Card, ...], table: tuple[Card, ...]) -> bool:
    """Whether cards are a combination, and higher than the one on the table, if one is to be beaten."""
    top = s.options.low_straight_top
    found = classify(cards, top)
    if found is None or not table:
        return found is not None
    lies = classify(table, top)
    return lies is not None and beats(found, lies)


def not_a_combination(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> Broken | None:
    """What is laid must be a single, a pair, trips, or one of the hands of five (B2-3.1)."""
    ended = s.phase == "between" and s.how
    if ended or read(cards, s.options.low_straight_top).valid is not False or clashes(s, seat, cards):
        return None
    says = f"{' '.join(cards) or 'nothing'} is no combination"
    return Broken(seat=seat, cards=mask_of(cards), says=says, name="invalid_combination")


def does_not_follow(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> Broken | None:
    """Why a set of cards may not be laid on what lies there, as far as the cards not known allow to tell."""
    wrong = not_a_combination(s, seat, cards)
    if wrong is not None or clashes(s, seat, cards):
        return wrong
    if len(cards) != len(s.table):
        says = f"{counted(len(cards), 'card')} laid on {len(s.table)}"
        return Broken(seat=seat, cards=mask_of(cards), says=says, name="wrong_size")
    mine, table = (read(some, s.options.low_straight_top) for some in (cards, s.table))
    if mine.most is None or table.least is None or beats(mine.most, table.least):
        return None
    if not table.valid:  # what lies there may be no combination
        return None
    says = f"{in_full(mine.most, table.least)} is not higher than {in_full(table.least, mine.most)}"
    return Broken(seat=seat, cards=mask_of(cards), says=says)
