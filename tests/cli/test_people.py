"""The register of people: who is who, and who is not."""

import json
from collections.abc import Sequence

import pytest

from tests.cli.test_commands import upcard

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
    "a\tb",
    "\u202eevil",
    "[red]x[/]",
    "=1+1",
    "--json",
    "'; DROP TABLE people; --",
    '"',
    "\u200b",
    "%s{0}",
    " ",
)


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
