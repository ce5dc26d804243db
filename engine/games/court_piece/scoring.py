"""CP-4 Scoring per hand, CP-5 next dealer."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.court_piece.table import CourtPiece, after
from upcard.schemas.events import HandStarted, Voided


def settle(s: CourtPiece, how: str, offenders: int = -1) -> None:
    """The hand ends: who won, what courts it brought, who deals next."""
    s.undo = [*s.courts, s.streak_side, s.streak, s.dealer]
    won, courts = (1 - offenders, 1) if how == "forfeit" else play_courts(s)
    award(s, won, courts, how)


def play_courts(s: CourtPiece) -> tuple[int, int]:
    """The side that won by tricks and its courts (CP-4.1, CP-4.2); -1 for what cannot be told."""
    won = 0 if s.taken[0] > 6 else 1 if s.taken[1] > 6 else -1
    if won >= 0 and s.taken[won] == 13:
        return won, s.options.slam_courts + (0 if s.options.slam_includes_sweep else 1)
    if any(seat < 0 for seat in s.winners[:7]) or s.gap:
        return won, -1
    swept = sweeper(s)
    return (swept, 1) if swept >= 0 else (won, 0)


def sweeper(s: CourtPiece) -> int:
    """The side that took the first seven tricks, or -1."""
    first = s.winners[:7]
    swept = len(first) == 7 and min(first) >= 0 and len({seat & 1 for seat in first}) == 1
    return first[0] & 1 if swept else -1


def award(s: CourtPiece, won: int, courts: int, how: str) -> None:
    """Courts, streak and dealer after a hand. won, courts: -1 where the record cannot tell."""
    s.phase, s.how, s.won_by, s.turn, s.ended = "between", how, won, -1, s.hand
    s.settled += 1
    s.gained = [0, 0]
    if won < 0:
        s.gained, s.streak_side, s.streak, s.may_deal = [-1, -1], -1, -1, []
        return
    streak_court = move_streak(s, won, courts)
    if courts < 0 or streak_court < 0:
        s.gained[won] = -1
    else:
        s.gained[won] = courts + streak_court
        s.courts[won] += courts + streak_court
    s.may_deal = dealers_after(s, won, courts, streak_court)


def move_streak(s: CourtPiece, won: int, courts: int) -> int:
    """Count the hand for the streak (CP-4.4 to CP-4.6): the courts it brought, -1 if that cannot be told."""
    if courts and s.options.streak_on_court != "count":
        if courts < 0:
            s.streak_side, s.streak = -1, -1
        elif s.options.streak_on_court == "reset":
            s.streak_side, s.streak = -1, 0
        return 0
    if s.streak < 0 and s.streak_side in {-1, won}:
        s.streak_side = won
        return -1
    s.streak = s.streak + 1 if s.streak_side == won else 1
    s.streak_side = won
    if s.streak < s.options.streak_length:
        return 0
    s.streak_side, s.streak = -1, 0
    return 1


def dealers_after(s: CourtPiece, won: int, courts: int, streak_court: int) -> list[int]:
    """Who may deal next: one seat; two where it hangs on a court that cannot be told; none if nothing is known (CP-5)."""
    if s.dealer < 0:
        return []
    partner, left = (s.dealer + 2) % 4, after(s, s.dealer)
    if won == s.dealer % 2:
        if s.options.own_court_deal == "left" or s.how == "forfeit":
            return [left]
        return [left, partner] if courts < 0 else [partner if courts else left]
    if courts < 0 or streak_court < 0:
        return [s.dealer, partner]
    return [partner] if courts + streak_court else [s.dealer]


def dealer_rotates(s: CourtPiece, e: HandStarted) -> Answer:
    """The losers deal (CP-5); a dealer of the side that holds the streak has broken the rotation (CP-5.2)."""
    if e.dealer is not None and e.dealer > 3:
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction", clause="G-5")
    if e.dealer is None or not s.may_deal or e.dealer in s.may_deal:
        return None
    usual = s.options.own_court_deal == "left" and s.options.streak_on_court != "ignore"
    holds = usual and s.streak > 0 and e.dealer % 2 == s.streak_side
    says = f"seat {e.dealer} dealt; seat {' or '.join(map(str, s.may_deal))} was to deal"
    return Broken(seat=e.dealer, says=says, clause="CP-5.2" if holds else "CP-5")


def void(s: CourtPiece, _e: Voided) -> None:
    """The hand is thrown in and dealt again by the same dealer; nothing is scored."""
    if s.phase == "between":
        return
    s.phase, s.how, s.won_by, s.turn, s.ended = "between", "void", -1, -1, s.hand
    s.settled += 1
    s.may_deal, s.gained, s.undo = [s.dealer] if s.dealer >= 0 else [], [0, 0], []


def unsettle(s: CourtPiece) -> None:
    """Courts, streak and dealer as they were before the last hand was settled."""
    s.courts, (s.streak_side, s.streak, s.dealer) = s.undo[:2], s.undo[2:]
