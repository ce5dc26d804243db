"""A shoe: several packs shuffled together, from which cards are dealt in the open. Copies of a card are counted, not told apart.

Places (`places`) know where each card lies; of a shoe only this is of interest: how many copies of each card have left it
since the shuffle, and how many cards in all.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from upcard.engine.kernel.copying import Part
from upcard.schemas.cards import PACK, RANKS, SUITS, Card

CARDS: Final = len(PACK)
"""Cards of a pack."""
PARTLY_SEEN: Final = frozenset(
    Card(text) for text in (*(f"{rank}?" for rank in RANKS), *(f"?{suit}" for suit in SUITS))
)
"""Cards that were seen in part: of each only its rank or its suit."""


@dataclass(slots=True)
class Shoe(Part):
    """packs: in the shoe; behind: how many cards lie behind the cut card; seen: how many copies of each card left it since the
    shuffle; partly: the cards that were seen in part; dealt: how many cards left it, at least.
    """

    packs: int = 1
    behind: int = 0
    seen: list[int] = field(default_factory=lambda: [0] * CARDS)
    partly: list[Card] = field(default_factory=list)
    dealt: int = 0

    @property
    def cards(self) -> int:
        """All cards of the shoe."""
        return self.packs * CARDS

    @property
    def before(self) -> int:
        """The number of cards before the cut card."""
        return self.cards - self.behind

    def shuffle(self, behind: int | None = None) -> None:
        """All cards are in the shoe again, or what left it is not known. behind: how many cards lie behind the cut card now, if that
        was told and may be so.
        """
        if behind is not None and behind <= self.cards:
            self.behind = behind
        self.seen, self.partly, self.dealt = [0] * CARDS, [], 0

    def left(self) -> list[Card]:
        """The cards in the shoe, at most: each as often as there are copies of it."""
        return [card for card, seen in zip(PACK, self.seen, strict=True) for _ in range(self.packs - seen)]

    def draw(self, cards: Sequence[Card], unseen: int = 0) -> None:
        """These cards leave the shoe, and so many that nobody saw. Where that cannot be, what left it before is not known."""
        packs, seen, possible = self.packs, self.seen, True
        for card in cards:
            index = card.index
            if 0 <= index < CARDS:
                seen[index] = copies = seen[index] + 1
                possible = possible and copies <= packs
            elif card in PARTLY_SEEN:
                self.partly.append(card)
        self.dealt += len(cards) + unseen
        if not possible or self.dealt > self.cards or (self.partly and self._kind_fault(()) is not None):
            self.shuffle()

    def fault(self, cards: Sequence[Card], unseen: int = 0) -> tuple[int, str] | None:
        """Why these cards, and so many that nobody saw, cannot have left the shoe: the mask of the card that shows it, in words."""
        packs, seen = self.packs, self.seen
        most = 1 if len({*cards}) == len(cards) else len(cards)  # copies of any of them
        surely, partly = packs - most, bool(self.partly)
        for card in cards:
            index = card.index
            if 0 <= index < CARDS and seen[index] <= surely:
                continue
            if card.rank == "X":
                return card.bit, f"{card} is not in the shoe"
            if index < 0:
                partly = True
            elif (copies := seen[index] + cards.count(card)) > packs:
                return card.bit, f"{card} was dealt {copies} times; there are {packs} in the shoe"
        dealt = self.dealt + len(cards) + unseen
        if dealt > self.cards:
            return 0, f"{dealt} cards were dealt; there are {self.cards} in the shoe"
        return self._kind_fault(cards) if partly else None

    def _kind_fault(self, cards: Sequence[Card]) -> tuple[int, str] | None:
        """Why there are too many cards of a rank or a suit, with those of which only that was seen."""
        seen = self.seen[:]
        for card in cards:
            if 0 <= card.index < CARDS:
                seen[card.index] += 1
        faces = [*self.partly, *(card for card in cards if card in PARTLY_SEEN)]
        for face in dict.fromkeys(faces):
            kind = [card.index for card in PACK if card.rank == face.rank or card.suit == face.suit]
            number, most = sum(seen[index] for index in kind) + faces.count(face), len(kind) * self.packs
            if number > most:
                return 0, f"{face} was dealt {number} times; there are {most} in the shoe"
        return None
