"""The fields of an event as words: `correct 2 5d` is a seat and a card, `pay bob pope 3` two accounts and an amount.

The words stand in the order of the event's fields, the seat first. A field that is left out may be given by its name:
`trick=3`. What no words can say is written as JSON.
"""

import re
from collections.abc import Container, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from upcard.cli.recorder.spoken import (
    is_card,
    melds_in_words,
    read_count,
    read_melds,
    read_money,
    read_number,
    read_rank,
    read_suit,
)
from upcard.schemas.cards import RANKS, SUITS, Card, read_card, read_cards
from upcard.schemas.errors import shortened
from upcard.schemas.events import (
    Base,
    BetInsured,
    BetPlaced,
    BoughtIn,
    CashedOut,
    ChipsPassed,
    Event,
    Meld,
    PoolCounted,
    PurseCounted,
    Scored,
)
from upcard.schemas.events.base import tag
from upcard.schemas.wording import in_coins

_SEATS: Final = frozenset({"seat", "to", "of", "dealer", "first", "taker"})
_ACCOUNTS: Final = frozenset({"from_", "to"})
_TEXTS: Final = frozenset({"why", "player"})
SUCH_AS: Final = {
    "suit": ", such as h, hearts or ♥",
    "rank": ", such as 7, T or ace",
    "money": ", such as 10 or 2.50",
    "melds": ", such as three aces, four 3 or nap spades",
}
"""Examples of what a field takes, by the kind of its words."""
_NAME: Final = re.compile(r"[^\W\d_]+(_\w+)?")
_SIMPLE: Final = re.compile(r"[a-z]{2}[a-z_]*")
_ACCOUNT: Final = re.compile(r"(seat|pool|bet):[a-z0-9_]+|bank|stock")
_BASE: Final = frozenset(Base.__struct_fields__)
_MONEY: Final = frozenset({BetPlaced, BetInsured, BoughtIn, CashedOut, ChipsPassed, PurseCounted, PoolCounted})
"""Whose amounts are money: typed and told in coins, where the game has them."""


class NotRead(Exception):  # noqa: N818 - it is no error of ours, but an answer
    """Words that say no event. saw: the word, shortened, or nothing if one is missing; wanted: what should stand there;
    enough: whether that is all there is to say, so that an example of what is due would mislead.
    """

    def __init__(self, saw: str, wanted: str, *, enough: bool = False) -> None:
        self.saw = shortened(saw)
        super().__init__(f"saw {self.saw!r}, wanted {wanted}" if saw else f"wanted {wanted}")
        self.wanted = wanted
        self.enough = enough


class Field(NamedTuple):
    """A field of an event: what kind of words it reads, and the only values it takes, if they are few."""

    name: str
    kind: str
    required: bool
    values: tuple[Any, ...] = ()

    @property
    def wanted(self) -> str:
        """What stands there, for people."""
        names = {"word": self.name.strip("_").upper(), "number": self.name.upper(), "choice": "|".join(self.values)}
        names |= {
            "money": self.name.upper(),
            "flag": self.name,
            "text": self.name.upper(),
            "account": self.name.strip("_").upper(),
        }
        word = names.get(self.kind, self.kind.upper())
        if self.kind in {"card", "cards", "seat", "suit", "rank"} and self.name not in {self.kind, "cards", "card"}:
            word = self.name.upper()
        return word if self.required else f"[{word}]"


class Seats(NamedTuple):
    """Who sits where, as they are called. coin: units in a coin, where amounts of money are told in coins; gone: who sat where
    nobody sits now.
    """

    names: tuple[str, ...]
    coin: int = 1
    gone: tuple[tuple[int, str], ...] = ()

    def read(self, word: str) -> int | None:
        """The seat of a word: `2`, `s2`, or a name. None if it is none of these. Raises `NotRead` beyond the table."""
        plain = word.casefold()
        folded = [name.casefold() for name in self.names]
        if plain in folded:
            return folded.index(plain)
        left = next((seat for seat, name in self.gone if name.casefold() == plain), None)
        if left is not None:
            return left
        digits = plain.removeprefix("s")
        if not (digits.isascii() and digits.isdigit()):
            return None
        seat = read_number(digits)
        if seat is None or seat >= len(self.names):
            raise NotRead(word, f"a seat from 0 to {len(self.names) - 1}")
        return seat

    def of_letter(self, word: str) -> int | None:
        """The seat of the one player whose name begins with this letter; None if it is no letter, or several do."""
        if len(word) != 1 or not word.isalpha():
            return None
        found = [seat for seat, name in enumerate(self.names) if name.casefold().startswith(word.casefold())]
        return found[0] if len(found) == 1 else None

    def name(self, seat: int | None) -> str:
        """What to call a seat."""
        if seat is None:
            return "somebody"
        return self.names[seat] if seat < len(self.names) and self.names[seat] else f"seat {seat}"


