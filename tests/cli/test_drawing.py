"""What is drawn of a table: all there is to see, in the width there is."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from upcard.cli.draw import WIDEST, Stack, table
from upcard.engine.audit import Audit
from upcard.engine.game import find, keys
from upcard.engine.log import Log
from upcard.engine.scene import Hand, Row, Scene
from upcard.records.logfile import read_log
from upcard.schemas.cards import Card

SAMPLES = Path(__file__).parents[2] / "sample_logs"


def drawn(scene: Scene, width: int, *, ascii_only: bool = False) -> list[str]:
    """The lines of a table on a terminal so wide."""
    file = StringIO()
    Console(file=file, width=width, color_system=None).print(table(scene, ascii_only=ascii_only))
    return file.getvalue().splitlines()


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """Some points of each sample of a game."""
    return tuple(
        scene for path in sorted((SAMPLES / game).glob("*.jsonl")) for scene in some_points(read_log(path).log)
    )


def some_points(log: Log) -> Iterator[Scene]:
    """What there is to see now and then, and at the end."""
    done = Audit(Log(log.header, []))
    for number, numbered in enumerate(log.events):
        done.feed([numbered])
        if number % 40 == 3 or numbered is log.events[-1]:
            yield find(log.header.game).scene(done.state)


def words(scene: Scene) -> Iterator[str]:
    """Each word and number that a scene tells."""
    told = [scene.title, scene.says, *(f"{name} {value}" for name, value in (*scene.facts, *scene.pots))]
    for hand in scene.hands:
        told += [hand.player, *hand.marks, *(f"{name} {value}" for name, value in hand.scores)]
    for text in told:
        yield from text.split()


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("game", keys())
def test_nothing_is_cut_off(game: str) -> None:
    for scene in scenes(game):
        for width in (64, 120):
            lines = drawn(scene, width)
            assert max(map(cell_len, lines)) <= min(width, WIDEST)
            text = "\n".join(lines)
            assert [word for word in words(scene) if word not in text] == [], (width, text)


def test_what_goes_to_a_pipe_is_what_a_terminal_shows_without_colours() -> None:
    for scene in scenes("court_piece")[:3] + scenes("pope_joan")[:3]:
        for width in (44, 80, 120):
            lines = Stack([Text("a line of words that is wider than a very narrow terminal"), table(scene)]).lines(
                width
            )
            file = StringIO()
            Console(file=file, width=width, force_terminal=True).print(Stack([*lines]))
            shown = Text.from_ansi(file.getvalue()).plain.splitlines()
            assert [line.plain.rstrip() for line in lines] == [line.rstrip() for line in shown]


def test_a_narrow_drawing_breaks_lines_and_columns() -> None:
    hands = tuple(
        Hand(seat=at, player=name, unknown=9, turn=not at) for at, name in enumerate(("ann", "bob", "cid", "dee"))
    )
    row = Row(title="Trick 4", cards=(Card("Tc"), Card("Kc")), seats=(2, 3), marks=(1,))
    pots = (("pope", "12"), ("matrimony", "3"), ("intrigue", "1"))
    assert drawn(Scene(title="Game", hands=hands, rows=(row,), pots=pots), 32) == [
        "╭─ Game ───────────────────────╮",
        "│ ▶ 0 ann ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒    │",
        "│         ▒▒ ▒▒ ▒▒             │",
        "│   1 bob ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒    │",
        "│         ▒▒ ▒▒ ▒▒             │",
        "│   2 cid ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒    │",
        "│         ▒▒ ▒▒ ▒▒             │",
        "│   3 dee ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒    │",
        "│         ▒▒ ▒▒ ▒▒             │",
        "│ Trick 4                      │",
        "│         cid T♣               │",
        "│ bob ··          dee *K♣      │",
        "│         ann ··               │",
        "│ pope 12      matrimony 3     │",
        "│ intrigue 1                   │",
        "╰──────────────────────────────╯",
    ]


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("game", keys())
def test_plain_drawing_is_ascii(game: str) -> None:
    for scene in scenes(game):
        lines = drawn(scene, 80, ascii_only=True)
        assert all(line.isascii() for line in lines)
        assert max(map(cell_len, lines)) <= 80


def test_a_row_that_fits_is_not_broken() -> None:
    hands = (Hand(seat=0, player="ann", unknown=2, marks=("dealer",), scores=(("points", "4"), ("total", "8"))),)
    assert drawn(Scene(title="Game", hands=hands), 80)[1] == "│   0 ann ▒▒ ▒▒ dealer  points 4, total 8 │"


def test_facts_too_long_for_the_title_stand_below_it() -> None:
    scene = Scene(title="Game", facts=(("trump", "hearts"), ("streak", "ann and cid")))
    assert drawn(scene, 80)[0].startswith("╭─ Game | trump hearts | streak ann and cid ")
    assert drawn(scene, 30)[0].startswith("╭─ Game ─")
    assert "trump hearts" in drawn(scene, 30)[1]


def test_a_frame_stands_where_the_encoding_lacks_a_sign_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", TextIOWrapper(BytesIO(), encoding="ascii"))
    lines = drawn(Scene(title="Žoe", hands=(Hand(seat=0, player="Ánn"),)), 60, ascii_only=True)
    assert {cell_len(line) for line in lines} == {len(lines[0])}
    assert "\\xc1nn" in "".join(lines)
    assert "\\u017doe" in lines[0]
