"""Tresette: four players in two sides, forty cards, no trump; melds called and announced, table talk, to 31 points.

The sections are those of the rules page. Side 0 is seats 0 and 2, side 1 is seats 1 and 3.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from typing import Any, Final, Literal

from upcard.engine.due import Act
from upcard.engine.kernel.drawing import hands_drawn, player, side_name
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.offering import any_of
from upcard.engine.kernel.results import Mark, Result, marks_of
from upcard.engine.kernel.rules import AskAgain, Broken, Due, Holds, Rule
from upcard.engine.kernel.state import Scoring
from upcard.engine.kernel.tricks import Tricks, revokes_are_put_right, tricks_are_played
from upcard.engine.kernel.usual import deal_rotates, dealt_at_once, ends, result_of, winner_is_called
from upcard.engine.mechanisms.forty_cards import FORTY, SUITS_OF_FORTY, by_strength, order_of, without_trump
from upcard.engine.scene import Scene
from upcard.schemas.cards import RANK_MASK, Card, cards_of, mask_of
from upcard.schemas.events import BestAsked, CountTold, Meld, MeldCalled, MeldsTold, Played, Scored
from upcard.schemas.events.words import meld_in_words
from upcard.schemas.options import Options, option
from upcard.schemas.wording import counted, if_known, of_rank, or_unknown

SEATS: Final = range(4)
SIDES: Final = (0, 1, 0, 1)
"""The side of each seat."""


class TresetteOptions(Options):
    """TR-5."""

    target: int = option(31, "TR-4.6", "the match ends when a side has so many points after a hand", ge=1)
    direction: Literal["left", "right"] = option("left", "TR-1.3", "the way lead, turn and deal go round")
    meld_overlap: bool = option(True, "TR-2.4", "false: each card counts in one meld only, for the best total")
    score_unannounced_melds: bool = option(
        False, "TR-2.5", "true: whoever said Good play scores all melds held, told or not"
    )
    declare_by: Literal["own_first_card", "first_lead"] = option(
        "own_first_card", "TR-2.2", "until when Good play may be said"
    )
    talk_allowed: bool = option(True, "TR-3.2", "false: nobody asks or tells anything about cards but melds")
    tie_at_target: Literal["another_hand", "draw"] = option(
        "another_hand", "TR-4.6", "what happens when both sides reach the target with the same points"
    )
    same_trick_correction: bool = option(False, "G-14", "true: a revoke may be put right while the trick is open")


@dataclass(slots=True, kw_only=True)
class Tresette(Scoring):
    """tricks: the cards played; callers: the seats that said Good play in time; late_callers: those that said it too late; melds_told:
    melds announced in time, each with the seat; owing: who is to announce before the next lead, a seat or nobody; figures, aces, melds: by side, what the last hand brought; last_trick: the side that won the last trick of it, -1: not known.
    """

    options: TresetteOptions
    tricks: Tricks = field(default_factory=Tricks)
    callers: list[int] = field(default_factory=list)
    late_callers: list[int] = field(default_factory=list)
    melds_told: list[tuple[int, Meld]] = field(default_factory=list)
    owing: Sequence[int] = ()
    figures: list[int] | None = None
    aces: list[int] | None = None
    last_trick: int = -1
    melds: list[int] | None = None


GAME = game = Game(
    "tresette",
    title="Tresette",
    source="document 004",
    family="tricks",
    says="partners, no trump, melds announced, talk allowed, points to 31",
    seats=(4, 4),
    state=Tresette,
    options=TresetteOptions,
    pack=FORTY,
    match="match",
    contest="sides",
    worth="4567QJKA23",
    proves=(
        "With all hands: every revoke, false meld and false count where it was made.",
        "Without hands: each of them at the first card that shows it, and that somebody revoked before it is known who.",
        "After ten tricks all hands are known: every meld and count is judged, and every point.",
        "From any record: wrong dealers and turns, melds called or announced too late, talk out of place.",
        "From a score sheet: figures, aces, melds and totals that cannot be or do not add up.",
    ),
    sheet=(
        Column(
            "counts",
            "figures",
            "twos, threes, jacks, queens and kings captured",
            "side",
            also=("court cards",),
            holds="figures",
        ),
        Column("aces", "aces", "aces captured", "side", holds="aces"),
        Column("melds", "melds", "points for melds", "side", holds="melds"),
        Column("points", "points", "points of the hand", "side", plain=True),
        Column("totals", "totals", "points of the match so far", "side"),
        Column("side", "last", "the side that won the last trick, 0 or 1", "hand", ("last trick",), holds="last_trick"),
    ),
    remedies={
        "false_meld": "The meld scores nothing (TR-7).",
        "no_call": "The meld scores nothing (TR-7).",
        "announcement_time": "The meld scores nothing (TR-6.1).",
        "not_announced": "The meld scores nothing (TR-2.5).",
    },
    words={"good play": "meld_called", "good": "meld_called", "melds": "melds_told", "best": "best_asked"},
    unfinished=Rule("TR-3.1", "hand_not_finished", "a hand is played out", "contradiction", 6),
    course={
        "Deal": "`hand_started`, then `dealt` with ten cards each.",
        "Play": "Ten tricks of four `played`, led by the seat to the left of the dealer. Before the first card of one's own, `meld_called`; on winning a first trick,"
        " `melds_told`. Talk is `best_asked` and `count_told`. A card put right within the trick is `corrected`.",
        "End": "Nothing, where the play tells all. A hand thrown in is `voided`; what the sheet has is `scored`, what somebody said"
        " `result_called`.",
    },
    writes={"count_told.any_suit": "if it is of a suit not named; without it, of the suit led"},
)

# ---- TR-1 Deck, seats, ranking -----------------------------------------------------------------------------------------

ORDER: Final = order_of("4567QJKA23")
"""Jack over queen (TR-1.2)."""
IN_ORDER: Final = by_strength(ORDER)

DEAL: Final = dealt_at_once(game, "TR-1.1", 10, "ten cards are dealt to each seat")


# ---- TR-2 Melds --------------------------------------------------------------------------------------------------------

SETS: Final = {rank: RANK_MASK[rank] & FORTY for rank in "A23"}
"""Three or four of these are a meld (TR-2.1)."""
NAPS: Final = {suit: cards & sum(SETS.values()) for suit, cards in SUITS_OF_FORTY.items()}
"""Three, two and ace of each suit."""
SIZES: Final = {"three": 3, "four": 4, "nap": 3}
ANY_MELD: Final = tuple((cards, 3, 4) for cards in (*SETS.values(), *NAPS.values()))


@game.rule(MeldCalled, "TR-2.2", "late_call", "Good play is said before a card of one's own is played")
def call_is_timely(s: Tresette, e: MeldCalled) -> Any:
    """Before the first card of one's own, or before the first lead (TR-2.2). To say it again is worth a remark."""
    if e.seat in s.callers:
        return Broken(seat=e.seat, says="Good play had been said already", kind="note")
    return may_call(s, e.seat) or Broken(seat=e.seat, choice=True)


