"""Processes that append to a log and tell each line that was acknowledged through a pipe."""

import os
import random
import traceback
from collections.abc import Callable
from pathlib import Path

from upcard.records.logfile import LogWriter
from upcard.schemas.errors import ForkedError
from upcard.schemas.events import Event, HandStarted, Noted


def numbered(number: int) -> Event:
    """The n-th event of a stream: every fifth begins a hand, so that seals are written too."""
    note = f"{number}:{'x' * (number % 700)}"
    return HandStarted(note=note) if number % 5 == 0 else Noted(note=note)


def child(work: Callable[[int], None]) -> tuple[int, int]:
    """Run work in a process of its own, with a pipe to tell things by. Gives its id, and the other end."""
    source, target = os.pipe()
    process = os.fork()
    if process:
        os.close(target)
        return process, source
    code = 1
    try:
        os.close(source)
        work(target)
        code = 0
    except BaseException:  # noqa: BLE001 - a child must not run on into the tests
        traceback.print_exc()
    finally:
        os._exit(code)


def append_on(path: Path, number: int, expect: int, pipe: int) -> None:
    """Append events from this number on for ever; tell number and line of each once it is acknowledged."""
    with LogWriter.open(path, wait_seconds=5) as writer:
        while True:
            expect = writer.append(numbered(number), expect=expect) + 1
            os.write(pipe, b"%d %d\n" % (number, expect - 1))
            number += 1


def append_among_others(path: Path, who: int, most: int, pipe: int) -> None:
    """Append so many events, each asked for twice or more, while others do too; tell the lines."""
    rng = random.Random(who)
    for number in range(most):
        event = Noted(note=f"{who}/{number}", id=f"{who}/{number}")
        with LogWriter.open(path, wait_seconds=60) as writer:
            stale = rng.choice([None, 2, writer.next_line - 1, writer.next_line])
            try:
                line = writer.append(event, expect=stale)
            except ForkedError:
                line = writer.append(event, expect=writer.next_line)
            if rng.random() < 0.3:
                assert writer.append(event, expect=line) == line
        if rng.random() < 0.3:
            with LogWriter.open(path, wait_seconds=60) as writer:
                assert writer.append(event) == line
        os.write(pipe, b"%d %d\n" % (number, line))
