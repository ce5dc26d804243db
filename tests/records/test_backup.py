"""Backups: one file that can be read without Upcard, from which everything comes back, or of which nothing is used."""

import errno
import hashlib
import io
import json
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.experiments import steps
from tests.harness.disk import FailingDisk, RealDisk
from tests.harness.mover import DIED
from tests.records.archives import answers, new_archive, rows, simulated, take
from upcard.records.archive.archive import Archive
from upcard.records.archive.importing import rebuild, refresh_people, remove_logs
from upcard.records.archive.verifying import verify_archive
from upcard.records.asking import answered
from upcard.records.backups.making import back_up, changed_since, last_backup
from upcard.records.backups.reading import opened_backup
from upcard.records.backups.restoring import restore
from upcard.records.storage import Disk
from upcard.schemas.errors import CorruptError, StorageError, UnreadableError, UpcardError, UsageError

pytestmark = pytest.mark.check


def club(folder: Path, hands: int = 3) -> Archive:
    """An archive of some years: three games, people named and merged, a log that was removed and one that was replaced."""
    logs = simulated(hands=hands)
    archive = new_archive(folder, logs)
    take(archive, simulated(seed=2, hands=hands, games=["big_two"]))
    whole = simulated(seed=3, games=["pope_joan"])[0].splitlines(keepends=True)
    part = b"".join(line for line in whole[:30] if b'"sealed"' not in line)
    take(archive, [part])
    take(archive, [part.replace(b'"seat":1', b'"seat":0', 1)], replace=True)
    with archive.reading() as connection:
        (gone, *_), *_ = connection.execute("SELECT log FROM logs WHERE game = 'court_piece'").fetchall()
    remove_logs(archive, [gone])
    archive.people.name("p1", "Ann")
    archive.people.name("p2", "Bob")
    with archive.writing() as connection:
        refresh_people(archive, connection)
    return archive


def files(folder: Path) -> dict[str, bytes]:
    """All files below a folder but those of DuckDB and locks."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in {".duckdb", ".lock"}
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the archive of a club."""
    folder = tmp_path_factory.mktemp("club")
    archive = club(folder)
    back_up(archive, folder / "club.zip")
    return folder


# ---- There and back ------------------------------------------------------------------------------------------------


def test_backup_wipe_restore_and_every_answer_is_the_same(tmp_path: Path) -> None:
    archive = club(tmp_path / "years")
    before, store = answers(archive), files(archive.store.folder)
    done = back_up(archive, tmp_path / "club.zip")
    assert (done.manifest.logs, done.damaged, done.left_out) == (len(archive.store), [], [])
    shutil.rmtree(tmp_path / "years")
    told = restore(Archive(archive.path), tmp_path / "club.zip")
    assert (told.refused, told.kept, told.differs) == ([], None, False)
    again = Archive(archive.path)
    assert answers(again) == before
    assert list(verify_archive(again)) == []
    assert files(again.store.folder) == {name: data for name, data in store.items() if not name.startswith(".")}
    assert sorted(path.suffix for path in again.store.folder.iterdir() if path.suffix != ".jsonl") == [
        ".removed",
        ".replaced",
    ]
    assert again.people.read() == archive.people.read()


def test_questions_of_ones_own_come_along(tmp_path: Path) -> None:
    """They are in the backup, answer after it was restored, and what was there before keeps its own."""
    archive = new_archive(tmp_path / "years", simulated(seed=2, games=["big_two"]))
    archive.questions_path.mkdir()
    (archive.questions_path / "evenings.sql").write_text(
        "-- title: Evenings\n\nSELECT count(*) AS evenings FROM logs\n"
    )
    (archive.questions_path / "notes.txt").write_text("mine")
    done = back_up(archive, tmp_path / "club.zip")
    assert done.left_out == ["notes.txt"]
    there = Archive(tmp_path / "new" / "club.duckdb")
    restore(there, tmp_path / "club.zip")
    assert answered(there, "evenings", {}).rows == [(1,)]
    last = last_backup(archive)
    assert last is not None
    assert not changed_since(archive, last)
    (archive.questions_path / "evenings.sql").write_text("-- title: None\n\nSELECT 0 AS evenings\n")
    assert changed_since(archive, last)
    told = restore(archive, tmp_path / "club.zip", replace=True)
    assert told.kept is not None
    assert answered(archive, "evenings", {}).rows == [(1,)]
    assert answered(Archive(told.kept / archive.path.name), "evenings", {}).rows == [(0,)]


