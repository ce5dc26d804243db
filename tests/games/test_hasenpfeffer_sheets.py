"""Hasenpfeffer: rows of score sheets with fields left out, wrong, late, twice or in any order, beside a naive ledger."""

import random
from typing import Any, Final

import msgspec
import pytest

from tests.builders import cards, found, trick
from tests.experiments import sessions
from tests.games.hasenpfeffer_naive import Sheet, sheet_of, whole_rows
from tests.games.hasenpfeffer_tables import begun, bids, dealt, hpx_8, table
from upcard.engine.audit import audit
from upcard.engine.fold import fold, frames
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import Base, Discarded, Gap, HandStarted, Played, Scored, TrumpNamed, Voided

OPTIONS: Final[list[dict[str, Any]]] = [
    {},
    {"defenders_win_only_if_set": True},
    {"forced_bid": 1, "target": 6},
    {"forced_bid": 5, "target": 25},
]
COLUMNS: Final = ("bids", "seat", "amount", "tricks", "points", "totals")


def state_of(events: list[Base], **options: Any) -> Any:
    """The state after these events."""
    return fold(table(events, **options))


def points_of(events: list[Base], **options: Any) -> list[tuple[int | None, ...]]:
    """The points of the sides, by hand."""
    return [one.result.points[:2] for one in audit(table(events, **options)).results]


def texts(events: list[Base]) -> list[tuple[str, str]]:
    """Clause and text of what is found."""
    return [(one.clause, one.says) for one in audit(table(events)).findings]


# ---- What totals tell ----------------------------------------------------------------------------------------------


def test_hp_4_1_totals_tell_the_points_of_a_row_that_has_none() -> None:
    first, second = Scored(totals=(4, 2)), Scored(totals=(1, 7))
    events = sheet_of([first, second])
    assert found(table(events)) == []
    assert points_of(events) == [(4, 2), (-3, 5)]
    assert audit(table(events)).results[1].result.won == (False, True, False, True), "somebody failed 3"
    assert points_of(sheet_of([Scored(seat=0, tricks=(3, 3), totals=(-5, 3))])) == [(-5, 3)]


@pytest.mark.parametrize("totals", [(5, 5), (6, 6), (0, 7), (-7, 3), (3, -4)])
def test_hp_7_totals_that_no_hand_brings(totals: tuple[int, int]) -> None:
    events = sheet_of([Scored(seat=0, totals=totals)])
    assert texts(events) == [("HP-4.1", f"totals {list(totals)} cannot be: no contract and tricks bring them")]
    assert state_of(events).totals == [None, None]


def test_hp_4_1_totals_after_a_gap_are_as_written() -> None:
    """Of a hand, of one that was void, and where nobody wrote that the hand began."""
    for row in (Scored(seat=0, amount=3, tricks=(3, 3), totals=(7, 9)), Scored(void=True, totals=(7, 9))):
        for gap in ([Gap(hands=2), HandStarted(dealer=2)], [Gap()]):
            state = state_of([HandStarted(dealer=0), Scored(points=(4, 2)), *gap, row])
            assert (state.totals, state.winner) == ([7, 9], -1)
    over = [HandStarted(dealer=0), Gap(hands=2), HandStarted(dealer=2), Scored(void=True, totals=(7, 12))]
    assert state_of(over).winner == -2, "nobody knows whether the game was won before"


# ---- Rows that are void --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [
        Scored(points=(0, 0)),
        Scored(bids=(0, 0, 0, 0), points=(0, 0), totals=(4, 2)),
        Scored(totals=(4, 2)),
        Scored(bids=(0, 0, 0, 0), totals=(4, 2), tricks=(0, 0)),
    ],
)
def test_hp_2_2_a_row_that_brought_nothing_is_of_a_void_hand(row: Scored) -> None:
    events = [*sheet_of([Scored(points=(4, 2)), row]), HandStarted(dealer=2)]
    assert found(table(events)) == []
    ended = audit(table(events)).results[1].result
    assert (ended.counts, ended.points, state_of(events).totals) == (False, (0, 0, 0, 0), [4, 2])


