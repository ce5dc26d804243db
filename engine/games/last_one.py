"""Last One: eights with effects, melees out of turn, and a call of the last card; points for cards left, out at 250.

The sections are those of the rules page. Sets of seats are masks: 1 for seat 0, 2 for seat 1.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import product
from typing import Any, Final, Literal

import pydantic

from upcard.engine.due import Act, Chance
from upcard.engine.kernel.game import OMISSION, Broken, Column, Debt, Due, Game, Result, Rule, places_of
from upcard.engine.kernel.state import State
from upcard.engine.kernel.tricks import seat_hand
from upcard.engine.scene import Hand, Row, Scene
from upcard.engine.wording import counted
from upcard.schemas.cards import (
    BY_INDEX,
    PACK,
    RANK_MASK,
    RANKS,
    SUIT_NAMES,
    SUITS,
    UNKNOWN,
    Card,
    cards_of,
    could_be,
    mask_of,
)
from upcard.schemas.events import (
    Agreed,
    Base,
    Dealt,
    Drew,
    Gap,
    HandStarted,
    LastCalled,
    MeleeClosed,
    Opened,
    Played,
    Reshuffled,
    ResultCalled,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)
from upcard.schemas.options import Options, option

ALL: Final = (1 << 54) - 1
"""LO-1.1: 52 cards and two jokers."""
NOBODY: Final = -1
BEYOND: Final = 1 << 40
"""More points than anybody can have: what a total may be at most, where the record cannot tell."""
MERE: Final = 3
"""A card or a name chosen against the rules is likelier than a lost line that would excuse it."""


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
"""Cards to be drawn: who, how many, why (two, melee, missed_call), and the line from which on they are owed."""


@dataclass(slots=True, kw_only=True)
class LastOne(State):
    """dealer: of the hand that is on or was last; agreed: who agreed to hands of nine; dealt: whether hands were dealt;
    playing: who was dealt in; way: 1 to the left, -1 to the right; turn: whose turn it is; top: the upcard; suit, rank: what
    it counts as ("": not known); demand: whether an 8 asks for the suit; stacker: who may put a card on the own 3; drawer,
    drawn: who has just drawn in turn, and the card, if it is known.

    run: the place of the last melee card in its suit, ace 0, or -1 without a melee; run_suit, aggressor, defender; named: the
    suit asked for after the melee; silent: who has one card and has not called it; calling: who called since somebody acted;
    owed: draws to be made, the oldest first; order: the stock from the top, if somebody knew it (-1 for a card not known);
    out: who has no card left; how: the way the last hand ended; showed: whose cards left all have seen; least, most: points
    of the last hand; low, high: totals, between which the record leaves them; had: low and high before the last hand.
    """

    options: LastOneOptions
    dealer: int = NOBODY
    agreed: int = 0
    dealt: bool = False
    playing: int = 0
    way: int = 1
    turn: int = NOBODY
    top: Card | None = None
    suit: str = ""
    rank: str = ""
    demand: bool = False
    stacker: int = NOBODY
    drawer: int = NOBODY
    drawn: int = 0
    run: int = -1
    run_suit: str = ""
    aggressor: int = NOBODY
    defender: int = NOBODY
    named: str = ""
    silent: int = 0
    calling: int = 0
    owed: list[Owed] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    out: int = NOBODY
    how: Literal["", "played", "sheet", "void"] = ""
    showed: int = 0
    least: list[int] = field(default_factory=list)
    most: list[int] = field(default_factory=list)
    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    had: tuple[list[int], list[int]] = ([], [])


game = Game(
    "last_one",
    title="Last One",
    source="document 004",
    family="eights",
    says="eights with effects and melees out of turn; cards left are points, and 250 are too many",
    seats=(2, 6),
    state=LastOne,
    options=LastOneOptions,
    places=2,
    pack=ALL,
    impossible="LO-9.9",
    score="point/points",
    best="least",
    proves=(
        "From the plays and draws alone: cards that do not go on the upcard, acts out of turn, wrong melee cards.",
        "From the plays and draws alone: draws that were owed and not made, missed calls without their penalty.",
        "From any record: cards in two places between two reshuffles, draws from an empty stock, wrong counts.",
        "With the cards left shown, or all hands known: the points, the totals, and who is out of the game.",
        "From a score sheet: rows that cannot be, totals that do not add up, and play after the end.",
        "Never: that somebody could have played, for a draw is always allowed.",
    ),
    sheet=(
        Column("points", "points", "points of the hand, as written"),
        Column("totals", "totals", "totals after the hand, as written"),
    ),
    words={"last": "last_called", "one": "last_called", "d": "drew", "nine": "agreed nine", "melee": "melee_closed"},
    begins=lambda s, e: isinstance(e, Dealt | TurnedUp) or (not s.hand and isinstance(e, Played | Drew)),
    unfinished=Rule("LO-7.1", "hand_not_finished", "a hand is played to its end", "contradiction", 6),
    counting=Rule("LO-9.8", "wrong_count", "what is shown is what was left in the hand", "contradiction"),
    ended=Rule("LO-7.1", "after_the_end", "the hand ends when a hand is empty", "breach", 6),
    course={
        "Deal": "`hand_started`; `agreed`, if hands of nine are; `dealt` with as many cards each as the dealer picks; `turned_up`.",
        "Play": "From the left of the dealer, each in turn `played` or `drew`; what is owed is drawn first. A card may be put on one's own 3. A melee goes on"
        " with `played` out of turn, and ends with `melee_closed`. `last_called` where it is said; `reshuffled` when the stock is"
        " empty.",
        "End": "Cards left are `shown`; a hand thrown in is `voided`. What the sheet has is `scored`, what somebody said"
        " `result_called`.",
    },
    writes={
        "agreed.what": "`nine`",
        "drew.why": "`turn`; what is owed for a `two`, a `melee`, or a `missed_call`",
        "played.suit": "the suit named with an 8",
        "played.stacked": "if it is put on one's own 3 in the same turn",
        "turned_up.suit": "the suit that the dealer named for an 8, where `first_8` lets him",
        "dealt.sizes": "cards by seat; 0 for who is out of the game",
        "empty seat": "Who is out of the game is dealt no hand: `[]` in `hands`, 0 in `sizes`, `points` of a row; the total stays.",
    },
)


# ---- LO-1 Material -----------------------------------------------------------------------------------------------------


@game.start
def start(s: LastOne, header: Opened) -> None:
    """Nobody has a point."""
    s.low, s.high, s.least, s.most = ([0] * len(header.seats) for _ in range(4))
    s.had = ([0] * len(header.seats), [0] * len(header.seats))


def pile(s: LastOne) -> int:
    """The place of the discards, the upcard among them (LO-1.3)."""
    return len(s.players)


def stock(s: LastOne) -> int:
    """The place of the stock, face down (LO-1.3)."""
    return len(s.players) + 1


def left(s: LastOne) -> int | None:
    """How many cards the stock has, if that is known."""
    return s.places.count(stock(s))


def under(s: LastOne) -> int | None:
    """How many discards lie under the upcard, if that is known."""
    count = s.places.count(pile(s))
    return None if count is None else max(0, count - 1)


@game.on(Agreed, "LO-9.9", "no_such_act", "hands of nine are agreed to before the deal")
def agree(s: LastOne, e: Agreed) -> None:
    """Hands of nine are agreed to (LO-1.2)."""
    if "nine" in e.what.casefold() or "9" in e.what:
        for seat in e.seats:
            s.agreed |= 1 << seat


@game.rule(Agreed, "LO-1.1", "no_such_seat", "who agrees sits at the table", "contradiction")
def seats_agree(s: LastOne, e: Agreed) -> Any:
    """Those who agree sit at the table."""
    return [Broken(says=f"no seat {seat} at this table") for seat in e.seats if seat >= len(s.players)]


@game.on(Dealt, "LO-7.1", "hand_not_finished", "a hand is played to its end", fault="contradiction")
def deal(s: LastOne, e: Dealt) -> Any:
    """The same number of cards to each who is in the game; who may be out was dealt in or not (LO-1.2, LO-7.3)."""
    sizes = sizes_dealt(s, e)
    may_be_out = [
        seat for seat, size in enumerate(sizes) if size != 0 and dropped(s, seat) is None and not tells(e, seat)
    ]
    ways = []
    for answers in product((False, True), repeat=len(may_be_out)):
        out = sum(1 << seat for seat, yes in zip(may_be_out, answers, strict=True) if yes)
        if sum(size != 0 and not out >> seat & 1 for seat, size in enumerate(sizes)) > 1:
            ways.append(partial(give, e=e, sizes=[0 if out >> seat & 1 else size for seat, size in enumerate(sizes)]))
    return ways if may_be_out and ways else give(s, e, sizes)


def tells(e: Dealt, seat: int) -> bool:
    """Whether a deal says of this seat itself how many cards it got."""
    return (e.sizes is not None and seat < len(e.sizes)) or (
        e.hands is not None and seat < len(e.hands) and e.hands[seat] is not None
    )


def sizes_dealt(s: LastOne, e: Dealt) -> list[int | None]:
    """How many cards each seat was dealt: as written or listed; none, if it is out of the game; None where nobody said."""
    hands = e.hands or ()
    sizes: list[int | None] = []
    for seat in range(len(s.players)):
        listed = hands[seat] if seat < len(hands) else None
        if e.sizes is not None and seat < len(e.sizes):
            sizes.append(max(0, e.sizes[seat]))
        elif listed is not None and (e.each is None or not listed):
            sizes.append(len(listed))
        else:
            sizes.append(0 if dropped(s, seat) and not listed else e.each)
    others = {size for size in sizes if size}
    usual = others.pop() if len(others) == 1 else None
    return [usual if size is None else size for size in sizes]


def give(s: LastOne, e: Dealt, sizes: Sequence[int | None]) -> None:
    """So many cards to each seat, four to nine where nobody said; the rest is the stock (LO-1.3)."""
    s.places.clear()
    rest = fewer = 0
    for seat, size in enumerate(sizes):
        cards = e.hands[seat] if e.hands and seat < len(e.hands) else None
        most = 9 if size is None else min(size, 54)
        known = mask_of(cards or ())
        s.listed |= (known > 0) << seat
        s.unlisted |= (known.bit_count() < most) << seat
        s.places.deal(seat, known, max(0, most - known.bit_count()))
        if size is None:
            s.places.loosen(seat, 5)
            fewer += 5
        rest += most
        s.playing |= (most > 0) << seat
        if dropped(s, seat) is None:
            drop(s, seat, out=not most)
    s.places.deal(stock(s), 0, max(0, 54 - rest + fewer))
    s.places.loosen(stock(s), fewer)
    s.dealt = True


def not_dealt(s: LastOne) -> Any:
    """The deal is not in the record: any card may be in any hand."""
    return deal(s, Dealt())


@game.rule(Dealt, "LO-9.9", "wrong_hand_size", "four to eight cards to each; nine if all agree")
def sizes_are_right(s: LastOne, e: Dealt) -> Any:
    """Four to eight cards, the same to each who is in; nine if all agree (LO-1.2, LO-9.9, LO-9.10)."""
    sizes = {seat: size for seat, size in enumerate(sizes_dealt(s, e)) if size is not None}
    dealt_in = [seat for seat, size in sizes.items() if size and dropped(s, seat)]
    faults = [
        Broken(seat=seat, says=f"seat {seat} is out of the game and was dealt in", clause="LO-9.10", name="dealt_in")
        for seat in dealt_in
    ]
    told = {seat: size for seat, size in sizes.items() if (size and not dropped(s, seat)) or dropped(s, seat) is False}
    if len(set(told.values())) > 1:
        says = f"hands of {', '.join(map(str, told.values()))} cards"
        return [*faults, Broken(says=says, name="unequal_hands")]
    size = next(iter(told.values()), None)
    if size is None or 4 <= size <= 8:
        many = size is not None and size * sum(dropped(s, seat) is False or tells(e, seat) for seat in told) > 53
    elif size != 9:
        return [*faults, Broken(says=f"hands of {counted(size, 'card')}; there are 4 to 8, or 9")]
    else:
        many = size * len(told) > 53
    if many and size is not None:
        says = f"{len(told)} hands of {size} leave no upcard"
        faults.append(Broken(says=says, clause="LO-1.2", name="no_upcard", kind="contradiction"))
    elif size == 9 and (missing := [seat for seat in told if not s.agreed >> seat & 1 and tells_in(s, e, seat)]):
        who = " and ".join(f"seat {seat}" for seat in missing)
        faults.append(Broken(says=f"hands of nine, to which {who} did not agree", name="nine_not_agreed"))
    return faults


def tells_in(s: LastOne, e: Dealt, seat: int) -> bool:
    """Whether a seat was dealt in for certain."""
    return dropped(s, seat) is False or tells(e, seat)


# ---- LO-2 Turn ---------------------------------------------------------------------------------------------------------


def after(s: LastOne, seat: int, steps: int = 1) -> int:
    """The seat so many steps on in the direction of play; those not dealt in are skipped (LO-2.1, LO-7.3)."""
    seats, playing = len(s.players), s.playing
    while steps and playing:
        seat = (seat + s.way) % seats
        steps -= playing >> seat & 1
    return seat


def nothing_left(s: LastOne) -> bool:
    """Whether there is certainly no card to draw, not by a reshuffle either (LO-2.6)."""
    return left(s) == 0 and under(s) == 0


def lapsed(s: LastOne) -> bool:
    """Whether draws are left out because nothing is left to draw (LO-2.6, LO-9.0)."""
    return s.options.empty_stock == "skip" and nothing_left(s)


def pass_over(s: LastOne) -> None:
    """Who cannot draw does nothing, and the turn passes (LO-2.6)."""
    s.turn, s.stacker = after(s, s.turn), NOBODY


STACKED = Due(Played, matches=lambda _s, e: e.stacked)
SHUFFLE = (Due(Reshuffled, optional=True, weight=0.4),)
BLIND = (Due(Reshuffled),)
DEAL = (Due(Dealt, skip=not_dealt), Due(Agreed, optional=True, weight=0.3))


@game.turn
def turn(s: LastOne) -> Sequence[Due]:
    """The deal and the upcard; what is owed; a melee; or the turn of somebody. Calls and reshuffles may come between."""
    if s.blind:
        return BLIND
    if s.owed:
        return OWED_LAPSED if lapsed(s) else OWED
    if s.run >= 0:
        return melee_dues(s.playing)
    if s.top is None:
        return UPCARD if s.dealt else DEAL
    return turn_dues(s.turn, s.stacker, s.drawer, lapsed(s))


@cache
def turn_dues(turn: int, stacker: int, drawer: int, lapses: bool) -> Sequence[Due]:
    """A card, a card on the own 3, the card just drawn, or a draw (LO-2.2, LO-3.2)."""
    extra = tuple(Due(Played, 1 << seat, weight=3.0) for seat in {stacker, drawer} - {NOBODY, turn})
    seats = 1 << turn if turn >= 0 else -1
    draw = Due(Drew, seats, matches=is_in_turn, skip=pass_over if lapses else None)
    return (
        Due(Played, seats, weight=6.0),
        draw,
        *extra,
        STACKED,
        Due(Drew, matches=is_not_in_turn, optional=True),
        *SHUFFLE,
    )


def face_of(s: LastOne, card: Card, stands_for: Card | None) -> Card | None:
    """What a card counts as: a joker as the card it stands for; None if nobody wrote that down (LO-2.3)."""
    if card.rank != "X":
        return card
    if stands_for is not None and stands_for.rank != "X":
        return stands_for
    return Card(RANKS[s.run + 1] + s.run_suit) if 0 <= s.run < top_of(s) and s.run_suit else None


def stacks(s: LastOne, e: Played) -> bool:
    """Whether a card is put on one's own 3 (LO-3.2)."""
    return e.stacked or e.seat == s.stacker


