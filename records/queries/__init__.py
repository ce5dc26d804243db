"""Named questions: SQL files with their titles, parameters and columns in front, each with the hands behind it."""

import difflib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import dropwhile
from typing import Any, Final

import msgspec

from upcard.schemas.errors import UsageError

_SAYS: Final = re.compile(
    r"-- (?P<what>title|param|column)(?: (?P<name>[a-z_]\w*))?(?: \[(?P<kind>[\w|]+)\])?: (?P<says>.*\S)"
)
HANDS: Final = "-- hands"
"""The line between the question and the hands behind it."""
KINDS: Final = {"game": "game", "player": "player", "log": "log", "since": "day", "until": "day", "kind": "finding"}
"""What may be asked for by a parameter of this name, unless its line says something else between brackets."""
SEASON: Final = {
    "season": "only this year: 2013; or a club's year, as 2013/14, which begins in the month that is named by begins",
    "begins": "the month, 1 to 12, in which a season begins; 1 if none is named",
}
"""The parameters of each question that has `since` and `until`, which they set."""


class Question(msgspec.Struct, frozen=True):
    """A named question. params, columns: their names and what they are; kinds: what each parameter is: a game, player, log, day,
    finding, number, text, or some words with `|` between; sql: the answer; hands: what is behind it; place: the file it is in.
    """

    name: str
    title: str
    params: dict[str, str]
    kinds: dict[str, str]
    columns: dict[str, str]
    sql: str
    hands: str
    place: str = ""

    @property
    def seasons(self) -> bool:
        """Whether it may be asked of a season."""
        return {"since", "until"} <= self.params.keys()


@cache
def questions() -> Mapping[str, Question]:
    """All named questions, by name."""
    found = {}
    for path in sorted(files(__name__).iterdir(), key=lambda path: path.name):
        if path.name.endswith(".sql"):
            question = read_question(path.name.removesuffix(".sql"), _text(path.name))
            found[question.name] = question
    return found


def _text(name: str) -> str:
    """The text of a question of ours; where its header ends with `-- as: NAME`, with the SQL of that question."""
    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
    header, same, other = text.partition("-- as: ")
    if not same:
        return text
    lines = _text(f"{other.strip()}.sql").splitlines(keepends=True)
    return header + "".join(dropwhile(lambda line: line.startswith("--"), lines))


def question(name: str) -> Question:
    """The question of a name. Raises `UsageError` with the nearest names."""
    if name not in questions():
        near = difflib.get_close_matches(name, questions(), n=3, cutoff=0.4)
        raise UsageError(f"no question {name!r}", hint=nearest(near, questions()))
    return questions()[name]


def nearest(near: Sequence[str], there: Mapping[str, Any]) -> str:
    """A hint of names that are like the one asked for, else of those there are."""
    return f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(there)}"


def read_question(name: str, text: str, place: str = "") -> Question:
    """The question of a file. Raises `UsageError` with the line of what cannot be meant."""
    title = ""
    said: dict[str, dict[str, str]] = {"param": {}, "column": {}}
    kinds: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("--"):
            break
        told = _SAYS.fullmatch(line.rstrip())
        if told is None or (told["what"] == "title") != (told["name"] is None):
            hint = (
                "wanted `-- title: ...`, `-- param name: ...`, `-- param name [number]: ...`, or `-- column name: ...`"
            )
            raise UsageError(
                f"this is no line of a header: {line.strip()!r}", place=f"{place}: line {number}", hint=hint
            )
        if told["kind"] not in {None, "text", *KINDS.values(), "number"} and "|" not in told["kind"]:
            hint = f"wanted {', '.join(dict.fromkeys(KINDS.values()))}, number, text, or words with | between"
            raise UsageError(f"nothing is called {told['kind']!r}", place=f"{place}: line {number}", hint=hint)
        if told["what"] == "title":
            title = told["says"]
        else:
            said[told["what"]][told["name"]] = told["says"]
            if told["what"] == "param":
                kinds[told["name"]] = told["kind"] or KINDS.get(told["name"], "text")
    sql, _, hands = text.partition(f"\n{HANDS}\n")
    params = said["param"]
    if {"since", "until"} <= params.keys():
        params |= SEASON
        kinds |= {"season": "season", "begins": "number"}
    return Question(name, title, params, {param: kinds[param] for param in params}, said["column"], sql, hands, place)
