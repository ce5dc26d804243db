"""Pope Joan straight from its page, without the library's rules: the ledger, the deal, and tables of any kind."""

import random
from collections.abc import Sequence
from typing import Any

from tests.experiments import Player, played_on
from tests.games.stops_page import heard
from tests.test_every_game import allowed
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup
from upcard.schemas.events import (
    FORMAT,
    Closed,
    Dealt,
    Event,
    FinalDealt,
    HandStarted,
    Opened,
    Played,
    TurnedUp,
    Voided,
)

RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in "cdhs" for rank in RANKS if rank + suit != "8d"]
POOLS = ["pope", "matrimony", "intrigue", "ace", "king", "queen", "jack", "game"]
SINGLES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
PAIRS = {"matrimony": "QK", "intrigue": "JQ"}

BOOKS: dict[str, dict[str, Any]] = {
    "p001": {
        "dressing": "shared", "stake_x": None, "deal": "equal", "odd_cards": "dead", "dead_position": "last",
        "turnup_owner": "aside", "pope_turnup_payment": "per_card", "pope_turnup_cap": None,
        "pope_turnup_ends_deal": False, "lead_rule": "any", "pope_played_payment": "per_card",
        "pope_played_cap": None, "pair_rule": "any", "pair_split": "off", "odd_counter": "queen",
        "unplayed_pope": "exempt", "end_disposal": "none",
    },
    "p003": {
        "dressing": "two_each", "stake_x": None, "deal": "all_out", "odd_cards": "dead", "dead_position": "last",
        "turnup_owner": "recipient", "pope_turnup_payment": "none", "pope_turnup_cap": None,
        "pope_turnup_ends_deal": False, "lead_rule": "lowest_of_suit", "pope_played_payment": "none",
        "pope_played_cap": None, "pair_rule": "in_succession", "pair_split": "off", "odd_counter": "queen",
        "unplayed_pope": "exempt", "end_disposal": "final_deal",
    },
}  # fmt: skip
"""PJ-O, by hand from the page."""

CHOICES: dict[str, list[Any]] = {
    "dressing": ["shared", "dealer_alone", "two_each"], "stake_x": [5, 6, 9], "deal": ["equal", "all_out"],
    "odd_cards": ["dead", "players"], "dead_position": ["last", "first"],
    "turnup_owner": ["aside", "recipient", "dead"], "pope_turnup_payment": ["none", "per_card"],
    "pope_turnup_cap": [1, 4, 6], "pope_turnup_ends_deal": [True, False], "lead_rule": ["any", "lowest_of_suit"],
    "pope_played_payment": ["none", "per_card"], "pope_played_cap": [1, 4, 6],
    "pair_rule": ["any", "in_succession"], "pair_split": ["off", "any", "sequential"],
    "odd_counter": ["queen", "second_player", "stays"], "unplayed_pope": ["exempt", "double", "pays"],
    "pope_lead_only": [True, False], "turn_down_played": [True, False],
    "end_disposal": ["none", "split_equal", "final_deal"],
}  # fmt: skip


def rules_of(header: Opened) -> dict[str, Any]:
    """The house rules of a log, by the tables above."""
    return BOOKS[header.preset or "p001"] | dict(header.options or {})


def after(card: str) -> str:
    """The next higher card, if there is one in the pack (PJ-1.2)."""
    return "" if card[0] == "K" or card == "7d" else RANKS[RANKS.index(card[0]) + 1] + card[1]


# ---- Sessions with options at random -------------------------------------------------------------------------------


def a_table(number: int) -> tuple[Setup, dict[str, int] | None]:
    """A rule book with some options at random, some players, and perhaps counters left on the board from before."""
    rng = random.Random(number)
    while True:
        preset = rng.choice(["p001", "p003"])
        chosen = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.35}
        seats = rng.choice([2, 3, 3, 4, 4, 5, 6, 7, 8, *([13, 25, 49] if preset == "p001" else [])])
        setup = Setup(game="pope_joan", seed=number, seats=seats, preset=preset, options=chosen)
        if allowed(setup):
            return setup, {pool: rng.randrange(6) for pool in POOLS} if rng.random() < 0.4 else None


def session(number: int, hands: int = 3, player: Player | None = None) -> Log:
    """A session of legal play at that table; now and then a deal is thrown in."""
    setup, board = a_table(number)
    header = Opened(
        format=FORMAT,
        log="test",
        game="pope_joan",
        seats=tuple(f"p{seat + 1}" for seat in range(setup.seats or 0)),
        preset=setup.preset,
        options=dict(setup.options),
        board=board,
        buy_in=100,
    )
    rng = random.Random(number)
    return Log(header, played_on(find("pope_joan"), begin(Log(header, [])), rng, hands, player or throws_in))


