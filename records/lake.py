"""An archive as a lake: a folder of Parquet files by table, game and month, which DuckDB, Polars and Spark read as they are.

A partition is a game and month, with a file in each table. An export makes all files of a partition aside, then writes down which take
which place (a plan), and renames them. Killed before that, what was there is there; after it, the next export does the rest of the plan.
"""

import filecmp
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from upcard.records.archive.archive import Archive
from upcard.records.archive.connecting import WAIT_SECONDS, Connection, failures
from upcard.records.archive.schema import ARCHIVE_VERSION, FACTS, SUMS
from upcard.records.storage import DISK, Storage, locked, make_folder, refusals
from upcard.records.whole import write_whole
from upcard.schemas.errors import UsageError

MARK: Final = "_upcard.json"
"""What tells a lake from another folder; readers of lakes pass over names that begin so."""
FORMAT: Final = "upcard lake/1"
TABLES: Final = tuple(table for table in FACTS if table not in SUMS)
"""What is exported: the tables that are filled from logs; sums of them are left to who reads."""
UNKNOWN: Final = "unknown"
"""The month of sessions whose day is not known."""
_LOCK: Final = f"{MARK}.lock"
_PLAN: Final = "_plan.json"
_FILE: Final = "data.parquet"
_ASIDE: Final = ".data.parquet.new"
_COPY: Final = "COPY ({}) TO '{}' (FORMAT parquet, COMPRESSION zstd)"
_README: Final = """# A lake of card games

Written by `upcard export --to lake`. Each table is a folder, each file of it one game and month (`game=.../month=.../data.parquet`; a month
is `2026-03`, or `unknown`). Months whose sessions changed are written anew by the next export; do not write here yourself.

Tables: {tables}; and `players` (who each player id is) and `words` (what blobs are compressed with), a file each. Their columns are those
of the archive: docs/tables.md of Upcard. Redacted copies of a session that is here are left out.

```sql
-- DuckDB
SELECT game, month, count(*) FROM read_parquet('hands/**/*.parquet', hive_partitioning = true) GROUP BY ALL;
```
```python
polars.scan_parquet("scores/**/*.parquet", hive_partitioning=True).group_by("game").len().collect()
spark.read.parquet("plays").groupBy("game", "month").count().show()
```
`hands.blob` has all lines of a hand: `upcard.records.archive.blob.unpacked(blob, words)` gives them, with the words of the game.
"""


class Partition(msgspec.Struct, frozen=True, order=True):
    """A game and a month."""

    game: str
    month: str

    def folder(self, table: str) -> Path:
        """Where its file of a table lies, from the folder of the lake on."""
        return Path(table) / f"game={self.game}" / f"month={self.month}"


class Lake(msgspec.Struct):
    """What stands in the mark of a lake: its format, the version of the archive's tables, and its partitions."""

    format: str = FORMAT
    tables: int = ARCHIVE_VERSION
    partitions: list[Partition] = []


class Exported(msgspec.Struct, frozen=True):
    """What an export did, by partition."""

    written: tuple[Partition, ...]
    kept: tuple[Partition, ...]
    removed: tuple[Partition, ...]


def export_lake(archive: Archive, folder: Path, storage: Storage = DISK) -> Exported:
    """Bring a lake up to what the archive holds. Raises `UsageError` for a folder that holds something else, `StorageError`, and
    `BusyError` if another export is at it.
    """
    _lake(folder)  # in a folder with something else no lock is made
    make_folder(folder, storage=storage)
    with _alone(folder, storage), archive.reading() as connection, failures(folder):
        return _exported(connection, folder, storage)


@contextmanager
def _alone(folder: Path, storage: Storage) -> Iterator[None]:
    """Nobody else writes to the lake meanwhile: what is made aside, and the plan, have one name for all."""
    with refusals(folder):
        lock = locked(folder / MARK, storage, WAIT_SECONDS)
    try:
        yield
    finally:
        with suppress(OSError):
            storage.close(lock)


def _exported(connection: Connection, folder: Path, storage: Storage) -> Exported:
    before = _lake(folder)
    _finish(folder, storage)
    there = _partitions(connection)
    known = sorted({*before.partitions, *there})  # what a killed export leaves is known to the next one
    _mark(folder, known, storage)
    try:
        written = [one for one in there if _renewed(connection, folder, one, storage)]
        gone = [one for one in known if one not in there]
        for one in gone:
            _plan(folder, [], [str(one.folder(table) / _FILE) for table in TABLES], storage)
        _others(connection, folder, storage)
    except BaseException:
        _sweep(folder)
        raise
    write_whole(
        folder / "README.md",
        _README.format(tables=", ".join(f"`{table}`" for table in TABLES)).encode(),
        storage=storage,
    )
    _mark(folder, there, storage)
    kept = [one for one in there if one not in written]
    return Exported(tuple(written), tuple(kept), tuple(gone))


def _lake(folder: Path) -> Lake:
    """What is there: an empty one where there is nothing."""
    with refusals(folder):
        if not folder.exists() or all(one.name == _LOCK for one in folder.iterdir()):
            return Lake()
    mark = folder / MARK
    hint = "name a new folder, or one that an export to a lake has made"
    with refusals(mark):
        if not mark.is_file():
            raise UsageError("this folder holds other files than those of a lake", place=str(folder), hint=hint)
        try:
            found = msgspec.json.decode(mark.read_bytes(), type=Lake)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise UsageError("this is no mark of a lake", place=str(mark), hint=hint) from None
    if found.format != FORMAT:
        raise UsageError(f"a lake of another format: {found.format}", place=str(folder), hint=hint)
    return found


