"""Last One: eights with effects, melees out of turn, and a call of the last card; points for cards left, out at 250."""

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, Rule
from upcard.engine.games.last_one import counts, irregular, sheet
from upcard.engine.games.last_one.dealing import agree, deal, miss, start_hand, turn_up, void
from upcard.engine.games.last_one.drawing import call, draw, reshuffle
from upcard.engine.games.last_one.melee import close_melee
from upcard.engine.games.last_one.mistaken import its_player
from upcard.engine.games.last_one.offer import due
from upcard.engine.games.last_one.plain import draw_plainly, play_plainly
from upcard.engine.games.last_one.play import play, show
from upcard.engine.games.last_one.scene import result, scene
from upcard.engine.games.last_one.scoring import sole, told, veil
from upcard.engine.games.last_one.sheet import score
from upcard.engine.games.last_one.table import LastOneOptions, start
from upcard.engine.mechanisms.called import winner_as_called
from upcard.engine.mechanisms.strays import of_its_player
from upcard.schemas.events import (
    Agreed,
    Dealt,
    Drew,
    Gap,
    HandStarted,
    LastCalled,
    MeleeClosed,
    Played,
    Reshuffled,
    ResultCalled,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)

# ---- LO-1 Material -------------------------------------------------------------------------------------------------

NO_SEAT = Rule("LO-1.1", "no_such_seat", "there is such a seat", irregular.seat_exists, "contradiction")
STRANGERS = Rule("LO-1.1", "no_such_seat", "who agrees sits at the table", counts.seats_agree, "contradiction")
ONE_UPCARD = Rule("LO-1.3", "no_upcard_due", "one card is turned after the deal", counts.upcard_is_due, "contradiction")

# ---- LO-2 Turn, LO-3 Effects, LO-4 First upcard --------------------------------------------------------------------

JOKER = Rule("LO-2.4", "wrong_joker", "a joker stands for what the table allows", irregular.joker_is_good)
NAMES = Rule(
    "LO-3.4", "wrong_name", "an 8 names a suit, a joker a card, no other card anything", irregular.names_rightly
)
FIRST_NAMED = Rule("LO-4", "wrong_name", "the dealer names what is to be named for the upcard", counts.upcard_named)

# ---- LO-5 Melee, LO-6 Last-one call --------------------------------------------------------------------------------

NO_MELEE = Rule("LO-5.6", "no_melee", "only a melee that is on is closed", irregular.melee_is_on, "contradiction")
FALSE_CALL = Rule("LO-6.3", "false_call", "who calls holds one card", irregular.calls_truly, "note")

# ---- LO-7 End and score --------------------------------------------------------------------------------------------

ENDED = Rule("LO-7.1", "after_the_end", "the hand ends when a hand is empty", irregular.hand_on)
UNFINISHED = Rule("LO-7.1", "hand_not_finished", "a hand is played to its end", counts.hand_in_order, "contradiction")
NO_HAND = Rule("LO-7.1", "no_hand_on", "only a hand that is on is thrown in", counts.hand_to_void, "contradiction")
GAME_OVER = Rule("LO-7.2", "after_the_game", "the last player in has won", counts.game_goes_on)
ROW_LATE = Rule("LO-7.2", "after_the_game", "the last player in has won", sheet.game_goes_on)
DEALER = Rule("LO-7.3", "wrong_dealer", "the deal goes left, past who is out of the game", counts.dealer_rotates)

# ---- LO-9 Irregularities -------------------------------------------------------------------------------------------

