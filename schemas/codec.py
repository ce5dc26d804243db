"""Lines to events and back. One line is one JSON object in UTF-8; the encoding of an event is canonical."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final, get_args

import msgspec

from upcard.schemas.errors import UnreadableError
from upcard.schemas.events import FORMAT, Amended, Event, Inserted, Opened
from upcard.schemas.events.base import tag

MAX_LINE_BYTES: Final = 1 << 20
"""The longest line that is read. A deal of six packs is under 4 KiB."""
MAX_NESTED: Final = 100
"""So many amendments may stand one in another. How many more could be decoded differs from one Python to the next."""

_decoder: Final = msgspec.json.Decoder(Event)
_encoder: Final = msgspec.json.Encoder()
_VERSION: Final = re.compile(r"^upcard/([0-9]{1,9})(?:\.([0-9]{1,9}))?$")
_KEY: Final = re.compile(rb'"([^"\\]*)"\s*:')
_DO: Final = re.compile(rb'"do"\s*:\s*"(\w+)"')
_PATTERN: Final = re.compile(r"^Expected `str` matching regex .* - at `\$\.([^`]*)`$")
_BOUND: Final = re.compile(r"^Expected `int` ([<>])= (-?\d+) - at `\$\.([^`]+)`$")
_SEAT: Final = re.compile(r"^Expected `int[^`]*`, got `str` - at `\$\.(?:.*\.)?(?:seat|dealer|to|of|first|taker)`$")
_CHOICE: Final = re.compile(r"^Invalid enum value .* - at `\$\.(?:.*\.)?(\w+)[^`]*`$")
_WANTED: Final = {
    "at": "a time is a day, 2013-03-19, or has its offset, 2026-11-20T19:30:00+01:00 or ...Z",
    "sha256": "the digest of a seal is 64 hexadecimal digits in lower case",
    "suit": "suits are c d h s",
    "rank": "ranks are A 2 3 4 5 6 7 8 9 T J Q K",
    "area": "areas are hand, display",
    "colour": "colours are red, black",
    "kind": "melds are three, four, nap",
    "card": "a card is its rank and its suit, As Td 7h 2c; jokers are Xr and Xb, and ?? is one not known",
}
"""What is wanted where a text is none of those there are; a key of other names holds cards."""


def decode_line(line: bytes, place: str = "") -> Event:
    """The event of one line. Raises `UnreadableError` with the place, what was seen and what was wanted."""
    if len(line) > MAX_LINE_BYTES:
        raise UnreadableError(f"a line of {len(line):,} bytes; the longest read is {MAX_LINE_BYTES:,}", place=place)
    try:
        event: Event = _decoder.decode(line)
    except msgspec.ValidationError as error:
        raise UnreadableError(_plain(line, str(error)), place=place, hint=_hint(line, str(error))) from None
    except msgspec.DecodeError as error:
        raise UnreadableError(f"not a JSON object: {error}", place=place) from None
    except RecursionError:
        raise UnreadableError("nested too deeply", place=place) from None
    except UnicodeDecodeError as error:
        raise UnreadableError(f"not UTF-8 at byte {error.start}", place=place) from None
    if too_deep(event):
        raise UnreadableError("nested too deeply", place=place)
    doubled = _encoder.encode(event) != line and doubled_key(line)
    if doubled:
        hint = "one of the two would be lost; leave the right one alone"
        raise UnreadableError(f"key `{doubled}` is there twice", place=place, hint=hint)
    if type(event) is Opened:
        check_format(event, place)
    return event


def too_deep(event: Event) -> bool:
    """Whether more amendments stand one in another than are read."""
    depth = 0
    while isinstance(event, Amended | Inserted):
        depth, event = depth + 1, event.event
    return depth > MAX_NESTED


def doubled_key(line: bytes) -> str:
    """A key that an object of this JSON has twice, of which a reader keeps one; empty if there is none."""
    keys = _KEY.findall(line)
    if b"\\" not in line and len(set(keys)) == len(keys):
        return ""
    doubled: list[str] = []

    def noted(pairs: list[tuple[str, Any]]) -> None:
        if len(dict(pairs)) < len(pairs):
            doubled.extend(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)

    json.loads(line, object_pairs_hook=noted)
    return doubled[0] if doubled else ""


def check_format(header: Opened, place: str = "") -> None:
    """Refuse a header of a format that this version cannot read, saying which it needs."""
    if header.format == FORMAT:
        return
    if is_later(header.format):
        hint = "a newer Upcard wrote this log; install that one, or a later"
        raise UnreadableError(
            f"format {header.format} needs a later Upcard; this one reads {FORMAT}", place=place, hint=hint
        )
    raise UnreadableError(f"format {header.format!r} is not known; this Upcard reads {FORMAT}", place=place)


def is_later(form: str) -> bool:
    """Whether this is a format that comes after the one that is read here."""
    found, own = _VERSION.match(form), _VERSION.match(FORMAT)
    return found is not None and own is not None and _numbers(found) > _numbers(own)


def _numbers(version: re.Match[str]) -> tuple[int, int]:
    return int(version[1]), int(version[2] or 0)


def decode_lines(lines: bytes) -> list[Event]:
    """The events of lines that were read before, in one go; empty lines are left out. Raises `UnreadableError`."""
    try:
        events: list[Event] = _decoder.decode_lines(lines)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return [decode_line(line) for line in lines.split(b"\n") if line]
    return events


def encode_line(event: Event) -> bytes:
    """The canonical bytes of an event, without the newline."""
    return _encoder.encode(event)


def encode_lines(events: Iterable[Event]) -> bytes:
    """The canonical bytes of a log: a line an event, each ended by LF."""
    return b"".join(_encoder.encode(event) + b"\n" for event in events)


def _plain(line: bytes, message: str) -> str:
    found = _PATTERN.match(message)
    if found:  # a regular expression tells nobody what is wanted; the hint does
        return f"saw {_seen(line, found[1]):.60} at `$.{found[1]}`"
    if found := _BOUND.match(message):
        seen = "" if "[" in found[3] else f"saw {_seen(line, found[3]):.60}, "
        return f"{seen}wanted a number of at {'most' if found[1] == '<' else 'least'} {int(found[2]):,} - at `$.{found[3]}`"
    return message[0].lower() + message[1:]


def _seen(line: bytes, path: str) -> str:
    """What stands at a path of keys in a line that is wrong there, and may be no JSON further on."""
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "a text that is none"
    for key in path.split("."):
        value = value[key]
    return repr(value)


def _hint(line: bytes, message: str) -> str:
    if "unknown field" in message or "Invalid value" in message:
        near = _meant(line, message)
        meant = f"did you mean {' or '.join(f'`{name}`' for name in near)}? " if near else ""
        return f"{meant}a field or an event this version does not know may come from a later Upcard"
    if _SEAT.match(message):
        return "a seat is its number, from 0 on, in the order of `seats` in the header"
    found = _PATTERN.match(message) or _CHOICE.match(message)
    if found:
        return _WANTED.get(found[1].rpartition(".")[2], _WANTED["card"])
    if b'"do"' not in line:
        return 'every line names its event: {"do":"played",...}'
    return ""


def _meant(line: bytes, message: str) -> list[str]:
    """The names that look like one which is not known: of types of events, or of the keys that this type has. The line may be no JSON
    further on, and is not read for it.
    """
    kinds = {tag(kind): kind for kind in get_args(Event)}
    if "unknown field" not in message:
        return get_close_matches(message.split("'")[1].casefold(), kinds, n=2)
    path = message.partition("at `$.")[2].rstrip("`")
    inner = path.split(".") if path else []
    types = [kinds.get(name.decode()) for name in _DO.findall(line)]
    kind = types[len(inner)] if len(inner) < len(types) and set(inner) <= {"event"} else None
    return get_close_matches(message.split("`")[1].casefold(), kind.__struct_encode_fields__ if kind else (), n=2)


def json_schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema of a type; what it says of each is one line of text."""

    def tidy(part: Any) -> Any:
        if isinstance(part, list):
            return [tidy(one) for one in part]
        if not isinstance(part, dict):
            return part
        return {
            key: " ".join(value.split()) if key == "description" and isinstance(value, str) else tidy(value)
            for key, value in part.items()
        }

    schema: dict[str, Any] = tidy(msgspec.json.schema(kind))
    return schema
