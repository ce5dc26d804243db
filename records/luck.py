"""What dealt cards were worth, against what was made of them.

Each game has a plain count of its high cards. How many points such cards bring is not guessed but told by the hands themselves: by the
line of least squares through all hands of which cards and points are known. The counts know nothing of suits, of cards that go
together, or of who sits where; where what a hand is worth does not hang on its high cards, there is no measure.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import fsum
from typing import Any, Final, NamedTuple

LEAST: Final = 30
"""So many hands, counted by person, tell something about the worth of cards."""
_LIMITS: Final = "; suits, long suits and seats are not counted"
MEASURES: Final[Mapping[str, tuple[Mapping[str, int], str]]] = {
    "court_piece": ({"A": 4, "K": 3, "Q": 2, "J": 1}, f"A 4, K 3, Q 2, J 1{_LIMITS}"),
    "pop": ({"X": 5, "A": 4, "K": 3, "Q": 2, "J": 2}, f"joker 5, A 4, K 3, Q and J 2, of the hand without the display{_LIMITS}"),
    "pluck": ({"X": 5, "A": 4, "K": 3, "Q": 2, "J": 1}, "joker 5, A 4, K 3, Q 2, J 1, as dealt, before plucks; quotas and suits are not counted"),
    "hasenpfeffer": ({"X": 5, "J": 3, "A": 3, "K": 2, "Q": 1}, f"joker 5, J and A 3, K 2, Q 1, without the widow{_LIMITS}"),
    "tresette": ({"3": 4, "2": 3, "A": 2, "K": 1}, f"three 4, two 3, A 2, K 1; melds are not counted{_LIMITS}"),
    "calabrasella": ({"3": 4, "2": 3, "A": 2, "K": 1}, f"three 4, two 3, A 2, K 1, without the card named and the widow{_LIMITS}"),
    "big_two": ({"2": 4, "A": 3, "K": 2, "Q": 1}, "two 4, A 3, K 2, Q 1; pairs, straights and other sets are not counted"),
    "dou_dizhu": ({"X": 4, "2": 3, "A": 2, "K": 1}, "joker 4, two 3, A 2, K 1, without the widow; bombs and other sets are not counted"),
}  # fmt: skip
"""By game: what each rank is worth, and the same in words, with what it leaves out."""
NONE: Final[Mapping[str, str]] = {
    "pope_joan": "no measure: what a card is worth hangs on the stops and the dead hand",
    "spinado": "no measure: what a card is worth hangs on the stops and the dead hand",
    "last_one": "no measure: most cards of a hand are drawn after the deal",
    "popcorn": "no measure: cards are laid face down, and no rank is worth more than another",
    "trente_et_quarante": "no measure: players hold no cards",
}
"""Why there is none."""


class Part(NamedTuple):
    """What a person made of a hand, as the question selects it."""

    game: str
    best: str
    log: str
    hand: int
    person: str
    player: str
    points: int | None
    side: int | None
    cards: str | None


class _Line(NamedTuple):
    """Points by the worth of cards: `average + slope * worth`."""

    average: float
    slope: float


def luck(rows: Iterable[Sequence[Any]], values: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """The rows of the question `luck`."""
    for game, some in groupby(map(Part._make, rows), key=lambda part: part.game):
        parts = list(some)
        if not any(values["log"] in {None, one.log} and values["player"] in {None, one.person} for one in parts):
            continue  # all of these hands are others than those asked for
        if game not in MEASURES:
            yield game, *(None,) * 7, NONE.get(game, "no measure: none is known for this game")
            continue
        worths, says = MEASURES[game]
        known = [
            told
            for _, hand in groupby(parts, key=lambda part: (part.log, part.hand))
            for told in _of_hand(list(hand), worths)
        ]
        yield from _people(game, parts, known, says, values)


def _people(
    game: str, parts: Sequence[Part], known: Sequence[tuple[Part, float]], says: str, values: Mapping[str, Any]
) -> Iterator[tuple[Any, ...]]:
    """A row for each person who is asked for, in the session that is, whose cards were the best first."""
    line = _line(known)
    sign = -1 if parts[0].best == "least" else 1
    found: list[tuple[str, str, tuple[Any, ...]]] = []
    if values["log"] is not None:
        parts = [part for part in parts if part.log == values["log"]]
        known = [(part, worth) for part, worth in known if part.log == values["log"]]
    there = {part.person: part.player for part in parts if values["player"] in {None, part.person}}
    for person, player in there.items():
        own = [(part.points or 0, worth) for part, worth in known if part.person == person]
        unknown = sum(part.person == person for part in parts) - len(own)
        if not own:
            found.append((player, person, (game, player, 0, unknown, None, None, None, None, says)))
            continue
        dealt, made = fsum(worth for _, worth in own) / len(own), fsum(points for points, _ in own) / len(own)
        brought = better = None
        if line is not None:
            brought = round(sign * line.slope * dealt, 4)
            better = round(sign * (made - line.average - line.slope * dealt), 4)
        found.append(
            (player, person, (game, player, len(own), unknown, round(dealt, 4), brought, round(made, 4), better, says))
        )
    yield from (row for *_, row in sorted(found, key=lambda told: (told[2][4] is None, -(told[2][4] or 0), told[:2])))


def _of_hand(parts: Sequence[Part], worths: Mapping[str, int]) -> Iterator[tuple[Part, float]]:
    """How much more the cards of each side were worth than those of who played against; nothing of a hand that is not known."""
    if len(parts) < 2 or any(part.cards is None or part.points is None for part in parts):
        return
    worth = [sum(worths.get(card[0], 0) for card in (part.cards or "").split()) for part in parts]
    for part in parts:
        own = [
            one
            for one, other in zip(worth, parts, strict=True)
            if other is part or (part.side is not None and part.side == other.side)
        ]
        against = sum(worth) - sum(own)
        if len(own) < len(worth):
            yield part, sum(own) / len(own) - against / (len(worth) - len(own))


def _line(known: Sequence[tuple[Part, float]]) -> _Line | None:
    """The line of least squares; None for too few hands, or where all were worth the same."""
    if len(known) < LEAST:
        return None
    worths, points = [worth for _, worth in known], [float(part.points or 0) for part, _ in known]
    mean_worth, mean_points = fsum(worths) / len(known), fsum(points) / len(known)
    spread = fsum((worth - mean_worth) ** 2 for worth in worths)
    if not spread:
        return None
    slope = fsum((worth - mean_worth) * (one - mean_points) for worth, one in zip(worths, points, strict=True)) / spread
    return _Line(mean_points - slope * mean_worth, slope)
