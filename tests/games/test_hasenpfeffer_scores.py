"""Hasenpfeffer: scoring, score sheets, the end of the game, and who deals."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from tests.builders import found, trick
from tests.games.hasenpfeffer_tables import begun, bids, dealt, hpx_8, table
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.games.hasenpfeffer.table import Hasenpfeffer
from upcard.engine.simulate import Setup, simulate
from upcard.schemas.events import Base, Gap, HandStarted, Played, Scored, TrumpNamed, Voided

GAME = find("hasenpfeffer")


def rows(*hands: Scored, dealer: int | None = 3) -> list[Base]:
    """A score sheet."""
    events: list[Base] = []
    for number, row in enumerate(hands):
        events += [HandStarted(dealer=dealer if number == 0 else None), row]
    return events


def state_of(events: list[Base], **options: Any) -> Hasenpfeffer:
    """The state after these events."""
    state = fold(table(events, **options))
    assert isinstance(state, Hasenpfeffer)
    return state


def row(seat: int, contract: int, declarers: int, **more: Any) -> Scored:
    """A row of the sheet: declarer, contract, the declarers' tricks."""
    return Scored(seat=seat, amount=contract, tricks=(declarers,), **more)


# ---- HP-4.1 Points -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("contract", "taken"), list(itertools.product(range(1, 7), range(7))))
def test_hp_4_1_points_of_every_contract(contract: int, taken: int) -> None:
    for seat in range(4):
        state = state_of(rows(row(seat, contract, taken)))
        points = state.points[seat & 1], state.points[1 - (seat & 1)]
        assert points == (taken if taken >= contract else -contract, 6 - taken)
        assert sum(filter(None, points)) == (6 if taken >= contract else 6 - taken - contract), "HP-7"


def test_hp_4_1_totals_may_be_negative() -> None:
    state = state_of(rows(row(0, 6, 0), row(2, 5, 1)))
    assert state.totals == [-11, 11]


def test_hp_4_1_points_that_cannot_be_told() -> None:
    """Who led is the declarer of a hand whose bidding was missed; what it had bid nobody knows."""
    lost = [Gap(), TrumpNamed(seat=0, suit="s"), *trick(0, "As 9s Ts Qs")]
    assert state_of([HandStarted(dealer=3), *lost]).contract == -1
    split = Scored(seat=0, tricks=(3, 3))
    assert state_of([HandStarted(dealer=3), split]).points == [None, 3]
    assert state_of([HandStarted(dealer=3), Scored(seat=0, tricks=(6, 0))]).points == [6, 0], "six make any contract"
    told = state_of([HandStarted(dealer=3), Scored(seat=0, tricks=(3, 3), points=(-4, 3))])
    assert (told.points, told.totals, told.made) == ([-4, 3], [-4, 3], 0)


def every_way() -> Iterator[tuple[int, int, int, list[int]]]:
    """Declaring seat, contract, its tricks, and the points of the sides, from the page alone."""
    for seat, contract, taken in itertools.product(range(4), range(1, 7), range(7)):
        points = [taken if taken >= contract else -contract, 6 - taken]
        yield seat, contract, taken, points if seat in {0, 2} else points[::-1]


def test_hp_4_1_a_row_tells_what_all_that_agrees_with_it_has_in_common() -> None:
    for seat, contract, taken, points in every_way():
        for known in itertools.product((False, True), repeat=3):
            who, amount, split = (
                one if told else None for one, told in zip((seat, contract, taken), known, strict=True)
            )
            tricks = None if split is None else (taken, 6 - taken) if seat in {0, 2} else (6 - taken, taken)
            could = [
                one
                for other, c, d, one in every_way()
                if (who is None or who == other) and amount in {None, c} and (tricks is None or d == tricks[other & 1])
            ]
            state = state_of(rows(Scored(seat=who, amount=amount, tricks=tricks)))
            for side in (0, 1):
                amounts = {one[side] for one in could}
                assert state.points[side] == (amounts.pop() if len(amounts) == 1 else None)
            written = Scored(seat=who, amount=amount, tricks=tricks, points=(points[0], points[1]))
            assert found(table(rows(written))) == []
            assert state_of(rows(written)).totals == points


