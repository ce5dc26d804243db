"""Breaches put into legal sessions, from what a game declares: what is broken and by whom is worked out from the declarations
alone, without the kernel's own judging; after it the play goes on legally, as the table let it stand.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from upcard.engine.audit import Audit
from upcard.engine.game import find
from upcard.engine.kernel.frame import FRAME
from upcard.engine.kernel.places import bits_of
from upcard.engine.kernel.reading import Reading, mask
from upcard.engine.kernel.rules import Broken as BrokenRule
from upcard.engine.kernel.rules import Due, Holds, Obliged, Rule, places_of
from upcard.engine.log import Log
from upcard.engine.simulate import choose
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import HandStarted, Played, ResultCalled

LONGEST = 3_000
"""More acts than a session of two hands has, after a breach too."""


Name = tuple[str, str, int | None]
"""What is broken: clause, name, and who has broken it."""


class Wrong(NamedTuple):
    """An act that breaks a rule. names: what it breaks, or may; holding: the cards (a mask) one of which, seen to have been in
    that hand, proves it; proofs: those that would prove it there, whoever has them; excused: whether a slip of the pen may explain
    it as well.
    """

    event: Any
    names: frozenset[Name]
    holding: int = 0
    excused: bool = False
    proofs: int = 0


class Broken(NamedTuple):
    """A session with such an act, the line of it, and the lines that what it breaks may be told of."""

    log: Log
    line: int
    wrong: Wrong
    lines: frozenset[int]


# ---- Play --------------------------------------------------------------------------------------------------------------


class Table:
    """A session as the table lived it: every act is taken as it was made, and nothing is explained."""

    def __init__(self, header: Any) -> None:
        self.game: Any = find(header.game)
        self.header = header
        self.reading = Reading(self.game, self.game.table(header))
        self.events: list[Any] = []
        self.definite = True

    @property
    def state(self) -> Any:
        """Where it stands."""
        return self.reading.state

    @property
    def line(self) -> int:
        """The line of the next act."""
        return len(self.events) + 2

    def take(self, event: Any) -> None:
        """One act; where it may have done several things, the first is followed, and the table is no longer definite."""
        after = self.reading.take(self.line, event)
        self.events.append(event)
        if after is not None:
            self.definite = self.definite and len(after) == 1
            self.reading = after[0]

    def play_on(self, rng: Random, hands: int) -> None:
        """Random legal play to the end of so many hands, or as far as the acts that are due can be listed."""
        while not self.state.closed and len(self.events) < LONGEST:
            acts = [one for one in self.game.due(self.state) if one.weight and (one.choices or one.make or one.chance)]
            if not acts:
                return
            self.take(choose(rng, tuple(acts), done=self.state.ended >= hands))

    def log(self) -> Log:
        """The record of it."""
        return Log.of(self.header, self.events)


def tables(log: Log) -> Iterator[tuple[Table, Any]]:
    """The table before each act of a legal session, with that act."""
    table = Table(log.header)
    for _, event in log.events:
        yield table, event
        table.take(event)
        if not table.definite:
            return


def broken(rng: Random, log: Log, wrongs: Any) -> Broken | None:
    """The session with one of these wrong acts at a random place, and legal play to the end of that hand."""
    found = places_for(rng, log, wrongs)
    if not found:
        return None
    at, wrong = rng.choice(found)
    table = Table(log.header)
    for _, event in log.events[:at]:
        table.take(event)
    line = table.line
    table.take(wrong.event)
    table.play_on(rng, table.state.hand)
    return Broken(table.log(), line, wrong, frozenset({line}))


def added(rng: Random, log: Log, wrongs: Any) -> Broken | None:
    """The session with one of these wrong acts between two legal ones: the table goes on as if it had not been."""
    found = places_for(rng, log, wrongs)
    if not found:
        return None
    at, wrong = rng.choice(found)
    events = [event for _, event in log.events]
    return Broken(Log.of(log.header, [*events[:at], wrong.event, *events[at:]]), at + 2, wrong, frozenset({at + 2}))


def places_for(rng: Random, log: Log, wrongs: Any) -> list[tuple[int, Wrong]]:
    """Where among the events of a legal session which wrong act may come."""
    return [(at, wrong) for at, (table, event) in enumerate(tables(log)) for wrong in wrongs(rng, table, event)]


# ---- What is due -------------------------------------------------------------------------------------------------------


def answers(due: Due, state: Any, event: Any) -> bool:
    """Whether an act is the one that is due."""
    seat = getattr(event, "seat", None)
    return (
        due.kind is type(event)
        and (seat is None or bool(due.seats >> seat & 1))
        and (due.matches is None or due.matches(state, event))
    )


def may_come(table: Table, event: Any, depth: int = 12) -> bool:
    """Whether an act is due, or would be if acts that may be left out were."""
    return any(
        answers(due, reading.state, event) for reading in left_out(table.reading, depth) for due in dues_of(reading)
    )


def dues_of(reading: Reading) -> Sequence[Due]:
    """What is due."""
    game, state = reading.game, reading.state
    return game.turn_of(state) if state.on else ()


def left_out(reading: Reading, depth: int) -> Iterator[Reading]:
    """How it would stand if acts that are due were left out, and as it stands."""
    yield reading
    for due in dues_of(reading) if depth else ():
        if due.skip is not None:
            twin = reading.copied()
            for after in twin.go_on(due.skip(twin.state)) or [twin]:
                yield from left_out(after, depth - 1)


def answers_of(table: Table, event: Any) -> list[tuple[Rule, Any]]:
    """What the rules of an act answer that do not find it kept."""
    rules = table.game.rules_of.get(type(event), ())
    told = [(rule, at_once(rule.check(table.state, event))) for rule in rules if rule.check is not None]
    return [(rule, answer) for rule, answer in told if answer is not None and answer is not True and answer != []]


def at_once(answer: Any) -> Any:
    """The answer of a rule, which may come one by one."""
    return list(answer) if isinstance(answer, Iterator) else answer


def names_of(rule: Rule, answer: Any, seat: int | None) -> frozenset[Name] | None:
    """What is broken by this answer of a rule; None, if it accuses nobody of a breach, or tells more than one thing."""
    if isinstance(answer, list | tuple) and len(answer) == 1:
        (answer,) = answer
    if answer is False or isinstance(answer, str):
        answer = BrokenRule(seat=seat)
    if not isinstance(answer, BrokenRule) or (answer.kind or rule.kind) != "breach" or answer.at is not None:
        return None
    return frozenset({(answer.clause or rule.clause, answer.name or rule.name, answer.seat)})


def is_free(table: Table, event: Any) -> bool:
    """Whether an act is never out of order."""
    act = table.game.acts.get(type(event))
    return act is None or act.free or type(event) in FRAME or type(event) in table.game.other_words


# ---- Cards against an obligation ---------------------------------------------------------------------------------------


def cards_against_obligations(_rng: Random, table: Table, event: Any) -> Iterator[Wrong]:
    """Each card that the seat whose turn it is may not play, by one obligation alone."""
    state, obliges = table.state, table.game.obligations.get(Played)
    if type(event) is not Played or obliges is None or not state.on:
        return
    for bit in bits_of(state.places.known[event.seat]):
        wrong = msgspec.structs.replace(event, card=card_of(bit))
        against = [(one, who) for one in obliges(state, event.seat) for who in breakers(table, one, event.seat, bit)]
        if len(against) == 1 and may_come(table, wrong) and not answers_of(table, wrong):
            one, seat = against[0]
            proofs = (bit - 1 if one.lowest else -1) & one.holding
            holding = proofs & state.places.among(one.seats or 1 << event.seat)
            name = (one.rule.clause, one.rule.name, seat)
            yield Wrong(wrong, frozenset({name}), holding, one.slips or one.by is not None, 0 if one.seats else proofs)


def breakers(table: Table, one: Obliged, seat: int, bit: int) -> Iterator[int | None]:
    """Who has broken an obligation, if this seat plays this card and all hands are known."""
    if bit & one.play:
        return
    state, holding = table.state, one.holding
    if one.lowest:  # only of cards that are held to be the lowest
        holding &= bit - 1 if bit & holding else 0
    for place in places_of(one.seats) if one.seats else (seat,):
        if state.places.known[place] & holding:
            yield one.by if one.by is not None else table.game.seat_of(place, len(state.players))


def cards_in(table: Table, seat: int) -> set[Card]:
    """The cards that a seat is known to hold."""
    return set(map(card_of, bits_of(table.state.places.known[seat])))


def card_of(bit: int) -> Card:
    """The card of a bit; of several packs it has one in each."""
    place = (bit.bit_length() - 1) % 54
    return next(cards_of(1 << place))


def comes_to_light(one: Broken) -> int:
    """The line of the first act that shows one of the cards that prove a breach in the hand of whoever broke the rule; that of
    the breach, if all knew by then that one lies there.
    """
    ((_, _, seat),) = one.wrong.names
    if seat is not None and all_know(one, seat):
        return one.line
    for line, event in one.log.events:
        if line > one.line and isinstance(event, HandStarted):
            break
        if line > one.line and getattr(event, "seat", None) == seat and mask(event) & one.wrong.holding:
            return line
    return 0


def all_know(one: Broken, seat: int) -> bool:
    """Whether all know, when a rule is broken, that the hand of whoever broke it has a card that proves it: they have seen one there,
    as a card that was turned up, or fewer cards that prove nothing are left to be seen than it has cards that nobody saw.
    """
    public = redact_log(one.log, PUBLIC, "public")
    done = Audit(Log(public.header, []))
    done.feed([numbered for numbered in public.events if numbered[0] < one.line])
    places, played = done.state.places, mask(one.wrong.event)
    if places.known[seat] & one.wrong.holding:
        return True
    unseen = places.unseen[seat] - (not places.known[seat] & played)
    harmless = places.pool & ~(played | one.wrong.proofs)
    return bool(one.wrong.proofs) and unseen > harmless.bit_count()


def may_have_changed_places(one: Broken) -> bool:
    """Whether the line after a breach is a play of the same seat that proves it: with the two lines the other way round no rule was
    broken, as far as they tell. So it is where a card against the rules wins the trick, and one that was to be played is led next.
    """
    ((_, _, seat),) = one.wrong.names
    after = next((event for line, event in one.log.events if line == one.line + 1), None)
    return isinstance(after, Played) and after.seat == seat and bool(mask(after) & one.wrong.holding)


# ---- Acts that are not due ---------------------------------------------------------------------------------------------


def acts_of_another_seat(rng: Random, table: Table, event: Any) -> Iterator[Wrong]:
    """The act that is due, by a seat whose turn it is not; cards that leave a hand are of its own."""
    alone = len(table.state.players) == 1
    if alone or not table.state.on or is_free(table, event) or getattr(event, "seat", None) is None:
        return
    seat = (event.seat + rng.randrange(1, len(table.state.players))) % len(table.state.players)
    there = msgspec.structs.replace(event, seat=seat)
    held, own = list(bits_of(table.state.places.known[seat])), cards_in(table, event.seat)
    size = len(getattr(event, "cards", None) or ())
    if isinstance(event, Played) and held:
        there = msgspec.structs.replace(there, card=card_of(rng.choice(held)))
    elif size and own.issuperset(event.cards) and size <= len(held):
        there = msgspec.structs.replace(there, cards=tuple(map(card_of, rng.sample(held, size))))
    if not answers_of(table, there):
        yield from out_of_order(table, there)


def acts_of_another_kind(rng: Random, table: Table, event: Any) -> Iterator[Wrong]:
    """A card of a seat's own hand, while something else is due."""
    state = table.state
    if not state.on or type(event) is Played or is_free(table, event) or Played not in table.game.acts:
        return
    seat = rng.randrange(len(state.players))
    held = list(bits_of(state.places.known[seat]))
    if held:
        yield from out_of_order(table, Played(seat=seat, card=card_of(rng.choice(held))))


