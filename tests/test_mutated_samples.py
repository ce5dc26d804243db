"""However a sample log is changed, as long as it can be read it can be judged: no change brings a traceback."""

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.experiments import sessions
from tests.harness.logs import can_be_read
from tests.test_strange_logs import held
from upcard.records.logfile import read_bytes
from upcard.schemas.errors import UpcardError

SAMPLES = Path(__file__).parents[1] / "sample_logs"
ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    63,
    255,
    10**6,
    "",
    "??",
    "Kd",
    "x",
    [],
    ["Kd", "Kd"],
    [0],
    [[0, 1], [2]],
    {},
)
"""Values that are put where others stood, beside those that the field has in other lines of the samples."""


@cache
def samples() -> list[list[dict[str, Any]]]:
    """The lines of each sample, without seals."""
    logs = [path.read_text(encoding="utf-8").splitlines() for path in sorted(SAMPLES.glob("*/*.jsonl"))]
    found = [[json.loads(line) for line in lines] for lines in logs]
    return [[line for line in log if line["do"] != "sealed"] for log in found]


@cache
def values() -> dict[str, list[Any]]:
    """What stands in each field somewhere."""
    found = defaultdict(list)
    for log in samples():
        for line in log:
            for name, value in line.items():
                found[name].append(value)
    return dict(found)


def mutated(rng: random.Random) -> Iterator[dict[str, Any]]:
    """The lines of a sample with one to four changes: lines left out, doubled, moved, of other logs, with other values."""
    header, *lines = rng.choice(samples())
    yield header
    lines = [dict(line) for line in lines]
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(lines))
        match rng.randrange(8):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(at, lines[rng.randrange(len(lines))])
            case 2:
                lines.insert(at, lines.pop(rng.randrange(len(lines))))
            case 3:
                lines.insert(at, rng.choice(rng.choice(samples())[1:]))
            case 4:
                kept = {name: value for name, value in lines[at].items() if name == "do" or rng.random() < 0.5}
                lines[at] = kept if can_be_read(kept) else lines[at]
            case _:
                lines[at] = with_another_value(rng, lines[at])
    yield from lines


def with_another_value(rng: random.Random, line: dict[str, Any]) -> dict[str, Any]:
    """The line with another value in one of its fields: one of another line, or an odd one."""
    for _ in range(9):
        name = rng.choice(list(line))
        other = line | {name: rng.choice(ODD if rng.random() < 0.4 else values()[name])}
        if can_be_read(other):
            return other
    return line


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize(
    "count",
    [
        40,
        pytest.param(sessions(1_000), marks=pytest.mark.check),
        pytest.param(100_000, marks=pytest.mark.torture),
    ],
)
def test_any_sample_that_was_changed_and_can_be_read_is_judged(count: int) -> None:
    judged = 0
    for number in range(count):
        lines = [json.dumps(line) for line in mutated(random.Random(number))]
        try:
            log = read_bytes(("\n".join(lines) + "\n").encode()).log
        except UpcardError:
            continue
        judged += 1
        try:
            held(log, every=20)
        except Exception as fault:
            raise AssertionError(f"sample {number}: " + "\n".join(lines)) from fault
    assert judged > count * 3 // 4
