"""B2-1 Material and B2-O Options: the house rules, the table, and what the other parts ask of it."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

import pydantic

from upcard.engine.games.big_two.combinations import UPWARDS
from upcard.engine.mechanisms.climbing import LaidCards
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import PACK_MASK, Card
from upcard.schemas.errors import OptionError
from upcard.schemas.events import Opened
from upcard.schemas.options import Options, option

HAND: Final = 13
"""B2-1.1: cards dealt to each seat, whatever the number of players."""
CARDS: Final = 52
NOBODY: Final = -1
NOT_KNOWN: Final = -2
"""A seat that the record does not tell, where NOBODY means that there is none."""

# ---- B2-O Options --------------------------------------------------------------------------------------------------


class BigTwoOptions(Options):
    """B2-O."""

    target: int = option(100, "B2-4.2", "the game ends when a total reaches so many points", ge=1)
    lead_rule: Literal["low_card", "winner_of_previous"] = option(
        "low_card", "B2-2.2", "who opens a hand after the first: the lowest card dealt, or who won the hand before"
    )
    pass_lock: bool = option(False, "B2-2.3", "whether who passed is out until the next lead")
    lead_pass: Literal["forbid", "allow"] = option("forbid", "B2-2.5", "whether a leader may pass the lead on")
    low_straight_top: Literal["sequence", "by_card_rank"] = option(
        "sequence", "B2-3.7", "A2345 and 23456 are topped by the 5 and the 6, or by the 2"
    )
    fry_thresholds: tuple[int, int] = option((10, 13), "B2-4.1", "from so many cards the count is doubled, tripled")
    zero_sum_payout: bool = option(False, "B2-4.1", "whether each pays the own penalty to every other")
    takes_all: Literal["off", "on"] = option("off", "B2-4.4", "whether an offender bears the sum of all penalties")
    tie: Literal["shared", "extra_hand"] = option("shared", "B2-4.3", "what equal lowest totals at the end mean")

    @pydantic.field_validator("fry_thresholds", mode="before")
    @classmethod
    def _pair(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value


def check_options(options: BigTwoOptions, _seats: int) -> None:
    """Refuse thresholds that no count of cards can mean (B2-4.1)."""
    doubled, tripled = options.fry_thresholds
    if not 1 <= doubled <= tripled:
        raise OptionError(
            f"option fry_thresholds = {doubled},{tripled}: the count is doubled from fewer cards than tripled",
            hint="wanted two numbers from 1 up, such as 10,13",
        )


# ---- B2-1 Material -------------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class BigTwo(State):
    """One session. Seats below 0: NOBODY, NOT_KNOWN. Masks of seats: 1 for seat 0, 2 for seat 1, 4, 8.

    last_winner: of the hand before; opened: whether this hand had its first play; turn: who must act; lead: 1 if
    that is a lead, 0 if not, -1 if it cannot be told; table, owner: the combination to beat and whose it is;
    passed: who passed since; locked: who passed since the lead; skipped: who was passed over, against the rules;
    missed: who was in this hand, so that a play may be missing; absent: who was since the lead, with `pass_lock`;
    acts: plays and passes of this hand, since the last gap; laid: cards laid, by seat. how: the way the last hand
    ended; voided: whether it was thrown in; offender: who takes all; counts, points: of the last hand; over:
    whether the target is reached; late: whether a hand after that was found already;
    written: whether the score of the last hand was written down; summed: whether totals were, since it began;
    announced: whether the beginning of this hand was written; alike: whether the last hand is only a row like the one before, which may be that one, written twice;
    before: the totals before the last hand; astray: by how much the totals last written were wrong, if they were;
    idle: the line of an act where no hand was on, which is told of once; below 0: who was out of cards has acted since.
    echo: who may have acted where a line was written twice, or too early; early: who passed in the place of those
    passed over, as far as these may still lay; overtaken: who was passed over by the last play, so that its line may
    come late; under: what that play was laid on; doubtful: who was passed over in this hand, alone or
    by another than the owner of the table, so that a play may be missing; dealt: whether the deal was written down;
    misopened: whether the opening was found wrong at once; back: who took a play back
    last, if nothing followed; moved: where somebody else sits than when the last hand ended; sat: who sat where last; away: where nobody sits;
    stray: of an act out of turn how many acts there are with it, its line, whose turn it was, and whose it would be next, if the
    line was written for the wrong seat; strays: the lines of all plays out of turn in this hand;
    answers: what was said of hands whose size is not known: seat, answer, line, cards laid by then, and whether
    nothing was missed since, and whether it was told that it goes with none of those before (see `Said`).
    """

    options: BigTwoOptions
    phase: Literal["between", "deal", "play"] = "between"
    how: Literal["", "played", "sheet", "void"] = ""
    dealer: int = NOBODY
    next_dealer: int = NOBODY
    last_winner: int = NOBODY
    opened: bool = False
    turn: int = NOBODY
    lead: int = 1
    table: tuple[Card, ...] = ()
    under: tuple[Card, ...] = ()
    owner: int = NOBODY
    passed: int = 0
    locked: int = 0
    skipped: int = 0
    missed: int = 0
    absent: int = 0
    offender: int = NOBODY
    over: bool = False
    late: bool = False
    written: bool = False
    summed: bool = False
    idle: int = 0
    echo: int = 0
    early: int = 0
    overtaken: int = 0
    doubtful: int = 0
    dealt: bool = False
    misopened: bool = False
    back: int = NOBODY
    moved: int = 0
    away: int = 0
    stray: tuple[int, ...] = ()
    strays: tuple[int, ...] = ()
    acts: list[LaidCards] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    counts: list[int | None] = field(default_factory=list)
    points: list[int | None] = field(default_factory=list)
    totals: list[int | None] = field(default_factory=list)
    before: list[int | None] = field(default_factory=list)
    announced: bool = False
    alike: bool = False
    astray: list[int] = field(default_factory=list)
    sat: list[str] = field(default_factory=list)
    answers: list[tuple[int, int, int, int, bool, bool]] = field(default_factory=list)


def start(header: Opened, options: BigTwoOptions) -> BigTwo:
    """An empty table."""
    seats = len(header.seats)
    return BigTwo(
        game="big_two",
        options=options,
        players=list(header.seats),
        sat=list(header.seats),
        away=sum(1 << seat for seat, player in enumerate(header.seats) if not player),
        places=no_cards(seats),
        laid=[0] * seats,
        counts=[0] * seats,
        points=[0] * seats,
        totals=[0] * seats,
        before=[0] * seats,
    )


def no_cards(seats: int) -> Places:
    """Hands, the cards laid, the cards set aside; all empty."""
    return Places.empty(seats + 2, seats)


def seats_of(s: BigTwo) -> int:
    """How many play."""
    return len(s.players)


def dealt_to(s: BigTwo) -> int:
    """How many are dealt cards: those who sit at the table."""
    return len(s.players) - s.away.bit_count()


def seated_from(s: BigTwo, seat: int) -> int:
    """The first seat from this one on where somebody sits."""
    seats = len(s.players)
    return next((one % seats for one in range(seat, seat + seats) if not s.away >> one % seats & 1), seat)


def pile(s: BigTwo) -> int:
    """The place of the cards that were laid."""
    return len(s.players)


def set_aside(s: BigTwo) -> int:
    """The place of the cards that were not dealt to anybody (B2-1.1)."""
    return len(s.players) + 1


def low_card_opener(s: BigTwo) -> int:
    """The holder of the lowest card dealt (B2-2.2), or NOT_KNOWN."""
    known = s.places.known
    for card in UPWARDS:
        for seat in range(len(s.players)):
            if known[seat] & card.bit:
                return seat
        if not known[-1] & card.bit:
            return NOT_KNOWN
    return NOT_KNOWN


def low_card_opens(s: BigTwo) -> bool:
    """Whether this hand is opened with the lowest card dealt (B2-2.2): always the first."""
    return s.options.lead_rule == "low_card" or s.last_winner == NOBODY


def to_act(s: BigTwo) -> int:
    """Who must act, or a number below 0 if the record cannot tell."""
    if s.phase == "play" and not s.opened and not s.gap and low_card_opens(s):
        return low_card_opener(s)
    return seated_from(s, s.turn) if s.turn >= 0 else s.turn


def in_pack(cards: int) -> int:
    """The cards of a mask that Big Two is played with."""
    return cards & PACK_MASK
