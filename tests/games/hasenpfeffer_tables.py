"""Hands of Hasenpfeffer for tests, and short ways to write their events."""

from typing import Any

from tests.builders import cards, log_of, trick
from upcard.engine.log import Log
from upcard.schemas.events import Base, Bid, Dealt, Discarded, HandStarted, Passed, TrumpNamed

HPX_8_HANDS = ["9c Jc Qd Kc 9s Ah", "Jh Jd Tc Qs Th Ts", "Ac 9d Js As Td 9h", "Kd Qh Qc Xr Ks Kh"]
HPX_8_WIDOW = "Ad"
HPX_8_TRICKS = [
    (1, "Th 9h Qh Ah"),
    (0, "9s Ts As Ks"),
    (2, "Ac Qc Jc Qs"),
    (2, "Td Kd Qd Ad"),
    (1, "Jd Js Xr 9c"),
    (3, "Kh Kc Jh 9d"),
]


def table(events: list[Base], **options: Any) -> Log:
    """A log of Hasenpfeffer."""
    return log_of("hasenpfeffer", events, options=options or None)


def dealt(hands: list[str] | None = None, widow: str | None = HPX_8_WIDOW) -> Dealt:
    """The deal of HPX-8, or another; an empty hand was not written down."""
    listed = HPX_8_HANDS if hands is None else hands
    return Dealt(
        hands=tuple(cards(hand) if hand else None for hand in listed),
        places={"widow": cards(widow)} if widow else None,
    )


def bids(first: int, *amounts: int) -> list[Base]:
    """The bidding from a seat on; 0 is a pass."""
    seats = [(first + place) % 4 for place in range(len(amounts))]
    return [Bid(seat=seat, amount=n) if n else Passed(seat=seat) for seat, n in zip(seats, amounts, strict=True)]


def tricks(rows: list[tuple[int, str]]) -> list[Base]:
    """The plays of several tricks."""
    return [play for lead, text in rows for play in trick(lead, text)]


def hpx_8(contract: int = 4, *, hands: bool = True, deal: Base | None = None) -> list[Base]:
    """HPX-8: dealer s0, s1 bids, trump hearts, Tc put away. hands: whether cards that not all see are written down."""
    start: list[Base] = [HandStarted(dealer=0)]
    if hands:
        start.append(deal or dealt())
    away = Discarded(seat=1, cards=cards("Tc") if hands else None)
    return [*start, *bids(1, contract, 0, 0, 0), TrumpNamed(seat=1, suit="h"), away, *tricks(HPX_8_TRICKS)]


def begun(*plays: Base, trump: str = "s", declarer: int = 0) -> list[Base]:
    """A hand nobody wrote the cards of, up to its play: the seat left of the dealer bids 3 and names trump."""
    return [
        HandStarted(dealer=(declarer + 3) % 4),
        *bids(declarer, 3, 0, 0, 0),
        TrumpNamed(seat=declarer, suit=trump),
        Discarded(seat=declarer),
        *plays,
    ]