def throws_in(state: Any, rng: random.Random) -> Event | None:
    """Once in a while the deal is void."""
    return Voided() if state.phase != "between" and state.hand > 1 and rng.random() < 0.006 else None


# ---- The deal (PJ-3) -----------------------------------------------------------------------------------------------


def dealt_round(rules: dict[str, Any], seats: int, dealer: int) -> tuple[list[int], int, int]:
    """Cards by seat and in the dead hand (-1) once the 51st is turned up, and where that lies; -2: apart."""
    players = [(dealer + 1 + place) % seats for place in range(seats)]
    if rules["deal"] == "equal":
        each = 50 // (seats + 1)
        given = dict.fromkeys(players, each)
        odd = 50 - each * (seats + 1)
        if rules["odd_cards"] == "players":
            for seat in players[:odd]:
                given[seat] += 1
        last, falls = 50 - sum(given.values()), -2
    else:
        order = [-1, *players] if rules["dead_position"] == "first" else [*players, -1]
        given = dict.fromkeys(order, 0)
        for number in range(51):
            falls = order[number % len(order)]
            given[falls] += 1
        if rules["turnup_owner"] != "recipient":
            given[falls] -= 1
            falls = -2
        last = given[-1]
    if rules["turnup_owner"] == "dead":
        last, falls = last + 1, -1
    return [given[seat] for seat in range(seats)], last, falls


# ---- The ledger (PJ-2, PJ-3.5 to PJ-3.7, PJ-4.5 to PJ-5.7) ---------------------------------------------------------


