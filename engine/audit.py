"""Findings: a fold that asks every rule about every event, keeps what it cannot tell yet, and asks again.

Doubts are no part of the state. A doubt watches cards; when one of them turns out to have been in the hand it
speaks of, the rule is broken from then on provably. When what is left open fits nowhere (`Game.matching`), somebody
broke a rule before it is known who.
"""

import copy
from collections.abc import Iterable
from functools import partial
from itertools import islice
from operator import is_
from typing import Any, Self

import msgspec

from upcard.engine.doubts import Misfit, Open, answered, as_evidence, found_by, judged_late, never, told
from upcard.engine.effective import effective, problems
from upcard.engine.ended import Ended, judged_anew, shown_late
from upcard.engine.fold import begin
from upcard.engine.foresight import foreseen
from upcard.engine.game import (
    VERDICTS,
    Answer,
    Broken,
    Game,
    HandEnded,
    InDoubt,
    Rule,
    Run,
    SessionClosed,
    Stretch,
    find,
)
from upcard.engine.handling import after_close, handling
from upcard.engine.log import Log, Numbered
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.state import State
from upcard.engine.withdrawn import without, without_shown
from upcard.engine.written import Written, asked_again, remembered
from upcard.schemas.events import Closed, Event, Gap, Ruled, Shown
from upcard.schemas.findings import COUNTED, Doubt, Finding


