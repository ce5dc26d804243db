"""How a sheet is laid out: which rows are headings, and what stands below each of them, for whom."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Final, NamedTuple

import msgspec

from upcard.engine.kernel.game import Column, Game
from upcard.records.importers.faults import Faults, quoted
from upcard.records.importers.grids import Cell, column_name
from upcard.records.importers.headings import Known
from upcard.records.importers.titles import (
    STANDARD,
    Heading,
    apart,
    key,
    marks_a_player,
    marks_column,
    pair_of,
    plain_column,
    who_column,
    words_for,
)
from upcard.records.importers.values import MARKS, NO_MARKS, is_blank, is_void, kind_of, looks_like_number
from upcard.schemas.errors import UsageError

_LOOKED_AT: Final = 200
"""So many rows tell whether a heading is a player's."""


class Target(NamedTuple):
    """What stands in a column of a sheet. kind: one of those that every sheet may have, or value, mark, remark, ahead (a value
    whose players are told by their order); column: of the game; who, part: whose; title: what stands above it.
    """

    kind: str
    column: Column | None = None
    who: str = ""
    part: int | None = None
    title: str = ""


class Layout(msgspec.Struct, frozen=True):
    """What stands in the columns of a sheet, by their numbers. long: a row a player and hand; names: the players that
    the headings name, in their order; rows: those of the headings.
    """

    targets: dict[int, Target]
    names: tuple[str, ...]
    long: bool
    rows: range

    @property
    def titles(self) -> list[str]:
        """What stands above the columns."""
        return [target.title for _, target in sorted(self.targets.items()) if target.title]

    def same_as(self, other: "Layout | None") -> bool:
        """Whether the same stands in the same columns."""
        return other is not None and self.targets == other.targets


def read_layout(rows: Sequence[Sequence[Cell]], at: range, known: Known, faults: Faults) -> Layout:
    """The layout that headings tell."""
    headings = dict(_headings(rows, at, known.game))
    told = _told(rows, at, known)
    if "players" in known.columns:  # then no other column is one of a player
        headings = {place: one if one.is_known else Heading() for place, one in headings.items()}
    headings |= told
    below = rows[at.stop : at.stop + _LOOKED_AT]
    for column in _of_who(headings.keys() - told.keys(), headings, below):
        who = who_column(known.game)
        headings[column] = Heading(columns=(who,)) if who else Heading()
    long = any(one.standard in {"player", "side"} for one in headings.values())
    targets = {}
    for column, heading in headings.items():
        title = " / ".join(str(rows[row][column]) for row in at if column < len(rows[row]) and rows[row][column] != "")
        targets[column] = _target(heading, known, long, [row[column] for row in below if column < len(row)])._replace(
            title=title
        )
    targets = _in_order(targets, known, at, faults)
    return Layout(targets, _named(targets), long, at)


def _of_who(columns: Iterable[int], headings: Mapping[int, Heading], below: Sequence[Sequence[Cell]]) -> list[int]:
    """The columns `Who`, or `Player`, beside columns of the players whose names stand below it: they say who declared, or won, and no
    row is of that player alone.
    """
    whole = [heading.who for heading in headings.values() if heading.who]
    names = {key(name) for who in whole for name in pair_of(who) or (who,)}
    found = []
    for column in columns:
        said = [key(str(row[column])) for row in below if column < len(row) and not is_blank(row[column])]
        named = sum(any(name.startswith(text) for name in names) for text in said if text)
        if headings[column].standard == "player" and named and 2 * named >= len(said):
            found.append(column)
    return found


def _headings(rows: Sequence[Sequence[Cell]], at: range, game: Game) -> Iterator[tuple[int, Heading]]:
    """The headings, one row or two taken together: what stands above empty cells reaches over them."""
    bottom = rows[at[-1]]
    if len(at) == 1:
        yield from ((column, apart(str(cell), game)) for column, cell in enumerate(bottom) if cell != "")
        return
    above = Heading()
    top = rows[at[0]]
    for column in range(max(len(top), len(bottom))):
        over = str(top[column]) if column < len(top) else ""
        under = str(bottom[column]) if column < len(bottom) else ""
        if over:
            above = apart(over, game)
        if over or under:
            yield (
                column,
                _together(
                    above if over or not above.standard else Heading(), apart(under, game) if under else Heading()
                ),
            )


