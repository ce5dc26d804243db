"""Dou Dizhu: rows of the sheet beside a judge who tries every hand that the record leaves open (DZ-6.6, K-6)."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.builders import log_of
from tests.experiments import sessions
from tests.games.dou_dizhu_tables import acts, hands, judge, state, unseen
from tests.games.test_dou_dizhu import SWIFT, hand
from tests.games.test_dou_dizhu_oracle import ORDER, played, shape
from upcard.engine.audit import audit
from upcard.schemas.events import Base, Bid, Dealt, HandStarted, Laid, Passed, Scored, Took

Points = tuple[int, ...]
World = tuple[int, int, int, int, Points]
"""Landlord, bid, bombs and rockets, the side that won, and what each seat gets."""
COLUMNS = ("seat", "amount", "bombs", "side", "points")
GOOD = {"seat": 0, "amount": 2, "bombs": 0, "side": 0}
"""A row of a hand that brought 4 -2 -2."""

# ---- Every hand there can be ---------------------------------------------------------------------------------------


def paid(landlord: int, side: int, value: int) -> Points:
    """DZ-6.1."""
    return tuple((2 if seat == landlord else -1) * (-value if side else value) for seat in range(3))


class Sofar:
    """A hand as far as it was played, all cards known; before a deal, anything is open."""

    def __init__(self, options: dict[str, Any], events: list[Base]) -> None:
        self.options, self.bid, self.bidder, self.opener, self.passes = options, 0, -1, -1, 0
        self.bombs, self.laid, self.taken = 0, [0, 0, 0], False
        self.hands: list[list[str]] = []
        self.widow: list[str] = []
        for event in events:
            self.see(event)
        least = 2 if options.get("opening_passes") == "stop" else 3
        self.none_bid = bool(self.hands) and not self.bid and self.passes >= least
        self.over = self.bid == 3 or (self.bid > 0 and self.passes >= 2)
        if self.none_bid and options.get("all_pass") == "first_bidder_forced_1":
            self.bid, self.bidder, self.over, self.none_bid = 1, self.opener, True, False

    def see(self, event: Base) -> None:
        if isinstance(event, Dealt):
            self.hands = [list(map(str, cards or ())) for cards in event.hands or ()]
            self.widow = list(map(str, (event.places or {})["widow"]))
        elif isinstance(event, Bid):
            self.bid, self.bidder, self.passes = event.amount, event.seat, 0
            self.opener = event.seat if self.opener < 0 else self.opener
        elif isinstance(event, Passed) and not self.taken:
            self.passes += 1
            self.opener = event.seat if self.opener < 0 else self.opener
        elif isinstance(event, Took):
            self.hands[event.seat] += self.widow
            self.taken, self.bidder = True, event.seat
        elif isinstance(event, Laid):
            self.hands[event.seat] = [card for card in self.hands[event.seat] if card not in event.cards]
            found = shape(list(map(str, event.cards)), self.options)
            self.bombs += found is not None and found[0] in {"bomb", "rocket"}
            self.laid[event.seat] += 1

    def most(self) -> int:
        """No more bombs than the hands still hold; thirteen where nothing is known of them."""
        if not self.hands:
            return 13
        sets = [[rank + suit for suit in "cdhs"] for rank in ORDER[:13]] + [["Xb", "Xr"]]
        return self.bombs + sum(any(self.may_hold(seat, cards) for seat in range(3)) for cards in sets)

    def may_hold(self, seat: int, cards: list[str]) -> bool:
        widow = [] if self.taken or (self.over and seat != self.bidder) else self.widow
        return set(cards) <= {*self.hands[seat], *widow}

    def open(self, landlord: int, bid: int) -> bool:
        if self.over:
            return (landlord, bid) == (self.bidder, self.bid)
        return not self.bid or bid > self.bid or (landlord, bid) == (self.bidder, self.bid)

    def worlds(self) -> Iterator[World]:
        for place in range(18):
            landlord, bid, side = place % 3, 1 + place // 3 % 3, place // 9
            for bombs in range(self.bombs, self.most() + 1) if self.open(landlord, bid) else ():
                for times in (1, 2) if self.may_spring(landlord, side, bombs) else (1,):
                    yield landlord, bid, bombs, side, paid(landlord, side, times * bid * 2**bombs)

    def may_spring(self, landlord: int, side: int, bombs: int) -> bool:
        """DZ-6.2, DZ-6.4: five fours fit into twenty cards, four into seventeen."""
        others = sum(self.laid) - self.laid[landlord]
        spring = self.laid[landlord] <= 1 and bombs <= 9 if side else not others and bombs <= 5
        return spring and self.options.get("spring") == "double"


def row_of(rng: random.Random, world: World, wrong: float) -> dict[str, Any]:
    """Some columns of a row, one of them wrong now and then."""
    row: dict[str, Any] = {name: value for name, value in zip(COLUMNS, world, strict=True) if rng.random() < 0.5}
    if row and rng.random() < wrong:
        name = rng.choice(list(row))
        other = paid(rng.randrange(3), rng.randrange(2), rng.choice([1, 2, 3, 4, 6, 8, 12]))
        ways = {"seat": range(3), "amount": (1, 2, 3), "bombs": range(5), "side": (0, 1), "points": (other,)}
        row[name] = rng.choice(ways[name])
    return row or {"side": world[3]}


def fitting(worlds: list[World], row: dict[str, Any]) -> list[World]:
    return [world for world in worlds if all(world[COLUMNS.index(name)] == said for name, said in row.items())]


def only(worlds: list[World]) -> tuple[int | None, ...]:
    """What the seats get, if all these hands bring the same."""
    points = {world[4] for world in worlds}
    return points.pop() if len(points) == 1 else (None,) * 3


# ---- Rows alone ----------------------------------------------------------------------------------------------------


def sheets(count: int, wrong: float) -> None:
    """Each row has a hand of its own, totals with some; what all rows tell is told, and no more."""
    for seed in range(count):
        rng = random.Random(seed)
        options = rng.choice([{}, {"spring": "double"}])
        worlds = list(Sofar(options, []).worlds())
        sums: list[int | None] = [0, 0, 0]
        events: list[Base] = []
        due: list[tuple[int | None, ...]] = []
        for _ in range(3):
            world = rng.choice(worlds)
            row = row_of(rng, world, 0)
            events += [HandStarted(), Scored(**row)]
            due.append(only(fitting(worlds, row)))
            sums = [None if None in (had, new) else had + new for had, new in zip(sums, due[-1], strict=True)]
            if None not in sums:
                events[-1] = Scored(**row, totals=tuple(sums))
        done = audit(log_of("dou_dizhu", events, seats=3, options=options or None))
        assert done.findings == [], seed
        assert [one.result.points for one in done.results] == due, seed
        last = row_of(rng, rng.choice(worlds), wrong)
        done = audit(log_of("dou_dizhu", [*events, HandStarted(), Scored(**last)], seats=3, options=options or None))
        fits = fitting(worlds, last)
        assert bool(done.findings) == (not fits), (seed, last, done.findings)
        assert len(done.findings) <= 1
        assert not fits or done.results[-1].result.points == only(fits), (seed, last)


def test_dz_6_6_a_row_tells_what_all_hands_that_it_leaves_open_have_in_common() -> None:
    sheets(30, 0.6)


# ---- Rows of hands that stop early ---------------------------------------------------------------------------------


def cut(seed: int) -> tuple[dict[str, Any], list[Base]]:
    """The lines of a hand up to some point, and of all hands before it."""
    table, log = played(seed, 0.0)
    events = [event for event in table.events if not isinstance(event, Scored)]
    return dict(log.header.options or {}), events[: random.Random(seed).randrange(2, len(events))]


def early(count: int, wrong: float) -> None:
    """A row of a hand that was played in part is wrong if no way of playing on brings it, and only then."""
    for seed in range(count):
        options, events = cut(seed)
        begins = max(place for place, event in enumerate(events) if isinstance(event, HandStarted))
        done = audit(log_of("dou_dizhu", events, seats=3, options=options or None))
        sofar = Sofar(options, events[begins:])
        if done.state.phase == "between" or sofar.none_bid or any(one.kind != "note" for one in done.findings):
            continue
        rng = random.Random(seed)
        worlds = list(sofar.worlds())
        row = row_of(rng, rng.choice(worlds), wrong)
        after = audit(log_of("dou_dizhu", [*events, Scored(**row)], seats=3, options=options or None))
        fits = fitting(worlds, row)
        assert bool(after.findings) == (not fits), (seed, row, after.findings)
        assert len(after.findings) <= 1, (seed, row, after.findings)
        points = after.results[-1].result.points
        assert not fits or points in {only(fits), (None,) * 3}, (seed, row)  # not all at the table know the hands
        assert set(COLUMNS[:4]) - set(row) or None not in points or not fits or options.get("spring"), (seed, row)


def test_dz_6_6_a_row_of_a_hand_that_stopped_is_held_to_what_was_played() -> None:
    early(30, 0.6)


@pytest.mark.check
def test_dz_6_6_rows_in_hundreds_of_sessions() -> None:
    early(sessions(180), 0.7)
    sheets(sessions(90), 0.7)


def test_dz_8_5_bombs_that_the_hands_do_not_have_are_one_finding() -> None:
    none = hands("3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2c", "3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 2d", widow="Xb Xr 3h")
    start = [HandStarted(), none, *acts("0 b3, 0 w")]
    for row, wrong in (
        ({"bombs": 3, "points": (12, -6, -6)}, True),  # as one brings
        ({"bombs": 3, "points": (48, -24, -24)}, True),
        ({"points": (48, -24, -24)}, True),
        ({"points": (12, -6, -6)}, False),
    ):
        assert [one[0] for one in judge([*start, Scored(**row)])] == (["DZ-8.5"] if wrong else [])


# ---- A line that is missing, or late -------------------------------------------------------------------------------


def test_dz_6_6_a_row_whose_totals_go_on_is_one_more_hand() -> None:
    first = [HandStarted(), Scored(**GOOD, totals=(4, -2, -2))]
    for row, totals in (
        ({"seat": 1, "amount": 3, "bombs": 1, "side": 1, "totals": (10, -14, 4)}, [10, -14, 4]),
        ({**GOOD, "totals": (8, -4, -4)}, [8, -4, -4]),
        ({"side": 0, "points": (-1, 2, -1), "totals": (3, 0, -3)}, [3, 0, -3]),
    ):
        for start in (first, [*hand(SWIFT, 2), *first[1:]]):
            events = [*start, Scored(**row)]
            assert judge(events) == []
            assert state(events).totals == totals
            assert state(events).hand == 2
    off = Scored(seat=1, amount=3, bombs=1, side=1, totals=(10, -13, 3))
    assert judge([*first, off])[0][:2] == ("DZ-6.6", 4)


def test_dz_6_6_a_row_written_after_the_next_hand_began_is_no_hand() -> None:
    row = Scored(**GOOD, totals=(4, -2, -2))
    events = [*hand(SWIFT, 2), HandStarted(), row, *unseen()[1:], *acts("0 b1")]
    assert judge(events) == []
    assert (state(events).totals, state(events).hand) == ([4, -2, -2], 2)
    assert state([*hand(SWIFT, 2), HandStarted(), Scored(**GOOD, totals=(8, -4, -4))]).totals == [8, -4, -4]
