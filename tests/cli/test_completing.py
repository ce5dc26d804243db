"""What a shell offers when a key for completion is pressed."""

import os
from pathlib import Path
from typing import get_args

import pytest

import upcard
from tests.games.games import GAMES
from upcard.cli.app import run
from upcard.engine.game import find, keys
from upcard.records.queries import questions
from upcard.schemas.findings import FindingKind
from upcard.schemas.options import flatten

SAMPLES = Path(__file__).parents[2] / "sample_logs"
LOG = "2f06de15-3664-5eb3-9f0d-e9e9efff21e4"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    upcard.open(folder / "club.duckdb").add(SAMPLES / "court_piece" / "full_hand.jsonl")
    (folder / "club.questions").mkdir()
    (folder / "club.questions" / "fried.sql").write_text(
        "-- title: Fried\n-- param most [number]: points\nSELECT $most\n"
    )
    (folder / "2013.jsonl").touch()
    (folder / "2014").mkdir()
    (folder / "2015.txt").touch()
    return folder


@pytest.fixture(autouse=True)
def at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    monkeypatch.setenv("UPCARD_ARCHIVE", "club.duckdb")


def offered(line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The words that are offered in bash where a line ends."""
    monkeypatch.setenv("_UPCARD_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    assert run([]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out.split("\n")[:-1] if told.out.strip() else []


SORTS = questions()["standings"].kinds["sort"].split("|")
ENDS = [f"end_disposal={word}" for word in flatten(find("pope_joan").options.fields["end_disposal"].annotation)]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("upcard simulate cou", ["court_piece"]),
        ("upcard record big_", ["big_two"]),
        ("upcard games pope", ["pope_joan"]),
        ("upcard import sheet.csv --game spin", ["spinado"]),
        ("upcard simulate pope_joan --preset ", ["p001", "p003"]),
        ("upcard record pope_joan --preset p001 -O end", ENDS),
        ("upcard simulate court_piece -O own_court_deal=", ["own_court_deal=left", "own_court_deal=partner"]),
        ("upcard query stre", ["streaks"]),
        ("upcard query fri", ["fried"]),
        ("upcard query fried -p m", ["most=5", "most=10", "most=20"]),
        ("upcard query standings -p s", ["since=", "sort=", "season="]),
        ("upcard query standings -p sort=won", ["sort=won_rate", "sort=won"]),
        ("upcard query standings -p se", ["season=2026"]),
        ("upcard query standings -p unt", ["until=2026-03-06"]),
        ("upcard report --since ", ["2026-03-06"]),
        ("upcard query findings -p k", [f"kind={kind}" for kind in get_args(FindingKind)]),
        ("upcard query findings -p kind=t", ["kind=testimony"]),
        ("upcard query standings -p game=court", ["game=court_piece"]),
        ("upcard query hands -p player=ann -p log=2f", [f"log={LOG}"]),
        ("upcard query player -p player=b", ["player=bob"]),
        ("upcard show 2f", [LOG]),
        ("upcard replay 20", ["2013.jsonl", "2014/"]),
        ("upcard export 2", ["2013.jsonl", "2014/", LOG]),
        ("upcard sessions --remove ", [LOG]),
        ("upcard sessions --player c", ["cid"]),
        ("upcard people name d", ["dee"]),
        ("upcard simulate no_such_game --preset ", []),
        ("upcard simulate court_piece -O no_such=", []),
        ("upcard query no_such -p ", []),
        ("upcard show --archive no_such.duckdb 2f", []),
    ],
)
def test_what_may_follow_is_offered(
    line: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered(line, monkeypatch, capsys) == words


def test_all_games_are_offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(GAMES) - {"whist"} <= set(offered("upcard simulate ", monkeypatch, capsys))
    assert os.environ["UPCARD_ARCHIVE"] == "club.duckdb"


@pytest.mark.parametrize(
    ("words", "offers"),
    [
        ("upcard query standings -p sort = won", ["won_rate", "won"]),
        ("upcard query standings -p game =", sorted(keys())),
        ("upcard query standings -p season = 2013 -p game = court", ["court_piece"]),
        ("upcard query standings -p season = 2013 -p so", [f"sort={word}" for word in SORTS]),
        ("upcard query --archive = club.duckdb fri", ["fried"]),
        ("upcard simulate court_piece -O own_court_deal = l", ["left"]),
    ],
)
def test_bash_parts_words_at_the_sign_of_equality(
    words: str, offers: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parted = words.split(" ")
    monkeypatch.setenv("_UPCARD_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "\n".join(parted))
    monkeypatch.setenv("COMP_CWORD", str(len(parted) - 1))
    assert run([]) == 0
    assert capsys.readouterr().out.split() == offers
