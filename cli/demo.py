"""`upcard demo`: the sample logs, imported, verified, replayed and queried in a throwaway archive."""

import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.output import console, plain, put, put_table

if TYPE_CHECKING:
    from upcard.records.archive import Archive
    from upcard.records.logfile import Read

SHOWN = (
    ("court_piece", "revoke_found_later", "A revoke that nobody saw, proven by a card played later"),
    ("big_two", "wrong_opener_found_later", "A wrong opener, proven by a lower card played later"),
    ("pope_joan", "same_deal_by_the_second_book", "Pope Joan, the board after the last card"),
)


def demo(ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with plain ASCII.")] = False) -> None:
    """Import the sample logs into a throwaway archive, verify them, and show findings, a replay and a table.

    Example: upcard demo
    """
    from upcard.records.archive import Archive

    bare = plain(ascii_only)
    with as_file(files("upcard.sample_logs")) as samples, tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder) / "demo.duckdb")
        _import(archive, samples)
        for game, name, title in SHOWN:
            _show(samples / game / f"{name}.jsonl", title, bare)
        _correction(samples / "court_piece" / "corrected_within_the_trick.jsonl")
        _standings(archive, bare)
    put("")
    put("Next: upcard games | upcard record court_piece | upcard simulate big_two --hands 20 | upcard --help")


def _heading(text: str) -> None:
    from rich.text import Text

    put("")
    console().print(Text(text, "bold underline"))


def _import(archive: "Archive", samples: Path) -> None:
    from upcard.records.archive import import_logs
    from upcard.records.logfile import read_logs

    _heading("Sample logs, imported and judged")
    reports = list(import_logs(archive, read_logs([samples])))
    found = sum(report.findings for report in reports)
    put(f"{len(reports)} logs, {sum(report.hands for report in reports)} hands, {found} findings. Some of them:")
    from upcard.cli.judging import How, rows_of

    for game, name, _ in SHOWN[:2]:
        for row in rows_of(How(), _read(samples / game / f"{name}.jsonl")):
            put(f"  {game}/{name}, {row['text']}")


def _read(path: Path) -> "Read":
    from upcard.records.logfile import read_log

    return read_log(path)


def _show(path: Path, title: str, bare: bool) -> None:
    """The frame of the first finding, or else the last frame of a hand."""
    from upcard.cli.frames import frames_of
    from upcard.cli.replay import drawn
    from upcard.engine.effective import effective

    _heading(title)
    log = effective(_read(path).log)
    frames = list(frames_of(log))
    told = next(
        (frame for frame in frames if frame.findings and any(one.kind != "note" for one in frame.findings)), None
    )
    ended = [frame for frame in frames if frame.points is not None]
    console().print(drawn(told or ended[-1], log.header.seats, ascii_only=bare))


def _correction(path: Path) -> None:
    """A few lines of a transcript."""
    from upcard.cli.frames import transcript
    from upcard.engine.effective import effective

    _heading("A card put right within the trick, as it was written down")
    for line in transcript(effective(_read(path).log)):
        put(line)


def _standings(archive: "Archive", bare: bool) -> None:
    from upcard.records.questions import ask

    _heading("Standings: upcard query standings")
    answer = ask(archive, "standings", {})
    put_table(answer.columns, answer.rows, ascii_only=bare)
