"""The commands as people run them."""

import contextlib
import io
import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from upcard.cli.app import BROKEN_PIPE, COMMANDS, run
from upcard.engine.game import all_games
from upcard.records.logfile import read_log

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_logs"
REVOKE = str(SAMPLES / "court_piece" / "revoke_found_later.jsonl")
SHEET = "2013-03-19\nC S H Jj\n1 1 5 0\n6 0 2 6 # a remark\n"


def upcard(*arguments: str, data: bytes = b"", code: int = 0) -> tuple[str, str]:
    """Run a command with streams of its own: stdout and stderr."""
    streams = [io.TextIOWrapper(io.BytesIO(one), encoding="utf-8", newline="") for one in (data, b"", b"")]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        told = run(arguments)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])
    assert told == code, (told, out, err)
    return out, err


def test_help_starts_at_once_and_has_an_example_for_every_command() -> None:
    code = (
        "import sys\nfrom upcard.cli.app import run\nrun(['--help'])\n"
        "print([name for name in ('duckdb', 'msgspec', 'pydantic', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    for name, command in COMMANDS.items():
        assert "Example:" in upcard(name, "--help")[0], name
        for part in getattr(command, "registered_commands", ()):
            assert "Example:" in upcard(name, part.name or part.callback.__name__, "--help")[0], part
    told = subprocess.run([sys.executable, "-m", "upcard.cli", "games"], capture_output=True, text=True, check=True)
    assert "court_piece" in told.stdout


def test_each_command_says_in_one_line_what_it_is_for() -> None:
    for told in (upcard("--help")[0], upcard("people", "--help")[0]):
        assert "..." not in told.partition("Commands:")[2]


def test_the_version_is_told_and_nothing_else_done() -> None:
    assert upcard("--version", "doctor") == (f"upcard {version('upcard')}\n", "")


@pytest.mark.check
@pytest.mark.parametrize(
    ("code", "spared"),
    [
        ("from upcard.cli.app import run\nrun(['query', 'standings'])", ["numpy"]),
        ("import upcard.records.sandboxed", ["numpy", "pydantic", "upcard.engine"]),
    ],
)
def test_who_asks_does_not_wait_for_what_an_import_needs(code: str, spared: list[str]) -> None:
    upcard("import", REVOKE)
    told = f"{code}\nimport sys\nprint([name for name in {spared} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_simulated_stream_is_clean_and_the_same_again() -> None:
    for game in ("court_piece", "big_two", "pope_joan"):
        first = upcard("simulate", game, "--hands", "20", "--seed", "7")[0]
        assert first == upcard("simulate", game, "--hands", "20", "--seed", "7")[0]
        upcard("verify", "-", data=first.encode())
        for hide in ("hands", "all-but:1"):
            hidden = upcard("simulate", game, "--hands", "20", "--seed", "7", "--hide", hide)[0]
            assert hidden.count("\n") == first.count("\n")
            upcard("verify", "-", data=hidden.encode())


def test_simulate_writes_a_file_a_session(tmp_path: Path) -> None:
    upcard("simulate", "court_piece", "--hands", "2", "--sessions", "3", "-o", str(tmp_path / "out"))
    assert len(list((tmp_path / "out").glob("*.jsonl"))) == 3


def test_columns_of_one_name_are_all_told_to_programs() -> None:
    upcard("import", "-", "--format", "sheet", data=SHEET.encode())
    (row,) = upcard("query", "SELECT\n1 AS a,\n2 AS a, 3 AS a_2", "--json")[0].splitlines()
    assert json.loads(row) == {"a": 1, "a_3": 2, "a_2": 3}


def test_an_id_with_an_equals_sign_can_be_named() -> None:
    header = {"do": "opened", "format": "upcard/1", "log": "one", "game": "big_two", "seats": ["=1+1", "b", "c", "d"]}
    upcard("import", "-", data=f"{json.dumps(header)}\n".encode())
    upcard("people", "name", "=1+1", "Ann")
    names = [json.loads(row)["name"] for row in upcard("people", "list", "--json")[0].splitlines()]
    assert "Ann" in names


def test_nobody_is_named_or_merged_who_is_not_there() -> None:
    upcard("import", "-", "--format", "sheet", data=SHEET.encode())
    for change in (("name", "Cc", "Cara"), ("merge", "S", "Cc"), ("merge", "Cc", "S"), ("split", "Cc")):
        assert "did you mean C" in upcard("people", *change, code=2)[1], change


def test_a_log_is_removed_once() -> None:
    upcard("import", "-", "--format", "sheet", data=SHEET.encode())
    (row,) = upcard("sessions", "--json")[0].splitlines()
    log = json.loads(row)["log"]
    assert "1 removed" in upcard("sessions", "--remove", log, "--remove", log[:8])[1]


def test_who_joined_is_named_where_a_finding_is_told(tmp_path: Path) -> None:
    """Of the seat's player at that line, not of the header's."""
    lines = [line for line in Path(REVOKE).read_text().splitlines() if '"sealed"' not in line]
    joined = tmp_path / "joined.jsonl"
    joined.write_text("\n".join([lines[0], '{"do":"joined","seat":3,"player":"zoe"}', *lines[1:]]) + "\n")
    for command in (("verify", str(joined)), ("show", str(joined)), ("replay", "--text", str(joined))):
        out = upcard(*command, code=1 if command[0] == "verify" else 0)[0]
        assert "revoke: seat 3 zoe" in out, command


def test_who_is_spoken_of_within_a_finding_is_named_for_people_and_numbered_for_programs() -> None:
    log = str(SAMPLES / "court_piece" / "contradictory_cards.jsonl")
    assert "Kc is in the hand of bob" in upcard("verify", log, code=1)[0]
    told = [json.loads(line) for line in upcard("verify", log, "--json", code=1)[0].splitlines()]
    assert any("in the hand of seat 1" in one["says"] for one in told)


def test_verify_tells_findings_and_exit_codes(tmp_path: Path) -> None:
    out, err = upcard("verify", REVOKE, code=1)
    assert "line 15: breach CP-3.1 revoke: seat 3 dee" in out
    assert "proven by line 46" in out
    assert "1 log, 1 finding" in err
    found = json.loads(upcard("verify", REVOKE, "--json", code=1)[0])
    assert (found["clause"], found["at"], found["found_at"], found["seat"]) == ("CP-3.1", 15, 46, 3)
    upcard("verify", str(SAMPLES / "court_piece" / "full_hand.jsonl"))
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"do":"opened"}\n')
    out, err = upcard("verify", str(bad), REVOKE, code=3)
    assert f"{bad}:1" in err
    assert "CP-3.1" in out
    assert upcard("verify", REVOKE, "--as-of", "45", "--doubts")[0].count("doubt CP-3.1@15") == 1