@game.rule(Played, "LO-9.1", "no_match", "a card goes on its suit or rank", cost=MERE)
def matches(s: LastOne, e: Played) -> Any:
    """A card of the upcard's suit or rank, or an 8; a joker goes on anything (LO-2.2 to LO-2.4)."""
    card = e.card
    if card.rank in "8X?" or card.suit == s.suit or card.rank == s.rank:
        return None
    if s.run >= 0 or not s.suit or (not s.rank and not s.demand) or stacks(s, e) or card.suit == "?":
        return None
    asked = f"{s.suit} is asked for" if s.demand else f"{s.rank}{s.suit}"
    return Broken(seat=e.seat, cards=card.bit, says=f"{card} has neither suit nor rank of the upcard ({asked})")


@game.rule(Played, "LO-2.4", "wrong_joker", "a joker stands for what the table allows", cost=MERE)
def joker_is_good(s: LastOne, e: Played) -> Any:
    """What a joker may stand for: anything, but what the upcard or an 8 asks for (LO-2.4, LO-2.5)."""
    if e.card.rank != "X" or s.run >= 0 or stacks(s, e):
        return None
    face = face_of(s, e.card, e.stands_for)
    if face is None or "?" in face or not s.suit or not s.rank or s.suit == face.suit or s.rank == face.rank:
        return None
    if s.demand:
        if s.options.joker_on_named_suit == "any" or face.rank == "8":
            return None
        says = f"the joker stands for {face}; {s.suit} is asked for"
        return Broken(seat=e.seat, cards=e.card.bit, says=says, clause="LO-2.5")
    if s.options.joker_named == "any":
        return None
    return Broken(seat=e.seat, cards=e.card.bit, says=f"the joker stands for {face}, which does not go on the upcard")


