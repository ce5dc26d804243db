"""PC-1 Deck and seats, PC-O Options: the house rules, the table, and what the other parts ask of it."""

from dataclasses import dataclass, field
from typing import Final, Literal

from upcard.engine.mechanisms.copies import in_order, spread
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import RANK_MASK, RANKS, Rank
from upcard.schemas.errors import OptionError
from upcard.schemas.events import Opened
from upcard.schemas.options import Options, option

NOBODY: Final = -1
NOT_BEGUN: Final = -1
"""The last rank claimed, before the first turn."""
NOT_KNOWN: Final = -2
CYCLE: Final = 13
"""PC-1.3: ranks run A 2 ... K, and A again."""
OF_RANK: Final = tuple(spread(RANK_MASK[rank], 2) for rank in RANKS)
"""The cards of each rank in one pack or two."""
ONE_PACK_SEATS: Final = 10
_NEXT: Final[dict[str, list[tuple[int, ...]]]] = {
    "ascending": [((rank + 1) % CYCLE,) for rank in range(CYCLE)],
    "descending": [((rank - 1) % CYCLE,) for rank in range(CYCLE)],
    "either": [((rank + 1) % CYCLE, (rank - 1) % CYCLE) for rank in range(CYCLE)],
}
"""The ranks that may follow each rank."""

# ---- PC-O Options --------------------------------------------------------------------------------------------------


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


def check_options(options: PopcornOptions, seats: int) -> None:
    """More than ten play with two packs only (PC-1.2)."""
    if seats > ONE_PACK_SEATS and options.decks == 1:
        raise OptionError(
            f"{seats} players with one pack: at most {ONE_PACK_SEATS} play with it", hint="wanted decks=2, or fewer"
        )


# ---- PC-1 The table ------------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Popcorn(State):
    """One session. Seats below 0: nobody, or not known. Ranks are numbers, the ace 0.

    total: cards dealt in this hand; turn: who is next; rank: the last one claimed, or NOT_BEGUN, NOT_KNOWN.

    Of the latest lay: layer, laid_line; claimed: how many were said; sizes: least and most cards of that hand before
    it; listed: whether its cards were written down; counted: whether their number was; faulted: whether it was found
    not to be the number claimed; open: whether it may still be called; caller: who did, and on which line, turned: whether its cards were
    turned over, verdict: 1 true, 0 bluff, -1 not known; taker: who took the pile, took_line: where that was written; taken:
    masks of its cards as far as known, of those all saw first as hands were shown since the call, and of those known to
    be in that hand before; taken_size: how many the pile had, at least and at most.
    said: the lines where somebody first said, before that was known, that it was a bluff, and that it was true;
    told_lay: whether the record knew all its cards when it was made; strayed: the turn and the rank before it, if it kept only
    one of them; skipped: the same of the one lay that is missing before it.

    held: of each hand, what each viewer (the seats, then the public) knows of its cards, as counts of the ranks packed by
    `knowledge`; of its own hand no seat needs any. held_before: the same of the layer, before the lay.

    winner: of the last hand; unsure: whether its end hangs on a size that is not known exactly; late: whether play
    after the end was found; claimants: seats (a mask) written as takers against the
    verdict; disputed: those and who had to take it, where nobody wrote that one down; finished: hands won; wins: by seat. lays, told, bluffs, shown, caught, calls, right: how
    often each seat laid, and of these is known to the record, bluffed, was turned over, was caught; called, rightly.
    """

    options: PopcornOptions
    phase: Literal["between", "deal", "play"] = "between"
    how: Literal["", "played", "sheet", "void"] = ""
    dealer: int = NOBODY
    total: int = 0
    turn: int = NOBODY
    rank: int = NOT_BEGUN
    layer: int = NOBODY
    laid_line: int = 0
    claimed: int = 0
    sizes: tuple[int, int] = (0, 0)
    listed: bool = False
    counted: bool = False
    faulted: bool = False
    open: bool = False
    caller: int = NOBODY
    called_line: int = 0
    turned: bool = False
    verdict: int = -1
    taker: int = NOBODY
    took_line: int = 0
    taken_size: tuple[int, int] = (0, 0)
    told_lay: bool = False
    strayed: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()
    held_before: int = 0
    winner: int = NOBODY
    unsure: bool = False
    late: bool = False
    disputed: int = 0
    claimants: int = 0
    finished: int = 0
    taken: list[int] = field(default_factory=lambda: [0, 0, 0])
    said: list[int] = field(default_factory=lambda: [0, 0])
    held: list[int] = field(default_factory=list)
    wins: list[int | None] = field(default_factory=list)
    lays: list[int] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    bluffs: list[int] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    caught: list[int] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)


def start(header: Opened, options: PopcornOptions) -> Popcorn:
    """An empty table."""
    seats = len(header.seats)
    zeros = [0] * seats
    return Popcorn(
        game="popcorn",
        options=options,
        players=list(header.seats),
        places=no_cards(seats),
        held=[0] * seats,
        wins=[0] * seats,
        lays=zeros[:],
        told=zeros[:],
        bluffs=zeros[:],
        shown=zeros[:],
        caught=zeros[:],
        calls=zeros[:],
        right=zeros[:],
    )


def no_cards(seats: int) -> Places:
    """Hands, the pile, and the cards laid last; all empty."""
    return Places.empty(seats + 2, seats)


def pile(s: Popcorn) -> int:
    """The place of the cards laid before the last."""
    return len(s.players)


def last_laid(s: Popcorn) -> int:
    """The place of the cards laid last: on the pile, but these are turned over by a call."""
    return len(s.players) + 1


def after(s: Popcorn, seat: int) -> int:
    """The next seat in turn (PC-2.2)."""
    return (seat + (1 if s.options.direction == "left" else -1)) % len(s.players)


def next_in_line(s: Popcorn, seat: int) -> tuple[int, ...]:
    """This seat; where nobody sits there, the next may take its turn as well (PC-4.3)."""
    seats = [seat]
    while not s.players[seats[-1]] and len(seats) < len(s.players):
        seats.append(after(s, seats[-1]))
    return tuple(seats)


def size(s: Popcorn, place: int) -> tuple[int, int]:
    """How many cards lie in a place, at least and at most."""
    places = s.places
    known = places.known[place].bit_count()
    return known + places.least[place], known + places.most[place]


def most_claimed(s: Popcorn) -> int:
    """The most cards that may be claimed at once (PC-3.3)."""
    return 4 * s.options.decks if s.options.max_claim is None else s.options.max_claim


def ranks_due(s: Popcorn) -> tuple[int, ...]:
    """The ranks that may be claimed now (PC-3.2, PC-3.5); none if the record cannot tell."""
    return ranks_after(s, s.rank)


def ranks_after(s: Popcorn, rank: int) -> tuple[int, ...]:
    """The ranks that may follow this one; none if the record cannot tell."""
    if rank >= 0:
        return _NEXT[s.options.rank_step][rank]
    return () if rank == NOT_KNOWN else (RANKS.index(s.options.start_rank),)


def match_over(s: Popcorn) -> bool:
    """Whether all deals of the match were played (PC-5.3)."""
    return s.options.match_deals is not None and s.finished >= s.options.match_deals


def tidy(s: Popcorn) -> None:
    """Name copies alike in every record of the same play."""
    if s.options.decks > 1:
        in_order(s.places, s.options.decks, s.taken)
