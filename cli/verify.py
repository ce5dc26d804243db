"""`upcard verify`: what the audit finds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli import completing
from upcard.cli.logs import is_path, tell_of_others
from upcard.cli.output import JOBS, JSON, archive_path, progress, put, put_json, say
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from upcard.schemas.errors import UpcardError

FINDINGS = 1
LOGS = typer.Argument(
    metavar="PATH|LOG...", help="Logs, folders, - or ids in the archive.", autocompletion=completing.LOGS
)
ARCHIVE_PATH = typer.Option(
    "--archive-path", envvar="UPCARD_ARCHIVE", help="The archive; else the one in your data folder."
)
SALVAGE = typer.Option(
    "--salvage", metavar="NEW", help="Write what can be read of a damaged file to this new one first."
)
CLUSTER = typer.Option(
    "--cluster", metavar="ADDRESS", help="Have the workers of this Dask cluster judge: tcp://HOST:8786."
)


def verify(
    logs: Annotated[list[str] | None, LOGS] = None,
    doubts: Annotated[bool, typer.Option("--doubts", help="Also what the record cannot tell yet.")] = False,
    notes: Annotated[bool, typer.Option("--notes/--no-notes", help="Also notes: worth saying, nothing wrong.")] = True,
    as_of: Annotated[int | None, typer.Option("--as-of", min=1, help="Read what stood after this line.")] = None,
    archive_check: Annotated[bool, typer.Option("--archive", help="Hold the archive against its log store.")] = False,
    archive: Annotated[Path | None, ARCHIVE_PATH] = None,
    salvage: Annotated[Path | None, SALVAGE] = None,
    jobs: Annotated[int, JOBS] = 1,
    at: Annotated[str | None, CLUSTER] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Judge logs: findings, one a line. Exit code 1 for breaches, contradictions and testimony that disagrees.

    With --salvage what can be read of one damaged file is judged: it is written to the new file NEW, its lines numbered
    as they were, and what was lost is told. The damaged file stays as it is. Of a folder the logs (*.jsonl) are judged; each
    other file is named with the reason, and a folder without a log is an error. --cluster needs the extra `cluster`
    (docs/scale.md); what is told is the same.

    Example: upcard verify game.jsonl --doubts
    """
    from upcard.cli.judging import How, found_in
    from upcard.schemas.findings import COUNTED

    if salvage is not None:
        logs = _salvaged(logs or [], salvage)
    if not logs and not archive_check:
        raise typer.BadParameter("name a log, a folder, - or --archive")
    if at is not None and jobs > 1:
        raise typer.BadParameter("wanted one of -j and --cluster")
    named = [text for text in logs or [] if archive_check and _is_archive(text)]
    archive = Path(named[0]) if named else archive
    logs = [text for text in logs or [] if text not in named]
    failed: list[UpcardError] = []
    found = _archive(archive, json) if archive_check else 0
    tell_of_others(logs, failed)
    count = findings = noted = 0
    with progress("verifying") as told:
        for rows in found_in(logs, archive, failed, How(as_of, doubts), jobs, at):
            told(str(count + 1))
            count += 1
            for row in rows:
                findings += row["kind"] in COUNTED
                noted += row["kind"] == "note"
                if row["kind"] != "note" or notes:
                    _print(row, json)
    if logs:
        say(f"{counted(count, 'log')}, {counted(findings, 'finding')}" + f", {counted(noted, 'note')}" * bool(noted))
    codes = [error.exit_code for error in failed] + [FINDINGS] * bool(findings or found)
    if codes:
        raise typer.Exit(max(codes))


def _salvaged(given: list[str], new: Path) -> list[str]:
    """Write what can be read of a damaged file to a new one, and tell what was lost. Returns the new one."""
    from upcard.records.logfile import salvage
    from upcard.schemas.errors import UsageError

    if len(given) != 1 or given == ["-"] or not is_path(given[0]):
        raise UsageError("one damaged file is salvaged at a time", hint="upcard verify DAMAGED --salvage NEW")
    done = salvage(given[0], new)
    for lost in done.left_out:
        say(f"left out: {given[0]}:{lost.line}: {lost.says}; {counted(lost.size, 'byte')} from byte {lost.offset}")
    for first, last in done.changed:
        say(f"not as they were sealed, kept as they read: lines {first} to {last}")
    gone = sum(one.lines for one in done.left_out)
    lost_lines = f"{counted(gone, 'line')} left out" if gone else "nothing left out"
    say(f"{counted(done.lines, 'line')} in {new}; {lost_lines}")
    return [str(new)]


def _is_archive(text: str) -> bool:
    """Whether an archive is meant: it has a log store beside it."""
    from upcard.records.archive.archive import Archive

    return text.endswith(".duckdb") or (is_path(text) and Archive(text).store.folder.is_dir())


def _print(row: dict[str, Any], json: bool) -> None:
    text = row.pop("text")
    if json:
        put_json(row)
    else:
        put(f"{row['place']}: {text}")


def _archive(path: Path | None, json: bool) -> int:
    """Hold the archive against its log store. Returns how many faults there are."""
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.verifying import verify_archive

    faults = list(verify_archive(Archive(archive_path(path))))
    for fault in faults:
        if json:
            put_json(fault)
        else:
            put(f"archive: {fault.log} {fault.says} ({fault.hint})")
    if not faults:
        say("the archive has all that its log store has")
    return len(faults)
