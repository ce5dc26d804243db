"""What an amendment changes: a log judged before and after, hand by hand, with totals and findings."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

import msgspec

from upcard.engine.audit import Audit, Settled, not_in_order, refers_back, spans_of
from upcard.engine.effective import effective
from upcard.engine.kernel.results import Result
from upcard.engine.log import Log
from upcard.engine.session import Hand, summed, told_hands
from upcard.engine.sitting import Sitting
from upcard.records.unforeseen import unforeseen
from upcard.schemas.errors import UpcardError
from upcard.schemas.events.base import tag
from upcard.schemas.findings import COUNTED, Finding

_AT_ONCE: Final = 1_000
"""So many events are judged before what is settled is taken."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a hand came to. finished: whether it ended; points, won: by seat, None where the record cannot tell; players: who
    sat there; winners: the winner of each trick.
    """

    finished: bool
    counts: bool = False
    players: tuple[str, ...] = ()
    points: tuple[int | None, ...] = ()
    won: tuple[bool | None, ...] = ()
    dealer: int | None = None
    trump: str | None = None
    winners: tuple[int | None, ...] = ()
    says: str = ""


class HandChange(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that comes to something else. line: where it begins; hand_before, hand_after: its number, None where there is no
    such hand.
    """

    line: int
    hand_before: int | None = None
    hand_after: int | None = None
    before: Outcome | None = None
    after: Outcome | None = None


class KindChange(msgspec.Struct, frozen=True):
    """A line on which another kind of act stands than before."""

    line: int
    before: str
    after: str


class Total(msgspec.Struct, frozen=True):
    """What all hands that count bring a player: how many there are, their points, and how many of them bring points that
    the record cannot tell.
    """

    hands: int = 0
    points: int = 0
    unknown: int = 0


class TotalChange(msgspec.Struct, frozen=True):
    """A player whose total is another than before."""

    player: str
    before: Total
    after: Total


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What is another with one log than with the other. gone, found: findings. unjudged_before, unjudged_after: why that log
    cannot be judged, empty if it can.
    """

    kinds: tuple[KindChange, ...] = ()
    hands: tuple[HandChange, ...] = ()
    totals: tuple[TotalChange, ...] = ()
    gone: tuple[Finding, ...] = ()
    found: tuple[Finding, ...] = ()
    unjudged_before: str = ""
    unjudged_after: str = ""

    @property
    def weighty(self) -> bool:
        """Whether it changes what kind of act a line is, or what a hand comes to: then it is not stored unasked."""
        if self.unjudged_before:  # there was no result to change
            return bool(self.kinds)
        return bool(self.kinds or self.hands or self.totals or self.unjudged_after)

    @property
    def accuses(self) -> bool:
        """Whether something is found now that was not, and is more than a remark."""
        return any(finding.kind in COUNTED for finding in self.found)


class _Judged(NamedTuple):
    """A log that was judged: what came of each hand by the line where it begins, with its number; the totals by player; and
    the findings, each by what is told of it and whom it is about: the number of its hand, and the other fact that speaks
    against it, may be others without a change.
    fault: why it cannot be judged.
    """

    hands: Mapping[int, tuple[int, Outcome]]
    totals: Mapping[str, Total]
    findings: Mapping[tuple[Finding, str | None], Finding]
    fault: str = ""


def compared(old: Log, new: Log) -> Comparison:
    """What changes from one log to another: kinds of acts, what hands come to, totals, and findings."""
    before, after = _judged(old), _judged(new)
    return Comparison(
        kinds=tuple(_kinds(old, new)),
        hands=tuple(_hands(before, after)),
        totals=tuple(_totals(before.totals, after.totals)),
        gone=_only_in(before, after),
        found=_only_in(after, before),
        unjudged_before=before.fault,
        unjudged_after=after.fault,
    )


def outcomes(log: Log) -> Mapping[int, tuple[int, Outcome]]:
    """What the hands of a log came to, with their numbers, by the lines where they begin; none of a log that cannot be judged."""
    return _judged(log).hands


def _judged(log: Log) -> _Judged:
    try:
        with unforeseen("", log):
            return _what_came(log)
    except UpcardError as error:
        return _Judged({}, {}, {}, error.message)


def _what_came(log: Log) -> _Judged:
    """What came of a log, judged piece by piece, so that no more than a hand's states are held at a time."""
    standing = effective(log)
    done, sitting = Audit(standing), Sitting(standing)
    back = any(refers_back(event) for _, event in standing.events)
    begun: list[tuple[int, int]] = []
    ended: dict[int, Hand] = {}
    came: dict[int, Outcome] = {}
    findings: list[Finding] = []

    def take(settled: Settled) -> None:
        begun.extend(settled.begun)
        findings.extend(settled.findings)
        for one in settled.results:
            result = one.result
            came[one.hand] = _outcome(one.players, result)
            light = msgspec.structs.replace(result, tricks=(), transfers=())
            ended[one.hand] = Hand(hand=one.hand, start=0, end=0, first=0, last=0, players=one.players, result=light)

    for start in range(0, len(standing.events), _AT_ONCE):
        done.feed(standing.events[start : start + _AT_ONCE])
        if not back:
            take(done.let_go())
    take(done.left())
    findings += not_in_order(log)
    begins = told_hands(standing.events, sitting, spans_of(begun, done.state.step), [], done.state)
    return _Judged(
        {one.first: (one.hand, came.get(one.hand, Outcome(finished=False))) for one in begins},
        {player: Total(one.hands, one.points, one.unknown) for player, one in summed([*ended.values()]).items()},
        {
            (msgspec.structs.replace(found, hand=0, against=None), sitting.player(found.seat, found.at)): found
            for found in findings
        },
    )


