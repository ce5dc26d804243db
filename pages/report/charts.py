"""Charts as SVG. What is drawn is a Vega-Lite specification, plain data, which vl-convert draws.

It puts colours into attributes, and no style: the style sheet of the report changes them on dark screens. Each chart is drawn twice, for
wide screens and for phones; the style sheet shows one of the two.
"""

import re
from collections.abc import Sequence
from datetime import date
from textwrap import wrap
from typing import Any, Final

import msgspec

from upcard.pages.report.gathering import Point
from upcard.pages.templating import Markup
from upcard.schemas.errors import UsageError
from upcard.schemas.safe import safe_text

INK: Final = "#20261f"
SOFT: Final = "#5a6258"
LINE: Final = "#d8d2c4"
SERIES: Final = ("#1f6b4c", "#c1201f", "#0d57b0", "#b06f00", "#7b3fa0", "#00798c", "#a23b72", "#5b6b00")
"""The colours of series. The style sheet has the colours for dark screens in their place."""
WIDE: Final = (660, 300)
NARROW: Final = (270, 240)
LETTER: Final = 12
"""How high a label is."""
NAME: Final = 13
"""A name at the end of a line has so many letters."""
DENSE: Final = 60
"""A line of more points has smaller ones."""


def available() -> bool:
    """Whether the library that draws is installed."""
    try:
        import vl_convert  # noqa: F401
    except ImportError:
        return False
    return True


def drawn(label: str, make: Any, /, *given: Any, **told: Any) -> Markup:
    """A chart in both sizes. label: what it shows, for those who hear the page; make: the function that gives its specification for a size."""
    both = [(name, svg(make(*given, size=size, **told))) for name, size in (("broad", WIDE), ("slim", NARROW))]
    return Markup("").join(
        Markup('<div class="chart {}" role="group" aria-label="{}">{}</div>').format(name, safe_text(label), made)
        for name, made in both
    )


def svg(spec: dict[str, Any]) -> Markup:
    """A specification, drawn. Raises `UsageError` without the library for it."""
    try:
        import vl_convert
    except ImportError:
        raise UsageError(
            "charts of a report can be drawn with vl-convert alone",
            hint="pip install 'upcard[report]' brings it; --no-charts makes the report without them",
        ) from None
    made = vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
    made = re.sub(r'(xlink:href=")[^"#]*(#[\w-]*")', r"\1\2", made)  # a place in this page is no address of a site
    made = made.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "").replace(
        ' xmlns="http://www.w3.org/2000/svg"', ""
    )
    made = made.replace("xlink:href", "href").replace(' version="1.1"', "")
    return Markup(made)


def curves(
    points: Sequence[Point],
    order: Sequence[str],
    *,
    down: bool,
    title: str,
    size: tuple[int, int],
    across: str = "hand",
) -> dict[str, Any]:
    """A line for each of `order`, its name at its end. down: whether the least is the best, and stands on top; across: what is counted
    from left to right, where it is no day.
    """
    some = [point for point in points if point.series in order]
    low, high = min(point.value for point in some), max(point.value for point in some)
    span = high - low or 1.0
    heights = {"zero": False, "reverse": down, "domain": [low - span * 0.04, high + span * 0.04], "nice": False}
    colours = {"domain": [safe_text(name) for name in order], "range": _colours(some, order)}
    axis: dict[str, Any] = {"title": title, "tickCount": 6}
    if all(isinstance(point.value, int) for point in some):
        axis |= {"format": ",d", "tickMinStep": 1}
    encoded = {
        "x": _along([point.at for point in some], across, 6 if size[0] > NARROW[0] else 4),
        "y": {"field": "y", "type": "quantitative", "axis": axis, "scale": heights},
        "color": {"field": "s", "type": "nominal", "scale": colours, "legend": None},
    }
    lines = {"type": "line", "strokeWidth": 2, "strokeJoin": "round", "aria": False}
    dots = {"type": "point", "filled": True, "size": 12 if len(some) > DENSE * len(order) else 28, "opacity": 1}
    names = {"type": "text", "align": "left", "dx": 9, "fontSize": LETTER, "fontWeight": 600, "aria": False}
    told = {"href": {"field": "u"}, "description": {"field": "t"}}
    rows = {"values": [_row(point) for point in some]}
    ends = {"values": _ends(some, order, span * LETTER * 1.15 / size[1])}
    return _shell(size) | {
        "layer": [
            {"data": rows, "mark": lines, "encoding": encoded},
            {"data": rows, "mark": dots, "encoding": {**encoded, **told}},
            {"data": ends, "mark": names, "encoding": {**encoded, "text": {"field": "n"}}},
        ]
    }


def _along(moments: Sequence[Any], title: str, ticks: int) -> dict[str, Any]:
    """What stands from left to right: days, numbers, or texts in the order in which they first come. title: what numbers and texts are."""
    axis: dict[str, Any] = {"title": title or None, "grid": False, "tickCount": ticks}
    axis |= {"labelOverlap": "greedy", "labelSeparation": 8}
    along: dict[str, Any] = {"field": "x", "axis": axis}
    if all(isinstance(moment, date) for moment in moments):
        axis |= {"title": None, "format": "%-d %b"}
        return along | {"type": "temporal", "scale": {"zero": False}}
    if all(isinstance(moment, int | float) for moment in moments):
        axis |= {"format": "d", "tickMinStep": 1} if all(isinstance(moment, int) for moment in moments) else {}
        return along | {"type": "quantitative", "scale": {"zero": False}}
    axis |= {"labelAngle": 0}
    return along | {"type": "ordinal", "scale": {"domain": list(dict.fromkeys(map(_place, moments)))}}


