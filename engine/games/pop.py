"""Pop!: two players, a hand and a display each; seven tricks of four cards; a pop raises the stake.

The sections are those of the rules page.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import compress, pairwise
from typing import Any, Final, Literal

import msgspec

from upcard.engine.due import Act, Chance
from upcard.engine.kernel.dealing import all_are, deal_aside, deal_packet
from upcard.engine.kernel.drawing import hands_drawn, player
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.numbers import known_or_written
from upcard.engine.kernel.results import Mark, Result, marks_of
from upcard.engine.kernel.rules import IMPOSSIBLE, MISREAD, Broken, Due, Obliged, Rule, unwritten
from upcard.engine.kernel.state import Scoring, lasting
from upcard.engine.kernel.tricks import Suits, Tricks, follow, revokes_are_put_right, won_by
from upcard.engine.kernel.usual import begun_by, deal_rotates, deals, each_way, ends, result_of, winner_is_called
from upcard.engine.mechanisms.effective_suits import bowers, suits_while, suits_with
from upcard.engine.scene import Row, Scene
from upcard.schemas.cards import JOKERS, RANK_MASK, SUIT_MASK, SUIT_NAMES, UNKNOWN, Card, cards_of, mask_of
from upcard.schemas.events import Accepted, Dealt, Folded, Gap, HandStarted, Played, Popped, Scored, TurnedUp, Voided
from upcard.schemas.options import Options, option
from upcard.schemas.wording import counted, if_known, or_unknown

SEATS: Final = (0, 1)
TABLE: Final = 2
"""The place after the hands: cards that were played."""
UP: Final = 3
"""The first place of cards face up: seat 0's display, then seat 1's."""
PILE: Final = 5
"""The first place of cards face down: seat 0's pile, then seat 1's."""
STOCK: Final = 7
UPCARD: Final = 8
"""The place of the trump card."""
SEVEN: Final = 7
"""Cards in each hand, in each pile, and tricks in a round."""
DISPLAYS: Final = {"display_0": 0, "display_1": 1}
IN_ORDER: Final = "cards of a display are turned in the order they are listed"


class PopOptions(Options):
    """P-7."""

    target: Literal[7, 11] = option(7, "P-6.4", "the points that win the match")
    cube_start: Literal["one", "round_number"] = option(
        "one", "P-2.2", "what the cube shows when a round begins: one, or the number of the round up to six"
    )
    no_trump_joker: Literal["next_card_sets_suit", "leader_wins", "may_not_lead"] = option(
        "next_card_sets_suit", "P-5.5", "what a joker led without trump does: the next card sets the suit, or it wins"
    )
    pop_repeat: Literal["alternate", "card_between"] = option(
        "alternate", "P-4.2", "who was accepted last may not pop next, or nobody may until a card was played"
    )
    pop_window: Literal["any_time", "own_turn", "between_tricks"] = option(
        "any_time", "P-4.1", "when a pop may be called"
    )
    pop_memory: Literal["round", "match"] = option(
        "round", "P-4.2", "whether the last pop of a round still counts in the next"
    )
    both_reach_target: Literal["round_winner", "play_on_if_equal"] = option(
        "round_winner", "P-6.6", "what happens when both reach the target in one round"
    )
    same_trick_correction: bool = option(False, "G-14", "whether a revoke may be put right while the trick is open")


@dataclass(slots=True, kw_only=True)
class Pop(Scoring):
    """rounds: rounds that count, with the one that is on; trump: the trump suit, empty for none; upcard: the trump card, None before
    it is turned up; piles: the cards of each pile in the order they are turned; to_turn: the seats that turn cards before the next lead, once for each.

    tricks: the cards played; sources: the place that each was played from; due: the place that the next card of each seat comes from, -1 where
    it may choose; taken: tricks of each seat, -1 if not known.
    cube: what it shows; called: the line of the first pop of the round; offer: the seat that has popped and was not answered, -1 for none; waits: whether play waits for the answer;
    popper: the seat that made the last pop that was accepted; between: whether a card was played since; pops: the seats that made those
    of this round; pops_told: whether all of them are known. won_by, folder: the seat that won the last round, and the one that folded.
    """

    options: PopOptions
    rounds: int | None = lasting(0)
    trump: str = ""
    upcard: Card | None = None
    piles: list[tuple[Card, ...]] = field(default_factory=lambda: [(), ()])
    to_turn: list[int] = field(default_factory=list)
    tricks: Tricks = field(default_factory=Tricks)
    sources: list[int] = field(default_factory=list)
    due: list[int] = field(default_factory=lambda: [-1, -1])
    taken: list[int] = field(default_factory=lambda: [0, 0])
    cube: int | None = None
    called: int = 0
    offer: int = -1
    waits: bool = False
    popper: int = lasting(-1)
    between: bool = lasting(default=True)
    pops: list[int] = field(default_factory=list)
    pops_told: bool = True
    won_by: int = -1
    folder: int = -1


# ---- P-1 Deck, seats, ranking ------------------------------------------------------------------------------------------

JOKER_MASK: Final = mask_of(JOKERS)
PACK: Final = sum(RANK_MASK[rank] for rank in "789TJQKA") | JOKER_MASK
TRUMPS: Final = (*SUIT_MASK, "")
SUITS_OF: Final[dict[str, Suits]] = {
    trump: suits_while(PACK, trump, (*reversed(JOKERS), *bowers(trump))) for trump in SUIT_MASK
} | {"": suits_with({suit: mask & PACK for suit, mask in SUIT_MASK.items()} | {"joker": JOKER_MASK}, 0, ())}
"""The suit of each card, and its strength, by trump (P-1.3 to P-1.5, P-3.4); without trump, jokers are a suit (P-5.5)."""

GAME = game = Game(
    "pop",
    title="Pop!",
    source="document 000",
    family="tricks",
    says="two players, a hand and a display each; pops raise the stake, to 7 or 11 points",
    seats=(2, 2),
    state=Pop,
    options=PopOptions,
    pack=PACK,
    places=7,
    opened=0b1000111,
    owners={1: 0, 2: 1, 3: 0, 4: 1},
    named={"display_0": 3, "display_1": 4, "stock": 5},
    hand="round",
    match="match",
    worth="789TQKAJX",
    proves=(
        "With all hands: every revoke at the card that was played.",
        "From any record: revokes from a display, wrong areas, turns, pops, answers and dealers, and cards in two places.",
        "Without hands: a revoke from a hand at the first card of that hand that shows it, not by cards turned later.",
        "Without hands, too: that somebody revoked, where the cards not seen fit nowhere, before it is known who.",
        "From a score sheet: splits and cubes that cannot be, pops twice in a row, points that do not follow, wrong dealers.",
    ),
    sheet=(
        Column("tricks", "tricks", "tricks of each player: seven in all, unless somebody folded", holds="taken"),
        Column("amount", "cube", "what the cube showed at the end", "hand", also=("stake",), holds="cube"),
        Column("seat", "fold", "the seat that folded, if any", "hand", also=("folded", "folded by")),
        Column("bids", "pops", "the seats whose pops were accepted, in order", "list", also=("popped", "popped by")),
        Column("points", "points", "points of the round, as written"),
        Column("totals", "totals", "totals after the round, as written"),
    ),
    remedies={
        "joker_led": "The trick is decided as if it might be led: the next card sets the suit (P-8.7).",
        "revoke": "The play stands (P-8.6).",
    },
    matching=Rule("G-10", "unseen_do_not_fit", "somebody has revoked; it is not known yet who"),
    unfinished=Rule("P-9.3", "round_not_finished", "a round has seven tricks, or ends with a fold", "contradiction", 6),
    ended=Rule("P-9.2", "after_the_round", "28 cards are played, or fewer where somebody folds", "contradiction", 6),
    course={
        "Deal": "`hand_started`; `dealt` with seven cards in each hand, each display and the stock; then `turned_up`:"
        " two cards of each display, with its seat, and the trump card without.",
        "Play": "Seven tricks of four `played`, two of each player, led by who did not deal. After each trick the next cards of the"
        " displays that were played from are `turned_up`.",
        "Pops": "Between two plays `popped`, answered by `accepted` or `folded` before anything else.",
        "End": "Nothing, where the play tells all. A round thrown in is `voided`; what the sheet has is `scored`, what somebody said"
        " `result_called`. A card put right within the trick is `corrected`.",
    },
    writes={
        "played.area": "from which of the two, where the card itself does not tell",
        "turned_up.seat": "whose display it is a card of; left out for the trump card",
        "turned_up.place": "`display_0` or `display_1`, instead of the seat",
        "scored.seat": "the seat that folded, if any",
    },
    endings={"folded": "a player folded"},
)


# ---- P-2 Start of match and of round -----------------------------------------------------------------------------------


@game.turn
def turn(s: Pop) -> Sequence[Due]:
    """The deal, displays and the trump card, then plays; cards turned between tricks; a pop, and its answer before all else."""
    if s.upcard is not None:
        if s.waits:
            return ANSWER[1 - s.offer]
        if not s.to_turn:
            return PLAY[s.turn] if s.offer < 0 else PLAY_OR_ANSWER[s.turn]
    dues = to_be_turned(0 in s.to_turn, 1 in s.to_turn, s.upcard is None) if s.dealt else DEAL
    return dues if s.upcard is not None else dues + EARLY_POP[s.offer]


@game.on(HandStarted)
def begin(s: Pop, e: HandStarted) -> Any:
    """A round begins; where it is not known who deals, either may (P-2.1, P-2.2). The other leads (P-3.1)."""
    s.rounds = None if s.rounds is None else s.rounds + 1
    if s.options.pop_memory == "round":
        s.popper, s.between = -1, True
    begun = begun_by(deals, s, e)
    s.cube = first_cube(s)
    return begun


def first_cube(s: Pop) -> int | None:
    """The number on the cube when the round begins (P-2.2)."""
    if s.options.cube_start == "one":
        return 1
    return None if s.rounds is None else min(s.rounds, 6)


@game.on(Dealt, "P-2.3", "deal_not_due", "cards are dealt once a round")
def deal(s: Pop, e: Dealt) -> None:
    """Seven cards to each hand and to each pile, face down in the order they are turned; the stock of six is written with the trump card or without it (P-2.3)."""
    deal_packet(s, e, SEVEN)
    listed = e.places or {}
    s.piles = [(*listed.get(display, ()), *(UNKNOWN,) * SEVEN)[:SEVEN] for display in DISPLAYS]
    for seat, pile in enumerate(s.piles):
        known = mask_of(pile)
        s.places.deal(PILE + seat, known, SEVEN - known.bit_count())
    under = len(listed.get("stock", ())) == 5  # the trump card is none of these
    deal_aside(s, e, "stock", STOCK, 6 - under)
    s.places.deal(UPCARD, 0, int(under))
    s.dealt, s.to_turn = True, [0, 0, 1, 1]


@game.rule(Dealt, "P-9.3", "wrong_deal", "seven cards in each hand and each display", "contradiction")
def seven_each(_s: Pop, e: Dealt) -> Any:
    """No hand and no display is written with more cards or fewer; the stock is written with the trump card or without it."""
    listed = e.places or {}
    displays = {len(listed.get(display, range(SEVEN))) for display in DISPLAYS} == {SEVEN}
    return all_are(e, SEVEN) and displays and len(listed.get("stock", range(5))) in {5, 6}


@game.offer(Dealt)
def packet(_s: Pop, _seat: int) -> Act:
    """A deal by chance: seven cards to each hand and to each pile, and five that stay in the stock under the trump card."""
    chance = Chance(tuple(cards_of(PACK)), (SEVEN, SEVEN, SEVEN, SEVEN, 5), packet_of, in_order=True)
    return Act(Dealt, None, "seven cards to each hand and each display", chance=chance)


def packet_of(hands: tuple[tuple[Card, ...], ...]) -> Dealt:
    """The deal of these cards."""
    held = tuple(tuple(sorted(hand, key=lambda card: card.index)) for hand in hands[:2])
    return Dealt(hands=held, places={"display_0": hands[2], "display_1": hands[3], "stock": hands[4]})


# ---- P-2.3, P-3.5 Cards turned up --------------------------------------------------------------------------------------


class Turning(msgspec.Struct, gc=False):
    """A card turned up. display: of which seat, -1: it is the trump card; trump: whether it is; listed: that card, where the pile is known to have it."""

    e: TurnedUp
    display: int
    trump: bool = False
    listed: int = 0


@game.about(TurnedUp)
def turning(s: Pop, e: TurnedUp) -> Turning:
    """Where a card is turned up, and whether it is known to come from there."""
    seat = display_named(e) if e.seat is None else e.seat
    return Turning(e, seat, seat < 0, seat >= 0 and e.card.bit & s.places.known[PILE + seat])


def display_named(e: TurnedUp) -> int:
    """The seat whose display is named as the place; -1: none is, so it is the trump card."""
    return DISPLAYS.get(e.place or "", -1)


@game.rule(TurnedUp, "G-7", "wrong_turn", IN_ORDER, "contradiction", MISREAD, where="listed")
def turns_next(s: Pop, told: Turning) -> Any:
    """The card turned up is the next card of the list; the first two are turned together, and told of in any order (P-2.3)."""
    pile, card = s.piles[told.display], told.e.card
    first = pile[: 2 if len(pile) == SEVEN else 1]
    if card in first or UNKNOWN in first:
        return None
    return Broken(seat=told.display, cards=card.bit, says=f"{card} was turned; {pile[0]} is listed as the next card")


@game.on(TurnedUp, "P-3.5", "turned_wrongly", "each pile is turned after the trick, before the next lead")
def turn_up(s: Pop, told: Turning) -> Any:
    """The trump card is turned, or the next card of a pile."""
    card, seat, places = told.e.card, told.display, s.places
    if seat >= 0 and (pile := s.piles[seat]):
        place = pile.index(card) if card in pile else 0
        if not card.bit and pile[place].bit & card.could_be:
            card = pile[place]
        s.piles[seat] = pile[:place] + pile[place + 1 :] if place else pile[1:]
        if seat in s.to_turn:
            s.to_turn.remove(seat)
        if card.bit:
            places.move_card(card, PILE + seat, UP + seat)
        else:
            places.move_unseen((card,), PILE + seat, UP + seat)
    elif seat < 0 and s.upcard is None:
        s.waits = False  # a pop before it came too early
        if places.count(UPCARD):
            places.show(card.bit, UPCARD)
        else:
            places.move_card(card, STOCK, UPCARD)
        if card.suit in SUIT_MASK or card.could_be & ~JOKER_MASK == 0:
            return turn_trump(s, card.suit if card.suit in SUIT_MASK else "", card)
        return each_way(turn_trump, TRUMPS, card=card)  # it was not seen
    return None


def turn_trump(s: Pop, trump: str, card: Card = UNKNOWN) -> None:
    """The suit of the trump card is trump; a joker makes none (P-1.4, P-1.6)."""
    s.trump, s.upcard = trump, card


def all_turned(s: Pop) -> None:
    """The cards that were to be turned are up, though nobody wrote it (G-7)."""
    for seat in tuple(s.to_turn):
        turn_up(s, Turning(TurnedUp(card=s.piles[seat][0]), seat))


def trump_turned(_s: Pop) -> Any:
    """The trump card is not in the record: any suit may be trump, or none."""
    return each_way(turn_trump, TRUMPS)


def is_of_display(seat: int) -> Callable[[Pop, TurnedUp], bool]:
    """Whether a card is turned in the display of this seat; below 0: whether it is the trump card."""
    return lambda _s, e: (display_named(e) if e.seat is None else e.seat) == seat


POP: Final = Due(Popped, 0b11, optional=True, weight=0.07)


@cache
def to_be_turned(first: int, second: int, trump: int) -> tuple[Due, ...]:
    """What is to be turned up, or left out: cards of either display, then the trump card, after which a pop may come."""
    owed = [seat for seat, owes in ((0, first), (1, second), (-1, trump)) if owes]
    dues = [Due(TurnedUp, 1 << seat if seat >= 0 else -1, matches=is_of_display(seat)) for seat in owed]
    left_out = msgspec.structs.replace(dues[0], skip=all_turned if owed[0] >= 0 else trump_turned)
    return left_out, *dues[1:], *(() if trump else (POP,))


POP_AGAIN: Final = Due(Popped, 0b11, optional=True, weight=0.0)
EARLY_POP: Final[dict[int, tuple[Due, ...]]] = {-1: (POP_AGAIN,)} | {
    seat: (POP_AGAIN, *(Due(kind, 1 << 1 - seat, optional=True, weight=0.0) for kind in (Accepted, Folded)))
    for seat in SEATS
}
"""A pop with its answer, by the seat that has popped: until the trump card is turned up it is not known whether they came too early (P-4.1)."""


@game.offer(TurnedUp)
def turns(s: Pop, seat: int) -> Iterator[Act]:
    """The next card of a display; when all displays are turned, the trump card."""
    unseen = s.places.pool
    if seat >= 0:
        card = s.piles[seat][0] if s.piles[seat] else UNKNOWN
        cards = cards_of(card.bit or unseen | s.places.known[PILE + seat])
        choices = tuple(TurnedUp(card=one, seat=seat) for one in cards)
        first = 1 - s.dealer if s.dealer in SEATS else 0
        optional = seat != first and first in s.to_turn
        yield Act(TurnedUp, seat, "the card turned in the display", choices, optional=optional)
    elif not s.to_turn:
        place = UPCARD if s.places.count(UPCARD) else STOCK
        cards = cards_of(unseen if s.places.unseen[place] else s.places.known[place])
        yield Act(TurnedUp, None, "the trump card", tuple(TurnedUp(card=one) for one in cards))


# ---- P-3 Trick ---------------------------------------------------------------------------------------------------------

DEAL: Final = (Due(Dealt, -1, skip=unwritten(deal, Dealt())),)
PLAY: Final = tuple((Due(Played, 1 << seat), POP) for seat in SEATS)
LATE_ANSWER: Final = tuple((Due(kind, 0b11, optional=True, weight=0.0)) for kind in (Accepted, Folded))
PLAY_OR_ANSWER: Final = tuple((*dues, *LATE_ANSWER) for dues in PLAY)
BOTH_AREAS: Final = "one card from each area, the leader choosing which first"
REVOKE: Final = Rule("P-3.3", "revoke", "match the suit led if the area that is due holds it")
FOLLOW: Final[dict[str, dict[int, dict[Card, tuple[Obliged, ...]]]]] = {
    trump: {
        place: {card: obliged[suit] for card, suit in suits.led_by.items()}
        for place in (0, 1, UP, UP + 1)
        for obliged in [follow(REVOKE, suits.cards.values(), (1 << place) * (place >= UP))]
    }
    for trump, suits in SUITS_OF.items()
}
"""The obligations of a play, by trump, the place that is due, and the card that sets the suit."""


def sets_suit(s: Pop) -> Card:
    """The card that sets the suit: the first; after a joker without trump, the second, not known before it is played (P-5.1, P-5.5)."""
    first = s.tricks.cards[-s.tricks.last]
    if s.trump or not first.bit & JOKER_MASK or s.options.no_trump_joker == "leader_wins":
        return first
    return (*s.tricks.trick[1:2], UNKNOWN)[0]


def led(s: Pop) -> int:
    """The suit led (a mask), 0: not known."""
    return SUITS_OF[s.trump].led_by[sets_suit(s)]


@game.obliges(Played)
def must_play(s: Pop, seat: int) -> Sequence[Obliged]:
    """The area that is due follows the suit led (P-3.3, P-5.2, P-5.3)."""
    place, tricks = s.due[seat], s.tricks
    if place < 0:
        return ()
    return FOLLOW[s.trump][place][tricks.cards[-tricks.last] if s.trump else sets_suit(s)]


class Playing(msgspec.Struct, gc=False):
    """A card played. place: where it lay; leads: whether it is led; doubtful: whether that area may be wrong; others: where else it may have lain."""

    e: Played
    place: int
    leads: bool = False
    doubtful: bool = False
    others: Sequence[int] = ()


@game.about(Played)
def playing(s: Pop, e: Played) -> Playing:
    """Where a card that is played may have lain: where it is known to lie, else where it is due or may lie; not in a display that is known."""
    seat, card, places = e.seat, e.card, s.places
    bit, up, due = card.bit, UP + seat, s.due[seat]
    if bit & places.known[up]:
        place = up
    elif bit & places.known[seat] or (due != up and bit and not places.unseen[up] and e.area is None):
        place = seat
    elif due >= 0 and places.possible(due, PACK) & card.could_be:
        place = due
    elif e.area is not None:
        place = up if e.area == "display" else seat
    else:
        place, *others = [one for one in (seat, up) if places.possible(one, PACK) & card.could_be] or [max(due, seat)]
        return Playing(e, place, due < 0, due >= 0, others)
    return Playing(e, place, due < 0, (place != due and due >= 0) or e.area is not None)


@game.rule(Played, "P-5.5", "joker_led", "a joker may not be led without trump", where="leads")
def joker_may_lead(s: Pop, told: Playing) -> Any:
    """Where the table has it so, a leader without trump plays a card of the other area (P-7, P-8.7)."""
    if s.trump or s.options.no_trump_joker != "may_not_lead" or not told.e.card.bit & JOKER_MASK:
        return None
    return Broken(seat=told.e.seat, cards=told.e.card.bit)


@game.rule(Played, "P-9.2", "wrong_area", BOTH_AREAS, "contradiction", IMPOSSIBLE, where="doubtful")
def area_is_right(s: Pop, told: Playing) -> Any:
    """A card comes from the area that is due, as far as it is known where it lay."""
    e, due, came = told.e, s.due[told.e.seat], area_name(told.place)
    if told.place != due and due >= 0:  # one of the cards known to lie there may have been written for another, too
        says = f"{e.card} was played from the {came}; the other area was due"
        return Broken(seat=e.seat, cards=e.card.bit | s.places.known[due], says=says)
    return None if e.area in {None, came} else f"{e.card} was played from the {came}, not from the {e.area}"


def area_name(place: int) -> Literal["hand", "display"]:
    """The name of an area in records, by the place that a card was played from."""
    return "hand" if place < UP else "display"


@game.on(
    Played, "G-13", "out_of_turn", "the non-dealer leads, then who won the trick; the players take turns", cost=MISREAD
)
def play(s: Pop, told: Playing) -> Any:
    """A card of one of the two areas goes to the trick."""
    e, place, seat = told.e, told.place, told.e.seat
    if told.others:
        return each_way(play, [Playing(e, one) for one in (place, *told.others)])
    s.between = True
    s.places.move_card(e.card, place, TABLE)
    s.sources.append(place)
    lying = s.tricks.put(seat, e.card, s.line)
    if lying == 4:
        suits = SUITS_OF[s.trump]
        return won_by(take, s, s.tricks.winners_by(suits.strength, suits.led_by[sets_suit(s)]))
    if lying == 1:  # the other area comes after both have played from this one (P-3.2)
        s.due = [UP, UP + 1] if place >= UP else [0, 1]
    s.due[seat] = seat if s.sources[-lying] >= UP else UP + seat
    s.turn = 1 - seat
    return None


def take(s: Pop, seat: int) -> None:
    """A seat wins the trick and leads the next; before that each pile is turned (P-3.5). Seven tricks are a round."""
    s.taken[seat] += 1
    s.tricks.winners.append(seat)
    s.turn, s.due = seat, [-1, -1]
    if len(s.tricks.winners) == SEVEN:
        settle_split(s, "played")
    else:
        s.to_turn = list(compress(SEATS, s.piles))


@game.offer(Played)
def cards_to_play(s: Pop, seat: int) -> Iterator[Act]:
    """The cards that a seat may play, so far as the record tells; with the area, where the display is not known."""
    due, places = s.due[seat], s.places
    said = places.unseen[UP + seat] > 0  # else it is plain from which area a card comes
    choices = [
        Played(seat=seat, card=card, area=area_name(place) if said and not card.bit & places.known[place] else None)
        for place in ((seat, UP + seat) if due < 0 else (due,))
        for card in cards_of(playable(s, seat, place))
    ]
    if choices:
        yield Act(Played, seat, "a card" if due < 0 else f"a card from the {area_name(due)}", tuple(choices))


def playable(s: Pop, seat: int, place: int) -> int:
    """The cards of a place that may be played."""
    could = s.places.possible(place, PACK)
    if not s.tricks.lying:
        barred = JOKER_MASK if not s.trump and s.options.no_trump_joker == "may_not_lead" else 0
        return could & ~barred
    for one in must_play(s, seat):
        if s.places.holds(place, one.holding, PACK):
            could &= one.play
    return could


revokes_are_put_right(game, "G-14", "a revoke is put right within the trick", led, lambda s, place: s.sources[place])


# ---- P-4 Pop -----------------------------------------------------------------------------------------------------------

ANSWERED: Final = Rule("P-4.3", "pop_not_answered", "a pop is answered before anything else", "breach", 6)
ANSWER: Final = tuple(
    (Due(Accepted, 1 << seat, ANSWERED, weight=12.0), Due(Folded, 1 << seat, ANSWERED), POP_AGAIN) for seat in SEATS
)


@game.rule(Popped, "P-4.1", "untimely_pop", "a pop is called between the trump card and the last card")
def pop_is_timely(s: Pop, e: Popped) -> Any:
    """A pop is called while the round is on; where the table has it so, only in one's turn or between tricks."""
    if not s.on:
        return Broken(seat=e.seat, says="popped when the round was over", choice=True)
    window = s.options.pop_window
    if window == "between_tricks" and s.tricks.lying:
        return "popped while a trick was being played"
    if window == "own_turn" and e.seat != s.turn:
        return f"seat {e.seat} popped in the turn of seat {s.turn}"
    return None


