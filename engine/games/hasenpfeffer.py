"""Hasenpfeffer: four players in two sides, 24 cards and a joker; one bid each, a widow, bowers, six tricks, to ten points.

The sections are those of the rules page. Side 0 is seats 0 and 2, side 1 is seats 1 and 3.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from upcard.engine.kernel.drawing import hands_drawn, player, row_of, side_name
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.results import Mark, Result
from upcard.engine.kernel.rules import DISORDER, OMISSION, Broken, Due, Obliged, Rule, unwritten
from upcard.engine.kernel.state import Scoring, lasting
from upcard.engine.kernel.tricks import Suits, Tricks, revokes_are_put_right, tricks_are_played
from upcard.engine.kernel.usual import deal_rotates, dealt_at_once, ends, has_own_reason, result_of, winner_is_called
from upcard.engine.mechanisms.effective_suits import bowers, suits_while
from upcard.engine.scene import Scene
from upcard.schemas.cards import RANK_MASK, RANKS, SUIT_NAMES, SUITS, UNKNOWN, Card, cards_of, mask_of
from upcard.schemas.events import Bid, Discarded, Passed, Scored, Shown, Took, TrumpNamed, Voided
from upcard.schemas.options import Options, option
from upcard.schemas.wording import counted, or_unknown

SEATS: Final = range(4)
HANDS: Final = 15
"""The four hands, as a mask of places."""
DISCARD, WIDOW = 5, 6
"""The places after the four hands."""


class HasenpfefferOptions(Options):
    """HP-5."""

    target: int = option(10, "HP-4.2", "a side with so many points after a hand may have won", ge=1)
    defenders_win_only_if_set: bool = option(
        False, "HP-6.1", "true: defenders who reach the target win only when the contract failed"
    )
    forced_bid: int = option(3, "HP-2.2", "the contract of the joker's holder after four passes", ge=1, le=6)
    same_trick_correction: bool = option(False, "G-14", "whether a revoker may still follow while the trick is open")


@dataclass(slots=True, kw_only=True)
class Hasenpfeffer(Scoring):
    """bids: by seat, 0 a pass, -1 nothing yet; high: the high bid; joker: the seat that showed the joker after four passes; declarer, contract:
    the high bidder and the bid; lifted, stowed: whether the widow was taken, and a card put away; tricks: the cards played;
    taken: tricks of each side; made: 1 if the contract was made, 0 if not; declarers: the side that declared last.
    """

    options: HasenpfefferOptions
    bids: list[int] = field(default_factory=lambda: [-1] * 4)
    high: int = 0
    joker: int = -1
    declarer: int = -1
    contract: int = -1
    lifted: bool = False
    trump: str = ""
    stowed: bool = False
    tricks: Tricks = field(default_factory=Tricks)
    taken: list[int] = field(default_factory=lambda: [0, 0])
    made: int = -1
    declarers: int = lasting(-1, missed=-1)


# ---- HP-1 Deck, seats, ranking -----------------------------------------------------------------------------------------

JOKER: Final = Card("Xr")
XR: Final = JOKER.bit
PACK: Final = sum(RANK_MASK[rank] for rank in "AKQJT9") | XR
SUITS_OF: Final[dict[str, Suits]] = {trump: suits_while(PACK, trump, (JOKER, *bowers(trump))) for trump in SUITS}
"""The suit that each card counts as, and its strength, by the trump suit (HP-1.2, HP-1.3)."""

GAME = game = Game(
    "hasenpfeffer",
    title="Hasenpfeffer",
    source="document 004",
    family="tricks",
    says="partners, joker and bowers, one bid each, six tricks, points to ten",
    seats=(4, 4),
    state=Hasenpfeffer,
    options=HasenpfefferOptions,
    pack=PACK,
    places=3,
    named={"discard": 1, "widow": 2},
    contest="sides",
    worth="9TQKAJX",
    proves=(
        "With all hands: every revoke at the card that was played, and a joker kept back after four passes.",
        "Without hands: a revoke at the first card that shows it, and that somebody revoked before it is known who.",
        "When all other cards were played: which card was put away.",
        "From any record: low bids, wrong turns, dealers and declarers, and cards that were in two places.",
        "From a score sheet: bids, contracts and tricks that cannot be, and points and totals that do not follow.",
    ),
    sheet=(
        Column("bids", "bids", "each seat's bid, 0 for a pass; `void` for a hand that does not count", holds="bids"),
        Column("tricks", "tricks", "tricks of each side", "side", holds="taken"),
        Column("seat", "declarer", "the seat that declared", "hand", also=("bidder",), holds="declarer"),
        Column("amount", "contract", "the contract", "hand", also=("bid",), holds="contract"),
        Column("trump", "trump", "the trump suit", "hand"),
        Column("points", "points", "points of each side, as written", "side", plain=True),
        Column("totals", "totals", "totals of each side, as written", "side"),
    ),
    words={"widow": "took widow", "joker": "shown Xr", "void": "voided", "take back": "corrected"},
    unfinished=Rule("HP-4.2", "hand_not_due", "hands are played out, until a side has won", "contradiction", 6),
    course={
        "Deal": "`hand_started`, then `dealt` with six cards each and the widow.",
        "Bids": "Once round from the left of the dealer, each `bid` or `passed`. After four passes the joker is `shown` by who"
        " holds it, or the hand is `voided`, as one that is thrown in for another reason.",
        "Widow and trump": "The declarer `took` the widow, then `trump_named`, then `discarded`.",
        "Play": "Six tricks of four `played`, led by the declarer. A card put right within the trick is `corrected`.",
        "End": "Nothing, where the play tells all. What the sheet has is `scored`, what somebody said `result_called`.",
    },
    writes={
        "bid.amount": "from 1 to 6: the tricks bid",
        "shown.cards": "`Xr` alone, if it is shown after four passes",
        "shown.place": "`widow` or `discard`, for cards seen to lie there",
        "voided.why": "left out, or with the word joker: the joker lies in the widow; other words tell why it was thrown in",
        "took.place": "`widow`",
    },
)


DEAL: Final = dealt_at_once(game, "HP-1.1", 6, "six cards each, and a widow of one", name="deal_order", aside="widow")

# ---- HP-2 Bidding ------------------------------------------------------------------------------------------------------

WIDOW_ORDER: Final = Rule("HP-2.3", "widow_order", "the high bidder takes the widow, names trump, discards", cost=6)
EARLY: Final = Rule("HP-2.3", "early_play", "the first lead follows bids, trump and discard", "breach", 6)
MOST: Final = 6
NAME: Final = tuple((Due(TrumpNamed, 1 << seat, WIDOW_ORDER),) for seat in SEATS)


@game.turn
def turn(s: Hasenpfeffer) -> Sequence[Due]:
    """Six cards and a widow; one bid each; the widow, trump and a discard; six tricks. Widow and discard may be left out."""
    if s.stowed:
        return PLAY.due[s.turn]
    if not s.dealt:
        return DEAL
    if s.declarer < 0:
        speak = SPEAK if s.high < MOST else PASS
        return speak[s.turn] if -1 in s.bids else SHOW_JOKER
    if not s.lifted:
        return LIFT[s.declarer]
    return STOW[s.declarer] if s.trump else NAME[s.declarer]


@game.rule(Bid, "HP-2.1", "low_bid", "a bid is above the high bid, 6 at most")
def bid_is_higher(s: Hasenpfeffer, e: Bid) -> Any:
    """A bid is above all before it; passes in between do not lower them (HP-6.2)."""
    if s.high < e.amount <= MOST:
        return None
    return f"a bid of {e.amount}" + (f"; the high bid was {s.high}" if e.amount <= s.high else "")


@game.on(Bid, "HP-2.1", "wrong_turn", "bids go round once, from the left of the dealer", late=True)
def bid(s: Hasenpfeffer, e: Bid) -> Any:
    """A seat bids; a bid that is not above the high bid, or above six, is as good as none."""
    amount = e.amount if s.high < e.amount <= MOST else 0
    s.high = max(s.high, amount)
    return speak(s, e.seat, amount)


@game.on(Passed, "HP-2.1", "wrong_turn", "bids go round once, from the left of the dealer", late=True)
def pass_by(s: Hasenpfeffer, e: Passed) -> Any:
    """A seat passes."""
    return speak(s, e.seat, 0)


def others_passed(s: Hasenpfeffer) -> Any:
    """Every seat that has not spoken has passed, up to the one that speaks then; after a bid all that are left may have."""
    seats = [seat & 3 for seat in range(s.turn, s.turn + 4) if s.bids[seat & 3] < 0]
    return [partial(passed_by, seats=seats[:number]) for number in range(1, len(seats) + (s.high > 0))]


def passed_by(s: Hasenpfeffer, seats: Sequence[int]) -> Any:
    """These seats have passed, one after the other."""
    s.bids = [0 if seat in seats else bid for seat, bid in enumerate(s.bids)]
    return speak(s, seats[-1], 0)


LEFT_OUT: Final = Rule("HP-2.1", "left_out", "who has not spoken has passed; it is not in the record", "contradiction")
SPEAK: Final = tuple(
    (Due(Bid, 1 << seat, EARLY), Due(Passed, 1 << seat, LEFT_OUT, skip=others_passed, cost=OMISSION, weight=2.0))
    for seat in SEATS
)
PASS: Final = tuple((due, Due(Passed, 1 << seat, EARLY, skip=others_passed)) for seat, (due, _) in enumerate(SPEAK))
"""After a bid of six the rest can only pass, and records may leave that out (HPX-1)."""

JOKER_IN_WIDOW: Final = Voided(why="joker in the widow")


def speak(s: Hasenpfeffer, seat: int, amount: int) -> Any:
    """Each seat speaks once; the high bidder declares. After four passes the joker decides, if it is known where it lies."""
    s.bids = [max(one, amount) if other == seat else one for other, one in enumerate(s.bids)]
    s.turn = (seat + 1) & 3
    if -1 in s.bids:
        return None
    if s.high:
        return declare(s, s.bids.index(s.high), s.high)
    return void(s) if s.places.known[WIDOW] & XR else None


def declare(s: Hasenpfeffer, seat: int, contract: int) -> None:
    """This seat is the high bidder."""
    s.declarer, s.contract, s.turn = seat, contract, seat


def joker_not_written(s: Hasenpfeffer) -> Any:
    """After four passes nobody wrote who showed the joker: whoever may hold it did; or it lies in the widow (HP-2.2)."""
    holds = [s.places.holds(seat, XR, PACK) for seat in SEATS]
    able = [seat for seat in SEATS if holds[seat]] or [seat for seat in SEATS if holds[seat] is None]
    ways: list[Any] = [partial(show_joker, seat=seat) for seat in able]
    return [*ways, void] if s.places.holds(WIDOW, XR, PACK) is not False else ways


def show_joker(s: Hasenpfeffer, seat: int) -> None:
    """The joker's holder is committed to the forced bid (HP-2.2, HP-6.3)."""
    s.places.show(XR, seat)
    s.joker, s.bids = seat, [0] * 4
    declare(s, seat, s.options.forced_bid)


