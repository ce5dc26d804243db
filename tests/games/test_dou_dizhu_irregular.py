"""Dou Dizhu: irregularities, each test named for its clause (DZ-8), records by rank, and records with gaps."""

import pytest

from tests.builders import found, judged, log_of
from tests.games.dou_dizhu_tables import (
    acts,
    bidding,
    called,
    finding,
    hands,
    judge,
    played,
    ranks,
    state,
    turned,
    unseen,
)
from tests.games.test_dou_dizhu import SWIFT, hand, points
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card, read_cards
from upcard.schemas.events import (
    Base,
    Bid,
    ChipsPassed,
    Dealt,
    Gap,
    HandStarted,
    Laid,
    Passed,
    PurseCounted,
    Scored,
    Shown,
    Took,
    Voided,
)

GAME = find("dou_dizhu")

# ---- DZ-8.1 The face-up card ---------------------------------------------------------------------------------------


def test_dz_8_1_the_first_bidder_did_not_get_the_face_up_card() -> None:
    for start in (
        [HandStarted(), turned("7h", position=25), Dealt(each=17, first=0)],
        [HandStarted(), turned("7h"), Dealt(each=17, taker=1)],
        [HandStarted(), turned("7?"), Dealt(each=17, taker=1)],
        [HandStarted(), turned("7h"), hands("3c", "7h")],
        [HandStarted(), turned("7h"), Dealt(each=17), turned("7h", seat=1)],
    ):
        line = len(start) + 2
        assert judge([*start, Bid(seat=1, amount=1)]) == []
        assert judge([*start, Bid(seat=0, amount=1)]) == [("DZ-8.1", line, line, 0)]
        assert judge([*start, Passed(seat=0)]) == [("DZ-8.1", line, line, 0)]


def test_dz_8_1_a_wrong_first_bidder_shows_when_the_card_is_laid() -> None:
    events = [HandStarted(), turned("7h"), Dealt(each=17), *acts("0 b1, 1 b2, 2 b3, 2 w, 2 3, 0 6, 1 7h")]
    assert judge(events[:-1]) == []
    assert judge(events) == [("DZ-8.1", 5, 11, 0)]
    assert [doubt.clause for doubt in judged(log_of("dou_dizhu", events[:-1], seats=3)).doubts] == ["DZ-8.1"] * 2


def test_dz_8_1_the_landlord_may_have_it_from_the_widow() -> None:
    option = {"upcard_in_widow": "first_drawer_bids"}
    events = [HandStarted(), turned("7h"), Dealt(each=17), *acts("0 b1, 1 b3, 1 w, 1 7h")]
    assert judge(events, **option) == []
    events = [HandStarted(), turned("7h"), Dealt(each=17), *acts("0 b1, 1 b3, 1 w, 1 3, 2 p, 0 7h")]
    assert judge(events) == []


def test_dz_8_1_nor_does_it_prove_anything_when_the_landlord_shows_it_after_the_hand() -> None:
    first = [
        HandStarted(),
        turned("Kh"),
        Dealt(each=17),
        *acts("1 b1, 2 p, 0 b3, 0 w, 0 3, 1 2, 2 p, 0 p, 1 34567, 2 p, 0 p"),
    ]
    events = [*first, *acts("1 89TJQ, 2 p, 0 p, 1 334455")]
    option = {"upcard_in_widow": "first_drawer_bids"}
    assert judge([*events, Shown(seat=0, cards=read_cards("Kh"))], **option) == []
    assert judge([*events, Shown(seat=2, cards=read_cards("Kh"))]) == [("DZ-8.1", 5, len(events) + 2, 1)]


def test_dz_8_1_the_face_up_card_is_laid_by_another_seat() -> None:
    for start in (
        [HandStarted(), turned("7h", position=25), Dealt(each=17, first=0)],
        [HandStarted(), turned("7h"), Dealt(each=17, taker=1)],
    ):
        events = [*start, *acts("1 b1, 2 p, 0 p, 1 w, 1 3, 2 7h, 0 8, 1 9")]
        assert judge(events) == [("DZ-8.1", 10, 10, 2)]
        assert state(events).places.count(1) == 18


