"""Pop!: P-6 scoring, rows of a score sheet, testimony, and facts."""

from collections import Counter
from typing import Any

import pytest

from tests.builders import fold, found, judged
from tests.games.pop_tables import PX_2_TRICKS, begun, play, pop_log, px_2, px_2_popped, raised, trick, turned, up
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.simulate import Setup, simulate
from upcard.schemas.events import Accepted, Base, Folded, Gap, HandStarted, Played, Popped, Scored, TurnedUp


def rows(events: list[Base], **options: Any) -> list[tuple[str, str, str, int | None]]:
    """What is found: kind, clause, name, seat."""
    return [(one.kind, one.clause, one.name, one.seat) for one in judged(pop_log(events, **options)).findings]


def sheet(*written: Scored, dealer: int = 0) -> list[Base]:
    """Rows of a score sheet."""
    return [event for n, row in enumerate(written) for event in (HandStarted(dealer=None if n else dealer), row)]


def points(row: Scored, **options: Any) -> tuple[int | None, ...]:
    """What a row alone brings."""
    return judged(pop_log(sheet(row), **options)).results[0].result.points


# ---- P-6 Scoring ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("split", "expected"),
    [((7, 0), (2, 0)), ((6, 1), (2, 0)), ((5, 2), (2, 0)), ((4, 3), (2, 1)), ((3, 4), (1, 2)), ((0, 7), (0, 2))],
)
def test_p_6_1_the_cube_for_four_tricks_and_one_point_for_three(split: tuple[int, int], expected: Any) -> None:
    assert points(Scored(tricks=split, amount=2)) == expected


def test_p_6_2_who_folds_scores_nothing_whatever_the_tricks() -> None:
    assert points(Scored(tricks=(4, 1), amount=3, seat=0)) == (0, 3)
    assert points(Scored(seat=1, bids=(0, 1))) == (3, 0)


def test_p_6_3_who_has_more_deals_and_who_won_the_round_if_equal() -> None:
    for row, dealer in (
        (Scored(seat=1, amount=1), 0),
        (Scored(seat=0, amount=1), 1),
        (Scored(tricks=(4, 3), amount=1), 0),
        (Scored(tricks=(3, 4), amount=1), 1),
    ):
        assert fold(pop_log(sheet(row))).next_dealer == dealer
        wrong = [*sheet(row), HandStarted(dealer=1 - dealer)]
        assert rows(wrong) == [("breach", "P-6.3", "wrong_dealer", 1 - dealer)]
        assert rows([*sheet(row), HandStarted(dealer=dealer)]) == []


@pytest.mark.parametrize(("target", "over"), [(7, 0), (11, -1)])
def test_p_6_4_the_target(target: int, over: int) -> None:
    events = sheet(Scored(tricks=(7, 0), amount=6), Scored(seat=1, amount=1))
    assert fold(pop_log(events, target=target)).over == over
    after = [*events, HandStarted()]
    assert [row[1] for row in rows(after, target=target)] == (["P-6.4"] if over >= 0 else [])


def test_p_6_6_both_reach_the_target() -> None:
    close = sheet(Scored(tricks=(7, 0), amount=6), Scored(tricks=(0, 7), amount=6), Scored(tricks=(3, 4), amount=1))
    state: Any = fold(pop_log(close))
    assert (state.totals, state.over) == ([7, 7], 1)
    open_match: Any = fold(pop_log(close, both_reach_target="play_on_if_equal"))
    assert open_match.over == -1
    assert rows([*close, HandStarted()], both_reach_target="play_on_if_equal") == []
    higher = [*close, HandStarted(), Scored(tricks=(4, 3), amount=2)]
    assert fold(pop_log(higher, both_reach_target="play_on_if_equal")).over == 0
    unequal = sheet(Scored(tricks=(7, 0), amount=6), Scored(tricks=(0, 7), amount=6), Scored(tricks=(3, 4), amount=2))
    assert fold(pop_log(unequal, both_reach_target="play_on_if_equal")).over == 1


