"""A play that the record has left out, written twice, or given to another seat: what it still proves then."""

from typing import TypeVar

from msgspec import structs

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.court_piece.table import TABLE, CourtPiece, after, won_by
from upcard.engine.mechanisms.trick_play import miss_tricks, open_cards, put
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Base, Corrected, Played


def written_twice(s: CourtPiece, seat: int, card: Card) -> bool:
    """Whether this seat has played this very card in this hand already."""
    return bool(s.places.known[TABLE] & card.bit) and (seat, card) in zip(s.by, s.cards, strict=True)


Act = TypeVar("Act", Played, Corrected)


def as_known(s: CourtPiece, e: Act) -> Act:
    """The act with a card not known, if its line contradicts another and nobody knows which is wrong."""
    return structs.replace(e, card=UNKNOWN) if s.line in s.dubious else e


def either_is_wrong(s: CourtPiece, seat: int, card: Card, fault: Broken) -> Broken:
    """A card listed or shown elsewhere, or seen before in this hand: this line may be wrong as well as the list or the line
    before; then so may be what is listed of both seats. The same card of the same seat in the same
    trick is a line written twice, and no more than that.
    """
    if card not in s.cards:
        return structs.replace(fault, dubious=(s.line, *s.shown))
    at = s.cards.index(card)
    line, other = s.lines[at], s.by[at]
    if other == seat and at >= s.first:
        return fault
    return structs.replace(fault, against=line, lists=tuple({seat, other}), dubious=(s.line, line))


def plays_twice(s: CourtPiece, seat: int) -> bool:
    """Whether a seat has played to the open trick already: a play was left out or written wrongly, nobody knows which,
    and from here on tricks and turns prove nothing.
    """
    return s.phase == "play" and bool(open_cards(s, 4)) and seat in s.by[s.first :]


def leads_again(s: CourtPiece, seat: int) -> bool:
    """Whether who led the last trick leads this one though another won it: the last card of that trick may have been a
    lead, and the card before it have been left out.
    """
    full = s.phase == "play" and not s.gap and len(s.cards) - s.first == 4
    return full and 0 <= s.turn != seat == s.by[s.first]


def leads_after_all(s: CourtPiece, seat: int) -> bool:
    """Whether who was to lead plays next after another led: the two lines may have changed places, and nobody knows which
    suit was led.
    """
    return seat == s.owed and open_cards(s, 4) == 1


def may_be_swapped(s: CourtPiece, seat: int, card: Card) -> bool:
    """Whether this lead out of turn and the card before it, both of one seat, may have changed places: with this card, that
    seat would have won the trick before and be right to lead.
    """
    if s.phase != "play" or s.gap or s.strays or len(s.cards) - s.first != 4 or not s.by[-1] == seat != s.turn >= 0:
        return False
    return won_with(s, card) == seat


def won_with(s: CourtPiece, card: Card) -> int:
    """Who would have won the last trick if it had been closed with this card."""
    other = s.copied()
    other.cards[-1] = card
    return won_by(other, range(s.first, len(s.cards)))


def goes_on_after(s: CourtPiece, seat: int) -> bool:
    """Whether this card follows, in turn, one that closed a trick after its seat had been passed over."""
    return s.belated >= 0 and seat == after(s, s.belated)


def closes_late(s: CourtPiece, seat: int) -> bool:
    """Whether this card is the fourth, of a seat that was passed over: it may as well be the lead of the next trick."""
    return bool(s.strays) and open_cards(s, 4) == 3 and after(s, seat) != s.by[s.first]


def stays_ahead(s: CourtPiece, seat: int) -> bool:
    """Whether the record may still be ahead by a card if this seat leads: it led the trick before too, and who closed
    the one before that won what was then played.
    """
    if not s.cards or seat != s.by[s.first]:
        return False
    return s.first <= 4 * s.sure or won_by(s, range(s.first - 1, s.first + 3)) in {-1, s.by[s.first - 1]}


def shifted_from(s: CourtPiece, seat: int) -> int:
    """The first trick (from 0) whose last card may have been the lead of the next, the card before it left out, if that
    explains how this seat plays now; else -1. As long as the record is ahead by a card, each trick is led by the seat
    that led the one before, and whose card closes it has won.
    """
    shows_it = leads_again(s, seat) or (open_cards(s, 4) == 3 and plays_twice(s, seat))
    return run_start(s) if shows_it and not s.strays else -1