SHOW_JOKER: Final = (Due(Shown, HANDS, EARLY, skip=joker_not_written), Due(Voided, -1, EARLY))


def forced(s: Hasenpfeffer, e: Shown) -> bool:
    """Whether a seat shows the joker before anybody has the widow, as after four passes."""
    return s.on and not s.blind and not s.lifted and e.seat is not None and JOKER in e.cards


@game.rule(Shown, LEFT_OUT.clause, LEFT_OUT.name, LEFT_OUT.says, "contradiction", cost=OMISSION)
def all_have_passed(s: Hasenpfeffer, e: Shown) -> Any:
    """The joker that is shown tells of four passes (HP-2.2), of which some may not be in the record; not of a bid."""
    if not forced(s, e) or (-1 not in s.bids and not s.high):
        return None
    says = "the joker was shown, as after four passes; somebody had bid"
    return Broken(clause="HP-2.2", name="joker_shown", says=says, cost=DISORDER) if s.high else Broken()


@game.on(Shown)
def show(s: Hasenpfeffer, e: Any) -> Any:
    """The joker shown after four passes makes its holder declarer; where some of the passes are not in the record, the bids may also go on."""
    if s.high or not forced(s, e):
        return None
    holder = partial(show_joker, seat=e.seat)
    return [lambda _s: None, holder] if -1 in s.bids else [holder]


