"""What the engine costs against bare decoding of the same bytes."""

import random
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from bench.measure import Row, in_turn, ratio
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import own_games
from upcard.engine.kernel.game import Game
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, sessions
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.codec import encode_line
from upcard.schemas.events import Event, Opened

SESSIONS = 15
HANDS = 10
EXPLAINED = 40
"""So many hands of which a line is lost are explained."""
MOST_OF_DECODE = 25.0
"""An audit is to take at most so many times as long as decoding does."""
MOST_TO_EXPLAIN = 50.0
"""Milliseconds that a hand is to take at most that has to be explained."""


DECODE = msgspec.json.Decoder(Event).decode


def bare(_header: Opened, lines: list[bytes]) -> None:
    """Decode every line, and no more."""
    for line in lines:
        DECODE(line)


def decoded(header: Opened, lines: list[bytes]) -> Log:
    """A log from its lines."""
    return Log.of(header, [DECODE(line) for line in lines])


def each(logs: list[tuple[Opened, list[bytes]]], act: Callable[[Opened, list[bytes]], object]) -> None:
    """Do something with every log, one at a time."""
    for header, lines in logs:
        act(header, lines)


def rows(_folder: Path) -> Iterator[Row]:
    """Fold and audit of every game, full and public."""
    for game in own_games():
        yield from of_game(game)


def of_game(game: Game) -> Iterator[Row]:
    """One game. From log bytes: decoding is part of the fold and of the audit."""
    logs = list(sessions(Setup(game=game.key, seed=7), hands=HANDS, count=SESSIONS))
    for level, made in (("full", logs), ("public", [redact_log(log, PUBLIC, log.header.log) for log in logs])):
        lines = [(log.header, [encode_line(event) for _, event in log.events]) for log in made]
        times = in_turn(
            {
                "bare": partial(each, lines, bare),
                "fold": partial(each, lines, lambda header, events: fold(decoded(header, events))),
                "audit": partial(each, lines, lambda header, events: audit(decoded(header, events))),
            }
        )
        events = sum(len(log.events) for log in made)
        yield Row(f"bare decode, {level}", game.key, statistics.median(times["bare"]) / events * 1e9, "ns an event")
        yield Row(f"fold / bare decode, {level}", game.key, ratio(times, "fold", "bare"), "x")
        yield Row(f"audit / bare decode, {level}", game.key, ratio(times, "audit", "bare"), "x", MOST_OF_DECODE)
        yield Row(f"audit, {level}", game.key, events / statistics.median(times["audit"]) / 1000, "k events/s")
    yield explained(game)


def explained(game: Game) -> Row:
    """How long a hand takes of which one line is lost, by what it takes longer than the same hands as they were played."""
    rng, made = random.Random(game.key), list(sessions(Setup(game=game.key, seed=7), hands=1, count=EXPLAINED))
    slipped = [without_a_line(log, rng.randrange(2, len(log.events) - 1)) for log in made]
    times = in_turn(
        {
            "played": lambda: [audit(log).findings for log in made],
            "slipped": lambda: [audit(log).findings for log in slipped],
        },
        rounds=3,
    )
    longer = statistics.median(times["slipped"]) - statistics.median(times["played"])
    return Row("a hand that is explained", game.key, 1000 * longer / EXPLAINED, "ms", MOST_TO_EXPLAIN)


def without_a_line(log: Log, place: int) -> Log:
    """The log without the event at this place."""
    return Log.of(log.header, [event for at, (_, event) in enumerate(log.events) if at != place])
