"""Pope Joan: the worked examples of its page, and its clauses."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from tests.builders import cards, found, log_of
from tests.games.games import contradicts, numbers, session
from tests.games.pope_joan_examples import (
    board_of,
    contents,
    e1,
    e2,
    e4,
    e5,
    log,
    outcome,
    plays,
    purse,
)
from upcard.engine.audit import Audit, audit
from upcard.engine.fold import begin, fold
from upcard.engine.game import find
from upcard.engine.games.pope_joan import (
    PACK51,
    POOLS,
    PRESETS,
    SUCCESSOR,
    PopeJoanOptions,
    dealt_in_order,
    falls_to,
    usual_sizes,
)
from upcard.engine.log import Log
from upcard.engine.session import session as session_of
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK, UNKNOWN, Card, cards_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    BoughtIn,
    CashedOut,
    ChipsPassed,
    Closed,
    Dealt,
    FinalDealt,
    Gap,
    HandStarted,
    Noted,
    Played,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)


def test_pj_e1_the_sample_hand_completed() -> None:
    assert outcome(e1(), 5) == ([16, -10, 0, -3, -12], {"pope": 6, "intrigue": 2, "ace": 1})


def test_pj_e1_with_a_split_pair() -> None:
    assert outcome(e1(), 5, pair_split="any") == ([17, -10, 1, -3, -12], {"pope": 6, "ace": 1})


def test_pj_e1_every_transfer() -> None:
    rows = audit(log(e1(), 5)).results[0].result.transfers
    told = [(row.source, row.target, row.amount, row.why) for row in rows if row.why != "dressing"]
    assert told == [
        ("pool:queen", "seat:2", 1, "played"),
        ("pool:king", "seat:2", 1, "played"),
        ("pool:matrimony", "seat:2", 2, "pair"),
        ("pool:jack", "seat:0", 1, "played"),
        ("pool:game", "seat:0", 4, "out"),
        ("seat:1", "seat:0", 7, "cards left"),
        ("seat:2", "seat:0", 1, "cards left"),
        ("seat:4", "seat:0", 6, "cards left"),
    ]
    dressing = [(row.source, row.amount) for row in rows if row.target == "board"]
    assert dressing == [("seat:0", 3), ("seat:1", 3), ("seat:2", 3), ("seat:3", 3), ("seat:4", 6)]


@pytest.mark.parametrize(
    ("options", "nets", "board"),
    [
        ({}, [-5, 24, -19], {}),
        ({"pope_played_cap": 4}, [-4, 21, -17], {}),
        ({"pair_rule": "in_succession"}, [-7, 24, -19], {"matrimony": 2}),
        ({"dressing": "dealer_alone"}, [-1, 27, -26], {}),
    ],
)
def test_pj_e2(options: dict[str, Any], nets: list[int], board: dict[str, int]) -> None:
    assert outcome(e2(), 3, **options) == (nets, board)


@pytest.mark.parametrize(
    ("options", "nets", "board"),
    [
        ({}, [14, -21, -5], {"pope": 6, "ace": 6}),
        ({"unplayed_pope": "double"}, [2, -21, 7], {"pope": 6, "ace": 6}),
        ({"dressing": "dealer_alone"}, [7, -5, -9], {"pope": 6, "ace": 1}),
    ],
)
def test_pj_e4(options: dict[str, Any], nets: list[int], board: dict[str, int]) -> None:
    assert outcome(e4(), 3, "p003", **options) == (nets, board)


def test_pj_e5() -> None:
    board = {"pope": 8, "matrimony": 8, "ace": 8}
    assert outcome(e5(), 4, "p003") == ([-8, -12, -22, 18], board)
    assert outcome(e5(), 4, "p003", pair_split="sequential") == ([-4, -8, -22, 18], {"pope": 8, "ace": 8})


def final_deal(hands: list[str], board: dict[str, int]) -> tuple[list[int | None], dict[str, int]]:
    """What each of three seats gains by a final deal of these cards and others, diamonds being trump."""
    rest = [card for card in cards_of(PACK51) if all(card not in cards(hand) for hand in hands)]
    dealt = []
    for hand in hands:
        missing = 17 - len(cards(hand))
        dealt.append(cards(hand) + tuple(rest[:missing]))
        rest = rest[missing:]
    events: list[Base] = [HandStarted(dealer=0), TurnedUp(card=Card("2d")), Voided(), FinalDealt(hands=tuple(dealt))]
    done = audit(log_of("pope_joan", events, 3, preset="p003", board=board))
    assert done.findings == []
    return list(done.results[-1].result.points), board_of(done)


def test_pj_e7_the_final_deal() -> None:
    board = {"pope": 6, "matrimony": 6, "intrigue": 6, "ace": 6}
    gains, left = final_deal(["Qd 9d", "Kd Jd", "Ad"], board)
    assert [before + (gain or 0) for before, gain in zip([-12, -10, -2], gains, strict=True)] == [0, -4, 4]
    assert left == {}


def test_pj_e7_odd_counter_of_a_board_left_from_before() -> None:
    assert final_deal(["Qd", "Jd", ""], {"intrigue": 5}) == ([3, 2, 0], {})
    assert final_deal(["", "Qd Jd", ""], {"intrigue": 5}) == ([0, 5, 0], {})


def test_pj_e8_pope_turned_up_ends_the_deal() -> None:
    events: list[Base] = [HandStarted(dealer=3), TurnedUp(card=Card("9d"))]
    done = audit(log(events, 4, "p003", pope_turnup_ends_deal=True))
    assert done.results[0].result.points == (-16, -16, -16, 0)
    done.feed([(4, HandStarted())])
    assert done.state.dealer == 0
    assert [purse(done.state, seat) for seat in range(4)] == [-32, -32, -32, -16]
    rest = dict.fromkeys(["matrimony", "intrigue", "ace", "king", "queen", "jack"], 16)
    assert board_of(done) == {"pope": 8, "game": 8, **rest}
    assert sum(board_of(done).values()) == 112


def test_pj_e10_missed_follow_of_a_public_log() -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("Kh")), *plays("0:5c 1:6c 1:2h 2:3h 2:7c")]
    (finding,) = audit(log(events, 3)).findings
    assert (finding.name, finding.clause, finding.seat, finding.cards) == ("missed_follow", "PJ-6.1", None, cards("7c"))
    assert (finding.at, finding.found_at) == (6, 8)


def test_pj_e10_not_lowest_lead_of_a_public_log() -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("Kh")), *plays("0:6s 1:7s 1:4d 0:5d 0:3s")]
    done = audit(log(events, 3, "p003"))
    (finding,) = done.findings
    assert (finding.name, finding.clause, finding.seat, finding.cards) == (
        "not_lowest_lead",
        "PJ-6.4",
        None,
        cards("3s"),
    )
    assert (finding.at, finding.found_at) == (4, 8)
    assert {doubt.at for doubt in done.doubts if doubt.name == "not_lowest_lead"} == {6}  # 3s may be another card


def test_pj_e11_queen_turned_up_lies_apart_and_makes_a_stop() -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("Qh")), *plays("0:Th 1:Jh 1:Kh 1:2c")]
    done = audit(log(events, 3))
    assert done.findings == []
    assert {doubt.cards for doubt in done.doubts} == set()
    state = done.state
    assert dict(zip(POOLS, contents(state), strict=True)) == {
        "pope": 6,
        "matrimony": 2,
        "intrigue": 2,
        "ace": 1,
        "king": 0,
        "queen": 0,
        "jack": 0,
        "game": 2,
    }
    assert state.ledger.balances["seat:2"] == -8 + 1
    assert fold(log(events[:4], 3)).run.due == 0
    assert state.ledger.balances["seat:1"] == -4 + 1 + 1


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


def test_pj_1_2_kings_and_the_seven_of_diamonds_have_no_successor() -> None:
    last = [str(card) for card in cards_of((1 << 52) - 1) if not SUCCESSOR[card.index]]
    assert last == ["Kc", "7d", "Kd", "Kh", "Ks"]


def test_pj_1_4_players() -> None:
    begin(log([], 49))
    begin(log([], 8, "p003"))
    with pytest.raises(OptionError, match="at most 8"):
        begin(log([], 9, "p003"))


def test_pj_1_4_two_players_are_worth_a_word() -> None:
    notes = [(one.kind, one.clause, one.at) for one in audit(log([HandStarted(dealer=1)], 2)).findings]
    assert notes == [("note", "PJ-1.4", 2)]
    assert audit(log([HandStarted(dealer=1)], 3)).findings == []


@pytest.mark.parametrize(
    ("seats", "stake", "total", "game"),
    [
        (2, 5, 15, 1), (3, 4, 16, 2), (4, 3, 15, 1), (5, 3, 18, 4), (6, 3, 21, 7), (7, 2, 16, 2), (8, 2, 18, 4),
        (9, 2, 20, 6), (10, 2, 22, 8), (14, 1, 15, 1),
    ],
)  # fmt: skip
def test_pj_2_2_shared_dressing(seats: int, stake: int, total: int, game: int) -> None:
    state = fold(log([HandStarted(dealer=1)], seats))
    assert contents(state) == [6, 2, 2, 1, 1, 1, 1, game]
    assert [purse(state, seat) for seat in range(seats)] == [-stake * (2 if seat == 1 else 1) for seat in range(seats)]
    assert sum(contents(state)) == total


def test_pj_2_2_stake_x() -> None:
    assert contents(fold(log([HandStarted(dealer=1)], 3, stake_x=5))) == [6, 2, 2, 1, 1, 1, 1, 6]
    with pytest.raises(OptionError, match=r"PJ-2\.2"):
        begin(log([], 3, stake_x=3))


def test_pj_2_3_dealer_alone() -> None:
    assert nets([HandStarted(dealer=1)], dressing="dealer_alone") == [0, -15, 0]
    assert nets([HandStarted(dealer=1)], preset="p003", dressing="dealer_alone") == [0, -15, 0]


def test_pj_2_4_two_each() -> None:
    assert nets([HandStarted(dealer=1)], preset="p003") == [-16] * 3
    assert contents(fold(log([HandStarted(dealer=1)], 5, "p003"))) == [10] * 8


def test_pj_2_5_new_counters_are_added_on_top() -> None:
    done = audit(log([*e2(), HandStarted()], 3, pair_rule="in_succession"))
    assert board_of(done)["matrimony"] == 2 + 2


def test_pj_a16_board_and_purses_at_the_opening() -> None:
    state = begin(log_of("pope_joan", [], 3, buy_in=50, board={"intrigue": 5}))
    assert contents(state) == [0, 0, 5, 0, 0, 0, 0, 0]
    assert [purse(state, seat) for seat in range(3)] == [50] * 3
    with pytest.raises(OptionError, match="compartment"):
        begin(log_of("pope_joan", [], 3, board={"knave": 5}))


@pytest.mark.parametrize(
    ("seats", "each", "dead"),
    [(2, 16, 18), (3, 12, 14), (4, 10, 10), (5, 8, 10), (6, 7, 8), (7, 6, 8), (8, 5, 10), (9, 5, 5), (10, 4, 10)],
)
def test_pj_3_2_equal_hands(seats: int, each: int, dead: int) -> None:
    assert dealt_in_order(rules(), seats)[0] == (*(each for _ in range(seats)), dead)


@pytest.mark.parametrize(
    ("seats", "sizes", "place"),
    [
        (2, "17 17 17", 2), (3, "13 13 13 12", 2), (4, "11 10 10 10 10", 0), (5, "9 9 9 8 8 8", 2),
        (6, "8 8 7 7 7 7 7", 1), (7, "7 7 7 6 6 6 6 6", 2), (8, "6 6 6 6 6 6 5 5 5", 5),
    ],
)  # fmt: skip
def test_pj_3_3_all_cards_dealt_out(seats: int, sizes: str, place: int) -> None:
    assert dealt_in_order(rules("p003"), seats)[0] == tuple(map(int, sizes.split()))
    state = fold(log([HandStarted(dealer=seats - 1)], seats, "p003"))
    assert falls_to(state) == (place + 1 if place == seats else place)


def test_pj_3_3_dead_position_first() -> None:
    assert dealt_in_order(rules("p003", dead_position="first"), 4)[0] == (10, 10, 10, 10, 11)
    state = fold(log([HandStarted(dealer=3)], 4, "p003", dead_position="first"))
    assert falls_to(state) == 5


def test_pj_a12_all_out_with_the_turn_up_apart_and_odd_cards_to_players() -> None:
    assert dealt_in_order(rules("p003", turnup_owner="aside"), 4)[0] == (10, 10, 10, 10, 10)
    assert dealt_in_order(rules("p003", turnup_owner="dead"), 6)[0] == (8, 7, 7, 7, 7, 7, 7)
    assert dealt_in_order(rules(odd_cards="players"), 5)[0] == (9, 9, 8, 8, 8, 8)
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
    assert fold(log(turned("9d"), 3, preset, **options)).on


def test_pj_3_7_pope_turned_up_ends_the_deal_and_pj_a13_is_paid_for() -> None:
    done = audit(log([*turned("9d"), HandStarted()], 3, pope_turnup_ends_deal=True))
    assert done.results[0].result.points == (-16, -16, -8 + 6 + 2 + 24)
    assert (done.state.dealer, done.findings) == (0, [])


def test_pj_3_8_another_card_turned_up_pays_nothing() -> None:
    assert nets(turned("7d")) == [-4, -4, -8]


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


NO_TRUMP_HONOURS = "0:2c 0:3c 0:4c 0:5c 0:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc 0:Kc"


"""A hand of twelve that goes out by itself; with three players and hearts turned up nothing else is won."""


def short(*more: Base, dealer: int = 2) -> list[Base]:
    """A public deal of three players in which seat 0 goes out and the others hold twelve cards each."""
    return [HandStarted(dealer=dealer), TurnedUp(card=Card("7h")), *plays(NO_TRUMP_HONOURS), *more]


def purses(done: Audit) -> list[int | None]:
    """What each seat has."""
    return [purse(done.state, seat) for seat in range(len(done.state.players))]


def test_pj_5_1_who_is_out_takes_game_and_a_counter_a_card() -> None:
    done = audit(log(short(), 3, unplayed_pope="pays"))
    assert done.results[0].result.points == (-4 + 2 + 24, -4 - 12, -8 - 12)
    assert done.results[0].result.won == (True, False, False)


def test_pj_5_2_holder_of_pope_in_each_rule() -> None:
    nets = {rule: outcome(e4(), 3, "p003", unplayed_pope=rule)[0] for rule in ("exempt", "double", "pays")}
    assert nets == {"exempt": [14, -21, -5], "double": [2, -21, 7], "pays": [8, -21, 1]}


def test_pj_5_2_who_held_pope_is_not_known_to_the_table_until_it_is_shown() -> None:
    public = redact_log(log(e4(), 3, "p003"), PUBLIC, "public")
    done = audit(public)
    assert done.results[-1].result.points == (None, None, None)
    last = public.events[-1][0]
    done.feed([(last + 1, Shown(seat=0, cards=cards("9d")))])
    assert done.results[-1].result.points == (14, -21, -5)


def test_pj_5_2_each_seat_knows_what_it_paid_itself() -> None:
    whole = log(e1(), 5)
    views = [audit(redact_log(whole, seat, "seat")).results[-1].result.points for seat in range(5)]
    assert [points[seat] for seat, points in enumerate(views)] == [None, -10, 0, -3, -12]
    assert views[3] == (16, -10, 0, -3, -12)


def test_pj_5_2_shown_in_a_later_hand() -> None:
    public = redact_log(log([*e4(), HandStarted()], 3, "p003"), PUBLIC, "public")
    done = audit(public)
    assert purses(done) == [None, None, None]
    done.feed([(99, Shown(seat=0, cards=cards("9d"), hand=1))])
    assert purses(done) == [14 - 16, -21 - 16, -5 - 16]
    assert sum(done.state.ledger.balances.values()) == 0
    assert done.results[0].result.points == (14, -21, -5)
    assert sum(move.why == "cards left" for move in done.results[0].result.transfers) == 1


def test_pj_5_2_known_by_what_was_paid_and_marked_so() -> None:
    public = redact_log(log([*e4(), ChipsPassed(from_="seat:0", to="seat:2", amount=0)], 3, "p003"), PUBLIC, "public")
    done = audit(public)
    assert done.results[-1].result.points == (14, -21, -5)
    assert "as it was said" in done.results[-1].result.says
    assert [(note.clause, note.name, note.kind) for note in done.findings] == [
        ("PJ-6.10", "unproven_exemption", "note")
    ]


def test_pj_5_2_known_by_written_scores() -> None:
    public = redact_log(log([*e4(), Scored(points=(14, -21, -5))], 3, "p003"), PUBLIC, "public")
    done = audit(public)
    assert done.results[-1].result.points == (14, -21, -5)
    assert [note.name for note in done.findings] == ["unproven_exemption"]
    wrong = redact_log(log([*e4(), Scored(points=(15, -22, -5))], 3, "p003"), PUBLIC, "public")
    assert [row[0] for row in found(wrong)] == ["PJ-6.7"]


def test_pj_5_2_all_paid_so_nobody_held_it() -> None:
    paid: list[Base] = [ChipsPassed(from_=f"seat:{seat}", to="seat:0", amount=12) for seat in (1, 2)]
    done = audit(log(short(*paid), 3))
    assert (done.results[-1].result.points, done.findings) == ((-4 + 2 + 24, -4 - 12, -8 - 12), [])


def test_pj_5_3_last_card_is_pope() -> None:
    last = NO_TRUMP_HONOURS.removesuffix(" 0:Kc")
    done = audit(log([HandStarted(dealer=2), TurnedUp(card=Card("7h")), *plays(f"{last} 0:9d")], 3))
    assert done.results[0].result.points == (-4 + 6 + 24 + 2 + 24, -4 - 24, -8 - 24)
    assert [row.why for row in done.results[0].result.transfers][-6:] == [
        "played", "pope played", "pope played", "out", "cards left", "cards left",
    ]  # fmt: skip


def test_pj_5_4_deal_passes_left_and_board_carries() -> None:
    done = audit(log([*e5(), HandStarted()], 4, "p003"))
    assert done.state.dealer == 0
    assert board_of(done)["pope"] == 16
    assert dict(zip(["game"], [contents(done.state)[7]], strict=True)) == {"game": 8}


def test_pj_5_5_most_counters_win_and_ties_are_shared() -> None:
    done = audit(log([*e1(), Closed()], 5))
    assert done.game.scene(done.state).says == "p1 is out, +16; p1 wins the session with 16 counters"
    assert (
        "the session is drawn" in done.game.scene(audit(log([HandStarted(dealer=2), Voided(), Closed()], 3)).state).says
    )


def test_pj_5_5_no_deal_after_the_last() -> None:
    assert [row[0] for row in found(log([*e1(), HandStarted()], 5, deals=1))] == ["PJ-5.5"]


def final() -> FinalDealt:
    """All 51 cards in three hands, in the order of the pack."""
    pack = [card for card in PACK if card != "8d"]
    return FinalDealt(hands=(tuple(pack[:17]), tuple(pack[17:34]), tuple(pack[34:])))


def test_pj_5_7_final_deal_empties_the_board() -> None:
    done = audit(log([*e4(), final(), Closed()], 3, "p003"))
    assert done.results[1].result.points == (6, 6, 0)
    assert (board_of(done), done.findings) == ({}, [])
    assert sum(done.state.ledger.balances.values()) == 0


def test_pj_5_7_who_has_won_is_told_after_the_final_deal() -> None:
    header: Any = {"preset": "p003", "board": {"pope": 36}, "options": {"deals": 1}}
    told = session_of(log_of("pope_joan", [*e4(), final(), Closed()], 3, **header))
    assert [one.result.totals for one in told.hands] == [(14, -21, -5), (20, 21, -5)]
    assert (told.winners, told.clause) == ((1,), "PJ-5.7")


def test_pj_5_7_final_deal_where_none_is_due() -> None:
    assert [row[0] for row in found(log([*e1(), final()], 5))] == ["PJ-5.6"]
    assert [row[0] for row in found(log([*e4(), final(), final()], 3, "p003"))] == ["PJ-5.7"]
    rows = found(log([*e4(), final(), HandStarted()], 3, "p003"))
    assert [row[0] for row in rows] == ["PJ-5.7"]
    amid = audit(log([*e4()[:-1], final()], 3, "p003")).findings  # a play was left out
    assert [(one.kind, one.clause, one.seat) for one in amid] == [("contradiction", "PJ-6.6", None)]


def test_pj_5_7_cards_of_the_final_deal_go_round_one_by_one() -> None:
    one, two, three = final().hands
    assert one
    assert two
    assert three
    uneven = FinalDealt(hands=((*one, *two[:2]), two[2:], three))
    rows = audit(log([*e4(), uneven], 3, "p003")).findings
    assert [(row.clause, row.name) for row in rows] == [("PJ-6.6", "count_mismatch")]
    assert found(log([*e4(), FinalDealt(hands=((*one, two[0]), two[1:], three))], 3, "p003")) != []
    pack = [*one, *two, *three]
    four = FinalDealt(hands=(tuple(pack[:12]), tuple(pack[12:25]), tuple(pack[25:38]), tuple(pack[38:])))
    assert found(log([*e5(), four], 4, "p003")) == []


def test_pj_5_7_a_hand_that_was_not_written_down_has_the_cards_that_are_left() -> None:
    true = audit(log([*e4(), final()], 3, "p003")).results[1].result.points
    for seat in range(3):
        hands = list(final().hands)
        for less in (None, (UNKNOWN,) * 17, (*(hands[seat] or ())[:9], *(UNKNOWN,) * 8)):
            hands[seat] = less
            done = audit(log([*e4(), FinalDealt(hands=tuple(hands))], 3, "p003"))
            assert (done.results[1].result.points, done.findings) == (true, [])
    two = audit(log([*e4(), FinalDealt(hands=(final().hands[0], None, None))], 3, "p003"))
    assert two.results[1].result.points == (6, None, None)


def test_pj_5_7_nobody_knows_whose_a_card_is_that_was_dealt_twice() -> None:
    one, two, three = (hand or () for hand in final().hands)
    assert Card("9d") in two
    hands = (one, two, (Card("9d"), *three[1:]))
    done = audit(
        log_of(
            "pope_joan", [*e4(), FinalDealt(hands=hands), PurseCounted(seat=2, amount=0)], 3, preset="p003", buy_in=50
        )
    )
    assert [(one.name, one.seat) for one in done.findings] == [("impossible_card", 2)]
    assert done.results[1].result.points == (6, None, None)


def test_pj_5_7_session_closed_over_counters_is_a_note() -> None:
    notes = audit(log([*e4(), Closed()], 3, "p003")).findings
    assert [(note.kind, note.clause) for note in notes] == [("note", "PJ-5.7")]


def test_pj_5_6_none_leaves_the_counters() -> None:
    done = audit(log([*e1(), Closed()], 5))
    assert (sum(contents(done.state)), done.findings) == (9, [])


def test_pj_a14_split_equal_leaves_the_remainder() -> None:
    done = audit(log([*e1(), Closed()], 5, end_disposal="split_equal"))
    assert done.results[-1].result.points == (1, 1, 1, 1, 1)
    assert sum(contents(done.state)) == 4


def test_hand_of_which_only_the_scores_are_written() -> None:
    done = audit(log([HandStarted(dealer=2), Scored(points=(10, -12, -5)), HandStarted()], 3))
    assert done.results[0].result.points == (10, -12, -5)
    assert done.results[0].result.level == "sheet"
    assert done.findings == []


@pytest.mark.parametrize("points", [(10, -5, 0), (0, -20, 0)])
def test_pj_6_8_scores_that_the_board_could_not_pay(points: tuple[int, ...]) -> None:
    assert [row[0] for row in found(log([HandStarted(dealer=2), Scored(points=points)], 3))] == ["PJ-6.8"]


def test_pj_6_8_rows_that_pay_more_in_all_than_lay_on_the_board() -> None:
    rows = [(-10, 11, 5, -10), (-3, -8, -10, 7), (60, -4, -3, -11), (4, -4, -3, -4)]
    events = [event for dealer, row in enumerate(rows) for event in (HandStarted(dealer=dealer), Scored(points=row))]
    assert [row[:2] for row in found(log(events, 4))] == [("PJ-6.8", 7)]


def test_voided_deal_is_taken_back_and_dealt_again() -> None:
    done = audit(log([HandStarted(dealer=2), TurnedUp(card=Card("Qh")), Voided(), HandStarted(dealer=2)], 3))
    assert (done.findings, purses(done)) == ([], [-4, -4, -8])
    assert (done.results[0].result.counts, done.results[0].result.points) == (False, (0, 0, 0))


def test_gap_leaves_open_what_was_missed() -> None:
    events = short()
    done = audit(log([*events[:5], Gap(), *events[8:], HandStarted()], 3))
    assert (done.findings, purses(done)) == ([], [None, None, None])


def test_gap_of_whole_hands() -> None:
    done = audit(log([*e1(), Gap(hands=2), HandStarted(dealer=1)], 5))
    assert (done.findings, purses(done)) == ([], [None] * 5)


def test_counters_bought_and_cashed() -> None:
    bought: list[Base] = [BoughtIn(seat=0, amount=40), CashedOut(seat=0, amount=5)]
    done = audit(log_of("pope_joan", bought, 3, buy_in=10))
    assert purses(done) == [45, 10, 10]
    assert sum(done.state.ledger.balances.values()) == 0


def asked_again(*more: Base, buy_in: int | None = None) -> list[tuple[str, str, int, int, int | None]]:
    """What is found of PJ-E4, of which nobody saw the hands: name, clause, at, found at, seat."""
    events = [HandStarted(dealer=2), TurnedUp(card=Card("6c")), *e4()[3:], *more]
    done = audit(log_of("pope_joan", events, 3, preset="p003", buy_in=buy_in))
    return [(one.name, one.clause, one.at, one.found_at, one.seat) for one in done.findings]


POPE_SHOWN = Shown(seat=0, cards=cards("9d"))


def test_pj_6_7_a_row_is_asked_again_when_pope_is_shown() -> None:
    row = Scored(points=(8, -21, 1))  # as if nobody had held Pope
    wrong = [("wrong_payment", "PJ-6.7", 32, 33, None)]
    assert asked_again(row) == []
    assert asked_again(row, POPE_SHOWN) == wrong
    assert asked_again(row, Shown(place="dead", cards=cards("9d"))) == []
    late = Shown(seat=0, cards=cards("9d"), hand=1)
    assert asked_again(row, HandStarted(), late) == [(*one[:3], 34, one[4]) for one in wrong]


def test_pj_6_10_the_note_is_withdrawn_when_pope_is_shown() -> None:
    row = Scored(points=(14, -21, -5))
    assert asked_again(row) == [("unproven_exemption", "PJ-6.10", 32, 32, 0)]
    assert asked_again(row, POPE_SHOWN) == []
    assert asked_again(row, HandStarted(), Shown(seat=0, cards=cards("9d"), hand=1)) == []
    in_dead = asked_again(row, Shown(place="dead", cards=cards("9d")))
    assert in_dead == [("wrong_payment", "PJ-6.7", 32, 33, None)]


def test_pj_6_7_a_payment_is_asked_again_when_pope_is_shown() -> None:
    paid = [ChipsPassed(from_="seat:0", to="seat:2", amount=amount) for amount in (6, 0)]
    assert asked_again(paid[0]) == []
    assert asked_again(paid[0], POPE_SHOWN) == [("wrong_payment", "PJ-6.7", 32, 33, 0)]
    assert asked_again(paid[1], POPE_SHOWN) == []
    other = ChipsPassed(from_="seat:1", to="seat:2", amount=0)  # who paid nothing was told to hold it before
    assert asked_again(other, POPE_SHOWN) == [("wrong_payment", "PJ-6.7", 32, 33, 1)]


def test_pj_6_7_a_row_that_was_wrong_whoever_held_pope_is_not_told_again() -> None:
    row = Scored(points=(15, -22, -5))
    assert asked_again(row) == asked_again(row, POPE_SHOWN) == [("wrong_payment", "PJ-6.7", 32, 32, None)]


def test_pj_6_8_purses_are_asked_again_when_pope_is_shown() -> None:
    counted = [PurseCounted(seat=seat, amount=amount) for seat, amount in enumerate((58, 29, 51))]
    wrong = [("not_conserved", "PJ-6.8", 32, 35, 0), ("not_conserved", "PJ-6.8", 34, 35, 2)]
    assert asked_again(*counted, buy_in=50) == []
    assert asked_again(*counted, POPE_SHOWN, buy_in=50) == wrong
    true = [PurseCounted(seat=seat, amount=amount) for seat, amount in enumerate((64, 29, 45))]
    assert asked_again(*true, POPE_SHOWN, buy_in=50) == []
    late = [HandStarted(), TurnedUp(card=Card("2h")), Shown(seat=0, cards=cards("9d"), hand=1)]
    assert asked_again(*counted, *late, buy_in=50) == [(*one[:3], 37, one[4]) for one in wrong]


def test_pj_6_7_only_one_can_have_held_pope_by_all_that_is_said() -> None:
    """Seat 0 paid 6 or nothing as the holder, seat 1 paid 5 or nothing; rows say that one of them, or nobody, held it."""
    first, second = (Scored(points=points) for points in ((14, -21, -5), (8, -16, -4)))
    zero = [ChipsPassed(from_=f"seat:{seat}", to="seat:2", amount=0) for seat in (0, 1)]
    whole = [ChipsPassed(from_=f"seat:{seat}", to="seat:2", amount=amount) for seat, amount in enumerate((6, 5))]
    note, wrong = "unproven_exemption", "wrong_payment"
    for said, names in (
        ([first, whole[0]], [note, wrong]),
        ([whole[0], first], [wrong]),
        ([whole[0], zero[0]], [wrong]),
        ([whole[0], second], [note]),
        ([*whole, first], [wrong]),
        ([zero[0], second], [note, wrong]),
        ([zero[0], first, whole[1]], [note, note]),
    ):
        assert [one[0] for one in asked_again(*said)] == names


def test_pj_6_8_a_purse_is_one_that_some_holder_of_pope_leaves() -> None:
    """Seat 2 has 45 if seat 0 held Pope, 46 if seat 1 did, 51 if nobody did."""
    for purses, seats in (((58, 29, 51), []), ((64, 29, 47), [2]), ((63, 29, 45), [0]), ((58, 30, 51), [1])):
        counted = [PurseCounted(seat=seat, amount=amount) for seat, amount in enumerate(purses)]
        events: list[Base] = [*counted[:2], HandStarted(), Voided(), counted[2]]
        found = asked_again(*events, buy_in=50)
        assert [(one[0], one[4]) for one in found if one[4] is not None] == [("not_conserved", seat) for seat in seats]
        again = asked_again(*events, Shown(seat=0, cards=cards("9d"), hand=1), buy_in=50)
        assert [one for one in found if one[4] is not None] == [one for one in again if one in found]


def test_pj_6_7_what_was_asked_again_stays_when_a_list_of_the_next_deal_proves_wrong() -> None:
    row = Scored(points=(8, -21, 1))
    hand = cards("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")
    after = [HandStarted(), Dealt(hands=(hand, None, None)), TurnedUp(card=Card("Kc"))]
    late = [Shown(seat=0, cards=cards("9d"), hand=1), Played(seat=1, card=Card("Ac"))]
    found = [one[:4] for one in asked_again(row, *after, *late)]
    assert found[:1] == [("wrong_payment", "PJ-6.7", 32, 36)]
    assert [one[0] for one in found[1:]] == ["impossible_card"]


OUT = "0:2c 0:3c 0:4c 0:5c 0:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc 0:Kc"


"""A hand of twelve that goes out by itself; with three players and hearts turned up nothing else is won."""


DEAD = cards("Ac As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks")


"""All fourteen cards of the dead hand; Pope is not among them."""


FIRST = cards("Ad 2d 3d 4d 5d 6d 7d Td Jd Qd Kd Ah")


"""Twelve cards for seat 1, without Pope."""


def deal(*more: Base, dealt: Dealt | None = None) -> Log:
    """A deal of three players in which seat 0 goes out and the others hold twelve cards each."""
    begun = [HandStarted(dealer=2), *([dealt] if dealt else []), TurnedUp(card=Card("7h"))]
    return log_of("pope_joan", [*begun, *plays(OUT), *more], 3, preset="p001", buy_in=50)


def purses_who_held_pope(done: Audit) -> list[int | None]:
    """What each seat has."""
    return [purse(done.state, seat) for seat in range(3)]


def test_pj_5_2_what_the_winner_gains_is_told_if_it_is_the_same_whoever_held_pope() -> None:
    done = audit(deal(Shown(place="dead", cards=DEAD, all=True)))
    assert done.results[0].result.points == (-4 + 2 + 12, None, None)
    assert purses_who_held_pope(done) == [60, None, None]
    assert audit(deal()).results[0].result.points == (None, None, None)


def test_pj_6_8_a_purse_that_no_holder_of_pope_explains_is_found() -> None:
    shown = Shown(place="dead", cards=DEAD, all=True)
    assert found(deal(shown, PurseCounted(seat=0, amount=72))) == [("PJ-6.8", 17, 17, 0)]
    assert found(deal(shown, PurseCounted(seat=0, amount=60))) == []
    assert found(deal(PurseCounted(seat=0, amount=72))) == []


def test_pj_6_7_a_row_in_which_nobody_held_pope_is_found_if_somebody_did() -> None:
    shown = Shown(place="dead", cards=DEAD, all=True)
    nobody = Scored(points=(-4 + 2 + 24, -4 - 12, -8 - 12))
    assert [finding[0] for finding in found(deal(shown, nobody))] == ["PJ-6.7"]
    assert found(deal(nobody)) == []


def test_pj_6_8_totals_that_no_counters_come_to_are_found() -> None:
    """Each may be so by itself, as seat 1 or seat 2 may have held Pope, but not both."""
    for totals, expected in (((60, 46, 30), []), ((60, 34, 42), []), ((60, 46, 42), [("PJ-6.8", 16, 16, None)])):
        assert found(deal(Scored(totals=totals))) == expected


def test_pj_5_2_a_payment_that_the_cards_disprove_tells_nothing_of_the_others() -> None:
    dealt = Dealt(hands=(None, FIRST, None))
    paid = ChipsPassed(from_="seat:1", to="seat:0", amount=0)
    done = audit(deal(paid, dealt=dealt))
    assert [(one.clause, one.seat, one.kind) for one in done.findings] == [("PJ-6.7", 1, "testimony")]
    assert done.results[0].result.points == (None, -16, None)
    assert done.results[0].result.says == "it was played out; who held Pope is not known"
    log = deal(paid, ChipsPassed(from_="seat:2", to="seat:0", amount=0), dealt=dealt)
    assert [(one.clause, one.seat) for one in audit(log).findings] == [("PJ-6.7", 1), ("PJ-6.10", 2)]


def test_pj_5_2_hands_shown_later_without_pope_leave_one_who_held_it() -> None:
    first = Shown(seat=1, hand=1, cards=FIRST)
    done = audit(deal(Shown(place="dead", cards=DEAD, all=True), HandStarted(), first))
    assert done.results[0].result.points == (10, -16, -8)
    assert purses_who_held_pope(done) == [60 - 8, 50 - 16 - 4, 50 - 8 - 4]


def names(events: list[Base], seats: int = 3, preset: str = "p001", **options: object) -> list[tuple[str, str, int]]:
    """What is found, in short: name, clause, the line that proves it."""
    findings = audit(log(events, seats, preset, **options)).findings
    return [(finding.name, finding.clause, finding.found_at) for finding in findings]


def undealt(card: str = "Kh", dealer: int = 2) -> list[Base]:
    """A deal nobody wrote the cards of; play begins on line 4."""
    return [HandStarted(dealer=dealer), TurnedUp(card=Card(card))]


def test_pj_6_1_with_all_hands_known_at_once() -> None:
    events = e1()
    events[4:] = plays("0:5d")
    (finding,) = audit(log(events, 5)).findings
    assert (finding.name, finding.seat, finding.at, finding.found_at) == ("missed_follow", 2, 6, 6)
    assert finding.cards == cards("Qs")


def test_pj_6_1_shown_later() -> None:
    events = [*undealt(), *plays("0:5c 0:2s"), Shown(seat=1, cards=cards("6c"))]
    assert found(log(events, 3)) == [("PJ-6.1", 5, 6, None)]


def test_pj_6_1_shown_in_dead_is_no_breach() -> None:
    done = audit(log([*undealt(), *plays("0:5c 0:2s"), Shown(place="dead", cards=cards("6c"))], 3))
    assert (done.findings, done.doubts) == ([], [])


def test_pj_a15_turn_up_in_a_hand_is_known_there() -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("6c")), *plays("0:5c 0:7d")]
    assert ("PJ-6.1", 5, 5, None) in found(log(events, 3, "p003"))


EIGHT_APART = {"lead_rule": "any", "turnup_owner": "aside"}


"""Eight players with the card turned up apart: the dead hand has five cards."""


def test_pj_6_2_more_cards_missing_than_the_dead_hand_holds() -> None:
    five = [*undealt("Kh", 7), *plays("0:2c 0:4c 0:6c 0:8c 0:2s 1:3s 1:3h")]
    assert audit(log(five, 8, "p003", **EIGHT_APART)).findings == []
    six = [*five, *plays("1:5h")]
    (finding,) = audit(log(six, 8, "p003", **EIGHT_APART)).findings
    assert (finding.name, finding.clause, finding.seat, finding.found_at) == ("dead_overflow", "PJ-6.2", None, 11)


def test_pj_6_2_is_closed_by_the_breach_that_explains_it() -> None:
    shown = Shown(seat=2, cards=cards("5c"))
    events = [*undealt("Kh", 7), *plays("0:2c 0:4c 0:6c 0:8c 0:2s 1:3s 1:3h 1:5h"), shown]
    (finding,) = audit(log(events, 8, "p003", **EIGHT_APART)).findings
    assert (finding.clause, finding.at, finding.found_at) == ("PJ-6.1", 6, 12)


def test_pj_a15_cards_seen_in_dead_reduce_its_room() -> None:
    shown = Shown(place="dead", cards=cards("Ks"))
    events = [*undealt("Kh", 7), shown, *plays("0:2c 0:4c 0:6c 0:8c 0:2s 1:3s 1:3h")]
    assert [row[0] for row in found(log(events, 8, "p003", **EIGHT_APART))] == ["PJ-6.2"]


def test_pj_6_3_lead_out_of_turn() -> None:
    assert found(log([*undealt(), *plays("0:Kc 1:2d")], 3)) == [("PJ-6.3", 5, 5, None)]
    assert found(log([*undealt(), *plays("1:Kc")], 3)) == [("PJ-6.3", 4, 4, None)]


def test_pj_6_4_with_all_hands_known_at_once() -> None:
    events = e4()
    events[3] = Played(seat=0, card=Card("Js"))
    assert ("PJ-6.4", 5, 5, 0) in found(log(events[:4], 3, "p003"))


def test_pj_6_4_shown_later() -> None:
    events = [*undealt(), *plays("0:6s 1:7s"), Shown(seat=0, cards=cards("3s"))]
    assert found(log(events, 3, "p003")) == [("PJ-6.4", 4, 6, None)]


@pytest.mark.parametrize("more", ["0:8d", "0:2c 0:Kc 0:2c", "0:Kh"])
def test_pj_6_5_cards_that_cannot_be(more: str) -> None:
    rows = names([*undealt(), *plays(more)])
    assert rows[-1][:2] == ("impossible_card", "PJ-6.5")
    assert {row[:2] for row in rows} == {("impossible_card", "PJ-6.5")}


def test_pj_6_5_card_listed_in_another_hand_drops_the_lists() -> None:
    """Seat 1 is seen to play a card that was written into seat 2's hand: one mistake, no row of breaches."""
    events = e2()
    hands = events[1].hands
    one, two = cards("7h")[0], cards("9h")[0]
    swapped = tuple(tuple({one: two, two: one}.get(card, card) for card in hand) for hand in hands)
    events[1] = Dealt(hands=swapped, places=events[1].places)
    findings = audit(log(events, 3)).findings
    assert {finding.clause for finding in findings} == {"PJ-6.5"}
    assert len(findings) <= 2


