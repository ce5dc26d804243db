"""Named questions: SQL files with their titles, parameters and columns in front, each with the hands behind it."""

import difflib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from upcard.schemas.errors import UsageError

_SAYS: Final = re.compile(r"^-- (title|param|column)(?: ([\w-]+))?: (.*)$")


class Question(msgspec.Struct, frozen=True):
    """A named question. params, columns: their names and what they are; sql: the answer; hands: what is behind it."""

    name: str
    title: str
    params: dict[str, str]
    columns: dict[str, str]
    sql: str
    hands: str


@cache
def questions() -> Mapping[str, Question]:
    """All named questions, by name."""
    found = {}
    for path in sorted(files(__name__).iterdir(), key=lambda path: path.name):
        if path.name.endswith(".sql"):
            question = _read(path.name.removesuffix(".sql"), path.read_text(encoding="utf-8"))
            found[question.name] = question
    return found


def question(name: str) -> Question:
    """The question of a name. Raises `UsageError` with the nearest names."""
    if name not in questions():
        near = difflib.get_close_matches(name, questions(), n=3, cutoff=0.4)
        raise UsageError(f"no question {name!r}", hint=nearest(near, questions()))
    return questions()[name]


def nearest(near: Sequence[str], there: Mapping[str, Any]) -> str:
    """A hint of names that are like the one asked for, else of those there are."""
    return f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(there)}"


def _read(name: str, text: str) -> Question:
    title = ""
    params: dict[str, str] = {}
    columns: dict[str, str] = {}
    for line in text.splitlines():
        said = _SAYS.match(line)
        if said is None:
            continue
        if said[1] == "title":
            title = said[3]
        else:
            (params if said[1] == "param" else columns)[said[2]] = said[3]
    sql, _, hands = text.partition("\n-- hands\n")
    return Question(name, title, params, columns, sql, hands)
