"""Tresette: each kind of irregularity is found when it can be known, and nothing else is."""

import random
from typing import Any

import pytest

from tests.builders import found
from tests.experiments import Course, Spoiled, experiment, once, sessions, this_hand
from tests.games.forty_eyes import FORTY, Eyes, eyes, first, fits, span
from upcard.engine.audit import audit
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import (
    BestAsked,
    CountTold,
    Dealt,
    Event,
    HandStarted,
    MeldCalled,
    MeldsTold,
    Played,
)
from upcard.schemas.events.speaking import Meld

OPTIONS: list[dict[str, Any]] = [
    {},
    {"direction": "right"},
    {"meld_overlap": False},
    {"score_unannounced_melds": True, "target": 11},
    {"declare_by": "first_lead"},
]


def open_trick(state: Any) -> int:
    """How many cards lie in the trick in progress."""
    return len(state.cards) % 4


def hand_of(state: Any, seat: int) -> set[Card]:
    """The cards a seat was dealt."""
    return set(cards_of(state.places.been[seat]))


def melds_in(hand: set[Card]) -> list[Meld]:
    """Threes, fours and naps of a hand."""
    counts: dict[Any, int] = {rank: sum(card.rank == rank for card in hand) for rank in "A23"}
    sets = [Meld(kind="four" if n == 4 else "three", rank=rank) for rank, n in counts.items() if n > 2]
    suits: Any = [suit for suit in "cdhs" if sum(card.suit == suit and card.rank in "A23" for card in hand) == 3]
    return sets + [Meld(kind="nap", suit=suit) for suit in suits]


# ---- Irregularities --------------------------------------------------------------------------------------------------


