"""Spinado: the worked examples of its page, and its clauses one by one."""

from collections.abc import Sequence

import pytest

from tests.games.spinado_examples import (
    E1,
    E1_PLAYS,
    E2,
    E2_PLAYS,
    E4,
    E4_PLAYS,
    E5,
    E5_PLAYS,
    dealt,
    hand,
    played,
    table,
)
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.games.spinado import PACK47, POTS, SUCCESSOR
from upcard.engine.log import Log
from upcard.engine.mechanisms.pots import purses_of
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    BoughtIn,
    CashedOut,
    ChipsPassed,
    Closed,
    Dealt,
    Gap,
    HandStarted,
    Laid,
    Played,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    Scored,
    Shown,
    Voided,
)

Short = tuple[str, int, int]


def purses(done: Audit) -> list[int | None]:
    """What each seat has."""
    return purses_of(done.state)


def short(log: Log) -> list[Short]:
    """Findings but for notes: name, the line it is about, the line that proves it."""
    return [(one.name, one.at, one.found_at) for one in audit(log).findings if one.kind != "note"]


def nets(done: Audit) -> list[list[int | None]]:
    """What each seat gained in each hand."""
    return [list(ended.result.points) for ended in done.results]


def pots(done: Audit) -> list[int]:
    """What lies in matrimony, intrigue and game."""
    return [done.state.ledger.balances[f"pool:{name}"] for name in POTS]


def public(log: Log) -> Log:
    """What all saw."""
    return redact_log(log, PUBLIC, "copy")


# ---- SP-8 Worked examples ------------------------------------------------------------------------------------------


def test_sp_e1_a_cut_sequence_and_a_pair_of_two_seats() -> None:
    done = audit(table(hand(3, E1, E1_PLAYS)))
    assert done.findings == []
    assert nets(done) == [[-3, -3, 1, -3]]
    assert pots(done) == [4, 4, 0]
    assert done.results[0].result.won == (False, False, True, False)


def test_sp_e1_without_hands() -> None:
    done = audit(public(table(hand(3, E1, E1_PLAYS))))
    assert done.findings == []
    assert pots(done) == [4, 4, 0]
    assert nets(done) == [[-3, -3, 1, -3]]


def test_sp_e2_the_winner_pays_no_ante_and_the_spinado_is_paid_for() -> None:
    done = audit(table([*hand(3, E1, E1_PLAYS), *hand(None, E2, E2_PLAYS)]))
    assert done.findings == []
    assert purses(done) == [-24, 15, 8, -6]
    assert nets(done)[1] == [-21, 18, 7, -3]
    assert pots(done) == [7, 0, 0]


def test_sp_e2_who_paid_is_open_until_the_spinado_is_shown() -> None:
    events = [*hand(3, E1, E1_PLAYS), *hand(None, E2, E2_PLAYS)]
    done = audit(public(table(events)))
    assert nets(done)[1] == [None, None, None, None]
    shown = audit(public(table([*events, Shown(seat=0, cards=(Card("Ad"),))])))
    assert nets(shown)[1] == [-21, 18, 7, -3]
    later = audit(public(table([*events, HandStarted(), Shown(seat=0, cards=(Card("Ad"),), hand=2)])))
    assert nets(later)[1] == [-21, 18, 7, -3]
    dead = audit(public(table([*events, Shown(place="dead", cards=(Card("Ad"),))])))
    assert nets(dead)[1] == [-3, 0, 7, -3]


def test_sp_e4_a_stop_since_the_next_card_was_played_before() -> None:
    done = audit(table(hand(2, E4, E4_PLAYS), seats=3))
    assert done.findings == []
    assert nets(done) == [[-15, 12, -3]]
    assert pots(done) == [3, 3, 0]


def test_sp_e5_out_on_two_cards_though_the_next_is_live() -> None:
    done = audit(table(hand(4, E5, E5_PLAYS), seats=5))
    assert done.findings == []
    assert nets(done) == [[-3, -3, 2, -3, -3]]
    assert pots(done) == [5, 5, 0]