def test_dz_8_1_said_and_drawn_do_not_agree() -> None:
    start = [HandStarted(), turned("7h", position=25)]
    for deal, kind in (
        (Dealt(each=17, first=0, taker=2), "contradiction"),
        (hands("7h"), None),
    ):
        log = log_of("dou_dizhu", [*start, deal], seats=3)
        assert [(one.clause, one.kind) for one in audit(log).findings] == ([("DZ-8.1", kind)] if kind else [])
    wrong = Dealt(first=0, hands=hands("7h").hands)
    assert judge([*start, wrong]) == [("DZ-8.1", 4, 4, None)]


def test_dz_6_6_with_all_hands_known_the_taker_is_testimony() -> None:
    deal = hands("7h")
    said = Dealt(hands=deal.hands, places=deal.places, taker=2)
    log = log_of("dou_dizhu", [HandStarted(), turned("7h"), said, *acts("0 b1")], seats=3)
    assert [(one.clause, one.kind, one.seat) for one in audit(log).findings] == [("DZ-8.1", "testimony", 2)]


def test_dz_8_1_who_got_the_card_is_seen_otherwise() -> None:
    events = [HandStarted(), turned("7h"), Dealt(each=17, taker=1), turned("7h", seat=2)]
    assert judge(events) == [("DZ-8.1", 5, 5, None)]


# ---- DZ-8.2 Auction ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [0, 4, 100])
def test_dz_8_2_a_fourth_bid_value(amount: int) -> None:
    assert judge([*unseen(), Bid(seat=0, amount=amount)]) == [("DZ-8.2", 4, 4, 0)]


def test_dz_8_2_after_the_end_of_the_auction() -> None:
    assert judge([*unseen(), *acts("0 b3, 1 p")]) == [("DZ-8.2", 5, 5, 1)]
    assert judge([*unseen(), *bidding("1,P,P"), *acts("0 b2, 0 w")]) == [("DZ-8.2", 7, 7, 0)]
    assert judge([*called(), *acts("1 b3")]) == [("DZ-8.2", 6, 6, 1)]
    assert judge([*hand(SWIFT), *acts("1 b1")])[0][0] == "DZ-8.2"


def test_dz_8_2_the_wrong_seat() -> None:
    assert judge([*unseen(), *acts("0 b1, 2 b2, 0 p, 1 p")]) == [("DZ-8.2", 5, 5, 2)]
    assert judge([*unseen(), *acts("0 b1, 2 p")]) == [("DZ-8.2", 5, 5, 2)]


def test_dz_8_2_play_before_the_auction_ended() -> None:
    assert judge([*unseen(), *acts("0 b1, 1 p, 0 3")]) == [("DZ-8.2", 6, 6, 0)]
    assert judge([*unseen(), *acts("0 b1, 1 p, 0 w, 0 3, 1 4")]) == [("DZ-8.2", 6, 6, 0)]
    assert judge([*unseen(), *acts("0 3, 1 4")]) == [("DZ-8.2", 4, 4, 0)]


# ---- DZ-2.3 Redeals ------------------------------------------------------------------------------------------------


def test_dz_2_3_a_redeal_without_cause() -> None:
    assert judge([*unseen(), *acts("0 b1"), Voided(why="all_passed")]) == [("DZ-2.3", 5, 5, None)]
    assert judge([*called(), *acts("0 3"), Voided()]) == [("DZ-2.3", 7, 7, None)]
    assert judge([HandStarted(), turned("7h"), Dealt(each=17, taker=0), Voided()]) == [("DZ-2.3", 5, 5, None)]
    assert judge([HandStarted(), turned("7h"), Dealt(each=17), Voided()]) == []
    assert judge([*called(), Gap(), Voided()]) == []


# ---- DZ-8.3 Play ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "0 34",  # no shape
        "0 33344456, 1 555666",  # kickers left out
        "0 34567, 1 456789",  # other size
        "0 7775, 1 4445",  # not higher
        "0 7775, 1 88855",  # other kickers
        "0 3, 1 44",
        "0 4444, 1 3333",
        "0 AAAA34, 1 5",
        "0 br, 1 4444",
        "0 3, 1 777br",  # both jokers
        "0 333444JA, 1 5556667788",
    ],
)
def test_dz_8_3_what_cannot_be_laid(text: str) -> None:
    line = 5 + text.count(",") + 1
    assert finding(text) == [("DZ-8.3", line, line, text.count(","))]


