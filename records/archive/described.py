"""What the tables and views of an archive hold, as an empty archive itself says by its comments."""

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import duckdb

from upcard.records.archive.schema import statements


class Column(NamedTuple):
    """A column of a table or view. kind: its type; says: what it holds."""

    name: str
    kind: str
    says: str


class Described(NamedTuple):
    """A table, or a view of tables. says: what it holds."""

    name: str
    is_view: bool
    says: str
    columns: tuple[Column, ...]


def described() -> Iterator[Described]:
    """All tables, then all views, as they are made in an archive."""
    with closing(duckdb.connect()) as connection:
        connection.execute(";\n".join(statements()))
        tables = connection.execute(
            """SELECT table_name, false, comment, table_oid FROM duckdb_tables() UNION ALL
            SELECT view_name, true, comment, view_oid FROM duckdb_views() WHERE NOT internal ORDER BY 2, 4"""
        ).fetchall()
        for name, is_view, says, _ in tables:
            columns = connection.execute(
                "SELECT column_name, data_type, coalesce(comment, '') FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index",
                [name],
            ).fetchall()
            yield Described(name, is_view, " ".join((says or "").split()), tuple(Column(*column) for column in columns))
