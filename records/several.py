"""Logs of many files worked on by several processes, and what comes of them in the order of the logs."""

import gc
import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count, islice
from multiprocessing import active_children, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread, current_thread, main_thread
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from upcard.records.parts import PART_BYTES, Part
from upcard.records.reading import Read
from upcard.schemas.errors import UpcardError

T = TypeVar("T")

_AHEAD: Final = 4 * PART_BYTES
"""So many bytes a process are read before what comes of the first is taken: parts of small files are many."""
_MOST_AHEAD: Final = 256
"""So many parts a process at most."""
_COLLECTED: Final = 20_000
"""After so many new objects a process looks for garbage, the one that asks too: what each holds is bounded by parts, and most of it is needed
to their end.
"""


class Task(Protocol):
    """Work that is done elsewhere."""

    def result(self) -> Any:
        """What came of it, once it is done; raises what it raised, or that nobody is left who does it."""


class Pool(Protocol):
    """Who takes work: processes of this machine, or of others (`clusters`)."""

    def submit(self, work: Callable[..., Any], /, *given: Any) -> Task:
        """Have it done. Raises `BrokenExecutor` if nobody is there any more."""


class Processes(NamedTuple):
    """So many processes that wait for work."""

    pool: Pool
    jobs: int


@contextmanager
def processes(jobs: int) -> Iterator[Processes | None]:
    """Processes that work beside this one; none if it works alone, or the system gives none. They begin at once: what is
    opened later is not theirs. None is left when this ends.
    """
    pool = None if jobs == 1 else _pool(jobs)
    if pool is None:
        yield None
        return
    seldom = gc.get_threshold()
    try:
        gc.set_threshold(_COLLECTED, *seldom[1:])
        yield Processes(pool, jobs)
    finally:
        gc.set_threshold(*seldom)
        with uninterrupted():
            pool.shutdown(cancel_futures=True)


def _pool(jobs: int) -> ProcessPoolExecutor | None:
    """So many processes; None if there is no room for them, or nothing to speak with them by."""
    others = active_children()
    masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # what breaks this off leaves none half begun
    try:
        pool = ProcessPoolExecutor(jobs, initializer=_begun)
        pool.submit(int)
    except (OSError, RuntimeError):
        for process in active_children():
            if process not in others:
                process.kill()
                process.join()
        return None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, masked)
    return pool


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C once more does not break off what the first has begun: each process ends the part that it is at."""
    if current_thread() is not main_thread():
        yield
        return
    was = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, was)


def _begun() -> None:
    """A process goes when the one that began it goes, and not before."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # what was there before is no garbage
    gc.set_threshold(_COLLECTED)
    beginner = parent_process()
    if beginner is None:
        return
    try:
        Thread(target=_gone_with, args=[beginner], daemon=True).start()
    except RuntimeError:  # there is no room for another thread
        os._exit(1)


def _gone_with(beginner: BaseProcess) -> None:
    beginner.join()
    os._exit(1)


def in_order(
    parts: Iterable[Part],
    several: Processes,
    work: Callable[[Part], list[T] | None],
    alone: Callable[[Any], T],
    again: Callable[[str], Iterable[Any]],
    whole: Callable[[T, Part], T] = lambda one, _part: one,
) -> Iterator[T]:
    """What comes of each log. work: done by one of the processes, None if something is wrong with the part. Then, and where no
    process is left, its logs are worked on here, one by one (alone); or those of its whole file, if it is the bytes that are
    wrong (again). Work begins before the first of what comes of it is asked for. whole: adds what was not sent back, as it is here.
    """
    waiting: deque[tuple[int, Part, Task | None]] = deque()
    done: Counter[int] = Counter()
    wrong: set[int] = set()
    numbers = count(1)
    pieces = iter(parts)
    source = held = 0  # a file that is named twice is two

    def read_ahead() -> None:
        """Have parts worked on until enough are."""
        nonlocal source, held
        while held < _AHEAD * several.jobs and len(waiting) < _MOST_AHEAD * several.jobs:
            part = next(pieces, None)
            if part is None:
                return
            source = source if part.offset else next(numbers)
            if source not in wrong:
                waiting.append((source, part, _submitted(several.pool, work, part)))
                held += len(part.data or b"")

    def settled(source: int, part: Part, future: Task | None) -> Iterator[T]:
        if source in wrong:
            return
        found: Iterable[T] | None = _result(future)
        if found is None:
            reads = _readable(part)
            if reads is None:
                wrong.add(source)
                reads = islice(again(part.file), done[source], None)
            found = map(alone, reads)
        else:
            found = (whole(one, part) for one in found)
        for one in found:
            done[source] += 1
            yield one

    def all_settled() -> Iterator[T]:
        nonlocal held
        while waiting:
            first = waiting.popleft()
            yield from settled(*first)
            held -= len(first[1].data or b"")
            read_ahead()

    read_ahead()
    return all_settled()


def _readable(part: Part) -> Iterable[Read] | None:
    try:
        return list(part.reads())
    except UpcardError:
        return None


def _submitted(pool: Pool, work: Callable[[Part], list[T] | None], part: Part) -> Task | None:
    """The work on a part; None if the processes are gone, as when the system killed one for its memory, or begins no more."""
    try:
        return pool.submit(work, part)
    except (BrokenExecutor, OSError):
        return None


def _result(task: Task | None) -> Any:
    try:
        return None if task is None else task.result()
    except Exception:  # noqa: BLE001 - the process is gone, or met what nobody foresaw: it is met again here, and told
        return None