def test_dz_8_3_options_of_shapes() -> None:
    for text, option in (
        ("0 44488877QQ", "trips_gap_with_kickers"),
        ("0 555588", "quad_equal_singles"),
        ("0 33334445", "kicker_rank_in_core"),
    ):
        assert finding(text) == [("DZ-8.3", 6, 6, 0)]
        assert finding(text, **{option: "forbid"}) == [("DZ-8.3", 6, 6, 0)]
        assert finding(text, **{option: "allow"}) == []


def test_dz_3_10_the_key_of_triplets_with_a_gap_is_the_highest() -> None:
    allow = {"trips_gap_with_kickers": "allow"}
    assert finding("0 44488855QQ, 1 66699933AA", **allow) == []
    assert finding("0 44488855QQ, 1 66677733AA", **allow) == [("DZ-8.3", 7, 7, 1)]


def test_dz_8_3_cards_not_known_may_be_right() -> None:
    for text in ("0 3, 1 ??", "0 33, 1 4? ??", "0 3? ??"):
        events = [*called(), *[seen(act) for act in text.split(", ")]]
        assert judge(events) == []
    assert judge([*called(), seen("0 3? 9? ??")]) == [("DZ-8.3", 6, 6, 0)]
    assert judge([*called(), seen("0 5? 5?"), seen("1 4? ??")]) == [("DZ-8.3", 7, 7, 1)]


def seen(act: str) -> Laid:
    text = act[2:]
    return Laid(seat=int(act[0]), cards=read_cards(text) if "?" in text else ranks(text))


def test_dz_3_11_a_shape_that_was_declared_wrongly() -> None:
    for said, wrong in (("trips_run(4)", False), ("trips_run+1", True), ("an airplane", False), (None, False)):
        events = [*called(), Laid(seat=0, cards=ranks("333444555666"), shape=said)]
        assert judge(events) == ([("DZ-3.11", 6, 6, 0)] if wrong else [])


# ---- DZ-8.4 Cards that cannot be -----------------------------------------------------------------------------------


def test_dz_8_4_more_than_four_of_a_rank() -> None:
    assert finding("0 555, 1 p, 2 p, 0 5, 1 6, 2 7, 0 p, 1 8") == []
    assert (
        finding("0 44, 1 66, 2 TT, 0 JJ, 1 QQ, 2 KK, 0 p, 1 p, 2 4, 0 5, 1 6, 2 7, 0 8, 1 9, 2 T, 0 J, 1 Q, 2 2") == []
    )
    assert finding("0 444, 1 p, 2 p, 0 3, 1 4, 2 5, 0 p, 1 p, 2 4") == [("DZ-8.4", 14, 14, 2)]
    assert finding("0 b, 1 r, 2 p, 0 p, 1 3, 2 b") == [("DZ-8.4", 11, 11, 2)]
    assert ("DZ-8.4", 6, 6, 0) in finding("0 33333")


def test_dz_8_4_a_card_that_was_laid_before() -> None:
    log = played("0 4h, 1 5c, 2 7, 0 8d, 1 9c, 2 p, 0 p, 1 4h")
    assert found(log) == [("DZ-8.4", 13, 13, 1)]
    assert audit(log).findings[0].against == 6


def test_dz_8_4_more_than_seventeen_or_twenty_cards() -> None:
    fives = ["1 34567", "1 89TJQ", "1 334455"]
    seventeen = "0 3, 1 2, 2 p, 0 p, " + ", 2 p, 0 p, ".join(fives[:2])
    assert finding(seventeen + ", 2 p, 0 p, 1 TTJJQQKK") == [("DZ-8.4", 16, 16, 1)]
    assert finding("0 3456789TJQKA, 1 p, 2 p, 0 555666777") == [("DZ-8.4", 9, 9, 0)]


