"""A bank and its bettors, who come and go, each with a purse of a name: money bought, bets and insurances on the table, and what
was seen of payments, purses and bets, beside what follows.

Accounts: `purse:<name>` (`seat:0` of a seat of which nobody was named), `bank`, `cage` for money bought. Records name `bet:<name>` and
`ins:<name>` alike, but what lies on a bet, and on an insurance of it, stands in the bet and not in the ledger.
A game declares with `money` what it breaks to say what is not so. Its state has what `Bettors` lists, and an option `unit_scale`.
"""

import sys
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, Final

import msgspec

from upcard.engine.kernel.game import F, Game, Kinds
from upcard.engine.kernel.ledger import Ledger
from upcard.engine.kernel.results import Debt, Transfer
from upcard.engine.kernel.rules import DISORDER, Broken
from upcard.engine.kernel.state import State
from upcard.engine.scene import Hand
from upcard.schemas.errors import OptionError
from upcard.schemas.events import staking
from upcard.schemas.events.dealing import Joined, Left
from upcard.schemas.events.log import Opened
from upcard.schemas.events.staking import BetInsured, BetPlaced, BetSurrendered, BetWithdrawn
from upcard.schemas.findings import FindingKind
from upcard.schemas.wording import in_coins as told_in_coins

BANK: Final = "bank"
BETS: Final = ("bet:", "ins:")
"""The accounts of bets, and of insurances of them."""
NOBODY: Final = "unknown"
"""The account of whoever has a bet that no line told of."""
MANY: Final = 50_000
"""Sums beyond which nobody tells them one by one."""


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A bet on the table. owner: the account it is played for; insured: for how much, later: from the next hand on; waits: it was
    placed late, for the next hand; level: how many wins it needs to leave prison, 0 if it is free; since: the hand that imprisoned it.
    """

    owner: str
    kind: str
    stake: int
    insured: int = 0
    later: bool = False
    waits: bool = False
    level: int = 0
    since: int = 0


class Passed(msgspec.Struct, frozen=True, gc=False):
    """The payments of a hand. owners: for whom its bets are played, by the names of the bets; gains: of accounts of which balances do not tell."""

    rows: Sequence[Transfer]
    owners: Mapping[str, str]
    gains: Mapping[str, int | None]

    @property
    def sure(self) -> bool:
        """Whether no others passed."""
        return None not in self.gains.values()

    def owner(self, account: str) -> str:
        """For whom an account is played: of a bet its bettor, else itself."""
        return self.owners.get(account[4:], account) if account.startswith(BETS) else account

    def parts(self, source: str, target: str) -> list[int]:
        """What may be in one payment. Between the bank and a bettor all that passed on the bets, below 0 what was kept back of it;
        from a bet to its bettor what lay on it, and what the bank paid on it.
        """
        ends = {self.owner(source), self.owner(target)}
        found = []
        for row in self.rows:
            giver, taker = self.owner(row.source), self.owner(row.target)
            if BANK in ends and {giver, taker} == ends:
                found.append(row.amount if giver == self.owner(source) else -row.amount)
            elif (row.source, row.target) == (source, target) or (
                len(ends) == 1 and row.target == target and row.source in {f"ins:{source[4:]}", BANK}
            ):
                found.append(row.amount)
        return found


def sums(parts: Iterable[int]) -> Container[int]:
    """What some of these payments may come to together; anything, where they are too many to tell.

    >>> sorted(sums([1, 10, -100]))
    [-100, -99, -90, -89, 0, 1, 10, 11]
    """
    found = {0}
    for amount in parts:
        found |= {amount + one for one in found}
        if len(found) > MANY:
            return range(-sys.maxsize, sys.maxsize)
    return found


@dataclass(slots=True, kw_only=True)
class Bettors(State):
    """ledger: all money; purses: the purse of each seat; empty: seats that somebody left (a mask); bought: the accounts whose content
    is known from the start; bets: those on the table; owners: for whom the bets that this hand spoke of are played, by their names;
    earlier: what passed in the hand before, as long as payments for it may be written; strangers: whether bets that no line tells
    of may be on the table.
    """

    ledger: Ledger = field(default_factory=Ledger)
    purses: tuple[str, ...] = ()
    empty: int = 0
    bought: frozenset[str] = frozenset()
    bets: dict[str, Bet] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    earlier: Passed | None = None
    strangers: bool = False


# ---- Purses ------------------------------------------------------------------------------------------------------------


def opens(s: Any, header: Opened) -> None:
    """The purses and the bank as a session begins. Raises `OptionError` for an account that there is not at the start."""
    board = header.board or {}
    for name in board:
        if name != BANK:
            raise OptionError(f"no account {name!r} at the start", hint="there is: bank")
    s.purses = tuple(map(purse_of, header.seats, count()))
    balances = {**(dict.fromkeys(s.purses, header.buy_in) if header.buy_in is not None else {}), **board}
    s.bought = frozenset(balances)
    s.ledger = Ledger({**balances, "cage": -sum(balances.values())})


def purse_of(player: str, seat: int) -> str:
    """The account of a player; of a seat, where nobody was named."""
    return f"purse:{player}" if player else f"seat:{seat}"


def everybody(s: Any) -> Sequence[str]:
    """All accounts that win and lose: the purses, the bank, and those who left."""
    return tuple(dict.fromkeys((*s.purses, BANK, *s.ledger.balances)))


def seat_of(s: Any, account: str) -> int | None:
    """The seat of a purse, if somebody sits there with it."""
    return s.purses.index(account) if account in s.purses else None


def in_coins(s: Any, amount: int | None) -> str:
    """An amount in coins: `12.50` where a coin has a hundred units."""
    return "?" if amount is None else told_in_coins(amount, s.options.unit_scale)


def has(s: Any, account: str) -> int | None:
    """What a purse or the bank has, counted from what it bought; None if that cannot be told."""
    known: int | None = s.ledger.balances.get(account, 0)
    return None if s.blind else known


def seated(s: Any, *, taken: bool = True) -> list[int]:
    """The seats where somebody sits, or nobody does."""
    return [seat for seat, player in enumerate(s.players) if bool(player) == taken]


def buy(s: Any, e: staking.BoughtIn | staking.CashedOut) -> None:
    """Money is added to a purse, or taken out of it. Without `buy_in` it was empty before the first purchase; if it had bet, nobody knows."""
    bought = isinstance(e, staking.BoughtIn)
    if bought and s.purses[e.seat] not in s.ledger.balances:
        s.bought |= {s.purses[e.seat]}
    s.ledger.buy(s.purses[e.seat], e.amount if bought else -e.amount, "cage")


def leave(s: Any, e: Left) -> None:
    """Somebody leaves a seat with a purse, which is not known any more; bets may stay on the table."""
    s.empty |= 1 << e.seat
    s.bought -= {s.purses[e.seat]}


def join(s: Any, e: Joined) -> None:
    """Somebody takes a seat. Who sat there before keeps purse and bets."""
    s.empty &= ~(1 << e.seat)
    s.purses = (*s.purses[: e.seat], purse_of(e.player, e.seat), *s.purses[e.seat + 1 :])


# ---- Bets --------------------------------------------------------------------------------------------------------------


def change(s: Any, name: str, **changes: Any) -> None:
    """The bet of this name stands with these changes from now on."""
    s.bets[name] = msgspec.structs.replace(s.bets[name], **changes)


def pay_insurance(s: Any, name: str, target: str, why: str) -> None:
    """What a bet is insured for goes to an account, and it is insured no more."""
    if insured := s.bets[name].insured:
        s.ledger.pick_up(f"ins:{name}", target, insured, why)
        change(s, name, insured=0, later=False)


def drop(s: Any, name: str, target: str = "", why: str = "stake back", part: int = 0) -> None:
    """A bet leaves the table: what it is insured for, if it still is, and part of it go to its bettor, the rest to an account, if one is named."""
    bet, lies_on = s.bets.pop(name), f"bet:{name}"
    if bet.insured:
        s.ledger.pick_up(f"ins:{name}", bet.owner, bet.insured, "insurance back")
    if part:
        s.ledger.pick_up(lies_on, bet.owner, part, why)
    s.ledger.pick_up(lies_on, target or bet.owner, bet.stake - part, why)


def unknown_bet_gone(s: Any, name: str) -> None:
    """A bet that no line told of has left the table: whose it was nobody knows."""
    s.owners[name] = NOBODY
    s.ledger.lose(everybody(s))
    s.settled += s.ended == s.hand


def of_bet(
    game: Game, kinds: Kinds, clause: str, name: str, says: str, fault: FindingKind = "breach", *, choice: bool = False
) -> Callable[[F], F]:
    """Declare a rule of what is done with a bet that lies on the table: what is wrong with it in words, if anything is."""

    def declared(function: F) -> F:
        @game.rule(kinds, clause, name, says, fault, when="bets")
        def check(s: Any, e: Any) -> Any:
            if e.bet not in s.bets or not (wrong := function(s, e, bet := s.bets[e.bet])):
                return None
            return wrong if isinstance(wrong, Broken) else Broken(choice=choice, seat=seat_of(s, bet.owner), says=wrong)

        return function

    return declared


def bets_have_names(game: Game) -> None:
    """Declare that who bets sits there, that a name is that of one bet on the table, and that only such a bet is handled (G-5)."""

    @game.rule(BetPlaced, "G-5", "no_such_seat", "who bets sits at the table", "contradiction", DISORDER, when="empty")
    def bettor_is_there(s: Any, e: BetPlaced) -> Any:
        """Only who sits at the table bets."""
        return f"nobody sits in seat {e.seat}" if s.empty >> e.seat & 1 else None

    @game.rule(BetPlaced, "G-5", "bet_twice", "a name is that of one bet", "contradiction", DISORDER, when="owners")
    def name_is_free(s: Any, e: BetPlaced) -> Any:
        """A name stands for one bet on the table at a time, be it one that no line told of. One in prison that is named again is raised."""
        free = e.bet not in s.owners or (s.bets[e.bet].level > 0 if e.bet in s.bets else s.owners[e.bet] != NOBODY)
        return free or f"there is a bet {e.bet} on the table already"

    handled = BetWithdrawn | BetInsured | BetSurrendered

    @game.rule(handled, "G-5", "no_such_bet", "the bet lies on the table", "contradiction", DISORDER)
    def bet_is_there(s: Any, e: BetWithdrawn | BetInsured | BetSurrendered) -> Any:
        """A bet that is withdrawn, insured or surrendered lies on the table; where bets may lie there that no line tells of, it may be one, unless its owner is known."""
        may_be = s.strangers and s.owners.get(e.bet, NOBODY) == NOBODY
        return e.bet in s.bets or may_be or Broken(says=f"no bet {e.bet} is on the table")


# ---- How a hand came out -----------------------------------------------------------------------------------------------


def passed_in(s: Any) -> Passed:
    """The payments of the hand that is on or was last."""
    return Passed(s.ledger.rows, s.owners, s.ledger.gains)


def outcome_for(s: Any) -> dict[str, Any]:
    """The parts of a `Result` that are about money. Who won has taken more from the bank than it took, bets on the table left
    alone; a bet that lies on the table is paid for, and one that is taken back is won back.
    """
    hand, seats = passed_in(s), {account: f"seat:{seat}" for seat, account in enumerate(s.purses)}
    nets, bettors = [(account, s.ledger.gain(account)) for account in s.purses], {*s.owners.values()}
    of_bank = Counter[str]()
    for row in hand.rows:
        if row.source == BANK:
            of_bank[hand.owner(row.target)] += row.amount
        elif row.target == BANK:
            of_bank[hand.owner(row.source)] -= row.amount
    return {
        "points": tuple(net for _, net in nets),
        "absent": tuple(seat for seat, (one, net) in enumerate(nets) if net is not None and one not in bettors),
        "won": tuple(None if net is None else of_bank[one] > 0 for one, net in nets),
        "totals": tuple(has(s, account) for account in s.purses),
        "transfers": tuple(
            Transfer(seats.get(row.source, row.source), seats.get(row.target, row.target), row.amount, row.why)
            for row in hand.rows
        ),
    }


def bettors_drawn(s: Any) -> tuple[Hand, ...]:
    """The bettors as they are drawn, each with purse and bets."""
    drawn = []
    for seat, (player, account) in enumerate(zip(s.players, s.purses, strict=True)):
        placed = [name for name, bet in s.bets.items() if bet.owner == account]
        marks = (f"bets {' '.join(placed)}",) if placed else ()
        drawn.append(Hand(seat=seat, player=player, marks=marks, scores=(("purse", in_coins(s, has(s, account))),)))
    return tuple(drawn)


def bet_drawn(s: Any, name: str) -> tuple[str, str]:
    """A bet in words: whose it is by its name, on what, how much, and how it stands."""
    bet = s.bets[name]
    words = ["?" if s.blind else in_coins(s, bet.stake)]
    if bet.insured:
        words.append(f"insured {in_coins(s, bet.insured)}{' from the next hand' * bet.later}")
    words += ["for the next hand"] if bet.waits else []
    words += ["not known" if s.blind else "in prison"] if bet.level or s.blind else []
    words += [f"needs {bet.level} wins"] if bet.level > 1 else []
    return f"{name} {bet.kind}", ", ".join(words)


def on_the_table(s: Any) -> Iterator[Debt]:
    """The bets that lie on the table, those in prison too."""
    for name, bet in s.bets.items():
        kind, words = bet_drawn(s, name)
        amount = None if s.blind else bet.stake
        yield Debt(hand=s.hand, seat=seat_of(s, bet.owner), amount=amount, says=f"bet {kind}: {words}")


# ---- What was seen of money --------------------------------------------------------------------------------------------


def money(
    game: Game, payment: tuple[str, str, str], conserved: tuple[str, str, str], too_early: Callable[[Any], bool]
) -> None:
    """Declare the acts about money. payment, conserved: clause, name and words of what a payment breaks that was not due, and a
    count that cannot be; too_early: whether the hand that is on may have been paid, though it has no end in the record yet.
    """
    bets_have_names(game)
    game.owes(on_the_table)
    game.on(staking.BoughtIn, blindly=True)(buy)
    game.on(staking.CashedOut, free=True, blindly=True)(buy)
    game.on(Left)(leave)
    game.on(Joined)(join)
    game.only_says(staking.ChipsPassed | staking.PurseCounted | staking.PoolCounted)
    game.rule(staking.ChipsPassed, *payment, "testimony")(partial(payment_is_true, too_early=too_early))
    game.rule(staking.PurseCounted | staking.PoolCounted, *conserved, "testimony")(count_is_true)


def hands_told(s: Any) -> list[Passed]:
    """The hands of which payments may be written: the last, and the one before it for a while."""
    return [passed_in(s), *([s.earlier] if s.earlier is not None else [])]


def account_of(s: Any, name: str) -> str | None:
    """The account that a record names: `seat:0` for the purse of whoever sits there, `purse:Ann`, `bank`, `bet:a`, `ins:a`."""
    what, _, whose = name.partition(":")
    if what == "seat" and whose.isdecimal() and int(whose) < len(s.purses):
        return str(s.purses[int(whose)])
    bet_is_known = name.startswith(BETS) and any(name[4:] in hand.owners for hand in hands_told(s))
    return name if bet_is_known or name in everybody(s) else None


def payment_is_true(s: Any, e: staking.ChipsPassed, too_early: Callable[[Any], bool]) -> Any:
    """A payment that was seen is one that follows from the rules, or several at once; of the hand before, too, and of one that has no end yet."""
    if s.strangers or too_early(s):
        return None
    source, target = account_of(s, e.from_), account_of(s, e.to)
    if source is None or target is None:
        doubtful = None in s.ledger.balances.values()
        return doubtful or Broken(choice=True, says=f"no account {(e.to if source else e.from_)!r} at this table")
    hands = hands_told(s)
    if any(not hand.sure or e.amount in sums(hand.parts(source, target)) for hand in hands):
        return None
    due = " and ".join(in_coins(s, part) for hand in hands for part in hand.parts(source, target) if part > 0)
    seats = [seat_of(s, hands[0].owner(account)) for account in (source, target)]
    says = f"{in_coins(s, e.amount)} passed from {e.from_} to {e.to}; {due or 'nothing'} was due"
    return Broken(choice=True, seat=next((seat for seat in seats if seat is not None), None), says=says)


def held_in(s: Any, account: str) -> int | None:
    """What is known to be in a purse or the bank, or to lie on a bet."""
    if account.startswith(BETS):
        bet = s.bets.get(account[4:])
        if bet is None:
            return None if s.strangers else 0
        return int(bet.stake if account.startswith("bet:") else bet.insured)
    return has(s, account) if account in s.bought else None


def count_is_true(s: Any, e: staking.PurseCounted | staking.PoolCounted) -> Any:
    """A purse holds what was bought, won and not lost or bet; the bank, and what lies on a bet, follow from the play (C-3)."""
    what = f"seat:{e.seat}" if isinstance(e, staking.PurseCounted) else e.pool
    account = what if what.startswith(BETS) else account_of(s, what)
    if account is None:
        return Broken(choice=True, says=f"no account {what!r} at this table")
    amount, where = held_in(s, account), "" if isinstance(e, staking.PurseCounted) else f" in {what}"
    says = f"{in_coins(s, e.amount)} was counted{where}; there are {in_coins(s, amount)}"
    return amount in {None, e.amount} or Broken(choice=True, seat=seat_of(s, account), says=says)
