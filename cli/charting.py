"""Answers as charts in the terminal: bars of our own, curves by plotext."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from upcard.cli.output import decimals, plain, put, say
from upcard.cli.safe import safe_text, safe_value
from upcard.records.asking import moment
from upcard.records.queries import Chart
from upcard.schemas.errors import UsageError

WIDTH: Final = 78
HEIGHT: Final = 20
LONGEST: Final = 40
"""A bar has so many signs at most."""
MOST: Final = 40
"""So many bars are drawn."""
LETTERS: Final = "abcdef"
"""What curves are drawn with: so many are told apart."""


def put_chart(chart: Chart, rows: Sequence[Mapping[str, Any]]) -> None:
    """Rows of an answer as a chart, one a game where they are of games."""
    if not rows:
        say("there is nothing to draw")
    draw = _curves if chart.curved else _bars
    games = [safe_value(row.get("game")) for row in rows]
    for game in dict.fromkeys(games):
        put(": ".join(filter(None, (game, safe_text(chart.figure.replace("_", " "))))))
        draw(chart, [row for row, other in zip(rows, games, strict=True) if other == game])
        put("")


def _bars(chart: Chart, rows: Sequence[Mapping[str, Any]]) -> None:
    """A line for each: its name, its figure, and a bar, to the left of nothing where it is less."""
    shown = rows[:MOST]
    names = [" ".join(safe_value(row[column]) or "?" for column in chart.names)[:LONGEST] for row in shown]
    values = [float(row[chart.figure]) for row in shown]
    places = decimals([row[chart.figure] for row in shown])
    figures = [safe_value(row[chart.figure]) if places is None else f"{row[chart.figure]:.{places}f}" for row in shown]
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


def _curves(chart: Chart, rows: Sequence[Mapping[str, Any]]) -> None:
    """A curve for each series, those of most points, each drawn with a letter of its own."""
    try:
        import plotext
    except ImportError:
        raise UsageError(
            "curves can be drawn with plotext alone", hint="pip install 'upcard[charts]' brings it"
        ) from None
    (along,) = chart.names
    moments = sorted({moment(row[along]) for row in rows})
    places = {one: place for place, one in enumerate(moments)}
    series: dict[str, list[tuple[int, float]]] = {}
    for row in rows:
        points = series.setdefault(str(row[chart.series]) if chart.series else chart.figure.replace("_", " "), [])
        points.append((places[moment(row[along])], float(row[chart.figure])))
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
    for line in _uncoloured(str(figure.build())).splitlines()[:-1]:
        put(line.rstrip())
    figure.clear()
    put(safe_text(f"{moments[0][-1]} to {moments[-1][-1]}"))
    for letter, name in zip(LETTERS, drawn, strict=False):
        put(f"{letter}  {safe_text(name)}")
    if len(series) > len(drawn):
        put(f"... {len(series) - len(drawn):,} more")


def _uncoloured(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
