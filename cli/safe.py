"""Text from logs made safe to show: no control characters, no tricks with the direction of writing."""

import unicodedata
from typing import Any, Final

_BAD_KINDS: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def safe_text(text: str, *, lines: bool = False) -> str:
    """The text with every sign that could steer a terminal or hide in it written out, escape as u{1b} after a backslash.

    lines: keep line ends.

    >>> safe_text("plain"), safe_text("a" + chr(27) + "b") == "a" + chr(92) + "u{1b}b"
    ('plain', True)
    """
    if text.isprintable():
        return text
    return "".join(
        sign if (lines and sign == "\n") or unicodedata.category(sign) not in _BAD_KINDS else f"\\u{{{ord(sign):x}}}"
        for sign in text
    )


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
