"""`upcard record`: take down a session line by line, as it is played or from paper."""

from pathlib import Path
from typing import Annotated

import typer

from upcard.cli import completing
from upcard.cli.output import ARCHIVE, archive_path
from upcard.cli.simulate import OPTION, PRESET

OUT = typer.Option(
    "-o",
    "--out",
    metavar="OUT",
    help="The log, or the folder for it, made if it ends in a slash; a log that is there goes on.",
)
"""No path, which would lose the slash."""
GAME = typer.Argument(help="The game, such as court_piece; `upcard games` lists them.", autocompletion=completing.GAMES)
PLAYERS = typer.Option(metavar="A,B,...", help="Players as they sit, to the left; or how many.")
BUY_IN = typer.Option(min=0, help="Counters, or coins, that each player begins with.")
RESUME = typer.Option(help="Go on with this log.")
SHEET = typer.Option("--sheet", help="Rows of a score sheet, one line a hand.")
FULL = typer.Option("--full", help="Write all hands down.")
PUBLIC = typer.Option("--public", help="Write down what all saw (the usual).")
SEAT = typer.Option("--seat", min=0, help="Write the hand of this seat down, too.")
YES = typer.Option("--yes", "-y", help="Store breaches without asking.")
DRAW = typer.Option("--draw", help="Draw the table after every line.")
DATE = typer.Option("--date", metavar="DAY", help="The day it was played, such as 2026-11-20, if not today.")
PLACE = typer.Option("--place", help="Where it is played.")
NO_IMPORT = typer.Option("--no-import", help="Do not take the log into the archive when the session is closed.")


def record(
    game: Annotated[str | None, GAME] = None,
    *,
    players: Annotated[str | None, PLAYERS] = None,
    option: Annotated[list[str] | None, OPTION] = None,
    preset: Annotated[str | None, PRESET] = None,
    buy_in: Annotated[int | None, BUY_IN] = None,
    out: Annotated[str | None, OUT] = None,
    resume: Annotated[Path | None, RESUME] = None,
    sheet: Annotated[bool, SHEET] = False,
    full: Annotated[bool, FULL] = False,
    public: Annotated[bool, PUBLIC] = False,
    seat: Annotated[int | None, SEAT] = None,
    yes: Annotated[bool, YES] = False,
    draw: Annotated[bool, DRAW] = False,
    date: Annotated[str | None, DATE] = None,
    place: Annotated[str | None, PLACE] = None,
    no_import: Annotated[bool, NO_IMPORT] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
) -> None:
    """Record a session at the table. It asks for what is due, takes a card or a word, and stores each line before it asks again.

    When the session is closed, its log is taken into the archive. At a prompt, ? says what can be typed. Every line is on disk
    before the next is asked for, so that after a crash `upcard record --resume FILE` goes on where it was. Lines from a pipe are taken in the same way; a breach among
    them is stored and told on stderr, a line that cannot be read ends it with exit code 3. A line that cannot be judged,
    by a fault of Upcard, is not stored.

    Example: upcard record court_piece --players Ann,Bob,Cid,Dee
    """
    from upcard.cli.recorder.starting import Wishes, start

    levels, importing = (full, public, seat), not no_import
    wishes = Wishes(
        game, players, tuple(option or ()), preset, buy_in, out, resume, sheet, levels, yes, draw, date, place,
        archive_path(archive), importing,
    )  # fmt: skip
    code = start(wishes)
    if code:
        raise typer.Exit(code)
