"""Counts and digests of an archive's tables, kept in a file beside it: what it must still hold.

A cut write-ahead log or a damaged block may open without a word; then the counts or the digests differ.
"""

from pathlib import Path

import duckdb
import msgspec

from upcard.records.archive.schema import FACTS
from upcard.records.storage import DISK, Storage, refusals, write_whole

Digests = dict[str, tuple[int, str]]
"""By table: how many rows, and a digest of them that does not hang on their order."""


class Kept(msgspec.Struct, frozen=True):
    """What the file says. duckdb: the version whose hash made the digests."""

    duckdb: str
    tables: Digests


def digests(connection: duckdb.DuckDBPyConnection) -> Digests:
    """Counts and digests as they are now."""
    found: Digests = {}
    for table in FACTS:
        query = f"SELECT count(*), coalesce(sum(hash({table})::HUGEINT % 1000000007), 0)::VARCHAR FROM {table}"  # noqa: S608 - names of ours
        count, digest = connection.execute(query).fetchall()[0]
        found[table] = (count, digest)
    return found


def keep(connection: duckdb.DuckDBPyConnection, path: Path, *, storage: Storage = DISK) -> None:
    """Write down what the archive holds now."""
    write_whole(path, msgspec.json.encode(Kept(duckdb.__version__, digests(connection))) + b"\n", storage=storage)


def differences(connection: duckdb.DuckDBPyConnection, path: Path) -> list[str]:
    """What is not as it was written down; nothing, if nothing was, or by another DuckDB."""
    if not path.is_file():
        return []
    with refusals(path):
        data = path.read_bytes()
    try:
        kept = msgspec.json.decode(data, type=Kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return [f"{path.name} cannot be read"]
    if kept.duckdb != duckdb.__version__:
        return []
    now = digests(connection)
    return [
        f"table {table} has {now[table][0]} rows that are not the {kept.tables[table][0]} that were put there"
        for table in FACTS
        if table in kept.tables and now[table] != kept.tables[table]
    ]
