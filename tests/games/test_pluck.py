"""Pluck: the examples of its page, and its clauses on the deal, the play, the options and the session."""

from typing import Any

import pytest

from tests.builders import cards, fold, found, log_of, trick
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import (
    Base,
    Closed,
    Corrected,
    Dealt,
    Gap,
    Gave,
    HandStarted,
    Joined,
    Noted,
    Played,
    Returned,
    Scored,
    Shown,
    TrumpNamed,
    Voided,
)

PLX_2_HANDS = [
    "Xr 8s 7s 4s Qh Jh Th 8h 7h 6h Ad Qd Td 8d 6d 8c 5c",
    "Xb As Ks 9s Ah Kh 9h 4h 3h Jd 7d 5d 3d Ac 9c 4c 3c",
    "Qs Js Ts 6s 5s 3s 5h Kd 9d 4d Kc Qc Jc Tc 7c 6c 2c",
]
PLX_2_TRICKS = [
    (2, "2c 8c 4c", 0),
    (0, "6d 3d 4d", 0),
    (0, "8s 9s 6s", 1),
    (1, "Ks Qs 4s", 1),
    (1, "Ac Qc 5c", 1),
    (1, "3c Jc 6h", 0),
    (0, "Jh 3h 5h", 0),
    (0, "Td 7d 9d", 0),
    (0, "7s As 5s", 1),
    (1, "Kh Tc Xr", 0),
    (0, "Qh 4h Kc", 0),
    (0, "8d Jd Kd", 2),
    (2, "Ts 7h Xb", 1),
    (1, "5d 3s Qd", 0),
    (0, "8h Ah 6c", 1),
    (1, "9c 7c Th", 0),
    (0, "Ad 9h Js", 1),
]


def hand(*seats: str | None) -> Dealt:
    """A deal of these hands."""
    return Dealt(hands=tuple(None if text is None else cards(text) for text in seats))


def tricks(rows: list[tuple[int, str, int]]) -> list[Base]:
    """The plays of several tricks."""
    return [play for lead, text, _ in rows for play in trick(lead, text, seats=3)]


def full_hand() -> list[Base]:
    """PLX-2 with all hands: line 2 the hand, 3 the deal, 4 trump, trick n from line 2 + 3 n."""
    return [HandStarted(dealer=0), hand(*PLX_2_HANDS), TrumpNamed(seat=0, suit="h"), *tricks(PLX_2_TRICKS)]


def pluck_log(events: list[Base], **options: Any) -> Log:
    """A log of Pluck."""
    return log_of("pluck", events, seats=3, options=options or None)


def public(log: Log) -> Log:
    """What all at the table saw."""
    return redact_log(log, PUBLIC, "public")


def rows(*splits: tuple[int, ...], dealer: int = 0) -> list[Base]:
    """Hands of a score sheet, by their tricks."""
    return [
        e for n, row in enumerate(splits) for e in (HandStarted(dealer=dealer if n == 0 else None), Scored(tricks=row))
    ]


# ---- Examples ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("split", "excess", "points"),
    [
        ((7, 6, 4), [0, 0, 0], [0, 0, 0]),
        ((9, 4, 4), [2, -2, 0], [2, 0, 0]),
        ((5, 8, 4), [-2, 2, 0], [0, 2, 0]),
        ((4, 7, 6), [-3, 1, 2], [0, 1, 2]),
        ((17, 0, 0), [10, -6, -4], [10, 0, 0]),
    ],
)
def test_plx_1_points_and_plucks(split: tuple[int, ...], excess: list[int], points: list[int]) -> None:
    state = fold(pluck_log(rows(split)))
    assert (state.excess, state.points, state.may_deal) == (excess, points, [1])
    assert sum(state.excess) == 0


def test_plx_2_full_hand() -> None:
    log = pluck_log(full_hand())
    assert found(log) == []
    state = fold(log)
    assert (state.taken, state.points, state.excess, state.may_deal) == ([9, 7, 1], [2, 1, 0], [2, 1, -3], [1])
    played = audit(log).results[0].result
    assert [one.winner for one in played.tricks] == [won for _, _, won in PLX_2_TRICKS]
    assert (played.points, played.won, played.dealer, played.trump) == ((2, 1, 0), (True, False, False), 0, "h")
    assert found(public(log)) == []


def test_plx_2_no_heart_and_no_joker_may_be_led_before_trick_6() -> None:
    log = pluck_log(full_hand())
    for number, (lead, _, _) in enumerate(PLX_2_TRICKS, start=1):
        state = fold(log, until=1 + 3 * number)
        choices = find("pluck").due(state)[0].choices or ()
        trumps = {choice.card for choice in choices if isinstance(choice, Played)} & set(cards("Xr Xb Ah Kh Qh Jh Th"))
        if lead < 2 and number < 14:
            assert bool(trumps) == (number > 6), number


