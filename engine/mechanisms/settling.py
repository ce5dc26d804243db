"""Chips that pass between seats once a hand has ended, as they were seen: held against what each owes. A state has `payments_seen`:
of the last hand, from whom to whom (`seat:0 to seat:1`) how much was seen to pass, and on which line last.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from upcard.engine.kernel.game import Broken, Game
from upcard.engine.mechanisms.pots import seats_of
from upcard.schemas.events import ChipsPassed, Closed, HandStarted


def payments_are_seen(
    game: Game, clause: str, says: str, full: str, due: Callable[[Any], Mapping[str, int] | None]
) -> None:
    """Declare that no more passes than was due for the hand that has ended, and that nothing of what was seen to pass is missing when
    the next begins. full: that in words; due: how much from whom to whom; None where that is not known.
    """
    accounts = seats_of(game.seats[0])

    @game.rule(ChipsPassed, clause, "wrong_payment", says, "testimony")
    def payment_is_due(s: Any, e: ChipsPassed) -> Any:
        """Chips that were seen to pass are no more than were due."""
        if e.from_ not in accounts or e.to not in accounts:
            return f"no account {e.to if e.from_ in accounts else e.from_!r} at this table"
        owed, who = due(s), f"{e.from_} to {e.to}"
        before, _ = s.payments_seen.get(who, (0, 0))
        if owed is None or before + e.amount <= owed.get(who, 0):
            return None
        passed = f"{e.amount} passed from {who}{f' after {before} had' if before else ''}"
        return Broken(seat=accounts.index(e.from_), says=f"{passed}; {owed.get(who) or 'nothing'} was due")

    @game.rule(HandStarted | Closed, clause, "wrong_payment", full, "testimony")
    def paid_in_full(s: Any, _e: Any) -> Iterator[Broken]:
        """Of what was seen to pass for the last hand nothing is missing."""
        owed = due(s) or {}
        for who, (passed, line) in s.payments_seen.items():
            if 0 < passed < owed.get(who, 0):
                says = f"{passed} passed from {who}; {owed[who]} was due"
                yield Broken(seat=accounts.index(who.split()[0]), says=says, at=line)

    @game.on(ChipsPassed, free=True)
    def pass_chips(s: Any, e: ChipsPassed) -> None:
        """Chips were seen to pass: so much of what was due is paid."""
        if e.from_ in accounts and e.to in accounts:
            before, _ = s.payments_seen.get(f"{e.from_} to {e.to}", (0, 0))
            s.payments_seen[f"{e.from_} to {e.to}"] = before + e.amount, s.line
