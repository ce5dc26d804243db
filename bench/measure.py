"""Measuring in one run: the things compared take turns, and medians of their ratios are told."""

import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple


class Row(NamedTuple):
    """One figure: what was measured, for what, as a number, and the floor it is held against, if there is one."""

    what: str
    game: str
    value: float
    unit: str
    floor: float | None = None
    most: bool = True
    """Whether the floor is the most it may be, or the least."""

    @property
    def kept(self) -> bool | None:
        """Whether the floor is reached."""
        if self.floor is None:
            return None
        return self.value <= self.floor if self.most else self.value >= self.floor


def seconds(act: Callable[[], object]) -> float:
    """How long something takes, once."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def in_turn(acts: Mapping[str, Callable[[], object]], rounds: int = 9) -> dict[str, list[float]]:
    """The times of each act in each round, A B C A B C ..., so that a drift of the machine meets all alike."""
    for act in acts.values():
        act()
    times: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(rounds):
        for name, act in acts.items():
            times[name].append(seconds(act))
    return times


def ratio(times: Mapping[str, list[float]], top: str, bottom: str) -> float:
    """The median of the ratios, round by round."""
    return statistics.median(a / b for a, b in zip(times[top], times[bottom], strict=True))
