"""Hasenpfeffer: the examples of its page, and its clauses."""

import itertools
from typing import Any

import pytest

from tests.builders import cards, fold, found, trick
from tests.games.hasenpfeffer_tables import (
    HPX_8_HANDS,
    begun,
    bids,
    dealt,
    hpx_8,
    table,
)
from upcard.engine.audit import audit
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.games.hasenpfeffer.table import DISCARD, LED_BY, PACK, POWERS, SUITS_OF, WIDOW
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import cards_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    Bid,
    Closed,
    Dealt,
    Discarded,
    HandStarted,
    Passed,
    Played,
    Scored,
    Shown,
    Took,
    TrumpNamed,
    Voided,
)

GAME = find("hasenpfeffer")
XR_CARD = cards("Xr")


def choices(events: list[Base], kind: type[Base], **options: Any) -> set[Any]:
    """What `due` lists of a type of event."""
    acts = GAME.due(fold(table(events, **options)))
    return {choice for act in acts if act.event is kind for choice in act.choices or ()}


def says(events: list[Base], **options: Any) -> list[tuple[str, str, int]]:
    """Clause, name and line of what is found, notes as well."""
    return [(one.clause, one.name, one.at) for one in audit(table(events, **options)).findings]


# ---- HP-9 Examples -------------------------------------------------------------------------------------------------


def test_hpx_1_bidding() -> None:
    start = [HandStarted(dealer=3), *bids(0, 2)]
    assert choices(start, Bid) == {Bid(seat=1, amount=n) for n in (3, 4, 5, 6)}
    for low in (1, 2):
        assert found(table([*start, Bid(seat=1, amount=low)])) == [("HP-2.1", 4, 4, 1)]
    whole = [*start, *bids(1, 3, 0)]
    assert found(table([*whole, Bid(seat=3, amount=3)])) == [("HP-2.1", 6, 6, 3)]
    whole += bids(3, 4)
    state = fold(table(whole))
    assert (state.declarer, state.contract, state.phase) == (3, 4, "widow")
    assert found(table(whole)) == []
    assert found(table([*whole, Bid(seat=0, amount=5)])) == [("HP-2.1", 7, 7, 0)]
    assert choices([HandStarted(dealer=3), *bids(0, 6)], Bid) == set()
    assert choices([HandStarted(dealer=3), *bids(0, 6)], Passed) == {Passed(seat=1)}


def test_hpx_2_four_passes() -> None:
    start = [HandStarted(dealer=0), dealt(), *bids(1, 0, 0, 0, 0)]
    assert choices(start, Shown) == {Shown(seat=3, cards=XR_CARD)}
    assert choices(start, Voided) == set()
    events = [*start, Shown(seat=3, cards=XR_CARD)]
    state = fold(table(events))
    assert (state.declarer, state.contract, state.turn) == (3, 3, 3)
    events += [TrumpNamed(seat=3, suit="h"), Discarded(seat=3, cards=cards("Kd")), *trick(3, "Xr")]
    assert found(table(events)) == []
    assert fold(table([*start, Shown(seat=3, cards=XR_CARD)], forced_bid=2)).contract == 2
    wrong = audit(table([*start, Shown(seat=2, cards=XR_CARD)]))
    assert [(one.kind, one.clause, one.seat, one.at) for one in wrong.findings] == [("contradiction", "G-5", 2, 8)]


HPX_4 = [
    ("led Qs", "Ks", "Jc Ah 9c", "Jc"),
    ("led Qc", "Qc", "Jc Ah", "Jc Ah"),
    ("led hearts", "9h", "Jd Qh", "Qh"),
]


@pytest.mark.parametrize(("_", "led", "hand", "legal"), HPX_4)
def test_hpx_4_effective_suits(_: str, led: str, hand: str, legal: str) -> None:
    rest = [card for card in cards("Td Kd Qd 9s Ad") if card not in cards(hand)]
    listed = " ".join([hand, *rest][: 1 + 6 - len(cards(hand))])
    events = [HandStarted(dealer=3), dealt(["", listed, "", ""], None), *bids(0, 3, 0, 0, 0)]
    events += [TrumpNamed(seat=0, suit="s"), Discarded(seat=0), *trick(0, led)]
    playable = {str(choice.card) for choice in choices(events, Played)}
    assert playable & set(hand.split()) == set(legal.split())
    for card in cards(hand):
        broken = [row for row in found(table([*events, Played(seat=1, card=card)])) if row[0] == "HP-3.1"]
        assert bool(broken) == (str(card) not in legal.split()), card


