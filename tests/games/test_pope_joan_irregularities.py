"""Pope Joan: what its audit finds, at the event it is about and the event that proves it (PJ-6)."""

from typing import Any

import msgspec
import pytest

from tests.builders import cards, found, log_of
from tests.games.pope_joan_examples import E2_DEAD, e1, e2, e4, e5, log, plays
from upcard.engine.audit import audit
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    ChipsPassed,
    Closed,
    Dealt,
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


def names(events: list[Base], seats: int = 3, preset: str = "p001", **options: object) -> list[tuple[str, str, int]]:
    """What is found, in short: name, clause, the line that proves it."""
    findings = audit(log(events, seats, preset, **options)).findings
    return [(finding.name, finding.clause, finding.found_at) for finding in findings]


def begin(card: str = "Kh", dealer: int = 2) -> list[Base]:
    """A deal nobody wrote the cards of; play begins on line 4."""
    return [HandStarted(dealer=dealer), TurnedUp(card=Card(card))]


def test_pj_6_1_with_all_hands_known_at_once() -> None:
    events = e1()
    events[4:] = plays("0:5d")
    (finding,) = audit(log(events, 5)).findings
    assert (finding.name, finding.seat, finding.at, finding.found_at) == ("missed_follow", 2, 6, 6)
    assert finding.cards == cards("Qs")


def test_pj_6_1_shown_later() -> None:
    events = [*begin(), *plays("0:5c 0:2s"), Shown(seat=1, cards=cards("6c"))]
    assert found(log(events, 3)) == [("PJ-6.1", 5, 6, 1)]


def test_pj_6_1_shown_in_dead_is_no_breach() -> None:
    done = audit(log([*begin(), *plays("0:5c 0:2s"), Shown(place="dead", cards=cards("6c"))], 3))
    assert (done.findings, done.doubts) == ([], [])


def test_pj_a15_turn_up_in_a_hand_is_known_there() -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("6c")), *plays("0:5c 0:7d")]
    assert ("PJ-6.1", 5, 5, 2) in found(log(events, 3, "p003"))


EIGHT_APART = {"lead_rule": "any", "turnup_owner": "aside"}
"""Eight players with the card turned up apart: the dead hand has five cards."""


def test_pj_6_2_more_cards_missing_than_the_dead_hand_holds() -> None:
    five = [*begin("Kh", 7), *plays("0:2c 0:4c 0:6c 0:8c 0:2s 1:3s 1:3h")]
    assert audit(log(five, 8, "p003", **EIGHT_APART)).findings == []
    six = [*five, *plays("1:5h")]
    (finding,) = audit(log(six, 8, "p003", **EIGHT_APART)).findings
    assert (finding.name, finding.clause, finding.seat, finding.found_at) == ("dead_overflow", "PJ-6.2", None, 11)


def test_pj_6_2_is_closed_by_the_breach_that_explains_it() -> None:
    shown = Shown(seat=2, cards=cards("5c"))
    events = [*begin("Kh", 7), *plays("0:2c 0:4c 0:6c 0:8c 0:2s 1:3s 1:3h 1:5h"), shown]
    assert found(log(events, 8, "p003", **EIGHT_APART)) == [("PJ-6.1", 6, 12, 2)]


def test_pj_a15_cards_seen_in_dead_reduce_its_room() -> None:
    shown = Shown(place="dead", cards=cards("Ks"))
    events = [*begin("Kh", 7), shown, *plays("0:2c 0:4c 0:6c 0:8c 0:2s 1:3s 1:3h")]
    assert [row[0] for row in found(log(events, 8, "p003", **EIGHT_APART))] == ["PJ-6.2"]


def test_pj_6_3_lead_out_of_turn() -> None:
    assert found(log([*begin(), *plays("0:Kc 1:2d")], 3)) == [("PJ-6.3", 5, 5, 1)]
    assert found(log([*begin(), *plays("1:Kc")], 3)) == [("PJ-6.3", 4, 4, 1)]


def test_pj_6_4_with_all_hands_known_at_once() -> None:
    events = e4()
    events[3] = Played(seat=0, card=Card("Js"))
    assert ("PJ-6.4", 5, 5, 0) in found(log(events[:4], 3, "p003"))


def test_pj_6_4_shown_later() -> None:
    events = [*begin(), *plays("0:6s 1:7s"), Shown(seat=0, cards=cards("3s"))]
    assert found(log(events, 3, "p003")) == [("PJ-6.4", 4, 6, 0)]


