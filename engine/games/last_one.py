"""Last One: eights with effects, melees out of turn, and a call of the last card; points for cards left, out at 250.

The sections are those of the rules page. Sets of seats are masks: 1 for seat 0, 2 for seat 1.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Final, Literal

from msgspec.structs import replace

from upcard.engine.due import Act, Chance
from upcard.engine.kernel.dealing import deal_hands, sizes_of
from upcard.engine.kernel.drawing import hands_drawn, player, points_and_totals
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.numbers import BEYOND, Span, in_words, known, may_be, narrowed, only, plus
from upcard.engine.kernel.offering import accepts, hand_shown, keeps_rules
from upcard.engine.kernel.results import Debt, Mark, Result, marks_of
from upcard.engine.kernel.rules import CHOICE, MISREAD, STATEMENT, Broken, Due, Rule, places_of, unwritten
from upcard.engine.kernel.state import State, lasting
from upcard.engine.kernel.usual import begun_by, deal_rotates, dealers, each_way, result_of, winner_is_called
from upcard.engine.scene import Row, Scene
from upcard.schemas.cards import BY_INDEX, PACK, RANK_MASK, RANKS, SUIT_NAMES, SUITS, UNKNOWN, Card, cards_of, mask_of
from upcard.schemas.events.dealing import Agreed, Dealt, HandStarted, Joined, Reshuffled, TurnedUp, Voided
from upcard.schemas.events.log import Gap, Opened
from upcard.schemas.events.playing import Drew, Played, Shown
from upcard.schemas.events.speaking import LastCalled, MeleeClosed
from upcard.schemas.events.staking import Scored
from upcard.schemas.options import Options, option
from upcard.schemas.wording import counted

ALL: Final = (1 << 54) - 1
"""LO-1.1: 52 cards and two jokers."""
NOBODY: Final = -1

Allowed = Literal["allow", "forbid"]
Applied = Literal["none", "apply"]
Owed = tuple[int, int, str, int]
"""Cards to be drawn: the seat that draws, how many, why (two, melee, missed_call), and the line from which on they are owed."""


class LastOneOptions(Options):
    """The rulings on which tables differ."""

    threshold: int = option(250, "LO-7.2", "who reaches so many points is out of the game", ge=1)
    play_drawn: Allowed = option("forbid", "LO-2.2", "whether a card just drawn may be played at once")
    joker_named: Literal["any", "must_match_upcard"] = option(
        "any", "LO-2.4", "whether a joker's card must go on the upcard"
    )
    joker_on_named_suit: Literal["in_suit_or_8", "any"] = option(
        "in_suit_or_8", "LO-2.5", "what a joker may stand for when an 8 asks for a suit"
    )
    empty_stock: Literal["draw_what_is_left", "skip"] = option(
        "draw_what_is_left", "LO-2.6", "with nothing left to draw, a draw is of what there is, or is left out"
    )
    stack_effect: Literal["full", "none"] = option(
        "full", "LO-3.2", "whether a card on one's own 3 works as if it were played"
    )
    joker_carries_effect: Literal["no", "yes"] = option("no", "LO-3.7", "whether a joker works as what it stands for")
    effect_of_last_card: Applied = option("none", "LO-3.9", "whether a last 2 is drawn for, and a last 4 opens a melee")
    first_upcard_effect: Literal["apply", "ignore"] = option("apply", "LO-4", "whether the first upcard has its effect")
    first_8: Literal["own_suit", "dealer_names"] = option("own_suit", "LO-4", "which suit a first 8 asks for")
    melee_joker: Allowed = option("allow", "LO-5.3", "whether a joker may stand for the next card of a melee")
    melee_self_raise: Allowed = option(
        "allow", "LO-5.4", "whether the aggressor may play the next card of the melee too"
    )
    melee_top: Literal["10", "K"] = option("10", "LO-5.5", "the card that a melee ends with")
    melee_card_effect: Applied = option("none", "LO-5.7", "whether cards played on in a melee have their effects")
    call_deadline: Literal["next_action", "next_play"] = option(
        "next_action", "LO-6.2", "until when the last card may be called: anybody's next act, or next play"
    )
    calls_recorded: Literal["yes", "no"] = option("yes", "LO-7.4", "whether calls of the last card are written down")


@dataclass(slots=True, kw_only=True)
class LastOne(State):
    """pile, stock: the places of the discards, the upcard among them, and of the cards that are drawn, face down; agreed: the seats that agreed to hands of nine (a mask); upcard: the card that the next has to go on; suit, rank: what it counts as ("": not known);
    demand: whether an 8 asks for the suit; stacker: the seat that may put a card on its own 3; drawer, drawn: the seat
    that has just drawn in turn, and which card that may have been.

    melee, aggressor, defender: whether one is on, and between whom; named: the suit asked for after it; silent: the seats with one
    card that have not called it (a mask); missed: how often each seat has not in this hand; owed: draws to be made, the oldest first; out: the
    seat that has no card left; showed: the seats whose cards left all have seen (a mask); point_spans: of the last hand, of each seat at least and at most; total_spans: so far; had: before the last hand.
    """

    options: LastOneOptions
    pile: int = lasting(0)
    stock: int = lasting(0)
    agreed: int = 0
    upcard: Card | None = None
    suit: str = ""
    rank: str = ""
    demand: bool = False
    stacker: int = NOBODY
    drawer: int = NOBODY
    drawn: int = 0
    melee: bool = False
    aggressor: int = NOBODY
    defender: int = NOBODY
    named: str = ""
    silent: int = 0
    missed: list[int] = field(default_factory=list)
    owed: list[Owed] = field(default_factory=list)
    out: int = NOBODY
    showed: int = 0
    point_spans: list[Span] = lasting(list)
    total_spans: list[Span] = lasting(list)
    had: list[Span] = lasting(list)


GAME = game = Game(
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
    remedies={
        "missed_call": "Two cards are drawn (LO-6.1).",
        "no_penalty": "Two cards were to be drawn (LO-6.1).",
        "false_call": "There is no penalty (LO-6.3).",
    },
    names={Drew: {"why": ("turn", "two", "melee", "missed_call")}},
    words={
        "one": "last_called",
        "last one": "last_called",
        "d": "drew",
        "nine": "agreed nine",
        "melee": "melee_closed",
    },
    begins=lambda _s, e: isinstance(e, Dealt | TurnedUp),
    opening=(Played, Drew),
    unfinished=Rule("LO-7.1", "hand_not_finished", "a hand is played to its end", "contradiction", 6),
    counting=Rule("LO-9.8", "wrong_count", "what is shown is what was left in the hand", "contradiction"),
    ended=Rule("LO-7.1", "after_the_end", "the hand ends when a hand is empty", "breach", 6),
    course={
        "Deal": "`hand_started`; `agreed`, if hands of nine are; `dealt` with as many cards each as the dealer picks; `turned_up`.",
        "Play": "From the left of the dealer, each in turn `played` or `drew`; what is owed is drawn first. A card may be put on one's own 3. A melee goes on"
        " with `played` out of turn, and ends with `melee_closed`. `last_called` where it is said; `reshuffled` when the stock is"
        " empty.",
        "End": "Cards left are `shown`; a hand thrown in is `voided`. What the sheet has is `scored`, what somebody said"
        " `result_called`. Who takes another's seat `joined`.",
    },
    writes={
        "agreed.what": "`nine`",
        "drew.why": "what was owed for, or the seat's turn; left out, what the seat owes, else its turn",
        "played.suit": "the suit named with an 8; any may have been, where it is left out",
        "played.stands_for": "the card that a joker is said to be; any may be, where it is left out",
        "played.stacked": "if it is put on one's own 3 in the same turn",
        "turned_up.suit": "the suit that the dealer named for an 8, where `first_8` lets him",
        "dealt.sizes": "cards by seat; 0 for who is out of the game",
        "empty seat": "Who is out of the game is dealt no hand: `[]` in `hands`, 0 in `sizes`, `points` of a row; the total stays.",
    },
)


# ---- LO-1 Material -----------------------------------------------------------------------------------------------------


@game.start
def start(s: LastOne, header: Opened) -> None:
    """Discards and stock lie beside the hands (LO-1.3); nobody has a point."""
    s.pile = len(header.seats)
    s.stock = s.pile + 1
    s.point_spans, s.total_spans, s.had = ([(0, 0)] * len(header.seats) for _ in range(3))


@game.on(Joined)
def sit_down(s: LastOne, e: Joined) -> None:
    """Once hands were played, nobody knows with how many points another player sits down, but with fewer than put a player out of the game."""
    if s.hand and s.sat(e.seat) != e.player:
        s.total_spans[e.seat] = (0, s.options.threshold - 1)


def left(s: LastOne) -> int:
    """The number of cards in the stock."""
    return s.places.most(s.stock)


def under(s: LastOne) -> int:
    """The number of discards under the upcard."""
    return max(0, s.places.most(s.pile) - 1)


@game.on(Agreed, "LO-9.9", "no_such_act", "hands of nine are agreed to before the deal")
def agree(s: LastOne, e: Agreed) -> None:
    """Hands of nine are agreed to (LO-1.2)."""
    if "nine" in e.what.casefold() or "9" in e.what:
        s.agreed |= sum(1 << seat for seat in set(e.seats))


@game.rule(Agreed, "LO-1.1", "no_such_seat", "who agrees sits at the table", "contradiction")
def seats_agree(s: LastOne, e: Agreed) -> Any:
    """Those who agree sit at the table."""
    return [f"no seat {seat} at this table" for seat in e.seats if seat >= len(s.players)]


@game.offer(Agreed, "hands of nine")
def offer_nine(s: LastOne, _seat: int) -> tuple[Agreed, ...]:
    """Hands of nine, if there are cards enough (LO-1.2)."""
    may = not_agreed(s) and not s.dealt and 9 in sizes_possible(s)
    return (Agreed(what="nine", seats=tuple(in_game(s))),) if may else ()


def not_agreed(s: LastOne) -> list[int]:
    """The seats in the game that have not agreed to hands of nine."""
    return [seat for seat in in_game(s) if not s.agreed >> seat & 1]


@game.on(Dealt, "LO-7.1", "hand_not_finished", "a hand is played to its end", fault="contradiction")
def deal(s: LastOne, e: Dealt) -> Any:
    """The same number of cards is dealt to each seat that is in the game (LO-1.2); the rest is the stock (LO-1.3)."""
    if not (e.each or any(e.sizes or ()) or any(e.hands or ())):  # how many is not written
        return not_dealt(s)
    sizes = sizes_dealt(s, e)
    s.places.clear()
    deal_hands(s, e, sizes)
    s.places.deal(s.stock, 0, max(0, len(BY_INDEX) - sum(sizes)))
    if any(sizes):
        s.sitting_out = sum(1 << seat for seat, size in enumerate(sizes) if not size)
    s.dealt = True
    return None


def sizes_dealt(s: LastOne, e: Dealt) -> list[int]:
    """How many cards each seat was dealt: as listed or written, else as many as others; none, if it is out."""
    usual = max((len(cards) for cards in e.hands or () if cards), default=8)
    players = in_game(s)
    return sizes_of(e, len(s.players), [usual if seat in players else 0 for seat in range(len(s.players))])


def dealt_in(s: LastOne) -> int:
    """The seats that take part in the hand, as a mask."""
    return (1 << len(s.players)) - 1 & ~s.sitting_out


def sizes_possible(s: LastOne) -> Sequence[int]:
    """The sizes of hands that leave an upcard, four to nine cards (LO-1.2)."""
    return [size for size in range(4, 10) if size * len(in_game(s)) <= 53]


def not_dealt(s: LastOne) -> Any:
    """How many cards were dealt is not in the record: any card may be in any hand, and each has four to nine."""
    return [partial(deal, e=Dealt(each=size)) for size in sizes_possible(s)]


@game.rule(Dealt, "LO-9.9", "wrong_hand_size", "four to eight cards to each; nine if all agree")
def sizes_are_right(s: LastOne, e: Dealt) -> Iterator[Any]:
    """Four to eight cards, the same to each who sits there and is in the game; nine if all agree (LO-1.2, LO-9.9, LO-9.10)."""
    sizes, players = sizes_dealt(s, e), in_game(s, s.vacant() & s.sitting_out)
    for seat, size in enumerate(sizes):
        if size and seat not in players:
            says = f"seat {seat} is out of the game and was dealt in"
            yield Broken(seat=seat, says=says, clause="LO-9.10", name="dealt_in")
    told = {sizes[seat] for seat in players}
    size = max(told, default=4)
    if len(told) > 1:
        yield Broken(says=f"hands of {', '.join(str(sizes[seat]) for seat in players)} cards", name="unequal_hands")
    elif not 4 <= size <= 9:
        yield f"hands of {counted(size, 'card')}; there are 4 to 8, or 9"
    elif size * len(players) > 53:
        says = f"{len(players)} hands of {size} leave no upcard"
        yield Broken(says=says, clause="LO-1.2", name="no_upcard", kind="contradiction")
    elif size == 9 and not_agreed(s):
        who = " and ".join(f"seat {seat}" for seat in not_agreed(s))
        yield Broken(says=f"hands of nine, to which {who} did not agree", name="nine_not_agreed")


@game.offer(Dealt)
def offer_deal(s: LastOne, _seat: int) -> Iterator[Act]:
    """Hands of the size that the dealer picks, for whom is in the game (LO-1.2)."""
    seats, asks = in_game(s), "how many cards are dealt to each"
    for size in sizes_possible(s):
        if size < 9 or not not_agreed(s):
            sizes = tuple(size * (seat in seats) for seat in range(len(s.players)))
            chance = Chance(BY_INDEX, sizes, lambda hands: Dealt(hands=hands, each=max(map(len, hands))))
            yield Act(Dealt, None, asks, chance=chance)


# ---- LO-2 Turn ---------------------------------------------------------------------------------------------------------

SHUFFLE = (Due(Reshuffled, optional=True),)
DEAL = (Due(Dealt, skip=not_dealt), Due(Agreed, optional=True, weight=0.3))


@game.turn
def turn(s: LastOne) -> Sequence[Due]:
    """The deal and the upcard; what is owed; a melee; or the turn of somebody. Calls and reshuffles may come between."""
    if s.blind:
        return SHUFFLE
    lapses = lapsed(s)
    if s.owed:
        return OWED_LAPSED if lapses else OWED
    if s.melee:
        return melee_dues(dealt_in(s))
    if s.upcard is None:
        return UPCARD if s.dealt else DEAL
    return turn_dues(s.turn, s.stacker, s.drawer, lapses)


@cache
def turn_dues(turn: int, stacker: int, drawer: int, lapses: bool) -> Sequence[Due]:
    """A card, a card on the own 3, the card just drawn, or a draw (LO-2.2, LO-3.2)."""
    seats = 1 << turn if turn >= 0 else -1
    others = tuple(Due(Played, 1 << seat) for seat in {stacker, drawer} - {NOBODY, turn})
    draws = Due(Drew, seats, skip=pass_over if lapses else None), BESIDES
    return (Due(Played, seats), *draws, *others, Due(Played, matches=lambda _s, e: e.stacked), *SHUFFLE)


def face_of(s: LastOne, card: Card, stands_for: Card | None) -> Card | None:
    """What a card counts as: a joker as the card it stands for; None if nobody wrote that down (LO-2.3)."""
    if card.rank != "X":
        return card
    if stands_for is not None and stands_for.rank != "X":
        return stands_for
    return Card(next_rank(s) + s.suit) if s.melee and next_rank(s) and s.suit else None


@game.rule(Played, "LO-9.1", "no_match", "a card goes on its suit or rank", cost=MISREAD)
def matches(s: LastOne, e: Played) -> Any:
    """A card of the upcard's suit or rank, or an 8; a joker on anything, or as the card it stands for (LO-2.2 to LO-2.5)."""
    face, joker = face_of(s, e.card, e.stands_for), e.card.rank == "X"
    if face is None or face.suit == s.suit or face.rank == s.rank or "?" in face:
        return None
    if s.melee or stacks(s, e) or not s.suit or not s.rank or (face.rank == "8" and (s.demand or not joker)):
        return None
    asked = f"{s.suit} is asked for" if s.demand else f"{s.rank}{s.suit}"
    if not joker:
        return f"{face} has neither suit nor rank of the upcard ({asked})"
    ruled = s.options.joker_on_named_suit if s.demand else s.options.joker_named
    clause, says = "LO-2.5" if s.demand else "LO-2.4", f"the joker stands for {face}, which does not go there ({asked})"
    fault = Broken(seat=e.seat, cards=e.card.bit, says=says, clause=clause, name="wrong_joker")
    return ruled == "any" or fault