def _together(above: Heading, below: Heading) -> Heading:
    """Two headings of one column."""
    if below.standard or (above.standard and not below.is_known and not below.who):
        return below if below.standard else above
    part = below.part if below.part is not None else above.part
    return Heading("", below.columns or above.columns, part, below.who or above.who)


def _told(rows: Sequence[Sequence[Cell]], at: range, known: Known) -> dict[int, Heading]:
    """The headings that are told beside the sheet."""
    titles = [str(cell) for cell in rows[at[-1]]]
    found: dict[int, Heading] = {}
    for name, where in known.columns.items():
        heading = apart(name, known.game) if key(name) != key("players") else Heading()
        if name in STANDARD and name != "players":
            heading = Heading(standard=name)
        if not heading.is_known and heading.who:
            raise UsageError(f"no column is called {name!r}", hint=f"there are: {', '.join(_names(known.game))}")
        for column in places(where, titles):
            own = apart(titles[column], known.game) if column < len(titles) else Heading()
            found[column] = (
                heading
                if heading.standard
                else heading._replace(who=heading.who or _whom(own, known) or _title(own, titles, column))
            )
    return found


def _whom(own: Heading, known: Known) -> str:
    """Whose column it is by its heading: any words, or those that name players, if it is told who plays."""
    names = {name.casefold() for name in pair_of(own.who) or (own.who,)}
    return own.who if not known.players or names <= {name.casefold() for name in known.players} else ""


def _title(own: Heading, titles: Sequence[str], column: int) -> str:
    return titles[column] if own.is_known and column < len(titles) and not own.columns else ""


def _names(game: Game) -> list[str]:
    return ["players", *STANDARD, *dict.fromkeys(column.title for column in (*game.sheet, *game.book))]


def places(where: str | int, titles: Sequence[str]) -> list[int]:
    """The columns that are meant, counted from 0: `2`, `B`, `2-5`, `B-E`, `2+4`, or what stands above one."""
    text = str(where).strip()
    plain = [title.casefold() for title in titles]
    if text.casefold() in plain:
        return [plain.index(text.casefold())]
    found: list[int] = []
    for piece in text.split("+"):
        first, dash, last = piece.partition("-")
        start, end = _place(first, text), _place(last, text) if dash else _place(first, text)
        found += range(start, end + 1)
    return found


def _place(text: str, whole: str) -> int:
    text = text.strip()
    if text.isascii() and text.isdigit() and 0 < int(text[:5]) <= 1000:
        return int(text) - 1
    if text.isascii() and text.isalpha() and len(text) <= 2:
        number = 0
        for letter in text.upper():
            number = number * 26 + ord(letter) - ord("A") + 1
        return number - 1
    raise UsageError(f"no column is {whole!r}", hint="a number, letters as in a spreadsheet, a span 2-5, or a heading")


def _target(heading: Heading, known: Known, long: bool, below: Sequence[Cell]) -> Target:
    """What stands below a heading."""
    if heading.standard:  # a place that is a number is that of a player among the others
        return Target("remark" if heading.standard == "place" and said_numbers(below) else heading.standard)
    alone = heading.who or (heading.columns[0].title if heading.columns and heading.part is None else "")
    part = _part_alone(alone, known.game)
    if part is not None and said_numbers(below):
        return Target("value", *part)
    if heading.columns:
        return _value(heading, long, below)
    who = heading.who
    if not who:
        return Target("remark")
    pair = pair_of(who)
    if known.players:
        told = {name.casefold() for name in known.players}
        if not all(name.casefold() in told for name in pair or (who,)):
            return Target("remark")
    if long:
        return Target("remark")
    column = plain_column(known.game, pair=bool(pair))
    if column is None:
        marks = marks_column(known.game)
        return Target("mark", marks, who) if marks and _mostly(below, _is_markable) else Target("remark")
    words = kind_of(column, known.game).words
    if not known.players and not _mostly(below, partial(_begins_with, words) if words else _is_value):
        return Target("remark")
    return Target("value", column, who)


def _part_alone(text: str, game: Game) -> tuple[Column, str, int] | None:
    """The part of a column by side that a heading names, without the title of that column."""
    for column in game.sheet:
        for place, name in enumerate(column.parts):
            if text and key(text) in words_for(name):
                return column, "", place
    return None


def said_numbers(cells: Sequence[Cell]) -> bool:
    """Whether most cells that say anything are numbers."""
    return any(not is_blank(cell) for cell in cells) and _mostly(cells, looks_like_number)


