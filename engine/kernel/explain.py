"""Which slip of the pen explains a fault as well as a breach: least-cost diagnosis, once for all games and all acts.

A game believes every line. Where a hand has a fault that is no mere choice, the hand is read again with one edit undone, in the
log's own terms: a line lost, doubled, swapped with the next, written for another seat, a card misread, an act that the
table refused. The cheapest explanations are kept; several slips are found by editing an edited hand. The law: nobody is
accused of what one slip of the pen explains as well.
"""

import heapq
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import partial, reduce
from itertools import count, pairwise, takewhile
from operator import or_
from typing import Any, Final, NamedTuple

import msgspec

from upcard.engine.kernel.charges import Charge, charge_of
from upcard.engine.kernel.dealing import size_written
from upcard.engine.kernel.frame import FRAME
from upcard.engine.kernel.offering import lost_acts
from upcard.engine.kernel.reading import Reading, Steps, Supposed, first_fault, mask
from upcard.engine.kernel.rules import DISORDER, MISREAD, OMISSION, Broken, Rule
from upcard.engine.kernel.sheet import MOST, begins_hand, distinct, followed, unlike
from upcard.engine.kernel.tricks import unseen_trick
from upcard.engine.log import Numbered
from upcard.schemas.cards import UNKNOWN, Card, another
from upcard.schemas.events import Bid, Dealt, Gap, HandStarted, Joined, Left, Played, Scored, Shown, TrumpNamed

SLIP: Final = 4
"""A line lost, doubled, swapped, or written for another seat or dealer."""
ABOUT: Final = MISREAD - SLIP
"""Slips whose costs differ by no more than this are about as likely: none of them is told by itself."""
FEW: Final = 3
"""Where more things are wrong in a hand, slips that are about as likely are not looked for."""
NEEDLESS: Final = SLIP + MISREAD
"""A line that tells of no act, such as a play that is written twice, and wrongly the second time."""
STEPS: Final = 24_000
"""How many steps are taken at most to explain one hand. A step is an event that is read again, or a reading that is copied."""
SPARE: Final = 4 * STEPS
"""How many steps a log may take for all its hands, to begin with."""
PER_EVENT: Final = 0.5
"""How many more steps each event of the log earns: in a log of which nothing makes sense, hands are given up on sooner. A step takes
four times as long as a legal event, and no event of any log is to take longer than that.
"""
LEAST: Final = 10
"""So many steps beside one for each event may be taken to begin hands that are given up on, and to settle them by their rows."""
NEAR: Final = 9
"""So near lie a fault about no card and a card misread that led to it, and a bid and the next one, which may have changed places."""
FAR: Final = 60
"""In so many lines before a fault other slips are looked for, once one explains it; further off a card in two places may be another one."""
ALIKE: Final = 60
"""How many lines before a line are searched for one that it is a copy of."""

HOPELESS: Final = 24
"""A hand of which the likeliest reading is charged with more than this is not made sense of."""
LITTLE: Final = 8
"""The limit in place of `HOPELESS`, where the search was given up before it was through."""

TOO_MUCH: Final = "too much is wrong with this hand to say more"
"""The note on a hand that no explanation makes sense of."""
TOO_LONG: Final = "what else may explain it was not looked for to the end, which would take too long"
"""The note on a hand of which the search was given up: a slip that was not found may explain it."""
NOT_LOOKED_FOR: Final = "what may explain this hand was not looked for to the end, which would take too long"
"""The note on a hand that was not made sense of before the search was given up."""
CANNOT_BE: Final = "something in this hand cannot be, and no slip was found that explains it"
"""The note on what somebody would be accused of in a hand that holds a slip which was not found."""

_SLIP: Final = Rule("", "slip", "a slip of the pen", "note", SLIP)


class Edit(NamedTuple):
    """A slip that a scribe may have made. cost: how unlikely it is; events: the events from there on, as they should stand; says:
    the slip in words.
    """

    cost: int
    events: list[Numbered]
    says: str