@game.rule(Played, "LO-2.2", "played_after_drawing", "the turn passes with a draw")
def plays_what_was_drawn(s: LastOne, e: Played) -> Any:
    """After a draw the turn passes; where it is so ruled, the card drawn may be played, and no other (LO-2.2)."""
    if e.seat != s.drawer or s.melee or (e.seat == s.turn and lapsed(s)):
        return None
    if s.options.play_drawn == "forbid":
        return e.seat == s.turn or "the turn passed with a draw"
    return bool(e.card.could_be & s.drawn) or "another card than the one just drawn was played"


@game.on(Played, "LO-9.4", "out_of_turn", "the next seat acts that is not skipped", cost=MISREAD)
def play(s: LastOne, e: Played) -> Any:
    """A card goes to the pile: in turn, on the own 3, or to the melee (LO-2.2)."""
    s.places.move_card(e.card, e.seat, s.pile)
    put = replace(e, stacked=True) if e.seat == s.stacker else e
    s.stacker = s.drawer = NOBODY
    if not s.melee:
        return as_seen(s, put, do_work, ("", "") if put.stacked else (s.suit, s.rank))
    face = face_of(s, e.card, e.stands_for)
    goes_on = partial(play_on, e=e, face=face)
    return goes_on(s) if face is None or is_next(s, face) else [goes_on, partial(break_off, e=put)]


