"""What we ask of a disk, in one place, so that tests can give us a failing one.

Every call takes a handle that `create`, `open` or `lock` gave, and raises `OSError` as the system does.
Linux and macOS: the lock is `flock`, which Windows does not have.
"""

import errno
import fcntl
import os
import stat
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from tempfile import gettempdir
from threading import Thread
from typing import IO, Final, Protocol

from upcard.schemas.errors import MAKE_ROOM, BusyError, StorageError, UnreadableError, UpcardError, UsageError

_POLL_SECONDS: Final = 0.02
_GRACE_SECONDS: Final = 2.0
"""How long to wait for the name of who holds a lock."""
_SYNCED_AT_ONCE: Final = 32


class Storage(Protocol):
    """The calls that writing durably needs. Sizes and offsets are bytes."""

    def create(self, path: Path) -> int:
        """Make a file that must not exist yet, open for reading and writing."""

    def open(self, path: Path) -> int:
        """Open a file that exists for reading and writing."""

    def read(self, handle: int, size: int, offset: int) -> bytes:
        """At most so many bytes from there; empty at the end."""

    def write(self, handle: int, data: bytes, offset: int) -> int:
        """Write there and tell how many bytes were taken, which may be fewer."""

    def sync(self, handle: int) -> None:
        """Return when what was written will survive a power cut. If it fails, what was written may be lost."""

    def sync_all(self, handles: Sequence[int]) -> None:
        """Return when what was written to all of these will survive a power cut. Raises the error of one that failed."""

    def truncate(self, handle: int, size: int) -> None:
        """Cut the file off there."""

    def size(self, handle: int) -> int:
        """How long the file is; raises `FileNotFoundError` if it has no name any more."""

    def close(self, handle: int) -> None:
        """Let go of a file or of a lock."""

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name, in place of any file that had it."""

    def remove(self, path: Path) -> None:
        """Delete a file."""

    def sync_folder(self, path: Path) -> None:
        """Return when names made or changed in a folder will survive a power cut."""

    def lock(self, path: Path) -> int:
        """Take the lock that this file stands for. Raises `BusyError` naming the process that holds it."""


class Disk:
    """The real one."""

    def create(self, path: Path) -> int:
        """Make a file that must not exist yet."""
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)

    def open(self, path: Path) -> int:
        """Open a file that exists."""
        return os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)

    def read(self, handle: int, size: int, offset: int) -> bytes:
        """At most so many bytes from there."""
        return os.pread(handle, size, offset)

    def write(self, handle: int, data: bytes, offset: int) -> int:
        """Write there and tell how many bytes were taken."""
        return os.pwrite(handle, data, offset)

    def sync(self, handle: int) -> None:
        """Return when what was written is on the medium: on macOS plain fsync leaves it in the drive's cache."""
        if sys.platform == "darwin":
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        else:
            os.fsync(handle)

    def sync_all(self, handles: Sequence[int]) -> None:
        """The same for several: those that wait for the medium together wait about as long as one."""
        waiting, failed = deque(handles), list[OSError]()
        others = [Thread(target=self._sync_each, args=(waiting, failed)) for _ in handles[1:_SYNCED_AT_ONCE]]
        begun = []
        try:
            with suppress(RuntimeError):  # there is no room for another thread: this one does it
                for other in others:
                    other.start()
                    begun.append(other)
            self._sync_each(waiting, failed)
        finally:
            waiting.clear()
            for other in begun:
                other.join()
        if failed:
            raise failed[0]

    def _sync_each(self, waiting: deque[int], failed: list[OSError]) -> None:
        with suppress(IndexError):  # none is left
            while True:
                handle = waiting.popleft()
                try:
                    self.sync(handle)
                except OSError as error:
                    failed.append(error)

    def truncate(self, handle: int, size: int) -> None:
        """Cut the file off there."""
        os.ftruncate(handle, size)

    def size(self, handle: int) -> int:
        """How long the file is."""
        told = os.fstat(handle)
        if not told.st_nlink:
            raise FileNotFoundError(errno.ENOENT, "the file was deleted")
        return told.st_size

    def close(self, handle: int) -> None:
        """Let go of a file or of a lock."""
        os.close(handle)

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name. Whose it is and who may read it stay as they were of the file in whose place it comes."""
        with suppress(OSError):
            before = new.stat()
            old.chmod(stat.S_IMODE(before.st_mode))
            os.chown(old, before.st_uid, before.st_gid)
        old.replace(new)

    def remove(self, path: Path) -> None:
        """Delete a file."""
        path.unlink()

    def sync_folder(self, path: Path) -> None:
        """Return when names in a folder are on the medium."""
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def lock(self, path: Path) -> int:
        """Take the kernel's lock on a file that is never deleted, and write our process id there for others.

        The kernel lets go of it when the process ends, however it ends.
        """
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o666)
        try:
            _take(handle, path)
        except (OSError, BusyError):
            os.close(handle)
            raise
        with suppress(OSError):  # the name is a courtesy, the lock is what counts
            os.ftruncate(handle, 0)
            os.pwrite(handle, b"%d\n" % os.getpid(), 0)
        return handle


def _take(handle: int, path: Path) -> None:
    """Take a lock. Who holds it took it before it wrote its id, and may have been stopped in between by a busy machine:
    until the id of a process that runs stands there, it is tried again for a while. Raises `BusyError`.
    """
    end = time.monotonic() + _GRACE_SECONDS
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = _holder(handle)
            if holder or time.monotonic() >= end:
                says = f"{holder or 'another process'} is writing"
                raise BusyError(says, place=os.fspath(path.with_suffix("")), hint="try again later") from None
            time.sleep(_POLL_SECONDS / 10)
        else:
            return


def _holder(handle: int) -> str:
    """Whose id stands in a lock file; empty if there is none, or that process is gone and another has just come."""
    told = os.pread(handle, 32, 0).decode("ascii", "replace").strip()
    if not told.isdigit():
        return ""
    try:
        os.kill(int(told), 0)
    except PermissionError:
        pass  # of somebody else, but there
    except (OSError, OverflowError):
        return ""
    return f"process {told}"


DISK: Final = Disk()
ONE_OF_ITS_LOGS: Final = "name one of the files in it"
LOGS_END: Final = "the names of logs end in .jsonl"
_LOOKED_AT: Final = 10_000
"""So many names of a folder are looked at for one that is nearly the name of a file that is not there."""
_REMEDIES: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), MAKE_ROOM),
    **dict.fromkeys((errno.EACCES, errno.EPERM), "whoever owns it can allow you; or name another place"),
    errno.EROFS: "nothing can be written there; name another place",
    errno.EIO: "the disk may be failing: make a backup of what can be read, to another one",
}
"""What to do about what the system refuses."""


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Tell what the system refuses as an error of ours, with the path."""
    if "\0" in os.fspath(path):
        raise not_there(path)
    try:
        yield
    except OSError as error:
        raise told(error, path) from None


