"""Spinado: random sessions, with one irregularity put in or none; what is found, where, and when."""

import random
from typing import Any

import pytest

from tests.experiments import Course, Spoiled, Tamper, experiment, once, sessions, this_hand
from tests.test_every_game import varied
from upcard.engine.audit import audit
from upcard.engine.games.spinado.irregular import companion
from upcard.engine.games.spinado.offers import could_hold
from upcard.engine.games.spinado.table import SPINADO, SUCCESSOR
from upcard.engine.log import Log, Numbered
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN, Card, cards_of
from upcard.schemas.events import Dealt, Event, Gap, HandStarted, Laid, Played, Shown

SETUPS = list(varied("spinado"))


def some_setup(ordinal: int, **fixed: Any) -> Setup:
    """Seats and options in turn."""
    setup = SETUPS[ordinal % len(SETUPS)]
    return Setup(game="spinado", seed=ordinal, seats=3 + ordinal % 3, options={**setup.options, **fixed})


# ---- Legal play ----------------------------------------------------------------------------------------------------


def legal_play(sessions: int) -> None:
    """Nothing is found in legal play, whoever wrote it down, and nothing is lost from the ledger."""
    for ordinal in range(sessions):
        setup = some_setup(ordinal)
        log = simulate(setup, hands=3, ordinal=ordinal)
        for viewer in (None, PUBLIC, ordinal % len(log.header.seats)):
            seen = log if viewer is None else redact_log(log, viewer, "copy")
            done = audit(seen)
            assert [finding for finding in done.findings if finding.kind != "note"] == [], (setup, viewer)
            assert sum(done.state.counters) == 0
            check_cards(done.state)
        assert audit(log).doubts == []


def check_cards(state: Any) -> None:
    """All 47 cards are somewhere."""
    places = state.places
    total = sum(cards.bit_count() for cards in places.known) + sum(places.most)
    assert total in {0, 47}


def test_legal_play() -> None:
    legal_play(100)


@pytest.mark.check
def test_legal_play_often() -> None:
    legal_play(sessions(2000))


# ---- Injected breaches ---------------------------------------------------------------------------------------------


def follows(state: Any, event: Event) -> bool:
    """Whether this is the card that had to follow."""
    return isinstance(event, Played | Laid) and bool(state.due) and (companion(event) or SPINADO).bit == state.due


def leads(state: Any, event: Event) -> bool:
    """Whether this is a lead, after a stop that all hands show."""
    return isinstance(event, Played | Laid) and not follows(state, event)


