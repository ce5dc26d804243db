"""SP-1 and SP-2: pack, pots, house rules, and where a session of Spinado stands; antes and deal."""

from dataclasses import dataclass, field
from typing import Final, Literal

from upcard.engine.game import Broken
from upcard.engine.mechanisms.board import Board, cannot_tell, everybody, pass_counters
from upcard.engine.mechanisms.deals import complete_last, deal_dead, deal_hands, sizes_of
from upcard.engine.mechanisms.held import Rates
from upcard.engine.mechanisms.stops import successors
from upcard.engine.mechanisms.stops_table import dead
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import PACK_MASK, RANK_MASK, Card, mask_of
from upcard.schemas.events import Dealt, Opened
from upcard.schemas.options import Options, option

# ---- SP-1 Deck, seats ----------------------------------------------------------------------------------------------

PACK47: Final = PACK_MASK & ~RANK_MASK["2"] & ~Card("8d").bit
CARDS: Final = 47
SPINADO: Final = Card("Ad")
SUCCESSOR: Final = successors(PACK47)

POTS: Final = ("matrimony", "intrigue", "game")
MATRIMONY, INTRIGUE, GAME_POT = range(3)
PAIRS: Final = ((MATRIMONY, Card("Qd"), Card("Kd")), (INTRIGUE, Card("Jd"), Card("Qd")))
"""Each pot of a pair: its lower and its upper card (SP-3.5)."""
PAIR_CARDS: Final = mask_of(Card(text) for text in ("Jd", "Qd", "Kd"))

WHYS: Final = ("ante", "pair", "out", "spinado", "share at the end", "as written", "not known", "bought")
ANTE, PAIR, OUT, FINE, SHARE, SHEET, LOST, BOUGHT = range(8)
BOARD: Final = Board(POTS, BOUGHT)
RATES: Final = Rates(SPINADO, 0, 2, FINE)
"""Who holds the spinado at the end pays two counters for each card left (SP-4.2)."""


TWICE: Final = -2
"""In the sequence of cards played: a line that may have been written twice, or tell of another card."""


class SpinadoOptions(Options):
    """SP-O."""

    buy_in: int = option(0, "SP-1.2", "counters that every player begins with", ge=0)
    follow: Literal["must", "may"] = option("must", "SP-A1", "whether the next higher card has to be played")
    spinado_alone: bool = option(False, "SP-3.4", "true: the spinado may be laid alone while a sequence runs")
    pair_rule: Literal["any", "in_sequence"] = option(
        "any", "SP-3.5", "whether a pair may be played apart, or only one card right after the other"
    )
    hands: int | None = option(None, "SP-4.4", "the session ends after so many hands", ge=1)
    leftover_pots: Literal["unclaimed", "split_equal"] = option(
        "unclaimed", "SP-4.4", "what becomes of the pots left at the end"
    )
    insolvency: Literal["debt"] = option("debt", "C-3", "a purse may go below nothing")


@dataclass(slots=True, kw_only=True)
class Spinado(State):
    """One session. Numbers below 0 stand for what the record does not tell.

    seats: how many; hands: how many hands were ended; exempt: who pays no ante in this hand, -1: nobody, -2: not
    known; victor: the same for the next hand; dealt, left: cards by seat; sequence, players_of: every card played (its
    index, -1 where it is not known or something was missed, or `TWICE`) and by whom; due: the bit of the card that must follow;
    leader: who leads if nobody follows; anted: the pots (a mask by seat) that antes were seen to be paid into; early: the
    same between two hands, of the one before or of the next; miscounted: seats (a mask) of which a card was written
    twice, or not listed, so that they may hold one card more or less; out: who went out; late: whether a card was
    played after that; how: how the hand ended. For the rest see `Opened`, `Purses` and `Payers`.
    """

    options: SpinadoOptions
    seats: int
    phase: Literal["between", "deal", "play"] = "between"
    dealer: int = -1
    next_dealer: int = -1
    lone: int = 0
    off: int = 0
    off_at: int = 0
    hands: int = 0
    exempt: int = -1
    victor: int = -1
    dealt: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    sequence: list[int] = field(default_factory=list)
    players_of: list[int] = field(default_factory=list)
    due: int = 0
    leader: int = -1
    anted: list[int] = field(default_factory=list)
    early: list[int] = field(default_factory=list)
    miscounted: int = 0
    out: int = -1
    late: bool = False
    how: str = ""
    counters: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    unsure: int = 0
    unsure_before: int = 0
    vague: int = 0
    pending: list[int] = field(default_factory=list)
    bought: int = 0
    changed: int = 0
    counted: list[int] = field(default_factory=list)
    counted_of: int = 0


