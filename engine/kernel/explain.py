"""Which slip of the pen explains a fault as well as a breach: least-cost diagnosis, once for all games and all acts.

A game believes every line. Where a hand has a fault that is no mere choice, the hand is read again with one edit undone, in the
log's own terms: a line lost, doubled, swapped with the next, written for another seat, a card misread, an act that the
table refused. The cheapest explanations are kept; several slips are found by editing an edited hand. The law: nobody is
accused of what one slip of the pen explains as well.
"""

import heapq
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Final, NamedTuple

import msgspec

from upcard.engine.kernel.charges import Charge
from upcard.engine.kernel.game import DISORDER, FRAME, Rule
from upcard.engine.kernel.offering import lost_acts
from upcard.engine.kernel.reading import Reading, mask
from upcard.engine.kernel.sheet import MOST, begins_hand, followed, unlike
from upcard.engine.log import Numbered
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Dealt, Gap, HandStarted, Scored

SLIP: Final = 4
"""A line lost, doubled, swapped, or written for another seat or dealer."""
MISREAD: Final = 7
"""A card or a list written wrongly."""
STEPS: Final = 24_000
"""How many steps are taken at most to explain one hand. A step is an event that is read again, or a reading that is copied."""
SPARE: Final = 4 * STEPS
"""So many in the first hands of a log, and"""
PER_EVENT: Final = 30
"""so many more for each event of it: in a log of which nothing makes sense, hands are given up on sooner."""
NEAR: Final = 9
"""How many lines before a fault a card may have been misread that led to it, if the fault is about no card."""
ALIKE: Final = 60
"""Of so many lines before it a line may be a copy."""

HOPELESS: Final = 24
"""A hand of which the likeliest reading is charged with more than this is not made sense of."""
LITTLE: Final = 8
"""The same, where the search was given up before it was through."""

TOO_MUCH: Final = "too much is wrong with this hand to say more"
"""The note on a hand that no explanation makes sense of."""
TOO_LONG: Final = "what else may explain it was not looked for to the end, which would take too long"
"""The note on a hand of which the search was given up: a slip that was not found may explain it."""

_SLIP: Final = Rule("", "slip", "a slip of the pen", "note", SLIP)


class Edit(NamedTuple):
    """What a scribe may have done: how unlikely, the events from there on as they should stand, and in words."""

    cost: int
    events: list[tuple[int, Any]]
    says: str


class _Node(NamedTuple):
    """A hand as edited so far, and how it reads: to its end (whole), or as far as it paid to read."""

    events: list[tuple[int, Any]]
    starts: list[Reading]
    readings: list[Reading]
    whole: bool

    @property
    def cause(self) -> Charge | None:
        """The first charge that is no mere choice; of several of one line, the least likely."""
        steps = [one.fault for one in self.readings if one.fault]
        first = min(steps, default=0)
        charges = (one for reading in self.readings for one in reading.charges)
        found = [one for one in charges if one.step == first and not one.slip]
        return max(found, key=lambda one: (not one.choice, one.cost), default=None)

    @property
    def left(self) -> int:
        """The number of events that follow the fault: it measures how well an edit explains it."""
        cause = self.cause
        return len(self.events) - (cause.step - self.starts[0].state.step) if cause else -1


def explain(
    starts: Sequence[Reading],
    events: Sequence[Numbered],
    literal: Sequence[Reading],
    tail: Sequence[Numbered],
    most: int = STEPS,
) -> tuple[list[Reading], int]:
    """The cheapest ways to read a hand, and how many steps that took. starts: how it began; literal: how it reads as
    written; tail: what follows it at once, which tells whether the hand was finished; most: how many steps may be taken.
    Where too much is wrong, nothing is said of it but that. Where no steps are left, nothing is made of its rows either.
    """
    if all(_by_word_alone(one) for one in literal):
        return list(literal), 0  # what was said never changes what was played
    search = _Search(list(tail), max(0, min(most, STEPS)))
    node = _Node(list(events), search.counting(starts), search.counting(literal), whole=True)
    found = search.run(node)
    cause = node.cause
    if cause is None or min(map(_charged, found)) <= (HOPELESS if search.left > 0 else LITTLE):
        if cause is not None and search.left <= 0:
            found = [_left_unsure(one, cause.step) for one in found]
        return found, search.spent
    told = events if most > 0 else [one for one in events if not isinstance(one[1], Scored)]
    hopeless = unlike(
        [after for one in node.starts for after in _without_sense(one.copied(), told, cause, len(events))]
    )
    return hopeless, search.spent


