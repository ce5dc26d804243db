"""Calabrasella: CA-1 deck, seats and ranking, CA-5 options, and what the state of a session holds."""

from dataclasses import dataclass, field
from typing import Final, Literal

from upcard.engine.game import Broken
from upcard.engine.mechanisms.forty import FORTY, order_of, strengths
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import RANK_MASK, Card
from upcard.schemas.errors import OptionError
from upcard.schemas.events import Opened, Shown
from upcard.schemas.options import Options, option

SEATS: Final = 3
HAND: Final = 12
WIDOW_SIZE: Final = 4
TABLE, WIDOW, DEAD = 3, 4, 5
"""The places after the hands; the discards lie in DEAD."""

BANK: Final = SEATS
"""The account of chips behind those of the seats."""

EVERYBODY: Final = (1 << SEATS) - 1

SHOWN_PLACES: Final = {"widow": WIDOW, "discards": DEAD, "dead": DEAD}
"""What cards that are shown may lie in besides hands."""

ORDER: Final = order_of("4567JQKA23")
"""Queen over jack (CA-1.2)."""

STRENGTHS: Final = strengths(ORDER)
THREES: Final = RANK_MASK["3"] & FORTY
TWOS: Final = RANK_MASK["2"] & FORTY

# ---- The steps before play (CA-2): bits of `done` and `missed` -------------------------------------------------------

NAMED, HANDED, RETURNED, DISCARDED, TURNED, TAKEN = (1 << step for step in range(6))


class CalabrasellaOptions(Options):
    """CA-5."""

    starting_chips: int = option(0, "CA-4.5", "chips of each player at the start", ge=0)
    shutout_rule: Literal["exact_35", "all_points"] = option(
        "exact_35", "CA-4.4", "all_points: payments are doubled whenever the loser has no point"
    )
    dead_cards: Literal["dead", "last_trick"] = option(
        "dead", "CA-2.5", "last_trick: the dead cards go to the side that wins the last trick"
    )
    max_discards: int = option(4, "CA-2.4", "the most cards the declarer may discard", ge=0, le=4)
    min_discards: int = option(1, "CA-2.4", "the fewest cards the declarer must discard", ge=0, le=4)
    payment_double: int = option(2, "CA-4.4", "by how much a payment is multiplied after 35 to 0", ge=1)
    same_trick_correction: bool = option(False, "G-14", "true: a revoke may be put right while the trick is open")


def check_options(options: CalabrasellaOptions, _seats: int) -> None:
    """There is a number of cards that may be discarded."""
    if options.min_discards > options.max_discards:
        raise OptionError("min_discards is more than max_discards", hint="0 to 4 cards, the fewest before the most")


