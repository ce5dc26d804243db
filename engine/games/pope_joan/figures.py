"""The figures of the rules: what a dressing costs and fills, and how many cards each hand is dealt."""

from upcard.engine.games.pope_joan.options import CARDS_DEALT, LEAST_DRESSING, POOLS, PopeJoanOptions

# ---- PJ-2 Dressing the board ---------------------------------------------------------------------------------------

FIXED = (6, 2, 2, 1, 1, 1, 1)
"""What the first seven compartments get when the board is dressed as a whole; game gets the rest (PJ-2.2)."""

EACH = 2
"""What everybody pays into each compartment with `two_each` (PJ-2.4)."""


def least_stake(seats: int) -> int:
    """The stake that brings fifteen counters, the dealer paying double (PJ-2.2)."""
    return -(-LEAST_DRESSING // (seats + 1))


def stakes(options: PopeJoanOptions, seats: int) -> tuple[int, int]:
    """What everybody pays, and what the dealer pays on top of it."""
    if options.dressing == "two_each":
        return EACH * len(POOLS), 0
    if options.dressing == "dealer_alone":
        return 0, LEAST_DRESSING
    stake = options.stake_x or least_stake(seats)
    return stake, stake


def targets(options: PopeJoanOptions, seats: int) -> tuple[int, ...]:
    """What goes into each compartment."""
    if options.dressing == "two_each":
        return (EACH * seats,) * len(POOLS)
    stake, more = stakes(options, seats)
    return (*FIXED, seats * stake + more - sum(FIXED))


# ---- PJ-3 Dealing ----------------------------------------------------------------------------------------------------


def sizes_in_order(options: PopeJoanOptions, seats: int) -> tuple[int, ...]:
    """Cards to each hand, elder first, the dealer last but one, and last the dead hand (PJ-3.2, PJ-3.3)."""
    hands = seats + 1
    if options.deal == "equal":
        each, odd = divmod(CARDS_DEALT - 1, hands)
        if options.odd_cards == "players":
            return (*(each + (place < odd) for place in range(seats)), each)
        return (*(each for _ in range(seats)), each + odd)
    each, odd = divmod(CARDS_DEALT, hands)
    dealt = [each + (place < odd) for place in range(hands)]
    if options.turnup_owner != "recipient":
        dealt[(CARDS_DEALT - 1) % hands] -= 1
    if options.dead_position == "first":
        dealt = [*dealt[1:], dealt[0]]
    return tuple(dealt)


def final_sizes(dealer: int, seats: int) -> tuple[int, ...]:
    """Cards by seat when all are dealt to the players, from the left of the dealer (PJ-5.7)."""
    each, odd = divmod(CARDS_DEALT, seats)
    return tuple(each + ((seat - dealer - 1) % seats < odd) for seat in range(seats))
