"""TR-4 Scoring: melds, thirds of the figures, aces and the last trick; the match."""

from collections.abc import Container, Sequence
from itertools import combinations
from typing import Final

from upcard.engine.games.tresette.melds import NAP, NAPS, SETS, SIZES, Told, told_melds
from upcard.engine.games.tresette.table import HAND, UNTOLD, Tresette
from upcard.engine.mechanisms.forty import FORTY
from upcard.schemas.cards import RANK_MASK, cards_of, mask_of

FIGURES: Final = sum(RANK_MASK[rank] for rank in "23JQK") & FORTY
"""The cards of which three make a point (TR-4.2)."""

ACES: Final = RANK_MASK["A"]

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
    a, b = s.totals
    ahead = a != b or s.options.tie_at_target == "draw"
    s.over = UNTOLD not in s.totals and max(s.totals) >= s.options.target and ahead


def hand_points(s: Tresette) -> list[int]:
    """The points of each side in a hand played out, if all its cards are known (TR-4.1 to TR-4.4)."""
    if -1 in s.winners or len(s.winners) != HAND or mask_of(s.cards) != FORTY or s.gap:
        return [UNTOLD, UNTOLD]
    points = tricks_gained(s)
    for seat in range(4):
        points[seat & 1] += meld_points(s, seat)
    return points


def tricks_gained(s: Tresette) -> list[int]:
    """What figures, aces and the last trick of a hand played out gave each side (TR-4.2 to TR-4.4)."""
    figures, aces = captured(s)
    points = [trick_points(figures[side], aces[side]) for side in (0, 1)]
    points[s.winners[-1] & 1] += 1
    return points


def trick_points(figures: int, aces: int) -> int:
    """A point for three figures, what is left over lost, and one for each ace (TR-4.2, TR-4.3).

    >>> [trick_points(figures, 0) + trick_points(20 - figures, 4) for figures in (10, 12, 20, 1)]
    [10, 10, 10, 10]
    """
    return figures // 3 + aces


def captured(s: Tresette) -> tuple[list[int], list[int]]:
    """How many figures and aces each side has captured, as far as the winners of tricks are known."""
    figures, aces = [0, 0], [0, 0]
    for won, a, b, c, d in zip(s.winners, s.cards[::4], s.cards[1::4], s.cards[2::4], s.cards[3::4], strict=False):
        if won >= 0:
            cards = a.bit | b.bit | c.bit | d.bit
            figures[won & 1] += (cards & FIGURES).bit_count()
            aces[won & 1] += (cards & ACES).bit_count()
    return figures, aces


# ---- TR-4.1 Melds ----------------------------------------------------------------------------------------------------


def meld_points(s: Tresette, seat: int) -> int:
    """What the melds of a seat are worth, all ten of its cards having been seen (TR-4.1)."""
    if s.calls[seat] <= 0:
        return 0
    hand = mask_of(card for card, by in zip(s.cards, s.by, strict=True) if by == seat)
    rows = [row for row in told_melds(s) if row.seat == seat and row.counts]
    melds = held_melds(hand) if s.options.score_unannounced_melds else scoring_melds(rows, hand)
    if s.options.meld_overlap:
        return sum(max(points for points, _ in choice) for choice in melds)
    return best_apart(melds)


def held_melds(hand: int) -> list[Choice]:
    """All melds in a hand; four of a kind is one of them, not also a three (TR-2.4)."""
    sets = [set_choice(hand & cards, 4) for cards in SETS if (hand & cards).bit_count() >= 3]
    return sets + [[(3, nap)] for nap in NAPS if hand & nap == nap]


def set_choice(held: int, said: int) -> Choice:
    """Three or four of a kind, of the cards held; a four may count as a three beside a nap (TR-6.1)."""
    threes = [(3, mask_of(three)) for three in combinations(cards_of(held), 3)]
    return [(4, held), *threes] if said == 4 and held.bit_count() == 4 else threes


def scoring_melds(rows: Sequence[Told], hand: int) -> list[Choice]:
    """The melds told in time that were held, each once; what was said counts, not what could have been."""
    sets: dict[int, int] = {}
    for row in sorted(rows, key=lambda row: (row.what < 0, -SIZES[row.kind])):
        rank = rank_meant(row, rows, sets, hand)
        if rank >= 0 and (hand & SETS[rank]).bit_count() >= SIZES[row.kind]:
            sets[rank] = max(SIZES[row.kind], sets.get(rank, 0))
    naps = {row.what for row in rows if row.kind == NAP and row.what >= 0 and hand & NAPS[row.what] == NAPS[row.what]}
    others = [suit for suit, nap in enumerate(NAPS) if hand & nap == nap and suit not in naps]
    unnamed = sum(row.kind == NAP and row.what < 0 for row in rows)
    chosen = [*sorted(naps), *others[:unnamed]]
    return [set_choice(hand & SETS[rank], size) for rank, size in sets.items()] + [[(3, NAPS[suit])] for suit in chosen]


def rank_meant(row: Told, rows: Sequence[Told], sets: Container[int], hand: int) -> int:
    """The rank of a three or four told; where it was not told, the first held of which nothing else was; else -1."""
    if row.kind == NAP or row.what != -1:
        return -1 if row.kind == NAP else row.what
    told = {other.what for other in rows if other.kind != NAP}
    held = (rank for rank, cards in enumerate(SETS) if (hand & cards).bit_count() >= SIZES[row.kind])
    return next((rank for rank in held if rank not in told and rank not in sets), -1)


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
