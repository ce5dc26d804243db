"""Short ways to write hands of Dou Dizhu down in tests."""

from collections.abc import Sequence
from typing import Any

from tests.builders import cards, found, log_of
from upcard.engine.fold import fold
from upcard.engine.games.dou_dizhu.table import DouDizhu
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import BY_INDEX, Card
from upcard.schemas.events import Base, Bid, Dealt, HandStarted, Laid, Passed, Took, TurnedUp

RANKS = "3456789TJQKA2br"
Found = list[tuple[str, int, int, int | None]]


def ranks(text: str) -> tuple[Card, ...]:
    """Cards by rank alone: `7775`, `br`."""
    return tuple(Card({"r": "Xr", "b": "Xb"}.get(letter, f"{letter}?")) for letter in text)


def some(text: str) -> tuple[Card, ...]:
    """Cards by rank, `7775`, or with their suits, `7c 7d 7h 5s`."""
    return cards(text) if any(letter in "cdhsX" for letter in text) else ranks(text)


def acts(text: str) -> list[Base]:
    """Acts as `0 p, 1 b2, 1 w, 1 34567, 2 3d`: passes, bids, the widow, cards."""
    events: list[Base] = []
    for act in text.split(", "):
        seat, what = int(act[0]), act[2:]
        if what == "p":
            events.append(Passed(seat=seat))
        elif what == "w":
            events.append(Took(seat=seat, place="widow"))
        elif what[0] == "b" and what[1:].isdigit():
            events.append(Bid(seat=seat, amount=int(what[1:])))
        else:
            events.append(Laid(seat=seat, cards=some(what)))
    return events


def unseen() -> list[Base]:
    """Lines 2 and 3: a hand of which nobody wrote the cards down."""
    return [HandStarted(), Dealt(each=17)]


def bidding(text: str) -> list[Base]:
    """A whole auction from seat 0 on: `P,1,P,2,P,P`."""
    return acts(", ".join(f"{n % 3} {'p' if word == 'P' else f'b{word}'}" for n, word in enumerate(text.split(","))))


def called(landlord: int = 0) -> list[Base]:
    """Lines 2 to 5: a hand whose landlord bid 3 at once and took the widow."""
    return [*unseen(), *acts(f"{landlord} b3, {landlord} w")]


def played(text: str, landlord: int = 0, **options: Any) -> Log:
    """A hand of unknown cards, from the first lead, on line 6, on."""
    return log_of("dou_dizhu", called(landlord) + acts(text), seats=3, options=options or None)


def finding(text: str, **more: Any) -> Found:
    """What is found; nothing else for the public."""
    log = played(text, **more)
    assert found(redact_log(log, PUBLIC, "copy")) == found(log)
    return found(log)


def judge(events: Sequence[Base], **options: Any) -> Found:
    """What is found in these events, from line 2 on."""
    return found(log_of("dou_dizhu", events, seats=3, options=options or None))


def state(events: Sequence[Base], **options: Any) -> DouDizhu:
    """The table after these events."""
    table = fold(log_of("dou_dizhu", events, seats=3, options=options or None))
    assert isinstance(table, DouDizhu)
    return table


def hands(*given: str, widow: str = "") -> Dealt:
    """A deal in which these seats and the widow hold these cards among others; the rest goes to them in order."""
    wanted = [list(cards(text)) for text in given] + [[] for _ in range(3 - len(given))] + [list(cards(widow))]
    held = {card for hand in wanted for card in hand}
    rest = [card for card in BY_INDEX if card not in held]
    for hand, size in zip(wanted, (17, 17, 17, 3), strict=True):
        while len(hand) < size:
            hand.append(rest.pop(0))
    return Dealt(hands=tuple(map(tuple, wanted[:3])), places={"widow": tuple(wanted[3])})


def turned(card: str, **more: Any) -> TurnedUp:
    """The face-up card."""
    return TurnedUp(card=Card(card), **more)
