"""`upcard verify -j 2` tells what one process tells, in the same order, whatever is wrong with the files."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.records.archives import simulated
from upcard.records import parts

UPCARD = "import sys\nfrom upcard.records import parts\nfrom upcard.cli.app import run\nparts.PART_BYTES >>= 4\nsys.exit(run(sys.argv[1:]))"
"""The program, where parts are small: short files have several too."""


def verified(jobs: int, *args: str, given: bytes = b"") -> tuple[int, str, str]:
    """Exit code, output and messages of so many processes."""
    command = [sys.executable, "-c", UPCARD, "verify", "-j", str(jobs), "--doubts", "--json", *args]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def streams(folder: Path, hands: int = 4) -> dict[str, bytes]:
    """Streams of several small parts: whole, cut off, damaged in the middle and at the end of a log, of an unknown game."""
    (one,) = simulated(3, hands=hands, games=["court_piece"])
    legal = re.sub(rb'{"do":"sealed"[^\n]*\n', b"", one)
    wrong = legal.replace(b'"card":"9', b'"card":"8', 1)
    logs = [(legal if number % 5 else wrong).replace(one[42:78], b"log-%02d" % number) for number in range(12)]
    whole = b"".join(logs)
    half = b"".join(logs[:6])
    made = {
        "whole": whole,
        "torn": whole[:-9],
        "middle": half + b"nonsense\n" + b"".join(logs[6:]),
        "cut": half[:-9] + b"".join(logs[6:]),
        "game": half + logs[6].replace(b'"game":"court_piece"', b'"game":"court_peace"') + logs[7],
        "empty": b"",
    }
    for name, data in made.items():
        (folder / f"{name}.jsonl").write_bytes(data)
    return made


@pytest.mark.check
def test_two_processes_tell_what_one_tells(tmp_path: Path) -> None:
    made = streams(tmp_path)
    assert len(made["whole"]) > 2 * (parts.PART_BYTES >> 4)
    for name, data in made.items():
        one = verified(1, str(tmp_path / f"{name}.jsonl"))
        assert verified(2, str(tmp_path / f"{name}.jsonl")) == one, name
        if name in {"torn", "game"}:
            assert verified(2, "-", given=data) == verified(1, "-", given=data), name
        assert one[0] == {"whole": 1, "torn": 1}.get(name, 3), (name, one[2])
    (tmp_path / "game.jsonl").unlink()
    assert verified(2, str(tmp_path), str(tmp_path / "none.jsonl")) == verified(
        1, str(tmp_path), str(tmp_path / "none.jsonl")
    )


@pytest.mark.check
def test_what_is_wrong_is_told_in_the_order_of_what_was_named(tmp_path: Path) -> None:
    one, two = simulated(3, hands=1, games=["court_piece", "pop"])
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(one + b"nonsense\n" + two)
    named = [str(damaged), "nosuch", "-", str(damaged), "--archive-path", str(tmp_path / "none.duckdb")]
    told = verified(1, *named, given=one[:-9])
    assert verified(2, *named, given=one[:-9]) == told
    assert told[2].count("error: ") == 3, told[2]