class _Node:
    """A hand as edited so far, and how it reads: to its end (whole), or as far as it paid to read.

    cause: the first charge to be explained, of several of one line the least likely; left: the number of events that follow it,
    which measures how well an edit explains it, -1 if there is none; ahead: the cost of the cheapest reading before its first
    fault, as no edit of that fault makes it cheaper than this; after_lost: the place after a line that was lost, if finding it
    has brought nothing yet: another line may have been lost there with it; unexplained: the cost of what no slip explains;
    slips: how many are supposed; edits: each with the line where it was made, and the charge for whose sake.
    """

    def __init__(
        self, events: list[Numbered], starts: list[Reading], readings: list[Reading], *, whole: bool = True
    ) -> None:
        self.events, self.starts, self.readings, self.whole = events, starts, readings, whole
        self.after_lost: int | None = None
        self.edits: list[tuple[Edit, int, Charge]] = []
        start = starts[0].state.step
        faults = [_fault_of(one, start) or swapped_choice(one, events) for one in readings]
        first = min(filter(None, faults), default=0)
        found = [one for reading in readings for one in reading.charges if one.step == first and not one.slip]
        self.cause: Charge | None = max(found, key=lambda one: (not one.choice, one.cost), default=None)
        self.left = len(events) - (self.cause.step - start) if self.cause else -1
        self.ahead = min(_cost_before(one, fault) for one, fault in zip(readings, faults, strict=True))
        self.unexplained = min(_unexplained(one) for one in readings)
        self.slips = min(map(_number_of_slips, readings))

    def brings_more_than(self, other: "_Node") -> bool:
        """Whether fewer events follow the fault than before an edit, though some do, or a first slip leaves less to be explained: so
        further edits may pay.
        """
        explains = self.whole and self.slips > other.slips == 0 and self.unexplained < other.unexplained
        return self.cause is not None and (self.left < other.left or explains)


def _fault_of(reading: Reading, start: int) -> int:
    """The step of the first charge to be explained, 0 if there is none. Where a scribe has made one slip in a hand, another is as
    likely as a choice against a rule.
    """
    if reading.fault:
        return reading.fault
    charges = [one for one in reading.charges if one.step >= start]
    return first_fault(charges, ended=False) if any(one.slip for one in charges) else 0


def swapped_choice(reading: Reading, events: Sequence[Numbered]) -> int:
    """The step of the first choice against a rule whose line may have changed places with one beside it, 0 if there is none."""
    for one in reading.charges:
        if one.choice and one.cost and not one.slip and _lines_beside(one, events, reading):
            return one.step
    return 0


def _lines_beside(choice: Charge, events: Sequence[Numbered], reading: Reading) -> list[int]:
    """The places of the first of two lines that may have changed places, one of which has the choice: plays of one seat, as the card that
    wins a trick and the lead after it, or a play and what is said beside it.
    """
    place = next((place for place, (line, _) in enumerate(events) if line == choice.at), None)
    if place is None:
        return []
    event: Any = events[place][1]
    said = reading.handlings[type(event)].free and not event.refused
    near = range(max(0, place - 1), min(place + 2, len(events)))
    plays = {at: other.seat for at in near if isinstance(other := events[at][1], Played) and not other.refused}
    of = plays.pop(place, None)
    return [min(place, at) for at, seat in plays.items() if said or seat == of]


def _unexplained(reading: Reading) -> int:
    """The cost of what a reading is charged with, but for the slips that it supposes."""
    return reading.cost - _slips(reading)


def _slips(reading: Reading) -> int:
    """The cost of the slips that a reading supposes."""
    return sum(one.cost for one in reading.charges if one.slip)


def _number_of_slips(reading: Reading) -> int:
    """How many slips a reading supposes."""
    return sum(bool(one.slip) for one in reading.charges)


def _cost_before(reading: Reading, fault: int) -> int:
    """The cost of a reading but for its first fault and the charges after that; of a reading without a fault, its whole cost."""
    return reading.cost - sum(one.cost for one in reading.charges if fault and one.step >= fault and not one.slip)


def explain(
    starts: Sequence[Reading],
    events: Sequence[Numbered],
    literal: Sequence[Reading],
    tail: Sequence[Numbered],
    most: float = STEPS,
) -> tuple[list[Reading], float]:
    """The cheapest ways to read a hand, and how many steps that took. starts: how it began; literal: how it reads as
    written; tail: what follows it at once, which tells whether the hand was finished; most: how many steps may be taken.
    Where too much is wrong, nothing is said of it but that. Where no steps are left, nothing is made of its rows either.
    """
    # Untrue statements and wrong figures of the score sheet: what was said never changes what was played.
    if all(not one.cost or one.kind == "testimony" for reading in literal for one in reading.charges):
        shown = any(isinstance(event, Shown) for _, event in events)
        if not shown or not any(_cost_of_row(one) for reading in literal for one in reading.charges):
            return list(literal), 0
    steps = Steps(max(0, min(most, STEPS)))
    allowed = steps.left
    if allowed:
        starts, literal = [one.copied(steps) for one in starts], [one.copied(steps) for one in literal]
    node = _Node(list(events), list(starts), list(literal))
    found = _Search(list(tail), steps).run(node) if allowed else node.readings
    cause = node.cause
    before = min(map(_charged, starts))  # left open by hands before
    if cause is None or min(map(_charged, found)) - before <= (HOPELESS if steps.left > 0 else LITTLE):
        if cause is not None and steps.left <= 0:
            since = cause.step
            found = [
                _unsure(one, TOO_LONG, lambda charge: (charge.cures or charge).step >= since and not charge.choice)
                for one in found
            ]
        return _as_written(_without_accusation(found, node.starts), literal), allowed - steps.left
    few = Steps(len(events) + LEAST)
    why = TOO_MUCH if steps.left > 0 else NOT_LOOKED_FOR
    given_up = partial(_given_up, events=events, cause=cause, why=why, rows=most > 0)
    return unlike([after for one in node.starts for after in given_up(one.copied(few))]), allowed - steps.left


