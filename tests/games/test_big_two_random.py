"""Big Two: random legal sessions at every level of knowledge, and what is offered in them."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.experiments import sessions
from upcard.engine.audit import audit
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.games.big_two.table import to_act
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import cards_of
from upcard.schemas.events import Base, Laid

GAME = find("big_two")
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"pass_lock": True},
    {"lead_pass": "allow"},
    {"lead_rule": "winner_of_previous"},
    {"low_straight_top": "by_card_rank"},
    {"takes_all": "on", "fry_thresholds": (11, 13)},
    {"zero_sum_payout": True},
    {"target": 10, "tie": "extra_hand"},
    {"pass_lock": True, "lead_pass": "allow", "lead_rule": "winner_of_previous"},
)


TABLES = list(itertools.product(OPTIONS, (2, 3, 4)))
"""Every combination of options, with every number of players."""


def setups(count: int) -> Iterator[Setup]:
    """All tables in turn, the options changing with each."""
    for number in range(count):
        options, seats = TABLES[number * 4 % len(TABLES)]
        yield Setup(game="big_two", seed=number, seats=seats, options=options)


def counted(log: Log) -> list[tuple[str, str, int, int]]:
    return [(one.clause, one.name, one.at, one.found_at) for one in audit(log).findings if one.kind != "note"]


def legal_sessions(count: int, hands: int) -> None:
    for setup in setups(count):
        log = simulate(setup, hands=hands)
        assert counted(log) == [], setup
        for viewer in (PUBLIC, *range(len(log.header.seats))):
            assert counted(redact_log(log, viewer, "copy")) == [], (setup, viewer)


def test_legal_play_gives_no_finding() -> None:
    legal_sessions(40, 2)


@pytest.mark.check
def test_legal_play_gives_no_finding_in_two_thousand_sessions() -> None:
    legal_sessions(sessions(2000), 1)


def act(state: Any, event: Base) -> None:
    state.line += 1
    state.step += 1
    GAME.transitions[type(event)](state, event)


def test_what_is_offered_is_what_the_rules_allow() -> None:
    """Every set of cards of a hand is offered if, and only if, no rule is broken by it."""
    for number, setup in enumerate(setups(12)):
        rng = random.Random(number)
        session = simulate(setup, hands=1)
        state: Any = begin(session)
        for _, event in session.events:
            offer = [one for one in GAME.due(state) if one.event is Laid and one.choices is not None]
            if state.phase == "play" and state.hand and rng.random() < 0.1:
                seat = to_act(state)
                hand = tuple(cards_of(state.places.known[seat]))
                sets = {some for size in range(1, 6) for some in itertools.combinations(hand, size)}
                allowed = {frozenset(some) for some in sets if lawful(state, Laid(seat=seat, cards=some))}
                offered = {
                    frozenset(play.cards) for one in offer for play in one.choices or () if isinstance(play, Laid)
                }
                assert offered == allowed, (setup, state.line)
            act(state, event)


def lawful(state: Any, event: Laid) -> bool:
    return all(rule.check(state, event) in (None, []) for rule in GAME.rules[Laid])


def test_hidden_hands_are_offered_what_is_not_known_to_be_illegal() -> None:
    for setup in setups(9):
        session = simulate(setup, hands=1)
        public = redact_log(session, PUBLIC, "copy")
        state: Any = begin(public)
        for _, event in public.events:
            if isinstance(event, Laid) and state.phase == "play":
                offers = [one for one in GAME.due(state) if one.event is Laid and one.seat == event.seat]
                assert offers
                assert all(one.accepts is not None and one.accepts(event) for one in offers)
                seat = event.seat
                assert not any(
                    one.accepts and one.accepts(Laid(seat=seat, cards=event.cards[:1] * 4)) for one in offers
                )
            act(state, event)
