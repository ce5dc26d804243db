"""What it takes to go beyond one machine: an archive as a lake, and logs judged by a cluster of two local workers."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from bench.measure import UPCARD, Row, in_turn, ratio, seconds, simulate
from bench.processes import verified
from upcard.records.archive.archive import Archive
from upcard.records.lake import export_lake

SESSIONS = 3000
HANDS = 10
CLUSTER = """
import json, sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        print(json.dumps(cluster.scheduler_address), flush=True)
        sys.stdin.read()
"""


def rows(folder: Path) -> Iterator[Row]:
    """Rates and sizes of a lake; a cluster of two against one process, where there is distributed."""
    stream = folder / "scale.jsonl"
    simulate(stream, "court_piece", SESSIONS, HANDS)
    yield from of_lake(folder, stream)
    if find_spec("distributed") is not None:
        yield from of_cluster(folder, stream)


def of_lake(folder: Path, stream: Path) -> Iterator[Row]:
    """An export of all, and one after which nothing had changed."""
    archive, lake = Archive(folder / "scale.duckdb"), folder / "lake"
    command = [*UPCARD, "import", str(stream), "--archive", str(archive.path)]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    with archive.reading() as connection:
        hands, plays = connection.execute("SELECT (SELECT count(*) FROM hands), count(*) FROM plays").fetchall()[0]
    first, again = (seconds(partial(export_lake, archive, lake)) for _ in range(2))
    size = sum(path.stat().st_size for path in lake.rglob("*.parquet"))
    yield Row("export to a lake", "court_piece", plays / first / 1e6, "million plays/s")
    yield Row("export to a lake, nothing changed / all", "court_piece", again / first, "x")
    yield Row("lake, a hand with its blob and plays", "court_piece", size / hands, "bytes")
    yield Row("lake / archive, in bytes", "court_piece", size / archive.path.stat().st_size, "x")


def of_cluster(folder: Path, stream: Path) -> Iterator[Row]:
    """Two workers, each a process of this machine, as a cluster and as `-j 2`."""
    with local_cluster(folder) as address:
        acts = {
            "one": partial(verified, stream, 1),
            "two": partial(verified, stream, 2),
            "cluster": partial(judged_by, address, stream),
        }
        times = in_turn(acts, rounds=3)
    yield Row("verify by one process / by a cluster of two", "court_piece", ratio(times, "one", "cluster"), "x")
    yield Row("verify by a cluster of two / by two processes", "court_piece", ratio(times, "cluster", "two"), "x")


@contextmanager
def local_cluster(folder: Path) -> Iterator[str]:
    """The address of two workers."""
    script = folder / "cluster.py"
    script.write_text(CLUSTER)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, str(script)], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())


def judged_by(address: str, stream: Path) -> None:
    """Have the cluster judge all logs of a stream."""
    command = [*UPCARD, "verify", "--cluster", address, str(stream)]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
