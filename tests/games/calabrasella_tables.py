"""Calabrasella: short ways to write hands down."""

from typing import Any

from tests.builders import cards, log_of, trick
from upcard.engine.log import Log
from upcard.schemas.events import (
    Base,
    CardNamed,
    Dealt,
    Discarded,
    Elected,
    Gave,
    HandStarted,
    Returned,
    Took,
    TurnedOver,
)

CAX_6_HANDS = [
    "6c Qs Ks 7d 7s 4s Kc Qd 3c 4d 3d 5h",
    "5d 4c Qh Kh 3h 2d 5s 5c Jc 2h Js Qc",
    "Ah 6h 7h 2s 6s 6d Ad Jh 2c Kd 4h As",
]
CAX_6_WIDOW = "Ac Jd 3s 7c"
CAX_6_TRICKS = [
    (2, "2s Ks 5s"),
    (2, "6d 4d 2d"),
    (1, "2h 4h 5h"),
    (1, "Qc 2c 6c"),
    (2, "Jh 7s Qh"),
    (1, "Jc 6h Kc"),
    (0, "Qs 3s As"),
    (1, "3c Ah 4c"),
    (1, "3h 7h Qd"),
    (1, "Js 6s 4s"),
    (1, "Kh Kd 7d"),
    (1, "5c Ad 3d"),
]


def calabrasella(*events: Base, **options: Any) -> Log:
    """A log of Calabrasella."""
    return log_of("calabrasella", events, seats=3, options=options or None)


def one(text: str) -> Any:
    """A card."""
    return cards(text)[0]


def dealt(hands: list[str], widow: str) -> Dealt:
    """A deal with all hands and the widow."""
    return Dealt(hands=tuple(cards(hand) for hand in hands), places={"widow": cards(widow)})


def tricks(rows: list[tuple[int, str]]) -> list[Base]:
    """The plays of several tricks."""
    return [play for lead, text in rows for play in trick(lead, text, seats=3)]


def took(text: str, seat: int = 1) -> Took:
    """Cards taken openly from the widow."""
    return Took(seat=seat, place="widow", cards=cards(text), openly=True)


def cax_6_deal() -> list[Base]:
    """The deal of CAX-6, lines 2 and 3. s1 is left of dealer s0 here: s1 speaks first."""
    return [HandStarted(dealer=0), dealt(CAX_6_HANDS, CAX_6_WIDOW)]


def exchange() -> list[Base]:
    """The bidding and exchange of CAX-6, lines 4 to 10."""
    return [
        Elected(seat=1),
        CardNamed(seat=1, card=one("3c")),
        Gave(seat=0, to=1, card=one("3c")),
        Returned(seat=1, to=0, card=one("4c")),
        Discarded(seat=1, cards=cards("5d")),
        TurnedOver(cards=cards(CAX_6_WIDOW)),
        took("3s"),
    ]


def cax_6() -> list[Base]:
    """CAX-6 with all hands."""
    return [*cax_6_deal(), *exchange(), *tricks(CAX_6_TRICKS)]
