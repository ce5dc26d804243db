"""Dou Dizhu: a landlord with the widow against two; who is out of cards first wins for the side.

The sections are those of the rules page; what a combination is (DZ-3, DZ-4) stands in `landlord_shapes`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from typing import Any, Final, Literal

import msgspec

from upcard.engine.due import Act
from upcard.engine.kernel.climbing import Climb, blanks, cards_left_are_shown, may_be, sets_are_laid
from upcard.engine.kernel.dealing import Hands
from upcard.engine.kernel.drawing import hands_drawn, player, points_and_totals, row_of
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.offering import accepts
from upcard.engine.kernel.results import Mark, Result, Transfer
from upcard.engine.kernel.rules import MISREAD, Broken, Due, Obliged, Rule, places_of, unwritten
from upcard.engine.kernel.state import Scoring, lasting
from upcard.engine.kernel.usual import dealt_at_once, ends, has_own_reason, result_of, thrown_in, winner_is_called
from upcard.engine.mechanisms import landlord_shapes
from upcard.engine.mechanisms.landlord_shapes import BOMB, MASKS, RANK, ROCKET, beats, describe, is_bomb, recognise
from upcard.engine.mechanisms.settling import gains, passed, payments_are_seen, purses_are_counted
from upcard.engine.scene import Row, Scene
from upcard.schemas.cards import BY_INDEX, PACK_MASK, UNKNOWN, Card, cards_of, mask_of
from upcard.schemas.events.dealing import Dealt, TurnedUp, Voided
from upcard.schemas.events.log import Opened
from upcard.schemas.events.playing import Laid, Passed, Shown, Took
from upcard.schemas.events.speaking import Bid, Ruled
from upcard.schemas.events.staking import ChipsPassed, Scored
from upcard.schemas.options import Options, option
from upcard.schemas.wording import or_unknown

SEATS: Final = 3
HAND: Final = 17
"""DZ-1.2: cards each draws."""
WIDOW_SIZE: Final = 3
BIDS: Final = (1, 2, 3)
MOST_BID: Final = 3
ALL_CARDS: Final = PACK_MASK | mask_of((Card("Xb"), Card("Xr")))
PILE: Final = 3
"""The place of the cards that were laid."""
WIDOW: Final = 4
"""The place of the last three cards."""
NOBODY: Final = -1
SIDES = LANDLORD, OPPONENTS = 0, 1
SEEN_IN_PART: Final = frozenset(card for card in Card if not card.bit)
"""What a record has of a card of which perhaps only the rank is known."""
BOMB_SIZES: Final = frozenset({2, 4})
"""The cards of the rocket, and of a bomb."""
MOST_BOMBS: Final = 13
"""Thirteen fours of a kind leave no seat both jokers: there can be no more bombs and rockets."""


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


@dataclass(slots=True, kw_only=True)
class DouDizhu(Scoring):
    """shapes: what the options say of shapes. The deal. upcard: the face-up card; position: where it was put; first_drawer: the seat
    that drew first; taker: the seat that got the card (WIDOW: none did; NOBODY: that is not known).
    The auction. bid, landlord: the highest so far and whose; opener: the seat that spoke first; passes: in a row; speaker: the seat that
    speaks next; took: whether the landlord has the widow. The play. climb: the sets laid, and whose turn it is; bombs: bombs and
    rockets laid, None where that cannot be told. How it came out. side: the side that won; out: the
    seat that is out of cards; value: what each opponent pays or gets; stake: chips that each brought; payments_seen: those of the last
    hand; bared: hands, and the widow, of which cards were shown, as a mask.
    """

    options: DouDizhuOptions
    shapes: landlord_shapes.ShapeRules = lasting(landlord_shapes.ShapeRules)
    upcard: Card | None = None
    position: int = -1
    first_drawer: int = NOBODY
    taker: int = NOBODY
    bid: int = 0
    landlord: int = NOBODY
    opener: int = NOBODY
    passes: int = 0
    speaker: int = NOBODY
    took: bool = False
    climb: Climb = field(default_factory=lambda: Climb(SEATS))
    bombs: int | None = 0
    side: int = -1
    out: int = NOBODY
    value: int | None = None
    stake: int | None = lasting(None)
    payments_seen: dict[str, tuple[int, int]] = field(default_factory=dict)
    bared: int = 0


_WIDOW = dict.fromkeys(("widow", "take", "takes", "take widow", "takes widow"), "took widow")


def goes_on(s: DouDizhu, e: Any) -> Broken:
    """The fault of an act after the end of a hand, or, where nobody bid, in place of a new deal (DZ-2.3)."""
    says = "the hand was thrown in: the cards are dealt anew"
    again: dict[str, Any] = {"clause": "DZ-2.3", "name": "no_redeal", "says": says} if s.how == "void" else {}
    return Broken(seat=getattr(e, "seat", None), **again)


GAME = game = Game(
    "dou_dizhu",
    title="Dou Dizhu",
    source="document 004",
    family="climbing",
    says="one landlord with twenty cards against two; bombs double the stake",
    seats=(SEATS, SEATS),
    state=DouDizhu,
    options=DouDizhuOptions,
    places=2,
    pack=ALL_CARDS,
    impossible="DZ-8.4",
    named={"widow": 1},
    counting=Rule("DZ-8.4", "impossible_card", "as many cards are left as were not laid", "contradiction", 6),
    match="session",
    score="chip/chips",
    contest="sides",
    worth="3456789TJQKA2X",
    proves=(
        "From the plays alone, also by rank: invalid combinations, plays that do not beat the table, acts out of turn.",
        "From the bids alone: bids that are not higher, bids after the end, and a landlord who was not the highest.",
        "Who had to bid first: from the place of the face-up card, or once that card is laid by another seat.",
        "From any record: cards in two places, more than four of a rank, hands of more than 17 or 20 cards.",
        "From the count of bombs: points and payments that do not follow; from a score sheet: rows that cannot be.",
        "Never: that somebody should have beaten, for passing is always allowed but to a leader.",
    ),
    sheet=(
        Column(
            "seat",
            "landlord",
            "the seat of the landlord",
            "hand",
            also=("lord",),
            others=("peasants", "farmers"),
            holds="landlord",
        ),
        Column("amount", "bid", "the bid: 1, 2 or 3; a hand that nobody bid on is a row that says `void`", "hand"),
        Column("bombs", "bombs", "bombs and rockets laid", "hand", also=("bombs and rockets",), holds="bombs"),
        Column(
            "side",
            "won",
            "who won: 0 the landlord, 1 the opponents",
            "hand",
            also=("winner", "winners", "won by"),
            values=(("landlord", 0), ("lord", 0), ("opponents", 1), ("peasants", 1), ("farmers", 1)),
            holds="side",
        ),
        Column("points", "points", "chips of the hand, as written", also=("chips",), plain=True),
        Column("totals", "totals", "sums of the points after the hand, as written; `buy_in` is not in them"),
    ),
    words={"p": "passed", "pass": "passed", "redeal": "voided", **_WIDOW},
    by_rank=True,
    begins=lambda _s, e: isinstance(e, Dealt | TurnedUp),
    opening=(Laid, Passed, Bid, Took),
    unfinished=Rule("DZ-5.2", "hand_not_finished", "a hand is played to its end", "contradiction", 6),
    ended=Rule("DZ-5.2", "after_the_end", "the hand ends when a hand is empty", "breach", 6, goes_on),
    course={
        "Deal": "`hand_started`; `turned_up` with the face-up card; `dealt` with seventeen cards each and a widow of three;"
        " `turned_up` again with the seat, where it was seen who got it.",
        "Auction": "From who got the face-up card, each `bid` or `passed`; if nobody bids, `voided`. The landlord `took` the widow.",
        "Play": "From the landlord, each in turn `laid` (or `played`) or `passed`, until one has no cards left.",
        "End": "Cards left that were seen are `shown`. Payments seen are `chips_passed`, purses counted `purse_counted`. What the"
        " sheet has is `scored`, what somebody said `result_called`, what the table decided `ruled`.",
    },
    writes={
        "opened": "`buy_in`: chips that each begins with, where purses are counted.",
        "played": "Instead of `laid`, for a single card.",
        "turned_up.seat": "who got it; left out when it is put in the pack",
        "turned_up.place": "`widow`, if it was dealt there",
        "dealt.first": "who drew the first card of the pack",
        "dealt.taker": "who got the face-up card",
        "bid.amount": "1, 2 or 3",
        "voided": "The cards are dealt anew.",
        "voided.why": "left out, or `all_passed` or `upcard_in_widow`, if nobody bid or nobody drew the face-up card; else why, in your own words",
        "laid.shape": f"what it was said to be: {', '.join(f'`{kind}`' for kind in landlord_shapes.KINDS)}",
        "took.place": "`widow`",
        "chips_passed.from": "`seat:0`, `seat:1` or `seat:2`",
        "chips_passed.to": "likewise",
    },
)


# ---- DZ-1 Material -----------------------------------------------------------------------------------------------------


@game.start
def start(s: DouDizhu, header: Opened) -> None:
    """An empty table."""
    options = s.options
    allowed = options.kicker_rank_in_core, options.quad_equal_singles, options.trips_gap_with_kickers
    s.shapes = landlord_shapes.ShapeRules(*(value == "allow" for value in allowed))
    s.stake = header.buy_in


@game.on(TurnedUp, "DZ-1.2", "wrong_face_up_card", "one card is turned up and dealt", fault="contradiction")
def turn_up(s: DouDizhu, e: TurnedUp) -> None:
    """The face-up card is put in the pack; or, once dealt, it is seen who got it."""
    s.upcard = e.card
    s.position = s.position if e.position is None else e.position
    if e.seat is not None:
        s.taker = e.seat
    elif e.place == "widow":
        s.taker = WIDOW
    elif (drawer := drawn_by(s, s.first_drawer)) is not None:
        s.taker = drawer
    if s.dealt:
        show_taker(s)


@game.rule(TurnedUp, "DZ-1.2", "wrong_face_up_card", "one card is turned up and dealt", "contradiction")
def turned_up_once(s: DouDizhu, e: TurnedUp) -> Any:
    """One card of the pack is turned up, before the deal (DZ-1.2)."""
    if s.upcard is None or e.card == s.upcard or "?" in e.card + s.upcard:
        return None
    return f"{e.card} was turned up; it was {s.upcard} before"


def drawn_by(s: DouDizhu, first: int) -> int | None:
    """The seat that must have drawn the face-up card, by where it was put and who drew first (DZ-1.3); WIDOW: nobody."""
    if not 0 <= s.position < len(BY_INDEX):
        return None
    if s.position >= SEATS * HAND:
        return WIDOW
    return (first + s.position) % SEATS if 0 <= first < SEATS else None


def drawn(s: DouDizhu, e: Dealt) -> None:
    """Who got the face-up card is told, or follows from where it was put (DZ-1.2, DZ-1.3)."""
    s.first_drawer = s.first_drawer if e.first is None else e.first
    taker = drawn_by(s, s.first_drawer)
    if taker is None:
        taker = e.taker
    s.taker = s.taker if taker is None else taker
    show_taker(s)


DEAL: Final = dealt_at_once(
    game, "DZ-1.2", HAND, "seventeen cards to each seat", name="wrong_deal", aside="widow", then=drawn
)


def show_taker(s: DouDizhu) -> None:
    """All know where the face-up card lies, and its holder is known (DZ-1.3)."""
    bit = s.upcard.bit if s.upcard is not None else 0
    if bit and s.taker >= 0:
        s.places.show(bit, s.taker)
    elif bit and s.taker == NOBODY:
        place = s.places.place_of(bit)
        s.taker = NOBODY if place is None or place == PILE else place


@game.rule(Dealt, "DZ-8.1", "wrong_taker", "the face-up card has one taker", "contradiction")
def drawer_got_it(s: DouDizhu, hands: Hands) -> Any:
    """The seat that is said to have got the face-up card drew it, by where it was put (DZ-1.3), or was seen to have it."""
    e = hands.line
    drawer = drawn_by(s, s.first_drawer if e.first is None else e.first)
    taker = s.taker if drawer is None else drawer
    if e.taker is None or taker in {NOBODY, e.taker}:
        return None
    who = "nobody" if taker == WIDOW else f"seat {taker}"
    return f"seat {e.taker} was said to have got the face-up card; {who} did"


@game.offer(TurnedUp, "the face-up card")
def turned(s: DouDizhu, _seat: int) -> Act | Sequence[TurnedUp]:
    """Any card of the pack, before the deal; then who is seen to have got it."""
    if s.upcard is None or not s.dealt:
        return [TurnedUp(card=card) for card in BY_INDEX]
    if s.taker in range(SEATS) or s.taker == WIDOW:
        return ()
    card, places = s.upcard, s.places
    takers = [seat for seat in range(SEATS) if places.possible(seat, ALL_CARDS) & card.bit]
    widow = (TurnedUp(card=card, place="widow"),) if places.possible(WIDOW, ALL_CARDS) & card.bit else ()
    choices = (*(TurnedUp(card=card, seat=seat) for seat in takers), *widow)
    return Act(TurnedUp, None, "who got the face-up card", choices, who=True)


@game.offer(Dealt, "seventeen cards to each seat")
def deals(s: DouDizhu, _seat: int) -> Act:
    """The cards that chance gives to the seats and to the widow."""
    dealt = game.chance(s, HAND, "seventeen cards to each seat", widow=WIDOW_SIZE)
    return msgspec.structs.replace(dealt, optional=s.upcard is None, weight=0.0 if s.upcard is None else 1.0)


# ---- DZ-2 Auction ------------------------------------------------------------------------------------------------------

AUCTION = Rule("DZ-8.2", "auction_not_ended", "play begins when the auction has ended", "breach", 6)
AFTER = Rule("DZ-8.2", "after_the_auction", "the auction ends on 3, or on two passes after a bid", "breach", 6)
ALL: Final = 7


@game.turn
def turn(s: DouDizhu) -> Sequence[Due]:
    """The deal, the auction, the widow, the play."""
    if s.took:
        climb = s.climb
        bombs = climb.table and s.options.bomb_out_of_turn == "yes"
        return with_bombs(climb.turn, climb.owner) if bombs else PLAY[climb.turn][not climb.table]
    if not s.dealt:
        return DEAL if s.upcard is not None else (Due(TurnedUp), *DEAL)
    seen = (Due(TurnedUp, optional=s.taker >= 0),) if s.opener < 0 and s.upcard is not None and s.upcard.bit else ()
    if redeal_is_due(s):
        return (*seen, Due(Voided, skip=thrown_in))
    if auction_over(s):
        return TAKE[s.landlord]
    who = 1 << s.speaker if s.speaker >= 0 else ALL
    weight = 0.0 if seen and s.taker < 0 else 1.0
    return (*seen, Due(Bid, who, AUCTION, weight=weight), Due(Passed, who, AUCTION, weight=weight))


def auction_over(s: DouDizhu) -> bool:
    """The auction ends on a bid of 3, or on two passes in a row after a bid (DZ-2.2)."""
    return s.landlord >= 0 and (s.bid == MOST_BID or s.passes >= 2)


def redeal_is_due(s: DouDizhu) -> bool:
    """Whether the cards are dealt anew: nobody bid, or nobody drew the face-up card (DZ-1.4, DZ-2.3)."""
    in_widow = s.taker == WIDOW and s.opener < 0 and s.options.upcard_in_widow == "redeal"
    return s.dealt and not s.took and (in_widow or none_bid(s))


def none_bid(s: DouDizhu) -> bool:
    """Whether all have passed (DZ-2.3)."""
    return not s.bid and s.passes >= (2 if s.options.opening_passes == "stop" else 3)


def first_bidder(s: DouDizhu) -> int:
    """Who got the face-up card bids first (DZ-1.2); who drew first, if nobody got it (DZ-1.4). NOBODY: not known."""
    return s.first_drawer if s.taker == WIDOW else s.taker


@game.on(Bid, "DZ-8.2", "out_of_turn", "bids go to the left")
def make_bid(s: DouDizhu, e: Bid) -> None:
    """A seat bids. A bid that cannot be made counts for nothing, and is no pass."""
    s.opener = e.seat if s.opener < 0 else s.opener
    s.passes = 0
    if s.bid < e.amount <= MOST_BID:
        s.bid, s.landlord = e.amount, e.seat
    s.speaker = (e.seat + 1) % SEATS


@game.rule(Bid, "DZ-8.2", "bid_not_higher", "a bid is higher than all before")
def bids_higher(s: DouDizhu, e: Bid) -> Any:
    """A bid is 1, 2 or 3, and higher than all before (DZ-2.1)."""
    if not 1 <= e.amount <= MOST_BID:
        return Broken(seat=e.seat, says=f"bid {e.amount}; bids are 1, 2 and 3", name="no_such_bid")
    return e.amount > s.bid or f"bid {e.amount} over {s.bid}"


FIRST = Rule("DZ-8.1", "wrong_first_bidder", "who got the face-up card bids first")


@game.rule(Bid | Passed, FIRST.clause, FIRST.name, FIRST.says)
def taker_speaks_first(s: DouDizhu, e: Bid | Passed) -> Any:
    """Who got the face-up card speaks first (DZ-1.2); where that is not known, it shows when the card is laid (DZ-8.1)."""
    if s.opener >= 0 or not s.dealt or s.took:
        return None
    first = first_bidder(s)
    if first >= 0:
        clause, why = ("DZ-1.4", "drew the first card") if s.taker == WIDOW else (None, "got the face-up card")
        says = f"seat {e.seat} spoke first; seat {first} {why}"
        return e.seat == first or Broken(seat=e.seat, says=says, clause=clause)
    bit = s.upcard.bit if s.upcard is not None else 0
    others = [seat for seat in range(SEATS) if seat != e.seat]
    return [Obliged(FIRST, bit, 0, seats=1 << seat, by=e.seat) for seat in others] if bit else None


@game.offer(Bid, "a bid")
def bids(s: DouDizhu, seat: int) -> Sequence[Bid]:
    """Bids higher than all before; the first by whoever got the face-up card."""
    if not may_speak(s, seat):
        return ()
    return tuple(Bid(seat=seat, amount=amount) for amount in range(s.bid + 1, MOST_BID + 1))


def may_speak(s: DouDizhu, seat: int) -> bool:
    """Whether this seat may speak next, for all that is known: first whoever got the face-up card, if it may be known to have it."""
    first = first_bidder(s)
    if s.opener >= 0 or first >= 0 or s.taker == WIDOW or s.upcard is None or not s.upcard.bit:
        return s.opener >= 0 or first in {NOBODY, seat}
    return s.places.holds(seat, s.upcard.bit, ALL_CARDS) is not False


@game.rule(Voided, "DZ-2.3", "redeal_without_cause", "the cards are dealt anew when nobody bids")
def redealt_with_cause(s: DouDizhu, e: Voided) -> Any:
    """When nobody bids, or nobody drew the face-up card (DZ-1.4, DZ-2.3); of another cause the table tells."""
    own_reason = has_own_reason(e, "passed", "all pass", "nobody bid", "no bid", "in widow", "in the widow")
    if not s.on or s.blind or not s.dealt or redeal_is_due(s) or own_reason:
        return None
    if s.opener < 0 and s.taker == NOBODY and s.options.upcard_in_widow == "redeal":
        return None
    return "the hand was thrown in, and the rules gave no cause"


@game.offer(Voided, "a new deal")
def voids(s: DouDizhu, _seat: int) -> Sequence[Voided]:
    """Why the cards are dealt anew."""
    if not redeal_is_due(s):
        return (Voided(),)
    return (Voided(why="all_passed" if none_bid(s) else "upcard_in_widow"),)


@game.on(Took, "DZ-2.4", "wrong_landlord", "the highest bidder takes the widow")
def take(s: DouDizhu, e: Took) -> None:
    """The landlord takes the widow, and leads (DZ-2.4)."""
    s.places.show(mask_of(e.cards or ()), WIDOW)
    s.places.move_all(WIDOW, e.seat)
    s.landlord, s.took = e.seat, True
    s.climb.begin(e.seat)


TAKE: Final = tuple(
    (Due(Took, 1 << seat, AFTER, skip=unwritten(take, Took(seat=seat, place="widow"))),) for seat in range(SEATS)
)


@game.offer(Took, "the widow, taken")
def takes(s: DouDizhu, seat: int) -> Sequence[Took]:
    """The cards of the widow, as far as they are known."""
    known = tuple(cards_of(s.places.known[WIDOW])) if not s.places.unseen[WIDOW] else (UNKNOWN,) * WIDOW_SIZE
    return (Took(seat=seat, place="widow", cards=known),)


# ---- DZ-3 Shapes, DZ-4 Comparison --------------------------------------------------------------------------------------


def shapes_of(s: DouDizhu, cards: tuple[Card, ...]) -> frozenset[Any] | None:
    """The shapes that a set may have, None among them if it may be no combination; None alone if that cannot be told."""
    if all(card in RANK for card in cards):
        return frozenset(recognise(cards, s.shapes) or (None,))
    return may_be(cards, recognise, s.shapes, ALL_CARDS)


@game.rule(Laid, "DZ-8.3", "not_higher", "a combination of the same shape and size that is higher", cost=MISREAD)
def beats_the_table(s: DouDizhu, e: Laid) -> Any:
    """A shape; not on lead, one that beats what lies there (DZ-3, DZ-4)."""
    cards, table = e.cards, s.climb.table
    mine = recognise(cards, s.shapes)
    theirs = recognise(table, s.shapes) if table else ()
    if mine and (not table or (theirs and beats(mine[0], theirs[0]))):
        return None
    could, lies = shapes_of(s, cards), shapes_of(s, table) if table else None
    if could == frozenset((None,)) or not cards:
        name = "both_jokers" if {"Xb", "Xr"} <= set(cards) else "invalid_combination"
        says = f"{' '.join(cards) or 'nothing'} is no combination"
        says = "both jokers may only be laid alone" if name == "both_jokers" else says
        return Broken(seat=e.seat, cards=mask_of(cards), says=says, name=name)
    if could is None or lies is None or None in lies or any(beats(one, it) for one in could if one for it in lies):
        return None
    highest, least = max(one for one in could if one), min(lies)
    if least.kind == ROCKET:
        return Broken(seat=e.seat, cards=mask_of(cards), says="nothing beats the rocket", name="on_the_rocket")
    if highest[:2] == least[:2] or (is_bomb(highest) and is_bomb(least)):
        says = f"{describe(highest)} is not higher than {describe(least)}"
        return Broken(seat=e.seat, cards=mask_of(cards), says=says)
    says = f"{describe(highest)} was laid on {describe(least)}"
    return Broken(seat=e.seat, cards=mask_of(cards), says=says, name="wrong_shape")


@game.rule(
    Laid, "DZ-8.4", "too_many_of_a_rank", "there are four cards of a rank, and one of each joker", "contradiction", 6
)
def ranks_are_possible(s: DouDizhu, e: Laid) -> Any:
    """No more than four of a rank were laid, or lie where others have them (DZ-1.1), though records may give ranks alone."""
    if SEEN_IN_PART.isdisjoint(e.cards):
        return None
    found = []
    laid = [RANK.get(card) for _, cards, _ in s.climb.acts for card in cards]
    others = s.places.among(ALL & ~(1 << e.seat))
    for rank in sorted({RANK[card] for card in e.cards if card in RANK}):
        these = sum(RANK.get(card) == rank for card in e.cards)
        total = laid.count(rank) + these + (others & MASKS[rank]).bit_count()
        if total > landlord_shapes.COPIES[rank]:
            name = landlord_shapes.RANKS[rank]
            says = f"there are {landlord_shapes.COPIES[rank]} cards of rank {name}; with these {total} were seen"
            found.append(Broken(seat=e.seat, says=says))
    return found


_KIND: Final = re.compile("|".join(re.escape(kind) for kind in sorted(landlord_shapes.KINDS, key=len, reverse=True)))


@game.rule(Laid, "DZ-3.11", "wrong_declaration", "cards are what they are said to be", "testimony")
def shape_was_declared(s: DouDizhu, e: Laid) -> Any:
    """A seat laid the shape that it said (DZ-3.11). Words that name no shape of ours are let pass."""
    said = _KIND.match(e.shape.lower()) if e.shape else None
    if said is None or not e.cards:
        return None
    found = [one for one in shapes_of(s, e.cards) or () if one]
    if not found or any(shape.kind == said[0] for shape in found):
        return None
    return Broken(seat=e.seat, says=f"said to be {e.shape}; it is {describe(max(found))}")


@game.offer(Laid)
def plays(s: DouDizhu, seat: int) -> Act | tuple[()]:
    """The plays of a hand known in full, one for each set of ranks; of others it can only be told whether they are legal."""
    bombs_only = seat != s.climb.turn
    table = s.climb.table
    sizes = sorted({len(table), *BOMB_SIZES}) if table else (1, 2, 3, 4, 5, 6, 8)  # the rocket and bombs beat all
    blank = () if bombs_only else tuple(Laid(seat=seat, cards=one) for one in blanks(sizes, s.places.most(seat)))
    asks = "a bomb" if bombs_only else "a combination"
    if s.places.unseen[seat]:
        test, weight = accepts(game, s, Laid, seat), 0.0 if bombs_only else 1.0
        return Act(Laid, seat, asks, accepts=test, optional=bombs_only, weight=weight, blank=blank)
    choices = tuple(one for one in legal(s, seat) if not bombs_only or may_bomb(s, one))
    weight = 0.5 if bombs_only else 2.0
    return Act(Laid, seat, asks, choices, weight=weight, optional=bombs_only, blank=blank) if choices else ()


def legal(s: DouDizhu, seat: int) -> Iterator[Laid]:
    """The plays of a hand known in full, one for each set of ranks: suits have no role."""
    by_rank = [tuple(cards_of(s.places.known[seat] & mask)) for mask in MASKS]
    table = next(iter(recognise(s.climb.table, s.shapes)), None) if s.climb.table else None
    every, bombs = landlord_shapes.KINDS, (BOMB, ROCKET)
    kinds = every if table is None else () if table.kind == ROCKET else tuple(dict.fromkeys((table.kind, *bombs)))
    for ranks in landlord_shapes.sets_of([len(cards) for cards in by_rank], s.shapes, kinds):
        shape = landlord_shapes.shape_of(ranks, s.shapes)
        if table is None or (shape is not None and beats(shape, table)):
            cards = tuple(by_rank[rank][place - ranks.index(rank)] for place, rank in enumerate(ranks))
            yield Laid(seat=seat, cards=cards)


# ---- DZ-5 Play ---------------------------------------------------------------------------------------------------------


@cache
def with_bombs(turn: int, owner: int) -> tuple[Due, ...]:
    """A bomb may come at any time, if so ruled (DZ-4.2). turn: the seat that is to beat; owner: of the set on the table."""
    others = ALL & ~(1 << turn | 1 << owner)
    return (*PLAY[turn][False], Due(Laid, others, optional=True, weight=0.5, matches=may_bomb))


def may_bomb(s: DouDizhu, e: Laid) -> bool:
    """Whether a set may be a bomb or the rocket (DZ-4.2)."""
    found = shapes_of(s, e.cards)
    return found is None or any(is_bomb(one) for one in found)


def count_laid(s: DouDizhu, e: Laid | None) -> None:
    """Bombs that were laid are counted; what the record does not have, or does not wholly tell, may have been a bomb."""
    if e is None:
        s.bombs = None
        return
    if s.upcard in e.cards:
        s.places.not_there(held_by_taker(s, e))
    if s.bombs is not None and len(e.cards) in BOMB_SIZES:
        bombs = {is_bomb(one) for one in shapes_of(s, e.cards) or ()}
        s.bombs = s.bombs + (True in bombs) if len(bombs) == 1 else None


def held_by_taker(s: DouDizhu, e: Laid) -> int:
    """The face-up card (a mask), where another seat lays it than the one that got it, and still has it (DZ-8.1); else 0."""
    if s.upcard is None or not 0 <= s.taker < SEATS or s.taker == e.seat:
        return 0
    return s.places.known[s.taker] & s.upcard.bit


@game.rule(Laid, "DZ-8.1", "wrong_taker", "the face-up card has one taker", "contradiction", 6)
def taker_lays_it(s: DouDizhu, e: Laid) -> Any:
    """Who got the face-up card has it until it is laid."""
    bit = held_by_taker(s, e) if s.upcard in e.cards else 0
    if not bit:
        return None
    says = f"{s.upcard}, the face-up card, was laid by seat {e.seat}; seat {s.taker} was to have got it"
    return Broken(seat=e.seat, cards=bit, says=says)


def go_out(s: DouDizhu, seat: int) -> None:
    """The hand ends when a hand is empty (DZ-5.2)."""
    s.out = seat
    settle(s, "played", LANDLORD if seat == s.landlord else OPPONENTS, value_now(s, seat))


SETS: Final = sets_are_laid(game, "DZ-8.3", "play goes left; two passes in a row give the lead", go_out, count_laid)
PLAY: Final = tuple((SETS.due(1 << seat, False), SETS.due(1 << seat, True)) for seat in range(SEATS))
"""DZ-5.1: each in turn plays or passes, by the seat, and whether it leads."""


@game.on(Passed, "DZ-8.3", "out_of_turn", "play goes left")
def pass_by(s: DouDizhu, e: Passed) -> None:
    """A pass in the auction, or in play."""
    if s.took:
        s.climb.pass_by(e.seat, s.line)
        return
    s.opener = e.seat if s.opener < 0 else s.opener
    s.passes += 1
    s.speaker = (e.seat + 1) % SEATS
    if none_bid(s) and s.options.all_pass == "first_bidder_forced_1":  # noqa: S105 - all have passed
        s.bid, s.landlord = 1, s.opener


@game.rule(Passed, "DZ-5.1", "lead_passed", "a leader may not pass")
def leader_plays(s: DouDizhu, _e: Passed) -> Any:
    """The leader plays (DZ-5.1)."""
    return not s.took or bool(s.climb.table) or "passed on lead"


@game.offer(Passed, "a pass")
def passes(s: DouDizhu, seat: int) -> Sequence[Passed]:
    """A leader does not pass."""
    may = bool(s.climb.table) if s.took else may_speak(s, seat)
    return (Passed(seat=seat),) if may else ()


# ---- DZ-6 Settlement ---------------------------------------------------------------------------------------------------


def points_of(landlord: int, side: int, value: int | None) -> list[int | None]:
    """The points that each seat gets or pays (DZ-6.1)."""
    return gains(SEATS, landlord, value if side == LANDLORD or value is None else -value)


def value_now(s: DouDizhu, out: int) -> int | None:
    """The points that each opponent pays or gets: the bid, doubled for each bomb and rocket (DZ-6.1), and for a spring (DZ-6.2)."""
    if s.bombs is None or not s.bid:
        return None
    doubled = s.bombs
    if s.options.spring == "double":
        played = [who for who, cards, _ in s.climb.acts if cards]
        mine = played.count(s.landlord)
        doubled += len(played) == mine if out == s.landlord else mine == 1
    return s.bid << doubled


def settle(s: DouDizhu, how: str, side: int, value: int | None) -> None:
    """The hand has come out, also where it had come out in another way before."""
    if s.on:
        s.count()
    s.side, s.value = side, value
    ends(s, how, points_of(s.landlord, side, value))


@game.over("DZ-6.3", "past_the_end", "the session ends at its number")
def is_over(s: DouDizhu) -> bool:
    """Whether the session has certainly ended (DZ-6.3, DZ-6.4)."""
    number = s.options.session_number
    if s.options.session_end == "hands":
        return s.all_done(number)
    return s.options.session_end == "target" and any(total is not None and total >= number for total in s.totals)


def transfers(s: DouDizhu) -> tuple[Transfer, ...]:
    """The payments that follow from the last hand."""
    return passed(s, s.landlord, "stake")


STAKE: Final = "the bid, doubled for each bomb, from one side to the other"
payments_are_seen(game, "DZ-8.5", STAKE, "all that is due is paid", transfers)


def in_purse(s: DouDizhu, seat: int) -> int | None:
    """The chips that were brought, and what was won since (DZ-6.1)."""
    total = s.totals[seat]
    return None if s.stake is None or total is None or (s.on and s.dealt) else s.stake + total


purses_are_counted(game, "DZ-6.1", "purses hold what was brought and won", in_purse)
game.only_says(Ruled)
winner_is_called(game, "DZ-5.2", "the side that is out of cards has won")


@game.beside
def beside(s: DouDizhu) -> Iterator[Due]:
    """Acts that may come besides those due: the widow shown, the hand thrown in, the row of a hand of which only the sheet is kept."""
    if not s.dealt:
        yield Due(Scored, optional=True, weight=0.0)
    elif not redeal_is_due(s):
        if s.options.widow_shown and auction_over(s) and not s.took and not s.bared >> WIDOW & 1:
            yield Due(Shown)
        yield Due(Voided, optional=True, weight=0.0)


left_and_scored: Final = cards_left_are_shown(game)


@game.between
def between(s: DouDizhu) -> Iterator[Due]:
    """The cards left may be shown, the score written, chips paid."""
    yield from left_and_scored(s)
    if s.how == "played" and not is_over(s) and any(one.amount for one in transfers(s)):
        yield Due(ChipsPassed, optional=True, weight=0.02)


@game.offer(ChipsPassed, "chips that were paid")
def payments(s: DouDizhu, _seat: int) -> Sequence[ChipsPassed]:
    """The payments still due for the last hand."""
    return tuple(
        ChipsPassed(from_=one.source, to=one.target, amount=one.amount)
        for one in transfers(s)
        if one.amount and not s.payments_seen.get(f"{one.source} to {one.target}", (0, 0))[0]
    )


# ---- DZ-6.6 The score sheet --------------------------------------------------------------------------------------------

game.figure("points", "DZ-8.5", "wrong_points", STAKE)
game.figure("totals", "DZ-6.1", "wrong_totals", "totals add up")
for _name in ("seat", "amount"):
    game.figure(_name, "DZ-6.6", "wrong_count", "landlord and bid are those of the auction")
game.only_says(Scored, "DZ-8.5", "wrong_count", "bombs and winners are those of the play")


@game.outcomes
def outcomes(s: DouDizhu, e: Scored) -> Iterator[Any]:
    """The landlord, the side that won, and the stake: by the row, else by its points or totals, else not known (DZ-6.6)."""
    if e.amount not in {None, *BIDS} or not 0 <= (e.bombs or 0) <= MOST_BOMBS or e.side not in {None, *SIDES}:
        return
    named = s.landlord if s.took or (s.dealt and auction_over(s)) else e.seat
    landlords = range(SEATS) if named is None or named < 0 else (named,)
    for landlord, side in product(landlords, SIDES if e.side is None else (e.side,)):
        for value in values(s, e, landlord, side):
            yield partial(by_row, e=e, landlord=landlord, side=side, value=value)


def values(s: DouDizhu, e: Scored, landlord: int, side: int) -> Sequence[int | None]:
    """The points that each opponent may have paid or got, as the row has it."""
    bid = e.amount if e.amount is not None else s.bid if s.took else None
    written = e.points
    if written is None and e.totals is not None and None not in s.totals:
        errors = s.total_errors or [0] * SEATS
        written = tuple(now - (had or 0) - more for now, had, more in zip(e.totals, s.totals, errors, strict=True))
    if bid is not None and e.bombs is not None:
        plain = bid << e.bombs
        if s.options.spring == "none":
            return (plain,)
        return (None,) if written is None else (plain, 2 * plain)
    if written is None:
        return (None,)
    value = abs(written[(landlord + 1) % SEATS])
    stakes = {one << bombs for one in ((bid,) if bid else BIDS) for bombs in range(MOST_BOMBS + 2)}
    return (value,) if value in stakes and list(written) == points_of(landlord, side, value) else ()


def by_row(s: DouDizhu, e: Scored, landlord: int, side: int, value: int | None) -> None:
    """The hand came out as its row says."""
    s.landlord, s.out = landlord, NOBODY
    s.bid = e.amount or s.bid
    s.bombs = e.bombs
    settle(s, "sheet", side, value)


@game.columns
def columns(_before: DouDizhu, s: DouDizhu, _e: Scored) -> dict[str, Any]:
    """The bid of the hand that has ended; none, where nobody knows one."""
    return {"amount": s.bid or None}


# ---- What there is to see ----------------------------------------------------------------------------------------------


@game.results
def result(s: DouDizhu) -> Result:
    """How the hand that just ended came out."""
    known = s.side >= 0 and s.landlord >= 0
    won = [(seat == s.landlord) == (s.side == LANDLORD) if known else None for seat in range(SEATS)]
    sides = [int(seat == s.landlord) for seat in range(SEATS)] if s.landlord >= 0 and not s.void else ()
    return result_of(game, s, won, sides, transfers=transfers(s))


@game.marks(declarer="the landlord, with the bid", bombs="bombs and rockets laid in the hand, by all together")
def counted_of(s: DouDizhu) -> Iterator[Mark]:
    """Who was landlord for which bid (DZ-3), and how often the stake was doubled by a bomb (DZ-6)."""
    yield Mark("declarer", *((s.landlord, s.bid or None) if s.landlord >= 0 else ()))
    yield Mark("bombs", None, s.bombs)


@game.draws
def scene(s: DouDizhu) -> Scene:
    """The table: bid and stake, hands, what is to be beaten, the widow."""
    table, places = s.climb.table, s.places
    found = recognise(table, s.shapes) if table else ()
    cards = tuple(sorted(table, key=lambda card: RANK.get(card, -1)))
    title = f"On the table: {describe(found[0])}" if found else "On the table"
    rows = [Row(title=title, cards=cards, seats=(s.climb.owner,) * len(cards))]
    if places.known[WIDOW] or places.unseen[WIDOW]:
        rows.append(row_of(places, WIDOW, "Widow"))
    if s.upcard is not None and s.on and not s.took:
        rows.append(Row(title="Face-up card", cards=(s.upcard,)))
    return Scene(
        facts=tuple(facts(s)),
        hands=hands_drawn(s, marks(s), points_and_totals(s), turn=turn_of(s), order=lambda card: (RANK[card], card)),
        rows=tuple(rows),
        says="nobody bid; the cards are dealt anew" if s.on and redeal_is_due(s) and none_bid(s) else "",
    )


def turn_of(s: DouDizhu) -> int:
    """The seat that is to speak or to play; NOBODY where that is not known."""
    if not s.dealt or s.blind:
        return NOBODY
    return s.climb.turn if s.took else first_bidder(s) if s.opener < 0 else s.speaker


def facts(s: DouDizhu) -> Iterator[tuple[str, str]]:
    """The bid, the bombs, and what is at stake."""
    if s.bid:
        yield "bid", str(s.bid)
    if s.bombs:
        yield "bombs", str(s.bombs)
    if s.bid and s.on and s.took:
        yield "at stake", or_unknown(None if s.bombs is None else s.bid << s.bombs)
    if s.value is not None and not s.void:
        yield "stake", str(s.value)
    if s.options.session_end != "open":
        yield s.options.session_end, str(s.options.session_number)


def marks(s: DouDizhu) -> dict[str, Any]:
    """The landlord or highest bidder, the seats that passed, and the seat with the face-up card."""
    auction = s.on and not s.took
    return {
        "landlord": s.landlord if s.took or s.how in {"played", "sheet"} else NOBODY,
        f"bid {s.bid}": s.landlord if auction else NOBODY,
        "passed": places_of(s.climb.passed) if s.on else (),
        "face-up card": s.taker if auction and s.upcard is not None else NOBODY,
    }


@game.tells
def outcome(s: DouDizhu) -> str:
    """How the hand came out, in a sentence."""
    says = f"the landlord {player(s, s.landlord)} {'wins' if s.side == LANDLORD else 'loses'}"
    if s.side < 0:
        says = "who won cannot be told"
    if s.out not in {NOBODY, s.landlord}:
        says += f"; {player(s, s.out)} is out of cards"
    return says
