"""`upcard show`: the table at one point of a log."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from upcard.cli import completing
from upcard.cli.output import ARCHIVE, JSON, WHICH, console, plain, put, put_json

if TYPE_CHECKING:
    from upcard.cli.watching import Watched
    from upcard.records.unforeseen import InBlocks
    from upcard.schemas.events import Opened
    from upcard.schemas.findings import Finding

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
    """Draw the table at one point. Hands, trick, pots, scores, and what is found up to there; of a hand all that is found.

    Example: upcard show game.jsonl --at 17 --seat 2
    """
    from upcard.cli.logs import one_log
    from upcard.cli.watching import watched
    from upcard.schemas.errors import UsageError

    played = watched(one_log(log, archive, which), partial(viewer_of, seat), as_of=as_of, ids=json)
    span = None if hand is None else played.hand(hand)
    line = span[1] if span and at is None else at
    if line is not None:
        line_there(played, line)
    judging = played.judging()
    then = known(judging, line, hand)
    state: Any = judging.audit.state
    if span and line is not None and not span[0] <= line <= span[1]:
        of = f"hand {state.hand}" if state.hand else "no hand"
        hint = f"hand {hand} is lines {span[0]} to {span[1]}"
        raise UsageError(f"line {line} is of {of}, not of hand {hand}", place=played.place, hint=hint)
    with judging.foreseen():
        game = judging.audit.game
        scene = judging.audit.scene()
        asks = dict.fromkeys(act.asks for act in game.due(state) if not act.optional and act.asks)
    if json:
        put_json({"log": played.header.log, "line": line, "viewer": played.viewer, "scene": scene})
        return
    from upcard.cli.draw import table

    put(f"{played.header.log}  line {line if line is not None else played.lines}")
    console().print(table(scene, ascii_only=plain(ascii_only)))
    last = then if line is None else known(judging, None, hand, then)
    for text in found_until(then, last, hand if at is None else None, played):
        put(text)
    if asks:
        put(f"next: {' or '.join(asks)}")


class Known(NamedTuple):
    """What is known of a log at one point. settled: what of it no later line changes; points: what a hand came to."""

    findings: "list[Finding]"
    points: "list[tuple[int | None, ...]]"
    settled: "Known | None" = None


def known(judging: "InBlocks", until: int | None, hand: int | None, before: Known | None = None) -> Known:
    """What is known after a line, or in the end. before: what was known before."""
    settled = before.settled if before is not None and before.settled is not None else Known([], [])
    found, points = settled.findings[:], settled.points[:]
    for _, told in judging.settled(until):
        found += told.findings
        with judging.foreseen():
            points += [one.result.points for one in told.results if one.hand == hand]
    left = judging.left()
    with judging.foreseen():
        more = [one.result.points for one in left.results if one.hand == hand]
    return Known(found + left.findings, points + more, Known(found, points))


def line_there(played: "Watched", line: int) -> None:
    """Raises `UsageError` if the log is shorter."""
    from upcard.schemas.errors import UsageError

    if line > played.lines:
        raise UsageError(f"no line {line}", place=played.place, hint=f"it has {played.lines} lines")


def found_until(then: Known, last: Known, hand: int | None, played: "Watched") -> list[str]:
    """What is proven by then, in words, and whether it stands at the end of the log. Of a hand, if one is named, also what is
    found later, and what it came to after all.
    """
    from upcard.cli.frames import pointed
    from upcard.cli.telling import coin_of, told

    sitting, coin = played.sitting, coin_of(played.header)
    kept, before = set(last.findings), set(then.findings)
    gone = ["" if found in kept else "; no longer found at the end of the log" for found in then.findings]
    later = [found for found in last.findings if found.hand == hand and found not in before]
    told_then = [told(found, sitting.whose(found.at)) + word for found, word in zip(then.findings, gone, strict=True)]
    changed = hand is not None and then.points != last.points
    after_all = [f"hand {hand} at the end of the log: {pointed(points, coin)}" for points in last.points if changed]
    return [*told_then, *(told(found, sitting.whose(found.at)) for found in later), *after_all]


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