@cache
def fields_of(kind: type[Base]) -> tuple[Field, ...]:
    """The fields of an event type but for what every event carries, the seat first."""
    info: Any = msgspec.inspect.type_info(kind)
    fields = [_field(kind, field) for field in info.fields if field.name not in _BASE]
    return tuple(sorted(fields, key=lambda field: field.name != "seat"))


@cache
def _order(kind: type[Base]) -> tuple[Field, ...]:
    """The fields in the order they are read: what must be there before what may, words that say anything last. A seat
    that may be there is looked for in front, and again behind what must be there.
    """
    fields = fields_of(kind)
    seat = [field for field in fields if field.name == "seat"]
    must = [field for field in fields if field.required and field not in seat]
    may = [field for field in fields if not field.required and field not in seat]
    again = [] if not seat or seat[0].required else seat
    return (*seat, *must, *again, *sorted(may, key=lambda field: field.kind in {"word", "text"}))


def usage_behind(kind: type[Base], said: Sequence[str], needed: Container[str], given: Container[str] = ()) -> str:
    """What is typed behind a verb that says some of it already: `SEAT CARD [SUIT]`. needed: fields that must be said then; given: those
    that are not said.
    """
    fields = [field for field in fields_of(kind) if field.kind != "other" and field.name not in given]
    words = [field for field in fields if field.kind in {"word", "text", "card", "cards"}]
    gone = {id(field) for field in words[: len(said)]}
    left = [field for field in fields if id(field) not in gone]
    return " ".join(field._replace(required=field.required or field.name in needed).wanted for field in left)


def read_event(
    kind: type[Base],
    words: Sequence[str],
    seats: Seats,
    *,
    seat: int | None = None,
    usual: int | None = None,
    given: Mapping[str, Any] | None = None,
    follow: Mapping[str, int] | None = None,
) -> Event:
    """The event of a type that these words say. seat: named before them; usual: whose turn it is; given: fields that
    are not said; follow: other seats, where none is said.

    Raises `NotRead` with the first word that does not fit, or what is missing.
    """
    left = list(words)
    values = {**(given or {}), **_named(kind, left, seats)}
    spec = _order(kind)
    if seat is not None:
        place = next((field.name for field in spec if field.kind == "seat"), None)
        if place is None:
            raise NotRead(seats.name(seat), f"no seat: nobody in particular does `{tag(kind)}`")
        values.setdefault(place, seat)
    for field in spec:
        if field.name not in values:
            default = usual if field.name == "seat" else (follow or {}).get(field.name)
            goes_without = field.kind == "seat" and field.required and default is not None
            if goes_without and not _seat_said(left, seats, _later_numbers(spec, field, values)):
                values[field.name] = default
            else:
                _take(field, left, seats, values)
    if left:
        must = " ".join([tag(kind), *(field.wanted for field in fields_of(kind) if field.required)])
        raise NotRead(left[0], f"`{must}`, and another act behind `;`")
    event: Event = kind(**values)  # type: ignore[assignment]  # every type with a tag is one of the union
    _fits_the_format(event, spec)
    return event


def _fits_the_format(event: Event, spec: Sequence[Field]) -> None:
    """Raises `NotRead` with the first number that no log may have there, such as -1 cards drawn."""
    try:
        msgspec.convert(msgspec.to_builtins(event), type(event))
    except msgspec.ValidationError as error:
        name = str(error).partition("$.")[2].rstrip("`").partition("[")[0]
        field = next(one for one in spec if one.name.strip("_") == name)
        raise NotRead(str(getattr(event, field.name)), field.wanted) from None