MATCH = Rule("LO-9.1", "no_match", "a card goes on its suit or rank", irregular.matches)
OWED = Rule("LO-9.2", "not_drawn", "what is owed is drawn before anything else", irregular.nothing_owed)
OWED_DRAW = Rule("LO-9.2", "wrong_draw", "who owes draws what is owed", irregular.draws_what_is_owed)
ONE_CARD = Rule("LO-9.3", "wrong_turn_draw", "in turn one card is drawn", irregular.draws_one)
TURN = Rule("LO-9.4", "out_of_turn", "the next seat acts that is not skipped", irregular.plays_in_turn)
TURN_DRAW = Rule("LO-9.4", "out_of_turn", "the next seat acts that is not skipped", irregular.draws_in_turn)
STACK = Rule("LO-9.5", "wrong_stack", "one card may be put on one's own 3", irregular.stacks_on_a_three)
MELEE = Rule("LO-9.6", "wrong_melee_card", "a melee goes up by one in its suit", irregular.goes_on_with_melee)
MELEE_DRAW = Rule("LO-9.6", "act_in_melee", "nothing else is done in a melee", irregular.no_draw_in_melee)
STOCK = Rule("LO-9.8", "wrong_count", "no more is drawn than there is", counts.stock_has_it, "contradiction")
SHUFFLED = Rule(
    "LO-9.8", "wrong_reshuffle", "all but the upcard is shuffled", counts.shuffles_all_back, "contradiction"
)
IMPOSSIBLE = Rule("LO-9.9", "impossible_card", "no card is in two places", counts.card_is_possible, "contradiction")
DRAWN = Rule("LO-9.9", "impossible_card", "what is drawn was in the stock", counts.drawn_is_possible, "contradiction")
SHOWN = Rule("LO-9.9", "impossible_card", "what is shown was in the hand", counts.shown_is_possible, "contradiction")
DEALT = Rule("LO-9.9", "impossible_card", "each card is dealt once", counts.dealt_once, "contradiction")
TURNED = Rule("LO-9.9", "impossible_card", "the upcard was not dealt", counts.upcard_is_possible, "contradiction")
SIZES = Rule("LO-9.9", "wrong_hand_size", "four to eight cards to each; nine if all agree", counts.sizes_are_right)
OUT = Rule("LO-9.10", "not_in_the_game", "who reached the threshold is not dealt in", irregular.in_the_game)
ROW = Rule("LO-9.10", "impossible_row", "a row of the sheet can be true", sheet.row_is_possible, "contradiction")
ROW_OUT = Rule("LO-9.10", "dealt_in", "who is out of the game scores nothing", sheet.out_of_game_scores_nothing)
POINTS = Rule("LO-9.10", "wrong_points", "points are what the cards left count", sheet.points_follow, "testimony")
POINTS_LATER = Rule("LO-9.10", "wrong_points", "points are what the cards left count", sheet.shown_agrees, "testimony")
TOTALS = Rule("LO-9.10", "wrong_totals", "totals add up", sheet.totals_add_up, "testimony")

GAME = Game(
    key="last_one",
    title="Last One",
    source="document 004",
    family="eights",
    says="eights with effects and melees out of turn; cards left are points, and 250 are too many",
    seats=(2, 6),
    options=LastOneOptions,
    start=start,
    transitions={
        **COMMON,
        HandStarted: start_hand,
        Agreed: agree,
        Dealt: deal,
        TurnedUp: turn_up,
        Played: play,
        Drew: draw,
        MeleeClosed: close_melee,
        LastCalled: call,
        Reshuffled: reshuffle,
        Shown: show,
        Scored: score,
        Voided: void,
        Gap: miss,
    },
    rules={
        HandStarted: (DEALER, UNFINISHED, GAME_OVER),
        Agreed: (STRANGERS,),
        Dealt: (UNFINISHED, SIZES, DEALT),
        TurnedUp: (ONE_UPCARD, TURNED, FIRST_NAMED),
        Played: of_its_player(ENDED, OUT, OWED, MELEE, STACK, TURN, MATCH, JOKER, NAMES, IMPOSSIBLE, whose=its_player),
        Drew: (ENDED, OUT, OWED_DRAW, MELEE_DRAW, TURN_DRAW, ONE_CARD, STOCK, DRAWN),
        MeleeClosed: (ENDED, NO_MELEE),
        LastCalled: (NO_SEAT, ENDED, FALSE_CALL),
        Reshuffled: (ENDED, SHUFFLED),
        Shown: (NO_SEAT, SHOWN, POINTS_LATER),
        ResultCalled: (
            Rule(
                "LO-7.1",
                "wrong_result",
                "who is out of cards has won the hand",
                winner_as_called(
                    result,
                    lambda s: [sole(told(s, s.places, 0, seat)[1]) for seat in range(len(s.players))],
                    min,
                    clause="LO-9.9",
                ),
                "testimony",
            ),
        ),
        Scored: (ROW, ROW_OUT, POINTS, TOTALS, ROW_LATE),
        Voided: (NO_HAND,),
    },
    plain={Played: play_plainly, Drew: draw_plainly},
    impossible="LO-9.9",
    veil=veil,
    due=due,
    result=result,
    scene=scene,
    score="point/points",
    best="least",
    proves=(
        "From the plays and draws alone: cards that do not go on the upcard, acts out of turn, wrong melee cards.",
        "From the plays and draws alone: draws that were owed and not made, missed calls without their penalty.",
        "From any record: cards in two places between two reshuffles, draws from an empty stock, wrong counts.",
        "With the cards left shown, or all hands known: the points, the totals, and who is out of the game.",
        "From a score sheet: rows that cannot be, totals that do not add up, and play after the end.",
        "Never: that somebody could have played, for a draw is always allowed.",
    ),
    sheet=(
        Column("points", "points", "points of the hand, as written"),
        Column("totals", "totals", "totals after the hand, as written"),
    ),
    words={"last": "last_called", "one": "last_called", "d": "drew", "nine": "agreed nine", "melee": "melee_closed"},
)
