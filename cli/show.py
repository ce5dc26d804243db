"""`upcard show`: the table at one point of a log."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli import completing
from upcard.cli.output import ARCHIVE, JSON, WHICH, console, plain, put, put_json

if TYPE_CHECKING:
    from upcard.engine.log import Log
    from upcard.engine.scene import Scene
    from upcard.records.logfile import Read
    from upcard.schemas.events import Opened

SEAT = typer.Option("--seat", metavar="S|public", help="As this seat or player knew it, or as all did.")
HAND = typer.Option("--hand", min=1, help="Only this hand.")
ASCII = typer.Option("--ascii", help="Draw with plain ASCII.")
LOG = typer.Argument(
    metavar="LOG",
    help="A log, - or a session of the archive, by its id, its beginning, or its day.",
    autocompletion=completing.LOGS,
)
AT = typer.Option("--at", min=1, metavar="LINE", help="After this line; else at the end.")
AS_OF = typer.Option("--as-of", min=1, metavar="LINE", help="Read what stood after this line.")


def show(
    log: Annotated[str, LOG],
    hand: Annotated[int | None, HAND] = None,
    at: Annotated[int | None, AT] = None,
    seat: Annotated[str | None, SEAT] = None,
    as_of: Annotated[int | None, AS_OF] = None,
    ascii_only: Annotated[bool, ASCII] = False,
    which: Annotated[str | None, WHICH] = None,
    archive: Annotated[Path | None, ARCHIVE] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Draw the table at one point: hands, trick, pots, scores, and what is found up to there; of a hand all that is found.

    Example: upcard show game.jsonl --at 17 --seat 2
    """
    from upcard.cli.logs import one_log, standing
    from upcard.cli.names import named
    from upcard.engine.view import redact_log

    read = one_log(log, archive, which)
    played = standing(read, as_of) if json else named(standing(read, as_of), read.names)
    viewer = viewer_of(seat, played.header)
    seen = played if viewer is None else redact_log(played, viewer, played.header.log)  # as `replay` steps through it
    line = _line_meant(read, seen, hand, at)
    scene, asks = _seen_at(seen, line, read.place)
    if json:
        put_json({"log": played.header.log, "line": line, "viewer": viewer, "scene": scene})
        return
    from upcard.cli.draw import table

    put(f"{played.header.log}  line {line if line is not None else read.lines}")
    console().print(table(scene, ascii_only=plain(ascii_only)))
    for text in found_until(played, seen, line, hand if at is None else None, read.place):
        put(text)
    if asks:
        put(f"next: {' or '.join(asks)}")


def _line_meant(read: "Read", seen: "Log", hand: int | None, at: int | None) -> int | None:
    """The line after which the table is drawn; None for the end. Raises `UsageError` if it is not of the hand that was named."""
    from upcard.engine.fold import fold
    from upcard.records.unforeseen import unforeseen
    from upcard.schemas.errors import UsageError

    first, last = (None, None) if hand is None else lines_of(seen, hand, read.place)
    line = last if at is None else line_there(read, at)
    if hand is not None:
        with unforeseen(read.place, seen):
            there = fold(seen, until=line).hand
        if there != hand:
            of = f"hand {there}" if there else "no hand"
            hint = f"hand {hand} is lines {first} to {last}"
            raise UsageError(f"line {line} is of {of}, not of hand {hand}", place=read.place, hint=hint)
    return line


def _seen_at(seen: "Log", line: int | None, place: str) -> "tuple[Scene, list[str]]":
    """What there is to see after a line, and what is asked for then."""
    from upcard.engine.fold import fold
    from upcard.engine.game import find
    from upcard.records.unforeseen import unforeseen

    with unforeseen(place, seen):
        state: Any = fold(seen, until=line)
    game = find(seen.header.game)
    with unforeseen(place, seen):
        return game.scene(state), [act.asks for act in game.due(state) if not act.optional and act.asks]


def line_there(read: "Read", line: int) -> int:
    """The line, if the log has it. Raises `UsageError` if it is shorter."""
    from upcard.schemas.errors import UsageError

    if line > read.lines:
        raise UsageError(f"no line {line}", place=read.place, hint=f"it has {read.lines} lines")
    return line


def found_until(log: "Log", seen: "Log", line: int | None, hand: int | None, place: str) -> list[str]:
    """What is proven by then, in words, from what a viewer saw of a log, and whether it stands at the end of the log. Of a
    hand, if one is named, also what is found later, and what it came to after all.
    """
    from upcard.cli.frames import pointed
    from upcard.cli.telling import told
    from upcard.engine.log import Log
    from upcard.engine.sitting import Sitting
    from upcard.records.unforeseen import judged, unforeseen

    end = len(seen.events)
    if line is not None:
        end = max((place for place, (number, _) in enumerate(seen.events, start=1) if number <= line), default=0)
    sitting = Sitting(log)
    then = judged(Log(seen.header, seen.events[:end]), place)
    last = then if end == len(seen.events) else judged(seen, place)
    gone = ["" if found in last.findings else "; no longer found at the end of the log" for found in then.findings]
    later = [found for found in last.findings if found.hand == hand and found not in then.findings]
    told_then = [told(found, sitting.at(found.at)) + word for found, word in zip(then.findings, gone, strict=True)]
    with unforeseen(place, seen):
        came = [[one.result.points for one in done.results if one.hand == hand] for done in (then, last)]
    after_all = [f"hand {hand} at the end of the log: {pointed(points)}" for points in came[1] if came[0] != came[1]]
    return [*told_then, *(told(found, sitting.at(found.at)) for found in later), *after_all]


def lines_of(log: "Log", hand: int, place: str) -> tuple[int, int]:
    """The first and last line of a hand. Raises `UsageError` if there is no such hand."""
    from upcard.cli.frames import hands_of
    from upcard.records.unforeseen import unforeseen
    from upcard.schemas.errors import UsageError

    with unforeseen(place, log):
        spans = hands_of(log)
    if hand not in spans:
        raise UsageError(f"no hand {hand}", place=place, hint=f"it has {', '.join(map(str, spans)) or 'none'}")
    return spans[hand]


def viewer_of(text: str | None, header: "Opened") -> int | None:
    """A seat, by its number or who had it when the log was begun; -1 for the public, None for all that is known."""
    if text is None:
        return None
    from upcard.schemas.errors import UsageError

    if text == "public":
        return -1
    names = [name.casefold() for name in header.seats]
    if text.casefold() in names:
        return names.index(text.casefold())
    plain_text = text.casefold().removeprefix("s")
    if not (plain_text.isascii() and plain_text.isdecimal()) or int(plain_text) >= len(names):
        raise UsageError(f"no seat {text!r}", hint=f"0 to {len(names) - 1}, a player, or public")
    return int(plain_text)
