"""Last One: cards played of which the rank, the suit, or nothing was seen."""

from typing import Any

import msgspec

from tests.builders import cards, found, log_of
from tests.games.last_one_tables import acts
from tests.test_every_game import plain
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Dealt, HandStarted, Played, Shown, TurnedUp

HANDS = ("Kc 9s 5h 2d", "9d 7c 7h Qd", "3d Ts Jc 6c", "2s 4h As Ac")


def begun(*more: Base, **options: Any) -> Log:
    """Four seats of known hands; seat 0 deals, and seat 1 begins on the nine of clubs, on line 5."""
    hands = tuple(cards(hand) for hand in HANDS)
    start = [HandStarted(dealer=0), Dealt(hands=hands), TurnedUp(card=cards("9c")[0])]
    return log_of("last_one", [*start, *more], 4, options=options or None)


def seen(seat: int, card: str, **more: Any) -> Played:
    return Played(seat=seat, card=Card(card), **more)


def test_lo_9_9_a_card_not_wholly_seen_may_be_any_of_the_hand() -> None:
    """It may have been the one that is drawn or played later by another."""
    for part in ("9?", "?d", "??"):
        log = begun(seen(1, part), *acts("2 3d, 2 Ts+, 3 d 9d"))
        assert found(log) == [], part
        assert audit(log).state.places.known[1].bit_count() == {"9?": 3, "?d": 2, "??": 0}[part]


def test_lo_9_4_after_a_card_of_no_known_rank_anybody_may_act() -> None:
    for text in ("2 Ts", "3 As", "0 d", "2 d2 two, 3 4h", "0 5h, 0 d5 melee, 1 d", "1 7h+, 2 d", "close, 2 d4 melee"):
        assert found(begun(seen(1, "??"), *acts(text))) == [], text
        assert found(begun(seen(1, "?d"), *acts(text))) == [], text
    assert found(begun(seen(1, "9?"), *acts("3 d"))) == [("LO-9.4", 6, 6, 3)]


def test_lo_3_4_a_card_of_no_known_rank_may_name_a_suit_or_a_card() -> None:
    assert found(begun(seen(1, "??", suit="h"))) == []
    assert found(begun(seen(1, "?d", suit="h"))) == []
    assert found(begun(seen(1, "??", stands_for=Card("7h")))) == []
    assert found(begun(seen(1, "9?", suit="h"))) == [("LO-3.4", 5, 5, 1)]


def test_lo_5_2_a_card_not_seen_goes_on_with_the_melee() -> None:
    start = [HandStarted(dealer=0), Dealt(each=4), TurnedUp(card=cards("9c")[0]), *acts("1 8c/h, 2 4h")]

    def told(*more: Base) -> list[Any]:
        return found(log_of("last_one", [*start, *more], 4))

    assert told(seen(0, "??"), *acts("2 d5 melee, 3 d")) == []
    assert told(seen(0, "?h"), *acts("1 6h, 0 d6 melee, 1 d")) == []
    assert told(seen(0, "5?"), *acts("1 6h, 0 d6 melee, 1 d")) == []
    assert told(seen(0, "??"), *acts("2 d4 melee")) == [("LO-9.2", 8, 8, 2)]


def test_lo_2_2_the_card_drawn_may_be_played_though_it_is_not_wholly_seen() -> None:
    options = {"play_drawn": "allow"}
    assert found(begun(*acts("1 d 5c"), seen(1, "5?"), *acts("2 6c"), **options)) == []
    assert found(begun(*acts("1 d 5c"), seen(1, "7?"), *acts("2 6c"), **options)) == [("LO-2.2", 6, 6, 1)]


def test_lo_7_1_a_hand_ends_by_its_count_after_a_card_not_seen() -> None:
    left = ((0, HANDS[0]), (2, "Ts 6c"), (3, "2s 4h As"))
    rest = [Shown(seat=seat, cards=cards(hand), all=True) for seat, hand in left]
    played = [seen(1, "??"), *acts("2 3d, 2 Jc+, 3 Ac, 1 7c, 1 7h")]
    for last in ("Q?", "?d", "??"):
        done = audit(begun(*played, seen(1, last), *rest))
        assert done.findings == [], last
        assert [one.result.points for one in done.results] == [(26, 0, 16, 21)], last
    more = audit(begun(*played, seen(1, "??"), *acts("2 d2 two"), effect_of_last_card="apply"))
    assert more.findings == []
    assert [one.result.points for one in more.results] == [(None,) * 4]


