"""TR-2 Melds: Good play, what is announced for it, and whether it was so."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from upcard.engine.game import Answer, Broken, Verdict
from upcard.engine.games.tresette.deal import begin_play
from upcard.engine.games.tresette.table import TABLE, Tresette
from upcard.engine.mechanisms.forty import FORTY, SUITS_OF_FORTY
from upcard.engine.mechanisms.holdings import Holding
from upcard.engine.mechanisms.trick_play import open_cards
from upcard.schemas.cards import RANK_MASK, RANK_NAMES, SUIT_NAMES, SUITS, mask_of
from upcard.schemas.events import MeldCalled, MeldsTold, Played, Shown
from upcard.schemas.events.speaking import Meld

RANKS: Final = "A23"
"""The ranks of which three or four are a meld (TR-2.1)."""

SETS: Final = tuple(RANK_MASK[rank] & FORTY for rank in RANKS)
NAPS: Final = tuple(suit & sum(SETS) for suit in SUITS_OF_FORTY)
"""Three, two and ace of each suit."""

THREE, FOUR, NAP = 0, 1, 2
KINDS: Final = ("three", "four", "nap")
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
    if e.seat > 3 or not begin_play(s) or s.calls[e.seat] > 0:
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


def call_was_true(s: Tresette, _e: object) -> Answer:
    """Who says Good play and announces nothing held a meld all the same (TR-2.2), as the ten cards show."""
    if s.how != "played":
        return None
    silent = [seat for seat, called in enumerate(s.calls) if called and not any(t.seat == seat for t in told_melds(s))]
    return [Broken(seat=seat, at=abs(s.calls[seat])) for seat in silent if not may_hold_any(s, seat)]


def may_hold_any(s: Tresette, seat: int) -> bool:
    """Whether this seat can have been dealt a meld."""
    held = holding(s, seat)
    return any(held.bounds(cards)[1] >= 3 for cards in (*SETS, *NAPS))


# ---- TR-2.3 The announcement -----------------------------------------------------------------------------------------


def tell(s: Tresette, e: MeldsTold) -> None:
    """A seat announces its melds; it may change what the hand just played came to."""
    if e.seat > 3 or (s.phase == "between" and s.how != "played") or (s.phase != "between" and not begin_play(s)):
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


def timely(s: Tresette, seat: int) -> str | None:
    """What is wrong with announcing now, or None: it is done between the first trick won and the next lead."""
    if s.gap or (-1 in s.winners and not open_cards(s, 4)):
        return None
    if seat not in s.winners:
        return None if -1 in s.winners else "announced before the first trick of its own was won"
    if open_cards(s, 4) or s.winners.index(seat) < len(s.winners) - 1:
        return "announced after the lead that followed the first trick won"
    return None


def announcement_is_due(s: Tresette, e: MeldsTold) -> Answer:
    """Melds are announced on winning the first trick, by who said Good play (TR-2.3, TR-7)."""
    if e.seat > 3:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between" and s.how != "played":
        return Broken(seat=e.seat, says="melds announced where no hand is on", kind="contradiction", clause="G-5")
    if s.gap:
        return None
    if not s.calls[e.seat]:
        return Broken(
            seat=e.seat, says="melds announced without Good play score nothing", name="no_call", clause="TR-7"
        )
    wrong = timely(s, e.seat)
    return None if wrong is None else Broken(seat=e.seat, says=f"{wrong}: it scores nothing")


def meld_is_one(_s: Tresette, e: MeldsTold) -> Answer:
    """Three or four aces, twos or threes, or three, two and ace of a suit; each told once (TR-2.1, TR-2.4)."""
    faults: list[Verdict] = []
    sets: set[int] = set()
    naps: set[int] = set()
    for meld in e.melds:
        kind, what = read_meld(meld)
        if what == NO_MELD or (kind == NAP and meld.rank is not None and meld.rank not in RANKS):
            faults.append(Broken(seat=e.seat, says=f"{in_words(kind, what)} are no meld"))
        elif what >= 0 and what in (naps if kind == NAP else sets):
            says = f"{in_words(kind, what)}: the same cards were told before"
            faults.append(Broken(seat=e.seat, says=says, clause="TR-2.4"))
        (naps if kind == NAP else sets).add(what)
    return faults


def announcement_was_due(s: Tresette, e: Played) -> Answer:
    """A remark when the announcement is forgotten: with the next lead it is too late (TR-2.5)."""
    seat = e.seat
    if seat > 3 or s.calls[seat] <= 0 or s.phase != "play" or s.gap or open_cards(s, 4):
        return None
    if not s.winners or s.winners[-1] != seat or seat in s.winners[:-1] or any(t.seat == seat for t in told_melds(s)):
        return None
    return Broken(seat=seat)


# ---- TR-7 Whether it was so ------------------------------------------------------------------------------------------


def holding(s: Tresette, seat: int) -> Holding:
    """What is known of the ten cards a seat was dealt."""
    return Holding.of(s.places, seat, FORTY, TABLE)


def verdicts(rows: list[Told], held: Holding) -> list[bool | None]:
    """Of each meld told by one seat: False if it cannot have been held, True if it was more than that, else None."""
    return [verdict(row, held, rows) for row in rows]


def verdict(row: Told, held: Holding, rows: list[Told]) -> bool | None:
    """Whether a meld told was false (False), understated (True), or may stand (None)."""
    if row.kind == NAP:
        may = {suit for suit, cards in enumerate(NAPS) if held.bounds(cards)[1] == 3}
        if row.what >= 0:
            return None if row.what in may else False
        naps = [other for other in rows if other.kind == NAP and other.counts == row.counts and other.line == row.line]
        may -= {other.what for other in naps}
        unnamed = [other for other in naps if other.what < 0]
        return None if len(may) >= next(n for n, other in enumerate(unnamed, start=1) if other is row) else False
    if row.what == NO_MELD:
        return None
    needed = 4 if row.kind == FOUR else 3
    chosen = SETS if row.what < 0 else (SETS[row.what],)
    bounds = [held.bounds(cards) for cards in chosen]
    if all(most < needed for _, most in bounds):
        return False
    return True if row.kind == THREE and len(bounds) == 1 and bounds[0][0] == 4 else None


def telling_is_true(s: Tresette, e: MeldsTold) -> Answer:
    """A meld announced is held, so far as that can be told at once (TR-7)."""
    if e.seat > 3 or s.phase == "deal" or (s.phase == "between" and s.how != "played"):
        return None
    rows = [Told(e.seat, *read_meld(meld), s.line, 1) for meld in e.melds]
    return list(judged(rows, [None] * len(rows), verdicts(rows, holding(s, e.seat))))


def newly_seen(s: Tresette, e: Played | Shown) -> int:
    """The cards of this hand that come to light with an event, as a mask."""
    if e.seat is None or e.seat > 3 or s.gap:
        return 0
    if isinstance(e, Played):
        return e.card.bit & FORTY & ~s.places.located
    if e.hand not in {None, s.hand}:
        return 0
    return mask_of(e.cards) & FORTY & ~s.places.located


def telling_was_true(s: Tresette, e: Played | Shown) -> Answer:
    """A card that comes to light may show that a meld was not held (TR-7)."""
    if not s.told or (type(e) is Played and not e.card.bit & ~s.places.located):
        return None
    cards = newly_seen(s, e)
    if not cards:
        return None
    found: list[Verdict] = []
    for seat in {row.seat for row in told_melds(s)}:
        rows = [row for row in told_melds(s) if row.seat == seat]
        held = holding(s, seat)
        now = verdicts(rows, held.after(cards, own=seat == e.seat))
        if any(one is not None for one in now):
            found += judged(rows, verdicts(rows, held), now)
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


def in_words(kind: int, what: int) -> str:
    """A meld in words: `three aces`, `a nap of spades`."""
    if kind == NAP:
        return f"a nap of {SUIT_NAMES[SUITS[what]]}" if what >= 0 else "a nap"
    rank = f"{RANK_NAMES[RANKS[what]]}s" if what >= 0 else "of a kind"
    return f"{KINDS[kind]} {rank}"
