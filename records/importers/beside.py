"""Evenings, or tables, that stand beside one another in one sheet: each is read for itself, with its cells where they are."""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Final

import msgspec

from upcard.engine.kernel.game import Game
from upcard.records.importers.dates import Dates
from upcard.records.importers.grids import Cell, Grid
from upcard.records.importers.headings import is_text
from upcard.records.importers.labels import label_line
from upcard.records.importers.titles import apart, key, words_of

_LOOKED_AT: Final = 30
"""So many rows are searched for headings that stand beside one another."""
_TABLES: Final = frozenset(map(key, words_of("session")))


def side_by_side(grid: Grid, game: Game, dates: Dates) -> list[Grid]:
    """A sheet as it is; or, where columns with headings of their own stand beside one another, one for each of these, in which
    the cells of the others are empty.
    """
    for at in range(min(len(grid.rows), _LOOKED_AT)):
        starts = _repeated(grid.rows, at, game, dates) or _with_names(grid.rows, at, dates)
        if starts:
            width = max(map(len, grid.rows))
            blocks = [range(start, end) for start, end in pairwise([0, *starts[1:], width])]
            return [
                msgspec.structs.replace(grid, rows=_alone(grid.rows, at, blocks, place, game, dates))
                for place in range(len(blocks))
            ]
    return [grid]


def _repeated(rows: Sequence[Sequence[Cell]], at: int, game: Game, dates: Dates) -> list[int]:
    """Where the first heading of a row stands again, with others behind it: a name, or what every sheet may have, as the day. A
    title of the game goes with the names above it, and names with the titles above them.
    """
    said = {column: str(cell) for column, cell in enumerate(rows[at]) if cell != ""}
    if len(said) < 4 or not all(is_text(cell, dates.read) for cell in said.values()):
        return []
    first = next(iter(said.values()))
    starts = [column for column, text in said.items() if text.casefold() == first.casefold()]
    sizes = [sum(start <= column < end for column in said) for start, end in pairwise([*starts, len(rows[at])])]
    if len(starts) < 2 or min(sizes) < 2 or apart(first, game).columns:
        return []
    if not apart(first, game).standard and not all(
        any(column not in said for column in range(start, end)) for start, end in pairwise(starts)
    ):
        return []
    above = [cell for cell in rows[at - 1] if cell != ""] if at else []
    return starts if all(_names_block(cell, dates) for cell in above) or len(above) == 1 else []


def _with_names(rows: Sequence[Sequence[Cell]], at: int, dates: Dates) -> list[int]:
    """Where days, or numbers of tables, stand beside one another, each above headings of its own behind an empty column."""
    said = [column for column, cell in enumerate(rows[at]) if cell != ""]
    below = rows[at + 1] if at + 1 < len(rows) else []
    if len(said) < 2 or not all(_names_block(rows[at][column], dates) for column in said):
        return []
    heads = [column for column, cell in enumerate(below) if is_text(cell, dates.read)]
    for start, end in pairwise([*said, len(below)]):
        apart_from_next = end == len(below) or all(end - 1 >= len(row) or row[end - 1] == "" for row in rows[at:])
        if sum(start <= column < end for column in heads) < 2 or not apart_from_next:
            return []
    return said


def _names_block(cell: Cell, dates: Dates) -> bool:
    """Whether a cell says which evening or table is below it."""
    if isinstance(cell, date):
        return True
    text = str(cell)
    return bool(dates.found(text)) or key(text.partition(" ")[0]) in _TABLES


def _alone(
    rows: Sequence[Sequence[Cell]], at: int, blocks: Sequence[range], place: int, game: Game, dates: Dates
) -> list[list[Cell]]:
    """The rows of one block. What stands above the first alone goes for all of them, if it is of the kind that does."""
    return [
        list(row) if number < at and _goes_for(row, blocks, place, game, dates) else _only(row, blocks[place])
        for number, row in enumerate(rows)
    ]


def _goes_for(row: Sequence[Cell], blocks: Sequence[range], place: int, game: Game, dates: Dates) -> bool:
    said = [(column, cell) for column, cell in enumerate(row) if cell != ""]
    if any(column not in blocks[0] for column, _ in said):
        return False
    alone = len(said) == 1 and _names_block(said[0][1], dates)
    return place == 0 or not said or alone or label_line(said, game, dates, below_headings=False) is not None


def _only(row: Sequence[Cell], block: range) -> list[Cell]:
    return [cell if column in block else "" for column, cell in enumerate(row)]
