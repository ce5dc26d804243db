"""What the README shows is what happens."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from upcard.engine.game import keys

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_two_commands_are_the_ones_that_set_everything_up() -> None:
    assert re.search(r"```\nmake demo\nmake test\n```", README)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a fresh clone has that the README speaks of, and nothing else."""
    folder = tmp_path_factory.mktemp("clone")
    (folder / "sample_logs").symlink_to(ROOT / "sample_logs")
    return folder


def five_minutes() -> list[tuple[str, str]]:
    """The blocks after `make demo` in their order: their language, and their text."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", README.partition("## Five minutes")[2], re.DOTALL | re.MULTILINE)
    assert blocks
    assert {language for language, _ in blocks} == {"sh", "console", "text", "python"}
    return blocks


def done_in(clone: Path, script: str, typed: str = "") -> str:
    """Run a block as somebody would who reads on: with what was exported before. Returns what is told, without ends of lines."""
    kept = clone / ".exported"
    commands = os.path.dirname(sys.executable)  # noqa: PTH120 - not what the link of a virtual environment leads to
    environment = {
        "PATH": f"{commands}:{os.environ['PATH']}",
        "HOME": str(clone),
        "XDG_DATA_HOME": str(clone / "data"),
        "LANG": "C.UTF-8",
        "PYTHONUTF8": "1",
    }
    whole = f"set -euo pipefail; [ ! -e {kept} ] || . {kept}\n{script}\nexport -p > {kept}"
    done = subprocess.run(
        ["bash", "-c", whole], cwd=clone, env=environment, input=typed, text=True, capture_output=True, check=False
    )
    assert done.returncode in ({0, 1} if " verify " in script else {0}), (script, done.stdout, done.stderr)
    return stripped(done.stdout + done.stderr)


def stripped(text: str) -> str:
    """Text without the ends of its lines, and without empty lines around it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


@pytest.mark.check
def test_every_block_runs_in_its_order_in_a_fresh_clone_and_the_questions_have_answers(clone: Path) -> None:
    blocks = five_minutes()
    for place, (language, text) in enumerate(blocks):
        typed = next((after for kind, after in blocks[place + 1 : place + 2] if kind == "text"), "")
        if language == "sh":
            told = done_in(clone, text, typed)
            assert not typed or "closed: " in told
            assert bool(typed) == ("upcard record" in text)
        elif language == "console":
            command, shown = re.fullmatch(r"\$ (.*?)\n(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
            assert done_in(clone, f"{command} || [ $? = 1 ]") == stripped(shown), command
        elif language == "python":
            assert done_in(clone, f"{sys.executable} - <<'END'\n{text}END") == "CP-3.1 3 15 46"
    questions = [line for _, text in blocks for line in text.splitlines() if "upcard query" in line]
    for question in questions:
        assert done_in(clone, question.removeprefix("$ ").partition(" --json")[0] + " --json"), question
    assert "0 refused" not in done_in(clone, "upcard import try/evening.jsonl try/sheet.jsonl try/scores.txt")
    assert sorted(path.name for path in clone.iterdir()) == [".exported", "sample_logs", "try"]


def test_every_game_is_named() -> None:
    assert [key for key in keys() if f"](docs/games/{key}.md)" not in README] == []


def test_every_link_leads_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)
