"""`upcard backup`: all that the archive is made from, in one file."""

from pathlib import Path
from typing import Annotated

import typer

from upcard.cli.output import ARCHIVE, JSON, archive_path, progress, put, put_json, say
from upcard.schemas.wording import counted

DAMAGED = 3


def backup(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file; or a folder, in which it is named for the day.")
    ],
    replace: Annotated[bool, typer.Option("--replace", help="Take the place of an older backup.")] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Write all logs and who the people are to one file. It is read again: it is there only if all of it was found whole.

    It is a ZIP file, which can be read without Upcard. `upcard restore FILE` makes the archive of it again, here or on
    another computer. Exit code 3 if a log in it is damaged, which is in it as it is. --json: `file`, `made`, `logs`, `bytes`.

    Example: upcard backup /media/stick
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.backups.making import back_up

    with progress("backing up") as told:
        made = back_up(Archive(archive_path(archive)), path, replace=replace, progress=told)
    for says in made.damaged:
        say(f"damaged: {says}")
    if made.left_out:
        names = ", ".join(made.left_out[:5]) + ", ..." * bool(made.left_out[5:])
        say(f"note: not in it, as neither a log store nor a folder of questions has such files: {names}")
    if json:
        put_json({"file": str(made.path), "made": made.manifest.made, "logs": made.manifest.logs, "bytes": made.size})
    else:
        put(
            f"{counted(made.manifest.logs, 'log')} in {made.path}, {counted(made.size, 'byte')}, read again and found whole"
        )
    if made.damaged:
        say("hint: upcard verify --archive tells of damage")
        raise typer.Exit(DAMAGED)
