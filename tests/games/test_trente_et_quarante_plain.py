"""Trente et Quarante: acts of which no rule need be asked are acts in which no rule finds a fault, whatever came before."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.builders import log_of
from tests.experiments import sessions
from tests.games.test_trente_et_quarante_ledger import Ledger
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import (
    Base,
    BetInsured,
    BetPlaced,
    Closed,
    CutReached,
    Gap,
    HandStarted,
    Left,
    RowDealt,
    Shuffled,
    TurnedUp,
    Voided,
)

GAME = find("trente_et_quarante")
ODD = tuple(Card(text) for text in ("??", "K?", "?h", "Xr", "Xb"))
OTHERS: tuple[Base, ...] = (Gap(), Gap(hands=1), Voided(), CutReached(), Shuffled(), HandStarted(), Left(seat=0))


def muddled(events: list[Base], rng: random.Random) -> list[Base]:
    """A session with lines left out, written twice, changed about, and put in."""
    events = events[:]
    for _ in range(rng.randint(0, 8)):
        one, other = rng.randrange(len(events)), rng.randrange(len(events))
        match rng.randrange(4):
            case 0:
                events.insert(one, Closed() if rng.random() < 0.02 else rng.choice(OTHERS))
            case 1:
                events.pop(one)
            case 2:
                events[one], events[other] = events[other], events[one]
            case _:
                events.insert(one, events[other])
    return events


def candidates(state: Any, rows: list[tuple[Card, ...]], rng: random.Random) -> Iterator[Base]:
    """What might be done next, right or wrong."""
    yield HandStarted()
    for name in [*state.ids[-3:], "new"]:
        kind, amount = rng.choice(("noir", "couleur", "green")), rng.choice((0, 1, 10, 5000))
        yield BetPlaced(seat=rng.randrange(state.seats + 2), bet=name, kind=kind, amount=amount)
        yield BetInsured(bet=name, amount=rng.choice((0, 1, 5, 100)))
    for row in ("noir", "rouge", "green"):
        yield TurnedUp(card=rng.choice((*PACK, *ODD)), place=rng.choice((None, row)))
        cards = rng.choice(rows)
        place = rng.randrange(len(cards))
        for told in (
            cards,
            cards * 2,
            cards[:-1],
            (*cards, cards[0]),
            (*cards[:place], rng.choice(ODD), *cards[place + 1 :]),
        ):
            total = sum(min("A23456789TJQK".find(card[0]) + 1, 10) for card in told)
            yield RowDealt(row=row, cards=told, total=rng.choice((None, None, total)))


def plain_acts(count: int) -> Counter[str]:
    """How many acts of each kind needed no judging."""
    found: Counter[str] = Counter()
    for number in range(count):
        rng = random.Random(number)
        table = Ledger(rng, breaches=rng.choice((0, 0.1, 0.5)))
        table.session(5)
        table.options |= rng.choice(
            ({}, {"decks": 1, "cut_from_end": rng.choice((0, 10, 40))}, {"cut_card": "void_hand"})
        )
        if rng.random() < 0.5:
            table.options |= {"bet_min": None, "bet_max": None}
        rows = [event.cards for event in table.events if isinstance(event, RowDealt) and event.cards] or [PACK[:6]]
        log = log_of("trente_et_quarante", muddled(table.events, rng), table.seats, options=table.options, buy_in=9)
        state: Any = begin(log)
        for line, event in log.events:
            for act in (event, *candidates(state, rows, rng)):
                plain, done, same = GAME.plain.get(type(act)), state.copied(), state.copied()
                if plain is not None and plain(done, act):
                    found[type(act).__name__] += 1
                    assert not any(rule.check(state, act) for rule in GAME.rules[type(act)]), (number, line, act)
                    GAME.transitions[type(act)](same, act)
                assert done == same, (number, line, act)
            state.line, state.step = line, state.step + 1
            GAME.transitions[type(event)](state, event)
            assert sum(state.balances) == 0
            assert all(amount >= 0 for amount in state.balances[state.seats + 4 :]), (number, line)
    return found


def test_what_needs_no_judging_is_without_fault() -> None:
    found = plain_acts(10)
    assert all(found[kind.__name__] > 5 for kind in GAME.plain), found


@pytest.mark.check
def test_what_needs_no_judging_is_without_fault_often() -> None:
    plain_acts(sessions(1200))
