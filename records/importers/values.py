"""What a cell says, by the column it stands in: whole numbers, suits, colours, words that a game has."""

import difflib
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec.inspect

from upcard.engine.kernel.game import Column, Game
from upcard.records.importers.faults import NotRead, quoted
from upcard.records.importers.grids import Cell
from upcard.records.importers.languages import ALL_PASSED, said_abroad
from upcard.schemas.cards import SUIT_NAMES
from upcard.schemas.events import Base
from upcard.schemas.events.base import MAX_INT

NOT_THERE: Final = frozenset(
    {"", "-", "--", "\u2013", "\u2014", "\u2212", "./.", "/", "n/a", "absent", "away", "out of town"}
)
"""What people write where a player has no number."""
_DASHES: Final = frozenset({"-", "--", "\u2013", "\u2014", "\u2212", "./."})
"""What people write for nothing."""
NOBODY: Final = frozenset(
    {"nobody", "none", "no one", "niemand", "keiner", "personne", "nessuno", "nadie", "geen", "无"}
)
"""What people write where a player may stand, and none is meant."""
MARKS: Final = frozenset(
    {"x", "1", "w", "won", "win", "winner", "yes", "y", "*", "\u2713", "\u2714", "\u2715", "\u2717", "out"}
)
NO_MARKS: Final = frozenset({"0", "no", "n", "lost", "l"})
VOID: Final = (
    frozenset({"void", "voided", "thrown in", "redeal", "redealt", "all passed", "passed out", "no game", "misdeal"})
    | {"crossed out", "struck out", "scratched", "cancelled", "canceled", "does not count", "annulled"}
    | ALL_PASSED
)
_SUIT_SIGNS: Final = {"\u2663": "c", "\u2666": "d", "\u2665": "h", "\u2660": "s"}
_NUMBER: Final = re.compile(
    r"(?P<open>\()?(?P<sign>[+\-\u2212\u2013]?) ?(?P<digits>[0-9]+(?:[.,'\u2019\u00a0\u202f][0-9]+)*)(?P<close>\))?(?P<rest>.*)",
    re.DOTALL,
)
UNITS: Final = frozenset(
    {"p", "pt", "pts", "pt.", "pts.", "point", "points", "trick", "tricks", "chips", "card", "cards"}
)


class Number(NamedTuple):
    """A number of a cell, the remark behind it, and whether a `t` marks its seat."""

    value: int
    remark: str = ""
    marked: bool = False


def is_blank(cell: Cell) -> bool:
    """Whether a cell says nothing of its player: empty, or a dash."""
    return isinstance(cell, str) and cell.casefold() in NOT_THERE


def is_dash(cell: Cell) -> bool:
    """Whether a cell has a dash alone."""
    return isinstance(cell, str) and cell in _DASHES


def is_void(cell: Cell) -> bool:
    """Whether a cell says that the hand does not count."""
    return isinstance(cell, str) and cell.casefold().strip(" .!()") in VOID


def looks_like_number(cell: Cell) -> bool:
    """Whether a cell begins as a number does."""
    return isinstance(cell, Decimal) or (isinstance(cell, str) and _NUMBER.fullmatch(cell) is not None)


def read_number(cell: Cell, scale: int = 1, least: int | None = None) -> Number:
    """The number of a cell in units, of which there are so many (scale) in one of what is written. Raises `NotRead`."""
    if isinstance(cell, Decimal):
        return Number(_whole(cell, scale, least, cell))
    found = _NUMBER.fullmatch(cell) if isinstance(cell, str) else None
    if found is None:
        raise NotRead(f"saw {quoted(cell)}, wanted a number", _near_number(str(cell)))
    value = _amount(found["digits"], cell)
    if found["sign"] not in {"", "+"} or (found["open"] and found["close"] and not found["rest"]):
        value = -value
    rest = found["rest"].strip()
    if rest and found["rest"][0].isalnum() and rest.casefold() not in {"t", *UNITS}:
        raise NotRead(f"saw {quoted(cell)}, wanted a number", _near_number(str(cell)))
    if rest[:1].isdigit():
        raise NotRead(f"saw {quoted(cell)}, two numbers in one cell; wanted one")
    remark = "" if rest.casefold() in {"t", *UNITS} else rest
    return Number(_whole(value, scale, least, cell), remark, rest.casefold() == "t")


def _amount(digits: str, cell: Cell) -> Decimal:
    """Digits with decimal commas or points, or marks between thousands."""
    parts = re.split(r"[.,'\u2019\u00a0\u202f]", digits)
    marks = re.findall(r"[.,'\u2019\u00a0\u202f]", digits)
    if not marks:
        return Decimal(digits)
    if all(len(part) == 3 for part in parts[1:]) and len(parts[0]) <= 3 and len(set(marks)) <= 1:
        return Decimal("".join(parts))
    if marks[-1] in ".," and marks[-1] not in marks[:-1] and all(len(part) == 3 for part in parts[1:-1]):
        return Decimal(f"{''.join(parts[:-1])}.{parts[-1]}")
    raise NotRead(f"saw {quoted(cell)}, wanted a number")


