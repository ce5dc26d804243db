"""Cards played up in suit in a row, as far as one sees at a glance that no rule has anything to say, but perhaps that of
the card that was due. As in `trick_run` this touches `Places` itself, and no more than a card played by itself does to it.
"""

from collections.abc import Callable
from typing import Any

from upcard.engine.game import Stretch
from upcard.engine.mechanisms.stops_table import StopsTable
from upcard.schemas.cards import Card
from upcard.schemas.events import Played


def run(t: StopsTable, s: Stretch, fits: Callable[[Any, Played], bool], go_up: Callable[[Any, int, Card], None]) -> int:
    """Plays cards that fit; returns how many. Whether a card that was due was missed is judged. go_up: what a card brings that
    a seat has put face up on the table.
    """
    places, events, at, left, table = t.places, s.events, s.at, s.slack, t.seats + 1
    known, most, least = places.known, places.most, places.least
    settled, step = t.settled, t.step - at
    while at < len(events) and not s.found:
        line, event = events[at]
        if type(event) is not Played or not fits(t, event):
            break
        seat, card = event.seat, event.card
        bit = card.bit
        was, t.line, t.step = t.line, line, step + at + 1
        if t.due and bit != t.due:
            if not s.judge(s, event):
                t.line, t.step = was, step + at
                break
            left = min(left, s.slack)
        at += 1
        if (held := known[seat]) & bit:
            known[seat] = held ^ bit
        else:
            most[seat], least[seat] = most[seat] - 1, least[seat] - (least[seat] > 0)
            places.been[seat] |= bit
            places.located |= bit
            s.found = s.once or bit & s.awaited[seat] != 0
        known[table] |= bit
        places.seen[-1] |= bit
        go_up(t, seat, card)
        s.found |= t.settled != settled
        if left < 0 and not s.found and (left := s.room(s)) < 0:
            break
    s.counted = places.located  # what came from hands takes no room in the dead hand
    s.stuck = at < len(events) and not s.found
    return at - s.at
