"""Big Two: climbing with poker hands; who is out first scores nothing, the others their cards left.

The sections are those of the rules page; what a combination is (B2-3) stands in `poker_sets`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Final, Literal

from upcard.engine.due import Act
from upcard.engine.kernel.climbing import Climb, blanks, cards_left_are_shown, may_be, sets_are_laid
from upcard.engine.kernel.drawing import hands_drawn, player, points_and_totals, row_of
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.numbers import known_or_written, only, summed
from upcard.engine.kernel.offering import accepts
from upcard.engine.kernel.results import Result
from upcard.engine.kernel.rules import CHOICE, MISREAD, Broken, Cured, Due, Obliged, Rule, places_of
from upcard.engine.kernel.state import Scoring, after_hands, lasting
from upcard.engine.kernel.usual import deal_rotates, dealt_at_once, ends, next_dealers, result_of, winner_is_called
from upcard.engine.mechanisms import poker_sets
from upcard.engine.mechanisms.poker_sets import SIZES, beats, in_full, lowest, recognise
from upcard.engine.scene import Row, Scene
from upcard.schemas.cards import PACK_MASK, Card, mask_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events.dealing import Dealt, HandStarted, Joined, Voided
from upcard.schemas.events.log import Opened
from upcard.schemas.events.playing import Laid, Passed, Shown, TakenBack
from upcard.schemas.events.speaking import CountAsked, Ruled
from upcard.schemas.events.staking import Scored
from upcard.schemas.options import Options, option
from upcard.schemas.wording import counted, span

HAND: Final = 13
"""B2-1.1: cards dealt to each seat, whatever the number of players."""
NOBODY: Final = -1
NOT_KNOWN: Final = -2
"""A seat that the record does not tell, where NOBODY means that there is none."""

Amounts = list[int | None]
"""Cards or points by seat; None where nobody sits, or the record does not tell."""


# ---- B2-O Options ------------------------------------------------------------------------------------------------------


class BigTwoOptions(Options):
    """B2-O."""

    target: int = option(100, "B2-4.2", "the game ends when a total reaches so many points", ge=1)
    lead_rule: Literal["low_card", "winner_of_previous"] = option(
        "low_card", "B2-2.2", "who opens a hand after the first: the lowest card dealt, or who won the hand before"
    )
    pass_lock: bool = option(False, "B2-2.3", "whether who passed is out until the next lead")
    lead_pass: Literal["forbid", "allow"] = option("forbid", "B2-2.5", "whether a leader may pass the lead on")
    low_straight_top: Literal["sequence", "by_card_rank"] = option(
        "sequence", "B2-3.7", "A2345 and 23456 are topped by the 5 and the 6, or by the 2"
    )
    fry_thresholds: tuple[int, int] = option((10, 13), "B2-4.1", "from so many cards the count is doubled, tripled")
    zero_sum_payout: bool = option(False, "B2-4.1", "whether each pays the own penalty to every other")
    takes_all: Literal["off", "on"] = option("off", "B2-4.4", "whether an offender bears the sum of all penalties")
    tie: Literal["shared", "extra_hand"] = option("shared", "B2-4.3", "what equal lowest totals at the end mean")


@dataclass(slots=True, kw_only=True)
class BigTwo(Scoring):
    """winner: the seat that won the hand before; climb: the sets laid, the first of which opens the hand, and whose turn it is;
    offender: the seat that takes all; counts: cards left after the last hand; bared: the seats whose cards left were shown, as a mask.
    """

    options: BigTwoOptions
    winner: int = lasting(NOBODY, missed=NOT_KNOWN)
    climb: Climb = lasting(Climb)
    offender: int = NOBODY
    counts: Amounts = field(default_factory=list)
    bared: int = 0


GAME = game = Game(
    "big_two",
    title="Big Two",
    source="document 004",
    family="climbing",
    says="singles, pairs, trips and poker hands; the cards left are penalty points, to 100",
    seats=(2, 4),
    state=BigTwo,
    options=BigTwoOptions,
    places=2,
    impossible="B2-6.4",
    late="B2-6.6",
    counting=Rule("B2-6.5", "wrong_remainder", "thirteen each, less the cards played, are left"),
    named={"set_aside": 1},
    best="least",
    turned=lambda s: s.options.zero_sum_payout,
    worth="3456789TJQKA2",
    proves=(
        "From the plays alone: invalid combinations, plays of the wrong size or not higher, and acts out of turn.",
        "With four players: a wrong opener at the first play; with fewer, at the first lower card that was in a hand.",
        "From any record: cards that were in two places, more than thirteen cards of a seat, and wrong answers.",
        "From a score sheet: rows that cannot be, points, totals that do not add up, and play past the target.",
        "Never: that somebody should have played, for nobody has to.",
    ),
    sheet=(
        Column("counts", "left", "cards left in each hand", also=("cards", "cards left", "losses"), holds="counts"),
        Column(
            "seat",
            "takes all",
            "the seat that bears all penalties, if any",
            "hand",
            also=("pays all",),
            implies=(("takes_all", "on"),),
            holds="offender",
        ),
        Column("points", "points", "points of the hand, as written", also=("penalties", "penalty")),
        Column("totals", "totals", "totals after the hand, as written"),
    ),
    needs={Ruled: {"takes_all": ("seat",)}},
    sheet_options=(("target", 1_000_000),),
    remedies={"not_higher": "What the table let stand counts as it was played (B2-7)."},
    words={"p": "passed", "pass": "passed", "ask": "count_asked", "back": "taken_back", "left": "scored counts"},
    opening=(Laid, Passed),
    unfinished=Rule("B2-2.1", "hand_not_finished", "a hand is played to its end", "contradiction", 6),
    ended=Rule("B2-2.6", "after_the_end", "the hand ends at once when a hand is empty", "breach", 6),
    course={
        "Deal": "`hand_started`, then `dealt` with thirteen cards each.",
        "Play": "From who has the lowest card, each in turn `laid` (or `played`) or `passed`, until one has no cards left. Beside it `count_asked`, and"
        " `taken_back`.",
        "End": "Cards left that were seen are `shown`; a hand thrown in is `voided`; that one bears all losses is `ruled`. What the"
        " sheet has is `scored`, what somebody said `result_called`. Who takes another's seat `joined`.",
    },
    writes={
        "played": "Instead of `laid`, for a single card.",
        "ruled.what": "`takes_all`; other words are kept, and change nothing",
        "ruled.seat": "who bears all losses",
        "shown.place": "`set_aside`, with two or three players",
        "voided": "The hand is thrown in. Whether the same seat deals again, and who leads, the page leaves open.",
        "scored.counts": "cards left in each hand; 0 for who went out, and for an empty seat",
        "count_asked.of": "who was asked",
        "count_asked.answer": "how many cards that seat said it holds",
        "empty seat": 'An empty seat has `""` in `seats`; it plays no act, and has 0 in the lists of a row, or nothing if it is the last.',
    },
)


# ---- B2-1 Material -----------------------------------------------------------------------------------------------------


@game.checks_options
def check_options(options: BigTwoOptions, _seats: int) -> None:
    """Refuse thresholds that no count of cards can mean (B2-4.1)."""
    doubled, tripled = options.fry_thresholds
    if not 1 <= doubled <= tripled:
        raise OptionError(
            f"option fry_thresholds = {doubled},{tripled}: the count is doubled from fewer cards than tripled",
            hint="wanted two numbers from 1 up, such as 10,13",
        )


@game.start
def start(s: BigTwo, header: Opened) -> None:
    """An empty table."""
    seats = len(header.seats)
    s.climb.seats, s.climb.lock = seats, s.options.pass_lock
    s.counts = [0] * seats


set_aside = after_hands(1)
"""The place of the cards that were not dealt to anybody (B2-1.1)."""


@game.on(Joined)
def sit_down(s: BigTwo, e: Joined) -> None:
    """Another player has not won the hand before; whether the total of the player before goes on, only the sheet can tell."""
    if s.sat(e.seat) != e.player and s.hand:
        s.totals[e.seat] = s.before[e.seat] = None
        s.winner = NOT_KNOWN if s.winner == e.seat else s.winner
        if not s.on and s.how in {"played", "sheet"} and winner_of(s.counts) == e.seat:
            s.how = ""


# ---- B2-2 Phases -------------------------------------------------------------------------------------------------------


@game.on(HandStarted)
def begin(s: BigTwo, e: HandStarted) -> None:
    """A new hand (B2-2.1). Who won the last one may open it (B2-2.2); the deal moves one seat left (B2-1.4)."""
    seats = len(s.players)
    if s.hand > 1:
        s.winner = winner_of(s.counts) if s.how in {"played", "sheet"} else NOT_KNOWN
        if s.winner >= 0 and not s.players[s.winner]:
            s.winner = NOT_KNOWN
    s.climb.away = s.sitting_out
    due = only(next_dealers(s))
    s.dealer = e.dealer if e.dealer is not None and e.dealer < seats else NOBODY if due is None else due
    s.renew()
    s.counts = [None] * seats
    s.climb.begin(NOBODY if low_card_opens(s) else max(NOBODY, s.winner))


def take_part(s: BigTwo, _e: Dealt) -> None:
    """Who was dealt cards takes part."""
    s.climb.away = s.sitting_out


deal_rotates(game, "B2-1.4", "the deal moves one seat left", asks="the next hand", name="wrong_dealer")

DEAL = dealt_at_once(
    game, "B2-1.1", HAND, "each seat is dealt thirteen cards", name="wrong_deal", aside="set_aside", then=take_part
)
ROW = Due(Scored, optional=True, weight=0.0)


@game.turn
def turn(s: BigTwo) -> Sequence[Due]:
    """A combination, or a pass (B2-2.3); who is locked out and passed over may say so (B2-7.2). Who opens is judged by the cards (B2-6.2)."""
    if not s.dealt:
        return DEAL
    climb, hands = s.climb, (1 << len(s.players)) - 1
    due = SETS.due(1 << climb.turn if climb.acts and climb.turn >= 0 else hands & ~climb.away, not climb.table)
    return (*due, Due(Passed, climb.passed_over, optional=True, weight=0.0)) if climb.passed_over else due


def low_card_opens(s: BigTwo) -> bool:
    """Whether this hand is opened with the lowest card dealt (B2-2.2): always the first."""
    return s.options.lead_rule == "low_card" or s.winner == NOBODY


def opener(s: BigTwo) -> int:
    """Who opens the hand (B2-2.2), or NOBODY where that cannot be told: the holder of the lowest card dealt, or the winner."""
    if not low_card_opens(s):
        return s.climb.turn
    known, unseen = s.places.known, s.places.unseen
    hidden = any(unseen[: len(s.players)])
    for card in poker_sets.UPWARDS:
        holder = next((seat for seat in range(len(s.players)) if known[seat] & card.bit), NOBODY)
        if holder >= 0 or (hidden and not known[set_aside(s)] & card.bit):
            return holder
    return NOBODY


def go_out(s: BigTwo, _seat: int) -> None:
    """The hand ends at once when a hand is empty (B2-2.3, B2-2.6)."""
    there = range(len(s.players))
    settle(s, "played", [None if s.climb.away >> one & 1 else s.places.count(one) for one in there])


TURN: Final = "play goes left; a lead comes when all others have passed"
SETS: Final = sets_are_laid(game, "B2-6.3", TURN, go_out)


@game.on(Passed, "B2-6.3", "out_of_turn", TURN)
def pass_turn(s: BigTwo, e: Passed) -> None:
    """A seat passes; a pass does not lock it out, but under `pass_lock` (B2-2.3). Who opens after a pass is left to the table."""
    if s.climb.acts:
        s.climb.pass_by(e.seat, s.line)


@game.rule(Passed, "B2-2.5", "lead_passed", "opener and leader must play")
def leader_plays(s: BigTwo, e: Passed) -> Any:
    """The opener plays (B2-2.2), and so does a leader, but where the table lets a lead be passed (B2-7.2)."""
    if not s.on or s.climb.table or s.climb.passed_over >> e.seat & 1:
        return None
    if not s.climb.acts:
        return Broken(seat=e.seat if e.seat == opener(s) else None, says="passed before the hand was opened")
    return s.options.lead_pass == "allow" or "passed on lead"  # noqa: S105 - no password


# ---- B2-3 Combinations -------------------------------------------------------------------------------------------------


@game.rule(Laid, "B2-6.4", "not_higher", "a higher combination than the one before", cost=MISREAD)
def beats_the_table(s: BigTwo, e: Laid) -> Any:
    """A combination, followed by a higher one of as many cards (B2-2.3, B2-3.1, B2-3.11)."""
    top, table = s.options.low_straight_top, s.climb.table
    mine = recognise(e.cards, top)
    theirs = recognise(table, top) if table else ()
    if mine and (not table or (theirs and beats(mine[0], theirs[0]))):
        return None
    return why_not(s, e.seat, e.cards, table)


def why_not(s: BigTwo, seat: int, cards: tuple[Card, ...], table: tuple[Card, ...]) -> Broken | None:
    """Why a set may not be laid, as far as the cards not known allow to tell."""
    top, mask = s.options.low_straight_top, mask_of(cards)
    mine = may_be(cards, recognise, top, PACK_MASK) if len(cards) in SIZES else frozenset((None,))
    if mine == frozenset((None,)):
        says = f"{' '.join(cards) or 'nothing'} is no combination"
        return Broken(seat=seat, cards=mask, says=says, name="invalid_combination")
    if not table:
        return None
    if len(cards) != len(table):
        says = f"{counted(len(cards), 'card')} laid on {len(table)}"
        return Broken(seat=seat, cards=mask, says=says, name="wrong_size", cost=CHOICE)
    theirs = may_be(table, recognise, top, PACK_MASK)
    if mine is None or theirs is None or None in theirs or any(beats(one, it) for one in mine if one for it in theirs):
        return None
    highest, least = max(one for one in mine if one), min(theirs)
    says = f"{in_full(highest, least)} is not higher than {in_full(least, highest)}"
    return Broken(seat=seat, cards=mask, says=says)


@game.offer(Laid)
def plays(s: BigTwo, seat: int) -> Act | tuple[()]:
    """Every play that a hand known in full may make (B2-2.2, B2-2.3); of others it can only be told whether it is legal."""
    first = NOBODY if s.climb.acts else opener(s)
    if first not in {NOBODY, seat}:
        return ()
    asks = "a combination" if s.climb.acts else "the opening combination"
    sizes = (len(s.climb.table),) if s.climb.table else SIZES
    blank = tuple(Laid(seat=seat, cards=cards) for cards in blanks(sizes, s.places.most(seat)))
    if s.places.unseen[seat]:
        return Act(Laid, seat, asks, accepts=accepts(game, s, Laid, seat), blank=blank)
    choices = legal(s, seat, sizes)
    return Act(Laid, seat, asks, choices, weight=2.0, blank=blank) if choices else ()


def legal(s: BigTwo, seat: int, sizes: Iterable[int]) -> tuple[Laid, ...]:
    """Every play of these sizes that a hand known in full may make."""
    held, top, table = s.places.known[seat], s.options.low_straight_top, s.climb.table
    sets = [cards for size in sizes if size in SIZES for cards in poker_sets.all_of(held, size)]
    if not s.climb.acts and low_card_opens(s):
        sets = [cards for cards in sets if lowest(held) in cards]
    lies = recognise(table, top) if table else ()
    return tuple(
        Laid(seat=seat, cards=cards)
        for cards in sets
        if (beats(recognise(cards, top)[0], lies[0]) if lies else why_not(s, seat, cards, table) is None)
    )


# ---- B2-4 Scoring ------------------------------------------------------------------------------------------------------


@cache
def penalties(thresholds: tuple[int, int]) -> tuple[int, ...]:
    """The penalty for each number of cards left (B2-4.1): each brings another."""
    doubled, tripled = thresholds
    return tuple(count * (3 if count >= tripled else 2 if count >= doubled else 1) for count in range(HAND + 1))


def points_of(s: BigTwo, counts: Sequence[int | None], offender: int) -> Amounts:
    """The points of each seat for these cards left (B2-4.1, B2-7.3, B2-7.4). An empty seat neither pays nor is paid."""
    there = [seat for seat, count in enumerate(counts) if count is not None or not s.sitting_out >> seat & 1]
    table = penalties(s.options.fry_thresholds)
    owed: Amounts = [None if (count := counts[seat]) is None else table[count] for seat in there]
    if offender in there:
        owed = [summed(owed) if seat == offender else 0 for seat in there]
    if s.options.zero_sum_payout:
        everything = summed(owed)
        owed = [None if own is None or everything is None else everything - len(there) * own for own in owed]
    column: Amounts = [None] * len(counts)
    for seat, amount in zip(there, owed, strict=True):
        column[seat] = amount
    return column


def winner_of(counts: Sequence[int | None]) -> int:
    """The seat without cards, or NOT_KNOWN if that is not exactly one."""
    return counts.index(0) if counts.count(0) == 1 else NOT_KNOWN


def settle(s: BigTwo, how: str, counts: Amounts, points: Amounts | None = None) -> None:
    """The hand has come out with so many cards left in each hand (B2-2.6), also where it had come out in another way before."""
    due = points_of(s, counts, s.offender)
    s.counts = counts
    ends(s, how, due if points is None else known_or_written(due, points))
    s.totals = [
        had if s.sitting_out >> seat & 1 and s.points[seat] is None else now
        for seat, (had, now) in enumerate(zip(s.before, s.totals, strict=True))
    ]


@game.over("B2-6.5", "past_the_target", "the game ends when the target is reached")
def is_over(s: BigTwo) -> bool:
    """The game has certainly ended: a total has reached the target (B2-4.2), and no tie goes on (B2-4.3)."""
    totals = [points for seat, points in enumerate(s.totals) if s.sat(seat)]
    known = [points for points in totals if points is not None]
    if s.options.zero_sum_payout or not known or max(known) < s.options.target:
        return False
    return s.options.tie == "shared" or (len(known) == len(totals) and known.count(min(known)) == 1)


@game.rule(Ruled | Scored, "B2-4.4", "no_takes_all", "nobody takes all", "contradiction")
def takes_all_is_on(s: BigTwo, e: Scored | Ruled) -> Any:
    """Somebody takes all only where the house rule is in force (B2-4.4)."""
    if e.seat is None or (isinstance(e, Ruled) and e.what != "takes_all"):
        return None
    return s.options.takes_all == "on" or Broken(seat=e.seat, says="nobody takes all under these house rules")


@game.on(Ruled, free=True)
def take_all(s: BigTwo, e: Ruled) -> None:
    """The table ruled that a seat takes all (B2-4.4); any other ruling changes nothing."""
    if e.what == "takes_all" and e.seat is not None:
        bear_all(s, e.seat)


def bear_all(s: BigTwo, seat: int) -> None:
    """This seat bears all penalties, of the hand that is on or was last."""
    if s.options.takes_all == "off" or seat == s.offender:
        return
    s.offender = seat
    if not s.on and s.how in {"played", "sheet"} and s.ended == s.hand:
        settle(s, s.how, s.counts)


# ---- B2-6 Irregularities and what the record alone proves ---------------------------------------------------------------


game.only_says(CountAsked)


@game.rule(CountAsked, "B2-6.1", "wrong_answer", "who is asked for the number of cards answers truly")
def answers_truly(s: BigTwo, e: CountAsked) -> Any:
    """The seat that is asked says how many cards it has left."""
    if e.of >= len(s.players):
        says = f"no seat {e.of} at this table"
        return Broken(says=says, name="no_such_seat", clause="B2-1.1", kind="contradiction")
    if not s.hand or s.how == "void" or (not s.on and s.how == ""):
        return None
    least, most = s.places.bounds(e.of) if s.dealt else (HAND, HAND)
    if least <= e.answer <= most:
        return None
    over = not s.on and not most  # nobody asks a hand that is empty, nor is told that it is not
    says = f"seat {e.of} said {e.answer} when it held {span(least, most)}"
    return Broken(seat=None if over else e.of, says=says, kind="contradiction" if over else None)


@game.offer(CountAsked, "a question for the number of cards")
def questions(s: BigTwo, _seat: int) -> Act | list[CountAsked]:
    """Anybody asks anybody else; the answer is true."""
    counts = [s.places.count(seat) for seat in range(len(s.players))]
    asked = tuple(
        CountAsked(seat=asker, of=seat, answer=count)
        for seat, count in enumerate(counts)
        for asker in range(len(s.players))
        if asker != seat and count is not None
    )
    asks = "a question for the number of cards"
    return Act(CountAsked, None, asks, asked or None, optional=True, weight=0.02 if asked else 0.0)


@game.beside
def beside(s: BigTwo) -> Sequence[Due]:
    """Acts that may come while a hand is on, besides those due."""
    return BESIDE if s.dealt else (ROW,)


BESIDE = (
    Due(CountAsked, optional=True, weight=0.02),
    Due(TakenBack, optional=True, weight=0.0),
    Due(Voided, optional=True, weight=0.0),
)


@game.offer(TakenBack)
def backs(_s: BigTwo, _seat: int) -> Act:
    """A play that the table had taken back (A5)."""
    return Act(TakenBack, None, "a play that the table had taken back", optional=True, weight=0.0)


OPENER = Rule("B2-6.2", "wrong_opener", "the lowest card dealt opens the hand, in the first play")


@game.rule(Laid, OPENER.clause, OPENER.name, OPENER.says)
def opens_rightly(s: BigTwo, e: Laid) -> Any:
    """The holder of the lowest card dealt opens, with that card (B2-2.2); or who won the hand before."""
    if s.climb.acts:
        return None
    if not low_card_opens(s):
        first = s.climb.turn
        says = f"seat {e.seat} opened; seat {first} had won the hand before"
        return first in {NOBODY, e.seat} or Broken(seat=e.seat, says=says)
    played = mask_of(e.cards) & PACK_MASK
    elsewhere = ~(s.places.pool | s.places.known[e.seat])
    unseen = 0
    for card in e.cards:
        unseen |= 0 if card.bit else card.could_be & PACK_MASK & ~elsewhere
    least = lowest(played | unseen)
    lower = poker_sets.lower_than(least) if least is not None else 0
    if unseen and least is not None and not played & least.bit:  # that card may be another's, if it comes to light
        lower |= least.bit & ~s.places.known[e.seat]
    hands = (1 << len(s.players)) - 1
    return Obliged(OPENER, lower & ~played, 0, seats=hands, by=e.seat) if lower else None


game.between(cards_left_are_shown(game))


@game.rule(Shown, "B2-1.1", "no_such_seat", "there is such a seat", "contradiction")
def shown_of_a_place(_s: BigTwo, e: Shown) -> Any:
    """Cards are shown of a hand, or are set aside."""
    if e.place not in {None, "hand", "set_aside"}:
        return Broken(says=f"no place {e.place!r} at this table")
    return e.seat is not None or e.place == "set_aside" or Broken(says="cards were shown of no seat and no place")


# ---- B2-6.5 The score sheet --------------------------------------------------------------------------------------------

game.figure("counts", "B2-6.5", "wrong_counts", "thirteen each, less the cards played, are left")
game.figure("void", "B2-6.5", "wrong_counts", "a hand that was played to its end counts")
game.figure("points", "B2-6.5", "wrong_points", "points follow from the cards left")
game.figure("totals", "B2-6.5", "wrong_totals", "column totals add up")
game.figure("seat", "B2-7.3", "wrong_offender", "who takes all is the seat that was named")


@game.on(Scored, "B2-6.5", "wrong_counts", "the score follows from the cards left", free=True)
def score(s: BigTwo, e: Scored) -> None:
    """A row changes nothing of a hand that was played, but that it may name the seat that takes all (B2-7.3)."""
    if e.seat is not None and s.how == "played" and s.offender < 0:
        bear_all(s, e.seat)


def column(s: BigTwo, written: Sequence[int | None] | None, *, zero_is_out: bool = True) -> Amounts:
    """The number in a column for each seat. Where nobody sits a 0 stands for no number, unless no other seat has one, and it is what one who is out has."""
    if written is None:
        return [None] * len(s.players)
    none = not zero_is_out or list(written).count(0) > 1
    return [None if not amount and not s.players[seat] and none else amount for seat, amount in enumerate(written)]


def gained(s: BigTwo, e: Scored) -> Amounts:
    """The points of a row, as written, or as its totals add to those before."""
    figures: Sequence[int | None] | None = e.points
    if e.points is None and e.totals is not None:
        wrote = zip(column(s, e.totals), s.totals, s.total_errors or [0] * len(s.players), strict=True)
        figures = [None if now is None or had is None else now - had - more for now, had, more in wrote]
    return column(s, figures, zero_is_out=not s.options.zero_sum_payout)


def borne(s: BigTwo, points: Amounts) -> Amounts | None:
    """The penalty of each seat, by its points; None if no payment brings them (B2-7.4)."""
    if not s.options.zero_sum_payout:
        return points
    known = [one for one in points if one is not None]
    if not known or None in [one for seat, one in enumerate(points) if s.players[seat]]:
        return [None] * len(points)
    if sum(known) or any((max(known) - one) % len(known) for one in known):
        return None
    return [None if one is None else (max(known) - one) // len(known) for one in points]


def left_for(s: BigTwo, points: Amounts, offender: int) -> Amounts | None:
    """The cards left that these points stand for, if this seat takes all; None if no hand brings them."""
    bears, table = borne(s, points), penalties(s.options.fry_thresholds)
    if bears is None or any(one is not None and one not in table for one in bears if offender < 0):
        return None
    if offender >= 0:  # its points are a sum, of which nobody can tell the parts
        return None if any(one for seat, one in enumerate(bears) if seat != offender) else [None] * len(bears)
    return [None if one is None else table.index(one) for one in bears]


def possible(s: BigTwo, counts: Amounts) -> bool:
    """Whether so many cards can be left: one is out, the others have 1 to 13, and no more than were not played (B2-6.5)."""
    most = [HAND] * len(counts)
    for seat, laid, _ in s.climb.acts if s.dealt else ():  # those before a gap, too
        most[seat] -= len(laid)
    most = [min(one, s.places.most(seat)) for seat, one in enumerate(most)] if s.dealt else most
    if any(one is not None and not 0 <= one <= limit for one, limit in zip(counts, most, strict=True)):
        return False
    open_ = [seat for seat, one in enumerate(counts) if one is None and s.players[seat]]
    return counts.count(0) == 1 or (not counts.count(0) and bool(open_))


@game.outcomes
def outcomes(s: BigTwo, e: Scored) -> Iterator[Any]:
    """The cards left that the row has, or its points stand for; who takes all is named, or plain from these (B2-7.3)."""
    named = s.offender if s.offender >= 0 else NOBODY if e.seat is None else e.seat
    off = s.options.takes_all == "off"
    for offender in (NOBODY,) if off else (named,) if named >= 0 else (NOBODY, *range(len(s.players))):
        points = gained(s, e)
        counts = left_for(s, points, offender) if e.counts is None else column(s, e.counts)
        if counts is None or not possible(s, counts):
            continue
        due = points_of(s, counts, offender)
        if all(None in {one, wrote} or one == wrote for one, wrote in zip(due, points, strict=True)):
            yield partial(by_row, counts=counts, points=points, offender=offender)
            return


def by_row(s: BigTwo, counts: Amounts, points: Amounts, offender: int) -> None:
    """The hand came out with so many cards left, or so many points. Which cards are left may be shown later."""
    s.offender = offender
    if not s.dealt:
        game.acts[Dealt].do(s, Dealt())
    for seat, count in enumerate(counts):
        s.places.forget(seat)
        s.places.loosen(seat, s.places.unseen[seat])
        if count is not None:
            s.places.limit(seat, count, count)
    settle(s, "sheet", counts, points)


@game.adopts
def adopt(s: BigTwo, e: Scored) -> None:
    """Totals as written, where none are known."""
    if e.totals is not None:
        s.totals = known_or_written(s.totals, column(s, e.totals))


winner_is_called(
    game,
    "B2-2.6",
    "who is out of cards has won the hand",
    lambda s, seat: None in s.totals or (is_over(s) and seat in (game.won_by(s) or ())),
)


# ---- B2-7 Ambiguities and rulings --------------------------------------------------------------------------------------


@game.rule(TakenBack, "A5", "nothing_to_take_back", "what is taken back was played", "contradiction")
def was_played(s: BigTwo, e: TakenBack) -> Any:
    """Cards taken back were played in this hand (A5): all that the play broke is withdrawn, and what the set laid on it broke."""
    place = s.climb.taken_back(e.seat, e.line)
    if place < 0 or s.how in {"void", "sheet"}:
        return "there was no play of this seat to take back"
    lines = [line for _, cards, line in s.climb.acts[place:] if cards]
    return [Cured(line, undone=True) for line in lines[:2]]


@game.on(TakenBack, free=True)
def take_back(s: BigTwo, e: TakenBack) -> None:
    """The cards go back to the hand, and what the play broke is told no more. If nobody has played on it, the passes on it go too; a
    hand that it ended goes on.
    """
    place = s.climb.taken_back(e.seat, e.line)
    if place < 0 or s.how in {"void", "sheet"}:
        return
    if not s.on:
        s.totals = list(s.before)
        s.on, s.how, s.ended = True, "", s.hand - 1
        s.settled += 1
    seat, cards, _ = s.climb.acts[place]
    for card in cards:
        s.places.take_back(card, len(s.players), seat)
    s.climb.replay(s.climb.without(place), NOBODY if low_card_opens(s) else max(NOBODY, s.winner))


# ---- What there is to see ----------------------------------------------------------------------------------------------


@game.results
def result(s: BigTwo) -> Result:
    """How the hand that just ended came out."""
    seats = range(len(s.players))
    out = winner_of(s.counts)
    won = [seat == out if out >= 0 else None if not s.counts[seat] else False for seat in seats]
    absent = () if s.void else tuple(seat for seat in seats if s.counts[seat] is None and s.sitting_out >> seat & 1)
    return result_of(game, s, won, absent=absent)


@game.draws
def scene(s: BigTwo) -> Scene:
    """The table: hands, the combination to beat, who passed, points and totals."""
    table, places, aside = s.climb.table, s.places, set_aside(s)
    found = recognise(table, s.options.low_straight_top) if table else ()
    title = f"On the table: {poker_sets.describe(found[0])}" if found else "On the table"
    rows = [Row(title=title, cards=table, seats=(s.climb.owner,) * len(table))]
    if places.known[aside] or places.unseen[aside]:
        rows.append(row_of(places, aside, "Set aside"))
    passed, bears = places_of(s.climb.passed) if s.on else (), NOBODY if s.on else s.offender
    marks: dict[str, Any] = {"dealer": s.dealer, "passed": passed, "takes all": bears}
    turn = NOBODY if not s.dealt or s.blind else s.climb.turn if s.climb.acts else opener(s)
    hands = hands_drawn(s, marks, points_and_totals(s), turn=turn, order=lambda card: poker_sets.STRENGTH[card.index])
    return Scene(
        facts=(("target", "none" if s.options.zero_sum_payout else str(s.options.target)),),
        hands=hands,
        rows=tuple(rows),
    )


@game.tells
def outcome(s: BigTwo) -> str:
    """How the hand came out, in a sentence."""
    out = winner_of(s.counts)
    return "who went out cannot be told" if out < 0 else f"{player(s, out)} is out of cards"
