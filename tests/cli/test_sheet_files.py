"""Sheets as people make them, with the faults that people make: imported by one command, or told what is wrong with them."""

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

import upcard.cli.sheets
from tests.cli.test_commands import ROOT, SAMPLES
from tests.cli.test_commands import upcard as run
from upcard.records.chain import sealed_bytes
from upcard.records.importers.wishes import FILE_NAME
from upcard.records.logfile import read_log

FOLDER = ROOT / "tests" / "data" / "sheets"
TAKEN = {
    "big two club year.csv": (5, []),
    "calabrasella marzo.tsv": (5, []),
    "calabrasella two evenings.csv": (4, []),
    "court piece at the legion.csv": (2, []),
    "court piece notebook.csv": (4, []),
    "court piece vereinsabend.csv": (7, []),
    "dou dizhu landlords.csv": (3, []),
    "dou dizhu marks.csv": (7, []),
    "dou dizhu mixed days.csv": (4, []),
    "hasenpfeffer we and they.csv": (3, []),
    "hasenpfeffer us and them.csv": (3, ["points -4 2 was written; that cannot be"]),
    "hasenpfeffer who declared.csv": (3, ["points -4 2 was written; that cannot be"]),
    "pop tot.csv": (3, []),
    "pop match book.csv": (6, ["totals 3 4 was written; 3 3 follows; perhaps points 0 2 was written; 0 3 follows"]),
    "pope joan from excel.txt": (2, []),
    "pope joan won or lost.csv": (3, []),
    "spinado cercle.csv": (5, ["points -3 0 0 -3 was written; that cannot be"]),
    "spinado new year.csv": (3, ["points 12 -4 -4 -4 was written; that cannot be"]),
    "trente et quarante kasino.csv": (3, []),
    "tresette circolo.txt": (2, []),
    "tresette pairs.csv": (3, ["totals 20 21 was written; 20 20 follows"]),
}
REFUSED = {
    "court piece who are we.csv": [("A2", "nobody says who Us and Them are", "--players Ann,Bob,Cid,Dee")],
    "last one turned round.tsv": [("A2", "each row is a player, and each column a hand", "Transpose")],
    "last one notes in cells.csv": [
        ("B5", "no number of points for Ann", "write 0 if it is none"),
        ("C6", "for Bob", "blank = 0"),
    ],
    "last one running.csv": [
        ("C6", "are these totals after each hand?", "say so in the headings, as Ann total"),
    ],
    "last one standings.csv": [("A3", "as in a table of standings", "a column Hand, with its number")],
    "pluck misspelt.csv": [("B9", "the name Bbo stands here alone", "did you mean Bob?")],
    "pope joan counted.csv": [("B2", "'Numero': a player, or the number of the hand?", "--columns hand=B")],
    "pope joan won and lost.csv": [
        ("D3", "'Won' stands above columns B, D, F", "upcard games pope_joan"),
        ("E3", "'Lost' stands above columns C, E, G", "skip=E"),
    ],
    "popcorn calendar.txt": [("B7", "saw 'Bobb', wanted one of Ann, Bob, Cid, Dee", "did you mean Bob?")],
    "scores 05-01-2024.csv": [("A1", "5 January 2024 or 1 May 2024", "--dates dmy")],
    "spinado row short.csv": [
        ("C4", "no number of counters for Bob", "write 0"),
        ("E5", "saw 'l0', wanted a number", "perhaps 10"),
        ("F6", "saw 'Bbo', wanted one of", "did you mean Bob?"),
    ],
    "trente et quarante croupier.csv": [("E5", "saw '4O', wanted a number", "perhaps 40")],
}
MENDED = {  # what a secretary does then, and how many hands there are
    "last one notes in cells.csv": ("blank = 0\n", [], 4),
    "scores 05-01-2024.csv": ("", ["--dates", "dmy"], 2),
    "pope joan counted.csv": ("", ["--columns", "hand=B"], 3),
    "court piece who are we.csv": ("", ["--players", "Ann,Bob,Cid,Dee"], 2),
}


def test_every_sheet_is_spoken_of() -> None:
    assert TAKEN.keys() | REFUSED.keys() == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize("name", TAKEN)
