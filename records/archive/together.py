"""Where two people sat at one table: ids that did are no two ids of one person."""

from collections.abc import Collection, Iterable
from datetime import date
from itertools import pairwise
from typing import Final, NamedTuple

from upcard.engine.effective import effective
from upcard.engine.sitting import Sitting
from upcard.records.archive.archive import Archive
from upcard.records.archive.connecting import Connection
from upcard.records.archive.fetching import stored_log
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Joined
from upcard.schemas.wording import counted

_PLAYED: Final = """
SELECT a.log, l.day, list(DISTINCT a.hand ORDER BY a.hand)
FROM scores a JOIN scores b ON a.log = b.log AND a.hand = b.hand JOIN logs l ON l.log = a.log
WHERE a.player IN (SELECT unnest($some)) AND b.player IN (SELECT unnest($others)) AND a.log NOT IN (SELECT log FROM copies)
GROUP BY a.log, l.day ORDER BY l.day NULLS FIRST, a.log
"""
_SAT_DOWN: Final = """
SELECT log, l.day, (a.line = 1 AND b.line = 1) AS began
FROM seats a JOIN seats b USING (log) JOIN logs l USING (log)
WHERE a.player IN (SELECT unnest($some)) AND b.player IN (SELECT unnest($others)) AND log NOT IN (SELECT log FROM copies)
GROUP BY ALL ORDER BY l.day NULLS FIRST, log, began DESC
"""
_SHOWN_SESSIONS: Final = 20
"""So many sessions are named where a merge is refused."""


class Together(NamedTuple):
    """A session in which two people sat at one table. hands: those in which both had a part; none, if no such hand ended."""

    log: str
    day: date | None
    hands: list[int]

    def __str__(self) -> str:
        """The session in words: `hands 1 to 14, 16 of 2f06de15 (2013-03-19)`."""
        day = f" ({self.day})" if self.day else ""
        hands = f"{'hand' if len(self.hands) == 1 else 'hands'} {_ranges(self.hands)}" if self.hands else "seats"
        return f"{hands} of {self.log}{day}"


def together(
    archive: Archive, connection: Connection, some: Collection[str], others: Collection[str]
) -> list[Together]:
    """The sessions in which one of some ids and one of others sat at the table at the same time, in the order of their days.

    Redacted copies of logs that are here are left out.
    """
    given = {"some": sorted(some), "others": sorted(others)}
    found = {log: Together(log, day, hands) for log, day, hands in connection.execute(_PLAYED, given).fetchall()}
    for log, day, began in connection.execute(_SAT_DOWN, given).fetchall():
        if log not in found and (began or _met(archive, connection, log, some, others)):
            found[log] = Together(log, day, [])
    return sorted(found.values(), key=lambda one: (one.day or date.min, one.log))


def refuse_together(archive: Archive, connection: Connection, some: Collection[str], others: Collection[str]) -> None:
    """Raises `UsageError`, naming the hands, if these ids sat at one table: they are two people."""
    met = together(archive, connection, some, others)
    if not met:
        return
    hands = sum(len(one.hands) for one in met)
    where = (
        f"in {counted(hands, 'hand')} of {counted(len(met), 'session')}"
        if hands
        else f"in {counted(len(met), 'session')}"
    )
    more = [f"and {counted(len(met) - _SHOWN_SESSIONS, 'session')} more"] if len(met) > _SHOWN_SESSIONS else []
    raise UsageError(
        f"{' or '.join(sorted(some))} and {' or '.join(sorted(others))} sat at one table {where}: they are two people",
        hint="\n  ".join(
            ["nobody plays against himself; they sat together here:", *map(str, met[:_SHOWN_SESSIONS]), *more]
        ),
    )


def _met(archive: Archive, connection: Connection, name: str, some: Collection[str], others: Collection[str]) -> bool:
    """Whether they sat at the table of a log at the same time; one may have left before the other came."""
    log = effective(stored_log(archive, connection, name).log)
    sitting = Sitting(log)
    lines = [1, *(line for line, event in log.events if isinstance(event, Joined))]
    tables = [set(sitting.at(line)) for line in lines]
    return any(not table.isdisjoint(some) and not table.isdisjoint(others) for table in tables)


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers in rising order, in words: `1 to 3, 7`."""
    listed = list(numbers)
    ends = [after for before, after in pairwise([listed[0] - 2, *listed]) if after != before + 1]
    lasts = [before for before, after in pairwise([*listed, listed[-1] + 2]) if after != before + 1]
    return ", ".join(
        f"{first}" if first == last else f"{first} to {last}" for first, last in zip(ends, lasts, strict=True)
    )
