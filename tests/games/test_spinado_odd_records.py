"""Spinado: records with cards nobody wrote down, gaps, hands thrown in, and counters bought late."""

from collections.abc import Sequence

import pytest

from tests.builders import cards
from tests.games.spinado_examples import E1, E1_PLAYS, E2, E2_PLAYS, hand, table
from upcard.engine.audit import Audit, audit
from upcard.engine.games.spinado.offers import due, scene
from upcard.engine.games.spinado.table import BOARD, RATES
from upcard.engine.log import Log
from upcard.engine.mechanisms import held
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    BoughtIn,
    CashedOut,
    ChipsPassed,
    Dealt,
    Gap,
    HandStarted,
    Joined,
    Laid,
    Left,
    Played,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    Scored,
    Shown,
    Voided,
)

BEGUN: list[Base] = [HandStarted(dealer=3), Dealt(each=9)]


def names(log: Log) -> list[str]:
    """Findings but for notes."""
    return [one.name for one in audit(log).findings if one.kind != "note"]


def plays(text: str) -> list[Base]:
    """Plays: seat and card, `2:7h`."""
    words = (word.partition(":") for word in text.split())
    return [Played(seat=int(seat), card=Card(card)) for seat, _, card in words]


def purses(done: Audit) -> list[int | None]:
    """What each seat has."""
    return [held.purse(done.state, seat, RATES) for seat in range(done.state.seats)]


@pytest.mark.parametrize("odd", [Played(seat=0, card=Card("2?")), Shown(seat=0, cards=cards("2?"))])
def test_sp_6_any_two_is_impossible_though_its_suit_was_not_seen(odd: Base) -> None:
    assert names(table([*BEGUN, odd])) == ["impossible_card"]
    assert names(table([BEGUN[0], Played(seat=0, card=Card("2?"))])) == ["impossible_card"]
    assert names(table([*BEGUN, Played(seat=0, card=Card("8?"))])) == []


# ---- SP-3.1 Who may follow a card that is not known ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0:?? 3:Qc 1:Kc 1:4d", []),
        ("0:8d 3:9c 1:Tc", ["impossible_card"]),  # whatever the first card was, 9c may follow it
        ("0:Jc 3:Jc 1:Kc", ["impossible_card"]),  # Qc written as Jc
        ("0:?? 3:Qc 1:4d", ["lead_out_of_turn"]),
    ],
)
def test_sp_3_1_anybody_may_follow_a_card_that_is_not_known(text: str, expected: Sequence[str]) -> None:
    log = table([*BEGUN, *plays(text)])
    assert names(log) == list(expected)


def test_sp_3_3_who_lays_the_spinado_on_a_card_that_is_not_known_leads() -> None:
    log = table([*BEGUN, Laid(seat=0, cards=(Card("??"), Card("Ad"))), *plays("3:Qc")])
    assert names(log) == ["lead_out_of_turn"]


def test_sp_3_1_what_follows_a_card_that_is_not_known_is_told_as_not_known() -> None:
    state = audit(table([*BEGUN, *plays("0:??")])).state
    assert dict(scene(state).facts)["next"] == "not known"
    assert {play.seat for act in due(state) for play in act.choices or ()} == {0, 1, 2, 3}


def test_sp_3_3_a_lay_of_no_cards_changes_nothing() -> None:
    log = table([*BEGUN, *plays("0:7d"), Laid(seat=2, cards=()), *plays("0:4h")])
    assert names(log) == ["too_many_cards"]


# ---- SP-3.4 What is offered ----------------------------------------------------------------------------------------


def test_sp_3_4_where_the_spinado_may_be_laid_alone_the_last_player_may_do_so_too() -> None:
    events = [HandStarted(dealer=3), E1, *plays("0:Jc 3:Qc 1:Kc 1:6h 2:7h")]
    log = table([*events, *plays("2:Ad")], options={"spinado_alone": True})
    assert names(log) == []
    offered = due(audit(table(events, options={"spinado_alone": True})).state)
    assert Played(seat=2, card=Card("Ad")) in [play for act in offered for play in act.choices or ()]
    strict = due(audit(table(events)).state)
    assert Played(seat=2, card=Card("Ad")) not in [play for act in strict for play in act.choices or ()]


