"""Figures and days as people read them."""

import re
from datetime import date
from typing import Any, Final

MINUS: Final = "\N{MINUS SIGN}"


def in_figures(value: Any, places: int = 2) -> str:
    """A number as it is read: whole ones as they are, others with so many places; nothing for one that is not there.

    >>> in_figures(-1234), in_figures(2.5), in_figures(0.125, 1), in_figures(None)
    ('\N{MINUS SIGN}1,234', '2.50', '0.1', '')
    """
    if value is None:
        return ""
    return (f"{value:,}" if isinstance(value, int) else f"{float(value):,.{places}f}").replace("-", MINUS)


def with_minus_signs(text: str) -> str:
    """A text of Upcard's in which figures below nothing have a hyphen, as it is read.

    >>> with_minus_signs("-6 points, suits 7-2-2-2")
    '\N{MINUS SIGN}6 points, suits 7-2-2-2'
    """
    return re.sub(r"(?<!\w)-(?=\d)", MINUS, text)


def hundredths(share: float | None) -> str:
    """A part of one, in hundredths with one place."""
    return "" if share is None else in_figures(100 * float(share), 1)


def off(spread: float, places: int = 2) -> str:
    """How far a figure may be off, either way."""
    return f"\N{PLUS-MINUS SIGN}\N{NO-BREAK SPACE}{in_figures(float(spread), places)}"


def day_in_words(day: date | None) -> str:
    """A day as people write it.

    >>> day_in_words(date(2013, 3, 19))
    '19 March 2013'
    """
    return "day not known" if day is None else f"{day.day} {day:%B} {day.year:04}"
