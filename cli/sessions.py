"""`upcard sessions`: what the archive holds, and who the people are."""

import difflib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.output import ARCHIVE, JSON, archive_path, put_json, put_table, say, tell_of_unindexed

if TYPE_CHECKING:
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.connecting import Connection


def sessions(
    game: Annotated[str | None, typer.Option("--game", help="Only this game.")] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DAY", help="From this day on.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DAY", help="Up to and with this day.")] = None,
    player: Annotated[str | None, typer.Option("--player", help="Only where this person sat down.")] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="LOG", help="Take a log out; its file is moved aside.")
    ] = None,
    people: Annotated[bool, typer.Option("--people", help="List player ids with their people.")] = False,
    name: Annotated[list[str] | None, typer.Option("--name", metavar="ID=NAME", help="Give a player a name.")] = None,
    merge: Annotated[
        list[str] | None, typer.Option("--merge", metavar="ID=INTO", help="Two ids are one person.")
    ] = None,
    split: Annotated[
        list[str] | None, typer.Option("--split", metavar="ID", help="An id stands for itself again.")
    ] = None,
    forget_people: Annotated[bool, typer.Option("--forget-people", help="Erase all names and merges.")] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """List the sessions in the archive; remove one; name people, and merge two ids of one person.

    Names and merges are kept beside the archive, never in logs, and can be erased.

    Example: upcard sessions --since 2026-01-01 --player ann
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.questions import ask
    from upcard.schemas.errors import UsageError

    place = Archive(archive_path(archive))
    if remove and (name or merge or split or forget_people):
        raise UsageError("--remove goes with no other change", hint="one after the other")
    if remove:
        _remove(place, remove)
        return
    if name or merge or split or forget_people:
        _change(place, name or [], merge or [], split or [], forget=forget_people)
        return
    if people:
        _people(place, json)
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


def _change(place: "Archive", named: list[str], merged: list[str], split: list[str], *, forget: bool) -> None:
    from upcard.records.archive.importing import refresh_people
    from upcard.schemas.errors import UsageError

    for text in (*named, *merged):
        if "=" not in text:
            raise UsageError(f"saw {text!r}, wanted ID=...", hint="--name ann=Ann, --merge annie=ann")
    if forget and (named or merged or split):
        raise UsageError("--forget-people goes with no other change", hint="one after the other")
    with place.writing() as connection:
        if forget:
            place.people.erase()  # also what cannot be read
        else:
            ids = {player for (player,) in connection.execute("SELECT player FROM players").fetchall()}
            with place.people.changed_as_one():
                _change_people(place, connection, ids | set(place.people.read()), named, merged, split)
        refresh_people(place, connection)
    say("kept" if not forget else "all names and merges are erased")


def _change_people(
    place: "Archive", connection: "Connection", ids: set[str], named: list[str], merged: list[str], split: list[str]
) -> None:
    from upcard.records.archive.together import refuse_together

    for player in split:
        place.people.split(_known(player, ids))
    for text in merged:
        player, into = _parted(text, ids)
        both = _known(player, ids), _known(into, ids)
        refuse_together(place, connection, *map(place.people.ids_of, both))
        place.people.merge(*both)
    for text in named:
        player, name = _parted(text, ids)
        place.people.name(_known(player, ids), name)


def _parted(text: str, ids: set[str]) -> tuple[str, str]:
    """An id and what stands after its equals sign. An id that is there may hold such a sign itself."""
    ends = [at for at, letter in enumerate(text) if letter == "="]
    end = next((at for at in ends if text[:at].strip() in ids), ends[0])
    return text[:end].strip(), text[end + 1 :].strip()


def _known(player: str, ids: set[str]) -> str:
    """The id. Raises `UsageError` with the nearest, if nobody has it."""
    from upcard.schemas.errors import UsageError

    if player not in ids:
        near = difflib.get_close_matches(player, ids, n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else "upcard sessions --people lists them"
        raise UsageError(f"no player id {player!r} in the archive", hint=hint)
    return player


def _people(place: "Archive", json: bool) -> None:
    from upcard.records.questions import answer

    with place.reading() as connection:
        found = answer(connection, "SELECT player, person, name FROM players ORDER BY name, player", {})
    if json:
        for row in found.rows:
            put_json(dict(zip(found.columns, row, strict=True)))
        return
    put_table(found.columns, found.rows)
