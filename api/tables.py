"""Tables: rows with names for their columns, which turn into a DataFrame where pandas or polars is installed."""

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, overload

from upcard.api.drawing import table_html
from upcard.cli.safe import safe_value
from upcard.schemas.errors import UsageError
from upcard.schemas.wording import counted

SHOWN: Final = 20
"""So many rows are shown as text."""
SHOWN_AS_HTML: Final = 100
"""So many in a notebook."""
WIDEST: Final = 60
"""A value is shown with so many letters."""


class Table:
    """Rows of named columns. columns: their names; rows: tuples; says: what columns mean, as far as that is told; title: what it is.

    A number gives a row as a dict, a name a column as a list, a slice a table.

    >>> table = Table(("player", "points"), [("Ann", 3), ("Bob", None)])
    >>> table[0], table["points"], len(table[:1])
    ({'player': 'Ann', 'points': 3}, [3, None], 1)
    >>> table
    player  points
    Ann          3
    Bob
    """

    def __init__(
        self,
        columns: Iterable[str],
        rows: Iterable[Sequence[Any]],
        *,
        title: str = "",
        says: Mapping[str, str] | None = None,
    ) -> None:
        self.columns = tuple(columns)
        self.rows = [tuple(row) for row in rows]
        self.title = title
        self.says = dict(says or {})

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    @overload
    def __getitem__(self, which: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, which: str) -> list[Any]: ...
    @overload
    def __getitem__(self, which: slice) -> "Table": ...
    def __getitem__(self, which: int | str | slice) -> Any:
        if isinstance(which, str):
            return [row[self._place(which)] for row in self.rows]
        if isinstance(which, slice):
            return Table(self.columns, self.rows[which], title=self.title, says=self.says)
        return dict(zip(self.columns, self.rows[which], strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.columns, self.rows) == (other.columns, other.rows)

    __hash__ = None  # type: ignore[assignment]  # its rows may change

    def _place(self, column: str) -> int:
        if column not in self.columns:
            raise UsageError(f"no column {column!r}", hint=f"there are: {', '.join(self.columns)}")
        return self.columns.index(column)

    def df(self) -> Any:
        """A pandas DataFrame. Numbers that are not known are `<NA>`, and the others stay whole. Raises `UsageError` without pandas."""
        made = _library("pandas").DataFrame(self.rows, columns=list(self.columns))
        return made.convert_dtypes()

    def pl(self) -> Any:
        """A polars DataFrame. Raises `UsageError` without polars."""
        polars = _library("polars")
        return polars.DataFrame(self.rows, schema=list(self.columns), orient="row", infer_schema_length=None)

    def __repr__(self) -> str:
        shown = [tuple(map(_shown, row)) for row in self.rows[:SHOWN]]
        widths = [max(len(cell) for cell in column) for column in zip(self.columns, *shown, strict=True)]
        right = [self._of_numbers(at) for at in range(len(self.columns))]
        lines = [
            "  ".join(
                cell.rjust(width) if numbers else cell.ljust(width)
                for cell, width, numbers in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in (self.columns, *shown)
        ]
        if len(self.rows) > SHOWN:
            lines.append(f"... {counted(len(self.rows) - SHOWN, 'row')} more")
        return "\n".join(lines)

    def _of_numbers(self, at: int) -> bool:
        """Whether a column is one of numbers, which stand below one another."""
        return any(isinstance(row[at], int | float) and not isinstance(row[at], bool) for row in self.rows)

    def _repr_html_(self) -> str:
        """The rows, without columns in which nothing stands: these are named below."""
        empty = [at for at in range(len(self.columns)) if self.rows and all(_is_nothing(row[at]) for row in self.rows)]
        told = [at for at in range(len(self.columns)) if at not in empty or len(empty) == len(self.columns)]
        rows = [[_shown(row[at]) for at in told] for row in self.rows[:SHOWN_AS_HTML]]
        below = counted(len(self.rows), "row")
        if len(rows) < len(self.rows):
            below += f", {len(rows)} shown"
        if len(told) < len(self.columns):
            below += f"; nothing in {', '.join(self.columns[at] for at in empty)}"
        right = [place for place, at in enumerate(told) if self._of_numbers(at)]
        columns = [self.columns[at] for at in told]
        return table_html(columns, rows, title=self.title, says=self.says, below=below, right=right)


def _is_nothing(value: Any) -> bool:
    """Whether a value is not known, or a list of nothing."""
    return value is None or (isinstance(value, tuple | list) and not value)


def _shown(value: Any) -> str:
    several = isinstance(value, tuple | list)
    text = ", ".join("?" if one is None else safe_value(one) for one in value) if several else safe_value(value)
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise UsageError(f"{name} is not installed", hint=f"pip install {name}; .rows and a loop do without") from None
