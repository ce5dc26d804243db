"""What may come next: deals, lays, calls, faces turned over, the pile taken, the end."""

from collections.abc import Callable, Iterator
from itertools import combinations

from upcard.engine.due import Act, Chance
from upcard.engine.game import Answer, Broken
from upcard.engine.games.popcorn.deal import even_sizes
from upcard.engine.games.popcorn.irregular import (
    cards_are_possible,
    claim_in_range,
    faces_are_possible,
    number_is_true,
    number_was_true,
    pile_is_possible,
    rank_is_due,
    turn_is_kept,
)
from upcard.engine.games.popcorn.table import (
    CYCLE,
    OF_RANK,
    Popcorn,
    after,
    last_laid,
    match_over,
    most_claimed,
    ranks_due,
    size,
)
from upcard.engine.games.popcorn.testimony import shown_is_possible
from upcard.schemas.cards import PACK, RANK_NAMES, RANKS, Card, cards_of
from upcard.schemas.events import (
    Base,
    BluffCalled,
    Claimed,
    Closed,
    Dealt,
    HandStarted,
    ResultCalled,
    Scored,
    Shown,
    Stood,
    Took,
    TurnedOver,
    Voided,
)

_END = Act(Closed, None, "the end of the session", (Closed(),))


def due(s: Popcorn) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return due_between(s)
    if s.phase == "deal":
        return due_deal(s)
    if s.open and s.caller >= 0 and s.caller != s.layer:
        return (turning(s), thrown_in())
    return (*due_window(s), *also(s))


def due_between(s: Popcorn) -> tuple[Act, ...]:
    """The next deal or the end; the pile that was taken last, and what was left in the hands."""
    acts = [_END]
    if not match_over(s):
        dealers = tuple(HandStarted(dealer=seat) for seat in range(len(s.players)))
        acts.insert(0, Act(HandStarted, None, "the next game", (HandStarted(), *dealers)))
    if s.how == "played":
        acts += taking(s)
        for seat in range(len(s.players)):
            acts += left_over(s, seat)
    return tuple(acts)


def left_over(s: Popcorn, seat: int) -> list[Act]:
    """What a seat has left may be shown at the end, if not all have seen it."""
    asks = f"the cards left of seat {seat}, if they were shown"
    known = s.places.known[seat]
    if s.places.most[seat]:
        return [Act(Shown, seat, asks, accepts=shows(s, seat), optional=True, weight=0.0)]
    if not known & ~s.places.seen[-1]:
        return []
    shown = Shown(cards=tuple(cards_of(known)), seat=seat, all=True)
    return [Act(Shown, seat, asks, (shown,), optional=True, weight=0.05)]


def shows(s: Popcorn, seat: int) -> Callable[[Base], bool]:
    """Tells what a seat may show of its hand."""
    return lambda e: isinstance(e, Shown) and e.seat == seat and legal(shown_is_possible(s, e))


def due_deal(s: Popcorn) -> tuple[Act, ...]:
    """The whole pack is dealt (PC-2.1)."""
    chance = Chance(PACK * s.options.decks, tuple(even_sizes(s)), lambda hands: Dealt(hands=hands))
    rows = tuple(Scored(seat=seat) for seat in range(len(s.players)))
    sheet = Act(Scored, None, "who won, if only the sheet is kept", rows, optional=True, weight=0.0)
    return (Act(Dealt, None, "the pack dealt out", chance=chance), sheet)


def thrown_in() -> Act:
    """The game may be thrown in by the table."""
    return Act(Voided, None, "the game thrown in", (Voided(),), optional=True, weight=0.0)


def also(s: Popcorn) -> tuple[Act, ...]:
    """What may happen at any time."""
    shown = (ResultCalled(result="out", seat=seat) for seat in range(len(s.players)) if not size(s, seat)[0])
    acts = [Act(ResultCalled, None, "who said to be out", tuple(shown), optional=True, weight=0.0)]
    return (*(act for act in acts if act.choices), thrown_in())


# ---- PC-3 Turn -----------------------------------------------------------------------------------------------------


def due_window(s: Popcorn) -> tuple[Act, ...]:
    """The next lay, a call of the last one, or its end; first of all the pile, if it has just been taken."""
    acts = taking(s)
    picked_up = bool(acts)
    least, most = size(s, s.layer) if s.layer >= 0 else (1, 1)
    if s.open:
        acts += calls(s)
        if not least:
            acts.append(Act(Stood, None, "nobody calls", (Stood(),), optional=most > 0))
    if not s.open or most:
        seats = range(len(s.players)) if s.turn < 0 else (s.turn,)
        for seat in seats:
            acts += lays(s, seat, picked_up=picked_up)
    return tuple(acts)


