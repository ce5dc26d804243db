"""The archive beside a recording: who is known there, and the log taken in when the session is closed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from upcard.schemas.errors import UpcardError


class Known(NamedTuple):
    """Who is in an archive: names and ids, each with the id of the person."""

    people: Mapping[str, str] = {}

    @property
    def names(self) -> dict[str, str]:
        """The name of each id that is not called by it."""
        return {person: name for name, person in self.people.items() if name != person}

    def ids_of(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of players by their names; as they are, where two would be one person."""
        ids = tuple(self.people.get(player, player) for player in players)
        return ids if len(set(ids)) == len(ids) else players

    def warnings(self, players: Iterable[str]) -> Iterator[str]:
        """What is odd about names: one like a name of the archive but for capitals, or one that nobody has there."""
        if not self.people:
            return
        spelled = {name.casefold(): name for name in self.people}
        for player in players:
            like = spelled.get(player.casefold())
            if player in self.people or not player:
                continue
            if like is not None:
                yield f"{player!r} is not {like!r}, who is in the archive: two people, if it stays so"
            else:
                yield f"nobody called {player!r} is in the archive yet"


def known_in(archive: Path) -> Known:
    """Who is known in an archive; nobody, if there is none or it cannot be read now: a recording does not wait for it."""
    if not archive.is_file():
        return Known()
    from upcard.records.archive.archive import Archive
    from upcard.records.questions import answer

    try:
        with Archive(archive).reading(wait_seconds=0.2) as connection:
            rows = answer(connection, "SELECT player, person, name FROM players ORDER BY player", {}).rows
    except UpcardError:
        return Known()
    people: dict[str, str] = {}
    twice = set()
    for _, person, name in rows:
        twice |= {name} if people.get(name, person) != person else set()
        people[name] = person
    named = {name: person for name, person in people.items() if name and name not in twice}
    return Known({**named, **{player: player for player, _, _ in rows}})


def take_in(log: Path, archive: Path, say: Callable[[str], None], again: str) -> int:
    """Import a log that was closed, and tell of it. again: the command that does it later. The exit code."""
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.importing import import_logs
    from upcard.records.logfile import read_log
    from upcard.schemas.wording import counted

    try:
        reports = list(import_logs(Archive(archive), [read_log(log)]))
    except UpcardError as error:
        say(f"the log is kept, but not in the archive: {error}")
        say(f"into the archive with: {again}")
        return error.exit_code
    for report in reports:
        why = f": {report.why}" if report.why else ""
        say(f"in the archive: {report.status}, {counted(report.hands, 'hand')}{why}")
    refused = any(report.status == "refused" for report in reports)
    if refused:
        say(f"into the archive with: {again} --replace")
    return 3 if refused else 0
