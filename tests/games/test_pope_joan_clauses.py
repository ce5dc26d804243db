"""Pope Joan: the clauses of its page on options, dressing, dealing, turning up and play."""

from typing import Any

import pytest

from tests.builders import cards, fold, log_of
from tests.games.pope_joan_examples import E1_DEAD, E1_HANDS, board_of, e1, e2, e4, hand_of, log, plays
from upcard.engine.audit import audit
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.games.pope_joan.dealing import recipient, usual_sizes
from upcard.engine.games.pope_joan.figures import sizes_in_order, stakes, targets
from upcard.engine.games.pope_joan.options import PRESETS, PopeJoanOptions
from upcard.engine.games.pope_joan.pope import purse
from upcard.engine.games.pope_joan.state import BOARD, LOWER, SUCCESSOR
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events import Base, HandStarted, Played, TurnedUp


def rules(preset: str = "p001", **given: Any) -> PopeJoanOptions:
    """Options over a preset."""
    return PopeJoanOptions.read(given, PRESETS[preset])


def turned(card: str, dealer: int = 2, **where: Any) -> list[Base]:
    """The beginning of a deal nobody wrote the cards of."""
    return [HandStarted(dealer=dealer), TurnedUp(card=Card(card), **where)]


def nets(events: list[Base], seats: int = 3, preset: str = "p001", **options: Any) -> list[int | None]:
    """What each seat has after these events, from nothing."""
    state = fold(log(events, seats, preset, **options))
    return [purse(state, seat) for seat in range(seats)]


# ---- PJ-1 Deck, seats, ranking -------------------------------------------------------------------------------------


def test_pj_1_2_kings_and_the_seven_of_diamonds_have_no_successor() -> None:
    last = [str(card) for card in cards_of((1 << 52) - 1) if not SUCCESSOR[card.index]]
    assert last == ["Kc", "7d", "Kd", "Kh", "Ks"]
    assert list(cards_of(LOWER[Card("9d").index])) == list(cards("Ad 2d 3d 4d 5d 6d 7d"))


def test_pj_1_4_players() -> None:
    begin(log([], 49))
    begin(log([], 8, "p003"))
    with pytest.raises(OptionError, match="at most 8"):
        begin(log([], 9, "p003"))


def test_pj_1_4_two_players_are_worth_a_word() -> None:
    notes = [(one.kind, one.clause, one.at) for one in audit(log([HandStarted(dealer=1), HandStarted()], 2)).findings]
    assert notes == [("note", "PJ-1.4", 2)]
    assert audit(log([HandStarted(dealer=1)], 3)).findings == []


# ---- PJ-2 Dressing the board ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "stake", "total", "game"),
    [
        (2, 5, 15, 1), (3, 4, 16, 2), (4, 3, 15, 1), (5, 3, 18, 4), (6, 3, 21, 7), (7, 2, 16, 2), (8, 2, 18, 4),
        (9, 2, 20, 6), (10, 2, 22, 8), (14, 1, 15, 1),
    ],
)  # fmt: skip
def test_pj_2_2_shared_dressing(seats: int, stake: int, total: int, game: int) -> None:
    assert stakes(rules(), seats) == (stake, stake)
    assert targets(rules(), seats) == (6, 2, 2, 1, 1, 1, 1, game)
    assert sum(targets(rules(), seats)) == total
    state = fold(log([HandStarted(dealer=1)], seats))
    assert [purse(state, seat) for seat in range(seats)] == [-stake * (2 if seat == 1 else 1) for seat in range(seats)]
    assert sum(BOARD.contents(state)) == total


def test_pj_2_2_stake_x() -> None:
    assert targets(rules(stake_x=5), 3) == (6, 2, 2, 1, 1, 1, 1, 6)
    with pytest.raises(OptionError, match=r"PJ-2\.2"):
        begin(log([], 3, stake_x=3))


def test_pj_2_3_dealer_alone() -> None:
    assert nets([HandStarted(dealer=1)], dressing="dealer_alone") == [0, -15, 0]
    assert nets([HandStarted(dealer=1)], preset="p003", dressing="dealer_alone") == [0, -15, 0]


def test_pj_2_4_two_each() -> None:
    assert nets([HandStarted(dealer=1)], preset="p003") == [-16] * 3
    assert targets(rules("p003"), 5) == (10,) * 8


def test_pj_2_5_new_counters_are_added_on_top() -> None:
    done = audit(log([*e2(), HandStarted()], 3, pair_rule="in_succession"))
    assert board_of(done)["matrimony"] == 2 + 2


def test_pj_a16_board_and_purses_at_the_opening() -> None:
    state = begin(log_of("pope_joan", [], 3, buy_in=50, board={"intrigue": 5}))
    assert BOARD.contents(state) == [0, 0, 5, 0, 0, 0, 0, 0]
    assert [purse(state, seat) for seat in range(3)] == [50] * 3
    with pytest.raises(OptionError, match="compartment"):
        begin(log_of("pope_joan", [], 3, board={"knave": 5}))


