"""Pope Joan: random sessions, with one irregularity put in or none; what is found, where, and when."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import found
from tests.experiments import tampered
from tests.test_every_game import plain, shuffled, varied, viewers
from upcard.engine.audit import audit
from upcard.engine.fold import begin, frames
from upcard.engine.game import find
from upcard.engine.games.pope_joan.state import LOWER
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import ChipsPassed, Event, Gap, HandStarted, Played, Scored, Shown

SETUPS = list(varied("pope_joan"))


def some_setup(ordinal: int, **fixed: Any) -> Setup:
    """Presets, seats and options in turn."""
    setup = SETUPS[ordinal % len(SETUPS)]
    return Setup(
        game="pope_joan", seed=ordinal, seats=setup.seats, preset=setup.preset, options={**setup.options, **fixed}
    )


# ---- Legal play ----------------------------------------------------------------------------------------------------


def legal_play(sessions: int) -> None:
    """Nothing is found in legal play, whoever wrote it down, and nothing is lost from the ledger."""
    for ordinal in range(sessions):
        setup = some_setup(ordinal)
        log = simulate(setup, hands=2, ordinal=ordinal)
        for viewer in (None, PUBLIC, ordinal % len(log.header.seats)):
            seen = log if viewer is None else redact_log(log, viewer, "copy")
            done = audit(seen)
            assert [finding for finding in done.findings if finding.kind != "note"] == [], (setup, viewer)
            assert sum(done.state.counters) == 0
        whole = audit(log)
        assert whole.doubts == []
        nets = [sum(ended.result.points[seat] or 0 for ended in whole.results) for seat in range(len(log.header.seats))]
        assert nets == whole.state.counters[: len(nets)] or whole.state.pending


def test_legal_play() -> None:
    legal_play(150)


@pytest.mark.check
def test_legal_play_often() -> None:
    legal_play(2000)


# ---- Injected breaches ---------------------------------------------------------------------------------------------


def leads_instead(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The last player leads a card while another seat holds the one due."""
    if not isinstance(event, Played) or event.card.bit != state.due or state.leader < 0:
        return None
    cards = may_lead(state, state.leader, state.due)
    return Played(seat=state.leader, card=rng.choice(cards)) if cards else None


def may_lead(state: Any, seat: int, but: int = 0) -> list[Card]:
    """The cards that a seat may lead by the lead rule."""
    own = state.places.known[seat]
    free = state.options.lead_rule == "any"
    return [card for card in cards_of(own & ~but) if free or not LOWER[card.index] & own]


