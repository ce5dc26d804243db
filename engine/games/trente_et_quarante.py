"""Trente et Quarante: bets on two rows of cards against a bank, with a prison for ties at 31 (document 004).

The sections are those of the rules page. All cards are public and nobody holds any, so nothing lies in places: the shoe counts
its copies of each card. Accounts: `seat:0`, `bank`, `bet:<name>`, `ins:<name>`; `away` of those who left, `cage` for money bought.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import count
from typing import Any, Final, Literal, NamedTuple, TypeVar

import msgspec

from upcard.engine.due import Act
from upcard.engine.kernel.game import (
    CHOICE,
    DISORDER,
    TWO_LINES,
    UNTOLD,
    Broken,
    Column,
    Debt,
    Due,
    Game,
    Result,
    Rule,
    Transfer,
    says_only,
)
from upcard.engine.kernel.ledger import Ledger, halves
from upcard.engine.kernel.shoe import CARDS, Shoe
from upcard.engine.kernel.state import State
from upcard.engine.mechanisms.chance import Fit, fit, share
from upcard.engine.mechanisms.pots import seat as purse
from upcard.engine.mechanisms.pots import seats_of
from upcard.engine.scene import Hand, Scene
from upcard.engine.scene import Row as DrawnRow
from upcard.engine.wording import counted, in_coins
from upcard.schemas.cards import PACK, UNKNOWN, Card
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    BetInsured,
    BetPlaced,
    BetSurrendered,
    BetWithdrawn,
    BoughtIn,
    CashedOut,
    ChipsPassed,
    Closed,
    CutReached,
    Gap,
    HandStarted,
    Joined,
    Left,
    Opened,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    RowDealt,
    Shuffled,
    TurnedUp,
    Voided,
)
from upcard.schemas.findings import FindingKind
from upcard.schemas.options import Options, option

# ---- TQ-O Options ------------------------------------------------------------------------------------------------------


class TrenteEtQuaranteOptions(Options):
    """TQ-O."""

    decks: int = option(6, "TQ-1.1", "packs in the shoe", ge=1, le=100)
    cut_from_end: int = option(52, "TQ-1.3", "cards behind the cut card", ge=0)
    cut_card: Literal["finish_hand", "void_hand"] = option(
        "finish_hand", "TQ-1.3", "what becomes of the hand in which the cut card shows up"
    )
    bet_min: int | None = option(None, "TQ-1.2", "the least a bet may be, in units", ge=1)
    bet_max: int | None = option(None, "TQ-1.2", "the most a bet may be, in units", ge=1)
    half_surrender: bool = option(False, "TQ-4.4", "a bet may be given up for its half instead of being imprisoned")
    half_rounding: Literal["bank", "player"] = option("bank", "TQ-4.4", "who gets the odd unit of a bet given up")
    imprisoned_push: Literal["stay", "release"] = option(
        "stay", "TQ-4.6", "what a tie of 32 to 40 does to a bet in prison"
    )
    imprisoned_refait: Literal["stay", "double", "lose"] = option(
        "stay", "TQ-4.7", "what another tie at 31 does to a bet in prison: nothing, one more win needed, or it is lost"
    )
    insure_imprisoned: bool = option(True, "TQ-4.8", "a bet in prison may be insured")
    insurance_max_bp: int = option(
        100, "TQ-2.2", "the most of a bet that may be insured, in hundredths of a percent", ge=0
    )
    insurance_odds: int = option(49, "TQ-A3", "what an insurance pays for one", ge=1)
    couleur_reference: Literal["first_of_hand", "first_of_winning_row"] = option(
        "first_of_hand", "TQ-A1", "whose colour couleur compares with that of the winning row"
    )
    push_bets: Literal["returned", "stand"] = option(
        "returned", "TQ-4.2", "whether free bets go back at a tie of 32 to 40, or stand for the next hand"
    )
    imprisoned_at_close: Literal["half", "return", "forfeit"] = option(
        "half", "TQ-4.10", "what is paid back for bets in prison when the session closes"
    )
    surplus_card: Literal["next_row", "void"] = option(
        "next_row", "TQ-6", "where a card too many goes: it opens the next row, or is burned"
    )
    unit_scale: int = option(
        100, "TQ-2.3", "units in a coin: amounts are typed and shown in coins, kept in units", ge=1
    )

    @property
    def cards(self) -> int:
        """Cards in the shoe."""
        return self.decks * CARDS


# ---- What a hand consists of -------------------------------------------------------------------------------------------

LEAST: Final = 31
MOST: Final = 40
Colour = Literal["red", "black"]
VALUES: Final = {rank: min(place, 10) for place, rank in enumerate("A23456789TJQK", start=1)}
"""What each rank counts (TQ-1.1)."""
COLOUR_OF: Final[dict[str, Colour]] = {"d": "red", "h": "red", "c": "black", "s": "black"}
ROWS: Final = ("noir", "rouge")
NOIR, ROUGE = range(2)
ROW_COLOUR: Final = ("black", "red")
ROW_OF: Final = {name: row for row, name in enumerate(ROWS)}
KINDS: Final = ("noir", "rouge", "couleur", "inverse")


class Bet(msgspec.Struct, frozen=True):
    """A bet on the table. owner: the account it is played for; waits: it was placed late, for the next hand; level: how many
    wins it needs to leave prison, 0 if it is free; fresh: imprisoned by the last hand; insured: for this hand, or from the next.
    """

    owner: str
    kind: str
    waits: bool = False
    level: int = 0
    fresh: bool = False
    insured: Literal["", "now", "later"] = ""


class Row(msgspec.Struct, frozen=True):
    """A row. full: whether it has 31; least, most: what its cards come to; colour: of its first card; line: that dealt last to
    it, 0 if no line of this hand did.
    """

    cards: tuple[Card, ...] = ()
    full: bool = False
    least: int = 0
    most: int = 0
    colour: Colour | None = None
    line: int = 0

    @property
    def total(self) -> int | None:
        """Its total, if it is full and that can be told."""
        return self.least if self.full and self.least == self.most else None


class Passed(msgspec.Struct, frozen=True):
    """What passed in a hand. holders: for whom the bets of its accounts were played; unsure: accounts whose gain is not known;
    missed: whether more may have passed than the record has.
    """

    rows: tuple[Transfer, ...] = ()
    holders: tuple[tuple[str, str], ...] = ()
    unsure: frozenset[str] = frozenset()
    missed: bool = False


@dataclass(slots=True, kw_only=True)
class TrenteEtQuarante(State):
    """dealing: whether a card of this hand has been dealt, which closes the bets; named: whether a line said that it began; begun:
    the line that began it; how: how the last hand ended; table: the two rows; first: the row that was begun first; moved: cards
    too many, which open the next hand; odd: whether something was irregular about the dealing of this hand.

    bets: those on the table; was, mark: the bets, and how many transfers there were, before the hand was settled; strangers:
    whether bets that no line tells of may be on the table; ledger: all money; holders: for whom the bets of each account are played
    that this hand spoke of; earlier: what passed in the hand before, as long as payments for it may be written.

    bought: the accounts whose content is known from the start; had: the seats that had money before they bought any; who: whose
    purse that of each seat is; gone: who sat there before; changed: seats that somebody else took since the hand ended; empty:
    seats known to be empty (a mask).

    shoe, cut: the shoe, and how many cards lie behind the cut card; cut_seen: it showed up; spent: the shoe is to be shuffled before
    another card; past: a hand was dealt behind the cut card; before_hand: cards dealt before this hand; hands: dealt of this
    shoe, at least; whole: all of them are in the record; tally: what came of all regular hands (TQ-9.6).
    """

    options: TrenteEtQuaranteOptions
    dealing: bool = False
    named: bool = False
    begun: int = field(default=0, compare=False)
    how: str = ""
    table: list[Row] = field(default_factory=lambda: [Row(), Row()])
    first: int = -1
    moved: tuple[Card, ...] = ()
    odd: bool = False
    bets: dict[str, Bet] = field(default_factory=dict)
    was: dict[str, Bet] = field(default_factory=dict)
    mark: int = 0
    strangers: bool = False
    ledger: Ledger = field(default_factory=Ledger)
    holders: dict[str, str] = field(default_factory=dict)
    earlier: Passed | None = None
    bought: list[str] = field(default_factory=list)
    had: int = 0
    who: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    changed: int = 0
    empty: int = 0
    shoe: Shoe = field(default_factory=Shoe)
    cut: int = 0
    cut_seen: bool = False
    spent: bool = False
    past: bool = False
    before_hand: int = 0
    hands: int = 0
    whole: bool = False
    tally: list[int] = field(default_factory=lambda: [0] * 16)


def opens_hand(s: TrenteEtQuarante, e: Any) -> bool:
    """Whether an act begins a hand, where no line says so. After something was missed a bet does, unless the hand that is on may
    be the one it is for; of cards nobody knows then to which hand they belong.
    """
    if isinstance(e, BetPlaced):
        return not s.on or (s.blind and s.dealing)
    if s.on or s.blind:
        return False
    if isinstance(e, BetInsured | BetWithdrawn):
        return e.bet in s.bets
    return isinstance(e, RowDealt | TurnedUp) and not is_of_hand_before(s, e)


game = Game(
    "trente_et_quarante",
    title="Trente et Quarante",
    source="document 004",
    family="banking",
    says="bets on two rows of cards against a bank; a tie at 31 imprisons them",
    seats=(1, 256),
    state=TrenteEtQuarante,
    options=TrenteEtQuaranteOptions,
    places=0,
    opened=0,
    score="unit/units",
    proves=(
        "All cards are public: every breach is found on the line that shows it.",
        "From cards: rows too short or too long, totals, colours and results called wrongly.",
        "From cards: more copies of a card than the shoe has, and hands dealt behind the cut card.",
        "From totals and the colour of the first card alone: the same payments as from the cards.",
        "From the bets: late, moved, over a limit, insured too much, twice or too late, given up where it is not offered.",
        "Payments, purses, the bank and what lies on a bet, where they do not follow from the bets and rows.",
        "From a hundred rows on: totals, ties and wins that chance would hardly bring, as a note.",
    ),
    book=(
        Column("kind", "bet", "what is bet on", event=BetPlaced, also=("bets", "bet on")),
        Column("amount", "stake", "what is bet, in coins", event=BetPlaced, also=("staked",), scale="unit_scale"),
        Column("bet", "bet no", "the name of the bet, where it is insured in a later hand", event=BetPlaced),
        Column(
            "amount",
            "insured",
            "what the bet is insured for, in coins",
            event=BetInsured,
            also=("insurance",),
            scale="unit_scale",
        ),
        Column("total", "noir", "the total of the noir row", "hand", event=RowDealt, given=(("row", "noir"),)),
        Column(
            "colour",
            "first",
            "the colour of the first card of the hand",
            "hand",
            event=RowDealt,
            given=(("row", "noir"),),
            also=("first card", "colour", "color"),
        ),
        Column("total", "rouge", "the total of the rouge row", "hand", event=RowDealt, given=(("row", "rouge"),)),
        Column(
            "colour",
            "rouge first",
            "the colour of the first card of the rouge row",
            "hand",
            event=RowDealt,
            given=(("row", "rouge"),),
        ),
        Column(
            "amount",
            "purse",
            "what the seat has after the hand, in coins",
            event=PurseCounted,
            also=("has", "total"),
            scale="unit_scale",
        ),
    ),
    words={
        "noir": "row_dealt noir",
        "rouge": "row_dealt rouge",
        "n": "row_dealt noir",
        "r": "row_dealt rouge",
        "card": "turned_up",
        "withdraw": "bet_withdrawn",
        "withdraws": "bet_withdrawn",
        "half": "bet_surrendered",
    },
    names={BetPlaced: {"kind": KINDS}, RowDealt: {"row": ROWS}, TurnedUp: {"place": ROWS}},
    numbers={RowDealt: {"total": {total % 10: total for total in range(LEAST, MOST + 1)}}},
    coin="unit_scale",
    begins=opens_hand,
    beginning=lambda s: not s.dealing,
    course={
        "Shoe and bettors": "`shuffled`, and `cut_reached` when the cut card shows up. `bought_in`, `cashed_out`, `joined`, `left`.",
        "Bets": "`hand_started`, if anything is bet; then `bet_placed`, `bet_insured`, `bet_withdrawn`, before the first card.",
        "Rows": "`row_dealt` for noir and for rouge; or each card `turned_up`. After a tie, `bet_surrendered` for bets given up.",
        "End": "Nothing: bets are settled by themselves. A hand thrown in is `voided`. What was called is `result_called`, payments"
        " seen are `chips_passed`, what was counted is `purse_counted` and `pool_counted`. The session is `closed`.",
    },
    writes={
        "empty seat": 'Who does not bet has nothing written; an empty seat is `left`, or `""` in the header, until somebody has `joined`.',
        "opened": '`buy_in`: money that each begins with, in units; `board`: `{"bank": ...}`, that of the bank.',
        "row_dealt": "By its cards, or by its total and the colour of its first card alone. A row ends with 31 or more.",
        "row_dealt.total": "from 31 to 40",
        "row_dealt.colour": "of the first card",
        "bet_insured.amount": "how much of it is insured, in units",
        "bet_placed.bet": "a name for it, of your own, used by no other bet",
        "bet_placed.amount": "in units: a coin has `unit_scale` of them",
        "chips_passed.from": "`bank`, `seat:0` and so on, or `bet:` and `ins:` (insurance) with the name of a bet",
        "chips_passed.to": "likewise",
        "pool_counted.pool": "`bank`, or `bet:` and `ins:` with the name of a bet",
        "result_called.result": "what was called: `noir`, `couleur loses`, `refait`, or totals",
    },
    endings={
        "noir": "noir won",
        "rouge": "rouge won",
        "push": "the rows tied",
        "refait": "the rows tied at 31",
        "not_played": "no hand was dealt",
    },
)


# ---- TQ-1 Shoe, parties ------------------------------------------------------------------------------------------------

FEWEST: Final = 4
LONGEST: Final = 31
"""The fewest and the most cards of a row: 28 with six packs (TQ-1.4), aces alone with eight or more."""
HANDS: Final = (23, 27)
"""The least and the most hands seen in a shoe of six packs with 52 cards behind the cut card (TQ-9.3)."""


@game.start
def start(s: TrenteEtQuarante, header: Opened) -> None:
    """A table before the first hand, with the purses and the bank as they were bought in (TQ-7)."""
    board = header.board or {}
    for name in board:
        if name != "bank":
            raise OptionError(f"no account {name!r} at the start", hint="there is: bank")
    balances: dict[str, int | None] = dict.fromkeys(seats_of(len(header.seats)), header.buy_in or 0)
    balances |= {"away": 0, "bank": board.get("bank", 0)}
    s.ledger = Ledger({**balances, "cage": -sum(amount or 0 for amount in balances.values())})
    s.bought = [] if header.buy_in is None else list(seats_of(len(header.seats)))
    s.bought += ["bank"] if "bank" in board else []
    s.who = list(header.seats)
    s.shoe, s.cut = Shoe(s.options.decks), s.options.cut_from_end


@game.checks_options
def check_options(options: TrenteEtQuaranteOptions, _seats: int) -> None:
    """Refuse what does not go together."""
    if options.cut_from_end > options.cards:
        raise OptionError(
            f"option cut_from_end = {options.cut_from_end}: there are {options.cards} cards in the shoe",
            hint="wanted fewer cards behind the cut card [TQ-1.3]",
        )
    if options.cut_card == "void_hand" and options.cut_from_end == options.cards:
        raise OptionError(
            "option cut_card = 'void_hand' with all cards behind the cut card: no hand could be played",
            hint="wanted a smaller cut_from_end [TQ-1.3]",
        )
    if options.bet_min is not None and options.bet_max is not None and options.bet_min > options.bet_max:
        raise OptionError(f"option bet_min = {options.bet_min} is more than bet_max = {options.bet_max}", hint="TQ-1.2")


def money(s: TrenteEtQuarante, amount: int | None) -> str:
    """An amount in coins: `12.50` where a coin has a hundred units."""
    return "?" if amount is None else in_coins(amount, s.options.unit_scale)


def everybody(s: TrenteEtQuarante) -> tuple[str, ...]:
    """All accounts that win and lose: the purses, the bank, and those who left."""
    return (*seats_of(len(s.players)), "bank", "away")


def seat_of(account: str) -> int | None:
    """The seat of a purse, if it is one."""
    return int(account[5:]) if account.startswith("seat:") else None


@game.on(BoughtIn, blindly=True)
def buy(s: TrenteEtQuarante, e: BoughtIn) -> None:
    """A bettor buys money for the table. Who has bet before must have had some, nobody knows how much."""
    if e.seat < len(s.players):
        s.bought += [purse(e.seat)] if not s.had >> e.seat & 1 and purse(e.seat) not in s.bought else []
        s.ledger.buy(purse(e.seat), e.amount, "cage")


@game.on(CashedOut, free=True, blindly=True)
def cash(s: TrenteEtQuarante, e: CashedOut) -> None:
    """A bettor gives money back."""
    if e.seat < len(s.players):
        had_money(s, e.seat)
        s.ledger.buy(purse(e.seat), -e.amount, "cage")


def had_money(s: TrenteEtQuarante, seat: int) -> None:
    """Who has money without having bought any has brought some."""
    s.had |= (purse(seat) not in s.bought) << seat


@game.on(Left)
def leave(s: TrenteEtQuarante, e: Left) -> None:
    """Somebody leaves a seat; bets may stay on the table."""
    s.empty |= 1 << e.seat


@game.on(Joined)
def join(s: TrenteEtQuarante, e: Joined) -> None:
    """Somebody takes a seat. Who sat there before keeps purse and bets, away from the table (TQ-1.2)."""
    account, bit = purse(e.seat), 1 << e.seat
    stayed = not s.empty & bit
    s.empty &= ~bit
    if s.who[e.seat] == e.player:
        if not stayed:  # who was away may have spent some, or brought more
            forget_purse(s, e.seat, had=True)
        return
    forget_purse(s, e.seat, had=e.player in s.who or e.player in s.gone)
    s.gone.append(s.who[e.seat])
    s.who[e.seat] = e.player
    balances = s.ledger.balances
    held, away = balances[account], balances["away"]
    balances["away"] = None if held is None or away is None else away + held
    balances[account] = 0
    if s.on:
        pass_on_hand(s, account)
    else:
        s.changed |= bit
    s.bets = {name: replaced(bet, owner="away") if bet.owner == account else bet for name, bet in s.bets.items()}


def forget_purse(s: TrenteEtQuarante, seat: int, *, had: bool) -> None:
    """What is in this purse is not known until money is bought for it; had: not even then."""
    s.bought = [account for account in s.bought if account != purse(seat)]
    s.had = s.had & ~(1 << seat) | had << seat


def pass_on_hand(s: TrenteEtQuarante, account: str) -> None:
    """What passed in this hand was between the table and somebody who sits there no more."""
    s.ledger.rename(account, "away")
    s.holders = {name: "away" if holder == account else holder for name, holder in s.holders.items()}


def replaced(bet: Bet, **changes: Any) -> Bet:
    """The bet with some of it changed."""
    return msgspec.structs.replace(bet, **changes)


def limit(s: TrenteEtQuarante) -> int:
    """How many cards lie before the cut card."""
    return s.options.cards - s.cut


@game.on(Shuffled, "TQ-1.3", "shuffled_mid_hand", "the hand is finished before the shuffle", blindly=True)
def shuffle(s: TrenteEtQuarante, e: Shuffled) -> None:
    """All cards but those on the table are in the shoe again; bets in prison stay there (TQ-4.9)."""
    if e.cut_from_end is not None and e.cut_from_end <= s.options.cards:
        s.cut = e.cut_from_end
    s.shoe.shuffle(known=True)
    s.whole, s.cut_seen, s.spent, s.past = True, False, False, False
    s.hands, s.odd = int(s.dealing), s.odd or s.dealing
    if not s.blind:
        s.shoe.draw((*s.table[NOIR].cards, *s.table[ROUGE].cards) if s.on else s.moved)
    s.before_hand = 0


@game.rule(Shuffled, "TQ-1.3", "no_such_cut", "the cut card lies in the shoe", "contradiction")
def cut_is_in_the_shoe(s: TrenteEtQuarante, e: Shuffled) -> Any:
    """The cut card lies behind some of the cards (TQ-1.3)."""
    if e.cut_from_end is None or e.cut_from_end <= s.options.cards:
        return None
    behind = counted(e.cut_from_end, "card")
    return Broken(says=f"{behind} behind the cut card; there are {s.options.cards} in the shoe")


@game.rule(Shuffled, "TQ-1.3", "shuffled_mid_hand", "the hand is finished before the shuffle")
def shuffle_is_due(s: TrenteEtQuarante, _e: Shuffled) -> Any:
    """The hand is finished first, unless there are no cards left for it (TQ-1.3)."""
    return not s.on or not s.dealing or s.blind or s.shoe.dealt >= s.options.cards


@game.on(CutReached, "TQ-1.3", "cut_twice", "there is one cut card", fault="contradiction", blindly=True)
def reach_cut(s: TrenteEtQuarante, _e: CutReached) -> None:
    """The cut card shows up: the hand is the last of the shoe, or is void (TQ-1.3)."""
    if s.cut_seen:
        return
    s.cut_seen = True
    if s.options.cut_card == "void_hand" and s.on and not s.blind:
        s.spent = not s.dealing
        if s.dealing:
            s.void = True
            throw_in(s)


@game.rule(CutReached, "TQ-1.3", "cut_twice", "there is one cut card", "contradiction")
def cut_shows_up_once(s: TrenteEtQuarante, _e: CutReached) -> Any:
    """There is one cut card in a shoe (TQ-1.3)."""
    return not s.cut_seen or Broken(says="the cut card showed up before in this shoe")


@game.rule(CutReached, "TQ-9.3", "suspicious_shoe", "a shoe has its length", "note")
def cut_is_where_it_was_put(s: TrenteEtQuarante, _e: CutReached) -> Any:
    """The cut card shows up where it was put, as far as the cards are known; by hands, where they are not (TQ-9.3)."""
    if s.cut_seen or not s.whole:
        return None
    if s.shoe.exact:
        there = s.before_hand <= limit(s) <= s.shoe.dealt + LONGEST
        after = counted(s.shoe.dealt, "card")
        return there or Broken(says=f"the cut card showed up after {after}; {limit(s)} lie before it", kind="note")
    usual = (s.options.decks, s.cut) == (6, 52)
    if not usual or HANDS[0] <= s.hands <= HANDS[1]:
        return None
    after = counted(s.hands, "hand")
    return Broken(says=f"the cut card showed up after {after}; a shoe lasts {HANDS[0]} to {HANDS[1]}", kind="note")


# ---- TQ-2 Bets (closed by the first card of the hand) ------------------------------------------------------------------


@game.turn
def turn(s: TrenteEtQuarante) -> Sequence[Due]:
    """Bets may be placed until the first card, and written late after it; the rows are dealt; a hand may be left without them."""
    return DEALING if s.dealing else BETTING


@game.on(HandStarted)
def begin(s: TrenteEtQuarante, _e: HandStarted) -> None:
    """A hand begins, and bets may be placed. A card too many of the hand before opens the noir row."""
    s.earlier = passed_in(s)
    s.ledger.begin()
    s.holders = {account: bet.owner for name, bet in s.bets.items() for account in (stake_of(name), insurance_of(name))}
    s.named, s.begun, s.dealing, s.how, s.changed = True, s.line, False, "", 0
    s.table, s.first, s.odd = [Row(), Row()], -1, bool(s.moved)
    s.spent = s.cut_seen
    if s.moved:
        got = read_row((), s.moved, None, whole=False)
        s.table[NOIR] = Row(s.moved, False, got.least, got.most, colour_of(s.moved[0]))
        s.first, s.moved = NOIR, ()


@game.rule(HandStarted, "TQ-7", "begun_twice", "a hand begins once", "note")
def hand_begins_once(s: TrenteEtQuarante, _e: HandStarted) -> Any:
    """A hand of which no card was dealt goes on, and its bets with it (TQ-7)."""
    if not s.on or s.blind or s.dealing:
        return None
    twice, s.named = s.named, True
    return not twice or Broken(says=f"hand {s.hand} has begun already, and no row was dealt: it goes on", kind="note")


def was_begun(s: TrenteEtQuarante) -> None:
    """An act has begun the hand, if it is of the same line."""
    s.named = s.named and s.line != s.begun


def stake_of(name: str) -> str:
    """The account of a bet's stake."""
    return f"bet:{name}"


