"""Workbooks of spreadsheet programs (.xlsx) as cells. Needs the extra `xlsx`."""

import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from upcard.records.importers.grids import Cell, Grid, cell_name, check_size
from upcard.schemas.errors import UnreadableError, UsageError

NOT_INSTALLED: Final = "pip install 'upcard[xlsx]' brings it; or save the sheet as CSV"
_MOST_BYTES: Final = 64 << 20
"""Of what a workbook is when it is unpacked."""
_MOST_EMPTY: Final = 1_000
"""Rows without anything between two that have something: more is a stray cell far below the sheet."""
_COMMENTS: Final = re.compile(r"xl/(comments|threadedComments)[^/]*(/[^/]*)?\.xml")


def read_workbook(place: str, data: bytes) -> list[Grid]:
    """The sheets of a workbook that have anything in them; hidden ones too.

    Raises `UsageError` if the library for it is not installed, `UnreadableError` for what is no workbook.
    """
    try:
        import openpyxl
    except ImportError:
        raise UsageError("a workbook can be read with openpyxl alone", place=place, hint=NOT_INSTALLED) from None
    told = _looked_at(place, data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what it does not keep, as drop-down lists
            values = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            formulas = openpyxl.load_workbook(io.BytesIO(data), read_only=True)
            struck = any(font.strike for font in values._fonts)  # noqa: SLF001 - nothing else tells that no cell need be asked
            grids = [
                _grid(place, sheet.title, sheet.iter_rows(), formulas[sheet.title].iter_rows(), told, struck=struck)
                for sheet in values.worksheets
            ]
    except UnreadableError:
        raise
    except Exception as error:  # noqa: BLE001 - it raises what it comes upon
        says = f"a damaged workbook: {error}"
        raise UnreadableError(says, place=place, hint="open it, save it anew as .xlsx, or as CSV") from None
    return [grid for grid in grids if grid.rows]


def _looked_at(place: str, data: bytes) -> tuple[str, ...]:
    """What is to be said of a workbook. Raises `UnreadableError` for one that is none, or is too large."""
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        says = "a workbook of the old kind (.xls), or one with a password"
        raise UnreadableError(says, place=place, hint="save it as .xlsx without a password, or as CSV")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            names = packed.namelist()
            size = sum(one.file_size for one in packed.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise UnreadableError("no workbook, or a damaged one", place=place, hint="save it anew as .xlsx") from None
    if size > _MOST_BYTES:
        raise UnreadableError(
            f"a workbook of more than {_MOST_BYTES >> 20} MiB", place=place, hint="cut it into several"
        )
    if "xl/workbook.xml" not in names:
        raise UnreadableError("no workbook of the kind .xlsx", place=place, hint="save it as .xlsx, or as CSV")
    comments = any(map(_COMMENTS.fullmatch, names))
    return ("comments that hang on cells are not read: what is in cells is",) if comments else ()


def _grid(
    place: str, name: str, values: Iterable[Any], formulas: Iterable[Any], told: tuple[str, ...], *, struck: bool
) -> Grid:
    """The cells of a sheet. struck: whether the workbook has any that are crossed out."""
    rows: list[list[Cell]] = []
    crossed: set[tuple[int, int]] = set()
    empty = 0
    for number, (row, written) in enumerate(zip(values, formulas, strict=False)):
        cells = list(_cells(f"{place} [{name}]", number, row, written))
        while cells and cells[-1] == "":
            cells.pop()
        if struck:
            crossed |= {
                (number, column) for column, cell in enumerate(row) if cell.value is not None and cell.font.strike
            }
        if not cells:
            empty += 1
            continue
        if empty > _MOST_EMPTY:
            says = f"a cell far below the others, in row {number + 1:,}"
            raise UnreadableError(says, place=f"{place} [{name}]", hint="delete it, or the empty rows above it")
        rows += [[] for _ in range(empty)]
        empty = 0
        rows.append(cells)
        check_size(f"{place} [{name}]", rows)
    return Grid(name, rows, told, crossed_out=frozenset(crossed))


def _cells(place: str, number: int, row: Iterable[Any], written: Iterable[Any]) -> Iterator[Cell]:
    for column, (cell, formula) in enumerate(zip(row, written, strict=False)):
        if cell.value is None and formula.data_type == "f":
            raise UnreadableError(
                "a formula of which the workbook does not say what came of it",
                place=f"{place}: {cell_name(number, column)}",
                hint="open the workbook in a spreadsheet program and save it",
            )
        yield _plain(cell.value)


def _plain(value: Any) -> Cell:
    """What stands in a cell: numbers as numbers, days as days, all else as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, int):
        return Decimal(value)
    if isinstance(value, float):
        return Decimal(int(value)) if value.is_integer() else Decimal(str(value))
    return "" if value is None else " ".join(str(value).split())
