"""Big Two: deal, play and irregularities, each test named for its clause or example."""

import pytest

from tests.builders import cards, found, log_of
from tests.games.big_two_tables import HANDS, acts, finding, played, start
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.games.big_two.table import to_act
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Dealt,
    Gap,
    HandStarted,
    Laid,
    Passed,
    Played,
    TakenBack,
    Voided,
)


def test_b2x_8_a_pass_does_not_lock() -> None:
    log = played("0 3d, 1 4d, 2 p, 3 p, 0 8h, 1 p, 2 p, 3 9d, 0 Td, 1 Ad, 2 p, 3 p, 0 p")
    assert found(log) == []
    state = fold(log)
    assert (state.turn, state.lead, state.table) == (1, 1, ())


# ---- B2-1 Material -------------------------------------------------------------------------------------------------


def test_b2_1_1_thirteen_cards_each() -> None:
    short = [*HANDS[:3], HANDS[3][:-3]]
    assert found(log_of("big_two", start(short))) == [("B2-1.1", 3, 3, 3)]


@pytest.mark.parametrize(("seats", "aside"), [(2, 26), (3, 13), (4, 0)])
def test_b2_1_1_the_rest_is_set_aside(seats: int, aside: int) -> None:
    state = fold(log_of("big_two", start(None), seats=seats))
    assert state.places.count(seats + 1) == aside
    assert [state.places.count(seat) for seat in range(seats)] == [13] * seats


def test_b2_1_1_no_such_seat() -> None:
    assert found(log_of("big_two", [*start(), Passed(seat=7)])) == [("B2-1.1", 4, 4, None)]


def test_b2_1_4_the_deal_moves_left() -> None:
    row = [HandStarted(dealer=2), Voided(), HandStarted(dealer=2), Voided()]
    assert found(log_of("big_two", row)) == []
    finished = [*start(None, dealer=2), *[Laid(seat=0, cards=(card,)) for card in PACK[:13]]]
    assert fold(log_of("big_two", finished)).next_dealer == 3
    wrong = found(log_of("big_two", [*finished, HandStarted(dealer=1)]))
    assert ("B2-1.4", 17, 17, 1) in wrong
    assert not any(clause == "B2-1.4" for clause, *_ in found(log_of("big_two", [*finished, HandStarted(dealer=3)])))


def test_b2_1_4_a_dealer_after_a_gap_is_not_judged() -> None:
    assert found(log_of("big_two", [HandStarted(dealer=2), Voided(), Gap(), HandStarted(dealer=1)])) == []


# ---- B2-2 Phases ---------------------------------------------------------------------------------------------------


def test_b2_2_1_a_hand_without_an_end() -> None:
    assert found(log_of("big_two", [*start(), HandStarted(), Gap(), HandStarted()])) == [("B2-2.1", 4, 4, None)]
    assert found(log_of("big_two", [Voided()])) == [("B2-2.1", 2, 2, None)]


def test_b2_2_2_the_lowest_card_opens_in_any_combination() -> None:
    assert finding("0 3d 3c 3h, 1 4d 4c 4h, 2 6c 6h 6s") == []
    log = log_of("big_two", start())
    assert to_act(fold(log)) == 0
    assert to_act(fold(redact_log(log, PUBLIC, "copy"))) < 0
    assert to_act(fold(redact_log(log, 0, "copy"))) == 0


def test_b2_2_2_lead_rule_winner_of_previous() -> None:
    swift = [*start(None), *[Laid(seat=1, cards=(card,)) for card in PACK[13:26]], HandStarted(), Dealt(each=13)]
    for rule, opener, wrong in (("winner_of_previous", 1, False), ("winner_of_previous", 0, True)):
        log = log_of("big_two", [*swift, Laid(seat=opener, cards=cards("8h"))], options={"lead_rule": rule})
        assert [told for told in found(log) if told[1] > 18] == ([("B2-6.2", 19, 19, opener)] if wrong else [])
    log = log_of("big_two", [*swift, Laid(seat=1, cards=cards("8h"))])
    assert [told for told in found(log) if told[1] > 18] == [("B2-6.2", 19, 19, 1)]


