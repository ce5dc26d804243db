"""TQ-A7, TQ-6: what was called, paid and counted, beside what follows; and the hands beside the theory (TQ-9)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from upcard.engine.game import Answer, Broken, SessionClosed
from upcard.engine.games.trente_et_quarante import theory
from upcard.engine.games.trente_et_quarante.settling import couleur_wins, winner
from upcard.engine.games.trente_et_quarante.state import (
    MAYBE,
    NOIR,
    OTHERS,
    ROUGE,
    ROWS,
    TrenteEtQuarante,
    away,
    bank,
    bet_of,
    cage,
    holder,
    insurance_of,
    money,
    names,
    purse,
    stake_of,
    status,
    unknown,
)
from upcard.engine.games.trente_et_quarante.theory import LEAST, MOST
from upcard.engine.mechanisms.ledger import rows_of
from upcard.schemas.events import ChipsPassed, PoolCounted, PurseCounted, ResultCalled

# ---- TQ-A7 What the croupier called --------------------------------------------------------------------------------

SIDES: Final = {
    "noir": "noir", "black": "noir", "rouge": "rouge", "red": "rouge", "couleur": "couleur", "color": "couleur",
    "colour": "couleur", "inverse": "inverse",
}  # fmt: skip
TIES: Final = {
    "refait": "tie",
    "tie": "tie",
    "tied": "tie",
    "draw": "tie",
    "drawn": "tie",
    "apres": "tie",
    "push": "push",
}
WINS: Final = frozenset({"wins", "won", "win", "gagne"})
LOSES: Final = frozenset({"loses", "lost", "lose", "perd"})
"""The words that are understood; what is said in others is not judged."""


def call_is_true(s: TrenteEtQuarante, e: ResultCalled) -> Answer:
    """Totals and winners follow from the cards (TQ-A7)."""
    if not s.hand or (e.hand is not None and e.hand != s.hand) or s.phase == "bets" or s.how == "void" or s.gap:
        return None
    words = re.findall(r"[a-z]+|\d+", e.result.casefold().replace("è", "e").replace("é", "e"))
    wrong = next((found for amount, rows in totals_called(words, e.amount) if (found := off(s, amount, rows))), None)
    if wrong is not None or s.phase != "between" or s.how not in {"noir", "rouge", "push", "refait"}:
        return wrong
    bare = e.amount is None and not any(word.isdigit() for word in words)
    for word, behind in zip(words, [*words[1:], ""], strict=False):
        says_so = bare or word in TIES or behind in WINS | LOSES  # with a total, a row's name alone claims nothing
        if says_so and call_fits(s, word, loses=behind in LOSES) is False:
            return Broken(says=f"{e.result!r} was called; {outcome(s)}")
    return None


def totals_called(words: Sequence[str], amount: int | None) -> Iterator[tuple[int, list[int]]]:
    """The totals that a call names, each with the rows that it may be of.

    A number is that of the row named before it; alone it is a total, and among other words if a row can have it.
    """
    named = [ROWS.index(SIDES[word]) for word in words if SIDES.get(word) in ROWS]
    if amount is not None and (named or LEAST - 1 <= amount <= MOST + 1):
        yield amount, named or [NOIR, ROUGE]
    for before, word in zip(("", *words), words, strict=False):
        if not word.isdigit() or len(word) > 8:
            continue
        if SIDES.get(before) in ROWS:
            yield int(word), [ROWS.index(SIDES[before])]
        elif len(words) == 1 or LEAST <= int(word) <= MOST:
            yield int(word), [NOIR, ROUGE]


def off(s: TrenteEtQuarante, amount: int, rows: Sequence[int]) -> Broken | None:
    """A total that was called is that of one of these rows, the thirty left out or not."""
    dealt = [row for row in rows if s.totals[row]]
    begun = s.phase == "rows" and s.open_row in rows
    if begun or not dealt or any(s.totals[row] in {-1, amount, amount + LEAST - 1} for row in dealt):
        return None
    says = " and ".join(f"{s.totals[row]} for {ROWS[row]}" for row in dealt)
    return Broken(says=f"{amount} was called; it is {says}", name="wrong_total_called")


def call_fits(s: TrenteEtQuarante, word: str, *, loses: bool) -> bool | None:
    """Whether a word fits how the hand came out; None if it says nothing, or nothing that can be told."""
    if word in TIES:
        return s.how == "push" or (s.how == "refait" and TIES[word] == "tie")
    side = SIDES.get(word)
    if side is None:
        return None
    won = winner(s)
    if won < 0:
        return False
    if side in ROWS:
        return (side == ROWS[won]) != loses
    couleur = couleur_wins(s, won)
    return None if couleur is None else (couleur == (side == "couleur")) != loses


def outcome(s: TrenteEtQuarante) -> str:
    """How the hand came out, in words: `noir wins, 32 to 35, and inverse`."""
    noir, rouge = s.totals
    if s.how in {"push", "refait"}:
        return f"both rows have {noir}"
    if s.how not in ROWS:
        return {"void": "the hand is void", "not played": "no hand was dealt"}.get(s.how, s.how)
    won = winner(s)
    couleur = couleur_wins(s, won)
    also = "" if couleur is None else " and couleur" if couleur else " and inverse"
    return f"{s.how}{also} {'win' if also else 'wins'}, {min(noir, rouge)} to {max(noir, rouge)}"


# ---- TQ-6 wrong_payment --------------------------------------------------------------------------------------------


def accounts_of(s: TrenteEtQuarante, name: str) -> list[int]:
    """The accounts of a name: `seat:0`, `purse:Ann`, `bank`, `bet:a`, `ins:a`. A name may be that of a bet again, and
    a purse that of somebody who changed seats, or left.
    """
    if name.startswith("purse:"):
        player = name[6:]
        left = [away(s)] if player and player in s.met else []
        return [*(seat for seat, one in enumerate(s.who) if one == player), *left]
    return [account for account, one in enumerate(names(s)) if one == name]


def payment_is_true(s: TrenteEtQuarante, e: ChipsPassed) -> Answer:
    """A payment that was seen is one that follows from the rules (TQ-4). It may be of the hand before."""
    sources, targets = accounts_of(s, e.from_), accounts_of(s, e.to)
    if is_late(s, e):
        return None
    if not sources or not targets:
        doubtful = s.unsure and any(name.startswith(("bet:", "ins:", "purse:")) for name in (e.from_, e.to))
        return None if doubtful else Broken(says=f"no account {(e.to if sources else e.from_)!r} at this table")
    if any(payment_fits(s, source, target, e.amount) for source in sources for target in targets):
        return None
    source, target = sources[-1], targets[-1]
    seat = next((one for one in (holder(s, source), holder(s, target)) if one < s.seats), None)
    due = list(amounts(s, source, target))
    return Broken(seat=seat, says=f"{money(s, e.amount)} passed from {e.from_} to {e.to}; {told(s, due)} was due")


def is_late(s: TrenteEtQuarante, e: ChipsPassed) -> bool:
    """Whether a payment may be of the hand before, of which nothing is remembered once the next is dealt."""
    before = s.hand > 1 or s.unsure
    return s.phase == "rows" and bool(before) and not (e.from_.startswith(PURSES) and e.to.startswith(PURSES))


PURSES: Final = ("seat:", "purse:")


def payment_fits(s: TrenteEtQuarante, source: int, target: int, amount: int) -> bool:
    """Whether so much may have passed from one account to another; so too if that cannot be told."""
    parties = {source, target, holder(s, source), holder(s, target)}
    vague = s.vague | s.unsure * s.gap | s.blurred
    if parties & {cage(s), unknown(s), away(s)} or any(vague >> one & 1 for one in parties):
        return True
    due = list(amounts(s, source, target))
    more: list[int] = []  # what may be in it too: kept back of what the bank gets, or taken with a stake
    sign = 1
    if bank(s) in {source, target}:
        more = list(amounts(s, target, source))
    elif target == holder(s, source):
        more = [*amounts(s, beside(s, source), target), *amounts(s, bank(s), target)]
        sign = -1
    if not amount:
        return not due or (sign > 0 and bool(more))
    given, besides = sums(due, amount + sum(more)), sums(more, sum(due) + amount)
    if given is None or besides is None:
        return True
    given.discard(0)
    return any(amount + sign * one in given for one in besides)


def beside(s: TrenteEtQuarante, account: int) -> int:
    """The account of the insurance of a stake, or of the stake of an insurance."""
    return account + 1 if (account - stake_of(s, 0)) % 2 == 0 else account - 1


def amounts(s: TrenteEtQuarante, source: int, target: int) -> Iterable[int]:
    """What passed between two accounts; with the bank, a seat stands for what lies on its bets too."""
    with_bank = bank(s) in {source, target}
    for giver, taker, amount, _ in rows_of(s.rows + s.undone):
        ours = (giver, taker)
        if ours == (source, target) or (
            with_bank and bank(s) in ours and (covers(s, source, giver) and covers(s, target, taker))
        ):
            yield amount


def covers(s: TrenteEtQuarante, party: int, account: int) -> bool:
    """Whether an account is meant by one of these names: a seat's bets by the seat, the seat by its bet."""
    if party == account:
        return True
    others = range(s.seats, s.seats + len(OTHERS))
    if party in others or account in others:
        return False
    return holder(s, party) == holder(s, account) and (party < s.seats or account < s.seats)


