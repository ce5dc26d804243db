"""Slips of the scribe in play: whether a play that was left out of the record explains what is seen as well as a breach.

Where one may have been left out, it is not known to which tricks the cards after it went: that one of them does not
follow accuses nobody.
"""

from functools import partial

from upcard.engine.game import Answer, Cured, SessionClosed
from upcard.engine.games.calabrasella.table import SEATS, STRENGTHS, Calabrasella, after
from upcard.engine.mechanisms.corrections import with_changes
from upcard.engine.mechanisms.forty import FORTY, suit_led, trick_winner
from upcard.engine.mechanisms.left_out import TrickRules, missing_from
from upcard.schemas.events import HandStarted, Played, Scored

TRICKS = TrickRules(partial(trick_winner, STRENGTHS), suit_led, FORTY, SEATS)


def missing_play(s: Calabrasella, fresh: Played | None = None) -> int:
    """The first place among the plays at which one more, not written, would make all of them come in turn; -1 if none
    does. fresh: a play that is judged now.
    """
    by, cards = [*s.by], [*s.cards]
    if fresh is not None:
        by.append(fresh.seat)
        cards.append(fresh.card)
    return missing_from(cards, by, TRICKS, s.places, after(s.declarer))


def is_explained(s: Calabrasella, e: Played) -> bool:
    """Whether turns were missed in this hand, and a play left out before this one explains them."""
    return bool(s.unruly) and missing_play(s, e) >= 0


def withdrawn(s: Calabrasella, e: Played) -> Answer:
    """A card out of turn: what was said of the suits of the tricks since a play may have been left out is withdrawn."""
    if s.turn in {-1, e.seat} or s.phase != "play" or s.gap:
        return None
    start = missing_play(s, e)
    if start < 0 and s.unruly:  # out of turn for the second time: nothing is sure since the first
        start = SEATS * ((s.unruly & -s.unruly).bit_length() - 1)
    return [Cured(line) for line in s.lines[start:]] if start >= 0 else None


def withdrawn_at_end(s: Calabrasella, _e: HandStarted | Scored | SessionClosed) -> Answer:
    """The same, where a hand has no end in the record: one of its plays was left out, if that can be."""
    if s.phase != "play" or s.gap or not s.cards:
        return None
    start = missing_play(s)
    return with_changes(s, [Cured(line) for line in s.lines[start:]]) if start >= 0 else None