def _cost_of_row(charge: Charge | None) -> int:
    """The cost of a wrong figure of the score sheet; 0 of any other charge. Cards shown after the play are testimony as a row is: where one
    of the two is wrong, neither is likelier.
    """
    return charge.cost if charge is not None and charge.seat is None and charge.kind == "testimony" else 0


def _charged(reading: Reading) -> int:
    """The cost of all charges of a reading together; 0, if they are mere choices."""
    return sum(one.cost for one in reading.charges) if reading.fault or reading.cost else 0


def _as_written(found: Sequence[Reading], literal: Sequence[Reading]) -> list[Reading]:
    """The readings with each slip told at a charge of the record as it was written, of those that the slip does away with. A charge that
    only some of the readings have, since a slip was supposed, or that is of a line of which one was, is told of none: the record as written
    has no such fault.
    """
    written = {_thing(one) for reading in literal for one in reading.charges}
    common = set.intersection(*({_thing(one) for one in reading.charges} for reading in found))
    slips = {one.at for reading in found for one in reading.charges if one.slip}
    told = []
    for reading in found:
        twin = reading.copied()
        kept = {(one.key, one.cost) for one in reading.charges if not one.slip}
        cured = [one for one in literal[0].charges if one.cost and not one.slip and (one.key, one.cost) not in kept]
        twin.charges = [
            _told_at(one, cured, kept, written) if one.slip else one
            for one in reading.charges
            if one.slip or _thing(one) in written or (_thing(one) in common and not (one.cost and one.at in slips))
        ]
        told.append(twin)
    return told


def _thing(charge: Charge) -> tuple[str, int]:
    """The rule that is broken and the line of a charge, whichever seat it names."""
    return (charge.name, charge.at)


def _told_at(slip: Charge, cured: Sequence[Charge], kept: set[Any], written: set[Any]) -> Charge:
    """The slip, told at the first charge that it does away with, where the charge for whose sake it was supposed is still there."""
    cause = slip.cures
    if cause is None or not cured or ((cause.key, cause.cost) not in kept and _thing(cause) in written):
        return slip
    return msgspec.structs.replace(slip, cures=cured[0])


def _unsure(reading: Reading, why: str, which: Callable[[Charge], bool]) -> Reading:
    """The reading, with the charges that `which` picks marked as not sure, and why they are not."""
    twin = reading.copied()
    twin.charges = [msgspec.structs.replace(one, given_up=why) if which(one) else one for one in reading.charges]
    return twin


def _without_accusation(readings: Sequence[Reading], starts: Sequence[Reading]) -> list[Reading]:
    """The readings. Where something cannot be in each of them, a slip was not found: nobody is accused of what shows from there on."""
    start = starts[0].state.step
    later = [[one for one in reading.charges if one.step > start and one.cost >= DISORDER] for reading in readings]
    lines = [min((one.at for one in charges if one.kind == "contradiction"), default=0) for charges in later]
    if not all(lines):
        return list(readings)
    return [_unsure(one, CANNOT_BE, partial(_accuses, start, line)) for one, line in zip(readings, lines, strict=True)]


def _accuses(start: int, line: int, charge: Charge) -> bool:
    """Whether somebody is accused by what shows from a line on, in the hand that begins with this step."""
    if charge.step <= start or charge.found_at < line:
        return False
    return bool(charge.cost) and not charge.slip and charge.kind == "breach"


def _given_up(reading: Reading, events: Sequence[Numbered], cause: Charge, why: str, *, rows: bool) -> list[Reading]:
    """A hand that cannot be made sense of, and the next one if they were read together: they were played, and nothing is known of
    them but where they begin and what a row says. why: in words; rows: whether rows are to count.
    """
    readings, start = [reading], reading.state.step
    for place, (line, event) in _begun_and_counted(events, cause.at):
        if rows or not isinstance(event, Scored):
            for one in readings:
                one.state.step = start + place
            readings = read_on(readings, [(line, event)])
    for one in readings:
        one.state.step, one.start = start + len(events), None
        _slip(one, Edit(HOPELESS, [], why), cause.at, cause)
        *others, slip = one.charges
        one.charges = [*others, msgspec.structs.replace(slip, given_up=why)]
    return readings


