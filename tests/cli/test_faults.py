"""An error that nobody foresaw in judging one log: it is told of that log with an exit code of its own, the other logs go on,
and the recorder stores no line that cannot be judged.
"""

import json
import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.recording import events, kinds, recorder, take
from tests.cli.test_commands import REVOKE, SAMPLES, upcard
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.reading import handlings
from upcard.records.logfile import read_log
from upcard.schemas.events import Noted, TrumpNamed

FULL = str(SAMPLES / "court_piece" / "full_hand.jsonl")
HEADER = '{"do":"opened","format":"upcard/1","log":"bad","game":"court_piece","seats":["ann","bob","cid","dee"]}\n'
GOOD_LINES = HEADER + '{"do":"hand_started","dealer":0}\n'
BAD_LINE = '{"do":"trump_named","seat":1,"suit":"c"}\n'
FAULT = 5
SAYS = "could not be judged, by a fault of Upcard: IndexError: clubs (tests/cli/test_faults.py, line"
JOBS = ["1", "2"] if multiprocessing.get_start_method() == "fork" else ["1"]
"""Processes that begin anew do not have the fault that is put in here."""


@pytest.fixture(autouse=True)
def _clubs_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game that cannot do one thing which nobody foresaw: clubs as trump."""
    act: Any = find("court_piece").acts[TrumpNamed]
    name = act.do

    def broken(state: Any, event: TrumpNamed) -> None:
        if event.suit == "c":
            raise IndexError("clubs")
        name(state, event)

    monkeypatch.setattr(act, "do", broken)
    handlings.cache_clear()
    yield
    handlings.cache_clear()


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """A log that cannot be judged from line 3 on."""
    path = tmp_path / "bad.jsonl"
    path.write_text(GOOD_LINES + BAD_LINE)
    return str(path)


@pytest.mark.parametrize(
    "command", [["verify"], ["show"], ["replay"], ["replay", "--text"], ["replay", "--json"], ["record", "--resume"]]
)
def test_it_is_told_of_the_log_with_its_line(command: list[str], bad: str) -> None:
    before = Path(bad).read_bytes()
    err = upcard(*command, bad, code=FAULT)[1]
    assert f"error: {bad}: line 3 of this log {SAYS}" in err
    assert "hint: nothing is lost; UPCARD_TRACEBACK=1 shows more" in err
    assert "`upcard amend` can retract or replace the line" in err
    assert "Traceback" not in err
    assert Path(bad).read_bytes() == before


def test_what_comes_before_it_is_shown(bad: str) -> None:
    assert "a hand begins" in upcard("replay", "--text", bad, code=FAULT)[0]
    assert "hand 1" in upcard("show", bad, "--at", "2", code=FAULT)[0]


def test_whoever_mends_it_can_see_all_of_it(bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_TRACEBACK", "1")
    err = upcard("verify", bad, code=FAULT)[1]
    assert "Traceback" in err
    assert 'raise IndexError("clubs")' in err


@pytest.mark.parametrize("jobs", JOBS)
def test_the_other_logs_are_judged(jobs: str, bad: str, tmp_path: Path) -> None:
    stream = tmp_path / "stream.jsonl"
    stream.write_bytes(Path(REVOKE).read_bytes() + Path(bad).read_bytes() + Path(REVOKE).read_bytes())
    start = Path(REVOKE).read_bytes().count(b"\n") + 1
    out, err = upcard("verify", "-j", jobs, bad, REVOKE, str(stream), code=FAULT)
    assert f"error: {bad}: line 3 of this log {SAYS}" in err
    assert f"error: {stream}:{start}: line 3 of this log {SAYS}" in err
    assert out.count("breach CP-3.1") == 3
    assert "3 logs, 3 findings" in err


@pytest.mark.parametrize("jobs", JOBS)
def test_the_other_logs_of_a_folder_are_taken_into_the_archive(jobs: str, bad: str, tmp_path: Path) -> None:
    for name, data in (("a", FULL), ("c", REVOKE)):
        (tmp_path / f"{name}.jsonl").write_bytes(Path(data).read_bytes())
    out, err = upcard("import", "-j", jobs, str(tmp_path), code=FAULT)
    assert f"unjudged {bad}  court_piece 0 hands: {bad}: line 3 of this log {SAYS}" in out
    assert "2 new, 1 unjudged" in err
    rows = upcard("query", "SELECT count(*) AS logs FROM logs", "--json")[0]
    assert json.loads(rows) == {"logs": 2}
    out = upcard("import", "--dry-run", "--json", bad, code=FAULT)[0]
    assert json.loads(out)["status"] == "unjudged"


@pytest.mark.parametrize("jobs", JOBS)
def test_the_other_logs_are_in_an_archive_made_anew(jobs: str, bad: str, tmp_path: Path) -> None:
    upcard("import", FULL, REVOKE)
    (tmp_path / "own" / "archive.logs" / "bad.jsonl").write_bytes(Path(bad).read_bytes())
    err = upcard("rebuild", "-j", jobs, code=FAULT)[1]
    assert "unjudged: " in err
    assert SAYS in err
    assert "2 logs in" in err
    assert json.loads(upcard("query", "SELECT count(*) AS logs FROM logs", "--json")[0]) == {"logs": 2}
    assert "are in the log store, but not in the archive" in upcard("verify", "--archive", code=1)[0]


def test_an_amendment_puts_it_right(bad: str) -> None:
    out = upcard("amend", bad, "--at", "3", "--retract", "--why", "it was hearts")[0]
    assert "it could not be judged before: line 3" in out
    upcard("verify", bad)


def test_the_recorder_stores_no_line_that_cannot_be_judged(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    start = ["record", "court_piece", "--players", "Ann,Bob,Cid,Dee", "-o", str(path)]
    err = upcard(*start, data=b"0 deals\nc\nh\n", code=FAULT)[1]
    assert "stdin:2: 'c' is not stored: line 4 of this log could not be judged, by a fault of Upcard: IndexError" in err
    assert b"trump_named" not in path.read_bytes()
    upcard("record", "--resume", str(path), data=b"h\n")
    assert b'"suit":"h"' in path.read_bytes()


def test_somebody_at_the_table_goes_on_after_it() -> None:
    session = recorder("court_piece")
    assert kinds(take(session, "0 deals", "c")) == ["stored", "fault"]
    assert kinds(take(session, "note clubs were named; do trump_named 1 c; note on")) == ["stored"]
    assert kinds(take(session, "h", "fix 5 c"))[-1] == "fault"
    assert not any(isinstance(event, TrumpNamed) and event.suit == "c" for event in events(session))


def test_what_shows_only_in_what_is_due_next_is_not_stored_either(monkeypatch: pytest.MonkeyPatch) -> None:
    session = recorder("court_piece")
    take(session, "0 deals")
    whole, due_of = session.book.writer.next_line, Game.due

    def due(game: Game, state: Any) -> Any:
        if state.trump:
            raise ZeroDivisionError
        return due_of(game, state)

    monkeypatch.setattr(Game, "due", due)
    assert kinds(take(session, "h")) == ["fault"]
    assert session.book.writer.next_line == whole
    assert kinds(take(session, "note no trump yet")) == ["stored"]


def test_an_error_that_nobody_foresaw_anywhere_else_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.engine.game.all_games", lambda: 1 // 0)
    err = upcard("games", code=FAULT)[1]
    assert "error: this could not be done, by a fault of Upcard: ZeroDivisionError" in err
    assert "Traceback" not in err


def test_what_takes_more_memory_than_there_is_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(find("court_piece").acts[TrumpNamed], "do", greedy)
    handlings.cache_clear()
    err = upcard("verify", FULL, REVOKE, code=3)[1]
    assert "line 4 of this log could not be judged: there is not enough memory" in err
    assert "by a fault" not in err


def test_the_fault_is_there() -> None:
    with pytest.raises(IndexError):
        fold(read_log(FULL).log._replace(events=[(2, TrumpNamed(seat=1, suit="c"))]))
    fold(read_log(FULL).log._replace(events=[(2, Noted())]))
