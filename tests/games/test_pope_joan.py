"""Pope Joan: the worked examples of its page."""

from typing import Any

import pytest

from tests.builders import cards, log_of
from tests.games.pope_joan_examples import board_of, e1, e2, e4, e5, log, outcome, plays
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.games.pope_joan.options import POOLS
from upcard.engine.games.pope_joan.pope import purse
from upcard.engine.games.pope_joan.state import BOARD, PACK51
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import Base, FinalDealt, HandStarted, TurnedUp, Voided


def test_pj_e1_the_sample_hand_completed() -> None:
    assert outcome(e1(), 5) == ([16, -10, 0, -3, -12], {"pope": 6, "intrigue": 2, "ace": 1})


def test_pj_e1_with_a_split_pair() -> None:
    assert outcome(e1(), 5, pair_split="any") == ([17, -10, 1, -3, -12], {"pope": 6, "ace": 1})


def test_pj_e1_every_transfer() -> None:
    rows = audit(log(e1(), 5)).results[0].result.transfers
    told = [(row.source, row.target, row.amount, row.why) for row in rows if row.why != "dressing"]
    assert told == [
        ("pool:queen", "seat:2", 1, "played"),
        ("pool:king", "seat:2", 1, "played"),
        ("pool:matrimony", "seat:2", 2, "pair"),
        ("pool:jack", "seat:0", 1, "played"),
        ("pool:game", "seat:0", 4, "out"),
        ("seat:1", "seat:0", 7, "cards left"),
        ("seat:2", "seat:0", 1, "cards left"),
        ("seat:4", "seat:0", 6, "cards left"),
    ]
    dressing = [(row.source, row.amount) for row in rows if row.target == "board"]
    assert dressing == [("seat:0", 3), ("seat:1", 3), ("seat:2", 3), ("seat:3", 3), ("seat:4", 6)]


@pytest.mark.parametrize(
    ("options", "nets", "board"),
    [
        ({}, [-5, 24, -19], {}),
        ({"pope_played_cap": 4}, [-4, 21, -17], {}),
        ({"pair_rule": "in_succession"}, [-7, 24, -19], {"matrimony": 2}),
        ({"dressing": "dealer_alone"}, [-1, 27, -26], {}),
    ],
)
def test_pj_e2(options: dict[str, Any], nets: list[int], board: dict[str, int]) -> None:
    assert outcome(e2(), 3, **options) == (nets, board)


@pytest.mark.parametrize(
    ("options", "nets", "board"),
    [
        ({}, [14, -21, -5], {"pope": 6, "ace": 6}),
        ({"unplayed_pope": "double"}, [2, -21, 7], {"pope": 6, "ace": 6}),
        ({"dressing": "dealer_alone"}, [7, -5, -9], {"pope": 6, "ace": 1}),
    ],
)
def test_pj_e4(options: dict[str, Any], nets: list[int], board: dict[str, int]) -> None:
    assert outcome(e4(), 3, "p003", **options) == (nets, board)


def test_pj_e5() -> None:
    board = {"pope": 8, "matrimony": 8, "ace": 8}
    assert outcome(e5(), 4, "p003") == ([-8, -12, -22, 18], board)
    assert outcome(e5(), 4, "p003", pair_split="sequential") == ([-4, -8, -22, 18], {"pope": 8, "ace": 8})


def final_deal(hands: list[str], board: dict[str, int]) -> tuple[list[int | None], dict[str, int]]:
    """What each of three seats gains by a final deal of these cards and others, diamonds being trump."""
    rest = [card for card in cards_of(PACK51) if all(card not in cards(hand) for hand in hands)]
    dealt = []
    for hand in hands:
        missing = 17 - len(cards(hand))
        dealt.append(cards(hand) + tuple(rest[:missing]))
        rest = rest[missing:]
    events: list[Base] = [HandStarted(dealer=0), TurnedUp(card=Card("2d")), Voided(), FinalDealt(hands=tuple(dealt))]
    done = audit(log_of("pope_joan", events, 3, preset="p003", board=board))
    assert done.findings == []
    return list(done.results[-1].result.points), board_of(done)


def test_pj_e7_the_final_deal() -> None:
    board = {"pope": 6, "matrimony": 6, "intrigue": 6, "ace": 6}
    gains, left = final_deal(["Qd 9d", "Kd Jd", "Ad"], board)
    assert [before + (gain or 0) for before, gain in zip([-12, -10, -2], gains, strict=True)] == [0, -4, 4]
    assert left == {}


def test_pj_e7_odd_counter_of_a_board_left_from_before() -> None:
    assert final_deal(["Qd", "Jd", ""], {"intrigue": 5}) == ([3, 2, 0], {})
    assert final_deal(["", "Qd Jd", ""], {"intrigue": 5}) == ([0, 5, 0], {})


def test_pj_e8_pope_turned_up_ends_the_deal() -> None:
    events: list[Base] = [HandStarted(dealer=3), TurnedUp(card=Card("9d"))]
    done = audit(log(events, 4, "p003", pope_turnup_ends_deal=True))
    assert done.results[0].result.points == (-16, -16, -16, 0)
    done.feed([(4, HandStarted())])
    assert done.state.dealer == 0
    assert [purse(done.state, seat) for seat in range(4)] == [-32, -32, -32, -16]
    rest = dict.fromkeys(["matrimony", "intrigue", "ace", "king", "queen", "jack"], 16)
    assert board_of(done) == {"pope": 8, "game": 8, **rest}
    assert sum(board_of(done).values()) == 112


def test_pj_e10_missed_follow_of_a_public_log() -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("Kh")), *plays("0:5c 1:6c 1:2h 2:3h 2:7c")]
    (finding,) = audit(log(events, 3)).findings
    assert (finding.name, finding.clause, finding.seat, finding.cards) == ("missed_follow", "PJ-6.1", 2, cards("7c"))
    assert (finding.at, finding.found_at) == (6, 8)


def test_pj_e10_not_lowest_lead_of_a_public_log() -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("Kh")), *plays("0:6s 1:7s 1:4d 0:5d 0:3s")]
    done = audit(log(events, 3, "p003"))
    (finding,) = done.findings
    assert (finding.name, finding.clause, finding.seat, finding.cards) == ("not_lowest_lead", "PJ-6.4", 0, cards("3s"))
    assert (finding.at, finding.found_at) == (4, 8)
    assert {doubt.at for doubt in done.doubts if doubt.name == "not_lowest_lead"} == {6, 8}


def test_pj_e11_queen_turned_up_lies_apart_and_makes_a_stop() -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("Qh")), *plays("0:Th 1:Jh 1:Kh 1:2c")]
    done = audit(log(events, 3))
    assert done.findings == []
    assert {doubt.cards for doubt in done.doubts} == set()
    state = done.state
    assert dict(zip(POOLS, BOARD.contents(state), strict=True)) == {
        "pope": 6,
        "matrimony": 2,
        "intrigue": 2,
        "ace": 1,
        "king": 0,
        "queen": 0,
        "jack": 0,
        "game": 2,
    }
    assert state.counters[2] == -8 + 1
    assert fold(log(events[:4], 3)).due == 0
    assert state.counters[1] == -4 + 1 + 1
