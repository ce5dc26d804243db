"""LO-1 Material: the house rules, the table, and what the other parts ask of it."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

import pydantic

from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import BY_INDEX, RANKS, Card, mask_of
from upcard.schemas.events import Opened, Played
from upcard.schemas.options import Options, option

PACK: Final = BY_INDEX
"""LO-1.1: 52 cards and two jokers."""
PACK_MASK: Final = mask_of(PACK)
CARDS: Final = len(PACK)
JOKER: Final = "X"
UNSEEN: Final = "?"
"""The rank of a card of which it was not seen, and its effect."""
NOBODY: Final = -1
SMALLEST: Final = 4
LARGEST: Final = 8
AGREED_SIZE: Final = 9
"""LO-1.2: cards a hand; nine only if all agree."""
ANY: Final = -1
"""A mask of cards: whichever it is."""
BEYOND: Final = 1 << 40
"""More points than anybody can have: what a total may be at most, where the record cannot tell."""


class LastOneOptions(Options):
    """The rulings on which tables differ."""

    threshold: int = option(250, "LO-7.2", "who reaches so many points is out of the game", ge=1)
    play_drawn: Literal["forbid", "allow"] = option(
        "forbid", "LO-2.2", "whether a card just drawn may be played in the same turn"
    )
    joker_named: Literal["any", "must_match_upcard"] = option(
        "any", "LO-2.4", "whether the card that a joker stands for must itself go on the upcard"
    )
    joker_on_named_suit: Literal["in_suit_or_8", "any"] = option(
        "in_suit_or_8", "LO-2.5", "what a joker may stand for when an 8 asks for a suit"
    )
    empty_stock: Literal["draw_what_is_left", "skip"] = option(
        "draw_what_is_left", "LO-2.6", "with nothing left to draw, a draw is of what there is, or is left out"
    )
    stack_effect: Literal["full", "none"] = option(
        "full", "LO-3.2", "whether a card put on one's own 3 works as if it had been played"
    )
    joker_carries_effect: Literal["no", "yes"] = option(
        "no", "LO-3.7", "whether a joker works like the card it stands for"
    )
    effect_of_last_card: Literal["none", "apply"] = option(
        "none", "LO-3.9", "whether a last 2 is drawn for, and a last 4 opens its melee"
    )
    first_upcard_effect: Literal["apply", "ignore"] = option(
        "apply", "LO-4", "whether the first upcard works as if the dealer had played it"
    )
    first_8: Literal["own_suit", "dealer_names"] = option(
        "own_suit", "LO-4", "the suit that a first 8 asks for: its own, or one that the dealer names"
    )
    melee_joker: Literal["allow", "forbid"] = option(
        "allow", "LO-5.3", "whether a joker may stand for the next card of a melee"
    )
    melee_self_raise: Literal["allow", "forbid"] = option(
        "allow", "LO-5.4", "whether the aggressor may play the next card of the melee too"
    )
    melee_top: Literal["10", "K"] = option("10", "LO-5.5", "the card that a melee ends with")
    melee_card_effect: Literal["none", "apply"] = option(
        "none", "LO-5.7", "whether cards played on in a melee have their effects"
    )
    call_deadline: Literal["next_action", "next_play"] = option(
        "next_action", "LO-6.2", "until when the last card may be called: anybody's next act, or next play"
    )
    calls_recorded: Literal["yes", "no"] = option("yes", "LO-7.4", "whether calls of the last card are written down")

    @pydantic.field_validator("melee_top", mode="before")
    @classmethod
    def _ten(cls, value: Any) -> Any:
        return str(value) if value == 10 else value


Owed = tuple[int, int, str, int]
"""Cards to be drawn: who, how many, why, and the line from which on they are owed (LO-8)."""


Shuffled = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Cards shuffled back (a mask), and where and by whom each card of the pack had last been played then."""
NOT_SHUFFLED: Final[Shuffled] = 0, (), ()


How = Literal["", "played", "open", "sheet", "void"]
"""How the last hand ended."""


