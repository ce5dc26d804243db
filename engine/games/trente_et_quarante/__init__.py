"""Trente et Quarante: bets on two rows of cards against a bank, with a prison for ties at 31."""

from upcard.engine.common import COMMON, nothing
from upcard.engine.game import Column, Game, Rule, SessionClosed
from upcard.engine.games.trente_et_quarante import bets as tq2
from upcard.engine.games.trente_et_quarante import bettors, testimony
from upcard.engine.games.trente_et_quarante import dealing as tq3
from upcard.engine.games.trente_et_quarante import irregularities as tq6
from upcard.engine.games.trente_et_quarante import settling as tq4
from upcard.engine.games.trente_et_quarante import shoe as tq1
from upcard.engine.games.trente_et_quarante.offers import NAMES, NUMBERS, WORDS, due
from upcard.engine.games.trente_et_quarante.options import TrenteEtQuaranteOptions, check_options
from upcard.engine.games.trente_et_quarante.state import TrenteEtQuarante, start
from upcard.engine.games.trente_et_quarante.table import result, scene
from upcard.schemas.events import (
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
    PoolCounted,
    PurseCounted,
    ResultCalled,
    RowDealt,
    Shuffled,
    TurnedUp,
    Voided,
)

_SEAT = Rule("G-5", "no_such_seat", "who does anything sits at the table", bettors.seat_is_there, "contradiction")
_BET = Rule("G-5", "no_such_bet", "the bet lies on the table", tq2.bet_is_there, "contradiction")
_DEALING = (
    Rule("TQ-3.1", "no_such_row", "the rows are noir and rouge", tq6.row_exists, "contradiction"),
    Rule("TQ-6", "impossible_count", "each card is there once a pack", tq6.cards_are_possible, "contradiction"),
    Rule("TQ-6", "dealt_past_cut", "the shoe is shuffled once the cut card showed up", tq6.hand_is_before_the_cut),
    Rule("TQ-6", "row_order", "the noir row is dealt first, then the rouge row", tq6.row_is_due),
    Rule("TQ-6", "row_short", "cards are dealt until the row has 31", tq6.row_is_long_enough),
    Rule("TQ-6", "row_over", "no card is dealt to a row that has 31", tq6.row_is_not_too_long),
)

