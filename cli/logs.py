"""The log that somebody means: a file, standard input, or the beginning of the id of one in the archive."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from upcard.cli.output import archive_path, say

if TYPE_CHECKING:
    from upcard.records.logfile import Read
    from upcard.schemas.errors import UpcardError


def is_path(text: str) -> bool:
    """Whether a file or folder is meant rather than an id."""
    return text == "-" or "/" in text or text.endswith(".jsonl") or Path(text).exists()


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


def many_logs(texts: Sequence[str], archive: Path | None, failed: "list[UpcardError]") -> "Iterator[Read]":
    """All logs that are meant, one at a time; what cannot be read is told and remembered, and reading goes on."""
    from upcard.records.logfile import read_logs
    from upcard.schemas.errors import UpcardError

    def tell(error: UpcardError) -> None:
        where = f"{error.place}: " if error.place else ""
        say(f"error: {where}{error.message}")
        if error.hint:
            say(f"hint: {error.hint}")
        failed.append(error)

    for text in texts:
        try:
            if is_path(text):
                for read in read_logs([text], failed=tell):
                    if read.torn is not None:
                        say(f"note: {read.place}: {read.torn.says}")
                    yield read
            else:
                yield one_log(text, archive)
        except UpcardError as error:
            tell(error)
