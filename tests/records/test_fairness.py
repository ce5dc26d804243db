"""Tests of fairness: their laws by counting all deals of small packs; fair deals and shoes, and such as somebody has a hand in."""

import itertools
import json
import math
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tests.records.archives import new_archive, simulated, take
from tests.records.fairness import FOUR, PACK_OF_52, called_out, dealt, fair, fair_shoe, shoe, shoe_tests
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.simulate import Setup, simulate
from upcard.records.archive.archive import Archive
from upcard.records.chain import sealed_bytes
from upcard.records.fairness import laws, shoes
from upcard.records.fairness.asking import BEYOND, CANNOT, COLUMNS, OUT, Asked, fairness, fairness_hands, in_short
from upcard.records.fairness.dealing import _stays, held_against_chance
from upcard.records.fairness.deals import UNWRITTEN, Hand
from upcard.records.fairness.shoes import drawn_in
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Dealt, HandStarted, Noted, Opened, Shuffled

ALL = np.unique(np.array(list(itertools.permutations([0, 0, 1, 1, 2, 2]))), axis=0)
"""All ways to deal six cards to three places."""


# ---- The laws, by counting all deals of a small pack ------------------------------------------------------------------


@pytest.mark.parametrize("labels", [[0, 0, 0, 1, 1, 2], [0, 0, -1, 1, 1, -1]])
def test_pairs_in_a_hand_have_the_mean_and_variance_of_all_deals(labels: list[int]) -> None:
    sums = laws.pairs(np.array(labels), ALL, 3, 2)
    counted = [
        sum(row[a] == row[b] < 2 for a, b in itertools.combinations(range(6), 2) if labels[a] == labels[b] >= 0)
        for row in ALL
    ]
    assert sums.seen.tolist() == counted
    assert sums.fair[0] == pytest.approx(np.mean(counted))
    assert sums.variance[0] == pytest.approx(np.var(counted))


def test_worth_of_a_hand_has_the_mean_and_variance_of_all_deals() -> None:
    worth = np.array([1.0, 2, 3, 4, 5, 9])
    sums = laws.worths(worth, ALL, np.full(len(ALL), 1))
    counted = [float(worth[row == 1].sum()) for row in ALL]
    assert sums.seen.tolist() == counted
    assert (sums.fair[0], sums.variance[0]) == (pytest.approx(np.mean(counted)), pytest.approx(np.var(counted)))


def test_cards_that_stay_have_the_mean_and_variance_of_all_deals() -> None:
    before = np.array([0, 0, 0, 1, 2, 1])
    sums = _stays(np.tile(before, (len(ALL), 1)), ALL, 2)
    counted = [int(((row == before) & (before < 2)).sum()) for row in ALL]
    assert sums.seen.tolist() == counted
    assert (sums.fair[0], sums.variance[0]) == (pytest.approx(np.mean(counted)), pytest.approx(np.var(counted)))


def test_cards_of_a_shoe_vary_over_all_shoes_by_no_more_than_is_said() -> None:
    said = []
    for row in ALL:
        left, one = np.array([2.0, 2, 2]), shoes.Against(3)
        for card in row[:4]:
            one.add(np.array([card]), left[None] / left.sum(), np.arange(3))
            left[card] -= 1
        off = one.seen - one.fair
        assert off.sum() == pytest.approx(0)
        assert one.chance == pytest.approx(laws.tail(float((off**2 / (4 / 3)).sum()), 2))
        said.append(float((off**2 / (4 / 3)).sum()))
    assert 1.7 < np.mean(said) <= 2


@pytest.mark.parametrize("labels", [[0, 0, 0, 1, 1, 2], [0, 0, -1, 1, 1, 2]])
def test_chi_square_of_groups_and_places_is_on_average_its_freedom(labels: list[int]) -> None:
    found = [laws.spread(np.array(labels), row[None], 3, 3) for row in ALL]
    assert np.mean([one.statistic for one in found]) == pytest.approx(found[0].freedom)
    rows = np.array([labels, labels[::-1]])  # groups that differ from deal to deal
    both = [laws.spread(rows, np.array([one, other]), 3, 3).statistic for one in ALL[::7] for other in ALL]
    alone = laws.spread(rows, ALL[:2], 3, 3)
    assert np.mean(both) == pytest.approx(alone.freedom, rel=0.1)


