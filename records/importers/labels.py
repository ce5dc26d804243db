"""Lines of a sheet that go for what follows: a day, a place, players, a game, house rules; and rows of totals, by how they begin."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from upcard.engine.kernel.game import Game
from upcard.records.importers.dates import Dates
from upcard.records.importers.faults import Faults, NotRead
from upcard.records.importers.game_names import game_named
from upcard.records.importers.grids import Cell
from upcard.records.importers.languages import abroad
from upcard.records.importers.titles import apart, key
from upcard.records.importers.values import looks_like_number, read_number
from upcard.schemas.errors import OptionError

_LABELS: Final = {
    "date": ("date", "day", "datum", "played on", "evening of"),
    "place": ("place", "where", "venue", "location", "at"),
    "session": ("session",),
    "players": ("players", "player", "names", "seats", "who plays", "seated", "table"),
    "ids": ("ids of players",),
    "game": ("game",),
    "preset": ("rules", "preset", "rule book"),
    "options": ("house rules", "options", "house rule", "option"),
    "buy_in": ("buy-in", "buy in", "stake each", "starting counters", "start", "starting chips"),
}
_LABEL_OF: Final = {
    key(word): label for label, words in _LABELS.items() for word in (*words, *abroad([label.removesuffix("s")]))
}
TOTALS: Final = frozenset(
    {
        "total",
        "tot",
        "ttl",
        "sum",
        "grand total",
        "final",
        "final score",
        "end",
        "final total",
        "result",
        "summe",
        "gesamt",
        "totale",
        "somme",
        "\u03c3",
        "\u2211",
        "gesamtsumme",
        "endstand",
        "totaal",
        "合计",
        "合計",
        "总计",
        "總計",
        "总分",
        "總分",
        "eindstand",
        "suma",
    }
    | {
        "total for the day",
        "day total",
        "evening total",
        "total score",
        "total point",
        "final standing",
        "standing",
        "balance",
    }
)
_CARRIED: Final = frozenset(
    {"subtotal", "carried forward", "carried over", "brought forward", "carry", "so far", "interim total"}
    | {"sub-total", "sub total", "running total", "interim", "zwischenstand", "zwischensumme", "\u00fcbertrag", "stand"}
    | {"sous-total", "report", "subtotale", "riporto", "tussenstand"}
    | {
        "halfway",
        "half-way",
        "half way",
        "half time",
        "half-time",
        "halftime",
        "at half time",
        "interval",
        "at the interval",
    }
    | {"break", "at the break", "halbzeit", "mi-temps", "a metà", "medio tiempo", "halverwege"}
)
_AFTER: Final = re.compile(r"(after|nach|apr\u00e8s|dopo) [0-9]+( \w+)?")


_NO_HANDS: Final = frozenset(
    {"member", "membership", "mitglieder", "membre", "soci", "leden", "contact", "addresse", "adressen", "phone"}
    | {"standing", "total", "summary", "ranking", "league", "league table", "overview", "statistic", "stat", "champion"}
    | {
        "rangliste",
        "gesamt",
        "gesamtstand",
        "jahreswertung",
        "übersicht",
        "statistik",
        "classement",
        "classifica",
        "stand",
    }
    | {"rule", "regeln", "règle", "regole", "note", "notizen", "info", "readme", "read me", "legend", "key", "help"}
    | {"fee", "due", "kasse", "beiträge", "cash", "rota", "calendar", "kalender", "termine", "schedule", "date"}
)
"""What people call the sheets of a workbook that hold no hands, but what these came to, or who the players are."""
_YEAR_BEHIND: Final = re.compile(r"\s+(?:19|20)[0-9]{2}(?:\s*[/-]\s*[0-9]{2,4})?$")


def names_no_hands(name: str) -> bool:
    """Whether a sheet of a workbook is no evening by its name.

    >>> names_no_hands("Standings 2026"), names_no_hands("June 2026")
    (True, False)
    """
    return key(_YEAR_BEHIND.sub("", name)) in _NO_HANDS


_IN_PLACE: Final = re.compile(
    r"(?P<coming>.+?)(?: sits)?(?: in)? (?:for|instead of|in place of|replaces|takes over from|statt|für|anstelle von|pour|à la place de"
    r"|per|al posto di|por|en lugar de|voor|in plaats van) (?P<gone>.+)",
    re.IGNORECASE,
)


def replaced(text: str) -> tuple[str, str] | None:
    """Who takes whose seat, if a line says so: `Eve for Dee`.

    >>> replaced("Eve for Dee"), replaced("Cid late")
    (('Eve', 'Dee'), None)
    """
    found = _IN_PLACE.fullmatch(text.strip(" .:"))
    return (found["coming"], found["gone"]) if found else None


def is_carried(text: str) -> bool:
    """Whether a row that begins so tells what was added up so far: `subtotal`, `halfway`, `after 5 hands`."""
    return key(text) in _CARRIED or _AFTER.fullmatch(key(text)) is not None


class Label(NamedTuple):
    """A line that goes for what follows: what it tells, its values, and the cell with the first of them."""

    name: str
    values: Sequence[str]
    column: int
    cell: Cell


def label_line(said: Sequence[tuple[int, Cell]], game: Game, dates: Dates, *, below_headings: bool) -> Label | None:
    """The label that a row is, if it is one. said: its cells that are not empty, by column."""
    (column, cell), rest = said[0], said[1:]
    name, colon, inside = str(cell).partition(":")
    label = _LABEL_OF.get(key(name))
    if label is None and len(said) == 1 and "=" in str(cell) and not colon:
        label, inside = "options", str(cell)
    if label is None or (below_headings and not rest and not inside):
        return None
    values = [text for text in (inside.strip(), *(str(cell) for _, cell in rest)) if text]
    first: Cell = rest[0][1] if rest and not inside else inside.strip()
    if not values or not _fits(label, values, first, game, dates):
        return None
    return Label(label, values, rest[0][0] if rest and not inside else column, first)


def _fits(label: str, values: Sequence[str], first: Cell, game: Game, dates: Dates) -> bool:
    """Whether the values are such as go with a label: else the line is headings, or a row."""
    match label:
        case "players":
            known = sum(apart(value, game).is_known for value in values)
            return 2 * known < len(values) and not any(map(looks_like_number, values))
        case "ids":
            return True
        case "date":
            return len(values) == 1 and (isinstance(first, date) or bool(dates.read(values[0])))
        case "options":
            return all("=" in value for value in values)
        case "session":
            return len(values) == 1 and looks_like_number(values[0])
        case "buy_in":
            return len(set(values)) == 1 and looks_like_number(values[0])
        case "game":
            return len(values) == 1 and game_named(values[0]) is not None
    return len(values) == 1 and not apart(values[0], game).is_known


def counters(line: Label, at: int, faults: Faults) -> int | None:
    """The counters that each player begins with."""
    try:
        return read_number(line.cell, 1, 0).value
    except NotRead as problem:
        faults.add(at, line.column, problem.says, problem.hint)
        return None


def house_rules(line: Label, at: int, game: Game, faults: Faults) -> Iterator[tuple[str, Any]]:
    """House rules as the sheet tells them."""
    for value in line.values:
        for piece in value.split(";"):
            name, _, text = piece.partition("=")
            try:
                given = game.options.parse(name.strip(), text)
                game.options.read({name.strip(): given}, game.preset(None))
            except OptionError as error:
                faults.add(at, line.column, error.message, error.hint)
            else:
                yield name.strip(), given
