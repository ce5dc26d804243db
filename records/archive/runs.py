"""The runs of hands won, over all logs: emptied when rows change, made again when an import ends."""

from upcard.records.archive.connecting import Connection
from upcard.records.archive.schema import RUNS


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