SILENT: Final = (
    Obliged(Rule("HP-2.2", "joker_not_shown", "after four passes the joker is shown"), XR, 0, seats=HANDS),
)


@game.obliges(Voided)
def shows_joker(s: Hasenpfeffer, _seat: int) -> Any:
    """Whoever holds the joker after four passes shows it, and does not let the hand be thrown in (HP-2.2)."""
    return SILENT if s.on and s.bids == [0] * 4 and s.joker < 0 else ()


@game.rule(Voided, "HP-2.2", "void_without_cause", "four passes and the joker in the widow")
def void_has_cause(s: Hasenpfeffer, e: Voided) -> Any:
    """Four passes with the joker in the widow make a hand void; whatever else the table throws in, it says why."""
    if not s.on or not s.dealt or has_own_reason(e, "joker") or (s.bids == [0] * 4 and s.joker < 0):
        return None
    shown = "though the joker was shown" if s.joker >= 0 else "before all four had passed"
    return f"the hand was declared void {'though somebody bid' if s.high else shown}"


@game.on(Voided)
def void(s: Hasenpfeffer, e: Voided = JOKER_IN_WIDOW) -> None:
    """The hand does not count. The seat to the left deals where the joker lay in the widow (HP-2.2); else the page does not say who
    deals then: the same dealer again, or the next.
    """
    again = [s.dealer] if has_own_reason(e, "joker") else []
    ends(s, "void", [0, 0], [*again, s.after(s.dealer)])


