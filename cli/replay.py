"""`upcard replay`: step through a log."""

import os
import select
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.output import ARCHIVE, JSON, WHICH, console, plain, put, put_json
from upcard.cli.show import AS_OF, ASCII, HAND, LOG, SEAT, viewer_of

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, Group, RenderableType
    from rich.segment import Segment

    from upcard.cli.frames import Frame
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
    """Step through a log with the arrow keys; piped, print every frame.

    Example: upcard replay game.jsonl --seat public
    """
    from upcard.cli.frames import frames_in, transcribed
    from upcard.cli.logs import one_log
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
    _show(frames, draw, played.events if hand is None else None, steps=log != "-")


def _show(
    frames: "Iterable[Frame]", draw: "Callable[[Frame], Group]", events: Callable[[], int] | None, *, steps: bool
) -> None:
    """Show frames one at a time, as the keys say, if `steps` allows it and somebody sits at a terminal; else print them all.
    events: counts how many there are; those of a hand are counted when it is judged.
    """
    from upcard.schemas.errors import UsageError

    printer = console()
    steps = steps and sys.stdout.isatty() and sys.stdin.isatty()
    if steps and not printer.is_dumb_terminal:  # one that draws nothing in the place of another has every frame printed
        reached = Reached(frames, events)
        if not reached.there(0):
            raise UsageError("there is nothing to replay")
        _step(reached, draw)
        return
    for frame in frames:
        printer.print(draw(frame))
        put("")


def drawn(frame: "Frame", sitting: "Sitting", *, coin: int = 1, ascii_only: bool) -> "Group":
    """A frame as rich draws it. coin: how many units a coin has."""
    from rich.console import Group
    from rich.text import Text

    from upcard.cli.draw import table
    from upcard.cli.frames import told_revised, told_withdrawn
    from upcard.cli.telling import told

    parts = [
        Text(f"line {frame.line}, hand {frame.hand}: {frame.says}", "bold"),
        table(frame.scene, ascii_only=ascii_only),
    ]
    parts += [Text(f"! {told(finding, sitting.at(finding.at))}", "yellow") for finding in frame.findings]
    parts += [Text(told_withdrawn(one, sitting), "green") for one in frame.withdrawn]
    parts += [Text(told_revised(one, coin), "cyan") for one in frame.revised]
    return Group(*parts)


class Reached:
    """The frames of a log as far as somebody stepped: those behind are judged when they are wanted. events: how many there are."""

    def __init__(self, frames: "Iterable[Frame]", events: Callable[[], int] | None) -> None:
        self._coming = iter(frames)
        self._frames: list[Frame] = []
        self.events = self.last() + 1 if events is None else events()

    def __getitem__(self, place: int) -> "Frame":
        """One that is there."""
        return self._frames[place]

    def there(self, place: int) -> bool:
        """Whether there is one in this place."""
        while len(self._frames) <= place and (frame := next(self._coming, None)) is not None:
            self._frames.append(frame)
        return place < len(self._frames)

    def last(self) -> int:
        """The place of the last of all."""
        self._frames += self._coming
        return len(self._frames) - 1

    def first(self, begin: int, meant: "Callable[[Frame], bool]") -> int | None:
        """The first of some from a place on."""
        place = begin
        while self.there(place):
            if meant(self[place]):
                return place
            place += 1
        return None


def _step(frames: Reached, draw: "Callable[[Frame], Group]") -> None:
    """Show one frame at a time, as the keys say."""
    from rich.live import Live

    at, start = 0, None
    screen = console()
    live = Live(console=screen, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False)
    with keys_at_once(), live:
        while True:
            frame = frames[at]
            shown = draw(frame)
            told = bool(frame.findings or frame.withdrawn or frame.revised)  # below the table
            window = Window(screen, shown, f"{at + 1} of {frames.events}   {KEYS}", end=told, start=start)
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


def _moved(frames: Reached, at: int, key: str) -> int:
    """Where a key leads."""
    if key in {"right", "down", " ", "\r", "\n", "l", "j"}:
        return at + 1 if frames.there(at + 1) else at
    if key in {"left", "up", "h", "k", "\x7f"}:
        return max(at - 1, 0)
    if key == "f":
        found = frames.first(at + 1, lambda frame: bool(frame.findings or frame.withdrawn))
        return at if found is None else found
    if key == "n":
        later = frames.first(at + 1, lambda frame: frame.hand > frames[at].hand)
        return frames.last() if later is None else later
    if key == "p":
        before = [place for place in range(at) if frames[place].hand < frames[at].hand]
        hand = frames[before[-1]].hand if before else frames[at].hand
        return next(place for place in range(at + 1) if frames[place].hand == hand)
    if key in {"G", "end"}:
        return frames.last()
    return 0 if key in {"g", "home"} else at


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
