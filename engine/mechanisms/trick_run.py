"""Cards put to tricks in a row, by whoever's turn it is, as far as one sees at a glance that no rule has anything to say.

Most of what an audit reads are such cards. One call for many of them takes a third of the time of a call for each, so
this touches `Places` itself, and no more than a card played in turn does to it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, Self

from upcard.engine.game import Stretch
from upcard.engine.mechanisms.trick_play import TrickTable
from upcard.schemas.cards import Card
from upcard.schemas.events import Played


class RunTable(TrickTable, Protocol):
    """settled: how often what a hand came to changed."""

    settled: int


Lead = Callable[[Any, int, Card], Mapping[Card, int] | None]
Full = Callable[[Any, int | None], None]


class Tricks(NamedTuple):
    """How a game plays them. table: the place of the cards played; size: how many make one; after: by seat, who is next;
    ends: after how many of them a hand may be over; lead(state, seat, card): says which suit is led, and how strong each card
    is then, if that is known; full(state, won): the trick is over, won by the strongest, or by whom nobody knows yet.
    """

    table: int
    size: int
    after: tuple[int, ...]
    ends: tuple[int, ...]
    lead: Lead
    full: Full

    @classmethod
    def of(
        cls,
        table: int,
        size: int,
        ends: tuple[int, ...],
        lead: Lead,
        full: Full,
        way: int = 1,
    ) -> Self:
        """Tricks of as many cards as there are seats. way: what is added to a seat for the next in turn."""
        return cls(table, size, tuple((seat + way) % size for seat in range(size)), ends, lead, full)


NONE: Final[Sequence[int]] = (0,) * 4
"""No card of any seat."""


def run(t: RunTable, s: Stretch, tricks: Tricks, may_show: Sequence[int], barred: Sequence[int] = NONE) -> int:
    """Plays cards in turn; returns how many. may_show, barred: by seat, those that may come to light, or only follow."""
    table, size, after, ends, lead, full = tricks
    places, cards, events = t.places, t.cards, s.events
    known, least, most, located = places.known, places.least, places.most, places.located
    number, turn, left, settled, at, done = (len(cards) - t.first) % size, t.turn, s.slack, t.settled, s.at, s.at
    led, played, powers, highest, won = t.led if number else 0, 0, None, -1, None
    count = at if t.gap or (number and turn != after[t.by[-1]]) else len(events)  # none if another is told to be next
    while at < count:
        line, event = events[at]
        if type(event) is not Played or event.seat != turn:
            break
        bit, held = (card := event.card).bit, known[turn]
        if not (had := held & bit) and not (most[turn] and bit & may_show[turn] & ~located):
            break
        if not bit & led:
            if held & led or bit & barred[turn]:
                break
            if number and most[turn] and led & ~located:
                done = lay(t, s, table, played, located, turn, at, done)
                if not is_kept(t, s, line, event):
                    break
                left = min(left, s.slack)
            elif not number:
                t.first, highest, won = len(cards), -1, None
                powers, led = lead(t, turn, card), t.led
        cards.append(card)
        number, played, at = number + 1, played | bit, at + 1
        if powers and (power := powers[card]) > highest:
            highest, won = power, turn
        if had:
            known[turn] = held ^ bit
        else:
            most[turn], least[turn] = most[turn] - 1, least[turn] - (least[turn] > 0)
            places.been[turn] |= bit
            located, left = located | bit, left - 1
            if s.once or bit & s.awaited[turn]:
                s.found, left = True, -1
        turn = after[turn]
        if number == size or left < 0:
            if left < 0 or won is None or located != places.located or len(t.winners) + 1 in ends:
                done = lay(t, s, table, played, located, turn, at, done)
            if number == size:
                full(t, won)
                number, led, turn = 0, 0, t.turn
                s.found |= turn < 0 or t.settled != settled or places.located != located  # at the end more may be known
            if s.found or (left < 0 and (left := s.room(s)) < 0):
                break
    s.stuck = at < count and not s.found
    return lay(t, s, table, played, located, turn, at, done) - s.at


def is_kept(t: RunTable, s: Stretch, line: int, event: Played) -> bool:
    """Whether a card that does not follow goes on the table without a word, or with a doubt."""
    was, t.line = t.line, line
    t.step += 1
    kept = s.judge(s, event)
    t.step -= 1  # it is counted when it is laid
    if not kept:
        t.line = was
    return kept


def lay(t: RunTable, s: Stretch, table: int, played: int, located: int, turn: int, at: int, done: int) -> int:
    """What the cards do besides that were played since `done`. Returns where they end: `at`."""
    if at > done:
        places = t.places
        places.known[table] |= played
        places.seen[-1] |= played
        places.located = located
        laid: Sequence[Any] = s.events[done:at]
        t.lines += [line for line, _ in laid]
        t.by += [event.seat for _, event in laid]
        t.turn, t.line = turn, t.lines[-1]
        t.step += at - done
    return at
