"""Who sat where at any line of a log: players join, leave and change seats."""

from bisect import bisect_right

from upcard.engine.log import Log
from upcard.schemas.events import Joined, Left


class Sitting:
    """The players by seat, through a log in force. An inserted event counts where it stands, whatever its line is."""

    def __init__(self, log: Log) -> None:
        self._lines = {line: place for place, (line, _) in enumerate(log.events, start=1)}
        self._known = sorted(self._lines)
        self._places = [0]
        self._seats = [list(log.header.seats)]
        for place, (_, event) in enumerate(log.events, start=1):
            if isinstance(event, Joined | Left) and event.seat < len(log.header.seats):
                self._places.append(place)
                self._seats.append(list(self._seats[-1]))
                self._seats[-1][event.seat] = event.player if isinstance(event, Joined) else ""

    def at(self, line: int) -> list[str]:
        """Who sat where when this line had been told; empty names for empty seats."""
        place = self._lines.get(line)
        if place is None:  # a line that is no event: the header, or one that was taken back
            before = bisect_right(self._known, line)
            place = self._lines[self._known[before - 1]] if before else 0
        return self._seats[bisect_right(self._places, place) - 1]

    def player(self, seat: int | None, line: int) -> str | None:
        """Who sat in a seat then; None for no seat, or nobody."""
        players = self.at(line)
        return players[seat] or None if seat is not None and seat < len(players) else None
