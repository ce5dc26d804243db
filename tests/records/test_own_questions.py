"""Questions that people keep as files of their own."""

import re
from pathlib import Path

import pytest

import upcard
from tests.records.archives import new_archive, simulated
from upcard.cli.app import run
from upcard.records.archive.archive import Archive
from upcard.records.asking import answered, own_questions
from upcard.schemas.errors import UsageError

PAGE = (Path(__file__).parents[2] / "docs" / "questions.md").read_text(encoding="utf-8")
FRIED = re.search(r"```sql\n(.*?)```", PAGE, re.DOTALL)[1]  # type: ignore[index]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    made = new_archive(tmp_path, simulated(games=["big_two"]))
    made.questions_path.mkdir()
    (made.questions_path / "fried.sql").write_text(FRIED, encoding="utf-8")
    return made


def put(archive: Archive, text: str, name: str = "mine") -> Path:
    path = archive.questions_path / f"{name}.sql"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_question_of_the_page_is_asked_as_any_other(archive: Archive, capsys: pytest.CaptureFixture[str]) -> None:
    assert archive.questions_path.name == "archive.questions"
    told = answered(archive, "fried", {"most": "2", "game": "big_two"})
    behind = answered(archive, "fried", {"most": "2"}, hands=True)
    assert told.columns == ("player", "times")
    assert sum(times for _, times in told.rows) == len(behind.rows) > 3
    assert run(["query", "--json", "--archive", str(archive.path)]) == 0
    assert "Fried: hands with so many points or more" in capsys.readouterr().out


def test_they_are_found_in_a_folder_that_is_named_and_from_python(archive: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    archive.questions_path.rename(folder)
    assert run(["query", "fried", "--archive", str(archive.path), "--questions", str(folder)]) == 0
    club = upcard.open(archive.path, questions=folder)
    told = club.query("fried", most=2)
    assert (told.title, told.says["times"]) == ("Fried: hands with so many points or more", "how often")
    assert "fried" in club.questions["question"]
    with pytest.raises(UsageError, match="no such folder"):
        answered(archive, "fried", {}, folder=tmp_path / "nowhere")


def test_a_season_sets_the_days_and_people_are_looked_up(archive: Archive) -> None:
    put(
        archive,
        "-- title: Days\n-- param player: who\n-- param since: from\n-- param until: to\nSELECT $since AS a, $until AS b, $player AS c\n",
    )
    told = answered(archive, "mine", {"season": "2013/14", "begins": "9", "player": "p1"})
    assert told.rows == [("2013-09-01", "2014-08-31", "p1")]
    with pytest.raises(UsageError, match="no player"):
        answered(archive, "mine", {"player": "nobody"})


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("-- title: x\n-- parm game: y\nSELECT 1\n", 2, "no line of a header"),
        ("-- title: x\n-- param Game y\nSELECT 1\n", 2, "no line of a header"),
        ("-- title: x\n-- param: y\nSELECT 1\n", 2, "no line of a header"),
        ("-- title: x\n-- param n [numbr]: y\nSELECT 1\n", 2, "nothing is called 'numbr'"),
        ("SELECT 1\n", 1, "begins with its title"),
        ("-- title: x\nSELECT 1\nFROM nowhere\n", 3, "nowhere"),
        ("-- title: x\nSELECT 1 FRM logs\n", 2, "syntax error"),
        ("-- title: x\n-- column a: y\nSELECT pionts\n  FROM results\n", 3, "pionts"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(archive: Archive, text: str, line: int, says: str) -> None:
    path = put(archive, text)
    with pytest.raises(UsageError, match=says) as told:
        answered(archive, "mine", {})
    assert told.value.place == f"{path}: line {line}"
    assert "LINE" not in told.value.message


def test_what_is_wrong_with_the_hands_is_told_by_the_line_of_the_file(archive: Archive) -> None:
    path = put(archive, "-- title: x\nSELECT 1 AS a\n-- hands\nSELECT log,\n  hnd FROM results\n")
    assert answered(archive, "mine", {}).rows == [(1,)]
    with pytest.raises(UsageError, match="hnd") as told:
        answered(archive, "mine", {}, hands=True)
    assert told.value.place == f"{path}: line 5"
    put(archive, "-- title: x\nSELECT 1 AS a\n")
    with pytest.raises(UsageError, match="tells no hands"):
        answered(archive, "mine", {}, hands=True)


def test_one_bad_file_hides_no_other(archive: Archive, capsys: pytest.CaptureFixture[str]) -> None:
    put(archive, "-- title: x\n-- parm: y\n")
    put(archive, FRIED, "standings")
    (archive.questions_path / "bytes.sql").write_bytes(b"-- title: x\n\xff\n")
    found, failed = own_questions(archive)
    assert (list(found), len(failed)) == (["fried"], 3)
    assert run(["query", "fried", "--archive", str(archive.path)]) == 0
    assert run(["query", "--archive", str(archive.path)]) == 0
    err = capsys.readouterr().err
    assert "bytes.sql: line 2: this is no text in UTF-8" in err
    assert "standings.sql: a question of Upcard's has this name" in err
    assert run(["query", "mine", "--archive", str(archive.path)]) == 2


@pytest.mark.parametrize(
    "sql", ["COPY logs TO '/tmp/upcard-out.csv'", "SELECT * FROM read_text('/etc/hostname')", "DROP TABLE logs"]
)
def test_they_read_the_archive_and_nothing_else(archive: Archive, sql: str) -> None:
    put(archive, f"-- title: x\n{sql}\n")
    with pytest.raises(UsageError):
        answered(archive, "mine", {})
