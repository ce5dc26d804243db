"""Answers drawn in the terminal: bars as long as their figures, curves by letter."""

import re
import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import upcard
from tests.pages.test_report import EVENING, LATER, sheet
from tests.records.archives import new_archive, simulated
from upcard.cli.charting import LONGEST
from upcard.engine.game import keys
from upcard.records.queries import questions

CHARTED = [name for name, one in questions().items() if one.chart is not None]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An archive of all games, with a name that would steer a terminal."""
    nasty = sheet("2026-04-02", ("x\x1b[2J\nFORGED", "bob", "cid", "dee"), (0, 4, 9, 2), log="nasty")
    others = simulated(hands=1, games=[game for game in keys() if game != "big_two"])
    return str(new_archive(tmp_path_factory.mktemp("club"), [EVENING, LATER, nasty, *others]).path)


def own(club: str, text: str) -> None:
    folder = Path(club).with_suffix(".questions")
    folder.mkdir(exist_ok=True)
    (folder / "mine.sql").write_text(text, encoding="utf-8")


def test_what_has_no_chart_are_lists_of_hands() -> None:
    assert questions().keys() - {*CHARTED} == {"hands", "records"}


def test_bars_are_as_long_as_their_figures_are(club: str) -> None:
    out, _ = upcard("query", "standings", "--chart", "-p", "game=big_two", "--archive", club)
    title, *bars = out.strip().splitlines()
    assert title == "big_two: points per hand"
    assert {len(found.partition(".")[2]) for line in bars for found in re.findall(r" (\d+\.\d+)", line)} == {4}
    figures = {line.split()[-2]: line.count("\N{FULL BLOCK}") for line in bars if not line.startswith("x")}
    longest = max(map(float, figures))
    assert all(length == round(float(figure) / longest * LONGEST) for figure, length in figures.items())


@pytest.mark.parametrize("name", CHARTED)
def test_every_chart_is_drawn_and_no_name_steers_the_terminal(club: str, name: str) -> None:
    given = ("-p", "player=bob") if name == "player" else ()
    out, says = upcard("query", name, "--chart", *given, "--archive", club)
    assert bool(out) != ("nothing to draw" in says)
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


def test_a_question_of_ones_own_is_drawn_by_its_header(club: str) -> None:
    own(
        club,
        "-- title: x\n-- column who: a\n-- column n: b\n-- chart: bars of n by who\nSELECT 'ann' AS who, -2 AS n\n",
    )
    out, _ = upcard("query", "mine", "--chart", "--archive", club)
    assert out.splitlines() == ["n", f"ann  -2  {LONGEST * chr(0x2588)}", ""]
    _, says = upcard("query", "hands", "--chart", "--archive", club, code=2)
    assert "mine" in says


@pytest.mark.parametrize(
    ("chart", "sql", "says"),
    [
        ("pie of n by who", "SELECT 1", "line 4: this is no chart"),
        ("bars of n by whom", "SELECT 1", "line 4: the header has no column 'whom'"),
        ("bars of n by who", "SELECT 1 AS n", "the chart is of 'who', which the answer does not have"),
        ("curve of n by who", "SELECT 'much' AS n, 1 AS who", "no number of 'n': 'much'"),
    ],
)
def test_what_is_no_chart_is_told_with_its_file(club: str, chart: str, sql: str, says: str) -> None:
    own(club, f"-- title: x\n-- column who: a\n-- column n: b\n-- chart: {chart}\n{sql}\n")
    _, told = upcard("query", "mine", "--chart", "--archive", club, code=2)
    assert says in " ".join(told.split())
    assert "mine.sql" in told