@game.rule(Dealt, "P-4.1", "untimely_pop", "a pop is called between the trump card and the last card")
@game.rule(TurnedUp, "P-4.1", "untimely_pop", "a pop is called between the trump card and the last card", where="trump")
def popped_after_trump(s: Pop, _e: Any) -> Any:
    """No pop was called before the trump card was turned."""
    if s.upcard is not None or not s.called:
        return None
    return Broken(seat=s.pops[0] if s.pops else s.offer, at=s.called, says="popped before the trump card was turned")


@game.rule(Popped, "P-4.2", "pop_not_allowed", "not while one is open, nor twice in a row, nor above six")
def pop_is_allowed(s: Pop, e: Popped) -> Any:
    """No pop while one is unanswered, none twice in a row, none above six."""
    if s.waits:
        return f"the pop of seat {s.offer} was not answered yet"
    if s.cube == 6:
        return Broken(seat=e.seat, says="the cube shows six already", name="cube_at_six", choice=True)
    if s.options.pop_repeat == "alternate":
        return Broken(seat=e.seat, says="popped twice in a row", choice=True) if s.popper == e.seat else None
    return None if s.between else "no card was played since the last pop"


@game.on(Popped, "P-4.1", "untimely_pop", "a pop is called between the trump card and the last card")
def pop(s: Pop, e: Popped) -> None:
    """A seat offers to raise the cube. While another offer is open, or after the round, it means nothing; play waits only for a legal one."""
    if s.waits or not s.on:
        return
    s.called = s.called or s.line
    s.waits = pop_is_timely(s, e) is None and pop_is_allowed(s, e) is None
    s.offer = e.seat