def _whole(value: Decimal, scale: int, least: int | None, cell: Cell) -> int:
    units = value * scale
    if units != units.to_integral_value():
        raise NotRead(f"saw {quoted(cell)}, wanted a whole number", "count in the smallest coin that there is")
    number = int(units)
    if abs(number) > MAX_INT:
        raise NotRead(f"saw {quoted(cell)}, a number too large to be kept")
    if least is not None and number < least:
        raise NotRead(f"saw {quoted(cell)}, wanted a number from {least}")
    return number


def _near_number(text: str) -> str:
    """What a mistyped number may have been."""
    digits = text.translate(str.maketrans("OoIlSB", "001158"))
    return f"perhaps {digits}" if digits != text and digits.isascii() and digits.isdigit() else ""


def is_mark(cell: Cell) -> bool:
    """Whether a cell marks its player. Raises `NotRead` for what neither marks nor leaves one out."""
    text = str(cell).casefold()
    if text in MARKS:
        return True
    if is_blank(cell) or text in NO_MARKS:
        return False
    raise NotRead(f"saw {quoted(cell)}, wanted a mark such as x, or nothing")


class Kind(NamedTuple):
    """What a field of an event takes. words: one of these, by what people write for it; else numbers from `least` on; of_suits:
    whether these are suits.
    """

    words: dict[str, str]
    least: int | None = None
    of_suits: bool = False


def kind_of(column: Column, game: Game) -> Kind:
    """What stands in a column, if it is no seat and no side."""
    names = game.names.get(column.event, {}).get(column.field)
    return _kind(column.event, column.field, tuple(names or ()))


@cache
def _kind(event: type[Base], field: str, names: tuple[str, ...]) -> Kind:
    info = msgspec.inspect.type_info(event)
    assert isinstance(info, msgspec.inspect.StructType)
    found = next(one.type for one in info.fields if one.name == field)
    for one in found.types if isinstance(found, msgspec.inspect.UnionType) else (found,):
        if isinstance(one, msgspec.inspect.LiteralType):
            if set(one.values) == set(SUIT_NAMES):
                return Kind(_suit_words(), of_suits=True)
            return Kind({word: str(value) for value in one.values for word in (str(value), *said_abroad(str(value)))})
        if isinstance(one, msgspec.inspect.StrType):
            return Kind({name: name for name in names})
        if isinstance(one, msgspec.inspect.IntType):
            return Kind({}, one.ge if one.ge is not None and one.ge >= 0 else None)
    return Kind({})


def _suit_words() -> dict[str, str]:
    words = dict(_SUIT_SIGNS)
    for suit, name in SUIT_NAMES.items():
        words |= {suit: suit, name: suit, name[:-1]: suit} | dict.fromkeys(said_abroad(name), suit)
    return words


def plain_word(cell: Cell) -> str:
    """A word of a cell as it is compared."""
    return str(cell).casefold().replace("\ufe0f", "").strip(" .")


def read_word(cell: Cell, kind: Kind, letters: Mapping[str, Mapping[str, str]] = MappingProxyType({})) -> str:
    """The word that a cell means: the whole of it, or its beginning where that is enough. letters: what a letter for a suit may mean
    in this sheet, as `suits_by_letter` has it. Raises `NotRead`.
    """
    text = plain_word(cell)
    if kind.of_suits and letters.get(text):
        suits, *others = letters[text]
        if not others:
            return kind.words[suits]
        words = " or ".join(f"{word} ({suit})" if word != suit else suit for suit, word in letters[text].items())
        raise NotRead(f"saw {quoted(cell)}, which may be {words}", "write the whole word, or a sign such as \u2665")
    exact = kind.words.get(text)
    begun = {value for word, value in kind.words.items() if text and word.startswith(text)}
    if exact is not None or len(begun) == 1:
        return exact or begun.pop()
    first_of: dict[str, str] = {}
    for word, value in kind.words.items():
        if len(word) > 1:
            first_of.setdefault(value, word)
    wanted = list(first_of.values()) or list(kind.words)
    raise NotRead(f"saw {quoted(cell)}, wanted {' or '.join(wanted[:8])}", near(text, wanted))


def near(text: str, words: Sequence[str]) -> str:
    """The nearest of some words, as a question."""
    plain = {word.casefold(): word for word in words}
    found = difflib.get_close_matches(text.casefold(), plain, n=2, cutoff=0.6)
    return f"did you mean {' or '.join(plain[one] for one in found)}?" if found else ""
