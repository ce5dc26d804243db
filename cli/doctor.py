"""`upcard doctor`: what Upcard runs on, and whether its archive is well."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli.output import ARCHIVE, JSON, archive_path, plain, put, put_json
from upcard.cli.safe import safe_text
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from upcard.records.archive.archive import Archive


def doctor(archive: Annotated[Path | None, ARCHIVE] = None, json: Annotated[bool, JSON] = False) -> None:
    """Tell versions, and whether the archive is well. Also where it is, when the last backup was, and what the terminal can draw.

    Exit code 1 if the archive is not well, 3 or 4 if it cannot be read.

    Example: upcard doctor
    """
    from importlib.metadata import version

    facts: dict[str, Any] = {"upcard": version("upcard"), "python": sys.version.split()[0]}
    facts |= {name: version(name) for name in ("duckdb", "msgspec", "pydantic", "typer", "rich")}
    found, code = _archive(archive_path(archive))
    facts |= found
    facts["drawing"] = "ASCII" if plain() else "colours and suit signs"
    if json:
        put_json(facts)
    for name, value in () if json else facts.items():
        put(safe_text(f"{name:12} {value}"))
    if code:
        raise typer.Exit(code)


def _archive(path: Path) -> tuple[dict[str, Any], int]:
    """What there is to say of the archive, and the exit code."""
    from upcard.cli.logs import tell
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.verifying import verify_archive
    from upcard.schemas.errors import UpcardError

    place = Archive(path)
    facts: dict[str, Any] = {
        "archive": str(path),
        "log store": f"{place.store.folder}, {len(list(place.store.paths()))} logs",
    }
    if not place.exists:
        return {**facts, "state": "there is no archive yet: upcard import PATH makes one"}, 0
    facts["last backup"] = _last_backup(place)
    try:
        faults = list(verify_archive(place))
    except UpcardError as error:
        tell(error)
        return {**facts, "state": error.message}, error.exit_code
    return {**facts, "state": f"{len(faults)} faults: upcard verify --archive" if faults else "well"}, bool(faults)


def _last_backup(place: "Archive") -> str:
    """When the last backup was, where, and whether anything has changed since."""
    from datetime import UTC, datetime

    from upcard.records.backups.making import changed_since, last_backup
    from upcard.schemas.errors import UpcardError

    last = last_backup(place)
    if last is None:
        return "never: upcard backup FILE makes one"
    days = (datetime.now(UTC) - last.made).days
    ago = "today" if days < 1 else f"{counted(days, 'day')} ago"
    try:
        since = "logs or people have changed since" if changed_since(place, last) else "nothing has changed since"
    except UpcardError as error:
        since = f"what has changed since cannot be told: {error.message}"
    return f"{last.made.astimezone():%Y-%m-%d %H:%M}, {ago}: {counted(last.logs, 'log')} in {last.file}; {since}"
