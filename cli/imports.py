"""`upcard import`: logs and score sheets into the archive."""

import io
import os.path
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli import completing
from upcard.cli.logs import nothing_in
from upcard.cli.output import ARCHIVE, JOBS, JSON, archive_path, nobody_reads, progress, put, put_json, say
from upcard.cli.people import tell_of_clashes
from upcard.cli.sheets import Told, logs_of, wishes_of
from upcard.cli.simulate import OPTION, PRESET
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.candidate import Candidate, Report
    from upcard.records.logfile import Read
    from upcard.records.long import Long
    from upcard.records.parts import Part
    from upcard.records.several import Processes
    from upcard.schemas.errors import UpcardError

NO_SHEET = (
    "nor a score sheet: it begins with a day (2013-03-19), with F=11, or with 2 to 4 names, with spaces between them, or it is a "
    "table; --format sheet says where it is none"
)


PATHS = typer.Argument(metavar="PATH...", help="Logs, folders of logs, score sheets, or - .")
FORM = typer.Option("--format", metavar="log|sheet", help="What the files are; else told by their content.")
DRY_RUN = typer.Option("--dry-run", help="Only say what would become of them, and how sheets are understood.")
REPLACE = typer.Option("--replace", help="Take what differs from the archive; what was there is kept beside it.")
GAME = typer.Option("--game", help="The game of the sheets, if they do not tell it.", autocompletion=completing.GAMES)
SEATED = typer.Option("--players", metavar="A,B,...", help="Who sits where in the sheets, to the left.")
DATES = typer.Option("--dates", metavar="dmy|mdy|ymd", help="What comes first in days such as 05/01/2024.")
COLUMNS = typer.Option("--columns", metavar="NAME=WHERE,...", help="What stands where: date=1,players=2-5,note=H.")
TAB = typer.Option("--tab", metavar="NAME", help="Only this sheet of workbooks; several: --tab May --tab June.")
KEEP = typer.Option("--keep", help="Write what was told of the sheets into a file beside them, for the next ones.")


