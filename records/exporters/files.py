"""Sheets as files: comma separated values, and workbooks (with the extra `xlsx`)."""

import csv
import io
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Final

from upcard.records.exporters.grids import Plain
from upcard.records.importers.workbooks import NOT_INSTALLED
from upcard.records.storage import refusals, temporary_folder
from upcard.schemas.errors import UsageError

_NO_NAME: Final = re.compile(r"[\[\]:*?/\\']")
_LONGEST_NAME: Final = 31
"""Letters of the name of a sheet in a workbook."""


def csv_bytes(rows: Sequence[Sequence[Plain]], safe: Callable[[str], str]) -> bytes:
    """A sheet as comma separated values. safe: makes a text such that no spreadsheet takes it for a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_in_text(cell, safe) for cell in row] for row in rows)
    return text.getvalue().encode()


def _in_text(cell: Plain, safe: Callable[[str], str]) -> str:
    return safe(cell) if isinstance(cell, str) else format(cell, "f") if isinstance(cell, Decimal) else str(cell)


def xlsx_bytes(sheets: Sequence[tuple[str, Sequence[Sequence[Plain]]]], safe: Callable[[str], str]) -> bytes:
    """A workbook of sheets with their names. safe: takes signs out of a text that no workbook holds.

    Raises `UsageError` if the library for it is not installed.
    """
    try:
        from openpyxl import Workbook
        from openpyxl.cell import WriteOnlyCell
    except ImportError:
        raise UsageError("a workbook can be written with openpyxl alone", hint=NOT_INSTALLED) from None
    book, data = Workbook(write_only=True), io.BytesIO()
    taken: set[str] = set()
    with refusals(temporary_folder()):  # each sheet waits in a temporary file
        for name, rows in sheets:
            sheet = book.create_sheet(_named(safe(name), taken))
            for row in rows:
                cells = [WriteOnlyCell(sheet, safe(cell) if isinstance(cell, str) else cell) for cell in row]
                for cell in cells:
                    if isinstance(cell.value, str):
                        cell.data_type = "s"  # text, also where it begins as a formula does
                sheet.append([None if cell.value == "" else cell for cell in cells])
        book.save(data)
    return data.getvalue()


def _named(name: str, taken: set[str]) -> str:
    """A name for a sheet that no other has."""
    plain = _NO_NAME.sub(" ", name).strip()[:_LONGEST_NAME] or "sheet"
    number = 1
    while (found := plain if number == 1 else f"{plain[: _LONGEST_NAME - 4]} {number}").casefold() in taken:
        number += 1
    taken.add(found.casefold())
    return found
