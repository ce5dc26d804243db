"""The faces of cards, drawn here: no letter of them needs a font. A page holds each face once, and shows it wherever it lies.

A face is 64 wide and 90 high, in the colour of its suit (`currentColor`); paper, gold and skin are colours of the style sheet.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from upcard.pages.templating import Markup
from upcard.schemas.cards import RANK_NAMES, SUIT_GLYPHS, SUIT_NAMES, Card

BACK: Final = "back"
"""What a card shows that nobody turned up."""

# ---- Names -------------------------------------------------------------------------------------------------------------


def card_name(card: Card) -> str:
    """A card in words, for those who hear the page.

    >>> card_name(Card("Qs")), card_name(Card("Xr")), card_name(Card("??")), card_name(Card("?h")), card_name(Card("3?"))
    ('queen of spades', 'red joker', 'card not seen', 'card of hearts', 'three')
    """
    rank, suit = RANK_NAMES.get(card.rank), SUIT_NAMES.get(card.suit)
    if card.rank == "X":
        return {"r": "red joker", "b": "black joker"}.get(card.suit, "joker")
    if rank and suit:
        return f"{rank} of {suit}"
    return rank or (f"card of {suit}" if suit else "card not seen")


def card_text(card: Card) -> str:
    """A card within a sentence.

    >>> card_text(Card("Tc")), card_text(Card("Xb")), card_text(Card("??")), card_text(Card("?d"))
    ('10♣', 'black joker', 'a card', '?♦')
    """
    if card.rank == "X":
        return card_name(card)
    if card == "??":
        return "a card"
    return ("10" if card.rank == "T" else card.rank) + SUIT_GLYPHS.get(card.suit, card.suit)


# ---- In a page ---------------------------------------------------------------------------------------------------------


def face(card: Card) -> Markup:
    """A card with its face up, where the page has its symbol."""
    return _used(str(card), card.suit, card_name(card))


def back() -> Markup:
    """A card with its face down."""
    return _used(BACK, BACK, "face down")


def _used(name: str, kind: str, label: str) -> Markup:
    return Markup('<svg class="card {}" role="img" aria-label="{}"><use href="#card-{}"/></svg>').format(
        "unseen" if kind == "?" else kind, label, _id(name)
    )


def _id(name: str) -> str:
    """A name that may stand behind the sign # of an address."""
    return name.replace("?", "_")


def symbols(cards: Iterable[Card], *, backs: bool = True) -> Markup:
    """What a page must hold once to show these cards."""
    faces = sorted({str(card) for card in cards})
    drawn = [_symbol(name, drawing(Card(name))) for name in faces]
    drawn += [_symbol(BACK, _BACK)] * backs
    parts = "".join(f'<symbol id="part-{name}" viewBox="{box}">{body}</symbol>' for name, (box, body) in _PARTS.items())
    return Markup(f'<svg class="card-symbols" aria-hidden="true" focusable="false">{parts}{"".join(drawn)}</svg>')


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="card-{_id(name)}" viewBox="0 0 64 90">{body}</symbol>'


# ---- Signs -------------------------------------------------------------------------------------------------------------

_SUITS: Final = {
    "h": "M10 18.6C4 13.4 1 10 1 6.3 1 3.3 3.2 1.4 5.6 1.4 7.6 1.4 9.1 2.5 10 4.3 10.9 2.5 12.4 1.4 14.4 1.4 16.8 1.4 19 3.3 19 6.3 19 10 16 13.4 10 18.6Z",
    "d": "M10 .6C12 4.3 14.6 7.6 17.4 10 14.6 12.4 12 15.7 10 19.4 8 15.7 5.4 12.4 2.6 10 5.4 7.6 8 4.3 10 .6Z",
    "s": "M10 .7C12 4.6 18.8 8 18.8 12.5 18.8 15 17 16.6 14.8 16.6 13.1 16.6 11.7 15.8 10.9 14.4 11 16.6 11.8 18.2 13.6 19.3H6.4C8.2 18.2 9 16.6 9.1 14.4 8.3 15.8 6.9 16.6 5.2 16.6 3 16.6 1.2 15 1.2 12.5 1.2 8 8 4.6 10 .7Z",
    "c": "M10 .8A4.4 4.4 0 0 1 13.2 8.2 4.4 4.4 0 1 1 10.9 13.9C11 16.3 11.8 18.2 13.6 19.3H6.4C8.2 18.2 9 16.3 9.1 13.9A4.4 4.4 0 1 1 6.8 8.2 4.4 4.4 0 0 1 10 .8Z",
    "?": "M5.5 7.2C5.5 .4 14.8 .6 14.6 7 14.4 10.6 10 10.6 10 14M10 18.4V18.5",
    "star": "M10 .9 12.6 7.1 19.3 7.6 14.2 12 15.8 18.6 10 15 4.2 18.6 5.8 12 .7 7.6 7.4 7.1Z",
}
"""Suits, and what stands in their place, in a square of 20."""

