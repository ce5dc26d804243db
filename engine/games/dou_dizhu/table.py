"""DZ-1 Material: the house rules, the table, and what the other parts ask of it."""

from dataclasses import dataclass, field
from typing import Final, Literal

from upcard.engine.games.dou_dizhu.shapes import BLACK, RANK, RANKS, ShapeRules
from upcard.engine.mechanisms.climbing import LaidCards
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import PACK_MASK, Card, mask_of
from upcard.schemas.events import Opened
from upcard.schemas.options import Options, option

SEATS: Final = 3
HAND: Final = 17
"""DZ-1.2: cards each draws."""
WIDOW_SIZE: Final = 3
MOST_BID: Final = 3
PACK_SIZE: Final = 54
ALL_CARDS: Final = PACK_MASK | mask_of((Card("Xb"), Card("Xr")))
WIDOW: Final = 3
"""The place of the last three cards, next to the hands."""
PILE: Final = 4
"""The place of the cards that were laid."""
NOBODY: Final = -1
NOT_KNOWN: Final = -2
"""A seat that the record does not tell, where NOBODY means that there is none."""
RANK_ALONE: Final = frozenset(Card(f"{rank}?") for rank in RANKS[:BLACK])
"""The cards of which no more than the rank is known."""
LANDLORD, OPPONENTS = 0, 1
"""The sides; -1 where it cannot be told which won."""

# ---- Options -------------------------------------------------------------------------------------------------------


class DouDizhuOptions(Options):
    """The rulings of the page."""

    upcard_in_widow: Literal["redeal", "first_drawer_bids"] = option(
        "redeal", "DZ-1.4", "what happens when nobody draws the face-up card: a new deal, or who drew first bids first"
    )
    widow_shown: bool = option(False, "DZ-1.5", "whether all see the widow before the landlord takes it")
    opening_passes: Literal["third_may_bid", "stop"] = option(
        "third_may_bid", "DZ-2.3", "whether the third player still speaks after two opening passes"
    )
    all_pass: Literal["redeal", "first_bidder_forced_1"] = option(
        "redeal", "DZ-2.3", "when nobody bids: a new deal, or whoever spoke first is landlord at 1"
    )
    kicker_rank_in_core: Literal["forbid", "allow"] = option(
        "forbid", "DZ-3.6", "whether the fourth card of a rank may be a kicker to a run with its triplet"
    )
    quad_equal_singles: Literal["forbid", "allow"] = option(
        "forbid", "DZ-3.7", "whether the two singles that go with four of a kind may be of one rank"
    )
    trips_gap_with_kickers: Literal["forbid", "allow"] = option(
        "forbid", "DZ-3.10", "whether triplets with kickers need not be in sequence"
    )
    bomb_out_of_turn: Literal["no", "yes"] = option("no", "DZ-4.2", "whether a bomb may be laid in another's turn")
    spring: Literal["none", "double"] = option(
        "none", "DZ-6.2", "whether the stake doubles when the losers never played, or a losing landlord played once"
    )
    session_end: Literal["open", "target", "hands"] = option(
        "open", "DZ-6.3", "whether the session ends at a number of chips, or after a number of hands"
    )
    session_number: int = option(20, "DZ-6.4", "how many chips, or how many hands, end the session", ge=1)


def shape_rules(options: DouDizhuOptions) -> ShapeRules:
    """What these house rules say of shapes."""
    allowed = options.kicker_rank_in_core, options.quad_equal_singles, options.trips_gap_with_kickers
    return ShapeRules(*(value == "allow" for value in allowed))


