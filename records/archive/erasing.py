"""A person erased: from the register, and if it is asked for from the logs too, which are written anew with a pseudonym.

All of it is made aside and takes the place of what is there, the tables too: DuckDB leaves in its file what was deleted.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from upcard.records.archive.archive import Archive
from upcard.records.archive.candidate import Report
from upcard.records.archive.connecting import Connection
from upcard.records.archive.importing import rebuild
from upcard.records.archive.place import Place
from upcard.records.archive.together import together
from upcard.records.archive.who import Someone, everybody, whose
from upcard.records.backups.making import Last, last_backup
from upcard.records.logfile import Head, Read, head_of, read_logs
from upcard.records.people import People
from upcard.records.pseudonyms import Pseudonym, Remark
from upcard.records.several import Processes
from upcard.records.storage import linked, make_folder, refusals
from upcard.records.whole import write_each_whole, write_whole
from upcard.schemas.errors import UpcardError, UsageError

_AT_ONCE: Final = 64
"""So many files are on their way to the medium together."""
_LONGEST: Final = 100


class Changed(msgspec.Struct, frozen=True):
    """A log that is written anew. was, now: its heads before and after; remarks: texts in it that change; file: its name in the store,
    which is no longer listed if it was removed or replaced; log: its id from now on.
    """

    file: str
    log: str
    was: Head
    now: Head
    remarks: list[Remark]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What an erasure does, told before it is done. someone: who; pseudonym: what stands in logs in
    the place of the person, empty if logs stay as they are; namesakes: others of that name; changed: logs that are written anew, or, if they
    stay, that name the person; dropped: files of the store that cannot be read and hold the name; gone: what is deleted beside the
    store for the same reason; doubtful: texts that stay and hold a part of the name; questions: files of
    one's own questions that hold it, and stay; last: the last backup.
    """

    someone: Someone
    pseudonym: str = ""
    namesakes: list[Someone] = []
    changed: list[Changed] = []
    dropped: list[str] = []
    gone: list[str] = []
    doubtful: list[tuple[str, Remark]] = []
    questions: list[str] = []
    last: Last | None = None


