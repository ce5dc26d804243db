"""Court Piece: any act at any moment of a hand, judged by the page alone with all hands known."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.experiments import sessions
from tests.games.test_court_piece_oracle import beats
from tests.games.test_court_piece_slips import evening
from upcard.engine.audit import Audit
from upcard.engine.game import find
from upcard.engine.log import Log, Numbered
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import (
    Base,
    Corrected,
    Dealt,
    HandStarted,
    Played,
    Ruled,
    Stopped,
    TrumpNamed,
    Voided,
)


@dataclass
class Moment:
    """A hand of legal play as far as it has come."""

    options: dict[str, Any]
    hands: list[list[Card]] = field(default_factory=lambda: [[], [], [], []])
    packets: int = 0
    caller: int = -1
    trump: str = ""
    plays: list[tuple[int, Card, tuple[Card, ...]]] = field(default_factory=list)
    on: bool = False
    number: int = 0

    def take(self, event: Base) -> None:
        """One more event of legal play."""
        if isinstance(event, HandStarted):
            self.hands, self.packets, self.trump, self.plays, self.on = [[], [], [], []], 0, "", [], True
            self.number += 1
            self.caller = (event.dealer or 0) + (3 if self.options.get("direction") == "right" else 1) & 3
        elif isinstance(event, Dealt):
            self.packets += 1
            for hand, cards in zip(self.hands, event.hands or (), strict=True):
                hand.extend(cards or ())
        elif isinstance(event, TrumpNamed):
            self.trump = event.suit
        elif isinstance(event, Played):
            self.plays.append((event.seat, event.card, tuple(self.hands[event.seat])))
            self.hands[event.seat].remove(event.card)
            stops = self.swept() and len(self.plays) == 28 and not self.options.get("play_on_allowed", True)
            self.on = len(self.plays) < 52 and not stops
        elif isinstance(event, Stopped):
            self.on = False

    def trick(self) -> list[tuple[int, Card, tuple[Card, ...]]]:
        """The open trick."""
        return self.plays[len(self.plays) // 4 * 4 :]

    def winners(self) -> list[int]:
        """Who has won each trick."""
        won = []
        for first in range(0, len(self.plays) // 4 * 4, 4):
            best = self.plays[first]
            for one in self.plays[first + 1 : first + 4]:
                best = one if beats(one[1], best[1], self.trump) else best
            won.append(best[0])
        return won

    def swept(self) -> bool:
        """Whether one side took the first seven."""
        won = self.winners()[:7]
        return len(won) == 7 and len({seat % 2 for seat in won}) == 1

    def turn(self) -> int:
        """Who is next."""
        if self.trick():
            return (self.plays[-1][0] + (3 if self.options.get("direction") == "right" else 1)) % 4
        return self.winners()[-1] if self.plays else self.caller

    def follows(self, seat: int) -> list[Card]:
        """The cards a seat may play now."""
        led = self.trick()[0][1].suit if self.trick() else ""
        return [card for card in self.hands[seat] if card.suit == led] or self.hands[seat]

    # ---- What the page says of an act: the clauses it must bring, and those that it may bring besides ---------------

    def judge(self, event: Base) -> tuple[set[str], set[str]]:
        """An act, legal or not."""
        if isinstance(event, Played):
            return self.judge_play(event)
        if isinstance(event, TrumpNamed):
            late = {"CP-2.4"} if self.packets == 2 and not self.trump else set()
            return {"CP-9.3"} if self.trump else late if event.seat == self.caller else {"CP-2.4"}, set()
        if isinstance(event, Dealt):
            return {"CP-2.4"} if self.packets == 1 and not self.trump else {
                "G-5"
            } if self.packets == 2 else set(), set()
        if isinstance(event, Corrected):
            return self.judge_change(event)
        if isinstance(event, Ruled):
            return self.judge_claim(event.trick or 0)
        if isinstance(event, Stopped):
            return self.judge_stop()
        return set(), {"CP-3.2", "CP-4"}

    def judge_play(self, event: Played) -> tuple[set[str], set[str]]:
        """CP-3.1, G-13, G-5."""
        seat, card, turn = event.seat, event.card, self.turn()
        mine = card in self.hands[seat]
        must = set() if mine else {"G-5"}
        if seat != turn:
            if card in self.hands[turn]:
                return must, set()  # written for another seat: it says nothing of this one, and little of that
            seen = any(one[1] == card for one in self.plays)  # either line may be wrong: who had won is not certain
            strange = {"CP-3.1"} if card not in self.follows(seat) else set()
            return must | (set() if seen else {"G-13"}), strange | {"G-13"}
        return must | ({"CP-3.1"} if mine and card not in self.follows(seat) else set()), set()

    def judge_stop(self) -> tuple[set[str], set[str]]:
        """CP-3.2, and CP-3.3 between two tricks; the last card of a trick may be missing in the record."""
        if not self.plays:
            return {"G-5"}, set()
        if len(self.plays) % 4 == 3 and len(self.plays) >= 27:
            return set(), {"CP-3.2"}
        if not self.swept():
            return {"CP-3.2"}, set()
        return {"CP-3.3"} if self.trick() else set(), set()

    def judge_change(self, event: Corrected) -> tuple[set[str], set[str]]:
        """CP-6.1, CP-6.2: nobody has revoked, so no card may be changed."""
        seats = {one[0]: one[1] for one in self.plays[(len(self.plays) - 1) // 4 * 4 :]} if self.plays else {}
        if (event.seat, event.card) in seats.items():
            return {"G-5"}, set()
        must = set() if event.card in self.hands[event.seat] else {"G-5"}
        led = next(iter(seats.values())).suit if seats else ""
        put_right = event.seat in seats and seats[event.seat].suit != led == event.card.suit
        closed = len(self.plays) % 4 == 0 and self.options.get("revoke_window", "trick_open") == "trick_open"
        if put_right and not closed:
            return must, set()  # it would have followed: the card it changed to is nowhere in its hand
        return must, {"CP-6.1", "CP-6.2", "CP-3.1"}

    def judge_claim(self, number: int) -> tuple[set[str], set[str]]:
        """CP-6.3, CP-6.6, CP-9.1: nobody has revoked, so every claim is false."""
        if not self.plays:
            return {"G-5" if self.number == 1 else "CP-6.4"}, set()
        done = len(self.plays) // 4
        closing = self.options.get("revoke_window") == "before_next_lead" and number == done and not self.trick()
        return {"CP-6.6"} | (
            {"CP-9.1"} if closing else {"CP-6.1"} if number == done + 1 and self.trick() else set()
        ), set()


def acts(moment: Moment, rng: random.Random) -> Iterator[Base]:
    """What anybody might do now: every card of every seat, and all else."""
    yield from (TrumpNamed(seat=seat, suit=rng.choice("cdhs")) for seat in range(4))
    if moment.packets < 2:
        return
    yield from (Played(seat=seat, card=card) for seat in range(4) for card in PACK)
    yield from (Corrected(seat=seat, card=card) for seat in range(4) for card in rng.sample(PACK, 6))
    yield from (Ruled(what="revoke", seat=seat, trick=rng.randrange(1, 14)) for seat in range(4))
    yield from (Dealt(each=8), Stopped(), Voided(), HandStarted())


def offered(audit: Audit) -> set[Base]:
    """What the library says may come next, but for what chance brings, the end, and cards shown."""
    given = [act.choices or () for act in find("court_piece").due(audit.state)]
    return {event for choices in given for event in choices if isinstance(event, Played | TrumpNamed | Stopped)}


def due(moment: Moment) -> set[Base]:
    """What may come next by the page."""
    if moment.packets == 1 and not moment.trump:
        return {TrumpNamed(seat=moment.caller, suit=suit) for suit in "cdhs"}
    if not moment.on or moment.packets < 2:
        return set()
    seat = moment.turn()
    plays: set[Base] = {Played(seat=seat, card=card) for card in moment.follows(seat)}
    return plays | ({Stopped()} if moment.plays and not moment.judge_stop()[0] and not moment.trick() else set())


def is_right(audit: Audit, numbered: Numbered, must: set[str], may: set[str]) -> bool:
    """Whether the audit finds what the page says, each of it once, on this line."""
    before = len(audit.findings)
    audit.feed([numbered])
    found = [one.clause for one in audit.findings[before:] if one.kind != "note"]
    return must <= set(found) <= must | may and len(set(found)) == len(found)


def any_act(evenings: int, share: float) -> None:
    """At moments of legal evenings, every act that anybody may think of."""
    for number in range(evenings):
        one, rng = evening(number, rows=False, hands=2), random.Random(number)
        done, moment = Audit(Log(one.log([]).header, [])), Moment(one.options)
        for line, event in enumerate(one.events, start=2):
            if moment.on:
                assert offered(done) == due(moment), (number, line)
            if moment.on and moment.packets and rng.random() < share:
                for act in acts(moment, rng):
                    assert is_right(done.copied(), (line, act), *moment.judge(act)), (number, line, act)
            moment.take(event)
            done.feed([(line, event)])
        assert not done.findings


def test_any_act_at_any_moment_is_judged_as_the_page_says() -> None:
    any_act(4, 0.015)


@pytest.mark.check
def test_any_act_at_any_moment_is_judged_as_the_page_says_20() -> None:
    any_act(sessions(20), 0.08)
