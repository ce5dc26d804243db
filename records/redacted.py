"""Redacted copies: a log as one seat saw it, or as all did, with an id of its own that names the log it was made from."""

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from upcard.engine.effective import effective
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact, redact_log
from upcard.records.chain import on_their_lines, same_lines
from upcard.records.ids import derived_id
from upcard.records.logfile import Read, read_bytes
from upcard.records.long import Long, laid_aside
from upcard.records.reading import read_again
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Event, Opened


def _check_seat(header: Opened, viewer: int) -> None:
    """Raises `UsageError` for a seat that this table does not have."""
    seats = len(header.seats)
    if not PUBLIC <= viewer < seats:
        raise UsageError(f"no seat {viewer} to see it", hint=f"0 to {seats - 1}")


def redacted(log: Log, viewer: int) -> Log:
    """The copy of a log for a viewer (a seat, or PUBLIC), line for line. The same log and viewer give the same id.

    Raises `UsageError` for a seat that this table does not have.
    """
    _check_seat(log.header, viewer)
    return redact_log(log, viewer, derived_id("redacted", log.header.log, viewer))


def redacted_play(header: Opened, events: Iterable[Event], viewer: int) -> tuple[Opened, Iterator[Event]]:
    """The same of play that comes event by event, and has no amendments."""
    copy = redacted(Log(header, []), viewer)
    return copy.header, (redact(event, viewer) for event in events)


def redacted_copy(read: Read | Long, viewer: int) -> Read | Long:
    """The same as it stands in a file: each event on the line that it has in the original, and sealed anew.

    What is such a copy already is left as it is. Raises `UsageError` for the copy of another viewer, which lacks what this
    one saw, and for a seat that this table does not have.
    """
    header = effective(read.log).header if isinstance(read, Read) else read.header
    if header.derived_from is not None:
        if header.viewer == viewer:
            return read
        raise UsageError(
            f"this is a copy of log {header.derived_from} already, as {_viewer(header.viewer)} saw it",
            place=read.place,
            hint="export the log that it was made from",
        )
    if isinstance(read, Long):
        copy = read_again(laid_aside(_lines_of(read, viewer)), read.place)
        return msgspec.structs.replace(copy, names=read.names)
    copy = read_bytes(same_lines(redacted(read.log, viewer)), read.place)
    return msgspec.structs.replace(copy, torn=read.torn, names=read.names)


def _lines_of(read: Long, viewer: int) -> Iterator[bytes]:
    """The lines of the copy of a log that is not held."""
    _check_seat(read.header, viewer)
    name = derived_id("redacted", read.header.log, viewer)
    header = redact_log(Log(read.header, []), viewer, name).header
    blocks = (redact_log(Log(read.header, events), viewer, name).events for events in read.blocks())
    return on_their_lines(header, chain.from_iterable(blocks))


def _viewer(viewer: int | None) -> str:
    return "everybody" if viewer in {None, PUBLIC} else f"seat {viewer}"