def may_call(s: Tresette, seat: int) -> bool:
    """Whether Good play may still be said."""
    return s.on and (not s.tricks.cards if s.options.declare_by == "first_lead" else seat not in s.tricks.seats)


@game.rule(MeldCalled, "TR-2.2", "false_call", "who says Good play holds a meld")
def call_is_true(s: Tresette, e: MeldCalled) -> Any:
    """Whoever says it holds three of a kind or a nap. Where the deal is not in the record, all ten tricks tell."""
    if s.on and not s.dealt:
        return AskAgain(lambda after: was_held(after, e.seat))
    return dealt_to(s, e.seat, ANY_MELD) if s.on else None


def was_held(s: Tresette, seat: int) -> Broken | bool | None:
    """Whether a seat that has played all its cards was dealt a meld."""
    hand = mask_of(s.tricks.played_by(seat, s.tricks.cards))
    if hand.bit_count() < 10:
        return None
    return any((hand & cards).bit_count() >= least for cards, least, _ in ANY_MELD) or Broken(seat=seat)


def dealt_to(s: Tresette, seat: int, ways: Iterable[tuple[int, int, int]], says: str | None = None) -> Holds:
    """A statement about the ten cards that a seat was dealt: those it has played count."""
    played = s.tricks.played_by(seat, s.tricks.cards)
    return Holds(seat, tuple(ways), mask_of(played), sum(not card.bit for card in played), says)


