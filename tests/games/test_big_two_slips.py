"""Big Two: lines that a record has twice, too late, or not at all are told of once, and change no more than they must."""

import pytest

from tests.builders import cards, found, log_of
from tests.games.big_two_tables import HANDS, acts, start
from tests.games.test_big_two_scores import SWIFT, points, sheet
from upcard.engine.audit import Audit, audit
from upcard.engine.fold import fold
from upcard.engine.view import PUBLIC, redact_log
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

WINNER = {"lead_rule": "winner_of_previous"}


def judged(*events: Base, seats: int = 4, **options: object) -> Audit:
    """The audit of a log."""
    return audit(log_of("big_two", events, seats=seats, options=options or None))


def told(*events: Base, seats: int = 4, **options: object) -> list[tuple[str, str, int, int | None]]:
    """What is found of a log: kind, clause, line, seat."""
    done = judged(*events, seats=seats, **options)
    return [(one.kind, one.clause, one.at, one.seat) for one in done.findings if one.kind != "note"]


# ---- A line written twice ------------------------------------------------------------------------------------------


def test_b2_6_4_a_play_written_twice_is_one_contradiction_and_takes_no_cards() -> None:
    for text in ("0 3d, 1 4d 4c, 1 4d 4c, 2 p", "0 3d 3c, 1 4d 4c, 2 6c 6h, 3 p, 1 4d 4c, 0 5d 5c"):
        log = log_of("big_two", [*start(None), *acts(text)])
        twice = [one for one in audit(log).findings if one.name == "seen_twice"]
        assert [(one.kind, one.clause, one.seat, one.against) for one in twice] == [("contradiction", "B2-6.4", 1, 5)]
        assert fold(log).places.count(1) == 11
    asked = CountAsked(seat=0, of=1, answer=12)
    assert told(*start(), *acts("0 3d, 1 4d, 1 4d, 2 p"), asked) == [("contradiction", "B2-6.4", 6, 1)]


def test_b2_6_4_the_play_that_ends_a_hand_written_twice() -> None:
    assert [one for one in told(*SWIFT, SWIFT[-1]) if one[2] > 16] == [("contradiction", "B2-6.4", 17, 0)]
    assert judged(*SWIFT, SWIFT[-1], HandStarted()).state.totals == [0, 39, 39, 39]


def test_b2_6_4_cards_of_one_play_that_were_seen_before_are_one_finding() -> None:
    events = [*start(None), *acts("0 3d 3c, 1 4d 4c, 2 6c 6h, 3 4d 4c")]
    assert [one for one in told(*events) if one[0] == "contradiction"] == [("contradiction", "B2-6.4", 7, 3)]


@pytest.mark.parametrize(
    ("text", "seats"), [("0 3d, 1 p, 1 p, 2 6c", 4), ("0 3d, 1 p, 1 p, 0 5d", 2), ("0 3d, 1 p, 2 p, 3 p, 3 p, 0 5d", 4)]
)
def test_b2_6_3_a_pass_written_twice_is_one_contradiction_and_changes_nothing(text: str, seats: int) -> None:
    line = 4 + text.replace(" ", "").split(",").index(text.split(", ")[-2].replace(" ", "")) + 1
    hands = HANDS if seats == 4 else None
    assert told(*start(hands), *acts(text), seats=seats)[:1] == [
        ("contradiction", "B2-6.3", line, int(text.split(", ")[-2][0]))
    ]
    assert len(told(*start(hands), *acts(text), seats=seats)) == 1


def test_b2_6_3_a_line_written_twice_may_be_that_of_the_next_seat() -> None:
    assert told(*start(None), *acts("0 3d, 1 4d, 1 4d, 3 9d, 0 Td")) == [("contradiction", "B2-6.4", 6, 1)]
    assert told(*start(None), *acts("0 3d, 1 p, 1 p, 3 9d, 0 Td")) == [("contradiction", "B2-6.3", 6, 1)]


