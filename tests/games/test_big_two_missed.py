"""Big Two: what a record left out accuses nobody, and one cause is told of once."""

import random

import pytest

from tests.builders import cards, found, log_of
from tests.games.big_two_tables import HANDS, acts, start
from tests.games.test_big_two_scores import SWIFT
from upcard.engine.audit import Audit, audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.games.big_two.table import BigTwo, seats_of, to_act
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import PACK
from upcard.schemas.events import (
    Base,
    CountAsked,
    Dealt,
    Gap,
    HandStarted,
    Joined,
    Laid,
    Left,
    Passed,
    Scored,
    Shown,
    TakenBack,
    Voided,
)

THREE = (
    "3c 3h 4h 8h 9c Td Jd Qs Kd Ac 5d 5c 2d",
    "4d 4c 5h 4s 6d 7d 8d Ad Kc Qh Jh 6s 2c",
    "6c 6h 5s 7c 7h 8c 8s Th Ts Js As Ks 2h",
)
"""Three hands without the 3d."""


def told(*events: Base, seats: int = 4, **options: object) -> list[tuple[str, int, int | None]]:
    """What is found of a log: clause, line, seat."""
    log = log_of("big_two", events, seats=seats, options=options or None)
    return [(clause, at, seat) for clause, at, _, seat in found(log)]


# ---- A play or a pass left out -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "seat"),
    [
        ("0 3d, 1 4d, 3 p, 0 p, 1 p, 2 6d 6c, 3 p", 6, 3),
        ("0 3d, 3 p, 0 p, 1 p, 2 6d 6c, 3 p", 5, 3),
        ("0 3d, 1 p, 2 p, 3 p, 1 p, 2 p, 3 p, 0 5d 5c, 1 6d 6c, 2 p", 8, 1),
        ("0 3d, 1 p, 2 p, 3 p, 1 6d 6c, 2 p, 3 p, 0 p, 1 7d", 8, 1),
        ("0 3d, 1 p, 2 p, 0 5d 5c, 1 p, 2 6d 6c", 7, 0),
    ],
)
def test_b2_6_3_a_play_or_a_pass_left_out_is_one_finding(text: str, line: int, seat: int) -> None:
    assert told(*start(None), *acts(text)) == [("B2-6.3", line, seat)]


def test_b2_6_3_with_pass_lock_who_was_passed_over_may_be_out() -> None:
    text = "0 3d, 1 p, 2 4d, 0 6d, 2 7d, 0 8d"
    assert told(*start(None), *acts(text), pass_lock=True) == [("B2-6.3", 7, 0)]
    assert told(*start(None), *acts(text)) == [("B2-6.3", 7, 0), ("B2-6.3", 8, 2), ("B2-6.3", 9, 0)]


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("0 3d, 1 ??, 2 p, 0 ?h, 3 Qc, 1 2c, 3 p, 0 p, 1 4d", ("B2-6.3", 7, 0)),
        ("0 3d, 1 p, 2 p, 3 p, 1 p, 2 5d, 3 6d, 0 7d, 2 8d", ("B2-6.3", 8, 1)),
        ("0 3d, 1 p, 2 p, 3 p, 2 p, 3 6d, 0 7d, 1 8d, 3 9d", ("B2-6.3", 8, 2)),
        ("0 p, 1 4d, 2 5d, 3 6d, 1 7d", ("B2-2.5", 4, None)),
    ],
)
def test_b2_2_3_with_pass_lock_who_is_out_is_not_forgotten_where_the_turn_is_lost(
    text: str, finding: tuple[str, int, int | None]
) -> None:
    assert told(*start(None), *acts(text), pass_lock=True) == [finding]


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("0 3d, 1 p, 2 4d, 3 p, 0 p, 1 p, 2 5d, 3 p, 0 p, 1 p, 2 6d", 4),
        ("0 3d, 1 p, 2 4d, 0 p, 1 p, 2 5d", 3),
        ("0 3d, 1 p, 2 p, 3 5d, 0 p, 1 p, 2 p, 3 6d", 4),
        ("0 3d, 1 p, 2 p, 3 5d, 0 p, 2 p, 3 6d, 0 7d, 1 8d", 4),
    ],
)
def test_b2_7_2_passes_of_who_is_out_may_be_written_at_the_end_of_a_round(text: str, seats: int) -> None:
    assert told(*start(None), *acts(text), seats=seats, pass_lock=True) == []


