"""A person erased: nothing of the name is left in any file, and everything else is as it was."""

import errno
import shutil
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import duckdb
import pytest

from tests.experiments import steps
from tests.harness.disk import FailingDisk, RealDisk
from tests.records.archives import answers, new_archive, rows, simulated, take
from tests.records.test_backup import ended
from upcard.records.archive.archive import Archive
from upcard.records.archive.blob import unpacked
from upcard.records.archive.erasing import Erasure, erase_all_names
from upcard.records.archive.importing import remove_logs
from upcard.records.archive.register import merge_people, name_person
from upcard.records.archive.verifying import verify_archive
from upcard.records.archive.who import everybody
from upcard.records.backups.making import back_up
from upcard.records.backups.restoring import restore
from upcard.records.logfile import check_seals, read_bytes, sealed_bytes
from upcard.records.people import Person
from upcard.records.pseudonyms import Pseudonym
from upcard.records.questions import Answer
from upcard.schemas.errors import StorageError, UsageError
from upcard.schemas.events import Amended, Base, Closed, HandStarted, Inserted, Joined, Noted, Opened, Ruled, Scored

pytestmark = pytest.mark.check

NAMES = ("zenobia", "quark", "zq1887", "zenóbia")
"""All that may not be left, in small letters."""
ROW = (HandStarted(), Scored(counts=(0, 1, 2, 3)))


def evening(name: str, seats: tuple[str, ...], *events: Base, at: str = "2026-01-05", **more: object) -> bytes:
    header = Opened(format="upcard/1", log=name, game="big_two", seats=seats, at=at, **more)  # type: ignore[arg-type]
    return sealed_bytes(header, events)  # type: ignore[arg-type]


def evenings() -> list[bytes]:
    """Sessions of somebody who has two ids and is named in every way there is."""
    remarked = Scored(counts=(0, 1, 2, 3), note="Zenobia misdealt; Quarks luck", by="ZENOBIA", id="zq1887-4711")
    header = Opened(
        format="upcard/1", log="with zenobia quark", game="big_two", seats=("zenobia", "bob", "cid", "dee"),
        names={"zenobia": "Zenobia Quark", "bob": "Bob"}, at="2026-01-05", place="Zenobia's", source="the book of Quark",
        note="Zeno\u0301bia dealt first",
    )  # fmt: skip
    amended = [
        Amended(line=4, event=Scored(counts=(0, 2, 2, 3), note="zenobia again"), why="Quark said so", by="zq1887"),
        Inserted(before=5, event=Noted(note="(Zenobia)"), why="Zenobia"),
        Ruled(what="Zenobia pays"),
    ]
    return [
        sealed_bytes(header, [HandStarted(), Noted(note="on we go"), remarked, *amended]),
        evening("second", ("zq1887", "bob", "cid", "eve"), *ROW, *ROW, Closed(), at="2025-03-04"),
        evening(
            "third",
            ("bob", "fay", "cid", "eve"),
            *ROW,
            Joined(seat=1, player="zq1887"),
            *ROW,
            names={"zq1887": "Quark"},
        ),
        evening(
            "fourth", ("bob", "fay", "cid", "eve"), *ROW, Noted(note="the quarkish way"), Closed(), at="2024-03-04"
        ),
        evening("copy", ("zq1887", "bob", "cid", "eve"), *ROW, derived_from="with zenobia quark", viewer=-1),
    ]


def club(folder: Path) -> Archive:
    """An archive in whose every corner the name is."""
    archive = new_archive(folder, [*evenings(), *simulated(games=["court_piece"])])
    merge_people(archive, "zq1887", "zenobia")
    name_person(archive, "zenobia", "Zen\u00f3bia Quark")
    name_person(archive, "bob", "Bob Bobson")
    extra = [evening(f"gone {number}", ("zenobia", "bob", "x", "y"), *ROW) for number in (1, 2)]
    take(archive, extra)
    remove_logs(archive, ["gone 1"])
    take(archive, [evening("gone 2", ("zenobia", "bob", "x", "z"), *ROW)], replace=True)
    store = archive.store.folder
    (store / "second.jsonl.torn-1").write_bytes(b'{"do":"joined","player":"zq1887')
    (store / "fourth.jsonl.torn-1").write_bytes(b'{"do":"noted","note":"nobody')
    (store / "second.jsonl.lock").write_text("1\n")
    with (store / "fourth.jsonl").open("ab") as file:
        file.write(b'{"do":"noted","note":"Zenobia came la')
    return archive


