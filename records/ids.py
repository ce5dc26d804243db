"""Ids of logs: new for what happens at a table, derived for what a program makes, so that it comes out the same again."""

import hashlib
import secrets
import time
import uuid
from typing import Final

_FORMAT: Final = b"upcard/1"


def new_id() -> str:
    """A UUIDv7 for a live log: ids made later sort later, to the millisecond."""
    milliseconds = time.time_ns() // 1_000_000
    value = (milliseconds & (2**48 - 1)) << 80 | secrets.randbits(80)
    return _marked(value, version=7)


def derived_id(kind: str, *parts: str | int) -> str:
    """A UUIDv8 of what a log was made from: the same kind and parts give the same id, any others another.

    For a sheet: its digest and the place in it. For a simulated log: game, options, seed, ordinal. For a redacted
    copy: the id of the log, and the viewer.

    >>> derived_id("sheet", "9f86d081", 1) == derived_id("sheet", "9f86d081", 1)
    True
    >>> derived_id("sheet", "9f86d081", 1) == derived_id("sheet", "9f86d0", 811)
    False
    """
    told = hashlib.sha256(_FORMAT)
    for part in (kind, *parts):
        text = str(part).encode()
        told.update(b"%d:%b," % (len(text), text))
    return _marked(int.from_bytes(told.digest()[:16]), version=8)


def source_digest(data: bytes) -> str:
    """SHA-256 of a source, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _marked(value: int, version: int) -> str:
    """The UUID of 128 bits, with version and variant (RFC 9562) in their places."""
    value = value & ~(0xF << 76) | version << 76
    return str(uuid.UUID(int=value & ~(0b11 << 62) | 0b10 << 62))
