"""What belongs to an archive, where it lies, and how all of it is made anew at once.

All that belongs to an archive lies beside its file, under its whole name. What takes the place of all of it (a backup that is
restored, a person erased) is made aside, in a folder of its own, as an archive like any other. Then a plan is written, which
is the moment that counts: before it a crash leaves what was there, after it whoever opens the archive next does what is
left of the plan, and has what was made.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import Annotated, Final

import msgspec

from upcard.records.storage import DISK, Storage, make_folder, refusals
from upcard.records.whole import write_whole
from upcard.schemas.errors import UnreadableError, UsageError

_LOGS: Final = ".logs"
_PEOPLE: Final = ".people.json"
_DIGEST: Final = ".digest.json"
_BACKUP: Final = ".backup.json"
_QUESTIONS: Final = ".questions"
_BEFORE: Final = ".before-"


def usual_path() -> Path:
    """Where the archive of who names none lies: in the data folder of this user."""
    from platformdirs import user_data_path

    return user_data_path("upcard") / "upcard.duckdb"


class _Plan(msgspec.Struct, frozen=True):
    """What was made aside takes the place of what is there. kept: the number of the folder that this goes to; 0: it is deleted; gone: what
    else is deleted beside it.
    """

    kept: Annotated[int, msgspec.Meta(ge=0)] = 0
    gone: tuple[str, ...] = ()


class Place:
    """Where an archive lies, by the path of its DuckDB file. storage: the disk that all but this file is written to."""

    def __init__(self, path: Path, storage: Storage = DISK) -> None:
        self.path = path
        self.storage = storage

    def beside(self, ending: str) -> Path:
        """What belongs to the archive: `years.duckdb` has `years.logs`, and `club.2024` has `club.2024.logs`."""
        return self.path.with_name(self.path.name.removesuffix(".duckdb") + ending)

    @property
    def logs_path(self) -> Path:
        """The folder of the log store."""
        return self.beside(_LOGS)

    @property
    def people_path(self) -> Path:
        """The table of people."""
        return self.beside(_PEOPLE)

    @property
    def digest_path(self) -> Path:
        """Where counts and digests of the tables are kept."""
        return self.beside(_DIGEST)

    @property
    def questions_path(self) -> Path:
        """The folder of questions that people wrote themselves, if there is one."""
        return self.beside(_QUESTIONS)

    @property
    def backup_path(self) -> Path:
        """What is known of the last backup."""
        return self.beside(_BACKUP)

    @property
    def write_ahead_path(self) -> Path:
        """DuckDB's write-ahead log."""
        return write_ahead(self.path)

    @property
    def unfinished(self) -> bool:
        """Whether a plan was written and not yet done to its end."""
        return self._plan.exists()

    @property
    def _plan(self) -> Path:
        return self._hidden("plan.json")

    @property
    def _anew(self) -> Path:
        return self._hidden("anew")

    def _hidden(self, ending: str) -> Path:
        whole = self.beside(f".{ending}")
        return whole.with_name(f".{whole.name}")

    def found(self) -> list[Path]:
        """What is there of an archive: its file, its logs, its table of people."""
        there = [path for path in (self.path, self.people_path) if path.exists()]
        return there + [self.logs_path] * (self.logs_path.is_dir() and any(self.logs_path.iterdir()))

    def kept_before(self) -> list[Path]:
        """The folders with what was there before something took its place and was to be kept."""
        whole = self.beside(_BEFORE)
        found = {path.name[len(whole.name) :]: path for path in whole.parent.glob(f"{escape(whole.name)}*")}
        return [found[number] for number in sorted(filter(str.isdecimal, found), key=int)]

    @contextmanager
    def made_aside(self, *, keep: bool = False, gone: Iterable[Path] = ()) -> Iterator["Place"]:
        """A place for an archive that takes the place of this one when the block ends well, whatever becomes of this process.
        Whoever makes it holds the archive's lock. keep: what was there is kept beside, in a folder (see `kept_before`);
        gone: what is deleted as well, of what lies beside it.
        """
        self._must_be_on_one_disk()
        with refusals(self._anew):
            _delete(self._anew)  # left by one that was killed
        make_folder(self._anew, storage=self.storage)
        try:
            yield Place(self._anew / self.path.name, self.storage)
            with refusals(self._anew):
                self.storage.sync_folder(self._anew)
            plan = _Plan(self._next_kept() if keep else 0, tuple(path.name for path in gone))
            write_whole(self._plan, msgspec.json.encode(plan) + b"\n", storage=self.storage)
        except BaseException:
            if not self.unfinished:
                shutil.rmtree(self._anew, ignore_errors=True)
            raise
        self.finish()

    def finish(self) -> None:
        """Do what is left of a plan, if there is one; what was made aside without one is deleted. Whoever does holds the archive's
        lock. Each step may be done again.
        """
        if not self.unfinished:
            with refusals(self._anew):
                for left in (self._anew, *self.path.parent.glob(f".{escape(self._plan.name)}.*.new")):
                    _delete(left)
            return
        with refusals(self._plan):
            plan = _read(self._plan)
            kept = self._before(plan.kept) if plan.kept else None
            if kept is not None:
                make_folder(kept, storage=self.storage)
            made = Place(self._anew / self.path.name, self.storage)
            self._clear(self.write_ahead_path, kept)  # before the file that it belongs to: it must not meet another
            for new, old in zip(made._all(), self._all(), strict=True):
                if new.exists():
                    self._clear(old, kept)
                    self.storage.rename(new, Path(os.path.realpath(old)))
            gone = (path for path in (*self.kept_before(), self.backup_path) if path.name in plan.gone)
            for left in (*self._left_by_killed(), *gone):
                _delete(left)
            if kept is not None:
                self.storage.sync_folder(kept)
            self.storage.sync_folder(self.path.parent)
            _delete(self._anew)
            self.storage.remove(self._plan)
            self.storage.sync_folder(self.path.parent)

    def _next_kept(self) -> int:
        """The number of a folder for what is there now."""
        before = self.kept_before()
        return int(before[-1].name.rpartition("-")[2]) + 1 if before else 1

    def _before(self, number: int) -> Path:
        return self.beside(f"{_BEFORE}{number}")

    def _all(self) -> tuple[Path, ...]:
        """All that is replaced as one."""
        beside = self.people_path, self.questions_path, self.digest_path, self.backup_path
        return self.path, self.logs_path, *beside

    def _clear(self, old: Path, kept: Path | None) -> None:
        """Take away what is in the way of something new."""
        target = Path(os.path.realpath(old))
        if kept is not None and target.exists():
            self.storage.rename(target, kept / old.name)
        else:
            _delete(target)

    def _left_by_killed(self) -> Iterator[Path]:
        """What a process left half made that was killed, and what DuckDB put on the disk as it had no room for it."""
        folder, file = self.path.parent, self.path.name
        yield from (folder / f"{file}.tmp", folder / f".{file}.new", write_ahead(folder / f".{file}.new"))
        for path in (self.people_path, self.digest_path, self.backup_path):
            yield from folder.glob(f".{escape(path.name)}.*.new")

    def _must_be_on_one_disk(self) -> None:
        """Raises `UsageError` if a part lies elsewhere: nothing is put there in one go."""
        with refusals(self.path):
            for path in self._all():
                target = Path(os.path.realpath(path))
                if target.parent.is_dir() and target.parent.stat().st_dev != self.path.parent.stat().st_dev:
                    hint = "put it beside the archive first, and not a link to another disk"
                    raise UsageError(f"this is a link to {target}, on another disk", place=str(path), hint=hint)


def write_ahead(path: Path) -> Path:
    """The write-ahead log of DuckDB for a file."""
    return path.with_name(path.name + ".wal")


def _read(path: Path) -> _Plan:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Plan)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        hint = "what was made aside lies beside it, in a folder whose name begins with a dot"
        raise UnreadableError(
            f"the plan of a change that was broken off is damaged: {error}", place=str(path), hint=hint
        ) from None


def _delete(path: Path) -> None:
    """Delete a file, or a folder with all that is in it, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
