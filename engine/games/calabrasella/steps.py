"""CA-2.2 to CA-2.5: the steps before play in their order, and those that were left out."""

from upcard.engine.game import Broken
from upcard.engine.games.calabrasella.table import DISCARDED, NAMED, RETURNED, TAKEN, Calabrasella

STEPS = (
    (NAMED, "CA-2.2", "no card was named"),
    (RETURNED, "CA-2.3", "no card was given back for the one handed over"),
    (DISCARDED, "CA-2.4", "the declarer had not discarded"),
    (TAKEN, "CA-2.5", "the declarer had not taken cards from the widow"),
)
"""What must have been done, with its clause, and what it means that it was not."""


def left_out(s: Calabrasella, before: int) -> list[Broken]:
    """The first step that should have come before and was neither taken nor found left out already."""
    if s.gap or s.phase == "between" or s.declarer < 0:
        return []
    open_steps = owed(s) & before
    faults = [
        Broken(seat=s.declarer, clause=clause, name="left_out", says=says)
        for step, clause, says in STEPS
        if open_steps & step
    ]
    return faults[:1]


def owed(s: Calabrasella) -> int:
    """The steps that are owed from here on: nothing is given back for nothing, or taken for no discard."""
    steps = NAMED
    if s.options.min_discards:
        steps |= DISCARDED
    if s.giver >= 0:
        steps |= RETURNED
    if s.discards > 0 or (s.discards < 0 and s.done & DISCARDED and s.options.min_discards):
        steps |= TAKEN
    return steps & ~s.done & ~s.missed


def note_missing(s: Calabrasella, before: int) -> None:
    """The steps that were left out are not asked for again. A card not written as given back may have been, whichever;
    cards not written as discarded too, as many as are taken.
    """
    fresh = 0 if s.gap else owed(s) & before
    s.missed |= fresh
    if fresh & DISCARDED:
        s.discards = -1
    if fresh & RETURNED:
        s.places.pass_face_down(0, s.declarer, s.giver, s.step, ())
        s.places.loosen(s.giver)
