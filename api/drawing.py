"""Tables, cards and the card table as HTML that a notebook shows: no script, nothing from elsewhere, every text escaped."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import Final

from upcard.engine.scene import Hand, Row, Scene, by_suit
from upcard.schemas.cards import SUIT_GLYPHS, Card

COLOURS: Final = {"c": "#1a7f37", "d": "#0969da", "h": "#cf222e"}
"""Four colours that are told apart on light and dark ground; spades have that of the text."""
MOST_BACKS: Final = 14
_CARD: Final = "border:1px solid #8888;border-radius:3px;padding:0 3px;margin:1px;display:inline-block"


def table_html(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    title: str = "",
    says: Mapping[str, str] | None = None,
    below: str = "",
    right: Collection[int] = (),
) -> str:
    """A table. says: what columns mean, shown where one rests on them; below: what stands below it; right: which columns, by their place,
    are of numbers.
    """
    said = says or {}
    sides = [f' style="text-align:{"right" if at in right else "left"}"' for at in range(len(columns))]
    titles = [f' title="{escape(said[name])}"' if said.get(name) else "" for name in columns]
    head = "".join(
        f"<th{side}{title}>{escape(name)}</th>" for name, side, title in zip(columns, sides, titles, strict=True)
    )
    body = "".join(
        "<tr>" + "".join(f"<td{side}>{escape(cell)}</td>" for cell, side in zip(row, sides, strict=True)) + "</tr>"
        for row in rows
    )
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    foot = f"<p>{escape(below)}</p>" if below else ""
    return f"<div><table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{foot}</div>"


def card_html(card: Card) -> str:
    """One card, in the colour of its suit."""
    if card == "??":
        return f'<span style="{_CARD};opacity:.5">?</span>'
    colour = f";color:{COLOURS[card.suit]}" if card.suit in COLOURS else ""
    rank = "\N{BLACK STAR}" if card.rank == "X" else card.rank
    return f'<span style="{_CARD}{colour}">{escape(rank + SUIT_GLYPHS.get(card.suit, card.suit))}</span>'


def scene_html(scene: Scene) -> str:
    """The table at one point: who holds what, what lies on it, pots and scores."""
    facts = ", ".join(f"{name} {value}" for name, value in scene.facts)
    title = f"<b>{escape(scene.title)}</b>" + (f" ({escape(facts)})" if facts else "")
    seats = "".join(_seat(hand) for hand in scene.hands)
    rows = "".join(_row(row) for row in scene.rows if row.cards or row.unknown)
    pots = "; ".join(f"{name} {value}" for name, value in scene.pots)
    parts = [f"<p>{title}</p>", f"<table><tbody>{seats}</tbody></table>", rows]
    parts += [f"<p>{escape(text)}</p>" for text in (pots, scene.says) if text]
    return f"<div>{''.join(parts)}</div>"


def _seat(hand: Hand) -> str:
    cards = (card_html(card) for some in by_suit(hand.cards) for card in some)
    held = "".join(cards) + _backs(hand.unknown, hand.most)
    scores = ", ".join(f"{name} {value}" for name, value in hand.scores)
    turn = "\N{BLACK RIGHT-POINTING TRIANGLE} " if hand.turn else ""
    cells = (f"{turn}{hand.seat} {hand.player}", held, ", ".join(hand.marks), scores)
    return "<tr>" + "".join(f"<td>{cell if cell is held else escape(cell)}</td>" for cell in cells) + "</tr>"


def _row(row: Row) -> str:
    return f"<p>{escape(row.title)}: {''.join(map(card_html, row.cards))}{_backs(row.unknown, None)}</p>"


def _backs(least: int, most: int | None) -> str:
    if most is not None and most != least:
        return escape(f" {least} to {most} not seen")
    if least > MOST_BACKS:
        return escape(f" {least} not seen")
    return card_html(Card("??")) * least
