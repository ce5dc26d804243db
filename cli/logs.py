"""The log that somebody means: a file, standard input, or the beginning of the id of one in the archive."""

import os
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from upcard.cli.output import SHORT_ID, archive_path, say
from upcard.cli.safe import safe_text

if TYPE_CHECKING:
    from upcard.engine.log import Log
    from upcard.records.logfile import Read
    from upcard.records.long import Long
    from upcard.schemas.errors import UpcardError


def is_path(text: str) -> bool:
    """Whether a file or folder is meant rather than an id."""
    return text == "-" or "/" in text or text.endswith(".jsonl") or os.path.lexists(text)


def one_log(text: str, archive: Path | None, which: str | None = None, *, held: bool = False) -> "Read | Long":
    """The one log that is meant. which: how its id begins, where there are several. A long one is not held, unless it must be."""
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.fetching import find_log, kept_log, stored_log
    from upcard.records.reading import read_long

    if is_path(text):
        met: list[UpcardError] = []
        read = _picked(read_long([text], held=held, failed=None if which is None else met.append), text, which, met)
    else:
        place = Archive(archive_path(archive))
        with place.reading() as connection:
            read = _picked(
                [(stored_log if held else kept_log)(place, connection, find_log(connection, text))], text, which, []
            )
    if read.torn is not None:
        say(f"note: {read.place}: {read.torn.says}")
    return read


def _picked(reads: "Iterable[Read | Long]", text: str, which: str | None, met: "list[UpcardError]") -> "Read | Long":
    """The only one of some logs, or the only one whose id begins so. met: what cannot be read of the others; it is told, and
    raised where the log that is wanted is not among those that can.
    """
    from upcard.records.logfile import several
    from upcard.records.long import alike
    from upcard.records.storage import LOGS_END
    from upcard.schemas.errors import UsageError

    names: list[str] = []
    found: list[Read | Long] = []
    for read in reads:
        names.append(read.header.log)
        same = alike(found[0].content, read.content) if found else 0
        if found and same == read.content.size:
            continue  # the same log once more, or less of it
        if found and same == found[0].content.size:
            found = [read]  # as when its header stands there twice
        elif names[-1].startswith(which or ""):
            found.append(read)
        if len(found) == 2:  # enough to know that there is more than one
            break
    for error in met if found else met[1:]:
        tell(error)
    if len(found) == 1:
        return found[0]
    if met and not found:
        raise met[0]
    if not names:
        raise UsageError("there is no log in this folder", place=text, hint=LOGS_END)
    if not found:
        raise UsageError(f"no log {which!r} is here", place=text, hint=f"there are: {', '.join(_short(names))}")
    ids = [one.header.log for one in found]
    if ids[0] == ids[1]:
        file = "FILE" if text == "-" else quote(found[1].place)
        hint = f"both have the id {ids[0]}; the second: sed -n '{found[1].line},$p' {file}"
    else:
        hint = " or ".join(f"--log {quote(name)}" for name in _short(ids)) + " picks one"
    if which is None:
        raise several(found[0], found[1], hint)
    raise UsageError(f"several logs here begin with {which!r}", place=text, hint=hint)


def _short(names: Sequence[str]) -> list[str]:
    """The beginnings of the first few ids, enough to tell them apart if that is enough."""
    few = names[:8]
    short = [name[:SHORT_ID] for name in few]
    return short + ["..."] * (len(names) > len(few)) if len(set(short)) == len(few) else list(few)


def standing(read: "Read", as_of: int | None = None) -> "Log":
    """The log in force, of which there is a table. Raises `UnreadableError` if its header is none for its game."""
    from upcard.engine.effective import effective
    from upcard.engine.fold import begin
    from upcard.records.unforeseen import unforeseen
    from upcard.schemas.errors import UsageError

    try:
        with unforeseen(read.place, read.log):
            log = effective(read.log, as_of)
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
    where = f"{safe_text(error.place)}: " if error.place else ""
    say(_indented(f"error: {where}{error.message}"), lines=True)
    if error.hint:
        say(_indented(f"hint: {error.hint}"), lines=True)
    if error.__cause__ is not None and os.environ.get("UPCARD_TRACEBACK"):
        say("".join(traceback.format_exception(error.__cause__)).rstrip(), lines=True)


def _indented(text: str) -> str:
    """Text whose further lines, if it has any, cannot be taken for remarks of their own."""
    return text.replace("\n", "\n  ")


def nothing_in(folder: str, what: str) -> "UpcardError":
    """That there is nothing to take in a folder. what: that it does not have, as `log`."""
    from upcard.schemas.errors import UsageError

    return UsageError(f"there is no {what} in this folder", place=folder, hint="the names of logs end in .jsonl")


def tell_of_others(texts: Sequence[str], failed: "list[UpcardError]") -> None:
    """Say of each file in folders that is no log why it is passed over; that a folder has none is told and remembered."""
    from upcard.records.folders import has_log, is_folder, others_of
    from upcard.records.importers.kinds import why_no_log

    for folder in filter(is_folder, texts):
        for name in others_of(folder):
            say(f"skipped: {name}: {why_no_log(name)}")
        if not has_log(folder):
            failed.append(nothing_in(folder, "log"))
            tell(failed[-1])


def many_logs(texts: Sequence[str], archive: Path | None, failed: "list[UpcardError]") -> "Iterator[Read]":
    """All logs that are meant, one at a time; what cannot be read is told and remembered, and reading goes on."""
    return _many(texts, archive, failed, held=True)  # type: ignore[return-value]


def long_logs(texts: Sequence[str], archive: Path | None, failed: "list[UpcardError]") -> "Iterator[Read | Long]":
    """The same, but that long ones are not held in memory."""
    return _many(texts, archive, failed, held=False)


def _many(
    texts: Sequence[str], archive: Path | None, failed: "list[UpcardError]", *, held: bool
) -> "Iterator[Read | Long]":
    from upcard.records.reading import read_long
    from upcard.schemas.errors import UpcardError

    def remember(error: UpcardError) -> None:
        tell(error)
        failed.append(error)

    for text in texts:
        try:
            if is_path(text):
                for read in read_long([text], failed=remember, held=held):
                    if read.torn is not None:
                        say(f"note: {read.place}: {read.torn.says}")
                    yield read
            else:
                yield one_log(text, archive, held=held)
        except UpcardError as error:
            remember(error)
