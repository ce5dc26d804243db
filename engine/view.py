"""Views: a log as one viewer would have written it. A viewer knows of a state whatever follows from that log."""

from typing import Any

import msgspec

from upcard.engine.log import Log
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import Amended, Event, Inserted, Opened, Took
from upcard.schemas.events.base import Sight

PUBLIC = -1
"""The viewer who sees only what everybody at the table saw."""


def redact(event: Event, viewer: int) -> Event:
    """The event as a viewer (a seat, or PUBLIC) saw it: the same act, with `??` for cards it did not see."""
    if isinstance(event, Amended | Inserted):
        return msgspec.structs.replace(event, event=redact(event.event, viewer))
    if not event.hidden or (isinstance(event, Took) and event.openly):
        return event
    changes: dict[str, Any] = {
        name: _veiled(getattr(event, name), sight, event, viewer)
        for name, sight in event.hidden.items()
        if getattr(event, name) is not None
    }
    return msgspec.structs.replace(event, **changes) if changes else event


def redact_log(log: Log, viewer: int, name: str) -> Log:
    """A copy of a log as a viewer would have written it, with an id of its own, line for line.

    Its seals are those of the original: whoever writes the copy seals it anew. What amends its header names the copy.
    """
    own = log.header.log
    header = msgspec.structs.replace(log.header, log=name, derived_from=own, viewer=viewer)
    return Log(header, [(line, _copied(event, own, name, viewer)) for line, event in log.events])


def _copied(event: Event, own: str, name: str, viewer: int) -> Event:
    """An event of a log as it stands in the copy. own, name: the ids of the log and of the copy."""
    if isinstance(event, Amended):
        return msgspec.structs.replace(event, event=_copied(event.event, own, name, viewer))
    if isinstance(event, Opened) and event.log == own:
        return msgspec.structs.replace(event, log=name, derived_from=own, viewer=viewer)
    return redact(event, viewer)


def _veiled(value: Any, sight: Sight, event: Any, viewer: int) -> Any:
    if sight == "each":
        return tuple(cards if seat == viewer else _backs(cards) for seat, cards in enumerate(value))
    if sight == "seat" and event.seat == viewer:
        return value
    if sight == "pair" and viewer in {event.seat, event.to}:
        return value
    return {place: _backs(cards) for place, cards in value.items()} if isinstance(value, dict) else _backs(value)


def _backs(cards: Any) -> Any:
    if cards is None:
        return None
    return UNKNOWN if isinstance(cards, str) else tuple(UNKNOWN for _ in cards)
