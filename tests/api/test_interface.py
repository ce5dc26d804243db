"""The Python interface: it tells what the engine and the archive tell, shows it safely, and says what is wrong."""

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

import upcard
from tests.games.games import GAMES, session
from upcard.api.logs import Audit, Log
from upcard.engine.audit import audit
from upcard.engine.game import keys
from upcard.schemas.errors import UpcardError
from upcard.schemas.events import Event

SAMPLES = Path(__file__).parents[2] / "sample_logs"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[upcard.Archive]:
    with upcard.open(tmp_path / "club.duckdb") as made:
        made.add(SAMPLES / "big_two" / "full_hands.jsonl", SAMPLES / "court_piece" / "revoke_found_later.jsonl")
        yield made


class Balanced(HTMLParser):
    """Whether all that is opened is closed, and which elements there are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on") or name in {"src", "href"}]
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


# ---- Logs and audits ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_a_log_is_what_the_engine_tells_in_every_game(game: str) -> None:
    raw = session(game, 1)
    log, done = Log(raw), audit(raw)
    told = log.audit()
    assert told.hands["points"] == [one.result.points for one in done.results]
    assert told.hands["how"] == [one.result.how for one in done.results]
    assert len(told.findings) == len(done.findings)
    assert len(log.events) == len(raw.events)
    hand = told.hand(1)
    assert hand.points == done.results[0].result.points
    assert hand.events["line"][0] == hand.first_line
    assert len(hand.events) + sum(len(told.hand(n).events) for n in told.hands["hand"][1:]) <= len(log.events)
    for shown in (
        log,
        told,
        hand,
        told.hands,
        told.standings,
        told.findings,
        hand.replay(),
        hand.tricks,
        hand.transfers,
    ):
        assert repr(shown)
        assert "script" not in Balanced(shown._repr_html_()).seen
    assert [step.points for step in hand.replay() if step.points is not None] == [hand.points]


def test_money_is_told_in_the_coins_that_it_is_typed_in() -> None:
    log = upcard.read(upcard.samples / "trente_et_quarante" / "full_session.jsonl")
    assert "seat 0 ann bets 50.00 on rouge, bet a1" in log.events["says"]
    assert "200.00, -0.50, -20.00" in log.replay().table["points"]
    assert "ann -50.00, bob -25.00, cid 0.00" in repr(log.hand(1))
    assert log.hand(1).points == (-5000, -2500, 0)


def test_a_seat_sees_what_it_saw() -> None:
    log = upcard.read(SAMPLES / "court_piece" / "full_hand.jsonl")
    public, bob = log.seen_by("public"), log.seen_by("bob")
    assert "??" in repr(public.raw.events)
    assert bob.raw == log.seen_by(1).raw != public.raw
    for seat in ("eve", 9):
        with pytest.raises(UpcardError):
            log.seen_by(seat)


def test_no_text_of_a_log_steers_a_notebook_or_a_terminal(tmp_path: Path) -> None:
    name, note = '<img src=x onerror="1">', "a" + chr(27) + "[31m<script>"
    with upcard.record(tmp_path / "a.jsonl", "big_two", [name, "Bob", "Cid", "Dee"]) as log:
        log.hand_started(note=note)
        shown = [log.log, log.log.events, log.audit(), log.audit().hand(1), log.audit().hands, log.log.replay()]
    for one in shown:
        assert not {"img", "script"} & Balanced(one._repr_html_()).seen
        assert chr(27) not in one._repr_html_() + repr(one)


def test_what_is_not_there_is_told_with_what_is() -> None:
    log = upcard.read(SAMPLES / "court_piece" / "full_hand.jsonl")
    with pytest.raises(UpcardError, match=r"no hand 7 .*it has 1"):
        log.hand(7)
    with pytest.raises(UpcardError, match="no hand 7"):
        log.replay(7)
    with pytest.raises(UpcardError, match=r"no column 'pionts' .*there are: "):
        _ = log.events["pionts"]
    with pytest.raises(UpcardError):
        upcard.read(SAMPLES / "court_piece")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = upcard.nothing  # type: ignore[attr-defined]


def test_a_library_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    table = upcard.Table(("a",), [(1,)])
    for ask, name in ((table.df, "pandas"), (table.pl, "polars")):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(UpcardError, match=f"{name} is not installed .*pip install {name}"):
            ask()


def test_tables_turn_into_data_frames(club: upcard.Archive) -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    for table in (club.standings(), club.hands(), club.query("findings"), upcard.Table(("a", "b"), [])):
        frame, other = table.df(), table.pl()
        assert list(frame.columns) == list(other.columns) == list(table.columns)
        assert len(frame) == len(other) == len(table)
    frame = upcard.Table(("points",), [(1,), (None,)]).df()
    assert str(frame["points"].dtype) == "Int64"


def test_a_notebook_shows_numbers_to_the_right_and_no_empty_columns() -> None:
    table = upcard.Table(("player", "points", "cards", "so"), [("ann", 3, (), True), ("bob", None, None, False)])
    shown = table._repr_html_()
    assert '<th style="text-align:right">points</th>' in shown
    assert '<th style="text-align:left">so</th>' in shown
    assert ">cards</th>" not in shown
    assert "2 rows; nothing in cards" in shown
    assert ">cards</th>" in table[:0]._repr_html_()
    found = upcard.audit(SAMPLES / "court_piece" / "revoke_found_later.jsonl").findings
    assert "nothing in alternatives" in found._repr_html_()


def test_a_notebook_shows_answers_with_lists_and_structs(club: upcard.Archive) -> None:
    sql = "SELECT [1, 2] AS some, []::INTEGER[] AS nothing, {'a': [NULL]} AS struct"
    shown = club.query(sql)._repr_html_()
    assert "1, 2" in shown
    assert "1 row; nothing in nothing" in shown


# ---- An archive --------------------------------------------------------------------------------------------------------


def test_an_archive_tells_what_its_logs_tell(club: upcard.Archive) -> None:
    for row in club.hands():
        hand = club.hand(row["log"], row["hand"])
        assert " ".join("?" if one is None else str(one) for one in hand.points) == row["points"]
        assert len(hand.findings["kind"]) - hand.findings["kind"].count("note") == row["findings"]
    row = club.sessions()[0]
    assert club.hand(f"{row['log']}:1").number == 1
    assert isinstance(club.audit(row["log"]), Audit)
    assert len(club.replay(row["log"], 1).table)
    assert club.query("standings", hands=True).columns != club.standings().columns
    told = club.query("SELECT log, hand, how, says, ended FROM hands", seconds=60)
    for row in told:
        hand = club.hand(row["log"], row["hand"])
        assert (hand.how, hand.says) == (row["how"], row["says"])
    assert {row["table"] for row in club.tables} >= {"hands", "scores", "players"}
    for shown in (club, club.questions, club.tables):
        assert repr(shown)
        Balanced(shown._repr_html_())


def test_what_an_archive_cannot_answer_is_told(club: upcard.Archive, tmp_path: Path) -> None:
    for ask, says in (
        (lambda: club.query("standing"), "no question 'standing' .*standings"),
        (lambda: club.standings(gmae="big_two"), "did you mean game"),
        (lambda: club.query("SELECT 1", game="big_two"), "belong to named questions"),
        (lambda: club.hand("2f06de15"), "which hand"),
        (lambda: club.hand("nothing", 1), "no log 'nothing'"),
        (lambda: upcard.open(tmp_path / "other.duckdb").standings(), "there is no archive here"),
    ):
        with pytest.raises(UpcardError, match=says):
            ask()
    assert "nothing is in it yet" in upcard.open(tmp_path / "other.duckdb")._repr_html_()


def test_the_archive_that_is_meant_is_that_of_the_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UPCARD_ARCHIVE", str(tmp_path / "years.duckdb"))
    assert upcard.open().path == tmp_path / "years.duckdb"
    monkeypatch.delenv("UPCARD_ARCHIVE")
    assert upcard.open().path.name == "upcard.duckdb"


# ---- Writing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", keys())
def test_a_program_writes_a_log_as_it_was_played(game: str, tmp_path: Path) -> None:
    raw = session(game, 0, hands=1)
    header = raw.header
    options = dict(header.options or {})
    with upcard.record(tmp_path / "a.jsonl", game, header.seats, preset=header.preset, options=options) as log:
        for _, event in raw.events:
            fields = {name: value for name, value in told(event).items() if name != "do"}
            log.write(told(event)["do"], **fields)
    read = upcard.read(tmp_path / "a.jsonl")
    assert [event for _, event in read.raw.events] == [event for _, event in raw.events]
    assert read.audit().hands["points"] == [one.result.points for one in audit(raw).results]


def told(event: Event) -> dict[str, Any]:
    """An event as JSON has it."""
    return dict(msgspec.to_builtins(event))


def test_a_log_that_was_begun_is_gone_on_with_and_never_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with upcard.record(path, "court_piece", ["Ann", "Bob", "Cid", "Dee"], day="2026-11-20", place="home") as log:
        assert log.hand_started(dealer=0) == 2
    with upcard.record(path) as log:
        assert log.trump_named(seat=1, suit="h") == 3
        assert (log.log.day, log.log.players) == ("2026-11-20", ("Ann", "Bob", "Cid", "Dee"))
        assert log.due["do"] == ["dealt"]
    with pytest.raises(UpcardError, match="there is a log already"):
        upcard.record(path, "court_piece", ["Ann", "Bob", "Cid", "Dee"])


@pytest.mark.parametrize(
    ("do", "fields", "says"),
    [
        ("plaid", {}, "no event 'plaid' .*played"),
        ("played", {"seat": 1, "card": "1x"}, "1x.*a card is its rank and its suit"),
        ("played", {"seat": 1}, "played: .*`card`"),
        ("played", {"seat": 1, "card": "Qc", "colour": "red"}, "colour"),
        ("played", {"seat": 1, "card": object()}, "played: "),
    ],
)
def test_what_is_no_event_is_refused_and_nothing_is_written(do: str, fields: Any, says: str, tmp_path: Path) -> None:
    with upcard.record(tmp_path / "a.jsonl", "court_piece", ["Ann", "Bob", "Cid", "Dee"]) as log:
        before = (tmp_path / "a.jsonl").read_bytes()
        with pytest.raises(UpcardError, match=says):
            log.write(do, **fields)
        assert (tmp_path / "a.jsonl").read_bytes() == before
        with pytest.raises(AttributeError, match="no event 'sealed'"):
            log.sealed()
        assert {"played", "closed"} <= set(dir(log))


def test_a_table_that_cannot_be_is_refused(tmp_path: Path) -> None:
    for game, players, options in (
        ("court_peace", ["Ann"] * 4, {}),
        ("court_piece", ["Ann", "Bob"], {}),
        ("court_piece", ["Ann", "Bob", "Cid", "Dee"], {"nothing": 1}),
    ):
        with pytest.raises(UpcardError):
            upcard.record(tmp_path / "a.jsonl", game, players, options=options)
        assert not (tmp_path / "a.jsonl").exists()
