"""Short ways to write hands of Trente et Quarante down."""

from typing import Any

from tests.builders import cards, log_of
from upcard.engine.audit import Audit, audit
from upcard.engine.games.trente_et_quarante.state import names
from upcard.engine.log import Log
from upcard.schemas.events import Base, BetInsured, BetPlaced, HandStarted, RowDealt

TIE_31 = ("Ks Jd Th Ac", "9h 9c 8d 5s")
"""The rows of a tie at 31, the first card black."""

TIE_32 = ("Ks Kd 9c 3h", "Qs 8d 7h 7c")
NOIR_WINS = ("Kh 9s 8c 5d", "Td Qc 7s 8h")
"""Noir 32, rouge 35; the first card red, so that inverse wins."""

ROUGE_WINS = ("Qs 8d 7h 8c", "Kd 9c 2h Qh")
"""Noir 33, rouge 31; the first card black, so that inverse wins."""


def log(events: list[Base], seats: int = 2, header: dict[str, Any] | None = None, **options: Any) -> Log:
    """A log with these options."""
    return log_of("trente_et_quarante", events, seats, options=options or None, **(header or {}))


def judge(events: list[Base], seats: int = 2, **options: Any) -> Audit:
    """The audit of these events."""
    return audit(log(events, seats, **options))


def rows(noir: str, rouge: str) -> list[Base]:
    """Both rows."""
    return [RowDealt(row="noir", cards=cards(noir)), RowDealt(row="rouge", cards=cards(rouge))]


def hand(dealt: tuple[str, str], *bets: Base) -> list[Base]:
    """A hand with these bets."""
    return [HandStarted(), *bets, *rows(*dealt)]


def bet(name: str, kind: str, amount: int, seat: int = 0) -> BetPlaced:
    """A bet."""
    return BetPlaced(seat=seat, bet=name, kind=kind, amount=amount)


def insured(name: str, amount: int) -> BetInsured:
    """An insurance."""
    return BetInsured(bet=name, amount=amount)


def nets(done: Audit) -> list[int | None]:
    """What each seat gained in all hands."""
    points = [one.result.points for one in done.results]
    return [None if None in of else sum(amount or 0 for amount in of) for of in zip(*points, strict=True)]


def balance(done: Audit, name: str = "bank") -> int:
    """What lies on an account of the ledger."""
    return int(done.state.balances[names(done.state).index(name)])


def problems(done: Audit) -> list[tuple[str, str, int]]:
    """What was found but for notes: clause, name, line."""
    return [(one.clause, one.name, one.at) for one in done.findings if one.kind != "note"]


def named(done: Audit) -> list[str]:
    """The names of what was found but for notes."""
    return [name for _, name, _ in problems(done)]