def test_sp_3_3_two_cards_are_offered_only_where_there_is_room_for_both() -> None:
    known = cards("Jc 4d 9d 3h Qh 3s 5s 7s ??")
    events = [HandStarted(dealer=3), Dealt(hands=(known, None, None, None), each=9)]
    pairs = [play for act in due(audit(table(events)).state) for play in act.choices or () if isinstance(play, Laid)]
    assert {play.cards[0] for play in pairs} == set(known[:-1])


# ---- SP-3.5 Pots that cards not known may have taken ---------------------------------------------------------------


def test_sp_3_5_two_cards_that_are_not_known_may_have_been_a_pair() -> None:
    counts: list[Base] = [PoolCounted(pool="matrimony", amount=0), PurseCounted(seat=0, amount=1)]
    paid = ChipsPassed(from_="pool:intrigue", to="seat:0", amount=4)
    assert names(table([*BEGUN, *plays("0:?? 0:??"), *counts, paid], options={"buy_in": 1})) == []
    assert names(table([*BEGUN, *plays("0:7s 0:??"), *counts, paid], options={"buy_in": 1})) == [
        "not_conserved",
        "not_conserved",
        "wrong_payment",
    ]


def test_sp_3_5_a_gap_may_hide_a_pair() -> None:
    counts: list[Base] = [PoolCounted(pool="matrimony", amount=0), PurseCounted(seat=3, amount=1)]
    assert names(table([*BEGUN, *plays("0:Jc"), Gap(), *counts], options={"buy_in": 1})) == []
    divided = plays("0:Jd 1:Qd 2:Kd")  # to three seats: no such pot was taken, though seat 3 may be out
    assert names(table([*BEGUN, *divided, Gap(), *counts], options={"buy_in": 1})) == ["not_conserved"]


@pytest.mark.parametrize(
    ("text", "unsure"),
    [
        ("0:7s 0:??", (False, False)),  # one card is no pair
        ("0:Qd 0:??", (True, True)),
        ("0:Qd 1:?? 0:7s", (False, False)),
        ("1:Kd 0:Qd 0:??", (False, True)),
    ],
)
def test_sp_3_5_only_pots_that_may_have_been_taken_are_not_known(text: str, unsure: tuple[bool, bool]) -> None:
    sizes = Dealt(sizes=(2, 3, 9, 9))
    log = table([HandStarted(dealer=3), sizes, *plays("2:7d"), *plays(text)])
    done = audit(log)
    assert done.results
    assert tuple(bool(done.state.unsure >> BOARD.pool(done.state, number) & 1) for number in (0, 1)) == unsure
    assert done.state.unsure & 0b1111 == (0b0001 if any(unsure) else 0)


def test_sp_3_5_in_sequence_nobody_knows_whether_a_gap_lay_between_two_cards() -> None:
    events = [*BEGUN, *plays("0:Qd"), Gap(), *plays("0:Kd"), PoolCounted(pool="matrimony", amount=0)]
    assert names(table(events, options={"pair_rule": "in_sequence"})) == []
    other = [*BEGUN, *plays("0:Qd"), Gap(), *plays("0:7s 0:Kd"), PoolCounted(pool="matrimony", amount=0)]
    assert names(table(other, options={"pair_rule": "in_sequence"})) == ["not_conserved"]


# ---- What a hand thrown in gives back ------------------------------------------------------------------------------


def test_sp_2_1_a_pot_that_was_not_known_is_not_known_after_a_hand_thrown_in() -> None:
    events = [Gap(hands=2), *BEGUN, *plays("0:Qd 0:Kd"), Voided(), PoolCounted(pool="matrimony", amount=9)]
    assert names(table(events)) == []


def test_sp_2_1_purses_counted_before_a_hand_was_thrown_in_are_no_longer_counted() -> None:
    before = [PurseCounted(seat=seat, amount=7) for seat in (0, 1)]
    after = [PurseCounted(seat=seat, amount=10) for seat in (2, 3)]
    log = table([HandStarted(dealer=3), Dealt(each=9), *before, Voided(), *after], buy_in=10)
    assert names(log) == []
    assert purses(audit(log)) == [10] * 4


def test_sp_1_2_counters_bought_later_do_not_tell_what_a_purse_held() -> None:
    events = [*hand(3, E1, E1_PLAYS), BoughtIn(seat=0, amount=10), PurseCounted(seat=0, amount=32)]
    assert names(table(events)) == []
    assert names(table(events, buy_in=25)) == []
    assert names(table(events, buy_in=20)) == ["not_conserved"]