def out_of_order(table: Table, event: Any) -> Iterator[Wrong]:
    """The act, if it cannot be due: the rule that is due in its place is broken, or the act's own."""
    if is_free(table, event) or may_come(table, event):
        return
    act = table.game.acts[type(event)]
    dues = [one for reading in left_out(table.reading, 12) for one in dues_of(reading)]
    rules = [one.rule for one in dues if one.rule is not None] + ([act.rule] if act.rule else [])
    names = frozenset((rule.clause, rule.name, seat) for rule in rules for seat in (event.seat, None))
    yield Wrong(event, names, excused=True)


# ---- Acts against the other rules --------------------------------------------------------------------------------------


def acts_against_rules(rng: Random, table: Table, event: Any) -> Iterator[Wrong]:
    """The act that is due, with other cards, another number, or another suit, if that breaks one rule."""
    obliges = table.game.obligations.get(type(event))
    for wrong in altered(rng, table, event):
        broken_rules = answers_of(table, wrong)
        if len(broken_rules) != 1 or not (may_come(table, wrong) or is_free(table, wrong)):
            continue
        if obliges is not None and any(not one.lowest and one.play for one in obliges(table.state, wrong.seat)):
            continue
        names = names_of(*broken_rules[0], getattr(wrong, "seat", None))
        if names is not None and is_possible(table, wrong):
            yield Wrong(wrong, names, excused=True)


