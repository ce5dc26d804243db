"""Answers to files: parquet, CSV, JSON lines."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import duckdb

from upcard.records.archive.connecting import in_words
from upcard.records.bulk import as_column
from upcard.records.questions import Answer
from upcard.records.storage import text_of
from upcard.schemas.errors import MAKE_ROOM, StorageError

_MOST: Final = 2**63 - 1
_KEPT: Final = re.compile(
    r"BOOLEAN|TINYINT|SMALLINT|INTEGER|BIGINT|FLOAT|DOUBLE|DECIMAL\(.*\)|DATE|TIME|TIMESTAMP(?: WITH TIME ZONE)?"
)
"""Types that parquet keeps as they are; a HUGEINT would lose digits."""


def write_answer(answer: Answer, path: Path, kind: str) -> None:
    """Write a table to a file. kind: parquet, csv, or json. Raises `StorageError` if the file cannot be written."""
    connection = duckdb.connect()
    rows = answer.rows
    kinds = [_kind([row[place] for row in rows]) for place in range(len(answer.columns))]
    incoming = {
        f"c{place}": as_column(kind, [_plain(row[place], kind) for row in rows]) for place, kind in enumerate(kinds)
    }
    names = [name.replace('"', '""') for name in answer.columns]
    if kind == "parquet":  # the one kind of file that has types of its own
        told = zip(answer.kinds or kinds, kinds, strict=True)
        kinds = [known if _KEPT.fullmatch(known) else seen for known, seen in told]
    listed = ", ".join(f'CAST(c{place} AS {kind}) AS "{names[place]}"' for place, kind in enumerate(kinds))
    connection.register("incoming", incoming)
    connection.execute(f"CREATE TABLE answer AS SELECT {listed} FROM incoming")  # noqa: S608 - names are quoted
    target = text_of(path).replace("'", "''")
    try:
        connection.execute(f"COPY answer TO '{target}' (FORMAT {kind})")
    except duckdb.Error as error:
        hint = (
            MAKE_ROOM
            if "No space" in str(error) or "too large" in str(error)
            else "is its folder there, and may you write to it?"
        )
        raise StorageError(in_words(error), place=str(path), hint=hint) from None
    finally:
        connection.close()


def _plain(value: Any, kind: str) -> Any:
    return value if value is None or kind != "VARCHAR" else str(value)


def _kind(values: Sequence[Any]) -> str:
    """The narrowest type that holds all values, as they are: text for a number that no type of numbers here holds."""
    kinds = {type(value).__name__ for value in values if value is not None}
    if kinds == {"bool"}:
        return "BOOLEAN"
    if kinds == {"int"}:
        return "BIGINT" if all(abs(value or 0) <= _MOST for value in values) else "VARCHAR"
    if kinds and kinds <= {"int", "float", "Decimal"}:
        return "DOUBLE"
    return "DATE" if kinds == {"date"} else "VARCHAR"
