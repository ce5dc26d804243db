"""Pope Joan: records with cards nobody wrote down, gaps, deals thrown in, and counters bought late."""

import pytest

from tests.builders import cards, log_of, told
from tests.games.pope_joan_examples import e4, e5, plays
from upcard.engine.audit import audit
from upcard.engine.fold import fold, frames
from upcard.engine.game import find
from upcard.engine.games.pope_joan.pope import purse
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import PACK, UNKNOWN, Card
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
    Joined,
    Left,
    Played,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)

PACK51_HANDS = tuple(card for card in PACK if card != "8d")
BEGUN: list[Base] = [HandStarted(dealer=2), TurnedUp(card=Card("7h"))]


def table(events: list[Base], preset: str = "p001", **header: object) -> Log:
    """Three players."""
    return log_of("pope_joan", events, 3, preset=preset, **header)


def names(log: Log) -> list[str]:
    """Findings but for notes."""
    return [one.name for one in audit(log).findings if one.kind != "note"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0:?? 1:Qc 2:Kc", []),
        ("0:8d 1:9c 2:Tc", ["impossible_card"]),
        ("0:Jc 1:Jc 2:Kc", ["impossible_card"]),
        ("0:?? 1:Qc 2:4s", ["lead_out_of_turn"]),
    ],
)
def test_pj_4_2_anybody_may_follow_a_card_that_is_not_known(text: str, expected: list[str]) -> None:
    assert names(table([*BEGUN, *plays(text)])) == expected


@pytest.mark.parametrize("missed", [[Gap()], plays("1:??")])
def test_pj_4_1_a_card_after_something_missed_need_not_be_a_lead(missed: list[Base]) -> None:
    events = [*BEGUN, *plays("0:7s"), *missed, *plays("0:5d 0:Ks 0:3d")]
    assert "not_lowest_lead" not in names(table(events, "p003"))
    assert "not_lowest_lead" in names(table([*BEGUN, *plays("0:7d 0:5d 0:Ks 0:3d")], "p003"))


def test_pj_6_7_cards_not_known_may_have_taken_a_compartment() -> None:
    counts: list[Base] = [
        PoolCounted(pool="king", amount=0),
        PurseCounted(seat=0, amount=17),
        ChipsPassed(from_="pool:ace", to="seat:0", amount=1),
    ]
    assert names(table([*BEGUN, *plays("0:??"), *counts], buy_in=20)) == []
    assert len(names(table([*BEGUN, *plays("0:7s"), *counts], buy_in=20))) == 3


def test_pj_6_8_counters_may_have_been_bought_while_hands_were_missed() -> None:
    whole = FinalDealt(hands=(PACK51_HANDS[:17], PACK51_HANDS[17:34], PACK51_HANDS[34:]))
    counts = [PurseCounted(seat=seat, amount=60) for seat in range(3)]
    for missed in ([Gap(hands=2)], [Gap()]):
        assert names(table([*e4(), *missed, *e4(), whole, *counts], "p003", buy_in=50)) == []
    bought = [BoughtIn(seat=seat, amount=50) for seat in range(3)]
    assert names(table([Gap(), *bought, *e4(), whole, *counts], "p003")) == []
    assert "not_conserved" in names(table([*bought, *e4(), whole, *counts], "p003"))


@pytest.mark.parametrize("before", [[], [Gap(hands=2)]])
def test_pj_6_7_what_nobody_paid_is_known_though_hands_were_missed_before(before: list[Base]) -> None:
    """Seat 0 took the queen: how much lay there is not known after hands were missed, but that seat 1 got none of it is."""
    for target, expected in ((1, ["wrong_payment"]), (0, [])):
        paid = ChipsPassed(from_="pool:queen", to=f"seat:{target}", amount=6)
        assert names(table([*before, *e4(), paid], "p003")) == expected
    nothing = ChipsPassed(from_="seat:1", to="seat:0", amount=5)
    assert names(table([*before, *BEGUN, *plays("0:7s"), nothing])) == ["wrong_payment"]


def test_pj_2_2_nobody_pays_more_into_a_compartment_than_it_gets() -> None:
    for pool, amount, expected in (("pope", 4, []), ("ace", 1, []), ("ace", 3, ["wrong_payment"])):
        paid = ChipsPassed(from_="seat:0", to=f"pool:{pool}", amount=amount)
        assert names(table([HandStarted(dealer=2), paid])) == expected


