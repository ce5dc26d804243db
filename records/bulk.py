"""Rows for DuckDB by the column: hundreds of times faster than row by row."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np


def as_column(kind: str, values: Sequence[Any]) -> Any:
    """Values of a column, None where there is none, as an array. kind: the type of the column in SQL."""
    if kind in {"VARCHAR", "BLOB"} or kind.startswith("ENUM"):
        column = np.empty(len(values), dtype=object)
        column[:] = values
        return column
    if kind == "DATE":
        days = np.array([value if isinstance(value, date) else "NaT" for value in values], dtype="datetime64[D]")
        return days.astype("datetime64[s]")
    if kind == "TIMESTAMP":
        return np.array(["NaT" if value is None else value for value in values], dtype="datetime64[us]")
    types = {"BOOLEAN": np.bool_, "DOUBLE": np.float64}
    if None not in values:
        return np.array(values, dtype=types.get(kind, np.int64))
    missing = [value is None for value in values]
    kept = [0 if value is None else value for value in values]
    return np.ma.masked_array(np.array(kept, dtype=types.get(kind, np.int64)), mask=missing)
