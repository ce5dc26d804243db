"""Tresette: four players in two sides, forty cards, no trump; melds called and announced, table talk, to 31 points.

The files follow the page: table (TR-1, TR-5), deal (TR-1), melds (TR-2), play (TR-3), talk (TR-3.2), scoring (TR-4),
sheet (score sheets), and scene: what may come next and what there is to see.
"""

from functools import partial

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, Matching, Rule, Run, SessionClosed
from upcard.engine.games.tresette.deal import (
    begin_hand,
    deal,
    deal_in_order,
    deal_is_possible,
    dealer_rotates,
    hand_is_due,
    miss,
    void,
    void_is_due,
)
from upcard.engine.games.tresette.melds import (
    announcement_is_due,
    announcement_was_due,
    announcement_was_early,
    call,
    call_is_timely,
    meld_is_one,
)
from upcard.engine.games.tresette.order import missing_play, suit_is_kept, turn_is_kept
from upcard.engine.games.tresette.play import (
    correct,
    correction_is_allowed,
    may_show,
    play,
    play_on,
    room_for_unseen,
    show,
    shown_is_possible,
)
from upcard.engine.games.tresette.scene import due, scene
from upcard.engine.games.tresette.sheet import (
    announce,
    result,
    row_adds_up,
    row_agrees,
    row_is_possible,
    score,
    totals_follow,
)
from upcard.engine.games.tresette.table import TABLE, TresetteOptions, start
from upcard.engine.games.tresette.talk import (
    ask,
    asker_leads,
    count_is_one,
    count_is_true,
    count_was_true,
    hangs_on_plays,
    talk_is_allowed,
    tell_count,
    told_meanwhile,
)
from upcard.engine.games.tresette.truth import call_is_true, call_was_true, telling_is_true, telling_was_true
from upcard.engine.mechanisms.called import winner_as_called
from upcard.engine.mechanisms.corrections import put_right_unseen, take_change_back, without_change
from upcard.engine.mechanisms.forty import FORTY, card_is_possible
from upcard.engine.mechanisms.left_out import explained
from upcard.engine.mechanisms.strays import of_its_player
from upcard.schemas.events import (
    BestAsked,
    Corrected,
    CountTold,
    Dealt,
    Gap,
    HandStarted,
    MeldCalled,
    MeldsTold,
    Played,
    ResultCalled,
    Scored,
    Shown,
    Voided,
)

FALSE_CALL = "who says Good play holds a meld"
FALSE_MELD = "a meld announced is held"
FALSE_COUNT = "a count told is that of the hand"
IMPOSSIBLE = "no card is in two places"
LEFT_OUT, CUT_SHORT = explained("TR-3.1", missing_play, beside=hangs_on_plays)
SEEN = (
    Rule("TR-2.2", "false_call", FALSE_CALL, call_was_true),
    Rule("TR-7", "false_meld", FALSE_MELD, telling_was_true),
    Rule("TR-7", "false_talk", FALSE_COUNT, count_was_true, "testimony"),
)
"""What a card that comes to light may show, however it does."""

