"""Short ways to write games of Popcorn down in tests."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.builders import cards, log_of
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import redact_log
from upcard.schemas.cards import PACK
from upcard.schemas.events import (
    Base,
    BluffCalled,
    Claimed,
    Closed,
    Dealt,
    Gap,
    HandStarted,
    ResultCalled,
    Stood,
    Took,
    TurnedOver,
)

E1 = (
    "As Ad 5c 9h Ts Qd 3d 3h 7c Kd 2s 6h Jc",
    "2h 2d 4s 4h 8c 8d Td Jd Qs Kc 5d 9s Ah",
    "3s 3c 6c 6d 7s 7d 9c Jh Qc Kh 2c 5s Th",
)
"""The hands of PC-E1 but for the last."""


def rest_of(hands: Sequence[str]) -> str:
    """All other cards of the pack."""
    dealt = {str(card) for hand in hands for card in cards(hand)}
    return " ".join(card for card in PACK if card not in dealt)


HANDS = (*E1, rest_of(E1))


def start(hands: Iterable[str] | None = HANDS, first: int | None = 0, **dealt: Any) -> list[Base]:
    """Lines 2 and 3: a game, with its cards or without."""
    if hands is not None:
        dealt["hands"] = tuple(cards(hand) for hand in hands)
    return [HandStarted(), Dealt(first=first, **dealt)]


def acts(text: str) -> list[Base]:
    """Acts from line 4 on, divided by commas.

    `0 2A As Ad`: seat 0 claims two aces and lays these; `0 2A`: unseen; `0 2A#3`: three were counted. `1 call`, and
    `1 call 4` of the lay of line 4; `turn 2h 2d`; `1 took 2h 2d`; `1 took`; `stood`; `gap`; `closed`;
    `says true`, `1 says out`.
    """
    return [act(part.split()) for part in text.split(", ")]


def act(words: list[str]) -> Base:
    """One act."""
    plain: dict[str, Base] = {"stood": Stood(), "gap": Gap(), "closed": Closed(), "hand": HandStarted()}
    if words[0] in plain:
        return plain[words[0]]
    if words[0] == "turn":
        return TurnedOver(cards=cards(" ".join(words[1:])))
    if words[0] == "says":
        return ResultCalled(result=words[1])
    seat, verb, *rest = words
    if verb == "says":
        return ResultCalled(result=rest[0], seat=int(seat))
    if verb == "call":
        return BluffCalled(seat=int(seat), line=int(rest[0]) if rest else None)
    if verb == "took":
        return Took(seat=int(seat), place="pile", cards=cards(" ".join(rest)) if rest else None)
    said, _, laid = verb.partition("#")
    return Claimed(
        seat=int(seat),
        rank=said[-1],
        count=int(said[:-1]),
        laid=int(laid) if laid else None,
        cards=cards(" ".join(rest)) if rest else None,
    )


def game(text: str, hands: Iterable[str] | None = HANDS, seats: int = 4, **more: Any) -> Log:
    """A log of these acts. first, sizes, dealer: of the deal; the rest are options."""
    first = more.pop("first", 0)
    sizes = more.pop("sizes", None)
    begun = start(hands, first, **({"sizes": sizes} if sizes else {}))
    return log_of("popcorn", begun + acts(text), seats=seats, options=more or None)


Row = tuple[str, str, int, int]


def rows(log: Log, *, notes: bool = False) -> list[Row]:
    """What an audit finds: clause, name, the line it is about, the line that proves it."""
    return [(one.clause, one.name, one.at, one.found_at) for one in audit(log).findings if notes or one.kind != "note"]


def seen(log: Log, viewer: int) -> Log:
    """The log as a viewer has it."""
    return redact_log(log, viewer, "copy")


def sizes(log: Log) -> tuple[list[Any], Any]:
    """Cards in each hand, and on the pile with those laid last; two numbers where it is not exact."""
    state: Any = audit(log).state
    seats = len(state.players)
    places = state.places
    *hands, below, top = [places.bounds(place) for place in range(seats + 2)]
    both = (below[0] + top[0], below[1] + top[1])
    told = [low if low == high else (low, high) for low, high in hands]
    return told, both[0] if both[0] == both[1] else both


def accused(log: Log) -> list[tuple[str, int | None]]:
    """Who is accused of what, since no slip of the pen explains it as well."""
    return [(one.name, one.seat) for one in audit(log).findings if one.kind == "breach"]
