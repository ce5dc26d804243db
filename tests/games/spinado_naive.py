"""Spinado straight from its page, without the library's rules: the ledger, what may be played, and what is found of the rest."""

import random
from collections.abc import Iterator
from typing import Any

from tests.experiments import Player, played_on
from tests.games.stops_page import heard
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import FORMAT, Closed, Dealt, Event, HandStarted, Laid, Opened, Played, Shown, Voided

RANKS = "A3456789TJQK"
POTS = ["matrimony", "intrigue", "game"]
PAIRS = {"matrimony": ("Qd", "Kd"), "intrigue": ("Jd", "Qd")}
CHOICES: dict[str, list[Any]] = {
    "buy_in": [0, 50], "follow": ["must", "may"], "spinado_alone": [False, True], "pair_rule": ["any", "in_sequence"],
    "hands": [None, 1, 2], "leftover_pots": ["unclaimed", "split_equal"],
}  # fmt: skip
"""SP-O, the default first."""


def rules_of(header: Opened) -> dict[str, Any]:
    """The house rules of a log."""
    return {name: values[0] for name, values in CHOICES.items()} | dict(header.options or {})


def after(card: str) -> str:
    """The next higher card of the suit that is in the pack, if there is one (SP-1.1, SP-3.2)."""
    return "" if card[0] in "AK" or card == "7d" else RANKS[RANKS.index(card[0]) + 1] + card[1]


def cards_of_act(event: Played | Laid) -> list[str]:
    """The cards of an act, the spinado last."""
    cards = (event.card,) if isinstance(event, Played) else event.cards
    return sorted(map(str, cards), key=lambda card: card == "Ad")


# ---- Sessions with options at random -------------------------------------------------------------------------------


def session(number: int, hands: int = 3, player: Player | None = None, **more: Any) -> Log:
    """A session of legal play with some options at random; now and then a hand is thrown in."""
    rng = random.Random(number)
    options = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.5} | more
    header = Opened(
        format=FORMAT,
        log="test",
        game="spinado",
        seats=tuple(f"p{seat + 1}" for seat in range(rng.choice([3, 4, 5]))),
        options=options,
        board={pot: rng.randrange(6) for pot in POTS} if rng.random() < 0.4 else None,
        buy_in=None if options.get("buy_in") else 100,
    )
    return Log(header, played_on(find("spinado"), begin(Log(header, [])), rng, hands, player or throws_in))


def throws_in(state: Any, rng: random.Random) -> Event | None:
    """Once in a while the hand is void."""
    return Voided() if state.phase != "between" and state.hand > 1 and rng.random() < 0.008 else None


def plays_anything(state: Any, rng: random.Random) -> Event | None:
    """Now and then somebody plays any card, or any with the spinado."""
    if state.phase != "play" or rng.random() > 0.25:
        return None
    seat = rng.choice([seat for seat in range(state.seats) if state.places.known[seat]])
    held = list(cards_of(state.places.known[seat]))
    card, spinado = rng.choice(held), Card("Ad")
    if spinado in held and rng.random() < 0.3:
        return Laid(seat=seat, cards=(card, spinado)) if card is not spinado else Played(seat=seat, card=card)
    return Played(seat=seat, card=card)


# ---- The ledger (SP-1.3, SP-2.1, SP-3.5, SP-4) ---------------------------------------------------------------------


class Ledger:
    """Purses and pots. told: what each hand brought, and what it left; moves: what passed in this hand."""

    def __init__(self, header: Opened) -> None:
        self.rules, self.seats = rules_of(header), len(header.seats)
        bought = self.rules["buy_in"] if header.buy_in is None else header.buy_in
        self.pots = dict.fromkeys(POTS, 0) | dict(header.board or {})
        self.purses = [bought] * self.seats
        self.winner: int | None = None
        self.hands: list[list[str]] = []
        self.played: list[tuple[int, str]] = []
        self.kept = (self.purses[:], dict(self.pots))
        self.told: list[tuple[list[int], dict[str, int]]] = []
        self.moves: list[tuple[str, str, int]] = []

    def hear(self, event: object) -> None:
        """One more event."""
        if isinstance(event, HandStarted):
            self.kept, self.moves = (self.purses[:], dict(self.pots)), []
            for seat in range(self.seats):
                if seat != self.winner:
                    self.purses[seat] -= 3
                    for pot in POTS:
                        self.pots[pot] += 1
                        self.moves.append((f"seat:{seat}", f"pool:{pot}", 1))
        elif isinstance(event, Dealt):
            self.hands = [[str(card) for card in hand or ()] for hand in event.hands or ()]
            self.played = []
        elif isinstance(event, Played | Laid):
            for card in cards_of_act(event):
                self.put(event.seat, card)
            if not self.hands[event.seat]:
                self.go_out(event.seat)
        elif isinstance(event, Voided):
            before = self.kept[0]
            self.purses, self.pots, self.moves = before[:], dict(self.kept[1]), []
            self.told.append(([0] * self.seats, dict(self.pots)))
        elif isinstance(event, Closed) and self.rules["leftover_pots"] == "split_equal" and self.told:
            share = sum(self.pots.values()) // self.seats
            if share:
                self.purses = [purse + share for purse in self.purses]
                self.pots = {"": sum(self.pots.values()) - share * self.seats}
                self.told.append(([share] * self.seats, {}))

    def put(self, seat: int, card: str) -> None:
        """One card (SP-3.5, SP-A4, SP-A10)."""
        self.hands[seat].remove(card)
        self.played.append((seat, card))
        by = {card: seat for seat, card in self.played}
        for pot, (low, high) in PAIRS.items():
            if card in {low, high} and by.get(low) == by.get(high) == seat:
                next_to = [one for _, one in self.played[-2:]] == [low, high]
                if self.rules["pair_rule"] == "any" or next_to:
                    self.win(seat, pot)

    def win(self, seat: int, pot: str) -> None:
        """A seat takes a pot."""
        self.moves.append((f"pool:{pot}", f"seat:{seat}", self.pots[pot]))
        self.purses[seat] += self.pots[pot]
        self.pots[pot] = 0

    def go_out(self, seat: int) -> None:
        """SP-4.1, SP-4.2."""
        self.win(seat, "game")
        for other, hand in enumerate(self.hands):
            if "Ad" in hand:
                self.purses[other] -= 2 * len(hand)
                self.purses[seat] += 2 * len(hand)
                self.moves.append((f"seat:{other}", f"seat:{seat}", 2 * len(hand)))
        self.winner = seat
        gains = [now - then for now, then in zip(self.purses, self.kept[0], strict=True)]
        self.told.append((gains, dict(self.pots)))


