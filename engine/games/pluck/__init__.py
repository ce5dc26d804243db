"""Pluck: three players with quotas of tricks; who made more plucks cards from who made less.

The files follow the page: table (PL-1, PL-6), dealing (PL-2), plucking (PL-3), proofs (PL-8), tricks (PL-4: what is done),
play and leads (PL-4: the rules), scoring (PL-5), sheet (rows of a score sheet), and scene: what may come next and what
there is to see.
"""

from dataclasses import replace

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, Matching, Rule, Run, SessionClosed
from upcard.engine.games.pluck.dealing import (
    begin_hand,
    deal,
    deal_is_due,
    deal_is_possible,
    dealer_names,
    dealer_rotates,
    game_goes_on,
    hand_is_finished,
    miss,
    name_trump,
)
from upcard.engine.games.pluck.leads import earlier_leads_hang, trump_may_be_led
from upcard.engine.games.pluck.moves import answer_shows, completion_shows
from upcard.engine.games.pluck.play import (
    card_is_possible,
    correction_is_allowed,
    missing_play,
    opens_rightly,
    show,
    shown_is_possible,
    suit_is_kept,
    turn_is_kept,
)
from upcard.engine.games.pluck.plucking import (
    all_are_answered,
    all_are_taken,
    gift_is_timely,
    give,
    give_back,
    is_entitled,
    is_in_order,
    move_is_possible,
    no_joker,
    return_is_due,
)
from upcard.engine.games.pluck.proofs import earlier_plucks, earlier_returns, return_is_right, unseen_room
from upcard.engine.games.pluck.scene import due, scene
from upcard.engine.games.pluck.scoring import result, void, void_is_due
from upcard.engine.games.pluck.sheet import (
    dealer_is_true,
    plucks_are_true,
    points_are_true,
    row_has_a_hand,
    score,
    tricks_are_true,
    trump_is_true,
)
from upcard.engine.games.pluck.table import PACK, PluckOptions, start, veil
from upcard.engine.games.pluck.tricks import correct, may_show, play, play_on, take_back
from upcard.engine.mechanisms.called import winner_as_called
from upcard.engine.mechanisms.corrections import put_right_unseen, without_change
from upcard.engine.mechanisms.left_out import explained
from upcard.engine.mechanisms.strays import by_its_player
from upcard.schemas.events import (
    Corrected,
    Dealt,
    Gap,
    Gave,
    HandStarted,
    Played,
    ResultCalled,
    Returned,
    Scored,
    Shown,
    TrumpNamed,
    Voided,
)

IMPOSSIBLE = "no card is in two places"
LEFT_OUT, CUT_SHORT = explained("PL-4.1", missing_play, ("revoke", "early_trump"))

# ---- PL-3 Plucking -------------------------------------------------------------------------------------------------

JOKER = Rule("PL-3.3", "joker_plucked", "jokers are neither given nor returned", no_joker)
KEPT_HIGHER = Rule("PL-3.2", "wrong_return", "the highest card of the suit of the gift is returned", earlier_returns)
SEEN_LATER = replace(KEPT_HIGHER, check=earlier_plucks)
MOVED = Rule("G-5", "impossible_card", IMPOSSIBLE, move_is_possible, "contradiction")

# ---- PL-4 Play -----------------------------------------------------------------------------------------------------

CARD = Rule("G-5", "impossible_card", IMPOSSIBLE, card_is_possible, "contradiction")
REVOKE = "follow the suit that was led when you can; jokers are trumps"
EARLY_TRUMP = Rule("PL-4.2", "early_trump", "no trump is led until trumps are broken", trump_may_be_led)
EARLIER_TRUMP = replace(EARLY_TRUMP, check=earlier_leads_hang)

