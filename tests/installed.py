"""Packages of strangers, as an installer leaves them: their metadata in a folder on the path."""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STRANGER = Path(__file__).parent / "stranger"
"""A package of one game, Whist."""


def install(folder: Path, package: str, games: dict[str, str]) -> None:
    """Write down in a folder that a package is there, and the games that it names, each with where it is found."""
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    points = "\n".join(f"{key} = {place}" for key, place in games.items())
    (info / "entry_points.txt").write_text(f"[upcard.games]\n{points}\n")


def install_whist(folder: Path) -> None:
    """The same of the stranger's package, by its own pyproject.toml."""
    project = tomllib.loads((STRANGER / "pyproject.toml").read_text())["project"]
    install(folder, project["name"], project["entry-points"]["upcard.games"])


@contextmanager
def on_path(*folders: Path) -> Iterator[None]:
    """What is installed in these folders is found, for as long as this lasts."""
    sys.path[:0] = map(str, folders)
    try:
        yield
    finally:
        del sys.path[: len(folders)]