def test_b2_2_1_a_hand_begun_twice_loses_no_totals_and_accuses_no_dealer() -> None:
    row = Scored(counts=(0, 1, 2, 3))
    done = judged(HandStarted(dealer=0), row, HandStarted(dealer=1), HandStarted(dealer=1), row)
    assert [(one.clause, one.kind, one.at) for one in done.findings] == [("B2-2.1", "contradiction", 5)]
    assert (done.state.totals, done.state.hand) == ([0, 2, 4, 6], 2)
    assert told(HandStarted(dealer=0), *start(None, 2)) == [
        ("breach", "B2-1.4", 3, 2),
        ("contradiction", "B2-2.1", 3, None),
    ]


def test_b2_1_4_who_deals_after_a_hand_without_an_end_is_not_told() -> None:
    for dealer in (0, 1):
        begun = [*start(None), *acts("0 3d"), *start(None, dealer)]
        assert told(*begun) == [("contradiction", "B2-2.1", 5, None)]
    begun = [*start(None), *acts("0 3d"), HandStarted(), Scored(counts=(0, 1, 1, 1)), HandStarted(dealer=1)]
    assert told(*begun) == [("contradiction", "B2-2.1", 5, None)]


@pytest.mark.parametrize("hands", [None, HANDS])
def test_b2_2_1_a_deal_written_twice_is_the_same_hand(hands: tuple[str, ...] | None) -> None:
    begun = start(hands)
    done = judged(*begun, begun[1], *acts("0 3d, 1 4d"), Voided(), HandStarted(dealer=1))
    assert [(one.clause, one.kind, one.at) for one in done.findings] == [("B2-2.1", "contradiction", 4)]
    assert (done.state.totals, done.state.hand) == ([0, 0, 0, 0], 2)


def test_b2_2_1_a_deal_told_again_in_full_is_the_same_hand() -> None:
    done = judged(*start(None), start()[1], *acts("1 4d"))
    assert [(one.clause, one.at) for one in done.findings] == [("B2-2.1", 4), ("B2-6.2", 5)]
    assert (done.state.hand, done.state.places.most[0]) == (1, 0)


def test_b2_6_5_a_row_with_its_totals_written_twice_counts_once() -> None:
    row = Scored(counts=(0, 1, 2, 10), totals=(0, 1, 2, 20))
    done = audit(sheet(row, row, Scored(counts=(0, 1, 1, 1), totals=(0, 2, 3, 21))))
    assert [(one.kind, one.name, one.at) for one in done.findings] == [("note", "row_again", 3)]
    assert (points(done), done.state.totals) == ([(0, 1, 2, 20), (0, 1, 1, 1)], [0, 2, 3, 21])
    assert audit(sheet((0, 1, 2, 3), (0, 1, 2, 3))).state.totals == [0, 2, 4, 6]


def test_a5_a_line_that_takes_back_written_twice_takes_back_once() -> None:
    events = [*start(None), *acts("0 3d, 1 4d, 2 5h, 3 p, 0 p, 1 4c"), TakenBack(seat=1)]
    assert told(*events) == []
    assert told(*events, TakenBack(seat=1), *acts("1 p, 2 6c")) == [("contradiction", "A5", 11, 1)]


def test_b2_6_4_a_card_that_a_seat_laid_twice_leaves_open_how_many_it_has() -> None:
    events = [*start(None), *acts("0 3d, 1 p, 2 p, 3 p, 0 3d 3c")]
    for answer, wrong in ((11, []), (10, []), (12, [9]), (9, [9])):
        asked = told(*events, CountAsked(seat=1, of=0, answer=answer))
        assert [one[2] for one in asked if one[1] == "B2-6.1"] == wrong, answer


