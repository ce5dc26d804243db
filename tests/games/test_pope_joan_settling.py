"""Pope Joan: the end of a deal, who held Pope, the final deal, the end of a session, score sheets and gaps."""

import pytest

from tests.builders import cards, fold, found, log_of
from tests.games.pope_joan_examples import board_of, e1, e4, e5, log, outcome, plays
from upcard.engine.audit import Audit, audit
from upcard.engine.games.pope_joan.pope import purse
from upcard.engine.games.pope_joan.state import BOARD
from upcard.engine.view import PUBLIC, redact_log
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
    Played,
    PurseCounted,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)

NO_TRUMP_HONOURS = "0:2c 0:3c 0:4c 0:5c 0:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc 0:Kc"
"""A hand of twelve that goes out by itself; with three players and hearts turned up nothing else is won."""


def short(*more: Base, dealer: int = 2) -> list[Base]:
    """A public deal of three players in which seat 0 goes out and the others hold twelve cards each."""
    return [HandStarted(dealer=dealer), TurnedUp(card=Card("7h")), *plays(NO_TRUMP_HONOURS), *more]


def purses(done: Audit) -> list[int | None]:
    """What each seat has."""
    return [purse(done.state, seat) for seat in range(done.state.seats)]


# ---- PJ-5.1 to PJ-5.4 ----------------------------------------------------------------------------------------------


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
    assert sum(done.state.counters) == 0
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


def test_pj_5_2_shown_in_two_hands_after_the_end() -> None:
    """The scribe wrote the wrong seat first, or then: what the two paid is not known."""
    shown = [Shown(seat=seat, cards=cards("9d")) for seat in (1, 2)]
    counted = [PurseCounted(seat=seat, amount=amount) for seat, amount in ((1, 46 - 12), (2, 42))]
    done = audit(log_of("pope_joan", short(*shown, *counted), 3, preset="p001", buy_in=50))
    assert [one.name for one in done.findings] == ["impossible_card"]
    assert done.results[0].result.points == (None, None, None)


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
    assert dict(zip(["game"], [BOARD.contents(done.state)[7]], strict=True)) == {"game": 8}


def test_pj_5_5_most_counters_win_and_ties_are_shared() -> None:
    done = audit(log([*e1(), Closed()], 5))
    assert done.game.scene(done.state).says == "p1 wins the session with 16 counters"
    assert "share" in done.game.scene(audit(log([HandStarted(dealer=2), Voided(), Closed()], 3)).state).says


def test_pj_5_5_no_deal_after_the_last() -> None:
    assert [row[0] for row in found(log([*e1(), HandStarted()], 5, deals=1))] == ["PJ-5.5"]


# ---- PJ-5.6, PJ-5.7 ------------------------------------------------------------------------------------------------


def final() -> FinalDealt:
    """All 51 cards in three hands, in the order of the pack."""
    pack = [card for card in PACK if card != "8d"]
    return FinalDealt(hands=(tuple(pack[:17]), tuple(pack[17:34]), tuple(pack[34:])))


def test_pj_5_7_final_deal_empties_the_board() -> None:
    done = audit(log([*e4(), final(), Closed()], 3, "p003"))
    assert done.results[1].result.points == (6, 6, 0)
    assert (board_of(done), done.findings) == ({}, [])
    assert sum(done.state.counters) == 0


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
    assert done.results[1].result.points == (None, None, None)


def test_pj_5_7_session_closed_over_counters_is_a_note() -> None:
    notes = audit(log([*e4(), Closed()], 3, "p003")).findings
    assert [(note.kind, note.clause) for note in notes] == [("note", "PJ-5.7")]


def test_pj_5_6_none_leaves_the_counters() -> None:
    done = audit(log([*e1(), Closed()], 5))
    assert (sum(BOARD.contents(done.state)), done.findings) == (9, [])


def test_pj_a14_split_equal_leaves_the_remainder() -> None:
    done = audit(log([*e1(), Closed()], 5, end_disposal="split_equal"))
    assert done.results[-1].result.points == (1, 1, 1, 1, 1)
    assert sum(BOARD.contents(done.state)) == 4


# ---- Score sheets, gaps, deals thrown in ---------------------------------------------------------------------------


