"""The records of each game: the largest win and loss, the longest run, the rarest hand that was dealt."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from math import comb
from typing import Any, Final, NamedTuple

from upcard.engine.game import find
from upcard.schemas.cards import cards_of
from upcard.schemas.errors import UsageError
from upcard.schemas.wording import counted

JOKER: Final = "X"
"""The rank of jokers, which are of no suit; among suits they are one of their own."""


class Part(NamedTuple):
    """What a person made of a hand, as the question selects it."""

    game: str
    best: str
    contest: str
    log: str
    hand: int
    day: Any
    person: str
    player: str
    points: int | None
    won: bool | None
    side: int | None
    cards: str | None
    called: str


Row = tuple[Any, ...]


def records(
    rows: Iterable[Sequence[Any]], values: Mapping[str, Any], other: Callable[[str], Iterable[Sequence[Any]]]
) -> Iterator[Row]:
    """The rows of the question `records`. other: the answer to another question with the same parameters."""
    who = values["player"]
    streaks = {game: list(some) for game, some in groupby(other("streaks"), key=lambda row: row[0])}
    for game, some in groupby(map(Part._make, rows), key=lambda part: part.game):
        parts = list(some)
        own = [part for part in parts if who in {None, part.person}]
        yield from _margins(game, parts, who)
        yield from _run(game, own, streaks.get(game, []))
        yield from _rarest(game, own)


def _row(game: str, record: str, value: Any, says: str, one: Part, known: int, all_hands: int) -> Row:
    replay = f"upcard replay {shlex.quote(one.called)} --hand {one.hand}"
    told = (one.player, one.day, one.log, one.hand)
    return (game, record, value, says, *told, known, all_hands - known, replay)


# ---- Wins and losses ---------------------------------------------------------------------------------------------------


def _margins(game: str, parts: Sequence[Part], who: str | None) -> Iterator[Row]:
    """The largest win and the largest loss, where points tell more than who has won."""
    if all(part.points in {None, part.won} for part in parts):
        return
    margins = [
        (margin, part)
        for _, some in groupby(parts, key=lambda part: (part.log, part.hand))
        for margin, part in _of_hand(list(some))
        if who in {None, part.person}
    ]
    all_hands = sum(who in {None, part.person} for part in parts)
    known = [(margin, part) for margin, part in margins if margin is not None]
    for record, sign in (("largest win", 1), ("largest loss", -1)):
        best, one = max(known, key=lambda told: sign * told[0], default=(0.0, None))
        if one is not None and sign * best > 0:
            says = _in_unit(game, one.points or 0)
            if one.contest != "bank":
                how = "better" if sign > 0 else "worse"
                says += f", {round(abs(best), 2):,g} {how} than the mean of those against"
            yield _row(game, record, abs(best), says, one, len(known), all_hands)


def _in_unit(game: str, points: int) -> str:
    """Points in the unit of a game."""
    try:
        one, _, many = find(game).score.partition("/")
    except UsageError:  # a game whose package is not installed any more
        one = many = "points"
    return f"{points:,} {one if points == 1 else many or one}"


def _of_hand(parts: Sequence[Part]) -> Iterator[tuple[float | None, Part]]:
    """How much better each came out than the mean of those who played against, or than nothing against the bank; None where the record
    cannot tell.
    """
    sign = -1 if parts[0].best == "least" else 1
    for part in parts:
        if part.contest == "bank":
            yield None if part.points is None else float(sign * part.points), part
            continue
        against = [one for one in parts if one is not part and (one.side is None or one.side != part.side)]
        points = [one.points for one in against if one.points is not None]
        known = part.points is not None and points and len(points) == len(against)
        yield (round(sign * ((part.points or 0) - sum(points) / len(points)), 4) if known else None), part


# ---- Runs --------------------------------------------------------------------------------------------------------------


def _run(game: str, parts: Sequence[Part], streaks: Sequence[Sequence[Any]]) -> Iterator[Row]:
    """The longest run of hands won, as the question `streaks` has it; of several the first in time."""
    longest = {(log, hand, player): hands for _, player, hands, _, _, log, hand in streaks if hands == streaks[0][2]}
    one = next((part for part in parts if (part.log, part.hand, part.player) in longest), None)
    if one is not None:
        hands = longest[one.log, one.hand, one.player]
        known = sum(part.won is not None for part in parts)
        yield _row(game, "longest run", float(hands), f"{counted(hands, 'hand')} won in a row", one, known, len(parts))


# ---- Hands dealt -------------------------------------------------------------------------------------------------------


def _rarest(game: str, parts: Sequence[Part]) -> Iterator[Row]:
    """The hand dealt that is the rarest by how many cards it has of each suit, or of each rank."""
    pack = _pack(game)
    told = [(part, tuple(part.cards.split())) for part in parts if part.cards]
    known = [(part, cards) for part, cards in told if pack and len({*cards}) == len(cards) and {*cards} <= {*pack}]
    kinds = _kinds(game) if pack else ()
    found = [(*_rarity(pack, cards, kinds), part) for part, cards in known]
    if found:
        chance, says, one = min(found, key=lambda told: told[0])
        yield _row(game, "rarest hand", round(1 / chance, 1), says, one, len(known), len(parts))


@cache
def _pack(game: str) -> tuple[str, ...]:
    try:
        return tuple(map(str, cards_of(find(game).pack)))
    except UsageError:  # a game whose package is not installed any more
        return ()


Kind = tuple[Callable[[str], str], Callable[[Sequence[int]], str]]
"""What cards are told apart by, and in words how many of each there are, the most first."""


def _rarity(pack: tuple[str, ...], cards: tuple[str, ...], kinds: Iterable[Kind]) -> tuple[float, str]:
    """The chance that so many cards of a pack have these numbers of each suit, or of each rank, whichever is less; in words."""
    ways = []
    for kind, in_words in kinds:
        sizes, counts = Counter(map(kind, pack)), Counter(map(kind, cards))
        shape = tuple(sorted((counts[one] for one in sizes), reverse=True))
        ways.append((chance_of(tuple(sorted(sizes.values())), shape), in_words(shape)))
    return min(ways)


def _kinds(game: str) -> tuple[Kind, ...]:
    """Ranks alone where suits have no role in a game: nobody there would notice a hand of one suit."""
    ranks = (_rank, _alike)
    return (ranks,) if find(game).by_rank else ((_suit, _suits), ranks)


def _suit(card: str) -> str:
    return JOKER if card[0] == JOKER else card[1]


def _rank(card: str) -> str:
    return card[0]


def _suits(counts: Sequence[int]) -> str:
    return f"suits {'-'.join(str(count) for count in counts if count)}"


def _alike(counts: Sequence[int]) -> str:
    """How many cards there are of each rank, as card players say it.

    >>> _alike((4, 4, 3, 2, 1)), _alike((2, 2, 2, 1)), _alike((1, 1, 1))
    ('four of a kind twice, three of a kind, 1 pair', '3 pairs', 'no two cards of one rank')
    """
    times = Counter(counts)
    told = [name + _TIMES.get(times[of], f" {times[of]} times") for of, name in _OF_A_KIND if times[of]]
    told += [counted(times[2], "pair")] * (times[2] > 0)
    return ", ".join(told) or "no two cards of one rank"


_OF_A_KIND: Final = ((4, "four of a kind"), (3, "three of a kind"))
_TIMES: Final = {1: "", 2: " twice"}


def chance_of(sizes: tuple[int, ...], counts: tuple[int, ...]) -> float:
    """The chance that cards dealt from groups of these sizes come out with these counts, whichever group has which.

    >>> round(chance_of((13, 13, 13, 13), (4, 3, 3, 3)), 4), round(1 / chance_of((13,) * 4, (13, 0, 0, 0)))
    (0.1054, 158753389900)
    """
    return _ways(sizes, tuple(sorted(counts))) / comb(sum(sizes), sum(counts))


@cache
def _ways(sizes: tuple[int, ...], counts: tuple[int, ...]) -> int:
    if not sizes:
        return 1
    first, *rest = sizes
    return sum(
        comb(first, count) * _ways(tuple(rest), counts[:place] + counts[place + 1 :])
        for count in {*counts}
        for place in (counts.index(count),)
        if count <= first
    )