def test_plx_2_plucks_of_the_next_hand() -> None:
    log = pluck_log([*full_hand(), HandStarted(), hand(*PLX_2_HANDS)])
    acts = find("pluck").due(fold(log))
    assert {(act.event, act.seat) for act in acts} == {(Gave, 0), (Gave, 1), (TrumpNamed, 1)}
    taken = [
        *[Gave(seat=0, to=2, card=Card("8c")), Returned(seat=2, to=0, card=Card("Kc"))],
        *[Gave(seat=1, to=2, card=Card("3d")), Returned(seat=2, to=1, card=Card("Kd"))],
        *[Gave(seat=0, to=2, card=Card("4s")), Returned(seat=2, to=0, card=Card("Qs"))],
    ]
    begun = [*full_hand(), HandStarted(), hand(*PLX_2_HANDS)]
    done = pluck_log([*begun, *taken, TrumpNamed(seat=1, suit="c")])
    assert found(done) == []
    assert [len(list(cards_in(fold(done), seat))) for seat in range(3)] == [17, 17, 17]
    fourth = [Gave(seat=1, to=2, card=Card("9c"))]
    assert found(pluck_log([*begun, *taken, *fourth])) == [("PL-3.1", 64, 64, 1)]


def cards_in(state: Any, seat: int) -> list[Card]:
    """The cards known in a hand."""
    return list(find("pluck").scene(state).hands[seat].cards)


PLX_4 = "Qd Jd 4d 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2c 3c"
GIVER = "Kd 3d 5d 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 3h 4h 5h"
THIRD = "6d 7d 8d 9d Td Ad 6h 7h 8h 9h Th Jh Qh Kh Ah Xr Xb"


def plucking(*after: Base, seats: tuple[str | None, ...] = (GIVER, PLX_4, THIRD), **options: Any) -> Log:
    """s0 has two plucks, both of s1; the second hand is dealt by s1. The deal is line 5."""
    return pluck_log([*rows((9, 4, 4)), HandStarted(), hand(*seats), *after], **options)


def gave(card: str | None, seat: int = 0, to: int = 1) -> Gave:
    """A gift."""
    return Gave(seat=seat, to=to, card=Card(card) if card else None)


def returned(card: str | None, seat: int = 1, to: int = 0) -> Returned:
    """A return."""
    return Returned(seat=seat, to=to, card=Card(card) if card else None)


def test_plx_4_what_is_returned() -> None:
    assert found(plucking(gave("Kd"), returned("Kd"))) == []
    assert found(plucking(gave("3d"), returned("Qd"), gave("5d"), returned("Jd"))) == []
    for gift, wrong in (("Kd", "Qd"), ("3d", "Jd"), ("3d", "4d"), ("3d", "3d")):
        assert found(plucking(gave(gift), returned(wrong))) == [("PL-3.2", 7, 7, 1)]
    assert found(plucking(gave("3d"), returned("As"))) == [("PL-3.2", 7, 7, 1)]
    due = find("pluck").due(fold(plucking(gave("3d"), returned("Qd"), gave("5d"))))
    assert [act.choices for act in due] == [(returned("Jd"),)]


def test_plx_5_joker_follows_clubs_when_clubs_are_trump() -> None:
    hands = [
        "Xb 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 3h 4h 5h 6h",
        "Kc 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Ac 7h 8h 9h Th Jh",
        "2c Xr 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad Qh Kh Ah",
    ]
    begun = [HandStarted(dealer=0), hand(*hands), TrumpNamed(seat=0, suit="c"), Played(seat=2, card=Card("2c"))]
    (act,) = find("pluck").due(fold(pluck_log(begun)))
    assert act.choices == (Played(seat=0, card=Card("Xb")),)
    done = pluck_log([*begun, Played(seat=0, card=Card("Xb")), Played(seat=1, card=Card("Kc"))])
    assert fold(done).winners == [0]
    assert found(pluck_log([*begun, Played(seat=0, card=Card("As"))])) == [("PL-4.1", 6, 6, 0)]
    lead = pluck_log([*begun, *trick(0, "Xb Kc", 3), Played(seat=0, card=Card("3s"))])
    assert found(lead) == []


@pytest.mark.parametrize(
    ("held", "legal"), [("Ad 5d 9s", "9s"), ("Xr Ad", "Xr Ad"), ("Xr 9s", "9s"), ("Ad", "Ad"), ("9s Ts", "9s Ts")]
)
def test_plx_6_leads_while_trumps_are_not_broken(held: str, legal: str) -> None:
    """s1 has won the first trick; its hand is then set to the one of the example."""
    events = [HandStarted(dealer=0), TrumpNamed(seat=0, suit="d"), *trick(0, "2c 5c 4c", 3)]
    state = fold(pluck_log(events))
    places = state.places
    places.known[1], places.least[1], places.most[1] = mask_of(cards(held)), 0, 0
    choices = find("pluck").due(state)[0].choices or ()
    assert {choice.card for choice in choices if isinstance(choice, Played)} == set(cards(legal))
    (rule,) = [rule for rule in find("pluck").rules[Played] if rule.clause == "PL-4.2"]
    for card in cards(held):
        answer = rule.check(state, Played(seat=1, card=card))
        assert (answer is None) == (card in cards(legal)), card


