"""What is kept as sums says what the hands behind it say, slowly summed again."""

from collections import defaultdict
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tests.records.archives import new_archive, simulated, take
from upcard.records.archive.archive import Archive
from upcard.records.archive.importing import import_logs, rebuild, remove_logs
from upcard.records.archive.verifying import verify_archive
from upcard.records.logfile import read_bytes
from upcard.records.questions import ask

Row = dict[str, Any]


def asked(archive: Archive, name: str, *, hands: bool = False, **given: str) -> list[Row]:
    """The rows of an answer by their columns."""
    answer = ask(archive, name, given, hands=hands)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def agree(archive: Archive, **given: str) -> None:
    """Every sum is that of its hands."""
    played: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in asked(archive, "standings", hands=True, **given):
        played[row["game"], row["player"]].append(row)
    standings = {(row["game"], row["player"]): row for row in asked(archive, "standings", **given)}
    streaks = {(row["game"], row["player"]): row["streak"] for row in asked(archive, "streaks", **given)}
    assert standings.keys() == played.keys()
    for key, rows in played.items():
        known = [row["points"] for row in rows if row["points"] is not None]
        decided = [row["won"] for row in rows if row["won"] is not None]
        told = standings[key]
        assert (told["hands"], told["won"]) == (len(rows), sum(decided))
        assert told["unknown"] == sum(row["points"] is None or row["won"] is None for row in rows)
        assert told["points"] == (sum(known) if known else None)
        assert told["won_rate"] == (pytest.approx(sum(decided) / len(decided), abs=1e-4) if decided else None)
        runs = [len(list(run)) for won, run in groupby(rows, key=lambda row: row["won"]) if won]
        assert streaks.get(key) == max(runs, default=None)
    meetings = asked(archive, "head-to-head", hands=True, **given)
    for told in asked(archive, "head-to-head", **given):
        met = [row for row in meetings if all(row[name] == told[name] for name in ("game", "player", "against"))]
        assert (told["hands"], told["won"]) == (len(met), sum(bool(row["won"]) for row in met))
        assert told["points"] == sum(row["points"] for row in met if None not in {row["points"], row["points_against"]})


@pytest.mark.check
def test_sums_are_those_of_their_hands(tmp_path: Path) -> None:
    other = [data.replace(b'"p2"', b'"q2"', 1).split(b'{"do":"sealed"')[0] for data in simulated(2, hands=5)]
    archive = new_archive(tmp_path, simulated(1, hands=5) + other)
    agree(archive)
    archive.people.merge("q2", "p2")
    archive.people.name("p2", "Ann")
    take(archive, [])
    agree(archive)
    agree(archive, game="big_two")
    agree(archive, since="2000-01-01")
    rebuild(archive)
    agree(archive)
    archive.people.erase()
    take(archive, [])
    agree(archive)
    remove_logs(archive, [read_bytes(other[1]).log.header.log])
    agree(archive)
    take(archive, other)
    agree(archive)
    assert list(verify_archive(archive)) == []
    with archive.writing() as connection:
        connection.execute("UPDATE runs SET hands = hands + 1 WHERE game = 'big_two'")
    assert [fault.says for fault in verify_archive(archive)] == ["the table runs is not what the hands behind it say"]


def test_runs_are_not_kept_beyond_what_it_is_made_of(tmp_path: Path) -> None:
    archive, data = new_archive(tmp_path, simulated(1)), simulated(2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("upcard.records.archive.importing.keep_runs", lambda _connection: None)  # as if it was killed
        list(import_logs(archive, map(read_bytes, data)))
    with archive.reading() as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchall() == [(0,)]
    agree(new_archive(tmp_path / "other", simulated(1) + data))
    assert asked(archive, "streaks") == asked(Archive(tmp_path / "other" / "archive.duckdb"), "streaks")
    take(archive, [])
    agree(archive)