# ---- SP-4.1 What comes after the end -------------------------------------------------------------------------------


def test_sp_4_1_what_is_played_after_the_end_is_told_once() -> None:
    events = [*hand(3, E1, E1_PLAYS), *plays("0:3s 3:4h")]
    assert names(table(events)) == ["count_mismatch"]


def test_sp_4_1_who_was_out_by_a_card_written_twice_is_not_known_once_play_goes_on() -> None:
    """The eight of clubs ends the hand; with the nine of spades written once more, the ace of spades would have."""
    text = E1_PLAYS.replace("Jh", "Jh 9s")
    done = audit(table(hand(3, E1, text)))
    assert [one.name for one in done.findings] == ["impossible_card", "count_mismatch"]
    assert done.results[0].result.points == (None, None, None, None)
    assert done.state.victor == -2
    ended = audit(table(hand(3, E1, text)[:-1]))
    assert ended.results[0].result.points == (-3, -3, None, -3)  # with the queen, that card may have taken a pot


# ---- SP-3.1, SP-6 What a card that is not known says of the hand it came from --------------------------------------


@pytest.mark.parametrize("unseen", [plays("1:??"), [Gap()]])
def test_sp_3_1_a_card_that_is_not_known_may_be_any_of_the_hand(unseen: list[Base]) -> None:
    begun = [HandStarted(dealer=3), E1]
    assert names(table([*begun, *plays("0:5s 2:Kh")])) == ["lead_out_of_turn"]
    assert names(table([*begun, *plays("2:7h 2:Kh")]))[1:] == ["missed_follow"]  # 8h was in the hand of seat 1
    done = audit(table([*begun, *unseen, *plays("2:7h 2:Kh")]))
    assert [one.name for one in done.findings] == []
    proven = audit(table([*begun, *unseen, *plays("2:7h 2:Kh 2:9s 1:8h")]))
    assert "missed_follow" in [one.name for one in proven.findings]


def test_sp_6_a_card_that_nobody_told_us_need_not_lie_in_the_dead_hand() -> None:
    """All but the hand of seat 1 is known; eight of hearts, due, may have been the card not known."""
    log = table([HandStarted(dealer=0), E1, *plays("1:??"), Played(seat=2, card=Card("7h")), *plays("2:Kh")])
    assert "dead_overflow" not in names(log)


# ---- SP-4.2 Who held the spinado -----------------------------------------------------------------------------------


def test_sp_4_2_who_held_the_spinado_follows_once_all_other_cards_are_seen() -> None:
    """The dead hand and the cards of two seats are laid open: what is left to the third seat is the spinado."""
    whole = hand(0, E2, E2_PLAYS)
    seen = [event for _, event in redact_log(table(whole), PUBLIC, "copy").events]
    gone = {card for event in seen for card in ((event.card,) if isinstance(event, Played) else ())}
    shown: list[Base] = [
        Shown(seat=seat, cards=tuple(card for card in (E2.hands or ())[seat] or () if card not in gone))
        for seat in (2, 3)
    ]
    dead = Shown(place="dead", cards=(E2.places or {})["dead"])
    for events, known in ((shown, False), ([*shown, dead], True)):
        result = audit(table([*seen, *events])).results[0].result
        assert (None not in result.points) is known
    assert result.points == audit(table(whole)).results[0].result.points


@pytest.mark.parametrize("then", [[HandStarted()], [Gap(hands=1)], [Gap(hands=1), HandStarted()]])
def test_sp_6_a_missed_follow_is_proven_by_what_is_shown_of_a_hand_that_had_no_end(then: list[Base]) -> None:
    events = [*BEGUN, *plays("0:Jc 0:4d"), *then, Shown(seat=1, cards=(Card("Qc"),), hand=1)]
    found = [one for one in audit(table(events)).findings if one.name == "missed_follow"]
    assert [(one.seat, one.at, one.found_at) for one in found] == [(1, 5, len(events) + 1)]


def test_sp_6_cards_shown_as_all_that_was_left_are_as_many() -> None:
    whole = hand(0, E2, E2_PLAYS)
    left = cards("5c Ad Ah As 3s 5s Js 3d 7c")
    assert names(table([*whole, Shown(seat=0, cards=left, all=True)])) == []
    some = Shown(seat=0, cards=(Card("Ad"),), all=True)
    assert names(table([*whole, some])) == ["count_mismatch"]
    assert names(table([*whole, Shown(seat=0, cards=(Card("Ad"),))])) == []


