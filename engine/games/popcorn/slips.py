"""Slips of the scribe among lays: written for another seat, left out, in the wrong order, or with the wrong rank. Turn and
rank go on together (PC-3.2, PC-4.3), so that one line shows what is wrong with another.
"""

from collections.abc import Callable, Iterable

from upcard.engine.game import Answer, Broken, Cured, Verdict
from upcard.engine.games.popcorn.call import call_withdrawn, won_already
from upcard.engine.games.popcorn.deal import add_up
from upcard.engine.games.popcorn.knowledge import note_lay
from upcard.engine.games.popcorn.table import (
    NOBODY,
    NOT_BEGUN,
    NOT_KNOWN,
    Popcorn,
    after,
    last_laid,
    most_claimed,
    pile,
    ranks_after,
    ranks_due,
    size,
    tidy,
)
from upcard.engine.mechanisms.copies import spread
from upcard.schemas.cards import PACK_MASK, RANKS
from upcard.schemas.events import Claimed

# ---- Written for another seat --------------------------------------------------------------------------------------


def its_player(s: Popcorn, e: Claimed) -> int:
    """The seat that laid these cards: as written, or the one whose turn it is, if they are known in that hand and not in
    this.
    """
    turn = s.turn
    if turn < 0 or e.seat == turn or s.phase != "play" or not e.cards or e.seat >= len(s.players):
        return e.seat
    if is_belated(s, e):
        return e.seat
    places = s.places
    held, here = places.known[turn], places.known[e.seat] | (~places.located if places.most[e.seat] else 0)
    copies = [spread(card.bit & PACK_MASK, s.options.decks) for card in e.cards]
    return turn if all(copy & held for copy in copies) and not all(copy & here for copy in copies) else e.seat


def written_for_another(s: Popcorn, e: Claimed) -> Answer:
    """The cards of a lay are known in the hand whose turn it is, and were written for another seat (G-5)."""
    seat = its_player(s, e)
    if seat == e.seat:
        return None
    return Broken(says=f"a lay was written for seat {e.seat}; seat {seat} held its cards, whose turn it was")


# ---- Left out, or in the wrong order -------------------------------------------------------------------------------


def left_out(s: Popcorn, e: Claimed) -> tuple[int, ...]:
    """The seats whose lays are missing before this one: turn and rank are both ahead, by the same number of lays."""
    if e.seat == s.turn or s.phase != "play" or s.rank == NOT_KNOWN or e.seat >= len(s.players):  # the usual case first
        return ()
    ranks = {*ranks_due(s)}
    if RANKS.index(e.rank) in ranks:
        return ()
    if s.turn < 0 and s.rank == NOT_BEGUN:  # who begins is not told
        first = next(seat for seat in range(len(s.players)) if after(s, seat) == e.seat)
        return (first,) if any(RANKS.index(e.rank) in ranks_after(s, due) for due in ranks) else ()
    if s.turn < 0 or won_already(s) >= 0:
        return ()
    seats, seat = [], s.turn
    while seat != e.seat:
        if size(s, seat)[1] < 2:  # with one card it would have gone out
            return ()
        seats.append(seat)
        seat, ranks = after(s, seat), {rank for due in ranks for rank in ranks_after(s, due)}
    return tuple(seats) if RANKS.index(e.rank) in ranks else ()


def lay_unseen(s: Popcorn, seat: int, *, called: bool) -> None:
    """A lay of which nothing is in the record. Its seat was not out by it, as play went on. called: it may have been called,
    and taken up again.
    """
    places, below, top = s.places, pile(s), last_laid(s)
    if places.known[top] or places.most[top]:
        places.take_up(top, below, s.step)
    most = size(s, seat)[1] - 1
    if not s.options.overplay:
        most = min(most, most_claimed(s))
    note_lay(s, seat, most)
    places.lay_down(0, (int(not called), most), seat, top, s.step)
    s.layer, s.open, s.caller, s.turned = seat, True, NOBODY, False
    s.lays[seat] += 1
    add_up(s)
    tidy(s)


def is_belated(s: Popcorn, e: Claimed) -> bool:
    """Whether this is the lay that was missing before the latest: the two lines are in the wrong order."""
    if len(s.skipped) < 2 or s.phase != "play" or not s.open or s.caller >= 0 or s.turned:
        return False
    seat, rank = s.skipped
    return (
        e.seat == seat and RANKS.index(e.rank) in ranks_after(s, rank) and s.rank in ranks_after(s, RANKS.index(e.rank))
    )


