"""`upcard people`: who the people are, by which ids logs know them, and which of two are one."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli import completing
from upcard.cli.output import ARCHIVE, JOBS, JSON, archive_path, put, put_json, put_table, say
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.together import Together

people = typer.Typer()
WHO = typer.Argument(
    metavar="WHO", help="A player id, or a name that one person alone has.", autocompletion=completing.PEOPLE
)


@people.callback(invoke_without_command=True)
def register(context: typer.Context) -> None:
    """Tell who is who. List people, name them, find those who may be one, merge and split them, erase one; alone it lists them.

    Names and merges are kept beside the archive, never in logs. WHO is a player id, or a name that one person alone has.

    Example: upcard people merge annie ann
    """
    if context.invoked_subcommand is None:
        group: Any = context.command
        group.commands["list"].main([], standalone_mode=False)


@people.command("list")
def list_people(archive: Annotated[Path | None, ARCHIVE] = None, json: Annotated[bool, JSON] = False) -> None:
    """List the people: their names, their ids, and when they played.

    Two of one name have their id behind it, here and in every other table. --json: `person`, the id that stands for all of them,
    `name`, `called` (the name alone), `ids`, `sessions`, `hands`, `first` and `last` (days).

    Example: upcard people list
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.who import everybody

    place = Archive(archive_path(archive))
    with place.reading() as connection:
        found = everybody(connection)
    tell_of_clashes(place)
    if json:
        for one in found:
            put_json(one._asdict())
        return
    columns = ("name", "ids", "sessions", "hands", "first", "last")
    put_table(columns, [(one.name, " ".join(one.ids), *one[4:]) for one in found])


@people.command()
def name(
    who: Annotated[str, WHO],
    name: Annotated[str, typer.Argument(metavar="NAME", help='What tables call them; "" takes the name away.')],
    archive: Annotated[Path | None, ARCHIVE] = None,
) -> None:
    """Give a person a name. Two may have the same: they are told apart by their ids.

    Example: upcard people name C "Cara Smith"
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.register import name_person

    found, others = name_person(Archive(archive_path(archive)), who, name.strip())
    say(f"{' '.join(found.ids)}: {found.name}")
    if others:
        told = ", ".join(sorted(one.name for one in (found, *others)))
        say(f"note: {len(others) + 1} people are called {found.called}, and told apart as {told}")
        say("hint: if two of them are one: upcard people merge ID INTO")


@people.command()
def merge(
    who: Annotated[str, WHO],
    into: Annotated[str, typer.Argument(metavar="INTO", help="Whom they are; whose name stays.")],
    archive: Annotated[Path | None, ARCHIVE] = None,
) -> None:
    """Say that two ids are one person. All that stands under the first counts for the second; no log changes.

    It is refused, with the hands, if they sat at one table: nobody plays against himself.

    Example: upcard people merge annie ann
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.register import merge_people

    found = merge_people(Archive(archive_path(archive)), who, into)
    say(f"{' '.join(found.ids)}: {found.name}, {counted(found.hands, 'hand')} in {counted(found.sessions, 'session')}")


@people.command()
def split(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Player ids that were merged.")],
    archive: Annotated[Path | None, ARCHIVE] = None,
) -> None:
    """Say that player ids are people of their own again. They have no name then; others that were merged
    with them stay one person.

    Example: upcard people split annie
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.register import split_person

    for player, whole in zip(ids, split_person(Archive(archive_path(archive)), ids), strict=True):
        say(f"{player} is no longer {whole.name}")


@people.command()
def near(
    least: Annotated[int, typer.Option("--least", min=1, max=100, help="How alike names must be, of a hundred.")] = 84,
    archive: Annotated[Path | None, ARCHIVE] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """List pairs of people whose names or ids are nearly the same. Each pair may be one person.

    Last come those who sat at one table: these are two, however alike their names are. --json: `one`, `other`, `likeness`,
    and `met`, the sessions in which they sat together, with the hands.

    Example: upcard people near
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.register import alike

    place = Archive(archive_path(archive))
    with place.reading() as connection:
        found = alike(place, connection, least)
    if json:
        for two in found:
            put_json(
                {
                    **two._asdict(),
                    "one": two.one._asdict(),
                    "other": two.other._asdict(),
                    "met": [met._asdict() for met in two.met],
                }
            )
        return
    if not found:
        put("no two names are alike")
        return
    columns = ("one", "hands", "other", "other hands", "likeness", "sat together")
    put_table(
        columns,
        [(two.one.name, two.one.hands, two.other.name, two.other.hands, two.likeness, _met(two.met)) for two in found],
    )
    apart = next((two for two in found if not two.met), None)
    if apart is not None:
        say("hint: if two of them are one: upcard people merge WHO INTO")


def _met(met: "list[Together]") -> str:
    hands = sum(len(one.hands) for one in met)
    return (counted(hands, "hand") if hands else counted(len(met), "session")) if met else "never"


@people.command()
def erase(
    who: Annotated[
        str | None, typer.Argument(metavar="[WHO]", help="A player id, or a name that one person alone has.")
    ] = None,
    everybody: Annotated[bool, typer.Option("--all", help="Erase all names and merges instead.")] = False,
    logs: Annotated[bool, typer.Option("--logs", help="From the logs, too: they are written anew.")] = False,
    instead: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="What stands in the logs instead; else one is made up.")
    ] = None,
    also: Annotated[
        list[str] | None, typer.Option("--also", metavar="WORD", help="They are called so in remarks, too.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
    jobs: Annotated[int, JOBS] = 1,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Erase a person. Their name and which ids are theirs; with --logs also from every log, where a pseudonym takes their place.

    What would be done is told before it is asked. The archive is made anew, so that nothing of an erased name is left in its files.
    Logs that are written anew are sealed anew: heads of them that are kept elsewhere vouch for nothing any more. Exit code 6:
    nothing is erased, as nobody said yes. --json: `erased`, and all that was told: `changed` has each log with its old and new head.

    Example: upcard people erase ann --logs
    """
    from upcard.cli.erasing import Wishes, erase_names, erase_person
    from upcard.records.archive.archive import Archive
    from upcard.schemas.errors import UsageError

    place, wishes = Archive(archive_path(archive)), Wishes(dry_run=dry_run, yes=yes, json=json, jobs=jobs)
    if everybody and (who is not None or logs or instead or also):
        raise UsageError(
            "--all erases names and merges, and nothing else", hint="for one person: upcard people erase WHO"
        )
    if everybody:
        code = erase_names(place, wishes)
    elif who is None:
        raise UsageError(
            "nobody is named to be erased", hint="upcard people erase WHO; or --all, for all names and merges"
        )
    elif not logs and (instead or also):
        raise UsageError("--as and --also change logs", hint="upcard people erase WHO --logs")
    else:
        code = erase_person(place, who, logs=logs, instead=instead or "", words=also or [], wishes=wishes)
    if code:
        raise typer.Exit(code)


def tell_of_clashes(archive: "Archive") -> None:
    """A note on stderr for ids that were merged and sat at one table since."""
    from upcard.records.archive.register import clashes
    from upcard.schemas.errors import BusyError

    if not archive.exists or not archive.people.read():
        return
    with suppress(BusyError), archive.reading() as connection:  # another import is at it, and will tell
        for one, other, met in clashes(archive, connection):
            say(
                f"note: {one} and {other} were merged, but sat at one table in {met[0]}; both count: upcard people split {one}"
            )
