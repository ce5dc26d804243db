"""Big Two: legal sessions of which only part was written down: nobody is accused, and what is told is true."""

import random
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.builders import cards, log_of
from tests.experiments import hands_of, session, sessions
from tests.games.big_two_tables import acts
from tests.games.test_big_two_experiments import quick
from tests.games.test_big_two_judge import OPTIONS, PACK, SCORING, Judge, play_hand, points_of
from tests.games.test_big_two_random import TABLES
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Base, Closed, CountAsked, Dealt, Gap, HandStarted, Laid, Passed, Scored, Shown

Cards = tuple[Card, ...]


class Truth(NamedTuple):
    """How a hand came out. told: whether its points must be known of what was written down."""

    counts: list[int]
    points: list[int]
    totals: list[int]
    told: bool


# ---- What is written down of a hand ---------------------------------------------------------------------------------


def dimmed(some: Cards, rng: random.Random, share: float) -> Cards:
    """Cards of which some are known by rank or suit alone, or not at all."""
    ways = [lambda _card: UNKNOWN, lambda card: Card(card.rank + "?"), lambda card: Card("?" + card.suit)]
    return tuple(rng.choice(ways)(card) if rng.random() < share else card for card in some)


def dimmed_deal(dealt: Dealt, rng: random.Random) -> Dealt:
    """A deal of which only sizes, some hands, or some cards were listed."""
    if rng.random() < 0.4:
        return Dealt(each=13)
    lists = [None if rng.random() < 0.3 else blanked(some or (), rng) for some in dealt.hands or ()]
    places = {name: blanked(some, rng) for name, some in (dealt.places or {}).items()} if rng.random() < 0.5 else None
    return Dealt(hands=tuple(lists), places=places or None)


def blanked(some: Cards, rng: random.Random) -> Cards:
    """A list with some cards not known."""
    return tuple(card if rng.random() < 0.6 else UNKNOWN for card in some)


def asked(events: list[Base], seats: int, rng: random.Random) -> list[Base]:
    """The hand with true answers put in."""
    left, told = [13] * seats, list[Base]()
    for event in events:
        told.append(event)
        if isinstance(event, Laid):
            left[event.seat] -= len(event.cards)
        if isinstance(event, Laid | Passed) and rng.random() < 0.1:
            of = rng.randrange(seats)
            told.append(CountAsked(seat=(of + 1) % seats, of=of, answer=left[of]))
    return told


def with_gaps(events: list[Base], rng: random.Random) -> list[Base]:
    """The hand with one stretch missing, or two."""
    for _ in range(rng.choice([1, 1, 2])):
        first = rng.randint(1, len(events) - 1)
        last = rng.choice([rng.randint(first, len(events)), min(len(events), first + rng.randint(1, 6))])
        events = [*events[:first], Gap(), *events[last:]]
    return events


def partly(events: list[Base], rng: random.Random) -> list[Base]:
    """The hand with cards not wholly known."""
    share = rng.choice([0.05, 0.3])
    kept: list[Base] = []
    for event in events:
        if isinstance(event, Laid):
            kept.append(msgspec.structs.replace(event, cards=dimmed(event.cards, rng, share)))
        else:
            kept.append(dimmed_deal(event, rng) if isinstance(event, Dealt) else event)
    return kept


def shown_after(events: list[Base], rng: random.Random) -> list[Base]:
    """What hands had left, whole or in part, and what was set aside."""
    dealt = next(event for event in events if isinstance(event, Dealt))
    laid = {card for event in events if isinstance(event, Laid) for card in event.cards}
    shown: list[Base] = []
    for seat, hand in enumerate(dealt.hands or ()):
        left = tuple(card for card in hand or () if card not in laid)
        whole = rng.random() < 0.5
        if left and rng.random() < 0.7:
            shown.append(Shown(seat=seat, cards=left if whole else left[:1], all=whole))
    for name, some in (dealt.places or {}).items():
        if rng.random() < 0.3:
            shown.append(Shown(place=name, cards=some[: rng.randint(1, len(some))]))
    return shown


def written(truth: Truth, offender: int | None, rng: random.Random) -> Scored:
    """A row with some of its columns."""
    columns = {"counts": truth.counts, "points": truth.points, "totals": truth.totals}
    names = rng.sample(list(columns), rng.randint(1, 3))
    return Scored(seat=offender, **{name: tuple(columns[name]) for name in names})


