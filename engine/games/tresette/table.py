"""Tresette: TR-1 deck, seats and ranking, TR-5 options, and what the state of a session holds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from upcard.engine.mechanisms.forty import order_of, strengths
from upcard.engine.mechanisms.strays import is_settled
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import Card
from upcard.schemas.events import Opened
from upcard.schemas.options import Options, option

SEATS: Final = 4
TABLE: Final = 4
"""The place after the hands, where cards lie that were played."""

HAND: Final = 10
ORDER: Final = order_of("4567QJKA23")
"""Jack over queen (TR-1.2)."""

STRENGTHS: Final = strengths(ORDER)
UNTOLD: Final = -1
"""Stands for points that the record does not tell."""


class TresetteOptions(Options):
    """TR-5."""

    target: int = option(31, "TR-4.6", "the match ends when a side has so many points after a hand", ge=1)
    direction: Literal["left", "right"] = option("left", "TR-1.3", "the way lead, turn and deal go round")
    meld_overlap: bool = option(True, "TR-2.4", "false: each card counts in one meld only, for the best total")
    score_unannounced_melds: bool = option(
        False, "TR-2.5", "true: whoever said Good play scores all melds held, told or not"
    )
    declare_by: Literal["own_first_card", "first_lead"] = option(
        "own_first_card", "TR-2.2", "until when Good play may be said"
    )
    talk_allowed: bool = option(True, "TR-3.2", "false: nobody asks or tells anything about cards but melds")
    tie_at_target: Literal["another_hand", "draw"] = option(
        "another_hand", "TR-4.6", "what happens when both sides reach the target with the same points"
    )
    same_trick_correction: bool = option(False, "G-14", "true: a revoke may be put right while the trick is open")


@dataclass(slots=True, kw_only=True)
class Tresette(State):
    """One session. Numbers below 0 stand for what the record does not tell.

    way: 1 if play goes to the left, else 3; again: the last hand was thrown in, and its dealer may deal again, or the
    next; cards to winners: see `TrickTable`; calls: by seat, the line of Good play, below 0 if it was said too late;
    told, said: numbers for each meld and each count told (see `Told` and `Said`); row: what rows of a score sheet tell
    of this hand (see `Row`); gained, before, totals: points by side of this hand, before it, and with it; how: played,
    sheet, void, or not known.

    What shows that the record is wrong somewhere. astray: 1 if a card of the last hand was written again where no hand
    is on, 2 if another was; headless: a deal began the hand, nothing else did; uneven: not ten cards were dealt to each;
    assumed: nobody wrote the deal down; slipped: plays were written wrongly, so that tricks and hands prove nothing;
    wary: something of what follows was seen in this hand; passed: who was to lead where another did; strays: the lines of the open trick that were out of turn; changed, changes: see `ChangedTable`; belated: who
    closed the trick after it had been passed over; shaky: the record may be ahead by a card; muddled: two cards may be
    in each other's tricks; odd: by seat, the cards it is said to have played out of turn; unsure: those seen twice;
    repeated: the line of a card that its seat had played before; talked: the lines on which something was asked or told;
    lone, off, off_at: see `Opened`; asked: as long as a lone line tells who deals, who asked before the first lead, and on which
    line: of the last hand only the seat that led first.
    """

    options: TresetteOptions
    way: int = 1
    phase: Literal["between", "deal", "play"] = "between"
    dealer: int = -1
    lone: int = 0
    off: int = 0
    off_at: int = 0
    asked: list[tuple[int, int]] = field(default_factory=list)
    again: bool = False
    astray: int = 0
    headless: bool = False
    uneven: bool = False
    assumed: bool = False
    slipped: bool = False
    strays: list[int] = field(default_factory=list)
    changed: int = 0
    changes: list[tuple[int, int]] = field(default_factory=list)
    belated: int = -1
    shaky: bool = False
    wary: bool = False
    passed: int = -1
    muddled: bool = False
    odd: list[int] = field(default_factory=lambda: [0] * 4)
    unsure: int = 0
    repeated: int = 0
    turn: int = -1
    led: int = 0
    first: int = 0
    cards: list[Card] = field(default_factory=list)
    by: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    calls: list[int] = field(default_factory=lambda: [0] * 4)
    told: list[int] = field(default_factory=list)
    said: list[int] = field(default_factory=list)
    talked: list[int] = field(default_factory=list)
    row: list[int] = field(default_factory=lambda: [UNTOLD] * 9)
    gained: list[int] = field(default_factory=lambda: [0, 0])
    before: list[int] = field(default_factory=lambda: [0, 0])
    totals: list[int] = field(default_factory=lambda: [0, 0])
    over: bool = False
    how: str = ""


def start(header: Opened, options: TresetteOptions) -> Tresette:
    """An empty table."""
    return Tresette(
        game="tresette",
        options=options,
        way=1 if options.direction == "left" else 3,
        players=list(header.seats),
        places=Places.empty(5, 4),
    )


Count = tuple[int, int, int, int, int, int]
"""A count told, as `Said` names its numbers."""


def said_counts(s: Tresette) -> Iterator[Count]:
    """All counts told in this hand."""
    row = iter(s.said)
    return zip(row, row, row, row, row, row, strict=True)


def orderly(s: Tresette) -> bool:
    """Whether nothing speaks against the tricks being as they are written."""
    return not s.gap and (not s.wary or is_settled(s))


def after(s: Tresette, seat: int) -> int:
    """The next seat in turn (TR-1.3); -1 after nobody."""
    return (seat + s.way) & 3 if seat >= 0 else -1
