"""What the README shows is what happens."""

import re
from pathlib import Path

import pytest

from upcard.cli.app import run
from upcard.engine.game import keys

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_two_commands_are_the_ones_that_set_everything_up() -> None:
    assert re.search(r"```\nmake demo\nmake test\n```", README)


@pytest.mark.parametrize(
    ("command", "expected"), re.findall(r"\$ upcard ((?:verify|show) .*)\n((?:.+\n)+?)```", README)
)
def test_output_is_what_is_printed(
    command: str, expected: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    run(command.split())
    told = capsys.readouterr()
    assert [line.rstrip() for line in (told.out + told.err).splitlines()] == [
        line.rstrip() for line in expected.splitlines()
    ]


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    exec(code[1], {})
    assert capsys.readouterr().out == "CP-3.1 3 15 46\n"


def test_every_game_is_named() -> None:
    assert [key for key in keys() if f"](docs/games/{key}.md)" not in README] == []


def test_every_link_leads_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)
