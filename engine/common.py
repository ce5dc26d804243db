"""Transitions of acts that mean the same in every game."""

from collections.abc import Callable, Mapping
from typing import Any

from upcard.engine.state import State
from upcard.schemas.events import Base, Closed, Joined, Left, Noted, PoolCounted, PurseCounted, ResultCalled


def nothing(_state: State, _event: Base) -> None:
    """The act changes nothing: it is a remark, or testimony that rules compare."""


def join(state: State, event: Joined) -> None:
    """Somebody takes a seat."""
    if event.seat < len(state.players):
        state.players[event.seat] = event.player


def leave(state: State, event: Left) -> None:
    """Somebody leaves a seat."""
    if event.seat < len(state.players):
        state.players[event.seat] = ""


def close(state: State, _event: Closed) -> None:
    """The session ends."""
    state.closed = True


COMMON: Mapping[type[Base], Callable[[Any, Any], None]] = {
    Joined: join,
    Left: leave,
    Closed: close,
    Noted: nothing,
    PurseCounted: nothing,
    PoolCounted: nothing,
    ResultCalled: nothing,
}