def break_off(s: LastOne, e: Played) -> Any:
    """The card is the upcard now, and does what it does (LO-2.3), as if there were no melee."""
    s.melee, s.named = False, ""
    return as_seen(s, e, do_work)


SEEN_OF: Final = {None: ("", "")} | {card: (card.suit.strip("?"), card.rank.strip("?")) for card in Card}
"""The suit and the rank that were seen of a card ("": not seen)."""
Effect = Callable[[LastOne, Any, str], None]


def as_seen(s: LastOne, e: Any, then: Effect, below: tuple[str, str] = ("", "")) -> Any:
    """The card lies there as the upcard; one of which the rank was not seen, or not what a joker stands for that has the effect of it, may have
    any effect, or none. below: the suit and the rank that it was put on, if it has to match them.
    """
    card, rank = e.card, e.card.rank
    face = face_of(s, card, e.stands_for)
    s.upcard, (s.suit, s.rank) = card, SEEN_OF[face]
    if rank == "X" and face is None and s.options.joker_carries_effect == "yes":
        return each_way(of_rank, ("", *"234JA"), e=e, then=then, below=("", ""))
    if rank != "?":
        return then(s, e, rank)
    return each_way(of_rank, ["8"] if e.suit else ranks_of(s, card), e=e, then=then, below=below)


def ranks_of(s: LastOne, card: Card) -> list[str]:
    """The ranks that a card not seen may have, of those that have an effect, and "" for any other."""
    return ["", *(rank for rank in "2348JA" if RANK_MASK[rank] & card.could_be & s.places.pool)]


def of_rank(s: LastOne, rank: str, e: Any, then: Effect, below: tuple[str, str]) -> None:
    """The card not seen has this rank ("": one without effect). Of another rank than the card below it, and no 8, it has its suit (LO-2.2)."""
    (suit, other), s.rank = below, rank
    if rank not in {"", "8", other}:
        s.suit = s.suit or suit
    then(s, e, rank)


@game.offer(Played)
def offer_play(s: LastOne, seat: int) -> Any:
    """The cards a seat may play; where its hand is not known, what is not known to be wrong."""
    asks = "the next card of the melee" if s.melee else "a card on the 3" if seat == s.stacker else "a card"
    weight = 1.0 if s.melee else 3.0 if seat == s.stacker else 6.0
    if seat < 0 or (seat == s.drawer != s.turn and s.options.play_drawn == "forbid"):
        return ()
    blank = Played(seat=seat, card=UNKNOWN)
    if s.places.unseen[seat]:
        return Act(Played, seat, asks, accepts=accepts(game, s, Played, seat), weight=weight, blank=blank)
    choices = tuple(
        one
        for card in cards_of(s.places.known[seat])
        for one in namings(s, Played(seat=seat, card=card, stacked=seat == s.stacker))
        if keeps_rules(game, s, one)
    )
    return Act(Played, seat, asks, choices, weight=weight, blank=blank) if choices else ()


def namings(s: LastOne, e: Any) -> Iterator[Any]:
    """A card played or turned up, with each suit or card that may be named for it (LO-3.4, LO-3.7, LO-4)."""
    if e.card.rank == "X":
        next_card = face_of(s, e.card, None)
        faces = PACK if not s.melee else (next_card,) if next_card else ()
        return (replace(e, stands_for=face) for face in faces)
    return (replace(e, suit=suit) for suit in SUITS) if names_suit(s, e) else iter((e,))