def test_dz_8_4_a_card_of_the_widow_in_another_hand() -> None:
    events: list[Base] = [
        *unseen(),
        *acts("0 b3"),
        Shown(cards=read_cards("7h 3c 4c"), place="widow"),
        *acts("0 w, 0 3c, 1 7h"),
    ]
    assert judge(events, widow_shown=True) == [("DZ-8.4", 8, 8, 1)]
    log = log_of(
        "dou_dizhu",
        [*unseen(), *acts("0 b3"), Took(seat=0, place="widow", cards=read_cards("7h 3c 4c")), *acts("0 5, 1 7h")],
        seats=3,
    )
    assert found(log) == [("DZ-8.4", 7, 7, 1)]
    assert found(redact_log(log, PUBLIC, "copy")) == []


def test_dz_8_4_a_card_of_another_hand() -> None:
    events = [HandStarted(), hands("3c 5d", "7h"), *acts("0 b3, 0 w, 0 3c, 1 4h, 2 7h")]
    holder = next(seat for seat, held in enumerate(events[1].hands) if Card("4h") in held)
    log = log_of("dou_dizhu", events, seats=3)
    assert ("DZ-8.4", 8, 8, 2) in found(log)
    assert holder in {0, 1, 2}
    assert found(redact_log(log, PUBLIC, "copy")) == []


def test_dz_8_4_a_deal_that_cannot_be() -> None:
    good = hands()
    twice = Dealt(hands=(good.hands[0], good.hands[1], good.hands[0]), places=good.places)
    assert {row[0] for row in judge([HandStarted(), twice])} == {"DZ-8.4"}
    in_both = Dealt(hands=good.hands, places={"widow": good.hands[0][:3]})
    assert judge([HandStarted(), in_both]) == [("DZ-8.4", 3, 3, None)]
    four = Dealt(hands=good.hands, places={"widow": (*good.places["widow"], Card("??"))})
    assert judge([HandStarted(), four]) == [("DZ-8.4", 3, 3, None)]


def test_dz_8_4_a_widow_that_is_not_the_one_listed() -> None:
    deal = hands("3c", widow="7h 8h 9h")
    for cards, wrong in (("7h 8h 9h", False), ("7h 8h 3c", True), ("7h 8h", True)):
        events = [HandStarted(), deal, *acts("1 b3"), Took(seat=1, place="widow", cards=read_cards(cards))]
        assert [row[:2] for row in judge(events)] == ([("DZ-8.4", 5)] if wrong else [])


def test_dz_2_4_a_card_of_a_widow_that_nobody_was_seen_to_take() -> None:
    deal = hands("3c", "4d 5d 6d", widow="7h 8h 9h")
    assert judge([HandStarted(), deal, *acts("1 b3, 1 7h, 2 p, 0 p, 1 4d")]) == []
    assert judge([HandStarted(), deal, *acts("1 b3, 1 4d, 2 7h")]) == [("DZ-8.4", 6, 6, 2)]


def test_dz_8_4_what_is_shown_late_was_laid_before() -> None:
    events = [*hand("0 4h, 1 5c, 2 p, 0 p, 1 6c"), Shown(seat=2, cards=read_cards("4h"))]
    log = log_of("dou_dizhu", events, seats=3)
    assert [(one.clause, one.at, one.against) for one in audit(log).findings] == [("DZ-8.4", 13, 8)]
    events = [*hand(SWIFT), Shown(seat=1, cards=ranks("3456"), all=True)]
    assert judge(events) == [("DZ-8.4", len(events) + 1, len(events) + 1, 1)]


# ---- DZ-1.1 Records by rank ----------------------------------------------------------------------------------------

RANKED = (ranks("3333456789TJQKKAA"), ranks("44456678" + "99TJQQKA2"), ranks("55677889TTJJQKA2b"))
"""Hands by rank; the widow is 2 2 r."""


def ranked_deal(*seats: int) -> list[Base]:
    return [
        HandStarted(),
        Dealt(hands=tuple(one if seat in seats else None for seat, one in enumerate(RANKED)), each=17),
    ]


def test_dz_1_1_hands_by_rank_are_counted() -> None:
    events = [*ranked_deal(0, 1, 2), *acts("0 b3, 0 w, 0 3333, 1 p, 2 p, 0 45678")]
    assert judge(events) == []
    table = state(events)
    assert [table.places.count(seat) for seat in range(3)] == [11, 17, 17]


