"""Ten million plays: some sessions of Court Piece, imported and then copied within an archive, and questions to it."""

import statistics
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.measure import Row, seconds
from upcard.engine.simulate import Setup, sessions
from upcard.records.archive.archive import Archive
from upcard.records.archive.importing import import_logs
from upcard.records.archive.runs import forget_runs, keep_runs
from upcard.records.archive.schema import FACTS, TABLES
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_bytes
from upcard.records.queries import question
from upcard.records.questions import answer

PLAYS = 10_000_000
SESSIONS = 400
HANDS = 10
ROUNDS = 7

DAY = {"since": "2000-03-01", "until": "2000-03-01"}
ASKED = {
    "standings": ("standings", {}),
    "player": ("player", {"player": "p1.0"}),
    "head-to-head": ("head-to-head", {}),
    "streaks": ("streaks", {}),
    "streaks since a day": ("streaks", {"since": "2000-02-01"}),
    "findings": ("findings", {}),
    "sessions of a day": ("sessions", DAY),
    "hands of a day": ("hands", DAY),
}
"""Named questions with their parameters; those that list hands or sessions are asked of a day, 610 hands."""

TRICKS = {
    "who won tricks led with which suit": "SELECT led, winner, count(*) FROM tricks GROUP BY ALL",
    "tricks won by the leader, by number": (
        "SELECT trick, count(*) FILTER (winner = leader) / count(*) FROM tricks GROUP BY ALL"
    ),
}
CARDS = {
    "how often each card was played by whom": "SELECT cards, seat, count(*) FROM plays GROUP BY ALL",
    "how often each card was played": "SELECT cards, count(*) FROM plays GROUP BY ALL",
}


def rows(folder: Path) -> Iterator[Row]:
    """Milliseconds of each question, the archive being open."""
    archive = made(folder)
    with archive.reading() as connection:
        hands, plays = connection.execute("SELECT (SELECT count(*) FROM hands), count(*) FROM plays").fetchall()[0]
        yield Row("plays", "court_piece", plays / 1e6, "million")
        yield Row("hands", "court_piece", hands / 1e3, "thousand")
        for what, (name, given) in ASKED.items():
            asked = question(name)
            values = {param: given.get(param) for param in asked.params}
            yield timed(f"per hand: {what}", partial(answer, connection, asked.sql, values), 25)
        for what, sql in TRICKS.items():
            yield timed(f"per trick: {what}", partial(answer, connection, sql, {}), 50)
        for what, sql in CARDS.items():
            yield timed(f"per card: {what}", partial(answer, connection, sql, {}), 300)


def timed(what: str, act: Callable[[], object], floor: float) -> Row:
    """The median of some rounds, after one that counts for nothing."""
    times = [seconds(act) for _ in range(ROUNDS + 1)]
    return Row(what, "court_piece", statistics.median(times[1:]) * 1000, "ms", floor)


def made(folder: Path) -> Archive:
    """An archive of so many plays: copies have ids, days and players of their own, and no blobs."""
    archive = Archive(folder / "plays.duckdb")
    logs = sessions(Setup(game="court_piece", seed=7), hands=HANDS, count=SESSIONS)
    data = (sealed_bytes(log.header, [event for _, event in log.events]) for log in logs)
    plays = sum(report.hands for report in import_logs(archive, map(read_bytes, data))) * 52
    with archive.writing() as connection:
        connection.execute("UPDATE hands SET blob = NULL")
        for table in FACTS:
            connection.execute(f"CREATE TEMP TABLE made AS SELECT * FROM {table}")
            connection.execute(f"DELETE FROM {table}")
            for copy in range(-(-PLAYS // plays)):
                connection.execute(f"INSERT INTO {table} SELECT * REPLACE ({changed(table, copy)}) FROM made")
            connection.execute("DROP TABLE made")
        forget_runs(connection)
        keep_runs(connection)
    return archive


def changed(table: str, copy: int) -> str:
    """The columns of a copy that differ. There are twenty people, and a few hundred sessions a week."""
    values = {
        "log": f"log || '-{copy}'",
        "day": f"DATE '2000-01-01' + {7 * copy} + (hash(log) % 7)::INTEGER",
        "player": f"player || '.{copy % 5}'",
        "against": f"against || '.{copy % 5}'",
    }
    return ", ".join(f"{value} AS {name}" for name, value in values.items() if name in TABLES[table][1])
