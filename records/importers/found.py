"""What the rows of a sheet say, before it is known who sat where: hands with their cells, and remarks between them."""

from typing import Any, NamedTuple

import msgspec

from upcard.engine.kernel.game import Column
from upcard.records.importers.grids import Cell


class Found(NamedTuple):
    """What stands in a cell, and where, counted from 0."""

    row: int
    column: int
    cell: Cell


class Sitting(msgspec.Struct, frozen=True):
    """What goes for all hands until something else is written. ids: of players, where these are not their names; block: how
    often the sheet began anew.
    """

    game: str
    day: str | None = None
    place: str | None = None
    session: str = ""
    players: tuple[str, ...] = ()
    preset: str | None = None
    options: tuple[tuple[str, Any], ...] = ()
    buy_in: int | None = None
    block: int = 0
    ids: tuple[tuple[str, str], ...] = ()

    def goes_on(self, other: "Sitting") -> bool:
        """Whether another is the same but for who plays."""
        return msgspec.structs.replace(other, players=self.players, ids=self.ids) == self


class Hand(msgspec.Struct):
    """A hand as its row or rows have it. cells: by column of the game and whose (a name, a pair, the number of a part); a
    mark under a name is of the column that it stands for. totals: of a row of totals below it; places: where names stand; rows: the
    players or pairs whose rows these are, where each has its own; bare: whether nothing but its numbers says that it is a hand;
    word: what stands where hands have their number, if it is none; crossed_out: its numbers, if a line goes through all of them; here:
    who played it; seat_of: whose seat each of them has, of those who sat there first; column_of: of those who have taken a seat, who stands
    above their numbers.
    """

    row: int
    sitting: Sitting
    names: tuple[str, ...]
    number: str = ""
    dealer: Found | None = None
    cells: dict[tuple[Column, str | int], list[Found]] = {}
    marks: list[tuple[Column, str, Found]] = []
    totals: dict[tuple[Column, str | int], Found] = {}
    places: dict[str, Found] = {}
    rows: list[str] = []
    notes: list[str] = []
    void: bool = False
    bare: bool = True
    word: Found | None = None
    crossed_out: str = ""
    here: tuple[str, ...] = ()
    seat_of: dict[str, str] = {}
    column_of: dict[str, str] = {}


class Remark(NamedTuple):
    """A remark between hands."""

    row: int
    text: str
