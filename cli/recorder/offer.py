"""What is due, and how it is asked for: a short prompt, the answer Enter gives, and the deals nobody has to write."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from upcard.cli.recorder.fields import NotRead, Seats, fields_of
from upcard.engine.due import Act, Chance
from upcard.engine.fold import apply
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.state import State
from upcard.engine.log import Numbered
from upcard.engine.scene import Scene
from upcard.engine.view import PUBLIC, redact
from upcard.schemas.cards import UNKNOWN, Card, read_cards
from upcard.schemas.events import Base, Closed, Dealt, Event, HandStarted, Joined, Meld, Ruled, Scored
from upcard.schemas.events.base import tag
from upcard.schemas.events.words import meld_in_words
from upcard.schemas.wording import in_coins

FULL: Final = -2
"""The level of a record of all hands; otherwise it is the seat whose hand is written down too, or that of the public."""

_CARDS_SHOWN: Final = 8
_BARE: Final = frozenset({"card", "cards", "suit", "what", "result", "amount", "from_", "to", "player", "why"}) | {
    "place", "row", "bet", "kind", "pool",
}  # fmt: skip
"""Fields whose values tell what they are."""


class Group(NamedTuple):
    """Cards that are asked for in a deal: which of its groups, whose they are, and how many."""

    place: int
    name: str
    size: int


class Prompt(NamedTuple):
    """What is asked. before: what lies on the table; text: the question; enter: what Enter stands for."""

    before: str
    text: str
    enter: Event | None = None


def automatic(game: Game, state: State, level: int) -> list[Event]:
    """The deals that come next and that somebody who writes at this level does not see."""
    found: list[Event] = []
    while len(found) < 9:
        chance = chance_due(game.due(state))
        if chance is None or groups(chance, level, Seats(())):
            break
        event = dealt_unseen(chance)
        if not is_automatic(event):
            break
        found.append(event)
        state = apply(state, event)
    return found


def chance_due(acts: tuple[Act, ...]) -> Chance | None:
    """The deal that is due, if nothing else is."""
    must = [act for act in acts if not act.optional]
    return must[0].chance if len(must) == 1 else None


def dealt_unseen(chance: Chance) -> Event:
    """The deal with no card of it known."""
    event: Event = chance.make(tuple((UNKNOWN,) * size for size in chance.sizes))
    return event


def is_automatic(event: Base) -> bool:
    """Whether an event tells of a deal nobody saw, so that it was not typed.

    Where the dealer picks the size of the hands, somebody types it: `each`.
    """
    if type(event) is not Dealt or event.each is not None:
        return False
    return bool(event.hands or event.places) and not cards_in(event)


def groups(chance: Chance, level: int, seats: Seats) -> list[Group]:
    """The groups of cards of a deal that somebody who writes at this level sees."""
    hands: list[tuple[Card, ...]] = []
    start = 0
    for size in chance.sizes:
        hands.append(chance.pack[start : start + size])
        start += size
    whole = chance.make(tuple(hands))
    seen = cards_in(whole if level == FULL else redact(whole, level))
    places = getattr(whole, "places", None) or {}
    return [
        Group(place, _place_name(place, cards, places, seats), len(cards))
        for place, cards in enumerate(hands)
        if cards and set(cards) & seen
    ]


def _place_name(place: int, cards: tuple[Card, ...], places: dict[str, Any], seats: Seats) -> str:
    name = next((name for name, there in places.items() if there == cards), None)
    return name.replace("_", " ") if name else seats.name(place)


def cards_in(value: object) -> set[Card]:
    """All known cards that an event names."""
    if isinstance(value, Card):
        return {value} if value.known else set()
    if isinstance(value, msgspec.Struct):
        return cards_in([getattr(value, name) for name in value.__struct_fields__])
    if isinstance(value, dict):
        return cards_in(list(value.values()))
    if isinstance(value, list | tuple):
        return set().union(*(cards_in(one) for one in value))
    return set()


def level_of(raw: Sequence[Numbered]) -> int:
    """The level at which a log was written so far: the seat whose cards are in its deals, FULL or PUBLIC."""
    seen = {
        seat
        for _, event in raw
        if isinstance(event, Dealt)
        for seat, hand in enumerate(event.hands or ())
        if cards_in(hand)
    }
    return PUBLIC if not seen else seen.pop() if len(seen) == 1 else FULL


def read_group(text: str, size: int) -> tuple[Card, ...]:
    """The cards of a group; `-` for none seen, `..` for the rest not seen."""
    words = text.split()
    if words in ([], ["-"]):
        return (UNKNOWN,) * size
    more = words[-1] == ".."
    try:
        cards = read_cards(" ".join(words[:-1] if more else words))
    except ValueError as error:
        raise NotRead(text.strip(), str(error).partition("wanted ")[2]) from None
    return cards + (UNKNOWN,) * (size - len(cards)) if more else cards


def sole(acts: tuple[Act, ...], level: int) -> Event | None:
    """The only thing that can come next, if there is just one; the end of the session only if nothing else can. Cards that
    somebody who writes at this level does not see are no choice.
    """
    must = [act for act in acts if not act.optional] or acts
    others = [act for act in must if act.event is not Closed] or must
    if len(others) != 1:
        return None
    chance, choices = others[0].chance, others[0].choices
    if chance is not None:
        return None if groups(chance, level, Seats(())) else dealt_unseen(chance)
    return choices[0] if choices is not None and len(choices) == 1 else None


def prompt(acts: tuple[Act, ...], scene: Scene, seats: Seats, level: int = PUBLIC) -> Prompt:
    """What to ask for. level: whose cards are written down."""
    must = [act for act in acts if not act.optional] or list(acts)
    must = [act for act in must if act.event is not Closed] or must
    if not must:
        return Prompt("", "the session is closed")
    text = _asked_of(must, seats)
    enter = sole(acts, level)
    if enter is not None:
        text += f" [Enter: {short(enter)}]" if cards_in(enter) else " [Enter]"
    between = any(act.event is HandStarted for act in must)
    return Prompt("" if between else on_table(scene), text, enter)


def _asked_of(acts: Sequence[Act], seats: Seats) -> str:
    """What is asked, and of whom: `Bob: a card or a pass`, `who plays the 6d, or Ann: a lead after a stop`."""
    who = {act.seat for act in acts}
    asks: dict[str, set[int | None]] = {}
    for act in acts:
        asks.setdefault(_asked(act), set()).add(act.seat)
    if len(who) == 1:
        seat = who.pop()
        return ("" if seat is None else f"{seats.name(seat)}: ") + " or ".join(asks)
    pieces = [
        f"{seats.name(next(iter(those)))}: {what}" if len(those) == 1 and None not in those else what
        for what, those in asks.items()
    ]
    return "who and what: " * any(len(those) > 1 for those in asks.values()) + ", or ".join(pieces)


def asks_who(act: Act) -> bool:
    """Whether no more than a seat is open: the act says so, or all its choices are alike but for who does it."""
    if act.who or act.optional or act.seat is not None or not act.choices or len(act.choices) < 2:
        return act.who
    if any(getattr(choice, "seat", None) is None for choice in act.choices):
        return False
    return len({msgspec.structs.replace(choice, seat=0) for choice in act.choices}) == 1


def _asked(act: Act) -> str:
    if asks_who(act) and not act.who:
        return f"{act.asks}, {short((act.choices or ())[0])}: whose?"
    if act.event is HandStarted and len(act.choices or ()) > 1:
        return f"{act.asks}: who deals?"
    return act.asks or tag(act.event).replace("_", " ")


def on_table(scene: Scene) -> str:
    """The trick in progress, or whatever lies in the middle, in a few words; of cards that nobody saw, what was said of them."""
    row = scene.rows[0] if scene.rows else None
    if row is None or row.marks:
        return ""
    if not row.cards:
        return row.title if row.unknown else ""
    shown = row.cards[-_CARDS_SHOWN:]
    return f"{row.title}: {'... ' if len(shown) < len(row.cards) else ''}{' '.join(shown)}"


def short(event: Base) -> str:
    """An act in as few words as say it: its cards, else its name."""
    cards = getattr(event, "cards", None) or ((event.card,) if hasattr(event, "card") and event.card else ())
    return " ".join(cards) if cards else tag(type(event)).replace("_", " ")


def said(event: Base, seats: Seats) -> str:
    """An act in words: `Bob played 5d`, `hand started`, `Cid: trump named h`."""
    about = isinstance(event, Scored | Ruled)  # the seat is what it is about, not who did it
    words = [tag(type(event)).replace("_", " ")]
    for field in fields_of(type(event)):
        value = getattr(event, field.name)
        if value is None or value is False or value == () or field.name == "seat":
            continue
        if field.kind == "money":
            value = in_coins(value, seats.coin)
        words.append(_value(field.name, value, seats if field.kind == "seat" else None))
    seat = getattr(event, "seat", None)
    if about and seat is not None:
        words.append(f"of {seats.name(seat)}")
        seat = None
    words += ["(refused)"] * event.refused
    note = f"  # {event.note}" if event.note and tag(type(event)) != "noted" else ""
    if isinstance(event, Joined):
        return f"{event.player} joined in seat {event.seat}{note}"
    text = " ".join(words) if tag(type(event)) != "noted" else f"note: {event.note}"
    return (text if seat is None else f"{seats.name(seat)} {text}") + note


def _value(name: str, value: Any, seats: Seats | None) -> str:
    if seats is not None:
        return f"{name} {seats.name(value)}" if name != "to" else f"to {seats.name(value)}"
    if isinstance(value, bool):
        return name
    if isinstance(value, tuple) and isinstance(value[0], Meld):
        return ", ".join(meld_in_words(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{place.replace('_', ' ')} {_item(cards)}" for place, cards in value.items())
    if name in _BARE:
        return " ".join(value) if isinstance(value, tuple) else str(value)
    if isinstance(value, tuple):
        return f"{name} " + " ".join(_item(one) for one in value)
    return f"{name} {_item(value)}"


def _item(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{' '.join(value)}]"
    if isinstance(value, msgspec.Struct):
        return said(value, Seats(())) if isinstance(value, Base) else str(msgspec.to_builtins(value))
    return "-" if value is None else str(value)
