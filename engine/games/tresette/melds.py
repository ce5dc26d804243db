"""TR-2 Melds: Good play, what is announced for it, and whether it was so."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from upcard.engine.game import Answer, Broken, Verdict
from upcard.engine.games.tresette.deal import begin_play
from upcard.engine.games.tresette.table import HAND, TABLE, Tresette
from upcard.engine.mechanisms.forty import FORTY, SUITS_OF_FORTY
from upcard.engine.mechanisms.holdings import Holding
from upcard.engine.mechanisms.showing import about, show_cards
from upcard.engine.mechanisms.trick_play import open_cards
from upcard.schemas.cards import RANK_MASK, RANK_NAMES, SUIT_NAMES, SUITS
from upcard.schemas.events import Corrected, MeldCalled, MeldsTold, Played, Shown
from upcard.schemas.events.speaking import Meld

RANKS: Final = "A23"
"""The ranks of which three or four are a meld (TR-2.1)."""

SETS: Final = tuple(RANK_MASK[rank] & FORTY for rank in RANKS)
NAPS: Final = tuple(suit & sum(SETS) for suit in SUITS_OF_FORTY)
"""Three, two and ace of each suit."""

MELDS: Final = (*SETS, *NAPS)
SERVING: Final = sum(SETS)
LONGEST: Final = 4
"""So many cards are in the longest meld."""

NOBODY: Final = [0] * 4
"""The calls of a hand in which nobody has said Good play."""

Seen = Played | Corrected | Shown
"""What brings cards to light."""

THREE, FOUR, NAP = 0, 1, 2
KINDS: Final = ("three", "four", "nap")
SIZES: Final = (3, 4, 3)
NO_MELD: Final = -2
"""A rank of which there is no meld; -1 stands for a suit or rank that was not told."""


class Told(NamedTuple):
    """A meld as told. what: the place of its rank in `RANKS`, or of its suit; counts: told when it was due."""

    seat: int
    kind: int
    what: int
    line: int
    counts: int


def told_melds(s: Tresette) -> Iterator[Told]:
    """All melds told in this hand."""
    row = iter(s.told)
    return map(Told._make, zip(row, row, row, row, row, strict=True))


# ---- TR-2.2 Good play ------------------------------------------------------------------------------------------------


def call(s: Tresette, e: MeldCalled) -> None:
    """A seat says Good play; said too late it is worth nothing."""
    if e.seat > 3 or not begin_play(s) or s.calls[e.seat]:
        return
    s.calls[e.seat] = s.line if may_call(s, e.seat) or s.gap else -s.line


def may_call(s: Tresette, seat: int) -> bool:
    """Whether Good play may still be said (TR-2.2)."""
    if s.options.declare_by == "first_lead":
        return not s.cards
    return seat not in s.by


def call_is_timely(s: Tresette, e: MeldCalled) -> Answer:
    """Good play is said before the first card of one's own, or before the first lead (TR-2.2)."""
    if e.seat > 3:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        return Broken(seat=e.seat, says="Good play where no hand is on", kind="contradiction", clause="G-5")
    if s.calls[e.seat] > 0:
        return Broken(seat=e.seat, says="Good play was said before", kind="note")
    if s.gap or may_call(s, e.seat):
        return None
    return Broken(seat=e.seat)


def call_is_true(s: Tresette, e: MeldCalled) -> Answer:
    """Who says Good play holds a meld (TR-2.2), so far as that can be told at once."""
    if e.seat > 3 or s.phase != "play" or s.gap or s.calls[e.seat] or may_hold_any(holding(s, e.seat)):
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
        now = s.calls[seat] and holding_once(s, seat, cards, own=seat == e.seat)
        if now and not may_hold_any(now) and may_hold_any(holding(s, seat)):
            found.append(Broken(seat=seat, at=abs(s.calls[seat])))
    return found


