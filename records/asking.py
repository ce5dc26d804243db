"""Questions asked by name: Upcard's own, and those that people keep as files in a folder of theirs.

A question of one's own is a file `NAME.sql` with the same header as Upcard's: beside the archive, in `years.questions` for
`years.duckdb`, or in a folder that is named. It may read the archive and nothing else, as SQL that is typed.
"""

import difflib
import math
import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from upcard.records.archive.archive import Archive
from upcard.records.queries import HANDS, Chart, Question, nearest, questions, read_question
from upcard.records.questions import Answer, ask, check_names, values_of
from upcard.records.sandbox import run_sql
from upcard.records.sandboxed import MOST_MEGABYTES, MOST_SECONDS
from upcard.records.storage import refusals
from upcard.schemas.errors import UpcardError, UsageError

_LINE: Final = re.compile(r"\s*\bLINE (\d+):.*", re.DOTALL)
_SUFFIX: Final = ".sql"
LARGEST: Final = 1e100
"""The largest number that a chart is drawn of: what it reckons with it is a number still."""


def own_questions(archive: Archive, folder: Path | None = None) -> tuple[dict[str, Question], list[UpcardError]]:
    """The questions of one's own, by name, and what is wrong with files that are none. folder: where else they lie.

    Raises `UsageError` if that is no folder.
    """
    if folder is not None and not folder.is_dir():
        raise UsageError(
            "there is no such folder of questions",
            place=str(folder),
            hint="without --questions: those beside the archive",
        )
    found: dict[str, Question] = {}
    failed: list[UpcardError] = []
    for place in filter(None, (folder, archive.questions_path)):
        with refusals(place):
            paths = sorted(place.glob(f"*{_SUFFIX}")) if place.is_dir() else []
        for path in paths:
            try:
                one = _read(path)
            except UpcardError as error:
                failed.append(error)
            else:
                found.setdefault(one.name, one)
    return found, failed


def _read(path: Path) -> Question:
    """The question of a file. Raises `UsageError` with the place of what is wrong with it."""
    name = path.name.removesuffix(_SUFFIX)
    with refusals(path):
        data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UsageError("this is no text in UTF-8", place=f"{path}: line {line}", hint="save it as UTF-8") from None
    one = read_question(name, text.replace("\r\n", "\n"), str(path))
    if not one.title:
        raise UsageError("a question begins with its title", place=f"{path}: line 1", hint="-- title: what it tells")
    if name in questions() or not re.fullmatch(r"[\w-]+", name):
        says = "a question of Upcard's has this name" if name in questions() else "a name is one word"
        raise UsageError(says, place=str(path), hint="give the file another name")
    return one


def find_question(archive: Archive, name: str, folder: Path | None = None) -> Question:
    """The question of a name. Raises `UsageError` with the nearest names, or with what is wrong with its file."""
    if name in questions():
        return questions()[name]
    own, failed = own_questions(archive, folder)
    if name in own:
        return own[name]
    for error in failed:
        if Path(error.place.partition(": line ")[0]).name == f"{name}{_SUFFIX}":
            raise error
    there = {**questions(), **own}
    near = difflib.get_close_matches(name, there, n=3, cutoff=0.4)
    raise UsageError(f"no question {name!r}", hint=nearest(near, there))


def answered(
    archive: Archive,
    name: str,
    given: Mapping[str, str],
    *,
    hands: bool = False,
    folder: Path | None = None,
    seconds: int = MOST_SECONDS,
    megabytes: int = MOST_MEGABYTES,
) -> Answer:
    """The answer to a question of a name. hands: the hands behind the numbers instead; folder: where questions of one's own lie;
    seconds, megabytes: what one of these may take.
    """
    one = find_question(archive, name, folder)
    if not one.place:
        return ask(archive, name, given, hands=hands)
    check_names(one, given)
    with archive.reading() as connection:
        values = values_of(connection, one, given)
    if hands and not one.hands.strip():
        raise UsageError(f"{name} tells no hands", place=one.place, hint=f"they follow a line `{HANDS}`")
    lines_before = one.sql.count("\n") + 2 if hands else 0
    sql = "\n" * lines_before + (one.hands if hands else one.sql)
    try:
        return run_sql(archive, sql, values=values, seconds=seconds, megabytes=megabytes)
    except UsageError as error:
        line = _LINE.search(error.message)
        place = f"{one.place}: line {line[1]}" if line else one.place
        raise UsageError(_LINE.sub("", error.message), place=place, hint=error.hint) from None


def chart_of(archive: Archive, name: str, folder: Path | None = None) -> tuple[Question, Chart]:
    """A question with its chart. Raises `UsageError` for one that has none, with those that have one."""
    if len(name.split()) != 1:
        hint = "a question of your own has one by its header: docs/questions.md"
        raise UsageError("a chart is drawn of a named question alone", hint=hint)
    one = find_question(archive, name, folder)
    if one.chart is None:
        own, _ = own_questions(archive, folder)
        there = [other.name for other in [*questions().values(), *own.values()] if other.chart is not None]
        raise UsageError(f"{name} has no chart", place=one.place, hint=f"these have one: {', '.join(there)}")
    return one, one.chart


def charted(one: Question, chart: Chart, answer: Answer) -> list[dict[str, Any]]:
    """The rows of an answer that its chart draws: those that have a figure. Raises `UsageError` for what cannot be drawn."""
    for column in chart.columns:
        if column not in answer.columns:
            says = f"the chart is of {column!r}, which the answer does not have"
            raise UsageError(says, place=one.place, hint=f"it has: {', '.join(answer.columns)}")
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    for row in rows:
        figure = row[chart.figure]
        if not isinstance(figure, int | float | Decimal | None):
            hint = "a chart is drawn of numbers: CAST(... AS DOUBLE)"
            raise UsageError(f"no number of {chart.figure!r}: {str(figure)[:40]!r}", place=one.place, hint=hint)
        if figure is not None and _too_large(figure):
            says = f"a number of {chart.figure!r} is too large for a chart: {str(figure)[:40]}"
            raise UsageError(says, place=one.place, hint=f"a chart is drawn of numbers up to {LARGEST:g}")
    return [row for row in rows if row[chart.figure] is not None and math.isfinite(row[chart.figure])]


def moment(value: Any) -> tuple[int, Any, str]:
    """A value of the column that a curve goes along, as it is put in order: what is not known comes first, then numbers by their size,
    then days and other text.

    >>> sorted([10, 2, None, date(2026, 1, 2), "2025-12"], key=moment)
    [None, 2, 10, '2025-12', datetime.date(2026, 1, 2)]
    """
    if value is None:
        return 0, 0, ""
    if isinstance(value, int) or (isinstance(value, float | Decimal) and not math.isnan(value)):
        return 1, value, str(value)
    return 2, 0, value.isoformat() if isinstance(value, date) else str(value)


def _too_large(figure: Any) -> bool:
    """Whether a number is none that a chart can be drawn of, though it is not infinite."""
    return bool(LARGEST < abs(figure) < math.inf)