# ---- A line that comes late ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("0 3d, 2 6c, 1 4d, 3 9d, 0 Td", 4),
        ("0 3d, 2 6c, 1 p, 3 9d, 0 Td", 4),
        ("0 3d, 2 p, 1 4d, 3 9d, 0 Td", 4),
        ("0 3d, 2 p, 1 p, 3 9d, 0 Td", 4),
        ("0 3d, 0 5d, 1 4d, 1 6d, 0 9h", 2),
        ("0 3d, 1 p, 1 6d, 0 5d, 0 9h", 2),
    ],
)
def test_b2_6_3_two_lines_in_the_wrong_order_are_one_finding(text: str, seats: int) -> None:
    log = log_of("big_two", [*start(None), *acts(text)], seats=seats)
    assert [one[:2] for one in found(log)][:1] in ([("B2-6.3", 5)], [("B2-6.3", 6)])
    assert len(found(log)) == 1


def test_b2_6_4_who_was_passed_over_and_lays_what_never_was_higher_is_accused() -> None:
    assert [one[2:] for one in told(*start(None), *acts("0 5d, 2 9h, 1 4d"))] == [(4, 0), (5, 2), (6, 1), (6, 1)]
    assert [one[2:] for one in told(*start(None), *acts("0 3d, 2 5h, 1 9h, 2 Th"))] == [(5, 2), (6, 1)]


def test_b2_6_3_whether_a_play_not_wholly_known_comes_late_is_left_open() -> None:
    for more in ("0 Kc, 1 2d", "1 Kc, 0 2d"):
        assert [one[1:3] for one in told(*start(None), *acts(f"0 3d, 1 4c, 1 ?c, 0 8s, {more}"), seats=2)] == [
            ("B2-6.3", 6)
        ]


def test_b2_2_6_a_play_written_behind_the_one_that_ended_the_hand_counts() -> None:
    laid = [Laid(seat=0, cards=(card,)) for card in cards("3d 3c 3h 3s 4d 4c 4h 4s 5d 5c 5h")]
    passes: list[Base] = [Passed(seat=1)]
    events = [*start(None), *[act for one in laid for act in (one, *passes)], *acts("0 6d, 0 8d, 1 7d")]
    done = judged(*events, seats=2)
    assert [(one.clause, one.at) for one in done.findings] == [("B2-6.3", 27)]
    assert (points(done), done.state.totals) == ([(0, 24)], [0, 24])


def test_b2_2_1_a_deal_written_behind_the_first_play_is_of_that_hand() -> None:
    begun, dealt = start()
    done = judged(begun, *acts("0 3d"), dealt, *acts("1 4d, 2 9h"))
    assert [(one.kind, one.clause, one.at) for one in done.findings] == [
        ("contradiction", "B2-2.1", 4),
        ("contradiction", "B2-6.4", 6),
    ]
    assert (done.state.hand, done.state.places.count(0)) == (1, 12)
    assert told(begun, *acts("0 4d"), dealt)[-1] == ("contradiction", "B2-2.1", 4, None)


def test_b2_6_5_the_row_of_a_hand_written_behind_the_next_that_was_begun() -> None:
    row = Scored(counts=(0, 13, 13, 13), totals=(0, 39, 39, 39))
    done = judged(*SWIFT, HandStarted(), row, Dealt(each=13))
    assert [one for one in done.findings if one.at > 16] == []
    assert (len(done.results), done.state.totals) == (1, [0, 39, 39, 39])


# ---- A line left out -----------------------------------------------------------------------------------------------


def played_down(last: str) -> list[Base]:
    """Seat 1 is passed over by seat 2 once; then seat 0 plays down to its last card."""
    rounds = "0 {0}, 1 p, 2 p"
    text = ["0 3d, 2 6c, 0 7d, 1 p, 2 p"] + [
        rounds.format(card) for card in ["8d", "9d", "Td", "Jd", "Qd", "Kd", "Ad", "2d", "2c", "2h"]
    ]
    return [*start(None), *acts(", ".join([*text, last]))]


