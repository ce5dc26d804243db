"""Spinado: true payments and counts, in whole records and in such as tell only a part, are never found wrong."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from tests.experiments import sessions
from tests.games import stops_page
from tests.games.spinado_naive import POTS, Ledger, judges, plays_anything, reckoned, session
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import (
    Base,
    ChipsPassed,
    Closed,
    Dealt,
    Gap,
    HandStarted,
    Laid,
    Played,
    PoolCounted,
    PurseCounted,
    Scored,
    Voided,
)


def counts(ledger: Ledger, rng: random.Random) -> Iterator[Base]:
    """Now and then somebody counts a purse or a pot."""
    if "" in ledger.pots:
        return
    if rng.random() < 0.1:
        seat = rng.randrange(ledger.seats)
        yield PurseCounted(seat=seat, amount=ledger.purses[seat])
    if rng.random() < 0.1:
        pot = rng.choice(POTS)
        yield PoolCounted(pool=pot, amount=ledger.pots[pot])


def paid(moves: list[tuple[str, str, int]]) -> list[Base]:
    """Payments as they are written down."""
    return [ChipsPassed(from_=source, to=target, amount=amount) for source, target, amount in moves if amount]


def antes(ledger: Ledger, rng: random.Random) -> list[Base]:
    """The antes of a hand, pot by pot or at once."""
    if rng.random() < 0.5:
        return paid(ledger.moves)
    sources = dict.fromkeys(source for source, _, _ in ledger.moves)
    return [ChipsPassed(from_=source, to="board", amount=3) for source in sources]


def with_testimony(log: Log, rng: random.Random) -> list[Base]:
    """The session with what was paid and counted. Antes may be written before the hand begins, or some of them."""
    ledger, events, late = Ledger(log.header), list[Base](), list[Base]()
    for _, event in log.events:
        known = len(ledger.moves)
        ledger.hear(event)
        if isinstance(event, HandStarted):
            all_antes = antes(ledger, rng)
            early = rng.choice([0, 0, len(all_antes), rng.randrange(len(all_antes))])
            events += [*all_antes[:early], event, *late]
            events += all_antes[early:]
            late = []
        else:
            events.append(event)
            moves = ledger.moves[known:] if isinstance(event, Played | Laid) else []
            now = paid(moves) if rng.random() < 0.5 else []
            if rng.random() < 0.3:
                late = now  # written when the next hand has begun
            else:
                events += now
        if isinstance(event, Voided | Closed):
            late = []
        if not late:
            events += counts(ledger, rng)
    return events


def forgetful(events: list[Base], rng: random.Random) -> list[Base]:
    """The same by a scribe who missed some cards, and perhaps some events on end."""
    seen: list[Base] = []
    for event in events:
        if isinstance(event, Played) and rng.random() < 0.1:
            seen.append(Played(seat=event.seat, card=UNKNOWN))
        elif isinstance(event, Laid) and rng.random() < 0.2:
            hidden = [UNKNOWN if rng.random() < 0.5 else card for card in event.cards]
            seen.append(Laid(seat=event.seat, cards=tuple(hidden)))
        elif isinstance(event, Dealt) and rng.random() < 0.5:
            hands = [
                tuple(UNKNOWN if rng.random() < 0.2 else card for card in hand or ()) for hand in event.hands or ()
            ]
            seen.append(Dealt(hands=tuple(hands)))
        else:
            seen.append(event)
    if rng.random() < 0.5:
        plays = [place for place, event in enumerate(seen) if isinstance(event, Played | Laid)]
        if plays:
            start = end = rng.choice(plays)
            while (
                end + 1 < len(seen)
                and not isinstance(seen[end + 1], HandStarted | Closed | Voided)
                and rng.random() < 0.8
            ):
                end += 1
            seen[start : end + 1] = [Gap()]
    return seen


def is_clean(number: int) -> None:
    """Nothing but notes, whoever looks on, with all cards and with some."""
    rng = random.Random(number)
    log = session(number)
    whole = with_testimony(log, rng)
    for name, events in (("whole", whole), ("part", forgetful(whole, rng))):
        told = Log.of(log.header, events)
        for viewer in (None, PUBLIC, number % len(log.header.seats)):
            done = audit(told if viewer is None else redact_log(told, viewer, "copy"))
            wrong = [one for one in done.findings if one.kind != "note"]
            assert wrong == [], (number, name, viewer)
            assert name != "whole" or viewer is not None or done.findings == [], number


def test_sp_6_what_was_truly_paid_is_never_found_wrong() -> None:
    for number in range(80):
        is_clean(number)


@pytest.mark.check
def test_sp_6_what_was_truly_paid_is_never_found_wrong_often() -> None:
    for number in range(sessions(2000)):
        is_clean(number)


def rows_after_some_play(log: Log, rng: random.Random) -> tuple[list[Base], int]:
    """Each hand with some of its play, and a row that tells what it brought; how many hands."""
    ledger, events, kept, hand = Ledger(log.header), list[Base](), 0, 0
    for _, event in log.events:
        told = len(ledger.told)
        ledger.hear(event)
        if isinstance(event, HandStarted):
            kept = rng.choice([0, rng.randrange(12), rng.randrange(40)])
        ended = len(ledger.told) > told
        if isinstance(event, Closed):
            events.append(event)
        elif ended:
            hand += 1
            points = tuple(ledger.told[-1][0])
            events.append(Scored(void=True) if isinstance(event, Voided) else Scored(points=points, seat=ledger.winner))
        elif isinstance(event, HandStarted) or kept > 0:
            events.append(event)
            kept -= 1
    return events, hand


def rows_are_true(number: int) -> None:
    """Nothing is found in such a sheet; a point too many in its first row is."""
    rng = random.Random(number)
    log = session(number)
    events, hands = rows_after_some_play(log, rng)
    told = Log.of(log.header, events)
    for seen in (told, redact_log(told, PUBLIC, "copy")):
        done = audit(seen)
        assert [one for one in done.findings if one.kind != "note"] == [], number
        assert [ended.result.points for ended in done.results][:hands] == [
            tuple(gains) for gains, _ in reckoned(log).told[:hands]
        ], number
    if log.header.board is not None:  # other pots may come to just that
        return
    at = next(place for place, event in enumerate(events) if isinstance(event, Scored))
    row = events[at]
    assert isinstance(row, Scored)
    assert row.points is not None
    wrong = [*row.points]
    wrong[rng.randrange(len(wrong))] += rng.choice((-1, 1))
    spoiled = Log.of(log.header, [*events[:at], Scored(points=tuple(wrong), seat=row.seat)])
    assert [one.at for one in audit(spoiled).findings if one.kind != "note"] == [at + 2], number


def test_sp_6_a_row_may_follow_some_of_the_play() -> None:
    for number in range(80):
        rows_are_true(number)


@pytest.mark.check
def test_sp_6_a_row_may_follow_some_of_the_play_often() -> None:
    for number in range(sessions(2000)):
        rows_are_true(number)


def judged_at_once(events: list[Base]) -> Iterator[int]:
    """The places of payments and counts that are about the hand they stand in: antes come after it began, what is won
    after its first card.
    """
    opened, played = False, False
    for place, event in enumerate(events):
        if isinstance(event, HandStarted | Voided):
            opened, played = isinstance(event, HandStarted), False
        played = played or isinstance(event, Played | Laid)
        ante = isinstance(event, ChipsPassed) and event.from_.startswith("seat") and not event.to.startswith("seat")
        if isinstance(event, PurseCounted | PoolCounted) or (
            isinstance(event, ChipsPassed) and (opened if ante else played)
        ):
            yield place


def a_wrong_amount_is_found(number: int) -> None:
    """With all hands known, a counter too many in one line is found in that line, and nothing else."""
    rng = random.Random(number)
    log = session(number)
    events = with_testimony(log, rng)
    places = list(judged_at_once(events))
    for place in rng.sample(places, min(3, len(places))):
        event = events[place]
        wrong = msgspec.structs.replace(event, amount=event.amount + 1)
        told = Log.of(log.header, [*events[:place], wrong, *events[place + 1 :]])
        found = [(one.at, one.kind) for one in audit(told).findings]
        assert found == [(place + 2, "testimony")], (number, wrong, found)


def test_sp_6_a_counter_too_many_is_found_where_it_was_written() -> None:
    for number in range(60):
        a_wrong_amount_is_found(number)


@pytest.mark.check
def test_sp_6_a_counter_too_many_is_found_where_it_was_written_often() -> None:
    for number in range(sessions(1500)):
        a_wrong_amount_is_found(number)


TURN = {"lead_out_of_turn", "spinado_alone_midsequence"}
"""Which of the two it was may hang on a card that nobody saw."""


def only_what_was_done_is_found(number: int) -> None:
    """Of play against the rules, a scribe who missed some cards proves nothing that was not done."""
    rng = random.Random(number)
    log = session(number, hands=2, player=plays_anything)
    if stops_page.opened_alike(log):
        return
    events = [event for _, event in log.events]
    kept = forgetful(list(events), rng)
    ends = list(judges(log, None))
    true = ends[-1][1]
    whole = [one for one in range(len(events)) if one >= len(kept) or type(kept[one]) is not type(events[one])]
    cut = whole[0] if whole else len(events)  # where the gap begins
    longer = len(events) - len(kept)
    done_by = {(name, seat, at - (longer if at - 2 > cut else 0)) for name, seat, at, _ in true}
    for viewer in (None, PUBLIC, number % len(log.header.seats)):
        told = Log.of(log.header, kept)
        done = audit(told if viewer is None else redact_log(told, viewer, "copy"))
        for one in done.findings:
            if one.name == "dead_overflow":
                assert any(name == "missed_follow" for name, _, _ in done_by), (number, viewer, one)
            elif one.name in TURN:
                assert any((name, one.seat, one.at) in done_by for name in TURN), (number, viewer, one)
            elif one.kind != "note":
                assert (one.name, one.seat, one.at) in done_by, (number, viewer, one)
        told_of = reckoned(log).told
        for ended in done.results:
            gains = told_of[ended.hand - 1][0] if ended.hand <= len(told_of) else [None] * len(log.header.seats)
            assert all(one in {None, two} for one, two in zip(ended.result.points, gains, strict=True)), number


def test_sp_6_nothing_is_found_that_was_not_done() -> None:
    for number in range(100):
        only_what_was_done_is_found(number)


@pytest.mark.check
def test_sp_6_nothing_is_found_that_was_not_done_often() -> None:
    for number in range(sessions(2000)):
        only_what_was_done_is_found(number)
