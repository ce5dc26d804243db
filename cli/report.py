"""`upcard report`: an evening, a season or a person as one HTML file."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from upcard.cli import completing
from upcard.cli.output import ARCHIVE, archive_path, progress, say, tell_of_unindexed
from upcard.cli.query import QUESTIONS
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from upcard.pages.report.gathering import Gathered
    from upcard.records.archive.archive import Archive


SESSION = typer.Argument(
    metavar="SESSION",
    help="A session by its id or the beginning of it, or a day; none: the last day.",
    autocompletion=completing.SESSIONS,
)
PLAYER = typer.Option("--player", metavar="P", help="All hands of a person.", autocompletion=completing.PEOPLE)
GAME = typer.Option("--game", help="Only this game.", autocompletion=completing.GAMES)
SEASON = typer.Option(
    "--season",
    metavar="S",
    help="A year, as 2013; or a club's year, as 2013/14, with --begins.",
    autocompletion=completing.SEASONS,
)
BEGINS = typer.Option("--begins", min=1, max=12, help="The month in which a season begins.")
SINCE = typer.Option("--since", metavar="DAY", help="From this day on.", autocompletion=completing.DAYS)
UNTIL = typer.Option("--until", metavar="DAY", help="Up to and with this day.", autocompletion=completing.DAYS)
LEAST = typer.Option("--least", min=1, metavar="N", help="Rank who played so many hands; in a season 10, else 1.")
OUT = typer.Option("-o", "--out", help="The file.")
FORCE = typer.Option("--force", help="Write over a file that is there and differs.")
NO_CHARTS = typer.Option("--no-charts", help="Leave the charts out, which need an extra.")
REPLAYS = typer.Option(
    "--replays", metavar="DIR", help="Write pages that replay the sessions of notable hands there, and link them."
)


def report(
    session: Annotated[str | None, SESSION] = None,
    player: Annotated[str | None, PLAYER] = None,
    game: Annotated[str | None, GAME] = None,
    season: Annotated[str | None, SEASON] = None,
    begins: Annotated[int | None, BEGINS] = None,
    since: Annotated[str | None, SINCE] = None,
    until: Annotated[str | None, UNTIL] = None,
    least: Annotated[int | None, LEAST] = None,
    out: Annotated[Path, OUT] = Path("report.html"),
    force: Annotated[bool, FORCE] = False,
    no_charts: Annotated[bool, NO_CHARTS] = False,
    replays: Annotated[Path | None, REPLAYS] = None,
    questions: Annotated[Path | None, QUESTIONS] = None,
    archive: Annotated[Path | None, ARCHIVE] = None,
) -> None:
    """Tell an evening, a season or a person's play in one page. It is an HTML file: standings, curves, who beats whom, notable hands, findings.

    The file asks for nothing from anywhere and runs no script: it can be mailed, read on a phone and printed. Each figure leads to
    the hands it was counted from, in the same file. Questions of your own that have a chart are drawn as Upcard's are.
    It needs the extra `report`: pip install 'upcard[report]'.

    Example: upcard report --season 2026 -o season.html
    """
    from upcard.pages.report.gathering import gathered
    from upcard.pages.report.scoping import Asked, scope_of
    from upcard.records.archive.archive import Archive
    from upcard.schemas.errors import UsageError

    if out.is_dir():
        raise UsageError("this is a folder; wanted a file", place=str(out), hint="such as -o report.html")
    place = Archive(archive_path(archive))
    scope = scope_of(place, Asked(session, player, game, since, until, season, begins, least))
    with progress("report") as step:
        told = gathered(place, scope, questions)
        if not told.games:
            raise UsageError(f"nothing was played: {scope.title}", hint="upcard sessions lists what there is")
        step("drawing")
        _write(place, told, out, replays, force=force, with_charts=not no_charts)
    tell_of_unindexed(place)
    for error in told.failed:
        say(f"note: {error}")
    hands = sum(len(sheet.rows) for one in told.games for sheet in one.sheets)
    say(f"written: {out}, {scope.title}: {counted(hands, 'hand')}")


def _write(
    place: "Archive", told: "Gathered", out: Path, replays: Path | None, *, force: bool, with_charts: bool
) -> None:
    """Write the page, and before it those to which it leads: a report that cannot be written leaves none behind."""
    from upcard.pages.report.page import drawings_of, page
    from upcard.records.long import Bytes
    from upcard.records.whole import is_there, put_there

    drawings = drawings_of(told)
    logs = dict.fromkeys(one.log for some in drawings.values() for one in some)
    pages = {} if replays is None else {log: replays / f"{place.store.path(log).stem}.html" for log in logs}
    links = {log: _way(path, out) for log, path in pages.items()}
    made = Bytes.of(page(told, drawings, with_charts=with_charts, replays=links).encode())
    is_there(out, made, over=force)
    with _replays(place, pages, over=force):
        put_there(out, made, over=force)


def _way(path: Path, out: Path) -> str:
    """The address of a page as it is reached from the report: from folder to folder, where a way leads there."""
    try:
        return quote(Path(os.path.relpath(path.resolve(), out.resolve().parent)).as_posix())
    except ValueError:  # they lie on two drives
        return path.resolve().as_uri()


@contextmanager
def _replays(place: "Archive", pages: Mapping[str, Path], *, over: bool) -> Iterator[None]:
    """Write for each of these sessions a page, which replays it. None that was not there is left, if the rest of the work fails."""
    from upcard.cli.evening import page_of
    from upcard.records.archive.fetching import stored_log
    from upcard.records.storage import make_folder
    from upcard.records.whole import put_there

    made: list[Path] = []
    try:
        for log, path in pages.items():
            make_folder(path.parent)
            with place.reading() as connection:
                read = stored_log(place, connection, log)
            made += [] if path.exists() else [path]
            put_there(path, page_of(read), over=over)
        yield
    except BaseException:
        for path in made:
            with suppress(OSError):
                path.unlink()
        raise