# ---- LO-2.6 The stock --------------------------------------------------------------------------------------------------


def lapsed(s: LastOne) -> bool:
    """Whether draws are left out because nothing is left to draw (LO-9.0)."""
    return s.options.empty_stock == "skip" and not left(s) + under(s)


def pass_over(s: LastOne) -> None:
    """A seat that cannot draw does nothing, and the turn passes."""
    s.turn, s.stacker = s.after(s.turn), NOBODY


@game.on(Reshuffled, "LO-9.8", "wrong_reshuffle", "all but the upcard is shuffled", fault="contradiction", blindly=True)
def reshuffle(s: LastOne, _e: Reshuffled) -> None:
    """The upcard stays; the other discards are shuffled, face down, and are the stock now."""
    if s.blind:  # who draws which of them is not followed
        s.places.lose_track()
    else:
        s.places.shuffle(s.pile, s.stock, s.upcard.bit if s.upcard else 0)


@game.rule(Reshuffled, "LO-9.8", "wrong_reshuffle", "all but the upcard is shuffled", "contradiction")
def shuffles_all_back(s: LastOne, e: Reshuffled) -> Iterator[Broken]:
    """With the stock empty all discards but the upcard are shuffled back (LO-2.6, LO-9.8)."""
    if s.blind:
        return
    there = under(s)
    if left(s):
        yield Broken(says=f"{counted(left(s), 'card')} left in the stock", clause="LO-2.6", kind="breach")
    for count in {e.count, None if e.order is None else len(e.order)} - {None, there}:
        says = f"{counted(count or 0, 'card')} shuffled back; {there} lay under the upcard"
        yield Broken(says=says, name="wrong_count")
    wrong = mask_of(e.order or ()) & ~s.places.possible(s.pile, ALL)
    if wrong:
        says = f"{next(cards_of(wrong))} did not lie under the upcard"
        yield Broken(cards=wrong, says=says, clause="LO-9.9", name="impossible_card")


@game.offer(Reshuffled)
def offer_reshuffle(s: LastOne, _seat: int) -> Any:
    """The discards are shuffled back when the stock is empty."""
    if not under(s) or left(s):
        return ()
    asks, choices = "the discards shuffled back", (Reshuffled(count=under(s)),)
    return Act(Reshuffled, None, asks, choices, optional=not s.owed, weight=0.4)


# ---- LO-3 Effects ------------------------------------------------------------------------------------------------------


def effect_of(s: LastOne, e: Played | TurnedUp, rank: str) -> str:
    """The rank whose effect a card of this rank has; "" for none (LO-3.2, LO-3.7, LO-9.0c)."""
    if s.options.stack_effect == "none" and isinstance(e, Played) and e.stacked:
        return ""
    if rank == "X" and s.options.joker_carries_effect == "yes" and e.stands_for is not None:
        rank = e.stands_for.rank.replace("8", "")
    return rank if rank in "2348JA" else ""


def do_work(s: LastOne, e: Played, rank: str) -> None:
    """What a card does that was played; with the last card of a hand the hand ends (LO-3.9, LO-7.1)."""
    seat, more, effect = e.seat, s.places.most(e.seat), effect_of(s, e, rank) if rank in "2348JAX" else ""
    if not more:
        s.silent, s.out = 0, seat if s.out < 0 else s.out
        if effect not in {"2", "4"} or s.options.effect_of_last_card == "none":
            settle(s, "played")
            return
    put_down(s, seat, more)
    strike(s, seat, effect, e.suit or "")
    if not more:
        end_if_drawn(s)


def strike(s: LastOne, seat: int, effect: str, suit: str) -> None:
    """What a card does to others, and who is next (LO-3.1 to LO-3.6)."""
    if effect == "A":
        s.way = -s.way
    following = s.after(seat)
    s.turn, s.demand = following, effect == "8"
    if not effect:
        return
    if effect in {"2", "J"}:
        s.turn = s.after(following)
    if effect == "2":
        s.owed = [*s.owed, (following, 2, "two", s.line)]
    elif effect == "3":
        s.stacker = seat
    elif effect == "4":
        s.melee, s.named, s.aggressor, s.defender = True, "", seat, following
    elif effect == "8":
        s.suit = suit


def stacks(s: LastOne, e: Played) -> bool:
    """Whether a card is put on one's own 3 (LO-3.2)."""
    return e.stacked or e.seat == s.stacker


@game.rule(Played, "LO-9.5", "wrong_stack", "one card may be put on one's own 3", cost=MISREAD, where="stacked")
def stacks_on_a_three(s: LastOne, e: Played) -> Any:
    """One further card may be put on the own 3 just played (LO-3.2)."""
    return e.seat == s.stacker or s.melee or not s.rank or "a card was stacked, but not on a 3 that allows it"


# ---- LO-4 First upcard -------------------------------------------------------------------------------------------------


@game.on(TurnedUp, "LO-1.3", "no_upcard_due", "one card is turned after the deal", fault="contradiction")
def turn_up(s: LastOne, e: TurnedUp) -> Any:
    """The top card of the stock is turned; it works as if the dealer had played it, where that is so ruled."""
    s.places.move_card(e.card, s.stock, s.pile)
    return as_seen(s, e, strike_first)


def strike_first(s: LastOne, e: TurnedUp, rank: str) -> None:
    """The effect of the first upcard, by its rank: whom it strikes, and who begins (LO-4). Nobody has played a 3."""
    if rank == "8" and (s.options.first_8 == "dealer_names" or e.card.suit == "?"):
        s.suit = e.suit or ""
    effect = effect_of(s, e, rank) if s.options.first_upcard_effect == "apply" else ""
    strike(s, s.dealer, effect.replace("3", ""), s.suit)


UPCARD = (Due(TurnedUp, skip=unwritten(turn_up, TurnedUp(card=UNKNOWN))), Due(Agreed, optional=True, weight=0.0))


@game.rule(TurnedUp, "LO-4", "wrong_name", "the dealer names what is to be named for the upcard", cost=MISREAD)
@game.rule(Played, "LO-3.4", "wrong_name", "an 8 names a suit, a joker a card, no other card anything", cost=MISREAD)
def names_rightly(s: LastOne, e: Played | TurnedUp) -> Any:
    """An 8 names a suit, a joker a natural card, no other card anything (LO-3.4, LO-3.7, LO-5.7, LO-9.0c)."""
    if e.suit is None and e.stands_for is None:
        return None
    card, face, turned = e.card, face_of(s, e.card, e.stands_for), isinstance(e, TurnedUp)
    if e.stands_for is not None and (card.rank not in "X?" or e.stands_for.rank == "X"):
        clause, says = "LO-3.7", f"{card} was said to stand for {e.stands_for}"
    elif e.suit is None or face is None or face.suit in {e.suit, "?"} or names_suit(s, e):
        return None
    else:
        clause = "LO-3.4" if card.rank not in "8X" else "LO-5.7" if s.melee else "LO-9.0c"
        says = f"{card} names no suit here"
    seat = e.seat if isinstance(e, Played) else s.dealer
    return Broken(seat=seat, cards=card.bit, says=says, clause=None if turned else clause)


