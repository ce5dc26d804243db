"""Values from logs made safe to show in tables, and in the cells of spreadsheets."""

import sys
from typing import Any, Final

from upcard.schemas.safe import safe_text

__all__ = ["csv_cell", "drawable", "safe_text", "safe_value"]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def drawable(text: str) -> str:
    """Safe text for a box: signs that the encoding of the output does not have are written out before it is laid
    out, as the stream would do afterwards, and push its frame aside.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return safe_text(text).encode(encoding, "backslashreplace").decode(encoding)


def safe_value(value: Any) -> str:
    """A value of a table as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return safe_text(str(value))


def csv_cell(value: Any) -> Any:
    """A value for CSV: text that a spreadsheet would take for a formula gets a quote in front."""
    if isinstance(value, str):
        text = safe_text(value)
        return f"'{text}" if text.startswith(_FORMULA) else text
    return value