@game.on(MeldCalled, "TR-2.2", "late_call", "Good play is said before a card of one's own is played", free=True)
def call(s: Tresette, e: MeldCalled) -> None:
    """A seat says Good play; said too late it is worth nothing (TR-2.2)."""
    if s.on and e.seat not in s.callers:
        if may_call(s, e.seat):
            s.callers = [*s.callers, e.seat]
        else:
            s.late_callers = [*s.late_callers, e.seat]


@game.rule(MeldsTold, "TR-2.3", "announcement_time", "melds are announced on winning a first trick")
def announcement_is_due(s: Tresette, e: MeldsTold) -> Any:
    """By who said Good play, between the first trick of its own and its next lead (TR-2.3, TR-7). Who said it too late was told so."""
    if e.seat in s.late_callers:
        return None
    if e.seat not in s.callers:
        says = "melds announced without Good play score nothing"
        return Broken(seat=e.seat, says=says, name="no_call", clause="TR-7")
    wrong = untimely(s, e.seat)
    return f"{wrong}: it scores nothing" if wrong else None


def untimely(s: Tresette, seat: int) -> str | None:
    """The fault of announcing now, in words; None if there is none."""
    winners, seats = s.tricks.winners, s.tricks.seats
    if seat not in winners:
        return "announced before the first trick of its own was won"
    if seat in seats[4 * winners.index(seat) + 4 :: 4]:
        return "announced after the lead that followed the first trick won"
    return None


@game.rule(MeldsTold, "TR-2.1", "no_such_meld", "three or four aces, twos or threes, or a nap")
def meld_is_one(s: Tresette, e: MeldsTold) -> Iterator[Any]:
    """Each meld told is a meld, and told once (TR-2.1, TR-2.4)."""
    seen = [(meld.kind == "nap", what_of(meld)) for seat, meld in s.melds_told if seat == e.seat]
    for meld in e.melds:
        what = what_of(meld)
        if what is None:
            yield f"{in_words(meld)} told; that is no meld"
        elif what and (meld.kind == "nap", what) in seen:
            says = f"{in_words(meld)}: the same cards were told before"
            yield Broken(seat=e.seat, says=says, clause="TR-2.4")
        seen.append((meld.kind == "nap", what))


def what_of(meld: Meld) -> str | None:
    """The rank or suit of a meld, empty if it was not told; None, if there is no such meld."""
    what = meld.suit if meld.kind == "nap" else meld.rank
    return (what or "") if meld.rank is None or meld.rank in SETS else None


@game.rule(MeldsTold, "TR-7", "false_meld", "a meld announced is held")
def melds_are_true(s: Tresette, e: MeldsTold) -> Any:
    """Each meld that was told was among the ten cards dealt; four told for three is false, three for four is not (TR-7)."""
    told = [meld for meld in e.melds if what_of(meld) is not None]
    return [
        dealt_to(s, e.seat, ways_of(meld), f"{in_words(meld)} told, and not held: it scores nothing") for meld in told
    ]


@game.rule(MeldsTold, "TR-7", "understated_meld", "three are told of four that were held", "note")
def three_are_all(_s: Tresette, e: MeldsTold) -> Any:
    """Three told of four that were held score as told; that is worth a remark, once all four have been seen there (TR-6.1, TR-7)."""
    ranks = [meld.rank for meld in e.melds if meld.kind == "three" and meld.rank in SETS]
    return AskAgain(partial(understated, seat=e.seat, ranks=ranks)) if ranks else None