@pytest.mark.parametrize(
    "wrong",
    [
        Scored(points=(5, 5)),
        Scored(points=(-4, -4)),
        Scored(points=(6, 6)),
        Scored(seat=0, tricks=(3, 3), points=(2, 3)),
        Scored(seat=0, amount=4, points=(3, 3)),
        Scored(tricks=(3, 3), points=(4, 2)),
        Scored(amount=4, tricks=(4, 2), points=(4, 2, 9, 2)),
        Scored(seat=0, amount=4, tricks=(4, 2), totals=(4,)),
    ],
)
def test_hp_7_points_that_no_hand_brings(wrong: Scored) -> None:
    findings = audit(table(rows(wrong))).findings
    assert [(one.kind, one.clause, one.at) for one in findings] == [("testimony", "HP-7", 3)]


# ---- HP-4.2 The end ------------------------------------------------------------------------------------------------


def test_hp_4_2_defenders_win_at_ten() -> None:
    hands = [row(0, 6, 0), row(0, 3, 2)]
    state = state_of(rows(*hands))
    assert (state.totals, state.winner) == ([-9, 10], 1)
    made = [row(0, 6, 0), row(0, 2, 2)]
    assert state_of(rows(*made)).winner == 1


def test_hp_6_1_defenders_win_only_if_the_contract_failed() -> None:
    option = {"defenders_win_only_if_set": True}
    made = rows(row(0, 6, 0), row(0, 2, 2))
    assert state_of(made, **option).winner == -1
    assert found(table([*made, HandStarted()], **option)) == []
    assert found(table([*made, HandStarted()])) == [("HP-4.2", 6, 6, None)]
    assert state_of(rows(row(0, 6, 0), row(0, 3, 2)), **option).winner == 1
    later = rows(row(0, 6, 0), row(0, 2, 2), row(1, 5, 4))
    assert state_of(later, **option).totals == [-2, 5]
    state = state_of(rows(row(0, 6, 0), row(0, 2, 2), row(2, 1, 1), row(1, 1, 1)), **option)
    assert (state.totals, state.winner) == ([2, 16], 1), "declarers at ten have won"


def test_hp_6_0_declarers_who_fail_and_still_have_ten_have_won() -> None:
    option = {"defenders_win_only_if_set": True}
    state = state_of(rows(row(0, 6, 0), row(0, 1, 1), row(1, 1, 0)), **option)
    assert (state.totals, state.winner) == ([1, 10], 1)


def test_hp_6_1_whether_the_contract_failed_may_not_be_known() -> None:
    option = {"defenders_win_only_if_set": True}
    hand = [row(0, 6, 0), Scored(seat=0, tricks=(2, 4))]
    assert state_of(rows(*hand), **option).winner == -2, "1 or 2 were bid, or more"
    assert state_of(rows(*hand)).winner == 1
    added = [row(0, 6, 0), Scored(seat=0, tricks=(2, 4), totals=(-4, 10))]
    assert state_of(rows(*added), **option).winner == -1, "2 were added: they made it"
    for points, totals, winner in (((2, 4), (-4, 10), -1), ((-3, 4), (-9, 10), 1)):
        told = [row(0, 6, 0), Scored(seat=0, tricks=(2, 4), points=points, totals=totals)]
        assert state_of(rows(*told), **option).winner == winner
        assert state_of(rows(*told)).winner == 1


def test_hp_4_2_who_has_won_by_the_points_alone() -> None:
    """Whoever declared, a side alone at ten has won; with both there it hangs on who declared."""
    assert state_of(rows(Scored(points=(4, 2)))).winner == -1
    two = rows(Scored(points=(4, 2)), Scored(points=(6, 0)))
    assert state_of(two).winner == 0
    assert found(table([*two, HandStarted()])) == [("HP-4.2", 6, 6, None)]
    near = [Scored(points=(6, 0)), Scored(points=(0, 6)), Scored(points=(0, 6)), Scored(points=(3, 3))]
    assert state_of(rows(*near), target=15).winner == 1
    assert state_of(rows(*near[:2], Scored(points=(2, 4))), target=8).winner == -2
    assert state_of(rows(*near[:2], Scored(points=(2, 4), seat=2)), target=8).winner == 0


