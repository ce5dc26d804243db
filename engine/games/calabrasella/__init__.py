"""Calabrasella: three players, one against two, forty cards and a widow, no trump; chips by the difference in points.

The files follow the page: table (CA-1, CA-5), deal (CA-1), bidding (CA-2.1, CA-2.2), steps (CA-2), exchange (CA-2.3),
widow (CA-2.4, CA-2.5), play (CA-3), scoring (CA-4), chips, sheet (rows of a score sheet), and scene: what may come next
and what there is to see.
"""

from functools import partial

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, HandEnded, Matching, Rule, Run, SessionClosed
from upcard.engine.games.calabrasella.bidding import (
    bid_in_turn,
    elect,
    name_card,
    naming_is_due,
    naming_is_legal,
    naming_was_legal,
    pass_by,
    veil,
)
from upcard.engine.games.calabrasella.chips import (
    buy,
    cash,
    hear_payment,
    payment_is_true,
    purse_is_true,
    result,
    seat_exists,
)
from upcard.engine.games.calabrasella.deal import (
    begin_hand,
    close,
    deal,
    deal_in_order,
    deal_is_possible,
    dealer_rotates,
    hand_is_due,
    last_hand_has_ended,
    miss,
    void,
    void_is_due,
)
from upcard.engine.games.calabrasella.exchange import (
    absence_fits_widow,
    absence_is_due,
    absence_is_explained,
    absence_is_true,
    card_was_handed_over,
    discard_explains_absence,
    give_back,
    hand_over,
    handing_is_due,
    handing_is_possible,
    named_was_discarded,
    named_was_held,
    naming_stays_open,
    nobody_kept_it,
    return_is_due,
    return_is_possible,
    say_absent,
)
from upcard.engine.games.calabrasella.play import (
    correct,
    correction_is_allowed,
    exchange_is_done,
    may_show,
    play,
    play_on,
    room_for_unseen,
    show,
    shown_is_possible,
    suit_is_kept,
    turn_is_kept,
)
from upcard.engine.games.calabrasella.scene import due, scene
from upcard.engine.games.calabrasella.sheet import chips_follow, row_agrees, row_is_possible, score
from upcard.engine.games.calabrasella.slips import withdrawn, withdrawn_at_end
from upcard.engine.games.calabrasella.table import TABLE, CalabrasellaOptions, check_options, start
from upcard.engine.games.calabrasella.widow import (
    discard,
    discard_is_due,
    discard_is_possible,
    take,
    taking_is_due,
    taking_is_possible,
    turn_widow,
    turning_is_due,
    turning_is_possible,
)
from upcard.engine.mechanisms.called import winner_as_called
from upcard.engine.mechanisms.corrections import put_right_unseen, take_change_back, without_change
from upcard.engine.mechanisms.forty import FORTY, card_is_possible
from upcard.engine.mechanisms.strays import of_its_player
from upcard.schemas.events import (
    BoughtIn,
    CardAbsent,
    CardNamed,
    CashedOut,
    ChipsPassed,
    Closed,
    Corrected,
    Dealt,
    Discarded,
    Elected,
    Gap,
    Gave,
    HandStarted,
    Passed,
    Played,
    PurseCounted,
    ResultCalled,
    Returned,
    Scored,
    Shown,
    Took,
    TurnedOver,
    Voided,
)

BID = Rule("CA-2.1", "bid_order", "each passes or plays in turn, until one plays", bid_in_turn)
POSSIBLE = "no card is in two places"
NAMING = Rule(
    "CA-2.2", "wrong_name", "the declarer names a three not held; a two only with all threes", naming_is_legal
)
NAMED_WRONGLY = Rule("CA-2.2", "wrong_name", "a two is named only with all four threes", naming_was_legal)
STAYS_OPEN = Rule("CA-2.2", "wrong_name", "the declarer names a card not held", naming_stays_open)
HELD = Rule("CA-2.2", "wrong_name", "the declarer names a card not held", named_was_held)
IN_WIDOW = Rule("CA-7", "absence", "a card that nobody has lies in the widow", absence_fits_widow)
KEPT = Rule("CA-2.3", "kept_card", "whoever holds the named card hands it over", nobody_kept_it)
CUT_SHORT = Rule("CA-3", "revoke", "a play left out of the record explains as much", withdrawn_at_end)
EXPLAINED = Rule("CA-7", "absence", "a card that nobody has lies in the widow", absence_is_explained)
ACCOUNT = Rule("G-5", "no_such_seat", "chips are those of a seat", seat_exists, "contradiction")