# ---- State ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class DouDizhu(State):
    """One session. Seats below 0: NOBODY, NOT_KNOWN. Masks of seats: 1 for seat 0, 2 for seat 1, 4.

    shapes: what the options say of shapes. The deal. upcard: the face-up card; position: where it was put; drawer: who drew first; taker: who got the card as
    all know it (WIDOW: nobody). The auction. bid, landlord: the highest so far and whose; opener: who spoke first;
    opened_at: on which line; passes: in a row; slip: whose bid counted for nothing just now; none_bid: all passed.
    The play. turn: who must act; lead: 1 if that is a lead, 0 if not, -1 if it cannot be told; table, owner: what is to
    be beaten and whose it is; passed: who passed since; adrift: whether what was missed, or an
    act out of turn, leaves open whose turn it is until cards are laid; bombs; plays: by seat; acts: cards laid in this hand; laid_ranks: of these, those known by rank alone, by rank; ranked: the same
    of the cards that lie in the hands and the widow, 15 numbers for each; unsure: whether the bid (1) or the number of
    bombs (2) cannot be told after a gap. How it came out. side: who won; out: who is out of cards; value: what each
    opponent pays or gets; before: the totals before that hand; counted: hands that were not void; over: whether the session has ended; late: whether a hand
    after that was found already; written: whether the score of the last hand was written down; stake: chips that each
    brought, if that is known; shift, purses: by how much the totals written last, and the purses counted last, are off; amiss: the
    sum of the totals written last; astray: whether acts were told of that have no meaning where the hand stands; holed: whether an act out of turn
    may mean that lines of this hand are missing; unsaid: lines of acts for which the auction seemed not to stand right: not so
    if who spoke first turns out to be another than who had to; unforced: the line on which another than who was forced took
    the widow, or 0; outbid: who had to take the widow that another took, on the line took_at; taken: whether somebody was seen to take the widow; widow: a
    mask of its cards as the landlord saw them; hushed: who passed just now, if nobody has acted since; loose: whether that is so of a hand since
    totals were written; missed: whether something was missed after a hand was played here of which no row was written.
    """

    options: DouDizhuOptions
    shapes: ShapeRules
    phase: Literal["between", "deal", "auction", "widow", "play"] = "between"
    how: Literal["", "played", "sheet", "void"] = ""
    upcard: Card | None = None
    position: int = -1
    drawer: int = NOBODY
    taker: int = NOT_KNOWN
    bid: int = 0
    landlord: int = NOBODY
    opener: int = NOBODY
    opened_at: int = 0
    passes: int = 0
    slip: int = NOBODY
    none_bid: bool = False
    turn: int = NOBODY
    lead: int = 1
    table: tuple[Card, ...] = ()
    owner: int = NOBODY
    passed: int = 0
    adrift: bool = False
    bombs: int = 0
    unsure: int = 0
    side: int = -1
    out: int = NOBODY
    value: int | None = None
    counted: int | None = 0
    over: bool = False
    late: bool = False
    written: bool = False
    stake: int | None = None
    plays: list[int] = field(default_factory=lambda: [0] * SEATS)
    acts: list[LaidCards] = field(default_factory=list)
    laid_ranks: list[int] = field(default_factory=lambda: [0] * len(RANKS))
    ranked: list[int] = field(default_factory=lambda: [0] * (len(RANKS) * (SEATS + 1)))
    points: list[int | None] = field(default_factory=lambda: [0] * SEATS)
    before: list[int | None] = field(default_factory=lambda: [0] * SEATS)
    totals: list[int | None] = field(default_factory=lambda: [0] * SEATS)
    shift: list[int] = field(default_factory=lambda: [0] * SEATS)
    purses: list[int] = field(default_factory=lambda: [0] * SEATS)
    amiss: int = 0
    astray: bool = False
    holed: bool = False
    taken: bool = False
    widow: int = 0
    hushed: int = NOBODY
    loose: bool = False
    missed: bool = False
    unsaid: list[int] = field(default_factory=list)
    unforced: int = 0
    outbid: int = NOBODY
    took_at: int = 0


UNSURE_BID, UNSURE_BOMBS = 1, 2


def start(header: Opened, options: DouDizhuOptions) -> DouDizhu:
    """An empty table."""
    return DouDizhu(
        game="dou_dizhu",
        options=options,
        shapes=shape_rules(options),
        players=list(header.seats),
        places=no_cards(),
        stake=header.buy_in,
    )


def no_cards() -> Places:
    """Hands, the widow, the cards laid; all empty."""
    return Places.empty(SEATS + 2, SEATS)


