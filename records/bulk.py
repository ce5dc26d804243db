"""Rows for DuckDB by the column: hundreds of times faster than row by row."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Any

import duckdb
import numpy as np


@contextmanager
def lent(connection: duckdb.DuckDBPyConnection, name: str, columns: dict[str, Any]) -> Iterator[None]:
    """Columns as a table of this name, emptied when this ends: DuckDB keeps what was named in a transaction to its end."""
    connection.register(name, columns)
    yield
    connection.unregister(name)
    columns.clear()


def as_column(kind: str, values: Sequence[Any]) -> Any:
    """Values of a column, None where there is none, as an array. kind: the type of the column in SQL."""
    if kind in {"VARCHAR", "BLOB"} or kind.startswith("ENUM"):
        column = np.empty(len(values), dtype=object)
        column[:] = values
        return column
    if kind in {"DATE", "TIMESTAMP"}:
        # Few are converted: a session has one, and many rows.
        known = {value: place for place, value in enumerate(dict.fromkeys(values))}
        return _times(kind, known)[np.fromiter(map(known.__getitem__, values), dtype=np.intp, count=len(values))]
    types = {"BOOLEAN": np.bool_, "DOUBLE": np.float64}
    if None not in values:
        return np.array(values, dtype=types.get(kind, np.int64))
    missing = [value is None for value in values]
    kept = [0 if value is None else value for value in values]
    return np.ma.masked_array(np.array(kept, dtype=types.get(kind, np.int64)), mask=missing)


def _times(kind: str, values: Iterable[Any]) -> Any:
    if kind == "DATE":
        days = np.array([value if isinstance(value, date) else "NaT" for value in values], dtype="datetime64[D]")
        return days.astype("datetime64[s]")
    return np.array(["NaT" if value is None else value for value in values], dtype="datetime64[us]")
