"""The runs of hands won, over all logs: emptied when rows change, made again when an import ends."""

from collections.abc import Iterator
from contextlib import contextmanager

from upcard.records.archive.connecting import Connection
from upcard.records.archive.schema import RUNS, RUNS_OF_ONE


def forget_runs(connection: Connection) -> None:
    """Forget the runs over all logs: what they are made of changes."""
    connection.execute("DELETE FROM runs")


def keep_runs(connection: Connection) -> None:
    """Make the runs over all logs, if they are not there."""
    if _lacks_runs(connection):
        connection.execute(f"INSERT INTO runs {RUNS}")


@contextmanager
def lent_runs(connection: Connection, log: str | None = None) -> Iterator[None]:
    """The runs as this connection asks for them: those of one log alone, if one is named; else of all, made for this connection, which
    may only read, where an import did not come to its end.
    """
    if log is None and not _lacks_runs(connection):
        yield
        return
    connection.execute("CREATE OR REPLACE TEMP TABLE runs AS FROM main.runs LIMIT 0")
    try:
        connection.execute(f"INSERT INTO runs {RUNS_OF_ONE if log else RUNS}", {"log": log} if log else None)
        yield
    finally:
        connection.execute("DROP TABLE temp.runs")


def _lacks_runs(connection: Connection) -> bool:
    return not connection.execute("SELECT 1 FROM runs LIMIT 1").fetchall()