def veil(s: DouDizhu, viewer: int) -> None:
    """A viewer knows the ranks in no hand but the own, and no widow but the one taken (DZ-1.5)."""
    s.widow = s.widow if viewer == s.landlord else 0
    wide = len(RANKS)
    own = s.ranked[viewer * wide : (viewer + 1) * wide] if 0 <= viewer < SEATS else []
    s.ranked = [0] * len(s.ranked)
    s.ranked[viewer * wide : viewer * wide + len(own)] = own


# ---- What is asked of it -------------------------------------------------------------------------------------------


def taken_by(s: DouDizhu) -> int:
    """Who got the face-up card: the seat that has it, as far as that is known, else who is known to have drawn it, or
    where alone a card may lie that is not listed; WIDOW: nobody did; NOT_KNOWN.
    """
    bit: int = s.upcard.bit if s.upcard is not None else 0
    places = s.places
    for place in (WIDOW, *range(SEATS)):
        if places.been[place] & bit:
            return int(place)
    if bit and s.taker == NOT_KNOWN and s.phase in {"auction", "widow"} and not s.gap:
        room = [place for place in (*range(SEATS), WIDOW) if places.most[place] and (place < WIDOW or not was_drawn(s))]
        if len(room) == 1 and not bit & places.located:
            return int(room[0])
    return s.taker


def was_drawn(s: DouDizhu) -> bool:
    """Whether the face-up card was put where it does not come to lie in the widow (DZ-1.3)."""
    return 0 <= s.position < SEATS * HAND


def first_bidder(s: DouDizhu) -> int:
    """Who must speak first (DZ-1.2, DZ-1.4), or NOT_KNOWN; NOBODY where the cards are dealt anew instead."""
    taker = taken_by(s)
    if taker != WIDOW:
        return taker
    if s.options.upcard_in_widow == "redeal":
        return NOBODY
    return s.drawer if s.drawer >= 0 else NOT_KNOWN


def lacks_words(s: DouDizhu) -> bool:
    """Whether somebody spoke out of turn, or first though another had to: words of the auction may be missing."""
    return s.holed or (s.opener >= 0 and first_bidder(s) not in {NOBODY, NOT_KNOWN, s.opener})


def is_untold(s: DouDizhu) -> bool:
    """Whether somebody spoke first, and all at the table were not told who got the face-up card."""
    return s.opener >= 0 and s.taker == NOT_KNOWN and not s.gap and s.upcard is not None and bool(s.upcard.bit)


def note_unsaid(s: DouDizhu) -> None:
    """What is done now is wrong only as far as no words of the auction are missing, which the face-up card may tell."""
    if is_untold(s):
        s.unsaid.append(s.line)


def to_act(s: DouDizhu) -> int:
    """Who must act, or a number below 0 if nobody must or the record cannot tell."""
    if s.phase == "auction" and s.opener < 0 and not s.gap and not s.none_bid:
        return first_bidder(s)
    if s.phase == "widow":
        return s.landlord
    return s.turn


# ---- Cards known by rank alone (DZ-1.1) ----------------------------------------------------------------------------


def rank_alone(card: Card) -> int:
    """The rank of a card of which no more is known, else -1."""
    return -1 if card.bit else RANK.get(card, -1)


def ranked_at(place: int, rank: int) -> int:
    """Where `ranked` counts this rank in this place."""
    return place * len(RANKS) + rank


def ranked_in(s: DouDizhu, place: int) -> list[int]:
    """How many of the cards in a place are known by rank alone, by rank."""
    return s.ranked[ranked_at(place, 0) : ranked_at(place + 1, 0)]


_NONE_RANKED: Final = [0] * (len(RANKS) * (SEATS + 1))


def any_ranked(s: DouDizhu) -> bool:
    """Whether any card in a hand or the widow is known by rank alone."""
    return s.ranked != _NONE_RANKED


def keep_ranks(s: DouDizhu, place: int) -> None:
    """No more cards are known by rank than there are cards not wholly known; else what said so was wrong."""
    ranks = ranked_in(s, place)
    if any(ranks) and sum(ranks) > s.places.most[place]:
        s.ranked[ranked_at(place, 0) : ranked_at(place + 1, 0)] = [0] * len(RANKS)
