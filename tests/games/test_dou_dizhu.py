"""Dou Dizhu: deal, auction, play and settlement, each test named for its clause."""

import pytest

from tests.builders import found, log_of
from tests.games.dou_dizhu_tables import acts, bidding, called, finding, hands, judge, played, state, turned, unseen
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.games.dou_dizhu.table import WIDOW, taken_by, to_act
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card, read_cards
from upcard.schemas.events import Base, Bid, Closed, Dealt, HandStarted, Shown, Took, Voided

GAME = find("dou_dizhu")


# ---- Worked examples -----------------------------------------------------------------------------------------------


def test_dzx_8_pass_one_pass_two_pass_pass() -> None:
    table = state([*unseen(), *bidding("P,1,P,2,P,P")])
    assert (table.phase, table.landlord, table.bid) == ("widow", 0, 2)
    assert judge([*unseen(), *bidding("P,1,P,2,P,P")]) == []


def test_dzx_8_two_passes_and_the_third_bids() -> None:
    table = state([*unseen(), *bidding("P,P,1,P,P")])
    assert (table.phase, table.landlord, table.bid) == ("widow", 2, 1)


def test_dzx_8_three_ends_the_auction_at_once() -> None:
    table = state([*unseen(), *bidding("1,2,P,3")])
    assert (table.phase, table.landlord, table.bid) == ("widow", 0, 3)


def test_dzx_8_a_lower_bid() -> None:
    assert judge([*unseen(), *bidding("2,1")]) == [("DZ-8.2", 5, 5, 1)]


def test_dzx_8_three_passes() -> None:
    table = state([*unseen(), *bidding("P,P,P")])
    assert table.none_bid
    assert [act.event for act in GAME.due(table)] == [Voided]
    assert judge([*unseen(), *bidding("P,P,P"), Voided(), HandStarted()]) == []


def test_dzx_10_who_passed_may_play_again() -> None:
    log = played("0 9, 1 p, 2 J, 0 Q, 1 K, 2 p, 0 p")
    assert found(log) == []
    table = state([event for _, event in log.events])
    assert (table.turn, table.lead, table.table) == (1, 1, ())


# ---- DZ-1 Material -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "position", "taker"), [(0, 0, 0), (0, 25, 1), (1, 25, 2), (2, 50, 1), (1, 51, WIDOW)]
)
def test_dz_1_3_the_taker_is_told_by_first_drawer_and_position(first: int, position: int, taker: int) -> None:
    table = state([HandStarted(), turned("7h", position=position), Dealt(each=17, first=first)])
    assert taken_by(table) == taker
    assert table.places.known[taker] & Card("7h").bit
    assert to_act(table) == (taker if taker != WIDOW else -1)


def test_dz_1_3_the_face_up_card_is_public() -> None:
    events = [HandStarted(), turned("7h"), hands("7h"), turned("7h", seat=0)]
    log = redact_log(log_of("dou_dizhu", events, seats=3), PUBLIC, "copy")
    table = state([event for _, event in log.events])
    assert table.places.known[0] == Card("7h").bit
    assert table.places.count(0) == 17


def test_dz_1_4_nobody_draws_the_face_up_card() -> None:
    start = [HandStarted(), turned("7h", position=52), Dealt(each=17, first=2)]
    assert judge([*start, Voided()]) == []
    assert judge([*start, Bid(seat=2, amount=1)]) == [("DZ-1.4", 5, 5, None)]
    option = {"upcard_in_widow": "first_drawer_bids"}
    assert judge([*start, Bid(seat=2, amount=1)], **option) == []
    assert judge([*start, Bid(seat=0, amount=1)], **option) == [("DZ-1.4", 5, 5, 0)]
    assert judge([*start, Voided()], **option) == [("DZ-2.3", 5, 5, None)]


def test_dz_1_4_the_widow_tells_later_that_nobody_drew_the_face_up_card() -> None:
    start = [
        HandStarted(),
        turned("7h"),
        Dealt(each=17),
        *acts("0 b3"),
        Shown(cards=read_cards("7h 3c 4c"), place="widow"),
    ]
    assert judge(start, widow_shown=True) == [("DZ-1.4", 5, 6, None)]
    start[2] = Dealt(each=17, first=1)
    assert judge(start, widow_shown=True, upcard_in_widow="first_drawer_bids") == [("DZ-1.4", 5, 6, 0)]