def not_there(path: Path | str) -> UsageError:
    """That there is no such file, with the one beside it that is called nearly so."""
    place = os.fspath(path)
    folder, name = os.path.split(place)
    beside: list[str] = []
    with suppress(OSError, ValueError):
        beside = get_close_matches(name, islice(os.listdir(folder or os.curdir), _LOOKED_AT), n=1)  # noqa: PTH208 - a NUL in it
    if beside:
        hint = f"did you mean {os.path.join(folder, beside[0])}?"  # noqa: PTH118 - as it was given
    else:
        hint = "names of files go from the folder that you are in; upcard sessions lists what the archive has"
    return UsageError("there is no such file", place=place, hint=hint)


def told(error: OSError, path: Path | str) -> UpcardError:
    """An error of the system as one of ours: 2 for what does not exist, else 3."""
    place = os.fspath(path)
    if isinstance(error, FileNotFoundError) and os.path.islink(path):  # noqa: PTH114 - as in `sources`
        says = f"this link leads to {os.readlink(path)}, which is not there"  # noqa: PTH115 - as in `sources`
        return UsageError(says, place=place, hint="was it moved, or is a disk not there?")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return not_there(path)
    if isinstance(error, IsADirectoryError):
        return UsageError("this is a folder; wanted a log", place=place, hint=ONE_OF_ITS_LOGS)
    hint = _REMEDIES.get(error.errno or 0, "")
    return StorageError((error.strerror or str(error) or type(error).__name__).lower(), place=place, hint=hint)


