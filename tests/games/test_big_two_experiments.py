"""Big Two: one irregularity put in anywhere is found, and nothing else is, never before it can be known."""

import random
from typing import Any

import pytest

from tests.experiments import Course, Spoiled, Tamper, experiment, once, sessions
from tests.games.test_big_two_random import TABLES
from upcard.engine.games.big_two.combinations import Combination, all_of, classify
from upcard.engine.simulate import Setup
from upcard.engine.view import PUBLIC
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import Dealt, Event, HandStarted, Laid, Passed, Shown

SIZES = (1, 2, 3, 5)
UPWARDS = [rank + suit for rank in "3456789TJQKA2" for suit in "dchs"]
"""The pack, lowest card first (B2-1.2)."""


# ---- Legal play ----------------------------------------------------------------------------------------------------


def plays(state: Any, event: Event) -> bool:
    """Whether this is an act of a hand that was opened."""
    return state.phase == "play" and state.opened and isinstance(event, Laid | Passed)


def kind_of(state: Any, some: tuple[Card, ...]) -> Combination | None:
    """What cards are under the house rules."""
    return classify(some, state.options.low_straight_top)


def higher(state: Any, seat: int) -> list[tuple[Card, ...]]:
    """What a seat can lay on the table; on what is no combination, any of as many cards."""
    table = kind_of(state, state.table)
    some = all_of(state.places.known[seat], len(state.table)) if len(state.table) in SIZES else ()
    return [one for one in some if table is None or kind_of(state, one)[1:] > table[1:]]


def lead(state: Any, seat: int, rng: random.Random, but: Card | None = None) -> Laid | None:
    """Any combination of a seat, of a random size; but: one without this card."""
    for size in rng.sample(SIZES, 4):
        some = [one for one in all_of(state.places.known[seat], size) if but not in one]
        if some:
            return Laid(seat=seat, cards=rng.choice(some))
    return None


def quick(state: Any, rng: random.Random) -> Event | None:
    """A legal act in the middle of a hand, faster to find than all that are due."""
    if state.phase != "play" or not state.opened or state.turn < 0 or rng.random() < 0.05:
        return None
    if state.lead:
        return lead(state, state.turn, rng)
    some = higher(state, state.turn) if rng.random() < 0.7 else []
    return Laid(seat=state.turn, cards=rng.choice(some)) if some else Passed(seat=state.turn)


# ---- Irregular acts ------------------------------------------------------------------------------------------------


def no_combination(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Cards that are nothing, from the hand of the seat whose turn it is."""
    if not plays(state, event):
        return None
    hand = list(cards_of(state.places.known[state.turn]))
    some = tuple(rng.sample(hand, min(len(hand), rng.choice([2, 3, 4, 5, 6, 7]))))
    return Laid(seat=state.turn, cards=some) if kind_of(state, some) is None else None


def not_higher(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A combination of the right size that is lower than the one on the table."""
    if not plays(state, event) or state.lead:
        return None
    over = set(higher(state, state.turn))
    lower = [one for one in all_of(state.places.known[state.turn], len(state.table)) if one not in over]
    return Laid(seat=state.turn, cards=rng.choice(lower)) if lower else None


def wrong_size(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A combination of another size."""
    if not plays(state, event) or state.lead:
        return None
    others = [one for size in SIZES if size != len(state.table) for one in all_of(state.places.known[state.turn], size)]
    return Laid(seat=state.turn, cards=rng.choice(others)) if others else None


def wrong_turn(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A pass or a play of a seat whose turn it is not; who laid the cards on the table leads again."""
    if not plays(state, event):
        return None
    seat = rng.choice([other for other in range(len(state.players)) if other != state.turn])
    if rng.random() < 0.3 and not (state.locked | state.overtaken) >> seat & 1:  # B2-7.2: their passes may be written
        return Passed(seat=seat)
    if state.lead or seat == state.owner:
        return lead(state, seat, rng)
    some = higher(state, seat)
    return Laid(seat=seat, cards=rng.choice(some)) if some else None


def wrong_opener(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The opener keeps the lowest card, or another seat opens."""
    if state.phase != "play" or state.opened or not isinstance(event, Laid):
        return None
    seat = rng.randrange(len(state.players))
    if by_winner(state):
        return lead(state, seat, rng) if seat != event.seat else None
    return lead(state, rng.choice([seat, event.seat]), rng, but=lowest(event.cards))


def by_winner(state: Any) -> bool:
    """Whether who won the hand before opens (B2-2.2)."""
    return state.hand > 1 and state.options.lead_rule == "winner_of_previous"


def lowest(some: tuple[Card, ...]) -> Card:
    return min(some, key=UPWARDS.index)


KINDS: dict[str, tuple[str, Tamper]] = {
    "invalid_combination": ("B2-6.4", no_combination),
    "not_higher": ("B2-6.4", not_higher),
    "wrong_size": ("B2-6.4", wrong_size),
    "out_of_turn": ("B2-6.3", wrong_turn),
    "wrong_opener": ("B2-6.2", wrong_opener),
}
"""The clause of each kind, and who does it."""


# ---- When it can be known ------------------------------------------------------------------------------------------


def due(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """What an audit must find, and when: all that is laid is seen by all, but a wrong opener may show later."""
    clause, name, proof = KINDS[kind][0], kind, made.at
    seat = made.wrong.seat
    if kind == "out_of_turn" and isinstance(made.wrong, Laid) and made.before.locked >> seat & 1:
        clause, name = "B2-2.3", "locked_out"
    if kind == "wrong_opener" and viewer is not None and not by_winner(made.before):
        proof = first_lower(made, viewer)
    return once(clause, name, made.at, proof, seat) if proof else []


def first_lower(made: Spoiled, viewer: int) -> int:
    """The line by which a viewer knows that a card lower than the opener's was dealt, or 0."""
    assert isinstance(made.wrong, Laid)
    lower = set(UPWARDS[: UPWARDS.index(lowest(made.wrong.cards))])
    seats = len(made.log.header.seats)
    before = [event for line, event in made.log.events if line < made.at]
    dealt = next(event for event in reversed(before) if isinstance(event, Dealt))
    own = set() if viewer == PUBLIC else {str(card) for card in (dealt.hands or ())[viewer] or ()}
    if lower & own or len(lower) > 52 - 13 * seats:
        return made.at
    for line, event in made.log.events[made.at - 1 :]:
        if isinstance(event, HandStarted):
            return 0
        if isinstance(event, Laid | Shown) and lower & {str(card) for card in event.cards}:
            return line
    return 0


# ---- Experiments ---------------------------------------------------------------------------------------------------


def table(number: int) -> tuple[Setup, int]:
    """All tables in turn; two hands where the winner of the first opens the second."""
    options, seats = TABLES[number % len(TABLES)]
    setup = Setup(game="big_two", seats=seats, options=options)
    return setup, 2 if "lead_rule" in setup.options else 1


def experiments(count: int) -> None:
    """So many sessions of each kind, at all tables."""
    done = experiment(count, table, {kind: tamper for kind, (_, tamper) in KINDS.items()}, due, quick)
    assert all({number % len(TABLES) for number in numbers} == set(range(len(TABLES))) for numbers in done.values())


def test_an_irregularity_is_found_where_it_is_and_nothing_else() -> None:
    experiments(36)


@pytest.mark.check
def test_an_irregularity_is_found_where_it_is_in_two_thousand_sessions_of_each_kind() -> None:
    experiments(sessions(2000))


@pytest.mark.torture
def test_an_irregularity_is_found_where_it_is_in_twenty_thousand_sessions_of_each_kind() -> None:
    experiments(20_000)