def test_dz_1_5_counts_are_public() -> None:
    table = state(called(1))
    assert [table.places.count(seat) for seat in range(3)] == [17, 20, 17]


def test_dz_1_5_a_widow_shown_is_known_in_the_landlords_hand() -> None:
    events = [*unseen(), *acts("0 b3"), Shown(cards=read_cards("7h 3c 4c"), place="widow"), *acts("0 w")]
    assert judge(events, widow_shown=True) == []
    assert state(events).places.known[0] == sum(card.bit for card in read_cards("7h 3c 4c"))
    due = GAME.due(state(events[:3], widow_shown=True))
    assert [act.event for act in due if not act.optional] == [Shown]
    assert next(iter(GAME.due(state(events[:3])))).event is Took


def test_dz_1_2_other_deals_are_told() -> None:
    assert judge([HandStarted(), Dealt(each=16)]) == [("DZ-1.2", 3, 3, seat) for seat in range(3)]


def test_dz_1_2_the_face_up_card_is_one_card_of_the_pack() -> None:
    assert judge([HandStarted(), turned("7h", position=54)]) == [("DZ-1.2", 3, 3, None)]
    assert judge([HandStarted(), turned("7h"), turned("8h")]) == [("DZ-1.2", 4, 4, None)]
    assert judge([HandStarted(), turned("7?"), turned("7h")]) == []


# ---- DZ-2 Auction --------------------------------------------------------------------------------------------------


def test_dz_2_1_the_highest_so_far_or_a_pass() -> None:
    for wrong in ("1,1", "2,2", "2,1"):
        assert judge([*unseen(), *bidding(wrong)]) == [("DZ-8.2", 5, 5, 1)]
    assert judge([*unseen(), *bidding("1,2,P,3")]) == []


def test_dz_2_1_after_a_bid_that_cannot_be_the_same_seat_may_speak_again() -> None:
    for rest in ("1 p, 2 p, 0 w", "1 3, 1 b3, 1 w", "2 p, 0 w"):
        events = [*unseen(), *acts("0 b2, 1 b1"), *(acts("1 b3, 1 w") if "b3" in rest else acts(rest))]
        assert judge(events) == [("DZ-8.2", 5, 5, 1)]


def test_dz_2_3_the_third_player_speaks_or_not() -> None:
    assert not state([*unseen(), *bidding("P,P")]).none_bid
    assert state([*unseen(), *bidding("P,P")], opening_passes="stop").none_bid
    assert judge([*unseen(), *bidding("P,P"), Voided()], opening_passes="stop") == []
    assert judge([*unseen(), *bidding("P,P,1")], opening_passes="stop") == [("DZ-8.2", 6, 6, 2)]
    assert judge([*unseen(), *bidding("P,P"), Voided()]) == [("DZ-2.3", 6, 6, None)]


@pytest.mark.parametrize(("passes", "option"), [("P,P,P", "third_may_bid"), ("P,P", "stop")])
def test_dz_2_3_the_first_bidder_is_forced(passes: str, option: str) -> None:
    options = {"all_pass": "first_bidder_forced_1", "opening_passes": option}
    table = state([*unseen(), *bidding(passes)], **options)
    assert (table.phase, table.landlord, table.bid) == ("widow", 0, 1)
    events = [*unseen(), *bidding(passes)]
    assert judge([*events, *acts("0 w, 0 34567")], **options) == []
    assert judge([*events, Voided()], **options) == [("DZ-2.3", len(events) + 2, len(events) + 2, None)]


def test_dz_2_3_play_instead_of_a_new_deal() -> None:
    for more in ("0 w", "0 34567"):
        assert judge([*unseen(), *bidding("P,P,P"), *acts(more)]) == [("DZ-2.3", 7, 7, None)]


def test_dz_2_4_the_landlord_takes_the_widow_and_has_twenty_cards() -> None:
    assert state(called(2)).turn == 2
    assert judge([*unseen(), *bidding("1,2,P,P"), *acts("0 w")]) == [("DZ-2.4", 8, 8, 0)]
    assert judge([*unseen(), *bidding("1,2,P,P"), *acts("0 w, 0 3, 1 4")]) == [("DZ-2.4", 8, 8, 0)]
    assert judge([*called(), *acts("0 w")]) == [("DZ-2.4", 6, 6, 0)]