def test_b2_7_2_at_the_end_of_a_round_others_do_not_pass() -> None:
    for text, seat in (("0 3d, 1 p, 2 4d, 3 p, 0 p, 3 p", 3), ("0 3d, 1 p, 2 4d, 3 p, 0 p, 1 p, 3 p", 3)):
        (found,) = told(*start(None), *acts(text), pass_lock=True)
        assert found == ("B2-6.3", len(text.split(", ")) + 3, seat)
    assert told(*start(None), *acts("0 3d, 1 p, 2 4d, 3 p, 0 p, 2 p"), pass_lock=True) == [("B2-2.5", 9, 2)]


@pytest.mark.parametrize("seats", [3, 4])
def test_b2_7_2_sessions_with_the_passes_of_who_is_out_written_now_and_then(seats: int) -> None:
    for number in range(20):
        options = {"pass_lock": True, "lead_pass": ("forbid", "allow")[number % 2]}
        log = simulate(Setup(game="big_two", seed=number, seats=seats, options=options), hands=2)
        rng, done, line = random.Random(number), Audit(Log(log.header, [])), 2
        for _, event in log.events:
            state = done.state
            more = isinstance(event, Laid | Passed) and state.opened and rng.random() < 0.5
            lines = list(enumerate([*(passes_before(state, event.seat) if more else ()), event], line))
            done.feed(lines)
            line += len(lines)
        assert done.findings == [], number


def passes_before(s: BigTwo, seat: int) -> list[Passed]:
    """The passes of who is out, from who acted last to this seat."""
    last, seats = s.acts[-1][0], seats_of(s)
    between = [(last + step) % seats for step in range(1, (seat - last) % seats)]
    return [Passed(seat=other) for other in between if (s.locked | s.overtaken) >> other & 1]


def test_b2_6_1_an_answer_after_a_play_was_left_out() -> None:
    events = [*start(None), *acts("0 3d, 2 5d, 3 6d")]
    assert told(*events, CountAsked(seat=0, of=1, answer=12)) == [("B2-6.3", 5, 2)]
    assert told(*events, CountAsked(seat=0, of=2, answer=11)) == [("B2-6.3", 5, 2), ("B2-6.1", 7, 2)]


def test_b2_6_3_an_opening_left_out_is_one_finding() -> None:
    rule = {"lead_rule": "winner_of_previous"}
    assert told(Scored(counts=(1, 0, 1, 1)), *start(None, 1), *acts("2 p, 3 p, 0 p, 1 4d 4c"), **rule) == [
        ("B2-6.3", 5, 2)
    ]


# ---- No hand is on, no such seat -----------------------------------------------------------------------------------


def test_b2_2_6_acts_after_the_end_are_told_of_once() -> None:
    after = [*acts("1 3d, 2 p, 3 p, 1 4d, 1 p"), Voided()]
    assert [one for one in told(*SWIFT, *after) if one[1] > 16] == [("B2-2.6", 17, 1)]
    others = [*acts("1 3d, 1 4s"), Shown(seat=1, cards=PACK[:13], all=True)]
    assert [one for one in told(*SWIFT, *others) if one[1] > 16] == [("B2-2.6", 17, 1)]


def test_b2_2_1_hands_thrown_in_where_none_is_on_are_told_of_once() -> None:
    assert told(Voided(), Voided(), HandStarted(dealer=0), Voided(), Voided()) == [
        ("B2-2.1", 2, None),
        ("B2-2.1", 6, None),
    ]
    assert told(HandStarted(dealer=0), Voided(), Gap(), Voided()) == []


def test_b2_1_1_an_act_of_nobody_is_one_finding() -> None:
    for act in (
        Passed(seat=7),
        Laid(seat=7, cards=cards("3c 4d")),
        CountAsked(seat=0, of=7, answer=1),
        TakenBack(seat=7),
    ):
        assert told(*start(None), act) == [("B2-1.1", 4, None)]
    for event in (Shown(cards=cards("3d")), Shown(cards=cards("3d"), place="x")):
        assert told(*start(None), event) == [("B2-1.1", 4, None)]
    for coming in (Joined(seat=4, player="x"), Left(seat=4)):
        assert told(*start(None), coming) == [("B2-6.4", 4, None)]


def test_b2_6_4_more_cards_than_one_can_hold_are_no_combination_of_anybody() -> None:
    for begun in ([], start(None)):
        assert ("B2-6.4", len(begun) + 2, 0) in told(*begun, Laid(seat=0, cards=PACK[:14]))
    names = [one.name for one in audit(log_of("big_two", [*start(None), Laid(seat=0, cards=PACK[:14])])).findings]
    assert names == ["too_many_cards", "wrong_opener"]


# ---- Gaps ----------------------------------------------------------------------------------------------------------


def test_a5_what_is_taken_back_after_a_gap() -> None:
    events = [*start(None), *acts("0 3d, 1 4d"), Gap(), TakenBack(seat=1)]
    assert told(*events, TakenBack(seat=1, line=5), *acts("1 4d, 2 5c")) == []
    assert told(*events, TakenBack(seat=3, line=4)) == [("A5", 8, 3)]