def test_sp_e7_the_spinado_alone_by_a_seat_not_on_lead() -> None:
    events: list[Base] = [HandStarted(dealer=3), Played(seat=0, card=Card("6c")), Played(seat=1, card=Card("7c"))]
    log = table([*events, Played(seat=2, card=Card("Ad")), Played(seat=2, card=Card("4h"))])
    assert short(log) == [("spinado_alone_midsequence", 5, 5)]
    assert audit(log).state.run.leader == 2


def test_sp_e8_a_seat_that_holds_nothing_but_the_spinado_pays_two() -> None:
    deal = dealt(
        "Js 4d; Qs 5d; 3c 4c 5c; Ad",
        "",
    )
    sized = Dealt(hands=deal.hands, sizes=(2, 2, 3, 1))
    done = audit(table([HandStarted(dealer=3), sized, *played(deal, "Js Qs 5d")]))
    assert [one.name for one in done.findings] == ["count_mismatch"]
    assert nets(done)[0] == [-3, -3 + 4 + 2, -3, -5]


# ---- SP-1, SP-2 ----------------------------------------------------------------------------------------------------


def test_sp_1_1_no_twos_and_no_eight_of_diamonds() -> None:
    assert PACK47.bit_count() == 47
    assert not SUCCESSOR[Card("7d").index]
    assert not SUCCESSOR[Card("Ac").index]
    assert not SUCCESSOR[Card("Kh").index]
    assert SUCCESSOR[Card("7c").index] == Card("8c").bit
    for card in ("2c", "8d"):
        log = table([HandStarted(dealer=3), Dealt(each=9), Played(seat=0, card=Card(card))])
        assert short(log) == [("impossible_card", 4, 4)]


def test_sp_1_2_purses_begin_with_what_was_bought() -> None:
    bought = audit(table([Closed()], options={"buy_in": 20}))
    assert purses(bought) == [20] * 4
    named = audit(table([Closed()], buy_in=50, options={"buy_in": 20}))
    assert purses(named) == [50] * 4
    with pytest.raises(OptionError):
        audit(table([Closed()], options={"buy_in": -1}))


@pytest.mark.parametrize(("seats", "each", "rest"), [(3, 11, 14), (4, 9, 11), (5, 7, 12)])
def test_sp_2_2_sizes(seats: int, each: int, rest: int) -> None:
    done = audit(table([HandStarted(dealer=0), Dealt()], seats=seats))
    assert [done.state.places.count(seat) for seat in range(seats)] == [each] * seats
    assert done.state.places.unseen[seats + 1] == rest
    wrong = table([HandStarted(dealer=0), Dealt(each=each + 1)], seats=seats)
    assert short(wrong) == [("count_mismatch", 3, 3)]


def test_sp_2_1_all_but_the_last_winner_pay_one_into_each_pot() -> None:
    done = audit(table([HandStarted(dealer=3)]))
    assert purses(done) == [-3] * 4
    second = audit(table([*hand(3, E1, E1_PLAYS), HandStarted()]))
    assert second.state.exempt == 2
    assert pots(second) == [7, 7, 3]
    third = audit(table([*hand(3, E1, E1_PLAYS), *hand(None, E2, E2_PLAYS), HandStarted()]))
    assert third.state.exempt == 1


def test_sp_2_1_a_void_hand_gives_back_the_antes_and_keeps_the_exemption() -> None:
    done = audit(table([*hand(3, E1, E1_PLAYS), HandStarted(), Voided(), HandStarted()]))
    assert done.state.exempt == 2
    assert done.state.dealer == 0
    assert pots(done) == [7, 7, 3]


# ---- SP-3 ----------------------------------------------------------------------------------------------------------


