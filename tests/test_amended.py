"""What is put right later is judged as if it had been written rightly at once: only the lines that are cited differ."""

import random
import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.experiments import sessions
from tests.test_every_game import each_game, shuffled
from upcard.engine.audit import audit
from upcard.engine.effective import effective
from upcard.engine.log import Log, Numbered
from upcard.engine.simulate import Setup, simulate
from upcard.schemas.events import Inserted, Retracted
from upcard.schemas.findings import Finding


def put_in_later(log: Log, rng: random.Random) -> Log:
    """The log with some events that were left out, or written in another place, and inserted where they stood."""
    events = list(log.events)
    moved = set(rng.sample(range(len(events)), min(len(events) // 2, 6)))
    kept = [event for at, (_, event) in enumerate(events) if at not in moved]
    written: list[Any] = list(kept)
    for at in sorted(moved):
        before = 2 + sum(earlier not in moved for earlier in range(at))
        if before < 2 + len(kept):
            written.append(Inserted(before=before, event=events[at][1]))
    written += [Inserted(before=2, event=kept[0]), Retracted(line=len(written) + 2)]
    return Log.of(log.header, written)


def directly(log: Log) -> tuple[Log, dict[int, int]]:
    """The log in force, written at once, and which line of it is which of the log."""
    standing = effective(log)
    lines = {place: line for place, (line, _) in enumerate(standing.events, start=2)}
    return Log.of(standing.header, [event for _, event in standing.events]), lines


def cited(findings: Sequence[Finding], lines: dict[int, int], events: Sequence[Numbered]) -> list[Finding]:
    """Findings with the lines of another log that has the same events."""
    assert all(lines.get(found.found_at, 1) in {1, *(line for line, _ in events)} for found in findings)
    return [
        msgspec.structs.replace(
            found,
            says=re.sub(r"\bline (\d+)", lambda told: f"line {lines[int(told[1])]}", found.says),
            at=lines.get(found.at, found.at),
            found_at=lines.get(found.found_at, found.found_at),
            against=None if found.against is None else lines.get(found.against, found.against),
        )
        for found in findings
    ]


def held(game: str, count: int) -> None:
    """Sessions of careless scribes, put right."""
    rng = random.Random(game)
    for number in range(count):
        log = simulate(Setup(game=game, seed=number), hands=rng.choice([1, 2]))
        log = Log.of(log.header, shuffled(rng, [event for _, event in log.events]))
        amended = put_in_later(log, rng)
        at_once, lines = directly(amended)
        later, now = audit(amended), audit(at_once)
        assert later.findings == cited(now.findings, lines, effective(amended).events), number
        assert [one.result for one in later.results] == [one.result for one in now.results], number


@each_game
def test_what_is_inserted_later_is_judged_in_its_place(game: str) -> None:
    held(game, 15)


@pytest.mark.check
@each_game
def test_what_is_inserted_later_is_judged_in_its_place_in_many_sessions(game: str) -> None:
    held(game, sessions(200))