class Erasure:
    """One person who is to be erased from an archive. words: what they are called besides; instead: the pseudonym, made up if none is
    given; logs: whether logs are written anew.

    Raises `UsageError` if nobody or several are meant, the pseudonym is taken, or two ids of the person sat at one table.
    """

    def __init__(self, archive: Archive, who: str, *, logs: bool, instead: str = "", words: Sequence[str] = ()) -> None:
        self.archive, self.logs = archive, logs
        with archive.reading() as connection:
            self.someone = _someone(archive, connection, who)
            people = [one for one in everybody(connection) if one.person != self.someone.person]
            if logs:
                _check_ids(archive, connection, self.someone)
            called = connection.execute(
                "SELECT DISTINCT name FROM seats WHERE name <> '' AND player IN (SELECT unnest(?))",
                [list(self.someone.ids)],
            ).fetchall()
        names = {self.someone.called, *(name for (name,) in called), *words}
        others = {name for one in people for name in (one.called, *one.ids)}
        self.namesakes = [one for one in people if one.called == self.someone.called]
        chosen = _pseudonym(instead, {*others, *names, *self.someone.ids})
        self.pseudonym = Pseudonym(self.someone.ids, names, others - names, chosen)
        if self.pseudonym.is_in(chosen):
            raise UsageError(f"the pseudonym {chosen!r} holds the name that is to be erased", hint="choose another")

    def plan(self) -> Plan:
        """What it would do. Raises `UsageError` if a damaged log holds the name: nobody can write it anew."""
        changed: list[Changed] = []
        doubtful: list[tuple[str, Remark]] = []
        dropped: list[str] = []
        for path in _files(self.archive):
            reads = self._reads(path)
            if reads is None:
                dropped.append(path.name)
            for read in reads or ():
                data = self.pseudonym.data(read)
                if data is not None:
                    name = self.pseudonym.text(read.log.header.log)
                    texts = [text for text in self.pseudonym.texts(read) if text.was != text.now]
                    changed.append(Changed(path.name, name, read.head, head_of(data), texts))
                doubtful += [(read.log.header.log, remark) for remark in self._doubtful(read)]
        return Plan(
            someone=self.someone,
            pseudonym=self.pseudonym.instead if self.logs else "",
            namesakes=self.namesakes,
            changed=changed,
            dropped=dropped if self.logs else [],
            gone=[path.name for path in self._gone()],
            doubtful=doubtful if self.logs else [],
            questions=[path.name for path in self._questions()],
            last=last_backup(self.archive),
        )

    def do(
        self, several: Processes | None = None, progress: Callable[[int], None] = lambda _done: None
    ) -> list[Report]:
        """Erase the person. Returns the logs that are in the store and not in the tables, as they cannot be read or judged.

        A crash leaves all as it was, or all as it should be.
        """
        with self.archive.alone():
            left = {
                player: known for player, known in self.archive.people.read().items() if player not in self.someone.ids
            }
            with self.archive.made_aside(gone=list(self._gone())) as place:
                self._put_logs(place)
                People(place.people_path).write(left)
                return rebuild(Archive(place.path, place.storage), progress, several)

    def _put_logs(self, place: Place) -> None:
        """Put the log store there, with logs that name the person written anew."""
        if not self.logs:
            _link(_files(self.archive), place)
            return
        anew: list[tuple[Path, bytes]] = []
        same: list[Path] = []
        for path in _files(self.archive):
            reads = self._reads(path)
            if reads is None:
                continue
            datas = [self.pseudonym.data(read) for read in reads]
            if any(data is not None for data in datas):
                whole = b"".join(read.data if data is None else data for read, data in zip(reads, datas, strict=True))
                anew.append((place.logs_path / self._renamed(path, reads[0]), whole))
            else:
                same.append(path)
            if len(anew) == _AT_ONCE:
                _write(anew, place)
                anew.clear()
        _write(anew, place)
        _link(same, place)

    def _reads(self, path: Path) -> list[Read] | None:
        """The logs of a file of the store; none of one that holds no log and not the person either; None if it is to be deleted, as it
        holds the person and cannot be written anew.

        Raises `UsageError` for such a file if it is one of the logs.
        """
        failed: list[UpcardError] = []
        reads = list(read_logs([path], failed=failed.append))
        if reads and not failed:
            return reads
        if not self._is_in(path):
            return []
        if path.suffix != ".jsonl" or not self.logs:
            return None
        hint = "restore its file from a backup, or move it out of the log store"
        raise UsageError(
            f"this log is damaged and names who is to be erased: {failed[0].message}", place=str(path), hint=hint
        )

    def _renamed(self, path: Path, read: Read) -> str:
        """The name of a file in the store: that of its log, whose id may have named the person."""
        name = read.log.header.log
        stem = self.archive.store.path(name).stem
        new = self.archive.store.path(self.pseudonym.text(name)).stem
        return f"{new}{path.name[len(stem) :]}" if path.name.startswith(stem) else path.name

    def _gone(self) -> Iterator[Path]:
        """What is to be deleted beside the store: archives that a restore kept, and what is known of a backup, if they hold the name."""
        yield from filter(self._is_kept_in, self.archive.kept_before())
        if self.archive.backup_path.is_file() and self._is_in(self.archive.backup_path):
            yield self.archive.backup_path

    def _questions(self) -> Iterator[Path]:
        """The questions of one's own that hold the name: what they ask is their writer's to say."""
        folder = self.archive.questions_path
        found = sorted(folder.iterdir()) if folder.is_dir() else []
        yield from (path for path in found if path.is_file() and self._is_in(path))

    def _is_kept_in(self, folder: Path) -> bool:
        """Whether an archive that a restore kept has the person in its register, or in its logs if these are looked into."""
        kept = Archive(folder / self.archive.path.name)
        try:
            known = kept.people.read()
        except UpcardError:  # damaged: what is in it nobody can tell
            return True
        return not known.keys().isdisjoint(self.someone.ids) or (self.logs and any(map(self._is_in, _files(kept))))

    def _is_in(self, path: Path) -> bool:
        """Whether a file holds the person, in its name or in its text."""
        return self.pseudonym.is_in(f"{path.name} {path.read_bytes().decode('utf-8', 'replace')}")

    def _doubtful(self, read: Read) -> Iterator[Remark]:
        """Texts that hold a part of a name when the name is gone: the first name alone, or the last."""
        yield from (text for text in self.pseudonym.texts(read) if self.pseudonym.may_be_in(text.now))


