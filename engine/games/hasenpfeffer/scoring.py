"""HP-4 Scoring, and who deals next (HP-4.2, HP-6.4)."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.hasenpfeffer.table import Hasenpfeffer, left_of
from upcard.schemas.events import HandStarted

# ---- HP-4.1 Points of a hand ---------------------------------------------------------------------------------------


def settle(s: Hasenpfeffer) -> None:
    """The sixth trick was played: points by the tricks of the declarers."""
    side = s.declarer & 1
    tricks = s.taken[side] if sum(s.taken) == 6 else -1
    award(s, "played", points_of(side, s.contract, tricks), made_by(s.contract, tricks))


def made_by(contract: int, tricks: int) -> int:
    """1 if a contract was made, 0 if not, -1 if that cannot be told. Every contract needs a trick, and six make any."""
    if tricks < 0:
        return -1
    if contract < 0:
        return 1 if tricks == 6 else 0 if tricks == 0 else -1
    return int(tricks >= contract)


def points_of(side: int, contract: int, tricks: int) -> list[int | None]:
    """The points of both sides. side: the declarers', below 0 if not known, as with contract and tricks."""
    points: list[int | None] = [None, None]
    if side < 0 or tricks < 0:
        return points
    points[1 - side] = 6 - tricks
    made = made_by(contract, tricks)
    if made == 1:
        points[side] = tricks
    elif made == 0 and contract >= 0:
        points[side] = -contract
    return points


def award(s: Hasenpfeffer, how: str, points: list[int | None], made: int) -> None:
    """The hand ends with these points."""
    end_hand(s, how)
    s.points, s.made = points, made
    s.totals = [
        None if total is None or gained is None else total + gained
        for total, gained in zip(s.totals, points, strict=True)
    ]
    s.winner = winner_by(s) if s.winner < 0 else s.winner


def end_hand(s: Hasenpfeffer, how: str) -> None:
    """Nobody plays on."""
    dealers = next_dealers(s)
    s.phase, s.how, s.turn, s.ended = "between", how, -1, s.hand  # type: ignore[assignment]
    s.settled += 1
    s.may_deal = dealers
    if len(dealers) == 2 and how != "void":
        s.may_deal = dealers[1:]


def settle_void(s: Hasenpfeffer) -> None:
    """The hand does not count (HP-2.2)."""
    end_hand(s, "void")
    s.points, s.made = [0, 0], -1


def lose_count(s: Hasenpfeffer) -> None:
    """What a hand brought is not known, so the totals are not known either, nor whether they ended the game."""
    s.totals = [None, None]
    s.winner = s.winner if s.winner >= 0 else -2


# ---- HP-4.2 The end, and the next deal -----------------------------------------------------------------------------


def winner_by(s: Hasenpfeffer) -> int:
    """The side that has won with this hand: the declarers first, -1 for none, -2 if that cannot be told."""
    if s.declarer < 0:
        return -2
    side = s.declarer & 1
    mine, theirs = s.totals[side], s.totals[1 - side]
    if mine is None:
        return -2
    if mine >= s.options.target:
        return side
    if s.options.defenders_win_only_if_set and s.made == 1:
        return -1
    if theirs is None:
        return -2
    return 1 - side if theirs >= s.options.target else -1


def next_dealers(s: Hasenpfeffer) -> list[int]:
    """Who may deal the next hand, none if nothing is known: left of the dealer; a hand that was thrown in before its
    end may be dealt again as well, which the page leaves open.
    """
    if s.phase == "between":
        return s.may_deal
    if s.dealer < 0 or s.gap:
        return []
    return [left_of(s.dealer)] if s.phase == "joker" else [s.dealer, left_of(s.dealer)]


def dealer_rotates(s: Hasenpfeffer, e: HandStarted) -> Answer:
    """The deal goes to the left (HP-4.2), after a void hand too (HP-2.2)."""
    if e.dealer is not None and e.dealer > 3:
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction", clause="G-5")
    dealers = next_dealers(s)
    if e.dealer is None or not dealers or e.dealer in dealers:
        return None
    says = f"seat {e.dealer} dealt; seat {' or '.join(map(str, dealers))} was to deal"
    return Broken(seat=e.dealer, says=says, clause="HP-2.2" if s.how == "void" or s.phase == "joker" else "HP-4.2")


def hand_is_due(s: Hasenpfeffer, _e: HandStarted) -> Answer:
    """A hand is played out before the next, and none follows when the game is won."""
    faults = []
    if s.phase not in {"between", "joker"} and not s.gap:
        says = "the hand before has no end in this record; what it brought is not known"
        faults.append(Broken(says=says, name="hand_not_finished", clause="HP-3.2"))
    if s.closed or (s.winner >= 0 and not s.late):
        faults.append(Broken(says="a hand after the game was won" if s.winner >= 0 else "a hand after the close"))
    return faults
