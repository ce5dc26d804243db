"""Writes the generated files, or with `--check` says which are not current.

A generated file is named in `GENERATORS` by its path in the repository, with the function that makes its text.
"""

import difflib
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tools.pages import pages

ROOT = Path(__file__).resolve().parents[1]

GENERATORS: dict[str, Callable[[], str]] = {**pages()}


def main(arguments: list[str]) -> int:
    """Write what is not current, or only tell; 1 when a check finds something, 2 when asked for anything else."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m tools.generate [--check]", file=sys.stderr)
        return 2
    outdated = dict(stale(GENERATORS))
    for path, text in outdated.items():
        print(f"{path}: not current" if arguments else f"{path}: written")
        if arguments:
            sys.stdout.writelines(changes(path, text))
        else:
            write(path, text)
    if arguments and outdated:
        print("run: make generate", file=sys.stderr)
        return 1
    return 0


def stale(generators: Mapping[str, Callable[[], str]], root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """Path and new text of each file that is missing or differs by a byte."""
    for path, make in generators.items():
        text = make()
        file = root / path
        if not file.is_file() or file.read_bytes() != text.encode():
            yield path, text


def changes(path: str, text: str, root: Path = ROOT, most: int = 40) -> list[str]:
    """The first lines of the difference between the file and its new text."""
    file = root / path
    old = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
    difference = difflib.unified_diff(
        old.splitlines(keepends=True), text.splitlines(keepends=True), f"{path} (now)", f"{path} (generated)"
    )
    return [line if line.endswith("\n") else line + "\n" for line in difference][:most]


def write(path: str, text: str, root: Path = ROOT) -> None:
    """Write one generated file, with the folders it needs."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
