"""Acts written for a seat that is not at the table: somebody did them, and nobody can tell who."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from upcard.schemas.events import (
    Accepted,
    Base,
    BestAsked,
    Bid,
    BluffCalled,
    CardNamed,
    Claimed,
    Corrected,
    CountTold,
    Discarded,
    Drew,
    Elected,
    Folded,
    Gap,
    Gave,
    Laid,
    LastCalled,
    MeldCalled,
    MeldsTold,
    Passed,
    Played,
    Popped,
    Returned,
    TakenBack,
    Took,
    TrumpNamed,
)

ACTS: Final[tuple[type[Base], ...]] = (
    Played,
    Laid,
    Claimed,
    Passed,
    Corrected,
    TakenBack,
    Gave,
    Returned,
    Took,
    Discarded,
    Drew,
    Bid,
    Elected,
    CardNamed,
    TrumpNamed,
    Popped,
    Accepted,
    Folded,
    BluffCalled,
    LastCalled,
    MeldCalled,
    MeldsTold,
    BestAsked,
    CountTold,
)
"""What seats do in a hand. What is told of a hand, and who comes and pays, is not among them: it moves no turn."""

Transition = Callable[[Any, Any], None]


def with_strangers(transitions: Mapping[type[Base], Transition]) -> dict[type[Base], Transition]:
    """The transitions of a game. What a seat did that is not there was done by one of those who sit: the hand goes on as after
    a gap, in which one act of somebody was missed.
    """
    miss, own = transitions[Gap], dict(transitions)
    for kind in (kind for kind in ACTS if kind in transitions):
        own[kind] = _by_anybody(transitions[kind], miss, given=kind in {Gave, Returned})
    return own


def is_stranger(state: Any, event: Any) -> bool:
    """Whether no such seat is at the table."""
    stranger: bool = event.seat >= len(state.players)
    return stranger


def _by_anybody(act: Transition, miss: Transition, *, given: bool) -> Transition:
    """given: the act has another seat in it, that something goes to."""

    def done(state: Any, event: Any) -> None:
        seats = len(state.players)
        if event.seat < seats and not (given and event.to >= seats):
            act(state, event)
        elif state.hand > state.ended:
            miss(state, Gap())

    return done
