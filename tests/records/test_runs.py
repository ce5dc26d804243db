"""Streaks over any days, against hands that are counted one by one."""

import random
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.records.archives import new_archive, take
from upcard.records.archive.verifying import verify_archive
from upcard.records.questions import ask
from upcard.schemas.codec import encode_line
from upcard.schemas.events import Base, Gap, HandStarted, Opened, Scored

FOUR = ("ann", "bob", "cid", "dee")
DAYS = ("", *(f"2026-01-0{day}" for day in range(1, 7)))


class Evening(NamedTuple):
    """A session: its day, its id, and the winner of each hand; nobody: it was missed."""

    day: str
    log: str
    winners: list[str]

    def data(self) -> bytes:
        events: list[Base] = []
        for winner in self.winners:
            left = tuple(0 if one == winner else seat + 1 for seat, one in enumerate(FOUR))
            events += [HandStarted(), Scored(counts=left)] if winner else [Gap(hands=1)]
        header = Opened(format="upcard/1", log=self.log, game="big_two", seats=FOUR, at=self.day or None)
        return b"".join(encode_line(event) + b"\n" for event in (header, *events))


def evenings(rng: random.Random, count: int) -> list[Evening]:
    """Sessions in which whoever wins tends to win again, over their ends as well; by day, those without one first."""
    logs = sorted((rng.choice(DAYS), f"log-{number:02}") for number in range(count))
    winner, made = "ann", []
    for day, log in logs:
        winners = []
        for _ in range(rng.randrange(1, 6)):
            winner = rng.choice(FOUR) if rng.random() < 0.3 else winner
            winners.append("" if rng.random() < 0.05 else winner)
        made.append(Evening(day, log, winners))
    return made


def longest(played: list[Evening], person: str) -> tuple[Any, ...] | None:
    """The longest streak, the first of several: hands, days, log and hand of the first."""
    hands = [(one.day, one.log, at, who) for one in played for at, who in enumerate(one.winners, start=1)]
    runs = [list(run) for won, run in groupby(hands, key=lambda hand: hand[3] == person) if won]
    if not runs:
        return None
    best = max(runs, key=len)
    return len(best), best[0][0] or None, best[-1][0] or None, best[0][1], best[0][2]


@pytest.mark.check
def test_streaks_over_any_days_are_those_of_the_hands(tmp_path: Path) -> None:
    rng = random.Random(5)
    for number in range(3):
        played = evenings(rng, 30)
        archive = new_archive(tmp_path / str(number))
        take(archive, [one.data() for one in rng.sample(played, len(played))])
        for since, until in [("", ""), *((rng.choice(DAYS), rng.choice(DAYS)) for _ in range(25))]:
            given = {name: day for name, day in (("since", since), ("until", until)) if day}
            meant = [one for one in played if not given or (one.day and since <= one.day <= (until or "9"))]
            told = {row[1]: (row[2], *days(row), *row[5:]) for row in ask(archive, "streaks", given).rows}
            for person in FOUR:
                assert told.get(person) == longest(meant, person), (number, given, person)
        assert list(verify_archive(archive)) == []


def test_the_end_of_a_streak_without_a_day_is_not_that_of_another(tmp_path: Path) -> None:
    played = [Evening("", "log-1", ["ann", "ann", "bob"]), Evening("2026-01-02", "log-2", ["ann", "ann"])]
    archive = new_archive(tmp_path, [one.data() for one in played])
    told = {row[1]: (row[2], *days(row), *row[5:]) for row in ask(archive, "streaks", {}).rows}
    assert told["ann"] == (2, None, None, "log-1", 1)


def days(row: tuple[Any, ...]) -> tuple[str | None, ...]:
    return tuple(day.isoformat() if day else None for day in row[3:5])