def understated(s: Tresette, seat: int, ranks: Sequence[str]) -> Broken | bool:
    """Whether a seat played all four cards of one of these ranks."""
    played = mask_of(s.tricks.played_by(seat, s.tricks.cards))
    four = [of_rank(rank, 2) for rank in ranks if not SETS[rank] & ~played]
    says = f"three {' and three '.join(four)} told; all four were held"
    return Broken(seat=seat, says=says, kind="note") if four else True


def ways_of(meld: Meld) -> Iterator[tuple[int, int, int]]:
    """The cards that a meld may mean, with how many of them."""
    named = what_of(meld)
    masks = NAPS if meld.kind == "nap" else SETS
    for what, cards in masks.items():
        if named in {"", what}:
            yield cards, SIZES[meld.kind], 4


@game.on(MeldsTold, free=True)
def announce(s: Tresette, e: MeldsTold) -> Any:
    """A seat announces its melds; after the last trick they belong to that hand (TR-6.1)."""
    if e.seat in s.callers and not untimely(s, e.seat):
        s.owing = ()
        s.melds_told = [*s.melds_told, *((e.seat, meld) for meld in e.melds if what_of(meld) is not None)]
        if s.how == "played":
            return settle_play(s)
    return None


def in_words(meld: Meld) -> str:
    """A meld in words: `three aces`, `a nap of spades`."""
    if meld.kind == "nap":
        if meld.rank and meld.rank not in SETS:
            return f"a nap of {of_rank(meld.rank, 2)}"
        return f"a {meld_in_words(meld)}"
    return meld_in_words(meld)


@game.offer(MeldCalled, "Good play")
def good_play(s: Tresette, seat: int) -> Any:
    """Whoever may hold a meld may say so."""
    held = s.places.known[seat]
    if not s.places.unseen[seat] and not any((held & cards).bit_count() >= 3 for cards, _, _ in ANY_MELD):
        return ()
    return (MeldCalled(seat=seat),)


@game.offer(MeldsTold, "the melds")
def tellings(s: Tresette, seat: int) -> Any:
    """The melds of a hand as they may be told, the suits of naps named or not."""
    if s.unlisted >> seat & 1:
        return Act(MeldsTold, seat, "the melds", accepts=any_of(MeldsTold, seat))
    hand = s.places.known[seat] | mask_of(s.tricks.played_by(seat, s.tricks.cards))
    names: Any = [rank for rank, cards in SETS.items() if (hand & cards).bit_count() >= 3]
    sets = [Meld(kind="four" if hand & SETS[rank] == SETS[rank] else "three", rank=rank) for rank in names]
    suits: Any = [suit for suit, nap in NAPS.items() if hand & nap == nap]
    named, plain = (tuple(Meld(kind="nap", suit=suit) for suit in suits), tuple(Meld(kind="nap") for _ in suits))
    return tuple(MeldsTold(seat=seat, melds=(*sets, *naps)) for naps in dict.fromkeys((named, plain)) if sets or naps)


# ---- TR-3 Play and talk ------------------------------------------------------------------------------------------------


@game.turn
def turn(s: Tresette) -> Sequence[Due]:
    """Ten cards each, then ten tricks; beside them calls, announcements and talk."""
    return PLAY.due[s.turn] if s.dealt else DEAL


@game.beside
def beside(s: Tresette) -> Iterator[Due]:
    """Acts of speech that nothing waits for: Good play, melds, talk."""
    for seat in SEATS:
        if seat not in s.callers and may_call(s, seat):
            yield Due(MeldCalled, 1 << seat, optional=True, weight=0.3)
    for seat in s.owing:
        if not untimely(s, seat):
            yield Due(MeldsTold, 1 << seat, optional=True, weight=4.0)
    if s.options.talk_allowed and s.dealt:
        if s.tricks.lying and (leader(s) + 2) % 4 not in s.tricks.trick_seats:
            yield Due(BestAsked, 1 << leader(s), optional=True, weight=0.02)
        for seat in SEATS:
            yield Due(CountTold, 1 << seat, optional=True, weight=0.02)


