"""What undo, redo, fix, insert and drop write: events that amend a log, worked out from the log alone.

So they mean the same in a session that was resumed. An undo is a `retracted` whose reason is UNDO; a redo retracts
that, and its reason is REDO.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from upcard.cli.recorder.demanded import demand_whole
from upcard.cli.recorder.fields import NotRead, Seats, fields_of, read_event
from upcard.cli.recorder.lines import apart
from upcard.cli.recorder.spoken import join_names, read_number
from upcard.cli.recorder.whose import Table, in_full
from upcard.cli.recorder.words import Part, read, verb, with_note, without_refused
from upcard.engine.due import Act
from upcard.engine.effective import effective
from upcard.engine.fold import begin, fold_on
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.state import State
from upcard.engine.log import Log, Numbered
from upcard.schemas.events import (
    Amended,
    Closed,
    Dealt,
    Event,
    FinalDealt,
    Gap,
    HandStarted,
    Inserted,
    Noted,
    Retracted,
    Scored,
    Sealed,
)

UNDO: Final = "undo"
REDO: Final = "redo"

Carried = Callable[[int, Event, Event], bool]
"""Whether the event of a line was not typed but written along with the one after it."""


def undo(raw: Sequence[Numbered], carried: Carried) -> list[Retracted]:
    """Take back the last thing that was done: an act with what was written along with it, or an amendment."""
    acts = doings(raw)
    taken: list[int] = []
    while acts and carried(*acts[-1], Noted()):  # a crash came between a deal and what was typed
        taken.append(acts.pop()[0])
    if acts:
        line, event = acts.pop()
        taken.append(line)
        while acts and carried(*acts[-1], event):
            line, event = acts.pop()
            taken.append(line)
    return [Retracted(line=line, why=UNDO) for line in taken]


def redo(raw: Sequence[Numbered], carried: Carried) -> list[Retracted]:
    """Do again what was undone last, if nothing was done since."""
    by_line = dict(raw)
    gone = _gone(raw)
    undone: list[tuple[int, int, Event]] = []
    for line, event in reversed(raw):
        if not isinstance(event, Retracted):
            break
        if event.why == UNDO and line not in gone:
            undone.append((line, event.line, by_line[event.line]))
    again: list[Retracted] = []
    for place, (line, target_line, event) in enumerate(undone):
        again.append(Retracted(line=line, why=REDO))
        following = undone[place + 1][2] if place + 1 < len(undone) else None
        if following is None or not carried(target_line, event, following):
            break
    return again


def doings(raw: Sequence[Numbered]) -> list[Numbered]:
    """What was done and still counts, in the order it was written: acts, and amendments other than undoing."""
    gone = _gone(raw)
    return [
        (line, event)
        for line, event in raw
        if line not in gone and not (isinstance(event, Retracted) and event.why in {UNDO, REDO})
    ]


def _gone(raw: Sequence[Numbered]) -> set[int]:
    """The lines that are retracted, amendments included."""
    gone: set[int] = set()
    for line, event in reversed(raw):
        if isinstance(event, Retracted) and line not in gone:
            gone.add(event.line)
    return gone


def fix(text: str, log: Log, game: Game, seats: Seats) -> Amended:
    """What stands on a line was written wrongly: `fix 14 5d`."""
    line, rest = target(text, "fix 14 5d")
    old = dict(effective(log).events).get(line)
    if old is None:
        raise NotRead(str(line), "the line of an act that stands; `log` shows them", enough=True)
    return Amended(line=line, event=read_like(old, rest, game, seats), why="fixed")


def read_like(old: Event, text: str, game: Game, seats: Seats) -> Event:
    """The words read as an act of the same kind and by the same seat, unless they say otherwise. When it was, where it was
    taken from, and a remark that is not said anew stay. Raises `NotRead`.
    """
    new = _like(old, text, game, seats)
    return msgspec.structs.replace(new, at=old.at, src=old.src, note=new.note or old.note)


def _like(old: Event, text: str, game: Game, seats: Seats) -> Event:
    plain, _, remark = text.partition("#")
    words = join_names(plain.split(), seats.names)
    act = without_refused(words)
    if act is not None:
        new = _like(old, f"{' '.join(act)} #{remark}", game, seats) if act else with_note(old, remark)
        return msgspec.structs.replace(new, refused=True)
    found = None if _is_name_in(old, words, game) else verb(words, game)
    seat = getattr(old, "seat", None)
    acts = tuple(Act(kind, seat) for kind in {type(old), *([found[0]] if found else [])})
    table = Table(game, acts, seats)
    if found is not None or text.startswith(("{", "do ", "note ")):
        return read(Part(text), table)
    if not words and remark.strip():  # a remark alone is one on the act that stands there
        return msgspec.structs.replace(old, note=remark.strip())
    if isinstance(old, Scored):
        return read(Part(f"scored {text}"), table)
    if isinstance(old, Dealt | FinalDealt):
        return read(Part(f"{'dealt' if isinstance(old, Dealt) else 'final_dealt'} {text}"), table)
    if ":" in plain or verb(words[1:], game) is not None:  # a verb behind who did it: `Cid deals`
        return read(Part(text), table)
    event = in_full(_with_what_stands(old, list(apart(words, table)), seats), game)
    demand_whole(event, game)
    return msgspec.structs.replace(event, note=remark.strip() or None)


def _is_name_in(old: Event, words: Sequence[str], game: Game) -> bool:
    """Whether the first word begins a name that such an act may have: `n 20` of a bet is one on noir, and no row."""
    names = (name for several in game.names.get(type(old), {}).values() for name in several)
    return bool(words) and any(name.startswith(words[0].casefold()) for name in names)


def _with_what_stands(old: Event, words: Sequence[str], seats: Seats) -> Event:
    """The words as an act of this kind, by the seats of the old one where they name none, and with its names (of a row, a bet), as far as
    they say no others. Raises `NotRead`, with what is wrong where they name all.
    """
    fields = [field for field in fields_of(type(old)) if field.required]
    follow = {field.name: getattr(old, field.name) for field in fields if field.kind == "seat"}
    names = {field.name: getattr(old, field.name) for field in fields if field.kind == "word"}
    seat = getattr(old, "seat", None)
    while names:
        with suppress(NotRead):
            return read_event(type(old), words, seats, usual=seat, follow=follow, given=names)
        names.popitem()
    return read_event(type(old), words, seats, usual=seat, follow=follow)


def refuse(log: Log) -> Amended:
    """The last act that stands was refused. Raises `NotRead` where there is none that the table could have refused."""
    acts = [(line, event) for line, event in effective(log).events if not isinstance(event, Sealed | Noted)]
    if not acts or isinstance(acts[-1][1], HandStarted | Gap | Closed):
        raise NotRead("refused", "an act before it, or behind it: `refused 2 Kd`", enough=True)
    line, event = acts[-1]
    if event.refused:
        raise NotRead("refused", "an act that stands: the last one is refused already", enough=True)
    return Amended(line=line, event=msgspec.structs.replace(event, refused=True), why="refused")


def insert(text: str, log: Log, game: Game, seats: Seats) -> Inserted:
    """An act was left out before a line: `insert 14 2: 5d`."""
    line, rest = target(text, "insert 14 2: 5d")
    table = Table(game, game.due(state_before(log, line)), seats)
    return Inserted(before=line, event=read(Part(rest), table), why="left out")


def state_before(log: Log, line: int) -> State:
    """Where the table stood before what stands on a line. Raises `NotRead` where nothing does."""
    standing = effective(log)
    place = next((place for place, (number, _) in enumerate(standing.events) if number == line), None)
    if place is None:
        raise NotRead(str(line), "the line of an act that stands; `log` shows them", enough=True)
    return fold_on(begin(standing), standing.events[:place])


def drop(text: str, log: Log) -> Retracted:
    """What stands on a line did not happen: `drop 14`."""
    line, why = target(text + " ", "drop 14")
    if line not in dict(effective(log).events):
        raise NotRead(str(line), "the line of an act that stands; `log` shows them", enough=True)
    return Retracted(line=line, why=why.strip() or "dropped")


def target(text: str, example: str) -> tuple[int, str]:
    """A line number, and what follows it."""
    number, _, rest = text.strip().partition(" ")
    line = read_number(number) if number.isdigit() else None
    if line is None or (not rest and "drop" not in example):
        raise NotRead(
            text.strip(), f"a line number and an act, such as `{example}`; `log` shows the lines", enough=True
        )
    return line, rest


def times(text: str) -> int:
    """How many times; once, if nothing is said. Raises `NotRead`."""
    if not text.strip():
        return 1
    number = read_number(text.strip())
    if number is None or number < 0:
        raise NotRead(text.strip(), "how many", enough=True)
    return min(number, 10_000)
