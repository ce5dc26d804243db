"""PC-6 Irregularities and deductions: what each act breaks, as far as the record alone proves it."""

from collections.abc import Callable, Sequence

from upcard.engine.game import Answer, Broken, Verdict
from upcard.engine.games.popcorn.call import counts_as_call, may_be_of_pile, may_have_called, settled, won_already
from upcard.engine.games.popcorn.faces import faces_turned, verdict_unturned
from upcard.engine.games.popcorn.knowledge import who_knows
from upcard.engine.games.popcorn.slips import its_player
from upcard.engine.games.popcorn.table import (
    NOBODY,
    Popcorn,
    after,
    last_laid,
    most_claimed,
    next_in_line,
    pile,
    ranks_due,
    size,
)
from upcard.engine.games.popcorn.turn import cards_laid, is_doubled, is_true, number_laid, wrong_number
from upcard.engine.mechanisms.copies import pick, spread
from upcard.engine.mechanisms.seats import no_seat
from upcard.engine.mechanisms.strays import with_its_player
from upcard.engine.wording import counted, were
from upcard.schemas.cards import PACK_MASK, RANKS, UNKNOWN, Card, cards_of, could_be, mask_of
from upcard.schemas.events import BluffCalled, Claimed, Joined, Left, Shown, Stood, Took, TurnedOver
from upcard.schemas.findings import FindingKind

# ---- PC-1 Seats ----------------------------------------------------------------------------------------------------


def seat_exists(s: Popcorn, e: Claimed | BluffCalled | Took | Shown | Joined | Left) -> Answer:
    """There is such a seat (PC-1.2)."""
    return no_seat(e.seat, len(s.players))


# ---- A lay written twice -------------------------------------------------------------------------------------------


def lay_is_new(s: Popcorn, e: Claimed) -> Answer:
    """The same claim of the same seat as the last is a line written twice (PC-6.7)."""
    return Broken(seat=e.seat, says="the lay was written twice", against=s.laid_line) if is_doubled(s, e) else None


def unless_doubled(check: Callable[[Popcorn, Claimed], Answer]) -> Callable[[Popcorn, Claimed], Answer]:
    """The check, of lays that are not the one before, written twice; by the seat that made it."""

    def held(s: Popcorn, e: Claimed) -> Answer:
        return None if is_doubled(s, e) else check(s, with_its_player(s, e, its_player))

    return held


# ---- PC-6.1 A lay --------------------------------------------------------------------------------------------------


def game_is_on(s: Popcorn, e: Claimed) -> Answer:
    """The first to go out wins, and the game ends (PC-5.3, PC-6.1)."""
    if s.phase == "deal" or (s.phase == "play" and (not s.open or s.places.known[s.layer])):
        return None  # the usual case, told quickly
    if s.phase == "between" and s.how in {"void", "sheet"}:
        return Broken(seat=e.seat, says="no game is on", kind="contradiction", clause="PC-5.3", name="no_game")
    winner = won_already(s)
    if winner < 0 or s.late:
        return None
    return Broken(seat=e.seat, says=f"seat {winner} was out, and had won")


def in_play(s: Popcorn, seat: int) -> bool:
    """Whether turn and rank of a lay of this seat can be judged."""
    return seat < len(s.players) and s.phase != "between" and (not s.open or won_already(s) < 0)


def rank_is_due(s: Popcorn, e: Claimed) -> Answer:
    """The rank claimed is the next of the cycle (PC-3.2, PC-3.5)."""
    due = ranks_due(s)
    if RANKS.index(e.rank) in due or not due or not in_play(s, e.seat):
        return None
    return Broken(seat=e.seat, says=f"{e.rank} was claimed; {' or '.join(RANKS[rank] for rank in due)} was due")


