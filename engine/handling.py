"""What each event type asks for in a game: made once, since an audit looks it up for every event."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple, get_args

from upcard.engine.common import asked_of_strangers, nothing, rules_of
from upcard.engine.game import Answer, Broken, Game, Rule, Run, find
from upcard.engine.state import State
from upcard.schemas.events import Base, ChipsPassed, Closed, Event, PoolCounted, PurseCounted, Scored, Shown

MONEY: Final[frozenset[type[Base]]] = frozenset({ChipsPassed, PoolCounted, PurseCounted, Scored})
"""What tells of money: it may hang on a card that nobody saw (`Game.unsettled`)."""


class Handling(NamedTuple):
    """run: does it and others that follow it, as far as no rule but one (judged) need be asked; plain: the same of it alone;
    checks: its rules and what they ask; transition: what it does; rare: whether the audit has more to do for it.
    """

    run: Run | None
    judged: tuple[Rule, Callable[[Any, Any], Answer]] | None
    plain: Callable[[Any, Any], bool] | None
    checks: tuple[tuple[Rule, Callable[[Any, Any], Answer]], ...]
    transition: Callable[[Any, Any], None]
    rare: bool


@cache
def handling(key: str) -> dict[type, Handling]:
    """The acts of a game by event type; an act it has no use for is a contradiction without effect."""
    return {kind: _act(find(key), kind) for kind in get_args(Event)}


@cache
def after_close(key: str) -> dict[type, Handling]:
    """The same when the session was closed: everything is judged, and that it comes too late is told."""
    game = find(key)
    late = {kind: [(rule, rule.check) for rule in rules_of(game, kind) if rule.late] for kind in handling(key)}
    return {
        kind: act._replace(run=None, plain=None, checks=(*act.checks, *late[kind]))
        for kind, act in handling(key).items()
    }


def _act(game: Game, kind: Any) -> Handling:
    rules = (*rules_of(game, kind), *asked_of_strangers(game, kind))
    checks = tuple((rule, rule.check) for rule in rules if not rule.late)
    transition = game.transitions.get(kind)
    if transition is None:
        says = f"{game.key} has no use for `{kind.__struct_config__.tag}`"
        useless = Rule(game.impossible, "no_such_act", says, _always, "contradiction")
        checks, transition = ((useless, useless.check),), nothing
    written = game.unsettled is not None and kind in MONEY
    rare = written or kind in {Shown, Closed}
    run = game.runs.get(kind)
    judged = next((check for check in checks if run and check[0].name == run.judges), None)
    return Handling(run, judged, None if rare else game.plain.get(kind), checks, transition, rare)


def _always(_state: State, _event: Event) -> Broken:
    return Broken()
