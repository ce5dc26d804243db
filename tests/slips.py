"""Slips of a scribe: a line of the events left out, there twice, or in the wrong order."""

from random import Random
from typing import Any


def left_out(events: list[Any], at: int, _rng: Random | None = None) -> list[Any]:
    """Without one line."""
    return [*events[:at], *events[at + 1 :]]


def doubled(events: list[Any], at: int, _rng: Random | None = None) -> list[Any]:
    """With one line there twice."""
    return [*events[: at + 1], *events[at:]]


def swapped(events: list[Any], at: int, _rng: Random | None = None) -> list[Any]:
    """Two lines in the wrong order."""
    return [*events[:at], *events[at : at + 2][::-1], *events[at + 2 :]]
