"""The players by seat at any line of a log: players join, leave and change seats."""

from bisect import bisect_left, bisect_right
from functools import cached_property
from operator import itemgetter

from upcard.engine.log import Log
from upcard.schemas.events import Joined, Left


class Sitting:
    """The players by seat, through a log in force. An inserted event counts where it stands, whatever its line is.

    The log is read when it is asked for the first time: most have nothing found in them of which anybody is named.
    """

    def __init__(self, log: Log) -> None:
        self._log = log

    def at(self, line: int) -> list[str]:
        """The players by seat once this line was read; an empty seat has an empty name."""
        place = self._lines.get(line)
        if place is None:  # a line that is no event: the header, or one that was taken back
            place = self._lines[self._told[max(0, bisect_left(self._told, line) - 1)]]
        return self._turns[bisect_right(self._turns, place, key=itemgetter(0)) - 1][1]

    def whose(self, line: int) -> list[str]:
        """The players by seat of whom this line tells: those at the table then, and who leaves on it."""
        return self._leaving.get(line) or self.at(line)

    @cached_property
    def _leaving(self) -> dict[int, list[str]]:
        """The players by seat before each line on which somebody leaves."""
        return {
            line: self._turns[bisect_left(self._turns, place, key=itemgetter(0)) - 1][1]
            for place, (line, event) in enumerate(self._log.events, start=1)
            if isinstance(event, Left)
        }

    @cached_property
    def _lines(self) -> dict[int, int]:
        """The number of events up to each line; 0 before the first event."""
        return {0: 0} | {line: place for place, (line, _) in enumerate(self._log.events, start=1)}

    @cached_property
    def _told(self) -> list[int]:
        """The lines that are known, in the order of the file."""
        return sorted(self._lines)

    @cached_property
    def _turns(self) -> list[tuple[int, list[str]]]:
        """The players by seat after each number of events at which a player came, left or changed seats."""
        seats = list(self._log.header.seats)
        turns = [(0, seats)]
        for place, (_, event) in enumerate(self._log.events, start=1):
            if isinstance(event, Joined | Left) and event.seat < len(seats):
                seats = list(seats)
                seats[event.seat] = event.player if isinstance(event, Joined) else ""
                turns.append((place, seats))
        return turns

    def player(self, seat: int | None, line: int) -> str | None:
        """The player of a seat of whom that line tells; None for no seat, or an empty one."""
        players = self.whose(line)
        return players[seat] or None if seat is not None and seat < len(players) else None