@game.between
def after_the_last_trick(s: Tresette) -> Iterator[Due]:
    """Melds of who has won a first trick with the last may still be announced (TR-6.1)."""
    for seat in s.owing if s.how == "played" else ():
        yield Due(MeldsTold, 1 << seat, optional=True, weight=4.0)


@game.rule(Played, "TR-2.5", "not_announced", "melds not announced score nothing", "note", when="owing")
def announces_before_lead(s: Tresette, e: Played) -> Any:
    """A remark when the announcement is forgotten: with the next lead it is too late (TR-2.5)."""
    forgotten = e.seat in s.owing and not s.tricks.lying and not s.options.score_unannounced_melds
    return Broken(seat=e.seat) if forgotten else None


def take(s: Tresette, seat: int) -> Any:
    """Who has said Good play announces on winning a first trick (TR-2.3), and with the next lead it is too late (TR-2.5); ten tricks are a hand."""
    winners = s.tricks.winners
    if seat in s.callers and winners.count(seat) == 1:
        s.owing = (seat,)
    elif s.tricks.seats[-4] in s.owing:
        s.owing = ()
    return settle_play(s) if len(winners) == 10 else None


REVOKE: Final = Rule("TR-3.1", "revoke", "keep the suit led when you can")
PLAY: Final = tricks_are_played(game, REVOKE, without_trump(ORDER), take)


def leader(s: Tresette) -> int:
    """The seat that has led the trick in progress, or leads the next."""
    return s.tricks.trick_seats[0] if s.tricks.lying else s.turn


@game.rule(BestAsked | CountTold, "TR-3.2", "talk", "there is talk where the table allows it")
def talk_is_allowed(s: Tresette, _e: BestAsked | CountTold) -> Any:
    """There is talk only where the table allows it."""
    return s.options.talk_allowed or "this table allows no talk"


@game.rule(BestAsked, "TR-3.2", "asker", "only the leader asks for the best card")
def asker_leads(s: Tresette, e: BestAsked) -> Any:
    """Only the leader asks; it is of no use once the partner has played."""
    if not s.on or not s.options.talk_allowed:
        return None
    if leader(s) != e.seat:
        return f"seat {e.seat} asked; seat {leader(s)} is the leader"
    if s.tricks.lying and (e.seat + 2) % 4 in s.tricks.trick_seats:
        return Broken(seat=e.seat, says="the partner had played before the leader asked", kind="note")
    return None


@game.rule(CountTold, "TR-3.2", "count", "followers tell of the suit led, anybody of 0 to 2 cards of a suit")
def count_is_one(s: Tresette, e: CountTold) -> Any:
    """A follower tells of the suit led, anybody 0, 1 or 2 of a suit not named."""
    if not s.on or not s.options.talk_allowed:
        return None
    if e.any_suit:
        return e.count <= 2 or f"{e.count} of some suit told; only 0, 1 or 2 may be"
    if not s.tricks.cards:
        return "a count of the suit led before any suit was led"
    if e.seat == s.tricks.trick_seats[0]:
        return "the leader told a count of the suit led; that is for those who follow"
    return None


@game.statement(CountTold, "TR-7", "false_talk", "a count told is that of the hand")
def count_is_true(s: Tresette, e: CountTold) -> Any:
    """A count is told of the hand as it is now (TR-3.2)."""
    if not s.on or not s.dealt:
        return None
    others = "no suit of the hand had so many" if e.any_suit else "the hand held more or fewer of the suit led"
    says = f"{e.count} told; {others}" if e.count <= 10 else f"{e.count} told, of 10 cards"
    if e.any_suit:
        return Holds(e.seat, tuple((suit, e.count, e.count) for suit in SUITS_OF_FORTY.values()), says=says)
    suit = SUITS_OF_FORTY.get(s.tricks.trick[0].suit, 0) if s.tricks.cards else 0
    return Holds(e.seat, ((suit, e.count, e.count),), says=says) if suit else None


game.only_says(BestAsked | CountTold)