def test_dz_1_1_a_card_that_is_not_in_a_hand_by_rank() -> None:
    start = [*ranked_deal(0, 1, 2), *acts("0 b3, 0 w, 0 4")]
    assert judge([*start, *acts("1 r")]) == [("DZ-8.4", 7, 7, 1)]
    assert judge([*start, *acts("1 5, 2 6, 0 7, 1 9, 2 T")]) == []
    assert judge([*start, *acts("1 5c, 2 6, 0 7, 1 9h, 2 T, 0 p, 1 p, 2 5")]) == []
    assert judge([*start, *acts("1 5, 2 6, 0 7, 1 9, 2 T, 0 J, 1 Q, 2 2, 0 p, 1 p, 2 T, 0 J")]) == [
        ("DZ-8.4", 18, 18, 0)
    ]


def test_dz_1_1_the_fourth_of_a_rank_is_in_a_hand_that_is_listed() -> None:
    start = [*ranked_deal(0), *acts("1 b3, 1 w")]
    assert judge([*start, *acts("1 3")]) == [("DZ-8.4", 6, 6, 1)]
    assert judge([*start, *acts("1 K, 2 2")]) == []


def test_dz_1_1_hands_with_suits_and_plays_by_rank() -> None:
    deal = hands("3c 3d 4c 5c 6c 7c", "3h 3s")
    events = [HandStarted(), deal, *acts("0 b3, 0 w, 0 34567, 1 p, 2 p, 0 3d")]
    assert judge(events) == []
    assert state(events).places.count(0) == 14
    assert judge([*events, *acts("1 p, 2 p, 0 3")]) == [("DZ-8.4", 12, 12, 0)]


def test_dz_1_1_more_than_four_of_a_rank_are_dealt() -> None:
    wrong = Dealt(hands=(RANKED[0], (*RANKED[1][:-1], Card("3?")), RANKED[2]))
    assert judge([HandStarted(), wrong]) == [("DZ-8.4", 3, 3, None)]


def test_dz_1_5_ranks_are_seen_by_their_seat_only() -> None:
    log = log_of("dou_dizhu", [*ranked_deal(0, 1, 2), *acts("0 b3, 0 w, 0 4, 1 r")], seats=3)
    assert found(redact_log(log, 1, "copy")) == [("DZ-8.4", 7, 7, 1)]
    for viewer in (PUBLIC, 0, 2):
        assert found(redact_log(log, viewer, "copy")) == []


# ---- DZ-8.5 Scores and payments ------------------------------------------------------------------------------------


def scored(**row: object) -> list[tuple[str, int, int, int | None]]:
    events = [*hand(SWIFT, 2), Scored(**row)]
    return [(clause, at - len(events), proof - len(events), seat) for clause, at, proof, seat in judge(events)]


def test_dz_8_5_a_row_about_a_hand_that_was_played() -> None:
    good = {"seat": 0, "amount": 2, "bombs": 0, "side": 0, "points": (4, -2, -2), "totals": (4, -2, -2)}
    assert scored(**good) == []
    assert scored(**{**good, "bombs": 1}) == [("DZ-8.5", 1, 1, None)]
    assert scored(**{**good, "bombs": 1, "points": (8, -4, -4), "totals": None}) == [("DZ-8.5", 1, 1, None)]
    assert scored(**{**good, "side": 1}) == [("DZ-8.5", 1, 1, None)]
    assert scored(points=(-4, 2, 2)) == [("DZ-8.5", 1, 1, None)]
    assert scored(points=(4, -2, -1)) == [("DZ-8.5", 1, 1, None)]
    assert scored(points=(8, -4, -4)) == [("DZ-8.5", 1, 1, None)]
    assert scored(**{**good, "seat": 1}) == [("DZ-6.6", 1, 1, None)]
    assert scored(**{**good, "amount": 3}) == [("DZ-6.6", 1, 1, None)]
    assert scored(totals=(5, -2, -2)) == [("DZ-6.1", 1, 1, 0)]


