"""Which edition of a game is found. The games are being written anew on the kernel (`engine/kernel`, `engine/anew`); until all
thirteen are there, those in `engine/games` judge, and the others are asked for by name: `UPCARD_EDITION=kernel`, or `anew()`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_on = [os.environ.get("UPCARD_EDITION") != "first"]


def is_anew() -> bool:
    """Whether games that are written on the kernel are found before the others."""
    return _on[-1]


@contextmanager
def anew() -> Iterator[None]:
    """Find the games that are written on the kernel, for as long as this lasts."""
    _on.append(True)
    try:
        yield
    finally:
        _on.pop()