@game.between
def popped_late(s: Pop) -> Iterator[Due]:
    """A pop after the round is kept, and changes nothing (P-4.1)."""
    if s.hand and s.ended == s.hand:
        yield Due(Popped, optional=True, weight=0.0)


@game.rule(Accepted | Folded, "P-4.3", "wrong_answer", "the other player answers a pop", "contradiction")
def other_answers(s: Pop, e: Accepted | Folded) -> Any:
    """Nobody answers its own pop."""
    return e.seat != s.offer or f"seat {e.seat} answered its own pop"


@game.on(Accepted, "P-4.3", "wrong_answer", "the other player answers a pop", fault="contradiction")
def accept(s: Pop, e: Accepted) -> None:
    """The cube goes up by one, and play goes on where it was."""
    if s.offer != 1 - e.seat:
        return
    s.offer, s.waits = -1, False
    if s.cube == 6:
        return
    s.cube = None if s.cube is None else s.cube + 1
    s.popper, s.between, s.pops = 1 - e.seat, False, [*s.pops, 1 - e.seat]


@game.on(Folded, "P-4.3", "wrong_answer", "the other player answers a pop", fault="contradiction", ends=True)
def fold(s: Pop, e: Folded) -> None:
    """The round ends at once; the cube is not raised."""
    if s.offer == 1 - e.seat:
        settle_fold(s, e.seat, "folded")


