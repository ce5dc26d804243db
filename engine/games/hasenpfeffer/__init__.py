"""Hasenpfeffer: four players in two sides, a joker and bowers, six tricks; the high bidder takes the widow.

The files follow the page: table (HP-1, HP-5), dealer (who deals, G-8), bidding (HP-2), widow (HP-2.3), play and winning (HP-3), scoring (HP-4), order (what is wrong with what
is done before the first lead), sheet (score sheets and results), rows (whether they are true), and scene: what may come next and what there is to see.
"""

from functools import partial

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, Matching, Rule, Run, SessionClosed
from upcard.engine.games.hasenpfeffer.bidding import (
    begin_hand,
    bid,
    deal,
    miss,
    pass_by,
    show,
    void,
)
from upcard.engine.games.hasenpfeffer.corrections import correct, correction_is_allowed
from upcard.engine.games.hasenpfeffer.order import (
    bid_in_turn,
    bid_is_higher,
    deal_in_order,
    deal_is_possible,
    declarer_acts,
    discard_in_order,
    discard_is_possible,
    joker_is_held,
    joker_is_shown,
    shown_is_possible,
    silence_is_shown,
    trump_in_order,
    void_has_cause,
    widow_in_order,
    widow_is_possible,
)
from upcard.engine.games.hasenpfeffer.play import (
    card_is_possible,
    hand_is_open,
    may_show,
    play,
    play_on,
    suit_is_kept,
    turn_is_kept,
    unseen_room,
)
from upcard.engine.games.hasenpfeffer.rows import sheet_is_true
from upcard.engine.games.hasenpfeffer.scene import due, scene
from upcard.engine.games.hasenpfeffer.scoring import dealer_rotates, hand_is_due
from upcard.engine.games.hasenpfeffer.sheet import result, score
from upcard.engine.games.hasenpfeffer.table import PACK, TABLE, HasenpfefferOptions, start, veil
from upcard.engine.games.hasenpfeffer.widow import discard, name_trump, take
from upcard.engine.games.hasenpfeffer.winning import missing_play
from upcard.engine.mechanisms.called import winner_as_called
from upcard.engine.mechanisms.corrections import put_right_unseen, take_change_back, without_change
from upcard.engine.mechanisms.left_out import explained
from upcard.engine.mechanisms.strays import of_its_player
from upcard.schemas.events import (
    Bid,
    Corrected,
    Dealt,
    Discarded,
    Gap,
    HandStarted,
    Passed,
    Played,
    ResultCalled,
    Scored,
    Shown,
    Took,
    TrumpNamed,
    Voided,
)

POSSIBLE = "no card is in two places"
LEFT_OUT, CUT_SHORT = explained("HP-3.1", missing_play)
IN_TURN = Rule("HP-2.1", "wrong_turn", "bids go round once, from the left of the dealer", bid_in_turn)
DECLARER = Rule("HP-2.3", "wrong_declarer", "the high bidder takes the widow, names trump, discards", declarer_acts)
HOLDER = Rule("HP-2.2", "joker_not_held", "after four passes who has the joker declares", joker_is_held)
JOKER_SHOWN = Rule("HP-2.2", "joker_not_shown", "after four passes the joker is shown", joker_is_shown)

