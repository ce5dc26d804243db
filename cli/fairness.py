"""`upcard fairness`: whether the cards were dealt by chance."""

from pathlib import Path
from typing import Annotated, Any

import typer

from upcard.cli import completing
from upcard.cli.output import ARCHIVE, JSON, archive_path, put_rows, say, tell_of_unindexed


def fairness(
    game: Annotated[str | None, typer.Option("--game", help="Only this game.", autocompletion=completing.GAMES)] = None,
    dealer: Annotated[
        str | None,
        typer.Option(
            "--dealer", metavar="WHO", help="Only hands that this person dealt.", autocompletion=completing.PEOPLE
        ),
    ] = None,
    log: Annotated[
        str | None, typer.Option("--log", metavar="LOG", help="Only this session.", autocompletion=completing.SESSIONS)
    ] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DAY", help="From this day on.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DAY", help="Up to and with this day.")] = None,
    test: Annotated[
        str | None,
        typer.Option("--test", metavar="NAME", help="Only tests whose name has this in it; all are counted."),
    ] = None,
    hands: Annotated[bool, typer.Option("--hands", help="The hands behind the numbers, and those left out.")] = False,
    rate: Annotated[
        float, typer.Option("--rate", min=1e-9, max=0.5, help="How seldom a fair record may be called out.")
    ] = 0.001,
    every: Annotated[
        int,
        typer.Option(
            "--every", min=1, max=100_000, help="The bias to see: one card in so many hands is put where it is wanted."
        ),
    ] = 10,
    pace: Annotated[
        float, typer.Option("--pace", min=0.0, max=600.0, help="Seconds that an act takes at least.")
    ] = 1.0,
    columns: Annotated[bool, typer.Option("--columns", help="What the columns mean.")] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
    json: Annotated[bool, JSON] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Comma separated values.")] = False,
) -> None:
    """Tell whether deals were fair. Also whether one dealer stands out, and which evenings cannot have been. The least fair come first.

    Deals count that were written down when they were dealt, of all hands or of some seats; hands of which only the play is known
    are left out, as what is played is chosen, and are told of. With many tests made, some look odd by chance: `counted` says
    how likely the oddest of so many looks so, and the verdict goes by that.

    Example: upcard fairness --game court_piece --dealer ann
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.fairness.asking import COLUMNS, Asked, fairness, fairness_hands, in_short

    place = Archive(archive_path(archive))
    if columns:
        names: tuple[str, ...] = ("column", "says")
        rows: list[tuple[Any, ...]] = list(COLUMNS.items())
    else:
        asked = Asked(
            game=game, dealer=dealer, log=log, since=since, until=until, rate=rate, every=every, pace=pace, test=test
        )
        answer = fairness_hands(place, asked) if hands else fairness(place, asked)
        tell_of_unindexed(place)
        names, rows = answer.columns, list(answer.rows)
        if not hands and test is None:
            say(in_short(answer))
    put_rows(names, rows, json=json, csv=csv)
