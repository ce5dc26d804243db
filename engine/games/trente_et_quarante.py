"""Trente et Quarante: bets on two rows of cards against a bank, with a prison for ties at 31 (document 004).

The sections are those of the rules page. All cards are public and nobody holds any, so nothing lies in places: the shoe counts
its copies of each card. Accounts: `purse:<name>`, `bank`, `bet:<name>`, `ins:<name>`; `cage` for money bought.
"""

import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, product
from random import Random
from typing import Any, Final, Literal, TypeVar

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
from upcard.engine.kernel.offering import accepts
from upcard.engine.kernel.shoe import CARDS, Shoe
from upcard.engine.kernel.state import State
from upcard.engine.kernel.usual import ended_just_now
from upcard.engine.mechanisms.chance import Fit, fit, share
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
"""The points of each rank (TQ-1.1)."""
COLOUR_OF: Final[dict[str, Colour]] = {"d": "red", "h": "red", "c": "black", "s": "black"}
ROWS: Final = ("noir", "rouge")
NOIR, ROUGE = range(2)
ROW_COLOUR: Final = ("black", "red")
ROW_OF: Final = {name: row for row, name in enumerate(ROWS)}
KINDS: Final = ("noir", "rouge", "couleur", "inverse")


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A bet on the table. owner: the account it is played for; insured: for how much, later: from the next hand on; waits: it was
    placed late, for the next hand; level: how many wins it needs to leave prison, 0 if it is free; fresh: imprisoned by the last.
    """

    owner: str
    kind: str
    stake: int
    insured: int = 0
    later: bool = False
    waits: bool = False
    level: int = 0
    fresh: bool = False


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row. full: whether it has 31, None if that cannot be told; least, most: what its cards come to; colour: of its first
    card; line: that dealt last to it, 0 if no line of this hand did.
    """

    cards: tuple[Card, ...] = ()
    full: bool | None = False
    least: int = 0
    most: int = 0
    colour: Colour | None = None
    line: int = 0

    @property
    def total(self) -> int | None:
        """Its total, if it is full and that can be told."""
        return self.least if self.full and self.least == self.most else None


class Passed(msgspec.Struct, frozen=True):
    """What passed in a hand. owners: for whom its bets were played; sure: whether that is all."""

    rows: tuple[Transfer, ...]
    owners: dict[str, str]
    sure: bool


@dataclass(slots=True, kw_only=True)
class TrenteEtQuarante(State):
    """dealing: whether a card of this hand has been dealt, which closes the bets; how: how the last hand ended; table: the two
    rows; first: the row that was begun first; moved: cards too many, which open the next hand; odd: whether something was
    irregular about the dealing of this hand; tally: what came of all regular hands before the last (TQ-9.6).

    bets: those on the table; was, mark: the bets, and how many transfers there were, before the hand was settled; strangers:
    whether bets that no line tells of may be on the table; ledger: all money; owners: for whom the bets that this hand spoke of
    are played; earlier: what passed in the hand before, as long as payments for it may be written; who: the purse of each seat;
    empty: seats that somebody left (a mask); bought: the accounts whose content is known from the start.

    shoe, cut: the shoe, and how many cards lie behind the cut card; cut_hand: the hand in which it showed up, -1 if it has not;
    past: a hand was dealt behind it; hands: dealt of this shoe, if the record has them all.
    """

    options: TrenteEtQuaranteOptions
    dealing: bool = False
    how: str = ""
    table: list[Row] = field(default_factory=lambda: [Row(), Row()])
    first: int = -1
    moved: tuple[Card, ...] = ()
    odd: bool = False
    tally: list[int] = field(default_factory=lambda: [0] * 16)
    bets: dict[str, Bet] = field(default_factory=dict)
    was: dict[str, Bet] = field(default_factory=dict)
    mark: int = 0
    strangers: bool = False
    ledger: Ledger = field(default_factory=Ledger)
    owners: dict[str, str] = field(default_factory=dict)
    earlier: Passed | None = None
    who: tuple[str, ...] = ()
    empty: int = 0
    bought: frozenset[str] = frozenset()
    shoe: Shoe = field(default_factory=Shoe)
    cut: int = 0
    cut_hand: int = -1
    past: bool = False
    hands: int | None = None


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
    return isinstance(e, RowDealt) and not is_of_hand_before(s, e)


SCALE: Final = "unit_scale"
IN_NOIR: Final = (("row", "noir"),)
IN_ROUGE: Final = (("row", "rouge"),)
FIRST: Final = "the colour of the first card of the {}"
COLOURS: Final = ("first card", "colour", "color")
HAS: Final = ("has", "total")

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
    contest="bank",
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
        Column("amount", "stake", "what is bet, in coins", event=BetPlaced, also=("staked",), scale=SCALE),
        Column("bet", "bet no", "the name of the bet, where it is insured in a later hand", event=BetPlaced),
        Column(
            "amount", "insured", "what it is insured for, in coins", event=BetInsured, also=("insurance",), scale=SCALE
        ),
        Column("total", "noir", "the total of the noir row", "hand", event=RowDealt, given=IN_NOIR),
        Column("colour", "first", FIRST.format("hand"), "hand", event=RowDealt, given=IN_NOIR, also=COLOURS),
        Column("total", "rouge", "the total of the rouge row", "hand", event=RowDealt, given=IN_ROUGE),
        Column("colour", "rouge first", FIRST.format("rouge row"), "hand", event=RowDealt, given=IN_ROUGE),
        Column(
            "amount", "purse", "what the seat has after the hand, in coins", event=PurseCounted, also=HAS, scale=SCALE
        ),
    ),
    remedies={
        "late_bet": "The bet takes part from the next hand on (TQ-A9).",
        "late_insurance": "The insurance counts from the next hand on (TQ-A9).",
        "imprisoned_moved": "The bet stays as it was (TQ-A9).",
        "double_insurance": "The second insurance changes nothing (TQ-A9).",
        "surrender_late": "What the table paid stands (TQ-A9).",
        "surrender_not_offered": "What the table paid stands (TQ-A9).",
    },
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
    coin=SCALE,
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
        "result_called.amount": "a total that was called",
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
HANDS: Final = range(23, 28)
"""The least and the most hands seen in a shoe of six packs with 52 cards behind the cut card (TQ-9.3)."""


@game.start
def start(s: TrenteEtQuarante, header: Opened) -> None:
    """A table before the first hand, with the purses and the bank as they were bought in (TQ-7)."""
    board = header.board or {}
    for name in board:
        if name != "bank":
            raise OptionError(f"no account {name!r} at the start", hint="there is: bank")
    s.who = tuple(purse_of(player, seat) for seat, player in enumerate(header.seats))
    purses = {} if header.buy_in is None else dict.fromkeys(s.who, header.buy_in)
    s.bought = frozenset((*purses, *board))
    s.ledger = Ledger({**purses, **board, "cage": -sum((*purses.values(), *board.values()))})
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


def purse_of(player: str, seat: int) -> str:
    """The account of a player; of a seat, where nobody was named."""
    return f"purse:{player}" if player else f"seat:{seat}"


def everybody(s: TrenteEtQuarante) -> Sequence[str]:
    """All accounts that win and lose: the purses, the bank, and those who left."""
    moved = (account for account in s.ledger.balances if not account.startswith(("bet:", "ins:")))
    return tuple(dict.fromkeys((*s.who, "bank", *moved)))


def seat_of(s: TrenteEtQuarante, account: str) -> int | None:
    """The seat of a purse, if somebody sits there with it."""
    return s.who.index(account) if account in s.who else None


def money(s: TrenteEtQuarante, amount: int | None) -> str:
    """An amount in coins: `12.50` where a coin has a hundred units."""
    return "?" if amount is None else in_coins(amount, s.options.unit_scale)


@game.on(BoughtIn, blindly=True)
def buy(s: TrenteEtQuarante, e: BoughtIn) -> None:
    """A bettor buys money for the table. Who had any before has so much more, nobody knows how much that was."""
    if s.who[e.seat] not in s.ledger.balances:
        s.bought |= {s.who[e.seat]}
    s.ledger.buy(s.who[e.seat], e.amount, "cage")


