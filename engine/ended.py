"""A hand that ended, as an audit keeps it, and what is shown of it later."""

import msgspec

from upcard.engine.doubts import Open
from upcard.engine.game import Broken, Result, find
from upcard.engine.handling import handling
from upcard.engine.state import State
from upcard.schemas.events import Gap, Ruled, Shown


class Ended(msgspec.Struct, frozen=True):
    """A hand that ended: its number, the line that ended it, the states it began and ended with, who sat where when it
    first ended (a row of it may be written after somebody left), and whether another dealt than was written.
    """

    hand: int
    line: int
    began: State
    after: State
    players: tuple[str, ...]
    misdealt: bool = False

    @property
    def result(self) -> Result:
        """How it came out, worked out each time it is asked for."""
        game = find(self.after.game)
        result: Result = game.result(self.after)
        return result.without(game.by_dealer) if self.misdealt else result

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


def judged_anew(ended: list[Ended], broken: Broken) -> list[Ended]:
    """Hands that ended, now that this was found: perhaps that the line which alone told who dealt them is wrong."""
    line = broken.against
    if not broken.misdealt or line is None:
        return ended
    return [msgspec.structs.replace(one, misdealt=one.misdealt or one.line > line) for one in ended]


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
