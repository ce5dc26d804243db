"""Games of other packages: found by the entry points of the group `upcard.games` that a package names.

What is installed is looked up only when a game is asked for that is none of Upcard's own, or when all games are. A package
whose game cannot be had stops no other game.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from upcard.schemas.errors import UnknownGameError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "upcard.games"
_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")
_loaded: dict[str, Any] = {}


class Offer(NamedTuple):
    """A game that packages offer under a key, and by which entry points."""

    key: str
    points: tuple["EntryPoint", ...]

    @property
    def packages(self) -> str:
        """The packages that offer it, in words."""
        names = {point.dist.name if point.dist is not None else point.module for point in self.points}
        return " and ".join(sorted(names))


def offers() -> dict[str, Offer]:
    """The games that other packages offer, by their keys, whether or not they can be had."""
    return _offers(tuple(sys.path))


@cache
def _offers(_path: tuple[str, ...]) -> dict[str, Offer]:
    from importlib.metadata import entry_points

    points: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        points.setdefault(point.name, []).append(point)
    return {key: Offer(key, tuple(of_key)) for key, of_key in points.items()}


def find(key: str) -> Any:
    """The game that another package has under this key, if one has. Raises `UnknownGameError` if it is unusable."""
    if key not in _loaded:
        offer = offers().get(key)
        if offer is None:
            return None
        _loaded[key] = _load(offer)
    return _loaded[key]


def _load(offer: Offer) -> Any:
    from upcard.engine.kernel.game import Game

    if len(offer.points) > 1:
        hint = "uninstall all of them but one"
        raise UnknownGameError(f"game {offer.key!r} is in {offer.packages}, and only one can have it", hint=hint)
    point = offer.points[0]
    try:
        game = point.load()
    except (Exception, SystemExit) as error:
        raise _unusable(offer, f"{type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise _unusable(offer, f"{point.value} is no `Game` of `upcard.engine.kernel`")
    if game.key != offer.key:
        raise _unusable(offer, f"its key is {game.key!r}")
    if not _KEY.fullmatch(offer.key):
        raise _unusable(offer, "a key is written in small letters, digits and _, and begins with a letter")
    return game


def _unusable(offer: Offer, why: str) -> UnknownGameError:
    hint = f"mend the package {offer.packages}, or uninstall it; all other games go on without it"
    return UnknownGameError(f"game {offer.key!r} of the package {offer.packages} cannot be used: {why}", hint=hint)


def games(own: tuple[str, ...]) -> Iterator[Any]:
    """The games of other packages that can be had, by key. own: the keys of Upcard's own games, which these cannot have."""
    for key in offers():
        try:
            if key not in own:
                yield find(key)
        except UnknownGameError:  # `problems` tells of it
            continue


def problems(own: tuple[str, ...]) -> Iterator[UnknownGameError]:
    """Why games of other packages cannot be had."""
    for key, offer in offers().items():
        if key in own:
            yield _unusable(offer, f"Upcard has a game {key!r} of its own, which is the one that is found")
            continue
        try:
            find(key)
        except UnknownGameError as error:
            yield error
