"""B2-6.5 Score sheet: rows that cannot be, and rows that do not agree with the play or with those before."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.big_two.offer import result
from upcard.engine.games.big_two.rows import believed_points, count_faults, counts_by, faults_of
from upcard.engine.games.big_two.scoring import Amounts, points_of, winners
from upcard.engine.games.big_two.sheet import added_by, column, firsts, fits, is_again, left, meant, offender_of, reckon
from upcard.engine.games.big_two.table import HAND, BigTwo, seats_of
from upcard.engine.mechanisms.called import winner_fault
from upcard.engine.wording import counted, were
from upcard.schemas.events import Dealt, HandStarted, ResultCalled, Ruled, Scored

# ---- B2-6.5 What is checked ----------------------------------------------------------------------------------------


def row_is_possible(s: BigTwo, e: Scored) -> Answer:
    """A number for each seat; exactly one 0, each other 1 to 13 (B2-6.5)."""
    seats = seats_of(s)
    columns = {"counts": e.counts, "points": e.points, "totals": e.totals}
    faults = [
        Broken(says=f"{counted(len(written), name[:-1])} for {seats} seats")
        for name, written in columns.items()
        if written is not None and not fits(s, written)
    ]
    if e.void and (e.seat is not None or any(e.counts or ()) or any(e.points or ())):
        faults.append(Broken(says="a void hand brings nothing"))
    elif not faults and meant(s, e) == "hand":
        faults += row_faults(s, e)
    if e.seat is not None and e.seat >= seats:
        faults.append(Broken(says=f"no seat {e.seat} at this table"))
    if meant(s, e) == "last" and is_again(s, e):
        faults.append(Broken(says="the row before, written once more", name="row_again", kind="note"))
    foreign = (e.tricks, e.aces, e.plucks, e.melds, e.bids, e.trump, e.side, e.amount, e.bombs)
    if any(value is not None for value in foreign):
        faults.append(Broken(says="the row has a column that Big Two does not have", name="no_such_column"))
    return faults


def row_faults(s: BigTwo, e: Scored) -> list[Broken]:
    """What is wrong with the row of a hand: its counts, else its points, else what its totals add."""
    if e.counts is not None:
        return count_faults(column(s, e.counts))
    points = added_by(s, e, s.totals) if e.points is None else column(s, e.points)
    return faults_of(s.options, points, offender_of(s, e), s.away) or []


def takes_all_is_on(s: BigTwo, e: Scored | Ruled) -> Answer:
    """Somebody takes all only where the house rule is in force (B2-4.4), and it is the seat that was named (B2-7.3)."""
    if e.seat is None or (isinstance(e, Ruled) and e.what != "takes_all"):
        return None
    if e.seat >= seats_of(s):
        says = f"no seat {e.seat} at this table"
        return Broken(says=says, name="no_such_seat", clause="B2-1.1") if isinstance(e, Ruled) else None
    if s.options.takes_all == "off":
        return Broken(seat=e.seat, says="nobody takes all under these house rules")
    if isinstance(e, Ruled) or e.void or (was := offender_of(s, e)) == e.seat:
        return None
    says = f"seat {e.seat} was written as taking all; seat {was} was named before"
    return Broken(seat=e.seat, says=says, name="wrong_offender", clause="B2-7.3", kind="testimony")


def counts_agree(s: BigTwo, e: Scored) -> Answer:
    """Thirteen each, less the cards played, are the cards left (B2-6.5)."""
    last = meant(s, e) == "last"
    if e.void:
        says = "the hand was written down as void; it was played to its end"
        return Broken(says=says) if last and s.how == "played" else None
    if not last and (meant(s, e) != "hand" or s.phase != "play" or not (any(s.laid) or s.gap)):
        return None
    faults = []
    for seat, written in enumerate(said_left(s, e)):
        least, most = left(s, seat)
        if written is None or not (last or 0 <= written <= HAND):
            continue  # the row itself cannot be
        if not least <= written <= most:
            had = str(most) if least == most else f"{least} to {most}"
            source = "the row before" if s.how == "sheet" else "the play"
            says = f"{were(written, 'card', ' left')} written for seat {seat}; {source} gives {had}"
            faults.append(Broken(seat=seat, says=says))
    return faults


def said_left(s: BigTwo, e: Scored) -> Amounts:
    """The cards left by a row; where it has points alone, those they stand for, if the play leaves them open."""
    seats = seats_of(s)
    if e.counts is not None:
        return column(s, e.counts)
    points = believed_points(s.options, column(s, e.points), offender_of(s, e), s.away)
    by_points = counts_by(s.options, points, s.away)
    bounds = [left(s, seat) for seat in range(seats)]
    return [count if least < most else None for count, (least, most) in zip(by_points, bounds, strict=True)]


def points_follow(s: BigTwo, e: Scored) -> Answer:
    """Points follow from the cards left (B2-4.1)."""
    if e.points is None or not fits(s, e.points) or e.void or meant(s, e) == "amid":
        return None
    if e.counts is None and meant(s, e) == "hand" and row_faults(s, e):
        return None  # the row itself cannot be
    due, meant_so = reckon(s, e).due, by_the_row(s, e)
    return [
        Broken(seat=seat, says=f"{were(said, 'point')} written for seat {seat}; the cards left give {owed}")
        for seat, (said, owed, follows) in enumerate(zip(column(s, e.points), due, meant_so, strict=True))
        if owed is not None and said is not None and said not in {owed, follows}
    ]


def by_the_row(s: BigTwo, e: Scored) -> Amounts:
    """The points that follow from what the row says, right or wrong: what is wrong with that is told of itself."""
    seats = seats_of(s)
    counts = firsts(column(s, e.counts), reckon(s, e).counts)
    if e.seat is None or e.seat >= seats:
        return points_of(s.options, counts, offender_of(s, e), s.away)
    return points_of(s.options.model_copy(update={"takes_all": "on"}), counts, e.seat, s.away)


def totals_add_up(s: BigTwo, e: Scored) -> Answer:
    """Totals are the sums of the points (B2-6.5), where all hands before are known; a mistake is told once."""
    seats = seats_of(s)
    if e.totals is None or not fits(s, e.totals):
        return None
    what = meant(s, e)
    if what == "hand" and e.counts is None and e.points is None:
        return None
    sums, gained, before = s.totals, [column(s, None)], s.totals
    if not e.void and what != "amid":
        sums, gained = reckon(s, e).sums, [column(s, e.points), by_the_row(s, e)]
        before = s.before if what == "last" else s.totals
    faults = []
    for seat, (said, due, off) in enumerate(zip(column(s, e.totals), sums, s.astray or [0] * seats, strict=True)):
        had = before[seat]
        by_row = [had + off + more[seat] for more in gained if had is not None and more[seat] is not None]  # type: ignore[operator]  # None was ruled out
        if due is not None and said is not None and said not in {due, due + off, *by_row}:
            says = f"a total of {said} was written for seat {seat}; the hands add up to {due}"
            faults.append(Broken(seat=seat, says=says))
    return faults


def called_rightly(s: BigTwo, e: ResultCalled) -> Answer:
    """Who is called the winner of the hand that has just ended is out of cards (B2-2.6); or has won the game."""
    if s.phase != "between" or not s.how or e.hand not in {None, s.hand}:
        return None
    ahead = range(seats_of(s)) if None in s.totals else winners(s) if s.over else ()
    return winner_fault(e, result(s).won, ahead)


def game_goes_on(s: BigTwo, e: HandStarted | Dealt | Scored) -> Answer:
    """No hand follows the one in which somebody reached the target (B2-4.2)."""
    if not s.over or s.late or s.phase != "between" or s.alike:
        return None
    if isinstance(e, Scored) and meant(s, e) in {"last", "amid"}:
        return None
    reached = max(points for points in s.totals if points is not None)
    return Broken(
        says=f"a hand after the end of the game: {reached} points were reached, the target is {s.options.target}"
    )
