"""Out and in again: sheets made of sessions of any game give the same hands."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.test_commands import SAMPLES
from tests.games.test_seats import VARYING, evening
from upcard.cli.safe import csv_cell, safe_text
from upcard.engine.audit import audit
from upcard.engine.effective import effective
from upcard.engine.game import all_games, find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.sitting import Sitting
from upcard.records.exporters.files import csv_bytes, xlsx_bytes
from upcard.records.exporters.grids import grid_of
from upcard.records.exporters.hands import rows_of
from upcard.records.importers.faults import SheetError
from upcard.records.importers.tables import read_table
from upcard.records.importers.wishes import Wishes
from upcard.records.logfile import read_log
from upcard.records.names import named
from upcard.records.unforeseen import InBlocks
from upcard.schemas.events import Closed, HandStarted, Joined, Left, Opened, Scored

KEYS = [game.key for game in all_games()]


def hands(log: Log) -> list[dict[str, tuple[Any, Any]]]:
    """What each hand brought whom, and whether that was won."""
    found = []
    for one in audit(log).results:
        told = zip(one.players, one.result.points, one.result.won, strict=True)
        found.append({player: (points, won) for player, points, won in told if player})
    return found


def again(log: Log, kind: str, names: Mapping[str, str] | None = None) -> list[Log]:
    """The logs of the sheet of a log. names: by the ids of the log."""
    called = named(effective(log), names or {})
    hands = rows_of(InBlocks.held(called, ""), Sitting(called))
    grid = grid_of(called.header, hands, {name: player for player, name in (names or {}).items()})
    data = csv_bytes(grid, csv_cell) if kind == "csv" else xlsx_bytes([("evening", grid)], safe_text)
    return [read.log for sheet in read_table(f"sheet.{kind}", data, Wishes()) for read in sheet.logs]


@pytest.mark.parametrize("key", KEYS)
def test_a_simulated_session_comes_back(key: str) -> None:
    comes_back(simulate(Setup(game=key, seed=1), hands=4), "csv")


@pytest.mark.parametrize("key", [key for key in VARYING if any(one.per == "seat" for one in find(key).sheet)])
def test_an_evening_in_which_one_leaves_and_comes_again_is_one_session(key: str) -> None:
    header = simulate(Setup(game=key, seed=3, seats=4), hands=1).header
    log = evening(header, key, 3, {1: [Left(seat=1)], 2: [Joined(seat=1, player=header.seats[1])]})
    comes_back(log, "csv")
    (found,) = again(log, "csv")
    assert [event for _, event in found.events if isinstance(event, Left | Joined)] == [
        Left(seat=1),
        Joined(seat=1, player=header.seats[1]),
    ]


@pytest.mark.parametrize("key", [key for key in KEYS if len(set(find(key).seats)) == 1])
@pytest.mark.parametrize("after", [0, 1])
def test_a_seat_that_is_given_up_where_all_have_to_play_is_played_by_who_sat_there(key: str, after: int) -> None:
    least, _ = find(key).seats
    header = simulate(Setup(game=key, seed=3, seats=least), hands=1).header
    log = evening(header, key, 3, {after: [Left(seat=least - 1)]})
    comes_back(log, "csv")
    (found,) = again(log, "csv")
    assert found.header.seats == header.seats


@pytest.mark.check
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), kind=st.sampled_from(["csv", "xlsx"]), data=st.data())
def test_simulated_sessions_come_back(key: str, seed: int, kind: str, data: st.DataObject) -> None:
    least, most = find(key).seats
    seats = data.draw(st.integers(least, min(most, 6)))
    comes_back(simulate(Setup(game=key, seed=seed, seats=seats), hands=4), kind)


def test_what_is_of_no_player_stays_so_where_one_alone_plays() -> None:
    comes_back(simulate(Setup(game="trente_et_quarante", seed=1, seats=1), hands=4), "csv")


def comes_back(log: Log, kind: str) -> None:
    """The sheet of a log gives the same hands, and nothing is found in them."""
    found = again(log, kind)
    before, after = hands(log), [hand for one in found for hand in hands(one)]
    assert len(before) == len(after)
    for was, now in zip(before, after, strict=True):
        assert {player: points for player, (points, _) in was.items()} == {player: now[player][0] for player in was}
        assert all(now[player][1] in {won, None} for player, (_, won) in was.items())  # not each sheet says who won
    assert not [one for log in found for one in audit(log).findings if one.kind != "note"]


@pytest.mark.parametrize(
    "path", sorted(SAMPLES.glob("*/score_sheet*.jsonl")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_sheets_come_back_as_they_were_written(path: Any, kind: str) -> None:
    log = read_log(path).log
    (found,) = again(log, kind)
    rows = [
        event.__class__(
            **{**{name: getattr(event, name) for name in event.__struct_fields__}, "src": None, "note": None}
        )
        for _, event in found.events
        if isinstance(event, Scored)
    ]
    assert hands(found) == hands(log)
    assert len(rows) == sum(isinstance(event, Scored) for _, event in log.events)
    assert (found.header.seats, found.header.at, found.header.buy_in) == (
        log.header.seats,
        log.header.at,
        log.header.buy_in,
    )


ODD = ("=1+1", "Ann & Bob", "points", "x/y")


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_names_that_could_be_something_else_come_back(kind: str) -> None:
    header = Opened(format="upcard/1", log="odd", game="big_two", seats=ODD, at="2026-01-09")
    events = [
        HandStarted(),
        Scored(counts=(0, 5, 3, 2)),
        HandStarted(),
        Scored(counts=(1, 0, 3, 2), note="-late"),
        Closed(),
    ]
    (found,) = again(Log.of(header, events), kind)
    assert found.header.seats == ODD
    assert [event.counts for _, event in found.events if isinstance(event, Scored)] == [(0, 5, 3, 2), (1, 0, 3, 2)]
    assert [event.note for _, event in found.events if isinstance(event, Scored)] == [None, "-late"]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("key", ["big_two", "court_piece", "trente_et_quarante"])
def test_people_come_back_by_their_names_and_their_ids(kind: str, key: str) -> None:
    names = {"p1": "Charlotte", "p2": "Sue", "p3": "Eve"}
    simulated = simulate(Setup(game=key, seed=4, seats=4), hands=3)
    log = Log(msgspec.structs.replace(simulated.header, names=names), simulated.events)
    found = again(log, kind, names)
    assert [hand for one in found for hand in hands(one)] == hands(log)
    for one in found:
        told = one.header.names or {}
        assert {told.get(player, player) for player in one.header.seats} <= {"Charlotte", "Sue", "Eve", "p4"}


def test_ids_that_fit_to_no_players_are_told_of() -> None:
    data = b"Game,Big Two\nPlayers,Ann,Bob\nIds of players,a,b,c\nHand,Ann,Bob\n1,0,5\n"
    with pytest.raises(SheetError) as problem:
        read_table("sheet.csv", data, Wishes())
    assert "wanted 2 ids that differ, saw 3" in str(problem.value.problems[0])