def _by_word_alone(reading: Reading) -> bool:
    """Whether nothing but what somebody said or wrote of the play speaks against it."""
    return all(not one.cost or (one.kind or one.rule.kind) == "testimony" for one in reading.charges)


def _charged(reading: Reading) -> int:
    """How much a reading is charged with, if any of it is more than a mere choice."""
    return sum(one.cost for one in reading.charges) if reading.fault or reading.cost else 0


def _left_unsure(reading: Reading, step: int) -> Reading:
    """The reading, with what it is charged with from a step on told as what is not sure."""
    twin = reading.copied()
    twin.charges = [
        msgspec.structs.replace(one, given_up=TOO_LONG) if (one.cures or one).step >= step and not one.choice else one
        for one in reading.charges
    ]
    return twin


def _without_sense(reading: Reading, events: Sequence[Numbered], cause: Charge, lines: int) -> list[Reading]:
    """A hand that cannot be made sense of, and the next one if they were read together: they were played, and nothing is known of
    them but what a row says, if it is to count. lines: how many they have.
    """
    readings, end, line = [reading], reading.state.step + lines, cause.at
    for number, event in _begun_and_counted(events, line):
        readings = followed(number, [after for one in readings for after in _take(one, number, event)])
    for one in readings:
        one.state.step = end
        _slip(one, Edit(HOPELESS, [], TOO_MUCH), line, cause)
        one.charges[-1] = msgspec.structs.replace(one.charges[-1], given_up=TOO_MUCH)
    return readings


def _begun_and_counted(events: Sequence[Numbered], line: int) -> Iterator[Numbered]:
    """The beginnings of hands and their rows alone, all else missed. A hand that is begun once more, before anything was played,
    is the same hand.
    """
    played = True
    if not events or not isinstance(events[0][1], HandStarted):
        yield line, Gap()
        played = False
    for number, event in events:
        if isinstance(event, HandStarted) and not event.refused:
            if played:
                yield number, event
                yield line, Gap()
            played = False
        elif isinstance(event, Scored):
            yield number, event
        played = played or not isinstance(event, HandStarted | Dealt)