def clutter(archive: Archive) -> None:
    """What killed processes and people left in an archive's folders."""
    (archive.store.folder / "zenobia.txt").write_text("a list")
    (archive.store.folder / "list.txt").write_text("no list")
    folder, name = archive.path.parent, archive.path.name
    (folder / f".{archive.people_path.name}.4711.new").write_text('{"zenobia"')
    (folder / f".{name}.new").write_bytes(b"zenobia")
    (folder / f".{name}.new.wal").write_bytes(b"zenobia")
    (folder / f"{name}.tmp").mkdir()
    (folder / f"{name}.tmp" / "duckdb_temp_block-1.block").write_bytes(b"zenobia")
    (archive.store.folder / ".second.jsonl.4711.new").write_bytes(b"zenobia")


def found(folder: Path) -> Iterator[str]:
    """Where any of the names is, in the names of files or in their bytes."""
    forms = {
        form
        for name in NAMES
        for form in (name, unicodedata.normalize("NFD", name), name.encode("utf-16-le").decode("latin-1"))
    }
    for path in folder.rglob("*"):
        data = path.read_bytes().lower() if path.is_file() else b""
        for form in forms:
            if form in path.name.lower() or form.encode() in data or form.encode("latin-1", "ignore") in data:
                yield f"{path.name}: {form}"


def told(archive: Archive) -> Iterator[str]:
    """All texts of all tables, and of the blobs of hands."""
    with duckdb.connect(str(archive.path), read_only=True) as connection:
        tables = connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()
        for (table,) in tables:
            for row in connection.execute(f"FROM {table}").fetchall():
                yield from map(str, row)
        for blob, words in connection.execute("SELECT blob, words FROM hands JOIN words USING (game)").fetchall():
            yield from (str(part) for part in unpacked(blob, words))


def without(before: dict[str, Answer], instead: str) -> dict[str, list[str]]:
    """Answers with the pseudonym in the place of the name, in an order that hangs on no name."""
    return {
        name: sorted(
            str(row).replace("Zen\u00f3bia Quark", instead).replace("with zenobia quark", f"with {instead}")
            for row in one.rows
        )
        for name, one in before.items()
    }


def test_nothing_of_the_name_is_left_and_all_else_is_as_it_was(tmp_path: Path) -> None:
    archive = club(tmp_path)
    clutter(archive)
    back_up(archive, tmp_path / "elsewhere.zip")
    restore(archive, tmp_path / "elsewhere.zip", replace=True)
    (tmp_path / "elsewhere.zip").rename(tmp_path.parent / f"{tmp_path.name}.zip")
    clutter(archive)
    before = answers(archive)
    lines = {path.name: path.read_bytes().count(b"\n") for path in archive.store.paths()}
    assert len(set(found(tmp_path))) > 20
    erasure = Erasure(archive, "zenobia", logs=True, words=["Zen\u00f3bia", "quarkish"])
    plan = erasure.plan()
    assert plan.gone == ["archive.before-1"]
    assert sorted(plan.dropped) == ["second.jsonl.torn-1", "zenobia.txt"]
    assert erasure.do() == []
    assert list(found(tmp_path)) == []
    assert not [text for text in told(archive) if any(name in text.lower() for name in NAMES)]
    assert list(verify_archive(archive)) == []
    after = answers(archive)
    assert {name: sorted(map(str, one.rows)) for name, one in after.items()} == without(before, plan.pseudonym)
    instead = archive.store.path(f"with {plan.pseudonym}").name
    was = archive.store.path("with zenobia quark").name
    assert {path.name: path.read_bytes().count(b"\n") for path in archive.store.paths()} == {
        instead if name == was else name: count for name, count in lines.items()
    }
    assert {path.name for path in archive.store.folder.iterdir() if path.suffix != ".jsonl"} == {
        f"{archive.store.path('gone 1').stem}.removed", f"{archive.store.path('gone 2').stem}.replaced",
        "fourth.jsonl.torn-1", "list.txt",
    }  # fmt: skip


