"""Cards that change places face down: a widow that is taken, a card that is put away. Who handles them sees them."""

from upcard.engine.places import Places


def pass_down(places: Places, bit: int, source: int, target: int, step: int) -> None:
    """A card went face down from one place to another, even if it could not. What all knew of it they know still;
    that it had been where it came from is forgotten, since those who see it later do not learn where it was.
    """
    if places.known[source] & bit:
        places.known[source] ^= bit
    else:
        public = places.seen[-1]
        places.show(bit, source)
        places.known[source] ^= bit
        places.seen[-1] = public
    places.known[target] |= bit
    places.been[source] &= ~bit
    places.been[target] |= bit
    places.entered[target] = step


def put_away(places: Places, bit: int, seat: int, target: int, step: int) -> None:
    """A seat put a card of its hand away: it alone knows now what lies where. What all had seen in the hand may
    have gone, for all they know.
    """
    hand = places.known[seat] | bit
    places.seen[seat] |= hand & places.seen[-1] | bit
    pass_down(places, bit, seat, target, step)
    places.seen[-1] &= ~hand


def put_away_unknown(places: Places, seat: int, target: int, step: int) -> None:
    """A seat put a card of its hand away that nobody told us: any of those known to be in the hand may have gone."""
    lose_sight(places, seat)
    places.move_unknown(seat, target, step)


def lose_sight(places: Places, place: int) -> None:
    """Cards known to lie in a place may have left it face down: how many lie there is known still, not which."""
    cards = places.known[place]
    count = cards.bit_count()
    places.known[place] = 0
    places.most[place] += count
    if not places.loose >> place & 1:
        places.least[place] += count
    places.located &= ~cards
    places.been[:] = [been & ~cards for been in places.been]
    places.seen[:] = [seen & ~cards for seen in places.seen]
