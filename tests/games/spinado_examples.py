"""Hands of Spinado written out in short, and the worked examples of the page."""

import re

from tests.builders import cards
from upcard.engine.log import Log
from upcard.schemas.cards import Card
from upcard.schemas.events import FORMAT, Base, Dealt, HandStarted, Laid, Opened, Played


def table(events: list[Base], seats: int = 4, **header: object) -> Log:
    """A session of these events."""
    players = tuple(f"p{seat + 1}" for seat in range(seats))
    opened = Opened(format=FORMAT, log="test", game="spinado", seats=players, **header)
    return Log.of(opened, events)


def dealt(text: str, dead: str) -> Dealt:
    """A deal: hands divided by semicolons, and the dead hand."""
    return Dealt(hands=tuple(cards(hand) for hand in text.split(";")), places={"dead": cards(dead)})


def played(deal: Dealt, text: str) -> list[Base]:
    """Plays, each by whom the card was dealt; `+Ad` is laid with the card before it."""
    owner = {card: seat for seat, hand in enumerate(deal.hands or ()) for card in hand or ()}
    return [act(owner, found) for found in re.findall(r"(\w\w)(\+Ad)?", text)]


def act(owner: dict[Card, int], found: tuple[str, str]) -> Base:
    """One play."""
    card = Card(found[0])
    seat = owner[card]
    return Laid(seat=seat, cards=(card, Card("Ad"))) if found[1] else Played(seat=seat, card=card)


def hand(dealer: int | None, deal: Dealt, plays: str) -> list[Base]:
    """A whole hand."""
    return [HandStarted(dealer=dealer), deal, *played(deal, plays)]


E1 = dealt(
    "Jc 4d 9d 3h Qh 3s 5s 7s Ks; 3c 5c Tc Kc Jd Ah 6h 8h Js; 8c Ad 6d Qd 7h Jh Kh As 9s; 9c Qc 3d Kd 4h 9h Th 8s Qs",
    "Ac 4c 6c 7c 5d 7d Td 5h 4s 6s Ts",
)
E1_PLAYS = "Jc Qc Kc 6h 7h+Ad 6d Kh Qd Kd Qs Ks Qh 9d 7s 8s 9s Jh As 8c"
E2 = dealt(
    "5c 7c Ad 3d Ah As 3s 5s Js; 4c 8c 4d 7d 9d 3h 5h Qh 7s; Ac 6c 9c 5d 6d Td Jd Qd 6h; Tc Qc 4h 8h Th Jh Ts Qs Ks",
    "3c Jc Kc Kd 7h 9h Kh 4s 6s 8s 9s",
)
E2_PLAYS = "7d 4d 5d 6d 6h Td Jd Qd Ac 9c Tc Jh Qh 7s 3h 4h 5h 8c 9d 4c"
E4 = dealt(
    "3c 9c Kc Ad 9d Td Ah 9h 3s 7s Ts; 4c 8c 3d 4d 5d 6d Th Qh Kh As 8s; Ac 5c 6c Jc Jd 6h 7h 4s 6s 9s Qs",
    "7c Tc Qc 7d Qd Kd 3h 4h 5h 8h Jh 5s Js Ks",
)
E4_PLAYS = "Td Jd Jc 6c 7h 5c Qs 6h 6s 7s 8s 9s Ts 9c 9h Th 5d 6d 4c As Qh Kh 3d 4d 8c"
E5 = dealt(
    "Ac 7c 3d Qh As 9s Ks; 8c 9c Td 8h Jh 4s 6s; Tc Ad 4d 6d 6h 7h 5s; 3c 6c Ah 3h 9h 3s Qs; 5c Qc Jd Qd Kd Kh 8s",
    "4c Jc Kc 5d 7d 9d 4h 5h Th 7s Ts Js",
)
E5_PLAYS = "9s Ks 3d 4d 6d Tc 6h 7h 8h 9h Qs 3c Ah 3s 4s 5s+Ad"
