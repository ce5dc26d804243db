"""Numbers, numbers of things, and acts in what is said of a record."""

from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from upcard.schemas.cards import SUIT_NAMES, Card


def counted(number: int, what: str) -> str:
    """A number of things: `1 card`, `2 cards`, `2,000 cards`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def or_unknown(amount: int | None) -> str:
    """A number in words: `?` where it is not known."""
    return "?" if amount is None else str(amount)


def span(least: int, most: int) -> str:
    """A number that is known to lie between two: `3 to 5`, or `3`."""
    return str(least) if least == most else f"{least} to {most}"


def were(number: int, what: str, more: str = "") -> str:
    """A number of things as the subject of a sentence: `1 card left was`, `2 cards left were`."""
    return f"{counted(number, what)}{more} {'was' if number == 1 else 'were'}"


def in_coins(units: int, scale: int) -> str:
    """An amount of money as it is told: `12.50` where a coin has a hundred units; in units, where they are no decimals."""
    places = decimals(scale)
    if not places:
        return str(units)
    coins, rest = divmod(abs(units), scale)
    return f"{'-' if units < 0 else ''}{coins}.{rest:0{places}d}"


def decimals(scale: int) -> int:
    """How many digits behind the point the units of a coin are; 0 if they are told by themselves."""
    places = len(str(scale)) - 1
    return places if scale == 10**places else 0


def one_of(numbers: Iterable[int]) -> str:
    """Numbers of which one is right: `6`, `0 or 6`."""
    return " or ".join(map(str, sorted(numbers)))


def day_in_words(day: date | None) -> str:
    """A day as people write it.

    >>> day_in_words(date(2013, 3, 19))
    '19 March 2013'
    """
    return "day not known" if day is None else f"{day.day} {day:%B} {day.year:04}"


# ---- Acts --------------------------------------------------------------------------------------------------------------

VERBS: Final = {
    "played": "plays {card}",
    "laid": "lays {cards}",
    "claimed": "lays {cards} face down, and says {count} of {rank}",
    "bluff_called": "calls a bluff",
    "passed": "passes",
    "corrected": "takes the card back and plays {card}",
    "taken_back": "takes the play back",
    "gave": "gives seat {to} {card}",
    "returned": "gives seat {to} {card} back",
    "took": "takes {cards}",
    "discarded": "discards {cards}",
    "drew": "draws {count}",
    "turned_up": "turns up {card}",
    "shown": "shows {cards}",
    "trump_named": "names {suit} trump",
    "bid": "bids {amount}",
    "elected": "elects to play",
    "card_named": "names {card}",
    "popped": "pops",
    "accepted": "accepts",
    "folded": "folds",
    "last_called": "calls the last card",
    "meld_called": "says Good play",
    "melds_told": "announces {melds}",
    "best_asked": "asks for the best card",
    "count_told": "tells {count} of {any_suit}",
    "count_asked": "asks seat {of} how many: {answer}",
    "joined": "is now {player}",
    "left": "leaves",
    "bought_in": "buys {amount}",
    "bet_placed": "bets {amount} on {kind}, bet {bet}",
    "purse_counted": "counts {amount}",
}
"""The act of a seat in words, by its type; a name in braces stands for the value of that field."""
PLAIN: Final = {
    "hand_started": "a hand begins",
    "dealt": "cards are dealt",
    "closed": "the session is closed",
    "stopped": "the hand is stopped",
    "voided": "the hand is void",
    "gap": "something was missed",
    "noted": "a remark",
    "final_dealt": "the final deal",
    "turned_up": "{card} is turned up",
    "turned_over": "{cards} are turned over",
    "stood": "nobody calls",
    "card_absent": "nobody has the card named",
    "shuffled": "the shoe is shuffled",
    "cut_reached": "the cut card shows up",
    "row_dealt": "the {row} row is dealt:",
    "bet_insured": "bet {bet} is insured for {amount}",
    "bet_withdrawn": "bet {bet} is taken back",
    "bet_surrendered": "bet {bet} is given up for its half",
    "chips_passed": "{from_} pays {to} {amount}",
    "result_called": "it is said: {result}",
    "scored": "score sheet:",
}
"""An event at the table, or a statement about it, in words, by its type."""


def act_in_words(event: Any) -> str:
    """An act in a few words: `seat 1 plays a card`."""
    tag, seat = str(event.__struct_config__.tag), getattr(event, "seat", None)
    values = {name: _in_words(getattr(event, name)) for name in event.__struct_fields__}
    if seat is not None and tag in VERBS:
        says = f"seat {seat} {VERBS[tag]}"
    else:
        says = PLAIN.get(tag) or f"{'' if seat is None else f'seat {seat}: '}{tag.replace('_', ' ')}"
    return " ".join(says.format(**values).split())


def _in_words(value: Any) -> str:
    """The value of a field in words; of unseen cards only their number."""
    if value is None:
        return ""
    if isinstance(value, Card):
        return str(value) if value.bit else "a card"
    if isinstance(value, tuple):
        unseen = sum(isinstance(one, Card) and not one.bit for one in value)
        return counted(unseen, "card") if unseen else " ".join(map(str, value))
    return SUIT_NAMES.get(value, str(value))