def test_a_file_said_to_lie_before_the_backup_is_damage(made: Path, tmp_path: Path) -> None:
    """The place of the list of files is counted from its end: one byte changed there, and other files lie before the first byte."""
    data = bytearray((made / "club.zip").read_bytes())
    end = data.rindex(b"PK\5\6")
    data[end + 16 : end + 20] = (int.from_bytes(data[end + 16 : end + 20], "little") + 1_000_000).to_bytes(4, "little")
    (tmp_path / "bad.zip").write_bytes(data)
    with pytest.raises(UnreadableError), opened_backup(tmp_path / "bad.zip"):
        pass


def test_it_can_be_moved_to_another_place_and_name(made: Path, tmp_path: Path) -> None:
    there = Archive(tmp_path / "deep" / "er" / "our club.2024")
    restore(there, made / "club.zip")
    assert answers(there) == answers(Archive(made / "archive.duckdb"))
    assert {path.name for path in there.path.parent.iterdir()} == {
        f"our club.2024{ending}" for ending in ("", ".lock", ".logs", ".people.json", ".digest.json", ".backup.json")
    }


def test_it_can_be_read_without_upcard(made: Path) -> None:
    with zipfile.ZipFile(made / "club.zip") as packed:
        assert packed.testzip() is None
        manifest = json.loads(packed.read("manifest.json"))
        assert manifest["format"] == "upcard-backup/1"
        names = {member["name"] for member in manifest["members"]}
        assert names | {"manifest.json", "README.txt"} == set(packed.namelist())
        for member in manifest["members"]:
            data = packed.read(member["name"])
            assert (len(data), hashlib.sha256(data).hexdigest()) == (member["size"], member["sha256"])
            if member["name"].endswith(".jsonl"):
                assert json.loads(data.splitlines()[0])["do"] == "opened"
        assert json.loads(packed.read("people.json"))["p1"]["name"] == "Ann"
        assert b"upcard restore" in packed.read("README.txt")


def test_it_is_named_for_the_day_in_a_folder_and_takes_no_place_of_anything_but_a_backup(tmp_path: Path) -> None:
    archive = club(tmp_path / "years")
    (tmp_path / "stick").mkdir()
    path = back_up(archive, tmp_path / "stick").path
    assert path.parent == tmp_path / "stick"
    assert path.name.startswith("upcard-20")
    with pytest.raises(UsageError, match="there already"):
        back_up(archive, tmp_path / "stick")
    take(archive, simulated(seed=9, games=["big_two"]))
    assert back_up(archive, path, replace=True).manifest.logs == len(archive.store)
    (tmp_path / "letter.zip").write_text("Dear all")
    with pytest.raises(UsageError, match="and this is none"):
        back_up(archive, tmp_path / "letter.zip", replace=True)
    assert (tmp_path / "letter.zip").read_text() == "Dear all"
    with pytest.raises(UsageError, match="no such folder"):
        back_up(archive, tmp_path / "nowhere" / "club.zip")
    assert {one.name for one in tmp_path.rglob(".*.new")} == set()


def test_there_must_be_something_to_back_up_that_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no logs to back up"):
        back_up(Archive(tmp_path / "none.duckdb"), tmp_path / "club.zip")
    archive = club(tmp_path / "years")
    archive.people_path.write_text("{")
    with pytest.raises(UnreadableError, match="not a table of people"):
        back_up(archive, tmp_path / "club.zip")
    assert not (tmp_path / "club.zip").exists()