def test_a5_what_followed_a_play_that_is_taken_back_is_judged_without_it() -> None:
    back = TakenBack(seat=1, line=5)
    assert told(*start(None), *acts("0 3d, 1 4d 4c, 2 5d"), back) == []
    assert told(*start(None), *acts("0 3d, 3 4d, 1 5d"), TakenBack(seat=3, line=5)) == []
    assert told(*start(None), *acts("0 3d, 1 4d 4c, 2 5d 5c 5h"), back) == [("B2-6.4", 6, 2)]
    assert told(*start(None), *acts("0 3d, 1 6d, 2 p, 0 5d"), TakenBack(seat=1, line=5)) == [("B2-6.3", 7, 0)]


def test_a5_the_hand_has_ended_though_an_earlier_play_of_another_is_taken_back() -> None:
    laid = [Laid(seat=0, cards=(card,)) for card in PACK[:13]]
    events = [*start(None), *laid[:12], *acts("1 2s"), laid[12], TakenBack(seat=1)]
    done = audit(log_of("big_two", events))
    assert [one.result.points for one in done.results] == [(0, 39, 39, 39)]


def test_b2_2_1_a_deal_after_a_gap_is_the_next_hand() -> None:
    assert told(*start(None), *acts("0 3d"), Gap(), Dealt(each=13)) == []


def test_b2_6_2_what_is_missed_before_the_deal_does_not_hide_the_opener() -> None:
    dealt = Dealt(hands=tuple(cards(hand) for hand in HANDS))
    assert told(HandStarted(dealer=0), Gap(), dealt, *acts("1 4d")) == [("B2-6.2", 5, 1)]
    winner = {"lead_rule": "winner_of_previous"}
    assert told(HandStarted(dealer=0), Gap(), dealt, *acts("1 4d"), **winner) == []


# ---- What is known of the opener -----------------------------------------------------------------------------------


def test_b2_2_2_where_all_hands_are_known_so_is_the_opener() -> None:
    log = log_of("big_two", [*start(THREE), *acts("0 3c")], seats=3)
    assert to_act(fold(log_of("big_two", start(THREE), seats=3))) == 0
    assert (audit(log).doubts, audit(log).findings) == ([], [])
    for viewer in (PUBLIC, 0, 1, 2):
        assert fold(redact_log(log, viewer, "copy")).places == view(fold(log), viewer).places


def test_b2_6_2_an_opening_not_wholly_known() -> None:
    assert told(*start(None), *acts("0 4? 4?")) == [("B2-6.2", 4, 0)]
    assert told(*start(None), *acts("0 3? 3?")) == []
    assert told(*start(None), *acts("0 4? 4?"), seats=3) == []
    found_at = found(log_of("big_two", [*start(None), *acts("0 4? 4?, 1 p, 2 5d 5c, 0 p, 1 p, 2 3c")], seats=3))
    assert found_at == [("B2-6.2", 4, 9, 0)]


# ---- Lists, dealers ------------------------------------------------------------------------------------------------


def test_b2_6_4_a_list_of_cards_set_aside_that_proves_wrong_is_no_evidence() -> None:
    dealt = Dealt(each=13, places={"set_aside": cards("3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 2d")})
    log = log_of("big_two", [HandStarted(dealer=0), dealt, *acts("0 3d, 1 4d, 2 5d")], seats=3)
    assert [(one.name, one.at) for one in audit(log).findings] == [("impossible_card", 4)]


def test_b2_6_4_cards_set_aside_that_cannot_be() -> None:
    for listed, seats in (("3d", 4), ("3d 3d", 3), ("Xr", 2)):
        dealt = Dealt(each=13, places={"set_aside": cards(listed)})
        assert told(HandStarted(dealer=0), dealt, seats=seats) == [("B2-6.4", 3, None)]
    assert told(HandStarted(dealer=0), Dealt(each=13, places={"widow": cards("3d")}), seats=3) == [("B2-6.4", 3, None)]


def test_b2_1_4_who_deals_after_a_hand_thrown_in_is_not_told() -> None:
    thrown = [HandStarted(dealer=0), Voided()]
    state = fold(log_of("big_two", thrown))
    offered = [one.choices for one in find("big_two").due(state) if one.event is HandStarted]
    assert offered == [(HandStarted(dealer=0), HandStarted(dealer=1))]
    assert told(*thrown, HandStarted(), Voided(), HandStarted(dealer=2)) == []
    assert told(*thrown, HandStarted(dealer=2)) == [("B2-1.4", 4, 2)]
