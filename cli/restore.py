"""`upcard restore`: the archive of a backup again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.output import ARCHIVE, JOBS, JSON, archive_path, progress, put, put_json, say
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from datetime import datetime


def restore(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A backup, or what is said to be one.")],
    check: Annotated[bool, typer.Option("--check", help="Only read all of it and tell what is in it.")] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Also where there is an archive, which is kept beside it.")
    ] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
    jobs: Annotated[int, JOBS] = 1,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Make the archive of a backup again, where there is none yet. Its logs, who the people are, and the tables anew.

    It is made aside, and put there when all of it was found whole: what fails or is broken off changes nothing. --json: `place`,
    `made`, `logs`.

    Example: upcard restore /media/stick/upcard-2026-11-24.zip
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.candidate import NOT_TAKEN
    from upcard.records.backups.reading import opened_backup
    from upcard.records.backups.restoring import restore as made_again
    from upcard.records.several import processes

    if check:
        with opened_backup(path) as backup, progress("checking") as told:
            backup.check(told)
        _tell(json, backup.manifest.made, backup.manifest.logs, str(path), "it is whole")
        return
    place = Archive(archive_path(archive))
    with processes(jobs) as several, progress("restoring") as told:
        done = made_again(place, path, replace=replace, several=several, progress=told)
    for report in done.refused:
        say(f"{report.status}: {report.place}: {report.why}")
    if done.kept is not None:
        say(f"note: what was there before is kept in {done.kept}; delete it when you need it no more")
    if done.differs:
        say("note: the tables are not quite those that were backed up, as another version of Upcard made these")
    _tell(json, done.manifest.made, done.manifest.logs, str(place.path), "verified")
    if done.refused:
        raise typer.Exit(max(NOT_TAKEN[report.status] for report in done.refused))


def _tell(json: bool, made: "datetime", logs: int, place: str, how: str) -> None:
    if json:
        put_json({"place": place, "made": made, "logs": logs})
    else:
        put(f"{counted(logs, 'log')} as of {made.astimezone():%Y-%m-%d %H:%M}, {place}: {how}")
