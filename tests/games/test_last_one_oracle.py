"""Last One: what the library says of a table that is played by the page alone."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.builders import log_of
from tests.experiments import sessions
from tests.games.last_one_naive import Table, options_by
from upcard.engine.audit import audit
from upcard.engine.fold import begin
from upcard.engine.game import Broken, find
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Agreed, Base, Dealt, Drew, Gap, HandStarted, Played, TurnedUp

GAME = find("last_one")
DEALING = (HandStarted, Agreed, Dealt, TurnedUp)


def tables(numbers: range) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Tables of two to six, with options at random."""
    for number in numbers:
        rng = random.Random(number)
        options = options_by(rng)
        yield Table(number, rng.randint(2, 6), options), options


def played_out(table: Table, hands: int = 3, most: int = 150) -> bool:
    """Some hands, as long as two are in the game. Whether all came to an end."""
    return all(table.hand(most) for _ in range(hands) if len(table.playing) > 1)


def log_by(events: list[Base], table: Table, options: dict[str, Any]) -> Log:
    """The log of a table."""
    return log_of("last_one", events, table.seats, options=options)


def stripped(log: Log, rng: random.Random) -> Log:
    """The log without some of the hands, the cards drawn, and what they were drawn for."""
    share, events = rng.random(), []
    for line, event in log.events:
        left = event
        if isinstance(event, Drew) and rng.random() < share:
            left = msgspec.structs.replace(event, cards=None)
        if isinstance(event, Dealt) and event.hands and rng.random() < share:
            some = tuple(held if rng.random() < share else None for held in event.hands)
            left = msgspec.structs.replace(event, hands=some, sizes=tuple(len(held or ()) for held in event.hands))
        events.append((line, left))
    return Log(log.header, events)


def found(log: Log) -> list[object]:
    """What an audit finds, but for notes."""
    return [finding for finding in audit(log).findings if finding.kind != "note"]


# ---- Legal play, and what it counts --------------------------------------------------------------------------------


def legal_play(numbers: range) -> None:
    """No finding at any level of knowledge, and the points of the page."""
    for number, (table, options) in zip(numbers, tables(numbers), strict=True):
        played_out(table)
        log = log_by(table.events, table, options)
        done = audit(log)
        assert [ended.result.points for ended in done.results] == table.points, number
        rng = random.Random(number)
        for known in (
            log,
            redact_log(log, PUBLIC, "c"),
            redact_log(log, number % table.seats, "c"),
            stripped(log, rng),
        ):
            assert found(known) == [], number


def test_lo_legal_play_by_the_page_and_its_points() -> None:
    legal_play(range(40))


@pytest.mark.check
def test_lo_legal_play_by_the_page_and_its_points_over_many_sessions() -> None:
    legal_play(range(sessions(1200)))


# ---- LO-2, LO-5: every card of every hand --------------------------------------------------------------------------


def verdict(state: Any, event: Played | Drew) -> bool:
    """Whether no rule is broken by a play or a draw."""
    answers = [rule.check(state, event) for rule in GAME.rules[type(event)]]
    told = [one for answer in answers if answer for one in (answer if isinstance(answer, list) else [answer])]
    return not any(isinstance(one, Broken) for one in told)


class Watched(Table):
    """A table at which every card of every hand is tried before each act."""

    def begin(self, options: dict[str, Any]) -> None:
        """Nothing was tried yet."""
        self.state: Any = begin(log_of("last_one", [], self.seats, options=options))
        self.folded, self.tried = 0, 0

    def follow(self) -> None:
        """The library folds what has happened."""
        for event in self.events[self.folded :]:
            self.state.line += 1
            self.state.step += 1
            GAME.transitions[type(event)](self.state, event)
        self.folded = len(self.events)

    def act(self) -> None:
        """Something legal happens, after all that might."""
        self.follow()
        unsaid = self.rules["calls_recorded"] == "no" and self.debts  # a penalty may have been drawn, or not
        if self.state.phase == "play" and not unsaid:
            for one in self.tries():
                stands = str(one.stands_for) if one.stands_for else None
                assert verdict(self.state, one) == self.legal(one.seat, str(one.card), stands), (self.events[-5:], one)
                self.tried += 1
        super().act()


