"""Whatever a question of one's own answers with is drawn, or told to be no chart."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from upcard.cli.charting import put_chart
from upcard.pages.report import charts
from upcard.pages.report.figures import _bars, _dots
from upcard.pages.report.gathering import Point
from upcard.records.asking import charted, moment
from upcard.records.queries import Chart, Question
from upcard.records.questions import Answer
from upcard.schemas.errors import UsageError

VALUES = (None, "h", "", "2026-01", "infinity", [1], [], {"a": [None]}, 3, 1.5, True, 10**400, date(2026, 1, 2))


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_any_value_may_name_bars_curves_games_and_hands(value: Any, capsys: pytest.CaptureFixture[str]) -> None:
    bars, curves = Chart("n", ("trump",)), Chart("n", ("trump",), "who", curved=True)
    row = {"n": 2, "trump": value, "who": value, "game": value}
    behind = [row | {"log": "a", "hand": 1}, row | {"log": value, "hand": value}, row]
    (bar,) = _bars(bars, [row], behind)
    assert ("a", 1) in bar.hands
    assert isinstance(", ".join(bar.name), str)
    assert len(list(_dots(curves, [row], behind))) == (value is not None)
    _bars(bars, [row | {"log": value, "hand": value}], ())
    put_chart(bars, [row, row])
    assert capsys.readouterr().out


def test_bars_of_nothing_have_no_length() -> None:
    rows = [{"n": 0, "who": number} for number in range(20)]
    assert {(bar.start, bar.length) for bar in _bars(Chart("n", ("who",)), rows, ())} == {(0, 0)}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((10, 2, 9), [2, 9, 10]),
        ((10, Decimal("2.5"), 9), [2.5, 9, 10]),
        ((2**70, 3, -(2**70)), [-float(2**70), 3, float(2**70)]),
        (("week b", "week a", 3), ["3", "week a", "week b"]),
        (("2026-10", date(2026, 9, 2), "2026-11"), [date(2026, 9, 2), date(2026, 10, 1), date(2026, 11, 1)]),
    ],
)
def test_curves_go_along_numbers_by_their_size_and_along_texts_in_order(
    given: tuple[Any, ...], told: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    chart = Chart("n", ("at",), curved=True)
    rows = [{"n": number, "at": at} for number, at in enumerate(given)]
    dots = list(_dots(chart, rows, ()))
    assert [dot.at for dot in dots] == told
    points = [Point(dot.series, dot.at, dot.value, dot.says, "") for dot in dots]
    assert "</svg>" in charts.svg(charts.curves(points, ["n"], down=False, title="n", size=charts.WIDE))
    put_chart(chart, rows)
    assert f"{min(given, key=moment)} to {max(given, key=moment)}" in capsys.readouterr().out


def test_figures_are_numbers_that_can_be_reckoned_with() -> None:
    one = Question("mine", "Mine", {}, {}, {"n": "n", "who": "who"}, "", "")
    chart = Chart("n", ("who",))
    rows = [(number, "ann") for number in (None, float("nan"), float("inf"), True, -3, 1e100)]
    assert [row["n"] for row in charted(one, chart, Answer(("n", "who"), rows, ()))] == [True, -3, 1e100]
    for large in (1.7e308, -1.7e308, 10**400):
        with pytest.raises(UsageError, match="too large for a chart"):
            charted(one, chart, Answer(("n", "who"), [(large, "ann")], ()))
