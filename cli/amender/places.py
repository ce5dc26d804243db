"""What is to be put right, by the places that people know: a hand, its row, a trick, an act as it stands."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from upcard.cli.amender.entries import Entries, Entry
from upcard.cli.amender.headers import header_like
from upcard.cli.recorder import amending
from upcard.cli.recorder.fields import NotRead, fields_of
from upcard.cli.recorder.spoken import is_card, join_names, read_rank, read_suit
from upcard.cli.recorder.whose import Table
from upcard.cli.recorder.words import Part, read, verb
from upcard.engine.due import Act
from upcard.records.unforeseen import unforeseen
from upcard.schemas.errors import UsageError, shortened
from upcard.schemas.events import (
    Amended,
    Claimed,
    Closed,
    Corrected,
    Event,
    HandStarted,
    Inserted,
    Laid,
    Noted,
    Played,
    Retracted,
    Scored,
)

_LISTED: Final = 6
_SHOWN: Final = "upcard amend LOG alone shows the acts, with their lines"
"""So many acts are listed where one is to be picked."""


Misread = tuple[Entry, NotRead]
"""Why words are no act such as one that stands there."""


class Place(NamedTuple):
    """Where the act is that was written wrongly: on a line, or in a hand, and there in a trick. was: how it stands there."""

    line: int | None = None
    hand: int | None = None
    trick: int | None = None
    was: str | None = None

    def __str__(self) -> str:
        if self.line is not None:
            return f"line {self.line}"
        trick = f", trick {self.trick}" if self.trick is not None else ""
        return f"hand {self.hand}{trick}" if self.hand is not None else "this log"


def corrected(entries: Entries, place: Place, text: str) -> list[Event]:
    """The amendments by which words stand in a place instead of what was written there; none where that says so already.

    Raises `UsageError` where it cannot be told which act is meant, or the words cannot be read.
    """
    if place == Place(line=1):
        return _header(entries, text)
    place = _with_hand(entries, place)
    if place.line is not None or place.was is not None:
        entry = the_act(entries, place)
        return _instead(entry, _read(entries, entry, text))
    acts = _scope(entries, place)
    row = _row(entries, acts, text) if place.trick is None else None
    if row is not None and not _has_verb(entries, acts, text):
        return _with_row(entries, acts, place, row)
    found, problems = _alike(entries, acts, text)
    if not found and row is not None:
        return _with_row(entries, acts, place, row)
    if len(found) != 1:
        raise _which(entries, place, text, [entry for entry, _ in found], problems)
    return _instead(*found[0])


def retracted(entries: Entries, place: Place, text: str) -> list[Event]:
    """The amendments by which an act did not happen. text: as it stands, if that picks it. A hand that is a row of a sheet and
    no more goes as a whole. Raises `UsageError` where it cannot be told which act is meant.
    """
    place = _with_hand(entries, place)
    if place.line is None and place.trick is None and not text and place.was is None:
        return [Retracted(line=entry.line, why="dropped") for entry in _sheet_hand(entries, place)]
    was = text or place.was
    return [Retracted(line=the_act(entries, place._replace(was=was)).line, why="dropped")]


def inserted(entries: Entries, line: int, text: str) -> list[Event]:
    """The amendments by which an act stands before a line; a row where no hand is on brings the begin of its hand along.

    Raises `UsageError` where no act stands on that line, or the words cannot be read.
    """
    entry = entries.on_line(line)
    seats = entries.seats(entry)
    with unforeseen("", entries.log):
        try:
            entries.check_names(text, entry.players)
            row = _row(entries, [entry], text)
            if row is not None and _between_hands(entries, entry) and not _has_verb(entries, [entry], text):
                begun: list[Event] = [HandStarted(), row]
                return [Inserted(before=line, event=event, why="left out") for event in begun]
            change = amending.insert(f"{line} {text}", entries.log, entries.game, seats)
        except NotRead as problem:
            raise not_read(text, problem) from None
    return [msgspec.structs.replace(change, event=entries.by_id(change.event))]


def the_act(entries: Entries, place: Place) -> Entry:
    """The one act in a place. Raises `UsageError` where there is none, or several that stand there so."""
    acts = _scope(entries, place)
    if place.was is None:
        if len(acts) == 1:
            return acts[0]
        raise _which(entries, place, "", acts, [])
    found = [entry for entry in acts if _stands_so(entries, entry, place.was)]
    found = found or [entry for entry in acts if _is_by(entries, entry, place.was)]
    if len(found) != 1:
        raise _which(entries, place, place.was, found, [])
    return found[0]


def signed(events: Iterable[Event], why: str | None, by: str | None) -> list[Event]:
    """Amendments with their reason, and who says so."""
    given = {name: value for name, value in (("why", why), ("by", by)) if value is not None}
    return [
        msgspec.structs.replace(event, **given) if isinstance(event, Amended | Inserted | Retracted) else event
        for event in events
    ]


def not_read(text: str, problem: NotRead) -> UsageError:
    """That words say no act, and what should stand there."""
    saw = f"saw {problem.saw!r}, " if problem.saw else ""
    return UsageError(f"{shortened(text)!r} is not taken: {saw}wanted {problem.wanted}", hint=_SHOWN)


# ---- Where --------------------------------------------------------------------------------------------------------


def _scope(entries: Entries, place: Place) -> list[Entry]:
    """The acts in a place; without a hand those of the only one."""
    if place.line is not None:
        entry = entries.on_line(place.line)
        if place.hand is not None and entry not in entries.of_hand(place.hand):
            raise UsageError(f"line {place.line} is not of hand {place.hand}", hint="the line alone is enough")
        return [entry]
    if place.hand is None:
        return entries.all
    return entries.of_hand(place.hand) if place.trick is None else entries.of_trick(place.hand, place.trick)


def _with_hand(entries: Entries, place: Place) -> Place:
    """The place with its hand, where there is only one; an act told as it stands may be of any. Raises `UsageError` where it is
    not said which hand is meant.
    """
    if place.hand is not None or place.line is not None or (place.was is not None and place.trick is None):
        return place
    if not entries.hands:
        raise UsageError("no hand is in this log", hint="--at LINE names any line, also that of the header")
    if len(entries.hands) != 1:
        raise UsageError("which hand?", hint=f"--hand N, of {max(entries.hands)}")
    return place._replace(hand=next(iter(entries.hands)))


def _sheet_hand(entries: Entries, place: Place) -> list[Entry]:
    acts = [entry for entry in _scope(entries, place) if not isinstance(entry.event, Closed)]
    if any(not isinstance(entry.event, HandStarted | Scored | Noted) for entry in acts):
        says = f"hand {place.hand} was played: {len(acts)} acts" if place.hand else f"this hand has {len(acts)} acts"
        raise UsageError(says, hint='name the one that did not happen: "Bob Kd", with --trick or --at')
    return [entry for entry in acts if not isinstance(entry.event, Noted)]


def _between_hands(entries: Entries, entry: Entry) -> bool:
    """Whether a hand may begin before an act."""
    acts = entries.game.due(amending.state_before(entries.log, entry.line))
    return any(act.event is HandStarted for act in acts)


# ---- What ---------------------------------------------------------------------------------------------------------


def _header(entries: Entries, text: str) -> list[Event]:
    header = entries.standing.header
    try:
        new = header_like(header, text)
    except NotRead as problem:
        raise not_read(text, problem) from None
    return [] if new == header else [Amended(line=1, event=new, why="fixed")]


def _read(entries: Entries, entry: Entry, text: str) -> Event:
    try:
        return entries.read(entry, text)
    except NotRead as problem:
        raise not_read(text, problem) from None


def _instead(entry: Entry, event: Event) -> list[Event]:
    same = msgspec.structs.replace(entry.event, by=None, id=None) == event
    return [] if same else [Amended(line=entry.line, event=event, why="fixed")]


def _alike(entries: Entries, acts: Sequence[Entry], text: str) -> tuple[list[tuple[Entry, Event]], list[Misread]]:
    """The acts that words may stand instead of: of the same kind and by the same seat, plays before others, each with what it
    would be; else the only one of that kind. And why the words are none of the others.
    """
    same: list[tuple[Entry, Event]] = []
    kind: list[tuple[Entry, Event]] = []
    problems: list[Misread] = []
    spoken = _has_verb(entries, acts, text)
    for entry in acts:
        if not spoken and _takes_any_words(entry.event):
            continue
        try:
            event = entries.read(entry, text)
        except NotRead as problem:
            problems.append((entry, problem))
            continue
        if type(event) is type(entry.event):
            kind.append((entry, event))
            if getattr(event, "seat", None) == getattr(entry.event, "seat", None):
                same.append((entry, event))
    alone = len(kind) == 1 and sum(type(entry.event) is type(kind[0][1]) for entry in acts) == 1
    played = [one for one in same if isinstance(one[0].event, Played | Corrected | Laid | Claimed)]
    return (played or same or (kind if alone else [])), problems


def _takes_any_words(event: Event) -> bool:
    """Whether an act holds a name or a text, so that any words would be one without its verb."""
    return any(field.required and field.kind in {"text", "word"} for field in fields_of(type(event)))


def _stands_so(entries: Entries, entry: Entry, text: str) -> bool:
    """Whether an act is what these words say."""
    try:
        event = entries.read(entry, text)
    except NotRead:
        return False
    return msgspec.structs.replace(entry.event, by=None, id=None) == event


def _is_by(entries: Entries, entry: Entry, text: str) -> bool:
    """Whether words are no more than the one who did an act."""
    seat = getattr(entry.event, "seat", None)
    names = entries.seats(entry).names
    said = {str(seat), f"s{seat}", names[seat].casefold() if seat is not None and seat < len(names) else ""}
    return seat is not None and text.strip().removesuffix(":").casefold() in said - {""}


def _has_verb(entries: Entries, acts: Sequence[Entry], text: str) -> bool:
    """Whether words say what was done: first of all, or behind who did it."""
    words = join_names(text.partition("#")[0].split(), acts[0].players if acts else ())
    return any(verb(said, entries.game) is not None for said in (words, words[1:])) or text.startswith("{")


def _row(entries: Entries, acts: Sequence[Entry], text: str) -> Scored | None:
    """Words as a row of the game's sheet; None if they are none."""
    table = Table(entries.game, (Act(Scored),), entries.seats(acts[0] if acts else None))
    for words in (text, f"scored {text}"):
        try:
            event = read(Part(words), table)
        except NotRead:
            continue
        if isinstance(event, Scored):
            return event
    return None


