"""Pop!: two players, a hand and a display each, seven tricks of four cards; a pop raises the stake.

The files follow the page: table (P-1, P-7), deal and turning (P-2), trick (P-3, P-5), corrections (G-14), pops (P-4),
scoring (P-6), irregular (P-9), sheet (rows of a score sheet, cards shown, results), testimony (what is wrong with a row), and offer:
what may come next and what there is to see.
"""

from dataclasses import replace

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, Matching, Rule
from upcard.engine.games.pop.corrections import correct, correction_is_allowed, put_right_unseen
from upcard.engine.games.pop.deal import (
    begin_round,
    deal,
    deal_is_due,
    dealer_follows,
    dealt_once,
    round_is_over,
    seven_each,
)
from upcard.engine.games.pop.irregular import (
    area_is_right,
    card_is_possible,
    joker_may_lead,
    round_is_on,
    suit_is_kept,
    turn_is_kept,
    unseen_room,
    whole_trick_keeps_suit,
)
from upcard.engine.games.pop.offer import due, scene
from upcard.engine.games.pop.pops import (
    accept,
    answer_is_told,
    fold,
    pop,
    pop_is_allowed,
    pop_is_answered,
    pop_is_timely,
)
from upcard.engine.games.pop.scoring import match_goes_on, round_to_void, void
from upcard.engine.games.pop.sheet import (
    miss,
    result,
    score,
    show,
    shown_is_possible,
)
from upcard.engine.games.pop.table import LISTED, PopOptions, start, veil
from upcard.engine.games.pop.testimony import row_is_possible, row_is_true
from upcard.engine.games.pop.trick import play, play_plainly
from upcard.engine.games.pop.turning import (
    popped_before_the_deal,
    turn_up,
    turn_up_plainly,
    turned_is_possible,
    turns_in_time,
)
from upcard.engine.mechanisms.called import winner_as_called
from upcard.schemas.events import (
    Accepted,
    Corrected,
    Dealt,
    Folded,
    Gap,
    HandStarted,
    Played,
    Popped,
    ResultCalled,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)

# ---- P-2 Start of match and of round -------------------------------------------------------------------------------

DEAL_DUE = Rule("P-2.3", "deal_not_due", "cards are dealt once a round", deal_is_due, "contradiction")
DEALT_ONCE = Rule("G-5", "impossible_card", "each card is dealt once", dealt_once, "contradiction")

# ---- P-3 Trick -----------------------------------------------------------------------------------------------------

TURN = Rule("G-13", "out_of_turn", "the non-dealer leads, then who won the trick; the players take turns", turn_is_kept)
SUIT = Rule("P-3.3", "revoke", "match the suit led if the area that is due holds it", suit_is_kept)
WHOLE = replace(SUIT, check=whole_trick_keeps_suit)
DISPLAY = Rule("P-3.5", "turned_wrongly", "each pile is turned after the trick, before the next lead", turns_in_time)

# ---- P-4 Pop -------------------------------------------------------------------------------------------------------

TIMELY = Rule("P-4.1", "untimely_pop", "a pop is called between the trump card and the last card", pop_is_timely)
EARLY = replace(TIMELY, check=popped_before_the_deal)
ALLOWED = Rule("P-4.2", "pop_not_allowed", "not while one is open, nor twice in a row, nor above six", pop_is_allowed)
ANSWER = Rule("P-4.3", "wrong_answer", "the other player answers a pop", answer_is_told, "contradiction")
ANSWERED = Rule("P-4.3", "pop_not_answered", "a pop is answered before anything else", pop_is_answered)

# ---- P-5 Special card cases ----------------------------------------------------------------------------------------

JOKER = Rule("P-5.5", "joker_led", "a joker may not be led without trump", joker_may_lead)

# ---- P-6 Scoring ---------------------------------------------------------------------------------------------------

DEALER = Rule("P-6.3", "wrong_dealer", "who has more points deals; if equal, who won the round", dealer_follows)
MATCH = Rule("P-6.4", "after_the_match", "the match ends when the target is reached", match_goes_on)
POINTS = Rule("P-6.1", "wrong_score", "the score follows from the play", row_is_true, "testimony")

# ---- P-9 Irregularities and audit ----------------------------------------------------------------------------------

