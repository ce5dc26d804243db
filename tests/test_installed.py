"""Games of other packages: found as an installer leaves them, recorded, judged, imported and asked about as Upcard's own; and what
is told of packages whose game cannot be had.
"""

import ast
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from tests.cli.test_commands import upcard
from tests.installed import STRANGER, install, install_whist, on_path
from upcard.engine import kernel
from upcard.engine.game import all_games, find, keys
from upcard.schemas.errors import UnknownGameError

PUBLIC = ("upcard.engine.kernel", "upcard.schemas.cards", "upcard.schemas.events", "upcard.schemas.options")
"""The modules that a game of another package imports from."""


# ---- A package as it is installed --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the stranger's package, built and unpacked as an installer does it, without a network."""
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    for name in ("pyproject.toml", "whist.py"):
        shutil.copy(STRANGER / name, source)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=source, check=True)
    with zipfile.ZipFile(next((source / "dist").glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


def run(site: Path, cwd: Path, *arguments: str, given: str = "") -> str:
    """What a command says, where the package is installed."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "upcard.cli", *arguments]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, cwd=cwd, env=environment, check=False, timeout=60
    )
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout


@pytest.mark.check
def test_a_game_of_another_package_is_simulated_judged_imported_and_asked_about(site: Path, tmp_path: Path) -> None:
    assert "  whist " in run(site, tmp_path, "games")
    run(site, tmp_path, "simulate", "whist", "--hands", "3", "--seed", "5", "-o", "logs")
    logs = sorted(str(path) for path in (tmp_path / "logs").iterdir())
    run(site, tmp_path, "verify", *logs)
    assert "Trick 13" in run(site, tmp_path, "show", logs[0])
    run(site, tmp_path, "import", "logs", "--archive", "a.duckdb")
    rows = run(site, tmp_path, "query", "standings", "--json", "--archive", "a.duckdb").splitlines()
    assert {(row["game"], row["hands"]) for row in map(json.loads, rows)} == {("whist", 3)}
    run(site, tmp_path, "rebuild", "--archive", "a.duckdb")
    run(site, tmp_path, "verify", "--archive", "a.duckdb")


def test_a_game_of_another_package_is_recorded(site: Path, tmp_path: Path) -> None:
    typed = "Ann\nks\n4h 7h kh 2h\n8c\n"
    options = ("--players", "Ann,Bob,Cid,Dee", "-o", "log.jsonl", "--no-import")
    run(site, tmp_path, "record", "whist", *options, given=typed)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line.get("card") for line in lines[3:]] == ["Ks", "4h", "7h", "Kh", "2h", "8c"]
    assert [line["seat"] for line in lines[3:]] == [0, 1, 2, 3, 0, 3]


@pytest.mark.check
def test_a_score_sheet_of_a_game_of_another_package_is_taken_in(site: Path, tmp_path: Path) -> None:
    (tmp_path / "evening.csv").write_text(
        "tricks,,points,\nAnn & Cid,Bob & Dee,Ann & Cid,Bob & Dee\n8,5,2,0\n4,9,0,3\n"
    )
    assert "whist 2 hands" in run(site, tmp_path, "import", "evening.csv", "--game", "whist", "--archive", "a.duckdb")


# ---- What it may import ------------------------------------------------------------------------------------------------


def offered(module: ModuleType) -> set[str]:
    """The names that a module offers: those that it imports as they are called; else those of its `__all__`, if it has one, or all."""
    body = ast.parse(Path(str(module.__file__)).read_text()).body
    imported = [name for node in body if isinstance(node, ast.ImportFrom) for name in node.names]
    return {one.name for one in imported if one.asname == one.name} or set(getattr(module, "__all__", vars(module)))


def test_the_game_of_another_package_is_one_short_file_that_imports_public_names_alone() -> None:
    text = (STRANGER / "whist.py").read_text()
    assert len(text.splitlines()) <= 300
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("upcard"):
            public = importlib.import_module(str(node.module))
            assert public.__name__ in PUBLIC
            names = {name.name for name in node.names}
            assert not {name for name in names if name.startswith("_") or not hasattr(public, name)}
            assert names <= offered(public)
        assert not isinstance(node, ast.Import)


def test_what_the_page_on_writing_a_game_shows_stands_in_the_game() -> None:
    page = (STRANGER.parents[1] / "docs" / "architecture.md").read_text().partition("## How to write a game\n")[2]
    shown = re.findall(r"^```(python|toml)\n(.*?)^```$", page.partition("\n## ")[0], re.DOTALL | re.MULTILINE)
    files = {"python": (STRANGER / "whist.py").read_text(), "toml": (STRANGER / "pyproject.toml").read_text()}
    assert len(shown) >= 5
    assert [block for kind, block in shown if block not in files[kind]] == []


def test_what_the_kernel_offers_is_what_it_imports_as_it_is_called() -> None:
    assert {"Game", "tricks_are_played", "winner_is_called"} <= offered(kernel) <= set(vars(kernel))


# ---- What cannot be had ------------------------------------------------------------------------------------------------


def package(folder: Path, name: str, key: str, text: str, place: str = "") -> None:
    """Install a package of one module that has the name of the package."""
    module = name.replace("-", "_")
    (folder / f"{module}.py").write_text(text)
    install(folder, name, {key: place or f"{module}:GAME"})


@pytest.mark.parametrize(
    ("name", "key", "text", "why"),
    [
        ("broken-one", "one", "import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("broken-two", "two", "def no code", "SyntaxError"),
        ("broken-three", "three", "import sys\nsys.exit('stop')", "SystemExit: stop"),
        ("broken-four", "four", "OTHER = 1", "AttributeError"),
        ("broken-five", "five", "GAME = 'a game'", "is no `Game` of `upcard.engine.kernel`"),
        ("broken-six", "six", "from whist import GAME", "its key is 'whist'"),
    ],
)
def test_a_broken_package_is_told_and_stops_no_other_game(
    tmp_path: Path, name: str, key: str, text: str, why: str
) -> None:
    package(tmp_path, name, key, text)
    install_whist(tmp_path)
    with on_path(tmp_path, STRANGER):
        with pytest.raises(UnknownGameError) as told:
            find(key)
        assert f"game {key!r} of the package {name} cannot be used: " in str(told.value)
        assert why in str(told.value)
        assert "uninstall" in told.value.hint
        assert [game.key for game in all_games()] == [*keys(), "whist"]
        out, err = upcard("games")
        assert "court_piece" in out
        assert "Whist" in out
        assert f"skipped: game {key!r} of the package {name}" in err
        assert "Traceback" not in upcard("simulate", key, code=2)[1]


def test_a_key_of_upcard_itself_stays_its_own(tmp_path: Path) -> None:
    package(tmp_path, "other-big-two", "big_two", "GAME = 1")
    with on_path(tmp_path):
        assert find("big_two").title == "Big Two"
        assert [game.key for game in all_games()] == list(keys())
        assert "other-big-two cannot be used: Upcard has a game 'big_two' of its own" in upcard("games")[1]
        assert upcard("simulate", "big_two")[1] == ""


def test_a_key_that_two_packages_want_is_nobodys(tmp_path: Path) -> None:
    package(tmp_path, "first-tarot", "tarot", "GAME = 1")
    package(tmp_path, "second-tarot", "tarot", "GAME = 1")
    with on_path(tmp_path):
        told = upcard("simulate", "tarot", code=2)[1]
        assert "'tarot' is in first-tarot and second-tarot, and only one can have it" in told
        assert "'tarot' is in first-tarot" in upcard("games")[1]


def test_a_game_that_is_no_longer_installed_is_not_known() -> None:
    with pytest.raises(UnknownGameError, match="no game 'bezique'"):
        find("bezique")


def test_the_nearest_key_may_be_one_of_another_package(tmp_path: Path) -> None:
    install_whist(tmp_path)
    with on_path(tmp_path, STRANGER):
        assert "did you mean whist" in upcard("simulate", "whst", code=2)[1]


def test_packages_are_looked_up_only_for_a_key_that_is_not_our_own(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from upcard.cli.app import run\n"
        "run(['--help'])\n"
        "assert 'upcard.engine.game' not in sys.modules\n"
        "from upcard.engine import installed\n"
        "installed.offers = None\n"
        "sys.exit(run(['simulate', 'court_piece', '-o', sys.argv[1]]) or run(['verify', sys.argv[1]]))\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "logs")], capture_output=True, check=True)
