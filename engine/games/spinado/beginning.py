"""SP-4.1, SP-4.4 What can be found wrong where a hand begins: who deals it, and that it is none too many."""

import msgspec

from upcard.engine.game import Answer, Broken
from upcard.engine.games.spinado.play import may_be_over
from upcard.engine.games.spinado.table import Spinado
from upcard.engine.mechanisms.dealers import begins_again, begun_twice, named_as_opened, other_was_named, wrong_dealer
from upcard.engine.mechanisms.stops_table import left_of
from upcard.schemas.events import HandStarted


def dealer_rotates(s: Spinado, e: HandStarted) -> Answer:
    """The deal passes to the left (SP-4.4)."""
    if begins_again(s, e):
        return None
    due = s.next_dealer if s.phase == "between" else left_of(s, s.dealer)
    if named_as_opened(s, e.dealer, due, s.seats):
        return other_was_named(s, e.dealer, due, "lead_out_of_turn")
    fault = wrong_dealer(e.dealer, due, s.seats)
    return msgspec.structs.replace(fault, clause="SP-6") if fault and fault.name else fault


def hand_is_due(s: Spinado, e: HandStarted) -> Answer:
    """A hand is played until somebody is out, and none follows the last (SP-4.1, SP-4.4)."""
    if twice := begun_twice(s, e, "SP-6"):
        return twice
    faults = []
    if s.phase == "play" and s.sequence and not may_be_over(s):
        says = "a new hand began though nobody was out"
        faults.append(Broken(says=says, name="count_mismatch", clause="SP-6", kind="contradiction"))
    if s.options.hands is not None and s.hands >= s.options.hands:
        faults.append(Broken(says="a hand after the last of the session"))
    return faults
