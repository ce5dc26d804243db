"""Where output goes: data to stdout (tables for people, JSON lines, CSV), chatter and progress to stderr.

All text leaves through here, and by no other way (a test holds that): no sign of it can steer a terminal, wherever it comes
from. Text of one line stays one line: who wrote a name with a line end in it cannot add lines of their own.
"""

import csv
import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import typer
from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from upcard.cli.layout import fitted
from upcard.cli.safe import csv_cell, safe_text, safe_value
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from upcard.records.archive.archive import Archive

JSON = typer.Option("--json", help="One JSON object a line, for programs.")
ARCHIVE = typer.Option("--archive", envvar="UPCARD_ARCHIVE", help="The archive; else the one in your data folder.")
JOBS = typer.Option("-j", "--jobs", min=1, max=64, help="So many processes.")
WHICH = typer.Option("--log", metavar="ID", help="Of several logs the one whose id begins so.")
PIPED_WIDTH = 120
_OF_ARCHIVE = re.compile(r"\bupcard (?:rebuild|import PATH|sessions|backup FILE|people [a-z]+)\b")
SHORT_ID = 13
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SHORT = 20
"""Words so short are not broken in a table."""
SHORTER = SHORT_ID
"""The same where the screen is narrow."""
LONG = 200
"""A word longer than this, such as packed bytes, is told by its beginning."""


def archive_path(given: Path | None) -> Path:
    """The archive that is meant."""
    if given is not None:
        return given
    from upcard.records.archive.place import usual_path

    return usual_path()


def of_archive(hint: str, arguments: Sequence[str]) -> str:
    """A hint that tells a command for the archive, with the archive that the command line named."""
    option = "--archive-path" if arguments[:1] == ["verify"] else "--archive"
    given = [after for one, after in pairwise(arguments) if one == option]
    given += [one.partition("=")[2] for one in arguments if one.startswith(f"{option}=")]
    if not given:
        return hint
    return _OF_ARCHIVE.sub(lambda found: f"{found[0]} --archive {shlex.quote(given[-1])}", hint)


def plain(asked: bool = False) -> bool:
    """Whether to draw with ASCII alone: asked for, or because the terminal or its encoding cannot do more."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    return asked or os.environ.get("TERM") == "dumb" or not encoding.startswith("utf")


def console(*, error: bool = False, width: int | None = None) -> Console:
    """A console that shows text as it is: no markup, no guessing of colours in it."""
    stream = sys.stderr if error else sys.stdout
    piped = not stream.isatty()
    columns = os.environ.get("COLUMNS", "")
    wide = width or (PIPED_WIDTH if piped and not columns.isdigit() else None)
    if wide is None and columns.isdigit() and not int(columns):  # which says nothing
        wide = get_terminal_size((PIPED_WIDTH, 24)).columns
    return _SafeConsole(stderr=error, width=wide, markup=False, highlight=False, emoji=False, soft_wrap=False)


class _SafeConsole(Console):
    """A console that writes out what could steer a terminal in any text; what rich itself does there is no text.

    Text is written out where it is laid out, as that makes it longer; and whatever else leaves, once.
    """

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The parts that something is drawn of."""
        parts = super().render(renderable, options)
        return map(_safe, parts) if isinstance(renderable, Text | str) else parts

    def _render_buffer(self, buffer: Iterable[Segment]) -> str:
        return super()._render_buffer(map(_safe, buffer))


def _safe(part: Segment) -> Segment:
    text = part.text if part.control else safe_text(part.text, lines=True)
    return part if text is part.text else part._replace(text=text)


def say(text: str, *, lines: bool = False) -> None:
    """A remark for people, on stderr. lines: it may be several lines. Where stderr takes no more the exit code has to tell."""
    try:
        print(safe_text(text, lines=lines), file=sys.stderr)  # noqa: T201 - rich would wrap it
    except BrokenPipeError:
        raise
    except OSError:  # what is left in its buffer would else end the process with a code of Python's
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def ask(question: str) -> str:
    """What is typed at a question, asked on stderr; nothing if there is no more."""
    sys.stderr.write(safe_text(question))
    sys.stderr.flush()
    return sys.stdin.readline()


def ask_at_terminal(question: str) -> str:
    """The same of a terminal, where the line can be edited and called back. Raises `EOFError` if there is no more."""
    return input(safe_text(question))


