"""What logs are exported as: what `upcard export --to` names, and how each is made of logs."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from upcard.cli.output import SHORT_ID

if TYPE_CHECKING:
    from upcard.records.exporters.grids import Plain
    from upcard.records.logfile import Read
    from upcard.schemas.errors import UpcardError


T = TypeVar("T")


class Piece(NamedTuple):
    """What one file holds. name: of that file, where it comes into a folder."""

    name: str
    data: bytes


class How(NamedTuple):
    """seat: for whom each log is redacted (`public`: for all), if for anybody; ids: whether sheets have ids for names;
    hindsight: whether hands are drawn with what came to light later.
    """

    seat: str | None
    ids: bool
    hindsight: bool


class Form(NamedTuple):
    """One of the things that `--to` names. says: what it is, in a few words; pieces: makes them of the logs; what is wrong with
    one of them is told and remembered by `failed`, and the others go on.
    """

    says: str
    pieces: "Callable[[Iterable[Read], How, Callable[[UpcardError], None]], Iterator[Piece]]"


def _meant(
    reads: "Iterable[Read]", how: How, failed: "Callable[[UpcardError], None]", make: "Callable[[Read], T]"
) -> "Iterator[T]":
    """What is made of each log, redacted if a seat is named; what is wrong with one is told, and the others go on."""
    from upcard.cli.names import named
    from upcard.cli.show import viewer_of
    from upcard.engine.effective import effective
    from upcard.records.redacted import redacted_copy
    from upcard.schemas.errors import UpcardError

    for read in reads:
        try:
            viewer = viewer_of(how.seat, named(effective(read.log), read.names).header)
            yield make(read if viewer is None else redacted_copy(read, viewer))
        except UpcardError as error:
            failed(error if error.place else error.at(read.place))


def _grid(read: "Read", how: How) -> "list[list[Plain]]":
    """A log as a sheet, players by their names and their ids beside them where these are others; or by their ids alone."""
    from upcard.cli.names import named, names_of
    from upcard.engine.effective import effective
    from upcard.records.exporters.grids import grid_of

    standing = effective(read.log)
    if how.ids:
        return grid_of(standing)
    ids = {name: player for player, name in names_of(standing, read.names).items() if name != player}
    return grid_of(named(standing, read.names), ids)


def _stem(read: "Read") -> str:
    """The name of the file of a log, as the log store names it, without its end."""
    from upcard.records.archive.store import LogStore

    return LogStore(Path()).path(read.log.header.log).stem


def _logs(reads: "Iterable[Read]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as logs, each for a file of its own."""
    return _meant(reads, how, failed, lambda read: Piece(f"{_stem(read)}.jsonl", read.data))


def _csv(reads: "Iterable[Read]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as sheets in text, each for a file of its own."""
    from upcard.cli.safe import csv_cell
    from upcard.records.exporters.files import csv_bytes

    return _meant(reads, how, failed, lambda read: Piece(f"{_stem(read)}.csv", csv_bytes(_grid(read, how), csv_cell)))


def _xlsx(reads: "Iterable[Read]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as the sheets of one workbook."""
    from upcard.cli.safe import safe_text
    from upcard.records.exporters.files import xlsx_bytes

    sheets = list(_meant(reads, how, failed, lambda read: (_sheet_name(read), _grid(read, how))))
    if sheets:
        yield Piece("sheets.xlsx", xlsx_bytes(sheets, safe_text))


def _html(reads: "Iterable[Read]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as pages to step through, each for a file of its own."""
    from upcard.cli.evening import page_of

    return _meant(
        reads, how, failed, lambda read: Piece(f"{_stem(read)}.html", page_of(read, hindsight=how.hindsight).encode())
    )


def _text(reads: "Iterable[Read]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as transcripts, each for a file of its own."""
    from upcard.cli.frames import transcript
    from upcard.cli.logs import standing
    from upcard.cli.names import named

    def piece(read: "Read") -> Piece:
        lines = transcript(named(standing(read), read.names))
        return Piece(f"{_stem(read)}.txt", "".join(f"{line}\n" for line in lines).encode())

    return _meant(reads, how, failed, piece)


def _sheet_name(read: "Read") -> str:
    header = read.log.header
    return f"{header.game} {header.at[:10] if header.at else header.log[:SHORT_ID]}"


FORMS: Final[dict[str, Form]] = {
    "log": Form("a log as it stands, or a copy of it", _logs),
    "csv": Form("a score sheet, as text", _csv),
    "xlsx": Form("score sheets, as a workbook", _xlsx),
    "html": Form("a page to step through, in a browser", _html),
    "text": Form("a line an act, to read", _text),
}
"""What `--to` takes."""
