"""The report of an evening, a season or a person: what it tells is what the questions tell, and each figure leads to its hands."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import SAMPLES, upcard
from tests.pages.reading import Page, whole_in_itself
from tests.records.archives import new_archive, simulated, take
from tests.records.test_own_questions import FRIED
from upcard.engine.game import find, keys
from upcard.engine.simulate import Setup, sessions
from upcard.pages.report import charts
from upcard.pages.report.gathering import Gathered, Scope, answered, gathered, rated
from upcard.pages.report.page import drawings_of, page, shown_in_curves
from upcard.pages.report.scoping import Asked, scope_of
from upcard.records.archive.archive import Archive
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_bytes
from upcard.schemas.errors import UsageError
from upcard.schemas.events import FORMAT, HandStarted, Opened, Scored

pytestmark = pytest.mark.check

NASTY = "</td></title><script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{7*7}}]]><!--&#x3c;b&#x3e;\u202e\x1b[2J"
SHEETS = Path(__file__).parents[3] / "shared" / "data" / "big_two_2013" / "big-two-2013.txt"


def sheet(day: str, players: tuple[str, ...], *rows: tuple[int, ...], log: str = "sheet-1", **more: Any) -> bytes:
    """An evening of Big Two as a score sheet."""
    header = Opened(format=FORMAT, log=log, game="big_two", seats=players, at=day, **more)
    return sealed_bytes(header, [event for row in rows for event in (HandStarted(), Scored(counts=row))])


EVENING = sheet("2026-03-19", ("ann", "bob", "cid", "dee"), (0, 4, 9, 2), (3, 0, 1, 11), (7, 2, 0, 6), (0, 1, 1, 1))
LATER = sheet("2026-03-26", ("ann", "bob", "cid", "eve"), (0, 5, 6, 7), (2, 0, 3, 4), log="sheet-2")


MONTHLY = """-- title: Monthly: hands won
-- param since: from
-- param until: to
-- column game: the game
-- column month: the month
-- column player: who
-- column won: hands won
-- chart: curve of won by month for each player
SELECT game, strftime(day, '%Y-%m') AS month, player, count(*) AS won FROM results
WHERE won AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE) GROUP BY ALL ORDER BY player
-- hands
SELECT game, strftime(day, '%Y-%m') AS month, log, hand, player FROM results WHERE won ORDER BY time_order
"""


GHOSTS = """-- title: Ghosts: hands that are not there
-- param since: from
-- param until: to
-- column game: the game
-- column who: nobody
-- column n: so many
-- chart: bars of n by who
SELECT 'big_two' AS game, unnest(['some', 'none']) AS who, 2 AS n
-- hands
SELECT game, 'some' AS who, log, unnest([999, 1, 2, -1, 0]) AS hand FROM logs
UNION ALL SELECT game, 'none', log, 999 FROM logs WHERE game = 'big_two'
"""


def told(archive: Archive, **asked: str) -> Gathered:
    return gathered(archive, Scope(kind="season", title="A season", asked=asked))


def made(archive: Archive, scope: Scope, *, with_charts: bool = False) -> Page:
    """The report, read as a browser does; whole in itself, or it fails."""
    found = gathered(archive, scope)
    read = Page(page(found, drawings_of(found), with_charts=with_charts))
    whole_in_itself(read)
    return read


def test_each_figure_of_the_standings_is_that_of_the_question_and_leads_to_its_hands(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [EVENING, LATER])
    (game,) = told(archive).games
    rows = answered(archive, "standings", {"game": "big_two"})
    assert [row.player.text for row in game.standings] == [row["player"] for row in rows]
    bases = {basis.place: basis for basis in game.bases}
    for ranked, row in zip(game.standings, rows, strict=True):
        figures = dict(zip(game.columns, ranked.cells, strict=True))
        assert figures["hands"].text == f"{row['hands']:,}"
        assert figures["points"].text == f"{row['points']:,}"
        behind = bases[figures["won"].to].sittings
        hands = [number for one in behind for some in one.hands if some.word == "won" for number in some.numbers]
        assert sum(map(length, (number.text for number in hands))) == row["won"]
        everything = [number for one in behind for some in one.hands for number in some.numbers]
        assert sum(map(length, (number.text for number in everything))) == row["hands"]


def length(run: str) -> int:
    """How many hands a run of them is: `3`, `5` to `7`."""
    first, _, last = run.partition("\N{EN DASH}")
    return int(last or first) - int(first) + 1


def test_the_square_of_two_is_that_of_head_to_head_and_leads_to_where_they_met(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [EVENING, LATER])
    (game,) = told(archive).games
    bases = {basis.place: basis for basis in game.bases}
    for row in answered(archive, "head-to-head", {"game": "big_two"}):
        one, other = game.rivals.index(row["player"]), game.rivals.index(row["against"])
        duel, turned = game.duels[one][1][other], game.duels[other][1][one]
        assert duel.to == turned.to
        behind = bases[duel.to].sittings
        counts = {
            word: sum(
                length(number.text)
                for one in behind
                for some in one.hands
                if some.word == word
                for number in some.numbers
            )
            for word in {some.word for one in behind for some in one.hands}
        }
        assert counts.get(f"{row['player']} won", 0) == row["won"]
        assert counts.get(f"{row['against']} won", 0) == row["lost"]
        assert sum(counts.values()) == row["hands"]
        decided = row["won"] + row["lost"]
        assert duel.text == (f"{100 * row['won'] / decided:.0f}" if decided else "\N{EN DASH}")


def test_a_curve_ends_at_the_figure_of_the_standings(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [EVENING, LATER])
    (season,) = told(archive).games
    assert season.along == "day"
    ends = {point.series: point.value for point in season.curves}
    rows = answered(archive, "standings", {"game": "big_two"})
    assert {name: round(value, 4) for name, value in ends.items()} == {
        row["player"]: row["points_per_hand"] for row in rows
    }
    (evening,) = told(archive, since="2026-03-19", until="2026-03-19").games
    assert evening.along == "hand"
    ends = {point.series: point.value for point in evening.curves}
    assert ends == {"ann": 10, "bob": 7, "cid": 11, "dee": 31}


@pytest.mark.parametrize("game", keys())
def test_the_report_of_an_evening_of_each_game_is_whole_in_itself(tmp_path: Path, game: str) -> None:
    logs = [
        sealed_bytes(log.header, [event for _, event in log.events])
        for log in sessions(Setup(game=game, seed=5), hands=3)
    ]
    archive = new_archive(tmp_path, logs)
    read = made(archive, Scope(kind="evening", title=find(game).title, asked={}))
    ids = set(read.ids())
    rows = archive_rows(archive, "SELECT count(*) FROM hands")
    assert len([one for one in ids if re.fullmatch(r"g1s\d+h\d+", one)]) == rows
    assert [one for one in ids if re.fullmatch(r"g1n\d+", one)], "a notable hand is drawn"
    assert any(one.get("href", "").startswith("#card-") for one in read.all("use")), "with its cards"


def test_curves_are_of_those_who_are_ranked(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [EVENING, LATER])
    for least, names in (("1", ["ann", "bob", "cid", "dee", "eve"]), ("5", ["ann", "bob", "cid"]), ("10", [])):
        scope = Scope(kind="season", title="S", asked={"least": least})
        (game,) = gathered(archive, scope).games
        assert sorted(shown_in_curves(game)) == names
        read = made(archive, scope, with_charts=True)
        assert any("so far, day by day" in div.get("aria-label", "") for div in read.all("div")) == bool(names)


def archive_rows(archive: Archive, sql: str) -> int:
    with archive.reading() as connection:
        return int(connection.execute(sql).fetchall()[0][0])


def test_money_of_a_hand_that_is_drawn_is_told_in_coins(tmp_path: Path) -> None:
    log = (SAMPLES / "trente_et_quarante" / "full_session.jsonl").read_bytes()
    found = told(new_archive(tmp_path, [log]))
    (game,) = found.games
    assert game.coins == "A coin has 100 units."
    hands = {one.number: one for one in drawings_of(found)[game.place]}
    says = [act.says for one in hands.values() for act in one.acts]
    assert "bets 200.00 on noir, bet a3" in says
    assert ("bob", "\N{MINUS SIGN}0.50", False) in [came for one in hands.values() for came in one.result]


def test_names_cannot_break_out_of_a_report_or_its_charts(tmp_path: Path) -> None:
    players = (NASTY, "bob\n</style>", "cid&amp;", "${dee}")
    data = sheet("2026-03-19", players, (0, 4, 9, 2), (3, 0, 1, 11), place=NASTY)
    archive = new_archive(tmp_path, [data, simulated(hands=1, games=["court_piece"])[0]])
    for with_charts in (False, charts.available()):
        read = made(archive, Scope(kind="season", title=NASTY, asked={}), with_charts=with_charts)
        assert not read.all("script")
        assert not read.all("img")
        assert "\x1b" not in "".join(text for texts in read.texts.values() for text in texts)
        assert any("<script>alert(1)</script>" in text for text in read.texts["a"])


@pytest.mark.skipif(not charts.available(), reason="needs the extra report")
def test_charts_are_drawn_in_two_sizes_without_styles_and_their_dots_lead_to_hands(tmp_path: Path) -> None:
    read = made(new_archive(tmp_path, [EVENING, LATER]), Scope(kind="season", title="S", asked={}), with_charts=True)
    drawn = [one for one in read.all("svg") if "marks" in one.get("class", "")]
    assert len(drawn) == 2 * (1 + 2 * rated()), "curves, and ratings with how they went"
    dots = {one["href"] for one in read.all("a") if one.get("href", "").startswith("#g1s")}
    assert {"#g1s1", "#g1s2"} <= dots
    assert not [one for _, one in read.elements if "style" in one]


def test_what_the_record_cannot_tell_is_told_with_its_hands(tmp_path: Path) -> None:
    log = sealed_bytes(
        Opened(format=FORMAT, log="gone", game="big_two", seats=("ann", "bob", "cid", "dee"), at="2026-03-19"),
        [HandStarted(), Scored(counts=(0, 4, 9, 2)), HandStarted()],
    )
    (game,) = told(new_archive(tmp_path, [log])).games
    assert any("no end" in one.says and one.sittings[0].hands[0].numbers[0].text == "2" for one in game.untold)
    assert any("score sheet" in one.says for one in game.untold)


def test_findings_are_told_with_their_rule_what_follows_and_the_hand(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.duckdb")
    take(archive, [Path("sample_logs/court_piece/revoke_found_later.jsonl").read_bytes()])
    (game,) = told(archive).games
    (breach,) = [one for one in game.breaches if one.kind == "breach"]
    assert (breach.clause, breach.title) == ("CP-3.1", "Revoke")
    assert "CP-6.3" in breach.follows
    (found,) = breach.found
    assert (found.who, [str(card) for card in found.cards]) == ("dee", ["Jh"])
    assert "proven by line 46" in found.proof
    assert any(found.hand.to == row.place and row.found for one in game.sheets for row in one.rows)


def test_what_is_asked_for_is_a_day_a_session_a_person_or_the_last_day(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [EVENING, LATER])
    assert scope_of(archive, Asked()).asked == {"since": "2026-03-26", "until": "2026-03-26"}
    assert scope_of(archive, Asked("2026-03-19")).asked == {"since": "2026-03-19", "until": "2026-03-19"}
    assert scope_of(archive, Asked("sheet-1")).asked == {"log": "sheet-1"}
    person = scope_of(archive, Asked(player="ann"))
    assert (person.kind, person.asked, person.title) == ("player", {"player": "ann"}, "ann")
    with pytest.raises(UsageError, match="no log"):
        scope_of(archive, Asked("2026-03-20"))
    days = scope_of(archive, Asked(since="20260319", until="2026-W13-4"))
    assert (days.asked, days.title) == (
        {"since": "2026-03-19", "until": "2026-03-26", "least": "10"},
        "19 March 2026 to 26 March 2026",
    )
    with pytest.raises(UsageError, match="'2026-03' is no day"):
        scope_of(archive, Asked(since="2026-03"))
    assert scope_of(archive, Asked(season="2026")).title == "Season 2026"
    least = scope_of(archive, Asked(season="2026", least=5))
    (game,) = gathered(archive, least).games
    assert {row.player.text for row in game.standings} == {"ann", "bob", "cid"}
    assert {one.text for one in game.unranked} == {"dee", "eve"}


def test_what_can_be_asked_of_it_is_drawn_and_each_bar_leads_to_its_hands(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [EVENING, LATER, *simulated(games=["pope_joan", "court_piece"])])
    archive.questions_path.mkdir()
    (archive.questions_path / "fried.sql").write_text(FRIED, encoding="utf-8")
    (archive.questions_path / "wrong.sql").write_text(FRIED.replace("results", "resultz"), encoding="utf-8")
    (archive.questions_path / "all.sql").write_text(FRIED.replace("-- param since", "-- param from"), encoding="utf-8")
    (archive.questions_path / "monthly.sql").write_text(MONTHLY, encoding="utf-8")
    (archive.questions_path / "ghosts.sql").write_text(GHOSTS, encoding="utf-8")
    scope = Scope(kind="season", title="S", asked={"since": "2026-03-01", "until": "2026-04-01"})
    found = gathered(archive, scope)
    assert [(error.place.rpartition("/")[2], "resultz" in error.message) for error in found.failed] == [
        ("wrong.sql: line 9", True)
    ]
    (curves,) = [one for game in found.games for one in game.figures if one.title == "Monthly"]
    assert [(point.series, str(point.at), point.value) for point in curves.points] == [
        ("ann", "2026-03-01", 3),
        ("bob", "2026-03-01", 2),
        ("cid", "2026-03-01", 1),
    ]
    assert all(point.to for point in curves.points)
    (figure,) = found.figures
    assert (figure.title, [(bar.name, bar.figure.text) for bar in figure.bars]) == ("Fried", [("dee", "1")])
    read = Page(page(found, drawings_of(found), with_charts=False))
    whole_in_itself(read)
    (big_two,) = [game for game in found.games if game.game.key == "big_two"]
    (ghosts,) = [figure for figure in big_two.figures if figure.title == "Ghosts"]
    listed = {
        basis.place: [[link.text for one in behind.hands for link in one.numbers] for behind in basis.sittings]
        for basis in big_two.bases
    }
    assert [listed[bar.figure.to] for bar in ghosts.bars] == [[["1\N{EN DASH}2"]] * 2, [[], []]]
    everything = {game.game.key: game for game in told(archive).games}
    for game, name in (("pope_joan", "Pools"), ("court_piece", "Trumps"), ("big_two", "Streaks")):
        (one,) = [figure for figure in everything[game].figures if figure.title == name]
        rows = [row for row in answered(archive, name.lower(), {}) if row["game"] == game]
        column = "counters" if name == "Pools" else "hands" if name == "Trumps" else "streak"
        assert [bar.figure.text for bar in one.bars] == [str(row[column]) for row in rows]
        assert all(bar.figure.to for bar in one.bars)
        assert max(bar.length for bar in one.bars) == 100
    (trumps,) = [figure for figure in everything["court_piece"].figures if figure.title == "Trumps"]
    bases = {basis.place: basis for basis in everything["court_piece"].bases}
    for bar in trumps.bars:
        if bar.figure.text != "1":
            numbers = [number for one in bases[bar.figure.to].sittings for some in one.hands for number in some.numbers]
            assert sum(length(number.text) for number in numbers) == int(bar.figure.text)


def test_of_an_evening_it_tells_what_stands_out_and_what_is_open(tmp_path: Path) -> None:
    revoke = Path("sample_logs/court_piece/revoke_found_later.jsonl").read_bytes().splitlines(keepends=True)
    doubtful = b"".join(revoke[:20])
    large = sheet("2026-04-02", ("ann", "bob", "cid", "dee"), (0, 13, 13, 13), log="large")
    archive = new_archive(tmp_path, [EVENING, LATER, large, doubtful])
    (evening,) = gathered(archive, scope_of(archive, Asked("2026-04-02"))).games
    (win,) = [one for one in evening.striking if one.text.startswith("Largest win")]
    assert "of all 28 so far: ann, 0 points" in win.text
    assert win.to == "g1s1h1"
    if rated():
        (earlier,) = gathered(archive, scope_of(archive, Asked("2026-03-26"))).games
        (row,) = answered(archive, "upsets", {"log": "sheet-2"})
        (upset,) = [one.text for one in earlier.striking if "OpenSkill" in one.text]
        assert f"{row['player']} won before {row['against']}, rated {row['against_rating']:.1f} against" in upset
    scope = scope_of(archive, Asked(read_bytes(doubtful).log.header.log))
    (unfinished,) = gathered(archive, scope).games
    texts = [one.text for one in unfinished.waiting]
    assert any("the hand is not over; the record waits for: " in text for text in texts)
    assert any("not known yet: " in text for text in texts)


def test_notable_hands_lead_to_pages_that_replay_them(tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "club", [EVENING])
    out, replays = tmp_path / "reports" / "evening.html", tmp_path / "a b"
    out.parent.mkdir()
    arguments = ("report", "2026-03-19", "--no-charts", "--archive", str(archive.path), "-o", str(out))
    upcard(*arguments, "--replays", str(replays))
    (made_page,) = replays.iterdir()
    links = {one["href"] for one in Page(out.read_text(encoding="utf-8")).all("a") if one.get("class") == "replay"}
    assert links == {f"../a%20b/{made_page.name}#hand-2"}
    ids = Page(made_page.read_text(encoding="utf-8")).ids()
    assert "hand-2" in ids
    out.write_text("mine")
    upcard(*arguments, "--replays", str(tmp_path / "new"), code=2)
    assert not (tmp_path / "new").exists()


def test_a_page_on_another_drive_is_linked_by_its_whole_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = new_archive(tmp_path / "club", [EVENING])
    out, replays = tmp_path / "evening.html", tmp_path / "a b"

    def on_two_drives(*_: object) -> str:
        raise ValueError("path is on mount 'C:', start on mount 'D:'")

    monkeypatch.setattr("os.path.relpath", on_two_drives)
    arguments = ("--no-charts", "--archive", str(archive.path), "-o", str(out), "--replays", str(replays))
    upcard("report", "2026-03-19", *arguments)
    (made_page,) = replays.iterdir()
    assert f"{made_page.as_uri()}#hand-2" in out.read_text(encoding="utf-8")


def test_the_command_writes_the_file_and_does_not_write_over_another(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [EVENING])
    out = tmp_path / "evening.html"
    arguments = ("report", "2026-03-19", "--no-charts", "--archive", str(archive.path), "-o", str(out))
    _, says = upcard(*arguments)
    assert "4 hands" in says
    whole_in_itself(Page(out.read_text(encoding="utf-8")))
    upcard(*arguments)  # the same file may stand there
    out.write_text("mine")
    _, says = upcard(*arguments, code=2)
    assert "--force" in says


def test_without_the_library_that_draws_it_is_told_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    archive = new_archive(tmp_path, [EVENING])
    _, says = upcard("report", "2026-03-19", "--archive", str(archive.path), "-o", str(tmp_path / "x.html"), code=2)
    assert "pip install 'upcard[report]'" in says
    assert not (tmp_path / "x.html").exists()