@pytest.mark.parametrize("card", ["8s", "Ac", "7c"])
def test_pj_6_5_a_card_turned_up_that_the_lists_speak_against_accuses_nobody(card: str) -> None:
    """It may have been read wrongly: nobody held it back, and nobody knows trump."""
    for events, seats, preset in ((e4(), 3, "p003"), (e2(), 3, "p001")):
        events[2] = TurnedUp(card=Card(card))
        done = audit(log(events, seats, preset))
        assert [(one.name, one.at) for one in done.findings] == [("impossible_card", 4)]
        assert done.results[0].result.trump is None


def test_pj_6_5_a_card_read_wrongly_accuses_nobody() -> None:
    """With all hands listed, a card in its place read as one of another hand, or as the card turned up."""
    begun, rest = e2()[:3], e2()[3:]
    for at, card in ((0, "Ts"), (2, "6s"), (5, "7c"), (8, "Qs"), (12, "6h"), (19, "6h"), (24, "As")):
        wrong = [*rest[:at], msgspec.structs.replace(rest[at], card=Card(card)), *rest[at + 1 :]]
        findings = audit(log([*begun, *wrong], 3)).findings
        assert {one.kind for one in findings} == {"contradiction"}, (at, card)


def test_pj_6_5_shown_in_two_places() -> None:
    events = [*undealt(), Shown(seat=0, cards=cards("9d")), Shown(seat=1, cards=cards("9d"))]
    assert names(events) == [("impossible_card", "PJ-6.5", 5)]


