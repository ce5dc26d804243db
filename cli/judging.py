"""What is found in many logs, in their order; by several processes if asked."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from upcard.engine.log import Log
    from upcard.records.logfile import Read
    from upcard.records.long import Long
    from upcard.records.parts import Part
    from upcard.schemas.errors import UpcardError
    from upcard.schemas.findings import Doubt, Finding


class How(NamedTuple):
    """as_of: read what stood after this line; doubts: tell what the record cannot tell yet too."""

    as_of: int | None = None
    doubts: bool = False


Row = dict[str, Any]
Found = Iterable[Row] | None
"""What is found in a log; None if it cannot be judged."""


def found_in(
    texts: Sequence[str],
    archive: Path | None,
    failed: "list[UpcardError]",
    how: How,
    jobs: int,
    at: str | None = None,
) -> Iterator[Iterable[Row]]:
    """What is found in each log. failed: what could not be read, also told; at: the cluster that judges, if not this machine."""
    from upcard.records.clusters import cluster
    from upcard.records.several import in_order, processes

    alone = partial(_rows_or_told, how, failed)
    with processes(jobs) if at is None else cluster(at) as several:
        if several is None:
            found: Iterable[Found] = map(alone, _logs(texts, archive, failed, held=how.as_of is not None))
        else:
            again = partial(_again, how, archive, failed)
            found = in_order(_parts(texts), several, partial(_judged, how), alone, again)
        yield from (rows for rows in found if rows is not None)


def _logs(
    texts: Sequence[str], archive: Path | None, failed: "list[UpcardError]", *, held: bool
) -> "Iterator[Read | Long]":
    from upcard.cli.logs import long_logs, many_logs

    return many_logs(texts, archive, failed) if held else long_logs(texts, archive, failed)


def _again(how: How, archive: Path | None, failed: "list[UpcardError]", file: str) -> "Iterator[Read | Long]":
    return _logs([file], archive, failed, held=how.as_of is not None)


def _rows_or_told(how: How, failed: "list[UpcardError]", read: "Read | Long") -> Found:
    """What is found in a log; None if it cannot be judged, which is told and remembered."""
    from upcard.cli.logs import tell
    from upcard.records.long import Long
    from upcard.schemas.errors import UpcardError

    try:
        if isinstance(read, Long):
            return _as_found(how, failed, read)
        return rows_of(how, read)
    except UpcardError as error:
        tell(error)
        failed.append(error)
        return None


def _as_found(how: How, failed: "list[UpcardError]", read: "Long") -> Iterator[Row]:
    """What is found in a log that is not held, as it is found; that it cannot be judged to its end is told and remembered."""
    from upcard.cli.logs import in_header, tell
    from upcard.engine.log import Log
    from upcard.records.unforeseen import InBlocks
    from upcard.schemas.errors import UpcardError, UsageError

    log, kept = Log(read.header, read.sat), []
    try:
        judging = InBlocks(read)
        for _, told in judging.settled():
            yield from _rows(read, log, told.findings, [])
            kept += told.doubts if how.doubts else []
        left = judging.left()
        yield from _rows(read, log, left.findings, [*kept, *left.doubts] if how.doubts else [])
    except UpcardError as error:
        wrong = in_header(error, f"{read.place}:{read.line}") if isinstance(error, UsageError) else error
        tell(wrong)
        failed.append(wrong)


def _parts(texts: Sequence[str]) -> "Iterator[Part]":
    """The parts of all files; what is no file is read where its turn comes, so that what is wrong is told in order."""
    from upcard.cli.logs import is_path
    from upcard.records.parts import Part, parts

    for text in texts:
        yield from parts(text) if is_path(text) and text != "-" else [Part(text, None)]


def _judged(how: How, part: "Part") -> list[Found] | None:
    """What is found in each log of a part; None if something is wrong with it."""
    from upcard.schemas.errors import UpcardError

    try:
        return [rows_of(how, read) for read in part.reads()]
    except UpcardError:
        return None


def rows_of(how: How, read: "Read") -> list[dict[str, Any]]:
    """The findings of a log as rows. Raises `UnreadableError` if its header is no table of its game."""
    from upcard.cli.logs import in_header
    from upcard.engine.effective import effective
    from upcard.records.unforeseen import judged, unforeseen
    from upcard.schemas.errors import UsageError

    place = f"{read.place}:{read.line}" if read.line > 1 else read.place
    try:
        with unforeseen(place, read.log):
            log = read.log if how.as_of is None else effective(read.log, how.as_of)
            done = judged(log, place)
            doubts = done.doubts if how.doubts else []
    except UsageError as error:
        raise in_header(error, f"{read.place}:{read.line}") from None
    return list(_rows(read, effective(log), done.findings, doubts))


def _rows(
    read: "Read | Long", standing: "Log", findings: "Iterable[Finding]", doubts: "Iterable[Doubt]"
) -> Iterator[Row]:
    """Rows of what was found. standing: the log in force, or of it those who sat down."""
    from upcard.cli.telling import told, told_doubt
    from upcard.engine.sitting import Sitting
    from upcard.records.names import named

    header, sitting = standing.header, Sitting(named(standing, read.names))
    about = {"place": read.place, "log": header.log, "game": header.game}
    where = f"log from line {read.line} on: " if read.line > 1 else ""
    for one in findings:
        yield {**about, **_plain(one), "text": where + told(one, sitting.whose(one.at))}
    for open_ in doubts:
        text = where + told_doubt(open_, sitting.whose(open_.at))
        yield {**about, "kind": "doubt", **_plain(open_), "text": text}


def _plain(value: Any) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain
