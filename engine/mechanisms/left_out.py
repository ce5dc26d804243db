"""Whether a play that was left out of the record explains how all others of a hand come, in games of tricks.

Where one may have been left out, it is not known to which tricks the cards after it went: that one of them does not
follow accuses nobody.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from upcard.engine.game import Answer, Cured, Rule, SessionClosed
from upcard.engine.mechanisms.corrections import ChangedTable, with_changes
from upcard.engine.places import Places
from upcard.schemas.cards import UNKNOWN, Card, cards_of, mask_of
from upcard.schemas.events import HandStarted, Played, Scored


class TrickRules(NamedTuple):
    """How the tricks of a hand are played. won: who wins with these cards, of these seats, -1 if that cannot be told; follows:
    the cards (a mask) that follow a lead; pack: all cards; size: how many a trick has, and seats the table; way: what is
    added to a seat for the next in turn.
    """

    won: Callable[[Sequence[Card], Sequence[int]], int]
    follows: Callable[[Card], int]
    pack: int
    size: int
    way: int = 1


def missing_from(cards: Sequence[Card], by: Sequence[int], tricks: TrickRules, places: Places, first: int = -1) -> int:
    """The first place among the plays at which one more, not written, would make all of them come in turn, and be legal
    itself; -1 if none does. places: where all cards are now; first: who led first, or -1.
    """
    those = (at for at in range(len(by)) if _in_turn(cards, by, tricks, at, first))
    return next((at for at in those if _may_be_legal(cards, by, tricks, at, places)), -1)


def _in_turn(cards: Sequence[Card], by: Sequence[int], tricks: TrickRules, missing: int, turn: int) -> bool:
    """Whether all plays come in turn, if one was left out before the play at this place. turn: who led first, or -1."""
    size, way = tricks.size, tricks.way
    trick: list[tuple[int, Card]] = []

    def put(seat: int, card: Card) -> int:
        trick.append((seat, card))
        if len(trick) < size:
            return (seat + way) % size
        seats, played = [seat for seat, _ in trick], [card for _, card in trick]
        trick.clear()
        return tricks.won(played, seats) if played[0].bit else -1

    for place, (seat, card) in enumerate(zip(by, cards, strict=True)):
        if place == missing:
            turn = put((seat - way) % size if turn < 0 else turn, UNKNOWN)
        if turn not in {-1, seat}:
            return False
        turn = put(seat, card)
    return True


def _may_be_legal(cards: Sequence[Card], by: Sequence[int], tricks: TrickRules, missing: int, places: Places) -> bool:
    """Whether the play left out there may have kept the suit, and left the trick to who led after it: one that is a breach
    itself explains no breach.
    """
    place = missing % tricks.size
    start, end = missing - place, missing - place + tricks.size - 1
    if end >= len(by):
        return True
    seat = (by[missing - 1] + tricks.way if place else by[missing] - tricks.way) % tricks.size
    seats = [*by[start:missing], seat, *by[missing:end]]
    shown = mask_of(card for card, player in zip(cards[missing:], by[missing:], strict=True) if player == seat)
    held = places.known[seat] | shown
    could = places.known[seat] | (tricks.pack & ~places.located if places.most[seat] else 0)
    for card in cards_of(could & ~mask_of(cards)):
        trick = [*cards[start:missing], card, *cards[missing:end]]
        led = tricks.follows(trick[0])
        if place and not card.bit & led and held & led:
            continue
        if not trick[0].bit or tricks.won(trick, seats) in {-1, by[end]}:
            return True
    return False


# ---- What is withdrawn ---------------------------------------------------------------------------------------------


class OfTricks(ChangedTable, Protocol):
    """phase: where the hand stands."""

    phase: Any


def explained(
    clause: str,
    where: Callable[[Any, Sequence[Card], Sequence[int]], int],
    names: Sequence[str] = ("revoke",),
    beside: Callable[[Any], Mapping[str, Sequence[int]]] = lambda _: {},
) -> tuple[Rule, Rule]:
    """The rules that take back revokes which a play left out of the record explains as well: of a card out of turn, which shows
    that one may be missing, and of what finds a hand without its end. where: `missing_from`, of a state and its plays;
    names: what is taken back; beside: the lines of other acts, by what is taken back of them, as they hang on the plays.
    """

    def withdrawn(t: OfTricks, cards: Sequence[Card], by: Sequence[int]) -> Answer:
        start = where(t, cards, by)
        if start < 0:
            return None
        sure = t.lines[start - 1] if start else 0
        said = [Cured(line, name=name) for name, lines in beside(t).items() for line in lines if line > sure]
        return [Cured(line, name=name) for line in t.lines[start:] for name in names] + said

    def out_of_turn(t: OfTricks, e: Played) -> Answer:
        if t.turn in {-1, e.seat} or t.gap or not t.cards or t.phase != "play":
            return None
        return withdrawn(t, [*t.cards, e.card], [*t.by, e.seat])

    def unfinished(t: OfTricks, _e: HandStarted | Scored | SessionClosed) -> Answer:
        return with_changes(t, withdrawn(t, t.cards, t.by)) if t.phase == "play" and t.cards and not t.gap else None

    says = "a play left out of the record explains as much"
    return Rule(clause, "revoke", says, out_of_turn), Rule(clause, "revoke", says, unfinished)