def test_hpx_4_left_bower_wins_as_a_trump_unless_beaten() -> None:
    for fourth, won in (("Ah", 1), ("As", 1), ("Js", 3), ("Xr", 3)):
        state = fold(table(begun(*trick(0, f"Qc Jc 9c {fourth}"))))
        assert state.winners == [won], fourth


@pytest.mark.parametrize(("taken", "points"), [(5, [5, 1]), (3, [-4, 3])])
def test_hpx_5_source(taken: int, points: list[int]) -> None:
    state = fold(table([HandStarted(dealer=3), Scored(seat=0, amount=4, tricks=(taken, 6 - taken))]))
    assert state.points == state.totals == points


def test_hpx_6_declarers_win_though_the_defenders_have_more() -> None:
    rows = [(6, 6), (3, 3), (3, 0)]
    events = [event for n, d in rows for event in (HandStarted(), Scored(seat=0, amount=n, tricks=(d, 6 - d)))]
    before = fold(table(events))
    assert (before.totals, before.winner) == ([6, 9], -1)
    state = fold(table([*events, HandStarted(), Scored(seat=2, amount=4, tricks=(4, 2))]))
    assert (state.totals, state.winner) == ([10, 11], 0)


def test_hpx_8_full_hand() -> None:
    log = table(hpx_8())
    done = audit(log)
    assert done.findings == []
    state, result = done.state, done.results[0].result
    assert [(one.leader, one.winner) for one in result.tricks] == [(1, 0), (0, 2), (2, 2), (2, 1), (1, 3), (3, 1)]
    assert (state.taken, result.points, result.won) == ([3, 3], (3, -4, 3, -4), (True, False, True, False))
    assert (result.level, result.trump, result.dealer, result.says) == ("full", "h", 0, "set")
    assert audit(table(hpx_8(3))).results[0].result.points == (3, 3, 3, 3)
    assert state.may_deal == [1]


@pytest.mark.parametrize("record", ["public", "no deal", "no discard"])
def test_hpx_9_without_hands_the_discard_is_derived(record: str) -> None:
    log = redact_log(table(hpx_8()), PUBLIC, "copy") if record == "public" else table(hpx_8(hands=False))
    if record == "no discard":
        log = table([event for event in hpx_8(hands=False) if not isinstance(event, Discarded)])
    done = audit(log)
    assert [one.kind for one in done.findings] == ["note"] * (record == "no discard")
    assert done.doubts == []
    assert list(cards_of(done.state.places.known[DISCARD])) == list(cards("Tc"))
    assert done.results[0].result.points == (3, -4, 3, -4)


# ---- HP-1 Deck, seats, ranking -------------------------------------------------------------------------------------


def test_hp_1_1_the_pack() -> None:
    assert PACK.bit_count() == 25
    assert {str(card) for card in cards_of(PACK)} == {r + s for r in "AKQJT9" for s in "cdhs"} | {"Xr"}


@pytest.mark.parametrize(("trump", "partner"), ["sc", "cs", "hd", "dh"])
def test_hp_1_2_ranking(trump: str, partner: str) -> None:
    suits = SUITS_OF[trump]
    sizes = {suit: suits[suit].bit_count() for suit in "cdhs"}
    assert sizes == {suit: 8 if suit == trump else 5 if suit == partner else 6 for suit in "cdhs"}
    high_low = ["Xr", f"J{trump}", f"J{partner}", *(rank + trump for rank in "AKQT9")]
    strength = POWERS[trump][suits[trump]]
    assert sorted(cards_of(suits[trump]), key=strength.__getitem__, reverse=True) == high_low
    for suit in set("cdhs") - {trump}:
        ranks = "AKQT9" if suit == partner else "AKQJT9"
        strength = POWERS[trump][suits[suit]]
        assert sorted(cards_of(suits[suit]), key=strength.__getitem__, reverse=True) == [r + suit for r in ranks]


