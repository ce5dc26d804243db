"""Ratings of people, worked out hand by hand in the order of time by OpenSkill (Weng and Lin's Plackett-Luce model).

The hand is the unit, not the session: people come and go within an evening, evenings differ in length, and many records are whole
for a hand and not for an evening. One hand tells little: by the real sheets of 1,104 hands of Big Two the usual `beta` of OpenSkill
foretells who wins worse than chance does, six times that best; so that is what it is here. One who plays alone against two has a
companion, who stands for the chances of playing alone in that game and is rated as people are.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from upcard.schemas.errors import UsageError

MU: Final = 25.0
"""The rating of whom nothing is known."""
SIGMA: Final = MU / 3
BETA: Final = 6 * MU / 6
"""How much luck there is in one hand."""
SURE: Final = 3
"""The floor of a rating lies so many times its uncertainty below it."""


class Part(NamedTuple):
    """What a person made of a hand, as the questions of ratings select it."""

    game: str
    contest: str
    best: str
    log: str
    hand: int
    day: Any
    person: str
    player: str
    points: int | None
    won: bool | None
    side: int | None


class Rated(NamedTuple):
    """A hand with the ratings of its players before it. sides: who played together, and at which place each side came out, None where the
    record cannot tell, so that the hand was not rated; teams: the ratings of each side, of which the rating of an added companion stands last,
    where a side had fewer players.
    """

    parts: list[Part]
    sides: list[tuple[list[Part], float]] | None
    teams: list[list[Any]]


class Standing:
    """Where a person stands in a game. unknown: hands that could not be rated; day: of the last hand that was."""

    def __init__(self, player: str, skill: Any) -> None:
        self.player, self.skill = player, skill
        self.hands = self.unknown = 0
        self.day: Any = None

    @property
    def told(self) -> tuple[float, float, float]:
        """Rating, uncertainty and floor."""
        mu, sigma = float(self.skill.mu), float(self.skill.sigma)
        return round(mu, 2), round(sigma, 2), round(mu - SURE * sigma, 2)


def ratings(rows: Iterable[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """The rows of the question `ratings`: where each person stands at the end, the highest floor first."""
    for game, hands in by_game(rows):
        people: dict[str, Standing] = {}
        for _ in rated(hands, people):
            pass
        listed = sorted(people.items(), key=lambda one: (not one[1].hands, -one[1].told[2], one[1].player, one[0]))
        floors = [one.told[2] for _, one in listed if one.hands]
        for _, one in listed:
            told = (floors.index(one.told[2]) + 1, *one.told) if one.hands else (None,) * 4
            yield game, told[0], one.player, one.hands, one.unknown, *told[1:], one.day


def history(rows: Iterable[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """The rows of the question `rating-history`: where each person stood after each day on which a hand of theirs was rated."""
    for game, hands in by_game(rows):
        people: dict[str, Standing] = {}
        known = (one for one in rated(hands, people) if one.sides is not None)
        for day, some in groupby(known, key=lambda one: one.parts[0].day):
            met = {part.person: people[part.person] for one in some for part in one.parts}
            for _, one in sorted(met.items(), key=lambda item: (item[1].player, item[0])):
                yield game, one.player, day, one.hands, *one.told


def by_game(rows: Iterable[Sequence[Any]]) -> Iterator[tuple[str, Iterator[list[Part]]]]:
    """The hands of each game, by the order of the rows."""
    for game, some in groupby(map(Part._make, rows), key=lambda part: part.game):
        yield game, (list(parts) for _, parts in groupby(some, key=lambda part: (part.log, part.hand)))


def rated(hands: Iterable[list[Part]], people: dict[str, Standing]) -> Iterator[Rated]:
    """Rate hand after hand, as far as they can be. people: where they stand, changed with each."""
    openskill = model()
    alone = openskill.rating()
    for parts in hands:
        for part in parts:
            people.setdefault(part.person, Standing(part.player, openskill.rating()))
        sides = _sides(parts)
        if sides is None:
            for part in parts:
                people[part.person].unknown += 1
            yield Rated(parts, None, [])
            continue
        most = max(len(members) for members, _ in sides)
        teams = [[people[one.person].skill for one in members] for members, _ in sides]
        short = [place for place, team in enumerate(teams) if len(team) < most]
        for place in short:
            teams[place].append(alone)
        after = openskill.rate(teams, ranks=[place for _, place in sides])
        for place in short:
            alone = after[place].pop()
        for (members, _), skills in zip(sides, after, strict=True):
            for part, skill in zip(members, skills, strict=True):
                one = people[part.person]
                one.skill, one.hands, one.day = skill, one.hands + 1, part.day
        yield Rated(parts, sides, teams)


def _sides(parts: Sequence[Part]) -> list[tuple[list[Part], float]] | None:
    """Who played together in a hand, and at which place each side came out, the lowest first; None where the record cannot tell, or nobody
    else played.

    Sides are placed by who won the hand; who plays alone by points, in the direction of the game, else by who won.
    """
    if parts[0].contest == "sides":
        if any(part.side is None or part.won is None for part in parts):
            return None
        sides: dict[Any, list[Part]] = {}
        for part in parts:
            sides.setdefault(part.side, []).append(part)
        placed = [(members, float(not members[0].won)) for _, members in sorted(sides.items())]
    elif all(part.points is not None for part in parts):
        sign = 1 if parts[0].best == "least" else -1
        placed = [([part], float(sign * (part.points or 0))) for part in parts]
    elif all(part.won is not None for part in parts):
        placed = [([part], float(not part.won)) for part in parts]
    else:
        return None
    return placed if len(placed) > 1 and len({part.person for part in parts}) == len(parts) else None


def model(beta: float = BETA) -> Any:
    """OpenSkill's. beta: how much luck there is. Raises `UsageError` without OpenSkill."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise UsageError("openskill is not installed", hint="pip install 'upcard[ratings]'") from None
    return PlackettLuce(mu=MU, sigma=SIGMA, beta=beta)
