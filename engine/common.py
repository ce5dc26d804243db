"""Transitions and rules of acts that mean the same in every game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from upcard.engine.fold import apply
from upcard.engine.game import Answer, Broken, Cured, Game, Rule
from upcard.engine.mechanisms.seats import no_seat
from upcard.engine.state import State
from upcard.engine.strangers import is_stranger
from upcard.schemas.events import (
    Base,
    ChipsPassed,
    Closed,
    Corrected,
    Gap,
    Joined,
    Left,
    Noted,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    Ruled,
    Scored,
    Shown,
)


def nothing(_state: State, _event: Base) -> None:
    """The act changes nothing: it is a remark, or testimony that rules compare."""


def join(state: State, event: Joined) -> None:
    """Somebody takes a seat."""
    if event.seat < len(state.players):
        if seat_of(state.players, event) is not None:
            state.twice.append((state.hand, state.line))
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


def seat_of(players: Sequence[str], event: Joined) -> int | None:
    """The other seat where whoever takes this one sits already."""
    if not event.player:
        return None
    return next((seat for seat, player in enumerate(players) if player == event.player and seat != event.seat), None)


def sits_once(state: State, event: Joined | Left) -> Answer:
    """Nobody sits in two seats. Of players who change places one is told first: what was said of that line is withdrawn when
    the other seat is taken or left before the next hand. After a gap nobody knows who left.
    """
    if event.seat >= len(state.players):
        return None
    coming = event.player if isinstance(event, Joined) else ""
    if isinstance(event, Joined) and not state.gap:
        other = seat_of(state.players, event)
        if other is not None:
            return Broken(says=f"who takes seat {event.seat} sits in seat {other} already")
    players = list(state.players)
    players[event.seat] = coming
    named = [player for player in players if player]
    if len(set(named)) < len(named):
        return None
    return [Cured(line) for hand, line in state.twice if hand == state.hand]


def seat_is_there(state: State, event: Joined | Left) -> Answer:
    """Who comes or goes has a seat of the table."""
    return no_seat(event.seat, len(state.players))


def session_is_on(state: State, event: Any) -> Answer:
    """Nothing is dealt or played after the session was closed. What may still be told is of hands begun before: no row begins
    one then, and no gap tells how many were missed.
    """
    if not state.closed or (type(event) in _STILL and apply(cast("Any", state), event).hand == state.hand):
        return None
    return Broken()


def hand_is_over(_state: State, event: Closed) -> Answer:
    """What was played of a hand that was left unfinished does not count."""
    return Broken() if event.unfinished else None


UNFINISHED: Final = "hand_unfinished"
"""The name of what is told of a session that was closed in the middle of a hand."""

_SEAT = Rule("G-5", "no_such_seat", "there is such a seat", seat_is_there, "contradiction")
_SITS_ONCE = Rule("G-5", "sits_already", "nobody sits in two seats", sits_once, "contradiction")
_OPEN = Rule("G-5", "after_close", "the session was closed before", session_is_on, "contradiction", late=True)

_OVER = Rule("G-5", UNFINISHED, "a hand was left unfinished, and does not count", hand_is_over, "note")

RULES: Mapping[type[Base], tuple[Rule, ...]] = {
    Joined: (_SEAT, _SITS_ONCE),
    Left: (_SEAT, _SITS_ONCE),
    Closed: (_OVER,),
}

_STILL: frozenset[type[Base]] = frozenset({*COMMON, ChipsPassed, Gap, Ruled, Scored, Shown})
"""What may be told of a session that was closed: its row, who paid whom, what somebody had, what was ruled."""


def rules_of(game: Game, kind: type) -> tuple[Rule, ...]:
    """What is asked at an event in a game: its own rules, and those of every game, cited as its acts that cannot be."""
    common = (*RULES.get(kind, ()), *((_OPEN,) if kind in game.transitions else ()))
    return (*game.rules.get(kind, ()), *(replace(rule, clause=game.impossible) for rule in common))


def asked_of_strangers(game: Game, kind: type) -> tuple[Rule, ...]:
    """What is asked besides of a card changed by a seat that is not at the table: whose it was may have been put right."""
    return tuple(map(_by_strangers, game.rules.get(Gap, ()))) if kind is Corrected else ()


def _by_strangers(rule: Rule) -> Rule:
    check, gap = rule.check, Gap()
    return replace(rule, check=lambda state, e: check(state, gap) if is_stranger(state, e) else None)
