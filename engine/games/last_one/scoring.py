"""LO-7 End and score: what the cards left count, totals, who is out of the game, and who deals next.

A hand left that is not known in full counts something between two numbers; so do the totals it goes into.
"""

from typing import Final

from upcard.engine.games.last_one.table import ANY, BEYOND, NOBODY, PACK, PACK_MASK, How, LastOne
from upcard.engine.places import Places
from upcard.schemas.cards import cards_of, mask_of
from upcard.schemas.events import Scored

Span = tuple[int, int]
"""The least and the most that a number can be."""

# ---- LO-7.1 What cards count ---------------------------------------------------------------------------------------

VALUE: Final = {"X": 40, "8": 25, "A": 15, "J": 10, "Q": 10, "K": 10, "T": 10} | {rank: int(rank) for rank in "2345679"}
_WORTH: Final = tuple(VALUE[card.rank] for card in PACK)
_BY_WORTH: Final = tuple(
    (worth, mask_of(card for card in PACK if VALUE[card.rank] == worth)) for worth in sorted(set(VALUE.values()))
)
ALL_WORTH: Final = sum(_WORTH)


LEAST: Final = 4
"""The least that two cards count: nobody scores less but nothing."""


def can_be(points: int) -> bool:
    """Whether the cards left in a hand can count so much."""
    return points == 0 or LEAST <= points <= ALL_WORTH


def worth(cards: int) -> int:
    """What these cards count together."""
    return sum(_WORTH[card.index] for card in cards_of(cards))


def hand_span(places: Places, seat: int) -> Span:
    """What the cards left in a hand count; a single one counts nothing (LO-7.1)."""
    known, least, most = places.known[seat], places.least[seat], places.most[seat]
    count = known.bit_count()
    if not most:
        both = worth(known) if count > 1 else 0
        return both, both
    if count + most <= 1:
        return 0, 0
    unseen, sure = PACK_MASK & ~places.located, worth(known)
    low = 0 if count + least <= 1 else sure + _sum_of(unseen, least, dear=False)
    return low, sure + _sum_of(unseen, most, dear=True)


def _sum_of(cards: int, count: int, *, dear: bool) -> int:
    """What the cheapest, or the dearest, so many of these cards count."""
    total = 0
    for value, group in _BY_WORTH[::-1] if dear else _BY_WORTH:
        taken = min(count, (cards & group).bit_count())
        total += taken * value
        count -= taken
    return total


def drifted(s: LastOne, span: Span, seat: int) -> Span:
    """What a hand counts that may hold fewer cards than were counted: a play of it may not have been written down."""
    fewer = s.adrift[seat]
    if not fewer:
        return span
    held = s.places.known[seat].bit_count() + s.places.least[seat]
    return (0 if held - fewer <= 1 else max(0, span[0] - fewer * VALUE["X"])), span[1]


def points_span(s: LastOne, places: Places, seat: int) -> Span:
    """What a seat scored in the last hand as these places tell, not as somebody wrote."""
    if s.how == "played":
        if seat == s.out or not s.playing >> seat & 1:
            return 0, 0
        return drifted(s, hand_span(places, seat), seat)
    if s.how == "void":
        return 0, 0
    if s.how == "sheet":
        return 0, ALL_WORTH if s.playing >> seat & 1 else 0
    return 0, BEYOND


def told(s: LastOne, places: Places, row: int, seat: int) -> tuple[Span, Span]:
    """Points of a seat in the last hand and its total after it. row: whose knowledge the totals before are.

    What was written is taken where it can be true and nothing better is known. After a total that was wrong, the next may
    be as wrong.
    """
    (low, high), total = reckoned(s, places, row, seat)
    if not s.sums:
        return (low, high), (total[0], BEYOND if s.missed else total[1])
    before, before_most = (one[row * len(s.players) + seat] for one in (s.low, s.high))
    exact, written = before == before_most, s.sums[seat]
    could = [
        value
        for value in (written, written - s.carried[seat])
        if total[0] <= value <= (BEYOND if s.missed else total[1]) and (s.missed or not exact or can_be(value - before))
    ]
    if could:
        total = min(could), max(could)
    elif s.missed:
        total = total[0], BEYOND
    if could and exact and not s.missed:  # else these may be the totals after one more hand
        low, high = total[0] - before, total[1] - before
    return (low, high), total


def reckoned(s: LastOne, places: Places, row: int, seat: int) -> tuple[Span, Span]:
    """The same without the totals as written."""
    low, high = points_span(s, places, seat)
    at = row * len(s.players) + seat
    before, before_most = s.low[at], s.high[at]
    if s.said and low <= s.said[seat] <= high:
        low = high = s.said[seat]
    return (low, high), (before + low, min(BEYOND, before_most + high))


def sole(span: Span) -> int | None:
    """The number, if it can be only one."""
    return span[0] if span[0] == span[1] else None


# ---- LO-7.2 Totals -------------------------------------------------------------------------------------------------


def totals(s: LastOne) -> list[Span]:
    """What each seat has now, the last hand included if it has ended."""
    if s.phase == "between":
        return [told(s, s.places, 0, seat)[1] for seat in range(len(s.players))] if s.how else _before(s)
    return _before(s)


def _before(s: LastOne) -> list[Span]:
    seats = len(s.players)
    return list(zip(s.low[:seats], s.high[:seats], strict=True))


