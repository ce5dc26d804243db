"""Dou Dizhu: lines written twice, left out, or put down in another order: nobody is accused, and no score is wrong."""

import random
from typing import Any

import pytest

from tests.builders import found, log_of
from tests.experiments import sessions
from tests.games.dou_dizhu_tables import acts, bidding, called, hands, judge, state, turned, unseen
from tests.games.test_dou_dizhu import SWIFT, hand
from tests.games.test_dou_dizhu_oracle import played
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import read_cards
from upcard.schemas.events import Base, Dealt, HandStarted, Laid, Shown, Took

SUITED = "0 3c 4c 5c 6c 7c, 1 p, 2 p, 0 8c 9c Tc Jc Qc, 1 p, 2 p, 0 3d 3h 4d 4h 5d 5h, 1 p, 2 p, 0 Kc Kd Kh 2c"
"""The landlord is out of twenty cards."""


def kinds(events: list[Base], **options: Any) -> list[tuple[str, str, str, int]]:
    """What is found: clause, name, kind, line."""
    log = log_of("dou_dizhu", events, seats=3, options=options or None)
    return [(one.clause, one.name, one.kind, one.at) for one in audit(log).findings]


# ---- Cards laid, written twice -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [SUITED, SWIFT])
def test_dz_8_4_a_play_written_twice_is_one_contradiction_and_counts_once(text: str) -> None:
    start, play = hand("0 p")[:-1], acts(text)
    for place in (0, 3, 6, 9):
        events = [*start, *play[: place + 1], *play[place:]]
        line = len(start) + place + 3
        assert kinds(events) == [("DZ-8.4", "written_twice", "contradiction", line)], place
        assert state(events).points == [2, -1, -1]
        assert state(events).plays == [4, 0, 0]


def test_dz_6_1_a_bomb_written_twice_doubles_once() -> None:
    text = SWIFT.replace("KKK2", "KKKK")
    assert state([*hand(text), *acts("0 KKKK")]).points == [4, -2, -2]
    first = [*called(), *acts("0 4444, 0 4444, 1 p, 2 p, 0 5")]
    assert (state(first).bombs, judge(first)) == (1, [("DZ-8.4", 7, 7, 0)])


def test_dz_8_4_a_play_written_again_later_is_one_contradiction() -> None:
    events = [*called(), *acts("0 3c 4c 5c 6c 7c, 1 p, 2 8d 9d Td Jd Qd, 0 3c 4c 5c 6c 7c, 1 p")]
    assert judge(events) == [("DZ-8.4", 9, 9, 0)]
    events = [*called(), *acts("0 3c, 1 5c, 2 6c, 0 7c, 1 5c, 1 8c, 2 9c")]
    assert [(row[1], row[3]) for row in kinds(events)] == [("seen_twice", 10), ("out_of_turn", 11)]
    events = [*called(), *acts("0 3c, 1 5c, 2 6c, 1 5c, 0 7c")]
    assert kinds(events) == [("DZ-8.4", "written_twice", "contradiction", 9)]


def test_dz_8_4_where_suits_are_left_out_the_hand_may_have_laid_as_many_more() -> None:
    table = state([*called(), *acts("0 33, 0 33, 1 44")])
    assert table.places.count(0) is None
    assert state([*called(), *acts("0 3c 3d, 0 3c 3d, 1 44")]).places.count(0) == 18
    assert judge([*called(), *acts("0 3, 0 3c, 1 4")]) == [("DZ-8.4", 7, 7, 0)]


def test_dz_8_3_other_cards_on_ones_own_are_a_breach() -> None:
    for text in ("0 3c, 0 3d", "0 3, 0 4", "0 3, 1 p, 0 3"):
        events = [*called(), *acts(text)]
        assert [row[:3] for row in kinds(events)] == [("DZ-8.3", "out_of_turn", "breach")]