def test_exact_chances_are_those_of_counting() -> None:
    counted = Counter(sum(tosses) for tosses in itertools.product([0, 1], repeat=10))
    for heads in range(11):
        as_far = sum(times for other, times in counted.items() if times <= counted[heads])
        assert laws.binomial(heads, 10, 0.5) == pytest.approx(as_far / 1024)
    assert laws.poisson(2, 1.5) == pytest.approx(1 - math.exp(-1.5) * 2.5)
    assert laws.holm([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02]


def test_hands_to_see_a_bias_show_it_nine_times_in_ten() -> None:
    rng = np.random.default_rng(3)
    number = laws.hands_to_see(0.3, 1.0, 0.01)
    assert number is not None
    seen = [laws.two_sided(float(rng.normal(0.3, 1, number).sum() / math.sqrt(number))) < 0.01 for _ in range(2000)]
    assert np.mean(seen) == pytest.approx(0.9, abs=0.03)
    die = np.array([1 / 6 + 0.05, *[1 / 6 - 0.01] * 5])
    each = float(((die - 1 / 6) ** 2 * 6).sum())
    number = laws.hands_to_see_spread(each, 5, 0.01)
    assert number is not None
    thrown = rng.multinomial(number, die, 2000)
    seen = [laws.tail(float(((one - number / 6) ** 2 / (number / 6)).sum()), 5) < 0.01 for one in thrown]
    assert np.mean(seen) == pytest.approx(0.9, abs=0.03)


# ---- Fair ones, and others --------------------------------------------------------------------------------------------


def names(person: str) -> str:
    return person


def judged(places: np.ndarray) -> list[str]:  # type: ignore[type-arg]
    return called_out(list(held_against_chance(dealt(places), names, lambda _hand: ())), 0.001)


@pytest.mark.parametrize(("number", "records"), [(150, 30), pytest.param(10_000, 4_000, marks=pytest.mark.torture)])
def test_fair_ones_are_called_out_no_oftener_than_is_said(number: int, records: int) -> None:
    rng = np.random.default_rng(11)
    sets = [shoe_tests(fair_shoe(rng)) for _ in range(number)]
    deals = [list(held_against_chance(dealt(fair(rng, 80)), names, lambda _hand: ())) for _ in range(records)]
    for some in (sets, deals):
        for rate in (0.01, 0.001):
            called = sum(bool(called_out(tests, rate)) for tests in some)
            assert called <= 1 + len(some) * rate + 2 * math.sqrt(len(some) * rate)


def test_shoe_that_was_sorted_by_hand_is_called_out() -> None:
    rng = np.random.default_rng(5)
    assert not called_out(shoe_tests(fair_shoe(rng)), 0.001)
    new = np.tile(np.arange(52), 6)  # six packs as they come from the maker
    assert "the next card of the suit before" in called_out(shoe_tests(shoe(new)), 0.001)
    by_rank = np.sort(new % 13)[rng.permutation(312)[:0].size :] + 13 * (np.arange(312) % 4)
    assert "a card of the rank before" in called_out(shoe_tests(shoe(by_rank)), 0.001)
    tens_last = np.concatenate([rng.permutation(new[new % 13 < 9]), rng.permutation(new[new % 13 >= 9])])
    assert called_out(shoe_tests(shoe(tens_last)), 0.001)


def test_hands_that_tie_at_31_too_often_are_called_out() -> None:
    rng = np.random.default_rng(6)
    hands = [hand for _ in range(20) for hand in fair_shoe(rng)]
    tie = next(hand for hand in hands if 10 in hand.counts)
    mended = [tie._replace(cards=()) if at % 25 == 0 else hand for at, hand in enumerate(hands)]
    assert not called_out(shoe_tests(hands), 0.001)
    assert "ties at 31" in called_out(shoe_tests(mended), 0.001)


def test_dealer_who_gives_himself_and_his_partner_good_cards_is_named() -> None:
    rng = np.random.default_rng(7)
    places = fair(rng, 200)
    for at in range(0, 200, 4):  # ann deals every fourth hand, and swaps her lowest card for an ace of another side
        places[at] = swapped(places[at], to=0, of={1, 3})
        places[at] = swapped(places[at], to=2, of={1, 3})
    tests = list(held_against_chance(dealt(places), names, lambda _hand: ()))
    rows = [(one.name, one.of) for one in tests if one.chance is not None and one.chance < 1e-4]
    assert ("good cards to himself, as dealer", "ann") in rows
    assert ("good cards to his partner, as dealer", "ann") in rows
    assert {of for name, of in rows if "as dealer" in name} == {"ann"}


def swapped(row: np.ndarray, *, to: int, of: set[int]) -> np.ndarray:  # type: ignore[type-arg]
    """A deal in which one seat got an ace or a king of somebody else, for its lowest card."""
    row = row.copy()
    ranks = PACK_OF_52.ranks
    mine = min(np.flatnonzero(row == to), key=lambda card: (ranks[card] - 1) % 13)
    theirs = max(np.flatnonzero(np.isin(row, list(of))), key=lambda card: (ranks[card] - 1) % 13)
    row[mine], row[theirs] = row[theirs], row[mine]
    return row


def test_pack_that_is_not_shuffled_is_called_out() -> None:
    rng = np.random.default_rng(8)
    order, deals = rng.permutation(52), []
    tricks: dict[int, list[list[int]]] = {}
    for hand in range(1, 61):
        places = np.empty(52, dtype=int)
        places[order] = np.arange(52) % 4  # dealt one by one
        deals.append(places)
        shuffled = [list(rng.permutation(np.flatnonzero(places == seat))) for seat in range(4)]
        tricks[hand] = [[int(cards[trick]) for cards in shuffled] for trick in range(13)]
        order = np.concatenate(tricks[hand])  # gathered trick by trick, and cut
        order = np.roll(order, int(rng.integers(52)))
    found = held_against_chance(dealt(np.array(deals)), names, lambda hand: tricks.get(hand.hand, ()))
    assert "two of a trick before in a hand" in called_out(list(found), 0.001)
    assert "cards where they were in the hand before" in judged(np.tile(FOUR, (40, 1)))
    assert "a hand dealt again" in judged(
        np.concatenate([fair(rng, 30), fair(np.random.default_rng(1), 1).repeat(2, 0)])
    )


def test_few_hands_are_not_judged() -> None:
    tests = list(held_against_chance(dealt(fair(np.random.default_rng(1), 1)), names, lambda _hand: ()))
    assert {one.name for one in tests if one.chance is not None} == {"a hand dealt again"}
    assert all(one.to_see(0.001, 10) for one in tests if one.chance is None and one.hands)


# ---- An archive -------------------------------------------------------------------------------------------------------


def rows_of(archive: Archive, **asked: object) -> list[dict[str, object]]:
    answer = fairness(archive, Asked(**asked))  # type: ignore[arg-type]
    assert answer.columns == tuple(COLUMNS)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


@pytest.mark.check
def test_every_number_leads_to_its_hands(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(hands=4, games=("court_piece", "popcorn", "trente_et_quarante")))
    rows = rows_of(archive)
    assert {row["game"] for row in rows} == {"court_piece", "popcorn", "trente_et_quarante"}
    for row in rows:
        found = fairness_hands(archive, Asked(test=str(row["test"]))).rows
        mine = [one for one in found if one[0] == row["game"] and (one[6] or None) == row["of"]]
        assert len(mine) == row["hands"], row
    assert not {BEYOND, CANNOT} & {row["verdict"] for row in rows}
    every = fairness_hands(archive, Asked()).rows
    assert len(every) == len({one[2:4] for one in every}) == 12


def test_deals_are_those_that_the_logs_list(tmp_path: Path) -> None:
    data = simulated(hands=5, games=("big_two",))
    archive = new_archive(tmp_path, data)
    row = next(row for row in rows_of(archive) if row["test"] == "suits by seat")
    assert row["hands"] == 5
    with pytest.raises(UsageError, match="no test here is called"):
        fairness(archive, Asked(test="moon"))
    hers = fairness_hands(archive, Asked(dealer="p1")).rows
    assert {one[4] for one in hers} <= {"p1"}
    assert len(hers) < 5


def log_of(name: str, events: list[object], at: str | None = None) -> bytes:
    header = Opened(format="upcard/1", log=name, game="court_piece", seats=("ann", "bob", "cid", "dee"), at=at)
    return sealed_bytes(header, events)  # type: ignore[arg-type]


def hands_like(seed: int, number: int) -> list[object]:
    log = simulate(Setup(game="court_piece", seed=seed), hands=number)
    return [event for _, event in log.events]


def test_hands_of_which_only_the_play_is_known_are_left_out(tmp_path: Path) -> None:
    played = [event for event in hands_like(1, 3) if not isinstance(event, Dealt)]
    archive = Archive(tmp_path / "a.duckdb")
    take(archive, [log_of("one", played)])
    rows = rows_of(archive)
    assert [(row["verdict"], row["says"], row["hands"]) for row in rows] == [(OUT, UNWRITTEN, 3)]
    assert in_short(fairness(archive, Asked())).startswith("nothing can be held against chance: no deal")
    assert {one[7] for one in fairness_hands(archive, Asked()).rows} == {UNWRITTEN}


def test_hand_of_one_seat_that_was_written_when_dealt_counts(tmp_path: Path) -> None:
    mine = [
        Dealt(hands=(event.hands[0], None, None, None)) if isinstance(event, Dealt) and event.hands else event
        for event in hands_like(2, 3)
    ]
    archive = Archive(tmp_path / "a.duckdb")
    take(archive, [log_of("one", mine)])
    rows = rows_of(archive)
    assert {row["hands"] for row in rows if row["test"] == "suits by seat"} == {3}
    assert [row["of"] for row in rows if row["test"] == "good cards to a player"] == ["ann"]


def test_evenings_that_cannot_have_been_are_told(tmp_path: Path) -> None:
    one, other = hands_like(3, 2), hands_like(4, 2)
    archive = Archive(tmp_path / "a.duckdb")
    logs = [
        log_of("first", one, "2026-03-01T20:00:00Z"),
        log_of("copy", one, "2026-03-08T20:00:00Z"),
        log_of("beside", other, "2026-03-01T20:01:00Z"),
        log_of("hasty", [*hands_like(5, 2), Noted(note="home", at="2026-03-15T20:00:30Z")], "2026-03-15T20:00:00Z"),
    ]
    take(archive, logs)
    told = {(row["test"], row["of"]) for row in rows_of(archive) if row["verdict"] == CANNOT}
    assert ("the same hands in two logs", "copy and first") in told
    assert {("at two tables at one time", who) for who in ("ann", "bob", "cid", "dee")} <= told
    assert ("more hands than the hours allow", "hasty") in told
    assert not [row for row in rows_of(archive, pace=0.0) if row["test"] == "at two tables at one time"]
    where = fairness_hands(archive, Asked(test="same hands")).rows
    assert {one[2:4] for one in where} == {("first", 1), ("first", 2), ("copy", 1), ("copy", 2)}
    crowd = rows_of(archive, pace=600.0)
    assert any(row["test"] == "more hands than the hours allow" and row["of"] == "ann" for row in crowd)


def test_shoes_of_an_archive_are_those_of_the_audit(tmp_path: Path) -> None:
    log = simulate(Setup(game="trente_et_quarante", seed=1), hands=30)
    theory = find("trente_et_quarante").theory
    assert theory is not None
    hands = [Hand("trente_et_quarante", None, "x", number, ()) for number in range(1, 31)]
    drawn = list(drawn_in(audit(log), theory, hands))
    assert [len(one.cards) > 7 for one in drawn] == [True] * 30
    for one, following in itertools.pairwise(drawn):
        left = list(one.left)
        for card in one.cards:
            left[card] -= 1
        assert tuple(left) == following.left or sum(following.left) == 312
    archive = Archive(tmp_path / "a.duckdb")
    take(archive, [sealed_bytes(log.header, [event for _, event in log.events])])
    assert {row["hands"] for row in rows_of(archive)} == {30}


@pytest.mark.parametrize("missed", [True, False])
def test_hands_of_a_shoe_count_as_far_as_it_is_known_what_is_left_in_it(tmp_path: Path, *, missed: bool) -> None:
    log = simulate(Setup(game="trente_et_quarante", seed=1), hands=90)
    events = [event for _, event in log.events]
    shuffles = [at for at, event in enumerate(events) if isinstance(event, Shuffled)]
    before, after = (
        sum(isinstance(event, HandStarted) for event in some) for some in (events[: shuffles[0]], events[shuffles[1] :])
    )
    header = log.header
    if missed:  # hands are dealt of a shoe of which more is gone than there was, until the next shuffle
        del events[shuffles[0]]
    else:  # bets that are too high are no matter of the cards
        header = msgspec.structs.replace(header, options={**(header.options or {}), "bet_max": 1000})
    archive = Archive(tmp_path / "a.duckdb")
    take(archive, [sealed_bytes(header, events)])
    (row,) = [row for row in rows_of(archive) if row["test"] == "ranks from the shoe"]
    assert row["hands"] == (before + after if missed else 90)


def test_answer_is_json(tmp_path: Path) -> None:
    rows = rows_of(new_archive(tmp_path, simulated()))
    assert json.loads(json.dumps(rows)) == rows


def test_days_are_taken_however_they_are_written(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated())
    assert rows_of(archive, since="20200101", until="2020-W01-1") == rows_of(
        archive, since="2020-01-01", until="2019-12-30"
    )
    with pytest.raises(UsageError, match="since='2020' is no day"):
        rows_of(archive, since="2020")
