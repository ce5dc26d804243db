"""A line that cannot be read: torn, because its writing was cut short, or damage that somebody must look at."""

import re
from collections import deque
from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

import msgspec

from upcard.records.blocks import Blocks, begins_log, header_behind
from upcard.records.lines import Why
from upcard.records.seals import SEAL, digest, salvage_hint, seals_of
from upcard.schemas.codec import MAX_LINE_BYTES
from upcard.schemas.errors import CorruptError, TornError, UnreadableError

_BARE_SEAL: Final = re.compile(rb'\{"do":"sealed","sha256":"[0-9a-f]{64}"\}')
_FAR: Final = 1 << 26
"""How far we look for a seal behind damage; of what is larger only the damaged line is named."""
_NEXT_LOG: Final = b'\n{"do":"opened"'


class Torn(msgspec.Struct, frozen=True):
    """A last line that was not written whole. line: its number; offset: its first byte in the log; data: its bytes."""

    line: int
    offset: int
    data: bytes
    says: str


class Damage(NamedTuple):
    """Where reading stopped. good: the whole lines before; rest: what follows as far as it is in memory;
    line: the number of the bad line; seals: the lines of the seals before it; place: file, line and column;
    file: the file alone.
    """

    good: bytes
    rest: bytes
    line: int
    seals: tuple[int, ...]
    place: str
    file: str


def judged(damage: Damage, reason: Why, behind: Blocks, *, whole: bool) -> Torn:
    """The torn line, if it is one: the last, no JSON or without its LF, and no seal speaks of it.

    Raises `TornError` for it instead if `whole`, or if it is the header; `CorruptError` for damage to what is
    sealed or between good lines; `UnreadableError` for what is no log or no event of this version.
    """
    bad, ended, after = damage.rest.partition(b"\n")
    # A power cut may leave NUL where a seal's LF was to be: that seal was not written whole, and hides nothing.
    merged = _hides_a_seal(bad if ended else bad.rstrip(b"\0"))
    # Behind a line that is too long there is nothing to learn about it.
    blocks = behind.ahead() if len(bad) <= MAX_LINE_BYTES else iter(())
    follows = bool(after)
    if not follows:
        more = next(blocks, b"")
        follows, blocks = bool(more), chain([more], blocks)
    short = not reason.formed or not ended
    if not follows and not merged and short and len(bad) <= MAX_LINE_BYTES:
        says = f"the last line was not written whole ({reason.message}); it is left out"
        if damage.line == 1 and not ended and bad.startswith(b"{"):
            raise TornError(f"the header was not written whole: {reason.message}", place=damage.place)
        if damage.line > 1 and whole:
            raise TornError(says, place=damage.place)
        if damage.line > 1:
            return Torn(damage.line, len(damage.good), damage.rest, says)
    raise _error(damage, reason, bad, None if merged else _up_to_seal(after, blocks), merged=merged)


def _error(damage: Damage, reason: Why, bad: bytes, sealed: bytes | None, *, merged: bool) -> UnreadableError:
    """What is wrong. sealed: what follows the bad line, up to and with the next seal, if one comes."""
    is_covered = merged or sealed is not None
    behind = header_behind(bad)
    lost_end = behind and f"the header of another log stands in column {behind + 1}: a line end was lost before it"
    if sealed is not None and reason.formed and _holds(damage.good + bad + b"\n" + sealed):
        is_covered = False  # it was sealed as it stands: it is new or foreign, not damaged
        hint = reason.hint or "its seal holds, so it was written like this"
        return UnreadableError(reason.message, place=damage.place, hint=hint)
    if reason.foreign:
        return UnreadableError(reason.message, place=damage.place, hint=reason.hint)
    if not is_covered and (damage.line == 1 or reason.formed):
        hint = lost_end or reason.hint or _no_log(damage, bad)
        return UnreadableError(reason.message, place=damage.place, hint=hint)
    first = max((0, *damage.seals)) + 1 if is_covered else damage.line
    last = damage.line + (sealed.count(b"\n") if sealed else 0)
    return CorruptError(
        f"{reason.message}; the last good line is {damage.line - 1}, it ends at byte {len(damage.good)}",
        place=damage.place,
        hint=lost_end or (not is_covered and reason.hint) or salvage_hint(damage.file),
        lines=(first, last),
        offset=len(damage.good),
    )


def _no_log(damage: Damage, bad: bytes) -> str:
    """What to say of a file whose first line is no header; of a header what is wrong with it is said."""
    if damage.line > 1 or begins_log(bad):
        return ""
    return "this is no log: each of its lines is one event, the first its header"


def _hides_a_seal(bad: bytes) -> bool:
    """Whether a whole seal stands in a line that is more than it: the end of some line was lost."""
    found = _BARE_SEAL.search(bad)
    return found is not None and found[0] != bad


def _up_to_seal(after: bytes, blocks: Iterator[bytes]) -> bytes | None:
    """The lines after the bad one up to and with the next seal, or None if the log ends first."""
    seen, at = bytearray(b"\n"), 0
    for data in chain([after], blocks):
        seen += data
        found = SEAL.search(seen, at)
        end = seen.find(_NEXT_LOG, at)
        if found and not 0 <= end < found.start():
            return bytes(seen[1 : found.end()]) + b"\n"
        if end >= 0 or len(seen) > _FAR:
            return None
        at = seen.rfind(b"\n")  # a line that is not whole yet may be one
    return None


def _holds(data: bytes) -> bool:
    """Whether the last seal of these lines holds."""
    last = next(iter(deque(seals_of(data), maxlen=1)), None)
    found = SEAL.match(data, last.offset) if last else None
    return last is not None and found is not None and found[1].decode() == digest(data, last.covers, last.offset)