def test_pj_6_5_dealt_twice() -> None:
    events = e2()
    events[1] = Dealt(hands=events[1].hands, places={"dead": cards("7c " + "Tc 2d 4d 6d Td 4h 5h 8h Th 7s 8s Js Qs")})
    assert ("impossible_card", "PJ-6.5", 3) in names(events)


def test_pj_6_6_sizes() -> None:
    assert names([HandStarted(dealer=2), Dealt(each=11)]) == [("count_mismatch", "PJ-6.6", 3)]
    assert names([HandStarted(dealer=3), Dealt(sizes=(11, 10, 10, 10))], 4, "p003") == []
    assert names([HandStarted(dealer=0), Dealt(sizes=(11, 10, 10, 10))], 4, "p003") == [("count_mismatch", "PJ-6.6", 3)]


def test_pj_6_6_play_after_somebody_is_out() -> None:
    assert names([*e1(), *plays("1:2d")], 5) == [("count_mismatch", "PJ-6.6", 25)]


def test_pj_6_6_out_with_cards_left() -> None:
    assert names([*undealt(), *plays("0:Kc"), ResultCalled(result="out", seat=0)]) == [("count_mismatch", "PJ-6.6", 5)]
    assert names([*e1(), ResultCalled(result="out", seat=0)], 5) == []
    assert names([*e1(), ResultCalled(result="out", seat=1)], 5) == [("count_mismatch", "PJ-6.6", 25)]
    assert names([*e1(), ResultCalled(result="out", seat=7)], 5) == [("no_such_seat", "PJ-6.5", 25)]


