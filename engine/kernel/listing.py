"""Which rules does a game state, and at which act is each of them asked? For `upcard games KEY` and the pages of the games."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from upcard.engine.kernel.game import Game
from upcard.engine.kernel.rules import EVERYWHERE, Due, Obliged, Rule, everywhere
from upcard.schemas.events.base import tag
from upcard.schemas.events.staking import Scored

DUE: Final = "what is due"
"""Where a rule is asked that is broken by an act left out: what was due was not written."""


class Listed(NamedTuple):
    """A rule, and the act that it is asked at."""

    rule: Rule
    asked_at: str


def rules_of(game: Game) -> list[Listed]:
    """The rules of a game by clause, then those of all games; each once, with all acts that it is asked at."""
    told: dict[tuple[str, str, str, str], Listed] = {}
    everywhere_asked = (Listed(everywhere(game.impossible, name), at) for name, (_, _, _, at) in EVERYWHERE.items())
    for one in (*_stated(game), *everywhere_asked):
        first = told.setdefault(key := (one.rule.clause, one.rule.name, one.rule.says, one.rule.kind), one)
        acts = dict.fromkeys([*first.asked_at.split(", "), *one.asked_at.split(", ")])
        told[key] = first if DUE in acts else first._replace(asked_at=", ".join(acts))
    return sorted(told.values(), key=lambda one: _order(one.rule.clause))


def _order(clause: str) -> tuple[bool, list[str]]:
    """Clauses in the order of a page: `CP-2.4` before `CP-10`, and both before `G-5`."""
    numbers = [f"{int(part):06}" if part.isdigit() else part for part in re.split(r"(\d+)", clause)]
    return clause.startswith("G-"), numbers


def _stated(game: Game) -> Iterator[Listed]:
    """The rules of acts, of what is due and of the choice of cards, and those asked of a hand."""
    yield from (Listed(act.rule, tag(kind)) for kind, act in game.acts.items() if act.rule)
    for kinds in (game.rules_of, game.statements_of):
        for rule in dict.fromkeys(rule for rules in kinds.values() for rule in rules):
            yield Listed(rule, ", ".join(tag(kind) for kind, rules in kinds.items() if rule in rules))
    for kind, function in game.obligations.items():
        named = inspect.getclosurevars(function)
        yield from _in([*named.globals.values(), *named.nonlocals.values()], tag(kind))
    yield from _in(vars(inspect.getmodule(game.turn_of)).values(), DUE)
    yield from (Listed(rule, DUE) for rule, _ in game.overs)
    yield from (Listed(rule, tag(Scored)) for rule in game.figures.values())
    of_hands = {"every card seen": game.matching, "every act after the hand": game.ended, "shown": game.counting}
    yield from (Listed(rule, at) for at, rule in of_hands.items() if rule is not None)
    yield Listed(game.unfinished, "end of a hand")


def _in(values: Iterable[Any], choice: str) -> Iterator[Listed]:
    """The rules in the values that a file or a function names: of dues and obligations, alone or in tables. choice: the act that chooses cards."""
    for value in values:
        if isinstance(value, Obliged):
            yield Listed(value.rule, choice)
        elif isinstance(value, Due) and value.rule is not None:
            yield Listed(value.rule, DUE)
        elif isinstance(value, Rule):
            yield Listed(value, DUE)
        elif isinstance(value, Mapping):
            yield from _in(value.values(), choice)
        elif isinstance(value, tuple | list):
            yield from _in(value, choice)