def leads_instead(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The last player leads another card while a seat holds the one due."""
    if not follows(state, event) or state.leader < 0 or state.options.follow == "may":
        return None
    own = [card for card in cards_of(state.places.known[state.leader] & ~state.due) if card is not SPINADO]
    return Played(seat=state.leader, card=rng.choice(own)) if own else None


def another_leads(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A seat that did not play the last card leads after a stop."""
    if not leads(state, event) or state.leader < 0 or state.due & sum(state.places.known[: state.seats]):
        return None
    if isinstance(event, Played) and event.card is SPINADO and event.seat != state.leader:
        return None
    others = [
        (seat, card)
        for seat in range(state.seats)
        for card in cards_of(state.places.known[seat])
        if seat != state.leader and card is not SPINADO
    ]
    if not others:
        return None
    seat, card = rng.choice(others)
    return Played(seat=seat, card=card)


def spinado_alone(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """A seat not on lead lays the spinado alone while a sequence runs."""
    if not follows(state, event) or state.leader < 0 or state.options.spinado_alone:
        return None
    seat = next((seat for seat in range(state.seats) if could_hold(state, seat) & SPINADO.bit), state.leader)
    return Played(seat=seat, card=SPINADO) if seat != state.leader else None


KINDS: dict[str, Tamper] = {
    "missed_follow": leads_instead,
    "lead_out_of_turn": another_leads,
    "spinado_alone_midsequence": spinado_alone,
}


# ---- When a breach can be known: by the cards alone ----------------------------------------------------------------


def expected(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """What an audit must find, and when."""
    at = made.at
    if kind != "missed_follow":
        return once("SP-6", kind, at, at, getattr(made.wrong, "seat", None))
    card = next(card for card in cards_of(made.before.due))
    holder = next(seat for seat in range(made.before.seats) if made.before.places.known[seat] & card.bit)
    if viewer in {None, holder}:
        return once("SP-6", kind, at, at, holder)
    proof, overflow = first_shown(made, card), first_overflow(made, viewer)
    told: Course = []
    if overflow and (not proof or overflow < proof):
        told += [(overflow, [("SP-6", "dead_overflow", overflow, overflow, None)])]
    return told + (once("SP-6", kind, at, proof, holder) if proof else [])


def seen_in(event: Event) -> tuple[Card, ...]:
    """The cards of a seat that an event shows to all, the spinado last."""
    if isinstance(event, Played):
        return (event.card,)
    if isinstance(event, Laid) or (isinstance(event, Shown) and event.seat is not None):
        return tuple(sorted(event.cards, key=lambda card: card is SPINADO))
    return ()


def first_shown(made: Spoiled, card: Card) -> int:
    """The line on which the card that was due comes out of its hand, or 0."""
    return next((line for line, event in this_hand(made) if line > made.at and card in seen_in(event)), 0)


def first_overflow(made: Spoiled, viewer: int) -> int:
    """The line from which more cards were not played when due than the dead hand has room for, or 0."""
    dealt = next(event for _, event in this_hand(made) if isinstance(event, Dealt))
    dead = set((dealt.places or {})["dead"])
    seen = set() if viewer == PUBLIC else set((dealt.hands or ())[viewer] or ())
    missing: set[Card] = set()
    due = 0
    for line, event in this_hand(made):
        cards = seen_in(event)
        seen |= set(cards)
        if isinstance(event, Played | Laid):
            if cards[0].bit != due:
                missing |= set(cards_of(due))
            missing -= seen
            if len(missing) > len(dead - seen):
                return line
            due = SUCCESSOR[cards[-1].index]
            due = 0 if set(cards_of(due)) & seen_on_table(made, line) else due
    return 0


def seen_on_table(made: Spoiled, line: int) -> set[Card]:
    """The cards played up to a line."""
    acts = [event for at, event in this_hand(made) if at <= line and isinstance(event, Played | Laid)]
    return {card for event in acts for card in seen_in(event)}


# ---- One thing written wrongly, or not at all ----------------------------------------------------------------------


def miswritten(count: int) -> None:
    """One card written as another that was played before is one finding, whoever wrote it down; one not written none.

    What the table did goes on as it was: of a card written wrongly nothing else follows.
    """
    for ordinal in range(count):
        rng = random.Random(f"spinado/{ordinal}")
        log = simulate(some_setup(ordinal), hands=2, ordinal=ordinal)
        seen = [line for line, event in log.events if isinstance(event, Played)]
        line = rng.choice(seen)
        hand = [event for _, event in until(log.events, line)]
        before = [event.card for event in hand if isinstance(event, Played)]
        for wrong, names in ((rng.choice([*before, Card("8d")]), ["impossible_card"]), (UNKNOWN, []), (None, [])):
            events = [(at, instead(event, wrong) if at == line else event) for at, event in log.events]
            for viewer in (None, PUBLIC, rng.randrange(len(log.header.seats))):
                spoilt = Log(log.header, events)
                done = audit(spoilt if viewer is None else redact_log(spoilt, viewer, "copy"))
                found = [one for one in done.findings if one.kind != "note"]
                assert [(one.name, one.at, one.found_at) for one in found] == [(name, line, line) for name in names]


def until(events: list[Numbered], line: int) -> list[Numbered]:
    """What happened in a hand before a line."""
    start = max(at for at, event in events if at < line and isinstance(event, HandStarted))
    return [(at, event) for at, event in events if start <= at < line]


def instead(event: Event, card: Card | None) -> Event:
    """The play with another card, or a gap instead."""
    assert isinstance(event, Played)
    return Gap() if card is None else Played(seat=event.seat, card=card)


def test_one_card_written_wrongly_is_one_finding() -> None:
    miswritten(60)


@pytest.mark.check
def test_one_card_written_wrongly_is_one_finding_often() -> None:
    miswritten(sessions(2000))


# ---- Experiments ---------------------------------------------------------------------------------------------------


def any_table(number: int) -> tuple[Setup, int]:
    """Seats and options in turn; one hand or two."""
    return some_setup(number), 1 + number % 2


def test_an_irregularity_is_found_where_it_is_and_nothing_else() -> None:
    experiment(40, any_table, KINDS, expected)


@pytest.mark.check
def test_an_irregularity_is_found_where_it_is_in_two_thousand_sessions_of_each_kind() -> None:
    experiment(sessions(2000), any_table, KINDS, expected)


@pytest.mark.torture
def test_an_irregularity_is_found_where_it_is_in_twenty_thousand_sessions_of_each_kind() -> None:
    experiment(20_000, any_table, KINDS, expected)
