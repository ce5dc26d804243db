"""HP-4 Scoring, and who deals next (HP-4.2, HP-6.4)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from upcard.engine.game import Answer, Broken
from upcard.engine.games.hasenpfeffer.table import Hasenpfeffer, left_of
from upcard.schemas.events import HandStarted

# ---- HP-4.1 Points of a hand ---------------------------------------------------------------------------------------


def settle(s: Hasenpfeffer) -> None:
    """The sixth trick was played: points by the tricks of the declarers."""
    side = s.declarer & 1
    told = s.contract >= 0 and sum(s.taken) == 6
    award(s, "played", [Way(side, s.contract, s.taken[side])] if told else ways(s))


class Way(NamedTuple):
    """One way a hand may have come out: the side that declared, its contract, its tricks."""

    side: int
    contract: int
    tricks: int

    @property
    def made(self) -> bool:
        """Whether the contract was made."""
        return self.tricks >= self.contract

    @property
    def points(self) -> list[int]:
        """What each side gains."""
        mine, theirs = self.tricks if self.made else -self.contract, 6 - self.tricks
        return [theirs, mine] if self.side else [mine, theirs]


def ways(s: Hasenpfeffer) -> list[Way]:
    """All ways the hand may have come out, from what is known of declarer, contract and tricks."""
    sides = (0, 1) if s.declarer < 0 else (s.declarer & 1,)
    contracts = range(1, 7) if s.contract < 0 else (s.contract,)
    split = s.taken if sum(s.taken) == 6 else None
    return [
        Way(side, contract, tricks)
        for side in sides
        for contract in contracts
        for tricks in (range(7) if split is None else (split[side],))
    ]


def fitting(could: list[Way], points: Sequence[int | None]) -> list[Way]:
    """The ways that bring these points, as far as those are known."""
    return [way for way in could if agrees(points, way.points)]


def agrees(known: Sequence[int | None], written: Sequence[int]) -> bool:
    """Whether what is known is what was written."""
    return all(one is None or one == other for one, other in zip(known, written, strict=True))


def shared(values: Iterable[int]) -> int | None:
    """The value of all of these; None if they differ."""
    all_values = set(values)
    return all_values.pop() if len(all_values) == 1 else None


def award(s: Hasenpfeffer, how: str, could: list[Way]) -> None:
    """The hand ends, in one of these ways."""
    end_hand(s, how)
    if len(could) == 1:
        s.points, s.made = [*could[0].points], int(could[0].made)
    else:
        share_points(s, could)
    s.totals = [
        None if total is None or gained is None else total + gained
        for total, gained in zip(s.totals, s.points, strict=True)
    ]
    s.winner = winner_by(s) if s.winner < 0 else s.winner


def share_points(s: Hasenpfeffer, could: list[Way]) -> None:
    """What all these ways have in common is known."""
    s.points = [shared(way.points[side] for way in could) for side in (0, 1)]
    made = shared(way.made for way in could)
    s.made = -1 if made is None else int(made)


def end_hand(s: Hasenpfeffer, how: str) -> None:
    """Nobody plays on."""
    dealers = next_dealers(s)
    s.phase, s.how, s.turn, s.ended = "between", how, -1, s.hand  # type: ignore[assignment]
    s.settled += 1
    s.may_deal = dealers
    if len(dealers) == 2 and how != "void":
        s.may_deal = dealers[1:]


def settle_void(s: Hasenpfeffer, *, passed_out: bool) -> None:
    """The hand does not count (HP-2.2). passed_out: because the joker lies in the widow; else who deals is not said."""
    if passed_out and s.phase == "joker":
        s.voided = s.line
    end_hand(s, "void")
    if s.may_deal:
        s.may_deal = [left_of(s.dealer)] if passed_out else [s.dealer, left_of(s.dealer)]
    s.points, s.made = [0, 0], -1


def lose_count(s: Hasenpfeffer) -> None:
    """What a hand brought is not known, so the totals are not known either, nor whether they ended the game."""
    s.totals = [None, None]
    s.winner = s.winner if s.winner >= 0 else -2


# ---- HP-4.2 The end, and the next deal -----------------------------------------------------------------------------


def winner_by(s: Hasenpfeffer) -> int:
    """The side that has won with this hand: -1 for none, -2 if that cannot be told."""
    if s.declarer >= 0 and s.made >= 0:
        return winner_if(s, s.declarer & 1, made=s.made == 1)
    could = ways(s)
    won = shared(winner_if(s, way.side, made=way.made) for way in fitting(could, s.points) or could)
    return -2 if won is None else won


def winner_if(s: Hasenpfeffer, side: int, *, made: bool) -> int:
    """The side that has won if this one declared: the declarers first; -1 for none, -2 if that cannot be told."""
    mine, theirs = s.totals[side], s.totals[1 - side]
    if mine is None:
        return -2
    if mine >= s.options.target:
        return side
    if s.options.defenders_win_only_if_set and made:
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


def begun_already(s: Hasenpfeffer) -> bool:
    """Whether this hand began with its cards, or its first word, and that it began is only written now."""
    return s.phase == "bids" and s.unwritten and max(s.bids) < 0


def hand_is_due(s: Hasenpfeffer, _e: HandStarted) -> Answer:
    """A hand is played out before the next, and none follows when the game is won."""
    faults = []
    if s.phase not in {"between", "joker"} and not s.gap and not begun_already(s):
        says = "the hand before has no end in this record; what it brought is not known"
        faults.append(Broken(says=says, name="hand_not_finished", clause="HP-3.2"))
    if s.closed or (s.winner >= 0 and not s.late):
        faults.append(Broken(says="a hand after the game was won" if s.winner >= 0 else "a hand after the close"))
    return faults