# ---- P-6 Scoring -------------------------------------------------------------------------------------------------------


def settle_split(s: Pop, how: str) -> None:
    """The points follow from the tricks of each seat: four or more score the cube, exactly three score 1 (P-6.1)."""
    end(s, how, int(s.taken[1] > 3), [s.cube if tricks > 3 else int(tricks == 3) for tricks in s.taken])


def settle_fold(s: Pop, folder: int, how: str) -> None:
    """The popper scores what the cube shows, the folder nothing, whatever tricks they have (P-6.2)."""
    s.folder = folder
    end(s, how, 1 - folder, [0 if seat == folder else s.cube for seat in SEATS])


def end(s: Pop, how: str, won_by: int, points: Sequence[int | None]) -> None:
    """A round is over: points, who has won it, who deals next (P-6.3)."""
    s.won_by, s.offer, s.waits, s.to_turn = won_by, -1, False, []
    ends(s, how, points, [s.dealer])
    if not s.void:
        s.next_dealers = dealers_after(s)


def dealers_after(s: Pop) -> list[int]:
    """The seat with more points deals next; if totals are equal, the winner of the round (P-6.3)."""
    first, second = s.totals
    if first is None or second is None:
        return []
    return [s.won_by if first == second else int(second > first)]


@game.on(Voided)
def void(s: Pop, _e: Any = None) -> None:
    """The round is thrown in and dealt again; nothing is scored."""
    s.rounds = None if s.rounds is None else s.rounds - 1
    end(s, "void", -1, [0, 0])