# ---- A session ------------------------------------------------------------------------------------------------------


def acts_of(log: Log) -> list[list[Base]]:
    """The events of each hand, without rows, answers and cards shown."""
    apart = Shown | Scored | CountAsked | Closed
    return [[event for _, event in hand if not isinstance(event, apart)] for hand in hands_of(log)]


def record(number: int) -> tuple[Log, list[Truth]]:
    """A legal session written down in part, and how its hands came out."""
    rng = random.Random(number)
    options, seats = TABLES[number % len(TABLES)]
    options = {"target": 100_000, **options}
    legal = session(Setup(game="big_two", seats=seats, options=options), hands=3, ordinal=number, player=quick)
    events: list[Base] = []
    truths: list[Truth] = []
    late: list[Base] = []
    totals = [0] * seats
    for at, (hand, ended) in enumerate(zip(acts_of(legal), audit(legal).results, strict=False)):
        offender = rng.choice([None, *range(seats)]) if options.get("takes_all") == "on" else None
        counts = [count or 0 for count in ended.after.counts]
        points = points_of(counts, options, offender)
        totals = [had + more for had, more in zip(totals, points, strict=True)]
        truths.append(Truth(counts, points, totals, told=True))
        how = rng.choice(["play", "play", "row", "gap", "part", "part"])
        row = written(truths[-1], offender, rng)
        if how == "row":
            events += [hand[0], row]
            continue
        rest = shown_after(hand, rng)
        kept = asked(hand, seats, rng)
        kept = with_gaps(kept, rng) if how == "gap" else kept
        events += partly(kept, rng) if how == "part" else kept
        if rng.random() < 0.3:
            late += [msgspec.structs.replace(one, hand=at + 1) for one in rest]
            rest = []
        rest += [row] if how == "gap" or offender is not None or rng.random() < 0.6 else []
        events += rng.sample(rest, len(rest))
        open_points = options.get("zero_sum_payout") or options.get("takes_all") == "on" or row.points is None
        truths[-1] = truths[-1]._replace(told=how != "gap" or row.counts is not None or not open_points)
    return Log.of(legal.header, [*events, *late]), truths


def told_truly(done: Audit, truths: list[Truth]) -> None:
    """Nothing is found, no number is other than it was, and what must be known is told."""
    assert [one for one in done.findings if one.kind != "note"] == []
    assert len(done.results) == len(truths)
    for ended, truth in zip(done.results, truths, strict=True):
        after: Any = ended.after
        for said, was in ((after.counts, truth.counts), (after.points, truth.points), (after.totals, truth.totals)):
            assert all(one in {None, due} for one, due in zip(said, was, strict=True)), (ended.hand, said, was)
        assert not truth.told or None not in after.points, (ended.hand, after.points)
        if all(one.told for one in truths[: ended.hand]):
            assert after.totals == truth.totals


def partly_written(numbers: range) -> None:
    for number in numbers:
        log, truths = record(number)
        for viewer in (None, PUBLIC, number % len(log.header.seats)):
            told_truly(audit(log if viewer is None else redact_log(log, viewer, "copy")), truths)


def test_what_is_written_in_part_accuses_nobody_and_what_is_told_is_true() -> None:
    partly_written(range(12))


@pytest.mark.check
def test_what_is_written_in_part_accuses_nobody_in_many_sessions() -> None:
    partly_written(range(12, 12 + sessions(90)))


# ---- Rows alone -----------------------------------------------------------------------------------------------------


def rows(number: int) -> tuple[Log, list[Truth]]:
    """A sheet whose rows have one column or more; a row that names nobody who takes all may tell it by its points."""
    rng = random.Random(number)
    seats, options = rng.choice([2, 3, 4]), {**SCORING[number % len(SCORING)], "target": 1_000_000}
    events: list[Base] = []
    truths: list[Truth] = []
    totals = [0] * seats
    for at in range(rng.randint(1, 6)):
        out = rng.randrange(seats)
        counts = [0 if seat == out else rng.randint(1, 13) for seat in range(seats)]
        offender = rng.choice([None, *range(seats)]) if options["takes_all"] == "on" else None
        points = points_of(counts, options, offender)
        totals = [had + more for had, more in zip(totals, points, strict=True)]
        truths.append(Truth(counts, points, totals, told=True))
        row = written(truths[-1], offender, rng)
        if row.points is not None and row.counts is not None and rng.random() < 0.3:
            row = msgspec.structs.replace(row, seat=None)
        if row.counts is None and row.points is None:
            truths[-1] = truths[-1]._replace(told=False)
        events += [HandStarted(dealer=None if at else 0), row]
        events += [row] if row.totals is not None and rng.random() < 0.1 else []
    return log_of("big_two", events, seats=seats, options=options), truths