def is_possible(table: Table, wrong: Any) -> bool:
    """Whether the cards of an act can have lain where it says: else the record is wrong, whatever the table did."""
    twin = table.reading.copied()
    known = len(twin.charges)
    ends = twin.take(table.line, wrong) or [twin]
    return all(one.rule.name != "impossible_card" for end in ends for one in end.charges[known:])


def altered(rng: Random, table: Table, event: Any) -> Iterator[Any]:
    """The act with one thing about it changed."""
    held: list[int] = []
    if getattr(event, "seat", None) is not None and event.seat < len(table.state.players):
        held = list(bits_of(table.state.places.known[event.seat]))
    for name in type(event).__struct_fields__:
        value = getattr(event, name)
        if name == "cards" and value and all(one.bit for one in value) and len(held) >= len(value):
            size = rng.randint(1, len(value))
            yield msgspec.structs.replace(event, cards=tuple(map(card_of, rng.sample(held, size))))
        elif name == "card" and isinstance(value, Card) and value.bit and held:
            yield msgspec.structs.replace(event, card=card_of(rng.choice(held)))
        elif name in {"amount", "count", "number"} and value is not None:
            yield msgspec.structs.replace(event, **{name: max(0, value + rng.choice((-2, -1, 1, 2)))})


# ---- Debts and statements ----------------------------------------------------------------------------------------------