deal_rotates(game, "P-6.3", "who has more points deals; if equal, who won the round", name="wrong_dealer")


@game.over("P-6.4", "after_the_match", "the match ends when the target is reached")
def is_over(s: Pop) -> bool:
    """No round follows the one in which somebody reached the target (P-6.4)."""
    return match_winner(s) >= 0


@game.winners
def winners(s: Pop) -> Sequence[int] | None:
    """Who has won the match: where both reach the target, who won the round (P-6.6)."""
    winner = match_winner(s)
    return (winner,) if winner >= 0 else None


def match_winner(s: Pop) -> int:
    """The seat that has won the match, -1 if nobody has or it is not known (P-6.4 to P-6.6)."""
    first, second = s.totals
    if first is None or second is None or max(first, second) < s.options.target:
        return -1
    if first == second:
        return s.won_by if s.options.both_reach_target == "round_winner" else -1
    return int(second > first)


@game.missed
def miss(s: Pop, e: Gap) -> None:
    """Of rounds that were missed neither the points are known, nor who deals next or has popped last."""
    s.totals, s.next_dealers, s.total_errors, s.won_by, s.popper, s.between = [None, None], [], [], -1, -1, True
    s.rounds = None if s.rounds is None or e.hands is None else s.rounds + e.hands - (s.ended < s.hand == s.rounds)


