"""What can still be read of a damaged log, in a new file; the damaged one is not touched."""

import os
from pathlib import Path

import msgspec

from upcard.engine.log import Log
from upcard.records.chain import same_lines
from upcard.records.seals import SEAL, digest, seals_of
from upcard.records.storage import DISK, Storage, opened, write_whole
from upcard.schemas.codec import MAX_LINE_BYTES, decode_line
from upcard.schemas.errors import UnreadableError, UsageError
from upcard.schemas.events import Event, Gap, Opened


class LeftOut(msgspec.Struct, frozen=True):
    """Bytes of the damaged log that are not in the new one. line: where they stood; says: why."""

    line: int
    offset: int
    size: int
    says: str


class Salvaged(msgspec.Struct, frozen=True):
    """What a salvage gave. lines: of the new log; left_out: what could not be read; changed: the first and last lines
    of the spans that were not as they had been sealed, kept as they read.
    """

    lines: int
    left_out: tuple[LeftOut, ...]
    changed: tuple[tuple[int, int], ...]


def salvage(
    path: Path | str, new_path: Path | str, *, header: Opened | None = None, storage: Storage = DISK
) -> Salvaged:
    """Write a log of what can be read, sealed anew, and tell what was left out.

    Lines keep their numbers: `gap` stands where a line could not be read, with a note; a last line that was not
    written whole is dropped. header: stands in for one that cannot be read. Raises `UsageError` if the new file
    exists or there is no old one, `UnreadableError` if no header can be had, `StorageError`.
    Holds the whole file in memory.
    """
    path, new_path = Path(path), Path(new_path)
    if os.path.lexists(new_path):
        raise UsageError("this file exists already", place=os.fspath(new_path), hint="choose another name")
    with opened(path) as file:
        data = file.read()
    kept, left_out = _kept(data)
    first = kept.pop(0) if kept else None
    begins = first if isinstance(first, Opened) else header
    if begins is None:
        raise UnreadableError("the header cannot be read", place=f"{path}:1", hint="give the header that it had")
    written = same_lines(Log.of(begins, kept))
    write_whole(new_path, written, storage=storage)
    return Salvaged(written.count(b"\n"), tuple(left_out), _changed(data))


def _kept(data: bytes) -> tuple[list[Event], list[LeftOut]]:
    """The event of each line, or a gap where there is none."""
    kept: list[Event] = []
    left_out: list[LeftOut] = []
    at = 0
    while at < len(data):
        end = data.find(b"\n", at)
        stop = end if end >= 0 else len(data)
        number = len(kept) + 1
        event = _event(data[at : min(stop, at + MAX_LINE_BYTES + 1)], ended=end >= 0, first=not kept)
        if isinstance(event, str):
            left_out.append(LeftOut(number, at, stop - at, event))
            event = Gap(note=f"line {number} could not be read")
            if stop >= len(data) - 1:
                break
        kept.append(event)
        at = stop + 1
    return kept, left_out


def _event(line: bytes, *, ended: bool, first: bool) -> Event | str:
    """The event of a line, or why it is left out."""
    try:
        event = decode_line(line)
    except UnreadableError as error:
        return error.message
    if not ended:
        return "no line end (LF)"
    return "another header" if type(event) is Opened and not first else event


def _changed(data: bytes) -> tuple[tuple[int, int], ...]:
    """The spans that do not agree with their seals, first and last line of each."""
    spans: list[tuple[int, int]] = []
    first = 1
    for seal in seals_of(data):
        found = SEAL.match(data, seal.offset)
        if found is None or found[1].decode() != digest(data, seal.covers, seal.offset):
            spans.append((first, seal.line))
        first = seal.line + 1
    return tuple(spans)