def test_p_7_the_seventh_round_starts_at_six() -> None:
    events = sheet(*(Scored(seat=(n + 1) % 2, amount=n) for n in range(1, 6)), Scored(tricks=(7, 0), amount=6))
    options = {"cube_start": "round_number", "target": 11, "both_reach_target": "play_on_if_equal"}
    assert fold(pop_log([*events, HandStarted()], **options)).cube == 6


# ---- Rows that cannot be (P-9.3) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [
        Scored(tricks=(4, 4)),
        Scored(tricks=(3, 3)),
        Scored(tricks=(8, -1)),
        Scored(tricks=(4, 3, 0)),
        Scored(tricks=(4, 3), seat=0),
        Scored(tricks=(4, 3), amount=7),
        Scored(tricks=(4, 3), amount=0),
        Scored(tricks=(4, 3), bids=(0, 1, 0, 1, 0, 1)),
        Scored(tricks=(4, 3), bids=(0, 1), amount=2),
        Scored(points=(2, 2)),
        Scored(points=(7, 0)),
        Scored(points=(0, 0)),
    ],
)
def test_p_9_3_rows_that_cannot_be(row: Scored) -> None:
    assert {found[:2] for found in rows(sheet(row))} == {("contradiction", "P-9.3")}


def test_p_9_3_the_cube_starts_at_the_round() -> None:
    events = [*sheet(Scored(seat=0, amount=1)), HandStarted(), Scored(tricks=(4, 3), amount=1)]
    assert rows(events) == []
    assert rows(events, cube_start="round_number") == [("contradiction", "P-9.3", "wrong_cube", None)]


@pytest.mark.parametrize("row", [Scored(tricks=(4, 3), bids=(0, 0)), Scored(seat=1, bids=(1, 0))])
def test_p_9_3_accepted_pops_alternate(row: Scored) -> None:
    assert rows(sheet(row)) == [("breach", "P-9.3", "pop_not_allowed", 0)]
    assert rows(sheet(row), pop_repeat="card_between") == []


def test_p_9_3_pops_alternate_over_the_match_where_the_table_says_so() -> None:
    events = sheet(Scored(tricks=(4, 3), bids=(0, 1)), Scored(tricks=(4, 3), bids=(1,)))
    assert rows(events) == []
    assert rows(events, pop_memory="match") == [("breach", "P-9.3", "pop_not_allowed", 1)]


def test_rows_that_can_be() -> None:
    for row in (
        Scored(tricks=(4, 3), amount=1, points=(1, 1), totals=(1, 1)),
        Scored(tricks=(2, 5), bids=(0, 1, 0), points=(0, 4), totals=(0, 4)),
        Scored(seat=0, tricks=(5, 1), amount=5, points=(0, 5)),
        Scored(points=(1, 1)),
        Scored(totals=(3, 1)),
        Scored(void=True),
    ):
        assert rows(sheet(row)) == []
    assert points(Scored(totals=(3, 1))) == (3, 1)
    assert points(Scored(tricks=(4, 3))) == (None, 1)
    assert points(Scored(tricks=(4, 3), points=(2, 1))) == (2, 1)


def test_a_row_where_no_round_is_on() -> None:
    assert rows([Scored(points=(1, 0))]) == [("contradiction", "G-5", "wrong_score", None)]


# ---- Testimony -----------------------------------------------------------------------------------------------------


def test_g_5_a_row_whose_round_was_not_announced_counts_all_the_same() -> None:
    events: list[Base] = [Scored(tricks=(5, 2), amount=2)]
    assert rows(events) == [("contradiction", "G-5", "wrong_score", None)]
    assert fold(pop_log(events)).totals == [2, 0]
    assert fold(pop_log([Scored(void=True)])).hand == 0


WRONG = Scored(points=(2, 0), totals=(3, 0))


