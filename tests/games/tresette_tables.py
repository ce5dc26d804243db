"""Tresette: short ways to write hands down."""

from typing import Any

from tests.builders import cards, log_of, trick
from upcard.engine.log import Log
from upcard.schemas.events import Base, Dealt, HandStarted, MeldCalled, MeldsTold
from upcard.schemas.events.speaking import Meld

TRX_3_HANDS = [
    "As 5s 3s 2s Qh 4h Ac Jc 7c 5c",
    "Kh Jh Ad Kd 7d 6d 5d 4d Qc 3c",
    "Ks Qs 7s 6s 4s Ah 7h 5h Jd 3d",
    "Js 6h 3h 2h Qd 2d Kc 6c 4c 2c",
]
TRX_3_TRICKS = [
    (1, "Ad Jd Qd Jc"),
    (1, "Kd 3d 2d 5s"),
    (2, "Ah 6h Qh Jh"),
    (2, "7h 2h 4h Kh"),
    (3, "3h 3s 7d 5h"),
    (3, "Kc 5c Qc Ks"),
    (3, "2c Ac 3c Qs"),
    (1, "5d 4s 6c 2s"),
    (1, "4d 6s 4c As"),
    (1, "6d 7s Js 7c"),
]
THREE_TWOS = Meld(kind="three", rank="2")


def tresette(*events: Base, **options: Any) -> Log:
    """A log of Tresette."""
    return log_of("tresette", events, options=options or None)


def dealt(hands: list[str]) -> Dealt:
    """A deal with all hands."""
    return Dealt(hands=tuple(cards(hand) for hand in hands))


def tricks(rows: list[tuple[int, str]]) -> list[Base]:
    """The plays of several tricks."""
    return [play for lead, text in rows for play in trick(lead, text)]


def trx_3(*, told: tuple[Meld, ...] = (THREE_TWOS,), called: tuple[int, ...] = (0, 3)) -> list[Base]:
    """TRX-3 with all hands; seat 3 announces on line 22, after the fourth trick if two have called."""
    head = [HandStarted(dealer=0), dealt(TRX_3_HANDS), *(MeldCalled(seat=seat) for seat in called)]
    tail = [MeldsTold(seat=3, melds=told)] if told else []
    return [*head, *tricks(TRX_3_TRICKS[:4]), *tail, *tricks(TRX_3_TRICKS[4:])]


def one_hand(hand: str) -> list[str]:
    """A deal in which seat 1 has this hand, and the others what is left, in some order."""
    own = cards(hand)
    left = [card for suit in "shdc" for rank in "A23JQK7654" for card in cards(rank + suit) if card not in own]
    return [" ".join(left[:10]), hand, " ".join(left[10:20]), " ".join(left[20:])]