def test_pj_3_3_the_last_card_falls_to_one_seat_though_the_deal_was_not_written_down() -> None:
    for seat, expected in ((2, []), (1, ["turned_up_elsewhere"])):
        for dealt in ([], [Dealt(sizes=(13, 13, 13))]):
            events = [HandStarted(dealer=2), *dealt, TurnedUp(card=Card("7h"), seat=seat)]
            assert names(table(events, "p003")) == expected


def test_pj_6_8_who_takes_a_seat_may_bring_a_purse_and_who_left_may_have_taken_one_along() -> None:
    new, bought = Joined(seat=1, player="zoe"), BoughtIn(seat=1, amount=50)
    counted = PurseCounted(seat=1, amount=50)
    for came in ([new], [Left(seat=1), new], [Left(seat=1), new, bought]):
        done = audit(table([*e4(), *came, counted, Scored(totals=(64, 50, 45))], "p003", buy_in=50))
        assert [one for one in done.findings if one.kind != "note"] == []
        assert [purse(done.state, seat) for seat in range(3)] == [64, None, 45]
    cashed = CashedOut(seat=1, amount=29)
    for more, expected in (([], []), ([PurseCounted(seat=1, amount=51)], ["not_conserved"])):
        assert names(table([*e4(), cashed, Left(seat=1), new, bought, counted, *more], "p003", buy_in=50)) == expected
    wrong = [PurseCounted(seat=0, amount=65), Scored(totals=(64, 50, 44)), Scored(points=(14, -21, -6))]
    for one in wrong:
        assert len(names(table([*e4(), new, one], "p003", buy_in=50))) == 1


def test_pj_2_5_a_compartment_that_was_not_known_is_not_known_after_a_deal_thrown_in() -> None:
    events = [Gap(hands=2), *BEGUN, *plays("0:9d"), Voided(), PoolCounted(pool="pope", amount=12)]
    assert names(table(events)) == []


def test_pj_6_8_counters_bought_later_do_not_tell_what_a_purse_held() -> None:
    events = [*BEGUN, Voided(), BoughtIn(seat=0, amount=10), PurseCounted(seat=0, amount=32)]
    assert names(table(events)) == []
    assert names(table(events, buy_in=20)) == ["not_conserved"]


def test_pj_6_8_totals_of_a_row_are_added_up() -> None:
    row = Scored(points=(2, -1, -8), totals=(22, 19, 13))
    assert names(table([HandStarted(dealer=2), row], buy_in=20)) == ["not_conserved"]
    assert names(table([HandStarted(dealer=2), row])) == []


def test_pj_6_7_only_one_seat_can_have_held_pope() -> None:
    out = "0:2c 0:3c 0:4c 0:5c 0:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc 0:Kc"
    fines = [ChipsPassed(from_=f"seat:{seat}", to="seat:0", amount=0) for seat in (1, 2)]
    done = audit(table([*BEGUN, *plays(out), *fines]))
    assert [(one.name, one.seat) for one in done.findings] == [("unproven_exemption", 1), ("wrong_payment", 2)]


def test_pj_a14_what_lies_on_the_board_after_rows_of_a_sheet_is_shared_too() -> None:
    row = Scored(points=(2, -1, -8))
    done = audit(table([HandStarted(dealer=2), row, Closed()], options={"end_disposal": "split_equal"}, buy_in=20))
    assert [purse(done.state, seat) for seat in range(3)] == [None] * 3


def test_pj_5_7_a_final_deal_after_a_deal_whose_end_was_missed() -> None:
    hands = tuple(PACK51_HANDS[seat::3] for seat in range(3))
    events = [*BEGUN, *plays("0:7s"), Gap(), FinalDealt(hands=hands)]
    done = audit(table(events, "p003"))
    assert done.findings == []
    assert done.state.final
    strict = [*BEGUN, *plays("0:7s"), FinalDealt(hands=hands)]
    assert names(table(strict, "p003")) == ["count_mismatch"]


