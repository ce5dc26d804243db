"""Answers drawn in the terminal: bars as long as their figures, curves by letter."""

import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import upcard
from tests.pages.test_report import EVENING, LATER, sheet
from tests.records.archives import new_archive
from upcard.cli.charting import CHARTS, LONGEST
from upcard.records.queries import questions


@pytest.fixture
def club(tmp_path: Path) -> str:
    nasty = sheet("2026-04-02", ("x\x1b[2J\nFORGED", "bob", "cid", "dee"), (0, 4, 9, 2), log="nasty")
    return str(new_archive(tmp_path, [EVENING, LATER, nasty]).path)


def test_each_chart_is_of_columns_that_its_question_has() -> None:
    for name, chart in CHARTS.items():
        columns = questions()[name].columns
        assert {*chart.label, chart.value, "game", *([chart.series] if chart.series else [])} <= columns.keys(), name


def test_bars_are_as_long_as_their_figures_are(club: str) -> None:
    out, _ = upcard("query", "standings", "--chart", "--archive", club)
    title, *bars = out.strip().splitlines()
    assert title == "big_two: points per hand"
    figures = {line.split()[-2]: line.count("\N{FULL BLOCK}") for line in bars if not line.startswith("x")}
    longest = max(map(float, figures))
    assert all(length == round(float(figure) / longest * LONGEST) for figure, length in figures.items())


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_is_drawn_and_no_name_steers_the_terminal(club: str, name: str) -> None:
    given = ("-p", "player=bob") if name == "player" else ()
    out, _ = upcard("query", name, "--chart", *given, "--archive", club)
    assert "\x1b" not in out
    assert not any(line.startswith("FORGED") for line in out.splitlines())


def test_a_question_without_a_chart_and_a_missing_library_are_told(club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, says = upcard("query", "hands", "--chart", "--archive", club, code=2)
    assert "standings" in says
    _, says = upcard("query", "standings", "--chart", "--json", "--archive", club, code=2)
    assert "alone" in says
    monkeypatch.setitem(sys.modules, "plotext", None)
    _, says = upcard("query", "rating-history", "--chart", "--archive", club, code=2)
    assert "pip install 'upcard[charts]'" in says
