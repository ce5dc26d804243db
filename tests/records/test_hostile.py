"""S1, S2: hostile lines, files and names give our own errors, with a place, at once and in little memory."""

import os
import random
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.experiments import sessions
from tests.harness.logs import lines_of_every_type, log_bytes
from upcard.records.logfile import LogWriter, Read, read_bytes, read_log, salvage
from upcard.schemas.codec import MAX_NESTED, decode_line, encode_line
from upcard.schemas.errors import UnreadableError, UpcardError
from upcard.schemas.events import Event

TOKENS = [b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"null", b"true", b"-", b"1e999", b"9" * 30, b"\\ud800"]
TOKENS += [b"\xff", b"\0", b"\n", b"0.5", b'"do":', b'{"do":"played"}', b"NaN", b"[" * 2000, b"\xe2\x80\xae", b"Zz"]


def mutated(rng: random.Random, line: bytes, other: bytes) -> bytes:
    """A line with one to three things done to it."""
    for _ in range(rng.randint(1, 3)):
        at, to = rng.randrange(len(line) + 1), rng.randrange(len(line) + 1)
        match rng.randrange(6):
            case 0:
                line = line[:at] + rng.choice(TOKENS) + line[at:]
            case 1:
                line = line[: min(at, to)] + line[max(at, to) :]
            case 2:
                line = line[:at] + other[to:]
            case 3:
                line = line[:at] + bytes([rng.randrange(256)]) + line[at + 1 :]
            case 4:
                line = line[:at] + line[min(at, to) : max(at, to)] + line[at:]
            case _:
                line = line.replace(rng.choice([b'"', b":", b"1", b"s"]), rng.choice(TOKENS), 1)
    return line


def event_or_error(line: bytes) -> Event | UnreadableError:
    """What decoding gives; any other error fails the test."""
    try:
        return decode_line(line, "x:1")
    except UnreadableError as error:
        return error


def log_or_error(data: bytes) -> Read | UpcardError:
    """What reading gives; any other error fails the test."""
    try:
        return read_bytes(data, "x")
    except UpcardError as error:
        return error


HEADER = b'{"do":"opened","format":"upcard/1","log":"x","game":"big_two","seats":["a","b","c","d"]%b}\n'
TWICE = {
    "counts": HEADER % b"" + b'{"do":"scored","counts":[1,2,0,3],"counts":[9,9,0,9]}\n{"do":"closed"}\n',
    "counts, one escaped": HEADER % b"" + b'{"do":"scored","counts":[1,2,0,3],"c\\u006funts":[9,9,0,9]}\n',
    "counts of an event within": HEADER % b"" + b'{"do":"scored","counts":[1,2,0,3]}\n{"do":"amended","line":2,'
    b'"event":{"do":"scored","counts":[1,2,0,3],"counts":[9,9,0,9]}}\n',
    "target of the header": HEADER % b',"options":{"target":50,"target":60}',
}


@pytest.mark.parametrize("name", TWICE)
def test_a_key_that_is_there_twice_is_told_not_one_of_them_taken(name: str) -> None:
    with pytest.raises(UnreadableError, match=f"^x:.: key `{name.split(maxsplit=1)[0].strip(',')}` is there twice"):
        read_bytes(TWICE[name], "x")


def test_keys_in_texts_and_in_events_within_are_no_keys_twice() -> None:
    lines = (
        rb'{"do":"noted", "note":"\"do\": a, \"do\": b"}'
        b"\n"
        rb'{"do":"amended", "line":2,"event":{"do":"noted"}}'
    )
    assert read_bytes(HEADER % b"" + lines + b"\n", "x").lines == 3