@game.on(CashedOut, free=True, blindly=True)
def cash(s: TrenteEtQuarante, e: CashedOut) -> None:
    """A bettor gives money back."""
    s.ledger.buy(s.who[e.seat], -e.amount, "cage")


@game.on(Left)
def leave(s: TrenteEtQuarante, e: Left) -> None:
    """Somebody leaves a seat with a purse, which is not known any more; bets may stay on the table."""
    s.empty |= 1 << e.seat
    s.bought -= {s.who[e.seat]}


@game.on(Joined)
def join(s: TrenteEtQuarante, e: Joined) -> None:
    """Somebody takes a seat. Who sat there before keeps purse and bets (TQ-1.2)."""
    s.empty &= ~(1 << e.seat)
    s.who = (*s.who[: e.seat], purse_of(e.player, e.seat), *s.who[e.seat + 1 :])


def limit(s: TrenteEtQuarante) -> int:
    """The number of cards before the cut card."""
    return s.options.cards - s.cut


@game.on(Shuffled, "TQ-1.3", "shuffled_mid_hand", "the hand is finished before the shuffle", blindly=True)
def shuffle(s: TrenteEtQuarante, e: Shuffled) -> None:
    """All cards but those on the table are in the shoe again; bets in prison stay there (TQ-4.9)."""
    if e.cut_from_end is not None and e.cut_from_end <= s.options.cards:
        s.cut = e.cut_from_end
    s.shoe.shuffle(known=True)
    s.hands, s.cut_hand, s.past, s.odd = int(s.dealing), -1, False, s.odd or s.dealing
    if not s.blind:
        s.shoe.draw((*s.table[NOIR].cards, *s.table[ROUGE].cards) if s.on else s.moved)


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
    if s.cut_hand >= 0:
        return
    s.cut_hand = s.hand
    if s.options.cut_card == "void_hand" and s.on and not s.blind:
        if s.dealing:
            s.void = True
            throw_in(s)
        else:
            s.cut_hand -= 1


@game.rule(CutReached, "TQ-1.3", "cut_twice", "there is one cut card", "contradiction")
def cut_shows_up_once(s: TrenteEtQuarante, _e: CutReached) -> Any:
    """There is one cut card in a shoe (TQ-1.3)."""
    return s.cut_hand < 0 or Broken(says="the cut card showed up before in this shoe")


@game.rule(CutReached, "TQ-9.3", "suspicious_shoe", "a shoe has its length", "note")
def cut_is_where_it_was_put(s: TrenteEtQuarante, _e: CutReached) -> Any:
    """A shoe of six packs with 52 cards behind the cut card lasts a certain number of hands (TQ-9.3)."""
    if s.cut_hand >= 0 or s.hands is None or (s.options.decks, s.cut) != (6, 52) or s.hands in HANDS:
        return None
    after = counted(s.hands, "hand")
    return Broken(says=f"the cut card showed up after {after}; a shoe lasts {HANDS[0]} to {HANDS[-1]}", kind="note")


# ---- TQ-2 Bets (closed by the first card of the hand) ------------------------------------------------------------------


@game.turn
def turn(s: TrenteEtQuarante) -> Sequence[Due]:
    """Bets may be placed until the first card, and written late after it; the rows are dealt; a hand may be left without them."""
    return DEALING if s.dealing else BETTING


@game.on(HandStarted)
def begin(s: TrenteEtQuarante, _e: HandStarted) -> None:
    """A hand begins, and bets may be placed. A card too many of the hand before opens the noir row."""
    for where in tallied(s):
        s.tally[where] += 1
    s.earlier = passed_in(s)
    s.ledger.begin()
    s.owners = {name: bet.owner for name, bet in s.bets.items()}
    s.dealing, s.how, s.table, s.first, s.odd = False, "", [Row(), Row()], -1, bool(s.moved)
    if s.moved:
        s.table[NOIR], _ = laid(Row(), RowDealt(row="noir", cards=s.moved), 0)
        s.first, s.moved = NOIR, ()


def change(s: TrenteEtQuarante, name: str, **changes: Any) -> None:
    """A bet stands otherwise than before."""
    s.bets[name] = msgspec.structs.replace(s.bets[name], **changes)


@game.on(BetPlaced, "TQ-6", "late_bet", "bets are placed before the first card")
def place(s: TrenteEtQuarante, e: BetPlaced) -> None:
    """A stake goes on the table; after the first card it takes part from the next hand on (TQ-A9)."""
    if e.kind in KINDS and e.amount and e.bet not in s.bets:
        s.bets[e.bet] = Bet(s.who[e.seat], e.kind, e.amount, waits=s.dealing)
        s.owners[e.bet] = s.who[e.seat]
        s.ledger.move(s.who[e.seat], f"bet:{e.bet}", e.amount, "stake")


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
        return None if there is None else moved(s, e.bet, "raised")
    return Broken(seat=e.seat, says=f"there is a bet {e.bet} on the table already")


def moved(s: TrenteEtQuarante, name: str, how: str) -> Broken:
    """A bet in prison was touched."""
    says, seat = f"bet {name} is in prison and cannot be {how}", seat_of(s, s.bets[name].owner)
    return Broken(seat=seat, says=says, clause="TQ-6", name="imprisoned_moved", kind="breach", cost=CHOICE)


@game.rule(BetPlaced, "TQ-6", "late_bet", "bets are placed before the first card")
def bet_is_in_time(s: TrenteEtQuarante, e: BetPlaced) -> Any:
    """Bets are closed by the first card of the hand (TQ-2)."""
    return not s.dealing or e.bet in s.bets or Broken(seat=e.seat)


@game.rule(BetPlaced, "TQ-6", "bet_limit", "bets keep the limits of the table")
def bet_is_within_limits(s: TrenteEtQuarante, e: BetPlaced) -> Any:
    """The table has limits, or none (TQ-1.2). What is added to a bet is no bet of its own."""
    least, most = s.options.bet_min or 0, s.options.bet_max
    if e.bet in s.bets or not e.amount or (least <= e.amount and (most is None or e.amount <= most)):
        return None
    known = f"the least is {money(s, least)}" if e.amount < least else f"the most is {money(s, most)}"
    return Broken(choice=True, seat=e.seat, says=f"a bet of {money(s, e.amount)}; {known}")


F = TypeVar("F", bound=Callable[..., Any])


def of_bet(
    kind: type[Base], clause: str, name: str, says: str, fault: FindingKind = "breach", *, choice: bool = False
) -> Callable[[F], F]:
    """Declare a rule of what is done with a bet that lies on the table: what is wrong with it in words, if anything is."""

    def declared(function: F) -> F:
        def check(s: TrenteEtQuarante, e: Any) -> Any:
            bet = s.bets.get(e.bet)
            wrong = None if bet is None else function(s, e, bet)
            if bet is None or not wrong or isinstance(wrong, Broken):
                return wrong or None
            return Broken(choice=choice, seat=seat_of(s, bet.owner), says=wrong)

        game.rule(kind, clause, name, says, fault)(check)
        return function

    return declared


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
    bet = s.bets.get(e.bet)
    if bet is None:
        stranger_gone(s)
    elif bet.waits or not (bet.level or s.dealing):
        give_back(s, e.bet)


@of_bet(BetWithdrawn, "TQ-2", "late_withdrawal", "bets are taken back before the first card")
def withdrawal_is_in_time(s: TrenteEtQuarante, e: BetWithdrawn, bet: Bet) -> Any:
    """A bet is taken back before the first card or not at all (TQ-2); a bet in prison never (TQ-4.3)."""
    if bet.level:
        return moved(s, e.bet, "taken back")
    return s.dealing and not bet.waits and f"bet {e.bet} was taken back after the first card"