def lay_late(s: Popcorn) -> None:
    """The cards lie below those of the latest lay, where they were counted already; which they are, is not needed there."""
    s.skipped = ()


# ---- The line before -----------------------------------------------------------------------------------------------


def last_was_misread(s: Popcorn, e: Claimed) -> bool:
    """Whether the latest lay was written for the wrong seat, or with the wrong rank: this one follows what was due there, and
    not what was written.
    """
    if len(s.strayed) < 2 or s.phase != "play" or s.layer < 0:
        return False
    (turn, before), rank, due = s.strayed, RANKS.index(e.rank), ranks_due(s)
    if s.layer != turn:
        return e.seat != s.turn and e.seat == after(s, turn) and rank in due
    follows = {next_ for one in ranks_after(s, before) for next_ in ranks_after(s, one)}
    return e.seat == s.turn and rank not in due and rank in follows


def doubt_sizes(s: Popcorn, seats: Iterable[int]) -> None:
    """How many cards these seats have, and which, is not known any more."""
    places = s.places
    for seat in seats:
        places.forget(seat)
        places.least[seat], places.most[seat], s.held[seat] = 0, s.total, 0
    add_up(s)


def in_last_call(s: Popcorn) -> set[int]:
    """The seats that a call of the latest lay is about; none, if there was none."""
    return {seat for seat in (s.layer, s.caller, s.taker) if seat >= 0} if s.caller >= 0 or s.turned else set()


def doubt_last(s: Popcorn) -> None:
    """The latest lay may have been made by the seat whose turn it was: how many cards the two have is not known."""
    turn, seat = s.strayed[0], s.layer
    if seat == turn:
        return
    places, (least, most) = s.places, size(s, last_laid(s))
    if s.caller >= 0 or s.turned:
        doubt_sizes(s, {turn, *in_last_call(s)})
        return
    for place in (turn, seat):
        places.forget(place)
        s.held[place] = 0
    places.least[turn] = max(0, places.least[turn] - most)
    places.most[turn] = max(0, places.most[turn] - least)
    places.least[seat] += least
    places.most[seat] += most
    add_up(s)


# ---- What is told --------------------------------------------------------------------------------------------------


def cures(s: Popcorn) -> list[Verdict]:
    """What was said of the latest lay, and of its call, is withdrawn: they may be about another lay."""
    names = (
        ("lay_out_of_turn", "wrong_rank") if s.counted else ("lay_out_of_turn", "wrong_rank", "short_lay", "over_lay")
    )
    return [*(Cured(line=s.laid_line, name=name) for name in names), *call_withdrawn(s)]


def lay_is_missing(s: Popcorn, e: Claimed) -> Answer:
    """Turn and rank tell that lays before this one are not in the record (PC-3.2, PC-4.3)."""
    seats = left_out(s, e)
    if not seats or last_was_misread(s, e):
        return None
    who = " and ".join(f"seat {seat}" for seat in seats)
    told = Broken(says=f"by turn and rank, a lay of {who} before this one is not in the record")
    return [told, *(cures(s) if s.called_line else ())]


def last_is_as_written(s: Popcorn, e: Claimed) -> Answer:
    """What follows tells that the latest lay was written wrongly (PC-3.2, PC-4.3)."""
    if not last_was_misread(s, e):
        return None
    turn, line = s.strayed[0], s.laid_line
    wrong = f"for seat {s.layer}" if s.layer != turn else f"as of rank {RANKS[s.rank]}"
    says = f"the lay of line {line} was written {wrong}; what follows is as if seat {turn} had laid what was due"
    return [Broken(says=says, at=line), *cures(s)]


def unless_slip(check: Callable[[Popcorn, Claimed], Answer]) -> Callable[[Popcorn, Claimed], Answer]:
    """The check of turn, rank or end, of lays that show no slip of the scribe."""

    def held(s: Popcorn, e: Claimed) -> Answer:
        if e.seat == s.turn and not s.strayed and not s.skipped:  # the usual case, told quickly
            return check(s, e)
        if is_belated(s, e) or last_was_misread(s, e) or left_out(s, e):
            return None
        return check(s, e)

    return held