@pytest.mark.parametrize("target", [1, 6, 7, 20])
def test_hp_5_target(target: int) -> None:
    state = state_of(rows(row(0, 6, 6)), target=target)
    assert state.winner == (0 if target <= 6 else -1)


def test_hp_4_2_no_hand_after_the_game() -> None:
    events = rows(row(0, 6, 0), row(0, 6, 0))
    assert [act.event.__name__ for act in GAME.due(state_of(events))] == ["Closed"]
    more = [*events, HandStarted(), row(1, 2, 3), HandStarted(), row(1, 2, 3)]
    assert found(table(more)) == [("HP-4.2", 6, 6, None)], "told once"


def test_hp_4_2_left_of_the_dealer_deals() -> None:
    assert state_of([*hpx_8(), HandStarted()]).dealer == 1
    assert found(table([*hpx_8(), HandStarted(dealer=1)])) == []
    for wrong in (0, 2, 3):
        assert found(table([*hpx_8(), HandStarted(dealer=wrong)])) == [("HP-4.2", 34, 34, wrong)]
    assert [row[:1] for row in found(table([*hpx_8(), HandStarted(dealer=4)]))] == [("G-5",)]


def test_hp_6_4_a_dealer_nobody_recorded_is_known_by_the_first_bid() -> None:
    assert state_of([HandStarted(), *bids(2, 0)]).dealer == 1


def test_a_hand_that_was_not_ended_leaves_the_totals_open() -> None:
    events = [*hpx_8()[:-1], HandStarted()]
    assert found(table(events)) == [("HP-3.2", 33, 33, None)]
    state = state_of(events)
    assert (state.totals, state.winner) == ([None, None], -2)


# ---- Score sheets --------------------------------------------------------------------------------------------------


def test_sheet_session() -> None:
    events = rows(
        Scored(bids=(2, 0, 0, 4), tricks=(3, 3), points=(3, -4), totals=(3, -4)),
        Scored(bids=(0, 0, 0, 0), void=True),
        Scored(bids=(0, 0, 0, 0), seat=3, amount=3, tricks=(2, 4), trump="h"),
        Scored(seat=0, amount=6, tricks=(6, 0), totals=(11, 0)),
    )
    done = audit(table(events))
    assert done.findings == []
    assert done.state.totals == [11, 0]
    assert done.state.winner == 0
    assert [one.result.points[:2] for one in done.results] == [(3, -4), (0, 0), (2, 4), (6, 0)]
    assert [one.result.counts for one in done.results] == [True, False, True, True]
    assert [one.result.level for one in done.results] == ["sheet"] * 4
    assert done.results[2].result.trump == "h"


WRONG_ROWS = [
    (Scored(seat=0, amount=3, tricks=(4, 3)), "HP-7"),
    (Scored(seat=0, amount=3, tricks=(7,)), "HP-7"),
    (Scored(seat=0, amount=3, tricks=(-1, 7)), "HP-7"),
    (Scored(seat=0, amount=3, tricks=(1, 2, 3)), "HP-7"),
    (Scored(seat=0, amount=7, tricks=(6, 0)), "HP-7"),
    (Scored(seat=4, amount=3, tricks=(6, 0)), "HP-7"),
    (Scored(void=True, tricks=(3, 3)), "HP-7"),
    (Scored(void=True, points=(3, 3)), "HP-7"),
    (Scored(bids=(2, 2, 0, 0), tricks=(3, 3)), "HP-2.1"),
    (Scored(bids=(3, 2, 0, 0), tricks=(3, 3)), "HP-2.1"),
    (Scored(bids=(0, 7, 0, 0), tricks=(3, 3)), "HP-2.1"),
    (Scored(bids=(0, 3, 0), tricks=(3, 3)), "HP-2.1"),
    (Scored(bids=(0, 3, 0, 0), seat=2, tricks=(3, 3)), "HP-2.1"),
    (Scored(bids=(0, 3, 0, 0), amount=2, tricks=(3, 3)), "HP-2.1"),
    (Scored(bids=(0, 3, 0, 0), void=True), "HP-2.1"),
    (Scored(bids=(0, 0, 0, 0), seat=2, amount=4, tricks=(3, 3)), "HP-2.1"),
    (Scored(seat=0, amount=4, tricks=(3, 3), points=(3, 3)), "HP-4.1"),
    (Scored(seat=0, amount=4, tricks=(3, 3), totals=(3, 3)), "HP-4.1"),
]


