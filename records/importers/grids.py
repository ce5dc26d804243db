"""Sheets as rows of cells: text with separators, in the encodings and with the separators that programs write."""

import csv
import io
import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Final

import msgspec

from upcard.records.importers.dates import Dates
from upcard.records.importers.game_names import game_named
from upcard.schemas.errors import UnreadableError

Cell = str | Decimal | date
"""What stands in a cell: text without blanks around it, a number, or a day; of a text file always text."""

SEPARATORS: Final = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars"}
_MOST_ROWS: Final = 200_000
_MOST_COLUMNS: Final = 1_000
_LOOKED_AT: Final = 200
"""So many lines tell what separates the columns."""
_QUOTED_FORMULA: Final = re.compile(r"^'(?=[=+@-])")
"""What is put before a text that a spreadsheet would take for a formula."""
_QUOTED: Final = re.compile(r'"[^"\n]*"')
_MARKS: Final = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_MOST_LINES_A_CELL: Final = 50


class Grid(msgspec.Struct, frozen=True):
    """The cells of one sheet. name: of the sheet in its workbook; told: what is to be said of it; details: how it was
    read, for whoever asks; crossed_out: the cells with a line through them, by row and column.
    """

    name: str
    rows: list[list[Cell]]
    told: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    crossed_out: frozenset[tuple[int, int]] = frozenset()


def cell_name(row: int, column: int) -> str:
    """A cell as spreadsheet programs name it, counted from 0.

    >>> cell_name(6, 1), cell_name(0, 27)
    ('B7', 'AB1')
    """
    return f"{column_name(column)}{row + 1}"


def column_name(column: int) -> str:
    """A column as spreadsheet programs name it, counted from 0.

    >>> column_name(0), column_name(25), column_name(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    column += 1
    while column:
        column, left = divmod(column - 1, 26)
        letters = chr(ord("A") + left) + letters
    return letters


def read_text(place: str, data: bytes) -> Grid:
    """The cells of a text. Raises `UnreadableError` for bytes that are no text, or more of it than a sheet has."""
    text, encoding = _decoded(place, data)
    lines = _LINE_END.split(text)
    named = re.fullmatch(r"sep=(.)", lines[0].strip())
    separator = named[1] if named else _separator(lines)
    rows = _in_words(lines) if separator is None else _separated(place, text, separator)
    if named:
        rows[0] = []
    check_size(place, rows)
    how = "blanks between words" if separator is None else SEPARATORS.get(separator, repr(separator))
    return Grid("", rows, (encoding,) if encoding else (), (f"columns by {how}",))


def check_size(place: str, rows: Sequence[Sequence[Cell]]) -> None:
    """Raise `UnreadableError` for more rows or columns than people write."""
    if len(rows) > _MOST_ROWS:
        raise UnreadableError(f"more than {_MOST_ROWS:,} rows", place=place, hint="cut the sheet into several")
    if any(len(row) > _MOST_COLUMNS for row in rows):
        raise UnreadableError(f"more than {_MOST_COLUMNS:,} columns", place=place, hint="cut the sheet into several")


def _decoded(place: str, data: bytes) -> tuple[str, str]:
    """The text, and its encoding if that is not the usual one."""
    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-16":
            raise UnreadableError("not whole UTF-16", place=place, hint="save the sheet anew, as UTF-8") from None
        line = data[: error.start].count(b"\n") + 1
        try:
            text, encoding = data.decode("cp1252"), "read as Windows-1252 (Latin-1), as it is not UTF-8"
        except UnicodeDecodeError:
            says = "neither UTF-8 nor Latin-1"
            raise UnreadableError(says, place=f"{place}:{line}", hint="save the sheet as UTF-8") from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise UnreadableError("a byte 0, which no text has", place=f"{place}:{line}", hint="save the sheet as UTF-8")
    return text, encoding if encoding.startswith("read") else ""


def _separator(lines: Sequence[str]) -> str | None:
    """What parts the columns: of what could, what most lines have; None if only blanks do."""
    bare = [_QUOTED.sub("", line) for line in lines[:_LOOKED_AT] if line.strip() and not line.lstrip().startswith("#")]
    having = {separator: sum(separator in line for line in bare) for separator in SEPARATORS}
    most = max(having.values(), default=0)
    if not most:
        return None
    return next(separator for separator, lines_with_it in having.items() if lines_with_it == most)


def _separated(place: str, text: str, separator: str) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    before = 0
    try:
        for row in reader:
            if reader.line_num - before > _MOST_LINES_A_CELL:
                raise UnreadableError(
                    "a quotation mark is opened here and not closed",
                    place=f"{place}:{before + 1}",
                    hint='"...", or none',
                )
            before = reader.line_num
            rows.append(_stripped(row))
    except csv.Error as error:
        raise UnreadableError(str(error), place=f"{place}:{reader.line_num}", hint="save the sheet anew") from None
    return rows


def _in_words(lines: Sequence[str]) -> list[list[Cell]]:
    """Rows of words; a comment is one cell, and so is a day, or a line on top that names the game."""
    rows: list[list[Cell]] = []
    above = True
    for line in lines:
        content, mark, remark = line.partition("#")
        whole = (above and game_named(content) is not None) or bool(Dates().read(content.strip()))
        above = above and (whole or not content.strip())
        rows.append(_stripped([*([content] if whole else content.split()), *([f"# {remark.strip()}"] if mark else [])]))
    return rows


def _stripped(row: Sequence[str]) -> list[Cell]:
    """The cells without blanks around them, and without empty ones at the end."""
    cells: list[Cell] = [_QUOTED_FORMULA.sub("", " ".join(text.split())) for text in row]
    while cells and cells[-1] == "":
        cells.pop()
    return cells