def test_dz_8_4_cards_seen_before_are_one_finding_a_play() -> None:
    events = [*called(), *acts("0 3c 3d 4c 4d 5c 5d, 1 6c 6d 7c 7d 8c 8d, 2 3c 3d 4c 4d 9c 9d")]
    log = log_of("dou_dizhu", events, seats=3)
    told = [(one.name, one.at, one.seat, "".join(one.cards)) for one in audit(log).findings]
    assert told == [("seen_twice", 8, 2, "3c4c3d4d")]


def test_dz_5_2_the_last_play_written_twice_does_not_excuse_what_follows() -> None:
    assert kinds([*hand(SWIFT), *acts("0 KKK2, 1 p")]) == [
        ("DZ-8.4", "written_twice", "contradiction", 18),
        ("DZ-5.2", "after_the_end", "breach", 19),
    ]


# ---- Passes and bids, written twice --------------------------------------------------------------------------------


def test_dz_8_3_a_pass_written_twice_is_no_breach() -> None:
    for text, line in (("0 3, 1 p, 1 p, 2 p, 0 4", 8), ("0 3, 1 p, 2 p, 2 p, 0 44", 9)):
        assert kinds([*called(), *acts(text)]) == [("DZ-8.3", "written_twice", "contradiction", line)]
    assert kinds([*called(), *acts("0 3, 2 p")]) == [("DZ-8.3", "out_of_turn", "breach", 7)]


def test_dz_8_2_a_word_written_twice_is_no_breach_and_counts_once() -> None:
    for text, line in (("0 b1, 1 p, 1 p, 2 b2, 0 p, 1 p, 2 w", 6), ("0 b1, 1 b2, 1 b2, 2 p, 0 p, 1 w", 6)):
        events = [*unseen(), *acts(text)]
        assert kinds(events) == [("DZ-8.2", "written_twice", "contradiction", line)]
        assert state(events).bid == 2
        assert not state(events).unsure
    for text in ("0 b3, 0 b3, 0 w", "0 b1, 1 p, 2 p, 2 p, 0 w", "0 p, 1 p, 2 p, 2 p"):
        assert [row[1:3] for row in kinds([*unseen(), *acts(text)])] == [("written_twice", "contradiction")]
    assert [row[1] for row in kinds([*unseen(), *acts("0 b1, 1 p, 0 b2")])] == ["out_of_turn"]


def test_dz_8_2_a_pass_that_was_anothers_ends_the_auction_all_the_same() -> None:
    events = [*unseen(), *acts("0 b1, 1 p, 1 p, 0 w, 0 3")]
    assert [row[1] for row in kinds(events)] == ["written_twice"]
    assert (state(events).landlord, state(events).bid, state(events).unsure) == (0, 1, 0)


# ---- Words that are missing ----------------------------------------------------------------------------------------


def test_dz_2_2_where_a_word_is_missing_the_auction_may_go_on() -> None:
    events = [*unseen(), *acts("0 b1, 1 p, 0 p, 1 b3, 1 w, 1 3")]  # seat 2 bid 2
    assert judge(events) == [("DZ-8.2", 6, 6, 0)]
    assert (state(events).landlord, state(events).bid, state(events).unsure) == (1, 3, 0)


def test_dz_6_1_what_a_landlord_bid_whose_bid_is_missing_cannot_be_told() -> None:
    ending = SWIFT.replace("0 ", "x ").replace("1 p", "y p").replace("2 p", "z p")
    play = ending.replace("x", "1").replace("y", "2").replace("z", "0")
    for text in ("0 b1, 2 p, 0 p, 1 w", "0 b1, 1 w"):  # seat 1 bid 2 or 3
        events = [*unseen(), *acts(f"{text}, {play}")]
        assert [row[0] for row in judge(events)] == ["DZ-8.2"]
        assert state(events).points == [None] * 3
    events = [*unseen(), *acts(f"0 b3, 1 w, {play}")]
    assert state(events).points == [-3, 6, -3]


