"""The deals of an archive: of each hand which card came to which seat, as far as that was written when it was dealt.

Cards are taken from what a `dealt` line lists. A hand that is known by its plays alone tells of no deal: which cards are played is
chosen. A list that is not whole is no list: which cards of it were seen may be chosen, too.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from upcard.engine.game import find
from upcard.records.fairness.laws import Numbers
from upcard.schemas.cards import BY_INDEX, RANKS, SUITS, cards_of
from upcard.schemas.events import Dealt, Event, Opened

NOBODY: Final = -1
RANK_ORDER: Final = {rank: place for place, rank in enumerate((*RANKS, "X"))}
UNWRITTEN: Final = "the deal is not written down, only what was played or scored"
TWICE: Final = "a card was dealt twice, or one that the pack has not"
CONTRADICTED: Final = "the record contradicts itself"


class Hand(NamedTuple):
    """A hand in the archive. players: who sat where; dealer: the seat that dealt, NOBODY where it is not known; partners: the seats of
    the dealer's side besides his own, if sides are fixed; moves: what its plays are known again by.
    """

    game: str
    day: str | None
    log: str
    hand: int
    players: tuple[str, ...]
    dealer: int = NOBODY
    partners: tuple[int, ...] = ()
    moves: bytes = b""


class Pack(NamedTuple):
    """The pack of a game with its house rules: its cards, each as often as it is there, by their places in `BY_INDEX`."""

    cards: tuple[int, ...]

    @classmethod
    def of(cls, header: Opened) -> "Pack":
        """The pack that is used at a table."""
        places = find(header.game).table(header).places
        one = [card.index for card in cards_of(places.pack & (1 << len(BY_INDEX)) - 1)]
        return cls(tuple(one * places.packs))

    @property
    def ranks(self) -> Numbers:
        """The rank of each card, by its place among those there are; jokers come last."""
        return np.array([RANK_ORDER[BY_INDEX[card].rank] for card in self.cards])

    @property
    def suits(self) -> Numbers:
        """The suit of each card; NOBODY: a joker has none."""
        return np.array(
            [SUITS.index(BY_INDEX[card].suit) if BY_INDEX[card].rank != "X" else NOBODY for card in self.cards]
        )

    @property
    def faces(self) -> Numbers:
        """The card itself, copies alike."""
        return np.array(self.cards)

    def worth(self, ranks: str) -> Numbers:
        """How welcome each card is, by its rank."""
        return np.array([float(ranks.index(BY_INDEX[card].rank)) for card in self.cards])


class Deal(NamedTuple):
    """A hand with what was dealt: of each card of the pack the seat, or one more than the last seat where it went to none that was
    listed. listed: the seats whose cards were, as a mask.
    """

    hand: Hand
    pack: Pack
    listed: int
    places: tuple[int, ...]


class Alike(NamedTuple):
    """Deals of one pack to as many seats, of which the same were listed. places: as in `Deal`, a row a deal."""

    pack: Pack
    seats: int
    hands: tuple[Hand, ...]
    places: Numbers

    @property
    def key(self) -> tuple[Pack, int]:
        """What deals have in common whose cards can be counted together."""
        return self.pack, self.seats


def deal_of(hand: Hand, pack: Pack, events: Iterable[Event]) -> Deal | str:
    """The deal of a hand, by its `dealt` lines; or why it cannot be told."""
    seats = len(hand.players)
    copies: dict[int, list[int]] = {}
    for at, face in enumerate(pack.cards):
        copies.setdefault(face, []).append(at)
    places, listed = [seats] * len(pack.cards), 0
    for event in events:
        if not isinstance(event, Dealt) or event.refused:
            continue
        for seat, cards in enumerate(event.hands or ()):
            if not cards or seat >= seats or not all(card.known for card in cards):
                continue
            listed |= 1 << seat
            for card in cards:
                free = copies.get(card.index)
                if not free:
                    return TWICE
                places[free.pop()] = seat
    return Deal(hand, pack, listed, tuple(places)) if listed else UNWRITTEN


def alike(deals: Iterable[Deal]) -> Iterator[Alike]:
    """Deals put together that can be counted together."""
    found: dict[tuple[str, Pack, int, int], list[Deal]] = {}
    for one in deals:
        found.setdefault((one.hand.game, one.pack, len(one.hand.players), one.listed), []).append(one)
    for (_, pack, seats, _), some in found.items():
        yield Alike(
            pack, seats, tuple(one.hand for one in some), np.array([one.places for one in some], dtype=np.int16)
        )


def some_of(one: Alike, chosen: Sequence[int]) -> Alike:
    """Some of these deals, by their places."""
    return Alike(one.pack, one.seats, tuple(one.hands[at] for at in chosen), one.places[list(chosen)])


def from_dealer(one: Alike) -> Alike:
    """The same deals with their places counted from the left of the dealer; those whose dealer is not known are left out."""
    known = [at for at, hand in enumerate(one.hands) if hand.dealer != NOBODY]
    some = some_of(one, known)
    dealers = np.array([hand.dealer for hand in some.hands], dtype=np.int16).reshape(-1, 1)
    turned = np.where(some.places < one.seats, (some.places - dealers - 1) % one.seats, some.places)
    return some._replace(places=turned)
