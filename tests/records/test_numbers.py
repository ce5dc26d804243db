"""Each number of each question is that of a count in plain Python over the same hands: partial records of all games."""

import re
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, groupby, permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.records.archives import new_archive, simulated
from tests.records.partial import Counted, Part, audited, counted, partial_logs, played
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.kernel.results import Result
from upcard.engine.log import Log
from upcard.engine.session import hands_of
from upcard.engine.simulate import Setup, sessions
from upcard.engine.sitting import Sitting
from upcard.records.archive.archive import Archive
from upcard.records.extremes import chance_of
from upcard.records.logfile import read_bytes
from upcard.records.luck import MEASURES, NONE
from upcard.records.queries import questions
from upcard.records.questions import ask
from upcard.schemas.errors import UsageError
from upcard.schemas.events import (
    Accepted,
    Bid,
    BluffCalled,
    Claimed,
    Dealt,
    Drew,
    Elected,
    Folded,
    Gave,
    Joined,
    Laid,
    TrumpNamed,
)
from upcard.schemas.findings import Finding

Row = dict[str, Any]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    made = new_archive(tmp_path_factory.mktemp("numbers"), partial_logs())
    with made.reading():  # DuckDB opens the file once
        yield made


def asked(archive: Archive, name: str, *, hands: bool = False, **given: Any) -> list[Row]:
    """The rows of an answer by their columns."""
    answer = ask(archive, name, {param: str(value) for param, value in given.items()}, hands=hands)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def rows(game: str = "", since: str = "", until: str = "9") -> list[Part]:
    return [row for row in played(partial_logs()) if (not game or row.game == game) and since <= row.day <= until]


def by(some: Iterable[Any], *names: str) -> dict[Any, list[Any]]:
    """Hands by some of their columns."""
    found: dict[Any, list[Any]] = defaultdict(list)
    for row in some:
        found[tuple(getattr(row, name) for name in names)].append(row)
    return found


def mean(values: list[Any]) -> float | None:
    """Rounded as questions do."""
    return pytest.approx(sum(values) / len(values), abs=6e-5) if values else None


def known(some: list[Part], name: str) -> list[Any]:
    return [value for row in some if (value := getattr(row, name)) is not None]


def heights(game: str, people: dict[str, list[Part]], sort: str | None) -> dict[str, float | None]:
    """What ranks each player."""
    what = sort or find(game).measure
    sign = -1 if find(game).best == "least" else 1

    def height(some: list[Part]) -> float | None:
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
    people: dict[str, dict[str, list[Part]]] = defaultdict(dict)
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


def places(some: list[Part]) -> list[tuple[list[str], int]] | None:
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
    expected = rated(partial_logs())
    told = asked(archive, "ratings")
    assert {(row["game"], row["player"]) for row in told} == expected.keys()
    assert any(row["unknown"] for row in told)
    for row in told:
        hands, unknown, mu, sigma = expected[row["game"], row["player"]]
        assert (row["hands"], row["unknown"]) == (hands, unknown)
        if hands:
            assert (row["rating"], row["uncertainty"]) == (pytest.approx(mu, abs=6e-3), pytest.approx(sigma, abs=6e-3))
            assert row["floor"] == pytest.approx(row["rating"] - 3 * row["uncertainty"], abs=0.03)
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
    some = [data for data in partial_logs() if b'"dou_dizhu"' in data or b'"big_two"' in data]
    one, other = new_archive(tmp_path / "one", some), new_archive(tmp_path / "other", some[::-1])
    assert (
        asked(one, "ratings")
        == asked(other, "ratings")
        == [row for row in asked(archive, "ratings") if row["game"] in {"big_two", "dou_dizhu"}]
    )


