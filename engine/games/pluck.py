"""Pluck: three players with quotas of tricks; who made more plucks cards from who made less, to 20 points.

The sections are those of the rules page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any, Final, Literal

from upcard.engine.due import Act
from upcard.engine.kernel.drawing import hands_drawn, player
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.results import Mark, Result, marks_of
from upcard.engine.kernel.rules import DISORDER, OMISSION, Broken, Due, Obliged, Rule
from upcard.engine.kernel.state import Scoring, lasting
from upcard.engine.kernel.tricks import ACE_HIGH, Suits, Tricks, revokes_are_put_right, tricks_are_played
from upcard.engine.kernel.usual import deal_rotates, dealt_at_once, ends, result_of, winner_is_called
from upcard.engine.mechanisms.effective_suits import suits_while
from upcard.engine.scene import Row, Scene
from upcard.schemas.cards import JOKERS, RANK_MASK, SUIT_MASK, SUIT_NAMES, SUITS, UNKNOWN, Card, cards_of
from upcard.schemas.events import Gave, Joined, Played, Returned, Scored, TrumpNamed
from upcard.schemas.options import Options, option
from upcard.schemas.wording import or_unknown

SEATS: Final = range(3)
ALL: Final = 0b111
"""The three hands, as a mask of places."""
TABLE: Final = 3
"""The place after the hands: cards that were played."""


class PluckOptions(Options):
    """PL-6."""

    target: int = option(20, "PL-5.2", "the game ends after a hand in which somebody has so many points", ge=1)
    pluck_order: Literal["free", "quota_desc"] = option(
        "free", "PL-3.5", "who plucks first: as it comes, or the higher quota first, all of one before the next"
    )
    pluck_batch: bool = option(False, "PL-3.4", "true: all gifts to a victim first, then all returns")
    pluck_optional: bool = option(True, "PL-3.6", "false: every pluck must be taken")
    tie_at_target: Literal["another_hand", "shared"] = option(
        "another_hand", "PL-5.2", "what equal totals at the top mean when the game would end"
    )
    clubs_trump_prebroken: bool = option(True, "PL-4.2", "whether trumps are broken from the start if clubs are trump")
    same_trick_correction: bool = option(False, "G-14", "whether a revoke may be put right while its trick is open")


@dataclass(slots=True, kw_only=True)
class Pluck(Scoring):
    """excess: by seat, tricks above or below the quota in the last hand that counted, empty if that is not known; lapsed: whether plucks
    that had to be taken were not; gifts, lost: by seat, how often it has plucked and been plucked in this hand; unanswered: gifts
    that were not answered, each giver, victim and card; plucked: giver, victim, gift and return of each pluck; broken: whether trumps
    are broken; leads: the places in the tricks of trumps led before, which broke them where a leader had no other card; turn: who
    plays next, -1 before the first lead; tricks: the cards played; taken: tricks of each seat.
    """

    options: PluckOptions
    excess: list[int] = lasting(lambda: [0, 0, 0], missed=[])
    lapsed: bool = False
    gifts: list[int] = field(default_factory=lambda: [0, 0, 0])
    lost: list[int] = field(default_factory=lambda: [0, 0, 0])
    unanswered: list[tuple[int, int, Card]] = field(default_factory=list)
    plucked: list[tuple[int, int, Card, Card]] = field(default_factory=list)
    trump: str = ""
    broken: bool = False
    leads: list[int] = field(default_factory=list)
    tricks: Tricks = field(default_factory=lambda: Tricks(3))
    taken: list[int] = field(default_factory=lambda: [0, 0, 0])


# ---- PL-1 Deck, seats, ranking -----------------------------------------------------------------------------------------

BIG, LITTLE = Card("Xr"), Card("Xb")
JOKER_MASK: Final = BIG.bit | LITTLE.bit
LOWEST: Final = Card("2c").bit
PACK: Final = sum(mask for rank, mask in RANK_MASK.items() if rank != "2") | LOWEST | JOKER_MASK
SUITS_OF: Final[dict[str, Suits]] = {trump: suits_while(PACK, trump, (BIG, LITTLE)) for trump in SUITS}
"""The suit that each card counts as, and its strength, by the trump suit; jokers are trumps (PL-1.2, PL-1.3)."""

GAME = game = Game(
    "pluck",
    title="Pluck",
    source="document 004",
    family="tricks",
    says="three players with quotas of tricks; who made more plucks cards from who made less, to 20 points",
    seats=(3, 3),
    state=Pluck,
    options=PluckOptions,
    pack=PACK,
    worth="23456789TJQKAX",
    proves=(
        "With all hands: every revoke, every trump led too early, every wrong return, at the card itself.",
        "From the hand of a plucker: a wrong return, as soon as the victim shows a higher card of the suit.",
        "Without hands: a revoke or an early trump at the first card that shows it, and 2c not led when it appears.",
        "Without hands: that somebody broke a rule before it is known who.",
        "From the score alone: plucks that nobody had a right to, wrong dealers, points and totals.",
    ),
    sheet=(
        Column("tricks", "tricks", "tricks of each seat, 17 in all"),
        Column("plucks", "plucks", "plucks that each seat took", also=("plucked",)),
        Column("trump", "trump", "the trump suit", "hand"),
        Column("seat", "dealer", "who dealt: of the first hand, else tricks tell no points", "hand", tells="dealer"),
        Column("points", "points", "points of the hand, as written"),
        Column("totals", "totals", "totals after the hand, as written"),
    ),
    remedies={
        "early_trump": "The lead stands, and does not break trumps (PL-7.1).",
        "revoke": "The card stands; a trump played so breaks trumps (PL-4.2).",
    },
    words={"give": "gave", "return": "returned", "take back": "corrected"},
    matching=Rule("G-10", "unseen_do_not_fit", "somebody has broken a rule; it is not known yet who"),
    unfinished=Rule("PL-2.4", "hand_not_finished", "seventeen tricks are played", "contradiction", 6),
    course={
        "Deal": "`hand_started`, then `dealt` with seventeen cards each.",
        "Plucks and trump": "From the second hand on, for each pluck `gave` and `returned`; then `trump_named`.",
        "Play": "Seventeen tricks of three `played`. A card put right within the trick is `corrected`.",
        "End": "Nothing, where the play tells all. A hand thrown in is `voided`; what the sheet has is `scored`, what somebody said"
        " `result_called`. Who takes another's seat `joined`.",
    },
)


def quotas(dealer: int) -> list[int]:
    """The tricks that each seat has to make: dealer 7, left of dealer 6, right of dealer 4 (PL-1.4)."""
    return [(7, 6, 4)[(seat - dealer) % 3] for seat in SEATS]


# ---- PL-2 Phases -------------------------------------------------------------------------------------------------------

SEVENTEEN: Final = 17


@game.turn
def turn(s: Pluck) -> Sequence[Due]:
    """Seventeen cards each, plucks, the trump call, seventeen tricks."""
    if s.trump:
        play = PLAY.due[s.turn] if s.turn >= 0 else ANYBODY
        if s.tricks.cards or not s.excess:
            return play
        return (*play, *(ANSWER[s.unanswered[0][1]] if s.unanswered else LATE))
    if not s.dealt:
        return DEAL
    if s.unanswered:
        return (*ANSWER[s.unanswered[0][1]], GIVE)
    if not s.options.pluck_optional and plucks_left(s):
        return MUST_GIVE
    return GIVE_OR_NAME[s.dealer]


def deals(s: Pluck, dealer: int) -> None:
    """This seat deals and names trump (PL-2.3)."""
    s.dealer = dealer


deal_rotates(game, "PL-2.5", "the deal goes to the left", begins=deals)

DEAL: Final = dealt_at_once(game, "PL-1.1", SEVENTEEN, "seventeen cards to each seat")


@game.on(Joined)
def sit_down(s: Pluck, e: Joined) -> None:
    """Plucks belong to a person (PL-3.1): with another player in the seat nobody knows which are due. The points go on with the seat."""
    if s.sat(e.seat) != e.player:
        s.excess = []


@game.on(TrumpNamed, "PL-2.3", "wrong_call", "the dealer names trump")
def name_trump(s: Pluck, e: TrumpNamed) -> None:
    """Trump is named; plucks that were not taken lapse (PL-3.6). With clubs trumps are broken from the start (PL-4.2)."""
    s.trump = s.trump or e.suit
    s.unanswered = []
    s.broken = s.trump == "c" and s.options.clubs_trump_prebroken


# ---- PL-3 Plucking -----------------------------------------------------------------------------------------------------

UNANSWERED: Final = Rule("PL-3.2", "gift_not_answered", "each gift is answered", "breach", 6)
NOT_TAKEN: Final = Rule("PL-3.6", "pluck_not_taken", "every pluck must be taken")
GIVE: Final = Due(Gave, ALL, weight=2.0)


def lapse(s: Pluck) -> None:
    """The plucks that were to be taken are taken no more."""
    s.lapsed = True


MUST_GIVE: Final = (Due(Gave, ALL, NOT_TAKEN, skip=lapse, cost=OMISSION),)
GIVE_OR_NAME: Final = tuple((GIVE, Due(TrumpNamed, 1 << seat)) for seat in SEATS)
LATE: Final = (Due(Gave, ALL, optional=True, weight=0.0),)
ANSWER: Final = tuple((Due(Returned, 1 << seat, UNANSWERED),) for seat in SEATS)


def plucks_left(s: Pluck) -> bool:
    """Whether a pluck that somebody has a right to was not taken, and still may be."""
    rights = any(one > given for one, given in zip(s.excess, s.gifts, strict=False))
    return rights and not s.lapsed and any(may_be_given(s, victim) for victim in SEATS)


def may_be_given(s: Pluck, victim: int) -> bool:
    """Whether a seat may be plucked once more; in a batch not after it has begun to answer (PL-3.4)."""
    return (not s.excess or s.lost[victim] < -s.excess[victim]) and not (
        s.options.pluck_batch and answers_began(s, victim)
    )


def answers_began(s: Pluck, victim: int) -> bool:
    """Whether a seat has answered a gift in this hand."""
    return sum(one == victim for _, one, *_ in s.plucked) > sum(one == victim for _, one, _ in s.unanswered)


@game.rule(Gave, "PL-3.1", "no_right_to_pluck", "plucks follow from the tricks of the last hand")
def is_entitled(s: Pluck, e: Gave) -> Any:
    """A seat that made more than its quota plucks from seats that made less, once for each trick (PL-3.1)."""
    if not s.excess or e.to > 2:
        return None
    if s.gifts[e.seat] >= s.excess[e.seat]:
        return f"seat {e.seat} has no pluck left"
    if s.lost[e.to] >= -s.excess[e.to]:
        return f"seat {e.to} can not be plucked again"
    return None


@game.rule(Gave, "PL-3.4", "pluck_not_completed", "each pluck is completed before the next", cost=DISORDER)
def others_are_completed(s: Pluck, e: Gave) -> str | None:
    """One gift at a time; in a batch all gifts to a victim come before its returns (PL-3.4)."""
    if s.unanswered and not s.options.pluck_batch:
        return "a gift before the last one was answered"
    if s.options.pluck_batch and answers_began(s, e.to):
        return f"a gift to seat {e.to} after its returns began"
    return None


@game.rule(Gave, "PL-3.6", "pluck_lapsed", "plucks that were not taken lapse when trump is named")
def is_before_trump(s: Pluck, e: Gave) -> Any:
    """Once trump is named nobody plucks any more (PL-3.6); the cards of a pluck that comes later pass all the same."""
    return not s.trump or Broken(seat=e.seat)


@game.rule(Gave | Returned, "PL-3.3", "joker_plucked", "jokers are neither given nor returned", where="card")
def no_joker(_s: Pluck, e: Any) -> Any:
    """Jokers stay where they were dealt."""
    return e.card not in JOKERS or Broken(seat=e.seat, cards=e.card.bit)


@game.rule(Gave, "PL-3.5", "pluck_order", "the higher quota plucks first")
def is_in_order(s: Pluck, e: Gave) -> Any:
    """Where the table has it so, pluckers come by their quota in this hand, all of one before the next (PL-3.5)."""
    if s.options.pluck_order == "free" or not s.excess:
        return None
    quota = quotas(s.dealer)
    waiting = [seat for seat in SEATS if s.excess[seat] > s.gifts[seat]]
    first = max(waiting, key=lambda seat: quota[seat], default=e.seat)
    done = s.plucked[-1][0] if s.plucked else e.seat
    skips = not s.options.pluck_optional and e.seat != first and e.seat in waiting
    return Broken(seat=e.seat) if skips or quota[e.seat] > quota[done] else None


@game.on(Gave, "PL-3.4", "pluck_not_completed", "each pluck is completed before the next")
def give(s: Pluck, e: Gave) -> None:
    """A card goes face down to a victim (PL-3.2)."""
    if e.to > 2 or e.to == e.seat:
        return
    card = e.card or UNKNOWN
    s.places.move_unseen((card,), e.seat, e.to)
    s.gifts = [one + (seat == e.seat) for seat, one in enumerate(s.gifts)]
    s.lost = [one + (seat == e.to) for seat, one in enumerate(s.lost)]
    s.unanswered = [*s.unanswered, (e.seat, e.to, card)]
    s.plucked = [*s.plucked, (e.seat, e.to, card, Card("??"))]


@game.rule(Returned, "PL-3.2", "wrong_answer", "each gift is answered, to who gave it")
def answers_giver(s: Pluck, e: Returned) -> Any:
    """The victim answers whoever gave (PL-3.2)."""
    giver = next((giver for giver, victim, _ in s.unanswered if victim == e.seat), e.to)
    return e.to == giver or f"seat {giver} gave the card; the answer went to seat {e.to}"


@game.rule(Returned, "PL-3.2", "wrong_return", "the highest card of the suit of the gift is returned")
def returns_highest(s: Pluck, e: Returned) -> Any:
    """The victim returns the highest card that it then holds of the suit of the gift, the gift included (PL-3.2, PL-7)."""
    gift = next((card for _, victim, card in s.unanswered if victim == e.seat), UNKNOWN)
    card = e.card or UNKNOWN
    if card in JOKERS:
        return None
    suit = SUIT_MASK.get(gift.suit, 0) or SUIT_MASK.get(card.suit, 0)
    if card.bit and suit and not card.bit & suit:
        return Broken(seat=e.seat, cards=card.bit, says=f"{card} was returned for {gift}")
    higher = sum(one.bit for one in cards_of(suit & PACK) if card.bit and ACE_HIGH[one.index] > ACE_HIGH[card.index])
    says = f"{card} was returned; a higher card of the suit was kept"
    return Obliged(Rule("PL-3.2", "wrong_return", says), higher, 0) if higher else None


@game.on(Returned, "PL-3.2", "wrong_answer", "each gift is answered, to who gave it")
def give_back(s: Pluck, e: Returned) -> None:
    """A card goes back face down (PL-3.2)."""
    place = next((place for place, (_, victim, _) in enumerate(s.unanswered) if victim == e.seat), None)
    if place is None or e.to > 2:
        return
    giver, victim, gift = s.unanswered[place]
    card = e.card or UNKNOWN
    s.places.move_unseen((card,), e.seat, e.to)
    s.unanswered = s.unanswered[:place] + s.unanswered[place + 1 :]
    row = s.plucked.index((giver, victim, gift, UNKNOWN))
    s.plucked = [*s.plucked[:row], (giver, victim, gift, card), *s.plucked[row + 1 :]]


@game.offer(Gave, "a card to pluck with")
def gifts(s: Pluck, seat: int) -> Act | tuple[()]:
    """A card to pluck with, and to whom it goes, which is asked for."""
    choices = tuple(gifts_of(s, seat))
    return Act(Gave, seat, "a card to pluck with, and to whom", choices, who=True, weight=2.0) if choices else ()


def gifts_of(s: Pluck, seat: int) -> Iterator[Gave]:
    """Any card but a joker, to whoever can be plucked."""
    all_given = s.excess and s.gifts[seat] >= s.excess[seat]
    if s.trump or all_given or is_in_order(s, Gave(seat=seat, to=seat)) is not None:
        return
    for victim in SEATS:
        waits = s.unanswered and (s.unanswered[0][:2] != (seat, victim) or not s.options.pluck_batch)
        if victim != seat and not waits and may_be_given(s, victim):
            yield from (Gave(seat=seat, to=victim, card=card) for card in cards_of(s.places.known[seat] & ~JOKER_MASK))
            if s.places.unseen[seat]:
                yield Gave(seat=seat, to=victim)


@game.offer(Returned, "the highest card of the suit of the gift")
def answers(s: Pluck, seat: int) -> Iterator[Returned]:
    """The highest card of the suit of the gift; any, where neither it nor the hand is known."""
    giver, gift = next(((giver, card) for giver, victim, card in s.unanswered if victim == seat), (-1, UNKNOWN))
    if giver < 0:
        return
    held = s.places.known[seat] & SUIT_MASK.get(gift.suit, 0)
    if s.places.unseen[seat] or not held:
        yield Returned(seat=seat, to=giver)
    if held:
        yield Returned(seat=seat, to=giver, card=max(cards_of(held), key=lambda card: ACE_HIGH[card.index]))


# ---- PL-4 Play ---------------------------------------------------------------------------------------------------------

ANYBODY: Final = (Due(Played, ALL),)
"""The first play is of whoever holds 2c (PL-4.1)."""
FIRST: Final = (
    Obliged(Rule("PL-4.1", "first_lead", "the holder of 2c leads it to the first trick"), LOWEST, LOWEST, seats=ALL),
)
EARLY: Final = Rule("PL-4.2", "early_trump", "no trump is led until trumps are broken")
UNBROKEN: Final[dict[str, tuple[Obliged, ...]]] = {
    trump: (Obliged(EARLY, PACK & ~suits.trumps, PACK & ~suits.trumps),) for trump, suits in SUITS_OF.items()
}


def break_trumps(s: Pluck, e: Played, lying: int) -> None:
    """A trump breaks trumps where another suit was led, or led by who has no other card (PL-4.2); so may a card nobody saw."""
    suits = SUITS_OF[s.trump]
    if not s.broken and e.card.could_be & suits.trumps:
        first = s.tricks.first
        if lying == 1 and first and not s.places.known[e.seat] & ~suits.trumps:
            s.leads = [*s.leads, first]
        s.broken = lying > 1 and suits.led_by[s.tricks.cards[first]] != suits.trumps


@game.rule(Played, "PL-4.2", "early_trump", "no trump is led until trumps are broken")
def leads_break(s: Pluck, e: Played) -> list[Broken] | None:
    """Of several leads of a trump the first of a seat that had no other card broke them; the others came too early (PL-7.1)."""
    others, tricks, early = PACK & ~SUITS_OF[s.trump].trumps, s.tricks, []
    for place in s.leads if len(s.leads) > 1 and e.card.bit & others else ():
        seat = tricks.seats[place]
        shown = {*zip(tricks.seats[place:], tricks.cards[place:], strict=True), (e.seat, e.card)}
        if not any(one == seat and card.bit & others for one, card in shown):
            break
        if place != s.leads[0]:
            early.append(Broken(seat=seat, at=tricks.lines[place], cards=e.card.bit, choice=True))
    return early or None


def take(s: Pluck, seat: int) -> None:
    """A seat has won a trick; seventeen are a hand."""
    s.taken[seat] += 1
    if len(s.tricks.winners) == SEVENTEEN:
        settle(s, "played", s.taken)


REVOKE: Final = Rule("PL-4.1", "revoke", "follow the suit that was led when you can; jokers are trumps")
TURN: Final = "the holder of 2c leads first, then who won the trick"
PLAY: Final = tricks_are_played(game, REVOKE, SUITS_OF, take, says=TURN, laid=break_trumps)
revokes_are_put_right(game, "PL-4.1", REVOKE.says, PLAY.led)


@game.obliges(Played)
def must_play(s: Pluck, _seat: int) -> Any:
    """2c is led first; the suit led is followed; no trump is led before trumps are broken, if there is another card (PL-4)."""
    if s.tricks.lying:
        return PLAY.follow[PLAY.led(s)]
    if not s.trump or not s.tricks.cards:
        return FIRST if s.trump else ()
    return () if s.broken or s.leads else UNBROKEN[s.trump]


# ---- PL-5 Scoring ------------------------------------------------------------------------------------------------------


def settle(s: Pluck, how: str, tricks: Sequence[int]) -> None:
    """Points are the tricks above the quota; those above and below are the plucks of the next hand (PL-5.1, PL-3.1)."""
    s.excess = [made - due for made, due in zip(tricks, quotas(s.dealer), strict=True)]
    ends(s, how, points_of(s, tricks))


@game.over("PL-5.2", "game_over", "the game ends when the target is reached")
def is_over(s: Pluck) -> bool:
    """The game ends when somebody has the target, and nobody as much (PL-5.2)."""
    totals = [total for total in s.totals if total is not None]
    alone = totals.count(max(totals, default=0)) == 1 or s.options.tie_at_target == "shared"
    return len(totals) == len(SEATS) and max(totals) >= s.options.target and alone


# ---- PL-8 Audit: the score sheet -------------------------------------------------------------------------------------

game.figure("tricks", "PL-2.4", "wrong_tricks", "there are seventeen tricks")
game.figure("plucks", "PL-3.1", "wrong_plucks", "plucks follow from the last hand")
game.figure("seat", "PL-2.5", "wrong_dealer", "the dealer is as the record has it")
game.figure("trump", "PL-2.3", "wrong_trump", "trump is as it was named")
game.only_says(Scored, "PL-5.1", "wrong_points", "points are the tricks above the quota")


@game.outcomes
def outcomes(s: Pluck, e: Scored) -> Iterator[Any]:
    """All that a hand can have brought: seventeen tricks, shared as they may be."""
    if e.seat is not None and e.seat != s.dealer:
        return
    if e.tricks is not None:
        if sum(e.tricks) == SEVENTEEN and min(e.tricks) >= 0:
            yield partial(row_settles, e=e, tricks=e.tricks)
        return
    splits = [(a, b, SEVENTEEN - a - b) for a, b in product(range(18), repeat=2) if a + b <= SEVENTEEN]
    could = [split for split in splits if e.points is None or tuple(points_of(s, split)) == tuple(e.points)]
    if len(could) == 1:
        yield partial(row_settles, e=e, tricks=could[0])
        return
    for points in {tuple(points_of(s, split)) for split in could}:
        yield partial(row_points, e=e, points=points)


def points_of(s: Pluck, tricks: Sequence[int]) -> list[int]:
    """The points of so many tricks by this dealer's quotas."""
    return [max(0, made - due) for made, due in zip(tricks, quotas(s.dealer), strict=True)]