def test_b2_6_5_a_row_tells_of_the_play_that_was_left_out() -> None:
    ended = played_down("0 2s")
    row = Scored(counts=(0, 12, 12), points=(0, 24, 24), totals=(0, 24, 24))
    done = judged(*ended, row, seats=3)
    assert [(one.clause, one.at) for one in done.findings if one.kind != "note"] == [("B2-6.3", 5)]
    assert (points(done), done.state.totals) == ([(0, 24, 24)], [0, 24, 24])
    for column in (Scored(points=(0, 24, 24)), Scored(totals=(0, 24, 24)), Scored(counts=(0, 12, 12))):
        assert judged(*ended, column, seats=3).state.totals == [0, 24, 24]
    assert told(*ended, Scored(counts=(0, 12, 11)), seats=3)[1:] == [("testimony", "B2-6.5", len(ended) + 2, 2)]


def test_b2_6_5_a_row_tells_of_a_play_between_two_of_the_same_seat() -> None:
    rounds = ", ".join(f"0 {card}, 1 p" for card in cards("3h 3s 4d 4c 4h 4s 5d 5c 5h 5s"))
    events = [*start(None), *acts(f"0 3d, 0 3c, 1 p, {rounds}, 0 6d")]
    done = judged(*events, Scored(counts=(0, 12), points=(0, 24), totals=(0, 24)), seats=2)
    assert [(one.clause, one.at) for one in done.findings] == [("B2-6.3", 5)]
    assert done.state.totals == [0, 24]


def test_b2_2_6_what_follows_a_hand_and_cannot_be_of_it_is_a_contradiction() -> None:
    new = [*acts("1 3h, 2 4h"), Scored(counts=(1, 2, 0, 4))]
    done = judged(*SWIFT, *new)
    assert [(one.kind, one.clause, one.at) for one in done.findings if one.at > 16] == [("breach", "B2-2.6", 17)]
    assert points(done) == [(0, 39, 39, 39), (1, 2, 0, 4)]
    again = [one for one in told(*SWIFT, *acts("0 3d, 1 4d")) if one[2] > 16]
    assert again == [("contradiction", "B2-2.6", 17, 0)]


def test_k_6_a_row_after_a_hand_that_has_its_row_is_of_the_next() -> None:
    own = Scored(counts=(0, 13, 13, 13))
    for row in (Scored(counts=(2, 0, 1, 1)), Scored(points=(2, 0, 1, 1), totals=(2, 39, 40, 40))):
        done = judged(*SWIFT, own, row)
        assert [one for one in done.findings if one.at > 16] == []
        assert (points(done), done.state.totals) == ([(0, 39, 39, 39), (2, 0, 1, 1)], [2, 39, 40, 40])
    rows = [Scored(counts=(0, 5, 6, 7)), Scored(totals=(2, 5, 7, 8))]
    done = audit(sheet(*rows))
    assert (found(sheet(*rows)), points(done)) == ([], [(0, 5, 6, 7), (2, 0, 1, 1)])


# ---- Seats that change ---------------------------------------------------------------------------------------------


def test_b2_2_2_who_took_the_seat_of_the_winner_need_not_open() -> None:
    row, hand = Scored(counts=(0, 1, 2, 3)), [*start(None, None), *acts("1 4d")]
    assert told(HandStarted(dealer=0), row, *hand, **WINNER) == [("breach", "B2-6.2", 6, 1)]
    for change in ([Joined(seat=0, player="x")], [Left(seat=0)], [Left(seat=0), Joined(seat=0, player="x")]):
        assert told(HandStarted(dealer=0), row, *change, *hand, **WINNER) == []
    same = [Left(seat=0), Joined(seat=0, player="p1")]
    assert told(HandStarted(dealer=0), row, *same, *hand, **WINNER) == [("breach", "B2-6.2", 8, 1)]
    assert told(HandStarted(dealer=0), row, HandStarted(), Joined(seat=0, player="x"), *hand[1:], **WINNER) == []


