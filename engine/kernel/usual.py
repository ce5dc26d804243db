"""Rules that most games have alike: whose deal it is, and who was called the winner. A game says by which of its clauses.

A state names who deals next in `next_dealer`, -1 where that is not known.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from upcard.engine.kernel.game import DISORDER, Broken, Game, says_only
from upcard.schemas.events import Base, HandStarted, ResultCalled

WON: Final = frozenset({"won", "wins", "winner"})
"""The words by which a winner is called."""

# ---- Who deals (G-8) ---------------------------------------------------------------------------------------------------


def next_dealers(s: Any) -> Sequence[int]:
    """Who is to deal next; nobody, where that is not known."""
    return () if s.next_dealer < 0 else (s.next_dealer,)


def begun_by(
    deals: Callable[..., None], s: Any, e: HandStarted, may: Callable[[Any], Sequence[int]] = next_dealers
) -> Any:
    """What `deals` makes of a hand, for the seat that deals it: the one that is named, or is to deal; else any may be."""
    seats = range(len(s.players))
    could = (e.dealer,) if e.dealer is not None and e.dealer in seats else tuple(may(s)) or tuple(seats)
    if len(could) == 1:
        return deals(s, could[0])
    return [partial(deals, dealer=seat) for seat in could]


def dealer_after(s: Any, hands: int | None) -> int:
    """Who deals after so many hands that were missed, where the deal goes to the left; -1 where that is not known."""
    return -1 if hands is None or s.next_dealer < 0 else (s.next_dealer + hands) % len(s.players)


def deal_rotates(
    game: Game,
    clause: str,
    says: str,
    may: Callable[[Any], Sequence[int]] = next_dealers,
    kinds: Sequence[type[Base]] = (HandStarted,),
) -> None:
    """Declare that who is named as dealer is who was to deal. may: who was, where the state tells it in other words; kinds: the
    acts that name a dealer.
    """
    for kind in kinds:
        game.rule(kind, clause, "dealer_rotation", says, cost=DISORDER)(partial(dealer_is_due, game=game, may=may))
    game.offer(HandStarted)(partial(dealers, may=may))


def dealer_is_due(s: Any, e: Any, *, game: Game, may: Callable[[Any], Sequence[int]] = next_dealers) -> Broken | None:
    """Who is named as dealer sits there, and was to deal."""
    if e.dealer is None:
        return None
    if e.dealer >= len(s.players):
        says = f"no seat {e.dealer} at this table"
        return Broken(says=says, clause=game.impossible, name="no_such_seat", kind="contradiction")
    due = may(s)
    if s.on or not due or e.dealer in due:
        return None
    return Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {' or '.join(map(str, due))} was to deal")


def dealers(
    s: Any, _seat: int, may: Callable[[Any], Sequence[int]] = next_dealers
) -> Iterator[HandStarted] | tuple[HandStarted, ...]:
    """The dealer is named where nobody knows who it is."""
    due = may(s)
    return (HandStarted(),) if len(due) == 1 else (HandStarted(dealer=seat) for seat in due or range(len(s.players)))


# ---- Who was called the winner -----------------------------------------------------------------------------------------


def winner_is_called(game: Game, clause: str, says: str, *, leads: bool = True) -> None:
    """Declare that who is called the winner has won. leads: who has the best total may be meant as well."""

    @game.rule(ResultCalled, clause, "wrong_result", says, "testimony")
    def has_won(s: Any, e: ResultCalled) -> Any:
        """Who is called the winner of the hand that has just ended has won it, or leads; where nobody has, nobody says so."""
        if (
            e.seat is None
            or e.seat >= len(s.players)
            or not ended_just_now(s, e.hand)
            or e.result.casefold() not in WON
        ):
            return None
        result = game.result(s)
        if result.won[e.seat] is not False or True not in result.won:
            return None
        if leads and is_ahead(result.totals, e.seat, least=game.best == "least"):
            return None
        who = " and ".join(f"seat {seat}" for seat, won in enumerate(result.won) if won)
        return Broken(says=f"seat {e.seat} was called the winner of the hand; it was won by {who}")

    game.on(ResultCalled, free=True)(says_only)


def ended_just_now(s: Any, hand: int | None) -> bool:
    """Whether a hand has ended since the last one began, and it is the one that is named, if one is."""
    return not s.on and not s.blind and s.ended == s.hand > 0 and hand in {None, s.hand}


def is_ahead(totals: Sequence[int | None], seat: int, *, least: bool) -> bool:
    """Whether nobody has a better total than a seat, or that cannot be told."""
    known = [total for total in totals if total is not None]
    return len(known) < len(totals) or known[seat] == (min if least else max)(known)