def nobody_reads() -> None:
    """What is written to stdout from here on is lost, and nothing complains of it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def tell_of_unindexed(archive: "Archive") -> None:
    """A note on stderr if the log store has more than the archive answers from."""
    from upcard.records.archive.verifying import not_indexed

    missing = not_indexed(archive)
    if missing:
        say(f"note: {counted(missing, 'log')} of the log store not in the archive; upcard rebuild takes them in")


def put(text: str, *, lines: bool = False) -> None:
    """A line of data. lines: it may be several."""
    sys.stdout.write(safe_text(text, lines=lines) + "\n")


def put_bytes(pieces: Iterable[bytes]) -> None:
    """Lines of a log, byte for byte; on a terminal no sign of them may steer it."""
    if sys.stdout.isatty():
        put(b"".join(pieces).decode("utf-8", "replace").removesuffix("\n"), lines=True)
        return
    sys.stdout.flush()
    for data in pieces:
        sys.stdout.buffer.write(data)


def put_json(value: Any) -> None:
    """One JSON object on a line of its own, ASCII only, so that nothing in it can steer a terminal."""
    import json

    import msgspec

    put(json.dumps(msgspec.to_builtins(value, enc_hook=str)))


def put_table(
    columns: Sequence[str], rows: Iterable[Sequence[Any]], *, title: str = "", ascii_only: bool = False
) -> None:
    """A table for people, narrower where the screen is; where it is too narrow for all columns, a line a value."""
    listed = [tuple(row) for row in rows]
    places = [decimals([row[place] for row in listed]) for place in range(len(columns))]
    cells = [
        tuple(_cell(name, value, decimals) for name, value, decimals in zip(columns, row, places, strict=True))
        for row in listed
    ]
    headings = [safe_text(name.replace("_", " ")) for name in columns]
    right = [
        any(isinstance(row[place], int | float) and not isinstance(row[place], bool) for row in listed)
        for place in range(len(columns))
    ]
    screen = console()
    for whole, padding in ((SHORT, 1), (SHORT, 0), (SHORTER, 0)):
        room = screen.width - len(columns) * (2 * padding + 1) - 1
        widths = [_widths([heading, *(row[place] for row in cells)], whole) for place, heading in enumerate(headings)]
        fits = fitted(widths, room)
        if fits is None:
            continue
        table = Table(
            title=Text(title) if title else None,
            box=box.ASCII if plain(ascii_only) else box.SIMPLE_HEAD,
            title_justify="left",
            padding=(0, padding),
        )
        for heading, numeric, width in zip(headings, right, fits, strict=True):
            table.add_column(Text(heading), justify="right" if numeric else "left", overflow="fold", width=width)
        for row in cells:
            table.add_row(*map(Text, row))
        screen.print(table)
        return
    _print_blocks(screen, headings, cells, title)


def _widths(texts: Sequence[str], whole: int) -> tuple[int, int]:
    """How wide a column must be, so that no word of so many letters is broken, and how wide it is at ease."""
    words = max((cell_len(word) for text in texts for word in text.split()), default=0)
    return min(words, whole), max(map(cell_len, texts))


def _print_blocks(screen: Console, headings: Sequence[str], rows: Sequence[Sequence[str]], title: str) -> None:
    """A table that is too wide for the screen: a line a value, so that none is lost."""
    if title:
        screen.print(Text(title))
    for number, row in enumerate(rows, start=1):
        screen.print(Text(f"row {number:,}", style="bold"))
        block = Table.grid(padding=(0, 2))
        block.add_column(min_width=min(max(map(len, headings)), SHORT) + 2)
        block.add_column(overflow="fold")
        for heading, text in zip(headings, row, strict=True):
            block.add_row(Text(f"  {heading}"), Text(text))
        screen.print(block)


def decimals(values: Sequence[Any]) -> int | None:
    """How many decimals the fractions of a column have, so that they stand below one another; None if it is not a column of fractions."""
    told = [repr(value) for value in values if value is not None]
    if (
        not told
        or not all(isinstance(value, float | None) for value in values)
        or any("e" in text or "n" in text for text in told)
    ):
        return None
    return max(len(text.partition(".")[2]) for text in told)


def _cell(name: str, value: Any, decimals: int | None = None) -> str:
    """A value as text; an id that is a UUID by its beginning, which is enough to name it; one long word by its beginning too."""
    text = safe_value(value) if decimals is None or value is None else f"{value:.{decimals}f}"
    if name in {"log", "first_log"}:
        return text[:SHORT_ID] if _UUID.fullmatch(text) else text
    long = len(text) > LONG and " " not in text
    return f"{text[:SHORT]}... ({counted(len(text), 'letter')})" if long else text


def put_rows(columns: Sequence[str], rows: Sequence[Sequence[Any]], *, json: bool, csv: bool) -> None:
    """Rows as was asked for: JSON lines, comma separated values, or a table for people."""
    if json:
        for row in rows:
            put_json(dict(zip(columns, row, strict=True)))
    elif csv:
        put_csv(columns, rows)
    else:
        put_table(columns, rows)


def put_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Comma separated values, safe for spreadsheets."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([csv_cell(name) for name in columns])
    writer.writerows([csv_cell(value) for value in row] for row in rows)


@contextmanager
def progress(what: str) -> Iterator[Any]:
    """A function that tells how far long work is; it shows on a terminal only.

    What is put meanwhile stands above it where both go to a terminal; else it goes where stdout leads.
    """
    if not sys.stderr.isatty():
        yield lambda _text="": None
        return
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        console=console(error=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
    ) as bar:
        task = bar.add_task(what)
        yield lambda text="": bar.update(task, description=f"{what} {safe_text(text)}", advance=1)
