"""Short ways to record in tests: a session on a disk in memory, and events as somebody would type them."""

from pathlib import Path

import pytest

from tests.harness.disk import SimulatedDisk
from upcard.cli.recorder.book import Outcome
from upcard.cli.recorder.fields import NotRead, written
from upcard.cli.recorder.session import Session
from upcard.cli.recorder.words import Part, read
from upcard.engine.game import keys
from upcard.engine.view import PUBLIC
from upcard.records.logfile import LogWriter
from upcard.schemas.events import FORMAT, Event, Opened

PATH = Path("/table/log.jsonl")

QUICK = frozenset({"court_piece", "big_two", "popcorn", "spinado", "trente_et_quarante"})
"""A game of each family: tricks, climbing, claims, stops, bets. What holds for every game is tried with these by `make test`."""

each_game = pytest.mark.parametrize(
    "game", [key if key in QUICK else pytest.param(key, marks=pytest.mark.check) for key in keys()]
)
"""Every game; those that are like another one are left to `make check`."""


def recorder(
    game: str, players: str = "Ann Bob Cid Dee", *, level: int = PUBLIC, sheet: bool = False, **header: object
) -> Session:
    """A new session."""
    opened = Opened(format=FORMAT, log="test", game=game, seats=tuple(players.split()), **header)
    return of_header(opened, level=level, sheet=sheet)


def of_header(opened: Opened, *, level: int = PUBLIC, sheet: bool = False) -> Session:
    return Session(LogWriter.create(PATH, opened, storage=SimulatedDisk()), level=level, sheet=sheet)


def resumed(session: Session) -> Session:
    """The same session after the recorder was killed: all it has is the file."""
    writer = session.book.writer
    disk = writer._storage
    writer.close()
    return Session(LogWriter.open(PATH, storage=disk), sheet=session.sheet)


def take(session: Session, *lines: str, sure: bool = True) -> list[Outcome]:
    """What became of these lines."""
    return [outcome for line in lines for outcome in session.take(line, lambda _what, _findings, _changes: sure)]


def kinds(outcomes: list[Outcome]) -> list[str]:
    return [outcome.kind for outcome in outcomes]


def events(session: Session) -> list[Event]:
    """All events as they were written."""
    return [event for _, event in session.book.raw]


def typed(session: Session, event: Event) -> str:
    """The shortest line that says an event here: Enter, its cards or its word, with the seat only if it must be said."""
    if session.prompt().enter == event:
        return ""
    for line in _ways(event):
        try:
            if read(Part(line), session.table) == event:
                return line
        except NotRead:
            continue
    raise AssertionError(f"no line says {event}")


def _ways(event: Event) -> list[str]:
    cards = getattr(event, "cards", None) or (getattr(event, "card", None),)
    bare = " ".join(str(card) for card in cards if card)
    values = [
        str(getattr(event, name)) for name in ("suit", "amount", "dealer") if getattr(event, name, None) is not None
    ]
    seat = getattr(event, "seat", None)
    verb = {"passed": "p", "closed": "close"}.get(event.__struct_config__.tag, "")
    ways = [bare, *values, verb, *(f"{seat}: {bare}" for _ in [0] if seat is not None and bare)]
    return [way for way in ways if way] + [written(event)]