def insurance_of(name: str) -> str:
    """The account of a bet's insurance."""
    return f"ins:{name}"


def stake(s: TrenteEtQuarante, name: str) -> int:
    """What lies on a bet."""
    return s.ledger.balances.get(stake_of(name)) or 0


def insurance(s: TrenteEtQuarante, name: str) -> int:
    """What a bet is insured for."""
    return s.ledger.balances.get(insurance_of(name)) or 0


@game.on(BetPlaced, "TQ-6", "late_bet", "bets are placed before the first card")
def place(s: TrenteEtQuarante, e: BetPlaced) -> None:
    """A stake goes on the table; after the first card it takes part from the next hand on (TQ-A9)."""
    was_begun(s)
    if e.kind not in KINDS or not e.amount or e.bet in s.bets:
        return
    account = purse(e.seat)
    had_money(s, e.seat)
    s.bets[e.bet] = Bet(account, e.kind, waits=s.dealing)
    s.holders[stake_of(e.bet)] = s.holders[insurance_of(e.bet)] = account
    s.ledger.move(account, stake_of(e.bet), e.amount, "stake")


@game.rule(BetPlaced, "G-5", "no_such_seat", "who does anything sits at the table", "contradiction", DISORDER)
def bettor_is_there(s: TrenteEtQuarante, e: BetPlaced) -> Any:
    """Only who sits at the table does anything (TQ-1.2)."""
    return not s.empty >> e.seat & 1 or Broken(seat=e.seat, says=f"nobody sits in seat {e.seat}")


