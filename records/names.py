"""A log with the names that people use in the place of player ids: for people to read."""

from collections import Counter
from collections.abc import Mapping

import msgspec

from upcard.engine.effective import effective
from upcard.engine.log import Log
from upcard.records.logfile import Read
from upcard.records.long import Long
from upcard.schemas.events import Amended, Event, Inserted, Joined, Opened


def named(log: Log, names: Mapping[str, str]) -> Log:
    """The log with names for ids: those of the archive it was read from, else of its header."""
    return called(log, names_of(log, names))


def header_called(read: Read | Long) -> Opened:
    """The header of a log, with the names of those who sat there."""
    log = Log(read.header, read.sat) if isinstance(read, Long) else effective(read.log)
    return named(log, read.names).header


def called(log: Log, names: Mapping[str, str]) -> Log:
    """The log with each of these ids called so."""
    if not names:
        return log
    header = _called(log.header, names)
    assert isinstance(header, Opened)
    return Log(header, [(line, _called(event, names)) for line, event in log.events])


def names_of(log: Log, names: Mapping[str, str]) -> dict[str, str]:
    """The name of each id, where that is no other's: else both keep their ids. names: of the archive it was read from."""
    given = {**(log.header.names or {}), **names}
    if not given:
        return {}
    joined = {event.player for _, event in log.events if isinstance(event, Joined)}
    ids = {*log.header.seats, *(log.header.names or {}), *joined}
    count = Counter(given.get(player) or player for player in ids)
    unique = {player: name for player, name in given.items() if player in ids and name and count[name] == 1}
    while taken := [player for player, name in unique.items() if name != player and name in ids - unique.keys()]:
        for player in taken:
            del unique[player]
    return unique


def _called(event: Event, names: Mapping[str, str]) -> Event:
    if isinstance(event, Opened):
        return msgspec.structs.replace(event, seats=tuple(names.get(player, player) for player in event.seats))
    if isinstance(event, Joined):
        return msgspec.structs.replace(event, player=names.get(event.player, event.player))
    if isinstance(event, Amended | Inserted):
        return msgspec.structs.replace(event, event=_called(event.event, names))
    return event
