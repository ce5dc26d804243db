"""Events and findings in words."""

from typing import Any

from upcard.cli.safe import safe_text
from upcard.engine.game import Game
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Dealt, Drew, Event, Played
from upcard.schemas.findings import Doubt, Finding

_VERBS = {
    "played": "plays {card}",
    "laid": "lays {cards}",
    "claimed": "lays face down, and says {count} of {rank}",
    "passed": "passes",
    "corrected": "takes the card back and plays {card}",
    "taken_back": "takes the play back",
    "trump_named": "names {suit} trump",
    "bid": "bids {amount}",
    "shown": "shows {cards}",
    "drew": "draws {count}",
    "last_called": "calls the last card",
    "joined": "is now {player}",
    "left": "leaves",
    "purse_counted": "counts {amount}",
    "count_asked": "asks seat {of} how many: {answer}",
}
_PLAIN = {
    "hand_started": "a hand begins",
    "closed": "the session is closed",
    "stopped": "the hand is stopped",
    "voided": "the hand is thrown in",
    "gap": "something was missed",
    "noted": "a remark",
    "dealt": "cards are dealt",
    "final_dealt": "the final deal",
    "turned_up": "{card} is turned up",
    "chips_passed": "{from_} pays {to} {amount}",
    "scored": "score sheet:",
}


def describe(event: Event, players: list[str]) -> str:
    """An event in a line."""
    tag = str(event.__struct_config__.tag)
    values = {name: word(getattr(event, name)) for name in event.__struct_fields__}
    seat = getattr(event, "seat", None)
    if tag in _VERBS and seat is not None:
        text = f"{who(seat, players)} {_VERBS[tag].format(**values)}"
        rest = _named(event)
    else:
        text = _PLAIN.get(tag, tag.replace("_", " ")).format(**values)
        rest = [] if isinstance(event, Dealt) else _details(event, tag)
    if event.note:
        rest.append(f"({event.note})")
    return safe_text(" ".join([text, *rest]))


def _named(event: Event) -> list[str]:
    """What was named or meant with a play or a draw."""
    match event:
        case Played(stands_for=face, suit=suit, stacked=stacked):
            told = [
                f"as {face}" if face else "",
                f"and names {word(suit)}" if suit else "",
                "on the own card" * stacked,
            ]
            return [text for text in told if text]
        case Drew(why=why) if why and why != "turn":
            return [f"for {'a ' if why != 'melee' else 'the '}{why.replace('_', ' ')}"]
    return []


def _details(event: Event, tag: str) -> list[str]:
    told = _PLAIN.get(tag, "")
    names = [
        name for name in event.__struct_fields__ if name not in Base.__struct_fields__ and f"{{{name}}}" not in told
    ]
    values = [(name, getattr(event, name)) for name in names]
    return [
        f"{name} {word(value)}" for name, value in values if value is not None and value is not False and value != ()
    ]


def who(seat: int | None, players: list[str] | tuple[str, ...]) -> str:
    """A seat with the name of who sits there."""
    if seat is None:
        return "somebody"
    name = players[seat] if seat < len(players) else ""
    return f"seat {seat} {name}" if name else f"seat {seat}"


def word(value: Any) -> str:
    """A value in an event."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return " ".join(word(one) for one in value)
    return {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}.get(str(value), str(value))


def told(finding: Finding, players: list[str] | tuple[str, ...]) -> str:
    """A finding in a line: its kind and clause, whose, what, and which line proves it."""
    cards = f" [{' '.join(finding.cards)}]" if finding.cards else ""
    proof = "" if finding.found_at == finding.at else f", proven by line {finding.found_at}"
    seat = f"{who(finding.seat, players)}: " if finding.seat is not None else ""
    return safe_text(
        f"line {finding.at}: {finding.kind} {finding.clause} {finding.name}: {seat}{finding.says}{cards}{proof}"
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
