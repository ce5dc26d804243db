"""`upcard doctor`: what Upcard runs on, and whether its archive is well."""

import sys
from pathlib import Path
from typing import Annotated, Any

from upcard.cli.output import ARCHIVE, JSON, archive_path, plain, put, put_json


def doctor(archive: Annotated[Path | None, ARCHIVE] = None, json: Annotated[bool, JSON] = False) -> None:
    """Tell versions, where the archive is, whether it is well, and what the terminal can draw.

    Example: upcard doctor
    """
    from importlib.metadata import version

    facts: dict[str, Any] = {"upcard": version("upcard"), "python": sys.version.split()[0]}
    facts |= {name: version(name) for name in ("duckdb", "msgspec", "pydantic", "typer", "rich")}
    facts |= _archive(archive_path(archive))
    facts["drawing"] = "ASCII" if plain() else "colours and suit signs"
    if json:
        put_json(facts)
        return
    for name, value in facts.items():
        put(f"{name:12} {value}")


def _archive(path: Path) -> dict[str, Any]:
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.verifying import verify_archive
    from upcard.schemas.errors import UpcardError

    place = Archive(path)
    facts: dict[str, Any] = {
        "archive": str(path),
        "log store": f"{place.store.folder}, {len(list(place.store.paths()))} logs",
    }
    if not place.exists:
        return {**facts, "state": "there is no archive yet: upcard import PATH makes one"}
    try:
        faults = list(verify_archive(place))
    except UpcardError as error:
        return {**facts, "state": str(error)}
    return {**facts, "state": f"{len(faults)} faults: upcard verify --archive" if faults else "well"}