@game.on(Took, "HP-2.3", "wrong_declarer", "the high bidder takes the widow, names trump, discards")
def take_widow(s: Hasenpfeffer, e: Took) -> None:
    """The high bidder takes the widow; which card it is that seat alone sees (HP-2.3, HP-2.4)."""
    s.places.show(mask_of(e.cards or ()) & PACK, WIDOW)
    lift(s)


def lift(s: Hasenpfeffer) -> None:
    """The widow goes to the declarer's hand, whether or not that was written."""
    s.places.move_all(WIDOW, s.declarer)
    s.lifted = True


@game.on(TrumpNamed, "HP-2.3", "wrong_declarer", "the high bidder takes the widow, names trump, discards")
def name_trump(s: Hasenpfeffer, e: TrumpNamed) -> None:
    """Trump is named after the widow was taken (HP-2.3), whether or not that was written."""
    if not s.lifted:
        lift(s)
    s.trump = s.trump or e.suit


@game.on(Discarded, "HP-2.3", "wrong_declarer", "the high bidder takes the widow, names trump, discards")
def discard(s: Hasenpfeffer, e: Discarded) -> None:
    """One card is put away face down, any of the seven (HP-2.3)."""
    s.places.move_unseen(e.cards[:1] if e.cards else (UNKNOWN,), e.seat, DISCARD)
    s.stowed = True
    s.turn = s.declarer


@game.rule(Discarded, "HP-2.3", "discard_order", "one card is put away, after trump is named")
def one_is_put_away(_s: Hasenpfeffer, e: Discarded) -> Any:
    """One card is put away, no more."""
    return len(e.cards or ("",)) == 1 or Broken(seat=e.seat)