def test_dz_2_4_a_widow_nobody_wrote_down_is_taken_when_the_landlord_leads() -> None:
    events = [*unseen(), *acts("1 b3, 1 34567, 2 p, 0 456789")]
    assert judge(events) == [("DZ-8.3", 7, 7, 0)]
    assert state(events[:4]).places.count(1) == 15


# ---- DZ-4, DZ-5 Play -----------------------------------------------------------------------------------------------


def test_dz_4_2_a_bomb_out_of_turn() -> None:
    assert finding("0 3, 2 4444") == [("DZ-8.3", 7, 7, 2)]
    yes = {"bomb_out_of_turn": "yes"}
    assert finding("0 3, 2 4444, 0 p, 1 p, 2 5", **yes) == []
    assert finding("0 3, 1 p, 2 p, 1 4444", **yes) == [("DZ-8.3", 9, 9, 1)]  # before the lead
    assert finding("0 3, 0 4444", **yes) == [("DZ-8.3", 7, 7, 0)]  # on one's own play
    assert finding("0 3, 2 4", **yes) == [("DZ-8.3", 7, 7, 2)]  # no bomb
    assert finding("0 3, 2 br, 0 p, 1 5555", **yes) == [("DZ-8.3", 9, 9, 1)]  # on the rocket


def test_dz_5_1_the_landlord_leads_and_may_not_pass() -> None:
    assert finding("1 3") == [("DZ-8.3", 6, 6, 1)]
    assert finding("0 p") == [("DZ-5.1", 6, 6, 0)]
    assert finding("0 p, 1 3, 2 4") == [("DZ-5.1", 6, 6, 0)]
    assert finding("0 p, 0 3, 1 4") == [("DZ-5.1", 6, 6, 0)]
    assert finding("0 9, 1 p, 2 p, 0 p") == [("DZ-5.1", 9, 9, 0)]


def test_dz_5_1_two_passes_give_the_lead_to_the_last_player() -> None:
    assert finding("0 9, 1 p, 2 p, 0 34567") == []
    assert finding("0 9, 1 T, 2 p, 0 p, 1 33") == []
    assert finding("0 9, 1 T, 2 p, 1 33") == [("DZ-8.3", 9, 9, 1)]
    assert finding("0 9, 1 p, 2 p, 1 T") == [("DZ-8.3", 9, 9, 1)]


def test_dz_5_1_who_was_passed_over_counts_as_passed_and_may_still_act() -> None:
    assert finding("0 9, 2 p, 0 33") == [("DZ-8.3", 7, 7, 2)]
    assert finding("0 9, 2 p, 1 p, 0 33") == [("DZ-8.3", 7, 7, 2)]
    assert finding("0 9, 2 T, 0 J, 1 Q") == [("DZ-8.3", 7, 7, 2)]


SWIFT = "0 34567, 1 p, 2 p, 0 89TJQ, 1 p, 2 p, 0 334455, 1 p, 2 p, 0 KKK2"
"""The landlord is out of twenty cards."""


def test_dz_5_2_the_hand_ends_when_a_hand_is_empty() -> None:
    table = state([event for _, event in played(SWIFT).events])
    assert (table.phase, table.how, table.out, table.side) == ("between", "played", 0, 0)
    assert finding(SWIFT + ", 1 p") == [("DZ-5.2", 16, 16, 1)]
    assert finding(SWIFT + ", 1 6666") == [("DZ-5.2", 16, 16, 1)]


def test_dz_5_2_a_hand_is_played_to_its_end() -> None:
    assert judge([*called(), HandStarted()]) == [("DZ-5.2", 6, 6, None)]
    assert judge([*called(), Dealt(each=17)]) == [("DZ-5.2", 6, 6, None)]


# ---- DZ-6 Settlement -----------------------------------------------------------------------------------------------


def points(events: list[Base], **options: object) -> list[int | None]:
    return state(events, **options).points


def hand(text: str, bid: int = 1, landlord: int = 0) -> list[Base]:
    others = [(landlord + 1) % 3, (landlord + 2) % 3]
    start = "" if bid == 3 else "".join(f", {seat} p" for seat in others)
    return [*unseen(), *acts(f"{landlord} b{bid}{start}, {landlord} w, {text}")]


def lost(first: str) -> str:
    """The landlord plays once; seat 1 takes over and is out of seventeen cards."""
    return f"{first}, 1 2, 2 p, 0 p, " + "1 34567, 2 p, 0 p, 1 89TJQ, 2 p, 0 p, 1 334455"


