"""Dou Dizhu: a table that plays as it likes, and a judge who sees all hands and reads nothing but the page."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from msgspec import structs

from tests.builders import log_of
from tests.experiments import sessions
from tests.test_every_game import plain
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    Bid,
    Dealt,
    Gap,
    HandStarted,
    Laid,
    Passed,
    Scored,
    Shown,
    Took,
    TurnedUp,
    Voided,
)

ORDER = "3456789TJQKA2br"
PACK = [rank + suit for suit in "cdhs" for rank in ORDER[:13]] + ["Xb", "Xr"]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"upcard_in_widow": "first_drawer_bids"},
    {"widow_shown": True},
    {"opening_passes": "stop"},
    {"all_pass": "first_bidder_forced_1"},
    {"kicker_rank_in_core": "allow", "quad_equal_singles": "allow"},
    {"trips_gap_with_kickers": "allow"},
    {"bomb_out_of_turn": "yes"},
    {"spring": "double"},
    {"all_pass": "first_bidder_forced_1", "opening_passes": "stop", "spring": "double"},
]
Row = tuple[str, int, int, int | None]
Shape = tuple[str, int, int]

# ---- DZ-3, DZ-4 by the page alone ----------------------------------------------------------------------------------


def rank(card: str) -> int:
    return ORDER.index(card[1] if card[0] == "X" else card[0])


def run(ranks: tuple[int, ...] | list[int]) -> bool:
    """Consecutive ranks within 3..A."""
    return list(ranks) == list(range(ranks[0], ranks[0] + len(ranks))) and ranks[-1] <= 11


def shape(cards: list[str], options: dict[str, Any]) -> Shape | None:
    """DZ-3: kind, size, key; None if it is nothing."""
    some = Counter(map(rank, cards))
    size = len(cards)
    if {13, 14} <= set(some):
        return ("rocket", 1, 14) if size == 2 else None
    ranks = sorted(some)
    alike = set(some.values())
    if len(ranks) == 1:
        return (("single", "pair", "trips", "bomb")[size - 1], 1, ranks[0])
    if alike == {1}:
        return ("straight", size, ranks[-1]) if size >= 5 and run(ranks) else None
    if alike == {2} and len(ranks) >= 3 and run(ranks):
        return ("pairs_run", len(ranks), ranks[-1])
    if alike == {3} and run(ranks):
        return ("trips_run", len(ranks), ranks[-1])
    return with_kickers(some, options)


def with_kickers(some: Counter[int], options: dict[str, Any]) -> Shape | None:
    """DZ-3.4 to DZ-3.7: every choice of the core is tried."""
    for quad in [one for one, count in some.items() if count == 4]:
        rest = {one: count for one, count in some.items() if one != quad}
        kickers = sorted(rest.values())
        if kickers == [1, 1] or (kickers == [2] and options.get("quad_equal_singles") == "allow"):
            return ("quad+1+1", 1, quad)
        if kickers == [2, 2]:
            return ("quad+2+2", 1, quad)
    triplets = sorted(one for one, count in some.items() if count >= 3)
    for number in range(1, len(triplets) + 1):
        for core in combinations(triplets, number):
            rest = {one: count - 3 * (one in core) for one, count in some.items() if count > 3 * (one in core)}
            found = cored(core, rest, options)
            if found:
                return found
    return None


def cored(core: tuple[int, ...], rest: dict[int, int], options: dict[str, Any]) -> Shape | None:
    """A core of triplets with a kicker to each."""
    number = len(core)
    gaps = options.get("trips_gap_with_kickers") == "allow" and core[-1] < 12
    if len(rest) != number or len(set(rest.values())) != 1 or (number > 1 and not run(core) and not gaps):
        return None
    if set(rest) & set(core) and (number == 1 or options.get("kicker_rank_in_core") != "allow"):
        return None
    width = next(iter(rest.values()))
    if width > 2 or number > {1: 5, 2: 4}[width]:
        return None
    return (f"trips{'_run' if number > 1 else ''}+{width}", number, core[-1])


def higher(mine: Shape, theirs: Shape) -> bool:
    """DZ-4.1, DZ-4.2."""
    if mine[0] == theirs[0]:
        return mine[1] == theirs[1] and mine[2] > theirs[2]
    return mine[0] == "rocket" or (mine[0] == "bomb" and theirs[0] != "rocket")


# ---- The table -----------------------------------------------------------------------------------------------------


class Table:
    """What happens, and each breach as the page has it: clause, the line it is about, the line that proves it, seat."""

    def __init__(self, seed: int, wild: float, options: dict[str, Any]) -> None:
        self.rng, self.wild, self.options = random.Random(seed), wild, options
        self.events: list[Base] = []
        self.breaches: set[Row] = set()
        self.excused: set[tuple[str, int, int | None]] = set()
        self.points: list[list[int]] = []
        self.totals, self.shift = [0, 0, 0], [0, 0, 0]

    def put(self, event: Base) -> None:
        self.events.append(event)

    def breach(self, clause: str, seat: int | None) -> None:
        """A rule was broken by the last event."""
        line = len(self.events) + 1
        self.breaches.add((clause, line, line, seat))

    def breach_unless_holed(self, clause: str, seat: int | None) -> None:
        """A rule was broken that words left out would explain, as they would an act out of turn before."""
        if self.holed:
            self.excused.add((clause, len(self.events) + 1, seat))
        else:
            self.breach(clause, seat)
        self.holed = True

    def errs(self, share: float) -> bool:
        """Whether somebody does as they like now."""
        return self.rng.random() < self.wild * share

    def other(self, seat: int) -> int:
        return (seat + self.rng.choice((1, 2))) % 3

    # ---- DZ-1, DZ-2 ----

    def play_hand(self) -> None:
        """One hand."""
        self.bid, self.landlord, self.bombs, self.laid = 0, -1, 0, [0, 0, 0]
        self.slip, self.holed, self.untold, self.skipped = -1, False, False, False
        self.put(HandStarted())
        taker, drawer = self.deal()
        if self.auction(taker, drawer):
            self.widow()
            self.play()
            self.settle()

    def deal(self) -> tuple[int, int]:
        """Who got the face-up card (3: nobody), and who drew first."""
        pack = self.rng.sample(PACK, 54)
        self.hands = [pack[:17], pack[17:34], pack[34:51]]
        self.rest, drawer = pack[51:], self.rng.randrange(3)
        card = self.rng.choice(pack)
        taker = next((seat for seat in range(3) if card in self.hands[seat]), 3)
        if self.rng.random() < 0.1:
            card, taker = self.rng.choice(self.rest), 3
        places = [one for one in range(54) if (3 if one > 50 else (drawer + one) % 3) == taker]
        position = self.rng.choice([None, self.rng.choice(places)])
        self.put(TurnedUp(card=Card(card), position=position))
        hands = tuple(tuple(map(Card, hand)) for hand in self.hands)
        first = drawer if position is not None or self.rng.random() < 0.5 else None
        said = self.rng.choice([None, taker]) if taker < 3 else None
        self.put(Dealt(hands=hands, places={"widow": tuple(map(Card, self.rest))}, first=first, taker=said))
        return taker, drawer if first is not None else -1

    def auction(self, taker: int, drawer: int) -> bool:
        """Whether somebody is landlord."""
        redeal = taker == 3 and self.options.get("upcard_in_widow") != "first_drawer_bids"
        if redeal and not self.errs(2):
            self.put(Voided())
            return False
        due = taker if taker < 3 else drawer if not redeal else -1
        seat = due if due >= 0 else self.rng.randrange(3)
        if self.errs(0.3) and due >= 0:
            seat = self.other(due)
        clause = "DZ-1.4" if taker == 3 else "DZ-8.1"
        blamed = (clause, None if redeal else seat) if redeal or (due >= 0 and seat != due) else None
        passes, opener = 0, seat
        while True:
            high = self.speak(seat, blamed)
            self.holed |= blamed is not None and blamed[1] is not None
            self.skipped |= blamed is not None and blamed[0] == "DZ-8.2"
            blamed = None
            passes = 0 if high else passes + 1
            if self.bid == 3 or (self.bid and passes == 2):
                return True
            if not self.bid and passes == (2 if self.options.get("opening_passes") == "stop" else 3):
                return self.all_passed(opener)
            if self.bid and self.errs(0.1):
                return self.early(seat)
            turn = (seat + 1) % 3
            seat = turn
            if self.errs(0.2):
                seat = (turn + 1) % 3  # the seat that spoke last may have been written twice
            if seat != turn:
                blamed = ("DZ-8.2", seat)

    def speak(self, seat: int, blamed: tuple[str, int | None] | None) -> bool:
        """A seat bids or passes. Whether it bid higher."""
        self.slip = -1
        if self.rng.random() < 0.55:
            self.put(Passed(seat=seat))
            if blamed:
                self.breach(*blamed)
            return False
        wrong = self.errs(0.5)
        amount = self.rng.choice([0, 4, self.bid]) if wrong else self.rng.randint(self.bid + 1, 3)
        self.put(Bid(seat=seat, amount=amount))
        if blamed:
            self.breach(*blamed)
        if wrong:
            self.slip = seat
            self.breach("DZ-8.2", seat)
            if self.rng.random() < 0.3:  # it takes that back
                self.put(Passed(seat=seat))
            return False
        self.bid, self.landlord = amount, seat
        return True

    def all_passed(self, opener: int) -> bool:
        """Nobody bid."""
        if self.options.get("all_pass") == "first_bidder_forced_1":
            self.bid, self.landlord = 1, opener
            return True
        if self.errs(1):
            self.landlord = self.rng.randrange(3)
            self.put(Took(seat=self.landlord, place="widow", cards=tuple(map(Card, self.rest))))
            self.breach_unless_holed("DZ-2.3", None)
            self.hands[self.landlord] += self.rest
            self.rest = []
            return True
        self.put(Voided())
        return False

    def early(self, seat: int) -> bool:
        """Somebody does not wait for the end of the auction."""
        bidder, self.landlord = self.landlord, self.rng.randrange(3)
        self.untold = self.landlord != bidder  # the line of a higher bid may be missing
        self.put(Took(seat=self.landlord, place="widow", cards=tuple(map(Card, self.rest))))
        self.breach_unless_holed("DZ-8.2", self.landlord)
        self.hands[self.landlord] += self.rest
        self.rest = []
        return seat >= 0

    def widow(self) -> None:
        """The landlord takes the widow."""
        if not self.rest:
            return
        raised = -1  # who bid 3 after passes of which one may have been a line too few
        if self.errs(0.3):
            seat = self.rng.choice([one for one in range(3) if one != self.slip])
            self.put(self.rng.choice([Passed(seat=seat), Bid(seat=seat, amount=3)]))
            before, bids = self.holed, isinstance(self.events[-1], Bid)
            self.holed &= not (bids and (self.bid, self.landlord) == (3, seat))  # the same again
            self.breach_unless_holed("DZ-8.2", seat)
            self.holed = before
            late = self.skipped and self.bid < 3 and seat != self.landlord and bids
            raised = seat if late else -1
        if self.options.get("widow_shown"):
            self.put(Shown(place="widow", cards=tuple(map(Card, self.rest))))
        if self.errs(0.2):
            self.landlord = self.other(self.landlord)
            self.untold = self.skipped and self.bid < 3
            self.put(Took(seat=self.landlord, place="widow", cards=tuple(map(Card, self.rest))))
            self.breach_unless_holed("DZ-2.4", self.landlord)
        else:
            self.put(Took(seat=self.landlord, place="widow", cards=tuple(map(Card, self.rest))))
        if raised == self.landlord:
            self.bid, self.untold = 3, False
        self.untold |= raised not in {-1, self.landlord}
        self.hands[self.landlord] += self.rest

    # ---- DZ-5 ----

    def play(self) -> None:
        """Until a hand is empty. turn: below 0 where it cannot be told after an act out of turn."""
        turn, owner, under, passes = self.landlord, -1, None, 0
        while True:
            seat = turn
            lost = turn < 0
            if lost or self.errs(0.15):
                seat = self.rng.randrange(3)
            quiet = lost or seat == turn
            cards = self.choose(seat, None if lost else under)
            if not cards and not lost:
                self.put(Passed(seat=seat))
                if under is None or not quiet:
                    self.breach("DZ-5.1" if quiet else "DZ-8.3", seat)
                    self.holed |= not quiet
                    turn, owner, under, passes = -1, -1, None, 0
                    continue
                passes += 1
                turn = (seat + 1) % 3
                if passes == 2:
                    turn, owner, under, passes = owner, -1, None, 0
                continue
            cards = cards or [self.rng.choice(self.hands[seat])]
            mine = self.lay(seat, cards)
            bombs = mine is not None and mine[0] in {"bomb", "rocket"}
            free = bombs and self.options.get("bomb_out_of_turn") == "yes" and under is not None and seat != owner
            open_table = under is None or under[0] == "?" or seat == owner
            follows = mine is not None and (open_table or higher(mine, under or mine))
            if not (follows or (mine and not quiet and not free)) or not (quiet or free):
                self.breach("DZ-8.3", seat)
                self.holed |= not (quiet or free)
            if not self.hands[seat]:
                self.out = seat
                return
            under, owner, turn, passes = mine or ("?", 0, 0), seat, (seat + 1) % 3, 0

    def choose(self, seat: int, under: Shape | None) -> list[str]:
        """Cards to lay, or none to pass."""
        hand = self.hands[seat]
        if self.errs(0.1):
            return self.rng.sample(hand, self.rng.randint(1, min(6, len(hand))))
        if self.errs(0.05) or (under is not None and self.rng.random() < 0.3):
            return []
        fine = [one for one in self.tries(hand) if self.fits(one, under)]
        return max(fine, key=len) if fine and self.rng.random() < 0.5 else self.rng.choice(fine) if fine else []

    def fits(self, cards: list[str], under: Shape | None) -> bool:
        found = shape(cards, self.options)
        return found is not None and (under is None or higher(found, under))

    def tries(self, hand: list[str]) -> list[list[str]]:
        """Sets that may be something: of one rank, runs, triplets and fours with kickers."""
        groups: dict[int, list[str]] = {}
        for card in hand:
            groups.setdefault(rank(card), []).append(card)
        some = [group[:width] for group in groups.values() for width in range(1, len(group) + 1)]
        for width, least in ((1, 5), (2, 3), (3, 2)):
            ranks = sorted(one for one, group in groups.items() if len(group) >= width and one < 12)
            for start in range(len(ranks)):
                ends = range(start + least, len(ranks) + 1)
                some += [[card for one in ranks[start:end] for card in groups[one][:width]] for end in ends]
        cores = [one for one in some if len(one) >= 3 and len({rank(card) for card in one}) * 3 <= len(one)]
        for core in cores:
            number = 2 if len(core) == 4 else len(core) // 3
            for width in (1, 2):
                rest = [
                    group[:width] for group in groups.values() if len(group) >= width and not set(group) & set(core)
                ]
                if len(rest) >= number:
                    some.append(core + [card for group in self.rng.sample(rest, number) for card in group])
        if "Xb" in hand and "Xr" in hand:
            some.append(["Xb", "Xr"])
        return some

    def lay(self, seat: int, cards: list[str]) -> Shape | None:
        self.put(Laid(seat=seat, cards=tuple(map(Card, cards))))
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        found = shape(cards, self.options)
        self.bombs += found is not None and found[0] in {"bomb", "rocket"}
        self.laid[seat] += 1
        return found

    # ---- DZ-6 ----

    def settle(self) -> None:
        """What the hand brings, and what is written of it."""
        side = int(self.out != self.landlord)
        others = sum(self.laid) - self.laid[self.landlord]
        spring = self.laid[self.landlord] == 1 if side else others == 0
        value = self.bid * 2**self.bombs * (2 if spring and self.options.get("spring") == "double" else 1)
        sign = -1 if side else 1
        points = [sign * (2 * value if seat == self.landlord else -value) for seat in range(3)]
        written = self.bid and self.rng.random() < 0.6
        self.points.append(points if self.bid and (written or not self.untold) else [])
        self.totals = [had + one for had, one in zip(self.totals, points, strict=True)]
        if written:
            self.write(side, points)
        if self.errs(0.3):
            seat = self.rng.choice([one for one in range(3) if one != self.out])
            for one in (seat, self.other(seat)):
                self.put(Passed(seat=one))
                if one == seat:
                    self.breach("DZ-5.2", seat)

    def write(self, side: int, points: list[int]) -> None:
        """The row of the sheet, with at most one thing wrong."""
        row = Scored(seat=self.landlord, amount=self.bid, bombs=self.bombs, side=side)
        wrong = self.rng.randrange(5) if self.errs(0.5) and not self.holed else -1
        if wrong == 0:
            row, clause = structs.replace(row, bombs=self.bombs + 1), "DZ-8.5"
        elif wrong == 1:
            row, clause = structs.replace(row, side=1 - side), "DZ-8.5"
        elif wrong == 2:
            row, clause = structs.replace(row, seat=self.other(self.landlord)), "DZ-6.6"
        elif wrong == 3:
            row, clause = structs.replace(row, points=tuple(2 * one for one in points)), "DZ-8.5"
        totals = [had + off for had, off in zip(self.totals, self.shift, strict=True)]
        seat = self.rng.randrange(3)
        if wrong == 4 and None not in self.known():
            self.shift[seat] += 1
            totals[seat] += 1
            clause = "DZ-6.1"
        if wrong in {-1, 4} and None not in self.known():
            row = structs.replace(row, totals=tuple(totals))
        self.put(row)
        if wrong >= 0 and (wrong < 4 or row.totals):
            fresh = wrong < 4 or self.shift[seat]
            if fresh:
                self.breach(clause, None if wrong < 4 else seat)

    def known(self) -> list[int | None]:
        """The totals, if every hand before had a bid."""
        return [None] if [] in self.points else [0]


def played(seed: int, wild: float) -> tuple[Table, Log]:
    options = OPTIONS[seed % len(OPTIONS)]
    table = Table(seed, wild, options)
    for _ in range(3):
        table.play_hand()
    return table, log_of("dou_dizhu", table.events, seats=3, options=options or None)


def rows(log: Log) -> set[Row]:
    return {(one.clause, one.at, one.found_at, one.seat) for one in audit(log).findings if one.kind != "note"}


def for_another(log: Log) -> bool:
    """Whether the highest bidder leads though another took the widow: two breaches, or one line written for another seat."""
    lines = {line for line, event in log.events if isinstance(event, Took)}
    return any(one.name == "written_for_another" and one.at in lines for one in audit(log).findings)


def judged(count: int, wild: float) -> None:
    for seed in range(count):
        table, log = played(seed, wild)
        if for_another(log):
            continue
        assert rows(log) == table.breaches, (seed, rows(log) ^ table.breaches)
        results = [one.result.points for one in audit(log).results if one.result.counts]
        assert results == [tuple(points) if points else (None,) * 3 for points in table.points], seed


# ---- Copies that tell less ----------------------------------------------------------------------------------------


def by_rank(card: Card) -> Card:
    return card if card.rank in "X?" else Card(f"{card.rank}?")


def thinned(rng: random.Random, log: Log) -> Log:
    """Some hands are not known, some by rank, some plays by rank, and the widow now and then."""
    hidden, ranked = rng.sample(range(3), rng.randrange(3)), rng.sample(range(3), rng.randrange(4))
    return Log(log.header, [(line, thin(rng, event, hidden, ranked)) for line, event in log.events])


def thin(rng: random.Random, event: Any, hidden: list[int], ranked: list[int]) -> Any:
    """One event that tells less."""
    if isinstance(event, Dealt) and event.hands:
        hands = [tuple(map(by_rank, hand or ())) if seat in ranked else hand for seat, hand in enumerate(event.hands)]
        given = tuple(None if seat in hidden else hand for seat, hand in enumerate(hands))
        return structs.replace(event, hands=given, places=rng.choice([None, event.places]))
    if isinstance(event, Laid) and rng.random() < 0.4:
        return structs.replace(event, cards=tuple(map(by_rank, event.cards)))
    if isinstance(event, Took) and event.cards:
        cards = tuple(map(by_rank, event.cards))
        return structs.replace(event, cards=rng.choice([None, event.cards, cards]))
    return event


def accused(log: Log) -> set[tuple[str, int, int | None]]:
    return {(clause, at, seat) for clause, at, _, seat in rows(log)}


def copies(count: int, wild: float) -> None:
    """Who knows less accuses nobody whom the whole record does not accuse."""
    for seed in range(count):
        table, log = played(seed, wild)
        if for_another(log):
            continue
        whole = {(clause, at, seat) for clause, at, _, seat in table.breaches} | table.excused
        # that the face-up card came from the deal or the widow, and either was wrong, names nobody
        whole |= {("DZ-8.1", at, None) for clause, at, _ in whole if clause in {"DZ-1.4", "DZ-8.1"}}
        rng = random.Random(seed)
        for one in (redact_log(log, PUBLIC, "copy"), redact_log(log, seed % 3, "copy"), thinned(rng, log)):
            assert accused(one) <= whole, (seed, accused(one) - whole)
            again = redact_log(one, PUBLIC, "copy") if one.header.viewer is None else one
            assert accused(again) <= whole, seed


def with_a_gap(count: int, wild: float) -> None:
    """What follows a gap is found only where all hands say so, too."""
    for seed in range(count):
        table, log = played(seed, wild)
        if for_another(log):
            continue
        whole = {(clause, line, seat) for clause, line, _, seat in table.breaches} | table.excused
        rng = random.Random(seed)
        place = rng.randrange(len(table.events) + 1)
        events = [*table.events[:place], Gap(), *table.events[place:]]
        gapped = log_of("dou_dizhu", events, seats=3, options=log.header.options)
        moved = {(clause, line - (line > place + 2), seat) for clause, line, seat in accused(gapped)}
        whole |= {("DZ-6.1", line, None) for _, line, _ in moved}  # totals that were off before and are not 0 in all
        assert moved <= whole, (seed, place, moved - whole)


def test_the_judge_of_all_hands_finds_the_same() -> None:
    judged(12, 0.0)
    judged(30, 0.3)


def test_who_knows_less_accuses_nobody_else() -> None:
    copies(16, 0.3)


def test_a_gap_accuses_nobody_else() -> None:
    with_a_gap(16, 0.3)


@pytest.mark.check
def test_the_judge_of_all_hands_finds_the_same_in_thousands_of_sessions() -> None:
    judged(sessions(1000), 0.2)
    judged(sessions(1000), 1.0)
    copies(sessions(800), 0.3)
    with_a_gap(sessions(800), 0.3)


# ---- Lines left out, and views ------------------------------------------------------------------------------------


def without_a_line(count: int) -> None:
    """One line of legal play is missing: nobody is accused of more than the one act that shows it."""
    for seed in range(count):
        table, log = played(seed, 0.0)
        for place in random.Random(seed).sample(range(len(table.events)), 6):
            events = table.events[:place] + table.events[place + 1 :]
            short = log_of("dou_dizhu", events, seats=3, options=log.header.options)
            for one in (short, redact_log(short, PUBLIC, "copy")):
                said = [row[0] for row in rows(one) if row[0] != "DZ-5.2"]  # that a hand has no end accuses nobody
                assert len(said) <= 1, (seed, place, rows(one))


def test_a_line_left_out_is_told_once() -> None:
    without_a_line(12)


@pytest.mark.check
def test_a_line_left_out_is_told_once_in_a_thousand_sessions() -> None:
    without_a_line(sessions(1000))


def views(count: int, wild: float) -> None:
    """Redact, then replay = replay, then view, whatever is done at the table."""
    for seed in range(count):
        _, log = played(seed, wild)
        viewer = seed % 4 - 1
        partial = redact_log(log, viewer, "copy")
        for (_, event, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
            assert plain(view(whole, viewer)) == plain(seen), (seed, viewer, event)


def test_what_a_viewer_sees_of_a_table_that_breaks_rules() -> None:
    views(8, 0.4)
