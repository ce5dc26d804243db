"""Measuring in one run: the things compared take turns, and medians of their ratios are told."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

UPCARD = [sys.executable, "-m", "upcard.cli"]


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


def simulate(stream: Path, game: str, sessions: int, hands: int) -> None:
    """Write so many sessions of a game into one file, in a process of its own."""
    command = [*UPCARD, "simulate", game, "--hands", str(hands), "--sessions", str(sessions)]
    with stream.open("wb") as file:
        subprocess.run(command, stdout=file, check=True)
