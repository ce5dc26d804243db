"""Standard input, output and error: what goes where, also where some of them are terminals, pipes, or closed."""

import contextlib
import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from upcard.cli.output import of_archive
from upcard.cli.replay import Window

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_logs"
REVOKE = str(SAMPLES / "court_piece" / "revoke_found_later.jsonl")
UPCARD = [sys.executable, "-m", "upcard.cli"]

pytestmark = pytest.mark.check


def test_data_goes_where_stdout_leads_while_progress_shows_on_a_terminal() -> None:
    terminal, side = pty.openpty()
    for command in ("import", "verify"):
        done = subprocess.run([*UPCARD, command, REVOKE, "--json"], stdout=subprocess.PIPE, stderr=side, check=False)
        told = [json.loads(line) for line in done.stdout.splitlines()]
        assert told, command
    os.close(side)
    os.close(terminal)


def test_a_replay_on_a_terminal_draws_suits() -> None:
    pid, terminal = pty.fork()
    if pid == 0:  # the child is the program
        os.environ |= {"TERM": "xterm", "COLUMNS": "100", "LINES": "40", "PYTHONUTF8": "1"}
        os.execv(sys.executable, [*UPCARD, "replay", REVOKE])
    seen = io.BytesIO()
    while b"1 of 57" not in seen.getvalue():
        seen.write(os.read(terminal, 65536))
    os.write(terminal, b"q")
    with contextlib.suppress(OSError):
        while os.read(terminal, 65536):
            pass
    os.waitpid(pid, 0)
    assert "╭".encode() in seen.getvalue()


def test_what_is_taller_than_the_screen_can_be_seen_page_by_page() -> None:
    screen = Console(width=20, height=6, file=io.StringIO(), force_terminal=True)
    shown = Text("\n".join(map(str, range(12))))

    def lines(window: Window) -> list[str]:
        with screen.capture() as told:
            screen.print(window)
        return told.get().splitlines()

    window = Window(screen, Text("0\n1"), "foot", end=False)
    assert [line.split("m")[-1].strip() for line in lines(window)][:2] == ["0", "1"]
    window = Window(screen, shown, "foot", end=False)
    assert len(lines(window)) == 6
    assert window.moved("right") is None
    starts = [window.start]
    for key in ("pagedown", "pagedown", "pagedown", "pagedown", "pagedown", "pageup", "other"):
        window = Window(screen, shown, "foot", end=False, start=window.moved(key))
        starts.append(window.start)
    assert starts == sorted(starts[:6]) + starts[6:]
    assert starts[5] > starts[6] == starts[7]
    assert any("11" in line for line in lines(Window(screen, shown, "foot", end=True)))


@pytest.mark.parametrize(
    ("closed", "arguments", "code"),
    [
        (">&-", f"verify {SAMPLES / 'court_piece' / 'full_hand.jsonl'}", 0),
        (">&-", f"verify {REVOKE}", 1),
        (">&-", "--help", 0),
        ("<&-", "verify -", 3),
        ("<&-", "record court_piece --players A,B,C,D -o log.jsonl", 0),
        ("2>&-", f"verify {REVOKE}", 1),
    ],
)
def test_a_closed_standard_file_is_one_that_says_nothing(
    tmp_path: Path, closed: str, arguments: str, code: int
) -> None:
    command = f"{' '.join(UPCARD)} {arguments} {closed}"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, cwd=tmp_path, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (code, False)


def test_a_score_sheet_comes_from_a_pipe_as_from_a_file() -> None:
    sheet = b"2013-03-19\nC S H Jj\n1 1 5 0\n6 0 2 6 # a remark\n"
    done = subprocess.run([*UPCARD, "import", "-"], input=sheet, capture_output=True, check=True)
    assert b"2 hands" in done.stdout
    again = subprocess.run([*UPCARD, "import", "-"], input=Path(REVOKE).read_bytes(), capture_output=True, check=True)
    assert again.stdout.startswith(b"new")


def test_a_terminal_that_says_it_has_no_columns_loses_no_row() -> None:
    for columns in ("0", "80"):
        environ = {**os.environ, "COLUMNS": columns}
        done = subprocess.run([*UPCARD, "games"], capture_output=True, text=True, env=environ, check=True)
        assert "court_piece" in done.stdout


def test_a_hint_names_the_archive_that_was_asked() -> None:
    hint = "upcard rebuild makes it anew from the log store"
    for given in (["query", "x", "--archive", "a b.duckdb"], ["query", "--archive=a b.duckdb"]):
        assert of_archive(hint, given) == "upcard rebuild --archive 'a b.duckdb' makes it anew from the log store"
    assert of_archive(hint, ["verify", "--archive", "--archive-path", "c.duckdb"]).startswith(
        "upcard rebuild --archive c.duckdb "
    )
    assert of_archive(hint, ["verify", "--archive"]) == hint


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize(
    ("command", "code"), [(["query", "standings"], 2), (["show", "-"], 3), (["verify", REVOKE], 1)]
)
def test_exit_codes_hold_where_stderr_takes_no_more(command: list[str], code: int, tmp_path: Path) -> None:
    environment = {**os.environ, "UPCARD_ARCHIVE": str(tmp_path / "none.duckdb")}
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*UPCARD, *command], check=False, input=b"{}", stdout=subprocess.DEVNULL, stderr=full, env=environment
        )
    assert done.returncode == code
