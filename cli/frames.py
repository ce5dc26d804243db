"""A log step by step: each event in words, the table after it, and what it proves."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from upcard.cli.safe import safe_text
from upcard.cli.telling import coin_of, describe, described, told
from upcard.engine.audit import Audit
from upcard.engine.kernel.ended import Ended
from upcard.engine.log import Log, Numbered
from upcard.engine.scene import Scene
from upcard.engine.sitting import Sitting
from upcard.records.unforeseen import InBlocks
from upcard.schemas.events import Left, Opened
from upcard.schemas.findings import Finding, newly
from upcard.schemas.wording import in_coins


class Withdrawn(msgspec.Struct, frozen=True):
    """A finding that does not stand any more. line: the event that showed it."""

    line: int
    finding: Finding


class Revised(msgspec.Struct, frozen=True):
    """What a hand came to that had ended before. line: the event that changed it."""

    line: int
    hand: int
    points: tuple[int | None, ...]


class Frame(NamedTuple):
    """After one event: its line and hand, what it says, the table, what is newly found, what was found before and does not
    stand any more, how a hand came out, and what hands before it came to after all.
    """

    line: int
    hand: int
    says: str
    scene: Scene
    findings: tuple[Finding, ...]
    withdrawn: tuple[Withdrawn, ...]
    points: tuple[int | None, ...] | None
    revised: tuple[Revised, ...]


def frames_of(log: Log) -> Iterator[Frame]:
    """The frames of a log in force, with all that is known."""
    return frames_in(InBlocks.held(log, ""))


def frames_in(judging: InBlocks, hand: int | None = None) -> Iterator[Frame]:
    """The frames of a log while it is judged; of one hand, if one is named: its last has what came of it later."""
    audit = judging.audit
    last: Frame | None = None
    for events in judging.blocks():
        then = Known.of(audit)
        for numbered in events:
            before = then
            try:
                audit.feed([numbered])
            except Exception:  # a line that cannot be judged: what was before it can be seen
                if last is not None:
                    yield last
                raise
            then = Known.of(audit)
            if hand is not None and audit.state.hand != hand:
                last = last and _told_more(last, numbered[0], before, then)
                continue
            if last is not None:
                yield last
            last = frame_after(numbered, audit, before, then)
        judging.let_go()
    if last is not None:
        yield last


class Known(NamedTuple):
    """What an audit knows by now: what is found, and how hands came out."""

    findings: list[Finding]
    results: list[Ended]

    @classmethod
    def of(cls, audit: Audit) -> "Known":
        """What this one does."""
        return cls(audit.findings, audit.results)


def frame_after(numbered: Numbered, audit: Audit, before: Known, now: Known) -> Frame:
    """The frame of an event. audit: fed with it; before, now: what was known before it, and what is by now."""
    line, event = numbered
    state: Any = audit.state
    players = list(state.players)
    if isinstance(event, Left):
        players[event.seat : event.seat + 1] = [state.gone.get(event.seat, "")]
    return Frame(
        line,
        state.hand,
        describe(event, players, coin=audit.game.units_of_coin(state.options)),
        audit.scene(),
        tuple(newly(now.findings, before.findings)),
        tuple(_withdrawn(line, before, now)),
        now.results[-1].result.points if len(now.results) > len(before.results) else None,
        tuple(_revised(line, before.results, now.results)),
    )


def _withdrawn(line: int, before: Known, now: Known) -> Iterator[Withdrawn]:
    """What was found before, and does not stand any more."""
    return (Withdrawn(line, found) for found in newly(before.findings, now.findings))


def _revised(line: int, before: Sequence[Ended], now: Sequence[Ended]) -> Iterator[Revised]:
    """The hands that came to something else than they did before."""
    if now[: len(before)] == before:
        return
    for old, new in zip(before, now, strict=False):
        if old is not new and (points := new.result.points) != old.result.points:
            yield Revised(line, new.hand, points)


def _told_more(last: Frame, line: int, before: Known, now: Known) -> Frame:
    """The last frame of a hand, with what the event of a later line shows of the hand."""
    fresh = (found for found in newly(now.findings, before.findings) if found.hand == last.hand)
    gone = (one for one in _withdrawn(line, before, now) if one.finding.hand == last.hand)
    revised = (one for one in _revised(line, before.results, now.results) if one.hand == last.hand)
    return last._replace(
        findings=(*last.findings, *fresh),
        withdrawn=(*last.withdrawn, *gone),
        revised=(*last.revised, *revised),
    )


def told_withdrawn(one: Withdrawn, sitting: Sitting) -> str:
    """That a finding does not stand any more, in words."""
    return f"no longer found, by line {one.line}: {told(one.finding, sitting.whose(one.finding.at))}"


def told_revised(one: Revised, coin: int = 1) -> str:
    """What a hand came to after all, in words. coin: how many units a coin has."""
    return f"= hand {one.hand} after line {one.line}: {pointed(one.points, coin)}"


def pointed(points: Iterable[int | None], coin: int = 1) -> str:
    """What each seat came to; ? where that is not known. coin: how many units a coin has."""
    return ", ".join("?" if one is None else in_coins(one, coin) for one in points)


def transcript(log: Log) -> Iterator[str]:
    """A log to read: a line an event, findings below, the outcome of each hand."""
    return transcribed(log.header, Sitting(log), frames_of(log))


def transcribed(header: Opened, sitting: Sitting, frames: Iterable[Frame]) -> Iterator[str]:
    """The same of some frames."""
    coin = coin_of(header)
    yield described(header)
    for frame in frames:
        yield f"{frame.line:>4}  {frame.says}"
        for finding in frame.findings:
            yield f"      ! {told(finding, sitting.whose(finding.at))}"
        for one in frame.withdrawn:
            yield f"      {told_withdrawn(one, sitting)}"
        if frame.points is not None:
            says = f"; {frame.scene.says}" if frame.scene.says else ""
            yield safe_text(f"      = hand {frame.hand}: {pointed(frame.points, coin)}{says}")
        for again in frame.revised:
            yield f"      {told_revised(again, coin)}"
