"""Dou Dizhu: a landlord with the widow against two; who is out of cards first wins for the side."""

from dataclasses import replace

from upcard.engine.common import COMMON, nothing
from upcard.engine.game import Column, Game, Rule
from upcard.engine.games.dou_dizhu.auction import (
    auction_is_on,
    bid,
    bids_higher,
    landlord_takes,
    speaks_in_turn,
)
from upcard.engine.games.dou_dizhu.dealing import deal, miss, show, start_hand, take, turn_up, void
from upcard.engine.games.dou_dizhu.face_up import (
    card_tells,
    showing_tells,
    taker_agrees,
    taker_is_known,
    taker_speaks_first,
)
from upcard.engine.games.dou_dizhu.following import (
    auction_is_over,
    follows,
    hand_is_on,
    leader_plays,
    passes_in_turn,
    plays_in_turn,
    shape_was_declared,
)
from upcard.engine.games.dou_dizhu.irregular import (
    cards_are_possible,
    dealt_once,
    hand_in_order,
    redealt_with_cause,
    seat_exists,
    seats_exist,
    seventeen_each,
    turned_up_once,
)
from upcard.engine.games.dou_dizhu.offer import due
from upcard.engine.games.dou_dizhu.paid import count_purse, payment_agrees, purse_agrees
from upcard.engine.games.dou_dizhu.play import lay_plainly, pass_plainly, pass_turn, play
from upcard.engine.games.dou_dizhu.scene import result, scene
from upcard.engine.games.dou_dizhu.sheet import (
    points_follow,
    row_agrees,
    row_is_possible,
    score,
    session_goes_on,
    totals_add_up,
)
from upcard.engine.games.dou_dizhu.shown import shown_is_possible, widow_is_possible
from upcard.engine.games.dou_dizhu.slips import written_once
from upcard.engine.games.dou_dizhu.table import DouDizhuOptions, start, veil
from upcard.engine.mechanisms.called import winner_as_called
from upcard.engine.mechanisms.strays import by_its_player, of_its_player
from upcard.schemas.events import (
    Bid,
    ChipsPassed,
    Dealt,
    Gap,
    HandStarted,
    Laid,
    Passed,
    Played,
    PurseCounted,
    ResultCalled,
    Ruled,
    Scored,
    Shown,
    Took,
    TurnedUp,
    Voided,
)

# ---- DZ-1 Material -------------------------------------------------------------------------------------------------

NO_SEAT = Rule("DZ-1.1", "no_such_seat", "there is such a seat", seat_exists, "contradiction")
NO_SEATS = replace(NO_SEAT, check=seats_exist)
SEVENTEEN = Rule("DZ-1.2", "wrong_deal", "each seat is dealt seventeen cards", seventeen_each)
TURNED_UP = Rule("DZ-1.2", "wrong_face_up_card", "one card is turned up and dealt", turned_up_once, "contradiction")

# ---- DZ-2 Auction --------------------------------------------------------------------------------------------------

REDEAL = Rule("DZ-2.3", "redeal_without_cause", "the cards are dealt anew when nobody bids", redealt_with_cause)
LANDLORD = Rule("DZ-2.4", "wrong_landlord", "the highest bidder takes the widow", landlord_takes)

# ---- DZ-3 Shapes ---------------------------------------------------------------------------------------------------

DECLARED = Rule("DZ-3.11", "wrong_declaration", "cards are what they are said to be", shape_was_declared, "testimony")

# ---- DZ-5 Play -----------------------------------------------------------------------------------------------------

LEAD_PASSED = Rule("DZ-5.1", "lead_passed", "a leader may not pass", leader_plays)
ENDED = Rule("DZ-5.2", "after_the_end", "the hand ends when a hand is empty", hand_is_on)
UNFINISHED = Rule("DZ-5.2", "hand_not_finished", "a hand is played to its end", hand_in_order, "contradiction")

# ---- DZ-6 Settlement -----------------------------------------------------------------------------------------------

TOTALS = Rule("DZ-6.1", "wrong_totals", "totals add up", totals_add_up, "testimony")
PURSE = Rule("DZ-6.1", "wrong_purse", "purses hold what was brought and won", purse_agrees, "testimony")
SESSION = Rule("DZ-6.3", "past_the_end", "the session ends at its number", session_goes_on)
ROW = Rule("DZ-6.6", "impossible_row", "a row names landlord, bid, bombs and winners", row_is_possible, "contradiction")

# ---- DZ-8 Irregularities -------------------------------------------------------------------------------------------

