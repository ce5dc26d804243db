"""Last One: score sheets of which parts are left out, beside a ledger kept by the page alone (LO-7.1, LO-7.2, LO-9.0d)."""

import random
from typing import Any

import pytest

from tests.builders import found, log_of
from tests.experiments import sessions
from upcard.engine.audit import audit
from upcard.schemas.events import Base, Gap, HandStarted, Scored

WORTHS = [40] * 2 + [25] * 4 + [15] * 4 + [10] * 16 + [value for value in (2, 3, 4, 5, 6, 7, 9) for _ in range(4)]
"""What each card of the pack counts."""


class Sheet:
    """A game of which a sheet is kept. totals: true; known: whose totals the sheet tells; least: what it tells at
    least; told: the points of each row that it tells.
    """

    def __init__(self, number: int) -> None:
        self.rng = rng = random.Random(number)
        self.seats, self.threshold = rng.randint(2, 6), rng.choice([40, 120, 250])
        self.totals, self.known, self.least = [0] * self.seats, [True] * self.seats, [0] * self.seats
        self.events: list[Base] = [HandStarted(dealer=rng.randrange(self.seats))]
        self.told: list[tuple[int | None, ...]] = []
        for _ in range(rng.randint(1, 8)):
            self.hand([seat for seat in range(self.seats) if self.totals[seat] < self.threshold])

    def hand(self, players: list[int]) -> None:
        """A hand, a hand thrown in, or one of which nothing is known."""
        chance, winner = self.rng.random(), self.rng.choice(players)
        if len(players) < 2:
            return
        if chance < 0.1:
            self.events.append(Scored(void=True))
            self.told.append((0,) * self.seats)
            return
        points = [0] * self.seats
        for seat in players:
            if seat != winner and self.rng.random() < 0.85:
                points[seat] = sum(self.rng.sample(WORTHS, self.rng.randint(2, 5)))
        if chance < 0.15:
            self.events.append(Gap(hands=1))
            self.known = [False] * self.seats
            self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        elif sum(points) <= 400:
            self.row(points, points_written=self.rng.random() < 0.6, totals_written=self.rng.random() < 0.5)

    def row(self, points: list[int], *, points_written: bool, totals_written: bool) -> None:
        """A row with one of its columns, both, or none."""
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        written = {"points": tuple(points)} if points_written else {}
        self.events.append(Scored(**written, totals=tuple(self.totals) if totals_written else None))
        told = []
        for seat, value in enumerate(points):
            out = self.least[seat] >= self.threshold
            told.append(value if points_written or out or (totals_written and self.known[seat]) else None)
            self.known[seat] = totals_written or (self.known[seat] and told[seat] is not None)
            self.least[seat] = self.totals[seat] if totals_written else self.least[seat] + points_written * value
        self.told.append(tuple(told))


def rows(numbers: range) -> None:
    """What the sheet tells is told, what it does not tell is not, and nobody is accused."""
    for number in numbers:
        sheet = Sheet(number)
        done = audit(log_of("last_one", sheet.events, sheet.seats, options={"threshold": sheet.threshold}))
        assert [one.result.points for one in done.results] == sheet.told, number
        assert done.findings == [], number


def test_lo_9_0d_a_sheet_in_pieces() -> None:
    rows(range(150))


@pytest.mark.check
def test_lo_9_0d_a_sheet_in_pieces_at_length() -> None:
    rows(range(1000, 1000 + sessions(3000)))


# ---- LO-9.10 A wrong total is told once ----------------------------------------------------------------------------


def told(*written: tuple[Any, Any]) -> tuple[list[int], list[tuple[int | None, ...]]]:
    """Lines of findings, and points, of rows of three players."""
    events = [HandStarted(dealer=0), *(Scored(points=points, totals=totals) for points, totals in written)]
    log = log_of("last_one", events, 3)
    return [one[1] for one in found(log)], [one.result.points for one in audit(log).results]


WRONG = ((0, 20, 30), (0, 25, 30))


def test_lo_9_10_a_wrong_total_that_is_added_to_is_told_once() -> None:
    assert told(WRONG, ((10, 0, 10), (10, 25, 40)), ((0, 5, 10), (10, 30, 50)))[0] == [3]
    assert told(WRONG, ((10, 0, 10), (10, 20, 40)), ((0, 5, 10), (10, 25, 50)))[0] == [3]
    assert told(WRONG, ((10, 0, 10), (10, 30, 40)))[0] == [3, 4]


def test_lo_9_10_after_a_wrong_total_another_alone_leaves_the_points_open() -> None:
    lines, points = told(WRONG, (None, (10, 35, 30)), ((0, 10, 0), (10, 45, 30)))
    assert (lines, points) == ([3], [(0, 20, 30), (10, None, 0), (0, 10, 0)])