def another_leads(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A seat that did not play the last card leads after a stop."""
    if not isinstance(event, Played) or event.card.bit == state.due or state.leader < 0:
        return None
    others = [
        Played(seat=seat, card=card)
        for seat in range(state.seats)
        if seat != state.leader
        for card in may_lead(state, seat)
    ]
    return rng.choice(others) if others else None


def not_the_lowest(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The leader leads a card above its lowest of the suit."""
    if not isinstance(event, Played) or event.card.bit == state.due or state.options.lead_rule == "any":
        return None
    own = state.places.known[event.seat]
    cards = [card for card in cards_of(own) if LOWER[card.index] & own]
    return Played(seat=event.seat, card=rng.choice(cards)) if cards else None


def later(log: Log, at: int, seat: int, mask: int) -> int | None:
    """The first later line of the same hand on which a seat plays or shows one of these cards."""
    for line, event in log.events:
        if line <= at:
            continue
        if isinstance(event, HandStarted):
            return None
        if isinstance(event, Played) and event.seat == seat and event.card.bit & mask:
            return line
        if isinstance(event, Shown) and event.seat == seat and any(card.bit & mask for card in event.cards):
            return line
    return None


def state_before(log: Log, at: int) -> Any:
    """The state before a line."""
    state: Any = begin(log)
    for line, _, following in frames(log):
        if line == at:
            return state
        state = following
    raise AssertionError


def found_later(log: Log, at: int, clause: str, seat: int, mask: int) -> None:
    """Known to all hands at once; to the public when the seat shows a card of the mask, never before."""
    assert found(log) == [(clause, at, at, seat)]
    public = redact_log(log, PUBLIC, "public")
    proof = at if mask & state_before(public, at).places.known[seat] else later(log, at, seat, mask)
    if proof is None:
        assert {row[0] for row in found(public)} <= {"PJ-6.2"}
        return
    assert found(public) == [(clause, at, proof, seat)]
    before = Log(public.header, [one for one in public.events if one[0] < proof])
    assert {row[0] for row in found(before)} <= {"PJ-6.2"}
    for viewer in range(len(log.header.seats)):
        rows = found(redact_log(log, viewer, "seat"))
        assert rows == found(log if viewer == seat else public)


def experiment(sessions: int) -> None:
    """A missed follow, a lead out of turn and a lead of a higher card in sessions of every kind."""
    for ordinal in range(sessions):
        setup = some_setup(ordinal)
        made = tampered(setup, leads_instead, hands=2, ordinal=ordinal)
        if made is not None:
            log, at, original = made
            assert isinstance(original, Played)
            found_later(log, at, "PJ-6.1", original.seat, original.card.bit)
        made = tampered(setup, another_leads, hands=2, ordinal=ordinal)
        if made is not None:
            log, at, _ = made
            wrong = dict(log.events)[at]
            assert isinstance(wrong, Played)
            for viewer in (None, *viewers(log)):
                seen = log if viewer is None else redact_log(log, viewer, "copy")
                assert found(seen) == [("PJ-6.3", at, at, wrong.seat)], (setup, viewer)
        made = tampered(setup, not_the_lowest, hands=2, ordinal=ordinal)
        if made is not None:
            log, at, _ = made
            wrong = dict(log.events)[at]
            assert isinstance(wrong, Played)
            own = state_before(log, at).places.known[wrong.seat]
            found_later(log, at, "PJ-6.4", wrong.seat, LOWER[wrong.card.index] & own)


def test_breaches_are_found_at_their_place_and_nothing_else_is() -> None:
    experiment(40)


@pytest.mark.check
def test_breaches_are_found_often() -> None:
    experiment(400)


# ---- Testimony -----------------------------------------------------------------------------------------------------


def with_payments(log: Log, wrong_at: int | None) -> tuple[Log, int | None]:
    """The log with every payment of its hands testified, one of them wrongly; and the line of that."""
    events: list[Event] = []
    done = audit(Log(log.header, []))
    told = 0
    wrong_line = None
    for numbered in log.events:
        results = len(done.results)
        done.feed([numbered])
        events.append(numbered[1])
        if len(done.results) == results or done.results[-1].result.says == "final deal":
            continue
        for row in done.results[-1].result.transfers:
            wrong = 100 if told == wrong_at else 0
            if row.source != "board":
                told += 1
                wrong_line = len(events) + 2 if wrong else wrong_line
                events.append(ChipsPassed(from_=row.source, to=row.target, amount=row.amount + wrong))
    return Log.of(log.header, events), wrong_line


def payments(sessions: int) -> None:
    """Payments as they follow are true in every view; one that is not is found at its line."""
    for ordinal in range(sessions):
        log = simulate(some_setup(ordinal), hands=1, ordinal=ordinal)
        right, _ = with_payments(log, None)
        wrong, line = with_payments(log, random.Random(ordinal).randrange(8))
        for viewer in (None, PUBLIC, 0):
            views = [one if viewer is None else redact_log(one, viewer, "copy") for one in (right, wrong)]
            assert found(views[0]) == [], (some_setup(ordinal), viewer)
            rows = found(views[1])
            assert [(row[0], row[1], row[2]) for row in rows] == [("PJ-6.7", line, line)] * (line is not None)


def test_wrong_payments_are_found() -> None:
    payments(60)


@pytest.mark.check
def test_wrong_payments_are_found_often() -> None:
    payments(300)


# ---- Laws ----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 10_000))
def test_c_3_every_counter_is_conserved_at_every_event_whatever_is_written(number: int) -> None:
    rng = random.Random(number)
    log = simulate(some_setup(number), hands=2, ordinal=number)
    pool = [event for _, event in log.events]
    pool += [Gap(), Gap(hands=1), Scored(points=(5,) * len(log.header.seats)), Shown(seat=0, cards=(Card("9d"),))]
    state: Any = begin(log)
    for line, event in enumerate(shuffled(rng, pool), start=2):
        state.line, state.step = line, state.step + 1
        transition = find("pope_joan").transitions.get(type(event))
        if transition is not None:
            transition(state, event)
        assert sum(state.counters) == 0, event


@given(st.integers(0, 10_000))
def test_redact_then_replay_is_replay_then_view_with_every_option(number: int) -> None:
    log = simulate(some_setup(number), hands=2, ordinal=number)
    rng = random.Random(number)
    events = [event for _, event in log.events]
    for extra in (Gap(), Shown(seat=0, cards=(Card("9d"),), hand=1), Scored(points=(0,) * len(log.header.seats))):
        if rng.random() < 0.4:
            events.insert(rng.randrange(1, len(events)), extra)
    log = Log.of(log.header, events)
    viewer = rng.choice(list(viewers(log)))
    partial = redact_log(log, viewer, "copy")
    for (line, event, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
        assert plain(view(whole, viewer)) == plain(seen), (viewer, line, event)
