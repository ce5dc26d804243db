"""Who was said to have won a hand, against who has."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final

import msgspec

from upcard.engine.game import Answer, Broken, Result
from upcard.engine.mechanisms.seats import no_seat
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


def winner_as_called(
    result: Callable[[Any], Result],
    in_all: Callable[[Any], Iterable[int | None]],
    best: Callable[[Iterable[Any]], int] = max,
    clause: str | None = "G-5",
) -> Callable[[Any, ResultCalled], Answer]:
    """The check of who is called the winner of the hand that has just ended. result: how that came out; in_all: what each seat
    has in all, None where that cannot be told; best: whether the most or the least leads; clause: of seats that are not there,
    None where another rule tells of them.

    Nobody is wrong who may lead in all, or where nobody has won.
    """

    def check(state: Any, e: ResultCalled) -> Answer:
        fault = no_seat(e.seat, len(state.players)) if clause else None
        if fault is not None:
            return msgspec.structs.replace(fault, kind="contradiction", name="no_such_seat", clause=clause)
        if not state.hand or state.ended != state.hand or state.gap or e.hand not in {None, state.hand}:
            return None
        won, totals = result(state).won, list(in_all(state))
        if True not in won:
            return None
        known = [total for total in totals if total is not None]
        return winner_fault(
            e, won, [seat for seat, total in enumerate(totals) if total is None or total == best(known)]
        )

    return check