@dataclass(slots=True, kw_only=True)
class LastOne(State):
    """One session. Seats below 0 are nobody, or not known. Sets of seats are masks: 1 for seat 0, 2 for seat 1.

    how: the way the last hand ended (open: the table went on after its end, so that nobody knows); agreed: who agreed
    to hands of nine; lone, off, off_at: see `Opened`; unopened: 1 once the upcard was turned and nobody acted yet, if
    that may tell the dealer, 2 if one card was put on it as a first 4, else 0; own_raise: the line on which who deals by one line alone played on
    the own first 4, where that is forbidden; playing: who was dealt in; way: 1 to the left, -1 to the right; turn: who may act next, all of
    them where the record cannot tell.

    top: the upcard by its index; suit, rank: what it counts as ("": not known); demand: whether an 8 asks for the suit;
    below: what it counted as before somebody acted who is not in the game, if one did since the last card ("": no);
    stacker: who may put a card on the own 3; drawer, drawn: who drew in turn last, since nobody played, and the
    card, if it is known (ANY where cards of that hand were shown since, and it may be each of them).

    run: the place of the last melee card in its suit, ace 0, or -1 without a melee; run_suit, aggressor, defender;
    named: the suit asked for after the melee, "?" if it is not known.

    owed: draws to be made, the oldest first; rest: draws that may come yet, as lines may stand too late or be missing;
    silent: who has one card and has not called it, while there is time; early: who of these called just before the play;
    spoke: who called last without one card, and at which step; out: who has no card left; back: the cards of
    the stock as it was last shuffled, 0 where that is not known; shuffled: those seen among them; since: cards each seat drew from it, less those it
    played again; order: the stock from the top, if somebody knew it (indexes, -1 for a card not known); fetched: cards
    in hands because a draw lists them; lines, by: where each card was last played, and by whom.

    player, played_at: who played last, and at which step; passed, behind: after an act out of turn, who was passed
    over, and who is next the other way round; adrift: by how many cards each hand may be miscounted, as lines may be
    missing (so many more are in `places` as may lie there); belated: whether somebody acted after the end; paid: cards
    that each seat drew since anybody played or drew in turn; fined: who drew two for a call that nobody wrote down.

    low, high: the least and most each seat can have scored before this hand, as the record knows it, then all, then
    each seat; said, sums: points and totals of the last hand as written, on the line said_at; carried: by how much the
    total of each seat as last written was wrong; missed: whether something was missed after a hand was played here of
    which no row was written yet.
    """

    options: LastOneOptions
    phase: Literal["between", "deal", "upcard", "play"] = "between"
    how: How = ""
    missed: bool = False
    dealer: int = NOBODY
    lone: int = 0
    off: int = 0
    off_at: int = 0
    unopened: int = 0
    own_raise: int = 0
    agreed: int = 0
    playing: int = 0
    way: int = 1
    turn: int = 0
    top: int = -1
    suit: str = ""
    rank: str = ""
    demand: bool = False
    below: str = ""
    stacker: int = NOBODY
    drawer: int = NOBODY
    drawn: int = 0
    run: int = -1
    run_suit: str = ""
    aggressor: int = NOBODY
    defender: int = NOBODY
    named: str = ""
    silent: int = 0
    early: int = 0
    spoke: tuple[int, int] = (-1, -1)
    out: int = NOBODY
    back: int = 0
    shuffled: Shuffled = NOT_SHUFFLED
    fetched: int = 0
    player: int = NOBODY
    played_at: int = 0
    passed: int = 0
    behind: int = NOBODY
    belated: bool = False
    fined: int = 0
    paid: list[int] = field(default_factory=list)
    adrift: list[int] = field(default_factory=list)
    said_at: int = 0
    owed: list[Owed] = field(default_factory=list)
    rest: list[Owed] = field(default_factory=list)
    since: list[int] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    by: list[int] = field(default_factory=list)
    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    said: list[int] = field(default_factory=list)
    sums: list[int] = field(default_factory=list)
    carried: list[int] = field(default_factory=list)


def start(header: Opened, options: LastOneOptions) -> LastOne:
    """An empty table."""
    seats = len(header.seats)
    return LastOne(
        game="last_one",
        options=options,
        players=list(header.seats),
        places=no_cards(seats),
        playing=(1 << seats) - 1,
        since=[0] * seats,
        lines=[0] * CARDS,
        by=[NOBODY] * CARDS,
        adrift=[0] * seats,
        paid=[0] * seats,
        carried=[0] * seats,
        low=[0] * (seats * (seats + 2)),
        high=[0] * (seats * (seats + 2)),
    )


