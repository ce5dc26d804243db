"""Court Piece: a revoke anywhere is found, and nothing else is, never before it can be known."""

import random
from typing import Any

import pytest

from tests.builders import found
from tests.experiments import played_on, step, tampered
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import cards_of
from upcard.schemas.events import Corrected, Event, HandStarted, Played, Shown, Stopped, TrumpNamed

OPTIONS: list[dict[str, Any]] = [
    {},
    {"direction": "right"},
    {"play_on_allowed": False},
    {"revoke_window": "before_next_lead"},
    {"streak_length": 2, "own_court_deal": "partner"},
]


def revoke(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card of another suit, by a seat that could follow."""
    if not isinstance(event, Played) or len(state.trick) not in {1, 2, 3}:
        return None
    hand = state.places.known[event.seat]
    others = list(cards_of(hand & ~state.led))
    return Played(seat=event.seat, card=rng.choice(others)) if hand & state.led and others else None


def first_proof(log: Log, at: int) -> int | None:
    """The first later line of the same hand on which the revoker shows a card of the suit that was led."""
    played: list[tuple[int, Played]] = []
    led, seat, proof = "", -1, None
    for line, event in log.events:
        if isinstance(event, HandStarted) and line > at:
            break
        if isinstance(event, HandStarted):
            played = []
        elif isinstance(event, Played):
            played.append((line, event))
            if line == at:
                led, seat = played[4 * ((len(played) - 1) // 4)][1].card.suit, event.seat
            elif line > at and event.seat == seat and event.card.suit == led and proof is None:
                proof = line
        elif isinstance(event, Shown) and line > at and event.seat == seat and proof is None:
            proof = line if any(card.suit == led for card in event.cards) else None
    return proof


def experiment(sessions: int) -> None:
    """Every level of knowledge, one revoke each."""
    for ordinal in range(sessions):
        setup = Setup(game="court_piece", seed=11, options=OPTIONS[ordinal % len(OPTIONS)])
        made = tampered(setup, revoke, hands=2, ordinal=ordinal)
        if made is None:
            continue
        log, at, original = made
        assert isinstance(original, Played)
        assert found(log) == [("CP-3.1", at, at, original.seat)], ordinal
        public = redact_log(log, PUBLIC, "public")
        proof = first_proof(log, at)
        if proof is None:
            assert {row[0] for row in found(public)} <= {"G-10"}, ordinal
        else:
            assert found(public) == [("CP-3.1", at, proof, original.seat)], ordinal
            until = Log(public.header, [one for one in public.events if one[0] < proof])
            assert {row[0] for row in found(until)} <= {"G-10"}, ordinal
        for seat in (ordinal % 4, original.seat):
            rows = found(redact_log(log, seat, "seat"))
            own = seat == original.seat
            assert rows == found(log) if own else all(row[1] == at or row[0] == "G-10" for row in rows), (ordinal, seat)


def corrected(ordinal: int) -> tuple[Log, int]:
    """A session in which a revoke is put right at once, and every other seat keeps its card."""
    made = tampered(Setup(game="court_piece", seed=14), revoke, hands=1, ordinal=ordinal, play_on=False)
    assert made is not None
    log, at, legal = made
    assert isinstance(legal, Played)
    game, rng = find("court_piece"), random.Random(ordinal)
    state: Any = fold(log)
    events = [*log.events, step(game, state, Corrected(seat=legal.seat, card=legal.card))]
    return Log(log.header, [*events, *played_on(game, state, rng, 1)]), at


def test_a_revoke_put_right_within_the_trick_leaves_nothing_behind() -> None:
    for ordinal in range(40):
        log, at = corrected(ordinal)
        if len([event for line, event in log.events if line < at and isinstance(event, Played)]) % 4 == 3:
            continue  # the fourth card closes the trick: the correction comes too late
        for viewer in (None, PUBLIC, 0, 1, 2, 3):
            assert found(log if viewer is None else redact_log(log, viewer, "copy")) == [], (ordinal, viewer)


def swap(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A seat that is not next plays a legal looking card of its own."""
    if not isinstance(event, Played) or not state.trick or len(state.trick) > 2:
        return None
    seat = (event.seat + state.way) % 4
    hand = state.places.known[seat]
    cards = list(cards_of(hand & state.led or hand))
    return Played(seat=seat, card=rng.choice(cards)) if cards and seat not in state.trick_seats else None


def wrong_call(_state: Any, event: Event, _rng: random.Random) -> Event | None:
    """Trump named by the seat after the caller."""
    return TrumpNamed(seat=(event.seat + 1) % 4, suit=event.suit) if isinstance(event, TrumpNamed) else None


def wrong_dealer(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The deal goes to a seat that has no right to it."""
    wrong = [seat for seat in range(4) if seat not in state.may_deal]
    return HandStarted(dealer=wrong[0]) if isinstance(event, HandStarted) and state.may_deal else None


def early_stop(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The hand is stopped though both sides have tricks."""
    early = isinstance(event, Played) and len(state.trick) == 4 and min(state.taken) > 0
    return Stopped() if early else None


@pytest.mark.parametrize(
    ("tamper", "clauses"),
    [(swap, {"G-13"}), (wrong_call, {"CP-2.4"}), (wrong_dealer, {"CP-5", "CP-5.2"}), (early_stop, {"CP-3.2"})],
)
def test_other_irregularities_are_found_where_they_are_from_every_record(tamper: Any, clauses: set[str]) -> None:
    for ordinal in range(25):
        made = tampered(Setup(game="court_piece", seed=12), tamper, hands=2, ordinal=ordinal, play_on=False)
        assert made is not None
        log, at, _ = made
        for record in (log, redact_log(log, PUBLIC, "public"), redact_log(log, 2, "seat")):
            rows = [row for row in found(record) if row[1] == row[2] == at]
            assert rows
            assert {row[0] for row in rows} == clauses & {row[0] for row in rows}


def clean(sessions: int) -> None:
    """Legal play gives no finding, whoever writes it down."""
    for ordinal in range(sessions):
        setup = Setup(game="court_piece", seed=13, options=OPTIONS[ordinal % len(OPTIONS)])
        log = simulate(setup, hands=3, ordinal=ordinal)
        for viewer in (None, PUBLIC, ordinal % 4):
            assert found(log if viewer is None else redact_log(log, viewer, "copy")) == [], (ordinal, viewer)


def test_a_revoke_is_found_from_every_record() -> None:
    experiment(40)


def test_hidden_legal_sessions_are_clean() -> None:
    clean(30)


@pytest.mark.check
def test_a_revoke_is_found_from_every_record_2000() -> None:
    experiment(2000)


@pytest.mark.check
def test_hidden_legal_sessions_are_clean_2000() -> None:
    clean(2000)


@pytest.mark.torture
def test_a_revoke_is_found_from_every_record_20000() -> None:
    experiment(20_000)
