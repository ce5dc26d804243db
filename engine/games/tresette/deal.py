"""TR-1 Deck and seats: how a hand begins, and the deal of ten cards each."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.tresette.table import HAND, UNTOLD, Tresette, after
from upcard.engine.mechanisms.deals import deal_faults, deal_hands, sizes_of
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.mechanisms.trick_play import clear, miss_tricks
from upcard.engine.places import Places
from upcard.schemas.events import Dealt, Gap, HandStarted, Voided


def begin_hand(s: Tresette, e: HandStarted) -> None:
    """A new hand; one that was not finished is void, or not known if something of it was missed."""
    if s.phase != "between" and s.gap:
        s.totals = [UNTOLD, UNTOLD]
    if e.dealer is not None and e.dealer < 4:
        s.dealer = e.dealer
    elif s.phase == "between" and s.hand and not s.again:
        s.dealer = after(s, s.dealer)
    s.hand += 1
    s.phase, s.gap, s.again, s.how = "deal", False, False, ""
    clear(s)
    s.turn = after(s, s.dealer)
    s.calls, s.told, s.said, s.gained, s.before = [0] * 4, [], [], [0, 0], s.totals[:]
    s.places = Places.empty(5, 4)


def hand_is_due(s: Tresette, _e: HandStarted) -> Answer:
    """A hand is played out, and none follows the end of the match (TR-3.1, TR-4.6)."""
    faults = []
    if s.phase == "play" and not s.gap:
        faults.append(Broken(says="the hand before was not played out; it is void"))
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
    return None if e.dealer == due else Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {due} was to deal")


def deal(s: Tresette, e: Dealt) -> None:
    """Ten cards to each seat (TR-1.1)."""
    if s.phase != "deal":
        return
    deal_hands(s.places, e, sizes_of(e, 4, [HAND] * 4), FORTY, s.step)
    s.phase = "play"


def begin_play(s: Tresette) -> bool:
    """Play goes on with ten cards each, where nobody wrote the deal down. False: no hand is on."""
    if s.phase == "between":
        return False
    if s.phase == "deal":
        deal(s, Dealt(each=HAND))
    return True


def deal_in_order(s: Tresette, e: Dealt) -> Answer:
    """Ten cards each, once (TR-1.1)."""
    if s.phase != "deal":
        return Broken(says="a deal where none was due", kind="contradiction", clause="G-5")
    sizes = sizes_of(e, 4, [HAND] * 4)
    if sizes == [HAND] * 4:
        return None
    return Broken(says=f"ten cards were due to each seat, not {', '.join(map(str, sizes))}")


def deal_is_possible(s: Tresette, e: Dealt) -> Answer:
    """Each of the forty cards is dealt once (G-5)."""
    return deal_faults(s.places, e, sizes_of(e, 4, [HAND] * 4), FORTY) if s.phase == "deal" else None


def void(s: Tresette, _e: Voided) -> None:
    """The hand is thrown in; nothing is scored."""
    if s.phase == "between":
        return
    s.phase, s.how, s.turn, s.ended, s.again = "between", "void", -1, s.hand, True
    s.settled += 1


def void_is_due(s: Tresette, _e: Voided) -> Answer:
    """Only a hand that is on can be thrown in (G-5)."""
    return Broken(says="there was no hand to throw in") if s.phase == "between" else None


def miss(s: Tresette, e: Gap) -> None:
    """Something was missed: turns, tricks, talk and dealers prove nothing any more; points neither, if hands were."""
    miss_tricks(s, 4)
    s.dealer, s.said = -1, []
    if s.phase == "between" or e.hands:
        s.totals, s.before, s.over = [UNTOLD, UNTOLD], [UNTOLD, UNTOLD], False