def begun(text: str, *, public_only: bool = False, **header: object) -> Log:
    """The first example's deal and these plays: seat and card, `2:7h+Ad`."""
    events: list[Base] = [HandStarted(dealer=3), Dealt(each=9) if public_only else E1]
    for word in text.split():
        seat, _, laid = word.partition(":")
        pieces = tuple(Card(card) for card in laid.split("+"))
        whole: Base = Played(seat=int(seat), card=pieces[0])
        events.append(whole if len(pieces) == 1 else Laid(seat=int(seat), cards=pieces))
    return table(events, **header)


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ("0:Jc 3:Qc 1:Kc 1:6h 2:7h", []),
        ("0:Jc 0:4d", [("missed_follow", 5, 5)]),  # Qc was there
        ("0:Jc 2:8c", [("lead_out_of_turn", 5, 5)]),
        ("1:3c", [("lead_out_of_turn", 4, 4)]),
        ("0:Jc 3:Qc 1:Kc 3:9c", [("lead_out_of_turn", 7, 7)]),
        ("0:Jc 2:Ad", [("spinado_alone_midsequence", 5, 5)]),
        ("0:Jc 3:Qc 1:Kc 2:Ad", [("lead_out_of_turn", 7, 7)]),
        ("0:Jc 3:Qc 1:Kc 1:6h 2:Ad", [("spinado_alone_midsequence", 8, 8)]),
        ("0:Ks 0:7s 3:8s 2:9s 2:Ad", []),
        ("0:4d 0:7s 3:8s 2:9s 2:Jh+Ad 2:As", []),
        ("0:Jc 3:Qc 1:Kc 1:6h 2:7h+Ad 2:6d", []),
        ("0:Jc 3:Qc 1:Kc 1:6h 2:7h+Ad 1:8h", [("lead_out_of_turn", 9, 9)]),
        ("0:Jc 3:Qc+9c", [("too_many_cards", 5, 5)]),
    ],
)
def test_sp_3_with_all_hands(plays: str, expected: Sequence[Short]) -> None:
    assert short(begun(plays)) == list(expected)


def test_sp_3_4_the_last_player_may_lead_the_spinado_and_leads_again() -> None:
    log = begun("0:7s 3:8s 2:9s 2:Ad 2:As")
    assert short(log) == []
    assert audit(log).state.run.leader == 2


def test_sp_a8_the_spinado_led_by_the_last_player_while_the_next_card_is_live() -> None:
    log = begun("0:Jc 3:Qc 1:Kc 1:6h 2:7h 2:Ad")
    assert short(log) == [("missed_follow", 9, 9)]


def test_sp_3_4_spinado_alone_allowed() -> None:
    log = begun("0:Jc 2:Ad 2:8c", options={"spinado_alone": True})
    assert short(log) == []
    assert short(begun("0:Jc 3:Qc 1:Kc 2:Ad", options={"spinado_alone": True})) == [("lead_out_of_turn", 7, 7)]


def test_sp_a1_following_may_be_a_choice() -> None:
    assert short(begun("0:Jc 0:4d", options={"follow": "may"})) == []
    assert short(begun("0:Jc 2:8c", options={"follow": "may"})) == [("lead_out_of_turn", 5, 5)]


def test_sp_6_a_missed_follow_is_proven_when_the_card_comes() -> None:
    log = begun("0:Jc 0:4d 0:3h 3:4h 3:Qc", public_only=True)
    assert short(log) == [("missed_follow", 5, 8)]


def test_sp_6_a_lead_that_came_too_early_and_was_handed_back_is_no_fault_of_who_was_to_follow() -> None:
    events = [event for _, event in begun("0:Jc").events]
    early = table([*events, Played(seat=0, card=Card("4d"), refused=True), Played(seat=3, card=Card("Qc"))])
    assert [(one.name, one.at, one.seat) for one in audit(early).findings] == [("missed_follow", len(events) + 2, 0)]


def test_sp_3_3_what_the_spinado_cut_off_is_no_missed_follow() -> None:
    """The eight of hearts, live when the seven was played, comes later from a seat on lead."""
    log = begun("0:Jc 3:Qc 1:Kc 1:6h 2:7h+Ad 2:Ks 2:5s 1:6s 1:8h", public_only=True)
    assert short(log) == []
    assert all(Card("8h") not in doubt.cards for doubt in audit(log).doubts)


