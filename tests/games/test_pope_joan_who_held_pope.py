"""Pope Joan: what is told of the payments for cards left where nobody saw who held Pope."""

from tests.builders import cards, found, log_of
from tests.games.pope_joan_examples import plays
from upcard.engine.audit import Audit, audit
from upcard.engine.games.pope_joan.pope import purse
from upcard.engine.log import Log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, ChipsPassed, Dealt, HandStarted, PurseCounted, Scored, Shown, TurnedUp

OUT = "0:2c 0:3c 0:4c 0:5c 0:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc 0:Kc"
"""A hand of twelve that goes out by itself; with three players and hearts turned up nothing else is won."""

DEAD = cards("Ac As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks")
"""All fourteen cards of the dead hand; Pope is not among them."""

FIRST = cards("Ad 2d 3d 4d 5d 6d 7d Td Jd Qd Kd Ah")
"""Twelve cards for seat 1, without Pope."""


def deal(*more: Base, dealt: Dealt | None = None) -> Log:
    """A deal of three players in which seat 0 goes out and the others hold twelve cards each."""
    begun = [HandStarted(dealer=2), *([dealt] if dealt else []), TurnedUp(card=Card("7h"))]
    return log_of("pope_joan", [*begun, *plays(OUT), *more], 3, preset="p001", buy_in=50)


def purses(done: Audit) -> list[int | None]:
    """What each seat has."""
    return [purse(done.state, seat) for seat in range(3)]


def test_pj_5_2_what_the_winner_gains_is_told_if_it_is_the_same_whoever_held_pope() -> None:
    done = audit(deal(Shown(place="dead", cards=DEAD, all=True)))
    assert done.results[0].result.points == (-4 + 2 + 12, None, None)
    assert purses(done) == [60, None, None]
    assert audit(deal()).results[0].result.points == (None, None, None)


def test_pj_6_8_a_purse_that_no_holder_of_pope_explains_is_found() -> None:
    shown = Shown(place="dead", cards=DEAD, all=True)
    assert found(deal(shown, PurseCounted(seat=0, amount=72))) == [("PJ-6.8", 17, 17, 0)]
    assert found(deal(shown, PurseCounted(seat=0, amount=60))) == []
    assert found(deal(PurseCounted(seat=0, amount=72))) == []


def test_pj_6_7_a_row_in_which_nobody_held_pope_is_found_if_somebody_did() -> None:
    shown = Shown(place="dead", cards=DEAD, all=True)
    nobody = Scored(points=(-4 + 2 + 24, -4 - 12, -8 - 12))
    assert [finding[0] for finding in found(deal(shown, nobody))] == ["PJ-6.7"]
    assert found(deal(nobody)) == []


def test_pj_6_8_totals_that_no_counters_come_to_are_found() -> None:
    """Each may be so by itself, as seat 1 or seat 2 may have held Pope, but not both."""
    for totals, expected in (((60, 46, 30), []), ((60, 34, 42), []), ((60, 46, 42), [("PJ-6.8", 16, 16, None)])):
        assert found(deal(Scored(totals=totals))) == expected


def test_pj_5_2_a_payment_that_the_cards_disprove_tells_nothing_of_the_others() -> None:
    dealt = Dealt(hands=(None, FIRST, None))
    paid = ChipsPassed(from_="seat:1", to="seat:0", amount=0)
    done = audit(deal(paid, dealt=dealt))
    assert [(one.clause, one.seat, one.kind) for one in done.findings] == [("PJ-6.7", 1, "testimony")]
    assert done.results[0].result.points == (None, -16, None)
    assert done.results[0].result.says == "out; who held Pope is not known"
    log = deal(paid, ChipsPassed(from_="seat:2", to="seat:0", amount=0), dealt=dealt)
    assert [(one.clause, one.seat) for one in audit(log).findings] == [("PJ-6.7", 1), ("PJ-6.10", 2)]


def test_pj_5_2_hands_shown_later_without_pope_leave_one_who_held_it() -> None:
    first = Shown(seat=1, hand=1, cards=FIRST)
    done = audit(deal(Shown(place="dead", cards=DEAD, all=True), HandStarted(), first))
    assert done.results[0].result.points == (10, -16, -8)
    assert purses(done) == [60 - 8, 50 - 16 - 4, 50 - 8 - 4]
