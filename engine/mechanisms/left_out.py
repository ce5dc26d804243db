"""Whether a play that was left out of the record explains how all others of a hand come, in games of tricks.

Where one may have been left out, it is not known to which tricks the cards after it went: that one of them does not
follow accuses nobody.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from upcard.engine.game import Answer, Cured, Rule, SessionClosed
from upcard.engine.mechanisms.trick_play import TrickTable
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import HandStarted, Played, Scored

Trick = Callable[[list[Card], list[int]], int]
"""Who wins with these cards, of these seats; -1 if that cannot be told."""


def missing_from(
    cards: Sequence[Card], by: Sequence[int], won: Trick, *, size: int, first: int = -1, way: int = 1
) -> int:
    """The first place among the plays at which one more, not written, would make all of them come in turn; -1 if none
    does. first: who led first, or -1; size: how many cards a trick has, and seats the table.
    """
    places = range(len(by))
    return next((at for at in places if _in_turn(cards, by, won, at, (size, first, way))), -1)


def _in_turn(cards: Sequence[Card], by: Sequence[int], won: Trick, missing: int, table: tuple[int, int, int]) -> bool:
    """Whether all plays come in turn, if one was left out before the play at this place."""
    size, turn, way = table
    trick: list[tuple[int, Card]] = []

    def put(seat: int, card: Card) -> int:
        trick.append((seat, card))
        if len(trick) < size:
            return (seat + way) % size
        seats, played = [seat for seat, _ in trick], [card for _, card in trick]
        trick.clear()
        return won(played, seats) if played[0].bit else -1

    for place, (seat, card) in enumerate(zip(by, cards, strict=True)):
        if place == missing:
            turn = put((seat - way) % size if turn < 0 else turn, UNKNOWN)
        if turn not in {-1, seat}:
            return False
        turn = put(seat, card)
    return True


# ---- What is withdrawn ---------------------------------------------------------------------------------------------


class OfTricks(TrickTable, Protocol):
    """phase: where the hand stands."""

    phase: Any


def explained(
    clause: str, where: Callable[[Any, Sequence[Card], Sequence[int]], int], names: Sequence[str] = ("revoke",)
) -> tuple[Rule, Rule]:
    """The rules that take back revokes which a play left out of the record explains as well: of a card out of turn, which shows
    that one may be missing, and of what finds a hand without its end. where: `missing_from`, of a state and its plays;
    names: what is taken back.
    """

    def withdrawn(t: OfTricks, cards: Sequence[Card], by: Sequence[int]) -> Answer:
        start = where(t, cards, by)
        return [Cured(line, name=name) for line in t.lines[start:] for name in names] if start >= 0 else None

    def out_of_turn(t: OfTricks, e: Played) -> Answer:
        if t.turn in {-1, e.seat} or t.gap or not t.cards or t.phase != "play":
            return None
        return withdrawn(t, [*t.cards, e.card], [*t.by, e.seat])

    def unfinished(t: OfTricks, _e: HandStarted | Scored | SessionClosed) -> Answer:
        return withdrawn(t, t.cards, t.by) if t.phase == "play" and t.cards and not t.gap else None

    says = "a play left out of the record explains as much"
    return Rule(clause, "revoke", says, out_of_turn), Rule(clause, "revoke", says, unfinished)