def names_suit(s: LastOne, e: Played | TurnedUp) -> bool:
    """Whether a suit may be named for a card here: for an 8 alone. What breaks off a melee is an 8 like any."""
    if isinstance(e, TurnedUp):
        may = s.options.first_8 == "dealer_names"
    elif s.melee:
        may = s.options.melee_card_effect == "apply" or not is_next(s, e.card)
    else:
        may = s.options.stack_effect == "full" or not stacks(s, e)
    return e.card.rank == "?" or (e.card.rank == "8" and may)


@game.offer(TurnedUp, "the upcard")
def offer_upcard(s: LastOne, _seat: int) -> Iterator[TurnedUp]:
    """The top card of the stock, with what the dealer names for it (LO-4)."""
    return (one for card in cards_of(s.places.pool) for one in namings(s, TurnedUp(card=card)))


# ---- LO-5 Melee --------------------------------------------------------------------------------------------------------


def close_melee(s: LastOne, _e: Any = None) -> None:
    """Nobody goes on with the melee: the defender owes its draw, and the seat after it is next (LO-5.6)."""
    s.owed = owed_now(s)
    s.turn, s.melee = s.after(s.defender), False
    if s.named:
        s.suit, s.demand, s.named = s.named.replace("?", ""), True, ""


@cache
def melee_dues(playing: int) -> Sequence[Due]:
    """Anybody may go on with the run; if nobody does, the defender draws (LO-5.2, LO-5.6)."""
    return (Due(Played, playing), Due(MeleeClosed, skip=close_melee, weight=0.4), Due(Drew), *SHUFFLE)


game.on(MeleeClosed, "LO-5.6", "no_melee", "only a melee that is on is closed", fault="contradiction")(close_melee)


def next_rank(s: LastOne) -> str:
    """The rank that goes on with the run; "" after its last card (LO-5.5)."""
    at = RANKS.index(s.rank)
    return "" if s.rank == ("T" if s.options.melee_top == "10" else "K") else RANKS[min(at + 1, len(RANKS) - 1)]


def pips(s: LastOne) -> int:
    """What the defender draws: the pips of the last card, ten for a face card (LO-5.5, LO-5.6)."""
    return min(RANKS.index(s.rank) + 1, 10)


def is_next(s: LastOne, face: Card) -> bool:
    """Whether a card is, or may be, the next one of the run (LO-5.2)."""
    rank = next_rank(s)
    return bool(rank) and face.rank in {rank, "?"} and (not s.suit or face.suit in {s.suit, "?"})


@game.rule(Played, "LO-9.6", "wrong_melee_card", "a melee goes up by one in its suit", cost=MISREAD, when="melee")
def goes_on_with_melee(s: LastOne, e: Played) -> Any:
    """In a melee only the next card of the run is played (LO-5.2 to LO-5.5)."""
    face = face_of(s, e.card, e.stands_for)
    forbidden = e.card.rank == "X" and s.options.melee_joker == "forbid"
    if forbidden or (face is not None and not is_next(s, face)):
        return f"{e.card} is not the next card of the melee"
    if e.seat == s.aggressor and s.options.melee_self_raise == "forbid":
        says = "the aggressor played the next card too"
        return Broken(seat=e.seat, cards=e.card.bit, says=says, clause="LO-5.4", name="self_raise")
    return None


def play_on(s: LastOne, e: Played, face: Card | None) -> None:
    """The aggressor is now the defender, and who played on the aggressor (LO-5.2, LO-5.4); the hand may end (LO-5.8)."""
    s.upcard, s.demand = e.card, False
    s.rank = face.rank if face is not None and face.rank in RANKS else next_rank(s) or s.rank
    if face is not None and face.suit != "?":
        s.suit = face.suit
    more = s.places.most(e.seat)
    if not more:
        s.out = e.seat if s.out < 0 else s.out
        settle(s, "played")
        return
    put_down(s, e.seat, more)
    s.aggressor, s.defender = e.seat, s.aggressor
    if s.options.melee_card_effect == "apply" and e.card.rank in "8?" and s.rank == "8":
        s.named = e.suit or "?"  # LO-9.0c


# ---- LO-6 Last-one call ------------------------------------------------------------------------------------------------


@game.on(LastCalled, free=True)
def call(s: LastOne, e: LastCalled) -> None:
    """A seat says that it holds its last card (LO-6.1)."""
    s.silent &= ~(1 << e.seat)


@game.rule(LastCalled, "LO-6.3", "false_call", "who calls holds one card", "note", cost=2)
def calls_truly(s: LastOne, e: LastCalled) -> Any:
    """Who calls holds one card."""
    if s.blind or s.options.calls_recorded == "no":
        return None
    count = s.places.count(e.seat)
    return count in {1, None} or f"seat {e.seat} called the last card and held {count}"


def put_down(s: LastOne, seat: int, more: int) -> None:
    """This seat has played, with so many cards left at most: down to one, it must call that, each time anew (LO-6.1)."""
    if s.silent:
        pass_deadline(s, seat)
    if more == 1 and s.places.count(seat) and s.options.calls_recorded == "yes":
        s.silent |= 1 << seat


def pass_deadline(s: LastOne, seat: int) -> None:
    """This seat has acted: who should have called before that owes two cards (LO-6.1, LO-6.2)."""
    late = s.silent & ~(1 << seat)
    if late:
        s.silent ^= late
        s.missed = [count + (late >> other & 1) for other, count in enumerate(s.missed)]
        s.owed = s.owed + [(other, 2, "missed_call", s.line) for other in places_of(late)]


CALL = (Due(LastCalled, optional=True, weight=1.5),)
game.beside(lambda s: CALL if s.silent else ())


@game.offer(LastCalled, "a call of the last card")
def offer_call(s: LastOne, _seat: int) -> tuple[LastCalled, ...]:
    """A seat with one card calls it (LO-6.1)."""
    return tuple(LastCalled(seat=seat) for seat in places_of(s.silent))


# ---- LO-7.1 End and score ----------------------------------------------------------------------------------------------

VALUE: Final = {"X": 40, "8": 25, "A": 15, "J": 10, "Q": 10, "K": 10, "T": 10} | {rank: int(rank) for rank in "2345679"}
UPWARDS: Final = [
    (value, mask_of(one for one in BY_INDEX if VALUE[one.rank] == value)) for value in sorted({*VALUE.values()})
]
"""What cards count, the least first, and those that count so much (a mask)."""
ALL_VALUE: Final = sum(VALUE[card.rank] for card in BY_INDEX)


def worth(cards: int, number: int, kinds: Sequence[tuple[int, int]]) -> int:
    """What so many of these cards (a mask) count, taken from the first of these kinds on."""
    value = 0
    for one, kind in kinds:
        if not number:
            break
        taken = min(number, (cards & kind).bit_count())
        value, number = value + taken * one, number - taken
    return value


def hand_worth(s: LastOne, seat: int) -> Span:
    """What the cards left in a hand count, at least and at most; a single one counts nothing."""
    known, (least, most) = s.places.known[seat], s.places.bounds(seat)
    count = known.bit_count()
    sure, unseen = worth(known, count, UPWARDS), s.places.pool & ~s.places.barred[seat]
    low = sure + worth(unseen, least - count, UPWARDS) if least > 1 else 0
    return low, sure + worth(unseen, most - count, UPWARDS[::-1]) if most > 1 else 0


