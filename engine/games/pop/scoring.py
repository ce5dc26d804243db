"""P-6 Scoring: what a round brings, who deals next, and who has won the match."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pop.table import HAND, Pop, other
from upcard.schemas.events import HandStarted, Voided


def settle_play(s: Pop) -> None:
    """Seven tricks were played (P-6.1)."""
    doubt_cube(s)
    award(s, "played", points_of(s, s.taken, HAND - sum(s.taken)))


def doubt_cube(s: Pop) -> None:
    """What the cube shows is not known if a pop or an answer may be missing; nor who popped last."""
    s.doubtful = s.doubtful or s.lapsed
    if s.doubtful:
        s.cube, s.popper = -1, -1


def points_of(s: Pop, taken: list[int], untold: int) -> list[int]:
    """Points by tricks: the cube for four or more, 1 for exactly three (P-6.1). untold: tricks nobody knows the winner of."""
    points = []
    for tricks in taken:
        could = {s.cube if number > 3 else int(number == 3) for number in range(tricks, tricks + untold + 1)}
        points.append(could.pop() if len(could) == 1 else -1)
    return points


def settle_fold(s: Pop, folder: int) -> None:
    """The popper scores what the cube shows, the folder nothing, whatever tricks they have (P-6.2)."""
    doubt_cube(s)
    award(s, "folded", [0, s.cube] if folder == 0 else [s.cube, 0], other(folder))


def award(s: Pop, how: str, gained: list[int], won_by: int = -1) -> None:
    """A round is over: points, the winner of the round, the next dealer, perhaps the match."""
    s.phase, s.how, s.ended, s.turn, s.due = "between", how, s.hand, -1, -1
    s.settled += 1
    s.offer, s.must_answer, s.owed = -1, False, [0, 0]
    s.gained, s.written, s.stray, s.before = gained, False, False, s.totals
    s.won_by = winner_of(s, gained) if won_by < 0 else won_by
    s.totals = [
        total + points if total >= 0 and points >= 0 else -1 for total, points in zip(s.totals, gained, strict=True)
    ]
    s.next_dealer = dealer_after(s)
    s.over = match_winner(s)


def winner_of(s: Pop, gained: list[int]) -> int:
    """Who scored the cube (P-6.3), or -1."""
    taken = [seat for seat in (0, 1) if s.taken[seat] > 3]
    if taken:
        return taken[0]
    if min(gained) >= 0 and gained[0] != gained[1]:
        return gained.index(max(gained))
    return -1


def dealer_after(s: Pop) -> int:
    """Who deals next: who has more, or if they are equal the winner of the round (P-6.3); -1 if that cannot be told."""
    if min(s.totals) < 0:
        return -1
    first, second = s.totals
    return s.won_by if first == second else int(second > first)


def match_winner(s: Pop) -> int:
    """Who has won the match (P-6.4 to P-6.6), or -1."""
    target = s.options.target
    reached = [seat for seat in (0, 1) if s.totals[seat] >= target]
    if len(reached) < 2:
        return reached[0] if reached and could_only_be(s, reached[0]) else -1
    if s.totals[0] == s.totals[1]:
        return -1 if s.options.both_reach_target == "play_on_if_equal" else s.won_by
    return int(s.totals[1] > s.totals[0])


def could_only_be(s: Pop, seat: int) -> bool:
    """Whether this seat has won, even if the other, whose total is not known, reached the target too (P-6.6)."""
    return min(s.totals) >= 0 or (s.won_by == seat and s.options.both_reach_target == "round_winner")


def match_goes_on(s: Pop, _e: HandStarted) -> Answer:
    """No round follows the one in which somebody reached the target (P-6.4)."""
    if s.over < 0 or s.phase != "between":
        return None
    return Broken(says=f"a round after the match: seat {s.over} had won it with {s.totals[s.over]} points")


def void(s: Pop, _e: Voided) -> None:
    """The round is thrown in and dealt again; nothing is scored."""
    if s.phase == "between":
        return
    s.phase, s.how, s.ended, s.turn, s.due = "between", "void", s.hand, -1, -1
    s.settled += 1
    s.rounds -= s.rounds > 0
    s.offer, s.must_answer, s.owed = -1, False, [0, 0]
    s.next_dealer, s.won_by, s.gained = s.dealer, -1, [0, 0]


def round_to_void(s: Pop, _e: Voided) -> Answer:
    """Only a round that is on can be thrown in."""
    return Broken(says="no round was on that could be thrown in") if s.phase == "between" else None