winner_is_called(game, "P-6.1", "who made the most of seven tricks, or was not folded to, has won")


# ---- P-9 Irregularities and audit: the score sheet ---------------------------------------------------------------------

game.figure("tricks", "P-3.4", "wrong_split", "tricks are seven, won as they were played")
game.figure("amount", "P-9.3", "wrong_cube", "the cube goes up with each pop that is accepted, to six")
game.figure("bids", "P-4.3", "wrong_pops", "the pops are those that were accepted")
game.figure("seat", "P-6.2", "wrong_fold", "who folds does not score")
game.figure("totals", "P-6.4", "wrong_totals", "points are added up")
game.only_says(Scored, "P-6.1", "wrong_score", "the score follows from the play")


@game.rule(Scored, "P-4.2", "pop_not_allowed", "nobody pops twice in a row", "testimony")
def pops_alternate(s: Pop, e: Scored) -> Any:
    """The pops of a row take turns, the one that was folded to included (P-4.2, P-9.3)."""
    if e.bids is None or s.options.pop_repeat != "alternate":
        return None
    calls = [*e.bids, *(() if e.seat is None else (1 - e.seat,))]
    twice = next((seat for seat, after in pairwise(calls) if seat == after), None)
    return None if twice is None else f"seat {twice} popped twice in a row"


