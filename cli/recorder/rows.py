"""Rows of a score sheet as people write them: `0 5 12 3`, `3t 0 1 2`, `7 6 h`, `8 5 courts 1 0`.

Numbers fill the columns of the game's sheet one after another, a number for each seat or side. A `t` behind a number
marks the column that names a seat; the title of a column goes on there; other words fit where they can be read.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from upcard.cli.recorder.fields import NotRead, Seats, fields_of
from upcard.cli.recorder.spoken import join_names, read_number, read_suit
from upcard.engine.kernel.game import Column, Game
from upcard.schemas.events import Scored

_HYPHENED: Final = re.compile(r"[0-9]+(-[0-9]+)+")


def read_row(game: Game, words: Sequence[str], seats: Seats) -> Scored:
    """The row that these words say. Raises `NotRead`."""
    columns = game.sheet
    numbers: dict[str, list[int]] = {}
    single: dict[str, Any] = {}
    current = next((column for column in columns if not _alone(column)), None)
    left = join_names([part for word in words for part in _hyphened(word)], seats.names)
    while left:
        word = left.pop(0)
        column, used = _titled(columns, [word, *left])
        number = read_number(word)
        if column is not None:
            del left[: used - 1]
            current = column
            if _alone(column):
                single[column.field] = _value(column, left, seats)
                current = None
        elif number is not None:
            current = _room(columns, current, numbers, seats, word)
            numbers.setdefault(current.field, []).append(number)
        elif _marked(word) is not None:
            current = _room(columns, current, numbers, seats, word)
            if current.per != "seat":
                raise NotRead(word, wanted(game, seats))
            single["seat"] = len(numbers.setdefault(current.field, []))
            numbers[current.field].append(_marked(word) or 0)
            _must_have(columns, "seat", word, game, seats)
        elif word.casefold() == "void":
            single["void"] = True
        elif read_suit(word) is not None:
            _must_have(columns, "trump", word, game, seats)
            single["trump"] = read_suit(word)
        elif not numbers and (seat := seats.read(word)) is not None and columns[:1] and columns[0].field == "seat":
            single["seat"] = seat
        else:
            raise NotRead(word, wanted(game, seats))
    _check_full(columns, numbers, seats)
    if not numbers and not single:
        raise NotRead("", wanted(game, seats))
    columns_read: dict[str, Any] = {name: tuple(column) for name, column in numbers.items()}
    return Scored(**columns_read, **single)


def wanted(game: Game, seats: Seats) -> str:
    """What a row of this game has to have, in a few words."""
    first = next((column for column in game.sheet if not _alone(column)), None)
    if first is None and game.sheet:
        return f"{game.sheet[0].title}: {game.sheet[0].says}"
    if first is None:
        return f"nothing: {game.title} has no score sheet"
    return f"{_width(first, seats)} numbers, {heading(game, seats)}"


def explained(game: Game, seats: Seats) -> list[str]:
    """The columns of the sheet, a line each."""
    lines = []
    for place, column in enumerate(game.sheet):
        width = "" if _alone(column) else f", {_width(column, seats)} numbers"
        lines.append(f"{column.title}: {column.says}{width}" + (" (if written)" if place else ""))
    return lines


def heading(game: Game, seats: Seats) -> str:
    """The first column of the sheet, by whom it is written: what a row is asked for with."""
    first = next((column for column in game.sheet if not _alone(column)), None)
    if first is None:
        return game.sheet[0].title if game.sheet else "a row"
    if first.per == "side" and len(seats.names) % 2:
        return first.says
    if first.per == "side":
        half = len(seats.names) // 2
        names = [f"{seats.name(side)} & {seats.name(side + half)}" for side in range(half)]
        return f"{first.title}: {', '.join(names)}"
    plain = all(name and " " not in name for name in seats.names)
    return f"{first.title}: {(' ' if plain else ', ').join(map(seats.name, range(len(seats.names))))}"


def begins_column(game: Game, line: str) -> bool:
    """Whether a line begins with the title of a column: `revoke 1` is a row then, and no act; `left Bob` is none, where
    that column has numbers.
    """
    words = line.replace(",", " ").split()
    column, used = _titled(game.sheet, words)
    if column is None or _alone(column) or used == len(words):
        return column is not None
    return read_number(words[used]) is not None or _marked(words[used]) is not None


def _titled(columns: Sequence[Column], words: Sequence[str]) -> tuple[Column | None, int]:
    """The column that these words begin with, by its title, another of its titles, or its field, and how many words that takes."""
    plain = [word.casefold() for word in words]
    named = [(name.split(), column) for column in columns for name in (column.title, column.field, *column.also)]
    found = [(len(name), place) for place, (name, _) in enumerate(named) if plain[: len(name)] == name]
    length, place = max(found, key=lambda one: (one[0], -one[1]), default=(0, 0))
    return (named[place][1], length) if length else (None, 0)


def _room(
    columns: Sequence[Column], current: Column | None, numbers: dict[str, list[int]], seats: Seats, word: str
) -> Column:
    """The column in which the next number stands."""
    wide = [column for column in columns if not _alone(column)]
    if current is not None and len(numbers.get(current.field, ())) < _width(current, seats):
        return current
    start = wide.index(current) + 1 if current in wide else 0
    for column in wide[start:]:
        if column.field not in numbers:
            return column
    raise NotRead(word, "no more numbers: every column has its own")


def _alone(column: Column) -> bool:
    """Whether a column stands behind its title: one value a hand, or a list of seats."""
    return column.per in {"hand", "list"}


def _width(column: Column, seats: Seats) -> int:
    return len(seats.names) if column.per == "seat" else 2


def _check_full(columns: Sequence[Column], numbers: dict[str, list[int]], seats: Seats) -> None:
    for column in columns:
        found = numbers.get(column.field)
        if found is not None and len(found) < _width(column, seats):
            raise NotRead(" ".join(map(str, found)), f"{_width(column, seats)} numbers for {column.title}")


def _must_have(columns: Sequence[Column], field: str, word: str, game: Game, seats: Seats) -> None:
    if all(column.field != field for column in columns):
        raise NotRead(word, wanted(game, seats))


def _value(column: Column, left: list[str], seats: Seats) -> Any:
    """The value of a column that has one a hand, or a list of seats, taken from the words."""
    if column.per == "list":
        count = next((place for place, word in enumerate(left) if seats.read(word) is None), len(left))
        listed = tuple(seats.read(word) for word in left[:count])
        del left[:count]
        return listed
    word = left.pop(0) if left else ""
    said = dict(column.values).get(word.casefold())
    if said is not None:
        return said
    kind = next((field.kind for field in fields_of(Scored) if field.name == column.field), "number")
    value: Any = None
    if word:
        value = read_suit(word) if kind == "suit" else seats.read(word) if kind == "seat" else read_number(word)
    if value is None and column.field == "side" and not column.values and len(seats.names) % 2 == 0:
        seat = seats.read(word) if word else None
        value = None if seat is None else seat % 2  # partners sit opposite each other
    if value is None:
        raise NotRead(word, column.says)
    return value


def _hyphened(word: str) -> list[str]:
    """`7-6` as two numbers."""
    return word.split("-") if _HYPHENED.fullmatch(word) else [word]


def _marked(word: str) -> int | None:
    """The number of a mark such as `3t`."""
    return read_number(word[:-1]) if word.casefold().endswith("t") else None
