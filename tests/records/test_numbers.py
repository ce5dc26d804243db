"""Each number of each question is that of a count in plain Python over the same hands: partial records of all games."""

import statistics
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pytest

from tests.records.archives import new_archive
from tests.records.partial import Played, partial_logs, played
from upcard.engine.game import find
from upcard.records.archive.archive import Archive
from upcard.records.questions import ask
from upcard.schemas.errors import UsageError

Row = dict[str, Any]
LOGS = partial_logs()


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    return new_archive(tmp_path_factory.mktemp("numbers"), LOGS)


def asked(archive: Archive, name: str, *, hands: bool = False, **given: Any) -> list[Row]:
    """The rows of an answer by their columns."""
    answer = ask(archive, name, {param: str(value) for param, value in given.items()}, hands=hands)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def rows(game: str = "", since: str = "", until: str = "9") -> list[Played]:
    return [row for row in played(LOGS) if (not game or row.game == game) and since <= row.day <= until]


def by(some: Iterable[Played], *names: str) -> dict[Any, list[Played]]:
    """Hands by some of their columns."""
    found: dict[Any, list[Played]] = defaultdict(list)
    for row in some:
        found[tuple(getattr(row, name) for name in names)].append(row)
    return found


def mean(values: list[Any]) -> float | None:
    """Rounded as questions do."""
    return pytest.approx(sum(values) / len(values), abs=6e-5) if values else None


def known(some: list[Played], name: str) -> list[Any]:
    return [value for row in some if (value := getattr(row, name)) is not None]


def heights(game: str, people: dict[str, list[Played]], sort: str | None) -> dict[str, float | None]:
    """What ranks each player."""
    what = sort or find(game).measure
    sign = -1 if find(game).best == "least" else 1

    def height(some: list[Played]) -> float | None:
        points, won = known(some, "points"), known(some, "won")
        if what == "hands":
            return len(some)
        if what == "won":
            return sum(won)
        if what == "won_rate":
            return sum(won) / len(won) if won else None
        if not points:
            return None
        return sign * (sum(points) if what == "points" else sum(points) / len(points))

    return {player: height(some) for player, some in people.items()}


# ---- Standings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "days"),
    [
        ({}, ("", "9")),
        ({"season": "2013"}, ("2013-01-01", "2013-12-31")),
        ({"season": "2013/14", "begins": 9}, ("2013-09-01", "2014-08-31")),
        ({"season": "2013", "begins": 9, "until": "2014-01-31"}, ("2013-09-01", "2014-01-31")),
        ({"least": 5}, ("", "9")),
        ({"sort": "points"}, ("", "9")),
        ({"sort": "won", "least": 2}, ("", "9")),
        ({"sort": "won_rate"}, ("", "9")),
        ({"sort": "hands"}, ("", "9")),
    ],
)
def test_standings(archive: Archive, given: Row, days: tuple[str, str]) -> None:
    told = {(row["game"], row["player"]): row for row in asked(archive, "standings", **given)}
    people: dict[str, dict[str, list[Played]]] = defaultdict(dict)
    for (game, player), some in by(rows("", *days), "game", "player").items():
        if len(some) >= given.get("least", 1):
            people[game][player] = some
    assert told.keys() == {(game, player) for game, there in people.items() for player in there}
    for game, there in people.items():
        height = heights(game, there, given.get("sort"))
        for player, some in there.items():
            row, points, won = told[game, player], known(some, "points"), known(some, "won")
            unknown = sum(one.points is None or one.won is None for one in some)
            mine = height[player]
            better = sum(mine is not None and one is not None and one > mine for one in height.values())
            assert row["rank"] == (None if mine is None else 1 + better)
            assert (row["hands"], row["won"], row["unknown"]) == (len(some), sum(won), unknown)
            assert row["untold"] == mean([one.points is None or one.won is None for one in some])
            assert row["points"] == (sum(points) if points else None)
            assert (row["won_rate"], row["points_per_hand"]) == (mean(won), mean(points))
            assert (row["plus_minus"] is None) == (len(points) < 2)
            if len(points) == 3:
                assert row["plus_minus"] == pytest.approx(4.303 * statistics.stdev(points) / 3**0.5, abs=1e-3)


def test_standings_of_one_have_the_rank_among_all(archive: Archive) -> None:
    everybody = [row for row in asked(archive, "standings") if row["player"] == "bob"]
    assert asked(archive, "standings", player="bob") == everybody
    assert {row["player"] for row in asked(archive, "standings", player="bob", hands=True)} == {"bob"}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"season": "13"}, "no year"),
        ({"season": "2013/14"}, "which month does it begin in"),
        ({"season": "2013/15", "begins": 9}, "no year of twelve months"),
        ({"season": "2013", "begins": 13}, "no month"),
        ({"begins": 9}, "which season"),
        ({"least": "-1"}, "no number"),
        ({"least": "many"}, "no number"),
        ({"sort": "luck"}, "sort can not be 'luck'"),
    ],
)
def test_a_season_that_cannot_be_says_why(archive: Archive, given: Row, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        asked(archive, "standings", **given)
