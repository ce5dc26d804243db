"""Last One: hands in a few words for tests."""

from typing import Any

from tests.builders import cards, found, log_of
from upcard.engine.audit import audit
from upcard.engine.due import Act
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.schemas.cards import Card, read_card
from upcard.schemas.events import (
    Base,
    Dealt,
    Drew,
    HandStarted,
    LastCalled,
    MeleeClosed,
    Played,
    Reshuffled,
    TurnedUp,
)

WHYS = {"two": "two", "melee": "melee", "missed": "missed_call", "turn": "turn"}


def acts(text: str) -> list[Base]:
    """Acts in short: `0 7c` plays; `0 8c/h` names hearts; `0 Xr=5h` stands for it; `0 7c+` is stacked; `1 d` draws in
    turn; `1 d2 two` draws what it owes; `0 call`; `close` a melee; `shuffle 10`.
    """
    return [act(words.split()) for words in text.split(",") if words.strip()]


def act(words: list[str]) -> Base:
    if words[0] == "close":
        return MeleeClosed()
    if words[0] == "shuffle":
        return Reshuffled(count=int(words[1]))
    seat, what = int(words[0]), words[1]
    if what == "call":
        return LastCalled(seat=seat)
    if what == "d" or (what[0] == "d" and what[1:].isdigit()):
        why = WHYS[words[2]] if len(words) > 2 and words[2] in WHYS else "turn"
        listed = cards(" ".join(words[2 if why == "turn" and words[2:3] != ["turn"] else 3 :])) or None
        return Drew(seat=seat, count=int(what[1:] or 1), why=why, cards=listed)
    return played(seat, what)


def played(seat: int, what: str) -> Played:
    stacked = what.endswith("+")
    name, _, suit = what.rstrip("+").partition("/")
    name, _, face = name.partition("=")
    stands_for = read_card(face) if face else None
    return Played(seat=seat, card=Card(name), suit=suit or None, stands_for=stands_for, stacked=stacked)


def table(
    upcard: str, text: str = "", *, seats: int = 4, each: int = 7, dealer: int = 0, hands: str = "", **options: Any
) -> Log:
    """A hand of these acts. hands: all hands divided by `/`, else only how many cards each has."""
    listed = tuple(cards(hand) for hand in hands.split("/")) if hands else None
    name, _, suit = upcard.partition("/")
    name, _, face = name.partition("=")
    turned = TurnedUp(card=Card(name), suit=suit or None, stands_for=Card(face) if face else None)
    dealt = Dealt(hands=listed) if listed else Dealt(each=each)
    return log_of("last_one", [HandStarted(dealer=dealer), dealt, turned, *acts(text)], seats, options=options or None)


def finding(upcard: str, text: str, **table_of: Any) -> list[tuple[str, int, int]]:
    """What is found in a hand, but for notes: clause, line, the line that proves it. Acts begin on line 5."""
    return [one[:3] for one in found(table(upcard, text, **table_of))]


def accused(upcard: str, text: str, **table_of: Any) -> list[tuple[str, int | None]]:
    """What is found that no slip of the pen explains as well: clause and seat."""
    done = audit(table(upcard, text, **table_of))
    return [(one.clause, one.seat) for one in done.findings if one.kind == "breach"]


def clauses(upcard: str, text: str, **table_of: Any) -> list[str]:
    return [one[0] for one in finding(upcard, text, **table_of)]


def names(log: Log) -> list[str]:
    return [one.name for one in audit(log).findings]


def due(upcard: str, text: str = "", **table_of: Any) -> list[Act]:
    """What may come next in a hand."""
    return list(find("last_one").due(audit(table(upcard, text, **table_of)).state))


def turn(upcard: str, text: str = "", **table_of: Any) -> list[int]:
    """Whose turn it is to play a card."""
    return sorted({act.seat for act in due(upcard, text, **table_of) if act.event is Played and act.seat is not None})


def owed(upcard: str, text: str = "", **table_of: Any) -> list[tuple[int, int, str]]:
    """The draw that is owed: who, how many, why."""
    draws = [act.blank for act in due(upcard, text, **table_of) if isinstance(act.blank, Drew)]
    return [(draw.seat, draw.count, draw.why or "") for draw in draws if draw.why != "turn"]
