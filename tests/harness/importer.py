"""Processes that import logs into an archive and tell by lines on standard output what was done.

`python -m tests.harness.importer WORK ARCHIVE FOLDER [START] [TABLES]`
"""

import itertools
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from upcard.records.archive import importing, keeping
from upcard.records.archive.archive import Archive
from upcard.records.archive.importing import import_logs
from upcard.records.logfile import Read, read_log, read_logs
from upcard.records.storage import Disk
from upcard.schemas.errors import BusyError


def tell(*words: object) -> None:
    """One line to whoever started us."""
    print(*words, flush=True)


def stream(archive: Archive, folder: Path, _: int) -> None:
    """All files in one import; tell what became of each log."""
    for report in import_logs(archive, read_logs([folder]), wait_seconds=30):
        tell(report.status)


def steps(archive: Archive, folder: Path, start: int) -> None:
    """File after file from one on, an import each; tell the number of each when it is done."""
    for number, path in enumerate(sorted(folder.glob("*.jsonl"))[start:], start):
        list(import_logs(archive, [read_log(path)]))
        tell(number)


def among_others(archive: Archive, folder: Path, seed: int) -> None:
    """File after file, an import each, however often others are busy; tell how long each call took and who was."""
    for number, path in enumerate(sorted(folder.glob("*.jsonl"))):
        done = False
        while not done:
            began, busy = time.monotonic(), ""
            try:
                list(import_logs(archive, [read_log(path)], wait_seconds=(0.0, 0.2, 5.0)[(number + seed) % 3]))
                done = True
            except BusyError as error:
                busy = str(error)
            tell(f"{time.monotonic() - began:.3f}", "done" if done else busy)


def count(archive: Archive, folder: Path, _: int) -> None:
    """Count logs and hands until the folder is gone; tell how many, and how many hands the logs should have."""
    while folder.exists():
        began = time.monotonic()
        try:
            with archive.reading(wait_seconds=0.5) as connection:
                found = connection.execute(
                    "SELECT count(*), coalesce(sum(hands), 0)::INTEGER, (SELECT count(*) FROM hands) FROM logs"
                ).fetchall()
            says = " ".join(map(str, found[0]))
        except BusyError as error:
            says = str(error)
        tell(f"{time.monotonic() - began:.3f}", says)


def unclosed(archive: Archive, folder: Path, _: int) -> None:
    """Import all, a transaction each, and end without closing: what was written is left in the write-ahead log."""
    real = importing.keep
    importing._BATCH_EVENTS = 1  # a log alone is too short to fill a batch

    def kept(*args: object, **more: object) -> None:
        real(*args, **more)
        os._exit(0)

    importing.keep = kept
    stream(archive, folder, 0)


def lock_lost(archive: Archive, folder: Path, _: int) -> None:
    """Lose DuckDB's lock in the middle of an import, as one does who opens the file; go on when told to."""

    def reads() -> Iterator[Read]:
        logs = read_logs([folder])
        yield next(logs)
        archive.path.open("rb").close()
        tell("lost")
        sys.stdin.readline()
        yield from logs

    tell(*(report.status for report in import_logs(archive, reads())))


def asks(archive: Archive, _folder: Path, _: int) -> None:
    """Have an archive open for reading until told to go."""
    with archive.reading():
        tell("asked")
        sys.stdin.readline()


def anew(archive: Archive, _folder: Path, call: int) -> None:
    """Make an archive anew, a transaction for each log; killed at this call to the disk, from 1 on."""
    importing._BATCH_EVENTS = 1
    tell("begun")
    importing.rebuild(Archive(archive.path, KillingDisk(call)) if call else archive)
    tell("done")


class KillingDisk(Disk):
    """The real disk; the process is killed where it would give a file another name for the n-th time, or right after that."""

    def __init__(self, call: int) -> None:
        self.left = call

    def rename(self, old: Path, new: Path) -> None:
        self._count()
        super().rename(old, new)
        self._count()

    def _count(self) -> None:
        self.left -= 1
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)


def die_after(tables: int) -> None:
    """Kill this process when the rows of so many tables have gone in: in the middle of a commit, most often."""
    real, left = keeping.take, itertools.count(tables, -1)

    def take(connection: importing.Connection, table: str) -> None:
        if next(left) == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        real(connection, table)

    keeping.take = take


WORK: dict[str, Callable[[Archive, Path, int], None]] = {
    work.__name__: work for work in (stream, steps, among_others, count, unclosed, lock_lost, asks, anew)
}

if __name__ == "__main__":
    work, path, folder, *numbers = sys.argv[1:]
    if numbers[1:]:
        die_after(int(numbers[1]))
    WORK[work](Archive(path), Path(folder), int(numbers[0]))
