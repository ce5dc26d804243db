"""What the archive costs: import against the audit alone, a hand fetched and shown, questions over many plays."""

import statistics
import time
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from bench.measure import Row, ratio, seconds
from upcard.engine.audit import audit
from upcard.engine.game import own_games
from upcard.engine.simulate import Setup, sessions
from upcard.records.archive.archive import Archive
from upcard.records.archive.fetching import state_at
from upcard.records.archive.importing import import_logs
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import LogWriter, read_bytes
from upcard.records.questions import ask
from upcard.schemas.events import Noted, Opened

SESSIONS = 1000
"""Enough that opening and closing the archive counts for little."""
HANDS = 10
ROUNDS = 5


def rows(folder: Path) -> Iterator[Row]:
    """All figures of the archive."""
    for game in own_games():
        yield from of_game(game.key, folder)
    yield from of_append(folder)


def of_game(key: str, folder: Path) -> Iterator[Row]:
    """Import, size, fetch and questions of one game."""
    first, *data = (
        sealed_bytes(log.header, [event for _, event in log.events])
        for log in sessions(Setup(game=key, seed=7), hands=HANDS, count=1 + SESSIONS)
    )
    times: dict[str, list[float]] = {"first": [], "audit": [], "import": []}
    archive = Archive(folder / f"{key}-0.duckdb")
    for number in range(ROUNDS):
        archive = Archive(folder / f"{key}-{number}.duckdb")
        times["first"].append(seconds(partial(taken_in, archive, [first])))
        times["audit"].append(seconds(partial(judged, data)))
        times["import"].append(seconds(partial(taken_in, archive, data)))
    yield Row("import / audit", key, ratio(times, "import", "audit"), "x", 2.5)
    yield Row("make an archive, with one session", key, statistics.median(times["first"]) * 1000, "ms")
    with archive.reading() as connection:
        hands, size = connection.execute("SELECT count(*), sum(octet_length(blob)) FROM hands").fetchall()[0]
        names = connection.execute("SELECT log, hand FROM hands ORDER BY hash(log, hand) LIMIT 40").fetchall()
        fetched = [seconds(partial(state_at, archive, connection, log, hand)) for log, hand in names]
    yield Row("blob of a hand", key, size / hands, "bytes")
    yield Row("archive file, a hand", key, archive.path.stat().st_size / hands, "bytes")
    yield Row("fetch a hand and show a point of it", key, statistics.median(fetched) * 1000, "ms", 5)
    asked = [seconds(lambda: ask(archive, "standings", {})) for _ in range(5)]
    yield Row(f"standings over {hands} hands", key, statistics.median(asked) * 1000, "ms")


def judged(data: Sequence[bytes]) -> None:
    """All logs audited, none kept: what is kept costs the collector, and an import keeps none either."""
    deque((audit(read_bytes(one).log) for one in data), maxlen=0)


def taken_in(archive: Archive, data: Sequence[bytes]) -> None:
    """All logs imported."""
    deque(import_logs(archive, map(read_bytes, data)), maxlen=0)


def of_append(folder: Path) -> Iterator[Row]:
    """A durable append against a bare write and fsync of as many bytes."""
    header = Opened(format="upcard/1", log="bench", game="court_piece", seats=("a", "b", "c", "d"))
    times: dict[str, list[float]] = {"append": [], "fsync": []}
    with LogWriter.create(folder / "append.jsonl", header) as writer, (folder / "bare").open("wb", buffering=0) as bare:
        import os

        for number in range(200):
            event = Noted(note=f"line {number}")
            start = time.perf_counter()
            writer.append(event)
            middle = time.perf_counter()
            bare.write(b'{"do":"noted","note":"line 100"}\n')
            os.fsync(bare.fileno())
            times["append"].append(middle - start)
            times["fsync"].append(time.perf_counter() - middle)
    yield Row("durable append / write and fsync", "any", ratio(times, "append", "fsync"), "x")
