"""Pluck: plucking (PL-3), its options, and returns proven wrong later (PL-8)."""

from typing import Any

import pytest

from tests.builders import cards, fold, found, trick
from tests.games.test_pluck import (
    GIVER,
    PLX_2_HANDS,
    PLX_4,
    THIRD,
    full_hand,
    gave,
    hand,
    pluck_log,
    plucking,
    returned,
    rows,
)
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Base, Dealt, Gap, Gave, HandStarted, Noted, Played, Returned, Shown, TrumpNamed

NAMED = TrumpNamed(seat=1, suit="s")


def unseen(*after: Base, split: tuple[int, ...] = (9, 4, 4), **options: Any) -> Log:
    """A second hand of which no card was seen, dealt by s1. The deal is line 5."""
    return pluck_log([*rows(split), HandStarted(), Dealt(each=17), *after], **options)


def pair(giver: int, victim: int) -> list[Base]:
    """A pluck nobody saw the cards of."""
    return [gave(None, giver, victim), returned(None, victim, giver)]


def own(log: Log, seat: int) -> Log:
    """What a seat saw."""
    return redact_log(log, seat, "seat")


# ---- PL-2.2, PL-3.1 ------------------------------------------------------------------------------------------------


def test_pl_2_2_no_plucks_in_the_first_hand() -> None:
    assert found(pluck_log([HandStarted(dealer=0), Dealt(each=17), gave(None)])) == [("PL-2.2", 4, 4, 0)]


@pytest.mark.parametrize(
    ("split", "giver", "victim", "says"),
    [((9, 4, 4), 1, 0, "no pluck"), ((9, 4, 4), 2, 1, "no pluck"), ((9, 4, 4), 0, 2, "at all")],
)
def test_pl_3_1_who_may_pluck_whom(split: tuple[int, ...], giver: int, victim: int, says: str) -> None:
    log = unseen(*pair(giver, victim), split=split)
    assert found(log) == [("PL-3.1", 6, 6, giver)]
    assert says in audit(log).findings[0].says


def test_pl_3_1_no_more_plucks_than_tricks_above_the_quota() -> None:
    assert found(unseen(*pair(0, 1), *pair(0, 1))) == []
    assert found(unseen(*pair(0, 1), *pair(0, 1), *pair(0, 1))) == [("PL-3.1", 10, 10, 0)]


def test_pl_3_1_nobody_is_plucked_more_often_than_short() -> None:
    """s2 is 2 above; s0 and s1 are 1 short each."""
    assert found(unseen(*pair(2, 0), *pair(2, 1), split=(6, 5, 6))) == []
    assert found(unseen(*pair(2, 0), *pair(2, 0), split=(6, 5, 6))) == [("PL-3.1", 8, 8, 2)]


def test_pl_3_1_a_pluck_without_a_right_takes_none_from_another() -> None:
    """s1 is plucked by s2, who has no right; s0 still has both of its own."""
    assert found(unseen(*pair(2, 1), *pair(0, 1), *pair(0, 1))) == [("PL-3.1", 6, 6, 2)]
    assert found(unseen(*pair(2, 1), *pair(0, 1), NAMED, pluck_optional=False)) == [("PL-3.1", 6, 6, 2)]


def test_pl_3_1_where_rights_are_not_known_every_pluck_is_offered() -> None:
    log = pluck_log([*rows((9, 4, 4)), Gap(), HandStarted(dealer=0), Dealt(each=17)], pluck_optional=False)
    acts = find("pluck").due(fold(log))
    assert {(act.event, act.seat) for act in acts} == {(Gave, 0), (Gave, 1), (Gave, 2), (TrumpNamed, 0)}


def test_pl_3_1_is_told_by_the_score_alone() -> None:
    """The hand before was played; no card of the plucks was seen."""
    log = redact_log(pluck_log([*full_hand(), HandStarted(), Dealt(each=17), *pair(2, 0)]), PUBLIC, "public")
    assert found(log) == [("PL-3.1", 58, 58, 2)]


# ---- PL-3.2, PL-3.3, PL-3.4 ----------------------------------------------------------------------------------------


def test_pl_3_2_an_unbeatable_gift_comes_straight_back() -> None:
    log = plucking(gave("Kc"), returned("Kc"))
    assert found(log) == []
    assert fold(log).places.known[0] & Card("Kc").bit