def test_hp_1_3_effective_suits() -> None:
    assert LED_BY["s"][cards("Jc")[0]] == LED_BY["s"][XR_CARD[0]] == SUITS_OF["s"]["s"]
    assert LED_BY["s"][cards("Jd")[0]] == SUITS_OF["s"]["d"]
    for trump in "cdhs":
        assert sum(SUITS_OF[trump].values()) == PACK


def test_hp_1_1_deal() -> None:
    uneven = Dealt(sizes=(6, 6, 7, 5))
    assert says([HandStarted(dealer=0), uneven]) == [("HP-1.1", "wrong_deal", 3)]
    for hand, widow in (("9c Jc Qd Kc 9s 8s", "Ad"), ("9c Jc Qd Kc 9s Ac", "Ad"), ("9c Jc Qd Kc 9s Ad", "Ad")):
        faults = audit(table([HandStarted(dealer=0), dealt([hand, *HPX_8_HANDS[1:]], widow)])).findings
        assert {(one.kind, one.clause) for one in faults} == {("contradiction", "G-5")}, hand
    twice = [HandStarted(dealer=0), dealt(), dealt()]
    assert says(twice) == [("G-5", "deal_order", 4)]
    two = Dealt(places={"widow": cards("Ad Ac")})
    assert says([HandStarted(dealer=0), two]) == [("G-5", "impossible_card", 3)]


# ---- HP-2 Bidding --------------------------------------------------------------------------------------------------


def test_hp_2_1_one_turn_each_in_order() -> None:
    start = [HandStarted(dealer=3)]
    assert says([*start, Passed(seat=1)]) == [("HP-2.1", "out_of_turn", 3)]
    late = [*start, *bids(1, 0), *bids(0, 2), *bids(2, 0, 0)]
    assert says(late) == [("HP-2.1", "out_of_turn", 3)], "who was passed over may speak after all"
    assert fold(table(late)).declarer == 0
    again = [*start, *bids(0, 0, 2), Bid(seat=0, amount=3)]
    assert says(again) == [("HP-2.1", "second_turn", 5)]
    state = fold(table([*again, *bids(2, 0, 0)]))
    assert (state.declarer, state.contract) == (1, 2)
    assert says([*again, *bids(2, 0, 0)]) == [("HP-2.1", "second_turn", 5)]


def test_hp_2_1_a_seat_passed_over_need_not_speak() -> None:
    events = [HandStarted(dealer=3), *bids(1, 3, 0, 0), TrumpNamed(seat=1, suit="h")]
    assert says(events) == [("HP-2.1", "out_of_turn", 3)]
    assert fold(table(events)).contract == 3


@pytest.mark.parametrize("amount", [0, 7, 60])
def test_hp_2_1_bids_are_1_to_6(amount: int) -> None:
    assert says([HandStarted(dealer=3), Bid(seat=0, amount=amount)]) == [("HP-2.1", "low_bid", 3)]


def test_hp_2_1_a_low_bid_makes_nobody_the_high_bidder() -> None:
    events = [HandStarted(dealer=3), *bids(0, 3, 2, 0, 0), TrumpNamed(seat=0, suit="h")]
    assert says(events) == [("HP-2.1", "low_bid", 4)]


def test_hp_2_1_acts_where_no_hand_is_on() -> None:
    for act in (Bid(seat=0, amount=2), Passed(seat=0), TrumpNamed(seat=0, suit="h"), Discarded(seat=0)):
        assert [(one.kind, one.clause) for one in audit(table([act])).findings] == [("contradiction", "G-5")]
    for act in (Bid(seat=4, amount=2), Passed(seat=9), TrumpNamed(seat=4, suit="h"), Played(seat=4, card=XR_CARD[0])):
        log = table([HandStarted(dealer=0), act])
        assert [(one.kind, one.clause) for one in audit(log).findings] == [("contradiction", "G-5")]


JOKER_IN_WIDOW = [*HPX_8_HANDS[:3], HPX_8_HANDS[3].replace("Xr", "Ad")]