def _begun_and_counted(events: Sequence[Numbered], line: int) -> Iterator[tuple[int, Numbered]]:
    """The beginnings of hands and their rows, with their places, all else missed. A hand begun anew before play is the same hand."""
    played = True
    if not events or not isinstance(events[0][1], HandStarted):
        yield 0, (line, Gap())
        played = False
    for place, (number, event) in enumerate(events):
        if isinstance(event, HandStarted) and not event.refused:
            if played:
                yield place, (number, event)
                yield place, (line, Gap())
            played = False
        elif isinstance(event, Scored):
            yield place, (number, event)
        played = played or not isinstance(event, HandStarted | Dealt)


class _Found(NamedTuple):
    """A reading that was found: what it costs, with what follows the hand; how much of that no slip explains (rest); how many
    things are wrong, slips and others.
    """

    cost: int
    rest: int
    wrong: int
    reading: Reading

    @property
    def slips(self) -> bool:
        """Whether the reading supposes a slip, an act that is not in the record, or that the table handed back cards of an act that is there."""
        left_out = any(one.cost == OMISSION and one.kind == "contradiction" for one in self.reading.charges)
        return self.reading.handed_back or left_out or _number_of_slips(self.reading) > 0


class _Search:
    """One search for the cheapest readings of a hand: the steps that it may still take, and the best readings that it has found."""

    def __init__(self, tail: list[Numbered], steps: Steps) -> None:
        self.tail = tail
        self.steps = steps
        self.found: list[_Found] = []
        self.bound = self.reach = 1 << 30
        # What the cheapest slips leave to be explained, and how many things are wrong with them; -1 where no slip is among the cheapest.
        self.rest = self.wrong = -1
        # By its id, an act that is supposed to be missing, and the cards that are seen later.
        self.supposed: dict[int, tuple[Any, int]] = {}
        # The cards (a mask) that were seen where they cannot have been: a line that names one may be wrong.
        self.suspects = 0

    def run(self, literal: _Node) -> list[Reading]:
        """Expand what looks cheapest until nothing cheaper can be found."""
        order = count()
        self._keep(literal.readings)
        charges = (one for reading in literal.readings for one in reading.charges)
        self.suspects = reduce(or_, (one.cards for one in charges if one.rule.name == "impossible_card"), 0)
        if literal.cause is not None and literal.cause.choice and not self._may_be_swapped(literal, literal.cause):
            self.found, self.bound = [], self.bound - 1  # who chose against a rule is told, if no slip is likelier
            self.reach = self.bound
        heap = [(0, 0, next(order), literal)]
        while heap and self.steps.left > 0:
            least, _, _, node = heapq.heappop(heap)
            if least + (_cost_of_row(node.cause) or SLIP) > self.reach:
                break
            for child in self._children(node):
                if child.whole and (child.slips > node.slips or self._is_cheaper(child, node)):
                    self._keep(child.readings)
                pays = child.brings_more_than(node) or child.after_lost is not None
                if pays and child.ahead + SLIP <= self._most(child.slips + 1):
                    heapq.heappush(heap, (child.ahead, child.left, next(order), child))
                if self.steps.left <= 0:
                    break
        return distinct([self._as_likely(known) for known in self.found] or literal.readings)

    def _as_likely(self, known: _Found) -> Reading:
        """A reading that was found as if it were as likely as the likeliest, once all that follows the hand is read."""
        twin = known.reading.copied()
        twin.cost -= (known.cost if self.tail else twin.cost) - self.bound
        return twin

    def _may_be_swapped(self, node: _Node, choice: Charge) -> bool:
        """Whether two lines that changed places explain a hand with a choice against a rule as well."""
        for place in _lines_beside(choice, node.events, node.readings[0]):
            edit = next(_changed_places(node.events[place:], SLIP))
            child = self._child(node, place, self._snapshots(node, place)[-1], edit, choice)
            if child is not None and child.whole and min(map(self._cost_with_tail, child.readings)) <= self.bound:
                return True
        return False

    def _is_cheaper(self, refused: _Node, node: _Node) -> bool:
        """Whether the lines after an act tell that the table refused it. Else an act against a rule stands, with the effect its rules give it."""
        if node.cause is None or node.cause.kind != "breach":
            return True
        return min(map(self._cost_with_tail, refused.readings)) < min(map(self._cost_with_tail, node.readings))

    def _keep(self, readings: Sequence[Reading]) -> None:
        """Remember the cheapest, judged by what follows the hand as well. Where that is a slip, remember also the slips that are
        about as likely: they leave no more to be explained, and no more things are wrong.
        """
        for one in readings:
            cost = self._cost_with_tail(one)
            if cost > (self.reach if _slips(one) or one.handed_back else self.bound):
                continue
            self.found.append(_Found(cost, _unexplained(one), sum(bool(charge.cost) for charge in one.charges), one))
            self.bound = min(cost, self.bound)
            cheapest = [known for known in self.found if known.cost == self.bound and known.slips]
            self.rest = min((known.rest for known in cheapest), default=-1)
            self.wrong = min((known.wrong for known in cheapest), default=-1)
            self.reach = self.bound + (ABOUT if 0 <= self.wrong <= FEW else 0)
            kept = [known for known in self.found if known.cost == self.bound or self._is_about_as_likely(known)]
            self.found = sorted(kept, key=lambda known: known.cost)[:MOST]

    def _is_about_as_likely(self, known: _Found) -> bool:
        return known.cost <= self.reach and known.slips and known.rest <= self.rest and known.wrong <= self.wrong

    def _most(self, slips: int, so_far: int = 0) -> int:
        """The most that a reading may cost which supposes so many slips, beside what it costs so far."""
        return (self.reach if slips <= self.wrong else self.bound) - so_far

    def _cost_with_tail(self, reading: Reading) -> int:
        if not self.tail:
            left = reading.state.closed and reading.state.on and not reading.state.blind
            return reading.cost + (DISORDER if left else 0)  # a hand wants an end before the close
        after, whole = self._read([reading.copied()], self.tail)
        return min(one.cost for one in after) if whole else 1 << 30

    def _children(self, node: _Node) -> Iterator[_Node]:
        """The hand with one more edit, at its first fault or before."""
        cause = node.cause
        if cause is None:
            return
        last = cause.step - node.starts[0].state.step - 1
        snapshots = self._snapshots(node, last)
        charged = {one.at for reading in node.readings for one in reading.charges if one.choice}
        lines, bound = _Lines(node.events, cause, last, charged, self.suspects), self.bound
        seen_twice = cause.cards if cause.rule.name == "impossible_card" else 0
        for distance, place in lines.nearest() if node.after_lost is None else [(0, node.after_lost)]:
            if distance > FAR and self.bound < bound and not mask(node.events[place][1]) & seen_twice:
                continue
            before = snapshots[place]
            least = min(one.cost for one in before)
            for edit in (
                _edits(lines, place, before, partial(self._most, node.slips + 1, least))
                if node.after_lost is None
                else _lost(lines, place, before)
            ):
                if self.steps.left <= 0:
                    return
                more = len(edit.events) - len(node.events) + place
                for _, lost in edit.events[: max(0, more)]:
                    self.supposed[id(lost)] = lost, lines.later[place]
                child = self._child(node, place, before, edit, cause)
                if child is not None:
                    yield child

    def _snapshots(self, node: _Node, last: int) -> list[list[Reading]]:
        """The readings of the hand before each of its events, up to the fault."""
        readings = [one.copied() for one in node.starts]
        for one in readings:
            for edit in node.edits:
                _slip(one, *edit)
        told = []
        for line, event in node.events[: last + 1]:
            told.append([one.copied() for one in readings])
            readings = unlike([after for one in readings for after in self._take(one, line, event)])[:MOST]
            self.steps.left -= len(readings)
        return told

    def _child(self, node: _Node, place: int, before: list[Reading], edit: Edit, cause: Charge) -> _Node | None:
        readings = []
        for one in before:
            twin = one.copied()
            if edit.cost:
                _slip(twin, edit, node.events[place][0], cause)
            elif mask(edit.events[0][1]):
                twin.handed_back = True  # or its card was misread, and nobody handed it back
            if twin.cost <= self._most(node.slips + 1):
                readings.append(twin)
        if not readings:
            return None
        after, whole = self._read(readings, edit.events)
        child = _Node(node.events[:place] + edit.events, node.starts, after, whole=whole)
        child.edits = [*node.edits, (edit, node.events[place][0], cause)] if edit.cost else node.edits
        if child.left == node.left > 0 and len(child.events) > len(node.events) and node.after_lost is None:
            child.after_lost = place + 1
        return child

    def _read(self, readings: list[Reading], events: Sequence[Numbered]) -> tuple[list[Reading], bool]:
        """Read to the end, or until it costs more than the best that is known, and is no slip that is about as likely."""
        slips, most = max(map(_slips, readings)), self._most(max(map(_number_of_slips, readings)))
        self.steps.limit = limit = min(most, max(self.bound, slips + self.rest))
        try:
            for line, event in events:
                readings = [after for one in readings for after in self._take(one, line, event)]
                self.steps.left -= len(readings)
                if len(readings) > 1:
                    least = min(one.cost for one in readings)
                    readings = [one for one in readings if one.cost == least]
                    if len(readings) > 2 * MOST:
                        return readings[:MOST], False
                    readings = unlike(readings)
                if readings[0].cost > limit or len(readings) > MOST or self.steps.left <= 0:
                    return readings, False
            return readings, True
        finally:
            self.steps.limit = sys.maxsize

    def _take(self, reading: Reading, line: int, event: Any) -> list[Reading]:
        """Take an event. A card of an act that is supposed to be missing is none of those that are seen later."""
        reading.state.places.later = self.supposed.get(id(event), (event, 0))[1]
        after = reading.take(line, event) or [reading]
        for one in after:
            one.state.places.later = 0
        return after