def test_p_6_4_a_wrong_total_that_is_added_to_is_told_once() -> None:
    told = [("testimony", "P-6.4", "wrong_totals", 0)]
    assert rows(sheet(WRONG, Scored(points=(0, 1), totals=(3, 1)), Scored(points=(1, 0), totals=(4, 1)))) == told
    assert rows(sheet(WRONG, Scored(points=(0, 1), totals=(2, 1)), Scored(points=(1, 0), totals=(3, 1)))) == told
    assert len(rows(sheet(WRONG, Scored(points=(0, 1), totals=(4, 1))))) == 2


def test_p_6_4_after_a_wrong_total_another_alone_leaves_points_and_total_open() -> None:
    events = sheet(WRONG, Scored(totals=(3, 1)))
    assert rows(events) == [("testimony", "P-6.4", "wrong_totals", 0)]
    assert audit(pop_log(events)).results[1].result.points == (None, 1)
    assert fold(pop_log(events)).totals == [-1, 1]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (Scored(points=(3, 1), totals=(3, 1), amount=3, bids=(0, 1), tricks=(4, 3)), []),
        (Scored(points=(4, 1)), [("testimony", "P-6.1", "wrong_score", 0)]),
        (Scored(points=(3, 0)), [("testimony", "P-6.1", "wrong_score", 1)]),
        (Scored(totals=(3, 2)), [("testimony", "P-6.4", "wrong_totals", 1)]),
        (Scored(amount=4), [("testimony", "P-4.3", "wrong_cube", None)]),
        (Scored(tricks=(5, 2)), [("testimony", "P-3.4", "wrong_split", None)]),
        (Scored(bids=(1, 0)), [("testimony", "P-4.3", "wrong_pops", None)]),
        (Scored(seat=1, tricks=(4, 2)), None),
    ],
)
def test_what_was_written_of_a_round_that_was_played(row: Scored, expected: Any) -> None:
    told = rows([*px_2_popped(), row])[1:]  # the first is the pop that was refused
    if expected is None:
        assert {one[1] for one in told} == {"P-3.4", "P-6.2"}
        assert told
    else:
        assert told == expected


def test_p_6_2_what_was_written_of_a_fold() -> None:
    events = [*begun(), *raised(0), Popped(seat=1), Folded(seat=0)]
    assert rows([*events, Scored(seat=0, points=(0, 2), amount=2)]) == []
    assert rows([*events, Scored(points=(0, 3))]) == [("testimony", "P-6.2", "wrong_score", 1)]
    assert rows([*events, Scored(seat=1)]) == [("testimony", "P-6.2", "wrong_fold", 1)]


def test_points_of_a_row_that_do_not_follow_from_it() -> None:
    assert rows(sheet(Scored(tricks=(4, 3), amount=2, points=(3, 1)))) == [("testimony", "P-6.1", "wrong_score", 0)]
    assert rows(sheet(Scored(seat=0, amount=2, points=(1, 2)))) == [("testimony", "P-6.2", "wrong_score", 0)]
    two = sheet(Scored(tricks=(4, 3), amount=2), Scored(tricks=(5, 2), amount=2, totals=(5, 1)))
    assert rows(two) == [("testimony", "P-6.4", "wrong_totals", 0)]


def test_a_row_ends_a_round_that_was_not_played_to_its_end() -> None:
    events = [*begun(), *raised(0), *play("s1D:Xr s0D:Jh s1H:Qh s0H:8h")]
    good = [*events, Scored(tricks=(3, 4), amount=2)]
    assert rows(good) == []
    assert fold(pop_log(good)).totals == [1, 2]
    assert ("testimony", "P-6.1", "wrong_score", 1) in rows([*events, Scored(tricks=(7, 0), amount=2)])
    assert rows([*events, Scored(tricks=(3, 4), amount=1)])[-1][2] == "wrong_cube"


def test_a_row_after_a_gap() -> None:
    events = [*begun(), Gap(), Scored(tricks=(3, 4), amount=3, totals=(1, 3))]
    assert rows(events) == []
    assert fold(pop_log(events)).totals == [1, 3]