LIFT: Final = tuple((Due(Took, 1 << seat, WIDOW_ORDER, optional=True), Due(TrumpNamed, 1 << seat)) for seat in SEATS)
STOW: Final = tuple(
    (Due(Discarded, 1 << seat, WIDOW_ORDER, skip=unwritten(discard, Discarded(seat=seat))),) for seat in SEATS
)


@game.offer(Bid, "a bid")
def bids_above(s: Hasenpfeffer, seat: int) -> Iterator[Bid]:
    """Every bid above the high bid."""
    return (Bid(seat=seat, amount=amount) for amount in range(s.high + 1, MOST + 1))


@game.offer(Shown, "the joker, by its holder")
def jokers(s: Hasenpfeffer, seat: int) -> tuple[Shown, ...]:
    """The joker, by whoever may hold it."""
    holds = [s.places.holds(one, XR, PACK) for one in SEATS]
    may = holds[seat] if True in holds else holds[seat] is None
    return (Shown(seat=seat, cards=(JOKER,)),) if may else ()


@game.offer(Voided, "the joker lies in the widow: the hand is void")
def in_the_widow(s: Hasenpfeffer, _seat: int) -> tuple[Voided, ...]:
    """The word that the joker lies in the widow, where it may."""
    return (JOKER_IN_WIDOW,) if s.places.holds(WIDOW, XR, PACK) is not False else ()


@game.offer(Took, "the widow, and which card it is")
def widows(s: Hasenpfeffer, seat: int) -> tuple[Took, ...]:
    """The widow, with its card, if it is known."""
    return (Took(seat=seat, place="widow", cards=tuple(cards_of(s.places.known[WIDOW])) or None),)


@game.offer(Discarded, "the card put away, if it is known")
def discards(s: Hasenpfeffer, seat: int) -> Iterator[Discarded]:
    """Any card of the hand."""
    yield from (Discarded(seat=seat, cards=(card,)) for card in cards_of(s.places.known[seat]))
    if s.places.unseen[seat]:
        yield Discarded(seat=seat)


# ---- HP-3 Play ---------------------------------------------------------------------------------------------------------


def take(s: Hasenpfeffer, seat: int) -> None:
    """The side of a seat has won a trick (HP-3.2); six are a hand."""
    s.taken[seat & 1] += 1
    if len(s.tricks.winners) == 6:
        settle(s, "played", s.declarer & 1, s.contract, s.taken[s.declarer & 1])


REVOKE: Final = Rule("HP-3.1", "revoke", "keep the suit led when you can")
PLAY: Final = tricks_are_played(game, REVOKE, SUITS_OF, take)
"""The effective suit is followed (HP-1.3)."""
revokes_are_put_right(game, "HP-3.1", "a revoke is put right within the trick", PLAY.led)


# ---- HP-4 Scoring ------------------------------------------------------------------------------------------------------


def brought(side: int, contract: int, tricks: int) -> tuple[int, list[int]]:
    """Whether the contract was made, and the points of each side (HP-4.1)."""
    made = tricks >= contract
    points = [6 - tricks, 6 - tricks]
    points[side] = tricks if made else -contract
    return int(made), points


def settle(s: Hasenpfeffer, how: str, side: int, contract: int, tricks: int) -> None:
    """The declarers' side has so many tricks; who has the target wins, the declarers first (HP-4.1, HP-4.2)."""
    s.made, points = brought(side, contract, tricks)
    s.declarers = side
    ends(s, how, points)


def game_won(s: Hasenpfeffer) -> int:
    """The side that has won the game, or -1."""
    side = s.declarers
    mine, theirs = s.totals[side], s.totals[1 - side]
    if mine is not None and mine >= s.options.target:
        return side
    if theirs is not None and theirs >= s.options.target and not (s.options.defenders_win_only_if_set and s.made):
        return 1 - side
    return -1


@game.over("HP-4.2", "hand_not_due", "hands are played until a side has won")
def is_over(s: Hasenpfeffer) -> bool:
    """No hand follows when a side has won (HP-4.2)."""
    return s.declarers >= 0 and game_won(s) >= 0