def test_pj_6_6_what_is_played_after_the_end_is_told_once() -> None:
    out = "0:2c 0:3c 0:4c 0:5c 0:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc 0:Kc"
    assert names(table([*BEGUN, *plays(out), *plays("1:2s 2:3s")])) == ["count_mismatch"]
    twice = [*BEGUN, *plays(out.replace("0:4c", "0:2c")), *plays("0:Ks")]
    done = audit(table(twice))
    assert [one.name for one in done.findings] == ["impossible_card", "count_mismatch"]
    assert done.results[0].result.points == (None, None, None)  # nobody knows whether seat 0 was out


def test_pj_6_6_who_plays_more_cards_than_it_was_dealt_may_not_have_been_out() -> None:
    """One of its thirteen cards was another's. What others play, or its last card written twice, tells nothing of it."""
    out = "0:2c 0:3c 0:4c 0:5c 0:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc 0:Kc"
    for more, sure in (("0:Ks", False), ("1:2s 0:Ks", False), ("0:??", False), ("0:Kc", True), ("1:2s", True)):
        done = audit(table([*BEGUN, *plays(out), *plays(more), PurseCounted(seat=0, amount=5)], buy_in=20))
        assert [one.name for one in done.findings] == ["count_mismatch", *(["not_conserved"] if sure else [])]
        assert done.results[0].result.says.startswith("not known") is not sure


def test_pj_6_5_a_line_written_twice_is_one_contradiction_and_leaves_the_count_open() -> None:
    out = "0:2c 0:3c 0:3c 0:5c 0:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc 0:Kc"
    for after in (plays("0:Ks"), [HandStarted()], [FinalDealt(hands=())]):
        events = [*BEGUN, *plays(out), *after]
        assert names(table(events, options={"end_disposal": "final_deal"})) == ["impossible_card"], after
    pays = {"unplayed_pope": "pays"}
    whole = audit(table([*BEGUN, *plays(out), *plays("0:Ks")], options=pays))
    assert whole.results[0].result.points == (-4 + 2 + 24, -4 - 12, -8 - 12)
    other = [*BEGUN, *plays("1:2s 1:2s"), *plays(out.replace("0:3c 0:3c", "0:3c 0:4c"))]
    done = audit(table(other, options=pays))
    assert done.results[0].result.points == (None, None, -20)  # seat 1 had played one card or two
    shown = ResultCalled(result="out", seat=0)
    assert names(table([*BEGUN, *plays(out), shown])) == ["impossible_card"]


def test_pj_6_1_a_card_that_is_not_known_may_be_any_of_the_hand() -> None:
    """Seat 1 held 8s; it may have been the card that nobody wrote down."""
    hands = tuple(cards(text + " ??" * 10) for text in ("7s Ks", "8s 2c", "2h 3h"))
    deal = Dealt(hands=hands, each=12)
    begun = [HandStarted(dealer=2), deal, TurnedUp(card=Card("7h"))]
    missed = ["missed_follow"]
    assert [name for name in names(table([*begun, *plays("0:7s 0:Ks")])) if name in missed] == missed
    for unseen in (plays("1:??"), [Gap()]):
        events = [*begun, *unseen, *plays("0:7s 0:Ks")]
        assert [name for name in names(table(events)) if name in missed] == []


def test_pj_6_7_a_row_belongs_to_the_deal_before_it() -> None:
    row, other = Scored(points=(2, -1, -8)), Scored(points=(3, -2, -8))
    assert names(table([row])) == ["no_hand"]
    assert names(table([HandStarted(dealer=2), row, row])) == []
    assert names(table([HandStarted(dealer=2), row, other])) == ["wrong_payment"] * 2
    assert names(table([HandStarted(dealer=2), row, Scored(void=True)])) == ["wrong_payment"]
    assert names(table([Gap(hands=1), row])) == []


def test_pj_6_6_only_a_deal_that_is_on_is_thrown_in() -> None:
    assert names(table([*BEGUN, Voided(), Voided()])) == ["no_hand"]
    assert names(table([Gap(), Voided()])) == []


def test_pj_6_6_a_deal_may_have_begun_in_a_gap() -> None:
    out = "0:2c 0:3c 0:4c 0:5c 0:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc 0:Kc"
    events = [*BEGUN, *plays(out), Gap(), *plays("1:Qh 2:Kh 2:2s")]
    done = audit(table(events))
    assert done.findings == []
    assert done.state.hand == 2
    assert names(table([*events, *plays("0:4d")])) == ["lead_out_of_turn"]


# ---- What follows from lists, and what is shown, thrown in or counted ----------------------------------------------