def turn_is_kept(s: Popcorn, e: Claimed) -> Answer:
    """The next in line lays (PC-2.2, PC-4.3)."""
    if s.turn < 0 or e.seat == s.turn or not in_play(s, e.seat) or e.seat in next_in_line(s, s.turn):
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} laid; it was the turn of seat {s.turn}")


def claim_in_range(s: Popcorn, e: Claimed) -> Answer:
    """One card at least is claimed, and no more than the house allows (PC-3.3)."""
    if 1 <= e.count <= most_claimed(s):
        return None
    return Broken(seat=e.seat, says=f"{were(e.count, 'card')} claimed; 1 to {most_claimed(s)} may be")


def number_is_true(s: Popcorn, e: Claimed) -> Answer:
    """As many cards are laid as claimed, or more where that is allowed (PC-3.3, PC-3.6)."""
    if e.seat >= len(s.players) or (e.cards is not None and len(e.cards) == e.count > 0):
        return None
    s = settled(s)
    laid = number_laid(s, e)[1] if s.phase == "play" or e.cards is not None or e.laid is not None else e.count
    if e.laid is not None and e.cards is None:
        laid = e.laid
    name = wrong_number(s, e.count, laid) if laid != e.count else None  # none claimed, none laid: PC-3.3 tells of it
    return None if name is None else Broken(seat=e.seat, name=name, says=wrong_number_says(e.count, laid))


def wrong_number_says(claimed: int, laid: int) -> str:
    """How a lay differs from its claim."""
    return f"{claimed} claimed, {laid} laid"


# ---- PC-6.7 Cards that cannot be -----------------------------------------------------------------------------------


def cards_are_possible(s: Popcorn, e: Claimed) -> Answer:
    """The cards of a lay were in that hand, and no card is in two places (PC-6.7)."""
    seat = e.seat
    if e.cards is None or seat >= len(s.players) or s.phase == "deal" or (s.phase == "between" and not s.how):
        return None
    s = settled(s)
    held = s.places.known[seat]
    if s.options.decks == 1 and not s.places.most[seat]:
        mask = mask_of(e.cards)
        if mask & held == mask and mask.bit_count() == len(e.cards):
            return None
    faults: list[Verdict] = []
    if e.laid is not None and e.laid != len(e.cards):
        faults.append(
            Broken(seat=seat, says=f"{counted(len(e.cards), 'card')} listed, {e.laid} counted", name="wrong_count")
        )
    cards = cards_laid(s, e)
    faults += impossible_cards(s, seat, e.cards, cards)
    most = size(s, seat)[1]
    if len(e.cards) > most and not faults:
        says = f"{counted(len(e.cards), 'card')} laid from a hand of {most}"
        faults.append(Broken(seat=seat, says=says, name="wrong_count"))
    return faults


def impossible_cards(s: Popcorn, place: int, listed: Sequence[Card], cards: int) -> list[Verdict]:
    """Which cards listed in a place cannot be there. cards: the copies they are taken to be."""
    faults: list[Verdict] = []
    seat, left = place if place < len(s.players) else None, cards
    for card in listed:
        if not could_be(card) & PACK_MASK:
            faults.append(Broken(seat=seat, odd=(card,), says=f"{card} is not in the pack"))
            continue
        if not card.bit:
            continue
        copy = left & spread(card.bit, s.options.decks)
        copy &= -copy
        left ^= copy
        if not copy:
            faults.append(Broken(seat=seat, cards=card.bit, says=f"there is no other {card}"))
        elif not s.places.fits(copy, place):
            faults.append(Broken(seat=seat, cards=card.bit, says=where(s, card, copy)))
    return faults


def where(s: Popcorn, card: Card, copy: int) -> str:
    """Where a card is known to be instead."""
    place = next((there for there, known in enumerate(s.places.known) if known & copy), None)
    if place is None:
        return f"{card} was none of these cards"
    return f"{card} is in {'the pile' if place in {pile(s), last_laid(s)} else f'the hand of seat {place}'}"


# ---- PC-6.1 Calls --------------------------------------------------------------------------------------------------