@game.rule(BetPlaced, "TQ-2.1", "no_bet", "there are four bets, each with a stake", "contradiction")
def bet_is_one(_s: TrenteEtQuarante, e: BetPlaced) -> Any:
    """There are four bets, and each has a stake (TQ-2.1)."""
    if e.kind not in KINDS:
        return Broken(seat=e.seat, says=f"{e.kind!r} is no bet; there are {', '.join(KINDS)}")
    return bool(e.amount) or Broken(seat=e.seat, says="a bet of nothing")


@game.rule(BetPlaced, "G-5", "bet_twice", "a name is that of one bet", "contradiction", DISORDER)
def bet_is_new(s: TrenteEtQuarante, e: BetPlaced) -> Any:
    """A name stands for one bet on the table at a time (TQ-7). Nothing is added to a bet in prison (TQ-4.3)."""
    there = s.bets.get(e.bet)
    if there is None or there.level:
        return None if there is None else moved(there, e.bet, "raised")
    return Broken(seat=e.seat, says=f"there is a bet {e.bet} on the table already")


def moved(bet: Bet, name: str, how: str) -> Broken:
    """A bet in prison was touched."""
    says = f"bet {name} is in prison and cannot be {how}"
    return Broken(
        seat=seat_of(bet.owner), says=says, clause="TQ-6", name="imprisoned_moved", kind="breach", cost=CHOICE
    )


@game.rule(BetPlaced, "TQ-6", "late_bet", "bets are placed before the first card")
def bet_is_in_time(s: TrenteEtQuarante, e: BetPlaced) -> Any:
    """Bets are closed by the first card of the hand (TQ-2)."""
    return not s.dealing or e.bet in s.bets or Broken(seat=e.seat)


@game.rule(BetPlaced, "TQ-6", "bet_limit", "bets keep the limits of the table")
def bet_is_within_limits(s: TrenteEtQuarante, e: BetPlaced) -> Any:
    """The table has limits, or none (TQ-1.2)."""
    least, most = s.options.bet_min, s.options.bet_max
    if e.bet in s.bets:
        return None  # it is no bet of its own
    if least is not None and 0 < e.amount < least:
        return Broken(choice=True, seat=e.seat, says=f"a bet of {money(s, e.amount)}; the least is {money(s, least)}")
    if most is not None and e.amount > most:
        return Broken(choice=True, seat=e.seat, says=f"a bet of {money(s, e.amount)}; the most is {money(s, most)}")
    return None


def bet_is_there(s: TrenteEtQuarante, e: BetWithdrawn | BetInsured | BetSurrendered) -> Any:
    """What is done with a bet is done with one that lies on the table (TQ-7)."""
    return s.strangers or e.bet in s.bets or Broken(says=f"no bet {e.bet} is on the table")


for _kind in (BetWithdrawn, BetInsured, BetSurrendered):
    game.rule(_kind, "G-5", "no_such_bet", "the bet lies on the table", "contradiction", DISORDER)(bet_is_there)


def stranger_gone(s: TrenteEtQuarante) -> None:
    """A bet that no line told of has left the table: whose it was nobody knows."""
    s.ledger.lose(everybody(s))
    s.settled += s.ended == s.hand


@game.on(BetWithdrawn, "TQ-2", "late_withdrawal", "bets are taken back before the first card")
def withdraw(s: TrenteEtQuarante, e: BetWithdrawn) -> None:
    """A free bet is taken back before the first card, and its insurance with it (TQ-A10)."""
    was_begun(s)
    bet = s.bets.get(e.bet)
    if bet is None:
        stranger_gone(s)
    elif bet.waits or not (bet.level or s.dealing):
        pay_insurance(s, e.bet, bet.owner, "insurance back")
        drop(s, e.bet, bet.owner, "stake back")


@game.rule(BetWithdrawn, "TQ-2", "late_withdrawal", "bets are taken back before the first card")
def withdrawal_is_in_time(s: TrenteEtQuarante, e: BetWithdrawn) -> Any:
    """A bet is taken back before the first card or not at all (TQ-2); a bet in prison never (TQ-4.3)."""
    bet = s.bets.get(e.bet)
    if bet is not None and bet.level:
        return moved(bet, e.bet, "taken back")
    if bet is None or bet.waits or not s.dealing:
        return None
    return Broken(seat=seat_of(bet.owner), says=f"bet {e.bet} was taken back after the first card")


@game.on(BetInsured, "TQ-6", "late_insurance", "insurance is placed before the first card")
def insure(s: TrenteEtQuarante, e: BetInsured) -> None:
    """An insurance goes beside a bet; after the first card it counts from the next hand on (TQ-A9)."""
    was_begun(s)
    bet = s.bets.get(e.bet)
    if bet is None:
        s.strangers = True  # a bet lies there that no line told of
    elif e.amount and not bet.insured:
        s.bets[e.bet] = replaced(bet, insured="later" if s.dealing and not bet.waits else "now")
        s.ledger.move(bet.owner, insurance_of(e.bet), e.amount, "insurance")


@game.rule(BetInsured, "TQ-2.2", "no_insurance", "an insurance is of something", "contradiction")
def insurance_is_one(s: TrenteEtQuarante, e: BetInsured) -> Any:
    """An insurance is of something (TQ-2.2)."""
    bet = s.bets.get(e.bet)
    return bool(e.amount) or bet is None or Broken(seat=seat_of(bet.owner), says="an insurance of nothing")


@game.rule(BetInsured, "TQ-6", "late_insurance", "insurance is placed before the first card")
def insurance_is_in_time(s: TrenteEtQuarante, e: BetInsured) -> Any:
    """Insurance is placed before the first card (TQ-2.2)."""
    bet = s.bets.get(e.bet)
    return not s.dealing or bet is None or bet.waits or bool(bet.insured) or Broken(seat=seat_of(bet.owner))


@game.rule(BetInsured, "TQ-6", "double_insurance", "a bet is insured once")
def insurance_is_the_first(s: TrenteEtQuarante, e: BetInsured) -> Any:
    """A bet is insured once (TQ-2.2)."""
    bet = s.bets.get(e.bet)
    if bet is None or not bet.insured:
        return None
    return Broken(seat=seat_of(bet.owner), says=f"bet {e.bet} is insured already")


@game.rule(BetInsured, "TQ-6", "insurance_over_limit", "so much of a bet is insured")
def insurance_is_within_limit(s: TrenteEtQuarante, e: BetInsured) -> Any:
    """At most one percent of the bet is insured (TQ-2.2, TQ-A4)."""
    bet = s.bets.get(e.bet)
    if bet is None or bet.insured or e.amount * 10_000 <= stake(s, e.bet) * s.options.insurance_max_bp:
        return None
    most = most_insured(s, e.bet)
    says = f"{money(s, e.amount)} on a bet of {money(s, stake(s, e.bet))}; the most is {money(s, most)}"
    return Broken(choice=True, seat=seat_of(bet.owner), says=says)


def most_insured(s: TrenteEtQuarante, name: str) -> int:
    """The most that a bet may be insured for."""
    return stake(s, name) * s.options.insurance_max_bp // 10_000


@game.rule(BetInsured, "TQ-A8", "insurance_not_offered", "the house insures bets in prison")
def insurance_is_offered(s: TrenteEtQuarante, e: BetInsured) -> Any:
    """Whether a bet in prison may be insured is for the house to say (TQ-4.8, TQ-A8)."""
    bet = s.bets.get(e.bet)
    if s.options.insure_imprisoned or bet is None or not bet.level:
        return None
    return Broken(choice=True, seat=seat_of(bet.owner), says=f"bet {e.bet} is in prison and cannot be insured here")


# ---- TQ-3 Dealing ------------------------------------------------------------------------------------------------------


class Read(NamedTuple):
    """A row as it lies with some cards added. cards: its own; fresh: those that were dealt now; surplus: too many; full: whether it
    has 31, None if it may have; least, most: what its cards come to.
    """

    cards: tuple[Card, ...]
    fresh: tuple[Card, ...]
    surplus: tuple[Card, ...]
    full: bool | None
    least: int
    most: int


def measure(cards: Sequence[Card]) -> tuple[int, int, int, bool | None]:
    """The least and the most that cards come to, up to the one that surely fills the row; how many these are; whether they
    fill it, None if that cannot be told.

    >>> measure((Card("Kh"), Card("9s"), Card("8c"), Card("5d"), Card("2h")))
    (32, 32, 4, True)
    >>> measure((Card("Kh"), Card("??"), Card("9s"), Card("Td")))
    (30, 39, 4, None)
    """
    least = most = 0
    for number, card in enumerate(cards, start=1):
        value = VALUES.get(card.rank)
        most = min(most, LEAST - 1)  # the row was not full before this card
        least += value or 1
        most += value or 10
        if least >= LEAST:
            return least, most, number, True
    return least, most, len(cards), None if most >= LEAST else False


@lru_cache(maxsize=256)  # the rules and the act read the same row
def read_row(held: tuple[Card, ...], cards: tuple[Card, ...], written: int | None, *, whole: bool) -> Read:
    """The row that these cards make on top of those that lie there. A list may repeat what lay there.

    whole: whether they were told as all of the row; of single cards that are not all known it may need more.
    """
    if not cards:
        known = written is not None and written <= MOST
        least, most = (written, written) if written is not None and known else (LEAST, MOST)
        return Read(held, (), (), least >= LEAST, least, most)
    lies, fresh = held + cards, cards
    if held and cards[: len(held)] == held and is_full(cards) and written in {None, measure(cards)[0]}:
        lies, fresh = cards, cards[len(held) :]
    least, most, used, full = measure(lies)
    if full is None and whole:
        full, least = True, max(least, LEAST)
    if full and written is not None and least <= written <= most:
        least = most = written
    return Read(lies[:used], fresh, lies[used:], full, least, most)


def is_full(cards: Sequence[Card]) -> bool:
    """Whether these cards make a row, the last of them filling it."""
    _, _, used, full = measure(cards)
    return full is True and used == len(cards)


def colour_of(card: Card) -> Colour | None:
    """The colour of a card, if it is known."""
    return COLOUR_OF.get(card.suit)


