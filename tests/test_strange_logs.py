"""No log that can be read is too strange to be judged: rows with fewer or more numbers than seats, lines twice, left out or
in another place, acts of seats that are not there. What may come next and what there is to see can be told after each.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.experiments import WAITED_FOR, sessions
from tests.test_every_game import any_sessions, each_game
from upcard.engine import audit as audits
from upcard.engine.audit import Audit, audit
from upcard.engine.effective import AMENDMENTS
from upcard.engine.game import find
from upcard.engine.log import Log, Numbered
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.logfile import read_log
from upcard.schemas.events import Event, HandStarted, Scored

pytestmark = pytest.mark.check

ROWS = [
    name
    for name in Scored.__struct_fields__
    if name in ["counts", "tricks", "points", "totals", "aces", "plucks", "melds", "bids"]
]
NUMBERS = (
    (),
    (0,),
    (3,),
    (0, 0),
    (5, -2),
    (7, 6, 4),
    (0, 0, 0),
    (2, 0, 0, 0),
    (13, 0, 0, 0),
    (1, 2, 3, 4, 5),
    (0,) * 9,
)
LOGS = Path(__file__).parent / "strange_logs"


def held(log: Log, every: int = 1) -> None:
    """The log can be judged, and after its events it can be told what may come next, and what there is to see. every: of so
    many events one is chosen, after which it is told.
    """
    rng, game, done = random.Random(len(log.events)), find(log.header.game), Audit(Log(log.header, []))
    for numbered in log.events:
        done.feed([numbered])
        if not rng.randrange(every):
            game.due(done.state)
            game.scene(done.state)
    whole = audit(log) if any(type(event) in AMENDMENTS for _, event in log.events) else done
    for one in whole.results:
        assert len(one.result.points) in {0, len(one.result.won)}


def row(rng: random.Random, seats: int) -> Scored:
    """A row of which some columns have as many numbers as there are seats, and some have not."""
    fields: dict[str, object] = {}
    for name in rng.sample(ROWS, rng.randint(1, 4)):
        fields[name] = rng.choice([*NUMBERS, *[tuple(rng.randint(0, 13) for _ in range(seats))] * 9])
    if rng.random() < 0.3:
        fields["seat"] = rng.choice([0, seats - 1, seats, 40])
    if rng.random() < 0.3:
        fields["side"] = rng.choice([0, 1, 2, 40])
    if rng.random() < 0.2:
        fields["amount"] = rng.choice([-5, 0, 1, 100])
    if rng.random() < 0.2:
        fields["bombs"] = rng.choice([0, 1, 40])
    return Scored(**fields, void=rng.random() < 0.1)  # type: ignore[arg-type]


def rows_alone(rng: random.Random, log: Log) -> Iterator[Event]:
    """A sheet."""
    for _ in range(rng.randint(1, 6)):
        if rng.random() < 0.8:
            yield HandStarted(dealer=rng.choice([None, 0, 1, 9]))
        yield row(rng, len(log.header.seats))


def made_strange(rng: random.Random, events: list[Numbered], seats: int) -> list[Event]:
    """The events with some slips."""
    found = [event for _, event in events]
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        at, other = rng.randrange(len(found)), rng.randrange(len(found))
        match rng.randrange(6):
            case 0:
                found.insert(at, found[other])
            case 1 if len(found) > 1:
                del found[at]
            case 2:
                found[at], found[other] = found[other], found[at]
            case 3:
                found.insert(at, row(rng, seats))
            case 4 if getattr(found[at], "seat", None) is not None:
                found[at] = msgspec.structs.replace(found[at], seat=rng.choice([*range(seats), seats, 30]))
            case _:
                found[at : at + rng.randint(2, 6)] = found[at : at + rng.randint(2, 6)] * 2
    return found


def strange(game: str, numbers: range) -> Iterator[tuple[int, Log]]:
    for number, rng, log in any_sessions(game, numbers, hands=2):
        seen = redact_log(log, PUBLIC, "copy") if number % 3 == 0 else log
        kept = seen.events[: rng.randint(1, len(seen.events))]
        yield number, Log.of(seen.header, list(rows_alone(rng, log)))
        yield number, Log.of(seen.header, made_strange(rng, kept, len(log.header.seats)))


@pytest.mark.usefixtures("short_searches")
@each_game
def test_any_strange_log_can_be_judged(game: str) -> None:
    for _, log in strange(game, range(2)):
        held(log, every=12)


@pytest.mark.check
@each_game
def test_many_strange_logs_can_be_judged(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What explains them is looked for to the end; in CI of every other session alone."""
    for number, log in strange(game, range(2, 2 + sessions(6))):
        with monkeypatch.context() as one:
            if WAITED_FOR and number % 2:
                one.setattr(audits, "SPARE", 1_000)
            held(log, every=12)


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_logs_that_once_could_not_be_judged(path: Path) -> None:
    held(read_log(path).log)