@pytest.mark.parametrize("more", ["0:8d", "0:2c 0:Kc 0:2c", "0:Kh"])
def test_pj_6_5_cards_that_cannot_be(more: str) -> None:
    rows = names([*begin(), *plays(more)])
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


def test_pj_6_5_a_play_written_for_another_seat_accuses_nobody() -> None:
    """The lists have the card in the hand of who was to play it: one contradiction, and no points that hang on it."""
    events, true = e2(), audit(log(e2(), 3)).results[0].result.points
    for at, event in enumerate(events):
        for seat in {0, 1, 2} - {event.seat} if isinstance(event, Played) else ():
            wrong = [*events[:at], Played(seat=seat, card=event.card), *events[at + 1 :]]
            done = audit(log(wrong, 3))
            assert [(one.name, one.at, one.seat) for one in done.findings] == [("impossible_card", at + 2, seat)]
            for ended in done.results:
                assert all(one in {None, two} for one, two in zip(ended.result.points, true, strict=True)), at


@pytest.mark.parametrize("card", ["8s", "Ac", "7c"])
def test_pj_6_5_a_card_turned_up_that_the_lists_speak_against_accuses_nobody(card: str) -> None:
    """It may have been read wrongly: nobody held it back, and nobody knows trump."""
    for events, seats, preset in ((e4(), 3, "p003"), (e2(), 3, "p001")):
        events[2] = TurnedUp(card=Card(card))
        done = audit(log(events, seats, preset))
        assert [(one.name, one.at) for one in done.findings] == [("impossible_card", 4)]
        assert done.results[0].result.trump is None


@pytest.mark.parametrize("where", [{"seat": 1}, {"place": "dead"}])
def test_pj_3_3_a_card_turned_up_that_was_written_for_another_hand_is_one_finding(where: dict[str, Any]) -> None:
    events = e4()
    events[2] = TurnedUp(card=Card("6c"), **where)
    done = audit(log(events, 3, "p003"))
    assert [(one.name, one.clause, one.at) for one in done.findings] == [("turned_up_elsewhere", "PJ-3.3", 4)]
    assert done.results[0].result.points == (14, -21, -5)


def test_pj_6_5_a_play_that_only_its_own_list_speaks_against_accuses_nobody() -> None:
    hand = cards("Ac Qc 2d 4d 6d 2h 4h 8h 2s 4s 6s 8s")
    begun = [HandStarted(dealer=2), Dealt(hands=(hand, None, None)), TurnedUp(card=Card("6h"))]
    for text, expected in (
        ("0:5s 1:7c", ["impossible_card"]),  # perhaps seat 0 led 6c
        ("0:Qc 1:Kc 0:5s 2:7c", ["impossible_card"]),  # perhaps seat 1 led
        ("0:Ac 1:2c 0:3c 1:7d", ["impossible_card", "lead_out_of_turn"]),  # 3c was due: the list is wrong
    ):
        assert [name for name, _, _ in names([*begun, *plays(text)])] == expected, text


def test_pj_6_5_a_card_read_wrongly_accuses_nobody() -> None:
    """With all hands listed, a card in its place read as one of another hand, or as the card turned up."""
    begun, rest = e2()[:3], e2()[3:]
    for at, card in ((0, "Ts"), (2, "6s"), (5, "7c"), (8, "Qs"), (12, "6h"), (19, "6h"), (24, "As")):
        wrong = [*rest[:at], msgspec.structs.replace(rest[at], card=Card(card)), *rest[at + 1 :]]
        findings = audit(log([*begun, *wrong], 3)).findings
        assert {one.kind for one in findings} == {"contradiction"}, (at, card)


def test_pj_6_5_a_card_turned_up_that_another_plays_may_have_been_read_wrongly() -> None:
    """Nobody held it back, and what it brought is not known."""
    begun = [HandStarted(dealer=2), Dealt(sizes=(13, 13, 13)), TurnedUp(card=Card("2h"))]
    events = [*begun, *plays("0:Ac 2:5h 1:2h"), PoolCounted(pool="ace", amount=0), PoolCounted(pool="king", amount=0)]
    done = audit(log(events, 3, "p003"))
    assert [(one.name, one.at) for one in done.findings] == [("lead_out_of_turn", 6), ("impossible_card", 7)]


