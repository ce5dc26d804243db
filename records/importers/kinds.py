"""What a file is, by how it begins: a log, a score sheet, or neither, and then why it is not taken."""

import os.path
import re
from typing import Final

from upcard.records.folders import LOG_SUFFIX
from upcard.records.importers.sheets import begins_like_sheet, below_its_game
from upcard.records.importers.values import MARKS, is_blank
from upcard.records.lines import HEADER
from upcard.records.storage import opened
from upcard.schemas.errors import UpcardError

BEGINNING: Final = 8192
"""So many bytes tell what a file is."""
TABLES: Final = (".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".xls", ".ods")
_MOST_WORDS: Final = 12
"""So many words of a line may be its cells."""
_ROWS_BELOW_A_GAME: Final = 2
"""So many rows of numbers below the name of a game are a table."""
_WORKBOOK: Final = b"PK\x03\x04"
_TRANSCRIPT: Final = re.compile(rb"\w+: 0 [^\n]+\n +2  ")
"""How what `upcard replay --text` prints begins: the game, who sits where, and line 2 of the log."""
_TORN: Final = re.compile(r"\.torn-[0-9]+$")


def is_sheet_file(name: str) -> bool:
    """Whether a file is a score sheet: a table by its name, or a text that begins like a sheet, or has columns."""
    if name.endswith(LOG_SUFFIX) or not _is_regular(name):
        return False
    if is_table_name(name):
        return True
    with opened(name) as file:
        return is_sheet_start(file.read(BEGINNING))


def is_plain_text(name: str) -> bool:
    """Whether a file is a text of which nothing says that it is a log: by its name, or by how it begins."""
    if name.endswith(LOG_SUFFIX) or not _is_regular(name):
        return False
    with opened(name) as file:
        start = file.read(BEGINNING)
    return bool(start) and b"\0" not in start and not start.lstrip().startswith(b"{") and not _TRANSCRIPT.match(start)


def is_sheet_start(start: bytes) -> bool:
    """The same by the first bytes of a file."""
    if _TRANSCRIPT.match(start):
        return False
    return start.startswith(_WORKBOOK) or begins_like_sheet(start) or has_columns(start)


def is_table_name(name: str) -> bool:
    """Whether a file is a table by the end of its name."""
    return name.casefold().endswith(TABLES)


def is_table_start(start: bytes) -> bool:
    """Whether a text is a table by how it begins: it has columns, or a line on top that names its game."""
    return has_columns(start) or below_its_game(start.decode("utf-8", "replace"))


def has_columns(start: bytes) -> bool:
    """Whether a text is a table: most of its lines have the same separator, and most have numbers; or some have few words, most of
    them numbers, below the name of a game.
    """
    wide = start[:2] in {b"\xff\xfe", b"\xfe\xff"}
    text = start.decode("utf-16" if wide else "utf-8", "replace")
    lines = [line for line in text.splitlines()[:200] if line.strip() and not line.startswith("#")]
    if len(lines) < 2 or "\0" in text or text.lstrip().startswith(("{", "<", "[")):
        return False
    parted = max(sum(line.count(mark) >= 2 for line in lines) for mark in "\t;,|")
    if below_its_game(text) and sum(map(_is_row, lines[1:])) >= _ROWS_BELOW_A_GAME:
        return True
    numbers = sum(any(map(str.isdigit, line)) for line in lines)
    return 2 * parted > len(lines) and 2 * numbers >= len(lines)


def _is_row(line: str) -> bool:
    """Whether a line is a row of few cells with blanks between them, most of them numbers, marks or dashes."""
    words = line.split()
    said = sum(word.lstrip("+-")[:1].isdigit() or word.casefold() in MARKS or is_blank(word) for word in words)
    return 1 < len(words) <= _MOST_WORDS and 2 * said > len(words)


def why_no_log(name: str) -> str:
    """Why a file of a folder is not read as a log, for whoever put it there."""
    if not _is_regular(name):
        return "no file that holds anything: a pipe, a device, or a link that leads nowhere"
    if name.endswith(".duckdb"):
        return "an archive; its logs lie beside it"
    if _TORN.search(name):
        return "what a crash left of the last line of a log"
    try:
        with opened(name) as file:
            start = file.read(BEGINNING)
    except UpcardError as error:
        return error.message
    if not start:
        return "empty"
    if start.startswith(HEADER[1:]):
        return f"a log, but its name does not end in {LOG_SUFFIX}: name it so, or import it by its own name"
    if _TRANSCRIPT.match(start):
        return "a transcript, printed from a log: the log itself can be taken"
    if is_table_name(name) or is_sheet_start(start):
        return "a score sheet: upcard import takes it, and its logs can be verified then"
    return f"no log ({LOG_SUFFIX}), and no score sheet that is known here"


def _is_regular(name: str) -> bool:
    return os.path.isfile(name)  # noqa: PTH113 - a Path of a name with NUL raises where this says no
