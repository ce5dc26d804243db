"""Which games are written on the kernel, legal sessions of them, and what is told of these."""

import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

import upcard.engine.games
from tests.installed import STRANGER, install_whist, on_path
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events import HandStarted
from upcard.schemas.options import flatten

with TemporaryDirectory() as folder, on_path(Path(folder), STRANGER):
    install_whist(Path(folder))
    find("whist")  # once found, it stays

GAMES = (*sorted(module.name for module in pkgutil.iter_modules(upcard.engine.games.__path__)), "whist")
"""The games that are written on the kernel, and one of another package."""
IN_TURN = tuple(game for game in GAMES if game == "whist" or find(game).places)
"""Those of them in which seats hold cards and act in turn; in the others a bank deals, and anybody bets."""


@cache
def setups(game: str) -> list[Setup]:
    """A setup for every preset, number of seats, and single value of an option."""
    found: Any = find(game)
    plain = [
        Setup(game=game, seats=seats, preset=preset)
        for seats in range(found.seats[0], min(found.seats[1], 8) + 1)
        for preset in found.presets or (None,)
    ]
    return plain + [one for one in _varied(game, found) if _allowed(found, one)]


def _varied(game: str, found: Any) -> Iterator[Setup]:
    for preset in found.presets or (None,):
        for name, field in found.options.fields.items():
            for value in _values(field.annotation):
                seats = max(found.seats[0], 3) if found.seats[1] > 2 else 2
                yield Setup(game=game, preset=preset, options={name: value}, seats=seats)


def _values(annotation: Any) -> Iterator[Any]:
    for kind in flatten(annotation):
        if kind is bool:
            yield from (True, False)
        elif kind is int:
            yield from (1, 2, 5, 20)
        elif kind is tuple:
            yield from ((8, 12), (11, 13))
        elif kind is not type(None):
            yield kind


def _allowed(found: Any, setup: Setup) -> bool:
    try:
        options = found.options.read(setup.options, found.preset(setup.preset))
        found.check_options(options, setup.seats or 4)
    except OptionError:
        return False
    return True


@cache
def session(game: str, number: int, hands: int = 2) -> Log:
    """A legal session with any house rules, the same for the same number. It is made once: what nobody can change."""
    all_setups = setups(game)
    log = simulate(msgspec.structs.replace(all_setups[number % len(all_setups)], seed=number), hands=hands)
    return Log(log.header, tuple(log.events))


def levels(log: Log) -> Iterator[tuple[str, Log]]:
    """The log with all that is known, as all saw it, and as each seat saw it."""
    yield "full", log
    yield "public", redact_log(log, PUBLIC, "public")
    for seat in range(len(log.header.seats)):
        yield f"seat {seat}", redact_log(log, seat, f"seat {seat}")


def found(log: Log) -> list[tuple[str, str, int, int | None]]:
    """What is found, but for notes: kind, name, line, seat."""
    return [(one.kind, one.name, one.at, one.seat) for one in audit(log).findings if one.kind != "note"]


def accusations(done: Audit) -> list[tuple[str, int, int | None]]:
    """Breaches: name, line, seat."""
    return [(one.name, one.at, one.seat) for one in done.findings if one.kind == "breach"]


def numbers(done: Audit) -> dict[int, Any]:
    """The points of each hand."""
    return {one.hand: one.result.points for one in done.results}


def contradicts(told: dict[int, Any], truth: dict[int, Any]) -> list[Any]:
    """The hands of which a number is told that is not so; none where other hands are told of."""
    if set(told) != set(truth):
        return []
    return [
        (hand, points, told[hand])
        for hand, points in truth.items()
        if any(one is not None and one != true for one, true in zip(told[hand], points, strict=True))
    ]


def hand_at(events: list[Any], at: int) -> int:
    """How many hands had begun before this event."""
    return sum(isinstance(one, HandStarted) for one in events[:at])


def held(state: Any, seat: int) -> list[Card]:
    """The cards that a seat is known to hold."""
    return list(cards_of(state.places.known[seat]))