def add_up(s: LastOne) -> None:
    """Put the last hand into the totals, for everybody who looks at the table as far as they know it."""
    seats, places = len(s.players), s.places
    if (s.phase == "deal" and not s.gap) or (not s.how and not s.hand):
        return  # nothing was played
    rows = [[told(s, places, 0, seat)[1] for seat in range(seats)]]
    if all_know(s):
        rows *= seats + 2
    else:
        views = [places.view(viewer) for viewer in range(-1, seats)]
        rows += [[told(s, view, row, seat)[1] for seat in range(seats)] for row, view in enumerate(views, start=1)]
    s.low = [low for row in rows for low, _ in row]
    s.high = [high for row in rows for _, high in row]
    s.said, s.sums = [], []
    if s.how != "void":  # after a void hand the deal does not move on
        s.how = ""


def all_know(s: LastOne) -> bool:
    """Whether all have seen the cards left, and know the same totals before."""
    seats, places = len(s.players), s.places
    hidden = any(cards & ~places.seen[-1] for cards in places.known[:seats])
    same = s.low == s.low[:seats] * (seats + 2) and s.high == s.high[:seats] * (seats + 2)
    return not hidden and same


def forget(s: LastOne) -> None:
    """Hands were missed: nobody knows what totals have become, only what they were at least."""
    s.high = [BEYOND] * len(s.high)


def veil(s: LastOne, viewer: int) -> None:
    """Leave in the state what a viewer knows of totals, of the stock, and of draws."""
    seats = len(s.players)
    public = slice(seats, 2 * seats)
    own = slice((viewer + 2) * seats, (viewer + 3) * seats)
    for name in ("low", "high"):
        rows = getattr(s, name)
        row, common = rows[own], rows[public]
        rows[:] = common * (seats + 2)
        rows[:seats] = rows[own] = row
    s.order = []
    seen = s.places.seen[viewer] if viewer >= 0 else 0
    s.fetched &= seen
    if s.drawn != ANY and (viewer != s.drawer or s.drawn & ~seen):
        s.drawn = 0


def dropped(s: LastOne, span: Span) -> bool | None:
    """Whether somebody with this total is out of the game (LO-7.2), or None if that cannot be told."""
    if span[0] >= s.options.threshold:
        return True
    return None if span[1] >= s.options.threshold else False


def in_game(s: LastOne) -> int:
    """Who is not known to be out of the game."""
    return sum(1 << seat for seat, span in enumerate(totals(s)) if not dropped(s, span))


def over(s: LastOne) -> bool:
    """Whether only one player is left in (LO-7.2)."""
    return in_game(s).bit_count() <= 1


def next_dealer(s: LastOne) -> int:
    """The deal goes left; who is out of the game is skipped (LO-7.3). NOBODY if that cannot be told."""
    if s.missed:
        return NOBODY
    if s.dealer < 0 or s.how == "void":
        return s.dealer
    seats = len(s.players)
    spans = totals(s)
    for step in range(1, seats + 1):
        seat = (s.dealer + step) % seats
        out = dropped(s, spans[seat])
        if out is None:
            return NOBODY
        if not out:
            return seat
    return NOBODY


# ---- LO-9.0d The row of a hand that was played ---------------------------------------------------------------------


def awaits_row(s: LastOne) -> bool:
    """Whether the last hand was played in the record, and nobody wrote down yet what it brought."""
    return s.phase == "between" and s.how == "played" and not s.said and not s.sums


def fits_play(s: LastOne, e: Scored) -> bool:
    """Whether a row can be that of the hand that was played last, by its points and its totals, as all can tell."""
    public = s.places.view(-1)
    return all(fits_seat(s, e, points_span(s, public, seat), seat) for seat in range(len(s.players)))


def fits_seat(s: LastOne, e: Scored, span: Span, seat: int) -> bool:
    """The same of one seat. span: what it scored by the cards left."""
    seats = len(s.players)
    low, high = span
    if e.points is not None and len(e.points) == seats:
        if not (low <= e.points[seat] <= high and can_be(e.points[seat])):
            return False
        low = high = e.points[seat]
    if e.totals is None or len(e.totals) != seats:
        return True
    least, most = s.low[seats + seat] + low, s.high[seats + seat] + high
    return any(least <= value <= most for value in (e.totals[seat], e.totals[seat] - s.carried[seat]))


def may_be_later(s: LastOne, e: Scored) -> bool:
    """Whether a row can be that of a hand after the one that was played last: its totals are no less than both bring."""
    seats, public = len(s.players), s.places.view(-1)
    if e.totals is None or len(e.totals) != seats:
        return True
    scored = e.points if e.points is not None and len(e.points) == seats else (0,) * seats
    return all(
        value >= s.low[seats + seat] + points_span(s, public, seat)[0] + scored[seat]
        for seat, value in enumerate(e.totals)
    )


# ---- LO-7.1 The end of a hand --------------------------------------------------------------------------------------


def settle(s: LastOne, how: How) -> None:
    """The hand is over."""
    s.phase, s.how = "between", how
    s.ended = s.hand
    s.settled += 1
    s.turn = s.silent = s.agreed = 0
    s.run, s.stacker, s.drawer, s.drawn = -1, NOBODY, NOBODY, 0
    s.owed = []
