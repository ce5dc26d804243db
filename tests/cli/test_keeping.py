"""Backup and restore from the command line, and what the doctor says of them."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.test_commands import upcard
from tests.cli.test_people import SHEET, numbers, take_in
from upcard.records.queries import questions

pytestmark = pytest.mark.check


def answers() -> dict[str, str]:
    """What every named question answers, with the hands behind it."""
    given = {name: ["-p", "player=C"] if name == "player" else [] for name in questions()}
    return {
        f"{name} {more}": upcard("query", name, *params, *more, "--json")[0]
        for name, params in given.items()
        for more in ([], ["--hands"])
    }


def doctor() -> dict[str, str]:
    (line,) = upcard("doctor", "--json")[0].splitlines()
    facts: dict[str, str] = json.loads(line)
    return facts


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The folder of an archive with people of whom some have names."""
    take_in(SHEET)
    upcard("people", "name", "C", "Cara")
    upcard("people", "merge", "T", "Jj")
    return tmp_path / "own"


def test_two_lines_move_an_archive_to_another_computer(own: Path, tmp_path: Path) -> None:
    before = answers()
    out = upcard("backup", str(tmp_path / "club.zip"))[0]
    assert out.startswith("4 logs in ")
    assert "read again and found whole" in out
    shutil.rmtree(own)
    assert "4 logs as of" in upcard("restore", str(tmp_path / "club.zip"))[0]
    assert answers() == before
    assert upcard("verify", "--archive")[0] == ""
    assert numbers()["Cara"] == 5


def test_the_doctor_tells_of_the_last_backup(own: Path, tmp_path: Path) -> None:
    assert doctor()["last backup"] == "never: upcard backup FILE makes one"
    upcard("backup", str(tmp_path / "club.zip"))
    told = doctor()["last backup"]
    assert "today: 4 logs in" in told
    assert str(tmp_path / "club.zip") in told
    assert told.endswith("nothing has changed since")
    upcard("people", "name", "S", "Sid")
    assert doctor()["last backup"].endswith("logs or people have changed since")
    shutil.rmtree(own)
    upcard("restore", str(tmp_path / "club.zip"))
    assert doctor()["last backup"].endswith("nothing has changed since")


def test_a_restore_overwrites_nothing_unasked_and_keeps_what_was_there(own: Path, tmp_path: Path) -> None:
    upcard("backup", str(tmp_path / "club.zip"))
    upcard("people", "name", "S", "Sid")
    told = upcard("restore", str(tmp_path / "club.zip"), code=2)[1]
    assert "there is an archive here already: archive.duckdb, archive.people.json, archive.logs" in told
    assert "Sid" in numbers()
    told = upcard("restore", str(tmp_path / "club.zip"), "--replace")[1]
    assert f"kept in {own / 'archive.before-1'}" in told
    assert "Sid" not in numbers()
    kept = str(own / "archive.before-1" / "archive.duckdb")
    assert "Sid" in upcard("query", "standings", "--archive", kept)[0]


def test_a_backup_is_checked_and_changes_nothing(own: Path, tmp_path: Path) -> None:
    path = tmp_path / "club.zip"
    (row,) = upcard("backup", str(path), "--json")[0].splitlines()
    assert json.loads(row)["logs"] == 4
    before = sorted(own.rglob("*"))
    assert "it is whole" in upcard("restore", "--check", str(path))[0]
    (row,) = upcard("restore", "--check", str(path), "--json")[0].splitlines()
    assert json.loads(row)["logs"] == 4
    data = path.read_bytes()
    path.write_bytes(data[:900] + b"?" + data[901:])
    told = upcard("restore", "--check", str(path), code=3)[1]
    assert "error: " in told
    assert "hint: " in told
    assert sorted(own.rglob("*")) == before


@pytest.mark.parametrize("wrong", ["no such folder/club.zip", "archive.duckdb", ""])
def test_where_no_backup_can_be_written(own: Path, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own)
    before = (own / "archive.duckdb").stat()
    upcard("backup", wrong, code=2 if wrong else 0)  # nothing is where one stands: a folder
    upcard("backup", wrong, "--replace", code=2 if wrong else 0)
    assert (own / "archive.duckdb").stat().st_mtime == before.st_mtime


def test_the_doctor_tells_what_it_can_where_a_file_cannot_be_read(own: Path, tmp_path: Path) -> None:
    upcard("backup", str(tmp_path / "club.zip"))
    path = next((own / "archive.logs").glob("*.jsonl"))
    path.unlink()
    path.symlink_to(tmp_path / "club.zip" / "nowhere")
    (line,) = upcard("doctor", "--json", code=1)[0].splitlines()
    assert "today: 4 logs in" in json.loads(line)["last backup"]


PAGE = (Path(__file__).parents[2] / "docs" / "keeping.md").read_text(encoding="utf-8")


def test_every_line_of_the_page_does_what_it_says(tmp_path: Path) -> None:
    """In its order: an archive is lost before it is restored, and somebody has the name again that was erased."""
    own, stick = tmp_path / "own", tmp_path / "stick"
    stick.mkdir()
    take_in("2013-03-19\nC S ann Jj\n1 1 5 0\n2014-03-20\nC S annie T\n0 1 1 1\n")
    blocks = "".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
    lines = [shlex.split(line, comments=True) for line in blocks.replace("/media/stick", str(stick)).splitlines()]
    assert len(lines) == 11
    for first, *line in lines:
        assert first == "upcard"
        if line[0] == "restore":
            shutil.rmtree(own)
        asked = line[:2] == ["people", "erase"]
        if asked:
            upcard("people", "name", "C", "Cara Smith")
        upcard(*line, *["--yes"] * asked)
    assert "Cara Smith" not in upcard("people")[0]
    assert "C" not in numbers()
