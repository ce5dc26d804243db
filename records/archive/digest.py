"""Counts and digests of an archive's tables: what it must still hold.

They stand in the archive, changed in the transaction that changes rows, and in a file beside it. A digest is a sum over
rows, so that a change adds and takes away what it put in and took out; rows that were damaged meanwhile are not
vouched for. A cut write-ahead log opens without a word: then the file is ahead of the archive. After a crash between
the commit and the file the archive is ahead, and is right.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import duckdb
import msgspec

from upcard.records.archive.schema import FACTS, TABLES
from upcard.records.storage import DISK, Storage, refusals
from upcard.records.whole import write_whole
from upcard.schemas.errors import UpcardError

Digests = dict[str, tuple[int, int]]
"""By table: how many rows, and the sum of their hashes."""

_KEY: Final = "digest"
_TABLES: Final = MappingProxyType({table: table for table in FACTS})


class Kept(msgspec.Struct, frozen=True):
    """What was written down. number: how often it changed; duckdb: the version whose hash made the digests."""

    number: int
    duckdb: str
    tables: Digests


def digests(
    connection: duckdb.DuckDBPyConnection,
    sources: Mapping[str, str] = _TABLES,
    values: Mapping[str, Any] = MappingProxyType({}),
) -> Digests:
    """Counts and digests of all rows, as they are now. sources: where else such rows are; values: what these are asked with."""
    queries = (_query(table, source) for table, source in sources.items())
    found = connection.execute(" UNION ALL ".join(queries), dict(values)).fetchall()
    return together([{table: (count, total)} for table, count, total in found])


def digest(
    connection: duckdb.DuckDBPyConnection, table: str, source: str, values: Sequence[Any] = ()
) -> tuple[int, int]:
    """Count and digest of rows of a table. source, values: what follows FROM."""
    _, count, total = connection.execute(_query(table, source), list(values)).fetchall()[0]
    return count, total


def _query(table: str, source: str) -> str:
    """What tells count and digest of rows of a table. Blobs are left out: how they are compressed hangs on what came first;
    what is in them is held against the logs.
    """
    row = ", ".join(name for name, (kind, _) in TABLES[table][1].items() if kind != "BLOB")
    return f"SELECT '{table}', count(*), coalesce(sum((hash({row}) % 1000000007)::BIGINT), 0)::BIGINT FROM {source}"  # noqa: S608 - names of ours


def together(some: Iterable[Digests]) -> Digests:
    """The digests of all these rows."""
    found = dict.fromkeys(FACTS, (0, 0))
    for one in some:
        for table, (count, total) in one.items():
            found[table] = found[table][0] + count, found[table][1] + total
    return found


def note(connection: duckdb.DuckDBPyConnection, gone: Digests, come: Digests) -> None:
    """Write down, in the transaction that takes rows out and puts rows in, what both change."""
    kept = noted(connection)
    if kept is None or kept.duckdb != duckdb.__version__:
        tables = digests(connection)
    else:
        tables = {table: _changed(kept.tables[table], gone[table], come[table]) for table in FACTS}
    now = Kept((kept.number if kept else 0) + 1, duckdb.__version__, tables)
    connection.execute("DELETE FROM meta WHERE key = ?", [_KEY])
    connection.execute("INSERT INTO meta VALUES (?, ?)", [_KEY, msgspec.json.encode(now).decode()])


def _changed(was: tuple[int, int], gone: tuple[int, int], come: tuple[int, int]) -> tuple[int, int]:
    return was[0] - gone[0] + come[0], was[1] - gone[1] + come[1]


def keep(connection: duckdb.DuckDBPyConnection, path: Path, *, storage: Storage = DISK) -> None:
    """Write beside the archive what it says it holds."""
    put_beside(noted(connection), path, storage=storage)


def put_beside(kept: Kept | None, path: Path, *, storage: Storage = DISK) -> None:
    """Write beside an archive what it said it holds, if it did."""
    if kept is not None:
        write_whole(path, msgspec.json.encode(kept) + b"\n", storage=storage)


def differences(connection: duckdb.DuckDBPyConnection, path: Path) -> list[str]:
    """What is not as it was written down last; nothing, if nothing was, or by another DuckDB."""
    try:
        kept, beside = noted(connection), _beside(path)
    except UpcardError as error:
        return [": ".join(filter(None, (error.place, error.message)))]  # whoever tells it has a hint of its own
    if kept is None or (beside is not None and beside.number > kept.number):
        kept = beside
    if kept is None or kept.duckdb != duckdb.__version__:
        return []
    now = digests(connection)
    return [
        f"table {table} has {now[table][0]} rows that are not the {kept.tables[table][0]} that were put there"
        for table in FACTS
        if now[table] != kept.tables.get(table)
    ]


def noted(connection: duckdb.DuckDBPyConnection) -> Kept | None:
    """What an archive says it holds."""
    found = connection.execute("SELECT value FROM meta WHERE key = ?", [_KEY]).fetchall()
    return _read(found[0][0].encode(), "the archive") if found else None


def _beside(path: Path) -> Kept | None:
    with refusals(path):
        return _read(path.read_bytes(), path.name) if path.is_file() else None


def _read(data: bytes, where: str) -> Kept:
    try:
        return msgspec.json.decode(data, type=Kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        says = f"{where} is damaged: what it says the tables hold cannot be read"
        raise UpcardError(says, hint="upcard rebuild makes the archive anew from the log store") from None
