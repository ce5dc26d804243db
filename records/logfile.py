"""Log files: the one place to import from for reading, writing and checking them."""

from upcard.records.chain import same_lines, sealed_bytes
from upcard.records.damage import Torn
from upcard.records.reading import Read, read_bytes, read_log, read_logs, several
from upcard.records.salvage import LeftOut, Salvaged, salvage
from upcard.records.seals import Head, check_head, check_seals, head_of
from upcard.records.writing import LogWriter, Recovered

__all__ = [
    "Head",
    "LeftOut",
    "LogWriter",
    "Read",
    "Recovered",
    "Salvaged",
    "Torn",
    "check_head",
    "check_seals",
    "head_of",
    "read_bytes",
    "read_log",
    "read_logs",
    "salvage",
    "same_lines",
    "sealed_bytes",
    "several",
]