GAME = Game(
    key="calabrasella",
    title="Calabrasella",
    source="document 004",
    family="tricks",
    says="one against two, a card named and exchanged, a widow, no trump, chips by the difference",
    seats=(3, 3),
    options=CalabrasellaOptions,
    check_options=check_options,
    start=start,
    dealt_places={"widow": 1},
    transitions={
        **COMMON,
        HandStarted: begin_hand,
        Dealt: deal,
        Closed: close,
        Passed: pass_by,
        Elected: elect,
        CardNamed: name_card,
        Gave: hand_over,
        CardAbsent: say_absent,
        Returned: give_back,
        Discarded: discard,
        TurnedOver: turn_widow,
        Took: take,
        Played: play,
        Corrected: correct,
        Voided: void,
        Gap: miss,
        Shown: show,
        BoughtIn: buy,
        CashedOut: cash,
        ChipsPassed: hear_payment,
        Scored: score,
    },
    rules={
        HandStarted: (
            Rule("CA-3", "hand_not_finished", "a hand is played out", hand_is_due),
            CUT_SHORT,
            Rule("CA-4.5", "dealer_rotation", "the deal passes to the left every hand", dealer_rotates),
        ),
        Dealt: (
            Rule("CA-1.1", "deal_size", "twelve cards to each seat, four to the widow", deal_in_order),
            Rule("G-5", "impossible_card", "each card is dealt once", deal_is_possible, "contradiction"),
        ),
        Passed: (BID,),
        Elected: (BID,),
        CardNamed: (
            Rule("CA-2.2", "naming_order", "the declarer names a card, once, before the exchange", naming_is_due),
            NAMING,
        ),
        Gave: (
            Rule("CA-2.3", "handing_order", "the named card is handed to the declarer", handing_is_due),
            Rule("G-5", "impossible_card", POSSIBLE, handing_is_possible, "contradiction"),
        ),
        CardAbsent: (
            Rule("CA-2.3", "absence_order", "that nobody has it is said of a card named", absence_is_due),
            Rule("CA-2.3", "kept_card", "whoever holds the named card hands it over", absence_is_true),
        ),
        Returned: (
            Rule("CA-2.3", "wrong_return", "one card is given back, not the one named", return_is_due),
            STAYS_OPEN,
            Rule("G-5", "impossible_card", POSSIBLE, return_is_possible, "contradiction"),
        ),
        Discarded: (
            Rule(
                "CA-2.4", "wrong_discard", "one to four cards are discarded before the widow is turned", discard_is_due
            ),
            Rule("CA-2.3", "kept_card", "whoever holds the named card hands it over", card_was_handed_over),
            STAYS_OPEN,
            HELD,
            EXPLAINED,
            Rule("G-5", "impossible_card", POSSIBLE, discard_is_possible, "contradiction"),
        ),
        TurnedOver: (
            Rule("CA-2.5", "wrong_turning", "the widow is turned once, after the discard", turning_is_due),
            IN_WIDOW,
            NAMED_WRONGLY,
            Rule("G-5", "impossible_card", POSSIBLE, turning_is_possible, "contradiction"),
        ),
        Took: (
            Rule("CA-2.5", "wrong_taking", "as many cards are taken from the widow as were discarded", taking_is_due),
            IN_WIDOW,
            NAMED_WRONGLY,
            Rule("G-5", "impossible_card", POSSIBLE, taking_is_possible, "contradiction"),
        ),
        Played: without_change(
            of_its_player(
                Rule("CA-2.5", "left_out", "nothing is played before the exchange is over", exchange_is_done),
                Rule("G-13", "out_of_turn", "left of the declarer leads, then the winner", turn_is_kept),
                Rule("G-5", "impossible_card", POSSIBLE, card_is_possible, "contradiction"),
                Rule("CA-3", "revoke", "keep the suit led when you can", suit_is_kept),
                Rule("CA-3", "revoke", "a play left out of the record explains as much", withdrawn),
                NAMED_WRONGLY,
                EXPLAINED,
            ),
            partial(take_change_back, table=TABLE),
        ),
        Corrected: (
            Rule("G-5", "impossible_card", POSSIBLE, card_is_possible, "contradiction"),
            Rule("CA-3", "revoke", "a revoke is put right while the trick is open", correction_is_allowed),
            NAMED_WRONGLY,
            EXPLAINED,
        ),
        Gap: (Rule("CA-3", "revoke", "a revoke is put right while the trick is open", put_right_unseen),),
        Voided: (Rule("G-5", "no_hand", "only a hand that is on is thrown in", void_is_due, "contradiction"),),
        Shown: (
            Rule("G-5", "impossible_card", POSSIBLE, shown_is_possible, "contradiction"),
            IN_WIDOW,
            NAMED_WRONGLY,
            HELD,
            KEPT,
            EXPLAINED,
        ),
        BoughtIn: (ACCOUNT,),
        CashedOut: (ACCOUNT,),
        PurseCounted: (Rule("CA-4.5", "wrong_purse", "no chips are made or lost", purse_is_true, "testimony"),),
        ChipsPassed: (Rule("CA-4.3", "wrong_payment", "the difference is paid", payment_is_true, "testimony"),),
        ResultCalled: (
            Rule(
                "CA-4.3",
                "wrong_result",
                "who gets chips has won the hand",
                winner_as_called(
                    result, lambda s: [None if s.unsure >> seat & 1 else chips for seat, chips in enumerate(s.chips)]
                ),
                "testimony",
            ),
        ),
        Scored: (
            CUT_SHORT,
            Rule("CA-4", "impossible_score", "a row is such as can be", row_is_possible, "testimony"),
            Rule("CA-4", "wrong_score", "the score follows from the play", row_agrees, "testimony"),
            Rule("CA-4.3", "wrong_chips", "chips follow from the points", chips_follow, "testimony"),
        ),
        SessionClosed: (
            Rule("CA-3", "hand_not_finished", "a hand is played out", last_hand_has_ended, "note"),
            CUT_SHORT,
        ),
        HandEnded: (
            Rule("CA-2.2", "wrong_name", "the declarer names a card not held", named_was_discarded),
            Rule("CA-7", "absence", "a card that nobody has lies in the widow", discard_explains_absence),
        ),
    },
    runs={Played: Run(play_on, "revoke", may_show, FORTY)},
    matching=Matching("G-10", "unseen_do_not_fit", "somebody has revoked; it is not known yet who", room_for_unseen),
    veil=veil,
    due=due,
    result=result,
    scene=scene,
    score="chip/chips",
    proves=(
        "With all hands: every revoke, a card named that was held, a card kept or given back wrongly, where it was done.",
        "Without hands: each of them at the first card that shows it, and that somebody revoked before it is known who.",
        "When a card that nobody had is not in the widow: that it was kept or held, before it is known by whom.",
        "From any record: wrong dealers, bids, turns, discards and cards taken, and steps left out.",
        "From a score sheet: points that cannot be, and chips that do not follow or do not balance.",
    ),
    sheet=(
        Column(
            "counts",
            "points",
            "points of the declarer and of the defenders",
            "side",
            also=("card points",),
            parts=("declarer", "defenders"),
        ),
        Column(
            "seat",
            "declarer",
            "the seat of the declarer; `void` for a hand that all passed",
            "hand",
            also=("solo", "soloist", "alone"),
            tells="declarer",
        ),
        Column("points", "chips", "chips each won or lost", also=("won or lost", "payment", "payments")),
        Column("totals", "stacks", "chips each has", also=("stack",)),
    ),
    words={
        "elect": "elected",
        "elects": "elected",
        "name": "card_named",
        "names": "card_named",
        "absent": "card_absent",
        "nobody": "card_absent",
        "take": "took widow openly",
        "takes": "took widow openly",
        "take widow": "took widow openly",
        "takes widow": "took widow openly",
        "widow": "turned_over",
        "buy": "bought_in",
    },
)
