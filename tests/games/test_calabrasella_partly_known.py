"""Calabrasella: what can be known of breaches where not all cards are: as the table saw it, and in records of which only
a part was written.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.experiments import hands_of, sessions
from tests.games.calabrasella_naive import FORTY, RATES, Wrong, judged, session
from tests.games.test_calabrasella_page import half_written
from upcard.engine.audit import audit
from upcard.engine.log import Log, Numbered
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import (
    Base,
    CardAbsent,
    CardNamed,
    Closed,
    Gap,
    Gave,
    HandStarted,
    Played,
    Returned,
    Scored,
    Took,
    TurnedOver,
)

# ---- What the table sees (CA-2.6, CA-7) ----------------------------------------------------------------------------

Found = tuple[str, int | None, int, int]
"""Clause, seat, the line it is about, the line that proves it."""


class Seen:
    """One hand as the table saw it: the plays, and what was said and shown before."""

    def __init__(self, hand: list[Numbered]) -> None:
        self.by_line = dict(hand)
        self.plays = [(line, event) for line, event in hand if isinstance(event, Played)]
        self.name: Any = self.first(CardNamed)
        self.gave: Any = self.first(Gave)
        self.widow = set(getattr(self.first(TurnedOver), "cards", ()))
        self.taken = set(getattr(self.first(Took), "cards", ()))
        self.turned_at = next((line for line, event in hand if isinstance(event, TurnedOver)), 0)

    def first(self, kind: type[Base]) -> Any:
        return next((event for event in self.by_line.values() if isinstance(event, kind)), None)

    def play_of(self, seat: int, card: Any) -> int:
        """The line on which a seat plays a card, or 0."""
        return next((line for line, event in self.plays if (event.seat, event.card) == (seat, card)), 0)

    def revoke(self, seat: int, at: int) -> int:
        """G-9, CA-6.1: the next card of the suit led, or one that all saw taken and that is not played yet."""
        place = [line for line, _ in self.plays].index(at)
        suit = self.plays[place // 3 * 3][1].card.suit
        gone = {event.card for _, event in self.plays[: place + 1]}
        if self.name.seat == seat and any(card.suit == suit for card in self.taken - gone):
            return at
        later = self.plays[place + 1 :]
        return next((line for line, event in later if event.seat == seat and event.card.suit == suit), 0)

    def wrong_two(self) -> int:
        """CA-2.2: where it shows that the declarer lacked a card needed to name a two, or nothing."""
        needed = {card for card in FORTY if card.rank in ("3" if self.name.card else "32")}
        if self.widow & needed:
            return self.turned_at
        own, from_giver = set(), set()
        for line, event in self.plays:
            if event.seat == self.name.seat and event.card not in needed | self.taken | {self.name.card}:
                own.add(event.card)
            elif event.seat != self.name.seat and event.card in needed:
                from_giver.add(event.card)  # one of these may be the card given back
                if self.gave is None or event.seat != self.gave.seat:
                    return line
            if len(own) > 12 - len(needed) or len(from_giver) > 1:
                return line
        return 0

    def proof(self, clause: str, seat: int, at: int) -> int:
        """The line that proves a breach to all who saw the play; 0: none does."""
        act = self.by_line[at]
        if clause == "CA-3":
            return self.revoke(seat, at)
        if clause == "CA-2.2" and (self.name.card is None or self.name.card.rank == "2"):
            return self.wrong_two()
        if clause == "CA-2.2":  # one that was discarded is known when all else is
            return self.play_of(seat, self.name.card) or (self.plays[-1][0] if len(self.plays) == 36 else 0)
        if clause == "CA-2.3" and isinstance(act, CardAbsent | Returned):
            return self.play_of(act.to if isinstance(act, Returned) else seat, self.name.card)
        return at


def can_be_known(log: Log, wrongs: list[Wrong]) -> Iterator[Found]:
    """What the public can know of what was done wrongly, and from when on."""
    for hand in hands_of(log):
        seen, lines = Seen(hand), {line for line, _ in hand}
        for clause, seat, at in wrongs:
            if at in lines and (proof := seen.proof(clause, seat or 0, at)):
                yield clause, seat, at, proof


def public_knows(numbers: Any) -> None:
    """As the table saw it each breach is found when it can be known. What is said before it is known of whom
    (G-10, CA-7) is told at most once in a hand, and of a hand in which somebody broke a rule.
    """
    for number in numbers:
        log = session(number, rate=RATES[1 + number % 2])
        done, naive = audit(redact_log(log, PUBLIC, "copy")), judged(log)
        general = [one for one in done.findings if one.clause in {"G-10", "CA-7"}]
        found = {(one.clause, one.seat, one.at, one.found_at) for one in done.findings if one not in general}
        assert found == set(can_be_known(log, naive.wrongs)), number
        assert len({(one.hand, one.clause) for one in general}) == len(general), number
        assert [list(ended.result.points) for ended in done.results] == naive.told, number


def test_ca_7_the_table_knows_what_can_be_known() -> None:
    public_knows(range(24))


@pytest.mark.check
def test_ca_7_the_table_knows_what_can_be_known_600() -> None:
    public_knows(range(100, 100 + sessions(600)))


# ---- Records partly written ----------------------------------------------------------------------------------------


def partly(log: Log, rng: random.Random) -> Log:
    """The session by a scribe who saw, or wrote, only some of it; now and then a stretch of a hand is a gap."""
    kept: list[Numbered] = []
    for line, event in log.events:
        told: Any = half_written(rng, event) if rng.random() < 0.7 else event
        if isinstance(event, Played) and rng.random() < 0.03:
            told = Played(seat=event.seat, card=UNKNOWN)
        if told is not None:
            kept.append((line, told))
    if rng.random() < 0.3:
        inner = [place for place, (_, event) in enumerate(kept) if not isinstance(event, HandStarted | Closed)]
        start = end = rng.choice(inner)
        while not isinstance(kept[end + 1][1], HandStarted | Closed) and rng.random() < 0.8:
            end += 1
        kept[start : end + 1] = [(kept[start][0], Gap())]
    return Log(log.header, kept)


def is_true(one: Any, wrongs: list[Wrong]) -> bool:
    """Whether what was found was done: by whom it says, or by somebody, where it is not known yet by whom. Where the
    wrong number of cards was discarded and nobody wrote how many, it looks as if the wrong number was taken.
    """
    if (one.clause, one.seat, one.at) in wrongs:
        return True
    clauses = {clause for clause, _, _ in wrongs}
    if one.clause in {"CA-2.5", "G-10"} and "CA-2.4" in clauses:
        return True
    somebody = {"G-10": {"CA-3"}, "CA-7": {"CA-2.2", "CA-2.3"}, "CA-2.1": {"CA-2.1"}}
    return one.seat is None and bool(clauses & somebody.get(one.clause, set()))


def only_what_was_done(numbers: Any) -> None:
    """Nothing is found that was not done, no hand brings anything else, and no chips are told that are not there."""
    for number in numbers:
        log = session(number, rate=RATES[number % 3])
        naive, record = judged(log), partly(log, random.Random(number))
        for viewer in (None, PUBLIC, number % 3):
            done = audit(record if viewer is None else redact_log(record, viewer, "copy"))
            for one in done.findings:
                assert one.kind == "note" or is_true(one, naive.wrongs + naive.withdrawn), (number, viewer, one)
            for ended in done.results:
                told = zip(ended.result.points, naive.told[ended.hand - 1], strict=True)
                assert all(one in {None, two} for one, two in told), (number, viewer)
            for seat in range(3):
                assert done.state.unsure >> seat & 1 or done.state.chips[seat] == naive.chips[seat], (number, viewer)


def test_ca_7_nothing_is_found_that_was_not_done() -> None:
    only_what_was_done(range(36))


@pytest.mark.check
def test_ca_7_nothing_is_found_that_was_not_done_600() -> None:
    only_what_was_done(range(100, 100 + sessions(600)))


# ---- Rows of a sheet after some of the play ------------------------------------------------------------------------


def row_of(ended: Any, gains: list[int], stacks: list[int], rng: random.Random) -> Scored:
    """Some of what a true row has of a hand."""
    row: dict[str, Any] = {"points": tuple(gains), "totals": tuple(stacks)}
    void = ended.after.how != "played"
    if not void:
        row |= {"seat": ended.after.declarer, "counts": tuple(ended.after.score)}
    row = {name: value for name, value in row.items() if rng.random() < 0.6}
    if void and ("points" not in row or rng.random() < 0.5):
        row["void"] = True
    return Scored(**row)


def after_some_play(log: Log, rng: random.Random) -> tuple[Log, list[int]]:
    """Each hand with some of its play, perhaps a gap, and a row; and what each seat has in the end."""
    naive, results, events = judged(log), audit(log).results, list[Any]()
    stacks = [naive.options["starting_chips"]] * 3
    for hand, ended, gains in zip(hands_of(log), results, naive.told, strict=True):
        stacks = [had + gain for had, gain in zip(stacks, gains, strict=True)]
        played = [event for _, event in hand if not isinstance(event, Closed)]
        kept = rng.choice([1, rng.randint(1, len(played)), len(played)])
        events += played[:kept]
        if kept < len(played) and rng.random() < 0.2:
            events.append(Gap())
        events.append(row_of(ended, gains, stacks, rng))
    return Log.of(log.header, events), stacks


def rows_are_true(numbers: Any) -> None:
    """A true row is never found wrong, however much of the hand was played before it, and tells no other chips."""
    for number in numbers:
        log = session(number, hands=3)
        record, stacks = after_some_play(log, random.Random(number))
        told = judged(log).told
        for viewer in (None, PUBLIC):
            done = audit(record if viewer is None else redact_log(record, viewer, "copy"))
            assert [one for one in done.findings if one.kind != "note"] == [], (number, viewer)
            for ended in done.results:
                pairs = zip(ended.result.points, told[ended.hand - 1], strict=True)
                assert all(one in {None, two} for one, two in pairs), (number, viewer)
            assert done.state.unsure or done.state.chips[:3] == stacks, (number, viewer)


def test_ca_4_a_row_may_follow_some_of_the_play() -> None:
    rows_are_true(range(25))


@pytest.mark.check
def test_ca_4_a_row_may_follow_some_of_the_play_500() -> None:
    rows_are_true(range(100, 100 + sessions(500)))