def call_is_timely(s: Popcorn, e: BluffCalled) -> Answer:
    """The latest lay is called, before the next one, once, and by another seat (PC-4.1)."""
    if e.seat >= len(s.players) or (s.gap and s.layer < 0):
        return None
    if e.line is not None and s.layer >= 0 and e.line < s.laid_line:
        return Broken(seat=e.seat, says=f"the lay of line {e.line} was called after the next lay")
    if s.layer < 0:
        return Broken(seat=e.seat, says="there is no lay to be called", name="nothing_to_call", kind="contradiction")
    if e.line is not None and e.line != s.laid_line:
        return Broken(
            seat=e.seat, says=f"no cards were laid on line {e.line}", name="no_such_lay", kind="contradiction"
        )
    if s.turned and s.caller < 0:
        return None  # that nobody had called was told when its cards were turned over
    if s.turned or s.caller not in {NOBODY, s.layer}:
        kind: FindingKind = "contradiction" if s.turned or e.seat == s.caller else "breach"  # of a lay that is not told
        return Broken(seat=e.seat, says="the lay was called before", name="second_call", clause="PC-4.1", kind=kind)
    if not s.open:
        return Broken(seat=e.seat, says="the lay could be called no more")
    return None


def caller_is_another(s: Popcorn, e: BluffCalled) -> Answer:
    """Who laid does not call (PC-4.1); the house may leave the call to the next seat (PC-A11)."""
    if not counts_as_call(s, e):
        return None
    if e.seat == s.layer:
        return Broken(seat=e.seat, says="a seat called its own lay")
    if not may_have_called(s, e.seat):
        says = f"seat {e.seat} called; only seat {after(s, s.layer)} may"
        return Broken(seat=e.seat, says=says, name="wrong_caller", clause="PC-A11")
    return None


# ---- PC-6.2 Cards turned over --------------------------------------------------------------------------------------


def something_to_turn(s: Popcorn, _e: TurnedOver) -> Answer:
    """A call turns over the cards laid last (PC-4.2)."""
    if s.gap and s.layer < 0:
        return None
    if s.layer < 0 or s.turned or not s.open:
        return Broken(says="there is no lay to be turned over")
    return Broken(seat=s.layer, says="turned over without a call") if s.caller < 0 else None


def faces_are_possible(s: Popcorn, e: TurnedOver) -> Answer:
    """What is turned over was laid, and is not certainly in another hand (PC-6.2)."""
    if s.layer < 0 or s.turned or not s.open:
        return None
    top, places = last_laid(s), s.places
    faces = faces_turned(s, e.cards)
    known = places.known[top]
    if faces == known and known.bit_count() == len(e.cards):
        return None
    wrong = [card for card in e.cards if not card_left(s, card, known)]
    left = faces
    for card in e.cards:
        copy = left & spread(card.bit & PACK_MASK, s.options.decks)
        copy &= -copy
        left ^= copy
        if card.bit & PACK_MASK and (not copy or (places.located & copy and not known & copy)):
            wrong.append(card)
    says = "turned over, though it cannot have been laid"
    others = known & ~faces
    unread = sum(not card.bit for card in e.cards)
    if not wrong and (others.bit_count() > unread or (s.listed and len(e.cards) != size(s, top)[0])):
        wrong, says = list(e.cards), "turned over, though others were written down as laid"
    if wrong:
        return Broken(seat=s.layer, odd=tuple(wrong), says=says, against=s.laid_line)
    if len(e.cards) > s.sizes[1]:
        says = f"{counted(len(e.cards), 'card')} turned over of a hand of {s.sizes[1]}"
        return Broken(seat=s.layer, odd=e.cards, says=says, against=s.laid_line)
    return None


