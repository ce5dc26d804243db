"""The rows of the plays. There are more of them than of all else: those that the blob of a hand keeps as codes stay codes until
the database makes rows of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from upcard.engine.log import Numbered
from upcard.records.archive.blob import Lines
from upcard.records.archive.codes import LAID, MORE, PASSED
from upcard.records.archive.connecting import Connection
from upcard.records.archive.schema import TABLES
from upcard.records.bulk import lent
from upcard.schemas.cards import BY_INDEX
from upcard.schemas.events import Claimed, Laid, Passed, Played

_NAMES: Final = [str(card) for card in BY_INDEX]
_NONE: Final = len(_NAMES)
"""The place of no card, after those of the cards."""
_ACTS: Final = ("played", "laid", "passed")
PLAYS: Final = frozenset({Played, Laid, Passed, Claimed})
"""The events that have a row."""


Placed = tuple[int, Numbered]
"""An event with its hand."""


class Coded(msgspec.Struct):
    """Plays as codes. runs: in which hand and on which line each run of them begins, and how many it has; codes, sizes: of each
    hand, see `Lines`.
    """

    runs: list[tuple[int, int, int]] = []
    codes: list[bytes] = []
    sizes: list[bytes] = []

    def add(self, hand: int, first: int, lines: Lines) -> None:
        """Take those of a hand. first: its first line."""
        self.runs += [(hand, first + place, count) for place, count in lines.runs]
        self.codes.append(lines.plays)
        self.sizes.append(lines.sizes)

    def columns(self, log: str) -> list[list[Any]]:
        """Their rows, column by column."""
        spread, names = _spread([(log, self)])
        _, hands, lines, seats, acts, cards = (values.tolist() for values in spread.values())
        told = [_ACTS[act] for act in acts], [names[card] for card in cards]
        return [[log] * len(acts), hands, lines, seats, *told] if acts else []


class Coding(NamedTuple):
    """What asks for the rows of coded plays, and the values it is asked with."""

    query: str
    values: dict[str, list[Any]]


def plays_in(name: str, events: Iterable[Placed]) -> Iterator[tuple[Any, ...]]:
    """The rows of events that are plays, and were not refused. name: the log."""
    for hand, (line, event) in events:
        if event.refused:
            continue
        if type(event) is Played:
            yield name, hand, line, event.seat, "played", event.card
        elif type(event) is Laid:
            yield name, hand, line, event.seat, "laid", " ".join(event.cards)
        elif type(event) is Passed:
            yield name, hand, line, event.seat, "passed", None
        elif type(event) is Claimed:
            yield name, hand, line, event.seat, "claimed", " ".join(event.cards or ()) or None


def on_places(events: Sequence[Numbered], first: int, places: Iterable[int]) -> Iterator[Numbered]:
    """The events of a hand that stand on some of its lines. first: its first line, on which the first of them stands;
    places: counted from there, with every seal, on which no event stands.
    """
    seals = 0
    for place in places:
        at = place - seals
        if at < len(events) and events[at][0] == first + place:
            yield events[at]
        else:
            seals += 1


@contextmanager
def coding(connection: Connection, some: Sequence[tuple[str, Coded]]) -> Iterator[Coding]:
    """Coded plays, each with its log, where the database finds them; hardly anything of it is Python's work."""
    columns, cards = _spread(some)
    act = f"CAST($acts AS {TABLES['plays'][1]['act'][0]}[])[act + 1]"
    query = f"SELECT $logs[log + 1] AS log, hand, line, seat, {act} AS act, $cards[card + 1] AS cards FROM coded"  # noqa: S608 - names of ours
    with lent(connection, "coded", columns):
        yield Coding(query, {"logs": [log for log, _ in some], "acts": [*_ACTS], "cards": cards})


def _spread(some: Sequence[tuple[str, Coded]]) -> tuple[dict[str, np.ndarray[Any, Any]], list[str | None]]:
    """A value for each play: the place of its log among these, hand, line, seat, the places of its act and of its cards; and what
    these places stand for.
    """
    runs = chain.from_iterable(chain.from_iterable(coded.runs for _, coded in some))
    hand, line, count = np.fromiter(runs, dtype=np.int32).reshape(-1, 3).T
    log = np.repeat(np.arange(len(some), dtype=np.int32), [len(coded.runs) for _, coded in some])
    before = np.cumsum(count) - count
    told = b"".join(codes for _, coded in some for codes in coded.codes)
    codes = np.frombuffer(told, dtype=np.uint8)
    sizes = np.frombuffer(b"".join(sizes for _, coded in some for sizes in coded.sizes), dtype=np.uint8)
    end = np.cumsum(sizes, dtype=np.int64)
    more = codes[end - sizes] == MORE
    begin = end - sizes + more
    card = codes[begin] & 0x3F
    laid, passed = card == LAID, card == PASSED
    lays: dict[bytes, int] = {}
    cards = card.astype(np.int32)
    cards[passed] = _NONE
    spans = zip((begin[laid] + 2).tolist(), end[laid].tolist(), strict=True)
    cards[laid] = [lays.setdefault(told[first:last], len(lays)) for first, last in spans]
    cards[laid] += _NONE + 1
    columns = {
        "log": np.repeat(log, count),
        "hand": np.repeat(hand, count),
        "line": np.repeat(line - before, count) + np.arange(count.sum(), dtype=np.int32),
        "seat": (codes[begin] >> 6) + more.astype(np.uint8) * 4,
        "act": laid + passed * np.uint8(2),
        "card": cards,
    }
    return columns, [*_NAMES, None, *(" ".join(_NAMES[card] for card in cards) for cards in lays)]
