"""PL-2 Phases: the deal, the dealer, and the trump suit."""

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.pluck.dealer import (
    begin_count,
    dealt_by_another,
    forget_others,
    is_another,
    names_another,
    off_by,
    shifted,
    take_caller,
    take_named,
    told_late,
)
from upcard.engine.games.pluck.scoring import is_over
from upcard.engine.games.pluck.table import (
    PACK,
    SEATS,
    SIZE,
    TABLE,
    TRUMPS,
    Pluck,
    dealers_of,
    no_hand,
    suit_mask,
)
from upcard.engine.mechanisms.corrections import change_unseen
from upcard.engine.mechanisms.dealers import begins_again
from upcard.engine.mechanisms.deals import deal_faults, deal_hands, sizes_of
from upcard.engine.mechanisms.strays import settle_down
from upcard.engine.mechanisms.trick_play import clear, miss_tricks
from upcard.engine.places import Places
from upcard.schemas.events import Dealt, Gap, HandStarted, TrumpNamed
from upcard.schemas.findings import FindingKind


def begin_hand(s: Pluck, e: HandStarted) -> None:
    """A new hand; what one that was not finished brought is not known."""
    if is_begun(s):
        s.unbegun = False
        take_named(s, e, dealers_of(s))
        begin_count(s)
        if e.dealer is not None and e.dealer < SEATS:
            s.dealer, s.dealers = e.dealer, []
            s.may_deal = after_void(s)
        return
    s.hand += 1
    again = begins_again(s, e)
    dealers = [] if s.gap and s.phase != "between" else next_dealers(s)
    if s.phase != "between":
        lose_count(s)
    if not again:
        take_named(s, e, dealers)
    s.phase, s.gap, s.lost = "deal", False, False
    if e.dealer is not None and e.dealer < SEATS:
        s.dealer = e.dealer
        s.dealers = []
    else:
        s.dealer = dealers[0] if len(dealers) == 1 else -1
        s.dealers = dealers
    s.may_deal = after_void(s)
    follow_players(s)
    begin_count(s)
    clear(s)
    s.changes = []
    settle_down(s)
    s.turn, s.trump, s.trumps, s.broke, s.how = -1, "", 0, -1, ""
    s.unruly = s.unsure = s.astray = s.blurred = s.unbegun = False
    forget_plucks(s)
    s.early, s.taken = [], [0] * SEATS
    s.places = Places.empty(TABLE + 1, SEATS)


def is_begun(s: Pluck) -> bool:
    """Whether the cards of this hand were dealt before it was written that it began."""
    return s.unbegun and s.phase == "pluck" and not s.moved and not s.gap


def after_void(s: Pluck) -> list[int]:
    """Who may deal after a hand that does not count: the page does not say, so nobody is blamed for either."""
    may = {(dealer + step) % SEATS: None for step in (0, 1) for dealer in dealers_of(s)}
    return list(may) if len(may) < SEATS else []


def have_moved(s: Pluck) -> bool:
    """Whether the players do not sit as they did in the last hand, and each has a name to be told by."""
    return s.sat != s.players and len(set(s.sat)) == len(s.sat) == len(set(s.players)) == len(s.players) == SEATS


def follow_players(s: Pluck) -> None:
    """Plucks and points belong to persons, and go with them when they change seats (PL-3.1).

    Who comes new takes the place of who left: from the same chair, if that one is free.
    """
    if have_moved(s):
        forget_others(s)
        came = [s.sat.index(player) if player in s.sat else -1 for player in s.players]
        free = [seat for seat in range(SEATS) if seat not in came]
        for seat in sorted(range(SEATS), key=lambda seat: seat not in free):
            if came[seat] < 0:
                came[seat] = seat if seat in free else free[0]
                free.remove(came[seat])
        s.excess = [s.excess[seat] for seat in came]
        s.totals = [s.totals[seat] for seat in came]
        s.over_written = [s.over_written[seat] for seat in came]
    s.sat = s.players[:]


def next_dealers(s: Pluck) -> list[int]:
    """Who may deal the next hand; if players changed seats, counted from the chair or from the person who dealt."""
    if not s.may_deal or not have_moved(s):
        return s.may_deal
    sits = {seat: s.players.index(player) for seat, player in enumerate(s.sat) if player in s.players}
    same = [sits[seat] for seat in s.may_deal if seat == s.dealer and seat in sits]
    left = [(sits[s.dealer] + 1) % SEATS] if s.dealer in sits else []
    return list(dict.fromkeys([*s.may_deal, *same, *left]))


def lose_count(s: Pluck) -> None:
    """Something between two results was missed, or a hand had no end: plucks and totals cannot be told."""
    s.may_deal, s.told, s.over_written = [], False, [0] * SEATS
    s.totals, s.before = [-1] * SEATS, [-1] * SEATS


def dealer_rotates(s: Pluck, e: HandStarted) -> Answer:
    """The deal goes to the left (PL-2.5)."""
    if e.dealer is None:
        return None
    if e.dealer >= SEATS:
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction", clause="G-5")
    dealers = dealers_of(s) if is_begun(s) else next_dealers(s)
    if names_another(s, e, dealers) and not (s.gap and s.phase != "between"):
        return dealt_by_another(s, s.off, f"seat {e.dealer} was written as dealer")
    if e.dealer in dealers:
        return [] if begins_again(s, e) else s.alike
    if not dealers or (s.gap and s.phase != "between"):
        return None
    return Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {' or '.join(map(str, dealers))} was to deal")


def hand_is_finished(s: Pluck, _e: HandStarted) -> Answer:
    """Seventeen tricks are played before the next hand (PL-2.4)."""
    if s.phase == "between" or s.gap or is_begun(s):
        return None
    says = "the hand before was not played out in this record; what it brought is not known"
    return Broken(says=says, kind="note" if s.phase == "deal" else None)