def test_what_is_known_of_the_last_backup(tmp_path: Path) -> None:
    archive = club(tmp_path / "years")
    assert last_backup(archive) is None
    back_up(archive, tmp_path / "club.zip")
    last = last_backup(archive)
    assert last is not None
    assert (last.logs, last.file) == (len(archive.store), str(tmp_path / "club.zip"))
    assert not changed_since(archive, last)
    take(archive, simulated(seed=9, games=["big_two"]))
    assert changed_since(archive, last)
    back_up(archive, tmp_path / "club.zip", replace=True)
    archive.people.name("p3", "Cid")
    last = last_backup(archive)
    assert last is not None
    assert changed_since(archive, last)
    archive.backup_path.write_text('{"made":"yesterday"}')
    assert last_backup(archive) is None


def test_a_damaged_log_is_in_it_as_it_is_and_is_told_both_times(tmp_path: Path) -> None:
    archive = club(tmp_path / "years")
    path = next(path for path in archive.store.paths() if b'"dealt"' in path.read_bytes())
    path.write_bytes(path.read_bytes().replace(b"dealt", b"delat", 1))
    (archive.store.folder / "shopping list.txt").write_text("milk")
    done = back_up(archive, tmp_path / "club.zip")
    assert [text.partition(":")[0] for text in done.damaged] == [path.name]
    assert done.left_out == ["shopping list.txt"]
    told = restore(Archive(tmp_path / "new" / "years.duckdb"), tmp_path / "club.zip")
    assert [report.status for report in told.refused] == ["refused"]
    assert (tmp_path / "new" / "years.logs" / path.name).read_bytes() == path.read_bytes()


def test_a_log_whose_last_line_was_cut_short_comes_back_too(tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "years", simulated(games=["big_two"]))
    before = answers(archive)
    (path,) = archive.store.paths()
    with path.open("ab") as file:
        file.write(b'{"do":"noted","no')
    assert rebuild(archive) == []
    assert answers(archive) == before
    assert back_up(archive, tmp_path / "club.zip").damaged == []
    again = Archive(tmp_path / "new" / "years.duckdb")
    assert restore(again, tmp_path / "club.zip").refused == []
    assert answers(again) == before
    assert again.store.path(path.stem).read_bytes() == path.read_bytes()


# ---- Where there is something already --------------------------------------------------------------------------------


@pytest.mark.parametrize("left", ["archive.duckdb", "archive.people.json", "archive.logs"])
def test_nothing_is_overwritten_unasked(made: Path, tmp_path: Path, left: str) -> None:
    archive = club(tmp_path)
    for path in (archive.path, archive.people_path, archive.store.folder):
        if path.name != left:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    before = files(tmp_path)
    with pytest.raises(UsageError, match=f"there is an archive here already: {left}"):
        restore(archive, made / "club.zip")
    assert files(tmp_path) == before


def test_what_was_there_is_kept_beside_it_as_an_archive(made: Path, tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(seed=7, hands=5))
    archive.people.name("p1", "Zoe")
    take(archive, [])
    before = answers(archive)
    for number in (1, 2):
        told = restore(archive, made / "club.zip", replace=True)
        assert told.kept == tmp_path / f"archive.before-{number}"
        assert answers(archive) == answers(Archive(made / "archive.duckdb"))
    assert answers(Archive(tmp_path / "archive.before-1" / "archive.duckdb")) == before
    assert list(verify_archive(Archive(tmp_path / "archive.before-1" / "archive.duckdb"))) == []
    assert Archive(tmp_path / "archive.before-1" / "archive.duckdb").people.read()["p1"].name == "Zoe"


# ---- What is no backup, or one that does harm ------------------------------------------------------------------------