def test_pj_6_6_new_deal_though_nobody_was_out() -> None:
    assert names([*undealt(), *plays("0:Kc"), HandStarted()]) == [("count_mismatch", "PJ-6.6", 5)]


PAYMENTS = [
    ("pool:queen", "seat:2", 1),
    ("pool:matrimony", "seat:2", 2),
    ("pool:game", "seat:0", 4),
    ("seat:1", "seat:0", 7),
    ("seat:4", "seat:0", 6),
    ("seat:3", "seat:0", 0),
    ("seat:4", "board", 6),
    ("seat:1", "board", 3),
]


@pytest.mark.parametrize(("source", "target", "amount"), PAYMENTS)
def test_pj_6_7_payments(source: str, target: str, amount: int) -> None:
    right = ChipsPassed(from_=source, to=target, amount=amount)
    wrong = ChipsPassed(from_=source, to=target, amount=amount + 1)
    assert names([*e1(), right], 5) == []
    assert names([*e1(), right, wrong], 5) == [("wrong_payment", "PJ-6.7", 26)]


def test_pj_6_7_the_board_may_be_dressed_before_the_next_deal_is_written_down() -> None:
    for seat, amounts in ((0, (3, 6)), (4, (3, 6)), (1, (3,))):
        for amount in range(3, 8):
            paid = ChipsPassed(from_=f"seat:{seat}", to="board", amount=amount)
            wrong = [] if amount in amounts else [("wrong_payment", "PJ-6.7", 25)]
            assert names([*e1(), paid], 5) == wrong, (seat, amount)
    later = [*e1(), HandStarted(), ChipsPassed(from_="seat:4", to="board", amount=6)]
    assert names(later, 5) == [("wrong_payment", "PJ-6.7", 26)]


