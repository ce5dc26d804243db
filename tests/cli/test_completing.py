"""What a shell offers when a key for completion is pressed."""

import os
from pathlib import Path

import pytest

import upcard
from tests.games.games import GAMES
from upcard.cli.app import run

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


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("upcard simulate cou", ["court_piece"]),
        ("upcard record big_", ["big_two"]),
        ("upcard games pope", ["pope_joan"]),
        ("upcard import sheet.csv --game spin", ["spinado"]),
        ("upcard simulate pope_joan --preset ", ["p001", "p003"]),
        ("upcard record pope_joan --preset p001 -O end", ["end_disposal="]),
        ("upcard simulate court_piece -O own_court_deal=", ["own_court_deal=left", "own_court_deal=partner"]),
        ("upcard query stre", ["streaks"]),
        ("upcard query fri", ["fried"]),
        ("upcard query fried -p m", ["most="]),
        ("upcard query standings -p sort=won", ["sort=won_rate", "sort=won"]),
        ("upcard query standings -p se", ["season="]),
        ("upcard query findings -p k", ["kind="]),
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