@game.outcomes
def outcomes(s: Pop, e: Scored) -> Iterator[Any]:
    """All that a round can have brought: seven tricks or a fold, with what the cube may show."""
    for cube in cubes(s, e):
        if cube != 6 and (e.tricks is None or (sum(e.tricks) < SEVEN and min(e.tricks) >= 0)):
            for folder in SEATS if e.seat is None else (e.seat,):
                yield partial(row_folds, e=e, cube=cube, folder=folder)
        if e.seat is None:
            yield from (partial(row_splits, e=e, cube=cube, tricks=tricks) for tricks in splits(s, e))


def cubes(s: Pop, e: Scored) -> Sequence[int | None]:
    """The numbers that the cube may have shown at the end of the round of this row; None: that is not known, and nothing hangs on it."""
    least = s.cube
    if e.bids is not None:
        if set(e.bids) - {*SEATS} or list(e.bids[: len(s.pops)]) != s.pops:
            return ()
        start = first_cube(s)
        shown = e.amount if start is None else start + len(e.bids)
        return (shown,) if shown is None or (e.amount in {None, shown} and shown <= 6) else ()
    could = range(least or 1, 7)
    if e.amount is not None:
        return (e.amount,) if e.amount in could else ()
    if e.points is not None:
        return tuple(cube for cube in could if cube in e.points)
    if s.cube == 6 or (s.pops and not s.tricks.cards and not s.blind):
        return (s.cube,)
    return tuple(could) if e.totals is not None and None not in s.totals else (None,)


