"""TR-1 Deck and seats: how a hand begins, and the deal of ten cards each."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.tresette.table import HAND, SEATS, TABLE, UNTOLD, Tresette, after
from upcard.engine.mechanisms.corrections import change_unseen, may_change
from upcard.engine.mechanisms.dealers import is_named, named_as_opened, off_from, opens, other_was_named
from upcard.engine.mechanisms.deals import deal_faults, deal_hands, sizes_of
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.mechanisms.strays import settle_down
from upcard.engine.mechanisms.trick_play import clear, miss_tricks
from upcard.engine.places import Places
from upcard.schemas.events import Dealt, Gap, HandStarted, Voided


def begin_hand(s: Tresette, e: HandStarted) -> None:
    """A new hand. What one came to that was not finished is not known."""
    told = e.dealer is not None and e.dealer < SEATS
    if goes_on(s, e):
        if told:
            name_again(s, e.dealer or 0)
        s.headless = False
        return
    missed = s.astray > 1 and s.how != "void"
    if s.phase != "between" or missed:
        s.totals, s.over = [UNTOLD, UNTOLD], False
    open_deal = s.again or s.phase != "between"
    if missed:
        forget_dealer(s)
    if told:
        is_named(s, e.dealer or 0, -1 if open_deal else after(s, s.dealer))
        s.dealer, s.asked = e.dealer or 0, []
    elif s.hand and not open_deal:
        s.dealer = after(s, s.dealer)
    s.hand += 1
    s.phase, s.gap, s.again, s.how, s.astray = "deal", False, False, "", 0
    s.headless, s.slipped, s.odd, s.unsure = False, False, [0] * SEATS, 0
    s.repeated, s.talked = 0, []
    s.wary, s.passed, s.muddled, s.row = False, -1, False, [UNTOLD] * 9
    clear(s)
    s.changes = []
    settle_down(s)
    s.turn = after(s, s.dealer) if told or not open_deal else -1
    s.calls, s.told, s.said, s.gained, s.before = [0] * 4, [], [], [0, 0], s.totals[:]
    s.places = Places.empty(5, 4)


def goes_on(s: Tresette, e: HandStarted) -> bool:
    """Whether this is no new hand: it was dealt already, or begun by the same dealer, and nothing was done since."""
    if s.headless:
        return not s.cards
    return s.phase == "deal" and not s.gap and e.dealer is not None and e.dealer == s.dealer


def name_again(s: Tresette, dealer: int) -> None:
    """The dealer of a hand is named that was dealt, or begun, before that."""
    if s.dealer != dealer or s.turn < 0:
        is_named(s, dealer, -1)
    elif s.headless:
        is_named(s, dealer, dealer)
    s.dealer, s.turn = dealer, after(s, dealer)


def hand_is_due(s: Tresette, e: HandStarted) -> Answer:
    """A hand is played out, and none follows the end of the match (TR-3.1, TR-4.6)."""
    if goes_on(s, e):
        says = "the hand was begun before"
        return None if s.headless else Broken(says=says, name="begun_twice", kind="note")
    faults = []
    if s.phase == "play" and not s.gap:
        faults.append(Broken(says="the hand before was not played out; what it came to is not known"))
    elif s.phase == "deal" and not s.gap:
        says = "nothing is told of the hand before but that it began"
        faults.append(Broken(says=says, name="begun_twice", kind="note"))
    if s.over:
        points = " to ".join(map(str, s.totals))
        faults.append(
            Broken(says=f"a hand after the end of the match, {points}", name="after_the_end", clause="TR-4.6")
        )
    return faults


def dealer_rotates(s: Tresette, e: HandStarted) -> Answer:
    """The deal passes in the direction of play (TR-4.7); a hand thrown in may be dealt again by the same."""
    if e.dealer is None:
        return None
    if e.dealer > 3:
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction", clause="G-5")
    if s.dealer < 0 or (s.phase != "between" and e.dealer == s.dealer) or (s.again and e.dealer == s.dealer):
        return None
    due = after(s, s.dealer)
    if named_as_opened(s, e.dealer, due, SEATS):
        return other_was_named(s, e.dealer, due, "out_of_turn")
    return None if e.dealer == due else Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {due} was to deal")


def deal(s: Tresette, e: Dealt) -> None:
    """Ten cards to each seat (TR-1.1). A hand that nobody wrote of begins with its deal."""
    if begins_hand(s):
        begin_hand(s, HandStarted())
        s.headless = True
    elif s.phase == "play" and comes_late(s):
        if s.cards:  # no card is played before the deal: it was one of the hand before
            clear(s)
            s.turn, s.off = -1, 0
        s.places = Places.empty(5, 4)
    elif s.phase != "deal":
        return
    sizes = sizes_of(e, SEATS, [HAND] * SEATS)
    deal_hands(s.places, e, sizes, FORTY, s.step)
    s.phase, s.uneven, s.assumed = "play", sizes != [HAND] * SEATS, False


def begins_hand(s: Tresette) -> bool:
    """Whether cards dealt now are those of a hand of which nobody wrote that it began."""
    return s.phase == "between" or (s.phase == "play" and s.gap and not s.slipped)


def comes_late(s: Tresette) -> bool:
    """Whether a deal is written after the first act of its hand."""
    return s.assumed and not s.gap and len(s.cards) < 2


def begin_play(s: Tresette) -> bool:
    """Play goes on with ten cards each, where nobody wrote the deal down. False: no hand is on."""
    if s.phase == "between":
        return False
    if s.phase == "deal":
        deal(s, Dealt(each=HAND))
        s.assumed = True
    return True


def no_hand(s: Tresette, seat: int | None, what: str, name: str | None = None, cards: int = 0) -> Broken | None:
    """An act of a hand where none is on (G-5). Its beginning may lie in a gap; after a card that was none of
    the last hand the beginning of one is missing, which is told of once.
    """
    if s.gap or s.astray > 1:
        return None
    says = f"{what} where no hand is on"
    return Broken(seat=seat, cards=cards, says=says, name=name, kind="contradiction", clause="G-5")


def deal_in_order(s: Tresette, e: Dealt) -> Answer:
    """Ten cards each, once (TR-1.1)."""
    if begins_hand(s):
        return no_hand(s, None, "cards dealt")
    if s.phase != "deal":
        return Broken(says="a deal where none was due", kind="contradiction", clause="G-5")
    sizes = sizes_of(e, SEATS, [HAND] * SEATS)
    if sizes == [HAND] * SEATS:
        return None
    return Broken(says=f"ten cards were due to each seat, not {', '.join(map(str, sizes))}")


def deal_is_possible(s: Tresette, e: Dealt) -> Answer:
    """Each of the forty cards is dealt once (G-5)."""
    fresh = begins_hand(s) or (s.phase == "play" and comes_late(s))
    if s.phase != "deal" and not fresh:
        return None
    return deal_faults(Places.empty(5, 4) if fresh else s.places, e, sizes_of(e, SEATS, [HAND] * SEATS), FORTY)


def void(s: Tresette, _e: Voided) -> None:
    """The hand is thrown in; nothing is scored."""
    if s.phase == "between":
        return
    s.phase, s.how, s.turn, s.ended, s.again = "between", "void", -1, s.hand, True
    s.settled += 1


def void_is_due(s: Tresette, _e: Voided) -> Answer:
    """Only a hand that is on can be thrown in (G-5)."""
    if s.phase != "between" or s.gap:
        return None
    return Broken(says="there was no hand to throw in")


def miss(s: Tresette, e: Gap) -> None:
    """Something was missed: turns, tricks and dealers prove nothing any more; points neither, if hands were."""
    if may_change(s):
        change_unseen(s, TABLE)
        s.said = []  # nobody knows any more which cards had gone by then
    lose_tricks(s)
    forget_dealer(s)
    if s.phase == "between" or e.hands:
        s.totals, s.before, s.over = [UNTOLD, UNTOLD], [UNTOLD, UNTOLD], False
    if e.hands:
        s.hand += e.hands
        s.phase, s.how, s.again = "between", "", False


def lose_tricks(s: Tresette) -> None:
    """Turns and tricks of this hand prove nothing from here on."""
    miss_tricks(s, SEATS)
    settle_down(s)


# ---- Who leads first shows who dealt (G-8, TR-3.1) -------------------------------------------------------------------


def forget_dealer(s: Tresette) -> None:
    """Nobody knows who deals."""
    s.dealer, s.lone, s.off, s.asked = -1, 0, 0, []


def is_opening(s: Tresette) -> bool:
    """Whether no card of the hand was played yet, and nothing was missed."""
    return not s.cards and not s.gap and s.phase != "between"


def off_by(s: Tresette, seat: int) -> int:
    """By how many seats who leads first is off from who was to. Where the same dealer may have dealt again, or the next, it is
    off only if it is from both.
    """
    first = after(s, s.dealer)
    return off_from(s, [first] if s.turn >= 0 else [first, after(s, first)], seat, SEATS)


def opened_by(s: Tresette, seat: int) -> None:
    """A seat leads first, where one line alone says who dealt: it agrees, or for the second time it shows another dealer."""
    before = s.off_at
    if opens(s, off_by(s, seat), SEATS):
        s.dealer, s.turn = (seat - s.way) & 3, seat
    s.asked = [(by, line) for by, line in s.asked if by == seat and line > before]
