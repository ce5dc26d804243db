"""What each viewer is shown, and that there is one state: over all games by what they declare."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.experiments import few_or_many
from tests.games.games import GAMES, hand_at, levels, session
from upcard.engine.audit import Audit, audit
from upcard.engine.fold import apply, fold, fold_on, frames
from upcard.engine.game import find
from upcard.engine.kernel.state import decode_state, encode_state
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.codec import encode_line
from upcard.schemas.events import HandStarted, Took

each_game = pytest.mark.parametrize("game", GAMES)
some_and_many = few_or_many(3, 24, 240)


# ---- Who sees what -----------------------------------------------------------------------------------------------------


def viewers(log: Log) -> Iterator[int]:
    """The public, and each seat."""
    yield PUBLIC
    yield from range(len(log.header.seats))


def cards_named(value: Any) -> set[Card]:
    """All cards that an event or a picture of the table names."""
    if isinstance(value, Card):
        return {value} if value.bit else set()
    if isinstance(value, msgspec.Struct):
        return set().union(*(cards_named(getattr(value, name)) for name in value.__struct_fields__))
    if isinstance(value, dict):
        return set().union(*map(cards_named, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(cards_named, value))
    return set()


def seen_in(event: Any, viewer: int) -> set[Card]:
    """The cards that a viewer sees of an act, by what its type declares to be hidden from whom."""
    found: set[Card] = set()
    for name in type(event).__struct_fields__:
        value, sight = getattr(event, name), event.hidden.get(name)
        if sight is None or (isinstance(event, Took) and event.openly):
            found |= cards_named(value)
        elif sight == "each" and value is not None:
            found |= cards_named(value[viewer]) if viewer >= 0 else set()
        elif (sight == "seat" and event.seat == viewer) or (sight == "pair" and viewer in {event.seat, event.to}):
            found |= cards_named(value)
    return found


@each_game
@some_and_many
def test_a_viewer_is_shown_no_card_that_he_has_not_seen(game: str, count: int) -> None:
    found: Any = find(game)
    pack = set(cards_of(found.pack))
    for number in range(count):
        log = session(game, number)
        for viewer in viewers(log):
            seen: set[Card] = set()
            redacted = redact_log(log, viewer, "copy")
            for (line, _, state), (_, event) in zip(frames(redacted), log.events, strict=True):
                seen = seen_in(event, viewer) | (set() if isinstance(event, HandStarted) else seen)
                if line % 5 == 0 or line == len(log.events) + 1:
                    scene = found.scene(state)
                    others = cards_named((scene.hands, scene.rows)) - seen
                    assert not others or others == pack - seen, (
                        number,
                        viewer,
                        line,
                    )  # all others are seen: these are left


def exchanged(event: Any, one: Card, other: Card) -> Any:
    """An event with two cards exchanged wherever they are named."""
    if isinstance(event, Card):
        return other if event is one else one if event is other else event
    if isinstance(event, msgspec.Struct):
        changes = {name: exchanged(getattr(event, name), one, other) for name in event.__struct_fields__}
        return msgspec.structs.replace(event, **changes)
    if isinstance(event, dict):
        return {name: exchanged(value, one, other) for name, value in event.items()}
    if isinstance(event, tuple):
        return tuple(exchanged(value, one, other) for value in event)
    return event


@each_game
@some_and_many
def test_a_change_of_what_a_viewer_never_saw_changes_nothing_that_he_is_shown(game: str, count: int) -> None:
    found: Any = find(game)
    for number in range(count):
        rng = random.Random(f"{game} {number}")
        log = session(game, number)
        events = [event for _, event in log.events]
        for viewer in viewers(log):
            mine = [event for _, event in redact_log(log, viewer, "copy").events]
            hand = rng.randint(1, hand_at(events, len(events)))
            places = [at for at in range(len(events)) if hand_at(events, at + 1) == hand]
            all_named = set().union(*(cards_named(events[at]) for at in places))
            unseen = sorted(all_named - set().union(*(seen_in(events[at], viewer) for at in places)))
            if len(unseen) < 2:
                continue
            one, other = rng.sample(unseen, 2)
            changed = [exchanged(event, one, other) if at in places else event for at, event in enumerate(events)]
            copy = redact_log(Log.of(log.header, changed), viewer, "copy")
            assert [encode_line(event) for _, event in copy.events] == [encode_line(event) for event in mine]
            assert found.scene(fold(copy)) == found.scene(fold(redact_log(log, viewer, "copy")))


# ---- One state ---------------------------------------------------------------------------------------------------------


@each_game
@some_and_many
def test_fold_is_the_state_of_the_audit_and_reads_in_two_parts_as_in_one(game: str, count: int) -> None:
    for number in range(count):
        rng = random.Random(f"{game} {number}")
        for level, log in levels(session(game, number)):
            whole = fold(log)
            assert audit(log).state == whole, (number, level)
            cut = rng.randrange(len(log.events))
            first = fold(log, until=cut + 1)
            assert first == audit(Log(log.header, log.events[:cut])).state, (number, level, cut)
            kept = decode_state(type(first), encode_state(first))  # type: ignore[type-var]  # of the kernel
            assert fold_on(kept, log.events[cut:]) == whole, (number, level, cut)


@each_game
@some_and_many
def test_a_state_that_is_asked_or_read_on_from_does_not_change(game: str, count: int) -> None:
    found: Any = find(game)
    for number in range(count):
        rng = random.Random(f"{game} {number}")
        log = session(game, number)
        for cut in rng.sample(range(len(log.events)), min(6, len(log.events))):
            done = Audit(Log(log.header, []))
            done.feed(log.events[:cut])
            state: Any = done.state
            before = encode_state(state)
            found.due(state)
            found.scene(state)
            found.result(state)
            apply(state, log.events[cut][1])
            done.copied().feed(log.events[cut:])
            assert encode_state(state) == before, (number, cut)
