"""P-1 Deck, seats and ranking, P-7 options, and what the state of a match holds."""

from dataclasses import dataclass, field
from typing import Final, Literal

from upcard.engine.mechanisms.tricks import ACE_HIGH, powers
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import BY_INDEX, JOKERS, RANK_MASK, SUIT_MASK, SUITS, Card, mask_of
from upcard.schemas.events import Opened
from upcard.schemas.options import Options, option

# ---- P-1 Deck, seats, ranking --------------------------------------------------------------------------------------

JOKER_MASK: Final = mask_of(JOKERS)
JACKS: Final = RANK_MASK["J"]
MOVABLE: Final = JACKS | JOKER_MASK
"""Cards whose suit hangs on trump."""
PACK34: Final = sum(RANK_MASK[rank] for rank in "789TJQKA") | JOKER_MASK
SISTER: Final = {"h": "d", "d": "h", "s": "c", "c": "s"}
"""The other suit of the same colour."""
NOT_KNOWN: Final = "?"
"""Trump where the record does not tell it; without trump it is empty."""


def _suits(trump: str) -> dict[str, int]:
    """The cards of each suit (P-1.5). While trump is not known: only those that count as no other suit."""
    suits: dict[str, int] = {suit: SUIT_MASK[suit] & PACK34 for suit in SUITS}
    if trump == NOT_KNOWN:
        return {suit: cards & ~JACKS for suit, cards in suits.items()}
    if trump:
        little = Card("J" + SISTER[trump]).bit
        suits[SISTER[trump]] ^= little
        suits[trump] |= little | JOKER_MASK
    return suits


def _order(trump: str) -> tuple[int, ...]:
    """The strength of each card by its index (P-1.3, P-1.4); -1 for a card that is not in the pack."""
    order = [rank if card.bit & PACK34 else -1 for card, rank in zip(BY_INDEX, (*ACE_HIGH, 0, 0), strict=True)]
    if trump in SISTER:
        top = (Card("J" + SISTER[trump]), Card("J" + trump), *JOKERS)
        for rank, card in enumerate(top, start=13):
            order[card.index] = rank
    return tuple(order)


TRUMPS: Final = (*SUITS, "", NOT_KNOWN)
SUITS_OF: Final = {trump: _suits(trump) for trump in TRUMPS}
SUIT_OF: Final = {
    trump: {
        card: next((cards for cards in (*SUITS_OF[trump].values(), JOKER_MASK * (trump == "")) if cards & card.bit), 0)
        for card in Card
    }
    for trump in TRUMPS
}
"""The suit that a card counts as, a mask, by trump; 0 where that cannot be told (P-1.5). A joker without trump is its
own suit."""


def _strengths(trump: str, led: int) -> dict[Card, int]:
    """How strong each card is when this suit is led (P-3.4)."""
    if trump == NOT_KNOWN:  # told only as long as all follow with cards that no trump can move
        return {card: power if card.bit & led else -1 for card, power in powers(led, 0, _order("")).items()}
    return powers(led, SUITS_OF[trump].get(trump, 0), _order(trump))


POWERS: Final = {trump: {led: _strengths(trump, led) for led in {*SUIT_OF[trump].values()} - {0}} for trump in TRUMPS}

HAND: Final = 7
"""Cards in each hand, in each pile, and tricks in a round."""
UP: Final = 2
"""The first place of cards face up: seat 0's display, then seat 1's."""
PILE: Final = 4
"""The first place of cards face down: seat 0's pile, then seat 1's."""
STOCK: Final = 6
TABLE: Final = 7
LISTED: Final = {"display_0": PILE, "display_1": PILE + 1, "stock": STOCK}
"""The places that a deal may list besides the hands. A display is listed in the order it is turned."""


def no_cards() -> Places:
    """No cards anywhere: hands, cards face up, piles, the stock with the card turned up, the table."""
    return Places.empty(8, 2)


# ---- P-7 Options ---------------------------------------------------------------------------------------------------


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