def passed_out(*more: Base) -> list[Base]:
    """Four passes with the joker in the widow, all hands written down."""
    return [HandStarted(dealer=0), dealt(JOKER_IN_WIDOW, "Xr"), *bids(1, 0, 0, 0, 0), *more]


@pytest.mark.parametrize("witness", [None, Voided(), Voided(why="joker in widow"), Shown(place="widow", cards=XR_CARD)])
def test_hp_2_2_joker_in_the_widow(witness: Base | None) -> None:
    log = table(passed_out(*([witness] if witness else [])))
    done = audit(log)
    assert done.findings == []
    assert (done.state.how, done.state.may_deal, done.state.totals) == ("void", [1], [0, 0])
    assert [(one.result.counts, one.result.points) for one in done.results] == [(False, (0, 0, 0, 0))]
    public = audit(redact_log(log, PUBLIC, "copy"))
    assert public.findings == []
    assert public.state.phase == ("between" if witness else "joker")


def test_hp_2_2_left_of_the_dealer_deals_after_a_void_hand() -> None:
    for witness in ([], [Voided()]):
        assert fold(table(passed_out(*witness, HandStarted()))).dealer == 1
        wrong = table(passed_out(*witness, HandStarted(dealer=0)))
        assert (
            found(wrong)
            == found(redact_log(wrong, PUBLIC, "copy"))
            == [("HP-2.2", 8 + len(witness), 8 + len(witness), 0)]
        )


def test_hp_2_2_void_from_a_public_record() -> None:
    events = [HandStarted(dealer=0), *bids(1, 0, 0, 0, 0), Voided()]
    done = audit(table(events))
    assert (done.findings, done.state.may_deal) == ([], [1])
    assert [one.clause for one in done.doubts] == ["HP-2.2"]


def test_hp_2_2_a_silent_holder_is_proven_with_all_hands() -> None:
    for end in (Voided(), HandStarted()):
        events = [HandStarted(dealer=0), dealt(), *bids(1, 0, 0, 0, 0), end]
        assert found(table(events)) == [("HP-2.2", 8, 8, 3)]
        public = redact_log(table(events), PUBLIC, "copy")
        assert found(public) == []
        own = redact_log(table(events), 3, "copy")
        assert found(own) == [("HP-2.2", 8, 8, 3)]


def test_hp_2_2_a_silent_holder_is_proven_when_the_joker_is_shown_later() -> None:
    events: list[Base] = [HandStarted(dealer=0), *bids(1, 0, 0, 0, 0), Voided(), HandStarted()]
    assert found(table([*events, Shown(seat=2, cards=XR_CARD, hand=1)])) == [("HP-2.2", 7, 9, 2)]
    assert found(table([*events[:-1], Shown(seat=2, cards=XR_CARD)])) == [("HP-2.2", 7, 8, 2)]


def test_hp_2_2_the_forced_bidder_may_be_known_by_what_it_does() -> None:
    """In a record without the witness, who takes the widow after four passes must have the joker."""
    start = [HandStarted(dealer=0), *bids(1, 0, 0, 0, 0)]
    for act in (Took(seat=3, place="widow"), TrumpNamed(seat=3, suit="h")):
        state = fold(table([*start, act]))
        assert (state.declarer, state.contract, found(table([*start, act]))) == (3, 3, [])
    full = [HandStarted(dealer=0), dealt(), *bids(1, 0, 0, 0, 0), TrumpNamed(seat=2, suit="h")]
    assert found(table(full)) == [("HP-2.2", 8, 8, 2)]


def test_hp_2_2_who_showed_the_joker_has_it_or_put_it_away() -> None:
    start = [HandStarted(dealer=0), *bids(1, 0, 0, 0, 0), Shown(seat=3, cards=XR_CARD), TrumpNamed(seat=3, suit="h")]
    start += [Discarded(seat=3), *trick(3, "9h")]
    assert XR_CARD[0] not in {choice.card for choice in choices(start, Played)}
    around = choices([*start, *trick(0, "Th Kh Ah"), *trick(2, "9d")], Played)
    assert XR_CARD[0] in {choice.card for choice in around}
    assert found(table([*start, *trick(0, "Xr")])) == [("G-5", 11, 11, 0)]
    assert found(table([*start, *trick(0, "Th Kh Ah"), *trick(2, "9d"), Played(seat=3, card=XR_CARD[0])])) == []


