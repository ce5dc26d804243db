"""Which game a sheet is of: as it is told, as its name or a line of it says, or by headings that no other game has."""

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import NamedTuple

from upcard.engine.game import all_games, find
from upcard.engine.kernel.game import Game
from upcard.records.importers.faults import quoted
from upcard.records.importers.game_names import game_named, games_named, games_near
from upcard.records.importers.grids import Cell, Grid
from upcard.records.importers.titles import apart, is_standard
from upcard.records.importers.values import looks_like_number
from upcard.records.importers.wishes import Wishes
from upcard.schemas.errors import UnreadableError
from upcard.schemas.wording import counted

_LOOKED_AT = 30
"""So many rows are searched for the name of a game, and for headings."""


class Recognised(NamedTuple):
    """The game of a sheet, and how it was told; by_name: whether its name was; problem: of a sheet that tells none, beside sheets of
    several games.
    """

    game: Game
    why: tuple[str, ...] = ()
    by_name: bool = True
    problem: UnreadableError | None = None


def games_of(grids: Sequence[Grid], path: str, wishes: Wishes) -> list[Recognised]:
    """The games of the sheets of a file; one that tells none is of the game of all the others. path: of the file.

    Raises `UnreadableError` if nothing tells it.
    """
    found: list[Recognised | UnreadableError] = []
    for grid in grids:
        try:
            found.append(_recognised(grid, path, wishes))
        except UnreadableError as error:
            found.append(error)
    told = [one for one in found if isinstance(one, Recognised)]
    if not told:
        raise next(error for error in found if isinstance(error, UnreadableError))
    games = dict.fromkeys(one.game.key for one in [one for one in told if one.by_name] or told)
    by_others = Recognised(find(next(iter(games))), ("taken for the game of the other sheets of this workbook",))
    return [
        one if isinstance(one, Recognised) else by_others._replace(problem=one if len(games) > 1 else None)
        for one in found
    ]


def _recognised(grid: Grid, path: str, wishes: Wishes) -> Recognised:
    if wishes.game is not None:
        return Recognised(find(wishes.game))
    texts = [str(cell) for row in grid.rows[:_LOOKED_AT] for cell in row if isinstance(cell, str) and cell]
    for text in (*texts, grid.name, PurePath(path).stem):
        key = game_named(text)
        if key is not None:
            return Recognised(find(key), (f"taken for {key}, as {text!r} says",))
    known = {game.key: _headings_known(game, grid.rows) for game in all_games()}
    best = max(known.values())
    named = [key for key, count in known.items() if count == best]
    if best and len(named) == 1:
        return Recognised(
            find(named[0]), (f"taken for {named[0]} by {counted(best, 'heading')} that only it has",), by_name=False
        )
    place = f"{path} [{grid.name}]" if grid.name else path
    says, hint = _untold([*texts, grid.name, PurePath(path).stem], known)
    raise UnreadableError(says, place=place, hint=hint)


def _untold(texts: Sequence[str], known: Iterable[str]) -> tuple[str, str]:
    """What is said, and what to do, where none of some texts names a game: the games that one names together, or nearly."""
    several = next((text for text in texts if len(games_named(text)) > 1), None)
    if several is not None:
        listed = " and ".join(games_named(several))
        return (
            f"{quoted(several)} names {listed}: which is this sheet of?",
            f"--game {games_named(several)[0]}, or the other",
        )
    says = "nothing says which game this sheet is of"
    near = games_near(texts)
    asked = f"did you mean {' or '.join(near)}? Then: --game {near[0]}" if near else ""
    return says, asked or f"--game, with one of: {', '.join(known)}"


def _headings_known(game: Game, rows: Sequence[Sequence[Cell]]) -> int:
    """How many headings of the first rows that have any are the game's own."""
    for row in rows[:_LOOKED_AT]:
        cells = [str(cell) for cell in row if cell != ""]
        if len(cells) >= 2 and not any(map(looks_like_number, cells)):
            columns = (column for cell in cells if not is_standard(cell) for column in apart(cell, game).columns)
            own = {column.title for column in columns if _ANY.isdisjoint({column.field, column.title})}
            if own:
                return len(own)
    return 0


_ANY = frozenset({"points", "totals", "tricks"})
"""What so many games have, by its field or title, that it tells none of them."""
