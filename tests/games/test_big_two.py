"""Big Two: deal, play and irregularities, each test named for its clause or example."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.builders import cards, found, log_of
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.games.big_two.table import to_act
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    CountAsked,
    Dealt,
    Gap,
    HandStarted,
    Laid,
    Passed,
    Played,
    Shown,
    TakenBack,
    Voided,
)

HANDS = (
    "3d 3c 3h 8h 9c Td Jd Qs Kd Ac 5d 5c 2d",
    "4d 4c 4h 4s 6d 7d 8d Ad Kc Qh Jh 5h 2c",
    "6c 6h 6s 7c 7h 8c 8s Th Ts Js As Ks 2h",
    "3s 5s 9d 9h 9s 7s Tc Jc Qd Qc Kh Ah 2s",
)


def start(hands: Iterable[str] | None = HANDS, dealer: int | None = 0) -> list[Base]:
    """Lines 2 and 3: a hand, with its cards or without."""
    dealt = Dealt(each=13) if hands is None else Dealt(hands=tuple(cards(hand) for hand in hands))
    return [HandStarted(dealer=dealer), dealt]


def acts(text: str) -> list[Base]:
    """Plays and passes from line 4 on: `0 3d 3c, 1 p`."""
    events: list[Base] = []
    for act in text.split(", "):
        seat, what = act.split(" ", 1)
        events.append(Passed(seat=int(seat)) if what == "p" else Laid(seat=int(seat), cards=cards(what)))
    return events


def played(text: str, hands: Iterable[str] | None = HANDS, seats: int = 4, **options: Any) -> Log:
    return log_of("big_two", start(hands) + acts(text), seats=seats, options=options or None)


def finding(text: str, **more: Any) -> list[tuple[str, int, int, int | None]]:
    """What is found; the same without the hands, unless they are told to differ."""
    log = played(text, **more)
    open_hands, public = found(log), found(redact_log(log, PUBLIC, "copy"))
    assert open_hands == public
    return open_hands


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


# ---- B2-6 Irregularities -------------------------------------------------------------------------------------------


def test_b2_6_1_an_answer_that_is_not_true() -> None:
    for answer, wrong in ((12, False), (13, True)):
        events = [*start(None), *acts("0 3d"), CountAsked(seat=1, of=0, answer=answer)]
        assert found(log_of("big_two", events)) == ([("B2-6.1", 5, 5, 0)] if wrong else [])


def test_b2_6_1_after_a_gap_only_too_many_is_untrue() -> None:
    for answer, wrong in ((3, False), (13, True)):
        events = [*start(None), *acts("0 3d"), Gap(), CountAsked(seat=1, of=0, answer=answer)]
        assert found(log_of("big_two", events)) == ([("B2-6.1", 6, 6, 0)] if wrong else [])


def test_b2_6_2_with_four_players_a_wrong_opener_is_certain() -> None:
    assert finding("1 4d") == [("B2-6.2", 4, 4, 1)]
    assert finding("0 8h") == [("B2-6.2", 4, 4, 0)]


def test_b2_6_2_with_three_players_a_lower_card_proves_it_later() -> None:
    log = played("0 4d, 1 5d, 2 6d, 0 p, 1 7d, 2 8d, 0 p, 1 9d, 2 p, 0 p, 1 3c", hands=None, seats=3)
    assert found(log) == [("B2-6.2", 4, 14, 0)]
    assert found(Log(log.header, log.events[:-1])) == []
    assert [doubt.clause for doubt in audit(Log(log.header, log.events[:-1])).doubts] == ["B2-6.2"]


def test_b2_6_2_the_openers_own_lower_card_proves_it_too() -> None:
    assert found(played("0 4d, 1 p, 0 3d", hands=None, seats=2)) == [("B2-6.2", 4, 6, 0)]


def test_b2_6_2_lower_cards_that_cannot_all_be_set_aside_prove_it_at_once() -> None:
    assert found(played("0 6c", hands=None, seats=3)) == []
    assert found(played("0 6h", hands=None, seats=3)) == [("B2-6.2", 4, 4, 0)]
    assert found(played("0 9h", hands=None, seats=2)) == []
    assert found(played("0 9s", hands=None, seats=2)) == [("B2-6.2", 4, 4, 0)]
    assert found(played("0 2d 2c", hands=None, seats=2)) == [("B2-6.2", 4, 4, 0)]


def test_b2_6_2_the_cards_set_aside_tell_when_they_are_shown() -> None:
    aside = cards("3d 3h 3s 5d 5c 5h 5s 6d 6c 6h 6s 7d 7c")
    events = [*start(None), *acts("0 4d"), Shown(cards=aside, place="set_aside")]
    assert found(log_of("big_two", events, seats=3)) == [("B2-6.2", 4, 5, 0)]


def test_b2_6_2_a_remainder_shown_after_the_hand_proves_it() -> None:
    swift = [Laid(seat=0, cards=cards(text)) for text in ("4d", "5d", "6d", "7d", "8d", "9d", "Td", "Jd", "Qd", "Kd")]
    events: list[Base] = [*start(None)]
    for act in [*swift, *(Laid(seat=0, cards=cards(text)) for text in ("Ad", "2d", "2s"))]:
        events += [act, Passed(seat=1)]
    whole = [*events[:-1], Shown(seat=1, cards=cards("3c"))]
    assert found(log_of("big_two", whole, seats=2)) == [("B2-6.2", 4, len(whole) + 1, 0)]


def test_b2_6_3_wrong_turn_once() -> None:
    assert finding("0 3d, 2 6c, 3 9d, 0 Td") == [("B2-6.3", 5, 5, 2)]
    assert finding("0 3d, 2 p, 3 9d, 0 Td") == [("B2-6.3", 5, 5, 2)]


def test_b2_6_3_who_was_passed_over_counts_as_passed_and_may_still_act() -> None:
    assert finding("0 3d, 2 p, 3 p, 0 5d 5c") == [("B2-6.3", 5, 5, 2)]
    assert finding("0 3d, 2 p, 1 4d, 2 6c") == [("B2-6.3", 5, 5, 2)]
    assert finding("0 3d, 1 p, 3 p, 2 6c, 3 9d") == [("B2-6.3", 6, 6, 3)]


def test_b2_6_3_a_lead_before_all_passed() -> None:
    assert finding("0 3d, 1 p, 2 p, 0 5d 5c, 1 p, 2 p, 3 9d 9h") == [("B2-6.3", 7, 7, 0)]


def test_b2_6_4_what_is_no_combination() -> None:
    assert finding("0 3d 5d") == [("B2-6.4", 4, 4, 0)]
    assert finding("0 3d 3c 3h 5d 5c, 1 4d 4c 4h 4s") == [("B2-6.4", 5, 5, 1)]


def test_b2_6_4_not_the_same_size() -> None:
    assert finding("0 3d, 1 4d 4c, 2 6c 6h") == [("B2-6.4", 5, 5, 1)]


def test_b2_6_4_not_higher() -> None:
    assert finding("0 3d 3c, 1 4d 4c, 2 6c 6h, 3 9d 9h, 0 5d 5c") == [("B2-6.4", 8, 8, 0)]


def test_b2_6_4_a_card_twice_names_the_line_before() -> None:
    log = log_of("big_two", [*start(None), *acts("0 3d, 1 4d, 2 6c, 3 4d")])
    findings = audit(log).findings
    assert [(one.clause, one.kind, one.at, one.against) for one in findings] == [("B2-6.4", "contradiction", 7, 5)]


def test_b2_6_4_a_card_of_another_hand() -> None:
    log = played("0 3d, 1 4d, 2 9d")
    assert [one[:3] for one in found(log)] == [("B2-6.4", 6, 6)]
    assert found(redact_log(log, PUBLIC, "copy")) == []


def test_b2_6_4_more_than_thirteen_cards() -> None:
    lone = [*start(None), *acts("0 3d 3c 3h, 1 p, 2 p, 3 p, 0 5d 5c 5h 5s 8h, 1 p, 2 p, 3 p")]
    fourteen = [*lone, *acts("0 9d 9c 9h Td Tc, 1 p")]
    assert found(log_of("big_two", fourteen))[-1][0] == "B2-2.6"
    log = log_of("big_two", [*lone, *acts("0 2d, 1 p, 2 p, 3 p, 0 9d 9c 9h Td Tc")])
    assert found(log) == [("B2-6.4", 16, 16, 0)]


def test_b2_6_4_a_card_that_is_not_in_the_pack() -> None:
    assert ("B2-6.4", 5, 5, 1) in found(log_of("big_two", [*start(None), *acts("0 3d, 1 Xr")]))


def test_b2_6_6_late_cards_that_were_played() -> None:
    swift = [*start(None), *[Laid(seat=0, cards=(card,)) for card in PACK[:13]]]
    log = log_of("big_two", [*swift, Shown(seat=1, cards=cards("2c Kh"))])
    last = audit(log).findings[-1]
    assert (last.clause, last.at, last.against) == ("B2-6.6", 17, 5)


def test_b2_6_5_a_whole_remainder_of_the_wrong_size() -> None:
    swift = [*start(None), *[Laid(seat=0, cards=(card,)) for card in PACK[:13]]]
    log = log_of("big_two", [*swift, Shown(seat=1, cards=cards("2d Kh"), all=True)])
    assert found(log)[-1] == ("B2-6.5", 17, 17, 1)


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