class _Search:
    """One search: what it may still spend, and the best that it has found."""

    def __init__(self, tail: list[tuple[int, Any]], steps: int) -> None:
        self.tail = tail
        self.most = steps
        self.tally = [0]  # of the readings that it copies
        self.taken = 0
        self.best: list[Reading] = []
        self.bound = 1 << 30

    @property
    def spent(self) -> int:
        """The number of steps that the search took so far."""
        return self.taken + self.tally[0]

    @property
    def left(self) -> int:
        """The number of steps that the search may still take."""
        return self.most - self.spent

    def counting(self, readings: Sequence[Reading]) -> list[Reading]:
        """Copies of these readings, of which the search counts how often they are copied."""
        copies = [one.copied() for one in readings]
        for one in copies:
            one.tally = self.tally
        return copies

    def run(self, literal: _Node) -> list[Reading]:
        """Expand what looks cheapest until nothing cheaper can be found."""
        order = count()
        self._keep(literal.readings)
        if literal.cause is not None and literal.cause.choice:
            self.best, self.bound = [], self.bound - 1  # who chose against a rule is told, if no slip is likelier
        heap = [(0, 0, next(order), literal)]
        while heap and self.left > 0:
            least, _, _, node = heapq.heappop(heap)
            if least + SLIP > self.bound:
                break
            for child in self._children(node):
                if child.whole:
                    self._keep(child.readings)
                ahead = min(_before_fault(one) for one in child.readings)
                if 0 <= child.left < node.left and ahead + SLIP <= self.bound:
                    heapq.heappush(heap, (ahead, child.left, next(order), child))
                if self.left <= 0:
                    break
        return unlike(self.best or literal.readings)

    def _keep(self, readings: Sequence[Reading]) -> None:
        """Remember the cheapest, judged by what follows the hand as well."""
        for one in readings:
            cost = self._cost_with_tail(one)
            if cost < self.bound:
                self.best, self.bound = [], cost
            if cost == self.bound and len(self.best) < 64:
                self.best.append(one)

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
        for place in _nearest(node.events, min(last, len(node.events) - 1), cause):
            for edit in _edits(node.events, place, snapshots[place], cause, last):
                if self.left <= 0:
                    return
                child = self._child(node, place, snapshots[place], edit, cause)
                if child is not None:
                    yield child

    def _snapshots(self, node: _Node, last: int) -> list[list[Reading]]:
        """How the hand read before each of its events up to the fault."""
        readings = [one.copied() for one in node.starts]
        told = []
        for line, event in node.events[: last + 1]:
            told.append([one.copied() for one in readings])
            readings = unlike([after for one in readings for after in _take(one, line, event)])[:MOST]
            self.taken += len(readings)
        return told

    def _child(self, node: _Node, place: int, before: list[Reading], edit: Edit, cause: Charge) -> _Node | None:
        readings = []
        for one in before:
            twin = one.copied()
            if edit.cost:
                _slip(twin, edit, node.events[place][0], cause)
            if twin.cost <= self.bound:
                readings.append(twin)
        if not readings:
            return None
        after, whole = self._read(readings, edit.events)
        starts = [one.copied() for one in node.starts] if edit.cost else node.starts
        for one in starts if edit.cost else ():  # a further edit is read from the start, and this one counts there
            _slip(one, edit, node.events[place][0], cause)
        return _Node(node.events[:place] + edit.events, starts, after, whole)

    def _read(self, readings: list[Reading], events: Sequence[Numbered]) -> tuple[list[Reading], bool]:
        """Read to the end, or until it costs more than the best that is known."""
        for line, event in events:
            readings = [after for one in readings for after in _take(one, line, event)]
            self.taken += len(readings)
            if len(readings) > 1:
                least = min(one.cost for one in readings)
                readings = [one for one in readings if one.cost == least]
                if len(readings) > 2 * MOST:
                    return readings[:MOST], False
                readings = unlike(readings)
            if readings[0].cost > self.bound or len(readings) > MOST or self.left <= 0:
                return readings, False
        return readings, True


def _before_fault(reading: Reading) -> int:
    """The cost of a reading before its first fault: no edit of that fault makes the reading cheaper than this."""
    return reading.cost - sum(
        one.cost for one in reading.charges if reading.fault and one.step >= reading.fault and not one.slip
    )


def _take(reading: Reading, line: int, event: Any) -> list[Reading]:
    return reading.take(line, event) or [reading]


def _slip(reading: Reading, edit: Edit, line: int, cause: Charge) -> None:
    reading.charges.append(
        Charge(
            rule=_SLIP,
            at=line,
            found_at=cause.found_at,
            step=reading.state.step,
            hand=cause.hand,
            cost=edit.cost,
            slip=edit.says,
            cures=cause,
        )
    )
    reading.cost += edit.cost


def _nearest(events: Sequence[Numbered], last: int, cause: Charge) -> list[int]:
    """The places where a slip is looked for: those nearest to the line that shows the fault, or to the one it is about."""
    about = next((place for place, (line, _) in enumerate(events[: last + 1]) if line == cause.at), last)
    return sorted(range(last, -1, -1), key=lambda place: min(last - place, abs(about - place)))


# ---- What a scribe may have done ---------------------------------------------------------------------------------------


def _edits(
    events: list[tuple[int, Any]], place: int, readings: Sequence[Reading], cause: Charge, last: int
) -> Iterator[Edit]:
    """The slips that may have been made at a line, and the act of that line refused."""
    line, event = events[place]
    rest = events[place + 1 :]
    if event.refused:
        return
    if place == last and type(event) not in FRAME:
        yield Edit(0, [(line, msgspec.structs.replace(event, refused=True)), *rest], "")
    if any(event == earlier for _, earlier in events[max(0, place - ALIKE) : place]):
        yield Edit(SLIP, rest, f"line {line} is written twice")
    if rest and not rest[0][1].refused:  # what was refused changed nothing, before this line or after it
        yield Edit(SLIP, [rest[0], (line, event), *rest[1:]], f"lines {line} and {rest[0][0]} changed places")
    yield from _lost(line, event, rest, readings)
    yield from _other_seat(line, event, rest, readings[0])
    twice = sum(event == one for _, one in events[max(0, place - ALIKE) : place + ALIKE]) > 1
    distance = min(last - place, abs(line - cause.at))
    yield from _misread(line, event, rest, cause, distance, SLIP if twice else MISREAD)


