"""Values from logs made safe to show in tables, and in the cells of spreadsheets."""

from typing import Any, Final

from upcard.schemas.safe import safe_text

__all__ = ["csv_cell", "safe_text", "safe_value"]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


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