# ---- PJ-3 Dealing and turn-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "each", "dead"),
    [(2, 16, 18), (3, 12, 14), (4, 10, 10), (5, 8, 10), (6, 7, 8), (7, 6, 8), (8, 5, 10), (9, 5, 5), (10, 4, 10)],
)
def test_pj_3_2_equal_hands(seats: int, each: int, dead: int) -> None:
    assert sizes_in_order(rules(), seats) == (*(each for _ in range(seats)), dead)


@pytest.mark.parametrize(
    ("seats", "sizes", "place"),
    [
        (2, "17 17 17", 2), (3, "13 13 13 12", 2), (4, "11 10 10 10 10", 0), (5, "9 9 9 8 8 8", 2),
        (6, "8 8 7 7 7 7 7", 1), (7, "7 7 7 6 6 6 6 6", 2), (8, "6 6 6 6 6 6 5 5 5", 5),
    ],
)  # fmt: skip
def test_pj_3_3_all_cards_dealt_out(seats: int, sizes: str, place: int) -> None:
    assert sizes_in_order(rules("p003"), seats) == tuple(map(int, sizes.split()))
    state = fold(log([HandStarted(dealer=seats - 1)], seats, "p003"))
    assert recipient(state) == place


def test_pj_3_3_dead_position_first() -> None:
    assert sizes_in_order(rules("p003", dead_position="first"), 4) == (10, 10, 10, 10, 11)
    state = fold(log([HandStarted(dealer=3)], 4, "p003", dead_position="first"))
    assert recipient(state) == 4


def test_pj_a12_all_out_with_the_turn_up_apart_and_odd_cards_to_players() -> None:
    assert sizes_in_order(rules("p003", turnup_owner="aside"), 4) == (10, 10, 10, 10, 10)
    assert sizes_in_order(rules("p003", turnup_owner="dead"), 6) == (8, 7, 7, 7, 7, 7, 7)
    assert sizes_in_order(rules(odd_cards="players"), 5) == (9, 9, 8, 8, 8, 8)
    state = fold(log([HandStarted(dealer=1)], 5, odd_cards="players"))
    assert usual_sizes(state) == ([8, 8, 9, 9, 8], 8)
    with pytest.raises(OptionError, match="PJ-A12"):
        begin(log([], 3, turnup_owner="recipient"))


def test_pj_3_4_the_turn_up_names_trump() -> None:
    assert fold(log(turned("7h"), 3)).trump == "h"


@pytest.mark.parametrize(("card", "pool"), [("Ah", "ace"), ("Kh", "king"), ("Qh", "queen"), ("Jh", "jack")])
def test_pj_3_5_honour_turned_up(card: str, pool: str) -> None:
    done = audit(log(turned(card), 3))
    assert pool not in board_of(done)
    assert board_of(done)["matrimony"] == board_of(done)["intrigue"] == 2
    assert purse(done.state, 2) == -8 + 1


@pytest.mark.parametrize(
    ("preset", "options", "purses"),
    [
        ("p001", {}, [-4 - 12, -4 - 12, -8 + 6 + 24]),
        ("p001", {"pope_turnup_cap": 4}, [-4 - 4, -4 - 4, -8 + 6 + 8]),
        ("p001", {"pope_turnup_payment": "none"}, [-4, -4, -8 + 6]),
        ("p003", {}, [-16, -16, -16 + 6]),
        ("p003", {"pope_turnup_payment": "per_card"}, [-16 - 13, -16 - 13, -16 + 6 + 26]),
    ],
)
def test_pj_3_6_pope_turned_up(preset: str, options: dict[str, Any], purses: list[int]) -> None:
    assert nets(turned("9d"), preset=preset, **options) == purses
    assert fold(log(turned("9d"), 3, preset, **options)).phase == "play"


def test_pj_3_7_pope_turned_up_ends_the_deal_and_pj_a13_is_paid_for() -> None:
    done = audit(log([*turned("9d"), HandStarted()], 3, pope_turnup_ends_deal=True))
    assert done.results[0].result.points == (-16, -16, -8 + 6 + 2 + 24)
    assert (done.state.dealer, done.findings) == (0, [])


def test_pj_3_8_another_card_turned_up_pays_nothing() -> None:
    assert nets(turned("7d")) == [-4, -4, -8]


# ---- PJ-4 Play -----------------------------------------------------------------------------------------------------


def due_cards(events: list[Base], seats: int, preset: str = "p001", **options: Any) -> dict[str, int | None]:
    """What may be played next, and by whom."""
    state = fold(log(events, seats, preset, **options))
    acts = find("pope_joan").due(state)
    return {str(event.card): event.seat for act in acts for event in act.choices or () if isinstance(event, Played)}


def test_pj_4_1_any_card_or_the_lowest_of_a_suit_is_led() -> None:
    assert set(due_cards(e1()[:3], 5)) == {"5d", "7d", "4h", "Jh", "Js", "Ks", "Ac", "Qc"}
    assert set(due_cards(e4()[:3], 3, "p003")) == {"4c", "3d", "Th", "8s"}