def _lost(line: int, event: Any, rest: list[tuple[int, Any]], readings: Sequence[Reading]) -> Iterator[Edit]:
    """A line left out before this one."""
    if isinstance(event, Scored) and begins_hand(readings[0].state):
        return  # nothing is missing: the row begins its hand
    later = 0
    for _, one in ((line, event), *rest):
        if isinstance(one, HandStarted):
            break  # cards are dealt anew
        later |= 0 if one.refused else mask(one)
    for lost, says in lost_acts(readings[0].game, [one.state for one in readings], later):
        if lost != event:
            yield Edit(SLIP, [(line, lost), (line, event), *rest], f"a line is missing before line {line} ({says})")


def _other_seat(line: int, event: Any, rest: list[tuple[int, Any]], reading: Reading) -> Iterator[Edit]:
    """A line written for another seat, or a hand with another dealer."""
    seats = range(len(reading.state.players))
    if isinstance(event, HandStarted):
        if event.dealer is not None:
            there = msgspec.structs.replace(event, dealer=None)
            yield Edit(SLIP, [(line, there), *rest], f"line {line} names the wrong dealer")
        return
    if isinstance(event, Dealt) and event.taker is not None:
        yield Edit(
            SLIP, [(line, msgspec.structs.replace(event, taker=None)), *rest], f"line {line} names the wrong taker"
        )
    if "seat" not in type(event).__struct_fields__ or event.seat is None:
        return
    for seat in seats:
        if seat != event.seat:
            there = msgspec.structs.replace(event, seat=seat)
            yield Edit(SLIP, [(line, there), *rest], f"line {line} was of seat {seat}")


def _misread(
    line: int, event: Any, rest: list[tuple[int, Any]], cause: Charge, distance: int, cost: int
) -> Iterator[Edit]:
    """A card written for another: on a line that names the card which cannot be, or shortly before the fault; or one of those
    that came face down to the hand which that card cannot have come from. On one of two lines that are alike it is as likely
    as that one of them was written twice.
    """
    if isinstance(event, Dealt):
        yield from _misdealt(line, event, rest, cause)
        return
    card = getattr(event, "card", None)
    if isinstance(card, Card) and card.bit and (distance < NEAR or card.bit & cause.cards):
        there = msgspec.structs.replace(event, card=UNKNOWN)
        yield Edit(cost, [(line, there), *rest], f"{card} on line {line} was another card")
    cards = getattr(event, "cards", None)
    of_that_hand = "cards" in event.hidden and cause.rule.name == "impossible_card" and event.seat == cause.seat
    if cards and isinstance(cards, tuple):
        for number, one in enumerate(cards):
            if one.bit and (distance == 0 or one.bit & cause.cards or of_that_hand):
                there = msgspec.structs.replace(event, cards=(*cards[:number], UNKNOWN, *cards[number + 1 :]))
                yield Edit(cost, [(line, there), *rest], f"{one} on line {line} was another card")


def _misdealt(line: int, event: Dealt, rest: list[tuple[int, Any]], cause: Charge) -> Iterator[Edit]:
    """A card in the wrong list of a deal: written for another card, or exchanged with one of another list."""
    lists: dict[Any, Any] = dict(enumerate(event.hands or ()))
    lists.update(event.places or {})
    for name, cards in lists.items():
        wrong = [one for one in cards or () if one.bit & cause.cards]
        for one in wrong:
            blank = _relisted(event, name, tuple(UNKNOWN if card == one else card for card in cards))
            yield Edit(MISREAD, [(line, blank), *rest], f"{one} on line {line} was another card")
            for other, theirs in lists.items():
                if other != name:
                    yield from _exchanged(line, event, rest, (name, cards, one), (other, theirs or ()))


def _exchanged(line: int, event: Dealt, rest: list[tuple[int, Any]], here: Any, there: Any) -> Iterator[Edit]:
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