def test_hp_2_2_a_hand_is_void_for_no_other_reason() -> None:
    for start in (bids(1, 0, 0), bids(1, 2), bids(1, 2, 0, 0, 0)):
        assert says([HandStarted(dealer=0), *start, Voided()])[0][:2] == ("HP-2.2", "void_without_cause")
    misdeal = [HandStarted(dealer=0), *bids(1, 2), Voided(why="a card was turned up in the deal")]
    assert says(misdeal) == []
    assert says([*misdeal, HandStarted(dealer=0)]) == says([*misdeal, HandStarted(dealer=1)]) == []
    assert says([*misdeal, HandStarted(dealer=2)]) == [("HP-2.2", "dealer_rotation", 5)]
    assert says([*hpx_8(), Voided()]) == [("G-5", "no_hand", 34)]


def test_hp_2_3_widow_then_trump_then_discard() -> None:
    start = [HandStarted(dealer=0), dealt(), *bids(1, 4, 0, 0, 0)]
    took, named = Took(seat=1, place="widow", cards=cards("Ad")), TrumpNamed(seat=1, suit="h")
    away = Discarded(seat=1, cards=cards("Tc"))
    assert says([*start, took, named, away]) == []
    assert says([*start, named, away]) == []
    assert says([*start, named, took]) == [("HP-2.3", "widow_order", 9)]
    assert says([*start, away, named]) == [("HP-2.3", "discard_order", 8)]
    assert says([*start, took, took]) == [("HP-2.3", "widow_order", 9)]
    assert says([*start, named, TrumpNamed(seat=1, suit="s")]) == [("HP-2.3", "trump_order", 9)]
    assert says([*start, named, away, away]) == [("HP-2.3", "discard_order", 10)]
    assert says([*start, named, away, *trick(1, "Jd"), took]) == [("HP-2.3", "widow_order", 11)]


def test_hp_2_3_only_the_high_bidder() -> None:
    start = [HandStarted(dealer=0), dealt(), *bids(1, 4, 0, 0, 0)]
    for act in (Took(seat=2, place="widow"), TrumpNamed(seat=2, suit="h"), Discarded(seat=2, cards=cards("Ac"))):
        assert says([*start, act]) == [("HP-2.3", "not_high_bidder", 8)]
    for act in (Took(seat=2, place="widow"), TrumpNamed(seat=2, suit="h"), Discarded(seat=2, cards=cards("Ac"))):
        assert says([*start[:-1], act])[0] == ("HP-2.3", "before_the_bidding_ended", 7)


def test_hp_2_3_no_lead_before_trump() -> None:
    start = [HandStarted(dealer=0), dealt(), *bids(1, 4, 0, 0, 0)]
    assert says([*start, *trick(1, "Jd 9d")])[0] == ("HP-2.3", "early_play", 8)
    assert says([*start[:-2], *trick(1, "Jd 9d")])[0] == ("HP-2.3", "early_play", 6)


@pytest.mark.parametrize("away", ["Ad", "Th", "Jh", "Qs"])
def test_hp_2_3_any_card_may_be_put_away(away: str) -> None:
    start = [HandStarted(dealer=0), dealt(), *bids(1, 4, 0, 0, 0), TrumpNamed(seat=1, suit="h")]
    assert Discarded(seat=1, cards=cards(away)) in choices(start, Discarded)
    log = table([*start, Discarded(seat=1, cards=cards(away))])
    for viewer in (None, PUBLIC, 0, 1, 2, 3):
        assert found(log if viewer is None else redact_log(log, viewer, "copy")) == []


def test_hp_2_3_the_joker_may_be_put_away() -> None:
    hands = ["9c Jc Qd Kc 9s Ah", "Jh Jd Xr Qs Th Ts", "Ac 9d Js As Td 9h", "Kd Qh Qc Tc Ks Kh"]
    events = [HandStarted(dealer=0), dealt(hands), *bids(1, 0, 0, 0, 0), Shown(seat=1, cards=XR_CARD)]
    events += [TrumpNamed(seat=1, suit="h"), Discarded(seat=1, cards=XR_CARD)]
    log = table([*events, *trick(1, "Th 9h Qh Ah")])
    assert found(log) == found(redact_log(log, PUBLIC, "copy")) == []
    assert list(cards_of(fold(log).places.known[DISCARD])) == ["Xr"]
    assert fold(redact_log(log, PUBLIC, "copy")).places.known[DISCARD] == 0


