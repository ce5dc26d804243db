"""Rows in and out of the tables of the archive."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from upcard.records.archive.connecting import Connection
from upcard.records.archive.digest import Digests, digest, digests, together
from upcard.records.archive.facts import Columns, Rows, columns_of
from upcard.records.archive.plays import Coding
from upcard.records.archive.schema import FACTS, SUMS, TABLES
from upcard.records.bulk import as_column, lent

_OF_HANDS: Final = tuple(table for table in FACTS if list(TABLES[table][1])[1] == "hand")
"""The tables whose rows belong to a hand, told in their second column."""
_IN_PART: Final = {*_OF_HANDS} - {"scores"}
"""Those of which a log that goes on changes only what is new: sums are made of all its scores."""
_LAID: Final = ("words", "games", *FACTS)
"""The tables that an import fills."""
_MOST: Final = {
    "TINYINT": 2**7 - 1,
    "SMALLINT": 2**15 - 1,
    "INTEGER": 2**31 - 1,
    "BIGINT": 10**12,
}
"""The largest number of each kind of column, of either sign; of the largest kind so large that sums of them fit there, too.
Seats always fit.
"""
_BOUNDED: Final = {
    table: [
        (at, name, _MOST[kind])
        for at, (name, (kind, _)) in enumerate(columns.items())
        if kind in _MOST and (table == "hands" or name != "hand")
    ]
    for table, (_, columns) in TABLES.items()
}
"""Of each table the columns of numbers that are looked at: place, name, the largest. The number of a hand stands in many."""


def insert(connection: Connection, table: str, columns: Columns) -> None:
    """Put rows into a table, all at once."""
    if columns:
        with _incoming(connection, table, columns) as listed:
            connection.execute(f"INSERT INTO {table} SELECT {listed} FROM incoming")  # noqa: S608 - names of ours


class Laid:
    """Temporary tables with rows that are on their way in: what is reckoned of them need not look through all that is there."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._filled = {*_LAID}
        """Those that are not as they should be where there are no rows: empty."""

    def lay_out(self, rows: Rows) -> None:
        """Put these rows there, in place of those that were there."""
        for table in _LAID:
            laid = f"CREATE OR REPLACE TEMP TABLE laid_{table} AS"
            if columns := rows.get(table):
                with _incoming(self._connection, table, columns) as listed:
                    self._connection.execute(f"{laid} SELECT {listed} FROM incoming")  # noqa: S608 - names of ours
            elif table in self._filled:
                self._connection.execute(f"{laid} FROM {table} LIMIT 0")
        self._filled = {*(table for table, columns in rows.items() if columns), *SUMS}

    def put(self, rows: Rows, coded: Coding) -> Digests:
        """Put rows of a part of a log, and plays that are coded, into their tables as they come. Returns the digests of what was put. What is
        laid out in a transaction is kept to its end, and one of a long log is long.
        """
        put = []
        for table in (table for table in _LAID if rows.get(table)):
            with _incoming(self._connection, table, rows[table]) as listed:
                some = f"SELECT {listed} FROM incoming"  # noqa: S608 - names of ours
                self._connection.execute(f"INSERT INTO {table} {some}")
                if table in FACTS:
                    put.append(digests(self._connection, {table: f"({some})"}))
        self._connection.execute(f"INSERT INTO plays {coded.query}", coded.values)
        put.append(digests(self._connection, {"plays": f"({coded.query})"}, coded.values))
        return together(put)

    def take_in(self, coded: Coding) -> Digests:
        """Put what is laid out into its tables, the sums of its scores, and plays that are coded. Returns the digests of what was put."""
        for table, query in SUMS.items():
            self._connection.execute(f"INSERT INTO laid_{table} {query}")
        filled = [table for table in _LAID if table in self._filled]
        for table in filled:
            take(self._connection, table)
        self._connection.execute(f"INSERT INTO plays {coded.query}", coded.values)
        sources = {table: f"laid_{table}" for table in filled if table in FACTS}
        sources["plays"] = f"(FROM laid_plays UNION ALL {coded.query})"
        return digests(self._connection, sources, coded.values)

    def sum_up(self, log: str) -> Digests:
        """Put the sums of the scores of a log that was taken in bit by bit into their tables. Returns the digests of these."""
        self.lay_out({})
        self._connection.execute("INSERT INTO laid_scores FROM scores WHERE log = ?", [log])
        for table, query in SUMS.items():
            self._connection.execute(f"INSERT INTO laid_{table} {query}")
            take(self._connection, table)
        self._filled.add("scores")
        return digests(self._connection, {table: f"laid_{table}" for table in SUMS})


@contextmanager
def _incoming(connection: Connection, table: str, columns: Columns) -> Iterator[str]:
    """Rows as a table `incoming`. Gives what selects them with the types of the table they are for."""
    types = {name: kind for name, (kind, _) in TABLES[table][1].items()}
    incoming = {name: as_column(kind, values) for (name, kind), values in zip(types.items(), columns, strict=True)}
    with lent(connection, "incoming", incoming):
        yield ", ".join(f"CAST({name} AS {kind}) AS {name}" for name, kind in types.items())


def take(connection: Connection, table: str) -> None:
    """Put what is laid out for a table into it."""
    connection.execute(f"INSERT INTO {table} FROM laid_{table}")


def gather(rows: Rows, more: Rows) -> None:
    """Add rows to those that wait. Columns are few and long: the garbage collector looks through as many as there are."""
    for table, columns in more.items():
        if not rows.get(table):
            rows[table] = [list(values) for values in columns]
        else:
            for column, values in zip(rows[table], columns, strict=bool(columns)):
                column.extend(values)


def too_large(rows: Rows) -> str:
    """Which number its column cannot hold, of those that are too large; empty if all can be held."""
    for table, columns in rows.items():
        for at, name, most in _BOUNDED[table] if columns else ():
            over = [value for value in set(columns[at]) if value is not None and abs(value) > most]
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
        table: columns_of(row for row in zip(*some, strict=True) if row[1] >= since) if table in _IN_PART else some
        for table, some in rows.items()
        if table != "seats" or not since
    }


def forget(connection: Connection, log: str, since: int = 0) -> Digests:
    """Take the rows of a log out, from a hand on, its scores and their sums from the first; 0: all of them. Returns the digests
    of what was taken.
    """
    found = {}
    for table in FACTS:
        if table != "seats" or not since:
            only, values = ("log = ? AND hand >= ?", [log, since]) if table in _IN_PART else ("log = ?", [log])
            found[table] = digest(connection, table, f"{table} WHERE {only}", values)
            connection.execute(f"DELETE FROM {table} WHERE {only}", values)  # noqa: S608 - names of ours
    return found
