"""CA-4 Scoring: the points of declarer and defenders, and what they pay each other."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, Literal

from upcard.engine.games.calabrasella.table import (
    DEAD,
    EVERYBODY,
    HAND,
    SEATS,
    WIDOW,
    Calabrasella,
    CalabrasellaOptions,
)
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.mechanisms.ledger import post, undo
from upcard.schemas.cards import RANK_MASK, cards_of, mask_of

ACES: Final = RANK_MASK["A"] & FORTY
ONES: Final = sum(RANK_MASK[rank] for rank in "32KQJ") & FORTY
ALL_POINTS: Final = 35
LAST_TRICK: Final = 3
PAYMENT: Final = 0
WHYS: Final = ("payment",)
"""What the fourth number of a ledger row means."""


def value(cards: int) -> int:
    """The points of some cards: an ace three, three, two, king, queen and jack one (CA-4.1)."""
    return 3 * (cards & ACES).bit_count() + (cards & ONES).bit_count()


def settle(s: Calabrasella) -> None:
    """The hand was played out: points, and payments."""
    s.phase, s.how, s.turn, s.ended = "between", "played", -1, s.hand
    s.settled += 1
    undo(s.chips, s.rows)
    played = mask_of(s.cards)
    s.score = hand_score(s, played)
    if min(s.score) >= 0:
        show_dead(s, played)
    pay(s, payment(s.options, s.score) if min(s.score) >= 0 else None)


def show_dead(s: Calabrasella, played: int) -> None:
    """What was not played and did not lie in the widow was discarded (CA-7), if all saw what was left of the widow."""
    places = s.places
    if places.known[WIDOW] & ~places.seen[-1]:
        return
    dead = FORTY & ~played & ~places.known[WIDOW]
    if not places.most[WIDOW] and dead.bit_count() == places.known[DEAD].bit_count() + places.most[DEAD]:
        for card in cards_of(dead):
            places.show(card.bit, DEAD)


def hand_score(s: Calabrasella, played: int) -> list[int]:
    """The points of declarer and defenders, if all cards played are known; else -1 (CA-4.1, CA-4.2)."""
    if s.declarer < 0 or s.muddled or -1 in s.winners or played.bit_count() != SEATS * HAND or s.gap:
        return [-1, -1]
    score = captured(s)
    last = int(s.winners[-1] != s.declarer)
    score[last] += LAST_TRICK
    if s.options.dead_cards == "last_trick":
        score[last] += value(FORTY & ~played)
    return score


def captured(s: Calabrasella) -> list[int]:
    """The points of the cards in the tricks of declarer and defenders, as far as the winners are known."""
    score = [0, 0]
    for won, a, b, c in zip(s.winners, s.cards[::SEATS], s.cards[1::SEATS], s.cards[2::SEATS], strict=False):
        if won >= 0:
            score[won != s.declarer] += value(a.bit | b.bit | c.bit)
    return score


def payment(options: CalabrasellaOptions, score: Sequence[int]) -> int:
    """What each defender pays to the declarer, below 0 what the declarer pays to each (CA-4.3, CA-4.4).

    A shutout is thirty-five to nothing; with `all_points`, any hand in which the loser has no point.
    """
    declarer, defenders = score
    shutout = min(score) == 0 and declarer != defenders
    if options.shutout_rule == "exact_35":
        shutout = shutout and max(score) == ALL_POINTS
    return (declarer - defenders) * (options.payment_double if shutout else 1)


def points_can_be(options: CalabrasellaOptions, score: Sequence[int]) -> bool:
    """Whether declarer and defenders may have these points: thirty-five less those of four dead cards (CA-4.2), of
    which four aces have twelve, and none have eleven.
    """
    dead = ALL_POINTS - sum(score)
    most = 0 if options.dead_cards == "last_trick" else 12
    return len(score) == 2 and min(score) >= 0 and 0 <= dead <= most and dead != 11


@cache
def payments(
    shutout: Literal["exact_35", "all_points"], dead: Literal["dead", "last_trick"], double: int
) -> frozenset[int]:
    """All that may be due from each defender, or from the declarer to each, by the points there can be."""
    options = CalabrasellaOptions(shutout_rule=shutout, dead_cards=dead, payment_double=double)
    scores = product(range(ALL_POINTS + 1), repeat=2)
    return frozenset(payment(options, score) for score in scores if points_can_be(options, score))


def pay(s: Calabrasella, amount: int | None) -> None:
    """The payments of the hand; where they cannot be told, nobody's chips are known any more."""
    s.before, s.handed = s.unsure, []
    s.paid = amount == 0 or (amount is not None and s.declarer >= 0)
    if amount is None or not s.paid:
        s.unsure |= EVERYBODY
        return
    for seat in range(SEATS):
        if seat != s.declarer and amount:
            source, target = (seat, s.declarer) if amount > 0 else (s.declarer, seat)
            post(s.chips, s.rows, (source, target, abs(amount), PAYMENT))


def pay_late(s: Calabrasella, amount: int | None) -> None:
    """What a hand came to is learned when it had ended; stacks that were counted since have it in them."""
    counted = None if s.unsure else s.chips[:]
    s.unsure = s.before
    pay(s, amount)
    s.settled += s.paid
    if counted is not None:
        s.chips, s.unsure = counted, 0