def lays(s: Popcorn, seat: int, *, picked_up: bool) -> Iterator[Act]:
    """A lay of one seat: what the scribe may write, and, of a hand that is known, true claims and some bluffs."""
    if not size(s, seat)[1]:
        return
    due = ranks_due(s)
    given = {"rank": RANKS[due[0]]} if len(due) == 1 else {}
    asks = f"how many {plural(given['rank'])}" if given else "a claim"
    yield Act(Claimed, seat, asks, accepts=recogniser(s, seat), optional=picked_up, weight=0.0, given=given)
    if s.places.most[seat]:
        return
    for choices, weight in ((honest(s, seat), 1.0), (bluffs(s, seat), 0.5)):
        if choices:
            yield Act(Claimed, seat, asks, choices, optional=True, weight=0.0 if picked_up else weight)


def plural(rank: str) -> str:
    """Cards of a rank in words: `twos`, `sixes`."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def honest(s: Popcorn, seat: int) -> tuple[Claimed, ...]:
    """All true claims of a hand (PC-3.4)."""
    found: dict[tuple[Card, ...], Claimed] = {}
    for rank in ranks_due(s) or range(CYCLE):
        held = list(cards_of(s.places.known[seat] & OF_RANK[rank]))
        for number in range(1, min(len(held), most_claimed(s)) + 1):
            for cards in combinations(held, number):
                found[cards] = Claimed(seat=seat, rank=RANKS[rank], count=number, cards=cards)
    return tuple(found.values())


def bluffs(s: Popcorn, seat: int) -> tuple[Claimed, ...]:
    """Some of the other lays of a hand, which are too many to list: neighbours in it, and one card more than claimed."""
    held = list(cards_of(s.places.known[seat]))
    more = (0, 1) if s.options.overplay and s.options.overplay_limit != 0 else (0,)
    return tuple(
        Claimed(seat=seat, rank=RANKS[rank], count=number, laid=len(cards), cards=cards)
        if excess
        else Claimed(seat=seat, rank=RANKS[rank], count=number, cards=cards)
        for rank in ranks_due(s) or range(CYCLE)
        for number in range(1, min(4, len(held), most_claimed(s)) + 1)
        for excess in more
        for first in range(len(held) - number - excess + 1)
        for cards in [tuple(held[first : first + number + excess])]
    )


def recogniser(s: Popcorn, seat: int) -> Callable[[Base], bool]:
    """Tells the lays of a seat that are not known to be illegal."""
    checks = (turn_is_kept, rank_is_due, claim_in_range, number_is_true, cards_are_possible)

    def accepts(event: Base) -> bool:
        return isinstance(event, Claimed) and event.seat == seat and all(legal(check(s, event)) for check in checks)

    return accepts


def legal(answer: Answer) -> bool:
    """Whether an answer tells of nothing wrong."""
    return not isinstance(answer, Broken) and not answer


# ---- PC-4 Call -----------------------------------------------------------------------------------------------------


def calls(s: Popcorn) -> list[Act]:
    """Who may call the last lay (PC-4.1, PC-A11)."""
    seats = [seat for seat in range(len(s.players)) if seat != s.layer]
    may = [after(s, s.layer)] if s.options.caller == "next_only" else seats
    return [
        Act(BluffCalled, seat, "a call", (BluffCalled(seat=seat),), optional=True, weight=0.4 / len(may))
        for seat in may
        if seat != s.layer
    ]


def turning(s: Popcorn) -> Act:
    """The cards laid last are turned over (PC-4.2)."""
    top, asks = last_laid(s), "the cards turned over"
    if not s.places.most[top]:
        return Act(TurnedOver, None, asks, (TurnedOver(cards=tuple(cards_of(s.places.known[top]))),))

    def accepts(event: Base) -> bool:
        checks = (faces_are_possible, number_was_true)
        return isinstance(event, TurnedOver) and all(legal(check(s, event)) for check in checks)

    return Act(TurnedOver, None, asks, accepts=accepts)


def taking(s: Popcorn) -> list[Act]:
    """Who has taken the pile looks at it; a record may go without. All know who it was, that seat alone the cards."""
    if not s.turned or s.took_line or s.layer < 0:
        return []
    asks = "the pile taken"
    if s.taker < 0:
        return [Act(Took, None, asks, tuple(Took(seat=seat, place="pile") for seat in range(len(s.players))))]
    seat = s.taker
    if s.taken[0].bit_count() == s.taken_size[0] == s.taken_size[1]:
        return [Act(Took, seat, asks, (Took(seat=seat, place="pile", cards=tuple(cards_of(s.taken[0]))),))]

    def accepts(event: Base) -> bool:
        return isinstance(event, Took) and event.seat == seat and legal(pile_is_possible(s, event))

    taken = Act(Took, seat, asks, (Took(seat=seat, place="pile"),))
    return [taken, Act(Took, seat, "the pile taken, card by card", accepts=accepts, optional=True, weight=0.0)]
