"""What an amendment changes, in words and as data."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from upcard.cli.amender.comparing import Comparison, HandChange, Outcome, Total, TotalChange
from upcard.cli.safe import safe_text
from upcard.cli.telling import coin_of, points, said_on, told
from upcard.engine.effective import effective, says
from upcard.engine.game import find
from upcard.engine.kernel.game import Game
from upcard.engine.log import Log, Numbered
from upcard.engine.sitting import Sitting
from upcard.records.names import named, names_of
from upcard.schemas.errors import UpcardError
from upcard.schemas.events import Amended, Inserted, Retracted
from upcard.schemas.findings import Finding
from upcard.schemas.wording import counted, in_coins

MOST: Final = 20
"""So many hands, and findings of each sort, are told; how many more there are is said."""


def edits(old: Log, new: Log, staged: Sequence[Numbered], names: Mapping[str, str]) -> Iterator[str]:
    """What each amendment does to its line: what stands there in one log, and what in the other. staged: the amendments that the
    other has besides; names: those of the archive that the log is in.
    """
    was, now = _Wording(old, names), _Wording(new, names)
    for line, event in staged:
        if isinstance(event, Amended | Retracted):
            for number in _lines(old, event.line):
                yield f"line {number} was: {was.said(number)}"
                yield f"line {number} is : {now.said(number)}"
        elif isinstance(event, Inserted):
            yield f"line {event.before}: {now.said(event.before)}"
            yield f"before it: {now.said(line)}"
        else:
            yield f"line {line}, at the end: {now.said(line)}"


class _Wording:
    """What the lines of a log say, in words, with who sat where."""

    def __init__(self, log: Log, names: Mapping[str, str]) -> None:
        self._log = log
        self._sitting = Sitting(named(effective(log), names))
        self._coin = coin_of(effective(log).header)

    def said(self, line: int) -> str:
        """What a line says; money in the coins that it is typed in."""
        return said_on(says(self._log, line), self._sitting.whose(line), self._coin)


def _lines(log: Log, line: int) -> Iterator[int]:
    """A line; and, where it is an amendment itself, the line that this was about."""
    yield line
    act = says(log, line)
    if isinstance(act, Amended | Retracted):
        yield from _lines(log, act.line)


def shown(change: Comparison, old: Log, new: Log, names: Mapping[str, str]) -> Iterator[str]:
    """What changes, a line each. names: those of the archive that the log is in."""
    for kind in change.kinds:
        yield f"line {kind.line} becomes another kind of act: {_plain(kind.before)} -> {_plain(kind.after)}"
    if change.unjudged_before:
        yield safe_text(f"it could not be judged before: {change.unjudged_before}")
    if change.unjudged_after:
        yield safe_text(f"it cannot be judged then: {change.unjudged_after}")
    words = _Results(old, new, names)
    yield from _some(map(words.hand, change.hands), len(change.hands), "hand")
    yield from map(words.total, change.totals)
    yield from _findings("no longer found", change.gone, Sitting(named(effective(old), names)))
    yield from _findings("found then", change.found, Sitting(named(effective(new), names)))
    if not change.gone and not change.found:
        yield "the findings are the same"


def as_data(change: Comparison) -> dict[str, Any]:
    """The same for programs."""
    data: dict[str, Any] = msgspec.to_builtins(change)
    return {**data, "weighty": change.weighty}


def came_to(outcome: Outcome, log: Log, names: Mapping[str, str]) -> str:
    """What a hand came to, in words."""
    return safe_text(_Results(log, log, names).came(outcome))


def _plain(tag: str) -> str:
    return tag.replace("_", " ")


def _some(texts: Iterator[str], count: int, what: str) -> Iterator[str]:
    for number, text in enumerate(texts):
        if number == MOST:
            yield f"... and {counted(count - MOST, f'more {what}')}; --json tells all"
            return
        yield text


def _findings(what: str, findings: tuple[Finding, ...], sitting: Sitting) -> Iterator[str]:
    texts = (f"{what}: {told(found, sitting.whose(found.at))}" for found in findings)
    yield from _some(texts, len(findings), "finding")


class _Results:
    """What hands and totals come to, with one log and with the other, in words."""

    def __init__(self, old: Log, new: Log, names: Mapping[str, str]) -> None:
        self._called = names_of(effective(old), names) | names_of(effective(new), names)
        header = effective(new).header
        self._coin = coin_of(header)
        self._game: Game | None = None
        with suppress(UpcardError):  # it is not known here
            self._game = find(header.game)

    def hand(self, change: HandChange) -> str:
        """A hand that comes to something else, in a line."""
        hand = change.hand_before if change.hand_before is not None else change.hand_after
        renamed = change.hand_before is not None and change.hand_after not in {None, change.hand_before}
        where = f"hand {hand}" + (f" (then hand {change.hand_after})" if renamed else "") + f", line {change.line}: "
        if change.before is None and change.after is not None:
            return safe_text(f"{where}is there then: {self.came(change.after)}")
        if change.before is not None and change.after is None:
            return safe_text(f"{where}is not there then; it was: {self.came(change.before)}")
        assert change.before is not None
        assert change.after is not None
        return safe_text(where + "; ".join(self._differences(change.before, change.after)))

    def total(self, change: TotalChange) -> str:
        """The total of a player, before and after."""
        texts = f"{self._total(change.before)} -> {self._total(change.after)}"
        return safe_text(f"total of {self._name(change.player)}: {texts}")

    def came(self, outcome: Outcome) -> str:
        """What a hand came to."""
        if not outcome.finished:
            return "not finished"
        pairs = zip(outcome.players, outcome.points, strict=False)
        scores = ", ".join(f"{self._name(player)} {self._amount(points)}" for player, points in pairs if player)
        return scores if outcome.counts else f"void ({scores})"

    def _differences(self, before: Outcome, after: Outcome) -> Iterator[str]:
        """What is another with a hand: its points seat by seat where the rest is the same, else all it came to."""
        if (before.finished, before.counts, before.players) != (after.finished, after.counts, after.players):
            yield f"{self.came(before)} -> {self.came(after)}"
            return
        for player, was, now in zip(before.players, before.points, after.points, strict=False):
            if was != now and player:
                yield f"{self._name(player)} {self._amount(was)} -> {self._amount(now)}"
        if before.won != after.won:
            yield f"won by {self._winners(before)} -> {self._winners(after)}"
        if before.dealer != after.dealer:
            yield f"dealer {self._seat(before, before.dealer)} -> {self._seat(after, after.dealer)}"
        if before.trump != after.trump:
            yield f"trump {before.trump or 'none'} -> {after.trump or 'none'}"
        for number, (was, now) in enumerate(zip(before.winners, after.winners, strict=False), 1):
            if was != now:
                yield f"trick {number} to {self._seat(before, was)} -> {self._seat(after, now)}"
        if len(before.winners) != len(after.winners):
            yield f"{counted(len(before.winners), 'trick')} -> {counted(len(after.winners), 'trick')}"
        if before.says != after.says:
            yield f"{before.says or 'nothing said'} -> {after.says or 'nothing said'}"

    def _name(self, player: str) -> str:
        return self._called.get(player, player)

    def _amount(self, amount: int | None) -> str:
        return "?" if amount is None else in_coins(amount, self._coin)

    def _total(self, total: Total) -> str:
        in_words = points(total.points, self._game) if self._game and self._coin == 1 else self._amount(total.points)
        unknown = f" and {total.unknown} unknown" if total.unknown else ""
        return f"{in_words}{unknown} in {counted(total.hands, 'hand')}"

    def _winners(self, outcome: Outcome) -> str:
        pairs = list(zip(outcome.players, outcome.won, strict=False))
        known = [self._name(player) for player, won in pairs if won and player]
        return " & ".join(known) or ("nobody known" if any(won is None for _, won in pairs) else "nobody")

    def _seat(self, outcome: Outcome, seat: int | None) -> str:
        if seat is None or seat >= len(outcome.players):
            return "not known"
        return self._name(outcome.players[seat]) or f"seat {seat}"