@game.rule(Played, "LO-2.2", "played_after_drawing", "the turn passes with a draw")
def plays_what_was_drawn(s: LastOne, e: Played) -> Any:
    """After a draw the turn passes; where it is so ruled, the card drawn may be played, and no other (LO-2.2)."""
    if e.seat != s.drawer or s.run >= 0 or (e.seat == s.turn and lapsed(s)):
        return None
    if s.options.play_drawn == "forbid":
        return e.seat == s.turn or Broken(seat=e.seat, cards=e.card.bit, says="the turn passed with a draw")
    held = s.places.known[e.seat]
    if not could_be(e.card) & (s.drawn or ~held):
        return Broken(seat=e.seat, cards=e.card.bit, says="another card than the one just drawn was played")
    return None


@game.on(Played, "LO-9.4", "out_of_turn", "the next seat acts that is not skipped")
def play(s: LastOne, e: Played) -> Any:
    """A card goes to the pile: in turn, on the own 3, or to the melee (LO-2.2)."""
    s.places.move_card(e.card, e.seat, pile(s))
    s.stacker, in_melee, stacked = NOBODY, s.run >= 0, stacks(s, e)
    s.drawer, s.drawn = NOBODY, 0
    if in_melee:
        face = face_of(s, e.card, e.stands_for)
        if face is None or is_next(s, face):
            return left_with(s, e.seat, partial(play_on, e=e, face=face))
        return [
            partial(left_with, seat=e.seat, then=partial(play_on, e=e, face=face)),
            partial(break_off, e=e),
        ]
    return lay(s, e, stacked=stacked)


def lay(s: LastOne, e: Played, *, stacked: bool) -> Any:
    """The card is the upcard now, and does what it does; one not seen may have been any."""
    s.top = e.card
    face = face_of(s, e.card, e.stands_for)
    s.suit = "" if face is None else face.suit.replace("?", "")
    s.rank = "" if face is None else face.rank.replace("?", "")
    if e.card.rank != "?":
        return work(s, e, effect_of(s, e.card.rank, e.stands_for, stacked=stacked))
    may_be = could_be(e.card) & ALL & ~s.places.located
    ranks = ["8"] if e.suit else [rank for rank in "2348JA" if RANK_MASK[rank] & may_be]
    idle = [] if e.suit else [""]
    return [partial(work_as, e=e, rank=rank, stacked=stacked) for rank in (*idle, *ranks)]


def work_as(s: LastOne, e: Played, rank: str, *, stacked: bool) -> Any:
    """A card that was not seen was one of this rank."""
    s.rank = rank
    return work(s, e, effect_of(s, rank, None, stacked=stacked))


def left_with(s: LastOne, seat: int, then: Callable[[LastOne], Any]) -> Any:
    """How many cards a seat has left decides how play goes on; where that is not known, it had none left, or some."""
    least, most = s.places.bounds(seat)
    if least > 0 or most <= 0:
        return then(s)
    return [partial(held, seat=seat, least=0, most=0, then=then), partial(held, seat=seat, least=1, most=54, then=then)]


def held(s: LastOne, seat: int, least: int, most: int, then: Callable[[LastOne], Any]) -> Any:
    """The seat had so many cards."""
    s.places.limit(seat, least, most)
    return then(s)


# ---- LO-2.6 The stock --------------------------------------------------------------------------------------------------


@game.on(Reshuffled, "LO-9.8", "wrong_reshuffle", "all but the upcard is shuffled", fault="contradiction", blindly=True)
def reshuffle(s: LastOne, e: Reshuffled) -> None:
    """The upcard stays; the other discards are shuffled, face down, and are the stock now."""
    keep = 0 if s.blind or s.top is None else s.top.bit
    cards = s.places.known[pile(s)] & ~keep
    s.order = []
    if e.order and not s.blind and left(s) == 0 and mask_of(e.order) & ~cards == 0 and len(e.order) == under(s):
        s.order = [card.index for card in e.order]
    s.places.shuffle(pile(s), stock(s), keep)


@game.rule(Reshuffled, "LO-9.8", "wrong_reshuffle", "all but the upcard is shuffled", "contradiction")
def shuffles_all_back(s: LastOne, e: Reshuffled) -> Any:
    """With the stock empty all discards but the upcard are shuffled back (LO-2.6, LO-9.8)."""
    there, rest, faults = under(s), left(s), []
    if s.blind or there is None:
        return None
    if rest:
        faults.append(Broken(says=f"{counted(rest, 'card')} left in the stock", clause="LO-2.6", kind="breach"))
    counts = {e.count, None if e.order is None else len(e.order)} - {None, there}
    faults += [
        Broken(says=f"{counted(count or 0, 'card')} shuffled back; {there} lay under the upcard", name="wrong_count")
        for count in counts
    ]
    if s.top is not None and not s.places.unseen[pile(s)]:
        cards = s.places.known[pile(s)] & ~s.top.bit
        wrong = mask_of(e.order or ()) & ~cards
        if wrong:
            says = f"{next(cards_of(wrong))} did not lie under the upcard"
            faults.append(Broken(cards=wrong, says=says, clause="LO-9.9", name="impossible_card"))
    return faults


# ---- LO-8 What a draw is for -------------------------------------------------------------------------------------------

TURN: Final = "turn"
NEEDLESS: Final = "needless"


def owed_now(s: LastOne) -> list[Owed]:
    """The draws owed, and the one that is owed if nobody goes on with the melee (LO-8: the draw implies its end)."""
    return [*s.owed, (s.defender, pips(s), "melee", s.line)] if s.run >= 0 else s.owed


def purpose(s: LastOne, e: Drew) -> tuple[str, int]:
    """What a draw is for: its reason, and its place among the draws owed, or -1. A wrong reason is seen through."""
    if e.why == TURN and not s.owed and s.run < 0:
        return TURN, -1
    owed, why, unwritten = owed_now(s), e.why, s.options.calls_recorded == "no"
    if unwritten and why == "missed_call":
        return why, -1
    for place, debt in enumerate(owed):
        if debt[0] == e.seat and debt[2] == why:
            return debt[2], place
    for place, (seat, count, reason, _) in enumerate(owed):
        if seat == e.seat and (not why or e.count == count or (reason != "melee" and s.turn != seat)):
            return reason, place
    for place, debt in enumerate(owed):
        if debt[2] == why:
            return debt[2], place
    if unwritten and not why and e.count == 2 and s.places.bounds(e.seat)[0] <= 2:
        return "missed_call", -1
    return (TURN if why in {None, TURN} or why not in SAID else NEEDLESS), -1


SAID: Final = {"two": "a 2", "melee": "the melee", "missed_call": "a missed call"}


def is_in_turn(s: LastOne, e: Drew) -> bool:
    """Whether a draw is one in turn."""
    return purpose(s, e) == (TURN, -1)


def is_not_in_turn(s: LastOne, e: Drew) -> bool:
    """Whether a draw pays what is owed, or is for a call that nobody wrote down, or for no cause that the record shows."""
    return purpose(s, e) != (TURN, -1)


def not_drawn(s: LastOne, _e: Any) -> list[Broken]:
    """What is broken where the oldest draw owed is not made (LO-9.2, LO-9.7)."""
    seat, count, why, line = s.owed[0]
    if why != "missed_call":
        return [Broken(seat=seat, says=f"{count} owed for {SAID[why]} not drawn", cost=OMISSION)]
    says = "did not call the last card, which the next player's act shows"
    missed = Broken(seat=seat, at=line, says=says, clause="LO-9.7", name="missed_call", cost=OMISSION)
    says = f"did not draw {count} for the missed call"
    return [missed, Broken(seat=seat, says=says, clause="LO-9.7", name="no_penalty", cost=0)]


def forgo(s: LastOne) -> None:
    """The oldest draw owed is not made."""
    s.owed = s.owed[1:]
    end_if_drawn(s)


NOT_DRAWN = Rule("LO-9.2", "not_drawn", "what is owed is drawn before anything else", "breach", OMISSION, not_drawn)
OWED = (Due(Drew, -1, NOT_DRAWN, skip=forgo, cost=OMISSION, matches=is_not_in_turn), *SHUFFLE)
OWED_LAPSED = (Due(Drew, -1, skip=forgo, matches=is_not_in_turn), *SHUFFLE)


@game.rule(Drew, "LO-9.2", "wrong_draw", "who owes draws what is owed")
def draws_what_is_owed(s: LastOne, e: Drew) -> Any:
    """Owed draws are made by whom they fell to, in full, and in the order they arose (LO-9.0, LO-9.2, LO-9.3, LO-9.7)."""
    why, place = purpose(s, e)
    if place < 0:
        return draws_without_debt(s, e, why)
    seat, count, why, _ = owed_now(s)[place]
    if seat != e.seat:
        return Broken(seat=e.seat, says=f"seat {e.seat} drew for {SAID[why]}; seat {seat} was to draw")
    faults = []
    if place and not lapsed(s):
        first = s.owed[0]
        says = f"seat {first[0]} was to draw for {SAID[first[2]]} first"
        faults.append(Broken(seat=e.seat, says=says, name="order"))
    there = left(s)
    short = e.count < count and (there is None or e.count == there)
    if e.count != count and not short:
        faults.append(Broken(seat=e.seat, says=f"{e.count} drawn for {SAID[why]}; {count} were owed"))
    return faults


