"""`upcard amend`: put right what a scribe wrote wrongly, by an event that says so."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli import completing
from upcard.cli.output import ARCHIVE, JSON, archive_path

if TYPE_CHECKING:
    from upcard.cli.amender.asked import Asked
    from upcard.cli.amender.deciding import Wishes
    from upcard.cli.amender.storing import Target

LOG = typer.Argument(
    metavar="LOG",
    help="A log file; or a session of the archive, by its id, its beginning, or its day.",
    autocompletion=completing.LOGS,
)
WORDS = typer.Argument(metavar="[WORDS]", help="What should stand there, as the recorder takes it.")
HAND = typer.Option("--hand", min=1, help="In this hand.")
TRICK = typer.Option("--trick", min=1, help="In this trick of the hand.")
WAS = typer.Option("--was", metavar="WORDS", help="The act that stands there so.")
AT = typer.Option("--at", min=1, metavar="LINE", help="The line that was written wrongly.")
BEFORE = typer.Option("--before", min=2, metavar="LINE", help="Insert before this line.")
EVENT = typer.Option("--with", metavar="JSON", help="The event that should stand there, instead of words.")
RETRACT = typer.Option("--retract", help="It did not happen.")
WHY = typer.Option("--why", help="The reason.")
BY = typer.Option("--by", help="Who says so.")
YES = typer.Option("--yes", "-y", help="Store it also where it changes results or the kind of an act.")
DRY_RUN = typer.Option("--dry-run", help="Only say what would change.")


def amend(
    log: Annotated[str, LOG],
    words: Annotated[list[str] | None, WORDS] = None,
    hand: Annotated[int | None, HAND] = None,
    trick: Annotated[int | None, TRICK] = None,
    was: Annotated[str | None, WAS] = None,
    at: Annotated[int | None, AT] = None,
    before: Annotated[int | None, BEFORE] = None,
    event: Annotated[str | None, EVENT] = None,
    retract: Annotated[bool, RETRACT] = False,
    why: Annotated[str | None, WHY] = None,
    by: Annotated[str | None, BY] = None,
    yes: Annotated[bool, YES] = False,
    dry_run: Annotated[bool, DRY_RUN] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Put right what was written wrongly: a row, a card, any act. Nothing is lost: the old line stays, and --as-of reads it.

    --hand and --trick say where it is, WORDS what should stand there, as the recorder takes it; LOG alone opens a prompt, at
    which one looks, edits, and sees what would change. What changes is told before anything is stored: kinds of acts, hands,
    totals and findings, before and after. Where kinds of acts or results change it is stored if you say so: asked at a
    terminal, else with --yes. Exit code 6: not stored.

    Example: upcard amend 0193c2a0 --hand 3 --trick 5 "Bob Kd"
    """
    from upcard.cli.amender.asked import Asked
    from upcard.cli.amender.deciding import Wishes
    from upcard.cli.amender.places import Place
    from upcard.cli.amender.prompt import at_prompt
    from upcard.cli.amender.storing import Target

    asked = Asked(Place(at, hand, trick, was), before, " ".join(words or ()), event, retract)
    wishes = Wishes(yes=yes, dry_run=dry_run, json=json)
    asked.check()
    target = Target(log, archive_path(archive))
    code = at_prompt(target, wishes, why, by) if asked.nothing else _amended(target, asked, wishes, why, by)
    if code:
        raise typer.Exit(code)


def _amended(target: "Target", asked: "Asked", wishes: "Wishes", why: str | None, by: str | None) -> int:
    """Tell what a change that the command line says brings, and store it if that is wanted. The exit code."""
    from upcard.cli.amender.asked import amendments
    from upcard.cli.amender.deciding import decide, says_so_already
    from upcard.cli.amender.draft import Draft
    from upcard.cli.amender.places import signed
    from upcard.schemas.errors import UpcardError

    read = target.read()
    try:
        events = signed(amendments(asked, read), why, by)
    except UpcardError as error:
        raise (error if error.place == "--with" else error.at(str(target.path))) from None
    if not events:
        says_so_already(target, Draft(read), wishes)
        return 0
    line = asked.place.line or asked.before
    return decide(target, Draft(read).add(events, f"{target.path}:{line}" if line else str(target.path)), wishes)
