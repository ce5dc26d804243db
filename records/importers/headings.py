"""Which rows of a sheet are headings: names, titles, or one above the other."""

import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from upcard.engine.kernel.game import Game
from upcard.records.importers.game_names import game_named
from upcard.records.importers.grids import Cell
from upcard.records.importers.titles import apart, key, plain_column, words_of
from upcard.records.importers.values import MARKS, is_blank, is_void, looks_like_number

_ROUND: Final = re.compile(r"(r|rd|round|hand|deal|game|no\.?|nr\.?|#)?\s*[0-9]{1,3}\.?", re.IGNORECASE)
"""A hand, as it is called above a column."""
_LOOKED_AT: Final = 50
"""So many rows below words are searched for the first that has anything."""


class Known(NamedTuple):
    """What is known before headings are read: the game; the players, if they are told; columns that are told, and the
    row of the headings.
    """

    game: Game
    players: tuple[str, ...]
    columns: dict[str, str | int]
    header: int | None


def is_text(cell: Cell, is_day: Callable[[str], Any]) -> bool:
    """Whether a cell holds words: no number and no day."""
    return isinstance(cell, str) and cell != "" and not looks_like_number(cell) and not is_day(cell)


def heading_rows(rows: Sequence[Sequence[Cell]], at: int, known: Known, is_day: Callable[[str], Any]) -> int:
    """How many rows from this one on are headings: 0, 1, or 2 where names stand above titles, or titles above names."""
    if known.header is not None and at == known.header - 1:
        return 1 + _is_second(rows, at, known, is_day)
    if _is_title(rows, at, known.game):
        return 0
    if _known_cells(rows[at], known.game, is_day):
        return 1 + _is_second(rows, at, known, is_day)
    if not _are_names(rows[at], known, is_day):
        return 0
    return 2 if _is_second(rows, at, known, is_day) else int(_numbers_below(rows, at))


def _is_title(rows: Sequence[Sequence[Cell]], at: int, game: Game) -> bool:
    """Whether a row is no headings, but the name of the game and what else stands above a sheet, as where it was played."""
    first, *others = [str(cell) for cell in rows[at] if cell != ""]
    if len(others) > 1 or game_named(first) != game.key:
        return False
    following = (row for row in islice(rows, at + 1, at + 1 + _LOOKED_AT) if any(cell != "" for cell in row))
    below = next(following, ())  # `Pluck` is the title of a column too, and a title has headings below it
    has_headings = sum(cell != "" for cell in below) > 2 and apart(str(below[0]), game).is_known
    return has_headings or not apart(first, game).is_known


def _known_cells(row: Sequence[Cell], game: Game, is_day: Callable[[str], Any]) -> int:
    """How many headings are known, of a row of at least two words and nothing else."""
    cells = [cell for cell in row if cell != ""]
    if len(cells) < 2 or not all(is_text(cell, is_day) or cell == "#" for cell in cells):
        return 0
    return sum(apart(str(cell), game).is_known for cell in cells)


def _are_names(row: Sequence[Cell], known: Known, is_day: Callable[[str], Any]) -> bool:
    """Whether a row may be the names of who sits where."""
    cells = [cell for cell in row if cell != ""]
    least = 2 if plain_column(known.game, pair=True) is not None else known.game.seats[0]
    texts = all(is_text(cell, is_day) and not is_blank(cell) and not is_void(cell) for cell in cells)
    return len(cells) >= max(2, min(least, 2)) and texts and len({str(cell).casefold() for cell in cells}) == len(cells)


def _numbers_below(rows: Sequence[Sequence[Cell]], at: int) -> bool:
    """Whether the next row has numbers or marks below these words; a day, or words, that stand alone come between."""
    following = islice(rows, at + 1, at + 1 + _LOOKED_AT)
    filled = (row for row in following if any(cell != "" for cell in row) and not _is_comment(row))
    for row in filled:
        under = [cell for cell, above in zip(row, rows[at], strict=False) if above != ""]
        if any(looks_like_number(cell) or str(cell).casefold() in MARKS for cell in under):
            return True
        if sum(cell != "" for cell in row) > 1:
            return False
    return False


def _is_comment(row: Sequence[Cell]) -> bool:
    return str(next((cell for cell in row if cell != ""), "")).startswith("#")


def _is_second(rows: Sequence[Sequence[Cell]], at: int, known: Known, is_day: Callable[[str], Any]) -> bool:
    """Whether the row below headings is headings too: it says whose, or what, where they do not."""
    if at + 1 >= len(rows):
        return False
    row, above = rows[at + 1], rows[at]
    cells = [cell for cell in row if cell != ""]
    if len(cells) < 2 or not all(is_text(cell, is_day) and not is_blank(cell) for cell in cells):
        return False
    tops = [apart(str(cell), known.game) for cell in above if cell != ""]
    bottoms = [apart(str(cell), known.game) for cell in cells]
    if any(one.is_known and not one.standard for one in bottoms):
        return any(top.who and not top.is_known for top in tops)
    whose = any(top.columns and top.columns[0].per in {"seat", "side"} and not top.who for top in tops)
    return whose and _numbers_below(rows, at + 1)


def turned_round(rows: Sequence[Sequence[Cell]]) -> int | None:
    """The row of a sheet from which on each row is a player and each column a hand: `Name, 1, 2, 3` above `Ann, 0, 4, 7`."""
    for at, row in enumerate(rows[:-1]):
        said = [cell for cell in row if cell != ""]
        hands = [cell for cell in said[1:] if _ROUND.fullmatch(str(cell))]
        names = bool(said) and key(str(said[0])) in map(key, words_of("player"))
        if names and len(hands) > 1 and len(said) - len(hands) < len(hands) + 2:
            return at
    return None
