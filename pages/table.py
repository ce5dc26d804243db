"""The table at one point, drawn in a page: who holds what, what lies in the middle, pots and scores.

It is drawn in pieces, of which few change from one act to the next: a page that steps through an evening changes these alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from upcard.engine.scene import Hand, Row, Scene, by_suit
from upcard.pages.cards import back, card_text, face, symbols
from upcard.pages.templating import Markup, filled, in_page, macros
from upcard.schemas.cards import Card

MOST_BACKS: Final = 14
"""More backs than these are told as a number."""
_AROUND: Final = 4
"""Up to so many players the cards of a trick lie as those who played them sit."""
_KEPT: Final = 4096
"""Pieces that may be wanted again."""
_CODE: Final = re.compile(r"\b(?:[A2-9TJQK][cdhs]|X[br])\b")


def table(scene: Scene, *, bottom: int = 0, with_symbols: bool = True) -> Markup:
    """The table as it stands. bottom: the seat that is drawn nearest; with_symbols: with the faces of its cards, which a page
    must hold once.
    """
    rows = len(scene.rows)
    drawn = frame(len(scene.hands), rows, bottom=bottom, pieces=pieces(scene, len(scene.hands), rows, bottom=bottom))
    return symbols(cards_of_scene(scene)) + drawn if with_symbols else drawn


def frame(seats: int, rows: int, *, bottom: int = 0, pieces: Sequence[Markup] | None = None) -> Markup:
    """The table with a place for each piece, in their order; empty, or with these."""
    places = pieces if pieces is not None else [Markup()] * (2 * seats + rows + 3)
    return filled("table.html", seats=seats, rows=rows, bottom=bottom, places=places)


def pieces(scene: Scene, seats: int, rows: int, *, bottom: int = 0) -> list[Markup]:
    """What stands in each place of a table for so many seats and rows: its heading, two pieces for each seat (who sits there,
    and the cards), a piece for each row, the pots, and what is said of the hand.
    """
    players = tuple(hand.player for hand in scene.hands)
    drawn = [_head(scene.title, scene.facts, players)]
    for hand in scene.hands:
        drawn += [_who(hand.seat, hand.player, hand.marks, hand.scores, hand.turn), _held(hand)]
    drawn += [Markup()] * (2 * (seats - len(scene.hands)))
    shown = [_row(row, players, bottom) for row in scene.rows]
    drawn += shown + [Markup()] * (rows - len(shown))
    return [*drawn, _pots(scene.pots), _said(scene.says)]


def cards_of_scene(scene: Scene) -> Iterator[Card]:
    """The cards that are drawn with their faces up."""
    for hand in scene.hands:
        yield from hand.cards
    for row in scene.rows:
        yield from row.cards


def _macro(name: str, **values: Any) -> Markup:
    return Markup(getattr(macros("pieces.html"), name)(**values))


@lru_cache(_KEPT)
def _head(title: str, facts: tuple[tuple[str, str], ...], players: tuple[str, ...]) -> Markup:
    told = [(name, cards_in(value, players)) for name, value in facts]
    return _macro("head", title=title, facts=told)


@lru_cache(_KEPT)
def _who(seat: int, player: str, marks: tuple[str, ...], scores: tuple[tuple[str, str], ...], turn: bool) -> Markup:
    return _macro("who", player=player or f"seat {seat}", marks=marks, scores=scores, turn=turn)


@lru_cache(_KEPT)
def _held(hand: Hand) -> Markup:
    suits = [[face(card) for card in some] for some in by_suit(hand.cards)]
    least, most = hand.unknown, hand.most
    uncertain = most is not None and most != least
    return _macro(
        "held",
        suits=suits,
        back=back(),
        backs=0 if uncertain or least > MOST_BACKS else least,
        more=f"{least} to {most} not seen" if uncertain else f"{least} not seen" if least > MOST_BACKS else "",
    )


@lru_cache(_KEPT)
def _row(row: Row, players: tuple[str, ...], bottom: int) -> Markup:
    if not row.cards and not row.unknown:
        return Markup()
    seats = set(row.seats)
    around = len(players) <= _AROUND and len(seats) == len(row.seats) == len(row.cards) > 0
    owners = [players[seat] or f"seat {seat}" if seat < len(players) else "" for seat in row.seats]
    return _macro(
        "row",
        title=row.title,
        by=owners[0] if len(seats) == 1 and not around else "",
        cards=[face(card) for card in row.cards],
        places=[(seat - bottom) % len(players) for seat in row.seats] if around else [],
        owners=owners if len(seats) > 1 or around else [],
        marks=row.marks,
        around=around,
        before=row.unknown if row.seats else 0,
        back=back(),
        backs=0 if row.seats or row.unknown > MOST_BACKS else row.unknown,
        more=f"{row.unknown} not seen" if not row.seats and row.unknown > MOST_BACKS else "",
    )


@lru_cache(_KEPT)
def _pots(pots: tuple[tuple[str, str], ...]) -> Markup:
    return _macro("pots", pots=pots) if pots else Markup()


def _said(says: str) -> Markup:
    return _macro("said", says=says) if says else Markup()


# ---- Players and cards in what is said ---------------------------------------------------------------------------------------------


def cards_in(text: str, names: Iterable[str] = ()) -> Markup:
    """A text of ours with the cards in it as people write them; what is somebody's name is no card."""
    taken = set(names)
    parts: list[Markup] = []
    end = 0
    for found in _CODE.finditer(text):
        if found[0] not in taken:
            parts += [in_page(text[end : found.start()]), written(Card(found[0]))]
            end = found.end()
    return Markup().join([*parts, in_page(text[end:])])


def written(card: Card) -> Markup:
    """A card within a sentence, in the colour of its suit."""
    return Markup('<span class="suit-{}">{}</span>').format(card.suit if card.known else "x", card_text(card))
