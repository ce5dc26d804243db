"""These tests ask for the games that are written on the kernel."""

from collections.abc import Iterator

import pytest

from upcard.engine.edition import anew


@pytest.fixture(autouse=True)
def on_the_kernel() -> Iterator[None]:
    """Find the games of the kernel."""
    with anew():
        yield
