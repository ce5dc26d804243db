"""The rows of the plays, whether they were read as codes or as events: each play of a log once, in its hand."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import pytest

from tests.experiments import sessions
from tests.records.test_facts import records
from upcard.engine.audit import audit
from upcard.engine.effective import effective
from upcard.engine.game import find, keys
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.archive.facts import rows_of
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import Read, read_bytes
from upcard.schemas.cards import Card
from upcard.schemas.codec import encode_line
from upcard.schemas.events import Amended, Claimed, Joined, Laid, Noted, Passed, Played, Retracted

NAMES = {Played: "played", Laid: "laid", Claimed: "claimed", Passed: "passed"}
Rows = Counter[tuple[Any, ...]]


def rows(read: Read) -> tuple[Rows, int]:
    """The rows of the plays of a log, and how many of them were codes."""
    told, coded, _ = rows_of(read, audit(read.log))
    columns = coded.columns(read.log.header.log)
    return Counter([*zip(*told["plays"], strict=True), *zip(*columns, strict=True)]), len(columns[0]) if columns else 0


def expected(read: Read) -> Rows:
    """The same, told event by event."""
    hands = {start: hand for hand, start, _ in audit(read.log).hands}
    events = effective(read.log).events
    numbers = accumulate(range(len(events)), lambda hand, place: hands.get(place, hand), initial=0)
    name, found = read.log.header.log, Rows()
    for (line, event), hand in zip(events, list(numbers)[1:], strict=True):
        if type(event) is Played:
            found[name, hand, line, event.seat, "played", event.card] += 1
        elif isinstance(event, Laid | Claimed | Passed):
            cards = () if isinstance(event, Passed) else event.cards or ()
            found[name, hand, line, event.seat, NAMES[type(event)], " ".join(cards) or None] += 1
    return found


def told_otherwise(data: bytes) -> Iterator[bytes]:
    """A log and others that differ from it in how plays are told: blanks, notes and seals between them, amendments, somebody
    who comes before the first hand, a play that stands before it, and one that nobody saw.
    """
    yield data
    header, *lines = data.splitlines(keepends=True)
    plays = [place for place, line in enumerate(lines) if line.startswith((b'{"do":"played"', b'{"do":"laid"'))]
    plain = [line for line in lines if not line.startswith(b'{"do":"sealed"')]
    yield header + b"".join(plain).replace(b'"do":"played"', b'"do": "played"', 3)
    yield header + encode_line(Joined(seat=0, player="zoe")) + b"\n" + b"".join(plain)
    yield header + encode_line(Played(seat=0, card=Card("??"))) + b"\n" + b"".join(plain)
    yield header + b"".join(line + encode_line(Noted(note="?")) + b"\n" for line in plain)
    for place in plays[3:4]:
        yield data + encode_line(Retracted(line=place + 2)) + b"\n"
    for place in plays[-1:]:
        for event in (Noted(note="it was none"), Played(seat=1, card=Card("??"))):
            yield data + encode_line(Amended(line=place + 2, event=event)) + b"\n"


@pytest.mark.parametrize("key", keys())
def test_each_play_has_its_row(key: str) -> None:
    coded = 0
    for seats in {find(key).seats[0], min(find(key).seats[1], 8)}:
        log = simulate(Setup(game=key, seed=3, seats=seats), hands=3)
        data = sealed_bytes(log.header, [event for _, event in log.events])
        for one in told_otherwise(data):
            read = read_bytes(one)
            found, codes = rows(read)
            assert found == expected(read)
            coded += codes
    assert coded or not any(isinstance(event, Played) for _, event in log.events)


@pytest.mark.check
@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("key", keys())
def test_each_play_has_its_row_whatever_is_missing(key: str) -> None:
    for ordinal in range(sessions(4)):
        full = simulate(Setup(game=key, seed=5), hands=4, ordinal=ordinal)
        for log in (full, redact_log(full, PUBLIC, full.header.log)):
            for events in records(log):
                read = read_bytes(sealed_bytes(log.header, events))
                assert rows(read)[0] == expected(read)
