"""P-2 Start of match and of round, and the deal."""

import msgspec

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pop.table import (
    HAND,
    LISTED,
    NOT_KNOWN,
    PACK34,
    PILE,
    STOCK,
    Pop,
    no_cards,
    other,
    unsure,
)
from upcard.engine.mechanisms.deals import deal_faults, deal_hands, sizes_of
from upcard.engine.mechanisms.trick_play import clear
from upcard.engine.wording import counted
from upcard.schemas.events import Dealt, HandStarted
from upcard.schemas.findings import FindingKind

# ---- P-2.1, P-2.2 A round begins -----------------------------------------------------------------------------------


def begin_round(s: Pop, e: HandStarted) -> None:
    """A new round. What one that was not finished would have scored is not known."""
    if s.phase == "turn" and s.unannounced:  # the two lines stand in the wrong order
        announce(s, e)
        return
    s.unannounced = False
    if s.phase != "between":
        s.totals, s.next_dealer, s.over = [-1, -1], -1, -1
        s.popper, s.between = -1, True  # who popped in what is missing of that round is not known
    if s.phase == "deal" and s.rounds <= 6:
        s.rounds = -1  # announced twice, or one was missed
    s.hand += 1
    s.rounds += s.rounds >= 0
    s.phase, s.gap, s.how, s.won_by = "deal", False, "", -1
    announce(s, e)
    clear_table(s)
    s.cube = first_cube(s)
    s.offer, s.must_answer, s.lapsed, s.doubtful = -1, False, False, False
    if s.options.pop_memory == "round":
        s.popper, s.between = -1, True


def announce(s: Pop, e: HandStarted) -> None:
    """Who deals, and who leads (P-3.1, P-6.3)."""
    s.unannounced = False
    s.dealer = e.dealer if e.dealer is not None and e.dealer < 2 else s.next_dealer
    s.turn, s.due = other(s.dealer), -1


def clear_table(s: Pop) -> None:
    """Nothing was dealt or played yet in this round."""
    clear(s)
    s.sources, s.pops, s.early = [], [], []
    s.trump, s.upcard = NOT_KNOWN, -1
    s.piles, s.turned, s.owed, s.ahead = [-1] * 14, [0, 0], [0, 0], [0, 0]
    s.taken, s.gained, s.muddled, s.stray = [0, 0], [0, 0], -1, False
    s.places = no_cards()


def first_cube(s: Pop) -> int:
    """What the cube shows when the round begins (P-2.2), or -1."""
    if s.options.cube_start == "one":
        return 1
    return min(s.rounds, 6) if s.rounds >= 0 else -1


def round_is_over(s: Pop, _e: HandStarted) -> Answer:
    """A round has seven tricks, or ends with a fold (P-9.3)."""
    if s.phase == "between" or unsure(s) or (s.phase == "turn" and s.unannounced):
        return None
    kind: FindingKind | None = "contradiction" if s.phase == "deal" else None  # perhaps a line written twice
    return Broken(says="the round before has no end in this record; what it scored is not known", kind=kind)


def dealer_follows(s: Pop, e: HandStarted) -> Answer:
    """Whoever has more points deals; if they are equal, who won the round (P-6.3)."""
    if e.dealer is None:
        return None
    if e.dealer > 1:
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction", clause="G-5", name="no_such_seat")
    due = s.next_dealer if s.phase == "between" else -1
    if due < 0 or e.dealer == due:
        return None
    return Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {due} was to deal")


# ---- P-2.3 The deal ------------------------------------------------------------------------------------------------


def deal(s: Pop, e: Dealt) -> None:
    """Seven cards to each hand and to each pile; six are left. Where no round was begun, that was left out."""
    if s.gap and s.phase not in {"between", "deal"}:  # the round before ended in what was missed
        begin_round(s, HandStarted())
    elif s.phase == "between":
        begin_round(s, HandStarted())
        s.unannounced = True
    if s.phase != "deal":
        return
    deal_hands(s.places, e, [max(0, size) for size in sizes_of(e, 2, (HAND, HAND))], PACK34, s.step)
    listed = e.places or {}
    for name, place in LISTED.items():
        cards, new = listed.get(name), 0
        free, top = PACK34 & ~s.places.located, (place - PILE) * HAND
        for number, card in enumerate(cards or ()):
            bit = card.bit & free & ~new
            new |= bit
            if number < HAND and place < STOCK:
                s.piles[top + number] = card.index if bit else -1
        size = 6 if place == STOCK else HAND if cards is None else len(cards)
        s.places.deal(place, new, max(0, size - new.bit_count()), s.step, None)
    s.phase, s.owed = "turn", [2, 2]


def deal_is_due(s: Pop, _e: Dealt) -> Answer:
    """Cards are dealt once a round (P-2.3)."""
    return None if s.phase == "deal" or s.gap else Broken(says="cards were dealt where no deal was due")


def seven_each(s: Pop, e: Dealt) -> Answer:
    """Seven cards in each hand and each display, six left with the one turned up (P-2.3, P-9.3)."""
    if s.phase != "deal":
        return None
    faults = []
    for seat, size in enumerate(sizes_of(e, 2, (HAND, HAND))):
        if size != HAND:
            faults.append(Broken(seat=seat, says=f"{counted(size, 'card')} in the hand of seat {seat}, not seven"))
    listed = e.places or {}
    for name, place in LISTED.items():
        size, wanted = len(listed.get(name, ())), (5, 6) if place == STOCK else (HAND,)
        if name in listed and size not in wanted:
            faults.append(Broken(says=f"{counted(size, 'card')} in {name}, not {wanted[0]}"))
    faults += [Broken(says=f"cards in {name}, which this game does not have") for name in sorted({*listed} - {*LISTED})]
    return faults


def dealt_once(s: Pop, e: Dealt) -> Answer:
    """Each of the 34 cards is dealt once (P-1.1, G-5)."""
    if s.phase != "deal":
        return None
    hands, listed = e.hands or (), e.places or {}
    lists = [*(hands[seat] if seat < len(hands) else None for seat in (0, 1)), *(listed.get(name) for name in LISTED)]
    sizes = [*sizes_of(e, 2, (HAND, HAND)), *(len(cards or ()) for cards in lists[2:])]
    where = (0, 1, *LISTED.values())
    faults = [
        msgspec.structs.replace(
            fault, seat=seat_of(where[fault.seat or 0]), lists=tuple(where[place] for place in fault.lists)
        )
        for fault in deal_faults(s.places, Dealt(hands=tuple(lists)), sizes, PACK34)
    ]
    faults += [Broken(says=f"a hand for seat {seat}, where nobody sits") for seat in range(2, len(hands))]
    return faults


def seat_of(place: int) -> int | None:
    """Whose hand, display or pile a place is; None for the stock."""
    return place & 1 if place < STOCK else None