IMPOSSIBLE = Rule("G-5", "impossible_card", "no card is in two places", card_is_possible, "contradiction")
AREA = Rule(
    "P-9.2", "wrong_area", "one card from each area, the leader choosing which first", area_is_right, "contradiction"
)
AFTER = Rule("P-9.2", "after_the_round", "28 cards are played", round_is_on, "contradiction")
TURNED = replace(IMPOSSIBLE, check=turned_is_possible)
SHOWN = replace(IMPOSSIBLE, check=shown_is_possible)
UNFINISHED = Rule("P-9.3", "round_not_finished", "a round has seven tricks, or ends with a fold", round_is_over)
SIZES = Rule("P-9.3", "wrong_deal", "seven cards in each hand and each display", seven_each)
ROW = Rule("P-9.3", "impossible_row", "seven tricks or a fold, and a cube up to six", row_is_possible, "contradiction")
NO_ROUND = Rule("G-5", "no_round", "only a round that is on can be thrown in", round_to_void, "contradiction")
CORRECTION = Rule("G-14", "revoke", "a revoke is put right within the trick", correction_is_allowed)
MISSED = replace(CORRECTION, check=put_right_unseen)

GAME = Game(
    key="pop",
    title="Pop!",
    source="document 000",
    family="tricks",
    says="two players, a hand and a display each; pops raise the stake, to 7 or 11 points",
    seats=(2, 2),
    options=PopOptions,
    start=start,
    transitions={
        **COMMON,
        HandStarted: begin_round,
        Dealt: deal,
        TurnedUp: turn_up,
        Played: play,
        Corrected: correct,
        Popped: pop,
        Accepted: accept,
        Folded: fold,
        Voided: void,
        Gap: miss,
        Shown: show,
        Scored: score,
    },
    rules={
        HandStarted: (DEALER, UNFINISHED, MATCH),
        Dealt: (DEAL_DUE, SIZES, DEALT_ONCE),
        TurnedUp: (ANSWERED, WHOLE, DISPLAY, TURNED, EARLY),
        Played: (AFTER, ANSWERED, TURN, IMPOSSIBLE, AREA, SUIT, JOKER),
        Corrected: (ANSWERED, IMPOSSIBLE, CORRECTION),
        Gap: (MISSED,),
        Popped: (TIMELY, ALLOWED),
        Accepted: (ANSWER,),
        Folded: (ANSWER,),
        Shown: (SHOWN,),
        ResultCalled: (
            Rule(
                "P-6.1",
                "wrong_result",
                "who made the most of seven tricks, or was not folded to, has won",
                winner_as_called(result, lambda s: [None if total < 0 else total for total in s.totals]),
                "testimony",
            ),
        ),
        Scored: (ROW, POINTS),
        Voided: (NO_ROUND,),
    },
    plain={Played: play_plainly, TurnedUp: turn_up_plainly},
    matching=Matching("G-10", "unseen_do_not_fit", "somebody has revoked; it is not known yet who", unseen_room),
    due=due,
    result=result,
    scene=scene,
    veil=veil,
    dealt_places={name: place - 2 for name, place in LISTED.items()},
    score="point/points",
    proves=(
        "With all hands: every revoke at the card that was played.",
        "From any record: revokes from a display, wrong areas, turns, pops, answers and dealers, and cards in two places.",
        "Without hands: a revoke from a hand at the first card of that hand that shows it, not by cards turned later.",
        "Without hands, too: that somebody revoked, where the cards not seen fit nowhere, before it is known who.",
        "From a score sheet: splits and cubes that cannot be, pops twice in a row, points that do not follow, wrong dealers.",
    ),
    sheet=(
        Column("tricks", "tricks", "tricks of each player: seven in all, unless somebody folded"),
        Column("amount", "cube", "what the cube showed at the end", "hand", also=("stake",)),
        Column("seat", "fold", "the seat that folded, if any", "hand", also=("folded", "folded by")),
        Column("bids", "pops", "the seats whose pops were accepted, in order", "list", also=("popped", "popped by")),
        Column("points", "points", "points of the round, as written"),
        Column("totals", "totals", "totals after the round, as written"),
    ),
    words={"turn": "turned_up", "pop": "popped", "accept": "accepted", "fold": "folded", "show": "shown"},
)
