"""SQL that people type: it may read the archive and nothing else, within bounds of time and memory.

DuckDB refuses files, the network and changes of settings; what it does not bound (lists made by `repeat` and `range`)
is bounded by the system, in a process of its own.
"""

import contextlib
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import duckdb
import msgspec

from upcard.records.archive.archive import Archive, connected
from upcard.records.questions import Answer
from upcard.records.storage import text_of
from upcard.schemas.errors import BusyError, UpcardError, UsageError

SETTINGS: Final[dict[str, Any]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_unsigned_extensions": "false",
    "lock_configuration": "true",
}
MOST_SECONDS: Final = 60
MOST_BYTES: Final = 4 << 30
MOST_ROWS: Final = 1_000_000
_ALLOWED: Final = {"SELECT", "EXPLAIN", "RELATION"}


class _Task(msgspec.Struct):
    path: str
    sql: str


class _Reply(msgspec.Struct, omit_defaults=True):
    columns: tuple[str, ...] = ()
    rows: list[tuple[Any, ...]] = []
    error: str = ""
    busy: bool = False


def run_sql(archive: Archive, sql: str, *, seconds: int = MOST_SECONDS) -> Answer:
    """The answer to one SELECT. Raises `UsageError` for what may not be asked or is no SQL."""
    with archive.reading():
        pass  # tells at once if there is none, or somebody writes
    task = msgspec.json.encode(_Task(text_of(archive.path.resolve()), text_of(sql)))
    command = [sys.executable, "-m", "upcard.records.sandbox"]
    try:
        done = subprocess.run(command, input=task, capture_output=True, timeout=seconds, check=False)  # noqa: S603 - our own
    except subprocess.TimeoutExpired:
        raise UsageError(f"the query took longer than {seconds} s", hint="ask for less at once") from None
    try:
        reply = msgspec.json.decode(done.stdout, type=_Reply)
    except msgspec.DecodeError:
        raise UsageError("the query needed more memory or time than it may have", hint="ask for less at once") from None
    if reply.busy:
        raise BusyError(reply.error, place=str(archive.path), hint="try again when it is done")
    if reply.error:
        raise UsageError(reply.error)
    return Answer(reply.columns, reply.rows)


def answered(task: _Task) -> _Reply:
    """Run the query, locked down."""
    try:
        statements = duckdb.extract_statements(task.sql)
    except duckdb.Error as error:
        return _Reply(error=str(error))
    if len(statements) != 1:
        return _Reply(error=f"one query at a time, not {len(statements)}")
    kind = statements[0].type.name
    if kind not in _ALLOWED:
        return _Reply(error=f"the archive can only be read; {kind} is not allowed")
    try:
        connection = connected(Path(task.path), read_only=True, settings=SETTINGS)
        done = connection.execute(task.sql)
        columns = tuple(column[0] for column in done.description or ())
        rows = done.fetchmany(MOST_ROWS + 1)
    except UpcardError as error:
        return _Reply(error=error.message, busy=isinstance(error, BusyError))
    except duckdb.Error as error:
        zoned = "pytz" in str(error)  # what DuckDB would need for a time with a zone; it tells of it with a traceback
        return _Reply(
            error="a time with its zone cannot be told; cast it, as in now()::TIMESTAMP" if zoned else str(error)
        )
    except MemoryError:
        return _Reply(error="the query needed more memory than it may have")
    if len(rows) > MOST_ROWS:
        return _Reply(error=f"more than {MOST_ROWS:,} rows; add a LIMIT")
    return _Reply(columns, rows)


def main() -> None:
    """Answer the query on standard input, as JSON."""
    for what, most in ((resource.RLIMIT_AS, MOST_BYTES), (resource.RLIMIT_CPU, MOST_SECONDS)):
        with contextlib.suppress(ValueError, OSError):  # macOS has no limit of memory
            resource.setrlimit(what, (most, most))
    os.chdir(Path(os.sep))
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=_Task)
    sys.stdout.buffer.write(msgspec.json.encode(answered(task), enc_hook=str))


if __name__ == "__main__":
    main()


__all__ = ["UpcardError", "run_sql"]