def test_pl_3_2_the_return_goes_to_who_gave() -> None:
    assert found(unseen(gave(None), returned(None, 1, 2))) == [("PL-3.2", 7, 7, 1)]
    assert found(unseen(returned(None))) == [("G-5", 6, 6, 1)]
    assert audit(unseen(returned(None))).findings[0].kind == "contradiction"
    assert found(unseen(gave(None), NAMED)) == [("PL-3.2", 6, 7, 1)]


@pytest.mark.parametrize("joker", ["Xr", "Xb"])
def test_pl_3_3_jokers_are_not_plucked(joker: str) -> None:
    seats = (GIVER.replace("5h", joker), PLX_4, THIRD.replace(joker, "5h"))
    assert found(plucking(gave(joker), seats=seats)) == [("PL-3.3", 6, 6, 0)]
    seats = (GIVER, PLX_4.replace("3c", joker), THIRD.replace(joker, "3c"))
    assert found(plucking(gave("3d"), returned(joker), seats=seats)) == [("PL-3.3", 7, 7, 1)]


def test_pl_3_3_the_first_lead_follows_the_lowest_club() -> None:
    log = plucking(gave("Ac"), returned("Ac"), gave("4c"), returned("4c"), NAMED)
    assert find("pluck").due(fold(log))[0].choices == (Played(seat=1, card=Card("2c")),)
    seats = (GIVER.replace("4c", "2c"), PLX_4.replace("2c", "4c"), THIRD)
    moved = plucking(gave("2c"), returned("4c"), NAMED, seats=seats)
    assert found(moved) == []
    assert find("pluck").due(fold(moved))[0].choices == (Played(seat=1, card=Card("2c")),)


def test_pl_3_4_each_pluck_is_completed_before_the_next() -> None:
    assert found(unseen(gave(None), gave(None))) == [("PL-3.4", 7, 7, 0)]
    assert found(unseen(gave(None), gave(None), pluck_batch=True)) == []


def test_pl_3_4_of_two_gifts_open_against_the_rule_either_may_be_answered_first() -> None:
    split = (4, 7, 6)
    gifts: list[Base] = [gave(None, 1, 0), gave(None, 2, 0)]
    turned = unseen(*gifts, returned(None, 0, 2), returned(None, 0, 1), split=split)
    assert found(turned) == [("PL-3.4", 7, 7, 2)]


def test_pl_3_2_a_return_of_no_gift_is_one_contradiction() -> None:
    """Nor is it proven wrong by what the seat shows later."""
    log = plucking(returned("4d"), gave("3d"), returned("Qd"), NAMED, *trick(1, "2c 6d 4c", 3))
    assert [row for row in found(log) if row[0] != "PL-4.1"] == [("G-5", 6, 6, 1)]


def test_pl_3_4_cards_obtained_by_pluck_may_be_given_on() -> None:
    log = plucking(gave("3d"), returned("Qd"), gave("Qd"), returned("Qd"))
    assert found(log) == []


def test_pl_3_6_plucks_lapse_when_trump_is_named() -> None:
    assert found(unseen(*pair(0, 1), NAMED)) == []
    assert found(unseen(*pair(0, 1), NAMED, *pair(0, 1)))[0] == ("PL-3.6", 9, 9, 0)


# ---- PL-6: options -------------------------------------------------------------------------------------------------


def test_pl_3_6_pluck_optional_false_every_pluck_is_taken() -> None:
    assert found(unseen(*pair(0, 1), NAMED, pluck_optional=False)) == [("PL-3.6", 8, 8, 0)]
    assert found(unseen(*pair(0, 1), *pair(0, 1), NAMED, pluck_optional=False)) == []
    state = fold(unseen(*pair(0, 1), pluck_optional=False))
    assert {act.event for act in find("pluck").due(state)} == {Gave}


def test_pl_3_5_quota_desc_one_after_the_other() -> None:
    """s0 is 3 short, s1 1 and s2 2 above; s1 deals next, so its quota is 7 and that of s2 6."""
    split = (4, 7, 6)
    assert found(unseen(*pair(1, 0), *pair(2, 0), *pair(2, 0), split=split, pluck_order="quota_desc")) == []
    assert found(unseen(*pair(2, 0), *pair(1, 0), *pair(2, 0), split=split)) == []
    late = unseen(*pair(2, 0), *pair(1, 0), *pair(2, 0), split=split, pluck_order="quota_desc")
    assert found(late) == [("PL-3.5", 8, 8, 1)]
    assert found(unseen(*pair(2, 0), NAMED, split=split, pluck_order="quota_desc")) == []


