"""CP-4 Scoring per hand, CP-5 next dealer."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.court_piece.table import (
    CourtPiece,
    How,
    after,
    before,
    caller,
    callers,
    deal_moved,
    may_have_ended,
    no_hand,
    no_seat,
    shared,
    sides_of,
)
from upcard.schemas.events import HandStarted, TrumpNamed, Voided

# ---- CP-4.1 to CP-4.3 How a hand may have come out -----------------------------------------------------------------


class Course(NamedTuple):
    """Tricks of both sides among the first seven, and after them."""

    early: tuple[int, int]
    later: tuple[int, int]

    @property
    def tricks(self) -> list[int]:
        """All tricks of each side."""
        return [self.early[0] + self.later[0], self.early[1] + self.later[1]]

    @property
    def winner(self) -> int:
        """The side with seven or more (CP-4.1), or -1."""
        first, second = self.tricks
        return 0 if first > 6 else 1 if second > 6 else -1

    @property
    def swept(self) -> bool:
        """Whether one side took the first seven."""
        return 7 in self.early


class Way(NamedTuple):
    """One way a hand may have come out: the side that won, or -1; its courts by the hand and by the streak; who holds
    the streak then, and how many hands it counts.
    """

    won: int
    courts: int
    bonus: int
    holder: int
    run: int

    @property
    def gained(self) -> list[int]:
        """Courts of each side."""
        courts = self.courts + self.bonus
        return [courts if side == self.won else 0 for side in (0, 1)]


def courses(s: CourtPiece, split: Sequence[int] = ()) -> tuple[Course, ...]:
    """All tricks that a hand may have had, as far as its play is in the record. split: the tricks of both sides."""
    known = len(s.winners)
    if s.how == "sheet":
        lengths = range(max(7, known), 14)
    elif s.gap:
        lengths = range(known, 13 if s.how == "stopped" else 14)
    else:
        lengths = range(known, known + 1)
    return courses_of(won_by_both(s), lengths, tuple(split))


def won_by_both(s: CourtPiece) -> tuple[int, int, int, int]:
    """What each side is known to have won of the first seven tricks, and after them."""
    sides = sides_of(s)
    first, rest = sides[:7], sides[7:]
    return first.count(0), first.count(1), rest.count(0), rest.count(1)


@lru_cache(maxsize=512)
def courses_of(won: tuple[int, int, int, int], lengths: range, split: tuple[int, ...] = ()) -> tuple[Course, ...]:
    """All ways to share so many tricks among the first seven and after them. won: as `won_by_both` has it."""
    return tuple(
        Course((a, early - a), (b, later - b))
        for early, later in ((min(length, 7), max(0, length - 7)) for length in lengths)
        for a in range(won[0], early - won[1] + 1)
        for b in range(won[2], later - won[3] + 1)
        if not split or split == (a + b, early + later - a - b)
    )


def follows_the_rules(course: Course, *, play_on: bool) -> bool:
    """Thirteen tricks, or a stop after a sweep of the first seven (CP-3.2, CP-3.3)."""
    length = sum(course.early) + sum(course.later)
    if length == 13:
        return play_on or not course.swept
    return course.swept and (play_on or length == 7)


@lru_cache(maxsize=256)
def brought(could: tuple[Course, ...], slam: int, play_on: bool | None) -> frozenset[tuple[int, int]]:
    """Who may have won, and with what courts (CP-4.2). play_on: as the table plays, where rules were kept."""
    kept = could if play_on is None else tuple(one for one in could if follows_the_rules(one, play_on=play_on))
    return frozenset((one.winner, slam if 13 in one.tricks else int(one.swept)) for one in kept or could)


def outcomes(s: CourtPiece) -> frozenset[tuple[int, int]]:
    """Who may have won, with what courts. What a row alone tells of is taken to have kept the rules."""
    if s.how == "forfeit":
        return frozenset({(1 - (s.offender & 1), 1)} if s.offender >= 0 else {(0, 1), (1, 1)})
    by_row, options = s.how == "sheet", s.options
    slam = options.slam_courts + (0 if options.slam_includes_sweep else 1) if options.play_on_allowed else 1
    found = brought(courses(s, s.split), slam, options.play_on_allowed if by_row else None)
    return found | {(0, 1), (1, 1)} if by_row and not s.split else found  # a revoke that nobody wrote down


def sweeps(s: CourtPiece) -> list[tuple[int, int]]:
    """The sweeps that the tricks so far may have been."""
    return [(course.winner, 1) for course in courses_of(won_by_both(s), range(7, 8)) if course.swept]


def ways(s: CourtPiece) -> list[Way]:
    """All ways the hand may have come out, with what each did to the streak."""
    return [way for won, courts in sorted(outcomes(s)) for way in streaks(s, won, courts)]


def streaks(s: CourtPiece, won: int, courts: int) -> tuple[Way, ...]:
    """The same of a hand that this side won with these courts."""
    options = s.options
    return moved(won, courts, s.streak_side, s.streak, options.streak_on_court, options.streak_length)


@lru_cache(maxsize=256)
def moved(won: int, courts: int, side: int, streak: int, mode: str, length: int) -> tuple[Way, ...]:
    """The court of a streak, and who holds it then (CP-4.4 to CP-4.6); two ways where its count is not known."""
    if won < 0 or (courts and mode == "ignore"):
        return (Way(won, courts, 0, side, streak),)
    if courts and mode != "count":
        return (Way(won, courts, 0, -1, 0),)
    count = at_least(streak) + 1 if side in {-1, won} else 1
    if count >= length:
        return (Way(won, courts, 1, -1, 0),)
    if streak < 0 and side in {-1, won}:
        known = count if count == length - 1 else -1 - count
        return Way(won, courts, 0, won, known), Way(won, courts, 1, -1, 0)
    return (Way(won, courts, 0, won, count),)


def at_least(streak: int) -> int:
    """How many hands a streak counts at least."""
    return streak if streak > 0 else max(0, -1 - streak)


# ---- The hand ends -------------------------------------------------------------------------------------------------


def settle(s: CourtPiece, how: How, offender: int = -1) -> None:
    """The hand ends: who won, what courts it brought, who deals next."""
    over = may_have_ended(s) and s.options.late_revoke == "stands"
    s.how, s.offender = how, offender
    if how == "forfeit" and over:  # then the claim came too late
        award(s, ways(s) + [way for won, courts in sweeps(s) for way in streaks(s, won, courts)])
        s.may_deal = list(range(4))
    elif how == "stopped" and not s.gap and max(s.taken) + s.winners.count(-1) < 7:
        settle_void(s)  # an unfinished hand (CP-7.1)
    else:
        award(s, ways(s))


@lru_cache(maxsize=256)
def in_common(could: tuple[Way, ...]) -> tuple[int, tuple[int | None, ...], tuple[int, int]]:
    """What all these ways have in common: who won, the courts of each side, the holder of the streak and its length."""
    won = shared([way.won for way in could])
    gained = tuple(shared(courts) for courts in zip(*[way.gained for way in could], strict=True))
    streak = shared([(way.holder, way.run) for way in could])
    if streak is None:
        holders = {way.holder for way in could if way.run}
        least = min(at_least(way.run) for way in could)
        streak = (holders.pop(), -1 - least) if len(holders) == 1 else (-1, -1)
    return -1 if won is None else won, gained, streak


def award(s: CourtPiece, could: list[Way]) -> None:
    """The hand came out in one of these ways: what they have in common is known."""
    s.was, s.had = [s.streak_side, s.streak, s.dealer, s.ended, s.done], s.courts[:]
    s.phase, s.turn, s.ended = "between", -1, s.hand
    s.settled += 1
    s.done += 1
    s.won_by, gained, (s.streak_side, s.streak) = in_common(tuple(could))
    s.gained = [*gained]
    s.courts = [
        None if total is None or more is None else total + more for total, more in zip(s.courts, s.gained, strict=True)
    ]
    dealers = dealers_of(s)
    s.may_deal = sorted({dealer for way in could for dealer in dealers_after(s, way, dealers)})
    s.lone = 0 if s.lone and caller(s) in acted_first(s) else s.lone


def unsettle(s: CourtPiece) -> None:
    """Courts, streak and dealer as they were before the last hand was settled."""
    s.courts = s.had[:]
    s.streak_side, s.streak, s.dealer, s.ended, s.done = s.was
    s.was, s.had = [], []
    s.settled += 1


def late_claim_counts(s: CourtPiece) -> bool:
    """Whether a revoke of the last hand may still be claimed (CP-6.4)."""
    allowed = s.options.late_revoke == "until_next_deal" and s.phase == "between"
    return allowed and s.how in {"played", "stopped", "sheet"} and bool(s.was)


def settle_void(s: CourtPiece) -> None:
    """The hand does not count. Who deals after it the page does not say; if nobody is named, the same dealer."""
    s.phase, s.how, s.won_by, s.turn, s.ended = "between", "void", -1, -1, s.hand
    s.settled += 1
    s.may_deal, s.gained, s.was, s.had = [], [0, 0], [], []


def lose_count(s: CourtPiece) -> None:
    """A hand or more are not in the record, or have no end in it: neither courts nor streak are known."""
    s.courts, s.streak_side, s.streak, s.over = [None, None], -1, -1, [0, 0]
    s.may_deal, s.was, s.had, s.dealer, s.lone = [], [], [], -1, 0


def void(s: CourtPiece, _e: Voided) -> None:
    """The hand is thrown in; nothing is scored."""
    if s.phase == "between":
        s.astray = True
    else:
        settle_void(s)


def void_is_due(s: CourtPiece, _e: Voided) -> Answer:
    """Only a hand that is on can be thrown in."""
    return no_hand(s) if s.phase == "between" else None


# ---- CP-5 Next dealer ----------------------------------------------------------------------------------------------


def dealers_of(s: CourtPiece) -> list[int]:
    """Who may have dealt this hand. Where one line alone says it, and who acted first another, it may be either."""
    if s.dealer < 0:
        return list(range(4))
    seen = acted_first(s) if s.lone else set()
    return [s.dealer] if not seen or caller(s) in seen else [s.dealer, *(before(s, seat) for seat in seen)]


def acted_first(s: CourtPiece) -> set[int]:
    """Who named trump, and who led first."""
    return {s.named, s.by[0] if s.by else -1} - {-1}


def dealers_after(s: CourtPiece, way: Way, dealers: Sequence[int]) -> set[int]:
    """Who may deal after a hand that came out this way (CP-5), dealt by one of these; all, if nobody won it."""
    if way.won < 0:
        return set(range(4))
    return {dealer_after(s, dealer, way) for dealer in dealers}


def dealer_after(s: CourtPiece, dealer: int, way: Way) -> int:
    """Who deals next after this dealer."""
    partner, court = (dealer + 2) % 4, way.courts + way.bonus > 0
    if way.won == dealer % 2:
        by_play = court and s.how != "forfeit"
        return partner if by_play and s.options.own_court_deal == "partner" else after(s, dealer)
    return partner if court else dealer


def dealer_rotates(s: CourtPiece, e: HandStarted) -> Answer:
    """The losers deal (CP-5); a dealer of the side that holds the streak has broken the rotation (CP-5.2)."""
    if e.dealer is not None and e.dealer > 3:
        return no_seat(e.dealer)
    anew = begins_anew(s, e)
    if e.dealer is None or (s.phase != "between" and not anew):
        return None
    fault = wrong_dealer(s, e.dealer)
    before = [Cured(s.begun)] if anew else []  # who was named there has dealt nothing
    return before if fault is None else [*before, fault]


def wrong_dealer(s: CourtPiece, dealer: int) -> Broken | None:
    """What this dealer breaks after the hand before."""
    if dealer in s.may_deal:
        return None
    usual = s.options.own_court_deal == "left" and s.options.streak_on_court != "ignore"
    holds = usual and at_least(s.streak) > 0 and dealer % 2 == s.streak_side
    if s.may_deal:
        says = f"seat {dealer} dealt; seat {' or '.join(map(str, s.may_deal))} was to deal"
        return Broken(seat=dealer, says=says, clause="CP-5.2" if holds else "CP-5")
    if s.how == "void" and holds and dealer != s.dealer:
        return Broken(seat=dealer, says="the side that won the last hand dealt", clause="CP-5.2")
    return None


def begins_anew(s: CourtPiece, e: HandStarted) -> bool:
    """Whether a hand of which nothing but its beginning is written is begun once more, by the same dealer or by one who
    may deal it. Else a hand is missing in the record, or its row, where hands are told by rows; a claim about the hand
    before comes between two beginnings of one hand.
    """
    claimed = bool(s.kept) and s.kept[0].how == "forfeit"
    if s.phase != "deal" or s.gap or s.packets or s.trump or (s.after_row and not claimed):
        return False
    return e.dealer in {None, s.said, *(s.may_deal or range(4))}


def deals_after_all(s: CourtPiece, e: TrumpNamed) -> Answer:
    """Who was named as dealer deals all the same after a claim has moved the deal, as the caller shows (CP-5, CP-6.3)."""
    if s.phase == "between" or s.trump or s.gap or not deal_moved(s) or e.seat in callers(s):
        return None
    fault = wrong_dealer(s, s.said) if e.seat == after(s, s.said) else None
    return [Cured(s.begun), structs.replace(fault, at=s.begun)] if fault is not None else None
