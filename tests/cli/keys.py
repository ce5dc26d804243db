"""How many keys a session takes: a scribe who types the shortest line that says what happened, act by act.

An act is typed on a line of its own, but for what people say together: passes, with the play that ends them, and the two
rows of Trente et Quarante. Cards that nobody but their holder sees are not typed.
"""

import random
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

import msgspec

from tests.cli.recording import of_header
from upcard.cli.recorder.fields import NotRead, written
from upcard.cli.recorder.lines import steps_of
from upcard.cli.recorder.offer import is_automatic
from upcard.cli.recorder.session import Session
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import (
    BetPlaced,
    Claimed,
    Closed,
    Dealt,
    Discarded,
    Event,
    HandStarted,
    Laid,
    Passed,
    Played,
    RowDealt,
    Took,
)

_TOGETHER = 6
_PIPS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


def typed_lines(game: str, hands: int = 3, seeds: Sequence[int] = (1, 2)) -> list[tuple[int, int]]:
    """Of each line of some sessions: its keys, Enter included, and its plays: what is done in a hand that has begun."""
    return [
        (len(line) + 1, sum(not isinstance(event, HandStarted | Closed) for event in events))
        for seed in seeds
        for line, events in typed_session(game, seed, hands)
    ]


def median_keys(lines: Sequence[tuple[int, int]]) -> float:
    """The keys of a play in the median: those of a line are of its plays alike."""
    return median(keys / plays for keys, plays in lines for _ in range(plays))


def mean_keys(lines: Sequence[tuple[int, int]]) -> float:
    """All keys that were pressed, by the number of plays."""
    return sum(keys for keys, _ in lines) / sum(plays for _, plays in lines)


def typed_session(game: str, seed: int, hands: int) -> Iterator[tuple[str, list[Event]]]:
    """A session as it is typed: each line, with what it says."""
    log = redact_log(simulate(Setup(game=game, seed=seed), hands=hands), PUBLIC, "copy")
    session = of_header(log.header)
    left = [as_scribed(event) for _, event in log.events if not is_automatic(event)]
    if game == "trente_et_quarante":
        left = list(with_regulars(left, random.Random(seed)))
    while left:
        line, count = shortest(session, left)
        outcomes = session.take(line)
        assert not {"unread", "declined"} & {outcome.kind for outcome in outcomes}, (line, outcomes)
        yield line, left[:count]
        del left[:count]


def with_regulars(events: Sequence[Event], rng: random.Random) -> Iterator[Event]:
    """The rows of a session, with bettors who stand by their bets: before every fourth hand or so one of them changes."""
    bets = [any_bet(seat, rng) for seat in range(4)]
    for event in events:
        if isinstance(event, HandStarted):
            yield event
            yield from bets
            if rng.random() < 0.25:
                bets[rng.randrange(4)] = any_bet(rng.randrange(4), rng)
                bets.sort(key=lambda bet: bet.seat)
        elif isinstance(event, RowDealt | Closed):
            yield event


def any_bet(seat: int, rng: random.Random) -> BetPlaced:
    """A bet of some coins."""
    kind = rng.choice(["noir", "rouge", "couleur", "inverse"])
    return BetPlaced(seat=seat, bet="?", kind=kind, amount=100 * rng.choice([1, 2, 5, 10, 50]))


def as_scribed(event: Event) -> Event:
    """An act without the cards that nobody saw; a row by its total and the colour of its first card, as it is called."""
    if isinstance(event, RowDealt) and event.cards:
        total = sum(int(_PIPS.get(card.rank, card.rank)) for card in event.cards)
        colour: Any = None if event.row == "rouge" else "red" if event.cards[0].suit in "dh" else "black"
        return RowDealt(row=event.row, total=total, colour=colour)
    if isinstance(event, Dealt):
        return msgspec.structs.replace(event, hands=None)
    if isinstance(event, Took) and event.place == "pile":
        return msgspec.structs.replace(event, cards=None)
    if isinstance(event, BetPlaced):
        return msgspec.structs.replace(event, bet="?")
    if isinstance(event, Discarded) and len(event.cards or ()) > 1:  # how many, nobody else saw which
        return event
    blank = {}
    for name in event.hidden:
        value = getattr(event, name)
        if value == UNKNOWN or (isinstance(value, tuple) and set(value) == {UNKNOWN}):
            blank[name] = None
    return msgspec.structs.replace(event, **blank) if blank else event


