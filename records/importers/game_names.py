"""What people call the games: their titles, other spellings, and names in other languages."""

import difflib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from upcard.engine.game import all_games, check_key
from upcard.engine.kernel.game import Game
from upcard.schemas.errors import UnknownGameError

_CALLED: Final = {
    "big_two": "big 2 | big deuce | big deuces | choh dai di | cho dai di | chor dai dee | dai di | da lao er | capsa banting"
    " | pusoy dos | 大老二 | 大老2 | 鋤大弟 | 锄大地 | 鋤大D",
    "calabrasella": "calabresella | terziglio | tresette in tre | tressette in tre | tresette a tre | tressette a tre"
    " | tresette a 3 | tressette a 3",
    "court_piece": "coat piece | hokm | hokum | hukm | troefcall",
    "dou_dizhu": "dou di zhu | doudizhu | fight the landlord | fighting the landlord | kampf dem grundherrn | 斗地主 | 鬥地主",
    "hasenpfeffer": "hasen pfeffer",
    "pope_joan": "papesse jeanne | päpstin johanna | papessa giovanna",
    "popcorn": "pop corn",
    "trente_et_quarante": "trente quarante | trente un quarante | trente e quaranta | rouge et noir | rouge noir | rosso e nero"
    " | 30 et 40 | 30 e 40",
    "tresette": "tressette | tre sette | tres sette | tré sette | trešeta | tressete",
}
"""What else a game is called, with bars between the names."""
_ALONE: Final = {"court_piece": ("rang", "rung"), "dou_dizhu": ("ddz",), "big_two": ("deuces",)}
"""Names that mean a game where nothing else stands beside them but a day: they are words that may stand in any remark."""
_BEHIND: Final = re.compile(r"\s*(?:[0-9,.(:@].*|\b(?:at|in|bei|chez|da|on)\s.*)$", re.IGNORECASE)
"""A day, or a place, behind the name of a game."""
_CUTOFF: Final = 0.8
"""So near is a text to a name that it may be mistyped."""


def _names() -> dict[str, str]:
    """Each name of a game, as it is compared, with its key; also written as one word."""
    return _names_of(tuple(all_games()))


@cache
def _names_of(games: tuple[Game, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for game in games:
        called = [game.key, game.title.partition("(")[0], *_CALLED.get(game.key, "").split("|")]
        for name in filter(None, map(_plain, called)):
            found |= {name: game.key, name.replace(" ", ""): game.key}
    return found


def _plain(text: str) -> str:
    """A text as names are compared: small letters and digits, one blank between words."""
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())


def games_named(text: str) -> list[str]:
    """The games that a text names. A name within another one is none: `Tressette in tre` is Calabrasella alone.

    >>> games_named("Tressette, winter 2024"), games_named("Tressette in tre"), games_named("Big 2 and Pluck")
    (['tresette'], ['calabrasella'], ['big_two', 'pluck'])
    """
    left = f" {_plain(text)} "
    named: list[str] = []
    for name in sorted(_names(), key=len, reverse=True):
        whole = name if _is_chinese(name) else f" {name} "  # Chinese is written without blanks
        if whole in left:
            left = left.replace(whole, " | ")
            named.append(_names()[name])
    alone = _plain(_BEHIND.sub("", text))
    return list(dict.fromkeys(named or (key for key, names in _ALONE.items() if alone in names)))


def _is_chinese(name: str) -> bool:
    return any("\u4e00" <= sign <= "\u9fff" for sign in name)


def game_named(text: str) -> str | None:
    """The game that a text names, if it names one alone.

    >>> game_named("Court Piece, winter 2024"), game_named("Ann and Bob")
    ('court_piece', None)
    """
    named = games_named(text)
    return named[0] if len(named) == 1 else None


def key_told(text: str) -> str:
    """The key of the game that somebody asks for, by its key or any name. Raises `UnknownGameError`, with the nearest."""
    key = game_named(text) or text
    try:
        check_key(key)
    except UnknownGameError as error:
        near = games_near([text])
        raise UnknownGameError(
            error.message, hint=f"did you mean {' or '.join(near)}?" if near else error.hint
        ) from None
    return key


def games_near(texts: Iterable[str]) -> list[str]:
    """The games of which one of some texts has nearly a name.

    >>> games_near(["Winter evening", "Hasenpfefer 2024"])
    ['hasenpfeffer']
    """
    return list(dict.fromkeys(key for text in texts for key in _near(_plain(text))))


def _near(plain: str) -> Iterator[str]:
    words = plain.split()
    for size in (3, 2, 1):
        for start in range(len(words) - size + 1):
            some = " ".join(words[start : start + size])
            if len(some) > 3:
                yield from (_names()[name] for name in difflib.get_close_matches(some, _names(), n=1, cutoff=_CUTOFF))