def test_hp_7_a_row_that_brought_nothing_though_somebody_declared() -> None:
    for row in (
        Scored(seat=0, points=(0, 0)),
        Scored(bids=(0, 3, 0, 0), points=(0, 0)),
        Scored(tricks=(0, 6), points=(0, 0)),
    ):
        assert [row[0] for row in found(table(sheet_of([row])))] == ["HP-7"]
    dealt_joker = [HandStarted(dealer=0), dealt(), *bids(1, 0, 0, 0, 0), Scored(points=(0, 0))]
    assert found(table(dealt_joker)) == [("HP-2.2", 8, 8, 3)], "s3 has the joker"


# ---- Bids of a row -------------------------------------------------------------------------------------------------


def test_hp_2_1_bids_that_rise_in_no_order_whoever_dealt() -> None:
    for wrong in ((1, 3, 2, 4), (4, 3, 2, 1)):
        events: list[Base] = [HandStarted(), Scored(bids=wrong)]
        assert texts(events) == [("HP-2.1", "a bid below one before it")]
    for right in ((3, 4, 1, 2), (4, 0, 3, 0), (1, 0, 2, 0)):
        assert found(table([HandStarted(), Scored(bids=right)])) == []


def test_hp_2_1_of_two_equal_bids_the_first_has_the_contract() -> None:
    row = Scored(bids=(2, 2, 0, 0), tricks=(1, 5))
    events: list[Base] = [HandStarted(dealer=0), row]
    assert [one[0] for one in found(table(events))] == ["HP-2.1"]
    assert (state_of(events).declarer, state_of(events).points) == (1, [1, 5])
    assert state_of([HandStarted(dealer=3), row]).points == [-2, 5]
    assert state_of([HandStarted(), row]).points == [None, 5], "nobody knows who spoke first"


def test_hp_2_1_a_declarer_other_than_that_of_the_bids_leaves_the_points_open() -> None:
    for columns in ({"seat": 2}, {"amount": 5}):
        events: list[Base] = [HandStarted(dealer=0), Scored(bids=(0, 3, 0, 0), tricks=(4, 2), **columns)]
        assert [one[:1] for one in found(table(events))] == [("HP-2.1",)]
        assert None in state_of(events).points, columns


def test_hp_7_one_wrong_column_is_one_finding() -> None:
    for row in (
        Scored(bids=(0, 3, 0, 0), seat=1, amount=7, tricks=(3, 3)),
        Scored(bids=(0, 3, 0, 0), seat=4, amount=3, tricks=(3, 3)),
        Scored(bids=(0, 3, 0, 0), seat=2, amount=4, tricks=(3, 3)),
    ):
        assert len(found(table(sheet_of([row])))) == 1


# ---- A row and the play --------------------------------------------------------------------------------------------


def test_hp_4_1_a_row_that_contradicts_the_play_does_not_count() -> None:
    """Five tricks of HPX-8 are in the record: s1 declares 4, the sides have 3 and 2 tricks."""
    part = hpx_8()[:-4]
    assert points_of([*part, Scored(tricks=(3, 3))]) == [(3, -4)]
    assert points_of([*part, Scored(seat=2, tricks=(3, 3))]) == [(3, -4)]
    assert points_of([*part, Scored(amount=3, tricks=(3, 3))]) == [(3, -4)]
    for row in (Scored(seat=2), Scored(amount=3), Scored(trump="s"), Scored(tricks=(2, 4)), Scored(points=(3, 3))):
        assert len(found(table([*part, row]))) == 1, row
    assert points_of([*part, Scored(tricks=(2, 4))]) == [(None, -4)], "s1 has failed 4 however it ends"


def test_hp_4_1_what_the_play_shows_is_told_though_a_trick_is_not_known() -> None:
    """A card of the last trick is not known: 4 of 6 tricks make 4, and side 1 has 1 or 2."""
    plays = hpx_8()[8:]
    last = [*trick(3, "Kh Kc"), Played(seat=1, card=UNKNOWN), *trick(2, "9d")]
    for contract, points in ((4, (3, -4)), (2, (None, None)), (3, (None, None))):
        head = hpx_8(contract, hands=False)[:7]
        done = audit(table([*head, *plays[:-4], *last]))
        assert done.results[0].result.points[:2] == ((None, -4) if contract == 4 else points)
        assert (done.state.made == 0) == (contract == 4)
    assert audit(table([*hpx_8(2, hands=False)[:7], *plays[:-4], *last])).state.made == 1


