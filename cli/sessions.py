"""`upcard sessions`: what the archive holds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli import completing
from upcard.cli.output import ARCHIVE, JSON, archive_path, put_json, put_table, say, tell_of_unindexed

if TYPE_CHECKING:
    from upcard.records.archive.archive import Archive


def sessions(
    game: Annotated[str | None, typer.Option("--game", help="Only this game.", autocompletion=completing.GAMES)] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DAY", help="From this day on.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DAY", help="Up to and with this day.")] = None,
    player: Annotated[
        str | None, typer.Option("--player", help="Only where this person sat down.", autocompletion=completing.PEOPLE)
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option(
            "--remove",
            metavar="LOG",
            help="Take a log out; its file is moved aside.",
            autocompletion=completing.SESSIONS,
        ),
    ] = None,
    archive: Annotated[Path | None, ARCHIVE] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """List the sessions in the archive, or remove some. Who is who is told by `upcard people`.

    Example: upcard sessions --since 2026-01-01 --player ann
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.questions import ask

    place = Archive(archive_path(archive))
    if remove:
        _remove(place, remove)
        return
    given = {"game": game, "since": since, "until": until, "player": player}
    answer = ask(place, "sessions", {key: value for key, value in given.items() if value is not None})
    tell_of_unindexed(place)
    if json:
        for row in answer.rows:
            put_json(dict(zip(answer.columns, row, strict=True)))
        return
    put_table(answer.columns, answer.rows)


def _remove(place: "Archive", prefixes: list[str]) -> None:
    from upcard.records.archive.fetching import find_log
    from upcard.records.archive.importing import remove_logs

    with place.reading() as connection:
        names = list(dict.fromkeys(find_log(connection, prefix) for prefix in prefixes))
    say(f"{remove_logs(place, names)} removed; their files end in .removed in {place.store.folder}")
