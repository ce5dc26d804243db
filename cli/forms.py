"""What logs are exported as: what `upcard export --to` names, and how each is made of logs."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from upcard.cli.output import SHORT_ID

if TYPE_CHECKING:
    from upcard.records.exporters.grids import Plain
    from upcard.records.logfile import Read
    from upcard.records.long import Bytes, Long
    from upcard.schemas.errors import UpcardError


T = TypeVar("T")


class Piece(NamedTuple):
    """What one file holds. name: of that file, where it comes into a folder."""

    name: str
    data: "Bytes"


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
    pieces: "Callable[[Iterable[Read | Long], How, Callable[[UpcardError], None]], Iterator[Piece]]"


def _meant(
    reads: "Iterable[Read | Long]",
    how: How,
    failed: "Callable[[UpcardError], None]",
    make: "Callable[[Read | Long], T]",
) -> "Iterator[T]":
    """What is made of each log, redacted if a seat is named; what is wrong with one is told, and the others go on."""
    from upcard.cli.show import viewer_of
    from upcard.records.names import header_called
    from upcard.records.redacted import redacted_copy
    from upcard.schemas.errors import UpcardError

    for read in reads:
        try:
            viewer = viewer_of(how.seat, header_called(read))
            yield make(read if viewer is None else redacted_copy(read, viewer))
        except UpcardError as error:
            failed(error if error.place else error.at(read.place))


def _grid(read: "Read | Long", how: How, tables: "Counter[object]") -> "list[list[Plain]]":
    """A log as a sheet, players by their names and their ids beside them where these are others; or by their ids alone. tables: how
    many sessions of each day and table there were before.
    """
    from upcard.cli.watching import watched
    from upcard.records.exporters.grids import grid_of
    from upcard.records.exporters.hands import rows_of
    from upcard.records.unforeseen import each

    seen = watched(read, lambda _header: None, ids=how.ids)
    judging = seen.judging()
    ids = {name: player for player, name in seen.names.items() if name != player}
    table = (seen.header.game, seen.header.at and seen.header.at[:10], seen.header.seats)
    tables[table] += 1
    return grid_of(seen.header, each(rows_of(judging, seen.sitting), judging), ids, tables[table])


def _stem(read: "Read | Long") -> str:
    """The name of the file of a log, as the log store names it, without its end."""
    from upcard.records.archive.store import file_of

    return Path(file_of(read.header.log)).stem


def _logs(reads: "Iterable[Read | Long]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as logs, each for a file of its own."""
    return _meant(reads, how, failed, lambda read: Piece(f"{_stem(read)}.jsonl", read.content))


def _csv(reads: "Iterable[Read | Long]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as sheets in text, each for a file of its own."""
    from upcard.cli.safe import csv_cell
    from upcard.records.exporters.files import csv_bytes
    from upcard.records.long import Bytes

    tables: Counter[object] = Counter()

    def piece(read: "Read | Long") -> Piece:
        return Piece(f"{_stem(read)}.csv", Bytes.of(csv_bytes(_grid(read, how, tables), csv_cell)))

    return _meant(reads, how, failed, piece)


def _xlsx(reads: "Iterable[Read | Long]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as the sheets of one workbook."""
    from upcard.cli.safe import safe_text
    from upcard.records.exporters.files import xlsx_bytes
    from upcard.records.long import Bytes

    tables: Counter[object] = Counter()
    sheets = list(_meant(reads, how, failed, lambda read: (_sheet_name(read), _grid(read, how, tables))))
    if sheets:
        yield Piece("sheets.xlsx", Bytes.of(xlsx_bytes(sheets, safe_text)))


def _html(reads: "Iterable[Read | Long]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as pages to step through, each for a file of its own."""
    from upcard.cli.evening import page_of
    from upcard.records.reading import held

    def piece(read: "Read | Long") -> Piece:
        return Piece(f"{_stem(read)}.html", page_of(held(read), hindsight=how.hindsight))

    return _meant(reads, how, failed, piece)


def _text(reads: "Iterable[Read | Long]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as transcripts, each for a file of its own."""
    from upcard.cli.frames import frames_in, transcribed
    from upcard.cli.watching import watched
    from upcard.records.long import laid_aside
    from upcard.records.unforeseen import each

    def piece(read: "Read | Long") -> Piece:
        seen = watched(read, lambda _header: None)
        judging = seen.judging()
        lines = transcribed(seen.header, seen.sitting, each(frames_in(judging), judging))
        return Piece(f"{_stem(read)}.txt", laid_aside(f"{line}\n".encode() for line in lines))

    return _meant(reads, how, failed, piece)


def _pbn(reads: "Iterable[Read | Long]", how: How, failed: "Callable[[UpcardError], None]") -> Iterator[Piece]:
    """Logs as boards of bridge notation, each for a file of its own; what these cannot hold is told, too."""
    from upcard.cli.output import say
    from upcard.cli.telling import describe, told
    from upcard.cli.watching import watched
    from upcard.engine.effective import AMENDMENTS
    from upcard.engine.game import find
    from upcard.engine.log import Log
    from upcard.records.exporters.pbn import Words, boards_of, refuse_no_boards
    from upcard.records.long import Bytes
    from upcard.records.reading import held

    def piece(read: "Read | Long") -> Piece:
        refuse_no_boards(find(read.header.game))
        whole = held(read)
        seen = watched(whole, lambda _header: None, ids=how.ids)
        judging = seen.judging()
        events = [one for some, _ in judging.settled() for one in some]
        amended = sum(type(event) in AMENDMENTS for _, event in whole.log.events)
        with judging.foreseen():
            boards = boards_of(Log(seen.header, events), judging.audit, Words(describe, told), amended=amended)
        say(f"note: {read.place}: not in its boards: {'; '.join(boards.lost)}")
        return Piece(f"{_stem(read)}.pbn", Bytes.of(boards.text.encode()))

    return _meant(reads, how, failed, piece)


def _sheet_name(read: "Read | Long") -> str:
    header = read.header
    return f"{header.game} {header.at[:10] if header.at else header.log[:SHORT_ID]}"


FORMS: Final[dict[str, Form]] = {
    "log": Form("a log as it stands, or a copy of it", _logs),
    "csv": Form("a score sheet, as text", _csv),
    "xlsx": Form("score sheets, as a workbook", _xlsx),
    "html": Form("a page to step through, in a browser", _html),
    "text": Form("a line an act, to read", _text),
    "pbn": Form("boards of bridge notation, of games that fit it", _pbn),
}
"""What `--to` takes."""