def debts(reading: Reading) -> Iterator[Due]:
    """What is owed, and whose omission the page counts among its irregularities."""
    dues = (due for due in dues_of(reading) if due.skip is not None and due.cost)
    return (due for due in dues if due.rule is not None and due.rule.kind != "note")


def without_a_debt(rng: Random, log: Log) -> Broken | None:
    """The session with one debt left out where it was paid, and legal play to the end of that hand. None: there is no debt, or the play
    that followed paid it after all, as who has left out a pluck may still take it until trump is named.
    """
    owed = [(at, due) for at, (table, event) in enumerate(tables(log)) for due in paid(table, event)]
    if not owed:
        return None
    at, chosen = rng.choice(owed)
    table = Table(log.header)
    for _, event in log.events[:at]:
        table.take(event)
    due = next(one for one in debts(table.reading) if (one.kind, one.seats) == (chosen.kind, chosen.seats))
    line, before = table.line, table.state.copied()
    skip: Any = due.skip
    twin = table.reading.copied()
    after = twin.go_on(skip(twin.state))
    table.reading = after[0] if after else twin
    table.play_on(rng, table.state.hand)
    if len(table.events) == at or answers(due, before, table.events[at]):
        return None
    names, lines = owing(due, before, table.events[at])
    lines |= set(range(line, table.line))  # what is not said to be left out may still come, until another act is due
    return Broken(table.log(), line, Wrong(table.events[at], names, excused=True), frozenset(lines))


