"""A log step by step: each event in words, the table after it, and what it proves."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from upcard.cli.safe import safe_text
from upcard.cli.telling import describe, described, told
from upcard.engine.audit import Audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.scene import Scene
from upcard.engine.sitting import Sitting
from upcard.engine.view import redact_log
from upcard.schemas.findings import Finding


class Frame(NamedTuple):
    """After one event: its line and hand, what it says, the table, what is newly found, and how a hand came out."""

    line: int
    hand: int
    says: str
    scene: Scene
    findings: tuple[Finding, ...]
    points: tuple[int | None, ...] | None


def frames_of(log: Log, *, viewer: int | None = None, hand: int | None = None) -> Iterator[Frame]:
    """The frames of a log in force, as a viewer saw them; of one hand, if one is named."""
    seen = log if viewer is None else redact_log(log, viewer, log.header.log)
    audit = Audit(seen)
    scene = find(log.header.game).scene
    for numbered in seen.events:
        before, results = list(audit.findings), len(audit.results)
        audit.feed([numbered])
        state: Any = audit.state
        if hand is not None and state.hand != hand:
            continue
        fresh = tuple(found for found in audit.findings if found not in before)
        ended = audit.results[-1].result.points if len(audit.results) > results else None
        says = describe(numbered[1], state.players)
        yield Frame(numbered[0], state.hand, says, scene(state), fresh, ended)


def hands_of(log: Log) -> dict[int, tuple[int, int]]:
    """The first and last line of each hand."""
    audit = Audit(log)
    audit.feed(log.events)
    lines = [line for line, _ in log.events]
    return {hand: (lines[start], max(lines[start:end])) for hand, start, end in audit.hands}


def transcript(log: Log, *, viewer: int | None = None, hand: int | None = None) -> Iterator[str]:
    """A log to read: a line an event, findings below, the outcome of each hand; as a viewer saw it, of one hand."""
    sitting = Sitting(log)
    yield described(log.header)
    for frame in frames_of(log, viewer=viewer, hand=hand):
        yield f"{frame.line:>4}  {frame.says}"
        for finding in frame.findings:
            yield f"      ! {told(finding, sitting.at(finding.at))}"
        if frame.points is not None:
            points = ", ".join("?" if one is None else str(one) for one in frame.points)
            yield safe_text(f"      = hand {frame.hand}: {points}{f'; {frame.scene.says}' if frame.scene.says else ''}")