def test_b2_2_2_the_first_hand_is_opened_by_the_low_card_in_any_case() -> None:
    assert finding("0 8h", lead_rule="winner_of_previous") == [("B2-6.2", 4, 4, 0)]


def test_b2_2_3_pass_lock_on_and_off() -> None:
    text = "0 3d, 1 p, 2 6c, 3 9d, 0 Td, 1 Ad"
    assert finding(text) == []
    assert finding(text, pass_lock=True) == [("B2-2.3", 9, 9, 1)]


def test_b2_2_3_passes_of_who_is_out_may_be_written_or_not() -> None:
    for text in ("0 3d, 1 p, 2 6c, 3 9d, 0 Td, 2 p, 3 p, 0 5d", "0 3d, 1 p, 2 6c, 3 9d, 0 Td, 1 p, 2 p, 3 p, 0 5d"):
        assert finding(text, pass_lock=True) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b2_2_4_who_is_left_alone_leads(seats: int) -> None:
    text = ", ".join(["0 3d", *(f"{seat} p" for seat in range(1, seats)), "0 5d 5c"])
    assert found(played(text, hands=None, seats=seats)) == []


def test_b2_2_5_lead_pass_forbid_and_allow() -> None:
    text = "0 3d, 1 p, 2 p, 3 p, 0 p, 1 4d 4c"
    assert finding(text) == [("B2-2.5", 8, 8, 0)]
    assert finding(text, lead_pass="allow") == []


def test_b2_2_5_the_opener_may_not_pass() -> None:
    for lead_pass in ("forbid", "allow"):
        log = played("0 p, 1 4d", lead_pass=lead_pass)
        assert found(log) == [("B2-2.5", 4, 4, 0)]
        assert found(redact_log(log, PUBLIC, "copy")) == [("B2-2.5", 4, 4, None)]


def test_b2_2_6_nobody_answers_the_last_play() -> None:
    swift = [*start(None), Laid(seat=0, cards=cards("3d")), *[Laid(seat=0, cards=(card,)) for card in PACK[14:15]]]
    state = fold(log_of("big_two", swift))
    assert state.phase == "play"
    whole = [*start(None), *[Laid(seat=0, cards=(card,)) for card in PACK[:13]], Passed(seat=1)]
    assert found(log_of("big_two", whole))[-1] == ("B2-2.6", 17, 17, 1)


# ---- B2-7 Ambiguities, K-3, K-7 ------------------------------------------------------------------------------------


def test_a5_an_illegal_play_stands_unless_it_is_taken_back() -> None:
    events = acts("0 3d, 1 4d 4c")
    log = log_of("big_two", [*start(), *events, TakenBack(seat=1), *acts("1 4d, 2 6c")])
    assert found(log) == []
    state = fold(log)
    assert (state.table, state.turn, state.places.count(1)) == (cards("6c"), 3, 12)
    assert found(log_of("big_two", [*start(), TakenBack(seat=1)])) == [("A5", 4, 4, 1)]


def test_a5_a_play_out_of_turn_is_taken_back() -> None:
    assert found(log_of("big_two", [*start(), *acts("0 3d, 2 6c"), TakenBack(seat=2), *acts("1 4d, 2 6c")])) == []
    wrong = [*start(), *acts("1 4d, 2 6c"), TakenBack(seat=2), TakenBack(seat=1), *acts("0 3d, 1 4d")]
    assert found(log_of("big_two", wrong)) == []


def test_a5_a_play_before_the_last_is_taken_back_by_its_line() -> None:
    events = [*start(), *acts("0 3d, 1 4d 4c, 2 6c 6h"), TakenBack(seat=1, line=5), *acts("3 9d 9h")]
    assert found(log_of("big_two", events)) == []
    assert fold(log_of("big_two", events)).places.count(1) == 13


