"""Many logs judged, and taken into an archive, by two processes against one."""

import os
import subprocess
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

from bench.measure import UPCARD, Row, in_turn, ratio, simulate

SESSIONS = 6000
"""Enough that the start of the processes counts for little."""


def rows(folder: Path) -> Iterator[Row]:
    """How many times as fast two are."""
    stream = folder / "processes.jsonl"
    simulate(stream, "court_piece", SESSIONS, 10)
    acts = {str(jobs): partial(verified, stream, jobs) for jobs in (1, 2)}
    times = in_turn(acts, rounds=5)
    wanted = 1.6 if (os.cpu_count() or 1) > 1 else None
    yield Row("verify by one process / by two", "court_piece", ratio(times, "1", "2"), "x", wanted, most=False)
    archives = (folder / f"{stream.stem}-{number}.duckdb" for number in count())
    acts = {str(jobs): partial(taken_in, stream, archives, jobs) for jobs in (1, 2)}
    times = in_turn(acts, rounds=2)
    yield Row("import by one process / by two", "court_piece", ratio(times, "1", "2"), "x", wanted, most=False)


def verified(stream: Path, jobs: int) -> None:
    """Judge all logs of a stream."""
    command = [*UPCARD, "verify", "-j", str(jobs), str(stream)]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def taken_in(stream: Path, archives: Iterator[Path], jobs: int) -> None:
    """Import all logs of a stream into a new archive, the next of these."""
    command = [*UPCARD, "import", "-j", str(jobs), str(stream), "--archive", str(next(archives))]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
