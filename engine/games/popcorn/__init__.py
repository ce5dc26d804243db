"""Popcorn: cards are laid face down and claimed to be of the rank that is due; who calls a bluff may be wrong.

The files follow the page: table (PC-1, PC-O), deal (PC-2), turn (PC-3), faces (PC-3.4), call (PC-4, PC-5), irregular
and testimony (PC-6), slips: what the scribe wrote wrongly, knowledge (PC-6.4), plain: what breaks no rule at a glance, offer and scene: what may come next
and what there is to see.
"""

from dataclasses import replace

from upcard.engine.common import COMMON
from upcard.engine.game import Column, Game, Rule
from upcard.engine.games.popcorn import irregular as pc6
from upcard.engine.games.popcorn import slips, testimony
from upcard.engine.games.popcorn.call import call, close_session, stand, take_by_hand, turn_over
from upcard.engine.games.popcorn.deal import (
    deal,
    deal_is_even,
    deal_is_possible,
    hand_is_due,
    hand_to_void,
    many_players,
    miss,
    seats_named_exist,
    start_hand,
    void,
)
from upcard.engine.games.popcorn.offer import due
from upcard.engine.games.popcorn.plain import call_plainly, lay_plainly, take_plainly, turn_over_plainly
from upcard.engine.games.popcorn.scene import result, scene, veil
from upcard.engine.games.popcorn.table import PopcornOptions, check_options, start
from upcard.engine.games.popcorn.turn import lay
from upcard.schemas.events import (
    BluffCalled,
    Claimed,
    Closed,
    Dealt,
    Gap,
    HandStarted,
    ResultCalled,
    Scored,
    Shown,
    Stood,
    Took,
    TurnedOver,
    Voided,
)

# ---- PC-1, PC-2 Deck, seats, deal ----------------------------------------------------------------------------------

NO_STARTER = Rule("PC-1.2", "no_such_seat", "there is such a seat", seats_named_exist, "contradiction")
NO_SEAT = Rule("PC-1.2", "no_such_seat", "there is such a seat", pc6.seat_exists, "contradiction")
EXTENSION = Rule("PC-1.2", "many_players", "eleven players and more, with two packs", many_players, "note")
EVEN = Rule("PC-2.1", "uneven_deal", "the whole pack is dealt as evenly as possible", deal_is_even)

# ---- PC-4, PC-5 Call and end ---------------------------------------------------------------------------------------

NOTHING_TURNED = Rule("PC-4.2", "no_call", "a call turns over the last lay", pc6.something_to_turn, "contradiction")
NOTHING_STOOD = Rule("PC-5.2", "nothing_to_stand", "a lay stands if nobody calls", pc6.window_is_open, "contradiction")
MATCH = Rule("PC-5.3", "past_the_match", "a match has so many deals", hand_is_due)
NO_GAME = Rule("PC-5.3", "no_game_on", "only a game that is on can be thrown in", hand_to_void, "contradiction")
UNFINISHED = Rule("PC-5.4", "no_winner", "a game may end without a winner", testimony.hand_was_won, "note")

# ---- PC-6 Irregularities and deductions ----------------------------------------------------------------------------

