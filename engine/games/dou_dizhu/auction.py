"""DZ-2 Auction: bids of 1 to 3, passes, and who is landlord."""

from upcard.engine.game import Answer, Broken, InDoubt
from upcard.engine.games.dou_dizhu.dealing import begin_unseen, redeal_is_due, stray
from upcard.engine.games.dou_dizhu.table import (
    MOST_BID,
    NOBODY,
    SEATS,
    UNSURE_BID,
    UNSURE_BOMBS,
    WIDOW,
    DouDizhu,
    first_bidder,
    lacks_words,
    taken_by,
)
from upcard.schemas.events import Bid, Passed, Shown, Took

# ---- DZ-2.1, DZ-2.2 Bids and passes --------------------------------------------------------------------------------


def bid(s: DouDizhu, e: Bid) -> None:
    """A bid. One that cannot be counts like a pass, unless the same seat speaks again at once."""
    if e.seat >= SEATS:
        return
    if not speak(s, e.seat):
        stray(s, begins=True)
        return
    if s.gap:
        s.unsure &= ~UNSURE_BOMBS
    if s.bid < e.amount <= MOST_BID:
        s.bid, s.landlord, s.passes, s.slip = e.amount, e.seat, 0, NOBODY
        s.unsure &= ~UNSURE_BID
    else:
        s.passes += 1
        s.slip = e.seat
    go_on(s, e.seat)


def pass_bid(s: DouDizhu, e: Passed) -> None:
    """A pass in the auction."""
    if e.seat >= SEATS:
        return
    if not speak(s, e.seat):
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
    if s.phase == "widow" and s.slip == seat:
        s.phase = "auction"
    if s.phase != "auction" or (s.none_bid and s.slip != seat):
        return False
    s.holed |= s.opener >= 0 and s.turn >= 0 and seat not in {s.turn, s.slip}
    if s.slip == seat:
        s.passes -= 1
        s.none_bid = False
    if s.opener < 0 and not s.gap:
        s.opener, s.opened_at = seat, s.line
    return True


def go_on(s: DouDizhu, seat: int) -> None:
    """Find who speaks next, or end the auction (DZ-2.2, DZ-2.3)."""
    s.turn = (seat + 1) % SEATS
    if s.landlord >= 0 and (s.bid == MOST_BID or s.passes >= 2):
        s.phase, s.turn = "widow", NOBODY
    elif not s.bid and not s.gap and s.passes >= (2 if s.options.opening_passes == "stop" else 3):
        if s.options.all_pass == "redeal":  # noqa: S105 - all have passed
            s.none_bid, s.turn = True, NOBODY
        else:
            s.bid, s.landlord, s.phase, s.turn = 1, s.opener, "widow", NOBODY
    elif s.gap and s.landlord < 0:
        s.turn = NOBODY


# ---- What is wrong with what is said -------------------------------------------------------------------------------


def taker_speaks_first(s: DouDizhu, e: Bid | Passed) -> Answer:
    """Who got the face-up card speaks first (DZ-1.2); if nobody did, the cards are dealt anew or who drew first does."""
    seat = e.seat
    if s.phase != "auction" or s.gap or s.opener >= 0 or seat >= SEATS:
        return None
    first = first_bidder(s)
    if first == NOBODY:
        return no_redeal()
    if first < 0:
        return may_be_elsewhere(s, seat)
    if seat == first:
        return None
    if taken_by(s) == WIDOW:
        says = f"seat {seat} spoke first; nobody drew the face-up card, and seat {first} drew the first card"
        return Broken(seat=seat, says=says, clause="DZ-1.4")
    return Broken(seat=seat, says=f"seat {seat} spoke first; seat {first} got the face-up card")


def no_redeal(at: int | None = None) -> Broken:
    """The face-up card lay in the widow, and the hand went on."""
    says = "nobody drew the face-up card, and the cards were not dealt anew"
    return Broken(says=says, at=at, clause="DZ-1.4", name="no_redeal")


