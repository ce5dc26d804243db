"""Court Piece: records of which only part was written down; what they prove is found, and nothing else."""

import random
from typing import Any

import pytest

from tests.builders import log_of
from tests.experiments import sessions
from tests.games.test_court_piece_oracle import OPTIONS, Table, house
from tests.games.test_court_piece_slips import evening, nothing_wrong_is_told
from upcard.engine.audit import audit
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Base, Dealt, Gap, HandStarted, Played, Scored

Hidden = tuple[Card, ...] | None


def part_of(hand: Hidden, rng: random.Random) -> Hidden:
    """A list of which all, some or nothing was written down."""
    kind = rng.choice(["all", "some", "some", "nothing"])
    if hand is None or kind == "nothing":
        return None
    return hand if kind == "all" else tuple(card if rng.random() < 0.5 else UNKNOWN for card in hand)


def partly(event: Base, rng: random.Random) -> Base:
    """A deal or a row with some of it left out."""
    if isinstance(event, Dealt) and event.hands is not None:
        return Dealt(hands=tuple(part_of(hand, rng) for hand in event.hands))
    if isinstance(event, Scored):
        kept: dict[str, Any] = {name: getattr(event, name) for name in ("tricks", "points", "totals", "trump")}
        return Scored(seat=event.seat, **{name: value for name, value in kept.items() if rng.random() < 0.6})
    return event


def of_legal_play(count: int) -> None:
    """Nobody is accused, and nothing is told that is not so: lists and rows known in part, a stretch missed."""
    for number in range(count):
        one, rng = evening(number, rows=bool(number % 2)), random.Random(number)
        events = [partly(event, rng) for event in one.events]
        at, length = rng.randrange(1, len(events) - 1), rng.randrange(30)
        if not any(isinstance(event, HandStarted) for event in events[at : at + length]):
            events[at : at + length] = [Gap()] * bool(length)
        done = audit(one.log(events))
        assert [row for row in done.findings if row.kind != "note"] == [], number
        nothing_wrong_is_told(one, done, number)


def of_broken_rules(count: int) -> None:
    """What is found is true, and courts, streak and dealers are those of the page, with any house rules."""
    for number in range(count):
        rng = random.Random(number)
        table = Table(rng, house(rng))
        events = [partly(event, rng) for _, event in table.session(4).events]
        done = audit(log_of("court_piece", events, options=table.options))
        told = {(row.clause, row.at, row.seat) for row in done.findings if row.kind != "note" and row.name != "no_hand"}
        assert {row for row in told if row[0] != "G-10"} <= set(table.faults), number
        assert done.state.courts == table.courts, number


def shown_by(events: list[Base], seat: int, line: int) -> int:
    """The line on which a seat that did not follow on this line shows a card of the suit that was led, or 0 (G-9)."""
    started = max(at for at, event in enumerate(events[: line - 2]) if isinstance(event, HandStarted))
    plays = [(at, event) for at, event in enumerate(events) if at >= started and isinstance(event, Played)]
    place = [at for at, _ in plays].index(line - 2)
    led = plays[place // 4 * 4][1].card.suit
    ends = [at for at, event in enumerate(events) if at > line and isinstance(event, HandStarted)]
    later = [at for at, event in plays[place + 1 :] if event.seat == seat and event.card.suit == led]
    return next((at + 2 for at in later if not ends or at < ends[0]), 0)


def of_revokes(count: int) -> None:
    """Every revoke that is shown is found, no later than it is shown, and nobody else is accused."""
    for number in range(count):
        rng = random.Random(number)
        table = Table(rng, OPTIONS[number % len(OPTIONS)])
        table.chance = lambda share, rng=rng: rng.random() < {0.02: 0.06, 0.3: 0.3}.get(share, 0)
        due = rng.randrange(4)
        while len(table.events) < 100 and due >= 0:
            table.begin(due)
            due = table.count(*table.play_hand())
        true = {(line, seat) for clause, line, seat in table.faults if clause == "CP-3.1" and seat is not None}
        events = [partly(event, rng) for event in table.events]
        done = audit(log_of("court_piece", events, options=table.options or None))
        found = {(row.at, row.seat): row.found_at for row in done.findings if row.clause == "CP-3.1"}
        assert found.keys() <= true, number
        for line, seat in true:
            proof = shown_by(events, seat, line)
            assert not proof or found[line, seat] <= proof, (number, line)


@pytest.mark.parametrize("check", [of_legal_play, of_broken_rules, of_revokes])
def test_what_is_known_in_part_proves_what_it_proves(check: Any) -> None:
    check(20)


@pytest.mark.check
@pytest.mark.parametrize("check", [of_legal_play, of_broken_rules, of_revokes])
def test_what_is_known_in_part_proves_what_it_proves_200(check: Any) -> None:
    check(sessions(200))