def import_logs(
    paths: Annotated[list[str], PATHS],
    form: Annotated[str | None, FORM] = None,
    dry_run: Annotated[bool, DRY_RUN] = False,
    replace: Annotated[bool, REPLACE] = False,
    game: Annotated[str | None, GAME] = None,
    players: Annotated[str | None, SEATED] = None,
    dates: Annotated[str | None, DATES] = None,
    columns: Annotated[list[str] | None, COLUMNS] = None,
    tab: Annotated[list[str] | None, TAB] = None,
    keep: Annotated[bool, KEEP] = False,
    option: Annotated[list[str] | None, OPTION] = None,
    preset: Annotated[str | None, PRESET] = None,
    jobs: Annotated[int, JOBS] = 1,
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="A line for known logs too.")] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Take logs and score sheets into the archive. Each is kept in the log store first, then indexed, and reported.

    Sheets are text with columns (.csv, .tsv, .txt) or workbooks (.xlsx), of any game: docs/import.md says how they may look,
    --dry-run how each was understood. A sheet's own marks (F=11, t) set its house rules; -O sets the others. What is there
    already is known and stored once; what goes on where a log ended extends it; what differs is refused, or taken with
    --replace. Of a folder the logs (*.jsonl) and the score sheets are taken; each other file is told as skipped, with the
    reason.

    Example: upcard import evening.jsonl scores.txt
    """
    from upcard.records.archive.archive import Archive

    sheets = Told(wishes_of(game, players, dates, columns or [], option or [], preset, tab or []), dry_run, keep, json)
    failed: list[UpcardError] = []
    tally = _Tally(json, verbose)
    place = Archive(archive_path(archive))
    sources = _Sources(paths, form, sheets, failed, tally.add, place)
    sources.take(tally, jobs, replace=replace, dry_run=dry_run)
    sources.hint()
    tally.sum_up(dry_run)
    tell_of_clashes(place)
    codes = [error.exit_code for error in failed] + tally.codes()
    if codes:
        raise typer.Exit(max(codes))


class _Tally:
    """What became of each log, told as it is known and counted."""

    def __init__(self, json: bool, verbose: bool) -> None:
        self._json, self._verbose = json, verbose
        self.counts: dict[str, int] = {}
        self._totals = {"hands": 0, "hands_new": 0, "findings": 0}

    def add(self, report: "Report") -> None:
        """Something became of a log."""
        self.counts[report.status] = self.counts.get(report.status, 0) + 1
        for name in self._totals:
            self._totals[name] += getattr(report, name)
        try:
            _tell(report, self._json, self._verbose)
        except BrokenPipeError:  # nobody reads on; what is stored must not hang on that
            nobody_reads()

    def sum_up(self, dry_run: bool) -> None:
        """Say how many there were."""
        what = ", ".join(f"{number} {status}" for status, number in sorted(self.counts.items())) or "nothing"
        stored = "would be stored" if dry_run else "stored"
        hands, findings = self._totals["hands_new"], self._totals["findings"]
        say(f"{what}; {counted(hands, 'hand')} {stored}, {counted(findings, 'finding')} in them")

    def codes(self) -> list[int]:
        """The exit codes of what was not taken."""
        from upcard.records.archive.candidate import NOT_TAKEN

        return [code for status, code in NOT_TAKEN.items() if status in self.counts]


def _tell(report: "Report", json: bool, verbose: bool) -> None:
    from upcard.cli.safe import safe_text
    from upcard.schemas.errors import shortened

    if json:
        put_json(report)
    elif report.status != "known" or report.why or verbose:
        why = f": {report.why}" if report.why else ""
        found = f", {counted(report.findings, 'finding')}" if report.findings else ""
        game = shortened(report.game)
        what = "" if report.status == "skipped" else f"  {game} {counted(report.hands, 'hand')}{found}"
        put(safe_text(f"{report.status:9}{report.place}{what}{why}"))


class _Sources:
    """Logs and sheets that are given; what cannot be read is told and remembered, and reading goes on. skipped: is told of
    each file of a folder that is neither.
    """

    def __init__(
        self,
        paths: list[str],
        form: str | None,
        told: Told,
        failed: "list[UpcardError]",
        skipped: "Callable[[Report], None]",
        archive: "Archive",
    ) -> None:
        from upcard.schemas.errors import UsageError

        if form not in {None, "log", "sheet"}:
            raise UsageError(f"no format {form!r}", hint="log or sheet")
        self._paths, self._form, self._failed, self._skipped = paths, form, failed, skipped
        self._told, self._archive = told, archive

    def take(self, tally: _Tally, jobs: int, *, replace: bool, dry_run: bool) -> None:
        """Take all into the archive, and tell what becomes of each."""
        from upcard.records.archive.importing import import_logs as taken
        from upcard.records.several import processes

        with processes(jobs) as several, progress("importing") as told, ExitStack() as held:
            reads = self.reads() if several is None else self.candidates(several)
            reports = closing(taken(self._archive, reads, replace=replace, dry_run=dry_run))
            for report in held.enter_context(reports):  # closed here: a second Ctrl-C would break that off elsewhere
                told(f"{sum(tally.counts.values()) + 1} {report.game}")
                tally.add(report)

    def reads(self) -> "Iterator[Read | Long]":
        """All logs, sheets made into logs."""
        return chain.from_iterable(map(self._read, self._files()))

    def candidates(self, several: "Processes") -> "Iterator[Candidate]":
        """The same, the indexes of logs in files made by several processes."""
        from upcard.records.archive.candidate import Candidate, ahead
        from upcard.records.several import in_order

        found = chain.from_iterable(map(self._parts, self._files()))
        work = partial(ahead, self._archive.store.folder)
        return in_order(found, several, work, Candidate.of, self._read, Candidate.of_part)

    def hint(self) -> None:
        """What else a file could have been that is no log."""
        if self._form is None and any((error.hint or "").startswith("this is no log") for error in self._failed):
            say(f"hint: {NO_SHEET}")

    def _files(self) -> Iterator[str]:
        """The files that are given, those of folders one by one."""
        from upcard.records.folders import is_folder
        from upcard.schemas.errors import UsageError

        for path in self._paths:
            if self._archive.is_part(path):
                self._fail(UsageError("this is the archive itself", place=path, hint="its logs lie in its log store"))
            else:
                yield from self._inside(path) if is_folder(path) else [path]

    def _inside(self, folder: str) -> Iterator[str]:
        """The logs and sheets of a folder; each other file is told with the reason why it is not taken."""
        from upcard.records.archive.candidate import Report
        from upcard.records.folders import LOG_SUFFIX, files_of, is_hidden
        from upcard.records.importers.kinds import why_no_log

        empty = True
        for name, trouble in files_of(folder):
            if trouble is not None:
                self._fail(trouble)
            elif self._archive.is_part(name):
                continue
            elif name.endswith(LOG_SUFFIX) or (not is_hidden(folder, name) and self._is_sheet(name)):
                empty = False
                yield name
            elif not is_hidden(folder, name):
                self._skipped(Report(place=name, status="skipped", why=why_no_log(name)))
        if empty:
            self._fail(nothing_in(folder, "log and no score sheet"))

    def _fail(self, error: "UpcardError") -> None:
        from upcard.cli.logs import tell

        for one in [*getattr(error, "problems", ()), error]:
            tell(one)
        self._failed.append(error)

    def _read(self, text: str) -> "Iterator[Read | Long]":
        from upcard.cli.logs import long_logs
        from upcard.schemas.errors import UpcardError

        try:
            if self._is_sheet(text):
                yield from logs_of(text, self._told)
            else:
                _must_be_there(text)
                yield from long_logs([text], None, self._failed)
        except UpcardError as error:
            self._fail(error)

    def _parts(self, text: str) -> "Iterable[Part]":
        from upcard.records.parts import Part, parts

        whole = text == "-" or not os.path.lexists(text) or self._is_sheet(text)
        return [Part(text, None)] if whole else parts(text)

    def _is_sheet(self, text: str) -> bool:
        """Whether a file is read as a sheet. What is told of sheets goes for any text that is no log."""
        if self._form is not None:
            return self._form == "sheet"
        return _is_sheet(text) or (self._told.wishes.game is not None and text != "-" and _is_text(text))


def _must_be_there(text: str) -> None:
    from upcard.records.storage import not_there

    if text != "-" and "\0" not in text and not os.path.lexists(text):
        raise not_there(text)


def _is_text(text: str) -> bool:
    """Whether a file that is given by name is a text, and does not begin as a log does."""
    from upcard.records.importers.kinds import is_plain_text

    return "\0" not in text and is_plain_text(text)


def _is_sheet(text: str) -> bool:
    from upcard.records.importers.kinds import BEGINNING, is_sheet_file, is_sheet_start

    if text != "-":
        return "\0" not in text and is_sheet_file(text)
    given = sys.stdin.buffer
    return isinstance(given, io.BufferedReader) and is_sheet_start(given.peek(BEGINNING)[:BEGINNING])
