"""Named questions, checked against counts made another way; and SQL that may only read."""

import collections
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import duckdb
import pytest

from tests.experiments import steps
from tests.records.archives import new_archive, simulated
from upcard.engine.audit import audit
from upcard.records.archive.archive import Archive
from upcard.records.archive.importing import import_logs
from upcard.records.chain import sealed_bytes
from upcard.records.exporting import write_answer
from upcard.records.importers import read_sheet
from upcard.records.logfile import read_bytes
from upcard.records.queries import questions
from upcard.records.questions import ask
from upcard.records.sandbox import run_sql
from upcard.schemas.cards import Card
from upcard.schemas.errors import BusyError, StorageError, UsageError
from upcard.schemas.events import Gap, HandStarted, Joined, Left, Opened, Played, TrumpNamed

DATA = Path(__file__).parents[3] / "shared" / "data" / "big_two_2013" / "big-two-2013.txt"


def test_standings_agree_with_the_audits(tmp_path: Path) -> None:
    data = simulated(hands=8)
    expected: dict[tuple[str, str], list[int]] = collections.defaultdict(lambda: [0, 0, 0, 0])
    for one in data:
        log = read_bytes(one).log
        for ended in audit(log).results:
            for seat, player in enumerate(log.header.seats):
                points, won = ended.result.points[seat], ended.result.won[seat]
                row = expected[log.header.game, player]
                row[0] += ended.result.counts
                row[1] += bool(won)
                row[2] += points is None or won is None
                row[3] += points or 0
    answer = ask(new_archive(tmp_path, data), "standings", {})
    assert {(row[0], row[2]): [row[3], row[4], row[5], row[7]] for row in answer.rows} == expected


def test_every_question_says_what_its_columns_are(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated())
    for name, question in questions().items():
        given = {"player": "p1"} if name == "player" else {}
        assert ask(archive, name, given).columns == tuple(question.columns), name
        assert question.title
        hands = ask(archive, name, given, hands=True)
        assert {"log", "hand"} <= set(hands.columns), name


def test_every_number_of_the_standings_has_its_hands_behind_it(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(hands=6))
    for game, _, player, hands, won, _, _, points, *_ in ask(archive, "standings", {}).rows:
        behind = [row for row in ask(archive, "standings", {}, hands=True).rows if (row[0], row[4]) == (game, player)]
        assert (len(behind), sum(bool(row[6]) for row in behind), sum(row[5] or 0 for row in behind)) == (
            hands,
            won,
            points,
        )


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("standing", {}, "no question"),
        ("standings", {"gme": "x"}, "no parameter"),
        ("standings", {"since": "yesterday"}, "no day"),
        ("player", {}, "needs player"),
        ("standings", {"game": "bigtwo"}, "no game 'bigtwo'"),
        ("findings", {"kind": "breech"}, "no kind of finding is called 'breech'"),
        ("hands", {"log": "zz"}, "no log 'zz'"),
        ("player", {"player": "p"}, "no player 'p'"),
        ("streaks", {"player": "nobody"}, "no player 'nobody'"),
    ],
)
def test_what_cannot_be_asked_says_why(tmp_path: Path, name: str, given: dict[str, str], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        ask(new_archive(tmp_path), name, given)


def test_one_who_is_there_may_have_nothing_to_tell(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    assert ask(archive, "player", {"player": "p1", "game": "pop"}).rows == []


def test_hands_of_a_log_are_asked_for_by_the_beginning_of_its_id(tmp_path: Path) -> None:
    data = simulated(games=["big_two", "pop"])
    log = read_bytes(data[0]).log.header.log
    rows = ask(new_archive(tmp_path, data), "hands", {"log": log[:13]}).rows
    assert {row[2] for row in rows} == {log}


def test_a_finding_is_about_who_sat_there_then(tmp_path: Path) -> None:
    tricks = ((1, "As"), (2, "3s"), (3, "2d"), (0, "4s"), (1, "Ks"), (2, "5s"), (3, "2s"))
    plays = [TrumpNamed(seat=1, suit="h"), *(Played(seat=seat, card=Card(card)) for seat, card in tricks), Gap()]
    moved = [Left(seat=3), Joined(seat=3, player="eve")]
    header = Opened(format="upcard/1", log="moved", game="court_piece", seats=("ann", "bob", "cid", "dee"))
    events = [HandStarted(dealer=0), *plays, *moved, HandStarted(dealer=0), *plays]
    archive = new_archive(tmp_path, [sealed_bytes(header, events)])
    with archive.reading() as connection:
        told = connection.execute("SELECT name, seat, player FROM findings ORDER BY at_line").fetchall()
    assert told == [("revoke", 3, "dee"), ("revoke", 3, "eve")]


def counted() -> dict[str, list[int]]:
    """Games, wins and points of the real sheet, by a reader of its own."""
    counts: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0, 0])
    players: list[str] = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        words = line.split("#")[0].split()
        if not words or re.fullmatch(r"F=\d+|\d{4}-\d\d-\d\d", words[0]):
            continue
        if not words[0].rstrip("t").isdigit():
            players = words
            continue
        left = [int(word.rstrip("t")) for word in words]
        fines = [3 * n if n == 13 else 2 * n if n >= 11 else n for n in left]
        if any(word.endswith("t") for word in words):
            fines = [sum(fines) if word.endswith("t") else 0 for word in words]
        for player, n, fine in zip(players, left, fines, strict=True):
            counts[player][0] += 1
            counts[player][1] += n == 0
            counts[player][2] += fine
    return counts


