"""The rows of the plays. There are more of them than of all else: those that the blob of a hand keeps as codes stay codes until
the database makes rows of them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from upcard.engine.log import Numbered
from upcard.records.archive.blob import MORE, Lines
from upcard.records.archive.connecting import Connection
from upcard.schemas.cards import BY_INDEX
from upcard.schemas.events import Claimed, Laid, Passed, Played

_NAMES: Final = [str(card) for card in BY_INDEX]


class Coded(msgspec.Struct):
    """Plays as codes. runs: in which hand and on which line each run of them begins, and how many it has."""

    runs: list[tuple[int, int, int]] = []
    codes: list[bytes] = []

    def add(self, hand: int, first: int, lines: Lines) -> None:
        """Take those of a hand. first: its first line."""
        self.runs += [(hand, first + place, count) for place, count in lines.runs]
        self.codes.append(lines.plays)

    def columns(self, log: str) -> list[list[Any]]:
        """Their rows, column by column."""
        _, hands, lines, seats, cards = (values.tolist() for values in _spread([(log, self)]).values())
        names = [_NAMES[card] for card in cards]
        return [[log] * len(names), hands, lines, seats, ["played"] * len(names), names] if names else []


def plays_in(hand: int, events: Iterable[Numbered], name: str) -> Iterator[tuple[Any, ...]]:
    """The rows of events that are plays. name: the log."""
    for line, event in events:
        if type(event) is Played:
            yield name, hand, line, event.seat, "played", event.card
        elif type(event) is Laid:
            yield name, hand, line, event.seat, "laid", " ".join(event.cards)
        elif type(event) is Passed:
            yield name, hand, line, event.seat, "passed", None
        elif type(event) is Claimed:
            yield name, hand, line, event.seat, "claimed", " ".join(event.cards or ()) or None


def on_lines(events: Sequence[Numbered], seals: Sequence[int], lines: Iterable[int]) -> Iterator[Numbered]:
    """Those of all events of a log that stand on some lines. seals: the lines of its seals, which no event stands on."""
    for line in lines:
        place = line - 2 - bisect_left(seals, line)
        if place < len(events) and events[place][0] == line:
            yield events[place]


def lay_out_coded(connection: Connection, some: Sequence[tuple[str, Coded]]) -> None:
    """Lay out the rows of coded plays, each with its log. Nothing of it is Python's work, but for a moment."""
    connection.register("coded", _spread(some))
    connection.execute(
        "INSERT INTO laid_plays SELECT $logs[log + 1], hand, line, seat, 'played', $cards[card + 1] FROM coded",
        {"logs": [log for log, _ in some], "cards": _NAMES},
    )
    connection.unregister("coded")


def _spread(some: Sequence[tuple[str, Coded]]) -> dict[str, np.ndarray[Any, Any]]:
    """A value for each play: the place of its log among these, hand, line, seat, index of the card."""
    runs = [(log, *run) for log, (_, coded) in enumerate(some) for run in coded.runs]
    log, hand, line, size = np.array(runs, dtype=np.int32).reshape(-1, 4).T
    before = np.cumsum(size) - size
    codes = np.frombuffer(b"".join(code for _, coded in some for code in coded.codes), dtype=np.uint8)
    more = codes == MORE
    seat = (codes >> 6) + 4 * np.roll(more, 1)
    return {
        "log": np.repeat(log, size),
        "hand": np.repeat(hand, size),
        "line": np.repeat(line - before, size) + np.arange(size.sum(), dtype=np.int32),
        "seat": seat[~more].astype(np.uint8),
        "card": (codes & 0x3F)[~more],
    }