def test_hp_2_1_a_row_is_held_to_the_bids_that_were_heard() -> None:
    start: list[Base] = [HandStarted(dealer=0), *bids(1, 4, 0, 0)]
    for right in (Scored(seat=1, amount=4), Scored(seat=0, amount=5), Scored(seat=0), Scored(amount=6)):
        assert found(table([*start, right])) == [], right
    for wrong in (Scored(seat=2), Scored(seat=1, amount=5), Scored(seat=0, amount=4), Scored(amount=3)):
        assert [row[0] for row in found(table([*start, wrong]))] == ["HP-4.1"], wrong
    assert points_of([*start, Scored(seat=1, tricks=(3, 3))]) == [(3, -4)], "it bid 4"
    assert points_of([*start, Scored(seat=0, tricks=(3, 3))]) == [(None, 3)], "5 or 6"


def test_hp_4_1_a_gap_in_the_bidding_leaves_the_bid_of_who_declares() -> None:
    start: list[Base] = [HandStarted(dealer=0), *bids(1, 4), Gap(), TrumpNamed(seat=1, suit="h")]
    assert state_of(start).contract == 4
    assert points_of([*start, Scored(tricks=(3, 3))]) == [(3, -4)]
    passed: list[Base] = [HandStarted(dealer=0), *bids(1, 0), Gap(), TrumpNamed(seat=1, suit="h")]
    assert state_of(passed).contract == 3, "who has passed declares only with the joker"
    later: list[Base] = [HandStarted(dealer=0), *bids(1, 5), Gap(), TrumpNamed(seat=3, suit="h")]
    assert points_of([*later, Scored(tricks=(3, 3))]) == [(3, -6)], "above 5"


# ---- Rows late, twice, in any order --------------------------------------------------------------------------------


def test_hp_4_1_a_second_row_fills_in_what_the_first_left_out() -> None:
    """All orders of a row told in parts: what is known at the end is the same."""
    parts = [Scored(seat=0), Scored(amount=4), Scored(tricks=(3, 3)), Scored(trump="h")]
    for number in range(24):
        order = parts[:]
        random.Random(number).shuffle(order)
        log = table([HandStarted(dealer=3), *order])
        done = audit(log)
        assert done.findings == []
        assert [one.result.points[:2] for one in done.results] == [(-4, 3)]
        assert (done.state.totals, done.results[0].result.trump) == ([-4, 3], "h")
    told = [HandStarted(dealer=3), Scored(tricks=(3, 3)), Scored(totals=(3, -4)), Scored(points=(3, -4))]
    assert (found(table(told)), points_of(told), state_of(told).declarer) == ([], [(3, -4)], -1)


def test_hp_4_2_a_second_row_may_tell_who_has_won() -> None:
    first = Scored(points=(6, 0))
    both = Scored(points=(0, 6))
    last = Scored(points=(4, 2), totals=(10, 8))
    events = sheet_of([first, both, last])
    assert state_of(events).winner == 0
    events = sheet_of([first, both, Scored(tricks=(4, 2))])
    assert state_of(events).winner == -2
    assert state_of([*events, Scored(seat=0)]).winner == -2
    assert state_of([*events, Scored(seat=0), Scored(amount=4)]).winner == 0


def test_hp_4_1_a_row_behind_the_beginning_of_the_next_hand_is_of_the_hand_before() -> None:
    late = Scored(seat=1, amount=4, tricks=(3, 3), points=(3, -4), totals=(3, -4))
    for between in ([HandStarted()], [HandStarted(), *bids(2, 0)]):
        events = [*hpx_8(), *between, late, *bids(3 if len(between) > 1 else 2, 0)]
        for log in (table(events), redact_log(table(events), PUBLIC, "public")):
            assert found(log) == []
            assert fold(log).phase == "bids"
            assert fold(log).totals == [3, -4]


def test_rows_tell_all_viewers_the_same() -> None:
    """After four passes, whoever has the joker."""
    row = Scored(tricks=(2, 4), points=(-3, 4))
    log = table([HandStarted(dealer=0), dealt(), *bids(1, 0, 0, 0, 0), row, HandStarted(), Scored(totals=(1, 6))])
    for viewer in (PUBLIC, 0, 3):
        for (_, _, whole), (_, _, seen) in zip(frames(log), frames(redact_log(log, viewer, "copy")), strict=True):
            assert view(whole, viewer) == seen