_RANKS: Final = {
    "A": "M1.4 19 7 1.2 12.6 19M3.5 12.8H10.5",
    "2": "M1.8 6C1.8-.6 12.2-.6 12.2 6 12.2 10.6 1.9 13.8 1.9 19H12.4",
    "3": "M1.9 1.4H11.8L6.5 8.2C14.2 7.6 14 19 6.8 19 4.2 19 2.1 17.7 1.5 15.2",
    "4": "M10 19V1.2L1.2 13.6H13",
    "5": "M11.7 1.4H3.5L2.7 9C6 6.6 12.6 7.6 12.4 13.2 12.2 19.8 4 20.4 1.6 16.2",
    "6": "M10.4 1.2C5.4 4 1.7 8.6 1.7 13.6A5.3 5.3 0 1 0 12.3 13.6 5.3 5.3 0 1 0 1.7 13.6",
    "7": "M1.6 1.4H12.4C8.6 7 6.4 12 6 19",
    "8": "M2.8 5.5A4.2 4.2 0 1 0 11.2 5.5 4.2 4.2 0 1 0 2.8 5.5M1.8 14.3A5.2 4.6 0 1 0 12.2 14.3 5.2 4.6 0 1 0 1.8 14.3",
    "9": "M3.6 18.8C8.6 16 12.3 11.4 12.3 6.4A5.3 5.3 0 1 0 1.7 6.4 5.3 5.3 0 1 0 12.3 6.4",
    "T": "M.4 4.4 3 1.4V19M6.8 10.2A3.4 8.8 0 1 0 13.6 10.2 3.4 8.8 0 1 0 6.8 10.2",
    "J": "M6.2 1.4H12.2M9.8 1.4V13.6C9.8 20.6 2 20.4 1.7 14.2",
    "Q": "M1.4 10A5.6 8.7 0 1 0 12.6 10 5.6 8.7 0 1 0 1.4 10M8 13.8 12.8 19.4",
    "K": "M2.4 1.2V19M12 1.2 2.6 11.6M5.9 8.3 12.8 19",
    "?": "M2.2 6C2.2-.6 12-.4 11.8 6 11.6 10 7 9.8 7 13.6M7 18.6V18.7",
}
"""Ranks as strokes of a pen, 14 wide and 20 high."""

_PARTS: Final[dict[str, tuple[str, str]]] = {
    **{name: ("0 0 20 20", f'<path d="{path}" fill="currentColor"/>') for name, path in _SUITS.items() if name != "?"},
    "unknown": (
        "0 0 20 20",
        f'<path d="{_SUITS["?"]}" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>',
    ),
}


# ---- Faces -------------------------------------------------------------------------------------------------------------

_PAPER: Final = '<rect x="1" y="1" width="62" height="88" rx="6" fill="var(--card-paper)" stroke="var(--card-edge)"/>'
_LEFT, _MIDDLE, _RIGHT = 24.5, 32.0, 39.5
_TOP, _UPPER, _HALF, _LOWER, _LOW = 14.0, 29.5, 45.0, 60.5, 76.0
_PIP: Final = 10.5
_SIDES: Final = (_LEFT, _RIGHT)
_FOUR: Final = [(x, y) for x in _SIDES for y in (_TOP, _LOW)]
_SIX: Final = [*_FOUR, *((x, _HALF) for x in _SIDES)]
_EIGHT: Final = [(x, y) for x in _SIDES for y in (_TOP, 34.6, 55.4, _LOW)]
_PIPS: Final[dict[str, list[tuple[float, float]]]] = {
    "2": [(_MIDDLE, _TOP), (_MIDDLE, _LOW)],
    "3": [(_MIDDLE, _TOP), (_MIDDLE, _HALF), (_MIDDLE, _LOW)],
    "4": _FOUR,
    "5": [*_FOUR, (_MIDDLE, _HALF)],
    "6": _SIX,
    "7": [*_SIX, (_MIDDLE, _UPPER)],
    "8": [*_SIX, (_MIDDLE, _UPPER), (_MIDDLE, _LOWER)],
    "9": [*_EIGHT, (_MIDDLE, _HALF)],
    "T": [*_EIGHT, (_MIDDLE, 24.3), (_MIDDLE, 65.7)],
}
"""Where the signs of a number lie; those in the lower half stand on their heads."""