def test_the_plan_tells_each_log_with_its_heads_and_remarks(tmp_path: Path) -> None:
    archive = club(tmp_path)
    erasure = Erasure(archive, "Zen\u00f3bia Quark", logs=True, instead="Guest 7", words=["Zenobia"])
    plan = erasure.plan()
    changed = {one.file: one for one in plan.changed}
    whole = changed[archive.store.path("with zenobia quark").name]
    assert ("Zenobia misdealt; Quarks luck", "Guest 7 misdealt; Guest 7 luck") in [text[1:] for text in whole.remarks]
    assert [text.now for _, text in plan.doubtful] == ["Zeno\u0301bia dealt first", "the quarkish way"]
    erasure.do()
    for one in plan.changed:
        path = archive.store.folder / one.file
        if path.exists() and path.suffix == ".jsonl":
            assert read_bytes(path.read_bytes()).head == one.now
            assert (one.now == one.was) == (
                path.stem == "fourth"
            )  # of which nothing but a line that was cut short named them
    assert b"came la" not in archive.store.path("fourth").read_bytes()  # it was cut short, and named them
    for path in archive.store.paths():
        check_seals(path.read_bytes())
    with archive.reading() as connection:
        people = {one.name: one.ids for one in everybody(connection)}
    assert people["Guest 7"] == ("Guest 7",)
    assert not {"zenobia", "zq1887"} & people.keys()


def test_from_the_register_alone_the_name_goes_and_logs_stay(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated())
    name_person(archive, "p1", "Zenobia Quark")
    name_person(archive, "p2", "Bob")
    logs = {path.name: path.read_bytes() for path in archive.store.paths()}
    clutter(archive)
    erasure = Erasure(archive, "Zenobia Quark", logs=False)
    assert len(erasure.plan().changed) == len(logs)
    erasure.do()
    (archive.store.folder / "zenobia.txt").unlink()  # no log, and not looked into
    assert list(found(tmp_path)) == []
    assert {path.name: path.read_bytes() for path in archive.store.paths()} == logs
    assert archive.people.read() == {"p2": Person("p2", "Bob")}
    assert list(verify_archive(archive)) == []


def test_all_names_are_erased_from_all_files(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated())
    for player, name in (("p1", "Zenobia"), ("p2", "Quark")):
        name_person(archive, player, name)
    archive.people_path.write_text('{"zenobia"')  # nobody can read it
    assert erase_all_names(archive) == []
    assert list(found(tmp_path)) == []
    assert archive.people.read() == {}
    with pytest.raises(UsageError, match="no archive here"):
        erase_all_names(Archive(tmp_path / "none" / "archive.duckdb"))


def test_what_cannot_be_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    archive = club(tmp_path)
    before = sorted((path, path.read_bytes()) for path in archive.store.paths())
    for instead, says in (("bob", "somebody's"), ("Bob Bobson", "somebody's"), ("Zenobia", "somebody's"), (" x", "is none"),
                          ("not Zenobia", "holds the name")):  # fmt: skip
        with pytest.raises(UsageError, match=says):
            Erasure(archive, "zq1887", logs=True, instead=instead)
    with pytest.raises(UsageError, match="no player 'Nobody'"):
        Erasure(archive, "Nobody", logs=True)
    take(archive, [evening("clash", ("zenobia", "zq1887", "x", "y"), *ROW)])
    with pytest.raises(UsageError, match="sat at one table: hand 1 of clash"):
        Erasure(archive, "zenobia", logs=True)
    remove_logs(archive, ["clash"])
    path = archive.store.path("second")
    path.write_bytes(path.read_bytes().replace(b'"scored"', b'"scorned"', 1))
    with pytest.raises(UsageError, match="this log is damaged and names who is to be erased"):
        Erasure(archive, "zenobia", logs=True).plan()
    with pytest.raises(UsageError, match="this log is damaged and names who is to be erased"):
        Erasure(archive, "zenobia", logs=True).do()
    path.write_bytes(dict(before)[path])
    assert sorted((path, path.read_bytes()) for path in archive.store.paths()) == before
    assert not archive.unfinished


def test_somebody_of_whom_only_a_removed_log_is_left_is_erased_too(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [*simulated(games=["big_two"]), evening("one", ("zenobia", "b", "c", "d"), *ROW)])
    remove_logs(archive, ["one"])
    with pytest.raises(UsageError, match="no player 'Zenobiah'"):
        Erasure(archive, "Zenobiah", logs=True)
    Erasure(archive, "zenobia", logs=True, instead="Guest").do()
    assert list(found(tmp_path)) == []
    assert b'"seats":["Guest","b","c","d"]' in next(archive.store.folder.glob("*.removed")).read_bytes()


