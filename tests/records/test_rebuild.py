"""An archive that is made anew: what is there answers until all is in, and whoever is killed meanwhile has lost nothing."""

import random
import signal
from pathlib import Path

import duckdb
import pytest

from tests.experiments import sessions
from tests.records.archives import answers, new_archive, rows, simulated, take
from tests.records.test_archive_faults import files, fresh, is_as_good, kill, last_words, started, told
from upcard.records.archive.archive import Archive
from upcard.records.archive.connecting import connected
from upcard.records.archive.importing import rebuild
from upcard.records.archive.verifying import not_indexed, verify_archive
from upcard.records.long import Bytes
from upcard.records.storage import Disk
from upcard.schemas.errors import BusyError, StorageError

pytestmark = pytest.mark.check

LEFT = {"archive.duckdb", "archive.duckdb.lock", "archive.digest.json", "archive.logs"}


def hands(archive: Archive) -> int:
    with archive.reading() as connection:
        count: int = connection.execute("SELECT count(*) FROM hands").fetchall()[0][0]
        return count


def names(archive: Archive) -> set[str]:
    """What lies beside an archive, but for half a digest that somebody was killed at."""
    return {path.name for path in archive.path.parent.iterdir() if not path.name.startswith(".archive.digest")}


def test_what_is_there_answers_until_all_is_in(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(3, hands=8))
    before, counts = hands(archive), []
    rebuild(archive, lambda _done: counts.append(hands(archive)))
    assert set(counts) == {before}
    assert hands(archive) == before
    assert list(verify_archive(archive)) == []
    assert names(archive) == LEFT


def test_what_breaks_it_off_leaves_what_was_there(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(3, hands=8))
    before = answers(archive)

    def broken_off(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild(archive, broken_off)
    assert answers(archive) == before
    assert list(verify_archive(archive)) == []
    assert names(archive) == LEFT


@pytest.mark.check
@pytest.mark.parametrize("call", range(1, 5))
def test_killed_at_the_last_moments_there_is_the_old_one_or_the_new_one(tmp_path: Path, call: int) -> None:
    data = simulated(3, hands=3)
    archive, expected = new_archive(tmp_path, data), fresh(tmp_path / "expected", data)
    process = started("anew", archive, tmp_path, call)
    last_words(process)
    assert process.returncode == -signal.SIGKILL
    assert hands(archive) == hands(expected)
    assert list(verify_archive(archive)) == []
    assert rebuild(archive) == []
    assert list(verify_archive(archive)) == []
    assert rows(archive) == rows(expected)
    assert names(archive) - {"expected"} == LEFT


def test_what_stands_in_the_write_ahead_log_alone_is_not_lost(tmp_path: Path) -> None:
    data = simulated(4, hands=3)
    folder, archive = files(tmp_path / "logs", data), Archive(tmp_path / "a" / "archive.duckdb")
    told(started("unclosed", archive, folder))
    assert archive.path.with_name("archive.duckdb.wal").stat().st_size
    before = answers(archive)
    assert last_words(started("anew", archive, folder, 1)) == ["begun"]
    assert answers(archive) == before
    assert rebuild(archive) == []
    assert answers(archive) == before


def test_what_is_indexed_is_told_when_it_answers(tmp_path: Path) -> None:
    """Who is told how many logs of the store are not in the archive is told so until they are."""
    data = simulated(5, hands=2)
    archive = new_archive(tmp_path, data[1:])
    name = take(fresh(tmp_path / "other", []), [data[0]])[0].log
    archive.store.put({name: Bytes.of(data[0])})
    seen: list[int] = []
    rebuild(archive, lambda _done: seen.append(not_indexed(archive)))
    assert set(seen) == {1}
    assert archive.store.awaited() == set()
    assert not_indexed(archive) == 0


def test_while_somebody_has_it_open_with_a_write_ahead_log_it_is_busy(tmp_path: Path) -> None:
    folder, archive = files(tmp_path / "logs", simulated(4, hands=1)), Archive(tmp_path / "a" / "archive.duckdb")
    told(started("unclosed", archive, folder))
    reader = started("asks", archive, folder)
    assert reader.stdout is not None
    assert reader.stdout.readline() == "asked\n"
    with pytest.raises(BusyError), archive.made_anew(wait_seconds=0):
        pass
    reader.communicate("\n")
    assert rebuild(archive) == []


def test_a_damaged_one_is_replaced(tmp_path: Path) -> None:
    data = simulated(3, hands=2)
    archive, expected = new_archive(tmp_path, data), fresh(tmp_path / "expected", data)
    archive.path.write_bytes(b"this is none" * 1000)
    archive.path.with_name("archive.duckdb.wal").write_bytes(b"nor is this")
    assert rebuild(archive) == []
    is_as_good(archive, expected)


def test_a_link_leads_to_the_new_one(tmp_path: Path) -> None:
    real = fresh(tmp_path / "real", simulated(3, hands=2))
    (tmp_path / "archive.duckdb").symlink_to(real.path)
    linked = Archive(tmp_path / "archive.duckdb")
    linked.store.folder.symlink_to(real.store.folder)
    before = answers(real)
    assert rebuild(linked) == []
    assert linked.path.is_symlink()
    assert answers(real) == before


class Full(Disk):
    """A disk on which no file takes the place of another any more."""

    def rename(self, old: Path, new: Path) -> None:
        if new.suffix == ".duckdb":
            raise OSError(28, "No space left on device")
        super().rename(old, new)


def test_where_the_disk_refuses_what_was_there_stays(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(3, hands=2))
    before = answers(archive)
    with pytest.raises(StorageError):
        rebuild(Archive(archive.path, Full()))
    assert answers(archive) == before
    assert list(verify_archive(archive)) == []


@pytest.mark.parametrize(
    "kills", [pytest.param(sessions(12), marks=pytest.mark.check), pytest.param(200, marks=pytest.mark.torture)]
)
def test_killed_at_any_moment_nothing_is_lost(tmp_path: Path, kills: int) -> None:
    data = simulated(5, hands=10)
    archive, expected = new_archive(tmp_path, data), fresh(tmp_path / "expected", data)
    whole = rows(expected)
    rng = random.Random(11)
    for _ in range(kills):
        said = kill(started("anew", archive, tmp_path, 0), rng.uniform(0, 0.7), at_work=True)
        assert hands(archive) == hands(expected)
        if "done" not in said:
            assert rows(archive) == whole
        assert list(verify_archive(archive)) == []
    assert rebuild(archive) == []
    is_as_good(archive, expected)
    assert names(archive) - {"expected"} == LEFT


def test_the_old_file_can_be_asked_while_the_new_one_is_made(tmp_path: Path) -> None:
    """Who has it open meanwhile goes on with what was there, to the end."""
    archive = new_archive(tmp_path, simulated(3, hands=2))
    before = hands(archive)
    reader: duckdb.DuckDBPyConnection = connected(archive.path, read_only=True)
    rebuild(archive)
    assert reader.execute("SELECT count(*) FROM hands").fetchall() == [(before,)]
    reader.close()
    assert hands(archive) == before
