"""Who was said to have won a hand, against who has."""

from collections.abc import Collection, Sequence
from typing import Final

from upcard.engine.game import Broken
from upcard.schemas.events import ResultCalled

WON: Final = frozenset({"won", "wins", "winner"})
"""The words that are understood; what is said in others is not judged."""


def winner_fault(e: ResultCalled, won: Sequence[bool | None], ahead: Collection[int]) -> Broken | None:
    """Whether who was said to have won the hand has. won: by seat, None where that cannot be told; ahead: who leads, or has
    won, in all, and may be meant by that.
    """
    if e.result.casefold() not in WON or e.seat is None or e.seat >= len(won) or e.seat in ahead:
        return None
    if won[e.seat] is not False:
        return None
    winners = " and ".join(f"seat {seat}" for seat, has in enumerate(won) if has)
    says = f"it was won by {winners}" if winners else "nobody has won it"
    return Broken(seat=e.seat, says=f"seat {e.seat} was called the winner of the hand; {says}")
