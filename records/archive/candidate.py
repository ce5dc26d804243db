"""A log on its way into an archive: what would become of it there, and what the archive would have of it.

Everything here reads only, so that it can be done by a process of its own.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

from upcard.engine.effective import effective
from upcard.records.archive.blob import Parted
from upcard.records.archive.facts import Rows, day_of, rows_of
from upcard.records.archive.keeping import too_large
from upcard.records.archive.plays import Coded
from upcard.records.archive.store import LogStore
from upcard.records.logfile import Read, read_bytes
from upcard.records.parts import Part
from upcard.records.seals import Head
from upcard.records.unforeseen import judged, unforeseen
from upcard.schemas.errors import FaultError, UpcardError, UsageError
from upcard.schemas.events import Opened
from upcard.schemas.findings import COUNTED

Status = Literal["new", "known", "extended", "replaced", "refused", "unjudged", "skipped"]
"""skipped: a file of a folder that is no log and no score sheet."""
NOT_TAKEN: Final = {"refused": UpcardError.exit_code, "unjudged": FaultError.exit_code}
"""What becomes of a log that an archive does not take, with the exit code of it. unjudged: by a fault of Upcard."""

_SHOWN_LETTERS = 160


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a log: its status and why, its hands, how many of them are new, and how much was found."""

    place: str
    log: str = ""
    game: str = ""
    status: Status
    why: str = ""
    hands: int = 0
    hands_new: int = 0
    findings: int = 0


class Index(NamedTuple):
    """What an archive has of a log: its rows but for the plays that are codes and the blobs of its hands, these plays, what the
    blobs are made of, and how much was found.
    """

    rows: Rows
    plays: Coded
    hands: list[Parted]
    findings: int


class Candidate(msgspec.Struct, kw_only=True):
    """A log that may be taken in. place, data, head: as in `Read`; header: the one in force; torn: what is to be said of a last
    line that was not written whole. read, made: the log, or its index, where they are at hand.
    """

    place: str
    name: str
    header: Opened
    data: bytes
    head: Head
    torn: str
    read: Read | None
    made: Index | None = None

    @classmethod
    def of(cls, read: Read) -> "Candidate":
        """The candidate that was read."""
        return cls(
            place=read.place,
            name=read.log.header.log,
            header=_in_force(read),
            data=read.data,
            head=read.head,
            torn=read.torn.says if read.torn is not None else "",
            read=read,
        )

    def index(self) -> Index:
        """What an archive has of it. Raises `UpcardError` if it cannot be judged: a game or house rules that this version does
        not have, numbers too large for an archive.
        """
        if self.made is None:
            read = self.read or read_bytes(self.data, self.place)
            done = judged(read.log, self.place)
            with unforeseen(self.place, read.log):
                rows, plays, hands = rows_of(read, done)
            if unfit := too_large(rows):
                raise UpcardError(unfit)
            self.made = Index(rows, plays, hands, sum(found.kind in COUNTED for found in done.findings))
            self.read = None  # its memory is taken for the next log
        return self.made

    def ahead(self, store: LogStore | None) -> "Candidate":
        """The same for another process, its index made unless this store has the log as it is."""
        with suppress(UpcardError):  # who takes it in will meet it
            if store is None or store.data(self.name) != self.data:
                self.index()
        return msgspec.structs.replace(self, read=None)


def ahead(store: Path | None, part: Part) -> list[Candidate] | None:
    """The candidates of a part, made by a process of its own; None if something is wrong with it. store: see there."""
    folder = None if store is None else LogStore(store)
    try:
        return [Candidate.of(read).ahead(folder) for read in part.reads()]
    except UpcardError:
        return None


def _in_force(read: Read) -> Opened:
    """Its header as it was put right; as it was written, if that cannot be told, which is met again where it is judged."""
    try:
        with unforeseen(read.place, read.log):
            return effective(read.log).header
    except FaultError:
        return read.log.header


class Holder(Protocol):
    """Where logs are kept, or wait to be."""

    def data(self, name: str) -> bytes | None:
        """The bytes of a log, if it is there."""


def considered(one: Candidate, stores: Sequence[Holder], *, replace: bool, sheets: Mapping[str, str]) -> Report:
    """What would become of a log. stores: where it may be, looked up in this order; sheets: what else was made from sheets."""
    header = one.header
    status: Status = "new"
    why = _same_rows(sheets.get(header.source or ""), header.log)
    try:
        there = next((data for store in stores if (data := store.data(one.name)) is not None), None)
    except UsageError as error:  # its id is none
        return Report(place=one.place, game=header.game, status="refused", why=str(error))
    if there is not None:
        status, why = _compared(there, one.data, replace=replace)
    says = "; ".join(says for says in (why, one.torn, _no_day(header)) if says)
    return Report(place=one.place, log=header.log, game=header.game, status=status, why=says)


def _same_rows(other: str | None, log: str) -> str:
    """That the rows of a sheet are there already as another session: its day or a name was put right, perhaps."""
    if other in {None, log}:
        return ""
    return f"its rows are those of {other}; if that one was put right: upcard sessions --remove {other}"


def _no_day(header: Opened) -> str:
    """That the day in a header is none that there was, so that no question about days finds its hands."""
    return f"{header.at[:10]} is no day: questions about days leave it out" if header.at and not day_of(header) else ""


def _compared(there: bytes, data: bytes, *, replace: bool) -> tuple[Status, str]:
    if data == there:
        return "known", ""
    if data.startswith(there):
        return "extended", f"from line {_lines(there) + 1} on"
    if there.startswith(data):
        return "known", "the archive has more of it"
    says = _difference(there, data)
    if replace:
        return "replaced", says
    return "refused", f"{says}; --replace takes it instead"


def _difference(there: bytes, data: bytes) -> str:
    """The first line on which two logs differ, as it is in the archive and as it is now."""
    old, new = _told(there), _told(data)
    pairs = [*zip_longest(old[1:], new[1:], fillvalue=(0, b"nothing")), (old[0], new[0])]  # the header last
    differ = next((pair for pair in pairs if pair[0][1] != pair[1][1]), None)
    if differ is None:
        return "only its seals are others"
    (number, was), (other, now) = differ
    same = next((at for at, (old, new) in enumerate(zip(was, now, strict=False)) if old != new), 0)
    return f"line {number or other} was {_short(was, same)} and is {_short(now, same)}"


def _told(data: bytes) -> list[tuple[int, bytes]]:
    """The lines with their numbers, but for seals."""
    lines = enumerate(data.split(b"\n")[:-1], start=1)
    return [(number, line) for number, line in lines if not line.startswith(b'{"do":"sealed"')]


def _short(line: bytes, same: int) -> str:
    """A line, or of a long one what stands around the byte where it begins to differ."""
    start = max(0, same - _SHOWN_LETTERS // 2) if len(line) > _SHOWN_LETTERS else 0
    text = line[start : start + _SHOWN_LETTERS].decode("utf-8", "replace")
    return "..." * bool(start) + text + "..." * (start + _SHOWN_LETTERS < len(line))


def _lines(data: bytes) -> int:
    return data.count(b"\n")
