"""Logs out of the archive and out of files: as they stand, or redacted."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.cli.test_commands import REVOKE, SAMPLES, upcard
from upcard.engine.game import keys
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_bytes, read_log
from upcard.schemas.events import Amended, Opened

FULL = SAMPLES / "court_piece" / "full_hand.jsonl"


def made(tmp_path: Path, game: str, hands: int = 2) -> Path:
    """A session of a game, in a file."""
    log = simulate(Setup(game=game, seed=3), hands=hands)
    path = tmp_path / f"{game}.jsonl"
    path.write_bytes(sealed_bytes(log.header, [event for _, event in log.events]))
    return path


# ---- As it stands --------------------------------------------------------------------------------------------------


def test_a_log_comes_out_of_the_archive_byte_for_byte(tmp_path: Path) -> None:
    upcard("import", str(FULL))
    name = read_log(FULL).log.header.log
    assert upcard("export", name[:8])[0].encode() == FULL.read_bytes()
    upcard("export", name[:8], "--to", "log", "-o", str(tmp_path / "out.jsonl"))
    assert (tmp_path / "out.jsonl").read_bytes() == FULL.read_bytes()


def test_logs_of_files_and_folders_go_into_a_folder_a_file_each(tmp_path: Path) -> None:
    folder = SAMPLES / "court_piece"
    upcard("export", str(folder), "-o", f"{tmp_path}/all/")
    out = {read_log(path).log.header.log: path.read_bytes() for path in (tmp_path / "all").iterdir()}
    assert out == {read_log(path).log.header.log: path.read_bytes() for path in folder.glob("*.jsonl")}
    stream = upcard("export", str(folder))[0]
    assert stream.encode() == b"".join(path.read_bytes() for path in sorted(folder.glob("*.jsonl")))
    assert "several logs do not go into one file" in upcard("export", str(folder), "-o", f"{tmp_path}/one", code=2)[1]
    assert not (tmp_path / "one").exists()


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("mine")
    assert "another file is here already" in upcard("export", REVOKE, "-o", str(out), code=2)[1]
    assert out.read_text() == "mine"
    upcard("export", REVOKE, "-o", str(out), "--force")
    upcard("export", REVOKE, "-o", str(out))  # the same bytes are there
    assert out.read_bytes() == Path(REVOKE).read_bytes()


def test_what_was_torn_is_told_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_bytes(FULL.read_bytes() + b'{"do":"no')
    out, err = upcard("export", str(path))
    assert out.encode() == FULL.read_bytes()
    assert "was not written whole" in err


def test_one_log_that_cannot_be_read_keeps_no_other_back(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("no log\n")
    (tmp_path / "good.jsonl").write_bytes(FULL.read_bytes())
    out, err = upcard("export", str(tmp_path), "nothing-here", code=3)
    assert out.encode() == FULL.read_bytes()
    assert "bad.jsonl" in err
    assert "there is no archive here" in err


def test_where_there_is_no_log_nothing_is_well(tmp_path: Path) -> None:
    assert "there is no log here" in upcard("export", str(tmp_path), code=2)[1]
    assert "nothing is exported to 'poem'" in upcard("export", REVOKE, "--to", "poem", code=2)[1]
    assert "wanted one of" in upcard("export", REVOKE, "--public", "--seat", "1", code=2)[1]


def test_no_sign_of_a_log_steers_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(FULL.read_bytes().split(b"\n")[0] + '\n{"do":"noted","note":"\u009b2J\u202eabc"}\n'.encode())
    parent, child = pty.openpty()
    subprocess.run([sys.executable, "-m", "upcard.cli", "export", str(path)], stdout=child, check=True)
    os.close(child)
    shown = os.read(parent, 1 << 16).decode()
    assert "\\u{9b}2J\\u{202e}abc" in shown
    assert upcard("export", str(path))[0].encode() == path.read_bytes()


# ---- Redacted ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", keys())
def test_a_copy_holds_what_its_viewer_saw_line_for_line(game: str, tmp_path: Path) -> None:
    path = made(tmp_path, game)
    whole = read_log(path)
    for viewer, option in ((PUBLIC, ["--public"]), (0, ["--seat", "0"]), (1, ["--seat", whole.log.header.seats[1]])):
        copy = read_bytes(upcard("export", str(path), *option)[0].encode())
        assert copy.log.header.derived_from == whole.log.header.log != copy.log.header.log
        assert copy.log.header.viewer == viewer
        assert copy.log.events == [(line, redact(event, viewer)) for line, event in whole.log.events]
        assert (copy.lines, copy.seals) == (whole.lines, whole.seals)
        assert upcard("export", str(path), *option)[0].encode() == copy.data
        upcard("verify", "-", data=copy.data)


def test_a_copy_takes_its_amendments_along_and_hides_in_them_too(tmp_path: Path) -> None:
    path = made(tmp_path, "court_piece", hands=1)
    whole = read_log(path)
    lines = {str(event.__struct_config__.tag): line for line, event in whole.log.events}
    dealt = dict(whole.log.events)[lines["dealt"]]
    header = '{"do":"opened",' + path.read_text().partition(",")[2].partition("\n")[0].replace("}", ',"place":"hall"}')
    upcard("amend", str(path), "--at", "1", "--with", header)
    upcard("amend", str(path), "--at", str(lines["dealt"]), "--with", json.dumps(msgspec.to_builtins(dealt)))
    copy = read_bytes(upcard("export", str(path), "--public")[0].encode()).log
    amended = [event.event for _, event in copy.events if isinstance(event, Amended)]
    assert isinstance(amended[0], Opened)
    assert (amended[0].log, amended[0].place) == (copy.header.log, "hall")
    assert {card for hand in amended[1].hands for card in hand} == {"??"}


def test_a_copy_is_no_source_of_the_copy_of_somebody_else(tmp_path: Path) -> None:
    upcard("export", str(FULL), "--seat", "2", "-o", str(tmp_path / "seat.jsonl"))
    copy = str(tmp_path / "seat.jsonl")
    assert upcard("export", copy, "--seat", "2")[0].encode() == Path(copy).read_bytes()
    for option in (["--public"], ["--seat", "1"]):
        out, err = upcard("export", copy, *option, code=2)
        assert not out
        assert "copy of log 2f06de15-3664-5eb3-9f0d-e9e9efff21e4 already, as seat 2 saw it" in err


def test_a_seat_is_named_as_people_call_it() -> None:
    upcard("import", str(FULL))
    upcard("people", "name", "dee", "Deirdre")
    assert '"viewer":3' in upcard("export", "2f06de15", "--seat", "deirdre")[0]
    assert f"{FULL}: no seat '4'" in upcard("export", str(FULL), "--seat", "4", code=2)[1]


def test_a_copy_beside_its_log_counts_no_hand_twice(tmp_path: Path) -> None:
    upcard("import", str(FULL))
    before = upcard("query", "standings", "--json")[0]
    upcard("export", "2f06de15", "--public", "-o", str(tmp_path / "public.jsonl"))
    upcard("import", str(tmp_path / "public.jsonl"))
    assert upcard("query", "standings", "--json")[0] == before


# ---- As sheets -------------------------------------------------------------------------------------------------------


def test_a_sheet_has_the_names_of_people_and_comes_back_as_the_same_people(tmp_path: Path) -> None:
    log = simulate(Setup(game="big_two", seed=3), hands=2)
    header = msgspec.structs.replace(log.header, names={"p1": "Charlotte", "p2": "Sue"})
    (tmp_path / "log.jsonl").write_bytes(sealed_bytes(header, [event for _, event in log.events]))
    sheet = upcard("export", str(tmp_path / "log.jsonl"), "--to", "csv")[0]
    assert "Players,Charlotte,Sue,p3,p4\nIds of players,p1,p2,p3,p4\n" in sheet
    assert "Charlotte left,Sue left,p3 left,p4 left" in sheet
    (tmp_path / "sheet.csv").write_text(sheet, encoding="utf-8")
    upcard("import", str(tmp_path / "sheet.csv"))
    name = json.loads(upcard("sessions", "--json")[0].splitlines()[0])["log"]
    again = read_bytes(upcard("export", name)[0].encode()).log.header
    assert (again.seats, again.names) == (("p1", "p2", "p3", "p4"), {"p1": "Charlotte", "p2": "Sue"})
    by_id = upcard("export", str(tmp_path / "log.jsonl"), "--to", "csv", "--ids")[0]
    assert "Players,p1,p2,p3,p4" in by_id
    assert "Charlotte" not in by_id


def test_rows_of_totals_are_told_as_what_they_are_used_for(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("Game,Big Two\nDay,Ann,Bob,Cid\n2026-01-05,0,5,3\nTotal,0,5,4\n", encoding="utf-8")
    told = upcard("import", "--dry-run", str(sheet))[0]
    assert "1 row of totals, held against the hands where they tell those of all" in told
    assert "passed over" not in told
    found = "1 finding"
    assert found in told
    assert found in upcard("import", str(sheet))[0]


# ---- To read ---------------------------------------------------------------------------------------------------------


def test_a_page_and_a_transcript_are_written_and_told_with_their_size(tmp_path: Path) -> None:
    err = upcard("export", REVOKE, "--to", "html", "--public", "-o", str(tmp_path / "revoke.html"))[1]
    assert " kB" in err
    text = (tmp_path / "revoke.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "Shown is what everybody at the table saw." in text
    upcard("export", REVOKE, "--to", "text", "-o", str(tmp_path / "revoke.txt"))
    assert (tmp_path / "revoke.txt").read_text(encoding="utf-8") == upcard("replay", REVOKE, "--text")[0]
    assert "hindsight is drawn in pages alone" in upcard("export", REVOKE, "--to", "text", "--hindsight", code=2)[1]


def test_a_page_of_several_logs_goes_into_a_folder_a_file_each(tmp_path: Path) -> None:
    upcard("export", REVOKE, str(FULL), "--to", "html", "-o", f"{tmp_path}/pages/")
    assert len(list((tmp_path / "pages").glob("*.html"))) == 2
