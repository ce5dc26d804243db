"""A hand that ended, as an audit keeps it, and what is shown of it later."""

import msgspec

from upcard.engine.doubts import Open
from upcard.engine.game import Result, find
from upcard.engine.handling import handling
from upcard.engine.state import State
from upcard.schemas.events import Gap, Ruled, Shown


class Ended(msgspec.Struct, frozen=True):
    """A hand that ended: its number, the line that ended it, the states it began and ended with, and who sat where when it
    first ended: a row of it may be written after somebody left.
    """

    hand: int
    line: int
    began: State
    after: State
    players: tuple[str, ...]

    @property
    def result(self) -> Result:
        """How it came out, worked out each time it is asked for."""
        return find(self.after.game).result(self.after)

    def is_told_of(self, event: Ruled | Gap, state: State) -> bool:
        """Whether what follows this hand changes what it came to. state: after that; the next hand was begun, not dealt,
        or so many were missed.
        """
        return self.hand == (state.ended if isinstance(event, Ruled) else state.hand - (event.hands or 0))

    def told_more(self, event: Shown | Ruled | Gap) -> "Ended":
        """The hand, with what was shown, decided or missed of it later folded into the state that it ended with."""
        after = self.after.copied()
        handling(after.game)[type(event)].transition(after, event)
        return msgspec.structs.replace(self, after=after)


def shown_late(doubt: Open, event: Shown) -> tuple[int, int | None]:
    """Watch cards no longer that are shown of a hand that has ended; none, where nothing is left to be shown. Returns the
    cards that prove the doubt, and whose they were.
    """
    shown = sum(card.bit for card in set(event.cards))
    seat = event.seat if event.place in {None, "hand"} else None  # a display is not the hand
    held = doubt.cards & shown if seat is not None and doubt.seat in {None, seat} else 0
    all_shown = held or (event.all and seat is not None and seat == doubt.seat)
    doubt.cards = 0 if all_shown else doubt.cards & ~shown
    return held, seat
