"""Sheets of partners that speak of `Us` and `Them`: who that is, put in the place of these words."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from upcard.engine.kernel.game import Game
from upcard.records.importers.faults import Faults
from upcard.records.importers.grids import Cell, Grid
from upcard.records.importers.titles import columns_of, key, pair_of, words_of
from upcard.records.importers.values import looks_like_number

_SIDES: Final = {"us": 0, "we": 0, "them": 1, "they": 1}
_LINES: Final = {"player", "seated", "name", "table"}
"""How a line with all players begins."""
BY_WHOM: Final = "by which side"
"""What stands above sides where people wrote `Who`: no column of a game, so that it is kept as a remark."""


def with_partners(grid: Grid, game: Game, players: Sequence[str], faults: Faults) -> Grid:
    """The sheet with pairs as `Ann & Cid` where it says `Us` or `Them`; a column `Who` that names sides is kept as a remark.

    players: who sits where, if that is told. Who `Us` are is told by lines as `Us: Ann & Cid`, or by the players: then the first sits
    among them. A sheet that tells it nowhere is at fault; one that does not speak of both in its headings is as it was.
    """
    at = next((at for at, row in enumerate(grid.rows) if _speaks_of_both(row)), None)
    if at is None or not any(column.per == "side" for column in columns_of(game)):
        return grid
    told = {side: (line, names) for line, side, names in _lines_of_sides(grid.rows[:at])}
    seated = tuple(players) or _seated(grid.rows[:at])
    if told.keys() == {0, 1}:
        pairs = [" & ".join(told[side][1]) for side in (0, 1)]
    elif len(seated) == game.seats[1] and len(seated) % 2 == 0:
        pairs = [" & ".join(seated[side::2]) for side in (0, 1)]
    else:
        hint = "lines above them say so: Us: Ann & Cid, and Them: Bob & Dee; or --players Ann,Bob,Cid,Dee, of whom the first is one of us"
        column = next(column for column, cell in enumerate(grid.rows[at]) if _side_in(cell) is not None)
        faults.add(at, column, "nobody says who Us and Them are", hint)
        return grid
    gone = {line for line, _ in told.values()}
    rows = [[] if number in gone else row for number, row in enumerate(grid.rows[:at])]
    rows.append(_headings(grid.rows, at, pairs))
    rows += [[_named(cell, pairs) for cell in row] for row in grid.rows[at + 1 :]]
    return msgspec.structs.replace(grid, rows=rows, details=(*grid.details, f"Us are {pairs[0]}, Them {pairs[1]}"))


def _side_in(cell: Cell) -> int | None:
    """The side that a heading speaks of: `Us`, `Us tricks`, `Points (them)`."""
    words = {key(word) for word in re.split(r"[^\w]+", cell)} & _SIDES.keys() if isinstance(cell, str) else set()
    return _SIDES[words.pop()] if len(words) == 1 else None


def _speaks_of_both(row: Sequence[Cell]) -> bool:
    """Whether a row is headings that have both sides, and no numbers."""
    cells = [cell for cell in row if cell != ""]
    return {0, 1} <= {_side_in(cell) for cell in cells} and not any(map(looks_like_number, cells))


def _lines_of_sides(rows: Sequence[Sequence[Cell]]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """The lines that say who one side is: which, the side, and the names."""
    for number, row in enumerate(rows):
        cells = [str(cell) for cell in row if cell != ""]
        name, _, inside = cells[0].partition(":") if cells else ("", "", "")
        side = _SIDES.get(key(name))
        texts = [text for text in (inside.strip(), *cells[1:]) if text]
        names = pair_of(" ".join(texts)) or tuple(texts)
        if side is not None and len(names) > 1 and not any(map(looks_like_number, names)):
            yield number, side, names


def _seated(rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """The players of a line that names all of them."""
    for row in rows:
        cells = [str(cell) for cell in row if cell != ""]
        name, colon, inside = cells[0].partition(":") if cells else ("", "", "")
        if key(name) in _LINES:
            return tuple(text.strip() for text in inside.split(",")) if colon and len(cells) == 1 else tuple(cells[1:])
    return ()


def _headings(rows: Sequence[Sequence[Cell]], at: int, pairs: Sequence[str]) -> list[Cell]:
    found: list[Cell] = []
    for column, cell in enumerate(rows[at]):
        below = [row[column] for row in rows[at + 1 :] if column < len(row) and row[column] != ""]
        if key(str(cell)) in map(key, words_of("player")):
            sides = sum(key(str(one)) in _SIDES for one in below)
            found.append(BY_WHOM if 2 * sides > len(below) else cell)
        else:
            side = _side_in(cell)
            words = str(cell).split() if side is not None else []
            found.append(
                " ".join(pairs[side] if _side_in(word) is not None else word for word in words)
                if side is not None
                else cell
            )
    return found


def _named(cell: Cell, pairs: Sequence[str]) -> Cell:
    side = _SIDES.get(key(str(cell))) if isinstance(cell, str) else None
    return cell if side is None else pairs[side]
