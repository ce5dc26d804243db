"""What a hand leaves open and one word more would tell: the colour of a first card on which bets hang."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from upcard.cli.recorder.amending import fix
from upcard.cli.recorder.demanded import foreign
from upcard.cli.recorder.fields import Field, NotRead, Seats, fields_of, written
from upcard.engine.audit import Audit
from upcard.engine.effective import effective
from upcard.engine.kernel.game import Game
from upcard.engine.log import Log, Numbered
from upcard.schemas.events import Event

_LONG: Final = 20_000
"""A log of more lines is not judged anew for a remark."""
_MOST: Final = 6
"""So many choices of a hand are tried."""


def untold(log: Log, done: Audit, seats: Seats) -> Iterator[str]:
    """What is said where the last hand brings points that the record cannot tell, and a choice that was left out would tell all of them:
    whose they are, what is missing, and how it is typed. done: the audit of the log.
    """
    points = done.results[-1].result.points
    open_seats = [seat for seat, amount in enumerate(points) if amount is None]
    if not open_seats or len(log.events) > _LONG:
        return
    hand, start, end = done.hands[-1]
    standing = effective(log)
    before: Audit | None = None  # of what was before that hand
    for (line, event), field in islice(_left_out(standing.events[start:end], done.game), _MOST):
        if before is None:
            before = Audit(standing)
            before.feed(standing.events[:start])
        ways = [msgspec.structs.replace(event, **{field.name: value}) for value in field.values]
        if all(
            _tells(before, [(at, way if at == line else one) for at, one in standing.events[start:]], hand)
            for way in ways
        ):
            who = ", ".join(map(seats.name, open_seats))
            typed = " or ".join(f"`{_typed((line, event), field, way, log, done, seats)}`" for way in ways)
            yield f"{who}: cannot be told without the {field.name} on line {line}: {typed}"
            return


def _left_out(events: Sequence[Numbered], game: Game) -> Iterator[tuple[Numbered, Field]]:
    """The choices that acts leave out and this game has."""
    for line, event in events:
        for field in fields_of(type(event)):
            chosen = field.required or field.kind != "choice" or field.name in foreign(type(event), game)
            if not chosen and getattr(event, field.name) is None:
                yield (line, event), field


def _tells(before: Audit, events: Sequence[Numbered], hand: int) -> bool:
    """Whether all points of a hand are known with these events in it. before: the audit of what was before them, which is left alone."""
    with_it = before.copied()
    with_it.feed(events)
    result = next((one.result for one in with_it.results if one.hand == hand), None)
    return result is not None and None not in result.points


def _typed(act: Numbered, field: Field, new: Event, log: Log, done: Audit, seats: Seats) -> str:
    """How the choice is put in: the numbers and cards of the act again, and the choice behind them; else by its name."""
    line, old = act
    numbers = (getattr(old, one.name) for one in fields_of(type(old)) if one.kind in {"number", "card"})
    said = [*(str(number) for number in numbers if number is not None), str(getattr(new, field.name))]
    text = f"{line} {' '.join(said)}"
    try:
        if fix(text, log, done.game, seats).event == new:
            return f"fix {text}"
    except NotRead:
        pass
    return f"fix {line} {written(new, seats.coin)}"