RANK = Rule("PC-6.1", "wrong_rank", "the next rank of the cycle is claimed", pc6.rank_is_due)
TURN = Rule("PC-6.1", "lay_out_of_turn", "the next in line lays", pc6.turn_is_kept)
RANGE = Rule("PC-6.1", "claim_range", "one card or more is claimed, up to all of a rank", pc6.claim_in_range)
NUMBER = Rule("PC-6.1", "short_lay", "as many cards are laid as claimed", pc6.number_is_true)
NUMBER_TURNED = Rule("PC-6.1", "short_lay", "as many cards are laid as claimed", pc6.number_was_true)
ENDED = Rule("PC-6.1", "continued_after_win", "the first to go out wins, and the game ends", pc6.game_is_on)
CALL = Rule("PC-6.1", "late_call", "the latest lay is called, before the next", pc6.call_is_timely)
CALLER = Rule("PC-6.1", "self_call", "another seat than the one that laid calls", pc6.caller_is_another)
TAKER = Rule(
    "PC-6.1", "wrong_taker", "the pile goes to whom the verdict gives it", testimony.taker_is_right, "testimony"
)
REVEAL = Rule("PC-6.2", "contradictory_reveal", "what is turned over was laid", pc6.faces_are_possible, "contradiction")
VERDICT = Rule(
    "PC-6.3", "reveal_verdict_mismatch", "the verdict follows from the faces", testimony.verdict_as_said, "testimony"
)
SAID = Rule(
    "PC-6.3", "reveal_verdict_mismatch", "what is said follows from the play", testimony.said_rightly, "testimony"
)
PROVABLE = Rule("PC-6.4", "provable_bluff", "more are claimed than that hand can have", pc6.provable_bluff, "note")
MISSED = Rule("PC-6.5", "missed_sure_call", "a sure bluff was not called", pc6.missed_call, "note")
ONCE = Rule(
    "PC-6.7", "impossible_card", "each card is dealt as often as there are packs", deal_is_possible, "contradiction"
)
IMPOSSIBLE = Rule("PC-6.7", "impossible_card", "no card is in two places", pc6.cards_are_possible, "contradiction")
PILE = Rule("PC-6.7", "impossible_card", "the pile taken is the pile laid", pc6.pile_is_possible, "contradiction")
SHOWN = Rule("PC-6.7", "impossible_card", "no card is in two places", testimony.shown_is_possible, "contradiction")
ROW = Rule("PC-5.3", "wrong_winner", "a row names who was out first", testimony.row_is_true, "testimony")
TWICE = Rule("PC-6.7", "written_twice", "each lay is written once", pc6.lay_is_new, "contradiction")
FOR_ANOTHER = Rule(
    "G-5",
    "written_for_another",
    "a lay is of the hand that its cards were in",
    slips.written_for_another,
    "contradiction",
)
LEFT_OUT = Rule("PC-3.2", "lay_not_written", "turn and rank go on together", slips.lay_is_missing, "contradiction")
MISREAD = Rule("PC-3.2", "lay_misread", "turn and rank go on together", slips.last_is_as_written, "contradiction")
ENDED, TURN, RANK = (replace(rule, check=slips.unless_slip(rule.check)) for rule in (ENDED, TURN, RANK))
LAID = tuple(
    replace(rule, check=pc6.unless_doubled(rule.check))
    for rule in (LEFT_OUT, MISREAD, VERDICT, ENDED, TURN, RANK, RANGE, NUMBER, IMPOSSIBLE, PROVABLE, MISSED)
)

GAME = Game(
    key="popcorn",
    title="Popcorn",
    source="document 002",
    family="bluff",
    says="shedding cards face down under claims that others may call; the first to be out wins",
    seats=(2, 20),
    options=PopcornOptions,
    check_options=check_options,
    start=start,
    transitions={
        **COMMON,
        HandStarted: start_hand,
        Dealt: deal,
        Claimed: lay,
        BluffCalled: call,
        TurnedOver: turn_over,
        Took: take_by_hand,
        Stood: stand,
        ResultCalled: testimony.hear,
        Shown: testimony.show,
        Scored: testimony.score,
        Voided: void,
        Gap: miss,
        Closed: close_session,
    },
    rules={
        HandStarted: (NO_STARTER, MATCH, UNFINISHED),
        Dealt: (NO_STARTER, MATCH, EXTENSION, EVEN, ONCE),
        Claimed: (NO_SEAT, TWICE, FOR_ANOTHER, *LAID),
        BluffCalled: (NO_SEAT, CALL, CALLER),
        TurnedOver: (NOTHING_TURNED, REVEAL, NUMBER_TURNED, VERDICT),
        Took: (NO_SEAT, TAKER, VERDICT, PILE),
        Stood: (NOTHING_STOOD, MISSED),
        ResultCalled: (SAID,),
        Shown: (NO_SEAT, SHOWN),
        Scored: (ROW,),
        Voided: (NO_GAME,),
    },
    plain={
        Claimed: lay_plainly,
        BluffCalled: call_plainly,
        TurnedOver: turn_over_plainly,
        Took: take_plainly,
    },
    impossible="PC-7",
    veil=veil,
    due=due,
    result=result,
    scene=scene,
    score="win/wins",
    proves=(
        "From any record: wrong ranks, lays and calls out of turn or too late, claims out of range, play after the end.",
        "Where cards were turned over: lays of more or fewer cards than claimed, and who has to take the pile.",
        "Without hands: a card turned over that is certainly in another hand, as all saw it taken up.",
        "With all hands: the truth of every lay, bluffs and right calls of each seat, cards in two places.",
        "As notes: bluffs that somebody could have told from what that seat had seen, and that were not called.",
        "Never: that a lay nobody turned over was a bluff, if its cards are not in the record.",
    ),
    sheet=(
        Column(
            "seat",
            "winner",
            "the seat that was out first",
            "hand",
            also=("won", "won by", "out", "out first"),
            tells="winner",
        ),
    ),
    needs={ResultCalled: {"out": ("seat",)}},
    words={
        "popcorn": "bluff_called",
        "!": "bluff_called",
        "claim": "claimed",
        "claims": "claimed",
        "out": "result_called out",
    },
)

__all__ = ["GAME"]
