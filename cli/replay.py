"""`upcard replay`: step through a log."""

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.output import ARCHIVE, JSON, WHICH, console, plain, put, put_json
from upcard.cli.safe import safe_text
from upcard.cli.show import AS_OF, ASCII, HAND, LOG, SEAT, viewer_of

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    from upcard.cli.draw import Stack
    from upcard.cli.frames import Frame
    from upcard.cli.stepping import Course
    from upcard.engine.sitting import Sitting

KEYS = "arrows or space step, n/p next and previous hand, f next finding, g/G first and last, q quits"
SCROLLS = "PgUp and PgDn show what is above and below"


TEXT = typer.Option("--text", help="A line an event, without drawing.")


def replay(
    log: Annotated[str, LOG],
    hand: Annotated[int | None, HAND] = None,
    seat: Annotated[str | None, SEAT] = None,
    as_of: Annotated[int | None, AS_OF] = None,
    text: Annotated[bool, TEXT] = False,
    ascii_only: Annotated[bool, ASCII] = False,
    which: Annotated[str | None, WHICH] = None,
    archive: Annotated[Path | None, ARCHIVE] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Step through a log with the arrow keys. Piped, every frame is printed.

    Example: upcard replay game.jsonl --seat public
    """
    from upcard.cli.frames import frames_in, transcribed
    from upcard.cli.logs import one_log
    from upcard.cli.stepping import OfHand, OfLog
    from upcard.cli.telling import coin_of
    from upcard.cli.watching import watched
    from upcard.records.unforeseen import each

    played = watched(one_log(log, archive, which), partial(viewer_of, seat), as_of=as_of, ids=json)
    if hand is not None:
        played.hand(hand)
    judging = played.judging()
    frames = each(frames_in(judging, hand), judging)
    if text:
        for line in transcribed(played.header, played.sitting, frames):
            put(line)
        return
    if json:
        for frame in frames:
            put_json(frame._asdict())
        return
    draw = partial(drawn, sitting=played.sitting, coin=coin_of(played.header), ascii_only=plain(ascii_only))
    printer = console()
    if log != "-" and sys.stdout.isatty() and sys.stdin.isatty() and not printer.is_dumb_terminal:
        _step(OfLog(judging, played.events()) if hand is None else OfHand(frames), draw)
        return
    for frame in frames:  # also where nothing can be drawn in the place of what was drawn before
        if printer.color_system is None:
            put("\n".join(line.plain for line in draw(frame).lines(printer.width)), lines=True)
        else:
            printer.print(draw(frame))
        put("")


def drawn(frame: "Frame", sitting: "Sitting", *, coin: int = 1, ascii_only: bool) -> "Stack":
    """A frame as rich draws it, or as lines. coin: how many units a coin has."""
    from rich.text import Text

    from upcard.cli.draw import Drawing, Stack, table
    from upcard.cli.frames import told_revised, told_withdrawn
    from upcard.cli.telling import told

    parts: list[Drawing | Text] = [
        Text(safe_text(f"line {frame.line}, hand {frame.hand}: {frame.says}"), "bold"),
        table(frame.scene, ascii_only=ascii_only),
    ]
    parts += [Text(f"! {told(finding, sitting.whose(finding.at))}", "yellow") for finding in frame.findings]
    parts += [Text(told_withdrawn(one, sitting), "green") for one in frame.withdrawn]
    parts += [Text(told_revised(one, coin), "cyan") for one in frame.revised]
    return Stack(parts)


def _step(frames: "Course", draw: "Callable[[Frame], Stack]") -> None:
    """Show one frame at a time, as the keys say."""
    from rich.live import Live

    from upcard.schemas.errors import UsageError

    if not frames.count:
        raise UsageError(
            "there is nothing to replay", hint="the log has no events; or its hands are others than --hand says"
        )
    at, start = 0, None
    screen = console()
    live = Live(console=screen, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False)
    with keys_at_once(), live:
        while True:
            frame = frames[at]
            shown = draw(frame)
            told = bool(frame.findings or frame.withdrawn or frame.revised)  # below the table
            window = Window(screen, shown, f"{at + 1} of {frames.count}   {KEYS}", end=told, start=start)
            live.update(window, refresh=True)
            key = read_key()
            if key in {"q", "\x1b", "\x03", "\x04", ""}:
                return
            start = window.moved(key)
            at = _moved(frames, at, key)


class Window:
    """As much of what is drawn as the screen has room for, and below it a line that says where it stands.

    start: the first line shown; else the first of all, or with `end` so that the last is seen.
    """

    def __init__(
        self, screen: "Console", shown: "RenderableType", foot: str, *, end: bool, start: int | None = None
    ) -> None:
        from rich.text import Text

        lines = screen.render_lines(shown, pad=False)
        below = screen.render_lines(Text(foot, "dim"), pad=False)
        if len(lines) + len(below) > screen.height:
            below = screen.render_lines(Text(f"{foot}, {SCROLLS}", "dim"), pad=False)
        room = max(1, screen.height - len(below))
        self._last = max(0, len(lines) - room)
        self._step = max(1, room - 1)
        first = self._last if end else 0
        self.start = min(first if start is None else start, self._last)
        self._lines = [*lines[self.start : self.start + room], *below][: screen.height]

    def moved(self, key: str) -> int | None:
        """Where the window begins after a key; None if it is of another frame then."""
        if key not in {"pageup", "pagedown", "other"}:
            return None
        by = {"pageup": -self._step, "pagedown": self._step}.get(key, 0)
        return min(max(0, self.start + by), self._last)

    def __rich_console__(self, _console: "Console", _options: "ConsoleOptions") -> "Iterator[Segment]":
        """The lines, but for the end of the last."""
        from rich.segment import Segment

        for place, line in enumerate(self._lines):
            if place:
                yield Segment.line()
            yield from line


def _moved(frames: "Course", at: int, key: str) -> int:
    """Where a key leads."""
    match key:
        case "right" | "down" | " " | "\r" | "\n" | "l" | "j":
            return min(at + 1, frames.count - 1)
        case "left" | "up" | "h" | "k" | "\x7f":
            return max(at - 1, 0)
        case "f":
            return _first(frames, at + 1, frames.tells, at)
        case "n":
            return _first(frames, at + 1, lambda place: frames.hand(place) > frames.hand(at), frames.count - 1)
        case "p":
            return _first_of(frames, _first_of(frames, at) - 1)
        case "G" | "end":
            return frames.count - 1
        case "g" | "home":
            return 0
    return at


def _first(frames: "Course", begin: int, meant: Callable[[int], bool], otherwise: int) -> int:
    """The first of the places from one on that is meant, if there is one."""
    return next(filter(meant, range(begin, frames.count)), otherwise)


def _first_of(frames: "Course", place: int) -> int:
    """The first place of the hand of this one; that of the first hand, for a place before it."""
    hand, first = frames.hand(max(place, 0)), max(place, 0)
    while first and frames.hand(first - 1) == hand:
        first -= 1
    return first


@contextmanager
def keys_at_once() -> Iterator[None]:
    """Keys come as they are pressed, and none is lost while a frame is drawn."""
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def read_key() -> str:
    """One key, its letter or the name of an arrow; empty at the end of input."""
    descriptor = sys.stdin.fileno()
    first = os.read(descriptor, 1).decode(errors="replace")
    if first != "\x1b" or not select.select([descriptor], [], [], 0.05)[0]:
        return first
    rest = os.read(descriptor, 2).decode(errors="replace")
    if rest in {"[5", "[6"} and os.read(descriptor, 1) == b"~":
        return "pageup" if rest == "[5" else "pagedown"
    names = {"C": "right", "D": "left", "A": "up", "B": "down", "H": "home", "F": "end"}
    return names.get(rest[-1:], "other")
