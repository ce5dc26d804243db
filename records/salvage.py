"""What can still be read of a damaged file, in a new one; the damaged one is not touched."""

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

from upcard.engine.log import Log
from upcard.records.blocks import begins_log, header_behind
from upcard.records.chain import same_lines
from upcard.records.lines import why
from upcard.records.seals import SEAL, digest, seals_of
from upcard.records.storage import DISK, Storage, opened, refusals
from upcard.records.whole import write_whole
from upcard.schemas.codec import MAX_LINE_BYTES, decode_line
from upcard.schemas.errors import UnreadableError, UsageError
from upcard.schemas.events import Event, Gap, Opened


class LeftOut(msgspec.Struct, frozen=True):
    """Bytes of the damaged log that are not in the new one. line: where they stood; says: why; lines: how many they are."""

    line: int
    offset: int
    size: int
    says: str
    lines: int = 1


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
    """Write what can be read of a log, or of logs one after another, each sealed anew, and tell what was left out.

    Lines keep their numbers: `gap` stands where a line could not be read, with a note; a last line that was not
    written whole is dropped. header: stands in for one that cannot be read. Raises `UsageError` if the new file
    exists or there is no old one, `UnreadableError` if no header can be had, `StorageError`.
    Holds the whole file in memory.
    """
    path, new_path = Path(path), Path(new_path)
    if os.path.lexists(new_path):
        raise _there(new_path)
    with opened(path) as file:
        data = file.read()
    logs, left_out = _kept(data)
    first = logs[0].events.pop(0) if logs[0].events else None
    begins = first if isinstance(first, Opened) else header
    if begins is None:
        hint = "write the header that it had into line 1 of a copy, and salvage that"
        line, end, _ = data.partition(b"\n")
        lost = bool(left_out) and left_out[0].line == 1
        says = f": {why(line, ended=bool(end), first=True).message}" if lost else ""
        raise UnreadableError(f"the header cannot be read{says}", place=f"{path}:1", hint=hint)
    logs[0].events.insert(0, begins)
    found = [(log.events[0], log.events[1:]) for log in logs]
    written = b"".join(same_lines(Log.of(header, events)) for header, events in found if isinstance(header, Opened))
    _write_new(new_path, written, storage)
    return Salvaged(written.count(b"\n"), tuple(_headless(logs, left_out, data)), tuple(_changed(logs, data)))


def _there(path: Path) -> UsageError:
    return UsageError("this file exists already", place=os.fspath(path), hint="choose another name")


def _write_new(path: Path, data: bytes, storage: Storage) -> None:
    """Write a file under a name that is taken first, so that nothing comes to stand there meanwhile."""
    with refusals(path):
        try:
            storage.close(storage.create(path))
        except FileExistsError:
            raise _there(path) from None
    try:
        write_whole(path, data, storage=storage)
    except BaseException:
        with suppress(OSError):
            storage.remove(path)
        raise


class _Kept(NamedTuple):
    """What is kept of a log: the line and byte of the file it begins at, and the event of each line."""

    line: int
    offset: int
    events: list[Event]


def _kept(data: bytes) -> tuple[list[_Kept], list[LeftOut]]:
    """Of each log the event of each line, or a gap where there is none."""
    logs = [_Kept(1, 0, [])]
    left_out: list[LeftOut] = []
    for number, at, stop, is_ended in _lines(data):
        line = data[at : min(stop, at + MAX_LINE_BYTES + 1)]
        event = _event(line, ended=is_ended)
        is_header = type(event) is Opened or begins_log(line)
        if isinstance(event, str):
            left_out.append(LeftOut(number, at, stop - at, event))
            event = Gap(note=f"line {number} could not be read")
            if stop >= len(data) - 1:
                break
        if is_header and logs[-1].events:
            logs.append(_Kept(number, at, []))
        logs[-1].events.append(event)
    return logs, left_out


def _lines(data: bytes) -> Iterator[tuple[int, int, int, bool]]:
    """The lines: number, first byte, the byte after it, whether it was ended. A header behind a line that lost its end is
    a line of its own, of the same number.
    """
    at, number = 0, 0
    while at < len(data):
        end = data.find(b"\n", at)
        stop = end if end >= 0 else len(data)
        number += 1
        if behind := header_behind(data[at:stop]):
            yield number, at, at + behind, True
            at += behind
        yield number, at, stop, end >= 0
        at = stop + 1


def _headless(logs: list[_Kept], left_out: list[LeftOut], data: bytes) -> Iterator[LeftOut]:
    """What is left out, a log whose header is lost as a whole: nobody knows whose lines they are."""
    spans = [(log, after.offset) for log, after in pairwise([*logs, _Kept(0, len(data), [])])]
    for log, end in spans:
        inside = [one for one in left_out if log.offset <= one.offset < end]
        if isinstance(log.events[0], Opened):
            yield from inside
            continue
        says = f"{inside[0].says}; the header is lost, and so the lines of its log"
        yield LeftOut(log.line, log.offset, end - log.offset, says, lines=len(log.events))


def _event(line: bytes, *, ended: bool) -> Event | str:
    """The event of a line, or why it is left out."""
    try:
        event = decode_line(line)
    except UnreadableError as error:
        return error.message
    return event if ended else "no line end (LF)"


def _changed(logs: list[_Kept], data: bytes) -> Iterator[tuple[int, int]]:
    """The spans that do not agree with their seals, first and last line of each."""
    for kept, after in pairwise([*logs, _Kept(0, len(data), [])]):
        log, first = data[kept.offset : after.offset], 1
        for seal in seals_of(log):
            found = SEAL.match(log, seal.offset)
            if found is None or found[1].decode() != digest(log, seal.covers, seal.offset):
                yield kept.line + first - 1, kept.line + seal.line - 1
            first = seal.line + 1