def test_plx_8_wrong_return_proven_without_knowing_the_gift() -> None:
    """s0 plucks s2; the first card s2 plays of the suit returned that is higher proves it."""
    begun = [*rows((9, 6, 2)), HandStarted(), Dealt(each=17), gave(None, 0, 2), returned("7d", 2, 0)]
    begun += [TrumpNamed(seat=1, suit="s"), *trick(0, "2c 3c 4c", 3)]
    doubts = audit(pluck_log(begun)).doubts
    assert [(doubt.clause, doubt.at, doubt.seat) for doubt in doubts] == [("PL-3.2", 7, 2)]
    assert set(doubts[0].cards) == set(cards("8d 9d Td Jd Qd Kd Ad"))
    log = pluck_log([*begun, *trick(2, "5c 6c 7c", 3), *trick(1, "3d Ad", 3)])
    assert found(log) == [("PL-3.2", 7, 16, 2)]
    assert found(pluck_log([*begun, *trick(2, "5c 6c 7c", 3), *trick(1, "3d 6d", 3)])) == []


def test_plx_10_lowest_club_not_led_first() -> None:
    events = [HandStarted(dealer=0), Dealt(each=17), TrumpNamed(seat=0, suit="s"), *trick(2, "3c 4c 5c", 3)]
    done = audit(pluck_log(events))
    assert done.clean, "the lead of 2c may have been left out"
    assert {doubt.name for doubt in done.doubts} == {"first_lead", "out_of_turn"}
    later = pluck_log([*events, *trick(1, "6c 2c", 3)])
    assert found(later) == [("PL-4.1", 5, 9, 2)]
    other = pluck_log([*events, *trick(1, "6c 7c 2c", 3)])
    assert found(other) == [("G-13", 5, 10, 2)]


# ---- PL-1, PL-2 ----------------------------------------------------------------------------------------------------


def test_pl_1_1_deal_of_another_size() -> None:
    assert found(pluck_log([HandStarted(dealer=0), Dealt(each=16)])) == [("PL-1.1", 3, 3, None)]


@pytest.mark.parametrize("card", ["2d", "2h", "2s"])
def test_pl_1_1_cards_not_in_the_pack(card: str) -> None:
    hands = [PLX_2_HANDS[0].replace("8s", card), *PLX_2_HANDS[1:]]
    done = audit(pluck_log([HandStarted(dealer=0), hand(*hands)]))
    assert [(one.kind, one.clause) for one in done.findings] == [("contradiction", "G-5")]
    assert found(pluck_log([HandStarted(dealer=0), TrumpNamed(seat=0, suit="s"), Played(seat=0, card=Card(card))]))


def test_pl_1_2_ranking() -> None:
    """Little joker below the big one and above the ace of trumps; 2c the lowest club."""
    events = [HandStarted(dealer=0), TrumpNamed(seat=0, suit="h"), *trick(0, "2c 3c 4c", 3), *trick(2, "Ac 3h Ah", 3)]
    events += [*trick(1, "Ks Xb 4h", 3), *trick(2, "Kd Xr 3d", 3)]
    state = fold(pluck_log(events))
    assert state.winners == [2, 1, 2, 0]


def test_pl_1_4_quotas_go_round_with_the_deal() -> None:
    assert [fold(pluck_log(rows((7, 6, 4), dealer=dealer))).excess for dealer in range(3)] == [
        [0, 0, 0],
        [3, -1, -2],
        [1, 2, -3],
    ]


def test_pl_2_3_the_dealer_names_trump_once() -> None:
    wrong = pluck_log([HandStarted(dealer=0), TrumpNamed(seat=1, suit="h")])
    assert found(wrong) == [("PL-2.3", 3, 3, 1)]
    twice = pluck_log([HandStarted(dealer=0), TrumpNamed(seat=0, suit="h"), TrumpNamed(seat=0, suit="c")])
    assert found(twice) == [("PL-2.3", 4, 4, 0)]
    assert fold(twice).trump == "h"


def test_pl_2_3_card_played_before_trump_is_named() -> None:
    events = [HandStarted(dealer=0), *trick(0, "2c 3c 4c", 3)]
    assert [(one.kind, one.clause) for one in audit(pluck_log(events)).findings] == [("contradiction", "PL-2.3")]
    assert fold(pluck_log([HandStarted(), TrumpNamed(seat=2, suit="h")])).dealer == 2


def test_pl_2_4_hand_not_played_out() -> None:
    events = [*full_hand()[:20], HandStarted()]
    assert [row[0] for row in found(pluck_log(events))] == ["PL-2.4"]
    state = fold(pluck_log(events))
    assert (state.told, state.totals) == (False, [-1, -1, -1])


def test_pl_2_4_what_a_hand_without_an_end_brought_is_not_known() -> None:
    """The pluck and the totals after it may follow from tricks that were not written down."""
    begun_again = [*full_hand()[:40], HandStarted(), Dealt(each=17)]
    assert [row[0] for row in found(pluck_log([*begun_again, gave(None, 0, 2), returned(None, 2, 0)]))] == ["PL-2.4"]
    sheet = [*full_hand()[:40], HandStarted(), Scored(tricks=(7, 6, 4), totals=(2, 1, 0))]
    assert [row[0] for row in found(pluck_log(sheet))] == ["PL-2.4"]


