"""DZ-2 Auction: bids of 1 to 3, passes, and who is landlord."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.dou_dizhu.dealing import begin_unseen, redeal_is_due, stray
from upcard.engine.games.dou_dizhu.face_up import no_redeal, took_unforced
from upcard.engine.games.dou_dizhu.slips import bid_again, is_again, passed_again
from upcard.engine.games.dou_dizhu.table import (
    MOST_BID,
    NOBODY,
    SEATS,
    UNSURE_BID,
    UNSURE_BOMBS,
    DouDizhu,
    lacks_words,
    note_unsaid,
)
from upcard.schemas.events import Bid, Passed, Took
from upcard.schemas.findings import FindingKind

# ---- DZ-2.1, DZ-2.2 Bids and passes --------------------------------------------------------------------------------


def bid(s: DouDizhu, e: Bid) -> None:
    """A bid. One that cannot be counts like a pass, unless the same seat speaks again at once."""
    if e.seat >= SEATS or bid_again(s, e):
        return
    s.hushed = NOBODY
    ended = s.phase == "widow" and s.slip != e.seat
    if not speak(s, e.seat):
        note_unsaid(s)
        stray(s, begins=True)
        return
    if s.gap:
        s.unsure &= ~UNSURE_BOMBS
    if s.bid < e.amount <= MOST_BID:
        s.bid, s.landlord, s.passes, s.slip = e.amount, e.seat, 0, NOBODY
        s.unsure = s.unsure & ~UNSURE_BID | UNSURE_BID * ended  # until the widow tells whether words were missing
    else:
        s.passes += 1
        s.slip = e.seat
    go_on(s, e.seat)


def pass_bid(s: DouDizhu, e: Passed) -> None:
    """A pass in the auction. One that was written twice may have been another's."""
    if e.seat >= SEATS:
        return
    if passed_again(s, e):
        s.holed |= s.turn >= 0
        return
    s.hushed = e.seat
    if not speak(s, e.seat):
        note_unsaid(s)
        stray(s, begins=False)
    else:
        s.passes += 1
        s.slip = NOBODY
        go_on(s, e.seat)


def speak(s: DouDizhu, seat: int) -> bool:
    """Whether there is an auction to speak in. What a seat says at once after a bid that cannot be takes its place."""
    if s.phase in {"between", "deal"}:
        if s.phase == "between" and s.how:
            return False
        begin_unseen(s)
    if goes_on_after(s, seat):
        reopen(s)
    if s.phase != "auction" or s.none_bid:
        return False
    s.holed |= s.opener >= 0 and s.turn >= 0 and seat not in {s.turn, s.slip}
    if s.slip == seat:
        s.passes -= 1
    if s.opener < 0 and not s.gap:
        s.opener, s.opened_at = seat, s.line
    return True


def goes_on_after(s: DouDizhu, seat: int) -> bool:
    """Whether somebody speaks on after the passes that seemed to end the auction: the seat whose bid counted for
    nothing, or anybody but the landlord where words may be missing.
    """
    ended = s.phase == "widow" or (s.phase == "auction" and s.none_bid)
    return ended and (s.slip == seat or (s.holed and s.bid < MOST_BID and seat != s.landlord))


def reopen(s: DouDizhu) -> None:
    """The auction goes on; nobody is forced to be landlord (DZ-2.3)."""
    if s.phase == "widow" and s.none_bid:
        s.bid, s.landlord = 0, NOBODY
    s.phase, s.none_bid = "auction", False


def go_on(s: DouDizhu, seat: int) -> None:
    """Find who speaks next, or end the auction (DZ-2.2, DZ-2.3)."""
    s.turn = (seat + 1) % SEATS
    if s.landlord >= 0 and (s.bid == MOST_BID or s.passes >= 2):
        s.phase, s.turn = "widow", NOBODY
    elif not s.bid and not s.gap and s.passes >= (2 if s.options.opening_passes == "stop" else 3):
        s.none_bid, s.turn = True, NOBODY
        if s.options.all_pass == "first_bidder_forced_1":  # noqa: S105 - all have passed
            s.bid, s.landlord, s.phase = 1, s.opener, "widow"
    elif s.gap and s.landlord < 0:
        s.turn = NOBODY


