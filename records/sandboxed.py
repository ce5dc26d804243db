"""What runs in the process of its own: one query that a person typed, locked down. It imports little, as it begins each time."""

import contextlib
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Sequence
from datetime import datetime
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
MOST_SECONDS: Final = 10
MOST_MEGABYTES: Final = 512
"""What a query may take, unless more is allowed."""
MOST_ROWS: Final = 1_000_000
MOST_ANSWER_BYTES: Final = 64 << 20
_AT_ONCE: Final = 1_000
_SLACK_BYTES: Final = 256 << 20
"""What Python and threads take besides what DuckDB knows of."""
MORE_TIME: Final = "--seconds allows more"
MORE_MEMORY: Final = "--megabytes allows more"
_TELLS_OF_THE_MACHINE: Final = re.compile(
    r"\b(?:duckdb_(?:databases|settings|extensions|secrets\w*|logs?\w*|temporary_files|external_file_cache)"
    r"|pragma_database_\w+|database_list|current_setting|query(?:_table)?(?=\W*\())\b",
    re.IGNORECASE,
)
"""What tells where files lie; and what runs SQL that stands in a text, in which that could be hidden."""
_ALLOWED: Final = {"SELECT", "EXPLAIN", "RELATION"}
_ZONED: Final = "TIMESTAMP WITH TIME ZONE"


class Task(msgspec.Struct):
    """A query, the archive it is asked of, what it may take, and the values of parameters that it may ask for."""

    path: str
    sql: str
    seconds: int = MOST_SECONDS
    megabytes: int = MOST_MEGABYTES
    values: dict[str, Any] = {}


class Reply(msgspec.Struct, omit_defaults=True):
    """What came of it."""

    columns: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    rows: list[tuple[Any, ...]] = []
    error: str = ""
    busy: bool = False


def answered(task: Task) -> Reply:
    """Run the query, locked down."""
    try:
        statements = duckdb.extract_statements(task.sql)
    except duckdb.Error as error:
        return Reply(error=str(error))
    if hidden := _TELLS_OF_THE_MACHINE.search(task.sql):
        return Reply(error=f"{hidden[0]} tells of this machine, not of the archive")
    if len(statements) != 1:
        return Reply(error=f"one query at a time, not {len(statements)}")
    try:
        kind = statements[0].type.name
    except ValueError:  # DuckDB has kinds of statements that its package for Python has no name for
        kind = "such a statement"
    if kind not in _ALLOWED:
        return Reply(error=f"the archive can only be read; {kind} is not allowed")
    try:
        settings = {**SETTINGS, "memory_limit": f"{task.megabytes}MiB", "temp_directory": ""}
        connection = connected(Path(task.path), read_only=True, settings=settings)
        connection.execute(_LOCKED)
        _bound_memory(task.megabytes)
        values = {name: task.values[name] for name in statements[0].named_parameters if name in task.values}
        done = connection.execute(task.sql, values)
        columns = tuple(column[0] for column in done.description or ())
        kinds = tuple(str(column[1]) for column in done.description or ())
        if any(_ZONED in one for one in kinds):
            done = connection.execute(_told_as_text(task.sql, kinds), values)
        return _fetched(done, columns, kinds)
    except (MemoryError, duckdb.OutOfMemoryException):
        return Reply(error=f"the query needs more than {task.megabytes} MB of memory; {MORE_MEMORY}")
    except UpcardError as error:
        return Reply(error=error.message, busy=isinstance(error, BusyError))
    except duckdb.Error as error:
        return Reply(error=str(error))


def _told_as_text(sql: str, kinds: Sequence[str]) -> str:
    """The query with each time that has a zone as text: DuckDB would give it to Python by a package or by files of zones, which
    not every machine has.
    """
    listed = ", ".join(
        f"CAST(#{place} AS {kind.replace(_ZONED, 'VARCHAR')})" if _ZONED in kind else f"#{place}"
        for place, kind in enumerate(kinds, start=1)
    )
    text = sql.encode()
    ends = [
        place
        for place, sort in duckdb.tokenize(sql)
        if sort == duckdb.token_type.operator and text[place : place + 1] == b";"
    ]
    asked = text[: min(ends, default=None)].decode()  # without what comes after it, such as a remark
    return f"SELECT {listed} FROM ({asked}\n)"  # noqa: S608 - a query that may be asked, in another


def _moment(text: str | None) -> str | None:
    """A time with its zone as other times are told; as DuckDB tells it where Python knows no such time, as infinity."""
    try:
        return text and datetime.fromisoformat(text).isoformat()
    except ValueError:
        return text


def _keyed(value: Any) -> Any:
    """A value whose maps, and those in it, have texts for keys: JSON has no others, and not all of DuckDB's become some by themselves."""
    if isinstance(value, dict):
        return {str(key): _keyed(one) for key, one in value.items()}
    return [*map(_keyed, value)] if isinstance(value, list | tuple) else value


def _fetched(done: duckdb.DuckDBPyConnection, columns: tuple[str, ...], kinds: tuple[str, ...]) -> Reply:
    """The rows, if they are not too many or too long."""
    zoned = [place for place, kind in enumerate(kinds) if kind == _ZONED]
    mapped = any("MAP(" in kind for kind in kinds)
    rows: list[tuple[Any, ...]] = []
    size = 0
    while some := done.fetchmany(_AT_ONCE):
        if zoned:
            some = [tuple(_moment(value) if at in zoned else value for at, value in enumerate(row)) for row in some]
        rows += [tuple(map(_keyed, row)) for row in some] if mapped else some
        size += sum(_size(value) for row in some for value in row)
        if len(rows) > MOST_ROWS:
            return Reply(error=f"the answer has more than {MOST_ROWS:,} rows; add a LIMIT")
        if size > MOST_ANSWER_BYTES:
            return Reply(error=f"the answer is longer than {MOST_ANSWER_BYTES >> 20} MB; add a LIMIT, or ask for less")
    return Reply(columns, kinds, rows)


def _size(value: Any) -> int:
    """About how many bytes a value takes in an answer."""
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, list | tuple):
        return sum(map(_size, value))
    return sum(map(_size, value.values())) if isinstance(value, dict) else 8


def _bound_memory(megabytes: int) -> None:
    """Bound what DuckDB does not count as well, from what this process has by now."""
    with contextlib.suppress(ValueError, OSError):  # macOS has no limit of memory, and tells of none
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + (megabytes << 20) + _SLACK_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main() -> None:
    """Answer the query on standard input, as JSON. It ends with whoever asked, and when its time is up."""
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    signal.setitimer(signal.ITIMER_REAL, 2 * task.seconds)
    seconds = task.seconds * (os.cpu_count() or 1)  # those of all threads count
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    os.chdir(Path(os.sep))
    sys.stdout.buffer.write(msgspec.json.Encoder(enc_hook=str, decimal_format="number").encode(answered(task)))


def _end_with(parent: int) -> None:
    """End when the process that asked has: nobody waits for the answer, and the archive is held for nothing."""
    while os.getppid() == parent:
        time.sleep(_PARENT_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main()