@pytest.mark.parametrize(
    ("line", "says", "wanted"),
    [
        (b'{"do":"played","seat":0,"card":"10s"}', "'10s' - at `$.card`", "a card is its rank and its suit"),
        (b'{"do":"dealt","hands":[["As","1s"]]}', "'1s' - at `$.hands[0][1]`", "a card is its rank and its suit"),
        (b'{"do":"trump_named","seat":0,"suit":"hearts"}', "'hearts' - at `$.suit`", "suits are c d h s"),
        (b'{"do":"closed","at":"today"}', "saw 'today' at `$.at`", "a time is a day"),
        (
            b'{"do":"amended","line":2,"event":{"do":"closed","at":"now"}}',
            "saw 'now' at `$.event.at`",
            "a time is a day",
        ),
        (b'{"do":"sealed","sha256":"00"}', "saw '00' at `$.sha256`", "64 hexadecimal digits"),
    ],
)
def test_what_is_none_of_its_kind_is_told_with_what_is_wanted(line: bytes, says: str, wanted: str) -> None:
    with pytest.raises(UnreadableError) as told:
        decode_line(line, "x:2")
    assert says in told.value.message
    assert wanted in told.value.hint


@pytest.mark.parametrize("sign", [b"", b" "])
def test_amendments_one_in_another_are_refused_alike_by_every_python(sign: bytes) -> None:
    def nested(deep: int) -> bytes:
        line = b'{"do":"amended","line":2,"event":' * deep + b'{"do":"gap"}' + b"}" * deep
        return log_bytes(hands=1) + line + sign + b"\n"

    assert len(read_bytes(nested(MAX_NESTED), "x").log.events) == len(read_bytes(nested(1), "x").log.events)
    for deep in (MAX_NESTED + 1, 400, 990, 9_000, 20_000):
        data = nested(deep)
        last = data.count(b"\n")
        for lines in (data, data + b'{"do":"gap"}\n'):
            with pytest.raises(UnreadableError, match="nested too deeply") as told:
                read_bytes(lines, "x")
            assert told.value.place == f"x:{last}"


@pytest.mark.parametrize(
    "rounds",
    [pytest.param(sessions(200_000), marks=pytest.mark.check), pytest.param(10_000_000, marks=pytest.mark.torture)],
)
def test_mutated_lines_give_events_or_our_own_errors(rounds: int) -> None:
    rng = random.Random(31)
    lines = lines_of_every_type(rng)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    good = 0
    for _ in range(rounds):
        line = mutated(rng, rng.choice(lines), rng.choice(lines))
        event = event_or_error(line)
        if isinstance(event, UnreadableError):
            assert str(event).startswith("x:1: ")
        else:
            good += 1
            assert decode_line(encode_line(event)) == event
    assert rounds // 100 < good < rounds // 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 << 10  # KiB


@pytest.mark.parametrize(
    "rounds", [pytest.param(sessions(5_000), marks=pytest.mark.check), pytest.param(200_000, marks=pytest.mark.torture)]
)
def test_logs_with_mutated_lines_are_read_or_the_error_names_the_line(rounds: int) -> None:
    rng = random.Random(32)
    lines = log_bytes(5, hands=2, plays=6).splitlines()
    for _ in range(rounds):
        bad = lines[:]
        at = rng.randrange(len(bad))
        bad[at] = mutated(rng, bad[at], rng.choice(lines))
        met = log_or_error(b"\n".join(bad) + b"\n")
        if isinstance(met, UpcardError):
            assert met.place.startswith("x")
            assert met.exit_code in {2, 3}


def hostile(folder: Path) -> dict[str, int]:
    """Files that are no logs, and the exit code each has."""
    header = log_bytes().split(b"\n")[0] + b"\n"
    contents = {
        "empty": b"",
        "binary": os.urandom(4096),
        "elf": b"\x7fELF" + bytes(500),
        "nuls": bytes(100_000),
        "nul inside": header + b'{"do":"noted","note":"\0"}\n{"do":"closed"}\n',
        "nested": header + b'{"do":"noted","note":' + b"[" * 1_000_000 + b"\n{}\n",
        "nested object": header + b'{"do":"amended","line":2,"event":' * 20_000 + b"\n{}\n",
        "huge int": header + b'{"do":"played","seat":' + b"9" * 5000 + b',"card":"As"}\n{"do":"closed"}\n',
        "float": header + b'{"do":"played","seat":1.5,"card":"As"}\n{"do":"closed"}\n',
        "utf-16": log_bytes().decode().encode("utf-16"),
        "crlf": log_bytes().replace(b"\n", b"\r\n"),
        "mark": b"\xef\xbb\xbf" + log_bytes(),
        "gzip": b"\x1f\x8b\x08" + bytes(50),
        "json": b'[{"do":"closed"}]\n',
        "lines": b"\n" * 1000,
        "csv": b"Ann,Bob\n1,2\n",
        "long line": header + b'{"do":"noted","note":"' + b"x" * (3 << 20) + b'"}\n',
        "later": header.replace(b"upcard/1", b"upcard/7"),
        "no format": b'{"do":"opened"}\n',
    }
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    wanted = dict.fromkeys(contents, 3)
    with (folder / "gigabyte").open("wb") as file:
        file.write(header)
        file.truncate(1 << 30)
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    (folder / "dangling").symlink_to("nowhere")
    return (
        wanted
        | {"gigabyte": 3, "pipe": 3, "folder": 2, "loop": 3, "dangling": 2, "missing": 2, "nul\0name": 2}
        | {
            "x" * 5000: 3,
            "empty/below": 2,
        }
    )