def test_sp_6_a_dealer_that_is_nobody_is_no_breach() -> None:
    done = audit(table([HandStarted(dealer=9)]))
    assert [(one.name, one.clause, one.kind) for one in done.findings] == [("no_such_seat", "SP-6", "contradiction")]


@pytest.mark.parametrize(
    "event",
    [
        Joined(seat=7, player="zoe"),
        Left(seat=7),
        BoughtIn(seat=7, amount=5),
        CashedOut(seat=7, amount=5),
        Shown(seat=7, cards=cards("Ad")),
        ResultCalled(result="out", seat=7),
    ],
)
def test_sp_1_2_nobody_sits_where_there_is_no_seat(event: Base) -> None:
    assert names(table([*BEGUN, event])) == ["no_such_seat"]


def test_sp_6_who_takes_a_seat_may_bring_a_purse() -> None:
    new = [Left(seat=1), Joined(seat=1, player="zoe"), BoughtIn(seat=1, amount=20)]
    counted = PurseCounted(seat=1, amount=20)
    row = [HandStarted(dealer=3), Scored(points=(-3, -3, 1, -3))]
    assert names(table([*row, *new, counted], buy_in=20)) == []
    assert names(table([*row, counted], buy_in=20)) == ["not_conserved"]
    assert names(table([*row, CashedOut(seat=1, amount=17), *new, counted], buy_in=20)) == []


def test_sp_a9_a_lay_of_no_cards_is_not_the_first_card() -> None:
    ante = ChipsPassed(from_="seat:0", to="board", amount=3)
    log = table([*BEGUN, ante, Laid(seat=0, cards=()), *plays("0:7d")])
    assert names(log) == ["too_many_cards", *["ante_missing"] * 3]


def test_sp_2_1_antes_may_be_written_before_the_hand_begins() -> None:
    paid = [ChipsPassed(from_=f"seat:{seat}", to="board", amount=3) for seat in (0, 1, 3)]
    first = hand(3, E1, E1_PLAYS)  # seat 2 was out
    again = hand(None, E2, E2_PLAYS)
    assert names(table([*first, *paid, *again])) == []
    assert names(table([*first, paid[0], again[0], *paid[1:], *again[1:]])) == []
    assert names(table([*first, again[0], *paid[1:], *again[1:]])) == ["ante_missing"]
    assert names(table([*paid, ChipsPassed(from_="seat:2", to="board", amount=3), *first])) == []
    assert names(table([*paid, *first])) == ["ante_missing"]


def test_sp_4_1_after_a_gap_somebody_may_be_out() -> None:
    counts = [PoolCounted(pool="game", amount=0), ChipsPassed(from_="pool:game", to="seat:1", amount=4)]
    assert names(table([*BEGUN, *plays("0:7s"), Gap(), *counts])) == []
    assert len(names(table([*BEGUN, *plays("0:7s"), *counts]))) == 2


def test_sp_3_3_one_of_two_cards_that_are_not_known_may_be_the_spinado() -> None:
    lay = Laid(seat=0, cards=cards("?? ??"))
    assert names(table([*BEGUN, lay])) == []
    assert names(table([HandStarted(dealer=3), E1, lay])) == ["too_many_cards"]  # seat 2 holds it


def test_sp_a10_a_line_written_twice_between_two_cards_leaves_open_whether_they_are_a_pair() -> None:
    counts = [PoolCounted(pool="matrimony", amount=amount) for amount in (0, 4)]
    for text, wrong in (("0:Qd 0:Qd 0:Kd", 0), ("0:Qd 0:Kd 0:Kd", 1), ("0:Qd 0:7s 0:7s 0:Kd", 1)):
        found = names(table([*BEGUN, *plays(text), *counts], options={"pair_rule": "in_sequence", "follow": "may"}))
        assert found == ["impossible_card", *["not_conserved"] * wrong], text