def test_a5_the_play_that_ended_the_hand_is_taken_back() -> None:
    thirteen = [Laid(seat=0, cards=(card,)) for card in PACK[13:26]]
    events = [*start(None), *thirteen]
    done = audit(log_of("big_two", [*events, TakenBack(seat=0)]))
    assert (done.results, done.state.phase, done.state.ended, done.state.totals) == ([], "play", 0, [0, 0, 0, 0])
    again = audit(log_of("big_two", [*events, TakenBack(seat=0), thirteen[-1]]))
    assert [ended.result.points for ended in again.results] == [(0, 39, 39, 39)]
    assert again.state.totals == [0, 39, 39, 39]


def test_a5_passes_on_a_play_that_is_taken_back_go_too() -> None:
    events = [*start(), *acts("0 3d, 1 4d, 2 8c, 3 p, 0 p"), TakenBack(seat=2), *acts("2 6c, 3 9d")]
    assert found(log_of("big_two", events)) == []


def test_k_3_a_gap_makes_turn_and_counts_prove_less() -> None:
    assert found(log_of("big_two", [*start(None), *acts("0 3d"), Gap(), *acts("3 5s 5d, 0 p, 1 p, 2 p, 3 8d")])) == []
    assert found(log_of("big_two", [*start(None), *acts("0 3d"), Gap(), *acts("3 9s, 0 5s")])) == [("B2-6.4", 7, 7, 0)]


def test_k_3_a_list_that_the_play_disproves_is_no_evidence_any_more() -> None:
    log = played("0 3d, 1 4d, 2 9d, 3 Tc, 0 Jd, 1 Ad, 2 p, 3 p, 0 p, 1 5h, 2 6c")
    assert [one[:3] for one in found(log)] == [("B2-6.4", 6, 6)]


def test_a_single_card_may_be_written_as_played() -> None:
    one = log_of("big_two", [*start(), Played(seat=0, card=cards("3d")[0]), *acts("1 4d")])
    assert found(one) == []
    assert fold(one).table == cards("4d")


def test_cards_not_known_fold_and_prove_what_they_can() -> None:
    events = [*start(None), *acts("0 3d 3c, 1 ?? ??, 2 4? 5?, 3 ?? ??")]
    assert found(log_of("big_two", events)) == [("B2-6.4", 6, 6, 2)]
    low = [*start(None), *acts("0 3? 3?, 1 4d 4c, 2 6d 6c, 3 3d")]
    assert ("B2-6.2", 4, 7, 0) in found(log_of("big_two", low))


def test_b2_o_options_are_the_pages() -> None:
    options = find("big_two").options
    assert options.read({}).model_dump() == {
        "target": 100,
        "lead_rule": "low_card",
        "pass_lock": False,
        "lead_pass": "forbid",
        "low_straight_top": "sequence",
        "fry_thresholds": (10, 13),
        "zero_sum_payout": False,
        "takes_all": "off",
        "tie": "shared",
    }
    assert options.read({"fry_thresholds": [11, 13]}).fry_thresholds == (11, 13)
    with pytest.raises(OptionError, match="fry_thresholds"):
        fold(log_of("big_two", [], options={"fry_thresholds": (13, 10)}))


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("0 3d, 1 p, 2 4d, 3 5d, 0 6d", [2, 1]),
        ("0 3d, 1 p, 2 4d, 3 5d, 0 6d, 1 p", [2]),
        ("0 3d, 1 p, 2 p, 3 5d, 0 6d", [3, 1, 2]),
        ("0 3d, 1 p, 2 p, 3 5d, 0 6d, 1 p", [3, 2]),
        ("0 3d, 1 p, 2 p, 3 5d, 0 p", [1, 2]),
        ("0 3d, 1 p, 2 p, 3 5d, 0 6d, 3 p", []),
    ],
)
def test_b2_7_2_the_pass_of_who_is_locked_out_may_be_written_when_play_goes_over_it(
    text: str, seats: list[int]
) -> None:
    s = audit(played(text, hands=None, pass_lock=True)).state
    assert [act.seat for act in find("big_two").due(s) if act.event is Passed] == seats
