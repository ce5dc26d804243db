"""Last One: one irregularity put in anywhere is found, and nothing else is, never before it can be known."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.experiments import Course, Spoiled, Tamper, experiment, once, sessions
from upcard.engine.audit import audit
from upcard.engine.due import Act
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, choose, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import BY_INDEX, PACK, Card, cards_of
from upcard.schemas.events import (
    Closed,
    Dealt,
    Drew,
    Event,
    HandStarted,
    LastCalled,
    MeleeClosed,
    Played,
    Reshuffled,
    Scored,
    Shown,
    TurnedUp,
)

GAME = find("last_one")
WHOLE = (1 << 54) - 1
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"play_drawn": "allow", "call_deadline": "next_play"},
    {"joker_named": "must_match_upcard", "joker_carries_effect": "yes", "threshold": 60},
    {"stack_effect": "none", "melee_top": "K", "melee_card_effect": "apply"},
    {"effect_of_last_card": "apply", "first_8": "dealer_names", "empty_stock": "skip"},
    {"first_upcard_effect": "ignore", "melee_joker": "forbid", "melee_self_raise": "forbid"},
)
TABLES = list(itertools.product(OPTIONS, range(2, 7)))
"""Every group of options, with every number of players."""


# ---- Legal play ----------------------------------------------------------------------------------------------------


def setups(count: int) -> Iterator[Setup]:
    """All tables in turn."""
    for number in range(count):
        options, seats = TABLES[number % len(TABLES)]
        yield Setup(game="last_one", seed=number, seats=seats, options=options)


def short(setup: Setup, events: int) -> Log:
    """A legal session of so many events."""
    log = Log(simulate(setup, hands=0).header, [])
    state: Any = begin(log)
    rng = random.Random(setup.seed)
    found: list[tuple[int, Event]] = []
    while not state.closed:
        acts: tuple[Act, ...] = GAME.due(state)
        event: Any = choose(rng, acts, done=False) if len(found) < events else Closed()
        state.line += 1
        state.step += 1
        found.append((state.line, event))
        GAME.transitions[type(event)](state, event)
    return Log(log.header, found)


def legal_sessions(count: int, events: int) -> None:
    for setup in setups(count):
        log = short(setup, events)
        for viewer in (None, PUBLIC, setup.seed % len(log.header.seats)):
            done = audit(log if viewer is None else redact_log(log, viewer, "copy"))
            assert [one for one in done.findings if one.kind != "note"] == [], (setup, viewer)


def test_legal_play_gives_no_finding() -> None:
    legal_sessions(30, 300)


@pytest.mark.check
def test_legal_play_gives_no_finding_in_two_thousand_sessions() -> None:
    legal_sessions(sessions(2000), 60)


@pytest.mark.torture
def test_legal_play_gives_no_finding_in_twenty_thousand_sessions() -> None:
    legal_sessions(20_000, 200)


def test_cards_are_neither_made_nor_lost() -> None:
    """Stock, discards and hands are 54 cards after every event, and each known card lies in one place (LO-9.8)."""
    for setup in setups(30):
        log = short(setup, 250)
        state: Any = begin(log)
        for line, event in log.events:
            state.line, state.step = line, state.step + 1
            GAME.transitions[type(event)](state, event)
            if state.phase == "play":
                places = state.places
                assert sum(places.count(place) for place in range(len(places.known))) == 54, (setup, line)
                assert sum(cards.bit_count() for cards in places.known) == places.located.bit_count()


def test_hands_and_points_are_those_of_an_oracle_that_only_counts() -> None:
    """Hands kept as sets, by an account of their own; points are counted from what is left (LO-7.1)."""
    value = {"X": 40, "8": 25, "A": 15, "K": 10, "Q": 10, "J": 10, "T": 10}
    ended = 0
    for number in range(25):
        log = simulate(Setup(game="last_one", seed=number, seats=2 + number % 5), hands=2)
        hands: list[set[Card]] = []
        by_hand: list[tuple[int, ...]] = []
        for _, event in log.events:
            if isinstance(event, Dealt):
                hands = [set(hand or ()) for hand in event.hands or ()]
            elif isinstance(event, Drew):
                hands[event.seat] |= set(event.cards or ())
            elif isinstance(event, Played):
                hands[event.seat].remove(event.card)
            elif isinstance(event, HandStarted | Closed) and hands:
                worth = [sum(value.get(card.rank) or int(card.rank) for card in hand) for hand in hands]
                by_hand.append(tuple(0 if len(hand) == 1 else sum_ for hand, sum_ in zip(hands, worth, strict=True)))
        done = audit(log)
        assert [one.result.points for one in done.results] == by_hand[: len(done.results)], number
        ended += len(done.results)
    assert ended > 40


# ---- A quick player ------------------------------------------------------------------------------------------------


def quick(state: Any, rng: random.Random) -> Event | None:
    """Legal acts, found faster than all that are due; sessions are broken off after a while."""
    if state.phase != "play" or state.owed or state.run >= 0 or state.silent or state.out >= 0:
        return None
    if rng.random() < 0.025:
        return Closed()
    seat = turn_of(state)
    if seat is None or state.stacker >= 0 or state.places.count(len(state.players)) == 0:
        return None
    some = good(state, seat)
    if some and rng.random() < 0.8:
        return Played(seat=seat, card=rng.choice(some))
    return None


def turn_of(state: Any) -> int | None:
    """Whose turn it is, if it is that of one seat."""
    seats = [seat for seat in range(len(state.players)) if state.turn >> seat & 1]
    return seats[0] if len(seats) == 1 else None


def held(state: Any, seat: int) -> list[Card]:
    return list(cards_of(state.places.known[seat]))


def good(state: Any, seat: int) -> list[Card]:
    """The natural cards of a hand, but for eights, that go on the upcard."""
    return [
        card
        for card in held(state, seat)
        if card.rank not in "X8" and (card.suit == state.suit or card.rank == state.rank)
    ]


def plain(state: Any) -> bool:
    """Whether it is the turn of one seat, and nothing else is going on."""
    quiet = not state.owed and state.run < 0 and not state.silent and state.out < 0
    return state.phase == "play" and quiet and turn_of(state) is not None


# ---- Irregular acts ------------------------------------------------------------------------------------------------


def no_match(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card that has neither suit nor rank of the upcard."""
    seat = turn_of(state)
    if not plain(state) or not isinstance(event, Played) or event.seat != seat or not state.suit or not state.rank:
        return None
    wrong = [card for card in held(state, seat) if card.rank not in "X8" and card not in good(state, seat)]
    return Played(seat=seat, card=rng.choice(wrong)) if wrong else None


