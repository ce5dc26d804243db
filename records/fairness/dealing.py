"""Tests of deals: where suits, ranks and cards come, what lies together, what stays from the hand before, and what each dealer deals."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from upcard.engine.game import find
from upcard.records.fairness.deals import NOBODY, Alike, Deal, Hand, alike, from_dealer, some_of
from upcard.records.fairness.laws import (
    Numbers,
    Spread,
    Sums,
    hands_to_see,
    hands_to_see_spread,
    moved,
    pairs,
    poisson,
    spread,
    tail,
    two_sided,
    worths,
)
from upcard.schemas.cards import BY_INDEX, RANK_NAMES, RANKS, SUIT_NAMES, SUITS

FEWEST: Final = 20
"""Deals of which a sum is near enough to normal."""
FEWEST_EACH: Final = 5.0
"""What a fair deal must bring to each cell of a table for its chi-square to be one."""
_RANKS: Final = [*(RANK_NAMES[rank] + ("es" if rank == "6" else "s") for rank in RANKS), "jokers"]
_SUITS: Final = [SUIT_NAMES[suit] for suit in SUITS]
_CARDS: Final = [str(card) for card in BY_INDEX]


class Tested(NamedTuple):
    """A test that was made. of: whom it is about, if it is about one; seen: what stands out most; fair: what fair deals bring there;
    chance: how likely fair deals look so, or worse; None where there are too few to say; to_see: gives how many hands it takes to see
    a bias, for a rate at which fair ones are called out; hands: those it is of; behind: those of them that stand out, if not all do.
    """

    game: str
    name: str
    of: str
    seen: str
    fair: str
    chance: float | None
    to_see: Callable[[float, int], int | None]
    hands: Sequence[Hand]
    behind: Sequence[Hand] = ()


def never(_rate: float, _every: int) -> None:
    """No number of hands shows a bias of that kind."""


def held_against_chance(
    deals: Sequence[Deal], names: Callable[[str], str], tricks: Callable[[Hand], Sequence[Sequence[int]]]
) -> Iterator[Tested]:
    """All tests of the deals of one game. names: what people are called; tricks: the cards of each trick of a hand."""
    some = list(alike(deals))
    if not some:
        return
    game = deals[0].hand.game
    by_place = [one for one in map(from_dealer, some) if one.hands]
    yield from _spreads(game, some, "seat {}", "by seat")
    yield from _spreads(game, by_place, "{} to the left of the dealer", "by place from the dealer")
    yield from _cards(game, some)
    yield from _together(game, some)
    yield from _after(game, deals, tricks)
    yield from _again(game, some)
    yield from _people(game, some, names)


# ---- Where they come ---------------------------------------------------------------------------------------------------


def _spreads(game: str, some: Sequence[Alike], place: str, where: str) -> Iterator[Tested]:
    """Suits and ranks, by seat or by place from the dealer."""
    yield _spread_test(game, f"suits {where}", [(one, one.pack.suits) for one in some], _SUITS, place)
    yield _spread_test(game, f"ranks {where}", [(one, one.pack.ranks) for one in some], _RANKS, place)


def _cards(game: str, some: Sequence[Alike]) -> Iterator[Tested]:
    """Every single card, by seat."""
    yield _spread_test(game, "cards by seat", [(one, one.pack.faces) for one in some], _CARDS, "seat {}")


def _spread_test(
    game: str,
    name: str,
    some: Sequence[tuple[Alike, Numbers]],
    named: Sequence[str],
    place: str,
    of: str = "",
) -> Tested:
    """How groups of cards came to places, over deals of all kinds."""
    found: list[tuple[Spread, Alike]] = []
    hands: list[Hand] = []
    each, freedom, enough = 0.0, 0, 0
    for key in dict.fromkeys(one.key for one, _ in some):
        those = [(one, groups) for one, groups in some if one.key == key]
        places = np.concatenate([one.places for one, _ in those])
        told = spread(those[0][1], places, len(named), key[1] + 1)
        hands += [hand for one, _ in those for hand in one.hands]
        fewest = float(told.fair[told.fair > 0].min())
        if fewest >= FEWEST_EACH:
            found.append((told, those[0][0]))
        held = np.bincount(those[0][1][those[0][1] >= 0], minlength=len(named)).astype(float)
        sizes = np.bincount(places.ravel(), minlength=key[1] + 1) / len(places)
        each, freedom = max(each, moved(held, sizes, int(np.flatnonzero(held)[0]), 0)), freedom + told.freedom
        enough = max(enough, math.ceil(len(places) * FEWEST_EACH / fewest))

    def to_see(rate: float, every: int) -> int | None:
        shown = hands_to_see_spread(each / every**2, freedom, rate)
        return None if shown is None else max(shown, enough)

    if not found:
        return Tested(game, name, of, "", "", None, to_see, hands)
    seen, fair = _stands_out([told for told, _ in found], named, place, [one.seats for _, one in found])
    chance = tail(sum(told.statistic for told, _ in found), sum(told.freedom for told, _ in found))
    return Tested(game, name, of, seen, fair, chance, to_see, hands)


def _stands_out(found: Sequence[Spread], named: Sequence[str], place: str, seats: Sequence[int]) -> tuple[str, str]:
    """The group and the place that are farthest from what is fair, in words."""
    best = max(range(len(found)), key=lambda at: float(np.abs(found[at].off[:, : seats[at]]).max()))
    one = found[best]
    off = np.abs(one.off[:, : seats[best]])
    group, where = (int(at) for at in np.unravel_index(int(off.argmax()), off.shape))
    told = place.format(where) if "left" not in place else _from_dealer(where, seats[best])
    return f"{named[group]} at {told}: {one.counts[group, where]:.0f}", f"{one.fair[group, where]:.1f}"


def _from_dealer(where: int, seats: int) -> str:
    return "the dealer" if where == seats - 1 else f"place {where + 1} after the dealer"


# ---- What lies together ------------------------------------------------------------------------------------------------


def _together(game: str, some: Sequence[Alike]) -> Iterator[Tested]:
    """Pairs of cards of one suit, and of one rank, in one hand: too many, or too few, where the pack was shuffled badly."""
    hands = [hand for one in some for hand in one.hands]
    suits = [pairs(one.pack.suits, one.places, len(_SUITS), one.seats) for one in some]
    ranks = [pairs(one.pack.ranks, one.places, len(_RANKS), one.seats) for one in some]
    yield _sum_test(game, "two of one suit in a hand", "", suits, hands, 1.0)
    yield _sum_test(game, "two of one rank in a hand", "", ranks, hands, 1.0)


def _sum_test(game: str, name: str, of: str, sums: Sequence[Sums], hands: Sequence[Hand], shift: float) -> Tested:
    """A sum over many deals. shift: by how much a hand is off in which one card was put where it is wanted."""
    whole = (
        Sums(*(np.concatenate(columns) for columns in zip(*sums, strict=True))) if sums else Sums(*[np.zeros(0)] * 3)
    )
    deviation = math.sqrt(float(whole.variance.mean())) if len(whole.variance) else 0.0

    def to_see(rate: float, every: int) -> int | None:
        return hands_to_see(shift / every, deviation, rate)

    few = len(whole.seen) < FEWEST or not deviation
    seen, fair = (0.0, 0.0) if few else (float(whole.seen.mean()), float(whole.fair.mean()))
    chance = None if few else two_sided(whole.off)
    return Tested(
        game, name, of, "" if few else f"{seen:.3f} a hand", "" if few else f"{fair:.3f} a hand", chance, to_see, hands
    )


# ---- What stays --------------------------------------------------------------------------------------------------------


def _after(game: str, deals: Sequence[Deal], tricks: Callable[[Hand], Sequence[Sequence[int]]]) -> Iterator[Tested]:
    """Whether cards come where they were in the hand before, and whether the cards of its tricks stay together."""
    before = {(one.hand.log, one.hand.hand): one for one in deals}
    stay: list[Sums] = []
    lay: list[Sums] = []
    stayed: list[Hand] = []
    lain: list[Hand] = []
    for one in alike(deals):
        earlier = [before.get((hand.log, hand.hand - 1)) for hand in one.hands]
        known = [
            at
            for at, was in enumerate(earlier)
            if was is not None and was.pack == one.pack and len(was.hand.players) == one.seats
        ]
        if known:
            some = some_of(one, known)
            was = np.array([earlier[at].places for at in known])  # type: ignore[union-attr]
            stay.append(_stays(was, some.places, one.seats))
            stayed += some.hands
        labels = [_trick_of(one.pack.cards, tricks(hand._replace(hand=hand.hand - 1))) for hand in one.hands]
        played = [at for at, label in enumerate(labels) if label is not None]
        if played:
            some = some_of(one, played)
            told = np.array([labels[at] for at in played])
            lay.append(pairs(told, some.places, int(told.max()) + 1, one.seats))
            lain += some.hands
    yield _sum_test(game, "cards where they were in the hand before", "", stay, stayed, 1.0)
    if lain:
        yield _sum_test(game, "two of a trick before in a hand", "", lay, lain, 1.0)


def _stays(was: Numbers, places: Numbers, seats: int) -> Sums:
    """How many cards came to the seat where they were in the hand before, exactly as chance has it given that hand."""
    cards = places.shape[1]
    hands = was < seats
    same = ((was == places) & hands).sum(axis=1)
    sizes = np.stack([(places == seat).sum(axis=1) for seat in range(seats)], axis=1).astype(float)
    held = np.stack([(was == seat).sum(axis=1) for seat in range(seats)], axis=1).astype(float)
    both = (sizes * held).sum(axis=1) / cards
    # Of a permutation by chance: the variance of the sum of matches, block by block.
    squares = (sizes * held * (sizes + held)).sum(axis=1)
    cubes = (sizes * held).sum(axis=1)
    variance = (cards * cubes - squares + (cubes**2) / cards) / (cards * (cards - 1))
    return Sums(same.astype(float), both, np.maximum(variance, 0))


def _trick_of(cards: Sequence[int], tricks: Sequence[Sequence[int]]) -> list[int] | None:
    """Of each card of the pack the trick it lay in; None if there was none."""
    lay = {card: number for number, trick in enumerate(tricks) for card in trick}
    return [lay.get(card, NOBODY) for card in cards] if lay else None


# ---- What comes again --------------------------------------------------------------------------------------------------


def _again(game: str, some: Sequence[Alike]) -> Iterator[Tested]:
    """The same hand of cards dealt again: how often chance brings that, all pairs of hands counted."""
    dealt: dict[bytes, list[Hand]] = defaultdict(list)
    sizes: Counter[tuple[int, int]] = Counter()
    for one in some:
        faces = one.pack.faces
        for hand, row in zip(one.hands, one.places, strict=True):
            for seat in range(one.seats):
                held = np.sort(faces[row == seat])
                if len(held):
                    dealt[held.astype(np.int8).tobytes()].append(hand)
                    sizes[len(faces), len(held)] += 1
    fair = sum(of * (of - 1) / 2 / math.comb(*size) for size, of in sizes.items())
    again = [hands for hands in dealt.values() if len(hands) > 1]
    seen = sum(len(hands) * (len(hands) - 1) // 2 for hands in again)
    behind = list(dict.fromkeys(hand for those in again for hand in those))
    hands = [hand for one in some for hand in one.hands]
    says = f"{seen} {'pair' if seen == 1 else 'pairs'} of hands"
    yield Tested(game, "a hand dealt again", "", says, f"{fair:.2g}", poisson(seen, fair), never, hands, behind)


# ---- Who dealt, and to whom --------------------------------------------------------------------------------------------


def _people(game: str, some: Sequence[Alike], names: Callable[[str], str]) -> Iterator[Tested]:
    """What each dealer dealt to himself and to his partners, and what each player got."""
    worth = find(game).worth
    by_dealer = _whose(some, lambda hand: (hand.dealer,) if hand.dealer != NOBODY else ())
    for person, mine in by_dealer.items():
        if worth:
            yield _worth_test(game, "good cards to himself, as dealer", names(person), mine, worth)
        yield _ranks_test(game, "ranks to himself, as dealer", names(person), mine)
    if not worth:
        return
    partners = _whose(
        some,
        lambda hand: hand.partners if hand.dealer != NOBODY else (),
        by=lambda hand, _seat: hand.players[hand.dealer],
    )
    for person, theirs in partners.items():
        yield _worth_test(game, "good cards to his partner, as dealer", names(person), theirs, worth)
    for person, got in _whose(some, lambda hand: range(len(hand.players))).items():
        yield _worth_test(game, "good cards to a player", names(person), got, worth)


Whose = Sequence[tuple[Alike, Numbers]]
"""Deals, and of each the place that is looked at."""


def _whose(
    some: Sequence[Alike],
    seats: Callable[[Hand], Sequence[int]],
    by: Callable[[Hand, int], str] = lambda hand, seat: hand.players[seat],
) -> dict[str, Whose]:
    """By person the deals with the seat that is looked at in each, if its cards were listed."""
    found: dict[str, list[tuple[Alike, Numbers]]] = defaultdict(list)
    for one in some:
        listed = set(np.unique(one.places[0]).tolist()) if len(one.places) else set()
        rows: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for at, hand in enumerate(one.hands):
            for seat in seats(hand):
                if seat in listed and by(hand, seat):
                    rows[by(hand, seat)].append((at, seat))
        for person, those in rows.items():
            found[person].append((some_of(one, [at for at, _ in those]), np.array([seat for _, seat in those])))
    return dict(sorted(found.items()))


def _worth_test(game: str, name: str, of: str, whose: Whose, ranks: str) -> Tested:
    """What the cards of a place are worth, by the ranks of this game."""
    sums = [worths(one.pack.worth(ranks), one.places, seats) for one, seats in whose]
    values = [one.pack.worth(ranks) for one, _ in whose]
    shift = max(float(value.max() - value.mean()) for value in values)
    return _sum_test(game, name, of, sums, [hand for one, _ in whose for hand in one.hands], shift)


def _ranks_test(game: str, name: str, of: str, whose: Whose) -> Tested:
    """Which ranks come to a place."""
    some = [
        (one._replace(seats=1, places=np.where(one.places == seats[:, None], 0, 1).astype(np.int16)), one.pack.ranks)
        for one, seats in whose
    ]
    return _spread_test(game, name, some, _RANKS, "the dealer", of)
