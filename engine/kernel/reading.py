"""One way to read a record: a definite state, what is in doubt, and what it is charged with.

An event is taken in one order, in every game: is the act due; are the rules kept; what is the choice of cards held to;
what does the act do; what came to light by it. Where an act leaves open what it did, one reading becomes several.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from operator import attrgetter
from typing import Any, Final, Self, get_args

import msgspec

from upcard.engine.kernel.charges import Charge, Doubt, Stated, charge_of
from upcard.engine.kernel.copying import copier, made
from upcard.engine.kernel.dealing import passed_over
from upcard.engine.kernel.ended import Ended
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.matching import PLENTY, slack
from upcard.engine.kernel.places import Blurred, Conflict, Mixed, Places, Sight, room_beside
from upcard.engine.kernel.rules import (
    CHOICE,
    STATEMENT,
    TWO_LINES,
    AskAgain,
    Broken,
    Claim,
    Cured,
    Due,
    Holds,
    Obliged,
    Rule,
    Ways,
    everywhere,
    places_of,
    says_only,
)
from upcard.schemas.cards import Card, cards_of, mask_of
from upcard.schemas.events import APART, Base, CardNamed, Dealt, Event, FinalDealt, Gap, Laid, Played, Scored

ANSWERS: Final = frozenset({bool, str, Broken, Claim, Obliged, Holds, Cured, AskAgain})
"""What a rule may answer, if not several of these."""
DEPTH = 12
"""How many acts in a row may be left out of a record."""
LEFT_OUT = 9
"""Acts left out before another act cost no more than this together: more of them are less likely than an act out of order."""


class Supposed(str):
    """The id of an act that is supposed to have been refused by the table, of which the record does not tell; no id in a record is of this type."""

    __slots__ = ()


class Steps:
    """How many steps may be taken beside one for each event. A step is an event that is read again, or a reading that is copied,
    which is where the time goes. left: so many; below 0, too many were taken already. limit: a reading that costs more is given up.
    """

    __slots__ = ("left", "limit")

    def __init__(self, left: float) -> None:
        self.left, self.limit = left, sys.maxsize


@dataclass(frozen=True, slots=True)
class Handling:
    """The handling of an event type in a game. frame: the act of the frame, whatever the game adds; free: never out of order;
    late: out of order it breaks its own rule; deals: it tells who is dealt to; apart: an audit looks at it before it is read; read: judges and does the event of a line; act: does it, where it
    is due or may come at any time; is_due: whether it is due in a state.
    """

    kind: type[Base]
    frame: Callable[["Reading", Any], "list[Any] | None"] | None
    free: bool
    seated: bool
    rules: tuple[Rule, ...]
    obliges: Callable[[Any, int], Sequence[Obliged]] | None
    do: Callable[[Any, Any], Any]
    rule: Rule
    statements: tuple[Rule, ...] = ()
    late: bool = False
    ends: bool = False
    blindly: bool = False
    deals: bool = False
    apart: bool = False
    read: Callable[["Reading", int, Any], "list[Any] | None"] = lambda _reading, _line, _event: None
    act: Callable[["Reading", Any], "list[Any] | None"] = says_only
    is_due: Callable[[Any, Any], bool | None] = says_only


@dataclass(slots=True, eq=False, repr=False)
class Reading:
    """state: where the session stands; charges: what is charged since the readings last agreed; cost: how unlikely it all is;
    doubts, stated: what is in doubt and what was said of the hand that is on or was last; trail: the events by which neither was judged yet, of each
    its line, its step, the cards whose place was not known after it, and the places that may have held fewer cards than were counted (masks);
    fits: so long as the place of at least so many cards is not known, they fit into the hands that may hold them; misfit: the charge that they fit
    into none, None if there is none; results, begun: the hands that have ended and begun since the readings last agreed (of a hand that has begun: its
    number, its place among the events, and its line); row: the row of the hand that has ended, and its line; fault: the step of the first charge that is
    no mere choice, 0 if there is none; start: a copy of the state before some event, or as a hand ended, if one was kept, which nobody changes; leaves_out: the
    most that acts left out before another may cost together; handed_back: whether it supposes, though no line says so, that an act was refused and
    its cards were handed back; steps: those that it and all its copies may take.
    """

    game: Game
    state: Any
    steps: Steps = field(default_factory=lambda: Steps(sys.maxsize))
    charges: Sequence[Charge] = field(default_factory=list)
    doubts: Sequence[Doubt] = field(default_factory=list)
    stated: Sequence[Stated] = field(default_factory=list)
    trail: list[tuple[int, int, int, int]] = field(default_factory=list)
    asked: Sequence[tuple[int, Rule, AskAgain]] = field(default_factory=list)
    results: Sequence[Ended] = field(default_factory=list)
    begun: Sequence[tuple[int, int, int]] = field(default_factory=list)
    row: tuple[int, Any] | None = None
    cost: int = 0
    fault: int = 0
    fits: int = 0
    misfit: Charge | None = None
    leaves_out: int = LEFT_OUT
    handed_back: bool = False
    turn: Any = field(init=False)
    handlings: Mapping[Any, Handling] = field(init=False)
    settled: int = field(init=False)
    began: Any = field(init=False)
    start: Any = None

    def __post_init__(self) -> None:
        self.turn, self.handlings = self.game.turn_of, handlings(self.game)
        self.settled, self.began = self.state.settled, self.state

    def copied(self, steps: Steps | None = None, state: Any = None) -> Self:
        """A copy that shares nothing that can change but the steps to be taken, or has these steps. state: a copy of its state, if there is one."""
        kind: Any = type(self)
        twin: Self = copier(kind)(self)
        twin.state, twin.start, twin.steps = state or self.state.copied(), None, steps or self.steps
        twin.steps.left -= 1
        return twin

    def keep(self) -> Any:
        """Keep the state as that before the next event; where a hand has just ended, it is kept already."""
        if self.start is None or self.start.step != self.state.step:
            self.start = self.state.copied()
        return self.start

    def kept(self) -> Self:
        """A copy to go back to, whose state is kept as that before the next event."""
        return self.copied(state=self.keep())

    def join(self, other: Self) -> None:
        """Another reading has come to the same as this one: what each hand may have come to is kept of both."""
        ended = {one.hand: one for one in other.results}
        self.results = [one.joined(ended.get(one.hand, one)) for one in self.results]

    # ---- One event -------------------------------------------------------------------------------------------------

    def take(self, line: int, event: Any) -> "list[Self] | None":
        """Judge and do one event, and judge what was said and is in doubt. None: this reading has gone on; else these go on in its place."""
        after = self.handlings[type(event)].read(self, line, event)
        for one in after or (self,):
            one.judge()
        return after

    def take_as(self, event: Any) -> "list[Self] | None":
        """Take the event of the line that is being read once more, or in other words."""
        self.state.step -= 1
        return self.take(self.state.line, event)

    def take_otherwise(self, event: Any) -> "list[Self] | None":
        """Judge an act that is not simply due: it was refused, is of no seat at this table, comes after a gap in its hand, or is not due."""
        state, handling = self.state, self.handlings[type(event)]
        if event.refused:
            self.judge()
            return self._refuse(msgspec.structs.replace(event, refused=False))
        if handling.seated and event.seat is not None and event.seat >= len(state.players):
            return self.disorder(handling, event)
        if not state.on or (state.blind and (handling.ends or not handling.blindly)):
            return self._outside(handling, event)
        return self._untimely(handling, event)

    def _outside(self, handling: Handling, event: Any) -> "list[Self] | None":
        """An act while no hand is on, or after a gap in the hand that is on."""
        self.judge()
        return self.handlings[None].act(self, (handling, event))

    def _refuse(self, event: Any) -> "list[Self] | None":
        """An act that the table did not let stand: what speaks against it remains, what it did does not. Which rules it breaks is explained
        by the word of the record that it was refused, and changes nothing of what follows; what is refused without breaking any is less likely.

        Where a refusal is only supposed, no act is taken to have been left out before it: one that was due may still follow. If leaving that out has
        a cost, the refusal costs at least 1 more than the act does if it stood and the due one was left out; later acts tell which is so.
        """
        charges, seat = self._speaks_against(event, handed_back=True), getattr(event, "seat", None)
        for place, one in enumerate(charges):
            # others may still do what they had to before it
            told = seat if None not in {seat, one.seat} and one.at == self.state.line else one.seat
            cost = 0 if one.kind == "breach" and not isinstance(event.id, Supposed) else one.cost
            charges[place] = msgspec.structs.replace(one, seat=told, cost=cost)
        cost = sum(one.cost for one in charges) if charges else STATEMENT
        if isinstance(event.id, Supposed) and any(due.cost for due in self.turn(self.state)):
            let_stand = sum(one.cost for one in self._speaks_against(event, handed_back=False))
            cost = max(cost, let_stand + 1)
        self.charges = [*self.charges, *charges]
        self.cost += cost
        self.fault = self.fault or first_fault(charges)
        self._take_back(event)
        return None

    def _take_back(self, event: Any) -> None:
        """All have seen the cards that go back to a hand, if they can have been there."""
        places, cards = self.state.places, mask(event)
        shows = type(event) in {Played, Laid} and event.seat < len(self.state.players)
        if shows and not cards & ~places.possible(event.seat, places.pack):
            places.show(cards, event.seat)

    def _speaks_against(self, event: Any, *, handed_back: bool) -> list[Charge]:
        """The charges of an act. handed_back: whether no act was left out for its sake."""
        twin = self.copied()
        twin.state.step -= 1
        twin.leaves_out = 0 if handed_back else LEFT_OUT
        ends = twin.take(self.state.line, event) or [twin]
        known = set(map(id, self.charges))  # what it proves may take the place of some of these
        fresh = ([charge for charge in one.charges if id(charge) not in known] for one in ends)
        return min(fresh, key=lambda some: sum(one.cost for one in some))

    def well_dealt(self, event: Any) -> Any:
        """The deal, which tells who takes part, without seats that are not at this table; each is charged."""
        self.judge()
        self.state.sitting_out = passed_over(self.state, event)
        for name in ("first", "taker"):
            seat = getattr(event, name, None)
            if seat is not None and seat >= len(self.state.players):
                self.no_seat(seat)
                event = msgspec.structs.replace(event, **{name: None})
        return event

    def go_on(self, ways: Ways, then: "Callable[[Self], list[Self] | None] | None" = None) -> "list[Self] | None":
        """Hear what came to light, and take each of the ways in which play may go on from here."""
        if ways is None:
            self.look()
            return then(self) if then is not None else None
        if len(ways) == 1:
            return self.go_on(ways[0](self.state), then)
        if self.loses_track():
            return then(self) if then is not None else None
        after: list[Self] = []
        for number, way in enumerate(ways, start=1):
            twin = self if number == len(ways) else self.copied()
            after += twin.go_on(way(twin.state), then) or [twin]
        return after

    def look(self) -> None:
        """Take up what the last act has brought to light, and what it has settled."""
        state = self.state
        places = state.places
        mixed = self._hear() if places.news else 0
        if self.doubts or self.stated:
            self.note()
            if mixed and self.stated:
                self._no_more_of(mixed)
        if state.settled != self.settled:
            self._settle()

    def note(self) -> None:
        """Note how much has come to light by now: what was said or is in doubt is judged by it."""
        state, places = self.state, self.state.places
        self.trail.append((state.line, state.step, places.pool, places.loose))

    def _no_more_of(self, places: int) -> None:
        """What was said of these places (a mask) is told now, if ever: cards came to them face down."""
        self.judge()
        self.stated = [one for one in self.stated if not places >> one.place & 1]

    # ---- Acts out of order -----------------------------------------------------------------------------------------

    def _untimely(self, handling: Handling, event: Any) -> "list[Self] | None":
        """An act that is not due: what is due was left out, or the act is out of order."""
        self.judge()
        ready, like = [], []
        for twin in self._skipped(event, DEPTH, self._most_left_out()):
            if handling.is_due(twin.state, event):
                ready.append(twin)
            elif not twin.state.on or any(due.kind is handling.kind for due in twin.turn(twin.state)):
                like.append(twin)
        if self.loses_track():
            return None
        if ready:
            least = min(twin.cost for twin in ready)
            return [after for twin in ready if twin.cost == least for after in handling.act(twin, event) or [twin]]
        if like and not any(due.kind is handling.kind for due in self.turn(self.state)):
            least = min(twin.cost for twin in like)
            return [after for twin in like if twin.cost == least for after in twin.disorder(handling, event) or [twin]]
        return self.disorder(handling, event)

    def loses_track(self) -> bool:
        """Where too many steps were taken, the hand that is on is not followed any further: something of it was missed. So much is told once."""
        state = self.state
        if self.steps.left >= 0 or not state.on or state.blind:
            return False
        rule = self.everywhere("not_followed")
        if not self.charges or self.charges[-1].rule is not rule:
            self.charge(rule)
        self.handlings[Gap].frame(self, Gap())  # type: ignore[misc]  # gaps are acts of the frame
        return True

    def passes_over(self) -> bool:
        """Whether a hand that begins now is one of those that were missed, as too many steps were taken."""
        return self.state.blind and self.steps.left < 0

    def _most_left_out(self) -> int:
        """What a reading may cost in which acts were left out, as far as that is likelier than an act out of order."""
        most, limit = self.cost + self.leaves_out, self.steps.limit
        return min(most, limit) if self.cost + CHOICE > limit else most  # else it may be out of order, for less

    def _skipped(self, event: Any, depth: int, most: int) -> "Iterator[Self]":
        """The readings in which acts that were due before this one were left out."""
        for due in self.turn(self.state) if self.state.on else ():
            if due.skip is None or not depth or self.steps.left < 0:
                continue
            if due.rule is not None and due.rule.check is None and self.cost + due.cost > most:
                continue
            twin = self.copied()
            if due.cost and due.rule is not None:
                twin.omitted(due, due.rule, event)
                if twin.cost > most:
                    continue
            for after in twin.go_on(due.skip(twin.state)) or [twin]:
                after.judge()
                after.start = None  # the event is still to come
                yield after
                yield from after._skipped(event, depth - 1, most)  # noqa: SLF001 - of its own kind

    def omitted(self, due: Due, rule: Rule, event: Any) -> None:
        """Charge that an act was left out which was due: as its rule tells, if that asks, else to the seat it was due from."""
        if rule.check is not None:
            self.ask((rule,), event)
            return
        seats = list(places_of(due.seats)) if due.seats > 0 else []
        self.charge(rule, seat=seats[0] if len(seats) == 1 else None, cost=due.cost)

    def finished(self, event: Any) -> "list[Self]":
        """The readings in which the hand that is on has ended before this event, since what was due was left out."""
        ended = [twin for twin in self._skipped(event, DEPTH, self.cost + self.leaves_out) if not twin.state.on]
        least = min((one.cost for one in ended), default=0)
        return [one for one in ended if one.cost == least]

    def is_unfinished(self, event: Any) -> bool:
        """Whether the hand that is on has not ended before this event, which begins one, unless acts that it should have were left out."""
        state = self.state
        if not state.on or state.blind or self.game.beginning(state) or self.steps.left < 0:
            return False
        return all(one.cost > self.cost for one in self.finished(event))

    def disorder(self, handling: Handling, event: Any) -> "list[Self] | None":
        """Charge an act that is not due, and do what it physically did."""
        state = self.state
        seat = event.seat if handling.seated else None
        if seat is not None and seat >= len(state.players):
            self.no_seat(seat)
            return None
        if not state.on:
            return self._outside(handling, event)
        dues = self.turn(state)
        instead = [due for due in dues if due.kind is handling.kind]
        rule = handling.rule
        if not (instead or handling.late or handling.deals):  # a deal out of place is no choice that came too early
            rule = next((due.rule for due in dues if due.rule is not None and not due.cost), rule)
        self.charge(rule, seat=seat, cards=mask(event), says=self._out_of_order(event, instead, seat))
        if instead:
            return self.go_on(handling.do(state, event))
        if seat is not None and type(event) is Played and not self._lies_before(seat, event.card.bit):
            state.places.show(event.card.bit, seat)  # all have seen it
        return self.go_on(None)

    def _lies_before(self, seat: int, bit: int) -> bool:
        """Whether a card lies in a place that belongs to a seat, as far as is known; a card not known shows nothing."""
        place = self.state.places.place_of(bit) if bit else None
        return not bit or (place is not None and self._seat(place) == seat)

    def _out_of_order(self, event: Any, instead: Sequence[Due], seat: int | None) -> str | None:
        seats = [place for due in instead if due.seats > 0 for place in places_of(due.seats)]
        if seat is None or not seats or seat in seats:
            return None
        verb = "played" if isinstance(event, Played) else "acted"
        return f"seat {seat} {verb}; it was the turn of seat {' or '.join(map(str, seats))}"

    # ---- Charges ---------------------------------------------------------------------------------------------------

    def everywhere(self, name: str) -> Rule:
        """A rule of every game by its name."""
        return everywhere(self.game.impossible, name)

    def no_seat(self, seat: int) -> None:
        """Charge an act of a seat that is not at this table."""
        self.charge(self.everywhere("no_such_seat"), says=f"no seat {seat} at this table")

    def charge(self, rule: Rule, *, hand: int | None = None, **told: Any) -> None:
        """Charge this reading with a broken rule. told: how, as `Broken` has it; hand: in which hand, if not this."""
        self.charge_as(rule, Broken(**told), hand)

    def charge_as(self, rule: Rule, broken: Broken, hand: int | None = None, shows: Sight | None = None) -> None:
        """Charge this reading with a rule that has answered so. shows: where that came to light, if not by the event that was read last."""
        self.judge()
        state = self.state
        line, step = (state.line, state.step) if shows is None else (shows.line, shows.step)
        charge = charge_of(rule, broken, line, step, state.hand if hand is None else hand)
        self.charges = [*self.charges, charge]
        self.cost += charge.cost
        if charge.cost and not self.fault:
            here = (one for one in self.charges if one.hand == state.hand)
            self.fault = first_fault(here) if charge.choice else step

    def weigh(self, charge: Charge, more: int) -> None:
        """A charge of this reading costs so much more, as further lines show."""
        heavier = msgspec.structs.replace(charge, cost=charge.cost + more)
        self.charges = [heavier if one is charge else one for one in self.charges]
        self.cost += more

    def has_no_end(self) -> None:
        """The hand that is on has no end in the record, as after a line that was lost: what it is charged with wants explaining."""
        self.fault = self.fault or first_fault(self.charges, ended=False)

    def ask(self, rules: Iterable[Rule], event: Any) -> None:
        """Ask rules about an event, and take the answers."""
        for rule in rules:
            answer = rule.check(self.state, event) if rule.check is not None else None
            if answer is not None and answer is not True:
                self.answered(rule, answer, event)

    def answered(self, rule: Rule, answer: Any, event: Any) -> None:
        """Take what a rule answered: False, words, `Broken`, `Obliged`, `Holds`, `Claim`, `Cured`, `AskAgain`, or several of these."""
        if type(answer) not in ANSWERS:
            for one in answer:
                if one is not None and one is not True:
                    self.answered(rule, one, event)
        elif answer is False:
            self.charge(rule, seat=None)
        elif isinstance(answer, str):
            kind = type(event)
            seat = None if kind is Scored else getattr(event, "seat", None)
            self.charge(rule, seat=seat, cards=mask(event) if kind is Played or kind is Laid else 0, says=answer)
        elif isinstance(answer, Broken):
            self.judge()
            key = (answer.name or rule.name, answer.at, answer.seat, None)
            if answer.at is not None and any(one.key == key for one in self.charges):
                return  # a later line shows once more what is wrong with an earlier one
            self.charge_as(rule, answer)
        elif isinstance(answer, Claim):
            self._claimed(rule, answer)
        elif isinstance(answer, Obliged):
            played = 0 if type(event) is CardNamed else mask(event)
            if not played & answer.play:
                self.hold(answer, event, played)
        elif isinstance(answer, Holds):
            self._state(rule, answer)
        elif isinstance(answer, Cured):
            self.cure(answer.line, undone=answer.undone)
        else:
            self.asked = [*self.asked, (self.state.line, rule, answer)]

    def cure(self, line: int, *, undone: bool = False) -> None:
        """Withdraw what was found of the choice made on a line, and what is in doubt of it. undone: all that the act broke."""
        self.judge()
        self.doubts, self.fits = [doubt for doubt in self.doubts if doubt.line != line], PLENTY
        broken = [one for one in self.charges if one.at == line and not one.slip]
        if broken:
            impossible = self.everywhere("impossible_card")
            self._withdraw([one for one in broken if one.choice or (undone and one.rule != impossible)])

    def _withdraw(self, gone: Sequence[Charge]) -> None:
        """These charges are withdrawn; which charge is to be explained first is asked anew."""
        self.charges = [one for one in self.charges if one not in gone]
        self.cost -= sum(one.cost for one in gone)
        self.fault = first_fault(self.charges)

    def _claimed(self, rule: Rule, claim: Claim) -> None:
        """Compare a statement that a seat broke a rule with what is found and what is in doubt."""
        if self.state.blind:
            return
        self.judge()
        named = [one for one in self.charges if one.name == claim.name and one.seat == claim.seat]
        open_ = [one for one in self.doubts if one.rule.name == claim.name and one.places == 1 << claim.seat]
        lines = {one.at for one in named} | {one.line for one in open_}
        if not lines or (claim.lines and not lines & set(claim.lines)):
            self.charge(rule, seat=claim.seat)

    # ---- Obligations and doubts ------------------------------------------------------------------------------------

    def hold(self, one: Obliged, event: Any, played: int) -> None:
        """Hold a choice of cards to what it is obliged to, which was not seen to be kept. played: the cards that were seen (a mask)."""
        places, kind = self.state.places, type(event)
        unseen = 0 if kind is CardNamed or (kind is Played and played) else self._may_be(event)
        if unseen & one.play:
            return
        holding = one.holding
        if one.lowest:
            holding &= (played & holding) - 1 if played & holding else 0
        could = holding & places.pool & ~played
        if one.by is not None:
            held = places.among(one.seats) & holding
            here = could & unseen  # it may be what is played now
            if held or (not here and room_beside(places, one.seats, could) < 0):
                self.charge(one.rule, at=one.at, seat=one.by, cards=held or could)
                self._tell_who(held or could)
            elif could:
                self._doubt(one, one.seats, could)
            return
        unseen_in = 0
        for place in places_of(one.seats) if one.seats else (event.seat,):
            held = places.known[place] & holding
            if held:
                self.charge(one.rule, at=one.at, seat=self._seat(place), cards=held, choice=not one.slips)
            elif places.unseen[place]:
                unseen_in |= 1 << place
        if could and unseen_in:
            self._doubt(one, unseen_in, could)

    def _may_be(self, event: Any) -> int:
        """The cards that those of an act may be which were not seen (a mask)."""
        unseen = 0
        for card in cards_in(event):
            unseen |= 0 if card.bit else card.could_be
        seat = getattr(event, "seat", None)
        return unseen & self._may_have(seat) & ~self.state.places.later if unseen and seat is not None else unseen

    def _may_have(self, seat: int) -> int:
        """The cards that may lie in the hand of a seat, or in another place that is its own (a mask)."""
        places, seats = self.state.places, len(self.state.players)
        found: int = places.possible(seat, places.pack)
        for place, owner in self.game.owners.items():
            found |= places.possible(seats + place, places.pack) if owner == seat else 0
        return found

    def _doubt(self, one: Obliged, places: int, cards: int) -> None:
        """Keep in doubt whether an obligation was kept, until one of these cards comes to light in one of these places."""
        state = self.state
        line = state.line if one.at is None else one.at
        slips = one.slips or one.by is not None
        self._heed()
        doubt = Doubt(one.rule, places, cards, line, state.hand, state.step, one.by, slips)
        self.doubts, self.fits = [*self.doubts, doubt], PLENTY

    def _heed(self) -> None:
        """From here on the cards that come to light in this hand are kept track of."""
        places = self.state.places
        if not places.heeded:
            places.heeded, places.shown, self.start = True, [0] * len(places.shown), None

    def _seat(self, place: int) -> int | None:
        """The seat that a place belongs to."""
        return self.game.seat_of(place, len(self.state.players))

    def _hear(self) -> int:
        """Take up what does not fit, and which cards were lost sight of or went face down. Returns the places (a mask) that cards came to
        face down: what is shown there later proves nothing of what was in doubt, or said, before.
        """
        places, mixed = self.state.places, 0
        (before, *news), places.news = places.news, ()
        self.judge(before)
        self.fits = PLENTY
        for one in news:
            if isinstance(one, Mixed):
                mixed |= 1 << one.place
            elif isinstance(one, Conflict):
                seat, says = self._seat(one.place), self._conflicting(one)
                self.charge(self.everywhere("impossible_card"), seat=seat, cards=one.bit, says=says)
                self.stated = []  # what was listed in the deal is no evidence any more
            elif isinstance(one, Blurred):
                self.doubts = [doubt.lost(one.cards, one.place, self.state.step) for doubt in self.doubts]
                self.stated = [stated.lost(one.cards, one.place, places.shown) for stated in self.stated]
                places.shown = [shown & ~one.cards for shown in places.shown]
            elif self.stated:  # what comes to light where a card went may have lain where it came from
                self.stated = [stated.left(one, places.shown) for stated in self.stated]
        if mixed:
            self.doubts = [doubt for doubt in self.doubts if not mixed & doubt.places]
        return mixed

    def _tell_who(self, cards: int) -> None:
        """It came out which seat has broken a rule that somebody was known to have broken: the charge of somebody is withdrawn."""
        gone = [one for one in self.charges if one.gives_way and one.cards & cards]
        if gone:
            self._withdraw(gone)

    def _conflicting(self, one: Conflict) -> str:
        if not one.bit:
            return "there was no card left to go from there"
        card = next(cards_of(one.bit))
        if not one.bit & self.state.places.pack:
            return f"there is no {card} in the pack of this game"
        if one.elsewhere is None:
            return f"{card} cannot have been there"
        seats = len(self.state.players)
        if one.elsewhere < seats:
            return f"{card} is in the hand of seat {one.elsewhere}, or was written wrongly there"
        return f"{card} was seen before"

    def leave_in_doubt(self) -> None:
        """What was said of the hand that was on, and is in doubt of it, stays as it is: nothing that follows will tell."""
        if self.doubts or self.stated or self.trail:
            self.judge()
            self.doubts, self.stated = [], []

    def _state(self, rule: Rule, told: Holds) -> None:
        """Compare a statement about a hand with what is known, and keep it as long as what is known cannot tell."""
        state = self.state
        places = state.places
        if places.loose:
            return
        self._heed()
        here, line, hand, step = told.place, state.line, state.hand, state.step
        known_there, room = places.known[here] | told.also, places.unseen[here] + told.more
        one = Stated(rule, here, told.ways, known_there, room, places.shown[here], line, hand, step, told.says)
        if room:
            self.stated = [*self.stated, one]
            self.look()
        elif one.is_untrue(places):  # the whole hand is known
            self.charge(rule, seat=self._seat(here), says=one.says)

    # ---- What has come to light ------------------------------------------------------------------------------------

    def judge(self, before: Sight | None = None) -> None:
        """Judge what was said and is in doubt by what has come to light since; what the last event does not tell, none before it told.
        before: how much that was before cards were lost sight of; if none were, it is as much as now.
        """
        if not self.trail:
            return
        trail, self.trail = self.trail, []
        if self._is_telling(before or self.state.places):
            self.fits, latest = PLENTY, before or self.state.places.sight()
            for sight in [latest.earlier(*one) for one in trail]:
                self._prove(sight)
                self._compare(sight)
                self._match(sight)

    def _is_telling(self, sight: Sight | Places) -> bool:
        """Whether something that was said is untrue by now, something that was in doubt is proven, or the cards not seen fit nowhere."""
        for doubt in self.doubts:
            if doubt.cards & ~sight.pool and doubt.proof(sight):
                return True
        if self.stated and any(one.is_untrue(sight) for one in self.stated):
            return True
        number = sight.pool.bit_count()
        if number < self.fits:
            self.fits = number - self._spare(sight, self.doubts)
        return number < self.fits

    def _prove(self, sight: Sight) -> None:
        """Cards came to light that prove a doubt: the seat which had to play such a card held it, and played another."""
        for doubt in self.doubts:
            if doubt.step <= sight.step and (cards := doubt.proof(sight)):
                place = next(place for place in places_of(doubt.places) if cards & sight.shown[place])
                seat = self._seat(place) if doubt.by is None else doubt.by
                cost = TWO_LINES if doubt.slips and doubt.by is None else None
                self._charge_in(doubt, sight, seat=seat, cards=cards & -cards, choice=not doubt.slips, cost=cost)
                self._tell_who(cards)
                self.doubts = [one for one in self.doubts if one is not doubt]
                if self.misfit is not None:  # the proven breach explains what did not fit
                    self._withdraw([self.misfit])
                    self.misfit = None

    def _charge_in(self, one: Doubt | Stated, sight: Sight, **told: Any) -> None:
        """Charge with a doubt or a statement that has proven wrong, at the line that shows it."""
        self.charge_as(one.rule, Broken(at=one.line, **told), one.hand, sight)

    def _compare(self, sight: Sight) -> None:
        """Compare the statements that are open with the cards that had come to light."""
        for one in self.stated:
            if one.step <= sight.step and one.is_untrue(sight):
                self._charge_in(one, sight, seat=self._seat(one.place), says=one.says)
                self.stated = [other for other in self.stated if other is not one]

    def _spare(self, sight: Sight | Places, doubts: Sequence[Doubt]) -> int:
        """How many more cards may come to light before those not seen might not fit into the hands that may hold them (Hall's
        condition), or one must lie where it is in doubt; below 0: it is so by now.
        """
        if sight.loose or self.misfit is not None or not doubts or not sight.pool:
            return PLENTY
        barred: dict[int, int] = {}  # by place, the cards that do not lie there, unless a rule was broken
        spare = PLENTY
        for doubt in doubts:
            if doubt.by is not None:
                spare = min(spare, room_beside(sight, doubt.places, doubt.cards))
                continue
            for place in places_of(doubt.places):
                barred[place] = barred.get(place, 0) | doubt.cards
        if self.game.matching is None:
            return spare
        return min(spare, slack(sight.pool, barred, sight.unseen))

    def _match(self, sight: Sight) -> None:
        """Charge where the cards not seen do not fit into the hands that may hold them."""
        doubts = [one for one in self.doubts if one.step <= sight.step]
        if self._spare(sight, doubts) >= 0:
            return
        for doubt in [one for one in doubts if one.by is not None and room_beside(sight, one.places, one.cards) < 0]:
            self.doubts = [one for one in self.doubts if one is not doubt]
            doubts.remove(doubt)
            self._charge_in(doubt, sight, seat=doubt.by)
            self._tell_who(doubt.cards)
        rule = self.game.matching
        if rule is None or self._spare(sight, doubts) >= 0 or self._is_broken_alone(sight, doubts):
            return
        choice = not any(doubt.slips for doubt in doubts if doubt.by is None)
        self.charge_as(rule, Broken(choice=choice), None, sight)
        self.misfit = self.charges[-1]

    def _is_broken_alone(self, sight: Sight, doubts: Sequence[Doubt]) -> bool:
        """Whether what is in doubt of one hand lets the cards not seen fit nowhere, whatever the others hold: it was broken then."""
        if slack(sight.pool, {}, sight.unseen) < 0:
            return False
        for doubt in [one for one in doubts if one.by is None and one.places.bit_count() == 1]:
            place = doubt.places.bit_length() - 1
            if slack(sight.pool, {place: doubt.cards}, sight.unseen) < 0:
                cost = TWO_LINES if doubt.slips else None
                self.doubts = [one for one in self.doubts if one is not doubt]
                self._charge_in(doubt, sight, seat=self._seat(place), choice=not doubt.slips, cost=cost)
                return True
        return False

    # ---- The end of a hand -----------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """The result of the hand is settled, or settled anew."""
        state = self.state
        self.settled = state.settled
        hand = state.hand
        last, players = self.results[-1] if self.results else None, tuple(state.players)
        if last is not None and (last.hand == hand or (last.hand == state.ended > self.began.hand and not state.on)):
            # hands may have been missed since, and others have sat down
            self.results, hand, players = self.results[:-1], last.hand, last.players
        elif self.began.hand < state.hand - 1:  # a hand of one act alone, of which no row was written yet
            self.begun = [*self.begun, (state.hand, state.step - 1, state.line)]
            state.rows = 0
        if state.ended == hand:
            self.start = state.copied()
            ended = Ended(self.game, hand, state.line, self.began, self.start, players)
            self.results = [*self.results, ended]
        asked, self.asked = self.asked, ()
        for line, rule, one in asked:
            self._ask_again(line, rule, one)

    def _ask_again(self, line: int, rule: Rule, again: AskAgain) -> None:
        """Ask again about what was said on a line, in place of what was found of it before."""
        self.judge()
        answer = again.check(self.state)
        if answer is None:
            self.asked = [*self.asked, (line, rule, again)]
            return
        before = (line, rule.name, rule.clause)
        gone = [one for one in self.charges if (one.at, one.rule.name, one.rule.clause) == before]
        if gone:
            self._withdraw(gone)
        if isinstance(answer, Broken):
            self.answered(rule, msgspec.structs.replace(answer, at=line), None)


def first_fault(charges: Iterable[Charge], *, ended: bool = True) -> int:
    """The step of the first charge that is no mere choice, 0 if there is none. Several choices against the rules in one hand are no mere
    choices: one slip of the pen, such as two lines that changed places, or a card misread that all of them hang on, is likelier. Nor is one
    in a hand that has no end in the record: a line may be missing.
    """
    charged = [one for one in charges if one.cost and not one.slip]
    hands = [one.hand for one in charged if one.choice and one.seat is not None]
    mere = ended and len(set(hands)) == len(hands)
    return min((one.step for one in charged if not (one.choice and mere)), default=0)


def cards_in(event: Any) -> Sequence[Card]:
    """The cards that an act names, in the order in which it does."""
    card = getattr(event, "card", None)
    return (card,) if card is not None else getattr(event, "cards", None) or ()


def mask(event: Any) -> int:
    """The cards that an act names, as a mask."""
    return mask_of(cards_in(event))


@cache
def handlings(game: Game) -> dict[Any, Handling]:
    """The handling of each event type in a game; under None, that of an act while no hand can be judged."""
    from upcard.engine.kernel.frame import FRAME_ACTS, act_in_other_words, act_outside_hands, act_without_use
    from upcard.engine.kernel.usual import EFFECTS

    no_seat = everywhere(game.impossible, "no_such_seat")
    outside = Handling(Base, None, False, False, (), None, says_only, no_seat, act=act_outside_hands)
    told: dict[Any, Handling] = {None: outside}
    for kind in get_args(Event):
        act = game.acts.get(kind)
        rule = act.rule if act and act.rule else everywhere(game.impossible, "no_such_act")
        frame = act_in_other_words if kind in game.other_words else FRAME_ACTS.get(kind)
        if act is None and frame is None:
            frame = act_without_use
        handling = Handling(
            kind=kind,
            frame=frame,
            free=bool(act and act.free),
            seated="seat" in kind.__struct_fields__,
            rules=tuple(game.rules_of.get(kind, ())),
            obliges=game.obligations.get(kind),
            do=act.do if act else EFFECTS.get(kind, says_only),
            rule=rule,
            statements=tuple(game.statements_of.get(kind, ())),
            late=bool(act and act.late),
            ends=bool(act and act.ends),
            blindly=bool(act and act.blindly),
            deals=kind in {Dealt, FinalDealt},
            apart=kind in APART,
        )
        told[kind] = replace(
            handling, **(written_out(game, handling) if frame is None else {"read": partial(read_in_frame, frame)})
        )
    return told


def read_in_frame(do: Callable[[Reading, Any], Any], reading: Reading, line: int, event: Any) -> Any:
    """Read an act of the frame. do: what does it."""
    state = reading.state
    state.line = line
    state.step += 1
    if reading.trail:
        reading.judge()
    return reading.take_otherwise(event) if event.refused else do(reading, event)


def written_out(game: Game, handling: Handling) -> dict[str, Callable[..., Any]]:
    """The functions `read`, `act` and `is_due` of a handling. They return the readings that go on in place of this one, if others do.

    Every line of a record is read by them, so Python code is written for each type of act, with no test but those that it may need; rules and
    effects are told the result of `Game.about` in place of the event, if there is one. Statements and doubts are judged later, once somebody asks (`judge`),
    as one event rarely settles them. docs/architecture.md shows the code that comes of this for a card played in Court Piece.
    """
    seated = handling.seated
    may_be_nobody = any(one.name == "seat" and not one.required for one in msgspec.structs.fields(handling.kind))
    otherwise = "  return reading.take_otherwise(event)"
    plainly = ["event.refused"]
    plainly += ["state.blind"] * (handling.ends or not handling.blindly)
    nobody, there = "event.seat is None or " * may_be_nobody, "event.seat < len(state.players)"
    plainly += [f"not ({nobody}{there})"] * (seated and handling.free)
    here = f"({nobody}due.seats >> event.seat & 1 and (due.seats >= 0 or {there})) and " * seated
    meant = f"  if due.kind is kind and {here}(due.matches is None or due.matches(state, event)):"
    read = [" state = reading.state", " state.line = line", " state.step += 1"]
    read += [f" if {' or '.join(plainly)}:", otherwise]
    if not handling.free:
        read += [" if state.on:", "  dues = turn(state)", " elif opens(state, event):", otherwise]
        read += [" else:", "  dues = next_of(state)", " for due in dues:", meant, "   break", " else:", otherwise]
    act, known = lines_of_act(game, handling)
    known |= {"kind": handling.kind, "turn": game.turn_of, "next_of": game.next_of, "opens": game.opens}
    lines = ["def read(reading, line, event):", *read, *act, "def act(reading, event):", " state = reading.state", *act]
    lines += ["def is_due(state, event):", " for due in turn(state) if state.on else next_of(state):"]
    lines += [meant, "   return True", " return False"]
    written: Any = made("written", [*lines, "written = {'read': read, 'act': act, 'is_due': is_due}"], **known)
    return dict(written)


def lines_of_act(game: Game, handling: Handling) -> tuple[list[str], dict[str, Any]]:
    """The lines that do an act which is due, or may come at any time; and the objects that they use, by name."""
    about, do = game.abouts.get(handling.kind), handling.do
    known: dict[str, Any] = {
        "mask": mask,
        "about": about,
        "obliges": handling.obliges,
        "do": do if about is None else bare(do),
    }
    told, seat = "event" if about is None else "told", "event.seat" if handling.seated else "-1"
    lines = [" event = reading.well_dealt(event)"] * handling.deals
    lines += [" told = about(state, event)"] * (about is not None)
    for number, rule in enumerate(one for one in handling.rules if one.check is not None):
        asked = bare(rule.check) if about or rule.where or rule.when else rule.check
        known |= {f"rule_{number}": rule, f"check_{number}": asked}
        where = f"state.{rule.when} and " * bool(rule.when) + f"{told}.{rule.where} and " * bool(rule.where)
        lines += [f" if {where}(answer := check_{number}(state, {told})) is not None and answer is not True:"]
        lines += [f"  reading.answered(rule_{number}, answer, event)"]
    if handling.obliges is not None:
        kind = handling.kind  # a card that is named stays where it is
        played = "event.card.bit" if kind is Played else "0" if kind is CardNamed else "mask(event)"
        lines += [f" for one in obliges(state, {seat}):", f"  if not {played} & one.play:"]
        lines += [f"   reading.hold(one, event, {played})"]
    lines += [f" ways, after = do(state, {told}), None", " if ways is not None:", "  after = reading.go_on(ways)"]
    lines += [" elif state.places.news or state.settled != reading.settled:", "  reading.look()"]
    lines += [" elif reading.doubts or reading.stated:"]
    lines += ["  reading.note()"]
    for number, rule in enumerate(handling.statements):
        known |= {f"said_{number}": rule, f"is_true_{number}": rule.check}
        lines += [" for one in after or (reading,):"]
        lines += [f"  if (answer := is_true_{number}(one.state, event)) is not None and answer is not True:"]
        lines += [f"   one.answered(said_{number}, answer, event)"]
    return [*lines, " return after"], known


bare: Any = attrgetter("__wrapped__")
"""The function that is told what `Game.about` works out, of one that works it out."""
