"""Deals and shoes for the tests of fairness: fair ones, and such as somebody has a hand in."""

import numpy as np

from upcard.engine.games.trente_et_quarante import GAME
from upcard.records.fairness.dealing import Tested
from upcard.records.fairness.deals import Deal, Hand, Pack
from upcard.records.fairness.laws import Numbers, holm
from upcard.records.fairness.shoes import Drawn, held_against_shoe, held_against_theory
from upcard.schemas.cards import PACK

PLAYERS = ("ann", "bob", "cid", "dee")
PACK_OF_52 = Pack(tuple(range(52)))
FOUR = np.repeat(np.arange(4), 13)


def dealt(places: Numbers, game: str = "court_piece", log: str = "one") -> list[Deal]:
    """Deals of a pack to four players, of which each deals in turn."""
    return [
        Deal(
            Hand(game, None, log, at + 1, PLAYERS, at % 4, ((at + 2) % 4,)),
            PACK_OF_52,
            0b1111,
            tuple(int(place) for place in row),
        )
        for at, row in enumerate(places)
    ]


def fair(rng: np.random.Generator, deals: int) -> Numbers:
    """So many fair deals: of each card who got it."""
    return rng.permuted(np.tile(FOUR, (deals, 1)), axis=1)


def called_out(tests: list[Tested], rate: float) -> list[str]:
    """The tests that are beyond chance, with the number of them accounted for."""
    made = [one for one in tests if one.chance is not None]
    adjusted = holm([one.chance for one in made if one.chance is not None])
    return [one.name for one, chance in zip(made, adjusted, strict=True) if chance <= rate]


def shoe(cards: Numbers) -> list[Drawn]:
    """The hands that are dealt of a shoe of six packs, in this order, until fewer than 52 cards are left."""
    at, hands = 0, []
    left = np.full(52, 6)
    while len(cards) - at > 52:
        first, totals, colour = at, [], PACK[cards[at]].suit in "dh"
        for _ in range(2):
            total = 0
            while total < 31:
                rank = PACK[cards[at]].rank
                total += {"A": 1, **dict.fromkeys("TJQK", 10)}.get(rank) or int(rank)
                at += 1
            totals.append(total)
        hand = tuple(int(card) for card in cards[first:at])
        counts = [total - 31 for total in totals]
        if totals[0] == totals[1]:
            counts.append(10 if totals[0] == 31 else 11)
        else:
            won = int(totals[1] < totals[0])
            counts += [12 + won, 14 + (colour != bool(won))]
        about = Hand("trente_et_quarante", None, "shoe", len(hands) + 1, ("ann",))
        hands.append(Drawn(about, tuple(counts), hand, tuple(left)))
        np.subtract.at(left, cards[first:at], 1)
    return hands


def fair_shoe(rng: np.random.Generator) -> list[Drawn]:
    """A shoe that was shuffled."""
    return shoe(rng.permutation(np.tile(np.arange(52), 6)))


def shoe_tests(hands: list[Drawn]) -> list[Tested]:
    """All tests of a shoe."""
    assert GAME.theory is not None
    return [*held_against_theory(GAME.key, GAME.theory, hands), *held_against_shoe(GAME.key, hands)]