def test_dz_6_1_the_landlord_gets_the_bid_from_each_or_pays_it() -> None:
    assert [points(hand(SWIFT, bid)) for bid in (1, 2, 3)] == [[2, -1, -1], [4, -2, -2], [6, -3, -3]]
    assert points(hand(lost("0 3"), 2)) == [-4, 2, 2]


def test_dz_6_1_each_bomb_and_the_rocket_double_also_the_last_play() -> None:
    bombs = "0 3333, 1 4444, 2 br, 0 p, 1 p, 2 5, 0 6666, 1 p, 2 p, 0 789TJ, 1 p, 2 p, 0 QQQ2, 1 p, 2 p, 0 777"
    assert points(hand(bombs, 2)) == [2 * 2 * 16, -2 * 16, -2 * 16]
    last = "0 34567, 1 p, 2 p, 0 89TJQ, 1 p, 2 p, 0 334455, 1 p, 2 p, 0 KKKK"
    assert points(hand(last)) == [4, -2, -2]


def test_dz_4_3_four_with_kickers_do_not_double() -> None:
    text = "0 333345, 1 p, 2 p, 0 55667788, 1 p, 2 p, 0 89TJQ, 1 p, 2 p, 0 K"
    assert points(hand(text)) == [2, -1, -1]


def test_dz_6_2_spring() -> None:
    assert points(hand(SWIFT), spring="double") == [4, -2, -2]
    assert points(hand(SWIFT), spring="none") == [2, -1, -1]
    answered = "0 34567, 1 45678, 2 p, 0 89TJQ, 1 p, 2 p, 0 334455, 1 p, 2 p, 0 KKK2"
    assert points(hand(answered), spring="double") == [2, -1, -1]
    assert points(hand(lost("0 3")), spring="double") == [-4, 2, 2]


def test_dz_6_4_a_single_play_of_the_landlord_counts_only_when_he_loses() -> None:
    twice = "0 3, 1 4, 2 p, 0 5, 1 2, 2 p, 0 p, 1 34567, 2 p, 0 p, 1 89TJQ, 2 p, 0 p, 1 KKKAA"
    assert points(hand(twice), spring="double") == [-2, 1, 1]


def test_dz_6_3_an_open_session_goes_on() -> None:
    events = [*hand(SWIFT, 3)]
    assert not state(events).over
    assert judge([*events, HandStarted()]) == []


def test_dz_6_4_a_session_to_a_number_of_chips() -> None:
    option = {"session_end": "target", "session_number": 6}
    events = hand(SWIFT, 3)
    assert state(events, **option).over
    assert judge([*events, HandStarted(), Dealt(each=17)], **option) == [
        ("DZ-6.3", len(events) + 2, len(events) + 2, None)
    ]
    assert not state(hand(SWIFT, 2), **option).over
    assert next(iter(GAME.due(state(events, **option)))).event is Closed


def test_dz_6_4_a_session_of_a_number_of_hands_counts_no_void_ones() -> None:
    option = {"session_end": "hands", "session_number": 2}
    void = [*unseen(), *bidding("P,P,P"), Voided()]
    events = [*hand(SWIFT), *void, *hand(SWIFT)]
    assert not state([*hand(SWIFT), *void], **option).over
    assert state(events, **option).over
    assert judge([*events, HandStarted()], **option) == [("DZ-6.3", len(events) + 2, len(events) + 2, None)]


def test_dz_6_4_most_chips_wins_and_ties_are_shared() -> None:
    option = {"session_end": "hands", "session_number": 1}
    assert GAME.scene(state(hand(SWIFT), **option)).says.endswith("the session is over, p1 won")
    assert GAME.scene(state(hand(lost("0 3")), **option)).says.endswith("p2 and p3 won")


def test_dz_6_1_chips_are_zero_sum_and_told_as_transfers() -> None:
    log = log_of("dou_dizhu", [*hand(SWIFT, 2), *hand(lost("0 3"), 3)], seats=3)
    results = [one.result for one in audit(log).results]
    assert [one.points for one in results] == [(4, -2, -2), (-6, 3, 3)]
    assert [one.won for one in results] == [(True, False, False), (False, True, True)]
    assert [(t.source, t.target, t.amount) for t in results[1].transfers] == [
        ("seat:0", "seat:1", 3),
        ("seat:0", "seat:2", 3),
    ]