def game_goes_on(s: Pluck, _e: HandStarted) -> Answer:
    """No hand follows the last (PL-5.2)."""
    if not is_over(s) or (s.lone and s.off and not is_over(shifted(s, s.off))):
        return None
    return Broken(says="a hand after the game was over")


def deal(s: Pluck, e: Dealt) -> None:
    """All cards are dealt (PL-2.1)."""
    if s.gap and s.phase in {"pluck", "play"}:  # the hand before ended in what was missed
        begin_hand(s, HandStarted())
    elif s.phase == "between":
        begin_hand(s, HandStarted())
        s.unbegun = True
    elif is_belated(s):
        clear(s)
        s.turn, s.shaky, s.unruly, s.phase = -1, False, False, "deal"
        s.places = Places.empty(TABLE + 1, SEATS)
    if s.phase != "deal":
        return
    deal_hands(s.places, e, sizes_of(e, SEATS, [SIZE] * SEATS), PACK, s.step)
    s.phase = "pluck"


def is_belated(s: Pluck) -> bool:
    """Whether cards dealt now are those of a hand of which something else was written before: trump, or cards played that
    were the last of the hand before.
    """
    if s.phase not in {"pluck", "play"} or s.gap or s.moved or any(s.places.known[:SEATS]):
        return False
    return len(s.cards) < SEATS and not s.trump if s.cards else bool(s.trump)


def deal_is_due(s: Pluck, e: Dealt) -> Answer:
    """Seventeen cards to each seat, once (PL-1.1, PL-2.1). They begin a hand of which nobody wrote that it began."""
    if s.phase == "between":
        return no_hand(s, "cards were dealt of a hand that was not begun")
    if is_belated(s) and s.cards:
        return None  # that a card was played before is told of already
    if s.phase != "deal":
        return None if s.gap else Broken(says="a deal where none was due", kind="contradiction", clause="G-5")
    sizes = sizes_of(e, SEATS, [SIZE] * SEATS)
    if sizes == [SIZE] * SEATS:
        return None
    return Broken(says=f"17 cards were due to each seat, not {', '.join(map(str, sizes))}")


def deal_is_possible(s: Pluck, e: Dealt) -> Answer:
    """Each of the 51 cards is dealt once (PL-8)."""
    if s.phase == "pluck" or (s.phase == "play" and not is_belated(s)):
        return None
    places = s.places if s.phase == "deal" else Places.empty(TABLE + 1, SEATS)
    return deal_faults(places, e, sizes_of(e, SEATS, [SIZE] * SEATS), PACK)


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
        s.astray |= s.phase == "between"
        return
    fill_hands(s)
    if s.phase == "pluck":
        s.gap = False  # what was missed before is over
        make_room(s)
    if s.lone:
        take_caller(s, e)
        s.may_deal = after_void(s)
    s.phase, s.trump, s.trumps = "play", e.suit, TRUMPS[e.suit]
    if s.cards:  # it was written down late: a card played before may have broken trumps
        s.broke = max(s.broke, 0)
        s.led = suit_mask(s, s.cards[s.first]) if s.led else 0
    if s.dealer < 0 and e.seat < SEATS and (not s.dealers or e.seat in s.dealers):
        s.dealer = e.seat
        s.may_deal = after_void(s)


def make_room(s: Pluck) -> None:
    """Where plucks were missed, each hand has seventeen cards again, whichever half of a pluck was written down."""
    if not s.lost:
        return
    places = s.places
    for seat in range(SEATS):
        if places.most[seat]:
            places.most[seat] = max(places.most[seat], SIZE - places.known[seat].bit_count())
            places.loosen(seat)


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
    s.moved, s.above, s.dark, s.cleared = [], [0] * SEATS, 0, []


def dealer_names(s: Pluck, e: TrumpNamed) -> Answer:
    """The dealer, and nobody else, names trump, once (PL-2.3)."""
    if s.phase == "between":
        return no_hand(s, "trump was named where no hand is on", e.seat)
    if e.seat >= SEATS:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", clause="G-5")
    if s.trump:
        kind: FindingKind = "contradiction" if e.suit == s.trump else "breach"  # the same line, written twice
        return Broken(seat=e.seat, says="trump was named before; the first naming counts", kind=kind)
    return [*told_late(s, off_by(s, e.seat)), *wrong_caller(s, e)] if s.lone else wrong_caller(s, e)


def wrong_caller(s: Pluck, e: TrumpNamed) -> list[Broken | Cured]:
    """What is wrong with who names trump, or with the line that tells who deals (G-8)."""
    dealers = dealers_of(s)
    if is_another(s, off := off_by(s, e.seat)):
        return dealt_by_another(s, off, f"seat {e.seat} named trump")
    if dealers and e.seat not in dealers:
        says = f"seat {e.seat} named trump; seat {' or '.join(map(str, dealers))} is the dealer"
        return [Broken(seat=e.seat, says=says)]
    return []


def miss(s: Pluck, e: Gap) -> None:
    """Something was missed: turns and tricks of this hand prove nothing any more; between hands, nor does the count."""
    if e.hands:  # what follows may be of a hand whose beginning was missed as well
        lose_count(s)
        s.hand += e.hands
        s.phase, s.how, s.dealer, s.places = "between", "", -1, Places.empty(TABLE + 1, SEATS)
        forget_plucks(s)
    if s.phase in {"deal", "pluck"}:
        lose_plucks(s)
        return
    change_unseen(s, TABLE)
    miss_tricks(s, SEATS)
    settle_down(s)
    s.early = []
    if s.phase == "between":
        lose_count(s)