def _with_row(entries: Entries, acts: Sequence[Entry], place: Place, row: Scored) -> list[Event]:
    """A row in place of the one that stands in a hand; at the end of the hand, if none does."""
    rows = [entry for entry in acts if isinstance(entry.event, Scored)]
    if len(rows) > 1:
        raise _which(entries, place, "", rows, [])
    if rows:
        was = rows[0].event
        return _instead(rows[0], msgspec.structs.replace(row, at=was.at, src=was.src, note=row.note or was.note))
    last = next((entry for entry in reversed(acts) if not isinstance(entry.event, Closed)), acts[-1])
    following = entries.all[last.place + 1 : last.place + 2]
    if following:
        return [Inserted(before=following[0].line, event=row, why="left out")]
    return [row]


def _nobody(entries: Entries, text: str) -> str:
    """That words begin with a name that nobody here has, if they do."""
    first = next(iter(text.replace(":", ": ").split()), "").removesuffix(":")
    known = read_suit(first) or read_rank(first) or is_card(first) or not first.isalpha()
    here = {name.casefold() for entry in entries.all for name in entry.players} | {*map(str.casefold, entries.players)}
    if known or first.casefold() in {word for name in here for word in name.split()} or verb([first], entries.game):
        return ""
    listed = ", ".join(name for name in entries.players if name)
    return f": nobody here is called {first!r}; at the table are {listed}"


