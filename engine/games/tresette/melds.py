"""TR-2 Melds: Good play, what is announced for it, and whether it was so."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from upcard.engine.game import Answer, Broken, Verdict
from upcard.engine.games.tresette.deal import begin_play, no_hand
from upcard.engine.games.tresette.table import SEATS, Tresette, orderly
from upcard.engine.mechanisms.forty import FORTY, SUITS_OF_FORTY
from upcard.engine.mechanisms.trick_play import open_cards
from upcard.schemas.cards import RANK_MASK, RANK_NAMES, SUIT_NAMES, SUITS
from upcard.schemas.events import MeldCalled, MeldsTold, Played
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
    if e.seat < SEATS and begin_play(s) and not s.calls[e.seat]:
        s.calls[e.seat] = s.line if may_call(s, e.seat) or s.gap else -s.line


def may_call(s: Tresette, seat: int) -> bool:
    """Whether Good play may still be said (TR-2.2)."""
    if s.options.declare_by == "first_lead":
        return not s.cards
    if not s.odd[seat]:
        return seat not in s.by
    return not any(by == seat and not card.bit & s.odd[seat] for card, by in zip(s.cards, s.by, strict=True))


def call_is_timely(s: Tresette, e: MeldCalled) -> Answer:
    """Good play is said before the first card of one's own, or before the first lead (TR-2.2)."""
    if e.seat > 3:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        return no_hand(s, e.seat, "Good play said")
    if s.calls[e.seat] > 0:
        return Broken(seat=e.seat, says="Good play was said before", kind="note")
    if s.gap or may_call(s, e.seat):
        return None
    return Broken(seat=e.seat)


# ---- TR-2.3 The announcement -----------------------------------------------------------------------------------------


def tell(s: Tresette, e: MeldsTold) -> None:
    """A seat announces its melds; it may change what the hand just played came to."""
    if e.seat > 3 or (s.phase == "between" and s.gap) or no_hand_is_on(s) or told_before(s, e):
        return
    begin_play(s)
    counts = int(s.gap or (s.calls[e.seat] > 0 and timely(s, e.seat) is None))
    for meld in e.melds:
        s.told += (e.seat, *read_meld(meld), s.line, counts)


def told_before(s: Tresette, e: MeldsTold) -> bool:
    """Whether a seat tells again what it has told, in time or since the last card: the line may be written twice."""
    rows = [row for row in told_melds(s) if row.seat == e.seat]
    melds = sorted(read_meld(meld) for meld in e.melds)
    last = s.lines[-1] if s.lines else 0
    for line in {row.line for row in rows if row.counts or row.line > last} if melds else ():
        if sorted((row.kind, row.what) for row in rows if row.line == line) == melds:
            return True
    return False


def read_meld(meld: Meld) -> tuple[int, int]:
    """The kind of a meld, and its rank or suit."""
    if meld.kind == "nap":
        return NAP, SUITS.index(meld.suit) if meld.suit else -1
    kind = KINDS.index(meld.kind)
    return kind, -1 if meld.rank is None else RANKS.find(meld.rank) if meld.rank in RANKS else NO_MELD


def no_hand_is_on(s: Tresette) -> bool:
    """Whether there is no hand of which melds could be announced: one that was played is open until the next, as its
    row may be written before (TR-6.1).
    """
    return s.phase == "between" and (s.how != "played" and not (s.how == "sheet" and s.cards))


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
        return no_hand(s, e.seat, "melds announced")
    if told_before(s, e):
        return Broken(seat=e.seat, says="the same melds were told before", name="told_again", kind="note")
    if s.gap or s.how == "sheet":
        return None
    if not s.calls[e.seat]:
        return Broken(
            seat=e.seat, says="melds announced without Good play score nothing", name="no_call", clause="TR-7"
        )
    wrong = timely(s, e.seat)
    return None if wrong is None or not orderly(s) else Broken(seat=e.seat, says=f"{wrong}: it scores nothing")


def told_early(s: Tresette, leader: int) -> list[Told]:
    """The announcements of seats that had won no trick, as is known when who leads shows who won the last (TR-2.3)."""
    *before, last = s.winners or [0]
    if last >= 0 or s.gap or -1 in before or not orderly(s):
        return []
    return [row for row in told_melds(s) if row.counts and row.seat not in {*before, leader}]


def announcement_was_early(s: Tresette, e: Played) -> Answer:
    """Melds are announced by who has won a trick, also where the next lead is what shows who has (TR-2.3)."""
    if open_cards(s, SEATS):
        return None
    says = "announced before the first trick of its own was won: it scores nothing"
    lines = dict.fromkeys((row.seat, row.line) for row in told_early(s, e.seat))
    return [Broken(seat=seat, at=line, says=says) for seat, line in lines]


def count_no_more(s: Tresette, leader: int) -> None:
    """What turns out to have been announced too early scores nothing."""
    early = told_early(s, leader)
    s.told = [part for row in told_melds(s) for part in (row._replace(counts=0) if row in early else row)]


def meld_is_one(s: Tresette, e: MeldsTold) -> Answer:
    """Three or four aces, twos or threes, or three, two and ace of a suit; each told once (TR-2.1, TR-2.4)."""
    if e.seat > 3 or no_hand_is_on(s) or told_before(s, e):
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
    if seat not in s.winners or s.calls[seat] <= 0 or s.phase != "play" or open_cards(s, 4) or not orderly(s):
        return None
    if s.options.score_unannounced_melds or has_led_since(s, seat) or any(t.seat == seat for t in told_melds(s)):
        return None
    return Broken(seat=seat)


# ---- In words ----------------------------------------------------------------------------------------------------------


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