# ---- What is wrong with what is said -------------------------------------------------------------------------------


def speaks_in_turn(s: DouDizhu, e: Bid | Passed) -> Answer:
    """Each speaks in turn, to the left (DZ-2.1)."""
    if s.phase != "auction" or s.turn < 0 or s.opener < 0 or e.seat >= SEATS or e.seat in {s.turn, s.slip}:
        return None
    if is_again(s, e):
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} spoke in the turn of seat {s.turn}")


def bids_higher(s: DouDizhu, e: Bid) -> Answer:
    """A bid is 1, 2 or 3, and higher than all before (DZ-2.1)."""
    if e.seat >= SEATS or s.phase == "play" or auction_ended(s, e) or bid_again(s, e):
        return None
    forced = s.phase == "widow" and s.none_bid  # else than by a bid of 1
    if not 1 <= e.amount <= MOST_BID:
        return Broken(seat=e.seat, says=f"bid {e.amount}; bids are 1, 2 and 3", name="no_such_bid")
    if e.amount <= s.bid and not forced:
        return Broken(seat=e.seat, says=f"bid {e.amount} over {s.bid}", name="bid_not_higher")
    return None


def auction_is_on(s: DouDizhu, e: Bid | Passed) -> Answer:
    """Nobody bids after the auction (DZ-2.2)."""
    in_play = isinstance(e, Passed) and (s.phase in {"between", "play"} or s.gap)
    if e.seat >= SEATS or in_play or s.astray or lacks_words(s) or not auction_ended(s, e) or is_again(s, e):
        return None
    return Broken(seat=e.seat, says="the auction had ended")


def auction_ended(s: DouDizhu, e: Bid | Passed) -> bool:
    """Whether no word counts any more."""
    if s.phase == "between":
        return bool(s.how)
    if s.phase == "play":
        return True
    return (s.phase == "widow" or s.none_bid) and not goes_on_after(s, e.seat)


def landlord_takes(s: DouDizhu, e: Took) -> Answer:
    """The highest bidder takes the widow, once the auction has ended (DZ-2.2, DZ-2.4)."""
    if e.seat >= SEATS:
        return None
    if e.place != "widow":
        says = f"cards are taken from the widow, not from {e.place!r}"
        return Broken(seat=e.seat, says=says, kind="contradiction", name="no_such_place")
    if s.phase == "play" or (s.phase == "between" and s.how):
        late = s.phase == "play" and (s.gap or (e.seat == s.landlord and not s.taken))
        twice = s.phase == "play" and e.seat == s.landlord and not s.acts  # nothing was laid since
        kind: FindingKind = "contradiction" if twice else "breach"
        return None if s.astray or late else Broken(seat=e.seat, says="there was no widow to take", kind=kind)
    if redeal_is_due(s) and (s.none_bid or s.opener < 0):  # else that was told of the first bidder
        return dealt_anew(s)
    if s.phase == "widow":
        if e.seat == s.landlord or lacks_words(s) or (s.gap and s.bid == 3):  # a bid of 3 may have come too late
            return None
        if not s.none_bid:
            return Broken(seat=e.seat, says=f"seat {e.seat} took the widow; seat {s.landlord} had bid highest")
        return took_unforced(s, e)
    if s.phase != "auction" or s.gap or lacks_words(s):
        return None
    return Broken(
        seat=e.seat, says="took the widow before the auction ended", clause="DZ-8.2", name="auction_not_ended"
    )


def dealt_anew(s: DouDizhu) -> Answer:
    """The cards are dealt anew when nobody bids, or nobody drew the face-up card (DZ-1.4, DZ-2.3)."""
    if s.none_bid:
        if s.astray or lacks_words(s):
            return None  # told when somebody spoke after it, or out of turn
        return Broken(says="nobody bid, and the cards were not dealt anew", clause="DZ-2.3", name="no_redeal")
    return no_redeal()