def test_pl_2_5_the_deal_goes_to_the_left() -> None:
    assert found(pluck_log([*rows((7, 6, 4)), HandStarted(dealer=1)])) == []
    assert found(pluck_log([*rows((7, 6, 4)), HandStarted(dealer=2)])) == [("PL-2.5", 4, 4, 2)]
    assert found(pluck_log([*rows((7, 6, 4)), HandStarted(dealer=7)])) == [("G-5", 4, 4, None)]
    assert fold(pluck_log([*rows((7, 6, 4)), HandStarted(dealer=2)])).dealer == 2


def test_a_hand_thrown_in_keeps_the_plucks_of_the_hand_before() -> None:
    events = [*rows((9, 4, 4)), HandStarted(), Dealt(each=17), gave(None), Voided(), HandStarted(), Dealt(each=17)]
    state = fold(pluck_log(events))
    assert (state.excess, state.dealer, state.totals) == ([2, -2, 0], -1, [2, 0, 0])
    assert [one.result.counts for one in audit(pluck_log(events)).results] == [True, False]
    assert found(pluck_log([*events, gave(None), returned(None), gave(None), returned(None)])) == []


def test_g_5_only_a_hand_that_is_on_is_thrown_in() -> None:
    for before in ([], rows((9, 4, 4))):
        done = audit(pluck_log([*before, Voided()]))
        assert [(one.kind, one.clause) for one in done.findings] == [("contradiction", "G-5")]
        assert done.state.totals == ([2, 0, 0] if before else [0, 0, 0])
    assert found(pluck_log([*rows((9, 4, 4)), Gap(), Voided()])) == []


@pytest.mark.parametrize("caller", [0, 1])
def test_pl_2_5_who_deals_after_a_void_hand_is_told_by_the_call(caller: int) -> None:
    """The same seat again or the next: nobody is blamed, and quotas are not guessed."""
    void = [HandStarted(dealer=0), Voided(), HandStarted()]
    assert fold(pluck_log(void)).dealer == -1
    called = pluck_log([*void, TrumpNamed(seat=caller, suit="h")])
    assert found(called) == []
    assert fold(called).dealer == caller
    other = pluck_log([*void, TrumpNamed(seat=2, suit="h")])
    assert found(other) == [("PL-2.3", 5, 5, 2)]
    assert {choice.dealer for choice in find("pluck").due(fold(pluck_log(void[:2])))[0].choices or ()} == {0, 1}


def test_pl_2_5_when_players_change_seats_the_dealer_may_be_counted_from_chair_or_person() -> None:
    swapped = [*rows((7, 6, 4)), Joined(seat=0, player="p3"), Joined(seat=2, player="p1")]
    assert found(pluck_log([*swapped, HandStarted(dealer=1)])) == []
    assert found(pluck_log([*swapped, HandStarted(dealer=0)])) == []
    assert found(pluck_log([*swapped, HandStarted(dealer=2)])) == [("PL-2.5", 6, 6, 2)]


# ---- PL-4 ----------------------------------------------------------------------------------------------------------


def test_pl_4_1_lowest_club_must_be_led_by_its_holder() -> None:
    begun = full_hand()[:3]
    assert found(pluck_log([*begun, Played(seat=2, card=Card("6c"))])) == [("PL-4.1", 5, 5, 2)]
    assert found(pluck_log([*begun, Played(seat=0, card=Card("8c"))])) == [("G-13", 5, 5, 0)]
    own = redact_log(pluck_log([*begun, Played(seat=0, card=Card("8c"))]), 0, "seat")
    assert found(own) == [("G-13", 5, 5, 0)]
    holder = redact_log(pluck_log([*begun, Played(seat=2, card=Card("6c"))]), 2, "seat")
    assert found(holder) == [("PL-4.1", 5, 5, 2)]


def test_pl_4_1_revoke_now_and_later() -> None:
    plays = tricks(PLX_2_TRICKS[:1]) + trick(0, "6d Ac 4d", 3)
    log = pluck_log([*full_hand()[:3], *plays])
    assert found(log) == [("PL-4.1", 9, 9, 1)]
    later = pluck_log([*full_hand()[:3], *plays, *trick(0, "Td 7d", 3)])
    assert found(public(later)) == [("PL-4.1", 9, 12, 1)]


def test_pl_4_1_trump_may_be_played_to_the_first_trick() -> None:
    events = [HandStarted(dealer=0), TrumpNamed(seat=0, suit="h"), *trick(0, "2c 3h Xr", 3)]
    log = pluck_log(events)
    assert found(log) == []
    assert fold(log).broke == 1


def begun(suit: str, lead: int, text: str) -> list[Base]:
    """A hand without cards, and its first trick: plays from line 4 on."""
    return [HandStarted(dealer=0), TrumpNamed(seat=0, suit=suit), *trick(lead, text, 3)]


def six_tricks() -> list[Base]:
    """A hand without cards, hearts trump, and six tricks without them: plays on lines 4 to 21; s2 leads then."""
    clubs = [*trick(2, "5c 6c 7c", 3), *trick(1, "8c Tc 9c", 3), *trick(2, "Jc Qc Kc", 3)]
    return [*begun("h", 0, "2c 3c 4c"), *clubs, *trick(1, "3s 5s 4s", 3), *trick(2, "8s 7s 6s", 3)]


