"""Bridge notation as the standard has it: read here strictly, so that whatever is written by a hostile name shows."""

import re
from typing import Final, NamedTuple

_TAG: Final = re.compile(r'\[(\w+) "((?:[^"\\]|\\["\\])*)"\]')
_CARD: Final = re.compile(r"[SHDC][AKQJT2-9]|-")


class Board(NamedTuple):
    """tags: by name, those of notes aside; play: the rows below `Play`; notes: by number; noted: which notes stand on cards."""

    tags: dict[str, str]
    play: list[list[str]]
    notes: dict[int, str]
    noted: list[int]
    complete: bool


def read(text: str) -> tuple[str, list[Board]]:
    """The comment before the boards, and the boards. Each line is a tag, a row of cards, of a comment, or empty; else it fails."""
    comments: list[str] = []
    boards: list[Board] = []
    lines = text.split("\n")
    assert lines.pop() == ""
    within = False
    for line in lines:
        assert len(line) < 255, line
        assert line.isprintable(), line
        if line in {"{", "}"}:
            assert within == (line == "}")
            within = line == "{"
        elif within:
            assert not {"{", "}"} & set(line), line
            comments.append(line.strip())
        elif line and not line.startswith("%"):
            _take(line, boards)
    assert not within
    return "\n".join(comments), boards


def _take(line: str, boards: list[Board]) -> None:
    found = _TAG.fullmatch(line)
    if not found:
        board, cells = boards[-1], line.split()
        assert "Play" in board.tags, line
        if cells == ["*"]:
            boards[-1] = board._replace(complete=False)
            return
        notes = [cell for cell in cells if cell.startswith("=")]
        cards = [cell for cell in cells if cell not in notes]
        assert len(cards) == 4, line
        assert all(_CARD.fullmatch(cell) for cell in cards), line
        board.noted.extend(int(cell.strip("=")) for cell in notes)
        board.play.append(cards)
        return
    name, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
    if name == "Event":
        boards.append(Board({}, [], {}, [], complete=True))
    board = boards[-1]
    if name == "Note":
        number, _, says = value.partition(":")
        board.notes[int(number)] = says
        return
    assert name not in board.tags, line
    assert not value.startswith("#")
    board.tags[name] = value
