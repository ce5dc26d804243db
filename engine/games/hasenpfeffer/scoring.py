"""HP-4 Scoring, and who deals next (HP-4.2, HP-6.4)."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.hasenpfeffer.table import Hasenpfeffer, How, Way, left_of
from upcard.engine.mechanisms.dealers import is_off_again, off_from, written_wrongly
from upcard.engine.mechanisms.seats import agrees
from upcard.schemas.events import HandStarted
from upcard.schemas.findings import FindingKind

T = TypeVar("T")
Outcome = tuple[int, bool, tuple[int, int]]

# ---- HP-4.1 Points of a hand ---------------------------------------------------------------------------------------


def contracts(s: Hasenpfeffer) -> Iterator[tuple[int, int]]:
    """Who may have declared, and with which contract, by what all have heard of a hand that has not ended."""
    forced = s.options.forced_bid
    if s.phase in {"widow", "play"} and s.declarer >= 0:
        least = s.high + 1 if s.bids[s.declarer] < 0 and s.high < 6 else 1
        yield from ((s.declarer, one) for one in ((s.contract,) if s.contract >= 0 else range(least, 7)))
        return
    for seat, said in enumerate(s.bids):
        if said < 0:
            yield from ((seat, one) for one in range(s.high + 1, 7))
        elif said > 0:
            yield from ((seat, said) for _ in range(said == s.high))
        elif not s.high and s.joker in {-1, seat}:
            yield seat, forced


def ways(s: Hasenpfeffer) -> tuple[Way, ...]:
    """All ways a hand that has not ended may come out, from what is known of bids, declarer, contract and tricks."""
    return _ways(tuple(contracts(s)), *s.taken)


@lru_cache(maxsize=256)  # most hands end in one of a few, or begin with all of them
def _ways(could: Sequence[tuple[int, int]], first: int, second: int) -> tuple[Way, ...]:
    """could: declarers and contracts; first, second: tricks that each side has already."""
    return tuple(
        Way.of(seat, contract, tricks)
        for seat, contract in could or itertools.product(range(4), range(1, 7))
        for tricks in (range(second, 7 - first) if seat & 1 else range(first, 7 - second))
    )


def settle(s: Hasenpfeffer) -> None:
    """The sixth trick was played: points by the tricks of the declarers."""
    award(s, "played", ways(s))


def fitting(could: Sequence[Way], points: Sequence[int | None]) -> list[Way]:
    """The ways that bring these points, as far as those are known."""
    return [way for way in could if agrees(points, way.points)]


def shared(values: Iterable[T | None]) -> T | None:
    """The value of all of these; None if they differ, or if it is not known."""
    all_values = set(values)
    return all_values.pop() if len(all_values) == 1 else None


def award(s: Hasenpfeffer, how: How, could: Sequence[Way]) -> None:
    """The hand ends, in one of these ways."""
    s.before, s.won_before = s.totals, s.winner
    end_hand(s, how)
    tell(s, could)


def tell(s: Hasenpfeffer, could: Sequence[Way]) -> None:
    """The hand came out in one of these ways: what all of them have in common is known."""
    s.could = tuple(could)
    if len(could) == 1:
        way = could[0]
        s.declarer, s.contract, s.made = way.seat, way.contract, int(way.made)
        s.taken, s.points, s.totals = [*way.split], [*way.points], totals_by(s, way.points)
        s.winner = s.won_before if s.won_before >= 0 else winner_if(s, way.seat & 1, way.made, way.points)
        return
    declarer, contract = shared(way.seat for way in could), shared(way.contract for way in could)
    s.declarer, s.contract = -1 if declarer is None else declarer, -1 if contract is None else contract
    split = {way.split for way in could}
    s.taken = [*split.pop()] if len(split) == 1 else s.taken
    ends = outcomes(s)
    made = shared(made for _, made, _ in ends)
    s.made = -1 if made is None else int(made)
    s.points = shared_points(could)
    totals = [totals_by(s, points) for _, _, points in ends]
    s.totals = [shared(one[side] for one in totals) for side in (0, 1)]
    s.winner = s.won_before if s.won_before >= 0 else winner_by(s)


def outcomes(s: Hasenpfeffer) -> set[Outcome]:
    """The side that declared, whether the contract was made, and the points: all that may be."""
    return {(way.seat & 1, way.made, way.points) for way in s.could}


def totals_by(s: Hasenpfeffer, points: Sequence[int]) -> list[int | None]:
    """The totals if the hand brought these points; where those before it are not known, as they were told by a row."""
    rows = zip(s.before, points, s.totals, strict=True)
    return [total if was is None else was + gained for was, gained, total in rows]


def shared_points(could: Iterable[Way]) -> list[int | None]:
    """What each side gains in all these ways."""
    both = {way.points for way in could}
    return [shared(one[side] for one in both) for side in (0, 1)]


def end_hand(s: Hasenpfeffer, how: How) -> None:
    """Nobody plays on."""
    dealers = next_dealers(s)
    s.phase, s.how, s.turn, s.ended = "between", how, -1, s.hand
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
    if not s.could:
        target = s.options.target
        return -1 if all(total is not None and total < target for total in s.totals) else -2
    won = shared(winner_if(s, *end) for end in outcomes(s))
    return -2 if won is None else won


def winner_if(s: Hasenpfeffer, side: int, made: bool, points: Sequence[int]) -> int:
    """The side that has won if the hand came out so: the declarers first; -1 for none, -2 if that cannot be told."""
    totals = totals_by(s, points)
    mine, theirs = totals[side], totals[1 - side]
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
    if e.dealer is None or not dealers or e.dealer in dealers or s.winner >= 0:
        return None
    says = f"seat {e.dealer} dealt; seat {' or '.join(map(str, dealers))} was to deal"
    if is_off_again(s, off_from(s, dealers, e.dealer, 4)):
        return [
            written_wrongly(s, f"{says}; who opened the last hand tells the same"),
            Cured(s.off_at, name="out_of_turn"),
        ]
    return Broken(seat=e.dealer, says=says, clause="HP-2.2" if s.how == "void" or s.phase == "joker" else "HP-4.2")


def begun_already(s: Hasenpfeffer) -> bool:
    """Whether this hand began with its cards, or its first word, and that it began is only written now."""
    return s.phase == "bids" and s.unwritten and max(s.bids) < 0


def hand_is_due(s: Hasenpfeffer, _e: HandStarted) -> Answer:
    """A hand is played out before the next, and none follows when the game is won."""
    faults = []
    if s.phase not in {"between", "joker"} and not s.gap and not begun_already(s):
        says = "the hand before has no end in this record; what it brought is not known"
        kind: FindingKind | None = "contradiction" if s.phase == "deal" else None  # perhaps a line written twice
        faults.append(Broken(says=says, name="hand_not_finished", clause="HP-3.2", kind=kind))
    if s.winner >= 0 and not s.late:
        faults.append(Broken(says="a hand after the game was won"))
    return faults