def _outcome(players: tuple[str, ...], result: Result) -> Outcome:
    """What a hand came to that has ended."""
    return Outcome(
        finished=True,
        counts=result.counts,
        players=players,
        points=result.points,
        won=result.won,
        dealer=result.dealer,
        trump=result.trump,
        winners=tuple(trick.winner for trick in result.tricks),
        says=result.says,
    )


def _kinds(old: Log, new: Log) -> Iterator[KindChange]:
    was = {line: tag(event) for line, event in effective(old).events}
    for line, event in effective(new).events:
        if line in was and was[line] != tag(event):
            yield KindChange(line, was[line], tag(event))


def _hands(before: _Judged, after: _Judged) -> Iterator[HandChange]:
    """The hands that differ. A hand is the same hand where it begins on the same line; else where it has the same number."""
    pairs = _paired(before, after)
    for line, old, new in pairs:
        was, now = before.hands.get(old or 0), after.hands.get(new or 0)
        if (was and was[1]) != (now and now[1]):
            yield HandChange(
                line=line,
                hand_before=was[0] if was else None,
                hand_after=now[0] if now else None,
                before=was[1] if was else None,
                after=now[1] if now else None,
            )


def _paired(before: _Judged, after: _Judged) -> list[tuple[int, int | None, int | None]]:
    """The hands of both logs: the line to tell, and the lines where each begins in the one and in the other."""
    both = [(line, line, line) for line in before.hands if line in after.hands]
    gone = {hand: line for line, (hand, _) in before.hands.items() if line not in after.hands}
    new = {hand: line for line, (hand, _) in after.hands.items() if line not in before.hands}
    moved = [(new[hand], gone[hand], new[hand]) for hand in gone if hand in new]
    alone: list[tuple[int, int | None, int | None]] = [
        (line, line, None) for hand, line in gone.items() if hand not in new
    ]
    alone += [(line, None, line) for hand, line in new.items() if hand not in gone]
    order = {line: hand for line, (hand, _) in chain(before.hands.items(), after.hands.items())}
    return sorted([*both, *moved, *alone], key=lambda pair: order[pair[0]])


def _totals(before: Mapping[str, Total], after: Mapping[str, Total]) -> Iterator[TotalChange]:
    for player in dict.fromkeys([*before, *after]):
        was, now = before.get(player, Total()), after.get(player, Total())
        if was != now:
            yield TotalChange(player, was, now)


def _only_in(one: _Judged, other: _Judged) -> tuple[Finding, ...]:
    return tuple(found for key, found in one.findings.items() if key not in other.findings)
