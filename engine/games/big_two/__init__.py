"""Big Two: climbing with poker hands; who is out first scores nothing, the others their cards left."""

from dataclasses import replace
from functools import partial

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, Rule
from upcard.engine.games.big_two.answers import answers_truly, hear, row_goes_with_answers, was_answered_truly
from upcard.engine.games.big_two.compared import (
    called_rightly,
    counts_agree,
    game_goes_on,
    points_follow,
    row_is_possible,
    takes_all_is_on,
    totals_add_up,
)
from upcard.engine.games.big_two.irregular import (
    beats_the_table,
    cards_are_possible,
    deal_in_order,
    dealer_rotates,
    dealt_once,
    hand_in_order,
    hand_on,
    hand_to_void,
    leader_plays,
    passes_in_turn,
    plays_in_turn,
    seat_exists,
    thirteen_each,
)
from upcard.engine.games.big_two.mistaken import on_what_is_known
from upcard.engine.games.big_two.offer import due, result, scene
from upcard.engine.games.big_two.opening import opened_rightly, opens_rightly
from upcard.engine.games.big_two.phases import deal, deal_plainly, miss, pass_turn, play, start_hand, void
from upcard.engine.games.big_two.plain import lay_plainly, pass_plainly, score_plainly
from upcard.engine.games.big_two.retracted import put_right, was_played
from upcard.engine.games.big_two.seating import sit_down, stand_up
from upcard.engine.games.big_two.sheet import rule, score
from upcard.engine.games.big_two.shown import show, shown_is_possible
from upcard.engine.games.big_two.table import BigTwoOptions, check_options, start
from upcard.engine.games.big_two.taking_back import take_back
from upcard.engine.games.big_two.twice import pass_is_new
from upcard.schemas.events import (
    CountAsked,
    Dealt,
    Gap,
    HandStarted,
    Joined,
    Laid,
    Left,
    Passed,
    Played,
    ResultCalled,
    Ruled,
    Scored,
    Shown,
    TakenBack,
    Voided,
)

# ---- B2-1 Material -------------------------------------------------------------------------------------------------

NO_SEAT = Rule("B2-1.1", "no_such_seat", "there is such a seat", seat_exists, "contradiction")
THIRTEEN = Rule("B2-1.1", "wrong_deal", "each seat is dealt thirteen cards", thirteen_each)
DEALER = Rule("B2-1.4", "wrong_dealer", "the deal moves one seat left", dealer_rotates)

# ---- B2-2 Phases ---------------------------------------------------------------------------------------------------

UNFINISHED = Rule("B2-2.1", "hand_not_finished", "a hand is played to its end", hand_in_order, "contradiction")
DEALT_AMID = Rule("B2-2.1", "hand_not_finished", "a hand is played to its end", deal_in_order, "contradiction")
NO_HAND = Rule("B2-2.1", "no_hand_on", "only a hand that is on can be thrown in", hand_to_void, "contradiction")
LEAD_PASSED = Rule("B2-2.5", "lead_passed", "opener and leader must play", leader_plays)
RESULT = Rule("B2-2.6", "wrong_result", "who is out of cards has won the hand", called_rightly, "testimony")
ENDED = Rule("B2-2.6", "after_the_end", "the hand ends at once when a hand is empty", hand_on)

# ---- B2-4 Scoring --------------------------------------------------------------------------------------------------

NO_TAKES_ALL = Rule("B2-4.4", "no_takes_all", "nobody takes all", takes_all_is_on, "contradiction")
POINTS = Rule("B2-6.5", "wrong_points", "points follow from the cards left", points_follow, "testimony")

# ---- B2-6 Irregularities -------------------------------------------------------------------------------------------

ANSWER = Rule("B2-6.1", "wrong_answer", "who is asked for the number of cards answers truly", answers_truly)
ANSWER_LATER = replace(ANSWER, check=was_answered_truly)
ANSWER_ROW = replace(ANSWER, check=row_goes_with_answers)
OPENER = Rule("B2-6.2", "wrong_opener", "the lowest card dealt opens the hand, in the first play", opens_rightly)
OPENER_LATER = replace(OPENER, check=opened_rightly)
TURN = Rule("B2-6.3", "out_of_turn", "play goes left; a lead comes when all others have passed", plays_in_turn)
PASS_AGAIN = Rule("B2-6.3", "out_of_turn", "nobody passes twice in a row", pass_is_new)
PASS_TURN = Rule("B2-6.3", "out_of_turn", "play goes left", passes_in_turn)
COMBINATION = Rule("B2-6.4", "invalid_combination", "single, pair, trips, or a hand of five", beats_the_table)
SIZE = Rule("B2-6.4", "wrong_size", "as many cards as the combination before", beats_the_table)
HIGHER = Rule("B2-6.4", "not_higher", "a higher combination than the one before", beats_the_table)
IMPOSSIBLE = Rule("B2-6.4", "impossible_card", "no card is in two places", cards_are_possible, "contradiction")
DEALT_ONCE = replace(IMPOSSIBLE, check=dealt_once)
ROW = Rule("B2-6.5", "impossible_row", "one 0, each other 1 to 13", row_is_possible, "contradiction")
COUNTS = Rule("B2-6.5", "wrong_counts", "thirteen each, less the cards played, are left", counts_agree, "testimony")
TOTALS = Rule("B2-6.5", "wrong_totals", "column totals add up", totals_add_up, "testimony")
GAME_OVER = Rule("B2-6.5", "past_the_target", "the game ends when the target is reached", game_goes_on)
REMAINDER = Rule("B2-6.6", "impossible_card", "cards shown late were not played", shown_is_possible, "contradiction")

