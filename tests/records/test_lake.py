"""A lake has what the archive has, is renewed where that changed, and is whole or as it was when an export is killed."""

from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

from tests.records.archives import simulated, take
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC
from upcard.records import lake as lakes
from upcard.records.archive.archive import Archive
from upcard.records.archive.blob import unpacked
from upcard.records.archive.importing import remove_logs
from upcard.records.chain import sealed_bytes
from upcard.records.lake import TABLES, Partition, export_lake
from upcard.records.logfile import read_bytes
from upcard.records.redacted import redacted_copy
from upcard.records.storage import DISK, locked
from upcard.schemas.errors import BusyError, UsageError

pytestmark = pytest.mark.check


def of_month(game: str, seed: int, at: str) -> bytes:
    log = simulate(Setup(game=game, seed=seed), hands=2)
    return sealed_bytes(msgspec.structs.replace(log.header, at=at), [event for _, event in log.events])


MARCH, APRIL = of_month("court_piece", 11, "2026-03-01"), of_month("court_piece", 12, "2026-04-01")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def rows_in(folder: Path, table: str, columns: str = "*") -> list[tuple[Any, ...]]:
    sql = f"SELECT {columns} FROM read_parquet('{folder}/{table}/**/*.parquet', hive_partitioning = true) ORDER BY ALL"
    return duckdb.sql(sql).fetchall()


def test_lake_has_all_rows_of_the_archive_and_each_blob_its_lines(tmp_path: Path) -> None:
    archive, lake = Archive(tmp_path / "a.duckdb"), tmp_path / "lake"
    data = [*simulated(hands=2), MARCH]
    take(archive, [*data, redacted_copy(read_bytes(MARCH), PUBLIC).data])
    done = export_lake(archive, lake)
    assert Partition("court_piece", "2026-03") in done.written
    assert Partition("big_two", "unknown") in done.written
    for table in TABLES:
        with archive.reading() as connection:
            columns = [row[0] for row in connection.execute(f"DESCRIBE {table}").fetchall()]
            listed = ", ".join(f"{name}::VARCHAR" if name == "act" else name for name in columns)
            sql = f"SELECT {listed} FROM {table} WHERE log NOT IN (SELECT log FROM copies) ORDER BY ALL"
            assert rows_in(lake, table, ", ".join(columns)) == connection.execute(sql).fetchall(), table
    words = dict(rows_in(lake, "words", "game, words"))
    first = next(
        blob
        for game, hand, blob, month in rows_in(lake, "hands", "game, hand, blob, month")
        if hand == 1 and month == "2026-03"
    )
    lines, header = unpacked(first, words["court_piece"])
    assert header == MARCH.split(b"\n")[0]
    assert lines.split(b"\n")[0] == MARCH.split(b"\n")[1]


def test_only_what_changed_is_written_anew_and_what_is_gone_goes(tmp_path: Path) -> None:
    archive, lake = Archive(tmp_path / "a.duckdb"), tmp_path / "lake"
    take(archive, [MARCH, APRIL])
    export_lake(archive, lake)
    before = files(lake)
    assert export_lake(archive, lake).written == ()
    assert files(lake) == before
    take(archive, [of_month("court_piece", 3, "2026-04-02")])
    done = export_lake(archive, lake)
    assert (done.written, done.kept) == ((Partition("court_piece", "2026-04"),), (Partition("court_piece", "2026-03"),))
    remove_logs(archive, [read_bytes(MARCH).log.header.log])
    assert export_lake(archive, lake).removed == (Partition("court_piece", "2026-03"),)
    assert not [name for name in files(lake) if "2026-03" in name]


class Killed(BaseException):
    """The export is gone at once."""


class Dying:
    """A disk that is gone after so many renames."""

    def __init__(self, renames: int) -> None:
        self.left = renames

    def __getattr__(self, name: str) -> Any:
        return getattr(DISK, name)

    def rename(self, old: Path, new: Path) -> None:
        if not self.left:
            raise Killed
        self.left -= 1
        DISK.rename(old, new)


def test_killed_export_leaves_each_file_old_or_new_and_the_next_one_ends_it(tmp_path: Path) -> None:
    archive, lake = Archive(tmp_path / "a.duckdb"), tmp_path / "lake"
    take(archive, [MARCH])
    export_lake(archive, lake)
    old = files(lake)
    take(archive, [of_month("court_piece", 3, "2026-03-02"), APRIL])
    export_lake(archive, tmp_path / "whole")
    new = files(tmp_path / "whole")
    renames = 0
    while True:
        try:
            export_lake(archive, lake, Dying(renames))  # type: ignore[arg-type]
        except Killed:
            there = {name: data for name, data in files(lake).items() if name.endswith("/data.parquet")}
            assert all(data in {old.get(name), new[name]} for name, data in there.items())
            assert {name for name in old if name.endswith("/data.parquet")} <= there.keys()
            renames += 1
            continue
        break
    assert renames > 5
    assert files(lake) == new


def test_one_export_at_a_time_writes_to_a_lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lakes, "WAIT_SECONDS", 0)
    archive, lake = Archive(tmp_path / "a.duckdb"), tmp_path / "lake"
    take(archive, [MARCH])
    lake.mkdir()
    other = locked(lake / lakes.MARK, DISK)
    before = files(lake)
    with pytest.raises(BusyError):
        export_lake(archive, lake)
    assert files(lake) == before
    DISK.close(other)
    assert export_lake(archive, lake).written == (Partition("court_piece", "2026-03"),)


def test_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.duckdb")
    take(archive, [MARCH])
    for name, text in {"notes.txt": "mine", "_upcard.json": "{", "other": ""}.items():
        folder = tmp_path / f"with {name}"
        folder.mkdir()
        (folder / name).write_text(text)
        with pytest.raises(UsageError):
            export_lake(archive, folder)
        assert files(folder) == {name: text.encode()}


def test_polars_reads_it(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    archive, lake = Archive(tmp_path / "a.duckdb"), tmp_path / "it's a lake"
    take(archive, [MARCH, APRIL])
    export_lake(archive, lake)
    read = (
        polars.scan_parquet(lake / "hands/**/*.parquet", hive_partitioning=True)
        .select("game", "month", "hand")
        .collect()
    )
    assert set(read.rows()) == {("court_piece", month, hand) for month in ("2026-03", "2026-04") for hand in (1, 2)}
