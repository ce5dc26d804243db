"""SQL that people type: it may read the archive and nothing else, within bounds of time and memory.

DuckDB refuses files, the network and changes of settings; what it does not bound (lists made by `repeat` and `range`)
is bounded by the system, in a process of its own.
"""

import signal
import subprocess
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from upcard.records.archive.archive import Archive
from upcard.records.questions import Answer
from upcard.records.sandboxed import MORE_MEMORY, MORE_TIME, MOST_MEGABYTES, MOST_SECONDS, Reply, Task
from upcard.records.storage import text_of
from upcard.schemas.errors import BusyError, StorageError, UsageError

_TABLES: Final = "the tables and their columns: docs/tables.md; or SHOW TABLES, and DESCRIBE hands"
"""Where to look for a table or a column that there is none of."""


def run_sql(
    archive: Archive,
    sql: str,
    *,
    values: Mapping[str, Any] = MappingProxyType({}),
    seconds: int = MOST_SECONDS,
    megabytes: int = MOST_MEGABYTES,
) -> Answer:
    """The answer to one SELECT. values: of the parameters it may ask for. Raises `UsageError` for what may not be asked, is no SQL, or takes more than it may: says which."""
    with archive.reading():
        pass  # tells at once if there is none, or somebody writes
    task = msgspec.json.encode(Task(text_of(archive.path.resolve()), text_of(sql), seconds, megabytes, dict(values)))
    # -P: no module of the folder that it is asked in is run
    command = [sys.executable, "-P", "-m", "upcard.records.sandboxed"]
    try:
        done = subprocess.run(command, input=task, capture_output=True, timeout=seconds, check=False)  # noqa: S603 - our own
    except subprocess.TimeoutExpired:
        raise _too_long(seconds) from None
    except OSError as error:
        raise _not_run(error.strerror or str(error)) from None
    try:
        reply = msgspec.json.decode(done.stdout, type=Reply)
    except msgspec.DecodeError:
        if -done.returncode in {signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL}:
            raise _too_long(seconds) from None
        if done.returncode > 0 and b"MemoryError" not in done.stderr:
            raise _not_run(done.stderr.decode(errors="replace").strip().rpartition("\n")[2]) from None
        says = f"the query needs more than {megabytes} MB of memory; {MORE_MEMORY}"
        raise UsageError(says, hint="ask for less at once") from None
    if reply.busy:
        raise BusyError(reply.error, place=str(archive.path), hint="try again when it is done")
    if reply.error:
        raise UsageError(reply.error, hint=_TABLES * ("Catalog" in reply.error or "Binder" in reply.error))
    return Answer(reply.columns, reply.rows, reply.kinds)


def _not_run(why: str) -> StorageError:
    """That the process for a query could not be started, or ended before it could answer."""
    says = f"the query could not be run in a process of its own: {why.lower()}"
    return StorageError(says, hint="close other programs, or allow more processes: ulimit -u")


def _too_long(seconds: int) -> UsageError:
    return UsageError(f"the query takes longer than {seconds} s; {MORE_TIME}", hint="ask for less at once")
