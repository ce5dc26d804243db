"""`upcard demo`: the sample logs, imported, verified, replayed and queried in a throwaway archive."""

import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from upcard.cli.output import console, plain, put, put_table

if TYPE_CHECKING:
    from upcard.engine.kernel.game import Game
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.candidate import Report
    from upcard.records.logfile import Read

TITLES = {"revoke_found_later": "a revoke that nobody saw, proven by a card played later"}
"""Where the name of a sample says less than it might."""


_PROVEN = "SELECT log, max(found_at - at_line) FROM findings WHERE kind <> 'note' GROUP BY log"
"""How many lines after it was done something was proven, at most, by log: what has most to show."""


class Sample(NamedTuple):
    """A sample log: its game, its name, what was read, and what is found in it."""

    game: "Game"
    name: str
    read: "Read"
    rows: list[dict[str, Any]]

    @property
    def title(self) -> str:
        """What it shows, in words."""
        return f"{self.game.title}: {TITLES.get(self.name, self.name.replace('_', ' '))}"


def demo(ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with plain ASCII.")] = False) -> None:
    """Show what Upcard does, by its sample logs. They go into a throwaway archive and are verified; findings, a replay and a table are shown.

    Example: upcard demo
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.storage import temporary_folder

    bare = plain(ascii_only)
    with as_file(files("upcard.sample_logs")) as samples, tempfile.TemporaryDirectory(dir=temporary_folder()) as folder:
        archive = Archive(Path(folder) / "demo.duckdb")
        shown = sorted(_import(archive, samples), key=lambda sample: sample.game.family)
        for sample in shown:
            _show(sample, bare)
        _correction(samples / "court_piece" / "corrected_within_the_trick.jsonl")
        _standings(archive, bare)
    put("")
    put("Next: upcard games | upcard record court_piece | upcard simulate big_two --hands 20 | upcard --help")


def _heading(text: str) -> None:
    from rich.text import Text

    put("")
    console().print(Text(text, "bold underline"))


def _import(archive: "Archive", samples: Path) -> "list[Sample]":
    """Import all samples, tell what is found in some, and return the most telling one of each family of games."""
    from upcard.engine.game import find
    from upcard.records.archive.importing import import_logs
    from upcard.records.logfile import read_logs

    _heading("Sample logs, imported and judged")
    reports = list(import_logs(archive, read_logs([samples])))
    found = sum(report.findings for report in reports)
    put(f"{len(reports)} logs, {sum(report.hands for report in reports)} hands, {found} findings. Some of them:")
    with archive.reading() as connection:
        proven = dict(connection.execute(_PROVEN).fetchall())
    best: dict[str, Report] = {}
    for report in reports:
        family = find(report.game).family
        if family not in best or proven.get(report.log, -1) > proven.get(best[family].log, -1):
            best[family] = report
    shown = [_sample(_read(Path(report.place))) for report in best.values()]
    for sample in shown:
        for row in sample.rows[:2]:
            put(f"  {sample.game.key}/{sample.name}, {row['text']}")
    return shown


def _sample(read: "Read") -> Sample:
    from upcard.cli.judging import How, rows_of
    from upcard.engine.game import find

    return Sample(find(read.log.header.game), Path(read.place).stem, read, rows_of(How(), read))


def _read(path: Path) -> "Read":
    from upcard.records.logfile import read_log

    return read_log(path)


def _show(sample: Sample, bare: bool) -> None:
    """The frame of the first finding, or else the last frame of a hand."""
    from upcard.cli.frames import Frame, frames_of
    from upcard.cli.replay import drawn
    from upcard.engine.effective import effective
    from upcard.engine.sitting import Sitting

    _heading(sample.title)
    log = effective(sample.read.log)
    shown: Frame | None = None
    for frame in frames_of(log):
        told = any(one.kind != "note" for one in frame.findings)
        if told or frame.points is not None or shown is None or shown.points is None:
            shown = frame
        if told:
            break
    if shown is not None:
        console().print(drawn(shown, Sitting(log), ascii_only=bare))


def _correction(path: Path) -> None:
    """A few lines of a transcript."""
    from upcard.cli.frames import transcript
    from upcard.engine.effective import effective

    _heading("A card put right within the trick, as it was written down")
    for line in transcript(effective(_read(path).log)):
        put(line)


def _standings(archive: "Archive", bare: bool) -> None:
    from upcard.records.questions import ask

    _heading("Standings: upcard query standings -p game=court_piece")
    answer = ask(archive, "standings", {"game": "court_piece"})
    put_table(answer.columns, answer.rows, ascii_only=bare)
