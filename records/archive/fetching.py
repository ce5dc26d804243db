"""One hand out of the archive, and the table at any point of it."""

import re
from collections.abc import Iterator
from itertools import chain
from operator import itemgetter
from typing import Final, NamedTuple

import msgspec

from upcard.engine.fold import begin, fold, fold_on
from upcard.engine.game import find
from upcard.engine.kernel.state import State, decode_state
from upcard.engine.log import Log, Numbered
from upcard.records.archive.archive import Archive
from upcard.records.archive.blob import FOLDED, HAND, unpacked
from upcard.records.archive.connecting import Connection
from upcard.records.logfile import Read
from upcard.records.long import Long
from upcard.records.storage import text_of
from upcard.schemas.codec import decode_lines
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Opened

_HEADER: Final = b'{"do":"opened"'
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HANDS: Final = "SELECT hand, game, first_line, blob FROM hands WHERE log = ? AND hand BETWEEN ? AND ?"


def find_log(connection: Connection, text: str) -> str:
    """The id that begins so, or that of the only session of a day. Raises `UsageError` if there is none, or more than one."""
    prefix = text_of(text)
    rows = connection.execute(
        "SELECT log FROM logs WHERE starts_with(log, ?) ORDER BY log LIMIT 3", [prefix]
    ).fetchall()
    if len(rows) == 1 or (rows and rows[0][0] == prefix):
        return str(rows[0][0])
    if rows:
        raise UsageError(f"several logs begin with {prefix!r}", hint=f"{rows[0][0]}, {rows[1][0]}, ...")
    return _of_day(connection, prefix)


def _of_day(connection: Connection, text: str) -> str:
    """The id of the only session of a day."""
    rows = connection.execute(
        "SELECT log, game FROM logs WHERE day = TRY_CAST(? AS DATE) ORDER BY moment, log LIMIT 9",
        [text if _DAY.fullmatch(text) else None],
    ).fetchall()
    if len(rows) == 1:
        return str(rows[0][0])
    if rows:
        listed = ", ".join(f"{log} ({game})" for log, game in rows[:8])
        raise UsageError(f"several sessions are of {text}", hint=listed + ", ..." * (len(rows) > 8))
    raise UsageError(f"no log {text!r} in the archive", hint="upcard sessions lists them")


def stored_log(archive: Archive, connection: Connection, name: str) -> Read:
    """A whole log from the store, with the names that the archive has for its players."""
    read = kept_log(archive, connection, name, held=True)
    assert isinstance(read, Read)
    return read


def kept_log(archive: Archive, connection: Connection, name: str, *, held: bool = False) -> Read | Long:
    """The same, but that a long one is not held."""
    read = archive.store.read(name, held=held)
    if read is None:
        hint = "upcard verify --archive names what is missing; a backup has it"
        raise UsageError(f"log {name} is not in the log store", place=str(archive.store.folder), hint=hint)
    of_it = "SELECT player, name FROM players WHERE player IN (SELECT player FROM seats WHERE log = ?)"
    return msgspec.structs.replace(read, names=dict(connection.execute(of_it, [name]).fetchall()))


class Stretch(NamedTuple):
    """Some hands in a row: their game, what the first of them is folded on from, and their events."""

    game: str
    start: bytes
    events: list[Numbered]

    def begun(self) -> State:
        """The state before the first hand of a log, or after the event that began a later one."""
        if self.start.startswith(_HEADER):
            return begin(Log(msgspec.json.decode(self.start, type=Opened), []))
        return decode_state(find(self.game).state, self.start)


def stretch(connection: Connection, log: str, hand: int) -> Stretch | None:
    """From the last hand that has its start, up to this one; None if the lines of any of them are left to the log store."""
    rows = _backwards(connection, log, hand)
    last = next(rows, None)
    # Two questions answer faster than a join.
    words = last and connection.execute("SELECT words FROM words WHERE game = ?", [last[1]]).fetchone()
    if not last or not words or last[0] != hand:
        raise UsageError(f"log {log} has no hand {hand}", hint="upcard show LOG --hand N says which it has")
    events: list[Numbered] = []
    for _, game, first, blob in chain([last], rows):
        lines, start = unpacked(blob, words[0])
        if not lines:
            return None
        numbers = [number for number, line in enumerate(lines.split(b"\n"), start=first) if line]
        events = [*zip(numbers, decode_lines(lines), strict=True), *events]
        if start:
            return Stretch(str(game), start, events)
    return None


def _backwards(connection: Connection, log: str, hand: int) -> Iterator[tuple[int, str, int, bytes]]:
    """The rows of a log's hands from this one back to its first. So many are asked for by their numbers as are mostly enough, then
    twice as many, and so on: that answers in half the time of an order and a limit, and hands that were missed have no rows.
    """
    many = 1 + FOLDED // HAND
    while hand > 0:
        rows = connection.execute(_HANDS, [log, hand - many + 1, hand]).fetchall()
        yield from sorted(rows, key=itemgetter(0), reverse=True)
        hand, many = hand - many, many * 2


def state_at(archive: Archive, connection: Connection, log: str, hand: int, line: int | None = None) -> State:
    """The state of a hand after a line, or at its end, from the archive alone if it can be."""
    found = stretch(connection, log, hand)
    if found is None:
        ends = connection.execute("SELECT last_line FROM hands WHERE log = ? AND hand = ?", [log, hand]).fetchall()
        return fold(stored_log(archive, connection, log).log, until=ends[0][0] if line is None else line)
    state = found.begun()
    return fold_on(state, [one for one in found.events if one[0] > state.line], until=line)