def test_pl_4_2_trump_led_too_early_is_proven_by_a_plain_card() -> None:
    events = [*six_tricks(), *trick(2, "3h 4h 5h", 3)]
    assert [(doubt.clause, doubt.at) for doubt in audit(pluck_log(events)).doubts] == [("PL-4.2", 22)]
    assert found(pluck_log([*events, *trick(1, "3d 4d", 3)])) == [("PL-4.2", 22, 26, 2)]
    assert found(pluck_log([*events, *trick(1, "6h 7h", 3)])) == []


def test_pl_4_2_sixteen_cards_cannot_all_be_trumps() -> None:
    """There are fourteen trumps; and of the plain cards not seen more than the other hands can hold."""
    events = [*begun("h", 0, "2c 3c 4c"), *trick(2, "3h 4h 5h", 3)]
    assert found(pluck_log(events)) == [("PL-4.2", 7, 7, 2)]
    assert found(public(pluck_log([*full_hand()[:6], *trick(0, "Qh", 3)]))) == [("PL-4.2", 8, 8, 0)]


def test_pl_4_2_a_plain_card_out_of_turn_shows_nothing_of_trumps_led_before() -> None:
    """s2 and s1 led trumps; then s2 plays a diamond out of turn, which may have been another's, and all play diamonds."""
    events = [*six_tricks(), *trick(2, "3h 4h 5h", 3), *trick(1, "6h 7h 8h", 3), *trick(2, "Kd 9d Qd", 3)]
    assert found(pluck_log(events)) == [("G-10", 27, 27, None), ("G-13", 28, 28, 2)]
    shown = [*events, *trick(2, "Td Jd Ad", 3)]
    assert found(pluck_log(shown)) == [("G-13", 28, 28, 2), ("PL-4.2", 22, 31, 2), ("PL-4.2", 25, 31, 1)]


def test_pl_4_2_a_trump_that_does_not_follow_breaks_even_as_a_revoke() -> None:
    events = [*begun("h", 0, "2c 3h 4c"), *trick(1, "Ah 4h 5h", 3), *trick(1, "5c", 3)]
    assert found(pluck_log(events)) == [("PL-4.1", 5, 10, 1)]


def test_pl_4_3_a_leader_who_had_only_trumps_breaks_them() -> None:
    """Of two leads the second hangs on the first: s2 had nothing but trumps, as its hand tells."""
    trumps = "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 3h Xr Xb"
    hands = (None, None, f"{trumps} Ac Kc Qc Tc")
    rest = [*trick(2, "Ac 3c 4c", 3), *trick(2, "Kc 5c 6c", 3), *trick(2, "Qc 7c 8c", 3), *trick(2, "3h 3d Ad", 3)]
    events = [HandStarted(dealer=0), hand(*hands), TrumpNamed(seat=0, suit="h"), *trick(0, "2c 9c Tc", 3)]
    log = pluck_log([*events, *rest])
    assert [row for row in found(log) if row[0] == "PL-4.2"] == []
    state = fold(log)
    assert find("pluck").scene(state).facts[1] == ("trumps broken", "yes")


def test_pl_4_4_jokers_count_as_trumps() -> None:
    events = [HandStarted(dealer=0), hand(*PLX_2_HANDS), TrumpNamed(seat=0, suit="d"), *trick(2, "2c 8c 4c", 3)]
    assert found(pluck_log([*events, Played(seat=0, card=Card("Xr"))])) == [("PL-4.2", 8, 8, 0)]


@pytest.mark.parametrize("prebroken", [True, False])
def test_pl_6_clubs_trump_prebroken(prebroken: bool) -> None:
    events = [HandStarted(dealer=0), hand(*PLX_2_HANDS), TrumpNamed(seat=0, suit="c"), *trick(2, "2c 8c 4c", 3)]
    lead = pluck_log([*events, Played(seat=0, card=Card("5c"))], clubs_trump_prebroken=prebroken)
    assert found(lead) == ([] if prebroken else [("PL-4.2", 8, 8, 0)])


def test_pl_7_1_an_irregular_lead_breaks_nothing() -> None:
    """s0 leads trumps twice though it has other cards: both leads are wrong; s1 after it, too."""
    events = [HandStarted(dealer=0), hand(*PLX_2_HANDS), TrumpNamed(seat=0, suit="h"), *trick(2, "2c 8c 4c", 3)]
    events += [*trick(0, "Qh 3h 5h", 3), *trick(0, "Jh Kh 3s", 3), *trick(1, "Ah Kd", 3)]
    assert found(pluck_log(events)) == [("PL-4.2", 8, 8, 0), ("PL-4.2", 11, 11, 0), ("PL-4.2", 14, 14, 1)]


