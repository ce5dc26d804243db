"""Errors that nobody foresaw: in judging a log they cost that log alone, and they are told as what they are.

A log comes from anybody, and the rules of thirteen games are many. What goes wrong there is a fault of Upcard and no fault
of the log, so it has an exit code of its own, and whoever reads many logs goes on with the next.
"""

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, Self, TypeVar

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


def _given(log: Log) -> Log:
    return log


class InBlocks:
    """A log judged block by block. audit: what is known of it by now, but for what it let go; one that is held lets nothing go.

    seen: what is judged of some of its events, with the header; all of them as they are, if it is not given.
    Raises as `judged` does.
    """

    def __init__(self, read: Long, seen: Callable[[Log], Log] | None = None) -> None:
        seen = seen or _given
        self._begin(Log(read.header, []), read.blocks(), read.place, seen)
        self._whole: Callable[[], Log] = lambda: seen(read_bytes(read.data(), read.place).log)
        self._held = False

    @classmethod
    def held(cls, log: Log, place: str) -> Self:
        """The same of a log that is held, its amendments in force."""
        judging: Self = object.__new__(cls)
        judging._whole = partial(_given, log)
        judging._held = True
        judging._begin(Log(log.header, []), iter([log.events]), place, _given)
        return judging

    def _begin(self, log: Log, blocks: Iterator[Sequence[Numbered]], place: str, seen: Callable[[Log], Log]) -> None:
        self._header, self._place, self._seen = log.header, place, seen
        self._blocks = blocks
        self._waiting: Sequence[Numbered] = []
        with self.foreseen():
            self.audit = Audit(seen(log))

    def blocks(self, until: int | None = None) -> Iterator[Sequence[Numbered]]:
        """The events of each block, as they are judged; up to the last that stands on a line up to this one."""
        for events in chain([self._waiting] if self._waiting else [], self._blocks):
            end = len(events)
            if until is not None:
                end = max((place for place, (line, _) in enumerate(events, start=1) if line <= until), default=0)
            self._waiting = events[end:]
            with self.foreseen():
                some = self._seen(Log(self._header, events[:end])).events
            yield some
            if self._waiting:
                return

    def settled(self, until: int | None = None) -> Iterator[tuple[Sequence[Numbered], Settled]]:
        """Judge them, and tell what was settled by each."""
        for events in self.blocks(until):
            with self.foreseen():
                self.audit.feed(events)
            yield events, self.let_go()

    def let_go(self) -> Settled:
        """What is settled since this was last asked, and forgotten."""
        with self.foreseen():
            return Settled([], [], [], []) if self._held else self.audit.let_go()

    def left(self) -> Settled:
        """What else is known by now."""
        with self.foreseen():
            return self.audit.left()

    @contextmanager
    def foreseen(self) -> Iterator[None]:
        """What is worked out from the log, see `unforeseen`."""
        try:
            yield
        except (UpcardError, OSError):
            raise
        except Exception:
            with unforeseen(self._place, self._whole()):
                raise


def each(found: Iterable[T], judging: InBlocks) -> Iterator[T]:
    """What is worked out from a log one by one, as long as it can be; then it raises `FaultError`."""
    one = iter(found)
    while True:
        with judging.foreseen():
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