def test_b2_6_5_the_total_of_a_new_player_is_what_the_sheet_says() -> None:
    rows = [Scored(counts=(0, 1, 2, 3)), Joined(seat=3, player="x"), Scored(counts=(0, 1, 1, 4))]
    assert judged(*rows).state.totals == [0, 2, 3, None]
    for total in (4, 7):
        done = judged(*rows, Scored(totals=(0, 2, 3, total)), Scored(counts=(0, 1, 1, 1)))
        assert (done.findings, done.state.totals) == ([], [0, 3, 4, total + 1])
    assert judged(Joined(seat=3, player="x"), rows[0]).state.totals == [0, 1, 2, 3]


def test_b2_2_2_who_leads_after_a_hand_thrown_in_is_not_told() -> None:
    thrown = [HandStarted(dealer=0), Scored(counts=(0, 1, 2, 3)), HandStarted(), Voided()]
    assert told(*thrown, *start(None, None), *acts("1 4d"), **WINNER) == []
    assert told(HandStarted(dealer=0), Voided(), *start(None, None), *acts("1 4d"), **WINNER) == [
        ("breach", "B2-6.2", 6, 1)
    ]


# ---- B2-6.1 Answers about hands whose size is not known -------------------------------------------------------------

MISSED = [*start(None), *acts("0 3d, 1 4d"), Gap()]
"""Lines 2 to 6."""


def test_b2_6_1_cards_laid_later_prove_an_answer_untrue() -> None:
    asked = [*MISSED, CountAsked(seat=0, of=2, answer=2)]
    for proof in ("2 7c 7h 7s", "2 7c 7h, 3 p, 0 p, 1 p, 2 8s"):
        done = judged(*asked, *acts(proof), *acts("3 p, 0 p, 1 p, 2 9s"))
        told_of = [(one.clause, one.at, one.found_at, one.seat) for one in done.findings]
        assert told_of == [("B2-6.1", 7, 8 if len(proof) < 12 else 12, 2)]
    assert told(*asked, *acts("2 7c 7h")) == []
    assert told(*asked, *acts("2 7c"), Gap(), *acts("2 7h")) == []


def test_b2_6_1_who_may_not_have_made_a_play_out_of_turn_is_not_accused_of_its_answer() -> None:
    begun = (HandStarted(dealer=0), Dealt(each=13))
    wrong_seat = acts("0 3d, 1 4d, 3 5d, 3 6d, 0 7d")  # the third was of seat 2
    said = told(*begun, *wrong_seat, CountAsked(seat=0, of=3, answer=12))
    assert said == [("contradiction", "B2-6.3", 6, None), ("contradiction", "B2-6.1", 9, 3)]
    assert told(*begun, *wrong_seat, CountAsked(seat=0, of=3, answer=11)) == said[:1]
    for answer in (10, 13):
        assert ("breach", "B2-6.1", 9, 3) in told(*begun, *wrong_seat, CountAsked(seat=0, of=3, answer=answer))
    known = start(HANDS)
    asked = (*acts("0 3d, 1 4d, 3 5s"), CountAsked(seat=0, of=3, answer=13))
    assert told(*known, *asked)[-1] == ("breach", "B2-6.1", 7, 3)  # it was of the hand that is listed


def test_b2_6_1_a_seat_whose_play_is_missing_may_have_fewer_cards_than_it_still_seems_to_have() -> None:
    begun = (HandStarted(dealer=0), Dealt(each=13), *acts("0 3d, 2 4d, 2 p, 3 p, 0 5d"))  # 4d was of seat 1
    done = told(*begun, CountAsked(seat=0, of=1, answer=12), *acts("1 6d, 2 p, 3 p, 0 p"))
    assert done == [("contradiction", "B2-6.3", 5, None)]


