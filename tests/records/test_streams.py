"""Logs one after another: a line that cannot be read costs the log that it stands in, and no other."""

import io
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_commands import upcard
from tests.harness.logs import HEADER, log_bytes
from tests.records.archives import simulated
from upcard.records.logfile import Read, read_logs, salvage, sealed_bytes
from upcard.records.reading import read_stream
from upcard.schemas.codec import decode_line
from upcard.schemas.errors import CorruptError, UnreadableError, UpcardError
from upcard.schemas.events import Noted

GAMES = ("court_piece", "big_two", "pope_joan", "dou_dizhu", "pop")
INSTEAD = {
    "nonsense": b"coffee\n",
    "no such act": b'{"do":"sneezed"}\n',
    "too long": b'{"do":"noted","note":"' + b"x" * (5 << 19) + b'"}\n',
    "header in a note": b'{"do":"noted","note":"{\\"do\\":\\"opened\\",}"\n',
    "header in an amendment": b'{"do":"amended","line":1,"event":{"do":"opened","log":"x"}\n',
}
CHANGED: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda line: line[: len(line) // 2] + b"\n",
    "no such key": lambda line: line.replace(b"}\n", b',"why":1}\n', 1),
    "blank": lambda line: b"\n" + line,
    "nul": lambda line: bytes(len(line) - 1) + b"\n",
    "line end": lambda line: line[:-1] + b"\r\n",
}


def bad_line(kind: str, line: bytes) -> bytes:
    """The line as it cannot be read."""
    return CHANGED[kind](line) if kind in CHANGED else INSTEAD[kind]


def told(data: bytes, step: int = 1 << 20) -> tuple[list[Read], list[UpcardError]]:
    """What is read of a stream, and what is told."""
    at = 0

    def take(size: int) -> bytes:
        nonlocal at
        at += min(size, step)
        return data[at - min(size, step) : at]

    failed: list[UpcardError] = []
    return list(read_stream(take, "x", failed=failed.append)), failed


def check(logs: list[bytes], bad: int, damaged: bytes) -> None:
    """All logs but that one are read, each from its place; that one is told, with its line."""
    parts = [*logs[:bad], damaged, *logs[bad + 1 :]]
    for step in (1 << 20, 700):
        reads, failed = told(b"".join(parts), step)
        assert [read.data for read in reads] == logs[:bad] + logs[bad + 1 :]
        assert len(failed) == 1
        before = b"".join(parts[:bad]).count(b"\n")
        line = int(failed[0].place.split(":")[1])
        assert before < line <= before + damaged.count(b"\n")
        for read in reads:
            place = b"".join(parts).index(read.data)
            assert (read.offset, read.line) == (place, b"".join(parts).count(b"\n", 0, place) + 1)


@pytest.mark.parametrize("kind", [*INSTEAD, *CHANGED])
def test_a_line_that_cannot_be_read_costs_its_log_alone(kind: str) -> None:
    logs = simulated(hands=1, games=GAMES)
    rng = random.Random(kind)
    for bad in range(len(logs) - 1):
        lines = logs[bad].splitlines(keepends=True)
        at = rng.randrange(1, len(lines))
        check(logs, bad, b"".join([*lines[:at], bad_line(kind, lines[at]), *lines[at + 1 :]]))
        check(logs, bad, b"".join([*lines[:at], bad_line(kind, lines[at]), *lines[at + 1 :], b"coffee\n", *lines[1:]]))


@pytest.mark.parametrize("kind", CHANGED)
def test_what_is_told_does_not_hang_on_how_much_is_read_at_once(kind: str) -> None:
    logs = [
        sealed_bytes(HEADER, [Noted(note=str(number)) for number in range(150)]),
        *simulated(hands=2, games=GAMES[:1]),
    ]
    lines = logs[0].splitlines(keepends=True)
    for at in random.Random(kind).sample(range(1, len(lines)), 8):
        data = b"".join([*lines[:at], bad_line(kind, lines[at]), *lines[at + 1 :], logs[1]])
        at_once, errors = told(data)
        for step in (3000, 40):
            reads, failed = told(data, step)
            assert reads == at_once
            assert [(type(one), str(one)) for one in failed] == [(type(one), str(one)) for one in errors]


def test_damage_far_before_its_seal_is_damage_to_what_was_sealed() -> None:
    data = sealed_bytes(HEADER, [Noted(note=f"{number:01000}") for number in range(5000)])
    _, failed = told(data.replace(b'"note":"0', b'"node":"0', 1))
    assert [type(one) for one in failed] == [CorruptError]


@pytest.mark.parametrize("kind", ["cut", "no such key", "line end"])
def test_a_header_that_cannot_be_read_costs_its_log_alone(kind: str) -> None:
    logs = simulated(hands=1, games=GAMES)
    for bad in range(len(logs)):
        header, _, rest = logs[bad].partition(b"\n")
        check(logs, bad, bad_line(kind, header + b"\n") + rest)
    check(logs, 2, b"\xef\xbb\xbf" + logs[2])
    for at in range(16):
        check(logs, 2, logs[2][:at] + b"\0" + logs[2][at + 1 :])
        if at:
            check(logs, 2, logs[2][:at] + b"xy" + logs[2][at:])
    check(logs, 2, logs[2].replace(b"upcard/1", b"upcard/2", 1))


