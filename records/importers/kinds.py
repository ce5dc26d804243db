"""What a file is, by how it begins: a log, a score sheet, or neither, and then why it is not taken."""

import os.path
import re
from typing import Final

from upcard.records.folders import LOG_SUFFIX
from upcard.records.importers.sheets import begins_like_sheet
from upcard.records.lines import HEADER
from upcard.records.storage import opened
from upcard.schemas.errors import UpcardError

BEGINNING: Final = 8192
"""So many bytes tell what a file is."""
_TORN: Final = re.compile(r"\.torn-[0-9]+$")


def is_sheet_file(name: str) -> bool:
    """Whether a file is a score sheet, by how it begins."""
    if name.endswith(LOG_SUFFIX) or not _is_regular(name):
        return False
    with opened(name) as file:
        return begins_like_sheet(file.read(BEGINNING))


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
    if begins_like_sheet(start):
        return "a score sheet: upcard import takes it, and its logs can be verified then"
    return f"no log ({LOG_SUFFIX}), and no score sheet that is known here"


def _is_regular(name: str) -> bool:
    return os.path.isfile(name)  # noqa: PTH113 - a Path of a name with NUL raises where this says no