def test_hp_2_3_what_is_put_away_was_in_the_hand() -> None:
    start = [HandStarted(dealer=0), dealt(), *bids(1, 4, 0, 0, 0), TrumpNamed(seat=1, suit="h")]
    for away in ("Ks", "2c", "Tc Ts", "Xb"):
        faults = says([*start, Discarded(seat=1, cards=cards(away))])
        assert faults, away
        assert faults[0][0] == ("HP-2.3" if " " in away else "G-5"), away


def test_hp_2_3_the_widow_was_dealt_to_nobody() -> None:
    start = [HandStarted(dealer=0), dealt(), *bids(1, 4, 0, 0, 0)]
    for card in ("Ks", "Tc", "8d"):
        assert says([*start, Took(seat=1, place="widow", cards=cards(card))])[0][0] == "G-5", card


def test_hp_2_4_widow_and_discard_are_known_to_the_declarer_only() -> None:
    start = [HandStarted(dealer=0), dealt(), *bids(1, 4, 0, 0, 0), Took(seat=1, place="widow", cards=cards("Ad"))]
    log = table([*start, TrumpNamed(seat=1, suit="h"), Discarded(seat=1, cards=cards("Tc"))])
    for viewer in (PUBLIC, 0, 2, 3):
        places = fold(redact_log(log, viewer, "copy")).places
        assert not (places.known[1] | places.known[DISCARD] | places.known[WIDOW])
    own = fold(redact_log(log, 1, "copy")).places
    assert list(cards_of(own.known[DISCARD])) == ["Tc"]
    assert own.known[1].bit_count() == 6


def test_hp_2_3_the_widow_is_known_when_all_hands_are() -> None:
    state = fold(table([HandStarted(dealer=0), dealt(widow=None), *bids(1, 4, 0, 0, 0), TrumpNamed(seat=1, suit="h")]))
    assert cards("Ad")[0].bit & state.places.known[1]


# ---- HP-5 Options --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong", [{"target": 0}, {"forced_bid": 7}, {"forced_bid": 0}, {"same_trick_correction": "yes"}, {"targets": 10}]
)
def test_hp_5_options_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        begin(table([], **wrong))


def test_g_5_one_wrong_card_in_a_deal_is_no_revoke() -> None:
    """Whatever card of the deal was written wrongly, nothing but contradictions follows."""
    for seat, place in itertools.product(range(4), range(6)):
        for other in ("Ad", HPX_8_HANDS[(seat + 1) % 4].split()[0]):
            hands = [hand.split() for hand in HPX_8_HANDS]
            hands[seat][place] = other
            done = audit(table(hpx_8(deal=dealt([" ".join(hand) for hand in hands]))))
            assert {one.kind for one in done.findings} == {"contradiction"}, (seat, place, other)


def test_g_5_two_cards_exchanged_in_a_deal_are_no_revoke() -> None:
    swapped = 0
    for one, two in itertools.combinations(range(24), 2):
        hands = [hand.split() for hand in HPX_8_HANDS]
        if one // 6 == two // 6:
            continue
        first, second = hands[one // 6][one % 6], hands[two // 6][two % 6]
        hands[one // 6][one % 6], hands[two // 6][two % 6] = second, first
        done = audit(table(hpx_8(deal=dealt([" ".join(hand) for hand in hands]))))
        assert {found.kind for found in done.findings} <= {"contradiction"}, (first, second, done.findings)
        swapped += 1
    assert swapped == 216


def test_g_5_seen_twice() -> None:
    assert found(table(begun(*trick(0, "Qc Qc")))) == [("G-5", 10, 10, 1)]


def test_nothing_is_due_after_the_close() -> None:
    assert GAME.due(fold(table([*hpx_8(), Closed()]))) == ()