def test_pj_6_7_nothing_was_due() -> None:
    assert names([*e1(), ChipsPassed(from_="seat:1", to="seat:2", amount=1)], 5) == [("wrong_payment", "PJ-6.7", 25)]
    assert names([*e1(), ChipsPassed(from_="seat:1", to="pot", amount=1)], 5) == [("wrong_payment", "PJ-6.7", 25)]


def test_pj_6_7_half_of_a_split_pair() -> None:
    events = [*e1(), ChipsPassed(from_="pool:intrigue", to="seat:0", amount=1)]
    assert names(events, 5, pair_split="any") == []
    assert names(events, 5) == [("wrong_payment", "PJ-6.7", 25)]


def test_pj_6_7_two_each_by_compartment() -> None:
    right = ChipsPassed(from_="seat:1", to="pool:ace", amount=2)
    wrong = ChipsPassed(from_="seat:1", to="pool:ace", amount=1)
    assert names([HandStarted(dealer=0), right, wrong], 4, "p003") == [("wrong_payment", "PJ-6.7", 4)]


def test_pj_6_8_purses_and_compartments() -> None:
    header = {"buy_in": 50, "preset": "p003"}
    events = [*e5(), PurseCounted(seat=3, amount=68), PoolCounted(pool="pope", amount=8)]
    assert found(log_of("pope_joan", events, 4, **header)) == []
    wrong: list[Base] = [PurseCounted(seat=0, amount=43), PoolCounted(pool="pope", amount=9)]
    rows = found(log_of("pope_joan", [*e5(), *wrong], 4, **header))
    assert [row[0] for row in rows] == ["PJ-6.8", "PJ-6.8"]


