"""The pages of the games: what they say of each act is true of the game, and their lines are lines of logs."""

import re
from pathlib import Path
from typing import Final

import pytest
from tools.writing import KINDS, named_in

from upcard.engine.audit import audit
from upcard.engine.game import own_games
from upcard.engine.kernel.frame import FRAME
from upcard.engine.kernel.game import Game
from upcard.records.logfile import read_log
from upcard.schemas.codec import decode_line, encode_line

PAGES: Final = Path(__file__).resolve().parents[1] / "docs"
GAMES: Final = list(own_games())
ids = [game.key for game in GAMES]


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_every_line_on_a_page_is_a_line_of_a_log(game: Game) -> None:
    lines = lines_of((PAGES / "games" / f"{game.key}.md").read_text())
    assert len(lines) > 10
    for line in lines:
        assert encode_line(decode_line(line.encode())) == line.encode()


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_the_course_of_a_hand_names_acts_that_the_game_has(game: Game) -> None:
    named = [kind for says in game.course.values() for kind in named_in(says)]
    assert set(named) <= {*game.acts, *game.other_words, *FRAME}
    assert set(game.acts) <= set(named), "each act of the game stands in its place"


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_what_is_written_of_fields_is_of_fields_that_there_are(game: Game) -> None:
    for key in set(game.writes) - {"empty seat", "opened"}:
        act, _, name = key.partition(".")
        fields = {field.strip("_") for field in KINDS[act].__struct_fields__}
        assert not name or name in fields, key


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_every_act_on_a_page_has_a_line_that_shows_it(game: Game) -> None:
    page = (PAGES / "games" / f"{game.key}.md").read_text().partition("## Options")[0]
    acts = re.split(r"\n(?=\*\*`)", page)[1:]
    assert len(acts) >= len(game.acts)
    assert [act for act in acts if f'{{"do":"{re.findall("`(.*?)`", act)[0]}"' not in act] == []


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_a_log_written_by_hand_after_the_page_is_right(game: Game) -> None:
    log = read_log(PAGES.parent / "sample_logs" / game.key / "acts_beside_the_play.jsonl").log
    assert audit(log).findings == []
    assert len({type(event) for _, event in log.events}) >= 10


@pytest.mark.parametrize(
    ("game", "winners"),
    [
        ("big_two", {0}),
        ("calabrasella", {0, 2}),
        ("dou_dizhu", {0}),
        ("last_one", {0}),
        ("pop", {0}),
        ("popcorn", {2}),
        ("pope_joan", {0}),
        ("spinado", {0}),
        ("tresette", {1, 3}),
    ],
)
def test_a_whole_hand_written_by_hand_after_the_page_comes_to_its_end(game: str, winners: set[int]) -> None:
    done = audit(read_log(PAGES.parent / "tests" / "data" / "written" / f"{game}.jsonl").log)
    assert done.findings == []
    assert {seat for seat, won in enumerate(done.results[0].result.won) if won} == winners


def test_every_line_that_the_format_shows_can_be_read() -> None:
    for line in re.findall(
        r'`(\{"do":"(?:hand_started|gap|noted|left|joined|closed)".*?\})`', (PAGES / "format.md").read_text()
    ):
        decode_line(line.encode())


def lines_of(page: str) -> list[str]:
    """The lines of logs that a page shows."""
    return [line for block in re.findall(r"```jsonl\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