def wrong_turn(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Somebody acts whose turn it is not."""
    if not plain(state) or not isinstance(event, Played | Drew) or event.seat != turn_of(state):
        return None
    others = [seat for seat in range(len(state.players)) if state.playing >> seat & 1 and seat != event.seat]
    seat = rng.choice([seat for seat in others if seat not in {state.drawer, state.stacker}] or [-1])
    nothing_there = state.places.count(len(state.players)) == 0
    if seat < 0 or (nothing_there and state.options.empty_stock == "skip"):
        return None
    some = good(state, seat)
    if isinstance(event, Drew):
        return Drew(seat=seat, count=event.count, why="turn", cards=event.cards)
    return Played(seat=seat, card=rng.choice(some)) if some else None


def played_after_drawing(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Who has drawn plays, though the turn has passed."""
    if not plain(state) or not isinstance(event, Played | Drew) or state.drawer < 0 or state.drawer == turn_of(state):
        return None
    some = good(state, state.drawer)
    return Played(seat=state.drawer, card=rng.choice(some)) if some else None


def instead(state: Any, rng: random.Random) -> Event | None:
    """A card of the seat that will be next, though something is owed."""
    seat = turn_of(state)
    some = good(state, seat) if seat is not None and len(held(state, seat)) > 2 and state.stacker < 0 else []
    return Played(seat=seat, card=rng.choice(some)) if some else None


def nothing_drawn(state: Any, event: Event, rng: random.Random) -> Event | None:
    """What is owed for a 2 or a melee is not drawn."""
    if not isinstance(event, Drew) or len(state.owed) != 1 or state.owed[0][2] == "missed_call" or not event.count:
        return None
    return instead(state, rng)


def no_penalty(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A missed call goes unpunished."""
    if not isinstance(event, Drew) or len(state.owed) != 1 or state.owed[0][2] != "missed_call" or not event.count:
        return None
    return instead(state, rng) if state.run < 0 else None


def wrong_number(state: Any, event: Event, rng: random.Random) -> Event | None:
    """One card more or less is drawn than owed."""
    stock = state.places.count(len(state.players))
    if not isinstance(event, Drew) or event.why == "turn" or not state.owed or stock <= event.count + 1:
        return None
    if rng.random() < 0.5:
        return Drew(seat=event.seat, count=event.count - 1, why=event.why, cards=(event.cards or ())[1:])
    return one_more(state, event)


def one_more(state: Any, event: Drew) -> Event | None:
    """A draw with a card more from the stock."""
    there = WHOLE & ~state.places.located & (state.back or WHOLE) & ~sum(card.bit for card in event.cards or ())
    return Drew(
        seat=event.seat, count=event.count + 1, why=event.why, cards=(*(event.cards or ()), next(cards_of(there)))
    )


def two_in_turn(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """Two cards are drawn in turn."""
    stock = state.places.count(len(state.players))
    if not isinstance(event, Drew) or event.why != "turn" or state.owed or stock < 3 or not plain(state):
        return None
    return one_more(state, event)


def wrong_in_melee(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card that is not the next of the run."""
    if (
        state.run < 0
        or state.owed
        or state.out >= 0
        or state.silent
        or not isinstance(event, Played | Drew | MeleeClosed)
    ):
        return None
    seat = rng.choice([seat for seat in range(len(state.players)) if state.playing >> seat & 1])
    following = "A23456789TJQK"[min(12, state.run + 1)] + state.run_suit
    last = "T" if state.options.melee_top == "10" else "K"
    ended = "A23456789TJQK"[state.run] == last
    some = [card for card in held(state, seat) if card.rank not in "X4283" and (card != following or ended)]
    return Played(seat=seat, card=rng.choice(some)) if len(held(state, seat)) > 2 and some else None


def needless(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A penalty, though nobody missed a call."""
    there = list(cards_of(WHOLE & ~state.places.located & (state.back or WHOLE)))
    stock = state.places.count(len(state.players))
    if not plain(state) or not isinstance(event, Played | Drew) or stock < 3 or state.options.calls_recorded == "no":
        return None
    seat = rng.choice([seat for seat in range(len(state.players)) if state.playing >> seat & 1])
    return Drew(seat=seat, count=2, why="missed_call", cards=tuple(rng.sample(there, 2)))


def bad_stack(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card is stacked where no 3 allows it."""
    if not plain(state) or not isinstance(event, Played) or event.seat == state.stacker or not state.rank:
        return None
    some = [card for card in held(state, event.seat) if card.rank not in "X8"]
    return Played(seat=event.seat, card=rng.choice(some), stacked=True) if some else None


def bad_shuffle(_state: Any, event: Event, rng: random.Random) -> Event | None:
    """The cards shuffled back are miscounted."""
    if not isinstance(event, Reshuffled) or event.count is None:
        return None
    return Reshuffled(count=event.count + rng.choice([1, 2] if event.count < 2 else [-1, 1]))


def bad_joker(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A joker stands for a card that an 8 does not let it stand for."""
    seat = turn_of(state)
    if (
        not plain(state)
        or not isinstance(event, Played | Drew)
        or event.seat != seat
        or not state.demand
        or not state.suit
    ):
        return None
    jokers = [card for card in held(state, seat) if card.rank == "X"]
    faces = [card for card in PACK if card.suit != state.suit and card.rank != "8"]
    return Played(seat=seat, card=rng.choice(jokers), stands_for=rng.choice(faces)) if jokers else None


def bad_size(_state: Any, event: Event, _rng: random.Random) -> Event | None:
    """Hands of three cards."""
    if not isinstance(event, Dealt) or event.hands is None:
        return None
    return Dealt(hands=tuple(hand[:3] if hand else hand for hand in event.hands), each=3)


def bad_dealer(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The deal goes to another seat than the next."""
    if not isinstance(event, HandStarted) or state.hand == 0:
        return None
    after = state.copied()
    GAME.transitions[HandStarted](after, event)
    return HandStarted(dealer=rng.choice([seat for seat in range(len(state.players)) if seat != after.dealer]))


def bad_points(_state: Any, event: Event, rng: random.Random) -> Event | None:
    """Points are written that the cards left do not count."""
    if not isinstance(event, Scored) or event.points is None or event.totals is None:
        return None
    seat = rng.randrange(len(event.points))
    points = tuple(value + 5 * (place == seat) for place, value in enumerate(event.points))
    return Scored(points=points)


KINDS: dict[str, tuple[str, Tamper]] = {
    "no_match": ("LO-9.1", no_match),
    "out_of_turn": ("LO-9.4", wrong_turn),
    "played_after_drawing": ("LO-2.2", played_after_drawing),
    "not_drawn": ("LO-9.2", nothing_drawn),
    "no_penalty": ("LO-9.7", no_penalty),
    "wrong_draw": ("LO-9.2", wrong_number),
    "wrong_turn_draw": ("LO-9.3", two_in_turn),
    "wrong_melee_card": ("LO-9.6", wrong_in_melee),
    "needless_penalty": ("LO-9.7", needless),
    "wrong_stack": ("LO-9.5", bad_stack),
    "wrong_count": ("LO-9.8", bad_shuffle),
    "wrong_joker": ("LO-2.5", bad_joker),
    "wrong_hand_size": ("LO-9.9", bad_size),
    "wrong_dealer": ("LO-7.3", bad_dealer),
    "wrong_points": ("LO-9.10", bad_points),
}
"""The clause of each kind, and who does it."""


# ---- When it can be known ------------------------------------------------------------------------------------------


def due(kind: str, made: Spoiled, _viewer: int | None) -> Course:
    """What an audit must find, and when: all of this is done in the open, so that every record shows it at once."""
    clause, seat = KINDS[kind][0], getattr(made.wrong, "seat", None)
    if kind == "wrong_points":
        assert isinstance(made.wrong, Scored)
        assert isinstance(made.legal, Scored)
        pairs = enumerate(zip(made.wrong.points or (), made.legal.points or (), strict=True))
        seat = next(place for place, (wrong, right) in pairs if wrong != right)
    elif kind == "wrong_dealer":
        assert isinstance(made.wrong, HandStarted)
        seat = made.wrong.dealer
    elif kind == "not_drawn":
        seat = made.before.owed[0][0]
    elif kind == "no_penalty":
        debtor, _, _, line = made.before.owed[0]
        missed = (clause, "missed_call", line, made.at, debtor)
        return [(made.at, [missed, (clause, "no_penalty", made.at, made.at, debtor)])]
    return once(clause, kind, made.at, made.at, seat)


FAST = [kind for kind in KINDS if kind not in {"wrong_dealer", "wrong_points"}]
"""Those that happen within the first hand."""


def first_hand(number: int) -> tuple[Setup, int]:
    """All tables in turn."""
    options, seats = TABLES[number % len(TABLES)]
    options = {} if options.get("joker_on_named_suit") else options
    return Setup(game="last_one", seats=seats, options=options), 1


def two_hands(number: int) -> tuple[Setup, int]:
    """Few players, so that hands come to an end."""
    return Setup(game="last_one", seats=2 + number % 2, options={"threshold": 400}), 2


def experiments(count: int) -> None:
    """So many sessions of each kind, at all tables."""
    quickly = {kind: KINDS[kind][1] for kind in FAST if kind != "played_after_drawing"}
    experiment(count, first_hand, quickly, due, quick)
    forbidden = {"played_after_drawing": played_after_drawing}
    experiment(count, lambda number: (Setup(game="last_one", seats=2 + number % 5), 1), forbidden, due, quick)
    whole = {kind: KINDS[kind][1] for kind in KINDS if kind not in FAST}
    experiment(count // 20 + 2, two_hands, whole, due)


def test_an_irregularity_is_found_where_it_is_and_nothing_else() -> None:
    experiments(8)


@pytest.mark.check
def test_an_irregularity_is_found_where_it_is_in_two_thousand_sessions() -> None:
    experiments(sessions(150))


@pytest.mark.torture
def test_an_irregularity_is_found_where_it_is_in_twenty_thousand_sessions_of_each_kind() -> None:
    experiments(20_000)


def test_every_kind_of_act_happens_in_legal_sessions() -> None:
    seen = {type(event) for setup in setups(20) for _, event in simulate(setup, hands=1).events}
    wanted = {Dealt, TurnedUp, Played, Drew, Reshuffled, LastCalled, MeleeClosed, Shown, HandStarted}
    assert wanted <= seen
    assert len(BY_INDEX) == 54
