"""TR-7 What is known of the ten cards that each seat was dealt, and whether what was called and told of them was so."""

from collections.abc import Iterable, Iterator

from upcard.engine.game import Answer, Broken, Verdict
from upcard.engine.games.tresette.melds import (
    FOUR,
    LONGEST,
    MELDS,
    NAP,
    NAPS,
    NO_MELD,
    NOBODY,
    SERVING,
    SETS,
    SIZES,
    THREE,
    Told,
    in_words,
    no_hand_is_on,
    read_meld,
    told_before,
    told_melds,
)
from upcard.engine.games.tresette.order import is_strange
from upcard.engine.games.tresette.table import HAND, SEATS, TABLE, Tresette
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.mechanisms.holdings import Holding
from upcard.engine.mechanisms.showing import about, show_cards
from upcard.engine.places import Places
from upcard.schemas.cards import mask_of
from upcard.schemas.events import Corrected, MeldCalled, MeldsTold, Played, Shown

Seen = Played | Corrected | Shown
"""What brings cards to light."""


# ---- What is known ---------------------------------------------------------------------------------------------------


def holding(s: Tresette, seat: int) -> Holding:
    """What is known of the ten cards a seat was dealt."""
    return holding_once(s, seat, 0, None)


def holding_once(s: Tresette, seat: int, cards: int, by: int | None) -> Holding:
    """The same, once these cards of a seat have come to light."""
    if s.uneven:
        return Holding.once(s.places, seat, FORTY, TABLE, cards, own=seat == by)
    proven = s.places.been[seat] | (cards if seat == by else 0)
    held = Holding(proven, max(0, HAND - proven.bit_count()), undealt(s.places) & ~cards)
    if s.odd == NOBODY:
        return held
    hand = whole_hand(s, seat) | (cards if seat == by else 0)
    if cards and is_last(s) and hand.bit_count() == HAND:
        return Holding(hand, 0, 0)
    a, b, c, d = s.odd  # a play out of turn may be another seat's
    return Holding(held.proven, held.room + s.odd[seat].bit_count(), held.unseen | a | b | c | d, loose=True)


def undealt(places: Places) -> int:
    """The cards of which nobody told us to whom they were dealt."""
    if not places.most[TABLE]:  # else a card of a hand that was listed may not be located any more
        return FORTY & ~places.located
    a, b, c, d, played = places.been
    return FORTY & ~(a | b | c | d | played)


def room_of(s: Tresette, seat: int) -> int:
    """So many cards of a hand as it was dealt are not known."""
    return HAND - s.places.been[seat].bit_count()


def is_last(s: Tresette) -> bool:
    """Whether one card is left to play: with forty in ten tricks, each is of the seat that it is written for."""
    return s.phase == "play" and not s.gap and len(s.cards) == SEATS * HAND - 1


def whole_hand(s: Tresette, seat: int) -> int:
    """The cards that a seat has played, as a mask."""
    return mask_of(card for card, by in zip(s.cards, s.by, strict=True) if by == seat)


def newly_seen(s: Tresette, e: Seen) -> int:
    """The cards of this hand that come to light with an event, as a mask."""
    if s.slipped or s.phase == "deal" or e.seat is None or e.seat > 3:
        return 0
    if isinstance(e, Played):
        return newly_played(s, e)
    if isinstance(e, Shown):
        return newly_shown(s, e)
    return e.card.bit & FORTY & ~s.places.located if s.phase == "play" and e.seat in s.by[s.first :] else 0


def newly_played(s: Tresette, e: Played) -> int:
    """The card that comes to light where a seat plays in turn; with the last of a hand, all of it is known."""
    if s.phase != "play" or (s.turn != e.seat and is_strange(s, e.seat)):
        return 0
    if s.odd != NOBODY and is_last(s):
        return e.card.bit & FORTY
    return e.card.bit & FORTY & ~s.places.located


def newly_shown(s: Tresette, e: Shown) -> int:
    """The cards that come to light where a seat shows some that it can have."""
    if not about(e, s.hand, 4):
        return 0
    places = s.places.copy()
    show_cards(places, e.seat or 0, e, FORTY)
    return places.located & ~s.places.located


# ---- Good play ---------------------------------------------------------------------------------------------------------


def call_is_true(s: Tresette, e: MeldCalled) -> Answer:
    """Who says Good play holds a meld (TR-2.2), so far as that can be told at once."""
    if e.seat > 3 or s.phase != "play" or s.slipped or s.calls[e.seat] or may_hold_any(holding(s, e.seat)):
        return None
    return Broken(seat=e.seat)


def call_was_true(s: Tresette, e: Seen) -> Answer:
    """A card that comes to light may show that who said Good play held no meld (TR-2.2)."""
    if s.calls == NOBODY:
        return None
    cards = newly_seen(s, e)
    if not cards:
        return None
    found: list[Verdict] = []
    for seat in touched(s, cards, e.seat):
        now = s.calls[seat] and holding_once(s, seat, cards, e.seat)
        if now and not may_hold_any(now) and may_hold_any(holding(s, seat)):
            found.append(Broken(seat=seat, at=abs(s.calls[seat])))
    return found


