"""The people of an archive: who they are, by which ids logs know them, and which of two alike is meant."""

import difflib
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from upcard.records.archive.connecting import Connection
from upcard.records.queries import nearest
from upcard.records.storage import text_of
from upcard.schemas.errors import UsageError

_EVERYBODY: Final = """
WITH known AS (
  SELECT player, person, name, called, true AS here FROM players
  UNION ALL
  SELECT player, person, coalesce(name, person), coalesce(name, person), false
  FROM people WHERE player NOT IN (SELECT player FROM players)
), sat AS (
  SELECT player, log, day FROM logs JOIN (SELECT DISTINCT player, log FROM seats UNION SELECT player, log FROM tallies) USING (log)
  WHERE log NOT IN (SELECT log FROM copies)
), played AS (
  SELECT player, sum(hands)::BIGINT AS hands FROM tallies WHERE log NOT IN (SELECT log FROM copies) GROUP BY player
), counted AS (
  SELECT person, sum(hands)::BIGINT AS hands FROM known JOIN played USING (player) GROUP BY person
)
SELECT person, coalesce(max(name) FILTER (here), max(name)), coalesce(max(called) FILTER (here), max(called)),
       list(DISTINCT player ORDER BY player), count(DISTINCT log), coalesce(any_value(hands), 0), min(day), max(day)
FROM known LEFT JOIN sat USING (player) LEFT JOIN counted USING (person)
GROUP BY person ORDER BY lower(max(name)), person
"""
_SOME: Final = 10
"""So many names are told where none is like the one asked for."""


class Someone(NamedTuple):
    """A person. person: the id that stands for all of them; name: as tables have it, told apart from others of that name; called:
    the name alone; ids: all player ids; first, last: the days of the first and the last session, where they are known.
    """

    person: str
    name: str
    called: str
    ids: tuple[str, ...]
    sessions: int
    hands: int
    first: date | None
    last: date | None


def everybody(connection: Connection) -> list[Someone]:
    """All people, by their names; those too whom only the register knows."""
    rows = connection.execute(_EVERYBODY).fetchall()
    return [Someone(person, name, called, tuple(ids), *rest) for person, name, called, ids, *rest in rows]


def whose(connection: Connection, text: str) -> Someone:
    """The person who is meant by a player id or a name; an id goes before a name.

    Raises `UsageError` for a name that several have, and for one that nobody has, with the nearest.
    """
    text = text_of(text)
    people = everybody(connection)
    meant = _meant(text, [(one.person, (*one.ids, one.person), one.name, one.called) for one in people])
    if not meant:
        raise _nobody(text, people)
    return next(one for one in people if one.person == meant)


def person_of(connection: Connection, text: str) -> str:
    """The id of that person, if they are in any log here: asked at once, as questions are. Raises as `whose` does."""
    asked = "SELECT person, [player, person], name, called FROM players WHERE $1 IN (player, person, name, called)"
    return _meant(text, connection.execute(asked, [text]).fetchall()) or whose(connection, text).person


def _meant(text: str, people: Iterable[tuple[str, Sequence[str], str, str]]) -> str:
    """Who is meant by a text: whose id it is, else whose name in tables, else whose name alone; empty if nobody is.
    people: of each the id of the person, ids, and both names.
    """
    listed = list(people)
    by_id = {person for person, ids, _, _ in listed if text in ids}
    by_name = {person for person, _, name, _ in listed if text == name}
    meant = by_id or by_name or {person for person, _, _, called in listed if text == called}
    if len(meant) > 1:
        says = f"{len(meant)} people are called {text}: {', '.join(sorted(meant))}"
        raise UsageError(says, hint="ask by id; if two of them are one: upcard people merge ID INTO")
    return next(iter(meant), "")


def _nobody(text: str, people: Sequence[Someone]) -> UsageError:
    words = {word for one in people for word in (one.name, one.called, *one.ids)}
    near = difflib.get_close_matches(text, sorted(words), n=3, cutoff=0.4)
    first = nearest(near, dict.fromkeys(one.name for one in people[:_SOME]))
    hint = first + (", ..." if people[_SOME:] and not near else "")
    return UsageError(f"no player {text!r} in the archive", hint=hint if people else "there are none")
