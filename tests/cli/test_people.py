"""The register of people: who is who, and who is not."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.terminal import at_terminal
from tests.cli.test_commands import upcard

pytestmark = pytest.mark.check

SHEET = """2013-03-19
C S H Jj
1 1 5 0
4 0 1 2
2013-03-20
C S Js T
0 1 1 1
2013-03-21
Js Jj C S
1 0 2 3
3 1 0 2
2013-03-22
Js T H L
1 0 2 3
"""


def take_in(text: str, *more: str) -> None:
    upcard("import", "-", "--format", "sheet", *more, data=text.encode())


def numbers(*which: str) -> dict[str, int]:
    """How many hands each person has by the standings."""
    rows = [json.loads(row) for row in upcard("query", "standings", "--json", *which)[0].splitlines()]
    return {row["player"]: row["hands"] for row in rows}


@pytest.mark.parametrize("merge", [("Js", "Jj"), ("Jj", "Js")])
def test_two_who_sat_at_one_table_are_two_people(merge: Sequence[str]) -> None:
    take_in(SHEET)
    before = numbers()
    told = upcard("people", "merge", *merge, code=2)[1]
    assert "sat at one table in 2 hands of 1 session: they are two people" in told
    (log,) = [
        row["log"]
        for row in map(json.loads, upcard("sessions", "--json")[0].splitlines())
        if row["day"] == "2013-03-21"
    ]
    assert f"hands 1 to 2 of {log} (2013-03-21)" in told
    assert numbers() == before


def test_nor_can_a_third_id_bring_them_together() -> None:
    """L never met Jj; but who is T is Js, and T sat with L."""
    take_in(SHEET)
    upcard("people", "merge", "L", "Jj")
    assert "T and Js sat" not in upcard("people", "merge", "T", "L", code=2)[1]
    assert (
        "Jj or L and Js sat at one table in 3 hands of 2 sessions" in upcard("people", "merge", "Jj", "Js", code=2)[1]
    )
    assert numbers() == {"C": 5, "S": 5, "H": 3, "Jj": 5, "Js": 4, "T": 2}


def test_who_came_when_the_other_had_left_may_be_the_same() -> None:
    header = {"do": "opened", "format": "upcard/1", "log": "one", "game": "big_two", "seats": ["ann", "b", "c", "d"]}
    row = [{"do": "hand_started"}, {"do": "scored", "counts": [0, 1, 2, 3]}]
    away = [{"do": "left", "seat": 0}, {"do": "joined", "seat": 0, "player": "anne"}]
    lines = [header, *row, *away, *row, {"do": "joined", "seat": 1, "player": "bea"}, {"do": "closed"}]
    upcard("import", "-", data="".join(json.dumps(line) + "\n" for line in lines).encode())
    assert "anne and b sat at one table in 1 hand of 1 session" in upcard("people", "merge", "anne", "b", code=2)[1]
    assert "ann and bea" not in upcard("people", "merge", "ann", "bea")[1]
    assert "sat at one table in 1 session" in upcard("people", "merge", "anne", "bea", code=2)[1]
    upcard("people", "split", "bea")
    upcard("people", "merge", "anne", "ann")
    assert numbers()["ann"] == 2


def names_of(*command: str) -> list[str]:
    return [json.loads(row)["name"] for row in upcard(*command, "--json")[0].splitlines()]


def test_two_of_one_name_are_told_apart_everywhere() -> None:
    take_in(SHEET)
    upcard("people", "name", "Js", "Joe")
    told = upcard("people", "name", "Jj", "Joe")[1]
    assert "2 people are called Joe, and told apart as Joe (Jj), Joe (Js)" in told
    assert {"Joe (Jj)", "Joe (Js)"} < numbers().keys()
    assert {"Joe (Jj)", "Joe (Js)"} < set(names_of("people", "list"))
    for command in (("query", "player", "-p", "player=Joe"), ("people", "merge", "Joe", "C"), ("people", "name", "Joe", "J"),
                    ("sessions", "--player", "Joe")):  # fmt: skip
        assert "2 people are called Joe: Jj, Js" in upcard(*command, code=2)[1], command
    (row,) = [json.loads(line) for line in upcard("query", "player", "-p", "player=Joe (Js)", "--json")[0].splitlines()]
    assert row["hands"] == 4
    log = next(
        row["log"]
        for row in map(json.loads, upcard("sessions", "--json")[0].splitlines())
        if row["day"] == "2013-03-21"
    )
    assert "0 Joe (Js), 1 Joe (Jj), 2 C, 3 S" in upcard("replay", log, "--text")[0]
    upcard("people", "name", "Joe (Jj)", "")
    assert {"Joe", "Jj"} < numbers().keys()


def test_near_same_names_are_found_and_those_who_met_come_last() -> None:
    take_in("2013-03-19\nAnn Bob Cid Bobby\n0 1 2 3\n2014-03-19\nann Anne Eve Fay\n0 1 2 3\n")
    pairs = [json.loads(row) for row in upcard("people", "near", "--json")[0].splitlines()]
    assert [(two["one"]["name"], two["other"]["name"], bool(two["met"])) for two in pairs] == [
        ("Ann", "ann", False), ("Ann", "Anne", False), ("ann", "Anne", True), ("Bob", "Bobby", True),
    ]  # fmt: skip
    assert pairs[3]["met"][0]["hands"] == [1]
    out, told = upcard("people", "near")
    assert "1 hand" in out
    assert "upcard people merge" in told
    upcard("people", "merge", "ann", "Ann")
    assert upcard("people", "near", "--least", "100") == ("no two names are alike\n", "")


def test_a_session_that_comes_later_may_show_that_two_are_no_one() -> None:
    take_in("2013-03-19\nann b c d\n0 1 2 3\n2014-03-19\nanne b e f\n0 1 2 3\n")
    upcard("people", "merge", "anne", "ann")
    told = upcard("import", "-", "--format", "sheet", data=b"2015-01-01\nanne b ann f\n0 1 2 3\n")[1]
    assert "note: ann and anne were merged, but sat at one table in hand 1 of " in told
    assert "upcard people split ann" in told
    assert "were merged, but sat at one table" in upcard("people")[1]
    upcard("people", "split", "ann")
    assert upcard("people", "list")[1] == ""


HOSTILE = (
    "\x1b[2J",
    "=1+1",
    "--json",
    " ",
    *(
        pytest.param(name, marks=pytest.mark.check)
        for name in ("a\tb", "\u202eevil", "[red]x[/]", "'; DROP TABLE people; --", '"', "\u200b", "%s{0}")
    ),
)


@pytest.mark.check
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_do_nothing_but_stand_there(name: str) -> None:
    header = {"do": "opened", "format": "upcard/1", "log": "one", "game": "big_two", "seats": [name, "b", "c", "d"]}
    row = [{"do": "hand_started"}, {"do": "scored", "counts": [0, 1, 2, 3]}]
    upcard("import", "-", data="".join(json.dumps(line) + "\n" for line in [header, *row]).encode())
    upcard("people", "name", "b", "--", name)
    assert json.loads(upcard("people", "list", "--json")[0].splitlines()[0])["hands"] == 1
    for command in (
        ("people",),
        ("people", "list"),
        ("people", "near", "--least", "1"),
        ("query", "standings"),
        ("sessions",),
    ):
        out, told = upcard(*command)
        assert all(sign == "\n" or (sign >= " " and sign not in "\u202e\u200b") for sign in out + told), command
    assert "sat at one table" in upcard("people", "merge", "b", "--", name, code=2)[1]
    upcard("people", "name", "--", name, "Plain")
    assert "Plain" in names_of("people", "list")
    upcard("people", "split", "--", name, code=2)


def test_what_sessions_did_for_people_has_moved() -> None:
    for flag in ("--people", "--name", "--merge", "--split", "--forget-people"):
        upcard("sessions", flag, "x=y", code=2)
    assert "hint: upcard people merge --help" in upcard("sessions", "--merge", "x=y", code=2)[1]
    assert "hint: upcard backup --help" in upcard("people", "--backup", code=2)[1]


# ---- Erasing -------------------------------------------------------------------------------------------------------


def names_them(folder: Path, name: str) -> list[str]:
    """The files with a name in them."""
    return [path.name for path in folder.rglob("*") if path.is_file() and name.encode() in path.read_bytes()]


REMARKED = SHEET.replace("4 0 1 2", "4 0 1 2  # Josie dealt, and Josies luck held; Jo did not") + "# Josie was here\n"


def test_a_person_is_erased_from_the_register(tmp_path: Path) -> None:
    take_in(REMARKED)
    upcard("people", "name", "Jj", "Josephine")
    before = numbers()
    own = tmp_path / "own" / "archive.questions"
    own.mkdir()
    (own / "hers.sql").write_text("-- title: Hers\nSELECT 'Josephine' AS name\n")
    (own / "all.sql").write_text("-- title: All\nSELECT count(*) AS hands FROM hands\n")
    told = upcard("people", "erase", "Josephine", code=6)
    assert "the name is in it: hers.sql, a question of your own" in told[0]
    assert "all.sql" not in told[0]
    (own / "hers.sql").unlink()
    assert "to be erased: Josephine, known as Jj: 4 hands in 2 sessions" in told[0]
    assert "2 logs will name them still, by an id or in a header; --logs erases that" in told[0]
    assert "nothing is erased: this cannot be undone; --yes does it" in told[1]
    assert "nothing is erased: --dry-run" in upcard("people", "erase", "Josephine", "--dry-run")[1]
    assert numbers() == before
    upcard("people", "erase", "Josephine", "--yes")
    assert names_them(tmp_path, "Josephine") == []
    assert numbers() == {{"Josephine": "Jj"}.get(name, name): hands for name, hands in before.items()}


def test_a_person_is_erased_from_the_logs_too(tmp_path: Path) -> None:
    take_in(REMARKED)
    upcard("people", "name", "Jj", "Josie")
    upcard("backup", str(tmp_path / "club.zip"))
    out = upcard("people", "erase", "Josie", "--logs", "--as", "Guest", "--dry-run")[0]
    assert (
        "'Josie dealt, and Josies luck held; Jo did not' becomes 'Guest dealt, and Guest luck held; Jo did not'" in out
    )
    assert "a head of one that is kept elsewhere vouches for nothing any more" in out
    assert f"backups hold the name still, such as {tmp_path / 'club.zip'}" in out
    out, told = upcard("people", "erase", "Josie", "--logs", "--dry-run")
    assert re.findall("--as (anon-[0-9a-f]{6})", told) == re.findall(": (.+) takes their place", out)
    (tmp_path / "club.zip").unlink()
    (row,) = upcard("people", "erase", "Josie", "--logs", "--as", "Guest", "--also", "Jo", "--yes", "--json")[
        0
    ].splitlines()
    data = json.loads(row)
    assert (data["erased"], data["pseudonym"], len(data["changed"])) == (True, "Guest", 3)
    assert all(len(one["now"]) == 2 for one in data["changed"])
    for name in ("Josie", "Jj", "josie"):
        assert names_them(tmp_path, name) == []
    assert numbers() == {"C": 5, "S": 5, "H": 3, "Guest": 4, "Js": 4, "T": 2, "L": 1}
    assert upcard("verify", "--archive")[0] == ""
    assert "refused" in upcard("import", "-", "--format", "sheet", data=REMARKED.encode(), code=3)[0]
    assert names_them(tmp_path, "Josie") == []


def test_what_goes_with_what_when_somebody_is_erased() -> None:
    take_in(SHEET)
    for wrong in (
        (),
        ("C", "--all"),
        ("--all", "--logs"),
        ("C", "--as", "X"),
        ("C", "--also", "X"),
        ("Zoe",),
        ("C", "--logs", "--as", "S"),
    ):
        upcard("people", "erase", *wrong, "--yes", code=2)
    upcard("people", "name", "C", "Cara")
    upcard("people", "erase", "--all", code=6)
    assert "Cara" in numbers()
    upcard("people", "erase", "--all", "--yes")
    assert "C" in numbers()


@pytest.mark.parametrize(("typed", "erased"), [("y\n", True), ("n\n", False), ("\n", False), ("\x04", False)])
def test_somebody_at_a_terminal_is_asked(typed: str, erased: bool) -> None:
    take_in(SHEET)
    code, seen = at_terminal(typed, "people", "erase", "C", "--logs", "--as", "Guest")
    assert "from 3 logs: Guest takes their place" in seen.partition("this cannot be undone. Erase it? [y/N]")[0]
    assert (code, "Guest" in numbers()) == ((0, True) if erased else (6, False))


@pytest.mark.parametrize("name", HOSTILE)
def test_whoever_has_a_hostile_name_can_be_erased(name: str) -> None:
    header = {"do": "opened", "format": "upcard/1", "log": "one", "game": "big_two", "seats": [name, "b", "c", "d"]}
    row = [{"do": "hand_started"}, {"do": "scored", "counts": [0, 1, 2, 3], "note": f"so said {name}!"}]
    upcard("import", "-", data="".join(json.dumps(line) + "\n" for line in [header, *row]).encode())
    out, told = upcard("people", "erase", "--logs", "--as", "Guest", "--yes", "--", name)
    assert all(sign == "\n" or (sign >= " " and sign not in "\u202e\u200b") for sign in out + told)
    assert numbers() == {"Guest": 1, "b": 1, "c": 1, "d": 1}
    lines = [json.loads(line) for line in upcard("export", "one")[0].splitlines()]
    assert lines[0]["seats"] == ["Guest", "b", "c", "d"]
    assert lines[2]["note"] in {"so said Guest!", f"so said {name}!"}  # blanks alone are no word
    assert name == " " or name not in lines[2]["note"]
