"""`upcard export`: logs out of the archive or out of files, as they stand, or redacted."""

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from upcard.cli import completing
from upcard.cli.forms import FORMS, How, Piece
from upcard.cli.lake import LAKE, write_lake
from upcard.cli.output import ARCHIVE, put_bytes, say
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from upcard.schemas.errors import UpcardError


LOGS: Final = typer.Argument(
    metavar="LOG...", help="Logs, folders, - or ids in the archive.", autocompletion=completing.LOGS
)
TO: Final = typer.Option(
    "--to",
    metavar="FORM",
    help=f"What to make of them: {', '.join(FORMS)} or {LAKE}.",
    autocompletion=completing.FORMS,
)
SEAT: Final = typer.Option("--seat", metavar="S", help="A copy with what this seat or player saw.")
HINDSIGHT: Final = typer.Option("--hindsight", help="For html: hands with the cards that came to light later.")
OUT: Final = typer.Option("-o", "--out", help="The file, or the folder for several; made if it ends in a slash.")


def export(
    logs: Annotated[list[str], LOGS],
    to: Annotated[str, TO] = "log",
    public: Annotated[bool, typer.Option("--public", help="A copy with what all saw.")] = False,
    seat: Annotated[str | None, SEAT] = None,
    hindsight: Annotated[bool, HINDSIGHT] = False,
    ids: Annotated[bool, typer.Option("--ids", help="The ids of players in sheets, not their names.")] = False,
    out: Annotated[str | None, OUT] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there and differs.")] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
) -> None:
    """Get logs out of the archive or out of files. As they stand, byte for byte, or a copy that hides what others held.

    A copy has an id of its own and names the log that it was made from; its lines are those of the original. Without -o
    all goes to standard output, one log after another. csv and xlsx are score sheets, a row a hand, as import takes them:
    for csv a sheet a log, for xlsx one workbook with them all. Players stand there by their names, and their ids beside them
    where these are others. html is a page that shows the table act by act in any browser, and asks for nothing from
    elsewhere; with --public or --seat nothing else is in it. text is a line an act, as `upcard replay --text` prints it.
    pbn is bridge notation, a board a hand, of games of tricks for four players with 52 cards (Court Piece); what it cannot
    hold is told. docs/sharing.md tells more.

    `--to lake DIR` writes the whole archive as Parquet files by table, game and month, which DuckDB, Polars and Spark read; what has not
    changed since stays as it is (docs/scale.md).

    Example: upcard export 0193c2a0 --public -o evening.jsonl
    """
    from upcard.cli.logs import long_logs
    from upcard.schemas.errors import UsageError

    if to == LAKE:
        write_lake(logs, archive, plainly=not (public or ids or force or hindsight) and seat is None and out is None)
        return
    _refuse_at_odds(to, out, both=public and seat is not None, hindsight=hindsight)
    failed: list[UpcardError] = []
    remember = _remembering(failed)
    how = How("public" if public else seat, ids, hindsight)
    pieces = FORMS[to].pieces(long_logs(logs, archive, failed), how, remember)
    count = _print(pieces) if out is None else _write(pieces, out, remember, force=force)
    if failed:
        raise typer.Exit(max(error.exit_code for error in failed))
    if not count:
        raise UsageError("there is no log here", place=logs[0], hint="upcard sessions lists those of the archive")


def _refuse_at_odds(to: str, out: str | None, *, both: bool, hindsight: bool) -> None:
    """Refuse what does not go together, before anything is read. both: whether two viewers are named."""
    from upcard.schemas.errors import UsageError

    if to not in FORMS:
        raise UsageError(f"nothing is exported to {to!r}", hint=f"--to {' or '.join([*FORMS, LAKE])}")
    if both:
        raise UsageError("wanted one of --public and --seat", hint="a copy is what all saw, or what one seat did")
    if hindsight and to != "html":
        raise UsageError("hindsight is drawn in pages alone", hint="--to html")
    if to == "xlsx" and out is None and sys.stdout.isatty():
        raise UsageError("a workbook is nothing to show on a terminal", hint="-o FILE.xlsx writes it")


def _remembering(failed: "list[UpcardError]") -> "Callable[[UpcardError], None]":
    """What tells of an error and goes on, for the exit code to be known at the end."""
    from upcard.cli.logs import tell

    def remember(error: "UpcardError") -> None:
        tell(error)
        failed.append(error)

    return remember


def _print(pieces: Iterable[Piece]) -> int:
    """Put all on standard output: bytes as they are, but on a terminal, which no sign of them may steer."""
    count = 0
    for piece in pieces:
        count += 1
        put_bytes(piece.data.pieces())
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
            written[path] = piece.data.size
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