PACK_LEFT = tuple(card for card in PACK51_HANDS if card not in cards("5c 6c Kd"))
FIRST, SECOND, DEAD = (Card("5c"), *PACK_LEFT[:15]), (Card("6c"), *PACK_LEFT[15:30]), PACK_LEFT[30:]


def of_two(*more: Base, **listed: object) -> list[Base]:
    """A deal of two players with some lists; the first card, and a lead though the next card is in the other hand."""
    deal = Dealt(**listed)
    return [HandStarted(dealer=1), deal, TurnedUp(card=Card("Kd")), Played(seat=0, card=Card("5c")), *more]


@pytest.mark.parametrize(
    "listed",
    [
        {"hands": (FIRST, SECOND)},
        {"hands": (FIRST, None), "places": {"dead": DEAD}},
        {"hands": (None, SECOND), "places": {"dead": DEAD}},
        {"hands": (FIRST, (UNKNOWN,) * 16), "places": {"dead": DEAD}},
    ],
)
def test_pj_6_1_a_hand_that_all_other_lists_leave_is_known(listed: dict[str, object]) -> None:
    lead = Played(seat=0, card=FIRST[1])
    done = audit(log_of("pope_joan", of_two(lead, **listed), 2))
    assert [told(one) for one in done.findings if one.kind != "note"] == [("PJ-6.1", 6, 6, 1)]
    (act,) = find("pope_joan").due(audit(log_of("pope_joan", of_two(**listed), 2)).state)
    assert act.choices == (Played(seat=1, card=Card("6c")),)


def test_pj_3_9_nobody_is_taken_to_know_a_hand_that_follows_from_the_lists_of_others() -> None:
    whole = log_of("pope_joan", of_two(hands=(FIRST, None), places={"dead": DEAD}), 2)
    for viewer in (PUBLIC, 0, 1):
        seen = redact_log(whole, viewer, "test")
        for (_, _, then), (_, _, state) in zip(frames(whole), frames(seen), strict=True):
            assert view(then, viewer) == state


def test_pj_6_5_a_hand_that_follows_from_a_wrong_list_is_no_evidence() -> None:
    wrong = (*DEAD[:-1], SECOND[1])  # written for the last card of the dead hand
    listed = {"hands": (FIRST, None), "places": {"dead": wrong}}
    played = plays("1:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc 0:Kc 0:Ad 0:2d 0:3d 0:4d 1:5d")
    done = audit(log_of("pope_joan", of_two(*played, **listed), 2))
    assert [told(one) for one in done.findings if one.kind != "note"] == [("PJ-6.5", 18, 18, 1)]


def test_pj_3_7_the_cards_are_thrown_in_once_after_pope_was_turned_up() -> None:
    options = {"pope_turnup_ends_deal": True}
    for dealt in ([], [Dealt(sizes=(13, 13, 13))]):
        events = [HandStarted(dealer=0), *dealt, TurnedUp(card=Card("9d"))]
        assert names(table([*events, Voided()], "p003", options=options)) == []
        assert names(table([*events, Voided(), HandStarted()], "p003", options=options)) == []
        assert names(table([*events, Voided(), Voided()], "p003", options=options)) == ["no_hand"]
        done = audit(table([*events, Voided()], "p003", options=options))
        assert done.results[-1].result.points == (-4, -16, -16)
        row = Scored(points=(-4, -16, -16), void=True)
        assert names(table([*events, row], "p003", options=options)) == []


def test_pj_5_7_a_final_deal_is_offered_where_counters_may_lie_on_the_board() -> None:
    done = audit(table([HandStarted(dealer=2), Scored(points=(14, -21, -5))], "p003"))
    assert [act.event for act in find("pope_joan").due(done.state)] == [HandStarted, FinalDealt, Closed]