def test_what_can_be_taken_is_taken_by_one_command(name: str) -> None:
    out, _ = run("import", str(FOLDER / name), "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    hands, says = TAKEN[name]
    assert {row["status"] for row in rows} == {"new"}
    assert sum(row["hands"] for row in rows) == hands
    told = [run("verify", row["log"], code=int(bool(row["findings"])))[0] for row in rows]
    assert sum(row["findings"] for row in rows) == len(says)
    assert all(say in "".join(told) for say in says)


def test_totals_of_a_year_that_do_not_follow_are_told() -> None:
    name = str(FOLDER / "big two club year.csv")
    _, err = run("import", name)
    assert f"note: {name}: G7: a total of 7 for T; the hands of these evenings add up to 15" in err


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_is_told_with_its_cell_and_nothing_is_stored(name: str) -> None:
    path = str(FOLDER / name)
    _, err = run("import", path, code=3)
    lines = err.splitlines()
    for cell, says, hint in REFUSED[name]:
        place = next(
            at for at, line in enumerate(lines) if line.startswith(f"error: {path}: {cell}: ") and says in line
        )
        assert lines[place + 1].startswith("hint: ")
        assert hint in lines[place + 1]
    assert "nothing; 0 hands stored" in err
    out, _ = run("import", path, "--dry-run", code=3)
    assert "taken as" in out or "nothing is taken" in out


@pytest.mark.parametrize("name", MENDED)
def test_what_is_hinted_at_mends_it(name: str, tmp_path: Path) -> None:
    told, options, hands = MENDED[name]
    shutil.copy(FOLDER / name, tmp_path)
    (tmp_path / FILE_NAME).write_text(told)
    out, _ = run("import", str(tmp_path / name), "--json", *options)
    assert sum(json.loads(line)["hands"] for line in out.splitlines()) == hands


def test_a_file_with_faults_keeps_none_of_the_others_out(tmp_path: Path) -> None:
    for name in ("tresette pairs.csv", "pluck misspelt.csv"):
        shutil.copy(FOLDER / name, tmp_path)
    out, err = run("import", str(tmp_path), code=3)
    assert "tresette pairs.csv:4  tresette 3 hands" in out
    assert "1 new; 3 hands stored" in err


def test_what_was_told_is_kept_and_needs_no_options_next_month(tmp_path: Path) -> None:
    sheet = tmp_path / "may.csv"
    sheet.write_text("When was it;Ann;Bob\n05/01/2024;0;1\n", encoding="utf-8")
    options = ["--game", "big_two", "--columns", "date=1,players=B-C", "--dates", "dmy", "--keep"]
    assert f"written: {tmp_path / FILE_NAME}" in run("import", str(sheet), *options)[1]
    (tmp_path / "june.csv").write_text("When was it;Ann;Bob\n06/01/2024;3;0\n", encoding="utf-8")
    out, err = run("import", str(tmp_path / "june.csv"), "--dry-run")
    assert "2024-01-06" in out
    assert FILE_NAME in err
    kept = (tmp_path / FILE_NAME).read_text()
    assert "is there already and stays as it is" in run("import", str(sheet), "--players", "Ann,Bob", "--keep")[1]
    assert (tmp_path / FILE_NAME).read_text() == kept
    (tmp_path / FILE_NAME).write_text("game = 5\n")
    assert FILE_NAME in run("import", str(sheet), code=3)[1]


def test_how_a_sheet_is_understood_is_shown() -> None:
    out, _ = run("import", str(FOLDER / "tresette pairs.csv"), "--dry-run")
    assert "Tresette (tresette), a row a player and hand" in out
    assert "figures of the player of the row" in out
    lines = run("import", str(FOLDER / "tresette pairs.csv"), "--dry-run", "--json")[0].splitlines()
    told = json.loads(lines[0])
    assert (told["game"], told["logs"][0]["hands"], told["columns"][2]["taken_as"]) == ("tresette", 3, "side")
    assert json.loads(lines[1])["status"] == "new"


@pytest.mark.parametrize("title", ["Pluck,Crown\n", "Pluck,evening\n\n", "Pluck,Crown\nPlayers,Ann,Bob,Cid\n"])
def test_the_name_of_the_game_beside_another_word_is_a_title_and_no_column(title: str, tmp_path: Path) -> None:
    sheet = tmp_path / "evening.csv"
    sheet.write_text(title + "Date,Ann,Bob,Cid\n2024-01-05,7,6,4\n,3,8,6\n")
    told = json.loads(run("import", str(sheet), "--dry-run", "--json")[0].splitlines()[0])
    assert [column["heading"] for column in told["columns"]] == ["Date", "Ann", "Bob", "Cid"]
    assert told["logs"][0]["hands"] == 2


def test_a_heading_that_every_sheet_may_have_tells_no_game(tmp_path: Path) -> None:
    sheet = tmp_path / "evening.csv"
    sheet.write_text("Evening,Dealer,Ann,Bob,Cid,Dee\n2024-01-05,Ann,7,0,6,4\n")
    assert "nothing says which game this sheet is of" in run("import", str(sheet), code=3)[1]


def test_a_day_that_may_be_two_is_asked_at_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = tmp_path / "may.csv"
    sheet.write_text("Big Two\nDate,Ann,Bob\n05/01/2024,0,1\n", encoding="utf-8")

    class Terminal:
        def __init__(self, stream: Any) -> None:
            self._stream = stream

        def __getattr__(self, name: str) -> Any:
            return (lambda: True) if name == "isatty" else getattr(self._stream, name)

    class Sys:
        def __getattr__(self, name: str) -> Any:
            import sys

            return Terminal(getattr(sys, name)) if name in {"stdin", "stderr"} else getattr(sys, name)

    monkeypatch.setattr(upcard.cli.sheets, "sys", Sys())
    _, err = run("import", str(sheet), "--json", data=b"what\nMDY\n")
    assert "5 January 2024 (dmy) or 1 May 2024 (mdy)?" in err
    assert "saw 'what', wanted one of dmy, mdy, ymd" in err
    rows = run("query", "SELECT day FROM logs", "--json")[0]
    assert "2024-05-01" in rows


@pytest.mark.parametrize(
    "options",
    [["--dates", "xyz"], ["--columns", "date"], ["--players", "Ann,,Bob"], ["--game", "wist"], ["-O", "target"]],
)
def test_what_is_told_wrongly_is_an_error_of_use(options: list[str]) -> None:
    assert "error: " in run("import", str(FOLDER / "tresette pairs.csv"), *options, code=2)[1]


def test_sheets_hold_nothing_that_steers_a_terminal(tmp_path: Path) -> None:
    sheet = tmp_path / "bad.csv"
    sheet.write_text(
        "Big Two\nDate,A\x1b[31mnn,B\u202eob,Note\x07\n2024-01-05,0,x\x1b]0;\n,1,0,\x1b[2J\n", encoding="utf-8"
    )
    for options in (["--dry-run"], ["--dry-run", "--json"], []):
        out, err = run("import", str(sheet), *options, code=3)
        assert not {"\x1b", "\x07", "\u202e"} & set(out + err)


def test_export_makes_sheets_that_import_takes(tmp_path: Path) -> None:
    paths = [str(path) for path in sorted(SAMPLES.glob("*/score_sheet.jsonl"))]
    run("export", *paths, "--to", "xlsx", "-o", str(tmp_path / "all.xlsx"))
    rows = [json.loads(line) for line in run("import", str(tmp_path / "all.xlsx"), "--json")[0].splitlines()]
    assert sorted(row["game"] for row in rows) == sorted(Path(path).parent.name for path in paths)
    run("export", *paths, "--to", "csv", "-o", f"{tmp_path}/csv/")
    assert {path.stem for path in (tmp_path / "csv").iterdir()} == {read_log(path).log.header.log for path in paths}
    out, _ = run("export", paths[0], "--to", "csv")
    assert out.startswith("Game,calabrasella\nPlayers,ann,bob,cid\nDate,2026-04-10\n")
    assert "nothing is exported to 'pdf'" in run("export", paths[0], "--to", "pdf", code=2)[1]


def test_two_sessions_of_one_day_and_table_stay_two(tmp_path: Path) -> None:
    log = read_log(SAMPLES / "calabrasella" / "score_sheet.jsonl").log
    paths = [tmp_path / f"{name}.jsonl" for name in ("first", "second")]
    for path in paths:
        path.write_bytes(
            sealed_bytes(msgspec.structs.replace(log.header, log=path.stem), [event for _, event in log.events])
        )
    run("export", *map(str, paths), "--to", "csv", "-o", f"{tmp_path}/csv/")
    rows = [json.loads(line) for line in run("import", f"{tmp_path}/csv", "--json")[0].splitlines()]
    assert [row["status"] for row in rows] == ["new", "new"]
    assert rows[0]["hands"] == rows[1]["hands"] > 0


def test_export_of_a_view_holds_what_it_holds() -> None:
    log = str(SAMPLES / "court_piece" / "full_hand.jsonl")
    whole, public = run("export", log, "--to", "csv")[0], run("export", log, "--to", "csv", "--public")[0]
    assert whole.splitlines()[:2] == public.splitlines()[:2]