def test_sp_6_dead_overflow() -> None:
    """Twelve cards that nobody played when they were due are more than the dead hand of eleven holds."""
    leads = "3c 5c 7c 9c 3h 5h 7h 9h 3s"
    more = [Played(seat=0, card=Card(card)) for card in leads.split()]
    log = table([HandStarted(dealer=3), Dealt(sizes=(16, 9, 5, 6)), *more])
    doubtful = audit(log)
    assert [one.name for one in doubtful.findings] == ["count_mismatch"]
    assert len(doubtful.doubts) == 8
    rest = [Played(seat=0, card=Card(card)) for card in ["5s", "7s", "9s", "Js", "Kd"]]
    full = audit(table([HandStarted(dealer=3), Dealt(sizes=(16, 9, 5, 6)), *more, *rest]))
    assert [one.name for one in full.findings] == ["count_mismatch", "dead_overflow"]
    assert full.findings[1].seat is None
    assert full.findings[1].at == 3 + 13


@pytest.mark.parametrize(
    ("rule", "plays", "matrimony"),
    [
        ("any", "2:Qd+Ad 2:Kd", 0),
        ("in_sequence", "2:Qd+Ad 2:Kd", 4),
        ("in_sequence", "2:Qd 2:Kd", 0),
        ("any", "2:Kd 2:Qd", 0),
        ("in_sequence", "2:Kd 2:Qd", 4),
        ("any", "2:Qd 3:Kd", 4),
    ],
)
def test_sp_3_5_matrimony(rule: str, plays: str, matrimony: int) -> None:
    events: list[Base] = [HandStarted(dealer=1), Dealt(each=9)]
    log = begun(plays, public_only=True, options={"pair_rule": rule})
    log = Log.of(log.header, [*events, *(event for _, event in log.events[2:])])
    assert pots(audit(log))[0] == matrimony


def test_sp_3_5_jack_queen_and_king_take_both() -> None:
    log = begun("0:Jd 0:Qd 0:Kd", public_only=True)
    assert pots(audit(log)) == [0, 0, 4]
    assert audit(log).state.ledger.balances["seat:0"] == 5


# ---- SP-4 ----------------------------------------------------------------------------------------------------------


def test_sp_4_4_the_deal_passes_to_the_left_and_ends_after_the_hands_agreed() -> None:
    first = hand(3, E1, E1_PLAYS)
    assert short(table([*first, HandStarted(dealer=2)])) == [("dealer_rotation", 23, 23)]
    log = table([*first, HandStarted()], options={"hands": 1})
    assert short(log) == [("late_hand", 23, 23)]


def test_sp_4_4_pots_left_may_be_shared() -> None:
    events = [*hand(3, E1, E1_PLAYS), Closed()]
    kept = audit(table(events))
    assert pots(kept) == [4, 4, 0]
    shared = audit(table(events, options={"leftover_pots": "split_equal"}))
    assert pots(shared) == [0, 0, 0]
    assert purses(shared) == [-1, -1, 3, -1]
    assert nets(shared)[-1] == [2, 2, 2, 2]


def test_sp_a10_whole_shares_and_the_rest_unclaimed() -> None:
    events = [*hand(4, E5, E5_PLAYS), Closed()]
    header = {"options": {"leftover_pots": "split_equal"}, "board": {"matrimony": 3}}
    done = audit(table(events, seats=5, **header))
    assert sum(pots(done)) == 3
    assert nets(done)[-1] == [2] * 5


def test_sp_4_1_nothing_is_played_after_the_end() -> None:
    log = table([*hand(3, E1, E1_PLAYS), Played(seat=0, card=Card("3s"))])
    assert short(log) == [("count_mismatch", 23, 23)]


# ---- SP-6 Money and counts -----------------------------------------------------------------------------------------


