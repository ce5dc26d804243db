"""Sessions with one irregularity put in, legal play from there on, and what an audit finds of them, event by event."""

import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from upcard.engine.audit import Audit
from upcard.engine.due import Act
from upcard.engine.fold import begin
from upcard.engine.game import Game, find
from upcard.engine.log import Log, Numbered
from upcard.engine.simulate import Setup, choose, simulate
from upcard.engine.view import PUBLIC, redact
from upcard.schemas.events import Event, HandStarted

Tamper = Callable[[Any, Event, random.Random], Event | None]
"""(state before, the legal event, chance) to an event instead of it, or None where nothing can go wrong."""

Player = Callable[[Any, random.Random], Event | None]
"""(state, chance) to a legal act, or None to leave it to the random player of the library."""

Row = tuple[str, str, int, int, int | None]
"""What was found: clause, name, the line it is about, the line that proves it, seat."""

Course = list[tuple[int, list[Row]]]
"""What an audit has found so far, each time that changes: the line, and all that is found from then on."""


def sessions(count: int) -> int:
    """So many sessions of an experiment; a sixth of them where other machines wait for the answer (CI)."""
    return count // 6 if os.environ.get("CI") else count


def points_by_hand(done: Audit) -> dict[int, Sequence[int | None]]:
    """What each hand came to."""
    return {one.hand: one.result.points for one in done.results}


def tells_no_others(done: Audit, truth: Mapping[int, Sequence[int | None]]) -> bool:
    """Whether no hand has points that are not the true ones; they may be unknown."""
    pairs = (zip(points, truth[hand], strict=True) for hand, points in points_by_hand(done).items())
    return all(points in {None, true} for pair in pairs for points, true in pair)


class Site(NamedTuple):
    """An event of a legal session, its line, and the state before it."""

    line: int
    before: Any
    event: Event


class Spoiled(NamedTuple):
    """A session with one event replaced. at: its line; before: the state before it; legal: what stood there."""

    log: Log
    at: int
    before: Any
    legal: Event
    wrong: Event


def step(game: Game, state: Any, event: Event) -> Numbered:
    """Fold one event on the next line."""
    state.line += 1
    state.step += 1
    game.transitions[type(event)](state, event)
    return state.line, event


def walk(log: Log) -> Iterator[tuple[int, Any, Event]]:
    """Each event with its line and the state before it, which changes with the next."""
    game, state = find(log.header.game), begin(log)
    for line, event in log.events:
        yield line, state, event
        state.line = line
        state.step += 1
        game.transitions[type(event)](state, event)


def sites(log: Log) -> list[Site]:
    """Each event of a session with the state before it, to keep."""
    return [Site(line, state.copied(), event) for line, state, event in walk(log)]


def spoiled(
    log: Log,
    places: Sequence[Site],
    tamper: Tamper,
    rng: random.Random,
    *,
    hands: int,
    player: Player | None = None,
    play_on: bool = True,
) -> Spoiled | None:
    """The session with one event replaced at a random place, and played on; None if nothing could be replaced.

    places: `sites` of the log, shared between experiments.
    """
    for site in rng.sample(places, len(places)):
        wrong = tamper(site.before, site.event, rng)
        if wrong is not None:
            game, state = find(log.header.game), site.before.copied()
            events = [*log.events[: site.line - 2], step(game, state, wrong)]
            try:
                events += played_on(game, state, rng, hands, player) if play_on else []
            except UnknownActorError:
                continue
            return Spoiled(Log(log.header, events), site.line, site.before, site.event, wrong)
    return None


def tampered(setup: Setup, tamper: Tamper, *, hands: int, ordinal: int, play_on: bool = True) -> Spoiled | None:
    """A session of its own with one event replaced; None if nothing could be replaced."""
    log = simulate(setup, hands=hands, ordinal=ordinal)
    rng = random.Random(f"{setup.game}/{setup.seed}/{ordinal}")
    return spoiled(log, sites(log), tamper, rng, hands=hands, play_on=play_on)


class UnknownActorError(Exception):
    """After an irregularity the record may not tell who is next, and with what."""


def played_on(game: Game, state: Any, rng: random.Random, hands: int, player: Player | None = None) -> list[Numbered]:
    """Legal random play to the end of the session. Raises `UnknownActorError`."""
    events = []
    while not state.closed:
        event = player(state, rng) if player is not None else None
        if event is None:
            acts: tuple[Act, ...] = game.due(state)
            if all(act.choices is None and act.make is None and act.chance is None for act in acts):
                raise UnknownActorError
            event = choose(rng, acts, done=state.ended >= hands)
        events.append(step(game, state, event))
    return events