def owing(due: Due, before: Any, event: Any) -> tuple[frozenset[Name], set[int]]:
    """What is broken where this is left out, and the lines that it is told of."""
    rule: Any = due.rule
    if rule.check is not None:
        told = rule.check(before, event)
        names = frozenset((one.clause or rule.clause, one.name or rule.name, one.seat) for one in told)
        return names, {one.at for one in told if one.at is not None}
    seats = list(places_of(due.seats)) if due.seats > 0 else []
    return frozenset({(rule.clause, rule.name, seats[0] if len(seats) == 1 else None)}), set()


def paid(table: Table, event: Any) -> Iterator[Due]:
    """The debts that this act pays."""
    return (due for due in debts(table.reading) if answers(due, table.state, event))


# ---- Statements that are not so ----------------------------------------------------------------------------------------


def false_statements(rng: Random, table: Table, event: Any) -> Iterator[Wrong]:
    """What somebody may say here, and is not so by what the game declares."""
    for told in said(rng, table, event):
        names = {name for rule in statements(table, told) for name in names_of_false(rule, table, told)}
        if names and not breaks_a_rule(table, told):
            yield Wrong(told, frozenset(names))


def statements(table: Table, event: Any) -> list[Rule]:
    """The rules that tell whether what an act says is so."""
    kind = type(event)
    testimony = [one for one in table.game.rules_of.get(kind, ()) if one.kind == "testimony"]
    return [*testimony, *table.game.statements_of.get(kind, ())]


def said(rng: Random, table: Table, event: Any) -> Iterator[Any]:
    """Statements: what was said here with a number changed, what might be, and who has won the hand that has ended."""
    state = table.state
    winners = ResultCalled(result="won", seat=rng.randrange(len(state.players)))
    if not state.on and state.ended == state.hand and statements(table, winners):
        yield winners
    offers = [one for act in table.game.due(state) for one in (act.choices or ()) if statements(table, one)]
    for told in [event, *rng.sample(offers, min(3, len(offers)))]:
        act = table.game.acts.get(type(told))
        if act is not None and act.free and statements(table, told):
            yield told
            yield from altered(rng, table, told)


def names_of_false(rule: Rule, table: Table, event: Any) -> Iterator[Name]:
    """What a statement breaks by what a rule answers, all hands known."""
    twin = table.reading.copied()
    if rule in table.game.statements_of.get(type(event), ()):
        twin = (twin.take(table.line, event) or [twin])[0]
    answer = at_once(rule.check(twin.state, event)) if rule.check is not None else None
    for one in answer if isinstance(answer, list | tuple) else [answer]:
        if (
            isinstance(one, str)
            or one is False
            or (isinstance(one, BrokenRule) and (one.kind or rule.kind) == "testimony")
        ):
            named = one if isinstance(one, BrokenRule) else BrokenRule()
            yield named.clause or rule.clause, named.name or rule.name, None
        elif isinstance(one, Holds) and not holds(one, twin.state):
            yield rule.clause, rule.name, None


def holds(told: Holds, state: Any) -> bool:
    """Whether a hand holds what was said of it, all cards of it known."""
    been = state.places.known[told.place] | told.also
    if state.places.unseen[told.place] or told.more:
        return True
    return any(least <= (been & cards).bit_count() <= most for cards, least, most in told.ways)


def breaks_a_rule(table: Table, event: Any) -> bool:
    """Whether an act breaks a rule of the table besides."""
    return any(rule.kind != "testimony" for rule, _ in answers_of(table, event))
