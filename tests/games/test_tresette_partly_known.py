"""Tresette: records that tell only a part, held to a judge of their own."""

import itertools
import random
from typing import Any

import pytest

from tests.experiments import hands_of, sessions
from tests.games.forty_eyes import FORTY
from tests.games.test_tresette_oracle import TABLES, Reckoner
from tests.games.tresette_naive import hidden, proofs, with_claims
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import Base, MeldCalled, MeldsTold, Played

CLAIMS = {"false_call", "false_meld", "false_talk"}
SAID = CLAIMS | {"late_call", "no_call", "announcement_time", "count", "talk"}


def judged(log: Log) -> set[tuple[str, int, int, int]]:
    """What the audit proves false of what was called and told, each line at its first proof."""
    first: dict[tuple[str, int], tuple[str, int, int, int]] = {}
    for one in audit(log).findings:
        if one.name in CLAIMS and one.kind != "note":
            first.setdefault((one.name, one.at), (one.name, one.at, one.found_at, one.seat or 0))
    return set(first.values())


def compare(count: int, *, faceless: int, gap: bool) -> None:
    """Nothing is found false that may be so, and all that cannot be, when it shows; nothing else is found."""
    for ordinal in range(count):
        rng = random.Random(ordinal)
        setup = Setup(game="tresette", seed=61, options=TABLES[ordinal % len(TABLES)])
        log = hidden(with_claims(simulate(setup, hands=2, ordinal=ordinal), rng), rng, faceless=faceless, gap=gap)
        assert judged(log) == proofs(log), ordinal
        others = {(one.name, one.kind) for one in audit(log).findings if one.name not in SAID and one.kind != "note"}
        assert others == set(), ordinal


def test_tr_7_hands_hidden_in_part() -> None:
    compare(20, faceless=0, gap=False)


def test_tr_7_plays_without_their_card() -> None:
    compare(20, faceless=3, gap=False)


def test_tr_7_a_stretch_missed() -> None:
    compare(20, faceless=0, gap=True)


@pytest.mark.check
def test_tr_7_parts_of_many_sessions() -> None:
    for faceless, gap in ((0, False), (0, True), (2, False), (3, True)):
        compare(sessions(60), faceless=faceless, gap=gap)


# ---- Points of hands with cards that nobody wrote down -----------------------------------------------------------------


def could_come_to(hand: list[Base], options: dict[str, Any]) -> set[tuple[int, int]]:
    """The points of a hand with its missing cards in each order in which who won a trick led the next."""
    plays = [event for event in hand if isinstance(event, Played)]
    missing = sorted(FORTY - {event.card for event in plays})
    could = set()
    for order in itertools.permutations(missing):
        left = iter(order)
        filled = [Played(seat=one.seat, card=one.card if one.card.bit else next(left)) for one in plays]
        dealt = [{one.card for one in filled if one.seat == seat} for seat in range(4)]
        one = Reckoner(dealt, options)
        again = iter(filled)
        for event in hand:
            match event:
                case Played():
                    play = next(again)
                    one.play(0, play.seat, play.card)
                case MeldCalled(seat=seat):
                    one.call(0, seat)
                case MeldsTold(seat=seat, melds=melds):
                    one.tell(0, seat, melds)
                case _:
                    pass
        if one.won[:-1] == [event.seat for event in filled[4::4]]:
            a, b = one.points()
            could.add((a, b))
    return could


def points(count: int) -> None:
    """The points of a side are told where all that the cards may have been comes to the same, and else are not."""
    told = 0
    for ordinal in range(count):
        rng = random.Random(ordinal)
        options = TABLES[ordinal % len(TABLES)]
        log = simulate(Setup(game="tresette", seed=62, options=options), hands=1, ordinal=ordinal)
        record = redact_log(with_faceless(log, rng, 1 + ordinal % 3), PUBLIC, "copy")
        hand = [event for _, event in hands_of(record)[0]]
        could = could_come_to(hand, options)
        sides = [{one[side] for one in could} for side in (0, 1)]
        expected = tuple(min(side) if len(side) == 1 else None for side in sides)
        assert audit(record).results[0].result.points[:2] == expected, ordinal
        told += None not in expected
    assert told * 2 > count


def with_faceless(log: Log, rng: random.Random, count: int) -> Log:
    """The log with so many plays without their card."""
    events: list[Base] = [event for _, event in log.events]
    for at in rng.sample([at for at, event in enumerate(events) if isinstance(event, Played)], count):
        events[at] = Played(seat=events[at].seat, card=UNKNOWN)
    return Log.of(log.header, events)


def test_tr_4_2_points_with_cards_that_nobody_wrote_down() -> None:
    points(30)


@pytest.mark.check
def test_tr_4_2_points_with_cards_that_nobody_wrote_down_600() -> None:
    points(sessions(600))
