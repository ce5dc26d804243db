"""Popcorn: who could tell a lay for a bluff (PC-6.4), and who did not call it (PC-6.5)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.builders import cards, log_of
from tests.games.games import setups
from tests.games.popcorn_tables import HANDS, acts, game, rows, seen
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.simulate import simulate
from upcard.engine.view import PUBLIC
from upcard.schemas.cards import Card
from upcard.schemas.events import Claimed, Dealt, Event, HandStarted, Left, Took, TurnedOver, Voided

EITHER: dict[str, Any] = {"start_rank": "7", "rank_step": "either"}


def told(log: Log) -> list[tuple[int, int | None, str]]:
    """The lays that somebody could tell for a bluff: their lines, the seats that laid them, and who could."""
    found = [one for one in audit(log).findings if one.clause == "PC-6.4"]
    assert {(one.kind, one.name) for one in found} <= {("note", "provable_bluff")}
    return [(one.at, one.seat, one.says.removesuffix(" could tell that this is a bluff")) for one in found]


def marked(log: Log, name: str) -> list[int | None]:
    """A mark of the last hand that ended, by seat."""
    return [mark.amount for mark in audit(log).results[-1].marks if mark.name == name]


# ---- PC-6.4 ------------------------------------------------------------------------------------------------------------


def test_pc_6_4_a_claim_that_all_can_tell_to_be_a_bluff() -> None:
    log = game("0 27, 3 call, turn 7h 7c, 1 18, 2 37", None, **EITHER)
    assert told(log) == [(8, 2, "everybody")]


def test_pc_6_4_a_lay_may_have_been_any_of_them() -> None:
    """Seat 3 lays one card: one of its two sevens may be gone; turned over, it was not."""
    text = "0 27, 3 call, turn 7h 7c, 1 16, 2 15, 3 14"
    assert told(game(f"{text}, 0 15, 1 16, 2 37", None, **EITHER)) == []
    assert told(game(f"{text}, 0 15, 1 16, 2 47", None, **EITHER)) != []
    turned = f"{text}, 0 call, turn 2c, 0 15, 1 16, 2 37"
    for overplay in (False, True):
        assert told(game(turned, None, **EITHER, overplay=overplay)) == [(14, 2, "everybody")]


def test_pc_a12_a_lay_of_unknown_size_may_have_been_the_whole_hand() -> None:
    text = "0 27, 3 call, turn 7h 7c, 1 16, 2 15, 3 14, 0 15, 1 16, 2 47"
    assert told(game(text, None, **EITHER)) == [(12, 2, "everybody")]
    assert told(game(text, None, **EITHER, overplay=True)) == []


def test_pc_6_4_who_holds_two_knows_that_no_three_are_outside() -> None:
    log = game("0 1K Kd, 1 1A 2h, 2 3A 3s 3c 6c", start_rank="K")
    assert told(log) == [(6, 2, "seat 0")]
    assert told(seen(log, PUBLIC)) == told(seen(log, 1)) == []
    assert told(seen(log, 0)) == [(6, 2, "seat 0")]
    assert told(game("0 1K Kd, 1 1A 2h, 2 2A 3s 3c", start_rank="K")) == []


def test_pc_6_4_own_cards_in_the_pile_are_known_to_be_outside() -> None:
    log = game("0 2A As Ad, 1 12 2h, 2 13 3s, 3 12 4c, 0 13 3d, 1 12 2d, 2 3A 6c 6d 7s", rank_step="either")
    assert told(log) == [(10, 2, "seat 0")]


def test_pc_6_4_own_cards_in_the_pile_that_another_took() -> None:
    """Seat 1 takes the pile with two aces of seat 0 and sees them, and may have laid one of them after its next turn."""
    dealt = Dealt(hands=(cards(HANDS[0])[:11], None, None, None, None), first=0)
    text = "0 2A As Ad, 1 12, 2 13, 1 call, turn 3s, 3 12, 4 3A"
    for more in ("", ", 0 12 2s, 1 13, 2 12, 3 3A"):
        begun = [HandStarted(dealer=4), dealt, *acts(text + more)]
        log = log_of("popcorn", begun, seats=5, options={"rank_step": "either"})
        assert rows(log) == []
        assert told(log) == [(10, 4, "seat 0 and seat 1")]


def test_pc_6_4_where_nobody_sits_nobody_can_tell() -> None:
    log = game("0 27, 3 call, turn 7h 7c, 2 18, 3 17, 0 18, 2 47", None, **EITHER)
    left = Log.of(log.header, [Left(seat=1), *(event for _, event in log.events), Voided()])
    assert told(left) == [(11, 2, "everybody")]
    assert marked(left, "sure_bluffs") == [1, 0, 0, 1]


class Known:
    """What a viewer knows to be outside each hand, counted card by card from what it sees of the acts."""

    def __init__(self, viewer: int, seats: int, packs: int) -> None:
        self.viewer, self.seats, self.packs = viewer, seats, packs
        self.own: list[Card] = []
        self.pile: list[Card] = []
        self.mine: list[Card] = []
        self.held = [Counter[str]() for _ in range(seats)]
        self.before = Counter[str]()
        self.layer = -1

    def can_tell(self, event: Claimed) -> bool:
        """Whether the claim cannot be true."""
        seen = sum(held[event.rank] for seat, held in enumerate(self.held) if seat not in {event.seat, self.viewer})
        own = [card for card in self.own + self.pile + self.mine if card.rank == event.rank]
        return event.seat != self.viewer and event.count > 4 * self.packs - seen - len(own)

    def see(self, event: Event) -> None:
        """Take note of what this viewer sees of an act."""
        if isinstance(event, Dealt):
            self.own = list((event.hands or ())[self.viewer] or ()) if self.viewer >= 0 else []
        elif isinstance(event, Claimed):
            self.lay(event)
        elif isinstance(event, TurnedOver):
            true = Counter(card.rank for card in event.cards)
            self.held[self.layer] = Counter({rank: max(0, n - true[rank]) for rank, n in self.before.items()})
            self.mine = list(event.cards)
        elif isinstance(event, Took):
            if event.seat == self.viewer:
                self.own += event.cards or ()
            else:
                self.held[event.seat].update(card.rank for card in self.pile + self.mine)
            self.pile, self.mine = [], []

    def lay(self, event: Claimed) -> None:
        """Cards leave a hand face down."""
        self.pile += self.mine
        self.mine, self.layer = [], event.seat
        held = self.held[event.seat]
        self.before = held.copy()
        for rank in held:
            held[rank] = max(0, held[rank] - len(event.cards or ()))
        if event.seat == self.viewer:
            self.mine = list(event.cards or ())
            for card in self.mine:
                self.own.remove(card)


def counted(log: Log) -> Iterator[tuple[int, set[int]]]:
    """The lays that somebody could tell for a bluff, by line, with the seats that could, counted anew."""
    seats, packs = len(log.header.seats), (log.header.options or {}).get("decks", 1)
    known: dict[int, Known] = {}
    for line, event in log.events:
        if isinstance(event, Dealt):
            known = {viewer: Known(viewer, seats, packs) for viewer in (*range(seats), PUBLIC)}
        if isinstance(event, Claimed):
            others = set(range(seats)) - {event.seat}
            sure = {viewer for viewer, one in known.items() if one.can_tell(event)}
            if sure:
                yield line, others if PUBLIC in sure else sure
        for one in known.values():
            one.see(event)


def test_pc_6_4_bluffs_that_could_be_told_are_those_counted_anew() -> None:
    total = 0
    for number, setup in enumerate(setups("popcorn")[::3]):
        log = simulate(setup, hands=2, ordinal=number)
        expected = list(counted(log))
        total += len(expected)
        found = []
        for line, seat, who in told(log):
            others = set(range(len(log.header.seats))) - {seat}
            numbers = {int(word) for word in who.split() if word.isdigit()}
            found.append((line, others if who == "everybody" else numbers))
        assert found == expected, setup
    assert total > 300


def test_pc_6_4_a_seat_can_tell_the_same_by_its_own_record() -> None:
    """With two packs too, where a seat may take up a card of which it has the other copy."""
    two_packs = [one for one in setups("popcorn") if one.options == {"decks": 2}]
    assert two_packs
    for number, setup in enumerate([*two_packs, *two_packs, *setups("popcorn")[::7]]):
        log = simulate(setup, hands=2, ordinal=number)
        mine = {line for line, who in counted(log) if 0 in who}
        assert mine <= {line for line, *_ in told(seen(log, 0))}, setup


# ---- PC-6.5 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "caller", "could", "missed"),
    [
        ("0 27, 3 call, turn 7h 7c, 1 18, 2 37, 3 18", "any", [1, 1, 0, 1], [1, 1, 0, 1]),
        ("0 27, 3 call, turn 7h 7c, 1 18, 2 37, 1 call, turn 7s 7d 2h", "any", [1, 1, 0, 1], [0, 0, 0, 0]),
        ("0 27, 1 call, turn 7h 7c, 1 18, 2 47, 3 18", "next_only", [0, 0, 0, 1], [0, 0, 0, 1]),
    ],
)
def test_pc_6_5_a_seat_that_could_tell_a_bluff_did_not_call_it(
    text: str, caller: str, could: list[int], missed: list[int]
) -> None:
    log = game(text, None, **EITHER, caller=caller)
    ended = Log.of(log.header, [*(event for _, event in log.events), Voided()])
    assert marked(ended, "sure_bluffs") == could
    assert marked(ended, "missed_sure_calls") == missed


# ---- PC-6.6 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["", "#2"])
def test_pc_6_6_a_lay_that_nobody_saw_is_known_once_it_is_turned_over(number: str) -> None:
    """Whether it was counted as it was laid tells nothing of that."""
    log = game(f"0 2A{number}, 1 call, turn As 5c", None)
    left = Log.of(log.header, [*(event for _, event in log.events), Voided()])
    assert (marked(left, "lays"), marked(left, "bluffs")) == ([1, 0, 0, 0], [1, 0, 0, 0])