def written(event: Base, coin: int = 1) -> str:
    """The line that says this event, whatever is due; as JSON, where words cannot. coin: units in a coin."""
    words = [*["refused"] * event.refused, tag(type(event))]
    for field in fields_of(type(event)):
        value = getattr(event, field.name)
        if value is None or (value is False and not field.required):
            continue
        word = in_coins(value, coin) if field.kind == "money" else _word(field, value)
        if word is None:
            return _as_json(event)
        words.append(word if field.required else field.name if value is True else f"{field.name}={word}")
    bare_row = isinstance(event, Scored) and words[-1] == tag(Scored)
    besides = any(getattr(event, name) not in {None, False} for name in _BASE - {"note", "refused"})
    if bare_row or besides or not _plain(event.note):
        return _as_json(event)
    return " ".join(words) + (f" # {event.note}" if event.note else "")


def _as_json(event: Base) -> str:
    return "do " + msgspec.json.encode(event).decode()


def _plain(note: str | None) -> bool:
    return note is None or (note.isprintable() and bool(note) and note == " ".join(note.split()))


def _field(kind: type[Base], field: Any) -> Field:
    inner, required = field.type, field.required
    if isinstance(inner, msgspec.inspect.UnionType):
        others = [one for one in inner.types if not isinstance(one, msgspec.inspect.NoneType)]
        inner = others[0] if len(others) == 1 else inner
    values = tuple(inner.values) if isinstance(inner, msgspec.inspect.LiteralType) else ()
    return Field(field.name, _kind_of(kind, field.name, inner), required, values)


def _kind_of(kind: type[Base], name: str, inner: Any) -> str:
    match inner:
        case msgspec.inspect.IntType():
            return "seat" if name in _SEATS else "money" if name == "amount" and kind in _MONEY else "number"
        case msgspec.inspect.EnumType(cls=cls) if cls is Card:
            return "card"
        case msgspec.inspect.VarTupleType(item_type=msgspec.inspect.EnumType()):
            return "cards"
        case msgspec.inspect.VarTupleType(item_type=msgspec.inspect.IntType()):
            return "seats" if name == "seats" else "numbers"
        case msgspec.inspect.VarTupleType(item_type=msgspec.inspect.StructType(cls=cls)) if cls is Meld:
            return "melds"
        case msgspec.inspect.LiteralType(values=found):
            return "suit" if set(found) == set(SUITS) else "rank" if set(found) == set(RANKS) else "choice"
        case msgspec.inspect.StrType():
            if name in _ACCOUNTS and "from_" in kind.__struct_fields__:
                return "account"
            last = [field for field in kind.__struct_fields__ if field not in _BASE][-1]
            return "text" if name in _TEXTS and name == last else "word"
        case msgspec.inspect.BoolType():
            return "flag"
    return "other"


def _later_numbers(spec: Sequence[Field], field: Field, values: dict[str, Any]) -> int:
    """How many numbers must still follow a field."""
    later = spec[spec.index(field) + 1 :]
    return sum(f.required and f.kind in {"number", "money", "seat", "rank"} and f.name not in values for f in later)


def _named(kind: type[Base], left: list[str], seats: Seats) -> dict[str, Any]:
    """The values given by name, and the flags wherever they stand, taken out of the words."""
    by_name = {field.name.strip("_"): field for field in fields_of(kind)}
    values: dict[str, Any] = {}
    for word in [word for word in left if word.casefold() in by_name and by_name[word.casefold()].kind == "flag"]:
        values[word.casefold()] = True
        left.remove(word)
    for word in [word for word in left if "=" in word]:
        name, _, text = word.partition("=")
        field = by_name.get(name.casefold())
        if field is None or field.kind in {"other", "flag"}:
            raise NotRead(word, f"one of {', '.join(by_name) or 'no names'} before the =")
        pieces = text.split(",") if field.kind in {"cards", "numbers", "seats"} else [text]
        values[field.name], used = _read(field, [piece for piece in pieces if piece], seats)
        if used < len([piece for piece in pieces if piece]):
            raise NotRead(word, field.wanted)
        left.remove(word)
    return values