GAME = Game(
    key="pluck",
    title="Pluck",
    source="document 004",
    family="tricks",
    says="three players with quotas of tricks; who made more plucks cards from who made less, to 20 points",
    seats=(3, 3),
    options=PluckOptions,
    start=start,
    transitions={
        **COMMON,
        HandStarted: begin_hand,
        Dealt: deal,
        Gave: give,
        Returned: give_back,
        TrumpNamed: name_trump,
        Played: play,
        Corrected: correct,
        Shown: show,
        Scored: score,
        Voided: void,
        Gap: miss,
    },
    rules={
        HandStarted: (
            Rule("PL-2.5", "dealer_rotation", "the deal goes to the left", dealer_rotates),
            Rule("PL-2.4", "hand_not_finished", "seventeen tricks are played", hand_is_finished),
            CUT_SHORT,
            Rule("PL-5.2", "game_over", "the game ends when the target is reached", game_goes_on),
        ),
        Dealt: (
            Rule("PL-1.1", "deal_size", "seventeen cards to each seat", deal_is_due),
            Rule("G-5", "impossible_card", "each card is dealt once", deal_is_possible, "contradiction"),
        ),
        Gave: (
            MOVED,
            Rule("PL-3.1", "no_right_to_pluck", "plucks follow from the tricks of the last hand", is_entitled),
            JOKER,
            Rule("PL-3.4", "pluck_not_completed", "each pluck is completed before the next", gift_is_timely),
            Rule("PL-3.5", "pluck_order", "the higher quota plucks first", is_in_order),
            KEPT_HIGHER,
        ),
        Returned: (
            MOVED,
            Rule("PL-3.2", "wrong_answer", "each gift is answered, to who gave it", return_is_due),
            JOKER,
            replace(KEPT_HIGHER, check=return_is_right),
        ),
        TrumpNamed: (
            Rule("PL-2.3", "wrong_call", "the dealer names trump", dealer_names),
            Rule("PL-3.2", "gift_not_answered", "each gift is answered", all_are_answered),
            Rule("PL-3.6", "pluck_not_taken", "every pluck must be taken", all_are_taken),
        ),
        Played: without_change(
            (
                Rule("G-13", "out_of_turn", "the holder of 2c leads first, then who won the trick", turn_is_kept),
                CARD,
                Rule("PL-4.1", "first_lead", "the holder of 2c leads it to the first trick", opens_rightly),
                Rule("PL-4.1", "revoke", REVOKE, suit_is_kept),
                EARLY_TRUMP,
                LEFT_OUT,
                by_its_player(SEEN_LATER),
                Rule("PL-3.2", "gift_not_answered", "each gift is answered", answer_shows),
                Rule("PL-3.4", "pluck_not_completed", "each pluck is completed before the next", completion_shows),
            ),
            take_back,
        ),
        Corrected: (CARD, Rule("PL-4.1", "revoke", REVOKE, correction_is_allowed), EARLIER_TRUMP),
        Gap: (Rule("PL-4.1", "revoke", REVOKE, put_right_unseen),),
        Shown: (
            Rule("G-5", "impossible_card", IMPOSSIBLE, shown_is_possible, "contradiction"),
            SEEN_LATER,
            EARLIER_TRUMP,
        ),
        Voided: (Rule("G-5", "no_hand", "only a hand that is on is thrown in", void_is_due, "contradiction"),),
        ResultCalled: (
            Rule(
                "PL-5.1",
                "wrong_result",
                "who made most points has won the hand",
                winner_as_called(result, lambda s: [None if total < 0 else total for total in s.totals]),
                "testimony",
            ),
        ),
        SessionClosed: (CUT_SHORT,),
        Scored: (
            CUT_SHORT,
            Rule("PL-5.1", "row_of_no_hand", "a row tells of a hand that counts", row_has_a_hand, "testimony"),
            Rule("PL-2.5", "wrong_dealer", "the dealer is as the record has it", dealer_is_true, "testimony"),
            Rule("PL-2.4", "wrong_tricks", "there are seventeen tricks", tricks_are_true, "testimony"),
            Rule("PL-5.1", "wrong_points", "points are the tricks above the quota", points_are_true, "testimony"),
            Rule("PL-3.1", "wrong_plucks", "plucks follow from the last hand", plucks_are_true, "testimony"),
            Rule("PL-2.3", "wrong_trump", "trump is as it was named", trump_is_true, "testimony"),
        ),
    },
    runs={Played: Run(play_on, "revoke", may_show, PACK)},
    matching=Matching("G-10", "unseen_do_not_fit", "somebody has broken a rule; it is not known yet who", unseen_room),
    due=due,
    result=result,
    by_dealer=("dealer", "points", "won"),
    scene=scene,
    veil=veil,
    score="point/points",
    proves=(
        "With all hands: every revoke, every trump led too early, every wrong return, at the card itself.",
        "From the hand of a plucker: a wrong return, as soon as the victim shows a higher card of the suit.",
        "Without hands: a revoke or an early trump at the first card that shows it, and 2c not led when it appears.",
        "Without hands: that somebody broke a rule before it is known who.",
        "From the score alone: plucks that nobody had a right to, wrong dealers, points and totals.",
    ),
    sheet=(
        Column("tricks", "tricks", "tricks of each seat, 17 in all"),
        Column("plucks", "plucks", "plucks that each seat took", also=("plucked",)),
        Column("trump", "trump", "the trump suit", "hand"),
        Column("seat", "dealer", "who dealt: of the first hand, else tricks tell no points", "hand", tells="dealer"),
        Column("points", "points", "points of the hand, as written"),
        Column("totals", "totals", "totals after the hand, as written"),
    ),
    words={"give": "gave", "return": "returned", "take back": "corrected"},
)