GAME = Game(
    key="hasenpfeffer",
    title="Hasenpfeffer",
    source="document 004",
    family="tricks",
    says="partners, joker and bowers, one bid each, six tricks, points to ten",
    seats=(4, 4),
    options=HasenpfefferOptions,
    start=start,
    transitions={
        **COMMON,
        HandStarted: begin_hand,
        Dealt: deal,
        Bid: bid,
        Passed: pass_by,
        Shown: show,
        Voided: void,
        Took: take,
        TrumpNamed: name_trump,
        Discarded: discard,
        Played: play,
        Corrected: correct,
        Gap: miss,
        Scored: score,
    },
    rules={
        HandStarted: (
            JOKER_SHOWN,
            CUT_SHORT,
            Rule("HP-4.2", "dealer_rotation", "the deal goes to the left", dealer_rotates),
            Rule("HP-4.2", "hand_not_due", "hands are played out, until a side has won", hand_is_due),
        ),
        Dealt: (
            Rule("HP-1.1", "deal_order", "six cards each, and a widow of one", deal_in_order),
            Rule("G-5", "impossible_card", "each card is dealt once", deal_is_possible, "contradiction"),
        ),
        Bid: (IN_TURN, Rule("HP-2.1", "low_bid", "a bid is above the high bid, 6 at most", bid_is_higher)),
        Passed: (IN_TURN,),
        Shown: (
            Rule("G-5", "impossible_card", POSSIBLE, shown_is_possible, "contradiction"),
            Rule("HP-2.2", "joker_not_shown", "after four passes the joker is shown", silence_is_shown),
        ),
        Voided: (
            JOKER_SHOWN,
            Rule("HP-2.2", "void_without_cause", "four passes and the joker in the widow", void_has_cause),
        ),
        Took: (
            DECLARER,
            HOLDER,
            Rule("HP-2.3", "widow_order", "the widow is taken first", widow_in_order),
            Rule("G-5", "impossible_card", POSSIBLE, widow_is_possible, "contradiction"),
        ),
        TrumpNamed: (DECLARER, HOLDER, Rule("HP-2.3", "trump_order", "trump is named once", trump_in_order)),
        Discarded: (
            DECLARER,
            HOLDER,
            Rule("HP-2.3", "discard_order", "one card is put away, after trump is named", discard_in_order),
            Rule("G-5", "impossible_card", POSSIBLE, discard_is_possible, "contradiction"),
        ),
        Played: without_change(
            of_its_player(
                Rule("HP-2.3", "early_play", "the first lead follows bids, trump and discard", hand_is_open),
                Rule("G-13", "out_of_turn", "cards are played in turn; the winner leads", turn_is_kept),
                Rule("G-5", "impossible_card", POSSIBLE, card_is_possible, "contradiction"),
                Rule("HP-3.1", "revoke", "keep the suit led when you can", suit_is_kept),
                LEFT_OUT,
            ),
            partial(take_change_back, table=TABLE),
        ),
        Corrected: (
            Rule("G-5", "impossible_card", POSSIBLE, card_is_possible, "contradiction"),
            Rule("HP-3.1", "revoke", "a revoke is put right within the trick", correction_is_allowed),
        ),
        ResultCalled: (
            Rule(
                "HP-4.1",
                "wrong_result",
                "who made or beat the contract has won the hand",
                winner_as_called(result, lambda s: [*s.totals, *s.totals]),
                "testimony",
            ),
        ),
        Gap: (Rule("HP-3.1", "revoke", "a revoke is put right within the trick", put_right_unseen),),
        SessionClosed: (CUT_SHORT,),
        Scored: (
            JOKER_SHOWN,
            CUT_SHORT,
            Rule("HP-4.1", "wrong_score", "the score follows from the play", sheet_is_true, "testimony"),
        ),
    },
    runs={Played: Run(play_on, "revoke", may_show, PACK)},
    matching=Matching("G-10", "unseen_do_not_fit", "somebody has revoked; it is not known yet who", unseen_room),
    due=due,
    result=result,
    scene=scene,
    score="point/points",
    proves=(
        "With all hands: every revoke at the card that was played, and a joker kept back after four passes.",
        "Without hands: a revoke at the first card that shows it, and that somebody revoked before it is known who.",
        "When all other cards were played: which card was put away.",
        "From any record: low bids, wrong turns, dealers and declarers, and cards that were in two places.",
        "From a score sheet: bids, contracts and tricks that cannot be, and points and totals that do not follow.",
    ),
    sheet=(
        Column("bids", "bids", "the bid of each seat, 0 for a pass; `void` for a hand that does not count"),
        Column("tricks", "tricks", "tricks of each side", "side"),
        Column("seat", "declarer", "the seat that declared", "hand", also=("bidder",)),
        Column("amount", "contract", "the contract", "hand", also=("bid",)),
        Column("points", "points", "points of each side, as written", "side", plain=True),
        Column("totals", "totals", "totals of each side, as written", "side"),
    ),
    words={"widow": "took widow", "joker": "shown Xr", "void": "voided", "take back": "corrected"},
    dealt_places={"widow": 2},
    veil=veil,
)
