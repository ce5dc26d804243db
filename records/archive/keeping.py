"""Rows in and out of the tables of the archive."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from upcard.records.archive.archive import Connection
from upcard.records.archive.facts import Columns, Rows, columns_of
from upcard.records.archive.schema import FACTS, RUNS, SUMS, TABLES
from upcard.records.bulk import as_column

_OF_HANDS: Final = tuple(table for table in FACTS if list(TABLES[table][1])[1] == "hand")
"""The tables whose rows belong to a hand, told in their second column."""
_MOST: Final = {
    "UTINYINT": 2**8 - 1,
    "TINYINT": 2**7 - 1,
    "SMALLINT": 2**15 - 1,
    "INTEGER": 2**31 - 1,
    "BIGINT": 10**12,
}
"""The largest number of each kind of column, of either sign; of the largest kind so large that sums of them fit there, too."""
_PLAYS_TOLD: Final = {"hand", "line"}
"""Numbers of plays that stand in other rows as well: there are too many to look at twice."""


def insert(connection: Connection, table: str, columns: Columns) -> None:
    """Put rows into a table, all at once."""
    if not columns:
        return
    types = {name: kind for name, (kind, _) in TABLES[table][1].items()}
    incoming = {name: as_column(kind, values) for (name, kind), values in zip(types.items(), columns, strict=True)}
    listed = ", ".join(f"CAST({name} AS {kind})" for name, kind in types.items())
    connection.register("incoming", incoming)
    connection.execute(f"INSERT INTO {table} SELECT {listed} FROM incoming")  # noqa: S608 - names of ours
    connection.unregister("incoming")


def insert_all(connection: Connection, rows: Rows) -> None:
    """Put rows into their tables."""
    for table, some in rows.items():
        insert(connection, table, some)


def gather(rows: Rows, more: Rows) -> None:
    """Add rows to those that wait."""
    for table, columns in more.items():
        if not rows.get(table):
            rows[table] = [list(values) for values in columns]
        else:
            for column, values in zip(rows[table], columns, strict=bool(columns)):
                column.extend(values)


def too_large(rows: Rows) -> str:
    """Which number its column cannot hold, of those that are too large; empty if all can be held."""
    for table, columns in rows.items():
        kinds = [(name, _MOST.get(kind)) for name, (kind, _) in TABLES[table][1].items()]
        for (name, most), values in zip(kinds, columns, strict=bool(columns)):
            if most is not None and not (table == "plays" and name in _PLAYS_TOLD):
                over = [value for value in set(values) if value is not None and abs(value) > most]
                if over:
                    return f"{name} {max(over, key=abs):,}; the archive holds {most:,} at most"
    return ""


def hands_in(rows: Rows) -> int:
    """How many hands these rows are of."""
    return len(rows["hands"][0]) if rows["hands"] else 0


def changed_since(connection: Connection, log: str, rows: Rows) -> int:
    """The first hand of a log that is there already whose rows are not as they were, or the one after its last;
    0 if not even who sat down is the same.
    """
    first = hands_in(rows) + 1
    for table in ("seats", *_OF_HANDS):
        there = connection.execute(f"SELECT * FROM {table} WHERE log = ?", [log]).fetchall()  # noqa: S608 - names of ours
        old, new = Counter(there), Counter(zip(*rows[table], strict=True))
        changed = [*(old - new), *(new - old)]
        if changed and table == "seats":
            return 0
        first = min([first, *(row[1] for row in changed)])
    return first


def rows_from(rows: Rows, since: int) -> Rows:
    """The rows of a log that take the place of those that `forget` takes out."""
    return {
        table: columns_of(row for row in zip(*some, strict=True) if row[1] >= since) if table in _OF_HANDS else some
        for table, some in rows.items()
        if table != "seats" or not since
    }


def forget(connection: Connection, log: str, since: int = 0) -> None:
    """Take the rows of a log out, from a hand on; 0: all of them."""
    for table in FACTS:
        if table in _OF_HANDS:
            connection.execute(f"DELETE FROM {table} WHERE log = ? AND hand >= ?", [log, since])  # noqa: S608 - names of ours
        elif table != "seats" or not since:
            connection.execute(f"DELETE FROM {table} WHERE log = ?", [log])  # noqa: S608 - names of ours


def forget_runs(connection: Connection) -> None:
    """Forget the runs over all logs: what they are made of changes."""
    connection.execute("DELETE FROM runs")


def keep_runs(connection: Connection) -> None:
    """Make the runs over all logs, if they are not there."""
    if _lacks_runs(connection):
        connection.execute(f"INSERT INTO runs {RUNS}")


def lend_runs(connection: Connection) -> None:
    """Make them for this connection alone, which may only read: an import did not come to its end."""
    if _lacks_runs(connection):
        connection.execute("CREATE TEMP TABLE runs AS FROM main.runs")
        connection.execute(f"INSERT INTO runs {RUNS}")


def _lacks_runs(connection: Connection) -> bool:
    return not connection.execute("SELECT 1 FROM runs LIMIT 1").fetchall()


def sum_up(connection: Connection, logs: Sequence[str]) -> None:
    """Put the sums of some logs in, whose scores are there."""
    for table, query in SUMS.items():
        connection.execute(f"INSERT INTO {table} {query}", {"logs": list(logs)})