def test_what_a_viewer_sees_of_cards_not_seen() -> None:
    log = begun(seen(1, "9?"), *acts("2 3d"), seen(2, "?c", stacked=True), *acts("3 d 9d, 0 d"), seen(1, "??"))
    for viewer in (PUBLIC, 0, 1, 2, 3):
        partial = redact_log(log, viewer, "copy")
        for (_, event, whole), (_, _, known) in zip(frames(log), frames(partial), strict=True):
            assert plain(view(whole, viewer)) == plain(known), (viewer, event)


def upon(card: str, *more: Base) -> list[tuple[str, int, int, int | None]]:
    """What is found of three hands of six cards that nobody saw, on this upcard."""
    return found(log_of("last_one", [HandStarted(dealer=0), Dealt(each=6), TurnedUp(card=Card(card)), *more], 3))


def test_lo_9_9_a_card_not_wholly_seen_that_none_is_left_for() -> None:
    jokers = [seen(1, "Xr", stands_for=Card("5h")), seen(2, "Xb", stands_for=Card("6h"))]
    third = seen(0, "X?", stands_for=Card("7h"))
    assert upon("9h", *jokers, third) == [("LO-9.9", 7, 7, 0)]
    assert upon("9h", jokers[0], seen(2, "6h"), third) == []
    fives = [seen(1, "5h"), seen(2, "5s"), seen(0, "5d"), seen(1, "5c"), seen(2, "5?")]
    assert upon("9h", *fives) == [("LO-9.9", 9, 9, 2)]
    assert upon("9h", *fives[:3], seen(1, "5?")) == []


def test_lo_9_1_a_card_not_wholly_seen_is_none_of_those_that_lie_there() -> None:
    assert upon("Kh", seen(1, "9h"), seen(2, "K?")) == [("LO-9.1", 6, 6, 2)]
    assert upon("Kd", seen(1, "9d"), seen(2, "?d")) == []
    assert upon("Qh", seen(1, "9h"), seen(2, "K?")) == []
    assert upon("Kh", seen(1, "9h"), seen(2, "8?")) == []
    assert upon("Kh", seen(1, "9h"), seen(2, "?d")) == []  # the nine or the eight of diamonds


# ---- LO-4 The upcard -----------------------------------------------------------------------------------------------


def test_lo_4_after_an_upcard_of_no_known_rank_anybody_may_begin() -> None:
    for upcard in ([], [TurnedUp(card=Card("??"))], [TurnedUp(card=Card("?d"), suit="h")]):
        for text in ("1 9d", "2 Ts", "3 As, 2 Ac", "1 d2 two, 2 3d", "2 5h+, 1 d4 melee"):
            start = [HandStarted(dealer=0), Dealt(each=7), *upcard]
            assert found(log_of("last_one", [*start, *acts(text)])) == [], (upcard, text)
    ignored = log_of("last_one", [HandStarted(dealer=0), Dealt(each=7), *acts("1 9d, 3 9c")])
    options = {"first_upcard_effect": "ignore"}
    assert found(Log(msgspec.structs.replace(ignored.header, options=options), ignored.events)) == [("LO-9.4", 5, 5, 3)]


def test_lo_4_for_an_upcard_of_no_known_rank_a_card_or_a_suit_may_be_named() -> None:
    for named in (TurnedUp(card=Card("??"), stands_for=Card("7h")), TurnedUp(card=Card("??"), suit="h")):
        assert found(log_of("last_one", [HandStarted(dealer=0), Dealt(each=7), named])) == []
    wrong = TurnedUp(card=Card("9?"), stands_for=Card("7h"))
    assert found(log_of("last_one", [HandStarted(dealer=0), Dealt(each=7), wrong])) == [("LO-4", 4, 4, 0)]


# ---- LO-6 Calls, where nobody knows how many cards a seat has ------------------------------------------------------


def test_lo_9_7_a_penalty_is_needless_only_where_the_hand_is_known_to_have_had_more_than_a_card() -> None:
    begin = [HandStarted(dealer=0), TurnedUp(card=Card("9s"))]
    fine = acts("1 5s, 2 6s, 1 d2 missed, 0 7s")
    for dealt in ([], [Dealt()], [Dealt(hands=(None, None, None))]):
        assert found(log_of("last_one", [begin[0], *dealt, begin[1], *fine], 3)) == [], dealt
    assert found(log_of("last_one", [begin[0], Dealt(each=7), begin[1], *fine], 3)) == [("LO-9.7", 7, 7, 1)]


def test_lo_9_2_a_penalty_does_not_pay_what_a_two_makes_draw() -> None:
    both = acts("1 2s, 2 d2 missed, 2 d2 two, 0 7s")
    begin = [HandStarted(dealer=0), Dealt(), TurnedUp(card=Card("9s"))]
    assert found(log_of("last_one", [*begin, *both], 3)) == []
