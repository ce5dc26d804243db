"""`upcard import`: logs and score sheets into the archive."""

import io
import os.path
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli.logs import nothing_in
from upcard.cli.output import ARCHIVE, JOBS, JSON, archive_path, nobody_reads, progress, put, put_json, say
from upcard.cli.people import tell_of_clashes
from upcard.cli.simulate import OPTION, PRESET
from upcard.engine.wording import counted

if TYPE_CHECKING:
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.candidate import Candidate, Report
    from upcard.records.importers import SheetRules
    from upcard.records.logfile import Read
    from upcard.records.parts import Part
    from upcard.records.several import Processes
    from upcard.schemas.errors import UpcardError

NO_SHEET = (
    "nor a score sheet: it begins with a day (2013-03-19), with F=11, or with 2 to 4 names, with spaces between them; "
    "--format sheet says where it is none"
)


def import_logs(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Logs, folders of logs, score sheets, or - .")],
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="log|sheet", help="What the files are; else told by their content."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would become of them.")] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Take what differs from the archive; what was there is kept beside it.")
    ] = False,
    option: Annotated[list[str] | None, OPTION] = None,
    preset: Annotated[str | None, PRESET] = None,
    jobs: Annotated[int, JOBS] = 1,
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="A line for known logs too.")] = False,
    archive: Annotated[Path | None, ARCHIVE] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Take logs and score sheets into the archive: kept in the log store first, then indexed. Each is reported.

    A sheet's own marks (F=11, t) set its house rules; -O sets the others. What is there already is known and stored
    once; what goes on where a log ended extends it; what differs is refused, or taken with --replace.

    Example: upcard import evening.jsonl scores.txt
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.candidate import NOT_TAKEN
    from upcard.records.archive.importing import import_logs as taken
    from upcard.records.several import processes

    failed: list[UpcardError] = []
    place = Archive(archive_path(archive))
    counts: dict[str, int] = {}
    totals = {"hands": 0, "hands_new": 0, "findings": 0}

    def tell(report: "Report") -> None:
        counts[report.status] = counts.get(report.status, 0) + 1
        for name in totals:
            totals[name] += getattr(report, name)
        try:
            _tell(report, json, verbose)
        except BrokenPipeError:  # nobody reads on; what is stored must not hang on that
            nobody_reads()

    sources = _Sources(paths, form, option or [], preset, failed, tell, place)
    with processes(jobs) as several, progress("importing") as told, ExitStack() as held:
        reads = sources.reads() if several is None else sources.candidates(several)
        reports = closing(taken(place, reads, replace=replace, dry_run=dry_run))
        for report in held.enter_context(reports):  # closed here: a second Ctrl-C would break that off somewhere else
            told(f"{sum(counts.values()) + 1} {report.game}")
            tell(report)
    sources.hint()
    _sum_up(counts, totals, dry_run)
    tell_of_clashes(place)
    codes = [error.exit_code for error in failed] + [code for status, code in NOT_TAKEN.items() if status in counts]
    if codes:
        raise typer.Exit(max(codes))


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


def _sum_up(counts: dict[str, int], totals: dict[str, int], dry_run: bool) -> None:
    what = ", ".join(f"{number} {status}" for status, number in sorted(counts.items())) or "nothing"
    stored = "would be stored" if dry_run else "stored"
    say(f"{what}; {counted(totals['hands_new'], 'hand')} {stored}, {counted(totals['findings'], 'finding')} in them")


class _Sources:
    """Logs and sheets that are given; what cannot be read is told and remembered, and reading goes on. skipped: is told of
    each file of a folder that is neither.
    """

    def __init__(
        self,
        paths: list[str],
        form: str | None,
        given: list[str],
        preset: str | None,
        failed: "list[UpcardError]",
        skipped: "Callable[[Report], None]",
        archive: "Archive",
    ) -> None:
        from upcard.schemas.errors import UsageError

        if form not in {None, "log", "sheet"}:
            raise UsageError(f"no format {form!r}", hint="log or sheet")
        self._paths, self._form, self._failed, self._skipped = paths, form, failed, skipped
        self._rules, self._archive = _rules(given, preset), archive

    def reads(self) -> "Iterator[Read]":
        """All logs, sheets made into logs."""
        return chain.from_iterable(map(self._read, self._files()))

    def candidates(self, several: "Processes") -> "Iterator[Candidate]":
        """The same, the indexes of logs in files made by several processes."""
        from upcard.records.archive.candidate import Candidate, ahead
        from upcard.records.several import in_order

        found = chain.from_iterable(map(self._parts, self._files()))
        return in_order(found, several, partial(ahead, self._archive.store.folder), Candidate.of, self._read)

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

        tell(error)
        self._failed.append(error)

    def _read(self, text: str) -> "Iterator[Read]":
        from upcard.cli.logs import many_logs
        from upcard.schemas.errors import UpcardError

        try:
            if self._is_sheet(text):
                yield from _sheet(text, self._rules)
            else:
                _must_be_there(text)
                yield from many_logs([text], None, self._failed)
        except UpcardError as error:
            self._fail(error)

    def _parts(self, text: str) -> "Iterable[Part]":
        from upcard.records.parts import Part, parts

        whole = text == "-" or not os.path.lexists(text) or self._is_sheet(text)
        return [Part(text, None)] if whole else parts(text)

    def _is_sheet(self, text: str) -> bool:
        return self._form == "sheet" or (self._form is None and _is_sheet(text))


def _must_be_there(text: str) -> None:
    from upcard.schemas.errors import UsageError

    if text != "-" and "\0" not in text and not os.path.lexists(text):
        raise UsageError("there is no such file", place=text)


def _rules(given: list[str], preset: str | None) -> "SheetRules":
    from upcard.cli.recorder.setup import read_options
    from upcard.engine.game import find
    from upcard.records.importers import SheetRules

    game = find("big_two")
    options: dict[str, Any] = read_options(given, game)
    game.options.read(options, game.preset(preset))
    return SheetRules(preset=preset, options=options)


def _is_sheet(text: str) -> bool:
    from upcard.records.importers import begins_like_sheet
    from upcard.records.importers.kinds import BEGINNING, is_sheet_file

    if text != "-":
        return "\0" not in text and is_sheet_file(text)
    given = sys.stdin.buffer
    return isinstance(given, io.BufferedReader) and begins_like_sheet(given.peek(BEGINNING)[:BEGINNING])


def _sheet(text: str, rules: "SheetRules") -> "Iterator[Read]":
    from upcard.records.importers import read_sheet
    from upcard.records.storage import opened
    from upcard.schemas.errors import UnreadableError

    most = 64 << 20
    if text == "-":
        data = sys.stdin.buffer.read(most + 1)
    else:
        with opened(Path(text)) as file:
            data = file.read(most + 1)
    if len(data) > most:
        raise UnreadableError("a sheet of more than 64 MiB", place=text)
    yield from read_sheet(text, data, rules)
