"""Redacted copies: a log as one seat saw it, or as all did, with an id of its own that names the log it was made from."""

import msgspec

from upcard.engine.effective import effective
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.chain import same_lines
from upcard.records.ids import derived_id
from upcard.records.logfile import Read, read_bytes
from upcard.schemas.errors import UsageError


def redacted(log: Log, viewer: int) -> Log:
    """The copy of a log for a viewer (a seat, or PUBLIC), line for line. The same log and viewer give the same id.

    Raises `UsageError` for a seat that this table does not have.
    """
    seats = len(log.header.seats)
    if not PUBLIC <= viewer < seats:
        raise UsageError(f"no seat {viewer} to see it", hint=f"0 to {seats - 1}")
    return redact_log(log, viewer, derived_id("redacted", log.header.log, viewer))


def redacted_copy(read: Read, viewer: int) -> Read:
    """The same as it stands in a file: each event on the line that it has in the original, and sealed anew.

    What is such a copy already is left as it is. Raises `UsageError` for the copy of another viewer, which lacks what this
    one saw, and for a seat that this table does not have.
    """
    header = effective(read.log).header
    if header.derived_from is not None:
        if header.viewer == viewer:
            return read
        raise UsageError(
            f"this is a copy of log {header.derived_from} already, as {_viewer(header.viewer)} saw it",
            place=read.place,
            hint="export the log that it was made from",
        )
    copy = read_bytes(same_lines(redacted(read.log, viewer)), read.place)
    return msgspec.structs.replace(copy, torn=read.torn, names=read.names)


def _viewer(viewer: int | None) -> str:
    return "everybody" if viewer in {None, PUBLIC} else f"seat {viewer}"