def test_rows_with_columns_left_out_are_never_wrong() -> None:
    for number in range(120):
        log, truths = rows(number)
        told_truly(audit(log), truths)


# ---- Rules broken, and only part written down -----------------------------------------------------------------------

COMBINATIONS = {"invalid_combination", "wrong_size", "not_higher"}
"""What is wrong with the cards of a play: of cards not wholly known it may be another of these."""


def broken(number: int) -> tuple[list[Base], dict[str, Any], set[tuple[str, int, int | None]]]:
    """A hand that breaks rules at random, with all cards, and what is broken."""
    rng = random.Random(number)
    seats, options = 2 + number % 3, {**OPTIONS[number % len(OPTIONS)], "target": 1_000_000}
    pack = rng.sample(PACK, 52)
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(seats)]
    events: list[Base] = [HandStarted(dealer=0), Dealt(hands=tuple(cards(" ".join(some)) for some in hands))]
    judge = Judge(seats, options, [set(some) for some in hands], None)
    wrong = {(kind_of(name), line, seat) for name, line, seat in play_hand(judge, events, rng)}
    events.append(Scored(counts=tuple(len(hand) for hand in judge.hands)))
    return events, options, wrong


def kind_of(name: str) -> str:
    return "combination" if name in COMBINATIONS else name


def only_what_was_broken(number: int) -> None:
    """Cards not wholly known, then a gap: nothing is found that was not done. Behind a gap turns may look otherwise."""
    rng = random.Random(number)
    events, options, wrong = broken(number)
    lines = list(range(2, len(events) + 2))
    first = rng.randint(2, len(events) - 2)
    last = rng.randint(first, len(events) - 1)
    turns = {"out_of_turn", "locked_out", "lead_passed"}
    for kept, at, unsure in (
        (partly(events, rng), lines, set[str]()),
        ([*events[:first], Gap(), *events[last:]], [*lines[:first], 0, *lines[last:]], turns),
    ):
        log = log_of("big_two", kept, seats=2 + number % 3, options=options)
        for one in (log, redact_log(log, PUBLIC, "copy")):
            found = {
                (kind_of(one.name), at[one.at - 2], one.seat) for one in audit(one).findings if one.name not in unsure
            }
            assert {one for one in found if one[2] is not None} <= wrong, number


def test_of_a_hand_written_in_part_nothing_is_found_that_was_not_done() -> None:
    for number in range(16):
        only_what_was_broken(number)


@pytest.mark.check
def test_of_many_hands_written_in_part_nothing_is_found_that_was_not_done() -> None:
    for number in range(16, 16 + sessions(300)):
        only_what_was_broken(number)


def test_b2_6_4_what_may_be_no_combination_is_no_bar() -> None:
    seen = {}
    for lead in ("5? 5?", "5? ??"):
        text = f"0 3d, 1 p, 2 p, 0 {lead}, 1 4d 4c"
        log = log_of("big_two", [HandStarted(dealer=0), Dealt(each=13), *acts(text)], seats=3)
        seen[lead] = [one.name for one in audit(log).findings]
    assert seen == {"5? 5?": ["not_higher"], "5? ??": []}


def test_b2_6_5_cards_shown_in_part_may_be_those_that_are_known() -> None:
    """Thirteen are listed, one of them not; the last ten are shown, some in part."""
    hand = "3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad ??"
    deal = Dealt(hands=(cards(hand), None, None), each=13)
    start = [HandStarted(dealer=0), deal, *acts("0 3d, 1 p, 2 p, 0 4d, 1 p, 2 p, 0 5d")]
    for left, clean in (("6d 7d 8d 9d Td Jd Qd ?d A? ??", True), ("6d 7d 8d 9d Td Jd Qd Kd 3c 4c", False)):
        log = log_of("big_two", [*start, Shown(seat=0, cards=cards(left))], seats=3)
        assert audit(log).clean is clean, left