def touched(s: Tresette, cards: int, seat: int | None) -> Iterable[int]:
    """The seats of whose melds cards that come to light may show something: of a card that serves in none, only its
    own seat with few cards left that are not known.
    """
    if cards & SERVING:
        return range(4)
    return () if seat is None or s.places.most[seat] - cards.bit_count() >= LONGEST else (seat,)


def may_hold_any(held: Holding) -> bool:
    """Whether this hand may have been dealt a meld."""
    return any(held.bounds(cards)[1] >= 3 for cards in MELDS)


# ---- TR-2.3 The announcement -----------------------------------------------------------------------------------------


def tell(s: Tresette, e: MeldsTold) -> None:
    """A seat announces its melds; it may change what the hand just played came to."""
    if e.seat > 3 or no_hand_is_on(s) or (s.phase == "between" and s.gap) or (s.phase == "deal" and not begin_play(s)):
        return
    counts = int(s.gap or (s.calls[e.seat] > 0 and timely(s, e.seat) is None))
    for meld in e.melds:
        s.told += (e.seat, *read_meld(meld), s.line, counts)


def read_meld(meld: Meld) -> tuple[int, int]:
    """The kind of a meld, and its rank or suit."""
    if meld.kind == "nap":
        return NAP, SUITS.index(meld.suit) if meld.suit else -1
    kind = KINDS.index(meld.kind)
    return kind, -1 if meld.rank is None else RANKS.find(meld.rank) if meld.rank in RANKS else NO_MELD


def no_hand_is_on(s: Tresette) -> bool:
    """Whether there is no hand of which melds could be announced: one played out is open until the next (TR-6.1)."""
    return s.phase == "between" and s.how != "played"


def timely(s: Tresette, seat: int) -> str | None:
    """What is wrong with announcing now, or None: it is done between the first trick won and one's own next lead."""
    if s.gap:
        return None
    if seat not in s.winners:
        return None if -1 in s.winners else "announced before the first trick of its own was won"
    if has_led_since(s, seat):
        return "announced after the lead that followed the first trick won"
    return None


def has_led_since(s: Tresette, seat: int) -> bool:
    """Whether a seat has led after the first trick it won (TR-2.3)."""
    return seat in s.by[4 * s.winners.index(seat) + 4 :: 4]


def announcement_is_due(s: Tresette, e: MeldsTold) -> Answer:
    """Melds are announced on winning the first trick, by who said Good play (TR-2.3, TR-7)."""
    if e.seat > 3:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", clause="G-5")
    if no_hand_is_on(s):
        return Broken(seat=e.seat, says="melds announced where no hand is on", kind="contradiction", clause="G-5")
    if s.gap:
        return None
    if not s.calls[e.seat]:
        return Broken(
            seat=e.seat, says="melds announced without Good play score nothing", name="no_call", clause="TR-7"
        )
    wrong = timely(s, e.seat)
    return None if wrong is None else Broken(seat=e.seat, says=f"{wrong}: it scores nothing")


def meld_is_one(s: Tresette, e: MeldsTold) -> Answer:
    """Three or four aces, twos or threes, or three, two and ace of a suit; each told once (TR-2.1, TR-2.4)."""
    if e.seat > 3 or no_hand_is_on(s):
        return None
    faults: list[Verdict] = []
    sets: set[int] = set()
    naps: set[int] = set()
    for meld in e.melds:
        kind, what = read_meld(meld)
        if what == NO_MELD or (kind == NAP and meld.rank is not None and meld.rank not in RANKS):
            faults.append(Broken(seat=e.seat, says=f"{as_told(meld)} told; that is no meld"))
        elif what >= 0 and what in (naps if kind == NAP else sets):
            says = f"{in_words(kind, what)}: the same cards were told before"
            faults.append(Broken(seat=e.seat, says=says, clause="TR-2.4"))
        (naps if kind == NAP else sets).add(what)
    return faults


