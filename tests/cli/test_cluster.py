"""`upcard verify --cluster` tells what one process tells, whatever becomes of the workers."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_verify_jobs import streams, verified
from upcard.records import clusters
from upcard.records.several import in_order
from upcard.schemas.errors import UsageError

_CLUSTER = """
import json, sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        print(json.dumps([cluster.scheduler_address, [one.pid for one in cluster.workers.values()]]), flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def local(tmp_path: Path) -> Iterator[tuple[str, list[int]]]:
    """The address of a cluster of two processes, and these."""
    pytest.importorskip("distributed")
    script = tmp_path / "cluster.py"
    script.write_text(_CLUSTER)
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        address, workers = json.loads(process.stdout.readline())
        yield address, workers


@pytest.mark.check
def test_cluster_tells_what_one_process_tells_also_when_a_worker_is_killed(
    tmp_path: Path, local: tuple[str, list[int]]
) -> None:
    address, workers = local
    logs = tmp_path / "logs"
    logs.mkdir()
    streams(logs, hands=48)
    alone = verified(1, str(logs))
    assert alone[1].count("\n") > 10
    assert verified(1, str(logs), "--cluster", address) == alone
    command = [sys.executable, "-m", "upcard.cli", "verify", "--doubts", "--json", str(logs), "--cluster", address]
    messages = tmp_path / "messages"
    with messages.open("wb") as file, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file) as process:
        assert process.stdout is not None
        first = process.stdout.readline()  # some parts are done, and others are not
        os.kill(workers[0], signal.SIGKILL)
        told = first + process.stdout.read()
    assert (process.returncode, told.decode(), messages.read_text()) == alone


@pytest.mark.check
def test_work_of_a_cluster_that_is_gone_is_done_here(
    local: tuple[str, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "ALONE_SECONDS", 1.0)
    with clusters.cluster(local[0]) as several:
        several.pool._client.retire_workers(close_workers=True, remove=True)  # type: ignore[attr-defined]
        begun = time.monotonic()
        assert list(in_order([], several, len, str, list)) == []
        task = several.pool.submit(abs, -1)
        with pytest.raises(Exception, match="no workers any more"):
            task.result()
        assert time.monotonic() - begun < 30


def test_cluster_that_does_not_answer_is_an_error_of_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match="not installed"), clusters.cluster("tcp://127.0.0.1:1"):
        pass
    monkeypatch.delitem(sys.modules, "distributed")
    code, _, says = verified(2, str(tmp_path), "--cluster", "tcp://127.0.0.1:1")
    assert (code, "one of -j and --cluster" in says) == (2, True)
