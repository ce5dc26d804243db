"""The names of a header are what people see; ids stay what they are for programs."""

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import REVOKE, upcard

pytestmark = pytest.mark.check


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "named.jsonl"
    text = Path(REVOKE).read_text()
    header, _, rest = text.partition("\n")
    opened = json.loads(header)
    seats = opened["seats"]
    opened["names"] = {seats[0]: "Annabel", seats[3]: "Deirdre"}
    opened = {**{key: opened[key] for key in ("do", "format", "log", "game", "seats", "names")}, **opened}
    path.write_text(
        json.dumps(opened, separators=(",", ":"))
        + "\n"
        + "\n".join(line for line in rest.splitlines() if '"do":"sealed"' not in line)
        + "\n"
    )
    return str(path)


def test_a_finding_a_table_and_a_replay_name_people_as_the_header_does(log: str) -> None:
    assert "seat 3 Deirdre: " in upcard("verify", log, code=1)[0]
    assert "Annabel" in upcard("show", log, "--ascii")[0]
    told = upcard("replay", log, "--text")[0]
    assert "0 Annabel, 1 bob, 2 cid, 3 Deirdre" in told
    assert "seat 3 Deirdre" in told
    assert "dee" not in told
    assert "dee" not in upcard("replay", log, "--ascii")[0]


def test_ids_stay_for_programs(log: str) -> None:
    assert "Deirdre" not in upcard("verify", log, "--json", code=1)[0]
    assert "dee" in upcard("show", log, "--json")[0]
    assert "Deirdre" not in upcard("show", log, "--json")[0] + upcard("replay", log, "--json")[0]


def test_two_people_of_one_name_keep_their_ids(log: str) -> None:
    path = Path(log)
    path.write_text(path.read_text().replace("Annabel", "bob").replace("Deirdre", "bob"))
    assert "0 ann, 1 bob, 2 cid, 3 dee" in upcard("replay", log, "--text")[0]


def test_the_archive_takes_the_name_of_a_header_where_nobody_gave_one(log: str) -> None:
    upcard("import", log)

    def people() -> dict[str, tuple[str, str]]:
        rows = [json.loads(row) for row in upcard("people", "list", "--json")[0].splitlines()]
        return {player: (row["person"], row["name"]) for row in rows for player in row["ids"]}

    assert people() == {
        "ann": ("ann", "Annabel"), "bob": ("bob", "bob"), "cid": ("cid", "cid"), "dee": ("dee", "Deirdre"),
    }  # fmt: skip
    assert "Annabel" in upcard("query", "standings")[0]
    upcard("people", "name", "ann", "Anne")
    assert people()["ann"] == ("ann", "Anne")
    upcard("import", "-", "--format", "sheet", data=b"2013-03-19\nbobby cyd eve fay\n0 1 2 3\n")
    upcard("people", "merge", "bobby", "dee")
    assert (people()["bobby"], people()["dee"]) == (("dee", "Deirdre"), ("dee", "Deirdre"))
    upcard("people", "merge", "bob", "eve")
    upcard("people", "merge", "cyd", "bob", code=2)
    assert people()["bob"] == people()["eve"]
    upcard("people", "erase", "--all", "--yes")
    assert people()["ann"] == ("ann", "Annabel")


def test_what_is_read_from_an_archive_has_the_names_of_the_archive(log: str) -> None:
    upcard("import", log)
    upcard("people", "name", "dee", "Dorothea")
    upcard("people", "name", "cid", "Sidney")
    name = json.loads(upcard("sessions", "--json")[0])["log"]
    for jobs in ([], ["-j", "2"]):
        assert "seat 3 Dorothea: " in upcard("verify", name, *jobs, code=1)[0]
        assert "Dorothea" not in upcard("verify", name, *jobs, "--json", code=1)[0]
    assert "0 Annabel, 1 bob, 2 Sidney, 3 Dorothea" in upcard("replay", name, "--text")[0]
    assert "Dorothea" in upcard("show", name, "--ascii")[0]
    assert '"dee"' in upcard("show", name, "--json")[0]
    assert "seat 3 Deirdre: " in upcard("verify", log, code=1)[0]  # a file is not of the archive
    play = '{"do":"played","seat":3,"card":"2d"}'
    told = upcard("amend", name, "--at", "46", "--with", play, "--yes")[0].splitlines()
    assert told[:2] == ["line 46 was: seat 3 Dorothea plays Jh", "line 46 is : seat 3 Dorothea plays 2d"]
    assert "no longer found" in "".join(told)
    upcard("people", "erase", "--all", "--yes")
    assert "3 Deirdre" in upcard("replay", name, "--text")[0]


def test_two_ids_of_one_person_at_one_table_keep_their_ids(log: str, tmp_path: Path) -> None:
    """Which no merge makes so, but a session that comes later may show."""
    (tmp_path / "own").mkdir()
    merged = {player: {"person": "bob", "name": "Bob"} for player in ("ann", "bob")}
    (tmp_path / "own" / "archive.people.json").write_text(json.dumps(merged))
    upcard("import", log)
    name = json.loads(upcard("sessions", "--json")[0])["log"]
    assert "0 ann, 1 bob, 2 cid, 3 Deirdre" in upcard("replay", name, "--text")[0]


def test_a_name_that_is_the_id_of_somebody_else_is_told_apart(log: str) -> None:
    upcard("import", log)
    for player, name in (("ann", "bob"), ("bob", "Bo"), ("cid", "Bo")):
        upcard("people", "name", player, name)
    name = json.loads(upcard("sessions", "--json")[0])["log"]
    assert "0 bob (ann), 1 Bo (bob), 2 Bo (cid), 3 Deirdre" in upcard("replay", name, "--text")[0]


def test_a_damaged_table_of_people_is_told_costs_no_archive_and_can_be_erased(log: str, tmp_path: Path) -> None:
    upcard("import", log)
    upcard("people", "name", "ann", "Anne")
    standings = upcard("query", "standings", "--json")[0]
    people = tmp_path / "own" / "archive.people.json"
    people.write_text("{")
    for command in (["rebuild"], ["import", log], ["people", "name", "ann", "Ann"]):
        assert "upcard people erase --all" in upcard(*command, code=3)[1]
        assert upcard("query", "standings", "--json")[0] == standings, command
    upcard("people", "erase", "--all", "--yes")
    upcard("rebuild")
    assert upcard("query", "standings", "--json")[0] == standings.replace("Anne", "Annabel")


def test_what_cannot_be_changes_nothing(log: str, tmp_path: Path) -> None:
    upcard("import", log)
    upcard("people", "name", "ann", "Anne")
    before = (tmp_path / "own" / "archive.people.json").read_bytes()
    for wrong in (["merge", "ann", "ann"], ["merge", "ann", "Anne"], ["name", "zed", "Z"], ["name", "cid", "x" * 201],
                  ["split", "zed"], ["split", "ann"], ["split", "Anne"]):  # fmt: skip
        upcard("people", *wrong, code=2)
        assert (tmp_path / "own" / "archive.people.json").read_bytes() == before, wrong