def draws_without_debt(s: LastOne, e: Drew, why: str) -> Any:
    """In turn one card is drawn, unless none is there; nothing is drawn that is not owed (LO-9.2, LO-9.3, LO-9.6, LO-9.7)."""
    if why == TURN:
        if s.run >= 0:
            says = "a card was drawn in turn though a melee was on"
            return Broken(seat=e.seat, says=says, clause="LO-9.6", name="act_in_melee")
        if e.count == 1 or (e.count == 0 and (nothing_left(s) or left(s) is None or under(s) is None)):
            return None
        says = f"{counted(e.count, 'card')} drawn in turn"
        return Broken(seat=e.seat, says=says, clause="LO-9.3", name="wrong_turn_draw")
    if why == NEEDLESS and e.why == "missed_call":
        says = "a penalty was drawn, but no call was missed"
        return Broken(seat=e.seat, says=says, clause="LO-9.7", name="needless_penalty")
    if why == NEEDLESS:
        return Broken(seat=e.seat, says=f"cards were drawn for {SAID[e.why or 'two']}, but none were owed")
    return None


@game.rule(Drew, "LO-9.8", "empty_stock", "no more is drawn than there is", "contradiction")
def stock_has_it(s: LastOne, e: Drew) -> Any:
    """No more is drawn than there is, and as many cards are listed as were drawn (LO-9.8); in the order of the stock."""
    faults, there = [], left(s)
    if there is not None and e.count > there:
        says = f"{e.count} drawn from a stock of {there}" if there else "drawn from an empty stock"
        faults.append(Broken(seat=e.seat, says=says))
    if e.cards is not None and len(e.cards) != e.count:
        says = f"{counted(len(e.cards), 'card')} listed, {e.count} drawn"
        faults.append(Broken(seat=e.seat, says=says, name="wrong_count"))
    for card, index in zip(e.cards or (), s.order, strict=False):
        if card.bit and card.index != index >= 0:
            says = f"{card} was not the next card of the stock as listed"
            faults.append(Broken(seat=e.seat, cards=card.bit, says=says, clause="LO-9.9", name="impossible_card"))
    return faults


@game.on(Drew, "LO-9.4", "out_of_turn", "the next seat acts that is not skipped")
def draw(s: LastOne, e: Drew) -> None:
    """A seat draws what it owes, or one card in its turn, which then passes (LO-2.2, LO-8)."""
    seat, (why, place), before = e.seat, purpose(s, e), left(s)
    if s.run >= 0 and place == len(s.owed):
        close_melee(s)
    known, s.calling = s.places.known[seat], 0
    take(s, e)
    if place >= 0:
        _, owed, why, line = s.owed.pop(place)
        if 0 < e.count < owed and e.count == before and under(s) != 0:  # the rest follows a reshuffle (LO-9.0)
            s.owed.insert(place, (seat, owed - e.count, why, line))
    elif why == TURN:
        s.run, s.named, s.stacker = -1, "", NOBODY
        s.turn = after(s, seat)
        s.drawer, s.drawn = (seat, s.places.known[seat] & ~known) if e.count else (NOBODY, 0)
    if e.count:
        s.silent &= ~(1 << seat)
    if s.options.call_deadline == "next_action":
        pass_deadline(s, seat)
    end_if_drawn(s)


def take(s: LastOne, e: Drew) -> None:
    """Cards go from the stock to a hand, and only that seat sees them."""
    listed = e.cards or ()
    for number in range(min(e.count, 54)):
        card = listed[number] if number < len(listed) else UNKNOWN
        next_card = s.order.pop(0) if s.order else -1
        if not card.bit and next_card >= 0:
            card = BY_INDEX[next_card]
        if left(s) == 0:
            s.places.deal(e.seat, card.bit, int(not card.bit))
        else:
            s.places.move_card(card, stock(s), e.seat)


def end_if_drawn(s: LastOne) -> None:
    """The hand ends that only waited for what its last card made others draw (LO-9.0c)."""
    if s.out >= 0 and s.run < 0 and (not s.owed or lapsed(s)):
        settle(s, "played")


# ---- LO-3 Effects ------------------------------------------------------------------------------------------------------


def effect_of(s: LastOne, rank: str, stands_for: Card | None, *, stacked: bool) -> str:
    """The rank whose effect a card has; "" for none (LO-3.2, LO-3.7, LO-9.0c)."""
    if stacked and s.options.stack_effect == "none":
        return ""
    if rank == "X":
        carries = s.options.joker_carries_effect == "yes" and stands_for is not None and stands_for.rank not in "8X?"
        rank = stands_for.rank if carries and stands_for is not None else ""
    return rank if rank in "2348JA" else ""


def work(s: LastOne, e: Played, effect: str) -> Any:
    """What a card does that lies there; with the last card of a hand the hand ends (LO-3.9, LO-7.1)."""
    return left_with(s, e.seat, partial(do_work, e=e, effect=effect))


def do_work(s: LastOne, e: Played, effect: str) -> None:
    """The same, now that it is known how many cards the seat has left."""
    seat, last = e.seat, s.places.bounds(e.seat)[1] <= 0
    if last and not (effect in {"2", "4"} and s.options.effect_of_last_card == "apply"):
        go_out(s, seat)
        return
    if last:
        s.silent = s.calling = 0
        s.out = seat if s.out < 0 else s.out
    pass_deadline(s, seat)
    s.demand = effect == "8"
    if s.demand:
        s.suit = e.suit or ""
    apply_effect(s, seat, effect)
    if effect == "3":
        s.stacker = seat
    if last:
        end_if_drawn(s)
    else:
        must_call(s, seat)


def apply_effect(s: LastOne, seat: int, effect: str) -> None:
    """What a card does to others, and who is next (LO-3.1, LO-3.3, LO-3.5, LO-3.6)."""
    if effect == "A":
        s.way = -s.way
    if effect == "2":
        s.owed = [*s.owed, (after(s, seat), 2, "two", s.line)]
    s.turn = after(s, seat, 2 if effect in {"2", "J"} else 1)
    if effect == "4":
        s.run, s.run_suit, s.named = RANKS.index("4"), s.suit, ""
        s.aggressor, s.defender = seat, after(s, seat)


@game.rule(Played, "LO-9.5", "wrong_stack", "one card may be put on one's own 3")
def stacks_on_a_three(s: LastOne, e: Played) -> Any:
    """One further card may be put on the own 3 just played (LO-3.2)."""
    if not e.stacked or e.seat == s.stacker or s.run >= 0 or not s.rank:
        return None
    return Broken(seat=e.seat, cards=e.card.bit, says="a card was stacked, but not on a 3 that allows it")


@game.rule(Played, "LO-3.4", "wrong_name", "an 8 names a suit, a joker a card, no other card anything")
def names_rightly(s: LastOne, e: Played) -> Any:
    """An 8 names a suit, a joker a natural card, no other card anything (LO-3.4, LO-3.7, LO-9.0c)."""
    if (e.suit is None and e.stands_for is None) or e.card.rank == "?":
        return None
    faults = []
    if e.stands_for is not None and (e.card.rank != "X" or e.stands_for.rank == "X"):
        says = f"{e.card} was said to stand for {e.stands_for}"
        faults.append(Broken(seat=e.seat, cards=e.card.bit, says=says, clause="LO-3.7"))
    face = face_of(s, e.card, e.stands_for)
    if e.suit is None or (face is not None and e.suit == face.suit):
        return faults
    in_run = s.run >= 0 and s.options.melee_card_effect == "none" and (face is None or is_next(s, face))
    idle = stacks(s, e) and s.options.stack_effect == "none"
    if e.card.rank != "8" or in_run or idle:
        clause = "LO-5.7" if in_run else "LO-9.0c" if idle or e.card.rank == "X" else "LO-3.4"
        faults.append(Broken(seat=e.seat, cards=e.card.bit, says=f"{e.card} names no suit here", clause=clause))
    return faults


# ---- LO-4 First upcard -------------------------------------------------------------------------------------------------


@game.on(TurnedUp, "LO-1.3", "no_upcard_due", "one card is turned after the deal", fault="contradiction")
def turn_up(s: LastOne, e: TurnedUp) -> Any:
    """The top card of the stock is turned; it works as if the dealer had played it, where that is so ruled."""
    s.places.move_card(e.card, stock(s), pile(s))
    s.top, s.agreed = e.card, 0
    face = face_of(s, e.card, e.stands_for)
    s.suit = "" if face is None else face.suit.replace("?", "")
    s.rank = "" if face is None else face.rank.replace("?", "")
    if e.card.rank != "?":
        return work_first(s, e, e.card.rank)
    may_be = could_be(e.card) & ALL & ~s.places.located
    return [partial(work_first, e=e, rank=rank) for rank in ("", *(one for one in "248JA" if RANK_MASK[one] & may_be))]


