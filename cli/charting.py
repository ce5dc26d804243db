"""Answers as charts in the terminal: bars of our own, curves by plotext."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from upcard.cli.output import plain, put
from upcard.cli.safe import safe_text, safe_value
from upcard.schemas.errors import UsageError

WIDTH: Final = 78
HEIGHT: Final = 20
LONGEST: Final = 40
"""A bar has so many signs at most."""
MOST: Final = 40
"""So many bars are drawn."""
LETTERS: Final = "abcdef"
"""What curves are drawn with: so many are told apart."""


class Chart(NamedTuple):
    """How an answer is drawn. label: the columns that name a bar, or the one that says when; value: the column of figures; series: the
    column whose every value is a curve of its own, if there are curves.
    """

    label: tuple[str, ...]
    value: str
    series: str = ""


CHARTS: Final[Mapping[str, Chart]] = {
    "breaches": Chart(("player",), "per_hundred"),
    "findings": Chart(("name", "player"), "times"),
    "form": Chart(("player",), "better"),
    "head-to-head": Chart(("player", "against"), "won"),
    "partners": Chart(("player", "partner"), "won_rate"),
    "player": Chart(("month",), "points_per_hand", "game"),
    "rating-history": Chart(("day",), "rating", "player"),
    "ratings": Chart(("player",), "rating"),
    "sessions": Chart(("day", "players"), "hands"),
    "standings": Chart(("player",), "points_per_hand"),
    "streaks": Chart(("player",), "streak"),
}
"""The questions that have a chart."""


def chart_of(name: str) -> Chart:
    """How the answer of a question is drawn. Raises `UsageError` for one that has no chart."""
    if name not in CHARTS:
        raise UsageError(f"{name} has no chart", hint=f"these have one: {', '.join(CHARTS)}")
    return CHARTS[name]


def put_chart(name: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """The answer of a question as a chart, one a game."""
    chart = chart_of(name)
    told = [dict(zip(columns, row, strict=True)) for row in rows]
    told = [row for row in told if row[chart.value] is not None]
    draw: Callable[[Chart, list[dict[str, Any]]], None] = _curves if chart.series else _bars
    for game in dict.fromkeys(row["game"] for row in told):
        put(f"{safe_text(game)}: {chart.value.replace('_', ' ')}")
        draw(chart, [row for row in told if row["game"] == game])
        put("")


def _bars(chart: Chart, rows: list[dict[str, Any]]) -> None:
    """A line for each: its name, its figure, and a bar, to the left of nothing where it is less."""
    shown = rows[:MOST]
    names = [" ".join(safe_value(row[column]) for column in chart.label)[:LONGEST] for row in shown]
    values = [float(row[chart.value]) for row in shown]
    figures = [safe_value(row[chart.value]) for row in shown]
    longest = max((abs(value) for value in values), default=0.0) or 1.0
    sign = "#" if plain() else "\N{FULL BLOCK}"
    below = max((round(-value / longest * LONGEST) for value in values if value < 0), default=0)
    wide, long = max(map(len, names)), max(map(len, figures))
    for text, figure, value in zip(names, figures, values, strict=True):
        length = round(abs(value) / longest * LONGEST)
        bar = " " * (below - length) + sign * length if value < 0 else " " * below + sign * length
        put(f"{text:{wide}}  {figure:>{long}}  {bar}".rstrip())
    if len(rows) > len(shown):
        put(f"... {len(rows) - len(shown):,} more")


def _curves(chart: Chart, rows: list[dict[str, Any]]) -> None:
    """A curve for each series, those of most points, each drawn with a letter of its own."""
    try:
        import plotext
    except ImportError:
        raise UsageError(
            "curves can be drawn with plotext alone", hint="pip install 'upcard[charts]' brings it"
        ) from None
    moments = {moment: place for place, moment in enumerate(sorted({_moment(row[chart.label[0]]) for row in rows}))}
    series: dict[str, list[tuple[int, float]]] = {}
    for row in rows:
        points = series.setdefault(str(row[chart.series]), [])
        points.append((moments[_moment(row[chart.label[0]])], float(row[chart.value])))
    drawn = sorted(series, key=lambda one: -len(series[one]))[: len(LETTERS)]
    figure = plotext.figure
    figure.clear()
    figure.plot_size(WIDTH, HEIGHT)
    figure.theme("colorless")
    for letter, name in zip(LETTERS, drawn, strict=False):
        across, up = zip(*series[name], strict=True)
        one = figure.signal(list(across), list(up), marker=letter)
        one.lines()
        figure.draw(one)
    ends = list(moments)
    for line in _uncoloured(str(figure.build())).splitlines()[:-1]:
        put(line.rstrip())
    figure.clear()
    put(f"{ends[0]} to {ends[-1]}")
    for letter, name in zip(LETTERS, drawn, strict=False):
        put(f"{letter}  {safe_text(name)}")
    if len(series) > len(drawn):
        put(f"... {len(series) - len(drawn):,} more")


def _moment(value: Any) -> str:
    """A day or a month in the order of time; what is not known comes first."""
    return "" if value is None else value.isoformat() if isinstance(value, date) else str(value)


def _uncoloured(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
