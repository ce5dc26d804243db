"""Upsets: what was won by who was rated lower than another, told by OpenSkill as it stood before.

How likely it was is asked of two sides alone, of who won and of who was rated highest: of more than two OpenSkill's own figures say too
little, as even who wins always would be given half. An evening is a session: its hands are as many trials, so that chance counts for less
in it than in one hand, by the root of their number.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import fsum, sqrt
from typing import Any, Final, NamedTuple

from upcard.records.ratings import BETA, Part, Rated, by_game, model, rated

MOST: Final = 10
"""So many upsets of a game are told, if no other number is asked for."""


class Side(NamedTuple):
    """Players who played together. members: what each made of the hand or evening; skills: the rating of each before it and, where the side had
    fewer players than others, that of an added companion last; place: at which the side came out, the lowest first.
    """

    members: Sequence[Part]
    skills: Sequence[Any]
    place: float | Fraction

    @property
    def strength(self) -> float:
        """The sum of the ratings of a side, the companion's too, by which sides are compared."""
        return fsum(skill.mu for skill in self.skills)

    @property
    def rating(self) -> float:
        """The mean of the ratings of the players of a side, without the companion's."""
        return fsum(skill.mu for skill in self.skills[: len(self.members)]) / len(self.members)

    @property
    def names(self) -> str:
        """The names of all players of a side."""
        return " and ".join(part.player for part in self.members)


class Contest(NamedTuple):
    """A hand or an evening. sides: None where the record cannot tell who came out before whom; hands: how many were rated."""

    parts: Sequence[Part]
    sides: Sequence[Side] | None
    hands: int


def upsets(
    rows: Iterable[Sequence[Any]], values: Mapping[str, Any], _other: Callable[[str], Any]
) -> Iterator[tuple[Any, ...]]:
    """The rows of the question `upsets`."""
    for measure, game, hands in _games(rows):
        told = rated(hands, {})
        contests = _hands(told) if values["of"] == "hand" else _evenings(told, measure)
        asked = [one for one in contests if _asked(one, values)]
        known = [one for one in asked if one.sides is not None]
        found = [row for one in known for row in _upset(one, values["of"] == "hand", values["player"])]
        found.sort(key=lambda row: row[7])
        most = MOST if values["most"] is None else values["most"]
        yield from ((game, *row, len(known), len(asked) - len(known)) for row in found[:most])


def _games(rows: Iterable[Sequence[Any]]) -> Iterator[tuple[str, str, Iterator[list[Part]]]]:
    """What ranks a game, its key, and its hands."""
    for measure, some in groupby(rows, key=lambda row: (row[0], row[-1])):
        for game, hands in by_game(row[:-1] for row in some):
            yield measure[1], game, hands


def _asked(one: Contest, values: Mapping[str, Any]) -> bool:
    """Whether a contest is one that the question asks about; other hands are rated too, but not told."""
    day = one.parts[0].day.isoformat() if one.parts[0].day else ""
    return (
        values["log"] in {None, one.parts[0].log}
        and (values["since"] is None or day >= values["since"])
        and (values["until"] is None or "" < day <= values["until"])
        and (values["player"] is None or any(part.person == values["player"] for part in one.parts))
    )


def _upset(one: Contest, of_hand: bool, who: str | None) -> Iterator[tuple[Any, ...]]:
    """The row that tells of a contest, if it was an upset: one side alone came out first, and another was rated higher."""
    sides = one.sides or ()
    first = min(side.place for side in sides)
    winners = [side for side in sides if side.place == first]
    favourite = max(sides, key=lambda side: side.strength)
    if len(winners) > 1 or winners[0].strength >= favourite.strength:
        return
    (winner,) = winners
    if who is not None and all(part.person != who for part in (*winner.members, *favourite.members)):
        return
    foretold = model(BETA / sqrt(one.hands)).predict_win([list(winner.skills), list(favourite.skills)])
    part = one.parts[0]
    yield (
        part.day,
        part.log,
        part.hand if of_hand else None,
        winner.names,
        round(winner.rating, 2),
        favourite.names,
        round(favourite.rating, 2),
        round(foretold[0], 4),
        one.hands,
    )


def _hands(told: Iterable[Rated]) -> Iterator[Contest]:
    """Each hand as a contest of its sides."""
    for one in told:
        sides = [
            Side(members, skills, place) for (members, place), skills in zip(one.sides or (), one.teams, strict=True)
        ]
        yield Contest(one.parts, sides or None, 1)


def _evenings(told: Iterable[Rated], measure: str) -> Iterator[Contest]:
    """Each session as a contest: of those who were there for half of its rated hands or more, by the measure of the game."""
    for _, some in groupby(told, key=lambda one: one.parts[0].log):
        hands = list(some)
        known = [one for one in hands if one.sides is not None]
        everybody = {part.person: part for one in hands for part in one.parts}
        yield Contest(list(everybody.values()), _sides(known, measure), len(known))


def _sides(hands: Sequence[Rated], measure: str) -> list[Side] | None:
    """The sides of an evening: those of its hands, if they were the same in each, else everybody alone. None where the record cannot tell
    who came out before whom, or nobody else played.
    """
    skills: dict[str, Any] = {}
    played: dict[str, list[Part]] = {}
    for one in hands:
        for (members, _), team in zip(one.sides or (), one.teams, strict=True):
            for part, skill in zip(members, team, strict=False):
                skills.setdefault(part.person, skill)
                played.setdefault(part.person, []).append(part)
    there = {person: parts for person, parts in played.items() if 2 * len(parts) >= len(hands)}
    heights = {person: _height(parts, measure) for person, parts in there.items()}
    if len(there) < 2 or None in heights.values():
        return None
    return [
        Side(
            [there[person][0] for person in members],
            [skills[person] for person in members],
            -sum((heights[person] or Fraction() for person in members), Fraction()),
        )
        for members in _together(hands, list(there))
    ]


def _together(hands: Sequence[Rated], there: Sequence[str]) -> list[list[str]]:
    """Who played together all evening: sides of one size that were the same in each hand."""
    divided = Counter(
        frozenset(frozenset(part.person for part in members if part.person in there) for members, _ in one.sides or ())
        for one in hands
    )
    (same, _), *others = divided.most_common()
    if others or len({len(members) for members in same}) > 1:
        return [[person] for person in there]
    return [[person for person in there if person in members] for members in sorted(same, key=sorted)]


def _height(parts: Sequence[Part], measure: str) -> Fraction | None:
    """How well somebody did, the higher the better; None where the record cannot tell."""
    if measure == "won_rate":
        won = [part.won for part in parts if part.won is not None]
        return Fraction(sum(won), len(parts)) if len(won) == len(parts) else None
    points = [part.points for part in parts if part.points is not None]
    sign = -1 if parts[0].best == "least" else 1
    return Fraction(sign * sum(points), len(parts)) if len(points) == len(parts) else None
