"""Slips of a scribe in legal sessions, and whether a record with one is still that of a legal session, so that nobody can know."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from tests.games.games import accusations, contradicts, found, numbers, session
from tests.slips import doubled, left_out, swapped
from upcard.engine.audit import Audit, audit
from upcard.engine.due import Act
from upcard.engine.game import find
from upcard.engine.kernel.offering import passed_over
from upcard.engine.kernel.reading import Reading, mask
from upcard.engine.kernel.sheet import followed
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact, redact_log
from upcard.schemas.cards import PACK, Card, cards_of
from upcard.schemas.codec import encode_line
from upcard.schemas.events import Gave, HandStarted, Joined, Laid, Reshuffled, Returned, Shown, Took
from upcard.schemas.findings import Finding

KINDS = ("lost", "doubled", "swapped", "seat", "misread")
"""A line left out, there twice, in place of the next, written for another seat; a card written for another."""


def slipped(rng: Random, log: Log) -> tuple[str, Log]:
    """The log with one slip, and of which kind."""
    kind = rng.choice(KINDS)
    return kind, slip(rng, log, kind)


def slip(rng: Random, log: Log, kind: str) -> Log:
    """The log with one slip of this kind anywhere but on its last line; as it is where it has no such line."""
    places = places_for(log, kind)
    return with_slip(rng, log, kind, rng.choice(places)) if places else log


def places_for(log: Log, kind: str) -> list[int]:
    """The places among its events where a slip of this kind may be."""
    if kind == "seat" and len(log.header.seats) == 1:
        return []
    return [at for at, (_, event) in enumerate(log.events) if suits(event, kind)][: len(log.events) - 1]


def with_slip(rng: Random, log: Log, kind: str, at: int) -> Log:
    """The log with a slip of this kind at this place."""
    events: list[Any] = [event for _, event in log.events]
    event, seats = events[at], len(log.header.seats)
    if kind == "seat":
        events[at] = msgspec.structs.replace(event, seat=(event.seat + rng.randrange(1, seats)) % seats)
    elif kind == "misread":
        events[at] = misread(rng, event)
    else:
        change: Any = {"lost": left_out, "doubled": doubled, "swapped": swapped}[kind]
        events = change(events, at)
    return Log.of(log.header, events)


def two_slips(rng: Random, log: Log) -> tuple[Log, list[tuple[str, Log]]]:
    """The log with two slips, and with each of them alone, by its kind."""
    places = sorted((rng.choice(places_for(log, kind) or [0]), kind) for kind in rng.choices(KINDS, k=2))
    (first, one), (later, other) = places
    alone = with_slip(rng, log, other, later) if places_for(log, other) else log
    if not places_for(log, one) or first == later:
        return alone, [(other, alone)]
    seed = rng.random()
    return with_slip(Random(seed), alone, one, first), [(other, alone), (one, with_slip(Random(seed), log, one, first))]


def suits(event: Any, kind: str) -> bool:
    """Whether this kind of slip can be made of a line: only an act of a seat is written for another, only a card misread."""
    if kind == "seat":
        return getattr(event, "seat", None) is not None
    return kind != "misread" or getattr(event, "card", None) is not None or bool(getattr(event, "cards", None))


def misread(rng: Random, event: Any) -> Any:
    """The act with one of its cards written for another."""
    if getattr(event, "card", None) is not None:
        return msgspec.structs.replace(event, card=rng.choice([card for card in PACK if card != event.card]))
    cards = list(event.cards)
    at = rng.randrange(len(cards))
    cards[at] = rng.choice([card for card in PACK if card != cards[at]])
    return msgspec.structs.replace(event, cards=tuple(cards))


# ---- The experiment ----------------------------------------------------------------------------------------------------


class Tried(NamedTuple):
    """A session with slips, as one level of knowledge has it, and what an audit makes of it. findings: but for notes; accused: the
    breaches; wrong: hands with the true points and those told, if they differ; unknowable: whether that record is one of legal play,
    or, with a card misread, of legal play with that one breach.
    """

    number: int
    kind: str
    level: str
    findings: list[Finding]
    accused: list[Any]
    wrong: list[Any]
    unknowable: bool

    @property
    def bad(self) -> bool:
        """Whether it accuses an innocent, or tells a wrong number, though the record tells better."""
        return bool(self.accused or self.wrong) and not self.unknowable


def experiment(game: str, numbered: Iterable[int]) -> Iterator[Tried]:
    """In each session of these numbers one slip of each kind, and two of any kinds; with all hands known, and as all saw it."""
    for number in numbered:
        log, bad, alone = spoiled(game, number)
        truth = numbers(audit(log))
        for kind, full in bad.items():
            for level, one in (("full", full), ("public", redact_log(full, PUBLIC, "public"))):
                done = audit(one)
                findings = [found for found in done.findings if found.kind != "note"]
                accused, wrong = accusations(done), contradicts(numbers(done), truth)
                unknowable = bool(accused or wrong) and nobody_can_know(kind, full, level, accused)
                if kind == "two" and (accused or wrong) and not unknowable:
                    unknowable = of_one_slip(level, accused, wrong, alone)
                yield Tried(number, kind, level, findings, accused, wrong, unknowable)


@cache
def tried(game: str, number: int) -> tuple[Tried, ...]:
    """The experiment with one session: made once for all tests that look at it."""
    return tuple(experiment(game, [number]))


def spoiled(game: str, number: int) -> tuple[Log, dict[str, Log], list[tuple[str, Log]]]:
    """A session, the same with one slip of each kind and with two, and with each of these two alone, by its kind."""
    log, rng = session(game, number), Random(f"{game} {number}")
    bad = {kind: slip(rng, log, kind) for kind in KINDS}
    bad["two"], alone = two_slips(rng, log)
    return log, bad, alone


def nobody_can_know(kind: str, full: Log, level: str, accused: Sequence[Any]) -> bool:
    """Whether a log with a slip, as this level of knowledge has it, is the record of a legal session; or, if somebody is accused
    where a card was misread, of one in which just that was done: a card misread that never shows again is less likely than a
    choice against a rule. No other slip may accuse anybody.
    """
    if accused and kind != "misread":
        return False
    breaches = frozenset((name, at) for name, at, _ in accused)
    known = full if level == "full" else redact_log(full, PUBLIC, "public")
    return len({at for _, at in breaches}) < 2 and not said_but(breaches, known) and may_be_legal(full, level, breaches)


def of_one_slip(level: str, accused: list[Any], wrong: list[Any], alone: list[tuple[str, Log]]) -> bool:
    """Whether a log with two slips accuses and tells numbers as a log with one of them does, of which nobody can know."""
    for kind, log in alone:
        done = audit(log if level == "full" else redact_log(log, PUBLIC, "public"))
        told, breaches = numbers(done), accusations(done)
        alike = same_accusations(breaches, accused) and all(
            same_numbers(points, told.get(hand)) for hand, _, points in wrong
        )
        if alike and nobody_can_know(kind, log, level, breaches):
            return True
    return False


def same_accusations(some: Sequence[Any], others: Sequence[Any]) -> bool:
    """Whether the same is said of the same seats, on the same lines but for one that the other slip took away or added before."""
    return len(some) == len(others) and all(
        (name, seat) == (what, who) and abs(at - line) < 2
        for (name, at, seat), (what, line, who) in zip(some, others, strict=True)
    )


def same_numbers(told: Any, others: Any) -> bool:
    """Whether the numbers of a hand are these, as far as they are told."""
    return others is not None and all(one is None or one == other for one, other in zip(told, others, strict=True))


def rates(game: str, tried: Iterable[Tried]) -> list[str]:
    """Lines of a table: by kind of slip, how many records were tried, accuse somebody, tell a wrong number, and are those of
    another session of legal play, whose numbers are told.
    """
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in (*KINDS, "two")}
    for one in tried:
        counts[one.kind].update(
            logs=1,
            accused=one.bad and bool(one.accused),
            wrong=one.bad and bool(one.wrong),
            unknowable=one.unknowable,
        )
    return [
        f"| {game} | {kind} | {found['logs']} | {found['accused']} | {found['wrong']} | {found['unknowable']} |"
        for kind, found in counts.items()
    ]


# ---- Slips that nobody can know of -------------------------------------------------------------------------------------


Breaches = frozenset[tuple[str, int]]
"""What is told of a record of otherwise legal play: names and lines."""
NONE: Final[Breaches] = frozenset()
EXCHANGES: Final = 12
"""So many pairs of cards that not all saw may have changed places in the session that a record is of."""
TRIED: Final = 8
"""How many of the logs with one more pair exchanged are gone on from: those that are legal for longest, or for as long, of each way to go wrong
there. Where three cards are in the place of one another, the first exchange alone may bring little.
"""


def may_be_legal(bad: Log, level: str, but: Breaches = NONE) -> bool:
    """Whether a session of legal play is known, but for some breaches, of which this is the record: the log itself with
    all hands, or, for a record of what all saw, a log that hides other cards. What tells so is the play that the library
    offers, act by act.
    """
    if is_legal(bad, but):
        return True
    first = first_fault(bad, but)
    tried = [(first, bad)] if level == "public" and first else []
    for _ in range(EXCHANGES):
        each = [one for fault, log in tried for one in with_other_hands(log, fault.cards)]
        others = [(fault, one) for one in each if (fault := first_fault(one, but) or not_offered(one, but))]
        if len(others) < len(each):
            return True
        tried = foremost([one for one in others if one[0].line >= tried[0][0].line])
    passed = with_another_passed(bad, first.cards) if level == "public" and first else ()
    return any(is_legal(one, but) for one in passed)


class Fault(NamedTuple):
    """The first thing that is wrong in a log: the number of its line, and the cards that it is about."""

    line: int
    cards: frozenset[Card]


def rank(fault: Fault) -> tuple[int, int]:
    """By this the log comes first that is legal for longest, and of which the fewest cards are wrong where it is no longer so."""
    return -fault.line, len(fault.cards)


def foremost(logs: Sequence[tuple[Fault, Log]]) -> list[tuple[Fault, Log]]:
    """Those to go on from: the best of those that go wrong in the same way, then the second best of each."""
    alike: Counter[Fault] = Counter()
    turns: list[tuple[int, tuple[Fault, Log]]] = []
    for one in sorted(logs, key=lambda one: rank(one[0])):
        if alike[one[0]] < TRIED and all(one != other for _, other in turns):
            turns.append((alike[one[0]], one))
            alike[one[0]] += 1
    return [one for _, one in sorted(turns, key=lambda turn: turn[0])[:TRIED]]


def first_fault(log: Log, but: Breaches) -> Fault | None:
    """The first thing that is wrong in a log as it is written, but for some breaches; None if all is right."""
    game: Any = find(log.header.game)
    readings = [Reading(game, game.table(log.header))]
    for line, event in log.events:
        readings = followed(line, [after for one in readings for after in one.take(line, event) or [one]])
        wrong = [[one for one in reading.charges if one.cost and one.key[:2] not in but] for reading in readings]
        if all(wrong):
            return Fault(line, frozenset(cards_of(wrong[0][0].cards | mask(event))))
    return None


def is_legal(log: Log, but: Breaches = NONE) -> bool:
    """Whether each act but some breaches was one of those that were offered, be it after acts that records leave out as they
    please, and nothing is found but these.
    """
    return not_offered(log, but) is None


def not_offered(log: Log, but: Breaches) -> Fault | None:
    """The first act that was not offered, though nothing may be wrong as it is written: it is behind all that is. None: all were, and
    nothing is found but some breaches.
    """
    game: Any = find(log.header.game)
    done = Audit(Log(log.header, []))
    lines = {at for _, at in but}
    for line, event in log.events:
        # Whoever comes may take over the seat of another.
        comes = isinstance(event, Joined) and event.player not in done.state.players
        after = passed_over(game, done.state, type(event)) if line not in lines and not comes else ()
        if after and not any(allows(act, event) for state in after for act in game.due(state)):
            return Fault(sys.maxsize, frozenset(cards_of(mask(event))))
        done.feed([(line, event)])
    return Fault(sys.maxsize, frozenset()) if said_but(but, log) else None


def said_but(but: Breaches, log: Log) -> bool:
    """Whether something is found that is none of these breaches."""
    return any((name, at) not in but for _, name, at, _ in found(log))


def allows(act: Act, event: Any) -> bool:
    """Whether an event is one of those that an act stands for; of those that chance brings, by the number of cards alone."""
    if act.event is not type(event):
        return False
    if act.choices is not None:
        if isinstance(event, Laid):  # of cards of equal rank one set is offered; what is found tells which may be laid
            return any(one.seat == event.seat and ranks(one) == ranks(event) for one in act.choices)
        if isinstance(event, Shown):
            return any(in_order(one) == in_order(event) for one in act.choices)
        return event in act.choices
    if act.chance is not None:
        hands, start = [], 0
        for size in act.chance.sizes:
            hands.append(tuple(act.chance.pack[start : start + size]))
            start += size
        return shape(act.chance.make(tuple(hands))) == shape(event)
    if act.accepts is not None:
        return act.accepts(event)
    if act.make is not None and act.least is not None and act.most is not None:
        return any(event == act.make(number) for number in range(act.least, act.most + 1))
    return False


def shape(event: Any) -> bytes:
    """An event with every card in lists blotted out."""
    return re.sub(rb'"[0-9TJQKAX][a-z]"', b"?", encode_line(event))


def with_other_hands(log: Log, against: frozenset[Card]) -> Iterator[Log]:
    """The logs in which one of these cards has changed places with another one, wherever in one hand not all saw them, in the
    deal and in what was exchanged and put away, or in what was drawn of a stock that was made anew in it: all saw the same.
    """
    events: list[Any] = [event for _, event in log.events]
    pack = tuple(cards_of(find(log.header.game).pack))
    for start, end in hands_in(events):
        hand = [(at, events[at]) for at in range(start, end) if unseen_fields(events[at])]
        for card, other in product(sorted(against, key=lambda one: one.index) if hand else (), pack):
            changed = events[:]
            for at, event in hand:
                changed[at] = exchanged(event, card, other)
            if changed != events and all(redact(changed[at], PUBLIC) == redact(event, PUBLIC) for at, event in hand):
                yield Log.of(log.header, changed)


def hands_in(events: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """Where each hand begins and ends among the events; or what is left of it, from where a stock was made anew."""
    shuffles = [at for at, event in enumerate(events) if isinstance(event, HandStarted | Reshuffled)]
    for start in shuffles:
        yield start, next((at for at in shuffles if at > start and isinstance(events[at], HandStarted)), len(events))


def with_another_passed(log: Log, against: frozenset[Card]) -> Iterator[Log]:
    """The logs in which one of these cards went from hand to hand in place of another, which a third hand held: all saw the same."""
    events: list[Any] = [event for _, event in log.events]
    pack = tuple(cards_of(find(log.header.game).pack))
    passed = [at for at, event in enumerate(events) if isinstance(event, Gave | Returned)]
    for at, card, third in product(passed, against, pack):
        hand = slice(*next((start, end) for start, end in hands_in(events) if start <= at < end))
        since = at - hand.start
        changed = [exchanged(event, events[at].card, third) for event in events[hand]]
        changed[since:] = [exchanged(event, third, card) for event in changed[since:]]
        if [redact(one, PUBLIC) for one in changed] == [redact(event, PUBLIC) for event in events[hand]]:
            yield Log.of(log.header, [*events[: hand.start], *changed, *events[hand.stop :]])


def unseen_fields(event: Any) -> tuple[str, ...]:
    """The fields of an event of which not all saw what they tell."""
    return () if isinstance(event, Took) and event.openly else tuple(event.hidden)


def in_order(event: Any) -> Any:
    """An act with its cards in the order of the pack: in which order they are written says nothing."""
    return msgspec.structs.replace(event, cards=tuple(sorted(event.cards or (), key=in_pack)))


def ranks(event: Any) -> list[str]:
    """The ranks of the cards that are laid."""
    return sorted(card.rank for card in event.cards)


def in_pack(one: Any) -> int:
    """The place of a card in its pack; lists of cards are all alike."""
    return one.index if isinstance(one, Card) else 0


def exchanged(event: Any, card: Card, other: Card) -> Any:
    """The event with two cards in each other's place, where not all saw them."""
    places = {card: other, other: card}

    def told(value: Any) -> Any:
        if isinstance(value, Card):
            return places.get(value, value)
        if isinstance(value, dict):
            return {name: told(one) for name, one in value.items()}
        if not isinstance(value, tuple):
            return value
        in_order = list(value) == sorted(value, key=in_pack)  # as cards are listed that are chosen together
        return tuple(sorted(map(told, value), key=in_pack) if in_order else map(told, value))

    return msgspec.structs.replace(event, **{name: told(getattr(event, name)) for name in unseen_fields(event)})
