"""Errors that nobody foresaw: in judging a log they cost that log alone, and they are told as what they are.

A log comes from anybody, and the rules of thirteen games are many. What goes wrong there is a fault of Upcard and no fault
of the log, so it has an exit code of its own, and whoever reads many logs goes on with the next.
"""

import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from upcard.engine.audit import Audit, audit
from upcard.engine.effective import effective
from upcard.engine.log import Log
from upcard.records.long import Long
from upcard.records.reading import read_bytes
from upcard.schemas.errors import FaultError, StorageError, UpcardError
from upcard.schemas.findings import Doubt, Finding

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


def judged_in_blocks(read: Long) -> Iterator[tuple[list[Finding], list[Doubt]]]:
    """What is found in a log that is not held, and what the record cannot tell, bit by bit. Raises as `judged` does."""
    done = Audit(Log(read.header, []))
    try:
        for events in read.blocks():
            done.feed(events)
            yield done.let_go()
        yield done.findings, done.doubts
    except (UpcardError, OSError):
        raise
    except Exception:
        whole = read_bytes(read.data(), read.place).log
        with unforeseen(read.place, whole):
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
