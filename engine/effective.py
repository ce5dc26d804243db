"""The log in force: amendments applied, nothing lost.

The last word on a line counts. An amendment is an event on a line of its own, so it can be amended or retracted too;
then what it had done is undone. Inserted events stand before their line, in the order they were made, and are cited by
the line of their `inserted`.
"""

from collections.abc import Sequence

from upcard.engine.log import Log, Numbered
from upcard.schemas.events import Amended, Event, Inserted, Opened, Retracted, Sealed

_AMENDMENTS = (Amended, Retracted, Inserted)
_ASIDE = frozenset({Amended, Retracted, Inserted, Sealed})


def effective(log: Log, as_of: int | None = None) -> Log:
    """The header and events in force; without seals and amendments. as_of: as it stood after that line.

    Lines keep their numbers. An effective log comes back as it is.
    """
    events = log.events if as_of is None else [one for one in log.events if one[0] <= as_of]
    kinds = {type(event) for _, event in events}
    if not kinds & _ASIDE:
        return log if as_of is None else Log(log.header, events)
    if not kinds & frozenset(_AMENDMENTS):
        return Log(log.header, [one for one in events if type(one[1]) is not Sealed])
    return _amended(Log(log.header, events))


def _amended(log: Log) -> Log:
    words = _last_words(log)
    header = words.get(1, log.header)
    before: dict[int, list[Numbered]] = {}
    for line, _ in log.events:
        act = words[line]
        if isinstance(act, Inserted):
            before.setdefault(act.before, []).append((line, act.event))
    events: list[Numbered] = []
    for line, _ in log.events:
        standing = words[line]
        if not isinstance(standing, Inserted):
            _insert(line, before, events)
        if standing is not None and type(standing) not in _ASIDE:
            events.append((line, standing))
    return Log(header if isinstance(header, Opened) else log.header, events)


def _insert(line: int, before: dict[int, list[Numbered]], events: list[Numbered]) -> None:
    """Put what was inserted before a line, and before that what was inserted before it."""
    for number, event in before.get(line, ()):
        _insert(number, before, events)
        events.append((number, event))


def _last_words(log: Log) -> dict[int, Event | None]:
    """What stands on each line in the end, None where it was retracted.

    Read from the end: whatever amends a line comes after it, so it is settled whether that itself still stands.
    """
    lines = {line for line, _ in log.events} | {1}
    spoken: dict[int, Event | None] = {}
    words: dict[int, Event | None] = {}
    for line, written in reversed([(1, log.header), *log.events]):
        stands = spoken.get(line, written)
        words[line] = stands
        if isinstance(stands, Amended | Retracted) and stands.line in lines and stands.line < line:
            replaced = stands.event if isinstance(stands, Amended) else None
            spoken.setdefault(stands.line, _in_its_place(stands.line, replaced, log))
    return words


def _in_its_place(line: int, event: Event | None, log: Log) -> Event | None:
    """What replaces an inserted event stands where that stood, unless it says itself where."""
    original = next((written for number, written in log.events if number == line), log.header)
    if isinstance(original, Inserted) and event is not None and not isinstance(event, _AMENDMENTS):
        return Inserted(before=original.before, event=event, why=original.why)
    return event


def problems(log: Log) -> list[tuple[int, str]]:
    """Amendments that cannot be: the line of each, and what is wrong with it."""
    kinds = {line: type(event) for line, event in log.events}
    found = []
    for line, event in log.events:
        if isinstance(event, Amended | Retracted):
            found += [(line, says) for says in _faults(event, line, kinds)]
        elif isinstance(event, Inserted) and event.before not in kinds:
            found.append((line, f"there is no line {event.before} to insert before"))
    return found


def _faults(event: Amended | Retracted, line: int, kinds: dict[int, type]) -> Sequence[str]:
    target = event.line
    if target == 1:
        fits = isinstance(event, Amended) and isinstance(event.event, Opened)
        return () if fits else ("the header can only be amended by another header",)
    if target not in kinds or target >= line:
        return (f"there is no earlier line {target} to amend",)
    if kinds[target] is Sealed:
        return ("a seal cannot be amended",)
    return ()


def history(log: Log, line: int) -> list[tuple[int, Event | None]]:
    """What stood on a line over time: the line that said so, and the event (None: retracted), oldest first."""
    written: list[tuple[int, Event | None]] = [(number, event) for number, event in log.events if number == line]
    if line == 1:
        written = [(1, log.header)]
    for number, event in log.events:
        if isinstance(event, Amended) and event.line == line:
            written.append((number, event.event))
        elif isinstance(event, Retracted) and event.line == line:
            written.append((number, None))
    return written