def test_hand_of_which_only_the_scores_are_written() -> None:
    done = audit(log([HandStarted(dealer=2), Scored(points=(10, -12, -5)), HandStarted()], 3))
    assert done.results[0].result.points == (10, -12, -5)
    assert done.results[0].result.level == "sheet"
    assert (done.findings, sum(done.state.counters)) == ([], 0)


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
    assert sum(done.state.counters) == 0


def test_gap_of_whole_hands() -> None:
    done = audit(log([*e1(), Gap(hands=2), HandStarted(dealer=1)], 5))
    assert (done.findings, purses(done)) == ([], [None] * 5)
    assert fold(log([*e1(), Gap(hands=2), HandStarted()], 5)).dealer == -1


def test_counters_bought_and_cashed() -> None:
    bought: list[Base] = [BoughtIn(seat=0, amount=40), CashedOut(seat=0, amount=5)]
    done = audit(log_of("pope_joan", bought, 3, buy_in=10))
    assert purses(done) == [45, 10, 10]
    assert sum(done.state.counters) == 0


def test_record_without_dealer_does_not_guess_who_paid_double() -> None:
    done = audit(log([HandStarted(), Dealt(each=12)], 3))
    assert purses(done) == [None] * 3
    assert BOARD.contents(done.state) == [6, 2, 2, 1, 1, 1, 1, 2]


# ---- What was written is asked again once Pope is shown ------------------------------------------------------------


def asked_again(*more: Base, buy_in: int | None = None) -> list[tuple[str, str, int, int, int | None]]:
    """What is found of PJ-E4, of which nobody saw the hands: name, clause, at, found at, seat."""
    events = [HandStarted(dealer=2), TurnedUp(card=Card("6c")), *e4()[3:], *more]
    done = audit(log_of("pope_joan", events, 3, preset="p003", buy_in=buy_in))
    return [(one.name, one.clause, one.at, one.found_at, one.seat) for one in done.findings]


POPE_SHOWN = Shown(seat=0, cards=cards("9d"))


def test_pj_6_7_a_row_is_asked_again_when_pope_is_shown() -> None:
    row = Scored(points=(8, -21, 1))  # as if nobody had held Pope
    wrong = [("wrong_payment", "PJ-6.7", 32, 33, 0), ("wrong_payment", "PJ-6.7", 32, 33, 2)]
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
    assert in_dead == [("wrong_payment", "PJ-6.7", 32, 33, 0), ("wrong_payment", "PJ-6.7", 32, 33, 2)]


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
        ([first, second], [note, wrong]),
        ([*whole, first], [wrong]),
        ([zero[0], second], [note, wrong]),
        ([zero[0], first, whole[1]], [note, note]),
    ):
        assert [one[0] for one in asked_again(*said)] == names
        shown = asked_again(*said, POPE_SHOWN)
        assert {one[2] - 32 for one in shown} == {at for at, one in enumerate(said) if one in (whole[0], second)}


def test_pj_6_7_who_was_said_to_have_paid_both_ways_may_have_held_pope_or_not() -> None:
    whole, zero = (ChipsPassed(from_="seat:0", to="seat:2", amount=amount) for amount in (6, 0))
    for said in ((whole, zero), (whole, Scored(points=(14, -21, -5)))):
        events = [HandStarted(dealer=2), TurnedUp(card=Card("6c")), *e4()[3:], *said]
        done = audit(log(events, 3, "p003"))
        assert done.results[0].result.points == (None, None, None)


@pytest.mark.parametrize("row", [False, True])
def test_pj_6_8_a_purse_is_one_that_some_holder_of_pope_leaves(row: bool) -> None:
    """Seat 2 has 45 if seat 0 held Pope, 46 if seat 1 did, 51 if nobody did."""
    for purses, seats in (((58, 29, 51), []), ((64, 29, 47), [2]), ((63, 29, 45), [0]), ((58, 30, 51), [1])):
        counted = [PurseCounted(seat=seat, amount=amount) for seat, amount in enumerate(purses)]
        events: list[Base] = [Scored(totals=purses)] if row else [*counted[:2], HandStarted(), Voided(), counted[2]]
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
    assert found[:2] == [("wrong_payment", "PJ-6.7", 32, 36)] * 2
    assert [one[0] for one in found[2:]] == ["impossible_card"]
