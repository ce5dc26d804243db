"""Logs to test with: sessions of cards dealt and played, and events of every type with random fields."""

import json
import random
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from upcard.records.logfile import sealed_bytes
from upcard.schemas.cards import PACK
from upcard.schemas.codec import decode_line, encode_line
from upcard.schemas.errors import UnreadableError
from upcard.schemas.events import (
    FORMAT,
    Amended,
    Base,
    Closed,
    Dealt,
    Event,
    HandStarted,
    Inserted,
    Noted,
    Opened,
    Played,
    Retracted,
    Scored,
)

HEADER = Opened(
    format=FORMAT, log="01890a5d-ac96-774b-bcce-b302099a8057", game="court_piece", seats=("a", "b", "c", "d")
)


def hand(rng: random.Random, plays: int = 52) -> Iterator[Event]:
    """One hand: begun, dealt, and so many cards played."""
    pack = list(PACK)
    rng.shuffle(pack)
    yield HandStarted(dealer=rng.randrange(4))
    yield Dealt(hands=tuple(tuple(sorted(pack[seat * 13 : seat * 13 + 13])) for seat in range(4)))
    for turn, card in enumerate(pack[:plays]):
        yield Played(seat=turn % 4, card=card, note=rng.choice([None, None, None, "späť", 'a "q"']))


def session(rng: random.Random, hands: int = 2, plays: int = 52) -> list[Event]:
    """Some hands, and the close."""
    return [event for _ in range(hands) for event in hand(rng, plays)] + [Closed()]


def log_bytes(seed: int = 0, hands: int = 2, plays: int = 52) -> bytes:
    """A sealed log."""
    return sealed_bytes(HEADER, session(random.Random(seed), hands, plays))


KINDS: tuple[type[Base], ...] = get_args(Event)


def any_event(rng: random.Random, kind: type[Base] | None = None) -> Event:
    """An event of a type, or of any, with random fields that its type allows."""
    kind = kind or rng.choice(KINDS)
    fields: dict[str, Any] = {}
    if kind is Opened:
        return msgspec.structs.replace(HEADER, names={"a": "Ann"}, options={"target": 7, "no": None})
    if kind in {Amended, Inserted, Retracted}:
        inner = any_event(rng, rng.choice((Played, Noted, Scored)))
        fields = {"line": 2, "before": 2, "event": inner, "why": "misheard"}
        return kind(**{name: fields[name] for name in kind.__struct_fields__ if name in fields})
    for field in msgspec.inspect.type_info(kind).fields:
        if field.required or rng.random() < 0.3:
            fields[field.name] = _value(rng, field.type, field.name)
    return kind(**fields)


def _value(rng: random.Random, kind: Any, name: str) -> Any:
    match type(kind).__name__:
        case "IntType":
            return rng.randint(kind.ge if kind.ge is not None else -3, min(kind.le or 9, 9))
        case "StrType":
            if kind.pattern is None:
                return rng.choice(["x", "Ann", "", "ñ\u2028", 'q"\\'])
            return "0" * 64 if "0-9a-f" in kind.pattern else "2026-11-20T19:30:00Z"
        case "BoolType":
            return rng.random() < 0.5
        case "EnumType":
            return rng.choice(list(kind.cls))
        case "LiteralType":
            return rng.choice(kind.values)
        case "UnionType":
            return _value(rng, rng.choice(kind.types), name)
        case "NoneType":
            return None
        case "VarTupleType" | "ListType":
            return tuple(_value(rng, kind.item_type, name) for _ in range(rng.randrange(4)))
        case "TupleType":
            return tuple(_value(rng, item, name) for item in kind.item_types)
        case "DictType":
            return {key: _value(rng, kind.value_type, name) for key in ("p1", "p2")[: rng.randrange(3)]}
        case "Metadata":
            return _value(rng, kind.type, name)
        case "StructType":
            inner = {f.name: _value(rng, f.type, f.name) for f in kind.fields if f.required}
            return kind.cls(**inner)
        case other:
            raise AssertionError(f"{name}: {other} has no values yet")


def lines_of_every_type(rng: random.Random, each: int = 3) -> list[bytes]:
    """Lines to mutate: some of every type of event."""
    return [encode_line(any_event(rng, kind)) for kind in KINDS for _ in range(each)]


def can_be_read(line: dict[str, Any]) -> bool:
    """Whether a line is an event."""
    try:
        decode_line(json.dumps(line).encode())
    except UnreadableError:
        return False
    return True