@game.winners
def winners(s: Hasenpfeffer) -> Sequence[int]:
    """The side that has won: where both have the target, the declarers (HP-4.2)."""
    return (game_won(s), game_won(s) + 2)


deal_rotates(game, "HP-4.2", "the deal goes to the left")


# ---- HP-7 Irregularities and audit: the score sheet ------------------------------------------------------------------

RISING: Final = "each bid is above those before it; the highest, 6 at most, is the declarer's contract"
for _column in ("bids", "seat", "amount"):
    game.figure(_column, "HP-2.1", "wrong_bids", RISING)
game.figure("tricks", "HP-7", "wrong_tricks", "there are six tricks")
game.figure("trump", "HP-2.3", "wrong_trump", "trump is as it was named")
game.only_says(Scored, "HP-4.1", "wrong_score", "the score follows from the play")


@game.columns
def columns(_before: Hasenpfeffer, s: Hasenpfeffer, e: Scored) -> dict[str, Any]:
    """Where the bids are not known, the declarer's was the contract, or all had passed."""
    if e.bids is None or s.declarer < 0 or max(s.bids) >= 0:
        return {}
    high = range(s.contract, s.contract + 1) if s.contract > 0 else range(1, MOST + 1)
    bids = tuple(high if seat == s.declarer else None for seat in SEATS)
    return {"bids": frozenset({bids, (0,) * 4} if s.options.forced_bid in high else {bids})}


@game.outcomes
def outcomes(s: Hasenpfeffer, e: Scored) -> Iterator[Any]:
    """All that a hand can have brought: who declared, the contract, the declarers' tricks (HP-4.1)."""
    ways = {}
    for seat, contract in contracts(s, e):
        for tricks in tricks_of(e, seat & 1):
            made, points = brought(seat & 1, contract, tricks)
            if e.points is None or points == list(e.points):
                ways[seat if e.seat is not None or e.bids else seat & 1, made, *points] = (seat, contract, tricks)
    for seat, contract, tricks in ways.values():
        yield partial(row_settles, e=e, seat=seat, contract=contract, tricks=tricks)


def contracts(s: Hasenpfeffer, e: Scored) -> Iterator[tuple[int, int]]:
    """Each seat that may have declared, with the contract: as the row has it, or by its bids, of which each is above those before it."""
    seats = SEATS if e.seat is None else [e.seat]
    for seat in [s.declarer] if s.declarer >= 0 else seats:
        for contract in [s.contract] if s.contract > 0 else [bid for bid in range(1, 7) if e.amount in {None, bid}]:
            if e.bids is None or could_declare(s, e.bids, seat, contract):
                yield seat, contract


def could_declare(s: Hasenpfeffer, bids: Sequence[int], seat: int, contract: int) -> bool:
    """Whether these bids, in the order in which the seats spoke, make this seat high bidder with this contract (HP-2.1)."""
    if not any(bids):
        return contract == s.options.forced_bid
    order = [bids[(s.dealer + place) & 3] for place in range(1, 5)]
    made = [bid for bid in order if bid]
    rising = all(one < other for one, other in itertools.pairwise(made)) and made[-1] <= 6
    return rising and bids[seat] == contract == max(bids)


def tricks_of(e: Scored, side: int) -> Sequence[int]:
    """The numbers of tricks that the declarers may have taken."""
    if e.tricks is None:
        return range(7)
    return [e.tricks[side]] if sum(e.tricks) == 6 and min(e.tricks) >= 0 else []


def row_settles(s: Hasenpfeffer, e: Scored, seat: int, contract: int, tricks: int) -> None:
    """The hand came out as its row says."""
    told = e.seat is not None or s.declarer >= 0 or any(e.bids or ())
    s.declarer = seat if told else -1
    s.contract = contract if e.amount is not None or e.bids is not None or s.contract > 0 else -1
    s.taken = list(e.tricks) if e.tricks is not None else [-1, -1]
    s.trump = s.trump or e.trump or ""
    s.bids = list(e.bids) if e.bids is not None else s.bids
    settle(s, "sheet", seat & 1, contract, tricks)