def _value(heading: Heading, long: bool, below: Sequence[Cell]) -> Target:
    alone = [column for column in heading.columns if column.per in {"hand", "list"}]
    shared = [column for column in heading.columns if column.per in {"seat", "side"}]
    pair = bool(pair_of(heading.who))
    shared.sort(key=lambda column: column.per != ("side" if pair or heading.part is not None else "seat"))
    if heading.who or heading.part is not None:
        column = (shared or alone)[0]
        if marks_a_player(column) and _mostly(below, _is_markable):
            return Target("mark", column, heading.who)
        return Target("value", column, heading.who if column.per in {"seat", "side"} else "", heading.part)
    if long:
        return Target("value", (shared or alone)[0])
    return Target("value", alone[0]) if alone else Target("ahead", shared[0])


def _mostly(cells: Sequence[Cell], holds: Callable[[Cell], bool]) -> bool:
    said = [cell for cell in cells if not is_blank(cell)]
    return 2 * sum(map(holds, said)) >= len(said)


def _is_value(cell: Cell) -> bool:
    return looks_like_number(cell) or is_void(cell) or (isinstance(cell, str) and any(map(str.isdigit, cell)))


def _begins_with(words: Collection[str], cell: Cell) -> bool:
    """Whether a cell begins with one of some words, or with the beginning of one."""
    first = str(cell).casefold().partition(" ")[0]
    return is_void(cell) or any(first and word.startswith(first) for word in words)


def _is_markable(cell: Cell) -> bool:
    return str(cell).casefold() in MARKS | NO_MARKS or isinstance(cell, date)


def _in_order(targets: dict[int, Target], known: Known, at: range, faults: Faults) -> dict[int, Target]:
    """The targets, those without a name given one by their order."""
    ahead: dict[Column, list[int]] = {}
    for place, target in sorted(targets.items()):
        if target.kind == "ahead" and target.column is not None:
            ahead.setdefault(target.column, []).append(place)
    for column, columns in ahead.items():
        names = _whose(column, known)
        if len(names) != len(columns):
            says = f"{quoted(targets[columns[0]].title)} stands above {_counted(columns)}, and does not say whose"
            faults.add(
                at[-1],
                columns[0],
                says,
                f"name the player in the heading: Ann {column.title}; or tell them with --players",
            )
            targets[columns[0]] = Target("skip")
        for place, (who, part) in zip(columns, names, strict=False):
            targets[place] = targets[place]._replace(kind="value", who=who, part=part)
    return targets


def _counted(columns: Sequence[int]) -> str:
    return f"column {column_name(columns[0])}" if len(columns) == 1 else f"{len(columns)} columns"


def _whose(column: Column, known: Known) -> list[tuple[str, int | None]]:
    if column.parts:
        return [("", part) for part in range(len(column.parts))]
    if column.per == "side":
        half = len(known.players) // 2
        return [(" & ".join(known.players[side::half]), None) for side in range(half)] if half else []
    return [(name, None) for name in known.players]


def _named(targets: dict[int, Target]) -> tuple[str, ...]:
    """The players that headings name, in their order."""
    named = [target for _, target in sorted(targets.items()) if target.who and target.kind in {"value", "mark"}]
    whose = [target.who for target in named]
    alone = all(target.column is not None and target.column.per == "seat" for target in named)
    return tuple(dict.fromkeys(whose)) if alone else seated(whose)


def seated(whose: Sequence[str]) -> tuple[str, ...]:
    """The players of names and pairs, in their order; partners sit opposite each other."""
    written = {name for who in whose for name in pair_of(who) or (who,)}
    single = dict.fromkeys(_whole(who, written) for who in whose if not pair_of(who))
    pairs = list(dict.fromkeys(tuple(_whole(name, written) for name in pair_of(who)) for who in whose if pair_of(who)))
    if pairs and len({len(pair) for pair in pairs}) == 1:
        in_turn = [pair[place] for place in range(len(pairs[0])) for pair in pairs]
        if not single or set(single) <= set(in_turn):
            return tuple(dict.fromkeys(in_turn))
    return tuple(single)


def _whole(name: str, written: Collection[str]) -> str:
    """The name that an initial stands for, where it begins one alone."""
    begun = [other for other in written if other != name and other.casefold().startswith(name.casefold())]
    return begun[0] if len(begun) == 1 and len(name) < 3 else name