def packed(made: Path, change: Callable[[dict[zipfile.ZipInfo, bytes]], None], *, listed: bool = True) -> bytes:
    """The same backup with its files changed, and its list of files made anew."""
    with zipfile.ZipFile(made / "club.zip") as old:
        inside = {info: old.read(info) for info in old.infolist()}
    change(inside)
    if listed:
        manifest = next(info for info in inside if info.filename == "manifest.json")
        told = json.loads(inside[manifest])
        told["members"] = [
            {"name": info.filename, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for info, data in inside.items()
            if info.filename not in {"manifest.json", "README.txt"}
        ]
        inside[manifest] = json.dumps(told).encode()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as new:
        for info, data in inside.items():
            new.writestr(info, data, info.compress_type)
    return target.getvalue()


def added(
    name: str, data: bytes = b"x", *, mode: int = stat.S_IFREG | 0o644, kind: int = zipfile.ZIP_DEFLATED
) -> Callable[..., None]:
    def change(inside: dict[zipfile.ZipInfo, bytes]) -> None:
        info = zipfile.ZipInfo(name)
        info.external_attr, info.compress_type = mode << 16, kind
        inside[info] = data

    return change


def named(inside: dict[zipfile.ZipInfo, bytes], name: str) -> zipfile.ZipInfo:
    return next(info for info in inside if info.filename.startswith(name))


def other(name: str, data: bytes) -> Callable[..., None]:
    return lambda inside: inside.__setitem__(named(inside, name), data)


def as_many(name: str) -> Callable[..., None]:
    """Other bytes in a file, as many as there were: its checksum of ZIP fits, the digest of the list of files does not."""

    def change(inside: dict[zipfile.ZipInfo, bytes]) -> None:
        info = named(inside, name)
        inside[info] = b"x" * len(inside[info])

    return change


def without(name: str) -> Callable[..., None]:
    return lambda inside: inside.pop(named(inside, name))


def renamed(inside: dict[zipfile.ZipInfo, bytes]) -> None:
    old = next(info for info in inside if info.filename.endswith(".jsonl"))
    inside[zipfile.ZipInfo("logs/another.jsonl")] = inside.pop(old)


HARM: dict[str, tuple[Callable[..., None], bool, str]] = {
    "a path that leaves the folder": (added("logs/../../evil.jsonl"), True, "none of its files"),
    "a path from the root": (added("/tmp/evil.jsonl"), True, "none of its files"),
    "a path with a backslash": (added("logs\\..\\evil.jsonl"), True, "none of its files"),
    "a folder in the folder": (added("logs/deep/evil.jsonl"), True, "none of its files"),
    "a hidden file": (added("logs/.awaited"), True, "none of its files"),
    "a file of DuckDB": (added("archive.duckdb"), True, "none of its files"),
    "a name with a control sign": (added("logs/\x1b[2J.jsonl"), True, "none of its files"),
    "a name that is too long": (added(f"logs/{'x' * 300}.jsonl"), True, "none of its files"),
    "a link": (added("logs/link.jsonl", b"/etc/passwd", mode=stat.S_IFLNK | 0o777), True, "is a link"),
    "a device": (added("logs/device.jsonl", mode=stat.S_IFCHR | 0o777), True, "no regular file"),
    "a folder": (added("logs/", b""), True, "no regular file"),
    "a bomb": (added("logs/bomb.jsonl", bytes(300 << 20)), True, "would unpack to"),
    "packed otherwise": (added("logs/other.jsonl", kind=zipfile.ZIP_BZIP2), True, "packed in another way"),
    "a file that is not listed": (added("logs/more.jsonl"), False, "do not agree: logs/more.jsonl"),
    "a file that is listed and missing": (without("people"), False, "do not agree: people.json"),
    "other bytes than listed": (other("people", b'{"p1":{"person":"p1","name":"Eve"}}'), False, "do not agree"),
    "as many other bytes": (as_many("digest"), False, "digest.json is not what was put into it"),
    "as many other bytes of people": (as_many("people"), False, "people.json is not what was put into it"),
    "no list of files": (without("manifest"), False, "no backup of Upcard"),
    "a list that is none": (other("manifest", b"[1]"), False, "its list of files cannot be read"),
    "a list of another format": (other("manifest", b'{"format":"upcard-backup/2","made":"2030-01-01T00:00:00Z","upcard":"9","members":[]}'),
                                 False, "this Upcard reads upcard-backup/1"),
    "people that are none": (other("people", b"{"), True, "not a table of people"),
    "a log in another's file": (renamed, True, "not named so"),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("harm", HARM)
def test_nothing_is_used_of_what_no_backup_has(made: Path, tmp_path: Path, harm: str) -> None:
    change, listed, says = HARM[harm]
    (tmp_path / "bad.zip").write_bytes(packed(made, change, listed=listed))
    archive = Archive(tmp_path / "deep" / "years" / "archive.duckdb")
    with pytest.raises(UnreadableError, match=says):
        restore(archive, tmp_path / "bad.zip")
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} <= {"bad.zip", "archive.duckdb.lock"}


def test_two_files_of_one_name_are_no_backup(made: Path, tmp_path: Path) -> None:
    def twice(inside: dict[zipfile.ZipInfo, bytes]) -> None:
        inside[zipfile.ZipInfo("people.json")] = b"{}"

    with pytest.warns(UserWarning, match="Duplicate name"):
        (tmp_path / "bad.zip").write_bytes(packed(made, twice))
    with pytest.raises(CorruptError, match="have one name"):
        restore(Archive(tmp_path / "archive.duckdb"), tmp_path / "bad.zip")


@pytest.mark.parametrize("data", [b"", b"Dear all", b"PK\x05\x06" + bytes(18), b"PK\x03\x04" + bytes(40)])
def test_what_is_no_zip_file_is_no_backup(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "bad.zip").write_bytes(data)
    with pytest.raises(UnreadableError, match="no backup"):
        restore(Archive(tmp_path / "archive.duckdb"), tmp_path / "bad.zip")
    with pytest.raises(UsageError, match="folder"):
        restore(Archive(tmp_path / "archive.duckdb"), tmp_path)
    with pytest.raises(UsageError, match="no such file"):
        restore(Archive(tmp_path / "archive.duckdb"), tmp_path / "nothing.zip")


@pytest.mark.parametrize(
    "step", [pytest.param(steps(101), marks=pytest.mark.check), pytest.param(3, marks=pytest.mark.torture)]
)
def test_damage_anywhere_is_found_or_harmless(made: Path, tmp_path: Path, step: int) -> None:
    """Cut off anywhere it is no backup; with any byte changed it is none, or what is in it is the same."""
    data = (made / "club.zip").read_bytes()
    path = tmp_path / "bad.zip"
    with opened_backup(made / "club.zip") as backup:
        whole = {member.name: b"".join(backup.pieces(member)) for member in backup.manifest.members}
    for place in range(0, len(data), step):
        path.write_bytes(data[:place])
        with pytest.raises(UpcardError), opened_backup(path) as backup:
            backup.check()
        path.write_bytes(data[:place] + bytes([data[place] ^ (1 << place % 8)]) + data[place + 1 :])
        try:
            with opened_backup(path) as backup:
                found = {member.name: b"".join(backup.pieces(member)) for member in backup.manifest.members}
        except UpcardError:
            continue
        assert found == whole, place


# ---- When things go wrong --------------------------------------------------------------------------------------------


@pytest.mark.check
@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_a_disk_that_fails_leaves_the_older_backup(tmp_path: Path, error: int) -> None:
    archive = club(tmp_path / "years")
    path = tmp_path / "club.zip"
    back_up(archive, path)
    older = path.read_bytes()
    take(archive, simulated(seed=9, games=["big_two"]))
    for nth in range(1, 1_000):
        disk = FailingDisk(RealDisk(), nth, error)
        try:
            back_up(Archive(archive.path, disk), path, replace=True)
        except StorageError:
            assert not list(tmp_path.glob(".*.new"))
        if disk.calls < nth:
            break
        with opened_backup(path) as backup:
            backup.check()
        if path.read_bytes() != older:
            path.write_bytes(older)
    else:
        pytest.fail("there was no end to its calls")


class WrongDisk(Disk):
    """One that writes a byte other than it was given, and says nothing of it."""

    def write(self, handle: int, data: bytes, offset: int) -> int:
        place = 5_000 - offset
        wrong = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :] if 0 <= place < len(data) else data
        return super().write(handle, wrong, offset)