def work_first(s: LastOne, e: TurnedUp, rank: str) -> None:
    """The effect of the first upcard, by its rank: whom it strikes, and who begins (LO-4)."""
    if e.card.rank == "?":
        s.rank = rank
    if rank == "8" and (s.options.first_8 == "dealer_names" or e.card.suit == "?"):
        s.suit = e.suit or ""
    effect = effect_of(s, rank, e.stands_for, stacked=False) if s.options.first_upcard_effect == "apply" else ""
    s.demand = effect == "8"
    apply_effect(s, s.dealer, effect)


def turn_up_unseen(s: LastOne) -> Any:
    """Which card was turned up is not in the record."""
    return turn_up(s, TurnedUp(card=UNKNOWN))


UPCARD = (Due(TurnedUp, skip=turn_up_unseen), Due(Agreed, optional=True, weight=0.0))


@game.rule(TurnedUp, "LO-4", "wrong_name", "the dealer names what is to be named for the upcard")
def upcard_named(s: LastOne, e: TurnedUp) -> Any:
    """The dealer names a card for a joker, and a suit for an 8 where that is so ruled (LO-4)."""
    if e.card.rank == "?":
        return None
    wrong = e.stands_for is not None and (e.card.rank != "X" or e.stands_for.rank == "X")
    names = e.suit is not None and e.card.suit not in {e.suit, "?"}
    if wrong or (names and (e.card.rank != "8" or s.options.first_8 == "own_suit")):
        return Broken(seat=s.dealer, cards=e.card.bit, says=f"for {e.card} nothing is named")
    return None


# ---- LO-5 Melee --------------------------------------------------------------------------------------------------------


def close_melee(s: LastOne, _e: Any = None) -> None:
    """Nobody goes on: the defender owes its draw, and the seat after it is next (LO-5.6)."""
    s.owed = [*s.owed, (s.defender, pips(s), "melee", s.line)]
    s.turn = after(s, s.defender)
    if s.named:
        s.suit, s.demand, s.named = s.named.replace("?", ""), True, ""
    s.run = -1


@cache
def melee_dues(playing: int) -> Sequence[Due]:
    """Anybody may go on with the run; if nobody does, the defender draws (LO-5.2, LO-5.6)."""
    close = Due(MeleeClosed, skip=close_melee, weight=0.4)
    return (Due(Played, playing), close, Due(Drew), *SHUFFLE)


game.on(MeleeClosed, "LO-5.6", "no_melee", "only a melee that is on is closed", fault="contradiction")(close_melee)


def top_of(s: LastOne) -> int:
    """The place in its suit of the card that a melee ends with (LO-5.5)."""
    return RANKS.index("T" if s.options.melee_top == "10" else "K")


def pips(s: LastOne) -> int:
    """What the defender draws: the pips of the last card, ten for a face card (LO-5.5, LO-5.6)."""
    return min(s.run + 1, 10)


def is_next(s: LastOne, face: Card) -> bool:
    """Whether a card is, or may be, the next one of the run (LO-5.2)."""
    return (
        s.run < top_of(s)
        and (face.suit in {s.run_suit, "?"} or not s.run_suit)
        and face.rank in {RANKS[s.run + 1], "?"}
    )


@game.rule(Played, "LO-9.6", "wrong_melee_card", "a melee goes up by one in its suit")
def goes_on_with_melee(s: LastOne, e: Played) -> Any:
    """In a melee only the next card of the run is played (LO-5.2 to LO-5.5)."""
    if s.run < 0:
        return None
    face = face_of(s, e.card, e.stands_for)
    forbidden = e.card.rank == "X" and s.options.melee_joker == "forbid"
    if forbidden or (face is not None and not is_next(s, face)):
        return Broken(seat=e.seat, cards=e.card.bit, says=f"{e.card} is not the next card of the melee")
    if e.seat == s.aggressor and s.options.melee_self_raise == "forbid":
        says = "the aggressor played the next card too"
        return Broken(seat=e.seat, cards=e.card.bit, says=says, clause="LO-5.4", name="self_raise")
    return None


def play_on(s: LastOne, e: Played, face: Card | None) -> None:
    """The aggressor is now the defender, and who played on the aggressor (LO-5.2, LO-5.4); the hand may end (LO-5.8)."""
    s.top = e.card
    s.run = RANKS.index(face.rank) if face is not None and face.rank in RANKS else min(s.run + 1, top_of(s))
    if face is not None and face.suit != "?":
        s.run_suit = face.suit
    s.suit, s.rank, s.demand = s.run_suit, RANKS[s.run], False
    if s.places.bounds(e.seat)[1] <= 0:
        go_out(s, e.seat)
        return
    pass_deadline(s, e.seat)
    s.aggressor, s.defender = e.seat, s.aggressor
    if s.options.melee_card_effect == "apply" and e.card.rank in "8?" and s.rank == "8":
        s.named = e.suit or "?"  # LO-9.0c
    must_call(s, e.seat)


def break_off(s: LastOne, e: Played) -> Any:
    """The table went on as if there were no melee."""
    s.run, s.named = -1, ""
    return lay(s, e, stacked=e.stacked)


# ---- LO-6 Last-one call ------------------------------------------------------------------------------------------------


@game.on(LastCalled, free=True)
def call(s: LastOne, e: LastCalled) -> None:
    """A seat says that it holds its last card, or will with the card it is about to play (LO-6.1)."""
    if not s.silent >> e.seat & 1:
        s.calling |= 1 << e.seat
    s.silent &= ~(1 << e.seat)


@game.rule(LastCalled, "LO-6.3", "false_call", "who calls holds one card", "note", cost=2)
def calls_truly(s: LastOne, e: LastCalled) -> Any:
    """Who calls holds one card; in a hand that has ended it means nothing (LO-6.3)."""
    if e.seat >= len(s.players):
        return Broken(
            says=f"no seat {e.seat} at this table", clause="LO-1.1", name="no_such_seat", kind="contradiction"
        )
    if s.blind or s.options.calls_recorded == "no":
        return None
    if not s.on:
        return Broken(seat=e.seat, says="the hand had ended", clause="LO-7.1", name="after_the_end", kind="note")
    count = s.places.count(e.seat)
    if count in {1, None}:
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} called the last card and held {count}")


def must_call(s: LastOne, seat: int) -> None:
    """Who has played down to one card must call it, each time anew (LO-6.1)."""
    s.calling &= 1 << seat
    if s.places.count(seat) == 1 and s.options.calls_recorded == "yes" and not s.calling:
        s.silent |= 1 << seat
    s.calling = 0


def pass_deadline(s: LastOne, seat: int) -> None:
    """This seat has acted: who should have called before that owes two cards (LO-6.1, LO-6.2)."""
    late = s.silent & ~(1 << seat)
    if late:
        s.silent ^= late
        s.owed = s.owed + [(other, 2, "missed_call", s.line) for other in places_of(late)]


# ---- LO-7 End and score ------------------------------------------------------------------------------------------------

VALUE: Final = {"X": 40, "8": 25, "A": 15, "J": 10, "Q": 10, "K": 10, "T": 10} | {rank: int(rank) for rank in "2345679"}
BY_VALUE: Final = tuple(
    (value, mask_of(card for card in BY_INDEX if VALUE[card.rank] == value)) for value in sorted(set(VALUE.values()))
)
ALL_VALUE: Final = sum(VALUE[card.rank] for card in BY_INDEX)


def can_be(points: int) -> bool:
    """Whether the cards left in a hand can count so much: nothing, or what two cards count at least (LO-7.1)."""
    return points == 0 or 4 <= points <= ALL_VALUE


def worth(cards: int) -> int:
    """What these cards count together (LO-7.1)."""
    return sum(VALUE[card.rank] for card in cards_of(cards))


def hand_worth(s: LastOne, seat: int) -> tuple[int, int]:
    """What the cards left in a hand count, at least and at most; a single one counts nothing (LO-7.1)."""
    known, (least, most) = s.places.known[seat], s.places.bounds(seat)
    if most <= 1:
        return 0, 0
    sure, count = worth(known), known.bit_count()
    unseen = ALL & ~s.places.located & ~s.places.barred[seat]
    low = 0 if least <= 1 else sure + worth_of(unseen, least - count, BY_VALUE)
    return low, sure + worth_of(unseen, most - count, BY_VALUE[::-1])


def worth_of(cards: int, count: int, values: Sequence[tuple[int, int]]) -> int:
    """What so many of these cards count, taken in the order of these values."""
    total = 0
    for value, group in values:
        taken = min(count, (cards & group).bit_count())
        total += taken * value
        count -= taken
    return total


def go_out(s: LastOne, seat: int) -> None:
    """A hand is empty, and the hand ends at once (LO-7.1, LO-5.8)."""
    s.out = seat if s.out < 0 else s.out
    settle(s, "played")


def settle(s: LastOne, how: Literal["played", "sheet", "void"], points: Sequence[int] | None = None) -> None:
    """The hand is over, and its points are counted; settled anew, they are counted anew."""
    if s.on:
        s.had = (list(s.low), list(s.high))
    s.how = how
    for seat in range(len(s.players)):
        s.least[seat], s.most[seat] = (points[seat],) * 2 if points else scored(s, seat)
    s.least, s.most = list(s.least), list(s.most)
    s.low = [had + more for had, more in zip(s.had[0], s.least, strict=True)]
    s.high = [min(BEYOND, had + more) for had, more in zip(s.had[1], s.most, strict=True)]
    s.run, s.silent, s.calling, s.owed = -1, 0, 0, []
    s.end()


