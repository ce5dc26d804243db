"""The archive: a log store, the DuckDB file that indexes it, and what can be asked of them."""

from upcard.records.archive.archive import Archive
from upcard.records.archive.candidate import Candidate, Report
from upcard.records.archive.fetching import find_log, hand_events, state_at, stored_log
from upcard.records.archive.importing import import_logs, rebuild, refresh_people, remove_logs
from upcard.records.archive.verifying import Fault, not_indexed, verify_archive

__all__ = [
    "Archive",
    "Candidate",
    "Fault",
    "Report",
    "find_log",
    "hand_events",
    "import_logs",
    "not_indexed",
    "rebuild",
    "refresh_people",
    "remove_logs",
    "state_at",
    "stored_log",
    "verify_archive",
]
