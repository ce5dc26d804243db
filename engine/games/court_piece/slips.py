"""Court Piece: what plays left out, written twice, or in the wrong order leave certain of a hand."""

from typing import TypeVar

from msgspec import structs

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.court_piece.table import CourtPiece, before, won_by
from upcard.engine.mechanisms.corrections import with_changes
from upcard.engine.mechanisms.dealers import written_wrongly
from upcard.engine.mechanisms.strays import closer_leads, doubt_hands, leads_again, plays_twice, watch_turn
from upcard.engine.mechanisms.trick_play import miss_tricks, open_cards
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Base, Corrected, Played

Act = TypeVar("Act", Played, Corrected)


def as_known(s: CourtPiece, e: Act) -> Act:
    """The act with a card not known, if its line contradicts another and nobody knows which is wrong."""
    return structs.replace(e, card=UNKNOWN) if s.line in s.dubious else e


def either_is_wrong(s: CourtPiece, seat: int, card: Card, fault: Broken) -> Broken:
    """A card listed or shown elsewhere, or seen before in this hand: this line may be wrong as well as the list or the line
    before; then so may be what is listed of both seats. The same card of the same seat in the same
    trick is a line written twice, and no more than that.
    """
    if not card.bit or card not in s.cards:
        return structs.replace(fault, dubious=(s.line, *s.shown))
    at = s.cards.index(card)
    line, other = s.lines[at], s.by[at]
    if other == seat and at >= s.first:
        return fault
    return structs.replace(fault, against=line, lists=tuple({seat, other}), dubious=(s.line, line))


def leads_as_caller(s: CourtPiece, seat: int) -> bool:
    """Whether a seat that named trump leads too, and nothing but one line says that it is not the caller: who deals may be
    written wrongly there.
    """
    fresh = s.phase in {"deal", "play"} and not s.cards and not s.gap
    return fresh and s.lone > 0 and 0 <= s.turn != seat == s.named


def call_was_right(s: CourtPiece, seat: int) -> list[Broken | Cured]:
    """What is said of that: the call is no breach then."""
    says = f"seat {seat} named trump and led; by the dealer that was written seat {s.turn} is the caller"
    return [Cured(s.called, name="wrong_call"), written_wrongly(s, says, s.called)]


def take_dealer(s: CourtPiece, seat: int) -> None:
    """Who named trump and leads is the caller."""
    s.dealer, s.turn, s.lone = before(s, seat), seat, 0


def leads_after_all(s: CourtPiece, seat: int) -> bool:
    """Whether who was to lead plays next after another led: the two lines may have changed places, and nobody knows which
    suit was led.
    """
    return seat == s.owed and open_cards(s, 4) == 1


def may_be_swapped(s: CourtPiece, seat: int, card: Card) -> bool:
    """Whether this lead out of turn and the card before it, both of one seat, may have changed places: with this card, that
    seat would have won the trick before and be right to lead.
    """
    return not s.strays and closer_leads(s, seat, 4) and won_with(s, card) == seat


def won_with(s: CourtPiece, card: Card) -> int:
    """Who would have won the last trick if it had been closed with this card."""
    other = s.copied()
    other.cards[-1] = card
    return won_by(other, range(s.first, len(s.cards)))


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
    shows_it = leads_again(s, seat, 4) or (open_cards(s, 4) == 3 and plays_twice(s, seat, 4))
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
    return s.lines[-1:] if leads_again(s, seat, 4) else []


def unfinished(s: CourtPiece, _e: Base) -> Answer:
    """A hand that ends a card short may have lost any card of the tricks that may be shifted (CP-3.1)."""
    if s.phase != "play" or s.gap or s.strays or open_cards(s, 4) != 3:
        return None
    first = run_start(s)
    return with_changes(s, [Cured(line) for line in s.lines[4 * first + 3 :]]) if first >= 0 else None


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
    """Note what shows that a play may be missing in the record, and since which trick."""
    note_shift(s, seat)
    if plays_twice(s, seat, 4):
        doubt_hands(s, seat)
        drop_doubtful(s)
        lose_tricks(s)
    elif s.gap:
        return
    elif open_cards(s, 4):
        watch_turn(s, seat, s.turn, 4, s.way)
        if leads_after_all(s, seat):
            s.led = 0
    else:
        s.owed, s.swapped = s.turn if s.turn != seat else -1, may_be_swapped(s, seat, card)
        if s.swapped:
            s.taken[s.winners[-1] & 1] -= 1
            s.winners[-1] = -1
        s.shaky = s.shaky and stays_ahead(s, seat)
        since = len(s.winners) - bool(s.strays or s.belated >= 0)
        watch_turn(s, seat, s.turn, 4, s.way)
        if not s.shaky:
            s.sure = -1
        else:
            doubt_tricks(s, since)


def lose_tricks(s: CourtPiece) -> None:
    """Turns and tricks of this hand prove nothing from here on."""
    miss_tricks(s, 4)
    s.strays, s.belated, s.changers = [], -1, []
