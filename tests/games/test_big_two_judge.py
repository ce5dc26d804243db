"""Big Two: a plain judge, made from the page with all hands before it, over tables that break rules at random."""

import itertools
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.builders import cards, log_of
from tests.experiments import sessions
from upcard.engine.audit import Audit, audit
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Base, Dealt, HandStarted, Laid, Passed, Scored

RANKS, SUITS = "3456789TJQKA2", "dchs"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
RUNS = [("A23456789TJQKA")[start : start + 5] for start in range(10)]
Told = list[tuple[str, int, int | None]]
"""Name, line and seat of what is found."""


# ---- B2-3 Combinations ---------------------------------------------------------------------------------------------


def strength(some: list[str], top: str) -> tuple[Any, ...] | None:
    """What a combination is, so that more is higher (B2-3); None if it is none."""
    ranks = sorted((RANKS.index(card[0]) for card in some), reverse=True)
    suits = [SUITS.index(card[1]) for card in some]
    if len(some) in {1, 2, 3} and len(set(ranks)) == 1:
        return (ranks[0], max(suits))
    if len(some) != 5:
        return None
    by_count = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    run = next((place for place, run in enumerate(RUNS) if set(run) == {card[0] for card in some}), None)
    if len(set(suits)) == 1:
        if run is not None:
            return (6, suits[0]) if run == 9 else (5, run, suits[0])
        return (2, suits[0], ranks[0])
    if by_count[0][0] == 4:
        return (4, by_count[0][1])
    if [count for count, _ in by_count] == [3, 2]:
        return (3, by_count[0][1])
    if run is None:
        return None
    high = "2" if run < 2 and top == "by_card_rank" else RUNS[run][-1]
    return (1, run, next(SUITS.index(card[1]) for card in some if card[0] == high))


# ---- The judge -----------------------------------------------------------------------------------------------------


