"""Cards that move unseen, and discards that are shuffled back: a view of the places is what its viewer would have kept."""

import random

from upcard.engine.places import Places
from upcard.schemas.cards import PACK, PACK_MASK

SEATS = 3
STOCK, PILE = SEATS, SEATS + 1


def both(viewer: int, seed: int) -> tuple[Places, Places, Places]:
    """A game of drawing, playing and shuffling back, as it was and as a viewer kept it; and as it was, seen by it."""
    rng = random.Random(seed)
    whole, kept = Places.empty(SEATS + 2, SEATS), Places.empty(SEATS + 2, SEATS)
    pack = list(PACK[:20])
    rng.shuffle(pack)
    where: dict[int, list[int]] = {place: [] for place in range(SEATS + 2)}
    for seat in range(SEATS):
        where[seat] = [pack.pop().bit for _ in range(3)]
        whole.deal(seat, sum(where[seat]), 0, 1, seat)
        kept.deal(seat, sum(where[seat]) if seat == viewer else 0, 0 if seat == viewer else 3, 1, seat)
    where[STOCK] = [card.bit for card in pack]
    for places in (whole, kept):
        places.deal(STOCK, 0, len(pack), 1, None)
    for step in range(2, 60):
        seat = rng.randrange(SEATS)
        if where[seat] and rng.random() < 0.5:
            bit = where[seat].pop(rng.randrange(len(where[seat])))
            where[PILE].append(bit)
            for places in (whole, kept):
                places.move(bit, seat, PILE)
        elif where[STOCK]:
            bit = where[STOCK].pop()
            where[seat].append(bit)
            whole.move_unseen(bit, STOCK, seat, step, seat)
            if seat == viewer:
                kept.move_unseen(bit, STOCK, seat, step, seat)
            else:
                kept.move_unknown(STOCK, seat, step)
        elif where[PILE]:
            top = where[PILE][-1]
            where[STOCK], where[PILE] = where[PILE][:-1], [top]
            rng.shuffle(where[STOCK])
            listed = where[STOCK][0] if where[STOCK] and rng.random() < 0.5 else 0
            whole.shuffle_back(PILE, STOCK, top, listed, step)
            kept.shuffle_back(PILE, STOCK, top, 0, step)
        for place, there in where.items():
            assert whole.count(place) == kept.count(place) == len(there)
            assert whole.known[place] & ~sum(there) == kept.known[place] & ~sum(there) == 0
            assert whole.located & ~PACK_MASK == 0
    return whole, kept, whole.view(viewer)


def test_a_view_of_the_whole_is_what_the_viewer_kept() -> None:
    for seed in range(60):
        viewer = seed % (SEATS + 1) - 1
        _, kept, seen = both(viewer, seed)
        assert seen == kept, (viewer, seed)


def test_an_upcard_that_is_not_known_stays() -> None:
    places = Places.empty(SEATS + 2, SEATS)
    places.deal(STOCK, 0, 10, 1, None)
    places.move_unknown(STOCK, PILE, 2)
    places.move(PACK[0].bit, STOCK, PILE)
    places.move_unknown(STOCK, PILE, 3)
    places.shuffle_back(PILE, STOCK, 0, 0, 4)
    assert (places.count(PILE), places.count(STOCK), places.located) == (1, 9, 0)


def test_in_a_loose_place_no_card_is_certain() -> None:
    places = Places.empty(SEATS + 2, SEATS)
    places.deal(STOCK, 0, 10, 1, None)
    places.loosen(0)
    places.move_unknown(STOCK, 0, 2)
    assert (places.least[0], places.most[0]) == (0, 1)
