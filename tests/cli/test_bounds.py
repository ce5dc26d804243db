"""What is bounded, and what is told where a bound is met: SQL that people type, memory, a full disk; and no file is made beside
one that is refused.
"""

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

from tests.cli.test_commands import REVOKE, ROOT, upcard
from upcard.records.archive.connecting import in_words
from upcard.records.logfile import read_log, sealed_bytes
from upcard.schemas.events import Closed, Dealt

pytestmark = pytest.mark.check


@pytest.fixture
def _filled() -> None:
    upcard("import", REVOKE)


@pytest.mark.usefixtures("_filled")
@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("SELECT count(*) FROM range(100000000000) a, range(100000) b", "the query takes longer than 1 s"),
        ("SELECT lpad('x', 1000000000, 'y')", "the query takes longer than 1 s"),
        ("SELECT repeat('x', 1000) FROM range(900000)", "the answer is longer than 64 MB"),
        ("SELECT * FROM range(1000001)", "the answer has more than 1,000,000 rows"),
        ("SELECT list(x) FROM range(1000000000) t(x)", "the query "),
    ],
)
def test_sql_that_takes_too_much_is_told_which_bound_it_was(sql: str, says: str) -> None:
    began = time.monotonic()
    seconds = "1" if "takes longer" in says else "20"
    assert f"error: {says}" in upcard("query", sql, "--seconds", seconds, code=2)[1]
    assert time.monotonic() - began < 60


@pytest.mark.usefixtures("_filled")
def test_more_is_allowed_where_it_is_asked_for() -> None:
    sql = "SELECT length(list(x)::VARCHAR) AS letters FROM range(3000000) t(x)"
    err = upcard("query", sql, "--megabytes", "64", code=2)[1]
    assert "the query needs more than 64 MB of memory; --megabytes allows more" in err
    sorts = "SELECT hash(x) FROM range(10000000) t(x) ORDER BY 1 OFFSET 9999999"  # which would put it into a file
    assert "more than 64 MB of memory; --megabytes" in upcard("query", sorts, "--megabytes", "64", code=2)[1]
    assert (
        json.loads(upcard("query", sql, "--json", "--megabytes", "2000", "--seconds", "60")[0])["letters"] > 3_000_000
    )


@pytest.mark.usefixtures("_filled")
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT path FROM duckdb_databases()", 'SELECT * FROM "DuckDB_Settings"()', "SELECT * FROM pragma_database_list()",
        "SELECT current_setting('temp_directory')", "SELECT * FROM query('SELECT * FROM duckdb_' || 'databases()')",
        "SELECT * FROM query /* */ ('SELECT 1')", "SELECT * FROM duckdb_extensions()", "FROM duckdb_secrets()",
    ],
)  # fmt: skip
def test_sql_tells_nothing_of_the_machine(sql: str, tmp_path: Path) -> None:
    out, err = upcard("query", sql, code=2)
    assert "of this machine, not of the archive" in err
    assert str(tmp_path) not in out + err


@pytest.mark.parametrize(
    "command",
    [
        ["record", "--resume", "FILE"], ["amend", "FILE", "--at", "2", "--retract"],
        ["record", "big_two", "--players", "a,b,c,d", "-o", "FILE"], ["verify", "FILE"],
    ],
)  # fmt: skip
def test_no_file_is_made_beside_one_that_is_refused(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "passwd"
    path.write_text("root:x:0:0\n")
    upcard(*(str(path) if one == "FILE" else one for one in command), code=3)
    assert [one.name for one in tmp_path.iterdir() if one.name != "own"] == ["passwd"]


def test_doctor_tells_of_an_archive_that_is_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_ARCHIVE", REVOKE)
    out, err = upcard("doctor", code=3)
    assert "this is no archive of Upcard" in out
    assert f"error: {REVOKE}: this is no archive of Upcard" in err


@pytest.mark.parametrize("command", [["import", REVOKE], ["rebuild"], ["query", "standings"], ["sessions"], ["doctor"]])
def test_with_too_little_memory_it_is_told_what_is_missing(command: list[str], tmp_path: Path) -> None:
    code = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))\n"
        "from upcard.cli.app import run\n"
        "sys.exit(run(sys.argv[1:]))\n"
    )
    environment = os.environ | {"UPCARD_ARCHIVE": str(tmp_path / "a.duckdb")}
    if not hasattr(resource, "RLIMIT_AS") or sys.platform == "darwin":
        pytest.skip("this system bounds no address space")
    done = subprocess.run(
        [sys.executable, "-c", code, *command], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 3, done.stderr
    assert "an archive takes 1024 MB of address space; this process may have 600" in done.stderr


def test_what_duckdb_tells_programs_is_told_in_words() -> None:
    error = duckdb.IOException('{"exception_type":"IO","exception_message":"No space left on device","errno":"28"}')
    assert in_words(error) == "No space left on device"
    assert in_words(duckdb.IOException("IO Error: plain\nmore")) == "IO Error: plain"


def _peak(code: str, *given: str) -> tuple[int, subprocess.CompletedProcess[str]]:
    """How many kilobytes a command takes at most, in a process of its own."""
    peak = (
        "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0], file=sys.stderr)"
    )
    run = f"import sys\nfrom upcard.cli.app import run\ntry:\n    {code}\nfinally:\n    {peak}"
    done = subprocess.run([sys.executable, "-c", run, *given], cwd=ROOT, capture_output=True, text=True, check=False)
    return int(done.stderr.split()[-1]), done


def across(event: Any) -> Any:
    """The event, with each of the four seats the one across the table."""
    there: dict[str, Any] = {
        name: (seat + 2) % 4 for name in ("seat", "dealer") if (seat := getattr(event, name, None)) is not None
    }
    if isinstance(event, Dealt) and event.hands:
        there["hands"] = (*event.hands[2:], *event.hands[:2])
    return msgspec.structs.replace(event, **there)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system tells no peak")
@pytest.mark.parametrize("given", ["FILE", "-"])
@pytest.mark.parametrize(
    ("few", "many", "apart"),
    [
        pytest.param(300, 1_200, 12_000, marks=pytest.mark.check),
        pytest.param(600, 6_000, 60_000, marks=pytest.mark.torture),
    ],
)
def test_verifying_a_log_takes_memory_for_its_longest_hand(
    few: int, many: int, apart: int, given: str, tmp_path: Path
) -> None:
    log = read_log(REVOKE)
    hand = [event for _, event in log.log.events if type(event) is not Closed]
    # The seventh hand won in a row is a court, after which the partner deals.
    hands = [*hand * 7, *[across(event) for event in hand] * 7]
    peaks = []
    for times in (few, many):
        path = tmp_path / f"{times}.jsonl"
        path.write_bytes(sealed_bytes(log.log.header, (hands * (times // 14 + 1))[: len(hand) * times]))
        code = "sys.exit(run(sys.argv[1:]))"
        if given == "-":
            code = f"sys.stdin = open({str(path)!r}); {code}"
        peak, done = _peak(code, "verify", str(path) if given == "FILE" else given)
        assert done.stdout.count("CP-3.1 revoke") == times
        peaks.append(peak)
    held, whole = _peak(code, "verify", given if given == "-" else str(path), "--as-of", "9999999")
    assert whole.stdout == done.stdout
    assert held > peak + apart  # all of it was held
    assert path.stat().st_size > 2_000 * many
    assert peaks[1] - peaks[0] < apart // 2, peaks