# ---- The state of a match ------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Pop(State):
    """One match. Numbers below 0 stand for what the record does not tell, or for nobody.

    rounds: the number of the round; unannounced: whether it began with its deal; upcard: index of the card turned up;
    piles: the indexes of each pile in turning order, seven a seat; turned: how many of each were turned; owed: how many
    each seat must still turn before the next lead; ahead: how many it turned while a trick was open. turn: who is
    next; due: the place that seat must play from, -1 if it is free, as for a lead. cards, by, lines, sources: what was
    played in this round, by whom, on which lines, from which places; first: where in them the trick begins that is in
    progress, or was last; led: the suit led, a mask.
    muddled: where the first trick begins of which it is in doubt whether all its plays are in the record, or -1;
    stray: whether a card was played or turned since the round ended: what follows it is told of no more.

    cube: what it shows; offer: who popped and was not answered; must_answer: whether play waits for it; lapsed: whether
    a card came instead of the answer; doubtful: whether the cube may show more, as a pop or an answer may be missing;
    answered: who accepted last, and at which step; popper: who made the last accepted pop; between: whether a card was
    played since; pops: who made the accepted pops of this round; early: the lines and the seats of pops before the
    trump card. taken, gained, totals, before (the round that ended): by seat; over: who won the match; written: whether
    the score of the last round was written down; carried: by how much the totals last written were wrong.
    """

    options: PopOptions
    phase: Literal["between", "deal", "turn", "play"] = "between"
    dealer: int = -1
    next_dealer: int = -1
    rounds: int = 0
    trump: str = NOT_KNOWN
    upcard: int = -1
    piles: list[int] = field(default_factory=lambda: [-1] * 14)
    turned: list[int] = field(default_factory=lambda: [0, 0])
    owed: list[int] = field(default_factory=lambda: [0, 0])
    ahead: list[int] = field(default_factory=lambda: [0, 0])
    turn: int = -1
    due: int = -1
    led: int = 0
    cards: list[Card] = field(default_factory=list)
    by: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    first: int = 0
    winners: list[int] = field(default_factory=list)
    muddled: int = -1
    stray: bool = False
    cube: int = -1
    offer: int = -1
    must_answer: bool = False
    lapsed: bool = False
    doubtful: bool = False
    answered: tuple[int, int] = (-1, -1)
    unannounced: bool = False
    popper: int = -1
    between: bool = True
    pops: list[int] = field(default_factory=list)
    early: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=lambda: [0, 0])
    gained: list[int] = field(default_factory=lambda: [0, 0])
    totals: list[int] = field(default_factory=lambda: [0, 0])
    before: list[int] = field(default_factory=lambda: [0, 0])
    carried: list[int] = field(default_factory=lambda: [0, 0])
    won_by: int = -1
    over: int = -1
    written: bool = False
    how: str = ""


def start(header: Opened, options: PopOptions) -> Pop:
    """An empty table."""
    return Pop(game="pop", options=options, players=list(header.seats), places=no_cards())


def veil(s: Pop, _viewer: int) -> None:
    """Nobody knows what lies in the piles (P-2.4)."""
    s.piles = [-1] * 14


def other(seat: int) -> int:
    """The opponent, or -1."""
    return 1 - seat if seat >= 0 else -1


def missed_between(s: Pop) -> bool:
    """Whether rounds may be missing since the last one that was seen: what comes now need not belong to it."""
    return s.phase == "between" and s.next_dealer < 0 and max(s.totals) < 0


def unsure(s: Pop) -> bool:
    """Whether plays are missing, or may be: turns, tricks and suits prove nothing."""
    return s.gap or s.muddled >= 0


def lose_order(s: Pop) -> None:
    """Plays are missing, nobody knows which: the tricks from there on are forgotten, and turns and suits prove nothing."""
    first = s.first = min(s.first, s.muddled) if s.muddled >= 0 else s.first
    s.gap, s.muddled = True, -1
    del s.cards[first:], s.by[first:], s.lines[first:], s.sources[first:], s.winners[first // 4 :]
    s.taken = [s.winners.count(seat) for seat in (0, 1)]
    s.turn, s.due, s.led, s.owed, s.ahead = -1, -1, 0, [0, 0], [0, 0]
    for place in range(UP + 4):
        s.places.loosen(place)


def open_cards(s: Pop) -> int:
    """How many cards the trick in progress has; 0 between two tricks."""
    return (len(s.cards) - s.first) & 3


def lead_suit(s: Pop) -> None:
    """The suit that is led: of the first card, or of the second after a joker without trump (P-5.1, P-5.5)."""
    card = s.cards[s.first]
    s.led = SUIT_OF[s.trump][card]
    if s.led == JOKER_MASK and s.options.no_trump_joker != "leader_wins":
        following = s.cards[s.first + 1 :]
        s.led = SUIT_OF[s.trump][following[0]] if following else 0
