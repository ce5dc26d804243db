"""Popcorn: of a table whose truth is known, records with holes: nobody is accused, and what they are sure of is so."""

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from tests.builders import log_of
from tests.experiments import sessions
from tests.games.popcorn_naive import Table
from tests.games.test_popcorn_judge import played
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK_MASK, RANKS, UNKNOWN, Card, cards_of
from upcard.schemas.events import Base, BluffCalled, Claimed, Dealt, Gap, HandStarted, Noted, Shown, Took, TurnedOver

IN_THE_OPEN = {
    "wrong_rank",
    "lay_out_of_turn",
    "claim_range",
    "late_call",
    "self_call",
    "second_call",
    "wrong_caller",
    "uneven_deal",
}
"""What every record without a gap shows."""
NOTHING = Noted(note="not written down")


class Scribe:
    """Leaves out what the table's judge does not need to be right: cards, numbers, faces, who took the pile."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table, self.rng, self.share = table, rng, rng.choice((0.1, 0.5, 0.9))
        self.wrong = {name: {at for _, one, at, _, _ in table.wrong if one == name} for _, name, *_ in table.wrong}

    def skips(self, share: float = 1.0) -> bool:
        return self.rng.random() < self.share * share

    def at(self, *names: str) -> set[int]:
        """The lines that break rules of these names."""
        return set().union(*(self.wrong.get(name, set()) for name in names))

    def some(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Some of these cards, and of the others what was seen: a corner, or the back."""
        return tuple(self.part(card) for card in cards) if self.skips() else cards

    def part(self, card: Card) -> Card:
        """A card, or what was seen of it."""
        return card if self.rng.random() < 0.5 else self.rng.choice((UNKNOWN, Card(f"{card[0]}?"), Card(f"?{card[1]}")))

    def write(self, line: int, event: Base) -> Base:
        """What is written of an act."""
        if isinstance(event, Dealt):
            hands = tuple(None if self.skips() else self.some(hand or ()) for hand in event.hands or ())
            sizes = None if line not in self.at("uneven_deal") and self.skips() else event.sizes
            return replace(event, hands=hands, sizes=sizes)
        if isinstance(event, Claimed):
            return self.lay(line, event)
        if isinstance(event, TurnedOver):
            return self.faces(line, event)
        if isinstance(event, Took) and line not in self.at("wrong_taker") and self.skips():
            return self.rng.choice(
                (NOTHING, replace(event, cards=None), replace(event, cards=self.some(event.cards or ())))
            )
        if isinstance(event, Shown):
            return NOTHING if self.skips() else replace(event, cards=self.some(event.cards))
        return event

    def lay(self, line: int, event: Claimed) -> Claimed:
        """A number that is wrong is written down, or the record would have it otherwise until it is turned over."""
        cards = event.cards or ()
        if not self.skips():
            return replace(event, cards=self.some(cards))
        counted = line in self.at("short_lay", "over_lay") or self.rng.random() < 0.3
        return replace(event, cards=None, laid=len(cards) if counted else None)

    def faces(self, line: int, event: TurnedOver) -> Base:
        """They are needed where a wrong taker was written down: the record would go by that."""
        if any(line < at <= line + 3 for at in self.at("wrong_taker")):
            return event
        return NOTHING if self.skips(0.5) else replace(event, cards=self.some(event.cards))

    def record(self) -> list[Base]:
        return [self.write(line, event) for line, event in enumerate(self.table.events, 2)]


def gap_in(table: Table, events: list[Base], rng: random.Random) -> None:
    """Some lines were missed: in one game, or from one into the next."""
    begins = [place for place, event in enumerate(table.events) if isinstance(event, HandStarted)]
    begin = rng.choice(begins)
    end = min([place for place in begins if place > begin] or [len(events)])
    first = rng.randint(max(0, begin - 4), end - 1)
    last = rng.randint(max(first, begin + 1), end - 1) if first <= begin + 1 else rng.randint(first, end - 1)
    events[first : last + 1] = [NOTHING] * (last - first) + [
        Gap(hands=rng.choice((None, None, 1)) if first <= begin else None)
    ]