def test_pj_6_8_all_purses_though_none_can_be_told() -> None:
    """Who held Pope is not known, but what all have together is."""
    counts = [50 + 14, 50 - 21, 50 - 5]
    for extra in (0, 1):
        purses = [
            PurseCounted(seat=seat, amount=amount + (extra if seat == 1 else 0)) for seat, amount in enumerate(counts)
        ]
        whole = log_of("pope_joan", [*e4(), *purses], 3, preset="p003", buy_in=50)
        rows = found(redact_log(whole, PUBLIC, "public"))
        assert [row[0] for row in rows] == ["PJ-6.8"] * extra


def test_pj_6_9_unequal_dressers() -> None:
    assert names([*e2(), Closed()], dressing="dealer_alone") == [("unequal_dressers", "PJ-6.9", 32)]
    assert names([*e2(), Closed()], dressing="dealer_alone", full_rounds_only=False) == []
    assert names([*e2(), Closed()], full_rounds_only=True) == [("unequal_dressers", "PJ-6.9", 32)]


def test_pj_6_9_leaves_the_deals_as_they_came_out() -> None:
    rows = [Scored(points=(-10, -4, 0))] * 4
    events = [event for row in rows for event in (HandStarted(dealer=2 if row is rows[0] else None), row)]
    done = audit(log([HandStarted(dealer=2), *events[1:], Closed()], 3, dressing="dealer_alone"))
    assert [(one.kind, one.clause) for one in done.findings if one.name == "unequal_dressers"] == [("breach", "PJ-6.9")]
    assert all(None not in one.result.totals for one in done.results)


