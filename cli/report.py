"""`upcard report`: an evening, a season or a person as one HTML file."""

from pathlib import Path
from typing import Annotated

import typer

from upcard.cli import completing
from upcard.cli.output import ARCHIVE, archive_path, progress, say, tell_of_unindexed
from upcard.engine.wording import counted


def report(
    session: Annotated[
        str | None,
        typer.Argument(
            metavar="SESSION",
            help="A session by its id or the beginning of it, or a day; none: the last day.",
            autocompletion=completing.SESSIONS,
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="P", help="All hands of a person.", autocompletion=completing.PEOPLE),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", help="Only this game.", autocompletion=completing.GAMES)] = None,
    season: Annotated[
        str | None,
        typer.Option("--season", metavar="S", help="A year, as 2013; or a club's year, as 2013/14, with --begins."),
    ] = None,
    begins: Annotated[
        int | None, typer.Option("--begins", min=1, max=12, help="The month in which a season begins.")
    ] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DAY", help="From this day on.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DAY", help="Up to and with this day.")] = None,
    least: Annotated[
        int | None,
        typer.Option("--least", min=1, metavar="N", help="Rank who played so many hands; in a season 10, else 1."),
    ] = None,
    out: Annotated[Path, typer.Option("-o", "--out", help="The file.")] = Path("report.html"),
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there and differs.")] = False,
    no_charts: Annotated[bool, typer.Option("--no-charts", help="Leave the charts out, which need an extra.")] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
) -> None:
    """Tell an evening, a season or a person's play in one HTML file: standings, curves, who beats whom, notable hands, findings.

    The file asks for nothing from anywhere and runs no script: it can be mailed, read on a phone and printed. Each figure leads to
    the hands it was counted from, in the same file. It needs the extra `report`: pip install 'upcard[report]'.

    Example: upcard report --season 2026 -o season.html
    """
    from upcard.pages.report.gathering import gathered
    from upcard.pages.report.page import drawings_of, page
    from upcard.pages.report.scoping import Asked, scope_of
    from upcard.records.archive.archive import Archive
    from upcard.records.long import Bytes
    from upcard.records.whole import put_there
    from upcard.schemas.errors import UsageError

    place = Archive(archive_path(archive))
    scope = scope_of(place, Asked(session, player, game, since, until, season, begins, least))
    with progress("report") as step:
        told = gathered(place, scope)
        if not told.games:
            raise UsageError(f"nothing was played: {scope.title}", hint="upcard sessions lists what there is")
        step("drawing")
        made = page(told, drawings_of(place, told), with_charts=not no_charts)
    tell_of_unindexed(place)
    put_there(out, Bytes.of(made.encode()), over=force)
    hands = sum(len(sheet.rows) for one in told.games for sheet in one.sheets)
    say(f"written: {out}, {scope.title}: {counted(hands, 'hand')}")
