"""A log in memory: its header, and its events with the lines they stand on."""

from collections.abc import Sequence
from typing import NamedTuple

from upcard.schemas.events import Event, Opened

Numbered = tuple[int, Event]
"""A line number (the header is line 1) and the event that stands there."""


class Log(NamedTuple):
    """One session of one game at one table, as read or as amended. The header is not among the events."""

    header: Opened
    events: Sequence[Numbered]

    @classmethod
    def of(cls, header: Opened, events: Sequence[Event]) -> "Log":
        """A log of these events, on the lines 2, 3, ..."""
        return cls(header, list(enumerate(events, start=2)))
