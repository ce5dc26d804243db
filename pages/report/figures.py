"""Answers of questions drawn in a report, as their headers say: bars, each of which leads to its hands, and curves.

They are asked of what the report is about, and of nothing else: a question that cannot be asked so is left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, NamedTuple

from upcard.pages.report.numbers import day_in_words, hundredths, in_figures
from upcard.records.archive.archive import Archive
from upcard.records.asking import LARGEST, answered, charted, moment, own_questions
from upcard.records.queries import Chart, Question, questions
from upcard.schemas.cards import SUIT_NAMES
from upcard.schemas.errors import UpcardError

TOLD: Final = frozenset({"standings", "ratings", "rating-history", "head-to-head", "findings", "sessions", "player"})
"""Questions that a report tells in another form."""
TOLD_OF_EVENINGS: Final = frozenset({"upsets", "streaks", "luck"})
"""The same of one evening, of which some would say nothing."""
MOST_BARS: Final = 20
MOST_WHOLE: Final = 2**53
"""The largest whole number that what draws curves can hold as one."""
_NARROWING: Final = ("log", "player", "since", "until")
_PARTS: Final = ("rate", "chance", "share", "edge")
"""What a column is called that tells a part of one: it is shown in hundredths."""


class Bar(NamedTuple):
    """A bar. hands: behind its figure, in the order of the answer; start, length: where it begins and how long it is, in hundredths."""

    name: str
    figure: str
    hands: tuple[tuple[str, int], ...]
    start: float
    length: float


class Dot(NamedTuple):
    """A point of a curve. at: a day, a number or a text, the same of all points; says: in words; hands: as of a bar."""

    series: str
    at: Any
    value: float
    says: str
    hands: tuple[tuple[str, int], ...]


class Drawn(NamedTuple):
    """An answer that is drawn. more: how many bars there are besides."""

    name: str
    title: str
    says: str
    figure: str
    bars: tuple[Bar, ...] = ()
    dots: tuple[Dot, ...] = ()
    more: int = 0


class Figures:
    """All questions that can be drawn of what a report is about. failed: what is wrong with those of one's own."""

    def __init__(self, archive: Archive, asked: Mapping[str, str], folder: Path | None, *, evening: bool) -> None:
        self.archive, self.asked, self.folder = archive, asked, folder
        own, self.failed = own_questions(archive, folder)
        told = TOLD | TOLD_OF_EVENINGS if evening else TOLD
        every = [*own.values(), *(one for one in questions().values() if one.name not in told)]
        self.questions = [one for one in every if one.chart is not None and self._given(one) is not None]

    def of_game(self, game: str) -> list[Drawn]:
        """What is drawn of one game."""
        return [made for one in [*self.questions] if "game" in one.columns for made in self._drawn(one, game)]

    def of_all(self) -> list[Drawn]:
        """What is drawn of all games together: of questions of one's own that tell of no game."""
        return [made for one in [*self.questions] if "game" not in one.columns for made in self._drawn(one, "")]

    def _given(self, one: Question) -> dict[str, str] | None:
        """The parameters with which a question tells of what the report is about; None if it cannot be asked so, or needs more."""
        asked = dict(self.asked)
        if "evening" in one.params and asked.get("since") == asked.get("until") and "since" in asked:
            asked = {**asked, "evening": asked["since"], "since": "", "until": ""}
        needed = {name for name in _NARROWING if asked.get(name)}
        needed |= {name for name, says in one.params.items() if says.endswith("(needed)")}
        given = {name: value for name, value in asked.items() if value and name in one.params}
        return given if needed <= given.keys() else None

    def _drawn(self, one: Question, game: str) -> list[Drawn]:
        """The drawing of a question, if its answer has figures that are not all nothing."""
        try:
            return self._made(one, game)
        except UpcardError as error:
            if not one.place:
                raise
            self.questions.remove(one)
            self.failed.append(error)
            return []

    def _made(self, one: Question, game: str) -> list[Drawn]:
        assert one.chart is not None
        given = self._given(one) or {}
        if game and "game" in one.params:
            given["game"] = game
        rows = charted(one, one.chart, answered(self.archive, one.name, given, folder=self.folder))
        rows = [row for row in rows if row.get("game", game) == game]
        if not any(row[one.chart.figure] for row in rows):
            return []
        hands: Sequence[Mapping[str, Any]] = ()
        if one.hands.strip():
            told = answered(self.archive, one.name, given, hands=True, folder=self.folder)
            hands = [dict(zip(told.columns, row, strict=True)) for row in told.rows]
        title, _, says = one.title.partition(": ")
        made = Drawn(one.name, title, says, _figure_says(one, one.chart))
        if one.chart.curved:
            return [made._replace(dots=tuple(_dots(one.chart, rows, hands)))]
        return [made._replace(bars=_bars(one.chart, rows[:MOST_BARS], hands), more=max(0, len(rows) - MOST_BARS))]


