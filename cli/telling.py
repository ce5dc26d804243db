"""Events and findings in words."""

from collections.abc import Callable
from typing import Any, Final

from upcard.cli.safe import safe_text
from upcard.engine.kernel.game import Game
from upcard.engine.wording import PLAIN, VERBS
from upcard.schemas.cards import RANK_NAMES, SUIT_NAMES, Card
from upcard.schemas.errors import TOLD, shortened
from upcard.schemas.events import (
    Amended,
    Base,
    CountTold,
    Dealt,
    Drew,
    Event,
    Inserted,
    Meld,
    Opened,
    Played,
    Retracted,
    Took,
    TurnedUp,
)
from upcard.schemas.findings import Doubt, Finding

Written = Callable[[Card], str]
"""How a card is written."""


def describe(event: Event, players: list[str], card: Written = str) -> str:
    """An event in a line."""
    tag = str(event.__struct_config__.tag)
    values = _values(event, card)
    seat = getattr(event, "seat", None)
    if tag in VERBS and seat is not None:
        text = f"{who(seat, players)} {VERBS[tag].format(**values)}"
        rest = _named(event, card)
    else:
        text = PLAIN.get(tag, tag.replace("_", " ")).format(**values)
        rest = [] if isinstance(event, Dealt) else _details(event, tag, card)
    rest += ["(refused)"] * event.refused
    if event.note:
        rest.append(f"({event.note})")
    return safe_text(" ".join([*text.split(), *rest]))


def described(header: Opened) -> str:
    """A header in a line: the game, who sits where, and the house rules that are not the usual."""
    seats = ", ".join(f"{seat} {player}" for seat, player in enumerate(header.seats))
    rules = [header.preset or "", *(f"{name}={value}" for name, value in (header.options or {}).items())]
    said = " ".join(rules).strip()
    return safe_text(f"{header.game}: {seats}{f'; {said}' if said else ''}")


_TOLD: Final = frozenset({"format", "log", "game", "seats", "preset", "options"})


def said_on(event: Event | None, players: list[str]) -> str:
    """What a line says, also a header with all that is in it, or an amendment."""
    match event:
        case None:
            return "nothing"
        case Opened():
            more = {name: getattr(event, name) for name in event.__struct_fields__ if name not in _TOLD}
            rest = [
                safe_text(f"{name} {value}") for name, value in more.items() if value is not None and value is not False
            ]
            return "; ".join([described(event), *rest])
        case Amended():
            return f"line {event.line} is now: {said_on(event.event, players)}"
        case Retracted():
            return f"line {event.line} did not happen"
        case Inserted():
            return said_on(event.event, players)
    return describe(event, players)


def _values(event: Event, card: Written) -> dict[str, str]:
    """What the words of an event are filled with."""
    values = {name: word(getattr(event, name), card) for name in event.__struct_fields__}
    if "card" in values:
        values["card"] = values["card"] or "a card"
    match event:
        case CountTold(any_suit=any_suit):
            values["any_suit"] = "some suit" if any_suit else "the suit led"
        case Took(cards=cards, place=place):
            values["cards"] = f"{word(cards, card)} from the {place}" if cards else f"the {place}"
    return values


def _named(event: Event, card: Written) -> list[str]:
    """What was named or meant with a play, a draw, or a card turned up."""
    match event:
        case Played(stands_for=face, suit=suit, stacked=stacked, area=area):
            told = [
                f"as {card(face)}" if face else "",
                f"and names {word(suit)}" if suit else "",
                "on the own card" * stacked,
            ]
            return [text for text in [f"from the {area}" if area else "", *told] if text]
        case Drew(why=why) if why and why != "turn":
            return [f"for {'a ' if why != 'melee' else 'the '}{why.replace('_', ' ')}"]
        case TurnedUp():
            return [more for more in _details(event, "turned_up", card) if not more.startswith("seat ")]
    return []


def _details(event: Event, tag: str, card: Written) -> list[str]:
    told = PLAIN.get(tag, "")
    names = [
        name for name in event.__struct_fields__ if name not in Base.__struct_fields__ and f"{{{name}}}" not in told
    ]
    values = [(name, getattr(event, name)) for name in names]
    return [
        f"{name} {word(value, card)}"
        for name, value in values
        if value is not None and value is not False and value != ()
    ]


def who(seat: int | None, players: list[str] | tuple[str, ...]) -> str:
    """A seat with the name of who sits there."""
    if seat is None:
        return "somebody"
    name = players[seat] if seat < len(players) else ""
    return f"seat {seat} {name}" if name else f"seat {seat}"


def word(value: Any, card: Written = str) -> str:
    """A value in an event; nothing for one that is not there."""
    if value is None:
        return ""
    if isinstance(value, Card):
        return card(value)
    if isinstance(value, Meld):
        return meld(value)
    if isinstance(value, tuple):
        between = ", " if value and isinstance(value[0], Meld) else " "
        return between.join(word(one, card) for one in value)
    text = safe_text(str(value))
    return {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}.get(text, text)


def meld(one: Meld) -> str:
    """A meld as it was told: `three aces`, `nap of spades`."""
    if one.kind == "nap":
        return f"nap of {SUIT_NAMES[one.suit]}" if one.suit else "nap"
    return f"{one.kind} {RANK_NAMES[one.rank]}s" if one.rank else f"{one.kind} of a kind"


def told(finding: Finding, players: list[str] | tuple[str, ...]) -> str:
    """A finding in a line: its kind and clause, whose, what, and which line proves it."""
    cards = f" [{' '.join(finding.cards)}]" if finding.cards else ""
    proof = "" if finding.found_at == finding.at else f", proven by line {finding.found_at}"
    seat = f"{who(finding.seat, players)}: " if finding.seat is not None else ""
    return safe_text(
        f"line {finding.at}: {finding.kind} {finding.clause} {finding.name}: {seat}{shortened(finding.says, TOLD)}{cards}{proof}"
    )


def told_doubt(doubt: Doubt, players: list[str] | tuple[str, ...]) -> str:
    """A doubt in a line."""
    seat = who(doubt.seat, players) if doubt.seat is not None else "any hand"
    return safe_text(
        f"line {doubt.at}: doubt {doubt.id}: {doubt.says}; broken if {seat} had one of {' '.join(doubt.cards)}"
    )


def points(amount: int, game: Game) -> str:
    """An amount in the game's own unit."""
    one, _, many = game.score.partition("/")
    return f"{amount} {one if amount == 1 else many or one}"
