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
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final

import msgspec

from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.records.chain import sealed_bytes
from upcard.records.ids import derived_id, source_digest
from upcard.records.importers.game_names import game_named
from upcard.records.logfile import Read, read_bytes
from upcard.schemas.errors import UnreadableError, UsageError
from upcard.schemas.events import FORMAT, Closed, Event, HandStarted, Noted, Opened, Scored
from upcard.schemas.wording import counted

DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
FRY: Final = re.compile(r"F\s*=\s*(\S+)")
THRESHOLD: Final = re.compile(r"0*([1-9][0-9]{0,5})")
COUNT: Final = re.compile(r"([0-9]+)(t?)")
_PARTED: Final = re.compile(r"[,;|\t]")
WORD: Final = re.compile(r"\S+")
NO_NAME: Final = re.compile(r"[-+]?[0-9].*|.*[=,;|].*|[-+_.?!*/~:]+")
"""What begins like a number, sets something, or has what parts columns is no name: a row or a threshold that was mistyped,
or a sheet of another form. Nor are marks alone; nor is what begins with digits of another script.
"""
LINE_END: Final = re.compile(r"\r\n|\r|\n")
_JOINERS: Final = "\u200c\u200d"
"""Not seen, but parts of how names are written in some scripts."""
NO_HANDS: Final = "no hands in this sheet"
WHAT_A_SHEET_HAS: Final = "headings and rows below them; see docs/import.md"
_AS_UTF_8: Final = "save the sheet as UTF-8"
_MOST_LINES: Final = 1_000_000
_MOST_DIGITS: Final = 15
"""Of a count: what a log keeps exactly."""


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
    if below_its_game(start):
        return False
    for line in start.removeprefix("\ufeff").splitlines()[:200]:
        words = line.partition("#")[0].split()
        if words:
            first = words[0]
            plain = bool(DAY.fullmatch(first) or FRY.match(line.strip()))
            return plain or (len(words) > 1 and not first.startswith("{") and not _PARTED.search(line))
    return False


def below_its_game(start: str) -> bool:
    """Whether a text begins with a line that names a game, as `Popcorn 19 June 2026`: no seating, as `Mum Pop Ann Bob` above four
    counts is.
    """
    contents = (line.partition("#")[0] for line in start.removeprefix("\ufeff").splitlines()[:200])
    first, below, *_ = [*[line for line in contents if line.strip()][:2], "", ""]
    counted_below = all(map(COUNT.fullmatch, below.split())) and len(below.split()) == len(first.split())
    return game_named(first) is not None and not (counted_below and below)


def begins_like_sheet(start: bytes) -> bool:
    """The same of the first bytes of a file."""
    return is_sheet(start.decode("utf-8", "replace"))


def read_sheet(path: Path | str, data: bytes, rules: SheetRules = SheetRules()) -> Iterator[Read]:  # noqa: B008 - frozen
    """The sessions of a sheet as logs, sealed; the same bytes and rules give the same logs.

    Raises `UnreadableError` with file, line and column for a line that is none of what a sheet has.
    """
    if rules.game != "big_two":
        raise UsageError(f"there is no sheet format for {rules.game}", hint="upcard record --sheet takes its rows")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(LINE_END.split(data[: error.start].decode("latin-1")))
        raise UnreadableError("not UTF-8", place=f"{path}:{line}", hint=_AS_UTF_8) from None
    if "\0" in text:  # no text has any; in UTF-16 it is every other byte
        line = len(LINE_END.split(text[: text.index("\0")]))
        raise UnreadableError("a byte 0, as in UTF-16", place=f"{path}:{line}", hint=_AS_UTF_8)
    digest = source_digest(data)
    seen: dict[tuple[str | None, tuple[str, ...]], int] = {}
    for sitting in _played(_sittings(str(path), LINE_END.split(text)), str(path)):
        times = seen[sitting.day, sitting.seats] = seen.get((sitting.day, sitting.seats), 0) + 1
        yield _log_of(sitting, digest, times, rules, str(path))


def _sittings(place: str, lines: Iterable[str]) -> Iterator[_Sitting]:
    """The sessions: a new one where the day, the threshold or the seats change. Seats stay until others are named."""
    day: str | None = None
    fry: int | None = None
    now: _Sitting | None = None
    begun = False  # whether what follows belongs to it; else a row begins another, of the same seats
    loose: list[_Row | Noted] = []
    for number, line in enumerate(lines, start=1):
        if number > _MOST_LINES:
            raise UnreadableError(f"more than {_MOST_LINES:,} lines", place=place, hint="divide it, such as by years")
        content, _, remark = line.partition("#")
        note = remark.strip().strip("#").strip() or None
        words = content.split()
        row = bool(words and now is not None and COUNT.fullmatch(words[0]))
        other = bool(words) and not row and not (begun and now is not None and tuple(words) == now.seats)
        if other and DAY.fullmatch(words[0]) and len(words) == 1:
            before, day = day, _day(place, number, words[0])
            begun = begun and day == before
        elif other and FRY.fullmatch(content.strip()):
            was, fry = fry, _threshold(place, number, content.strip())
            begun = begun and fry == was
        elif other or (row and not begun):
            seats = now.seats if row and now is not None else _seating(place, number, content)
            if now is not None:
                yield now
            now, loose, begun = _Sitting(number, day, fry, seats, loose), [], True
        rows = now.rows if begun and now is not None else loose
        if row and now is not None:
            rows.append(_row(place, number, content, now.seats, note))
        elif note:
            rows.append(Noted(note=note, src=number))
    if now is not None:
        now.rows += loose
        yield now