@pytest.mark.check
def test_processes_give_the_same_findings() -> None:
    assert upcard("verify", str(SAMPLES), code=1)[0] == upcard("verify", str(SAMPLES), "-j", "2", code=1)[0]


def test_import_query_and_the_hands_behind(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(SHEET)
    assert "2 hands stored" in upcard("import", str(sheet))[1]
    assert "0 hands stored" in upcard("import", str(sheet))[1]
    rows = [json.loads(line) for line in upcard("query", "standings", "-p", "game=big_two", "--json")[0].splitlines()]
    assert {row["player"]: (row["hands"], row["won"], row["points"]) for row in rows} == {
        "C": (2, 0, 7),
        "S": (2, 1, 1),
        "H": (2, 0, 7),
        "Jj": (2, 1, 6),
    }
    assert len(upcard("query", "standings", "--hands", "--json")[0].splitlines()) == 8
    assert upcard("query", "SELECT count(*) AS n FROM hands", "--csv")[0] == "n\n2\n"
    for name in ("a.parquet", "a.csv", "a.json"):
        upcard("query", "standings", "-o", str(tmp_path / name))
        assert (tmp_path / name).stat().st_size
    upcard("query", "standings", "-o", str(tmp_path / "a.xyz"), code=2)
    upcard("query", "SELECT * FROM '/etc/passwd'", code=2)
    upcard("verify", "--archive")
    upcard("rebuild")
    assert upcard("import", "--dry-run", str(sheet))[0] == ""


@pytest.mark.parametrize("change", [("03-19", "03-20"), ("Jj", "Jim")])
def test_a_sheet_with_another_day_or_name_tells_which_session_has_its_rows(
    tmp_path: Path, change: tuple[str, str]
) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(SHEET)
    upcard("import", str(sheet))
    log = json.loads(upcard("sessions", "--json")[0])["log"]
    sheet.write_text(SHEET.replace(*change))
    for more in (["--dry-run"], []):
        says = f"its rows are those of {log}; if that one was put right: upcard sessions --remove {log}"
        assert says in upcard("import", *more, str(sheet))[0]
    assert upcard("import", str(sheet))[0] == ""


def test_a_file_that_is_neither_log_nor_sheet_says_what_both_begin_with(tmp_path: Path) -> None:
    for text in ("a\n0\n", "f=11\na b c d\n", "# only a remark\n"):
        (tmp_path / "sheet.txt").write_text(text)
        told = upcard("import", str(tmp_path / "sheet.txt"), code=3)[1]
        assert "this is no log" in told
        assert "nor a score sheet: it begins with a day" in told


def test_sessions_are_listed_and_removed(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(SHEET)
    upcard("import", str(sheet))
    (row,) = [json.loads(line) for line in upcard("sessions", "--json")[0].splitlines()]
    assert (row["game"], row["day"], row["hands"]) == ("big_two", "2013-03-19", 2)
    upcard("people", "name", "C", "Cara")
    assert "Cara" in upcard("query", "standings")[0]
    upcard("sessions", "--remove", row["log"][:13])
    assert upcard("sessions", "--json")[0] == ""


def test_show_and_replay_draw_the_table() -> None:
    sample = str(SAMPLES / "court_piece" / "full_hand.jsonl")
    shown = upcard("show", sample, "--at", "20", "--seat", "2")[0]
    assert "▒▒" in shown
    assert "T♣" in shown
    plain = upcard("show", sample, "--at", "20", "--seat", "2", "--ascii")[0]
    assert plain.isascii()
    assert "[]" in plain
    assert json.loads(upcard("show", sample, "--json")[0])["scene"]["title"] == "Court Piece, hand 1"
    frames = upcard("replay", REVOKE, "--seat", "public")[0]
    assert frames.count("╭") == 57
    assert "! line 15: breach CP-3.1" in frames.replace("\n", " ")
    assert upcard("replay", REVOKE, "--text")[0] == (SAMPLES / "court_piece" / "revoke_found_later.txt").read_text()
    upcard("show", sample, "--seat", "9", code=2)
    upcard("show", sample, "--hand", "9", code=2)


def test_show_says_once_what_several_seats_may_do_next() -> None:
    sample = str(SAMPLES / "last_one" / "card_shuffled_back_that_nobody_drew.jsonl")
    shown = upcard("show", sample, "--at", "30")[0].splitlines()
    assert shown[-1] == "next: the next card of the melee or the end of the melee or 4 drawn for the melee"


def test_show_draws_for_a_seat_what_replay_draws_whatever_the_lists_say(tmp_path: Path) -> None:
    """A play was left out: what the hidden lists tell of it, the public does not know."""
    lines = (SAMPLES / "pop" / "full_round_without_trump.jsonl").read_bytes().splitlines(keepends=True)
    path = tmp_path / "left_out.jsonl"
    path.write_bytes(b"".join(line for line in lines[:10] + lines[11:] if b'"sealed"' not in line))
    for seat in ("0", "public"):
        frames = list(map(json.loads, upcard("replay", str(path), "--seat", seat, "--json")[0].splitlines()))
        for frame in (frames[10], frames[22]):
            drawn = upcard("show", str(path), "--seat", seat, "--at", str(frame["line"]), "--json")[0]
            assert json.loads(drawn)["scene"] == frame["scene"], (seat, frame["line"])


def test_amend_puts_a_line_right_and_keeps_the_old(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes((SAMPLES / "court_piece" / "revoke_found_later.jsonl").read_bytes())
    old = read_log(log)
    other = '{"do":"played","seat":3,"card":"2d"}'  # which another seat has played before
    out = upcard("amend", str(log), "--at", "46", "--with", other, "--why", "misread", "--yes")[0]
    assert "plays Jh" in out
    assert "plays 2d" in out
    assert "no longer found: line 15" in out
    assert read_log(log).data.startswith(old.data)
    upcard("verify", str(log), "--as-of", str(old.lines), code=1)
    upcard("amend", str(log), "--at", "999", "--retract", code=2)
    upcard("amend", str(log), "--at", "4", code=2)


def test_amend_a_log_of_the_archive(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(SHEET)
    upcard("import", str(sheet))
    (row,) = [json.loads(line) for line in upcard("sessions", "--json")[0].splitlines()]
    row_put_right = ["--at", "3", "--with", '{"do":"scored","counts":[0,1,5,1]}', "--why", "winner led"]
    upcard("amend", row["log"][:13], *row_put_right, "--yes")
    rows = [json.loads(line) for line in upcard("query", "standings", "--json")[0].splitlines()]
    assert {row["player"]: row["points"] for row in rows} == {"C": 6, "S": 1, "H": 7, "Jj": 7}
    upcard("verify", "--archive")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("games", "court"), 2, "did you mean court_piece"),
        (("simulate", "big_two", "-O", "taget=3"), 2, "did you mean target"),
        (("simulate", "big_two", "--players", "9"), 2, "2 to 4"),
        (("simulate", "big_two", "--hide", "all"), 2, "all-but:2"),
        (("schema", "playd"), 2, "did you mean played"),
        (("verify",), 2, "name a log"),
        (("verify", "/none/at/all"), 2, "no such file"),
        (("sessions",), 2, "upcard import"),
        (("nonsense",), 2, "No such command"),
        (("import", "/dev/null"), 3, ""),
        (("query", "standing"), 2, "did you mean standings"),
    ],
)
def test_errors_say_what_was_wanted(arguments: tuple[str, ...], code: int, says: str) -> None:
    assert says in upcard(*arguments, code=code)[1]


def test_an_archive_without_a_suffix_is_the_one_that_is_held_against_its_store(tmp_path: Path) -> None:
    place = str(tmp_path / "mine")
    upcard("import", REVOKE, "--archive", place)
    (tmp_path / "mine.logs" / "more.jsonl").write_bytes(b"junk")
    out, _ = upcard("verify", "--archive", place, code=1)
    assert "more.jsonl" in out


def test_notes_are_counted_beside_findings() -> None:
    out, err = upcard("verify", str(SAMPLES / "spinado"), code=1)
    notes = sum("note" in line for line in out.splitlines())
    assert f", {notes} note" in err


def test_nobody_reads_any_more() -> None:
    command = f"{sys.executable} -m upcard.cli simulate big_two --hands 300 | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.startswith('{"do":"opened"')
    assert "Traceback" not in done.stderr


@pytest.mark.check
@pytest.mark.parametrize("command", ["simulate big_two", "verify", "replay", "import"])
def test_a_pipe_that_nobody_reads_is_no_finding_and_stores_no_less(command: str, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    if command == "import":
        upcard("simulate", "big_two", "--hands", "1", "--sessions", "90", "-o", str(logs))
    given = {"verify": [str(SAMPLES / "popcorn")], "replay": [REVOKE], "import": [str(logs)]}
    given["simulate big_two"] = ["--hands", "20"]
    nobody, end = os.pipe()
    os.close(nobody)
    words = [sys.executable, "-m", "upcard.cli", *command.split(), *given[command]]
    done = subprocess.run(words, stdout=end, stderr=subprocess.PIPE, text=True, check=False)
    os.close(end)
    assert "Traceback" not in done.stderr
    assert done.returncode == (0 if command == "import" else BROKEN_PIPE)
    if command == "import":
        assert len(upcard("sessions", "--json")[0].splitlines()) == 90


@pytest.mark.parametrize(
    "name",
    [
        "\x1b[31mred",
        "=1+1",
        *(
            pytest.param(name, marks=pytest.mark.check)
            for name in ("[/]", "[bold]x", "a\u202eb", "x\x00y", "\u2066z", "é")
        ),
    ],
)
def test_hostile_names_steer_nothing(name: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    header = json.loads((SAMPLES / "big_two" / "one_bears_the_losses_of_all.jsonl").read_text().splitlines()[0])
    header["seats"] = [name, "b", "c", "d"]
    header["log"] = "hostile"
    rows = ['{"do":"hand_started"}', '{"do":"scored","counts":[3,0,1,2],"note":' + json.dumps(name) + "}"]
    log.write_text("\n".join([json.dumps(header), *rows]) + "\n")
    told = [
        upcard("import", str(log)),
        upcard("verify", str(log)),
        upcard("show", str(log)),
        upcard("replay", str(log)),
        upcard("replay", str(log), "--text"),
        upcard("query", "standings"),
        upcard("query", "standings", "--json"),
        upcard("query", "standings", "--csv"),
        upcard("sessions"),
        upcard("query", "SELECT * FROM seats"),
    ]
    for out, err in told:
        for text in (out, err):
            assert not set(text) & set("\x1b\x00\u202e\u2066")
    cells = [cell for line in told[7][0].splitlines() for cell in line.split(",")]
    assert not any(cell.startswith(("=", "+", "@")) for cell in cells)


def test_run_in_this_process_gives_the_same_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    assert run(["games", "nothing"]) == 2
    assert "error: no game 'nothing'" in capsys.readouterr().err


@pytest.mark.check
def test_demo_is_worth_looking_at() -> None:
    out, _ = upcard("demo")
    for word in (" logs, ", "proven by", "♥", "Standings"):
        assert word in out
    shown = [game.family for game in all_games() if f"\n{game.title}: " in out]
    assert sorted(shown) == sorted({game.family for game in all_games()})
    assert upcard("demo", "--ascii")[0].isascii()


def test_doctor_and_schema_and_games_speak_json() -> None:
    assert json.loads(upcard("doctor", "--json")[0])["upcard"]
    assert len(upcard("games", "--json")[0].splitlines()) >= 3
    assert json.loads(upcard("games", "pope_joan", "--json")[0])["presets"] == ["p001", "p003"]
    assert "played" in upcard("schema", "played")[0]
    json.loads(upcard("schema", "--json")[0])


def test_arrow_keys_step_through_a_replay() -> None:
    import pty

    pid, terminal = pty.fork()
    if pid == 0:  # the child is the program
        os.environ |= {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        os.execv(sys.executable, [sys.executable, "-m", "upcard.cli", "replay", REVOKE])
    seen = io.BytesIO()

    def until(text: bytes) -> None:
        while text not in seen.getvalue():
            seen.write(os.read(terminal, 65536))

    until(b"1 of 57")
    os.write(terminal, b"\x1b[C")
    until(b"2 of 57")
    os.write(terminal, b"f")
    until(b"breach CP-3.1")
    os.write(terminal, b"q")
    with contextlib.suppress(OSError):  # what a terminal says when its program has ended
        while os.read(terminal, 65536):
            pass
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


@pytest.mark.check
def test_a_terminal_that_cannot_step_gets_every_frame_of_a_replay() -> None:
    import pty

    pid, terminal = pty.fork()
    if pid == 0:  # the child is the program
        os.environ |= {"TERM": "dumb", "COLUMNS": "100"}
        os.execv(sys.executable, [sys.executable, "-m", "upcard.cli", "replay", REVOKE])
    seen = io.BytesIO()
    with contextlib.suppress(OSError):
        while got := os.read(terminal, 65536):
            seen.write(got)
            if b"of 57" in seen.getvalue():
                os.write(terminal, b"q")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert seen.getvalue().count(b", hand 1: ") > 50
    assert seen.getvalue().isascii()


@pytest.mark.parametrize("asked", ["source_bash", "complete_bash", "complete_zsh"])
def test_completion_is_no_broken_pipe(asked: str) -> None:
    words = {
        "_UPCARD_COMPLETE": asked,
        "COMP_WORDS": "upcard ver",
        "COMP_CWORD": "1",
        "_TYPER_COMPLETE_ARGS": "upcard ver",
    }
    command = [sys.executable, "-m", "upcard.cli"]
    done = subprocess.run(command, env=os.environ | words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "_upcard_completion" in done.stdout if asked == "source_bash" else "verify" in done.stdout


def test_ctrl_c_while_it_is_loaded_is_no_traceback() -> None:
    pressed = "class Pressed:\n    def find_spec(self, name, *_):\n        if name == 'rich':\n            raise KeyboardInterrupt"
    begin = f"import sys\n{pressed}\nsys.meta_path.insert(0, Pressed())\nfrom upcard.cli import main\nmain()"
    done = subprocess.run([sys.executable, "-c", begin], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"interrupted\n")
