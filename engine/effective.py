"""The events of a log with its amendments applied, so that the fold never meets an amendment.

Targets are lines of the file. The last word on a line counts. An amendment can itself be amended or retracted, and
what it had done is then undone. Nothing is dropped for being wrong: an amendment that cannot be followed has no effect
and is told by `problems`.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from upcard.engine.game import find
from upcard.engine.log import Log, Numbered
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Amended, Event, Inserted, Opened, Retracted, Sealed
from upcard.schemas.events.base import tag

AMENDMENTS: Final = frozenset({Amended, Retracted, Inserted})
"""The types of event that change what stands on another line."""

_APART: Final = AMENDMENTS | {Sealed}


class Standing(list[Numbered]):
    """Events that stand as they are: no amendment and no seal among them, in the order they count.

    `effective` returns a log of these without looking at its events again; whoever makes one vouches for it.
    """


class Stood(NamedTuple):
    """The event that stood on a line from the moment when line `since` was written; None if no event stood there."""

    since: int
    event: Event | None


class _Words(NamedTuple):
    """By line what it does in the end, the last word on it (None: retracted), and what was inserted before it; problems."""

    acts: dict[int, Event | None]
    last_word: dict[int, Event | None]
    inserts: dict[int, list[int]]
    problems: list[tuple[int, str]]


def effective(log: Log, as_of: int | None = None) -> Log:
    """The log with its amendments in force, without amendments and seals.

    as_of: read what stood after that line was written. An inserted event keeps the line of its `inserted`, so that
    lines need not rise. A log that nothing amends costs a type check an event, or nothing if its reader vouched.
    """
    events: Sequence[Numbered] = log.events
    if as_of is not None:
        events = [numbered for numbered in events if numbered[0] <= as_of]
    elif type(events) is Standing:
        return log
    apart = _APART & {type(event) for _, event in events}
    if not apart:
        return log if as_of is None else Log(log.header, Standing(events))
    if apart == {Sealed}:
        return Log(log.header, Standing(numbered for numbered in events if type(numbered[1]) is not Sealed))
    by_line = dict(events)
    words = _weigh(log.header, by_line)
    header = words.last_word.get(1, log.header)
    return Log(header if type(header) is Opened else log.header, _arranged(by_line, words))


def problems(log: Log) -> list[tuple[int, str]]:
    """The amendments that have no effect: their line, and what is wrong with each, in the order of the log."""
    if type(log.events) is Standing or AMENDMENTS.isdisjoint(type(event) for _, event in log.events):
        return []
    return sorted(_weigh(log.header, dict(log.events)).problems)


def says(log: Log, line: int) -> Event | None:
    """The event that a line stands for in the end, also on an amendment or the header; None for a line or an amendment without effect."""
    return _said(log.header, dict(log.events), line)


def history(log: Log, line: int) -> list[Stood]:
    """The events that stood on a line over time, the one written there first; empty if none was.

    For the line of an `inserted` that is the event it inserted; other amendments and seals never stood anywhere.
    """
    by_line: dict[int, Event] = {1: log.header, **dict(log.events)}
    if line not in by_line:
        return []
    told: list[Stood] = []
    for since in (line, *(at for at, event in sorted(by_line.items()) if at > line and type(event) in AMENDMENTS)):
        event = _placed(_said(log.header, {at: event for at, event in by_line.items() if 1 < at <= since}, line))
        if not told or told[-1].event != event:
            told.append(Stood(since, event))
    return told


def _said(header: Opened, by_line: Mapping[int, Event], line: int) -> Event | None:
    """The event that a line says in the end."""
    words = _weigh(header, by_line)
    return words.last_word.get(1, header) if line == 1 else words.acts.get(line)


def _placed(event: Event | None) -> Event | None:
    """The event that stands on a line which says this: of an `inserted` the event that it inserts; none of other amendments and seals."""
    if isinstance(event, Inserted):
        return event.event
    return None if type(event) in _APART else event


def _weigh(header: Opened, by_line: Mapping[int, Event]) -> _Words:
    """Read the log from the end: whatever amends a line comes after it, so it is settled whether that counts."""
    words = acts, last_word, inserts, wrong = _Words({}, {}, {}, [])
    for line in sorted(by_line, reverse=True):
        written = by_line[line]
        act = _instead(written, last_word[line]) if line in last_word else written
        acts[line] = act
        if isinstance(act, Amended | Retracted | Inserted):
            problem = _problem(header, by_line, line, act)
            if problem:
                wrong.append((line, problem))
                acts[line] = None
            elif isinstance(act, Inserted):
                inserts.setdefault(act.before, []).append(line)
            else:
                last_word.setdefault(act.line, act.event if isinstance(act, Amended) else None)
        elif act is None and isinstance(written, Inserted) and not _problem(header, by_line, line, written):
            # It was retracted, but holds its place for what was inserted before it.
            inserts.setdefault(written.before, []).append(line)
    for lines in inserts.values():
        lines.reverse()  # in the order they were made
    _check_places(by_line, words)
    return words


def _instead(before: Event | None, word: Event | None) -> Event | None:
    """The event on a line after an amendment of it: an event named for an `inserted` is inserted in its place."""
    if isinstance(before, Inserted) and word is not None and type(word) not in AMENDMENTS:
        return msgspec.structs.replace(before, event=word)
    return word


def _problem(header: Opened, by_line: Mapping[int, Event], line: int, act: Amended | Retracted | Inserted) -> str:
    """Why an amendment cannot be followed; empty if it can."""
    target = act.before if isinstance(act, Inserted) else act.line
    if target >= line:
        return f"line {target} was not written yet"
    if target == 1:
        return _header_problem(header, act)
    if target not in by_line or type(by_line[target]) is Sealed:
        return "a seal cannot be amended"
    if isinstance(act, Amended) and type(act.event) in {Sealed, Opened}:
        return f"line {target} cannot become `{tag(act.event)}`"
    if isinstance(act, Inserted) and type(act.event) in _APART | {Opened}:
        return f"`{tag(act.event)}` cannot be inserted"
    return ""


def _header_problem(header: Opened, act: Amended | Retracted | Inserted) -> str:
    if isinstance(act, Inserted):
        return "nothing can stand before the header"
    if isinstance(act, Retracted):
        return "the header cannot be retracted"
    if not isinstance(act.event, Opened):
        return f"the header cannot become `{tag(act.event)}`"
    if (act.event.log, act.event.format) != (header.log, header.format):
        return "the id and the format of a log cannot be amended"
    try:
        find(act.event.game).table(act.event)
    except UsageError as error:
        return error.message
    return ""


def _check_places(by_line: Mapping[int, Event], words: _Words) -> None:
    """An insert before a line that amends another is before nothing, unless an event has come to stand there."""
    for before in list(words.inserts):
        now = words.acts[before]
        if type(by_line[before]) in {Amended, Retracted} and (now is None or type(now) in AMENDMENTS):
            for line in words.inserts.pop(before):
                words.problems.append((line, f"line {before} amends another line; no event stands there"))
                words.acts[line] = None


def _arranged(by_line: Mapping[int, Event], words: _Words) -> Standing:
    """The events in the order they count. An inserted one goes where it says, after what was inserted before it."""
    standing = Standing()
    moved = {line for lines in words.inserts.values() for line in lines}
    todo = [(line, False) for line in sorted(by_line, reverse=True) if line not in moved]
    while todo:
        line, ready = todo.pop()
        if not ready and line in words.inserts:
            todo.append((line, True))
            todo.extend((earlier, False) for earlier in reversed(words.inserts[line]))
            continue
        event = _placed(words.acts[line])
        if event is not None:
            standing.append((line, event))
    return standing