def paid(source: str, target: str, amount: int) -> ChipsPassed:
    """Counters seen to pass."""
    return ChipsPassed(from_=source, to=target, amount=amount)


ALL_ANTES = [paid(f"seat:{seat}", f"pool:{pot}", 1) for seat in range(4) for pot in ("matrimony", "intrigue", "game")]


def test_sp_a9_antes_are_told_all_or_none() -> None:
    start: list[Base] = [HandStarted(dealer=3)]
    rest: list[Base] = [E1, Played(seat=0, card=Card("Jc")), Played(seat=3, card=Card("Qc"))]
    assert short(table([*start, *ALL_ANTES, *rest])) == []
    assert short(table([*start, *rest])) == []
    assert short(table([*start, *ALL_ANTES[:-1], *rest])) == [("ante_missing", 15, 15)]
    assert short(table([*start, paid("seat:0", "board", 3), *rest])) == [("ante_missing", 5, 5) for _ in (1, 2, 3)]


def test_sp_a9_antes_seen_before_a_deal_that_passes_over_a_seat_are_remembered() -> None:
    first, second, third = ([paid(f"seat:{seat}", f"pool:{pot}", 1) for pot in POTS] for seat in range(3))
    deal, play = Dealt(sizes=(11, 11, 11, 0)), Played(seat=0, card=Card("Jc"))
    assert short(table([HandStarted(dealer=2), *first, *second, deal, *third, play])) == []
    owing = audit(table([HandStarted(dealer=2), *first, *second, deal, play])).findings
    assert [(one.name, one.seat) for one in owing if one.kind != "note"] == [("ante_missing", 2)]


def test_sp_6_the_winner_of_the_hand_before_pays_no_ante() -> None:
    events = [*hand(3, E1, E1_PLAYS), HandStarted(), paid("seat:2", "pool:game", 1)]
    assert short(table(events)) == [("winner_anted", 24, 24)]
    again = [*hand(3, E1, E1_PLAYS), HandStarted(), paid("seat:1", "pool:game", 2)]
    assert short(table(again)) == [("wrong_payment", 24, 24)]


def test_sp_6_fines_and_pots_are_compared() -> None:
    whole = [*hand(3, E1, E1_PLAYS), *hand(None, E2, E2_PLAYS)]
    line = len(whole) + 2
    assert short(table([*whole, paid("seat:0", "seat:1", 18)])) == []
    assert short(table([*whole, paid("seat:0", "seat:1", 16)])) == [("wrong_payment", line, line)]
    assert short(table([*whole, paid("seat:3", "seat:1", 2)])) == [("wrong_payment", line, line)]
    assert short(table([*whole, paid("pool:intrigue", "seat:2", 7)])) == []
    assert short(table([*whole, paid("pool:intrigue", "seat:2", 6)])) == [("wrong_payment", line, line)]
    assert short(table([*whole, paid("pool:ace", "seat:2", 6)])) == [("wrong_payment", line, line)]


def test_sp_6_a_fine_that_nobody_saw_cause_for_is_noted_and_settles_the_hand() -> None:
    whole = [*hand(3, E1, E1_PLAYS), *hand(None, E2, E2_PLAYS)]
    done = audit(public(table([*whole, paid("seat:0", "seat:1", 18)])))
    assert [(one.name, one.kind, one.seat) for one in done.findings] == [("unproven_spinado_fine", "note", 0)]
    assert nets(done)[1] == [-21, 18, 7, -3]
    assert done.results[1].result.says.endswith("as it was said")
    wrong = audit(public(table([*whole, paid("seat:0", "seat:1", 17)])))
    assert [one.name for one in wrong.findings] == ["wrong_payment"]


