"""`upcard verify`: what the audit finds."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli.output import JSON, archive_path, progress, put, put_json, say

if TYPE_CHECKING:
    from upcard.engine.audit import Audit
    from upcard.records.logfile import Read
    from upcard.schemas.errors import UpcardError

FINDINGS = 1


def verify(
    logs: Annotated[
        list[str] | None, typer.Argument(metavar="PATH|LOG...", help="Logs, folders, - or ids in the archive.")
    ] = None,
    doubts: Annotated[bool, typer.Option("--doubts", help="Also what the record cannot tell yet.")] = False,
    notes: Annotated[bool, typer.Option("--notes/--no-notes", help="Also notes: worth saying, nothing wrong.")] = True,
    as_of: Annotated[int | None, typer.Option("--as-of", min=1, help="Read what stood after this line.")] = None,
    archive_check: Annotated[bool, typer.Option("--archive", help="Hold the archive against its log store.")] = False,
    archive: Annotated[
        Path | None,
        typer.Option("--archive-path", envvar="UPCARD_ARCHIVE", help="The archive; else the one in your data folder."),
    ] = None,
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, max=64, help="So many processes.")] = 1,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Judge logs: findings, one a line. Exit code 1 for breaches, contradictions and testimony that disagrees.

    Example: upcard verify game.jsonl --doubts
    """
    from upcard.cli.logs import many_logs

    if not logs and not archive_check:
        raise typer.BadParameter("name a log, a folder, - or --archive")
    named = [text for text in logs or [] if archive_check and text.endswith(".duckdb")]
    archive = Path(named[0]) if named else archive
    logs = [text for text in logs or [] if text not in named]
    failed: list[UpcardError] = []
    found = _archive(archive, json) if archive_check else 0
    count = counted = 0
    with progress("verifying") as told:
        reads = many_logs(logs, archive, failed)
        for rows in judged(reads, as_of=as_of, doubts=doubts, jobs=jobs):
            told(str(count + 1))
            count += 1
            counted += sum(row["kind"] in {"breach", "contradiction", "testimony"} for row in rows)
            for row in rows:
                if row["kind"] != "note" or notes:
                    _print(row, json)
    if logs:
        say(f"{_many(count, 'log')}, {_many(counted, 'finding')}")
    codes = [error.exit_code for error in failed] + [FINDINGS] * bool(counted or found)
    if codes:
        raise typer.Exit(max(codes))


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def judged(reads: "Iterable[Read]", *, as_of: int | None, doubts: bool, jobs: int) -> Iterator[list[dict[str, Any]]]:
    """What is found in each log, in order; by several processes if asked."""
    from functools import partial

    work = partial(rows_of, as_of=as_of, doubts=doubts)
    if jobs == 1:
        yield from map(work, reads)
        return
    from concurrent.futures import Future, ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        waiting: list[Future[list[dict[str, Any]]]] = []
        for read in reads:
            waiting.append(pool.submit(work, read))
            if len(waiting) >= 4 * jobs:
                yield waiting.pop(0).result()
        for one in waiting:
            yield one.result()


def rows_of(read: "Read", *, as_of: int | None, doubts: bool) -> list[dict[str, Any]]:
    """The findings of a log as rows."""
    from upcard.cli.telling import told, told_doubt
    from upcard.engine.audit import audit
    from upcard.engine.effective import effective
    from upcard.schemas.errors import UpcardError

    log = read.log if as_of is None else effective(read.log, as_of)
    try:
        done: Audit = audit(log)
    except UpcardError as error:
        raise error.at(read.place) from None
    seats = log.header.seats
    rows = [
        {"place": read.place, "log": log.header.log, "game": log.header.game, **_plain(one), "text": told(one, seats)}
        for one in done.findings
    ]
    if doubts:
        rows += [
            {
                "place": read.place,
                "log": log.header.log,
                "game": log.header.game,
                "kind": "doubt",
                **_plain(one),
                "text": told_doubt(one, seats),
            }
            for one in done.doubts
        ]
    return rows


def _plain(value: Any) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain


def _print(row: dict[str, Any], json: bool) -> None:
    text = row.pop("text")
    if json:
        put_json(row)
    else:
        from upcard.cli.safe import safe_text

        put(f"{safe_text(row['place'])}: {text}")


def _archive(path: Path | None, json: bool) -> int:
    """Hold the archive against its log store. Returns how many faults there are."""
    from upcard.records.archive import Archive, verify_archive

    faults = list(verify_archive(Archive(archive_path(path))))
    for fault in faults:
        if json:
            put_json(fault)
        else:
            put(f"archive: {fault.log} {fault.says} ({fault.hint})")
    if not faults:
        say("the archive has all that its log store has")
    return len(faults)
