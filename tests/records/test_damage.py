"""R3, R4, R5: truncations, flipped bits, and lines moved about. All are found, with the span, or are a torn tail."""

import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from tests.experiments import sessions, steps
from tests.harness.disk import SimulatedDisk
from tests.harness.logs import HEADER, any_event, log_bytes, session
from upcard import sample_logs
from upcard.engine.game import all_games
from upcard.engine.simulate import Setup, simulate
from upcard.records.logfile import (
    Head,
    LogWriter,
    Read,
    check_head,
    head_of,
    read_bytes,
    sealed_bytes,
)
from upcard.schemas.codec import encode_line
from upcard.schemas.errors import CorruptError, TornError, UnreadableError, UpcardError
from upcard.schemas.events import Noted

SAMPLES = Path(sample_logs.__file__).parent


def one_hand(game: str) -> bytes:
    """A sealed log of one hand of a game."""
    log = simulate(Setup(game=game, seed=4), hands=1)
    return sealed_bytes(log.header, [event for _, event in log.events])


SEALED = [
    *(
        pytest.param(partial(one_hand, game.key), id=game.key, marks=pytest.mark.check)
        for game in list(all_games())[:: steps(1)]
    ),
    pytest.param(partial(log_bytes, 4, 1, 13), id="notes", marks=pytest.mark.check),
    pytest.param(partial(log_bytes, 4, 3, 52), id="three hands", marks=pytest.mark.torture),
    *(
        pytest.param(path.read_bytes, id=f"{path.parent.name} {path.stem}", marks=pytest.mark.torture)
        for path in sorted(SAMPLES.glob("*/*.jsonl"))
    ),
]
"""Logs to damage in every place: one hand of each game, and the samples."""


def heads(data: bytes) -> list[Head]:
    """The head after each line."""
    return [head_of(data[:end]) for end in read_bytes(data).starts()[1:]]


@pytest.mark.parametrize("make", SEALED)
def test_every_truncation_recovers_to_the_last_whole_line(make: Callable[[], bytes]) -> None:
    data = make()
    starts, kept = read_bytes(data).starts(), heads(data)
    for size in range(len(data) + 1):
        cut = data[:size]
        whole = max(number for number, start in enumerate(starts) if start <= size)
        if not whole:
            with pytest.raises(TornError):
                read_bytes(cut)
            continue
        read = read_bytes(cut)
        assert read.data == data[: starts[whole]]
        assert (read.torn is None) == (size == starts[whole])
        assert recovered(cut).data == data[: starts[whole]]
        check_head(read.data, kept[whole - 1])
        if whole < len(kept):
            with pytest.raises(CorruptError, match="are gone"):
                check_head(read.data, kept[whole])


def recovered(data: bytes) -> Read:
    """A log after a writer opened it."""
    disk, path = SimulatedDisk(), Path("/table/log.jsonl")
    disk.write(disk.create(path), data, 0)
    LogWriter.open(path, storage=disk).close()
    after = read_bytes(bytes(disk.names[path].cache))
    assert after.torn is None
    rest = data[len(after.data) :]
    assert bool(rest) == (path.with_name("log.jsonl.torn-1") in disk.names)
    assert not rest or disk.names[path.with_name("log.jsonl.torn-1")].cache == rest
    return after


@pytest.mark.parametrize("left", [b"", b"\0", bytes(7)])
def test_a_last_seal_that_lacks_only_its_line_end_is_torn(left: bytes) -> None:
    data = log_bytes(3, 1, 3)
    before = data[: read_bytes(data).starts()[-2]]
    assert recovered(data[:-1] + left).data == before


@pytest.mark.parametrize("make", SEALED)
def test_every_flipped_bit_in_what_is_sealed_is_found_with_its_span(make: Callable[[], bytes]) -> None:
    data = make()
    read = read_bytes(data)
    if not read.seals:
        pytest.skip("nothing of it is sealed")
    starts = read.starts()
    sealed = starts[read.seals[-1] - 1]
    for line, (start, end) in enumerate(pairwise(starts), 1):
        for at in range(start, end):
            for bit in range(at % steps(1), 8, steps(1)):
                bad = bytearray(data)
                bad[at] ^= 1 << bit
                is_found(bytes(bad), line, sealed=at < sealed)


