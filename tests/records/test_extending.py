"""A log that goes on, or is amended, changes the rows of its later hands and no others."""

from pathlib import Path

import pytest

from tests.records.archives import GAMES, answers, new_archive, simulated, take
from upcard.records.archive.archive import Archive
from upcard.records.archive.fetching import state_at, stretch
from upcard.records.archive.verifying import verify_archive
from upcard.records.logfile import read_bytes
from upcard.schemas.codec import encode_line
from upcard.schemas.events import Amended, HandStarted, Noted, Played, Retracted

TABLES = ("hands", "scores", "tricks", "plays", "transfers", "findings")
Kept = dict[str, dict[int, set[int]]]


def kept(archive: Archive) -> Kept:
    """Where the rows of each hand stand in each table."""
    found: Kept = {}
    with archive.reading() as connection:
        for table in TABLES:
            rows = connection.execute(f"SELECT hand, list(rowid) FROM {table} GROUP BY hand").fetchall()
            found[table] = {hand: set(ids) for hand, ids in rows}
    return found


def untouched(before: Kept, after: Kept) -> int:
    """The last hand up to which no row has been written anew."""
    hands = sorted(before["hands"])
    same = [all(before[table].get(hand) == after[table].get(hand) for table in TABLES) for hand in hands]
    return same.index(False) if False in same else len(hands)


def of_bytes(folder: Path, name: str, data: bytes) -> Archive:
    """A new archive of one log."""
    (folder / name).mkdir()
    return new_archive(folder / name, [data])


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_a_log_that_goes_on_keeps_the_rows_of_its_earlier_hands(tmp_path: Path, game: str) -> None:
    (data,) = simulated(games=[game], hands=6)
    lines = data.splitlines(keepends=True)
    begins = [number for number, line in enumerate(lines) if line.startswith(b'{"do":"hand_started"')]
    archive = of_bytes(tmp_path, game, b"".join(lines[: begins[3]]))
    before = kept(archive)
    (report,) = take(archive, [data])
    assert (report.status, report.hands_new) == ("extended", 3)
    assert untouched(before, kept(archive)) == 3
    assert answers(archive) == answers(of_bytes(tmp_path, "anew", data))
    assert list(verify_archive(archive)) == []


@pytest.mark.check
def test_an_amendment_changes_the_rows_from_its_hand_on(tmp_path: Path) -> None:
    (whole,) = simulated(games=["court_piece"], hands=6)
    log = read_bytes(whole).log
    starts = [line for line, event in log.events if isinstance(event, HandStarted)]
    for hand, name in ((2, "retracted"), (4, "amended")):
        line = next(line for line, event in log.events if line > starts[hand - 1] and isinstance(event, Played))
        word = Retracted(line=line) if name == "retracted" else Amended(line=line, event=Noted(note="?"))
        archive = of_bytes(tmp_path, name, whole)
        before = kept(archive)
        longer = whole + encode_line(word) + b"\n"
        (report,) = take(archive, [longer])
        assert report.status == "extended"
        assert untouched(before, kept(archive)) == hand - 1
        assert answers(archive) == answers(of_bytes(tmp_path, f"{name} anew", longer))
        assert list(verify_archive(archive)) == []
        with archive.reading() as connection:
            for other in range(1, 7):
                told = stretch(connection, log.header.log, other) is not None
                assert told == (other not in {hand, 6}), "hands that are amended, or hold amendments, have no lines"
                assert state_at(archive, connection, log.header.log, other).players == ["p1", "p2", "p3", "p4"]


def test_a_log_that_is_known_changes_no_row(tmp_path: Path) -> None:
    (data,) = simulated(games=["big_two"], hands=3)
    archive = of_bytes(tmp_path, "known", data)
    before = kept(archive)
    assert take(archive, [data])[0].status == "known"
    assert kept(archive) == before