def touched(s: Tresette, cards: int, seat: int | None) -> Iterable[int]:
    """The seats of whose melds cards that come to light may show something: of a card that serves in none, only its
    own seat with few cards left that are not known, or with several melds to find room for.
    """
    if cards & SERVING or s.odd != NOBODY:
        return range(4)
    if seat is None or (room_of(s, seat) - cards.bit_count() >= LONGEST and not has_told_several(s, seat)):
        return ()
    return (seat,)


def has_told_several(s: Tresette, seat: int) -> bool:
    """Whether a seat has told more than one meld."""
    return s.told[:: len(Told._fields)].count(seat) > 1


def may_hold_any(held: Holding) -> bool:
    """Whether this hand may have been dealt a meld."""
    return any(held.bounds(cards)[1] >= 3 for cards in MELDS)


# ---- Melds told ----------------------------------------------------------------------------------------------------------


def verdicts(rows: list[Told], held: Holding) -> list[bool | None]:
    """Of each meld told by one seat: False if it cannot have been held, True if it was more than that, else None."""
    return [verdict(row, held, rows) for row in rows]


def verdict(row: Told, held: Holding, rows: list[Told]) -> bool | None:
    """Whether a meld told was false (False), understated (True), or may stand (None)."""
    if row.what == NO_MELD:
        return None
    melds = NAPS if row.kind == NAP else SETS
    if row.what < 0:
        may = sum(held.bounds(melds[what])[1] >= SIZES[row.kind] for what in not_named(row, rows))
        return None if may >= place_of(row, rows) else False
    least, most = held.bounds(melds[row.what])
    if most < SIZES[row.kind]:
        return False
    return True if row.kind == THREE and least == 4 else None


def not_named(row: Told, rows: list[Told]) -> set[int]:
    """The suits or ranks that a meld may mean of which neither was told: those not named beside it."""
    return set(range(len(NAPS if row.kind == NAP else SETS))) - {other.what for other in together(row, rows)}


def place_of(row: Told, rows: list[Told]) -> int:
    """So many melds of the same announcement must be held for this one to be true, if none of them is named."""
    unnamed = [other for other in together(row, rows) if other.what == -1]
    unnamed.sort(key=lambda other: -SIZES[other.kind])
    return next(place for place, other in enumerate(unnamed, start=1) if other is row)


def together(row: Told, rows: list[Told]) -> list[Told]:
    """The naps, or else the threes and fours, of one announcement."""
    return [other for other in rows if other.line == row.line and (other.kind == NAP) == (row.kind == NAP)]


def telling_is_true(s: Tresette, e: MeldsTold) -> Answer:
    """A meld announced is held, so far as that can be told at once (TR-7)."""
    if e.seat > 3 or s.phase == "deal" or s.slipped or no_hand_is_on(s) or told_before(s, e):
        return None
    if s.phase == "between" and s.gap:
        return None
    rows = [Told(e.seat, *read_meld(meld), s.line, 1) for meld in e.melds]
    held = holding(s, e.seat)
    return list(judged(rows, [None] * len(rows), verdicts(rows, held))) + too_many(rows, held)


def telling_was_true(s: Tresette, e: Seen) -> Answer:
    """A card that comes to light may show that a meld was not held (TR-7)."""
    if not s.told:
        return None
    cards = newly_seen(s, e)
    if not cards:
        return None
    found: list[Verdict] = []
    few = undealt(s.places).bit_count() < HAND + LONGEST + cards.bit_count()  # of a seat, and all others
    for seat in range(4) if few else touched(s, cards, e.seat):
        told = [row for row in told_melds(s) if row.seat == seat]
        if told:
            was, now = holding(s, seat), holding_once(s, seat, cards, e.seat)
            for line in dict.fromkeys(row.line for row in told):
                found += shown_now([row for row in told if row.line == line], was, now)
    return found


def shown_now(rows: list[Told], was: Holding, now: Holding) -> list[Verdict]:
    """What is newly proven of the melds of one announcement. Where they were proven too many, it is told already."""
    if too_many(rows, was):
        return [one for one in judged(rows, verdicts(rows, was), verdicts(rows, now)) if one.kind == "note"]
    return [*judged(rows, verdicts(rows, was), verdicts(rows, now)), *too_many(rows, now)]


def too_many(rows: list[Told], held: Holding) -> list[Broken]:
    """Melds each of which may be held, but for which all together there is no room in the hand."""
    if len(rows) < 2 or False in verdicts(rows, held):
        return []
    named = [row for row in rows if row.what >= 0]
    fixed = held.proven
    for row in named:
        fixed |= NAPS[row.what] if row.kind == NAP else SETS[row.what] if row.kind == FOUR else 0
    wanted = [3 - (fixed & SETS[row.what]).bit_count() for row in named if row.kind == THREE]
    if (fixed & ~held.proven).bit_count() + sum(more for more in wanted if more > 0) <= held.room:
        return []
    return [Broken(seat=rows[0].seat, at=rows[0].line, says="so many melds told cannot all be held")]


def judged(rows: list[Told], before: list[bool | None], now: list[bool | None]) -> Iterator[Broken]:
    """What is newly proven of these melds."""
    for row, was, is_now in zip(rows, before, now, strict=True):
        if is_now is not None and was is None:
            what = in_words(row.kind, row.what)
            if is_now:
                says = f"{what} told; all four were held"
                yield Broken(seat=row.seat, at=row.line, says=says, name="understated_meld", kind="note")
            else:
                yield Broken(seat=row.seat, at=row.line, says=f"{what} told, and not held: it scores nothing")