def test_pj_6_6_no_more_cards_are_shown_than_a_hand_can_hold() -> None:
    thirteen = cards("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")
    begun = [HandStarted(dealer=2), Dealt(sizes=(12, 12, 12)), TurnedUp(card=Card("6h")), *plays("0:As 0:2h")]
    assert names(table([*begun, Shown(seat=1, cards=thirteen[:12])], "p001")) == []
    for end in ({}, {"all": True}):
        assert names(table([*begun, Shown(seat=1, cards=thirteen, **end)], "p001")) == ["count_mismatch"]
    twice = [Shown(seat=1, cards=thirteen[:6]), Shown(seat=1, cards=thirteen[6:])]
    assert names(table([*begun, *twice], "p001")) == ["count_mismatch"]
    dead = [Shown(place="dead", cards=(*thirteen, *cards("2d 3d")))]
    assert names(table([*begun, *dead], "p001")) == ["count_mismatch"]
    missed = (*thirteen[1:], Card("2s"))  # one of thirteen was written wrongly; perhaps this one
    assert names(table([*begun, Shown(seat=1, cards=missed)], "p001")) == ["count_mismatch"]
    after = [*begun, Scored(points=(10, -12, -5)), Shown(seat=1, cards=thirteen[:3], all=True)]
    assert names(table(after, "p001")) == []


@pytest.mark.parametrize(
    "event",
    [
        BoughtIn(seat=9, amount=5),
        CashedOut(seat=9, amount=5),
        Shown(seat=9, cards=cards("9d")),
        PurseCounted(seat=9, amount=5),
        ResultCalled(result="out", seat=9),
    ],
)
def test_pj_6_5_there_is_such_a_seat(event: Base) -> None:
    assert names(table([*BEGUN, event], "p001")) == ["no_such_seat"]


def test_pj_5_7_what_a_final_deal_brings_is_told_where_it_hangs_on_no_card_that_was_not_written() -> None:
    """After PJ-E4 only pope and ace hold anything: it does not matter who has the king."""
    aces, rest = cards("Ac 9d"), [card for card in PACK51_HANDS if card not in {"Ac", "9d", "Kc"}]
    for hands, expected in (
        (((*aces, *rest[:15]), (*rest[15:31], Card("??")), (*rest[31:], Card("??"))), (12, 0, 0)),
        ((aces, (), None), (12, 0, 0)),
        ((tuple(rest[:17]), None, None), (0, None, None)),
        ((tuple(rest[:3]), None, None), (None, None, None)),
        (((aces[0], *rest[:16]), (aces[0], *rest[16:32]), None), (None, None, None)),
    ):
        done = audit(table([*e4(), FinalDealt(hands=hands)], "p003"))
        assert done.results[-1].result.points == expected, hands


def test_pj_5_7_a_card_may_be_missing_in_a_list_of_a_final_deal() -> None:
    """With four players one is dealt twelve cards, and the others thirteen; the last trump was clubs."""
    kings = [*(card for card in PACK51_HANDS if card.rank != "K"), *cards("Kd Kh Ks")]
    hands = (None, tuple(kings[:12]), tuple(kings[12:25]), None)
    dealt = log_of("pope_joan", [*e5(), FinalDealt(hands=hands)], 4, preset="p003", board={"king": 1})
    assert audit(dealt).results[-1].result.points[2] is not None
    assert audit(dealt).results[-1].result.points[1] is None


def test_pj_6_8_what_is_counted_before_the_deal_may_be_so_before_the_dressing() -> None:
    begun = [*e4(), HandStarted()]
    for seat, had in enumerate((64, 29, 45)):
        for amount, wrong in ((had, 0), (had - 16, 0), (had - 15, 1)):
            counted = PurseCounted(seat=seat, amount=amount)
            assert names(table([*begun, counted], "p003", buy_in=50)) == ["not_conserved"] * wrong
    for amount, wrong in ((6, 0), (12, 0), (7, 1)):
        assert names(table([*begun, PoolCounted(pool="pope", amount=amount)], "p003")) == ["not_conserved"] * wrong
    dealt = [*begun, TurnedUp(card=Card("7h"))]
    assert names(table([*dealt, PoolCounted(pool="pope", amount=6)], "p003")) == ["not_conserved"]


def shown_dead(*texts: str) -> list[Base]:
    """Cards of the dead hand, a line each."""
    return [Shown(cards=cards(text), place="dead") for text in texts]


@pytest.mark.parametrize(
    ("seats", "options", "dead"),
    [(4, {}, 10), (5, {}, 8), (7, {"turnup_owner": "dead"}, 6), (3, {"dead_position": "first"}, 13)],
)
def test_pj_3_3_the_dead_hand_has_what_it_has_whoever_dealt(seats: int, options: dict[str, str], dead: int) -> None:
    deck = [card for card in PACK51_HANDS if card != "7h"]
    begun: list[Base] = [HandStarted(), TurnedUp(card=Card("7h"))]
    for count, expected in ((dead, []), (dead + 1, ["impossible_card"])):
        events = [*begun, *(Shown(cards=(card,), place="dead") for card in deck[:count])]
        assert names(log_of("pope_joan", events, seats, preset="p003", options=options)) == expected


