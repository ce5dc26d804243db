"""Short ways to write logs down in tests."""

from collections.abc import Iterable

from upcard.engine.audit import Audit, audit
from upcard.engine.fold import fold
from upcard.engine.log import Log
from upcard.schemas.cards import Card, read_cards
from upcard.schemas.events import FORMAT, Base, Opened, Played
from upcard.schemas.findings import Finding


def log_of(game: str, events: Iterable[Base], seats: int = 4, **header: object) -> Log:
    """A log of these events, from line 2 on."""
    players = tuple(f"p{seat + 1}" for seat in range(seats))
    opened = Opened(format=FORMAT, log="test", game=game, seats=players, **header)
    return Log.of(opened, list(events))


def cards(text: str) -> tuple[Card, ...]:
    """Cards from text."""
    return read_cards(text)


def trick(lead: int, text: str, seats: int = 4, way: int = 1) -> list[Base]:
    """One trick: cards in turn order from the seat that leads."""
    return [Played(seat=(lead + way * place) % seats, card=card) for place, card in enumerate(cards(text))]


def judged(log: Log) -> Audit:
    """The audit of a log."""
    return audit(log)


def found(log: Log) -> list[tuple[str, int, int, int | None]]:
    """What an audit finds, but for notes: clause, the line it is about, the line that proves it, seat."""
    return [told(finding) for finding in audit(log).findings if finding.kind != "note"]


def told(finding: Finding) -> tuple[str, int, int, int | None]:
    """A finding in short."""
    return finding.clause, finding.at, finding.found_at, finding.seat


__all__ = ["cards", "fold", "found", "judged", "log_of", "told", "trick"]