@game.on(BetInsured, "TQ-6", "late_insurance", "insurance is placed before the first card")
def insure(s: TrenteEtQuarante, e: BetInsured) -> None:
    """An insurance goes beside a bet; after the first card it counts from the next hand on (TQ-A9)."""
    bet = s.bets.get(e.bet)
    if bet is None:
        s.strangers = True  # a bet lies there that no line told of
    elif e.amount and not bet.insured:
        change(s, e.bet, insured=e.amount, later=s.dealing and not bet.waits)
        s.ledger.move(bet.owner, f"ins:{e.bet}", e.amount, "insurance")


@of_bet(BetInsured, "TQ-2.2", "no_insurance", "an insurance is of something", "contradiction")
def insurance_is_one(_s: TrenteEtQuarante, e: BetInsured, _bet: Bet) -> Any:
    """An insurance is of something (TQ-2.2)."""
    return not e.amount and "an insurance of nothing"


@of_bet(BetInsured, "TQ-6", "late_insurance", "insurance is placed before the first card")
def insurance_is_in_time(s: TrenteEtQuarante, _e: BetInsured, bet: Bet) -> Any:
    """Insurance is placed before the first card (TQ-2.2)."""
    return s.dealing and not bet.waits and not bet.insured and "insurance is placed before the first card"


@of_bet(BetInsured, "TQ-6", "double_insurance", "a bet is insured once")
def insurance_is_the_first(_s: TrenteEtQuarante, e: BetInsured, bet: Bet) -> Any:
    """A bet is insured once (TQ-2.2)."""
    return bet.insured > 0 and f"bet {e.bet} is insured already"


@of_bet(BetInsured, "TQ-6", "insurance_over_limit", "so much of a bet is insured", choice=True)
def insurance_is_within_limit(s: TrenteEtQuarante, e: BetInsured, bet: Bet) -> Any:
    """At most one percent of the bet is insured (TQ-2.2, TQ-A4)."""
    most = most_insured(s, bet)
    over = not bet.insured and e.amount > most
    return over and f"{money(s, e.amount)} on a bet of {money(s, bet.stake)}; the most is {money(s, most)}"


def most_insured(s: TrenteEtQuarante, bet: Bet) -> int:
    """The most that a bet may be insured for."""
    return bet.stake * s.options.insurance_max_bp // 10_000


@of_bet(BetInsured, "TQ-A8", "insurance_not_offered", "the house insures bets in prison", choice=True)
def insurance_is_offered(s: TrenteEtQuarante, e: BetInsured, bet: Bet) -> Any:
    """Whether a bet in prison may be insured is for the house to say (TQ-4.8, TQ-A8)."""
    return bet.level and not s.options.insure_imprisoned and f"bet {e.bet} is in prison and cannot be insured here"


# ---- TQ-3 Dealing ------------------------------------------------------------------------------------------------------


@game.means(TurnedUp)
def as_row(e: TurnedUp) -> RowDealt:
    """A card dealt alone is a row of one card; where no row is named, of the row that is due."""
    return RowDealt(row=e.place or "", cards=(e.card,))


def measure(cards: Sequence[Card]) -> tuple[int, int, int, bool | None]:
    """The least and the most that cards come to, up to the one that surely fills the row; how many these are; whether they
    fill it, None if that cannot be told.

    >>> measure((Card("Kh"), Card("9s"), Card("8c"), Card("5d"), Card("2h")))
    (32, 32, 4, True)
    >>> measure((Card("Kh"), Card("??"), Card("9s"), Card("Td")))
    (30, 39, 4, None)
    """
    least = more = 0  # more: by how much they may come to more than that
    for number, card in enumerate(cards, start=1):
        value = VALUES.get(card.rank, 0)
        more = min(more, LEAST - 1 - least) if more else 0  # the row was not full before this card
        least += value or 1
        more += 0 if value else 9
        if least >= LEAST:
            return least, least + more, number, True
    return least, least + more, len(cards), None if least + more >= LEAST else False


def colour_of(card: Card) -> Colour | None:
    """The colour of a card, if it is known."""
    return COLOUR_OF.get(card.suit)


def fresh(there: Row, e: RowDealt) -> tuple[Card, ...]:
    """The cards that come to a row: a list that fills it may repeat what lay there."""
    cards, lay = e.cards or (), len(there.cards)
    if lay and cards[:lay] == there.cards:
        least, _, used, full = measure(cards)
        if full and used == len(cards) and e.total in {None, least}:
            return cards[lay:]
    return cards


def laid(there: Row, e: RowDealt, line: int) -> tuple[Row, tuple[Card, ...]]:
    """The row as it lies then, and the cards that are too many. A list of several cards was told as all of the row; of single
    cards that are not all known it may need more.
    """
    cards, written = there.cards + fresh(there, e), e.total
    if not e.cards:
        least, most = (written, written) if written is not None and written <= MOST else (LEAST, MOST)
        return Row(cards, least >= LEAST, least, most, there.colour or e.colour, line), ()
    least, most, used, full = measure(cards)
    if full is None and len(e.cards) > 1:
        full, least = True, LEAST
    if full and written is not None and least <= written <= most:
        least = most = written
    return Row(cards[:used], full, least, most, colour_of(cards[0]) or there.colour or e.colour, line), cards[used:]


def filled(there: Row) -> Row:
    """The row with 31 or more, nobody knows how many."""
    return msgspec.structs.replace(there, full=True, least=LEAST, most=MOST)


def row_of(s: TrenteEtQuarante, e: RowDealt) -> int:
    """The row that is dealt to; -1 if there is none of that name."""
    return ROW_OF.get(e.row, -1) if e.row else row_due(s)


def row_due(s: TrenteEtQuarante) -> int:
    """The row that is to be dealt, or dealt on."""
    noir, rouge = s.table
    return ROUGE if s.on and s.dealing and (noir.full or (rouge.line and not rouge.full and not noir.line)) else NOIR


def open_row(s: TrenteEtQuarante, e: RowDealt) -> Row | None:
    """The row that goes on with these cards; None if there is none, it is full, or no hand is on."""
    row = row_of(s, e)
    return s.table[row] if s.on and row >= 0 and not s.table[row].full else None


def is_told_again(s: TrenteEtQuarante, e: RowDealt) -> bool:
    """Whether a full row is told again, by what it may well have been. A noir row after the hand is of the next."""
    row = row_of(s, e)
    if row < 0 or not s.table[row].full or not (s.on or (row == ROUGE and s.how != "void")):
        return False
    there, (told, surplus) = s.table[row], laid(Row(), e, 0)
    if not there.cards and there.total is None:
        return False  # nothing was told of it
    if e.cards and there.cards:
        alike = (
            one == other or not (one.known and other.known) for one, other in zip(e.cards, there.cards, strict=False)
        )
        return len(e.cards) == len(there.cards) and all(alike)
    may_be = max(there.least, told.least) <= min(there.most, told.most) and len({there.colour, told.colour, None}) < 3
    return bool(told.full and not surplus and may_be)


def is_of_hand_before(s: TrenteEtQuarante, e: RowDealt) -> bool:
    """Whether cards dealt while no hand is on are of the one that has ended: told again, too many, or dealt though it is void."""
    if not s.hand or s.ended != s.hand or row_of(s, e) != ROUGE:
        return False
    if s.how == "void":
        return s.cut_hand >= 0
    return is_told_again(s, e) or (len(e.cards or ()) == 1 and bool(s.table[ROUGE].cards))


