"""Changes of the register of people, each checked: names, two ids that are one person, and apart again."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from upcard.records.archive.archive import Archive
from upcard.records.archive.connecting import Connection
from upcard.records.archive.importing import refresh_people
from upcard.records.archive.together import Together, refuse_together, together
from upcard.records.archive.who import Someone, everybody, whose
from upcard.records.near import near_pairs
from upcard.schemas.errors import UsageError


class Alike(NamedTuple):
    """Two people with near-same names, or ids. likeness: of a hundred; met: the sessions in which they sat at one table."""

    one: Someone
    other: Someone
    likeness: int
    met: list[Together]


def name_person(archive: Archive, who: str, name: str) -> tuple[Someone, list[Someone]]:
    """Give a person a name; an empty one takes it away. Returns the person, and who else is called so."""
    with archive.writing() as connection, archive.people.changing():
        person = whose(connection, who).person
        archive.people.name(person, name)
        refresh_people(archive, connection)
        found = whose(connection, person)
        return found, [one for one in everybody(connection) if one.called == found.called and one != found]


def merge_people(archive: Archive, who: str, into: str) -> Someone:
    """Two are one person from now on. Raises `UsageError`, naming the hands, if they sat at one table."""
    with archive.writing() as connection, archive.people.changing():
        one, other = whose(connection, who), whose(connection, into)
        if one.person == other.person:
            raise UsageError(f"{who} and {into} are one person already", hint="upcard people split makes them two")
        refuse_together(archive, connection, one.ids, other.ids)
        archive.people.merge(one.person, other.person)
        refresh_people(archive, connection)
        return whose(connection, other.person)


def split_person(archive: Archive, ids: Sequence[str]) -> list[Someone]:
    """Player ids stand for themselves again, without a name. Returns whom they were of."""
    with archive.writing() as connection, archive.people.changing():
        whole = []
        for player in ids:
            found = whose(connection, player)
            if player not in found.ids:
                hint = f"name the id that is to stand for itself: {', '.join(found.ids)}"
                raise UsageError(f"{player!r} is a name, and no player id", hint=hint)
            if len(found.ids) == 1:
                raise UsageError(f"{player} is merged with nobody", hint="upcard people list tells who is")
            whole.append(found)
        for player in ids:
            archive.people.split(player)
        refresh_people(archive, connection)
        return whole


def alike(archive: Archive, connection: Connection, least: int) -> list[Alike]:
    """Two and two people who may be one, by their names and ids, the most alike first; those last who cannot be, as they sat at
    one table. least: how alike they must be, of a hundred.
    """
    people = everybody(connection)
    found = [
        Alike(people[one], people[other], likeness, together(archive, connection, people[one].ids, people[other].ids))
        for one, other, likeness in near_pairs([(some.called, *some.ids) for some in people], least)
    ]
    return sorted(found, key=lambda two: (bool(two.met), -two.likeness, two.one.name, two.other.name))


def clashes(archive: Archive, connection: Connection) -> Iterator[tuple[str, str, list[Together]]]:
    """Two and two ids of one person that sat at one table, in a session that came after they were merged: both count."""
    for one in everybody(connection):
        for first, second in combinations(one.ids, 2):
            met = together(archive, connection, [first], [second])
            if met:
                yield first, second, met
