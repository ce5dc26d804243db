"""Names on Tab, wherever a line may name somebody: behind other words, and names of several words."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

DIVIDERS: Final = " ,;:/"
"""What stands between the words of a line, and so before a name."""
_WORD: Final = re.compile(rf"(?:^|(?<=[{DIVIDERS}]))[^{DIVIDERS}]")


def completions(line: str, names: Iterable[str]) -> list[str]:
    """What the last word of a line may become, so that the line ends with a name: `Eve for D` with Dee, `Ann S` with Ann Smith.

    The words that begin most of a name count: behind `Ann S` no Sue is meant if there is an Ann Smith.
    """
    sorted_names = sorted(set(names))
    last = max(line.rfind(sign) for sign in DIVIDERS) + 1
    for start in _begins(line):
        typed = line[start:]
        found = [name for name in sorted_names if name.casefold().startswith(typed.casefold())]
        if found:
            return [name[last - start :] for name in found]
    return []


def _begins(line: str) -> Iterator[int]:
    """Where the words of a line begin, and its end if nothing of the next word is typed yet."""
    yield from (found.start() for found in _WORD.finditer(line))
    if not line or line[-1] in DIVIDERS:
        yield len(line)