def read_on(readings: Sequence[Reading], events: Iterable[Numbered]) -> list[Reading]:
    """The readings to follow after these events."""
    for line, event in events:
        readings = followed(line, [after for one in readings for after in one.take(line, event) or [one]])
    return list(readings)


def _slip(reading: Reading, edit: Edit, line: int, cause: Charge) -> None:
    slip = charge_of(
        _SLIP, Broken(at=line, cost=edit.cost), cause.found_at, reading.state.step, cause.hand, edit.says, cause
    )
    reading.charges = [*reading.charges, slip]
    reading.cost += edit.cost


class _Lines:
    """The lines of a hand, in which slips are looked for up to its fault.

    last: the place of the line that shows the fault; later: for each line the cards (a mask) that it and the lines after it name, up
    to the beginning of the next hand; suspects: the cards that the fault is about, and those that were seen where they cannot have been (a mask);
    charged: the lines of choices against a rule, of which the same slip may make one.
    """

    def __init__(self, events: list[Numbered], cause: Charge, last: int, charged: set[int], suspects: int) -> None:
        self.events, self.cause, self.last, self.charged = events, cause, last, charged
        self.suspects = cause.cards | suspects
        self.later = [0] * (len(events) + 1)
        for place in range(len(events) - 1, -1, -1):
            event = events[place][1]
            if not isinstance(event, HandStarted):
                self.later[place] = self.later[place + 1] | (0 if event.refused else mask(event))

    def nearest(self) -> list[tuple[int, int]]:
        """The places where a slip is looked for, by their distance from the line that shows the fault, or from the line that it is about."""
        end = min(self.last, len(self.events) - 1)
        about = next((place for place, (line, _) in enumerate(self.events[: end + 1]) if line == self.cause.at), end)
        near = ((min(end - place, abs(about - place)), place) for place in range(end, -1, -1))
        return sorted(near, key=lambda one: one[0])

    def copied(self, place: int) -> str:
        """In words, that a line is a copy of an earlier line of its hand; empty, if it is none. A line that is supposed, or read otherwise
        than it was written, is no copy.
        """
        event, first = self.events[place][1], max(0, place - ALIKE)
        first = next((at for at in range(place - 1, first, -1) if type(self.events[at][1]) is HandStarted), first)
        near = self.events[first : place + 1]
        if any(event == earlier and line != after for (line, earlier), (after, _) in pairwise(near)):
            return "is written twice"
        return "is one too many" if any(alike(event, earlier) for _, earlier in near[:-1]) else ""

    def is_twice(self, place: int) -> bool:
        """Whether a line is there twice, be it the first of the two or the second."""
        event = self.events[place][1]
        return sum(event == one for _, one in self.events[max(0, place - ALIKE) : place + ALIKE]) > 1


