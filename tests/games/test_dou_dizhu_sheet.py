"""Dou Dizhu: rows of the score sheet (DZ-6.6), totals and purses, and acts where no hand is on."""

import pytest

from tests.builders import found, log_of
from tests.games.dou_dizhu_tables import Found, acts, bidding, called, hands, judge, state, turned, unseen
from tests.games.test_dou_dizhu import SWIFT, hand
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Base, Bid, Gap, HandStarted, PurseCounted, Scored, Voided

GOOD = {"seat": 0, "amount": 2, "bombs": 0, "side": 0}
"""A row of a hand that brought 4 -2 -2."""


def row(**values: object) -> list[Base]:
    return [HandStarted(), Scored(**values)]


# ---- Rows that no play can bring -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        {"points": (10, -5, -5)},
        {"seat": 0, "amount": 3, "side": 0, "points": (4, -2, -2)},
        {"seat": 0, "bombs": 0, "side": 0, "points": (16, -8, -8)},
        {"seat": 1, "points": (2, -1, -1)},
        {"side": 1, "points": (2, -1, -1)},
    ],
)
def test_dz_6_1_points_that_no_bid_and_bombs_bring(values: dict[str, object]) -> None:
    assert judge(row(**values)) == [("DZ-8.5", 3, 3, None)]
    assert state(row(**values)).points == [None] * 3


def test_dz_6_1_a_row_that_cannot_be_is_one_finding() -> None:
    assert judge(row(seat=0, amount=4, bombs=0, side=0, points=(8, -4, -4))) == [("DZ-6.6", 3, 3, None)]
    assert judge(row(seat=0, amount=2, bombs=14, side=0)) == [("DZ-6.6", 3, 3, None)]
    assert judge(row(void=True, points=(2, -1, -1))) == [("DZ-6.6", 3, 3, None)]


def test_dz_6_2_a_spring_only_where_the_cards_can_bring_one() -> None:
    spring = {"spring": "double"}
    assert state(row(seat=0, amount=1, bombs=6, side=0), **spring).points == [128, -64, -64]
    assert state(row(seat=0, amount=1, bombs=5, side=0), **spring).points == [None] * 3
    answered = [*called(), *acts("0 3333, 1 4444")]
    written = Scored(seat=0, amount=3, bombs=2, side=0, points=(48, -24, -24))
    assert judge([*answered, written], **spring) == [("DZ-8.5", 8, 8, None)]


# ---- Rows against the play, and against each other -----------------------------------------------------------------


def test_dz_8_5_a_second_row_of_a_hand_is_compared_with_the_first() -> None:
    wrong = Scored(seat=0, amount=2, bombs=1, side=0)
    assert judge([*row(**GOOD), wrong]) == [("DZ-8.5", 4, 4, None)]
    assert state([*row(**GOOD), wrong]).totals == [4, -2, -2]
    assert judge([*row(**GOOD), Scored(**GOOD)]) == []
    cut = [*called(), Gap(), *acts("0 KKK2")]
    assert judge([*cut, Scored(seat=0, amount=3, bombs=0, side=0), wrong])[0][:2] == ("DZ-6.6", 9)
    assert judge([*row(**GOOD), Scored(void=True)]) == [("DZ-8.5", 4, 4, None)]


def test_dz_8_5_a_second_row_tells_what_the_first_left_out() -> None:
    assert state([*row(seat=0, side=0), Scored(amount=2, bombs=0)]).points == [4, -2, -2]


def test_dz_6_6_a_row_amid_the_auction_is_held_to_the_bids() -> None:
    for text, seat, bid, wrong in (
        ("0 p, 1 b2", 0, 1, True),
        ("0 p, 1 b2", 0, 2, True),
        ("0 p, 1 b2", 0, 3, False),
        ("0 p, 1 b2", 1, 2, False),
    ):
        events = [*unseen(), *acts(text), Scored(seat=seat, amount=bid, bombs=0, side=0)]
        assert judge(events) == ([("DZ-6.6", 6, 6, None)] if wrong else [])
        assert (state(events).points == [None] * 3) == wrong


