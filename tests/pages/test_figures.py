"""Whatever a question of one's own answers with is drawn, or told to be no chart."""

from datetime import date
from typing import Any

import pytest

from upcard.cli.charting import put_chart
from upcard.pages.report.figures import _bars, _dots
from upcard.records.asking import charted
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


def test_figures_are_numbers_that_can_be_reckoned_with() -> None:
    one = Question("mine", "Mine", {}, {}, {"n": "n", "who": "who"}, "", "")
    chart = Chart("n", ("who",))
    rows = [(number, "ann") for number in (None, float("nan"), float("inf"), True, -3, 1e100)]
    assert [row["n"] for row in charted(one, chart, Answer(("n", "who"), rows, ()))] == [True, -3, 1e100]
    for large in (1.7e308, -1.7e308, 10**400):
        with pytest.raises(UsageError, match="too large for a chart"):
            charted(one, chart, Answer(("n", "who"), [(large, "ann")], ()))
