"""Who deals."""

from collections.abc import Sequence
from typing import Any, Protocol

from upcard.engine.game import Broken, Cured
from upcard.schemas.events import HandStarted


class Table(Protocol):
    """phase: where the hand stands, first of all at `deal`; gap: whether something was missed in it; dealer: its dealer, -1 if
    that cannot be told.
    """

    phase: Any
    gap: bool
    dealer: int


class Named(Protocol):
    """dealer: as above; lone: the line that alone says who deals, 0 where none does, or another line agrees with it."""

    dealer: int
    lone: int


def written_wrongly(t: Named, says: str, at: int | None = None) -> Broken:
    """Who deals was written on one line, and what was done in the hand shows another dealer: one of them is wrong (G-8)."""
    return Broken(
        says=says, name="wrong_dealer", kind="contradiction", clause="G-8", at=at, against=t.lone, misdealt=True
    )


class Opened(Named, Protocol):
    """off: by how many seats who acted first in the last hand was off from who was to, by a dealer that one line alone tells;
    off_at: the line of that act.
    """

    line: int
    off: int
    off_at: int


def is_named(t: Opened, dealer: int, due: int) -> None:
    """A line names the dealer of the hand that begins: the rotation agrees with it, or it stands alone."""
    t.lone, t.off = 0 if dealer == due else t.line, 0


def named_as_opened(t: Opened, dealer: int | None, due: int, seats: int) -> bool:
    """Whether a line names the dealer whom who opened the last hand tells, too: then the line that told another is wrong."""
    return dealer is not None and due >= 0 and is_off_again(t, (dealer - due) % seats)


def other_was_named(t: Opened, dealer: int | None, due: int, breach: str) -> list[Broken | Cured]:
    """What is said of that: who opened the last hand was not out of turn. breach: the name of what was found then."""
    says = (
        f"seat {dealer} dealt, as who opened the last hand tells; by the dealer that was written once seat {due} was to"
    )
    return [written_wrongly(t, says), Cured(t.off_at, name=breach)]


def off_from(t: Opened, due: Sequence[int], seat: int, seats: int) -> int:
    """By how many seats one is off from these, of whom any may be due; as far as the last was, if it may be. 0: it is due, or
    nobody is known to be.
    """
    offs = [(seat - one) % seats for one in due]
    return 0 if not offs or 0 in offs else t.off if t.off in offs else offs[0]


def is_off_again(t: Opened, off: int) -> bool:
    """Whether the line that alone tells who dealt is wrong: twice in a row who acted first is off from it by as many seats."""
    return bool(t.lone and off) and off == t.off


def off_again(t: Opened, seat: int, name: str | None = None) -> list[Broken | Cured]:
    """What is said of that: that the first of the two was out of turn is withdrawn. name: of that, if not the rule's own."""
    says = (
        f"seat {seat} opened this hand, as far from who was to by the dealer on line {t.lone} as who opened one before"
    )
    return [written_wrongly(t, says), Cured(t.off_at, name=name)]


def opens(t: Opened, off: int, seats: int) -> bool:
    """Somebody acts first in a hand. Returns whether the dealer is another than was written; the hand has that dealer then."""
    moved = is_off_again(t, off)
    if moved:
        t.dealer = (t.dealer + off) % seats
    t.off, t.off_at = 0 if moved else off, t.line
    t.lone = 0 if moved or not off else t.lone
    return moved


def begins_again(t: Table, e: HandStarted) -> bool:
    """Whether a hand of which nothing was written begins again with its dealer: the line was written twice, or the cards
    were dealt again; neither brings points.
    """
    return t.phase == "deal" and not t.gap and e.dealer is not None and e.dealer == t.dealer


def begun_twice(t: Table, e: HandStarted, clause: str) -> Broken | None:
    """What is wrong with a hand that begins again: one line too many, and nobody dealt out of turn."""
    if not begins_again(t, e):
        return None
    return Broken(says="the hand had begun before", name="begun_twice", kind="contradiction", clause=clause)


def is_same_or_next(t: Table, e: HandStarted) -> bool:
    """Whether a hand that begins is the one begun just before, of which nothing else is written, or the one after it."""
    return t.phase == "deal" and e.dealer is None


def wrong_dealer(dealer: int | None, due: int, seats: int) -> Broken | None:
    """What is wrong with a dealer that was named. due: who was to deal, -1 where that cannot be told."""
    if dealer is None:
        return None
    if dealer >= seats:
        return Broken(says=f"no seat {dealer} at this table", kind="contradiction", name="no_such_seat")
    if due < 0 or dealer == due:
        return None
    return Broken(seat=dealer, says=f"seat {dealer} dealt; seat {due} was to deal")
