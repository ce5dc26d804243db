"""Folders: what of them is taken, what is not and why, and that nothing taken is no success."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.test_commands import REVOKE, SAMPLES, SHEET, upcard
from upcard.records.importers.kinds import is_sheet_file, why_no_log

OTHERS = {
    "README.md": (b"# notes\n", "no score sheet that is known here"),
    "empty.txt": (b"", "empty"),
    "game.log": (Path(REVOKE).read_bytes(), "does not end in .jsonl"),
    "cut.jsonl.torn-1": (b"{", "what a crash left"),
    "old.duckdb": (b"x", "an archive"),
}


def filled(folder: Path, *, log: bool = False, sheet: bool = False) -> str:
    """A folder with files that are no record, perhaps a log or a score sheet, and what nobody asks about."""
    folder.mkdir()
    for name, (data, _) in OTHERS.items():
        (folder / name).write_bytes(data)
    os.mkfifo(folder / "pipe")
    (folder / ".hidden").write_text("x")
    (folder / "one.jsonl.lock").write_text("x")
    if log:
        (folder / "one.jsonl").write_bytes(Path(REVOKE).read_bytes())
    if sheet:
        (folder / "sheet.txt").write_text(SHEET)
    return str(folder)


@pytest.mark.parametrize("jobs", [[], ["-j", "2"]], ids=["alone", "several"])
def test_import_of_a_folder_takes_logs_and_sheets_and_names_the_rest(tmp_path: Path, jobs: list[str]) -> None:
    folder = filled(tmp_path / "drawer", log=True, sheet=True)
    out, err = upcard("import", folder, *jobs)
    assert "new      " + folder + "/one.jsonl" in out
    assert "new      " + folder + "/sheet.txt:2  big_two 2 hands" in out
    assert "/pipe: no file that holds anything" in out
    assert not any(word in out for word in (".hidden", ".lock"))
    assert sum(line.startswith("skipped") for line in out.splitlines()) == len(OTHERS) + 1
    assert all(f"/{name}: " in out and why in out for name, (_, why) in OTHERS.items())
    assert err.startswith("2 new, 6 skipped; 3 hands stored")


def test_import_tells_programs_of_what_it_skips(tmp_path: Path) -> None:
    out, _ = upcard("import", filled(tmp_path / "drawer", log=True), "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert {Path(row["place"]).name for row in rows if row["status"] == "skipped"} == {*OTHERS, "pipe"}
    assert all(row["why"] for row in rows if row["status"] == "skipped")


@pytest.mark.parametrize("command", [["import"], ["import", "--dry-run"], ["import", "-j", "2"], ["verify"]])
def test_a_folder_of_which_nothing_is_taken_is_an_error(tmp_path: Path, command: list[str]) -> None:
    folder = filled(tmp_path / "drawer")
    out, err = upcard(*command, folder, code=2)
    assert f"error: {folder}: there is no log" in err
    assert "/README.md: no log" in out + err
    (tmp_path / "none").mkdir()
    assert "there is no log" in upcard(*command, str(tmp_path / "none"), code=2)[1]


@pytest.mark.parametrize("jobs", [[], ["-j", "2"]], ids=["alone", "several"])
def test_verify_of_a_folder_names_what_it_does_not_judge(tmp_path: Path, jobs: list[str]) -> None:
    folder = filled(tmp_path / "drawer", log=True, sheet=True)
    out, err = upcard("verify", folder, *jobs, code=1)
    assert "breach CP-3.1" in out
    assert all(f"skipped: {folder}/{name}: " in err and why in err for name, (_, why) in OTHERS.items())
    assert f"skipped: {folder}/sheet.txt: a score sheet: upcard import takes it" in err
    assert "1 log, 1 finding" in err
    only_sheet = filled(tmp_path / "other", sheet=True)
    assert "there is no log in this folder" in upcard("verify", only_sheet, *jobs, code=2)[1]


def test_the_archive_that_is_written_is_never_opened_as_a_file(tmp_path: Path) -> None:
    folder = filled(tmp_path / "drawer", log=True)
    archive = str(tmp_path / "drawer" / "years")
    for _ in range(2):
        out, _ = upcard("import", folder, "--archive", archive)
        assert "years" not in out.replace("years.logs", "")
    err = upcard("import", archive, "--archive", archive, code=2)[1]
    assert "this is the archive itself" in err


def test_a_transcript_beside_a_log_is_no_score_sheet(tmp_path: Path) -> None:
    for path in SAMPLES.glob("*/*.txt"):
        assert not is_sheet_file(str(path)), path
        assert why_no_log(str(path)).startswith("a transcript"), path
    tabled = tmp_path / "evening.txt"
    tabled.write_text("Court Piece\nAnn Bob Cid Dee\n1 0 1 0\n0 1 0 1\n")
    assert is_sheet_file(str(tabled))