GAME = Game(
    key="tresette",
    title="Tresette",
    source="document 004",
    family="tricks",
    says="partners, no trump, melds announced, talk allowed, points to 31",
    seats=(4, 4),
    options=TresetteOptions,
    start=start,
    transitions={
        **COMMON,
        HandStarted: begin_hand,
        Dealt: deal,
        MeldCalled: call,
        MeldsTold: announce,
        BestAsked: ask,
        CountTold: tell_count,
        Played: play,
        Corrected: correct,
        Voided: void,
        Gap: miss,
        Shown: show,
        Scored: score,
    },
    rules={
        HandStarted: (
            Rule("TR-3.1", "hand_not_finished", "a hand is played out", hand_is_due),
            CUT_SHORT,
            Rule("TR-4.7", "dealer_rotation", "the deal passes in the direction of play", dealer_rotates),
        ),
        Dealt: (
            Rule("TR-1.1", "deal_size", "ten cards are dealt to each seat", deal_in_order),
            Rule("G-5", "impossible_card", "each card is dealt once", deal_is_possible, "contradiction"),
        ),
        MeldCalled: (
            Rule("TR-2.2", "late_call", "Good play is said before a card of one's own is played", call_is_timely),
            Rule("TR-2.2", "false_call", FALSE_CALL, call_is_true),
        ),
        MeldsTold: (
            Rule("TR-2.1", "no_such_meld", "three or four aces, twos or threes, or a nap", meld_is_one),
            Rule("TR-2.3", "announcement_time", "melds are announced on winning a first trick", announcement_is_due),
            Rule("TR-7", "false_meld", FALSE_MELD, telling_is_true),
        ),
        BestAsked: (
            Rule("TR-3.2", "talk", "there is talk where the table allows it", talk_is_allowed),
            Rule("TR-3.2", "asker", "only the leader asks for the best card", asker_leads),
        ),
        CountTold: (
            Rule("TR-3.2", "talk", "there is talk where the table allows it", talk_is_allowed),
            Rule("TR-3.2", "count", "followers tell of the suit led, anybody of 0 to 2 cards of a suit", count_is_one),
            Rule("TR-7", "false_talk", FALSE_COUNT, count_is_true, "testimony"),
        ),
        Played: without_change(
            of_its_player(
                Rule("G-13", "out_of_turn", "cards are played in turn; the winner leads", turn_is_kept),
                Rule("G-5", "impossible_card", IMPOSSIBLE, card_is_possible, "contradiction"),
                Rule("TR-3.1", "revoke", "keep the suit led when you can", suit_is_kept),
                LEFT_OUT,
                Rule("TR-2.3", "announcement_time", "melds are announced on winning a first trick", told_meanwhile),
                Rule(
                    "TR-3.2",
                    "count",
                    "followers tell of the suit led, anybody of 0 to 2 cards of a suit",
                    told_meanwhile,
                ),
                Rule("TR-2.5", "not_announced", "melds not announced score nothing", announcement_was_due, "note"),
                *SEEN,
                Rule(
                    "TR-2.3",
                    "announcement_time",
                    "melds are announced on winning a first trick",
                    announcement_was_early,
                ),
            ),
            partial(take_change_back, table=TABLE),
        ),
        Corrected: (
            Rule("G-5", "impossible_card", IMPOSSIBLE, card_is_possible, "contradiction"),
            Rule("TR-3.1", "revoke", "a revoke is put right while the trick is open", correction_is_allowed),
            *SEEN,
        ),
        Gap: (Rule("TR-3.1", "revoke", "a revoke is put right while the trick is open", put_right_unseen),),
        Voided: (Rule("G-5", "no_hand", "only a hand that is on is thrown in", void_is_due, "contradiction"),),
        Shown: (
            Rule("G-5", "impossible_card", IMPOSSIBLE, shown_is_possible, "contradiction"),
            *SEEN,
        ),
        ResultCalled: (
            Rule(
                "TR-4.5",
                "wrong_result",
                "the side with more points has won the hand",
                winner_as_called(result, lambda s: [None if total < 0 else total for total in s.totals * 2]),
                "testimony",
            ),
        ),
        SessionClosed: (CUT_SHORT,),
        Scored: (
            CUT_SHORT,
            Rule("TR-4", "impossible_score", "a row is such as can be", row_is_possible, "testimony"),
            Rule("TR-4.5", "sum_of_points", "eleven points and those of the melds", row_adds_up, "testimony"),
            Rule("TR-4", "wrong_score", "the score follows from the play", row_agrees, "testimony"),
            Rule("TR-4.6", "wrong_total", "totals add up", totals_follow, "testimony"),
        ),
    },
    runs={Played: Run(play_on, "revoke", may_show, FORTY, frozenset({MeldCalled, MeldsTold, BestAsked, CountTold}))},
    matching=Matching("G-10", "unseen_do_not_fit", "somebody has revoked; it is not known yet who", room_for_unseen),
    due=due,
    result=result,
    scene=scene,
    score="point/points",
    proves=(
        "With all hands: every revoke, false meld and false count where it was made.",
        "Without hands: each of them at the first card that shows it, and that somebody revoked before it is known who.",
        "After ten tricks all hands are known: every meld and count is judged, and every point.",
        "From any record: wrong dealers and turns, melds called or announced too late, talk out of place.",
        "From a score sheet: figures, aces, melds and totals that cannot be or do not add up.",
    ),
    sheet=(
        Column("counts", "figures", "twos, threes, jacks, queens and kings captured", "side", also=("court cards",)),
        Column("aces", "aces", "aces captured", "side"),
        Column("melds", "melds", "points for melds", "side"),
        Column("points", "points", "points of the hand", "side", plain=True),
        Column("totals", "totals", "points of the match so far", "side"),
        Column("side", "last", "the side that won the last trick, 0 or 1", "hand", also=("last trick",)),
    ),
    words={"good play": "meld_called", "good": "meld_called", "melds": "melds_told", "best": "best_asked"},
)
