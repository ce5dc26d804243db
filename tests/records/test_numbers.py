"""Each number of each question is that of a count in plain Python over the same hands: partial records of all games."""

import statistics
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
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


# ---- Ratings -----------------------------------------------------------------------------------------------------------


def places(some: list[Played]) -> list[tuple[list[str], int]] | None:
    """Who played together in a hand, and how many sides came out before them; None where that cannot be told."""
    game = find(some[0].game)
    if game.contest == "sides":
        if {None} & {row.side for row in some} or {None} & {row.won for row in some}:
            return None
        sides = sorted({row.side for row in some}, key=str)
        return [
            (
                [row.player for row in some if row.side == side],
                int(not any(row.won for row in some if row.side == side)),
            )
            for side in sides
        ]
    if None not in {row.points for row in some}:
        return [
            (
                [row.player],
                sum((one.points < row.points) == (game.best == "least") and one.points != row.points for one in some),
            )
            for row in some
        ]
    return None if None in {row.won for row in some} else [([row.player], int(not row.won)) for row in some]


def rated(logs: Iterable[bytes]) -> dict[tuple[str, str], tuple[int, int, float, float]]:
    """Hands rated and not, mu and sigma of each player, by OpenSkill in the order of time."""
    model = pytest.importorskip("openskill.models").PlackettLuce(beta=25)
    skills: dict[tuple[str, str], Any] = {}
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for (game, *_), some in by(played(tuple(logs)), "game", "day", "log", "hand").items():
        if find(game).contest == "bank":
            continue
        told = places(some)
        for row in some:
            counts[game, row.player][told is None] += 1
        if told is None:
            continue
        most = max(len(people) for people, _ in told)
        teams = [[(game, name) for name in people + ["alone"] * (most - len(people))] for people, _ in told]
        new = model.rate(
            [[skills.setdefault(key, model.rating()) for key in team] for team in teams],
            ranks=[place for _, place in told],
        )
        skills |= {
            key: skill for team, rated in zip(teams, new, strict=True) for key, skill in zip(team, rated, strict=True)
        }
    return {
        key: (*count, *((skills[key].mu, skills[key].sigma) if key in skills else (25.0, 25 / 3)))
        for key, count in counts.items()
    }


def test_ratings(archive: Archive) -> None:
    expected = rated(LOGS)
    told = asked(archive, "ratings")
    assert {(row["game"], row["player"]) for row in told} == expected.keys()
    assert any(row["unknown"] for row in told)
    for row in told:
        hands, unknown, mu, sigma = expected[row["game"], row["player"]]
        assert (row["hands"], row["unknown"]) == (hands, unknown)
        if hands:
            assert (row["rating"], row["uncertainty"]) == (pytest.approx(mu, abs=6e-3), pytest.approx(sigma, abs=6e-3))
            above = [one for one in told if one["game"] == row["game"] and one["hands"] and one["floor"] > row["floor"]]
            assert row["rank"] == 1 + len(above)
            days = {one.day or None for one in rows(row["game"]) if one.player == row["player"]}
            assert str(row["day"] or "") in {day or "" for day in days}
        else:
            assert row["rank"] is row["rating"] is row["day"] is None


def test_the_last_rows_of_the_history_are_the_ratings(archive: Archive) -> None:
    pytest.importorskip("openskill")
    last = {(row["game"], row["player"]): row for row in asked(archive, "rating-history")}
    now = {(row["game"], row["player"]): row for row in asked(archive, "ratings") if row["hands"]}
    assert last.keys() == now.keys()
    for key, row in last.items():
        assert all(row[name] == now[key][name] for name in ("hands", "rating", "uncertainty", "floor", "day"))


def test_ratings_are_the_same_in_any_order_of_import(archive: Archive, tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    some = [data for data in LOGS if b'"dou_dizhu"' in data or b'"big_two"' in data]
    one, other = new_archive(tmp_path / "one", some), new_archive(tmp_path / "other", some[::-1])
    assert (
        asked(one, "ratings")
        == asked(other, "ratings")
        == [row for row in asked(archive, "ratings") if row["game"] in {"big_two", "dou_dizhu"}]
    )


def test_who_wins_a_hand_rises_in_every_kind_of_contest(tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    told = asked(new_archive(tmp_path, [data for data in LOGS if b'"calabrasella"' in data][:1]), "ratings")
    assert {row["rating"] > 25 for row in told} == {True, False}


def test_without_openskill_the_hint_says_what_to_install(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(UsageError, match=r"openskill is not installed") as told:
        asked(archive, "ratings")
    assert told.value.hint == "pip install 'upcard[ratings]'"