def test_dz_8_5_payments() -> None:
    paid = [ChipsPassed(from_="seat:1", to="seat:0", amount=2), ChipsPassed(from_="seat:2", to="seat:0", amount=2)]
    assert judge([*hand(SWIFT, 2), *paid]) == []
    for wrong in (
        ChipsPassed(from_="seat:1", to="seat:0", amount=4),
        ChipsPassed(from_="seat:0", to="seat:1", amount=2),
        ChipsPassed(from_="seat:1", to="seat:2", amount=2),
        ChipsPassed(from_="seat:1", to="bank", amount=2),
    ):
        assert [row[0] for row in judge([*hand(SWIFT, 2), wrong])] == ["DZ-8.5"]


def test_dz_6_1_a_purse_that_does_not_hold_what_it_must() -> None:
    for amount, wrong in ((104, False), (102, True)):
        log = log_of("dou_dizhu", [*hand(SWIFT, 2), PurseCounted(seat=0, amount=amount)], seats=3, buy_in=100)
        assert [row[0] for row in found(log)] == (["DZ-6.1"] if wrong else [])


def row(**values: object) -> list[Base]:
    return [HandStarted(), Scored(**values)]


def test_dz_6_6_a_score_sheet_row_is_a_hand() -> None:
    events = [*row(seat=1, amount=2, bombs=1, side=0), *row(seat=0, amount=3, bombs=0, side=1)]
    assert judge(events) == []
    assert state(events).totals == [-4 - 6, 8 + 3, -4 + 3]
    results = [one.result for one in audit(log_of("dou_dizhu", events, seats=3)).results]
    assert [(one.points, one.won, one.level) for one in results] == [
        ((-4, 8, -4), (False, True, False), "sheet"),
        ((-6, 3, 3), (False, True, True), "sheet"),
    ]


def test_dz_6_6_rows_that_cannot_be() -> None:
    for values in (
        {"seat": 3},
        {"seat": 0, "amount": 4},
        {"seat": 0, "amount": 1, "bombs": 14},
        {"side": 2},
        {"counts": (1, 2, 3)},
    ):
        assert [one[0] for one in judge(row(**values))] == ["DZ-6.6"]
    good = {"seat": 1, "amount": 2, "bombs": 1, "side": 0}
    assert judge(row(**good, points=(-4, 8, -4))) == []
    assert judge(row(**good, points=(-2, 4, -2))) == [("DZ-8.5", 3, 3, None)]
    assert judge(row(**good, points=(4, -8, 4))) == [("DZ-8.5", 3, 3, None)]
    assert judge(row(**good, points=(-4, 8, -3))) == [("DZ-8.5", 3, 3, None)]
    assert judge(row(points=(5, -3, -2))) == [("DZ-8.5", 3, 3, None)]


def test_dz_6_6_points_that_do_not_follow_are_those_written_or_not_known() -> None:
    assert state(row(points=(-2, 4, -2))).points == [-2, 4, -2]
    assert state(row(points=(-2, 4, -2))).landlord == 1
    assert state(row(seat=0, side=0)).points == [None, None, None]
    spring = {"seat": 1, "amount": 2, "bombs": 0, "side": 0}
    assert state(row(**spring), spring="double").points == [None] * 3
    assert state(row(**spring, points=(-4, 8, -4)), spring="double").points == [-4, 8, -4]
    assert judge(row(**spring, points=(-8, 16, -8)), spring="double") == [("DZ-8.5", 3, 3, None)]


def test_dz_6_6_totals_of_the_sheet() -> None:
    good = {"seat": 1, "amount": 2, "bombs": 0, "side": 0}
    assert judge([*row(**good, totals=(-2, 4, -2)), *row(**good, totals=(-4, 8, -4))]) == []
    assert judge([*row(**good), *row(**good, totals=(-4, 7, -4))]) == [("DZ-6.1", 5, 5, 1)]


def test_dz_6_6_a_void_row_counts_nothing() -> None:
    events = [*row(void=True), *row(seat=1, amount=2, bombs=0, side=0)]
    assert judge(events) == []
    assert state(events).counted == 1


# ---- Gaps ----------------------------------------------------------------------------------------------------------


