"""What docs/python.md shows is what happens, and what it promises is there."""

import ast
import doctest
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import upcard

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_examples_run_one_after_the_other_and_show_what_the_page_shows(elsewhere: Path) -> None:
    assert elsewhere == Path.cwd()
    shown = "\n".join(block for block in BLOCKS if block.startswith(">>>"))
    parsed = doctest.DocTestParser().get_doctest(shown, {"upcard": upcard}, "python.md", "docs/python.md", 0)
    told: list[str] = []
    done = doctest.DocTestRunner().run(parsed, out=told.append)
    assert done.failed == 0, "".join(told)
    assert done.attempted > 20


@pytest.mark.skipif(find_spec("pandas") is None, reason="pandas is not installed")
def test_the_first_example_gives_a_data_frame(elsewhere: Path) -> None:
    known: dict[str, object] = {}
    exec(BLOCKS[0], known)
    assert sorted(known["standings"]["player"]) == ["ann", "bob", "cid", "dee"]  # type: ignore[index]
    assert (elsewhere / "club.duckdb").is_file()


def test_the_first_example_is_four_lines() -> None:
    assert len([line for line in BLOCKS[0].splitlines() if line.strip()]) <= 4


def test_each_name_that_is_promised_is_there_and_told_of_on_the_page() -> None:
    for name in upcard.__all__:
        assert getattr(upcard, name)
        assert f"`{name}`" in PAGE or f"`upcard.{name}" in PAGE, name
    assert set(upcard.__all__) <= set(dir(upcard))


def test_types_are_told_of_all_names_that_are_promised() -> None:
    tree = ast.parse((ROOT / "src" / "upcard" / "__init__.py").read_text(encoding="utf-8"))
    typed = {name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names}
    assert set(upcard.__all__) - {"__version__"} <= typed
    assert (ROOT / "src" / "upcard" / "py.typed").is_file()


def test_import_loads_nothing_that_is_not_asked_for() -> None:
    code = "import sys; before = set(sys.modules); import upcard; print(len(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
    code = "import sys, upcard; upcard.read; print(sorted({'duckdb', 'typer', 'rich', 'pandas', 'polars'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
