"""Popcorn: a table that plays as it likes, and a judge who sees all cards and reads nothing but the page."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.builders import log_of
from tests.experiments import sessions
from tests.games.popcorn_naive import Table
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log

WILD = (0.0, 0.02, 0.1, 0.3)


def played(number: int, *, ends: bool = False) -> tuple[Table, Log]:
    """A session of one game to three, by its number."""
    table = Table(number, WILD[number % len(WILD)], ends=ends)
    for _ in range(table.rng.randint(1, 3)):
        table.game()
    return table, log_of("popcorn", table.events, seats=table.seats, options=table.options)


def judged(numbers: Any) -> None:
    """With all hands, without any, and with those of one seat: what the judge saw is found, and nothing else."""
    for number in numbers:
        table, log = played(number)
        for viewer in (None, PUBLIC, random.Random(number).randrange(table.seats)):
            one = log if viewer is None else redact_log(log, viewer, "copy")
            found = Counter(
                (row.clause, row.name, row.at, row.found_at, row.seat)
                for row in audit(one).findings
                if row.kind != "note"
            )
            assert found == Counter(table.wrong), (number, viewer)


def test_what_a_judge_sees_is_found_and_nothing_else() -> None:
    judged(range(60))


@pytest.mark.check
def test_what_a_judge_sees_is_found_and_nothing_else_in_many_sessions() -> None:
    judged(range(60, 60 + sessions(1500)))