def test_pl_7_1_a_lead_that_hangs_on_an_earlier_lead() -> None:
    """In public s1's lead is wrong only if s0's was: nothing is known until both have shown other cards."""
    opening = six_tricks()
    leads = [*trick(2, "3h 4h 5h", 3), *trick(1, "6h 7h 8h", 3)]
    first = [*opening, *leads, *trick(0, "3d 4d 5d", 3)]  # s0: plain; s1 plain: its lead, line 25; s2 plain: line 22
    assert sorted(found(pluck_log(first))) == [("PL-4.2", 22, 30, 2), ("PL-4.2", 25, 30, 1)]
    other = [*opening, *leads, *trick(0, "9h 3d Th", 3)]
    assert [row for row in found(pluck_log(other)) if row[0] == "PL-4.2"] == []
    late = [*other, *trick(2, "Jh 4d 5d", 3), *trick(2, "9s", 3)]
    rows_found = sorted(row for row in found(pluck_log(late)) if row[0] == "PL-4.2" and row[1] in {22, 25})
    assert rows_found == [("PL-4.2", 22, 34, 2), ("PL-4.2", 25, 34, 1)]


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_pl_7_1_a_lead_that_hangs_on_an_earlier_lead_and_cards_that_are_shown(order: tuple[int, int]) -> None:
    """What is shown tells as much as what is played."""
    leads = [*six_tricks(), *trick(2, "3h 4h 5h", 3), *trick(1, "6h 7h 8h", 3)]
    shown = {1: Shown(seat=1, cards=cards("4d")), 2: Shown(seat=2, cards=cards("5d"))}
    log = pluck_log([*leads, *(shown[seat] for seat in order)])
    assert sorted(row for row in found(log) if row[0] == "PL-4.2") == [
        ("PL-4.2", 22, 28 if order[0] == 2 else 29, 2),
        ("PL-4.2", 25, 29, 1),
    ]


def test_pl_4_2_trump_named_late_is_one_contradiction() -> None:
    """Trumps may have been broken before they were named, and jokers follow trumps that were led before."""
    late = [HandStarted(dealer=0), *trick(0, "2c 3h 4c", 3), TrumpNamed(seat=0, suit="h")]
    assert [row[0] for row in found(pluck_log([*late, *trick(2, "5h 6h 7h", 3), *trick(1, "3d", 3)]))] == ["PL-2.3"]
    hands = [HandStarted(dealer=0), hand(*PLX_2_HANDS), *trick(2, "2c 8c 4c", 3), Played(seat=0, card=Card("Qh"))]
    joker = [*hands, TrumpNamed(seat=0, suit="h"), Played(seat=1, card=Card("Xb"))]
    assert [row[0] for row in found(pluck_log(joker))] == ["PL-2.3"]


# ---- PL-5, score sheets --------------------------------------------------------------------------------------------


def test_pl_5_2_the_game_ends_at_the_target_with_one_at_the_top() -> None:
    over = pluck_log([*rows((17, 0, 0)), HandStarted()], target=10)
    assert found(over) == [("PL-5.2", 4, 4, None)]
    assert [act.event for act in find("pluck").due(fold(pluck_log(rows((17, 0, 0)), target=10)))] == [Closed]
    assert found(pluck_log([*rows((17, 0, 0)), HandStarted()], target=11)) == []


@pytest.mark.parametrize("tie", ["another_hand", "shared"])
def test_pl_5_2_two_at_the_top(tie: str) -> None:
    """Each dealer makes two above the quota: after two hands two seats have 2."""
    events = [*rows((9, 4, 4), (4, 9, 4)), HandStarted()]
    state = fold(pluck_log(events[:-1], target=2, tie_at_target=tie))
    assert state.totals == [2, 2, 0]
    first_end = [("PL-5.2", 4, 4, None)]
    again = [] if tie == "another_hand" else [("PL-5.2", 6, 6, None)]
    assert found(pluck_log(events, target=2, tie_at_target=tie)) == first_end + again


@pytest.mark.parametrize("split", [(7, 6, 5), (7, 6), (18, -1, 0), (5, 5, 5, 2)])
def test_sheet_splits_that_cannot_be(split: tuple[int, ...]) -> None:
    done = audit(pluck_log([HandStarted(dealer=0), Scored(tricks=split)]))
    assert [(one.kind, one.clause) for one in done.findings] == [("testimony", "PL-2.4")]


def test_sheet_points_and_totals_follow() -> None:
    right = [HandStarted(dealer=0), Scored(tricks=(9, 4, 4), points=(2, 0, 0), totals=(2, 0, 0))]
    assert found(pluck_log(right)) == []
    for wrong in (Scored(tricks=(9, 4, 4), points=(1, 0, 0)), Scored(tricks=(9, 4, 4), totals=(3, 0, 0))):
        assert found(pluck_log([HandStarted(dealer=0), wrong])) == [("PL-5.1", 3, 3, None)]


def test_sheet_plucks_are_checked_against_the_hand_before() -> None:
    def sheet(plucks: tuple[int, ...], **options: Any) -> Log:
        return pluck_log([*rows((9, 4, 4)), HandStarted(), Scored(tricks=(7, 6, 4), plucks=plucks)], **options)

    assert found(sheet((2, 0, 0))) == found(sheet((1, 0, 0))) == []
    assert found(sheet((3, 0, 0))) == [("PL-3.1", 5, 5, 0)]
    assert found(sheet((2, 1, 0))) == [("PL-3.1", 5, 5, 1)]
    assert found(sheet((1, 0, 0), pluck_optional=False)) == [("PL-3.6", 5, 5, None)]