GAME = Game(
    key="trente_et_quarante",
    title="Trente et Quarante",
    source="document 004",
    family="banking",
    says="bets on two rows of cards against a bank; a tie at 31 imprisons them",
    seats=(1, 256),
    options=TrenteEtQuaranteOptions,
    check_options=check_options,
    start=start,
    transitions={
        **COMMON,
        Joined: bettors.join,
        Left: bettors.leave,
        BoughtIn: bettors.buy,
        CashedOut: bettors.cash,
        Shuffled: tq1.shuffle,
        CutReached: tq1.reach_cut,
        HandStarted: tq3.begin_hand,
        BetPlaced: tq2.place,
        BetWithdrawn: tq2.withdraw,
        BetInsured: tq2.insure,
        BetSurrendered: tq2.surrender,
        RowDealt: tq3.deal,
        TurnedUp: tq3.deal,
        Voided: tq4.void,
        Gap: tq4.miss,
        ChipsPassed: nothing,
        Closed: tq4.close,
    },
    rules={
        BoughtIn: (_SEAT,),
        CashedOut: (_SEAT,),
        Shuffled: (
            Rule("TQ-1.3", "no_such_cut", "the cut card lies in the shoe", tq1.cut_is_in_the_shoe, "contradiction"),
            Rule("TQ-1.3", "shuffled_mid_hand", "the hand is finished before the shuffle", tq1.shuffle_is_due),
        ),
        CutReached: (
            Rule("TQ-1.3", "cut_twice", "there is one cut card", tq1.cut_shows_up_once, "contradiction"),
            Rule("TQ-6", "row_short", "a row that the cut card ends may be short", tq1.cut_ends_the_row),
            Rule("TQ-9.3", "suspicious_shoe", "a shoe has its length", tq1.cut_is_where_it_was_put, "note"),
        ),
        HandStarted: (
            Rule("TQ-6", "row_short", "both rows are dealt before the next hand", tq6.hand_is_dealt_out),
            Rule("TQ-7", "begun_twice", "a hand begins once", tq6.hand_begins_once, "note"),
        ),
        BetPlaced: (
            _SEAT,
            Rule("TQ-2.1", "no_bet", "there are four bets, each with a stake", tq2.bet_is_one, "contradiction"),
            Rule("G-5", "bet_twice", "a name is that of one bet", tq2.bet_is_new, "contradiction"),
            Rule("TQ-6", "late_bet", "bets are placed before the first card", tq2.bet_is_in_time),
            Rule("TQ-6", "bet_limit", "bets keep the limits of the table", tq2.bet_is_within_limits),
            Rule("TQ-6", "imprisoned_moved", "a bet in prison is not touched", tq2.prisoner_is_not_raised),
        ),
        BetWithdrawn: (
            _BET,
            Rule("TQ-6", "imprisoned_moved", "a bet in prison is not touched", tq2.prisoner_is_not_taken),
            Rule("TQ-2", "late_withdrawal", "bets are taken back before the first card", tq2.withdrawal_is_in_time),
        ),
        BetInsured: (
            _BET,
            Rule("TQ-2.2", "no_insurance", "an insurance is of something", tq2.insurance_is_one, "contradiction"),
            Rule("TQ-6", "late_insurance", "insurance is placed before the first card", tq2.insurance_is_in_time),
            Rule("TQ-6", "double_insurance", "a bet is insured once", tq2.insurance_is_the_first),
            Rule("TQ-6", "insurance_over_limit", "so much of a bet is insured", tq2.insurance_is_within_limit),
            Rule("TQ-A8", "insurance_not_offered", "the house insures bets in prison", tq2.insurance_is_offered),
        ),
        BetSurrendered: (
            _BET,
            Rule("TQ-6", "surrender_not_offered", "the house offers the half", tq2.surrender_is_offered),
            Rule("TQ-6", "surrender_late", "the half is paid right after the tie", tq2.surrender_is_in_time),
        ),
        RowDealt: (
            *_DEALING,
            Rule("TQ-6", "wrong_total_called", "totals follow from the cards", tq6.total_is_true, "testimony"),
            Rule("TQ-2.1", "wrong_colour", "the first card has one colour", tq6.colour_is_true, "contradiction"),
        ),
        TurnedUp: _DEALING,
        Voided: (
            Rule("TQ-A10", "no_hand", "a hand that is void has begun", tq6.hand_is_there, "contradiction"),
            Rule("TQ-6", "row_short", "a row of a void hand may be short", tq6.row_ends_here),
        ),
        Gap: (Rule("TQ-6", "row_short", "a row that was missed in part may be short", tq6.row_ends_here),),
        ChipsPassed: (
            Rule("TQ-6", "wrong_payment", "payments follow from the play", testimony.payment_is_true, "testimony"),
        ),
        PurseCounted: (
            Rule("TQ-6", "not_conserved", "no money is made or lost", testimony.purse_is_true, "testimony"),
        ),
        PoolCounted: (Rule("TQ-6", "not_conserved", "no money is made or lost", testimony.pool_is_true, "testimony"),),
        ResultCalled: (
            Rule("TQ-6", "wrong_result_called", "results follow from the cards", testimony.call_is_true, "testimony"),
        ),
        Closed: (Rule("TQ-6", "row_short", "both rows are dealt before the close", tq6.hand_is_dealt_out),),
        SessionClosed: (
            Rule(
                "TQ-9.6", "unlikely_hands", "many hands are as the theory has them", testimony.hands_are_likely, "note"
            ),
        ),
    },
    plain={
        HandStarted: tq6.begin_plainly,
        BetPlaced: tq2.place_plainly,
        BetInsured: tq2.insure_plainly,
        RowDealt: tq6.deal_row_plainly,
        TurnedUp: tq6.deal_card_plainly,
    },
    due=due,
    result=result,
    scene=scene,
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
    booked=tq3.booked,
    words=WORDS,
    names=NAMES,
    numbers=NUMBERS,
    coin="unit_scale",
)

__all__ = ["GAME", "TrenteEtQuarante", "TrenteEtQuaranteOptions"]
