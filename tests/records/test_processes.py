"""R1, R9: writers that are killed, and writers that compete. No acknowledged event is lost, doubled or moved."""

import fcntl
import os
import random
import select
import signal
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from tests.experiments import sessions
from tests.harness.appender import append_among_others, append_on, child, numbered
from tests.harness.logs import HEADER
from upcard.records.logfile import LogWriter, read_log
from upcard.records.storage import DISK
from upcard.schemas.errors import BusyError
from upcard.schemas.events import Event


def drained(pipe: int) -> list[tuple[int, int]]:
    """What a child told: numbers and lines. A line that it could not finish was not told."""
    with os.fdopen(pipe, "rb") as file:
        told = file.read().split(b"\n")[:-1]
    return [(int(number), int(line)) for number, line in (one.split() for one in told)]


@pytest.mark.parametrize(
    "kills", [pytest.param(sessions(100), marks=pytest.mark.check), pytest.param(1_000, marks=pytest.mark.torture)]
)
def test_killed_writers_lose_nothing_acknowledged(tmp_path: Path, kills: int) -> None:
    rng = random.Random(21)
    killed_at_work = 0
    for kill in range(kills):
        if kill % 100 == 0:  # a log as long as a long session: reopening reads all of it
            path = tmp_path / f"{kill}.jsonl"
            LogWriter.create(path, HEADER).close()
            number, line = 0, 1
        process, pipe = child(partial(append_on, path, number, line + 1))
        if rng.random() < 0.7:  # at work; else perhaps before
            select.select([pipe], [], [], 30)
        time.sleep(rng.uniform(0, 0.03))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        told = drained(pipe)
        killed_at_work += bool(told)
        if told:
            number, line = told[-1][0] + 1, told[-1][1]
        began = time.monotonic()
        with LogWriter.open(path) as writer:
            read = writer.read
        assert time.monotonic() - began < 1
        found = {at: event for at, event in read.log.events}  # noqa: C416 - line to event
        assert all(found[at] == numbered(which) for which, at in told)
        events: list[Event] = [event for _, event in read.log.events]
        assert events == [numbered(which) for which in range(len(events))], "doubled or moved"
        assert number <= len(events) <= number + 1
    assert killed_at_work > kills // 2


@pytest.mark.parametrize(
    ("processes", "each"),
    [pytest.param(16, sessions(12), marks=pytest.mark.check), pytest.param(16, 500, marks=pytest.mark.torture)],
)
def test_competing_writers_lose_and_double_nothing(tmp_path: Path, processes: int, each: int) -> None:
    path = tmp_path / "log.jsonl"
    LogWriter.create(path, HEADER).close()
    children = [child(lambda target, who=who: append_among_others(path, who, each, target)) for who in range(processes)]
    told = [drained(pipe) for _, pipe in children]
    assert [os.waitpid(process, 0)[1] for process, _ in children] == [0] * processes
    events = dict(read_log(path, whole=True).log.events)
    assert sorted(line for lines in told for _, line in lines) == sorted(events) == list(range(2, 2 + processes * each))
    for who, lines in enumerate(told):
        assert all(events[line].note == f"{who}/{number}" for number, line in lines)
        assert lines == sorted(lines)
        assert len(lines) == each


def test_r10_who_holds_a_lock_is_told_though_it_wrote_its_name_late(tmp_path: Path) -> None:
    """A busy machine may stop a process between its lock and its name; who held the lock before stands there till then."""
    gone = os.fork()
    if not gone:
        os._exit(0)
    os.waitpid(gone, 0)
    path = tmp_path / "log.lock"
    path.write_text(f"{gone}\n")
    holder = os.open(path, os.O_RDWR)
    fcntl.flock(holder, fcntl.LOCK_EX)
    late = threading.Timer(0.3, os.pwrite, (holder, b"%-10d\n" % os.getpid(), 0))
    late.start()
    try:
        with pytest.raises(BusyError, match=f"process {os.getpid()} is writing"):
            DISK.lock(path)
    finally:
        late.join()
        os.close(holder)
    os.close(DISK.lock(path))


def test_a_lock_that_is_let_go_while_its_holder_is_looked_for_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "log.lock"
    holder = os.open(path, os.O_RDWR | os.O_CREAT)
    fcntl.flock(holder, fcntl.LOCK_EX)
    late = threading.Timer(0.2, os.close, (holder,))
    late.start()
    os.close(DISK.lock(path))
    late.join()
