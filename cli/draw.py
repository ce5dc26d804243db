"""The table drawn in the terminal: hands, the trick, pots and scores. Suits have colours, hidden cards are backs."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from upcard.cli.layout import Lines, broken, framed, grid, side_by_side
from upcard.cli.output import plain
from upcard.cli.safe import drawable
from upcard.engine.scene import Row, Scene, by_suit
from upcard.schemas.cards import SUIT_GLYPHS, Card

STYLES = {"c": "green", "d": "cyan", "h": "red", "s": "bold", "b": "bold magenta", "r": "bold magenta", "?": "dim"}
MOST_BACKS = 14
WIDEST = 80
_COMPASS = 4
_ROUNDED: Final = tuple("╭╮╰╯─│")
_ASCII: Final = tuple("++++-|")
_FRAME = 6
"""What corners and blanks of the frame take of a title's line."""


@lru_cache(1024)
def card_text(card: Card, *, ascii_only: bool) -> Text:
    """One card, in its colour."""
    if ascii_only:
        return Text("[]" if card == "??" else str(card), STYLES[card.suit])
    if card == "??":
        return Text("▒▒", "dim")
    rank = "★" if card.rank == "X" else card.rank
    return Text(f"{rank}{SUIT_GLYPHS.get(card.suit, card.suit)}", STYLES[card.suit])


def cards_text(cards: tuple[Card, ...], *, ascii_only: bool) -> Text:
    """Cards side by side."""
    return Text(" ").join(card_text(card, ascii_only=ascii_only) for card in cards)


@lru_cache(256)
def hand_text(cards: tuple[Card, ...], least: int, most: int | None, *, ascii_only: bool) -> Text:
    """A hand: suit by suit, then backs for what is not known. least, most: how many these are; most: None where it is least."""
    parts = [cards_text(held, ascii_only=ascii_only) for held in by_suit(cards)]
    if least or most:
        parts.append(backs(least, most, ascii_only=ascii_only))
    return Text("  ").join(parts) if parts else Text("-", "dim")


def backs(least: int, most: int | None, *, ascii_only: bool) -> Text:
    """Cards not known, as backs; a number where there are many, or where they cannot be counted."""
    back = "[]" if ascii_only else "▒▒"
    if most is not None and most != least:
        return Text(f"{back} {least} to {most}", "dim")
    if least > MOST_BACKS:
        return Text(f"{back} x {least}", "dim")
    return Text(" ".join([back] * least), "dim")


def table(scene: Scene, *, ascii_only: bool = False) -> "Drawing":
    """The whole table, to be printed by rich, or taken as lines."""
    return Drawing(scene, plain(ascii_only))


class Drawing:
    """A table with a frame around it. What there is to know of the hand stands in its title, or below if that is too narrow."""

    def __init__(self, scene: Scene, bare: bool) -> None:
        self._scene, self._bare = scene, bare

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """Its lines, for the width of the terminal."""
        return self.lines(options.max_width)

    def lines(self, width: int) -> Lines:
        """As wide as there is room, at most `WIDEST`."""
        scene, bare, width = self._scene, self._bare, min(width, WIDEST)
        facts = [drawable(f"{name} {value}") for name, value in scene.facts]
        title, room, inside = Text(" | ".join([drawable(scene.title), *facts])), width - 4, []
        if title.cell_len > width - _FRAME:
            title = Text(drawable(scene.title))
            inside = side_by_side([Text(fact) for fact in facts], room, gap=3)
        inside += _hands(scene, room, bare)
        rows = [row for row in scene.rows if row.cards or row.unknown]
        for row in rows:
            inside += [*broken(Text(drawable(row.title), "underline"), room), *_row(row, scene, room, bare)]
        if scene.pots:
            inside += side_by_side([_pot(name, value) for name, value in scene.pots], room, gap=3)
        if scene.says:
            inside += broken(Text(drawable(scene.says), "bold"), room)
        whole = bool(inside and (scene.pots or any(not _lies_around(row, scene) for row in rows)))
        return framed(title, inside, width, whole=whole, corners=_ASCII if bare else _ROUNDED)


class Stack:
    """Tables and texts below one another, to be printed by rich, or taken as lines."""

    def __init__(self, parts: Sequence["Drawing | Text"]) -> None:
        self._parts = parts

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """Its lines, for the width of the terminal."""
        return self.lines(options.max_width)

    def lines(self, width: int) -> Lines:
        """As wide as there is room."""
        return [
            line
            for part in self._parts
            for line in (part.lines(width) if isinstance(part, Drawing) else broken(part, width))
        ]


def _pot(name: str, value: str) -> Text:
    return Text(f"{drawable(name)} ", "dim").append(drawable(value), "bold")


def _hands(scene: Scene, room: int, bare: bool) -> Lines:
    """A line a seat: who it is, what it holds, what is to be said of it."""
    arrow, rows = ">" if bare else "▶", []
    for hand in scene.hands:
        who = Text(drawable(hand.player) or f"seat {hand.seat}", "bold" if hand.turn else "")
        marks = Text(", ".join(hand.marks), "yellow")
        scores = Text(", ".join(f"{name} {value}" for name, value in hand.scores), "dim")
        name = Text(f"{arrow if hand.turn else ' '} {hand.seat} ").append_text(who)
        notes = Text("  ").join(part for part in (marks, scores) if part.plain)
        rows.append((name, hand_text(hand.cards, hand.unknown, hand.most, ascii_only=bare), notes))
    return grid(rows, room, gap=1) if rows else []


def _lies_around(row: Row, scene: Scene) -> bool:
    """Whether a row is drawn as a trick: a card before each of its players."""
    return (
        len(scene.hands) == _COMPASS
        and 0 < len(row.seats) <= _COMPASS
        and len(set(row.seats)) == len(row.seats) == len(row.cards)
    )


def _row(row: Row, scene: Scene, room: int, bare: bool) -> Lines:
    """A row of cards, one beside the other, each with who played it; a trick as it lies."""
    if _lies_around(row, scene):
        return grid(_compass(row, scene, bare), room, gap=2, justify=("right", "center", "left"))
    items = [_played(row, place, scene, bare) for place in range(len(row.cards))]
    if row.unknown and row.seats:
        items.append(Text(f"and {row.unknown} before", "dim"))
    elif row.unknown:
        items.append(backs(row.unknown, None, ascii_only=bare))
    return side_by_side(items, room, gap=2)


def _played(row: Row, place: int, scene: Scene, bare: bool) -> Text:
    """A card with who played it."""
    who = f"{drawable(scene.hands[row.seats[place]].player)} " if place < len(row.seats) else ""
    return Text(who, "dim").append_text(_marked(row, place, card_text(row.cards[place], ascii_only=bare)))


def _compass(row: Row, scene: Scene, bare: bool) -> list[list[Text]]:
    """A trick as it lies: seat 0 at the bottom, the others to its left in turn."""
    where = {0: (2, 1), 1: (1, 0), 2: (0, 1), 3: (1, 2)}
    cells = [[Text("") for _ in range(3)] for _ in range(3)]
    for seat, hand in enumerate(scene.hands):
        down, across = where[seat]
        name = Text(drawable(hand.player) or f"seat {seat}", "dim")
        card = Text("--" if bare else "··", "dim")
        if seat in row.seats:
            place = row.seats.index(seat)
            card = _marked(row, place, card_text(row.cards[place], ascii_only=bare))
        cells[down][across] = Text(" ").join([name, card])
    return cells


def _marked(row: Row, place: int, card: Text) -> Text:
    if place in row.marks:
        card = Text("*", "bold yellow") + card
    return card