def is_found(bad: bytes, line: int, *, sealed: bool) -> None:
    """The damage to a line is an error that names it; in the last seal, which no other covers, it may look torn."""
    try:
        read = read_bytes(bad)
    except CorruptError as error:
        first, last = error.lines
        named = first <= line <= last
    except UnreadableError:
        named = not sealed
    else:
        named = not sealed and read.torn is not None
    assert named, (line, bad)


@pytest.mark.parametrize(
    "rounds", [pytest.param(sessions(3_000), marks=pytest.mark.check), pytest.param(300_000, marks=pytest.mark.torture)]
)
def test_lines_swapped_lost_doubled_or_spliced_are_found(rounds: int) -> None:
    rng = random.Random(11)
    for number in range(rounds):
        data = log_bytes(number % 50, hands=2, plays=10)
        lines = data.splitlines(keepends=True)
        last = max(read_bytes(data).seals)
        bad = b"".join(moved(rng, lines, last))
        if bad == data:
            continue
        with pytest.raises(UpcardError) as met:
            read_bytes(bad)
        kept_header = bad.startswith(lines[0]) and bad.count(lines[0]) == 1
        assert isinstance(met.value, CorruptError) or not kept_header


def moved(rng: random.Random, lines: list[bytes], last: int) -> list[bytes]:
    """Lines that a seal covers, moved about in one of four ways."""
    lines = lines[:]
    a, b = sorted(rng.sample(range(last - 1), 2))
    match rng.randrange(4):
        case 0:
            lines[a], lines[b] = lines[b], lines[a]
        case 1:
            del lines[a:b]
        case 2:
            lines.insert(b, lines[a])
        case _:
            other = log_bytes(rng.randrange(1000), hands=2, plays=10).splitlines(keepends=True)
            lines[b:b] = other[1 : rng.randrange(2, len(other))]
    return lines


@pytest.mark.parametrize(
    "rounds", [pytest.param(sessions(300), marks=pytest.mark.check), pytest.param(30_000, marks=pytest.mark.torture)]
)
def test_a_log_sealed_anew_is_found_by_a_kept_head(rounds: int) -> None:
    rng = random.Random(12)
    for _ in range(rounds):
        events = session(rng, hands=2, plays=8)
        data = sealed_bytes(HEADER, events)
        kept = rng.choice(heads(data))
        longer = sealed_bytes(HEADER, [*events, Noted(note="later")])
        check_head(longer, kept)
        last = read_bytes(data[: read_bytes(data).starts()[kept.lines]]).log.events[-1:]
        changed = events[:]
        changed[rng.randrange(len(events))] = Noted(note="forged")
        forged = sealed_bytes(HEADER, changed)
        read_bytes(forged)
        same = forged.splitlines()[: kept.lines] == data.splitlines()[: kept.lines]
        if not same:
            with pytest.raises(CorruptError):
                check_head(forged, kept)
        assert last or kept.lines == 1


@pytest.mark.check
def test_a_check_without_seals_would_miss_what_these_find() -> None:
    data = log_bytes(4, 1, 13)
    with pytest.raises(AssertionError):
        is_found(data.replace(b'"seat":1', b'"seat":2', 1), 99, sealed=True)
    assert read_bytes(data.replace(b'"seat":1', b'"seat":2', 1), seals=False).torn is None


def test_unsealed_damage_in_the_last_line_is_torn_only_if_it_cannot_have_been_written() -> None:
    rng = random.Random(1)
    data = b"".join(encode_line(event) + b"\n" for event in (HEADER, any_event(rng), Noted(note="x")))
    assert read_bytes(data + b'{"do":"noted"').torn is not None
    assert read_bytes(data + b'{"do":"noted\0\0\0\n').torn is not None
    with pytest.raises(UnreadableError, match="later Upcard"):
        read_bytes(data + b'{"do":"noted","mood":"sour"}\n')


@pytest.mark.parametrize(
    "strange", [b'{"do":"noted","note":"caf\\ud800e"}', b'{"do":"noted","src":%b}' % (b"9" * 6000)]
)
def test_a_last_line_that_is_whole_json_is_not_taken_for_torn(strange: bytes) -> None:
    good = b"".join(encode_line(event) + b"\n" for event in (HEADER, Noted(note="x")))
    with pytest.raises(UnreadableError):
        read_bytes(good + strange + b"\n")
    assert read_bytes(good + strange).torn is not None
    for cut in (b'{"do":"noted","note":"caf\\ud80', b'{"do":"noted","src":NaN}'):
        assert read_bytes(good + cut + b"\n").torn is not None
