"""Score sheets of Big Two as plain text: days, seats, and a row of cards left for each game.

```
2013-03-19          a day
F=11                from 11 cards left the count is doubled; all 13 count three times
C S H Jj            who sits where
1 1 5 0             one game: the cards left in each hand
4t 0 1 2  # why     `t`: this player bears the losses of all; a comment runs to the end of the line
```

Each day and seating becomes a session, a log of its own; every row keeps the number of its line, every comment is kept.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from upcard.engine.log import Log
from upcard.records.chain import sealed_bytes
from upcard.records.ids import derived_id, source_digest
from upcard.records.logfile import Read, read_bytes
from upcard.schemas.errors import UnreadableError, UsageError
from upcard.schemas.events import FORMAT, Closed, Event, HandStarted, Noted, Opened, Scored

DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
FRY: Final = re.compile(r"F\s*=\s*(\d+)")
COUNT: Final = re.compile(r"(\d+)(t?)")
WORD: Final = re.compile(r"\S+")
NO_TARGET: Final = 1_000_000
"""Sheets count on from day to day: no total ends their game unless `target` is given."""
_MOST_LINES: Final = 1_000_000


class SheetRules(msgspec.Struct, frozen=True):
    """House rules that a sheet does not say itself. What it says (`F=`, `t`) comes before them."""

    game: str = "big_two"
    preset: str | None = None
    options: dict[str, Any] = {}


class _Row(msgspec.Struct, frozen=True):
    """A game of the sheet. offender: the seat with a `t`."""

    line: int
    counts: tuple[int, ...]
    offender: int | None
    note: str | None


class _Sitting(msgspec.Struct):
    """A session as it gathers."""

    line: int
    day: str | None
    fry: int | None
    seats: tuple[str, ...]
    rows: list[_Row | Noted]


def is_sheet(start: str) -> bool:
    """Whether a text begins like a sheet: a day, a seating, a threshold, or comments before them."""
    for line in start.splitlines()[:200]:
        words = line.partition("#")[0].split()
        if words:
            first = words[0]
            plain = bool(DAY.fullmatch(first) or FRY.match(line.strip()))
            return plain or (len(words) > 1 and not first.startswith("{") and "," not in line)
    return False


def read_sheet(path: Path | str, data: bytes, rules: SheetRules = SheetRules()) -> Iterator[Read]:  # noqa: B008 - frozen
    """The sessions of a sheet as logs, sealed; the same bytes and rules give the same logs.

    Raises `UnreadableError` with file, line and column for a line that is none of what a sheet has.
    """
    if rules.game != "big_two":
        raise UsageError(f"there is no sheet format for {rules.game}", hint="upcard record --sheet takes its rows")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableError("not UTF-8", place=f"{path}:{line}") from None
    digest = source_digest(data)
    seen: dict[tuple[str | None, tuple[str, ...]], int] = {}
    for sitting in _sittings(str(path), text.split("\n")):
        times = seen[sitting.day, sitting.seats] = seen.get((sitting.day, sitting.seats), 0) + 1
        yield _log_of(sitting, digest, times, rules, str(path))


def _sittings(place: str, lines: Iterable[str]) -> Iterator[_Sitting]:
    """The sessions: a new one where the day, the threshold or the seats change."""
    day: str | None = None
    fry: int | None = None
    now: _Sitting | None = None
    loose: list[Noted] = []
    for number, line in enumerate(lines, start=1):
        if number > _MOST_LINES:
            raise UnreadableError(f"more than {_MOST_LINES:,} lines", place=place)
        content, mark, remark = line.partition("#")
        note = remark.strip().strip("#").strip() or None
        words = content.split()
        if not words:
            if mark and note:
                (loose if now is None else now.rows).append(Noted(note=note, src=number))
            continue
        if DAY.fullmatch(words[0]) and len(words) == 1:
            if now is not None:
                yield now
            day, now = words[0], None
            loose += [Noted(note=note, src=number)] if note else []
        elif FRY.fullmatch(content.strip()):
            if now is not None:
                yield now
            fry, now = int(content.split("=")[1]), None
        elif COUNT.fullmatch(words[0]) and now is not None:
            now.rows.append(_row(place, number, content, len(now.seats), note))
        else:
            seats = _seating(place, number, content)
            if now is not None and now.seats == seats:
                now.rows += [Noted(note=note, src=number)] if note else []
                continue
            if now is not None:
                yield now
            now = _Sitting(number, day, fry, seats, [*loose, *([Noted(note=note, src=number)] if note else [])])
            loose = []
    if now is not None:
        now.rows += loose
        yield now


def _seating(place: str, number: int, content: str) -> tuple[str, ...]:
    """A line of names."""
    words = content.split()
    where = f"{place}:{number}:{len(content) - len(content.lstrip()) + 1}"
    if COUNT.fullmatch(words[0]):
        raise UnreadableError("a row of counts before any line of names", place=where, hint="a line such as: C S H Jj")
    if not 2 <= len(words) <= 4:
        raise UnreadableError(
            f"{len(words)} words {content.strip()!r}; wanted 2 to 4 names, a day, or counts",
            place=where,
            hint="comments begin with #",
        )
    if len(set(words)) < len(words):
        raise UnreadableError("a name stands twice", place=where)
    return tuple(words)


def _row(place: str, number: int, content: str, seats: int, note: str | None) -> _Row:
    """A row of counts."""
    counts: list[int] = []
    offender: int | None = None
    for match in WORD.finditer(content):
        found = COUNT.fullmatch(match[0])
        where = f"{place}:{number}:{match.start() + 1}"
        if found is None:
            raise UnreadableError(f"{match[0]!r} is no count", place=where, hint="0 to 13, or with a t behind it")
        if found[2]:
            if offender is not None:
                raise UnreadableError("a second t in one row", place=where, hint="one player bears the losses of all")
            offender = len(counts)
        counts.append(min(int(found[1][:6]), NO_TARGET))
    if len(counts) != seats:
        raise UnreadableError(f"{len(counts)} counts for {seats} players", place=f"{place}:{number}:1")
    return _Row(number, tuple(counts), offender, note)


def _log_of(sitting: _Sitting, digest: str, times: int, rules: SheetRules, place: str) -> Read:
    """The log of a session."""
    options = dict(rules.options)
    options.setdefault("target", NO_TARGET)
    if sitting.fry is not None:
        options["fry_thresholds"] = (sitting.fry, max(13, sitting.fry))
    if any(isinstance(row, _Row) and row.offender is not None for row in sitting.rows):
        options["takes_all"] = "on"
    # A day and a seating stay what they are when a row is put right; without a day only the bytes tell sheets apart.
    name = derived_id("sheet", sitting.day or digest, " ".join(sitting.seats), times)
    header = Opened(
        format=FORMAT,
        log=name,
        game=rules.game,
        seats=sitting.seats,
        preset=rules.preset,
        options=options,
        source=f"score sheet, sha256 of these rows: {source_digest(repr(sitting.rows).encode())}",
        at=sitting.day,
    )
    events: list[Event] = []
    for row in sitting.rows:
        if isinstance(row, Noted):
            events.append(row)
        else:
            scored = Scored(counts=row.counts, seat=row.offender, src=row.line, note=row.note)
            events += [HandStarted(), scored]
    data = sealed_bytes(header, [*events, Closed()])
    return read_bytes(data, f"{place}:{sitting.line}")


__all__ = ["Log", "SheetRules", "is_sheet", "read_sheet"]
