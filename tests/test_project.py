"""The layout of the repository, its style, and the packages built from it."""

import ast
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from tools.generate import changes, stale, write

from upcard.engine.game import find
from upcard.engine.kernel import copying, reading
from upcard.schemas import errors
from upcard.schemas.events import Played

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("schemas", "engine", "records", "pages", "cli", "api", "sample_logs")


def sources() -> Iterator[Path]:
    """Every Python file of ours, once."""
    yield ROOT / "hatch_build.py"
    yield from (ROOT / "src" / "upcard").glob("*.py")
    for folder in (*FOLDERS, "tests", "bench", "tools"):
        yield from sorted((ROOT / folder).rglob("*.py"))


each_source = pytest.mark.parametrize("path", list(sources()), ids=lambda path: path.relative_to(ROOT).as_posix())


@pytest.mark.parametrize("folder", FOLDERS)
def test_package_is_a_link_to_the_folder_at_the_top(folder: str) -> None:
    link = ROOT / "src" / "upcard" / folder
    assert link.is_symlink()
    assert link.readlink() == Path("../..", folder)
    assert (ROOT / folder / "__init__.py").is_file()


@pytest.mark.parametrize("folder", FOLDERS)
def test_import_name_is_upcard_and_the_folder_exists_under_no_other(folder: str) -> None:
    module = import_module(f"upcard.{folder}")
    assert Path(str(module.__file__)).parent == ROOT / "src" / "upcard" / folder
    assert folder not in sys.modules


@pytest.mark.skipif(not (ROOT / ".git").exists() or shutil.which("git") is None, reason="no repository here")
def test_no_log_is_kept_at_the_top() -> None:
    told = subprocess.run(["git", "ls-files", "*.jsonl"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert not [name for name in told.splitlines() if "/" not in name]


@pytest.mark.parametrize("folder", ["cli", "records", "pages", "api"])
def test_every_refusal_says_what_to_do_about_it(folder: str) -> None:
    kinds = {
        name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, errors.UpcardError)
    }
    bare = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in kinds - {"CorruptError", "TornError", "FaultError"}
        and not any(given.arg in {"hint", None} for given in node.keywords)
    ]
    assert bare == []


def test_sample_logs_are_found_by_the_import_name() -> None:
    assert (files("upcard.sample_logs") / "__init__.py").is_file()


def test_checkout_without_links_imports_the_folders_at_the_top(tmp_path: Path) -> None:
    package = tmp_path / "src" / "upcard"
    package.mkdir(parents=True)
    shutil.copy(ROOT / "src" / "upcard" / "__init__.py", package)
    for folder in FOLDERS:
        (package / folder).write_text(f"../../{folder}")  # what git writes where it cannot make a link
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    code = "import upcard.engine.game, upcard.schemas.events; print(upcard.engine.game.__file__)"
    told = run(sys.executable, "-c", code, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "src")})
    assert told.strip() == str(tmp_path / "engine" / "game.py")


def test_how_a_card_is_read_is_written_out_as_the_docs_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[Any, list[str]] = {}

    def made(name: str, lines: list[str], /, **known: Any) -> Any:
        written[known["kind"]] = lines
        return copying.made(name, lines, **known)

    monkeypatch.setattr(reading, "made", made)
    reading.handlings.__wrapped__(find("court_piece"))
    page = (ROOT / "docs" / "architecture.md").read_text().partition("is read in Court Piece")[2]
    shown = dedent(page.partition("```python\n")[2].partition("  ```")[0])
    read, _, _ = "\n".join(written[Played]).partition("def act")
    assert ast.dump(ast.parse(shown)) == ast.dump(ast.parse(read))


def test_generated_file_is_current_once_written(tmp_path: Path) -> None:
    generators = {"docs/made.md": lambda: "a\nb\n"}
    assert list(stale(generators, tmp_path)) == [("docs/made.md", "a\nb\n")]
    write("docs/made.md", "a\nb\n", tmp_path)
    assert list(stale(generators, tmp_path)) == []
    (tmp_path / "docs" / "made.md").write_text("a\nc\n")
    assert list(stale(generators, tmp_path)) == [("docs/made.md", "a\nb\n")]
    assert changes("docs/made.md", "a\nb\n", tmp_path)[-2:] == ["-c\n", "+b\n"]


@pytest.mark.check
def test_wheel_holds_every_module_built_from_the_checkout_and_from_an_sdist(tmp_path: Path) -> None:
    expected = {"upcard/__init__.py", "upcard/py.typed"}
    for folder in FOLDERS:
        expected |= {f"upcard/{file.relative_to(ROOT).as_posix()}" for file in (ROOT / folder).rglob("*.py")}
    build("--wheel", ROOT, tmp_path / "direct")
    build("--sdist", ROOT, tmp_path)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    build("--wheel", next((tmp_path / "unpacked").iterdir()), tmp_path / "through")
    for place in ("direct", "through"):
        with zipfile.ZipFile(next((tmp_path / place).glob("*.whl"))) as wheel:
            held = {name for name in wheel.namelist() if name.endswith((".py", "py.typed"))}
        assert held == expected, place


def build(kind: str, source: Path, into: Path) -> None:
    """Build without a download: hatchling is in the dev extra."""
    run(sys.executable, "-m", "build", "--no-isolation", kind, "--outdir", str(into), str(source), cwd=into.parent)


def run(*command: str, cwd: Path, env: dict[str, str] | None = None) -> str:
    """What a command prints; its complaints are the test's."""
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