@pytest.mark.skipif(not DATA.exists(), reason="the real sheets lie beside the project")
def test_the_real_sheet_agrees_with_a_count_made_another_way(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.duckdb")
    reports = list(import_logs(archive, read_sheet(DATA, DATA.read_bytes())))
    assert sum(report.hands_new for report in reports) == 1104
    again = list(import_logs(archive, read_sheet(DATA, DATA.read_bytes())))
    assert sum(report.hands_new for report in again) == 0
    rows = ask(archive, "standings", {"game": "big_two"}).rows
    assert {row[2]: [row[3], row[4], row[7]] for row in rows} == counted()
    assert len(rows) == 20


@pytest.mark.skipif(not DATA.exists(), reason="the real sheets lie beside the project")
def test_a_corrected_sheet_shows_what_changed_and_is_taken_with_replace(tmp_path: Path) -> None:
    data = DATA.read_bytes()
    wrong = data.replace(b"4 0 11 11 #", b"4 6 11 11 #")
    archive = Archive(tmp_path / "archive.duckdb")
    first = list(import_logs(archive, read_sheet(DATA, wrong)))
    assert sum(report.findings for report in first) == 1
    (refused,) = [report for report in import_logs(archive, read_sheet(DATA, data)) if report.status != "known"]
    assert refused.status == "refused"
    assert "4 6 11 11" in refused.why
    assert "4 0 11 11" in refused.why
    taken = list(import_logs(archive, read_sheet(DATA, data), replace=True))
    assert sum(report.status == "replaced" for report in taken) == 1
    assert {row[2]: [row[3], row[4], row[7]] for row in ask(archive, "standings", {}).rows} == counted()


FORBIDDEN = """
SELECT * FROM read_csv('/etc/passwd')
SELECT * FROM read_csv_auto('/etc/passwd')
SELECT * FROM read_text('/etc/passwd')
SELECT * FROM read_blob('/etc/passwd')
SELECT * FROM read_json('/etc/passwd')
SELECT * FROM read_json_auto('/etc/passwd')
SELECT * FROM read_json_objects('/etc/passwd')
SELECT * FROM read_ndjson('/etc/passwd')
SELECT * FROM read_ndjson_objects('/etc/passwd')
SELECT * FROM read_parquet('/etc/passwd')
SELECT * FROM parquet_scan('/etc/passwd')
SELECT * FROM parquet_metadata('/etc/passwd')
SELECT * FROM parquet_schema('/etc/passwd')
SELECT * FROM parquet_file_metadata('/etc/passwd')
SELECT * FROM parquet_kv_metadata('/etc/passwd')
SELECT * FROM glob('/etc/*')
SELECT * FROM sniff_csv('/etc/passwd')
SELECT * FROM '/etc/passwd'
SELECT * FROM '/etc/passwd.csv'
SELECT * FROM '/etc/*.parquet'
SELECT * FROM 'https://example.com/x.csv'
SELECT * FROM read_csv('https://example.com/x.csv')
SELECT * FROM read_parquet('s3://bucket/x.parquet')
SELECT content FROM read_text('/proc/self/environ')
SELECT getenv('HOME')
SELECT * FROM results WHERE player = (SELECT content FROM read_text('/etc/hostname'))
WITH x AS (SELECT * FROM read_text('/etc/hostname')) SELECT * FROM x
SELECT (SELECT count(*) FROM read_blob('/etc/*'))
COPY logs TO '/tmp/upcard-out.csv'
COPY (SELECT 1) TO '/tmp/upcard-out.csv'
COPY logs FROM '/etc/passwd'
COPY FROM DATABASE archive TO memory
EXPORT DATABASE '/tmp/upcard-export'
IMPORT DATABASE '/tmp/upcard-export'
ATTACH '/tmp/upcard-other.duckdb' AS other
ATTACH ':memory:' AS other
ATTACH '' AS other
DETACH archive
USE memory
INSTALL httpfs
INSTALL spatial FROM community
FORCE INSTALL json
LOAD httpfs
LOAD '/tmp/evil.duckdb_extension'
UPDATE EXTENSIONS
SET enable_external_access = true
SET GLOBAL enable_external_access = true
SET lock_configuration = false
SET memory_limit = '100GB'
SET threads = 64
SET temp_directory = '/tmp'
SET home_directory = '/tmp'
SET extension_directory = '/tmp'
SET allow_unsigned_extensions = true
SET allow_community_extensions = true
SET autoload_known_extensions = true
SET custom_extension_repository = 'https://example.com'
SET secret_directory = '/tmp'
SET log_query_path = '/tmp/upcard-log'
RESET memory_limit
RESET enable_external_access
PRAGMA enable_external_access
PRAGMA memory_limit = '100GB'
PRAGMA database_list
PRAGMA enable_profiling
PRAGMA profiling_output = '/tmp/upcard-profile'
PRAGMA import_database('/tmp')
CALL force_checkpoint()
CALL pragma_version()
CREATE TABLE evil (x INTEGER)
CREATE TEMP TABLE evil (x INTEGER)
CREATE VIEW evil AS SELECT 1
CREATE MACRO evil() AS 1
CREATE SECRET evil (TYPE s3)
CREATE PERSISTENT SECRET evil (TYPE s3)
CREATE SCHEMA evil
CREATE SEQUENCE evil
CREATE TYPE evil AS ENUM ('a')
INSERT INTO logs (log) VALUES ('x')
UPDATE logs SET game = 'x'
DELETE FROM logs
TRUNCATE logs
DROP TABLE logs
DROP VIEW results
ALTER TABLE logs ADD COLUMN x INTEGER
ALTER TABLE logs RENAME TO x
COMMENT ON TABLE logs IS 'x'
MERGE INTO logs USING logs AS l ON false WHEN NOT MATCHED THEN INSERT VALUES (1)
BEGIN TRANSACTION
COMMIT
CHECKPOINT
VACUUM
ANALYZE
PREPARE evil AS SELECT 1
EXECUTE evil
DEALLOCATE evil
SELECT 1; DROP TABLE logs
SELECT 1; SELECT 2
EXPLAIN ANALYZE COPY logs TO '/tmp/upcard-out.csv'
EXPLAIN COPY logs TO '/tmp/upcard-out.csv'
SELECT * FROM pragma_import_database('/tmp')
SELECT * FROM sqlite_scan('/tmp/x.db', 'x')
SELECT * FROM postgres_scan('', '', '')
SELECT * FROM iceberg_scan('/tmp')
SELECT * FROM delta_scan('/tmp')
SELECT * FROM st_read('/etc/passwd')
SELECT write_log('x')
""".strip().splitlines()
HARMLESS = {"EXPLAIN COPY logs TO '/tmp/upcard-out.csv'", "SELECT write_log('x')"}
"""Allowed, because nothing comes of them."""


@pytest.mark.check
def test_s4_sql_can_only_read_the_archive(tmp_path: Path) -> None:
    assert len(FORBIDDEN) >= 80
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    before = sorted(path.name for path in Path("/tmp").glob("upcard-*"))
    for sql in FORBIDDEN[:: steps(1)]:
        if sql in HARMLESS:
            continue
        with pytest.raises(UsageError):
            run_sql(archive, sql)
    assert sorted(path.name for path in Path("/tmp").glob("upcard-*")) == before
    assert run_sql(archive, "SELECT count(*) FROM logs").rows == [(1,)]


def test_s4_sql_does_not_open_the_archives_own_file(tmp_path: Path) -> None:
    """Whoever opens and closes it a second time loses the lock that keeps writers out."""
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    for sql in (
        "SELECT size FROM read_blob('{}')",
        "SELECT * FROM read_duckdb('{}', table_name = 'logs')",
        "FROM '{}'",
    ):
        with pytest.raises(UsageError):
            run_sql(archive, sql.format(archive.path))


@pytest.mark.check
def test_a_query_ends_with_whoever_asked(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    asked = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range % 7 = 3"
    command = [sys.executable, "-m", "upcard.cli", "query", asked, "--archive", str(archive.path)]
    with subprocess.Popen(command) as process:
        wait_until(lambda: is_held(archive))
        process.kill()
    wait_until(lambda: not is_held(archive))


def is_held(archive: Archive) -> bool:
    """Whether somebody has the archive open."""
    try:
        with archive.writing(wait_seconds=0):
            return False
    except BusyError:
        return True


def wait_until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not so():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.check
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT len(range(3000000000))",
        "SELECT sum(length(repeat('x', 1000000000))) FROM range(100) t(i), range(100) u(j)",
        "SELECT list(i) FROM range(10000000000) t(i)",
    ],
)
def test_s4_greedy_sql_is_stopped(tmp_path: Path, sql: str) -> None:
    with pytest.raises(UsageError):
        run_sql(new_archive(tmp_path), sql, seconds=20)


