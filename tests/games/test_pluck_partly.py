"""Pluck: records of which a part is missing: hands, rows with fields left out, cards of one hand."""

import random
from typing import Any

import pytest

from tests.builders import found, log_of, trick
from tests.experiments import sessions
from tests.games.test_pluck import (
    GIVER,
    PLX_2_HANDS,
    PLX_2_TRICKS,
    THIRD,
    full_hand,
    gave,
    hand,
    pluck_log,
    plucking,
    returned,
    rows,
    tricks,
)
from tests.games.test_pluck_oracle import OPTIONS, Table
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Gap, HandStarted, Played, Scored

# ---- A ledger by the page alone ------------------------------------------------------------------------------------


class Sheet:
    """A game as it was played, hand by hand, and a sheet of it with fields left out, gaps, and rows written twice."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.options: dict[str, Any] = {"target": 1000, "pluck_optional": self.rng.random() < 0.7}
        self.dealer, self.totals, self.over = self.rng.randrange(3), [0, 0, 0], [0, 0, 0]
        self.events: list[Base] = []
        for number in range(self.rng.randint(1, 6)):
            self.write(first=not number)

    def write(self, *, first: bool) -> None:
        """One hand: its tricks fall as they may."""
        rng = self.rng
        self.events.append(HandStarted(dealer=self.dealer if first or rng.random() < 0.2 else None))
        one, two = sorted(rng.sample(range(19), 2))
        made = (one, two - one - 1, 18 - two)
        rights = [max(0, over) for over in self.over]
        plucks = [rng.randint(0, right) if self.options["pluck_optional"] else right for right in rights]
        self.over = [taken - (7, 6, 4)[(seat - self.dealer) % 3] for seat, taken in enumerate(made)]
        points = [max(0, over) for over in self.over]
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        whole = {"tricks": made, "points": points, "totals": self.totals, "plucks": plucks, "seat": self.dealer}
        row = {name: value if name == "seat" else tuple(value) for name, value in whole.items()}
        self.dealer = (self.dealer + 1) % 3
        if rng.random() < 0.1:
            self.events[-1] = Gap(hands=1)
        elif rng.random() < 0.9:
            self.events += [Gap()] if rng.random() < 0.1 else []
            kept = {name: value for name, value in row.items() if rng.random() < 0.5}
            self.events += [Scored(**kept)] * rng.choice((1, 1, 1, 2))


def sheets(count: int) -> None:
    """Nothing is found in true sheets, and totals told are those of the ledger."""
    told = 0
    for seed in range(count):
        sheet = Sheet(seed)
        log = pluck_log(sheet.events, **sheet.options)
        assert found(log) == [], seed
        state = fold(log)
        if state.phase == "between":
            assert state.totals in ([-1, -1, -1], sheet.totals), seed
            told += state.totals == sheet.totals
    assert told > count // 3


def test_pl_5_1_true_sheets_with_fields_left_out_are_found_true() -> None:
    sheets(250)


@pytest.mark.check
def test_pl_5_1_true_sheets_with_fields_left_out_are_found_true_6000() -> None:
    sheets(sessions(6000))


# ---- Hands of which little is written ------------------------------------------------------------------------------


def test_pl_5_1_what_a_hand_without_any_line_brought_is_not_known() -> None:
    """It was begun; whether it was played nobody can tell."""
    log = pluck_log([*rows((9, 4, 4)), HandStarted(), HandStarted()])
    assert (fold(log).totals, fold(log).told, found(log)) == ([-1, -1, -1], False, [])
    assert [(one.kind, one.at) for one in audit(log).findings] == [("note", 5)]


@pytest.mark.parametrize("row", [Scored(), Scored(trump="h"), Scored(plucks=(1, 0, 0)), Scored(seat=1)])
def test_pl_5_1_a_row_without_an_outcome_ends_a_hand_of_which_nothing_is_known(row: Scored) -> None:
    log = pluck_log([*rows((9, 4, 4)), HandStarted(), row, HandStarted(), Scored(tricks=(4, 7, 6), totals=(5, 3, 0))])
    assert found(log) == []
    assert [one.result.points for one in audit(log).results] == [(2, 0, 0), (None,) * 3, (0, 3, 0)]
    assert fold(log).totals == [5, 3, 0]


def test_pl_5_1_totals_that_cannot_be_are_not_counted_on_from() -> None:
    log = pluck_log([HandStarted(dealer=0), Scored(totals=(1, 2, 2)), HandStarted(), Scored(totals=(0, 2, 12))])
    assert found(log) == [("PL-5.1", 3, 3, None)]


def test_pl_5_1_points_and_totals_that_contradict_tell_neither() -> None:
    """One of the two was written wrongly, nobody knows which: nor are the plucks of the next hand known."""
    row = Scored(points=(0, 0, 1), totals=(0, 0, 2))
    log = pluck_log([HandStarted(dealer=0), row, HandStarted(), Scored(plucks=(0, 0, 2), totals=(0, 0, 2))])
    assert found(log) == [("PL-5.1", 3, 3, None)]
    assert audit(log).results[0].result.points == (None, None, None)


# ---- Hands that were missed ----------------------------------------------------------------------------------------


def missed(count: int) -> None:
    """A stretch of legal play is missing, with the beginnings of hands: nothing is found, no points told are wrong."""
    for seed in range(count):
        rng, options = random.Random(seed), {**OPTIONS[seed % len(OPTIONS)], "target": 1000}
        table = Table(seed, 0, options)
        for _ in range(4):
            table.play_hand()
        first = rng.randrange(1, len(table.events) - 3)
        last = rng.randrange(first + 1, len(table.events))
        begun = sum(isinstance(event, HandStarted) for event in table.events[first:last])
        events = [*table.events[:first], Gap(hands=begun or None), *table.events[last:]]
        log = log_of("pluck", events, seats=3, options=options)
        for seen in (log, redact_log(log, rng.choice((PUBLIC, 0, 1, 2)), "copy")):
            done = audit(seen)
            assert done.findings == [], seed
            for one in done.results:  # a hand of which the beginning was missed may have the next number
                assert list(one.result.points) in [*table.points.values(), [None] * 3], (seed, one.hand)


def test_a_gap_over_the_beginning_of_a_hand_accuses_nobody() -> None:
    missed(25)


@pytest.mark.check
def test_a_gap_over_the_beginning_of_a_hand_accuses_nobody_300() -> None:
    missed(sessions(300))


def test_a_gap_of_whole_hands_counts_them() -> None:
    log = pluck_log([*full_hand()[:20], Gap(hands=2), *full_hand()[20:40], HandStarted(dealer=1)])
    assert (found(log), fold(log).hand, fold(log).totals) == ([], 4, [-1, -1, -1])


# ---- A hand that the others tell -----------------------------------------------------------------------------------


def two_listed(*after: Base) -> Log:
    """PLX-2 with hearts trump, where nobody wrote down the hand of s1."""
    return pluck_log([HandStarted(dealer=0), hand(PLX_2_HANDS[0], None, PLX_2_HANDS[2]), full_hand()[2], *after])


def test_pl_4_1_two_lists_tell_the_third_hand_and_what_it_breaks() -> None:
    first = tricks(PLX_2_TRICKS[:1])
    assert found(two_listed(*first, *trick(0, "6d Ac 4d", 3))) == [("PL-4.1", 9, 9, 1)]
    assert found(two_listed(*tricks(PLX_2_TRICKS[:3]), Played(seat=1, card=Card("Kh")))) == [("PL-4.2", 14, 14, 1)]
    assert found(two_listed(*tricks(PLX_2_TRICKS))) == []


def test_pl_3_2_two_lists_tell_a_wrong_return_at_once() -> None:
    """All cards but those of the victim are known: a higher diamond can be nowhere else."""
    for wrong in ("4d", "Jd"):
        log = plucking(gave("3d"), returned(wrong), seats=(GIVER, None, THIRD))
        assert found(log) == [("PL-3.2", 7, 7, 1)]
    assert found(plucking(gave("3d"), returned("Qd"), seats=(GIVER, None, THIRD))) == []
