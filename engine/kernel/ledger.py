"""Counters that pass between accounts, so that none is made or lost (C-3), and what hangs on a card that nobody saw.

Accounts have names, as records write them: `seat:0`, `pool:game`, `bet:red`, `board`, `bank`. A balance of None cannot be told.
Where payments of a hand hang on who held a certain card, the hand keeps its *ways*: what passed in each of them. What is said
of money is compared with the ways; once the card is shown, the hand is read again, and one way is left.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import Any, Final

import msgspec

from upcard.engine.kernel.copying import Part
from upcard.engine.kernel.numbers import summed
from upcard.engine.kernel.results import Transfer
from upcard.engine.kernel.rules import Ways

MOST: Final = 64
"""An amount that may be one of more than so many cannot be told."""


class Way(msgspec.Struct, frozen=True):
    """The payments that may have passed in a hand. holder: the seat that held the card they hang on; -1: nobody did."""

    holder: int
    rows: tuple[Transfer, ...]

    def gain(self, account: str) -> int:
        """The counters that an account gained by these payments; below 0, lost."""
        return sum((row.target == account) * row.amount - (row.source == account) * row.amount for row in self.rows)


class Open(msgspec.Struct, frozen=True):
    """Payments of a hand that hang on a card nobody saw. ways_told: the ways that what was said leaves; none: nothing was said."""

    hand: int
    ways: tuple[Way, ...]
    ways_told: tuple[Way, ...] = ()

    @property
    def standing(self) -> tuple[Way, ...]:
        """The ways that are left by what was said, if anything was."""
        return self.ways_told or self.ways


@dataclass(slots=True)
class Ledger(Part):
    """balances: of each account; rows: what passed in this hand; before: all balances when it began; gains: in it, of the accounts
    of which the balances do not tell; open: hands of which payments hang on a card nobody saw.
    """

    balances: dict[str, int | None] = field(default_factory=dict)
    rows: list[Transfer] = field(default_factory=list)
    gains: Mapping[str, int | None] = field(default_factory=dict)
    before: Mapping[str, int | None] = field(default_factory=dict)
    open: Sequence[Open] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.before = self.before or self.balances.copy()

    # ---- Counters that pass ----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """A hand begins: from here on its transfers are remembered."""
        self.rows, self.gains, self.before = [], {}, self.balances.copy()

    def move(self, source: str, target: str, amount: int | None, why: str) -> None:
        """Counters pass from one account to another; None: nobody knows how many."""
        if amount is None:
            self.lose((source, target))
        elif amount > 0:
            self.rows.append(Transfer(source, target, amount, why))
            self.add(source, -amount)
            self.add(target, amount)

    def lay(self, owner: str, lies_on: str, amount: int, why: str) -> None:
        """Counters of an account come to lie on something that is no account, such as a bet."""
        self.rows.append(Transfer(owner, lies_on, amount, why))
        self.add(owner, -amount)

    def pick_up(self, lies_on: str, target: str, amount: int, why: str) -> None:
        """Counters that lie on something that is no account go to an account."""
        if amount:
            self.rows.append(Transfer(lies_on, target, amount, why))
            self.add(target, amount)

    def pay(self, rows: tuple[Transfer, ...]) -> None:
        """These payments are made, all at once."""
        self.rows += rows
        for account, more in gains_by(rows):
            self.add(account, more)

    def add(self, account: str, more: int) -> None:
        """An account has more than before, and has gained so much; below 0, less."""
        known = self.balances.get(account, 0)
        if known is not None:
            self.balances[account] = known + more
        elif (gained := self.gains.get(account, 0)) is not None:
            self.gains = {**self.gains, account: gained + more}

    def gain(self, account: str) -> int | None:
        """What an account has gained in this hand; below 0, lost; None: that cannot be told."""
        now, before = self.balances.get(account, 0), self.before.get(account, 0)
        told = 0 if now is None or before is None else now - before
        return self.gains.get(account, told)

    def take(self, pool: str, target: str, why: str) -> None:
        """An account takes the whole content of a pool."""
        self.move(pool, target, self.balances[pool], why)
        self.balances[pool] = 0

    def lose(self, accounts: Iterable[str], *, gains: bool = True) -> None:
        """The balances of these accounts cannot be told any more. gains: nor can their gains in this hand."""
        lost = dict.fromkeys(accounts)
        self.gains = {**self.gains, **{account: None if gains else self.gain(account) for account in lost}}
        self.balances |= lost

    def buy(self, account: str, amount: int, source: str = "bank") -> None:
        """Counters come from the bank or elsewhere, between or amid hands; below 0: they go back."""
        self.before = before = dict(self.before)
        for balances in (self.balances, before):
            for name, more in ((account, amount), (source, -amount)):
                known = balances.get(name, 0)
                balances[name] = None if known is None else known + more

    def undo(self, hand: int) -> None:
        """All that passed in this hand goes back."""
        self.balances, self.rows, self.gains = dict(self.before), [], {}
        self.open = [one for one in self.open if one.hand != hand]

    # ---- What hangs on a card nobody saw ---------------------------------------------------------------------------

    def settle(self, hand: int, ways: Sequence[Way]) -> None:
        """These are the ways in which a hand may have been paid: the one that is left passes, several stay open."""
        said = next((one.ways_told for one in self.open if one.hand == hand), ())
        self.open = [one for one in self.open if one.hand != hand]
        if len(ways) == 1 or len({way.rows for way in ways}) == 1:
            for row in ways[0].rows:
                self.move(row.source, row.target, row.amount, row.why)
        else:
            kept = tuple(way for way in said if way in ways)
            self.open = [*self.open, Open(hand, tuple(ways), kept if len(kept) < len(ways) else ())]

    def open_of(self, hand: int) -> Open | None:
        """The open payments of a hand; None if it has none."""
        return next((one for one in self.open if one.hand == hand), None)

    def hear(self, one: Open, fits: Callable[[Way], bool]) -> bool:
        """Keep of an open hand the ways to pay that a statement fits. Returns whether some were ruled out; where it fits none, all are kept."""
        ways = tuple(way for way in one.standing if fits(way))
        tells = 0 < len(ways) < len(one.standing)
        if tells:
            said = msgspec.structs.replace(one, ways_told=ways)
            self.open = [said if other is one else other for other in self.open]
        return tells

    # ---- What an account has ---------------------------------------------------------------------------------------

    def may_be(self, account: str, of: int | None = None, *, then: bool = False) -> set[int] | None:
        """All that an account may have, or may have gained in a hand (of); then: may have had when this hand began. None: that cannot be told."""
        known = self.gain(account) if of is not None else (self.before if then else self.balances).get(account, 0)
        if known is None:
            return None
        found = {known}
        for one in self.open:
            if of is None or one.hand == of:
                gains = {way.gain(account) for way in one.standing}
                found = {amount + gain for amount in found for gain in gains}
                if len(found) > MOST:
                    return None
        return found

    def together(self, accounts: Sequence[str], hand: int | None) -> Any:
        """All that several accounts may have at once, or, of a hand, may have gained in it; where the ways are too many, each account by itself."""
        choices = [one.standing for one in self.open if hand is None or one.hand == hand]
        if prod(map(len, choices)) > MOST:
            each = [self.may_be(account, hand) for account in accounts]
            return tuple(None if amounts is None else frozenset(amounts) for amounts in each)
        known = [self.gain(one) if hand is not None else self.balances.get(one, 0) for one in accounts]
        return frozenset(
            tuple(
                None if amount is None else amount + sum(way.gain(account) for way in ways)
                for account, amount in zip(accounts, known, strict=True)
            )
            for ways in product(*choices)
        )

    def total(self, accounts: Iterable[str], *, then: bool = False) -> int | None:
        """The sum of these accounts (then: when this hand began), open payments among them left aside; None if it cannot be told."""
        return summed([(self.before if then else self.balances).get(account, 0) for account in accounts])


@lru_cache(1024)
def gains_by(rows: tuple[Transfer, ...]) -> tuple[tuple[str, int], ...]:
    """What each account has more by all of these payments; below 0, less."""
    gains = Counter[str]()
    for row in rows:
        gains[row.source] -= row.amount
        gains[row.target] += row.amount
    return tuple(gains.items())


def told_in_all(state: Any, ways: Sequence[Callable[[Any], None]], accounts: Callable[[Any], Iterable[str]]) -> Ways:
    """The ways in which a hand may be settled, each telling no more of its money than all of them do: the payments that all have
    in common, and the gains in which they agree, of these accounts of a state.
    """
    twins = [state.copied() for _ in ways]
    for twin, way in zip(twins, ways, strict=True):
        way(twin)
    first, *others = [twin.ledger for twin in twins]
    unsure = [name for name in accounts(twins[0]) if any(one.gain(name) != first.gain(name) for one in others)]
    common = [row for row in first.rows if all(row in one.rows for one in others)]

    def settled(s: Any, way: Callable[[Any], None]) -> None:
        """The payments that all ways have in common pass, as by this way; what differs is not known."""
        way(s)
        s.ledger.lose(unsure)
        s.ledger.rows = common[:]

    return [partial(settled, way=way) for way in ways]
