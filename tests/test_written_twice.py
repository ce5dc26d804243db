"""Laws of every game about what is written late, or twice: rows, beginnings of hands, closes."""

from pathlib import Path

import pytest

from upcard import sample_logs
from upcard.engine.audit import audit
from upcard.engine.effective import effective
from upcard.engine.log import Log
from upcard.records.logfile import read_log
from upcard.schemas.events import Closed, Event, Gap, Scored

SHEETS = sorted(Path(sample_logs.__file__).parent.glob("*/score_sheet*.jsonl"))
each_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=[path.parent.name for path in SHEETS])


def rows_of(sheet: Path) -> tuple[Log, list[list[Event]]]:
    """A sheet, and the events of each of its rows."""
    log = effective(read_log(sheet).log)
    rows: list[list[Event]] = [[]]
    for _, event in log.events:
        if not isinstance(event, Closed):
            rows[-1].append(event)
            if isinstance(event, Scored):
                rows.append([])
    return log, [row for row in rows if row]


def told(log: Log, events: list[Event]) -> list[tuple[str, int]]:
    """What is found beyond notes: its name and the place of its event in the list."""
    return [(one.name, one.at - 2) for one in audit(Log.of(log.header, events)).findings if one.kind != "note"]


def hands(log: Log, events: list[Event]) -> int:
    return int(audit(Log.of(log.header, events)).state.hand)


@each_sheet
def test_what_is_written_after_the_close_is_of_a_hand_before_it(sheet: Path) -> None:
    log, rows = rows_of(sheet)
    for size in range(1, len(rows)):
        row, more = [event for one in rows[:size] for event in one], rows[size]
        before, all_hands = told(log, row), hands(log, row)
        if len(rows[size - 1]) > 1:
            late = [*row[:-1], Closed(), row[-1]]
            assert [one for one in told(log, late) if one[0] == "after_close"] == []
        for again in (more[-1:], more, [Gap(hands=2)], [Gap(hands=2), *more]):
            events = [*row, Closed(), *again]
            found = [one for one in told(log, events) if one[0] == "after_close"]
            begins = hands(log, events) > all_hands
            assert found == [("after_close", len(row) + 1)] * begins, again
        assert told(log, [*row, Closed(), Closed()]) == before
