"""`upcard query`: named questions, or SQL that only reads."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli import completing
from upcard.cli.output import ARCHIVE, JSON, archive_path, put_rows, say, tell_of_unindexed

if TYPE_CHECKING:
    from upcard.records.archive.archive import Archive
    from upcard.records.questions import Answer


ASKED = typer.Argument(
    metavar="NAME|SQL", help="A named question, or a SELECT; none: list them.", autocompletion=completing.QUESTIONS
)
PARAM = typer.Option(
    "-p", "--param", metavar="NAME=VALUE", help="A parameter of the question.", autocompletion=completing.PARAMETERS
)
HANDS = typer.Option("--hands", help="The hands behind the numbers.")
COLUMNS = typer.Option("--columns", help="What the columns mean.")
CHART = typer.Option("--chart", help="Draw it in the terminal, where the question has a chart.")
NL = typer.Option("--nl", help="The same as --json.")
CSV = typer.Option("--csv", help="Comma separated values.")
OUT = typer.Option("-o", "--out", help="Write to this file: .parquet, .csv or .json.")
QUESTIONS = typer.Option(
    "--questions", envvar="UPCARD_QUESTIONS", metavar="DIR", help="A folder of your own questions."
)
SECONDS = typer.Option("--seconds", min=1, max=86_400, help="How long SQL may take.")
MEGABYTES = typer.Option("--megabytes", min=64, max=1 << 20, help="How much memory SQL may take.")


def query(
    asked: Annotated[str | None, ASKED] = None,
    param: Annotated[list[str] | None, PARAM] = None,
    hands: Annotated[bool, HANDS] = False,
    columns: Annotated[bool, COLUMNS] = False,
    chart: Annotated[bool, CHART] = False,
    json: Annotated[bool, JSON] = False,
    nl: Annotated[bool, NL] = False,
    csv: Annotated[bool, CSV] = False,
    out: Annotated[Path | None, OUT] = None,
    seconds: Annotated[int, SECONDS] = 10,
    megabytes: Annotated[int, MEGABYTES] = 512,
    questions: Annotated[Path | None, QUESTIONS] = None,
    archive: Annotated[Path | None, ARCHIVE] = None,
) -> None:
    """Ask the archive a named question, or one in SQL. A question has parameters; SQL is one SELECT over its tables and views, and only reads.

    What SQL may take is bounded: time, memory, and an answer of a million rows and 64 MB. Questions of your own are files
    NAME.sql with a header as docs/questions.md has it, in the folder years.questions beside years.duckdb, or in one you name.

    Example: upcard query standings -p game=big_two
    """
    import msgspec

    from upcard.records.archive.archive import Archive
    from upcard.records.asking import answered, chart_of, charted, find_question
    from upcard.records.sandbox import run_sql
    from upcard.schemas.errors import UsageError

    place = Archive(archive_path(archive))
    if asked is None:
        _list(place, questions, json=json or nl, csv=csv)
        return
    if chart and (hands or columns or json or nl or csv or out is not None):
        raise UsageError("a chart is drawn of the answer alone", hint=f"upcard query {asked} --chart")
    drawn = chart_of(place, asked, questions) if chart else None
    if columns:
        put_rows(
            ("column", "says"), list(find_question(place, asked, questions).columns.items()), json=json or nl, csv=csv
        )
        return
    if len(asked.split()) == 1:
        bounds = {"seconds": seconds, "megabytes": megabytes}
        answer = answered(place, asked, _params(param or []), hands=hands, folder=questions, **bounds)
    elif param or hands:
        raise UsageError("-p and --hands belong to named questions", hint="upcard query lists them")
    else:
        answer = run_sql(place, asked, seconds=seconds, megabytes=megabytes)
    tell_of_unindexed(place)
    answer = msgspec.structs.replace(answer, columns=_named_once(answer.columns))
    if out is not None:
        _write(answer, out)
        return
    if drawn is not None:
        from upcard.cli.charting import put_chart

        put_chart(drawn[1], charted(*drawn, answer))
        return
    put_rows(answer.columns, list(answer.rows), json=json or nl, csv=csv)


def _list(place: "Archive", folder: Path | None, json: bool, csv: bool) -> None:
    """All questions; what is wrong with files that are none is said beside them."""
    from upcard.records.asking import own_questions
    from upcard.records.queries import questions

    own, failed = own_questions(place, folder)
    rows = [(one.name, one.title, " ".join(one.params)) for one in [*questions().values(), *own.values()]]
    put_rows(("question", "title", "parameters"), rows, json=json, csv=csv)
    for error in failed:
        say(f"note: {error}")


def _named_once(columns: Sequence[str]) -> tuple[str, ...]:
    """Names of columns, each once: a program that reads rows by name would lose the others."""
    names: list[str] = []
    for column in columns:
        again = (f"{column}_{number}" for number in count(2))
        names.append(column if column not in names else next(name for name in again if name not in {*names, *columns}))
    return tuple(names)


def _params(given: list[str]) -> dict[str, str]:
    from upcard.schemas.errors import UsageError

    params = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"saw -p {text!r}, wanted name=value", hint="such as -p game=pluck")
        params[name.strip()] = value
    return params


def _write(answer: "Answer", out: Path) -> None:
    """A file of the kind its name says."""
    import msgspec

    from upcard.cli.safe import csv_cell
    from upcard.records.exporting import write_answer
    from upcard.schemas.errors import UsageError

    kinds = {".parquet": "parquet", ".csv": "csv", ".json": "json"}
    if out.suffix not in kinds:
        raise UsageError(f"no kind of file for {out.name!r}", hint="a name that ends in .parquet, .csv or .json")
    rows = [tuple(csv_cell(value) for value in row) for row in answer.rows] if out.suffix == ".csv" else answer.rows
    write_answer(msgspec.structs.replace(answer, rows=rows), out, kinds[out.suffix])
