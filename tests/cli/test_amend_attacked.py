"""`upcard amend` where things are odd: damaged, strange and hostile logs, other writers, and a process that is killed."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.amending import SHEET
from tests.cli.test_commands import SAMPLES, upcard
from tests.cli.test_record_terminal import COMMAND
from tests.experiments import sessions
from upcard.cli.amender.draft import Draft
from upcard.cli.amender.editing import Editing
from upcard.cli.amender.entries import Entries
from upcard.cli.amender.places import Place, corrected
from upcard.cli.recorder.fields import written
from upcard.engine.game import keys
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.chain import same_lines
from upcard.records.logfile import LogWriter, read_bytes, read_log
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Closed, HandStarted, Joined, ResultCalled

pytestmark = [pytest.mark.check, pytest.mark.usefixtures("short_searches")]
FULL = (SAMPLES / "court_piece" / "full_hand.jsonl").read_bytes()
ROW = ["--hand", "1", "0 1 2 3", "--yes"]
STEERS = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]")


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.jsonl"
    path.write_bytes(SHEET)
    return path


# ---- Damaged and strange logs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (SHEET.replace(b"1,1,5,0", b"1,1,5,"), 3, "not a JSON object"),
        (FULL.replace(b'"4s"', b'"5s"', 1), 3, "not as they were sealed"),
        (SHEET + SHEET.replace(b'"x"', b'"y"'), 2, "several logs are here"),
        (b"", 3, "this is empty"),
        (b"\0" * 100, 3, "error: "),
        (SHEET.replace(b"big_two", b"big_toe"), 3, "no game 'big_toe'"),
        (SHEET.replace(b'"Jj"', b'"Jj","K"'), 3, "takes 2 to 4 players"),
        (SHEET.partition(b"\n")[0] + b"\n", 2, "no hand 1"),
    ],
)
@pytest.mark.parametrize("way", [ROW, []])
def test_a_log_that_is_none_is_told_and_left_alone(
    data: bytes, code: int, says: str, way: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(data)
    lines = b"" if way else b"hand 1: 0 1 2 3\nstore\n"
    code = 3 if not way and says == "no hand 1" else code
    assert says in upcard("amend", str(path), *way, data=lines, code=code)[1]
    assert path.read_bytes() == data
    assert [one.name for one in tmp_path.iterdir() if one.name != "own"] == ["log.jsonl"]


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    for name, says in (
        (str(tmp_path), "this is a folder"),
        (f"{tmp_path}/none.jsonl", "no such file"),
        ("-", "standard input"),
    ):
        assert says in upcard("amend", name, *ROW, code=2)[1]


def test_a_torn_last_line_is_cut_off_when_something_is_stored_and_not_before(sheet: Path) -> None:
    sheet.write_bytes(SHEET + b'{"do":"no')
    upcard("amend", str(sheet), "--hand", "1", "0 1 2 3", "--dry-run")
    assert sheet.read_bytes() == SHEET + b'{"do":"no'
    assert "was not written whole" in upcard("amend", str(sheet), *ROW)[1]
    assert read_log(sheet).data.startswith(SHEET)


def test_lines_that_are_not_canonical_are_never_sealed_over(sheet: Path) -> None:
    data = SHEET.replace(b'{"do":"hand_started"}', b'{"do": "hand_started"}', 1)
    sheet.write_bytes(data)
    draft = Draft(read_log(sheet))
    upcard("amend", str(sheet), *ROW)
    upcard("amend", str(sheet), "--hand", "2", "3 2 1 0", "--yes")
    read = read_log(sheet)
    assert (read.seals, read.lines) == ((), 8)
    assert read.data.startswith(data)
    assert draft.next_line(HandStarted()) == 7
    with LogWriter.open(sheet) as writer:
        writer.append(HandStarted())
        writer.append(Closed())
        assert writer.seal() is None
    assert read_log(sheet).lines == 10
    upcard("verify", str(sheet), code=1)  # which reads it, and finds what comes after the close


def test_what_is_behind_a_seal_is_all_that_must_be_canonical(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(FULL + b'{"do":"noted", "note":"late"}\n')
    upcard("amend", str(path), "--trick", "5", "cid 2h")
    assert read_log(path).seals == (59,)
    path.write_bytes(FULL + b'{"do":"noted","note":"late"}\n')
    upcard("amend", str(path), "--trick", "5", "cid 2h")
    assert read_log(path).seals == (59, 62)


def test_a_name_or_a_text_is_no_act_that_any_words_say() -> None:
    log = read_bytes(SHEET).log
    events = [*(event for _, event in log.events), Joined(seat=1, player="Eve"), ResultCalled(result="draw")]
    entries = Entries(Log.of(log.header, events), {})
    for words in ("coffee please", "Zed Kd", "Kd", "Si"):
        with pytest.raises(UsageError, match="no act of hand 2"):
            corrected(entries, Place(hand=2), words)
    (change,) = corrected(entries, Place(hand=2), "joined 1 Zed")
    assert change.event == Joined(seat=1, player="Zed")
    (change,) = corrected(entries, Place(was="joined 1 Eve"), "1 Zed")
    assert change.event == Joined(seat=1, player="Zed")


def test_what_no_log_can_hold_is_told_before_it_is_stored() -> None:
    session = Editing(Draft(read_bytes(FULL)))
    told = session.take("fix 25 note " + "x" * 2_000_000)
    assert told.kind == "unread"
    assert "an event that a log can hold" in told.texts[0]
    assert session.draft.staged == ()


# ---- Hostile text --------------------------------------------------------------------------------------------------


def test_no_sign_of_a_log_or_of_what_is_typed_steers_a_terminal(tmp_path: Path) -> None:
    bad = "A\x1b[31mnn\x07\x9b\u202e[/]"
    header = {
        "do": "opened",
        "format": "upcard/1",
        "log": "x",
        "game": "court_piece",
        "seats": [bad, "b\0", "c\r\n", "d\u2028"],
    }
    acts = [
        {"do": "hand_started", "dealer": 0, "note": bad},
        {"do": "trump_named", "seat": 1, "suit": "h", "note": bad},
        {"do": "played", "seat": 1, "card": "Qc"},
        {"do": "played", "seat": 2, "card": "5c", "note": bad},
        {"do": "joined", "seat": 2, "player": bad + "2"},
        {"do": "result_called", "result": bad},
        {"do": "noted", "note": bad},
    ]
    path = tmp_path / "hostile.jsonl"
    path.write_text(
        "".join(json.dumps(one) + "\n" for one in [{**header, "place": bad, "names": {bad: bad + "3"}}, *acts])
    )
    lines = f"hand 1\nhands\nlog\nheader\nfindings\ninsert 4 2: Kc\ndrop 4\nchanges\nhand 1\nheader place {bad}\nlog\nheader\n"
    told = [
        *upcard("amend", str(path), data=lines.encode(), code=6),
        *upcard("amend", str(path), data=f"hand 1: {bad} {bad}\n".encode(), code=3),
        *upcard("amend", str(path), f"{bad} Kd", code=2),
        *upcard("amend", str(path), "--was", f"{bad} 5d", "Kd", code=2),
        *upcard("amend", str(path), "--at", "5", "Kc", "--dry-run"),
        *upcard("amend", str(path), "--at", "5", "Kc", "--dry-run", "--json"),
        *upcard("amend", str(path), "--at", "1", f"seat 1 {bad}{bad}", "--dry-run"),
        *upcard("amend", bad, "Kc", code=2),
    ]
    assert [STEERS.findall(text) for text in told if STEERS.search(text)] == []
    assert "\\u{1b}[31mnn" in told[0]


# ---- Other writers, and a process that is killed -------------------------------------------------------------------


def test_a_log_that_somebody_records_is_busy(sheet: Path) -> None:
    with LogWriter.open(sheet) as writer:
        assert "is writing" in upcard("amend", str(sheet), *ROW, code=4)[1]
        assert "line 3 is" in upcard("amend", str(sheet), *ROW, "--dry-run")[0]
        writer.append(HandStarted())
    upcard("amend", str(sheet), *ROW)


def test_an_archive_that_was_not_told_says_so_and_follows_the_next_time(sheet: Path) -> None:
    upcard("import", str(sheet))
    killed = (
        "import os, sys\nimport upcard.cli.amender.storing as storing\n"
        "storing.Target._index = lambda self, archive: os._exit(9)\n"
        "from upcard.cli.app import run\nrun(['amend', 'x', '--hand', '2', '4 1 11 0', '--yes'])\n"
    )
    assert subprocess.run([sys.executable, "-c", killed], capture_output=True, check=False).returncode == 9
    out, err = upcard("query", "standings", "--json")
    assert "1 log of the log store not in the archive" in err
    assert '"points": 27' not in out
    assert "it says so already" in upcard("amend", "x", "--hand", "2", "4 1 11 0", "--yes")[1]
    out, err = upcard("query", "standings", "--json")
    assert '"points": 27' in out
    assert not err
    assert "has all that its log store has" in upcard("verify", "--archive")[1]


def test_two_who_amend_at_once_lose_nothing(sheet: Path) -> None:
    upcard("import", str(sheet))
    command = [*COMMAND[:-1], "amend", "x", "--yes", "--hand"]
    both = [
        subprocess.Popen([*command, hand, row], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for hand, row in (("1", "0 1 2 3"), ("2", "3 2 1 0"))
    ]
    ended = {one.wait() for one in both for _ in [one.communicate()]}
    assert ended <= {0, 2, 4}
    for hand, row in (("1", "0 1 2 3"), ("2", "3 2 1 0")):
        upcard("amend", "x", "--hand", hand, row, "--yes")
    rows = [json.loads(line) for line in upcard("query", "standings", "--json")[0].splitlines()]
    assert {row["player"]: row["points"] for row in rows} == {"C": 3, "S": 3, "H": 3, "Jj": 3}
    assert "has all that its log store has" in upcard("verify", "--archive")[1]


# ---- Anything typed ------------------------------------------------------------------------------------------------

_WORDS = [
    "hand",
    "trick",
    "fix",
    "insert",
    "drop",
    "->",
    "1",
    "2",
    "3",
    "0",
    "17",
    "Kd",
    "??",
    "Bob",
    "p1",
    "p2:",
    "s3",
    "#",
    "note",
    "x",
    "{",
    "}",
    '{"do":"passed","seat":1}',
    '{"do":"gap","hands":2}',
    '{"do":"hand_started"}',
    "header",
    "date",
    "2020-01-01",
    "rule",
    "place",
    "seat",
    "name",
    "undo",
    "changes",
    "pass",
    "trump",
    "h",
    "void",
    "99999999999999999999",
    "-3",
    "=",
    "seat=1",
    "scored",
    "close",
    "joined",
    "left",
    "Eve",
    "do",
    "retract",
    "by",
    "why",
]


def _typed(rng: random.Random, session: Editing) -> str:
    lines = [line for line, _ in session.draft.log.events]
    act = written(rng.choice(session.entries.all).event) if session.entries.all else "pass"
    hand = f"hand {rng.randint(1, 4)}"
    return rng.choice(
        [
            " ".join(rng.choices(_WORDS, k=rng.randint(1, 6))),
            f"{rng.choice(['fix', 'insert', 'drop'])} {rng.choice(lines)} {act}",
            f"{hand} trick {rng.randint(1, 14)}: {rng.choice(['p1', 'p2'])} {rng.choice(['Kd', '??', '2c'])}",
            f"{hand}: " + " ".join(str(rng.randint(-2, 13)) for _ in range(rng.randint(1, 5))),
            f"drop {rng.choice(lines)}",
            f'fix {rng.choice(lines)} {{"do":"gap"}}',
            "undo",
            hand,
            rng.choice(["hands", "log 5", "findings", "changes", "header", "?"]),
        ]
    )


def whatever_is_typed(game: str, rng: random.Random, path: Path) -> None:
    """Some lines, each of which is taken or told; what they change is stored as it was shown."""
    log = redact_log(simulate(Setup(game=game, seed=2), hands=2), PUBLIC, "copy")
    session = Editing(Draft(read_bytes(same_lines(log))))
    for _ in range(8):
        assert session.take(_typed(rng, session)).kind in {"shown", "changed", "unread", "store", "leave"}
    path.write_bytes(session.draft.read.data)
    draft = session.signed_draft()
    with LogWriter.open(path) as writer:
        assert [writer.append(event) for event in draft.events] == [line for line, _ in draft.staged]
    assert list(read_log(path).log.events) == list(draft.log.events)


@pytest.mark.parametrize("game", keys())
def test_whatever_is_typed_is_taken_or_told_and_stored_as_it_was_shown(game: str, tmp_path: Path) -> None:
    whatever_is_typed(game, random.Random(game), tmp_path / "log.jsonl")


@pytest.mark.check
@pytest.mark.parametrize("game", keys())
def test_whatever_is_typed_in_many_sessions_is_taken_or_told(game: str, tmp_path: Path) -> None:
    for number in range(sessions(10)):
        whatever_is_typed(game, random.Random(f"{game} {number}"), tmp_path / f"{number}.jsonl")