def _seat_said(left: Sequence[str], seats: Seats, later: int) -> bool:
    """Whether words begin with a seat: by name, or by a number that nothing after it needs."""
    if left and not left[0].isdigit():
        return seats.read(left[0]) is not None
    return sum(word.isascii() and word.replace(".", "", 1).isdigit() for word in left) > later


def _take(field: Field, left: list[str], seats: Seats, values: dict[str, Any]) -> None:
    """Take what this field reads from the front of the words."""
    beside = field.kind == "word" or (field.name == "stands_for" and values["card"].rank != "X")
    if beside and left and is_card(left[0]):  # a card is no name, and stands for none that is no joker
        if field.required:
            raise NotRead(left[0], field.wanted)
        return
    if field.kind == "word" and not field.required and left and not _may_be_a_name(field, left[0]):
        return
    try:
        value, used = _read(field, left, seats)
    except NotRead:
        if field.required or (field.kind == "seat" and left and left[0].isdigit()):
            raise
        return
    if used or field.required:
        values[field.name] = value
        del left[:used]


def _may_be_a_name(field: Field, word: str) -> bool:
    """Whether a word that need not be there says something, and is no slip: `6x` and `Qx` are no shapes of a combination."""
    return _NAME.fullmatch(word) is not None and (len(word) > 2 or field.name == "place")


def _read(field: Field, left: Sequence[str], seats: Seats) -> tuple[Any, int]:
    """The value at the front of the words, and how many it took. Raises `NotRead`."""
    kind = field.kind
    word = left[0] if left else ""
    value: Any = None
    if kind == "cards":
        return _read_cards(field, left)
    if kind == "melds":
        value, used = read_melds(left)
        if value:
            return value, used
    if kind in {"numbers", "seats"}:
        numbers = [read_number(word) if kind == "numbers" else seats.read(word) for word in left]
        count = next((place for place, number in enumerate(numbers) if number is None), len(numbers))
        if not count and field.required:
            raise NotRead(word, field.wanted)
        return tuple(numbers[:count]), count
    if kind == "flag":
        return word.casefold() == field.name, int(word.casefold() == field.name)
    if kind == "text":
        value = " ".join(left) or None
        if value is not None:
            return value, len(left)
    elif word:
        value = _one(field, word, seats)
    if value is None:
        raise NotRead(word, field.wanted + SUCH_AS.get(kind, "") * bool(word))
    return value, 1


def _one(field: Field, word: str, seats: Seats) -> Any:
    """The value of one word, or None."""
    match field.kind:
        case "seat":
            seat = seats.read(word)
            return seats.of_letter(word) if seat is None and field.required else seat
        case "number":
            return read_count(word)
        case "money":
            return read_money(word, seats.coin)
        case "card":
            try:
                return read_card(word)
            except ValueError as error:
                raise NotRead(word, str(error).partition("wanted ")[2]) from None
        case "suit":
            return read_suit(word)
        case "rank":
            return read_rank(word)
        case "account":
            return _account(word, seats)
        case "choice":
            return word.casefold() if word.casefold() in field.values else None
        case "word":
            return word
    return None


def _read_cards(field: Field, left: Sequence[str]) -> tuple[tuple[Card, ...], int]:
    cards: list[Card] = []
    for place, word in enumerate(left):
        try:
            cards += read_cards(word)
        except ValueError as error:
            if not place and field.required:
                raise NotRead(word, str(error).partition("wanted ")[2]) from None
            return tuple(cards), place
    if not cards and field.required:
        raise NotRead("", field.wanted)
    return tuple(cards), len(left)


def _account(word: str, seats: Seats) -> str:
    seat = seats.read(word) if ":" not in word else None
    if seat is not None:
        return f"seat:{seat}"
    return word if ":" in word or word in {"bank", "stock"} else f"pool:{word}"


def _word(field: Field, value: Any) -> str | None:
    """How a value is typed; None if it cannot be."""
    if field.kind == "seat":
        return f"s{value}"
    if field.kind in {"word", "text"}:
        return value if _SIMPLE.fullmatch(value) else None
    if field.kind == "account":
        return value if _ACCOUNT.fullmatch(value) else None
    if field.kind in {"cards", "numbers", "seats"}:
        return (" " if field.required else ",").join(str(one) for one in value) or None
    if field.kind == "melds":
        return melds_in_words(value)
    return None if field.kind == "other" else str(value)