def row_settles(s: Pluck, e: Scored, tricks: Sequence[int]) -> None:
    """The hand came out with these tricks."""
    s.taken, s.trump = list(tricks), s.trump or e.trump or ""
    s.gifts = list(e.plucks) if e.plucks is not None else s.gifts
    settle(s, "sheet", tricks)


def row_points(s: Pluck, e: Scored, points: Sequence[int]) -> None:
    """The hand brought these points; who fell short by how much is not known."""
    s.taken, s.trump, s.excess = [-1, -1, -1], s.trump or e.trump or "", []
    ends(s, "sheet", points)


@game.columns
def columns(before: Pluck, s: Pluck, e: Scored) -> dict[str, Any]:
    """The values that the columns of a row should have for the hand that has ended."""
    return {
        "tricks": None if -1 in s.taken else s.taken,
        "plucks": None if plucks_can_be(before, s, e) else [max(0, one) for one in before.excess],
        "seat": s.dealer,
    }


def plucks_can_be(before: Pluck, s: Pluck, e: Scored) -> bool:
    """Whether so many plucks can have been taken: as in the record, or as there was a right to, and all that must be."""
    if e.plucks is None or not before.excess:
        return True
    if s.tricks.cards:
        return list(e.plucks) == s.gifts
    rights = [max(0, one) for one in before.excess]
    least = [0] * len(SEATS) if s.options.pluck_optional else rights
    return all(few <= took <= most for few, took, most in zip(least, e.plucks, rights, strict=True))


