"""Hasenpfeffer: every act of every seat in positions of random sessions, beside a naive judge who knows the page only."""

import itertools
import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.experiments import session, sessions
from tests.games.hasenpfeffer_naive_table import Table
from tests.games.test_hasenpfeffer_experiments import passing
from upcard.engine.audit import Audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    Bid,
    Discarded,
    HandStarted,
    Passed,
    Played,
    Shown,
    Took,
    TrumpNamed,
    Voided,
)

OPTIONS: Final[list[dict[str, Any]]] = [
    {},
    {"defenders_win_only_if_set": True, "target": 6},
    {"forced_bid": 1, "target": 3},
    {"forced_bid": 6, "target": 25},
    {"same_trick_correction": True},
]
PACK: Final = [Card("Xr"), *(Card(rank + suit) for rank in "AKQJT9" for suit in "cdhs")]


def every_act(rng: random.Random) -> Iterator[Base]:
    """Acts of all kinds, of all seats, of one that is not there too."""
    for seat in range(5):
        yield Passed(seat=seat)
        yield from (Bid(seat=seat, amount=amount) for amount in range(8))
        yield TrumpNamed(seat=seat, suit=rng.choice("cdhs"))
        yield Took(seat=seat, place="widow")
        yield Shown(seat=seat, cards=(Card("Xr"),))
    for seat, card in itertools.product(range(4), [*PACK, Card("8h")]):
        yield Played(seat=seat, card=card)
        if rng.random() < 0.3:
            yield Discarded(seat=seat, cards=(card,))
    yield from (HandStarted(dealer=dealer) for dealer in range(5))
    yield Voided()


def judged(count: int, rate: float) -> int:
    """What the naive judge calls legal is accepted; all else is found, on its line, with the clause of the page."""
    tried = 0
    for number in range(count):
        rng = random.Random(number)
        setup = Setup(game="hasenpfeffer", seed=41, options=OPTIONS[number % len(OPTIONS)])
        log = session(setup, hands=2, ordinal=number, player=rng.choice((None, passing)))
        done, naive = Audit(Log(log.header, [])), Table(**(log.header.options or {}))
        for line, event in log.events:
            if rng.random() < rate and done.state.quiet < 0:  # else the hand is void, and not all know it
                for act in every_act(rng):
                    tried += 1
                    expected = naive.clauses(act)
                    one = done.copied()
                    one.feed([(line, act)])
                    rows = [(found.clause, found.at, found.found_at) for found in one.findings if found.kind != "note"]
                    got = {row[0] for row in rows}
                    if naive.is_wrong_card(act):
                        assert got <= {"G-5", "HP-2.2", "HP-2.3"}
                        assert got & (expected | {"G-5"})
                    else:
                        assert got == expected, (number, line, act, one.findings)
                    assert {row[1:] for row in rows} <= {(line, line)}
            naive.follow(event)
            done.feed([(line, event)])
            state: Any = done.state
            assert [*naive.totals] == state.totals
            assert (naive.winner, naive.dealer) == (state.winner, state.dealer if naive.dealer >= 0 else -1)
        assert done.clean
    return tried


def test_every_act_beside_a_naive_judge() -> None:
    assert judged(20, 0.06) > 5000


@pytest.mark.check
def test_every_act_beside_a_naive_judge_100() -> None:
    judged(sessions(100), 0.1)
