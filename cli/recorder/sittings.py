"""Lines of a score sheet that are no rows: the day of the rows that follow, and who sits there from then on."""

import re
from typing import Final, NamedTuple

from upcard.cli.recorder.fields import NotRead
from upcard.cli.recorder.rows import begins_column
from upcard.cli.recorder.setup import read_day
from upcard.cli.recorder.whose import Table
from upcard.cli.recorder.words import begins_act
from upcard.records.importers.dates import Dates
from upcard.schemas.errors import UsageError

_DAY: Final = re.compile(r"[0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{1,4}")
"""What looks like a day in numbers, and may be none."""
_YEAR: Final = re.compile(r"[0-9]{4}")
_NAME: Final = re.compile(r"[^\W\d_][\w'.-]*")
"""A name in a names line is one word that begins with a letter; names of several words are parted by commas."""


class NewSitting(NamedTuple):
    """What a line says of the rows that follow: their day, or who sits there, by seat."""

    day: str | None = None
    players: tuple[str, ...] | None = None

    @property
    def says(self) -> str:
        """The same in words."""
        return f"the day is {self.day}" if self.players is None else f"players: {', '.join(self.players)}"


def read_sitting(line: str, table: Table) -> NewSitting | None:
    """The day or the players that a line of a sheet names; None if it names neither. Raises `NotRead` for a day that is none."""
    text = line.partition("#")[0].strip()
    written_as_day = _DAY.fullmatch(text) and ("-" not in text or _YEAR.search(text))  # `7-6-4` is a row
    if written_as_day or Dates().read(text):
        try:
            return NewSitting(day=read_day(text))
        except UsageError as problem:
            raise NotRead(text, f"a day of the calendar, such as 2024-01-05: {problem.message}", enough=True) from None
    if begins_act(text, table) or begins_column(table.game, text):
        return None
    names = [" ".join(name.split()) for name in text.split(",")] if "," in text else text.split()
    least, most = table.game.seats
    fits = max(least, 2) <= len(names) <= most and all(_NAME.fullmatch(name.split()[0]) for name in names if name)
    if not fits or not all(names):
        return None
    if len({name.casefold() for name in names}) < len(names):
        raise NotRead(text, "players who are told apart: two have one name", enough=True)
    return NewSitting(players=tuple(names))
