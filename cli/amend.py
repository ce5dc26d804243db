"""`upcard amend`: put right what a scribe wrote wrongly, by an event that says so."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.output import ARCHIVE, archive_path, put, say
from upcard.engine.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from upcard.engine.log import Log
    from upcard.records.archive.candidate import Candidate
    from upcard.schemas.events import Event


def amend(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A log file, or the beginning of an id in the archive.")],
    at: Annotated[
        int | None, typer.Option("--at", min=1, metavar="LINE", help="The line that was written wrongly.")
    ] = None,
    before: Annotated[
        int | None, typer.Option("--before", min=2, metavar="LINE", help="Insert before this line.")
    ] = None,
    event: Annotated[
        str | None, typer.Option("--with", metavar="JSON", help="The event that should stand there.")
    ] = None,
    retract: Annotated[bool, typer.Option("--retract", help="It did not happen.")] = False,
    why: Annotated[str | None, typer.Option("--why", help="The reason.")] = None,
    by: Annotated[str | None, typer.Option("--by", help="Who says so.")] = None,
    archive: Annotated[Path | None, ARCHIVE] = None,
) -> None:
    """Replace a line, retract it, or insert before it. Nothing is lost: the old line stays, and --as-of reads it.

    Example: upcard amend game.jsonl --at 17 --with '{"do":"played","seat":2,"card":"Kd"}' --why "misread"
    """
    from upcard.cli.logs import is_path
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.candidate import NOT_TAKEN
    from upcard.records.archive.fetching import find_log, stored_log
    from upcard.records.archive.importing import import_logs
    from upcard.records.logfile import read_log
    from upcard.schemas.errors import UpcardError

    change = _change(at, before, event, retract=retract, why=why, by=by)
    if is_path(log):
        _amend(Path(log), change, at or before or 1, {})
        return
    place = Archive(archive_path(archive))
    with place.reading() as connection:
        stored = stored_log(place, connection, find_log(connection, log))
    path = place.store.path(stored.log.header.log)
    with place.alone():
        _must_fit(path, change)
        _amend(path, change, at or before or 1, stored.names)
    for report in import_logs(place, [read_log(path)]):
        if report.status in NOT_TAKEN:
            raise UpcardError(f"it is amended in the log store, but not in the archive: {report.why}", place=str(path))
        say(f"archive: {counted(report.hands, 'hand')} of {report.log} indexed anew")


def _must_fit(path: Path, change: "Event") -> None:
    """Raises `UpcardError` if the archive could not hold the log with this amendment, and can as it is: nothing is written."""
    from upcard.records.archive.candidate import Candidate
    from upcard.records.logfile import read_bytes, read_log
    from upcard.schemas.codec import encode_line
    from upcard.schemas.errors import UpcardError

    old = read_log(path)
    try:
        Candidate.of(read_bytes(old.data + encode_line(change) + b"\n", old.place)).index()
    except UpcardError:
        if _fits(Candidate.of(old)):
            raise


def _fits(one: "Candidate") -> bool:
    """Whether the archive can hold a log."""
    from upcard.schemas.errors import UpcardError

    try:
        one.index()
    except UpcardError:
        return False
    return True


def _change(
    at: int | None, before: int | None, event: str | None, *, retract: bool, why: str | None, by: str | None
) -> "Event":
    from upcard.schemas.codec import decode_line
    from upcard.schemas.errors import UnreadableError, UsageError
    from upcard.schemas.events import Amended, Inserted, Retracted

    hint = "--at LINE --with JSON, --at LINE --retract, or --before LINE --with JSON"
    if (at is None) == (before is None) or (event is None) == (not retract) or (retract and at is None):
        raise UsageError("one change at a time", hint=hint)
    if retract:
        return Retracted(line=at or 1, why=why, by=by)
    try:
        written = decode_line((event or "").encode(errors="surrogateescape"), "--with")
    except UnreadableError as error:
        raise UsageError(
            error.message, place=error.place, hint=error.hint or "an event as a line of a log has it"
        ) from None
    if before is not None:
        return Inserted(before=before, event=written, why=why, by=by)
    return Amended(line=at or 1, event=written, why=why, by=by)


def _amend(path: Path, change: "Event", line: int, names: "dict[str, str]") -> None:
    """Write the amendment, and tell what stood there, what stands there now, and how the findings changed.

    names: of the archive the log is in.
    """
    from upcard.cli.names import named
    from upcard.cli.telling import describe, said_on
    from upcard.engine.effective import effective, problems, says
    from upcard.engine.log import Log
    from upcard.records.logfile import LogWriter, read_log
    from upcard.schemas.errors import UsageError

    old = read_log(path)
    tried = Log(old.log.header, [*old.log.events, (old.lines + 1, change)])
    known = problems(old.log)
    for number, fault in problems(tried):
        if (number, fault) not in known:
            at = line if number in {line, old.lines + 1} else number
            raise UsageError(fault, place=f"{path}:{at}", hint="what cannot be followed would be lost")
    with LogWriter.open(path) as writer:
        if writer.next_line != old.lines + 1:
            raise UsageError("the log has grown meanwhile", place=str(path), hint="try again")
        if writer.recovered is not None:
            say(f"note: {writer.recovered.says}")
        written = writer.append(change)
    new = read_log(path)
    header, events = named(effective(new.log), names)
    players = list(header.seats)
    for number in _lines(old.log, line):
        for label, one in (("was", old), ("is ", new)):
            put(f"line {number} {label}: {said_on(says(one.log, number), players)}")
    inserted = dict(events).get(written)
    if inserted is not None:
        put(f"before it: {describe(inserted, players)}")
    _compare(old.log, new.log, names)


def _lines(log: "Log", line: int) -> "Iterator[int]":
    """The line that is amended; and, as it is an amendment itself, the line that this was about."""
    from upcard.engine.effective import says
    from upcard.schemas.events import Amended, Retracted

    yield line
    act = says(log, line)
    if isinstance(act, Amended | Retracted):
        yield from _lines(log, act.line)


def _compare(old: "Log", new: "Log", names: "dict[str, str]") -> None:
    from upcard.cli.names import named
    from upcard.cli.telling import told
    from upcard.engine.effective import effective
    from upcard.engine.sitting import Sitting
    from upcard.records.unforeseen import judged
    from upcard.schemas.errors import UpcardError

    try:
        before = judged(old, "").findings
    except UpcardError as error:
        put(f"it could not be judged before: {error.message}")
        before = []
    try:
        after = judged(new, "").findings
    except UpcardError as error:
        put(f"it cannot be judged now: {error.message}")
        return
    pairs = (
        (before, Sitting(named(effective(old), names))),
        (after, Sitting(named(effective(new), names))),
    )
    was, now = ({told(found, sitting.at(found.at)) for found in findings} for findings, sitting in pairs)
    for text in sorted(was - now):
        put(f"no longer found: {text}")
    for text in sorted(now - was):
        put(f"found now: {text}")
    if was == now:
        put("the findings are the same")
