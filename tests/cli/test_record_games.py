"""Every game can be taken down line by line: what is recorded is what happened, undone or resumed wherever it may be."""

import random

import pytest

from upcard.cli.recorder.fields import fields_of, tag
from upcard.cli.recorder.offer import FULL, cards_in, is_automatic
from upcard.cli.recorder.session import Session
from upcard.engine.due import Act
from upcard.engine.effective import effective
from upcard.engine.game import find, keys
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Dealt, Event, FinalDealt

from .recording import each_game, events, kinds, of_header, resumed, take, typed


def setups(game: str) -> list[Setup]:
    """Every rule book, with few players and with many."""
    found = find(game)
    seats = sorted({found.seats[0], min(found.seats[1], 4), min(found.seats[1], 6)})
    return [Setup(game=game, seed=11, seats=n, preset=preset) for preset in found.presets or (None,) for n in seats]


LONGEST = 110
"""Events of a session that are typed: each is judged anew whenever one is undone."""


def begun(setup: Setup, level: int) -> Log:
    """Two hands as somebody saw them, or how they began."""
    log = simulate(setup, hands=2)
    seen = log if level == FULL else redact_log(log, level, "copy")
    return Log(seen.header, seen.events[:LONGEST])


def types(session: Session, event: Event) -> None:
    """Type an event of a simulated log, if it is one that is typed."""
    if is_automatic(event):
        return
    line = typed(session, event) if not isinstance(event, Dealt | FinalDealt) else dealt(session, event)
    outcomes = take(session, line, sure=False)
    assert "stored" in kinds(outcomes), (line, outcomes)


def dealt(session: Session, event: Dealt | FinalDealt) -> str:
    """The cards of a deal that this scribe sees, hand by hand; where it need not come next, with its verb."""
    hands = [*(event.hands or ()), *(getattr(event, "places", None) or {}).values()]
    wanted = [group.place for group in session._asked()]
    if not wanted:
        return f"{event.__struct_config__.tag} " + " / ".join(" ".join(hand or "-") for hand in hands)
    return " / ".join(" ".join(hands[place] or "-") for place in wanted)


@each_game
def test_what_is_recorded_is_what_all_saw(game: str) -> None:
    for setup in setups(game):
        log = begun(setup, PUBLIC)
        session = of_header(log.header)
        for _, event in log.events:
            types(session, event)
        assert events(session) == [event for _, event in log.events], setup
        assert [found for found in session.book.audit.findings if found.kind != "note"] == []


HUGE = "9" * 15
"""About the greatest number that a log takes: no machine holds so many cards."""


def says_how_many(act: Act) -> bool:
    """Whether the words behind its verb must say cards, or how many."""
    must = {field.name for field in fields_of(act.event) if field.required}
    return act.event is Dealt or bool(must & {"cards", "count"})


@pytest.mark.check
@pytest.mark.parametrize("game", keys())
def test_a_huge_number_is_refused_in_words_at_every_prompt(game: str) -> None:
    log = begun(setups(game)[0], PUBLIC)
    session = of_header(log.header)
    asked = set()
    for _, event in log.events:
        prompt = frozenset(act.event for act in session.table.acts)
        verbs = {tag(act.event) for act in session.table.acts if says_how_many(act)}
        for line in [HUGE, *(f"{verb} {HUGE}" for verb in verbs)] if prompt not in asked else ():
            before = len(session.book.raw)
            outcomes = take(session, line, sure=False)
            assert kinds(outcomes) in [["unread"], ["declined"]], (line, outcomes)
            assert len(session.book.raw) == before
        asked.add(prompt)
        types(session, event)


@each_game
@pytest.mark.parametrize("level", [*(pytest.param(level, marks=pytest.mark.check) for level in (FULL, 0)), 1])
def test_what_is_recorded_is_what_a_seat_or_everybody_saw(game: str, level: int) -> None:
    for setup in setups(game):
        log = begun(setup, level)
        session = of_header(log.header, level=level)
        for _, event in log.events:
            types(session, event)
        assert events(session) == [event for _, event in log.events], setup


@each_game
def test_record_and_undo_is_as_if_nothing_had_been_and_redo_brings_it_back(game: str) -> None:
    rng = random.Random(game)
    log = begun(setups(game)[0], PUBLIC)
    session = of_header(log.header)
    standing: list[list[tuple[int, Event]]] = [[]]
    for _, event in log.events:
        if is_automatic(event):
            continue
        types(session, event)
        standing.append(stands(session))
        if rng.random() < 0.2:
            back = rng.randint(1, min(4, len(standing) - 1))
            take(session, f"undo {back}")
            assert stands(session) == standing[-1 - back]
            take(session, f"redo {back}")
            assert stands(session) == standing[-1]
    assert [event for _, event in stands(session)] == [event for _, event in log.events]
    take(session, "undo 9999")
    assert stands(session) == []


@each_game
def test_a_session_that_was_killed_goes_on_where_it_was(game: str) -> None:
    rng = random.Random(game)
    log = begun(setups(game)[0], PUBLIC)
    session = of_header(log.header)
    for _, event in log.events:
        types(session, event)
        if rng.random() < 0.2:
            prompt = session.prompt()
            session = resumed(session)
            assert session.prompt() == prompt
            if rng.random() < 0.5:
                take(session, "undo")
                session = resumed(session)
                take(session, "redo")
                assert session.prompt() == prompt
    assert [event for _, event in stands(session)] == [event for _, event in log.events]


def test_a_deal_with_hands_resumes_at_the_same_level() -> None:
    for level in (FULL, PUBLIC, 2):
        log = simulate(Setup(game="court_piece"), hands=1)
        log = log if level == FULL else redact_log(log, level, "copy")
        session = of_header(log.header, level=level)
        for _, event in log.events[:20]:
            types(session, event)
        assert resumed(session).level == level


def stands(session: Session) -> list[tuple[int, Event]]:
    """The effective log."""
    return list(effective(Log(session.book.log.header, session.book.raw)).events)


def test_only_deals_are_written_without_being_typed() -> None:
    for game in keys():
        log = redact_log(simulate(Setup(game=game), hands=2), PUBLIC, "copy")
        assert {type(event) for _, event in log.events if is_automatic(event)} <= {Dealt}
        assert all(not cards_in(event) for _, event in log.events if is_automatic(event))
