"""The time of an audit grows with the lines of the log, and no faster: any line or block of any sample may be repeated, as often
as somebody likes.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

import pytest

from upcard.engine import audit as explained
from upcard.engine.audit import LONG, Audit, audit
from upcard.engine.game import own_games
from upcard.engine.kernel.reading import Reading, Steps
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, sessions
from upcard.records.logfile import read_log

ROOT = Path(__file__).parents[2]
WARM, TIMED = LONG, 2 * LONG
"""So many lines are judged before steps are counted, and so many of which they are: a long hand is judged in parts of so many."""
MOST_OF_LEGAL = 4
"""So many times as long as an event of a legal log one of a repetition may take, once the steps are used up that a log has at first."""
AT_FIRST = 6.0
"""The seconds that these steps may take."""


def repeated(log: Log, start: int, size: int, lines: int) -> Log:
    """The log up to a block, which is repeated until there are so many lines."""
    events = [event for _, event in log.events]
    block = events[start : start + size]
    return Log.of(log.header, [*events[:start], *block * (1 + (lines - start) // size)][:lines])


def blocks(key: str, count: int, lines: int = WARM + TIMED) -> Iterator[tuple[str, Log, Log]]:
    """Blocks of one to five lines of a game's samples, each repeated, with its sample."""
    chance = Random(key)
    samples = sorted((ROOT / "sample_logs" / key).glob("*.jsonl"))
    for path in chance.choices(samples, k=count):
        log = read_log(path).log
        size = min(chance.choice([1, 1, 2, 3, 4, 5]), len(log.events))
        start = chance.randrange(len(log.events) - size + 1)
        yield f"{path.stem} {start} {size}", log, repeated(log, start, size, lines)


def steps_of(log: Log, place: int, counted: list[int]) -> float:
    """How many events are read and readings copied for each event from a place on."""
    judged = Audit(log)
    judged.feed(log.events[:place])
    before = counted[0]
    judged.feed(log.events[place:])
    return (counted[0] - before) / (len(log.events) - place)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of events that were read and of readings that were copied, where a log has no steps to begin with."""
    number = [0]
    take, copied = Reading.take, Reading.copied

    def take_counted(self: Reading, line: int, event: object) -> list[Reading] | None:
        number[0] += not self.state.blind  # of what was missed an event tells nothing, and takes no time
        return take(self, line, event)

    def copied_counted(self: Reading, steps: Steps | None = None, state: object = None) -> Reading:
        number[0] += 1
        return copied(self, steps, state)

    monkeypatch.setattr(Reading, "take", take_counted)
    monkeypatch.setattr(Reading, "copied", copied_counted)
    monkeypatch.setattr(explained, "SPARE", 0)
    return number


@pytest.mark.parametrize(
    "count", [2, pytest.param(6, marks=pytest.mark.check), pytest.param(1_000, marks=pytest.mark.torture)]
)
@pytest.mark.parametrize("key", [game.key for game in own_games()])
def test_no_repetition_of_any_block_makes_an_event_cost_many_steps(key: str, count: int, counted: list[int]) -> None:
    for name, sample, log in blocks(key, count):
        own = steps_of(sample, 0, counted)
        assert steps_of(log, WARM, counted) <= MOST_OF_LEGAL + own, name


@pytest.mark.parametrize(
    ("key", "name", "start", "size"),
    [
        ("court_piece", "score_sheet", 9, 5),  # thirteen readings, none of whose hands is followed
        ("last_one", "as_seat_1_saw_it", 2, 1),  # acts that were left out before each line
        ("spinado", "full_hands", 19, 3),  # hands that anybody may have dealt
    ],
)
def test_blocks_that_took_many_steps_take_few(key: str, name: str, start: int, size: int, counted: list[int]) -> None:
    sample = read_log(ROOT / "sample_logs" / key / f"{name}.jsonl").log
    assert steps_of(repeated(sample, start, size, WARM + TIMED), WARM, counted) <= MOST_OF_LEGAL


@pytest.mark.torture
@pytest.mark.parametrize("lines", [500, 5_000, 50_000])
@pytest.mark.parametrize("key", [game.key for game in own_games()])
def test_any_repetition_takes_time_that_grows_with_its_lines(key: str, lines: int) -> None:
    legal = list(islice(sessions(Setup(game=key, seed=7), hands=10, count=20), 20))
    of_event = seconds_of(legal) / sum(len(log.events) for log in legal)
    for name, sample, log in blocks(key, 8, lines):
        own = max(of_event, seconds_of([sample] * 9) / 9 / len(sample.events))  # rows of a sheet take longer than plays
        assert seconds_of([log]) <= MOST_OF_LEGAL * own * len(log.events) + AT_FIRST, name


def seconds_of(logs: Sequence[Log]) -> float:
    """How long it takes to judge logs."""
    began = process_time()
    assert all(audit(log).state for log in logs)
    return process_time() - began


def test_a_hand_begun_again_and_again_is_looked_at_once_each_time() -> None:
    log = read_log(ROOT / "sample_logs/court_piece/full_hand.jsonl").log
    first = log.events[0][1]
    seconds = []
    for times in (100, 400):
        again = Log.of(log.header, [first] * times)
        began = process_time()
        assert audit(again).findings
        seconds.append(process_time() - began)
    assert seconds[1] <= 8 * seconds[0] + 0.5, seconds