def test_what_was_written_wrongly_gets_no_name(tmp_path: Path) -> None:
    archive = club(tmp_path / "years")
    with pytest.raises(CorruptError):
        back_up(Archive(archive.path, WrongDisk()), tmp_path / "club.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["years"]
    assert last_backup(archive) is None


@pytest.mark.check
@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_a_disk_that_fails_leaves_the_old_archive_or_the_new(made: Path, tmp_path: Path, error: int) -> None:
    old = new_archive(tmp_path / "old", simulated(seed=7, games=["big_two"]))
    both = [rows(old), rows(Archive(made / "archive.duckdb"))]
    seen = set()
    for nth in range(1, 1_000, steps(4)):
        folder = tmp_path / "years"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(tmp_path / "old", folder)
        disk = FailingDisk(RealDisk(), nth, error)
        with suppress(StorageError):
            restore(Archive(folder / "archive.duckdb", disk), made / "club.zip", replace=True)
        archive = Archive(folder / "archive.duckdb")
        seen.add(both.index(rows(archive)))
        assert list(verify_archive(archive)) == []
        if disk.calls < nth:
            break
    assert seen == {0, 1}


def ended(work: str, archive: Path, given: Path, nth: int) -> subprocess.CompletedProcess[str]:
    """A process that ends at its n-th call to the disk."""
    command = [sys.executable, "-m", "tests.harness.mover", work, str(archive), str(given), str(nth)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode in {0, DIED}, done.stderr
    return done


def test_a_plan_that_somebody_else_wrote_deletes_nothing_else(tmp_path: Path) -> None:
    archive = club(tmp_path / "years")
    (tmp_path / "other.txt").write_text("mine")
    before = answers(archive)
    plan = tmp_path / "years" / ".archive.plan.json"
    for text in ('{"gone":["..","../other.txt","archive.logs","archive.duckdb"]}', '{"kept":7}'):
        plan.write_text(text)
        assert answers(archive) == before
        assert not plan.exists()
        assert (tmp_path / "other.txt").read_text() == "mine"
    plan.write_text('{"kept":"../x"}')
    with pytest.raises(UnreadableError, match="plan of a change that was broken off is damaged"):
        answers(archive)


@pytest.mark.parametrize(
    "step", [pytest.param(steps(8), marks=pytest.mark.check), pytest.param(1, marks=pytest.mark.torture)]
)
def test_who_is_killed_leaves_the_old_archive_or_the_new(made: Path, tmp_path: Path, step: int) -> None:
    old = new_archive(tmp_path / "old", simulated(seed=7, games=["big_two"]))
    new = Archive(made / "archive.duckdb")
    both, logs = [rows(old), rows(new)], [len(old.store), len(new.store)]
    seen = set()
    for nth in range(1, 1_000, step):
        folder = tmp_path / "years"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(tmp_path / "old", folder)
        done = ended("restore", folder / "archive.duckdb", made / "club.zip", nth)
        archive = Archive(folder / "archive.duckdb")
        found = rows(archive)
        assert found in both, nth
        assert list(verify_archive(archive)) == []
        assert len(archive.store) == logs[both.index(found)], nth
        seen.add(both.index(found))
        with archive.alone():
            assert not archive.unfinished
        assert not list(folder.glob(".*")), nth
        if done.returncode == 0:
            break
    assert seen == {0, 1}
