"""The recorder as a program: at a terminal, at the end of a pipe, killed, and refused."""

import io
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import chdir
from pathlib import Path

import msgspec
import pytest

from tests.experiments import sessions
from upcard.cli.app import run
from upcard.cli.recorder.fields import written
from upcard.cli.recorder.offer import is_automatic
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.logfile import LogWriter, read_log
from upcard.schemas.events import Amended, Closed, Event, Joined, Played, Scored

pytestmark = pytest.mark.check

COMMAND = [sys.executable, "-m", "upcard.cli", "record"]
PLAYERS = ["--players", "Ann,Bob,Cid,Dee"]
TRICK = "Bob\nh\nKd 9d 2d 4d\n"
SECONDS = 60.0


def started(folder: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The recorder as a process of its own, fed from a pipe."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=folder, input=text, capture_output=True, text=True, check=False, timeout=60
    )


def piped(folder: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The recorder fed from a pipe, in this process: one of its own takes longer to begin than all that is done here."""
    streams = [io.TextIOWrapper(io.BytesIO(one), encoding="utf-8", newline="") for one in (text.encode(), b"", b"")]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        with chdir(folder):
            code = run(["record", *arguments])
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])
    return subprocess.CompletedProcess(arguments, code, out, err)


def events(path: Path) -> list[Event]:
    return [event for _, event in read_log(path).log.events]


class Typist:
    """Somebody at a terminal. command: what is started there."""

    command: Sequence[str] = COMMAND

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.pid, self.terminal = pty.fork()
        if not self.pid:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests in the background has it ignored
            os.chdir(folder)
            os.environ.update(TERM="dumb", COLUMNS="200")
            os.execv(sys.executable, [*self.command, *arguments])
        self.seen = ""

    def types(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def sees(self, text: str) -> str:
        """Wait until the screen shows this; what came up to it."""
        end = time.monotonic() + SECONDS
        while text not in self.seen:
            assert self._reads(), f"it has ended without {text!r}: {self.seen!r}"
            assert time.monotonic() < end, f"no {text!r} in {self.seen!r}"
        before, _, self.seen = self.seen.partition(text)
        return before

    def takes(self, line: str) -> None:
        """Type a line; wait for its end on the screen, and for the prompt after it."""
        self.types(line + "\n")
        self.sees("\n")
        self.sees(" > ")

    def drops_the_line(self, told: str) -> None:
        """Ctrl-C, until this is told."""
        for _ in self._pressing():
            if told in self.seen:
                break
            assert self._reads(), f"it has ended without {told!r}: {self.seen!r}"
        self.sees(told)

    def interrupts(self) -> int:
        """Ctrl-C until it has ended: where it is told that the first one cleared the line, at once again. The exit code."""
        for _ in self._pressing("Ctrl-C again leaves"):
            if not self._reads():
                break
        return self.ends()

    def _pressing(self, cleared: str | None = None) -> Iterator[None]:
        """Press Ctrl-C, and again where this is told, or if it was missed for long: a signal just before the wait for keys is seen
        at the next one.
        """
        pressed, told = None, 0
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            seen = self.seen.count(cleared) if cleared else 0
            if pressed is None or seen > told or time.monotonic() > pressed + 15:
                time.sleep(0.2)
                self.types("\x03")
                pressed, told = time.monotonic(), seen
            yield
        pytest.fail(f"not interrupted: {self.seen!r}")

    def ends(self) -> int:
        """The exit code."""
        end = time.monotonic() + SECONDS
        while self._reads():  # who writes to a full screen nobody reads does not end
            assert time.monotonic() < end, f"it goes on: {self.seen!r}"
        _, status = os.waitpid(self.pid, 0)
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(status)

    def _reads(self) -> bool:
        """Read what is there, waiting for it a moment. Whether more may come."""
        ready, _, _ = select.select([self.terminal], [], [], 0.1)
        try:
            got = os.read(self.terminal, 4096) if ready else None
        except OSError:  # it has ended, and all it wrote was read
            return False
        self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", (got or b"").decode(errors="replace"))
        return got != b""


def test_a_session_at_a_terminal_from_the_first_question_to_the_close(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "court_piece", "-o", "log.jsonl")
    typist.sees("Players as they sit, to the left (4, divided by commas) > ")
    typist.types("Ann, Bob, Cid\n")
    typist.sees("takes 4 players, not 3")
    typist.types("Ann, Bob, Cid, Dee\n")
    typist.sees("House rules (name=value ..., ? lists them) [Enter: the usual] > ")
    typist.types("streak_lenght=5\n")
    typist.sees("did you mean streak_length")
    typist.types("streak_length=5\n")
    typist.sees("the next hand: who deals? > ")
    typist.types("Bob\n")
    typist.sees("Cid: the trump suit > ")
    typist.types("h\n")
    typist.sees("Cid: a card > ")
    typist.types("Kd 9d\n")
    typist.sees("Trick 1: Kd 9d | Ann: a card > ")
    typist.types("Kd\n")
    typist.sees("Ann played Kd: store it all the same? [y/N] ")
    typist.types("n\n")
    typist.sees("not stored: Ann played Kd")
    typist.types("table\n")
    typist.sees("Court Piece, hand 1")
    typist.types("Kd\n")
    typist.sees("store it all the same? [y/N] ")
    typist.types("2d\n")
    typist.sees("not stored: Ann played Kd")
    typist.sees("Ann played 2d")
    typist.types("Cid 5d\n")
    typist.sees("store it all the same? [y/N] ")
    typist.types("refused\n")
    typist.sees("not stored: Cid played 5d; type refused, if it was done and undone")
    typist.sees("Cid played 5d (refused)")
    typist.sees("Trick 1: Kd 9d 2d | Bob: a card > ")
    typist.types("close\n")
    typist.sees("note: a hand was left unfinished, and does not count")
    typist.sees("[y/N] ")
    typist.types("y\n")
    typist.sees("closed: 0 hands, 1 without an end, 9 events, 1 breach")
    typist.sees("in the archive: new, 1 hand")
    assert typist.ends() == 0
    log = read_log(tmp_path / "log.jsonl").log
    assert log.header.seats == ("Ann", "Bob", "Cid", "Dee")
    assert log.header.options == {"streak_length": 5}
    assert isinstance(log.events[-1][1], Closed)


def test_undo_at_a_question_takes_back_no_line_before_and_a_question_mark_is_no_player(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "trente_et_quarante", "-o", "log.jsonl")
    typist.sees("divided by commas) > ")
    typist.types("?\n")
    typist.sees(
        "names such as Ann, Bob, Cid, Dee, each the left neighbour of the one before; or how many play, such as 1"
    )
    typist.types("Ann\n")
    typist.sees("[Enter: the usual] > ")
    typist.types("\n")
    typist.sees("the next hand [Enter] > ")
    typist.types("noir Kh 6d Ac 8h 8s\n")
    typist.sees("the rouge row > ")
    typist.types("Ann r 5\n")
    typist.sees("store it all the same? [y/N] ")
    typist.types("undo\n")
    typist.sees("not stored: Ann bet placed")
    typist.sees("Noir 33: Kh 6d Ac 8h 8s | the rouge row > ")
    typist.types("quit\n")
    assert typist.ends() == 0


def test_rules_of_two_books_are_asked_for(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "pope_joan", "-o", "log.jsonl")
    typist.sees("divided by commas) > ")
    typist.types("Ann,Bob,Cid\n")
    typist.sees("Rules: p001, p003 [Enter: p001] > ")
    typist.types("p003\n")
    typist.sees("[Enter: the usual] > ")
    typist.types("\n")
    typist.sees("who deals? > ")
    typist.types("\x04")
    typist.sees("the log is kept and stays open; go on with: upcard record --resume log.jsonl")
    assert typist.ends() == 0
    assert read_log(tmp_path / "log.jsonl").log.header.preset == "p003"


def test_ctrl_c_and_ctrl_d_lose_nothing_and_the_log_goes_on(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "court_piece", *PLAYERS, "-o", "log.jsonl")
    typist.sees("who deals? > ")
    typist.types("Bob\nh\n")
    typist.sees("Cid: a card > ")
    assert typist.interrupts() == 130
    assert "nothing is lost; go on with: upcard record --resume log.jsonl" in typist.seen
    typist = Typist(tmp_path, "--resume", "log.jsonl")
    typist.sees("goes on after line 4")
    typist.sees("Cid: a card > ")
    typist.types("Kd\n")
    typist.sees("Dee: a card > ")
    typist.types("\x04")
    typist.sees("Is the session over? [y/N] ")
    typist.types("Qd\n")
    typist.sees("Dee played Qd")
    typist.sees("Ann: a card > ")
    typist.types("\x04")
    typist.sees("Is the session over? [y/N] ")
    typist.types("y\n")
    typist.sees("a hand was left unfinished")
    typist.types("y\n")
    typist.sees("closed: 0 hands")
    assert typist.ends() == 0
    assert isinstance(events(tmp_path / "log.jsonl")[-1], Closed)


def test_ctrl_c_clears_the_line_and_twice_leaves(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "court_piece", *PLAYERS, "-o", "log.jsonl")
    typist.sees("who deals? > ")
    typist.types("Bo")
    typist.sees("Bo")
    typist.drops_the_line("Ctrl-C again leaves, and nothing is lost")
    typist.types("Cid\n")
    typist.sees("hand started dealer Cid")
    typist.sees("trump suit > ")
    typist.drops_the_line("Ctrl-C again leaves")
    typist.sees("trump suit > ")
    typist.types("h\n")
    typist.sees("a card > ")
    typist.types("close\n")
    typist.sees("[y/N] ")
    typist.drops_the_line("not stored: closed unfinished")  # at a question it means no
    typist.sees("a card > ")
    assert typist.interrupts() == 130
    assert "go on with: upcard record --resume log.jsonl" in typist.seen


def test_quit_leaves_the_questions_before_anything_is_begun(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "pope_joan", "-o", "log.jsonl")
    typist.sees("divided by commas) > ")
    typist.types("Quit\n")
    typist.sees("nothing was begun")
    assert typist.ends() == 130
    assert not (tmp_path / "log.jsonl").exists()


def test_quit_stops_and_says_how_to_go_on(tmp_path: Path) -> None:
    done = piped(tmp_path, TRICK + "quit\n4h\n", "court_piece", *PLAYERS, "-o", "log.jsonl")
    assert done.returncode == 0
    assert "the log is kept and stays open; go on with: upcard record --resume log.jsonl" in done.stderr
    assert len(events(tmp_path / "log.jsonl")) == 8


def test_lines_from_a_pipe_are_stored_and_the_same_file_goes_on(tmp_path: Path) -> None:
    done = started(tmp_path, TRICK, "court_piece", *PLAYERS, "-o", "log.jsonl")
    assert (done.returncode, done.stdout) == (0, "")
    assert "stays open; go on with: upcard record --resume log.jsonl" in done.stderr
    again = started(tmp_path, "Qc\nclose\n", "court_piece", "-o", "log.jsonl")
    assert again.returncode == 0
    assert "closed: 0 hands, 1 without an end, 10 events, nothing found" in again.stderr
    assert len(events(tmp_path / "log.jsonl")) == 10


@pytest.mark.parametrize("level", ["--full", "--seat 2"])
def test_whose_hands_are_written_down_is_kept_where_no_deal_tells_it_yet(tmp_path: Path, level: str) -> None:
    begun = ["court_piece", "--players", "Ann,Bob,Cid,Dee", "-o", "log.jsonl", *level.split()]
    done = piped(tmp_path, "Cid\n8s Kh Jh 2d Ac\n" if level == "--full" else "Cid\n", *begun)
    lost = "all that was stored is kept, but the deal is stored when its last hand is in: type it again; " * (
        level == "--full"
    )
    assert (
        f"{lost}the log is kept and stays open; go on with: upcard record --resume log.jsonl {level}\n" in done.stderr
    )
    hands = "8s Kh Jh 2d Ac / Ts 7h Qd Td 3c / 9s 9h 7d 6d 8c / 6s Js 4h Th 5d"
    text = hands if level == "--full" else "9s 9h 7d 6d 8c"
    done = piped(tmp_path, f"{text}\n", "--resume", "log.jsonl", *level.split())
    assert done.stderr.endswith("go on with: upcard record --resume log.jsonl\n")


def test_nothing_is_begun_for_a_seat_that_is_not_at_the_table(tmp_path: Path) -> None:
    for wrong, says in (("--seat 9", "no seat 9"), ("--full --sheet", "a score sheet has no hands")):
        done = piped(tmp_path, "", "court_piece", "--players", "A,B,C,D", "-o", "log.jsonl", *wrong.split())
        assert (done.returncode, says in done.stderr) == (2, True)
        assert list(tmp_path.iterdir()) == []


def test_a_breach_from_a_pipe_is_stored_and_told(tmp_path: Path) -> None:
    done = piped(tmp_path, TRICK + "2: Kd\n", "court_piece", *PLAYERS, "-o", "log.jsonl")
    assert done.returncode == 0
    assert "contradiction, line 10: Kd was seen before; perhaps line 10 is written twice" in done.stderr
    assert isinstance(events(tmp_path / "log.jsonl")[-1], Played)


def test_a_line_from_a_pipe_that_cannot_be_read_ends_it_with_its_place(tmp_path: Path) -> None:
    done = started(tmp_path, TRICK + "Qx\nclose\n", "court_piece", *PLAYERS, "-o", "log.jsonl")
    assert done.returncode == 3
    assert "stdin:4: 'Qx' is not taken: saw 'Qx', wanted rank then suit" in done.stderr
    assert len(events(tmp_path / "log.jsonl")) == 8


def test_what_a_line_from_a_pipe_said_before_it_could_not_be_read_is_told_as_stored(tmp_path: Path) -> None:
    done = piped(tmp_path, TRICK + "4h; Qx; 5h\n", "court_piece", *PLAYERS, "-o", "log.jsonl")
    assert done.returncode == 3
    assert "stdin:4: not taken either: 5h" in done.stderr
    assert "all lines before line 4 and what line 4 says first are stored" in done.stderr
    assert len(events(tmp_path / "log.jsonl")) == 9
    plain = piped(tmp_path, TRICK + "Qx\n", "court_piece", *PLAYERS, "-o", "other.jsonl")
    assert "all lines before line 4 are stored" in plain.stderr


def test_data_that_was_asked_for_goes_to_stdout(tmp_path: Path) -> None:
    done = piped(tmp_path, TRICK + "log 2\ntable\n", "court_piece", *PLAYERS, "-o", "log.jsonl")
    assert done.stdout.startswith("    8  Ann played 2d\n    9  Bob played 4d\n")
    assert "Court Piece, hand 1" in done.stdout


def test_the_log_lies_in_the_folder_named_or_here_under_its_game_and_day(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    for arguments in ([], [], ["-o", "logs"]):
        assert piped(tmp_path, TRICK, "court_piece", *PLAYERS, *arguments).returncode == 0
    assert len(list(tmp_path.glob("court_piece-20*.jsonl"))) == 2
    assert len(list((tmp_path / "logs").glob("court_piece-20*.jsonl"))) == 1


@pytest.mark.parametrize("named", ["new/", "new/./", "far/new//"])
def test_a_folder_that_is_named_with_a_slash_is_made_for_the_log(tmp_path: Path, named: str) -> None:
    done = piped(tmp_path, TRICK, "court_piece", *PLAYERS, "-o", named)
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / named).glob("court_piece-20*.jsonl"))) == 1
    assert f"--resume {Path(named)}/court_piece-20" in done.stderr


def test_no_folder_is_made_where_nothing_is_begun_and_none_in_place_of_a_file(tmp_path: Path) -> None:
    assert piped(tmp_path, TRICK, "court_piece", "-o", "new/").returncode == 2
    assert list(tmp_path.iterdir()) == []
    piped(tmp_path, TRICK, "court_piece", *PLAYERS, "-o", "log.jsonl")
    before = (tmp_path / "log.jsonl").read_bytes()
    done = piped(tmp_path, "Qc\n", "court_piece", *PLAYERS, "-o", "log.jsonl/")
    assert done.returncode == 2
    assert "error: log.jsonl/: this is a file; wanted a folder\n" in done.stderr
    assert (tmp_path / "log.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "which game?"),
        (["court_peace", *PLAYERS], "did you mean court_piece"),
        (["court_piece"], "who plays?"),
        (["court_piece", "--players", "Ann,Bob"], "takes 4 players, not 2"),
        (["court_piece", "--players", "Ann,Bob,ann,Dee"], "two players are called ann"),
        (["court_piece", "--players", "Ann,,Cid,Dee"], "player 1 has no name"),
        (["court_piece", "--players", "An\x1b[31mn,Bob,Cid,Dee"], r"player 'An\x1b[31mn': U+001B, ESC is no sign"),
        (["court_piece", "--players", "Ann,B\u200bob,Cid,Dee"], r"player 'B\u200bob': U+200B, ZERO WIDTH SPACE is no"),
        (["court_piece", *PLAYERS, "-O", "streak=1"], "no option 'streak'"),
        (["court_piece", *PLAYERS, "-O", "streak_length"], "wanted name=value"),
        (["court_piece", *PLAYERS, "--preset", "old"], "no preset 'old'"),
        (["court_piece", *PLAYERS, "--full", "--seat", "1"], "one of --full, --public and --seat"),
        (["court_piece", *PLAYERS, "--seat", "4"], "no seat 4"),
        (["--resume", "nowhere.jsonl"], "no such file"),
    ],
)
def test_what_cannot_be_set_up_is_a_usage_error(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["record", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_log_of_another_game_is_not_gone_on_with(tmp_path: Path) -> None:
    piped(tmp_path, TRICK, "court_piece", *PLAYERS, "-o", "log.jsonl")
    done = piped(tmp_path, "", "big_two", *PLAYERS, "-o", "log.jsonl")
    assert done.returncode == 2
    assert "a log of court_piece, not of big_two" in done.stderr


def test_what_is_recorded_of_others_does_not_go_on_with_a_log(tmp_path: Path) -> None:
    begun = ["big_two", "--sheet", *PLAYERS, "-O", "target=50", "-o", "log.jsonl"]
    assert piped(tmp_path, "1 0 2 3\n", *begun).returncode == 0
    before = (tmp_path / "log.jsonl").read_bytes()
    for arguments, says in (
        (["--players", "Eve,Fay,Gus,Hal"], "a log of Ann, Bob, Cid, Dee, not of Eve, Fay, Gus, Hal"),
        (["--players", "4"], "not of p1, p2, p3, p4"),
        (["-O", "target=60"], "a log of target=50, not of target=60"),
        (["--preset", "old"], "no preset 'old'"),
        (["--buy-in", "9"], "a log of no buy-in, not of buy-in 9"),
    ):
        done = piped(tmp_path, "4 4 0 4\n", "big_two", "--sheet", *arguments, "-o", "log.jsonl")
        assert done.returncode == 2, arguments
        assert says in done.stderr
        assert (tmp_path / "log.jsonl").read_bytes() == before, arguments
    assert piped(tmp_path, "4 4 0 4\n", *begun).returncode == 0  # the same again goes on
    assert [event.counts for event in events(tmp_path / "log.jsonl") if isinstance(event, Scored)][1:] == [(4, 4, 0, 4)]


def test_players_who_changed_seats_go_on_as_they_began_and_as_they_sit(tmp_path: Path) -> None:
    begun = ["court_piece", *PLAYERS, "-o", "log.jsonl"]
    path = tmp_path / "log.jsonl"
    piped(tmp_path, "", *begun)
    with LogWriter.open(path) as writer:
        writer.append(Joined(seat=0, player="Eve"))
        writer.append(Amended(line=1, event=msgspec.structs.replace(writer.header, names={"Bob": "Robert"})))
    for players in ("Ann,Bob,Cid,Dee", "Ann,Robert,Cid,Dee", "Eve,Robert,Cid,Dee"):
        assert piped(tmp_path, "", "court_piece", "--players", players, "-o", "log.jsonl").returncode == 0, players
    assert piped(tmp_path, "", "court_piece", "--players", "Eve,Robert,Dee,Cid", "-o", "log.jsonl").returncode == 2
    assert piped(tmp_path, "", "--resume", "log.jsonl", "-o", "log.jsonl").returncode == 2


def test_two_recorders_of_one_log_the_second_is_told_who_holds_it(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "court_piece", *PLAYERS, "-o", "log.jsonl")
    typist.sees("who deals? > ")
    done = piped(tmp_path, "Bob\n", "--resume", "log.jsonl")
    assert done.returncode == 4
    assert str(typist.pid) in done.stderr
    typist.types("Bob\n")
    typist.sees("trump suit > ")
    assert typist.interrupts() == 130


def test_a_torn_last_line_is_cut_off_saved_and_told(tmp_path: Path) -> None:
    piped(tmp_path, TRICK, "court_piece", *PLAYERS, "-o", "log.jsonl")
    path = tmp_path / "log.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    done = piped(tmp_path, "", "--resume", "log.jsonl")
    assert done.returncode == 0
    assert "line 9 was not written whole" in done.stderr
    assert len(events(path)) == 7
    assert len(list(tmp_path.glob("log.jsonl.torn-*"))) == 1


def test_names_that_could_steer_a_terminal_are_written_out(tmp_path: Path) -> None:
    done = piped(tmp_path, "1: Kd\n", "court_piece", "--players", "[/],[red]B,\u202eC,=D", "-o", "log.jsonl")
    assert done.returncode in {0, 2}
    assert "Traceback" not in done.stderr
    assert "\u202e" not in done.stderr
    done = piped(tmp_path, "1: Kd\nlog\ntable\n", "court_piece", "--players", "[/],[red]B,C,=D", "-o", "other.jsonl")
    assert done.returncode == 0
    assert "[red]B played Kd" in done.stdout


def lines_of(seed: int) -> Iterator[str]:
    """What a scribe would type of a simulated session of two hands, an act a line."""
    log = redact_log(simulate(Setup(game="court_piece", seed=seed), hands=2), PUBLIC, "copy")
    for _, event in log.events:
        if not is_automatic(event) and not isinstance(event, Closed):
            yield written(event)


def killed_at_random(folder: Path, rng: random.Random, kills: int) -> None:
    """Type a session, kill the recorder now and then, and go on where the log ends: no line is lost or doubled."""
    path = folder / "log.jsonl"
    lines = list(lines_of(rng.randrange(99)))
    moments = sorted(rng.sample(range(1, len(lines)), kills), reverse=True)
    typist = Typist(folder, "court_piece", *PLAYERS, "-o", path.name)
    typist.sees(" > ")
    done = 0
    while done < len(lines):
        if not moments or done < moments[-1]:
            typist.takes(lines[done])
            done += 1
            continue
        moments.pop()
        typist.types(lines[done] + "\n")
        time.sleep(rng.random() * 0.02)
        os.kill(typist.pid, signal.SIGKILL)
        typist.ends()
        stored = [written(event) for event in untimed(path) if not is_automatic(event)]
        assert stored in (lines[:done], lines[: done + 1])
        done = len(stored)
        typist = Typist(folder, "--resume", path.name)
        typist.sees(" > ")
    assert typist.interrupts() == 130
    assert [written(event) for event in untimed(path) if not is_automatic(event)] == lines


def untimed(path: Path) -> list[Event]:
    return [msgspec.structs.replace(event, at=None) for event in events(path)]


def test_a_recorder_that_is_killed_loses_no_line_it_took(tmp_path: Path) -> None:
    killed_at_random(tmp_path, random.Random(1), 3)


@pytest.mark.check
def test_a_recorder_that_is_killed_often_loses_no_line_it_took(tmp_path: Path) -> None:
    for seed in range(sessions(4)):
        (tmp_path / str(seed)).mkdir()
        killed_at_random(tmp_path / str(seed), random.Random(seed), 12)
