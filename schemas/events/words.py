"""Acts in words a card player would use: whose they are, what was done, and all that a line says besides."""

from collections.abc import Callable
from typing import Any, Final

from upcard.schemas.cards import SUIT_NAMES, UNKNOWN, Card
from upcard.schemas.events.base import Base, tag
from upcard.schemas.events.dealing import Agreed, Joined, Reshuffled
from upcard.schemas.events.playing import Claimed, Drew, Took
from upcard.schemas.events.speaking import CardNamed, CountTold, Meld
from upcard.schemas.events.staking import ChipsPassed
from upcard.schemas.wording import counted, in_coins, of_rank

VERBS: Final = {
    "played": "plays {card}",
    "laid": "lays {cards}",
    "claimed": "lays {cards} face down, and says {count} {rank}",
    "bluff_called": "calls a bluff",
    "passed": "passes",
    "corrected": "takes the card back and plays {card}",
    "taken_back": "takes the play back",
    "gave": "gives {to} {card}",
    "returned": "gives {to} {card} back",
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
    "count_asked": "asks {of} how many: {answer}",
    "left": "leaves",
    "bought_in": "buys {amount}",
    "cashed_out": "cashes out {amount}",
    "bet_placed": "bets {amount} on {kind}, bet {bet}",
    "purse_counted": "counts {amount}",
}
"""The act of a seat in words, by its type; a name in braces stands for the value of that field."""
PLAIN: Final = {
    "hand_started": "a hand begins",
    "dealt": "cards are dealt",
    "closed": "the session is closed",
    "joined": "{player} comes to seat {seat}",
    "stopped": "the hand is stopped",
    "voided": "the hand is void",
    "gap": "something was missed",
    "noted": "a remark",
    "agreed": "it is agreed: {what}",
    "ruled": "it is ruled: {what}",
    "final_dealt": "the final deal",
    "turned_up": "{card} is turned up",
    "turned_over": "{cards} {are} turned over",
    "shown": "{cards} {are} shown",
    "reshuffled": "the discards become the stock",
    "stood": "nobody calls",
    "melee_closed": "the melee is over",
    "card_absent": "nobody has the card named",
    "shuffled": "the shoe is shuffled",
    "cut_reached": "the cut card shows up",
    "row_dealt": "the {row} row is dealt",
    "bet_placed": "a bet is placed",
    "bet_insured": "bet {bet} is insured for {amount}",
    "bet_withdrawn": "bet {bet} is taken back",
    "bet_surrendered": "bet {bet} is given up for its half",
    "chips_passed": "{from_} pays {to} {amount}",
    "pool_counted": "the pool {pool} is counted: {amount}",
    "result_called": "it is said: {result}",
    "scored": "score sheet",
}
"""An event at the table, or a statement about it, in words, by its type; `are` agrees with the number of its cards."""
_MORE: Final[dict[str, dict[str, str]]] = {
    "hand_started": {"dealer": ", {} deals"},
    "final_dealt": {"hands": ": {}", "dealer": ", {} deals"},
    "voided": {"why": ": {}"},
    "gap": {"hands": ": {}"},
    "agreed": {"seats": ", by {}"},
    "ruled": {"seat": ", {}"},
    "result_called": {"seat": ", {}", "amount": ", {}", "hand": ", of hand {}"},
    "chips_passed": {"why": ": {}"},
    "shuffled": {"cut_from_end": ", {} behind the cut card"},
    "reshuffled": {"count": ", {}", "order": ": {}"},
    "row_dealt": {"cards": ": {}", "total": ", {} in all", "colour": ", the first card {}"},
    "turned_up": {"place": " in the {}", "position": " and put below {}", "stands_for": " as {}", "suit": " for {}"},
    "shown": {"place": " in the {}", "hand": " of hand {}", "all": " and no more"},
    "scored": {"seat": ", {}"},
    "played": {"area": " from the {}", "stands_for": " as {}", "suit": " and names {}", "stacked": " on the own card"},
    "drew": {"why": " for {}", "cards": ": {}"},
    "laid": {"shape": " as {}"},
    "claimed": {"laid": "", "cards": ""},
    "took": {"place": ""},
    "count_told": {"any_suit": ""},
    "taken_back": {"line": " of line {}"},
    "bluff_called": {"line": " of line {}"},
}
"""What more an event says by a field, its value in braces; empty: nothing; of fields not here, name and value."""
_WHY: Final = {"two": "a two", "melee": "the melee", "missed_call": "a missed call"}
_COUNTS: Final = {"cut_from_end": "card", "position": "card", "hands": "hand"}
"""What the numbers of a field count."""

Seated = Callable[[int], str]
"""How a seat is called."""
Written = Callable[[Card], str]
"""How a card is written."""


def by_number(seat: int) -> str:
    """A seat by its number."""
    return f"seat {seat}"


def act_in_words(
    event: Any, seated: Seated = by_number, written: Written = str, *, whole: bool = False, coin: int = 1
) -> str:
    """An act in a few words: `seat 1 plays 7c`. whole: with all that it says besides; coin: how many units a coin has."""
    do, told, who = tag(event), _Told(event, seated, written, coin), ""
    if _is_of_seat(event, do):
        who, says = seated(event.seat), VERBS[do]
    else:
        says = PLAIN.get(do, do.replace("_", " "))
    more = _more(event, do, says, told) if whole and do != "dealt" else ""
    return f"{who} {_filled(says, told)}{more}".strip()


