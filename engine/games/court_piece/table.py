"""Court Piece: CP-1 deck and seats, CP-8 options, and what the state of a session holds."""

from dataclasses import dataclass, field
from typing import Literal

from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import SUIT_MASK, Card
from upcard.schemas.events import Opened
from upcard.schemas.options import Options, option

SUITS_OF_PACK = tuple(SUIT_MASK.values())


TABLE = 4


class CourtPieceOptions(Options):
    """CP-8."""

    hand_limit: int | None = option(None, "CP-7.1", "the session ends after so many hands", ge=1)
    streak_length: int = option(7, "CP-4.4", "hands won in a row that earn a court", ge=1)
    slam_courts: int = option(52, "CP-4.2", "courts for all thirteen tricks", ge=0)
    slam_includes_sweep: bool = option(True, "CP-4.2", "false: the court for the first seven comes on top")
    play_on_allowed: bool = option(True, "CP-3.2", "false: a sweep of the first seven always stops the hand")
    streak_on_court: Literal["count", "reset", "ignore"] = option(
        "count", "CP-4.5", "whether a hand that brings a court counts for the streak, empties it, or leaves it"
    )
    revoke_window: Literal["trick_open", "before_next_lead"] = option(
        "trick_open", "CP-6.2", "how long a revoke may be corrected"
    )
    late_revoke: Literal["stands", "until_next_deal"] = option(
        "stands", "CP-6.4", "whether a revoke may be claimed after the hand"
    )
    own_court_deal: Literal["left", "partner"] = option(
        "left", "CP-5.1", "who deals after the dealer's side won a court by play"
    )
    direction: Literal["left", "right"] = option("left", "CP-8", "the way turn, call and deal go round")


@dataclass(slots=True, kw_only=True)
class CourtPiece(State):
    """One session. Numbers below 0 stand for what the record does not tell.

    way: 1 if play goes to the left, else 3; cards, by, lines: what was played in this hand, by whom, on which lines; first: where in them
    the trick begins that is in progress, or was last until the next lead; taken, courts, gained: by side; streak_side, streak: who has won how many hands in a row;
    may_deal: who may deal next, none if nothing is known; whole: the deal was written as hands of thirteen;
    changers: who may still change a card; undo: courts and streak before the last hand was settled.
    """

    options: CourtPieceOptions
    way: int = 1
    phase: Literal["between", "deal", "play"] = "between"
    dealer: int = -1
    may_deal: list[int] = field(default_factory=list)
    packets: int = 0
    whole: bool = False
    trump: str = ""
    turn: int = -1
    led: int = 0
    cards: list[Card] = field(default_factory=list)
    by: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    first: int = 0
    winners: list[int] = field(default_factory=list)
    changers: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=lambda: [0, 0])
    courts: list[int] = field(default_factory=lambda: [0, 0])
    gained: list[int] = field(default_factory=lambda: [0, 0])
    undo: list[int] = field(default_factory=list)
    streak_side: int = -1
    streak: int = 0
    won_by: int = -1
    how: str = ""

    @property
    def trick(self) -> list[Card]:
        """The cards of the trick in progress, or of the last one until the next lead."""
        return self.cards[self.first :]

    @property
    def trick_seats(self) -> list[int]:
        """Who played them."""
        return self.by[self.first :]


def start(header: Opened, options: CourtPieceOptions) -> CourtPiece:
    """An empty table."""
    return CourtPiece(
        game="court_piece",
        options=options,
        way=1 if options.direction == "left" else 3,
        players=list(header.seats),
        places=Places.empty(5, 4),
    )


def after(s: CourtPiece, seat: int) -> int:
    """The next seat in turn (CP-1.1)."""
    return (seat + s.way) & 3


def caller(s: CourtPiece) -> int:
    """The seat that calls trump and leads (CP-2.2)."""
    return after(s, s.dealer) if s.dealer >= 0 else -1