def session(setup: Setup, *, hands: int, ordinal: int, player: Player | None) -> Log:
    """A legal session of at most so many hands, of this player."""
    if player is None:
        return simulate(setup, hands=hands, ordinal=ordinal)
    empty = Log(simulate(setup, hands=0, ordinal=ordinal).header, [])
    rng = random.Random(f"{setup.game}/{setup.seed}/{ordinal}")
    return Log(empty.header, played_on(find(setup.game), begin(empty), rng, hands, player))


# ---- What is found, and when ---------------------------------------------------------------------------------------


def course(done: Audit, events: Iterable[Numbered]) -> Course:
    """Feed an audit event by event, and tell what is found each time that changes. Notes are left out."""
    changes: Course = []
    last: list[Any] = []
    rows: list[Row] = []
    for numbered in events:
        done.feed((numbered,))
        if done.findings != last:
            last = done.findings[:]
            now = [(one.clause, one.name, one.at, one.found_at, one.seat) for one in last if one.kind != "note"]
            if now != rows:
                rows = now
                changes.append((numbered[0], rows))
    return changes


def seen_by(log: Log, viewer: int | None) -> Iterator[Numbered]:
    """The events of a log as a viewer saw them; None: with all hands."""
    for line, event in log.events:
        yield line, event if viewer is None else redact(event, viewer)


def watched(
    legal: Log, viewers: Iterable[int | None], made: Mapping[str, Spoiled]
) -> Iterator[tuple[str, Spoiled, int | None, Course]]:
    """What the audits of these viewers find in sessions that were spoiled from one legal one, and when.

    They share the legal play before the irregularity, so it is audited once. In the legal session nothing is found.
    """
    fresh = Audit(Log(legal.header, []))
    for viewer in viewers:
        done, branches = fresh.copied(), {}
        starts = {one.at for one in made.values()}
        for line, event in seen_by(legal, viewer):
            if line in starts:
                branches[line] = done.copied()
            done.feed(((line, event),))
            assert all(one.kind == "note" for one in done.findings), (viewer, done.findings)
        for kind, one in made.items():
            rest = Log(one.log.header, one.log.events[one.at - 2 :])
            yield kind, one, viewer, course(branches[one.at].copied(), seen_by(rest, viewer))


def once(clause: str, name: str, at: int, proof: int, seat: int | None) -> Course:
    """One finding, found on the line that proves it, and nothing else before or after."""
    return [(proof, [(clause, name, at, proof, seat)])]


def experiment(
    count: int,
    table: Callable[[int], tuple[Setup, int]],
    kinds: Mapping[str, Tamper],
    expected: Callable[[str, Spoiled, int | None], Course],
    player: Player | None = None,
) -> dict[str, list[int]]:
    """So many sessions of each kind, each with one irregularity: it is found when it can be known, and nothing else.

    table: the setup of a session by its number, and how many hands are played. expected: what a viewer's audit must
    find. Everybody's eyes are tried in turn: all hands known, the public, the offender's, and those of any seat.
    Kinds share a legal session. Answers with the numbers of the sessions of each kind.
    """
    done: dict[str, list[int]] = {kind: [] for kind in kinds}
    for number in range(10 * count):
        left = [kind for kind, numbers in done.items() if len(numbers) < count]
        if not left:
            return done
        setup, hands = table(number)
        rng = random.Random(f"{setup.game}/{number}")
        legal = session(setup, hands=hands, ordinal=number, player=player)
        places = sites(legal)
        tried = ((kind, spoiled(legal, places, kinds[kind], rng, hands=hands, player=player)) for kind in left)
        made = {kind: one for kind, one in tried if one is not None}
        for kind, one, viewer, seen in watched(legal, watchers(legal, made, rng), made):
            assert seen == expected(kind, one, viewer), (setup, number, kind, viewer)
        for kind in made:
            done[kind].append(number)
    raise AssertionError({kind: len(numbers) for kind, numbers in done.items()})


def watchers(legal: Log, made: Mapping[str, Spoiled], rng: random.Random) -> list[int | None]:
    """With all hands, the public, who broke a rule in one of these sessions, and a seat at random."""
    seats = range(len(legal.header.seats))
    acted = [one.wrong.seat for one in made.values() if getattr(one.wrong, "seat", None) is not None]
    return [None, PUBLIC, *sorted({rng.choice(acted or seats), rng.choice(seats)})] if made else []


def hands_of(log: Log) -> list[list[Numbered]]:
    """The events of each hand; what comes before the first is in none."""
    starts = [place for place, (_, event) in enumerate(log.events) if isinstance(event, HandStarted)]
    return [log.events[start:end] for start, end in pairwise([*starts, len(log.events)])]


def this_hand(made: Spoiled) -> list[Numbered]:
    """The events of the hand in which the irregularity was."""
    return next(hand for hand in reversed(hands_of(made.log)) if hand[0][0] <= made.at)
