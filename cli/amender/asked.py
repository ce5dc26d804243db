"""What a command line asks to be put right, and the amendments that do it."""

from typing import Final, NamedTuple

from upcard.cli.amender.entries import Entries
from upcard.cli.amender.places import Place, corrected, inserted, retracted, the_act
from upcard.records.logfile import Read
from upcard.schemas.codec import decode_line
from upcard.schemas.errors import UnreadableError, UsageError
from upcard.schemas.events import Amended, Event, Inserted, Retracted

HINT: Final = (
    '--hand 3 "4 1 11 0", --hand 3 --trick 5 "Bob Kd", --at LINE WORDS, --before LINE WORDS, or --retract; '
    "--with JSON in the place of WORDS"
)


class Asked(NamedTuple):
    """place: where it was written wrongly; before: the line before which something was left out; text, json: what should stand
    there, in words or as an event; retract: it did not happen.
    """

    place: Place
    before: int | None = None
    text: str = ""
    json: str | None = None
    retract: bool = False

    @property
    def nothing(self) -> bool:
        """Whether nothing is asked but for which log."""
        return self == Asked(Place())

    def check(self) -> None:
        """Raises `UsageError` for what does not go together."""
        if self.nothing:
            return
        place = self.place
        nowhere = place == Place()
        if self.before is not None and not nowhere:
            raise UsageError("--before goes with no other place", hint=HINT)
        if place.line is not None and place.trick is not None:
            raise UsageError("--at and --trick are two places", hint=HINT)
        if self.json is not None and (self.text or self.retract or (self.before is None and nowhere)):
            raise UsageError("one change at a time", hint=HINT)
        if self.retract and (self.before is not None or nowhere):
            raise UsageError("what did not happen?", hint=HINT)
        if not self.retract and self.json is None and not self.text:
            raise UsageError("what should stand there?", hint=HINT)


def amendments(asked: Asked, read: Read) -> list[Event]:
    """The amendments that do what is asked of a log; none where it says so already. Raises `UsageError` where it cannot be told
    which act is meant, or what is said cannot be read.
    """
    entries = Entries(read.log, read.names)
    place, text = asked.place, asked.text
    if asked.json is not None:
        return [_with_event(entries, asked, _event(asked.json))]
    if asked.before is not None:
        return inserted(entries, asked.before, text)
    if asked.retract:
        if place.line is not None and place.was is None and not text:
            return [Retracted(line=place.line)]  # also an amendment
        return retracted(entries, place, text)
    return corrected(entries, place, text)


def _with_event(entries: Entries, asked: Asked, event: Event) -> Event:
    if asked.before is not None:
        return Inserted(before=asked.before, event=event)
    place = asked.place
    if place.line is not None and place.was is None and place.hand is None:
        return Amended(line=place.line, event=event)  # also the header, and an amendment
    return Amended(line=the_act(entries, place).line, event=event)


def _event(text: str) -> Event:
    try:
        return decode_line(text.encode(errors="surrogateescape"), "--with")
    except UnreadableError as error:
        hint = error.hint or "an event as a line of a log has it"
        raise UsageError(error.message, place=error.place, hint=hint) from None
