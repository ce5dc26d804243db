"""Who deals."""

from upcard.engine.game import Broken


def wrong_dealer(dealer: int | None, due: int, seats: int) -> Broken | None:
    """What is wrong with a dealer that was named. due: who was to deal, -1 where that cannot be told."""
    if dealer is None:
        return None
    if dealer >= seats:
        return Broken(says=f"no seat {dealer} at this table", kind="contradiction", name="no_seat")
    if due < 0 or dealer == due:
        return None
    return Broken(seat=dealer, says=f"seat {dealer} dealt; seat {due} was to deal")
