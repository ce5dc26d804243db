"""How is a record judged? An audit: a record read event by event, judged, and explained where something is wrong. There is one loop, and no other fold.

The record is cut where hands begin; short hands stay together until something is to be explained. Readings go through a hand
as it is written; where one has a fault that is no mere choice, the hand is read again as a scribe may have meant it (`explain`),
once it is over or somebody looks. A hand of which no end is found is read together with the next one: its end may stand among the
lines of that, or the beginning of that before its own. What is shown of an earlier hand belongs to that hand: it is read again
from there, with the cards shown at its end.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, Self

import msgspec

from upcard.engine.effective import effective, problems
from upcard.engine.game import find
from upcard.engine.kernel import telling
from upcard.engine.kernel.ended import Ended
from upcard.engine.kernel.explain import LITTLE, PER_EVENT, SPARE, explain, read_on, swapped_choice
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.reading import Reading, Steps
from upcard.engine.kernel.sheet import as_missed, followed
from upcard.engine.kernel.telling import InDoubt
from upcard.engine.log import Log, Numbered
from upcard.engine.scene import Scene, agreed
from upcard.schemas.events import OF_EARLIER, Dealt, HandStarted, Joined, Left, Noted, Ruled, Shown
from upcard.schemas.findings import Doubt, Finding

TOGETHER: Final = 60
"""Hands of which nothing is to be told stay together, up to so many lines: to cut a record costs as much as to read two lines of it."""
LONG: Final = 1_000
"""A hand of so many lines is judged in parts of so many: what was found in one stays."""
OPEN: Final = 200
"""After so many hands that leave it open how the record is to be read, what is found in all of them is told as it stands."""
BEGINS: Final = frozenset({HandStarted, Dealt})
"""The acts after which a hand has no more than begun."""


def refers_back(event: Any) -> bool:
    """Whether an event may be of an earlier hand, since it names one or is a ruling: it is read where that hand ended."""
    return type(event) in OF_EARLIER and not event.refused and (type(event) is Ruled or event.hand is not None)


@dataclass(slots=True)
class Settled:
    """What later events change no more. in_doubt: the doubts that each hand left; begun: of each hand, its number and its place among the events."""

    findings: list[Finding]
    in_doubt: list[InDoubt]
    results: list[Ended]
    begun: list[tuple[int, int]]

    @property
    def doubts(self) -> list[Doubt]:
        """What the record cannot tell, oldest first."""
        return [doubt for one in self.in_doubt for doubt in one.told()]

    @property
    def lists(self) -> Iterable[list[Any]]:
        """The lists that it consists of."""
        return self.findings, self.in_doubt, self.results, self.begun


class Audit:
    """What an audit knows after the events it was fed; more can be fed at any time.

    state: where the session stands; findings: what is proven, in the order found; results: how the hands came out; doubts:
    what the record cannot tell yet; hands: where each hand begins and ends among the events.
    """

    def __init__(self, log: Log) -> None:
        game = find(log.header.game)
        self._begin(game, game.table(log.header))

    @classmethod
    def going_on(cls, state: Any) -> Self:
        """An audit of what follows a state; the state given is used up."""
        audit: Self = object.__new__(cls)
        audit._begin(find(state.game), state)
        return audit

    def _begin(self, game: Game, state: Any) -> None:
        self.game = game
        self._steps = Steps(SPARE)  # to explain hands, and to follow several readings
        self._alive = [Reading(game, state, self._steps)]
        self._settled = Settled([], [], [], [])
        self._past: list[_Segment] = []
        self._segment = _Segment(self)
        self._late: dict[int, list[Numbered]] = {}
        self._looked: tuple[int, list[Reading]] | None = None
        self._moved: set[int] = set()  # lines that are read where an earlier hand ended
        self._apart = False  # whether each hand is cut off by itself

    # ---- What is known ---------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """Where the session stands, as the likeliest reading has it."""
        return self._now()[0].state

    @property
    def states(self) -> list[Any]:
        """Where it stands in each of the readings that are equally likely."""
        return [one.state for one in self._now()]

    def scene(self, players: Sequence[str] = ()) -> Scene:
        """The table as all these readings have it, or how a hand came out that is still on in some of them. players: names, if not ids."""
        states = self.states
        scene = scene_of(self.game, states, players)
        ended = self.results[-1:] if len(states) > 1 and not scene.says else []
        if not ended or states[0].on or ended[0].hand != states[0].hand:
            return scene
        says = scene_of(self.game, (ended[0].after, *ended[0].others), players).says
        return msgspec.structs.replace(scene, says=says)

    @property
    def findings(self) -> list[Finding]:
        """What is found so far, in the order in which it was found."""
        now = self._now()
        return self._settled.findings + telling.told(now)

    @property
    def results(self) -> list[Ended]:
        """The hands that have ended."""
        now, results = self._now(), self._settled.results[:]
        add(results, ended_in(now))
        return results

    @property
    def doubts(self) -> list[Doubt]:
        """What the record cannot tell yet, oldest first."""
        now = InDoubt.in_all(self._now())
        return [*self._settled.doubts, *now.told()]

    @property
    def hands(self) -> list[tuple[int, int, int]]:
        """The hands in the order they began: number, and where among the events each begins and ends."""
        first = self._now()[0]
        return spans_of([*self._settled.begun, *(one[:2] for one in first.begun)], first.state.step)

    def copied(self) -> Self:
        """A copy to try events on: what it is fed leaves this one alone."""
        twin: Self = object.__new__(type(self))
        twin.game = self.game
        twin._steps = Steps(self._steps.left)
        twin._alive = [one.copied(twin._steps) for one in self._alive]
        twin._settled = Settled(*(one[:] for one in self._settled.lists))
        twin._past = self._past[:]
        twin._segment = self._segment.copied()
        twin._late, twin._looked, twin._moved, twin._apart = {}, None, set(self._moved), self._apart
        return twin

    def let_go(self) -> Settled:
        """The findings, doubts and hands settled since last asked, which are forgotten here: no event fed later may show cards of these hands."""
        kept = [*map(copy, self._past[-1:]), self._segment]  # what follows may contradict how the last hand came out
        ends, lists = kept[0].lengths, self._settled.lists
        self._settled = Settled(*(one[end:] for one, end in zip(lists, ends, strict=True)))
        self._past = kept[:-1]
        for segment in kept:
            segment.lengths = [length - end for length, end in zip(segment.lengths, ends, strict=True)]
        return Settled(*(one[:end] for one, end in zip(lists, ends, strict=True)))

    def left(self) -> Settled:
        """The findings, doubts and hands that were not let go, as they stand now."""
        now = InDoubt.in_all(self._now())
        begun = [(hand, place) for hand, place, _ in self.hands]
        return Settled(self.findings, [*self._settled.in_doubt, now], self.results, begun)

    # ---- Feeding ---------------------------------------------------------------------------------------------------

    def feed(self, events: Iterable[Numbered]) -> None:
        """Judge and fold more events."""
        self._looked = None
        self._take(events)
        if self._late:
            self._reread()

    def _take(self, events: Iterable[Numbered]) -> None:
        alive, steps, written = self._alive, self._steps, self._segment.events
        only, known = alive[0] if len(alive) == 1 else None, alive[0].handlings
        for numbered in events:
            line, event = numbered
            handling = known[type(event)]
            if handling.apart or only is None or len(written) >= LONG:
                self._alive = alive
                numbered = self._before(line, event)  # noqa: PLW2901 - it may be read where an earlier hand ended
                event, alive, written = numbered[1], self._alive, self._segment.events
                only, handling = alive[0] if len(alive) == 1 else None, known[type(event)]
            written.append(numbered)
            steps.left += PER_EVENT
            if only is not None:
                taken = handling.read(only, line, event)
                if taken is None:
                    continue
                for one in taken:
                    one.judge()
            else:
                taken = [after for one in alive for after in one.take(line, event) or [one]]
                steps.left -= len(taken) - 1
            alive = followed(line, taken)
            only = alive[0] if len(alive) == 1 else None
        self._alive = alive

    def _before(self, line: int, event: Any) -> Numbered:
        """Put aside an event of an earlier hand, or what was found until a hand begins, is long, or left open. Returns what is read here."""
        if len(self._alive) > 1 and self._segment.begins:
            self._read_apart(len(self._past))
        alive = self._alive
        if type(event) is HandStarted and not event.refused:
            self._begin_segment((line, event))
            return line, event
        if refers_back(event) and (hand := self._hand_of(event, alive[0].state)):
            self._late.setdefault(hand, []).append((line, event))
            if type(event) is Ruled:
                self._read_apart(len(self._past))
                self._segment.forget_dealer()
            return line, Noted()
        left_open = len(alive) > 1 and (len(alive[0].begun) > OPEN or self._is_too_much(alive))
        if left_open or len(self._segment.events) >= LONG:
            self._alive = self._explained_for_good([])
            self._cut([])
        return line, event

    def _hand_of(self, event: Any, state: Any) -> int:
        """The number of the earlier hand that an event belongs to, if it may belong to one; 0, if to none."""
        of = event.hand if type(event) is not Ruled else state.hand - self.game.looks_back(state, event)
        return of if of < state.hand else 0

    def _begin_segment(self, following: Numbered) -> None:
        """A hand begins: the one before it is explained, if need be, and its findings are put down where all readings agree."""
        passed_over = self._steps.left < 0 and all(one.state.blind and not one.fault for one in self._alive)
        if passed_over or self._segment.has_only_begun():
            return  # the hand is not followed, or is begun once more before anything was played
        if self._stays_together():
            self._segment.begins = len(self._segment.events)
            self._alive[0].keep()
            return
        found, segment = self._explained_for_good([following]), self._segment
        # What was shown later of this hand stands at its end, so that this is known.
        shown = self._moved and any(line in self._moved and type(event) is Shown for line, event in segment.events)
        settled = segment.second is not None or shown
        for one in () if settled else found:
            if one.is_unfinished(following[1]):
                segment.second = len(segment.events)
                return
        self._alive = found
        self._cut([following])

    def _stays_together(self) -> bool:
        """Whether the record need not be cut here: few lines were read since it was, and all that they brought is hands that have ended."""
        one = self._alive[0]
        tells = one.charges or one.fault or one.cost or one.doubts or one.stated or one.state.on or one.state.blind
        return not (tells or self._apart or len(self._alive) > 1 or len(self._segment.events) >= TOGETHER)

    def _read_apart(self, place: int) -> bool:
        """Cut each hand off by itself from now on. Returns whether some stay together from this place among the segments on: they are read again."""
        self._apart, place = True, max(place, 0)
        segments = [*self._past[place:], self._segment]
        together = any(one.begins for one in segments)
        if together:
            self._read_again(segments, place)
        return together

    def _cut(self, following: Sequence[Numbered]) -> None:
        """Put down the findings of the hand so far, and judge the events that follow by themselves."""
        segment = self._segment
        self._put_down()
        if self._moved:
            self._put_in_place(self._alive)
        self._past.append(segment)
        self._segment = _Segment(self, part=not following)

    def _put_down(self) -> None:
        """Where one reading is left, what it found and brought is settled; where several are for long, what all have in common."""
        alive = self._alive
        for one in alive:
            one.fault, one.handed_back = 0, False
        settled = self._settled
        first, *others = alive
        if first.doubts:
            settled.in_doubt.append(InDoubt.in_all(alive))
        alike = not others or all(one.state == first.state and one.doubts == first.doubts for one in others)
        too_long = not alike and self._is_too_much(alive)
        if not alike and not too_long and max(len(first.begun), len(first.charges)) < OPEN:
            return
        if others or first.charges:
            settled.findings.extend(telling.told(alive))
        settled.begun.extend([(hand, place) for hand, place, _ in first.begun])
        add(settled.results, ended_in(alive))
        if alike:  # nothing that follows tells them apart
            self._alive = alive = [first]
        for one in alive:
            one.charges, one.results, one.begun, one.cost = (), (), (), 0
        if too_long:
            self._alive = as_missed(first.state.line, alive)

    def _is_too_much(self, alive: Sequence[Reading]) -> bool:
        """Whether too many steps were taken to follow several readings further, unless nothing is known since a gap."""
        first = alive[0].state
        return self._steps.left < 0 and (first.on or not first.blind)

    def _explained_for_good(self, following: Sequence[Numbered]) -> list[Reading]:
        """The readings of this hand that are followed from here on."""
        found, spent = self._explained(following)
        if found is not self._alive:
            self._steps.left -= spent
            for one in found:
                one.steps = self._steps
        return found

    def _explained(self, following: Sequence[Numbered]) -> tuple[list[Reading], float]:
        """The readings of this hand so far, explained where they have a fault, and how many steps that took."""
        alive, segment = self._alive, self._segment
        for one in alive:
            one.judge()
            unfinished = following and one.state.on and not one.state.blind
            if one.fault or unfinished or swapped_choice(one, segment.events):
                if self._read_apart(len(self._past) - 1):
                    return self._explained(following)
                found, spent = explain(segment.starts, segment.events, alive, following, self._steps.left // 2)
                if self._contradicts_hand_before(found):
                    found, more = self._explained_with_hand_before(following)
                    spent += more
                self._put_in_place(found)
                return found, spent
        return alive, 0

    def _put_in_place(self, found: Sequence[Reading]) -> None:
        """Hands begin, and the session stands, where the record has their lines, whatever lines a reading supposes or leaves out."""
        places, place = {}, self._segment.place
        for line, event in self._segment.events:
            places[line] = place
            twice = line in self._moved and type(event) is not Noted  # it stands here as well as where it was written
            place += not twice
        for one in found:
            one.state.step, one.start = place, None
            one.begun = [(hand, places.get(line, before), line) for hand, before, line in one.begun]

    def _explained_with_hand_before(self, following: Sequence[Numbered]) -> tuple[list[Reading], float]:
        """The readings of the hand before and this one together, but for what is settled of that, and how many steps they took."""
        before, segment = self._past[-1], self._segment
        events = [*before.events, *segment.events]
        few = Steps(2 * len(events))
        both = read_on([one.copied(few) for one in before.starts], events)
        found, spent = explain(before.starts, events, both, following, self._steps.left // 2)
        for one in found:
            one.charges = [charge for charge in one.charges if charge.slip or charge.step > segment.place]
            one.begun = [begun for begun in one.begun if begun[2] >= segment.events[0][0]]
        return found, spent + len(events)

    def _contradicts_hand_before(self, found: Sequence[Reading]) -> bool:
        """Whether one thing is wrong with this hand, of which nobody is accused, and would not be wrong if nobody knew how the hand before
        came out, with which nothing was wrong: a slip in the hand before may explain it as well.
        """
        both = [*self._past[-1:], self._segment]
        whole = not any(one.part or one.second is not None or len(one.starts) > 1 for one in both)
        if len(both) < 2 or not whole or self._moved or self._steps.left < 0 or not 0 < found[0].cost <= LITTLE:
            return False
        before, segment = both
        row_alone = segment.starts[0].state.source  # of which figures may be wrong, rows tell by themselves
        if row_alone or any(one.kind != "note" for one in self._settled.findings[before.lengths[0] :]):
            return False
        if any(one.kind == "breach" and one.seat is not None for one in telling.told(found)):
            return False
        few = Steps(2 * len(segment.events))
        missed = as_missed(segment.events[0][0], [one.copied(few) for one in segment.starts])
        return read_on(missed, segment.events)[0].cost < self._alive[0].cost

    def _now(self) -> list[Reading]:
        """The readings as they stand, explained; what is settled may be read anew for it."""
        if self._looked is None or self._looked[0] != len(self._segment.events):
            found = self._explained([])[0]
            self._looked = len(self._segment.events), found
        return self._looked[1]

    def _reread(self) -> None:
        """Cards were shown of hands that had ended: read on from the first of these, with the cards shown at their end."""
        late, self._late = self._late, {}
        self._moved |= {line for events in late.values() for line, _ in events}
        before = [all(one.state.hand < min(late) for one in segment.starts) for segment in self._past]
        self._read_apart(sum(before) - 1)
        segments = [*self._past, self._segment]
        first = last = len(segments) - 1
        for hand in sorted(late):
            place = next((place for place in range(last, -1, -1) if segments[place].has(hand)), last)
            segments[place] = segments[place].copied()  # copies of this audit have it, too
            segments[place].add(late[hand], hand)
            first = min(first, place)
        self._read_again(segments[first:], first)

    def _read_again(self, segments: Sequence["_Segment"], place: int) -> None:
        """Read these segments again, which are all from this place on."""
        segment = segments[0]
        self._steps.left = segment.spare
        self._alive = [one.copied(self._steps) for one in segment.starts]
        for kept, length in zip(self._settled.lists, segment.lengths, strict=True):
            del kept[length:]
        del self._past[place:]
        self._segment = _Segment(self, part=segment.part)
        for segment in segments:
            self._take(segment.events)


class _Segment:
    """The events of one hand, or of several that stay together, and how much was known before them. lengths: of what was settled; part:
    whether the first hand was begun before them; begins: where the last of those that stay together begins; second: where among them
    the next hand begins, if no end was found of the first.
    """

    __slots__ = ("begins", "events", "lengths", "part", "place", "second", "spare", "starts")

    def __init__(self, audit: Audit, *, part: bool = False) -> None:
        self.events: list[Numbered] = []
        self.part = part
        self.begins = 0
        self.second: int | None = None
        self.starts = [one.kept() for one in audit._alive]  # noqa: SLF001 - of its own kind
        self.lengths = list(map(len, audit._settled.lists))  # noqa: SLF001 - of its own kind
        self.spare = audit._steps.left  # noqa: SLF001 - of its own kind
        self.place = audit._alive[0].state.step  # noqa: SLF001 - of its own kind

    def has(self, hand: int) -> bool:
        """Whether this hand began or went on in these events."""
        begun = hand - (not self.part)
        return any(one.state.hand in {begun, begun - (self.second is not None)} for one in self.starts)

    def has_only_begun(self) -> bool:
        """Whether nothing was played in these events."""
        if self.events and type(self.events[-1][1]) not in BEGINS:
            return False
        hand = self.events[self.begins :]
        return len(hand) < LONG and all(type(event) in BEGINS for _, event in hand)

    def add(self, shown: list[Numbered], hand: int) -> None:
        """Put what was shown or said later of a hand at its end, before players come and go."""
        first = all(one.state.hand + (not self.part) >= hand for one in self.starts)
        at = self.second if first and self.second is not None else len(self.events)
        while at and type(self.events[at - 1][1]) in {Joined, Left}:
            at -= 1
        self.events[at:at] = shown

    def forget_dealer(self) -> None:
        """A ruling of the hand before may tell that another deals: the name of who was to deal before it says nothing of that."""
        line, event = self.events[0]
        if type(event) is HandStarted and all(one.state.next_dealers == [event.dealer] for one in self.starts):
            self.events[0] = line, msgspec.structs.replace(event, dealer=None)

    def copied(self) -> "_Segment":
        """A copy whose list of events is its own."""
        twin = copy(self)
        twin.events = self.events[:]
        return twin


def spans_of(begun: Iterable[tuple[int, int]], step: int) -> list[tuple[int, int, int]]:
    """The hands in the order they began: number, and where among the events each begins and ends. begun: numbers and places, where
    the last that is told of a number holds; step: where the session stands, which is where the last hand ends.
    """
    begins = sorted((place, hand) for hand, place in dict(begun).items())
    ends = [*(place for place, _ in begins[1:]), step]  # one more than there are hands, where none has begun
    return [(hand, place, end) for (place, hand), end in zip(begins, ends, strict=False)]


def scene_of(game: Game, states: Iterable[Any], players: Sequence[str] = ()) -> Scene:
    """The table as it stands in all of these states. players: how the seats are called, if not by their ids."""
    scenes = []
    for state in states:
        called = copy(state)
        called.players = list(players) or state.players
        scenes.append(game.scene(called))
    return agreed(scenes)


def ended_in(readings: Sequence[Reading]) -> Sequence[Ended]:
    """The hands that have ended in these readings; where they differ, with all states they may have come to. One that has not
    ended in a reading is left out where slips of the pen make the difference; where the record itself leaves it open, it has ended.
    """
    first, *others = readings
    if not others:
        return first.results
    there = [{one.hand: one for one in reading.results} for reading in others]
    explained = any(one.slip for reading in readings for one in reading.charges)
    ended: list[Ended] = []
    for one in first.results:
        known = [by_hand[one.hand] for by_hand in there if one.hand in by_hand]
        if len(known) == len(there) or not explained:
            add(ended, [reduce(Ended.joined, known, one)])
    return ended


def add(known: list[Ended], more: Iterable[Ended]) -> None:
    """Add hands that have ended to those that are known, by number; one that has ended anew takes the place of what it was."""
    for one in more:
        if not known or known[-1].hand < one.hand:
            known.append(one)
            continue
        at = bisect_left(known, one.hand, key=lambda other: other.hand)
        known[at : at + (known[at].hand == one.hand)] = [one]


def audit(log: Log) -> Audit:
    """Judge a whole log, amendments in force."""
    standing = effective(log)
    done = Audit(standing)
    done.feed(standing.events)
    if standing is not log:
        done._settled.findings.extend(not_in_order(log))  # noqa: SLF001 - of its own kind
    return done


def not_in_order(log: Log) -> list[Finding]:
    """The findings on the amendments of a log: those that have no effect."""
    return [
        Finding(kind="contradiction", name="amendment", clause="log", says=says, at=line, found_at=line)
        for line, says in problems(log)
    ]