# ---- What a scribe may have done ---------------------------------------------------------------------------------------


def _edits(lines: _Lines, place: int, readings: Sequence[Reading], most: Callable[[], int]) -> Iterator[Edit]:
    """The slips that may have been made at a line, as far as they cost no more than `most` tells, and the act of that line refused."""
    line, event = lines.events[place]
    rest = lines.events[place + 1 :]
    if event.refused:
        return
    at_fault = place == lines.last and type(event) not in FRAME
    # A table hands an act back for a fault of its own, not for what it shows of another act; cards dealt lie where they are.
    if at_fault and lines.cause.at == line and getattr(event, "seat", None) is not None:
        yield Edit(0, [(line, msgspec.structs.replace(event, refused=True, id=Supposed())), *rest], "")
    if isinstance(event, Shown) and 0 < (cost := _cost_of_row(lines.cause)) <= most():
        yield from _misread(lines, place, rest, cost)
    if most() < SLIP:
        return
    if copied := lines.copied(place):
        yield Edit(SLIP, rest, f"line {line} {copied}")
    elif at_fault and most() >= NEEDLESS:
        yield Edit(NEEDLESS, rest, f"line {line} is one too many")
    yield from _changed_places(lines.events[place:], most())
    yield from _lost(lines, place, readings)
    yield from _other_seat(line, event, rest, readings[0], lines.cause.at)
    if lines.cause.at == line and isinstance(event, Played) and most() >= MISREAD:
        yield from _other_seats(lines.events[place:], len(readings[0].state.players))
    cost = SLIP if lines.is_twice(place) else MISREAD
    if cost <= most() and isinstance(event, Dealt):
        yield from _misdealt(line, event, rest, lines.cause)
    elif cost <= most():
        yield from _misread(lines, place, rest, cost)


