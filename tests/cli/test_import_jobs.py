"""`upcard import -j 2` and `rebuild -j 2` do what one process does, and tell it in the same order."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.test_verify_jobs import UPCARD, streams

SHEET = "2013-03-19\nann bob cid dee\n0 1 2 3\n5 0 1 2\n"


def told(folder: Path, *args: str) -> tuple[int, str, str]:
    """Exit code, output and messages."""
    command = [sys.executable, "-c", UPCARD, *args, "--archive", str(folder / "archive.duckdb")]
    done = subprocess.run(command, capture_output=True, check=False, cwd=folder.parent)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def held(folder: Path) -> tuple[bytes, dict[str, bytes]]:
    """Counts and digests of the tables, and the store."""
    store = folder / "archive.logs"
    return (folder / "archive.digest.json").read_bytes(), {path.name: path.read_bytes() for path in store.iterdir()}


@pytest.mark.check
def test_two_processes_take_in_what_one_takes_in(tmp_path: Path) -> None:
    made = streams(tmp_path)
    (tmp_path / "sheet.txt").write_text(SHEET)
    changed = re.sub(
        rb'("do":"opened".*?"card":")8', rb"\g<1>7", made["whole"], flags=re.DOTALL
    )  # one card of each log
    (tmp_path / "changed.jsonl").write_bytes(changed)
    takes = [
        ["import", "whole.jsonl", "sheet.txt"],
        ["import", "torn.jsonl", "cut.jsonl", "middle.jsonl", "game.jsonl", "empty.jsonl", "none.jsonl", "--json"],
        ["import", "-v", "whole.jsonl"],
        ["import", "changed.jsonl", "whole.jsonl"],
        ["import", "--dry-run", "--replace", "changed.jsonl", "whole.jsonl"],
        ["import", "--replace", "changed.jsonl", "whole.jsonl", "changed.jsonl"],
        ["rebuild"],
    ]
    folders = [tmp_path / "one", tmp_path / "two"]
    for number, take in enumerate(takes):
        one, two = (told(folder, *take, "-j", jobs) for folder, jobs in zip(folders, ("1", "2"), strict=True))
        assert one == (two[0], two[1], two[2].replace(str(folders[1]), str(folders[0]))), take
        assert held(folders[0]) == held(folders[1]), take
        assert "Traceback" not in one[2]
        assert (one[0], number) in {(0, 0), (3, 1), (0, 2), (3, 3), (0, 4), (0, 5), (0, 6)}, one


@pytest.mark.check
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="processes are found in /proc")
def test_a_process_that_is_killed_leaves_its_work_to_the_first(tmp_path: Path) -> None:
    whole = streams(tmp_path, hands=48)["whole"]
    (tmp_path / "many.jsonl").write_bytes(b"".join(whole.replace(b"log-", b"log-%d-" % copy) for copy in range(8)))
    command = [sys.executable, "-m", "upcard.cli", "import", "-j", "2", str(tmp_path / "many.jsonl")]
    environ = os.environ | {"UPCARD_ARCHIVE": str(tmp_path / "archive.duckdb")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ) as running:
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        while not (found := children.read_text().split()):
            time.sleep(0.005)
        os.kill(int(found[0]), signal.SIGKILL)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out.count(b"new ")) == (0, 96), err
    assert b"Traceback" not in err