def scored(s: LastOne, seat: int) -> tuple[int, int]:
    """What a seat scored in the last hand, as the cards tell."""
    if s.how == "void" or seat == s.out or (s.dealt and not s.playing >> seat & 1):
        return 0, 0
    if s.how == "played" or s.showed >> seat & 1:
        return hand_worth(s, seat)
    return 0, 0 if dropped(s, seat) else ALL_VALUE


@game.on(Shown)
def show(s: LastOne, e: Shown) -> None:
    """The cards left in a hand are shown; all: and no more than these (LO-7.1)."""
    seat = e.seat
    if seat is None or (not s.on and s.how not in {"played", "sheet"}):
        return
    if s.drawer == seat:
        s.drawn = ALL  # each card shown may be the one drawn
    if e.all:
        s.places.limit(seat, len(e.cards), len(e.cards))
        s.showed |= 1 << seat
    if not s.on and s.how == "played":
        settle(s, "played")


@game.on(Voided)
def void(s: LastOne, _e: Any) -> None:
    """The hand is thrown in and counts nothing."""
    settle(s, "void")


# ---- LO-7.2 Who is out of the game, and LO-7.3 who deals ---------------------------------------------------------------


def dropped(s: LastOne, seat: int) -> bool | None:
    """Whether a seat is out of the game, or None if that cannot be told (LO-7.2)."""
    if s.low[seat] >= s.options.threshold:
        return True
    return None if s.high[seat] >= s.options.threshold else False


def drop(s: LastOne, seat: int, *, out: bool) -> None:
    """A seat that may be out of the game is, or is not."""
    if out:
        s.low = [max(low, s.options.threshold) if other == seat else low for other, low in enumerate(s.low)]
    else:
        s.high = [min(high, s.options.threshold - 1) if other == seat else high for other, high in enumerate(s.high)]


def in_game(s: LastOne) -> list[int]:
    """Who is not known to be out of the game."""
    return [seat for seat in range(len(s.players)) if not dropped(s, seat)]


@game.over
def over(s: LastOne) -> Rule | None:
    """The last player in has won (LO-7.2)."""
    return GAME_OVER if len(in_game(s)) <= 1 else None


game.winners(in_game)

GAME_OVER = Rule("LO-7.2", "after_the_game", "a hand after the end of the game: a single player was left in")


def next_dealers(s: LastOne) -> list[int]:
    """Who may deal next: the deal goes left, past who is out of the game (LO-7.3). After a void hand it has not moved on."""
    if s.dealer < 0 or s.how == "void":
        return [s.dealer] if s.dealer >= 0 else []
    found, seats = [], len(s.players)
    for step in range(1, seats + 1):
        seat = (s.dealer + step) % seats
        out = dropped(s, seat)
        if not out:
            found.append(seat)
        if out is False:
            break
    return found


@game.on(HandStarted)
def begin(s: LastOne, e: HandStarted) -> Any:
    """A hand begins, and somebody deals."""
    dealers = next_dealers(s)
    s.agreed, s.dealt, s.playing, s.way, s.turn, s.top, s.suit, s.rank = 0, False, 0, 1, NOBODY, None, "", ""
    s.demand, s.stacker, s.drawer, s.drawn, s.run, s.named = False, NOBODY, NOBODY, 0, -1, ""
    s.silent = s.calling = s.showed = 0
    s.owed, s.order, s.out = [], [], NOBODY
    for seat in range(len(s.players)):  # until they are dealt, hands hold any cards
        s.places.deal(seat, 0, 54)
        s.places.loosen(seat, 54)
    void, s.how = s.how == "void", ""
    if e.dealer is not None and e.dealer < len(s.players):
        deals(s, e.dealer, dealers if e.dealer in dealers and not void else [])
        return None
    if len(dealers) == 1:
        deals(s, dealers[0], dealers)
        return None
    return [partial(deals, seat=seat, dealers=dealers) for seat in dealers or in_game(s)]


def deals(s: LastOne, seat: int, dealers: Sequence[int]) -> None:
    """This seat deals; so those of these before it are out of the game, and it is not."""
    for other in dealers[: dealers.index(seat)] if seat in dealers else ():
        drop(s, other, out=True)
    if dropped(s, seat) is None and dealers:
        drop(s, seat, out=False)
    s.dealer = seat


@game.rule(HandStarted, "LO-7.3", "wrong_dealer", "the deal goes left, past who is out of the game", cost=6)
def dealer_rotates(s: LastOne, e: HandStarted) -> Any:
    """The deal goes left; who is out of the game is skipped (LO-7.3)."""
    if e.dealer is None:
        return None
    if e.dealer >= len(s.players):
        says = f"no seat {e.dealer} at this table"
        return Broken(says=says, kind="contradiction", clause="LO-1.1", name="no_such_seat")
    dealers = next_dealers(s)
    if not dealers or e.dealer in dealers or s.how == "void":
        return None
    return Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {' or '.join(map(str, dealers))} was to deal")


@game.missed
def miss(s: LastOne, e: Gap) -> None:
    """Of hands that were missed nobody knows what they brought; who deals, only where one hand has no end."""
    abandoned = s.how == "" and e.hands == 1 and s.ended == s.hand - 1
    if not abandoned:
        s.dealer, s.playing = NOBODY, 0
    most = ALL_VALUE if abandoned else BEYOND
    s.high = [min(BEYOND, high + most * (not dropped(s, seat))) for seat, high in enumerate(s.high)]
    s.least, s.most = [0] * len(s.players), [BEYOND] * len(s.players)
    s.how, s.over, s.out = "", [], NOBODY


# ---- LO-9.0d, LO-9.10 The score sheet ----------------------------------------------------------------------------------


@game.outcomes
def outcomes(s: LastOne, e: Scored) -> Iterator[Any]:
    """A hand can have brought any points that the pack has the cards for, and nothing to who went out (LO-7.1)."""
    if e.void:
        yield partial(settle, how="void")
        return
    points: Sequence[int] | None = e.points
    if points is None and e.totals is not None and s.low == s.high:
        more = s.over or [0] * len(s.low)
        points = tuple(total - low - off for total, low, off in zip(e.totals, s.low, more, strict=True))
        if s.hand == 1 and not can_come_together(s, points):
            points = None  # hands were played before those of this sheet
    if points is None or can_come_together(s, points):
        yield partial(settle, how="sheet", points=points)


def can_come_together(s: LastOne, points: Sequence[int]) -> bool:
    """Whether one hand can have brought these points."""
    if not all(map(can_be, points)) or all(value or dropped(s, seat) for seat, value in enumerate(points)):
        return False
    for seat, value in enumerate(points):
        if s.showed >> seat & 1:
            low, high = hand_worth(s, seat)
            if not low <= value <= high:
                return False
    hands = tuple(sorted(value for value in points if value))
    single = sum(not value and dropped(s, seat) is False for seat, value in enumerate(points)) - 1
    return can_share(hands, max(0, single), last_works=s.options.effect_of_last_card == "apply")


VALUES: Final = tuple(value for value, _ in BY_VALUE[::-1])
STAYS: Final = {15, 3, 40}
"""What the card does not count that alone is left on the pile: a last 2 that was drawn for, or the last of a melee."""


@lru_cache(maxsize=1 << 14)
def can_share(hands: tuple[int, ...], single: int, *, last_works: bool) -> bool:
    """Whether the pack has cards for hands of these points (in rising order, none of them 0) at the end of a hand.

    single: how many more hold one card. The last card lies on another (LO-2.2); where it works, that one may have been
    shuffled back and drawn, and somebody else be out of cards as well (LO-9.0c). True also if too much is to be tried.
    """
    rest = ALL_VALUE - sum(hands)
    if rest < 0:
        return False
    needs = [(points, 2, False) for points in hands] + [(rest, 1 if last_works else 2 + single, last_works)]
    whole = tuple(group.bit_count() for _, group in BY_VALUE[::-1])
    return share(tuple(sorted(needs)), whole, set(), [5000])


def share(
    needs: tuple[tuple[int, int, bool], ...], there: tuple[int, ...], failed: set[object], tries: list[int]
) -> bool:
    """Whether what is left can be shared out: to each so many points, so many cards at least."""
    if not needs:
        return True
    key = len(needs), there
    if key in failed:
        return False
    points, fewest, alone = needs[0]
    for taken in shares(points, there, 0):
        tries[0] -= 1
        if tries[0] < 0:
            return True
        if sum(taken) < fewest or (alone and sum(taken) == 1 and points in STAYS):
            continue
        rest = tuple(have - took for have, took in zip(there, taken, strict=True))
        if share(needs[1:], rest, failed, tries):
            return True
    failed.add(key)
    return False


