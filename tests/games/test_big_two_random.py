"""Big Two: random sessions, legal ones and ones with an irregularity put in, at every level of knowledge."""

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.builders import log_of
from upcard.engine.audit import audit
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.games.big_two.combinations import all_of, classify, lowest
from upcard.engine.games.big_two.table import BigTwo, to_act
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import cards_of
from upcard.schemas.events import Base, Laid, Passed

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

Wrong = tuple[Base, str, str]
"""An irregular act, the clause it breaks, and the name of the finding."""


def setups(count: int) -> Iterator[Setup]:
    for number in range(count):
        yield Setup(game="big_two", seed=number, seats=2 + number % 3, options=OPTIONS[number % len(OPTIONS)])


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
    legal_sessions(2000, 1)


def no_combination(rng: random.Random, s: BigTwo, seat: int) -> Wrong | None:
    """Cards that are nothing, from the hand of the seat whose turn it is."""
    hand = list(cards_of(s.places.known[seat]))
    size = rng.choice([2, 3, 4, 5, 6])
    some = tuple(rng.sample(hand, size)) if len(hand) > size else ()
    if not some or classify(some) is not None:
        return None
    return Laid(seat=seat, cards=some), "B2-6.4", "invalid_combination"


def not_higher(rng: random.Random, s: BigTwo, seat: int) -> Wrong | None:
    """A combination of the right size that is lower than the one on the table."""
    table = classify(s.table)
    lower = [some for some in all_of(s.places.known[seat], len(s.table)) if table and classify(some)[1:] < table[1:]]
    return (Laid(seat=seat, cards=rng.choice(lower)), "B2-6.4", "not_higher") if lower else None


def wrong_size(rng: random.Random, s: BigTwo, seat: int) -> Wrong | None:
    """A combination of another size."""
    sizes = [size for size in (1, 2, 3, 5) if size != len(s.table)]
    others = [some for size in sizes for some in all_of(s.places.known[seat], size)] if s.table else []
    return (Laid(seat=seat, cards=rng.choice(others)), "B2-6.4", "wrong_size") if others else None


def wrong_turn(rng: random.Random, s: BigTwo, seat: int) -> Wrong | None:
    """A higher combination, or a pass, of a seat whose turn it is not."""
    seats = len(s.players)
    others = [other for other in range(seats) if other not in {seat, s.owner} and not s.locked >> other & 1]
    table = classify(s.table)
    if not others or not s.table:
        return None
    other = rng.choice(others)
    if rng.random() < 0.5:
        return Passed(seat=other), "B2-6.3", "out_of_turn"
    higher = [some for some in all_of(s.places.known[other], len(s.table)) if table and classify(some)[1:] > table[1:]]
    return (Laid(seat=other, cards=rng.choice(higher)), "B2-6.3", "out_of_turn") if higher else None


def inject(rng: random.Random, setup: Setup, wrong: Callable[..., Wrong | None]) -> tuple[Log, int, Wrong] | None:
    """A legal session with one irregular act in it, played on legally from there to the end of the hand."""
    session = simulate(setup, hands=1)
    state: Any = begin(session)
    done: list[Base] = []
    for _, event in session.events:
        play = state.phase == "play" and state.opened and to_act(state) >= 0 and rng.random() < 0.15
        found = wrong(rng, state, to_act(state)) if play else None
        if found is not None:
            act(state, found[0])
            at = state.line
            rest = finish(rng, state)
            return log_of("big_two", [*done, found[0], *rest], seats=setup.seats or 4, options=setup.options), at, found
        act(state, event)
        done.append(event)
    return None


def act(state: Any, event: Base) -> None:
    state.line += 1
    state.step += 1
    GAME.transitions[type(event)](state, event)


def finish(rng: random.Random, state: Any) -> list[Base]:
    """Legal acts to the end of the hand."""
    rest: list[Base] = []
    while state.phase == "play":
        acts = [one for one in GAME.due(state) if not one.optional and one.choices]
        event = rng.choice(rng.choice(acts).choices or ())
        act(state, event)
        rest.append(event)
    return rest


INJECTIONS = (no_combination, not_higher, wrong_size, wrong_turn)


def irregular_sessions(count: int) -> int:
    injected = 0
    for number, setup in enumerate(setups(count)):
        options = {name: value for name, value in setup.options.items() if name not in {"low_straight_top", "target"}}
        rng = random.Random(number)
        made = inject(
            rng, Setup(game="big_two", seed=number, seats=setup.seats, options=options), INJECTIONS[number % 4]
        )
        if made is None:
            continue
        injected += 1
        log, at, (_, clause, name) = made
        for viewer in (None, PUBLIC, *range(len(log.header.seats))):
            copy = log if viewer is None else redact_log(log, viewer, "copy")
            assert counted(copy) == [(clause, name, at, at)], (setup, number, viewer)
    return injected


def test_an_irregularity_is_found_where_it_is_and_nothing_else() -> None:
    assert irregular_sessions(80) > 40


@pytest.mark.check
def test_an_irregularity_is_found_where_it_is_and_nothing_else_in_many_sessions() -> None:
    assert irregular_sessions(800) > 400


def wrong_openers(count: int) -> None:
    """The opener leads a card that is not its lowest: found when a lower card is first seen, not before."""
    late = 0
    for number in range(count):
        rng = random.Random(number)
        setup = Setup(game="big_two", seed=number, seats=2 + number % 3)
        session = simulate(setup, hands=1)
        state: Any = begin(session)
        for _, event in session.events[:2]:
            act(state, event)
        seat = to_act(state)
        low = lowest(state.places.known[seat])
        opening = next(card for card in cards_of(state.places.known[seat]) if card is not low)
        first = Laid(seat=seat, cards=(opening,))
        act(state, first)
        log = log_of(
            "big_two", [*(one for _, one in session.events[:2]), first, *finish(rng, state)], seats=setup.seats
        )
        assert counted(log) == [("B2-6.2", "wrong_opener", 4, 4)], number
        public = redact_log(log, PUBLIC, "copy")
        due = first_proof(public, opening)
        assert counted(public) == ([("B2-6.2", "wrong_opener", 4, due)] if due else []), number
        late += due is not None and due > 4
    assert late > count // 8


def first_proof(log: Log, opening: Any) -> int | None:
    """The line by which the public knows that a lower card was dealt: by the cards played alone."""
    order = "3456789TJQKA2"

    def rank(card: Any) -> tuple[int, int]:
        return order.index(card.rank), "dchs".index(card.suit)

    pack = [rank_ + suit for rank_, suit in itertools.product(order, "dchs")]
    aside = 52 - 13 * len(log.header.seats)
    if pack.index(str(opening)) > aside:
        return 4
    for line, event in log.events[3:]:
        if isinstance(event, Laid) and any(rank(card) < rank(opening) for card in event.cards):
            return line
    return None


def test_b2_6_2_a_wrong_opener_is_found_when_it_can_be_known() -> None:
    wrong_openers(60)


@pytest.mark.check
def test_b2_6_2_a_wrong_opener_is_found_when_it_can_be_known_in_many_sessions() -> None:
    wrong_openers(400)


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
