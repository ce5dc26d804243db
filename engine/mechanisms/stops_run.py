"""Cards played up in suit in a row, as far as one sees at a glance that no rule has anything to say, but perhaps that of
the card that was due.
"""

from collections.abc import Callable
from typing import Any

from upcard.engine.game import Stretch
from upcard.engine.mechanisms.stops_table import StopsTable
from upcard.schemas.events import Played


def run(t: StopsTable, s: Stretch, fits: Callable[[Any, Played], bool], play: Callable[[Any, Played], None]) -> int:
    """Plays cards that fit; returns how many. Whether a card that was due was missed is judged."""
    places, events, at, left = t.places, s.events, s.at, s.slack
    settled, located, step = t.settled, places.located, t.step - at
    while at < len(events) and not s.found:
        line, event = events[at]
        if type(event) is not Played or not fits(t, event):
            break
        was, t.line, t.step = t.line, line, step + at + 1
        if t.due and event.card.bit != t.due:
            if not s.judge(s, event):
                t.line, t.step = was, step + at
                break
            left = min(left, s.slack)
        play(t, event)
        at += 1
        s.found = t.settled != settled
        if places.located != located:
            shown, located = places.located & ~located, places.located
            left -= 1
            s.found |= s.once or shown & s.awaited[event.seat] != 0
        if left < 0 and not s.found and (left := s.room(s)) < 0:
            break
    s.stuck = at < len(events) and not s.found
    return at - s.at
