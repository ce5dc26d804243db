"""One who plays alone pays each of the others, or is paid by each, once a hand has ended: what each gains, what is due, and what was
seen of payments and purses, beside what follows. A state has `payments_seen`: of the last hand, from whom to whom
(`seat:0 to seat:1`) how much was seen to pass, and on which line last.
"""

from collections.abc import Callable, Iterator
from typing import Any

from upcard.engine.kernel.game import Game
from upcard.engine.kernel.results import Transfer
from upcard.engine.kernel.rules import Broken
from upcard.engine.mechanisms.pots import seats_of
from upcard.schemas.events import ChipsPassed, Closed, HandStarted, PurseCounted


def gains(seats: int, alone: int, amount: int | None) -> list[int | None]:
    """The points of each seat where each of the others passes this amount to who plays alone; below 0, is passed it.

    >>> gains(3, 0, 4), gains(3, -1, 0), gains(3, -1, 4)
    ([8, -4, -4], [0, 0, 0], [None, None, None])
    """
    if amount is None or (amount and alone < 0):
        return [None] * seats
    return [(seats - 1) * amount if seat == alone else -amount for seat in range(seats)]


def passed(s: Any, alone: int, why: str) -> tuple[Transfer, ...]:
    """The payments that follow from the points of the last hand."""
    if s.on or alone < 0 or None in s.points:
        return ()
    others = [(f"seat:{seat}", points) for seat, points in enumerate(s.points) if points and seat != alone]
    own = f"seat:{alone}"
    return tuple(
        Transfer(other, own, -points, why) if points < 0 else Transfer(own, other, points, why)
        for other, points in others
    )


def payments_are_seen(
    game: Game, clause: str, says: str, full: str, rows: Callable[[Any], tuple[Transfer, ...]]
) -> None:
    """Declare that no more passes than was due for the hand that has ended, and that nothing of what was seen to pass is missing when
    the next begins. full: that in words; rows: the payments that follow.
    """
    accounts = seats_of(game.seats[0])

    def due(s: Any) -> dict[str, int] | None:
        """How much is due from whom to whom; None: not known, as after a void hand, when the one before may be paid."""
        if s.on or s.void or not s.ended or None in s.points:
            return None
        return {f"{one.source} to {one.target}": one.amount for one in rows(s)}

    @game.rule(ChipsPassed, clause, "wrong_payment", says, "testimony")
    def payment_is_due(s: Any, e: ChipsPassed) -> Any:
        """Chips that were seen to pass are no more than were due."""
        if e.from_ not in accounts or e.to not in accounts:
            return f"no account {e.to if e.from_ in accounts else e.from_!r} at this table"
        owed, who = due(s), f"{e.from_} to {e.to}"
        before, _ = s.payments_seen.get(who, (0, 0))
        if owed is None or before + e.amount <= owed.get(who, 0):
            return None
        told = f"{e.amount} passed from {who}{f' after {before} had' if before else ''}"
        return Broken(seat=accounts.index(e.from_), says=f"{told}; {owed.get(who) or 'nothing'} was due")

    @game.rule(HandStarted | Closed, clause, "wrong_payment", full, "testimony")
    def paid_in_full(s: Any, _e: Any) -> Iterator[Broken]:
        """Of what was seen to pass for the last hand nothing is missing."""
        owed = (s.payments_seen and due(s)) or {}
        for who, (seen, line) in s.payments_seen.items():
            if 0 < seen < owed.get(who, 0):
                told = f"{seen} passed from {who}; {owed[who]} was due"
                yield Broken(seat=accounts.index(who.split()[0]), says=told, at=line)

    @game.on(ChipsPassed, free=True)
    def pass_chips(s: Any, e: ChipsPassed) -> None:
        """Chips were seen to pass. That less passed than was due is told before the next hand; of what nobody saw all is believed paid."""
        if e.from_ in accounts and e.to in accounts:
            before, _ = s.payments_seen.get(f"{e.from_} to {e.to}", (0, 0))
            s.payments_seen[f"{e.from_} to {e.to}"] = before + e.amount, s.line


def purses_are_counted(game: Game, clause: str, says: str, has: Callable[[Any, int], int | None]) -> None:
    """Declare that a purse that was counted has the chips that follow. has: how many a seat has; None if that is not known."""

    @game.rule(PurseCounted, clause, "wrong_purse", says, "testimony")
    def purse_is_true(s: Any, e: PurseCounted) -> Any:
        """A purse has what was brought, and what was won since."""
        chips = has(s, e.seat)
        return chips in {None, e.amount} or f"seat {e.seat} counted {e.amount}; it must have {chips}"

    game.only_says(PurseCounted)