def test_pl_7_1_a_turn_to_pluck_ends_with_the_gift_of_the_next() -> None:
    """s0 has 4 plucks and the lower quota of this hand, s2 none; s1 has 1: quotas of the hand s1 7, s2 6, s0 4."""
    split = (9, 7, 1)
    mixed = unseen(*pair(0, 2), *pair(1, 2), *pair(0, 2), split=split, pluck_order="quota_desc")
    assert found(mixed) == [("PL-3.5", 8, 8, 1)]
    must = unseen(*pair(0, 2), split=split, pluck_order="quota_desc", pluck_optional=False)
    assert found(must) == [("PL-3.5", 6, 6, 0)]


def test_pl_6_quota_desc_offers_whose_turn_it_is() -> None:
    split = (4, 7, 6)
    first = fold(unseen(split=split, pluck_order="quota_desc", pluck_optional=False))
    assert [act.seat for act in find("pluck").due(first)] == [1]
    free = fold(unseen(split=split))
    assert {act.seat for act in find("pluck").due(free) if act.event is Gave} == {1, 2}
    begun = fold(unseen(*pair(2, 0), split=split, pluck_order="quota_desc"))
    assert {act.seat for act in find("pluck").due(begun) if act.event is Gave} == {2}


def test_pl_6_pluck_batch_all_gifts_then_all_returns() -> None:
    gifts: list[Base] = [gave("3d"), gave("5d")]
    batch = plucking(*gifts, returned("Qd"), returned("Jd"), NAMED, pluck_batch=True)
    assert found(batch) == []
    late = unseen(gave(None), returned(None), gave(None), pluck_batch=True)
    assert found(late) == [("PL-3.4", 8, 8, 0)]
    wrong = plucking(*gifts, returned("Jd"), returned("Qd"), pluck_batch=True)
    assert found(wrong) == [("PL-3.2", 8, 8, 1)]


def test_pl_7_1_returns_of_a_batch_come_in_the_order_of_the_gifts() -> None:
    split = (4, 7, 6)
    gifts: list[Base] = [gave(None, 1, 0), gave(None, 2, 0), gave(None, 2, 0)]
    right = [returned(None, 0, 1), returned(None, 0, 2), returned(None, 0, 2)]
    assert found(unseen(*gifts, *right, split=split, pluck_batch=True)) == []
    turned = [returned(None, 0, 2), returned(None, 0, 1), returned(None, 0, 2)]
    assert found(unseen(*gifts, *turned, split=split, pluck_batch=True))[0] == ("PL-7.1", 9, 9, 0)


def test_pl_7_1_the_second_return_of_a_batch_counts_all_gifts() -> None:
    """Both gifts lie in the hand when the first is answered: 3d brings Kd back, though Kd was the second gift."""
    batch = plucking(gave("3d"), gave("Kd"), returned("Kd"), returned("Qd"), pluck_batch=True)
    assert found(batch) == []
    due = find("pluck").due(fold(plucking(gave("3d"), gave("Kd"), pluck_batch=True)))
    assert [act.choices for act in due if act.event is Returned] == [(returned("Kd"),)]


# ---- PL-3.7 --------------------------------------------------------------------------------------------------------


def test_pl_3_7_only_the_two_players_know_the_cards() -> None:
    log = plucking(gave("3d"), returned("Qd"), NAMED)
    known = {viewer: fold(redact_log(log, viewer, "copy")).places.known for viewer in (PUBLIC, 0, 1, 2)}
    moved = mask_of(cards("3d Qd"))
    assert [bool(sum(known[viewer][:2]) & moved) for viewer in (PUBLIC, 0, 1, 2)] == [False, True, True, False]
    assert known[0][1] == Card("3d").bit
    assert known[1][0] == Card("Qd").bit


def test_a_card_given_may_have_been_passed_on_unseen() -> None:
    """s0 knows that s1 has its 3d, until s1 returns a card to s2 that s0 does not see."""
    split = (8, 1, 8)
    events: list[Base] = [gave("3d"), returned("Qd"), *[gave("7d", 2, 1), returned("Jd", 1, 2)]]
    log = pluck_log([*rows(split), HandStarted(), hand(GIVER, PLX_4, THIRD), *events])
    seen = [state.places.known[1] for _, _, state in frames(own(log, 0))]
    assert seen[-3:] == [Card("3d").bit, Card("3d").bit, 0]
    assert fold(log).places.known[1] & Card("3d").bit


