"""What is there to see of a table? Players and sides by name, the hands of all seats, the cards of a place."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from upcard.engine.kernel.places import Places
from upcard.engine.scene import Hand, Row
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.wording import or_unknown


def player(s: Any, seat: int) -> str:
    """The name of the player in a seat."""
    return (s.players[seat] if 0 <= seat < len(s.players) else "") or f"seat {seat}"


def players(s: Any, seats: Iterable[int], between: str = " and ") -> str:
    """The names of the players in several seats."""
    return between.join(player(s, seat) for seat in seats)


def side_name(s: Any, side: int) -> str:
    """A side by the names of its two players, who sit across."""
    return players(s, (side, side + 2), " & ")


def row_of(places: Places, place: int, title: str) -> Row:
    """The cards that lie in a place, as far as they are known."""
    unseen = 0 if places.loose >> place & 1 else places.unseen[place]
    return Row(title=title, cards=tuple(cards_of(places.known[place])), unknown=unseen)


def points_and_totals(
    s: Any, names: Sequence[str] = ("points", "totals"), in_words: Callable[[Any], str] = or_unknown
) -> dict[str, list[str]]:
    """The points of each seat in the hand that has ended, and its total, as scores. names: of the fields; in_words: how each is told."""
    points, totals = (list(map(in_words, getattr(s, name))) for name in names)
    return {"total": totals} if s.on or not s.how else {"points": points, "total": totals}


def hands_drawn(
    s: Any,
    marks: Mapping[str, int | Iterable[int]],
    scores: Mapping[str, Sequence[str | None]] | None = None,
    *,
    turn: int = -1,
    order: Callable[[Card], Any] | None = None,
) -> tuple[Hand, ...]:
    """All seats at the table. marks: the seat, or the seats, that each mark belongs to; scores: what is told of each seat, by what it
    is, None where there is nothing to tell; turn: the seat that is to act while a hand is on; order: how to sort cards.
    """
    places: Places = s.places
    marked = {mark: {seats} if isinstance(seats, int) else {*seats} for mark, seats in marks.items()}
    hands = []
    for seat, name in enumerate(s.players):
        loose, cards = bool(places.loose >> seat & 1), cards_of(places.known[seat])
        hand = Hand(
            seat=seat,
            player=name,
            cards=tuple(sorted(cards, key=order) if order else cards),
            unknown=0 if loose else places.unseen[seat],
            most=None if loose else places.unseen[seat],
            marks=tuple(mark for mark, seats in marked.items() if seat in seats),
            scores=tuple((what, says) for what, told in (scores or {}).items() if (says := told[seat]) is not None),
            turn=s.on and seat == turn,
        )
        hands.append(hand)
    return tuple(hands)
