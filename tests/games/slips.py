"""Slips of a scribe in legal sessions, and whether a record with one is still that of a legal session, so that nobody can know."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from tests.games.games import accusations, contradicts, found, numbers, session
from tests.slips import doubled, left_out, swapped
from upcard.engine.audit import Audit, audit
from upcard.engine.due import Act
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK, Card
from upcard.schemas.codec import encode_line
from upcard.schemas.events import Dealt

KINDS = ("lost", "doubled", "swapped", "seat", "misread")
"""A line left out, there twice, in place of the next, written for another seat; a card written for another."""


def slipped(rng: Random, log: Log) -> tuple[str, Log]:
    """The log with one slip, and of which kind."""
    kind = rng.choice(KINDS)
    return kind, slip(rng, log, kind)


def slip(rng: Random, log: Log, kind: str) -> Log:
    """The log with one slip of this kind anywhere but on its last line; as it is where it has no such line."""
    events: list[Any] = [event for _, event in log.events]
    places, seats = [at for at, one in enumerate(events) if suits(one, kind)][: len(events) - 1], len(log.header.seats)
    if not places or (kind == "seat" and seats == 1):
        return log
    at = rng.choice(places)
    event = events[at]
    if kind == "seat":
        events[at] = msgspec.structs.replace(event, seat=(event.seat + rng.randrange(1, seats)) % seats)
    elif kind == "misread":
        events[at] = misread(rng, event)
    else:
        change: Any = {"lost": left_out, "doubled": doubled, "swapped": swapped}[kind]
        events = change(events, at)
    return Log.of(log.header, events)


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
    """A session with slips, as one level of knowledge has it, and what an audit makes of it. accused: the breaches; wrong:
    hands with the true points and those told, if they differ; unknowable: whether that record is one of legal play.
    """

    number: int
    kind: str
    level: str
    accused: list[Any]
    wrong: list[Any]
    unknowable: bool


def experiment(game: str, numbered: Iterable[int]) -> Iterator[Tried]:
    """In each session of these numbers one slip of each kind, and two of any kinds; with all hands known, and as all saw it."""
    for number in numbered:
        log = session(game, number)
        truth, rng = numbers(audit(log)), Random(f"{game} {number}")
        bad = {kind: slip(rng, log, kind) for kind in KINDS}
        bad["two"] = slipped(rng, slipped(rng, log)[1])[1]
        for kind, full in bad.items():
            for level, one in (("full", full), ("public", redact_log(full, PUBLIC, "public"))):
                done = audit(one)
                wrong = contradicts(numbers(done), truth)
                unknowable = bool(wrong) and not found(one) and may_be_legal(full, level)
                if (
                    kind == "two" and wrong and not unknowable
                ):  # of two slips in two hands one is found, and one may be none
                    unknowable = all(is_legal_in(one, hand) for hand, _, _ in wrong)
                yield Tried(number, kind, level, accusations(done), wrong, unknowable)


def rates(game: str, tried: Iterable[Tried]) -> list[str]:
    """Lines of a table: by kind of slip, how many records were tried, accuse somebody, tell a wrong number, and are those of
    another session of legal play, whose numbers are told.
    """
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in (*KINDS, "two")}
    for one in tried:
        unlike = "unknowable" if one.unknowable else "wrong"
        counts[one.kind].update(logs=1, accused=bool(one.accused))
        counts[one.kind].update({unlike: bool(one.wrong)})
    return [
        f"| {game} | {kind} | {found['logs']} | {found['accused']} | {found['wrong']} | {found['unknowable']} |"
        for kind, found in counts.items()
    ]


# ---- Slips that nobody can know of -------------------------------------------------------------------------------------


def may_be_legal(bad: Log, level: str) -> bool:
    """Whether a session of legal play is known of which this is the record: the log itself with all hands, or, for a record of
    what all saw, a log that hides other cards. What tells so is the play that the library offers, act by act.
    """
    if is_legal(bad):
        return True
    return level == "public" and any(is_legal(one) for one in with_other_hands(bad))


def is_legal(log: Log) -> bool:
    """Whether each act was one of those that were offered, and nothing is found."""
    return not found(log) and all(legal for _, legal in judged(log))


def is_legal_in(log: Log, hand: int) -> bool:
    """The same of one hand of a log, as far as its own lines tell."""
    done = audit(log)
    speaks = any(one.hand == hand and one.kind != "note" for one in done.findings)
    return not speaks and all(legal for of, legal in judged(log) if of == hand)


def judged(log: Log) -> Iterator[tuple[int, bool]]:
    """Of each act the hand that it is of, and whether it was one of those that were offered."""
    game: Any = find(log.header.game)
    done = Audit(Log(log.header, []))
    for numbered in log.events:
        legal = any(allows(act, numbered[1]) for act in game.due(done.state))
        done.feed([numbered])
        yield done.state.hand, legal


def allows(act: Act, event: Any) -> bool:
    """Whether an event is one of those that an act stands for; of those that chance brings, by the number of cards alone."""
    if act.event is not type(event):
        return False
    if act.choices is not None:
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


def with_other_hands(log: Log) -> Iterator[Log]:
    """The logs in which two cards of a deal have changed places that all saw at no time where they were: all saw the same.
    One of the two is a card that speaks against the log as it is.
    """
    public = redact_log(log, PUBLIC, "public")
    events: list[Any] = [event for _, event in log.events]
    against = dict.fromkeys(card for one in audit(log).findings for card in one.cards)
    for at, event in enumerate(events):
        if isinstance(event, Dealt):
            for card in against:
                for other in PACK:
                    changed = Log.of(log.header, [*events[:at], exchanged(event, card, other), *events[at + 1 :]])
                    if other != card and redact_log(changed, PUBLIC, "public") == public:
                        yield changed


def exchanged(event: Dealt, card: Card, other: Card) -> Dealt:
    """The deal with two cards in each other's place."""
    places = {card: other, other: card}

    def told(cards: Any) -> Any:
        return None if cards is None else tuple(places.get(one, one) for one in cards)

    return msgspec.structs.replace(
        event,
        hands=None if event.hands is None else tuple(told(cards) for cards in event.hands),
        places=None if event.places is None else {name: told(cards) for name, cards in event.places.items()},
    )
