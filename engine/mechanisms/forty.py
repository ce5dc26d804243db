"""The pack of forty cards: ace to seven, jack, queen and king of four suits, and games of it without trump."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from upcard.engine.game import Answer, Broken
from upcard.engine.mechanisms.corrections import ChangedTable, change, exchange_missed, is_again
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.mistaken import either_is_wrong
from upcard.engine.mechanisms.strays import closer_leads, plays_twice
from upcard.engine.mechanisms.trick_play import follows, open_cards, trick_of
from upcard.engine.mechanisms.tricks import Void, out_of_turn, powers, unseen_slack, winner
from upcard.engine.places import Places
from upcard.schemas.cards import PACK, RANK_MASK, SUIT_MASK, UNKNOWN, Card
from upcard.schemas.events import Corrected, Played

FORTY: Final = sum(mask for rank, mask in RANK_MASK.items() if rank not in "89T")
"""All forty cards, as a mask."""

SUITS_OF_FORTY: Final = tuple(mask & FORTY for mask in SUIT_MASK.values())

Strengths = Mapping[int, Mapping[Card, int]]
"""The strength of each card, by the mask of the suit led."""


def order_of(ranks: str) -> tuple[int, ...]:
    """How strong each card is among those of its suit, by its index. ranks: from the lowest to the highest.

    >>> order = order_of("4567QJKA23")
    >>> order[Card("3s").index], order[Card("4h").index], order[Card("Jd").index] > order[Card("Qd").index]
    (10, 1, True)
    """
    return tuple(ranks.find(card.rank) + 1 for card in PACK)


def strengths(order: Sequence[int]) -> Strengths:
    """The strength of each card without trump: only the suit led wins."""
    return {led: powers(led, 0, order) for led in (0, *SUITS_OF_FORTY)}


def suit_led(card: Card) -> int:
    """The suit that a lead asks for, as a mask; 0 if it is not known."""
    return SUIT_MASK.get(card.suit, 0) & FORTY


def as_played(card: Card) -> Card:
    """The card as it can have been played: one that is not in the pack was some other card, written wrongly."""
    return card if not card.bit or card.bit & FORTY else UNKNOWN


def unseen_room(places: Places, seats: int, voids: Iterable[Void]) -> int:
    """The slack with which the cards not seen fit into hands that hold none of a suit they did not follow (G-10).

    They may also lie in places that are no hands. A record that contradicts itself has no room for all: it proves nothing.
    """
    others = places.most[seats:]
    room = sum(places.most)
    if room < (FORTY & ~places.located).bit_count():
        return PLENTY
    return unseen_slack(places, seats + len(others) if any(others) else seats, voids, FORTY)


# ---- Play: one card each in turn, suit followed where it can be --------------------------------------------------------


class FortyTable(ChangedTable, Protocol):
    """players: by seat; phase: where the hand stands; how: how the last one ended."""

    players: list[str]
    phase: Any
    how: str


T = TypeVar("T", bound=FortyTable)


def turn_is_kept(t: FortyTable, e: Played) -> Answer:
    """Who plays is who is next; the winner of a trick leads (G-13)."""
    seat = e.seat
    if t.turn == seat and t.phase != "between":
        return None
    if seat >= len(t.players):
        return Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5")
    if t.phase == "between":
        says = "a card was played where no hand is on"
        return Broken(seat=seat, cards=e.card.bit, says=says, name="after_the_hand", kind="contradiction", clause="G-5")
    if t.turn < 0 or t.gap:
        return None
    return out_of_turn(seat, t.turn, e.card)


def card_is_possible(t: FortyTable, e: Played | Corrected) -> Answer:
    """No card is seen twice, or where it cannot be (G-5)."""
    seat, bit, places = e.seat, e.card.bit, t.places
    if seat >= len(t.players) or places.known[seat] & bit or t.phase == "between":
        return None
    if bit & FORTY and (t.phase == "deal" or places.fits(bit, seat)):
        return None
    if isinstance(e, Played) and may_be_another(t, seat, bit):
        return None
    fault = impossible(places, seat, e.card, FORTY) if bit or t.phase != "deal" else None
    return either_is_wrong(t, seat, e.card, fault, e if isinstance(e, Corrected) else None)


def may_be_another(t: FortyTable, seat: int, bit: int) -> bool:
    """Whether a seat plays twice to a trick with a card that comes to light, where one before may not have been its own."""
    fresh = t.phase == "play" and bool(bit & FORTY & ~t.places.located)
    strange = any(line in t.strays for line in t.lines[t.first :])
    return fresh and strange and plays_twice(t, seat, len(t.players))


def suit_is_kept(t: FortyTable, e: Played) -> Answer:
    """Keep the suit that was led when you can."""
    size = len(t.players)
    if t.phase != "play" or e.seat >= size or as_played(e.card) is not e.card:
        return None
    return follows(t, e.seat, e.card, size)


def trick_winner(power: Strengths, cards: Sequence[Card], seats: Sequence[int]) -> int:
    """Who wins a trick of these cards, the first of them led; -1 if that cannot be told."""
    return winner(cards, seats, power[suit_led(cards[0])])


def swaps_lead(t: FortyTable, seat: int, card: Card, power: Strengths) -> bool:
    """Whether who closed the last trick leads the next out of turn with a card that would have won it: the two cards of this
    seat may have been written in the wrong order.
    """
    if not closer_leads(t, seat, len(t.players)):
        return False
    cards, seats = trick_of(t)
    return seat == winner([*cards[:-1], card], seats, power[t.led])


def put_right(t: T, e: Corrected, table: int, win_trick: Callable[[T], None]) -> None:
    """A seat's card in the trick is replaced; the old one is known to be in its hand from then on (G-14)."""
    if is_again(t, e):
        return
    _, seats = trick_of(t)
    card = as_played(e.card)
    if t.gap and t.phase == "play" and e.seat < len(t.players):
        exchange_missed(t, e.seat, card, table)
    if e.seat not in seats or t.gap or (t.phase == "between" and t.how != "played"):
        return
    place, full = seats.index(e.seat), not open_cards(t, len(t.players))
    change(t, place, card, table)
    if not place:
        t.led = suit_led(card)
    if full:
        t.winners.pop()
        win_trick(t)
