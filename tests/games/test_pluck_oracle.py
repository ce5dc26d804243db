"""Pluck: a table that plays as it likes, and a judge who sees all hands and reads nothing but the page."""

import random
from typing import Any

import pytest
from msgspec import structs

from tests.builders import log_of
from tests.experiments import sessions
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Dealt, Gap, Gave, HandStarted, Played, Returned, TrumpNamed, Voided

RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "cdhs" for rank in RANKS[1:]] + ["2c", "Xr", "Xb"]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"pluck_order": "quota_desc"},
    {"pluck_batch": True},
    {"pluck_optional": False},
    {"clubs_trump_prebroken": False},
    {"pluck_order": "quota_desc", "pluck_optional": False},
    {"pluck_order": "quota_desc", "pluck_batch": True},
]
Gift = tuple[int, int, str, int]
"""Giver, victim, card, line."""


class Table:
    """What happens, and each breach as the page has it: clause, the line it is about, the line that proves it, seat."""

    def __init__(self, seed: int, wild: float, options: dict[str, Any]) -> None:
        self.rng, self.wild = random.Random(seed), wild
        self.optional: bool = options.get("pluck_optional", True)
        self.batch: bool = options.get("pluck_batch", False)
        self.ordered = options.get("pluck_order") == "quota_desc"
        self.prebroken: bool = options.get("clubs_trump_prebroken", True)
        self.events: list[Base] = []
        self.breaches: set[tuple[str, int, int, int]] = set()
        self.disorder: dict[int, int] = {}
        self.explained: dict[int, int] = {}
        self.unsure: set[int] = set()
        self.void = False
        self.ends: dict[int, int] = {}
        self.points: dict[int, list[int]] = {}
        self.excess, self.totals, self.hand, self.dealer = [0, 0, 0], [0, 0, 0], 0, -1

    def put(self, event: Base) -> int:
        """The next event. Answers with its line."""
        self.events.append(event)
        return len(self.events) + 1

    def breach(self, clause: str, seat: int, at: int | None = None) -> None:
        """A rule was broken by the last event; or by an earlier one, and it shows now."""
        line = len(self.events) + 1
        self.breaches.add((clause, at or line, line, seat))

    def errs(self, share: float) -> bool:
        """Whether somebody does as they like now."""
        return self.rng.random() < self.wild * share

    def other(self, seat: int) -> int:
        """Another seat."""
        return (seat + self.rng.choice((1, 2))) % 3

    # ---- PL-2 ----

    def play_hand(self) -> None:
        """One hand."""
        self.hand += 1
        due = self.rng.randrange(3) if self.dealer < 0 else (self.dealer + (1 - self.void)) % 3
        self.dealer, first = self.other(due) if self.hand > 1 and self.errs(0.3) else due, self.hand == 1
        self.put(HandStarted(dealer=self.dealer if first or self.void or self.dealer != due else None))
        if self.dealer != due and not (self.void and self.dealer == (due + 1) % 3):
            self.breach("PL-2.5", self.dealer)
        self.void = False
        self.quota = [(7, 6, 4)[(seat - self.dealer) % 3] for seat in range(3)]
        pack = self.rng.sample(PACK, 51)
        self.hands = [set(pack[:17]), set(pack[17:34]), set(pack[34:])]
        self.put(Dealt(hands=tuple(tuple(Card(card) for card in sorted(hand)) for hand in self.hands)))
        self.pluck()
        self.name_trump()
        self.play()

    def name_trump(self) -> None:
        """Trump is named; gifts and duties are left open."""
        self.trump = self.rng.choice("cdhs")
        seat = self.other(self.dealer) if self.errs(0.3) else self.dealer
        self.put(TrumpNamed(seat=seat, suit=self.trump))
        if seat != self.dealer:
            self.breach("PL-2.3", seat)
        for _, victim, _, line in self.open:
            self.breach("PL-3.2", victim, line)
        if not self.optional and any(-self.excess[seat] > self.plucked[seat] for seat in range(3)):
            for seat in range(3):
                if self.excess[seat] > max(0, self.given[seat]):
                    self.breach("PL-3.6", seat)

    # ---- PL-3 ----

    def pluck(self) -> None:
        """Gifts and returns until somebody is content."""
        self.given, self.plucked, self.rightly = [0, 0, 0], [0, 0, 0], [0, 0, 0]
        self.open: list[Gift] = []
        self.misled: list[Gift] = []
        self.latest = 0
        self.answered: set[int] = set()
        for _ in range(30):
            rights = [
                (seat, victim)
                for seat in range(3)
                for victim in range(3)
                if self.excess[seat] > self.given[seat] and -self.excess[victim] > self.plucked[victim]
            ]
            if self.ordered and not self.errs(1):
                first = max((self.quota[seat] for seat, _ in rights), default=0)
                rights = [right for right in rights if self.quota[right[0]] == first]
            if self.batch and not self.errs(1):
                rights = [right for right in rights if right[1] not in self.answered]
            acts = ["return"] * (2 if self.batch else 4) if self.open else []
            acts += ["give"] * 3 if rights and (not self.open or self.batch or self.errs(1)) else []
            acts += ["wild"] if self.errs(0.6) else []
            content = not rights or (self.optional and self.rng.random() < 0.1) or self.errs(0.2)
            acts += ["stop"] if content and (not self.open or self.errs(0.2)) else []
            act = self.rng.choice(acts or ["return" if self.open else "stop"])
            if act == "stop":
                return
            if act == "return":
                self.give_back()
            else:
                seat = self.rng.randrange(3)
                self.give(*(self.rng.choice(rights) if act == "give" else (seat, self.other(seat))))

    def give(self, seat: int, victim: int) -> None:
        """A gift."""
        card = self.some(seat, 0.3)
        line = self.put(Gave(seat=seat, to=victim, card=Card(card)))
        had = self.excess[seat] > self.given[seat]
        may = had and -self.excess[victim] > self.rightly[victim]
        if not may:
            self.breach("PL-2.2" if self.hand == 1 else "PL-3.1", seat)
        if card[0] == "X":
            self.breach("PL-3.3", seat)
        if victim in self.answered if self.batch else any(gift[3] == self.latest for gift in self.open):
            self.breach("PL-3.4", seat)
        if self.ordered and had and any(self.comes_between(seat, other) for other in range(3)):
            self.breach("PL-3.5", seat)
        self.latest = line
        self.given[seat] += 1
        self.plucked[victim] += 1
        self.rightly[victim] += may
        self.move(card, seat, victim)
        self.open.append((seat, victim, card, line))

    def comes_between(self, seat: int, other: int) -> bool:
        """Whether another plucker is before this one, or after it and has begun."""
        if self.excess[other] <= 0 or other == seat:
            return False
        if self.optional:
            return self.quota[other] < self.quota[seat] and self.given[other] > 0
        return self.quota[other] > self.quota[seat] and self.excess[other] > self.given[other]

    def give_back(self) -> None:
        """A return."""
        victim = self.rng.choice(sorted({gift[1] for gift in self.open}))
        mine = [gift for gift in self.open if gift[1] == victim]
        to = self.other(victim) if self.errs(0.4) else mine[0][0]
        own = [gift for gift in mine if gift[0] == to]
        gift = (own or mine)[0]
        others = [] if self.batch else [one for one in mine if one[3] != self.latest]
        suit = [card for card in self.hands[victim] if card[1] == gift[2][1] and card[0] != "X"]
        best = max(suit, key=lambda card: RANKS.index(card[0]), default=None)
        card = best or self.some(victim, 0)
        if best and self.errs(1.5):
            card = self.rng.choice(sorted(suit)) if self.rng.random() < 0.7 else self.some(victim, 0.2)
        self.put(Returned(seat=victim, to=to, card=Card(card)))
        if not self.batch and card[0] != "X":  # of gifts open together the page gives no order
            suited = [one for one in own or mine if one[2][1] == card[1] and one[2][0] != "X"]
            gift = next(iter(suited + [one for one in own or mine if one[2][0] == "X"]), gift)  # a joker has no suit
            suit = [one for one in self.hands[victim] if one[1] == gift[2][1] and one[0] != "X"]
            best = max(suit, key=lambda one: RANKS.index(one[0]), default=None)
        givers = [one[0] for one in mine[: 1 if self.batch else None]]
        higher = {one for one in suit if RANKS.index(one[0]) > (RANKS + "X").index(card[0])}
        astray = {one[2] for one in self.misled if one[1] == victim and not one[3]}  # who was due may have them
        another = self.excess[to] > 0 and all(self.excess[giver] <= 0 for giver in givers)
        if others or another or (higher and higher <= astray):
            self.unsure.add(len(self.events) + 1)
        if self.batch and to != mine[0][0]:
            self.breach("PL-7.1", victim)
        elif not own:
            self.breach("PL-3.2", victim)
        if card[0] == "X":
            self.breach("PL-3.3", victim)
        elif best and card != best:
            self.breach("PL-3.2", victim)
        self.misled += [(victim, to, card, 0), gift] if to != gift[0] else []
        self.answered.add(victim)
        self.open.remove(gift)
        self.move(card, victim, to)

    def some(self, seat: int, joker: float) -> str:
        """Some card of a hand; seldom a joker."""
        any_card = self.errs(joker)
        return self.rng.choice(sorted(card for card in self.hands[seat] if any_card or card[0] != "X"))

    def move(self, card: str, source: int, target: int) -> None:
        """A card goes from hand to hand."""
        self.hands[source].discard(card)
        self.hands[target].add(card)

    # ---- PL-4, PL-5 ----

    def left_out(self) -> int:
        """The first line before which a play that nobody wrote would make all of this hand come in turn; else the last."""
        for missing in range(len(self.plays)):
            rows = [row[1:] for row in self.plays]
            rows.insert(missing, (-1, ""))
            turn = -1
            for at, (seat, card) in enumerate(rows):
                if -1 < seat != turn > -1:
                    break
                trick = rows[at // 3 * 3 : at + 1]
                turn = (seat + 1) % 3 if seat >= 0 else (turn + 1) % 3 if turn >= 0 else -1
                if len(trick) == 3:
                    known = "" not in {card for _, card in trick}
                    turn = max(trick, key=lambda row: self.strength(row[1], self.suit(trick[0][1])))[0] if known else -1
            else:
                return self.plays[missing][0]
        return self.plays[-1][0]

    def suit(self, card: str) -> str:
        """The suit a card counts as."""
        return self.trump if card[0] == "X" else card[1]

    def legal(self, seat: int, trick: list[tuple[int, str]], *, first: bool) -> set[str]:
        """The cards a seat may play."""
        hand = self.hands[seat]
        if trick:
            return {card for card in hand if self.suit(card) == self.suit(trick[0][1])} or hand
        if first:
            return hand & {"2c"}
        return hand if self.broken else {card for card in hand if self.suit(card) != self.trump} or hand

    def play(self) -> None:
        """Seventeen tricks."""
        taken = [0, 0, 0]
        self.plays: list[tuple[int, int, str]] = []
        self.broken = self.trump == "c" and self.prebroken
        turn = next(seat for seat in range(3) if "2c" in self.hands[seat])
        for number in range(17):
            if not all(self.hands):  # a gift was not answered: the hand cannot be played out
                self.put(Voided())
                self.ends[self.hand], self.void = len(self.events) + 1, True
                return
            trick: list[tuple[int, str]] = []
            for _ in range(3):
                self.play_card(turn, trick, first=not number)
                turn = (turn + 1) % 3 if len(trick) == 1 and trick[0][0] == turn else self.left(trick)
            turn = max(trick, key=lambda row: self.strength(row[1], self.suit(trick[0][1])))[0]
            taken[turn] += 1
        self.excess = [tricks - quota for tricks, quota in zip(taken, self.quota, strict=True)]
        self.points[self.hand] = [max(0, over) for over in self.excess]
        self.ends[self.hand] = len(self.events) + 1
        self.totals = [total + more for total, more in zip(self.totals, self.points[self.hand], strict=True)]

    def left(self, trick: list[tuple[int, str]]) -> int:
        """The next to the left that has not played to the trick."""
        seats = {seat for seat, _ in trick}
        return next(
            (trick[-1][0] + step) % 3 for step in (1, 2, 3) if step == 3 or (trick[-1][0] + step) % 3 not in seats
        )

    def play_card(self, turn: int, trick: list[tuple[int, str]], *, first: bool) -> None:
        """One card of a seat that has not played to the trick."""
        seats = {seat for seat, _ in trick}
        seat = self.rng.choice([seat for seat in range(3) if seat not in seats]) if self.errs(0.05) else turn
        legal, hand = self.legal(seat, trick, first=first), self.hands[seat]
        card = self.rng.choice(sorted(hand if not legal or self.errs(0.25) else legal))
        self.plays.append((self.put(Played(seat=seat, card=Card(card))), seat, card))
        if seat != turn:
            self.breach("G-13", seat)
            if self.hand not in self.disorder:
                self.disorder[self.hand], self.explained[self.hand] = len(self.events) + 1, self.left_out()
        if any(seat in gift[:2] for gift in [*self.open, *self.misled]):
            self.unsure.add(len(self.events) + 1)
        if card not in legal and (trick or not first or "2c" in hand):
            self.breach("PL-4.1" if trick or first else "PL-4.2", seat)
        only_trumps = all(self.suit(one) == self.trump for one in hand)
        leads_on = bool(trick) and self.suit(trick[0][1]) != self.trump
        if self.suit(card) == self.trump and (leads_on or (only_trumps and not trick and not first)):
            self.broken = True
        hand.discard(card)
        trick.append((seat, card))

    def strength(self, card: str, led: str) -> int:
        """How high a card stands in a trick."""
        rank = {"Xr": 20, "Xb": 19}.get(card) or RANKS.index(card[0])
        return rank + (200 if self.suit(card) == self.trump else 100 if self.suit(card) == led else 0)


def judged(log: Log) -> set[tuple[str, int, int, int | None]]:
    """What an audit finds, each thing once."""
    findings = audit(log).findings
    named = [(one.name, one.clause, one.at, one.seat) for one in findings]
    assert len(set(named)) == len(named), named
    return {(one.clause, one.at, one.found_at, one.seat) for one in findings}


def excused(table: Table, log: Log) -> set[tuple[str, int, int, int]]:
    """The breaches that a scribe's slip may explain as well: what follows a card out of turn in its hand, or a play left out
    before it, plucks of which it cannot be told whether there was a right to them, and hands of which a card may have passed
    that nobody wrote.
    """
    slips = {row for row in table.breaches if row[1] in table.unsure}
    ended = {one.hand: one.result.points for one in audit(log).results}
    for hand, line in table.disorder.items():
        last = table.ends[hand]
        first = min(line - 2, table.explained[hand])
        slips |= {row for row in table.breaches if first <= row[1] <= last and row[0] in {"PL-4.1", "PL-4.2", "G-13"}}
        if hand not in table.points:
            continue
        told = table.points[hand] if hand not in ended else list(ended[hand])
        if told != table.points[hand]:
            slips |= {row for row in table.breaches if row[1] > last and row[0] in {"PL-3.1", "PL-3.5", "PL-3.6"}}
        orders = [row for row in table.breaches if row[0] == "G-13" and line <= row[1] <= last]
        assert told in (table.points[hand], [None] * 3) or len(orders) > 1, (hand, told)
    return slips


def at_once(row: tuple[str, int, int, int | None]) -> tuple[str, int, int, int | None]:
    """A finding; of plucks as if told at once, though they may wait for who names trump to agree with the dealer written."""
    return (*row[:2], row[1], row[3]) if row[0] in {"PL-3.1", "PL-3.5"} else row


def dealt_by_another(table: Table, found: set[tuple[str, int, int, int | None]]) -> bool:
    """Whether an audit takes the dealer written first for wrong (G-8): two acts at least speak against that line."""
    lines = [row[1] for row in found if row[0] == "G-8"]
    for line in lines:
        acts = [row for row in table.breaches if row[1] <= line and row[0] in {"PL-2.3", "PL-2.5", "PL-3.1", "PL-3.5"}]
        assert len(acts) > 1, line
        assert "PL-2.3" in {row[0] for row in acts}, line
    return bool(lines)


def agree(count: int, wild: float) -> int:
    """With all hands an audit finds what the judge finds and when; others find no more. Answers with all breaches."""
    breaches = 0
    for seed in range(count):
        options = OPTIONS[seed % len(OPTIONS)]
        table = Table(seed, wild, options)
        for _ in range(3):
            table.play_hand()
        breaches += len(table.breaches)
        log = log_of("pluck", table.events, seats=3, options={**options, "target": 1000})
        found = {at_once(row) for row in judged(log)}
        if dealt_by_another(table, found):
            continue
        slips = excused(table, log)
        calls = [line for clause, line, *_ in table.breaches if clause == "PL-2.3"]
        slips |= {
            row for row in table.breaches if row[0] in {"PL-3.1", "PL-3.5"} and row[1] > min(calls, default=row[1])
        }
        out_of_turn = {("G-13", line, line) for line in table.disorder.values()}
        assert found <= table.breaches, (seed, found - table.breaches)
        assert table.breaches - found <= slips, seed
        assert out_of_turn <= {row[:3] for row in found}, seed
        if not table.disorder:
            assert audit(log).state.totals == table.totals
        true = {(clause, at, seat) for clause, at, _, seat in table.breaches}
        unanswered = {
            (found_at, seat) for clause, at, found_at, seat in table.breaches if clause == "PL-3.2" and at < found_at
        }
        first = min((found_at for _, _, found_at, _ in table.breaches), default=0)
        for viewer in (PUBLIC, seed % 3):
            seen = judged(redact_log(log, viewer, "copy"))
            which = {
                row[1:2] + row[3:] for row in seen if row[0] == "PL-3.2" and row[2:] in unanswered
            }  # cards tell it
            others = {
                (clause, at, seat) for clause, at, _, seat in seen if clause != "G-10" and (at, seat) not in which
            }
            assert others <= true, (seed, viewer)
            assert all(first and row[2] >= first for row in seen if row[0] == "G-10"), (seed, viewer)
    return breaches


def blurred(log: Log, rng: random.Random) -> Log:
    """The log as a scribe writes it who misses cards, lists, stretches of a hand or a whole one; lines stay."""
    events = list(log.events)
    starts = [at for at, (_, event) in enumerate(events) if isinstance(event, HandStarted)] + [len(events)]
    for hand in (2, 1, 0):
        first, end = starts[hand], starts[hand + 1]
        at = rng.randrange(first + 1, rng.choice((first + 9, end)))
        gap = {0: (at, min(end, at + rng.choice((1, 2, 7)))), 1: (at, end)}.get(rng.randrange(5))
        if gap:
            events[gap[0] : gap[1]] = [(events[at][0], Gap())]
        elif hand and not rng.randrange(4):
            events[first:end] = [(events[first][0], Gap(hands=1))]
    share = rng.choice((0, 0.02, 0.2))
    return Log(log.header, [(line, half_seen(event, rng, share)) for line, event in events])


def half_seen(event: Any, rng: random.Random, share: float) -> Any:
    """The event without some of its cards."""
    if isinstance(event, Dealt) and rng.random() < 0.5:
        hands = [hand if rng.random() < 0.5 else None for hand in event.hands or ()]
        return Dealt(hands=tuple(hands)) if any(hands) else Dealt(each=17)
    if isinstance(event, Gave | Returned | Played) and rng.random() < share:
        return structs.replace(event, card=Card("??"))
    return event


def accuse_nobody(count: int) -> None:
    """Legal play of which something was missed: nothing is found, and no total told is wrong."""
    for seed in range(count):
        options = OPTIONS[seed % len(OPTIONS)]
        table, rng = Table(seed, 0, options), random.Random(seed)
        for _ in range(3):
            table.play_hand()
        whole = log_of("pluck", table.events, seats=3, options={**options, "target": 1000})
        log = blurred(whole, rng)
        for seen in (log, redact_log(log, rng.choice((PUBLIC, 0, 1, 2)), "copy")):
            done = audit(seen)
            assert done.findings == [], seed
            if done.state.phase == "between":
                assert done.state.totals in ([-1, -1, -1], table.totals), seed


def test_legal_play_half_seen_accuses_nobody() -> None:
    accuse_nobody(28)


@pytest.mark.check
def test_legal_play_half_seen_accuses_nobody_1000() -> None:
    accuse_nobody(sessions(1000))


def test_legal_play_is_legal_for_the_judge_and_the_audit() -> None:
    assert agree(14, 0) == 0


@pytest.mark.parametrize("wild", [0.03, 0.3, 0.8])
def test_all_that_the_judge_finds_is_found_and_nothing_else(wild: float) -> None:
    assert agree(14, wild) > 14


@pytest.mark.check
@pytest.mark.parametrize("wild", [0, 0.03, 0.1, 0.3, 0.8])
def test_all_that_the_judge_finds_is_found_and_nothing_else_300(wild: float) -> None:
    agree(sessions(300), wild)
