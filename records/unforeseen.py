"""Errors that nobody foresaw: in judging a log they cost that log alone, and they are told as what they are.

A log comes from anybody, and the rules of thirteen games are many. What goes wrong there is a fault of Upcard and no fault
of the log, so it has an exit code of its own, and whoever reads many logs goes on with the next.
"""

import traceback
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Final, TypeVar

from upcard.engine.audit import Audit, Settled, audit
from upcard.engine.effective import effective
from upcard.engine.log import Log, Numbered
from upcard.records.long import Long
from upcard.records.reading import read_bytes
from upcard.schemas.errors import FaultError, StorageError, UpcardError

T = TypeVar("T")

_ROOT: Final = Path(__file__).resolve().parents[1]
_HINT: Final = "nothing is lost; UPCARD_TRACEBACK=1 shows more, for those who mend it"
_PUT_RIGHT: Final = "; `upcard amend` can retract or replace the line"


@contextmanager
def unforeseen(place: str, log: Log) -> Iterator[None]:
    """What is worked out from a log: an error that is none of ours is raised as `FaultError`, which names the line that cannot
    be judged, if there is one. What the system refuses (`OSError`) is no fault of ours.
    """
    try:
        yield
    except (UpcardError, OSError):
        raise
    except Exception as error:
        raise _not_judged(error, place, _line_of(log)) from error


def judged(log: Log, place: str) -> Audit:
    """A log is judged, amendments in force. Raises `FaultError` as `unforeseen` does, and `UsageError` for a header that is no
    table of its game.
    """
    with unforeseen(place, log):
        return audit(log)


class InBlocks:
    """A log that is not held, judged block by block. audit: what is known of it by now, but for what it let go.

    seen: what is judged of some of its events, with the header; all of them as they are, if it is not given.
    Raises as `judged` does.
    """

    def __init__(self, read: Long, seen: Callable[[Log], Log] = lambda log: log) -> None:
        self._read, self._seen = read, seen
        self._blocks = read.blocks()
        self._waiting: list[Numbered] = []
        with self._unforeseen():
            self.audit = Audit(seen(Log(read.header, [])))

    def settled(self, until: int | None = None) -> Iterator[tuple[Sequence[Numbered], Settled]]:
        """The events of each block, and what was settled by it; up to and with a line, if one is named."""
        for events in chain([self._waiting] if self._waiting else [], self._blocks):
            end = len(events) if until is None else bisect_right(events, until, key=itemgetter(0))
            self._waiting = events[end:]
            with self._unforeseen():
                some = self._seen(Log(self._read.header, events[:end])).events
                self.audit.feed(some)
                told = self.audit.let_go()
            yield some, told
            if self._waiting:
                return

    def left(self) -> Settled:
        """What else is known by now."""
        with self._unforeseen():
            return self.audit.left()

    @contextmanager
    def _unforeseen(self) -> Iterator[None]:
        try:
            yield
        except (UpcardError, OSError):
            raise
        except Exception:
            whole = self._seen(read_bytes(self._read.data(), self._read.place).log)
            with unforeseen(self._read.place, whole):
                raise


def each(found: Iterable[T], place: str, log: Log) -> Iterator[T]:
    """What is worked out from a log one by one, as long as it can be; then it raises `FaultError`."""
    one = iter(found)
    while True:
        with unforeseen(place, log):
            try:
                given = next(one)
            except StopIteration:
                return
        yield given


def fault(error: Exception, place: str = "", what: str = "this could not be done") -> UpcardError:
    """An error that nobody foresaw as one of ours: its kind, what it says, and where in the code it came up."""
    if isinstance(error, MemoryError):
        return StorageError(f"{what}: there is not enough memory", place=place, hint="limits are told by: ulimit -a")
    inner = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({_name(frame.filename)}, line {frame.lineno})" for frame in inner)
    says = f": {error}" if str(error) else ""
    return FaultError(f"{what}, by a fault of Upcard: {type(error).__name__}{says}{where}", place=place, hint=_HINT)


def _name(file: str) -> str:
    path = Path(file).resolve()
    return str(path.relative_to(_ROOT)) if path.is_relative_to(_ROOT) else path.name


def _not_judged(error: Exception, place: str, line: int | None) -> UpcardError:
    told = fault(
        error, place, f"line {line} of this log could not be judged" if line else "this log could not be judged"
    )
    if line and isinstance(told, FaultError):
        told.hint += _PUT_RIGHT
    return told


def _line_of(log: Log) -> int | None:
    """The line that cannot be judged, if it cannot be either where lines are judged one by one."""
    line = None
    try:
        standing = effective(log)
        done = Audit(standing)
        for numbered in standing.events:
            line = numbered[0]
            done.feed([numbered])
    except Exception:  # noqa: BLE001 - it is the line that is asked for
        return line
    return None
