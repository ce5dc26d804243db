"""Files cut into parts of whole logs, by their bytes alone, so that several processes can read and judge them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from upcard.records.lines import HEADER
from upcard.records.reading import Read, read_stream, sources
from upcard.schemas.errors import StorageError, TornError, UpcardError

PART_BYTES: Final = 1 << 19
"""Smaller ones cost the process that cuts them a tenth of what judging them costs the others."""
_MOST_BYTES: Final = 1 << 23
"""A log that is longer is given to no other process."""


class Part(msgspec.Struct, frozen=True):
    """Some logs of a file, from this byte and line of it on; its first part is from byte 0 on. data: None if the
    file could not be read.
    """

    file: str
    data: bytes | None
    offset: int = 0
    line: int = 1

    def reads(self) -> Iterator[Read]:
        """Its logs, one at a time. Raises `UpcardError` where something is wrong; what, is told by reading the whole file."""
        if self.data is None:
            raise StorageError("this could not be read", place=self.file, hint="read alone, it is told why")
        at, data = 0, self.data

        def take(size: int) -> bytes:
            nonlocal at
            at += size
            return data[at - size : at]

        for read in read_stream(take, self.file, offset=self.offset, line=self.line):
            if read.torn:
                raise TornError(read.torn.says, place=self.file)
            yield read


def parts(path: Path | str) -> Iterator[Part]:
    """The parts of a file, or of the logs of a folder."""
    for place, source in sources(path):
        if isinstance(source, UpcardError):
            yield Part(place, None)
            continue
        offset, line, rest = 0, 1, bytearray()
        try:
            with source:
                while chunk := source.read(PART_BYTES):
                    begin = max(0, len(rest) - len(HEADER))
                    rest += chunk
                    cut = rest.rfind(HEADER, begin) + 1
                    if cut:
                        data = bytes(rest[:cut])
                        yield Part(place, data, offset, line)
                        offset, line = offset + cut, line + data.count(b"\n")
                        del rest[:cut]
                    if len(rest) > _MOST_BYTES:
                        rest.clear()
                        yield Part(place, None, offset, line)  # it is read by the one that asks, which need not hold it
                        break
                else:
                    yield Part(place, bytes(rest), offset, line)
        except OSError:
            yield Part(place, None, offset, line)