def test_sql_reads_tables_and_views(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    monkeypatch.chdir(tmp_path)
    assert run_sql(Archive(archive.path.name), "SELECT count(*) FROM logs").rows == [(1,)]
    assert run_sql(archive, "SELECT count(*) AS n FROM results WHERE won").columns == ("n",)
    with pytest.raises(UsageError, match="resultz"):
        run_sql(archive, "SELECT * FROM resultz")
    (tmp_path / "msgspec.py").write_text("raise SystemExit('run from the folder that it was asked in')")
    assert run_sql(archive, "SELECT count(*) FROM logs").rows == [(1,)]


def test_a_process_for_sql_that_cannot_be_had_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(StorageError, match="could not be run in a process of its own"):
        run_sql(archive, "SELECT 1")
    monkeypatch.setattr(sys, "executable", str(tmp_path))
    with pytest.raises(StorageError, match="permission denied"):
        run_sql(archive, "SELECT 1")


def test_sql_may_answer_with_numbers_and_times_of_any_size(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    answer = run_sql(archive, "SELECT 170141183460469231731687303715884105727 AS big, NULL AS none, true AS so")
    for kind in ("csv", "json", "parquet"):
        write_answer(answer, tmp_path / f"big.{kind}", kind)
    assert (tmp_path / "big.csv").read_text() == "big,none,so\n170141183460469231731687303715884105727,,true\n"
    answer = run_sql(archive, "SELECT [MAP {1.5::DECIMAL(9, 2): MAP {DATE '2024-07-01': 2}}] AS maps")
    assert answer.rows == [([{"1.50": {"2024-07-01": 2}}],)]


def test_times_with_zones_are_told_alike_by_every_duckdb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    moment = "TIMESTAMPTZ '2024-07-01 12:00:00.25+02'"
    asked = f"SELECT {moment} AS noon, {moment} AS noon, [{moment}] AS several, NULL::TIMESTAMPTZ AS never, 1.5 AS much, DATE '2024-07-01' AS day;  -- all"
    answer = run_sql(archive, asked)
    told = "2024-07-01T06:00:00.250000-04:00"
    assert answer.columns == ("noon", "noon", "several", "never", "much", "day")
    assert answer.rows == [(told, told, ["2024-07-01 06:00:00.25-04"], None, 1.5, "2024-07-01")]
    assert run_sql(archive, "SELECT 'infinity'::TIMESTAMPTZ, TIMETZ '12:00:00+02'").rows == [
        ("infinity", "12:00:00+02:00")
    ]
    answer = run_sql(
        archive, f"SELECT {moment} AS noon, {moment}::TIMESTAMP AS here, 1.5 AS much, DATE '2024-07-01' AS day"
    )
    for kind in ("csv", "json", "parquet"):
        write_answer(answer, tmp_path / f"noon.{kind}", kind)
    assert (
        tmp_path / "noon.csv"
    ).read_text() == f"noon,here,much,day\n{told},2024-07-01T06:00:00.250000,1.5,2024-07-01\n"
    assert json.loads((tmp_path / "noon.json").read_text()) == dict(zip(answer.columns, answer.rows[0], strict=True))
    kept = duckdb.sql(f"SELECT typeof(COLUMNS(*)) FROM '{tmp_path / 'noon.parquet'}'").fetchall()
    assert kept == [("TIMESTAMP WITH TIME ZONE", "TIMESTAMP", "DECIMAL(2,1)", "DATE")]
    same = duckdb.sql(f"SELECT noon = {moment}, day FROM '{tmp_path / 'noon.parquet'}'").fetchall()
    assert same == [(True, date(2024, 7, 1))]


@pytest.mark.parametrize("error", [RuntimeError("Query interrupted"), duckdb.InterruptException("Interrupted!")])
def test_what_was_broken_off_at_the_keyboard_is_no_failure_of_the_archive(tmp_path: Path, error: Exception) -> None:
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    with pytest.raises(KeyboardInterrupt), archive.reading():
        raise error
    with pytest.raises(KeyboardInterrupt), archive.writing():
        raise error
    with pytest.raises(RuntimeError, match="ours"), archive.reading():
        raise RuntimeError("a fault of ours")