def names(mask: int) -> Counter[str]:
    """The cards of a mask of two packs."""
    return Counter(str(card) for part in (mask & PACK_MASK, mask >> 54) for card in cards_of(part))


def is_sound(table: Table, log: Log) -> None:
    """What the record is sure of after each lay is the truth: how many cards lie where, and which."""
    for (line, event, state), (hands, pile, top) in zip(frames(log), table.truth, strict=True):
        if not isinstance(event, Claimed):
            continue  # a call may be settled by the next lay only
        places: Any = state.places
        for place, truth in enumerate((*hands, pile, top)):
            known = places.known[place].bit_count()
            assert known + places.least[place] <= len(truth) <= known + places.most[place], (line, place)
            assert not names(places.known[place]) - Counter(map(str, truth)), (line, place)


def check(number: int, *, gap: bool) -> None:
    """One record, with holes or a gap besides."""
    table, _ = played(number, ends=True)
    rng = random.Random(number)
    events = Scribe(table, rng).record()
    if gap:
        gap_in(table, events, rng)
    log = log_of("popcorn", events, seats=table.seats, options=table.options)
    viewer = rng.choice((None, PUBLIC, rng.randrange(table.seats)))
    log = log if viewer is None else redact_log(log, viewer, "copy")
    rows = audit(log).findings
    found = {(row.clause, row.name, row.at, row.seat) for row in rows if row.kind != "note"}
    true = {(clause, name, at, seat) for clause, name, at, _, seat in table.wrong}
    extra = {row[1] for row in found - true}
    assert extra <= ({"past_the_match"} if gap else set()), (number, found - true)
    assert gap or not {row for row in true - found if row[1] in IN_THE_OPEN}, number
    is_sound(table, log)
    for row in rows:
        if row.name == "provable_bluff":
            lay: Any = table.events[row.at - 2]
            assert len(lay.cards) != lay.count or any(card.rank != lay.rank for card in lay.cards), (number, row)


@pytest.mark.parametrize("gap", [False, True])
def test_nobody_is_accused_by_what_is_not_in_the_record(*, gap: bool) -> None:
    for number in range(60):
        check(number, gap=gap)


@pytest.mark.check
@pytest.mark.parametrize("gap", [False, True])
def test_nobody_is_accused_by_what_is_not_in_the_record_in_many_sessions(*, gap: bool) -> None:
    for number in range(60, 60 + sessions(2400)):
        check(number, gap=gap)


def out_by_count(listed: int) -> Log:
    """Ten seats; of the pile that seat 1 takes, with three cards by what was claimed, so many are listed. It then lays
    twice four, the last that it can have by what was counted, and the next seat lays too.
    """
    begin = [HandStarted(), Dealt(sizes=(6, 6, 5, 5, 5, 5, 5, 5, 5, 5)), Claimed(seat=0, rank="A", count=2)]
    call = [Claimed(seat=1, rank="2", count=1), BluffCalled(seat=2), TurnedOver(cards=(Card("Kd"),))]
    took = [Took(seat=1, place="pile", cards=(UNKNOWN,) * listed)]
    seats = [(number % 10, RANKS[number % 13]) for number in range(2, 23)]
    lays = [Claimed(seat=seat, rank=rank, count=4 if seat == 1 else 1) for seat, rank in seats]
    return log_of("popcorn", [*begin, *call, *took, *lays], 10)


def test_pc_6_1_nobody_wins_by_a_count_that_the_pile_may_prove_wrong() -> None:
    """If the pile had a card more, so has seat 1; if it had one fewer, seat 1 is out all the more."""
    rows = {listed: [row.name for row in audit(out_by_count(listed)).findings] for listed in (2, 3, 4)}
    assert rows == {2: ["wrong_count", "continued_after_win"], 3: ["continued_after_win"], 4: ["wrong_count"]}
