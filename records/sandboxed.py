"""What runs in the process of its own: one query that a person typed, locked down. It imports little, as it begins each time."""

import contextlib
import os
import resource
import signal
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any, Final

import duckdb
import msgspec

from upcard.records.archive.connecting import connected
from upcard.schemas.errors import BusyError, UpcardError

SETTINGS: Final[dict[str, Any]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_unsigned_extensions": "false",
}
_LOCKED: Final = "SET disabled_filesystems = 'LocalFileSystem'; SET lock_configuration = true"
"""Once the archive is open: DuckDB lets SQL read the file of a database that is open, and whoever opens and closes that a second
time loses the lock it is held with.
"""
_PARENT_SECONDS: Final = 0.5
MOST_SECONDS: Final = 60
MOST_BYTES: Final = 4 << 30
MOST_ROWS: Final = 1_000_000
_ALLOWED: Final = {"SELECT", "EXPLAIN", "RELATION"}


class Task(msgspec.Struct):
    """A query, and the archive it is asked of."""

    path: str
    sql: str


class Reply(msgspec.Struct, omit_defaults=True):
    """What came of it."""

    columns: tuple[str, ...] = ()
    rows: list[tuple[Any, ...]] = []
    error: str = ""
    busy: bool = False


def answered(task: Task) -> Reply:
    """Run the query, locked down."""
    try:
        statements = duckdb.extract_statements(task.sql)
    except duckdb.Error as error:
        return Reply(error=str(error))
    if len(statements) != 1:
        return Reply(error=f"one query at a time, not {len(statements)}")
    kind = statements[0].type.name
    if kind not in _ALLOWED:
        return Reply(error=f"the archive can only be read; {kind} is not allowed")
    try:
        connection = connected(Path(task.path), read_only=True, settings=SETTINGS)
        connection.execute(_LOCKED)
        done = connection.execute(task.sql)
        columns = tuple(column[0] for column in done.description or ())
        rows = done.fetchmany(MOST_ROWS + 1)
    except UpcardError as error:
        return Reply(error=error.message, busy=isinstance(error, BusyError))
    except duckdb.Error as error:
        zoned = "pytz" in str(error)  # what DuckDB would need for a time with a zone; it tells of it with a traceback
        return Reply(
            error="a time with its zone cannot be told; cast it, as in now()::TIMESTAMP" if zoned else str(error)
        )
    except MemoryError:
        return Reply(error="the query needed more memory than it may have")
    if len(rows) > MOST_ROWS:
        return Reply(error=f"more than {MOST_ROWS:,} rows; add a LIMIT")
    return Reply(columns, rows)


def main() -> None:
    """Answer the query on standard input, as JSON. It ends with whoever asked, and when its time is up."""
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    signal.setitimer(signal.ITIMER_REAL, 2 * MOST_SECONDS)
    for what, most in ((resource.RLIMIT_AS, MOST_BYTES), (resource.RLIMIT_CPU, MOST_SECONDS)):
        with contextlib.suppress(ValueError, OSError):  # macOS has no limit of memory
            resource.setrlimit(what, (most, most))
    os.chdir(Path(os.sep))
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    sys.stdout.buffer.write(msgspec.json.encode(answered(task), enc_hook=str))


def _end_with(parent: int) -> None:
    """End when the process that asked has: nobody waits for the answer, and the archive is held for nothing."""
    while os.getppid() == parent:
        time.sleep(_PARENT_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main()