@pytest.mark.parametrize(
    ("text", "passes"),
    [("0 p, 1 p, 2 b4, 2 b1, 0 p, 1 p, 2 w", "third_may_bid"), ("0 p, 1 b0, 1 b1, 2 p, 0 p, 1 w", "stop")],
)
def test_dz_2_3_whoever_takes_a_wrong_last_bid_back_forces_nobody(text: str, passes: str) -> None:
    options = {"all_pass": "first_bidder_forced_1", "opening_passes": passes}
    events = [*unseen(), *acts(text)]
    assert [row[1] for row in kinds(events, **options)] == ["no_such_bid"]
    assert state(events, **options).bid == 1
    forced = (
        [*unseen(), *acts("0 p, 1 p, 2 b4, 0 w")] if passes == "third_may_bid" else [*unseen(), *acts("0 p, 1 b0, 0 w")]
    )
    assert [row[1] for row in kinds(forced, **options)] == ["no_such_bid"]


# ---- The widow, and redeals ----------------------------------------------------------------------------------------


def test_dz_2_4_the_widow_written_down_after_the_lead_is_no_breach() -> None:
    told = Took(seat=0, place="widow", cards=read_cards("Kc Kd 2h"))
    events: list[Base] = [*unseen(), *acts("0 b3, 0 3c, 1 4c"), told, *acts("2 5c")]
    assert judge(events) == []
    assert state(events).places.known[0] == sum(card.bit for card in read_cards("Kc Kd 2h"))
    assert judge([*events, *acts("0 p, 1 Kc")]) == [("DZ-8.4", 10, 10, 1)]
    assert judge([*unseen(), *acts("0 b3, 0 3c, 1 Kc"), told]) == [("DZ-8.4", 7, 7, 1)]
    assert judge([*unseen(), *acts("0 b3, 0 3c, 1 w")]) == [("DZ-2.4", 6, 6, 1)]
    assert judge([*events, told])[0][0] == "DZ-2.4"


def test_dz_1_4_a_deal_that_may_have_had_to_be_dealt_anew_needs_no_end() -> None:
    deal = hands("3c", widow="7h")
    events = [HandStarted(), turned("7h"), deal, HandStarted()]
    log = log_of("dou_dizhu", events, seats=3)
    assert found(log) == found(redact_log(log, PUBLIC, "copy")) == []
    known = [HandStarted(), turned("7h"), Dealt(each=17, taker=1), HandStarted()]
    assert judge(known) == [("DZ-5.2", 5, 5, None)]


# ---- Any line, anywhere --------------------------------------------------------------------------------------------


def outcome(log: Log) -> list[tuple[tuple[int | None, ...], tuple[bool | None, ...]]]:
    return [(one.result.points, one.result.won) for one in audit(log).results if one.result.counts]


def doubled(count: int) -> None:
    """One line of legal play is there twice: at most one contradiction, and every result as it was."""
    for seed in range(count):
        table, log = played(seed, 0.0)
        for place in random.Random(seed).sample(range(len(table.events)), 6):
            event = table.events[place]
            if isinstance(event, HandStarted | Dealt):  # the first of two may be a hand of which all else is missing
                continue
            events = [*table.events[: place + 1], *table.events[place:]]
            twice = log_of("dou_dizhu", events, seats=3, options=log.header.options)
            for one in (twice, redact_log(twice, PUBLIC, "copy")):
                findings = audit(one).findings
                assert len(findings) <= 1, (seed, place, findings)
                breaches = [found for found in findings if found.kind == "breach"]
                assert not breaches or not isinstance(event, Laid | Shown), (seed, place, findings)
                assert outcome(one) == outcome(log), (seed, place)


def test_a_line_written_twice_is_told_once_and_changes_no_result() -> None:
    doubled(4)


@pytest.mark.check
def test_a_line_written_twice_is_told_once_in_more_sessions() -> None:
    doubled(sessions(36))


def test_dz_8_2_all_passed_and_the_last_pass_written_twice_is_dealt_anew() -> None:
    events = [*unseen(), *bidding("P,P,P"), *acts("2 p")]
    assert [row[1] for row in kinds(events)] == ["written_twice"]
    assert state(events).none_bid