def alike(event: Any, earlier: Any) -> bool:
    """Whether a line is a copy of an earlier one, of which a card may have been read otherwise since."""
    unseen = type(event) is type(earlier) and getattr(earlier, "card", None) == UNKNOWN
    return bool(event == earlier or (unseen and msgspec.structs.replace(event, card=UNKNOWN) == earlier))


def _changed_places(events: Sequence[Numbered], most: int) -> Iterator[Edit]:
    """The first of these lines and the next, or a bid and the next bid, the other way round; or, if `most` allows it, what they say of two seats."""
    line, first = events[0]
    bids = [at for at, (_, one) in enumerate(events[:NEAR]) if isinstance(one, Bid) and isinstance(first, Bid)]
    for at in dict.fromkeys((1, *bids[1:2])) if events[1:] else ():
        (after, second), between, rest = events[at], events[1:at], events[at + 1 :]
        if second.refused or any(type(one) is Gap for _, one in events[: at + 1]):
            continue  # what was refused changed nothing, before a line or after it; what was missed would excuse it all
        yield Edit(SLIP, [(after, second), *between, (line, first), *rest], f"lines {line} and {after} changed places")
        seat, other = (getattr(one, "seat", None) for one in (first, second))
        if most < 2 * SLIP or None in {seat, other}:
            continue
        there, here = msgspec.structs.replace(second, seat=seat), msgspec.structs.replace(first, seat=other)
        if there not in {first, second}:
            says = f"what lines {line} and {after} say changed places"
            yield Edit(2 * SLIP, [(line, there), *between, (after, here), *rest], says)


def _lost(lines: _Lines, place: int, readings: Sequence[Reading]) -> Iterator[Edit]:
    """A line, or a trick, left out before this one, or another act of its kind written in its stead: another suit named, or another bid."""
    line, event = lines.events[place]
    rest, state = lines.events[place + 1 :], readings[0].state
    if isinstance(event, Scored) and begins_hand(state):
        return  # nothing is missing: the row begins its hand
    lost: Any
    for lost, says in lost_acts(readings[0].game, [one.state for one in readings], event, lines.later[place]):
        if lost != event and not (
            isinstance(lost, Joined | Left) and _takes_part(lost.seat, rest) == isinstance(lost, Left)
        ):
            yield Edit(
                SLIP, [(line, copy(lost)), (line, event), *rest], f"a line is missing before line {line} ({says})"
            )
            if isinstance(event, Bid | TrumpNamed) and type(lost) is type(event) and lost.seat == event.seat:
                yield Edit(MISREAD, [(line, lost), *rest], f"line {line} was misread ({says})")
    trick = [(line, one) for one in unseen_trick(state)] if state.on and not state.blind else []
    if trick and any(due.kind is Played for due in readings[0].turn(state)):
        yield Edit(MISREAD, [*trick, (line, event), *rest], f"a trick is missing before line {line}")


def _takes_part(seat: int, events: Sequence[Numbered]) -> bool:
    """Whether a seat is dealt cards or acts in these events, up to the next hand, or to whoever leaves or comes before that."""
    before = takewhile(lambda one: not isinstance(one[1], HandStarted | Joined | Left), events)
    return any(
        size_written(event, seat) if isinstance(event, Dealt) else getattr(event, "seat", None) == seat
        for _, event in before
    )


