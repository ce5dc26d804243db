"""Hasenpfeffer as somebody follows it who knows the page only: where cards may lie, and what acts are legal."""

from typing import Any

from tests.games.hasenpfeffer_naive import VOID, Hand, Pair, Sheet, added
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    Bid,
    Dealt,
    Discarded,
    HandStarted,
    Passed,
    Played,
    Shown,
    Took,
    TrumpNamed,
    Voided,
)

# ---- Where the cards may lie ---------------------------------------------------------------------------------------

SAME_COLOUR = {"c": "s", "s": "c", "h": "d", "d": "h"}
DISCARD = 4


def suit_of(card: Card, trump: str) -> str:
    """HP-1.3."""
    return trump if str(card) in {"Xr", "J" + SAME_COLOUR[trump]} else card.suit


class Cards:
    """Who may have held which of the 25 cards after the exchange, by what a record tells: six in each hand, one away."""

    def __init__(self) -> None:
        self.pack = [Card("Xr"), *(Card(rank + suit) for rank in "AKQJT9" for suit in "cdhs")]
        self.declarer, self.trump = -1, ""
        self.listed: dict[Card, int] = {}
        self.widow: list[Card] = []
        self.away: list[Card] = []
        self.played: dict[Card, int] = {}
        self.trick: list[Card] = []
        self.voids: list[tuple[int, str, set[Card]]] = []

    def follow(self, event: Base) -> None:
        """What an event tells."""
        if isinstance(event, Dealt):
            lists = enumerate(event.hands or ())
            self.listed = {card: seat for seat, hand in lists for card in hand or () if card.known}
            self.widow = [card for card in (event.places or {}).get("widow", ()) if card.known]
        elif isinstance(event, Bid):
            self.declarer = event.seat
        elif isinstance(event, Shown) and event.seat is not None:
            self.declarer = event.seat
            self.listed |= dict.fromkeys(event.cards, event.seat)
        elif isinstance(event, Took):
            self.widow = [card for card in event.cards or () if card.known] or self.widow
        elif isinstance(event, TrumpNamed):
            self.trump, self.declarer = event.suit, event.seat
        elif isinstance(event, Discarded):
            self.away = [card for card in event.cards or () if card.known]
        elif isinstance(event, Played):
            self.play(event)

    def play(self, event: Played) -> None:
        """A card that does not follow says that the hand had none of the suit left."""
        self.trick = self.trick if len(self.trick) % 4 else []
        led = suit_of(self.trick[0], self.trump) if self.trick else ""
        if led and suit_of(event.card, self.trump) != led:
            self.voids.append((event.seat, led, set(self.played)))
        self.trick.append(event.card)
        self.played[event.card] = event.seat

    def places(self, card: Card) -> set[int]:
        """Where a card may have been after the exchange, if nobody has revoked."""
        mine = {self.declarer} if self.away else {self.declarer, DISCARD}
        if card in self.played:
            could = {self.played[card]}
        elif self.away:
            could = {DISCARD} if card in self.away else set(range(4))
        else:
            could = set(range(5))
        if card not in self.played and card not in self.away:
            seat = self.declarer if card in self.widow else self.listed.get(card, -1)
            could = mine if seat == self.declarer else {seat} if seat >= 0 else could
        barred = {seat for seat, suit, before in self.voids if suit_of(card, self.trump) == suit and card not in before}
        return could - barred

    def fit(self) -> bool:
        """Whether all cards find a place: each in turn, others moving on to make room."""
        room, lie = [6, 6, 6, 6, 1], [list[Card]() for _ in range(5)]
        could = {card: self.places(card) for card in self.pack}

        def put(card: Card, tried: set[int]) -> bool:
            for place in could[card] - tried:
                tried.add(place)
                if len(lie[place]) < room[place]:
                    lie[place].append(card)
                    return True
                for other in lie[place][:]:
                    if put(other, tried):
                        lie[place].remove(other)
                        lie[place].append(card)
                        return True
            return False

        return all(put(card, set()) for card in self.pack)


# ---- A table whose hands are all known -----------------------------------------------------------------------------