def test_a_log_that_is_imported_again_as_it_was_is_refused(tmp_path: Path) -> None:
    archive = club(tmp_path)
    Erasure(archive, "zenobia", logs=True).do()
    second = next(data for data in evenings() if b'"second"' in data)
    assert [report.status for report in take(archive, [second])] == ["refused"]


@pytest.mark.parametrize(
    "step", [pytest.param(steps(5), marks=pytest.mark.check), pytest.param(1, marks=pytest.mark.torture)]
)
def test_who_is_killed_leaves_the_name_everywhere_or_nowhere(tmp_path: Path, step: int) -> None:
    club(tmp_path / "old")
    old = rows(Archive(tmp_path / "old" / "archive.duckdb"))
    seen = set()
    for nth in range(1, 1_000, step):
        folder = tmp_path / "years"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(tmp_path / "old", folder)
        done = ended("erase", folder / "archive.duckdb", Path("zenobia"), nth)
        archive = Archive(folder / "archive.duckdb")
        erased = rows(archive) != old
        assert list(verify_archive(archive)) == []
        if erased:
            assert [where for where in found(folder) if "zq1887" in where] == [], nth
            assert not archive.unfinished
        else:
            assert archive.people.read().keys() == {"zenobia", "zq1887", "bob"}
        seen.add(erased)
        if done.returncode == 0:
            break
    assert seen == {False, True}


def test_an_archive_behind_links_stays_behind_them(tmp_path: Path) -> None:
    archive = club(tmp_path / "real")
    (tmp_path / "links").mkdir()
    for ending in (".duckdb", ".logs", ".people.json"):
        (tmp_path / "links" / f"our{ending}").symlink_to(archive.beside(ending))
    linked = Archive(tmp_path / "links" / "our.duckdb")
    Erasure(linked, "zenobia", logs=True, words=["Zen\u00f3bia", "quarkish"]).do()
    assert linked.path.is_symlink()
    assert linked.store.folder.is_symlink()
    assert list(found(tmp_path / "links")) == list(found(tmp_path / "real")) == []
    assert list(verify_archive(linked)) == []


@pytest.mark.check
@pytest.mark.parametrize(("error", "first"), [(errno.EIO, 1), (errno.ENOSPC, 5)])
def test_a_disk_that_fails_leaves_the_name_everywhere_or_nowhere(tmp_path: Path, error: int, first: int) -> None:
    """Of each eight calls one is broken by either error."""
    club(tmp_path / "old")
    old = rows(Archive(tmp_path / "old" / "archive.duckdb"))
    seen = set()
    for nth in range(first, 1_000, 8):
        folder = tmp_path / "years"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(tmp_path / "old", folder)
        disk = FailingDisk(RealDisk(), nth, error)
        with suppress(StorageError):
            Erasure(Archive(folder / "archive.duckdb", disk), "zenobia", logs=True).do()
        archive = Archive(folder / "archive.duckdb")
        now = rows(archive)
        seen.add(now != old)
        assert list(verify_archive(archive)) == []
        assert now == old or [where for where in found(folder) if "zq1887" in where] == []
        if disk.calls < nth:
            break
    assert seen == {False, True}


# ---- What stands in texts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ann paid", "X paid"), ("ann, ANN; (Ann)", "X, X; (X)"), ("Ann's and Anns", "X's and X"), ("planned by Annabel", None),
        ("Ann Other and Ann", "Ann Other and X"), ("ann others", "ann others"), ("Annette", None), ("c of clubs, C", "c of clubs, X"),
        ("a_c", None), ("=1+1!", "X!"), ("Zoe\u0301 and Zo\u00e9", "X and X"), ("Zoes", None), ("", None),
    ],
)  # fmt: skip
def test_whole_words_alone_are_replaced_and_longer_names_of_others_are_left(text: str, left: str | None) -> None:
    assert Pseudonym({"ann", "C", "=1+1"}, {"Zo\u00e9"}, {"Ann Other", "bob", "Annabel"}, "X").text(text) == (
        left or text
    )


def test_what_may_mean_the_person_is_seen() -> None:
    ann = Pseudonym({"p1"}, {"Ann Smith"}, set(), "X")
    assert ann.may_be_in("Smith paid")
    assert ann.may_be_in("so did ann")
    assert not ann.may_be_in("nobody smote")
    assert not ann.may_be_in("X's")
    assert Pseudonym({"josephine"}, (), (), "X").may_be_in("Josephinettes")
    assert not Pseudonym({"josephine"}, (), (), "X").may_be_in("Josephinchen")