def test_pj_4_2_the_holder_of_the_successor_must_play_it() -> None:
    assert due_cards(e1()[:4], 5) == {"Qs": 2}
    assert due_cards(e1()[:7], 5) == {"6d": 1}


def test_pj_4_3_a_stop_gives_the_lead_to_its_player() -> None:
    assert set(due_cards(e1()[:6], 5).values()) == {0}


@pytest.mark.parametrize("prefix", [0, 3, 10])
def test_pj_4_10_pope_is_led_like_any_card(prefix: int) -> None:
    for value in (True, False):
        assert due_cards(e2()[: 3 + prefix], 3, pope_lead_only=value) == due_cards(e2()[: 3 + prefix], 3)


def test_pj_4_4_played_cards_are_turned_down_at_each_stop() -> None:
    shown, hidden = (find("pope_joan").scene(fold(log(e1()[:8], 5, turn_down_played=down))) for down in (False, True))
    assert [str(card) for card in shown.rows[0].cards] == ["Js", "Qs", "Ks", "5d", "6d"]
    assert ([str(card) for card in hidden.rows[0].cards], hidden.rows[0].unknown) == (["5d", "6d"], 3)


def test_pj_4_5_a_compartment_emptied_at_the_turn_up_pays_nothing() -> None:
    events = [*turned("Qc", 3, seat=0), *plays("0:Qc")]
    assert nets(events, 4, "p003") == [-16, -16, -16, -16 + 8]


@pytest.mark.parametrize(
    ("rule", "order", "gains"),
    [
        ("any", "0:Qh 0:Kh", 1 + 1 + 2),
        ("any", "0:Kh 0:Qh", 1 + 1 + 2),
        ("in_succession", "0:Qh 0:Kh", 1 + 1 + 2),
        ("in_succession", "0:Kh 0:Qh", 1 + 1),
        ("in_succession", "0:Jh 0:Qh", 1 + 1 + 2),
    ],
)
def test_pj_4_7_pairs_of_one_seat(rule: str, order: str, gains: int) -> None:
    assert nets([*turned("2h"), *plays(order)], pair_rule=rule)[0] == -4 + gains


@pytest.mark.parametrize(
    ("split", "order", "first", "second"),
    [
        ("off", "0:Qh 1:Kh", 1, 1),
        ("any", "0:Qh 1:Kh", 1 + 1, 1 + 1),
        ("any", "0:Kh 0:3c 1:4c 1:Qh", 1 + 1, 1 + 1),
        ("sequential", "0:Qh 1:Kh", 1 + 1, 1 + 1),
        ("sequential", "0:Kh 0:3c 1:4c 1:Qh", 1, 1),
    ],
)
def test_pj_4_8_pairs_of_two_seats(split: str, order: str, first: int, second: int) -> None:
    assert nets([*turned("2h"), *plays(order)], pair_split=split)[:2] == [-4 + first, -4 + second]


@pytest.mark.parametrize(
    ("odd", "first", "second", "left"), [("queen", 1, 2, 0), ("second_player", 1, 2, 0), ("stays", 1, 1, 1)]
)
def test_pj_4_8_odd_counter(odd: str, first: int, second: int, left: int) -> None:
    events = [*turned("2h"), *plays("0:Jh 1:Qh")]
    header = {"preset": "p001", "board": {"intrigue": 1}, "options": {"pair_split": "any", "odd_counter": odd}}
    done = audit(log_of("pope_joan", events, 3, **header))
    assert [purse(done.state, seat) for seat in (0, 1)] == [-4 + 1 + first, -4 + 1 + second]
    assert board_of(done).get("intrigue", 0) == left


def test_pj_4_8_odd_counter_goes_to_the_queen_or_to_the_second() -> None:
    for odd, gains in (("queen", [2, 1]), ("second_player", [1, 2])):
        events = [*turned("2h"), *plays("0:Qh 1:Kh")]
        header = {"preset": "p001", "board": {"matrimony": 1}, "options": {"pair_split": "any", "odd_counter": odd}}
        state = fold(log_of("pope_joan", events, 3, **header))
        assert [purse(state, seat) for seat in (0, 1)] == [-4 + 1 + gains[0], -4 + 1 + gains[1]]


def test_pj_4_9_unplayed_honours_stay_on_the_board() -> None:
    assert board_of(audit(log(e1(), 5))) == {"pope": 6, "intrigue": 2, "ace": 1}


def test_pj_3_9_a_dead_hand_nobody_wrote_down_is_what_all_written_hands_leave() -> None:
    written, unwritten = (hand_of(E1_HANDS, dead, 4, "7h", "Js") for dead in (E1_DEAD, None))
    known = [fold(log(events, 5)).places.known for events in (written, unwritten)]
    assert known[0] == known[1]


def test_hand_that_nobody_dealt_in_the_record_still_counts_cards() -> None:
    state = fold(log([*turned("7h"), *plays("0:Js 1:Qs")], 3))
    assert state.left == [11, 11, 12]