def every_card(numbers: range, kind: type["Watched"] = Watched) -> int:
    """How many cards were tried."""
    tried = 0
    for number in numbers:
        rng = random.Random(number)
        options = options_by(rng)
        table = kind(number, rng.randint(2, 6), options)
        table.begin(options)
        played_out(table, hands=2, most=60)
        tried += table.tried
    return tried


def test_lo_2_what_may_be_played_is_what_the_page_says() -> None:
    assert every_card(range(12)) > 10_000


@pytest.mark.check
def test_lo_2_what_may_be_played_is_what_the_page_says_over_many_sessions() -> None:
    assert every_card(range(sessions(240))) > 30_000


# ---- LO-2.2, LO-5.6, LO-9.0: every draw by every seat -----------------------------------------------------------------


class Drawing(Watched):
    """A table at which draws of all kinds are tried before each act."""

    def may_draw(self, seat: int, count: int, why: str) -> bool:
        """Whether a seat may draw so many cards for this reason."""
        there, more = len(self.stock), len(self.pile) > 1
        if count > there or (self.last_out >= 0 and not self.run and not self.debts):
            return False
        if not self.debts and not self.run:
            return (why, seat) == ("turn", self.turn) and (count == 1 or (count == there == 0 and not more))
        if self.debts:
            owes, owed, reason = self.debts[0].seat, self.debts[0].owed, str(self.debts[0].why)
        else:
            rank, _, _, owes = self.run or (0, "", 0, 0)
            owed, reason = min(rank + 1, 10), "melee"
        full = count == owed or (count == there < owed and bool(there or not more))
        return (why, seat) == (reason, owes) and full

    def owes_so_many(self, seat: int, count: int) -> bool:
        """Whether a draw is plainly one that is owed, whatever the reason written."""
        owed = [(one.seat, one.owed) for one in self.debts]
        owed += [(self.run[3], min(self.run[0] + 1, 10))] if self.run else []
        return any(seat == one and count in {cards, len(self.stock)} for one, cards in owed)

    def act(self) -> None:
        """Something legal happens, after all that might."""
        self.follow()
        unsaid = self.rules["calls_recorded"] == "no"
        for seat in range(self.seats if self.state.phase == "play" and not self.lapsed else 0):
            for count in (0, 1, 2, 4, 5):
                for why in ("turn", "two", "melee", "missed_call"):
                    if self.owes_so_many(seat, count) or (unsaid and (self.debts or why == "missed_call")):
                        continue
                    right = seat in self.players and self.may_draw(seat, count, why)
                    one = Drew(seat=seat, count=count, why=why)
                    assert verdict(self.state, one) == right, (self.events[-4:], one)
                    self.tried += 1
        Table.act(self)


def test_lo_9_0_what_may_be_drawn_is_what_the_page_says() -> None:
    assert every_card(range(8), Drawing) > 10_000


# ---- Gaps ----------------------------------------------------------------------------------------------------------


def cut(events: list[Base], rng: random.Random) -> list[Base] | None:
    """The events with a stretch of play missing, and a gap told in its place."""
    first = rng.randrange(3, len(events))
    last = min(len(events), first + rng.randrange(6))
    dealt = any(isinstance(event, DEALING) for event in events[first:last])
    if dealt or isinstance(events[first - 1], HandStarted | Agreed) or isinstance(events[first], HandStarted):
        return None
    return [*events[:first], Gap(), *events[last:]]


def gaps(numbers: range) -> None:
    """A stretch that was missed accuses nobody."""
    for number, (table, options) in zip(numbers, tables(numbers), strict=True):
        played_out(table, hands=2, most=80)
        rng = random.Random(number)
        for left in filter(None, (cut(table.events, rng) for _ in range(4))):
            log = log_by(left, table, options)
            for known in (log, redact_log(log, PUBLIC, "c"), redact_log(log, number % table.seats, "c")):
                assert found(known) == [], number


def test_lo_a_gap_accuses_nobody() -> None:
    gaps(range(20))


@pytest.mark.check
def test_lo_a_gap_accuses_nobody_over_many_sessions() -> None:
    gaps(range(sessions(600)))