def _misread(text: str, problems: Sequence[Misread]) -> str:
    """What is wrong with words as the act that they are most like: of which more is read than of others, rows and plays first."""
    first = shortened(next(iter(text.split()), ""))
    likely = sorted(
        (problem.saw == first, not isinstance(entry.event, Scored | Played | Laid | Claimed), entry.place)
        for entry, problem in problems
    )
    found = next((problem for entry, problem in problems if likely and entry.place == likely[0][2]), None)
    if found is None:
        return ""
    saw = f"saw {found.saw!r}, " if found.saw else ""
    return f": {saw}wanted {found.wanted}"


def _which(
    entries: Entries, place: Place, text: str, found: Sequence[Entry], problems: Sequence[Misread]
) -> UsageError:
    """That it cannot be told which act is meant; or that none is."""
    if found:
        listed = "; ".join(f"line {entry.line}: {entries.said(entry)}" for entry in found[:_LISTED])
        more = "; ..." if len(found) > _LISTED else ""
        what = f"may be meant by {shortened(text)!r}" if text else "are there"
        return UsageError(
            f"several acts of {place} {what}: {listed}{more}", hint='say who and what, --was "Bob Qd", or --at LINE'
        )
    why = _nobody(entries, text) or _misread(text, problems)
    hint = _left_out(entries, place, text) or _SHOWN
    return UsageError(f"no act of {place} may be meant by {shortened(text)!r}{why}", hint=hint)


def _left_out(entries: Entries, place: Place, text: str) -> str:
    """How to put a card in that somebody played to a trick, and that was not written down; empty if the words are no such card."""
    acts = [] if place.trick is None else _scope(entries, place)
    plays = [entry for entry in acts if isinstance(entry.event, Played)]
    seats = [entry.event.seat for entry in plays if isinstance(entry.event, Played)]
    for entry in plays:
        with suppress(NotRead):
            event = entries.read(entry, text)
            if not isinstance(event, Played) or event.seat in seats:
                return ""
            turn = [(seat - seats[0]) % len(entry.players) for seat in (event.seat, *seats)]
            before = next((other for other, after in zip(plays, turn[1:], strict=False) if after > turn[0]), None)
            following = [before] if before else entries.all[plays[-1].place + 1 : plays[-1].place + 2]
            return "".join(f'if it was left out: --before {one.line} "{text}"' for one in following)
    return ""