def splits(s: Pop, e: Scored) -> Iterator[tuple[int, ...]]:
    """How the tricks may have been split; where the row does not say it, one split for each score that it can have brought."""
    if e.tricks is not None:
        could = [tuple(e.tricks)] if sum(e.tricks) == SEVEN and min(e.tricks) >= 0 else []
    else:
        could = [(seven, SEVEN - seven) for seven in (7, 4, 3, 0)]
    return (split for split in could if e.tricks is None or all(a >= b for a, b in zip(split, s.taken, strict=True)))


def row_splits(s: Pop, e: Scored, cube: int | None, tricks: Sequence[int]) -> None:
    """The round was played out, with so many tricks."""
    follow_pops(s, e, cube)
    s.taken = list(tricks)
    settle_split(s, "sheet")
    if e.tricks is None:
        s.taken = [-1, -1]


def row_folds(s: Pop, e: Scored, cube: int | None, folder: int) -> None:
    """This seat folded."""
    follow_pops(s, e, cube)
    s.taken = [-1, -1] if e.tricks is None else list(e.tricks)
    settle_fold(s, folder, "sheet")


def follow_pops(s: Pop, e: Scored, cube: int | None) -> None:
    """The pops of a row were accepted; where it does not name them, who popped last is not known."""
    s.pops_told = e.bids is not None or (cube is not None and cube == s.cube)
    if e.bids is not None:
        s.pops = list(e.bids)
        s.popper = s.pops[-1] if s.pops else s.popper
    elif not s.pops_told:
        s.popper = -1
    s.cube = cube


@game.columns
def columns(_before: Pop, s: Pop, _e: Scored) -> dict[str, Any]:
    """The values that the columns of a row should have for the round that has ended."""
    return {"seat": s.folder, "bids": s.pops if s.pops_told else None}


@game.adopts
def adopt(s: Pop, e: Scored) -> None:
    """Points and totals as written, where none are known."""
    s.points = known_or_written(s.points, e.points)
    s.totals = known_or_written(s.totals, e.totals)
    if not s.void:
        s.next_dealers = dealers_after(s)


# ---- P-10 Events: how a round came out, and what there is to see -----------------------------------------------------


@game.results
def result(s: Pop) -> Result:
    """How the round that just ended came out."""
    return result_of(game, s, [None if s.won_by < 0 else seat == s.won_by for seat in SEATS])


@game.marks(
    pops_taken="pops of the seat that were accepted",
    pops_folded="1 for the seat whose last pop made the other fold, 0 for the other; in a round that nobody folded 0 for both",
)
def counted_of(s: Pop) -> Iterator[Mark]:
    """The pops of each seat: those accepted, and the one that was folded to (P-4)."""
    yield from marks_of("pops_taken", map(s.pops.count, SEATS) if s.pops_told else None)
    yield from marks_of("pops_folded", [int(s.folder == 1 - seat) for seat in SEATS])


@game.draws
def scene(s: Pop) -> Scene:
    """The table: the trick, both displays, the cube, tricks and points."""
    trump = "not known" if s.upcard is None else SUIT_NAMES.get(s.trump, "none")
    if s.upcard is not None and s.upcard.bit:
        trump += f" ({s.upcard} turned up)"
    cube = "not known" if s.cube is None else str(s.cube)
    return Scene(
        facts=(("trump", trump), ("cube", cube)) if s.hand else (),
        hands=hands_drawn(
            s,
            {"dealer": s.dealer, "popped": s.offer},
            turn=1 - s.offer if s.waits else s.turn,
            order=lambda card: card.index,
        ),
        rows=(trick(s), *(display(s, seat) for seat in SEATS)),
        pots=tuple(
            (player(s, seat), f"{counted(max(0, s.taken[seat]), 'trick')}, {if_known(s.totals[seat], 'point')}")
            for seat in SEATS
        ),
        says=f"{player(s, s.offer)} pops: {player(s, 1 - s.offer)} accepts or folds" if s.waits else "",
    )


def trick(s: Pop) -> Row:
    """The trick, the card that has won it marked: each player has two cards in it."""
    suit = led(s) if s.tricks.cards else 0
    return s.tricks.drawn(SUITS_OF[s.trump].strength[suit] if suit else None)


def display(s: Pop, seat: int) -> Row:
    """The display of a seat: the cards face up, and the number of those face down."""
    known, up = s.places.known[UP + seat], s.places.unseen[UP + seat]
    loose = s.places.loose >> UP + seat & 1
    cards = (*cards_of(known), *(UNKNOWN,) * (0 if loose else up))
    return Row(title=f"{player(s, seat)}'s display", cards=cards, unknown=0 if loose else len(s.piles[seat]))


@game.tells
def outcome(s: Pop) -> str:
    """How the round came out, in a sentence."""
    if s.won_by < 0:
        return "who won the round cannot be told"
    how = f"{player(s, s.folder)} folds: " if s.folder >= 0 else ""
    points = " to ".join(or_unknown(s.points[seat]) for seat in (s.won_by, 1 - s.won_by))
    return f"{how}{player(s, s.won_by)} wins the round, {points}"
