"""How a hand came out, in one reading and in all of them together."""

from collections.abc import Sequence
from typing import Any

import msgspec

from upcard.engine.kernel.game import Game
from upcard.engine.kernel.results import Mark, Result
from upcard.engine.kernel.state import State


class Ended(msgspec.Struct, frozen=True, gc=False):
    """A hand that has ended: its number, the line that ended it, the states it began and ended with, and who sat where. others:
    the other states it may have ended with, where the record leaves it open; alone: whether all readings of it began alike, so
    that its first state tells all that was known.
    """

    game: Game
    hand: int
    line: int
    began: State
    after: State
    players: tuple[str, ...]
    others: tuple[State, ...] = ()
    alone: bool = True

    @property
    def result(self) -> Result:
        """How the hand came out, as far as all readings agree; worked out each time it is asked for."""
        first = self.game.result(self.after)
        if not self.others:
            return first
        return agreed([first, *(self.game.result(state) for state in self.others)])

    @property
    def marks(self) -> list[Mark]:
        """What the game counts of the hand besides points, as far as all readings agree; a count in which they differ is not known."""
        first, *others = [list(self.game.marks_of(state)) for state in (self.after, *self.others)]
        if not others:
            return first
        doubtful = {mark.name for one in others for mark in (*one, *first) if (mark in one) != (mark in first)}
        return [mark for mark in first if mark.name not in doubtful] + [Mark(name) for name in sorted(doubtful)]

    def joined(self, other: "Ended") -> "Ended":
        """The hand as two readings have it."""
        if self is other:
            return self
        ends = [self.after, *self.others]
        known = set(map(id, ends))  # most are the same objects: what readings came to is joined again with every hand
        ends += [state for state in (other.after, *other.others) if id(state) not in known and state not in ends]
        alone = self.alone and other.alone and (self.began is other.began or self.began == other.began)
        if len(ends) == 1 + len(self.others) and alone == self.alone:
            return self
        return msgspec.structs.replace(self, others=tuple(ends[1:]), alone=alone)


def agreed(results: Sequence[Result]) -> Result:
    """What several results have in common; None where they differ."""
    first = results[0]
    changes: dict[str, Any] = {}
    for name in first.__struct_fields__:
        values = [getattr(one, name) for one in results]
        if all(value == values[0] for value in values):
            continue
        if name in {"points", "won", "totals"}:
            changes[name] = tuple(one[0] if len(set(one)) == 1 else None for one in zip(*values, strict=True))
        elif isinstance(values[0], tuple):
            changes[name] = ()
        else:
            changes[name] = "" if isinstance(values[0], str) and name == "says" else None
    return msgspec.structs.replace(first, **changes)