FIRST_BIDDER = Rule("DZ-8.1", "wrong_first_bidder", "who got the face-up card bids first", taker_speaks_first)
CARD_TELLS = replace(FIRST_BIDDER, check=card_tells)
SHOWING_TELLS = replace(FIRST_BIDDER, check=showing_tells)
TAKER = Rule("DZ-8.1", "wrong_taker", "the face-up card has one taker", taker_agrees, "contradiction")
TAKER_SEEN = replace(TAKER, check=taker_is_known)
SPEAKS = Rule("DZ-8.2", "out_of_turn", "bids go to the left", speaks_in_turn)
HIGHER_BID = Rule("DZ-8.2", "bid_not_higher", "a bid is higher than all before", bids_higher)
AUCTION_ON = Rule("DZ-8.2", "after_the_auction", "the auction ends on 3, or on two passes after a bid", auction_is_on)
AUCTION_OVER = Rule("DZ-8.2", "auction_not_ended", "play begins when the auction has ended", auction_is_over)
TURN = Rule("DZ-8.3", "out_of_turn", "play goes left; two passes in a row give the lead", plays_in_turn)
PASS_TURN = Rule("DZ-8.3", "out_of_turn", "play goes left", passes_in_turn)
FOLLOWS = Rule("DZ-8.3", "not_higher", "a combination of the same shape and size that is higher", follows)
IMPOSSIBLE = Rule("DZ-8.4", "impossible_card", "no card is in two places", cards_are_possible, "contradiction")
TWICE = Rule("DZ-8.4", "written_twice", "no act is written down twice", written_once, "contradiction")
DEALT_ONCE = replace(IMPOSSIBLE, check=dealt_once)
WIDOW_CARDS = replace(IMPOSSIBLE, check=widow_is_possible)
REMAINDER = replace(IMPOSSIBLE, check=shown_is_possible)
AGREES = Rule("DZ-8.5", "wrong_count", "bombs and winners are those of the play", row_agrees, "testimony")
POINTS = Rule(
    "DZ-8.5", "wrong_points", "the bid, doubled for each bomb, from one side to the other", points_follow, "testimony"
)
PAID = Rule(
    "DZ-8.5", "wrong_payment", "the bid, doubled for each bomb, from one side to the other", payment_agrees, "testimony"
)

_PLAY = (NO_SEAT, *of_its_player(TWICE, ENDED, AUCTION_OVER, IMPOSSIBLE, CARD_TELLS, TURN, FOLLOWS))

_WIDOW = dict.fromkeys(("widow", "take", "takes", "take widow", "takes widow"), "took widow")

GAME = Game(
    key="dou_dizhu",
    title="Dou Dizhu",
    source="document 004",
    family="climbing",
    says="one landlord with twenty cards against two; bombs double the stake",
    seats=(3, 3),
    options=DouDizhuOptions,
    start=start,
    transitions={
        **COMMON,
        HandStarted: start_hand,
        TurnedUp: turn_up,
        Dealt: deal,
        Bid: bid,
        Passed: pass_turn,
        Took: take,
        Laid: play,
        Played: play,
        Shown: show,
        Ruled: nothing,
        Scored: score,
        ChipsPassed: nothing,
        PurseCounted: count_purse,
        Voided: void,
        Gap: miss,
    },
    rules={
        HandStarted: (UNFINISHED, SESSION),
        TurnedUp: (NO_SEAT, TURNED_UP, TAKER_SEEN),
        Dealt: (NO_SEATS, UNFINISHED, SEVENTEEN, DEALT_ONCE, TAKER, SESSION),
        Bid: (NO_SEAT, TWICE, AUCTION_ON, FIRST_BIDDER, SPEAKS, HIGHER_BID),
        Passed: (NO_SEAT, TWICE, ENDED, AUCTION_ON, FIRST_BIDDER, SPEAKS, LEAD_PASSED, PASS_TURN),
        Took: (NO_SEAT, LANDLORD, WIDOW_CARDS, SHOWING_TELLS),
        Laid: (*_PLAY, by_its_player(DECLARED)),
        Played: _PLAY,
        Shown: (NO_SEAT, REMAINDER, SHOWING_TELLS),
        ResultCalled: (
            Rule(
                "DZ-5.2",
                "wrong_result",
                "the side that is out of cards has won",
                winner_as_called(result, lambda s: s.totals, clause="DZ-8.4"),
                "testimony",
            ),
        ),
        Scored: (ROW, AGREES, POINTS, TOTALS, SESSION),
        ChipsPassed: (PAID,),
        PurseCounted: (NO_SEAT, PURSE),
        Voided: (REDEAL,),
    },
    plain={Laid: lay_plainly, Passed: pass_plainly},
    due=due,
    result=result,
    scene=scene,
    veil=veil,
    dealt_places={"widow": 0},
    score="chip/chips",
    impossible="DZ-8.4",
    proves=(
        "From the plays alone, also by rank: invalid combinations, plays that do not beat the table, acts out of turn.",
        "From the bids alone: bids that are not higher, bids after the end, and a landlord who was not the highest.",
        "Who had to bid first: from the place of the face-up card, or once that card is laid by another seat.",
        "From any record: cards in two places, more than four of a rank, hands of more than 17 or 20 cards.",
        "From the count of bombs: points and payments that do not follow; from a score sheet: rows that cannot be.",
        "Never: that somebody should have beaten, for passing is always allowed but to a leader.",
    ),
    sheet=(
        Column("seat", "landlord", "the seat of the landlord", "hand", also=("lord",)),
        Column("amount", "bid", "the bid: 1, 2 or 3; a hand that nobody bid on is a row that says `void`", "hand"),
        Column("bombs", "bombs", "bombs and rockets laid", "hand", also=("bombs and rockets",)),
        Column(
            "side",
            "won",
            "who won: 0 the landlord, 1 the opponents",
            "hand",
            also=("winner", "winners", "won by"),
            values=(("landlord", 0), ("lord", 0), ("opponents", 1), ("peasants", 1), ("farmers", 1)),
        ),
        Column("points", "points", "chips of the hand, as written", also=("chips",), plain=True),
        Column("totals", "totals", "totals after the hand, as written"),
    ),
    words={"p": "passed", "pass": "passed", "redeal": "voided", **_WIDOW},
)