@dataclass(slots=True, kw_only=True)
class Calabrasella(State):
    """One session. Numbers below 0 stand for what the record does not tell.

    supposed: whether who deals follows from who spoke first alone; lone, off, off_at: see `Opened`;
    begun, dealt: whether it was written that the hand began, and was dealt; astray: whether acts of a hand were
    written where none is on; passed: a mask of the seats that have passed; spoke: who passed last; elected,
    electing: whether somebody said so, and on which line; named: the index of the card named, -1 if none is known, -2 if there was none to name; namer: who named it; naming, absent: the lines on
    which it was named, and said to be with nobody; giver: who handed it over; asked: after how many events it was
    named; short: who could tell then that it was named wrongly (see `bidding`); discards: how many, -1 if not
    written; laid_open: those shown; done, missed: the steps before play that were taken, and those found left out;
    rows: payments of this hand, chips: what each seat has, and the bank (see `ledger`); unsure: a mask of accounts
    whose chips are not known; before: the same before the hand that ended; shift: how far the stacks written last
    were from those that follow, and all together from what is there; handed: payments seen since the hand ended
    (from whom to whom, amount, line); score: points of declarer and defenders; cards to winners: see `TrickTable`;
    unruly: a mask of the tricks with cards out of turn, strays: the lines of those in the last such trick; changed, changes: see `ChangedTable`; skipped: who was to
    lead the open trick where another did; muddled: two cards may be in each other's tricks; paid: whether it is known who paid what; left, left_turn, left_declarer: where the hand stood when a row settled it.
    """

    options: CalabrasellaOptions
    phase: Literal["between", "deal", "play"] = "between"
    dealer: int = -1
    supposed: bool = False
    lone: int = 0
    off: int = 0
    off_at: int = 0
    begun: bool = False
    dealt: bool = False
    astray: bool = False
    passed: int = 0
    spoke: int = -1
    elected: bool = False
    electing: int = 0
    declarer: int = -1
    named: int = -1
    namer: int = -1
    naming: int = 0
    asked: int = 0
    short: int = 0
    absent: int = 0
    giver: int = -1
    discards: int = 0
    laid_open: int = 0
    done: int = 0
    missed: int = 0
    turn: int = -1
    led: int = 0
    first: int = 0
    cards: list[Card] = field(default_factory=list)
    by: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=lambda: [-1, -1])
    rows: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=lambda: [0] * 4)
    unsure: int = 0
    before: int = 0
    shift: list[int] = field(default_factory=lambda: [0] * 4)
    handed: list[int] = field(default_factory=list)
    how: str = ""
    unruly: int = 0
    strays: list[int] = field(default_factory=list)
    changed: int = 0
    changes: list[tuple[int, int]] = field(default_factory=list)
    skipped: int = -1
    muddled: bool = False
    paid: bool = False
    left: Literal["", "deal", "play"] = ""
    left_turn: int = -1
    left_declarer: int = -1


def start(header: Opened, options: CalabrasellaOptions) -> Calabrasella:
    """An empty table."""
    chips = options.starting_chips if header.buy_in is None else header.buy_in
    return Calabrasella(
        game="calabrasella",
        options=options,
        players=list(header.seats),
        places=Places.empty(6, SEATS),
        chips=[chips] * SEATS + [-SEATS * chips],
    )


def after(seat: int) -> int:
    """The next seat to the left; -1 after nobody."""
    return (seat + 1) % SEATS if seat >= 0 else -1


def bidders(s: Calabrasella) -> list[int]:
    """Whose turn it is to pass or play (CA-2.1): the first from left of the dealer who has not; after a pass out of
    turn also the next to the left of that one. None, if nobody knows who dealt.
    """
    if s.dealer < 0:
        return []
    starts = (s.dealer + 1, s.spoke + 1) if s.spoke >= 0 else (s.dealer + 1,)
    return sorted({next_to_speak(s, start) for start in starts})


def off_by(s: Calabrasella, seat: int) -> int:
    """By how many seats who speaks first in a hand is off from who was to; 0 too where nobody is known to be, or somebody
    has spoken.
    """
    return (seat - s.dealer - 1) % SEATS if s.dealer >= 0 and not s.passed and s.declarer < 0 and not s.gap else 0


def next_to_speak(s: Calabrasella, start: int) -> int:
    """The first seat from one on to the left that has not passed."""
    return next((at % SEATS for at in range(start, start + SEATS) if not s.passed >> at % SEATS & 1), -1)


def no_hand(s: Calabrasella, seat: int | None, what: str, name: str | None = None, cards: int = 0) -> list[Broken]:
    """An act of a hand where none is on (G-5): told of once, until one begins. Its beginning may lie in a gap."""
    if s.gap or s.astray:
        return []
    says = f"{what} where no hand is on"
    return [Broken(seat=seat, cards=cards, says=says, name=name, kind="contradiction", clause="G-5")]


def shown_place(s: Calabrasella, e: Shown) -> int | None:
    """Whose cards of this hand are shown: of a seat, the widow, or the discards."""
    if e.hand not in {None, s.hand}:
        return None
    if e.place in {None, "hand"}:
        return e.seat if e.seat is not None and e.seat < SEATS else None
    if e.place == "dead" and s.discards == 0 and s.done & DISCARDED:
        return WIDOW
    if e.place == "dead" and (s.places.been[WIDOW] & s.places.seen[-1]).bit_count() != WIDOW_SIZE:
        return None  # what of it lay in the widow is not known
    return SHOWN_PLACES.get(e.place or "")
