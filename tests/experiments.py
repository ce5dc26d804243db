"""How many sessions an experiment tries: fewer where other machines wait for the answer (CI)."""

import os

import pytest

WAITED_FOR = bool(os.environ.get("CI"))


def sessions(count: int) -> int:
    """So many sessions of an experiment; a quarter of them in CI."""
    return -(-count // 4) if WAITED_FOR else count


def steps(count: int) -> int:
    """Of so many steps one is tried; of four times as many in CI."""
    return 4 * count if WAITED_FOR else count


def few_or_many(few: int, more: int, many: int, *, quick: bool = False) -> pytest.MarkDecorator:
    """A test over `count` sessions: few in `make test`, more in `make check`, though in CI only if they are quick, and many in `make torture`."""
    sizes = [
        few,
        pytest.param(more, marks=pytest.mark.torture if WAITED_FOR and not quick else pytest.mark.check),
        pytest.param(many, marks=pytest.mark.torture),
    ]
    return pytest.mark.parametrize("count", sizes, ids=["few", "more", "many"])
