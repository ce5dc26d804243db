"""Logs are stored in batches, and each is indexed aside while the next is judged."""

import errno
import gc
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.records.archives import answers, new_archive, simulated
from upcard.cli.app import run
from upcard.records.archive import keeping
from upcard.records.archive.archive import Archive
from upcard.records.archive.importing import import_logs
from upcard.records.archive.verifying import verify_archive
from upcard.records.aside import aside
from upcard.records.logfile import Read, read_bytes
from upcard.records.long import Bytes
from upcard.records.storage import DISK, Disk
from upcard.records.whole import write_each_whole
from upcard.schemas.errors import StorageError, UpcardError

pytestmark = pytest.mark.check


@pytest.fixture
def each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log is a batch."""
    monkeypatch.setattr("upcard.records.archive.importing._BATCH_EVENTS", 1)


def no_thread(_thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_what_fails_aside_is_raised_once_where_it_is_waited_for() -> None:
    with aside() as other:
        other.begin(lambda: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            other.wait()
        other.wait()
        assert other.idle


def test_what_was_begun_aside_has_ended_when_its_place_has() -> None:
    go, done = threading.Event(), list[int]()
    threading.Timer(0.1, go.set).start()
    with aside() as other:
        other.begin(lambda: done.append(go.wait(10)))
        assert not other.idle
    assert done == [True]


def test_what_no_thread_took_is_not_done_again_by_one_that_begins_later(monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[int]()
    monkeypatch.setattr(threading.Thread, "start", no_thread)
    with aside() as other:
        other.begin(lambda: done.append(1))
        monkeypatch.undo()
        other.begin(lambda: done.append(2))
    assert done == [1, 2]


@pytest.mark.usefixtures("each_alone")
def test_where_threads_begin_only_now_and_then_nothing_is_indexed_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, real, calls = new_archive(tmp_path / "expected", simulated()), threading.Thread.start, list[int]()

    def start(thread: threading.Thread) -> None:
        calls.append(1)
        if len(calls) < 3:
            raise RuntimeError("can't start new thread")
        real(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    archive = new_archive(tmp_path, simulated())
    assert answers(archive) == answers(expected)
    assert list(verify_archive(archive)) == []


@pytest.mark.usefixtures("each_alone")
def test_where_no_thread_begins_all_is_done_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = new_archive(tmp_path / "expected", simulated())
    monkeypatch.setattr(threading.Thread, "start", no_thread)
    archive = new_archive(tmp_path, simulated())
    write_each_whole([(tmp_path / f"{number}", b"text") for number in range(100)])
    monkeypatch.undo()
    assert answers(archive) == answers(expected)
    assert list(verify_archive(archive)) == []
    assert {(tmp_path / f"{number}").read_bytes() for number in range(100)} == {b"text"}


@pytest.mark.usefixtures("each_alone")
def test_a_batch_that_cannot_be_indexed_is_not_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, told, real = simulated(), [], keeping.take

    def take(connection: keeping.Connection, table: str) -> None:
        if len(told) == 1:
            raise StorageError("the disk takes no more")
        real(connection, table)

    monkeypatch.setattr(keeping, "take", take)
    archive = Archive(tmp_path / "archive.duckdb")
    with pytest.raises(StorageError):
        told.extend(report.log for report in import_logs(archive, map(read_bytes, data)))
    assert told
    monkeypatch.undo()
    with archive.reading() as connection:
        there = {log for (log,) in connection.execute("SELECT log FROM logs").fetchall()}
    assert {*told} <= there
    assert len(there) < len(data)
    assert all(archive.store.data(log) for log in there)
    assert [report.status for report in import_logs(archive, map(read_bytes, data))][-1] == "new"
    assert list(verify_archive(archive)) == []


@pytest.mark.usefixtures("each_alone")
def test_what_is_being_stored_is_known_to_what_comes_next(tmp_path: Path) -> None:
    class Slow(Disk):
        def sync_all(self, handles: Sequence[int]) -> None:
            time.sleep(0.3)
            super().sync_all(handles)

    data = simulated()[0]
    lines = data.splitlines(keepends=True)
    read = map(read_bytes, (b"".join(lines[: len(lines) // 2]), data))
    found = list(import_logs(Archive(tmp_path / "archive.duckdb", Slow()), read))
    assert [report.status for report in found] == ["new", "extended"]
    assert Archive(tmp_path / "archive.duckdb").store.data(found[0].log) == data


@pytest.mark.usefixtures("each_alone")
def test_an_import_that_is_broken_off_keeps_what_it_has_begun(tmp_path: Path) -> None:
    data = simulated()

    def reads() -> Iterator[Read]:
        yield from map(read_bytes, data[:2])
        raise KeyboardInterrupt

    archive = Archive(tmp_path / "archive.duckdb")
    with pytest.raises(KeyboardInterrupt):
        list(import_logs(archive, reads()))
    with archive.reading() as connection:
        assert connection.execute("SELECT log FROM logs ORDER BY ALL").fetchall() == sorted(
            (read_bytes(one).log.header.log,) for one in data[:2]
        )
    assert list(verify_archive(archive)) == []


def test_of_files_written_together_one_that_cannot_be_synced_is_told_and_none_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = os.fsync, []

    def fsync(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 5:
            raise OSError(5, "Input/output error")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(StorageError, match="input/output error"):
        write_each_whole([(tmp_path / f"{number}", b"text") for number in range(20)])
    assert list(tmp_path.iterdir()) == []
    assert len(calls) == len({*calls}), "a failed fsync is not tried again"


def test_all_of_many_files_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(type(DISK), "sync", lambda _disk, handle: synced.append(os.fstat(handle).st_ino))
    write_each_whole([(tmp_path / f"{number}", b"text") for number in range(150)])
    assert sorted(synced) == sorted(path.stat().st_ino for path in tmp_path.iterdir())


def test_what_a_process_may_not_have_open_at_once_is_written_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, held = type(DISK).create, set[int]()

    def create(disk: Disk, path: Path) -> int:
        if len(held) == 3:
            raise OSError(errno.EMFILE, "Too many open files")
        held.add(handle := real(disk, path))
        return handle

    def close(_disk: Disk, handle: int) -> None:
        held.remove(handle)
        os.close(handle)

    monkeypatch.setattr(Disk, "create", create)
    monkeypatch.setattr(Disk, "close", close)
    write_each_whole([(tmp_path / f"{number}", b"text") for number in range(20)])
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"text"}
    assert len(list(tmp_path.iterdir())) == 20


def test_a_process_that_may_have_no_file_open_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def create(_disk: Disk, _path: Path) -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(Disk, "create", create)
    with pytest.raises(StorageError, match="too many open files"):
        write_each_whole([(tmp_path / f"{number}", b"text") for number in range(20)])


def test_of_files_written_together_one_that_cannot_get_its_name_leaves_none_half_made(tmp_path: Path) -> None:
    (tmp_path / "5").mkdir()
    with pytest.raises(UpcardError):
        write_each_whole([(tmp_path / f"{number}", b"text") for number in range(20)])
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("call", ["create", "write", "sync", "rename"])
def test_ctrl_c_leaves_no_file_half_made(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls, held = getattr(Disk, call), list[int](), len(list(Path("/dev/fd").iterdir()))

    def interrupted(disk: Disk, *given: Any) -> Any:
        calls.append(1)
        if len(calls) == 5 and threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt
        return real(disk, *given)

    monkeypatch.setattr("upcard.records.storage._SYNCED_AT_ONCE", 1)
    monkeypatch.setattr(Disk, call, interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_each_whole([(tmp_path / f"{number}", b"text") for number in range(20)])
    assert not list(tmp_path.glob(".*"))
    assert len(list(Path("/dev/fd").iterdir())) == held


def test_ctrl_c_twice_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    unraisable = list[object]()
    monkeypatch.setattr("upcard.cli.imports._tell", interrupted)
    monkeypatch.setattr("upcard.records.archive.importing.keep_runs", interrupted)
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    (tmp_path / "one.jsonl").write_bytes(simulated()[0])
    assert run(["import", str(tmp_path / "one.jsonl"), "--archive", str(tmp_path / "archive.duckdb")]) == 130
    gc.collect()
    assert unraisable == []
    assert "Traceback" not in capfd.readouterr().err


def test_what_a_killed_import_left_half_made_is_swept_out_by_the_next(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated())
    left = archive.store.folder / ".some.jsonl.123.new"
    left.write_bytes(b"half")
    archive.store.put({"later": Bytes.of(b"")})
    list(import_logs(archive, []))
    assert not left.exists()
    assert archive.store.awaited() == {"later"}
