"""Files with something wrong among others: each error is told, and the others are judged and taken all the same."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import REVOKE, SAMPLES, upcard
from tests.records.test_archive_faults import files_no_longer_than

pytestmark = pytest.mark.check

FULL = (SAMPLES / "court_piece" / "full_hand.jsonl").read_bytes()
HEADERS = {
    "five": (b'"seats":["ann","bob","cid","dee","eve"]', "court_piece takes 4 players, not 5"),
    "three": (b'"seats":["ann","bob","cid"]', "court_piece takes 4 players, not 3"),
    "nobody": (b'"seats":[]', "court_piece takes 4 players, not 0"),
    "twice": (b'"seats":["ann","bob","ann","dee"]', "two players are called ann"),
    "option": (b'"seats":["ann","bob","cid","dee"],"options":{"taget":3}', "taget"),
}


def opened(
    seats: bytes = b'"seats":["ann","bob","cid","dee"]', game: bytes = b"court_piece", log: bytes = b"bad"
) -> bytes:
    """The line of a header."""
    return b'{"do":"opened","format":"upcard/1","log":"%b","game":"%b",%b}\n' % (log, game, seats)


def bad(tmp_path: Path, name: str, data: bytes) -> str:
    """A log file."""
    path = tmp_path / f"{name}.jsonl"
    path.write_bytes(data)
    return str(path)


PLAY = b'{"do":"hand_started","dealer":0}\n{"do":"trump_named","seat":1,"suit":"h"}\n{"do":"played","seat":1,"card":"Qc"}\n'


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_that_is_no_table_is_told_by_every_command(name: str, tmp_path: Path) -> None:
    seats, says = HEADERS[name]
    path = bad(tmp_path, name, opened(seats) + PLAY)
    for command in (
        ["verify"],
        ["verify", "-j", "2"],
        ["show"],
        ["replay"],
        ["replay", "--text"],
        ["record", "--resume"],
    ):
        err = upcard(*command, path, code=3)[1]
        assert f"error: {path}:1: " in err, command
        assert says in err, command
    out, _ = upcard("import", path, str(SAMPLES / "court_piece" / "full_hand.jsonl"), code=3)
    assert says in out
    assert "refused" in out
    assert "new " in out
    upcard("rebuild")
    own = tmp_path / "own" / "archive.logs" / "bad.jsonl"
    own.write_bytes(Path(path).read_bytes())  # as an earlier version took it
    err = upcard("rebuild", code=3)[1]
    assert says in err
    assert "1 log in" in err


def test_amend_refuses_a_header_that_is_no_table_and_puts_one_right(tmp_path: Path) -> None:
    path = bad(tmp_path, "good", opened() + PLAY)
    before = Path(path).read_bytes()
    five = opened(HEADERS["five"][0]).decode()
    assert HEADERS["five"][1] in upcard("amend", path, "--at", "1", "--with", five, code=2)[1]
    assert Path(path).read_bytes() == before
    upcard("show", path)
    path = bad(tmp_path, "wrong", opened(HEADERS["five"][0]) + PLAY)
    out = upcard("amend", path, "--at", "1", "--with", opened().decode(), "--why", "eve watched")[0]
    assert "it could not be judged before: court_piece takes 4 players, not 5" in out
    upcard("verify", path)


def test_every_file_is_judged_whatever_is_wrong_with_another(tmp_path: Path) -> None:
    unknown = bad(tmp_path, "a", opened(game=b"court_peace") + PLAY)
    options = bad(tmp_path, "b", opened(HEADERS["option"][0]) + PLAY)
    last = bad(tmp_path, "c", Path(REVOKE).read_bytes())
    link = tmp_path / "d.jsonl"
    link.symlink_to("nowhere")
    for given in ([unknown, options, last, str(link)], [str(tmp_path)]):
        for jobs in ("1", "2"):
            out, err = upcard("verify", "-j", jobs, *given, code=3)
            assert out.startswith(f"{last}: line 15: breach CP-3.1")
            assert f"error: {unknown}:1: no game 'court_peace'\nhint: did you mean court_piece" in err
            assert f"error: {options}:1: " in err
            assert f"error: {link}: this link leads to nowhere, which is not there" in err
            assert "1 log, 1 finding" in err
            assert json.loads(upcard("verify", "--json", "-j", jobs, *given, code=3)[0])["clause"] == "CP-3.1"


def test_of_a_stream_every_log_is_judged(tmp_path: Path) -> None:
    data = opened(game=b"court_peace") + PLAY + Path(REVOKE).read_bytes() + opened(HEADERS["five"][0]) + PLAY + FULL
    path = bad(tmp_path, "stream", data)
    start = (opened() + PLAY + Path(REVOKE).read_bytes()).count(b"\n") + 1
    for jobs in ("1", "2"):
        for name, given in ((path, b""), ("-", data)):
            out, err = upcard("verify", "-j", jobs, name, data=given, code=3)
            place = path if name == path else "<stdin>"
            assert out.startswith(f"{place}: log from line 5 on: line 15: breach CP-3.1")
            assert f"error: {place}:1: no game" in err
            assert f"error: {place}:{start}: court_piece takes 4 players, not 5" in err
            assert "2 logs, 1 finding" in err


def test_an_id_that_is_not_there_and_no_such_file_are_still_usage(tmp_path: Path) -> None:
    upcard("import", str(SAMPLES / "court_piece" / "full_hand.jsonl"))
    assert "no log 'nobody'" in upcard("verify", "nobody", REVOKE, code=2)[1]
    assert "no such file" in upcard("verify", str(tmp_path / "none.jsonl"), REVOKE, code=2)[1]


@pytest.mark.parametrize("command", ["verify", "show", "replay", "import"])
def test_a_link_that_leads_nowhere_is_named(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mylink").symlink_to(tmp_path / "gone")
    assert (
        f"error: mylink: this link leads to {tmp_path}/gone, which is not there" in upcard(command, "mylink", code=2)[1]
    )


NO_TEXT = os.fsdecode(b"x\xff")


@pytest.mark.check
@pytest.mark.parametrize(
    "arguments",
    [
        ("query", f"SELECT '{NO_TEXT}'"),
        ("query", "standings", "-o", f"{NO_TEXT}.parquet"),
        ("query", "sessions", "-p", f"player={NO_TEXT}"),
        ("sessions", "--player", NO_TEXT),
        ("sessions", "--remove", NO_TEXT),
        ("people", "name", "p1", NO_TEXT),
        ("show", NO_TEXT),
        ("verify", NO_TEXT),
        ("doctor", "--archive", NO_TEXT),
        ("import", REVOKE, "--archive", f"{NO_TEXT}.duckdb"),
        ("import", REVOKE, "--archive", ""),
        ("rebuild", "--archive", "."),
    ],
    ids=lambda given: " ".join(given).encode("ascii", "replace").decode(),
)
def test_arguments_that_are_no_text_are_usage(arguments: tuple[str, ...], tmp_path: Path) -> None:
    upcard("import", REVOKE)
    upcard("simulate", "big_two", "-o", str(tmp_path / "logs"))
    upcard("import", str(tmp_path / "logs"))
    err = upcard(*arguments, code=2)[1]
    assert "is no text in UTF-8" in err or "names no file" in err


def test_a_file_whose_name_is_no_text_is_read(tmp_path: Path) -> None:
    path = tmp_path / f"{NO_TEXT}.jsonl"
    path.write_bytes(Path(REVOKE).read_bytes())
    upcard("verify", str(path), code=1)
    upcard("import", str(path))
    assert "\\u{dcff}" in upcard("import", str(path), "-v")[0]


def test_names_that_the_encoding_of_the_screen_does_not_have_are_written_out(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(
        Path(REVOKE)
        .read_text(encoding="utf-8")
        .replace('"seats":["', '"seats":["\u05d0', 1)
        .split('{"do":"sealed"')[0],
        encoding="utf-8",
    )
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    for arguments in (("show", path), ("replay", path, "--text")):
        command = [sys.executable, "-m", "upcard.cli", *map(str, arguments)]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"\\u05d0" in done.stdout


def test_of_a_session_that_could_not_be_written_no_part_is_left(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    upcard("simulate", "court_piece", "--hands", "30", "-o", str(whole))
    (one,) = whole.iterdir()
    with files_no_longer_than(4096):
        err = upcard("simulate", "court_piece", "--hands", "30", "-o", str(part), code=3)[1]
        assert "file too large" in err
        upcard("simulate", "court_piece", "--hands", "30", "-o", str(whole), code=3)
    assert list(part.iterdir()) == []
    assert [path.read_bytes() for path in whole.iterdir()] == [one.read_bytes()]
    upcard("simulate", "court_piece", "--hands", "30", "-o", str(part))
    assert (part / one.name).read_bytes() == one.read_bytes()


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ({}, '{"do":"noted","LONG":1}'),
        ({}, '{"do":"LONG"}'),
        ({}, '{"do":"played","seat":1,"card":"LONG"}'),
        ({"format": "LONG"}, ""),
        ({"game": "LONG"}, ""),
        ({"options": {"LONG": 1}}, ""),
        ({"preset": "LONG"}, ""),
        ({"game": "trente_et_quarante"}, '{"do":"row_dealt","row":"LONG","cards":["Kd"]}'),
    ],
)
def test_what_is_wrong_with_a_long_line_is_told_by_its_beginning_and_its_end(
    tmp_path: Path, header: dict[str, object], line: str
) -> None:
    first = {"do": "opened", "format": "upcard/1", "log": "a1", "game": "court_piece", "seats": list("abcd")} | header
    text = json.dumps(first, separators=(",", ":")) + "\n" + line + "\n" * bool(line)
    path = tmp_path / "log.jsonl"
    path.write_text(text.replace("LONG", "x" * 600_000))
    for command in ("verify", "import"):
        archive = ["--archive", str(tmp_path / "a.duckdb")] if command == "import" else []
        code = 3 if "row_dealt" not in line else 1 if command == "verify" else 0
        out, err = upcard(command, str(path), *archive, code=code)
        assert len(out) + len(err) < 3_000, command
        assert "letters) ... xxx" in out + err or code == 0