@dataclass
class Judge:
    """One hand. turn: None where it cannot be told; lead: whether that is a lead, None where it cannot be told; passer:
    whose pass was the last act; echo: who may have acted where that pass was written twice, or before a play that came
    late; early: who passed in the place of others, who may still act; over: who was passed over by the last play; under: what that was laid on;
    before: who passed before the hand was opened, and on which line.
    """

    seats: int
    options: dict[str, Any]
    hands: list[set[str]]
    opener: int | None
    turn: int | None = None
    lead: bool | None = True
    opened: bool = False
    table: list[str] = field(default_factory=list)
    owner: int | None = None
    passed: set[int] = field(default_factory=set)
    locked: set[int] = field(default_factory=set)
    skipped: set[int] = field(default_factory=set)
    absent: set[int] = field(default_factory=set)
    passer: int | None = None
    echo: set[int] = field(default_factory=set)
    early: set[int] = field(default_factory=set)
    over: set[int] = field(default_factory=set)
    under: list[str] = field(default_factory=list)
    before: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.low = min(set().union(*self.hands), key=PACK.index)
        self.turn = self.opener if self.opener is not None else self.holder()

    def holder(self) -> int:
        return next(seat for seat, hand in enumerate(self.hands) if self.low in hand)

    def opens_rightly(self, seat: int, some: list[str]) -> bool:
        return self.low in some if self.opener is None else seat == self.opener

    def left_out(self, seat: int) -> bool:
        """Whether all who acted so far did so in turn, had the opener played before them."""
        acted = [*(who for who, _ in self.before), seat]
        assert self.turn is not None
        return bool(self.before) and acted == [(self.turn + 1 + step) % self.seats for step in range(len(acted))]

    def proven(self, seat: int, some: list[str]) -> Told:
        """Passes that were out of turn, as who opens rightly shows: of the first that was told at once."""
        if self.opened or not self.opens_rightly(seat, some) or (self.opener is not None and self.left_out(seat)):
            return []
        return [("out_of_turn", line, who) for who, line in self.before[1:]]

    def faults(self, seat: int, some: list[str]) -> list[str]:
        """What a play breaks."""
        if self.comes_late(seat, some):
            return []
        found = []
        if not self.opened:
            found += [] if self.opens_rightly(seat, some) or self.left_out(seat) else ["wrong_opener"]
        elif self.turn not in {None, seat} and seat in self.locked:
            found.append("locked_out")
        elif self.turn not in {None, seat} and seat not in self.skipped and not self.explained(seat):
            found.append("out_of_turn")
        made, there = (strength(laid, self.options.get("low_straight_top", "")) for laid in (some, self.table))
        if made is None:
            return [*found, "invalid_combination"]
        if self.lead is False and seat != self.owner:
            if len(some) != len(self.table):
                found.append("wrong_size")
            elif there is not None and made <= there:
                found.append("not_higher")
        return found

    def between(self, seat: int) -> set[int]:
        """Who is passed over when a seat acts."""
        assert self.turn is not None
        return {(self.turn + step) % self.seats for step in range((seat - self.turn) % self.seats)}

    def explained(self, seat: int) -> bool:
        """Whether somebody passed over before may have played (then it is no lead), or passed and be out, or has acted
        where a line was written twice.
        """
        if self.echo and self.between(seat) == self.echo:
            return True
        return bool(self.lead and self.skipped) or (
            bool(self.absent) and self.between(seat) <= self.absent | self.locked
        )

    def comes_late(self, seat: int, some: list[str]) -> bool:
        """Whether a play of who was passed over is higher than what lay there then, and lower than what was laid on it."""
        if seat not in self.over or self.lead is not False:
            return False
        top = self.options.get("low_straight_top", "")
        mine, there, before = (strength(one, top) for one in (some, self.table, self.under))
        if mine is None or there is None or len(some) != len(self.table) or mine >= there:
            return False
        return not self.under or (before is not None and len(self.under) == len(some) and mine > before)

    def play(self, seat: int, some: list[str]) -> None:
        if self.comes_late(seat, some):
            self.over.discard(seat)
            self.hands[seat] -= set(some)
            self.passer = None
            return
        self.echo, self.early = self.early if seat in self.skipped else set(), set()
        self.over, self.under = set(), [] if self.lead is not False else self.table
        turn_known = self.turn is not None and (self.opened or self.opener is not None)
        if seat == self.owner or (self.lead and turn_known):
            self.locked, self.absent = set(), set()
        elif self.lead is not False:  # whether they passed since the lead cannot be told
            self.locked, self.absent = set(), self.absent | self.locked
        if self.opened and self.turn is not None:
            over = self.between(seat) - self.locked
            self.over = set() if seat in self.skipped else over
            self.absent |= over if self.options.get("pass_lock") else set()
        self.opened, self.lead, self.table, self.owner = True, False, some, seat
        self.passed, self.skipped = set(), set()
        self.passer = None
        self.hands[seat] -= set(some)
        self.go_on(seat)

    def go_on(self, seat: int) -> None:
        """The next who is not out; who is left alone leads."""
        others = {other for other in range(self.seats) if other != self.owner}
        if self.owner is None:
            self.turn = (seat + 1) % self.seats
            if len(self.passed) >= self.seats - 1:
                self.take_lead()
        elif others <= self.passed | self.locked:
            self.turn = self.owner
            behind = {(seat + step) % self.seats for step in range(1, (self.owner - seat) % self.seats)} & self.locked
            self.take_lead()
            self.over |= behind
        else:
            turns = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
            self.turn = next(turn for turn in turns if turn not in self.locked)

    def take_lead(self) -> None:
        self.lead, self.table, self.owner, self.passed, self.locked, self.absent = True, [], None, set(), set(), set()

    def pass_faults(self, seat: int) -> list[str]:
        """What a pass breaks."""
        if self.again(seat):
            return ["out_of_turn"]
        if self.lead and not self.opened:
            return ["lead_passed"] if seat == self.turn else [] if self.before else ["out_of_turn"]
        if self.turn is None:
            return []
        if seat != self.turn:
            return [] if seat in self.locked | self.skipped | self.over or self.explained(seat) else ["out_of_turn"]
        allowed = self.options.get("lead_pass") == "allow" or self.skipped
        return ["lead_passed"] if self.lead and not allowed else []

    def again(self, seat: int) -> bool:
        """Whether a pass is the one before it, written twice."""
        twice = seat == self.passer and self.turn not in {None, seat} and (self.opened or self.opener is not None)
        return twice and not (self.echo and self.turn is not None and self.between(seat) == self.echo)

    def pass_by(self, seat: int) -> None:
        if self.again(seat):
            self.echo = set() if self.turn is None else {self.turn}
            return
        self.passer, self.echo = seat, set()
        if seat in self.over and seat != self.turn:
            self.over.discard(seat)
            self.locked |= {seat} if self.options.get("pass_lock") and not self.lead else set()
            return
        either, self.over = seat in self.over, set()
        self.count_pass(seat)
        if either and self.turn is not None:
            self.echo = {self.turn}

    def count_pass(self, seat: int) -> None:
        if self.lead:
            if not self.opened and seat != self.turn:
                self.absent |= {seat} if self.options.get("pass_lock") else set()
                return
            low = self.opener is None and not self.opened
            self.opened = True
            if low:
                self.turn = None
                self.absent |= {seat} if self.options.get("pass_lock") else set()
            elif seat == self.turn:
                self.turn = (seat + 1) % self.seats
            else:
                self.turn, self.lead, self.table, self.owner = None, None, [], None
                self.passed, self.locked, self.skipped = {seat}, set(), set()
                self.absent |= {seat} if self.options.get("pass_lock") else set()
                self.echo, self.early = set(), set()
            return
        if seat != self.turn:
            if seat in self.locked:
                return
            if self.turn is not None and seat not in self.skipped:
                over = self.between(seat)
                self.absent |= over - self.locked if self.options.get("pass_lock") else set()
                self.skipped |= over
                self.passed |= over
        if self.skipped:
            self.early.add(seat)
        late = seat in self.skipped
        self.passed.add(seat)
        self.skipped.discard(seat)
        if self.options.get("pass_lock"):
            self.locked.add(seat)
        if not late:
            self.go_on(seat)