@game.offer(CountTold, "cards of a suit")
def counts(s: Tresette, seat: int) -> Iterator[CountTold]:
    """The truth, so far as it may be told; where the hand is not known, what may be so."""
    held, unseen = s.places.known[seat], s.places.unseen[seat]
    may_be = s.places.possible(seat, FORTY) & ~held

    def of(suit: int) -> range:
        known, others = (held & suit).bit_count(), (may_be & ~suit).bit_count()
        return range(known + max(0, unseen - others), known + min(unseen, (may_be & suit).bit_count()) + 1)

    some = {count for suit in SUITS_OF_FORTY.values() for count in of(suit)}
    yield from (CountTold(seat=seat, count=count, any_suit=True) for count in sorted(some) if count < 3)
    if s.tricks.cards and s.tricks.trick_seats[0] != seat:
        suit = SUITS_OF_FORTY.get(s.tricks.trick[0].suit, 0)
        yield from (CountTold(seat=seat, count=count) for count in of(suit))


revokes_are_put_right(game, "TR-3.1", "a revoke is put right while the trick is open", PLAY.led)


# ---- TR-4 Scoring ------------------------------------------------------------------------------------------------------

FIGURES: Final = sum(RANK_MASK[rank] for rank in "23JQK") & FORTY
"""The cards of which three make a point (TR-4.2)."""
ACES: Final = RANK_MASK["A"]


def settle_play(s: Tresette) -> Any:
    """The hand is played out. Cards that nobody told us may be any of those that nobody else played."""
    ways = s.tricks.in_each_way(FORTY & ~mask_of(s.tricks.cards))
    return [partial(count, cards=cards) for cards in ways] if ways else ends(s, "played", [None, None])


def count(s: Tresette, cards: Sequence[Card]) -> None:
    """The figures and aces that each side has captured, the last trick, and the melds (TR-4.1 to TR-4.4)."""
    taken = s.tricks.captured(SIDES, cards)
    s.figures = [(mask & FIGURES).bit_count() for mask in taken]
    s.aces = [(mask & ACES).bit_count() for mask in taken]
    s.last_trick = s.tricks.winners[-1] & 1
    s.melds = [0, 0]
    for seat in s.callers:
        s.melds[seat & 1] += meld_points(s, seat, mask_of(s.tricks.played_by(seat, cards)))
    ends(s, "played", points_of(s.figures, s.aces, s.last_trick, s.melds))


