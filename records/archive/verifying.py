"""Whether an archive has all that its log store has: a lost or cut write-ahead log opens without a word otherwise."""

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Final

import duckdb
import msgspec

from upcard.records.archive.archive import Archive
from upcard.records.archive.blob import unpacked, without_seals
from upcard.records.archive.connecting import Connection
from upcard.records.archive.digest import differences
from upcard.records.archive.schema import RUNS
from upcard.records.long import Bytes, Long
from upcard.records.reading import Read, read_long
from upcard.records.seals import head_of
from upcard.records.unforeseen import InBlocks, judged
from upcard.schemas.errors import UpcardError

_SPANS: Final = "SELECT hand, first_line, last_line FROM hands WHERE log = ? ORDER BY hand"
_BLOBS: Final = """
SELECT first_line, last_line, blob, words FROM hands JOIN words USING (game) WHERE log = ? ORDER BY hand
"""
_AT_ONCE: Final = 100
"""The lines of so many hands are held at a time."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Something that does not agree. log: where it is; says: what, with the hands that are missing."""

    log: str
    says: str
    hint: str = "upcard rebuild makes the archive anew from the log store"


def verify_archive(archive: Archive) -> Iterator[Fault]:
    """Compare every log of the store with what the archive has of it."""
    with archive.reading() as connection:
        try:
            yield from _faults(archive, connection)
        except (duckdb.Error, zlib.error) as error:
            yield Fault(log="", says=f"the archive is damaged: {str(error).splitlines()[0]}")


def not_indexed(archive: Archive) -> int:
    """How many logs of the store the archive does not have as they are there: an import was killed before it indexed them."""
    with archive.reading() as connection:
        indexed = connection.execute("SELECT count(*) FROM logs").fetchall()
        awaited = sorted(archive.store.awaited())
        rows = connection.execute("SELECT log, sha256 FROM logs WHERE log IN (SELECT unnest(?))", [awaited]).fetchall()
        older: int = sum(head_of(archive.store.data(name) or b"").sha256 != sha256 for name, sha256 in rows)
        return max(0, len(archive.store) - int(indexed[0][0])) + older


def _faults(archive: Archive, connection: Connection) -> Iterator[Fault]:
    rows = connection.execute("SELECT log, lines, sha256, hands FROM logs").fetchall()
    indexed = {log: (lines, sha256, hands) for log, lines, sha256, hands in rows}
    failed: list[UpcardError] = []
    for read in read_long(archive.store.paths(), failed=failed.append):
        name = read.header.log
        yield from _compare(connection, read, indexed.pop(name, None))
    for error in failed:
        yield Fault(log="", says=f"in the log store: {error}", hint="restore the file from a copy")
    for says in differences(connection, archive.digest_path):
        yield Fault(log="", says=says)
    kept = connection.execute("SELECT * FROM runs").fetchall()
    if kept and Counter(kept) != Counter(connection.execute(RUNS).fetchall()):
        yield Fault(log="", says="the table runs is not what the hands behind it say")
    for name in indexed:
        yield Fault(
            log=name, says="it is in the archive, but not in the log store", hint="restore its file, or remove it"
        )


def _compare(connection: Connection, read: Read | Long, row: tuple[int, str, int] | None) -> Iterator[Fault]:
    name, head = read.header.log, read.head
    if row is None:
        yield Fault(log=name, says=f"its {head.lines} lines are in the log store, but not in the archive")
        return
    if row[:2] != tuple(head):
        yield Fault(log=name, says=f"the archive has {row[0]} lines of it; the log store has {head.lines}")
        return
    spans = connection.execute(_SPANS, [name]).fetchall()
    found = {hand for hand, *_ in spans}
    if not len(found) == len(spans) == row[2]:
        missing = ", ".join(map(str, sorted(_numbers(read) - found)))
        yield Fault(log=name, says=f"hands {missing or 'doubled'} are not as they should be, of {row[2]} in all")
    if not all(_kept(connection, read, spans)):
        yield Fault(log=name, says="the lines of its hands are not those of the log store")


def _kept(connection: Connection, read: Read | Long, spans: Sequence[tuple[int, int, int]]) -> Iterator[bool]:
    """Of each hand whether the lines that are kept of it are those of the log. spans: of each its number, first and last line."""
    content = read.content
    starts = _starts(content, {line for _, first, last in spans for line in (first, last + 1)})
    asked = connection.execute(_BLOBS, [read.header.log])
    while some := asked.fetchmany(_AT_ONCE):
        for first, last, blob, words in some:
            lines, _ = unpacked(blob, words)
            begin, end = starts.get(first, 0), starts.get(last + 1, 0)
            yield not lines or lines == without_seals(content.at(begin, max(0, end - begin)))


def _starts(content: Bytes, lines: AbstractSet[int]) -> dict[int, int]:
    """The bytes at which some lines begin; the line after the last begins where the last one ends."""
    found, start = {}, 0
    for number, line in enumerate(chain(content.lines(), [b""]), start=1):
        if number in lines:
            found[number] = start
        start += len(line) + 1
    return found


def _numbers(read: Read | Long) -> set[int]:
    """The numbers of its hands: those of a gap are not there."""
    try:
        if isinstance(read, Read):
            return {hand for hand, *_ in judged(read.log, read.place).hands}
        judging = InBlocks(read)
        told = [settled.begun for _, settled in judging.settled()]
        return {hand for begun in (*told, judging.left().begun) for hand, _ in begun}
    except UpcardError:  # a game or house rules this version does not have, or a fault of ours
        return set()