def test_sheet_compared_with_the_play() -> None:
    right = Scored(tricks=(9, 7, 1), points=(2, 1, 0), totals=(2, 1, 0), trump="h", plucks=(0, 0, 0))
    assert found(pluck_log([*full_hand(), right])) == []
    wrongs = [
        (Scored(tricks=(8, 8, 1)), "PL-2.4"),
        (Scored(points=(2, 2, 0)), "PL-5.1"),
        (Scored(totals=(2, 2, 0)), "PL-5.1"),
        (Scored(trump="s"), "PL-2.3"),
        (Scored(plucks=(1, 0, 0)), "PL-3.1"),
    ]
    for wrong, clause in wrongs:
        assert found(pluck_log([*full_hand(), wrong])) == [(clause, 56, 56, None)]


def test_sheet_of_an_unknown_dealer_tells_the_dealer_if_only_one_fits() -> None:
    known = fold(pluck_log([HandStarted(), Scored(tricks=(9, 4, 4), points=(2, 0, 0))]))
    assert (known.dealer, known.excess, known.told) == (0, [2, -2, 0], True)
    unknown = fold(pluck_log([HandStarted(), Scored(tricks=(9, 4, 4))]))
    assert (unknown.points, unknown.told, unknown.totals) == ([-1, -1, -1], False, [-1, -1, -1])
    none = pluck_log([HandStarted(), Scored(tricks=(9, 4, 4), points=(9, 0, 0))])
    assert found(none) == [("PL-5.1", 3, 3, None)]
    assert audit(none).results[0].result.points == (None, None, None)


def test_sheet_closes_a_hand_that_was_broken_off() -> None:
    events = [*full_hand()[:30], Scored(tricks=(9, 7, 1))]
    assert found(pluck_log(events)) == []
    assert fold(pluck_log(events)).points == [2, 1, 0]
    early = [*full_hand()[:30], Scored(tricks=(17, 0, 0))]
    assert [row[0] for row in found(pluck_log(early))] == ["PL-2.4"]


# ---- Gaps, persons, corrections, contradictions --------------------------------------------------------------------


def test_gap_proves_less_and_never_more() -> None:
    for at in range(3, 53):
        events = full_hand()
        events[at : at + 3] = [Gap()]
        assert found(pluck_log(events)) == [], at


def test_gap_between_hands_leaves_plucks_dealer_and_totals_open() -> None:
    events = [*rows((9, 4, 4)), Gap(), HandStarted(dealer=0), Dealt(each=17), gave(None, 2, 1), returned(None, 1, 2)]
    assert found(pluck_log(events)) == []
    state = fold(pluck_log([*rows((9, 4, 4)), Gap()]))
    assert (state.may_deal, state.told, state.totals) == ([], False, [-1, -1, -1])
    again = fold(
        pluck_log([*rows((9, 4, 4)), Gap(), HandStarted(dealer=0), Scored(tricks=(9, 4, 4), totals=(9, 3, 0))])
    )
    assert again.totals == [9, 3, 0]


def test_pl_3_1_plucks_go_with_the_person_not_the_chair() -> None:
    swapped = [Joined(seat=0, player="p2"), Joined(seat=1, player="p1")]
    begun_again = [*rows((9, 4, 4)), *swapped, HandStarted(), Dealt(each=17)]
    assert found(pluck_log([*begun_again, gave(None, 1, 0), returned(None, 0, 1)])) == []
    assert [row[0] for row in found(pluck_log([*begun_again, gave(None, 0, 1)]))] == ["PL-3.1"]
    assert fold(pluck_log(begun_again)).totals == [0, 2, 0]


def test_pl_3_1_plucks_go_with_the_person_when_another_comes_new() -> None:
    """p1, two above, takes the chair of p2, who left; the new player has taken the chair of p1."""
    came = [Joined(seat=0, player="new"), Joined(seat=1, player="p1")]
    begun_again = [*rows((9, 4, 4)), *came, HandStarted(), Dealt(each=17)]
    assert found(pluck_log([*begun_again, gave(None, 1, 0), returned(None, 0, 1)])) == []
    assert fold(pluck_log(begun_again)).totals == [0, 2, 0]
    same = [*rows((9, 4, 4)), Joined(seat=0, player="new"), HandStarted(), Dealt(each=17)]
    assert fold(pluck_log(same)).excess == [2, -2, 0]


def test_g_14_a_revoke_put_right_where_the_table_plays_so() -> None:
    events = [*full_hand()[:6], *trick(0, "6d Ah", 3), Corrected(seat=1, card=Card("3d"))]
    assert found(pluck_log(events, same_trick_correction=True)) == []
    assert [row[0] for row in found(pluck_log(events))] == ["PL-4.1", "G-14"]
    state = fold(pluck_log(events, same_trick_correction=True))
    assert (state.broke, state.places.known[1] >> Card("Ah").index & 1) == (-1, 1)
    again = [*events, Played(seat=2, card=Card("4d"))]
    assert fold(pluck_log(again)).winners == [0, 0]