# ---- The table -----------------------------------------------------------------------------------------------------


def some_cards(hand: set[str], size: int, rng: random.Random, top: str) -> list[str]:
    """Cards of a hand: most often a combination."""
    held = sorted(hand)
    tries = [rng.sample(held, min(size, len(held))) for _ in range(12 if size < 5 else 30)]
    return next((some for some in tries if strength(some, top) is not None), tries[0])


def next_act(judge: Judge, rng: random.Random) -> tuple[int, list[str]]:
    """A seat and its cards, none for a pass: most often in turn and in order."""
    right = rng.random() < 0.8 and judge.turn is not None
    seat = judge.turn if right and judge.turn is not None else rng.randrange(judge.seats)
    top = judge.options.get("low_straight_top", "")
    if not right:
        return seat, [] if rng.random() < 0.4 else some_cards(judge.hands[seat], rng.randint(1, 6), rng, top)
    for _ in range(12):
        size = rng.choice([1, 1, 2, 3, 5]) if judge.lead else len(judge.table) or 1
        some = some_cards(judge.hands[seat], size, rng, top)
        if not judge.opened and judge.opener is None:
            some = [judge.low, *(card for card in judge.hands[seat] if card[0] == judge.low[0] and card != judge.low)]
            some = some[: rng.randint(1, min(3, len(some)))]
        if not judge.faults(seat, some):
            return seat, some
    return seat, [min(judge.hands[seat], key=PACK.index)] if judge.lead else []