def announcement_was_due(s: Tresette, e: Played) -> Answer:
    """A remark when the announcement is forgotten: with the next lead it is too late (TR-2.5)."""
    seat = e.seat
    if seat not in s.winners or s.calls[seat] <= 0 or s.phase != "play" or s.gap or open_cards(s, 4):
        return None
    if s.options.score_unannounced_melds or has_led_since(s, seat) or any(t.seat == seat for t in told_melds(s)):
        return None
    return Broken(seat=seat)


# ---- TR-7 Whether it was so ------------------------------------------------------------------------------------------


def holding(s: Tresette, seat: int) -> Holding:
    """What is known of the ten cards a seat was dealt."""
    return Holding.of(s.places, seat, FORTY, TABLE)


def holding_once(s: Tresette, seat: int, cards: int, *, own: bool) -> Holding:
    """The same, once these cards have come to light: of this seat (own), or of another."""
    return Holding.once(s.places, seat, FORTY, TABLE, cards, own=own)


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
    if e.seat > 3 or s.phase == "deal" or s.gap or no_hand_is_on(s):
        return None
    rows = [Told(e.seat, *read_meld(meld), s.line, 1) for meld in e.melds]
    return list(judged(rows, [None] * len(rows), verdicts(rows, holding(s, e.seat))))


def newly_seen(s: Tresette, e: Seen) -> int:
    """The cards of this hand that come to light with an event, as a mask."""
    if s.gap or s.phase == "deal" or e.seat is None or e.seat > 3:
        return 0
    if isinstance(e, Played):
        return e.card.bit & FORTY & ~s.places.located if s.phase == "play" else 0
    if isinstance(e, Shown):
        return newly_shown(s, e)
    return e.card.bit & FORTY & ~s.places.located if s.phase == "play" and e.seat in s.by[s.first :] else 0


def newly_shown(s: Tresette, e: Shown) -> int:
    """The cards that come to light where a seat shows some that it can have."""
    if not about(e, s.hand, 4):
        return 0
    places = s.places.copy()
    show_cards(places, e.seat or 0, e, FORTY)
    return places.located & ~s.places.located


def telling_was_true(s: Tresette, e: Seen) -> Answer:
    """A card that comes to light may show that a meld was not held (TR-7)."""
    if not s.told:
        return None
    cards = newly_seen(s, e)
    if not cards:
        return None
    found: list[Verdict] = []
    few = (FORTY & ~s.places.located).bit_count() < HAND + LONGEST + cards.bit_count()  # of a seat, and all others
    for seat in range(4) if few else touched(s, cards, e.seat):
        rows = [row for row in told_melds(s) if row.seat == seat]
        now = verdicts(rows, holding_once(s, seat, cards, own=seat == e.seat)) if rows else []
        if any(one is not None for one in now):
            found += judged(rows, verdicts(rows, holding(s, seat)), now)
    return found


def judged(rows: list[Told], before: list[bool | None], now: list[bool | None]) -> Iterator[Verdict]:
    """What is newly proven of these melds."""
    for row, was, is_now in zip(rows, before, now, strict=True):
        if is_now is not None and was is None:
            what = in_words(row.kind, row.what)
            if is_now:
                says = f"{what} told; all four were held"
                yield Broken(seat=row.seat, at=row.line, says=says, name="understated_meld", kind="note")
            else:
                yield Broken(seat=row.seat, at=row.line, says=f"{what} told that were not held: they score nothing")


def as_told(meld: Meld) -> str:
    """A meld in words, whether there is such a one or not."""
    if meld.kind == "nap":
        return f"a nap of {RANK_NAMES[meld.rank]}s" if meld.rank else "a nap"
    return f"{meld.kind} {RANK_NAMES[meld.rank]}s" if meld.rank else f"{meld.kind} of a kind"


def in_words(kind: int, what: int) -> str:
    """A meld in words: `three aces`, `a nap of spades`."""
    if kind == NAP:
        return f"a nap of {SUIT_NAMES[SUITS[what]]}" if what >= 0 else "a nap"
    rank = f"{RANK_NAMES[RANKS[what]]}s" if what >= 0 else "of a kind"
    return f"{KINDS[kind]} {rank}"
