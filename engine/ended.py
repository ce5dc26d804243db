"""A hand that ended, as an audit keeps it."""

import msgspec

from upcard.engine.game import Result, find
from upcard.engine.handling import handling
from upcard.engine.state import State
from upcard.schemas.events import Ruled, Shown


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

    def told_more(self, event: Shown | Ruled) -> "Ended":
        """The hand, with what was shown or decided of it later folded into the state that it ended with."""
        after = self.after.copied()
        handling(after.game)[type(event)].transition(after, event)
        return msgspec.structs.replace(self, after=after)
