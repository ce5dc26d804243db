"""The table drawn in the terminal: hands, the trick, pots and scores. Suits have colours, hidden cards are backs."""

from collections.abc import Iterable

from rich import box
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.constrain import Constrain
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from upcard.cli.output import plain
from upcard.cli.safe import drawable
from upcard.engine.scene import Hand, Row, Scene, by_suit
from upcard.schemas.cards import SUIT_GLYPHS, Card

STYLES = {"c": "green", "d": "cyan", "h": "red", "s": "bold", "b": "bold magenta", "r": "bold magenta", "?": "dim"}
MOST_BACKS = 14
WIDEST = 80
_COMPASS = 4
_FRAME = 6
"""What corners and blanks of the frame take of a title's line."""


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


def hand_text(hand: Hand, *, ascii_only: bool) -> Text:
    """A hand: suit by suit, then backs for what is not known."""
    parts = [cards_text(held, ascii_only=ascii_only) for held in by_suit(hand.cards)]
    if hand.unknown or hand.most:
        parts.append(backs(hand.unknown, hand.most, ascii_only=ascii_only))
    return Text("  ").join(parts) if parts else Text("-", "dim")


def backs(least: int, most: int | None, *, ascii_only: bool) -> Text:
    """Cards not known, as backs; a number where there are many, or where they cannot be counted."""
    back = "[]" if ascii_only else "▒▒"
    if most is not None and most != least:
        return Text(f"{back} {least} to {most}", "dim")
    if least > MOST_BACKS:
        return Text(f"{back} x {least}", "dim")
    return Text(" ".join([back] * least), "dim")


def table(scene: Scene, *, ascii_only: bool = False) -> RenderableType:
    """The whole table, to be printed by rich."""
    bare = plain(ascii_only)
    parts: list[RenderableType] = [_hands(scene, bare)]
    parts += [_row(row, scene, bare) for row in scene.rows if row.cards or row.unknown]
    if scene.pots:
        parts.append(_pots(scene))
    if scene.says:
        parts.append(Text(drawable(scene.says), "bold"))
    facts = [drawable(f"{name} {value}") for name, value in scene.facts]
    return _Framed(drawable(scene.title), facts, parts, bare)


class _Framed:
    """A frame around the table. What there is to know of the hand stands in its title, or below if that is too narrow."""

    def __init__(self, title: str, facts: list[str], parts: list[RenderableType], bare: bool) -> None:
        self._title, self._facts, self._parts = title, facts, parts
        self._box = box.ASCII if bare else box.ROUNDED

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """As wide as the terminal, at most `WIDEST`."""
        title, parts = " | ".join([self._title, *self._facts]), self._parts
        if cell_len(title) > min(options.max_width, WIDEST) - _FRAME:
            title, parts = self._title, [_apart(map(Text, self._facts)), *parts]
        framed = Panel(Group(*parts), title=Text(title), title_align="left", box=self._box, expand=False)
        yield Constrain(framed, WIDEST)


def _hands(scene: Scene, bare: bool) -> Table:
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column()
    arrow = ">" if bare else "▶"
    for hand in scene.hands:
        who = Text(drawable(hand.player) or f"seat {hand.seat}", "bold" if hand.turn else "")
        marks = Text(", ".join(hand.marks), "yellow")
        scores = Text(", ".join(f"{name} {value}" for name, value in hand.scores), "dim")
        name = Text(f"{arrow if hand.turn else ' '} {hand.seat} ").append_text(who)
        notes = Text("  ").join(part for part in (marks, scores) if part.plain)
        grid.add_row(name, hand_text(hand, ascii_only=bare), notes)
    return grid


def _row(row: Row, scene: Scene, bare: bool) -> RenderableType:
    title = Text(drawable(row.title), "underline")
    if (
        len(scene.hands) == _COMPASS
        and 0 < len(row.seats) <= _COMPASS
        and len(set(row.seats)) == len(row.seats) == len(row.cards)
    ):
        return Group(title, _compass(row, scene, bare))
    items = [_played(row, place, scene, bare) for place in range(len(row.cards))]
    if row.unknown and row.seats:
        items.append(Text(f"and {row.unknown} before", "dim", no_wrap=True))
    elif row.unknown:
        items.append(backs(row.unknown, None, ascii_only=bare))
    return Group(title, Columns(items, padding=(0, 2)))


def _played(row: Row, place: int, scene: Scene, bare: bool) -> Text:
    """A card with who played it."""
    who = f"{drawable(scene.hands[row.seats[place]].player)} " if place < len(row.seats) else ""
    return Text(who, "dim", no_wrap=True).append_text(_marked(row, place, card_text(row.cards[place], ascii_only=bare)))


def _compass(row: Row, scene: Scene, bare: bool) -> Table:
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
    grid = Table.grid(padding=(0, 2))
    for justify in ("right", "center", "left"):
        grid.add_column(justify=justify)
    for line in cells:
        grid.add_row(*line)
    return grid


def _marked(row: Row, place: int, card: Text) -> Text:
    if place in row.marks:
        card = Text("*", "bold yellow") + card
    return card


def _pots(scene: Scene) -> Columns:
    return _apart(Text(f"{drawable(name)} ", "dim").append(drawable(value), "bold") for name, value in scene.pots)


def _apart(items: Iterable[Text]) -> Columns:
    """Short texts side by side, none of them broken."""
    whole = list(items)
    for item in whole:
        item.no_wrap = True
    return Columns(whole, padding=(0, 3))