def settle(s: LastOne, how: str, points: Sequence[int] | None = None) -> None:
    """The hand is over, and its points are counted; settled anew, they are counted anew."""
    if s.on:
        s.had = list(s.total_spans)
    s.how, s.void = how, how == "void"
    s.point_spans = [(one, one) for one in points] if points else [scored(s, seat) for seat in range(len(s.players))]
    s.total_spans = list(map(plus, s.had, s.point_spans))
    s.melee, s.silent, s.owed = False, 0, []
    s.end()


def scored(s: LastOne, seat: int) -> Span:
    """The points of a seat in the last hand, as the cards tell."""
    if s.how == "void" or seat == s.out or (s.dealt and s.sitting_out >> seat & 1):
        return 0, 0
    if s.how == "played" or s.showed >> seat & 1:
        return hand_worth(s, seat)
    return 0, 0 if dropped(s, seat) else ALL_VALUE


@game.on(Shown)
def show(s: LastOne, e: Shown) -> None:
    """The cards left in a hand are shown, and counted."""
    if e.seat is not None and e.all:
        s.showed |= 1 << e.seat
    if s.how == "played":
        settle(s, "played")


@game.between
def between(s: LastOne) -> Iterator[Due]:
    """The cards left, shown to be counted; what the scorer wrote."""
    if hidden(s):
        yield Due(Shown, sum(1 << seat for seat in hidden(s)), optional=True)
    if s.how == "played" and not s.rows:
        yield Due(Scored, optional=True, weight=0.0 if hidden(s) else 0.2)


def hidden(s: LastOne) -> list[int]:
    """The seats that hold cards which count and which not all have seen."""
    unseen = dealt_in(s) & ~s.showed if s.how == "played" else 0
    return [seat for seat in places_of(unseen) if s.places.most(seat) > 1]


@game.offer(Shown)
def offer_shown(s: LastOne, seat: int) -> Act:
    """The cards left in a hand are shown."""
    return replace(hand_shown(game, s, seat, "the cards left", 8.0), given={"all": True})


@game.on(Voided)
def void(s: LastOne, _e: Any) -> None:
    """The hand is thrown in and counts nothing. Who deals after it the page does not say."""
    settle(s, "void")


winner_is_called(game, "LO-7.1", "who is out of cards has won the hand")


# ---- LO-7.2 Who is out of the game, and LO-7.3 who deals ---------------------------------------------------------------


def dropped(s: LastOne, seat: int) -> bool | None:
    """Whether a seat is out of the game, or None if that cannot be told (LO-7.2); while a hand is on it can. Nobody is out of a game
    that is played on after its end, of which the first hand tells.
    """
    low, high = (0, 0) if s.played_on else s.total_spans[seat]
    return True if low >= s.options.threshold else None if high >= s.options.threshold else False


def in_game(s: LastOne, passed_over: int | None = None) -> list[int]:
    """The seats where somebody sits who may still be in the game. passed_over: in place of those that take no part in the hand (a mask)."""
    empty = passed_over if passed_over is not None else s.sitting_out if s.on else s.vacant()
    return [seat for seat in range(len(s.players)) if not empty >> seat & 1 and not dropped(s, seat)]


@game.over("LO-7.2", "after_the_game", "a hand after the end of the game: a single player was left in")
def is_over(s: LastOne) -> bool:
    """The game ends when a single player is left in."""
    return len(in_game(s)) <= 1


game.winners(in_game)


def next_dealers(s: LastOne) -> list[int]:
    """Who may deal next: the deal goes left, past who is out of the game (LO-7.3). After a void hand it has not moved on."""
    if s.dealer < 0 or s.how == "void":
        return [s.dealer] if s.dealer >= 0 else []
    players = in_game(s)
    seats = [seat for step in range(1, len(s.players) + 1) if (seat := (s.dealer + step) % len(s.players)) in players]
    certain = next((place for place, seat in enumerate(seats) if dropped(s, seat) is False), len(seats))
    return seats[: certain + 1]


deal_rotates(  # whose deal it is after a void hand, the page does not say
    game, "LO-7.3", "the deal goes left, past who is out", lambda s: [] if s.how == "void" else next_dealers(s)
)


@game.offer(HandStarted)
def offer_hand(s: LastOne, seat: int) -> Any:
    """The next hand, once the cards left were shown; the dealer is named where nobody knows who it is."""
    choices = tuple(dealers(s, seat, next_dealers))
    return Act(HandStarted, None, "the next hand", choices, weight=0.0 if hidden(s) else 1.0)


@game.on(HandStarted)
def decide_who_is_out(s: LastOne, e: HandStarted, total: tuple[int, Span] | None = None) -> Any:
    """A hand begins: whoever may be out of the game is out or plays on (LO-7.2), two at least play on, and one of them deals."""
    if total is not None:
        s.total_spans[total[0]] = total[1]
    seat = next((seat for seat in range(len(s.players)) if dropped(s, seat) is None), NOBODY)
    if seat < 0:
        return begun_by(deals, s, e, lambda s: next_dealers(s) or in_game(s))
    (low, high), bar = s.total_spans[seat], s.options.threshold
    spans = [(low, bar - 1), (bar, high)][: 1 + (len(in_game(s)) > 2)]
    return [partial(decide_who_is_out, e=e, total=(seat, span)) for span in spans]


def deals(s: LastOne, dealer: int) -> None:
    """This seat deals. Until cards are dealt hands hold any, as where a row alone tells of the hand."""
    s.dealer, s.way, s.missed = dealer, 1, [0] * len(s.players)
    for seat in range(len(s.players)):
        s.places.deal(seat, 0, 54)
        s.places.loosen(seat, 54)


@game.missed
def miss(s: LastOne, e: Gap) -> None:
    """Of hands that were missed nobody knows what they brought; who deals, only where one hand has no end."""
    abandoned = s.how == "" and e.hands == 1 and s.ended == s.hand - 1
    if not abandoned:
        s.dealer = NOBODY
    most = (0, ALL_VALUE if abandoned else BEYOND)
    s.total_spans = [total if dropped(s, seat) else plus(total, most) for seat, total in enumerate(s.total_spans)]
    s.point_spans = [(0, BEYOND)] * len(s.players)
    s.how, s.total_errors, s.out = "", [], NOBODY


# ---- LO-8 Events: what a draw is for ---------------------------------------------------------------------------------

TURN: Final = "turn"
SAID: Final = {"two": "a 2", "melee": "the melee", "missed_call": "a missed call"}


def owed_now(s: LastOne) -> list[Owed]:
    """The draws owed, and the one that is owed if nobody goes on with the melee (the draw implies its end)."""
    return [*s.owed, (s.defender, pips(s), "melee", s.line)] if s.melee else s.owed


def owed_by(s: LastOne, e: Drew) -> Owed | None:
    """Which of the draws owed a draw is; None, if it is none of them."""
    for debt in owed_now(s):
        if debt[0] == e.seat and (e.why or debt[2]) == debt[2]:
            return debt
    said = e.why not in ({TURN, "missed_call"} if s.options.calls_recorded == "no" else {TURN})
    own = [debt for debt in s.owed if said and debt[:2] == (e.seat, e.count)]  # whatever was said they were for
    return next(iter(own or [debt for debt in owed_now(s) if debt[2] == e.why]), None)