MANY: Final = 50_000
"""Sums beyond which nobody tells them one by one."""


def sums(amounts_due: Sequence[int], most: int) -> set[int] | None:
    """What some of these payments may come to, none and all of them too, if not more than `most`; None if too many.

    >>> sorted(sums([1, 10, 100], 20))
    [0, 1, 10, 11]
    """
    found = {0}
    for amount in amounts_due:
        found |= {amount + one for one in found if amount + one <= most}
        if len(found) > MANY:
            return None
    return found


def told(s: TrenteEtQuarante, due: Sequence[int]) -> str:
    """Amounts in words."""
    return " and ".join(money(s, amount) for amount in due[:6]) + (" and more" if len(due) > 6 else "") or "nothing"


# ---- TQ-6 not_conserved --------------------------------------------------------------------------------------------


def purse_is_true(s: TrenteEtQuarante, e: PurseCounted) -> Answer:
    """A purse holds what was bought, won and not lost or bet (C-3)."""
    if e.seat >= s.seats:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", name="no_such_seat", clause="G-5")
    amount = purse(s, e.seat)
    if amount is None or not s.bought >> e.seat & 1 or amount == e.amount:
        return None
    return Broken(seat=e.seat, says=f"{money(s, e.amount)} was counted; seat {e.seat} has {money(s, amount)}")


