"""A shoe: several packs shuffled together, from which cards are dealt in the open. Copies of a card are counted, not told apart.

Places (`places`) know where each card lies; of a shoe only this is of interest: how many cards of each kind are left in it. A kind
is a notation of cards: of a card seen in part it is known that one card less of that rank or suit is left, and of one that nobody
saw that one card less is. One number counts all kinds, each in bits of its own, so that a list of cards is taken from it at once.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from upcard.engine.kernel.rules import Broken
from upcard.schemas.cards import PACK, PACK_MASK, UNKNOWN, Card

CARDS: Final = len(PACK)
"""Cards of a pack."""
MANY: Final = 500
"""Of a list of more cards not all are counted, lest they change the kind beside."""
IN_A_PACK: Final = {kind: (kind.could_be & PACK_MASK).bit_count() for kind in Card}
KINDS: Final = sorted(Card, key=lambda kind: -kind.could_be.bit_count())
IS_LEFT: Final = {kind: 1 << max(MANY, 100 * IN_A_PACK[kind]).bit_length() for kind in KINDS}
"""The highest bit in which a kind is counted, of a hundred packs at most. It is set as long as no more cards have left the shoe than there were."""
PLACE_OF: Final = {kind: sum(IS_LEFT[one].bit_length() for one in KINDS[:place]) for place, kind in enumerate(KINDS)}
ALL_CARDS: Final = 2 * IS_LEFT[UNKNOWN] - 1
"""The lowest bits, in which all cards are counted, whatever they are."""
COUNTED: Final = {
    card: sum(1 << PLACE_OF[kind] for kind in KINDS if not card.could_be & ~kind.could_be) for card in KINDS
}
"""By card, one card of each kind that it is known to be of."""
NONE_LEFT: Final = sum(IS_LEFT[kind] << place for kind, place in PLACE_OF.items())
"""A shoe without cards."""
ONE_PACK: Final = sum(number << PLACE_OF[kind] for kind, number in IN_A_PACK.items())
JOKERS: Final = sum(2 * IS_LEFT[kind] - 1 << PLACE_OF[kind] for kind, number in IN_A_PACK.items() if not number)
"""The bits of the kinds of which no card is in a shoe."""
SEVERAL: Final = (UNKNOWN, *(kind for kind, number in IN_A_PACK.items() if 1 < number < CARDS))
"""The kinds of which there are several cards in a pack: all cards, ranks and suits."""


class Shoe(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """packs: in the shoe; behind: how many cards lie behind the cut card; left: how many cards of each kind are left, at most."""

    packs: int = 1
    behind: int = 0
    left: int = NONE_LEFT + ONE_PACK

    @property
    def cards(self) -> int:
        """All cards of the shoe."""
        return self.packs * CARDS

    def is_past_cut(self, more: int = 0) -> bool:
        """Whether cards behind the cut card have left it, once so many more have; never where all of them lie there."""
        return (self.left & ALL_CARDS) - IS_LEFT[UNKNOWN] - more < self.behind < self.cards

    def count(self, kind: Card) -> int:
        """How many cards of a kind are left in the shoe, at most; below 0, so many more have left it than there were."""
        return (self.left >> PLACE_OF[kind] & 2 * IS_LEFT[kind] - 1) - IS_LEFT[kind]

    def cards_left(self) -> list[Card]:
        """The cards in the shoe, at most: each as often as there are copies of it."""
        return [card for card in PACK for _ in range(self.count(card))]

    def shuffled(self, behind: int | None = None) -> "Shoe":
        """All cards are in the shoe again, or what left it is not known. behind: cards behind the cut card now, if that was told and can be."""
        behind = self.behind if behind is None or behind > self.cards else behind
        return Shoe(self.packs, behind, NONE_LEFT + self.packs * ONE_PACK)

    def deal(self, cards: Sequence[Card]) -> "tuple[Shoe, Broken | None]":
        """The shoe without these cards; and the fault, if it cannot have held them: then what has left it is not known any more, but of a
        joker it is known that it was some other card.
        """
        left = self.left
        for card in cards[:MANY]:
            left -= COUNTED[card]
        shoe = Shoe(self.packs, self.behind, left)
        if left & NONE_LEFT == NONE_LEFT:
            return shoe, None
        known = Shoe(self.packs, self.behind, left & ~JOKERS | NONE_LEFT & JOKERS)
        return known if known.left & NONE_LEFT == NONE_LEFT else self.shuffled(), shoe.fault(cards)

    def fault(self, cards: Sequence[Card]) -> Broken | None:
        """Of which kind more cards have left the shoe than there were, these the last of them."""
        for kind in (*(card for card in cards if card not in SEVERAL), *SEVERAL):
            most = self.packs * IN_A_PACK[kind]
            if (number := most - self.count(kind)) > most:
                dealt = f"{number} cards were dealt" if kind is UNKNOWN else f"{kind} was dealt {number} times"
                says = f"{dealt}; there are {most} in the shoe" if most else f"{kind} is not in the shoe"
                return Broken(cards=kind.bit, says=says)
        return None
