"""The log that somebody means: a file, standard input, or the beginning of the id of one in the archive."""

import os.path
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from upcard.cli.output import archive_path, say

if TYPE_CHECKING:
    from upcard.engine.log import Log
    from upcard.records.logfile import Read
    from upcard.schemas.errors import UpcardError


def is_path(text: str) -> bool:
    """Whether a file or folder is meant rather than an id."""
    return text == "-" or "/" in text or text.endswith(".jsonl") or os.path.lexists(text)


def one_log(text: str, archive: Path | None) -> "Read":
    """The one log that is meant."""
    from upcard.records.archive import Archive, find_log, stored_log
    from upcard.records.logfile import read_log, read_logs
    from upcard.schemas.errors import UsageError

    if text == "-":
        found = list(read_logs(["-"]))
        if len(found) != 1:
            raise UsageError(f"{len(found)} logs on standard input; wanted one")
        read = found[0]
    elif is_path(text):
        read = read_log(text)
    else:
        place = Archive(archive_path(archive))
        with place.reading() as connection:
            read = stored_log(place, find_log(connection, text))
    if read.torn is not None:
        say(f"note: {read.place}: {read.torn.says}")
    return read


def standing(read: "Read", as_of: int | None = None) -> "Log":
    """The log in force, of which there is a table. Raises `UnreadableError` if its header is none for its game."""
    from upcard.engine.effective import effective
    from upcard.engine.fold import begin
    from upcard.schemas.errors import UsageError

    log = effective(read.log, as_of)
    try:
        begin(log)
    except UsageError as error:
        raise in_header(error, f"{read.place}:{read.line}") from None
    return log


def in_header(error: "UpcardError", place: str) -> "UpcardError":
    """What would be an error of use on the command line is a fault of the file where its header says it."""
    from upcard.schemas.errors import UnreadableError

    return UnreadableError(
        error.message, place=place, hint=error.hint or "upcard amend LOG --at 1 --with JSON puts a header right"
    )


def tell(error: "UpcardError") -> None:
    """Say what is wrong, on stderr."""
    where = f"{error.place}: " if error.place else ""
    say(f"error: {where}{error.message}")
    if error.hint:
        say(f"hint: {error.hint}")


def many_logs(texts: Sequence[str], archive: Path | None, failed: "list[UpcardError]") -> "Iterator[Read]":
    """All logs that are meant, one at a time; what cannot be read is told and remembered, and reading goes on."""
    from upcard.records.logfile import read_logs
    from upcard.schemas.errors import UpcardError

    def remember(error: UpcardError) -> None:
        tell(error)
        failed.append(error)

    for text in texts:
        try:
            if is_path(text):
                for read in read_logs([text], failed=remember):
                    if read.torn is not None:
                        say(f"note: {read.place}: {read.torn.says}")
                    yield read
            else:
                yield one_log(text, archive)
        except UpcardError as error:
            remember(error)