def cards_in(e: RowDealt | TurnedUp) -> tuple[Card, ...]:
    """The cards that were dealt, a row of them or one."""
    return (e.cards or ()) if isinstance(e, RowDealt) else (e.card,)


def is_whole(e: RowDealt | TurnedUp) -> bool:
    """Whether a whole row is told, and not a card of it."""
    return isinstance(e, RowDealt) and len(e.cards or ()) != 1


def row_of(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> int:
    """The row that is dealt to; -1 if there is none of that name."""
    name = e.row if isinstance(e, RowDealt) else e.place
    return row_due(s) if name is None else ROW_OF.get(name, -1)


def row_due(s: TrenteEtQuarante) -> int:
    """The row that is to be dealt, or dealt on."""
    if not s.on or not s.dealing:
        return NOIR
    noir, rouge = s.table
    return ROUGE if noir.full or (rouge.line and not rouge.full and not noir.line) else NOIR


def look(s: TrenteEtQuarante, e: RowDealt | TurnedUp, row: int) -> Read:
    """The row as it lies after these cards."""
    held = s.table[row].cards if s.on else ()
    return read_row(held, cards_in(e), e.total if isinstance(e, RowDealt) else None, whole=is_whole(e))


def goes_on(s: TrenteEtQuarante, row: int) -> bool:
    """Whether cards may go to a row, since it is not full."""
    return s.on and row >= 0 and not (s.dealing and s.table[row].full)


def is_told_again(s: TrenteEtQuarante, e: RowDealt | TurnedUp, row: int) -> bool:
    """Whether a full row is told again: card for card, or by what it may well have been."""
    there = s.table[row]
    if not isinstance(e, RowDealt) or not there.full or (not s.on and row == NOIR) or s.how == "void":
        return False
    if e.cards and e.cards == there.cards:
        return True
    if not there.cards and there.total is None:
        return False  # nothing was told of it
    if e.colour and there.colour and e.colour != there.colour:
        return False
    if e.cards and there.cards:
        return len(e.cards) == len(there.cards) and all(map(may_be_same, e.cards, there.cards))
    if e.cards and there.colour and colour_of(e.cards[0]) not in {None, there.colour}:
        return False
    total = e.total if not e.cards else measure(e.cards)[0] if is_full(e.cards) else None
    return total is not None and there.least <= total <= there.most


def may_be_same(one: Card, other: Card) -> bool:
    """Whether two cards, each as far as it was seen, may be one."""
    return all(seen == again or "?" in {seen, again} for seen, again in zip(one, other, strict=True))


def is_of_hand_before(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> bool:
    """Whether cards dealt while no hand is on are of the one that has ended: told again, too many, or dealt though it is void."""
    if not s.hand or s.ended != s.hand or row_of(s, e) != ROUGE:
        return False
    if s.how == "void":
        return s.cut_seen
    return is_told_again(s, e, ROUGE) if isinstance(e, RowDealt) else bool(s.table[ROUGE].cards)


DEALT: Final = (RowDealt, TurnedUp)
"""The acts that deal cards to a row."""


@game.on(RowDealt, "TQ-6", "row_order", "the noir row is dealt first, then the rouge row")
@game.on(TurnedUp, "TQ-6", "row_order", "the noir row is dealt first, then the rouge row")
def deal(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Any:
    """Cards go to a row. A row that has 31 ends there; when both have, the hand is settled (TQ-3.1)."""
    was_begun(s)
    row, cards = row_of(s, e), cards_in(e)
    if row < 0:
        return None
    if not s.on:
        return deal_after_hand(s, e, cards)
    if s.dealing and is_told_again(s, e, row):
        return tell_more(s, e, row)
    behind = is_behind_cut(s, len(cards))
    if not s.dealing:
        first_card(s)
    s.past, s.odd = s.past or behind, s.odd or behind
    if s.table[row].full:
        s.odd = True
        s.shoe.draw(cards)
        return move_on(s, row, cards) if isinstance(e, TurnedUp) else None
    leave_row(s, 1 - row)
    if row == ROUGE and not s.table[NOIR].full:
        s.odd = True
        return [noir_was_missed(e), partial(add, e=e, row=row)]
    return add(s, e, row)


def noir_was_missed(e: RowDealt | TurnedUp) -> Any:
    """The noir row was dealt, and is not in the record; then came the rouge row."""

    def way(s: TrenteEtQuarante) -> Any:
        s.table[NOIR], s.first = Row(full=True, least=LEAST, most=MOST), NOIR
        return add(s, e, ROUGE)

    return way


def first_card(s: TrenteEtQuarante) -> None:
    """Bets are closed; those imprisoned by the last hand can be given up no more."""
    s.dealing, s.before_hand, s.earlier = True, s.shoe.dealt, None
    s.hands += 1
    for name, bet in s.bets.items():
        if bet.fresh:
            s.bets[name] = replaced(bet, fresh=False)


def leave_row(s: TrenteEtQuarante, row: int) -> None:
    """A row that was begun is left before it has 31: its total cannot be told."""
    there = s.table[row]
    if there.line and not there.full:
        s.table[row] = msgspec.structs.replace(there, full=True, least=LEAST, most=MOST)
        s.odd = True


def add(s: TrenteEtQuarante, e: RowDealt | TurnedUp, row: int) -> Any:
    """Cards are added to a row. Where it may have 31, it has, or it goes on."""
    got = look(s, e, row)
    s.shoe.draw(got.fresh, 0 if got.fresh else max(0, FEWEST - len(got.cards)))
    s.shoe.exact = s.shoe.exact and bool(got.fresh)
    colour = colour_of(got.cards[0]) if got.cards else None
    if colour is None and isinstance(e, RowDealt):
        colour = e.colour
    if got.full is not None:
        return lay(s, row, Row(got.cards, got.full, got.least, got.most, colour, s.line), got.surplus)
    has_31 = Row(got.cards, True, max(got.least, LEAST), got.most, colour, s.line)
    not_yet = Row(got.cards, False, got.least, LEAST - 1, colour, s.line)
    return [partial(lay, row=row, there=there, surplus=()) for there in (has_31, not_yet)]


def lay(s: TrenteEtQuarante, row: int, there: Row, surplus: tuple[Card, ...]) -> Any:
    """The row lies like this; cards too many move on."""
    s.first = row if s.first < 0 else s.first
    s.table[row] = there
    if surplus:
        s.odd = True
        return move_on(s, row, surplus)
    return settle(s) if s.table[NOIR].full and s.table[ROUGE].full else None


def move_on(s: TrenteEtQuarante, row: int, cards: tuple[Card, ...]) -> Any:
    """Cards too many are burned, or open the next row, be it that of the next hand (TQ-6, TQ-A10)."""
    other = s.table[1 - row]
    if s.options.surplus_card == "next_row":
        if s.on and not other.full:
            got = read_row(other.cards, cards, None, whole=False)
            full = bool(got.full)
            s.table[1 - row] = Row(got.cards, full, got.least, got.most, colour_of(got.cards[0]), other.line)
            cards = got.surplus
        # a whole row is no card too many: it is let lie
        s.moved += cards if measure((*s.moved, *cards))[3] is False else ()
    return settle(s) if s.on and s.table[NOIR].full and s.table[ROUGE].full else None


def deal_after_hand(s: TrenteEtQuarante, e: RowDealt | TurnedUp, cards: tuple[Card, ...]) -> None:
    """Cards that come when the hand has ended: one too many, or some of a hand that is void."""
    if isinstance(e, RowDealt) and is_told_again(s, e, ROUGE):
        return
    s.shoe.draw(cards)
    s.past = s.past or s.how == "void"
    if s.how != "void":
        move_on(s, ROUGE, cards)


def tell_more(s: TrenteEtQuarante, e: RowDealt | TurnedUp, row: int) -> None:
    """The row is told again, perhaps with what was not known of it."""
    there, told = s.table[row], cards_in(e) or s.table[row].cards
    before = there.cards or (UNKNOWN,) * min(FEWEST, len(told))
    before += (UNKNOWN,) * (len(told) - len(before))
    cards = tuple(one if one.known else seen for seen, one in zip(before, told, strict=True))
    fresh = [card for card, seen in zip(cards, before, strict=True) if card != seen]
    s.shoe.draw(fresh)
    s.shoe.dealt -= len(fresh) - (len(told) - max(len(there.cards), min(FEWEST, len(told))))
    written = e.total if isinstance(e, RowDealt) else None
    got = read_row((), cards, written, whole=True) if cards else read_row((), (), written, whole=True)
    least, most = (there.least, there.most) if there.least == there.most else (got.least, got.most)
    written_colour = e.colour if isinstance(e, RowDealt) else None
    colour = there.colour or (colour_of(cards[0]) if cards else None) or written_colour
    s.table[row] = Row(cards, True, least, most, colour, there.line)


def is_behind_cut(s: TrenteEtQuarante, cards: int) -> bool:
    """Whether cards dealt now lie behind the cut card and should not be dealt (TQ-1.3)."""
    before, dealt = limit(s), s.shoe.dealt
    if s.past or (not s.cut_seen and dealt + cards <= before):
        return False
    if s.cut_seen and not s.dealing:
        return s.spent
    if before <= 0:
        return False
    return dealt + cards > before if s.options.cut_card == "void_hand" else not s.dealing and dealt > before


F = TypeVar("F", bound=Callable[..., Any])


def both(clause: str, name: str, says: str, fault: FindingKind = "breach", cost: int | None = None) -> Callable[[F], F]:
    """Declare a rule of cards that are dealt, be it a row at once or one by one."""

    def declared(function: F) -> F:
        for kind in DEALT:
            game.rule(kind, clause, name, says, fault, cost)(function)
        return function

    return declared


@both("TQ-3.1", "no_such_row", "the rows are noir and rouge", "contradiction")
def row_exists(_s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Any:
    """There are two rows (TQ-3.1)."""
    name = e.row if isinstance(e, RowDealt) else e.place
    return name is None or name in ROW_OF or Broken(says=f"there is no row {name!r}")


@both("TQ-6", "impossible_count", "each card is there once a pack", "contradiction", DISORDER + 1)
def cards_are_possible(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Any:
    """There are so many copies of a card in the shoe (TQ-1.1)."""
    row = row_of(s, e)
    cards, unseen = cards_in(e), 0
    if row >= 0 and (s.dealing or not s.on) and is_told_again(s, e, row):
        return None
    if goes_on(s, row):
        got = look(s, e, row)
        cards, unseen = got.fresh, 0 if got.fresh else max(0, FEWEST - len(got.cards))
    fault = s.shoe.fault(cards, unseen)
    return None if fault is None else Broken(cards=fault[0], says=fault[1])


@both("TQ-6", "dealt_past_cut", "the shoe is shuffled once the cut card showed up")
def hand_is_before_the_cut(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Any:
    """The shoe is shuffled once the cut card showed up (TQ-1.3)."""
    if not s.on:
        return s.how != "void" or s.past or Broken()
    return not (is_behind_cut(s, len(cards_in(e))) and goes_on(s, row_of(s, e))) or Broken()


@both("TQ-6", "row_order", "the noir row is dealt first, then the rouge row")
def row_is_due(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Any:
    """The noir row is dealt first, then the rouge row (TQ-3.1)."""
    row = row_of(s, e)
    if row < 0 or not s.on:
        return None
    noir, there = s.table[NOIR], s.table[row]
    if s.dealing and there.full:
        twice = isinstance(e, RowDealt) and not is_told_again(s, e, row)
        return not twice or Broken(says=f"the {ROWS[row]} row was dealt already")
    if row == NOIR or noir.full or noir.line or there.line:
        return None
    return Broken(says="the rouge row was dealt before the noir row")


@both("TQ-6", "row_short", "cards are dealt until the row has 31")
def row_is_long_enough(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Any:
    """Cards are dealt until there are 31 (TQ-3.1). Said of a row when the other is dealt to."""
    row = row_of(s, e)
    return None if not s.on or row < 0 or s.table[row].full else too_short(s, 1 - row)


def too_short(s: TrenteEtQuarante, row: int) -> Broken | None:
    """What is wrong with a row that was begun and left before it had 31."""
    there = s.table[row]
    if not there.line or there.full:
        return None
    points = there.most if there.least == there.most else f"{there.most} at most"
    return Broken(at=there.line, says=f"the {ROWS[row]} row was left with {points}, before it had 31")


@both("TQ-6", "row_over", "no card is dealt to a row that has 31", cost=TWO_LINES)
def row_is_not_too_long(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Any:
    """No card is dealt to a row that has 31 (TQ-3.1)."""
    row = row_of(s, e)
    if row < 0:
        return None
    if not goes_on(s, row):
        over = isinstance(e, TurnedUp) and s.how != "void"
        return not over or Broken(cards=cards_in(e)[0].bit, says=f"the {ROWS[row]} row was full")
    if isinstance(e, RowDealt) and not e.cards and e.total is not None and e.total > MOST:
        return Broken(says=f"a total of {e.total}: a card was dealt to the {ROWS[row]} row after it was full")
    surplus = look(s, e, row).surplus
    says = f"the {ROWS[row]} row was full; {len(surplus)} dealt too many"
    return not surplus or Broken(cards=surplus[0].bit, says=says)


@game.rule(RowDealt, "TQ-6", "wrong_total_called", "totals follow from the cards", "testimony")
def total_is_true(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """A total that was called is that of the cards (TQ-A7)."""
    row = row_of(s, e)
    if e.total is None or not e.cards or row < 0:
        return None
    got = look(s, e, row) if goes_on(s, row) else read_row((), e.cards, e.total, whole=True)
    least = sum(VALUES.get(card.rank, 1) for card in got.cards)
    most = sum(VALUES.get(card.rank, 10) for card in got.cards)
    more = sum(VALUES.get(card.rank, 10) for card in got.surplus)
    if least <= e.total <= most or (got.surplus and e.total == most + more):
        return None
    points = f"{least}" if least == most else f"{least} to {most}"
    return Broken(choice=True, says=f"{e.total} was called; the cards come to {points}")


@game.rule(RowDealt, "TQ-2.1", "wrong_colour", "the first card has one colour", "contradiction")
def colour_is_true(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """The colour written is that of the first card (TQ-2.1)."""
    row = row_of(s, e)
    if e.colour is None or row < 0:
        return None
    cards = look(s, e, row).cards if goes_on(s, row) else e.cards or ()
    colour = colour_of(cards[0]) if cards else None
    return (
        not colour
        or colour == e.colour
        or Broken(cards=cards[0].bit, says=f"the first card is {colour}, not {e.colour}")
    )


# ---- TQ-4 Settlement (derived at the closing card of the rouge row) ----------------------------------------------------

Outcome = tuple[str, bool | None]
"""How a hand came out (noir, rouge, push, refait), and whether couleur won, if that is known and matters."""


def settle(s: TrenteEtQuarante) -> Any:
    """Both rows are dealt: all bets in play are settled. Where rows or colours are not known, each way they may be."""
    s.was, s.mark = dict(s.bets), len(s.ledger.rows)
    outcomes = list(outcomes_of(s))
    if len(outcomes) == 1:
        count_hand(s, *outcomes[0])
        return settle_as(s, *outcomes[0])
    twins = [s.copied() for _ in outcomes]
    for twin, (how, couleur) in zip(twins, outcomes, strict=True):
        settle_as(twin, how, couleur)
    ledgers = [twin.ledger for twin in twins]
    unsure = [name for name in everybody(s) if len({ledger.balances.get(name) for ledger in ledgers}) > 1]
    rows = [row for row in ledgers[0].rows if all(row in ledger.rows for ledger in ledgers)]
    how = outcomes[0][0] if len({how for how, _ in outcomes}) == 1 else UNTOLD
    unlike = {msgspec.json.encode((twin.bets, twin.strangers)): one for twin, one in zip(twins, outcomes, strict=True)}
    return [partial(settle_unsure, outcome=one, how=how, unsure=unsure, rows=rows) for one in unlike.values()]


def settle_unsure(s: TrenteEtQuarante, outcome: Outcome, how: str, unsure: Sequence[str], rows: list[Transfer]) -> None:
    """The hand may have come out like this, or otherwise: only what passed in each way is known."""
    settle_as(s, *outcome)
    s.ledger.lose(unsure)
    s.ledger.rows, s.how = rows[:], how


def outcomes_of(s: TrenteEtQuarante) -> Iterator[Outcome]:
    """How the hand may have come out: the lower total wins (TQ-3.2)."""
    noir, rouge = s.table
    for won, row, other in ((NOIR, noir, rouge), (ROUGE, rouge, noir)):
        if row.least < other.most:
            couleur = couleur_wins(s, won)
            told = couleur is not None or not any(bet.kind in KINDS[2:] for bet in s.bets.values())
            yield from ((ROWS[won], one) for one in ((couleur,) if told else (True, False)))
    least, most = max(noir.least, rouge.least), min(noir.most, rouge.most)
    if least <= most and most > LEAST:
        yield "push", None
    if least == LEAST:
        yield "refait", None


def couleur_wins(s: TrenteEtQuarante, won: int) -> bool | None:
    """Whether the winning row has the colour of the first card of the hand, or of its own (TQ-2.1, TQ-A1)."""
    of_hand = s.options.couleur_reference == "first_of_hand"
    colour = s.table[s.first if of_hand else won].colour
    return colour == ROW_COLOUR[won] if colour else None


def settle_as(s: TrenteEtQuarante, how: str, couleur: bool | None) -> None:
    """The hand came out like this."""
    for name, bet in list(s.bets.items()):
        if bet.waits:
            continue
        if how in ROWS:
            wins = bet.kind == how if bet.kind in ROWS else couleur == (bet.kind == "couleur")
            decide(s, name, bet, wins=wins)
        else:
            tie(s, name, bet, refait=how == "refait")
    if s.strangers:
        s.ledger.lose(everybody(s))
        s.strangers = how not in ROWS or s.options.imprisoned_refait == "double"
    finish(s, how)


def decide(s: TrenteEtQuarante, name: str, bet: Bet, *, wins: bool) -> None:
    """A row has won: a free bet is paid or lost, one in prison released or lost (TQ-4.1, TQ-4.5)."""
    if bet.insured == "now":
        pay_insurance(s, name, "bank", "insurance lost")
    if wins and bet.level > 1:
        s.bets[name] = replaced(s.bets[name], level=bet.level - 1)
        return
    pay_insurance(s, name, bet.owner, "insurance back")  # it was placed too late for this hand (TQ-A9)
    if wins and not bet.level:
        s.ledger.move("bank", bet.owner, stake(s, name), "won")
    drop(s, name, *((bet.owner, "stake back") if wins else ("bank", "lost")))


def tie(s: TrenteEtQuarante, name: str, bet: Bet, *, refait: bool) -> None:
    """At a tie of 32 to 40 free bets go back or stand, those in prison stay or go free (TQ-4.2, TQ-4.6). At 31 insurance is paid,
    and all bets go to prison (TQ-4.3, TQ-4.7).
    """
    if not refait and not bet.level and s.options.push_bets == "stand":
        return
    insured = insurance(s, name) if bet.insured == "now" else 0
    if insured:
        pay_insurance(s, name, bet.owner, "insurance back")
    if not refait:
        if not bet.level or s.options.imprisoned_push == "release":
            pay_insurance(s, name, bet.owner, "insurance back")
            drop(s, name, bet.owner, "stake back")
        return
    s.ledger.move("bank", bet.owner, insured * s.options.insurance_odds, "insurance paid")
    bet = s.bets[name]
    if not bet.level:
        s.bets[name] = replaced(bet, level=1, fresh=True)
    elif s.options.imprisoned_refait == "double":
        s.bets[name] = replaced(bet, level=bet.level + 1)
    elif s.options.imprisoned_refait == "lose":
        pay_insurance(s, name, bet.owner, "insurance back")
        drop(s, name, "bank", "lost")


def pay_insurance(s: TrenteEtQuarante, name: str, target: str, why: str) -> None:
    """What a bet is insured for goes to an account, and it is insured no more."""
    if s.bets[name].insured:
        s.ledger.move(insurance_of(name), target, insurance(s, name), why)
        s.bets[name] = replaced(s.bets[name], insured="")


def drop(s: TrenteEtQuarante, name: str, target: str, why: str) -> None:
    """A bet leaves the table, and what lies on it goes to an account."""
    s.ledger.move(stake_of(name), target, stake(s, name), why)
    del s.bets[name]
    for account in (stake_of(name), insurance_of(name)):
        s.ledger.balances.pop(account, None)


def finish(s: TrenteEtQuarante, how: str) -> None:
    """The hand is over; what was placed late is for the next."""
    s.how, s.dealing = how, False
    for name, bet in s.bets.items():
        if bet.waits or bet.insured == "later":
            s.bets[name] = replaced(bet, waits=False, insured="now" if bet.insured else "")
    s.end()


@game.on(BetSurrendered, "TQ-6", "surrender_late", "the half is paid right after the tie")
def surrender(s: TrenteEtQuarante, e: BetSurrendered) -> None:
    """The bet is given up for its half (TQ-4.4). What the table paid is done, offered or not (TQ-A9)."""
    bet = s.bets.get(e.bet)
    if bet is None:
        stranger_gone(s)
        return
    half, odd = halves(stake(s, e.bet))
    s.ledger.move(stake_of(e.bet), bet.owner, half + odd * (s.options.half_rounding == "player"), "given up")
    lost = s.dealing and bet.insured == "now"
    pay_insurance(s, e.bet, *(("bank", "insurance lost") if lost else (bet.owner, "insurance back")))
    drop(s, e.bet, "bank", "given up")
    s.settled += s.ended == s.hand


@game.rule(BetSurrendered, "TQ-6", "surrender_not_offered", "the house offers the half")
def surrender_is_offered(s: TrenteEtQuarante, e: BetSurrendered) -> Any:
    """The half is offered where the house says so, for a bet the last hand imprisoned, right after (TQ-4.4, TQ-A5)."""
    bet = s.bets.get(e.bet)
    if bet is None:
        return None
    seat = seat_of(bet.owner)
    if not s.options.half_surrender:
        return Broken(choice=True, seat=seat, says="the house does not offer the half")
    if not bet.level:
        return Broken(seat=seat, says=f"bet {e.bet} is not in prison")
    if bet.fresh:
        return None
    if not s.on and s.how == "refait":
        return Broken(seat=seat, says=f"bet {e.bet} was in prison before the tie")
    return Broken(seat=seat, name="surrender_late", says="the half is paid right after the tie")


@game.on(Voided, "TQ-A10", "no_hand", "a hand that is void has begun", fault="contradiction")
def void(s: TrenteEtQuarante, _e: Voided) -> None:
    """The hand is thrown in: free bets and insurances go back, bets in prison stay (TQ-A10).

    A hand just settled can be thrown in too, before anything is bet on the next: it is settled anew.
    """
    if s.blind:
        missed(s, Gap(hands=1))
        s.how = "void"
        s.end()
        return
    if not s.on:
        take_back(s)
    throw_in(s)


def take_back(s: TrenteEtQuarante) -> None:
    """What the hand had settled is as if it had not been: what was paid passes once more, the other way."""
    if s.how in {*ROWS, "push", "refait"}:
        count_hand(s, s.how, couleur_wins(s, ROW_OF[s.how]) if s.how in ROW_OF else None, -1)
    for seat in range(len(s.players)):
        if s.changed >> seat & 1:
            pass_on_hand(s, purse(seat))
            s.was = {
                name: replaced(bet, owner="away") if bet.owner == purse(seat) else bet for name, bet in s.was.items()
            }
    for row in s.ledger.rows[s.mark :]:
        s.ledger.move(row.target, row.source, row.amount, row.why)
    s.bets = dict(s.was)


def throw_in(s: TrenteEtQuarante) -> None:
    """Free bets and insurances go back."""
    for name, bet in list(s.bets.items()):
        pay_insurance(s, name, bet.owner, "insurance back")
        if not bet.level:
            drop(s, name, bet.owner, "stake back")
    if s.strangers:
        s.ledger.lose(everybody(s))
    finish(s, "void")


@game.on(Closed)
def close(s: TrenteEtQuarante, _e: Closed) -> None:
    """The session ends: free bets go back, bets in prison as the house has it (TQ-4.10)."""
    if s.blind:
        return
    left = bool(s.bets) or s.strangers
    for name, bet in list(s.bets.items()):
        pay_insurance(s, name, bet.owner, "insurance back")
        if not bet.level:
            drop(s, name, bet.owner, "stake back")
            continue
        part = {"half": halves(stake(s, name))[0], "return": stake(s, name), "forfeit": 0}
        s.ledger.move(stake_of(name), bet.owner, part[s.options.imprisoned_at_close], "at the close")
        drop(s, name, "bank", "at the close")
    if s.strangers:
        s.ledger.lose(everybody(s))
    if s.on:
        finish(s, "not_played")
    elif left:
        s.settled += 1


# ---- Something was missed ----------------------------------------------------------------------------------------------


@game.missed
def missed(s: TrenteEtQuarante, _e: Gap) -> None:
    """Bets may have been placed or settled and the shoe shuffled without our knowing: purses cannot be told. The last hand came out
    as it did, but for its prisoners that may have been given up since.
    """
    given_up = {bet.owner for bet in s.bets.values() if bet.fresh and s.options.half_surrender}
    for account in everybody(s):
        s.ledger.balances[account] = None
    s.ledger.lose([*given_up, *(["bank"] if given_up else [])])
    for name in list(s.bets):
        drop(s, name, "unknown", "not known")
    s.settled += bool(given_up)
    s.strangers, s.dealing, s.empty, s.moved = True, False, 0, ()
    s.shoe.shuffle(known=False)
    s.whole, s.hands, s.cut_seen, s.spent, s.past, s.odd = False, 0, False, False, False, True


def left_unfinished(s: TrenteEtQuarante, _e: Any) -> list[Broken]:
    """What is wrong with a hand that was left before both rows were dealt."""
    short = too_short(s, NOIR) or too_short(s, ROUGE)
    missing = ROUGE if s.table[NOIR].full or s.table[NOIR].line else NOIR
    return [short or Broken(says=f"the hand was left without a {ROWS[missing]} row")]


UNFINISHED: Final = Rule("TQ-6", "row_short", "both rows are dealt before anything else begins", check=left_unfinished)


def rows_not_told(s: TrenteEtQuarante) -> Any:
    """The rest of the rows is not in the record: all that can be came of the hand."""
    s.odd = True
    for row, there in enumerate(s.table):
        if not there.full:
            s.table[row] = msgspec.structs.replace(there, full=True, least=LEAST, most=MOST)
            s.first = row if s.first < 0 else s.first
    return settle(s)


ANYTIME: Final = (
    Due(BetSurrendered),
    Due(BetPlaced),
    Due(BetInsured),
    Due(BetWithdrawn),
    Due(CutReached),
    Due(Shuffled),
    Due(TurnedUp),
    Due(BoughtIn),
)
BETTING: Final = (Due(RowDealt), *ANYTIME, Due(Joined))
DEALING: Final = (Due(RowDealt, rule=UNFINISHED, skip=rows_not_told, cost=CHOICE), *ANYTIME)
"""What may be done in a hand; which of it is late, its rules tell. A hand may be left without the rest of its rows."""


def never(_s: TrenteEtQuarante, _e: Any) -> bool:
    """An act that begins a hand is no act between hands, though it is offered there."""
    return False


BETWEEN: Final = (
    Due(BetSurrendered),
    Due(CutReached),
    Due(Shuffled),
    Due(RowDealt, matches=is_of_hand_before),
    Due(TurnedUp, matches=is_of_hand_before),
    Due(BetPlaced, matches=never),
    Due(BetInsured),
    Due(BetWithdrawn),
    Due(Left),
    Due(Joined),
    Due(BoughtIn),
)


@game.between
def between(s: TrenteEtQuarante) -> Sequence[Due]:
    """Between hands bets are given up, cards told again, the shoe is shuffled, and bettors come and go."""
    return () if s.closed else BETWEEN


# ---- TQ-A7 What the croupier called ------------------------------------------------------------------------------------

SIDES: Final = {
    "noir": "noir", "black": "noir", "rouge": "rouge", "red": "rouge", "couleur": "couleur", "color": "couleur",
    "colour": "couleur", "inverse": "inverse",
}  # fmt: skip
TIES: Final = {
    "refait": "tie", "tie": "tie", "tied": "tie", "draw": "tie", "drawn": "tie", "apres": "tie", "push": "push",
}  # fmt: skip
WINS: Final = frozenset({"wins", "won", "win", "gagne"})
LOSES: Final = frozenset({"loses", "lost", "lose", "perd"})
"""The words that are understood; what is said in others is not judged."""

game.on(ResultCalled, free=True)(says_only)


@game.rule(ResultCalled, "TQ-6", "wrong_result_called", "results follow from the cards", "testimony")
def call_is_true(s: TrenteEtQuarante, e: ResultCalled) -> Any:
    """Totals and winners follow from the cards (TQ-A7)."""
    if (
        not s.hand
        or (e.hand is not None and e.hand != s.hand)
        or s.blind
        or s.how == "void"
        or (s.on and not s.dealing)
    ):
        return None
    words = re.findall(r"[a-z]+|\d+", e.result.casefold().replace("è", "e").replace("é", "e"))
    wrong = next((found for amount, rows in totals_called(words, e.amount) if (found := off(s, amount, rows))), None)
    if wrong is not None or s.on or s.how not in {"noir", "rouge", "push", "refait"}:
        return wrong
    bare = e.amount is None and not any(word.isdigit() for word in words)
    for word, behind in zip(words, [*words[1:], ""], strict=False):
        says_so = bare or word in TIES or behind in WINS | LOSES  # with a total, a row's name alone claims nothing
        if says_so and call_fits(s, word, loses=behind in LOSES) is False:
            return Broken(choice=True, says=f"{e.result!r} was called; {outcome(s)}")
    return None


def totals_called(words: Sequence[str], amount: int | None) -> Iterator[tuple[int, list[int]]]:
    """The totals that a call names, each with the rows that it may be of.

    A number is that of the row named before it; alone it is a total, and among other words if a row can have it.
    """
    named = [ROW_OF[SIDES[word]] for word in words if SIDES.get(word) in ROWS]
    if amount is not None and (named or LEAST - 1 <= amount <= MOST + 1):
        yield amount, named or [NOIR, ROUGE]
    for before, word in zip(("", *words), words, strict=False):
        if not word.isdigit() or len(word) > 8:
            continue
        if SIDES.get(before) in ROWS:
            yield int(word), [ROW_OF[SIDES[before]]]
        elif len(words) == 1 or LEAST <= int(word) <= MOST:
            yield int(word), [NOIR, ROUGE]


def off(s: TrenteEtQuarante, amount: int, rows: Sequence[int]) -> Broken | None:
    """A total that was called is that of one of these rows, the thirty left out or not."""
    dealt = [s.table[row] for row in rows if s.table[row].full]
    begun = any(s.table[row].line and not s.table[row].full for row in rows)
    totals = [row.total for row in dealt]
    if begun or not dealt or any(total in {None, amount, amount + LEAST - 1} for total in totals):
        return None
    says = " and ".join(f"{s.table[row].total} for {ROWS[row]}" for row in rows if s.table[row].full)
    return Broken(choice=True, says=f"{amount} was called; it is {says}", name="wrong_total_called")


def call_fits(s: TrenteEtQuarante, word: str, *, loses: bool) -> bool | None:
    """Whether a word fits how the hand came out; None if it says nothing, or nothing that can be told."""
    if word in TIES:
        return s.how == "push" or (s.how == "refait" and TIES[word] == "tie")
    side = SIDES.get(word)
    if side is None:
        return None
    if s.how not in ROWS:
        return False
    if side in ROWS:
        return (side == s.how) != loses
    couleur = couleur_wins(s, ROW_OF[s.how])
    return None if couleur is None else (couleur == (side == "couleur")) != loses


def outcome(s: TrenteEtQuarante) -> str:
    """How the hand came out, in words: `noir and inverse win, 32 to 35`."""
    noir, rouge = (row.total for row in s.table)
    if s.how in {"push", "refait"}:
        return f"both rows have {noir}" if noir is not None else "both rows have the same"
    if s.how not in ROWS:
        return {"void": "the hand is void", "not_played": "no hand was dealt", UNTOLD: "not known"}.get(s.how, s.how)
    couleur = couleur_wins(s, ROW_OF[s.how])
    also = "" if couleur is None else " and couleur" if couleur else " and inverse"
    totals = "" if noir is None or rouge is None else f", {min(noir, rouge)} to {max(noir, rouge)}"
    return f"{s.how}{also} {'win' if also else 'wins'}{totals}"


# ---- TQ-6 Irregularities: wrong payments, money that is not conserved --------------------------------------------------

PURSES: Final = ("seat:", "purse:")
MANY: Final = 50_000
"""Sums beyond which nobody tells them one by one."""

game.on(ChipsPassed, free=True)(says_only)
game.on(PurseCounted, free=True)(says_only)
game.on(PoolCounted, free=True)(says_only)


def passed_in(s: TrenteEtQuarante) -> Passed:
    """What passed in the hand that is on or was last."""
    unsure = frozenset(account for account, gain in s.ledger.gains.items() if gain is None)
    return Passed(tuple(s.ledger.rows), tuple(s.holders.items()), unsure, s.strangers)


def accounts_of(s: TrenteEtQuarante, name: str) -> list[str]:
    """The accounts of a name: `seat:0`, `purse:Ann`, `bank`, `bet:a`, `ins:a`. A purse may be that of somebody who left."""
    if name.startswith("purse:"):
        player = name[6:]
        left = ["away"] if player and player in s.gone else []
        return [*(purse(seat) for seat, one in enumerate(s.who) if one == player), *left]
    known = name in {*seats_of(len(s.players)), "bank", "away", "cage", "unknown"}
    before = dict(s.earlier.holders) if s.earlier is not None else {}
    return [name] if known or name in s.holders or name in before else []


@game.rule(ChipsPassed, "TQ-6", "wrong_payment", "payments follow from the play", "testimony")
def payment_is_true(s: TrenteEtQuarante, e: ChipsPassed) -> Any:
    """A payment that was seen is one that follows from the rules (TQ-4). It may be of the hand before."""
    sources, targets = accounts_of(s, e.from_), accounts_of(s, e.to)
    unsure = any(s.ledger.balances.get(account) is None for account in everybody(s))
    if s.dealing and (s.hand > 1 or unsure) and not (e.from_.startswith(PURSES) and e.to.startswith(PURSES)):
        return None  # it may be of the hand before, of which nothing is remembered once the next is dealt
    if not sources or not targets:
        doubtful = unsure and any(name.startswith(("bet:", "ins:", "purse:")) for name in (e.from_, e.to))
        return doubtful or Broken(choice=True, says=f"no account {(e.to if sources else e.from_)!r} at this table")
    hands = [passed_in(s)] if s.earlier is None else [passed_in(s), s.earlier]
    if any(fits(hand, one, two, e.amount) for hand in hands for one in sources for two in targets):
        return None
    source, target = sources[-1], targets[-1]
    holders = dict(hands[0].holders)
    seat = next((one for name in (source, target) if (one := seat_of(holders.get(name, name))) is not None), None)
    due = [amount for hand in hands for amount in amounts(hand, source, target)]
    told = " and ".join(money(s, amount) for amount in due[:6]) + (" and more" if len(due) > 6 else "") or "nothing"
    return Broken(choice=True, seat=seat, says=f"{money(s, e.amount)} passed from {e.from_} to {e.to}; {told} was due")


def fits(hand: Passed, source: str, target: str, amount: int) -> bool:
    """Whether so much may have passed from one account to another in a hand; so too if that cannot be told."""
    holders = dict(hand.holders)
    parties = {source, target, holders.get(source, source), holders.get(target, target)}
    if hand.missed or parties & {"cage", "unknown", "away"} or parties & hand.unsure:
        return True
    due = list(amounts(hand, source, target))
    more: list[int] = []  # what may be in it too: kept back of what the bank gets, or taken with a stake
    sign = 1
    if "bank" in {source, target}:
        more = list(amounts(hand, target, source))
    elif source != target and target == holders.get(source):
        beside = ("ins:" if source.startswith("bet:") else "bet:") + source[4:]
        more = [*amounts(hand, beside, target), *amounts(hand, "bank", target)]
        sign = -1
    if not amount:
        return not due or (sign > 0 and bool(more))
    given, besides = sums(due, amount + sum(more)), sums(more, sum(due) + amount)
    if given is None or besides is None:
        return True
    given.discard(0)
    return any(amount + sign * one in given for one in besides)


def amounts(hand: Passed, source: str, target: str) -> Iterable[int]:
    """What passed between two accounts; with the bank, a seat stands for what lies on its bets too."""
    holders = dict(hand.holders)
    for row in hand.rows:
        ours = (row.source, row.target)
        with_bank = "bank" in {source, target} and "bank" in ours
        if ours == (source, target) or (
            with_bank and covers(holders, source, row.source) and covers(holders, target, row.target)
        ):
            yield row.amount


def covers(holders: Mapping[str, str], party: str, account: str) -> bool:
    """Whether an account is meant by one of these names: a seat's bets by the seat, the seat by its bet."""
    if party == account:
        return True
    if {party, account} & {"away", "bank", "cage", "unknown"}:
        return False
    same = holders.get(party, party) == holders.get(account, account)
    return same and (party.startswith("seat:") or account.startswith("seat:"))


def sums(amounts_due: Sequence[int], most: int) -> set[int] | None:
    """What some of these payments may come to, none and all of them too, if not more than `most`; None if too many.

    >>> sorted(sums([1, 10, 100], 20))
    [0, 1, 10, 11]
    """
    found = {0}
    for amount in amounts_due:
        found |= {amount + one for one in found if amount + one <= most}
        if len(found) > MANY:
            return None
    return found


def counted_in(s: TrenteEtQuarante, account: str) -> int | None:
    """What is known to be in a purse or the bank."""
    return s.ledger.balances.get(account) if account in s.bought and not s.blind else None


@game.rule(PurseCounted, "TQ-6", "not_conserved", "no money is made or lost", "testimony")
def purse_is_true(s: TrenteEtQuarante, e: PurseCounted) -> Any:
    """A purse holds what was bought, won and not lost or bet (C-3)."""
    amount = counted_in(s, purse(e.seat))
    says = f"{money(s, e.amount)} was counted; seat {e.seat} has {money(s, amount)}"
    return amount is None or amount == e.amount or Broken(choice=True, seat=e.seat, says=says)


@game.rule(PoolCounted, "TQ-6", "not_conserved", "no money is made or lost", "testimony")
def pool_is_true(s: TrenteEtQuarante, e: PoolCounted) -> Any:
    """The bank, and what lies on a bet, follow from the play (C-3)."""
    accounts = accounts_of(s, e.pool)
    if e.pool.startswith(PURSES) and accounts:
        seat = seat_of(accounts[0])  # whose purse is more than one, or not at the table, is not told
        return None if len(accounts) > 1 or seat is None else purse_is_true(s, PurseCounted(seat=seat, amount=e.amount))
    if e.pool.startswith(("bet:", "ins:")):
        there = e.pool[4:] in s.bets
        unsure = any(s.ledger.balances.get(account) is None for account in everybody(s))
        if not there:
            return unsure or not e.amount or Broken(choice=True, says=f"nothing lies on {e.pool}")
        amount: int | None = s.ledger.balances.get(e.pool, 0)
    elif e.pool == "bank":
        amount = counted_in(s, "bank")
    else:
        return Broken(choice=True, says=f"no account {e.pool!r} at this table")
    if amount is None or amount == e.amount:
        return None
    return Broken(choice=True, says=f"{money(s, e.amount)} was counted in {e.pool}; there are {money(s, amount)}")


# ---- TQ-7 Events: what may come next -----------------------------------------------------------------------------------

ENOUGH: Final = 60
"""Cards that are surely enough for a row, however small they are: of fewer their points are counted."""
STEPS: Final = (1, 2, 5, 10, 50, 100, 500)
"""What a random bettor bets, in the least that can be bet; a hundred coins, if the table has no limit."""


def shows_cut(s: TrenteEtQuarante) -> bool:
    """Whether all cards before the cut card were dealt, and it was not told of."""
    return not s.cut_seen and 0 < limit(s) <= s.shoe.dealt and drawn(s) > 0


def drawn(s: TrenteEtQuarante) -> int:
    """The cards dealt since the shuffle, without those that lie there for the next hand."""
    lies = s.moved if not s.on else () if s.dealing else s.table[NOIR].cards
    return s.shoe.dealt - len(lies)


def needs_shuffle(s: TrenteEtQuarante) -> bool:
    """Whether the shoe must be shuffled before another hand."""
    if s.cut_seen and (not s.on or s.spent):
        return True
    return (limit(s) <= 0 and drawn(s) > 0) or not can_fill(s, row_due(s))


def held(s: TrenteEtQuarante, row: int) -> tuple[Card, ...]:
    """What lies in a row before more cards are dealt to it."""
    return s.table[row].cards if s.on else s.moved if row == NOIR else ()


def can_fill(s: TrenteEtQuarante, row: int) -> bool:
    """Whether the cards left can fill a row."""
    if s.options.cards - s.shoe.dealt > ENOUGH:
        return True
    points = sum(VALUES[card.rank] * left for card, left in zip(PACK, s.shoe.left(), strict=True))
    return measure(held(s, row))[0] + points >= LEAST


@game.offer(HandStarted)
def offered_hands(s: TrenteEtQuarante, _seat: int) -> Sequence[Base]:
    """The next hand, if there are cards for it."""
    return () if shows_cut(s) or needs_shuffle(s) else (HandStarted(),)


@game.offer(Closed, "the end of the session")
def offered_close(s: TrenteEtQuarante, _seat: int) -> Sequence[Base]:
    """The end of the session, once all is told of the cards."""
    return () if shows_cut(s) else (Closed(),)


@game.offer(CutReached, "the cut card")
def offered_cut(s: TrenteEtQuarante, _seat: int) -> Sequence[Base]:
    """The cut card."""
    return (CutReached(),) if shows_cut(s) else ()


@game.offer(Shuffled, "the shuffle")
def offered_shuffle(s: TrenteEtQuarante, _seat: int) -> Sequence[Base]:
    """The shuffle."""
    return (Shuffled(),) if needs_shuffle(s) and not s.dealing and not shows_cut(s) else ()


def may_deal(s: TrenteEtQuarante) -> bool:
    """Whether cards may be dealt now."""
    return not shows_cut(s) and (s.dealing or not needs_shuffle(s))


@game.offer(RowDealt)
def offered_rows(s: TrenteEtQuarante, _seat: int) -> Iterator[Act]:
    """All cards of the row that is due at once; the end of the hand if there are no cards for it."""
    row = row_due(s)
    if not may_deal(s):
        return
    if not can_fill(s, row):
        yield Act(Voided, None, "the end of the hand, for want of cards", (Voided(why="no cards left"),))
    elif not is_begun(s, row) and not stops_at_cut(s):
        name, cards, weight = ROWS[row], s.options.cards - sum(s.shoe.seen), 1.0 if s.on else 0.0
        yield Act(
            RowDealt,
            None,
            f"the {name} row",
            least=0,
            most=math.perm(cards, min(cards, LEAST)) - 1,
            make=lambda number: RowDealt(row=name, cards=row_by_number(s, row, number)),
            accepts=lambda event: is_legal_row(s, event, row),
            given={"row": name},
            blank=RowDealt(row=name),
            optional=not s.on,
            weight=weight,
        )


def is_begun(s: TrenteEtQuarante, row: int) -> bool:
    """Whether a row is dealt card by card."""
    return s.on and bool(s.table[row].line) and not s.table[row].full


def stops_at_cut(s: TrenteEtQuarante) -> bool:
    """Whether the cut card may stop the row that is due, so that its cards are dealt one by one."""
    return s.options.cut_card == "void_hand" and limit(s) - s.shoe.dealt < max(LONGEST, LEAST)


@game.offer(TurnedUp)
def offered_cards(s: TrenteEtQuarante, _seat: int) -> Iterator[Act]:
    """One card to the row that is due."""
    row = row_due(s)
    if not may_deal(s) or not can_fill(s, row) or not s.on:
        return
    name, left = ROWS[row], s.shoe.left()
    single = is_begun(s, row) or stops_at_cut(s)
    yield Act(
        TurnedUp,
        None,
        f"a card to the {name} row",
        least=0,
        most=sum(left) - 1,
        make=lambda number: TurnedUp(card=card_by_number(left, number), place=name),
        accepts=lambda event: isinstance(event, TurnedUp) and event.place == name and left_of(left, event.card) > 0,
        optional=not single,
        weight=1.0 if single else 0.05,
        given={"place": name},
        blank=TurnedUp(card=UNKNOWN, place=name) if single else None,
    )


def left_of(left: list[int], card: Card) -> int:
    """How many copies of a card are left; of one that nobody saw there may be some."""
    return left[card.index] if 0 <= card.index < len(left) else int(not card.known)


def card_by_number(left: list[int], number: int) -> Card:
    """One card of those left, by its place among them."""
    for card, copies in zip(PACK, left, strict=True):
        if number < copies:
            return card
        number -= copies
    raise AssertionError("more than there are left")


def row_by_number(s: TrenteEtQuarante, row: int, number: int) -> tuple[Card, ...]:
    """A row by number: each digit, to the base of the cards left, is a card; as many as fill the row."""
    left, drawn_now = s.shoe.left(), list[Card]()
    total, there = measure(held(s, row))[0], sum(left)
    while total < LEAST:
        number, place_of = divmod(number, there)
        card = card_by_number(left, place_of)
        left[card.index] -= 1
        there -= 1
        total += VALUES[card.rank]
        drawn_now.append(card)
    return tuple(drawn_now)


def is_legal_row(s: TrenteEtQuarante, event: Base, row: int) -> bool:
    """Whether a row may lie like this: its cards fill it, or its total is one that a row can have."""
    if not isinstance(event, RowDealt) or event.row != ROWS[row]:
        return False
    if not event.cards:
        return event.total is not None and LEAST <= event.total <= MOST
    lies = (*held(s, row), *event.cards)
    least, most, used, full = measure(lies)
    if full is False or used != len(lies) or not (event.total is None or least <= event.total <= most):
        return False
    left = s.shoe.left()
    return all(left_of(left, card) >= event.cards.count(card) for card in event.cards if card.known)


@game.offer(BetPlaced)
def offered_bets(s: TrenteEtQuarante, _seat: int) -> Iterator[Act]:
    """Bets of those who sit there."""
    seats = [seat for seat, player in enumerate(s.players) if player]
    if not seats or not may_bet(s):
        return
    sizes = bet_sizes(s)
    yield Act(
        BetPlaced,
        None,
        "a bet",
        least=0,
        most=len(seats) * len(KINDS) * len(sizes) - 1,
        make=lambda number: bet_by_number(s, seats, sizes, number),
        accepts=lambda event: is_legal_bet(s, event),
        optional=True,
        weight=2.0 if s.on else 0.0,
        given={"bet": new_name(s)},
    )


def may_bet(s: TrenteEtQuarante) -> bool:
    """Whether bets may be placed: before the first card of a hand, or to begin one."""
    return not s.dealing and not shows_cut(s) and (s.on or not needs_shuffle(s))


def bet_sizes(s: TrenteEtQuarante) -> list[int]:
    """What may be bet, a few amounts."""
    least, most = s.options.bet_min or 1, s.options.bet_max
    sizes = [least * step * (1 if most is not None else s.options.unit_scale) for step in STEPS]
    return [size for size in sizes if most is None or size <= most] or [least]


def bet_by_number(s: TrenteEtQuarante, seats: list[int], sizes: list[int], number: int) -> BetPlaced:
    """A bet by number: whose, which, how much."""
    number, seat = divmod(number, len(seats))
    number, kind = divmod(number, len(KINDS))
    return BetPlaced(seat=seats[seat], bet=new_name(s), kind=KINDS[kind], amount=sizes[number])


def new_name(s: TrenteEtQuarante) -> str:
    """A name for the next bet: that of its line, or of the next that no bet on the table has."""
    return next(name for line in count(s.line + 1) if (name := f"b{line}") not in s.bets)


def is_legal_bet(s: TrenteEtQuarante, event: Base) -> bool:
    """Whether a bet may be placed."""
    if not isinstance(event, BetPlaced) or event.seat >= len(s.players) or event.kind not in KINDS:
        return False
    least, most = s.options.bet_min or 1, s.options.bet_max
    within = least <= event.amount and (most is None or event.amount <= most)
    return within and bool(s.players[event.seat]) and event.bet not in s.bets


@game.offer(BetInsured, "an insurance")
def offered_insurance(s: TrenteEtQuarante, _seat: int) -> Sequence[Act]:
    """Insurance of bets that have none yet."""
    choices = tuple(
        BetInsured(bet=name, amount=amount)
        for name, bet in s.bets.items()
        if may_bet(s) and s.on and not bet.insured and (s.options.insure_imprisoned or not bet.level)
        for amount in sorted({1, most_insured(s, name)})
        if 0 < amount <= most_insured(s, name)
    )
    return (Act(BetInsured, None, "an insurance", choices, optional=True, weight=0.5),) if choices else ()


@game.offer(BetWithdrawn, "a bet taken back")
def offered_withdrawals(s: TrenteEtQuarante, _seat: int) -> Sequence[Act]:
    """Free bets taken back."""
    free = tuple(BetWithdrawn(bet=name) for name, bet in s.bets.items() if may_bet(s) and s.on and not bet.level)
    return (Act(BetWithdrawn, None, "a bet taken back", free, optional=True, weight=0.1),) if free else ()


@game.offer(BetSurrendered, "a bet given up for its half")
def offered_halves(s: TrenteEtQuarante, _seat: int) -> Sequence[Act]:
    """Bets that may be given up for their half (TQ-4.4)."""
    fresh = tuple(BetSurrendered(bet=name) for name, bet in s.bets.items() if bet.fresh and not shows_cut(s))
    if not s.options.half_surrender or not fresh:
        return ()
    return (Act(BetSurrendered, None, "a bet given up for its half", fresh, optional=True),)


def offers_people(kind: type[Base], asks: str, weight: float) -> Callable[[F], F]:
    """Declare an offer of what bettors do between hands, and how often."""

    def declared(function: F) -> F:
        def offered(s: TrenteEtQuarante, _seat: int) -> Sequence[Act]:
            choices = () if shows_cut(s) else tuple(function(s))
            return (Act(kind, None, asks, choices, optional=True, weight=weight),) if choices else ()

        game.offer(kind, asks)(offered)
        return function

    return declared


@offers_people(Left, "a bettor leaves", 0.02)
def going(s: TrenteEtQuarante) -> Iterator[Base]:
    """Bettors without a bet on the table leave."""
    bets = {bet.owner for bet in s.bets.values()}
    return (Left(seat=seat) for seat, player in enumerate(s.players) if player and purse(seat) not in bets)


@offers_people(Joined, "a bettor comes", 0.3)
def coming(s: TrenteEtQuarante) -> Iterator[Base]:
    """Empty seats are taken."""
    return (Joined(seat=seat, player=f"guest {s.line}") for seat, player in enumerate(s.players) if not player)


@offers_people(BoughtIn, "money for the table", 0.02)
def buying(s: TrenteEtQuarante) -> Iterator[Base]:
    """A hundred coins for a purse."""
    coins = 100 * s.options.unit_scale
    return (BoughtIn(seat=seat, amount=coins) for seat, player in enumerate(s.players) if player)


@game.books
def booked(s: TrenteEtQuarante) -> tuple[RowDealt, ...]:
    """The rows of the hand as a book has them: the total of each, and the colour of its first card."""
    return tuple(
        RowDealt(row=name, total=row.total, colour=row.colour)
        for name, row in zip(ROWS, s.table, strict=True)
        if row.total is not None or row.colour
    )


# ---- TQ-8 How the hand came out, and what there is to see --------------------------------------------------------------


@game.results
def result(s: TrenteEtQuarante) -> Result:
    """What each purse gained or lost in this hand: a stake that lies in prison is paid, one that is released is won back.

    Who won has taken more from the bank than it took, bets on the table left alone.
    """
    accounts = seats_of(len(s.players))
    points = tuple(s.ledger.gains.get(account, 0) for account in accounts)
    taken, part = dict.fromkeys(accounts, 0), {bet.owner for bet in s.bets.values()}
    for row in s.ledger.rows:
        for account, gained in ((row.source, -row.amount), (row.target, row.amount)):
            whose = s.holders.get(account, account)
            part.add(whose)
            if whose in taken and "bank" in {row.source, row.target}:
                taken[whose] += gained
    told = zip(accounts, points, strict=True)
    return Result(
        points=points,
        won=tuple(None if net is None else taken[account] > 0 for account, net in told),
        absent=tuple(seat for seat, account in enumerate(accounts) if account not in part and points[seat] is not None),
        counts=s.how != "void" and (s.how != "not_played" or any(points)),
        level=level(s),
        how=s.how,
        says=outcome(s),
        transfers=tuple(s.ledger.rows),
        totals=tuple(has(s, account) for account in accounts),
    )


def level(s: TrenteEtQuarante) -> str:
    """How much of the rows is known: all cards, some, or their totals alone."""
    told = [bool(row.cards) and all(card.known for card in row.cards) for row in s.table]
    return "full" if all(told) else "partial" if s.table[NOIR].cards or s.table[ROUGE].cards else "public"


@game.draws
def scene(s: TrenteEtQuarante) -> Scene:
    """The table: the two rows, the purses, the bank, and every bet with its insurance."""
    facts: list[tuple[str, str]] = []
    first_colour = s.table[s.first].colour if s.first >= 0 else None
    if first_colour is not None:
        facts.append(("first card", first_colour))
    bare = zip(ROWS, s.table, strict=True)  # rows without cards are not drawn
    facts += [(name, str(row.total)) for name, row in bare if row.total is not None and not row.cards]
    if s.cut_seen:
        facts.append(("cut card", "shown"))
    return Scene(
        title=f"Trente et Quarante, hand {s.hand}",
        facts=tuple(facts),
        hands=tuple(seat_scene(s, seat) for seat in range(len(s.players))),
        rows=(row_scene(s, NOIR), row_scene(s, ROUGE)),
        pots=(("bank", money(s, has(s, "bank"))), *(bet_scene(s, name) for name in s.bets)),
        says=says(s),
    )


def has(s: TrenteEtQuarante, account: str) -> int | None:
    """What a seat or the bank has, counted from what it bought; None if that cannot be told."""
    return None if s.blind else s.ledger.balances.get(account)


def seat_scene(s: TrenteEtQuarante, seat: int) -> Hand:
    """A bettor with purse and bets."""
    placed = [name for name, bet in s.bets.items() if bet.owner == purse(seat)]
    marks = (f"bets {' '.join(placed)}",) if placed else ()
    return Hand(seat=seat, player=s.players[seat], marks=marks, scores=(("purse", money(s, has(s, purse(seat)))),))


def row_scene(s: TrenteEtQuarante, row: int) -> DrawnRow:
    """A row with its total; the card that fills it is marked if the row has won."""
    there, (noir, rouge) = s.table[row], (one.total for one in s.table)
    name = ROWS[row].capitalize()
    won = noir is not None and rouge is not None and noir != rouge and (noir < rouge) == (row == NOIR)
    return DrawnRow(
        title=name if there.total is None else f"{name} {there.total}",
        cards=there.cards,
        marks=(len(there.cards) - 1,) if won and there.cards else (),
    )


@game.owes
def on_the_table(s: TrenteEtQuarante) -> Iterator[Debt]:
    """The bets that lie on the table, those in prison too."""
    accounts = seats_of(len(s.players))
    for name, bet in s.bets.items():
        seat = accounts.index(bet.owner) if bet.owner in accounts else None
        kind, words = bet_scene(s, name)
        yield Debt(hand=s.hand, seat=seat, amount=None if s.blind else stake(s, name), says=f"bet {kind}: {words}")


def bet_scene(s: TrenteEtQuarante, name: str) -> tuple[str, str]:
    """A bet in words: whose it is by its name, on what, how much, and how it stands."""
    bet = s.bets[name]
    words = ["?" if s.blind else money(s, stake(s, name))]
    if bet.insured:
        later = " from the next hand" if bet.insured == "later" else ""
        words.append(f"insured {money(s, insurance(s, name))}{later}")
    words += ["for the next hand"] if bet.waits else []
    words += ["not known" if s.blind else "in prison"] if bet.level or s.blind else []
    words += [f"needs {bet.level} wins"] if bet.level > 1 else []
    return f"{name} {bet.kind}", ", ".join(words)


def says(s: TrenteEtQuarante) -> str:
    """How the hand came out, or the session, in a sentence."""
    if not s.hand or s.on:
        return ""
    if not s.closed:
        return outcome(s)
    return f"{outcome(s)}; the bank closes with {money(s, has(s, 'bank'))}"


# ---- TQ-9 Theory of totals ---------------------------------------------------------------------------------------------

TOTALS: Final = (
    0.148057777,
    0.137826224,
    0.127576652,
    0.116865052,
    0.106151668,
    0.094992448,
    0.083858996,
    0.072302455,
    0.060800856,
    0.051567873,
)
"""How likely each total of a row is, from 31 to 40, with six packs (TQ-9.1)."""
TIE: Final = 0.109598913
TIE_31: Final = 0.021891370
"""How likely the rows tie, and tie at 31, with six packs (TQ-9.2)."""
ENOUGH_ROWS: Final = 100
"""Rows below which nothing is tested (TQ-9.6)."""
SUSPICIOUS: Final = 1e-6
"""A result less likely than this is worth a note."""
TIED_31, TIED, NOIR_WON, ROUGE_WON, COULEUR_WON, INVERSE_WON = range(10, 16)
"""Where these are counted, after the ten totals."""


def count_hand(s: TrenteEtQuarante, how: str, couleur: bool | None, sign: int = 1) -> None:
    """Count a regular hand for the theory of totals, or take it out again (TQ-9.6)."""
    noir, rouge = (row.total for row in s.table)
    if s.odd or noir is None or rouge is None:
        return
    counted_at = [noir - LEAST, rouge - LEAST]
    if how in ROWS:
        couleur = couleur_wins(s, ROW_OF[how]) if couleur is None else couleur
        counted_at.append(NOIR_WON if how == "noir" else ROUGE_WON)
        counted_at += [] if couleur is None else [COULEUR_WON if couleur else INVERSE_WON]
    else:
        counted_at += [TIED, TIED_31] if how == "refait" else [TIED]
    for where in counted_at:
        s.tally[where] += sign


def fits_of(tally: Sequence[int]) -> list[Fit]:
    """The tests of so many hands; none if they are too few (TQ-9.6)."""
    rows = sum(tally[:10])
    if rows < ENOUGH_ROWS:
        return []
    hands = rows // 2
    found = [fit("totals", tally[:10], TOTALS)]
    found += [share("ties at 31", tally[TIED_31], hands, TIE_31), share("ties", tally[TIED], hands, TIE)]
    for name, one, other in (("noir", NOIR_WON, ROUGE_WON), ("couleur", COULEUR_WON, INVERSE_WON)):
        if tally[one] + tally[other]:
            found.append(share(f"hands won by {name}", tally[one], tally[one] + tally[other], 0.5))
    return found


@game.rule(Closed, "TQ-9.6", "unlikely_hands", "many hands are as the theory has them", "note")
def hands_are_likely(s: TrenteEtQuarante, _e: Closed) -> Any:
    """What many hands of a six-pack shoe came to is about what the theory has them come to (TQ-9.6)."""
    if s.options.decks != 6:
        return None
    return [
        Broken(
            says=f"{test.name}: so far from the theory once in {1 / max(test.chance, 1e-300):.2g} sessions", kind="note"
        )
        for test in fits_of(s.tally)
        if test.chance < SUSPICIOUS
    ]


GAME = game