def _figure_says(one: Question, chart: Chart) -> str:
    """What is drawn, in words."""
    return f"{chart.figure}: {one.columns[chart.figure].partition(';')[0]}".replace("_", " ")


def _bars(chart: Chart, rows: Sequence[Mapping[str, Any]], hands: Sequence[Mapping[str, Any]]) -> tuple[Bar, ...]:
    values = [float(row[chart.figure]) for row in rows]
    below, above = -min(0.0, *values), max(0.0, *values)
    span = below + above or 1.0  # those that are not nothing may come after the first
    return tuple(
        Bar(
            name=", ".join(_word(column, row[column]) for column in chart.names),
            figure=_in_words(chart.figure, row[chart.figure]),
            hands=_behind(row, chart.names, hands),
            start=100 * (below + min(0.0, value)) / span,
            length=100 * abs(value) / span,
        )
        for row, value in zip(rows, values, strict=True)
    )


def _dots(chart: Chart, rows: Iterable[Mapping[str, Any]], hands: Sequence[Mapping[str, Any]]) -> Iterable[Dot]:
    (when,) = chart.names
    told = sorted((row for row in rows if row[when] is not None), key=lambda row: moment(row[when]))
    for row, at in zip(told, _alike([row[when] for row in told]), strict=True):
        series = _word(chart.series, row[chart.series]) if chart.series else chart.figure.replace("_", " ")
        yield Dot(
            series=series,
            at=at,
            value=float(row[chart.figure]),
            says=f"{series}, {_word(when, row[when])}: {_in_words(chart.figure, row[chart.figure])}",
            hands=_behind(row, (*chart.names, *filter(None, [chart.series])), hands),
        )


def _alike(values: Sequence[Any]) -> Sequence[Any]:
    """The places of points along a curve, in their order: days or numbers where all are such, else texts."""
    days = [_day(value) for value in values]
    if None not in days:
        return days
    if all(type(value) in {int, float, Decimal} and abs(value) < LARGEST for value in values):
        whole = all(isinstance(value, int) and abs(value) <= MOST_WHOLE for value in values)
        return values if whole else [*map(float, values)]
    return [str(value) for value in values]


def _day(value: Any) -> date | None:
    """A day, also where it is written as text, or as a month."""
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(value if len(value) > len("2013-04") else f"{value}-01")
    except (TypeError, ValueError):
        return None


def _behind(
    row: Mapping[str, Any], names: Iterable[str], hands: Sequence[Mapping[str, Any]]
) -> tuple[tuple[str, int], ...]:
    """The hands behind a row of an answer, each by its log and its number: the hand that the row names, with the number 0 where the row names a
    session alone; else the hands that have the same values as the row in the columns that name a bar or a curve.
    """
    for log, hand in (("log", "hand"), ("first_log", "first_hand")):
        if row.get(log) is not None:
            return _some_hands([(row[log], row.get(hand) or 0)])
    same = ("game", *names)
    return _some_hands(
        (one.get("log"), one.get("hand"))
        for one in hands
        if all(one[name] == row[name] for name in same if name in one and name in row)
    )


def _some_hands(named: Iterable[tuple[Any, Any]]) -> tuple[tuple[str, int], ...]:
    """Those of what an answer calls logs and hands that are names and numbers, each once: a question of one's own may call anything so."""
    return tuple(dict.fromkeys((log, hand) for log, hand in named if isinstance(log, str) and type(hand) is int))


def _word(column: str, value: Any) -> str:
    """A value that names a bar or a curve."""
    if value is None:
        return "not known"
    if isinstance(value, date):
        return day_in_words(value)
    text = str(value)
    return SUIT_NAMES.get(text, text) if column == "trump" else text


def _in_words(column: str, value: Any) -> str:
    """A figure as people read it."""
    return f"{hundredths(value)} %" if column.rpartition("_")[2] in _PARTS else in_figures(value)
