"""Trente et Quarante: bets on two rows of cards against a bank, with a prison for ties at 31 (document 004).

The sections are those of the rules page. All cards are public and nobody holds any, so nothing lies in places: the shoe counts
its copies of each card. Purses, bets and payments are those of `mechanisms.bank`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import count, pairwise, product
from struct import unpack
from typing import Any, Final, Literal

import msgspec

from upcard.engine.due import Act
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.ledger import told_in_all
from upcard.engine.kernel.offering import accepts, by_number, keeps_rules
from upcard.engine.kernel.results import UNTOLD, Mark, Result, Theory
from upcard.engine.kernel.rules import CHOICE, DISORDER, MISREAD, TWO_LINES, Broken, Due, Rule
from upcard.engine.kernel.shoe import CARDS, Shoe
from upcard.engine.kernel.usual import ended_just_now
from upcard.engine.mechanisms import bank, counted_rows
from upcard.engine.mechanisms.bank import Bet, Bettors, change, drop, in_coins, of_bet, pay_insurance
from upcard.engine.mechanisms.chance import Law, unlikely
from upcard.engine.mechanisms.counted_rows import LEAST, MOST, NO_CARDS, VALUES, Colour, Row, fresh, laid, row_of_cards
from upcard.engine.scene import Row as DrawnRow
from upcard.engine.scene import Scene
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.errors import OptionError
from upcard.schemas.events.base import Base
from upcard.schemas.events.dealing import CutReached, HandStarted, Joined, Left, Shuffled, TurnedUp, Voided
from upcard.schemas.events.log import Closed, Gap, Opened
from upcard.schemas.events.staking import (
    BetInsured,
    BetPlaced,
    BetSurrendered,
    BetWithdrawn,
    BoughtIn,
    PurseCounted,
    ResultCalled,
    RowDealt,
)
from upcard.schemas.options import Options, option
from upcard.schemas.wording import counted

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
        "returned", "TQ-4.2", "whether free bets, with insurance, go back at a tie of 32 to 40, or stay on the table"
    )
    imprisoned_at_close: Literal["half", "return", "forfeit"] = option(
        "half", "TQ-4.10", "what is paid back for bets in prison when the session closes"
    )
    surplus_card: Literal["next_row", "void"] = option(
        "next_row", "TQ-6", "where a card too many goes: it opens the next row, or is burned"
    )
    unit_scale: int = option(100, "TQ-2.3", "units in a coin: amounts typed and shown in coins are kept in units", ge=1)


# ---- What a hand consists of -------------------------------------------------------------------------------------------

ROWS: Final = ("noir", "rouge")
NOIR, ROUGE = range(2)
ROW_COLOUR: Final = ("black", "red")
ROW_OF: Final = {name: row for row, name in enumerate(ROWS)}
BY_COLOUR: Final = ("couleur", "inverse")
KINDS: Final = (*ROWS, *BY_COLOUR)


@dataclass(slots=True, kw_only=True)
class TrenteEtQuarante(Bettors):
    """dealing: whether a card of this hand has been dealt, which closes the bets; dealt_last: the hand in which one was dealt last; table: the two rows; lines: those that dealt to each of them last, 0 if none of this hand did; first: the row that was begun first; moved: cards too many, which open the next hand; odd: whether something was
    irregular about the dealing of this hand; tally: what came of all regular hands before the last, counted as `TALLIED` has it (TQ-9.6).

    bets_before, mark: the bets, and how many transfers there were, before the hand was settled; also: the bet that won beside the row.

    shoe: the shoe; cut_hand: the hand in which the cut card showed up, -1 if it has not; past: a hand was dealt behind it; hands: dealt of this shoe, if the record has them all.
    """

    options: TrenteEtQuaranteOptions
    dealing: bool = False
    dealt_last: int = 0
    table: list[Row] = field(default_factory=lambda: [NO_CARDS, NO_CARDS])
    lines: list[int] = field(default_factory=lambda: [0, 0])
    first: int = -1
    moved: tuple[Card, ...] = ()
    odd: bool = False
    tally: int = 0
    bets_before: Mapping[str, Bet] = field(default_factory=dict)
    mark: int = 0
    also: str = ""
    shoe: Shoe = field(default_factory=Shoe)
    cut_hand: int = -1
    past: bool = False
    hands: int | None = None


def opens_hand(s: TrenteEtQuarante, e: Any) -> bool:
    """Whether an act begins a hand, where no line says so. After something was missed a bet does, unless the hand that is on may
    be the one it is for; of cards nobody knows then to which hand they belong. A rouge row is of the hand that has ended.
    """
    if isinstance(e, BetPlaced):
        return not s.on or (s.blind and s.dealing)
    if s.on or s.blind:
        return False
    if isinstance(e, BetInsured | BetWithdrawn):
        return e.bet in s.bets
    ended = s.ended == s.hand > 0 and (s.how != "void" or s.cut_hand >= 0)
    return isinstance(e, RowDealt) and not (ended and e.row == ROWS[ROUGE])


SCALE: Final = "unit_scale"
IN_NOIR: Final = (("row", "noir"),)
IN_ROUGE: Final = (("row", "rouge"),)
FIRST: Final = "the colour of the first card of the {}"
COLOURS: Final = ("first card", "colour", "color")
HAS: Final = ("has", "total")

GAME = game = Game(
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
        "opened": '`buy_in`: money that each begins with, in units; `board`: `{"bank": 100000}`, that of the bank.',
        "row_dealt": "By its cards, or by its total and the colour of its first card alone. A row ends with 31 or more.",
        "row_dealt.total": "from 31 to 40",
        "turned_up.place": "the row it is dealt to; left out, the row that is due: noir until it has 31, then rouge",
        "row_dealt.colour": "of the first card",
        "bet_insured.amount": "what the insurance costs, in units: at most a hundredth of the bet, unless the house has it otherwise",
        "bet_placed.bet": "a name for it, of your own, used by no other bet",
        "bet_placed.amount": "in units: a coin has `unit_scale` of them",
        "bet_placed.kind": "empty, with an amount of 0, where nobody saw what was bet",
        "chips_passed.from": "`bank`, `seat:0` and so on, or `bet:` and `ins:` (insurance) with the name of a bet",
        "pool_counted.pool": "`bank`, or `bet:` and `ins:` with the name of a bet",
        "result_called.amount": "a total that was called",
        "result_called.result": "what was called: `noir wins`, `couleur loses`, `refait`, `34 and 36`; other words are kept, and not judged",
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

HANDS: Final = range(23, 28)
"""The least and the most hands seen in a shoe of six packs with 52 cards behind the cut card (TQ-9.3)."""


@game.start
def start(s: TrenteEtQuarante, header: Opened) -> None:
    """A table before the first hand, with the purses and the bank as they were bought in (TQ-7)."""
    bank.opens(s, header)
    s.shoe = Shoe(s.options.decks, s.options.cut_from_end).shuffled()


@game.checks_options
def check_options(options: TrenteEtQuaranteOptions, _seats: int) -> None:
    """Refuse what does not go together."""
    cards = options.decks * CARDS
    if options.cut_from_end > cards:
        raise OptionError(
            f"option cut_from_end = {options.cut_from_end}: there are {cards} cards in the shoe",
            hint="wanted fewer cards behind the cut card [TQ-1.3]",
        )
    if options.cut_card == "void_hand" and options.cut_from_end == cards:
        raise OptionError(
            "option cut_card = 'void_hand' with all cards behind the cut card: no hand could be played",
            hint="wanted a smaller cut_from_end [TQ-1.3]",
        )
    if options.bet_min is not None and options.bet_max is not None and options.bet_min > options.bet_max:
        raise OptionError(f"option bet_min = {options.bet_min} is more than bet_max = {options.bet_max}", hint="TQ-1.2")


@game.on(Shuffled, "TQ-1.3", "shuffled_mid_hand", "the hand is finished before the shuffle", blindly=True)
def shuffle(s: TrenteEtQuarante, e: Shuffled) -> None:
    """All cards but those on the table are in the shoe again; bets in prison stay there (TQ-4.9)."""
    on_the_table = () if s.blind else (*s.table[NOIR].cards, *s.table[ROUGE].cards) if s.on else s.moved
    s.shoe, _ = s.shoe.shuffled(e.cut_from_end).deal(on_the_table)
    s.hands, s.cut_hand, s.past, s.odd = int(s.dealing), -1, False, s.odd or s.dealing


@game.rule(Shuffled, "TQ-1.3", "no_such_cut", "the cut card lies in the shoe", "contradiction")
def cut_is_in_the_shoe(s: TrenteEtQuarante, e: Shuffled) -> Any:
    """The cut card lies behind some of the cards (TQ-1.3)."""
    if e.cut_from_end is None or e.cut_from_end <= s.shoe.cards:
        return None
    return f"{counted(e.cut_from_end, 'card')} behind the cut card; there are {s.shoe.cards} in the shoe"


@game.rule(Shuffled, "TQ-1.3", "shuffled_mid_hand", "the hand is finished before the shuffle")
def shuffle_is_due(s: TrenteEtQuarante, _e: Shuffled) -> Any:
    """The hand is finished first, unless there are no cards left for it (TQ-1.3)."""
    return not s.on or not s.dealing or s.blind or s.shoe.count(UNKNOWN) <= 0


@game.on(CutReached, "TQ-1.3", "cut_twice", "there is one cut card", fault="contradiction", blindly=True)
def reach_cut(s: TrenteEtQuarante, _e: CutReached) -> None:
    """The cut card shows up: the hand is the last of the shoe, or is void (TQ-1.3)."""
    if s.cut_hand >= 0:
        return
    stops = s.options.cut_card == "void_hand" and s.on and not s.blind
    s.cut_hand = s.hand - (stops and not s.dealing)
    if stops and s.dealing:
        s.void = True
        throw_in(s)


@game.rule(CutReached, "TQ-1.3", "cut_twice", "there is one cut card", "contradiction")
def cut_shows_up_once(s: TrenteEtQuarante, _e: CutReached) -> Any:
    """There is one cut card in a shoe (TQ-1.3)."""
    return s.cut_hand < 0 or "the cut card showed up before in this shoe"


@game.rule(CutReached, "TQ-9.3", "suspicious_shoe", "a shoe has its length", "note")
def cut_is_where_it_was_put(s: TrenteEtQuarante, _e: CutReached) -> Any:
    """A shoe of six packs with 52 cards behind the cut card lasts a certain number of hands (TQ-9.3)."""
    if s.cut_hand >= 0 or s.hands is None or (s.options.decks, s.shoe.behind) != (6, 52) or s.hands in HANDS:
        return None
    return f"the cut card showed up after {counted(s.hands, 'hand')}; a shoe lasts {HANDS[0]} to {HANDS[-1]}"


# ---- TQ-2 Bets (closed by the first card of the hand) ------------------------------------------------------------------


@game.turn
def turn(s: TrenteEtQuarante) -> Sequence[Due]:
    """Bets may be placed until the first card, and written late after it; the rows are dealt; a hand may be left without them."""
    return DEALING if s.dealing else BETTING


@game.on(HandStarted)
def begin(s: TrenteEtQuarante, _e: HandStarted) -> None:
    """A hand begins, and bets may be placed. A card too many of the hand before opens the noir row."""
    s.tally += tallied(s)
    s.earlier = bank.passed_in(s)
    s.ledger.begin()
    s.owners = {name: bet.owner for name, bet in s.bets.items()}
    s.how, s.also, s.first, s.odd = "", "", -1, bool(s.moved)
    s.table, s.lines = [NO_CARDS, NO_CARDS], [0, 0]
    if s.moved:
        s.table[NOIR], _ = laid(NO_CARDS, s.moved)
        s.first, s.moved = NOIR, ()


@game.on(BetPlaced, "TQ-6", "late_bet", "bets are placed before the first card")
def place(s: TrenteEtQuarante, e: BetPlaced) -> None:
    """A stake goes on the table; after the first card it takes part from the next hand on (TQ-A9). Of a bet of no kind nobody saw more."""
    if e.kind in KINDS and e.amount and e.bet not in s.bets:
        owner = s.owners[e.bet] = s.purses[e.seat]
        s.bets[e.bet] = Bet(owner, e.kind, e.amount, waits=s.dealing)
        s.ledger.lay(owner, f"bet:{e.bet}", e.amount, "stake")
    elif not e.kind:
        s.strangers = True


@game.rule(BetPlaced, "TQ-2.1", "no_bet", "there are four bets, each with a stake", "contradiction")
def bet_is_one(_s: TrenteEtQuarante, e: BetPlaced) -> Any:
    """There are four bets, and each has a stake (TQ-2.1)."""
    if e.kind in KINDS:
        return e.amount > 0 or "a bet of nothing"
    if e.kind:
        return f"{e.kind!r} is no bet; there are {', '.join(KINDS)}"
    return e.amount == 0 or "a bet of nothing"


@game.rule(BetPlaced, "TQ-6", "late_bet", "bets are placed before the first card", when="dealing")
def bet_is_in_time(s: TrenteEtQuarante, e: BetPlaced) -> Any:
    """Bets are closed by the first card of the hand (TQ-2)."""
    return None if e.bet in s.bets else Broken(seat=e.seat)


@game.rule(BetPlaced, "TQ-6", "bet_limit", "bets keep the limits of the table")
def bet_is_within_limits(s: TrenteEtQuarante, e: BetPlaced) -> Any:
    """The table has limits, or none (TQ-1.2). What is added to a bet is no bet of its own."""
    least, most = s.options.bet_min or 0, s.options.bet_max or e.amount
    if least <= e.amount <= most or not e.amount or e.bet in s.bets:
        return None
    known = f"the least is {in_coins(s, least)}" if e.amount < least else f"the most is {in_coins(s, most)}"
    return Broken(choice=True, seat=e.seat, says=f"a bet of {in_coins(s, e.amount)}; {known}")


@of_bet(game, BetPlaced | BetWithdrawn, "TQ-6", "imprisoned_moved", "a bet in prison is let lie")
def prisoner_is_let_lie(_s: TrenteEtQuarante, e: BetPlaced | BetWithdrawn, bet: Bet) -> Any:
    """A bet in prison is not moved, raised or taken back (TQ-4.3)."""
    how = "raised" if isinstance(e, BetPlaced) else "taken back"
    return bet.level and f"bet {e.bet} is in prison and cannot be {how}"


@game.on(BetWithdrawn, "TQ-2", "late_withdrawal", "bets are taken back before the first card")
def withdraw(s: TrenteEtQuarante, e: BetWithdrawn) -> None:
    """A free bet is taken back before the first card, and its insurance with it (TQ-A10)."""
    bet = s.bets.get(e.bet)
    if bet is None:
        bank.unknown_bet_gone(s, e.bet)
    elif bet.waits or not (bet.level or s.dealing):
        drop(s, e.bet)


@of_bet(game, BetWithdrawn, "TQ-2", "late_withdrawal", "bets are taken back before the first card")
def withdrawal_is_in_time(s: TrenteEtQuarante, e: BetWithdrawn, bet: Bet) -> Any:
    """A free bet is taken back before the first card or not at all (TQ-2)."""
    return s.dealing and not (bet.level or bet.waits) and f"bet {e.bet} was taken back after the first card"


@game.on(BetInsured, "TQ-6", "late_insurance", "insurance is placed before the first card")
def insure(s: TrenteEtQuarante, e: BetInsured) -> None:
    """An insurance goes beside a bet; after the first card it counts from the next hand on (TQ-A9)."""
    bet = s.bets.get(e.bet)
    if bet is None:
        s.strangers, s.owners[e.bet] = True, bank.NOBODY  # a bet lies there that no line told of
    elif e.amount and not bet.insured:
        change(s, e.bet, insured=e.amount, later=s.dealing and not bet.waits)
        s.ledger.lay(bet.owner, f"ins:{e.bet}", e.amount, "insurance")


@of_bet(game, BetInsured, "TQ-2.2", "no_insurance", "an insurance is of something", "contradiction")
def insurance_is_one(_s: TrenteEtQuarante, e: BetInsured, _bet: Bet) -> Any:
    """An insurance has an amount (TQ-2.2)."""
    return not e.amount and "an insurance of nothing"


@of_bet(game, BetInsured, "TQ-6", "late_insurance", "insurance is placed before the first card")
def insurance_is_in_time(s: TrenteEtQuarante, _e: BetInsured, bet: Bet) -> Any:
    """Insurance is placed before the first card (TQ-2.2)."""
    return s.dealing and not bet.waits and not bet.insured and "insurance is placed before the first card"


@of_bet(game, BetInsured, "TQ-6", "double_insurance", "a bet is insured once")
def insurance_is_the_first(_s: TrenteEtQuarante, e: BetInsured, bet: Bet) -> Any:
    """A bet is insured once (TQ-2.2)."""
    return bet.insured > 0 and f"bet {e.bet} is insured already"


@of_bet(game, BetInsured, "TQ-6", "insurance_over_limit", "so much of a bet is insured", choice=True)
def insurance_is_within_limit(s: TrenteEtQuarante, e: BetInsured, bet: Bet) -> Any:
    """An insurance is at most one percent of the bet (TQ-2.2, TQ-A4)."""
    most = most_insured(s, bet)
    over = not bet.insured and e.amount > most
    return over and f"{in_coins(s, e.amount)} on a bet of {in_coins(s, bet.stake)}; the most is {in_coins(s, most)}"


def most_insured(s: TrenteEtQuarante, bet: Bet) -> int:
    """The highest insurance that a bet may have."""
    return bet.stake * s.options.insurance_max_bp // 10_000


@of_bet(game, BetInsured, "TQ-A8", "insurance_not_offered", "the house insures bets in prison", choice=True)
def insurance_is_offered(s: TrenteEtQuarante, e: BetInsured, bet: Bet) -> Any:
    """Whether a bet in prison may be insured is for the house to say (TQ-4.8, TQ-A8)."""
    return bet.level and not s.options.insure_imprisoned and f"bet {e.bet} is in prison and cannot be insured here"


# ---- TQ-3 Dealing ------------------------------------------------------------------------------------------------------


@game.means(TurnedUp)
def as_row(e: TurnedUp) -> RowDealt:
    """A card dealt alone is a row of one card; where no row is named, of the row that is due."""
    return RowDealt(row=e.place or "", cards=(e.card,))


def row_due(s: TrenteEtQuarante) -> int:
    """The row that is to be dealt, or dealt on."""
    return ROUGE if s.on and (s.table[NOIR].full or (in_part(s, ROUGE) and not s.lines[NOIR])) else NOIR


def in_part(s: TrenteEtQuarante, row: int) -> bool:
    """Whether a row was begun and does not have 31 yet."""
    return not s.table[row].full and s.lines[row] > 0


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """What a line deals: e. row: to which row, -1 if there is none of that name; after: how the row lies then, surplus: the cards too
    many; shoe: as it is once the cards have left it, fault: why they cannot have; behind_cut: whether they should not be dealt, as
    they lie behind the cut card; says_total: whether a total is told; short: whether the other row is left by it before it has 31;
    no_room: whether no hand is on, there is no such row, or it is full; again: whether a full row is told once more.
    """

    e: RowDealt
    row: int
    after: Row
    surplus: tuple[Card, ...]
    shoe: Shoe
    fault: Broken | None
    behind_cut: bool
    says_total: bool
    short: bool = False
    no_room: bool = False
    again: bool = False


@game.about(RowDealt)
def dealing(s: TrenteEtQuarante, e: RowDealt) -> Dealing:
    """What this line deals."""
    row, cards = ROW_OF.get(e.row, -1) if e.row else row_due(s), e.cards or ()
    lies, says_total = s.table[row], e.total is not None
    behind_cut = is_behind_cut(s, cards)
    if s.on and row >= 0 and not lies.full:
        drawn = fresh(lies, cards, e.total) if lies.cards else cards
        after, surplus = laid(lies, drawn, e.total, e.colour)
        shoe, fault = s.shoe.deal(drawn if cards else counted_rows.NOT_SEEN[len(lies.cards) :])
        short = s.dealing and in_part(s, 1 - row)
        return Dealing(e, row, after, surplus, shoe, fault, behind_cut, says_total, short)
    # of a full row all of it is told, by what it may well have been; one card more is too many, and several are another row
    after, surplus = laid(NO_CARDS, cards, e.total, e.colour)
    of_it, was_told = row >= 0 and s.how != "void", bool(lies.cards) or lies.total is not None
    again = of_it and was_told and after.full is True and not surplus and lies.may_be(after)
    surplus = cards if of_it and len(cards) == 1 else ()
    shoe, fault = s.shoe.deal(() if again else cards)
    return Dealing(e, row, after, surplus, shoe, fault, behind_cut, says_total, no_room=True, again=again)


def is_behind_cut(s: TrenteEtQuarante, cards: Sequence[Card]) -> bool:
    """Whether these cards lie behind the cut card, as was told or by their number, and should not be dealt (TQ-1.3)."""
    if s.dealing and s.options.cut_card == "finish_hand":
        return False
    if s.past or not s.on:
        return not s.past and s.how == "void"
    if s.cut_hand >= 0:
        return s.cut_hand < s.hand and not s.dealing
    return s.shoe.is_past_cut(len(cards) if s.options.cut_card == "void_hand" else 0)


@game.on(RowDealt, "TQ-6", "row_order", "the noir row is dealt first, then the rouge row")
def deal(s: TrenteEtQuarante, d: Dealing) -> Any:
    """Cards go to a row. A row that has 31 ends there; when both have, the hand is settled (TQ-3.1)."""
    if d.no_room and (d.row < 0 or d.again):
        return None
    s.shoe = d.shoe
    if d.behind_cut:
        s.past = True
    if d.no_room:
        return lay(s, s.table[d.row], d.row, d.surplus)
    if not s.dealing:  # bets are closed; those imprisoned by the last hand can be given up no more
        s.dealing, s.dealt, s.dealt_last, s.odd = True, True, s.hand, s.odd or s.past
        s.first = d.row if s.first < 0 else s.first
        s.hands = None if s.hands is None else s.hands + 1
    if d.short:
        s.table[1 - d.row] = s.table[1 - d.row].filled()
    s.lines[d.row] = s.line
    if d.after.full is None:
        return [partial(lay, there=one, row=d.row, surplus=d.surplus) for one in d.after.ways()]
    return lay(s, d.after, d.row, d.surplus)


def lay(s: TrenteEtQuarante, there: Row, row: int, surplus: tuple[Card, ...]) -> Any:
    """The row lies like this; cards too many are burned, or open the next row, be it that of the next hand (TQ-6, TQ-A10)."""
    s.table[row] = there
    if surplus:
        s.odd = True
        if s.options.surplus_card == "next_row":
            if s.on and not s.table[1 - row].full:
                s.table[1 - row], surplus = laid(s.table[1 - row], surplus)
            if row_of_cards((*s.moved, *surplus))[0].full is False:  # a whole row is no card too many: it is let lie
                s.moved += surplus
    noir, rouge = s.table
    return settle(s) if noir.full and rouge.full and s.on else None


@game.rule(RowDealt, "TQ-3.1", "no_such_row", "the rows are noir and rouge", "contradiction", where="no_room")
def row_exists(_s: TrenteEtQuarante, d: Dealing) -> Any:
    """There are two rows (TQ-3.1)."""
    return f"there is no row {d.e.row!r}" if d.row < 0 else None


@game.rule(
    RowDealt, "TQ-6", "impossible_count", "each card is there once a pack", "contradiction", MISREAD, where="fault"
)
def cards_are_possible(_s: TrenteEtQuarante, d: Dealing) -> Any:
    """There are so many copies of a card in the shoe (TQ-1.1)."""
    return d.fault


@game.rule(RowDealt, "TQ-6", "dealt_past_cut", "the shoe is shuffled once the cut card showed up", where="behind_cut")
def hand_is_before_the_cut(s: TrenteEtQuarante, d: Dealing) -> Any:
    """The shoe is shuffled once the cut card showed up (TQ-1.3)."""
    return s.on and d.no_room


@game.rule(RowDealt, "TQ-6", "row_order", "the noir row is dealt first, then the rouge row", cost=DISORDER, where="row")
def noir_is_first(s: TrenteEtQuarante, d: Dealing) -> Any:
    """The noir row is dealt first, then the rouge row (TQ-3.1). Said of the rouge row."""
    return d.no_room or s.dealing or s.table[NOIR].full or "the rouge row was dealt before the noir row"


@game.rule(
    RowDealt, "TQ-6", "row_order", "the noir row is dealt first, then the rouge row", cost=DISORDER, where="no_room"
)
def row_is_dealt_once(s: TrenteEtQuarante, d: Dealing) -> Any:
    """Each row is dealt once (TQ-3.1)."""
    return d.row < 0 or s.how == "void" or d.again or bool(d.surplus) or f"the {ROWS[d.row]} row was dealt already"


@game.rule(RowDealt, "TQ-6", "row_short", "cards are dealt until the row has 31", where="short")
def row_is_long_enough(s: TrenteEtQuarante, d: Dealing) -> Any:
    """Cards are dealt until there are 31 (TQ-3.1). Said of a row when the other is dealt to."""
    return left_short(s, 1 - d.row)


def left_short(s: TrenteEtQuarante, row: int) -> Broken:
    """The fault of a row that was begun and left before it had 31."""
    there = s.table[row]
    points = there.most if there.least == there.most else f"{there.most} at most"
    return Broken(at=s.lines[row], says=f"the {ROWS[row]} row was left with {points}, before it had 31")


@game.rule(RowDealt, "TQ-6", "row_over", "no card is dealt to a row that has 31", cost=TWO_LINES, where="surplus")
def row_is_not_too_long(_s: TrenteEtQuarante, d: Dealing) -> Any:
    """No card is dealt to a row that has 31 (TQ-3.1)."""
    return Broken(cards=d.surplus[0].bit, says=f"the {ROWS[d.row]} row was full; {len(d.surplus)} dealt too many")


@game.rule(RowDealt, "TQ-6", "row_over", "no card is dealt to a row that has 31", cost=TWO_LINES, where="says_total")
def total_is_of_no_card_more(_s: TrenteEtQuarante, d: Dealing) -> Any:
    """No total is above 40 (TQ-3.1), where it is all that tells of a row."""
    over = not d.e.cards and not d.no_room and (d.e.total or 0) > MOST
    return f"a total of {d.e.total}: a card was dealt to the {d.e.row} row after it was full" if over else None


@game.rule(RowDealt, "TQ-6", "wrong_total_called", "totals follow from the cards", "testimony", where="says_total")
def total_is_true(_s: TrenteEtQuarante, d: Dealing) -> Any:
    """A total that was called is that of the cards (TQ-A7), with those too many or without them."""
    row, called, more = d.after, d.e.total or 0, sum(VALUES.get(card.rank, 10) for card in d.surplus)
    if not d.e.cards or row.least <= called <= row.most or called == row.most + more:
        return None
    points = f"{row.least}" if row.least == row.most else f"{row.least} to {row.most}"
    return Broken(choice=True, says=f"{called} was called; the cards come to {points}")


@game.rule(RowDealt, "TQ-2.1", "wrong_colour", "the first card has one colour", "contradiction", where="e.colour")
def colour_is_true(_s: TrenteEtQuarante, d: Dealing) -> Any:
    """The colour written is that of the first card (TQ-2.1)."""
    row = d.after
    if not row.cards or row.colour == d.e.colour:
        return None
    return Broken(cards=row.cards[0].bit, says=f"the first card is {row.colour}, not {d.e.colour}")


# ---- TQ-4 Settlement (derived at the closing card of the rouge row) ----------------------------------------------------

DECIDED: Final = (*ROWS, "push", "refait")
"""How a hand comes out: a row wins, or they tie at 32 to 40 or at 31."""


def settle(s: TrenteEtQuarante) -> Any:
    """Both rows are dealt: all bets in play are settled. Where rows or colours are not known, in each way they may be."""
    s.bets_before, s.mark, s.earlier = s.bets.copy(), len(s.ledger.rows), None
    found = outcomes_of(s)
    how, also = found[0]
    if len(found) == 1:
        return settle_as(s, how, also)
    told = how if len({how for how, _ in found}) == 1 else UNTOLD
    ways = [partial(settle_as, how=how, also=also, told=told) for how, also in found]
    return told_in_all(s, ways, bank.everybody)


def outcomes_of(s: TrenteEtQuarante) -> Sequence[tuple[str, str]]:
    """How the hand may have come out, with the bet that wins beside the row."""
    noir, rouge = s.table
    first, by_hand = s.table[s.first].colour, s.options.couleur_reference == "first_of_hand"
    if_noir, if_rouge = (first, first) if by_hand else (noir.colour, rouge.colour)
    bets = (if_noir is None or if_rouge is None) and any(bet.kind in BY_COLOUR for bet in s.bets.values())
    return outcomes(noir.least, noir.most, rouge.least, rouge.most, if_noir, if_rouge, bets)


@lru_cache(4096)
def outcomes(
    noir: int, noir_most: int, rouge: int, rouge_most: int, if_noir: Colour | None, if_rouge: Colour | None, bets: bool
) -> Sequence[tuple[str, str]]:
    """How rows of such totals may come out: the lower total wins (TQ-3.2). if_noir, if_rouge: the colour that is couleur if that row wins;
    the other is inverse (TQ-2.1, TQ-A1); of one not known either wins beside the row, or neither, if there are no bets on them (bets).
    """
    found: list[tuple[str, str]] = []
    for row, colour, may_win in ((NOIR, if_noir, noir < rouge_most), (ROUGE, if_rouge, rouge < noir_most)):
        if may_win and colour is None:
            found += product(ROWS[row : row + 1], BY_COLOUR if bets else ("",))
        elif may_win:
            found.append((ROWS[row], "couleur" if colour == ROW_COLOUR[row] else "inverse"))
    if noir <= rouge_most > LEAST and rouge <= noir_most > LEAST:
        found.append(("push", ""))
    if noir == rouge == LEAST:
        found.append(("refait", ""))
    return tuple(found)


def settle_as(s: TrenteEtQuarante, how: str, also: str, told: str | None = None) -> None:
    """The hand came out like this. also: the bet that wins beside the row; told: how it is told to have come out, if not so."""
    decided, won = how in ROWS, (how, also)
    for name, bet in s.bets_before.items():
        if bet.waits:
            continue
        if decided:
            decide(s, name, bet, won)
        else:
            tie(s, name, bet, refait=how == "refait")
    finish(s, told or how, "" if told else also)
    s.strangers = s.strangers and (not decided or s.options.imprisoned_refait == "double")


def decide(s: TrenteEtQuarante, name: str, bet: Bet, won: Sequence[str]) -> None:
    """A row has won, and the bet beside it: a free bet is paid or lost, one in prison released or lost (TQ-4.1, TQ-4.5)."""
    if bet.insured and not bet.later:
        pay_insurance(s, name, "bank", "insurance lost")
    if bet.kind not in won:  # an insurance that was placed too late for this hand goes back (TQ-A9)
        drop(s, name, "bank", "lost")
    elif bet.level > 1:
        change(s, name, level=bet.level - 1)
    else:
        if not bet.level:
            s.ledger.move("bank", bet.owner, bet.stake, "won")
        drop(s, name)


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
            drop(s, name)
        return
    s.ledger.move("bank", bet.owner, insured * s.options.insurance_odds, "insurance paid")
    if not bet.level:
        change(s, name, level=1, since=s.hand)
    elif s.options.imprisoned_refait == "double":
        change(s, name, level=bet.level + 1)
    elif s.options.imprisoned_refait == "lose":
        drop(s, name, "bank", "lost")


def finish(s: TrenteEtQuarante, how: str, also: str = "") -> None:
    """The hand is over; what was placed late is for the next. Bets that no line tells of may have won or lost."""
    if s.strangers:
        s.ledger.lose(bank.everybody(s))
    s.how, s.also, s.dealing = how, also, False
    for name, bet in s.bets.items():
        if bet.waits or bet.later:
            change(s, name, waits=False, later=False)
    s.end()


@game.on(BetSurrendered, "TQ-6", "surrender_late", "the half is paid right after the tie")
def surrender(s: TrenteEtQuarante, e: BetSurrendered) -> None:
    """The bet is given up for its half (TQ-4.4). What the table paid is done, offered or not (TQ-A9)."""
    bet = s.bets.get(e.bet)
    if bet is None:
        bank.unknown_bet_gone(s, e.bet)
        return
    half, odd = divmod(bet.stake, 2)
    lost = s.dealing and not bet.later
    pay_insurance(s, e.bet, *(("bank", "insurance lost") if lost else (bet.owner, "insurance back")))
    drop(s, e.bet, "bank", "given up", half + odd * (s.options.half_rounding == "player"))
    s.settled += s.ended == s.hand


@of_bet(game, BetSurrendered, "TQ-6", "surrender_not_offered", "the house offers the half")
def surrender_is_offered(s: TrenteEtQuarante, e: BetSurrendered, bet: Bet) -> Any:
    """The half is offered where the house says so, for a bet the last hand imprisoned, right after (TQ-4.4, TQ-A5)."""
    seat = bank.seat_of(s, bet.owner)
    if not s.options.half_surrender:
        return Broken(choice=True, seat=seat, says="the house does not offer the half")
    if not bet.level:
        return f"bet {e.bet} is not in prison"
    is_fresh = bet.since == s.dealt_last
    if not is_fresh and not s.on and s.how == "refait":
        return f"bet {e.bet} was in prison before the tie"
    return None if is_fresh else Broken(seat=seat, name="surrender_late", says="the half is paid right after the tie")


@game.on(Voided, "TQ-A10", "no_hand", "a hand that is void has begun", fault="contradiction")
def void(s: TrenteEtQuarante, _e: Voided) -> None:
    """The hand is thrown in: free bets and insurances go back, bets in prison stay (TQ-A10).

    A hand just settled can be thrown in too, before anything is bet on the next: what was paid passes back.
    """
    if s.blind:
        missed(s, Gap(hands=1))
    elif not s.on:
        for row in s.ledger.rows[s.mark :]:
            goes_back = s.ledger.lay if row.source.startswith(bank.BETS) else s.ledger.move
            goes_back(row.target, row.source, row.amount, row.why)
        s.bets = dict(s.bets_before)
    throw_in(s)


def throw_in(s: TrenteEtQuarante) -> None:
    """The hand comes to nothing."""
    return_bets(s)
    finish(s, "void")


def return_bets(s: TrenteEtQuarante) -> None:
    """Free bets and all insurances go back."""
    for name, bet in list(s.bets.items()):
        pay_insurance(s, name, bet.owner, "insurance back")
        if not bet.level:
            drop(s, name)


@game.on(Closed)
def close(s: TrenteEtQuarante, _e: Closed) -> None:
    """The session ends: free bets go back, bets in prison as the house has it (TQ-4.10)."""
    if s.blind:
        return
    left = bool(s.bets) or s.strangers
    return_bets(s)
    for name, bet in list(s.bets.items()):
        part = {"half": bet.stake // 2, "return": bet.stake, "forfeit": 0}
        drop(s, name, "bank", "at the close", part[s.options.imprisoned_at_close])
    if s.on:
        finish(s, "not_played")
    elif left:
        s.ledger.lose(bank.everybody(s) if s.strangers else ())
        s.settled += 1


# ---- Something was missed ----------------------------------------------------------------------------------------------


@game.missed
def missed(s: TrenteEtQuarante, _e: Gap) -> None:
    """Bets may have been placed or settled and the shoe shuffled without our knowing: purses cannot be told. The last hand came out
    as it did, but for its prisoners that may have been given up since.
    """
    given_up = {bet.owner for bet in s.bets.values() if bet.since == s.dealt_last > 0 and s.options.half_surrender}
    s.ledger.lose(bank.everybody(s), gains=False)
    s.ledger.lose([*given_up, *(["bank"] if given_up else [])])
    for name, bet in s.bets.items():
        s.ledger.pick_up(f"bet:{name}", bank.NOBODY, bet.stake, "not known")
    s.bets = {}
    s.settled += bool(given_up)
    s.strangers, s.dealing, s.empty, s.moved = True, False, 0, ()
    s.shoe = s.shoe.shuffled()
    s.hands, s.cut_hand, s.past, s.odd = None, -1, False, True


def left_unfinished(s: TrenteEtQuarante, _e: Any) -> list[Broken]:
    """The fault of a hand that was left before both rows were dealt."""
    short = [left_short(s, row) for row in (NOIR, ROUGE) if in_part(s, row)]
    return short[:1] or [Broken(says=f"the hand was left without a {ROWS[row_due(s)]} row")]


UNFINISHED: Final = Rule("TQ-6", "row_short", "both rows are dealt before anything else begins", check=left_unfinished)


def rows_not_told(s: TrenteEtQuarante) -> Any:
    """The rest of the rows is not in the record: the hand may have come out in any way that it can."""
    s.first = max(s.first, NOIR)
    s.table = [row if row.full else row.filled() for row in s.table]
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

SIDES: Final = {"black": "noir", "red": "rouge", "color": "couleur", "colour": "couleur"} | {one: one for one in KINDS}
TIES: Final = frozenset({"refait", "tie", "tied", "draw", "drawn", "apres", "push"})
LOSES: Final = frozenset({"loses", "lost", "lose", "perd"})
"""The words that are understood; what is said in others is not judged."""

game.only_says(ResultCalled)


@game.rule(ResultCalled, "TQ-6", "wrong_result_called", "results follow from the cards", "testimony")
def call_is_true(s: TrenteEtQuarante, e: ResultCalled) -> Any:
    """Totals and winners follow from the cards (TQ-A7). A number that a row may have is a total; a row named with it claims nothing more."""
    ended = ended_just_now(s, e.hand) and s.how in DECIDED
    if not ended and not (s.dealing and not s.blind and e.hand in {None, s.hand}):
        return None
    words = re.findall(r"[a-z]+|[0-9]+", e.result.casefold().replace("è", "e").replace("é", "e"))
    numbers = [e.amount or 0, *(int(word) for word in words if word.isdigit() and len(word) == 2)]
    totals = {name: row.total for name, row in zip(ROWS, s.table, strict=True) if row.full}
    wrong = [one for one in numbers if LEAST <= one <= MOST and one not in totals.values()]
    if wrong and totals and None not in totals.values() and not any(in_part(s, row) for row in (NOIR, ROUGE)):
        says = " and ".join(f"{total} for {name}" for name, total in totals.items())
        return Broken(choice=True, says=f"{wrong[0]} was called; it is {says}", name="wrong_total_called")
    for word, behind in pairwise([*words, ""]):
        claims = ended and e.amount is None and not behind.isdigit()
        if claims and call_fits(s, word, loses=behind in LOSES) is False:
            return Broken(choice=True, says=f"{e.result!r} was called; {outcome(s)}")
    return None


def call_fits(s: TrenteEtQuarante, word: str, *, loses: bool) -> bool | None:
    """Whether a word fits how the hand came out; None if it says nothing, or nothing that can be told."""
    side = SIDES.get(word)
    if word in TIES:
        return s.how == "push" or (s.how == "refait" and word != "push")
    if side is None or s.how not in ROWS:
        return None if side is None else False
    return None if side in BY_COLOUR and not s.also else (side in {s.how, s.also}) != loses


# ---- TQ-6 Irregularities: wrong payments, money that is not conserved --------------------------------------------------

bank.money(
    game,
    payment=("TQ-6", "wrong_payment", "payments follow from the play"),
    conserved=("TQ-6", "not_conserved", "no money is made or lost"),
    too_early=lambda s: s.dealing and s.hand > 1,
)


# ---- TQ-7 Events: what may come next -----------------------------------------------------------------------------------

STEPS: Final = (1, 2, 5, 10, 50, 100, 500)
"""What a random bettor bets, in the least that can be bet; a hundred coins, if the table has no limit."""


def offered(s: TrenteEtQuarante, _seat: int, kind: type[Base], found: Callable[[Any], Iterable[Any]]) -> Iterable[Any]:
    """The acts that no rule speaks against; only the cut card, where all cards before it were dealt and it was not told of."""
    if (s.cut_hand < 0 and s.shoe.is_past_cut(1)) != (kind is CutReached):
        return ()
    return [one for one in found(s) if isinstance(one, Act) or keeps_rules(game, s, one)]


def needs_shuffle(s: TrenteEtQuarante) -> bool:
    """Whether the shoe must be shuffled before another hand: the cut card showed up, or the cards left may not fill two rows."""
    if s.cut_hand >= 0:
        return not s.on or s.cut_hand < s.hand
    return not s.dealing and sum(VALUES[card.rank] for card in s.shoe.cards_left()) < 2 * MOST


def singly(s: TrenteEtQuarante) -> bool:
    """Whether the row that is due is dealt card by card: it was begun so, or the cut card may stop it."""
    left = s.shoe.count(UNKNOWN) - s.shoe.behind
    void = s.options.cut_card == "void_hand" and left < counted_rows.LONGEST
    return void or (s.on and in_part(s, row_due(s)))


def offered_rows(s: TrenteEtQuarante) -> Iterator[Act]:
    """All cards of the row that is due at once."""
    if needs_shuffle(s) or singly(s):
        return
    name, there, left = ROWS[row_due(s)], s.table[row_due(s)] if s.on else Row(cards=s.moved), s.shoe.cards_left()

    def is_whole(event: Base) -> bool:
        """Whether its cards fill the row, or its total is one that a row can have, and nothing is wrong with it."""
        if not isinstance(event, RowDealt) or event.row != name or not (event.cards or event.total):
            return False
        row, _ = laid(there, fresh(there, event.cards or (), event.total), event.total, event.colour)
        return row.full is not False and accepts(game, s, RowDealt, -1)(event)

    yield Act(
        RowDealt,
        asks=f"the {name} row",
        least=0,
        most=1 << 32,
        make=lambda number: RowDealt(row=name, cards=counted_rows.by_chance(there, left, number)),
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
    name, alone = ROWS[row_due(s)], singly(s)
    blank = TurnedUp(card=UNKNOWN, place=name) if alone else None
    cards = [TurnedUp(card=card, place=name) for card in s.shoe.cards_left()]
    told = {"asks": f"a card to the {name} row", "given": {"place": name}, "blank": blank}
    yield by_number(game, s, cards, **told, optional=not alone, weight=1.0 if alone else 0.02)


def offered_bets(s: TrenteEtQuarante) -> Iterator[Act]:
    """Bets of those who sit there, under a name that no bet on the table has."""
    if s.dealing or not bank.seated(s) or needs_shuffle(s):
        return
    least, most = s.options.bet_min or 1, s.options.bet_max
    sizes = [least * step * (1 if most is not None else s.options.unit_scale) for step in STEPS]
    new = next(name for line in count(s.line + 1) if (name := f"b{line}") not in s.bets)
    bets = [
        BetPlaced(seat=seat, bet=new, kind=kind, amount=amount)
        for seat, kind in product(bank.seated(s), KINDS)
        for amount in [size for size in sizes if most is None or size <= most] or [least]
    ]
    told = {"given": {"bet": new}, "blank": BetPlaced(seat=bets[0].seat, bet=new, kind="", amount=0) if s.on else None}
    yield by_number(game, s, bets, asks="a bet", **told, optional=True, weight=2.0 if s.on else 0.0)


def insurances(s: TrenteEtQuarante) -> Iterator[Base]:
    """Insurance of bets: the least, and the most."""
    for name, bet in s.bets.items() if s.on else ():
        yield from (BetInsured(bet=name, amount=amount) for amount in sorted({1, most_insured(s, bet)}) if amount)


OFFERS: Final[dict[type[Base], tuple[str, Callable[[TrenteEtQuarante], Iterable[Base | Act]]]]] = {
    HandStarted: ("", lambda s: () if needs_shuffle(s) else (HandStarted(),)),
    Closed: ("the end of the session", lambda _s: (Closed(),)),
    CutReached: ("the cut card", lambda _s: (CutReached(),)),
    Shuffled: ("the shuffle", lambda s: (Shuffled(),) if needs_shuffle(s) and not s.dealing else ()),
    RowDealt: ("", offered_rows),
    TurnedUp: ("", offered_cards),
    BetPlaced: ("", offered_bets),
    BetInsured: ("an insurance", insurances),
    BetWithdrawn: ("a bet taken back", lambda s: [BetWithdrawn(bet=name) for name in s.bets if s.on]),
    BetSurrendered: ("a bet given up for its half", lambda s: [BetSurrendered(bet=name) for name in s.bets]),
    Left: ("a bettor leaves", lambda s: [Left(seat=one) for one in bank.seated(s)]),
    Joined: (
        "a bettor comes",
        lambda s: [Joined(seat=one, player=f"guest {s.line}") for one in bank.seated(s, taken=False)],
    ),
    BoughtIn: (
        "money for the table",
        lambda s: [BoughtIn(seat=one, amount=100 * s.options.unit_scale) for one in bank.seated(s)],
    ),
}
"""What may come next: what to ask a scribe for, and the acts."""

for _kind, (_asks, _found) in OFFERS.items():
    game.offer(_kind, _asks)(partial(offered, kind=_kind, found=_found))


@game.books
def booked(s: TrenteEtQuarante) -> tuple[RowDealt, ...]:
    """The rows of the hand as a book has them: the total of each, and the colour of its first card."""
    return tuple(
        RowDealt(row=name, total=row.total, colour=row.colour)
        for name, row in zip(ROWS, s.table, strict=True)
        if row.total is not None or row.colour
    )


# ---- TQ-7 Events: how the hand came out, and what there is to see ------------------------------------------------------


@game.results
def result(s: TrenteEtQuarante) -> Result:
    """What each purse gained or lost in this hand: a stake that lies in prison is paid, one that is released is won back."""
    money = bank.outcome_for(s)
    counts = s.how != "void" and (s.how != "not_played" or any(money["points"]))
    return Result(**money, counts=counts, level=level(s), how=s.how, says=outcome(s))


def outcome(s: TrenteEtQuarante) -> str:
    """How the hand came out, in words: `noir and inverse win, 32 to 35`."""
    noir, rouge = (row.total for row in s.table)
    if s.how in {"push", "refait"}:
        return f"both rows have {noir}" if noir is not None else "both rows have the same"
    if s.how not in ROWS:
        return {"void": "the hand is void", "not_played": "no hand was dealt", UNTOLD: "not known"}.get(s.how, s.how)
    totals = "" if noir is None or rouge is None else f", {min(noir, rouge)} to {max(noir, rouge)}"
    return f"{s.how} and {s.also} win{totals}" if s.also else f"{s.how} wins{totals}"


def level(s: TrenteEtQuarante) -> str:
    """How much of the rows is known: all cards, some, or their totals alone."""
    told = [bool(row.cards) and all(card.known for card in row.cards) for row in s.table]
    return "full" if all(told) else "partial" if s.table[NOIR].cards or s.table[ROUGE].cards else "public"


@game.marks(
    **{f"staked_{kind}": f"the free bets of the seat on {kind} that this hand decided or imprisoned" for kind in KINDS},
    **{
        f"net_{kind}": f"what bets of the seat on {kind} won or lost, without insurance, once they are settled"
        for kind in KINDS
    },
)
def counted_of(s: TrenteEtQuarante) -> Iterator[Mark]:
    """The bets that lay on the table when the hand was dealt, and what became of them (TQ-4); a tie that gives them back is no bet."""
    if s.how not in {*ROWS, "refait"}:
        return
    for name, bet in s.bets_before.items():
        seat, account = bank.seat_of(s, bet.owner), f"bet:{name}"
        gone = [row for row in s.ledger.rows[s.mark :] if row.source == account]
        if seat is None or bet.waits:
            continue
        if not bet.level:
            yield Mark(f"staked_{bet.kind}", seat, bet.stake)
        if gone:
            lost = sum(row.amount for row in gone if row.target == "bank")
            yield Mark(f"net_{bet.kind}", seat, -lost if lost else 0 if bet.level else bet.stake)


@game.draws
def scene(s: TrenteEtQuarante) -> Scene:
    """The table: the two rows, the purses, the bank, and every bet with its insurance."""
    colour = s.table[s.first].colour if s.first >= 0 else None
    facts = [("first card", str(colour))] if colour is not None else []
    bare = zip(ROWS, s.table, strict=True)  # rows without cards are not drawn
    facts += [(name, str(row.total)) for name, row in bare if row.total is not None and not row.cards]
    facts += [("cut card", "shown")] if s.cut_hand >= 0 else []
    has = in_coins(s, bank.has(s, "bank"))
    return Scene(
        facts=tuple(facts),
        hands=bank.bettors_drawn(s),
        rows=(row_scene(s, NOIR), row_scene(s, ROUGE)),
        pots=(("bank", has), *(bank.bet_drawn(s, name) for name in s.bets)),
        says=outcome(s) + f"; the bank closes with {has}" * s.closed if s.hand and not s.on else "",
    )


def row_scene(s: TrenteEtQuarante, row: int) -> DrawnRow:
    """A row with its total; the card that fills it is marked if the row has won."""
    there, name = s.table[row], ROWS[row].capitalize()
    return DrawnRow(
        title=name if there.total is None else f"{name} {there.total}",
        cards=there.cards,
        marks=(len(there.cards) - 1,) if s.how == ROWS[row] and there.cards else (),
    )


# ---- TQ-9 Theory of totals ---------------------------------------------------------------------------------------------

ENOUGH_ROWS: Final = 100
"""Rows below which nothing is tested (TQ-9.6)."""
COUNTED: Final = (*range(LEAST, MOST + 1), "refait", "push", *KINDS)
"""What is counted of all regular hands: the totals of rows, ties, and which bets won."""
TALLIED: Final = {one: 1 << 32 * place for place, one in enumerate(COUNTED)} | {"": 0}
"""One of each, in a number that counts them all, each in 32 bits of its own; no bet beside the row is not counted."""


def tallied(s: TrenteEtQuarante) -> int:
    """The last hand as it is counted, if it was a regular one of a six-pack shoe (TQ-9.6)."""
    noir, rouge = s.table
    if s.odd or s.how not in DECIDED or noir.least < noir.most or rouge.least < rouge.most or s.options.decks != 6:
        return 0
    return TALLIED[noir.least] + TALLIED[rouge.least] + TALLIED[s.how] + TALLIED[s.also]


def told_apart(tally: int) -> tuple[int, ...]:
    """How often each was counted."""
    return unpack(f"<{len(COUNTED)}I", tally.to_bytes(4 * len(COUNTED), "little"))


def laws_of(tally: Sequence[int]) -> list[Law]:
    """The laws that a tally of hands is held against (TQ-9.6)."""
    totals, (refait, push, noir, rouge, couleur, inverse) = tally[:10], tally[10:]
    hands, tie, tie_31 = sum(totals) // 2, counted_rows.TIE, counted_rows.TIE_31
    shares: list[Law] = [
        ("ties at 31", ("ties at 31", "others"), (refait, hands - refait), (tie_31, 1 - tie_31)),
        ("ties", ("ties", "others"), (refait + push, hands - refait - push), (tie, 1 - tie)),
        ("hands won by noir", ("noir", "rouge"), (noir, rouge), (0.5, 0.5)),
        ("hands won by couleur", ("couleur", "inverse"), (couleur, inverse), (0.5, 0.5)),
    ]
    every = [str(total) for total in range(LEAST, MOST + 1)]
    return [("totals", every, totals, counted_rows.TOTALS), *(one for one in shares if any(one[2]))]


def dealt_openly(s: TrenteEtQuarante) -> Sequence[Card]:
    """The cards of the last hand as they were dealt; none unless all were seen, in the order of the rows."""
    cards = (*s.table[NOIR].cards, *s.table[ROUGE].cards)
    whole = s.first == NOIR and not s.moved and all(row.full and row.cards for row in s.table)
    return cards if whole and not s.odd and all(card.known for card in cards) else ()


game.theory = Theory(
    counts=lambda s: [place for place, number in enumerate(told_apart(tallied(s))) for _ in range(number)],
    cells=len(COUNTED),
    laws=laws_of,
    drawn=dealt_openly,
    left=lambda s: s.shoe.cards_left(),
)


@game.rule(Closed, "TQ-9.6", "unlikely_hands", "many hands are as the theory has them", "note")
def hands_are_likely(s: TrenteEtQuarante, _e: Closed) -> Any:
    """What many hands came to is about what the theory has them come to (TQ-9.6)."""
    tally = told_apart(s.tally + tallied(s))
    return unlikely(laws_of(tally)) if sum(tally[:10]) >= ENOUGH_ROWS else None