class Table:
    """A session as somebody follows it who knows the page and sees all cards."""

    def __init__(self, **options: Any) -> None:
        self.forced = options.get("forced_bid", 3)
        self.ledger = Sheet(0, **options)
        self.totals: Pair = (0, 0)
        self.winner, self.dealer, self.hand = -1, -1, 0
        self.stage = "between"
        self.clear()

    def clear(self) -> None:
        """A new hand."""
        self.hands: list[set[Card]] = [set() for _ in range(4)]
        self.widow = self.away = None
        self.bids: dict[int, int] = {}
        self.declarer, self.contract, self.turn, self.trump = -1, 0, -1, ""
        self.taken_up, self.thrown_in = False, False
        self.trick: list[tuple[int, Card]] = []
        self.past: set[tuple[int, Card]] = set()
        self.tricks = [0, 0]

    # What follows from an act by the page.

    def follow(self, event: Base) -> None:
        """An act in order."""
        kind = type(event).__name__
        if kind in {"HandStarted", "Dealt", "Passed", "Bid", "Took", "TrumpNamed", "Discarded", "Played", "Voided"}:
            getattr(self, kind.lower())(event)
        elif isinstance(event, Shown) and self.stage == "joker":
            if event.place == "widow":
                self.end(VOID)
            else:
                self.declare(event.seat, self.forced)

    def handstarted(self, event: HandStarted) -> None:
        """HP-6.4: left of the dealer."""
        self.dealer = event.dealer if event.dealer is not None else (self.dealer + 1) % 4
        self.clear()
        self.hand += 1
        self.stage = "deal"

    def dealt(self, event: Dealt) -> None:
        """HP-1.1."""
        self.hands = [set(hand or ()) for hand in event.hands or ()]
        self.widow = (event.places or {})["widow"][0]
        self.stage, self.turn = "bids", (self.dealer + 1) % 4

    def passed(self, _event: Base) -> None:
        """HP-2.1."""
        self.say(0)

    def bid(self, event: Bid) -> None:
        """HP-2.1."""
        self.say(event.amount)

    def say(self, amount: int) -> None:
        """One turn each; the highest has the contract."""
        self.bids[self.turn] = amount
        if amount:
            self.declarer, self.contract = self.turn, amount
        self.turn = (self.turn + 1) % 4
        if len(self.bids) == 4 and self.contract:
            self.declare(self.declarer, self.contract)
        elif len(self.bids) == 4:
            self.stage = "joker"
            if str(self.widow) == "Xr":
                self.end(VOID)

    def declare(self, seat: int | None, contract: int) -> None:
        """HP-2.3."""
        self.stage, self.declarer, self.contract = "widow", seat if seat is not None else -1, contract
        self.turn = self.declarer

    def took(self, _event: Took) -> None:
        """HP-2.3."""
        self.taken_up = True
        self.hands[self.declarer].add(self.widow)

    def trumpnamed(self, event: TrumpNamed) -> None:
        """HP-2.3."""
        if not self.taken_up:
            self.took(Took(seat=self.declarer, place="widow"))
        self.trump, self.stage = event.suit, "discard"

    def discarded(self, event: Discarded) -> None:
        """HP-2.3."""
        self.away = (event.cards or ())[0]
        self.hands[self.declarer].discard(self.away)
        self.stage = "play"

    def voided(self, _event: Base) -> None:
        """HP-2.2."""
        if self.stage != "between":
            self.end(VOID)

    def played(self, event: Played) -> None:
        """HP-3, G-4."""
        self.hands[event.seat].discard(event.card)
        self.past.add((event.seat, event.card))
        self.trick.append((event.seat, event.card))
        self.turn = (event.seat + 1) % 4
        if len(self.trick) == 4:
            led = suit_of(self.trick[0][1], self.trump)
            self.turn = max(self.trick, key=lambda one: strength(one[1], self.trump, led))[0]
            self.tricks[self.turn % 2] += 1
            self.trick = []
        if sum(self.tricks) == 6:
            self.end(Hand(self.declarer, self.contract, self.tricks[self.declarer % 2]))

    def end(self, hand: Hand) -> None:
        """HP-4."""
        self.stage, self.thrown_in = "between", hand == VOID
        self.totals = added(self.totals, hand.points)
        self.winner = self.winner if self.winner >= 0 else self.ledger.winner(hand, self.totals)

    # What the page says of an act.

    def clauses(self, act: Base) -> set[str]:
        """The clauses that an act breaks here; none if it is legal."""
        if getattr(act, "seat", 0) == 4:
            return {"G-5"}
        if isinstance(act, HandStarted):
            return self.of_hand(act)
        if isinstance(act, Shown):
            return set() if self.holds(act.seat or 0, Card("Xr")) or self.stage == "deal" else {"G-5"}
        if isinstance(act, Voided):
            return self.of_void()
        if self.stage == "between":
            return self.after_the_hand()
        if isinstance(act, Bid | Passed):
            return self.of_word(act)
        return self.of_play(act) if isinstance(act, Played) else self.of_exchange(act)

    def holds(self, seat: int, card: Card) -> bool:
        """Whether a card is in a hand."""
        return card in self.hands[seat]

    def after_the_hand(self) -> set[str]:
        """G-5: no hand is on."""
        return {"G-5"}

    def of_hand(self, act: HandStarted) -> set[str]:
        """HP-4.2, HP-2.2, HP-3.2."""
        wrong = set()
        if act.dealer == 4:
            wrong.add("G-5")
        elif self.dealer >= 0 and self.stage in {"between", "joker"} and act.dealer != (self.dealer + 1) % 4:
            wrong.add("HP-2.2" if self.thrown_in or self.stage == "joker" else "HP-4.2")
        elif self.dealer >= 0 and (act.dealer or 0) not in {self.dealer, (self.dealer + 1) % 4}:
            wrong.add("HP-4.2")
        if self.stage == "joker":
            wrong.add("HP-2.2")
        elif self.stage != "between":
            wrong.add("HP-3.2")
        return wrong | ({"HP-4.2"} if self.winner >= 0 else set())

    def of_void(self) -> set[str]:
        """HP-2.2, HP-7."""
        if self.stage == "between":
            return set() if self.thrown_in else {"G-5"}
        return set() if self.stage == "deal" else {"HP-2.2"}

    def of_word(self, act: Base) -> set[str]:
        """HP-2.1."""
        if self.stage not in {"deal", "bids"} or act.seat != (self.dealer + 1 + len(self.bids)) % 4:
            wrong = {"HP-2.1"}
        else:
            wrong = set()
        if isinstance(act, Bid) and not self.contract < act.amount <= 6:
            wrong.add("HP-2.1")
        return wrong

    def of_exchange(self, act: Base) -> set[str]:
        """HP-2.3, HP-2.2: the high bidder takes the widow, names trump, puts away a card of its hand, each once."""
        seat = act.seat
        if self.stage == "joker" and not self.holds(seat, Card("Xr")):
            return {"HP-2.2"}
        if self.stage in {"deal", "bids"} or (self.stage != "joker" and seat != self.declarer):
            return {"HP-2.3"}
        wrong: set[str] = set()
        if isinstance(act, Took):
            wrong |= {"HP-2.3"} if self.taken_up else set()
        elif isinstance(act, TrumpNamed):
            wrong |= {"HP-2.3"} if self.trump else set()
        elif isinstance(act, Discarded):
            wrong |= self.of_discard(act)
        return wrong

    def of_discard(self, act: Discarded) -> set[str]:
        """HP-2.3, G-5."""
        if self.stage == "play":
            return {"HP-2.3"}
        wrong = set() if self.trump else {"HP-2.3"}
        return wrong if self.has_seven(act) else wrong | {"G-5"}

    def has_seven(self, act: Discarded) -> bool:
        """Whether the card put away is in the hand, or is the widow that comes into it."""
        card = (act.cards or ())[0]
        return self.holds(act.seat, card) or (card == self.widow and not self.taken_up)

    def is_wrong_card(self, act: Base) -> bool:
        """Whether a card is put away that is none of that seat's: whether it might put one away need not be told."""
        return isinstance(act, Discarded) and self.stage != "between" and not self.has_seven(act)

    def of_play(self, act: Played) -> set[str]:
        """HP-2.3, G-13, G-5, HP-3.1."""
        if self.stage == "deal":
            return {"HP-2.3"}
        wrong = {"HP-2.3"} if not self.trump else set()
        if (act.seat, act.card) in self.past:
            return {"G-5"}
        if self.stage == "play" and act.seat != self.turn and self.holds(self.turn, act.card):
            return {"G-5"}  # written for another seat: it says nothing of this one
        out_of_turn = self.stage in {"widow", "discard", "play"} and act.seat != self.turn
        if out_of_turn:
            wrong.add("G-13")
        if not self.holds(act.seat, act.card) and not self.lifts(act):
            return wrong | {"G-5"}
        led = suit_of(self.trick[0][1], self.trump) if self.trick else ""
        follows = {card for card in self.hands[act.seat] if led and suit_of(card, self.trump) == led}
        return wrong | ({"HP-3.1"} if follows and act.card not in follows and not out_of_turn else set())

    def lifts(self, act: Played) -> bool:
        """Whether the widow comes into the hand with this act, and is played."""
        may = self.stage in {"bids", "joker"} or (self.stage == "widow" and act.seat == self.declarer)
        return not self.taken_up and act.card == self.widow and may


def strength(card: Card, trump: str, led: str) -> int:
    """HP-1.2, G-4."""
    tops = ["Xr", "J" + trump, "J" + SAME_COLOUR[trump]]
    if str(card) in tops:
        return 100 - tops.index(str(card))
    return "9TJQKA".index(card.rank) + (50 if card.suit == trump else 20 if card.suit == led else 0)