def _other_seat(line: int, event: Any, rest: list[Numbered], reading: Reading, at_fault: int) -> Iterator[Edit]:
    """A line written for another seat, or for none, if it is at fault itself; or a hand with another dealer."""
    for name in ("dealer", "taker") if isinstance(event, HandStarted | Dealt) else ():
        if getattr(event, name, None) is not None:
            there = msgspec.structs.replace(event, **{name: None})
            yield Edit(SLIP, [(line, there), *rest], f"line {line} names the wrong {name}")
    if "seat" not in type(event).__struct_fields__ or (event.seat is None and line != at_fault):
        return
    for seat in range(len(reading.state.players)):
        if seat != event.seat:
            there = msgspec.structs.replace(event, seat=seat)
            yield Edit(SLIP, [(line, there), *rest], f"line {line} belongs to seat {seat}")


def _other_seats(events: Sequence[Numbered], seats: int) -> Iterator[Edit]:
    """The cards of one round, which each seat played in turn, written all of them for seats as far from those that played them."""
    plays: Any = events[:seats]
    is_round = [type(event) for _, event in plays] == [Played] * seats
    for more in range(1, seats) if is_round else ():
        there = [(line, msgspec.structs.replace(one, seat=(one.seat + more) % seats)) for line, one in plays]
        first, last, leader = there[0][0], there[-1][0], there[0][1].seat
        says = f"lines {first} to {last} are each written for another seat, and seat {leader} led"
        yield Edit(MISREAD, [*there, *events[seats:]], says)


def _misread(lines: _Lines, place: int, rest: list[Numbered], cost: int) -> Iterator[Edit]:
    """A card written for another: one of the suspects, one played against a rule, or one shortly before the fault; one that was turned up, named, or handed
    over, on which the whole hand may hang; or one of those that came face down to the hand which the card at fault cannot have
    come from; or a list of cards that not all saw, if the fault is its own. On one of two lines that are alike it is as likely as that one of them was written twice.
    """
    line = lines.events[place][0]
    event: Any = lines.events[place][1]
    cause, suspects = lines.cause, lines.suspects
    distance = min(lines.last - place, abs(line - cause.at))
    card = getattr(event, "card", None)
    likely = distance < NEAR or not isinstance(event, Played) or line in lines.charged
    if isinstance(card, Card) and card.bit and (likely or card.bit & suspects):
        there = msgspec.structs.replace(event, card=another(card))
        yield Edit(cost, [(line, there), *rest], f"{card} on line {line} was another card")
    cards = getattr(event, "cards", None)
    of_that_hand = "cards" in event.hidden and cause.rule.name == "impossible_card" and event.seat == cause.seat
    if cards and isinstance(cards, tuple):
        for number, one in enumerate(cards):
            if one.bit and (distance < (1 if suspects else NEAR) or one.bit & suspects or of_that_hand or cost < SLIP):
                there = msgspec.structs.replace(event, cards=(*cards[:number], another(one), *cards[number + 1 :]))
                yield Edit(cost, [(line, there), *rest], f"{one} on line {line} was another card")
    if distance == 0 and cards is not None and "cards" in event.hidden:
        there = msgspec.structs.replace(event, cards=None)
        yield Edit(cost, [(line, there), *rest], f"the cards on line {line} were not these")


def _misdealt(line: int, event: Dealt, rest: list[Numbered], cause: Charge) -> Iterator[Edit]:
    """A card in the wrong list of a deal: written for another card, or exchanged with one of another list."""
    lists: dict[Any, Any] = dict(enumerate(event.hands or ()))
    lists.update(event.places or {})
    for name, cards in lists.items():
        wrong = [one for one in cards or () if one.bit & cause.cards]
        for one in wrong:
            misread = _relisted(event, name, tuple(another(card) if card == one else card for card in cards))
            yield Edit(MISREAD, [(line, misread), *rest], f"{one} on line {line} was another card")
            for other, theirs in lists.items():
                if other != name:
                    yield from _exchanged(line, event, rest, (name, cards, one), (other, theirs or ()))


def _exchanged(line: int, event: Dealt, rest: list[Numbered], here: Any, there: Any) -> Iterator[Edit]:
    """A card of one list of a deal and each card of another, the other way round. here: the list's name, its cards, and the card."""
    name, cards, one = here
    other, theirs = there
    for card in theirs:
        if card.bit:
            first = _relisted(event, name, tuple(card if mine == one else mine for mine in cards))
            both = _relisted(first, other, tuple(one if mine == card else mine for mine in theirs))
            yield Edit(MISREAD, [(line, both), *rest], f"{one} and another card on line {line} changed places")


def _relisted(event: Dealt, name: int | str, cards: tuple[Card, ...]) -> Dealt:
    if isinstance(name, int):
        hands = event.hands or ()
        return msgspec.structs.replace(event, hands=(*hands[:name], cards, *hands[name + 1 :]))
    return msgspec.structs.replace(event, places={**(event.places or {}), name: cards})