def act_of_seat(event: Any, seated: Seated = by_number, *, cards: bool = True, coin: int = 1) -> str:
    """What a seat does; empty for what no seat does. cards: False where they are drawn beside it; coin: its units."""
    do = tag(event)
    return _filled(VERBS[do], _Told(event, seated, str if cards else None, coin)) if _is_of_seat(event, do) else ""


def _is_of_seat(event: Any, do: str) -> bool:
    """Whether an event is told by what a seat does; a bet of no kind, of which nobody saw more, is not."""
    return do in VERBS and getattr(event, "seat", None) is not None and getattr(event, "kind", do) != ""


def _filled(says: str, told: "_Told") -> str:
    return " ".join(says.format_map(told).split())


def _more(event: Any, do: str, says: str, told: "_Told") -> str:
    """What an event says besides what its words are filled with."""
    phrases: list[str] = []
    for name in event.__struct_fields__:
        value = getattr(event, name)
        apart = name in Base.__struct_fields__ or f"{{{name}}}" in says or (name == "seat" and says is VERBS.get(do))
        if apart or value is None or value is False or value == () or _is_usual(do, value):
            continue
        plain = f", {name.replace('_', ' ')}{'' if value is True else ' {}'}"
        phrases.append(_MORE.get(do, {}).get(name, plain).format(told[name]))
    text = "".join(phrases)
    return f":{text.removeprefix(',')}" if do == "scored" and text else text


def _is_usual(do: str, value: Any) -> bool:
    """Whether a draw says nothing by this: it was a turn's own, or of cards that nobody saw only their number was written."""
    return do == "drew" and (value == "turn" or (type(value) is tuple and set(value) == {UNKNOWN}))


class _Told(dict[str, str]):
    """The values of an event in words, by the names of its fields. written: how a card is; None: cards are left out."""

    def __init__(self, event: Any, seated: Seated, written: Written | None, coin: int = 1) -> None:
        super().__init__()
        self._event, self._seated, self._written, self._coin = event, seated, written, coin

    def __missing__(self, name: str) -> str:
        if name == "are":
            return "is" if len(self._event.cards) == 1 else "are"
        value = getattr(self._event, name)
        match self._event, name:
            case Claimed(count=count), "rank":
                return of_rank(value, count)
            case Drew() | Reshuffled(), "count":
                return counted(value, "card")
            case Claimed(cards=None, laid=laid), "cards":
                return "cards" if laid is None else counted(laid, "card")
            case Drew(), "why":
                return _WHY.get(value, str(value).replace("_", " "))
            case CountTold(), "any_suit":
                return "some suit" if value else "the suit led"
            case Took(place=place), "cards":
                return f"{self._word(value)} from the {place}" if value else f"the {place}"
            case Joined(), "seat":
                return str(value)
            case Joined(player=""), "player":
                return "somebody"
            case CardNamed(card=None), "card":
                return "no card"
            case ChipsPassed(), "from_" | "to":
                return self._account(value)
            case _, "amount" if value is not None:
                return in_coins(value, self._coin)
            case _, "card":
                return "a card" if value is None else self._word(value)
            case _, "seat" | "to" | "of" | "dealer" | "taker" | "first":
                return "" if value is None else self._seated(value)
            case Agreed(), "seats":
                return ", ".join(map(self._seated, value))
            case _, "suit" | "trump":
                return SUIT_NAMES.get(value, "")
            case _, "what" | "why":
                return str(value).replace("_", " ")
        return counted(value, _COUNTS[name]) if type(value) is int and name in _COUNTS else self._word(value)

    def _word(self, value: Any) -> str:
        match value:
            case None:
                return ""
            case Card():
                return "" if self._written is None else "a card" if value is UNKNOWN else self._written(value)
            case Meld():
                return meld_in_words(value)
            case tuple() if value and all(isinstance(one, Card) for one in value):
                if self._written is None:
                    return ""
                seen = [self._written(one) for one in value if one is not UNKNOWN]
                unseen = counted(len(value) - len(seen), "card") if len(seen) < len(value) else ""
                return " and ".join(filter(None, (" ".join(seen), unseen)))
            case tuple():
                return (", " if value and not isinstance(value[0], int) else " ").join(map(self._word, value))
        return str(value)

    def _account(self, name: str) -> str:
        """Who pays or is paid: `seat:0`, `pool:pope`, `bank`."""
        kind, _, rest = name.partition(":")
        if kind == "seat" and rest.isdecimal():
            return self._seated(int(rest))
        return f"the pool {rest}" if kind == "pool" and rest else f"the {kind}" if not rest else f"{kind} {rest}"


def meld_in_words(one: Meld) -> str:
    """A meld as it was told: `three aces`, `nap of spades`."""
    if one.kind == "nap":
        return f"nap of {SUIT_NAMES[one.suit]}" if one.suit else "nap"
    return f"{one.kind} {of_rank(one.rank, 2)}" if one.rank else f"{one.kind} of a kind"
