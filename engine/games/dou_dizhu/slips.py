"""Lines that were written twice: the same act again at once, by the same seat. Nobody is accused of these, and they
count once.
"""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.dou_dizhu.shapes import RANK
from upcard.engine.games.dou_dizhu.table import SEATS, DouDizhu
from upcard.engine.mechanisms.climbing import cards_in
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Bid, Laid, Passed, Played


def laid_again(s: DouDizhu, e: Laid | Played) -> bool:
    """Whether these cards lie on top already, laid by this seat, which nobody has answered; or whether the seat laid
    the very same in this hand, and it is the turn of another.
    """
    if not s.acts or e.seat >= SEATS or e.seat == s.turn:
        return False
    cards, last = cards_in(e), s.acts[-1]
    same = last[0] == e.seat and alike(last[1], cards)
    if s.phase == "between":
        return s.how == "played" and not s.astray and same
    if s.phase != "play":
        return False
    if same:
        return s.owner == e.seat and not s.passed
    return mask_of(cards).bit_count() == len(cards) and any(act[:2] == (e.seat, cards) for act in s.acts)


def alike(these: tuple[Card, ...], those: tuple[Card, ...]) -> bool:
    """Whether these are the same cards, as far as their suits are told."""
    if these == those or len(these) != len(those):
        return these == those
    open_cards = not all(card.bit for card in (*these, *those))
    return open_cards and all(card in RANK for card in (*these, *those)) and ranks(these) == ranks(those)


def ranks(cards: tuple[Card, ...]) -> list[int]:
    """The ranks of cards, in order."""
    return sorted(RANK[card] for card in cards)


def passed_again(s: DouDizhu, e: Passed) -> bool:
    """Whether this seat passed just now, and it is the turn of another."""
    ended = not s.holed and (s.phase == "widow" or (s.phase == "auction" and s.none_bid))
    return s.hushed == e.seat != s.turn and (ended or (s.turn >= 0 and s.phase in {"auction", "play"}))


def bid_again(s: DouDizhu, e: Bid) -> bool:
    """Whether this seat bid the same just now."""
    on = s.phase == "widow" or (s.phase == "auction" and e.seat != s.turn)
    return on and e.seat == s.landlord and e.amount == s.bid and not s.passes and s.slip < 0


def is_again(s: DouDizhu, e: Laid | Played | Passed | Bid) -> bool:
    """Whether a line was written twice."""
    if isinstance(e, Bid):
        return bid_again(s, e)
    return passed_again(s, e) if isinstance(e, Passed) else laid_again(s, e)


def written_once(s: DouDizhu, e: Laid | Played | Passed | Bid) -> Answer:
    """An act is written down once: the same again at once is a line too many, or it was the act of another."""
    if not is_again(s, e):
        return None
    if isinstance(e, Bid):
        return Broken(seat=e.seat, says=f"the bid of {e.amount} by seat {e.seat} was written twice", clause="DZ-8.2")
    if isinstance(e, Passed):
        says = f"the pass of seat {e.seat} was written twice, or it was another's"
        return Broken(seat=e.seat, says=says, clause="DZ-8.3" if s.phase == "play" else "DZ-8.2")
    cards = cards_in(e)
    line = next(line for seat, laid, line in reversed(s.acts) if seat == e.seat and alike(laid, cards))
    says = f"{' '.join(cards)}, laid by seat {e.seat}, was written twice"
    return Broken(seat=e.seat, cards=mask_of(cards), says=says, against=line)
