"""Events and findings in words."""

from typing import Any

from upcard.cli.safe import safe_text
from upcard.engine.game import Game
from upcard.schemas.cards import RANK_NAMES, SUIT_NAMES, Card
from upcard.schemas.events import Base, CountTold, Dealt, Event, Meld
from upcard.schemas.findings import Doubt, Finding

_VERBS = {
    "played": "plays {card}",
    "laid": "lays {cards}",
    "claimed": "lays {cards} face down, and says {count} of {rank}",
    "bluff_called": "calls a bluff",
    "took": "takes the {place} {cards}",
    "passed": "passes",
    "corrected": "takes the card back and plays {card}",
    "taken_back": "takes the play back",
    "trump_named": "names {suit} trump",
    "bid": "bids {amount}",
    "popped": "pops",
    "accepted": "accepts",
    "folded": "folds",
    "turned_up": "turns up {card}",
    "shown": "shows {cards}",
    "drew": "draws {count}",
    "last_called": "calls the last card",
    "joined": "is now {player}",
    "left": "leaves",
    "purse_counted": "counts {amount}",
    "count_asked": "asks seat {of} how many: {answer}",
    "elected": "elects to play",
    "card_named": "names {card}",
    "gave": "gives seat {to} {card}",
    "returned": "gives seat {to} {card} back",
    "took": "takes {cards} from the {place}",
    "discarded": "discards {cards}",
    "bought_in": "buys {amount}",
    "meld_called": "says Good play",
    "melds_told": "announces {melds}",
    "best_asked": "asks for the best card",
    "count_told": "tells {count} of {any_suit}",
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
    "turned_over": "{cards} turned over",
    "stood": "nobody calls",
    "result_called": "it is said: {result}",
    "scored": "score sheet:",
    "card_absent": "nobody has the card named",
    "turned_over": "{cards} are turned over",
}


def describe(event: Event, players: list[str]) -> str:
    """An event in a line."""
    tag = str(event.__struct_config__.tag)
    values = {name: word(getattr(event, name)) for name in event.__struct_fields__}
    if isinstance(event, CountTold):
        values["any_suit"] = "some suit" if event.any_suit else "the suit led"
    seat = getattr(event, "seat", None)
    if tag in _VERBS and seat is not None:
        text = f"{who(seat, players)} {_VERBS[tag].format(**values)}"
        rest = [more for more in _details(event, tag) if not more.startswith("seat ")] if tag == "turned_up" else []
    else:
        text = _PLAIN.get(tag, tag.replace("_", " ")).format(**values)
        rest = [] if isinstance(event, Dealt) else _details(event, tag)
    if event.note:
        rest.append(f"({event.note})")
    return safe_text(" ".join([*text.split(), *rest]))


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
    """A value in an event; nothing for one that is not there."""
    if value is None:
        return ""
    if isinstance(value, Card):
        return str(value)
    if value is None:
        return "a card"
    if isinstance(value, Meld):
        return meld(value)
    if isinstance(value, tuple):
        between = ", " if value and isinstance(value[0], Meld) else " "
        return between.join(word(one) for one in value)
    return {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}.get(str(value), str(value))


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
