"""How long the engine is, its games, and the tests beside it, in thousand lines of any kind."""

from collections.abc import Iterator
from pathlib import Path

from bench.measure import Row

ROOT = Path(__file__).parents[1]
OTHERS = ("api", "cli", "pages", "records")
"""The tests that are not of the engine."""


def rows(_folder: Path) -> Iterator[Row]:
    """Lines of the engine, of its longest game, and of its tests."""
    games = {path.stem: lines(path) for path in (ROOT / "engine" / "games").glob("*.py")}
    longest = max(games, key=games.__getitem__)
    yield Row("engine", "all", sum(map(lines, (ROOT / "engine").rglob("*.py"))), "thousand lines", 20)
    yield Row("longest game", longest, games[longest], "thousand lines", 1.2)
    tests = (path for path in (ROOT / "tests").rglob("*.py") if path.relative_to(ROOT / "tests").parts[0] not in OTHERS)
    yield Row("tests of the engine", "all", sum(map(lines, tests)), "thousand lines", 25)


def lines(path: Path) -> float:
    """The lines of a file, in thousands."""
    return len(path.read_text(encoding="utf-8").splitlines()) / 1000
