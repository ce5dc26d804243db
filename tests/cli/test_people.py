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
    told = upcard("sessions", "--merge", "=".join(merge), code=2)[1]
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
    upcard("sessions", "--merge", "L=Jj")
    assert "T and Js sat" not in upcard("sessions", "--merge", "T=L", code=2)[1]
    assert (
        "Jj or L and Js sat at one table in 3 hands of 2 sessions" in upcard("sessions", "--merge", "Jj=Js", code=2)[1]
    )
    assert numbers() == {"C": 5, "S": 5, "H": 3, "Jj": 5, "Js": 4, "T": 2}


def test_who_came_when_the_other_had_left_may_be_the_same() -> None:
    header = {"do": "opened", "format": "upcard/1", "log": "one", "game": "big_two", "seats": ["ann", "b", "c", "d"]}
    row = [{"do": "hand_started"}, {"do": "scored", "counts": [0, 1, 2, 3]}]
    away = [{"do": "left", "seat": 0}, {"do": "joined", "seat": 0, "player": "anne"}]
    lines = [header, *row, *away, *row, {"do": "joined", "seat": 1, "player": "bea"}, {"do": "closed"}]
    upcard("import", "-", data="".join(json.dumps(line) + "\n" for line in lines).encode())
    assert "anne and b sat at one table in 1 hand of 1 session" in upcard("sessions", "--merge", "anne=b", code=2)[1]
    assert "ann and bea" not in upcard("sessions", "--merge", "ann=bea")[1]
    assert "sat at one table in 1 session" in upcard("sessions", "--merge", "anne=bea", code=2)[1]
    upcard("sessions", "--split", "ann", "--merge", "anne=ann")
    assert numbers()["ann"] == 2