def erase_all_names(
    archive: Archive, several: Processes | None = None, progress: Callable[[int], None] = lambda _done: None
) -> list[Report]:
    """Erase all names and merges, also a table of people that cannot be read. Logs stay as they are."""
    with archive.alone():
        if not archive.found():
            raise UsageError(
                "there is no archive here", place=str(archive.path), hint="make one with: upcard import PATH"
            )
        with archive.made_aside() as place:
            _link(_files(archive), place)
            People(place.people_path).write({})
            return rebuild(Archive(place.path, place.storage), progress, several)


def _someone(archive: Archive, connection: Connection, who: str) -> Someone:
    """Who is meant; also somebody of whom nothing is left but logs that were removed or replaced."""
    try:
        return whose(connection, who)
    except UsageError:
        there = {player for one in everybody(connection) for player in (*one.ids, one.called, one.name)}
        alone = Pseudonym({who}, (), (), "")
        aside = [path for path in _files(archive) if path.suffix != ".jsonl"]
        if who in there or not any(alone.log(read) for read in read_logs(aside, failed=lambda _error: None)):
            raise
        return Someone(who, who, who, (who,), 0, 0, None, None)


def _check_ids(archive: Archive, connection: Connection, someone: Someone) -> None:
    """Raises `UsageError` if two ids of the person sat at one table: one pseudonym cannot stand for both."""
    for number, player in enumerate(someone.ids):
        met = together(archive, connection, [player], someone.ids[number + 1 :]) if someone.ids[number + 1 :] else []
        if met:
            says = f"{player} and another id of {someone.called} sat at one table: {met[0]}; they are two people"
            raise UsageError(says, hint=f"upcard people split {player}, then erase one after the other")


def _pseudonym(given: str, taken: Iterable[str]) -> str:
    """The pseudonym that was chosen, or a new one. Raises `UsageError` if somebody is called so."""
    known = {name.casefold() for name in taken}
    if given:
        if given.casefold() in known or given != given.strip() or len(given) > _LONGEST:
            says = "is somebody's" if given.casefold() in known else "is none"
            raise UsageError(f"the pseudonym {given!r} {says}", hint="choose another, or none: one is made up")
        return given
    while (made := f"anon-{secrets.token_hex(3)}") in known:
        pass
    return made


def _files(archive: Archive) -> list[Path]:
    """The files of the log store, but for locks, lists, and what is half made."""
    folder = archive.store.folder
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return [path for path in found if path.is_file() and not path.name.startswith(".") and path.suffix != ".lock"]


def _write(files: Sequence[tuple[Path, bytes]], place: Place) -> None:
    """Put files there."""
    if files:
        make_folder(place.logs_path, storage=place.storage)
        write_each_whole(files, storage=place.storage)


def _link(paths: Iterable[Path], place: Place) -> None:
    """Put files there as they are."""
    make_folder(place.logs_path, storage=place.storage)
    with refusals(place.logs_path):
        for path in paths:
            new = place.logs_path / path.name
            if not linked(path, new):
                write_whole(new, path.read_bytes(), storage=place.storage, named=False)
        place.storage.sync_folder(place.logs_path)