@cache
def drawing(card: Card) -> str:
    """The face of a card, as what a symbol of 64 by 90 holds."""
    if card == "??":
        return _PAPER.replace("stroke=", 'stroke-dasharray="3 3" stroke=') + _sign("unknown", 32, 45, 30)
    part = "star" if card.rank == "X" else "unknown" if card.suit == "?" else card.suit
    corner = _corner(card.rank, part)
    return f"{_PAPER}{corner}{_turned(corner)}{_middle(card, part)}"


def _corner(rank: str, part: str) -> str:
    """The rank and below it the suit, in the corner that a hand shows."""
    if rank == "X":
        return _sign("star", 10.5, 14, 15)
    stroke = 'fill="none" stroke="currentColor" stroke-width="2.7" stroke-linecap="round" stroke-linejoin="round"'
    letter = f'<path transform="translate(4.6 6) scale(.85)" d="{_RANKS[rank]}" {stroke}/>'
    return letter + _sign(part, 10.5, 32.5, 12)


def _middle(card: Card, part: str) -> str:
    if card.rank == "X":
        return _JESTER
    if card.rank in _COURT:
        half = _COURT[card.rank] + _sign(part, 50.5, 14.5, 13)
        return half + _turned(half)
    if card.rank == "A":
        return _sign(part, 32, 45, 30)
    if card.rank == "?":
        return _sign(part, 32, 45, 26)
    places = _PIPS[card.rank]
    upright = [_sign(part, x, y, _PIP) for x, y in places if y <= _HALF]
    turned = [_sign(part, 64 - x, 90 - y, _PIP) for x, y in places if y > _HALF]
    return "".join(upright) + _turned("".join(turned))


def _sign(part: str, x: float, y: float, size: float) -> str:
    """A sign around a point."""
    left, top = x - size / 2, y - size / 2
    return f'<use href="#part-{part}" x="{left:g}" y="{top:g}" width="{size:g}" height="{size:g}"/>'


def _turned(body: str) -> str:
    return f'<g transform="rotate(180 32 45)">{body}</g>'


# ---- Courts, jokers, the back ------------------------------------------------------------------------------------------

_INK: Final = 'stroke="currentColor" stroke-width="1" stroke-linejoin="round"'
_GOLD: Final = f'fill="var(--card-gold)" {_INK}'
_HEAD: Final = f'<path d="M25.8 22V28C25.8 32.6 28.6 35 32 35S38.2 32.6 38.2 28V22Z" fill="var(--card-skin)" {_INK}/>'
_EYES: Final = (
    '<path d="M29.3 26.2V26.9M34.7 26.2V26.9M32 26.6 31.4 29.4H32.4M30.4 31.7Q32 32.7 33.6 31.7" fill="none" '
    'stroke="currentColor" stroke-width=".95" stroke-linecap="round"/>'
)


def _robe(trim: str) -> str:
    """Shoulders down to the middle of the card, in the colour of the suit. trim: what lies on them."""
    return (
        f'<path d="M18.5 45C18.8 39.5 22.6 36.6 27.4 35.2H36.6C41.4 36.6 45.2 39.5 45.5 45Z" fill="currentColor" {_INK}/>'
        f"{trim}"
    )


