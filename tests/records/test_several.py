"""Processes beside this one: how they begin and end, and files named more than once."""

import os
import signal
import threading
import time
from functools import partial
from multiprocessing import active_children, get_start_method
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from tests.records.archives import simulated
from upcard.records.logfile import read_logs
from upcard.records.parts import Part, parts
from upcard.records.reading import Read
from upcard.records.several import Processes, in_order, processes
from upcard.schemas.errors import UpcardError


def names(part: Part) -> list[str] | None:
    """The logs of a part."""
    try:
        return [name(read) for read in part.reads()]
    except UpcardError:
        return None


def name(read: Read) -> str:
    return read.log.header.log


def test_a_damaged_file_is_read_as_often_as_it_is_named(tmp_path: Path) -> None:
    logs = simulated(3, hands=1, games=["big_two", "pop", "spinado"])
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(logs[0] + logs[1][:-9] + logs[2])
    errors: dict[str, list[UpcardError]] = {"alone": [], "several": []}

    def again(who: str, file: str) -> list[Read]:
        return list(read_logs([file], failed=errors[who].append))

    named = [str(path)] * 3
    with processes(2) as several:
        assert several is not None
        pieces = [piece for file in named for piece in parts(file)]
        found = list(in_order(pieces, several, names, name, partial(again, "several")))
    assert found == [name(read) for file in named for read in again("alone", file)]
    assert [str(error) for error in errors["several"]] == [str(error) for error in errors["alone"]]
    assert (len(found), len(errors["alone"])) == (6, 3)


def test_nothing_of_them_is_left_when_they_end() -> None:
    threads = threading.active_count()
    for _ in range(5):
        with processes(2) as several:
            assert several is not None
            several.pool.submit(int).result()
        assert (active_children(), threading.active_count()) == ([], threads)


class Counting:
    """Processes that do nothing, and count what they were given."""

    given = 0

    def submit(self, _work: object, *_given: object) -> None:
        self.given += 1


def test_work_begins_before_anything_is_asked_for_and_goes_ahead_by_bytes() -> None:
    small, large = (Part("a.jsonl", b"x" * size) for size in (1_000, 1 << 19))
    for part, ahead in ((small, 100), (large, 8)):
        pool = Counting()
        in_order([part] * 100, Processes(pool, 2), names, name, lambda _file: [])
        assert pool.given == ahead


def broken_off() -> None:
    """Press Ctrl-C some times while a process is at work."""

    def pressed() -> None:
        for _ in range(4):
            time.sleep(0.02)
            os.kill(os.getpid(), signal.SIGINT)

    with processes(2) as several:
        assert several is not None
        several.pool.submit(time.sleep, 1)
        threading.Thread(target=pressed).start()
        time.sleep(10)


def test_ctrl_c_once_more_leaves_none_behind() -> None:
    was = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has what it runs beside it ignore Ctrl-C
    try:
        with pytest.raises(KeyboardInterrupt):
            broken_off()
    finally:
        signal.signal(signal.SIGINT, was)
    assert active_children() == []


@pytest.mark.parametrize("begun", [0, 1])
@pytest.mark.skipif(get_start_method() != "fork", reason="else processes begin one by one")
def test_where_the_system_begins_no_more_this_one_works_alone(monkeypatch: pytest.MonkeyPatch, begun: int) -> None:
    left, start = [begun], BaseProcess.start

    def refused(process: BaseProcess) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        start(process)

    monkeypatch.setattr(BaseProcess, "start", refused)
    with processes(2) as several:
        assert (several, active_children()) == (None, [])


@pytest.mark.parametrize("error", [OSError(38, "Function not implemented"), NotImplementedError("no semaphores")])
def test_where_there_are_no_semaphores_this_one_works_alone(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def none(*_given: object, **_named: object) -> None:
        raise error

    monkeypatch.setattr("upcard.records.several.ProcessPoolExecutor", none)
    with processes(2) as several:
        assert several is None