@game.on(RowDealt, "TQ-6", "row_order", "the noir row is dealt first, then the rouge row")
def deal(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """Cards go to a row. A row that has 31 ends there; when both have, the hand is settled (TQ-3.1)."""
    row, cards = row_of(s, e), e.cards or ()
    if row < 0 or is_told_again(s, e):
        return None
    s.past = s.past or is_behind_cut(s, len(cards))
    if s.on and not s.dealing:
        first_card(s)
    if not s.on or s.table[row].full:
        s.shoe.draw(cards)
        return move_on(s, row, cards) if len(cards) == 1 and s.how != "void" else None
    other = s.table[1 - row]
    if other.line and not other.full:  # it was left before it had 31
        other = s.table[1 - row] = filled(other)
    if row == ROUGE and not other.full:
        return [partial(add_after_noir, e=e), partial(add, e=e, row=row)]
    return add(s, e, row)


def add_after_noir(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """The noir row was dealt, and is not in the record; then came the rouge row."""
    s.table[NOIR], s.first = filled(Row()), NOIR
    return add(s, e, ROUGE)


def first_card(s: TrenteEtQuarante) -> None:
    """Bets are closed; those imprisoned by the last hand can be given up no more."""
    s.dealing, s.odd = True, s.odd or s.past
    s.hands = None if s.hands is None else s.hands + 1
    for name in [name for name, bet in s.bets.items() if bet.fresh]:
        change(s, name, fresh=False)


def add(s: TrenteEtQuarante, e: RowDealt, row: int) -> Any:
    """Cards are added to a row. Where it may have 31, it has, or it goes on."""
    s.shoe.draw(*drawn(s.table[row], e))
    s.first = row if s.first < 0 else s.first
    there, surplus = laid(s.table[row], e, s.line)
    if there.full is not None:
        return lay(s, there, row, surplus)
    has_31 = msgspec.structs.replace(there, full=True, least=LEAST)
    not_yet = msgspec.structs.replace(there, full=False, most=LEAST - 1)
    return [partial(lay, there=one, row=row) for one in (has_31, not_yet)]


def drawn(there: Row, e: RowDealt) -> tuple[tuple[Card, ...], int]:
    """The cards that leave the shoe for a row, and how many more do that nobody saw, at least."""
    return fresh(there, e), 0 if e.cards else max(0, FEWEST - len(there.cards))


def lay(s: TrenteEtQuarante, there: Row, row: int, surplus: tuple[Card, ...] = ()) -> Any:
    """The row lies like this; cards too many move on."""
    s.table[row] = there
    if surplus:
        return move_on(s, row, surplus)
    return settle(s) if s.table[NOIR].full and s.table[ROUGE].full else None


def move_on(s: TrenteEtQuarante, row: int, cards: tuple[Card, ...]) -> Any:
    """Cards too many are burned, or open the next row, be it that of the next hand (TQ-6, TQ-A10)."""
    s.odd, other = True, s.table[1 - row]
    if s.options.surplus_card == "next_row":
        if s.on and not other.full:
            s.table[1 - row], cards = laid(other, RowDealt(row="", cards=cards), other.line)
        # a whole row is no card too many: it is let lie
        s.moved += cards if measure((*s.moved, *cards))[3] is False else ()
    return settle(s) if s.on and s.table[NOIR].full and s.table[ROUGE].full else None


def is_behind_cut(s: TrenteEtQuarante, cards: int) -> bool:
    """Whether cards dealt now lie behind the cut card, as was told or by their number, and should not be dealt (TQ-1.3)."""
    if s.past or not s.on:
        return not s.past and s.how == "void"
    if s.cut_hand >= 0:
        return not s.dealing and s.cut_hand < s.hand
    if s.options.cut_card == "void_hand":
        return 0 < limit(s) < s.shoe.dealt + cards
    return not s.dealing and 0 < limit(s) < s.shoe.dealt


@game.rule(RowDealt, "TQ-3.1", "no_such_row", "the rows are noir and rouge", "contradiction")
def row_exists(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """There are two rows (TQ-3.1)."""
    return row_of(s, e) >= 0 or Broken(says=f"there is no row {e.row!r}")


@game.rule(RowDealt, "TQ-6", "impossible_count", "each card is there once a pack", "contradiction", DISORDER + 1)
def cards_are_possible(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """There are so many copies of a card in the shoe (TQ-1.1)."""
    there = open_row(s, e)
    if there is None and is_told_again(s, e):
        return None
    fault = s.shoe.fault(*(drawn(there, e) if there is not None else (e.cards or (),)))
    return None if fault is None else Broken(cards=fault[0], says=fault[1])


@game.rule(RowDealt, "TQ-6", "dealt_past_cut", "the shoe is shuffled once the cut card showed up")
def hand_is_before_the_cut(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """The shoe is shuffled once the cut card showed up (TQ-1.3)."""
    return not is_behind_cut(s, len(e.cards or ())) or (s.on and open_row(s, e) is None) or Broken()


@game.rule(RowDealt, "TQ-6", "row_order", "the noir row is dealt first, then the rouge row")
def row_is_due(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """The noir row is dealt first, then the rouge row (TQ-3.1)."""
    row = row_of(s, e)
    if row < 0 or not s.on:
        return None
    if s.table[row].full:
        again = len(e.cards or ()) == 1 or is_told_again(s, e)
        return again or Broken(says=f"the {ROWS[row]} row was dealt already")
    noir, rouge = s.table
    begun = row == NOIR or noir.full or noir.line or rouge.line
    return bool(begun) or Broken(says="the rouge row was dealt before the noir row")


@game.rule(RowDealt, "TQ-6", "row_short", "cards are dealt until the row has 31")
def row_is_long_enough(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """Cards are dealt until there are 31 (TQ-3.1). Said of a row when the other is dealt to."""
    return None if open_row(s, e) is None else too_short(s, 1 - row_of(s, e))


def too_short(s: TrenteEtQuarante, row: int) -> Broken | None:
    """The fault of a row that was begun and left before it had 31."""
    there = s.table[row]
    if not there.line or there.full:
        return None
    points = there.most if there.least == there.most else f"{there.most} at most"
    return Broken(at=there.line, says=f"the {ROWS[row]} row was left with {points}, before it had 31")


@game.rule(RowDealt, "TQ-6", "row_over", "no card is dealt to a row that has 31", cost=TWO_LINES)
def row_is_not_too_long(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """No card is dealt to a row that has 31 (TQ-3.1)."""
    there, row = open_row(s, e), row_of(s, e)
    if there is None:
        over = row >= 0 and len(e.cards or ()) == 1 and s.how != "void"
        return not over or Broken(cards=(e.cards or ())[0].bit, says=f"the {ROWS[row]} row was full")
    if not e.cards and e.total is not None and e.total > MOST:
        return Broken(says=f"a total of {e.total}: a card was dealt to the {ROWS[row]} row after it was full")
    cards = there.cards + fresh(there, e)
    used = measure(cards)[2]
    says = f"the {ROWS[row]} row was full; {len(cards) - used} dealt too many"
    return used == len(cards) or Broken(cards=cards[used].bit, says=says)


@game.rule(RowDealt, "TQ-6", "wrong_total_called", "totals follow from the cards", "testimony")
def total_is_true(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """A total that was called is that of the cards (TQ-A7), with those too many or without them."""
    if e.total is None or not e.cards:
        return None
    row, surplus = laid(open_row(s, e) or Row(), e, 0)
    more = sum(VALUES.get(card.rank, 10) for card in surplus)
    if row.least <= e.total <= row.most or e.total == row.most + more:
        return None
    points = f"{row.least}" if row.least == row.most else f"{row.least} to {row.most}"
    return Broken(choice=True, says=f"{e.total} was called; the cards come to {points}")


@game.rule(RowDealt, "TQ-2.1", "wrong_colour", "the first card has one colour", "contradiction")
def colour_is_true(s: TrenteEtQuarante, e: RowDealt) -> Any:
    """The colour written is that of the first card (TQ-2.1)."""
    cards = (open_row(s, e) or Row()).cards or e.cards
    colour = colour_of(cards[0]) if cards and e.colour else None
    if not cards or colour in {None, e.colour}:
        return None
    return Broken(cards=cards[0].bit, says=f"the first card is {colour}, not {e.colour}")


# ---- TQ-4 Settlement (derived at the closing card of the rouge row) ----------------------------------------------------

Outcome = tuple[str, bool | None]
"""How a hand came out (noir, rouge, push, refait), and whether couleur won, if that is known and matters."""


def settle(s: TrenteEtQuarante) -> Any:
    """Both rows are dealt: all bets in play are settled. Where rows or colours are not known, each way they may be."""
    s.was, s.mark, s.earlier = dict(s.bets), len(s.ledger.rows), None
    outcomes = list(outcomes_of(s))
    if len(outcomes) == 1:
        return settle_as(s, *outcomes[0])
    twins = [s.copied() for _ in outcomes]
    for twin, outcome in zip(twins, outcomes, strict=True):
        settle_as(twin, *outcome)
    ledgers = [twin.ledger for twin in twins]
    unsure = [name for name in everybody(twins[0]) if len({one.gains.get(name) for one in ledgers}) > 1]
    rows = [row for row in ledgers[0].rows if all(row in one.rows for one in ledgers)]
    how = outcomes[0][0] if len({how for how, _ in outcomes}) == 1 else UNTOLD
    return [partial(settle_unsure, outcome=one, how=how, unsure=unsure, rows=rows) for one in outcomes]


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
    colour = s.table[s.first if s.options.couleur_reference == "first_of_hand" else won].colour
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
    finish(s, how)
    s.strangers = s.strangers and (how not in ROWS or s.options.imprisoned_refait == "double")


def decide(s: TrenteEtQuarante, name: str, bet: Bet, *, wins: bool) -> None:
    """A row has won: a free bet is paid or lost, one in prison released or lost (TQ-4.1, TQ-4.5)."""
    if not bet.later:
        pay_insurance(s, name, "bank", "insurance lost")
    if wins and bet.level > 1:
        change(s, name, level=bet.level - 1)
    elif wins:
        s.ledger.move("bank", bet.owner, 0 if bet.level else bet.stake, "won")
        give_back(s, name)
    else:
        pay_insurance(s, name, bet.owner, "insurance back")  # it was placed too late for this hand (TQ-A9)
        drop(s, name, "bank", "lost")


def tie(s: TrenteEtQuarante, name: str, bet: Bet, *, refait: bool) -> None:
    """At a tie of 32 to 40 free bets go back or stand, those in prison stay or go free (TQ-4.2, TQ-4.6). At 31 insurance is paid,
    and all bets go to prison (TQ-4.3, TQ-4.7).
    """
    if not refait and not bet.level and s.options.push_bets == "stand":
        return
    insured = 0 if bet.later else bet.insured
    if insured:
        pay_insurance(s, name, bet.owner, "insurance back")
    if not refait:
        if not bet.level or s.options.imprisoned_push == "release":
            give_back(s, name)
        return
    s.ledger.move("bank", bet.owner, insured * s.options.insurance_odds, "insurance paid")
    if not bet.level:
        change(s, name, level=1, fresh=True)
    elif s.options.imprisoned_refait == "double":
        change(s, name, level=bet.level + 1)
    elif s.options.imprisoned_refait == "lose":
        pay_insurance(s, name, bet.owner, "insurance back")
        drop(s, name, "bank", "lost")


def pay_insurance(s: TrenteEtQuarante, name: str, target: str, why: str) -> None:
    """What a bet is insured for goes to an account, and it is insured no more."""
    if s.bets[name].insured:
        s.ledger.move(f"ins:{name}", target, s.bets[name].insured, why)
        change(s, name, insured=0, later=False)


def give_back(s: TrenteEtQuarante, name: str) -> None:
    """A bet goes back to its bettor, and what it is insured for."""
    pay_insurance(s, name, s.bets[name].owner, "insurance back")
    drop(s, name, s.bets[name].owner, "stake back")


def drop(s: TrenteEtQuarante, name: str, target: str, why: str, part: int = 0) -> None:
    """A bet leaves the table: part of it goes to its bettor, the rest to an account."""
    bet = s.bets.pop(name)
    s.ledger.move(f"bet:{name}", bet.owner, part, why)
    s.ledger.move(f"bet:{name}", target, bet.stake - part, why)
    for account in (f"bet:{name}", f"ins:{name}"):
        s.ledger.balances.pop(account, None)


def finish(s: TrenteEtQuarante, how: str) -> None:
    """The hand is over; what was placed late is for the next. Bets that no line tells of may have won or lost."""
    if s.strangers:
        s.ledger.lose(everybody(s))
    s.how, s.dealing = how, False
    for name, bet in s.bets.items():
        if bet.waits or bet.later:
            change(s, name, waits=False, later=False)
    s.end()


@game.on(BetSurrendered, "TQ-6", "surrender_late", "the half is paid right after the tie")
def surrender(s: TrenteEtQuarante, e: BetSurrendered) -> None:
    """The bet is given up for its half (TQ-4.4). What the table paid is done, offered or not (TQ-A9)."""
    bet = s.bets.get(e.bet)
    if bet is None:
        stranger_gone(s)
        return
    half, odd = halves(bet.stake)
    lost = s.dealing and not bet.later
    pay_insurance(s, e.bet, *(("bank", "insurance lost") if lost else (bet.owner, "insurance back")))
    drop(s, e.bet, "bank", "given up", half + odd * (s.options.half_rounding == "player"))
    s.settled += s.ended == s.hand


@of_bet(BetSurrendered, "TQ-6", "surrender_not_offered", "the house offers the half")
def surrender_is_offered(s: TrenteEtQuarante, e: BetSurrendered, bet: Bet) -> Any:
    """The half is offered where the house says so, for a bet the last hand imprisoned, right after (TQ-4.4, TQ-A5)."""
    seat = seat_of(s, bet.owner)
    if not s.options.half_surrender:
        return Broken(choice=True, seat=seat, says="the house does not offer the half")
    if not bet.level:
        return f"bet {e.bet} is not in prison"
    if not bet.fresh and not s.on and s.how == "refait":
        return f"bet {e.bet} was in prison before the tie"
    return None if bet.fresh else Broken(seat=seat, name="surrender_late", says="the half is paid right after the tie")


@game.on(Voided, "TQ-A10", "no_hand", "a hand that is void has begun", fault="contradiction")
def void(s: TrenteEtQuarante, _e: Voided) -> None:
    """The hand is thrown in: free bets and insurances go back, bets in prison stay (TQ-A10).

    A hand just settled can be thrown in too, before anything is bet on the next: what was paid passes back.
    """
    if s.blind:
        missed(s, Gap(hands=1))
        s.how = "void"
        s.end()
        return
    if not s.on:
        for row in s.ledger.rows[s.mark :]:
            s.ledger.move(row.target, row.source, row.amount, row.why)
        s.bets = dict(s.was)
    throw_in(s)


def throw_in(s: TrenteEtQuarante) -> None:
    """Free bets and insurances go back."""
    for name, bet in list(s.bets.items()):
        pay_insurance(s, name, bet.owner, "insurance back")
        if not bet.level:
            give_back(s, name)
    finish(s, "void")


@game.on(Closed)
def close(s: TrenteEtQuarante, _e: Closed) -> None:
    """The session ends: free bets go back, bets in prison as the house has it (TQ-4.10)."""
    if s.blind:
        return
    left = bool(s.bets) or s.strangers
    for name, bet in list(s.bets.items()):
        pay_insurance(s, name, bet.owner, "insurance back")
        if bet.level:
            part = {"half": halves(bet.stake)[0], "return": bet.stake, "forfeit": 0}
            drop(s, name, "bank", "at the close", part[s.options.imprisoned_at_close])
        else:
            give_back(s, name)
    if s.on:
        finish(s, "not_played")
    elif left:
        s.ledger.lose(everybody(s) if s.strangers else ())
        s.settled += 1


# ---- Something was missed ----------------------------------------------------------------------------------------------


@game.missed
def missed(s: TrenteEtQuarante, _e: Gap) -> None:
    """Bets may have been placed or settled and the shoe shuffled without our knowing: purses cannot be told. The last hand came out
    as it did, but for its prisoners that may have been given up since.
    """
    given_up = {bet.owner for bet in s.bets.values() if bet.fresh and s.options.half_surrender}
    s.ledger.balances |= dict.fromkeys(everybody(s))
    s.ledger.lose([*given_up, *(["bank"] if given_up else [])])
    for name in list(s.bets):
        drop(s, name, "unknown", "not known")
    s.settled += bool(given_up)
    s.strangers, s.dealing, s.empty, s.moved = True, False, 0, ()
    s.shoe.shuffle(known=False)
    s.hands, s.cut_hand, s.past, s.odd = None, -1, False, True


def left_unfinished(s: TrenteEtQuarante, _e: Any) -> list[Broken]:
    """The fault of a hand that was left before both rows were dealt."""
    missing = ROUGE if s.table[NOIR].full or s.table[NOIR].line else NOIR
    short = too_short(s, NOIR) or too_short(s, ROUGE)
    return [short or Broken(says=f"the hand was left without a {ROWS[missing]} row")]


UNFINISHED: Final = Rule("TQ-6", "row_short", "both rows are dealt before anything else begins", check=left_unfinished)


def rows_not_told(s: TrenteEtQuarante) -> Any:
    """The rest of the rows is not in the record: all that can be came of the hand."""
    for row, there in enumerate(s.table):
        if not there.full:
            s.table[row] = filled(there)
            s.first = row if s.first < 0 else s.first
    return settle(s)


ANYTIME: Final = (
    Due(BetSurrendered, optional=True),
    Due(BetPlaced),
    Due(BetInsured, optional=True, weight=0.5),
    Due(BetWithdrawn, optional=True, weight=0.1),
    Due(CutReached),
    Due(Shuffled),
    Due(TurnedUp),
    Due(BoughtIn, optional=True, weight=0.02),
)
COMING: Final = Due(Joined, optional=True, weight=0.3)
BETTING: Final = (Due(RowDealt), *ANYTIME, COMING)
DEALING: Final = (Due(RowDealt, rule=UNFINISHED, skip=rows_not_told, cost=CHOICE), *ANYTIME)
BETWEEN: Final = (Due(RowDealt), Due(Left, optional=True, weight=0.02), COMING, *ANYTIME)
"""What may be done in a hand; which of it is late, its rules tell. A hand may be left without the rest of its rows."""


@game.between
def between(s: TrenteEtQuarante) -> Sequence[Due]:
    """Between hands bets are given up, cards told again, the shoe is shuffled, and bettors come and go."""
    return () if s.closed else BETWEEN


# ---- TQ-A7 What the croupier called ------------------------------------------------------------------------------------

SIDES: Final = {
    "noir": "noir", "black": "noir", "rouge": "rouge", "red": "rouge", "couleur": "couleur", "color": "couleur",
    "colour": "couleur", "inverse": "inverse",
}  # fmt: skip
TIES: Final = frozenset({"refait", "tie", "tied", "draw", "drawn", "apres", "push"})
LOSES: Final = frozenset({"loses", "lost", "lose", "perd"})
"""The words that are understood; what is said in others is not judged."""

game.on(ResultCalled, free=True)(says_only)


@game.rule(ResultCalled, "TQ-6", "wrong_result_called", "results follow from the cards", "testimony")
def call_is_true(s: TrenteEtQuarante, e: ResultCalled) -> Any:
    """Totals and winners follow from the cards (TQ-A7). A number that a row may have is a total; a row named with one claims
    nothing more.
    """
    words = re.findall(r"[a-z]+|[0-9]+", e.result.casefold().replace("è", "e").replace("é", "e"))
    if s.dealing and not s.blind and e.hand in {None, s.hand}:
        return off(s, words, e.amount)
    if not ended_just_now(s, e.hand) or s.how not in {*ROWS, "push", "refait"}:
        return None
    wrong = off(s, words, e.amount)
    for word, behind in zip(words, [*words[1:], ""], strict=False):
        claims = e.amount is None and not behind.isdigit()
        if wrong is None and claims and call_fits(s, word, loses=behind in LOSES) is False:
            return Broken(choice=True, says=f"{e.result!r} was called; {outcome(s)}")
    return wrong


def off(s: TrenteEtQuarante, words: Sequence[str], amount: int | None) -> Broken | None:
    """A total that was called and that neither row has; nothing while one of them is begun or cannot be told."""
    totals = [row.total for row in s.table if row.full]
    if None in totals or not totals or any(row.line and not row.full for row in s.table):
        return None
    numbers = [int(word) for word in words if word.isdigit() and len(word) < 3]
    called = [one for one in (amount, *numbers) if one is not None and LEAST <= one <= MOST]
    wrong = next((one for one in called if one not in totals), None)
    if wrong is None:
        return None
    says = " and ".join(f"{row.total} for {name}" for name, row in zip(ROWS, s.table, strict=True) if row.full)
    return Broken(choice=True, says=f"{wrong} was called; it is {says}", name="wrong_total_called")


def call_fits(s: TrenteEtQuarante, word: str, *, loses: bool) -> bool | None:
    """Whether a word fits how the hand came out; None if it says nothing, or nothing that can be told."""
    side = SIDES.get(word)
    if word in TIES:
        return s.how == "push" or (s.how == "refait" and word != "push")
    if side is None or s.how not in ROWS:
        return None if side is None else False
    couleur = couleur_wins(s, ROW_OF[s.how])
    wins = side == s.how if side in ROWS else None if couleur is None else couleur == (side == "couleur")
    return None if wins is None else wins != loses


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

MANY: Final = 50_000
"""Sums beyond which nobody tells them one by one."""

game.on(ChipsPassed, free=True)(says_only)
game.on(PurseCounted, free=True)(says_only)
game.on(PoolCounted, free=True)(says_only)


def passed_in(s: TrenteEtQuarante) -> Passed:
    """The payments of the hand that is on or was last."""
    return Passed(tuple(s.ledger.rows), s.owners, None not in s.ledger.gains.values())


def account_of(s: TrenteEtQuarante, name: str) -> str | None:
    """The account that a record names: `seat:0` for the purse of whoever sits there, `purse:Ann`, `bank`, `bet:a`, `ins:a`."""
    what, _, whose = name.partition(":")
    if what == "seat" and whose.isdecimal() and int(whose) < len(s.who):
        return s.who[int(whose)]
    bets = {*s.owners, *(s.earlier.owners if s.earlier is not None else ())}
    known = whose in bets if what in {"bet", "ins"} else name == "bank" or name in s.who or name in s.ledger.balances
    return name if known else None


@game.rule(ChipsPassed, "TQ-6", "wrong_payment", "payments follow from the play", "testimony")
def payment_is_true(s: TrenteEtQuarante, e: ChipsPassed) -> Any:
    """A payment that was seen is one that follows from the rules (TQ-4), or several together. It may be of the hand before, and
    while rows are dealt of one that has no end in the record.
    """
    if s.strangers or (s.dealing and s.hand > 1):
        return None
    source, target = account_of(s, e.from_), account_of(s, e.to)
    hands = [passed_in(s), *([s.earlier] if s.earlier is not None else [])]
    if source is None or target is None:
        doubtful = None in s.ledger.balances.values()
        return doubtful or Broken(choice=True, says=f"no account {(e.to if source else e.from_)!r} at this table")
    due = [amount for hand in hands for amount in amounts(hand, source, target)]
    if any(not hand.sure or e.amount in sums(amounts(hand, source, target)) for hand in hands):
        return None
    seats = [seat_of(s, owner_of(hands[0], account)) for account in (source, target)]
    told = " and ".join(money(s, amount) for amount in due if amount > 0) or "nothing"
    says = f"{money(s, e.amount)} passed from {e.from_} to {e.to}; {told} was due"
    return Broken(choice=True, seat=next((seat for seat in seats if seat is not None), None), says=says)


def owner_of(hand: Passed, account: str) -> str:
    """For whom an account is played: of a bet its bettor, else itself."""
    what, _, whose = account.partition(":")
    return hand.owners.get(whose, account) if what in {"bet", "ins"} else account


def amounts(hand: Passed, source: str, target: str) -> list[int]:
    """What may be in one payment of a hand. Between the bank and a bettor all that passed on the bets, below 0 what was kept
    back of it; from a bet to its bettor what lay on it, and what the bank paid on it.
    """
    ends = {owner_of(hand, source), owner_of(hand, target)}
    found = []
    for row in hand.rows:
        giver, taker = owner_of(hand, row.source), owner_of(hand, row.target)
        if "bank" in ends and {giver, taker} == ends:
            found.append(row.amount if giver == owner_of(hand, source) else -row.amount)
        elif (row.source, row.target) == (source, target) or (
            len(ends) == 1 and row.target == target and row.source in {f"ins:{source[4:]}", "bank"}
        ):
            found.append(row.amount)
    return found


def sums(parts: Iterable[int]) -> Container[int]:
    """What some of these payments may come to together; anything, where they are too many to tell.

    >>> sorted(sums([1, 10, -100]))
    [-100, -99, -90, -89, 0, 1, 10, 11]
    """
    found = {0}
    for amount in parts:
        found |= {amount + one for one in found}
        if len(found) > MANY:
            return range(-sys.maxsize, sys.maxsize)
    return found


def held_in(s: TrenteEtQuarante, account: str) -> int | None:
    """What is known to be in a purse or the bank, or to lie on a bet."""
    if account.startswith(("bet:", "ins:")):
        return s.ledger.balances.get(account, 0) if account[4:] in s.bets or not s.strangers else None
    return s.ledger.balances.get(account, 0) if account in s.bought and not s.blind else None


@game.rule(PurseCounted, "TQ-6", "not_conserved", "no money is made or lost", "testimony")
def purse_is_true(s: TrenteEtQuarante, e: PurseCounted) -> Any:
    """A purse holds what was bought, won and not lost or bet (C-3)."""
    amount = held_in(s, s.who[e.seat])
    says = f"{money(s, e.amount)} was counted; seat {e.seat} has {money(s, amount)}"
    return amount in {None, e.amount} or Broken(choice=True, seat=e.seat, says=says)


@game.rule(PoolCounted, "TQ-6", "not_conserved", "no money is made or lost", "testimony")
def pool_is_true(s: TrenteEtQuarante, e: PoolCounted) -> Any:
    """The bank, and what lies on a bet, follow from the play (C-3)."""
    on_bet = e.pool.startswith(("bet:", "ins:"))
    account = e.pool if on_bet else account_of(s, e.pool)
    if account is None:
        return Broken(choice=True, says=f"no account {e.pool!r} at this table")
    amount = held_in(s, account)
    says = f"{money(s, e.amount)} was counted in {e.pool}; there are {money(s, amount)}"
    return amount in {None, e.amount} or Broken(choice=True, seat=seat_of(s, account), says=says)


# ---- TQ-7 Events: what may come next -----------------------------------------------------------------------------------

STEPS: Final = (1, 2, 5, 10, 50, 100, 500)
"""What a random bettor bets, in the least that can be bet; a hundred coins, if the table has no limit."""


def shows_cut(s: TrenteEtQuarante) -> bool:
    """Whether all cards before the cut card were dealt, and it was not told of."""
    return s.cut_hand < 0 and 0 < limit(s) <= s.shoe.dealt


def needs_shuffle(s: TrenteEtQuarante) -> bool:
    """Whether the shoe must be shuffled before another hand: the cut card showed up, or the cards left may not fill two rows."""
    if s.cut_hand >= 0:
        return not s.on or s.cut_hand < s.hand
    return not s.dealing and sum(VALUES[card.rank] for card in in_shoe(s)) < 2 * MOST


def in_shoe(s: TrenteEtQuarante) -> list[Card]:
    """The cards left in the shoe, at most."""
    return [card for card, copies in zip(PACK, s.shoe.left(), strict=True) for _ in range(copies)]


def seats(s: TrenteEtQuarante, *, taken: bool = True) -> list[int]:
    """The seats where somebody sits, or nobody does."""
    return [seat for seat, player in enumerate(s.players) if bool(player) == taken]


def singly(s: TrenteEtQuarante) -> bool:
    """Whether the row that is due is dealt card by card: it was begun so, or the cut card may stop it."""
    there = lying(s)
    return bool(there.line and not there.full) or (
        s.options.cut_card == "void_hand" and limit(s) - s.shoe.dealt < LONGEST
    )


def lying(s: TrenteEtQuarante) -> Row:
    """The row that is due as it lies before more cards are dealt to it."""
    return s.table[row_due(s)] if s.on else Row(cards=s.moved)


def offered_rows(s: TrenteEtQuarante) -> Iterator[Act]:
    """All cards of the row that is due at once."""
    if needs_shuffle(s) or singly(s):
        return
    name, there, left = ROWS[row_due(s)], lying(s), in_shoe(s)

    def chosen(number: int) -> RowDealt:
        """A row that chance deals: another one for each number."""
        cards = (*there.cards, *Random(number).sample(left, min(len(left), LONGEST)))  # noqa: S311 - play, not secrets
        return RowDealt(row=name, cards=cards[len(there.cards) : measure(cards)[2]])

    def is_whole(event: Base) -> bool:
        """Whether its cards fill the row, or its total is one that a row can have, and nothing is wrong with it."""
        if not isinstance(event, RowDealt) or event.row != name or not (event.cards or event.total):
            return False
        return laid(there, event, 0)[0].full is not False and accepts(game, s, RowDealt, -1)(event)

    yield Act(
        RowDealt,
        asks=f"the {name} row",
        least=0,
        most=1 << 32,
        make=chosen,
        accepts=is_whole,
        given={"row": name},
        blank=RowDealt(row=name),
        optional=not s.on,
        weight=1.0 if s.on else 0.0,
    )


def offered_cards(s: TrenteEtQuarante) -> Iterator[Act]:
    """One card to the row that is due."""
    if needs_shuffle(s) or not s.on:
        return
    name, left, alone = ROWS[row_due(s)], in_shoe(s), singly(s)
    yield Act(
        TurnedUp,
        asks=f"a card to the {name} row",
        least=0,
        most=len(left) - 1,
        make=lambda number: TurnedUp(card=left[number], place=name),
        accepts=lambda event: getattr(event, "place", "") == name and accepts(game, s, TurnedUp, -1)(event),
        optional=not alone,
        weight=1.0 if alone else 0.02,
        given={"place": name},
        blank=TurnedUp(card=UNKNOWN, place=name) if alone else None,
    )


def offered_bets(s: TrenteEtQuarante) -> Iterator[Act]:
    """Bets of those who sit there, under a name that no bet on the table has."""
    if s.dealing or not seats(s) or needs_shuffle(s):
        return
    least, most = s.options.bet_min or 1, s.options.bet_max
    sizes = [least * step * (1 if most is not None else s.options.unit_scale) for step in STEPS]
    bets = list(product(seats(s), KINDS, [size for size in sizes if most is None or size <= most] or [least]))
    new = next(name for line in count(s.line + 1) if (name := f"b{line}") not in s.bets)

    def chosen(number: int) -> BetPlaced:
        """A bet by number: whose, which, how much."""
        seat, kind, amount = bets[number]
        return BetPlaced(seat=seat, bet=new, kind=kind, amount=amount)

    yield Act(
        BetPlaced,
        asks="a bet",
        least=0,
        most=len(bets) - 1,
        make=chosen,
        accepts=accepts(game, s, BetPlaced, -1),
        optional=True,
        weight=2.0 if s.on else 0.0,
        given={"bet": new},
    )


def insurances(s: TrenteEtQuarante) -> Iterator[Base]:
    """Insurance of bets that have none yet: the least, and the most."""
    for name, bet in s.bets.items() if s.on and not s.dealing else ():
        most = 0 if bet.insured or (bet.level and not s.options.insure_imprisoned) else most_insured(s, bet)
        yield from (BetInsured(bet=name, amount=amount) for amount in sorted({1, most}) if 0 < amount <= most)


def withdrawals(s: TrenteEtQuarante) -> Iterator[Base]:
    """Free bets taken back."""
    return (BetWithdrawn(bet=name) for name, bet in s.bets.items() if s.on and not (s.dealing or bet.level))


def halves_taken(s: TrenteEtQuarante) -> Iterator[Base]:
    """Bets given up for their half (TQ-4.4)."""
    return (BetSurrendered(bet=name) for name, bet in s.bets.items() if bet.fresh and s.options.half_surrender)


OFFERS: Final[dict[type[Base], tuple[str, Callable[[TrenteEtQuarante], Iterable[Base | Act]]]]] = {
    HandStarted: ("", lambda s: () if needs_shuffle(s) else (HandStarted(),)),
    Closed: ("the end of the session", lambda _s: (Closed(),)),
    Shuffled: ("the shuffle", lambda s: (Shuffled(),) if needs_shuffle(s) and not s.dealing else ()),
    RowDealt: ("", offered_rows),
    TurnedUp: ("", offered_cards),
    BetPlaced: ("", offered_bets),
    BetInsured: ("an insurance", insurances),
    BetWithdrawn: ("a bet taken back", withdrawals),
    BetSurrendered: ("a bet given up for its half", halves_taken),
    Left: ("a bettor leaves", lambda s: (Left(seat=seat) for seat in seats(s))),
    Joined: ("a bettor comes", lambda s: (Joined(seat=one, player=f"guest {s.line}") for one in seats(s, taken=False))),
    BoughtIn: (
        "money for the table",
        lambda s: (BoughtIn(seat=one, amount=100 * s.options.unit_scale) for one in seats(s)),
    ),
}
"""What may come next; nothing does before the cut card was told of, where it must have shown up."""

for _due, (_asks, _found) in OFFERS.items():
    game.offer(_due, _asks)(partial(lambda s, _seat, found: () if shows_cut(s) else found(s), found=_found))


@game.offer(CutReached, "the cut card")
def offered_cut(s: TrenteEtQuarante, _seat: int) -> Sequence[Base]:
    """The cut card."""
    return (CutReached(),) if shows_cut(s) else ()


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
    hand, seats = passed_in(s), {account: f"seat:{seat}" for seat, account in enumerate(s.who)}
    points = [s.ledger.gains.get(account, 0) for account in s.who]
    taken = dict.fromkeys(s.who, 0)
    for row in hand.rows:
        giver, taker = owner_of(hand, row.source), owner_of(hand, row.target)
        if "bank" in {row.source, row.target}:
            taken[giver] = taken.get(giver, 0) - row.amount
            taken[taker] = taken.get(taker, 0) + row.amount
    part = {*s.owners.values(), *(bet.owner for bet in s.bets.values())}
    return Result(
        points=tuple(points),
        won=tuple(None if net is None else taken[account] > 0 for account, net in zip(s.who, points, strict=True)),
        absent=tuple(seat for seat, net in enumerate(points) if s.who[seat] not in part and net is not None),
        counts=s.how != "void" and (s.how != "not_played" or any(points)),
        level=level(s),
        how=s.how,
        says=outcome(s),
        totals=tuple(has(s, account) for account in s.who),
        transfers=tuple(
            Transfer(seats.get(row.source, row.source), seats.get(row.target, row.target), row.amount, row.why)
            for row in hand.rows
        ),
    )


def level(s: TrenteEtQuarante) -> str:
    """How much of the rows is known: all cards, some, or their totals alone."""
    told = [bool(row.cards) and all(card.known for card in row.cards) for row in s.table]
    return "full" if all(told) else "partial" if s.table[NOIR].cards or s.table[ROUGE].cards else "public"


@game.draws
def scene(s: TrenteEtQuarante) -> Scene:
    """The table: the two rows, the purses, the bank, and every bet with its insurance."""
    colour = s.table[s.first].colour if s.first >= 0 else None
    facts = [("first card", str(colour))] if colour is not None else []
    bare = zip(ROWS, s.table, strict=True)  # rows without cards are not drawn
    facts += [(name, str(row.total)) for name, row in bare if row.total is not None and not row.cards]
    facts += [("cut card", "shown")] if s.cut_hand >= 0 else []
    bank = f"; the bank closes with {money(s, has(s, 'bank'))}" if s.closed else ""
    return Scene(
        title=f"Trente et Quarante, hand {s.hand}",
        facts=tuple(facts),
        hands=tuple(seat_scene(s, seat) for seat in range(len(s.players))),
        rows=(row_scene(s, NOIR), row_scene(s, ROUGE)),
        pots=(("bank", money(s, has(s, "bank"))), *(bet_scene(s, name) for name in s.bets)),
        says=outcome(s) + bank if s.hand and not s.on else "",
    )


def has(s: TrenteEtQuarante, account: str) -> int | None:
    """What a purse or the bank has, counted from what it bought; None if that cannot be told."""
    return None if s.blind else s.ledger.balances.get(account, 0)


def seat_scene(s: TrenteEtQuarante, seat: int) -> Hand:
    """A bettor with purse and bets."""
    placed = [name for name, bet in s.bets.items() if bet.owner == s.who[seat]]
    marks = (f"bets {' '.join(placed)}",) if placed else ()
    return Hand(seat=seat, player=s.players[seat], marks=marks, scores=(("purse", money(s, has(s, s.who[seat]))),))


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
    for name, bet in s.bets.items():
        kind, words = bet_scene(s, name)
        amount = None if s.blind else bet.stake
        yield Debt(hand=s.hand, seat=seat_of(s, bet.owner), amount=amount, says=f"bet {kind}: {words}")


def bet_scene(s: TrenteEtQuarante, name: str) -> tuple[str, str]:
    """A bet in words: whose it is by its name, on what, how much, and how it stands."""
    bet = s.bets[name]
    words = ["?" if s.blind else money(s, bet.stake)]
    if bet.insured:
        words.append(f"insured {money(s, bet.insured)}{' from the next hand' * bet.later}")
    words += ["for the next hand"] if bet.waits else []
    words += ["not known" if s.blind else "in prison"] if bet.level or s.blind else []
    words += [f"needs {bet.level} wins"] if bet.level > 1 else []
    return f"{name} {bet.kind}", ", ".join(words)


# ---- TQ-9 Theory of totals ---------------------------------------------------------------------------------------------

TOTALS: Final = (
    0.148057777, 0.137826224, 0.127576652, 0.116865052, 0.106151668,
    0.094992448, 0.083858996, 0.072302455, 0.060800856, 0.051567873,
)  # fmt: skip
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


def tallied(s: TrenteEtQuarante) -> list[int]:
    """Where the last hand is counted, if it was a regular one (TQ-9.6)."""
    noir, rouge = (row.total for row in s.table)
    if s.odd or noir is None or rouge is None or s.how not in {*ROWS, "push", "refait"}:
        return []
    if s.how not in ROWS:
        return [noir - LEAST, rouge - LEAST, *([TIED, TIED_31] if s.how == "refait" else [TIED])]
    couleur = couleur_wins(s, ROW_OF[s.how])
    colours = [] if couleur is None else [COULEUR_WON if couleur else INVERSE_WON]
    return [noir - LEAST, rouge - LEAST, NOIR_WON + ROW_OF[s.how], *colours]


def fits_of(tally: Sequence[int]) -> list[Fit]:
    """The tests of so many hands; none if they are too few (TQ-9.6)."""
    hands = sum(tally[:10]) // 2
    if 2 * hands < ENOUGH_ROWS:
        return []
    found = [fit("totals", tally[:10], TOTALS)]
    found += [share("ties at 31", tally[TIED_31], hands, TIE_31), share("ties", tally[TIED], hands, TIE)]
    for name, one, other in (("noir", NOIR_WON, ROUGE_WON), ("couleur", COULEUR_WON, INVERSE_WON)):
        if tally[one] + tally[other]:
            found.append(share(f"hands won by {name}", tally[one], tally[one] + tally[other], 0.5))
    return found


@game.rule(Closed, "TQ-9.6", "unlikely_hands", "many hands are as the theory has them", "note")
def hands_are_likely(s: TrenteEtQuarante, _e: Closed) -> Any:
    """What many hands of a six-pack shoe came to is about what the theory has them come to (TQ-9.6)."""
    tally = [number + tallied(s).count(where) for where, number in enumerate(s.tally)]
    unlikely = [one for one in fits_of(tally) if one.chance < SUSPICIOUS and s.options.decks == 6]
    says = "{}: so far from the theory once in {:.2g} sessions"
    return [Broken(says=says.format(one.name, 1 / max(one.chance, 1e-300)), kind="note") for one in unlikely]


GAME = game
