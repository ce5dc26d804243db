"""The archive: what import makes of logs, and that it can always be made again."""

import random
import shutil
import sys
from pathlib import Path

import duckdb
import msgspec
import pytest

from tests.records.archives import answers, new_archive, simulated, take
from upcard.engine.fold import fold
from upcard.records.archive.archive import Archive
from upcard.records.archive.fetching import find_log, state_at, stretch
from upcard.records.archive.importing import import_logs, rebuild, remove_logs
from upcard.records.archive.verifying import not_indexed, verify_archive
from upcard.records.chain import sealed_bytes
from upcard.records.importers.tables import read_table
from upcard.records.importers.wishes import Wishes
from upcard.records.logfile import LogWriter, read_bytes
from upcard.records.long import Bytes
from upcard.records.questions import ask
from upcard.schemas.errors import UpcardError, UsageError
from upcard.schemas.events import Amended, Gap, HandStarted, Opened, Played, Retracted

pytestmark = pytest.mark.check


def test_a_second_import_stores_nothing(tmp_path: Path) -> None:
    data = simulated()
    archive = new_archive(tmp_path)
    assert {report.status for report in take(archive, data)} == {"new"}
    before = answers(archive)
    again = take(archive, data)
    assert {report.status for report in again} == {"known"}
    assert sum(report.hands_new for report in again) == 0
    assert answers(archive) == before


