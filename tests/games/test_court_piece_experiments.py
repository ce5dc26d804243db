"""Court Piece: a revoke anywhere is found, and nothing else is, never before it can be known."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from tests.builders import cards, found, log_of, trick
from tests.experiments import Course, Spoiled, experiment, once, played_on, sessions, step, tampered, this_hand
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK, Card, cards_of
from upcard.schemas.events import Corrected, Dealt, Event, HandStarted, Played, Shown, Stopped, TrumpNamed

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


# ---- When a revoke can be known: by the cards alone ----------------------------------------------------------------


def expected(_kind: str, made: Spoiled, viewer: int | None) -> Course:
    """What an audit must find, and when: before the revoker is known, it may be known that somebody revoked."""
    assert isinstance(made.legal, Played)
    seat = made.legal.seat
    if viewer is None or viewer == seat or no_room_elsewhere(made, seat, viewer):
        return once("CP-3.1", "revoke", made.at, made.at, seat)
    proof, misfit = first_shown(made, seat), first_misfit(made, viewer)
    told: Course = []
    if misfit and (not proof or misfit < proof):
        told += [(misfit, [("G-10", "unseen_do_not_fit", misfit, misfit, None)])]
    return told + (once("CP-3.1", "revoke", made.at, proof, seat) if proof else [])


def first_shown(made: Spoiled, seat: int) -> int:
    """The line on which the revoker first shows a card of the suit that was led, or 0 (G-9)."""
    played = [event for line, event in this_hand(made) if isinstance(event, Played) and line < made.at]
    led = played[len(played) // 4 * 4].card.suit
    for line, event in this_hand(made):
        shown = (event.card,) if isinstance(event, Played) else event.cards if isinstance(event, Shown) else ()
        if line > made.at and any(card.suit == led for card in shown) and event.seat == seat:
            return line
    return 0


def no_room_elsewhere(made: Spoiled, seat: int, viewer: int) -> bool:
    """Whether some unseen card of the suit that was led can only lie in the revoker's hand."""
    unseen, room, led, plays = set(PACK), [13] * 4, "", 0
    for line, event in this_hand(made):
        if line == made.at:
            break
        if isinstance(event, Dealt) and viewer != PUBLIC:
            unseen -= set((event.hands or ())[viewer] or ())
            room[viewer] = 0
        elif isinstance(event, Played):
            led = event.card.suit if plays % 4 == 0 else led
            plays += 1
            unseen.discard(event.card)
            room[event.seat] = max(0, room[event.seat] - 1)
    return sum(card.suit == led for card in unseen) > sum(room) - room[seat]


def first_misfit(made: Spoiled, viewer: int) -> int:
    """The line from which the cards not seen fit into no hands of seats that kept the rules, or 0 (G-10)."""
    unseen, room, barred, led = set(PACK), [13] * 4, [""] * 4, ""
    plays = 0
    hand = this_hand(made)
    last = max(line for line, event in hand if isinstance(event, Played))
    for line, event in hand:
        if isinstance(event, Dealt) and viewer != PUBLIC:
            unseen -= set((event.hands or ())[viewer] or ())
            room[viewer] = 0
        if not isinstance(event, Played):
            continue
        led = event.card.suit if plays % 4 == 0 else led
        plays += 1
        unseen.discard(event.card)
        room[event.seat] = max(0, room[event.seat] - 1)
        barred[event.seat] += led if event.card.suit != led else ""
        stopped_by_rule = line == last and not made.before.options.play_on_allowed
        if line >= made.at and not stopped_by_rule and not fits(unseen, room, barred):
            return line
    return 0


def fits(unseen: set[Card], room: list[int], barred: list[str]) -> bool:
    """Whether for every group of seats there are no more cards that only they can hold than they have room for."""
    takers = {suit: {seat for seat in range(4) if room[seat] and suit not in barred[seat]} for suit in "cdhs"}
    left = Counter(card.suit for card in unseen)
    groups = (set(group) for size in range(5) for group in itertools.combinations(range(4), size))
    return all(
        sum(left[suit] for suit in left if takers[suit] <= group) <= sum(room[seat] for seat in group)
        for group in groups
    )


def table(number: int) -> tuple[Setup, int]:
    """All house rules in turn, in sessions of one hand and of two."""
    return Setup(game="court_piece", seed=11, options=OPTIONS[number % len(OPTIONS)]), 1 + number // len(OPTIONS) % 2


def experiments(count: int) -> None:
    """So many sessions with a revoke."""
    experiment(count, table, {"revoke": revoke}, expected)


def test_g_10_is_closed_by_a_revoke_that_is_shown_after_the_hand() -> None:
    """The leader knows at once that somebody kept a spade, and who it was when the cards left are shown."""
    hands = [
        "As Ks Qs Js Ah Kh Qh 2c 3c 4c 5c 6c 7c",
        "Ts 9s 8s 7s 6s 2h 3h 4h 8c 9c Tc Jc Qc",
        "5s 4s 5h 6h 7h 8h 2d 3d 4d 5d 6d 7d 8d",
        "3s 2s 9h Th Jh 9d Td Jd Qd Kd Ad Kc Ac",
    ]
    tricks = ["As Ts 5s 3s", "Ks 9s 4s 2s", "Qs 8s 2d 9d", "Js 8c 3d Td", "Ah 2h 5h 9h", "Kh 3h 6h Th", "Qh 4h 7h Jh"]
    first, second = (Dealt(hands=tuple(cards(hand)[part] for hand in hands)) for part in (slice(5), slice(5, 13)))
    played = [event for text in tricks for event in trick(0, text)]
    shown = Shown(seat=1, cards=cards("6s 7s 9c Tc Jc Qc"))
    events = [HandStarted(dealer=3), first, TrumpNamed(seat=0, suit="s"), second, *played, Stopped(), shown]
    leader = redact_log(log_of("court_piece", events), 0, "seat")
    assert found(Log(leader.header, leader.events[:-1])) == [("G-10", 19, 19, None)]
    assert found(leader) == [("CP-3.1", 19, 35, 1)]


def corrected(ordinal: int) -> tuple[Log, int]:
    """A session in which a revoke is put right at once, and every other seat keeps its card."""
    made = tampered(Setup(game="court_piece", seed=14), revoke, hands=1, ordinal=ordinal, play_on=False)
    assert made is not None
    log, at, legal = made.log, made.at, made.legal
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
        log, at = made.log, made.at
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
    experiments(40)


def test_hidden_legal_sessions_are_clean() -> None:
    clean(30)


@pytest.mark.check
def test_a_revoke_is_found_from_every_record_2000() -> None:
    experiments(sessions(2000))


@pytest.mark.check
def test_hidden_legal_sessions_are_clean_2000() -> None:
    clean(sessions(2000))


@pytest.mark.torture
def test_a_revoke_is_found_from_every_record_20000() -> None:
    experiments(20_000)
