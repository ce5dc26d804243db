"""Rules that many games have alike, each by its own clauses: who deals, equal hands, how a hand ends, who has won."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

from upcard.engine.due import Act
from upcard.engine.kernel.dealing import Hands, deal_aside, deal_hands
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.numbers import added, only
from upcard.engine.kernel.results import Result
from upcard.engine.kernel.rules import DISORDER, Broken, Due, places_of, unwritten
from upcard.engine.kernel.state import Scoring
from upcard.schemas.events import Base, Dealt, HandStarted, ResultCalled, Voided
from upcard.schemas.wording import counted

WON: Final = frozenset({"won", "wins", "winner"})
"""The words by which a winner is called."""
NO_REASON: Final = frozenset(
    {"", "void", "voided", "thrown in", "redeal", "redealt", "re-dealt", "dealt again", "dealt anew", "new deal"}
)
"""Words which say that a hand was thrown in, and not why."""


def each_way(do: Callable[..., Any], values: Iterable[Any], **told: Any) -> list[Any]:
    """A way for each of the values that what is done may have, next after the state. told: what else it is told."""
    return [lambda s, value=value: do(s, value, **told) for value in values]


# ---- Who deals (G-8) ---------------------------------------------------------------------------------------------------


def next_dealers(s: Any) -> Sequence[int]:
    """The seats that may be to deal next, those where nobody sits passed over; none, where that is not known."""
    seats: Sequence[int] = s.next_dealers
    empty = s.vacant()
    if not empty:
        return seats
    return list(dict.fromkeys(s.in_turn_from(seat, empty)[0] for seat in seats))


def begun_by(
    deals: Callable[..., None], s: Any, e: HandStarted, may: Callable[[Any], Sequence[int]] = next_dealers
) -> Any:
    """A hand begins. The result of `deals` for its dealer: the seat that is named, else the seat that is to deal, else any may be."""
    named = e.dealer is not None and e.dealer < len(s.players)
    could = (e.dealer,) if named else tuple(may(s)) or tuple(s.taking_part())
    s.renew()
    if len(could) == 1:
        return deals(s, could[0])
    return each_way(deals, could)


def deals(s: Any, dealer: int) -> None:
    """This seat deals, and the seat after it speaks or leads first."""
    s.dealer, s.turn = dealer, s.after(dealer)


def deal_rotates(
    game: Game,
    clause: str,
    says: str,
    may: Callable[[Any], Sequence[int]] = next_dealers,
    *,
    kinds: Sequence[type[Base]] = (HandStarted,),
    asks: str = "",
    name: str = "dealer_rotation",
    begins: Callable[[Any, int], Any] = deals,
    told: Callable[[Any, Broken], Broken | None] = lambda _s, fault: fault,
) -> None:
    """Declare that each hand has a dealer, and that the seat named as dealer was to deal; where nobody knows who deals, any seat may. may:
    the seats that may be to deal, where the state's `next_dealers` alone does not tell; kinds: the acts that name a dealer; asks: what to ask a
    scribe for; name: of the finding; begins: what a hand of this dealer begins with, if the game has no act of its own for it; told:
    makes of the finding that a wrong dealer brings the one that the page wants in its place, None for none.
    """
    if HandStarted not in game.acts:

        @game.on(HandStarted)
        def begin(s: Any, e: HandStarted) -> Any:
            """Each hand has a dealer; where nobody knows who it is, any may be (G-8)."""
            return begun_by(begins, s, e, may)

    def dealer_is_due(s: Any, e: Any) -> Broken | None:
        """The seat named as dealer is at this table, and was to deal."""
        if e.dealer is None:
            return None
        if e.dealer >= len(s.players):
            wrong = f"no seat {e.dealer} at this table"
            return Broken(says=wrong, clause=game.impossible, name="no_such_seat", kind="contradiction")
        due = may(s)
        if s.on or not due or e.dealer in due or e.dealer in s.next_dealers:
            return None
        wrong = f"seat {e.dealer} dealt; seat {' or '.join(map(str, due))} was to deal"
        return told(s, Broken(seat=e.dealer, says=wrong))

    for kind in kinds:
        game.rule(kind, clause, name, says, cost=DISORDER)(dealer_is_due)
    game.offer(HandStarted, asks)(partial(dealers, may=may))


def dealers(
    s: Any, _seat: int, may: Callable[[Any], Sequence[int]] = next_dealers
) -> Iterator[HandStarted] | tuple[HandStarted, ...]:
    """The dealer is named where nobody knows who it is."""
    due = may(s) or [seat for seat in range(len(s.players)) if not s.vacant() >> seat & 1]
    return (HandStarted(),) if len(due) == 1 else (HandStarted(dealer=seat) for seat in due)


# ---- Deals of equal hands, and how a hand came out ---------------------------------------------------------------------


def dealt_at_once(
    game: Game,
    clause: str,
    size: int,
    says: str,
    *,
    name: str = "deal_size",
    aside: str = "",
    then: Callable[[Any, Dealt], None] | None = None,
) -> tuple[Due, ...]:
    """Declare that so many cards are dealt to each seat that takes part, and that the rest of the pack lies aside. Returns the deal as an
    act that is due, which records may leave out. A state tells by `dealt` that it was made. name: of the rule; aside: the name of the
    place where the rest lies, if there is a rest; then: what else a deal does.
    """
    whole = game.pack.bit_count()

    @cache
    def due(seats: int, sitting_out: int) -> tuple[Sequence[int], int]:
        hands = tuple(0 if sitting_out >> seat & 1 else size for seat in range(seats))
        return hands, whole - sum(hands)

    game.about(Dealt)(lambda s, e: Hands.of(e, *due(len(s.players), s.sitting_out)))

    @game.rule(Dealt, clause, name, says)
    def is_of_that_size(_s: Any, hands: Hands) -> Iterator[Broken]:
        """No hand is written with more cards or fewer, nor what lies aside; cards lie in no other place."""
        for seat, dealt in enumerate(hands.sizes):
            if dealt != hands.due[seat]:
                yield Broken(says=f"seat {seat} was dealt {counted(dealt, 'card')}; {says}")
        for place, cards in (hands.line.places or {}).items():
            if place != aside:
                yield Broken(says=f"no place {place!r} at this table", clause=game.impossible, kind="contradiction")
            elif len(cards) not in {0, hands.rest}:
                yield Broken(says=f"{counted(len(cards), 'card')} of {hands.rest} in the {aside.replace('_', ' ')}")

    @game.on(Dealt, clause, name, says, fault="contradiction")
    def deal(s: Any, hands: Hands) -> None:
        """The cards come to the hands: those that were listed, and as many not known as are missing."""
        s.dealt = True
        deal_hands(s, hands.line, hands.sizes)
        if aside:
            deal_aside(s, hands.line, aside, len(s.players) + game.named[aside], whole - sum(hands.sizes))
            s.places.know_rest()
        if then is not None:
            then(s, hands.line)

    @game.offer(Dealt, says)
    def packet(s: Any, _seat: int) -> Act:
        """The cards that chance gives."""
        sizes, rest = due(len(s.players), s.sitting_out)
        return game.chance(s, sizes, says, **({aside: rest} if aside else {}))

    return (Due(Dealt, skip=unwritten(game.acts[Dealt].do, Dealt())),)


def ends(s: Any, how: str, points: Sequence[int | None], dealers: Sequence[int] | None = None) -> None:
    """The hand that is on has ended, and its points are added to the totals before it. points: by seat or by side; how: `void` for
    a hand that does not count; dealers: who may deal next, none where that is not known; if it is not told, the seat beside the dealer.
    """
    may_deal = [s.beside(s.dealer)] if dealers is None else dealers
    s.how, s.void, s.points, s.turn = how, how == "void", list(points), -1
    s.next_dealers = [seat for seat in may_deal if seat >= 0]
    s.totals = added(s.before, s.points)
    s.end()


def ends_after(game: Game, option: str, clause: str, name: str, says: str) -> None:
    """Declare that a session ends after so many hands that count, if a number was agreed. option: the house rule that has it."""
    game.over(clause, name, says)(lambda s: s.all_done(getattr(s.options, option)))


def thrown_in(s: Any, _e: Any = None) -> None:
    """The hand does not count. Pages that do not say who deals then mean the same dealer again, or the next."""
    if isinstance(s, Scoring):
        ends(s, "void", [0] * len(s.totals), (s.dealer, s.beside(s.dealer)))
    else:
        s.how = "void"
        s.end()


EFFECTS: Final[Mapping[type[Base], Callable[[Any, Any], Any]]] = {
    HandStarted: lambda s, _e: s.renew(),
    Voided: thrown_in,
}
"""The effects of acts in games that declare none of their own."""


def has_own_reason(e: Voided, *causes: str) -> bool:
    """Whether the table says why a hand was thrown in: more than that it was, and no cause that the rules have."""
    why = (e.why or "").casefold().replace("_", " ").strip()
    return why not in NO_REASON and not any(cause in why for cause in causes)


def result_of(game: Game, s: Any, won: Sequence[bool | None], sides: Sequence[int] = (), **told: Any) -> Result:
    """How a hand came out; nobody has won one that does not count. won: by seat, or by side; of a side the state's `points` and
    `totals`, too, stand at all its seats. sides: that of each seat; told: what else there is to tell, or is told otherwise.
    """

    def by_seat(values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(values if len(values) == len(s.players) else [values[side] for side in sides])

    usual: dict[str, Any] = {name: by_seat(getattr(s, name)) for name in ("points", "totals") if name not in told}
    usual |= {
        "won": (False,) * len(s.players) if s.void else by_seat(won),
        "sides": tuple(sides),
        "dealer": s.dealer if s.dealer >= 0 else None,
        "trump": getattr(s, "trump", "") or None,
        "counts": not s.void,
        "level": game.level(s),
        "how": s.how,
        "tricks": s.tricks.told() if hasattr(s, "tricks") else (),
        "absent": () if s.void else tuple(places_of(s.sitting_out)),
        "next_dealer": only(next_dealers(s)),
    }
    return Result(**{**usual, **told})


# ---- Who was called the winner -----------------------------------------------------------------------------------------


def winner_is_called(
    game: Game, clause: str, says: str, leads: Callable[[Any, int], bool] | None = None, name: str = "wrong_result"
) -> None:
    """Declare that the seat called the winner has won. leads: whether a seat leads the session, if totals do not tell."""

    @game.rule(ResultCalled, clause, name, says, "testimony")
    def has_won(s: Any, e: ResultCalled) -> Any:
        """The seat that is called the winner of the hand that has just ended has won it, or leads in all."""
        if e.seat is None or not ended_just_now(s, e.hand) or e.result.casefold() not in WON:
            return None
        result = game.result(s)
        if result.won[e.seat] is not False or True not in result.won:
            return None
        total, known = result.totals[e.seat], [one for one in result.totals if one is not None]
        if leads(s, e.seat) if leads else total is None or total == game.better(s)(known):
            return None
        who = " and ".join(f"seat {seat}" for seat, won in enumerate(result.won) if won)
        return Broken(says=f"seat {e.seat} was called the winner of the hand; it was won by {who}")

    game.only_says(ResultCalled)


def out_is_called(game: Game, clause: str, name: str) -> None:
    """Declare that a seat which is said to be out of cards has none left, while a hand is on and once it has ended. name: of the finding."""
    means = "`out` of who has no card left, `won` of who won; other words are kept, and not judged"
    game.writes = {"result_called.result": means, **game.writes}
    game.needs = {ResultCalled: {"out": ("seat",)}, **game.needs}
    game.words = {"out": "result_called out", "is out": "result_called out", **game.words}

    @game.rule(ResultCalled, clause, name, "who is out has no card left", "testimony")
    def is_out(s: Any, e: ResultCalled) -> Any:
        """A seat that is said to be out has no card left."""
        of_this_hand = s.dealt and not (s.blind or s.void) and e.hand in {None, s.hand}
        if e.seat is None or e.result.casefold() != "out" or not of_this_hand:
            return None
        held = s.places.bounds(e.seat)[0]
        return not held or f"seat {e.seat} said to be out holding {counted(held, 'card')}"


def ended_just_now(s: Any, hand: int | None) -> bool:
    """Whether a hand has ended since the last one began, and it is the one that is named, if one is."""
    return not s.on and not s.blind and s.ended == s.hand > 0 and hand in {None, s.hand}
