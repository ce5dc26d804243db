"""What docs/amending.md shows is what happens, command by command in its order."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli import amending
from tests.cli.test_commands import ROOT, SAMPLES
from tests.test_readme import stripped
from upcard.cli.app import run

PAGE = (ROOT / "docs" / "amending.md").read_text(encoding="utf-8")
SHEET = amending.SHEET.replace(b'"x"', b'"0193c2a0-0000-7000-8000-000000000002"')


def shown() -> list[tuple[str, str]]:
    """The commands that are shown, with what they tell."""
    blocks = re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 4
    return re.findall(r"^\$ upcard (.*)\n((?:[^$].*\n)*)", "".join(blocks), re.MULTILINE)


def test_every_command_tells_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.jsonl").write_bytes(SHEET)
    (tmp_path / "game.jsonl").write_bytes((SAMPLES / "court_piece" / "full_hand.jsonl").read_bytes())
    for command, says in shown():
        assert run(shlex.split(command)) == 0
        told = capsys.readouterr()
        assert stripped(told.out + told.err) == stripped(says), command