def test_dz_8_5_bombs_that_were_laid_or_cannot_be() -> None:
    laid = [*called(), *acts("0 3333, 1 4444")]
    assert judge([*laid, Scored(seat=0, amount=3, bombs=1, side=0, points=(12, -6, -6))]) == [("DZ-8.5", 8, 8, None)]
    assert state([*laid, Scored(seat=0, amount=3, bombs=1, side=0, points=(12, -6, -6))]).points == [None] * 3
    none = hands("3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2c", "3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 2d", widow="Xb Xr 3h")
    with_row = [HandStarted(), none, *acts("0 b3, 0 w"), Scored(bombs=3, side=0)]
    assert judge([*with_row[:-1], Scored(bombs=1, side=0)]) == []
    assert judge(with_row) == [("DZ-8.5", 6, 6, None)]


def test_dz_2_3_a_row_that_says_void_needs_a_cause_too() -> None:
    assert judge([*called(), *acts("0 3"), Scored(void=True)]) == [("DZ-2.3", 7, 7, None)]
    assert judge([*unseen(), *bidding("P,P,P"), Scored(void=True)]) == []
    assert judge([*unseen(), *bidding("P,P,P"), Voided(), Scored(void=True)]) == []
    assert judge([*unseen(), *bidding("P,P,P"), Scored(void=True), Voided()]) == []


# ---- Totals and purses ---------------------------------------------------------------------------------------------


def test_dz_6_6_rows_of_totals_alone_are_hands() -> None:
    events = [*row(totals=(4, -2, -2)), *row(totals=(2, -1, -1))]
    assert judge(events) == []
    results = [one.result for one in audit(log_of("dou_dizhu", events, seats=3)).results]
    assert [(one.points, one.won) for one in results] == [
        ((4, -2, -2), (True, False, False)),
        ((-2, 1, 1), (False, True, True)),
    ]
    assert state(row(seat=0, side=0, totals=(4, -2, -2))).points == [4, -2, -2]


def test_dz_6_1_totals_alone_that_no_hand_brings() -> None:
    assert judge([*row(totals=(10, -5, -5)), HandStarted()]) == [("DZ-6.1", 3, 3, None)]
    assert judge([*row(totals=(4, -2, -1)), HandStarted()]) == [("DZ-6.1", 3, 3, None)]
    assert state(row(totals=(10, -5, -5))).totals == [None] * 3
    assert judge([Gap(), Scored(totals=(4, -2, -1)), *row(totals=(5, -2, -2))]) == [("DZ-6.1", 3, 3, None)]


def test_dz_6_1_a_wrong_total_is_told_once() -> None:
    first = row(**GOOD, totals=(5, -2, -2))
    assert judge([*first, *row(**GOOD, totals=(9, -4, -4))]) == [("DZ-6.1", 3, 3, 0)]
    assert judge([*first, *row(**GOOD, totals=(8, -4, -4))]) == [("DZ-6.1", 3, 3, 0)]
    assert judge([*first, *row(**GOOD, totals=(9, -4, -5))]) == [("DZ-6.1", 3, 3, 0), ("DZ-6.1", 5, 5, 2)]
    carried = [*first, *row(totals=(9, -4, -4))]
    assert judge(carried) == [("DZ-6.1", 3, 3, 0)]
    assert state(carried).totals == [8, -4, -4]


def test_dz_6_1_totals_that_follow_from_wrong_points_are_wrong_by_these_alone() -> None:
    wrong = row(**GOOD, points=(8, -4, -4), totals=(8, -4, -4))
    assert judge([*wrong, *row(**GOOD, totals=(12, -6, -6))]) == [("DZ-8.5", 3, 3, None)]
    told = Scored(seat=0, amount=2, bombs=1, side=0, points=(8, -4, -4), totals=(8, -4, -4))
    assert judge([*hand(SWIFT, 2), told])[0][0] == "DZ-8.5"
    assert len(judge([*hand(SWIFT, 2), told])) == 1