def test_scores_that_cannot_be_told_are_not_invented() -> None:
    unknown: list[Base] = [
        HandStarted(dealer=0),
        *play("s1H:9c s0H:7c s1D:Kc s0D:Jh", areas=True),
    ]
    assert fold(pop_log(unknown)).winners == [-1]
    assert fold(pop_log([HandStarted(dealer=0), *play("s1H:9c s0H:7c s1D:Kc s0D:8c", areas=True)])).winners == [1]
    no_trump_card = [event for event in px_2() if not isinstance(event, TurnedUp) or event.seat is not None]
    no_trump_card[7:7] = raised(0)  # after the lead, when the trump card must have been turned
    result = judged(pop_log(no_trump_card)).results[0].result
    assert found(pop_log(no_trump_card)) == []
    assert result.trump is None
    assert None in result.points


# ---- Facts, and laws of any match ----------------------------------------------------------------------------------


def test_facts_of_tricks() -> None:
    result = judged(pop_log(px_2())).results[0].result
    assert [len(one.cards) for one in result.tricks] == [4] * 7
    assert [one.number for one in result.tricks] == list(range(1, 8))


def test_p_9_3_totals_of_random_matches() -> None:
    """Counted from the events alone: 28 cards or a fold, 14 a seat, and the points of rounds make the totals."""
    for ordinal in range(120):
        log = simulate(Setup(game="pop", seed=31), hands=9, ordinal=ordinal)
        done = audit(log)
        played = Counter(event.seat for _, event in log.events if isinstance(event, Played))
        rounds = [one.result for one in done.results]
        folds = sum(isinstance(event, Folded) for _, event in log.events)
        assert sum(one.says == "folded" for one in rounds) == folds
        if not folds:
            assert played == {0: 14 * len(rounds), 1: 14 * len(rounds)}
        state: Any = done.state
        assert state.totals == [sum(one.points[seat] or 0 for one in rounds) for seat in (0, 1)]
        cubes = cubes_of([event for _, event in log.events])
        for one, cube in zip(rounds, cubes, strict=True):
            assert max(one.points[0] or 0, one.points[1] or 0) == cube or cube == 1
            assert cube <= 6


def cubes_of(events: list[Any]) -> list[int]:
    """What the cube showed at the end of each round: one, and one more for each accepted pop."""
    cubes: list[int] = []
    for event in events:
        if isinstance(event, HandStarted):
            cubes.append(1)
        elif isinstance(event, Accepted):
            cubes[-1] += 1
    return cubes


def test_a_match_of_random_players_ends_at_the_target() -> None:
    for ordinal in range(60):
        log = simulate(Setup(game="pop", seed=32, options={"target": 11}), hands=60, ordinal=ordinal)
        state: Any = fold(log)
        assert max(state.totals) >= 11
        assert state.over >= 0
        assert find("pop").scene(state).says.endswith("wins the match")


def test_the_scene_tells_cube_trump_and_displays() -> None:
    scene = find("pop").scene(fold(pop_log(begun(trump="Xb"))))
    assert dict(scene.facts) == {"trump": "none (Xb turned up)", "cube": "1"}
    assert [str(card) for card in scene.rows[1].cards] == ["9h", "Jh"]
    assert scene.rows[1].unknown == 5
    offered = find("pop").scene(fold(pop_log([*begun(), Popped(seat=0)])))
    assert offered.says == "p1 pops: p2 accepts or folds"
    assert [hand.turn for hand in offered.hands] == [False, True]
    empty = find("pop").scene(fold(pop_log([HandStarted(), up("9h"), *turned(0, "9c")])))
    assert empty.hands[0].unknown == 7


def test_the_card_that_won_the_trick_is_marked() -> None:
    events = begun()
    for text, won in zip(PX_2_TRICKS[:3], ("Qh", "Ts", "Kc"), strict=True):
        plays = text.partition("/")[0]
        row = find("pop").scene(fold(pop_log([*events, *play(plays)]))).rows[0]
        assert [str(row.cards[place]) for place in row.marks] == [won]
        events += trick(text)