def shares(points: int, there: tuple[int, ...], place: int) -> Iterator[tuple[int, ...]]:
    """Every way to make so many points of what is left, with dear cards first: how many of each value."""
    if place == len(VALUES) - 1:
        number, over = divmod(points, VALUES[place])
        if not over and number <= there[place]:
            yield (number,)
        return
    for number in range(min(there[place], points // VALUES[place]), -1, -1):
        for others in shares(points - number * VALUES[place], there, place + 1):
            yield (number, *others)


@game.rule(Scored, "LO-9.10", "dealt_in", "who is out of the game scores nothing")
def out_of_game_scores_nothing(s: LastOne, e: Scored) -> Any:
    """Who is out of the game is not dealt in (LO-7.3)."""
    if e.points is None or not s.on or e.void:
        return None
    return [
        Broken(seat=seat, says=f"seat {seat} is out of the game and got {counted(value, 'point')}")
        for seat, value in enumerate(e.points)
        if value and seat < len(s.players) and dropped(s, seat)
    ]


@game.on(Scored, "LO-9.10", "wrong_points", "points are what the cards left count, and totals add up", free=True)
def score(_s: LastOne, _e: Scored) -> None:
    """A row changes nothing of a hand that was played."""


@game.columns
def columns(_before: LastOne, s: LastOne, _e: Scored) -> dict[str, Any]:
    """What a row of the hand that has ended says (LO-7.1, LO-7.2)."""
    return {
        "points": [figure(low, high) for low, high in zip(s.least, s.most, strict=True)],
        "totals": [figure(low, high) for low, high in zip(s.low, s.high, strict=True)],
        "void": s.how == "void",
    }


def figure(low: int, high: int) -> int | range:
    """A number, or between which two it is."""
    return low if low == high else range(low, high + 1)


@game.adopts
def adopt(s: LastOne, e: Scored) -> None:
    """What was written is taken where it can be true and nothing better is known (LO-9.0d)."""
    for seat in range(len(s.players)):
        spans = [s.least[seat], s.most[seat], s.low[seat], s.high[seat]]
        if e.points is not None and can_be(e.points[seat]):
            narrow(spans, 0, e.points[seat])
        if e.totals is not None:
            narrow(spans, 2, e.totals[seat] - (s.over[seat] if s.over else 0))
        had_low, had_high = s.had[0][seat], s.had[1][seat]
        if had_low == had_high and spans[0] < spans[1] and spans[2] == spans[3]:
            spans[0] = spans[1] = spans[2] - had_low
        elif had_low == had_high:
            spans[2:] = [max(spans[2], had_low + spans[0]), min(spans[3], had_high + spans[1])]
        if spans != [s.least[seat], s.most[seat], s.low[seat], s.high[seat]]:
            for name, value in zip(("least", "most", "low", "high"), spans, strict=True):
                setattr(s, name, [value if other == seat else one for other, one in enumerate(getattr(s, name))])
            s.settled += s.ended == s.hand


def narrow(spans: list[int], place: int, value: int) -> None:
    """A number between two is this one, if it can be."""
    if spans[place] <= value <= spans[place + 1]:
        spans[place] = spans[place + 1] = value


@game.rule(ResultCalled, "LO-7.1", "wrong_result", "who is out of cards has won the hand", "testimony")
def called_rightly(s: LastOne, e: ResultCalled) -> Any:
    """Who is called the winner of the hand that has just ended is out of cards, or leads in all."""
    if (
        e.seat is None
        or e.seat >= len(s.players)
        or s.on
        or s.blind
        or s.ended != s.hand
        or e.hand not in {None, s.hand}
    ):
        return None
    won = winners(s)
    if e.result.casefold() not in {"won", "wins", "winner"} or True not in won or won[e.seat] is not False:
        return None
    if s.low[e.seat] <= min(s.high):
        return None
    says = f"seat {e.seat} was called the winner of the hand; it was won by seat {won.index(True)}"
    return Broken(seat=e.seat, says=says)


@game.on(ResultCalled, free=True)
def call_result(_s: LastOne, _e: ResultCalled) -> None:
    """What was said changes nothing."""


# ---- What may come next ------------------------------------------------------------------------------------------------


@game.offer(HandStarted)
def offer_hand(s: LastOne, _seat: int) -> Any:
    """The next hand, once the cards left were shown; the dealer is named where nobody knows who it is."""
    dealers = next_dealers(s)
    named = len(dealers) == 1 and s.how != "void"
    choices = (HandStarted(),) if named else tuple(HandStarted(dealer=seat) for seat in dealers or in_game(s))
    return Act(HandStarted, None, "the next hand", choices, weight=0.0 if hidden(s) else 1.0)


def hidden(s: LastOne) -> list[int]:
    """Who holds cards that count and that not all have seen."""
    if s.how != "played":
        return []
    return [seat for seat in places_of(s.playing & ~s.showed) if s.places.bounds(seat)[1] > 1]


@game.between
def between(s: LastOne) -> Iterator[Due]:
    """The cards left, shown to be counted; what the scorer wrote."""
    if hidden(s):
        yield Due(Shown, sum(1 << seat for seat in hidden(s)), optional=True)
    if s.how == "played" and not s.rows:
        yield Due(Scored, optional=True)


@game.offer(Shown)
def offer_shown(s: LastOne, seat: int) -> Act:
    """The cards left in a hand are shown (LO-8)."""
    asks = f"the cards left of seat {seat}"
    if s.places.unseen[seat]:
        return Act(
            Shown, seat, asks, accepts=lambda e: isinstance(e, Shown) and e.seat == seat, weight=0, given={"all": True}
        )
    cards = tuple(cards_of(s.places.known[seat]))
    return Act(Shown, seat, asks, (Shown(cards=cards, seat=seat, all=True),), weight=8.0)


@game.offer(Scored)
def offer_score(s: LastOne, _seat: int) -> Act:
    """What the scorer wrote, as it ought to be."""
    if hidden(s) or s.least != s.most or s.low != s.high:
        return Act(Scored, None, "the points as written", optional=True, weight=0.0)
    row = Scored(points=tuple(s.least), totals=tuple(s.low))
    return Act(Scored, None, "the points as written", (row,), optional=True, weight=0.2)


@game.offer(Agreed, "hands of nine")
def offer_nine(s: LastOne, _seat: int) -> tuple[Agreed, ...]:
    """Hands of nine, if there are cards enough (LO-1.2)."""
    seats = in_game(s)
    agreed = all(s.agreed >> seat & 1 for seat in seats)
    return () if s.dealt or agreed or 9 * len(seats) > 53 else (Agreed(what="nine", seats=tuple(seats)),)


@game.offer(Dealt)
def offer_deal(s: LastOne, _seat: int) -> Iterator[Act]:
    """Hands of the size that the dealer picks, for whom is in the game (LO-1.2)."""
    seats = in_game(s)
    nine = all(s.agreed >> seat & 1 for seat in seats)
    return (deal_of(s, size) for size in range(4, 9 + nine) if size * len(seats) <= 53)


def deal_of(s: LastOne, size: int) -> Act:
    """Hands of this size."""
    sizes = tuple(0 if dropped(s, seat) else size for seat in range(len(s.players)))
    asks = "the hands, so many to each (`deal 7`)"
    return Act(Dealt, None, asks, chance=Chance(BY_INDEX, sizes, hands_dealt))


def hands_dealt(hands: tuple[tuple[Card, ...], ...]) -> Dealt:
    """The deal of these hands, which may be larger than were asked for."""
    return Dealt(hands=hands, each=max(map(len, hands)))


@game.offer(TurnedUp, "the upcard")
def offer_upcard(s: LastOne, _seat: int) -> Iterator[TurnedUp]:
    """The top card of the stock, with what the dealer names for it (LO-4)."""
    for card in cards_of(ALL & ~s.places.located):
        if card.rank == "X":
            yield from (TurnedUp(card=card, stands_for=face) for face in PACK)
        elif card.rank == "8" and s.options.first_8 == "dealer_names":
            yield from (TurnedUp(card=card, suit=suit) for suit in SUITS)
        else:
            yield TurnedUp(card=card)


@game.beside
def beside(s: LastOne) -> Sequence[Due]:
    """A call of the last card (LO-6.1)."""
    return CALL if s.silent else ()


CALL = (Due(LastCalled, optional=True, weight=1.5),)


@game.offer(LastCalled, "a call of the last card")
def offer_call(s: LastOne, _seat: int) -> tuple[LastCalled, ...]:
    """Who has one card calls it (LO-6.1)."""
    return tuple(LastCalled(seat=seat) for seat in places_of(s.silent))


@game.offer(Reshuffled)
def offer_reshuffle(s: LastOne, _seat: int) -> Any:
    """The discards are shuffled back when the stock is empty (LO-2.6)."""
    empty, there = left(s) == 0, under(s)
    if there == 0 or s.places.bounds(stock(s))[0]:
        return ()
    must = bool(s.owed) and empty
    return Act(
        Reshuffled, None, "the discards shuffled back", (Reshuffled(count=there),), optional=not must, weight=0.4
    )


@game.offer(Drew)
def offer_draw(s: LastOne, seat: int) -> Any:
    """Cards drawn from the stock, as many as are there."""
    there = left(s)
    if there == 0 and under(s) != 0:
        return ()
    if seat >= 0:
        return () if s.turn != seat else draw_of(s, seat, 1, TURN)
    debts = owed_now(s)
    return draw_of(s, *debts[0][:3]) if debts else ()


def draw_of(s: LastOne, seat: int, count: int, why: str) -> Act:
    """So many cards drawn by a seat."""
    there = left(s)
    number = count if there is None else min(count, there)
    could = s.places.possible(stock(s), ALL)
    if s.order:
        listed = s.order[:number]
        could = sum(1 << index for index in listed) if len(listed) == number and min(listed) >= 0 else could
    asks = "a draw" if why == TURN else f"{number} drawn for {SAID[why]}"
    pack, blank = tuple(cards_of(could)), Drew(seat=seat, count=number, why=why)
    if not number or len(pack) < number:
        return Act(Drew, seat, asks, (blank,), weight=0.7, blank=blank)
    chance = Chance(pack, (number,), lambda hands: Drew(seat=seat, count=number, why=why, cards=hands[0]))
    return Act(Drew, seat, asks, chance=chance, weight=0.7, blank=blank)


@game.offer(Played)
def offer_play(s: LastOne, seat: int) -> Any:
    """The cards a seat may play; where its hand is not known, what is not known to be wrong."""
    asks = "the next card of the melee" if s.run >= 0 else "a card on the 3" if seat == s.stacker else "a card"
    weight = 1.0 if s.run >= 0 else 3.0 if seat == s.stacker else 6.0
    if seat < 0 or (seat == s.drawer != s.turn and s.options.play_drawn == "forbid"):
        return ()
    blank = Played(seat=seat, card=UNKNOWN)
    if s.places.unseen[seat]:
        return Act(Played, seat, asks, accepts=partial(accepts, s, seat), weight=weight, blank=blank)
    choices = tuple(
        one for card in cards_of(s.places.known[seat]) for one in named(s, seat, card) if not is_wrong(s, one)
    )
    return Act(Played, seat, asks, choices, weight=weight, blank=blank) if choices else ()


def accepts(s: LastOne, seat: int, event: Base) -> bool:
    """Whether this is a play of that seat which is not known to be wrong."""
    return isinstance(event, Played) and event.seat == seat and not is_wrong(s, event)


def is_wrong(s: LastOne, e: Played) -> bool:
    """Whether a play breaks a rule for certain."""
    rules = game.rules_of[Played]
    return any(rule.check is not None and isinstance(rule.check(s, e), Broken) for rule in rules)


def named(s: LastOne, seat: int, card: Card) -> Iterator[Played]:
    """A card with each suit or card that may be named for it (LO-3.4, LO-3.7)."""
    stacked = seat == s.stacker
    if card.rank == "X":
        in_run = (Card(RANKS[s.run + 1] + s.run_suit),) if 0 <= s.run < top_of(s) and s.run_suit else ()
        for face in in_run if s.run >= 0 else PACK:
            yield Played(seat=seat, card=card, stands_for=face, stacked=stacked)
        return
    names = (
        s.options.melee_card_effect == "apply" if s.run >= 0 else bool(effect_of(s, card.rank, None, stacked=stacked))
    )
    if card.rank == "8" and names:
        yield from (Played(seat=seat, card=card, suit=suit, stacked=stacked) for suit in SUITS)
    else:
        yield Played(seat=seat, card=card, stacked=stacked)


# ---- What there is to see ----------------------------------------------------------------------------------------------


def known(low: Sequence[int], high: Sequence[int]) -> tuple[int | None, ...]:
    """Numbers, None where they are only known to lie between two."""
    return tuple(one if one == other else None for one, other in zip(low, high, strict=True))


def winners(s: LastOne) -> list[bool | None]:
    """Who went out; on a sheet only one who scored nothing can have."""
    seats = range(len(s.players))
    if s.how == "played":
        return [seat == s.out for seat in seats]
    could = [seat for seat in seats if s.least[seat] == 0 and dropped_before(s, seat) is not True]
    sure = len(could) == 1 and s.most[could[0]] == 0
    return [None if seat in could and not sure else seat in could for seat in seats]


def dropped_before(s: LastOne, seat: int) -> bool:
    """Whether a seat was out of the game before the last hand."""
    return bool(s.had[0][seat] >= s.options.threshold)


@game.results
def result(s: LastOne) -> Result:
    """The points of the hand that just ended, and who ended it."""
    seats, void = len(s.players), s.how == "void"
    dealers = next_dealers(s)
    absent = s.playing if s.dealt else sum((not dropped_before(s, seat)) << seat for seat in range(seats))
    points = known(s.least, s.most)
    return Result(
        points=points,
        won=(False,) * seats if void else tuple(winners(s)),
        absent=() if void else tuple(seat for seat in range(seats) if not absent >> seat & 1 and not points[seat]),
        dealer=s.dealer if s.dealer >= 0 else None,
        counts=not void,
        level=game.level(s),
        how=s.how,
        totals=known(s.low, s.high),
        next_dealer=dealers[0] if len(dealers) == 1 else None,
    )


@game.draws
def scene(s: LastOne) -> Scene:
    """The table: the upcard and what it asks for, the stock, a melee, debts, hands and totals."""
    return Scene(
        title=f"Last One, hand {s.hand}",
        facts=tuple(facts(s)),
        hands=tuple(seat_scene(s, seat) for seat in range(len(s.players))),
        rows=(upcard_row(s),),
        pots=pots(s),
        says=outcome(s),
    )


def facts(s: LastOne) -> list[tuple[str, str]]:
    """What the upcard asks for, the direction, and a melee."""
    found = []
    if s.on and s.top is not None and not s.blind:
        suit = SUIT_NAMES.get(s.suit, "a suit not known")
        found.append(("asks for", suit if s.demand else f"{suit} or {s.rank or '?'}"))
        found.append(("direction", "left" if s.way > 0 else "right"))
        if s.run >= 0:
            found.append(("melee", f"{RANKS[s.run]}{s.run_suit}, seat {s.defender} would draw {pips(s)}"))
    return [*found, ("out at", str(s.options.threshold))]


def upcard_row(s: LastOne) -> Row:
    """The upcard, and the card that a joker stands for."""
    if s.top is None or s.blind:
        return Row(title="Upcard")
    stands = s.rank and s.suit and s.top.rank == "X"
    return Row(title=f"Upcard, stands for {s.rank}{s.suit}" if stands else "Upcard", cards=(s.top,))


def pots(s: LastOne) -> tuple[tuple[str, str], ...]:
    """How many cards are left to draw, how many lie under the upcard, and who owes a draw."""
    if not s.on or s.top is None or s.blind:
        return ()
    least, most = s.places.bounds(stock(s))
    there = str(most) if least == most else f"{least} to {most}"
    debts = ((f"seat {seat} owes", str(count)) for seat, count, _, _ in s.owed)
    return ("stock", there), ("under the upcard", str(under(s) or 0)), *debts


@game.owes
def owed(s: LastOne) -> Iterator[Debt]:
    """The cards that are still to be drawn."""
    for seat, count, _, _ in s.owed if s.on else ():
        yield Debt(
            hand=s.hand,
            seat=seat,
            amount=count,
            says=f"{s.players[seat] or f'seat {seat}'} has {counted(count, 'card')} to draw",
        )


def seat_scene(s: LastOne, seat: int) -> Hand:
    """One seat: its cards, whether it must call, its points and total."""
    marks = (
        ("dealer", seat == s.dealer and bool(s.hand)),
        ("aggressor", s.run >= 0 and seat == s.aggressor),
        ("defender", s.run >= 0 and seat == s.defender),
        ("has not called", bool(s.silent >> seat & 1)),
        ("out of the game", dropped(s, seat) is True),
    )
    scores = [("total", between_words(s.low[seat], s.high[seat]))]
    if not s.on and s.how in {"played", "sheet"}:
        scores.insert(0, ("points", between_words(s.least[seat], s.most[seat])))
    on_turn = s.on and not s.owed and s.run < 0 and seat == s.turn
    return seat_hand(
        s.places, seat, s.players[seat], marks=[name for name, is_so in marks if is_so], scores=scores, turn=on_turn
    )


def between_words(low: int, high: int) -> str:
    """A number, or between which two it is."""
    return str(low) if low == high else f"{low} or more" if high >= BEYOND else f"{low} to {high}"


def outcome(s: LastOne) -> str:
    """How the hand came out, or the game, in a sentence."""
    if s.on or not s.how:
        return ""
    if s.how == "void":
        return "the hand is void"
    won = winners(s)
    seat = won.index(True) if True in won else -1
    says = f"{s.players[seat] or f'seat {seat}'} is out of cards" if seat >= 0 else "who went out cannot be told"
    if over(s) is None:
        return says
    last = in_game(s)
    return f"{says}; {s.players[last[0]] or f'seat {last[0]}'} wins the game" if last else f"{says}; the game is over"


GAME = game
