"""Evenings: another day than today, sheets that go on from one sitting to the next, names that the archive knows."""

import os
from pathlib import Path

import pytest

from upcard.cli.recorder.archiving import Known, known_in
from upcard.cli.recorder.completing import completions
from upcard.cli.recorder.session import Session
from upcard.engine.view import PUBLIC
from upcard.records.logfile import read_log
from upcard.schemas.events import Closed, HandStarted, Joined, Scored

from .recording import events, kinds, recorder, take
from .test_record_terminal import PLAYERS, Typist, piped

pytestmark = pytest.mark.check

BIG_TWO = ["big_two", "--sheet", *PLAYERS]


def archive() -> Path:
    return Path(os.environ["UPCARD_ARCHIVE"])


# ---- Into the archive ----------------------------------------------------------------------------------------------


def test_a_session_that_is_closed_goes_into_the_archive_and_is_extended_when_it_goes_on(tmp_path: Path) -> None:
    done = piped(tmp_path, "0 5 12 3\nclose\n", *BIG_TWO, "-o", "log.jsonl")
    assert done.returncode == 0
    assert "in the archive: new, 1 hand" in done.stderr
    done = piped(tmp_path, "undo\n1 0 2 3\nclose\n", "--resume", "log.jsonl", "--sheet")
    assert "in the archive: extended, 2 hands" in done.stderr
    assert set(known_in(archive()).people) == {"Ann", "Bob", "Cid", "Dee"}


def test_a_session_that_is_not_closed_or_not_to_be_imported_is_not(tmp_path: Path) -> None:
    assert piped(tmp_path, "0 5 12 3\n", *BIG_TWO, "-o", "log.jsonl").returncode == 0
    done = piped(tmp_path, "close\n", "--resume", "log.jsonl", "--sheet", "--no-import")
    assert "into the archive with: upcard import log.jsonl" in done.stderr
    assert not archive().exists()


def test_an_archive_that_cannot_be_written_is_told_of_and_the_log_is_kept(tmp_path: Path) -> None:
    (tmp_path / "no.duckdb").write_bytes(b"this is no archive, but something else that lies there")
    done = piped(tmp_path, "0 5 12 3\nclose\n", *BIG_TWO, "-o", "log.jsonl", "--archive", "no.duckdb")
    assert done.returncode == 3
    assert "the log is kept, but not in the archive: " in done.stderr
    assert "into the archive with: upcard import log.jsonl" in done.stderr
    assert "Traceback" not in done.stderr
    assert isinstance(read_log(tmp_path / "log.jsonl").log.events[-1][1], Closed)


# ---- Another day ---------------------------------------------------------------------------------------------------


def test_the_day_and_the_place_of_an_evening_of_last_week(tmp_path: Path) -> None:
    done = piped(tmp_path, "0 5 12 3\nclose\n", *BIG_TWO, "--date", "2026-11-17", "--place", "at Ann's", "-o", "logs/")
    assert done.returncode == 0, done.stderr
    log = read_log(tmp_path / "logs" / "big_two-2026-11-17.jsonl").log
    assert (log.header.at, log.header.place) == ("2026-11-17", "at Ann's")
    assert [event.at for _, event in log.events] == [None] * len(log.events)


def test_a_session_of_another_day_that_goes_on_has_no_times_of_today(tmp_path: Path) -> None:
    begun = ["court_piece", *PLAYERS, "--date", "2026-11-17", "-o", "log.jsonl"]
    assert piped(tmp_path, "Bob\nh\n", *begun).returncode == 0
    assert piped(tmp_path, "Kd 9d 2d 4d\nclose\n", "--resume", "log.jsonl").returncode == 0
    assert {event.at for _, event in read_log(tmp_path / "log.jsonl").log.events} == {None}


@pytest.mark.parametrize("day", ["2026-02-30", "31.11.2026", "x", "17 Nov"])
def test_a_day_that_is_none_begins_nothing(tmp_path: Path, day: str) -> None:
    done = piped(tmp_path, "", *BIG_TWO, "--date", day, "-o", "log.jsonl")
    assert done.returncode == 2
    assert "wanted a day, such as 2026-11-20" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("day", ["17.11.2026", "17 November 2026", "Nov 17, 2026", "2026/11/17"])