def run_start(s: CourtPiece) -> int:
    """The first trick of those that may be shifted now; -1 if none is."""
    lead = s.first - 4 if open_cards(s, 4) else s.first
    leader = s.by[s.first]
    if lead < 0 or s.by[lead] != leader:
        return -1
    while lead and s.by[lead - 4] == leader and won_by(s, range(lead - 1, lead + 3)) in {-1, s.by[lead - 1]}:
        lead -= 4
    return lead // 4


def shifted_lines(s: CourtPiece, seat: int) -> list[int]:
    """The lines of all cards that may have been put to wrong tricks, if a seat plays now."""
    first = shifted_from(s, seat)
    if first >= 0:
        return s.lines[4 * first + 3 :]
    return s.lines[-1:] if leads_again(s, seat) else []


def unfinished(s: CourtPiece, _e: Base) -> Answer:
    """A hand that ends a card short may have lost any card of the tricks that may be shifted (CP-3.1)."""
    if s.phase != "play" or s.gap or s.strays or open_cards(s, 4) != 3:
        return None
    first = run_start(s)
    return [Cured(line) for line in s.lines[4 * first + 3 :]] if first >= 0 else None


def doubt_tricks(s: CourtPiece, number: int) -> None:
    """From this trick on (from 0) it is not certain who won."""
    s.sure = number if s.sure < 0 else min(s.sure, number)


def note_shift(s: CourtPiece, seat: int) -> None:
    """Note from which trick on a play that was left out may have shifted the tricks."""
    if not s.gap and (first := shifted_from(s, seat)) >= 0:
        doubt_tricks(s, first)


def certain(s: CourtPiece) -> CourtPiece:
    """A copy that has only what is certain of a hand that is still on; the state itself, if nothing is doubtful."""
    if s.phase != "play":
        return s
    told = s.copied()
    drop_doubtful(told)
    return told


def drop_doubtful(s: CourtPiece) -> None:
    """Where a play may be missing, the tricks since then are not known (if the hand has not all its cards)."""
    if s.phase == "play" and not s.gap and not s.strays and open_cards(s, 4) == 3 and (first := run_start(s)) >= 0:
        doubt_tricks(s, first)
    if s.phase != "play" or s.sure < 0 or s.gap:
        return
    s.first = min(s.first, 4 * s.sure)
    del s.winners[s.sure :]
    s.taken = [sum(seat & 1 == side for seat in s.winners if seat >= 0) for side in (0, 1)]
    lose_tricks(s)


def watch(s: CourtPiece, seat: int, card: Card) -> None:
    """Note what shows that a play may be missing in the record. A lead out of turn may be a card that followed a lead
    left out; as long as the record is ahead by a card, each trick is led by the seat that led the one before.
    """
    note_shift(s, seat)
    if plays_twice(s, seat):
        for other in (seat, *(s.by[at] for at in range(s.first, len(s.by)) if s.lines[at] in s.strays)):
            s.places.deal(other, 0, 1, s.step, None)  # one of its cards may have been another's
        drop_doubtful(s)
        lose_tricks(s)
    elif s.gap:
        return
    elif open_cards(s, 4):
        s.belated = seat if closes_late(s, seat) else -1
        if leads_after_all(s, seat):
            s.led = 0
        if seat != s.turn:
            s.strays = [*s.strays, s.line]
    else:
        s.owed, s.swapped = s.turn if s.turn != seat else -1, may_be_swapped(s, seat, card)
        if s.swapped:
            s.taken[s.winners[-1] & 1] -= 1
            s.winners[-1] = -1
        s.shaky = goes_on_after(s, seat) or 0 <= s.turn != seat or (s.shaky and stays_ahead(s, seat))
        if not s.shaky:
            s.sure = -1
        else:
            doubt_tricks(s, len(s.winners) - bool(s.strays or s.belated >= 0))
        s.strays, s.belated = [], -1


def put_strange(s: CourtPiece, seat: int, card: Card) -> int:
    """A card out of turn may have been another seat's: it lies on the table, and tells nothing of the hand it is said
    to come from.
    """
    bit = card.bit
    if s.places.known[seat] & bit:
        s.places.been[seat] &= ~bit
        s.places.been[TABLE] |= bit
        s.places.entered[TABLE] = s.step
        return put(s, seat, card, TABLE, 4)
    placed = put(s, seat, UNKNOWN, TABLE, 4)
    if bit:
        s.places.show(bit, TABLE)
    if placed:
        s.cards[-1] = card
    return placed


def lose_tricks(s: CourtPiece) -> None:
    """Turns and tricks of this hand prove nothing from here on."""
    miss_tricks(s, 4)
    s.strays, s.belated, s.changers, s.latest = [], -1, [], [0] * 4
