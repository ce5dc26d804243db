"""`upcard amend`: put right what a scribe wrote wrongly, by an event that says so."""

from pathlib import Path
from typing import Annotated

import typer

from upcard.cli.output import ARCHIVE, JSON, archive_path


def amend(
    log: Annotated[
        str,
        typer.Argument(
            metavar="LOG", help="A log file; or a session of the archive, by its id, its beginning, or its day."
        ),
    ],
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]", help="What should stand there, as the recorder takes it.")
    ] = None,
    hand: Annotated[int | None, typer.Option("--hand", min=1, help="In this hand.")] = None,
    trick: Annotated[int | None, typer.Option("--trick", min=1, help="In this trick of the hand.")] = None,
    was: Annotated[str | None, typer.Option("--was", metavar="WORDS", help="The act that stands there so.")] = None,
    at: Annotated[
        int | None, typer.Option("--at", min=1, metavar="LINE", help="The line that was written wrongly.")
    ] = None,
    before: Annotated[
        int | None, typer.Option("--before", min=2, metavar="LINE", help="Insert before this line.")
    ] = None,
    event: Annotated[
        str | None, typer.Option("--with", metavar="JSON", help="The event that should stand there, instead of words.")
    ] = None,
    retract: Annotated[bool, typer.Option("--retract", help="It did not happen.")] = False,
    why: Annotated[str | None, typer.Option("--why", help="The reason.")] = None,
    by: Annotated[str | None, typer.Option("--by", help="Who says so.")] = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Store it also where it changes results or the kind of an act.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would change.")] = False,
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
    from upcard.cli.amender.asked import Asked, amendments
    from upcard.cli.amender.deciding import Wishes, decide, says_so_already
    from upcard.cli.amender.draft import Draft
    from upcard.cli.amender.places import Place, signed
    from upcard.cli.amender.prompt import at_prompt
    from upcard.cli.amender.storing import Target
    from upcard.schemas.errors import UpcardError

    asked = Asked(Place(at, hand, trick, was), before, " ".join(words or ()), event, retract)
    wishes = Wishes(yes=yes, dry_run=dry_run, json=json)
    if asked.nothing:
        raise typer.Exit(at_prompt(Target(log, archive_path(archive)), wishes, why, by))
    asked.check()
    target = Target(log, archive_path(archive))
    read = target.read()
    try:
        events = signed(amendments(asked, read), why, by)
    except UpcardError as error:
        raise (error if error.place == "--with" else error.at(str(target.path))) from None
    if not events:
        says_so_already(target, Draft(read), wishes)
        return
    draft = Draft(read).add(events, f"{target.path}:{at or before}" if at or before else str(target.path))
    code = decide(target, draft, wishes)
    if code:
        raise typer.Exit(code)