def test_dz_6_1_a_purse_that_is_off_is_told_once() -> None:
    counts = [PurseCounted(seat=0, amount=105), PurseCounted(seat=0, amount=105)]
    log = log_of(
        "dou_dizhu", [*hand(SWIFT, 2), *counts, *hand(SWIFT, 2), PurseCounted(seat=0, amount=109)], 3, buy_in=100
    )
    assert [one[:1] for one in found(log)] == [("DZ-6.1",)]


def test_dz_6_4_totals_that_are_first_told_by_a_row_may_end_the_session() -> None:
    option = {"session_end": "target", "session_number": 20}
    assert state([Gap(), HandStarted(), Scored(totals=(30, -15, -15))], **option).over


# ---- Where no hand is on -------------------------------------------------------------------------------------------


def test_dz_5_2_acts_after_the_end_are_told_once() -> None:
    assert judge([*hand(SWIFT), *acts("1 p, 2 6666, 0 p, 1 7777")]) == [("DZ-5.2", 18, 18, 1)]


def test_dz_8_2_a_hand_that_nobody_wrote_the_beginning_of_is_one_finding() -> None:
    events = [*hand(SWIFT), *acts("1 b1, 2 b2, 0 p, 1 p, 2 w, 2 34567, 0 p, 1 p, 2 33")]
    assert judge([*events, HandStarted()]) == [("DZ-8.2", 18, 18, 1)]
    assert state(events).totals == [None] * 3


def test_dz_8_2_bids_after_the_end_of_the_auction_are_told_once() -> None:
    assert judge([*unseen(), *acts("0 b3, 1 p, 2 p, 0 w, 0 3")]) == [("DZ-8.2", 5, 5, 1)]
    assert judge([*unseen(), *acts("0 p, 1 p, 2 p, 0 b1, 1 b2, 2 p, 0 p, 1 w, 1 3")]) == [("DZ-8.2", 7, 7, 0)]


def test_dz_2_3_a_hand_thrown_in_of_which_nothing_else_is_told() -> None:
    for start in ([], [Gap()], [*hand(SWIFT), Gap()], row(**GOOD), [*unseen(), *bidding("P,P,P"), Voided()]):
        events = [*start, Voided()]
        log = log_of("dou_dizhu", events, seats=3)
        assert found(log) == []
        assert [one.result.says for one in audit(log).results][-1] == "void"
    assert judge([*hand(SWIFT), Voided()])[0][0] == "DZ-2.3"
    assert judge([*called(), Gap(), *acts(SWIFT), Voided()])[-1][0] == "DZ-2.3"


# ---- A line that is missing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "0 66, 2 p, 0 p, 1 8, 2 9",  # seat 1 laid sevens
        "0 66, 1 p, 2 p, 1 p, 2 p, 0 8",  # seat 0 led
        "0 66, 2 p, 0 88, 1 99",  # seat 1 passed
        "0 66, 2 p, 1 p, 0 3",  # seat 2 was early
        "0 66, 1 77, 0 8",  # seat 2 laid, and two passed
    ],
)
def test_dz_8_3_what_a_missing_line_may_explain_is_told_once(text: str) -> None:
    events = [*called(), *acts(text)]
    assert [row[0] for row in judge(events)] == ["DZ-8.3"]


def test_dz_5_1_who_follows_a_leader_that_passed_is_not_blamed() -> None:
    assert judge([*called(), *acts("0 p, 1 p, 0 3, 1 4")]) == [("DZ-5.1", 6, 6, 0)]


def test_the_table_after_a_stray_bid_goes_on_with_the_next_hand() -> None:
    events = [*hand(SWIFT), Bid(seat=0, amount=1), *hand(SWIFT)]
    assert len(judge(events)) == 1
    assert fold(log_of("dou_dizhu", events, seats=3)).hand == 2