class FirstAudit:
    """What an audit knows after the events it was fed; more can be fed at any time.

    state: where the fold stands. findings: what is proven, in the order found. results: how the hands came out.
    """

    def __init__(self, log: Log) -> None:
        self.game = find(log.header.game)
        self.state: Any = begin(log)
        self.findings: list[Finding] = []
        self.results: list[Any] = []
        self._begins: dict[int, int] = {}
        self._doubts: list[Open] = []
        self._older: list[Open] = []
        self._misfits: list[Misfit] = []
        self._written: list[Written] = []
        self._fresh = 0  # watched cards that came to light in a run, where they prove nothing
        self._unmatched, self._slack, self._watched, self._found = False, -1, 0, 0  # also anew with each hand
        self._acts = handling(self.game.key)
        self._mark()
        self._began = self._snapshot

    @property
    def doubts(self) -> list[Doubt]:
        """What the record cannot tell yet, oldest first."""
        return [told(doubt) for doubt in self._older + self._doubts]

    @property
    def hands(self) -> list[tuple[int, int, int]]:
        """The hands in the order they began: number, and where among the events each begins and ends. None that were missed."""
        begins = {one.hand: one.began.step for one in self.results} | self._begins
        begun = sorted((place, hand) for hand, place in begins.items())
        ends = [place for place, _ in begun[1:]] + [self.state.step]
        return [(hand, place, end) for (place, hand), end in zip(begun, ends, strict=False)]

    @property
    def clean(self) -> bool:
        """Whether nothing was found but notes."""
        return not any(finding.kind in COUNTED for finding in self.findings)

    def copied(self) -> Self:
        """A copy to try events on: what it is fed leaves this one alone."""
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | set | dict):
                setattr(twin, name, value.copy())
        twin.state = self.state.copied()
        twin._doubts = [copy.copy(doubt) for doubt in self._doubts]  # noqa: SLF001 - of its own kind
        twin._older = [copy.copy(doubt) for doubt in self._older]  # noqa: SLF001 - of its own kind
        return twin

    def let_go(self) -> tuple[list[Finding], list[Doubt]]:
        """Nothing: in this edition all that is found may be withdrawn as long as more is fed."""
        return [], []

    def feed(self, events: Iterable[Numbered]) -> None:
        """Judge and fold more events."""
        events = events if isinstance(events, list) else list(events)
        state, acts, begins = self.state, self._acts, self._begins
        ahead, at, before, hand = Stretch(events, self._judge, self._room), 0, state.step, state.hand
        settled, blank = self._settled, self._blank
        rest = iter(events)
        for line, event in rest:
            run, judged, plain, checks, transition, rare = acts[type(event)]
            ahead.counted = was = state.places.located
            ahead.at, ahead.judged = at, judged
            done = 0 if run is None or ahead.stuck or blank else self._run(run, ahead)
            if done:
                at += done
                next(islice(rest, done - 1, done - 1), None)
            else:
                at += 1
                ahead.stuck = False
                if self._fresh:
                    self._look_again()
                state.line, state.step = line, before + at
                if plain is None or blank or not plain(state, event):
                    if rare or blank:
                        event = as_evidence(self.game, state, event, blank)  # noqa: PLW2901 - what the rules may see
                        self._written += remembered(self.game, state, event)
                    for rule, check in checks:
                        answer = check(state, event)
                        if answer:
                            self._take(rule, answer)
                    transition(state, event)
                if state.hand != hand:
                    hand = state.hand
                    if type(event) is not Gap:  # in which it was missed
                        begins[hand] = state.step - 1
            if self._doubts:
                shown = state.places.located & ~was
                if shown:
                    self._slack -= (shown & ~ahead.counted).bit_count()
                    self._fresh |= shown & self._watched
                    if self._fresh and (not done or ahead.found):
                        self._look_again()
                if self._slack < 0:
                    self._match()
            if rare or state.settled != settled or self._lists:
                self._events += events[ahead.kept : at]
                ahead.kept = at
                self._after(event)
                state, settled, acts, blank = self.state, self._settled, self._acts, self._blank
        self._look_again()
        self._events += events[ahead.kept :]

    def _run(self, run: Run, ahead: Stretch) -> int:
        """Do events in a row, as long as nothing but one rule is to be asked. Returns how many."""
        ahead.awaited, ahead.found, ahead.once = self._awaited, False, False
        ahead.since = self._snapshot, self._events
        done = foreseen(self.state, ahead, run, self._acts, self._doubts)
        ahead.slack = self._slack if self._doubts else PLENTY
        return done or run.play(self.state, ahead)

    def _judge(self, ahead: Stretch, event: Event) -> bool:
        """Ask the rule that a run leaves to be asked. False: it has more to say than that it is in doubt."""
        if ahead.judged is None:
            return False
        rule, check = ahead.judged
        answer = check(self.state, event)
        if isinstance(answer, InDoubt):
            self._doubt(rule, answer)
            ahead.slack = self._slack
            return True
        return not answer

    def _room(self, ahead: Stretch) -> int:
        """Match in a run. Returns how many more cards may come to light."""
        self._match()
        ahead.counted, ahead.slack = self.state.places.located, self._slack
        return self._slack

    def _after(self, event: Event) -> None:
        """What some events bring besides: a list that is wrong, the end of a hand, of the session, or word of an earlier hand."""
        self._look_again()
        if self._lists:
            self._judge_again()
        if self.state.settled != self._settled:
            self._hand_ended(event)
        self._late(event)

    def _take(self, rule: Rule, answer: Answer, hand: int | None = None) -> None:
        for verdict in (answer,) if isinstance(answer, VERDICTS) else answer or ():
            if isinstance(verdict, InDoubt):
                self._doubt(rule, verdict)
            elif isinstance(verdict, Broken):
                self._add(rule, verdict, hand=hand)
                if hand is None:
                    self._lists |= verdict.unproven() - self._blank
                    self._dubious |= {*verdict.dubious, *(line for line, _ in verdict.mistaken)}
                    self._doubted |= verdict.doubted
            else:
                self._cure(verdict.name or rule.name, verdict.line, verdict.keeps)
                if verdict.shown:
                    self._misfits = [misfit for misfit in self._misfits if misfit.finding.found_at < verdict.line]
                    self.findings = without_shown(self.findings, self._found, verdict.line, self.game.matching)

    def _add(self, rule: Rule, broken: Broken, at: int | None = None, hand: int | None = None) -> None:
        finding = found_by(rule, broken, self.state, at, hand)
        self.results = judged_anew(self.results, broken)
        told = rule.late and any(found.name == rule.name for found in self.findings)
        if not told and finding not in self.findings[self._found :]:
            self.findings.append(finding)

    def _doubt(self, rule: Rule, doubt: InDoubt) -> None:
        state = self.state
        fresh = Open.unwatched(self._doubts, doubt, state.hand)
        if fresh:  # else what fitted before still does
            by_card = self._doubts and self.game.matching and self.game.matching.by_card
            self._slack = self._slack - fresh.bit_count() if by_card else -1
        self._watched |= doubt.cards
        for seat in range(len(state.players)) if doubt.seat is None else (doubt.seat,):
            self._awaited[seat] |= doubt.cards
        self._doubts.append(Open.of(rule, doubt, state))

    def _cure(self, name: str, line: int, keeps: str | None) -> None:
        self._doubts = [doubt for doubt in self._doubts if doubt.line != line or doubt.rule.name != name]
        self._older = [doubt for doubt in self._older if doubt.line != line or doubt.rule.name != name]
        self.findings, self._found = without(
            self.findings, self._found, lambda found: found.at == line and found.name == name and found.clause != keeps
        )
        self._decided(line, name)

    def _look_again(self) -> None:
        """Some watched cards came to light: ask the doubts again that watch them."""
        fresh, self._fresh = self._fresh, 0
        touched = [doubt for doubt in self._doubts if doubt.cards & fresh]
        if touched:
            for doubt, cards, holder in answered(touched, fresh, self.state.places, len(self.state.players)):
                self._prove(doubt, cards, holder)
            self._doubts = [doubt for doubt in self._doubts if doubt.cards]

    def _prove(self, doubt: Open, cards: int, holder: int | None) -> None:
        seat = holder if doubt.blames is None else doubt.blames
        self._add(doubt.rule, Broken(seat=seat, cards=cards, says=doubt.says), at=doubt.line, hand=doubt.hand)
        self._decided(doubt.line, doubt.rule.name)

    def _match(self) -> None:
        """Whether the cards not seen still fit somewhere; asked again only when that may have changed."""
        matching = self.game.matching
        if matching is None or self._unmatched or not self._doubts:
            self._slack = PLENTY
            return
        doubts, hand = self._doubts, self.state.hand
        if doubts[0].hand != hand:  # a hand may have had no end
            doubts = [doubt for doubt in doubts if doubt.hand == hand]
        self._slack = matching.slack(self.state, doubts)
        if self._slack < 0:
            self._add(Rule(matching.clause, matching.name, matching.says, never), Broken())
            self._misfits.append(Misfit(self.findings[-1], self.state.copied(), tuple(map(copy.copy, doubts))))
            self._unmatched = True

    def _decided(self, line: int, name: str) -> None:
        """What was in doubt on a line is decided: a matching that would not have failed without it is withdrawn."""
        matching, kept = self.game.matching, []
        for misfit in self._misfits:
            left = tuple(doubt for doubt in misfit.doubts if doubt.line != line or doubt.rule.name != name)
            if left == misfit.doubts or matching is None or matching.slack(misfit.state, left) < 0:
                kept.append(msgspec.structs.replace(misfit, doubts=left))
                continue
            self.findings, self._found = without(self.findings, self._found, partial(is_, misfit.finding))
            if misfit.finding.hand == self.state.hand:
                self._unmatched, self._slack = False, -1
        self._misfits = kept

    def _hand_ended(self, event: Event) -> None:
        state, began, players = self.state, self._began, tuple(self.state.players)
        if self.results and self.results[-1].hand == state.hand:
            before = self.results.pop()
            began, players = before.began, before.players
        elif self.results and isinstance(event, Ruled | Gap) and self.results[-1].is_told_of(event, state):
            self.results[-1] = self.results[-1].told_more(event)
        if state.ended == state.hand:  # else a play was taken back, and the hand goes on
            for rule in self.game.rules.get(HandEnded, ()):
                self._take(rule, rule.check(state, HandEnded()))
        self._mark()
        self._began = began
        if state.ended == state.hand:
            self.results.append(Ended(state.hand, state.line, began, self._snapshot, players))
            self._began = self._snapshot

    def _mark(self) -> None:
        """Remember where this hand begins, to judge it again if a list of cards in it proves wrong."""
        self._settled = self.state.settled
        self.state.dubious, self.state.doubted = [], 0
        self._snapshot: State = self.state.copied()
        self._found = len(self.findings)
        self._events: list[Numbered] = []
        self._blank: set[Any] = set()
        self._lists: set[Any] = set()
        self._dubious: set[int] = set()  # lines that may be wrong as well, and cards
        self._doubted = 0
        if self._doubts:
            entered = self.state.places.entered  # what is shown later of a hand that cards came to proves nothing
            self._older += [doubt for doubt in self._doubts if doubt.seat is None or entered[doubt.seat] <= doubt.step]
            self._doubts = []
        self._unmatched, self._slack, self._watched = False, -1, 0
        self._awaited: list[int] = [0] * len(self.state.places.known)

    def _judge_again(self) -> None:
        """A written list of cards was proven wrong: judge the hand again without it, and keep what proved it."""
        start = self._found
        events, blank = self._events, self._blank | self._lists
        lines = {line: place for place, (line, _) in enumerate(events)}  # what was found of others is not found again
        proven = [found for found in self.findings[start:] if found.kind == "contradiction" or found.at not in lines]
        del self.findings[start:]
        self.state = self._snapshot.copied()
        self.state.dubious, self.state.doubted = sorted(self._dubious), self._doubted
        self._misfits = [misfit for misfit in self._misfits if misfit.finding in self.findings]
        self._written = [one for one in self._written if one.line not in lines]
        self._events, self._doubts, self._lists, self._unmatched, self._slack = [], [], set(), False, -1
        self._blank = blank
        self.feed(events)
        earlier = self.findings[start:]
        kept = [found for found in proven if found not in earlier]
        self.findings[start:] = sorted(kept + earlier, key=lambda found: lines.get(found.found_at, -1))

    def _late(self, event: Event) -> None:
        """What is shown of an earlier hand settles what was left open there; the close asks its own rules."""
        if type(event) is Closed:  # to find that something is not an instance takes eight times as long
            self._acts = after_close(self.game.key)
            for rule in self.game.rules.get(SessionClosed, ()):
                self._take(rule, rule.check(self.state, SessionClosed()))
        elif type(event) is Shown:
            hand = event.hand or self.state.hand
            self._older = [doubt for doubt in self._older if doubt.hand != hand or self._stays(doubt, event)]
            self._ask_again(event, hand)
            if hand < self.state.hand:
                now = [one for one in self.findings if one.found_at == self.state.line]  # it is not told again
                states = [one.after for one in self.results if one.hand == hand]
                for rule, verdict in judged_late(self.game, states, event, now):
                    self._take(rule, verdict, hand)
                self.results = [one.told_more(event) if one.hand == hand else one for one in self.results]

    def _ask_again(self, event: Shown, hand: int) -> None:
        """What was written of money may be wrong, or no more than was so, now that a card is shown that it hangs on."""
        self._written, replies = asked_again(self.game, self._written, event, hand)
        for reply in replies:
            self.findings, self._found = reply.withdrawn(self.findings, self._found)
            for rule, broken in reply.new:
                self._add(rule, broken, at=reply.written.line, hand=reply.written.state.hand)

    def _stays(self, doubt: Open, event: Shown) -> bool:
        """Whether a doubt of a hand that has ended is still open after cards of that hand were shown."""
        held, seat = shown_late(doubt, event)
        if held:
            self._prove(doubt, held, seat)
        return bool(doubt.cards)


class Audit(FirstAudit):
    """An audit of a log that has been fed nothing yet. Games that are built on the kernel have its audit."""

    def __new__(cls, log: Log | None = None) -> Self:
        """The audit of the edition in which the game is written. No log: a copy is being made."""
        if log is None:
            return super().__new__(cls)
        game: Any = find(log.header.game)
        if isinstance(game, Game):
            return super().__new__(cls)
        from upcard.engine.kernel.audit import Audit as OnKernel

        made: Any = OnKernel(log, game)
        chosen: Self = made
        return chosen


def audit(log: Log) -> Audit:
    """Judge a whole log, amendments in force."""
    game: Any = find(log.header.game)
    if not isinstance(game, Game):
        from upcard.engine.kernel.audit import audit as on_kernel

        judged: Any = on_kernel(log, game)
        whole: Audit = judged
        return whole
    standing = effective(log)
    done: Audit = Audit(standing)
    done.feed(standing.events)
    for line, says in problems(log) if standing is not log else ():
        done.findings.append(
            Finding(kind="contradiction", name="amendment", clause="log", says=says, at=line, found_at=line)
        )
    return done