def card_left(s: Popcorn, card: Card, lying: int) -> int:
    """The copies (a mask) that a card, as far as it was seen, may be where these lie; of one seen whole, all of the packs."""
    copies = spread(could_be(card) & PACK_MASK, s.options.decks)
    return copies if card.known or card is UNKNOWN else copies & (lying | ~s.places.located)


def number_was_true(s: Popcorn, e: TurnedOver) -> Answer:
    """As many cards are turned over as were claimed (PC-6.1, PC-A6)."""
    if s.layer < 0 or s.turned or not s.open or s.listed or s.faulted:
        return None
    name = wrong_number(s, s.claimed, len(e.cards))
    if name is None:
        return None
    return Broken(seat=s.layer, name=name, says=wrong_number_says(s.claimed, len(e.cards)), at=s.laid_line)


# ---- PC-6.1 The pile, and the end ----------------------------------------------------------------------------------


def pile_is_possible(s: Popcorn, e: Took) -> Answer:
    """The cards taken up are those of the pile (PC-6.7)."""
    if not e.cards or e.seat != s.taker:
        return None
    least, most = s.taken_size
    if not least <= len(e.cards) <= most:
        says = f"{counted(len(e.cards), 'card')} listed of a pile of {least if len(e.cards) < least else most}"
        return Broken(seat=e.seat, says=says, name="wrong_count")
    if s.options.decks == 1 and mask_of(e.cards) == s.taken[0]:
        return None
    unseen = may_be_of_pile(s, e.seat)
    ours = [card for card in e.cards if card.bit & PACK_MASK]
    found = pick(ours, s.options.decks, s.taken[0], unseen)
    strange = [card for card in e.cards if not could_be(card) & PACK_MASK]
    strange += cards_of(found & ~s.taken[0] & ~unseen)
    return Broken(seat=e.seat, odd=tuple(strange), says="not in the pile that was taken") if strange else None


def window_is_open(s: Popcorn, _e: Stood) -> Answer:
    """There is a lay that nobody has called (PC-5.2)."""
    if s.gap and s.layer < 0:
        return None
    if s.layer < 0 or not s.open:
        return Broken(says="there is no lay that could be called")
    if s.turned or s.caller not in {NOBODY, s.layer}:
        return Broken(says="the lay was called")
    return None


# ---- PC-6.4, PC-6.5 What could be known ----------------------------------------------------------------------------


def provable_bluff(s: Popcorn, e: Claimed) -> Answer:
    """A claim of more cards of a rank than that hand can have, by what somebody knows (PC-6.4)."""
    if is_true(e) or e.seat >= len(s.players):
        return None
    after_call = settled(s)
    known = after_call.places.known
    knowing = who_knows(after_call, e.seat, RANKS.index(e.rank), e.count, known[pile(s)] | known[last_laid(s)])
    if not knowing or not in_play(s, e.seat):
        return None
    return [Broken(seat=e.seat, says=f"{viewer} could tell that this is a bluff") for viewer in viewers(s, knowing)]


def viewers(s: Popcorn, mask: int) -> list[str]:
    """Viewers in words; what all know, each knows."""
    seats = len(s.players)
    return ["everybody"] if mask >> seats else [f"seat {seat}" for seat in range(seats) if mask >> seat & 1]


def could_be_called(s: Popcorn) -> bool:
    """Whether nobody has called the latest lay, and it may be a bluff."""
    return s.open and s.caller < 0 and not (s.told_lay and verdict_unturned(s))


def missed_call(s: Popcorn, _e: Claimed | Stood) -> Answer:
    """A seat that could tell a bluff did not call it (PC-6.5)."""
    if not could_be_called(s):
        return None
    sure = who_knows(s, s.layer, s.rank, s.claimed, s.places.known[pile(s)])
    if not sure:
        return None
    says = "did not call a lay that it could tell to be a bluff"
    may = [after(s, s.layer)] if s.options.caller == "next_only" else range(len(s.players))
    return [Broken(seat=seat, says=says, at=s.laid_line) for seat in may if sure >> seat & 1]
