"""B2-2.3, B2-2.4 Turns: what lies on the table, who passed and who is locked out, and who is next."""

from upcard.engine.games.big_two.table import NOBODY, BigTwo, low_card_opens, seated_from, seats_of, to_act
from upcard.engine.games.big_two.twice import comes_late
from upcard.engine.mechanisms.climbing import passed_over
from upcard.schemas.cards import Card

# ---- B2-2.2, B2-2.4 A round begins ---------------------------------------------------------------------------------


def clear_round(s: BigTwo) -> None:
    """Nothing was played yet (B2-2.2)."""
    s.opened, s.lead, s.table, s.owner = False, 1, (), NOBODY
    s.passed, s.locked, s.skipped, s.absent = 0, 0, 0, 0
    s.echo, s.early, s.overtaken, s.under, s.back = 0, 0, 0, (), NOBODY
    s.turn = NOBODY if low_card_opens(s) else max(NOBODY, s.last_winner)


def take_lead(s: BigTwo) -> None:
    """The seat whose turn it is may lay any combination. Who was passed over may still act before it does."""
    s.lead, s.table, s.owner = 1, (), NOBODY
    s.passed, s.locked, s.absent = 0, 0, 0


def lose_track(s: BigTwo) -> None:
    """Who is to act, and on what, cannot be told until the next play."""
    s.opened, s.turn, s.lead, s.table, s.owner = True, NOBODY, -1, (), NOBODY
    doubt_locks(s)
    s.passed = s.skipped = 0
    s.echo, s.early, s.overtaken, s.under, s.back = 0, 0, 0, (), NOBODY


def doubt_locks(s: BigTwo) -> None:
    """Whether the lead came since they passed cannot be told: who is locked out may be in again."""
    s.absent |= s.locked
    s.locked = 0


# ---- B2-2.3 A play -------------------------------------------------------------------------------------------------


