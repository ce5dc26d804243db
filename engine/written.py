"""What was written of money that hangs on a card nobody saw: it is asked again when that card is shown.

Each such line is kept with the state before it. What is shown later is folded into that state, and the rules are asked as if
they had known it then; what they say now takes the place of what they said.
"""

from collections.abc import Iterator, Sequence

import msgspec

from upcard.engine.game import VERDICTS, Broken, Game, Rule
from upcard.engine.handling import MONEY, handling
from upcard.engine.state import State
from upcard.engine.withdrawn import without
from upcard.schemas.events import Event, Shown
from upcard.schemas.findings import Finding

Said = tuple[Rule, Broken]
Key = tuple[str, str, int | None]
"""What a finding is known by among those of one line: its name, its kind, its seat."""


class Written(msgspec.Struct, frozen=True):
    """A line of testimony, the state before it, and what is wrong with it so far as was known."""

    line: int
    event: Event
    state: State
    said: tuple[Said, ...]


class Reply(msgspec.Struct, frozen=True):
    """What a line that was asked again brings: what is no longer said of it, and what is said now."""

    written: Written
    gone: frozenset[Key]
    new: tuple[Said, ...]

    def withdrawn(self, findings: list[Finding], start: int) -> tuple[list[Finding], int]:
        """The findings without those no longer said, and where among them a hand begins that began at the place `start`."""
        line, gone = self.written.line, self.gone
        return without(findings, start, lambda one: one.at == line and (one.name, one.kind, one.seat) in gone)


def remembered(game: Game, state: State, event: Event) -> Iterator[Written]:
    """The line that is being judged, if what is true of it hangs on a card that may be shown."""
    if type(event) not in MONEY or game.unsettled is None or not game.unsettled(state):
        return
    if any(rule.kind == "testimony" for rule in game.rules.get(type(event), ())):
        yield Written(state.line, event, state.copied(), faults(game, state, event))


def asked_again(game: Game, lines: Sequence[Written], event: Shown, hand: int) -> tuple[list[Written], list[Reply]]:
    """What is shown of a hand may tell more of these lines. Returns those still open, and what they bring."""
    kept, replies = [], []
    for one in lines:
        if game.unsettled is None or hand not in game.unsettled(one.state):
            kept.append(one)
            continue
        state = one.state.copied()
        handling(game.key)[Shown].transition(state, event)
        after = Written(one.line, one.event, state, faults(game, state, one.event))
        replies.append(changed(one, after))
        if game.unsettled(state):
            kept.append(after)
    return kept, replies


def faults(game: Game, state: State, event: Event) -> tuple[Said, ...]:
    """What the rules of testimony find wrong with a line."""
    said = []
    for rule in game.rules.get(type(event), ()):
        answer = rule.check(state, event) if rule.kind == "testimony" else None
        verdicts = (answer,) if isinstance(answer, VERDICTS) else answer or ()
        said += [(rule, verdict) for verdict in verdicts if isinstance(verdict, Broken)]
    return tuple(said)


def changed(before: Written, after: Written) -> Reply:
    """The difference. What was wrong whoever held the card is not told again seat by seat."""
    old, new = {key(*one) for one in before.said}, {key(*one) for one in after.said}
    told = {(name, kind) for name, kind, seat in old if seat is None and any(one[:2] == (name, kind) for one in new)}
    gone = frozenset(one for one in old - new if one[:2] not in told)
    return Reply(after, gone, tuple(one for one in after.said if key(*one) not in old and key(*one)[:2] not in told))


def key(rule: Rule, broken: Broken) -> Key:
    """What a finding would be known by."""
    return broken.name or rule.name, broken.kind or rule.kind, broken.seat
