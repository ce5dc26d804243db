"""A line written twice is a slip of the scribe: it may contradict what stands there, and is no breach of anybody."""

import random

import pytest

from tests.experiments import sessions
from tests.slips import doubled
from tests.test_shortcuts import table
from upcard.engine.audit import audit
from upcard.engine.game import keys
from upcard.engine.log import Log
from upcard.engine.view import redact_log
from upcard.schemas.events import Gave

GAMES = [key for key in keys() if key != "last_one"]
"""All but Last One, where a seat that draws once more may have done so."""


def accuses_nobody(game: str, numbers: range) -> None:
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        log = table(game, number, rng)
        if rng.random() < 0.6:
            log = redact_log(log, rng.randrange(-1, len(log.header.seats)), log.header.log)
        events = [event for _, event in log.events]
        for at in rng.sample(range(len(events) - 1), min(8, len(events) - 1)):
            if isinstance(events[at], Gave):
                continue  # in Pluck two gifts that nobody saw, one after the other, are told as such
            found = audit(Log.of(log.header, doubled(events, at))).findings
            assert [one for one in found if one.kind == "breach" and one.seat is not None] == [], (number, at)


@pytest.mark.parametrize("game", GAMES)
def test_a_line_written_twice_accuses_nobody(game: str) -> None:
    accuses_nobody(game, range(8))


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_a_line_written_twice_accuses_nobody_in_many_sessions(game: str) -> None:
    accuses_nobody(game, range(8, sessions(120)))
