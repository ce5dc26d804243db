"""Tests of cards dealt in the open from a shoe: what hands come to against the theory of their game, and card after card.

When a row ends hangs on its cards, so that what lies in rows is no sample. But whatever lay before, the next card is any card left
in the shoe, each as likely: what came, less how likely that was just then, is a sum that chance keeps near zero (a martingale).
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from upcard.engine.audit import Audit
from upcard.engine.kernel.results import Theory
from upcard.engine.mechanisms.chance import fit
from upcard.records.fairness.dealing import FEWEST_EACH, Tested
from upcard.records.fairness.deals import Hand
from upcard.records.fairness.laws import (
    Numbers,
    binomial,
    hands_to_see,
    hands_to_see_spread,
    tail,
)
from upcard.schemas.cards import PACK, RANK_NAMES, RANKS, SUIT_NAMES, SUITS, Card
from upcard.schemas.events import Event, Gap, Shuffled

_CARDS = len(PACK)
_RANK_OF = np.array([RANKS.index(card.rank) for card in PACK])
_SUIT_OF = np.array([SUITS.index(card.suit) for card in PACK])
_DOUBTFUL = frozenset({"contradiction", "testimony"})
_MOST = 60
"""More cards than any hand has that is dealt in the open."""


class Drawn(NamedTuple):
    """A hand that was dealt in the open. counts: under which numbers of the theory it is counted; cards: as they were dealt, none if
    not all were seen; left: how many of each card were in the shoe before.
    """

    hand: Hand
    counts: tuple[int, ...]
    cards: tuple[int, ...]
    left: tuple[int, ...]


def drawn_in(done: Audit, theory: Theory, hands: Iterable[Hand]) -> Iterator[Drawn]:
    """The hands of a log that were dealt in the open. hands: those that are asked for."""
    asked = {one.hand: one for one in hands}
    for ended in done.results:
        hand, state = asked.get(ended.hand), ended.after
        if hand is None or ended.others:
            continue
        yield drawn_of(hand, theory, state)


def drawn_of(hand: Hand, theory: Theory, state: Any) -> Drawn:
    """A hand that was dealt in the open, by the state at its end."""
    cards: Sequence[Card] = theory.drawn(state)
    left = np.bincount([card.index for card in (*theory.left(state), *cards)], minlength=_CARDS).tolist()
    return Drawn(hand, tuple(theory.counts(state)), tuple(card.index for card in cards), tuple(left))


def followed(done: Audit, events: Sequence[tuple[int, Event]]) -> set[int]:
    """The hands of a log before which it is known what is left in the shoe: all up to a gap, or to a line that the record contradicts,
    and again from the next shuffle on. What somebody did against a rule leaves the cards as they are. events: those in force.
    """
    doubted = {line for one in done.findings if one.kind in _DOUBTFUL for line in (one.at, one.against)}
    hands, known, told = set(), True, 0
    for hand, start, end in done.hands:
        known = _is_known(known, events[told:start], doubted)
        if known and not any(_is_lost(line, event, doubted) for line, event in events[start:end]):
            hands.add(hand)
        known = _is_known(known, events[start:end], doubted)  # what follows a hand belongs to it, a shuffle too
        told = end
    return hands


def _is_lost(line: int, event: Event, doubted: Collection[int | None]) -> bool:
    return isinstance(event, Gap) or line in doubted


def _is_known(known: bool, events: Iterable[tuple[int, Event]], doubted: Collection[int | None]) -> bool:
    """Whether it is known what is left in the shoe after some events, known: before them."""
    for line, event in events:
        known = (known or isinstance(event, Shuffled)) and not _is_lost(line, event, doubted)
    return known


def held_against_theory(game: str, theory: Theory, some: Sequence[Drawn]) -> Iterator[Tested]:
    """What regular hands came to, against what the page of the game has them come to."""
    regular = [one for one in some if one.counts]
    hands = [one.hand for one in regular]
    tally = np.bincount([where for one in regular for where in one.counts], minlength=theory.cells).tolist()
    for name, labels, counts, law in theory.laws(tally):
        number = sum(counts)
        if number * min(law) < FEWEST_EACH and len(law) > 2:
            yield Tested(game, name, "", "", "", None, _seen_in(law, 1.0), hands)
            continue
        at = max(
            range(len(law)),
            key=lambda k: abs(counts[k] - number * law[k]) / math.sqrt(max(number * law[k] * (1 - law[k]), 1e-9)),
        )
        at = 0 if len(law) == 2 else at
        chance = binomial(counts[0], number, law[0]) if len(law) == 2 else fit(counts, law)
        each = number / len(regular) if regular else 1.0
        yield Tested(
            game,
            name,
            "",
            f"{labels[at]}: {counts[at]} of {number}",
            f"{number * law[at]:.1f}",
            chance,
            _seen_in(law, each),
            hands,
        )


def _seen_in(law: Sequence[float], each: float) -> Any:
    """How many hands it takes to see that one case in so many is made the first of a law. each: cases a hand."""
    first = law[0]

    def to_see(rate: float, every: int) -> int | None:
        more = (1 - first) / every
        if len(law) == 2:
            return hands_to_see(more * each, math.sqrt(first * (1 - first) * each), rate)
        less = [more * p / (1 - first) for p in law[1:]]
        shifted = more**2 / first + sum(d**2 / p for d, p in zip(less, law[1:], strict=True))
        return hands_to_see_spread(shifted * each, len(law) - 1, rate)

    return to_see


def held_against_shoe(game: str, some: Sequence[Drawn]) -> Iterator[Tested]:
    """Card after card: ranks, suits, and whether a card is like the one before it, or the next of its suit."""
    seen = [one for one in some if one.cards]
    hands = [one.hand for one in seen]
    cards = np.full((len(seen), _MOST), -1, dtype=np.int16)
    for at, one in enumerate(seen):
        cards[at, : len(one.cards)] = one.cards
    left = np.array([one.left for one in seen], dtype=float).reshape(-1, _CARDS)
    yield from _card_tests(game, cards, left, hands)


def _card_tests(game: str, cards: Numbers, left: Numbers, hands: Sequence[Hand]) -> Iterator[Tested]:
    ranks, suits = Against(len(RANKS)), Against(len(SUITS))
    like = {
        name: Against(1)
        for name in ("a card of the rank before", "a card of the suit before", "the next card of the suit before")
    }
    before = np.full(len(cards), -1, dtype=np.int16)
    for step in range(cards.shape[1]):
        on = cards[:, step] >= 0
        if not on.any():
            break
        now, left_now, last = cards[on, step], left[on], before[on]
        likely = left_now / left_now.sum(axis=1, keepdims=True)
        ranks.add(_RANK_OF[now], likely, _RANK_OF)
        suits.add(_SUIT_OF[now], likely, _SUIT_OF)
        if step:
            for against, alike in zip(like.values(), _like(last), strict=True):
                against.add_alike(alike[np.arange(len(now)), now], (likely * alike).sum(axis=1))
        left[np.flatnonzero(on), now] -= 1
        before[on] = now
    yield from (
        _against_test(game, "ranks from the shoe", ranks, [RANK_NAMES[rank] for rank in RANKS], hands),
        _against_test(game, "suits from the shoe", suits, [SUIT_NAMES[suit] for suit in SUITS], hands),
    )
    for name, one in like.items():
        yield _against_test(game, name, one, [""], hands)


def _like(last: Numbers) -> Iterator[Numbers]:
    """Of each card whether it is like the last one: of its rank, of its suit, the next of its suit."""
    rank, suit = _RANK_OF[last][:, None], _SUIT_OF[last][:, None]
    yield rank == _RANK_OF
    yield suit == _SUIT_OF
    yield (suit == _SUIT_OF) & (np.abs(_RANK_OF - rank) % (len(RANKS) - 2) == 1)


class Against:
    """What came, against how likely it was just then. share: of each kind among all cards of a pack; cards: how many came."""

    def __init__(self, number: int) -> None:
        self.seen, self.fair, self.varies, self.share = (np.zeros(number) for _ in range(4))
        self.cards = 0

    def add(self, now: Numbers, likely: Numbers, kinds: Numbers) -> None:
        """One card of each hand. now: its kind; likely: how likely each card of the pack was; kinds: of what kind each of these is."""
        number = len(self.seen)
        each = np.stack([likely[:, kinds == kind].sum(axis=1) for kind in range(number)], axis=1)
        self._take(now[:, None] == np.arange(number), each)
        self.share = np.bincount(kinds, minlength=number) / len(kinds)

    def add_alike(self, alike: Numbers, likely: Numbers) -> None:
        """The same where a card is like the last one, or is not."""
        self._take(alike[:, None], likely[:, None])

    def _take(self, came: Numbers, likely: Numbers) -> None:
        self.seen += came.sum(axis=0)
        self.fair += likely.sum(axis=0)
        self.varies += (likely * (1 - likely)).sum(axis=0)
        self.cards += len(likely)

    @property
    def chance(self) -> float:
        """How likely something comes as often, or is as far off. Something alone by the binomial, as so few cases are not normal: it is
        about as likely at each card. Kinds by how much they vary over all shoes, not over the one that came: where a kind is gone
        early it varies no more, and would seem to be the farther off.
        """
        if len(self.seen) == 1:
            return binomial(round(float(self.seen[0])), self.cards, float(self.fair[0]) / self.cards)
        statistic = float(((self.seen - self.fair) ** 2 / (self.cards * self.share)).sum())
        return tail(statistic, len(self.seen) - 1)


def _against_test(game: str, name: str, one: Against, named: Sequence[str], hands: Sequence[Hand]) -> Tested:
    each = one.fair.sum() / max(len(hands), 1)

    def to_see(rate: float, every: int) -> int | None:
        if not hands:
            return None
        if len(named) == 1:
            return hands_to_see(1 / every, math.sqrt(float(one.varies[0]) / len(hands)), rate)
        share = one.fair / one.fair.sum()
        more = np.where(np.arange(len(share)) == 0, 1 - share[0], -share) / every
        return hands_to_see_spread(float((more**2 / (share * each)).sum()), len(named) - 1, rate)

    if not hands or float(one.fair.min()) < FEWEST_EACH:
        return Tested(game, name, "", "", "", None, to_see, hands)
    at = int(np.abs((one.seen - one.fair) / np.sqrt(one.varies)).argmax())
    which = f"{named[at]}: " if named[at] else ""
    return Tested(game, name, "", f"{which}{one.seen[at]:.0f}", f"{one.fair[at]:.1f}", one.chance, to_see, hands)