def test_days_are_read_as_people_write_them_and_asked_about_where_they_may_be_two(tmp_path: Path, day: str) -> None:
    assert piped(tmp_path, "", *BIG_TWO, "--date", day, "-o", "log.jsonl").returncode == 0
    assert read_log(tmp_path / "log.jsonl").log.header.at == "2026-11-17"
    session = recorder("big_two", sheet=True)
    assert kinds(take(session, day)) == ["amended"]
    done = piped(tmp_path, "", *BIG_TWO, "--date", "05/01/2024", "-o", "other.jsonl")
    assert (done.returncode, "may be 2024-01-05 or 2024-05-01" in done.stderr) == (2, True)
    assert "may be 2024-01-05 or 2024-05-01" in take(session, "05/01/2024")[0].says


def test_a_log_goes_on_under_its_own_day_alone(tmp_path: Path) -> None:
    begun = [*BIG_TWO, "--date", "2026-11-17", "-o", "log.jsonl"]
    assert piped(tmp_path, "0 5 12 3\n", *begun).returncode == 0
    assert piped(tmp_path, "1 0 2 3\n", *begun).returncode == 0
    done = piped(tmp_path, "", *BIG_TWO, "--date", "2026-11-18", "-o", "log.jsonl")
    assert (done.returncode, "a log of date 2026-11-17, not of date 2026-11-18" in done.stderr) == (2, True)


# ---- Sheets that go on ---------------------------------------------------------------------------------------------


def test_day_lines_and_names_lines_are_those_of_an_imported_sheet(tmp_path: Path) -> None:
    sheet = """2013-03-19
C S H Jj
1 1 5 0
6 0 2 7
2013-03-20
0 3 4 1
S C H Jj
0 1 2 3
close
"""
    done = piped(tmp_path, sheet, *BIG_TWO, "-o", "logs/", "-O", "target=1000000")
    assert done.returncode == 0, done.stderr
    (tmp_path / "sheet.txt").write_text(sheet.removesuffix("close\n"), encoding="utf-8")
    recorded = [
        read_log(path).log
        for path in sorted((tmp_path / "logs").glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    ]
    found = [
        (
            [event.counts for _, event in log.events if isinstance(event, Scored)],
            _seats(log.header, log.events),
            _day(log),
        )
        for log in recorded
    ]
    assert found == [
        ([(1, 1, 5, 0), (6, 0, 2, 7)], ("C", "S", "H", "Jj"), "2013-03-19"),
        ([(0, 3, 4, 1)], ("C", "S", "H", "Jj"), "2013-03-20"),
        ([(0, 1, 2, 3)], ("S", "C", "H", "Jj"), "2013-03-20"),
    ]
    assert all(isinstance(log.events[-1][1], Closed) for log in recorded)
    assert done.stderr.count("in the archive: new") == 3


def _seats(header: object, events_: object) -> object:
    from upcard.engine.effective import effective
    from upcard.engine.log import Log

    return effective(Log(header, list(events_))).header.seats  # type: ignore[call-overload, arg-type]


def _day(log: object) -> object:
    from upcard.engine.effective import effective

    return effective(log).header.at  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["Ann Ann Cid Dee", "2013-02-30", "2013-13-01", "05/01/2024"])
def test_a_names_line_or_a_day_that_cannot_be_is_not_taken(line: str) -> None:
    session = recorder("big_two", sheet=True)
    assert kinds(take(session, line)) == ["unread"]
    assert events(session) == []


@pytest.mark.parametrize(
    "line", ["void", "note Ann Bob Cid Dee", "# Ann Bob Cid Dee", "Eve for Dee", "Ann: count Bob 3"]
)
def test_no_other_line_of_a_sheet_is_a_names_line(line: str) -> None:
    session = recorder("big_two", sheet=True)
    take(session, "1 0 2 3")
    assert "anew" not in kinds(take(session, line))


def test_a_void_hand_of_a_sheet_is_a_hand_in_every_game() -> None:
    session = recorder("big_two", sheet=True)
    take(session, "1 0 2 3", "void")
    assert events(session)[-2:] == [HandStarted(), Scored(void=True)]
    assert session.prompt().text.startswith("hand 3, ")
    assert "void: the hand does not count" in take(session, "?")[0].says
    take(session, "undo")
    assert session.prompt().text.startswith("hand 2, ")


