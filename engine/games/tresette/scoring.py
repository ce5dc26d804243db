"""TR-4 Scoring: melds, thirds of the figures, aces and the last trick; the match."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, permutations
from typing import Final, NamedTuple

from upcard.engine.games.tresette.melds import NAP, NAPS, SETS, SIZES, Told, told_melds
from upcard.engine.games.tresette.order import could_win
from upcard.engine.games.tresette.table import HAND, SEATS, STRENGTHS, UNTOLD, Tresette
from upcard.engine.mechanisms.forty import FORTY, trick_winner
from upcard.schemas.cards import RANK_MASK, Card, cards_of, mask_of

FIGURES: Final = sum(RANK_MASK[rank] for rank in "23JQK") & FORTY
"""The cards of which three make a point (TR-4.2)."""

ACES: Final = RANK_MASK["A"]

MOST_OPEN: Final = 4
"""With so many cards that nobody told us each way they may have been is tried."""

Pair = tuple[int, int]
Choice = list[tuple[int, int]]
"""The ways in which one meld may count: its points, and the cards it takes."""


def settle(s: Tresette, how: str, points: Sequence[int] | None = None) -> None:
    """The hand ends, or is reckoned anew. points: by side, as a score sheet has them; UNTOLD where nobody knows."""
    s.phase, s.how, s.turn, s.ended = "between", how, -1, s.hand
    s.settled += 1
    s.gained = list(points) if points is not None else hand_points(s)
    s.totals = [
        UNTOLD if UNTOLD in {before, gained} else before + gained
        for before, gained in zip(s.before, s.gained, strict=True)
    ]
    is_over(s)


def is_over(s: Tresette) -> None:
    """The match ends when a side has the target, and not both the same (TR-4.6)."""
    a, b = s.totals
    ahead = a != b or s.options.tie_at_target == "draw"
    s.over = UNTOLD not in s.totals and max(s.totals) >= s.options.target and ahead


class Outcome(NamedTuple):
    """What a hand played out may have come to. figures, aces: of side 0; last: who won the last trick; melds: points."""

    figures: int
    aces: int
    last: int
    melds: Pair

    @property
    def points(self) -> Pair:
        """The points of both sides (TR-4.1 to TR-4.5)."""
        tricks = trick_points(self.figures, self.aces) + (self.last == 0)
        return tricks + self.melds[0], 11 - tricks + self.melds[1]


def outcomes(s: Tresette) -> set[Outcome]:
    """All that a hand played out may have come to; nothing, if too few of its cards are known to tell."""
    if s.gap or len(s.winners) != HAND or s.unsure or s.muddled:
        return set()
    sure: set[Outcome] = set()
    could: set[Outcome] = set()
    for cards in fillings(s):
        for winners, follows in ways_won(s, cards):
            (sure if follows else could).add(outcome_of(s, cards, winners))
    return sure or could


def fillings(s: Tresette) -> Iterator[Sequence[Card]]:
    """The cards of a hand with those that nobody told us in each way they may have been."""
    open_places = [place for place, card in enumerate(s.cards) if not card.bit]
    if not open_places:
        yield from [s.cards] if mask_of(s.cards) == FORTY else []
        return
    missing = list(cards_of(FORTY & ~mask_of(s.cards)))
    if len(missing) != len(open_places) or len(missing) > MOST_OPEN:
        return
    for order in permutations(missing):
        cards = s.cards[:]
        for place, card in zip(open_places, order, strict=True):
            cards[place] = card
        yield cards


def ways_won(s: Tresette, cards: Sequence[Card]) -> Iterator[tuple[list[int], bool]]:
    """Who won the tricks with these cards, and whether that agrees with who led next."""
    winners, follows = s.winners[:], True
    for number, first in enumerate(range(0, len(cards), SEATS)) if cards is not s.cards or -1 in winners else ():
        trick, seats = cards[first : first + SEATS], s.by[first : first + SEATS]
        if s.winners[number] < 0 or trick != s.cards[first : first + SEATS]:
            winners[number] = trick_winner(STRENGTHS, trick, seats)
            led = s.by[first + SEATS : first + SEATS + 1]
            follows = follows and led in ([], winners[number : number + 1])
    yield winners, follows
    if s.shaky:  # the last trick may have been led by another
        for other in could_win(s) - {winners[-1]}:
            yield [*winners[:-1], other], follows


def outcome_of(s: Tresette, cards: Sequence[Card], winners: Sequence[int]) -> Outcome:
    """What these cards and tricks come to (TR-4.1 to TR-4.4)."""
    taken = 0
    for won, a, b, c, d in zip(winners, cards[::4], cards[1::4], cards[2::4], cards[3::4], strict=True):
        if not won & 1:
            taken |= a.bit | b.bit | c.bit | d.bit
    melds = [0, 0]
    for seat, called in enumerate(s.calls):
        if called > 0:
            hand = mask_of(card for card, by in zip(cards, s.by, strict=True) if by == seat)
            melds[seat & 1] += meld_points(s, seat, hand)
    figures, aces = (taken & FIGURES).bit_count(), (taken & ACES).bit_count()
    return Outcome(figures, aces, winners[-1] & 1, (melds[0], melds[1]))


def hand_points(s: Tresette) -> list[int]:
    """The points of each side in a hand played out, where all that its cards may have been comes to the same (TR-4)."""
    could = outcomes(s)
    return [shared({one.points[side] for one in could}) for side in (0, 1)]


def shared(values: Collection[int]) -> int:
    """The one value, or UNTOLD if there are several, or none."""
    return next(iter(values)) if len(values) == 1 else UNTOLD


def trick_points(figures: int, aces: int) -> int:
    """A point for three figures, what is left over lost, and one for each ace (TR-4.2, TR-4.3).

    >>> [trick_points(figures, 0) + trick_points(20 - figures, 4) for figures in (10, 12, 20, 1)]
    [10, 10, 10, 10]
    """
    return figures // 3 + aces


def captured(s: Tresette) -> tuple[list[int], list[int]]:
    """How many figures and aces each side has captured for certain, as far as tricks and their winners are known."""
    figures, aces = [0, 0], [0, 0]
    for won, a, b, c, d in zip(s.winners, s.cards[::4], s.cards[1::4], s.cards[2::4], s.cards[3::4], strict=False):
        if won >= 0:
            cards = (a.bit | b.bit | c.bit | d.bit) & ~s.unsure
            figures[won & 1] += (cards & FIGURES).bit_count()
            aces[won & 1] += (cards & ACES).bit_count()
    return figures, aces


# ---- TR-4.1 Melds ----------------------------------------------------------------------------------------------------


def meld_points(s: Tresette, seat: int, hand: int) -> int:
    """What the melds of a seat with these ten cards are worth (TR-4.1)."""
    rows = [row for row in told_melds(s) if row.seat == seat and row.counts]
    ways = [held_melds(hand)] if s.options.score_unannounced_melds else scoring_melds(rows, hand)
    if s.options.meld_overlap:
        return max(sum(max(points for points, _ in choice) for choice in melds) for melds in ways)
    return max(map(best_apart, ways))


def held_melds(hand: int) -> list[Choice]:
    """All melds in a hand; four of a kind is one of them, not also a three (TR-2.4)."""
    sets = [set_choice(hand & cards, 4) for cards in SETS if (hand & cards).bit_count() >= 3]
    return sets + [[(3, nap)] for nap in NAPS if hand & nap == nap]


def set_choice(held: int, said: int) -> Choice:
    """Three or four of a kind, of the cards held; a four may count as a three beside a nap (TR-6.1)."""
    threes = [(3, mask_of(three)) for three in combinations(cards_of(held), 3)]
    return [(4, held), *threes] if said == 4 and held.bit_count() == 4 else threes


def scoring_melds(rows: Sequence[Told], hand: int) -> list[list[Choice]]:
    """The melds told in time that were held, each once, in each way they may be meant; what was said counts, not what
    could have been.
    """
    sets = [row for row in rows if row.kind != NAP]
    named = [(row.what, SIZES[row.kind]) for row in sets if row.what >= 0 and is_held(row.what, SIZES[row.kind], hand)]
    chosen = {rank: max(size for one, size in named if one == rank) for rank, _ in named}
    others = set(range(len(SETS))) - {row.what for row in sets}
    sizes = longest([row for row in sets if row.what == -1])
    naps = [NAPS[suit] for suit in naps_meant([row for row in rows if row.kind == NAP], hand)]
    ways = []
    for ranks in permutations([*others, *[-1] * len(sizes)], len(sizes)):
        meant = {rank: size for rank, size in zip(ranks, sizes, strict=True) if is_held(rank, size, hand)}
        melds = [set_choice(hand & SETS[rank], size) for rank, size in (chosen | meant).items()]
        ways.append(melds + [[(3, nap)] for nap in naps])
    return ways


def is_held(rank: int, size: int, hand: int) -> bool:
    """Whether there are so many cards of a rank in a hand; of no rank there are none."""
    return rank >= 0 and (hand & SETS[rank]).bit_count() >= size


def longest(rows: Sequence[Told]) -> list[int]:
    """The sizes of the sets of one announcement whose ranks were not told: said again, they are the same sets."""
    lines = [[SIZES[row.kind] for row in rows if row.line == line] for line in {row.line for row in rows}]
    return max(lines, key=len, default=[])


def naps_meant(rows: Sequence[Told], hand: int) -> list[int]:
    """The suits of the naps held that were told, by name or by number."""
    held = [suit for suit, nap in enumerate(NAPS) if hand & nap == nap]
    named = [suit for suit in held if any(row.what == suit for row in rows)]
    unnamed = longest([row for row in rows if row.what < 0])
    return named + [suit for suit in held if suit not in named][: len(unnamed)]


def best_apart(melds: Sequence[Choice], used: int = 0) -> int:
    """The most points with each card in one meld only (TR-6.1)."""
    if not melds:
        return 0
    taken = [points + best_apart(melds[1:], used | cards) for points, cards in melds[0] if not cards & used]
    return max([*taken, best_apart(melds[1:], used)])


def reckon_again(s: Tresette) -> None:
    """Melds announced after the last trick belong to that hand (TR-6.1), if nothing was missed since."""
    if s.phase == "between" and s.how == "played" and not s.gap:
        settle(s, "played")
