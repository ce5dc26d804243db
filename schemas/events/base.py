"""What every event carries, and the types its fields are made of."""

from typing import Annotated, ClassVar, Literal

import msgspec

from upcard.schemas.cards import Card

MAX_INT = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly."""

Int = Annotated[int, msgspec.Meta(ge=-MAX_INT, le=MAX_INT)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_INT)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=255)]
Line = Annotated[int, msgspec.Meta(ge=1, le=MAX_INT)]
# `$` alone may stand before a last LF, and `\d` is any digit of any script, in the patterns of Python.
Time = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}"
        r"(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2}))?$(?!\n)",
        description="a day, or a time with its offset from UTC",
    ),
]
Cards = tuple[Card, ...]
Hands = tuple[Cards | None, ...]
Ints = tuple[Int, ...]

Sight = Literal["seat", "pair", "each", "nobody"]
"""Who sees a field that not all see: the event's seat; its seat and `to`; each seat its own entry; nobody."""


class Base(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="do", omit_defaults=True, forbid_unknown_fields=True
):
    """One act at the table, or one fact about it: never changed once it is written.

    at: when. note: a remark. by: the scribe. src: line of the paper or file it was taken from.
    id: names the event, from writers that may retry or share a log. refused: the table did not let the act stand, and what
    was done was taken back: it breaks what rules it breaks, and changes nothing else.
    """

    hidden: ClassVar[dict[str, Sight]] = {}
    """Fields that not everybody at the table sees, and who does."""

    at: Time | None = None
    note: str | None = None
    by: str | None = None
    src: Line | None = None
    id: str | None = None
    refused: bool = False


def tag(event: Base | type[Base]) -> str:
    """The name by which a log has an event, or a type of events: `played`."""
    return str(event.__struct_config__.tag)
