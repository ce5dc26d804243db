"""Pop!: what is legal and who scores what, worked out from the page alone, against random rounds."""

from typing import Any

import pytest

from tests.experiments import sessions
from upcard.engine.audit import Audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.schemas.events import Accepted, Dealt, Folded, HandStarted, Played, Popped, TurnedUp

RANKS = "789TJQKA"
COLOUR = {"h": "d", "d": "h", "s": "c", "c": "s"}


def suit(card: str, trump: str) -> str:
    """P-1.5; a joker without trump is its own suit, `X`."""
    if card[0] == "X":
        return trump or "X"
    return trump if trump and card == "J" + COLOUR[trump] else card[1]


def power(card: str, trump: str, led: str) -> int:
    """P-1.4, P-3.4, P-5.5."""
    if card[0] == "X" and not trump:
        return 1 if led == "X" else -1
    if suit(card, trump) not in {trump, led}:
        return -1
    high = {"J" + COLOUR[trump]: 20, "J" + trump: 21, "Xb": 22, "Xr": 23} if trump else {}
    return 100 * (suit(card, trump) == trump) + high.get(card, RANKS.find(card[0]))


class Table:
    """One match by the page."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options, self.totals, self.rounds, self.dealer = options, [0, 0], 0, -1
        self.over = -1

    def begin(self, dealer: int | None) -> None:
        self.dealer = self.dealer if dealer is None else dealer
        self.rounds += 1
        self.cube = min(self.rounds, 6) if self.options.get("cube_start") == "round_number" else 1
        self.tricks, self.open, self.turn = [0, 0], [], 1 - self.dealer
        self.played = 0

    def deal(self, event: Dealt) -> None:
        self.hands = [{str(card) for card in hand} for hand in event.hands or ()]
        self.piles = [[str(card) for card in (event.places or {})[f"display_{seat}"]] for seat in (0, 1)]
        self.up = [{pile.pop(0), pile.pop(0)} for pile in self.piles]

    def led(self) -> str:
        """The suit led, or nothing while it is open (P-5.5)."""
        suits = [suit(card, self.trump) for _, card, _ in self.open]
        if suits[:1] == ["X"] and self.options.get("no_trump_joker") != "leader_wins":
            suits = suits[1:]
        return suits[0] if suits else ""

    def legal(self) -> set[str]:
        """P-3.2, P-3.3."""
        seat = self.turn
        areas = (self.hands[seat], self.up[seat])
        if not self.open:
            cards = areas[0] | areas[1]
            barred = not self.trump and self.options.get("no_trump_joker") == "may_not_lead"
            return {card for card in cards if card[0] != "X"} if barred else cards
        first = self.open[0][2]
        area = areas[first if len(self.open) == 1 else 1 - first]
        return {card for card in area if suit(card, self.trump) == self.led()} or area

    def play(self, seat: int, card: str) -> None:
        area = int(card in self.up[seat])
        (self.hands[seat], self.up[seat])[area].remove(card)
        self.open.append((seat, card, area))
        self.turn, self.played = 1 - seat, self.played + 1
        if len(self.open) < 4:
            return
        self.turn = max(self.open, key=lambda one: power(one[1], self.trump, self.led()))[0]
        self.tricks[self.turn] += 1
        self.open = []
        for up, pile in zip(self.up, self.piles, strict=True):
            up.update(pile[:1])
            del pile[:1]
        if self.played == 28:
            self.score([self.cube if one > 3 else int(one == 3) for one in self.tricks], int(self.tricks[1] > 3))

    def score(self, points: list[int], won: int) -> None:
        """P-6."""
        self.totals = [a + b for a, b in zip(self.totals, points, strict=True)]
        one, two = self.totals
        self.dealer = won if one == two else int(two > one)
        if max(self.totals) >= self.options.get("target", 7):
            on = one == two and self.options.get("both_reach_target") == "play_on_if_equal"
            self.over = -1 if on else self.dealer


OPTIONS: list[dict[str, Any]] = [
    {},
    {"target": 11, "cube_start": "round_number", "no_trump_joker": "leader_wins"},
    {"no_trump_joker": "may_not_lead", "pop_window": "own_turn", "pop_repeat": "card_between"},
    {"both_reach_target": "play_on_if_equal", "pop_window": "between_tricks", "pop_memory": "match"},
]


def checked(options: dict[str, Any], ordinal: int) -> None:
    """A match of random players, step by step, against the page."""
    log = simulate(Setup(game="pop", seed=77, options=options), hands=12, ordinal=ordinal)
    table, game, popper = Table(options), find("pop"), -1
    audit = Audit(Log(log.header, []))
    for line, event in log.events:
        live: Any = audit.state
        if isinstance(event, HandStarted):
            table.begin(event.dealer)
        elif isinstance(event, Dealt):
            table.deal(event)
        elif isinstance(event, TurnedUp) and event.seat is None:
            table.trump = "" if event.card.rank == "X" else event.card.suit
        elif isinstance(event, Played):
            offered = {str(x.card) for act in game.due(live) if act.event is Played for x in act.choices or ()}
            assert (live.turn, offered) == (table.turn, table.legal()), (ordinal, line)
            table.play(event.seat, str(event.card))
        elif isinstance(event, Popped):
            popper = event.seat
        elif isinstance(event, Accepted):
            table.cube += 1
        elif isinstance(event, Folded):
            table.score([0, table.cube] if popper else [table.cube, 0], popper)
        audit.feed([(line, event)])
    live = audit.state
    assert (live.totals, live.over) == (table.totals, table.over), ordinal
    assert not audit.findings


@pytest.mark.parametrize("options", OPTIONS)
def test_p_3_and_p_6_by_the_page(options: dict[str, Any]) -> None:
    for ordinal in range(12):
        checked(options, ordinal)


@pytest.mark.check
@pytest.mark.parametrize("options", OPTIONS)
def test_p_3_and_p_6_by_the_page_at_length(options: dict[str, Any]) -> None:
    for ordinal in range(sessions(300)):
        checked(options, ordinal)