def temporary_folder() -> Path:
    """The folder that temporary files are put into. Raises `StorageError` if there is none that takes any."""
    try:
        return Path(gettempdir())
    except FileNotFoundError:
        raise StorageError(
            "no folder takes temporary files", hint="make room, or name another: TMPDIR=FOLDER"
        ) from None


def temporary_place() -> str:
    """What is told as the place of a temporary file, which has no name."""
    return f"a temporary file in {temporary_folder()}"


def text_of(given: Path | str) -> str:
    """What is given, as text. Raises `UsageError` where it is none: bytes of a command line that are no UTF-8."""
    text = os.fspath(given)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError(f"{text!r} is no text in UTF-8", hint="rename it, with letters that others can read") from None
    return text


def opened(path: Path | str) -> IO[bytes]:
    """A regular file, open for reading, not buffered. A pipe without a writer would keep us waiting for ever.

    Raises `UsageError` if there is none, `UnreadableError` for a pipe or a device, `StorageError`.
    """
    place = os.fspath(path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise told(error, path) from None
    except ValueError:  # a NUL in the name
        raise not_there(path) from None
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(handle, "rb", buffering=0)
    os.close(handle)
    if stat.S_ISDIR(mode):
        raise UsageError("this is a folder; wanted a log", place=place, hint=ONE_OF_ITS_LOGS)
    raise UnreadableError("this is no regular file; wanted a log", place=place, hint="give a pipe as standard input: -")


def locked(path: Path, storage: Storage, wait_seconds: float = 0.0) -> int:
    """The lock of a file, on `<path>.lock` beside it, beside what a link leads to. Raises `BusyError` when it is not free
    in time.
    """
    path = Path(os.path.realpath(path)) if path.is_symlink() else path
    end = time.monotonic() + wait_seconds
    while True:
        try:
            return storage.lock(path.with_name(path.name + ".lock"))
        except BusyError:
            if time.monotonic() >= end:
                raise
            time.sleep(_POLL_SECONDS)


def linked(old: Path, new: Path) -> bool:
    """Give a file a second name, so that it need not be copied; whether this disk can."""
    try:
        os.link(os.path.realpath(old), new)
    except OSError as error:
        if error.errno in {errno.EPERM, errno.EXDEV, errno.EMLINK, errno.ENOSYS, errno.EOPNOTSUPP}:
            return False
        raise
    return True


def make_folder(path: Path, *, storage: Storage = DISK) -> None:
    """Make a folder, and those above it that are missing, so that they survive a power cut. Raises `StorageError`."""
    with refusals(path):
        if path.is_dir():
            return
        missing = [folder for folder in (path, *path.parents) if not folder.is_dir()]
        path.mkdir(parents=True, exist_ok=True)
        for folder in reversed(missing):
            storage.sync_folder(folder.parent)


def write_all(storage: Storage, handle: int, data: bytes, offset: int = 0) -> None:
    """Write all of it, in as many calls as the system wants."""
    view = memoryview(data)
    while view:
        taken = storage.write(handle, bytes(view[: 1 << 24]), offset)
        if taken <= 0:
            raise OSError(errno.ENOSPC, "the disk takes no more")
        view, offset = view[taken:], offset + taken
