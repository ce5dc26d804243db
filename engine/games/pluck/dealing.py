"""PL-2 Phases: the deal, the dealer, and the trump suit."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pluck.scoring import is_over
from upcard.engine.games.pluck.table import PACK, SEATS, SIZE, TABLE, TRUMPS, Pluck
from upcard.engine.mechanisms.deals import deal_faults, deal_hands, sizes_of
from upcard.engine.mechanisms.trick_play import clear
from upcard.engine.places import Places
from upcard.schemas.events import Dealt, HandStarted, TrumpNamed


def begin_hand(s: Pluck, e: HandStarted) -> None:
    """A new hand; one that was not finished does not count."""
    s.hand += 1
    if s.gap and s.phase != "between":
        lose_count(s)
    s.phase, s.gap, s.lost = "deal", False, False
    if e.dealer is not None and e.dealer < SEATS:
        s.dealer = e.dealer
    else:
        s.dealer = s.may_deal[0] if s.may_deal else -1
    s.may_deal = after_void(s)
    follow_players(s)
    clear(s)
    s.turn, s.trump, s.trumps, s.broke, s.how = -1, "", 0, -1, ""
    forget_plucks(s)
    s.early, s.taken = [], [0] * SEATS
    s.places = Places.empty(TABLE + 1, SEATS)


def after_void(s: Pluck) -> list[int]:
    """Who may deal after a hand that does not count: the page does not say, so nobody is blamed for either."""
    return [s.dealer, (s.dealer + 1) % SEATS] if s.dealer >= 0 else []


def follow_players(s: Pluck) -> None:
    """Plucks and points belong to persons, and go with them when they change seats (PL-3.1)."""
    if s.sat and s.sat != s.players and len(set(s.sat)) == SEATS and set(s.sat) == set(s.players):
        came = [s.sat.index(player) for player in s.players]
        s.excess = [s.excess[seat] for seat in came]
        s.totals = [s.totals[seat] for seat in came]
    s.sat = s.players[:]


def lose_count(s: Pluck) -> None:
    """Something between two results was missed: dealer, plucks and totals cannot be told."""
    s.may_deal, s.told, s.totals = [], False, [-1] * SEATS


def dealer_rotates(s: Pluck, e: HandStarted) -> Answer:
    """The deal goes to the left (PL-2.5)."""
    if e.dealer is None:
        return None
    if e.dealer >= SEATS:
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction", clause="G-5")
    if not s.may_deal or e.dealer in s.may_deal or (s.gap and s.phase != "between"):
        return None
    return Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {s.may_deal[0]} was to deal")


def hand_is_finished(s: Pluck, _e: HandStarted) -> Answer:
    """Seventeen tricks are played before the next hand (PL-2.4)."""
    if s.phase in {"between", "deal"} or s.gap:
        return None
    return Broken(says="the hand before was not played out; it does not count")


def game_goes_on(s: Pluck, _e: HandStarted) -> Answer:
    """No hand follows the last (PL-5.2)."""
    return Broken(says="a hand after the game was over") if s.closed or is_over(s) else None


def deal(s: Pluck, e: Dealt) -> None:
    """All cards are dealt (PL-2.1)."""
    if s.phase != "deal":
        return
    deal_hands(s.places, e, sizes_of(e, SEATS, [SIZE] * SEATS), PACK, s.step)
    s.phase = "pluck"


def deal_is_due(s: Pluck, e: Dealt) -> Answer:
    """Seventeen cards to each seat, once (PL-1.1, PL-2.1)."""
    if s.phase != "deal":
        return Broken(says="a deal where none was due", kind="contradiction", clause="G-5")
    sizes = sizes_of(e, SEATS, [SIZE] * SEATS)
    if sizes == [SIZE] * SEATS:
        return None
    return Broken(says=f"17 cards were due to each seat, not {', '.join(map(str, sizes))}")


def deal_is_possible(s: Pluck, e: Dealt) -> Answer:
    """Each of the 51 cards is dealt once (PL-8)."""
    if s.phase != "deal":
        return None
    return deal_faults(s.places, e, sizes_of(e, SEATS, [SIZE] * SEATS), PACK)


def fill_hands(s: Pluck) -> None:
    """Seventeen cards each, whether or not the deal was written down."""
    if s.phase != "deal":
        return
    for seat in range(SEATS):
        missing = SIZE - s.places.known[seat].bit_count() - s.places.most[seat]
        if missing > 0:
            s.places.deal(seat, 0, missing, s.step, None)
    s.phase = "pluck"


def name_trump(s: Pluck, e: TrumpNamed) -> None:
    """Trump is named, and plucks not taken lapse (PL-3.6); the first naming counts."""
    if s.phase == "between" or s.trump:
        return
    fill_hands(s)
    if s.phase == "pluck":
        s.gap = False  # what was missed before is over
    s.phase, s.trump, s.trumps = "play", e.suit, TRUMPS[e.suit]
    if s.dealer < 0 and e.seat < SEATS:
        s.dealer = e.seat
        s.may_deal = after_void(s)


def lose_plucks(s: Pluck) -> None:
    """Something of the deal or the plucks was missed: any card may lie in any hand, but the play can be judged."""
    s.gap = s.lost = True
    forget_plucks(s)
    s.places = Places.empty(TABLE + 1, SEATS)
    if s.phase == "pluck":
        s.phase = "deal"
        fill_hands(s)


def forget_plucks(s: Pluck) -> None:
    """No card was plucked, or none that tells anything."""
    s.moved, s.above, s.dark = [], [0] * SEATS, 0


def dealer_names(s: Pluck, e: TrumpNamed) -> Answer:
    """The dealer, and nobody else, names trump, once (PL-2.3)."""
    if s.phase == "between":
        return Broken(seat=e.seat, says="trump named where no hand is played", kind="contradiction", clause="G-5")
    if e.seat >= SEATS:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", clause="G-5")
    if s.trump:
        return Broken(seat=e.seat, says="trump was named before; the first naming counts")
    if s.dealer >= 0 and e.seat != s.dealer:
        return Broken(seat=e.seat, says=f"seat {e.seat} named trump; seat {s.dealer} is the dealer")
    return None
