"""What a heading means: a column of the game, of which player or pair, or what every sheet may have, as the day."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from upcard.engine.game import find
from upcard.engine.kernel.game import Column, Game
from upcard.records.importers.languages import abroad

STANDARD: Final = {
    "date": ("day", "when", "datum", "fecha", "data", "played on"),
    "hand": (
        "no",
        "nr",
        "number",
        "#",
        "deal",
        "round",
        "game",
        "hand no",
        "hand nr",
        "game no",
        "deal no",
        "round no",
        "coup",
    ),
    "dealer": ("dealt by", "who dealt"),
    "player": ("players", "name", "names", "who", "punter"),
    "side": ("pair", "team", "partners", "partnership"),
    "note": ("remark", "comment", "notes", "remarks", "comments"),
    "place": ("where", "venue", "location"),
    "session": ("table", "match", "evening", "rubber", "sitting", "session no", "table no"),
    "void": (),
    "skip": (
        "check",
        "checksum",
        "time",
        "sum of row",
        "drink",
        "beer",
        "getränke",
        "minute",
        "duration",
        "dauer",
        "fee",
        "table fee",
    ),
}
"""What every sheet may have, and what else people write above it."""
MINUTES: Final = frozenset({"min", "mn"})
"""What people write above minutes, and somebody may be called."""
_USUAL: Final = {
    "points": ("point", "pts", "score", "scored", "result"),
    "totals": ("total", "sum", "running total", "total score", "total points", "cumulative", "standing", "so far"),
    "tricks": ("trick", "made", "took", "tricks made", "tricks taken", "tricks won"),
    "trump": ("trumps",),
}
"""What people write above fields that mean the same in every game."""
_WHO: Final = "who"
"""Before what somebody did: `Who bid`, `Who won`."""
_DONE: Final = frozenset({"won", "declared", "bid", "called", "went out", "was out"})
"""What somebody did who is meant by `Who`, where no column is called so."""
_DOERS: Final = {"declarer", "landlord", "winner"}
"""What a column tells of a player that `Who` may stand for."""
_EDGES: Final = " .,:;()[]/_*!?'\"\u2013\u2014-"
OTHERS: Final = -1
"""The part of a column of one player that names all the others."""
_PAIR: Final = re.compile(r"\s*(?:&|\+|/|\band\b|\bund\b|\bet\b|\by\b|\be\b|\ben\b|,)\s*")


class Heading(NamedTuple):
    """A heading taken apart. standard: what every sheet may have; columns: of the game, that may be meant; part: of a column by
    side, which; who: what is left, a name or a pair.
    """

    standard: str = ""
    columns: tuple[Column, ...] = ()
    part: int | None = None
    who: str = ""

    @property
    def is_known(self) -> bool:
        """Whether it says what stands below."""
        return bool(self.standard or self.columns)


def key(text: str) -> str:
    """A text as headings are compared: small letters, no marks at its ends, no plural.

    >>> key("Tricks:"), key(" Running  Totals ")
    ('trick', 'running total')
    """
    words = [word.strip(_EDGES) or word for word in text.casefold().split()]
    return " ".join(word.removesuffix("s") if len(word) > 3 else word for word in words)


def columns_of(game: Game) -> tuple[Column, ...]:
    """All columns of a game: of its score sheet, and of what else people keep."""
    return (*game.sheet, *game.book)


def apart(text: str, game: Game) -> Heading:
    """A heading taken apart: the whole of it if that is known, else the longest known words at its end or beginning."""
    if (column := _by_others(key(text), game.key)) is not None:
        return Heading(columns=(column,), part=OTHERS)
    known = [(found, who) for words, who in _parted(text) if (found := _known(words, game.key)).is_known]
    for found, who in known:
        if (part := _part(who, found.columns)) is not None:
            return found._replace(part=part)
    for found, who in known:
        if who and found.standard:
            continue
        if key(who) == _WHO and (meant := _who_did(found.columns, game)) is not None:
            return Heading(columns=(meant,))
        of_all = all(column.per in {"hand", "list"} for column in found.columns)
        if not (who and of_all) or any(map(marks_a_player, found.columns)):
            return found._replace(who=who)
    verb = key(text).removeprefix(f"{_WHO} ")
    if verb in _DONE and verb != key(text) and (meant := who_column(game)) is not None:
        return Heading(columns=(meant,))
    return Heading(who=text.strip(_EDGES))


@cache
def _by_others(word: str, game_key: str) -> Column | None:
    """The column of one player that has a word above it which means all the others."""
    columns = find(game_key).sheet
    return next((one for one in columns if any(word in words_for(other) for other in one.others)), None)


def _parted(text: str) -> Iterator[tuple[str, str]]:
    """A heading in two: what may be known, and what is left; the longest first, and the end before the beginning."""
    words = text.split()
    for size in range(len(words), 0, -1):
        for known, rest in ((words[-size:], words[:-size]), (words[:size], words[size:])):
            yield " ".join(known), " ".join(rest).strip(_EDGES)


def _who_did(columns: Sequence[Column], game: Game) -> Column | None:
    """The column that is meant by `Who` before one of these: `Who won`, `Who bid`."""
    return next((column for column in columns if marks_a_player(column)), None) or who_column(game)


def who_column(game: Game) -> Column | None:
    """The column that `Who` alone stands for beside columns of the players: who declared, or won; None if the game keeps neither."""
    return next((one for one in columns_of(game) if marks_a_player(one) and {one.tells, one.holds} & _DOERS), None)


def marks_a_player(column: Column) -> bool:
    """Whether a column says which player of a hand is meant, so that each may have one with his mark: `Ann landlord`."""
    return column.field == "seat" and column.per == "hand"


def _part(who: str, columns: Sequence[Column]) -> int | None:
    """Which part of a column by side is meant, where these have names."""
    for column in columns:
        for place, name in enumerate(column.parts):
            if who and key(who) in {*words_for(name), key(name).removesuffix("er")}:
                return place
    return None


@cache
def _titles(game_key: str) -> dict[str, tuple[Column, ...]]:
    """The columns of a game by what may stand above them: its own words first, then those of any game."""
    game = find(game_key)
    titles: dict[str, list[Column]] = {}
    for words in (_own_words, _usual_words, _words_abroad):
        taken = set(titles)
        for column in columns_of(game):
            for word in words(column):
                if key(word) not in taken and column not in titles.setdefault(key(word), []):
                    titles[key(word)].append(column)
    return {word: tuple(columns) for word, columns in titles.items()}


def _own_words(column: Column) -> Iterable[str]:
    return column.title, *column.also


def _usual_words(column: Column) -> Iterator[str]:
    yield column.field
    yield from _USUAL.get(column.field, ())


def _words_abroad(column: Column) -> Iterator[str]:
    yield from abroad([*_own_words(column), *_usual_words(column)])


@cache
def _standard_words() -> dict[str, str]:
    return {key(word): name for name in STANDARD for word in words_of(name)}


def words_of(name: str) -> tuple[str, ...]:
    """All that people write above a column that every sheet may have."""
    return (name, *STANDARD[name], *abroad([name]))


def is_standard(text: str) -> bool:
    """Whether every sheet may have a column with this heading, whatever else it means in a game."""
    return key(text) in _standard_words()


def _known(text: str, game_key: str) -> Heading:
    columns = _titles(game_key).get(key(text.replace("/", " or ")), ()) or _titles(game_key).get(key(text), ())
    return Heading(columns=columns) if columns else Heading(standard=_standard_words().get(key(text), ""))


@cache
def words_for(word: str) -> frozenset[str]:
    """A word as it is compared, and what is written for it in other languages."""
    return frozenset(map(key, (word, *abroad([word]))))


def pair_of(text: str) -> tuple[str, ...]:
    """The names of a pair, `Ann & Bob` or `Ann/Bob`; one name alone is no pair.

    >>> pair_of("Ann & Bob"), pair_of("Ann")
    (('Ann', 'Bob'), ())
    """
    names = tuple(name.strip(_EDGES) for name in _PAIR.split(text) if name.strip(_EDGES))
    return names if len(names) > 1 else ()


def plain_column(game: Game, *, pair: bool) -> Column | None:
    """What stands under a name, or a pair, that no title goes with; None if nothing is kept by seat or side."""
    kept = [column for column in columns_of(game) if column.per in {"seat", "side"}]
    of_kind = [column for column in kept if column.per == ("side" if pair else "seat")]
    flagged = [column for column in kept if column.plain]
    return next(
        iter([*(column for column in of_kind if column.plain), *(flagged if not pair else []), *of_kind, *kept]), None
    )


def marks_column(game: Game) -> Column | None:
    """The column that a mark under a name stands for, where nothing else is kept by player: who won."""
    return next((column for column in game.sheet if marks_a_player(column)), None)