@pytest.mark.parametrize(("wrong", "clause"), WRONG_ROWS)
def test_sheet_rows_that_cannot_be(wrong: Scored, clause: str) -> None:
    findings = audit(table(rows(wrong))).findings
    assert [(one.kind, one.clause, one.at) for one in findings] == [("testimony", clause, 3)]


@pytest.mark.parametrize("tricks", [(3, 3), (1, 1, 2, 2), (3,)])
def test_sheet_compared_with_the_play(tricks: tuple[int, ...]) -> None:
    right = Scored(
        bids=(0, 4, 0, 0), seat=1, amount=4, trump="h", tricks=tricks, points=(3, -4), totals=(3, -4), void=False
    )
    assert found(table([*hpx_8(), right])) == []
    assert found(table([*hpx_8(), Scored(points=(3, -4, 3, -4))])) == []


@pytest.mark.parametrize(
    "wrong",
    [
        Scored(bids=(0, 3, 0, 4)),
        Scored(seat=3),
        Scored(amount=3),
        Scored(trump="s"),
        Scored(tricks=(4, 2)),
        Scored(points=(3, 3)),
        Scored(totals=(3, 4)),
        Scored(void=True),
    ],
)
def test_sheet_that_disagrees_with_the_play(wrong: Scored) -> None:
    findings = audit(table([*hpx_8(), wrong])).findings
    assert {(one.kind, one.at) for one in findings} == {("testimony", 34)}
    assert state_of([*hpx_8(), wrong]).totals == [3, -4], "it changes nothing"


def test_sheet_points_and_the_totals_that_follow_from_them_are_one_finding() -> None:
    right = Scored(seat=0, amount=4, tricks=(4, 2), points=(4, 2), totals=(4, 2))
    wrong = Scored(seat=0, amount=4, tricks=(3, 3), points=(3, 3), totals=(7, 5))
    assert found(table(rows(right, wrong))) == [("HP-4.1", 5, 5, None)]
    worse = Scored(seat=0, amount=4, tricks=(3, 3), points=(3, 3), totals=(8, 5))
    assert len(found(table(rows(right, worse)))) == 2


def test_sheet_settles_a_hand_that_was_played_in_part() -> None:
    played = hpx_8()[:-8]
    state = state_of([*played, Scored(tricks=(3, 3))])
    assert (state.phase, state.points) == ("between", [3, -4])
    assert found(table([*played, Scored(tricks=(3, 3))])) == []
    assert found(table([*played, Scored(tricks=(2, 4))])) == [("HP-4.1", 26, 26, None)]


def test_sheet_tells_totals_that_were_lost() -> None:
    events = [*rows(row(0, 3, 3)), Gap(hands=2), HandStarted(dealer=2)]
    assert state_of([*events, row(0, 3, 3)]).totals == [None, None]
    state = state_of([*events, row(0, 3, 3, totals=(7, 9))])
    assert (state.totals, state.winner) == ([7, 9], -1)
    assert found(table([*events, row(0, 3, 3, totals=(7, 9))])) == []


def test_a_written_score_of_a_hand_that_cannot_be_told_is_taken() -> None:
    events = begun(*trick(0, "As 9s Ts Qs"), Gap(), *trick(1, "Ah 9h Th Kh"))
    ended = audit(table([*events, Scored(tricks=(4, 2), points=(4, 2))]))
    assert [one.result.points for one in ended.results] == [(4, 2, 4, 2)]
    assert ended.findings == []


def test_a_second_row_of_a_hand_is_compared_with_the_first() -> None:
    first = Scored(seat=0, amount=4, tricks=(4, 2), points=(4, 2))
    assert found(table([*rows(first), first])) == []
    assert found(table([*rows(first), Scored(totals=(4, 2))])) == []
    for second in (row(0, 4, 3), row(0, 5, 4), row(1, 4, 2), Scored(points=(3, 3)), Scored(void=True)):
        kinds = {(one.kind, one.at) for one in audit(table([*rows(first), second])).findings}
        assert kinds == {("testimony", 4)}, second
        assert state_of([*rows(first), second]).totals == [4, 2]