def start(header: Opened, options: SpinadoOptions) -> Spinado:
    """A table before the first hand, with the counters bought and those left in the pots."""
    seats = len(header.seats)
    told = header.buy_in is not None or options.buy_in > 0
    counters = BOARD.balances(header)
    if header.buy_in is None:
        counters = [*(purse + options.buy_in for purse in counters[:seats]), *counters[seats:]]
        counters[-1] -= seats * options.buy_in
    return Spinado(
        game="spinado",
        options=options,
        seats=seats,
        players=list(header.seats),
        places=no_cards(seats),
        counters=counters,
        bought=everybody(seats) if told else 0,
        counted=[0] * seats,
        early=[0] * seats,
    )


def no_cards(seats: int) -> Places:
    """Places after the hands: the dead hand, and the table."""
    return Places.empty(seats + 2, seats)


# ---- SP-2 Ante and deal --------------------------------------------------------------------------------------------


def ante(s: Spinado) -> None:
    """Everybody but the winner of the hand before pays one into each pot (SP-2.1)."""
    if s.exempt == -2:
        cannot_tell(s, everybody(s.seats))
    for number in range(len(POTS)):
        account = BOARD.pool(s, number)
        if s.exempt == -2:
            pass_counters(s, BOARD.unknown(s), account, s.seats - 1, ANTE)
            continue
        for seat in range(s.seats):
            if seat != s.exempt:
                pass_counters(s, seat, account, 1, ANTE)


def usual_size(s: Spinado) -> int:
    """Cards in each hand (SP-2.2)."""
    return CARDS // (s.seats + 1)


def deal(s: Spinado, e: Dealt) -> None:
    """The cards are dealt; those nobody wrote down as cards not known."""
    if s.phase != "deal":
        return
    sizes = [max(0, size) for size in sizes_of(e, s.seats, [usual_size(s)] * s.seats)]
    if e.sizes is None and e.each is None:
        fill_short_lists(s, e, sizes)
    deal_hands(s.places, e, sizes, PACK47, s.step)
    deal_dead(s.places, e, dead(s), CARDS - sum(sizes), PACK47, s.step)
    if not s.gap:
        complete_last(s.places, dead(s), PACK47)
    s.dealt, s.left = sizes, sizes[:]
    s.phase = "play"


def fill_short_lists(s: Spinado, e: Dealt, sizes: list[int]) -> None:
    """Lists of fewer cards than a hand gets, where all lists together are too short: some were not written down."""
    usual = usual_size(s)
    usual_dead = CARDS - usual * s.seats
    listed = (e.places or {}).get("dead")
    in_dead = usual_dead if listed is None else len(listed)
    if sum(sizes) + in_dead >= CARDS:
        return
    for seat, size in enumerate(sizes):
        if size < usual:
            sizes[seat] = usual
            s.miscounted |= 1 << seat
    if in_dead < usual_dead:
        s.places.deal(dead(s), 0, usual_dead - in_dead, s.step, None)


# ---- SP-4.2, SP-4.3 What the record tells of fines and pots --------------------------------------------------------------


def unproven(seat: int, amount: int | None) -> Broken:
    """A seat paid as the holder of the spinado, but nobody saw it there."""
    says = f"seat {seat} was taken for the holder of the spinado, which nobody saw there"
    says += f" (paid {amount})" if amount is not None else ""
    return Broken(seat=seat, says=says, name="unproven_spinado_fine", kind="note")


def lying_in_pairs(s: Spinado) -> int | None:
    """What lies in matrimony and intrigue together. After rows of a sheet that is known, though not what lies in each."""
    pairs = sum(BOARD.contents(s)[:GAME_POT])
    pools = (1 << GAME_POT) - 1
    if not s.unsure >> s.seats & pools:
        return pairs
    unsure = s.unsure & ~(pools << s.seats)
    return None if unsure else pairs + s.counters[BOARD.unknown(s)]


def gather(s: Spinado) -> None:
    """Before the pots are shared out: what lies in two of them together is put into one."""
    together = lying_in_pairs(s)
    if together is not None and s.unsure:
        BOARD.set_pool(s, INTRIGUE, 0, SHEET)
        BOARD.set_pool(s, MATRIMONY, together, SHEET)
        s.unsure = 0
