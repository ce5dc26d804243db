"""Cards put to tricks in a row, by whoever's turn it is, as far as one sees at a glance that no rule has anything to say.

Most of what an audit reads are such cards. One call for many of them takes a third of the time of a call for each, so
this touches `Places` itself, and no more than a card played in turn does to it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol, Self

from upcard.engine.game import Stretch
from upcard.engine.mechanisms.trick_play import TrickTable
from upcard.schemas.cards import Card
from upcard.schemas.events import Played


class RunTable(TrickTable, Protocol):
    """settled: how often what a hand came to changed."""

    settled: int


class Tricks(NamedTuple):
    """How a game plays them. table: the place of the cards played; size: how many make one; after: by seat, who is next;
    lead(state, seat, card): says which suit is led; full(state): who wins.
    """

    table: int
    size: int
    after: tuple[int, ...]
    lead: Callable[[Any, int, Card], None]
    full: Callable[[Any], None]

    @classmethod
    def of(
        cls, table: int, size: int, lead: Callable[[Any, int, Card], None], full: Callable[[Any], None], way: int = 1
    ) -> Self:
        """Tricks of as many cards as there are seats. way: what is added to a seat for the next in turn."""
        return cls(table, size, tuple((seat + way) % size for seat in range(size)), lead, full)


NONE: Final[Sequence[int]] = (0,) * 4
"""No card of any seat."""


def run(t: RunTable, s: Stretch, tricks: Tricks, may_show: Sequence[int], barred: Sequence[int] = NONE) -> int:
    """Plays cards in turn; returns how many. may_show, barred: by seat, those that may come to light, or only follow."""
    table, size, after, lead, full = tricks
    places, cards, by, lines, events = t.places, t.cards, t.by, t.lines, s.events
    known, least, most, located = places.known, places.least, places.most, places.located
    turn, led, left, settled, at = t.turn, t.led, s.slack, t.settled, s.at
    number, played, done, count = (len(cards) - t.first) % size, 0, at, 0 if t.gap else len(events)
    s.stuck = True  # but where the loop ends by itself
    while left >= 0 and at < count:
        line, event = events[at]
        if type(event) is not Played or event.seat != turn:
            break
        seat, card, held = turn, event.card, known[turn]
        bit = card.bit
        if not held & bit and not (most[seat] and bit & may_show[seat] & ~located):
            break
        if not number:
            if bit & barred[seat]:
                break
            t.first = len(cards)
            lead(t, seat, card)
            led = t.led
        elif not bit & led and led and (held & led or most[seat] or bit & barred[seat]):
            break
        cards.append(card)
        by.append(seat)
        lines.append(line)
        number, played = number + 1, played | bit
        at, turn = at + 1, after[seat]
        if held & bit:
            known[seat] = held ^ bit
        else:
            most[seat] -= 1
            if least[seat]:
                least[seat] -= 1
            places.been[seat] |= bit
            located, left = located | bit, left - 1
            if bit & s.awaited[seat]:
                s.found, left = True, -1
        if number == size:
            lay(t, table, played, located, turn, at - done)
            full(t)
            number, played, turn, done = 0, 0, t.turn, at
            if turn < 0 or t.settled != settled or places.located != located:  # at the end more may be known
                s.found = True
                break
    else:
        s.stuck = False
    lay(t, table, played, located, turn, at - done)
    return at - s.at


def lay(t: RunTable, table: int, played: int, located: int, turn: int, count: int) -> None:
    """What so many cards that were played do besides."""
    if not count:
        return
    places = t.places
    places.known[table] |= played
    places.seen[-1] |= played
    places.located = located
    t.turn, t.line = turn, t.lines[-1]
    t.step += count
