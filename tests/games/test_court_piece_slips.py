"""Court Piece: a line of a true record lost or written twice accuses nobody, and brings no number that is not so."""

import random
from typing import Any, NamedTuple

import pytest

from tests.builders import log_of
from tests.experiments import sessions
from tests.games.test_court_piece_oracle import OPTIONS, Table
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Base, Closed, Played, Scored
from upcard.schemas.findings import Finding


class Evening(NamedTuple):
    """A legal session, what each hand brought (courts of both sides, the winner), and the streak after the last."""

    options: dict[str, Any]
    events: list[Base]
    hands: list[tuple[list[int], int]]
    streak: tuple[int, int]

    def log(self, events: list[Base]) -> Log:
        """These events at that table."""
        return log_of("court_piece", events, options=self.options or None)


def evening(number: int, *, rows: bool, hands: int = 3) -> Evening:
    """Hands that nobody breaks a rule in, many of them with long suits; perhaps with a true row after each."""
    rng = random.Random(number)
    table, ended = Table(rng, OPTIONS[number % len(OPTIONS)]), []
    table.chance = lambda share: share == 0.3 and rng.random() < share  # type: ignore[method-assign]
    due = rng.randrange(4)
    for _ in range(hands):
        table.begin(due)
        due = table.count(*table.play_hand())
        taken = [sum(seat % 2 == side for seat in table.winners) for side in (0, 1)]
        ended.append((table.gained, int(taken[1] > taken[0])))
        if rows:
            points, totals = tuple(table.gained), tuple(table.courts)
            table.write(Scored(tricks=tuple(taken), points=points, totals=totals, trump=table.trump))  # type: ignore[arg-type]
    table.write(Closed())
    return Evening(table.options, table.events, ended, table.streak)


def nothing_wrong_is_told(one: Evening, done: Audit, where: object) -> None:
    """What is told of each hand, and of the streak after all, is so."""
    for ended in done.results:
        gained, won = one.hands[ended.hand - 1]
        result = ended.result
        assert result.counts, where
        assert all(told in {None, had} for told, had in zip(result.points[:2], gained, strict=True)), where
        assert result.won[:2] in {(None, None), (won == 0, won == 1)}, where
    last = done.state.ended == len(one.hands)
    assert not last or done.state.streak < 1 or (done.state.streak_side, done.state.streak) == one.streak, where


def seen(log: Log) -> list[Audit]:
    """The audits of a log with all hands, and as the public saw it."""
    return [audit(log), audit(redact_log(log, PUBLIC, "copy"))]


def told(done: Audit) -> list[Finding]:
    """What was found, but for notes and plays out of turn."""
    return [one for one in done.findings if one.kind != "note" and one.clause != "G-13"]


def plays_lost(count: int) -> None:
    """A play left out shows as one out of turn; no revoke, no stop and no row is told of for it."""
    for number in range(count):
        one = evening(number, rows=bool(number % 2))
        plays = [at for at, event in enumerate(one.events) if isinstance(event, Played)]
        for at in random.Random(number).sample(plays, 12):
            for done in seen(one.log([*one.events[:at], *one.events[at + 1 :]])):
                assert not told(done), (number, at)
                nothing_wrong_is_told(one, done, (number, at))


def test_a_play_left_out_of_an_evening_accuses_nobody_of_anything_else() -> None:
    plays_lost(10)


@pytest.mark.check
def test_a_play_left_out_of_an_evening_accuses_nobody_of_anything_else_60() -> None:
    plays_lost(sessions(60))