def test_after_a_gap_only_what_is_certain_is_found() -> None:
    events = [*unseen(), *acts("0 b1"), Gap(), *acts("2 b2, 2 w, 0 34567, 1 456789, 2 9")]
    assert judge(events) == [("DZ-8.3", 8, 8, 0), ("DZ-8.3", 9, 9, 1), ("DZ-8.3", 10, 10, 2)]
    events = [*called(), Gap(), *acts("1 34567, 2 45678, 0 p, 1 p, 2 3")]
    assert judge(events) == []
    assert judge([*called(), Gap(), *acts("1 34")]) == [("DZ-8.3", 7, 7, 1)]


def test_after_a_gap_in_the_auction_somebody_may_have_bid_more() -> None:
    assert judge([*unseen(), *acts("0 b1"), Gap(), *acts("2 p, 0 p, 1 w, 1 3, 2 4")]) == []
    assert judge([*unseen(), *acts("0 b1"), Gap(), *acts("2 p, 0 p, 1 p, 1 3, 2 4")]) == []
    assert judge([*unseen(), *acts("0 b1"), Gap(), *acts("1 b2, 2 p, 0 p, 2 w")]) == [("DZ-2.4", 9, 9, 2)]
    assert judge([*unseen(), *acts("0 b2"), Gap(), *acts("1 b2")]) == [("DZ-8.2", 6, 6, 1)]
    assert (
        state(
            [*unseen(), Gap(), *acts("1 b2, 2 p, 0 p, 1 w"), *acts(SWIFT.replace("2 p", "0 p").replace("0 3", "1 3"))]
        ).unsure
        == 0
    )


def test_after_a_gap_the_stake_is_not_known_but_by_a_row() -> None:
    events = [*called(), Gap(), *acts("0 KKK2")]
    assert state([*events, Scored(seat=0, amount=3, bombs=1, side=0)]).points == [12, -6, -6]
    assert state([*events, Scored(side=0)]).points == [None] * 3
    assert GAME.result(state([*events, Scored(side=0)])).won == (True, False, False)
    assert judge([*events, Scored(seat=1, amount=3, bombs=1, side=0)]) == [("DZ-6.6", 8, 8, None)]


def test_a_gap_between_hands() -> None:
    events = [*hand(SWIFT), Gap(hands=2), *unseen()]
    table = state(events)
    assert (table.hand, table.totals) == (4, [None] * 3)
    assert judge(events) == []


def test_a_record_that_begins_amid_a_hand() -> None:
    assert judge([Gap(), *acts("1 34567, 2 p, 0 p, 1 3")]) == []
    assert judge(acts("1 b1, 2 p, 0 p, 1 w, 1 3")) == []


# ---- Seats ---------------------------------------------------------------------------------------------------------


def test_dz_1_1_seats_that_are_not_there() -> None:
    events: tuple[Base, ...] = (
        Bid(seat=3, amount=1),
        Passed(seat=3),
        Took(seat=9, place="widow"),
        Laid(seat=3, cards=ranks("3")),
    )
    for event in events:
        assert judge([*unseen(), event]) == [("DZ-1.1", 4, 4, None)]
    assert judge([*unseen(), Shown(seat=7, cards=ranks("3"))]) == [("DZ-1.1", 4, 4, None)]


def test_dz_8_1_what_is_shown_of_an_earlier_hand_proves_a_wrong_first_bidder() -> None:
    first = [HandStarted(), turned("Kh"), Dealt(each=17), *acts("0 b1, 1 p, 2 p, 0 w, " + SWIFT)]
    events = [*first, HandStarted(), Shown(seat=2, cards=read_cards("Kh"), hand=1)]
    assert judge(events) == [("DZ-8.1", 5, len(events) + 1, 0)]
    assert points(hand(SWIFT)) == [2, -1, -1]


def test_a_public_log_of_a_hand_by_rank_tells_the_same_as_one_with_suits() -> None:
    log = log_of("dou_dizhu", hand(SWIFT), seats=3)
    assert found(Log(log.header, log.events)) == []


def test_after_a_gap_in_the_auction_a_bid_of_three_may_have_come_too_late() -> None:
    assert judge([*unseen(), *acts("1 b2, 2 p"), Gap(), *acts("0 p, 2 b3, 1 w")]) == []
