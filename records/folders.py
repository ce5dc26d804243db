"""What lies in a folder: logs, and everything else, so that nothing is passed over without a word."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from upcard.records.storage import told
from upcard.schemas.errors import UpcardError

LOG_SUFFIX: Final = ".jsonl"
"""The files of a folder that are read as logs end so."""
LOCK_SUFFIX: Final = ".lock"


def is_folder(name: str) -> bool:
    """Whether a path is a folder."""
    return os.path.isdir(name)  # noqa: PTH112 - a Path of a name with NUL raises where this says no


def files_of(folder: Path | str) -> Iterator[tuple[str, UpcardError | None]]:
    """Every file below a folder, by name; and every folder below it that cannot be looked into, with what is wrong."""
    troubles: list[OSError] = []
    for place, inner_folders, names in os.walk(os.fspath(folder), onerror=troubles.append):
        inner_folders.sort()
        for name in sorted(names):
            yield os.path.join(place, name), None  # noqa: PTH118 - Path is slow over folders of many logs
        yield from ((str(trouble.filename), told(trouble, str(trouble.filename))) for trouble in troubles)
        troubles.clear()


def is_hidden(folder: Path | str, name: str) -> bool:
    """Whether a file below a folder is nobody's record: a hidden one, in a hidden folder, or the lock of a log."""
    inner = name[len(os.fspath(folder)) :]
    return name.endswith(LOCK_SUFFIX) or f"{os.sep}." in f"{os.sep}{inner}"


def others_of(folder: Path | str) -> Iterator[str]:
    """The files below a folder that are not read as logs."""
    for name, trouble in files_of(folder):
        if trouble is None and not name.endswith(LOG_SUFFIX) and not is_hidden(folder, name):
            yield name


def has_log(folder: Path | str) -> bool:
    """Whether a folder has anything that is read as a log, or cannot be looked into."""
    return any(trouble is not None or name.endswith(LOG_SUFFIX) for name, trouble in files_of(folder))
