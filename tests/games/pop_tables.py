"""Rounds of Pop! written down in short, and the full round of its page."""

from collections.abc import Sequence
from typing import Any

from tests.builders import cards, log_of
from upcard.engine.log import Log
from upcard.schemas.cards import Card
from upcard.schemas.events import Accepted, Base, Dealt, HandStarted, Played, Popped, TurnedUp

PX_2_HANDS = ["Qs Js 8s Th 8h Ac 7c", "Ts Kh Qh Qd 7d 9c 8c"]
PX_2_DISPLAYS = ["9h Jh Tc Kd Ks As 8d", "Xr Jc 7s Kc 9s 9d Jd"]
PX_2_STOCK = "Td Qc Ad 7h Ah"
PX_2_TRICKS = [
    "s1D:Xr s0D:Jh s1H:Qh s0H:8h / s0 Tc s1 7s",
    "s1D:7s s0D:Tc s1H:Ts s0H:8s / s0 Kd s1 Kc",
    "s1H:9c s0H:7c s1D:Kc s0D:9h / s0 Ks s1 9s",
    "s1D:9s s0D:Ks s1H:8c s0H:Qs / s0 As s1 9d",
    "s0D:As s1D:Jc s0H:Js s1H:Kh / s0 8d s1 Jd",
    "s0H:Ac s1H:Qd s0D:8d s1D:9d /",
    "s0H:Th s1H:7d s0D:Kd s1D:Jd /",
]


def pop_log(events: Sequence[Base], **options: Any) -> Log:
    """A log of Pop!."""
    return log_of("pop", events, seats=2, options=options or None)


def deal(hands: Sequence[str], displays: Sequence[str], stock: str = PX_2_STOCK) -> Dealt:
    """All that is dealt."""
    places = {"display_0": cards(displays[0]), "display_1": cards(displays[1]), "stock": cards(stock)}
    return Dealt(hands=tuple(cards(hand) for hand in hands), places=places)


def turned(seat: int, text: str) -> list[Base]:
    """Cards turned in a display."""
    return [TurnedUp(seat=seat, card=card) for card in cards(text)]


def up(card: str) -> TurnedUp:
    """The trump card."""
    return TurnedUp(card=Card(card))


def play(text: str, *, areas: bool = False) -> list[Base]:
    """Plays as the page writes them: `s1D:Xr`, a seat, its hand or display, and the card."""
    names = {"D": "display", "H": "hand"}
    events: list[Base] = []
    for word in text.split():
        who, card = word.split(":")
        area: Any = names[who[2]] if areas else None
        events.append(Played(seat=int(who[1]), card=Card(card), area=area))
    return events


def trick(text: str, *, areas: bool = False, turns: bool = True) -> list[Base]:
    """A trick and the cards turned after it: `... / s0 Tc s1 7s`."""
    plays, _, after = text.partition("/")
    words = after.split()
    shown = [TurnedUp(seat=int(seat[1]), card=Card(card)) for seat, card in zip(words[::2], words[1::2], strict=True)]
    return [*play(plays, areas=areas), *(shown if turns else [])]


def raised(*poppers: int) -> list[Base]:
    """Accepted pops of these seats."""
    return [event for seat in poppers for event in (Popped(seat=seat), Accepted(seat=1 - seat))]


def begun(dealer: int | None = 0, trump: str = "Xb", *, first: bool = True) -> list[Base]:
    """PX-2's deal, the first cards of its displays, and a trump card."""
    shown = [*turned(0, "9h Jh"), *turned(1, "Xr Jc")] if first else []
    return [HandStarted(dealer=dealer), deal(PX_2_HANDS, PX_2_DISPLAYS), *shown, up(trump)]


def px_2(*, first: bool = True, turns: bool = True) -> list[Base]:
    """PX-2 without its pops. first, turns: whether the cards turned at first, and after tricks, are written down."""
    return [*begun(first=first), *(event for text in PX_2_TRICKS for event in trick(text, turns=turns))]


def px_2_popped() -> list[Base]:
    """PX-2 with its pops: s0 before the first trick, s1 after the third, and s1 again after the fifth."""
    events = begun()
    for number, text in enumerate(PX_2_TRICKS):
        events += {0: raised(0), 3: raised(1), 5: [Popped(seat=1)]}.get(number, [])
        events += trick(text)
    return events
