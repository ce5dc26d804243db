"""A log written anew with a pseudonym in the place of a person: in seats, in who joined, and in what was remarked."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from upcard.engine.log import Log
from upcard.records.chain import same_lines
from upcard.records.logfile import Read
from upcard.schemas.events import Amended, Event, Inserted, Joined, Opened

_TEXTS: Final = frozenset({"note", "by", "why", "what", "result", "bet", "id", "log", "derived_from", "source"})
"""Fields in which people write what they like, whatever the event; `place` is one of them in a header alone."""
_SHORT: Final = 3
"""Shorter words are replaced in texts only as they were written: `c` is no Cara."""
_PART: Final = re.compile(rf"\w{{{_SHORT},}}")


class Remark(NamedTuple):
    """A text that changes: its line, what stood there, and what stands there now."""

    line: int
    was: str
    now: str


class Pseudonym:
    """What stands in the place of a person. ids: their player ids; words: their names, as they stand in texts; spared: longer names of
    others that hold one of these, and are left; instead: the pseudonym, an id and a name at once.
    """

    def __init__(self, ids: Collection[str], words: Collection[str], spared: Collection[str], instead: str) -> None:
        self.ids, self.instead = frozenset(ids), instead
        self.words = tuple(sorted({word.strip() for word in (*ids, *words)} - {""}))
        own = set(_forms(self.words))
        spared = [name for name in spared if any(word.casefold() in name.casefold() for word in self.words)]
        self._spared = {form.casefold() for form in _forms(spared)} - {form.casefold() for form in own}
        self._long = [word.casefold() for word in own if len(word) >= _SHORT]
        every = sorted({*own, *_forms(spared)}, key=len, reverse=True)
        long = "|".join(re.escape(word) for word in every if len(word) >= _SHORT)
        short = "|".join(re.escape(word) for word in every if len(word) < _SHORT)
        parts = [f"(?i:(?:{long})s?)"] * bool(long) + [short] * bool(short)  # Anns book
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)" if parts else "(?!)")

    def text(self, text: str) -> str:
        """A text without the person: whole words alone."""
        return self._pattern.sub(lambda found: found[0] if self._is_spared(found[0]) else self.instead, text)

    def is_in(self, text: str) -> bool:
        """Whether the person is in a text."""
        return self.text(text) != text

    def may_be_in(self, text: str) -> bool:
        """Whether a text holds a part of a name, or a name within a word, and may mean the person."""
        words = (unicodedata.normalize("NFC", word) for word in self.words)
        parts = {part.casefold() for word in words for part in _PART.findall(word)} - {self.instead.casefold()}
        found = {part.casefold() for part in _PART.findall(unicodedata.normalize("NFC", text))}
        return not found.isdisjoint(parts) or any(inner in part for part in found for inner in self._long)

    def log(self, read: Read) -> Log | None:
        """The log without the person, with each event on the line it had; None if they are not in it."""
        header = self._event(read.log.header)
        events = [(line, self._event(event)) for line, event in read.log.events]
        texts = read.texts()
        in_seals = any(
            self.is_in(texts[line - 1].decode()) for line in read.seals
        )  # who sealed it, which none of ours writes
        if header == read.log.header and events == list(read.log.events) and not in_seals:
            return None
        assert isinstance(header, Opened)
        return Log(header, events)

    def data(self, read: Read) -> bytes | None:
        """The same as its bytes, sealed anew where it was sealed, without a last line that was cut short and names the person."""
        log = self.log(read)
        if log is not None:
            return same_lines(log, read.lines)
        cut_short = read.torn.data.decode("utf-8", "replace") if read.torn is not None else ""
        return read.data if self.is_in(cut_short) else None

    def texts(self, read: Read) -> Iterator[Remark]:
        """All texts of a log that people wrote as they liked."""
        for line, event in ((1, read.log.header), *read.log.events):
            for was, now in self._texts(event):
                yield Remark(line, was, now)

    def _is_spared(self, word: str) -> bool:
        return word.casefold() in self._spared or word.casefold().removesuffix("s") in self._spared

    def _event(self, event: Event) -> Event:
        changed: dict[str, Any] = {name: self.text(getattr(event, name)) for name in _free(event)}
        match event:
            case Opened(seats=seats, names=names):
                changed["seats"] = tuple(self._player(player) for player in seats)
                left = {player: name for player, name in (names or {}).items() if player not in self.ids}
                changed["names"] = left or None
            case Joined(player=player):
                changed["player"] = self._player(player)
            case Amended(event=inner) | Inserted(event=inner):
                changed["event"] = self._event(inner)
        return msgspec.structs.replace(event, **changed) if changed else event

    def _texts(self, event: Event) -> Iterator[tuple[str, str]]:
        for name in _free(event):
            text = getattr(event, name)
            yield text, self.text(text)
        if isinstance(event, Amended | Inserted):
            yield from self._texts(event.event)

    def _player(self, player: str) -> str:
        return self.instead if player in self.ids else player


def _free(event: Event) -> Iterator[str]:
    """The fields of an event that hold a text which people wrote as they liked."""
    for name in event.__struct_fields__:
        if (name in _TEXTS or (name == "place" and isinstance(event, Opened))) and isinstance(
            getattr(event, name), str
        ):
            yield name


def _forms(words: Collection[str]) -> Iterator[str]:
    """Words as they may be written: an accent is a letter's own, or a mark behind it."""
    for word in words:
        yield unicodedata.normalize("NFC", word)
        yield unicodedata.normalize("NFD", word)
        yield word
