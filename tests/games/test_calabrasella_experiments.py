"""Calabrasella: each kind of irregularity is found when it can be known, and nothing else is."""

import random
from typing import Any

import pytest

from tests.builders import found
from tests.experiments import Course, Spoiled, experiment, once, sessions, this_hand
from tests.games.forty_eyes import FORTY, Eyes, fits
from upcard.engine.audit import audit
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import (
    CardAbsent,
    CardNamed,
    Discarded,
    Elected,
    Event,
    Gave,
    HandStarted,
    Passed,
    Played,
    Returned,
    Took,
    TurnedOver,
)

OPTIONS: list[dict[str, Any]] = [
    {},
    {"dead_cards": "last_trick"},
    {"shutout_rule": "all_points"},
    {"max_discards": 1},
    {"min_discards": 4},
]
PUBLIC_ONLY = (None, PUBLIC)

# ---- Irregularities --------------------------------------------------------------------------------------------------


def revoke(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card of another suit, by a seat that could follow."""
    if not isinstance(event, Played) or not len(state.cards) % 3:
        return None
    hand = state.places.known[event.seat]
    others = list(cards_of(hand & ~state.led))
    return Played(seat=event.seat, card=rng.choice(others)) if hand & state.led and others else None


def own_card(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The declarer names a three that it holds."""
    if not isinstance(event, CardNamed):
        return None
    held = [card for card in cards_of(state.places.known[event.seat]) if card.rank == "3"]
    return CardNamed(seat=event.seat, card=rng.choice(held)) if 0 < len(held) < 4 else None


def kept(_state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The holder of the named card keeps it."""
    return CardAbsent() if isinstance(event, Gave) else None


def named_back(_state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The declarer gives the card back that was handed over."""
    return Returned(seat=event.seat, to=event.to, card=named_card(_state)) if isinstance(event, Returned) else None


def named_card(state: Any) -> Card:
    """The card named in this hand."""
    return next(cards_of(1 << state.named))


def bid(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """A seat passes or plays before its turn."""
    if not isinstance(event, Passed | Elected) or state.passed:
        return None
    return type(event)(seat=(event.seat + 1) % 3)


def two(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A second seat elects to play."""
    return Elected(seat=rng.randrange(3)) if isinstance(event, CardNamed) and state.declarer >= 0 else None


def turn(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A legal looking card of a seat that is not next."""
    if not isinstance(event, Played) or len(state.cards) % 3 != 1:
        return None
    seat = (event.seat + 1) % 3
    hand = state.places.known[seat]
    cards = list(cards_of(hand & state.led or hand))
    return Played(seat=seat, card=rng.choice(cards)) if cards else None


def dealer(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The deal goes to a seat that has no right to it."""
    if not isinstance(event, HandStarted) or not state.hand:
        return None
    return HandStarted(dealer=rng.choice([state.dealer, (state.dealer + 2) % 3]))


def five(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Too many or too few cards discarded."""
    if not isinstance(event, Discarded):
        return None
    least, most = state.options.min_discards, state.options.max_discards
    size = rng.choice([n for n in range(6) if not least <= n <= most])
    return Discarded(seat=event.seat, cards=tuple(cards_of(state.places.known[event.seat]))[:size])


def taking(state: Any, event: Event, rng: random.Random) -> Event | None:
    """More or fewer cards taken than were discarded."""
    if not isinstance(event, Took):
        return None
    size = rng.choice([n for n in range(5) if n != state.discards])
    widow = tuple(cards_of(state.places.known[4]))
    return Took(seat=event.seat, place="widow", cards=widow[:size], openly=True)


def early_widow(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The widow turned before the discard."""
    return TurnedOver(cards=tuple(cards_of(state.places.known[4]))) if isinstance(event, Discarded) else None


AT_ONCE = {
    "bid": (bid, "CA-2.1", "bid_order"),
    "two": (two, "CA-2.1", "bid_order"),
    "turn": (turn, "G-13", "out_of_turn"),
    "dealer": (dealer, "CA-4.5", "dealer_rotation"),
    "five": (five, "CA-2.4", "wrong_discard"),
    "taking": (taking, "CA-2.5", "wrong_taking"),
    "early_widow": (early_widow, "CA-2.4", "left_out"),
}
"""What everybody at the table sees at once."""

LATER = {"revoke": revoke, "own_card": own_card, "kept": kept, "named_back": named_back}
"""What the cards show sooner or later."""

# ---- When they can be known ------------------------------------------------------------------------------------------


def expected(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """What an audit must find, and when."""
    wrong: Any = made.wrong
    if kind in AT_ONCE:
        _, clause, name = AT_ONCE[kind]
        seat = made.before.declarer if kind == "early_widow" else getattr(wrong, "seat", None)
        return once(clause, name, made.at, made.at, wrong.dealer if kind == "dealer" else seat)
    if kind == "revoke":
        return revoke_course(made, wrong.seat, viewer)
    if kind == "named_back":
        if viewer in {None, wrong.seat, wrong.to}:
            return once("CA-2.3", "wrong_return", made.at, made.at, wrong.seat)
        proof = first_played(made, wrong.card, wrong.to)
        return once("CA-2.3", "wrong_return", made.at, proof, wrong.seat) if proof else []
    return absence_course(kind, made, viewer)


def first_played(made: Spoiled, card: Card, seat: int) -> int:
    """The line on which a seat plays a card, or 0."""
    plays = ((line, event) for line, event in this_hand(made) if isinstance(event, Played))
    return next((line for line, event in plays if event.card == card and event.seat == seat), 0)


def absence_course(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """The named card is not in the widow; who had it shows when it is played."""
    wrong: Any = made.wrong
    legal: Any = made.legal
    if kind == "kept":
        card, seat, clause, name = named_card(made.before), legal.seat, "CA-2.3", "kept_card"
    else:
        card, seat, clause, name = wrong.card, wrong.seat, "CA-2.2", "wrong_name"
    if viewer in {None, seat}:
        return once(clause, name, made.at, made.at, seat)
    hand = this_hand(made)
    absent = next(line for line, event in hand if isinstance(event, CardAbsent))
    turned = next(line for line, event in hand if isinstance(event, TurnedOver))
    proof = first_played(made, card, seat)
    proof = proof or last_play(hand)  # it was discarded: all other cards are known when the hand is over
    general: Course = [(turned, [("CA-7", "absence", absent, turned, None)])]
    return general + (once(clause, name, made.at, proof, seat) if proof else [])


def last_play(hand: list[Any]) -> int:
    """The line of the last card of a hand."""
    return max(line for line, event in hand if isinstance(event, Played))


def known_from_play_on(made: Spoiled, viewer: int | None) -> tuple[dict[int, Eyes], int, dict[int, set[Card]]]:
    """What a viewer knows after each card played, how many dead cards it does not see, and the cards known in hands."""
    hand = this_hand(made)
    events = [event for _, event in hand]
    plays = [(line, event) for line, event in hand if isinstance(event, Played)]
    discards = next(event for event in events if isinstance(event, Discarded))
    widow = next(event for event in events if isinstance(event, TurnedOver)).cards
    taken = next(event for event in events if isinstance(event, Took))
    known: dict[int, set[Card]] = {seat: set() for seat in range(3)}
    known[taken.seat] |= set(taken.cards or ())
    unseen, dead = set(FORTY) - set(widow), len(discards.cards or ())
    room = [12 - len(known[seat]) for seat in range(3)]
    if viewer not in PUBLIC_ONLY:
        assert viewer is not None
        own = {event.card for _, event in plays if event.seat == viewer}
        unseen -= own
        known[viewer], room[viewer] = own, 0
        if viewer == discards.seat:
            unseen -= set(discards.cards or ())
            dead = 0
            back = next((event.card for event in events if isinstance(event, Returned)), None)
            giver = next((event.to for event in events if isinstance(event, Returned)), -1)
            if back is not None:
                known[giver].add(back)
                unseen.discard(back)
                room[giver] -= 1
    told = {}
    for line, event in plays:
        if event.card in unseen:
            room[event.seat] -= 1
        unseen.discard(event.card)
        told[line] = Eyes(line, [], room[:], set(unseen))
    return told, dead, known


def revoke_course(made: Spoiled, seat: int, viewer: int | None) -> Course:
    """A revoke shows with a card of the suit led; that somebody revoked may show before."""
    plays = [(line, event) for line, event in this_hand(made) if isinstance(event, Played)]
    before = [event for line, event in plays if line < made.at]
    suit = before[len(before) // 3 * 3].card.suit
    told, dead, known = known_from_play_on(made, viewer)
    gone = {event.card for event in before}
    if viewer in {None, seat} or any(card.suit == suit for card in known[seat] - gone):
        return once("CA-3", "revoke", made.at, made.at, seat)
    proof = next((line for line, e in plays if line > made.at and e.seat == seat and e.card.suit == suit), 0)
    barred, misfit, led = [""] * 3, 0, ""
    for number, (line, event) in enumerate(plays):
        led = event.card.suit if number % 3 == 0 else led
        barred[event.seat] += led if event.card.suit != led else ""
        last = number == len(plays) - 1
        if line >= made.at and not misfit and not last and not fits(told[line], barred, dead):
            misfit = line
    found_first: Course = []
    if misfit and (not proof or misfit < proof):
        found_first += [(misfit, [("G-10", "unseen_do_not_fit", misfit, misfit, None)])]
    return found_first + (once("CA-3", "revoke", made.at, proof, seat) if proof else [])


def table(number: int) -> tuple[Setup, int]:
    """All house rules in turn, in sessions of one hand and of two."""
    return Setup(game="calabrasella", seats=3, seed=31, options=OPTIONS[number % len(OPTIONS)]), 1 + number % 11 // 10


def two_hands(number: int) -> tuple[Setup, int]:
    """Sessions of two hands."""
    return Setup(game="calabrasella", seats=3, seed=32, options=OPTIONS[number % len(OPTIONS)]), 2


def later(count: int) -> None:
    """So many sessions of each kind that shows sooner or later."""
    experiment(count, table, LATER, expected)


def at_once(count: int) -> None:
    """So many sessions of each kind that shows at once."""
    kinds = {kind: tamper for kind, (tamper, *_) in AT_ONCE.items()}
    experiment(count, two_hands, kinds, expected)


def clean(sessions: int) -> None:
    """Legal play gives no finding, whoever writes it down; chips are the same for all, and none are made or lost."""
    for ordinal in range(sessions):
        setup = Setup(game="calabrasella", seats=3, seed=33, options=OPTIONS[ordinal % len(OPTIONS)])
        log = simulate(setup, hands=1 + (ordinal % 9 == 0), ordinal=ordinal)
        whole = audit(log)
        assert sum(whole.state.chips) == 0
        for viewer in (None, PUBLIC, ordinal % 3):
            record = log if viewer is None else redact_log(log, viewer, "copy")
            assert found(record) == [], (ordinal, viewer)
            points = [one.result.points for one in audit(record).results]
            assert points == [one.result.points for one in whole.results]
        for ended in whole.results:
            assert sum(one or 0 for one in ended.result.points) == 0
            if ended.after.how == "played":
                dead = 35 - sum(ended.after.score)
                left = ended.after.places.known[4] | ended.after.places.known[5]
                worth = sum(3 if card.rank == "A" else card.rank in "32KQJ" for card in cards_of(left))
                assert dead == (0 if ended.after.options.dead_cards == "last_trick" else worth)


def test_what_shows_later_is_found_when_it_can_be_known() -> None:
    later(30)


def test_what_all_see_is_found_at_once() -> None:
    at_once(20)


def test_hidden_legal_sessions_are_clean() -> None:
    clean(30)


@pytest.mark.check
def test_what_shows_later_is_found_when_it_can_be_known_2000() -> None:
    """Four kinds, 400 sessions of each."""
    later(sessions(400))


@pytest.mark.check
def test_what_all_see_is_found_at_once_2000() -> None:
    """Seven kinds, 250 sessions of each."""
    at_once(sessions(250))


@pytest.mark.check
def test_hidden_legal_sessions_are_clean_2000() -> None:
    clean(sessions(2000))


@pytest.mark.torture
def test_what_shows_later_is_found_when_it_can_be_known_20000() -> None:
    later(5000)