def test_a_row_of_a_hand_in_play_settles_it_once() -> None:
    events = begun(*trick(0, "As 9s Ts Qs"), Scored(tricks=(4, 2)))
    assert points_of(events) == [(4, 2)]
    assert [row[0] for row in found(table([*events, *trick(0, "Ah")]))] == ["G-5"]
    void = [HandStarted(dealer=0), *bids(1, 2), Voided(why="misdeal"), Scored(seat=1, tricks=(3, 3))]
    assert [row[0] for row in found(table(void))] == ["HP-4.1"]
    early = [HandStarted(dealer=3), *bids(0, 3, 0, 0, 0), Discarded(seat=0, cards=cards("9c")), Scored(points=(3, 3))]
    assert points_of(early) == [(3, 3)]


# ---- Beside a naive ledger -----------------------------------------------------------------------------------------


def with_some(row: Scored, rng: random.Random, keep: float) -> Scored:
    """The row with columns left out."""
    return msgspec.structs.replace(row, **{name: None for name in COLUMNS if rng.random() > keep})


def games(count: int) -> int:
    """Games whose rows have columns left out: nothing is found; what is told is true, and follows from the rows; what
    follows is told, but for what hangs on totals that are not known.
    """
    untold = hands = 0
    for number in range(count):
        rng, options = random.Random(number), OPTIONS[number % len(OPTIONS)]
        whole = list(whole_rows(rng, **options))
        rows = [with_some(row, rng, rng.choice((0.3, 0.6, 0.9))) for row in whole]
        done, naive = audit(table(sheet_of(rows), **options)), Sheet(0, **options)
        assert done.findings == [], (number, rows)
        known: Any = [0, 0]
        for ended, row, true in zip(done.results, rows, whole, strict=True):
            before, known = known, ended.after.totals
            points, won = naive.read(row) or ([], 0)
            for side in (0, 1):
                one = ended.result.points[side]
                assert one in {None, true.points[side]}, (number, row)
                if None not in before or one is not None:
                    assert one == (next(iter(points[side])) if len(points[side]) == 1 else None), (number, row)
                assert known[side] in {None, true.totals[side]}
                untold += one is None and len(points[side]) == 1
            assert ended.after.winner in {-2, won}, (number, row)
            hands += 1
    assert untold < hands // 20
    return hands


def spoiled(row: Scored, rng: random.Random) -> Scored:
    """The row with one column changed."""
    name = rng.choice([name for name in COLUMNS if getattr(row, name) is not None] or ["void"])
    value = getattr(row, name)
    if name == "void":
        return msgspec.structs.replace(row, void=not value)
    if name == "seat":
        return msgspec.structs.replace(row, seat=(value + rng.randint(1, 3)) % 4)
    more = rng.choice((-2, -1, 1, 2))
    if name == "amount":
        return msgspec.structs.replace(row, amount=value + more)
    place = rng.randrange(len(value))
    return msgspec.structs.replace(row, **{name: (*value[:place], value[place] + more, *value[place + 1 :])})


def wrong_rows(count: int) -> None:
    """A row with one column changed is found, once, exactly where no hand brings it."""
    both = [0, 0]
    for number in range(count):
        rng, options = random.Random(number), OPTIONS[number % len(OPTIONS)]
        rows = list(whole_rows(rng, **options))[:3]
        rows[-1] = spoiled(with_some(rows[-1], rng, rng.choice((0.3, 0.6, 1))), rng)
        naive = Sheet(0, **options)
        possible = [naive.read(row) is not None for row in rows][-1]
        findings = audit(table(sheet_of(rows), **options)).findings
        assert len(findings) == (not possible), (number, rows[-1], findings)
        assert {one.kind for one in findings} <= {"testimony"}
        both[possible] += 1
    assert min(both) > count // 20


def test_rows_beside_a_naive_ledger() -> None:
    assert games(60) > 300


def test_wrong_rows_beside_a_naive_ledger() -> None:
    wrong_rows(400)


@pytest.mark.check
def test_rows_beside_a_naive_ledger_600() -> None:
    games(sessions(600))


@pytest.mark.check
def test_wrong_rows_beside_a_naive_ledger_6000() -> None:
    wrong_rows(sessions(6000))
