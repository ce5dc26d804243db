"""The archive: a DuckDB file that indexes a log store beside it, and can be made anew from it.

DuckDB's own locks are lost when a process opens the same file in any other way, so nothing here opens it but DuckDB,
and who may write is told by a lock on a file of our own.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import duckdb

from upcard.records.archive.connecting import REBUILD, WAIT_SECONDS, Connection, connected, created, failures
from upcard.records.archive.digest import noted, put_beside
from upcard.records.archive.place import Place, write_ahead
from upcard.records.archive.schema import ARCHIVE_VERSION, statements
from upcard.records.archive.store import LogStore
from upcard.records.people import People
from upcard.records.storage import DISK, Storage, locked, make_folder, refusals, text_of
from upcard.schemas.errors import MAKE_ROOM, BusyError, StorageError, UpcardError, UsageError

_CREATED: Final[dict[str, Any]] = {"storage_compatibility_version": "v1.5.0", "default_block_size": "32768"}
"""Blocks an eighth as long as usual: a table of few rows takes one for each few columns."""


class Archive(Place):
    """An archive by the path of its file. store: the logs it indexes; people: who player ids are;
    storage: the disk that all but DuckDB's own file is written to.
    """

    def __init__(self, path: Path | str, storage: Storage = DISK) -> None:
        super().__init__(Path(text_of(path)), storage)
        if not self.path.name:
            raise UsageError(f"{os.fspath(path)!r} names no file", hint="an archive is a file, such as years.duckdb")
        self.store = LogStore(self.logs_path, storage)
        self.people = People(self.people_path)

    @property
    def exists(self) -> bool:
        """Whether there is an archive, or will be once what was made aside is in its place."""
        return self.path.is_file() or self.unfinished

    def is_part(self, name: str) -> bool:
        """Whether a path leads to the archive's own file, or to what lies beside it, the log store aside. Nobody else opens these."""
        own = [self.path, self.write_ahead_path, self.digest_path, self.people_path, self.backup_path]
        with suppress(OSError, ValueError):
            found = os.stat(name)  # noqa: PTH116 - a Path of a name with NUL raises where this is refused
            return any(path.exists() and os.path.samestat(found, path.stat()) for path in own)
        return False

    @contextmanager
    def writing(self, *, wait_seconds: float = WAIT_SECONDS) -> Iterator[Connection]:
        """Open for writing, alone; made if it is not there.

        Raises `BusyError` naming who is at it, `UpcardError` for an archive of another version.
        """
        with self.alone(wait_seconds=wait_seconds):
            if not self.path.exists():
                with self._aside() as made:
                    self._take_its_place(made)
                self.digest_path.unlink(missing_ok=True)  # it is of what was there
            self._must_be_a_file()
            with failures(self.path), closing(connected(self.path, wait_seconds=wait_seconds)) as connection:
                _check_version(connection, self.path)
                yield connection

    @contextmanager
    def made_anew(self, *, wait_seconds: float = WAIT_SECONDS) -> Iterator[Connection]:
        """An empty archive aside, open for writing, alone. When this ends well it takes the place of what is there, which
        answers until then, whatever becomes of this process.

        Raises `BusyError` naming who is at it.
        """
        with self.alone(wait_seconds=wait_seconds):
            if self.path.exists():
                self._must_be_a_file()
                self._without_its_log(wait_seconds)
            with self._aside() as made:
                with failures(self.path), closing(connected(made)) as connection:
                    yield connection
                    digest = noted(connection)
                _must_be_whole(made, self.path)
                with refusals(self.digest_path):
                    self.digest_path.unlink(missing_ok=True)  # it is of what was there
                self._take_its_place(made)
            put_beside(digest, self.digest_path, storage=self.storage)

    def _must_be_a_file(self) -> None:
        if not self.path.is_file():
            raise UsageError(
                "this is no regular file; wanted an archive", place=str(self.path), hint="name another with --archive"
            )

    def _without_its_log(self, wait_seconds: float) -> None:
        """Have what a crash left in the write-ahead log written into the file that it belongs to: beside another file it would
        be a danger, and without it the file would lack what is in it.
        """
        if not self.write_ahead_path.exists():
            return
        try:
            with failures(self.path):
                connected(self.path, wait_seconds=wait_seconds).close()
        except BusyError:
            raise
        except UpcardError:  # it cannot be opened, and answers nothing
            return
        _must_be_whole(self.path, self.path)

    @contextmanager
    def alone(self, *, wait_seconds: float = WAIT_SECONDS) -> Iterator[None]:
        """Nobody else changes the archive or its log store meanwhile. Raises `BusyError` naming who does."""
        make_folder(self.path.parent, storage=self.storage)
        with refusals(self.path):
            lock = locked(self.path, self.storage, wait_seconds)
        try:
            self.finish()
            yield
        finally:
            with suppress(OSError):
                self.storage.close(lock)

    @contextmanager
    def reading(self, *, wait_seconds: float = WAIT_SECONDS) -> Iterator[Connection]:
        """Open for reading. Raises `UsageError` if there is none, `BusyError` if somebody writes."""
        if not self.exists:
            raise UsageError("there is no archive here", place=str(self.path), hint="make one with: upcard import PATH")
        if self.unfinished:
            with self.alone(wait_seconds=wait_seconds):  # which does what is left of it
                pass
        with (
            failures(self.path),
            closing(connected(self.path, read_only=True, wait_seconds=wait_seconds)) as connection,
        ):
            _check_version(connection, self.path)
            yield connection

    @contextmanager
    def _aside(self) -> Iterator[Path]:
        """An empty archive beside the place where it is to be, so that after a crash there is what was there, or a whole one."""
        place = Path(os.path.realpath(self.path))
        made = place.with_name(f".{place.name}.new")
        try:
            with refusals(self.path), failures(self.path):
                _remove(made)  # what a process left that was killed
                _create(made)
            _must_be_whole(made, self.path)
            yield made
        finally:
            with refusals(self.path):
                _remove(made)

    def _take_its_place(self, made: Path) -> None:
        """Put an archive that was made aside in the place of what is there."""
        with refusals(self.path):
            self.write_ahead_path.unlink(missing_ok=True)
            self.storage.rename(made, Path(os.path.realpath(self.path)))
            self.storage.sync_folder(made.parent)


def _remove(path: Path) -> None:
    for one in (path, write_ahead(path)):
        one.unlink(missing_ok=True)


def _must_be_whole(made: Path, path: Path) -> None:
    """Closing has no error for a full disk: what could not be written is still in the write-ahead log then."""
    if write_ahead(made).exists():
        raise StorageError("the disk takes no more", place=str(path), hint=MAKE_ROOM)


def _create(path: Path) -> None:
    """A file of an archive without a row."""
    with closing(created(path, _CREATED)) as connection:
        connection.begin()
        connection.execute(";\n".join(statements()))
        connection.commit()


def _check_version(connection: Connection, path: Path) -> None:
    try:
        found = connection.execute("SELECT value FROM meta WHERE key = 'version'").fetchall()
    except duckdb.CatalogException:
        raise UpcardError("this is no archive of Upcard", place=str(path), hint="name another with --archive") from None
    if not found or found[0][0] != str(ARCHIVE_VERSION):
        version = found[0][0] if found else "unknown"
        raise UpcardError(
            f"an archive of version {version}; this Upcard has {ARCHIVE_VERSION}", place=str(path), hint=REBUILD
        )