def test_b2_6_1_cards_shown_later_prove_an_answer_untrue() -> None:
    asked = [*MISSED, CountAsked(seat=0, of=2, answer=2)]
    assert told(*asked, Shown(seat=2, cards=cards("7c 7h 7s"))) == [("breach", "B2-6.1", 7, 2)]
    assert told(*asked, Shown(seat=2, cards=cards("7c"), all=True)) == [("breach", "B2-6.1", 7, 2)]
    assert told(*asked, Gap(), Shown(seat=2, cards=cards("7c"), all=True)) == []
    assert told(*asked, Shown(seat=2, cards=cards("7c 7h"), all=True)) == []


def test_b2_6_1_two_answers_that_do_not_go_together() -> None:
    first = [*MISSED, CountAsked(seat=0, of=2, answer=2)]
    assert told(*first, CountAsked(seat=0, of=2, answer=3)) == [("breach", "B2-6.1", 8, 2)]
    assert told(*first, CountAsked(seat=0, of=2, answer=1)) == [("breach", "B2-6.1", 8, 2)]
    assert told(*first, Gap(), CountAsked(seat=0, of=2, answer=1)) == []
    assert told(*first, *acts("2 7c"), CountAsked(seat=0, of=2, answer=1)) == []


def test_b2_6_1_of_answers_that_do_not_go_together_one_at_most_is_true() -> None:
    """Which one, the row tells: what was told of that one is withdrawn."""
    asked = [
        *start(None),
        *acts("0 3d 3c"),
        Gap(),
        *(CountAsked(seat=1, of=0, answer=count) for count in (10, 9, 8, 9)),
    ]
    assert told(*asked) == [("breach", "B2-6.1", 7, 0), ("breach", "B2-6.1", 8, 0)]
    assert told(*asked, Scored(counts=(10, 0, 1, 1))) == [("breach", "B2-6.1", 7, 0), ("breach", "B2-6.1", 8, 0)]
    row = ("contradiction", "B2-6.1", 10, 0)
    assert told(*asked, Scored(counts=(9, 0, 1, 1))) == [("breach", "B2-6.1", 8, 0), row]


def test_b2_6_1_a_row_against_an_answer() -> None:
    asked = [*MISSED, CountAsked(seat=0, of=2, answer=2)]
    assert told(*asked, Scored(counts=(0, 1, 2, 5))) == []
    assert told(*asked, Scored(counts=(0, 1, 3, 5))) == [("contradiction", "B2-6.1", 8, 2)]


# ---- Cards not wholly known ----------------------------------------------------------------------------------------


def test_c_6_a_card_not_told_may_be_any_of_a_hand_that_is_listed() -> None:
    log = log_of("big_two", [*start(), *acts("0 3d, 1 4?, 2 ??, 3 9d, 0 Td, 1 Kc, 2 Ks")])
    for one in (log, redact_log(log, PUBLIC, "copy")):
        assert found(one) == []
        assert [fold(one).places.count(seat) for seat in range(4)] == [11, 11, 11, 12]
    laid = [Laid(seat=0, cards=cards(text)) for text in ("3d", *["??"] * 12)]
    assert judged(*start(), *laid).results[0].result.points == (0, 39, 39, 39)


@pytest.mark.parametrize("wrong", [0, 2, 3])
def test_a5_taken_back_written_for_the_wrong_seat_accuses_nobody(wrong: int) -> None:
    """Seat 1 lays what does not beat the table, takes it back, and lays another card."""
    begun = [*start(None), *acts("0 3d, 1 4d, 2 5c, 3 6c, 0 8c")]
    for bad in ("1 7d", "1 9d 9h"):
        told = [*begun, *acts(bad), TakenBack(seat=wrong), *acts("1 Td, 2 Jc, 3 p, 0 p")]
        done = audit(log_of("big_two", told))
        assert [one for one in done.findings if one.kind == "breach"] == [], (bad, done.findings)
        right = audit(log_of("big_two", [*begun, *acts(bad), TakenBack(seat=1), *acts("1 Td, 2 Jc, 3 p, 0 p")]))
        assert right.findings == []