def _ends(points: Sequence[Point], order: Sequence[str], least: float) -> list[dict[str, Any]]:
    """The names of lines at their ends, at the right of all. least: how far apart they are at least."""
    last = {point.series: point.value for point in points}
    moments = [point.at for point in points]
    right = _place(moments[-1] if isinstance(moments[-1], str) else max(moments))
    heights = apart([(name, last[name]) for name in order if name in last], least)
    return [{"s": safe_text(name), "x": right, "y": at, "n": short(name)} for name, at in heights]


def _colours(points: Sequence[Point], order: Sequence[str]) -> list[str]:
    """The colours of lines: one for those that lie on one another, as those of partners do, so that their names tell of the line that is seen."""
    lines = [tuple((point.at, point.value) for point in points if point.series == name) for name in order]
    different = list(dict.fromkeys(lines))
    return [SERIES[different.index(line) % len(SERIES)] for line in lines]


def _row(point: Point) -> dict[str, Any]:
    return {
        "s": safe_text(point.series),
        "x": _place(point.at),
        "y": point.value,
        "t": safe_text(point.says),
        "u": f"#{point.to}" if point.to else None,
    }


def _place(moment: Any) -> Any:
    return moment.isoformat() if isinstance(moment, date) else safe_text(moment) if isinstance(moment, str) else moment


def apart(ends: Sequence[tuple[str, float]], least: float) -> list[tuple[str, float]]:
    """Names at heights at which they can be read, as near to their own as they get without touching. least: how far apart.

    >>> apart([("a", 1.0), ("b", 1.0), ("c", 5.0)], 1.0)
    [('a', 0.5), ('b', 1.5), ('c', 5.0)]
    """
    groups: list[tuple[list[str], float]] = []
    for name, at in sorted(ends, key=lambda end: end[1]):
        groups.append(([name], at))
        while len(groups) > 1 and _touch(groups[-2], groups[-1], least):
            (upper, high), (lower, low) = groups.pop(), groups.pop()
            together = lower + upper
            groups.append((together, (high * len(upper) + low * len(lower)) / len(together)))
    return [
        (name, at + (place - (len(names) - 1) / 2) * least) for names, at in groups for place, name in enumerate(names)
    ]


def _touch(lower: tuple[list[str], float], upper: tuple[list[str], float], least: float) -> bool:
    return upper[1] - lower[1] < (len(lower[0]) + len(upper[0])) * least / 2


def intervals(points: Sequence[Point], *, title: str, size: tuple[int, int]) -> dict[str, Any]:
    """A dot for each, with how far it may be off, in the order in which they are given."""
    rows = [
        {
            "s": short(point.series),
            "y": point.value,
            "a": point.value - (point.spread or 0),
            "b": point.value + (point.spread or 0),
            "t": safe_text(point.says),
            "u": f"#{point.to}",
            "n": place,
        }
        for place, point in enumerate(points)
    ]
    names = {
        "title": None,
        "domain": False,
        "ticks": False,
        "grid": False,
        "labelPadding": 8,
        "labelFontSize": 13,
        "labelColor": INK,
    }
    named = {
        "field": "n",
        "type": "ordinal",
        "axis": {**names, "labelExpr": _named([short(point.series) for point in points])},
    }
    axis = {"title": wrap(title, size[0] // (LETTER // 2)), "tickCount": 6 if size[0] > NARROW[0] else 4}
    across = {"field": "a", "type": "quantitative", "scale": {"zero": False}, "axis": axis}
    return _shell((size[0], 27 * len(rows))) | {
        "data": {"values": rows},
        "encoding": {"y": named},
        "layer": [
            {
                "mark": {
                    "type": "rule",
                    "strokeWidth": 7,
                    "opacity": 0.3,
                    "color": SERIES[0],
                    "strokeCap": "round",
                    "aria": False,
                },
                "encoding": {"x": across, "x2": {"field": "b"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1, "color": SERIES[0]},
                "encoding": {
                    "x": {"field": "y", "type": "quantitative"},
                    "href": {"field": "u"},
                    "description": {"field": "t"},
                },
            },
        ],
    }


def _named(names: Sequence[str]) -> str:
    """Rows by their numbers, since two names that were shortened may be the same: an expression that knows the names."""
    return f"{msgspec.json.encode(list(names)).decode()}[datum.value]"


def short(name: str) -> str:
    """A name as it fits beside a chart."""
    told = safe_text(name)
    return told if len(told) <= NAME else f"{told[: NAME - 1]}\N{HORIZONTAL ELLIPSIS}"


def _shell(size: tuple[int, int]) -> dict[str, Any]:
    """What all charts have alike."""
    axis = {
        "labelColor": SOFT,
        "titleColor": SOFT,
        "labelFontSize": LETTER,
        "titleFontSize": LETTER,
        "titleFontWeight": "normal",
        "titlePadding": 10,
    }
    return {
        "width": size[0],
        "height": size[1],
        "background": None,
        "padding": 5,
        "config": {
            "font": "system-ui, sans-serif",
            "view": {"stroke": None},
            "axis": {**axis, "gridColor": LINE, "domainColor": LINE, "tickColor": LINE, "labelLimit": 160},
        },
    }