def play_hand(judge: Judge, events: list[Base], rng: random.Random) -> Told:
    """Play to the end; what is broken."""
    told: Told = []
    while all(judge.hands):
        seat, some = next_act(judge, rng)
        line = len(events) + 2
        if some:
            told += [*judge.proven(seat, some), *((name, line, seat) for name in judge.faults(seat, some))]
            judge.play(seat, some)
            events.append(Laid(seat=seat, cards=cards(" ".join(some))))
        else:
            told += [(name, line, seat) for name in judge.pass_faults(seat)]
            judge.before += [] if judge.opened or judge.again(seat) else [(seat, line)]
            judge.pass_by(seat)
            events.append(Passed(seat=seat))
    return told


# ---- B2-4 Scoring --------------------------------------------------------------------------------------------------


def points_of(left: list[int], options: dict[str, Any], offender: int | None) -> list[int]:
    """What each seat scores."""
    doubled, tripled = options.get("fry_thresholds", (10, 13))
    bears = [count * (3 if count >= tripled else 2 if count >= doubled else 1) for count in left]
    if offender is not None:
        bears = [sum(bears) if seat == offender else 0 for seat in range(len(left))]
    if options.get("zero_sum_payout"):
        return [sum(other - own for other in bears) for own in bears]
    return bears


def write_row(
    judge: Judge, totals: list[int], off: list[int], rng: random.Random
) -> tuple[Scored, list[tuple[str, int]]]:
    """A row of the sheet with at most one mistake, and what is wrong; totals and what is wrong in them go on."""
    offender = rng.choice([None, *range(judge.seats)]) if judge.options.get("takes_all") == "on" else None
    left = [len(hand) for hand in judge.hands]
    points = points_of(left, judge.options, offender)
    mistake, seat, by = (
        rng.choice(["", "", "counts", "points", "totals"]),
        rng.randrange(judge.seats),
        rng.randint(1, 9),
    )
    said_left, said = left[:], points[:]
    if mistake == "counts":
        said_left[seat] += by
        legal = max(said_left) <= 13 and min(said_left) == 0
        said = points_of(said_left, judge.options, offender) if legal else points
    if mistake == "points":
        said[seat] += by
    sums = [had + wrong + more for had, wrong, more in zip(totals, off, said, strict=True)]
    sums[seat] += by if mistake == "totals" else 0
    totals[:] = [had + more for had, more in zip(totals, points, strict=True)]
    off[:] = [written - due for written, due in zip(sums, totals, strict=True)]
    row = Scored(counts=tuple(said_left), points=tuple(said), totals=tuple(sums), seat=offender)
    return row, [(f"wrong_{mistake}", seat)] if mistake else []


# ---- Judge and audit -----------------------------------------------------------------------------------------------

OPTIONS: list[dict[str, Any]] = [
    dict(zip(("lead_rule", "pass_lock", "lead_pass", "low_straight_top"), way, strict=True))
    for way in itertools.product(
        ("low_card", "winner_of_previous"), (False, True), ("forbid", "allow"), ("sequence", "by_card_rank")
    )
]
SCORING: list[dict[str, Any]] = [
    {"target": 100_000, "fry_thresholds": fry, "zero_sum_payout": payout, "takes_all": takes}
    for fry, payout, takes in itertools.product(
        ((10, 13), (11, 13), (8, 10), (13, 13), (1, 1), (20, 20)), (False, True), ("off", "on")
    )
]