def pool_is_true(s: TrenteEtQuarante, e: PoolCounted) -> Answer:
    """The bank, and what lies on a bet, follow from the play (C-3)."""
    accounts = accounts_of(s, e.pool)
    if e.pool.startswith(PURSES) and accounts:
        one = accounts[0]  # whose purse is more than one, or not at the table, is not told
        return purse_is_true(s, PurseCounted(seat=one, amount=e.amount)) if accounts == [one] != [away(s)] else None
    if e.pool == "bank":
        amount = purse(s, bank(s)) if s.bought >> bank(s) & 1 else None
    elif e.pool.startswith(("bet:", "ins:")):
        bet = bet_of(s, e.pool[4:])
        if bet < 0:
            return None if s.unsure or not e.amount else Broken(says=f"nothing lies on {e.pool}")
        account = stake_of(s, bet) if e.pool.startswith("bet:") else insurance_of(s, bet)
        amount = None if status(s, bet) == MAYBE else s.balances[account]
    else:
        return Broken(says=f"no account {e.pool!r} at this table")
    if amount is None or amount == e.amount:
        return None
    return Broken(says=f"{money(s, e.amount)} was counted in {e.pool}; there are {money(s, amount)}")


# ---- TQ-9.6 Hands beside the theory --------------------------------------------------------------------------------


def hands_are_likely(s: TrenteEtQuarante, _e: SessionClosed) -> Answer:
    """What many hands of a six-pack shoe came to is about what the theory has them come to (TQ-9.6)."""
    if s.options.decks != 6:
        return None
    return [
        Broken(says=f"{test.name}: so far from the theory once in {1 / max(test.chance, 1e-300):.2g} sessions")
        for test in theory.fits(s.tally)
        if test.chance < theory.SUSPICIOUS
    ]
