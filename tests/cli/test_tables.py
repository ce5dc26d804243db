"""Tables of answers: all columns and values, however narrow the screen."""

import pytest
from rich.cells import cell_len

from upcard.cli.output import LONG, SHORT_ID, put_table

COLUMNS = ("log", "game", "players", "points", "won_rate", "says")
ROWS = [
    ("91048f3d-96b0-5606-b3cf-750aa2a24ab0", "trente_et_quarante", "ann bob", 12, 0.5, "a finding of several words"),
    ("91048f3d-96b0-5606-b3cf-750aa2a24ab0", "pop", "\u5f20\u4f1f \u738b\u82b3", -7, None, "x" * (LONG + 1)),
]


def printed(capsys: pytest.CaptureFixture[str], width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    put_table(COLUMNS, ROWS)
    out = capsys.readouterr().out
    assert max(map(cell_len, out.splitlines())) <= width
    return out


@pytest.mark.parametrize("width", [*range(30, 130, 3), 400])
def test_no_column_and_no_value_is_lost(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = printed(capsys, width, monkeypatch)
    short = [word for name in COLUMNS for word in name.split("_")]
    short += [word for row in ROWS for value in row[2:] for word in str(value or "").split()]
    assert [word for word in short if len(word) < LONG and word not in out] == [], out
    assert ROWS[0][0][:SHORT_ID] in out
    assert f"({LONG + 1}" in out


def test_ids_of_logs_are_told_so_that_they_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    put_table(("log",), [(ROWS[0][0],), ("court_piece-2013-09-01",), ("court_piece-2013-09-02",)])
    shown = capsys.readouterr().out.split()
    assert shown[-3:] == [ROWS[0][0][:SHORT_ID], "court_piece-2013-09-01", "court_piece-2013-09-02"]


def test_a_table_too_wide_is_a_line_a_value(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line.split() for line in printed(capsys, 40, monkeypatch).splitlines()]
    assert ["row", "1"] in lines
    assert ["points", "-7"] in lines
    assert ["won", "rate", "0.5"] in lines
