"""CP-7 Session: rows of a score sheet, and how a hand came out."""

from upcard.engine.game import Answer, Broken, Result
from upcard.engine.games.court_piece.scoring import award, settle
from upcard.engine.games.court_piece.table import CourtPiece
from upcard.engine.mechanisms.seats import level_of
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.cards import SUIT_NAMES
from upcard.schemas.events import Scored


def score(s: CourtPiece, e: Scored) -> None:
    """A row of the score sheet settles a hand that was not played out in the record."""
    if s.phase == "between" or e.tricks is None or len(e.tricks) != 2:
        return
    s.trump = s.trump or e.trump or ""
    s.taken = [max(0, e.tricks[0]), max(0, e.tricks[1])]
    if e.seat is not None and e.seat < 4:
        settle(s, "forfeit", e.seat & 1)
    else:
        s.undo = []
        award(s, *sheet_courts(s, e), "sheet")


def sheet_courts(s: CourtPiece, e: Scored) -> tuple[int, int]:
    """The winners and their courts by the split alone: a sweep that was played on and lost does not show in it,
    so there the courts as written are taken, if they were written.
    """
    taken, options = s.taken, s.options
    won = 0 if taken[0] > 6 else 1 if taken[1] > 6 else -1
    if won < 0:
        return -1, -1
    if taken[won] == 13:
        return won, options.slam_courts + (0 if options.slam_includes_sweep else 1)
    if sum(taken) < 13:
        return won, 1
    written = by_side(e.points)
    if written is None or s.streak < 0:
        return won, -1
    last_of_streak = s.streak_side == won and s.streak + 1 == options.streak_length
    return won, max(0, written[won] - last_of_streak)


def by_side(points: tuple[int, ...] | None) -> tuple[int, int] | None:
    """Points by side, from points by side or by seat."""
    return None if points is None or len(points) not in {2, 4} else (points[0], points[1])


def sheet_is_true(s: CourtPiece, e: Scored) -> Answer:
    """A row's split is one that can be, and agrees with the play as far as that is in the record."""
    faults = [Broken(says=says) for says in split_faults(s, e)]
    if s.phase == "between" and s.ended and s.how not in {"sheet", "void"}:
        faults += compare(s, e)
    elif s.phase == "play" and e.tricks is not None and len(e.tricks) == 2:
        faults += [
            Broken(says=f"side {side} has {written} tricks on the sheet; the play shows {s.taken[side]} already")
            for side, written in enumerate(e.tricks)
            if written < s.taken[side]
        ]
    return faults


def split_faults(s: CourtPiece, e: Scored) -> list[str]:
    """What is wrong with a split of tricks: 13 in all, or 7 to 12 where a sweep was stopped."""
    if e.tricks is None:
        return []
    if len(e.tricks) != 2 or min(e.tricks) < 0:
        return ["tricks are written for two sides, none below 0"]
    total = sum(e.tricks)
    if e.seat is None and (total > 13 or total < 7 or max(e.tricks) < 7):
        return [f"{e.tricks[0]} and {e.tricks[1]} tricks cannot be: 13 in all, or 7 to 12 after a sweep"]
    if total > 13 or (total == 13 and not s.options.play_on_allowed and 0 in e.tricks):
        return [f"{e.tricks[0]} and {e.tricks[1]} tricks cannot be"]
    return []


def compare(s: CourtPiece, e: Scored) -> list[Broken]:
    """Where the row differs from what follows from the play."""
    faults = []
    if e.tricks is not None and s.how != "forfeit" and list(e.tricks) != s.taken:
        faults.append(Broken(says=f"tricks {list(e.tricks)} were written; the play gives {s.taken}"))
    if e.trump is not None and s.trump and e.trump != s.trump:
        faults.append(Broken(says=f"trump {SUIT_NAMES[e.trump]} was written; {SUIT_NAMES[s.trump]} was named"))
    written = by_side(e.points)
    if written is not None and min(s.gained) >= 0 and list(written) != s.gained:
        faults.append(Broken(says=f"courts {list(written)} were written; the play gives {s.gained}"))
    totals = by_side(e.totals)
    if totals is not None and s.streak >= 0 and list(totals) != s.courts:
        faults.append(Broken(says=f"totals {list(totals)} were written; they are {s.courts}"))
    return faults


def result(s: CourtPiece) -> Result:
    """How the hand that just ended came out. A side's courts stand at both its seats."""
    gained = [None if courts < 0 else courts for courts in s.gained]
    won = [None if s.won_by < 0 else side == s.won_by for side in (0, 1)]
    return Result(
        points=(*gained, *gained),
        won=(*won, *won),
        dealer=None if s.dealer < 0 else s.dealer,
        trump=s.trump or None,
        counts=s.how != "void",
        level="sheet" if s.how == "sheet" and not s.cards else level_of(s.places, [13] * 4),
        says=s.how,
        tricks=tricks_of(s.cards, s.by, s.winners, 4),
    )
