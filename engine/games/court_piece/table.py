"""Court Piece: CP-1 deck and seats, CP-8 options, and what the state of a session holds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from upcard.engine.game import Broken
from upcard.engine.mechanisms.tricks import ACE_HIGH, powers, surely_best, winner
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import SUIT_MASK, Card, mask_of
from upcard.schemas.events import Opened
from upcard.schemas.options import Options, option

TABLE = 4
"""The place after the hands."""

SUITS_OF_PACK = tuple(SUIT_MASK.values())
POWERS = {
    trump: {led: powers(led, trumps, ACE_HIGH) for led in (0, *SUITS_OF_PACK)} for trump, trumps in SUIT_MASK.items()
}
"""The strength of each card (CP-1.2), by the trump suit and the mask of the suit led."""


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


How = Literal["", "played", "stopped", "sheet", "forfeit", "void"]
"""How the last hand ended."""


@dataclass(slots=True, kw_only=True)
class CourtPiece(State):
    """One session. Numbers below 0, and None, stand for what the record does not tell.

    way: 1 if play goes to the left, else 3; cards, by, lines, first, led, winners, turn: see `TrickTable`; strays: the
    lines in the open trick that were out of turn; belated: who closed the trick after being passed over; owed: who was
    to lead it, if another did; swapped: its lead and the card before may have changed places; shaky: a play
    may be missing in the record, so that suits are not judged; sure: the tricks before a play may be missing, -1: all; taken, courts, gained: by side; streak_side, streak: who
    has won how many hands in a row (below 0: not known; nobody else can hold it, and -3 is two at least); may_deal: who may deal next, none if nothing is
    known; whole: the deal was written as hands of thirteen; early: the line of a second packet
    before the call; named: who named trump; changers: who may still change a card; late: places in
    `cards` that were changed when it was too late; changes: see `Changed`; split: tricks by a row; offender: the seat whose revoke was
    established; was, had: streak, dealer, hands and courts before the last hand was settled; over: by how much the
    totals last written differ from those that follow; done: hands that count; astray: whether acts of a hand were
    written where none is on; unbegun: whether a deal or a call was among them; shown: the lines on
    which cards were shown in this hand; listed: by seat, the cards that its list told, noted once cards are seen in part; parts: what lists told
    in part, by seat; vague: whether a card that was played was seen in part; begun: the line on which this hand was begun; said: the dealer as written there; lone:
    the line that alone says who deals (`Named`); called: the line on which trump was named;
    after_row: whether the hand before is told by its row alone;
    by_rows: whether every hand so far is a row without a beginning;
    kept: the state before this hand, until its first packet, where a revoke of the hand before may still be claimed.
    """

    options: CourtPieceOptions
    way: int = 1
    phase: Literal["between", "deal", "play"] = "between"
    dealer: int = -1
    may_deal: list[int] = field(default_factory=list)
    packets: int = 0
    whole: bool = False
    early: int = 0
    named: int = -1
    trump: str = ""
    turn: int = -1
    led: int = 0
    cards: list[Card] = field(default_factory=list)
    by: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    first: int = 0
    winners: list[int] = field(default_factory=list)
    strays: list[int] = field(default_factory=list)
    belated: int = -1
    owed: int = -1
    swapped: bool = False
    shaky: bool = False
    sure: int = -1
    changers: list[int] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    changes: list[tuple[int, int]] = field(default_factory=list)
    taken: list[int] = field(default_factory=lambda: [0, 0])
    courts: list[int | None] = field(default_factory=lambda: [0, 0])
    gained: list[int | None] = field(default_factory=lambda: [0, 0])
    was: list[int] = field(default_factory=list)
    had: list[int | None] = field(default_factory=list)
    over: list[int] = field(default_factory=lambda: [0, 0])
    split: list[int] = field(default_factory=list)
    offender: int = -1
    streak_side: int = -1
    streak: int = 0
    won_by: int = -1
    done: int = 0
    how: How = ""
    astray: bool = False
    unbegun: bool = False
    shown: list[int] = field(default_factory=list)
    listed: tuple[int, ...] = (0, 0, 0, 0)
    parts: tuple[tuple[int, Card], ...] = ()
    vague: bool = False
    begun: int = 0
    after_row: bool = False
    said: int = -1
    lone: int = 0
    called: int = 0
    by_rows: bool = True
    kept: "list[CourtPiece]" = field(default_factory=list)

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


def before(s: CourtPiece, seat: int) -> int:
    """Who deals if this seat is the caller."""
    return (seat - s.way) & 3


def deal_moved(s: CourtPiece) -> bool:
    """Whether a claim has moved the deal from who was named as dealer: who deals after that is not written again."""
    return s.dealer < 0 <= s.said


def callers(s: CourtPiece) -> list[int]:
    """Who may be the caller: any, if nothing is known of the dealer."""
    if s.dealer >= 0:
        return [caller(s)]
    return [after(s, dealer) for dealer in s.may_deal] if s.may_deal or deal_moved(s) else list(range(4))


def winner_of(s: CourtPiece) -> int:
    """Who wins the trick on the table: the highest card (G-4), if all that matters of the four is known, and trump is, or
    makes no difference; else -1.
    """
    if not s.led:
        return -1
    cards, seats = s.cards[s.first :], s.by[s.first :]
    won = winner(cards, seats, POWERS[s.trump][s.led]) if s.trump else -1
    return highest(s, cards, seats, s.led) if won < 0 else won


def won_by(s: CourtPiece, at: range) -> int:
    """The seat that wins a trick of these cards of the hand, the first of them led; -1 if that cannot be told."""
    cards = s.cards[at.start : at.stop]
    return highest(s, cards, s.by[at.start : at.stop], SUIT_MASK.get(cards[0].suit, 0))


def highest(s: CourtPiece, cards: list[Card], owners: list[int], led: int) -> int:
    """Whose the highest of these cards is, a seat's or a side's, if that is certain whatever is not known of them and of
    trump; else -1.
    """
    trumps = (s.trump,) if s.trump else tuple(POWERS)
    gone = 0 if all(card.bit for card in cards) else mask_of(s.cards)
    told = shared([surely_best(cards, owners, POWERS[trump][led], gone) for trump in trumps]) if led else None
    return -1 if told is None else told


def sides_of(s: CourtPiece) -> list[int]:
    """The side that won each trick, -1 where that cannot be told. It may be certain where the seat is not."""
    return [seat & 1 if seat >= 0 else side_of(s, 4 * number) for number, seat in enumerate(s.winners)]


def side_of(s: CourtPiece, first: int) -> int:
    """The side that wins the trick that begins with this card of the hand."""
    cards = s.cards[first : first + 4]
    if len(cards) < 4:
        return -1
    return highest(s, cards, [seat & 1 for seat in s.by[first : first + 4]], SUIT_MASK.get(cards[0].suit, 0))


def swept(s: CourtPiece) -> bool | None:
    """Whether one side took the first seven tricks; None if that cannot be told (yet)."""
    first = sides_of(s)[:7]
    known = {side for side in first if side >= 0}
    if len(known) > 1:
        return False
    return None if len(first) < 7 or -1 in first else True


def may_have_ended(s: CourtPiece) -> bool:
    """Whether the hand may have ended by itself after seven tricks, as this table plays, though that cannot be told (CP-9.2)."""
    seven = s.phase == "play" and len(s.winners) == 7 and not s.gap and not (len(s.cards) - s.first) % 4
    return seven and not s.options.play_on_allowed and swept(s) is None


def no_hand(s: CourtPiece, seat: int | None = None, cards: int = 0) -> Broken | None:
    """An act of a hand where none is on: told once, for all that follow it until a hand begins. After a gap the
    beginning of a hand may have been missed.
    """
    if s.astray or s.gap:
        return None
    return Broken(seat=seat, cards=cards, says="no hand is on", kind="contradiction", clause="G-5", name="no_hand")


def no_seat(seat: int) -> Broken:
    """A seat that is not there."""
    return Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5", name="no_such_seat")


def shared(values: Sequence[Any]) -> Any:
    """The value of all of these; None if they differ."""
    return values[0] if values and values.count(values[0]) == len(values) else None
