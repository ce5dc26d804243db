"""Last One: score sheets of which parts are left out, beside a ledger kept by the page alone (LO-7.1, LO-7.2, LO-9.0d)."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.builders import cards, found, log_of
from tests.experiments import sessions
from upcard.engine.audit import audit
from upcard.engine.games.last_one.sharing import can_share
from upcard.engine.wording import counted, were
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Closed, Dealt, Drew, Gap, HandStarted, Played, Scored, Shown, TurnedUp, Voided

WORTHS = [40] * 2 + [25] * 4 + [15] * 4 + [10] * 16 + [value for value in (2, 3, 4, 5, 6, 7, 9) for _ in range(4)]
"""What each card of the pack counts."""


class Sheet:
    """A game of which a sheet is kept. totals: true; known: whose totals the sheet tells; least: what it tells at
    least; told: the points of each row that it tells.
    """

    def __init__(self, number: int) -> None:
        self.rng = rng = random.Random(number)
        self.seats, self.threshold = rng.randint(2, 6), rng.choice([40, 120, 250])
        self.totals, self.known, self.least = [0] * self.seats, [True] * self.seats, [0] * self.seats
        self.events: list[Base] = [HandStarted(dealer=rng.randrange(self.seats))]
        self.told: list[tuple[int | None, ...]] = []
        for _ in range(rng.randint(1, 8)):
            self.hand([seat for seat in range(self.seats) if self.totals[seat] < self.threshold])

    def hand(self, players: list[int]) -> None:
        """A hand, a hand thrown in, or one of which nothing is known."""
        chance, winner = self.rng.random(), self.rng.choice(players)
        if len(players) < 2:
            return
        if chance < 0.1:
            self.events.append(Scored(void=True))
            self.told.append((0,) * self.seats)
            return
        points = [0] * self.seats
        for seat in players:
            if seat != winner and self.rng.random() < 0.85:
                points[seat] = sum(self.rng.sample(WORTHS, self.rng.randint(2, 5)))
        if chance < 0.15:
            self.events.append(Gap(hands=1))
            self.known = [False] * self.seats
            self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        elif sum(points) <= 400:
            self.row(points, points_written=self.rng.random() < 0.6, totals_written=self.rng.random() < 0.5)

    def row(self, points: list[int], *, points_written: bool, totals_written: bool) -> None:
        """A row with one of its columns, both, or none."""
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        written = {"points": tuple(points)} if points_written else {}
        self.events.append(Scored(**written, totals=tuple(self.totals) if totals_written else None))
        told = []
        for seat, value in enumerate(points):
            out = self.least[seat] >= self.threshold
            told.append(value if points_written or out or (totals_written and self.known[seat]) else None)
            self.known[seat] = totals_written or (self.known[seat] and told[seat] is not None)
            self.least[seat] = self.totals[seat] if totals_written else self.least[seat] + points_written * value
        self.told.append(tuple(told))


def rows(numbers: range) -> None:
    """What the sheet tells is told, what it does not tell is not, and nobody is accused."""
    for number in numbers:
        sheet = Sheet(number)
        done = audit(log_of("last_one", sheet.events, sheet.seats, options={"threshold": sheet.threshold}))
        assert [one.result.points for one in done.results] == sheet.told, number
        assert done.findings == [], number


def test_lo_9_0d_a_sheet_in_pieces() -> None:
    rows(range(150))


@pytest.mark.check
def test_lo_9_0d_a_sheet_in_pieces_at_length() -> None:
    rows(range(1000, 1000 + sessions(3000)))


# ---- LO-9.10 A wrong total is told once ----------------------------------------------------------------------------


def told(*written: tuple[Any, Any]) -> tuple[list[int], list[tuple[int | None, ...]]]:
    """Lines of findings, and points, of rows of three players."""
    events = [HandStarted(dealer=0), *(Scored(points=points, totals=totals) for points, totals in written)]
    log = log_of("last_one", events, 3)
    return [one[1] for one in found(log)], [one.result.points for one in audit(log).results]


WRONG = ((0, 20, 30), (0, 25, 30))


def test_lo_9_10_a_wrong_total_that_is_added_to_is_told_once() -> None:
    assert told(WRONG, ((10, 0, 10), (10, 25, 40)), ((0, 5, 10), (10, 30, 50)))[0] == [3]
    assert told(WRONG, ((10, 0, 10), (10, 20, 40)), ((0, 5, 10), (10, 25, 50)))[0] == [3]
    assert told(WRONG, ((10, 0, 10), (10, 30, 40)))[0] == [3, 4]


def test_lo_9_10_after_a_wrong_total_another_alone_leaves_the_points_open() -> None:
    lines, points = told(WRONG, (None, (10, 35, 30)), ((0, 10, 0), (10, 45, 30)))
    assert (lines, points) == ([3], [(0, 20, 30), (10, None, 0), (0, 10, 0)])


# ---- LO-9.10 What one pack can leave -------------------------------------------------------------------------------


def row_is_found(points: tuple[int, ...], **options: Any) -> bool:
    """Whether something is wrong with a row by itself."""
    log = log_of("last_one", [HandStarted(dealer=0), Scored(points=points)], len(points), options=options or None)
    return any(finding.clause == "LO-9.10" for finding in audit(log).findings)


@pytest.mark.parametrize(
    ("points", "wrong"),
    [
        ((4, 0, 4, 4), True),  # two twos each
        ((4, 0, 4, 0), False),
        ((5, 0, 5, 5, 5), False),  # a two and a three each
        ((5, 5, 0, 5, 5, 5), True),
        ((4, 0, 5, 4), True),
        ((6, 6, 6, 6, 6, 0), False),
        ((0, 540), False),  # all but a two that lies on another
        ((0, 541), True),
        ((0, 0, 540), True),  # one more holds a card
        ((0, 0, 538), False),
    ],
)
def test_lo_9_10_the_pack_has_four_cards_of_a_rank(points: tuple[int, ...], wrong: bool) -> None:
    assert row_is_found(points) is wrong


def test_lo_9_0c_a_last_two_is_drawn_for_and_lies_alone() -> None:
    assert not row_is_found((0, 542), effect_of_last_card="apply")
    assert row_is_found((0, 541), effect_of_last_card="apply")
    assert not row_is_found((0, 0, 540), effect_of_last_card="apply")


def test_lo_9_10_totals_alone_rise_by_what_one_pack_has() -> None:
    rows = [Scored(totals=(10, 0, 20, 30)), Scored(totals=(14, 0, 24, 34))]
    assert found(log_of("last_one", [HandStarted(dealer=0), *rows], 4)) == [("LO-9.10", 4, 4, None)]
    rows = [Scored(totals=(10, 0, 20, 30)), Scored(totals=(14, 0, 24, 35))]
    assert found(log_of("last_one", [HandStarted(dealer=0), *rows], 4)) == [("LO-9.10", 4, 4, None)]
    rows = [Scored(totals=(10, 0, 20, 30)), Scored(totals=(14, 0, 25, 35))]
    assert found(log_of("last_one", [HandStarted(dealer=0), *rows], 4)) == []


def naive_shares(hands: tuple[int, ...], single: int) -> bool:
    """The same by all ways to give cards of low value out, a hand after another."""
    pack = Counter(WORTHS)
    left = {tuple(sorted(pack.items()))}
    for points in hands:
        left = {rest for cards in left for rest in without(dict(cards), points)}
    return any(sum(number for _, number in cards) >= 2 + single for cards in left)


def without(cards: dict[int, int], points: int) -> set[tuple[tuple[int, int], ...]]:
    """What may be left when two cards or more of so many points are taken."""
    found: set[tuple[tuple[int, int], ...]] = set()
    values = sorted(cards)

    def take(place: int, missing: int, taken: dict[int, int]) -> None:
        if missing == 0 and sum(taken.values()) >= 2:
            found.add(tuple((value, cards[value] - taken.get(value, 0)) for value in values))
        if missing <= 0 or place == len(values):
            return
        for number in range(min(cards[values[place]], missing // values[place]) + 1):
            take(place + 1, missing - number * values[place], {**taken, values[place]: number})

    take(0, points, {})
    return found


def test_lo_9_10_the_pack_is_shared_out_as_a_naive_search_finds() -> None:
    rng = random.Random(7)
    answers = Counter[bool]()
    for _ in range(150):
        hands = tuple(sorted(rng.randint(4, rng.choice([6, 9])) for _ in range(rng.randint(2, 5))))
        answers[can_share(hands, 0, last_works=False)] += 1
        assert can_share(hands, 0, last_works=False) is naive_shares(hands, 0), hands
    assert min(answers.values()) > 15


def test_lo_9_10_numbers_agree_with_their_words() -> None:
    sheet = [HandStarted(dealer=0), Scored(points=(1, 0, 20)), Scored(points=(3, 0))]
    says = [finding.says for finding in audit(log_of("last_one", sheet, 3)).findings]
    assert says == ["no cards left count 1 point", "2 points for 3 seats"]
    assert (counted(1, "card"), counted(0, "card"), counted(2, "card")) == ("1 card", "0 cards", "2 cards")
    assert (were(1, "card", " left"), were(2, "card", " left")) == ("1 card left was", "2 cards left were")


# ---- LO-9.0d A row after something was missed ----------------------------------------------------------------------


def played_out() -> list[Base]:
    """A hand of four seats in which seat 0 goes out: 0, 23, 65 and 28 points."""
    hands = tuple(map(cards, ("6d 7d 4d 5d", "9s 9h Jd 8d", "Xr Th Qd Kd", "Kc Kh Ad 3c")))
    text = "1 Jd, 3 Ad, 2 Qd, 1 8d, 0 6d, 3 +2s, 2 +2h, 1 +2c, 0 7d, 3 +3s, 2 +3h, 1 +3d, 0 4d, 0 5d"
    events: list[Base] = [HandStarted(dealer=0), Dealt(hands=hands), TurnedUp(card=Card("9d"))]
    for seat, what in (act.split() for act in text.split(", ")):
        if what[0] == "+":
            events.append(Drew(seat=int(seat), count=1, why="turn", cards=cards(what[1:])))
        else:
            events.append(Played(seat=int(seat), card=Card(what), suit="d" if what == "8d" else None))
    return events


MINE = Scored(points=(0, 23, 65, 28), totals=(0, 23, 65, 28))
"""Its row."""


def brought(*events: Base, **options: object) -> tuple[list[object], list[tuple[int, tuple[int | None, ...]]]]:
    """What is found after that hand, and what each hand brought."""
    judged = audit(log_of("last_one", [*played_out(), *events], options=options or None))
    return list(judged.findings), [(one.hand, one.result.points) for one in judged.results]


@pytest.mark.parametrize(
    "row", [MINE, Scored(points=MINE.points), Scored(totals=MINE.totals)], ids=["both", "points", "totals"]
)
def test_lo_9_0d_a_row_after_a_gap_is_that_of_the_hand_before_if_it_fits(row: Scored) -> None:
    for gaps in ([Gap()], [Gap(), Gap()]):
        assert brought(*gaps, row, Closed()) == ([], [(1, MINE.points)])
        assert brought(*gaps, row, threshold=60)[0] == []
    later = Scored(points=(10, 0, 5, 5), totals=(10, 23, 70, 33))
    assert brought(Gap(), row, later) == ([], [(1, MINE.points), (2, later.points)])
    wrong = Scored(points=(10, 0, 5, 5), totals=(10, 22, 70, 33))
    assert [finding.name for finding in brought(Gap(), row, wrong)[0]] == ["wrong_totals"]  # type: ignore[attr-defined]


def test_lo_9_0d_a_row_after_a_gap_that_does_not_fit_accuses_nobody() -> None:
    later = Scored(points=(10, 0, 5, 5), totals=(10, 23, 70, 33))
    assert brought(Gap(), later) == ([], [(1, MINE.points), (2, later.points)])
    assert brought(Gap(), later, threshold=60)[0] == []
    unclear = Scored(points=MINE.points, totals=(0, 23, 56, 28))  # no two hands bring that
    assert brought(Gap(), unclear, later) == ([], [(1, MINE.points), (2, later.points)])
    assert brought(Gap(hands=1), later)[0] == []


def test_lo_9_0d_cards_after_a_gap_are_of_another_hand() -> None:
    on = [Played(seat=1, card=Card("6d")), Drew(seat=2, count=1, why="turn", cards=cards("9s"))]
    assert brought(Gap(), *on, Shown(seat=1, cards=cards("7d"))) == ([], [(1, MINE.points)])
    assert brought(Gap(), Shown(seat=1, cards=cards("6d 7d"), all=True))[0] == []
    assert brought(Gap(), HandStarted(dealer=3), Dealt(each=4)) == ([], [(1, MINE.points)])


def test_lo_7_1_after_a_gap_a_hand_may_be_thrown_in_whose_beginning_was_missed() -> None:
    row: list[Base] = [HandStarted(dealer=0), Scored(points=(0, 5, 9))]
    assert found(log_of("last_one", [*row, Gap(), Voided()], 3)) == []
    assert found(log_of("last_one", [*row, Voided()], 3)) == [("LO-7.1", 4, 4, None)]