def _played(sittings: Iterable[_Sitting], place: str) -> Iterator[_Sitting]:
    """The sessions in which something was played; what was remarked in others goes to the next, or to the last.

    Raises `UnreadableError` where nothing was: words that are no sheet look like names of players.
    """
    last: _Sitting | None = None
    loose: list[_Row | Noted] = []
    for sitting in sittings:
        if not any(isinstance(row, _Row) for row in sitting.rows):
            loose += sitting.rows
            continue
        if last is not None:
            yield last
        sitting.rows = loose + sitting.rows
        last, loose = sitting, []
    if last is None:
        raise UnreadableError(NO_HANDS, place=place, hint=WHAT_A_SHEET_HAS)
    last.rows += loose
    yield last


def _day(place: str, number: int, word: str) -> str:
    """A day that there is."""
    try:
        return date.fromisoformat(word).isoformat()
    except ValueError:
        says = f"there is no day {word}"
        raise UnreadableError(says, place=f"{place}:{number}:1", hint="year, month, day, as in 2013-03-19") from None


def _threshold(place: str, number: int, words: str) -> int:
    """The cards left from which the count is doubled."""
    word = words.partition("=")[2].strip()
    found = THRESHOLD.fullmatch(word)
    if found is None:
        raise UnreadableError(
            f"{word!r} is no threshold", place=f"{place}:{number}:1", hint="a number from 1, as in F=11"
        )
    return int(found[1])


def _seating(place: str, number: int, content: str) -> tuple[str, ...]:
    """A line of names."""
    words = content.split()
    columns = [match.start() + 1 for match in WORD.finditer(content)]
    where = f"{place}:{number}:{columns[0]}"
    if COUNT.fullmatch(words[0]):
        raise UnreadableError("a row of counts before any line of names", place=where, hint="a line such as: C S H Jj")
    if not 2 <= len(words) <= 4:
        raise UnreadableError(
            f"{counted(len(words), 'word')} {content.strip()!r:.80}; wanted 2 to 4 names, a day such as 2013-03-19, or counts",
            place=where,
            hint="comments begin with #",
        )
    odd = next((word for word in words if NO_NAME.fullmatch(word)), None)
    odd = odd or next((word for word in words if word.lstrip("+-")[:1].isdigit()), None)
    if odd is not None:
        says = f"{odd!r:.40} is no name, and {content.strip()!r:.80} is no row of counts"
        raise UnreadableError(
            says, place=where, hint="names as in C S H Jj, or counts as in 1 1 5 0, with blanks between"
        )
    for column, word in zip(columns, words, strict=True):
        if any(map(_is_unseen, word)):
            says = f"the name {word!a:.80} has a character that cannot be seen"
            raise UnreadableError(says, place=f"{place}:{number}:{column}", hint="type the name anew")
    plain = [unicodedata.normalize("NFC", word) for word in words]
    twice = next((at for at, word in enumerate(plain) if word in plain[:at]), None)
    if twice is not None:
        says = f"the name {words[twice]!r:.40} stands twice"
        raise UnreadableError(says, place=f"{place}:{number}:{columns[twice]}", hint="give one of them another name")
    return tuple(words)


def _is_unseen(letter: str) -> bool:
    """Whether a character makes names differ that look alike."""
    return unicodedata.category(letter) in {"Cc", "Cf"} and letter not in _JOINERS


def _row(place: str, number: int, content: str, seats: tuple[str, ...], note: str | None) -> _Row:
    """A row of counts."""
    counts: list[int] = []
    offender: int | None = None
    for match in WORD.finditer(content):
        found = COUNT.fullmatch(match[0])
        where = f"{place}:{number}:{match.start() + 1}"
        if found is None or len(found[1].lstrip("0")) > _MOST_DIGITS:
            raise UnreadableError(f"{match[0][:40]!r} is no count", place=where, hint="0 to 13, or with a t behind it")
        if found[2]:
            if offender is not None:
                raise UnreadableError("a second t in one row", place=where, hint="one player bears the losses of all")
            offender = len(counts)
        counts.append(int(found[1].lstrip("0") or "0"))
    if len(counts) != len(seats):
        says = f"{counted(len(counts), 'count')} for {len(seats)} players"
        hint = f"a number for each of {' '.join(seats)}; others sit down with a line of names"
        raise UnreadableError(says, place=f"{place}:{number}:1", hint=hint)
    return _Row(number, tuple(counts), offender, note)


def _log_of(sitting: _Sitting, digest: str, times: int, rules: SheetRules, place: str) -> Read:
    """The log of a session."""
    options = {**dict(find(rules.game).sheet_options), **rules.options}
    if sitting.fry is not None:
        options["fry_thresholds"] = (sitting.fry, max(13, sitting.fry))
    if any(isinstance(row, _Row) and row.offender is not None for row in sitting.rows):
        options["takes_all"] = "on"
    # A day and a seating stay what they are when a row is put right, and without a day the first row when the sheet goes on.
    first = next((f"from {row.counts} {row.offender}" for row in sitting.rows if isinstance(row, _Row)), digest)
    name = derived_id("sheet", sitting.day or first, " ".join(sitting.seats), times)
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


__all__ = ["NO_HANDS", "WHAT_A_SHEET_HAS", "Log", "SheetRules", "begins_like_sheet", "is_sheet", "read_sheet"]
