"""Amendments by law: the log in force against a slow reading of the same rules, and through a file."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.harness.logs import HEADER
from upcard.engine.effective import effective, history, problems
from upcard.engine.log import Log
from upcard.records.logfile import read_bytes, same_lines
from upcard.schemas.events import Amended, Event, Inserted, Noted, Retracted


def amending(rng: random.Random, size: int) -> list[Event]:
    """Remarks, and amendments of any line written before, also of amendments."""
    events: list[Event] = []
    for line in range(2, size + 2):
        target = rng.randrange(1, line + 2)
        word = Noted(note=str(line))
        events.append(
            rng.choice(
                [
                    word,
                    Amended(line=target, event=word),
                    Retracted(line=target),
                    Inserted(before=target, event=word),
                    Amended(line=target, event=Retracted(line=rng.randrange(1, line + 1))),
                ]
            )
        )
    return events


logs = st.builds(
    lambda seed, size: Log.of(HEADER, amending(random.Random(seed), size)), st.integers(0, 2**32), st.integers(0, 14)
)


@given(logs)
@settings(deadline=None)
def test_what_an_undone_amendment_did_is_as_if_it_had_never_been(log: Log) -> None:
    last = len(log.events) + 1
    if log.events and isinstance(log.events[-1][1], Amended | Retracted | Inserted):
        undone = Log(log.header, [*log.events, (last + 1, Retracted(line=last))])
        assert effective(undone) == effective(log, as_of=last - 1)


@given(logs)
@settings(deadline=None)
def test_what_is_in_force_has_no_amendments_and_each_line_once(log: Log) -> None:
    standing = effective(log)
    lines = [line for line, _ in standing.events]
    assert len(set(lines)) == len(lines)
    assert all(isinstance(event, Noted) for _, event in standing.events)
    assert effective(standing) is standing
    told = {line for line, _ in problems(log)}
    assert told <= {line for line, event in log.events}
    for line, event in log.events:
        past = history(log, line)
        assert past[-1].event == dict(standing.events).get(line)
        assert not isinstance(event, Noted) or past[0] == (line, event)


@given(logs)
@settings(deadline=None)
def test_an_amended_log_is_the_same_from_its_file(log: Log) -> None:
    read = read_bytes(same_lines(log)).log
    assert effective(read) == effective(log)
    assert problems(read) == problems(log)
    for line in range(1, len(log.events) + 2):
        assert effective(read, as_of=line) == effective(log, as_of=line)
        assert effective(log, as_of=line) == effective(Log(log.header, log.events[: line - 1]))


def test_long_chains_of_inserts_are_followed() -> None:
    events: list[Event] = [Noted(note="a")]
    events += [Inserted(before=line, event=Noted(note="x")) for line in range(2, 5002)]
    assert [line for line, _ in effective(Log.of(HEADER, events)).events] == [*range(5002, 1, -1)]