def points_of(figures: Sequence[int], aces: Sequence[int], last: int, melds: Sequence[int]) -> list[int | None]:
    """The points of both sides: a third of the figures, what is left over lost, the aces, the last trick, the melds (TR-4)."""
    return [figures[side] // 3 + aces[side] + (last == side) + melds[side] for side in (0, 1)]


Choice = list[tuple[int, int]]
"""The ways in which one meld may count: its points, and the cards it takes."""


def meld_points(s: Tresette, seat: int, hand: int) -> int:
    """The points of the melds of a seat with these ten cards (TR-4.1)."""
    told = [meld for teller, meld in s.melds_told if teller == seat]
    ways = [held_melds(hand)] if s.options.score_unannounced_melds else list(scoring_melds(told, hand))
    if s.options.meld_overlap:
        return max(sum(max(points for points, _ in choice) for choice in melds) for melds in ways)
    return max(map(best_apart, ways))


def held_melds(hand: int) -> list[Choice]:
    """All melds in a hand; four of a kind is one of them, not also a three (TR-2.4)."""
    sets = [set_choice(hand & cards, 4) for cards in SETS.values() if (hand & cards).bit_count() >= 3]
    return sets + [[(3, nap)] for nap in NAPS.values() if hand & nap == nap]


def set_choice(held: int, said: int) -> Choice:
    """Three or four of a kind, of the cards held; a four may count as a three beside a nap (TR-6.1)."""
    threes = [(3, mask_of(three)) for three in combinations(cards_of(held), 3)]
    return [(4, held), *threes] if said == 4 and held.bit_count() == 4 else threes


def scoring_melds(told: Sequence[Meld], hand: int) -> Iterator[list[Choice]]:
    """The melds told that were held, each once, in each way they may be meant; what was said counts, not what could have been."""
    sets = [meld for meld in told if meld.kind != "nap"]
    named = {meld.rank: SIZES[meld.kind] for meld in sorted(sets, key=lambda meld: SIZES[meld.kind]) if meld.rank}
    sizes = [SIZES[meld.kind] for meld in sets if not meld.rank]
    naps = naps_meant([meld.suit for meld in told if meld.kind == "nap"], hand)
    for ranks in permutations([*(set(SETS) - set(named)), *[""] * len(sizes)], len(sizes)):
        meant = named | {rank: size for rank, size in zip(ranks, sizes, strict=True) if rank}
        held = {rank: size for rank, size in meant.items() if (hand & SETS[rank]).bit_count() >= size}
        yield [set_choice(hand & SETS[rank], size) for rank, size in held.items()] + [[(3, nap)] for nap in naps]


def naps_meant(suits: Sequence[str | None], hand: int) -> list[int]:
    """The naps held that were told, by suit or by number."""
    held = [suit for suit, nap in NAPS.items() if hand & nap == nap]
    named = [suit for suit in held if suit in suits]
    return [NAPS[suit] for suit in named + [suit for suit in held if suit not in named][: suits.count(None)]]


def best_apart(melds: Sequence[Choice], used: int = 0) -> int:
    """The most points with each card in one meld only (TR-6.1)."""
    if not melds:
        return 0
    taken = [points + best_apart(melds[1:], used | cards) for points, cards in melds[0] if not cards & used]
    return max([*taken, best_apart(melds[1:], used)])


@game.over("TR-4.6", "match_over", "the match ends at the target")
def is_over(s: Tresette) -> bool:
    """The match ends when a side has the target, and not both the same (TR-4.6)."""
    a, b = s.totals
    if a is None or b is None or max(a, b) < s.options.target:
        return False
    return a != b or s.options.tie_at_target == "draw"


deal_rotates(game, "TR-4.7", "the deal passes in the direction of play")


# ---- TR-7 Audit: the score sheet -------------------------------------------------------------------------------------

MELDS_OF_BOTH: Final = {
    0: (0, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 21),
    3: (0, 3, 4, 6, 7, 8, 9, 10, 11, 12, 15, 18),
    4: (0, 3, 4, 6, 7, 8),
    6: (0, 3, 4, 6, 7, 9),
    7: (0, 3, 4, 6),
    8: (0, 3, 4),
    9: (0, 3, 6),
    15: (0, 3),
    18: (0, 3),
    **dict.fromkeys((10, 11, 12), (0, 3)),
    **dict.fromkeys((13, 14, 16, 19, 21), (0,)),
}
"""The points that the melds of one side can bring beside those of the other, as all ways to deal aces, twos and threes show."""

game.figure("counts", "TR-4.2", "impossible_score", "twenty figures are captured")
game.figure("aces", "TR-4.3", "impossible_score", "four aces are captured")
game.figure("melds", "TR-4.1", "impossible_score", "melds are worth what can be held")
game.figure("points", "TR-4.5", "sum_of_points", "eleven points and those of the melds")
game.figure("totals", "TR-4.6", "wrong_total", "totals add up")
game.only_says(Scored, "TR-4", "wrong_score", "the score follows from the play")


@game.outcomes
def outcomes(s: Tresette, e: Scored) -> Iterator[Any]:
    """All that a hand can have brought, as far as the row tells: figures, aces, last trick and melds (TR-4)."""
    nothing_told = e.melds is None and e.points is None and e.totals is None
    melds = (0, 0) if nothing_told else e.melds  # such a row had none
    pairs = pairs_of(e.counts, e.aces, e.side, melds, overlap=s.options.meld_overlap)
    for pair in pairs if e.points is None else [one for one in pairs if one == tuple(e.points)]:
        yield partial(row_settles, e=e, points=list(pair))


Told = tuple[int, ...] | None
"""What a row tells of both sides, if it does."""


@lru_cache(maxsize=256)
def pairs_of(counts: Told, aces: Told, last: int | None, melds: Told, *, overlap: bool) -> list[tuple[int | None, ...]]:
    """The points that both sides may have, by figures, aces, last trick and melds, as far as each is told."""
    lasts = (0, 1) if last is None else (last,)
    shared = list(product(thirds(counts, 20), thirds(aces, 4), lasts))
    both = melds_of(melds, overlap=overlap)
    return sorted({tuple(points_of(*play, pair)) for play in shared for pair in both})


def thirds(written: Told, whole: int) -> list[tuple[int, int]]:
    """How figures or aces may have been shared."""
    splits = [(one, whole - one) for one in range(whole + 1)]
    return splits if written is None else [split for split in splits if split == written]


def melds_of(written: Told, *, overlap: bool) -> list[tuple[int, int]]:
    """The points that the melds of both sides may have brought."""
    return [
        (one, other)
        for one, others in MELDS_OF_BOTH.items()
        for other in others
        if (overlap or one + other <= 12) and (written is None or (one, other) == written)
    ]


def row_settles(s: Tresette, e: Scored, points: Sequence[int | None]) -> None:
    """The hand came out as its row says."""
    s.figures = None if e.counts is None else list(e.counts)
    s.aces = None if e.aces is None else list(e.aces)
    s.melds = None if e.melds is None else list(e.melds)
    s.last_trick = -1 if e.side is None else e.side
    ends(s, "sheet", points)


winner_is_called(game, "TR-4.5", "the side with more points has won the hand")


# ---- TR-8 Events: how the hand came out, and what there is to see ----------------------------------------------------


@game.results
def result(s: Tresette) -> Result:
    """How the hand that just ended came out. A side's points stand at both its seats."""
    a, b = s.points
    won: list[bool | None] = [None, None] if a is None or b is None else [a > b, b > a]
    return result_of(game, s, won, SIDES)


@game.marks(melds="points that the side of the seat got for melds", good_play="1 for a seat that said Good play")
def counted_of(s: Tresette) -> Iterator[Mark]:
    """The melds of each side, which stand at both its seats (TR-4.1), and who called one."""
    yield from marks_of("melds", None if s.melds is None else [s.melds[side] for side in SIDES])
    yield from marks_of("good_play", None if s.source else [int(seat in s.callers) for seat in SEATS])


@game.draws
def scene(s: Tresette) -> Scene:
    """The table: hands, the trick, what was announced, and what each side has captured."""
    pots = [(side_name(s, side), captured(s, side)) for side in (0, 1)]
    told: dict[int, list[str]] = {}
    for seat, meld in s.melds_told:
        told.setdefault(seat, []).append(in_words(meld))
    pots += [(player(s, seat), ", ".join(melds)) for seat, melds in told.items()]
    return Scene(
        hands=hands_drawn(s, {"dealer": s.dealer, "Good play": s.callers}, turn=s.turn, order=IN_ORDER),
        rows=(s.tricks.drawn(),),
        pots=tuple(pots),
    )


def captured(s: Tresette, side: int) -> str:
    """The cards that a side has captured, by the play or as the row of the hand has it, and its points, in words."""
    cards = s.tricks.captured(SIDES)[side]
    known = (s.figures, s.aces) if s.source else ([(cards & FIGURES).bit_count()] * 2, [(cards & ACES).bit_count()] * 2)
    taken = [counted(one[side], what) for one, what in zip(known, ("figure", "ace"), strict=True) if one is not None]
    total = s.totals[side]
    points = if_known(total, "point") + ("" if total is None else " in all")
    return ", ".join([*([f"{' and '.join(taken)} taken"] if taken else []), points])


@game.tells
def outcome(s: Tresette) -> str:
    """How the hand came out, in a sentence."""
    return ", ".join(f"{side_name(s, side)} {or_unknown(s.points[side])}" for side in (0, 1)) + " in this hand"
