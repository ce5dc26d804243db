"""Whole files, put where they belong so that a crash leaves the old one or the new one, never a part."""

import errno
import os
import resource
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from upcard.records.long import Bytes, Reopened, alike
from upcard.records.storage import DISK, Storage, opened, refusals, text_of, write_all
from upcard.schemas.errors import UsageError

_OPEN_AT_ONCE: Final = 2048
"""So many files are written together at most: the medium is waited for once or twice, however many they are."""


def write_whole(path: Path, data: bytes | Bytes, *, storage: Storage = DISK, named: bool = True) -> None:
    """Put a whole file there durably: after a crash there is the old one or the new one, never a part.

    named: the new name too survives a power cut; else once the caller has the folder synced.
    Raises `StorageError`; what stood there before then still does.
    """
    write_each_whole([(path, data)], storage=storage)
    if named:
        with refusals(path):
            storage.sync_folder(path.parent)


def put_there(path: Path, data: Bytes, *, over: bool) -> None:
    """Write a file that somebody named. over: also where another is. Raises `UsageError` where it may not, `StorageError`."""
    if not is_there(path, data, over=over):
        write_whole(path, data)


def is_there(path: Path, data: Bytes, *, over: bool) -> bool:
    """Whether a file has this already. over: whether it may be written over. Raises `UsageError` where another is that may not."""
    text_of(path)
    if path.exists():
        with opened(path) as file:
            there = Bytes(os.fstat(file.fileno()).st_size, Reopened(file, str(path)))
        if there.size == data.size == alike(there, data):
            return True
        if not over:
            raise UsageError(
                "another file is here already", place=str(path), hint="choose another name, or --force writes over it"
            )
    return False


def write_each_whole(files: Sequence[tuple[Path, bytes | Bytes]], *, storage: Storage = DISK) -> None:
    """The same for many files, which wait for the medium together. Their names survive a power cut once the folder is synced.

    Raises `StorageError`; some of them may be there then.
    """
    done, most = 0, _open_at_once()
    while done < len(files):
        done += _write_together(files[done : done + most], storage)


def _open_at_once() -> int:
    """So many files are written together: half of those that this process may have open are left to all else that it does."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _OPEN_AT_ONCE if allowed == resource.RLIM_INFINITY else max(1, min(_OPEN_AT_ONCE, allowed // 2))


def _write_together(files: Sequence[tuple[Path, bytes | Bytes]], storage: Storage) -> int:
    """Write the first of these, as many as may be open at once. Returns how many; nothing half made is left."""
    made = [path.with_name(f".{path.name}.{os.getpid()}.new") for path, _ in files]
    handles: list[int] = []
    with refusals(files[0][0].parent):
        try:
            with ExitStack() as held:
                for aside, (path, data) in zip(made, files, strict=True):
                    handle = _created(storage, aside, path, others=bool(handles))
                    if handle is None:
                        break
                    handles.append(handle)
                    held.callback(storage.close, handle)
                    with refusals(path):
                        _write_pieces(storage, handle, data)
                storage.sync_all(handles)
            written = len(handles)
            for aside, (path, _) in zip(made[:written], files, strict=False):
                with refusals(path):
                    storage.rename(aside, path)
        except BaseException:
            for aside in made:
                with suppress(OSError):
                    storage.remove(aside)
            raise
    return written


def _write_pieces(storage: Storage, handle: int, data: bytes | Bytes) -> None:
    at = 0
    for piece in [data] if isinstance(data, bytes) else data.pieces():
        write_all(storage, handle, piece, at)
        at += len(piece)


def _created(storage: Storage, path: Path, meant: Path, *, others: bool) -> int | None:
    """A new file, open; None if this process may have no more of them open than these others."""
    with refusals(meant):
        try:
            with suppress(FileExistsError):
                return storage.create(path)
            storage.remove(path)  # left by a crash
            return storage.create(path)
        except OSError as error:
            if others and error.errno in {errno.EMFILE, errno.ENFILE}:
                return None
            raise