def session(number: int) -> None:
    """Two hands with their rows: judge and audit find the same, with all hands known, and with none."""
    rng = random.Random(number)
    seats = 2 + number % 3
    options = {**OPTIONS[number % len(OPTIONS)], **SCORING[number // 3 % len(SCORING)]}
    events: list[Base] = []
    totals, off, winner = [0] * seats, [0] * seats, None
    wanted: Told = []
    for hand in range(2):
        pack = rng.sample(PACK, 52)
        hands = [pack[13 * seat : 13 * seat + 13] for seat in range(seats)]
        aside = {"set_aside": cards(" ".join(pack[13 * seats :]))} if rng.random() < 0.5 and seats < 4 else None
        dealt = Dealt(hands=tuple(cards(" ".join(some)) for some in hands), places=aside)
        events += [HandStarted(dealer=0 if not hand else None), dealt]
        opener = winner if options["lead_rule"] == "winner_of_previous" else None
        judge = Judge(seats, options, [set(some) for some in hands], opener)
        wanted += play_hand(judge, events, rng)
        winner = next(seat for seat, left in enumerate(judge.hands) if not left)
        row, wrong = write_row(judge, totals, off, rng)
        events.append(row)
        wanted += [(name, len(events) + 1, seat) for name, seat in wrong]
    log = log_of("big_two", events, seats=seats, options=options)
    done, public = audit(log), audit(redact_log(log, PUBLIC, "copy"))
    assert (told_by(done), done.state.totals) == (wanted, totals), (number, options)
    assert early(told_by(public)) == early(wanted), (number, options)
    assert public.state.totals == totals
    assert not done.doubts


def every_act(number: int) -> int:
    """One hand; at some points of it every set of up to three cards and some of five are tried, by every seat, and passes."""
    rng = random.Random(number)
    seats, options = 2 + number % 3, OPTIONS[number % len(OPTIONS)]
    pack = rng.sample(PACK, 52)
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(seats)]
    dealt = Dealt(hands=tuple(cards(" ".join(some)) for some in hands))
    done = Audit(log_of("big_two", [], seats=seats, options=options))
    done.feed([(2, HandStarted(dealer=0)), (3, dealt)])
    judge, line, tried = Judge(seats, options, [set(some) for some in hands], None), 4, 0
    while all(judge.hands):
        if rng.random() < 0.1:
            tried += sum(seat_tries(judge, done, seat, line, rng) for seat in range(seats))
        seat, some = next_act(judge, rng)
        if some:
            judge.play(seat, some)
            done.feed([(line, Laid(seat=seat, cards=cards(" ".join(some))))])
        else:
            judge.pass_by(seat)
            done.feed([(line, Passed(seat=seat))])
        line += 1
    return tried


def seat_tries(judge: Judge, done: Audit, seat: int, line: int, rng: random.Random) -> int:
    """What the audit finds of each act that a seat may try is what the judge finds; how many were tried."""
    held = sorted(judge.hands[seat])
    sets = [some for size in (1, 2, 3) for some in itertools.combinations(held, size)]
    sets = rng.sample(sets, min(len(sets), 40)) + [(card,) for card in held]
    sets += [tuple(some_cards(judge.hands[seat], 5, rng, "")) for _ in range(10)]
    found = len(done.findings)
    for some in sets:
        twin = done.copied()
        twin.feed([(line, Laid(seat=seat, cards=cards(" ".join(some))))])
        assert [one.name for one in twin.findings[found:]] == judge.faults(seat, list(some)), (seat, some)
    twin = done.copied()
    twin.feed([(line, Passed(seat=seat))])
    assert [one.name for one in twin.findings[found:]] == judge.pass_faults(seat), seat
    return len(sets) + 1


def test_every_act_of_every_seat_is_judged_as_a_plain_judge_does() -> None:
    assert sum(every_act(number) for number in range(4)) > 900


def told_by(done: Audit) -> Told:
    return [(one.name, one.at, one.seat) for one in done.findings if one.kind != "note"]


def early(told: Told) -> Told:
    """What all see at once: not who opened wrongly, nor who passed before it is known who opens."""
    return [one for one in told if one[0] not in {"wrong_opener", "lead_passed", "out_of_turn"}]


def test_the_audit_finds_what_a_plain_judge_finds() -> None:
    for number in range(24):
        session(number)


@pytest.mark.check
def test_every_act_of_every_seat_is_judged_as_a_plain_judge_does_in_many_hands() -> None:
    assert sum(every_act(number) for number in range(4, 4 + sessions(48))) > 2000


@pytest.mark.check
def test_the_audit_finds_what_a_plain_judge_finds_in_many_sessions() -> None:
    for number in range(sessions(1000)):
        session(number)
