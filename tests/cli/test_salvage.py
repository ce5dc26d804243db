"""What can be read of a damaged log goes to a new file by the command that the error names."""

import shlex
from pathlib import Path

import pytest

from tests.cli.test_commands import SAMPLES, upcard
from tests.records.archives import simulated
from upcard.records.logfile import read_log, read_logs, salvage
from upcard.schemas.errors import StorageError, UsageError

REVOKE = (SAMPLES / "court_piece" / "revoke_found_later.jsonl").read_bytes()


def damaged(folder: Path, line: int, name: str = "my game.jsonl") -> Path:
    """A log of which a sealed line cannot be read."""
    (data,) = simulated(games=["court_piece"])
    lines = data.splitlines(keepends=True)
    lines[line - 1] = b"coffee\n"
    path = folder / name
    path.write_bytes(b"".join(lines))
    return path


def typed(err: str) -> list[str]:
    """What the hint says to type."""
    (hint,) = (line for line in err.splitlines() if line.startswith("hint: upcard "))
    words = shlex.split(hint.removeprefix("hint: upcard ").partition(" writes ")[0])
    assert hint.endswith("writes what can be read to a new file")
    return words


def test_the_hint_says_what_to_type_and_it_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = damaged(tmp_path, 7)
    before = path.read_bytes()
    for command in ("verify", "show"):
        words = typed(upcard(command, path.name, code=3)[1])
    assert words == ["verify", "my game.jsonl", "--salvage", "my game.salvaged.jsonl"]
    _, err = upcard(*words)
    assert "left out: my game.jsonl:7: not a JSON object" in err
    assert "6 bytes from byte" in err
    assert "not as they were sealed, kept as they read: lines 1 to " in err
    assert f"{before.count(bytes([10]))} lines in my game.salvaged.jsonl; 1 line left out" in err
    assert "1 log, 0 findings" in err
    assert path.read_bytes() == before
    assert read_log(words[-1]).log.header == read_log_header(before)
    after = Path(words[-1]).read_bytes()
    assert "exists already" in upcard(*words, code=2)[1]
    assert Path(words[-1]).read_bytes() == after


def read_log_header(data: bytes) -> object:
    from upcard.schemas.codec import decode_line

    return decode_line(data.partition(b"\n")[0])


def test_a_changed_card_under_a_seal_is_told_with_its_span(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (data,) = simulated(games=["court_piece"])
    Path("a.jsonl").write_bytes(data.replace(b'"trick', b'"trick').replace(b'"seat":1', b'"seat":2', 1))
    words = typed(upcard("verify", "a.jsonl", code=3)[1])
    assert "nothing left out" in upcard(*words, "--json", code=1)[1]


def test_a_stream_is_salvaged_log_by_log(tmp_path: Path) -> None:
    made = simulated(games=["court_piece", "big_two"])
    lines = made[0].splitlines(keepends=True)
    lines[5] = b"coffee\n"
    path, new = tmp_path / "stream.jsonl", tmp_path / "new.jsonl"
    path.write_bytes(b"".join(lines) + made[1] + made[1].replace(b'"seat":1', b'"seat":2', 1))
    done = salvage(path, new)
    assert [one.line for one in done.left_out] == [6]
    first, second = len(lines) + 1, len(lines) + 1 + made[1].count(b"\n")
    assert [span[0] for span in done.changed] == [1, second]
    reads = list(read_logs([new]))
    assert [read.line for read in reads] == [1, first, second]
    assert reads[1].data == made[1]


def test_what_is_salvaged_is_one_file_and_the_new_one_is_new(tmp_path: Path) -> None:
    path = str(damaged(tmp_path, 7))
    for given in (["-"], [path, path], [], ["0193c2"]):
        assert (
            "hint: upcard verify DAMAGED --salvage NEW" in upcard("verify", *given, "--salvage", "new.jsonl", code=2)[1]
        )
    link = tmp_path / "link.jsonl"
    link.symlink_to("nowhere")
    assert "exists already" in upcard("verify", path, "--salvage", str(link), code=2)[1]
    headless = damaged(tmp_path, 1, "headless.jsonl")
    err = upcard("verify", str(headless), "--salvage", str(tmp_path / "new.jsonl"), code=3)[1]
    assert f"{headless}:1: the header cannot be read" in err
    assert "hint: write the header that it had into line 1 of a copy" in err
    assert not (tmp_path / "new.jsonl").exists()


def test_a_file_that_comes_to_be_there_meanwhile_is_left_alone(tmp_path: Path) -> None:
    from upcard.records.storage import Disk

    class Other(Disk):
        """Somebody else makes the file just before us."""

        def create(self, path: Path) -> int:
            if path.name == "new.jsonl":
                path.write_bytes(b"mine")
            return super().create(path)

    with pytest.raises(UsageError, match="exists already"):
        salvage(damaged(tmp_path, 7), tmp_path / "new.jsonl", storage=Other())
    assert (tmp_path / "new.jsonl").read_bytes() == b"mine"


def test_a_disk_that_takes_no_more_leaves_no_new_file(tmp_path: Path) -> None:
    from upcard.records.storage import Disk

    class Full(Disk):
        """Nothing can be written."""

        def write(self, handle: int, data: bytes, offset: int) -> int:  # noqa: ARG002 - as the disk has it
            return 0

    path = damaged(tmp_path, 7)
    with pytest.raises(StorageError):
        salvage(path, tmp_path / "new.jsonl", storage=Full())
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