def lay(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> None:
    """The combination to beat is this one now; unless its line only comes late, and it was beaten already."""
    s.back = NOBODY
    if s.overtaken >> seat & 1 and comes_late(s, seat, cards):
        s.overtaken &= ~(1 << seat)
        if not all(card.bit for card in cards + s.table + s.under):  # or it is higher, and comes in its place
            lose_track(s)
        return
    s.echo = s.early if s.skipped >> seat & 1 else 0  # those passes may have been on this play
    s.early = 0
    s.overtaken, s.under = 0, () if s.lead else s.table
    if seat == s.owner or (s.lead == 1 and s.turn >= 0):
        s.locked = s.absent = 0
    elif s.lead:
        doubt_locks(s)
    if seat != s.turn and s.turn >= 0 and s.opened:
        over = passed_over(s.turn, seat, len(s.players)) & ~(s.locked | s.away)
        s.overtaken = 0 if s.skipped >> seat & 1 else over
        s.doubtful |= over if seat != s.owner or over.bit_count() == 1 else 0
        note_stray(s, next_in(s, s.turn))
        s.strays += (s.line,)
        overlook(s, over)
    s.opened, s.lead, s.table, s.owner = True, 0, cards, seat
    s.passed = s.skipped = 0
    if s.options.pass_lock:
        go_on(s, seat)
    else:
        s.turn = (seat + 1) % len(s.players)
        if s.away:
            s.turn = seated_from(s, s.turn)


def next_in(s: BigTwo, seat: int) -> int:
    """Who is next after a seat, but for those who are out of this round or have left."""
    seats, out = len(s.players), s.locked | s.away
    return next((one % seats for one in range(seat + 1, seat + seats) if not out >> one % seats & 1), seat)


def note_stray(s: BigTwo, then: int) -> None:
    """An act out of turn may be that of the seat whose turn it was, written for another. then: who would be next."""
    s.stray = (len(s.acts), s.line, s.turn, then)


def overlook(s: BigTwo, seats: int) -> None:
    """These seats were passed over: the record may have missed what they did."""
    s.missed |= seats
    if s.options.pass_lock:
        s.absent |= seats & ~s.locked


def go_on(s: BigTwo, seat: int) -> None:
    """Find who is next after this seat; when all others have passed, the owner of the combination leads (B2-2.4)."""
    seats = len(s.players)
    owner, locked = s.owner, s.locked | s.away
    if s.gap and s.options.pass_lock:
        s.turn, s.lead = NOBODY, -1
    elif owner >= 0 and (s.passed | locked | 1 << owner) == (1 << seats) - 1:
        s.turn = owner
        over = passed_over((seat + 1) % seats, owner, seats) & s.locked
        take_lead(s)
        s.overtaken |= over  # passes of who is out may be written (B2-7.2), also behind the one that ends the round
    elif owner < 0 and (s.passed | s.away).bit_count() >= seats - 1:
        s.turn = seated_from(s, (seat + 1) % seats)
        take_lead(s)
    else:
        s.turn = (seat + 1) % seats
        while locked >> s.turn & 1:
            s.turn = (s.turn + 1) % seats


# ---- B2-2.3 to B2-2.5 A pass ---------------------------------------------------------------------------------------


def add_pass(s: BigTwo, seat: int) -> None:
    """A pass that was made, and not written before."""
    s.acts.append((seat, (), s.line))
    count_pass(s, seat)


def count_pass(s: BigTwo, seat: int) -> None:
    """Count a pass since the last play (B2-2.4). Who was passed over on the way is taken to have passed."""
    bit = 1 << seat
    s.echo, s.back = 0, NOBODY
    if s.overtaken & bit and seat != s.turn:  # it was before the last play
        s.overtaken &= ~bit
        s.locked |= bit if s.options.pass_lock and s.lead != 1 else 0
        return
    either = s.overtaken & bit  # it may have been on the last play, or before it
    s.overtaken = 0
    if s.lead == 1:
        pass_lead(s, seat)
        return
    if seat != s.turn:
        if s.locked & bit:
            return
        if s.turn >= 0 and not s.skipped & bit:
            ends = (
                s.owner >= 0
                and (s.passed | s.locked | s.away | 1 << s.turn | 1 << s.owner) == (1 << len(s.players)) - 1
            )
            note_stray(s, s.owner if ends else next_in(s, s.turn))
            pass_over(s, seat)
    if s.skipped:
        s.early |= bit
    late = s.skipped & bit
    s.passed |= bit
    s.skipped &= ~bit
    if s.options.pass_lock:
        s.locked |= bit
    if not late:
        go_on(s, seat)
    if either and s.turn >= 0:
        s.echo = 1 << s.turn


def pass_over(s: BigTwo, seat: int) -> None:
    """The seats before this one are passed over."""
    over = passed_over(s.turn, seat, seats_of(s)) & ~s.away
    overlook(s, over)
    s.doubtful |= over
    s.skipped |= over
    s.passed |= over


def pass_lead(s: BigTwo, seat: int) -> None:
    """A leader passes: the next seat leads (B2-7.2). After a pass of the opener, who opens is left to the table; after one of
    another seat, or of who may be another, the hand is not opened yet.
    """
    if not s.opened and seat != to_act(s) and (low_card_opens(s) or s.turn >= 0):
        s.absent |= 1 << seat if s.options.pass_lock else 0  # the opening may be missing in the record
        return
    if not s.opened and low_card_opens(s):
        s.opened, s.turn = True, NOBODY
        s.absent |= 1 << seat if s.options.pass_lock else 0
    elif seat == s.turn:
        s.opened, s.turn = True, seated_from(s, (seat + 1) % seats_of(s))
    else:  # a pass on nothing: a lead may be missing in the record
        s.missed |= 1 << s.turn if s.turn >= 0 else 0
        lose_track(s)
        s.passed = 1 << seat
        s.absent |= s.passed if s.options.pass_lock else 0
