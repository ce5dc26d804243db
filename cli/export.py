"""`upcard export`: logs out of the archive or out of files, as they stand, or redacted."""

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, TypeVar

import typer

from upcard.cli import completing
from upcard.cli.lake import LAKE, write_lake
from upcard.cli.output import ARCHIVE, SHORT_ID, put_bytes, say
from upcard.engine.wording import counted

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


def export(
    logs: Annotated[
        list[str],
        typer.Argument(
            metavar="LOG...", help="Logs, folders, - or ids in the archive.", autocompletion=completing.LOGS
        ),
    ],
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORM",
            help="What to make of them: log, csv, xlsx, html, text or lake.",
            autocompletion=completing.FORMS,
        ),
    ] = "log",
    public: Annotated[bool, typer.Option("--public", help="A copy with what all saw.")] = False,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="S", help="A copy with what this seat or player saw.")
    ] = None,
    hindsight: Annotated[
        bool, typer.Option("--hindsight", help="For html: hands with the cards that came to light later.")
    ] = False,
    ids: Annotated[bool, typer.Option("--ids", help="The ids of players in sheets, not their names.")] = False,
    out: Annotated[
        str | None, typer.Option("-o", "--out", help="The file, or the folder for several; made if it ends in a slash.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there and differs.")] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
) -> None:
    """Get logs out of the archive or out of files: as they stand, byte for byte, or a copy that hides what others held.

    A copy has an id of its own and names the log that it was made from; its lines are those of the original. Without -o
    all goes to standard output, one log after another. csv and xlsx are score sheets, a row a hand, as import takes them:
    for csv a sheet a log, for xlsx one workbook with them all. Players stand there by their names, and their ids beside them
    where these are others. html is a page that shows the table act by act in any browser, and asks for nothing from
    elsewhere; with --public or --seat nothing else is in it. text is a line an act, as `upcard replay --text` prints it.
    docs/sharing.md tells more.

    `--to lake DIR` writes the whole archive as Parquet files by table, game and month, which DuckDB, Polars and Spark read; what has not
    changed since stays as it is (docs/scale.md).

    Example: upcard export 0193c2a0 --public -o evening.jsonl
    """
    from upcard.cli.logs import many_logs, tell
    from upcard.schemas.errors import UsageError

    if to == LAKE:
        write_lake(logs, archive, plainly=not (public or ids or force or hindsight) and seat is None and out is None)
        return
    form = FORMS.get(to)
    if form is None:
        raise UsageError(f"nothing is exported to {to!r}", hint=f"--to {' or '.join([*FORMS, LAKE])}")
    if public and seat is not None:
        raise UsageError("wanted one of --public and --seat")
    if hindsight and to != "html":
        raise UsageError("hindsight is drawn in pages alone", hint="--to html")
    if to == "xlsx" and out is None and sys.stdout.isatty():
        raise UsageError("a workbook is nothing to show on a terminal", hint="-o FILE.xlsx writes it")
    failed: list[UpcardError] = []

    def remember(error: "UpcardError") -> None:
        tell(error)
        failed.append(error)

    pieces = form.pieces(many_logs(logs, archive, failed), How("public" if public else seat, ids, hindsight), remember)
    count = _print(pieces) if out is None else _write(pieces, out, remember, force=force)
    if failed:
        raise typer.Exit(max(error.exit_code for error in failed))
    if not count:
        raise UsageError("there is no log here", place=logs[0])


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


def _print(pieces: Iterable[Piece]) -> int:
    """Put all on standard output: bytes as they are, but on a terminal, which no sign of them may steer."""
    count = 0
    for piece in pieces:
        count += 1
        put_bytes(piece.data)
    return count


def _write(pieces: Iterator[Piece], out: str, failed: "Callable[[UpcardError], None]", *, force: bool) -> int:
    """Write the only piece to a file, or each to a file of its own in a folder. Returns how many there were."""
    from upcard.cli.recorder.setup import names_folder
    from upcard.records.storage import make_folder
    from upcard.records.whole import put_there
    from upcard.schemas.errors import UpcardError, UsageError

    target = Path(out)
    folder = names_folder(out) or target.is_dir()
    if folder:
        make_folder(target)
    else:
        some = list(islice(pieces, 2))
        if len(some) == 2:
            raise UsageError(
                "several logs do not go into one file of this kind", place=out, hint="a folder takes them: -o logs/"
            )
        pieces = iter(some)
    written: dict[Path, int] = {}
    count = 0
    for piece in pieces:
        count += 1
        path = target / piece.name if folder else target
        try:
            put_there(path, piece.data, over=force and path not in written)
        except UpcardError as error:
            failed(error)
        else:
            written[path] = len(piece.data)
    if written:
        size = _size(sum(written.values()))
        say(f"{counted(len(written), 'file')} in {out}, {size}" if folder else f"written: {out}, {size}")
    return count


def _size(number: int) -> str:
    """So many bytes, in words."""
    for unit, name in ((10**6, "MB"), (10**3, "kB")):
        if number >= unit:
            return f"{number / unit:.1f} {name}"
    return counted(number, "byte")