def test_sp_6_purses_and_pots_are_counted() -> None:
    events = hand(3, E1, E1_PLAYS)
    counts: list[Base] = [PurseCounted(seat=0, amount=17), PoolCounted(pool="matrimony", amount=4)]
    assert short(table([*events, *counts], buy_in=20)) == []
    assert short(table([*events, PurseCounted(seat=0, amount=18)], buy_in=20)) == [("not_conserved", 23, 23)]
    assert short(table([*events, PurseCounted(seat=0, amount=18)])) == []
    assert short(table([*events, PoolCounted(pool="game", amount=1)])) == [("not_conserved", 23, 23)]
    bought: list[Base] = [BoughtIn(seat=0, amount=10), CashedOut(seat=0, amount=4)]
    assert short(table([*bought, *events, PurseCounted(seat=0, amount=3)])) == []


def test_sp_6_who_says_to_be_out_has_no_card_left() -> None:
    events = hand(3, E1, E1_PLAYS)
    said = ResultCalled(result="out", seat=2)
    assert short(table([*events, said])) == []
    assert short(table([*events[:-1], said])) == [("count_mismatch", 22, 22)]
    assert short(table([*events, ResultCalled(result="out", seat=1)])) == [("count_mismatch", 23, 23)]


def test_rows_of_a_score_sheet() -> None:
    rows: list[Base] = [
        HandStarted(dealer=3),
        Scored(points=(-3, -3, 1, -3), totals=(17, 17, 21, 17), seat=2),
        HandStarted(),
        Scored(points=(-21, 18, 7, -3), seat=1),
    ]
    done = audit(table(rows, buy_in=20))
    assert done.findings == []
    assert [ended.result.level for ended in done.results] == ["sheet", "sheet"]
    assert purses(done) == [-4, 35, 28, 14]
    too_much = audit(table([HandStarted(dealer=3), Scored(points=(1, 1, 1, 0))]))
    assert [one.name for one in too_much.findings] == ["not_conserved"]
    wrong = audit(table([*hand(3, E1, E1_PLAYS), Scored(points=(-3, -3, 2, -3))]))
    assert [one.name for one in wrong.findings] == ["wrong_payment"]


# ---- What is missing or contradictory ------------------------------------------------------------------------------


def test_a_gap_proves_nothing_and_blurs_the_pots() -> None:
    events: list[Base] = [HandStarted(dealer=3), Dealt(each=9), Played(seat=0, card=Card("Jc")), Gap()]
    log = table([*events, Played(seat=2, card=Card("8c")), HandStarted()])
    done = audit(log)
    assert done.findings == []
    assert [done.state.ledger.balances[f"pool:{name}"] for name in POTS] == [None] * 3
    assert done.state.exempt == -2


def test_one_wrong_card_in_a_list_is_one_finding() -> None:
    log = table(
        [HandStarted(dealer=3), E1, *played(E1, "Jc"), Played(seat=2, card=Card("Qc")), *played(E1, "Kc 6h 7h+Ad 6d")]
    )
    assert [one.name for one in audit(log).findings] == ["impossible_card"]


def test_a_card_dealt_twice() -> None:
    twice = dealt("Jc 4d 9d 3h Qh 3s 5s 7s Ks; 3c 5c Tc Jc Jd Ah 6h 8h Js; ; ", "")
    log = table(
        [HandStarted(dealer=3), Dealt(hands=((twice.hands or ())[0], (twice.hands or ())[1], None, None), each=9)]
    )
    assert [one.name for one in audit(log).findings] == ["impossible_card"]


def test_sp_6_what_is_shown_of_the_last_hand_while_the_next_is_dealt() -> None:
    events = [*hand(0, E2, E2_PLAYS), HandStarted(), Shown(seat=1, cards=(Card("Ad"),), hand=1)]
    assert [row[0] for row in short(table(events))] == ["impossible_card"]


@pytest.mark.parametrize("alone", [False, True])
def test_sp_3_4_the_spinado_alone_is_offered_where_the_house_lets_it_cut_a_sequence(*, alone: bool) -> None:
    done = audit(begun("0:Jc", options={"spinado_alone": alone}))
    offered = [one for act in find("spinado").due(done.state) for one in act.choices or ()]
    spinado = {one.seat for one in offered if isinstance(one, Played) and one.card == Card("Ad")}
    assert bool(spinado) == alone
