"""Pope Joan: stops with a board of eight compartments, after two rule books (`p001`, `p003`).

The sections are those of the rules page. Places: the hands by seat, the table, the dead hand, the card turned up aside.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import product
from typing import Any, Final, Literal

from upcard.engine.due import Act, Chance
from upcard.engine.kernel.dealing import dealt_out, size_written
from upcard.engine.kernel.drawing import row_of
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.ledger import Way
from upcard.engine.kernel.numbers import only
from upcard.engine.kernel.results import Transfer
from upcard.engine.kernel.rules import DISORDER, STATEMENT, TWO_LINES, Broken, Due, Obliged, Rule, unwritten
from upcard.engine.kernel.state import after_hands, lasting
from upcard.engine.kernel.tricks import follow
from upcard.engine.kernel.usual import deal_rotates, ends_after, next_dealers, out_is_called, winner_is_called
from upcard.engine.mechanisms import pots, stops
from upcard.engine.mechanisms.pots import everybody, pool
from upcard.engine.mechanisms.pots import seat as purse
from upcard.engine.mechanisms.stops import Run, Stops, dead, successors, who_may_hold
from upcard.engine.scene import Row, Scene
from upcard.schemas.cards import PACK_MASK, RANK_MASK, SUIT_MASK, SUIT_NAMES, UNKNOWN, Card, cards_of, mask_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events.dealing import Dealt, FinalDealt, HandStarted, TurnedUp
from upcard.schemas.events.log import Closed, Gap, Opened
from upcard.schemas.events.playing import Played
from upcard.schemas.events.staking import ChipsPassed, Scored
from upcard.schemas.options import Options, option
from upcard.schemas.wording import counted, were

# ---- PJ-O Options ------------------------------------------------------------------------------------------------------


class PopeJoanOptions(Options):
    """PJ-O. The defaults are those of p001."""

    dressing: Literal["shared", "dealer_alone", "two_each"] = option(
        "shared", "PJ-2.2", "who dresses the board: all with the dealer double, the dealer alone, or all alike"
    )
    stake_x: int | None = option(None, "PJ-2.2", "counters each pays in a shared dressing; none: the least", ge=1)
    deal: Literal["equal", "all_out"] = option("equal", "PJ-A12", "equal hands, or all cards dealt out")
    odd_cards: Literal["dead", "players"] = option("dead", "PJ-3.2", "where the odd cards of equal hands go")
    dead_position: Literal["last", "first"] = option("last", "PJ-3.3", "when the dead hand gets its cards")
    turnup_owner: Literal["aside", "recipient", "dead"] = option(
        "aside", "PJ-3.2", "whose the card turned up is: nobody's, whoever was dealt it, or the dead hand's"
    )
    pope_turnup_payment: Literal["none", "per_card"] = option(
        "per_card", "PJ-3.6", "whether all pay the dealer for each card dealt when Pope is turned up"
    )
    pope_turnup_cap: int | None = option(None, "PJ-3.6", "the most one player pays for it", ge=1)
    pope_turnup_ends_deal: bool = option(False, "PJ-3.7", "Pope turned up ends the deal; the dealer takes game too")
    lead_rule: Literal["any", "lowest_of_suit"] = option("any", "PJ-4.1", "which card of a suit may be led")
    pope_played_payment: Literal["none", "per_card"] = option(
        "per_card", "PJ-4.6", "whether all pay who plays Pope for each card they hold"
    )
    pope_played_cap: int | None = option(None, "PJ-4.6", "the most one player pays for it", ge=1)
    pope_lead_only: bool = option(False, "PJ-4.10", "no effect: Pope can only ever be led")
    pair_rule: Literal["any", "in_succession"] = option(
        "any", "PJ-4.7", "whether a pair may be played apart, or only one card after the other"
    )
    pair_split: Literal["off", "any", "sequential"] = option(
        "off", "PJ-4.8", "whether a pair from two seats shares the compartment"
    )
    odd_counter: Literal["queen", "second_player", "stays"] = option(
        "queen", "PJ-4.8", "who gets the odd counter of a shared compartment"
    )
    unplayed_pope: Literal["exempt", "double", "pays"] = option(
        "exempt", "PJ-5.2", "what the holder of Pope pays for the cards left"
    )
    turn_down_played: bool = option(True, "PJ-4.4", "played cards are turned down at each stop; display only")
    end_disposal: Literal["none", "split_equal", "final_deal"] = option(
        "none", "PJ-5.6", "what becomes of the counters left on the board at the end"
    )
    deals: int | None = option(None, "PJ-5.5", "the session ends after so many deals", ge=1)
    full_rounds_only: bool | None = option(
        None, "PJ-6.9", "everybody deals equally often; none: only if the dealer alone dresses"
    )

    @property
    def whole_rounds(self) -> bool:
        """Whether a session should end when all have dealt equally often (PJ-2.3, PJ-6.9)."""
        return self.dressing == "dealer_alone" if self.full_rounds_only is None else self.full_rounds_only


PRESETS: Final[dict[str, dict[str, Any]]] = {
    "p001": {},
    "p003": {
        "dressing": "two_each",
        "deal": "all_out",
        "turnup_owner": "recipient",
        "pope_turnup_payment": "none",
        "lead_rule": "lowest_of_suit",
        "pope_played_payment": "none",
        "pair_rule": "in_succession",
        "turn_down_played": False,
        "end_disposal": "final_deal",
        "full_rounds_only": False,
    },
}
"""The two rule books. The first is the default."""


@dataclass(slots=True, kw_only=True)
class PopeJoan(Stops):
    """upcard: the card turned up, `??` where it was not seen (and in the final deal, which has none), None before; trump: its suit; prizes: the cards that
    take a compartment (a mask); last_trump: of the last deal in which a card was turned up; final: whether the final deal was
    made; dressers: how many took part in each deal that has counted, 0 where that has changed, -1 before the first. A deal is a hand of `Stops`; the card that payments hang on is Pope.
    """

    options: PopeJoanOptions
    trump: str = ""
    upcard: Card | None = None
    prizes: int = 0
    last_trump: str = lasting("")
    final: bool = lasting(default=False)
    dressers: int = lasting(-1)

    def count(self, hands: int = 1) -> None:
        """Further deals have counted, with so many who took part."""
        if hands:
            number = len(self.taking_part())
            self.dressers = number if self.dressers in {-1, number} else 0
        Stops.count(self, hands)


# ---- PJ-1 Deck, seats, ranking -----------------------------------------------------------------------------------------

PACK51: Final = PACK_MASK & ~Card("8d").bit
POPE: Final = Card("9d")
SUCCESSOR: Final = successors(PACK51)
MOST_SEATS: Final = {"p003": 8}
"""Seats a rule book allows, where it says so (PJ-1.4)."""
POOLS: Final = ("pope", "matrimony", "intrigue", "ace", "king", "queen", "jack", "game")
"""The compartments of the board (PJ-2.1)."""
HONOURS: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
HONOUR_CARDS: Final = sum(RANK_MASK[rank] for rank in HONOURS)
PAIRS: Final = (("matrimony", "Q", "K"), ("intrigue", "J", "Q"))
"""Each pair: its compartment, its lower and its upper card (PJ-4.7)."""
CARDS_DEALT: Final = 51
"""The pack without the eight of diamonds (PJ-1.1)."""

GAME = game = Game(
    "pope_joan",
    title="Pope Joan",
    source="documents 001 and 003",
    family="stops",
    says="stops with a board of eight compartments and a dead hand, for counters",
    seats=(2, 49),
    state=PopeJoan,
    options=PopeJoanOptions,
    presets=PRESETS,
    pack=PACK51,
    places=3,
    opened=0b101,
    named={"dead": 1},
    impossible="PJ-6.5",
    hand="deal",
    match="session",
    score="counter/counters",
    proves=(
        "With all hands: every card not played when it was due and every wrong lead, at the card that was played.",
        "Without hands: the same at the first card that shows it.",
        "Without hands, too: that somebody did not follow, once more cards are missing than the dead hand holds.",
        "From any record: leads and dealers out of turn, wrong sizes, cards in two places.",
        "From any record: payments, purses and compartments that do not follow from the play.",
        "Who held Pope at the end, and so who paid what for cards left, only if it was shown or all hands are known.",
        "From a score sheet: scores that the board could not have paid, and wrong dealers.",
    ),
    sheet=pots.columns("deal", "dressing"),
    begins=lambda _s, e: isinstance(e, Dealt | TurnedUp),
    matching=Rule("PJ-6.2", "dead_overflow", "more cards were not played when due than the dead hand holds"),
    unfinished=Rule("PJ-6.6", "count_mismatch", "a deal is played until somebody is out", "contradiction", DISORDER),
    ended=Rule("PJ-6.6", "count_mismatch", "a card was played after somebody was out", "contradiction", DISORDER),
    counting=Rule("PJ-6.6", "count_mismatch", "so many cards go to each hand", "contradiction", DISORDER),
    course={
        "Deal": "`hand_started`; the board is dressed, which nobody writes; `dealt` with the hands and a dead hand; `turned_up`.",
        "Play": "A lead of the seat to the left of the dealer, and each next card of the suit `played` by who holds it, until one has no cards left.",
        "End": "Who was seen to hold Pope has it `shown`; a deal thrown in is `voided`. What the sheet has is `scored`, what somebody"
        " said `result_called`.",
        "Counters": "They pass by themselves. Payments seen are `chips_passed`, what was counted is `purse_counted` and"
        " `pool_counted`; `bought_in`, `cashed_out`, `joined`; at the end `final_dealt`, if the board is emptied so, and `closed`.",
    },
    writes={
        "turned_up.seat": "whose card it is, if not the one that the last card falls to",
        "turned_up.place": "`dead`, if it is one of the dead hand",
        "final_dealt.dealer": "who dealt, if not the next in turn",
    },
    endings={
        "pope_turned_up": "Pope was turned up",
        "final_deal": "the board was paid out in a final deal",
        "share_of_the_board": "what lay on the board was shared at the close",
    },
    closing="PJ-5.5",
)


@game.start
def start(s: PopeJoan, header: Opened) -> None:
    """A table before the first deal, with the counters bought and those left on the board (PJ-A16)."""
    most = MOST_SEATS.get(header.preset or "")
    if most is not None and len(header.seats) > most:
        raise OptionError(
            f"preset {header.preset} takes at most {most} players, not {len(header.seats)}", hint="PJ-1.4"
        )
    pots.opens(s, header, POOLS)


@game.checks_options
def check_options(options: PopeJoanOptions, seats: int) -> None:
    """Refuse what does not go together (PJ-A12) or does not come to a dressed board (PJ-2.2)."""
    if options.deal == "equal" and options.turnup_owner == "recipient":
        raise OptionError(
            "option turnup_owner = 'recipient' does not go with deal = 'equal': the card turned up is nobody's",
            hint="deal all_out, or turnup_owner aside or dead [PJ-A12]",
        )
    if options.whole_rounds and options.deals is not None and options.deals % seats:
        raise OptionError(
            f"option deals = {options.deals} are no whole rounds of {seats} dealers",
            hint="wanted a multiple of the players, or full_rounds_only = false [PJ-2.3]",
        )
    x = options.stake_x
    if options.dressing == "shared" and x is not None and x * (seats + 1) < LEAST_DRESSING:
        raise OptionError(
            f"option stake_x = {x} brings {x * (seats + 1)} counters from {seats} players",
            hint=f"wanted {LEAST_DRESSING} or more [PJ-2.2]",
        )


@game.rule(HandStarted, "PJ-1.4", "few_players", "three or more play", "note")
def enough_play(s: PopeJoan, _e: HandStarted) -> Any:
    """Two may play, but that is worth saying once (PJ-1.4)."""
    return len(s.taking_part()) > 2 or s.hand > 0 or "two play; the game is better with three or more"


ASIDE: Final = 2
aside = after_hands(ASIDE)
"""The place of a card turned up that is nobody's (PJ-3.2)."""