def test_pj_6_9_counts_those_who_took_part_in_each_deal_that_counts() -> None:
    """Seat 3 gets no cards, as the deal alone tells."""
    sizes = Dealt(sizes=(12, 12, 12, 0))
    first, second, third = (
        [HandStarted(dealer=dealer), sizes, Scored(points=points)]
        for dealer, points in enumerate([(-9, -5, 0, 0), (-5, -9, 0, 0), (0, -5, -9, 0)])
    )
    told = [("unequal_dressers", "PJ-6.9")]

    def close(*deals: list[Base]) -> list[tuple[str, str]]:
        """What is found as the session closes after these deals."""
        events = [event for deal in deals for event in deal]
        return [one[:2] for one in names([*events, Closed()], 4, full_rounds_only=True)]

    assert close(first, second) == told
    assert close(first, second, third) == []
    thrown_in: list[Base] = [HandStarted(dealer=2), Dealt(each=10), Voided()]
    assert close(first, second, thrown_in) == told
    cut_off: list[Base] = [HandStarted(dealer=2), Dealt(each=10), Gap(hands=1)]
    assert close(first, second, cut_off) == []


def test_pj_6_10_is_a_note() -> None:
    public = redact_log(log([*e1(), ChipsPassed(from_="seat:3", to="seat:0", amount=0)], 5), PUBLIC, "public")
    assert found(public) == []
    assert [note.name for note in audit(public).findings] == ["unproven_exemption"]
    shown = [*e1(), Shown(seat=3, cards=cards("9d")), ChipsPassed(from_="seat:3", to="seat:0", amount=0)]
    assert audit(redact_log(log(shown, 5), PUBLIC, "public")).findings == []