def test_sp_6_a_row_tells_of_no_payment_but_what_no_hand_can_bring() -> None:
    row, begun = Scored(points=(-3, -3, 1 + 4, -3 - 4)), HandStarted(dealer=3)
    payments = [
        ("seat:3", "seat:2", 4, []),
        ("seat:3", "seat:2", 3, ["wrong_payment"]),
        ("seat:3", "seat:2", 20, ["wrong_payment"]),
        ("seat:2", "seat:2", 4, ["wrong_payment"]),
        ("pool:game", "seat:2", 4, []),
        ("pool:game", "seat:2", 5, ["wrong_payment"]),
        ("pool:matrimony", "seat:1", 4, []),
        ("pool:matrimony", "pool:game", 4, ["wrong_payment"]),
    ]
    for source, target, amount, wrong in payments:
        paid = ChipsPassed(from_=source, to=target, amount=amount)
        assert names(table([begun, row, paid])) == wrong, paid
        assert names(table([begun, paid, row])) == wrong, paid
    for source, amount in (("seat:3", 4), ("pool:game", 4)):
        other = ChipsPassed(from_=source, to="seat:1", amount=amount)
        assert names(table([begun, row, other])) == ["wrong_payment"]  # by these points seat 2 was out


def test_sp_6_no_more_cards_are_shown_than_lie_there_and_all_of_the_dead_hand_are_as_many() -> None:
    whole = hand(0, E2, E2_PLAYS)
    dead = cards("3c Jc Kc Kd 7h 9h Kh 4s 6s 8s 9s")
    assert names(table([*whole, Shown(place="dead", cards=dead, all=True)])) == []
    assert names(table([*whole, Shown(place="dead", cards=dead[:3])])) == []
    assert names(table([*whole, Shown(place="dead", cards=dead[:3], all=True)])) == ["count_mismatch"]
    public = [HandStarted(dealer=0), Dealt(each=9), Played(seat=1, card=Card("7c"))]
    ten = cards("3c 4c 5c 6c 8c 9c Tc Jc Qc Kc")
    assert names(table([*public, Shown(seat=2, cards=ten[:9])])) == []
    assert names(table([*public, Shown(seat=2, cards=ten)])) == ["count_mismatch"]
    assert names(table([*public, Shown(seat=2, cards=ten[:5]), Shown(seat=2, cards=ten[5:])])) == ["count_mismatch"]


def test_sp_6_cards_shown_that_are_more_than_a_hand_has_prove_nothing() -> None:
    begun = [HandStarted(dealer=0), Dealt(each=9), Played(seat=1, card=Card("7c")), Played(seat=1, card=Card("3s"))]
    ten = cards("3c 4c 5c 6c 8c 9c Tc Jc Qc Kc")
    assert names(table([*begun, Shown(seat=2, cards=ten[:9])])) == ["missed_follow"]
    assert names(table([*begun, Shown(seat=2, cards=ten)])) == ["count_mismatch"]


def test_sp_3_3_one_of_two_cards_seen_in_part_may_be_the_spinado() -> None:
    begun = [HandStarted(dealer=3), Dealt(each=9)]
    for text in ("Jc ??", "Jc A?", "Jc ?d", "?d ?c"):
        assert names(table([*begun, Laid(seat=0, cards=cards(text))])) == [], text
    for text in ("Jc 7?", "Jc ?s"):
        assert names(table([*begun, Laid(seat=0, cards=cards(text))])) == ["too_many_cards"], text


def test_sp_6_what_was_written_is_asked_again_when_the_spinado_is_shown() -> None:
    public = [HandStarted(dealer=0), *hand(0, E2, E2_PLAYS)[2:]]
    shown = Shown(seat=0, cards=cards("Ad"))
    nobody = Scored(points=(-3, 1, 1, -3))  # as if the spinado lay in the dead hand
    held_by_0 = Scored(points=(-21, 19, 1, -3))

    def found(*more: Base) -> list[tuple[str, int, int, int | None]]:
        done = audit(table([*public, *more]))
        return [(one.name, one.at, one.found_at, one.seat) for one in done.findings]

    assert found(nobody) == []
    assert found(nobody, shown) == [("wrong_payment", 23, 24, 0), ("wrong_payment", 23, 24, 1)]
    assert found(held_by_0) == [("unproven_spinado_fine", 23, 23, 0)]
    assert found(held_by_0, shown) == []
    fine = ChipsPassed(from_="seat:3", to="seat:1", amount=12)
    assert found(fine, shown)[-1] == ("wrong_payment", 23, 24, 3)
