"""The logs of which a report looks at the acts, each judged once."""

from typing import NamedTuple

from upcard.engine.audit import Audit
from upcard.engine.effective import effective
from upcard.engine.log import Log
from upcard.records.archive.archive import Archive
from upcard.records.archive.fetching import stored_log
from upcard.records.names import named
from upcard.records.unforeseen import judged


class Judged(NamedTuple):
    """A log in force, by the names that people use, with its audit. place: where it was read."""

    log: Log
    done: Audit
    place: str


class Judging:
    """The logs of an archive, judged as they are asked for."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._judged: dict[str, Judged] = {}

    def __call__(self, name: str) -> Judged:
        """A log by its id."""
        if name not in self._judged:
            with self._archive.reading() as connection:
                read = stored_log(self._archive, connection, name)
            log = named(effective(read.log), read.names)
            self._judged[name] = Judged(log, judged(log, read.place), read.place)
        return self._judged[name]
