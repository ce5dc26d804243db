"""Dou Dizhu: cards laid of which the rank, the suit, or nothing was seen (DZ-1.1)."""

from tests.builders import cards, found, log_of
from tests.games.dou_dizhu_tables import acts, hands, judge, played, turned
from tests.test_every_game import plain
from upcard.engine.fold import frames
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import read_cards
from upcard.schemas.events import Base, Dealt, HandStarted, Laid, Passed, Took

DEAL = hands("7c 7d 8c 8d 9c", "3c 4c 5c", widow="3d 4d 5d")
START: list[Base] = [HandStarted(), DEAL, *acts("0 b3"), Took(seat=0, place="widow", cards=read_cards("3d 4d 5d"))]
PASSES = acts("1 p, 2 p")


def laid(text: str, seat: int = 0) -> Laid:
    return Laid(seat=seat, cards=cards(text))


def test_dz_8_4_a_card_not_seen_may_be_one_of_those_known_by_rank() -> None:
    """Both sevens go, the second not wholly seen; then all other cards."""
    rest = [card for card in (DEAL.hands or ((),))[0] or () if card.rank != "7"] + [*cards("3d 4d 5d")]
    for blurred in ("??", "?d"):
        events = [*START, laid("7?"), *PASSES, laid(blurred), *PASSES]
        for card in rest:
            events += [Laid(seat=0, cards=(card,)), *PASSES]
        assert judge(events[:-2]) == [], blurred


def test_dz_8_4_a_suit_seen_keeps_cards_of_other_suits_known() -> None:
    events = [*START, laid("?d"), *PASSES]
    assert judge([*events, laid("3c", seat=0)]) == [("DZ-8.4", 9, 9, 0)]
    assert judge([*events, laid("7c"), *PASSES, laid("8c")]) == []


def test_dz_8_3_who_lays_on_cards_that_may_have_been_nothing_is_not_accused() -> None:
    assert found(played("0 7c ?? ?h 9d, 1 3d")) == []
    assert found(played("0 7c ??, 1 3d")) == []
    assert found(played("0 ??, 1 3d 4d")) == [("DZ-8.3", 7, 7, 1)]
    assert found(played("0 7c 7d 7h ??, 1 3d")) == [("DZ-8.3", 7, 7, 1)]


def test_dz_1_4_the_face_up_card_of_the_widow_stays_that_after_a_card_not_seen() -> None:
    deal = hands("7c 7d", "3c 4c", widow="7h 4d 5d")
    took = Took(seat=0, place="widow", cards=read_cards("7h 4d 5d"))
    events = [HandStarted(), turned("7h"), deal, *acts("1 p, 2 p, 0 b3"), took, laid("??"), *PASSES, laid("7h")]
    assert judge(events, upcard_in_widow="first_drawer_bids") == []


def test_dz_8_1_a_wrong_first_word_is_found_at_once_and_stays_so_after_a_card_not_seen() -> None:
    deal = hands("7c 7h", "3c 4c", widow="3d 4d 5d")
    took = Took(seat=0, place="widow", cards=read_cards("3d 4d 5d"))
    events = [HandStarted(), turned("7h"), deal, *acts("1 p, 2 p, 0 b3"), took, laid("??"), *PASSES, laid("7h")]
    assert judge(events) == [("DZ-8.1", 5, 5, 1)]


def test_what_a_viewer_sees_of_cards_not_seen() -> None:
    events = [*START, laid("7?"), *PASSES, laid("??"), *PASSES, laid("?d"), Passed(seat=1), laid("4c ??", seat=2)]
    log = log_of("dou_dizhu", events, seats=3)
    for viewer in (PUBLIC, 0, 1, 2):
        partial = redact_log(log, viewer, "copy")
        for (_, event, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
            assert plain(view(whole, viewer)) == plain(seen), (viewer, event)


def test_dz_8_4_a_card_not_wholly_seen_that_none_is_left_for() -> None:
    begun = [HandStarted(), Dealt(each=17, first=0), *acts("0 b3"), Took(seat=0, place="widow")]
    jokers = [laid("Xb"), laid("Xr", 1), *acts("2 p, 0 p")]
    assert judge([*begun, *jokers, laid("X?", 1)]) == [("DZ-8.4", 10, 10, 1)]
    assert judge([*begun, jokers[0], laid("X?", 1)]) == []
    assert judge([*begun, jokers[0], laid("X? Xr", 1)])[0] == ("DZ-8.4", 7, 7, 1)


def test_dz_8_3_no_card_is_there_twice_in_a_shape() -> None:
    begun = [HandStarted(), Dealt(each=17, first=0), *acts("0 b3"), Took(seat=0, place="widow")]
    for two in ("?s 3s", "3s ?s", "?s ?s", "?s ?s 3c"):
        assert judge([*begun, laid(two)]) == [("DZ-8.3", 6, 6, 0)], two
    for fine in ("?s 3h", "3? ?s", "?s ?h", "?? 3s", "?s ?h 3c", "X? Xr", "3s 3h ?d ?c"):
        assert judge([*begun, laid(fine)]) == [], fine


def test_dz_8_4_lists_that_leave_no_joker_are_told_of_once() -> None:
    listed = hands("Xb 3c", "4c 5c", "Xr 6c")
    begun: list[Base] = [HandStarted(), listed, *acts("0 b3"), Took(seat=0, place="widow"), laid("3c")]
    assert judge([*begun, laid("X?", 1)]) == [("DZ-8.4", 7, 7, 1)]
    assert judge([*begun, *acts("1 p"), laid("X?", 2)]) == []
