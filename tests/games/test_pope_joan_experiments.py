"""Pope Joan: random sessions, with one irregularity put in or none; what is found, where, and when."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.experiments import Course, Spoiled, Tamper, experiment, once, sessions
from tests.test_every_game import allowed, plain, shuffled, varied, viewers
from upcard.engine.audit import audit
from upcard.engine.fold import begin, frames
from upcard.engine.game import find
from upcard.engine.games.pope_joan.state import LOWER
from upcard.engine.log import Log, Numbered
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import BY_INDEX, Card, cards_of
from upcard.schemas.events import (
    ChipsPassed,
    Closed,
    Dealt,
    Event,
    FinalDealt,
    Gap,
    HandStarted,
    Played,
    Scored,
    Shown,
    TurnedUp,
)

GAME = find("pope_joan")
SETUPS = list(varied("pope_joan"))


def some_setup(ordinal: int, **fixed: Any) -> Setup:
    """Presets, seats and options in turn."""
    setup = SETUPS[ordinal % len(SETUPS)]
    return Setup(
        game="pope_joan", seed=ordinal, seats=setup.seats, preset=setup.preset, options={**setup.options, **fixed}
    )


def any_table(ordinal: int) -> Setup:
    """Presets and options in turn, each with every number of players up to eight; no options, with all there may be."""
    turn, setup = divmod(ordinal, len(SETUPS))
    wanted = SETUPS[setup]
    most = 49 if wanted.preset == "p001" and not wanted.options else 8
    seats = 2 + (turn + setup if wanted.options else turn * 7 + setup // 2) % (most - 1)
    other = Setup(game="pope_joan", seed=ordinal, seats=seats, preset=wanted.preset, options=wanted.options)
    return other if allowed(other) else some_setup(ordinal)


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


def plays(event: Event, *, due: int, lead: bool) -> bool:
    """Whether this is a card that was led, or one that had to follow."""
    return isinstance(event, Played) and (event.card.bit != due) == lead


def leads_instead(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The last player leads a card while a seat holds the one due."""
    if not plays(event, due=state.due, lead=False) or state.leader < 0:
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
    if not plays(event, due=state.due, lead=True) or state.leader < 0:
        return None
    others = [(seat, card) for seat in range(state.seats) if seat != state.leader for card in may_lead(state, seat)]
    seat, card = rng.choice(others) if others else (-1, None)
    return Played(seat=seat, card=card) if card else None


