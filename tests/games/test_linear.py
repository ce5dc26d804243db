"""The time of an audit grows with the lines of the log, and no faster: any line or block of any sample may be repeated, as often
as somebody likes.
"""

from pathlib import Path
from random import Random
from time import process_time

import pytest

from tests.games.games import GAMES
from upcard.engine.audit import audit
from upcard.engine.kernel.explain import PER_EVENT, SPARE, STEPS
from upcard.engine.kernel.reading import Reading
from upcard.engine.kernel.sheet import MOST
from upcard.engine.log import Log
from upcard.records.logfile import read_log

ROOT = Path(__file__).parents[2]
SHORT, LONGER = 400, 1_600


def repeated(log: Log, chance: Random, lines: tuple[int, ...]) -> list[Log]:
    """The log with a line or a block of it repeated, until it has so many lines."""
    events = [event for _, event in log.events]
    size = chance.choice([1, 1, 2, 3, 8])
    start = chance.randrange(len(events))
    block = events[start : start + size]
    times = [1 + max(0, more - len(events)) // len(block) for more in lines]
    return [Log.of(log.header, [*events[:start], *block * more, *events[start + size :]]) for more in times]


@pytest.mark.torture
@pytest.mark.parametrize("key", GAMES)
def test_any_repetition_of_any_block_takes_time_that_grows_with_its_lines(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = [0]
    take = Reading.take

    def counted(self: Reading, line: int, event: object) -> list[Reading] | None:
        taken[0] += 1
        return take(self, line, event)

    monkeypatch.setattr(Reading, "take", counted)
    chance = Random(key)
    samples = sorted((ROOT / "sample_logs" / key).glob("*.jsonl"))
    for path in chance.sample(samples, 3):
        seconds = []
        for log in repeated(read_log(path).log, chance, (SHORT, LONGER)):
            taken[0], began = 0, process_time()
            done = audit(log)
            assert done.findings is not None
            seconds.append(process_time() - began)
            assert taken[0] <= (PER_EVENT + MOST) * len(log.events) + SPARE + STEPS, path.stem
        assert seconds[1] <= 12 * seconds[0] + 1, (path.stem, seconds)


def test_a_hand_begun_again_and_again_is_looked_at_once_each_time() -> None:
    log = read_log(ROOT / "sample_logs/court_piece/full_hand.jsonl").log
    first = log.events[0][1]
    seconds = []
    for times in (250, 1_000):
        again = Log.of(log.header, [first] * times)
        began = process_time()
        assert audit(again).findings
        seconds.append(process_time() - began)
    assert seconds[1] <= 8 * seconds[0] + 0.5, seconds