@pytest.mark.parametrize("end", [b"", b'{"do":"pla', b'{"do":"closed"}', bytes(50), b'{"do":"opened","form'])
def test_a_header_behind_a_line_that_lost_its_end_begins_a_log(end: bytes) -> None:
    logs = simulated(hands=1, games=GAMES)
    data = logs[0] + logs[1][: -1 if not end else None] + end + logs[2] + logs[3]
    reads, failed = told(data)
    whole = end == b'{"do":"opened","form'
    assert [read.data for read in reads] == [logs[0], *logs[1 : 1 + whole], logs[2], logs[3]]
    (error,) = failed
    assert "the header of another log stands in column" in error.hint
    assert reads[-2].line == int(error.place.split(":")[1]) == data.count(b"\n", 0, data.index(logs[2])) + 1
    assert data[reads[-2].offset :].startswith(logs[2])


def test_a_part_without_a_header_costs_nothing_else() -> None:
    first, second = simulated(hands=1, games=GAMES[:2])
    check([first, second], 0, first.partition(b"\n")[2])


def test_the_last_line_of_a_stream_may_be_torn_as_before() -> None:
    first, second = simulated(hands=1, games=GAMES[:2])
    header = second.partition(b"\n")[0]
    for cut in (1, 9, len(header) - 1, len(header)):
        reads, failed = told(first + header[:cut])
        assert [(read.data, read.torn is not None) for read in reads] == [(first, True)]
        assert not failed
    reads, failed = told(first + b"coffee\n" + second + b'{"do"')
    assert ([read.data for read in reads], len(failed)) == ([second], 1)
    assert reads[0].torn is not None


def test_without_somebody_to_tell_the_first_fault_is_raised() -> None:
    first, second = simulated(hands=1, games=GAMES[:2])
    with pytest.raises(UnreadableError):
        list(read_stream(io.BytesIO(first + b"coffee\n" + second).read, "x"))


def test_no_log_is_read_out_of_what_is_no_log() -> None:
    whole = log_bytes(hands=1)
    for data in (b"PK\x03\x04" + whole, b"\x1f\x8b" + whole, b"coffee" + whole, whole.decode().encode("utf-16")):
        assert told(data)[0] == []
        assert len(told(data)[1]) == 1


@pytest.mark.parametrize("command", [["verify"], ["verify", "-j", "2"], ["import", "-v"]])
def test_every_command_goes_on_behind_a_bad_line(command: list[str], tmp_path: Path) -> None:
    made = simulated(hands=1, games=("court_piece", "big_two", "pope_joan"))
    path = tmp_path / "stream.jsonl"
    path.write_bytes(made[0] + made[1].replace(b'"do":"laid"', b'"do":"led"', 1) + b"coffee\n" + made[2])
    arguments = [*command, "--json", str(path)]
    if command[0] == "import":
        arguments += ["--archive", str(tmp_path / "a.duckdb")]
    out, err = upcard(*arguments, code=3)
    line = int(err.split("stream.jsonl:")[1].split(":")[0])
    assert made[0].count(b"\n") < line <= (made[0] + made[1]).count(b"\n")
    assert err.count("error: ") == 1
    if command[0] == "import":
        assert [json.loads(one)["game"] for one in out.splitlines()] == ["court_piece", "pope_joan"]
    else:
        assert "2 logs, 0 findings" in err


def test_a_log_behind_a_bad_line_is_picked_and_the_bad_line_told(tmp_path: Path) -> None:
    made = simulated(hands=1, games=("court_piece", "big_two"))
    ids = [decode_line(log.partition(b"\n")[0]).log for log in made]  # type: ignore[union-attr]
    path = tmp_path / "stream.jsonl"
    path.write_bytes(made[0].replace(b'"do":"played"', b'"do":"pleyed"', 1) + made[1])
    for command in ("show", "replay"):
        _, err = upcard(command, str(path), "--log", ids[1])
        assert "error: " in err
        for wanted in ([], ["--log", ids[0]], ["--log", "zzz"]):
            out, err = upcard(command, str(path), *wanted, code=3)
            assert (out, err.count("error: ")) == ("", 1)


def test_a_stream_is_salvaged_though_a_header_or_a_line_end_is_lost(tmp_path: Path) -> None:
    made = simulated(hands=1, games=GAMES)
    lost = made[1].replace(b'"log":', b'"log":x', 1)
    path, new = tmp_path / "stream.jsonl", tmp_path / "new.jsonl"
    path.write_bytes(made[0] + lost + made[2][:-5] + made[3] + made[4])
    done = salvage(path, new)
    failed: list[UpcardError] = []
    kept = [read.data for read in read_logs([new], failed=failed.append)]
    assert not failed
    assert [kept[0], *kept[2:]] == [made[0], made[3], made[4]]
    assert kept[1].startswith(made[2].partition(b"\n")[0])
    first = made[0].count(b"\n") + 1
    assert (done.left_out[0].line, done.left_out[0].size) == (first, len(lost))
    assert done.left_out[0].lines == made[1].count(b"\n")
    assert "the header is lost" in done.left_out[0].says
    assert done.left_out[1].line == first + made[1].count(b"\n") + made[2].count(b"\n") - 1
    assert len(done.left_out) == 2
    _, err = upcard("verify", str(path), "--salvage", str(tmp_path / "again.jsonl"))
    assert f"{made[1].count(bytes([10])) + 1} lines left out" in err
