"""One piece of work at a time, done by another thread while this one goes on."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as until_done
from contextlib import contextmanager

from upcard.records.several import uninterrupted


class Aside:
    """What is begun here goes on aside. It pays for work that is not Python's, such as a query."""

    def __init__(self, pool: ThreadPoolExecutor | None) -> None:
        self._pool = pool
        self._work: Future[object] | None = None

    def begin(self, work: Callable[[], object]) -> None:
        """Begin a piece of work, once the one before is done; where the system begins no thread, it is done at once."""
        self.wait()
        if self._pool is None:
            work()
        else:
            self._work = self._pool.submit(work)

    @property
    def idle(self) -> bool:
        """Whether nothing is being done."""
        return self._work is None or self._work.done()

    def pause(self) -> None:
        """Return when what was begun is done. What it raised is kept for who waits."""
        if (work := self._work) is not None:
            until_done([work])

    def wait(self) -> None:
        """Return when what was begun is done. Raises what it raised, once."""
        work, self._work = self._work, None
        if work is not None:
            work.result()


@contextmanager
def aside() -> Iterator[Aside]:
    """A place to work aside. When this ends, what was begun there has ended."""
    pool = ThreadPoolExecutor(1)
    try:
        yield Aside(pool if _begins(pool) else None)
    finally:
        with uninterrupted():
            pool.shutdown()


def _begins(pool: ThreadPoolExecutor) -> bool:
    """Whether its thread begins. A pool keeps what it could give to none, and gives it to one that begins later: it is asked
    once, with nothing to be done.
    """
    try:
        pool.submit(int)
    except RuntimeError:
        return False
    return True