Draw = tuple[Drew, str, Owed | None, int]
"""A draw, what it is for, which of those owed it is, and the number of cards in the stock."""


@game.about(Drew)
def draw_of(s: LastOne, e: Drew) -> Draw:
    """What a draw is for, and which of those owed it is; two cards may be for a call that nobody wrote down (LO-7.4)."""
    there = s.places.most(s.stock)
    debt = owed_by(s, e) if s.owed or s.melee else None
    if debt is not None:
        return e, debt[2], debt, there
    if e.why is None and e.count == 2 and s.options.calls_recorded == "no":
        return e, "missed_call", None, there
    return e, e.why if e.why in SAID else TURN, None, there


BESIDES = Due(Drew, matches=lambda s, e: draw_of(s, e)[1:3] != (TURN, None))
"""A draw that pays what is owed, or is for a call that nobody wrote down, or for no cause that the record shows."""


CALLED = Rule("LO-9.7", "missed_call", "who is down to one card calls it before the next act, or draws two")


def not_drawn(s: LastOne, _e: Any) -> list[Broken]:
    """The rules broken where the oldest draw owed is not made (LO-9.2, LO-9.7)."""
    seat, count, why, line = s.owed[0]
    if why != "missed_call":
        return [Broken(seat=seat, says=f"{count} owed for {SAID[why]} not drawn")]
    says = "did not call the last card, which the next player's act shows"
    missed = Broken(seat=seat, at=line, says=says, clause=CALLED.clause, name=CALLED.name)
    says = f"did not draw {count} for the missed call"
    return [missed, Broken(seat=seat, says=says, clause=CALLED.clause, name="no_penalty", cost=0)]


def forgo(s: LastOne) -> None:
    """The oldest draw owed is not made."""
    s.owed = s.owed[1:]
    end_if_drawn(s)


NOT_DRAWN = Rule("LO-9.2", "not_drawn", "what is owed is drawn before anything else", check=not_drawn)
# A line that was lost explains a draw that is missing as well, so nobody is accused of it.
OWED = (Due(Drew, -1, NOT_DRAWN, skip=forgo, cost=CHOICE, matches=BESIDES.matches), *SHUFFLE)
OWED_LAPSED = (Due(Drew, -1, skip=forgo, matches=BESIDES.matches), *SHUFFLE)


@game.rule(Drew, "LO-9.2", "wrong_draw", "who owes draws what is owed")
def draws_what_is_due(s: LastOne, d: Draw) -> Any:
    """What is owed is drawn; in turn one card, unless none is there; nothing is drawn that is not owed (LO-9.2, LO-9.3, LO-9.6, LO-9.7)."""
    e, why, debt, there = d
    if debt is not None:
        return draws_what_is_owed(s, d, debt)
    if why == TURN and s.melee:
        says = "a card was drawn in turn though a melee was on"
        return Broken(seat=e.seat, says=says, clause="LO-9.6", name="act_in_melee")
    if why == TURN:
        if e.count == 1 or e.count + there + under(s) == 0:
            return None
        says = f"{counted(e.count, 'card')} drawn in turn"
        return Broken(seat=e.seat, says=says, clause=TURN_DRAW.clause, name=TURN_DRAW.name)
    if why == "missed_call":
        says = "a penalty was drawn, but no call was missed"
        fault = Broken(seat=e.seat, says=says, clause="LO-9.7", name="needless_penalty")
        return s.options.calls_recorded == "no" or fault
    return f"cards were drawn for {SAID[why]}, but none were owed"


TURN_DRAW = Rule("LO-9.3", "wrong_turn_draw", "one card is drawn in turn")


def draws_what_is_owed(s: LastOne, d: Draw, debt: Owed) -> Iterator[Any]:
    """Owed draws are made by whom they fell to, in full, and in the order they arose (LO-9.0, LO-9.2)."""
    (e, why, _, there), (seat, count, _, _) = d, debt
    if seat != e.seat:
        yield f"seat {e.seat} drew for {SAID[why]}; seat {seat} was to draw"
        return
    first = owed_now(s)[0]
    if first != debt and not lapsed(s):
        yield Broken(seat=e.seat, says=f"seat {first[0]} was to draw for {SAID[first[2]]} first", name="order")
    if e.why not in {None, why}:
        says = f"{count} were drawn for {SAID[why]}, not for {SAID.get(e.why or why, e.why)}"
        yield Broken(says=says, name="wrong_reason", kind="testimony", cost=STATEMENT)
    if e.count > count or (e.count < count and e.count != there):
        yield f"{e.count} drawn for {SAID[why]}; {count} were owed"


@game.rule(Drew, "LO-9.8", "empty_stock", "no more is drawn than there is", "contradiction")
def stock_has_it(_s: LastOne, d: Draw) -> Any:
    """No more is drawn than there is, and as many cards are listed as were drawn (LO-9.8)."""
    e, _, _, there = d
    wrong: list[Any] = []
    if e.count > there:
        wrong.append(f"{e.count} drawn from a stock of {there}" if there else "drawn from an empty stock")
    if e.cards is not None and len(e.cards) != e.count:
        says = f"{counted(len(e.cards), 'card')} listed, {e.count} drawn"
        wrong.append(Broken(seat=e.seat, says=says, name="wrong_count"))
    return wrong or None


@game.on(Drew, "LO-9.4", "out_of_turn", "the next seat acts that is not skipped", cost=MISREAD)
def draw(s: LastOne, d: Draw) -> None:
    """A seat draws what it owes, or one card in its turn, which then passes (LO-2.2)."""
    e, why, debt, before = d
    seat, cards, drawn = e.seat, e.cards or (), min(e.count, before)
    if debt is not None and debt not in s.owed:
        close_melee(s)
    if debt is None and why == TURN:
        s.melee, s.named, s.stacker, s.turn = False, "", NOBODY, s.after(seat)
        s.drawer = seat if e.count else NOBODY
        s.drawn = mask_of(cards) or ALL & ~s.places.known[seat]
    for card in cards[:drawn] + (UNKNOWN,) * (drawn - len(cards)):
        s.places.move_card(card, s.stock, seat)
    if debt is not None:
        at, missing = s.owed.index(debt), debt[1] - e.count
        split = missing > 0 and 0 < e.count == before and under(s)  # the rest follows a reshuffle (LO-9.0)
        s.owed[at : at + 1] = [(debt[0], missing, *debt[2:])] if split else []
    if s.silent:
        s.silent &= ~((e.count > 0) << seat)
        if s.options.call_deadline == "next_action":
            pass_deadline(s, seat)
    end_if_drawn(s)


def end_if_drawn(s: LastOne) -> None:
    """The hand ends that waited only until others had drawn what its last card made them draw (LO-9.0c)."""
    if s.out >= 0 and not s.melee and (not s.owed or lapsed(s)):
        settle(s, "played")