def test_g_14_a_revoke_put_right_leaves_trumps_broken_by_another() -> None:
    """s1 takes back the heart that broke trumps; that of s2 to the same trick broke them as well."""
    hands = [PLX_2_HANDS[0], PLX_2_HANDS[1].replace("Jd", "5h"), PLX_2_HANDS[2].replace("5h", "Jd")]
    hands[2], hands[1] = hands[2].replace("Kd", "Kh"), hands[1].replace("Kh", "Kd")
    begun = [HandStarted(dealer=0), hand(*hands), TrumpNamed(seat=0, suit="h"), *trick(2, "2c 8c 4c", 3)]
    events = [*begun, *trick(0, "6d Ah Kh", 3), Corrected(seat=1, card=Card("3d"))]
    assert fold(pluck_log(events, same_trick_correction=True)).broke == 5


def test_a_seat_that_cannot_have_won_is_not_given_the_trick_for_leading() -> None:
    """One card of the second trick is not known; s1 leads next though s0 beat it: who won cannot be told."""
    events = full_hand()
    events[6:9] = [*trick(0, "6d 3d ??", 3)]
    events[9:12] = [*trick(1, "9s 6s 8s", 3)]
    assert fold(pluck_log(events[:10])).winners == [0, -1]
    right = [*events[:9], *trick(0, "8s 9s 6s", 3)]
    assert fold(pluck_log(right)).winners[:2] == [0, 0]


def test_g_14_only_within_the_open_trick_and_by_the_revoker() -> None:
    closed = [*full_hand()[:6], *trick(0, "6d Ah 4d", 3), Corrected(seat=1, card=Card("3d"))]
    log = pluck_log(closed, same_trick_correction=True)
    assert [row[0] for row in found(log)] == ["PL-4.1", "G-14"]
    assert fold(log).winners == [0, 0]
    followed = [*full_hand()[:6], *trick(0, "6d 3d", 3), Corrected(seat=1, card=Card("5d"))]
    assert [row[0] for row in found(pluck_log(followed, same_trick_correction=True))] == ["G-14"]


def test_g_5_card_in_two_hands_is_one_contradiction_and_no_revoke() -> None:
    hands = [PLX_2_HANDS[0], PLX_2_HANDS[1].replace("3d", "4d"), PLX_2_HANDS[2]]
    log = pluck_log([HandStarted(dealer=0), hand(*hands), *full_hand()[2:]])
    assert {one.kind for one in audit(log).findings} == {"contradiction"}
    wrong = [PLX_2_HANDS[0].replace("8s", "9s"), PLX_2_HANDS[1].replace("9s", "8s"), PLX_2_HANDS[2]]
    log = pluck_log([HandStarted(dealer=0), hand(*wrong), *full_hand()[2:]])
    assert {one.kind for one in audit(log).findings} == {"contradiction"}


def test_g_5_seen_twice_and_after_the_hand() -> None:
    assert found(pluck_log([*begun("h", 0, "2c 3c 3c")])) == [("G-5", 6, 6, 2)]
    assert found(pluck_log([*full_hand(), Played(seat=0, card=Card("3c"))])) == [("G-5", 56, 56, 0)]


def test_g_10_cards_that_fit_nowhere() -> None:
    """Two seats without a spade leave twelve spades to the third, who has room for no more than its hand."""
    events = [*begun("h", 0, "2c 3c 4c"), *trick(2, "3s 5c 6c", 3), *trick(2, "4d 7c 8c", 3), *trick(2, "5d 9c Tc", 3)]
    events += [*trick(2, "6d Jc Qc", 3), *trick(2, "7d Kc Ac", 3), *trick(2, "8d 3h 4h", 3)]
    kinds = {one.clause for one in audit(pluck_log(events)).findings if one.kind == "breach"}
    assert "G-10" in kinds


def test_shown_of_an_earlier_hand_settles_a_doubt() -> None:
    events = [*begun("h", 0, "2c 3c 4c"), *trick(2, "3d 5c 4d", 3), Voided(), HandStarted(dealer=0)]
    assert len(audit(pluck_log(events)).doubts) == 1
    shown = [*events, Shown(seat=0, cards=cards("5d"), hand=1)]
    assert found(pluck_log(shown)) == [("PL-4.1", 8, 12, 0)]


def test_cards_nobody_wrote_down_accuse_nobody() -> None:
    """Any one card played is not known: nothing follows from it, and all that was legal stays so."""
    for at in range(3, 54):
        events = full_hand()
        events[at] = Played(seat=events[at].seat, card=Card("??"))
        for log in (pluck_log(events), public(pluck_log(events))):
            assert found(log) == [], at


def test_joker_before_trump_is_known() -> None:
    events = [HandStarted(dealer=0), hand(*PLX_2_HANDS), *trick(2, "2c Xr 4c", 3)]
    assert [row[0] for row in found(pluck_log(events))] == ["PL-2.3"]


def test_remarks_change_nothing() -> None:
    events = full_hand()
    for at in range(1, 50, 7):
        events.insert(at, Noted(note="a remark"))
    assert found(pluck_log(events)) == []
