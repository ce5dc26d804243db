"""How games are found: by their keys, among our own and those of other packages."""

import difflib
import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache

import upcard.engine.games
from upcard.engine import installed
from upcard.engine.kernel.game import Game
from upcard.schemas.errors import UnknownGameError


@cache
def keys() -> tuple[str, ...]:
    """The keys of all games of Upcard itself, by name."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(upcard.engine.games.__path__)))


def check_key(key: str) -> None:
    """Raises `UnknownGameError` with the nearest keys, if no game has this one."""
    if key not in keys() and key not in installed.offers():
        known = (*keys(), *installed.offers())
        near = difflib.get_close_matches(key, known, n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(known)}"
        raise UnknownGameError(f"no game {key!r}", hint=hint)


def find(key: str) -> Game:
    """The game of a key, ours or of another package. Raises `UnknownGameError` with the nearest keys."""
    if key not in keys():
        of_another_package: Game | None = installed.find(key)
        if of_another_package is not None:
            return of_another_package
    return _own(key)


@cache
def _own(key: str) -> Game:
    check_key(key)
    game: Game = importlib.import_module(f"upcard.engine.games.{key}").GAME
    return game


def own_games() -> Iterable[Game]:
    """All games of Upcard itself, by key."""
    return (find(key) for key in keys())


def all_games() -> Iterable[Game]:
    """All games, by key; those of other packages that can be had come last."""
    yield from own_games()
    yield from installed.games(keys())
