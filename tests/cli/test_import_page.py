"""The sheets of docs/import.md: each is imported as it stands, and nothing is wrong with any."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_commands import ROOT, upcard
from upcard.engine.game import all_games
from upcard.records.importers.wishes import FILE_NAME, wishes_beside

pytestmark = pytest.mark.check

PAGE = (ROOT / "docs" / "import.md").read_text(encoding="utf-8")
SHEETS = dict(re.findall(r"`([^`\n]+\.csv)`\n```csv\n(.*?)```", PAGE, re.DOTALL))
HANDS = {
    "pop.csv": 3,
    "court-piece.csv": 4,
    "pluck.csv": 2,
    "hasenpfeffer.csv": 3,
    "tresette.csv": 2,
    "calabrasella.csv": 4,
    "pope-joan.csv": 3,
    "spinado.csv": 2,
    "big-two.csv": 5,
    "dou-dizhu.csv": 4,
    "last-one.csv": 2,
    "popcorn 19 June 2026.csv": 3,
    "trente-et-quarante.csv": 2,
}


def test_there_is_a_sheet_of_each_game(tmp_path: Path) -> None:
    assert HANDS.keys() == SHEETS.keys()
    for name, text in SHEETS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    out, _ = upcard("import", str(tmp_path), "--json")
    assert {json.loads(line)["game"] for line in out.splitlines()} == {game.key for game in all_games()}


@pytest.mark.parametrize("name", SHEETS)
def test_each_sheet_is_imported_as_it_stands(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(SHEETS[name], encoding="utf-8")
    rows = [json.loads(line) for line in upcard("import", str(path), "--json")[0].splitlines()]
    assert {row["status"] for row in rows} == {"new"}
    assert sum(row["hands"] for row in rows) == HANDS[name]
    assert not sum(row["findings"] for row in rows)
    rows = [json.loads(line) for line in upcard("import", str(path), "--json")[0].splitlines()]
    assert {row["status"] for row in rows} == {"known"}


def test_the_file_of_the_page_can_be_read(tmp_path: Path) -> None:
    (told,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / FILE_NAME).write_text(told, encoding="utf-8")
    wishes, _ = wishes_beside(tmp_path / "may.csv")
    assert (wishes.game, wishes.blank, wishes.names) == ("court_piece", 0, {"Annie": "Ann"})
    assert wishes_beside(tmp_path / "big two.csv")[0].game == "big_two"