_COURT: Final = {
    "K": "".join(
        [
            _robe(f'<path d="M27 35.4 32 45 37 35.4 40.4 36.7 36 45H28L23.6 36.7Z" {_GOLD}/>'),
            '<path d="M24.2 21V33.5L27 36.5H37L39.8 33.5V21Z" fill="currentColor"/>',
            _HEAD,
            '<path d="M25.8 28.4C28 31.5 29.6 29.8 32 30.4 34.4 29.8 36 31.5 38.2 28.4 38.6 34.8 36 39.6 32 40.6 28 39.6 25.4 34.8 25.8 28.4Z" fill="currentColor"/>',
            '<path d="M30.5 33.2H33.5" stroke="var(--card-skin)" stroke-width="1.1" stroke-linecap="round"/>',
            '<path d="M29.3 25.6V26.4M34.7 25.6V26.4" stroke="currentColor" stroke-width="1.1" stroke-linecap="round"/>',
            f'<path d="M24.3 22.4 22.9 11.8 28 16 32 9.6 36 16 41.1 11.8 39.7 22.4Z" {_GOLD}/>',
            f'<path d="M24.3 19.4H39.7V22.6H24.3Z" fill="currentColor" {_INK}/>',
            '<circle cx="32" cy="8.8" r="1.7" fill="currentColor"/>',
        ]
    ),
    "Q": "".join(
        [
            f'<path d="M23.6 20C21.4 26 22.4 33 20.6 39.5 25 41 26 36.5 26.6 33H37.4C38 36.5 39 41 43.4 39.5 41.6 33 42.6 26 40.4 20Z" {_GOLD}/>',
            _robe(f'<path d="M26.6 35.4C28 40.4 36 40.4 37.4 35.4" fill="var(--card-paper)" {_INK}/>'),
            _HEAD,
            _EYES,
            '<path d="M25.8 26C26.6 22.8 29.4 23.6 32 21.4 34.6 23.6 37.4 22.8 38.2 26L38.6 20.4H25.4Z" fill="var(--card-gold)"/>',
            f'<path d="M24.6 21.6 23.8 15.4 27.8 17.4 29.6 12.8 32 16 34.4 12.8 36.2 17.4 40.2 15.4 39.4 21.6Q32 18.8 24.6 21.6Z" {_GOLD}/>',
            '<circle cx="23.7" cy="14.4" r="1.3" fill="currentColor"/><circle cx="29.5" cy="11.6" r="1.3" fill="currentColor"/>',
            '<circle cx="34.5" cy="11.6" r="1.3" fill="currentColor"/><circle cx="40.3" cy="14.4" r="1.3" fill="currentColor"/>',
            '<circle cx="32" cy="40.2" r="1.3" fill="currentColor"/>',
        ]
    ),
    "J": "".join(
        [
            f'<path d="M24 19C22.6 24 23.2 29 22.8 33.4H27L37 33.4H41.2C40.8 29 41.4 24 40 19Z" {_GOLD}/>',
            _robe(
                '<path d="M26.4 36.5 23.8 45M32 38V45M37.6 36.5 40.2 45" stroke="var(--card-gold)" stroke-width="1.6"/>'
            ),
            f'<path d="M27 35.2Q32 39.6 37 35.2" fill="var(--card-gold)" {_INK}/>',
            _HEAD,
            _EYES,
            f'<path d="M23 20.6C22.2 14.4 28 11.4 35 12.6 40.6 13.6 42.4 17 41.4 20.6Z" fill="currentColor" {_INK}/>',
            f'<path d="M22.6 20.4H41.6V23.2H22.6Z" {_GOLD}/>',
            f'<path d="M25 18C21.6 14 20.8 10.2 22.2 6.4 26.4 8.4 28 13 27.6 17Z" {_GOLD}/>',
        ]
    ),
}
"""The upper half of each picture: the lower is the same, turned."""

_JESTER: Final = "".join(
    [
        '<g transform="translate(32 47)">',
        f'<path d="M-15 22C-14 13-8 10 0 10S14 13 15 22Z" fill="currentColor" {_INK}/>',
        f'<path d="M-13 12-8 19-4 11 0 19 4 11 8 19 13 12 9 8H-9Z" {_GOLD}/>',
        f'<path d="M-7.5-8V0C-7.5 6-4 9 0 9S7.5 6 7.5 0V-8Z" fill="var(--card-skin)" {_INK}/>',
        '<path d="M-3.2-2V-1M3.2-2V-1M0-1.4-.8 2H.4M-3.4 4.6Q0 7.6 3.4 4.6" fill="none" stroke="currentColor" stroke-width="1.1" stroke-linecap="round"/>',
        f'<path d="M-9-6C-9-16-16-18-21-11-20-22-8-26-2-14Z" {_GOLD}/>',
        f'<path d="M9-6C9-16 16-18 21-11 20-22 8-26 2-14Z" fill="currentColor" {_INK}/>',
        f'<path d="M-9-5C-9-18-5-24 0-31 5-24 9-18 9-5Q0-9-9-5Z" fill="var(--card-paper)" {_INK}/>',
        '<path d="M0-31C5-24 9-18 9-5Q4.5-7 0-7Z" fill="currentColor" opacity=".35"/>',
        f'<circle cx="-21" cy="-10" r="2.2" {_GOLD}/><circle cx="21" cy="-10" r="2.2" {_GOLD}/><circle cx="0" cy="-32" r="2.2" {_GOLD}/>',
        "</g>",
    ]
)

_BACK: Final = "".join(
    [
        _PAPER,
        '<rect x="4.5" y="4.5" width="55" height="81" rx="3.5" fill="var(--card-back)"/>',
        '<g fill="none" stroke="var(--card-back-line)">',
        '<rect x="7.5" y="7.5" width="49" height="75" rx="2" stroke-width=".9"/>',
        '<path stroke-width=".7" opacity=".6" d="',
        "".join(
            f"M{x} 8 {x + 12} 26 {x} 44 {x + 12} 62 {x} 80M{x + 12} 8 {x} 26 {x + 12} 44 {x} 62 {x + 12} 80"
            for x in (8, 20, 32, 44)
        ),
        '"/>',
        "</g>",
        '<path d="M32 29 45 45 32 61 19 45Z" fill="var(--card-back)" stroke="var(--card-back-line)" stroke-width="1.2"/>',
        '<path d="M32 38V53M26.4 43.6 32 38 37.6 43.6" fill="none" stroke="var(--card-back-line)" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>',
    ]
)
