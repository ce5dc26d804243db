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
    r"-- (?P<what>title|chart|param|column)(?: (?P<name>[a-z_]\w*))?(?: \[(?P<kind>[\w|]+)\])?: (?P<says>.*\S)"
)
_WHOLE: Final = {"title", "chart"}
"""What a question has one of."""
_CHART: Final = re.compile(
    r"bars of (?P<bar>\w+) by (?P<names>\w+(?: and \w+)*)|curves? of (?P<dot>\w+) by (?P<when>\w+)(?: for each (?P<series>\w+))?"
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


class Chart(msgspec.Struct, frozen=True):
    """How an answer is drawn, by its columns. figure: what is drawn; names: what names a bar, or when a point of a curve was; series:
    of each of its values there is a curve; curved: whether curves are drawn, or bars.
    """

    figure: str
    names: tuple[str, ...]
    series: str = ""
    curved: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that it is drawn of."""
        return (self.figure, *self.names, *filter(None, [self.series]))


class Question(msgspec.Struct, frozen=True):
    """A named question. params, columns: their names and what they are; kinds: what each parameter is: a game, player, log, day,
    finding, number, text, or some words with `|` between; sql: the answer; hands: what is behind it; place: the file it is in;
    chart: how the answer is drawn, None where a drawing would say nothing.
    """

    name: str
    title: str
    params: dict[str, str]
    kinds: dict[str, str]
    columns: dict[str, str]
    sql: str
    hands: str
    place: str = ""
    chart: Chart | None = None

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
    whole: dict[str, str] = {}
    chart_line = 0
    said: dict[str, dict[str, str]] = {"param": {}, "column": {}}
    kinds: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("--"):
            break
        told = _SAYS.fullmatch(line.rstrip())
        if told is None or (told["what"] in _WHOLE) != (told["name"] is None):
            hint = "wanted `-- title: ...`, `-- param name: ...`, `-- param name [number]: ...`, `-- column name: ...`, or `-- chart: ...`"
            raise UsageError(
                f"this is no line of a header: {line.strip()!r}", place=f"{place}: line {number}", hint=hint
            )
        if told["kind"] not in {None, "text", *KINDS.values(), "number"} and "|" not in told["kind"]:
            hint = f"wanted {', '.join(dict.fromkeys(KINDS.values()))}, number, text, or words with | between"
            raise UsageError(f"nothing is called {told['kind']!r}", place=f"{place}: line {number}", hint=hint)
        if told["name"] is None:
            whole[told["what"]] = told["says"]
            chart_line = number if told["what"] == "chart" else chart_line
        else:
            said[told["what"]][told["name"]] = told["says"]
            if told["what"] == "param":
                kinds[told["name"]] = told["kind"] or KINDS.get(told["name"], "text")
    sql, _, hands = text.partition(f"\n{HANDS}\n")
    params = said["param"]
    if {"since", "until"} <= params.keys():
        params |= SEASON
        kinds |= {"season": "season", "begins": "number"}
    return Question(
        name=name,
        title=whole.get("title", ""),
        params=params,
        kinds={param: kinds[param] for param in params},
        columns=said["column"],
        sql=sql,
        hands=hands,
        place=place,
        chart=_chart(whole["chart"], said["column"], f"{place}: line {chart_line}") if chart_line else None,
    )


def _chart(text: str, columns: Mapping[str, str], place: str) -> Chart:
    """The chart of a line of a header. Raises `UsageError` for what is none, and for columns that the header does not have."""
    told = _CHART.fullmatch(text)
    if told is None:
        hint = "wanted `bars of FIGURE by NAME`, `bars of FIGURE by NAME and NAME`, `curve of FIGURE by DAY`, or `curve of FIGURE by DAY for each NAME`"
        raise UsageError(f"this is no chart: {text!r}", place=place, hint=hint)
    if told["bar"]:
        chart = Chart(told["bar"], tuple(told["names"].split(" and ")))
    else:
        chart = Chart(told["dot"], (told["when"],), told["series"] or "", curved=True)
    for column in chart.columns:
        if column not in columns:
            near = difflib.get_close_matches(column, columns, n=3, cutoff=0.4)
            says = f"the header has no column {column!r} that a chart could be of"
            raise UsageError(says, place=place, hint=nearest(near, columns) if columns else f"-- column {column}: ...")
    return chart
