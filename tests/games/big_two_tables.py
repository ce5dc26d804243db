"""Short ways to write hands of Big Two down in tests."""

from collections.abc import Iterable
from typing import Any

from tests.builders import cards, found, log_of
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import (
    Base,
    Dealt,
    HandStarted,
    Laid,
    Passed,
)

HANDS = (
    "3d 3c 3h 8h 9c Td Jd Qs Kd Ac 5d 5c 2d",
    "4d 4c 4h 4s 6d 7d 8d Ad Kc Qh Jh 5h 2c",
    "6c 6h 6s 7c 7h 8c 8s Th Ts Js As Ks 2h",
    "3s 5s 9d 9h 9s 7s Tc Jc Qd Qc Kh Ah 2s",
)


def start(hands: Iterable[str] | None = HANDS, dealer: int | None = 0) -> list[Base]:
    """Lines 2 and 3: a hand, with its cards or without."""
    dealt = Dealt(each=13) if hands is None else Dealt(hands=tuple(cards(hand) for hand in hands))
    return [HandStarted(dealer=dealer), dealt]


def acts(text: str) -> list[Base]:
    """Plays and passes from line 4 on: `0 3d 3c, 1 p`."""
    events: list[Base] = []
    for act in text.split(", "):
        seat, what = act.split(" ", 1)
        events.append(Passed(seat=int(seat)) if what == "p" else Laid(seat=int(seat), cards=cards(what)))
    return events


def played(text: str, hands: Iterable[str] | None = HANDS, seats: int = 4, **options: Any) -> Log:
    return log_of("big_two", start(hands) + acts(text), seats=seats, options=options or None)


def finding(text: str, **more: Any) -> list[tuple[str, int, int, int | None]]:
    """What is found; the same without the hands, unless they are told to differ."""
    log = played(text, **more)
    open_hands, public = found(log), found(redact_log(log, PUBLIC, "copy"))
    assert open_hands == public
    return open_hands