def test_a_card_all_saw_may_have_been_passed_on_unseen() -> None:
    """s1 has shown its 4d; after a return that only s0 and s1 saw, only they know where it is."""
    log = plucking(Shown(seat=1, cards=cards("4d 4s")), gave("3d"), returned("Qd"))
    bit = Card("4d").bit
    for viewer in (PUBLIC, 0, 1, 2):
        partial = redact_log(log, viewer, "copy")
        for (_, _, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
            assert view(whole, viewer).places == seen.places
        assert bool(fold(partial).places.known[1] & bit) == (viewer in {0, 1})


# ---- Something missed ----------------------------------------------------------------------------------------------


def test_a_gap_leaves_open_who_was_to_pluck_first() -> None:
    """s1, of the higher quota, may have plucked in what was missed."""
    events: list[Base] = [Gap(), *pair(2, 0)]
    log = unseen(*events, split=(4, 7, 6), pluck_order="quota_desc", pluck_optional=False)
    assert found(log) == []


def test_a_gap_in_a_batch_leaves_open_which_gift_is_answered() -> None:
    """The Qd answers a gift that was missed, not the spade."""
    hands = (GIVER.replace("4c", "As"), PLX_4.replace("As", "4c"), THIRD)
    log = plucking(Gap(), gave("As"), returned("Qd"), returned("As"), NAMED, seats=hands, pluck_batch=True)
    assert found(log) == []


@pytest.mark.parametrize("missed", [(0,), (1,), (0, 3), (1, 4), (0, 4), (4,), (0, 2), (4, 5)])
def test_a_gap_of_half_a_pluck_leaves_seventeen_cards_to_each(missed: tuple[int, ...]) -> None:
    """Gifts or returns were missed, or trump with them; every card of the play has its place all the same."""
    seats = [set(cards(text)) for text in PLX_2_HANDS]
    events: list[Base] = [gave("4s", 0, 2), returned("Qs", 2, 0), gave("3d", 1, 2), returned("Kd", 2, 1)]
    for event in events:
        seats[event.seat].discard(event.card)
        seats[event.to].add(event.card)
    events = [*events, Noted(), TrumpNamed(seat=1, suit="c")]
    plays = legal_play(seats, "c")
    kept = [Gap() if at in missed else event for at, event in enumerate(events)]
    log = pluck_log([*full_hand(), HandStarted(), hand(*PLX_2_HANDS), *kept, *plays])
    assert found(log) == []


def legal_play(seats: list[set[Card]], trump: str) -> list[Base]:
    """A hand played by the first legal card."""
    log = pluck_log([HandStarted(dealer=0), Dealt(hands=tuple(map(tuple, seats))), TrumpNamed(seat=0, suit=trump)])
    plays: list[Base] = []
    for _ in range(51):
        state = fold(Log.of(log.header, [*(event for _, event in log.events), *plays]))
        plays.append((find("pluck").due(state)[0].choices or ())[0])
    return plays


# ---- PL-8: proven later --------------------------------------------------------------------------------------------


def wrong_return(*after: Base) -> Log:
    """s1 returns Jd for 3d though it holds Qd; trump is spades, s1 leads."""
    return plucking(gave("3d"), returned("Jd"), *after)


def test_pl_8_a_plucker_learns_of_a_wrong_return_when_the_card_is_played() -> None:
    log = wrong_return(NAMED, *trick(1, "2c 6d 4c", 3))
    assert found(log) == [("PL-3.2", 7, 7, 1)]
    assert found(own(log, 1)) == [("PL-3.2", 7, 7, 1)]
    assert found(own(log, 0)) == []
    assert [(doubt.at, doubt.seat) for doubt in audit(own(log, 0)).doubts] == [(7, 1), (10, 2)], "a return, and clubs"
    later = wrong_return(NAMED, *trick(1, "2c Ah 4c", 3), *trick(0, "Kd Qd Ad", 3))
    assert found(own(later, 0)) == [("PL-3.2", 7, 13, 1)]
    assert found(redact_log(later, PUBLIC, "public")) == []


def test_pl_8_a_plucker_learns_of_it_from_the_next_return() -> None:
    log = wrong_return(gave("5d"), returned("Qd"))
    assert found(own(log, 0)) == [("PL-3.2", 7, 9, 1)]
    assert audit(own(log, 0)).doubts[-1].at == 9


def test_pl_8_a_card_that_a_later_pluck_brought_proves_nothing() -> None:
    """s2 plucks s1 as well: the Qd that s1 plays may have come from s2, as far as s0 can tell."""
    split = (8, 1, 8)
    begun: list[Base] = [*rows(split), HandStarted(), hand(GIVER, PLX_4.replace("Qd", "6d"), THIRD.replace("6d", "Qd"))]
    events: list[Base] = [gave("3d"), returned("Jd"), gave("Qd", 2, 1), returned("Qd", 1, 2)]
    events += [gave("8d", 2, 1), returned("8d", 1, 2), NAMED, *trick(1, "2c 7d 4c", 3)]
    log = pluck_log([*begun, *events])
    assert [row for row in found(own(log, 0)) if row[0] == "PL-3.2"] == []
    two: list[Base] = [gave(None, 0, 1), returned("7d", 1, 0), gave(None, 2, 1), returned(None, 1, 2), NAMED]
    two += trick(1, "2c 3c 4c", 3)
    one_shown = trick(0, "3d Qd 5d", 3)
    assert found(unseen(*two, *one_shown, split=split)) == []
    assert found(unseen(*two, *one_shown, *trick(1, "Kd", 3), split=split)) == [("PL-3.2", 7, 17, 1)]


def test_pl_8_return_not_seen_but_the_hand_was() -> None:
    """The return was not written down; the victim then plays the highest card that it can have been."""
    log = plucking(gave("3d"), returned(None), NAMED, *trick(1, "2c", 3))
    assert [(doubt.at, doubt.cards) for doubt in audit(log).doubts] == [(7, tuple(cards("Qd")))]
    shown = plucking(gave("3d"), returned(None), NAMED, *trick(1, "2c Ah 4c", 3), *trick(0, "Kd Qd", 3))
    assert found(shown) == [("PL-3.2", 7, 13, 1)]
    right = plucking(gave("3d"), returned(None), NAMED, *trick(1, "2c Ah 4c", 3), *trick(0, "Qd Jd", 3))
    assert found(right) == []


def test_pl_8_nothing_was_seen_but_the_victim_keeps_every_ace() -> None:
    events = [*pair(0, 1), NAMED, *trick(0, "2c Ac 3c", 3), *trick(1, "Ad 3d 4d", 3), *trick(1, "Ah 3h 4h", 3)]
    assert found(unseen(*events)) == []
    last = [*trick(1, "6s Xr Xb", 3), *trick(2, "8s 5s As", 3)]
    assert [row for row in found(unseen(*events, *last)) if row[0] == "PL-3.2"] == [("PL-3.2", 7, 23, 1)]
    twice = unseen(*pair(0, 1), *pair(0, 1), *events[2:], *last)
    assert [row for row in found(twice) if row[0] == "PL-3.2"] == [("PL-3.2", 9, 25, 1)]
    before = [*trick(1, "6s 7s Xb", 3), *trick(2, "8s 5s As", 3)]
    assert [row for row in found(unseen(*events, *before)) if row[0] == "PL-3.2"] == [], "Xr may have been the gift"
    joker = unseen(*events, *before, *trick(1, "9s", 3), *trick(2, "Xr", 3))
    assert [row for row in found(joker) if row[0] == "PL-3.2"] == [("PL-3.2", 7, 25, 1)]
    kept = unseen(*events, *before, *trick(1, "Xr", 3))
    assert [row for row in found(kept) if row[0] == "PL-3.2"] == []


def test_pl_8_what_a_plucker_passed_on_may_have_been_returned_to_it() -> None:
    """s2 plays the As, which s1 may have returned to s0, and s0 have given to s2: s1 showed every other ace."""
    plucks = [*pair(0, 1), *pair(0, 2), NAMED]
    plays = [*trick(0, "2c Ac 3c", 3), *trick(1, "Ad 3d Xr", 3), *trick(0, "3h Ah 4h", 3), *trick(1, "Ks Xb Qs", 3)]
    for last in ("As", "3s"):
        log = unseen(*plucks, *plays, *trick(2, last, 3), split=(9, 5, 3))
        assert [row for row in found(log) if row[0] == "PL-3.2"] == []


def test_pl_8_a_return_found_wrong_at_once_is_not_found_again() -> None:
    """s0 got less than it gave; what s1 shows after s2 has plucked it, too, adds nothing."""
    split = (8, 1, 8)
    begun: list[Base] = [gave("Jd", 0, 1), returned("7d", 1, 0), gave(None, 2, 1), returned(None, 1, 2), NAMED]
    shown = [*trick(1, "2c 3c 4c", 3), *trick(0, "3d Qd 5d", 3), *trick(1, "Kd", 3)]
    assert found(unseen(*begun, *shown, split=split)) == [("PL-3.2", 7, 7, 1)]


def diamonds_only_with_s1() -> list[Base]:
    """s2 and s0 play clubs to diamonds."""
    first = [*trick(1, "2c 3c 4c", 3), *trick(0, "7d 4d 5c", 3), *trick(0, "8c Jc Tc", 3)]
    return [*first, *trick(1, "5d 6c 9c", 3)]


def test_g_10_a_seat_plucked_again_may_hold_what_it_could_not_return() -> None:
    """All diamonds left must lie with s1, of which nothing can be told since s2 plucked it."""
    split = (8, 1, 8)
    begun: list[Base] = [gave(None, 0, 1), returned("7d", 1, 0), gave(None, 2, 1), returned(None, 1, 2), NAMED]
    plays = diamonds_only_with_s1()
    assert found(unseen(*begun, *plays, split=split)) == []


def test_g_10_a_wrong_return_that_the_unseen_cards_tell() -> None:
    """Nobody plucked s1 again: the higher diamonds that nobody else can hold are in its hand."""
    begun: list[Base] = [gave(None, 0, 1), returned("7d", 1, 0), NAMED]
    plays = diamonds_only_with_s1()
    assert [row[0] for row in found(unseen(*begun, *plays))] == ["G-10"]


def test_pl_8_shown_cards_prove_a_return_wrong() -> None:
    log = own(wrong_return(Shown(seat=1, cards=cards("Qd"))), 0)
    assert found(log) == [("PL-3.2", 7, 8, 1)]


def test_pl_8_a_given_card_played_by_another_is_a_contradiction() -> None:
    log = plucking(gave("3d"), returned("Qd"), NAMED, *trick(1, "2c 3d", 3))
    assert [(one.kind, one.clause) for one in audit(own(log, 0)).findings if one.kind == "contradiction"] == [
        ("contradiction", "G-5")
    ]


# ---- Nonsense ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [gave("3d", 0, 0), gave("3d", 0, 7), gave("3d", 9, 1), returned("3d", 1, 1)])
def test_cards_pass_only_between_seats_of_the_table(event: Gave | Returned) -> None:
    done = audit(plucking(event))
    assert [(one.kind, one.clause) for one in done.findings] == [("contradiction", "G-5")]
    assert done.state.moved == []


def test_plucks_between_hands_change_nothing() -> None:
    log = pluck_log([*rows((9, 4, 4)), gave("3d")])
    assert [(one.kind, one.clause) for one in audit(log).findings] == [("contradiction", "G-5")]
    assert fold(log).moved == []


def test_a_gap_in_plucking_proves_less_and_never_more() -> None:
    full = [*pair(0, 1), *pair(0, 1), NAMED]
    for at in range(4):
        assert found(unseen(*full[:at], Gap(), *full[at + 1 :])) == [], at


def test_a_gap_before_trump_leaves_the_play_to_be_judged() -> None:
    begun = [*rows((9, 4, 4)), HandStarted(), hand(GIVER, PLX_4, THIRD), Gap(), NAMED]
    log = pluck_log([*begun, *trick(1, "2c 3c 4c", 3), *trick(0, "3d 4h 4d", 3), *trick(2, "5h 6h 7h", 3)])
    assert fold(log).winners == [0, 2, 1]
    revoke = pluck_log([*begun, *trick(1, "2c 3d 4c", 3), *trick(0, "Kd 4d 3c", 3)])
    assert found(revoke) == [("PL-4.1", 9, 13, 2)]


def test_a_gap_among_plucks_of_known_hands_accuses_nobody() -> None:
    """s1 may have returned its Qd in what was missed, and s2 may hold cards that were dealt to s0."""
    first = [gave("3d"), returned("Qd")]
    log = plucking(Gap(), gave("5d"), returned("Jd"), NAMED, *trick(1, "2c 5c Qc", 3))
    assert found(log) == []
    assert found(plucking(*first, Gap(), returned("Td"), NAMED)) == []


def test_gift_the_giver_did_not_hold() -> None:
    log = plucking(gave("Ad"))
    assert [(one.kind, one.clause) for one in audit(log).findings] == [("contradiction", "G-5")]


# ---- Gifts that are open together, against PL-3.4 ------------------------------------------------------------------


def with_a_joker(*after: Base, **options: Any) -> Log:
    """s0 gives s1 a joker, against PL-3.3: the gift is line 6."""
    seats = (GIVER.replace("5h", "Xr"), PLX_4, THIRD.replace("Xr", "5h"))
    return plucking(gave("Xr"), *after, seats=seats, **options)


def test_pl_3_2_a_return_answers_the_gift_of_its_suit_before_a_joker_which_has_none() -> None:
    given = [("PL-3.3", 6, 6, 0), ("PL-3.4", 7, 7, 0)]
    for first, second in (("Qd", "As"), ("As", "Qd"), ("Qd", "4s"), ("3s", "Qd")):
        assert found(with_a_joker(gave("3d"), returned(first), returned(second))) == given
    assert found(with_a_joker(gave("3d"), returned("Qd"), returned("As"), gave("3h"))) == [
        *given,
        ("PL-3.1", 10, 10, 0),
    ], "no gift is open any more"
    wrong = with_a_joker(gave("3d"), returned("As"), returned("Jd"))
    assert found(wrong) == [*given, ("PL-3.2", 9, 9, 1)]
    both = with_a_joker(gave("3d"), returned("Ks"), returned("As"))
    assert found(both) == [*given, ("PL-3.2", 9, 9, 1)], "one of the two answers no joker"


@pytest.mark.parametrize("batch", [False, True])
def test_pl_3_2_who_gets_a_return_due_to_another_cannot_tell_whether_it_answers_a_joker(batch: bool) -> None:
    """s1 returns to s2 what it owes s0: s2 alone knows the return, and s0 the gift."""
    log = with_a_joker(returned("4d", to=2), NAMED, *trick(1, "2c 6h 4c", 3), *trick(0, "3d Qd", 3), pluck_batch=batch)
    due = ("PL-7.1" if batch else "PL-3.2", 7, 7, 1)
    assert [row for row in found(log) if row[1] < 8] == [("PL-3.3", 6, 6, 0), due]
    assert [row for row in found(own(log, 2)) if row[1] < 8] == [due]
    plain = plucking(gave("3d"), returned("Jd", to=2), NAMED, pluck_batch=batch)
    assert len([row for row in found(plain) if row[1] == 7]) == 2, "where the gift is known the card is judged"


def test_pl_3_2_a_gift_given_on_before_it_was_answered_leaves_no_card_of_its_suit_to_return() -> None:
    """s1 has no heart but what s0 gave it; it gives that on to s2, and then answers with a spade."""
    split = (8, 1, 8)
    begun: list[Base] = [*rows(split), HandStarted(), hand(GIVER, PLX_4, THIRD)]
    on: list[Base] = [gave("3h"), gave("3h", 1, 2)]
    told = [("PL-3.1", 7, 7, 1), ("PL-3.4", 7, 7, 1)]
    log = pluck_log([*begun, *on, returned("As"), NAMED])
    assert [row for row in found(log) if row[:2] != ("PL-3.2", 7)] == told
    assert [row for row in found(own(log, 0)) if row[:2] != ("PL-3.2", 7)] == told
    kept = pluck_log([*begun, gave("3h"), returned("As")])
    assert found(kept) == [("PL-3.2", 7, 7, 1)]
    other = hand(GIVER.replace("4h", "As"), PLX_4.replace("As", "4h"), THIRD)
    plays = [*trick(1, "2c 6d 4c", 3), *trick(0, "5h 4h Kh", 3)]
    held = pluck_log([*rows(split), HandStarted(), other, *on, returned("Ks"), NAMED, *plays])
    assert ("PL-3.2", 8, 8, 1) in found(held)
    assert ("PL-3.2", 8, 14, 1) in found(own(held, 0)), "s0 does not know what was given on"
