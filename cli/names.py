"""A log with the names that people use, as its header gives them, in the place of player ids: for people to read."""

from collections import Counter

import msgspec

from upcard.engine.log import Log
from upcard.schemas.events import Amended, Event, Inserted, Joined, Opened


def named(log: Log) -> Log:
    """The log with names for ids. Where two ids would be called alike, both keep their ids."""
    given = log.header.names or {}
    if not given:
        return log
    joined = {event.player for _, event in log.events if isinstance(event, Joined)}
    ids = {*log.header.seats, *given, *joined}
    count = Counter(given.get(player) or player for player in ids)
    names = {player: name for player, name in given.items() if name and count[name] == 1}
    header = _called(log.header, names)
    assert isinstance(header, Opened)
    return Log(header, [(line, _called(event, names)) for line, event in log.events])


def _called(event: Event, names: dict[str, str]) -> Event:
    if isinstance(event, Opened):
        return msgspec.structs.replace(event, seats=tuple(names.get(player, player) for player in event.seats))
    if isinstance(event, Joined):
        return msgspec.structs.replace(event, player=names.get(event.player, event.player))
    if isinstance(event, Amended | Inserted):
        return msgspec.structs.replace(event, event=_called(event.event, names))
    return event
