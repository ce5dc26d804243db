"""A log as rows: its hands stand there under the numbers that the audit gives them, whatever is missing or doubled."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.experiments import sessions
from tests.records.archives import new_archive, simulated
from tests.slips import doubled, left_out
from upcard.engine.audit import audit
from upcard.engine.game import keys
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.archive.archive import Archive
from upcard.records.archive.facts import rows_of
from upcard.records.archive.importing import import_logs
from upcard.records.archive.verifying import verify_archive
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_bytes
from upcard.records.questions import ask
from upcard.schemas.events import (
    Closed,
    Event,
    Gap,
    HandStarted,
    Joined,
    Left,
    Noted,
    Opened,
    Scored,
)


def records(log: Log) -> Iterator[list[Event]]:
    """A session as it was, with hands that were missed, and with slips where its hands begin."""
    events = [event for _, event in log.events]
    begins = [place for place, event in enumerate(events) if isinstance(event, HandStarted)]
    yield events
    if len(begins) < 3:
        return
    amid = (begins[1] + begins[2]) // 2
    yield [*events[: begins[1]], Gap(hands=2), *events[begins[1] :]]
    yield [*events[: begins[1]], Gap(hands=2), Noted(note="it rang"), *events[begins[1] :]]
    yield [*events[: begins[1]], Gap(), *events[begins[2] :]]
    yield [*events[: amid - 2], Gap(hands=1), *events[amid:]]
    yield [*events[:amid], Gap(hands=3), *events[begins[2] :]]
    yield [*events[:amid], Noted(note="it rang"), *events[begins[2] :]]
    for begin in begins[:3]:
        yield left_out(events, begin)
        yield doubled(events, begin)


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("key", keys())
def test_every_result_of_an_audit_is_in_the_rows(key: str) -> None:
    as_the_audit_says(key, range(1), [None])


@pytest.mark.check
@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("key", keys())
def test_every_result_of_an_audit_is_in_the_rows_of_what_a_viewer_saw_too(key: str) -> None:
    as_the_audit_says(key, range(1, 1 + sessions(8)), [None, PUBLIC, 0])


def as_the_audit_says(key: str, ordinals: range, viewers: list[int | None]) -> None:
    """What the rows say of the hands of some sessions is what an audit of each record does."""
    for ordinal in ordinals:
        full = simulate(Setup(game=key, seed=5), hands=4, ordinal=ordinal)
        for log in (full if viewer is None else redact_log(full, viewer, full.header.log) for viewer in viewers):
            for events in records(log):
                read = read_bytes(sealed_bytes(log.header, events))
                done = audit(read.log)
                rows, *_ = rows_of(read, done)
                told = {(row[1], row[2]): row[-4:-1] for row in zip(*rows["scores"], strict=True)}
                assert told == {
                    (one.hand, seat): (one.result.counts, points, won)
                    for one in done.results
                    for seat, (points, won) in enumerate(zip(one.result.points, one.result.won, strict=True))
                    if seat not in one.result.absent
                }
                numbers = rows["hands"][1]
                assert numbers == sorted(set(numbers))
                assert {hand for column in rows["plays"][1:2] for hand in column} <= {0, *numbers}


def started(log: Log) -> list[int]:
    """Where hands begin among the events of a log."""
    return [place for place, (_, event) in enumerate(log.events) if isinstance(event, HandStarted)]


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("key", keys())
def test_hands_that_make_no_sense_begin_where_their_lines_are(key: str) -> None:
    log = next(log for log in (simulate(Setup(game=key, seed=n), hands=4) for n in range(20)) if len(started(log)) == 4)
    events, (_, second, third, fourth) = [event for _, event in log.events], started(log)
    # the end of the second hand is not written
    mixed = [*events[third + 1 : fourth - 2], *events[second + 1 : third - 2]]
    told = Log.of(log.header, [*events[: second + 1], *mixed, *events[fourth:]])
    assert {begin for _, begin, _ in audit(told).hands} <= set(started(told))


@pytest.mark.parametrize("key", keys())
def test_hands_that_were_missed_are_counted(key: str) -> None:
    missed = 3 if key == "pluck" else 2  # so many that the same seat deals
    log = next(log for log in (simulate(Setup(game=key, seed=n), hands=3) for n in range(20)) if len(started(log)) == 3)
    events, begins = [event for _, event in log.events], started(log)
    for told in (
        [*events[: begins[1]], Gap(hands=missed), *events[begins[1] :]],
        [*events[: begins[1] + 2], Gap(hands=missed), *events[begins[2] :]],
    ):
        numbers = [one.hand for one in audit(Log.of(log.header, told)).results]
        assert (numbers[0], numbers[-1]) == (1, 3 + missed), numbers


def test_hands_that_were_missed_are_not_missing_from_an_archive(tmp_path: Path) -> None:
    log = simulate(Setup(game="court_piece", seed=5), hands=3, ordinal=1)
    events = [event for _, event in log.events]
    second = [place for place, event in enumerate(events) if isinstance(event, HandStarted)][1]
    data = sealed_bytes(log.header, [*events[:second], Gap(hands=2), *events[second:]])
    archive = Archive(tmp_path / "archive.duckdb")
    list(import_logs(archive, [read_bytes(data)]))
    assert list(verify_archive(archive)) == []
    with archive.writing() as connection:
        assert connection.execute("SELECT hand FROM hands ORDER BY hand").fetchall() == [(1,), (4,), (5,)]
        connection.execute("DELETE FROM hands WHERE hand = 4")
    assert any("hands 4 are not as they should be" in fault.says for fault in verify_archive(archive))


def players(header: Opened, events: list[Event]) -> dict[int, list[str]]:
    """Who has a row of each hand."""
    read = read_bytes(sealed_bytes(header, events))
    rows = rows_of(read, audit(read.log))[0]["scores"]
    found: dict[int, list[str]] = {}
    for row in zip(*rows, strict=True):
        found.setdefault(row[1], []).append(row[3])
    return found


@pytest.mark.parametrize("key", keys())
def test_a_hand_belongs_to_those_who_sat_when_it_was_played(key: str) -> None:
    log = simulate(Setup(game=key, seed=5), hands=2, ordinal=1)
    events = [event for _, event in log.events]
    second = [place for place, event in enumerate(events) if isinstance(event, HandStarted)][1]
    before = players(log.header, events)
    moves: list[Event] = [Left(seat=1), Joined(seat=1, player="zoe")]
    after = players(log.header, [*events[:second], *moves, *events[second:]])
    assert after.get(1) == before.get(1), "who came later did not play it"
    assert after.get(2, []) == ["zoe" if player == "p2" else player for player in before.get(2, [])]
    if isinstance(events[-1], Closed):
        assert players(log.header, [*events[:-1], moves[0], events[-1]]) == before


def test_a_row_written_after_somebody_left_is_of_those_who_played() -> None:
    log = simulate(Setup(game="big_two", seed=5), hands=1)
    events = [event for _, event in log.events if not isinstance(event, Closed)]
    told = players(log.header, [*events, Left(seat=1), Scored(points=audit(log).results[0].result.points)])
    assert told[1] == list(log.header.seats)


def test_lo_7_3_who_is_out_of_the_game_has_no_part_in_its_hands() -> None:
    header = Opened(format="upcard/1", log="out", game="last_one", seats=("a", "b", "c", "d"))
    events: list[Event] = [
        HandStarted(),
        Scored(points=(0, 260, 30, 5)),
        HandStarted(),
        Scored(points=(10, 0, 0, 20)),
    ]
    assert players(header, events) == {1: ["a", "b", "c", "d"], 2: ["a", "c", "d"]}


def test_partners_do_not_meet_and_opponents_do(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(5, hands=6, games=("court_piece", "calabrasella", "dou_dizhu")))
    rows = ask(archive, "head-to-head", {}).rows
    pairs = {(game, one, other) for game, one, other, *_ in rows}
    assert {(one, other) for game, one, other in pairs if game == "court_piece"} == {
        *(("p1", "p2"), ("p1", "p4"), ("p2", "p3"), ("p3", "p4"))
    }
    for game in ("calabrasella", "dou_dizhu"):
        met = sum(row[3] for row in rows if row[0] == game)
        played = len(ask(archive, "hands", {"game": game}).rows)
        assert met == 2 * played, "one against two"
