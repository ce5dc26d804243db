"""Big Two: irregularities, each test named for its clause (B2-6)."""

from tests.builders import cards, found, log_of
from tests.games.big_two_tables import acts, finding, played, start
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK
from upcard.schemas.events import (
    Base,
    CountAsked,
    Gap,
    Laid,
    Passed,
    Shown,
)

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


def test_b2_6_2_with_four_players_nothing_is_said_of_cards_set_aside() -> None:
    log = played("1 4d", hands=None)
    (finding_,) = audit(log).findings
    assert (finding_.says, finding_.cards) == ("opened without the lowest card: 3d was dealt", cards("3d"))


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
    assert fold(played("0 3d, 2 p, 3 p")).lead == 1
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