winner_is_called(game, "HP-4.1", "who made or beat the contract has won the hand")


# ---- HP-8 Events: how the hand came out, and what there is to see ----------------------------------------------------


@game.results
def result(s: Hasenpfeffer) -> Result:
    """How the hand that just ended came out. A side's points stand at both its seats."""
    known = s.made >= 0 and s.declarer >= 0
    won = [(side == s.declarer & 1) == bool(s.made) if known else None for side in (0, 1)]
    return result_of(game, s, won, (0, 1, 0, 1))


@game.marks(declarer="the seat that declared, with the contract; won, if it was made")
def counted_of(s: Hasenpfeffer) -> Iterator[Mark]:
    """Who declared, and how much was bid (HP-2.1)."""
    yield Mark("declarer", *((s.declarer, s.contract if s.contract > 0 else None) if s.declarer >= 0 else ()))


@game.draws
def scene(s: Hasenpfeffer) -> Scene:
    """The table: hands, the trick, widow and discard, what each side has."""
    facts = [("trump", SUIT_NAMES.get(s.trump, "not named"))]
    if s.contract > 0:
        facts.append(("contract", f"{s.contract}, forced" if s.bids == [0] * 4 else str(s.contract)))
    taken = ["? tricks" if tricks < 0 else counted(tricks, "trick") for tricks in s.taken]
    points = [f"{or_unknown(total)} point{'' if total in {1, -1} else 's'}" for total in s.totals]
    return Scene(
        facts=tuple(facts),
        hands=hands_drawn(s, marks(s), turn=s.turn, order=partial(by_suit, s.trump)),
        rows=(s.tricks.drawn(), row_of(s.places, WIDOW, "Widow"), row_of(s.places, DISCARD, "Discard")),
        pots=tuple((side_name(s, side), f"{taken[side]}, {points[side]}") for side in (0, 1)),
        says=waiting_for(s),
    )


def waiting_for(s: Hasenpfeffer) -> str:
    """The step that the table waits for, where no card is to be played."""
    if not s.on or not s.dealt or -1 in s.bids:
        return ""
    if s.declarer < 0:
        return "four passes: who holds the joker shows it"
    return "" if s.trump else f"{player(s, s.declarer)} takes the widow and names trump"


@game.tells
def outcome(s: Hasenpfeffer) -> str:
    """How the hand came out, in a sentence."""
    if s.made < 0 or s.declarer < 0 or None in s.points:
        told = [f"{side_name(s, side)} {one:+}" for side, one in enumerate(s.points) if one is not None]
        return ", ".join(told) or "what the hand brought cannot be told"
    side = s.declarer & 1
    verb, contract = "make" if s.made else "fail", s.contract if s.contract > 0 else "their contract"
    mine, theirs = s.points[side] or 0, s.points[1 - side] or 0
    return f"{side_name(s, side)} {verb} {contract}: {mine:+} for them, {theirs:+} for the others"


def marks(s: Hasenpfeffer) -> dict[str, Any]:
    """Dealer, declarer, bids, and who showed the joker."""
    spoken = {bid for bid in s.bids if bid >= 0 and s.on and s.declarer < 0}
    bids = {f"bids {bid}" if bid else "passes": [seat for seat in SEATS if s.bids[seat] == bid] for bid in spoken}
    return {"dealer": s.dealer, "declarer": s.declarer, **bids, "showed the joker": s.joker}


def by_suit(trump: str, card: Card) -> tuple[int, int]:
    """How a hand is sorted: trumps first, bowers where they count."""
    tops: tuple[Card, ...] = (JOKER, *bowers(trump)) if trump else (JOKER,)
    if card in tops:
        return -1, tops.index(card)
    return -1 if card.suit == trump else SUITS.index(card.suit), 3 + (13 - RANKS.index(card.rank)) % 13
