"""What is amended reads as if it had been written right the first time: over all games by what they declare."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.experiments import few_or_many
from tests.games.games import GAMES, session
from tests.games.slips import slipped
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.schemas.events import Amended, Inserted, Retracted

each_game = pytest.mark.parametrize("game", GAMES)
some_and_many = few_or_many(6, 40, 400)


class Mended(NamedTuple):
    """A record in which something was written wrongly and put right by its last line; and on which line stands in it what stands
    on a line of the record that was right from the first.
    """

    log: Log
    line: Callable[[int], int]


def amended(rng: random.Random, right: Log) -> Mended:
    """One event is written as another, and amended."""
    events: list[Any] = [event for _, event in right.events]
    at = rng.randrange(len(events))
    wrong = [*events[:at], rng.choice(events), *events[at + 1 :], Amended(line=at + 2, event=events[at])]
    return Mended(Log.of(right.header, wrong), lambda line: line)


def retracted(rng: random.Random, right: Log) -> Mended:
    """One event is written that did not happen, and retracted."""
    events: list[Any] = [event for _, event in right.events]
    at = rng.randrange(len(events))
    wrong = [*events[:at], rng.choice(events), *events[at:], Retracted(line=at + 2)]
    return Mended(Log.of(right.header, wrong), lambda line: line + (line >= at + 2))


def inserted(rng: random.Random, right: Log) -> Mended:
    """One event is left out, and inserted."""
    events: list[Any] = [event for _, event in right.events]
    at = rng.randrange(len(events) - 1)
    wrong = [*events[:at], *events[at + 1 :], Inserted(before=at + 2, event=events[at])]
    last = len(wrong) + 1
    return Mended(
        Log.of(right.header, wrong),
        lambda line: last if line == at + 2 else line - (line > at + 2) if line > 1 else line,
    )


def findings(done: Audit, line: Callable[[int], int] = lambda line: line) -> list[Any]:
    """What is found, without words, which name lines; each line as it stands in the record that was mended, in that order."""
    told = [
        (one.kind, one.clause, one.name, one.hand, one.seat, one.cards, line(one.at), line(one.found_at))
        for one in done.findings
    ]
    return sorted(told, key=lambda one: (one[-1], one[-2]))


@each_game
@some_and_many
def test_what_is_amended_reads_as_if_written_right(game: str, count: int) -> None:
    for number in range(count):
        rng = random.Random(f"{game} {number}")
        right = session(game, number)
        if number % 2:
            _, right = slipped(rng, right)  # something is found in it either way
        expected = audit(right)
        for mend in (amended, retracted, inserted):
            mended = mend(rng, right)
            done = audit(mended.log)
            assert findings(done) == findings(expected, mended.line), (number, mend)
            assert [one.result for one in done.results] == [one.result for one in expected.results], (number, mend)
            if mend is amended:
                assert done.findings == expected.findings, number
                assert done.state == expected.state, number