def test_a_void_hand_may_be_written_as_one_that_brought_nothing() -> None:
    void = [HandStarted(dealer=0), *bids(1, 0, 0, 0, 0), Voided()]
    for right in (Scored(points=(0, 0), totals=(0, 0)), Scored(totals=(0, 0)), Scored(void=True)):
        assert found(table([*void, right])) == []
    for wrong in (Scored(points=(3, 3)), row(0, 3, 3), Scored(totals=(0, 1))):
        assert [one.kind for one in audit(table([*void, wrong])).findings] == ["testimony"]


def test_hp_2_1_a_row_that_is_void_though_the_record_shows_a_bid() -> None:
    assert found(table([HandStarted(dealer=0), *bids(1, 0, 2), Scored(void=True)])) == [("HP-2.1", 5, 5, None)]


def test_hp_2_2_a_row_after_four_passes_is_of_who_has_the_joker() -> None:
    start = [HandStarted(dealer=0), dealt(), *bids(1, 0, 0, 0, 0)]
    assert state_of([*start, Scored(tricks=(2, 4), seat=3)]).points == [2, 4]
    assert found(table([*start, Scored(tricks=(4, 2), points=(4, -3))])) == []
    assert found(table([*start, Scored(tricks=(4, 2), points=(4, 2))])) == [("HP-4.1", 8, 8, None)]
    assert found(table([*start, Scored(tricks=(2, 4), seat=2)])) == [("HP-4.1", 8, 8, None)]
    assert found(table([*start, Scored(tricks=(2, 4), amount=2)])) == [("HP-4.1", 8, 8, None)]


# ---- Gaps ----------------------------------------------------------------------------------------------------------


def test_gap_proves_less_and_never_more() -> None:
    for hand in (hpx_8(), hpx_8(hands=False)):
        for at in range(len(hand)):
            for missing in (1, 3, 7, 12):
                events = [*hand[:at], Gap(), *hand[at + missing :]]
                assert found(table(events)) == [], (at, missing)


def test_gap_over_the_beginning_of_a_hand() -> None:
    after = hpx_8()
    for missing in (1, 2, 5, 9, 20):
        for end in ([], [Scored(points=(1, 5), totals=(8, 9), tricks=(1, 5))], [HandStarted(dealer=3)]):
            events = [*hpx_8(), Gap(), *after[missing:], *end]
            assert found(table(events)) == [], missing
    assert state_of(events).dealer == 3


def test_gap_between_hands_leaves_dealer_and_totals_open() -> None:
    for dealer in range(4):
        assert found(table([*hpx_8(), Gap(), HandStarted(dealer=dealer)])) == []
    assert state_of([*hpx_8(), Gap()]).totals == [None, None]


# ---- Conservation --------------------------------------------------------------------------------------------------


def test_hp_7_tricks_and_points_of_random_sessions() -> None:
    for ordinal in range(40):
        done = audit(simulate(Setup(game="hasenpfeffer", seed=3, options={"target": 40}), hands=8, ordinal=ordinal))
        totals = [0, 0]
        for ended in done.results:
            state, points = ended.after, ended.result.points[:2]
            totals = [total + (gained or 0) for total, gained in zip(totals, points, strict=True)]
            if ended.result.counts:
                assert sum(state.taken) == 6
                taken = state.taken[state.declarer & 1]
                contract = state.contract
                total = 6 if taken >= contract else 6 - taken - contract
                assert sum(filter(None, points)) == total
            assert state.totals == totals


def test_every_card_is_somewhere() -> None:
    """After a hand played out, 24 cards lie in tricks and one where the discard lies, whoever looks."""
    for ordinal in range(40):
        log = simulate(Setup(game="hasenpfeffer", seed=4), hands=1, ordinal=ordinal)
        state = audit(log).results[0].after
        if any(isinstance(event, Played) for _, event in log.events):
            assert [cards.bit_count() for cards in state.places.known] == [0, 0, 0, 0, 1, 24, 0]
