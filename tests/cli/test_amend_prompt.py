"""The prompt of `upcard amend`: one looks, changes, sees what that brings, and stores it or leaves."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.cli.amending import SHEET
from tests.cli.test_commands import SAMPLES, upcard
from tests.cli.test_record_terminal import COMMAND, Typist
from upcard.cli.amender.deciding import NOT_STORED
from upcard.cli.amender.draft import Draft
from upcard.cli.amender.editing import Editing
from upcard.engine.game import find, keys
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.chain import same_lines
from upcard.records.logfile import LogWriter, Read, read_bytes, read_log
from upcard.schemas.events import Amended, Event, Inserted, Noted, Played, Retracted, Scored

FULL = SAMPLES / "court_piece" / "full_hand.jsonl"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.jsonl"
    path.write_bytes(SHEET)
    return path


def editing(data: bytes = SHEET) -> Editing:
    return Editing(Draft(read_bytes(data)))


def takes(session: Editing, *lines: str) -> list[str]:
    """What is told of these lines, none of which is refused."""
    texts: list[str] = []
    for line in lines:
        told = session.take(line)
        assert told.kind != "unread", (line, told.texts)
        texts += told.texts
    return texts


def staged(session: Editing) -> list[Event]:
    return session.draft.events


# ---- Looking -------------------------------------------------------------------------------------------------------


def test_hands_are_listed_with_their_lines_and_what_they_came_to() -> None:
    assert takes(editing(), "hands") == [
        "hand   1  lines 2-3  C 1, S 1, H 5, Jj 0",
        "hand   2  lines 4-6  C 6, S 0, H 2, Jj 6",
    ]


def test_a_hand_is_shown_as_the_recorder_says_it_with_its_tricks_and_findings() -> None:
    session = editing((SAMPLES / "court_piece" / "revoke_found_later.jsonl").read_bytes())
    texts = takes(session, "hand 1")
    assert "trick 1" in texts
    assert any(text.startswith("   15  dee played") for text in texts)
    assert any(
        text.startswith("       ! breach, line 15: dee: keep the suit led when you can (Jh) [CP-3.1]") for text in texts
    )
    assert texts[-1].startswith("       = ann ")
    assert session.question == "hand 1 > "
    assert len(takes(session, "trick 2")) == 4


@pytest.mark.parametrize("game", keys())
def test_every_hand_of_every_game_can_be_looked_at(game: str) -> None:
    log = redact_log(simulate(Setup(game=game, seed=5), hands=2), PUBLIC, "copy")
    session = editing(same_lines(log))
    texts = takes(session, "hands", "hand 1", "hand 2", "log 5", "findings", "header", "?", "")
    assert sum(text.startswith("       = ") for text in texts) == 2
    shown = {int(text[:5]) for text in texts if text[:5].strip().isdigit()}
    assert shown >= {line for line, _ in log.events if line > 3}
    assert any("The row of a hand" in text for text in texts) == bool(find(game).sheet)
    assert not any("\n" in text for text in texts)  # one line stays one line where it is put


# ---- Changing ------------------------------------------------------------------------------------------------------


def test_a_row_is_put_right_in_the_hand_that_is_looked_at() -> None:
    session = editing()
    texts = takes(session, "hand 2", "4 1 11 0")
    assert "hand 2, line 4: C 6 -> 4; S 0 -> 1; H 2 -> 22; Jj 6 -> 0; won by S -> Jj" in texts
    assert staged(session) == [Amended(line=5, event=Scored(counts=(4, 1, 11, 0)), why="fixed")]
    assert session.question == "1 change, hand 2 > "
    assert "    5  scored counts 4 1 11 0  (was: score sheet: counts 6 0 2 6)" in takes(session, "hand 2")
    takes(session, "hand 1: 0 1 2 3", "undo")
    assert len(staged(session)) == 1
    assert any("taken back" in text for text in takes(session, "undo"))
    assert staged(session) == []
    assert session.take("undo").kind == "unread"


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["hand 1 trick 5: cid 2h"], 25),
        (["trick 5: cid 2h"], 25),
        (["hand 1", "trick 5 cid 2h"], 25),
        (["fix 25 2h"], 25),
        (["fix 25: cid 2h"], 25),
        (["cid 4s -> cid 2h"], 25),
        (["hand 1", "cid 4s -> 2h"], 25),
    ],
)
def test_a_card_is_put_right_in_the_words_of_the_recorder(lines: list[str], line: int) -> None:
    session = editing(FULL.read_bytes())
    takes(session, *lines)
    assert staged(session) == [Amended(line=line, event=Played(seat=2, card="2h"), why="fixed")]


def test_acts_are_removed_and_put_in_and_one_sees_them_so() -> None:
    session = editing(FULL.read_bytes())
    takes(session, "drop 25 it was not seen", "insert 26 cid 9h", "hand 1")
    assert isinstance(staged(session)[0], Retracted)
    assert isinstance(staged(session)[1], Inserted)
    texts = takes(session, "hand 1")
    line = session.draft.staged[1][0]
    places = [texts.index("   24  bob played 8s"), texts.index(f"{line:>5}  cid played 9h  (put in later)")]
    assert places == [places[0], places[0] + 1]
    assert any("   25  (did not happen: seat 2 cid plays 4s)" in text for text in texts)
    takes(session, f"fix {line} cid 2c", f"drop {line}")
    assert [type(event) for event in staged(session)] == [Retracted, Inserted, Amended, Retracted]
    takes(session, "drop 60")  # the amendment that took line 25 back
    assert "   25  cid played 4s" in takes(session, "hand 1")


def test_a_row_twice_is_dropped_and_one_left_out_put_in() -> None:
    session = editing()
    takes(session, "drop hand 1", "insert 4 3 0 1 2")
    assert [type(event) for event in staged(session)] == [Retracted, Retracted, Inserted, Inserted]
    assert takes(session, "hands")[0].endswith("C 3, S 0, H 1, Jj 2")
    takes(session, "undo")
    assert len(staged(session)) == 2, "what one line did goes with it"


def test_the_header_is_put_right() -> None:
    session = editing()
    takes(session, "header date 2013-03-20", "header place Town Hall")
    assert "at 2013-03-20; place Town Hall" not in takes(editing(), "header")[0]
    (header,) = takes(session, "header")
    assert "place Town Hall" in header
    assert "at 2013-03-20" in header


def test_all_changes_are_shown_together() -> None:
    session = editing()
    takes(session, "hand 1: 0 1 5 1", "hand 2: 6 0 3 6")
    texts = takes(session, "changes")
    assert "hand 1, line 2: C 1 -> 0; Jj 0 -> 1; won by Jj -> C" in texts
    assert "total of H: 7 points in 2 hands -> 8 points in 2 hands" in texts
    assert takes(editing(), "changes") == ["nothing is changed yet"]


def test_a_reason_is_of_all_changes() -> None:
    session = Editing(Draft(read_bytes(SHEET)), by="Cid")
    takes(session, "hand 1: 0 1 5 1", "why read from the back", "hand 2: 6 0 3 6")
    events = session.signed_draft().events
    assert [(event.why, event.by) for event in events if isinstance(event, Amended)] == [
        ("read from the back", "Cid")
    ] * 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hand 9", "no hand 9"),
        ("hand x", "wanted a number, such as `hand 3`"),
        ("hand", "wanted a number"),
        ("trick 5", "which hand?"),
        ("fix 99 C Kd", "no act stands on line 99"),
        ("fix 3", "what should stand there?"),
        ("fix 3 coffee", "is not taken"),
        ("insert 4", "what was left out?"),
        ("insert 99 1 2 3 0", "no act stands on line 99"),
        ("drop", "wanted a number"),
        ("drop 1", "line 1 is the header"),
        ("drop 99", "no act stands on line 99"),
        ("drop hand 9", "no hand 9"),
        ("hands please", "`hands` stands alone"),
        ("1 2 3 0", "which hand?"),
        ("coffee", "which hand?"),
        ("log many", "how many"),
        ("header coffee", "one of: date"),
        ("C 5 -> C 6", "no act of this log may be meant by 'C 5'"),
    ],
)
def test_what_is_not_understood_changes_nothing_and_says_what_is_wanted(line: str, says: str) -> None:
    session = editing()
    told = session.take(line)
    assert told.kind == "unread"
    assert says in " ".join(told.texts)
    assert staged(session) == []


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("hand 1: bob 2c", "`hand 3` shows the acts of a hand, with their lines"),
        ("fix 99 bob 2c", "`log 50` shows the last lines"),
        ("fix 1 2c", "one of: date"),
        ("4 1 11 0", "`hand N`, of 2"),
    ],
)
def test_a_hint_is_what_is_typed_at_the_prompt_and_no_option(line: str, hint: str) -> None:
    told = " ".join(editing().take(line).texts)
    assert hint in told
    assert "--" not in told


@pytest.mark.parametrize("day", ["2013-03-20", "20 Mar 2013", "20.3.2013", "March 20, 2013"])
def test_a_day_is_put_right_in_any_way_that_people_write_it(day: str) -> None:
    session = editing()
    takes(session, f"header date {day}")
    assert session.draft.log.events[-1][1].event.at == "2013-03-20"
    assert "may be 2013-01-05 or 2013-05-01" in session.take("header date 05/01/2013").texts[0]


def test_what_cannot_be_followed_is_refused_before_it_is_stored() -> None:
    session = editing()
    takes(session, "insert 3 note one")
    line = session.draft.staged[0][0]
    takes(session, f"insert {line} note two", f"drop {line}", "hand 1", f"drop {line + 4}")
    told = session.take('fix 3 {"do":"amended","line":2,"event":{"do":"noted","note":"x"}}')
    assert told.kind == "unread"


# ---- From a pipe ---------------------------------------------------------------------------------------------------


def piped(path: Path, lines: Iterable[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    return upcard("amend", str(path), *arguments, data="".join(f"{line}\n" for line in lines).encode(), code=code)


def test_lines_of_a_pipe_are_taken_and_stored_when_they_say_so(sheet: Path) -> None:
    out, err = piped(sheet, ["hand 2", "4 1 11 0", "why read from the back", "store"], "--yes", "--by", "Cid")
    assert "hand 2, line 4: C 6 -> 4" in out
    assert "stored on line 7" in err
    (amended,) = [event for _, event in read_log(sheet).log.events if isinstance(event, Amended)]
    assert (amended.why, amended.by) == ("read from the back", "Cid")


@pytest.mark.parametrize(
    ("lines", "arguments", "code", "says"),
    [
        (["hand 2", "4 1 11 0"], [], NOT_STORED, "`store` was not said"),
        (["hand 2", "4 1 11 0", "store"], [], NOT_STORED, "--yes stores it"),
        (["hand 2", "4 1 11 0", "store"], ["--dry-run"], 0, "--dry-run"),
        (["hand 2", "4 1 11 0", "coffee", "store"], ["--yes"], 3, "stdin:3: no act of hand 2 may be meant by 'coffee'"),
        (["hand 2", "4 1 11 0", "leave", "store"], ["--yes"], NOT_STORED, "nothing is stored"),
        (["store"], ["--yes"], 0, "nothing is changed yet"),
        ([], [], 2, "which change?"),
        (["hands"], [], 0, ""),
        (["hands"], ["--json"], 2, "--json is for a change that the command line says"),
    ],
)
def test_nothing_is_stored_without_a_word(
    lines: list[str], arguments: list[str], code: int, says: str, sheet: Path
) -> None:
    assert says in piped(sheet, lines, *arguments, code=code)[1]
    assert sheet.read_bytes() == SHEET


def test_what_changes_no_result_is_stored_from_a_pipe_unasked(sheet: Path) -> None:
    piped(sheet, ["fix 3 # counted twice", "store", "hand 1", "fix 5 # and once", "store"])
    standing = {
        event.note for _, event in read_log(sheet).log.events if isinstance(event, Amended) for event in [event.event]
    }
    assert standing == {"counted twice", "and once"}


def test_a_log_that_grew_meanwhile_is_read_again_and_no_change_is_lost(
    sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Editing.take

    def meanwhile(self: Editing, line: str) -> object:
        if line == "store" and len(read_log(sheet).log.events) == 5:
            with LogWriter.open(sheet) as writer:
                writer.append(Noted(note="meanwhile"))
        return take(self, line)

    monkeypatch.setattr(Editing, "take", meanwhile)
    lines = ["insert 3 note one", "fix 7 note two", "store", "store"]
    err = piped(sheet, lines)[1]
    assert "the log has grown meanwhile by 1 line; nothing is stored yet" in err
    events = [event for _, event in read_log(sheet).log.events]
    assert events[5:] == [
        Noted(note="meanwhile"),
        Inserted(before=3, event=Noted(note="one"), why="left out"),
        Amended(line=8, event=Noted(note="two"), why="fixed"),
    ]


def test_a_log_that_was_replaced_meanwhile_is_told_of(sheet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = Editing.take

    def meanwhile(self: Editing, line: str) -> object:
        if line == "store":
            sheet.write_bytes(SHEET.replace(b"5,0", b"5,1"))
        return take(self, line)

    monkeypatch.setattr(Editing, "take", meanwhile)
    err = piped(sheet, ["hand 2: 4 1 11 0", "store", "store"], "--yes")[1]
    assert "the changes fit no more: it was replaced by another" in err
    assert sheet.read_bytes() == SHEET.replace(b"5,0", b"5,1")


def test_a_log_that_somebody_writes_is_not_stored_to_and_the_change_is_kept(sheet: Path) -> None:
    with LogWriter.open(sheet):
        out, err = piped(sheet, ["fix 3 # counted twice", "store", "changes"], code=NOT_STORED)
    assert "nothing is stored" in err
    assert "is writing" in err
    assert out.count("counted twice") == 2
    assert sheet.read_bytes() == SHEET


# ---- At a terminal -------------------------------------------------------------------------------------------------


class Amender(Typist):
    command = [*COMMAND[:-1], "amend"]


@pytest.mark.check
def test_a_session_at_a_terminal_from_the_first_look_to_the_last_store(sheet: Path) -> None:
    typist = Amender(sheet.parent, sheet.name)
    typist.sees("big_two: 0 C, 1 S, 2 H, 3 Jj")
    typist.sees("hand   2  lines 4-6  C 6, S 0, H 2, Jj 6")
    typist.sees("amend > ")
    typist.types("hand 2\n")
    typist.sees("    5  scored counts 6 0 2 6")
    typist.sees("hand 2 > ")
    typist.types("4 1 11 x\n")
    typist.sees("no act of hand 2 may be meant by '4 1 11 x': saw 'x'")
    typist.sees("hand 2 > ")
    typist.types("4 1 11 0\n")
    typist.sees("total of H: 7 points in 2 hands -> 27 points in 2 hands")
    typist.sees("1 change, hand 2 > ")
    typist.types("store\n")
    typist.sees("store it? [y/N] ")
    typist.types("hand 1: 0 1 5 1\n")  # no answer, but what comes next
    typist.sees("hand 1, line 2: C 1 -> 0")
    typist.sees("2 changes, hand 2 > ")
    assert sheet.read_bytes() == SHEET
    typist.types("store\n")
    typist.sees("store it? [y/N] ")
    typist.types("y\n")
    typist.sees("stored on lines 7, 9")
    typist.sees("hand 2 > ")
    typist.types("leave\n")
    assert typist.ends() == 0
    events = [event for _, event in read_log(sheet).log.events if isinstance(event, Amended)]
    assert [event.line for event in events] == [5, 3]


@pytest.mark.check
@pytest.mark.parametrize("way", ["leave", "quit", "\x04"])
def test_who_leaves_with_changes_is_asked(way: str, sheet: Path) -> None:
    typist = Amender(sheet.parent, sheet.name)
    typist.sees("amend > ")
    typist.types("hand 2: 4 1 11 0\n")
    typist.sees("1 change > ")
    typist.types(way + ("" if way == "\x04" else "\n"))
    typist.sees("1 change not stored: leave all the same? [y/N] ")
    typist.types("n\n")
    typist.sees("1 change > ")
    typist.types("leave\n")
    typist.sees("leave all the same? [y/N] ")
    typist.types("y\n")
    assert typist.ends() == NOT_STORED
    assert sheet.read_bytes() == SHEET


@pytest.mark.check
def test_ctrl_c_drops_the_line_and_leaves_the_second_time(sheet: Path) -> None:
    typist = Amender(sheet.parent, sheet.name)
    typist.sees("amend > ")
    typist.types("hand 2: 4 1 11 0\n")
    typist.sees("1 change > ")
    typist.types("hand 1: 4 1")
    typist.drops_the_line("the line is dropped; Ctrl-C again leaves, and stores nothing")
    typist.sees("1 change > ")
    assert typist.interrupts() == 130
    assert sheet.read_bytes() == SHEET


def test_a_session_of_the_archive_is_opened_and_the_archive_follows(sheet: Path) -> None:
    upcard("import", str(sheet))
    sheet.unlink()
    piped_out, err = upcard("amend", "2013-03-19", "--yes", data=b"hand 2: 4 1 11 0\nstore\n")
    assert "archive: 2 hands of x indexed anew" in err
    assert "27 points" in piped_out
    assert '"points": 27' in upcard("query", "standings", "--json")[0]
    assert "has all that its log store has" in upcard("verify", "--archive")[1]


def test_read_of_a_session_names_people_as_the_archive_does(sheet: Path) -> None:
    read = read_log(sheet)
    named = Read(read.log, read.data, read.seals, read.torn, read.place, names={"C": "Clara"})
    session = Editing(Draft(named))
    assert takes(session, "hands")[0] == "hand   1  lines 2-3  Clara 1, S 1, H 5, Jj 0"


@pytest.mark.check
def test_tab_completes_names_at_the_amend_prompt(tmp_path: Path) -> None:
    names = b'"names":{"C":"Charlotte","S":"Sam","H":"Hugo May","Jj":"Jim"},"at"'
    path = tmp_path / "named.jsonl"
    path.write_bytes(SHEET.replace(b'"at"', names))
    typist = Amender(tmp_path, path.name)
    typist.sees("amend > ")
    typist.types("insert 2 Ada for Hu\t\n")
    typist.sees("Ada for Hugo May")
    typist.sees(" > ")
    typist.types("undo\n")
    typist.sees(" > ")
    typist.types("name Charl\t")
    typist.sees("name Charlotte")
    typist.types("\x15leave\n")
    assert typist.ends() == 0