def test_who_wins_a_hand_rises_in_every_kind_of_contest(tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    told = asked(new_archive(tmp_path, [data for data in partial_logs() if b'"calabrasella"' in data][:1]), "ratings")
    assert {row["rating"] > 25 for row in told} == {True, False}


def test_without_openskill_the_hint_says_what_to_install(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(UsageError, match=r"openskill is not installed") as told:
        asked(archive, "ratings")
    assert told.value.hint == "pip install 'upcard[ratings]'"


# ---- Breaches, partners, form, records ---------------------------------------------------------------------------------


def found_by_seat() -> list[tuple[str, str, int, str | None]]:
    """The breaches in hands that count: game, log, hand and who it was."""
    told = []
    for log, hands in groupby(counted(partial_logs()), key=lambda one: one.log.header.log):
        some = list(hands)
        players = {one.hand: one.players for one in some}
        for finding in some[0].done.findings:
            if finding.kind == "breach" and finding.hand in players:
                who = None if finding.seat is None else players[finding.hand][finding.seat]
                told.append((some[0].game.key, log, finding.hand, who))
    return told


def test_breaches(archive: Archive) -> None:
    found = found_by_seat()
    told = {(row["game"], row["player"]): row for row in asked(archive, "breaches")}
    assert len({game for game, *_ in found}) > 3
    assert sum(row["breaches"] for row in told.values()) == len(found)
    people: dict[Any, list[Part]] = by(rows(), "game", "player")
    assert {key for key in told if key[1]} == people.keys()
    for (game, player), row in told.items():
        some = people[game, player] if player else list({(one.log, one.hand): one for one in rows(game)}.values())
        shown = [one for one in some if one.level != "sheet"]
        times = sum((game, player) == (one, who) for one, _, _, who in found)
        assert (row["hands"], row["shown"], row["unknown"]) == (len(some), len(shown), len(some) - len(shown))
        assert (row["breaches"], row["full"]) == (times, sum(one.level == "full" for one in some))
        assert row["per_hundred"] == (pytest.approx(100 * times / len(shown), abs=6e-5) if shown else None)
    assert len(asked(archive, "breaches", hands=True)) == len(found)


@pytest.mark.parametrize("least", [1, 3])
def test_partners(archive: Archive, least: int) -> None:
    pairs: dict[Any, list[Part]] = defaultdict(list)
    for some in by(rows(), "log", "hand").values():
        for one, other in permutations(some, 2):
            if one.side is not None and one.side == other.side and one.player < other.player:
                pairs[one.game, one.player, other.player].append(one)
    pairs = {pair: some for pair, some in pairs.items() if len(some) >= least}
    told = {(row["game"], row["player"], row["partner"]): row for row in asked(archive, "partners", least=least)}
    assert told.keys() == pairs.keys()
    assert len({game for game, *_ in told}) == (5 if least == 1 else 3)
    for pair, some in pairs.items():
        row, won, points = told[pair], known(some, "won"), known(some, "points")
        unknown = sum(one.points is None or one.won is None for one in some)
        assert (row["hands"], row["won"], row["unknown"]) == (len(some), sum(won), unknown)
        assert (row["won_rate"], row["points_per_hand"]) == (mean(won), mean(points))


@pytest.mark.parametrize("last", [1, 4, 20])
def test_form(archive: Archive, last: int) -> None:
    told = {(row["game"], row["player"]): row for row in asked(archive, "form", last=last)}
    people = by(rows(), "game", "player")
    assert told.keys() == people.keys()
    for (game, player), every in people.items():
        row, some = told[game, player], every[-last:]
        won, points, before = known(some, "won"), known(some, "points"), known(every[:-last], "points")
        assert (row["hands"], row["won"]) == (len(some), sum(won))
        assert row["unknown"] == sum(one.points is None or one.won is None for one in some)
        assert (row["won_rate"], row["points_per_hand"], row["before"]) == (mean(won), mean(points), mean(before))
        assert row["latest"] == "".join({True: "W", False: "L", None: "?"}[one.won] for one in some[-10:])
        assert str(row["day"] or "") == some[-1].day
        if points and before:
            better = statistics.mean(points) - statistics.mean(before)
            assert row["better"] == pytest.approx(better * (-1 if find(game).best == "least" else 1), abs=6e-5)
    assert len(asked(archive, "form", last=last, hands=True)) == sum(row["hands"] for row in told.values())


def test_form_of_an_evening(archive: Archive) -> None:
    for day in {row.day for row in rows()} - {""}:
        told = {(row["game"], row["player"]): row for row in asked(archive, "form", evening=day)}
        evening = [row for row in rows() if row.day == day]
        assert told.keys() == {(row.game, row.player) for row in evening}
        for (game, player), row in told.items():
            some = [one for one in evening if (one.game, one.player) == (game, player)]
            before = [one for one in rows(game, since="0") if one.player == player and one.day < day]
            assert (row["hands"], row["won"]) == (len(some), sum(known(some, "won")))
            assert (row["points_per_hand"], row["before"]) == (
                mean(known(some, "points")),
                mean(known(before, "points")),
            )
            assert str(row["day"]) == day
        assert len(asked(archive, "form", evening=day, hands=True)) == len(evening)


@pytest.mark.check
def test_what_is_asked_of_one_session_is_what_an_archive_of_it_alone_answers(archive: Archive, tmp_path: Path) -> None:
    """The numbers of an archive of all sessions are counted in plain Python; by these, those of one session are too."""
    names = [name for name, one in questions().items() if "log" in one.params and name not in {"luck", "upsets"}]
    assert len(names) > 16
    of_game = by((read_bytes(data).log.header for data in partial_logs()), "game")
    logs = {game: some[number % len(some)].log for number, ((game,), some) in enumerate(of_game.items())}
    alone = new_archive(tmp_path, [data for data in partial_logs() if read_bytes(data).log.header.log in logs.values()])
    with archive.reading(), alone.reading():  # DuckDB opens each file once
        for name in names:
            for hands in (False, True):
                every = by_game(asked(alone, name, hands=hands))
                for game, some in [*every.items()][:4]:
                    assert asked(archive, name, hands=hands, log=logs[game]) == some, (name, game)


def by_game(some: Iterable[Row]) -> dict[str, list[Row]]:
    """Rows of an answer by their game."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in some:
        found[row["game"]].append(row)
    return found


def test_records(archive: Archive) -> None:
    told = {(row["game"], row["record"]): row for row in asked(archive, "records")}
    streaks = asked(archive, "streaks")
    for game in {row.game for row in rows()}:
        sign = -1 if find(game).best == "least" else 1
        margins = []
        for some in by(rows(game), "log", "hand").values():
            for one in some:
                against = [row.points for row in some if row is not one and (row.side is None or row.side != one.side)]
                if find(game).contest == "bank":
                    against = [0]
                if against and one.points is not None and None not in against:
                    margins.append(sign * (one.points - statistics.mean(against)))  # type: ignore[type-var]
        if all(row.points in {None, row.won} for row in rows(game)):  # points tell who has won, and nothing more
            margins = [0]
        win, loss = told.get((game, "largest win")), told.get((game, "largest loss"))
        assert (win["value"] if win else 0) == pytest.approx(max(0, *margins), abs=6e-5)
        assert (loss["value"] if loss else 0) == pytest.approx(-min(0, *margins), abs=6e-5)
        assert {row["hands"] for row in (win, loss) if row} <= {len(margins)}
        assert all(f" {find(game).score.partition('/')[0]}" in row["says"] for row in (win, loss) if row)
        longest = [row for row in streaks if row["game"] == game]
        run = told.get((game, "longest run"))
        assert (run is None) == (not longest)
        if run:
            assert run["value"] == longest[0]["streak"]
            assert any(row["player"] == run["player"] and row["first_hand"] == run["hand"] for row in longest)
    for row in told.values():
        assert row["unknown"] + row["hands"] == len(rows(row["game"]))
        assert str(row["day"] or "") == next(one.day for one in rows(row["game"]) if one.log == row["log"])
        log, hand = row["replay"].removeprefix("upcard replay ").split(" --hand ")
        assert (row["log"].startswith(log), int(hand)) == (True, row["hand"])


def dealt() -> dict[tuple[str, str, int, str], tuple[str, ...]]:
    """The cards of all hands that were written down as dealt, by game, log, hand and player."""
    told = {}
    for one in counted(partial_logs()):
        lines = [event for line, event in one.log.events if one.first <= line <= one.last and type(event) is Dealt]
        for seat, player in enumerate(one.players):
            lists = [event.hands[seat] if event.hands else None for event in lines]
            if lists and all(some and all(card.known for card in some) for some in lists):
                cards = tuple(str(card) for some in lists for card in some or ())
                told[one.game.key, one.log.header.log, one.hand, player] = cards
    return told


def shapes(cards: tuple[str, ...]) -> list[str]:
    """How many cards there are of each suit, and of each rank, in words."""
    suits = Counter("X" if card[0] == "X" else card[1] for card in cards)
    ranks = Counter(Counter(card[0] for card in cards).values())
    alike = [f"{ranks[of]} of {of}" for of in (4, 3, 2) if ranks[of]]
    return [f"suits {'-'.join(map(str, sorted(suits.values(), reverse=True)))}", ", ".join(alike)]


def said_of(says: str) -> str:
    """The same of what is said of ranks."""
    told = says.replace("no two cards of one rank", "")
    for name, of in (("four of a kind", 4), ("three of a kind", 3)):
        told = re.sub(
            rf"{name}(?: (\w+)(?: times)?)?",
            lambda found, of=of: f"{ {None: 1, 'twice': 2}.get(found[1]) or found[1] } of {of}",
            told,
        )
    return re.sub(r"(\d+) pairs?", r"\1 of 2", told)


def test_the_rarest_hand_is_one_that_was_dealt(archive: Archive) -> None:
    hands = dealt()
    found = [row for row in asked(archive, "records") if row["record"] == "rarest hand"]
    assert len({game for game, *_ in hands}) == len(found) > 9
    for row in found:
        assert said_of(row["says"]) in shapes(hands[row["game"], row["log"], row["hand"], row["player"]])
        assert not (find(row["game"]).by_rank and row["says"].startswith("suits")), row
        assert row["hands"] == sum(game == row["game"] for game, *_ in hands)


@pytest.mark.parametrize("cards", ["AsAhAd2s", "AsAh2d2s", "As2s3s4s", "Ad2s3h4c"])
def test_the_chance_of_a_shape_is_that_of_all_hands_counted(cards: str) -> None:
    pack = [rank + suit for rank in "A2345" for suit in "shd"]
    every = list(combinations(pack, 4))
    mine = tuple(cards[place : place + 2] for place in range(0, 8, 2))
    for sizes, place in (((3,) * 5, 0), ((5,) * 3, 1)):
        counts = Counter(card[place] for card in mine)
        shape = sorted(counts.values())
        same = sum(sorted(Counter(card[place] for card in hand).values()) == shape for hand in every)
        told = (*shape, *[0] * (len(sizes) - len(shape)))
        assert len(told) > len(sizes) or chance_of(sizes, told) == pytest.approx(same / len(every))


# ---- Upsets ------------------------------------------------------------------------------------------------------------


class Trial(NamedTuple):
    """A hand that could be rated: who came out before whom, and the ratings before it. sides: names, place, mu and sigma of each of a side."""

    day: str
    log: str
    hand: int
    sides: list[tuple[list[str], int, list[tuple[float, float]]]]


def trials(game: str) -> tuple[list[Trial], dict[str, int]]:
    """The hands of a game that could be rated, in the order of time, and of each session how many hands count."""
    model = pytest.importorskip("openskill.models").PlackettLuce(beta=25)
    skills: dict[str, Any] = {}
    found, every = [], Counter[str]()
    for (day, log, hand), some in by(rows(game), "day", "log", "hand").items():
        every[log] += 1
        told = places(some)
        if told is None:
            continue
        most = max(len(people) for people, _ in told)
        teams = [people + ["alone"] * (most - len(people)) for people, _ in told]
        before = [[skills.setdefault(name, model.rating()) for name in team] for team in teams]
        sides = [
            (people, place, [(one.mu, one.sigma) for one in team])
            for (people, place), team in zip(told, before, strict=True)
        ]
        found.append(Trial(day, log, hand, sides))
        after = model.rate(before, ranks=[place for _, place in told])
        skills |= {
            name: skill for team, some in zip(teams, after, strict=True) for name, skill in zip(team, some, strict=True)
        }
    return found, every


def foretold(winner: list[tuple[float, float]], other: list[tuple[float, float]], hands: int) -> float:
    """How likely one comes out before the other in so many hands, each as much luck as 25 points of a rating."""
    spread = 2 * 25**2 / hands + sum(sigma**2 for _, sigma in (*winner, *other))
    return statistics.NormalDist().cdf((sum(mu for mu, _ in winner) - sum(mu for mu, _ in other)) / spread**0.5)


class Upset(NamedTuple):
    """Who won, who was rated highest, the mean ratings of both, how likely it was, and of how many hands."""

    people: list[str]
    favourites: list[str]
    ratings: tuple[float, float]
    chance: float
    hands: int


def rating_of(side: Any) -> float:
    """The mean of the ratings of those who sat on a side."""
    people, _, skills = side
    return statistics.mean(mu for mu, _ in skills[: len(people)])


def upset(sides: list[Any], hands: int) -> Upset | None:
    """What there was of an upset, if the one that came out first alone was rated lower."""
    first = [side for side in sides if side[1] == min(place for _, place, _ in sides)]
    best = max(sides, key=lambda side: sum(mu for mu, _ in side[2]))
    if len(first) > 1 or sum(mu for mu, _ in first[0][2]) >= sum(mu for mu, _ in best[2]):
        return None
    ratings = rating_of(first[0]), rating_of(best)
    return Upset(sorted(first[0][0]), sorted(best[0]), ratings, foretold(first[0][2], best[2], hands), hands)


def evening(some: list[Trial], game: str) -> list[tuple[list[str], float, list[tuple[float, float]]]] | None:
    """The sides of a session, placed by what ranks the game."""
    parts = [row for row in rows(game) if (row.log, row.hand) in {(one.log, one.hand) for one in some}]
    mine = {name: list(them) for (name,), them in by(parts, "player").items() if 2 * len(them) >= len(some)}
    start: dict[str, tuple[float, float]] = {}
    for one in some:
        for people, _, skills in one.sides:
            for name, skill in zip(people, skills, strict=False):
                start.setdefault(name, skill)
    column = "won" if find(game).measure == "won_rate" else "points"
    sign = 1 if find(game).best == "least" and column == "points" else -1
    if not some or len(mine) < 2 or any(None in [getattr(row, column) for row in them] for them in mine.values()):
        return None
    height = {name: sign * statistics.mean(known(them, column)) for name, them in mine.items()}
    divided = [{frozenset(name for name in people if name in mine) for people, *_ in one.sides} for one in some]
    together = divided[0] if all(one == divided[0] for one in divided) else set()
    if len({len(one) for one in together}) != 1:
        together = {frozenset([name]) for name in mine}
    return [(sorted(one), sum(height[name] for name in one), [start[name] for name in one]) for one in together]


@pytest.mark.parametrize("of", ["hand", "evening"])
def test_upsets(archive: Archive, of: str) -> None:
    told: dict[str, dict[tuple[str, int | None], Row]] = defaultdict(dict)
    for row in asked(archive, "upsets", of=of, most=1000):
        told[row["game"]][row["log"], row["hand"]] = row
    assert len(told) > 4
    for game in {row.game for row in rows() if find(row.game).contest != "bank"}:
        hands, every = trials(game)
        sessions = {log: [one for one in hands if one.log == log] for log in every}
        sides: dict[tuple[str, int | None], Any] = (
            {(one.log, one.hand): (one.sides, 1) for one in hands}
            if of == "hand"
            else {(log, None): (evening(some, game), len(some)) for log, some in sessions.items()}
        )
        known_sides = {key: one for key, one in sides.items() if one[0] is not None}
        expected = {key: found for key, one in known_sides.items() if (found := upset(*one)) is not None}
        assert told[game].keys() == expected.keys()
        for key, row in told[game].items():
            one = expected[key]
            assert sorted(row["player"].split(" and ")) == one.people
            assert sorted(row["against"].split(" and ")) == one.favourites
            assert (row["rating"], row["against_rating"]) == pytest.approx(one.ratings, abs=6e-3)
            assert (row["chance"], row["hands"]) == (pytest.approx(one.chance, abs=6e-5), one.hands)
            everything = sum(every.values()) if of == "hand" else len(every)
            assert (row["told"], row["unknown"]) == (len(known_sides), everything - len(known_sides))
        chances = [row["chance"] for row in told[game].values()]
        assert chances == sorted(chances)


def test_upsets_that_are_asked_for_are_of_all_upsets(archive: Archive) -> None:
    every = asked(archive, "upsets", of="hand", most=1000)
    one = every[len(every) // 2]
    told = [{**row, "told": 0, "unknown": 0} for row in asked(archive, "upsets", of="hand", most=1000, log=one["log"])]
    assert told == [{**row, "told": 0, "unknown": 0} for row in every if row["log"] == one["log"]]
    since = [(row["log"], row["hand"]) for row in asked(archive, "upsets", of="hand", most=1000, season=2013)]
    assert since == [(row["log"], row["hand"]) for row in every if row["day"] and row["day"].year == 2013]
    mine = asked(archive, "upsets", of="hand", most=1000, player="ann")
    assert [(row["log"], row["hand"]) for row in mine] == [
        (row["log"], row["hand"]) for row in every if "ann" in f"{row['player']} and {row['against']}".split(" and ")
    ]
    most = Counter(row["game"] for row in asked(archive, "upsets", of="hand", most=2))
    assert set(most.values()) <= {1, 2}


# ---- What games count --------------------------------------------------------------------------------------------------


def marked(game: str, *names: str) -> dict[str, dict[str, list[tuple[Counted, int, int | None]]]]:
    """By player and mark: the hands of which it is told, with the seat and the amount; a seat of -1 where it is not told."""
    found: dict[str, dict[str, list[tuple[Counted, int, int | None]]]] = defaultdict(lambda: defaultdict(list))
    for one in counted(partial_logs()):
        for mark in one.marks if one.game.key == game else ():
            there = (
                [mark.seat]
                if mark.seat is not None
                else [seat for seat in range(len(one.players)) if seat not in one.result.absent]
            )
            for seat in there if mark.seat is not None or mark.amount is None else ():
                if mark.name in names:
                    found[one.players[seat]][mark.name].append(
                        (one, seat if mark.seat is not None else -1, mark.amount)
                    )
    return found


def total(some: list[tuple[Counted, int, int | None]]) -> int:
    return sum(amount or 0 for _, _, amount in some)


@pytest.mark.parametrize(
    ("question", "game", "columns", "rates"),
    [
        ("pops", "pop", {"taken": "pops_taken", "folded": "pops_folded"}, {"fold_rate": ("folded", ("taken", "folded"), 1)}),
        ("bluffs", "popcorn", {"lays": "lays", "bluffs": "bluffs", "calls": "calls", "right_calls": "right_calls", "sure_bluffs": "sure_bluffs", "missed_sure_calls": "missed_sure_calls"}, {"bluff_rate": ("bluffs", ("lays",), 1), "right_rate": ("right_calls", ("calls",), 1)}),
        ("plucks", "pluck", {"plucks": "plucks", "plucked": "plucked"}, {"plucks_per_hand": ("plucks", ("hands",), 1)}),
        ("melds", "tresette", {"points": "melds", "good_play": "good_play"}, {"points_per_hand": ("points", ("hands",), 1)}),
        ("missed-calls", "last_one", {"missed": "missed_calls"}, {"per_hundred": ("missed", ("hands",), 100)}),
    ],
)  # fmt: skip
def test_what_is_counted(
    archive: Archive,
    question: str,
    game: str,
    columns: dict[str, str],
    rates: dict[str, tuple[str, tuple[str, ...], int]],
) -> None:
    people = marked(game, *columns.values())
    told = {row["player"]: row for row in asked(archive, question)}
    assert told.keys() == people.keys()
    assert any(row["unknown"] for row in told.values())
    first = next(iter(columns.values()))
    for player, row in told.items():
        assert row["game"] == game
        assert row["hands"] == sum(seat >= 0 for _, seat, _ in people[player][first])
        assert row["unknown"] == sum(seat < 0 for _, seat, _ in people[player][first])
        assert all(row[column] == total(people[player][name]) for column, name in columns.items())
        for name, (numerator, denominator, times) in rates.items():
            below = sum(row[one] for one in denominator)
            assert row[name] == (pytest.approx(times * row[numerator] / below, abs=6e-5) if below else None)
    assert sum(total(one) for names in people.values() for one in names.values()) > 0


def test_declarers(archive: Archive) -> None:
    told = {(row["game"], row["player"]): row for row in asked(archive, "declarers")}
    games = {"court_piece": "caller", "hasenpfeffer": "declarer", "calabrasella": "declarer", "dou_dizhu": "declarer"}
    assert {game for game, _ in told} == games.keys()
    for game, name in games.items():
        people = marked(game, name)
        assert {player for one, player in told if one == game} == people.keys()
        for player, names in people.items():
            row, mine = told[game, player], [(one, seat, bid) for one, seat, bid in names[name] if seat >= 0]
            won = [one.result.won[seat] for one, seat, _ in mine if one.result.won[seat] is not None]
            points = [one.result.points[seat] for one, seat, _ in mine if one.result.points[seat] is not None]
            unknown = sum(None in {one.result.won[seat], one.result.points[seat]} for one, seat, _ in mine)
            assert (row["hands"], row["won"], row["unknown"], row["untold"]) == (
                len(mine),
                sum(map(bool, won)),
                unknown,
                len(names[name]) - len(mine),
            )
            assert (row["won_rate"], row["points_per_hand"]) == (mean(won), mean(points))
            assert row["bid"] == mean([bid for *_, bid in mine if bid is not None])


def called_won(one: Counted) -> bool | None:
    """Whether who called trump or declared has won, if both are known."""
    seats = [mark.seat for mark in one.marks if mark.name in {"caller", "declarer"} and mark.seat is not None]
    return one.result.won[seats[0]] if seats else None


def test_trumps_leads_to_hands_of_games_with_a_trump_suit(archive: Archive) -> None:
    behind = asked(archive, "trumps", hands=True)
    found = Counter(row["game"] for row in asked(archive, "trumps") for _ in range(row["hands"]))
    unknown = {row["game"]: row["unknown"] for row in asked(archive, "trumps")}
    assert Counter(row["game"] for row in behind) == found + Counter(unknown)


def test_trumps(archive: Archive) -> None:
    hands = counted(partial_logs())
    told = asked(archive, "trumps")
    assert {(row["game"], row["trump"]) for row in told} == {
        (one.game.key, one.result.trump) for one in hands if one.result.trump
    }
    for row in told:
        every = [one for one in hands if one.game.key == row["game"]]
        some = [one for one in every if one.result.trump == row["trump"]]
        won = [called_won(one) for one in some if called_won(one) is not None]
        known_trump = sum(one.result.trump is not None for one in every)
        assert (row["hands"], row["unknown"]) == (len(some), len(every) - known_trump)
        assert row["share"] == pytest.approx(len(some) / known_trump, abs=6e-5)
        assert (row["called_won"], row["called_rate"]) == (sum(map(bool, won)), mean(won))


def test_bombs(archive: Archive) -> None:
    hands = [(one, mark.amount) for one in counted(partial_logs()) for mark in one.marks if mark.name == "bombs"]
    told = asked(archive, "bombs")
    assert {row["bombs"] for row in told} == {bombs for _, bombs in hands} - {None}
    for row in told:
        won = [called_won(one) for one, bombs in hands if bombs == row["bombs"] and called_won(one) is not None]
        assert row["hands"] == sum(bombs == row["bombs"] for _, bombs in hands)
        assert row["unknown"] == sum(bombs is None for _, bombs in hands)
        assert (row["game"], row["share"]) == (
            "dou_dizhu",
            mean([bombs == row["bombs"] for _, bombs in hands if bombs is not None]),
        )
        assert (row["landlord_won"], row["landlord_rate"]) == (sum(map(bool, won)), mean(won))


def test_pools(archive: Archive) -> None:
    taken: dict[Any, dict[Any, int]] = defaultdict(lambda: defaultdict(int))
    for one in counted(partial_logs()):
        for move in one.result.transfers:
            kind, _, pool = move.source.partition(":")
            seat = move.target.removeprefix("seat:")
            if kind == "pool" and seat.isdecimal() and int(seat) not in one.result.absent:
                key = one.log.header.log, one.hand, one.result.points[int(seat)] is None
                taken[one.game.key, one.players[int(seat)], pool][key] += move.amount
    told = {(row["game"], row["player"], row["pool"]): row for row in asked(archive, "pools")}
    assert told.keys() == taken.keys()
    assert {game for game, *_ in told} == {"pope_joan", "spinado"}
    for (game, player, pool), row in told.items():
        some = [one for one in rows(game) if one.player == player]
        sure = [one for one in some if one.points is not None]
        hands = taken[game, player, pool]
        assert (row["times"], row["counters"]) == (len(hands), sum(hands.values()))
        assert (row["hands"], row["unknown"]) == (len(some), len(some) - len(sure))
        known_times = sum(not unknown for *_, unknown in hands)
        assert row["rate"] == (pytest.approx(known_times / len(sure), abs=6e-5) if sure else None)


def agree_on_courts(archive: Archive, every: list[Part]) -> int:
    """The courts of each are those of the hands. Returns how many there are."""
    told = asked(archive, "courts")
    for row in told:
        some = [one for one in every if (one.game, one.player) == (row["game"], row["player"])]
        sure = [one.points for one in some if one.points is not None]
        against = [
            other.points or 0
            for one in some
            for other in every
            if (other.when, other.side) == (one.when, 1 - (one.side or 0))
        ]
        assert (row["hands"], row["unknown"]) == (len(sure), len(some) - len(sure))
        assert (row["made"], row["courts"]) == (sum(one > 0 for one in sure), sum(sure))
        assert row["against"] == sum(against) // 2
        assert row["per_hundred"] == (pytest.approx(100 * row["made"] / len(sure), abs=6e-5) if sure else None)
    return sum(row["courts"] for row in told)


def test_courts(archive: Archive, tmp_path: Path) -> None:
    agree_on_courts(archive, rows("court_piece"))
    many = simulated(3, hands=60, games=("court_piece",))
    assert agree_on_courts(new_archive(tmp_path, many), list(played(tuple(many)))) > 0


def test_bets(archive: Archive) -> None:
    told = {(row["player"], row["chance"]): row for row in asked(archive, "bets")}
    kinds = ("noir", "rouge", "couleur", "inverse")
    people = marked("trente_et_quarante", *(f"{what}_{kind}" for what in ("staked", "net") for kind in kinds))
    assert told.keys() == {(player, name.partition("_")[2]) for player, names in people.items() for name in names}
    for (player, kind), row in told.items():
        bets = [people[player][f"{what}_{kind}"] for what in ("staked", "net")]
        staked, net = map(total, bets)
        untold = [one for one in rows("trente_et_quarante") if one.player == player and one.points is None]
        hands = {(one.log.header.log, one.hand) for some in bets for one, _, _ in some}
        assert (row["game"], row["hands"], row["unknown"]) == ("trente_et_quarante", len(hands), len(untold))
        assert (row["staked"], row["net"]) == (staked, net)
        assert row["edge"] == (pytest.approx(net / staked, abs=6e-5) if staked else None)


# ---- What games count, by the lines of the log -------------------------------------------------------------------------


def whole(game: str, hands: int = 12, **options: Any) -> Iterator[tuple[list[Any], Any]]:
    """Hands of which all is known: their events and marks by name and seat."""
    for log in sessions(Setup(game=game, seed=5, options=options), hands=hands):
        done = audit(log)
        for one in hands_of(log, done):
            if one.ended is not None and one.result.counts:
                marks = {(mark.name, mark.seat): mark.amount for mark in one.ended.marks}
                yield [event for _, event in log.events[one.start : one.end]], marks


def test_marks_are_what_the_lines_of_whole_hands_tell() -> None:
    for events, marks in whole("pop"):
        for seat in (0, 1):
            assert marks["pops_taken", seat] == sum(
                type(event) is Accepted and event.seat == 1 - seat for event in events
            )
            assert marks["pops_folded", seat] == sum(
                type(event) is Folded and event.seat == 1 - seat for event in events
            )
    for events, marks in whole("popcorn", 3):
        for seat in range(4):
            assert marks["calls", seat] == sum(type(event) is BluffCalled and event.seat == seat for event in events)
            assert marks["lays", seat] == sum(type(event) is Claimed and event.seat == seat for event in events)
    for events, marks in whole("dou_dizhu"):
        sets = [[card[0] for card in event.cards] for event in events if type(event) is Laid]
        bombs = sum((len(one) == 4 and len({*one}) == 1) or one == ["X", "X"] for one in sets)
        bids = [event for event in events if type(event) is Bid]
        assert marks["bombs", None] == bombs
        if bids:
            assert marks["declarer", bids[-1].seat] == bids[-1].amount
    for events, marks in whole("calabrasella"):
        assert [seat for name, seat in marks if name == "declarer"] == [
            event.seat for event in events if type(event) is Elected
        ]
    for events, marks in whole("court_piece"):
        assert marks == {("caller", next(event.seat for event in events if type(event) is TrumpNamed)): None}
    for events, marks in whole("pluck"):
        for seat in range(3):
            assert marks["plucks", seat] == sum(type(event) is Gave and event.seat == seat for event in events)
            assert marks["plucked", seat] == sum(type(event) is Gave and event.to == seat for event in events)
    for events, marks in whole("last_one", 6):
        for seat in range(4):
            penalties = [
                event
                for event in events
                if type(event) is Drew and event.why == "missed_call" and event.seat == seat and event.count
            ]
            assert marks["missed_calls", seat] >= len(penalties) > -1


def test_the_bets_of_a_session_bring_what_purses_gain() -> None:
    for log in sessions(Setup(game="trente_et_quarante", seed=3), hands=30, count=3):
        done = audit(log)
        marks = [mark for one in done.results for mark in one.marks]
        net = sum(mark.amount or 0 for mark in marks if mark.name.startswith("net_"))
        moves = [move for one in done.results for move in one.result.transfers]
        of_bets = [move for move in moves if "insurance" not in move.why]
        paid = sum(move.amount for move in of_bets if move.source == "bank") - sum(
            move.amount for move in of_bets if move.target == "bank"
        )
        assert net == paid
        assert sum(mark.amount or 0 for mark in marks if mark.name.startswith("staked_")) > 0


# ---- Findings, hands, sessions, months, meetings, streaks ---------------------------------------------------------------


def audits() -> list[tuple[Log, Audit]]:
    """Each log with its audit."""
    return [audited(data) for data in partial_logs()]


def findings() -> list[tuple[Log, Finding, str | None]]:
    """All that was found, with who sat there then."""
    return [(log, one, Sitting(log).player(one.seat, one.at)) for log, done in audits() for one in done.findings]


def test_findings(archive: Archive) -> None:
    times: Counter[Any] = Counter()
    logs: dict[Any, set[str]] = defaultdict(set)
    for log, one, player in findings():
        key = log.header.game, one.kind, one.clause, one.name, player
        times[key] += 1
        logs[key].add(log.header.log)
    names = ("game", "kind", "clause", "name", "player")
    told = {tuple(row[name] for name in names): row for row in asked(archive, "findings")}
    assert {key: (row["times"], row["logs"]) for key, row in told.items()} == {
        key: (number, len(logs[key])) for key, number in times.items()
    }
    assert {kind for _, kind, *_ in told} >= {"breach", "note"}
    assert len(asked(archive, "findings", hands=True)) == times.total()
    of_kind = asked(archive, "findings", kind="breach")
    assert sum(row["times"] for row in of_kind) == sum(n for key, n in times.items() if key[1] == "breach")


def test_hands(archive: Archive) -> None:
    wrong = Counter((log.header.log, one.hand) for log, one, _ in findings() if one.kind != "note")
    hands = by(rows(), "when", "game", "level")
    told = {(str(row["day"] or ""), row["log"], row["hand"]): row for row in asked(archive, "hands")}
    assert list(told) == sorted(told)
    assert told.keys() == {when for when, *_ in hands}
    for (when, game, level), some in hands.items():
        row = told[when]
        assert (row["game"], row["level"], row["findings"]) == (game, level, wrong[when[1:]])
        assert row["players"] == " ".join(one.player for one in some)
        assert row["points"] == " ".join("?" if one.points is None else str(one.points) for one in some)
        assert row["winners"] == (" ".join(one.player for one in some if one.won) or None)
    (ann,) = [{row["hand"] for row in asked(archive, "hands", player="ann", log=log)} for log in [next(iter(told))[1]]]
    assert ann == {one.hand for one in rows() if one.log == next(iter(told))[1] and one.player == "ann"}


def test_sessions(archive: Archive) -> None:
    told = {row["log"]: row for row in asked(archive, "sessions")}
    assert len(told) == len(partial_logs())
    for data, (log, done) in zip(partial_logs(), audits(), strict=True):
        row, hands = told[log.header.log], [*hands_of(log, done)]
        joined = [event.player for _, event in log.events if type(event) is Joined]
        untold = [one for one in hands if one.ended is not None and has_unknown_points(one.result)]
        assert (row["game"], str(row["day"] or "")) == (log.header.game, (log.header.at or "")[:10])
        assert row["players"] == " ".join(dict.fromkeys([*log.header.seats, *joined]))
        assert (row["hands"], row["unknown"]) == (len(hands), len(untold))
        assert row["findings"] == sum(one.kind != "note" for one in done.findings)
        assert (row["closed"], row["lines"]) == (done.state.closed, data.count(b"\n"))


def has_unknown_points(result: Result) -> bool:
    """Whether the points of somebody are not known who had a part in a hand."""
    return any(points is None for seat, points in enumerate(result.points) if seat not in result.absent)


@pytest.mark.parametrize("player", ["ann", "gus"])
def test_player(archive: Archive, player: str) -> None:
    months: dict[tuple[str, str], list[Part]] = defaultdict(list)
    for one in rows():
        if one.player == player:
            months[one.game, one.day[:7]].append(one)
    told = {(row["game"], row["month"] or ""): row for row in asked(archive, "player", player=player)}
    assert list(told) == sorted(months)
    assert len(asked(archive, "player", player=player, hands=True)) == sum(map(len, months.values()))
    for key, some in months.items():
        row, won, points = told[key], known(some, "won"), known(some, "points")
        assert (row["hands"], row["won"], row["points"]) == (len(some), sum(won), sum(points) if points else None)
        assert row["unknown"] == sum(one.points is None or one.won is None for one in some)
        assert (row["won_rate"], row["points_per_hand"]) == (mean(won), mean(points))


def test_head_to_head(archive: Archive) -> None:
    met: dict[Any, list[tuple[Part, Part]]] = defaultdict(list)
    for some in by(rows(), "log", "hand").values():
        for one, other in permutations(some, 2):
            apart = one.side != other.side if None not in {one.side, other.side} else not (one.won and other.won)
            if one.player < other.player and apart:
                met[one.game, one.player, other.player].append((one, other))
    told = {(row["game"], row["player"], row["against"]): row for row in asked(archive, "head-to-head")}
    assert told.keys() == met.keys()
    for key, some in met.items():
        row = told[key]
        priced = [(one.points, other.points) for one, other in some if None not in {one.points, other.points}]
        assert (row["hands"], row["won"], row["lost"]) == (
            len(some),
            sum(one.won is True for one, _ in some),
            sum(other.won is True for _, other in some),
        )
        assert row["unknown"] == sum(None in {one.won, other.won} for one, other in some)
        sums = tuple(map(sum, zip(*priced, strict=True))) if priced else (None, None)
        assert (row["points"], row["points_against"]) == sums
    assert len(asked(archive, "head-to-head", hands=True)) == sum(map(len, met.values()))


def test_streaks(archive: Archive) -> None:
    """Runs of hands won, which a hand that is not won, was missed, or came to no end breaks for all who sat down there."""
    ended = {(one.log, one.hand, one.player): one for one in rows()}
    running: dict[tuple[str, str], list[Part]] = defaultdict(list)
    best: dict[tuple[str, str], list[Part]] = {}
    for log, done in sorted(audits(), key=lambda one: ((one[0].header.at or "")[:10], one[0].header.log)):
        game, hands = log.header.game, {one.hand: one for one in hands_of(log, done)}
        joined = [event.player for _, event in log.events if type(event) is Joined]
        for number in range(1, max(done.state.hand, *hands) + 1):
            is_told = number in hands and hands[number].ended is not None
            for player in {*log.header.seats, *joined}:
                run, part = running[game, player], ended.get((log.header.log, number, player))
                if not is_told or (part is not None and not part.won):
                    run.clear()
                elif part is not None:
                    run.append(part)
                    best[game, player] = max(best.get((game, player), []), run[:], key=len)
    told = {(row["game"], row["player"]): row for row in asked(archive, "streaks")}
    assert max(map(len, best.values())) > 2
    assert {
        key: (row["streak"], str(row["since"] or ""), str(row["until"] or ""), row["first_log"], row["first_hand"])
        for key, row in told.items()
    } == {key: (len(run), run[0].day, run[-1].day, run[0].log, run[0].hand) for key, run in best.items()}


# ---- Luck --------------------------------------------------------------------------------------------------------------


def worth_of(cards: Iterable[str], game: str) -> int:
    """The count of the high cards, in the words of the question: `A 4, K 3, Q and J 2`."""
    names = {"joker": "X", "three": "3", "two": "2"}
    words = MEASURES[game][1].partition(";")[0].replace(" and ", "+").split(", ")
    worths = {}
    for word in words:
        ranks, _, number = word.partition(" ")
        if number.isdecimal():
            worths |= {names.get(rank, rank): int(number) for rank in ranks.split("+")}
    return sum(worths.get(card[0], 0) for card in cards)


def made_of(one: Part) -> int | None:
    """What counts of a hand: who has won it, where that is what ranks, else points."""
    if find(one.game).measure == "won_rate":
        return None if one.won is None else int(one.won)
    return one.points


def hands_for_luck(game: str) -> list[tuple[Part, float]]:
    """Of each hand of which all cards and points are known, how much more the own side's cards were worth than the others'."""
    cards, known_hands = dealt(), []
    for some in by(rows(game), "log", "hand").values():
        worths = {
            one.player: worth_of(cards[game, one.log, one.hand, one.player], game)
            for one in some
            if (game, one.log, one.hand, one.player) in cards
        }
        if len(worths) == len(some) and all(made_of(one) is not None for one in some):
            for one in some:
                own = [
                    worths[other.player]
                    for other in some
                    if other is one or (one.side is not None and other.side == one.side)
                ]
                rest = [
                    worths[other.player]
                    for other in some
                    if not (other is one or (one.side is not None and other.side == one.side))
                ]
                known_hands.append((one, statistics.mean(own) - statistics.mean(rest)))
    return known_hands


def test_luck(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.records.luck.LEAST", 8)
    told = {(row["game"], row["player"]): row for row in asked(archive, "luck")}
    assert {game for game, player in told if player is None} == NONE.keys()
    assert all(told[game, None]["says"].startswith("no measure: ") for game in NONE)
    assert {game for game, _ in told} == {row.game for row in rows()}
    for game in MEASURES:
        check_luck(game, rows(game), told)


@pytest.mark.parametrize("game", ["court_piece", "big_two", "pop"])
def test_luck_of_one_session_is_reckoned_by_all_hands(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr("upcard.records.luck.LEAST", 8)
    played_in = [log for (log,) in by(rows(game), "log")]
    assert len(played_in) > 1
    for log in played_in:
        told = {(row["game"], row["player"]): row for row in asked(archive, "luck", log=log)}
        some = [row for row in rows(game) if row.log == log]
        assert told.keys() == {(game, row.player) for row in some}
        check_luck(game, some, told)


def test_luck_is_told_of_games_that_were_played(archive: Archive) -> None:
    (log,) = next(iter(by(rows("popcorn"), "log")))
    assert [row["says"] for row in asked(archive, "luck", log=log)] == [NONE["popcorn"]]


def check_luck(game: str, meant: list[Part], told: dict[Any, Row]) -> None:
    """The rows of an answer about some hands of a game are what these tell, by what cards are worth in all of its hands."""
    hands, logs = hands_for_luck(game), {row.log for row in meant}
    assert len(hands) >= 6, game
    worths, points = [worth for _, worth in hands], [made_of(one) or 0 for one, _ in hands]
    slope, average = statistics.linear_regression(worths, points)
    sign = -1 if find(game).best == "least" else 1
    for (player,), some in by(meant, "player").items():
        mine = [(one, worth) for one, worth in hands if one.player == player and one.log in logs]
        row, own = told[game, player], [(made_of(one) or 0, worth) for one, worth in mine]
        assert (row["hands"], row["unknown"]) == (len(own), len(some) - len(own))
        assert (row["dealt"], row["made"]) == (mean([worth for _, worth in own]), mean([one for one, _ in own]))
        if not own or len(hands) < 8:
            assert row["luck"] is row["better"] is None
            continue
        mean_worth = statistics.mean(worth for _, worth in own)
        assert row["luck"] == pytest.approx(sign * slope * mean_worth, abs=2e-4)
        expected = average + slope * mean_worth
        assert row["better"] == pytest.approx(sign * (statistics.mean(one for one, _ in own) - expected), abs=2e-4)


def test_few_hands_tell_no_worth_of_cards(archive: Archive) -> None:
    few = [row for row in asked(archive, "luck", game="dou_dizhu") if row["hands"]]
    assert few
    assert all(row["luck"] is None and row["dealt"] is not None for row in few)