def revoke(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card of another suit, by a seat that could follow."""
    if not isinstance(event, Played) or not open_trick(state):
        return None
    hand = state.places.known[event.seat]
    others = list(cards_of(hand & ~state.led))
    return Played(seat=event.seat, card=rng.choice(others)) if hand & state.led and others else None


def turn(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A legal looking card of a seat that is not next."""
    if not isinstance(event, Played) or open_trick(state) not in {1, 2}:
        return None
    seat = (event.seat + state.way) % 4
    hand = state.places.known[seat]
    cards = list(cards_of(hand & state.led or hand))
    return Played(seat=seat, card=rng.choice(cards)) if cards and seat not in state.by[state.first :] else None


def false_meld(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A meld announced that is not held."""
    if not isinstance(event, MeldsTold):
        return None
    hand = hand_of(state, event.seat)
    ranks: list[Any] = [rank for rank in "A23" if sum(card.rank == rank for card in hand) < 3]
    suits: list[Any] = [suit for suit in "cdhs" if not {Card(rank + suit) for rank in "A23"} <= hand]
    told = [Meld(kind="three", rank=rank) for rank in ranks] + [Meld(kind="nap", suit=suit) for suit in suits]
    return MeldsTold(seat=event.seat, melds=(rng.choice(told),))


def false_call(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Good play in time, by a seat that holds no meld."""
    if not isinstance(event, Played) or (state.cards and state.options.declare_by == "first_lead"):
        return None
    seats = [seat for seat in range(4) if seat not in state.by and not state.calls[seat]]
    seats = [seat for seat in seats if not melds_in(hand_of(state, seat))]
    return MeldCalled(seat=rng.choice(seats)) if seats else None


def false_count(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A wrong number of cards of the suit led."""
    if not isinstance(event, Played) or not open_trick(state):
        return None
    count = (state.places.known[event.seat] & state.led).bit_count()
    return CountTold(seat=event.seat, count=rng.choice([n for n in range(7) if n != count]))


def false_short(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A number that is true of no suit."""
    if not isinstance(event, Played):
        return None
    held = [card.suit for card in cards_of(state.places.known[event.seat])]
    wrong = [n for n in range(3) if n not in [held.count(suit) for suit in "cdhs"]]
    return CountTold(seat=event.seat, count=rng.choice(wrong), any_suit=True) if wrong else None


def late_call(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """Good play after a card of one's own."""
    if not isinstance(event, Played):
        return None
    seats = [seat for seat in set(state.by) if not state.calls[seat] and melds_in(hand_of(state, seat))]
    return MeldCalled(seat=seats[0]) if seats else None


def no_call(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """Melds of a seat that has not said Good play."""
    if not isinstance(event, Played):
        return None
    seats = [seat for seat in range(4) if not state.calls[seat] and melds_in(hand_of(state, seat))]
    return MeldsTold(seat=seats[0], melds=tuple(melds_in(hand_of(state, seats[0])))) if seats else None


def early(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """Melds announced before a trick was won."""
    if not isinstance(event, Played):
        return None
    seats = [seat for seat in range(4) if state.calls[seat] > 0 and seat not in state.winners]
    seats = [seat for seat in seats if melds_in(hand_of(state, seat))]
    return MeldsTold(seat=seats[0], melds=tuple(melds_in(hand_of(state, seats[0])))) if seats else None


def dealer(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The deal goes to a seat that has no right to it."""
    if not isinstance(event, HandStarted) or not state.hand:
        return None
    due = (state.dealer + state.way) % 4
    return HandStarted(dealer=rng.choice([seat for seat in range(4) if seat != due]))


def asker(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """A follower asks for the best card."""
    return BestAsked(seat=event.seat) if isinstance(event, Played) and open_trick(state) else None


def many(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """More than two cards of some suit told, truly."""
    if not isinstance(event, Played):
        return None
    held = [card.suit for card in cards_of(state.places.known[event.seat])]
    counts = [held.count(suit) for suit in "cdhs"]
    return CountTold(seat=event.seat, count=max(counts), any_suit=True) if max(counts) > 2 else None


AT_ONCE = {
    "turn": (turn, "G-13", "out_of_turn"),
    "late_call": (late_call, "TR-2.2", "late_call"),
    "no_call": (no_call, "TR-7", "no_call"),
    "early": (early, "TR-2.3", "announcement_time"),
    "dealer": (dealer, "TR-4.7", "dealer_rotation"),
    "asker": (asker, "TR-3.2", "asker"),
    "many": (many, "TR-3.2", "count"),
}
"""What everybody at the table sees at once."""

LATER = {
    "revoke": revoke,
    "false_call": false_call,
    "false_meld": false_meld,
    "false_count": false_count,
    "false_short": false_short,
}
"""What the cards show sooner or later."""

# ---- When they can be known ------------------------------------------------------------------------------------------


def expected(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """What an audit must find, and when."""
    wrong: Any = made.wrong
    if kind in AT_ONCE:
        _, clause, name = AT_ONCE[kind]
        return once(clause, name, made.at, made.at, wrong.dealer if kind == "dealer" else wrong.seat)
    clause = {"revoke": "TR-3.1", "false_call": "TR-2.2"}.get(kind, "TR-7")
    name = kind if kind in {"revoke", "false_call", "false_meld"} else "false_talk"
    if viewer in {None, wrong.seat}:
        return once(clause, name, made.at, made.at, wrong.seat)
    if kind == "revoke":
        return revoke_course(made, wrong.seat, viewer)
    proof = first(seen(made, viewer), made.at, lambda one: refuted(made, one))
    return once(clause, name, made.at, proof, wrong.seat) if proof else []


def seen(made: Spoiled, viewer: int | None) -> Any:
    """What a viewer knows after each line of the hand."""
    hand = this_hand(made)
    dealt = next(event for _, event in hand if isinstance(event, Dealt))
    own = {} if viewer in {None, PUBLIC} else {viewer: set((dealt.hands or ())[viewer or 0] or ())}
    return eyes(hand, own, 4, 10)


def refuted(made: Spoiled, one: Eyes) -> bool:
    """Whether what was said cannot have been so."""
    wrong: Any = made.wrong
    if isinstance(wrong, MeldCalled):
        melds = [{card for card in FORTY if card.rank == rank} for rank in "A23"]
        melds += [{card for card in FORTY if card.suit == suit and card.rank in "A23"} for suit in "cdhs"]
        return all(span(one, wrong.seat, meld, set())[1] < 3 for meld in melds)
    if isinstance(wrong, MeldsTold):
        (meld,) = wrong.melds
        cards = {card for card in FORTY if (card.rank == meld.rank or (not meld.rank and card.rank in "A23"))}
        cards = {card for card in cards if meld.suit is None or card.suit == meld.suit}
        return span(one, wrong.seat, cards, set())[1] < 3
    played = [event for line, event in this_hand(made) if isinstance(event, Played) and line < made.at]
    gone = {event.card for event in played if event.seat == wrong.seat}
    suits = "cdhs" if wrong.any_suit else played[len(played) // 4 * 4].card.suit
    spans = [span(one, wrong.seat, {card for card in FORTY if card.suit == suit}, gone) for suit in suits]
    return all(not least <= wrong.count <= most for least, most in spans)


def revoke_course(made: Spoiled, seat: int, viewer: int) -> Course:
    """A revoke shows with a card of the suit led; that somebody revoked may show before."""
    plays = [(line, event) for line, event in this_hand(made) if isinstance(event, Played)]
    before = [event for line, event in plays if line < made.at]
    suit = before[len(before) // 4 * 4].card.suit
    proof = next((line for line, e in plays if line > made.at and e.seat == seat and e.card.suit == suit), 0)
    barred, misfit, led = [""] * 4, 0, ""
    known = {one.line: one for one in seen(made, viewer)}
    for number, (line, event) in enumerate(plays):
        led = event.card.suit if number % 4 == 0 else led
        barred[event.seat] += led if event.card.suit != led else ""
        last = number == len(plays) - 1
        if line >= made.at and not misfit and not last and not fits(known[line], barred):
            misfit = line
    told: Course = []
    if misfit and (not proof or misfit < proof):
        told += [(misfit, [("G-10", "unseen_do_not_fit", misfit, misfit, None)])]
    return told + (once("TR-3.1", "revoke", made.at, proof, seat) if proof else [])


def table(number: int) -> tuple[Setup, int]:
    """All house rules in turn, in sessions of one hand and of two."""
    return Setup(game="tresette", seed=21, options=OPTIONS[number % len(OPTIONS)]), 1 + number // len(OPTIONS) % 2


def two_hands(number: int) -> tuple[Setup, int]:
    """Sessions of two hands."""
    return Setup(game="tresette", seed=22, options={"direction": ("left", "right")[number % 2]}), 2


def later(count: int) -> None:
    """So many sessions of each kind that shows sooner or later."""
    experiment(count, table, LATER, expected)


def at_once(count: int) -> None:
    """So many sessions of each kind that shows at once."""
    kinds = {kind: tamper for kind, (tamper, *_) in AT_ONCE.items()}
    experiment(count, two_hands, kinds, expected)


def clean(sessions: int) -> None:
    """Legal play gives no finding, whoever writes it down; points are the same, and eleven besides the melds."""
    for ordinal in range(sessions):
        log = simulate(
            Setup(game="tresette", seed=23, options=OPTIONS[ordinal % len(OPTIONS)]), hands=2, ordinal=ordinal
        )
        whole = audit(log)
        for viewer in (None, PUBLIC, ordinal % 4):
            record = log if viewer is None else redact_log(log, viewer, "copy")
            assert found(record) == [], (ordinal, viewer)
            results = audit(record).results
            assert [one.result.points for one in results] == [one.result.points for one in whole.results]
        for ended in whole.results:
            a, b, *_ = ended.result.points
            assert a is not None
            assert b is not None
            assert a + b - 11 not in {-1, 1, 2, 5}, ordinal
            assert a + b >= 11


def test_what_shows_later_is_found_when_it_can_be_known() -> None:
    later(12)


def test_what_all_see_is_found_at_once() -> None:
    at_once(8)


def test_hidden_legal_sessions_are_clean() -> None:
    clean(30)


@pytest.mark.check
def test_what_shows_later_is_found_when_it_can_be_known_3000() -> None:
    """Five kinds, 600 sessions of each."""
    later(sessions(600))


@pytest.mark.check
def test_what_all_see_is_found_at_once_3000() -> None:
    """Seven kinds, 400 sessions of each."""
    at_once(sessions(400))


@pytest.mark.check
def test_hidden_legal_sessions_are_clean_2000() -> None:
    clean(sessions(2000))


@pytest.mark.torture
def test_what_shows_later_is_found_when_it_can_be_known_50000() -> None:
    later(10000)


@pytest.mark.torture
def test_what_all_see_is_found_at_once_35000() -> None:
    at_once(5000)