@game.offer(Drew)
def offer_draw(s: LastOne, seat: int) -> Any:
    """Cards drawn from the stock, as many as are there: one in turn, or what is owed."""
    owed = [(seat, 1, TURN)] if seat == s.turn else [debt[:3] for debt in owed_now(s) if seat < 0]
    if not owed or (not left(s) and under(s)):
        return ()
    who, count, why = owed[0][0], min(owed[0][1], left(s)), owed[0][2]
    asks = "a draw" if why == TURN else f"{count} drawn for {SAID[why]}"
    pack, blank = tuple(cards_of(s.places.possible(s.stock, ALL))), Drew(seat=who, count=count, why=why)
    if not count or len(pack) < count:
        return Act(Drew, who, asks, (blank,), weight=0.7, blank=blank)
    chance = Chance(pack, (count,), lambda hands: replace(blank, cards=hands[0]))
    return Act(Drew, who, asks, chance=chance, weight=0.7, blank=blank)


# ---- LO-9.0d, LO-9.10 The score sheet ----------------------------------------------------------------------------------


@game.outcomes
def outcomes(s: LastOne, e: Scored) -> Iterator[Any]:
    """A hand can have brought any points that cards left can count, and nothing to who went out (LO-7.1)."""
    points: Sequence[int] | None = e.points
    if points is None and e.totals is not None and all(low == high for low, high in s.total_spans):
        more = s.total_errors or [0] * len(s.total_spans)
        points = tuple(total - had[0] - off for total, had, off in zip(e.totals, s.total_spans, more, strict=True))
        if s.hand == 1 and not can_come_together(s, points):
            points = None  # hands were played before those of this sheet
    if points is None or can_come_together(s, points):
        yield partial(settle, how="sheet", points=points)


def can_come_together(s: LastOne, points: Sequence[int]) -> bool:
    """Whether one hand can have brought these points: somebody went out, and who is out of the game scores nothing (LO-7.3)."""
    shown = [(points[seat], hand_worth(s, seat)) for seat in places_of(s.showed)]
    return (
        all(value == 0 or value > 3 for value in points)
        and sum(points) <= ALL_VALUE
        and not any(value and dropped(s, seat) for seat, value in enumerate(points))
        and any(not points[seat] for seat in in_game(s))
        and all(low <= value <= high for value, (low, high) in shown)
    )


game.only_says(Scored, "LO-9.10", "wrong_points", "cards left are the points, and totals add up")


@game.columns
def columns(_before: LastOne, s: LastOne, _e: Scored) -> dict[str, Any]:
    """The values that the columns of a row should have for the hand that has ended (LO-7.1, LO-7.2)."""
    return {"points": may_be(s.point_spans), "totals": may_be(s.total_spans)}


@game.adopts
def adopt(s: LastOne, e: Scored) -> None:
    """Points and totals that were written are taken where they can be true and nothing better is known (LO-9.0d)."""
    errors = s.total_errors or [0] * len(s.players)
    s.point_spans, s.total_spans = list(s.point_spans), list(s.total_spans)
    for seat, had in enumerate(s.had):
        if e.points is not None and e.points[seat] is not None:
            s.point_spans[seat] = narrowed(s.point_spans[seat], e.points[seat])
        if e.totals is not None and e.totals[seat] is not None:
            s.total_spans[seat] = narrowed(s.total_spans[seat], e.totals[seat] - errors[seat])
        low, high = s.total_spans[seat]
        if had[0] == had[1] and low == high:
            s.point_spans[seat] = narrowed(s.point_spans[seat], low - had[0])
        elif had[0] == had[1]:
            s.total_spans[seat] = plus(had, s.point_spans[seat])


# ---- What there is to see ----------------------------------------------------------------------------------------------


def winners(s: LastOne) -> list[bool | None]:
    """Who went out; on a sheet only one who scored nothing can have."""
    seats = range(len(s.players))
    if s.how == "played":
        return [seat == s.out for seat in seats]
    part = s.taking_part()
    could = [seat for seat in part if s.point_spans[seat][0] == 0 and s.had[seat][0] < s.options.threshold]
    sure = len(could) == 1 and s.point_spans[could[0]] == (0, 0)
    return [None if seat in could and not sure else seat in could for seat in seats]


@game.results
def result(s: LastOne) -> Result:
    """The points of the hand that just ended, and who ended it."""
    seats, points = range(len(s.players)), known(s.point_spans)
    out = [not s.dealt and total[0] >= s.options.threshold for total in s.had]
    sat_out = [seat for seat in seats if out[seat] or s.sitting_out >> seat & 1]
    absent = tuple(seat for seat in sat_out if not points[seat] and not s.void)
    dealer = only(next_dealers(s))
    return result_of(game, s, winners(s), points=points, absent=absent, totals=known(s.total_spans), next_dealer=dealer)


@game.marks(missed_calls="how often the seat played down to one card and did not call it in time")
def counted_of(s: LastOne) -> Iterator[Mark]:
    """The calls of the last card that were missed (LO-6.1), where calls are written down and the hand was."""
    return marks_of("missed_calls", None if s.source or s.options.calls_recorded == "no" else s.missed)


@game.draws
def scene(s: LastOne) -> Scene:
    """The table: the upcard and what it asks for, the stock, a melee, debts, hands and totals."""
    top = None if s.blind else s.upcard
    shows = s.on and top is not None
    stands = f", stands for {s.rank}{s.suit}" if top is not None and top.rank == "X" and s.rank and s.suit else ""
    scores = points_and_totals(s, ("point_spans", "total_spans"), in_words)
    return Scene(
        facts=(*(facts(s) if shows else ()), ("out at", str(s.options.threshold))),
        hands=hands_drawn(s, marks(s), scores, turn=NOBODY if s.owed or s.melee else s.turn),
        rows=(Row(title=f"Upcard{stands}", cards=() if top is None else (top,)),),
        pots=(
            ("stock", in_words(s.places.bounds(s.stock))),
            ("under the upcard", str(under(s))),
            *((f"seat {seat} owes", str(count)) for seat, count, _, _ in s.owed),
        )
        if shows
        else (),
    )


def facts(s: LastOne) -> Iterator[tuple[str, str]]:
    """What the upcard asks for, the direction, and a melee."""
    suit = SUIT_NAMES.get(s.suit, "a suit not known")
    yield "asks for", suit if s.demand else f"{suit} or {s.rank or '?'}"
    yield "direction", "left" if s.way > 0 else "right"
    if s.melee:
        yield "melee", f"{s.rank}{s.suit}, seat {s.defender} would draw {pips(s)}"


@game.owes
def owes(s: LastOne) -> Iterator[Debt]:
    """The cards that are still to be drawn."""
    for seat, count, _, _ in s.owed if s.on else ():
        yield Debt(hand=s.hand, seat=seat, amount=count, says=f"{player(s, seat)} has {counted(count, 'card')} to draw")


def marks(s: LastOne) -> dict[str, Any]:
    """Who deals, between whom a melee is, who must call, and who is out of the game."""
    return {
        "dealer": s.dealer,
        "aggressor": s.aggressor if s.melee else NOBODY,
        "defender": s.defender if s.melee else NOBODY,
        "has not called": places_of(s.silent),
        "out of the game": [seat for seat in range(len(s.players)) if dropped(s, seat)],
    }


@game.tells
def outcome(s: LastOne) -> str:
    """How the hand came out, in a sentence."""
    won = winners(s)
    return f"{player(s, won.index(True))} is out of cards" if True in won else "who went out cannot be told"