def test_pj_a17_dealer_rotation() -> None:
    assert names([*e2(), HandStarted(dealer=0)]) == []
    assert names([*e2(), HandStarted(dealer=1)]) == [("dealer_rotation", "PJ-A17", 32)]
    assert names([HandStarted(dealer=2), Voided(), HandStarted(dealer=0)]) == [("dealer_rotation", "PJ-A17", 4)]


def test_remarks_change_nothing() -> None:
    assert names([*e2(), Noted(note="rain")]) == []


def test_pj_4_2_the_next_card_may_lie_in_any_hand_and_a_lead_may_come_instead() -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("6h")), *plays("3:Kh 3:3h 3:4s")]
    follow, lead = find("pope_joan").due(audit(log(events, 4)).state)
    assert (follow.seat, follow.who, lead.seat, lead.who) == (None, True, 3, False)
    assert {(event.seat, event.card) for event in follow.choices} == {(seat, Card("5s")) for seat in range(4)}
    assert Card("5s") not in {event.card for event in lead.choices}


# ---- What a scribe may have written ------------------------------------------------------------------------------------


def test_a_last_card_that_nobody_saw_is_the_one_that_lay_there() -> None:
    for number in range(40, 56):
        full = session("pope_joan", number, hands=1)
        events: list[Any] = [event for _, event in full.events]
        last = max(at for at, event in enumerate(events) if isinstance(event, Played))
        events[last] = msgspec.structs.replace(events[last], card=UNKNOWN)
        assert numbers(audit(Log.of(full.header, events))) == numbers(audit(full)), number


def test_a_lead_written_like_the_line_before_was_written_twice_or_misread() -> None:
    told = 0
    for number in range(40, 43):
        full = session("pope_joan", number, hands=1)
        events: list[Any] = [event for _, event in full.events]
        for at, (before, event) in enumerate(pairwise(events), start=1):
            if isinstance(before, Played) and isinstance(event, Played) and event.seat == before.seat:
                bad = redact_log(Log.of(full.header, [*events[:at], before, *events[at + 1 :]]), PUBLIC, "public")
                done = audit(bad)
                assert contradicts(numbers(done), numbers(audit(full))) == [], (number, at)
                told += any(len(one.alternatives) > 1 for one in done.findings)
    assert told


def test_a_random_session_of_one_deal_ends_though_pope_may_be_shown_again() -> None:
    setup = Setup(game="pope_joan", seed=1037, seats=3, preset="p001", options={"deals": 1})
    assert isinstance(simulate(setup, hands=2).events[-1][1], Closed)


def test_pj_6_8_a_count_tells_nothing_of_a_purse_that_nobody_knows() -> None:
    """Nobody wrote the cards turned up, and in the second deal nobody saw where Pope lay."""
    first = (
        "1 3d 2 4d 2 5d 3 6d 0 7d 0 Kh 3 2s 2 3s 1 4s 0 5s 3 6s 3 Td 2 Jd 2 8c 1 9c 0 Tc 0 Qc 0 Kc 0 Ts 1 Js 1 3c 0 4c 3 5c 3 6c"
        " 1 7c 1 9h"
    )
    second = "2 Td 2 Jd 3 Qd 3 8c 2 9c 2 Tc 3 Jc 3 2d 2 3d 2 4d 2 Ac 2 2c 2 5h 2 5c"

    def plays(text: str) -> list[Base]:
        words = text.split()
        return [Played(seat=int(seat), card=Card(card)) for seat, card in zip(words[::2], words[1::2], strict=True)]

    acts = [HandStarted(dealer=0), *plays(first), Shown(cards=cards("9d"), seat=2), *plays(second)]
    log = log_of("pope_joan", [*acts, PurseCounted(seat=0, amount=39)], buy_in=50)
    assert [one.says for one in audit(log).findings if "counted" in one.says] == []


def test_pj_6_8_the_board_pays_no_more_than_lay_there_whatever_was_missed_of_the_deal() -> None:
    for gained, clauses in ((16, []), (160, ["PJ-6.8"])):
        events = [*e1()[:8], Gap(), Scored(points=(gained, -10, 0, -3, -12))]
        assert [one.clause for one in audit(log(events, 5)).findings] == clauses