def test_a_day_or_players_behind_the_first_row_are_a_sitting_of_its_own() -> None:
    session = recorder("big_two", sheet=True)
    assert kinds(take(session, "Ann Bob Cid Dee")) == ["told"]
    assert kinds(take(session, "Eve, Fay Miller, Cid, Dee")) == ["amended"]
    take(session, "1 0 2 3")
    outcome = take(session, "Gus Hal Cid Dee")[0]
    assert (outcome.kind, outcome.sitting and outcome.sitting.players) == ("anew", ("Gus", "Hal", "Cid", "Dee"))
    assert [type(event) for event in events(session)[1:]] == [HandStarted, Scored]


# ---- Names ---------------------------------------------------------------------------------------------------------


def test_names_that_the_archive_does_not_know_or_knows_otherwise_are_told_of(tmp_path: Path) -> None:
    piped(tmp_path, "0 5 12 3\nclose\n", *BIG_TWO, "-o", "log.jsonl")
    done = piped(tmp_path, "", "big_two", "--sheet", "--players", "ann,Bob,Eve,Dee", "-o", "other.jsonl")
    assert "note: 'ann' is not 'Ann', who is in the archive: two people, if it stays so" in done.stderr
    assert "note: nobody called 'Eve' is in the archive yet" in done.stderr
    assert "Bob" not in done.stderr.replace("--players", "")


def test_nobody_is_unknown_where_there_is_no_archive(tmp_path: Path) -> None:
    assert "note" not in piped(tmp_path, "", *BIG_TWO, "-o", "log.jsonl").stderr
    assert known_in(tmp_path / "none.duckdb") == Known()


def test_a_name_of_the_archive_stands_for_its_id() -> None:
    known = Known({"Charlotte": "C", "C": "C", "S": "S"})
    assert known.ids_of(("Charlotte", "S", "Eve")) == ("C", "S", "Eve")
    assert known.ids_of(("Charlotte", "C")) == ("Charlotte", "C")


def test_who_joins_under_a_name_of_the_archive_is_that_person() -> None:
    session = recorder("court_piece")
    session = Session(session.book.writer, level=PUBLIC, known=Known({"Charlotte": "C", "C": "C"}))
    outcomes = take(session, "Charlotte for Dee", "Charlotte deals")
    assert [outcome.says for outcome in outcomes] == ["Charlotte joined in seat 3", "hand started dealer Charlotte"]
    assert events(session) == [Joined(seat=3, player="C"), HandStarted(dealer=3)]


def test_tab_completes_names_of_the_archive(tmp_path: Path) -> None:
    piped(tmp_path, "0 5 12 3\nclose\n", *BIG_TWO, "-o", "log.jsonl")
    typist = Typist(tmp_path, "court_piece", "-o", "new.jsonl")
    typist.sees("divided by commas) > ")
    typist.types("An\t,Eve,Fay Miller,Gus\n")
    typist.sees("[Enter: the usual] > ")
    typist.types("\n")
    typist.sees("who deals? > ")
    typist.takes("De\t for G\t")
    typist.takes("Fay M\t deals")
    typist.types("quit\n")
    typist.sees("stays open; go on with: upcard record --resume new.jsonl")
    assert typist.ends() == 0
    log = read_log(tmp_path / "new.jsonl").log
    assert log.header.seats == ("Ann", "Eve", "Fay Miller", "Gus")
    assert [event for _, event in log.events][:2] == [
        Joined(seat=3, player="Dee"),
        HandStarted(dealer=2, at=log.events[1][1].at),
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("An", ["Ann", "Anna May"]),
        ("an", ["Ann", "Anna May"]),
        ("Bob for D", ["Dee"]),
        ("Bob Kd; D", ["Dee"]),
        ("Anna M", ["May"]),
        ("show anna m", ["May"]),
        ("Ann,Bob,C", ["Cid"]),
        ("Kd ", ["Ann", "Anna May", "Bob", "Cid", "Dee"]),
        ("", ["Ann", "Anna May", "Bob", "Cid", "Dee"]),
        ("Kd", []),
        ("[", []),
    ],
)
def test_the_last_words_of_a_line_become_a_name(line: str, found: list[str]) -> None:
    assert completions(line, ["Dee", "Cid", "Bob", "Anna May", "Ann"]) == found