OUT_OF_TURN = SWIFT.replace("0 34567, 1 p, 2 p", "0 34567, 2 p")
"""Seat 1 may have passed, or laid a bomb: the line is missing."""


def test_dz_8_5_a_row_may_tell_of_a_bomb_that_was_left_out() -> None:
    events = hand(OUT_OF_TURN, 2)
    assert judge(events) == [("DZ-8.3", 9, 9, 2)]
    assert state(events).points == [4, -2, -2]
    told = [*events, Scored(seat=0, amount=2, bombs=1, side=0, points=(8, -4, -4), totals=(8, -4, -4))]
    assert judge(told) == [("DZ-8.3", 9, 9, 2)]
    assert state(told).totals == [8, -4, -4]
    later = [*events, *row(seat=1, amount=1, bombs=0, side=0, totals=(7, -2, -5))]
    assert judge(later) == [("DZ-8.3", 9, 9, 2)]
    assert state(later).totals == [7, -2, -5]
    assert judge([*events, Scored(points=(10, -5, -5))])[-1] == ("DZ-8.5", len(events) + 2, len(events) + 2, None)


def test_dz_8_2_words_that_are_missing_accuse_nobody_else() -> None:
    for text in ("0 b1, 2 p, 0 p, 1 w", "0 p, 2 p, 0 p, 1 w", "0 b1, 2 p, 1 w, 1 3", "0 p, 2 p, 0 p, 1 3"):
        assert judge([*unseen(), *acts(text)]) == [("DZ-8.2", 5, 5, 2)], text
    first = [HandStarted(), turned("7h"), hands("7h"), *acts("1 p, 2 p"), Voided()]
    assert judge(first) == [("DZ-8.1", 5, 5, 1)]


def test_dz_1_4_a_deal_that_nobody_bid_on_leaves_the_totals_to_all_alike() -> None:
    deal = hands("7h")
    for position, totals in ((52, [2, -1, -1]), (0, [None] * 3)):
        events = [*hand(SWIFT), HandStarted(), turned("7h", position=position), deal, HandStarted()]
        log = log_of("dou_dizhu", events, seats=3)
        for one in (log, redact_log(log, PUBLIC, "copy")):
            assert fold(one).totals == totals


def test_dz_6_6_a_row_after_a_gap_is_that_of_the_hand_before_if_it_fits() -> None:
    def after(*events: Base) -> tuple[Found, list[tuple[int, tuple[int | None, ...]]]]:
        log = [*called(), *acts(SWIFT), *events]
        results = audit(log_of("dou_dizhu", log, 3)).results
        return judge(log), [(one.hand, one.result.points) for one in results]

    points = after()[1][0][1]
    assert points == (6, -3, -3)
    mine, other = Scored(points=(6, -3, -3), totals=(6, -3, -3)), Scored(points=(-8, 4, 4), totals=(-2, 1, 1))
    for gaps in ([Gap()], [Gap(), Gap()]):
        for row in (mine, Scored(points=(6, -3, -3)), Scored(seat=0, amount=3, bombs=0, side=0)):
            assert after(*gaps, row) == ([], [(1, points)])
    assert after(Gap(), mine, other) == ([], [(1, points), (2, (-8, 4, 4))])
    assert after(Gap(), mine, Scored(points=(-8, 4, 4), totals=(0, 0, 0)))[0] != []
    for row in (other, Scored(points=(6, -3, -3), totals=(-10, 5, 5)), Scored(seat=1, amount=1, bombs=0, side=0)):
        assert after(Gap(), row)[0] == []
        assert [hand for hand, _ in after(Gap(), row)[1]] == [1, 2]
    assert after(Gap(), Scored(totals=(6, -3, -3))) == ([], [(1, points)])
    assert after(Gap(hands=1), mine)[1][-1][0] == 3
