"""CP-3.1, G-9: what a card proves of which the suit alone was seen. Known cards prove it as the doubts watch for them."""

from collections.abc import Iterator

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.court_piece.play import card_is_possible
from upcard.engine.games.court_piece.revoke import mask_before
from upcard.engine.games.court_piece.shown import shown_is_possible
from upcard.engine.games.court_piece.table import CourtPiece
from upcard.engine.mechanisms.showing import about
from upcard.engine.mechanisms.tricks import cannot_follow, surely_follows
from upcard.schemas.cards import PACK_MASK, SUIT_MASK, Card
from upcard.schemas.events import Played, Shown


def played_shows_suit(s: CourtPiece, e: Played) -> Answer:
    """A card of this suit was in the hand all along: where its seat did not follow that suit, it has revoked."""
    if e.card.bit or e.seat != s.turn or s.phase != "play" or s.strays or s.shaky or s.line in s.dubious:
        return None
    if card_is_possible(s, e):
        return None  # written wrongly: it proves nothing
    return proven_by(s, e.seat, e.card)


def shown_shows_suit(s: CourtPiece, e: Shown) -> Answer:
    """The same of cards that are shown."""
    if e.seat is None or not about(e, s.hand, 4) or s.line in s.dubious or shown_is_possible(s, e):
        return None
    seen = dict.fromkeys(card for card in e.cards if not card.bit)
    return [verdict for card in seen for verdict in proven_by(s, e.seat, card)]


def proven_by(s: CourtPiece, seat: int, card: Card) -> list[Cured | Broken]:
    """The revokes of a seat that a card of this suit in its hand proves, and that nothing has proven before."""
    suit = SUIT_MASK.get(card.suit, 0)
    return [
        verdict
        for at in (not_followed(s, seat, suit) if suit else ())
        for line in (s.lines[at],)
        for verdict in (Cured(line), Broken(seat=seat, at=line, says=f"{card} was in the hand when its suit was led"))
    ]


def not_followed(s: CourtPiece, seat: int, suit: int) -> Iterator[int]:
    """Where, among the cards played, a seat did not follow this suit, in a trick that is as it seems to be."""
    held = s.places.been[seat]
    for first in range(0, len(s.cards), 4):
        seats = s.by[first : first + 4]
        at = first + (seats.index(seat) if seat in seats else 0)
        if at == first or SUIT_MASK.get(s.cards[first].suit, 0) != suit or not is_certain(s, first):
            continue
        later = zip(s.by[at + 1 :], s.cards[at + 1 :], strict=True)
        proven = suit & held & ~mask_before(s, seat, first) or any(
            who == seat and surely_follows(one, suit, PACK_MASK) for who, one in later
        )
        if cannot_follow(s.cards[at], suit) and at not in s.late and not proven:
            yield at


def is_certain(s: CourtPiece, first: int) -> bool:
    """Whether this trick was led by who had won the one before, and played in turn."""
    number, seats = first // 4, s.by[first : first + 4]
    in_turn = all(seat == (seats[0] + s.way * place) & 3 for place, seat in enumerate(seats))
    return in_turn and not 0 <= s.sure <= number and (not number or s.winners[number - 1] == seats[0])
