"""P-4 Pop: the offer to raise the cube, and its answer."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pop.scoring import settle_fold
from upcard.engine.games.pop.table import Pop, lose_order, missed_between, open_cards, other, unsure
from upcard.engine.games.pop.trick import is_doubled, last_of
from upcard.engine.games.pop.turning import display_meant
from upcard.schemas.events import Accepted, Corrected, Folded, Played, Popped, TurnedUp
from upcard.schemas.findings import FindingKind

# ---- P-4.1, P-4.2 Who may pop, and when ----------------------------------------------------------------------------


def pop(s: Pop, e: Popped) -> None:
    """A seat offers to raise the cube. While another offer is open it means nothing; play waits only for a legal one."""
    if s.phase == "between":
        s.stray = True
        return
    if e.seat > 1 or s.must_answer:
        s.doubtful = s.doubtful or e.seat == other(s.offer)  # that it accepted before may be missing
        return
    s.doubtful, s.lapsed = s.doubtful or s.lapsed, False
    if s.phase != "play" and not s.gap and misplaced(s, e.seat) is None:
        s.early += [s.line, e.seat]
    s.must_answer = not s.gap and s.phase == "play" and not misplaced(s, e.seat) and may_not_pop(s, e.seat) is None
    s.offer = e.seat


def pop_is_timely(s: Pop, e: Popped) -> Answer:
    """Pops are called from the trump card to the last card played, as far as the table allows (P-4.1). That one came
    before the trump card shows when that is turned: the record may leave it out.
    """
    if e.seat > 1:
        return Broken(says=f"no seat {e.seat} at this table", clause="G-5", kind="contradiction", name="no_such_seat")
    if s.phase == "between" and s.stray:
        return None
    if s.phase == "between":
        if missed_between(s):
            return Broken(seat=e.seat, says="popped where no round is on", clause="G-5", kind="contradiction")
        return Broken(seat=e.seat, says="popped when no round was on")
    return misplaced(s, e.seat)


def misplaced(s: Pop, seat: int) -> Broken | None:
    """Whether the table's rule of when to pop is broken (pop_window)."""
    window = s.options.pop_window
    if unsure(s) or window == "any_time":
        return None
    if window == "between_tricks":
        return Broken(seat=seat, says="popped while a trick was being played") if open_cards(s) else None
    if s.turn < 0 or s.turn == seat:
        return None
    return Broken(seat=seat, says=f"seat {seat} popped in the turn of seat {s.turn}")


def pop_is_allowed(s: Pop, e: Popped) -> Answer:
    """No pop while one is open, none twice in a row, none above six (P-4.2)."""
    if s.phase == "between" or e.seat > 1:
        return None
    if s.must_answer:
        kind: FindingKind = "contradiction" if e.seat == s.offer else "breach"  # a line written twice
        return Broken(seat=e.seat, says=f"the pop of seat {s.offer} was not answered yet", kind=kind)
    return may_not_pop(s, e.seat)


def may_not_pop(s: Pop, seat: int) -> Broken | None:
    """Why a seat has no right to pop, or None."""
    if s.cube == 6:
        return Broken(seat=seat, says="the cube shows six already", name="cube_at_six")
    if s.lapsed or s.doubtful:
        return None
    if s.options.pop_repeat == "alternate":
        return Broken(seat=seat, says="popped twice in a row") if s.popper == seat else None
    return None if s.between else Broken(seat=seat, says="no card was played since the last pop")


# ---- P-4.3 The answer ----------------------------------------------------------------------------------------------


def accept(s: Pop, e: Accepted) -> None:
    """The cube goes up by one, and play goes on where it was."""
    if answer_fits(s, e) is not None:
        s.doubtful = s.doubtful or is_without_pop(s, e)
        return
    popper = other(e.seat)
    s.offer, s.must_answer, s.lapsed, s.answered = -1, False, False, (e.seat, s.step)
    if s.cube == 6:
        return
    s.cube += s.cube > 0
    s.popper, s.between = popper, False
    s.pops.append(popper)


def is_without_pop(s: Pop, e: Accepted) -> bool:
    """Whether a pop may be missing before an answer: not if the answer is there twice."""
    return e.seat < 2 and s.phase != "between" and s.offer < 0 and s.answered != (e.seat, s.step - 1)


def fold(s: Pop, e: Folded) -> None:
    """The round ends at once; the cube is not raised."""
    if answer_fits(s, e) is None:
        s.lapsed = False
        if s.muddled >= 0:
            lose_order(s)
        settle_fold(s, e.seat)


def answer_fits(s: Pop, e: Accepted | Folded) -> Answer:
    """The other player answers a pop (P-4.3). After a gap there may have been one that nobody wrote down."""
    seat = e.seat
    if seat > 1:
        return Broken(says=f"no seat {seat} at this table", clause="G-5", name="no_such_seat")
    if s.phase == "between":
        return Broken(seat=seat, says="a pop was answered when no round was on")
    if s.offer == seat:
        return Broken(seat=seat, says=f"seat {seat} answered its own pop")
    if s.offer < 0 and not s.gap:
        return Broken(seat=seat, says="there was no pop to answer")
    return None


def answer_is_told(s: Pop, e: Accepted | Folded) -> Answer:
    """The same, but for answers where it was told already that no round is on."""
    return None if s.phase == "between" and s.stray and e.seat < 2 else answer_fits(s, e)


def pop_is_answered(s: Pop, e: Played | TurnedUp | Corrected) -> Answer:
    """A pop is answered before a card is played, turned or changed (P-4.3)."""
    if not s.must_answer or (isinstance(e, Played) and is_doubled(s, e)):
        return None
    if isinstance(e, TurnedUp):
        seat = display_meant(e)
        if not 0 <= seat < 2 or s.turned[seat] < 2:  # the first two, with the trump card, are written in any order
            return None
        act = "turned"
    else:
        seat, act = e.seat, "played" if isinstance(e, Played) else "changed"
        if seat > 1 or (act == "changed" and last_of(s, seat) < 0):
            return None
    says = f"a card was {act} before the pop of seat {s.offer} was answered"
    return Broken(seat=seat, cards=e.card.bit, says=says)
