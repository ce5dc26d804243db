"""What an amendment changes, in words and as data."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from upcard.cli.amender.comparing import Comparison, HandChange, Outcome, Total
from upcard.cli.amender.draft import Draft
from upcard.cli.names import named, names_of
from upcard.cli.safe import safe_text
from upcard.cli.telling import points, said_on, told
from upcard.engine.effective import effective, says
from upcard.engine.game import Game, find
from upcard.engine.log import Log
from upcard.engine.sitting import Sitting
from upcard.engine.wording import counted
from upcard.schemas.errors import UpcardError
from upcard.schemas.events import Amended, Inserted, Retracted
from upcard.schemas.findings import Finding

MOST: Final = 20
"""So many hands, and findings of each sort, are told; how many more there are is said."""


def edits(draft: Draft) -> Iterator[str]:
    """What each amendment of a draft does to its line: what stands there, and what would."""
    old, new, names = draft.read.log, draft.log, draft.read.names
    was, now = _Wording(old, names), _Wording(new, names)
    for line, event in draft.staged:
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

    def said(self, line: int) -> str:
        return said_on(says(self._log, line), self._sitting.at(line))


def _lines(log: Log, line: int) -> Iterator[int]:
    """A line; and, where it is an amendment itself, the line that this was about."""
    yield line
    act = says(log, line)
    if isinstance(act, Amended | Retracted):
        yield from _lines(log, act.line)


def shown(change: Comparison, old: Log, new: Log, names: Mapping[str, str]) -> Iterator[str]:
    """What changes, a line each. names: those of the archive that the log is in."""
    called = names_of(effective(old), names) | names_of(effective(new), names)
    for kind in change.kinds:
        yield f"line {kind.line} becomes another kind of act: {_plain(kind.before)} -> {_plain(kind.after)}"
    if change.unjudged_before:
        yield safe_text(f"it could not be judged before: {change.unjudged_before}")
    if change.unjudged_after:
        yield safe_text(f"it cannot be judged then: {change.unjudged_after}")
    yield from _some((_hand(one, called) for one in change.hands), len(change.hands), "hand")
    game = _game(new) or _game(old)
    for total in change.totals:
        texts = f"{_total(total.before, game)} -> {_total(total.after, game)}"
        yield safe_text(f"total of {called.get(total.player, total.player)}: {texts}")
    yield from _findings("no longer found", change.gone, Sitting(named(effective(old), names)))
    yield from _findings("found then", change.found, Sitting(named(effective(new), names)))
    if not change.gone and not change.found:
        yield "the findings are the same"


def as_data(change: Comparison) -> dict[str, Any]:
    """The same for programs."""
    data: dict[str, Any] = msgspec.to_builtins(change)
    return {**data, "weighty": change.weighty}


def _game(log: Log) -> Game | None:
    try:
        return find(effective(log).header.game)
    except UpcardError:
        return None


def _plain(tag: str) -> str:
    return tag.replace("_", " ")


def _total(total: Total, game: Game | None) -> str:
    amount = points(total.points, game) if game else str(total.points)
    unknown = f" and {total.unknown} unknown" if total.unknown else ""
    return f"{amount}{unknown} in {counted(total.hands, 'hand')}"


def _some(texts: Iterator[str], count: int, what: str) -> Iterator[str]:
    for number, text in enumerate(texts):
        if number == MOST:
            yield f"... and {counted(count - MOST, f'more {what}')}; --json tells all"
            return
        yield text


def _findings(what: str, findings: tuple[Finding, ...], sitting: Sitting) -> Iterator[str]:
    texts = (f"{what}: {told(found, sitting.at(found.at))}" for found in findings)
    yield from _some(texts, len(findings), "finding")


def _hand(change: HandChange, called: Mapping[str, str]) -> str:
    """A hand that comes to something else, in a line."""
    hand = change.hand_before if change.hand_before is not None else change.hand_after
    renamed = change.hand_before is not None and change.hand_after not in {None, change.hand_before}
    where = f"hand {hand}" + (f" (then hand {change.hand_after})" if renamed else "") + f", line {change.line}: "
    if change.before is None and change.after is not None:
        return safe_text(f"{where}is there then: {_came(change.after, called)}")
    if change.before is not None and change.after is None:
        return safe_text(f"{where}is not there then; it was: {_came(change.before, called)}")
    assert change.before is not None
    assert change.after is not None
    return safe_text(where + "; ".join(_differences(change.before, change.after, called)))


def _came(outcome: Outcome, called: Mapping[str, str]) -> str:
    """What a hand came to."""
    if not outcome.finished:
        return "not finished"
    scores = ", ".join(
        f"{called.get(player, player)} {_number(amount)}"
        for player, amount in zip(outcome.players, outcome.points, strict=False)
        if player
    )
    return scores if outcome.counts else f"void ({scores})"


def _differences(before: Outcome, after: Outcome, called: Mapping[str, str]) -> Iterator[str]:
    """What is another with a hand: its points seat by seat where the rest is the same, else all it came to."""
    if (before.finished, before.counts, before.players) != (after.finished, after.counts, after.players):
        yield f"{_came(before, called)} -> {_came(after, called)}"
        return
    for player, was, now in zip(before.players, before.points, after.points, strict=False):
        if was != now and player:
            yield f"{called.get(player, player)} {_number(was)} -> {_number(now)}"
    if before.won != after.won:
        yield f"won by {_winners(before, called)} -> {_winners(after, called)}"
    if before.dealer != after.dealer:
        yield f"dealer {_seat(before, before.dealer, called)} -> {_seat(after, after.dealer, called)}"
    if before.trump != after.trump:
        yield f"trump {before.trump or 'none'} -> {after.trump or 'none'}"
    for number, (was, now) in enumerate(zip(before.winners, after.winners, strict=False), 1):
        if was != now:
            yield f"trick {number} to {_seat(before, was, called)} -> {_seat(after, now, called)}"
    if len(before.winners) != len(after.winners):
        yield f"{counted(len(before.winners), 'trick')} -> {counted(len(after.winners), 'trick')}"
    if before.says != after.says:
        yield f"{before.says or 'nothing said'} -> {after.says or 'nothing said'}"


def _winners(outcome: Outcome, called: Mapping[str, str]) -> str:
    pairs = list(zip(outcome.players, outcome.won, strict=False))
    known = [called.get(player, player) for player, won in pairs if won and player]
    return " & ".join(known) or ("nobody known" if any(won is None for _, won in pairs) else "nobody")


def _seat(outcome: Outcome, seat: int | None, called: Mapping[str, str]) -> str:
    if seat is None or seat >= len(outcome.players):
        return "not known"
    return called.get(outcome.players[seat], outcome.players[seat]) or f"seat {seat}"


def _number(amount: int | None) -> str:
    return "?" if amount is None else str(amount)
