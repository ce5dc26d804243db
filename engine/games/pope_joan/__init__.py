"""Pope Joan: stops with a board of eight compartments, after two rule books (`p001`, `p003`)."""

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, Matching, Rule, Run, SessionClosed
from upcard.engine.games.pope_joan import irregularities as pj6
from upcard.engine.games.pope_joan import sheet, testimony
from upcard.engine.games.pope_joan.dealing import deal, deal_plainly, turn_up
from upcard.engine.games.pope_joan.dressing import begin_hand
from upcard.engine.games.pope_joan.offers import WORDS, due
from upcard.engine.games.pope_joan.options import PRESETS, PopeJoanOptions, check_options
from upcard.engine.games.pope_joan.play import miss, play
from upcard.engine.games.pope_joan.pope import join, purse, show
from upcard.engine.games.pope_joan.settling import close, deal_finally, void
from upcard.engine.games.pope_joan.state import BOARD, PopeJoan, start
from upcard.engine.games.pope_joan.table import result, scene
from upcard.engine.mechanisms.board import count_purse
from upcard.engine.mechanisms.called import winner_as_called
from upcard.engine.mechanisms.held import open_hands, veil
from upcard.engine.mechanisms.stops_table import seat_exists
from upcard.schemas.events import (
    BoughtIn,
    CashedOut,
    ChipsPassed,
    Closed,
    Dealt,
    FinalDealt,
    Gap,
    HandStarted,
    Joined,
    Played,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)

_NO_SEAT = Rule("PJ-6.5", "no_such_seat", "there is such a seat", seat_exists, "contradiction")
_IMPOSSIBLE = Rule("PJ-6.5", "impossible_card", "no card is in two places", pj6.card_is_possible, "contradiction")

GAME = Game(
    key="pope_joan",
    title="Pope Joan",
    source="documents 001 and 003",
    family="stops",
    says="stops with a board of eight compartments and a dead hand, for counters",
    seats=(2, 49),
    options=PopeJoanOptions,
    presets=PRESETS,
    check_options=check_options,
    dealt_places={"dead": 0},
    start=start,
    transitions={
        **COMMON,
        Joined: join,
        BoughtIn: BOARD.buy_in,
        CashedOut: BOARD.cash_out,
        HandStarted: begin_hand,
        Dealt: deal,
        TurnedUp: turn_up,
        Played: play,
        Gap: miss,
        Voided: void,
        Shown: show,
        Scored: sheet.hear_score,
        ChipsPassed: testimony.hear_payment,
        PurseCounted: count_purse,
        FinalDealt: deal_finally,
        Closed: close,
    },
    rules={
        HandStarted: (
            Rule("PJ-A17", "dealer_rotation", "the deal passes to the left", pj6.dealer_rotates),
            Rule("PJ-5.5", "late_deal", "no deal follows the last", pj6.hand_is_due),
            Rule("PJ-1.4", "few_players", "three or more play", pj6.enough_play, "note"),
        ),
        Dealt: (
            Rule("PJ-6.6", "count_mismatch", "so many cards go to each hand", pj6.deal_is_due, "contradiction"),
            Rule("PJ-6.5", "impossible_card", "each card is dealt once", pj6.deal_is_possible, "contradiction"),
        ),
        BoughtIn: (_NO_SEAT,),
        CashedOut: (_NO_SEAT,),
        TurnedUp: (
            _NO_SEAT,
            Rule("PJ-6.5", "impossible_card", "one card is turned up", pj6.turn_up_is_possible, "contradiction"),
        ),
        Played: (
            Rule("PJ-6.1", "missed_follow", "who holds the next higher card plays it", pj6.due_card_follows),
            Rule("PJ-6.3", "lead_out_of_turn", "who played the last card leads", pj6.leads_in_turn),
            Rule("PJ-6.4", "not_lowest_lead", "the lowest card of a suit is led", pj6.leads_lowest),
            _IMPOSSIBLE,
            Rule("PJ-6.6", "count_mismatch", "a seat without cards ends the deal", pj6.hand_is_on, "contradiction"),
        ),
        Voided: (Rule("PJ-6.6", "no_hand", "only a deal that is on is thrown in", pj6.hand_to_void, "contradiction"),),
        Shown: (
            _NO_SEAT,
            Rule("PJ-6.5", "impossible_card", "no card is in two places", pj6.shown_is_possible, "contradiction"),
        ),
        FinalDealt: (
            Rule("PJ-A17", "dealer_rotation", "the deal passes to the left", pj6.dealer_rotates),
            Rule("PJ-5.7", "final_deal_not_due", "a final deal empties the board", pj6.final_deal_is_due),
            Rule("PJ-6.5", "impossible_card", "each card is dealt once", pj6.final_deal_is_possible, "contradiction"),
        ),
        ChipsPassed: (
            Rule("PJ-6.7", "wrong_payment", "payments follow from the play", testimony.payment_is_true, "testimony"),
        ),
        Scored: (Rule("PJ-6.7", "wrong_payment", "scores follow from the play", sheet.score_is_true, "testimony"),),
        PurseCounted: (
            Rule("PJ-6.8", "not_conserved", "no counter is made or lost", testimony.purse_is_true, "testimony"),
        ),
        PoolCounted: (
            Rule("PJ-6.8", "not_conserved", "no counter is made or lost", testimony.pool_is_true, "testimony"),
        ),
        ResultCalled: (
            _NO_SEAT,
            Rule(
                "PJ-5.1",
                "wrong_result",
                "who is out has won the deal",
                winner_as_called(result, lambda s: [purse(s, seat) for seat in range(s.seats)], clause=None),
                "testimony",
            ),
            Rule("PJ-6.6", "count_mismatch", "who is out has no card left", pj6.who_is_out, "testimony"),
        ),
        SessionClosed: (
            Rule("PJ-6.9", "unequal_dressers", "all dress the board equally often", pj6.rounds_are_whole),
            Rule("PJ-5.7", "counters_left", "a final deal empties the board", pj6.board_is_emptied, "note"),
        ),
    },
    plain={Dealt: deal_plainly},
    runs={Played: Run(pj6.play_on, "missed_follow")},
    matching=Matching(
        "PJ-6.2",
        "dead_overflow",
        "more cards were not played when due than the dead hand holds",
        pj6.dead_room,
        by_card=True,
    ),
    impossible="PJ-6.5",
    unsettled=open_hands,
    veil=veil,
    due=due,
    result=result,
    by_dealer=("dealer", "points", "transfers"),
    scene=scene,
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
    sheet=(
        Column(
            "points",
            "counters",
            "counters each seat gained or lost in the deal, the dressing included",
            also=("won or lost",),
        ),
        Column("totals", "purse", "counters each seat has after the deal", also=("has",)),
    ),
    needs={ResultCalled: {"out": ("seat",)}},
    words=WORDS,
)

__all__ = ["GAME", "PopeJoan", "PopeJoanOptions"]