@pytest.mark.check
def test_hostile_files_have_their_exit_codes(tmp_path: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for name, code in hostile(tmp_path).items():
        with pytest.raises(UpcardError) as met:
            read_log(f"{tmp_path}/{name}")
        assert (name, met.value.exit_code) == (name, code)
        assert met.value.place.startswith(str(tmp_path))
        assert len(str(met.value)) < 6000
        with pytest.raises(UpcardError):
            LogWriter.open(f"{tmp_path}/{name}")
        assert not list(tmp_path.glob("*.torn-*"))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 << 10  # KiB


@pytest.mark.check
@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log_bytes())
    path.chmod(0)
    with pytest.raises(UpcardError) as met:
        read_log(path)
    assert met.value.exit_code == 3
    path.chmod(stat.S_IRUSR)
    with pytest.raises(UpcardError):
        LogWriter.open(path)


@pytest.mark.check
def test_a_stream_of_logs_takes_the_memory_of_one() -> None:
    code = (
        "import pathlib, re, resource\n"
        "from upcard.records.logfile import read_logs\n"
        "assert sum(1 for _ in read_logs(['-'])) == 200\n"
        "status = pathlib.Path('/proc/self/status')\n"  # ru_maxrss there counts the process that started this one too
        "if status.exists(): print(int(re.search(r'VmHWM:\\s+(\\d+)', status.read_text())[1]) // 1024)\n"
        "else: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 20)\n"
    )
    log = log_bytes(hands=60)
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(8):
            process.stdin.write(log * 25)
        process.stdin.close()
        peak_mib = int(process.stdout.read())
    assert process.returncode == 0
    assert peak_mib < 90, f"{len(log) * 200 >> 20} MiB were read"


@pytest.mark.check
def test_what_cannot_be_salvaged_is_an_error_of_ours(tmp_path: Path) -> None:
    for number, name in enumerate(hostile(tmp_path)):
        if name == "gigabyte":  # it would be read whole
            continue
        try:
            salvage(f"{tmp_path}/{name}", tmp_path / f"new-{number}.jsonl")
        except UpcardError:
            continue
        assert read_log(tmp_path / f"new-{number}.jsonl").torn is None


@pytest.mark.check
def test_a_stream_without_a_header_takes_the_memory_of_its_beginning() -> None:
    """What no header vouches for is refused whole: nothing of it is kept meanwhile, and the log after it is read."""
    code = (
        "import pathlib, re, resource\n"
        "from upcard.records.logfile import read_logs\n"
        "failed = []\n"
        "found = [read.line for read in read_logs(['-'], failed=failed.append)]\n"
        "assert [str(one) for one in failed] == ['<stdin>:1: saw `played`, wanted `opened` (a log begins with its header)']\n"
        "assert found == [800_001], found\n"
        "status = pathlib.Path('/proc/self/status')\n"  # as above
        "if status.exists(): print(int(re.search(r'VmHWM:\\s+(\\d+)', status.read_text())[1]) // 1024)\n"
        "else: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 20)\n"
    )
    play = b'{"do":"played","seat":1,"card":"Qc"}\n'
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(80):
            process.stdin.write(play * 10_000)
        process.stdin.write(log_bytes(hands=2))
        process.stdin.close()
        peak_mib = int(process.stdout.read())
    assert process.returncode == 0
    assert peak_mib < 90, f"{len(play) * 800_000 >> 20} MiB were read"