def _mark(folder: Path, partitions: Sequence[Partition], storage: Storage) -> None:
    write_whole(folder / MARK, msgspec.json.encode(Lake(partitions=list(partitions))) + b"\n", storage=storage)


def _partitions(connection: Connection) -> list[Partition]:
    rows = connection.execute(
        f"SELECT DISTINCT game, {_MONTH} FROM logs WHERE log NOT IN (SELECT log FROM copies) ORDER BY ALL"  # noqa: S608
    ).fetchall()
    return [Partition(game, month) for game, month in rows]


_MONTH: Final = f"coalesce(strftime(day, '%Y-%m'), '{UNKNOWN}')"
_LOGS: Final = f"SELECT log FROM logs WHERE game = '{{}}' AND {_MONTH} = '{{}}' AND log NOT IN (SELECT log FROM copies)"  # noqa: S608


def _renewed(connection: Connection, folder: Path, one: Partition, storage: Storage) -> bool:
    """Make a partition aside and put it in the place of what is there. Returns whether anything differs."""
    moves = {}
    for table in TABLES:
        into = folder / one.folder(table)
        make_folder(into, storage=storage)
        aside, target = into / _ASIDE, into / _FILE
        _copy(connection, _rows(connection, table, one), aside, storage)
        with refusals(target):
            if target.is_file() and filecmp.cmp(aside, target, shallow=False):
                storage.remove(aside)
            else:
                moves[str(aside.relative_to(folder))] = str(target.relative_to(folder))
    if moves:
        _plan(folder, list(moves.items()), [], storage)
    return bool(moves)


def _rows(connection: Connection, table: str, one: Partition) -> str:
    """What a partition has of a table: without the game, which stands in the name of its folder; enumerations as words."""
    told = connection.execute(
        "SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = current_database() AND table_name = ? ORDER BY column_index",
        [table],
    ).fetchall()
    listed = ", ".join(
        f"{name}::VARCHAR AS {name}" if kind.startswith("ENUM") else name for name, kind in told if name != "game"
    )
    logs = _LOGS.format(_quoted(one.game), _quoted(one.month))
    return f"SELECT {listed} FROM {table} WHERE log IN ({logs}) ORDER BY ALL"  # noqa: S608 - names and texts of ours, quoted


def _copy(connection: Connection, rows: str, path: Path, storage: Storage) -> None:
    """Rows to a new file that will survive a power cut."""
    with refusals(path):
        path.unlink(missing_ok=True)  # left by an export that was killed
        connection.execute(_COPY.format(rows, _quoted(str(path))))
        handle = storage.open(path)
        try:
            storage.sync(handle)
        finally:
            storage.close(handle)


def _quoted(text: str) -> str:
    return text.replace("'", "''")


def _others(connection: Connection, folder: Path, storage: Storage) -> None:
    """The tables that are of no game and month."""
    for table, columns in (("players", "player, person, name"), ("words", "game, words")):
        into = folder / table
        make_folder(into, storage=storage)
        aside = into / _ASIDE
        _copy(connection, f"SELECT {columns} FROM {table} ORDER BY ALL", aside, storage)  # noqa: S608 - names of ours
        with refusals(into):
            storage.rename(aside, into / _FILE)
            storage.sync_folder(into)


# ---- A plan, and doing it ----------------------------------------------------------------------------------------------


class _Plan(msgspec.Struct, frozen=True):
    """What takes which place, and what goes, by paths from the folder of the lake on."""

    moves: list[tuple[str, str]]
    gone: list[str]


def _plan(folder: Path, moves: Sequence[tuple[str, str]], gone: Sequence[str], storage: Storage) -> None:
    """Write down what is to be done, and do it."""
    write_whole(folder / _PLAN, msgspec.json.encode(_Plan(list(moves), list(gone))), storage=storage)
    _finish(folder, storage)


def _finish(folder: Path, storage: Storage) -> None:
    """Do what is left of a plan, each step of which may be done again."""
    path = folder / _PLAN
    with refusals(path):
        if not path.is_file():
            return
        plan = msgspec.json.decode(path.read_bytes(), type=_Plan)
        for aside, target in plan.moves:
            if (folder / aside).is_file():
                storage.rename(folder / aside, folder / target)
        for file in plan.gone:
            (folder / file).unlink(missing_ok=True)
            _remove_empty(folder, (folder / file).parent)
        for changed in sorted({(folder / one).parent for one in _targets(plan)}):
            if changed.is_dir():
                storage.sync_folder(changed)
        storage.remove(path)
        storage.sync_folder(folder)


def _sweep(folder: Path) -> None:
    """Remove what was made aside and is in no plan."""
    if not (folder / _PLAN).exists():
        for aside in folder.rglob(_ASIDE):
            with suppress(OSError):
                aside.unlink()


def _targets(plan: _Plan) -> Iterator[str]:
    yield from (target for _, target in plan.moves)
    yield from plan.gone


def _remove_empty(folder: Path, inner: Path) -> None:
    """Folders of partitions that hold nothing any more."""
    for one in _up_to(folder, inner):
        for left in one.glob(_ASIDE):
            left.unlink()
        if not one.is_dir() or any(one.iterdir()):
            return
        one.rmdir()


def _up_to(folder: Path, inner: Path) -> Iterable[Path]:
    while inner.parent != folder:
        yield inner
        inner = inner.parent
