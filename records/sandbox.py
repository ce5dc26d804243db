"""SQL that people type: it may read the archive and nothing else, within bounds of time and memory.

DuckDB refuses files, the network and changes of settings; what it does not bound (lists made by `repeat` and `range`)
is bounded by the system, in a process of its own.
"""

import subprocess
import sys

import msgspec

from upcard.records.archive.archive import Archive
from upcard.records.questions import Answer
from upcard.records.sandboxed import MOST_SECONDS, Reply, Task
from upcard.records.storage import text_of
from upcard.schemas.errors import BusyError, UsageError


def run_sql(archive: Archive, sql: str, *, seconds: int = MOST_SECONDS) -> Answer:
    """The answer to one SELECT. Raises `UsageError` for what may not be asked or is no SQL."""
    with archive.reading():
        pass  # tells at once if there is none, or somebody writes
    task = msgspec.json.encode(Task(text_of(archive.path.resolve()), text_of(sql)))
    command = [sys.executable, "-m", "upcard.records.sandboxed"]
    try:
        done = subprocess.run(command, input=task, capture_output=True, timeout=seconds, check=False)  # noqa: S603 - our own
    except subprocess.TimeoutExpired:
        raise UsageError(f"the query took longer than {seconds} s", hint="ask for less at once") from None
    try:
        reply = msgspec.json.decode(done.stdout, type=Reply)
    except msgspec.DecodeError:
        raise UsageError("the query needed more memory or time than it may have", hint="ask for less at once") from None
    if reply.busy:
        raise BusyError(reply.error, place=str(archive.path), hint="try again when it is done")
    if reply.error:
        raise UsageError(reply.error)
    return Answer(reply.columns, reply.rows)