# ---- B2-7 Ambiguities and rulings ----------------------------------------------------------------------------------

NOT_PLAYED = Rule("A5", "nothing_to_take_back", "what is taken back was played", was_played, "contradiction")
LOCKED = Rule("B2-2.3", "locked_out", "who passed is out until the next lead", plays_in_turn)

_JUDGED = tuple(replace(rule, check=partial(on_what_is_known, rule.check)) for rule in (OPENER, TURN, HIGHER))
_PLAY = (ENDED, IMPOSSIBLE, *_JUDGED, ANSWER_LATER)
_CURED = tuple(
    replace(rule, check=partial(put_right, rule.name)) for rule in (OPENER, TURN, LOCKED, COMBINATION, SIZE, HIGHER)
)

GAME = Game(
    key="big_two",
    title="Big Two",
    source="document 004",
    family="climbing",
    says="singles, pairs, trips and poker hands; the cards left are penalty points, to 100",
    seats=(2, 4),
    options=BigTwoOptions,
    check_options=check_options,
    start=start,
    transitions={
        **COMMON,
        Joined: sit_down,
        Left: stand_up,
        HandStarted: start_hand,
        Dealt: deal,
        Laid: play,
        Played: play,
        Passed: pass_turn,
        TakenBack: take_back,
        CountAsked: hear,
        Shown: show,
        Ruled: rule,
        Scored: score,
        Voided: void,
        Gap: miss,
    },
    rules={
        HandStarted: (DEALER, UNFINISHED, GAME_OVER),
        Dealt: (DEALT_AMID, THIRTEEN, DEALT_ONCE, GAME_OVER),
        Laid: _PLAY,
        Played: _PLAY,
        Passed: (ENDED, LEAD_PASSED, PASS_AGAIN, PASS_TURN),
        TakenBack: (NO_SEAT, NOT_PLAYED, *_CURED),
        CountAsked: (ANSWER,),
        Shown: (NO_SEAT, REMAINDER, OPENER_LATER, ANSWER_LATER),
        Ruled: (NO_TAKES_ALL,),
        Scored: (ROW, NO_TAKES_ALL, COUNTS, POINTS, TOTALS, ANSWER_ROW, GAME_OVER),
        Voided: (NO_HAND,),
        ResultCalled: (NO_SEAT, RESULT),
    },
    plain={Dealt: deal_plainly, Laid: lay_plainly, Passed: pass_plainly, Scored: score_plainly},
    due=due,
    result=result,
    scene=scene,
    score="point/points",
    best="least",
    dealt_places={"set_aside": 1},
    impossible="B2-6.4",
    proves=(
        "From the plays alone: invalid combinations, plays of the wrong size or not higher, and acts out of turn.",
        "With four players: a wrong opener at the first play; with fewer, at the first lower card that was in a hand.",
        "From any record: cards that were in two places, more than thirteen cards of a seat, and wrong answers.",
        "From a score sheet: rows that cannot be, points, totals that do not add up, and play past the target.",
        "Never: that somebody should have played, for nobody has to.",
    ),
    sheet=(
        Column("counts", "left", "cards left in each hand", also=("cards", "cards left", "losses")),
        Column(
            "seat",
            "takes all",
            "the seat that bears all penalties, if any",
            "hand",
            also=("pays all",),
            implies=(("takes_all", "on"),),
        ),
        Column("points", "points", "points of the hand, as written", also=("penalties", "penalty")),
        Column("totals", "totals", "totals after the hand, as written"),
    ),
    needs={Ruled: {"takes_all": ("seat",)}},
    sheet_options=(("target", 1_000_000),),
    words={"p": "passed", "pass": "passed", "ask": "count_asked", "back": "taken_back", "left": "scored counts"},
)