def test_pj_6_5_a_wrong_list_of_the_dead_hand_is_no_evidence() -> None:
    """Nobody followed 5s with 6s, which was written into the dead hand; then seat 1 plays it."""
    dead = cards(E2_DEAD.replace("7s", "6s"))
    begun: list[Base] = [e2()[0], Dealt(places={"dead": dead}), e2()[2]]
    rows = names([*begun, *plays("0:Kh 0:3h 0:4s 2:5s 2:2h 1:6s")])
    assert [name for name, _, line in rows if line == 10] == ["impossible_card", "lead_out_of_turn", "missed_follow"]


def test_pj_6_5_shown_in_two_places() -> None:
    events = [*begin(), Shown(seat=0, cards=cards("9d")), Shown(seat=1, cards=cards("9d"))]
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
    assert names([*begin(), *plays("0:Kc"), ResultCalled(result="out", seat=0)]) == [("count_mismatch", "PJ-6.6", 5)]
    assert names([*e1(), ResultCalled(result="out", seat=0)], 5) == []
    assert names([*e1(), ResultCalled(result="out", seat=1)], 5) == [("count_mismatch", "PJ-6.6", 25)]
    assert names([*e1(), ResultCalled(result="out", seat=7)], 5) == [("no_such_seat", "PJ-6.5", 25)]


def test_pj_6_6_new_deal_though_nobody_was_out() -> None:
    assert names([*begin(), *plays("0:Kc"), HandStarted()]) == [("count_mismatch", "PJ-6.6", 5)]


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


def test_pj_6_7_a_payment_before_the_turn_up_is_of_the_deal_before() -> None:
    paid = ChipsPassed(from_="seat:1", to="seat:0", amount=7)
    assert names([*e1(), HandStarted(), paid], 5) == []
    assert names([*e1(), HandStarted(), TurnedUp(card=Card("7h")), paid], 5) == [("wrong_payment", "PJ-6.7", 27)]
    assert names([HandStarted(dealer=0), paid], 5) == []  # a row may follow
    paid = ChipsPassed(from_="seat:1", to="seat:0", amount=17)
    assert names([HandStarted(dealer=0), paid], 5) == [("wrong_payment", "PJ-6.7", 3)]


def paid_beside_a_row(source: str, target: str, amount: int, row: Base) -> list[list[tuple[str, str, int]]]:
    """What is found of a payment in the first deal, of which only a row tells how it ended: after the row, and before."""
    paid = ChipsPassed(from_=source, to=target, amount=amount)
    return [
        names(events, 3, "p003") for events in ([HandStarted(dealer=2), row, paid], [HandStarted(dealer=2), paid, row])
    ]


def test_pj_6_7_a_row_tells_of_no_payment_but_what_no_deal_can_bring() -> None:
    row = Scored(points=(14, -21, -5))
    for source, target, true, wrong in (("seat:1", "seat:2", 5, 14), ("pool:game", "seat:2", 6, 7)):
        assert paid_beside_a_row(source, target, true, row) == [[], []]
        assert paid_beside_a_row(source, target, wrong, row) == [[("wrong_payment", "PJ-6.7", at)] for at in (4, 3)]
    for source, target in (("seat:1", "seat:1"), ("board", "seat:1"), ("pool:king", "pool:game")):
        assert paid_beside_a_row(source, target, 6, row) == [[("wrong_payment", "PJ-6.7", at)] for at in (4, 3)]
    seen = [HandStarted(dealer=2), TurnedUp(card=Card("2c")), *plays("0:3h"), Gap()]
    for source, amount in (("seat:0", 5), ("pool:game", 6)):
        paid = ChipsPassed(from_=source, to="seat:1", amount=amount)
        assert names([*seen, paid, Scored(points=(-10, 13, -10)), paid], 3, "p003") == []


def test_pj_6_7_a_compartment_that_a_row_was_paid_from_is_taken_whole_or_split() -> None:
    row = Scored(points=(14, -21, -5))
    for split, amounts in (("off", {6}), ("any", {3, 6})):
        for amount in range(2, 8):
            paid = ChipsPassed(from_="pool:matrimony", to="seat:1", amount=amount)
            wrong = [] if amount in amounts else [("wrong_payment", "PJ-6.7", 4)]
            assert names([HandStarted(dealer=2), row, paid], 3, "p003", pair_split=split) == wrong, (split, amount)


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