# ---- PJ-2 Dressing the board (before each deal, every deal) ------------------------------------------------------------

LEAST_DRESSING: Final = 15
"""The least that a shared dressing comes to (PJ-2.2)."""
FIXED: Final = (6, 2, 2, 1, 1, 1, 1)
"""The counters that the first seven compartments get when the board is dressed as a whole; game gets the rest (PJ-2.2)."""
EACH: Final = 2
"""The counters that everybody pays into each compartment with `two_each` (PJ-2.4)."""


def stakes(s: PopeJoan) -> tuple[int, int]:
    """The counters that everybody pays, and those that the dealer pays on top (PJ-2.2 to PJ-2.4)."""
    if s.options.dressing == "two_each":
        return EACH * len(POOLS), 0
    if s.options.dressing == "dealer_alone":
        return 0, LEAST_DRESSING
    stake = s.options.stake_x or -(-LEAST_DRESSING // (len(s.taking_part()) + 1))
    return stake, stake


def targets(s: PopeJoan) -> tuple[int, ...]:
    """The counters that go into each compartment when the board is dressed."""
    seats = len(s.taking_part())
    if s.options.dressing == "two_each":
        return (EACH * seats,) * len(POOLS)
    stake, more = stakes(s)
    return (*FIXED, seats * stake + more - sum(FIXED))


def dress(s: PopeJoan) -> None:
    """All pay, and the compartments are filled on top of what was left (PJ-2.5)."""
    s.ledger.pay(dressing(s.taking_part(), s.dealer, stakes(s), targets(s)))


@lru_cache(1024)
def dressing(seats: tuple[int, ...], dealer: int, each: tuple[int, int], into: tuple[int, ...]) -> tuple[Transfer, ...]:
    """What these seats pay, and what goes into each compartment. each: what all pay, and the dealer on top."""
    stake, more = each
    paid = [Transfer(purse(seat), "board", stake + (more if seat == dealer else 0), "dressing") for seat in seats]
    filled = [Transfer("board", pool(name), amount, "dressing") for name, amount in zip(POOLS, into, strict=True)]
    return tuple(row for row in paid + filled if row.amount)


# ---- PJ-3 Dealing and turn-up ------------------------------------------------------------------------------------------


@game.turn
def turn(s: PopeJoan) -> Sequence[Due]:
    """The deal, the card turned up, then play (PJ-4.2). Records may leave out the first two."""
    if s.upcard is not None:
        run = s.run
        if run.leader >= 0:
            return (FOLLOWED if run.due else LED)[run.leader]
        return FOLLOWED[run.seats[-1]] if run.may_follow else LED[-1]
    return TURN_UP if s.dealt else DEAL


def dealt_in_order(options: PopeJoanOptions, seats: int) -> tuple[tuple[int, ...], int]:
    """Cards to each hand, elder first, then to the dead hand; and to which the last one falls (PJ-3.2, PJ-3.3)."""
    return _in_order(seats, options.deal, options.dead_position, options.turnup_owner, options.odd_cards)


@cache
def _in_order(seats: int, deal: str, position: str, owner: str, odd_cards: str) -> tuple[tuple[int, ...], int]:
    dead_hand, round_ = seats, list(range(seats + 1))
    if position == "first":
        round_ = [dead_hand, *range(seats)]
    if deal == "equal":
        rounds, odd = divmod(CARDS_DEALT - 1, seats + 1)
        went = [*range(seats + 1)] * rounds + ([*range(odd)] if odd_cards == "players" else [dead_hand] * odd)
    else:
        went = [round_[number % len(round_)] for number in range(CARDS_DEALT)]
        went = went if owner == "recipient" else went[:-1]
    return tuple(map(went.count, range(seats + 1))), round_[(CARDS_DEALT - 1) % len(round_)]


def usual_sizes(s: PopeJoan) -> tuple[list[int], int]:
    """Cards by seat and in the dead hand."""
    order = s.in_turn_from(s.beside(s.dealer))
    *sizes, rest = dealt_in_order(s.options, len(order))[0]
    dealt = dict(zip(order, sizes, strict=True))
    return [dealt.get(seat, 0) for seat in range(len(s.players))], rest


DEAL: Final = stops.dealt_with_dead_hand(game, "PJ-6.6", usual_sizes, dress)


def falls_to(s: PopeJoan) -> int:
    """The place of the card turned up: of the last card dealt, by the order of dealing, unless it lies elsewhere (PJ-3.2, PJ-3.3)."""
    if s.options.turnup_owner != "recipient":
        return aside(s) if s.options.turnup_owner == "aside" else dead(s)
    order = s.in_turn_from(s.beside(s.dealer))
    return [*order, dead(s)][dealt_in_order(s.options, len(order))[1]]


@game.rule(
    TurnedUp, "PJ-3.3", "turned_up_elsewhere", "the last card falls to the hand due", "contradiction", cost=DISORDER
)
def falls_where_due(s: PopeJoan, e: TurnedUp) -> Any:
    """A card turned up lies where the last card falls to."""
    named = e.seat if e.seat is not None else dead(s) if e.place == "dead" else None
    falls = falls_to(s)
    if named is None or named == falls or falls == aside(s):
        return None
    where = "the dead hand" if falls == dead(s) else f"seat {falls}"
    return Broken(cards=e.card.bit, says=f"the last card falls to {where}")


@game.on(TurnedUp, "PJ-6.5", "no_turn_up_due", "one card is turned up after the deal", fault="contradiction")
def turn_up(s: PopeJoan, e: TurnedUp) -> None:
    """A card is turned up: it names trump, lies where it lies, and may bring the dealer something (PJ-3.4 to PJ-3.7)."""
    s.upcard = e.card if e.card.bit & PACK51 else UNKNOWN
    s.trump = s.last_trump = e.card.suit if e.card.suit in SUIT_MASK else ""
    s.prizes = POPE.bit | (HONOUR_CARDS & SUIT_MASK[s.trump] if s.trump else 0)
    place = falls_to(s)
    hands = (*range(len(s.players)), dead(s))
    if place == aside(s) or sum(s.places.count(hand) or 0 for hand in hands) < CARDS_DEALT:
        s.places.deal(place, 0, 1)
    if e.card.bit:
        s.places.show(e.card.bit, place)
    if not e.card.bit & PACK51:
        doubt_compartments(s, e.card.could_be & s.places.pool)
        return
    if e.card is POPE:
        turn_up_pope(s)
    elif e.card.rank in HONOURS:
        s.ledger.take(pool(HONOURS[e.card.rank]), purse(s.dealer), "turned up")


TURN_UP: Final = (Due(TurnedUp, skip=unwritten(turn_up, TurnedUp(card=UNKNOWN))),)


def turn_up_pope(s: PopeJoan) -> None:
    """The dealer takes pope and, with p001, a counter a card dealt to each (PJ-3.6, PJ-3.7, PJ-A13)."""
    s.ledger.take(pool("pope"), purse(s.dealer), "pope turned up")
    if s.options.pope_turnup_payment == "per_card":
        collect(s, s.dealer, s.options.pope_turnup_cap, "pope turned up")
    if s.options.pope_turnup_ends_deal:
        s.ledger.take(pool("game"), purse(s.dealer), "out")
        s.finish("pope_turned_up", s.dealer)


def collect(s: PopeJoan, winner: int, cap: int | None, why: str) -> None:
    """Everybody else pays the winner a counter for each card in hand, up to a cap (PJ-A2, PJ-A18)."""
    for seat, account in enumerate(everybody(s)):
        if seat != winner:
            cards = s.places.count(seat)
            amount = cards if cards is None or cap is None else min(cap, cards)
            s.ledger.move(account, purse(winner), amount, why)


@game.offer(TurnedUp, "the card turned up")
def turn_ups(s: PopeJoan, _seat: int) -> Iterator[TurnedUp]:
    """The card that is left, or one of the place that was dealt the last."""
    place = falls_to(s)
    whole = s.options.turnup_owner == "recipient"
    cards = s.places.possible(place, PACK51) if whole else s.places.pool
    return (TurnedUp(card=card) for card in cards_of(cards))


# ---- PJ-4 Play ---------------------------------------------------------------------------------------------------------

MISSED = Rule("PJ-6.1", "missed_follow", "who holds the next higher card plays it")
FOLLOW: Final = [follow(MISSED, SUCCESSOR, (1 << seats) - 1, slips=True) for seats in range(game.seats[1] + 1)]
LOWEST = Rule("PJ-6.4", "not_lowest_lead", "the lowest card of a suit is led")
LOWEST_CARDS: Final = RANK_MASK["A"]
"""The cards that follow no other."""


LED: Final = (*((Due(Played, 1 << seat),) for seat in range(game.seats[1])), (Due(Played),))
"""The lead that is due, by the seat; the last of them, from a seat that is not known (-1)."""
NEXT: Final = Due(Played, matches=lambda s, e: e.card.could_be & (s.run.due | s.run.may_follow))
FOLLOWED: Final = tuple((NEXT, *lead) for lead in LED)
"""The play of whoever holds the next card, or, if nobody does, the lead of a seat (PJ-4.2, PJ-4.3)."""


@game.obliges(Played)
def follows(s: PopeJoan, _seat: int) -> Any:
    """Who holds the next higher card plays it (PJ-4.2); who leads, leads the lowest of a suit, if the table has it so (PJ-4.1)."""
    run, lowest = s.run, s.options.lead_rule == "lowest_of_suit"
    if run.leader < 0:
        return leads_lowest(run.may_follow) if run.may_follow and lowest else ()
    held = FOLLOW[len(s.players)][run.due]
    return held + leads_lowest(run.due) if lowest else held


@cache
def leads_lowest(but: int) -> tuple[Obliged, ...]:
    """Who leads, leads the lowest card of a suit. but: cards that are no lead, as they follow (a mask)."""
    return tuple(Obliged(LOWEST, suit, but, slips=True, lowest=True) for suit in SUIT_MASK.values())


@game.on(Played, "PJ-6.3", "lead_out_of_turn", "who played the last card leads", cost=TWO_LINES)
def play(s: PopeJoan, e: Played) -> None:
    """A card is played: another must follow it, or its player leads anew (PJ-4.2, PJ-4.3)."""
    seat, card, places, lies = e.seat, e.card, s.places, len(s.players)
    if card.bit or (card := places.told(card, seat)).bit:
        places.move_card(card, seat, lies)
        s.run.put(seat, card, SUCCESSOR[card.index] & ~(places.known[lies] | places.known[lies + ASIDE]))
        if card.bit & s.prizes:
            win_compartments(s, seat, card)
    else:
        may_be = card.could_be & places.possible(seat, PACK51) & ~places.later
        places.move_card(card, seat, lies)
        s.run.put(seat, card, may_be << 1 & PACK51 & ~(LOWEST_CARDS | places.known[lies]))
    if not s.trump or not card.bit:
        doubt_compartments(s, card.could_be & places.pool | card.bit)
    if not (places.known[seat] or places.unseen[seat]):
        go_out(s, seat)


@game.offer(Played, "a lead")
def plays(s: PopeJoan, seat: int) -> Iterable[Act]:
    """The card that must follow, or a lead (PJ-4.1, PJ-4.2): whoever may play, once."""
    return () if s.run.due and seat >= 0 else stops.plays_offered(game, s)


def win_compartments(s: PopeJoan, seat: int, card: Card) -> None:
    """Pope or a trump honour takes its compartment; the second card of a pair, that of the pair too (PJ-4.5, PJ-4.6)."""
    if card is POPE:
        s.ledger.take(pool("pope"), purse(seat), "played")
        if s.options.pope_played_payment == "per_card":
            collect(s, seat, s.options.pope_played_cap, "pope played")
        return
    s.ledger.take(pool(HONOURS[card.rank]), purse(seat), "played")
    for name, lower, upper in PAIRS:
        if card.rank in {lower, upper}:
            win_pair(s, name, card, Card((lower if card.rank == upper else upper) + s.trump))


def win_pair(s: PopeJoan, name: str, card: Card, other: Card) -> None:
    """The second card of a pair may take the compartment of the pair, or a share of it (PJ-4.7, PJ-4.8)."""
    second, first = s.run.seats[-1], s.run.played_by(other)
    if first < 0:
        return
    rule = s.options.pair_rule if first == second else s.options.pair_split
    in_succession = card.index == other.index + 1 and s.run.adjacent(other)
    if rule == "off" or (rule in {"in_succession", "sequential"} and not in_succession):
        return
    if first == second:
        s.ledger.take(pool(name), purse(second), "pair")
    else:
        split(s, name, first, second, queen=first if other.rank == "Q" else second)


def split(s: PopeJoan, name: str, first: int, second: int, queen: int) -> None:
    """Two seats share a compartment (PJ-4.8)."""
    account = pool(name)
    amount = s.ledger.balances[account]
    if amount is None:
        s.ledger.lose((purse(first), purse(second)))
        s.ledger.balances[account] = None if s.options.odd_counter == "stays" else 0
        return
    half, odd = divmod(amount, 2)
    winner = {"queen": queen, "second_player": second}.get(s.options.odd_counter)
    for seat in (first, second):
        s.ledger.move(account, purse(seat), half + (odd if seat == winner else 0), "pair split")


def doubt_compartments(s: PopeJoan, may_be: int) -> None:
    """A card was turned up or played that was not (wholly) seen, or trump is not known: compartments may have been taken with it."""
    for card in cards_of(may_be):
        if card is POPE and card not in s.run.cards:
            s.ledger.lose((pool("pope"), *everybody(s)))
        elif card.rank in HONOURS and card.suit in {s.trump, ""} | ({card.suit} if not s.trump else set()):
            pairs = [pool(name) for name, lower, upper in PAIRS if card.rank in {lower, upper}]
            s.ledger.lose((pool(HONOURS[card.rank]), *pairs, *everybody(s)))


# ---- PJ-5 End of deal, rotation, session -------------------------------------------------------------------------------


RATES: Final = {"exempt": 0, "double": 2, "pays": 1}
"""What the holder of Pope pays for each card left (PJ-5.2)."""


def paid_if(s: PopeJoan, holder: int) -> Way:
    """The payments of all for the cards left, if this seat holds Pope."""
    rows = []
    for seat, cards in enumerate(s.left):
        amount = cards * (RATES[s.options.unplayed_pope] if seat == holder else 1)
        if seat != s.out and amount:
            rows.append(Transfer(purse(seat), purse(s.out), amount, "cards left"))
    return Way(holder, tuple(rows))


go_out: Final = stops.paid_by_holder(game, POPE, "Pope", paid_if)
"""Who is out takes game, and all pay for the cards they hold (PJ-5.1); what the holder of Pope pays hangs on who that is (PJ-5.2)."""

stops.thrown_in(game, "PJ-6.6", after="pope_turned_up")  # which brings what it does, though (PJ-3.7)
deal_rotates(
    game,
    "PJ-A17",
    "the deal passes to the left",
    kinds=(HandStarted, FinalDealt),
    asks="the next deal",
    begins=partial(stops.begins, stake=dress),
)


@game.over("PJ-5.7", "late_deal", "a deal after the last of the session")
def is_final(s: PopeJoan) -> bool:
    """No deal follows the final deal (PJ-5.7)."""
    return s.final


ends_after(game, "deals", "PJ-5.5", "late_deal", "a deal after the last of the session")


@game.missed
def miss(s: PopeJoan, e: Gap) -> None:
    """Of deals that were missed neither the counters nor the dealer are known; of one, that trump may have stayed."""
    s.last_trump = s.trump if e.hands == 1 else ""
    stops.hands_missed(s, e, POOLS)


# ---- PJ-5.6, PJ-5.7 The final deal, and what is left on the board ------------------------------------------------------


def may_hold_counters(s: PopeJoan) -> bool:
    """Whether counters lie on the board, or may lie there."""
    return any(s.ledger.balances[pool(name)] != 0 for name in POOLS)


@game.rule(FinalDealt, "PJ-5.7", "final_deal_not_due", "a final deal empties the board")
def final_deal_is_due(s: PopeJoan, _e: FinalDealt) -> Any:
    """The final deal is made once, after the last deal, if counters are left on the board (PJ-5.6, PJ-5.7)."""
    if s.options.end_disposal != "final_deal":
        return Broken(says="a final deal, which this table does not play", clause="PJ-5.6")
    if s.final:
        return Broken(says="the final deal was made before", kind="contradiction")
    if s.on and not s.blind:
        says = "the final deal was made though nobody was out"
        return Broken(says=says, name="count_mismatch", clause="PJ-6.6", kind="contradiction", cost=DISORDER)
    return may_hold_counters(s) or "a final deal over an empty board"


@game.rule(FinalDealt, "PJ-6.5", "impossible_card", "each card is dealt once", "contradiction", cost=DISORDER)
def final_deal_is_possible(s: PopeJoan, e: FinalDealt) -> Any:
    """All 51 cards are dealt face up to the players, one by one (PJ-5.7)."""
    if len(e.hands) > len(s.players):
        return Broken(says=f"a hand for seat {len(e.hands) - 1}, where nobody sits", name="no_such_seat")
    sizes = [len(cards) for cards in e.hands if cards]
    if None in e.hands or len(e.hands) < len(s.taking_part()):
        return None
    says = "not all cards were dealt" if sum(sizes) != CARDS_DEALT else ""
    if not says and max(sizes) - min(sizes) > 1:
        says = f"{stops.listing(sizes)} cards were dealt; one by one no hand gets two more than another"
    return not says or Broken(says=says, name="count_mismatch", clause="PJ-6.6")


@game.on(FinalDealt, free=True, blindly=True)
def deal_finally(s: PopeJoan, e: FinalDealt) -> None:
    """All cards are dealt face up once more; who gets the honours empties the board (PJ-5.7)."""
    if s.on:
        trump, dealer = s.trump, s.dealer
        miss(s, Gap())
        s.last_trump, s.next_dealers = trump, stops.if_known(s.after(dealer))
    if s.closed or s.final:
        return
    s.hand += 1
    s.on = s.blind = False
    s.ledger.begin()
    named = only(s.next_dealers) if e.dealer is None else e.dealer
    s.dealer = -1 if named is None or named >= len(s.players) else named
    s.trump, s.upcard, s.run, s.final = s.last_trump, UNKNOWN, Run(), True
    s.places.clear()
    for seat, usual in enumerate(dealt_out(s, CARDS_DEALT, s.beside(max(s.dealer, 0)))):
        listed, size = mask_of(e.hands[seat] or () if seat < len(e.hands) else ()), size_written(e, seat)
        s.places.deal(seat, listed, max(0, (usual if size is None else size) - listed.bit_count()))
    s.places.know_rest()
    if not s.trump and may_hold_counters(s):
        s.ledger.lose((*everybody(s), *map(pool, POOLS)))
    else:
        win_finally(s)
    s.finish("final_deal", counts=False)


def seats_with(s: PopeJoan, card: Card) -> Sequence[int]:
    """The seats that may have been dealt a card; one that no list has may be anybody's."""
    seats = who_may_hold(s, card.bit)
    return seats if min(seats) >= 0 else s.taking_part()


def win_finally(s: PopeJoan) -> None:
    """Whoever was dealt a card takes its compartment; a pair in two hands is shared, the odd counter to the queen (PJ-5.7)."""
    trump = {rank: Card(rank + s.trump) for rank in HONOURS} if s.trump else {}
    won = {"pope": (POPE, POPE)} | {HONOURS[rank]: (card, card) for rank, card in trump.items()}
    if trump:
        won |= {"matrimony": (trump["Q"], trump["K"]), "intrigue": (trump["Q"], trump["J"])}
    for name, cards in won.items():
        first, second = (seats_with(s, card) for card in cards)
        amount = s.ledger.balances[pool(name)]
        if first == second and len(first) == 1:
            s.ledger.take(pool(name), purse(first[0]), "final deal")
        elif amount is None or (amount and len(first) + len(second) > 2):
            s.ledger.lose(map(purse, {*first, *second}))
            s.ledger.balances[pool(name)] = 0
        else:
            half, odd = divmod(amount, 2)
            s.ledger.move(pool(name), purse(first[0]), half + odd, "final deal")
            s.ledger.move(pool(name), purse(second[0]), half, "final deal")


@game.between
def between(s: PopeJoan) -> Iterator[Due]:
    """Pope may be shown by its holder; the final deal may be made."""
    yield from stops.may_show(s)
    if may_be_final(s) and is_whole(s):
        yield Due(FinalDealt, optional=True, weight=0.1)


def may_be_final(s: PopeJoan) -> bool:
    """Whether the final deal may come next."""
    return s.hand > 0 and not s.final and s.options.end_disposal == "final_deal" and may_hold_counters(s)


def is_whole(s: PopeJoan) -> bool:
    """Whether all have dealt equally often, where they should (PJ-6.9) and could, as the same number of players took part in all."""
    return not s.options.whole_rounds or s.hands_done is None or s.dressers <= 0 or s.hands_done % s.dressers == 0


@game.offer(FinalDealt, "the final deal")
def final_deals(s: PopeJoan, _seat: int) -> Act:
    """All cards, one by one from the left of the dealer."""
    sizes = tuple(dealt_out(s, CARDS_DEALT, s.beside(only(next_dealers(s)) or 0), s.vacant()))
    chance = Chance(tuple(cards_of(PACK51)), sizes, lambda hands: FinalDealt(hands=hands))
    return Act(FinalDealt, None, "the final deal", chance=chance, optional=True, weight=0.1)


@game.offer(Closed)
def closes(s: PopeJoan, _seat: int) -> Act | tuple[()]:
    """The session ends, after whole rounds if they are due."""
    weight = 0.05 if may_be_final(s) else 1.0
    return Act(Closed, None, "the end of the session", (Closed(),), weight=weight) if is_whole(s) else ()


stops.session_closes(game, POOLS, lambda s: s.options.end_disposal == "split_equal", "share_of_the_board")


@game.rule(Closed, "PJ-6.9", "unequal_dressers", "all dress the board equally often", cost=STATEMENT)
def rounds_are_whole(s: PopeJoan, _e: Closed) -> Any:
    """Where the dealer alone dresses the board, all should have dealt equally often (PJ-2.3)."""
    says = "not all have dressed the board equally often"
    return s.on or is_whole(s) or f"{counted(s.hands_done or 0, 'deal')} among {s.dressers} players: {says}"


@game.rule(Closed, "PJ-5.7", "counters_left", "a final deal empties the board", "note")
def board_is_emptied(s: PopeJoan, _e: Closed) -> Any:
    """Counters left on the board go out in a final deal (PJ-5.6, PJ-5.7)."""
    amounts = [s.ledger.balances[pool(name)] for name in POOLS]
    if s.on or s.final or None in amounts or not any(amounts) or s.options.end_disposal != "final_deal":
        return None
    return f"{were(sum(amounts), 'counter')} left on the board without a final deal"  # type: ignore[arg-type]


# ---- PJ-6 Irregularities of payments, and the score sheet --------------------------------------------------------------


def dressing_is_true(s: PopeJoan, e: ChipsPassed, seat: int) -> Any:
    """What a seat pays into the board is what the dressing asks (PJ-2.2 to PJ-2.4); between two deals, of either."""
    stake, more = stakes(s)
    dealers = (s.dealer,) if s.on else (s.dealer, *(s.next_dealers or [-1]))
    if more and min(dealers) < 0:
        return None
    wanted = {part_due(s, e, stake + more if seat == dealer else stake) for dealer in dealers}
    if e.amount in wanted:
        return None
    says = f"seat {seat} paid {e.amount} into {e.to}; {' or '.join(map(str, sorted(wanted)))} was due"
    return Broken(seat=seat, says=says)


def part_due(s: PopeJoan, e: ChipsPassed, total: int) -> int:
    """The part of a seat's share of the dressing that goes into the board, or into one compartment of it."""
    if e.to == "board":
        return total
    full = dict(zip(map(pool, POOLS), targets(s), strict=True))[e.to]
    if s.options.dressing == "shared":
        return min(e.amount, total, full)
    return full // len(s.taking_part()) if s.options.dressing == "two_each" else full if total else 0


BOARD: Final = pots.Board(
    POOLS,
    "compartment",
    payment=("PJ-6.7", "wrong_payment", "payments follow from the play"),
    conserved=("PJ-6.8", "not_conserved", "no counter is made or lost"),
    unproven=("PJ-6.10", "unproven_exemption", "only who was seen to hold Pope is treated as its holder"),
    card="Pope",
    dressing=dressing_is_true,
    too_early=lambda s: s.upcard is None,
    shared="share_of_the_board",
    thrown_in="pope_turned_up",
)
pots.money(game, BOARD)


@game.outcomes
def outcomes(s: PopeJoan, e: Scored) -> Iterator[Any]:
    """The outcomes that a deal can have: points that the board and the players can have paid (PJ-6.8)."""
    points = pots.points_written(s, e)
    left = leaves(s, points) if points is not None and not s.run.cards else None
    lost_too_much = (amount < -most_lost(s, seat) for seat, amount in enumerate(points or ()))
    if points is None or (left != set() and pots.can_be_paid(s, POOLS, points) and not any(lost_too_much)):
        yield partial(row_settles, points=points, left=left)


def most_lost(s: PopeJoan, seat: int) -> int:
    """The most that a seat can lose in a deal: the dressing, the payments for Pope, and for the cards left."""
    if s.sitting_out >> seat & 1:
        return 0
    stake, more = stakes(s)
    cards = usual_sizes(s)[0][seat]
    options = s.options
    capped = [
        0 if rule == "none" else cards if cap is None else min(cap, cards)
        for rule, cap in (
            (options.pope_turnup_payment, options.pope_turnup_cap),
            (options.pope_played_payment, options.pope_played_cap),
        )
    ]
    pope = sum(capped) if options.turnup_owner == "recipient" else max(capped)
    rate = 2 if options.unplayed_pope == "double" else 1
    return stake + (more if seat == s.dealer else 0) + pope + cards * rate


def leaves(s: PopeJoan, points: Sequence[int]) -> set[tuple[int, ...]] | None:
    """The counters that a deal with these points may have left in the compartments: game was taken; of each other all may be left or
    nothing, of a pair that was shared the odd counter (PJ-3.5 to PJ-5.1). None if nobody knows what lay there.
    """
    lies = [(name, s.ledger.balances[pool(name)] or 0) for name in POOLS]
    here, odd = s.ledger.total(map(pool, POOLS)), s.options.pair_split != "off" and s.options.odd_counter == "stays"
    if here is None:
        return None
    pairs = {name for name, *_ in PAIRS} if odd else set()
    ways = [{0} if name == "game" else {amount, 0, amount % 2 if name in pairs else 0} for name, amount in lies]
    return {left for left in product(*ways) if here - sum(left) == sum(points) + sum(targets(s))}


def row_settles(s: PopeJoan, points: Sequence[int] | None, left: set[tuple[int, ...]] | None) -> None:
    """The deal came out as a row says; what lies on the board after it, so far as it follows. Somebody took game (PJ-5.4)."""
    amounts = [{one[number] for one in left or ()} if name != "game" else {0} for number, name in enumerate(POOLS)]
    pots.write_row(s, POOLS, points, [only(may_be) for may_be in amounts])
    s.last_trump = s.trump
    s.finish("sheet")


winner_is_called(game, "PJ-5.1", "who is out has won the deal")
out_is_called(game, "PJ-6.6", "count_mismatch")


# ---- How the deal came out, and what there is to see -------------------------------------------------------------------


@game.draws
def scene(s: PopeJoan) -> Scene:
    """The table. With `turn_down_played` only the cards played since the last stop lie face up (PJ-4.4)."""
    run = s.run
    hidden = run.since_stop() if s.options.turn_down_played and s.on else 0
    facts = [("trump", SUIT_NAMES.get(s.trump, "not known"))]
    if s.upcard is not None and s.upcard.bit:
        facts.append(("turned up", str(s.upcard)))
    if s.on and s.upcard is not None:
        in_hands = s.run.due & ~s.places.known[dead(s)]
        facts.append(("next", next(iter(cards_of(in_hands)), None) or "a lead"))
    return Scene(
        facts=tuple(facts),
        hands=stops.seats_drawn(
            s, {"dealer": s.dealer, "elder": s.after(s.dealer)}, playing=s.on and s.upcard is not None
        ),
        rows=(
            Row(title="Played", cards=tuple(run.cards[hidden:]), seats=tuple(run.seats[hidden:]), unknown=hidden),
            row_of(s.places, dead(s), "Dead hand"),
        ),
        pots=pots.drawn(s, POOLS),
    )