def may_be_elsewhere(s: DouDizhu, seat: int) -> Answer:
    """Whether another seat than the one that spoke first got the face-up card shows when it is laid (DZ-8.1)."""
    bit = s.upcard.bit if s.upcard is not None else 0
    if not bit or bit & s.places.located:
        return None
    others = [other for other in range(SEATS) if other != seat and s.places.most[other]]
    says = f"seat {seat} spoke first; another got the face-up card"
    return [InDoubt(cards=bit, seat=other, blames=seat, says=says) for other in others]


def speaks_in_turn(s: DouDizhu, e: Bid | Passed) -> Answer:
    """Each speaks in turn, to the left (DZ-2.1)."""
    if s.phase != "auction" or s.turn < 0 or s.opener < 0 or e.seat >= SEATS or e.seat in {s.turn, s.slip}:
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} spoke in the turn of seat {s.turn}")


def bids_higher(s: DouDizhu, e: Bid) -> Answer:
    """A bid is 1, 2 or 3, and higher than all before (DZ-2.1)."""
    if e.seat >= SEATS or s.phase == "play" or auction_ended(s, e):
        return None
    if not 1 <= e.amount <= MOST_BID:
        return Broken(seat=e.seat, says=f"bid {e.amount}; bids are 1, 2 and 3", name="no_such_bid")
    if e.amount <= s.bid:
        return Broken(seat=e.seat, says=f"bid {e.amount} over {s.bid}", name="bid_not_higher")
    return None


def auction_is_on(s: DouDizhu, e: Bid | Passed) -> Answer:
    """Nobody bids after the auction (DZ-2.2)."""
    in_play = isinstance(e, Passed) and (s.phase in {"between", "play"} or s.gap)
    if e.seat >= SEATS or in_play or s.astray or lacks_words(s) or not auction_ended(s, e):
        return None
    return Broken(seat=e.seat, says="the auction had ended")


def auction_ended(s: DouDizhu, e: Bid | Passed) -> bool:
    """Whether no word counts any more."""
    if s.phase == "between":
        return bool(s.how)
    if s.phase == "widow" or s.none_bid:
        return s.slip != e.seat
    return s.phase == "play"


def landlord_takes(s: DouDizhu, e: Took) -> Answer:
    """The highest bidder takes the widow, once the auction has ended (DZ-2.2, DZ-2.4)."""
    if e.seat >= SEATS or e.place != "widow":
        return None
    if s.phase == "play" or (s.phase == "between" and s.how):
        return (
            None
            if s.astray or (s.gap and s.phase == "play")
            else Broken(seat=e.seat, says="there was no widow to take")
        )
    if redeal_is_due(s) and (s.none_bid or s.opener < 0):  # else that was told of the first bidder
        return dealt_anew(s)
    if s.phase == "widow":
        if e.seat == s.landlord or lacks_words(s) or (s.gap and s.bid == 3):  # a bid of 3 may have come too late
            return None
        return Broken(seat=e.seat, says=f"seat {e.seat} took the widow; seat {s.landlord} had bid highest")
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


def widow_tells(s: DouDizhu, e: Shown | Took) -> Answer:
    """The widow, once seen, may tell that nobody drew the face-up card, and who had to speak first (DZ-1.4)."""
    bit = s.upcard.bit if s.upcard is not None else 0
    seen = any(card.bit & bit for card in e.cards or ()) and e.place == "widow"
    if not seen or s.phase not in {"auction", "widow"} or s.opener < 0 or taken_by(s) >= 0:
        return None
    if s.options.upcard_in_widow == "redeal":
        return no_redeal(s.opened_at)
    if s.drawer in {NOBODY, s.opener}:
        return None
    says = f"seat {s.opener} spoke first; nobody drew the face-up card, and seat {s.drawer} drew the first card"
    return Broken(seat=s.opener, says=says, at=s.opened_at, name="wrong_first_bidder")