def test_pj_6_2_the_dead_hand_overflows_though_nobody_wrote_who_dealt() -> None:
    played = plays("1:As 1:Ac 1:Ad 1:Ah 1:4s 1:4c 2:5c 2:7h 2:9s")
    for dealer in (None, 0):
        events = [HandStarted(dealer=dealer), TurnedUp(card=Card("Kd")), *played]
        done = audit(log_of("pope_joan", events, 7, preset="p003"))
        assert [(one.name, one.found_at) for one in done.findings] == [("dead_overflow", 12)]


def test_pj_6_6_no_hand_has_more_cards_than_the_largest_whoever_dealt() -> None:
    """With four players no hand has more than eleven; who goes on after that begins no new deal."""
    begun: list[Base] = [HandStarted(), TurnedUp(card=Card("Kh"))]
    twelve = "1:2c 1:2d 1:2s 1:2h 1:5c 1:5d 1:5s 1:5h 1:9c 1:9s 1:9h 1:Td"
    events = [*begun, *plays(f"{twelve} 2:Jh")]
    done = audit(log_of("pope_joan", events, 4, preset="p003", buy_in=100))
    assert [(one.name, one.found_at) for one in done.findings] == [("count_mismatch", 15)]
    assert done.state.hand == 1


def test_pj_6_6_nobody_plays_on_after_a_gap_and_twelve_cards() -> None:
    twelve = "1:2c 1:2d 1:2s 1:2h 1:5c 1:5d 1:5s 1:5h 1:9c 1:9d 1:9s 1:9h"
    events = [*BEGUN, Gap(), *plays(twelve)]
    assert names(table(events)) == []
    done = audit(table([*events, *plays("1:Td 1:Ts")]))
    assert [(one.name, one.found_at) for one in done.findings if one.kind != "note"] == [("count_mismatch", 17)]
    assert names(table([*events, Gap(), *plays("1:Td 1:Ts")])) == [], "another deal began in the gap"


def test_pj_3_7_who_won_a_deal_that_pope_ended_hangs_on_who_dealt() -> None:
    options = {"pope_turnup_ends_deal": True}
    for dealer, won in ((None, (None, None, None)), (2, (False, False, True))):
        done = audit(table([HandStarted(dealer=dealer), TurnedUp(card=Card("9d"))], "p003", options=options))
        assert [one.result.won for one in done.results] == [won]


def test_pj_3_7_a_final_deal_follows_one_that_pope_ended_though_nobody_wrote_what_was_turned_up() -> None:
    whole = FinalDealt(hands=(PACK51_HANDS[:17], PACK51_HANDS[17:34], PACK51_HANDS[34:]))
    for ends, expected in ((True, []), (False, ["final_deal_not_due"])):
        events = [*e4(), HandStarted(), Dealt(), whole]
        assert names(table(events, "p003", options={"pope_turnup_ends_deal": ends})) == expected


def test_pj_5_7_a_final_deal_over_an_empty_board_moves_nothing_whatever_was_trump() -> None:
    whole = FinalDealt(hands=(PACK51_HANDS[:17], PACK51_HANDS[17:34], PACK51_HANDS[34:]))
    done = audit(table([HandStarted(dealer=2), Scored(points=(-16, -16, 32)), whole], "p003", buy_in=50))
    assert [purse(done.state, seat) for seat in range(3)] == [34, 34, 82]


def test_pj_3_4_what_is_drawn_is_in_doubt_where_nobody_wrote_what_was_turned_up() -> None:
    """The king and queen of hearts took their compartments if hearts were trump."""
    for turned, known in (([], False), ([TurnedUp(card=Card("7s"))], True)):
        state = fold(table([HandStarted(dealer=2), Dealt(), *turned, *plays("0:Qh 0:Kh")], "p001", buy_in=20))
        drawn = find("pope_joan").scene(state)
        assert ("?" not in dict(drawn.pots)["king"]) == known
        assert [hand.scores[0][1] != "?" for hand in drawn.hands] == [known] * 3