class Ledger:
    """Purses and board. hands: the cards of each seat; played: what was played, by whom; moves: what passed in this deal."""

    def __init__(self, header: Opened) -> None:
        self.header, self.rules, self.seats = header, rules_of(header), len(header.seats)
        self.board = dict.fromkeys(POOLS, 0) | dict(header.board or {})
        self.purses = [header.buy_in or 0] * self.seats
        self.dealer, self.next_dealer, self.trump = -1, -1, ""
        self.hands: list[list[str]] = []
        self.played: list[tuple[int, str]] = []
        self.kept = (self.purses[:], dict(self.board))
        self.told: list[tuple[list[int], dict[str, int]]] = []
        self.before = self.purses[:]
        self.moves: list[tuple[str, str, int]] = []

    def hear(self, event: object) -> None:
        """One more event."""
        if isinstance(event, HandStarted):
            self.dealer = self.next_dealer if event.dealer is None else event.dealer
            self.before, self.kept = self.purses[:], (self.purses[:], dict(self.board))
            self.moves = []
            self.dress()
        elif isinstance(event, Dealt):
            self.hands = [[str(card) for card in hand or ()] for hand in event.hands or ()]
            self.played = []
        elif isinstance(event, TurnedUp):
            self.turn_up(str(event.card))
        elif isinstance(event, Played):
            self.play(event.seat, str(event.card))
        elif isinstance(event, Voided):
            (self.purses, self.board), self.moves = self.kept, []
            self.end(self.dealer)
        elif isinstance(event, FinalDealt):
            self.before, self.moves = self.purses[:], []
            self.deal_finally([[str(card) for card in hand or ()] for hand in event.hands])
        elif isinstance(event, Closed) and self.rules["end_disposal"] == "split_equal" and self.told:
            self.share()

    def end(self, next_dealer: int) -> None:
        """A hand is over."""
        self.next_dealer = next_dealer
        self.told.append(([now - then for now, then in zip(self.purses, self.before, strict=True)], dict(self.board)))

    def dress(self) -> None:
        """PJ-2."""
        fixed = dict(zip(POOLS, [6, 2, 2, 1, 1, 1, 1, 0], strict=True))
        if self.rules["dressing"] == "two_each":
            for pool in POOLS:
                self.board[pool] += 2 * self.seats
            self.purses = [purse - 16 for purse in self.purses]
            return
        if self.rules["dressing"] == "dealer_alone":
            self.purses[self.dealer] -= 15
            total = 15
        else:
            x = self.rules["stake_x"] or next(x for x in range(1, 16) if x * (self.seats + 1) >= 15)
            for seat in range(self.seats):
                self.purses[seat] -= 2 * x if seat == self.dealer else x
            total = x * (self.seats + 1)
        fixed["game"] = total - 14
        for pool in POOLS:
            self.board[pool] += fixed[pool]

    def win(self, seat: int, pool: str) -> None:
        """A seat takes a compartment."""
        self.moves.append((f"pool:{pool}", f"seat:{seat}", self.board[pool]))
        self.purses[seat] += self.board[pool]
        self.board[pool] = 0

    def pay(self, source: int, target: int, amount: int) -> None:
        """Counters from one seat to another."""
        self.moves.append((f"seat:{source}", f"seat:{target}", amount))
        self.purses[source] -= amount
        self.purses[target] += amount

    def turn_up(self, card: str) -> None:
        """PJ-3.4 to PJ-3.8, PJ-A13."""
        self.trump = card[1]
        if card == "9d":
            self.win(self.dealer, "pope")
            if self.rules["pope_turnup_payment"] == "per_card":
                self.all_pay(self.dealer, [len(hand) for hand in self.hands], self.rules["pope_turnup_cap"])
            if self.rules["pope_turnup_ends_deal"]:
                self.win(self.dealer, "game")
                self.end((self.dealer + 1) % self.seats)
        elif card[0] in SINGLES:
            self.win(self.dealer, SINGLES[card[0]])

    def all_pay(self, winner: int, cards: Sequence[int], cap: int | None) -> None:
        """A counter for each card, up to a cap a payer (PJ-A2)."""
        for seat in range(self.seats):
            if seat != winner:
                self.pay(seat, winner, min(cards[seat], cap or 99))

    def play(self, seat: int, card: str) -> None:
        """PJ-4.5 to PJ-4.8, PJ-5.1 to PJ-5.3."""
        self.hands[seat].remove(card)
        self.played.append((seat, card))
        if card == "9d":
            self.win(seat, "pope")
            if self.rules["pope_played_payment"] == "per_card":
                self.all_pay(seat, [len(hand) for hand in self.hands], self.rules["pope_played_cap"])
        elif card[1] == self.trump and card[0] in SINGLES:
            self.win(seat, SINGLES[card[0]])
            for pool, ranks in PAIRS.items():
                self.pair(pool, ranks, seat, card)
        if not self.hands[seat]:
            self.win(seat, "game")
            for other, hand in enumerate(self.hands):
                rate = {"exempt": 0, "double": 2, "pays": 1}[self.rules["unplayed_pope"]] if "9d" in hand else 1
                self.pay(other, seat, rate * len(hand))
            self.end((self.dealer + 1) % self.seats)

    def pair(self, pool: str, ranks: str, seat: int, card: str) -> None:
        """PJ-4.7, PJ-4.8."""
        low, high = ranks[0] + self.trump, ranks[1] + self.trump
        by = {card: seat for seat, card in self.played}
        if card not in {low, high} or not {low, high} <= set(by):
            return
        next_to = [one for _, one in self.played[-2:]] == [low, high]
        if by[low] == by[high]:
            if self.rules["pair_rule"] == "any" or next_to:
                self.win(seat, pool)
        elif self.rules["pair_split"] == "any" or (self.rules["pair_split"] == "sequential" and next_to):
            lies = self.board[pool]
            queen, second = by["Q" + self.trump], seat
            for one in (by[low], by[high]):
                self.purses[one] += lies // 2
                self.moves.append((f"pool:{pool}", f"seat:{one}", lies // 2))
            self.board[pool] = lies % 2
            if self.rules["odd_counter"] != "stays":
                self.win(queen if self.rules["odd_counter"] == "queen" else second, pool)

    def deal_finally(self, hands: list[list[str]]) -> None:
        """PJ-5.7."""
        who = {card: seat for seat, hand in enumerate(hands) for card in hand}
        self.win(who["9d"], "pope")
        for rank, pool in SINGLES.items():
            self.win(who[rank + self.trump], pool)
        for pool, ranks in PAIRS.items():
            lies = self.board[pool]
            other = who[ranks.replace("Q", "") + self.trump]
            self.purses[other] += lies // 2
            self.board[pool] -= lies // 2
            self.win(who["Q" + self.trump], pool)
        self.end((self.next_dealer + 1) % self.seats)

    def share(self) -> None:
        """PJ-A14."""
        share, self.before = sum(self.board.values()) // self.seats, self.purses[:]
        if share:
            self.purses = [purse + share for purse in self.purses]
            self.board = {"": sum(self.board.values()) - share * self.seats}
            self.end(-1)


def reckoned(log: Log) -> Ledger:
    """The ledger at the end of a log."""
    return heard(Ledger(log.header), log)