def not_the_lowest(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The leader leads a card above its lowest of the suit."""
    if not plays(event, due=state.due, lead=True) or state.options.lead_rule == "any":
        return None
    own = state.places.known[state.leader]
    cards = [card for card in cards_of(own) if LOWER[card.index] & own]
    return Played(seat=state.leader, card=rng.choice(cards)) if cards else None


def wrong_payment(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A payment of another amount, or from or to somebody else, which nothing that was due can be taken for."""
    if not isinstance(event, ChipsPassed):
        return None
    accounts = [f"seat:{seat}" for seat in range(state.seats)]
    from_, to = event.from_, event.to
    if rng.random() < 0.3:
        to = rng.choice(accounts) if to != "board" else to
    elif rng.random() < 0.3:
        from_ = rng.choice(accounts) if from_ in accounts else from_
    amount = rng.choice([event.amount, event.amount + 1, rng.randint(1, 60)])
    wrong = from_ != to and amount not in may_be_due(state, from_, to)
    return ChipsPassed(from_=from_, to=to, amount=amount) if wrong else None


def may_be_due(state: Any, from_: str, to: str) -> set[int]:
    """What may have passed between two accounts in this deal, whoever held Pope: single amounts, and all together."""
    transfers = GAME.result(state).transfers
    passed = [row.amount for row in transfers if (row.source, row.target) == (from_, to) and row.why != "cards left"]
    dressed = [row.amount for row in transfers if (row.target, row.why) == ("board", "dressing")]
    if state.phase == "between" and to == "board" and dressed:  # of the next deal, which another dealer dresses
        passed += [max(dressed)] * (from_ == f"seat:{(state.dealer + 1) % state.seats}")
        passed += [min(dressed)] * (from_ == f"seat:{state.dealer}")
    left = {0}
    if state.phase == "between" and to == f"seat:{state.out}" and from_.startswith("seat:"):
        held = state.left[int(from_[5:])]
        left = {0, held, 2 * held}
    return {*passed, *left, *(sum(passed) + more for more in left)}


def tells(state: Any, rng: random.Random) -> Event | None:
    """Now and then somebody writes down a payment of this deal."""
    if not state.hand or state.final or state.closed or rng.random() > 0.15:
        return None
    rows = [row for row in GAME.result(state).transfers if row.source != "board"]
    row = rng.choice(rows) if rows else None
    return ChipsPassed(from_=row.source, to=row.target, amount=row.amount) if row else None


KINDS: dict[str, tuple[str, Tamper]] = {
    "missed_follow": ("PJ-6.1", leads_instead),
    "lead_out_of_turn": ("PJ-6.3", another_leads),
    "not_lowest_lead": ("PJ-6.4", not_the_lowest),
    "wrong_payment": ("PJ-6.7", wrong_payment),
}
"""The clause of each kind, and who does it."""


# ---- When a breach can be known: by the cards alone ----------------------------------------------------------------


def expected(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """What an audit must find, and when."""
    clause, at = KINDS[kind][0], made.at
    if isinstance(made.wrong, ChipsPassed):
        payer = made.wrong.from_
        return once(clause, kind, at, at, int(payer[5:]) if payer.startswith("seat:") else None)
    assert isinstance(made.wrong, Played)
    if kind == "lead_out_of_turn":
        return once(clause, kind, at, at, made.wrong.seat)
    if kind == "missed_follow":
        assert isinstance(made.legal, Played)
        seat, cards = made.legal.seat, {made.legal.card}
    else:
        seat = made.wrong.seat
        cards = {card for card in hand_of(made, seat) if card.suit == made.wrong.card.suit}
        cards = {card for card in cards if card.index < made.wrong.card.index}
    if viewer in {None, seat} or turned_up(made) in cards:
        return once(clause, kind, at, at, seat)
    proof, overflow = first_shown(made, seat, cards), first_overflow(made, viewer)
    told: Course = []
    if overflow and (not proof or overflow < proof):
        told += [(overflow, [("PJ-6.2", "dead_overflow", overflow, overflow, None)])]
    return told + (once(clause, kind, at, proof, seat) if proof else [])


def this_hand(made: Spoiled) -> tuple[list[Event], list[Numbered]]:
    """What happened in the hand before the breach, and what from it on until the next hand begins."""
    events = made.log.events
    start = max(
        place for place, (line, event) in enumerate(events) if isinstance(event, HandStarted) and line < made.at
    )
    end = next(
        (
            place
            for place, (_, event) in enumerate(events)
            if place > start and isinstance(event, HandStarted | FinalDealt)
        ),
        len(events),
    )
    return [event for line, event in events[start:end] if line < made.at], [
        one for one in events[start:end] if one[0] >= made.at
    ]


def hand_of(made: Spoiled, seat: int) -> set[Card]:
    """The cards of a seat before the breach."""
    before, _ = this_hand(made)
    hand: set[Card] = set()
    for event in before:
        if isinstance(event, Dealt):
            hand = set((event.hands or ())[seat] or ())
        elif isinstance(event, Played):
            hand.discard(event.card)
    return hand


def turned_up(made: Spoiled) -> Card:
    """The card that lies face up, in a hand, in the dead hand, or apart."""
    before, _ = this_hand(made)
    return next(event.card for event in before if isinstance(event, TurnedUp))


def first_shown(made: Spoiled, seat: int, cards: set[Card]) -> int:
    """The line on which the seat first plays or shows one of these cards, or 0."""
    _, after = this_hand(made)
    for line, event in after[1:]:
        shown = (event.card,) if isinstance(event, Played) else event.cards if isinstance(event, Shown) else ()
        if cards & set(shown) and event.seat == seat:
            return line
    return 0


def first_overflow(made: Spoiled, viewer: int) -> int:
    """The line from which more cards were not played when due than the dead hand has room for, or 0 (PJ-6.2)."""
    before, after = this_hand(made)
    dealt = next(event for event in before if isinstance(event, Dealt))
    dead = set((dealt.places or {})["dead"])
    seen = {turned_up(made)} | (set() if viewer == PUBLIC else set((dealt.hands or ())[viewer] or ()))
    missing: set[Card] = set()
    due: Card | None = None
    for line, event in [*((0, event) for event in before), *after]:
        if isinstance(event, Played):
            seen.add(event.card)
            missing |= {due} - {event.card} if due else set()
            missing -= seen
            if len(missing) > len(dead - seen):
                return line
            due = BY_INDEX[event.card.index + 1] if event.card.rank != "K" and event.card != "7d" else None
    return 0


# ---- Hands of which only the row was written -----------------------------------------------------------------------


def rows_instead(log: Log, rng: random.Random) -> Log:
    """The log with the row of the score sheet instead of what was played, for more than half of its hands."""
    points = {ended.hand: ended.result.points for ended in audit(log).results}
    events: list[Event] = []
    hand, left_out = 0, False
    for _, event in log.events:
        if isinstance(event, HandStarted):
            hand, left_out = hand + 1, rng.random() < 0.6
            events += [event, Scored(points=points[hand])] if left_out else [event]
        elif isinstance(event, FinalDealt | Closed) or not left_out:
            left_out = False
            events.append(event)
    return Log.of(log.header, events)


def test_pj_6_8_rows_that_are_true_are_conserved() -> None:
    for number in range(120):
        log = rows_instead(simulate(any_table(number), hands=4, ordinal=number), random.Random(number))
        for seen in (log, redact_log(log, PUBLIC, "copy")):
            assert [one for one in audit(seen).findings if one.kind != "note"] == [], number


# ---- Experiments ---------------------------------------------------------------------------------------------------


def experiments(count: int) -> dict[str, list[int]]:
    """So many sessions of each kind, at all tables."""
    kinds = {kind: tamper for kind, (_, tamper) in KINDS.items()}
    return experiment(count, lambda number: (any_table(number), 1 + number % 2), kinds, expected, tells)


def test_an_irregularity_is_found_where_it_is_and_nothing_else() -> None:
    experiments(20)


@pytest.mark.check
def test_an_irregularity_is_found_where_it_is_in_two_thousand_sessions_of_each_kind() -> None:
    for kind, numbers in experiments(sessions(2000)).items():
        assert {any_table(number).seats for number in numbers} >= set(range(2, 9)), kind


@pytest.mark.torture
def test_an_irregularity_is_found_where_it_is_in_twenty_thousand_sessions_of_each_kind() -> None:
    experiments(20_000)


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
