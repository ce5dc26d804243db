"""TQ-3: how a row is read, and what cards to a row mean as the hand stands."""

from functools import lru_cache
from typing import Final, NamedTuple

from upcard.engine.games.trente_et_quarante.state import (
    COLOURS,
    NOIR,
    RED,
    ROUGE,
    ROWS,
    VALUES,
    TrenteEtQuarante,
)
from upcard.engine.games.trente_et_quarante.theory import LEAST, MOST
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import RowDealt, TurnedUp

# ---- TQ-3.1 Reading a row ------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A row as it lies after an event. cards: its own; fresh: dealt by the event; surplus: too many; total: 0 if it is
    not full, or need not be, -1 if that cannot be told; points: of the cards so far, -1 if not all are known.
    """

    cards: tuple[Card, ...]
    fresh: tuple[Card, ...]
    surplus: tuple[Card, ...]
    total: int
    points: int


_COUNTS: Final = (*(VALUES[card.rank] for card in PACK), 0, 0, 0)
"""What each card counts, by its index; then the jokers, and, at -1, all that are not known: 0."""


@lru_cache(maxsize=128)  # rules and the transition read the same row
def split(cards: tuple[Card, ...]) -> tuple[int, int]:
    """What cards come to, as far as the one that fills the row, and how many these are; -1 if not all are known.

    >>> split((Card("Kh"), Card("9s"), Card("8c"), Card("5d"), Card("2h")))
    (32, 4)
    """
    total = number = 0
    for card in cards:
        value = _COUNTS[card.index] or VALUES.get(card.rank)
        if value is None:
            return -1, len(cards)
        number += 1
        total += value
        if total >= LEAST:
            return total, number
    return total, number


@lru_cache(maxsize=128)
def bounds(cards: tuple[Card, ...]) -> tuple[int, int, int]:
    """The least and the most that cards come to as far as the one that surely fills the row, and how many these are.

    >>> bounds((Card("Kh"), Card("??"), Card("9s"), Card("Td"), Card("2h")))
    (32, 41, 5)
    """
    least = most = 0
    for number, card in enumerate(cards, start=1):
        value = VALUES.get(card.rank)
        least += value or 1
        most += value or 10
        if least >= LEAST:
            return least, most, number
    return least, most, len(cards)


@lru_cache(maxsize=128)
def read_row(held: tuple[Card, ...], cards: tuple[Card, ...], written: int | None, *, whole: bool) -> Row:
    """The row that these cards make on top of those that lie there. A list may repeat what lay there.

    whole: whether they were told as all of the row; of single cards that are not all known it may need more.
    """
    if not cards:
        total = -1 if written is None or written > MOST else written if written >= LEAST else 0
        return Row(held, (), (), total, -1 if written is None else written)
    lies, fresh = held + cards, cards
    if held and cards[: len(held)] == held and is_full(cards) and (written is None or written == split(cards)[0]):
        lies, fresh = cards, cards[len(held) :]
    points, used = split(lies)
    if points >= 0:
        return Row(lies[:used], fresh, lies[used:], points if points >= LEAST else 0, points)
    least, most, used = bounds(lies)
    if most < LEAST or not (whole or least >= LEAST):
        return Row(lies, fresh, (), 0, -1)
    total = written if written is not None and LEAST <= written <= MOST else -1
    return Row(lies[:used], fresh, lies[used:], total, total)


def is_full(cards: tuple[Card, ...]) -> bool:
    """Whether these cards make a row, the last of them filling it."""
    points, used = split(cards)
    return points >= LEAST and used == len(cards)


def colour_of(card: Card) -> int:
    """1 for red, 0 for black, -1 if not known."""
    return RED.get(card.suit, -1)


def is_plain(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> bool:
    """Whether this is the row that is due, whole, or a card to it: nothing can be wrong but which cards these are."""
    if s.closed or s.gap:
        return False
    if type(e) is not RowDealt:
        return isinstance(e, TurnedUp) and is_plain_card(s, e)
    if s.open_row >= 0 or not e.cards:
        return False
    if s.phase == "rows":
        due = e.row == "rouge" and not s.rouge and s.totals[0] != 0 and not s.totals[1]
    else:
        due = e.row == "noir" and not (s.noir if s.phase == "bets" else s.moved)
    return due and is_full(e.cards)


def is_plain_card(s: TrenteEtQuarante, e: TurnedUp) -> bool:
    """Whether this is a card to the row that is due, or that is dealt."""
    row = row_due(s)
    if s.told or e.card.index < 0 or e.place not in {None, ROWS[row]}:
        return False
    if s.phase == "rows":
        return not s.totals[row] and (e.place is not None or not may_be_full(s))
    return s.open_row < 0 and not (s.phase == "between" and s.moved)


NOTHING, AGAIN, TWICE, OVER, BEHIND, LOST, MISSED, DEALS = range(8)
"""What cards to a row mean: nothing; what is known is told again; the row was full; one card too many; the hand was
void; nobody can tell to which row; a hand was missed in between; they are dealt.
"""


_ROW: Final = {name: row for row, name in enumerate(ROWS)}


def row_of(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> int:
    """The row that is dealt to, or -1."""
    name = e.row if isinstance(e, RowDealt) else e.place
    return row_due(s) if name is None else _ROW.get(name, -1)


def row_due(s: TrenteEtQuarante) -> int:
    """The row that is to be dealt, or dealt on."""
    if s.phase != "rows":
        return NOIR
    return s.open_row if s.open_row >= 0 else NOIR if not s.totals[NOIR] else ROUGE


def meaning(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> int:
    """What these cards mean as the hand stands."""
    row = row_of(s, e)
    if row < 0 or s.closed:
        return NOTHING
    if cannot_be_placed(s, e, row):
        return LOST
    if s.phase == "rows" and s.totals[row]:
        if is_known(s, e, row):
            return AGAIN
        if s.gap:
            return LOST if s.totals[row] < 0 and not is_whole(e) else MISSED
        return OVER if isinstance(e, TurnedUp) else TWICE
    if s.phase == "between" and row == ROUGE and s.hand:
        if is_known(s, e, row):
            return AGAIN
        if s.how == "void" and s.cut_seen:
            return BEHIND
        return OVER if isinstance(e, TurnedUp) and s.rouge and s.how != "void" and not s.gap else DEALS
    return DEALS


def is_known(s: TrenteEtQuarante, e: RowDealt | TurnedUp, row: int) -> bool:
    """Whether a row is told again: card for card, or by what it may well have been if no hand was missed."""
    if not isinstance(e, RowDealt):
        return False
    cards = s.noir if row == NOIR else s.rouge
    if e.cards and list(e.cards) == cards:
        return True
    if s.gap or s.how == "void" or {COLOURS.index(e.colour) if e.colour else -1, s.colours[row]} == {0, 1}:
        return False
    if e.cards and cards:
        return len(e.cards) == len(cards) and all(map(may_be_same, e.cards, cards))
    total = split(e.cards)[0] if e.cards and is_full(e.cards) else None if e.cards else e.total
    least, most, _ = bounds(tuple(cards))
    fits = total is not None and (total == s.totals[row] or (s.totals[row] < 0 and least <= total <= min(most, MOST)))
    return fits and (not e.cards or s.colours[row] in {-1, colour_of(e.cards[0])})


def may_be_same(one: Card, other: Card) -> bool:
    """Whether two cards, each as far as it was seen, may be one."""
    return all(seen == again or "?" in {seen, again} for seen, again in zip(one, other, strict=True))


def cards_in(e: RowDealt | TurnedUp) -> tuple[Card, ...]:
    """The cards that were dealt, a row of them or one."""
    return (e.cards or ()) if isinstance(e, RowDealt) else (e.card,)


def held(s: TrenteEtQuarante, row: int) -> tuple[Card, ...]:
    """What lies in a row before cards are dealt to it; nothing, if they are of a hand that follows."""
    if s.phase == "rows" and s.totals[row]:
        return ()
    if s.phase == "between":
        return tuple(s.moved) if row == NOIR else ()
    return tuple(s.noir if row == NOIR else s.rouge)


def reading(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Row:
    """The row as it lies after these cards."""
    before = held(s, row_of(s, e))
    written = e.total if type(e) is RowDealt else None
    return read_row(before, cards_in(e), written, whole=is_whole(e))


def may_be_full(s: TrenteEtQuarante) -> bool:
    """Whether the row that is dealt card by card may be full for all we know, as not all its cards are known.

    With the second row the hand may be over, and is taken for it; `open_row` then remembers that it may go on.
    """
    if s.open_row < 0 or s.told:
        return False
    cards = s.noir if s.open_row == NOIR else s.rouge
    return bounds(tuple(cards))[1] >= LEAST


def cannot_be_placed(s: TrenteEtQuarante, e: RowDealt | TurnedUp, row: int) -> bool:
    """Whether nobody can tell which row cards belong to, or whether they are of the hand that seemed to be over."""
    if isinstance(e, TurnedUp) and e.place is None and s.phase != "bets":
        return s.gap or may_be_full(s)
    return s.phase == "between" and s.open_row == row


def is_whole(e: RowDealt | TurnedUp) -> bool:
    """Whether a whole row is told, and not a card of it."""
    return type(e) is RowDealt and len(e.cards or ()) != 1


def starts_wrong(s: TrenteEtQuarante, row: int) -> bool:
    """Whether a hand begins with the rouge row."""
    return row == ROUGE and s.phase != "rows" and not s.gap
