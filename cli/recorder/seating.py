"""Who comes and goes, in the words that people use: `Eve for Dee`, `Dee leaves`, `Eve joins 3` where nobody sits."""

from collections.abc import Sequence
from typing import Final

from upcard.cli.recorder.fields import NotRead, Seats
from upcard.schemas.events import Event, Joined, Left
from upcard.schemas.events.base import tag

_COMES: Final = frozenset({"joins", "joined", "join", "sits"})
_INSTEAD: Final = frozenset({"for", "replaces"})
_GOES: Final = frozenset({"leaves", "left", "leave"})
_BETWEEN: Final = frozenset({"seat", "in", "at", "down"})


def comes_or_goes(words: Sequence[str], seats: Seats) -> Event | None:
    """Who takes a seat, or leaves it; None if the words say neither. Raises `NotRead` for a seat that is not there."""
    plain = [word.casefold() for word in words]
    if len(words) == 2 and plain[1] in _GOES:
        seat = seats.read(words[0].removesuffix(":"))
        if seat is not None and not seats.names[seat]:
            raise NotRead(words[0], "somebody who sits there: this seat is empty", enough=True)
        return None if seat is None else Left(seat=seat)
    at = next((place for place, word in enumerate(plain) if place and word in _COMES | _INSTEAD), None)
    if at is None:
        return None
    if at > 1 and seats.read(words[0]) is not None:  # somebody who sits there does something else: `Bob asks for 3s`
        return None
    player = " ".join(words[:at])
    where = [word for word in words[at + 1 :] if word.casefold() not in _BETWEEN]
    seat = seats.read(where[0]) if len(where) == 1 else None
    if seat is not None:
        return Joined(seat=seat, player=player)
    if where and plain[at] in _COMES:  # `Dee joins Eve`, the seat first
        return None
    other = next((seat for seat, name in enumerate(seats.names) if name.casefold() != player.casefold()), 0)
    raise NotRead(
        "", f"which seat, such as `{player} joins {other}` or `{player} for {seats.name(other)}`", enough=True
    )


def demand_room(event: Joined, words: Sequence[str], seats: Seats) -> None:
    """Raise `NotRead` for who sits at this table already, and for a seat that somebody has, unless the words say that it is taken
    over. Behind the name of the event anything goes: so a log has it.
    """
    player, folded = event.player, [name.casefold() for name in seats.names]
    if words[0].casefold() == tag(Joined) or event.seat >= len(folded):
        return
    here = folded.index(player.casefold()) if player.casefold() in folded else None
    if here == event.seat:
        raise NotRead(player, f"somebody else: {seats.name(here)} sits there already", enough=True)
    if here is not None:
        moves = f"`{seats.name(here)} leaves` comes first, if it is another seat from now on"
        raise NotRead(
            player, f"somebody who is not at the table: {seats.name(here)} has seat {here}; {moves}", enough=True
        )
    if folded[event.seat] and not any(word.casefold() in _INSTEAD for word in words):
        sits = seats.name(event.seat)
        raise NotRead(
            str(event.seat),
            f"a seat where nobody sits: {sits} has it; `{player} for {sits}` takes it over",
            enough=True,
        )
