"""A million events, and a quarter of a million: verified and imported in processes of their own, with their memory."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.measure import UPCARD, Row, simulate

SIZES = {"256 thousand": 450, "a million": 1800}
"""How many events, roughly, in so many sessions of Court Piece."""
HANDS = 10


def rows(folder: Path) -> Iterator[Row]:
    """Seconds and peak memory: a stream four times as long must not take much more memory."""
    for name, sessions in SIZES.items():
        stream = folder / f"{sessions}.jsonl"
        simulate(stream, "court_piece", sessions, HANDS)
        archive = folder / f"{sessions}.duckdb"
        for what, command in (("verify", ["verify"]), ("import", ["import", "--archive", str(archive)])):
            seconds, peak = measured([*command, str(stream)])
            yield Row(f"{what} {name} events", "court_piece", seconds, "s")
            yield Row(f"{what} {name} events, peak memory", "court_piece", peak, "MiB")
        size = archive.stat().st_size / (sessions * HANDS)
        yield Row(f"archive file, a hand of {sessions * HANDS:,}", "court_piece", size, "bytes", 700)


def measured(command: list[str]) -> tuple[float, float]:
    """Seconds, and peak memory in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen([*UPCARD, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    return time.perf_counter() - start, used.ru_maxrss / (1024 if sys.platform != "darwin" else 1 << 20)