def reckoned(log: Log) -> Ledger:
    """The ledger at the end of a log."""
    return heard(Ledger(log.header), log)


# ---- What can be found of the play, by what a viewer knows (SP-3, SP-6, SP-A1 to SP-A3, SP-A8) ---------------------

Found = tuple[str, int | None, int, int]
"""Name, seat, the line it is about, the line that proves it."""


class Judge:
    """One hand as a viewer sees it. where: cards whose place is known: a seat, or -1 for the dead hand.

    doubts: cards that were not played when due, the line; overflow: more of them than the dead hand has room for; among:
    the lines they are from.
    """

    def __init__(self, where: dict[str, int], in_dead: int, leader: int, rules: dict[str, Any]) -> None:
        self.where, self.leader, self.due, self.rules = where, leader, "", rules
        self.gone: set[str] = set()
        self.room = in_dead - sum(place < 0 for place in where.values())
        self.doubts: list[tuple[str, int]] = []
        self.found: list[Found] = []
        self.overflow: Found | None = None
        self.among: set[int] = set()

    def see(self, seat: int, card: str, line: int) -> None:
        """A card is seen to have been in a hand all along."""
        for doubt in self.doubts[:]:
            if doubt[0] == card:
                self.found.append(("missed_follow", seat, doubt[1], line))
                self.doubts.remove(doubt)
                if doubt[1] in self.among:
                    self.among.remove(doubt[1])
                    if len(self.among) <= self.room:
                        self.overflow, self.among = None, set()

    def play(self, seat: int, cards: list[str], line: int) -> None:
        """One more act."""
        if cards[0] != self.due:
            live = bool(self.due) and self.where.get(self.due, 0) >= 0
            alone = cards == ["Ad"] and live
            if alone and seat != self.leader:
                if not self.rules["spinado_alone"]:
                    self.found.append(("spinado_alone_midsequence", seat, line, line))
            else:
                if live and self.rules["follow"] == "must" and not (alone and self.rules["spinado_alone"]):
                    self.miss(line)
                if seat != self.leader:
                    self.found.append(("lead_out_of_turn", seat, line, line))
        for card in cards:
            self.see(seat, card, line)
            self.gone.add(card)
            self.where.pop(card, None)
        self.leader, self.due = seat, "" if "Ad" in cards else after(cards[0])
        if self.due in self.gone:
            self.due = ""
        if len(self.doubts) > self.room and self.overflow is None:
            self.overflow, self.among = ("dead_overflow", None, line, line), {at for _, at in self.doubts}

    def miss(self, line: int) -> None:
        """The due card was not played."""
        if self.due in self.where:
            self.found.append(("missed_follow", self.where[self.due], line, line))
        else:
            self.doubts.append((self.due, line))

    @property
    def all_found(self) -> list[Found]:
        """All that is found so far."""
        return self.found + ([self.overflow] if self.overflow else [])


def judges(log: Log, viewer: int | None) -> Iterator[tuple[int, list[Found]]]:
    """What is found of a log by the end of each of its lines. viewer: None: all hands; -1: the public."""
    rules, seats, dealer = rules_of(log.header), len(log.header.seats), -1
    before: list[Found] = []
    judge = Judge({}, 0, 0, rules)
    for line, event in log.events:
        if isinstance(event, HandStarted):
            before += judge.all_found
            judge = Judge({}, 0, 0, rules)
            dealer = event.dealer if event.dealer is not None else (dealer + 1) % seats
        elif isinstance(event, Dealt):
            hands = {str(card): seat for seat, hand in enumerate(event.hands or ()) for card in hand or ()}
            dead = {str(card): -1 for card in (event.places or {})["dead"]}
            where = hands | dead if viewer is None else {card: seat for card, seat in hands.items() if seat == viewer}
            judge = Judge(where, len(dead), (dealer + 1) % seats, rules)
        elif isinstance(event, Played | Laid):
            judge.play(event.seat, cards_of_act(event), line)
        elif isinstance(event, Shown):
            for card in event.cards:
                judge.see(event.seat or 0, str(card), line)
        elif isinstance(event, Voided):
            dealer -= 1
        yield line, before + judge.all_found
