"""Last One played straight from the page, without the library's rules: what may be played, who owes cards, what counts."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from upcard.engine.games.last_one.table import LastOneOptions
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Agreed,
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

RANKS, SUITS = "A23456789TJQK", "shdc"
NATURAL = [rank + suit for rank in RANKS for suit in SUITS]
VALUES = {"X": 40, "8": 25, "A": 15, "J": 10, "Q": 10, "K": 10, "T": 10}
CHOICES: dict[str, tuple[Any, ...]] = {
    name: get_args(field.annotation)
    for name, field in LastOneOptions.model_fields.items()
    if get_args(field.annotation)
}
"""The values of each option that has some."""


def options_by(rng: random.Random) -> dict[str, Any]:
    """Some options at random."""
    chosen = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.5}
    return {**chosen, "threshold": rng.choice([40, 120, 250])}


@dataclass
class Debt:
    """Cards that a seat owes, and for what."""

    seat: int
    owed: int
    why: Literal["two", "melee", "missed_call"]


class Table:
    """A session. face: suit and rank to follow; run: of a melee, the rank reached, its suit, who played last and who
    would have to draw; debts: who owes how many cards; silent: who has not called the last card.
    """

    def __init__(self, seed: int, seats: int, options: dict[str, Any]) -> None:
        self.rng, self.seats = random.Random(seed), seats
        self.rules: dict[str, Any] = {name: values[0] for name, values in CHOICES.items()} | options
        self.events: list[Base] = []
        self.totals = [0] * seats
        self.points: list[tuple[int, ...]] = []
        self.dealer = self.rng.randrange(seats)

    @property
    def playing(self) -> list[int]:
        """Who is still in the game (LO-7.2)."""
        return [seat for seat in range(self.seats) if self.totals[seat] < self.rules["threshold"]]

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat so many players on, the way play goes."""
        while steps:
            seat = (seat + self.way) % self.seats
            steps -= seat in self.players
        return seat

    # ---- LO-1 and LO-4: the deal and the first upcard

    def hand(self, most: int = 150) -> bool:
        """Play a hand, of so many acts at most. Whether it came to an end."""
        self.players, self.way = self.playing, 1
        self.events.append(HandStarted() if self.points else HandStarted(dealer=self.dealer))
        size = self.rng.choice([size for size in range(4, 10) if size * len(self.players) <= 53])
        if size == 9:
            self.events.append(Agreed(what="nine", seats=tuple(self.players)))
        self.stock = [*NATURAL, "Xr", "Xb"]
        self.rng.shuffle(self.stock)
        self.hands = [
            [self.stock.pop() for _ in range(size)] if seat in self.players else [] for seat in range(self.seats)
        ]
        self.events.append(Dealt(hands=tuple(tuple(map(Card, held)) for held in self.hands), each=size))
        self.debts: list[Debt] = []
        self.silent: set[int] = set()
        self.run: tuple[int, str, int, int] | None = None
        self.asked = ""
        self.stacks, self.last_out, self.winner = -1, -1, -1
        self.drawn: tuple[int, str] | None = None
        self.demand = False
        self.turn_up()
        for _ in range(most):
            if self.winner >= 0:
                return True
            self.act()
        return self.winner >= 0

    def turn_up(self) -> None:
        """The first upcard works as if the dealer had played it."""
        card = self.stock.pop()
        self.pile, self.face, rank = [card], (card[1], card[0]), card[0]
        told: dict[str, Any] = {}
        if rank == "X":
            stands = self.rng.choice(NATURAL)
            told["stands_for"], self.face = Card(stands), (stands[1], stands[0])
            rank = self.works_as(stands)
        elif rank == "8" and self.rules["first_8"] == "dealer_names":
            told["suit"] = self.rng.choice(SUITS)
            self.face = (told["suit"], "8")
        self.events.append(TurnedUp(card=Card(card), **told))
        self.turn = self.after(self.dealer)
        if self.rules["first_upcard_effect"] == "apply":
            self.demand = rank == "8"
            self.take_effect(self.dealer, rank, first=True)

    def works_as(self, stands: str) -> str:
        """The rank whose effect a joker has."""
        return stands[0] if self.rules["joker_carries_effect"] == "yes" and stands[0] != "8" else ""

    # ---- LO-3: effects

    def take_effect(self, seat: int, rank: str, *, first: bool = False) -> None:
        """What a card does, played by a seat or turned up by the dealer."""
        if rank == "A":
            self.way = -self.way
        self.turn = self.after(seat, 2 if rank in {"2", "J"} else 1)
        if rank == "2":
            self.debts.append(Debt(self.after(seat), 2, "two"))
        elif rank == "3" and not first:
            self.stacks = seat
        elif rank == "4":
            self.run = (RANKS.index("4"), self.face[0], seat, self.after(seat))

    @property
    def lapsed(self) -> bool:
        """Whether nothing is left to draw, so that draws are left out (LO-2.6)."""
        return self.rules["empty_stock"] == "skip" and not self.stock and len(self.pile) == 1

    # ---- LO-2 and LO-5: what may be played

    def legal(self, seat: int, card: str, stands: str | None) -> bool:
        """Whether a seat may play this card of its hand now, a joker for the card it stands for."""
        if seat not in self.players or (self.debts and not self.lapsed):
            return False
        if self.run:
            return self.fits_melee(seat, card, stands or card)
        if self.last_out >= 0:
            return False
        if self.stacks == seat:
            return True
        may_play_drawn = self.rules["play_drawn"] == "allow" and self.drawn == (seat, card)
        if seat != self.turn and not may_play_drawn:
            return False
        return self.goes_on_upcard(card, stands or card)

    def fits_melee(self, seat: int, card: str, face: str) -> bool:
        """Whether it is the next card of the melee, by somebody who may go on with it."""
        rank, suit, aggressor, _ = self.run or (0, "", 0, 0)
        if card[0] == "X" and self.rules["melee_joker"] == "forbid":
            return False
        top = RANKS.index("T" if self.rules["melee_top"] == "10" else "K")
        if rank >= top or face != RANKS[rank + 1] + suit:
            return False
        return seat != aggressor or self.rules["melee_self_raise"] == "allow"

    def goes_on_upcard(self, card: str, face: str) -> bool:
        """Suit or rank, an 8, or a joker for a card that the table lets it stand for."""
        suit, rank = self.face
        fits = face[1] == suit or face[0] == rank
        if card[0] == "X":
            if self.demand:
                return fits or face[0] == "8" or self.rules["joker_on_named_suit"] == "any"
            return fits or self.rules["joker_named"] == "any"
        return card[0] == "8" or fits

    def faces(self, card: str) -> Sequence[str | None]:
        """Cards that a joker may be said to stand for; nothing for others."""
        if card[0] != "X":
            return [None]
        if self.run:
            rank, suit, _, _ = self.run
            return [RANKS[rank + 1] + suit] if rank < len(RANKS) - 1 else []
        return self.rng.sample(NATURAL, 4) + [rank + self.face[0] for rank in self.rng.sample(RANKS, 2)]

    def tries(self) -> list[Played]:
        """Every card of every hand, played now."""
        return [
            self.played(seat, card, stands)
            for seat in self.players
            for card in self.hands[seat]
            for stands in self.faces(card)
        ]

    def played(self, seat: int, card: str, stands: str | None, suit: str | None = None) -> Played:
        """The event."""
        stands_for = Card(stands) if stands else None
        stacked = self.stacks == seat and not self.run
        return Played(seat=seat, card=Card(card), stacked=stacked, stands_for=stands_for, suit=suit)

    # ---- Acts

    def act(self) -> None:
        """Something legal happens."""
        if self.lapsed:
            self.debts = []
        if self.last_out >= 0 and not self.run and not self.debts:
            self.end(self.last_out)
        elif self.silent and self.rng.random() < 0.5:
            self.silent.discard(seat := self.rng.choice(sorted(self.silent)))
            self.events.append(LastCalled(seat=seat))
        elif not self.stock and len(self.pile) > 1 and self.rng.random() < 0.5:
            self.shuffle()
        elif self.debts:
            self.pay()
        else:
            self.play_or_draw()

    def play_or_draw(self) -> None:
        """A card is played, a melee left, or one card drawn."""
        ways = [
            (one.seat, str(one.card), str(one.stands_for) if one.stands_for else None)
            for one in self.tries()
            if self.legal(one.seat, str(one.card), str(one.stands_for) if one.stands_for else None)
        ]
        if ways and self.rng.random() < (0.7 if self.run else 0.85):
            self.play(*self.rng.choice(ways))
        elif self.run:
            self.leave_melee()
        else:
            self.draw()

    def play(self, seat: int, card: str, stands: str | None) -> None:
        """A card is played, and has its effect."""
        fights, stacked = bool(self.run), self.stacks == seat and not self.run
        rank = self.works_as(stands) if stands else card[0]
        if stacked and self.rules["stack_effect"] == "none":
            rank = ""
        names = card[0] == "8" and (self.rules["melee_card_effect"] == "apply" if fights else rank == "8")
        suit = self.rng.choice(SUITS) if names else None
        self.events.append(self.played(seat, card, stands, suit))
        self.hands[seat].remove(card)
        self.pile.append(card)
        face = stands or card
        self.debts, self.stacks, self.drawn, self.demand, self.face = [], -1, None, False, (face[1], face[0])
        left = len(self.hands[seat])
        goes_on = self.rules["effect_of_last_card"] == "apply" and not fights and rank in {"2", "4"}
        if not left and not goes_on:
            self.end(self.last_out if self.last_out >= 0 else seat)
            return
        if left:
            self.punish_silence(seat)
        if self.run:
            reached, of, aggressor, _ = self.run
            self.run = (reached + 1, of, seat, aggressor)
            self.asked = suit or self.asked
        else:
            if rank == "8":
                self.face, self.demand = (suit or "", "8"), True
            self.take_effect(seat, rank)
        if left == 1 and self.last_out < 0:
            self.silent.add(seat)
        if not left:
            self.last_out, self.silent = seat, set()

    def leave_melee(self) -> None:
        """Nobody goes on: who was attacked draws as many cards as the last one counts (LO-5.6)."""
        rank, _, _, victim = self.run or (0, "", 0, 0)
        self.events.append(MeleeClosed())
        self.run, self.stacks = None, -1
        self.debts.append(Debt(victim, min(rank + 1, 10), "melee"))
        self.turn = self.after(victim)
        if self.asked:
            self.face, self.demand, self.asked = (self.asked, self.face[1]), True, ""

    def draw(self) -> None:
        """Who is in turn draws a card (LO-2.2)."""
        seat = self.turn
        if not self.stock and len(self.pile) > 1:
            self.shuffle()
        got = [] if self.lapsed else self.take(seat, 1)
        self.events.append(Drew(seat=seat, count=len(got), why="turn", cards=tuple(map(Card, got))))
        self.stacks, self.turn = -1, self.after(seat)
        self.drawn = (seat, got[0]) if got else None
        if self.rules["call_deadline"] == "next_action":
            self.punish_silence(seat)

    def pay(self) -> None:
        """Cards owed are drawn, as many as there are."""
        debt = self.debts[0]
        if not self.stock and len(self.pile) > 1:
            self.shuffle()
        got = self.take(debt.seat, debt.owed)
        self.events.append(Drew(seat=debt.seat, count=len(got), why=debt.why, cards=tuple(map(Card, got))))
        if len(got) < debt.owed and len(self.pile) > 1:
            debt.owed -= len(got)
        else:
            self.debts.pop(0)
        if self.rules["call_deadline"] == "next_action":
            self.punish_silence(debt.seat)
        if self.last_out >= 0 and not self.run and (not self.debts or self.lapsed):
            self.end(self.last_out)

    def take(self, seat: int, number: int) -> list[str]:
        """Cards from the stock to a hand; who has more than one again need not call any more."""
        got = [self.stock.pop() for _ in range(min(number, len(self.stock)))]
        self.hands[seat] += got
        if got:
            self.silent.discard(seat)
        return got

    def shuffle(self) -> None:
        """The pile but for the upcard becomes the stock (LO-2.6)."""
        *self.stock, top = self.pile
        self.events.append(Reshuffled(count=len(self.stock)))
        self.rng.shuffle(self.stock)
        self.pile = [top]

    def punish_silence(self, actor: int) -> None:
        """Who has not called the last card by now draws two (LO-6.2)."""
        for seat in sorted(self.silent - {actor}):
            self.debts.append(Debt(seat, 2, "missed_call"))
            self.silent.discard(seat)

    def end(self, winner: int) -> None:
        """The hand is over: two cards or more count (LO-7.1), and the deal passes on among those still in."""
        self.winner = winner
        counted = [
            0 if len(held) < 2 else sum(VALUES.get(card[0]) or int(card[0]) for card in held) for held in self.hands
        ]
        counted[winner] = 0
        self.points.append(tuple(counted))
        self.totals = [total + more for total, more in zip(self.totals, counted, strict=True)]
        self.dealer = next(
            seat for step in range(1, self.seats + 1) if (seat := (self.dealer + step) % self.seats) in self.playing
        )
