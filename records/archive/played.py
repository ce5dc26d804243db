"""What was played in some sessions, row by row: what a report lists, and what its figures lead to."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from upcard.records.archive.connecting import Connection


class Sitting(NamedTuple):
    """A session. options: its house rules as JSON; numbered: the number of its last hand, larger than their count where hands were
    missed.
    """

    log: str
    game: str
    day: date | None
    place: str | None
    preset: str | None
    options: str | None
    numbered: int


class PlayedHand(NamedTuple):
    """A hand. level: how much of it is known; counts: False if it was void, or has no end; how, says: why it ended, or why it has no
    end, as a key and in words; lines: how many lines of the log are of it.
    """

    log: str
    hand: int
    level: str
    counts: bool
    ended: bool
    how: str
    says: str
    lines: int


class Part(NamedTuple):
    """The part that a seat had in a hand. person, player: who sat there, by id and by name; points, won: None where the record cannot
    tell.
    """

    log: str
    hand: int
    seat: int
    person: str
    player: str
    points: int | None
    won: bool | None


class Played(NamedTuple):
    """Sessions in the order of time, their hands and the parts in these, in the order of the sessions."""

    sittings: list[Sitting]
    hands: list[PlayedHand]
    parts: list[Part]


_CHOSEN: Final = """
CREATE OR REPLACE TEMP TABLE chosen AS
SELECT log, row_number() OVER (ORDER BY day NULLS FIRST, moment NULLS FIRST, src, game, log) AS nth FROM logs
WHERE ($game IS NULL OR game = $game) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
  AND log NOT IN (SELECT log FROM copies)
  AND ($player IS NULL OR log IN (SELECT s.log FROM scores s JOIN players p USING (player) WHERE p.person = $player))
"""
_SITTINGS: Final = """
SELECT log, game, day, place, preset, options, numbered FROM logs JOIN chosen USING (log) ORDER BY nth
"""
_HANDS: Final = """
SELECT log, hand, level, counts, ended, how, says, coalesce(last_line - first_line + 1, 0) FROM hands JOIN chosen USING (log) ORDER BY nth, hand
"""
_PARTS: Final = """
SELECT s.log, s.hand, s.seat, p.person, p.name, s.points, s.won
FROM scores s JOIN chosen USING (log) JOIN players p USING (player) ORDER BY nth, s.hand, s.seat
"""


def played(connection: Connection, asked: Mapping[str, Any]) -> Played:
    """What was played. asked: `game`, `log`, `since`, `until` and `player` (a person's id), None where it does not matter."""
    connection.execute(_CHOSEN, {name: asked.get(name) for name in ("game", "log", "since", "until", "player")})
    return Played(
        [Sitting(*row) for row in connection.execute(_SITTINGS).fetchall()],
        [PlayedHand(*row) for row in connection.execute(_HANDS).fetchall()],
        [Part(*row) for row in connection.execute(_PARTS).fetchall()],
    )


def latest_day(connection: Connection, game: str | None) -> date | None:
    """The last day of play, of a game if one is named."""
    found: list[tuple[date | None]] = connection.execute(
        "SELECT max(day) FROM logs WHERE $1 IS NULL OR game = $1", [game]
    ).fetchall()
    return found[0][0]


def is_day_of_play(connection: Connection, day: str) -> bool:
    """Whether there are sessions of that day."""
    return bool(connection.execute("SELECT 1 FROM logs WHERE day = ?::DATE LIMIT 1", [day]).fetchall())


def known_of(connection: Connection, log: str) -> tuple[str, date | None, str | None]:
    """The game and the day of a session, and the log it is a copy of, if its hands are counted there."""
    found: list[tuple[str, date | None, str | None]] = connection.execute(
        "SELECT l.game, l.day, c.derived_from FROM logs l LEFT JOIN copies c USING (log) WHERE l.log = ?", [log]
    ).fetchall()
    return found[0]
