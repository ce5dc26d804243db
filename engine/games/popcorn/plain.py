"""What breaks no rule as anybody can see at a glance: such acts are done, and the audit asks no rule."""

from typing import Final

from upcard.engine.games.popcorn.call import call, take_by_hand, turn_over
from upcard.engine.games.popcorn.irregular import could_be_called
from upcard.engine.games.popcorn.knowledge import who_knows
from upcard.engine.games.popcorn.table import OF_RANK, Popcorn, pile, ranks_due
from upcard.engine.games.popcorn.turn import lay_as_written
from upcard.schemas.cards import PACK_MASK, RANKS, Card, mask_of
from upcard.schemas.events import BluffCalled, Claimed, Took, TurnedOver

_SMALL: Final = 2
"""The bluffs that claim more than this are mostly told by somebody: then the rules are asked."""

A_JOKER: Final = Card("X?")
"""Seen in part, and yet not in the pack."""


def lay_plainly(s: Popcorn, e: Claimed) -> bool:
    """The next in line lays cards of its hand, as many as it claims, of the rank that is due; and nobody can tell that
    this lay, or the one before, is a bluff.
    """
    seat, cards, places = e.seat, e.cards, s.places
    if seat != s.turn or s.phase != "play" or cards is None or len(cards) != e.count or e.laid is not None:
        return False
    if s.open and not (places.known[s.layer] or places.most[s.layer]):
        return False  # who laid last may have won
    if s.taker < 0 and (s.turned or s.caller >= 0):
        return False  # a call without an end
    rank, options = RANKS.index(e.rank), s.options
    if rank not in ranks_due(s) or not 0 < e.count <= 4 or options.decks > 1 or options.max_claim is not None:
        return False
    mask, held, below = mask_of(cards), places.known[seat], len(s.players)
    if mask:
        if mask & ~held or mask.bit_count() != e.count:
            return False
    elif e.count > held.bit_count() + places.most[seat] or A_JOKER in cards:
        return False
    if not mask or mask & ~OF_RANK[rank]:
        if mask and e.count > _SMALL:
            return False
        if who_knows(s, seat, rank, e.count, places.known[below] | places.known[below + 1]):
            return False
    if may_be_missed(s):
        return False
    lay_as_written(s, e)
    return True


def may_be_missed(s: Popcorn) -> bool:
    """Whether somebody may have been sure that the latest lay is a bluff, and did not call it."""
    if not could_be_called(s):
        return False
    return (s.told_lay and s.claimed > _SMALL) or who_knows(s, s.layer, s.rank, s.claimed, s.places.known[pile(s)]) != 0


def call_plainly(s: Popcorn, e: BluffCalled) -> bool:
    """Another seat calls the latest lay, which nobody has called, and any seat may."""
    if not s.open or s.turned or s.caller >= 0 or s.options.caller != "any":
        return False
    if not s.layer != e.seat < len(s.players) or (e.line is not None and e.line != s.laid_line):
        return False
    call(s, e)
    return True


def turn_over_plainly(s: Popcorn, e: TurnedOver) -> bool:
    """As many cards as were claimed are turned over after a call, and nothing known of them speaks against it."""
    if not s.open or s.turned or s.caller < 0 or any(s.said) or s.options.decks > 1:
        return False
    places, top, number, mask = s.places, len(s.players) + 1, len(e.cards), mask_of(e.cards)
    known = places.known[top]
    if known & ~mask or mask & (places.located & ~known | ~PACK_MASK) or mask.bit_count() != number:
        return False
    if not number == s.claimed == known.bit_count() + places.least[top] or not 0 < number <= s.sizes[1]:
        return False
    turn_over(s, e)
    return True


def take_plainly(s: Popcorn, e: Took) -> bool:
    """The pile goes to whom the verdict gives it, and the cards listed are those of the pile."""
    if e.seat != s.taker or not s.turned or s.options.decks > 1:
        return False
    least, most = s.taken_size
    if e.cards and (not least <= len(e.cards) <= most or mask_of(e.cards) & ~s.taken[0] or A_JOKER in e.cards):
        return False
    take_by_hand(s, e)
    return True
