"""Spinado: true payments and counts, in whole records and in such as tell only a part, are never found wrong."""

import random
from collections.abc import Iterator

import pytest

from tests.experiments import sessions
from tests.games.spinado_naive import POTS, Ledger, session
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
        told = Log.of(log.header, events)  # type: ignore[arg-type]
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