def shortest(session: Session, left: Sequence[Event]) -> tuple[str, int]:
    """The line of the fewest keys an act for what comes next, and how many acts it says."""
    found: list[tuple[float, str, int]] = []
    for count in range(1, _TOGETHER + 1):
        events = left[:count]
        if count > len(left) or not _said_together(events):
            break
        ways = sorted(dict.fromkeys(_lines(session, events)), key=len)
        line = next((line for line in ways if _says(session, line, events)), None)
        if line is not None:
            found.append(((len(line) + 1) / count, line, count))
    assert found, f"no line says {left[0]}"
    _, typed, count = min(found)
    return typed, count


def _said_together(events: Sequence[Event]) -> bool:
    """Whether people say these acts at once: passes with the play that ends them, rows, bets."""
    passes = all(isinstance(event, Passed) for event in events[:-1])
    rows = all(isinstance(event, RowDealt) for event in events)
    bets = all(isinstance(event, BetPlaced) for event in events)
    return len(events) == 1 or passes or rows or bets


def _says(session: Session, line: str, events: Sequence[Event]) -> bool:
    if not line:
        enter = session.prompt().enter
        return enter is not None and [as_scribed(enter)] == list(events)
    try:
        said = [event for step in steps_of(line, session._position) for event in step.events]
    except NotRead:
        return False
    return [as_scribed(event) for event in said] == list(events)


def _lines(session: Session, events: Sequence[Event]) -> Iterator[str]:
    """Lines that may say these acts."""
    if len(events) == 1:
        yield ""
    yield "="
    if isinstance(events[0], Passed):
        yield "p" * len(events)
        last = "".join(_bare(session, events[-1])[:1])
        yield "p" * (len(events) - 1) + " " + last
        yield from (f"{seat} {last}" for seat in _seat(events[-1]))
    if len(events) > 1:
        parts = [[way for way in _single(session, event) if way][:12] for event in events]
        yield from (" ".join(part[place % len(part)] for part in parts) for place in range(12))
        return
    yield from _single(session, events[0])


def _single(session: Session, event: Event) -> Iterator[str]:
    bare = _bare(session, event)
    yield from bare
    yield from _seat(event)
    for seat in _seat(event):
        yield from (f"{seat} {way}" for way in bare)
        yield from (f"{seat}{way}" for way in bare if way == "!" or isinstance(event, BetPlaced))
    yield written(event, session.seats.coin)


def _seat(event: Event) -> list[str]:
    seat = getattr(event, "seat", getattr(event, "dealer", None))
    return [] if seat is None else [str(seat)]


def _bare(session: Session, event: Event) -> list[str]:
    """An act without its seat."""
    if isinstance(event, RowDealt):
        colour = "" if event.colour is None else event.colour[0]
        return [f"{(event.total or 0) % 10}{colour}", f"{event.total}{colour}", f"{event.total} {event.colour}"]
    if isinstance(event, BetPlaced):
        amount = event.amount // session.seats.coin
        return [f"{event.kind[0]}{amount}", f"{event.kind[0]} {amount}"]
    cards = getattr(event, "cards", None) or (getattr(event, "card", None),)
    ways = ["".join(str(card) for card in cards if card)]
    if UNKNOWN in cards:
        ways = [str(len(cards))]
    if isinstance(event, Played | Laid) and getattr(event, "suit", None):
        ways.append(f"{ways[0]} {event.suit}")
    if isinstance(event, Played) and event.stands_for:
        ways.append(f"{ways[0]} {event.stands_for}")
    flags = [name for name in event.__struct_fields__ if getattr(event, name) is True]
    ways += [" ".join([ways[0], *flags])] * bool(flags)
    if isinstance(event, Claimed):
        ways.append(str(event.count))
    ways += [
        str(getattr(event, name))
        for name in ("suit", "amount", "dealer", "each")
        if getattr(event, name, None) is not None
    ]
    tag = str(event.__struct_config__.tag)
    ways += [word for word, stands in session.game.words.items() if stands.split()[0] == tag]
    if isinstance(event, Dealt) and event.each:
        ways.append(f"deal {event.each}")
    ways += [{"passed": "p", "closed": "close"}.get(tag, tag)]
    return [way for way in ways if way]
