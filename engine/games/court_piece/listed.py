"""CP-3.1, G-5: what the list of a hand proves where it, or what was played from it, was seen in part."""

from msgspec import structs

from upcard.engine.game import Broken
from upcard.engine.games.court_piece.slips import either_is_wrong
from upcard.engine.games.court_piece.table import CourtPiece
from upcard.engine.mechanisms.matching import pairs_up
from upcard.engine.mechanisms.tricks import cannot_follow, surely_follows
from upcard.schemas.cards import PACK_MASK, UNKNOWN, Card, cards_of, could_be
from upcard.schemas.events import Dealt, Shown


def note_parts(s: CourtPiece, e: Dealt) -> None:
    """Keep what was seen of the cards of a packet that are not known."""
    for seat, cards in enumerate((e.hands or ())[:4]):
        for card in cards or ():
            if not card.bit and card != UNKNOWN and could_be(card) & PACK_MASK:
                s.parts = (*s.parts, (seat, card))


def note_lists(s: CourtPiece) -> None:
    """Keep the cards that were listed, before it is not known any more which of them are left."""
    s.listed = tuple(s.places.been[seat] & s.places.seen[seat] for seat in range(4))


def note_seen(s: CourtPiece, card: Card) -> None:
    """The first card of a hand that was seen in part: from now on lists are asked."""
    if not card.bit and not s.vague:
        s.vague = True
        note_lists(s)


def parts_of(s: CourtPiece, seat: int) -> list[Card]:
    """What was seen in part of the list of a seat."""
    return [card for holder, card in s.parts if holder == seat]


def played_by(s: CourtPiece, seat: int) -> list[Card]:
    """The cards that a seat has on the table."""
    return [card for card, player in zip(s.cards, s.by, strict=True) if player == seat]


def still_holds(s: CourtPiece, seat: int, suit: int) -> bool:
    """Whether a seat holds one of this suit for certain: by its list it had more than it can have played."""
    had = (s.listed[seat] & suit).bit_count()
    had += sum(surely_follows(card, suit, PACK_MASK) for card in parts_of(s, seat))
    return had > sum(not cannot_follow(card, suit) for card in played_by(s, seat))


def is_listed(s: CourtPiece, seat: int, card: Card) -> bool:
    """Whether the list of a seat has room for this card beside all that were seen of its hand."""
    parts = parts_of(s, seat)
    if s.gap or not (parts or (s.vague and s.listed[seat])) or not could_be(card) & PACK_MASK:
        return True
    rows = [one.bit for one in cards_of(s.listed[seat])] + [could_be(part) for part in parts]
    rows += [PACK_MASK] * (13 - len(rows))
    played = [*played_by(s, seat), card]
    been = s.places.been[seat] & ~(0 if card.bit else s.places.known[seat])  # one of those in the hand may be this card
    known = {one.bit for one in (*played, *cards_of(been)) if one.bit & PACK_MASK}
    seen = [*known, *(could_be(one) & PACK_MASK for one in played if not one.bit)]
    return len(seen) > len(rows) or pairs_up(seen, rows)


def not_listed(s: CourtPiece, seat: int, card: Card) -> Broken | None:
    """A card that the list of its seat has no room for: either is wrong."""
    if is_listed(s, seat, card):
        return None
    fault = Broken(seat=seat, cards=card.bit, says=f"{card} is none of the cards of seat {seat}", lists=(seat,))
    return either_is_wrong(s, seat, card, fault)


def shown_not_listed(s: CourtPiece, e: Shown) -> list[Broken]:
    """The same of cards that are shown."""
    seat = e.seat or 0
    faults = [fault for card in e.cards if card.bit and (fault := not_listed(s, seat, card)) is not None]
    return [structs.replace(fault, dubious=(s.line,)) for fault in faults]


def veil_lists(s: CourtPiece, viewer: int) -> None:
    """What a viewer knows of the lists: its own."""
    s.parts = tuple(part for part in s.parts if part[0] == viewer)
    asked = s.vague or s.parts
    s.listed = tuple(cards if asked and seat == viewer else 0 for seat, cards in enumerate(s.listed))
