"""Spinado: stops with three pots, and an ace of diamonds that cuts a sequence.

The files follow the page: table (SP-1, SP-2, SP-O), play (SP-3, SP-4), irregular (SP-6), sheet (rows of a score sheet),
and offers: what may come next, how a hand came out, and what there is to see.
"""

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, Matching, Rule, Run
from upcard.engine.games.spinado import irregular as sp6
from upcard.engine.games.spinado.offers import due, result, scene
from upcard.engine.games.spinado.play import begin_hand, close, deal_hand, join, miss, play, show, void
from upcard.engine.games.spinado.sheet import hear_score, score_is_true
from upcard.engine.games.spinado.table import BOARD, RATES, SpinadoOptions, start
from upcard.engine.mechanisms import held
from upcard.engine.mechanisms.board import count_purse
from upcard.engine.mechanisms.called import winner_as_called
from upcard.engine.mechanisms.held import open_hands, veil
from upcard.engine.mechanisms.stops_table import out_is_true, seat_exists
from upcard.schemas.events import (
    BoughtIn,
    CashedOut,
    ChipsPassed,
    Closed,
    Dealt,
    Gap,
    HandStarted,
    Joined,
    Laid,
    Played,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    Scored,
    Shown,
    Voided,
)

_ANTES = Rule("SP-6", "ante_missing", "all but the last winner pay an ante", sp6.antes_are_whole, "testimony")
_PLAY = (
    _ANTES,
    Rule("SP-6", "missed_follow", "who holds the next higher card plays it", sp6.due_card_follows),
    Rule("SP-6", "lead_out_of_turn", "who played the last card leads", sp6.leads_in_turn),
    Rule("SP-6", "spinado_alone_midsequence", "the spinado is laid with another card", sp6.spinado_has_company),
    Rule("SP-6", "impossible_card", "no card is in two places", sp6.card_is_possible, "contradiction"),
    Rule("SP-6", "count_mismatch", "a seat without cards ends the hand", sp6.hand_is_on, "contradiction"),
)
_NO_SEAT = Rule("SP-6", "no_such_seat", "there is such a seat", seat_exists, "contradiction")

GAME = Game(
    key="spinado",
    title="Spinado",
    source="document 004",
    family="stops",
    says="stops with three pots and a dead hand; the ace of diamonds cuts a sequence",
    seats=(3, 5),
    options=SpinadoOptions,
    dealt_places={"dead": 0},
    start=start,
    transitions={
        **COMMON,
        Joined: join,
        BoughtIn: BOARD.buy_in,
        CashedOut: BOARD.cash_out,
        HandStarted: begin_hand,
        Dealt: deal_hand,
        Played: play,
        Laid: play,
        Gap: miss,
        Voided: void,
        Shown: show,
        Scored: hear_score,
        ChipsPassed: sp6.hear_payment,
        PurseCounted: count_purse,
        Closed: close,
    },
    rules={
        HandStarted: (
            Rule("SP-4.4", "dealer_rotation", "the deal passes to the left", sp6.dealer_rotates),
            Rule("SP-4.4", "late_hand", "no hand follows the last", sp6.hand_is_due),
        ),
        Dealt: (
            Rule("SP-6", "count_mismatch", "so many cards go to each hand", sp6.deal_is_due, "contradiction"),
            Rule("SP-6", "impossible_card", "each card is dealt once", sp6.deal_is_possible, "contradiction"),
        ),
        Played: _PLAY,
        Laid: (Rule("SP-3.3", "too_many_cards", "one card, or one with the spinado", sp6.one_card_or_two), *_PLAY),
        BoughtIn: (_NO_SEAT,),
        CashedOut: (_NO_SEAT,),
        Shown: (
            _NO_SEAT,
            Rule("SP-6", "impossible_card", "no card is in two places", sp6.shown_is_possible, "contradiction"),
        ),
        ChipsPassed: (
            Rule("SP-6", "wrong_payment", "payments follow from the play", sp6.payment_is_true, "testimony"),
        ),
        Voided: (Rule("SP-6", "no_hand", "only a hand that is on is thrown in", sp6.hand_to_void, "contradiction"),),
        Scored: (
            _ANTES,
            Rule("SP-6", "wrong_payment", "scores follow from the play", score_is_true, "testimony"),
        ),
        PurseCounted: (Rule("SP-6", "not_conserved", "no counter is made or lost", sp6.purse_is_true, "testimony"),),
        ResultCalled: (
            _NO_SEAT,
            Rule(
                "SP-4.1",
                "wrong_result",
                "who is out has won the hand",
                winner_as_called(
                    result, lambda s: [held.purse(s, seat, RATES) for seat in range(s.seats)], clause=None
                ),
                "testimony",
            ),
            Rule("SP-6", "count_mismatch", "who is out has no card left", out_is_true, "testimony"),
        ),
        PoolCounted: (Rule("SP-6", "not_conserved", "no counter is made or lost", sp6.pot_is_true, "testimony"),),
    },
    runs={Played: Run(sp6.play_on, "missed_follow")},
    matching=Matching(
        "SP-6",
        "dead_overflow",
        "more cards were not played when due than the dead hand holds",
        sp6.dead_room,
        by_card=True,
    ),
    impossible="SP-6",
    unsettled=open_hands,
    veil=veil,
    due=due,
    result=result,
    scene=scene,
    score="counter/counters",
    proves=(
        "With all hands: every card not played when it was due, at the card that was played instead.",
        "Without hands: the same at the first card that shows it.",
        "Without hands, too: that somebody did not follow, once more cards are missing than the dead hand holds.",
        "From any record: leads and dealers out of turn, a spinado laid alone, wrong sizes, cards in two places.",
        "From any record: antes, payments, purses and pots that do not follow from the play.",
        "Who held the spinado at the end, and so who paid, only if it was shown or all hands are known.",
        "From a score sheet: points that no hand can bring, totals that do not follow, and wrong dealers.",
    ),
    sheet=(
        Column(
            "points",
            "counters",
            "counters each seat gained or lost in the hand, the antes included",
            also=("won or lost",),
        ),
        Column("totals", "purse", "counters each seat has after the hand", also=("has",)),
        Column("seat", "out", "who went out", "hand", also=("went out", "winner", "won by"), tells="winner"),
    ),
    needs={ResultCalled: {"out": ("seat",)}},
    words={
        "out": "result_called out",
        "show": "shown",
        "pay": "chips_passed",
        "purse": "purse_counted",
        "pool": "pool_counted",
    },
)
