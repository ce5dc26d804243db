"""Text from logs made safe to show: no control characters, no tricks with the direction of writing."""

import unicodedata
from typing import Final

BAD_KINDS: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""The kinds of signs that steer what shows them, or that are not seen."""


def safe_text(text: str, *, lines: bool = False) -> str:
    """The text with every sign that could steer a terminal or hide in it written out, escape as u{1b} after a backslash.

    lines: keep line ends.

    >>> safe_text("plain"), safe_text("a" + chr(27) + "b") == "a" + chr(92) + "u{1b}b"
    ('plain', True)
    """
    if text.isprintable():
        return text
    return "".join(
        sign if (lines and sign == "\n") or unicodedata.category(sign) not in BAD_KINDS else f"\\u{{{ord(sign):x}}}"
        for sign in text
    )
