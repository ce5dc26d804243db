"""Court Piece (Rang): four players in two sides, trump called from five cards, thirteen tricks, scored in courts.

The files follow the page: table (CP-1, CP-8), deal (CP-2), play and kept_back (CP-3), scoring (CP-4, CP-5), revoke (CP-6), sheet
(CP-7), and scene: what may come next and what there is to see.
"""

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, Matching, Rule, Run, SessionClosed
from upcard.engine.games.court_piece.deal import (
    begin_hand,
    call_is_missing,
    deal,
    deal_is_possible,
    deal_plainly,
    hand_is_due,
    name_trump,
    packet_in_order,
    trump_in_order,
)
from upcard.engine.games.court_piece.kept_back import played_shows_suit, shown_shows_suit
from upcard.engine.games.court_piece.play import (
    card_is_possible,
    may_show,
    miss,
    play,
    play_on,
    put_right_unseen,
    stop,
    stop_is_allowed,
    suit_is_kept,
    turn_is_kept,
    unseen_room,
)
from upcard.engine.games.court_piece.revoke import (
    claim_is_timely,
    claim_is_true,
    claim_moves_the_deal,
    claim_proves,
    correct,
    correction_is_allowed,
    rule_revoke,
    veil,
)
from upcard.engine.games.court_piece.scene import due, scene
from upcard.engine.games.court_piece.scoring import dealer_rotates, deals_after_all, void, void_is_due
from upcard.engine.games.court_piece.sheet import called_rightly, claim_of_row_is_true, result, score, sheet_is_true
from upcard.engine.games.court_piece.shown import show, shown_is_possible
from upcard.engine.games.court_piece.slips import unfinished
from upcard.engine.games.court_piece.table import CourtPieceOptions, start
from upcard.engine.mechanisms.strays import of_its_player
from upcard.schemas.cards import PACK_MASK
from upcard.schemas.events import (
    Corrected,
    Dealt,
    Gap,
    HandStarted,
    Played,
    ResultCalled,
    Ruled,
    Scored,
    Shown,
    Stopped,
    TrumpNamed,
    Voided,
)

GAME = Game(
    key="court_piece",
    title="Court Piece (Rang)",
    source="document 004",
    family="tricks",
    says="partners, trump called from five cards, thirteen tricks, scored in courts",
    seats=(4, 4),
    options=CourtPieceOptions,
    start=start,
    transitions={
        **COMMON,
        HandStarted: begin_hand,
        Dealt: deal,
        TrumpNamed: name_trump,
        Played: play,
        Corrected: correct,
        Stopped: stop,
        Ruled: rule_revoke,
        Voided: void,
        Gap: miss,
        Shown: show,
        Scored: score,
    },
    rules={
        HandStarted: (
            Rule("CP-5", "dealer_rotation", "the losers deal", dealer_rotates),
            Rule("CP-3.2", "hand_not_finished", "a hand is played out", hand_is_due),
            Rule("CP-3.1", "revoke", "keep the suit led when you can", unfinished),
        ),
        Dealt: (
            Rule("CP-2.1", "packet_order", "five cards each, the trump call, then eight each", packet_in_order),
            Rule("G-5", "impossible_card", "each card is dealt once", deal_is_possible, "contradiction"),
        ),
        TrumpNamed: (
            Rule("CP-2.4", "wrong_call", "the caller names trump from the first five cards", trump_in_order),
            Rule("CP-5", "dealer_rotation", "the losers deal", deals_after_all),
        ),
        Played: of_its_player(
            Rule("CP-2.4", "packet_order", "five cards each, the trump call, then eight each", call_is_missing),
            Rule("G-13", "out_of_turn", "cards are played in turn; the winner leads", turn_is_kept),
            Rule("G-5", "impossible_card", "no card is in two places", card_is_possible, "contradiction"),
            Rule("CP-3.1", "revoke", "keep the suit led when you can", suit_is_kept),
            Rule("CP-3.1", "revoke", "keep the suit led when you can", played_shows_suit),
        ),
        Corrected: (
            Rule("G-5", "impossible_card", "no card is in two places", card_is_possible, "contradiction"),
            Rule("CP-6.1", "revoke", "a revoke is put right within the trick", correction_is_allowed),
        ),
        Gap: (Rule("CP-6.1", "revoke", "a revoke is put right within the trick", put_right_unseen),),
        Stopped: (Rule("CP-3.2", "stopped_early", "stop only after the first seven tricks", stop_is_allowed),),
        Voided: (Rule("G-5", "no_hand", "a hand that is on is thrown in", void_is_due, "contradiction"),),
        Ruled: (
            Rule("CP-6.3", "late_claim", "a revoke is claimed while the hand runs", claim_is_timely),
            Rule("CP-5", "dealer_rotation", "the losers deal", claim_moves_the_deal),
            Rule("CP-3.1", "revoke", "keep the suit led when you can", claim_proves),
            Rule("CP-6.6", "false_claim", "a claim agrees with the play", claim_is_true, "testimony"),
        ),
        SessionClosed: (Rule("CP-3.1", "revoke", "keep the suit led when you can", unfinished),),
        Shown: (
            Rule("G-5", "impossible_card", "no card is in two places", shown_is_possible, "contradiction"),
            Rule("CP-3.1", "revoke", "keep the suit led when you can", shown_shows_suit),
        ),
        ResultCalled: (
            Rule("CP-4.1", "wrong_result", "the side with more tricks has won", called_rightly, "testimony"),
        ),
        Scored: (
            Rule("CP-4", "wrong_score", "the score follows from the play", sheet_is_true, "testimony"),
            Rule("CP-6.6", "false_claim", "a claim agrees with the play", claim_of_row_is_true, "testimony"),
            Rule("CP-3.1", "revoke", "keep the suit led when you can", unfinished),
        ),
    },
    plain={Dealt: deal_plainly},
    runs={Played: Run(play_on, "revoke", may_show, PACK_MASK)},
    matching=Matching("G-10", "unseen_do_not_fit", "somebody has revoked; it is not known yet who", unseen_room),
    veil=veil,
    due=due,
    result=result,
    scene=scene,
    score="court/courts",
    proves=(
        "With all hands: every revoke at the card that was played.",
        "Without hands: a revoke at the first card that shows it, and that somebody revoked before it is known who.",
        "From any record: wrong dealers, calls, turns, stops and corrections, and cards that were in two places.",
        "From a score sheet: splits that cannot be, wrong dealers, streaks, and courts that do not follow.",
    ),
    sheet=(
        Column("tricks", "tricks", "tricks of each side; `void` for a hand that does not count", "side"),
        Column("trump", "trump", "the trump suit", "hand", also=("rang",)),
        Column("seat", "revoke", "the seat whose revoke forfeited the hand", "hand", also=("revoked",)),
        Column("points", "courts", "courts of each side, as written", "side", also=("court",)),
        Column("totals", "totals", "courts of each side so far, as written", "side"),
    ),
    words={"stop": "stopped", "revoke": "ruled revoke", "take back": "corrected"},
)
