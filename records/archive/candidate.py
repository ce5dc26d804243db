"""A log on its way into an archive: what would become of it there, and what the archive would have of it.

Everything here reads only, so that it can be done by a process of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Protocol

import msgspec

from upcard.engine.audit import Audit, Settled
from upcard.engine.effective import Standing, effective
from upcard.engine.kernel.ended import Ended
from upcard.engine.kernel.state import State
from upcard.engine.log import Log, Numbered
from upcard.records.archive.blob import Parted
from upcard.records.archive.facts import Facts, Rows, Stretch, day_of, rows_of
from upcard.records.archive.keeping import too_large
from upcard.records.archive.plays import Coded
from upcard.records.archive.store import LogStore
from upcard.records.logfile import Read, read_bytes
from upcard.records.long import Bytes, Long, alike
from upcard.records.parts import Part
from upcard.records.seals import Head
from upcard.records.unforeseen import InBlocks, judged, unforeseen
from upcard.schemas.codec import decode_line
from upcard.schemas.errors import FaultError, UnreadableError, UpcardError, UsageError, shortened
from upcard.schemas.events import Amended, Inserted, Opened, Retracted
from upcard.schemas.events.words import act_in_words
from upcard.schemas.findings import COUNTED, Finding
from upcard.schemas.safe import safe_text

Status = Literal["new", "known", "extended", "replaced", "refused", "unjudged", "skipped"]
"""skipped: a file of a folder that is no log and no score sheet."""
NOT_TAKEN: Final = {"refused": UpcardError.exit_code, "unjudged": FaultError.exit_code}
"""What becomes of a log that an archive does not take, with the exit code of it. unjudged: by a fault of Upcard."""

_SHOWN_LETTERS = 160
_AT_ONCE: Final = 20_000
"""So many events of a log that is not held are indexed at a time."""


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
    """What an archive has of a log, or of a stretch of one that is not held: its rows but for the plays that are codes and the
    blobs of its hands, these plays, what the blobs are made of, and how much was found.
    """

    rows: Rows
    plays: Coded
    hands: list[Parted]
    findings: int


class Candidate(msgspec.Struct, kw_only=True):
    """A log that may be taken in. place, data, head: as in `Read`; header: the one in force; torn: what is to be said of a last
    line that was not written whole; long: the log, if it is not held. read, made: the log, or its index, where they are at hand.
    left_out: where in its part the bytes are that came from there and were not sent back: from which to which.
    """

    place: str
    name: str
    header: Opened
    data: bytes
    head: Head
    torn: str
    read: Read | None
    made: Index | None = None
    long: Long | None = None
    left_out: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, read: Read | Long) -> "Candidate":
        """The candidate that was read."""
        if isinstance(read, Long):
            header = read.header
            return cls(
                place=read.place,
                name=header.log,
                header=header,
                data=b"",
                head=read.head,
                torn="",
                read=None,
                long=read,
            )
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
            self.made = _fit((rows, plays, hands), done.findings)
            self.read = None  # its memory is taken for the next log
        return self.made

    def indexes(self) -> Iterator[Index]:
        """The same stretch by stretch."""
        return iter([self.index()]) if self.long is None else stretches(self.long)

    @property
    def content(self) -> Bytes:
        """Its whole lines."""
        return Bytes.of(self.data) if self.long is None else self.long.content

    def ahead(self, store: LogStore | None, begin: int) -> "Candidate":
        """The same for another process that has its bytes, from this one of its part on; its index made unless this store has the log
        as it is.
        """
        with suppress(UpcardError):  # who takes it in will meet it
            if store is None or store.data(self.name) != self.data:
                self.index()
        return msgspec.structs.replace(self, read=None, data=b"", left_out=(begin, begin + len(self.data)))

    def of_part(self, part: Part) -> "Candidate":
        """The same with its bytes, as they stand in the part it came from."""
        assert part.data is not None
        return msgspec.structs.replace(self, data=part.data[slice(*self.left_out)], left_out=(0, 0))


def stretches(read: Long) -> Iterator[Index]:
    """What an archive has of a log that is not held, some hands at a time; the last of them has what it has of the log itself."""
    facts = Facts(Log(read.header, read.sat), read.src)
    judging, waiting = InBlocks(read), Waiting()
    for (events, settled), data in zip(judging.settled(), read.pieces(), strict=True):
        waiting.add(events, settled, data)
        if len(waiting.events) > _AT_ONCE and (some := waiting.over(judging.audit)) is not None:
            yield _fit(facts.of(some), some.findings)
    waiting.add([], judging.left(), b"")
    some = waiting.all(judging.audit)
    rows, plays, hands = facts.of(some)
    yield _fit(({**facts.of_all(read.head, judging.audit.state), **rows}, plays, hands), some.findings)


def _fit(made: tuple[Rows, Coded, list[Parted]], findings: Sequence[Finding]) -> Index:
    """The index of what was made of a log. Raises `UpcardError` for numbers that are too large for an archive."""
    if unfit := too_large(made[0]):
        raise UpcardError(unfit, hint="put the number right with upcard amend, and import again")
    return Index(*made, sum(found.kind in COUNTED for found in findings))


class Waiting:
    """What was read of a log that is not held, and judged, and is in no stretch yet."""

    def __init__(self) -> None:
        self.events = Standing()
        self._texts: list[bytes] = []
        self._begun: dict[int, int] = {}
        self._results: dict[int, Ended] = {}
        self._findings: list[Finding] = []
        self._step, self._line, self._first = 0, 1, 2

    def add(self, events: Sequence[Numbered], settled: Settled, data: bytes) -> None:
        """Take what follows. data: its lines."""
        self.events += events
        self._texts += data.split(b"\n")[:-1]
        self._begun.update(settled.begun)
        self._results.update({one.hand: one for one in settled.results})
        self._findings += settled.findings

    def over(self, done: Audit) -> Stretch | None:
        """The hands of which it is settled that they are over, and what was before them; None if there are none."""
        step = max(self._begun.values(), default=0)
        if step <= self._step + 1:
            return None
        following = self.events[step - self._step][0]
        some = self._until(step, following, step, done.state)
        self.events = Standing(self.events[step - self._step :])
        del self._texts[: following - self._line]
        self._begun = {hand: place for hand, place in self._begun.items() if place >= step}
        self._results = {hand: one for hand, one in self._results.items() if hand in self._begun}
        self._findings = []
        self._step, self._line, self._first = step, following, following
        return some

    def all(self, done: Audit) -> Stretch:
        """All that is left, to the end of the log."""
        step, end = self._step + len(self.events), self._line + len(self._texts)
        return self._until(step, end, done.state.step, done.state)._replace(over=True)

    def _until(self, step: int, end: int, over: int, state: State) -> Stretch:
        """The hands that began before a place among the events of the log. over: the place at which the last of them ends."""
        begins = sorted((place, hand) for hand, place in self._begun.items() if place < step)
        ends = [place for place, _ in begins[1:]] + [over]
        hands = [
            (hand, place - self._step, after - self._step) for (place, hand), after in zip(begins, ends, strict=True)
        ]
        return Stretch(
            events=Standing(self.events[: step - self._step]),
            told=Standing(),
            step=self._step,
            hands=hands,
            results=[*self._results.values()],
            findings=self._findings,
            texts=self._texts[: end - self._line],
            line=self._line,
            first=self._first,
            end=end,
            state=state,
            over=False,
        )


def ahead(store: Path | None, part: Part) -> list[Candidate] | None:
    """The candidates of a part, made by a process of its own, but for their bytes; None if something is wrong with it. store: see there."""
    folder = None if store is None else LogStore(store)
    try:
        return [Candidate.of(read).ahead(folder, read.offset - part.offset) for read in part.reads()]
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

    def content(self, name: str) -> Bytes | None:
        """The whole lines of a log, if it is there."""


def considered(one: Candidate, stores: Sequence[Holder], *, replace: bool, sheets: Mapping[str, str]) -> Report:
    """What would become of a log. stores: where it may be, looked up in this order; sheets: what else was made from sheets."""
    header = one.header
    status: Status = "new"
    why = _same_rows(sheets.get(header.source or ""), header.log)
    try:
        there = next((content for store in stores if (content := store.content(one.name)) is not None), None)
    except UsageError as error:  # its id is none
        return Report(place=one.place, game=header.game, status="refused", why=str(error))
    if there is not None:
        status, why = _compared(there, one.content, replace=replace)
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


def _compared(there: Bytes, now: Bytes, *, replace: bool) -> tuple[Status, str]:
    same = alike(there, now)
    if same == there.size == now.size:
        return "known", ""
    if same == there.size:
        before = sum(piece.count(b"\n") for piece in there.pieces())
        return "extended", f"from line {before + 1} on"
    if same == now.size:
        return "known", "the archive has more of it"
    says = _difference(there, now)
    if replace:
        return "replaced", says
    return "refused", f"{says}; --replace takes it instead"


def _difference(there: Bytes, now: Bytes) -> str:
    """The first line on which two logs differ, as it is in the archive and as it is now; the header, if no other does."""
    pairs = zip_longest(_told(there), _told(now), fillvalue=(0, b"nothing"))
    header = next(pairs)
    differ = next((pair for pair in pairs if pair[0][1] != pair[1][1]), header)
    (number, was), (other, is_now) = differ
    if was == is_now:
        return "only its seals are others"
    old, new = _in_words(was), _in_words(is_now)
    if old == new or not (old and new):
        same = next((at for at, (one, two) in enumerate(zip(was, is_now, strict=False)) if one != two), 0)
        old, new = _short(was, same), _short(is_now, same)
    return f"line {number or other} was {old} and is {new}"


def _in_words(line: bytes) -> str:
    """What a line says, with the row of the sheet that it was taken from; nothing of a header, an amendment, or what is no event."""
    try:
        event: Any = decode_line(line)
    except UnreadableError:
        return ""
    if isinstance(event, Opened | Amended | Inserted | Retracted):
        return ""
    row = f" (row {event.src} of the sheet)" if event.src else ""
    note = f": {event.note}" if event.note else ""
    return safe_text(f'"{shortened(act_in_words(event, whole=True) + note, _SHOWN_LETTERS)}"{row}')


def _told(content: Bytes) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers, but for seals."""
    lines = enumerate(content.lines(), start=1)
    return ((number, line) for number, line in lines if not line.startswith(b'{"do":"sealed"'))


def _short(line: bytes, same: int) -> str:
    """A line, or of a long one what stands around the byte where it begins to differ."""
    start = max(0, same - _SHOWN_LETTERS // 2) if len(line) > _SHOWN_LETTERS else 0
    text = line[start : start + _SHOWN_LETTERS].decode("utf-8", "replace")
    return "..." * bool(start) + text + "..." * (start + _SHOWN_LETTERS < len(line))