def no_cards(seats: int) -> Places:
    """Hands, the stock, the discard pile; all empty."""
    return Places.empty(seats + 2, seats)


def stock(s: LastOne) -> int:
    """The place of the stock."""
    return len(s.players)


def pile(s: LastOne) -> int:
    """The place of the discards, the upcard among them."""
    return len(s.players) + 1


def bit_of(s: LastOne) -> int:
    """The upcard as a mask; 0 if it is not known."""
    return 1 << s.top if s.top >= 0 else 0


def seats_in(mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def is_outside(s: LastOne, seat: int) -> bool:
    """Whether a hand is on in which this seat has no part: it is out of the game, or not there (LO-7.2)."""
    return s.phase != "between" and not s.playing >> seat & 1


# ---- LO-2.1 Turn order ---------------------------------------------------------------------------------------------


def after(s: LastOne, seat: int, steps: int = 1) -> int:
    """The seat so many steps on in the direction of play; those not dealt in are skipped (LO-7.3)."""
    seats, playing = len(s.players), s.playing or -1
    seat = (seat + s.way) % seats
    while steps > 1 or not playing >> seat & 1:
        steps -= playing >> seat & 1
        seat = (seat + s.way) % seats
    return seat


def goes_on(s: LastOne, seat: int, steps: int = 1) -> None:
    """The turn passes on from this seat; after a gap, or if it is nobody's, to whoever acts."""
    s.turn = s.playing if seat < 0 or s.gap else 1 << after(s, seat, steps)


def lose_thread(s: LastOne) -> None:
    """A card lies there of which the rank was not seen: whose turn it is, which way, and what is owed cannot be told any
    more in this hand. How many cards each holds still can.
    """
    s.gap, s.way, s.turn, s.silent = True, 0, s.playing, 0
    s.run, s.named, s.owed, s.rest = -1, "", [], []
    s.passed, s.behind = 0, NOBODY


# ---- LO-2.6 What is left to draw -----------------------------------------------------------------------------------


def left(s: LastOne) -> int | None:
    """Cards in the stock, if that is exact."""
    return s.places.count(stock(s))


def to_turn(s: LastOne) -> int | None:
    """Discards under the upcard, which a reshuffle would bring."""
    count = s.places.count(pile(s))
    return None if count is None else max(0, count - 1)


def nothing_left(s: LastOne) -> bool:
    """Whether there is certainly no card to draw, not by a reshuffle either."""
    return left(s) == 0 and to_turn(s) == 0


def lapsed(s: LastOne) -> bool:
    """Whether owed draws are left out because nothing is left to draw (LO-9.0)."""
    return s.options.empty_stock == "skip" and nothing_left(s)


# ---- LO-2.3 What a card counts as ----------------------------------------------------------------------------------


def face_of(s: LastOne, e: Played) -> Card | None:
    """The card that a play counts as: of a joker, the one it stands for. None if nobody wrote that down."""
    if e.card.rank != JOKER:
        return e.card
    if e.stands_for is not None and e.stands_for.rank != JOKER:
        return e.stands_for
    if s.run >= 0 and e.stands_for is None and s.run < top_of(s):
        return Card(RANKS[s.run + 1] + s.run_suit)
    return None


def top_of(s: LastOne) -> int:
    """The place in its suit of the card that a melee ends with (LO-5.5)."""
    return RANKS.index("T" if s.options.melee_top == "10" else "K")


def stacks(s: LastOne, e: Played) -> bool:
    """Whether a play is a card put on one's own 3."""
    return e.stacked or e.seat == s.stacker


def effect_of(s: LastOne, e: Played, *, stacked: bool) -> str:
    """The rank whose effect a card has, played outside of a melee; "" for none (LO-3.2, LO-3.7)."""
    rank = e.card.rank
    if stacked and s.options.stack_effect == "none":
        return ""
    if rank != JOKER:
        return rank
    if s.options.joker_carries_effect == "no" or e.stands_for is None or e.stands_for.rank == "8":
        return ""  # LO-9.0c: a joker that stands for an 8 names no suit
    return e.stands_for.rank