def test_a_log_that_goes_on_is_extended(tmp_path: Path) -> None:
    (data,) = simulated(games=["court_piece"], hands=4)
    seal = data.index(b'{"do":"sealed"', len(data) // 2)
    part = data[: data.index(b"\n", seal) + 1]
    archive = new_archive(tmp_path, [part])
    (report,) = take(archive, [data])
    assert (report.status, report.hands) == ("extended", 4)
    assert report.hands_new < 4
    whole = tmp_path / "whole"
    whole.mkdir()
    assert answers(archive) == answers(new_archive(whole, [data]))
    assert take(archive, [part])[0].why == "the archive has more of it"


def test_a_fork_is_refused_and_the_first_stays(tmp_path: Path) -> None:
    first, second = (simulated(seed, games=["court_piece"])[0] for seed in (1, 2))
    fork = second.replace(read_bytes(second).log.header.log.encode(), read_bytes(first).log.header.log.encode())
    fork = fork.split(b'{"do":"sealed"')[0]
    archive = new_archive(tmp_path, [first])
    before = answers(archive)
    (report,) = take(archive, [fork])
    assert report.status == "refused"
    assert "line" in report.why
    assert "--replace" in report.why
    assert answers(archive) == before
    assert take(archive, [fork], replace=True)[0].status == "replaced"
    assert list(verify_archive(archive)) == []


def test_what_differs_is_shown_where_it_begins_to(tmp_path: Path) -> None:
    first = simulated(games=["court_piece"])[0]
    archive = new_archive(tmp_path, [first])
    unsealed = b"".join(line for line in first.splitlines(keepends=True) if not line.startswith(b'{"do":"sealed"'))
    (report,) = take(archive, [unsealed])
    assert report.status == "refused"
    assert "only its seals" in report.why
    header, rest = unsealed.split(b"\n", 1)
    longer = header.replace(b'"seats"', b'"place":"' + b"x" * 300 + b'Ulm","seats"') + b"\n" + rest
    archive = new_archive(tmp_path / "longer", [longer])
    (report,) = take(archive, [longer.replace(b"xUlm", b"xBonn")])
    assert "Ulm" in report.why
    assert "Bonn" in report.why
    assert len(report.why) < 500


def test_what_differs_is_told_in_words(tmp_path: Path) -> None:
    sheets = [b"Ann,Bob\n2024-01-05,,\n0,5\n%d,0\n" % left for left in (7, 8)]
    first, second = (read_table("m.csv", sheet, Wishes(game="big_two"))[0].logs[0] for sheet in sheets)
    archive = Archive(tmp_path / "archive.duckdb")
    assert [one.status for one in import_logs(archive, [first])] == ["new"]
    (report,) = import_logs(archive, [second])
    assert report.why == (
        'line 6 was "score sheet: counts 7 0" (row 4 of the sheet) and is "score sheet: counts 8 0" (row 4 of the sheet);'
        " --replace takes it instead"
    )


def test_a_trial_says_what_an_import_would_do(tmp_path: Path) -> None:
    data = simulated(hands=4)
    part = [one.split(b'{"do":"hand_started"')[0] for one in data]
    archive = Archive(tmp_path / "archive.duckdb")
    for some in (part, data, data):
        reads = [read_bytes(one, "memory") for one in some]
        tried = list(import_logs(archive, reads, dry_run=True))
        assert tried == list(import_logs(archive, reads))
    assert not Archive(tmp_path / "other" / "archive.duckdb").exists


def test_what_was_reported_is_indexed_when_nobody_asks_for_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.records.archive.importing._BATCH_EVENTS", 1)
    archive, data = Archive(tmp_path / "archive.duckdb"), simulated()
    taking = import_logs(archive, map(read_bytes, data))
    assert next(taking).status == "new"
    assert next(taking).status == "new"
    taking.close()  # type: ignore[attr-defined] - it is a generator
    assert [row[0] for row in ask(archive, "standings", {}).rows][::4] == ["big_two", "court_piece"]
    assert not_indexed(archive) == 0
    assert len(archive.store) == 2, "stored, but not told of"
    archive.store.put({"later": Bytes.of(data[2])})
    assert not_indexed(archive) == 1


def test_rebuild_gives_the_same_answers_in_any_order_of_import(tmp_path: Path) -> None:
    data = simulated(hands=6)
    archive = new_archive(tmp_path, data)
    before = answers(archive)
    assert rebuild(archive) == []
    assert answers(archive) == before
    other = tmp_path / "other"
    other.mkdir()
    random.Random(3).shuffle(data)
    assert answers(new_archive(other, data)) == before


def test_removed_logs_are_gone_and_their_files_kept_aside(tmp_path: Path) -> None:
    data = simulated()
    archive = new_archive(tmp_path, data)
    name = read_bytes(data[0]).log.header.log
    assert remove_logs(archive, [name]) == 1
    with archive.reading() as connection, pytest.raises(UsageError):
        find_log(connection, name)
    assert [path.suffix for path in archive.store.folder.iterdir() if name in path.name] == [".removed"]
    assert list(verify_archive(archive)) == []
    assert {report.status for report in take(archive, data)} == {"new", "known"}


def test_any_point_of_any_hand_comes_from_the_archive_alone(tmp_path: Path) -> None:
    data = [*simulated(hands=11), *simulated(2, games=["pope_joan"], hands=11)]
    archive = new_archive(tmp_path, data)
    shutil.rmtree(archive.store.folder)
    with archive.reading() as connection:
        for one in data:
            log = read_bytes(one).log
            hands = connection.execute("SELECT hand, first_line, last_line FROM hands WHERE log = ?", [log.header.log])
            starts = set()
            for hand, first, last in hands.fetchall():
                found = stretch(connection, log.header.log, hand)
                starts.add(found and found.start.startswith(b'{"do":"opened"'))
                for line in {first, (first + last) // 2, last}:
                    state = state_at(archive, connection, log.header.log, hand, line)
                    whole = fold(log, until=line)
                    assert state.places == whole.places, (log.header.game, hand, line)
                    assert (state.hand, state.players) == (whole.hand, whole.players)
            assert starts == {True, False}, "some hands are folded on from the header, some from a state"


def test_a_hand_that_has_not_ended_comes_from_the_archive_alone(tmp_path: Path) -> None:
    (whole,) = simulated(games=["big_two"])
    log = read_bytes(whole).log
    data = sealed_bytes(log.header, [event for _, event in log.events[:9]])
    archive = new_archive(tmp_path, [data])
    shutil.rmtree(archive.store.folder)
    with archive.reading() as connection:
        assert state_at(archive, connection, log.header.log, 1) == fold(read_bytes(data).log)


def test_a_hand_after_many_that_were_missed_comes_from_the_archive_alone(tmp_path: Path) -> None:
    log = read_bytes(simulated(games=["court_piece"], hands=2)[0]).log
    events = [event for _, event in log.events]
    second = [place for place, event in enumerate(events) if isinstance(event, HandStarted)][1]
    data = sealed_bytes(log.header, [*events[:second], Gap(hands=60), *events[second:]])
    archive = new_archive(tmp_path, [data])
    shutil.rmtree(archive.store.folder)
    with archive.reading() as connection:
        found = stretch(connection, log.header.log, 62)
        assert found is not None
        assert found.start.startswith(b'{"do":"opened"'), "it is folded on from the first hand"
        assert state_at(archive, connection, log.header.log, 62) == fold(read_bytes(data).log)
        with pytest.raises(UsageError, match="has no hand 30"):
            stretch(connection, log.header.log, 30)


def test_a_hand_that_an_amendment_touches_is_as_it_stands_amended(tmp_path: Path) -> None:
    log = read_bytes(simulated(games=["court_piece"])[0]).log
    line = next(line for line, event in log.events if isinstance(event, Played))
    events = [event for _, event in log.events]
    data = sealed_bytes(log.header, [*events, Retracted(line=line), Amended(line=1, event=named(log.header))])
    archive = new_archive(tmp_path, [data])
    read = read_bytes(data)
    with archive.reading() as connection:
        rows = connection.execute("SELECT hand, first_line, last_line FROM hands ORDER BY hand").fetchall()
        for hand, first, last in rows:
            for until in (first, last, None):
                state = state_at(archive, connection, log.header.log, hand, until)
                assert state.hand == hand
                assert state.places == fold(read.log, until=last if until is None else until).places


def named(header: Opened) -> Opened:
    """The same header with another player in seat 1."""
    return msgspec.structs.replace(header, seats=(header.seats[0], "zoe", *header.seats[2:]))


def test_a_hand_whose_words_are_missing_is_told_as_none(tmp_path: Path) -> None:
    (data,) = simulated(games=["big_two"])
    archive = new_archive(tmp_path, [data])
    with duckdb.connect(str(archive.path)) as connection:
        connection.execute("DELETE FROM words")
    with archive.reading() as connection, pytest.raises(UsageError, match="has no hand 1"):
        state_at(archive, connection, read_bytes(data).log.header.log, 1)


def test_names_and_merges_count_for_one_person_and_can_be_erased(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    archive.people.merge("p2", "p1")
    archive.people.name("p1", "Ann")
    take(archive, [])
    with archive.reading() as connection:
        told = connection.execute("SELECT player, count(*) FROM results GROUP BY player ORDER BY player").fetchall()
    assert told == [("Ann", 6), ("p3", 3), ("p4", 3)]
    archive.people.erase()
    take(archive, [])
    with archive.reading() as connection:
        assert connection.execute("SELECT count(DISTINCT player) FROM results").fetchall() == [(4,)]


def test_every_table_and_column_has_a_comment(tmp_path: Path) -> None:
    with new_archive(tmp_path).reading() as connection:
        bare = connection.execute("SELECT table_name FROM duckdb_tables() WHERE comment IS NULL").fetchall()
        bare += connection.execute(
            "SELECT table_name, column_name FROM duckdb_columns() WHERE comment IS NULL AND table_name IN "
            "(SELECT table_name FROM duckdb_tables()) AND NOT internal"
        ).fetchall()
        bare += connection.execute(
            "SELECT view_name FROM duckdb_views() WHERE NOT internal AND comment IS NULL"
        ).fetchall()
    assert bare == []


def test_another_version_says_what_to_do(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    with archive.writing() as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'version'")
    with pytest.raises(UpcardError, match="rebuild"), archive.reading():
        pass
    assert rebuild(archive) == []
    assert list(verify_archive(archive)) == []


def test_a_file_that_is_no_archive_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "archive.duckdb"
    path.write_bytes(b"not a database" * 1000)
    with pytest.raises(UpcardError), Archive(path).reading():
        pass
    assert path.read_bytes() == b"not a database" * 1000


def test_there_is_no_archive_yet(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="import"), Archive(tmp_path / "none.duckdb").reading():
        pass


WATCHED: set[str] = set()
"""Files that Python must not open now. A hook cannot be taken out again, so it is empty elsewhere."""


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    assert event != "open" or not WATCHED or str(arguments[0]) not in WATCHED


def test_nothing_opens_the_archive_but_duckdb(tmp_path: Path) -> None:
    """DuckDB's lock is lost if this process opens the file in any other way."""
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    sys.addaudithook(refuse)
    WATCHED.update(str(archive.path) + end for end in ("", ".wal"))
    try:
        with pytest.raises(AssertionError):
            archive.path.read_bytes()
        take(archive, simulated(2, games=["big_two"]))
        answers(archive)
        assert list(verify_archive(archive)) == []
        assert rebuild(archive) == []
        remove_logs(archive, [read_bytes(simulated(2, games=["big_two"])[0]).log.header.log])
    finally:
        WATCHED.clear()


def test_a_log_that_is_replaced_is_kept_aside_with_its_amendments(tmp_path: Path) -> None:
    (first,) = simulated(games=["court_piece"])
    archive = new_archive(tmp_path, [first])
    name = read_bytes(first).log.header.log
    with LogWriter.open(archive.store.path(name)) as writer:
        writer.append(Retracted(line=3, why="misread"))
    amended = archive.store.data(name)
    assert amended is not None
    assert take(archive, [amended])[0].status == "known"
    other = first.split(b'{"do":"sealed"')[0] + b'{"do":"noted","note":"from another copy"}\n'
    for kept, was in (("replaced", amended), ("2.replaced", other), ("replaced", amended)):
        is_now = other if was == amended else amended
        (report,) = take(archive, [is_now], replace=True)
        assert report.status == "replaced"
        assert report.why.endswith(f"; what was there is kept in {name}.{kept}")
        assert (archive.store.folder / f"{name}.{kept}").read_bytes() == was
    assert len(list(archive.store.folder.glob("*.replaced"))) == 2
    assert len(archive.store) == 1
    assert list(verify_archive(archive)) == []


def test_what_a_log_replaces_is_kept_before_it_is_gone(tmp_path: Path) -> None:
    (first,) = simulated(games=["court_piece"])
    archive = new_archive(tmp_path, [first])
    (tmp_path / "archive.logs" / f"{read_bytes(first).log.header.log}.replaced").mkdir()
    with pytest.raises(UpcardError):
        take(archive, [first.replace(b'"p1"', b'"zed"').split(b'{"do":"sealed"')[0]], replace=True)
    assert archive.store.data(read_bytes(first).log.header.log) == first


@pytest.mark.parametrize("path", ["", ".", "/"])
def test_a_path_that_names_no_file_is_no_archive(path: str) -> None:
    with pytest.raises(UsageError, match="names no file"):
        Archive(path)
