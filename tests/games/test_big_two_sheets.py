"""Big Two: odd score sheets (B2-6.5): rows that no play brings, rows about the same hand, mistakes that are carried on."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.builders import cards, found, log_of
from tests.games.big_two_tables import acts, start
from tests.games.test_big_two_scores import SWIFT, after_play, points, sheet
from upcard.engine.audit import Audit, audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.schemas.events import Base, CountAsked, Gap, HandStarted, Laid, Left, Ruled, Scored, Shown, Voided

OUT: list[Base] = [
    *start(None),
    *acts("0 3d 3c, 1 4d 4c"),
    Gap(),
    *[Laid(seat=0, cards=cards(text)) for text in ("5d 5c 5h 6d 6c", "7d 7c 7h 8d 8c", "9d")],
]
"""Lines 2 to 9: after a gap seat 0 goes out; what the others have left is not known."""


def late(*rows: Base, **options: Any) -> Audit:
    """What comes of rows after such a hand, from line 10."""
    return audit(log_of("big_two", [*OUT, *rows], options=options or None))


def told(done: Audit, line: int) -> list[tuple[str, int | None]]:
    """What is found from a line on."""
    return [(one.name, one.seat) for one in done.findings if one.at >= line]


# ---- Rows that no play brings --------------------------------------------------------------------------------------


def test_b2_6_5_of_a_row_that_cannot_be_only_what_may_be_right_is_taken() -> None:
    done = audit(
        sheet((4, 6, 11, 11), (0, 0, 1, 2), (1, 14, 1, 1), Scored(counts=(4, 6, 11, 11), points=(4, 0, 22, 22)))
    )
    assert points(done) == [(None,) * 4, (None, None, 1, 2), (1, None, 1, 1), (4, 0, 22, 22)]
    assert [(one.name, one.at) for one in done.findings] == [
        ("impossible_row", 2),
        ("impossible_row", 3),
        ("impossible_count", 4),
        ("impossible_row", 5),
    ]


def test_b2_7_4_points_of_a_payout_are_those_of_some_hand() -> None:
    done = audit(sheet(Scored(points=(1, -1, 0, 0)), Scored(points=(23, 19, 15, -57)), zero_sum_payout=True))
    assert points(done) == [(None,) * 4, (23, 19, 15, -57)]
    assert told(done, 2) == [("impossible_points", None)]
    assert done.state.counts == [0, 1, 2, 10]


def test_b2_7_3_points_where_one_takes_all_are_those_of_some_hand() -> None:
    rows = [Scored(points=row) for row in ((6, 0, 0, 0), (1, 2, 3, 4), (2, 0, 0, 0), (0, 1, 2, 3))]
    done = audit(sheet(*rows, takes_all="on"))
    assert points(done) == [(6, 0, 0, 0), (None,) * 4, (None,) * 4, (0, 1, 2, 3)]
    assert [one.at for one in done.findings] == [3, 4]
    both = audit(
        sheet(Scored(points=(6, 6, 6, -18)), Scored(points=(4, 4, 4, -12)), takes_all="on", zero_sum_payout=True)
    )
    assert (points(both), [one.at for one in both.findings]) == ([(6, 6, 6, -18), (4, 4, 4, -12)], [])


def test_b2_6_5_points_that_cannot_be_bring_no_total() -> None:
    done = audit(
        sheet(Scored(points=(0, 10, 1, 39), totals=(0, 10, 1, 39)), Scored(counts=(0, 1, 1, 1), totals=(0, 11, 2, 40)))
    )
    assert told(done, 2) == [("impossible_points", 1)]
    assert points(done)[0] == (0, None, 1, 39)


# ---- Rows about the same hand --------------------------------------------------------------------------------------


def test_b2_7_3_who_takes_all_is_named_anew_for_each_hand() -> None:
    done = audit(sheet(Scored(counts=(3, 0, 1, 2), seat=0), (0, 1, 1, 1), takes_all="on"))
    assert (points(done), done.state.totals) == ([(6, 0, 0, 0), (0, 1, 1, 1)], [6, 1, 1, 1])


@pytest.mark.parametrize("row", [{"points": (0, 0, 117, 0)}, {"totals": (0, 0, 117, 0)}])
def test_b2_7_3_who_takes_all_follows_from_the_points_of_the_first_row(row: dict[str, Any]) -> None:
    for log in (
        sheet(Scored(counts=(0, 13, 13, 13), **row), takes_all="on"),
        log_of("big_two", [*SWIFT, Scored(**row)], options={"takes_all": "on"}),
    ):
        done = audit(log)
        assert [one for one in done.findings if one.kind == "testimony"] == []
        assert (points(done), done.state.totals) == ([(0, 0, 117, 0)], [0, 0, 117, 0])
        assert "takes all" in find("big_two").scene(done.state).hands[2].marks
    off = sheet(Scored(counts=(0, 13, 13, 13), **row))
    assert [one.seat for one in audit(off).findings] == [1, 2, 3]
    later = [Scored(counts=(0, 13, 13, 13)), Scored(points=(0, 0, 117, 0))]
    assert after_play(*later, takes_all="on") == [("B2-6.5", 18, 18, seat) for seat in (1, 2, 3)]


def test_b2_7_3_a_row_against_who_was_named_before() -> None:
    row = Scored(seat=2, counts=(0, 13, 13, 13), points=(0, 0, 117, 0), totals=(0, 0, 117, 0))
    for first in (Ruled(what="takes_all", seat=1), Scored(seat=1)):
        log = log_of("big_two", [*SWIFT, first, row], options={"takes_all": "on"})
        assert told(audit(log), 17) == [("wrong_offender", 2)]
        assert fold(log).points == [0, 117, 0, 0]


def test_b2_4_4_a_ruling_about_nobody() -> None:
    assert after_play(Ruled(what="takes_all", seat=7), takes_all="on") == [("B2-1.1", 17, 17, None)]


def test_b2_6_5_a_second_row_is_compared_with_the_first() -> None:
    done = late(Scored(counts=(0, 3, 1, 1)), Scored(counts=(0, 4, 1, 1), points=(0, 4, 1, 1), totals=(0, 4, 1, 1)))
    assert told(done, 10) == [("wrong_counts", 1)]
    assert (points(done), done.state.totals) == ([(0, 3, 1, 1)], [0, 3, 1, 1])
    assert told(late(Scored(points=(0, 3, 1, 1)), Scored(points=(0, 4, 1, 1))), 10) == [("wrong_points", 1)]


def test_b2_2_6_only_one_is_out_of_cards() -> None:
    done = late(Scored(counts=(0, 0, 1, 1)))
    assert (told(done, 10), points(done)) == ([("wrong_counts", 1)], [(0, None, 1, 1)])


def test_b2_6_5_points_alone_tell_of_thirteen_where_some_were_played() -> None:
    done = late(Scored(points=(0, 39, 1, 1)))
    assert (told(done, 10), points(done)) == ([("wrong_counts", 1)], [(0, 39, 1, 1)])


@pytest.mark.parametrize("row", [Scored(counts=(0, 3, 1, 1)), Scored(points=(0, 3, 1, 1)), Scored(totals=(0, 3, 1, 1))])
def test_b2_6_5_any_column_tells_what_the_play_leaves_open(row: Scored) -> None:
    done = late(row)
    assert (told(done, 10), points(done), done.state.totals) == ([], [(0, 3, 1, 1)], [0, 3, 1, 1])


def test_k_6_a_void_row_is_about_the_last_hand_if_that_has_none_yet() -> None:
    done = audit(log_of("big_two", [*SWIFT, Scored(void=True), HandStarted()]))
    assert (told(done, 17), len(done.results)) == ([("wrong_counts", None)], 1)
    done = audit(log_of("big_two", [*start(None), Voided(), Scored(void=True), Scored(counts=(0, 1, 1, 1))]))
    assert (told(done, 4), [one.result.counts for one in done.results]) == ([], [False, True])
    assert found(sheet(Scored(void=True, points=(0, 1, 1, 1)))) == [("B2-6.5", 2, 2, None)]
    assert found(sheet((0, 1, 1, 1), Scored(void=True, totals=(0, 1, 1, 2)))) == [("B2-6.5", 3, 3, 3)]


def test_b2_6_6_what_is_shown_of_a_hand_known_by_its_row() -> None:
    rows: list[Base] = [Scored(counts=(0, 3, 1, 1)), Shown(seat=1, cards=cards("4d 5d 6d"), all=True)]
    rows += [CountAsked(seat=0, of=1, answer=3), Shown(seat=2, cards=cards("4h 5h"), all=True)]
    assert found(log_of("big_two", rows)) == [("B2-6.5", 5, 5, 2)]
    aside = Shown(place="set_aside", cards=cards("4d 5d 6d"))
    assert found(log_of("big_two", [Scored(counts=(0, 3, 1)), aside], seats=3)) == []


# ---- Totals --------------------------------------------------------------------------------------------------------


def test_b2_6_5_a_wrong_total_is_told_once() -> None:
    rows = [
        Scored(counts=(0, 1, 2, 3), totals=row) for row in ((0, 1, 2, 4), (0, 2, 4, 7), (0, 3, 6, 9), (0, 4, 8, 13))
    ]
    assert found(sheet(*rows)) == [("B2-6.5", 2, 2, 3), ("B2-6.5", 5, 5, 3)]


def test_b2_6_5_points_and_totals_made_from_a_wrong_count_are_one_mistake() -> None:
    row = Scored(counts=(0, 13, 12, 13), points=(0, 39, 24, 39), totals=(0, 39, 24, 39))
    assert after_play(row, HandStarted(), Scored(counts=(0, 1, 1, 1), totals=(0, 40, 25, 40))) == [
        ("B2-6.5", 17, 17, 2)
    ]
    rows = [Scored(counts=(0, 10, 1, 13), points=(0, 10, 1, 39), totals=(0, 10, 1, 39))]
    assert found(sheet(*rows, Scored(counts=(0, 1, 1, 1), totals=(0, 11, 2, 40)))) == [("B2-6.5", 2, 2, 1)]
    assert found(sheet(Scored(counts=(3, 0, 1, 2), seat=0, points=(6, 0, 0, 0)))) == [("B2-4.4", 2, 2, 0)]


def test_k_6_a_sheet_of_totals_alone() -> None:
    rows = [Scored(totals=row) for row in ((0, 5, 3, 2), (4, 5, 5, 3), (4, 5, 5, 3), (4, 15, 6, 4))]
    done = audit(sheet(*rows))
    assert points(done) == [(0, 5, 3, 2), (4, 0, 2, 1), (0, None, 1, 1)]
    assert told(done, 2) == [("impossible_points", 1)]
    announced = log_of("big_two", [HandStarted(dealer=0), Scored(totals=(0, 10, 1, 1))])
    assert told(audit(announced), 2) == [("impossible_points", 1)]


def test_b2_4_2_totals_after_a_gap_may_be_past_the_target() -> None:
    rows = [Gap(hands=3), Scored(totals=(101, 3, 4, 5)), Scored(counts=(0, 1, 1, 1)), Scored(counts=(0, 1, 1, 1))]
    assert found(log_of("big_two", rows)) == [("B2-6.5", 4, 4, None)]


def test_b2_4_2_after_a_gap_another_game_may_be_on() -> None:
    swift = (0, 13, 13, 13)
    rows = [Scored(counts=row) for row in (swift, swift, swift)]
    after = [Gap(), Scored(counts=(0, 1, 1, 1)), Scored(totals=(0, 99, 5, 6)), Scored(counts=(0, 1, 1, 1))]
    assert found(log_of("big_two", [*rows, *after, Scored(counts=(0, 1, 1, 1))])) == [("B2-6.5", 9, 9, None)]


def test_b2_4_2_a_void_hand_after_the_target_is_a_hand_too() -> None:
    swift = (0, 13, 13, 13)
    assert found(sheet(swift, swift, swift, Scored(void=True), (0, 1, 1, 1))) == [("B2-6.5", 5, 5, None)]


def any_row(rng: random.Random, seats: int) -> Scored:
    """A row of a sheet that may be right, and may be wrong in any way."""
    counts = [rng.randint(0, 14) if rng.random() < 0.1 else rng.randint(1, 13) for _ in range(seats)]
    counts[rng.randrange(seats)] = 0
    row = Scored(counts=tuple(counts), seat=rng.choice([None, None, rng.randrange(seats + 1)]))
    changed = rng.choice([{}, {}, {}, {"points": row.counts}, {"totals": row.counts}, {"bombs": 1}, {"void": True}])
    return replace(row, **changed)


def test_k_6_rows_are_judged_alike_whether_plain_or_not() -> (
    None
):  # what is called plain is held to the rules, see conftest
    for number in range(60):
        rng = random.Random(number)
        seats = 2 + number % 3
        events: list[Base] = []
        for _ in range(6):
            before = [HandStarted(), Ruled(what="takes_all", seat=rng.randrange(seats)), Gap(), Left(seat=0)]
            events += [*rng.sample(before, rng.choice([0, 1, 1, 1, 2])), any_row(rng, seats)]
        options = {"takes_all": rng.choice(["off", "on"]), "zero_sum_payout": rng.random() < 0.3, "target": 60}
        assert audit(log_of("big_two", events, seats=seats, options=options)).state.hand >= 1


def test_b2_1_4_a_row_that_may_stand_twice_accuses_no_dealer() -> None:
    row, other = Scored(counts=(0, 5, 2, 1)), Scored(counts=(0, 5, 2, 2))
    begun, then = HandStarted(dealer=3), HandStarted(dealer=0)
    twice = audit(log_of("big_two", [begun, row, row, then]))
    assert [(one.name, one.kind, one.at, one.seat) for one in twice.findings] == [
        ("row_again", "contradiction", 5, None)
    ]
    assert twice.state.totals == [None] * 4
    for rows in ([row, other], [row, HandStarted(), row]):
        done = audit(log_of("big_two", [begun, *rows, then]))
        assert [(one.name, one.kind, one.seat) for one in done.findings] == [("wrong_dealer", "breach", 0)]
    assert audit(log_of("big_two", [begun, row, row, HandStarted(dealer=1)])).findings == []
    assert audit(log_of("big_two", [begun, row, row, HandStarted(dealer=2)])).findings[0].kind == "breach"


def test_b2_4_2_a_row_that_may_stand_twice_ends_no_game() -> None:
    row = Scored(counts=(0, 5, 13, 1))
    again = [HandStarted(), row, row, HandStarted(), row]
    assert found(log_of("big_two", again, options={"target": 60})) == []
    assert found(log_of("big_two", again, options={"target": 30})) == [("B2-6.5", 4, 4, None)]
