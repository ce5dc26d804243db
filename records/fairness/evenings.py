"""Evenings that cannot have been: the same hands in two logs, a player at two tables at one time, more hands than the hours allow."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations, pairwise
from typing import Final, NamedTuple

SAME_MOVES: Final = 8
"""Hands of fewer plays may be alike by chance."""
SAME_ROWS: Final = 6
"""Sheets of fewer rows may be alike by chance."""
ROW_SECONDS: Final = 30.0
"""A hand that stands on a score sheet took at least so long."""
DAY_SECONDS: Final = 24 * 3600.0
_MOST_ALIKE: Final = 5
"""Of what is found in more logs than these, the first are told."""


class Evening(NamedTuple):
    """A log. day: it was played on, if that is known; began, ended: in UTC, where lines tell; people: who sat there; acts: lines of its
    hands, and rows: how many hands are known by their rows alone.
    """

    game: str
    log: str
    day: str | None
    began: datetime | None
    ended: datetime | None
    people: frozenset[str]
    hands: int
    acts: int
    rows: int

    def seconds(self, pace: float) -> float:
        """How long its hands took, at least. pace: seconds an act."""
        return (self.acts - self.rows) * pace + self.rows * ROW_SECONDS

    def over(self, pace: float) -> datetime | None:
        """When it was over, at the earliest."""
        if self.began is None:
            return None
        least = self.began + timedelta(seconds=self.seconds(pace))
        return max(self.ended, least) if self.ended is not None else least


class Impossible(NamedTuple):
    """What cannot have been. name: of the test; of: whom or what it is about; says: what is wrong; where: logs and hands."""

    name: str
    game: str
    of: str
    says: str
    where: tuple[tuple[str, int], ...]


def copied(hands: Mapping[bytes, Sequence[tuple[str, int]]], games: Mapping[str, str]) -> Iterator[Impossible]:
    """Hands that stand in two logs. hands: by what they are known again by."""
    both: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for found in hands.values():
        logs: dict[str, int] = {}
        for log, hand in found:
            logs.setdefault(log, hand)
        for one, other in combinations(sorted(logs)[:_MOST_ALIKE], 2):
            both[one, other] += [(one, logs[one]), (other, logs[other])]
    for (one, other), where in sorted(both.items()):
        number = len(where) // 2
        says = f"{number} {'hand is' if number == 1 else 'hands are'} the same in both, card by card"
        yield Impossible("the same hands in two logs", games[one], f"{one} and {other}", says, tuple(sorted(where)))


def same_rows(sheets: Mapping[str, tuple[str, tuple[object, ...]]]) -> Iterator[Impossible]:
    """Sheets whose rows are the same. sheets: by log its game and rows."""
    alike: dict[tuple[str, tuple[object, ...]], list[str]] = defaultdict(list)
    for log, (game, rows) in sheets.items():
        if len(rows) >= SAME_ROWS and len(set(rows)) > 1:
            alike[game, rows].append(log)
    for (game, rows), logs in alike.items():
        for one, other in combinations(sorted(logs)[:_MOST_ALIKE], 2):
            where = tuple((log, hand) for log in (one, other) for hand in range(1, len(rows) + 1))
            says = f"all {len(rows)} rows are the same in both"
            yield Impossible("the same sheet twice", game, f"{one} and {other}", says, where)


def crowded(evenings: Sequence[Evening], pace: float, names: Mapping[str, str]) -> Iterator[Impossible]:
    """People at two tables at one time, and days with more hands than hours for them. pace: seconds that an act takes at least."""
    yield from _hasty(evenings, pace)
    mine: dict[str, list[Evening]] = defaultdict(list)
    for one in evenings:
        for person in one.people:
            mine[person].append(one)
    for person, those in sorted(mine.items()):
        yield from _at_two_tables(those, pace, names.get(person, person))
        yield from _long_days(those, pace, names.get(person, person))


def _hasty(evenings: Sequence[Evening], pace: float) -> Iterator[Impossible]:
    """Logs whose lines tell when they began and ended, with more hands than there was time for."""
    for one in evenings:
        if one.began is None or one.ended is None:
            continue
        there = (one.ended - one.began).total_seconds()
        if there < one.seconds(pace):
            says = f"{one.hands} hands in {_long(there)}; they take {_long(one.seconds(pace))} at least"
            yield Impossible("more hands than the hours allow", one.game, one.log, says, ((one.log, 0),))


def _at_two_tables(mine: Sequence[Evening], pace: float, name: str) -> Iterator[Impossible]:
    timed = sorted(((one.began, one) for one in mine if one.began is not None), key=lambda pair: (pair[0], pair[1].log))
    for (began, one), (other_began, other) in pairwise(timed):
        over = one.over(pace)
        if over is None or other_began >= over:
            continue
        says = f"one table began {_long((other_began - began).total_seconds())} after the other, which went on for {_long((over - began).total_seconds())}"
        if one.ended is None or other_began >= one.ended:
            says += " at least, for its hands"
        yield Impossible("at two tables at one time", other.game, name, says, ((one.log, 0), (other.log, 0)))


def _long_days(mine: Sequence[Evening], pace: float, name: str) -> Iterator[Impossible]:
    days: dict[str, list[Evening]] = defaultdict(list)
    for one in mine:
        if one.day is not None:
            days[one.day].append(one)
    for day, those in sorted(days.items()):
        seconds = sum(one.seconds(pace) for one in those)
        if seconds > DAY_SECONDS:
            says = f"{sum(one.hands for one in those)} hands on {day}; they take {_long(seconds)} at least"
            yield Impossible(
                "more hands than the hours allow", those[0].game, name, says, tuple((one.log, 0) for one in those)
            )


def _long(seconds: float) -> str:
    """A length of time in words."""
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
