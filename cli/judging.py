"""What is found in many logs, in their order; by several processes if asked."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from upcard.records.logfile import Read
    from upcard.records.parts import Part
    from upcard.schemas.errors import UpcardError


class How(NamedTuple):
    """as_of: read what stood after this line; doubts: tell what the record cannot tell yet too."""

    as_of: int | None = None
    doubts: bool = False


Rows = list[dict[str, Any]]


def found_in(
    texts: Sequence[str], archive: Path | None, failed: "list[UpcardError]", how: How, jobs: int
) -> Iterator[Rows]:
    """What is found in each log. failed: what could not be read, also told."""
    from upcard.cli.logs import many_logs
    from upcard.records.several import in_order, processes

    alone = partial(_rows_or_told, how, failed)
    with processes(jobs) as several:
        if several is None:
            found: Iterable[Rows | None] = map(alone, many_logs(texts, archive, failed))
        else:
            again = partial(_again, archive, failed)
            found = in_order(_parts(texts), several, partial(_judged, how), alone, again)
        yield from (rows for rows in found if rows is not None)


def _again(archive: Path | None, failed: "list[UpcardError]", file: str) -> "Iterator[Read]":
    from upcard.cli.logs import many_logs

    return many_logs([file], archive, failed)


def _rows_or_told(how: How, failed: "list[UpcardError]", read: "Read") -> Rows | None:
    """What is found in a log; None if it cannot be judged, which is told and remembered."""
    from upcard.cli.logs import tell
    from upcard.schemas.errors import UpcardError

    try:
        return rows_of(how, read)
    except UpcardError as error:
        tell(error)
        failed.append(error)
        return None


def _parts(texts: Sequence[str]) -> "Iterator[Part]":
    """The parts of all files; what is no file is read where its turn comes, so that what is wrong is told in order."""
    from upcard.cli.logs import is_path
    from upcard.records.parts import Part, parts

    for text in texts:
        yield from parts(text) if is_path(text) and text != "-" else [Part(text, None)]


def _judged(how: How, part: "Part") -> list[Rows | None] | None:
    """What is found in each log of a part; None if something is wrong with it."""
    from upcard.schemas.errors import UpcardError

    try:
        return [rows_of(how, read) for read in part.reads()]
    except UpcardError:
        return None


def rows_of(how: How, read: "Read") -> list[dict[str, Any]]:
    """The findings of a log as rows. Raises `UnreadableError` if its header is no table of its game."""
    from upcard.cli.logs import in_header
    from upcard.cli.names import named
    from upcard.cli.telling import told, told_doubt
    from upcard.engine.effective import effective
    from upcard.engine.sitting import Sitting
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
    standing = effective(log)
    header, sitting = standing.header, Sitting(named(standing, read.names))
    where = f"log from line {read.line} on: " if read.line > 1 else ""
    rows = [
        {
            "place": read.place,
            "log": header.log,
            "game": header.game,
            **_plain(one),
            "text": where + told(one, sitting.at(one.at)),
        }
        for one in done.findings
    ]
    rows += [
        {
            "place": read.place,
            "log": header.log,
            "game": header.game,
            "kind": "doubt",
            **_plain(one),
            "text": where + told_doubt(one, sitting.at(one.at)),
        }
        for one in doubts
    ]
    return rows


def _plain(value: Any) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain
