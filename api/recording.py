"""Writing a log from a program: each event is durable before the next is written, and judged as it comes."""

import os
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, Self, get_args

import msgspec

from upcard.api.logs import Audit, Log
from upcard.api.tables import Table
from upcard.engine.game import find
from upcard.engine.log import Log as EngineLog
from upcard.records.ids import new_id
from upcard.records.logfile import LogWriter
from upcard.schemas.codec import decode_line
from upcard.schemas.errors import UnreadableError, UsageError
from upcard.schemas.events import FORMAT, Event, Opened
from upcard.schemas.events.base import tag

KINDS = {tag(kind): kind for kind in get_args(Event)}
"""The events by the word that names them in a log."""


class Writer:
    """A log that is written. An event is a method of its name: `log.played(seat=0, card="Qc")`; docs/events.md has them all.

    path: its file. Use it as a context manager, or call `close`: what was written is durable without it.
    """

    def __init__(self, writer: LogWriter) -> None:
        self._writer = writer
        self.path = writer.path
        self._events = list(writer.read.log.events)

    def write(self, do: str, /, **fields: Any) -> int:
        """Write an event by its name, and return its line. What breaks a rule is written and found; what is no event of that name
        raises `UsageError`, and nothing is written.
        """
        event = event_of(do, fields)
        line = self._writer.append(event)
        self._events.append((line, event))
        return line

    def __getattr__(self, name: str) -> Any:
        if name not in KINDS or name in {"opened", "sealed"}:
            raise AttributeError(f"a log has no event {name!r}")

        def written(**fields: Any) -> int:
            return self.write(name, **fields)

        written.__name__, written.__doc__ = name, KINDS[name].__doc__
        return written

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *KINDS} - {"opened", "sealed"})

    @property
    def log(self) -> Log:
        """The log so far."""
        return Log(EngineLog(self._writer.header, list(self._events)), str(self.path))

    def audit(self) -> Audit:
        """What an audit tells of the log so far."""
        return self.log.audit()

    @property
    def findings(self) -> Table:
        """What is found so far."""
        return self.audit().findings

    @property
    def due(self) -> Table:
        """What may come next: the event, whose it is, and what is asked for."""
        audit = self.audit()
        acts = audit._done.game.due(audit._done.state)  # noqa: SLF001 - of its own kind
        players = audit.session.players
        rows = [
            (
                tag(act.event),
                act.seat,
                None if act.seat is None else players[act.seat],
                act.asks,
                act.optional,
            )
            for act in acts
        ]
        return Table(("do", "seat", "player", "asks", "optional"), rows)

    def close(self) -> None:
        """Let others write. The session is closed by `closed()`."""
        self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Writer of {self.path}: {self.log.game}, {', '.join(self.log.players)}, line {self._writer.next_line} is next>"


def record(
    path: Path | str,
    game: str | None = None,
    players: Sequence[str] = (),
    *,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    day: date | datetime | str | None = None,
    place: str | None = None,
) -> Writer:
    """Begin a log of a game in a new file, or go on with the log of a file, if no game is named.

    players: by seat; preset, options: the house rules; day: of the session, else now; place: where it was played. Raises
    `UsageError` for a game, players or rules that do not go together, and where another log is there already.
    """
    if game is None:
        return Writer(LogWriter.open(path))
    moment = datetime.now().astimezone().isoformat(timespec="seconds") if day is None else day
    said = {
        "format": FORMAT,
        "log": new_id(),
        "game": game,
        "seats": list(players),
        "preset": preset,
        "options": dict(options) if options else None,
        "place": place,
        "at": moment if isinstance(moment, str) else moment.isoformat(),
    }
    header = event_of("opened", {name: value for name, value in said.items() if value is not None})
    assert isinstance(header, Opened)
    find(header.game).table(header)
    if Path(path).is_file() and Path(path).stat().st_size:
        raise UsageError("there is a log already", place=os.fspath(path), hint="upcard.record(path) goes on with it")
    return Writer(LogWriter.create(path, header))


def event_of(do: str, fields: Mapping[str, Any]) -> Event:
    """The event of a name and fields, as they stand in a log. Raises `UsageError` that says what was wanted."""
    if do not in KINDS:
        from difflib import get_close_matches

        near = get_close_matches(do, KINDS, n=3, cutoff=0.4)
        raise UsageError(
            f"no event {do!r}", hint=f"did you mean {' or '.join(near)}?" if near else "docs/events.md has them all"
        )
    try:
        return decode_line(msgspec.json.encode({"do": do, **fields}))
    except UnreadableError as error:
        there = ", ".join(name for name in KINDS[do].__struct_fields__)
        raise UsageError(f"{do}: {error.message}", hint=error.hint or f"it has: {there}") from None
    except TypeError as error:
        raise UsageError(f"{do}: {error}", hint="docs/events.md has the fields of each event") from None
