"""`upcard amend`: put right what a scribe wrote wrongly, by an event that says so."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.output import ARCHIVE, JSON, archive_path

if TYPE_CHECKING:
    from upcard.schemas.events import Event


def amend(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A log file, or the beginning of an id in the archive.")],
    at: Annotated[
        int | None, typer.Option("--at", min=1, metavar="LINE", help="The line that was written wrongly.")
    ] = None,
    before: Annotated[
        int | None, typer.Option("--before", min=2, metavar="LINE", help="Insert before this line.")
    ] = None,
    event: Annotated[
        str | None, typer.Option("--with", metavar="JSON", help="The event that should stand there.")
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
    """Replace a line, retract it, or insert before it. Nothing is lost: the old line stays, and --as-of reads it.

    What changes is told before anything is stored: the kind of an act, hands, totals and findings, before and after.
    Where kinds of acts or results change it is stored if you say so: asked at a terminal, else with --yes. Exit code 6: not stored.

    Example: upcard amend game.jsonl --at 17 --with '{"do":"played","seat":2,"card":"Kd"}' --why "misread"
    """
    from upcard.cli.amender.deciding import Wishes, decide
    from upcard.cli.amender.draft import Draft
    from upcard.cli.amender.storing import Target

    change = _change(at, before, event, retract=retract, why=why, by=by)
    target = Target(log, archive_path(archive))
    draft = Draft(target.read()).add([change], f"{target.path}:{at or before}")
    code = decide(target, draft, Wishes(yes=yes, dry_run=dry_run, json=json))
    if code:
        raise typer.Exit(code)


def _change(
    at: int | None, before: int | None, event: str | None, *, retract: bool, why: str | None, by: str | None
) -> "Event":
    from upcard.schemas.codec import decode_line
    from upcard.schemas.errors import UnreadableError, UsageError
    from upcard.schemas.events import Amended, Inserted, Retracted

    hint = "--at LINE --with JSON, --at LINE --retract, or --before LINE --with JSON"
    if (at is None) == (before is None) or (event is None) == (not retract) or (retract and at is None):
        raise UsageError("one change at a time", hint=hint)
    if retract:
        return Retracted(line=at or 1, why=why, by=by)
    try:
        written = decode_line((event or "").encode(errors="surrogateescape"), "--with")
    except UnreadableError as error:
        raise UsageError(
            error.message, place=error.place, hint=error.hint or "an event as a line of a log has it"
        ) from None
    if before is not None:
        return Inserted(before=before, event=written, why=why, by=by)
    return Amended(line=at or 1, event=written, why=why, by=by)
