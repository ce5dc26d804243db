"""Hands with what came to light later: a card that somebody is seen to hold, or to have held, was in that hand before, too."""

from collections.abc import Sequence

import msgspec

from upcard.engine.kernel.reading import cards_in
from upcard.engine.scene import Hand, Scene
from upcard.schemas.cards import Card
from upcard.schemas.events import Dealt, Event, Gap, HandStarted


def with_hindsight(course: Sequence[tuple[Event, Scene]]) -> list[Scene]:
    """The scenes of a course, each hand with the cards of it that a later event shows. course: each event, and the table after it.

    Only what must be so is told: of a hand that took in cards which nobody saw, what comes to light later may be one of
    these, and says nothing of the time before.
    """
    told: list[Scene] = []
    after: Scene | None = None
    later: dict[int, frozenset[Card]] = {}
    following: Event | None = None
    for event, scene in reversed(course):
        if after is None or isinstance(following, Dealt | HandStarted | Gap):
            later = {}
        elif following is not None:
            later = {
                hand.seat: _before(hand, then, later.get(hand.seat, frozenset()), following)
                for hand, then in zip(scene.hands, after.hands, strict=False)
            }
        seen = _in_sight(scene)
        later = {
            hand.seat: found if len(found) <= hand.unknown else frozenset()
            for hand in scene.hands
            if (found := later.get(hand.seat, frozenset()) - seen)
        }
        told.append(
            msgspec.structs.replace(scene, hands=tuple(_with(hand, later.get(hand.seat)) for hand in scene.hands))
        )
        after, following = scene, event
    return told[::-1]


def _before(hand: Hand, then: Hand, later: frozenset[Card], event: Event) -> frozenset[Card]:
    """Which cards not known of a hand come to light, seen from before an event. then, later: the same of after it."""
    if None not in {hand.most, then.most} and (hand.most, then.most) != (hand.unknown, then.unknown):
        return frozenset()  # how many it has cannot be told
    known, known_then = set(hand.cards), set(then.cards)
    gone, came = known - known_then, known_then - known
    named = {card for card in cards_in(event) if card.known} if getattr(event, "seat", None) == hand.seat else set()
    size, size_then = len(hand.cards) + hand.unknown, len(then.cards) + then.unknown
    if size_then > size:
        return later if then.unknown == hand.unknown and not gone else frozenset()
    if size_then == size:
        return frozenset() if gone else later | came  # what is gone was exchanged
    return frozenset(later | came | named - known)


def _in_sight(scene: Scene) -> frozenset[Card]:
    """The cards that are known to lie somewhere."""
    held = (card for hand in scene.hands for card in hand.cards)
    return frozenset(held).union(*(row.cards for row in scene.rows))


def _with(hand: Hand, more: frozenset[Card] | None) -> Hand:
    if not more:
        return hand
    most = None if hand.most is None else hand.most - len(more)
    return msgspec.structs.replace(
        hand,
        cards=(*hand.cards, *sorted(more, key=lambda card: card.index)),
        unknown=hand.unknown - len(more),
        most=most,
    )
