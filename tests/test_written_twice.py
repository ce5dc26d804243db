"""Laws of every game about what is written late, or twice: rows, beginnings of hands, closes."""

import itertools
import random
from pathlib import Path

import msgspec
import pytest

from tests.slips import doubled
from tests.test_every_game import varied
from upcard import sample_logs
from upcard.engine.audit import audit
from upcard.engine.effective import effective
from upcard.engine.game import keys
from upcard.engine.log import Log, Numbered
from upcard.engine.simulate import simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.logfile import read_log
from upcard.schemas.events import (
    Closed,
    Dealt,
    Event,
    FinalDealt,
    Gap,
    HandStarted,
    Joined,
    Left,
    Noted,
    ResultCalled,
    Ruled,
    Scored,
    TrumpNamed,
    Voided,
)

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


TOLD: tuple[type, ...] = (
    HandStarted, Dealt, FinalDealt, Gap, Joined, Left, Noted, Voided, Ruled, Closed, TrumpNamed, Scored, ResultCalled,
)  # fmt: skip


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("seeds", [4, pytest.param(12, marks=pytest.mark.check)])
def test_what_is_told_of_a_hand_twice_accuses_nobody(game: str, seeds: int) -> None:
    """A line about a hand that stands there twice in a row is at most one finding, and no breach; its hand is not lost."""
    rng = random.Random(game)
    setups = list(varied(game))
    for seed in range(seeds):
        log = simulate(msgspec.structs.replace(rng.choice(setups), seed=seed), hands=3)
        dealers = {one.hand: one.result.dealer for one in audit(log).results}
        for events in (list(log.events), named_dealers(log, dealers)):
            for at in (at for at, (_, event) in enumerate(events) if isinstance(event, TOLD)):
                known = Log.of(log.header, doubled([event for _, event in events], at))
                for one in (known, redact_log(known, PUBLIC, "public")):
                    found = [(told.name, told.kind) for told in audit(one).findings if told.kind != "note"]
                    assert len(found) <= 1, (seed, at, found)
                    assert not [name for name, kind in found if kind == "breach"], (seed, at, found)


def named_dealers(log: Log, dealers: dict[int, int | None]) -> list[Numbered]:
    """The events with the dealer of every hand written down."""
    hands = itertools.count(1)
    return [
        (line, msgspec.structs.replace(event, dealer=dealers.get(next(hands), event.dealer)))
        if isinstance(event, HandStarted)
        else (line, event)
        for line, event in log.events
    ]


@each_sheet
def test_a_row_written_twice_is_one_row(sheet: Path) -> None:
    """Where the totals tell that it is: without them two hands may have brought the same."""
    log, rows = rows_of(sheet)
    events = [event for row in rows for event in row]
    before = audit(Log.of(log.header, events))
    for at, row in enumerate(events):
        if not isinstance(row, Scored) or (row.totals is None and sheet.parent.name in {"big_two", "last_one"}):
            continue
        twice = audit(Log.of(log.header, doubled(events, at)))
        assert [one.result.points for one in twice.results] == [one.result.points for one in before.results]
        found, was = (
            [one for one in done.findings if one.kind != "note" and one.at != at + 2] for done in (twice, before)
        )
        again = [one for one in found if one.at == at + 3]
        assert len(again) <= 1
        assert len(found) - len(again) == len(was)
