"""Popcorn: cards are laid face down and claimed to be of the rank that is due; who calls a bluff may be wrong.

The sections are those of the rules page. A pile is a place, and so are the cards laid last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import combinations
from operator import or_
from typing import Any, Final, Literal

import msgspec

from upcard.engine.due import Act, Chance
from upcard.engine.kernel.copying import Part
from upcard.engine.kernel.dealing import deal_hands, dealt_out, size_written, sizes_of
from upcard.engine.kernel.drawing import hands_drawn, player
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.offering import accepts, hand_shown
from upcard.engine.kernel.places import bits_of, spread
from upcard.engine.kernel.results import Mark, Result, marks_of
from upcard.engine.kernel.rules import Broken, Due, Rule, Ways, places_of, unwritten
from upcard.engine.kernel.state import State, lasting
from upcard.engine.kernel.usual import dealers, ends_after, out_is_called, result_of, winner_is_called
from upcard.engine.scene import Row, Scene
from upcard.schemas.cards import PACK, PACK_MASK, RANK_MASK, RANKS, UNKNOWN, Card, Rank, cards_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events.dealing import Dealt, HandStarted, Voided
from upcard.schemas.events.log import Gap, Opened
from upcard.schemas.events.playing import Claimed, Shown, Took, TurnedOver
from upcard.schemas.events.speaking import BluffCalled, Stood
from upcard.schemas.events.staking import ResultCalled, Scored
from upcard.schemas.options import Options, option
from upcard.schemas.wording import counted, of_rank, or_unknown, span, were

NOBODY: Final = -1
FIRST: Final = ""
"""The last rank claimed, before the first turn."""
OF_RANK: Final[dict[str, int]] = {rank: spread(RANK_MASK[rank], 2) for rank in RANKS}
"""The cards of each rank in one pack or two."""


Seen = int
"""Counts of cards, side by side in one number: for each rank, how many all at the table have seen, then how many each seat has seen."""
LANE: Final = 9
"""The bits of each count, one of them free: all cards of a rank from each of twenty hands can be added up in it."""
MOST: Final = (1 << LANE - 1) - 1
"""The most that a count can be."""


class Viewers:
    """Who sees cards at a table of so many seats: everybody together, then each seat. each: 1 in the count of each viewer; of_rank: by rank, where its
    counts begin; counts: the bits of those of one rank; cards: by rank, one card that each viewer has seen; any_card: one that may be of any rank.
    """

    def __init__(self, seats: int) -> None:
        width = LANE * (seats + 1)
        self.each: Seen = sum(1 << LANE * viewer for viewer in range(seats + 1))
        self.of_rank: dict[str, int] = {rank: width * place for place, rank in enumerate(RANKS)}
        self.cards: dict[str, Seen] = {rank: self.each << place for rank, place in self.of_rank.items()}
        self.any_card: Seen = sum(self.cards.values())
        self._free = self.any_card << LANE - 1
        self.counts = (1 << width) - 1
        self._seen_as = {bit: 1 << self.of_rank[rank] for rank, cards in OF_RANK.items() for bit in bits_of(cards)}

    def of(self, cards: int) -> Seen:
        """These cards (a mask), as one viewer has seen them."""
        seen, seen_as = 0, self._seen_as
        while cards:
            card = cards & -cards
            seen += seen_as[card]
            cards ^= card
        return seen

    def fewer(self, seen: Seen, gone: Seen) -> Seen:
        """Each count less by that of another number, but none less than nothing."""
        free = self._free
        left = (seen | free) - gone
        more = left & free
        return left & (more - (more >> LANE - 1))


viewers = cache(Viewers)


class PopcornOptions(Options):
    """PC-O."""

    decks: Literal[1, 2] = option(1, "PC-1.1", "packs of 52 cards; two for bigger groups")
    rank_step: Literal["ascending", "descending", "either"] = option(
        "ascending", "PC-3.5", "the rank to be claimed: the next higher, the next lower, or either of them"
    )
    overplay: bool = option(False, "PC-3.6", "whether more cards may be laid than are claimed")
    overplay_limit: int | None = option(None, "PC-3.6", "how many more at most; none: as many as the hand has", ge=0)
    max_claim: int | None = option(
        None, "PC-3.3", "the most cards that may be claimed at once; none: all of a rank", ge=1
    )
    caller: Literal["any", "next_only"] = option("any", "PC-A11", "who may call: any other seat, or only the next")
    start_rank: Rank = option("A", "PC-3.2", "the rank of the first turn")
    direction: Literal["left", "right"] = option("left", "PC-2.2", "the way turns and deal go round")
    match_deals: int | None = option(None, "PC-5.3", "a match is so many deals, won by whoever won most of them", ge=1)


class Lay(Part, msgspec.Struct, gc=False):
    """The cards laid last. seat, line: by whom and where; claimed: how many were said; size_before: least and most cards of that hand before; counted:
    whether it is known how many were laid; out: whether none may be left there; open: whether it may still be called; caller: who did; judged: whether
    it is among the lays that are known; verdict: 1 true, 0 bluff, -1 not known; taker: who took the pile; took: whether that was written down;
    pile_taken, taken_size: cards of that pile as far as they are known, and how many it had; verdict_said, verdict_line: the verdict that was said before the cards
    were turned over, and where; sure: the seats (a mask) that could tell it for a bluff; sights: what was seen of that hand before.
    """

    seat: int = NOBODY
    line: int = 0
    claimed: int = 0
    size_before: tuple[int, int] = (0, 0)
    counted: bool = False
    out: bool = False
    open: bool = False
    sights: Seen = 0
    caller: int = NOBODY
    judged: bool = False
    verdict: int = -1
    taker: int = NOBODY
    took: bool = False
    pile_taken: int = 0
    taken_size: tuple[int, int] = (0, 0)
    verdict_said: int = -1
    verdict_line: int = 0
    sure: int = 0


@dataclass(slots=True, kw_only=True)
class Popcorn(State):
    """pile, top: the places of the cards laid before the last, and of those laid last, which a call turns over; rank_claimed: the last rank claimed;
    lay: the latest; uncounted: how many cards each seat has laid in lays of which only the claim is known; winner: of the last hand; wins: by seat;
    lays_known, bluffs, calls_made, right: how many lays of each seat are known to the record, how many of these were bluffs; how often it called, and
    rightly (PC-6.6); sure, missed: how many lays of others each seat could tell for bluffs, and how many of these nobody called. sights: of each hand,
    how many cards of each rank each viewer has seen go there, which cannot have left it since; own: the cards in the pile that each seat laid (PC-6.4).
    The dealer is known if it was recorded.
    """

    options: PopcornOptions
    pile: int = lasting(0)
    top: int = lasting(0)
    rank_claimed: str = FIRST
    lay: Lay = field(default_factory=Lay)
    uncounted: list[int] = field(default_factory=list)
    winner: int = NOBODY
    wins: list[int | None] = lasting(list)
    lays_known: list[int] = field(default_factory=list)
    bluffs: list[int] = field(default_factory=list)
    calls_made: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    sure: list[int] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)
    sights: list[Seen] = field(default_factory=list)
    own: list[int] = field(default_factory=list)


GAME = game = Game(
    "popcorn",
    title="Popcorn",
    source="document 002",
    family="bluff",
    says="shedding cards face down under claims that others may call; the first to be out wins",
    seats=(2, 20),
    state=Popcorn,
    options=PopcornOptions,
    places=2,
    opened=0,
    impossible="PC-6.7",
    hand="game",
    match="match",
    score="win/wins",
    measure="won_rate",
    proves=(
        "From any record: wrong ranks, lays and calls out of turn or too late, claims out of range, play after the end.",
        "Where cards were turned over: lays of more or fewer cards than claimed, and who has to take the pile.",
        "Without hands: a card turned over that is certainly in another hand, as all saw it taken up.",
        "With all hands: the truth of every lay, bluffs and right calls of each seat, cards in two places.",
        "Never: that a lay nobody turned over was a bluff, if its cards are not in the record.",
    ),
    sheet=(
        Column(
            "seat",
            "winner",
            "the seat that was out first",
            "hand",
            ("won", "won by", "out", "out first"),
            tells="winner",
            holds="winner",
        ),
    ),
    remedies={
        "short_lay": "It counts as a bluff: who laid the cards takes the pile (PC-A6).",
        "over_lay": "It counts as a bluff: who laid the cards takes the pile (PC-A6).",
        "late_call": "The call has no effect (PC-A10).",
        "wrong_rank": "The next rank follows the one that was claimed (PC-A10).",
        "lay_out_of_turn": "The seat after the one that laid is next (PC-A10).",
    },
    words={"popcorn": "bluff_called", "!": "bluff_called"},
    named={"pile": 0},
    opening=(Claimed,),
    unfinished=Rule(
        "PC-5.4", "no_winner", "a game may end without a winner", "note", 0, lambda s, _e: left_without_winner(s)
    ),
    ended=Rule("PC-6.1", "continued_after_win", "the first to go out wins, and the game ends", "breach", 4),
    counting=Rule("PC-6.7", "wrong_count", "what is shown is what lies there", "contradiction"),
    course={
        "Deal": "`hand_started`, then `dealt` with the whole pack.",
        "Play": "From whoever was chosen to begin, each in turn `claimed`. A call is `bluff_called`, `turned_over`, and `took`; then the seat after the one that"
        " laid those cards lays, whoever called (PC-4.3). Where a seat may be out, `stood` if nobody calls.",
        "End": "Cards left that were seen are `shown`; a game thrown in is `voided`. What the sheet has is `scored`, what somebody"
        " said `result_called`.",
    },
    writes={
        "hand_started.dealer": "who dealt, where that was written: the odd cards go one each to the seats from the next one on, empty seats passed over (PC-2.1)",
        "dealt.first": "who was chosen to lay first; left out, the first who lays is",
        "claimed.count": "how many cards were said",
        "claimed.laid": "how many were laid, if that was seen, and is another number",
        "result_called.result": "`true` or `bluff` of a verdict, `took` of who takes the pile, `out`, `won`; other words are kept,"
        " and not judged",
    },
)


# ---- PC-1 Deck, seats --------------------------------------------------------------------------------------------------


@game.start
def start(s: Popcorn, header: Opened) -> None:
    """One pack or two, of which each card is there twice (PC-1.1); nobody has won."""
    s.places.packs, s.places.pack = s.options.decks, spread(PACK_MASK, s.options.decks)
    s.places.clear()
    s.pile = len(header.seats)
    s.top = s.pile + 1
    s.wins = [0] * len(header.seats)
    count_from_nothing(s)


@game.checks_options
def check_options(options: PopcornOptions, seats: int) -> None:
    """More than ten play with two packs only (PC-1.2)."""
    if seats > 10 and options.decks == 1:
        raise OptionError(f"{seats} players with one pack: at most 10 play with it", hint="wanted decks=2, or fewer")


# ---- PC-2 Deal and start -----------------------------------------------------------------------------------------------


@game.on(HandStarted)
def begin(s: Popcorn, e: HandStarted) -> None:
    """A new game; whoever deals may be written down or not (PC-A8)."""
    seats = len(s.players)
    s.dealer = e.dealer if e.dealer is not None and e.dealer < seats else NOBODY
    s.renew()
    count_from_nothing(s)


def count_from_nothing(s: Popcorn) -> None:
    """Nobody has laid or called yet."""
    none = [0] * len(s.players)
    s.uncounted, s.lays_known, s.bluffs, s.calls_made, s.right = none[:], none[:], none[:], none[:], none[:]
    s.sure, s.missed, s.own, s.sights = none[:], none[:], none[:], none[:]


@game.rule(HandStarted, "PC-1.2", "no_such_seat", "there is such a seat", "contradiction")
def dealer_is_there(s: Popcorn, e: HandStarted) -> Any:
    """Who deals sits at the table."""
    return e.dealer is None or e.dealer < len(s.players) or f"no seat {e.dealer} at this table"


Dealing = tuple[Dealt, Sequence[int], Sequence[int | None]]


@game.about(Dealt)
def dealing(s: Popcorn, e: Dealt) -> Dealing:
    """A deal; how many cards are due to each seat; and how many it was dealt, None where nobody knows who got the odd cards."""
    due = even_sizes(s)
    if e.each is not None or s.dealer >= 0 or sum(due) % len(s.taking_part()) == 0:
        return e, due, sizes_of(e, len(s.players), due)
    return e, due, [0 if s.sitting_out >> seat & 1 else size_written(e, seat) for seat in range(len(s.players))]


@game.on(Dealt, "PC-6.7", "dealt_amid", "cards are dealt before the game", fault="contradiction")
def deal(s: Popcorn, told: Dealing) -> None:
    """The whole pack is dealt as evenly as possible (PC-2.1). Where nobody knows who got the odd cards, each may have."""
    e, due, sizes = told
    deal_hands(s, e, [max(due) if size is None else size for size in sizes])
    for seat, size in enumerate(sizes):
        s.places.loosen(seat, int(size is None))
    s.dealt = True
    if e.first is not None and e.first < len(s.players):
        s.turn = e.first


def even_sizes(s: Popcorn) -> list[int]:
    """Cards by seat: the first in deal order get the odd ones; without a dealer that is taken to begin with seat 0."""
    return dealt_out(s, 52 * s.options.decks, s.beside(s.dealer) if s.dealer >= 0 else 0)


@game.rule(Dealt, "PC-2.1", "uneven_deal", "the whole pack is dealt as evenly as possible")
def deal_is_even(s: Popcorn, told: Dealing) -> Any:
    """Nobody gets two cards more than another, and the odd ones go to the first (PC-2.1); all cards are dealt (PC-6.7)."""
    (e, due, dealt), there = told, s.taking_part()
    given = [dealt[seat] for seat in there if dealt[seat] is not None]
    share, odd = divmod(sum(due), len(there))
    less, more = given.count(share), given.count(share + 1)
    if dealt == due if s.dealer >= 0 else less + more == len(given) and more <= odd and less <= len(there) - odd:
        return None
    sizes, even_ones = sizes_of(e, len(s.players), due), due if s.dealer >= 0 else sorted(due)[::-1]
    says = f"{' '.join(map(str, sizes))} cards were dealt; even is {' '.join(map(str, even_ones))}"
    if None not in dealt and sum(sizes) != sum(due):
        return Broken(says=says, clause="PC-6.7", name="wrong_count", kind="contradiction")
    return says


@game.rule(Dealt, "PC-1.2", "many_players", "eleven players and more, with two packs", "note")
def many_players(s: Popcorn, _told: Dealing) -> Any:
    """Eleven and more with two packs are an extension of ours (PC-1.2)."""
    return len(s.players) <= 10 or s.hand > 1 or Broken(kind="note")


# ---- PC-3 Turn ---------------------------------------------------------------------------------------------------------


def in_line(s: Popcorn, seat: int, before: int = 0) -> int:
    """A mask of who may take a turn: this seat; where somebody left amid the game, the next may as well (PC-4.3). -1: anybody."""
    if seat >= 0 and s.players[seat]:
        return before | 1 << seat
    if seat < 0 or before >> seat & 1:
        return before or -1
    return in_line(s, s.after(seat), before | 1 << seat)


@game.turn
def turn(s: Popcorn) -> Sequence[Due]:
    """The deal; a lay, or a call of the last one; after a call the cards are turned over, and somebody takes the pile."""
    if not s.dealt:
        return DEAL
    last, seat = s.lay, s.turn
    if last.caller >= 0 and last.verdict < 0:
        return CALLED
    may_lay = 1 << seat if seat >= 0 and s.players[seat] else in_line(s, seat)
    lays, may_call, may_be_out, taken = lay_dues(may_lay)
    if last.open:
        return may_call if not last.out else may_be_out if s.uncounted[last.seat] else OUT
    return taken if last.taker >= 0 and not last.took else lays


@cache
def lay_dues(seats: int) -> Sequence[Sequence[Due]]:
    """Who lays: alone; while the last lay may be called; where that may have been the last of a hand; until the pile that was taken is told."""
    lays, calls = Due(Claimed, seats), Due(BluffCalled, optional=True)
    stood, win = Due(Stood, optional=True), Due(Stood, skip=win_layer)
    return (lays,), (lays, calls, stood), (lays, calls, win), (lays, Due(Took))


Laying = tuple[Claimed, int | None, tuple[int, int]]


@game.about(Claimed)
def laying(s: Popcorn, e: Claimed) -> Laying:
    """A lay; how many cards were laid, as listed or counted, None if neither was; and the least and the most that lay in the hand."""
    return e, e.laid if e.cards is None else len(e.cards), s.places.bounds(e.seat)


@game.rule(Claimed, "PC-6.1", "wrong_rank", "the next rank of the cycle is claimed")
def rank_is_due(s: Popcorn, told: Laying) -> Any:
    """The rank claimed is the next of the cycle (PC-3.2, PC-3.5)."""
    e, due = told[0], ranks_due(s)
    return None if e.rank in due else f"{e.rank} was claimed; {' or '.join(due)} was due"


def ranks_due(s: Popcorn) -> Sequence[Rank]:
    """The ranks that may be claimed now (PC-3.2, PC-3.5)."""
    return FOLLOWING[s.options.rank_step][s.rank_claimed] if s.rank_claimed else (s.options.start_rank,)


FOLLOWING: Final[dict[str, dict[str, Sequence[Rank]]]] = {
    step: {rank: tuple(RANKS[(at + one) % len(RANKS)] for one in steps) for at, rank in enumerate(RANKS)}
    for step, steps in {"ascending": (1,), "descending": (-1,), "either": (1, -1)}.items()
}
"""The ranks that follow each in the cycle, by how the house goes round it."""


@game.rule(Claimed, "PC-6.1", "claim_range", "one card or more is claimed, up to all of a rank")
def claim_in_range(s: Popcorn, told: Laying) -> Any:
    """One card at least is claimed, and no more than the house allows (PC-3.3)."""
    e, most = told[0], most_claimed(s)
    return None if 1 <= e.count <= most else f"{were(e.count, 'card')} claimed; 1 to {most} may be"


def most_claimed(s: Popcorn) -> int:
    """The most cards that may be claimed at once (PC-3.3)."""
    return s.options.max_claim or 4 * s.places.packs


@game.rule(
    Claimed, "PC-6.7", "wrong_count", "as many cards are laid as were told, and the hand has them", "contradiction"
)
def number_can_be(_s: Popcorn, told: Laying) -> Any:
    """The cards listed are as many as were counted, and lay in the hand (PC-6.7)."""
    e, laid, (_, most) = told
    if laid is None or (laid <= most and (e.laid is None or e.laid == laid)):
        return None
    wrong = f"{counted(laid, 'card')} laid from a hand of {most}" if laid > most else None
    return wrong if e.laid in {None, laid} else [f"{counted(laid, 'card')} listed, {e.laid} counted", wrong]


@game.rule(Claimed, "PC-6.1", "short_lay", "as many cards are laid as claimed")
def number_is_true(s: Popcorn, told: Laying) -> Any:
    """As many cards are laid as claimed, or more where that is allowed (PC-3.3, PC-3.6)."""
    e, laid, (_, most) = told
    if laid == e.count or (laid is None and e.count <= most):
        return None
    if laid is None and s.uncounted[e.seat]:
        says = f"{e.count} claimed of a hand of {most} by its claims: this lay or one before it was short"
        return Broken(says=says, kind="contradiction")
    laid = most if laid is None else laid
    name = wrong_number(s, e.count, laid)
    return Broken(seat=e.seat, name=name, says=f"{e.count} claimed, {laid} laid") if name else None


def wrong_number(s: Popcorn, claimed: int, laid: int) -> str:
    """The fault of a lay of so many cards, if the number claimed does not allow it (PC-3.3, PC-3.6, PC-A6)."""
    if laid < claimed or laid < 1:
        return "short_lay"
    limit = s.options.overplay_limit
    fine = laid == claimed or (s.options.overplay and (limit is None or laid - claimed <= limit))
    return "" if fine else "over_lay"


@game.on(Claimed, "PC-6.1", "lay_out_of_turn", "the next in line lays")
def lay(s: Popcorn, told: Laying) -> None:
    """The cards lie on the pile, the lay before can be called no more (PC-4.4), and the next seat is due."""
    (e, laid, size), last, places, top = told, s.lay, s.places, s.top
    seat = e.seat
    if would_have_won(s):
        was_short(s, last.seat)
        size = places.bounds(seat)
    if laid is None and s.uncounted[seat] and e.count > size[1]:
        was_short(s, seat)
        size = places.bounds(seat)
    nobody_called(s)
    places.move_all(top, s.pile)
    if e.cards is None:
        put_down(s, e, size[1])
    else:
        places.move_set(e.cards, seat, top)
    out, sights = not (places.known[seat] or places.unseen[seat]), s.sights[seat]
    s.turn, s.rank_claimed = s.after(seat), e.rank
    s.lay = last = Lay(seat, s.line, e.count, size, counted=laid is not None, out=out, open=True, sights=sights)
    if sights:
        may_be_gone(s)
    s.own[seat] |= places.known[top]
    verdict = as_known(s)
    if verdict < 1 and (sure := who_could_tell(s)):
        last.sure = sure
        count_who_could(s, s.sure)
    if verdict >= 0:
        judge(s, verdict)


def judge(s: Popcorn, verdict: int) -> None:
    """It is known for the first time whether the last lay was true (PC-6.6)."""
    last = s.lay
    last.judged = True
    s.lays_known[last.seat] += 1
    s.bluffs[last.seat] += 1 - verdict


def put_down(s: Popcorn, e: Claimed, most: int) -> None:
    """Cards that were not listed go from a hand of so many face down: as counted, else as claimed (PC-3.3), or more (PC-3.6)."""
    seat, places, there, number = e.seat, s.places, s.top, min(most, e.count if e.laid is None else e.laid)
    places.move_set((UNKNOWN,) * number, seat, there)
    if e.laid is None:
        s.uncounted[seat] += number
        limit = s.options.overplay_limit
        more = min(most - number, most if limit is None else limit) if s.options.overplay else 0
        if more:
            places.forget(seat)
            places.loosen(seat, more)
            places.deal(there, 0, more)
            places.loosen(there, more)


@game.rule(Claimed, "PC-6.1", "continued_after_win", "the first to go out wins, and the game ends", "contradiction")
def nobody_is_out(s: Popcorn, _told: Laying) -> Any:
    """Nobody lays after a seat was out; of one that is out by its claims alone, a lay may have been short (PC-6.1)."""
    if not would_have_won(s):
        return None
    return Broken(says=f"seat {s.lay.seat} was out by its claims and had won, or laid fewer cards than it said before")


def would_have_won(s: Popcorn) -> bool:
    """Whether the seat that laid last has no card left by its claims alone, and nobody has called."""
    return s.lay.out and s.lay.open and s.lay.caller < 0 and s.uncounted[s.lay.seat] > 0


def was_short(s: Popcorn, seat: int) -> None:
    """A seat has more cards than its claims leave it, for play goes on: it laid fewer than it said."""
    more = s.uncounted[seat]
    s.places.deal(seat, 0, more)
    s.places.loosen(seat, more - 1)
    s.uncounted[seat] = 0


# ---- PC-4 Call ---------------------------------------------------------------------------------------------------------


@game.on(BluffCalled, "PC-6.1", "late_call", "the latest lay is called, before the next")
def call(s: Popcorn, e: BluffCalled) -> None:
    """A seat calls the latest lay; a call by the seat that laid it has no effect (PC-4.1)."""
    if e.seat != s.lay.seat and (e.line is None or e.line == s.lay.line):
        s.lay.caller = e.seat
        s.calls_made[e.seat] += 1


@game.rule(BluffCalled, "PC-6.1", "self_call", "another seat than the one that laid calls")
def caller_is_another(s: Popcorn, e: BluffCalled) -> Any:
    """Who laid does not call (PC-4.1); the house may leave it to the next (PC-A11); an earlier lay is called too late."""
    if e.line is not None and e.line != s.lay.line:
        return Broken(seat=e.seat, says="an earlier lay was called", name="late_call")
    if e.seat == s.lay.seat:
        return "a seat called its own lay"
    if s.options.caller == "next_only" and not in_line(s, s.after(s.lay.seat)) >> e.seat & 1:
        says = f"seat {e.seat} called; only seat {s.after(s.lay.seat)} may"
        return Broken(seat=e.seat, says=says, name="wrong_caller", clause="PC-A11")
    return None


Turning = tuple[TurnedOver, int, int, bool]


@game.about(TurnedOver)
def turning(s: Popcorn, e: TurnedOver) -> Turning:
    """Cards turned over; which they are (a mask); how many are not wholly known; and whether they may be those known to lie there."""
    places, top, number = s.places, s.top, len(e.cards)
    faces, known = places.copies_in(top, e.cards), places.known[top]
    unseen = 0 if faces.bit_count() == number else [card.bit for card in e.cards].count(0)
    may_lie = places.bounds(top) == (number, number) and not faces & ~known & (~places.pool | places.barred[top])
    return e, faces, unseen, may_lie and (known & ~faces).bit_count() <= unseen


@game.on(TurnedOver, "PC-4.2", "no_call", "a call turns over the last lay", fault="contradiction")
def turn_over(s: Popcorn, told: Turning) -> Any:
    """The cards laid last are seen by all; the caller takes the pile if the claim was true, else who laid them (PC-4.2)."""
    (e, faces, _, fits), last, places = told, s.lay, s.places
    if fits:
        places.show(faces, s.top)
    else:  # what was turned over was laid
        seat = last.seat
        places.move_all(s.top, seat)
        places.limit(seat, *last.size_before)
        for card in e.cards[: places.most(seat)]:
            may_be = places.possible(seat, places.pack) & places.copy_in(seat, card.bit)
            places.move_card(card if may_be else UNKNOWN, seat, s.top)
    if not last.counted:
        s.uncounted[last.seat] -= min(last.claimed, s.uncounted[last.seat])
    if last.sights:
        may_be_gone(s, e.cards)
    return decide(s, verdict_of(s, told))


def verdict_of(s: Popcorn, told: Turning) -> int:
    """Whether the claim was true (PC-3.4): 1, or 0 for a bluff, or -1, if not all faces are known."""
    e, faces, unseen, _ = told
    ranks = {card.rank for card in e.cards} - {s.rank_claimed} if unseen else set()
    if len(e.cards) != s.lay.claimed or faces & ~OF_RANK[s.rank_claimed] or ranks - {"?"}:
        return 0
    return as_known(s) if ranks else 1


def as_known(s: Popcorn) -> int:
    """The verdict on cards which were not turned over, or not wholly seen: 1, 0, or -1 if it may be either."""
    last, places, top = s.lay, s.places, s.top
    known = places.known[top]
    if known & ~OF_RANK[s.rank_claimed]:
        return 0
    if last.counted and not places.unseen[top]:
        return int(known.bit_count() == last.claimed)
    least, most = places.bounds(top)
    return -1 if least <= last.claimed <= most else 0


def decide(s: Popcorn, verdict: int) -> Ways:
    """The verdict tells who takes the pile (PC-4.2); who has gone out by a true claim has won (PC-5.1). Not known: it may be either."""
    if verdict < 0:
        return [partial(decide, verdict=either) for either in (0, 1)]
    last, seat, caller = s.lay, s.lay.seat, s.lay.caller
    if not last.judged:
        judge(s, verdict)
    last.verdict, last.open = verdict, False
    if caller >= 0 and not verdict:
        s.right[caller] += 1
    out = verdict and not s.places.most(seat)
    take(s, caller if verdict and caller >= 0 else seat)
    if out:
        settle(s, "played", seat)
    return None


def take(s: Popcorn, seat: int) -> None:
    """A seat takes the whole pile (PC-4.2); the next turn is of the seat after who laid (PC-4.3)."""
    places, last, pile, faces = s.places, s.lay, s.pile, s.places.known[s.top]
    places.move_all(s.top, pile)
    last.pile_taken, last.taken_size = places.known[pile], places.bounds(pile)
    last.taker, last.took = seat, False
    see_taken(s, seat, faces)
    places.move_all(pile, seat)


def not_turned(s: Popcorn) -> Any:
    """The cards turned over are not in the record: the claim is judged as they are known, else it was true or a bluff."""
    return decide(s, as_known(s))


NOT_TURNED = Rule("PC-4.2", "not_turned", "the cards laid last are turned over for all", "note", 1)
DEAL = (Due(Dealt, skip=unwritten(game.acts[Dealt].do, Dealt())),)
CALLED = (Due(TurnedOver, -1, NOT_TURNED, skip=not_turned, cost=1),)


@game.rule(TurnedOver, "PC-6.2", "contradictory_reveal", "what is turned over was laid", "contradiction", cost=6)
def faces_are_possible(s: Popcorn, told: Turning) -> Any:
    """Cards turned over were laid, and are not certainly in another hand (PC-6.2)."""
    e, faces, unseen, fits = told
    repeated = len(e.cards) - faces.bit_count() > unseen
    if fits and not repeated:
        return None
    places, place = s.places, s.top
    held = places.known[s.lay.seat] | places.known[place]
    wrong = faces & places.pack & ~held & (~places.pool | places.barred[place] & places.barred[s.lay.seat])
    most = places.most(place) if s.lay.counted else s.lay.size_before[1]
    if len(e.cards) > most or (s.lay.counted and len(e.cards) < most):
        of = "laid, as was listed or counted" if s.lay.counted else "of that hand"
        says = f"{counted(len(e.cards), 'card')} turned over; there were {most} {of}"
    elif (places.known[place] & ~faces).bit_count() > unseen:
        says = "turned over, though others were written down as laid"
    elif wrong or faces & ~places.pack or repeated:
        says = "turned over, though it cannot have been laid"
    else:
        return None
    return Broken(seat=s.lay.seat, cards=wrong or faces, says=says, against=s.lay.line)


@game.rule(TurnedOver, "PC-6.1", "short_lay", "as many cards are laid as claimed")
def number_was_true(s: Popcorn, told: Turning) -> Any:
    """As many cards are turned over as were claimed (PC-6.1, PC-A6)."""
    last, number = s.lay, len(told[0].cards)
    name = "" if last.counted else wrong_number(s, last.claimed, number)
    if not name:
        return None
    return Broken(seat=last.seat, name=name, says=f"{last.claimed} claimed, {number} laid", at=last.line)


@game.on(Took, "PC-6.1", "nothing_to_take", "the pile is taken after a call", fault="contradiction")
def take_by_hand(s: Popcorn, e: Took) -> None:
    """The seat that took the pile looks at it."""
    last, places, seat = s.lay, s.places, e.seat
    last.took = True
    if seat != last.taker or not e.cards:
        return
    held = places.known[seat] & ~last.pile_taken
    found = places.copies_in(seat, e.cards, held) & places.pack
    places.show(found, seat)  # one that cannot be there shakes what is known of the others
    last.pile_taken |= found


@game.rule(Took, "PC-6.1", "wrong_taker", "the pile goes to whom the verdict gives it", "testimony")
def taker_is_right(s: Popcorn, e: Took) -> Any:
    """Who called a true claim takes the pile, or who laid a bluff (PC-4.2, PC-A9)."""
    if e.seat == s.lay.taker or s.lay.taker < 0:
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} took the pile; seat {s.lay.taker} had to", against=s.lay.line)


@game.rule(Took, "PC-6.7", "wrong_count", "the pile taken is the pile laid", "contradiction")
def pile_is_whole(s: Popcorn, e: Took) -> Any:
    """The cards taken up are as many as lay there (PC-6.7)."""
    last, (least, most) = s.lay, s.lay.taken_size
    if not e.cards or e.seat != last.taker or least <= len(e.cards) <= most:
        return None
    return f"{counted(len(e.cards), 'card')} listed of a pile of {least if len(e.cards) < least else most}"


# ---- PC-5 End ----------------------------------------------------------------------------------------------------------


@game.on(Stood, "PC-5.2", "nothing_to_stand", "a lay stands if nobody calls", fault="contradiction")
def stand(s: Popcorn, _e: Stood) -> Any:
    """Nobody calls the last lay: who laid the last card of its hand has won (PC-5.1, PC-5.2)."""
    nobody_called(s)
    s.lay.open = False
    least, most = s.places.bounds(s.lay.seat)
    if least:
        return None
    # It was the last card of that hand, or one is left.
    return win_layer(s) if not most else [win_layer, lambda s: s.places.limit(s.lay.seat, 1, s.lay.size_before[1])]


def win_layer(s: Popcorn) -> None:
    """Nobody called the last lay, though the record does not say so."""
    nobody_called(s)
    settle(s, "played", s.lay.seat)


OUT = (Due(Stood, skip=win_layer), Due(BluffCalled, optional=True))


def settle(s: Popcorn, how: str, seat: int = NOBODY) -> None:
    """The game is over: who is out first has won it (PC-5.3)."""
    if s.on:
        s.count(how != "void")
        if seat >= 0:
            s.wins = [None if won is None else won + (at == seat) for at, won in enumerate(s.wins)]
    s.how, s.void, s.winner, s.lay.open = how, how == "void", seat, False
    s.end()


@game.on(Voided)
def void(s: Popcorn, _e: Voided | None = None) -> None:
    """The game is thrown in."""
    settle(s, "void")


ends_after(game, "match_deals", "PC-5.3", "past_the_match", "no deal follows the last of a match")


def left_without_winner(s: Popcorn) -> Broken:
    """A game may be left (PC-5.4), but not before anybody has laid a card."""
    if s.rank_claimed == FIRST:
        return Broken(says="cards were dealt, and nobody laid any", kind="contradiction", cost=6)
    return Broken(says="the game before was left without a winner", kind="note")


@game.missed
def miss(s: Popcorn, _e: Gap) -> None:
    """Of games that were missed nobody knows who won."""
    s.wins = [None] * len(s.players)
    s.how, s.winner, s.lay = "", NOBODY, Lay()
    count_from_nothing(s)


@game.outcomes
def outcomes(s: Popcorn, e: Scored) -> Iterator[Any]:
    """Anybody may have won."""
    seats = range(len(s.players)) if e.seat is None else (e.seat,)
    known = s.dealt and not s.blind
    return (partial(settle, how="sheet", seat=seat) for seat in seats if not (known and s.places.bounds(seat)[0]))


game.only_says(Scored, "PC-5.3", "wrong_winner", "a row names who was out first")


# ---- PC-6 Irregularities and deductions: what could be told for a bluff --------------------------------------------------


def may_be_gone(s: Popcorn, faces: Sequence[Card] | None = None) -> None:
    """The cards laid last have left that hand, any of those that were seen to go there (PC-A12), or none but these faces (PC-6.4)."""
    all_ = viewers(len(s.players))
    if faces is None:
        gone = all_.any_card * min(s.places.most(s.top), MOST)
    else:
        gone = sum(all_.cards.get(card.rank, all_.any_card) for card in faces)
    s.sights[s.lay.seat] = all_.fewer(s.lay.sights, gone)


def see_taken(s: Popcorn, taker: int, faces: int) -> None:
    """A seat takes the pile: all see the cards turned over go there, and each other seat the cards that it laid itself (PC-6.4)."""
    all_ = viewers(len(s.players))
    there = s.sights[taker] + all_.of(faces) * (all_.each - (1 << LANE * (taker + 1)))
    for seat, cards in enumerate(s.own):
        if seat != taker and (laid := cards & ~faces):
            there += all_.of(laid) << LANE * (seat + 1)
    s.sights[taker] = there - all_.fewer(there, all_.any_card * (4 * s.places.packs))  # no more than there are
    s.own = [0] * len(s.players)


def who_could_tell(s: Popcorn) -> int:
    """The seats (a mask) that know of so many cards of the rank outside the hand of who laid that the claim cannot be true (PC-6.4)."""
    places, own, layer, rank, all_ = s.places, s.own, s.lay.seat, s.rank_claimed, viewers(len(s.players))
    known, cards, too_many, sure = places.known, OF_RANK[rank], 4 * places.packs - s.lay.claimed + 1, 0
    seen = sum(s.sights) - s.sights[layer] >> all_.of_rank[rank] & all_.counts
    if not seen and (places.pack & ~places.pool & ~known[layer] & cards).bit_count() < too_many:
        return 0  # too few cards of the rank are known to lie elsewhere, whoever knows
    too_many = 0 if seen & MOST >= too_many else too_many  # all have seen so many
    for seat, held in enumerate(map(or_, own, known)):
        seen >>= LANE
        if (held & cards).bit_count() + (seen & MOST) >= too_many:
            sure |= 1 << seat
    return sure & ~(s.sitting_out | 1 << layer)


def nobody_called(s: Popcorn) -> None:
    """The last lay can be called no more, and nobody called it: nor did those who could tell it for a bluff (PC-6.5)."""
    if s.lay.sure and s.lay.open and s.lay.caller < 0:
        count_who_could(s, s.missed)


def count_who_could(s: Popcorn, times: list[int]) -> None:
    """One more for each seat that could tell the last lay for a bluff and may call it (PC-A11)."""
    sure = s.lay.sure
    if s.options.caller == "next_only":
        sure &= 1 << s.after(s.lay.seat)
    for seat in places_of(sure):
        times[seat] += 1


@game.statement(Claimed, "PC-6.4", "provable_bluff", "somebody could tell that this is a bluff")
def could_be_told(s: Popcorn, e: Claimed) -> Broken | None:
    """Who could tell a lay for a bluff, which was not written down as a true one."""
    if not s.lay.sure:
        return None
    everybody = s.lay.sure.bit_count() == max(2, len(s.players) - s.sitting_out.bit_count() - 1)
    return Broken(seat=e.seat, kind="note", says=bluff_told_by(-1 if everybody else s.lay.sure))


@lru_cache(1024)
def bluff_told_by(seats: int) -> str:
    """Who could tell a lay for a bluff, in words: these seats (a mask), or everybody (-1)."""
    who = "everybody" if seats < 0 else " and ".join(f"seat {seat}" for seat in places_of(seats))
    return f"{who} could tell that this is a bluff"


# ---- PC-6 Irregularities and deductions: what was said -----------------------------------------------------------------

VERDICTS: Final = {"true": 1, "honest": 1, "bluff": 0, "false": 0}
"""How people say a verdict."""
TOOK: Final = frozenset({"took", "takes", "taker", "pile", "took_pile"})
"""How people say who takes the pile."""

winner_is_called(game, "PC-5.3", "who is out first has won", name="wrong_winner")
out_is_called(game, "PC-6.1", "false_out")


@game.on(ResultCalled, free=True)
def hear(s: Popcorn, e: ResultCalled) -> None:
    """A verdict said before the cards are turned over is kept until they are."""
    word = e.result.casefold()
    if word in VERDICTS and e.hand in {None, s.hand} and s.lay.caller >= 0 and s.lay.verdict < 0:
        s.lay.verdict_said, s.lay.verdict_line = VERDICTS[word], s.line


@game.statement(TurnedOver | Took, "PC-6.3", "reveal_verdict_mismatch", "the verdict follows from the faces")
def verdict_as_said(s: Popcorn, _e: TurnedOver | Took) -> Any:
    """The verdict that was said before fits the faces, or who took the pile where the faces are not in the record (PC-6.3)."""
    if s.lay.verdict_said < 0 or s.lay.verdict in {-1, s.lay.verdict_said}:
        return None
    return Broken(seat=s.lay.seat, at=s.lay.verdict_line, says=verdict_says(s), against=s.lay.line)


def verdict_says(s: Popcorn) -> str:
    """The verdict in words."""
    return f"the claim of seat {s.lay.seat} was {'true' if s.lay.verdict else 'a bluff'}"


@game.rule(ResultCalled, "PC-6.3", "reveal_verdict_mismatch", "what is said follows from the play", "testimony")
def said_rightly(s: Popcorn, e: ResultCalled) -> Any:
    """Verdict and taker, as they follow from the play (PC-6.3)."""
    word, last = e.result.casefold(), s.lay
    if e.hand not in {None, s.hand} or s.blind or last.taker < 0:
        return None
    if word in VERDICTS:
        return last.verdict in {-1, VERDICTS[word]} or Broken(seat=last.seat, says=verdict_says(s), against=last.line)
    if word not in TOOK or e.seat in {None, last.taker}:
        return None
    says = f"seat {e.seat} was said to take the pile; seat {last.taker} has to"
    return Broken(seat=e.seat, says=says, against=last.line)


# ---- What may come next ------------------------------------------------------------------------------------------------


@game.offer(HandStarted, "the next game")
def offer_hand(s: Popcorn, _seat: int) -> tuple[HandStarted, ...]:
    """The dealer is named or not."""
    return (HandStarted(), *dealers(s, NOBODY))


@game.between
def between(s: Popcorn) -> Iterator[Due]:
    """The pile that was taken last, and what was left in the hands."""
    if s.how == "played":
        if s.lay.taker >= 0 and not s.lay.took:
            yield Due(Took, 1 << s.lay.taker, optional=True)
        yield Due(Shown, (1 << len(s.players)) - 1, optional=True)


@game.offer(Shown)
def offer_shown(s: Popcorn, seat: int) -> Act | tuple[()]:
    """The cards that a seat has left may be shown at the end."""
    left = s.places.most(seat)
    return hand_shown(game, s, seat, "the cards left, if they were shown", 0.05) if left else ()


@game.offer(Dealt)
def offer_deal(s: Popcorn, _seat: int) -> Act:
    """The whole pack is dealt (PC-2.1)."""
    chance = Chance(PACK * s.options.decks, tuple(even_sizes(s)), lambda hands: Dealt(hands=hands))
    return Act(Dealt, None, "the pack dealt out", chance=chance)


@game.offer(Stood, "nobody calls")
def offer_stood(s: Popcorn, _seat: int) -> tuple[Stood, ...]:
    """Nobody calls, where a seat may be out."""
    return () if s.places.bounds(s.lay.seat)[0] else (Stood(),)


@game.offer(BluffCalled)
def offer_calls(s: Popcorn, _seat: int) -> Iterator[Act]:
    """Who may call the last lay (PC-4.1, PC-A11)."""
    others = [seat for seat in s.taking_part() if seat != s.lay.seat]
    may = [s.after(s.lay.seat)] if s.options.caller == "next_only" else others
    for seat in may:
        yield Act(BluffCalled, seat, "a call", (BluffCalled(seat=seat),), optional=True, weight=0.4 / len(may))


@game.offer(TurnedOver)
def offer_faces(s: Popcorn, _seat: int) -> Act:
    """The cards laid last are turned over (PC-4.2)."""
    known, asks = s.places.known[s.top], "the cards turned over"
    blank = TurnedOver(cards=(UNKNOWN,) * s.places.most(s.top))
    if not s.places.unseen[s.top]:
        return Act(TurnedOver, None, asks, (TurnedOver(cards=tuple(cards_of(known))),), blank=blank)
    return Act(TurnedOver, None, asks, accepts=accepts(game, s, TurnedOver, -1), blank=blank)


@game.offer(Took)
def offer_took(s: Popcorn, _seat: int) -> Act | list[Act]:
    """Who has taken the pile looks at it. All know who it was, that seat alone the cards."""
    seat, asks = s.lay.taker, "the pile taken"
    if s.lay.pile_taken.bit_count() == s.lay.taken_size[0] == s.lay.taken_size[1]:
        return Act(Took, seat, asks, (Took(seat=seat, place="pile", cards=tuple(cards_of(s.lay.pile_taken))),))
    legal = accepts(game, s, Took, seat)
    seen = Act(Took, seat, f"{asks}, card by card", accepts=legal, optional=True, weight=0.0)
    return [Act(Took, seat, asks, (Took(seat=seat, place="pile"),)), seen]


@game.offer(Claimed)
def offer_lays(s: Popcorn, seat: int) -> Iterator[Act]:
    """A lay of one seat: what the scribe may write, and, of a hand that is known, true claims and some bluffs."""
    if seat < 0:
        for one in range(len(s.players)):
            yield from offer_lays(s, one)
        return
    most = s.places.most(seat)
    if not most:
        return
    pending, due = s.lay.taker >= 0 and not s.lay.took, ranks_due(s)
    given = {"rank": due[0]} if len(due) == 1 else {}
    asks = f"how many {in_words(due[0], 2)}" if given else "a claim"
    blanks = tuple(
        Claimed(seat=seat, rank=rank, count=number)
        for rank in due
        for number in range(1, min(most, most_claimed(s)) + 1)
    )
    legal = accepts(game, s, Claimed, seat)
    yield Act(Claimed, seat, asks, accepts=legal, optional=pending, weight=0.0, blank=blanks, given=given)
    if s.places.unseen[seat]:
        return
    for choices, weight in ((honest(s, seat), 1.0), (bluffs(s, seat), 0.5)):
        if choices:
            yield Act(Claimed, seat, asks, choices, optional=True, weight=0.0 if pending else weight, blank=blanks[:0])


def honest(s: Popcorn, seat: int) -> tuple[Claimed, ...]:
    """All true claims of a hand (PC-3.4)."""
    found: dict[tuple[Card, ...], Claimed] = {}
    for rank in ranks_due(s):
        held = list(cards_of(s.places.known[seat] & OF_RANK[rank]))
        for number in range(1, min(len(held), most_claimed(s)) + 1):
            for cards in combinations(held, number):
                found[cards] = Claimed(seat=seat, rank=rank, count=number, cards=cards)
    return tuple(found.values())


def bluffs(s: Popcorn, seat: int) -> tuple[Claimed, ...]:
    """Some of the other lays of a hand, which are too many to list: neighbours in it, and one card more than claimed."""
    held = list(cards_of(s.places.known[seat]))
    more = (0, 1) if s.options.overplay and s.options.overplay_limit != 0 else (0,)
    return tuple(
        Claimed(seat=seat, rank=rank, count=number, laid=len(cards) if excess else None, cards=cards)
        for rank in ranks_due(s)
        for number in range(1, min(4, len(held), most_claimed(s)) + 1)
        for excess in more
        for first in range(len(held) - number - excess + 1)
        for cards in [tuple(held[first : first + number + excess])]
    )


# ---- What there is to see ----------------------------------------------------------------------------------------------


@game.results
def result(s: Popcorn) -> Result:
    """How the game that just ended came out: who won has a point, the others none (PC-5.3)."""
    won = [seat == s.winner if s.winner >= 0 else None for seat in range(len(s.players))]
    points = [0 if s.void else None if one is None else int(one) for one in won]
    return result_of(game, s, won, points=tuple(points), totals=tuple(s.wins))


@game.marks(
    lays="lays of the seat of which it is known whether they were true",
    bluffs="those of them that were not",
    calls="lays of others that the seat called a bluff",
    right_calls="those of them that were one",
    sure_bluffs="lays of others that the seat could tell for bluffs, and might call",
    missed_sure_calls="those of them that nobody called",
)
def counted_of(s: Popcorn) -> Iterator[Mark]:
    """The lays and calls of each seat (PC-6.5, PC-6.6); of a game known by its row alone nothing is known."""
    counts = {"lays": s.lays_known, "bluffs": s.bluffs, "calls": s.calls_made, "right_calls": s.right}
    counts |= {"sure_bluffs": s.sure, "missed_sure_calls": s.missed}
    for name, count in counts.items():
        yield from marks_of(name, None if s.source else count)


@game.draws
def scene(s: Popcorn) -> Scene:
    """The table: hands, the lay that may be called, the pile, and the rank due."""
    facts = [("rank due", " or ".join(ranks_due(s)))] if s.on and s.dealt and not s.blind else []
    taken = s.on and s.lay.verdict >= 0 and s.lay.taker >= 0
    if s.options.match_deals is not None:
        facts.append(("games", f"{s.hands_done} of {s.options.match_deals}"))
    return Scene(
        facts=tuple(facts),
        hands=hands_drawn(s, marks(s), scores(s), turn=s.turn if s.dealt else NOBODY),
        rows=(lay_row(s), pile_row(s)),
        says=f"{'true' if s.lay.verdict > 0 else 'a bluff'}: {player(s, s.lay.taker)} takes the pile" * taken,
    )


def lay_row(s: Popcorn) -> Row:
    """The cards laid last, with the claim."""
    if s.lay.seat < 0 or s.lay.taker >= 0:
        return Row(title="Laid last")
    least, most = s.places.bounds(s.top)
    title = f"{player(s, s.lay.seat)} claims {s.lay.claimed} {in_words(s.rank_claimed, s.lay.claimed)}"
    if least != most:
        title += f", laying {span(least, most)}"
    if s.lay.caller >= 0:
        title += f", called by {player(s, s.lay.caller)}"
    known = s.places.known[s.top]
    return Row(title=title, cards=tuple(cards_of(known)), unknown=least - known.bit_count())


def in_words(rank: str, number: int) -> str:
    """Cards of a rank in words, so many of them: `queen`, `sixes`; cards, if the rank is not known."""
    return of_rank(rank, number) if rank else "card" if number == 1 else "cards"


def pile_row(s: Popcorn) -> Row:
    """The cards laid before, none of them turned over."""
    (least, most), known = s.places.bounds(s.pile), s.places.known[s.pile]
    if s.blind:
        return Row(title="Pile")
    return Row(title=f"Pile of {span(least, most)}", cards=tuple(cards_of(known)), unknown=least - known.bit_count())


def marks(s: Popcorn) -> dict[str, Any]:
    """Who deals, who has no card left, who has won."""
    out = [seat for seat in range(len(s.players)) if s.hand and s.dealt and not s.places.most(seat)]
    return {"dealer": s.dealer, "out": out, "won": NOBODY if s.on else s.winner}


def scores(s: Popcorn) -> dict[str, Sequence[str | None]]:
    """By seat how many cards it has, how often it bluffed and called, as far as the record tells (PC-6.6), and what it has won."""
    seats, counts = range(len(s.players)), s.on and s.dealt and not s.blind
    return {
        "cards": [span(*s.places.bounds(seat)) if counts else None for seat in seats],
        "bluffs": [f"{some} of {of}" if of else None for some, of in zip(s.bluffs, s.lays_known, strict=True)],
        "right calls": [f"{some} of {of}" if of else None for some, of in zip(s.right, s.calls_made, strict=True)],
        "games won": [or_unknown(won) if any(s.wins) or None in s.wins else None for won in s.wins],
    }


@game.tells
def outcome(s: Popcorn) -> str:
    """How the game came out, in a sentence."""
    return f"{player(s, s.winner)} is out first" if s.winner >= 0 else "who won cannot be told"
