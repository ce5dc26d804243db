"""The file of an archive, opened by DuckDB, and what it cannot do told as an error of ours.

It imports little: SQL that people type runs in a process that begins here.
"""

import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import duckdb
import msgspec

from upcard.schemas.errors import MAKE_ROOM, BusyError, StorageError, UpcardError

Connection = duckdb.DuckDBPyConnection
_HOLDER: Final = re.compile(r"PID ([1-9]\d*)")
_POLL_SECONDS: Final = 0.05
_GRACE_SECONDS: Final = 2.0
"""How much longer to wait where it was never told who is busy; a process of another container has no number here."""
_OPENED: Final[dict[str, Any]] = {"checkpoint_threshold": "24MB"}
"""Some batches become one checkpoint, as row groups that are written again leave holes. It is made while others are judged;
what is left for the end of an import is written while nothing else is done.
"""
WAIT_SECONDS: Final = 5.0
"""How long a reader or writer waits for another to finish before it says who is busy."""
REBUILD: Final = "upcard rebuild makes it anew from the log store"
_FULL: Final = ("no space left", "file too large", "disk quota")


def connected(
    path: Path,
    *,
    read_only: bool = False,
    settings: Mapping[str, Any] = MappingProxyType({}),
    wait_seconds: float = WAIT_SECONDS,
) -> Connection:
    """The file of an archive, opened by DuckDB. Raises `BusyError` naming who is at it, if that lasts longer than this."""
    until, holder = time.monotonic() + wait_seconds, ""
    while True:
        try:
            return duckdb.connect(_named(path), read_only=read_only, config={**_OPENED, **settings})
        except duckdb.IOException as error:
            if "could not set lock" not in str(error).lower():
                raise StorageError(in_words(error), place=str(path), hint=REBUILD) from None
            found = _HOLDER.search(str(error))  # not 0: who held it let go before it could be told who that was
            holder = f"process {found[1]}" if found else holder
            if time.monotonic() > until + (not holder) * _GRACE_SECONDS:
                says = f"busy: {holder or 'another process'} has the archive open"
                raise BusyError(says, place=str(path), hint="try again when it is done") from None
            time.sleep(_POLL_SECONDS)
        except duckdb.CatalogException:  # what the name or the beginning of the file says is another kind of table
            says = "this is no archive of Upcard"
            raise UpcardError(says, place=str(path), hint="name another with --archive") from None
        except duckdb.Error as error:
            raise UpcardError(in_words(error), place=str(path), hint=REBUILD) from None


def created(path: Path, settings: Mapping[str, Any]) -> Connection:
    """A new file, opened by DuckDB."""
    return duckdb.connect(_named(path), config=dict(settings))


def _named(path: Path) -> str:
    """The file as DuckDB is to be told of it: what comes before a colon would be an extension, and no path."""
    return os.path.abspath(path)  # noqa: PTH100 - links are followed by who opens it


@contextmanager
def failures(path: Path) -> Iterator[None]:
    """Tell what DuckDB could not do, such as to write on a full disk or to read a damaged block, as an error of ours.

    What Ctrl-C broke off is no failure: DuckDB sees it first, and has errors of its own for it.
    """
    try:
        yield
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except RuntimeError as error:
        if "interrupted" in str(error).lower():
            raise KeyboardInterrupt from None
        raise
    except duckdb.Error as error:
        says = in_words(error)
        hint = MAKE_ROOM if any(full in says.lower() for full in _FULL) else REBUILD
        raise StorageError(says, place=str(path), hint=hint) from None


def in_words(error: Exception) -> str:
    """What DuckDB could not do, without what it tells programs: some of its errors are JSON."""
    text = str(error)
    try:
        told = msgspec.json.decode(text[text.index("{") :], type=dict[str, Any])
    except (ValueError, msgspec.DecodeError):
        return text.splitlines()[0]
    return str(told.get("exception_message", text)).splitlines()[0]