winner_is_called(game, "PL-5.1", "who made most points has won the hand")


# ---- PL-9 Events: how the hand came out, and what there is to see ----------------------------------------------------


@game.results
def result(s: Pluck) -> Result:
    """How the hand that just ended came out."""
    known = [one for one in s.points if one is not None]
    top = max(known, default=0)
    return result_of(game, s, [None if len(known) < 3 else one == top > 0 for one in s.points])


@game.marks(plucks="cards that the seat gave to others for better ones", plucked="cards that others gave to the seat")
def counted_of(s: Pluck) -> Iterator[Mark]:
    """How often each seat plucked, and was plucked, before the hand (PL-3); of a hand known by its row alone that is not known."""
    yield from marks_of("plucks", None if s.source and not any(s.gifts) else s.gifts)
    yield from marks_of("plucked", None if s.source else s.lost)


@game.draws
def scene(s: Pluck) -> Scene:
    """The table: hands, the trick, what was plucked, tricks made of the quota."""
    rows = [s.tricks.drawn()]
    if s.on and not s.trump:
        rows += [
            Row(title=f"{player(s, giver)} plucks {player(s, victim)}", cards=(gift, answer))
            for giver, victim, gift, answer in s.plucked
        ]
    made = zip(s.taken, quotas(s.dealer), strict=True)
    tricks = [f"{max(0, own)} of {quota}" if s.dealer >= 0 else f"{max(0, own)}" for own, quota in made]
    scores = {"tricks": tricks, "points": list(map(or_unknown, s.totals))}
    hands = hands_drawn(s, {"dealer": s.dealer}, scores, turn=s.turn if s.trump else -1)
    return Scene(facts=tuple(facts(s)), hands=hands, rows=tuple(rows))


def facts(s: Pluck) -> Iterator[tuple[str, str]]:
    """Trump, whether it may be led, and what may still be plucked."""
    yield "trump", SUIT_NAMES.get(s.trump, "not named")
    if s.on and s.trump:
        yield "trumps broken", "yes" if s.broken or s.leads else "no"
    elif s.on and not s.excess:
        yield "plucks", "not known"
    elif s.on and any(s.excess):
        plucks = [f"{player(s, seat)} {s.excess[seat] - s.gifts[seat]}" for seat in SEATS if s.excess[seat] > 0]
        losses = [f"{player(s, seat)} {-s.excess[seat] - s.lost[seat]}" for seat in SEATS if s.excess[seat] < 0]
        yield "plucks", f"{', '.join(plucks)} of {', '.join(losses)}"


@game.tells
def outcome(s: Pluck) -> str:
    """How the hand came out, in a sentence."""
    if None in s.points:
        return "the points of the hand cannot be told"
    gained = [f"{player(s, seat)} {points}" for seat, points in enumerate(s.points) if points]
    return f"tricks {' '.join(str(one) if one >= 0 else '?' for one in s.taken)}; {', '.join(gained) or 'nobody'} above the quota"
