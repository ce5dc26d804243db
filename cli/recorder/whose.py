"""Whose act it was, where a line named nobody and the event can do without."""

from collections.abc import Sequence

import msgspec

from upcard.cli.recorder.fields import NotRead, Seats
from upcard.engine.due import Act
from upcard.schemas.events import Base, Event


def with_seat(event: Event, acts: Sequence[Act], seats: Seats, said: str) -> Event:
    """The event with the seat of the one who may do just this now; raises `NotRead` where several may."""
    if getattr(event, "seat", 0) is not None or getattr(event, "place", None) is not None:
        return event
    due: list[Base] = [choice for act in acts if act.event is type(event) for choice in act.choices or ()]
    might = [choice for choice in due if choice == msgspec.structs.replace(event, seat=getattr(choice, "seat", None))]
    if not might or event in might:
        return event
    if len(might) > 1:
        raise NotRead(said, f"who it was, such as `0: {said}` or `{seats.name(0)} {said}`")
    return might[0]
