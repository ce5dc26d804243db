"""Hands that are not known, where the log tells them further on: who plays all cards of a hand held just these.

Played with the hands so known, either nothing is to be said of any card, and then nothing is where they come to light one
by one: no doubt can be proven by cards that were rightly played, nor can the unseen fail to fit, as here is how they do.
Or something is, and then the hand is folded anew as far as it had come, and judged card by card: that is seldom, and
costs less than a copy of the state each time.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from upcard.engine.doubts import Open
from upcard.engine.fold import fold_on
from upcard.engine.game import Run, Stretch
from upcard.engine.handling import Handling
from upcard.engine.mechanisms.matching import PLENTY
from upcard.schemas.events import Played

_MOST: Final = 2
"""So many events a card are looked at, other acts among them."""


def foreseen(state: Any, ahead: Stretch, run: Run, acts: Mapping[type, Handling], doubts: Sequence[Open]) -> int:
    """Does the events to the last card of a hand, or nothing. Returns how many."""
    at, events = ahead.at, ahead.events
    hands = _hands(state, ahead, run) if run.shows and at >= ahead.blind else []
    if not hands or any(_proves(state.places, hands, doubt) for doubt in doubts):
        return 0
    step, end = state.step, ahead.blind
    unseen = run.pack & ~(state.places.located | _know(state.places, hands))
    ahead.slack, ahead.once = PLENTY, False
    while ahead.at < end:
        line, event = events[ahead.at]
        act = acts[type(event)]
        done = run.play(state, ahead) if act.run else 0
        if not done:
            done, state.line, state.step = 1, line, step + ahead.at - at + 1
            if any(check(state, event) for _, check in act.checks):
                break
            act.transition(state, event)
        ahead.at += done
    done, ahead.at, ahead.stuck = ahead.at - at, at, False
    ahead.found = at + done == end and not unseen & ~state.places.located  # else what did not follow stays in doubt
    if ahead.found:
        return done
    begun, events = ahead.since
    state.become(fold_on(begun.copied(), [*events, *ahead.events[ahead.kept : at]]))
    return 0


def _hands(state: Any, ahead: Stretch, run: Run) -> list[int]:
    """What each seat holds, by what it plays in the events ahead; none if that is not told, or they may not come to light."""
    places, seats = state.places, len(state.players)
    may_show = run.shows(state) if run.shows and any(places.most[:seats]) and not state.gap else ()
    if not may_show:
        return []
    sizes = [cards.bit_count() + more for cards, more in zip(places.known[:seats], places.most[:seats], strict=True)]
    held, played, left, place = [0] * seats, 0, sum(sizes), ahead.at
    for _, event in ahead.events[place : place + _MOST * left]:
        place += 1
        if type(event) is Played and event.seat < seats:
            held[event.seat] |= event.card.bit
            left -= 1
            if not left:
                break
        elif type(event) not in run.among:
            break
    ahead.blind = place
    for seat, cards in enumerate(held):
        fresh = cards & ~places.known[seat]
        barred = places.located | ~may_show[seat] | played
        if cards.bit_count() != sizes[seat] or places.known[seat] & ~cards or fresh & barred:
            return []
        played |= fresh
    return held


def _proves(places: Any, hands: Sequence[int], doubt: Open) -> bool:
    """Whether these hands prove what is in doubt."""
    seats = range(len(hands)) if doubt.seat is None else (doubt.seat,)
    return any(hands[seat] & ~places.known[seat] & doubt.cards and places.entered[seat] <= doubt.step for seat in seats)


def _know(places: Any, hands: Sequence[int]) -> int:
    """These cards are held. Returns them all."""
    for seat, cards in enumerate(hands):
        fresh = cards & ~places.known[seat]
        places.known[seat] = cards
        places.least[seat] = places.most[seat] = 0
        places.been[seat] |= fresh
        places.located |= fresh
    return sum(hands)
